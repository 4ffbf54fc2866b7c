;;;; Calls of global functions with optional arguments and keywords from native code, which passes constant keywords in the order of
;;;; the parameters: all ways to pass them, faults, redefinition between calls, and the garbage collector.

(defun f (a &optional (b 2 b-p) &key (c 3 c-p) ((:key d) (list a c)) e) (list a b b-p c c-p d e))
(defmacro thrice (form) "The value of FORM, if it is the same three times." `(let ((all (loop repeat 3 collect ,form))) (if (every #'equal all (cdr all)) (car all) all)))

;;; Ways to pass arguments
(defun calls (x) (list (f x) (f x x) (f x x :c 4) (f x x :e 5 :c x) (f x nil :key x) (f 1 2 :key (list x) :e (f x) :c (car (list x)))))
(thrice (calls 7))
;=> ((7 2 NIL 3 NIL (7 3) NIL) (7 7 T 3 NIL (7 3) NIL) (7 7 T 4 T (7 4) NIL) (7 7 T 7 T (7 7) 5) (7 NIL T 3 NIL 7 NIL) (1 2 T 7 T (7) (7 2 NIL 3 NIL (7 3) NIL)))
(defun tail-call (x y) (if y (f y x :e x :c y) (f x)))
(list (thrice (tail-call 1 2)) (thrice (tail-call 3 nil)))  ;=> ((2 1 T 2 T (2 2) 1) (3 2 NIL 3 NIL (3 3) NIL))
(defun swaps (a b) (let ((c (f b a :e a :c b))) (list a b c)))
(thrice (swaps 1 2))  ;=> (1 2 (2 1 T 2 T (2 2) 1))
(defun with-doubles (n) (let ((x 0.5d0)) (dotimes (i n x) (setq x (+ x (fourth (f 1 2 :c (* x 2d0) :e x)))))))
(thrice (with-doubles 3))  ;=> 13.5d0
(defun with-words (n) (let ((x 1) (all nil)) (declare (type (unsigned-byte 64) x)) (dotimes (i n all) (setq x (logand #xFFFFFFFFFFFFFFFF (* x 6364136223846793005))) (push (f x x :c x) all))))
(every (lambda (all) (destructuring-bind (a b b-p c c-p d e) all (and (eql a b) b-p (eql a c) c-p (equal d (list a a)) (null e)))) (with-words 20))  ;=> T
(defun conditional (x) (f x 1 :c (if x 1 2) :e (or x 3) (if x :key :e) 4))
(list (thrice (conditional t)) (thrice (conditional nil)))  ;=> ((T 1 T 1 T 4 T) (NIL 1 T 2 T (NIL 2) 3))
(defun recursive (n &key (sum 0)) (if (= n 0) sum (recursive (- n 1) :sum (+ sum n))))
(recursive 100000)  ;=> 5000050000
(defun not-in-tail-position (n &key (step 1)) (if (<= n 0) 0 (+ 1 (not-in-tail-position (- n step) :step step))))
(thrice (list (not-in-tail-position 100) (not-in-tail-position 100 :step 2)))  ;=> (100 50)
(defun many (&key a b c d e f g h i j) (list a b c d e f g h i j))
(defun call-many (x) (many :j x :a (list x) :e 5 :c x :d x :b x :h x :g x :f x :i x))
(thrice (call-many 1))  ;=> ((1) 1 1 1 5 1 1 1 1 1)

;;; Faults, which are those of any call
(defun twice-the-same (x) (f x 1 :c x :c 9))
(thrice (twice-the-same 1))  ;=> (1 1 T 1 T (1 1) NIL)
(defun odd-count (x) (declare (notinline f)) (f x 1 :c))
(odd-count 1)                      ;signals: program-error
(defun unknown (x) (declare (notinline f)) (f x 1 :d x))
(unknown 1)                        ;signals: program-error
(defun too-few () (declare (notinline f)) (f))
(too-few)                          ;signals: program-error
(defun allowed (x) (f x 1 :d x :allow-other-keys t :c x))
(thrice (allowed 1))  ;=> (1 1 T 1 T (1 1) NIL)
(defun fails (x) (f (car x) 2 :c (f x 2 :c (car 5))))
(fails '(1))                       ;signals: type-error

;;; Redefinition
(defun g (&key a b) (list :a a :b b))
(defun call-g (x) (list (g :b x :a 1) (g :a x)))
(thrice (call-g 2))  ;=> ((:A 1 :B 2) (:A 2 :B NIL))
(defun g (&key b a) (list :b b :a a))
(thrice (call-g 2))  ;=> ((:B 2 :A 1) (:B NIL :A 2))
(defun g (&rest all) all)
(thrice (call-g 2))  ;=> ((:B 2 :A 1) (:A 2))
(defun g (x y &optional z u) (list x y z u))
(thrice (call-g 2))  ;=> ((:B 2 :A 1) (:A 2 NIL NIL))
(fmakunbound 'g)  ;=> G
(defgeneric g (&key a b) (:method (&key a b) (list a b)))
(thrice (call-g 2))  ;=> ((1 2) (2 NIL))
(fmakunbound 'g)  ;=> G
(call-g 2)                         ;signals: undefined-function
(setf (fdefinition 'g) (let ((count 0)) (lambda (&key a b) (list (incf count) a b))))
(list (call-g 2) (call-g 3))  ;=> (((1 1 2) (2 2 NIL)) ((3 1 3) (4 3 NIL)))
(defun redefines-g (x) (g :a (progn (setf (fdefinition 'g) (lambda (&key b a) (list :new b a))) x) :b 2))
(list (redefines-g 1) (call-g 2))  ;=> ((:NEW 2 1) ((:NEW 2 1) (:NEW NIL 2)))
(loop repeat 20
      collect (progn (setf (fdefinition 'g) (eval (if (evenp (random 2)) '(lambda (&key a b) (list a b)) '(lambda (&key b c a) (if c 1 (list a b))))))
                     (gc) (make-list 1000)
                     (equal (thrice (call-g 2)) '((1 2) (2 nil))))
        into all
      finally (return (every #'identity all)))  ;=> T

;;; Constructors of structures, vectors and closures
(defstruct node left (right 2) (more (list 5)))
(defun nodes (x) (list (make-node) (make-node :right x) (make-node :more x :left (make-node :left x :more nil))))
(thrice (mapcar #'princ-to-string (nodes 1)))
;=> ("#S(NODE :LEFT NIL :RIGHT 2 :MORE (5))" "#S(NODE :LEFT NIL :RIGHT 1 :MORE (5))" "#S(NODE :LEFT #S(NODE :LEFT 1 :RIGHT 2 :MORE NIL) :RIGHT 2 :MORE 1)")
(defun tree (depth) (if (= depth 0) (make-node) (make-node :left (tree (- depth 1)) :right (vector depth (tree (- depth 1))))))
(defun leaves (x) (cond ((node-p x) (if (node-left x) (+ (leaves (node-left x)) (leaves (node-right x))) 1)) (t (leaves (aref x 1)))))
(let ((trees (loop for i below 12 collect (tree i)))) (gc) (loop repeat 20 do (tree 10)) (mapcar #'leaves trees))  ;=> (1 2 4 8 16 32 64 128 256 512 1024 2048)
(let ((all (loop for i below 3000 collect (let ((j i) (k (list i))) (lambda () (list j k i)))))) (gc) (loop repeat 10 do (tree 10)) (loop for f in all for i from 0 always (equal (funcall f) (list i (list i) 3000))))  ;=> T
(let ((all (loop for i below 3000 collect (vector i (list i) (vector i 0.5d0 (* i 0.25d0))))))
  (gc) (loop repeat 10 do (tree 10))
  (loop for v in all for i from 0 always (equalp v (vector i (list i) (vector i 0.5d0 (* i 0.25d0))))))  ;=> T
(defun old-constructor (x) (make-node :left x))
(thrice (princ-to-string (old-constructor 1)))  ;=> "#S(NODE :LEFT 1 :RIGHT 2 :MORE (5))"
(defstruct node kind left)
(list (thrice (princ-to-string (old-constructor 1))) (node-p (old-constructor 1)))  ;=> ("#S(NODE :KIND NIL :LEFT 1)" T)
(let ((make (symbol-function 'make-node))) (defstruct node a b c) (gc) (typep (funcall make :left 1) 'structure-object))  ;=> T
