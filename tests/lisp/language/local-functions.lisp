;;;; local-functions.lisp -- calls of the functions of FLET and LABELS, which the compiler inlines, calls with arguments matched
;;;; at compile time, or calls like any function.

;;; Each lambda list with each list of arguments. A function with the same lambda list that is called by APPLY gives the expected
;;; outcome: the value of the body, and the order in which arguments and default values were evaluated.

(defvar *s* :global)
(defvar *log* nil)
(defun note (x &rest more) (push (if more (cons x more) x) *log*) x)

(defun outcome-of (form)
  (let ((*log* nil) (*s* :global))
    (let ((value (handler-case (handler-bind ((warning #'muffle-warning)) (funcall (coerce `(lambda () (block out ,form)) 'function)))
                   (program-error () :program-error))))
      ;; Whether arguments are evaluated before a wrong call is found differs.
      (if (eq value :program-error) value (list value (reverse *log*) *s*)))))

(defparameter *lambda-lists*
  '((() ())
    ((a) (a))
    ((a b) (a b))
    ((a &optional b) (a b))
    ((a &optional (b (note 'b a)) (c (note 'c b) cp)) (a b c cp))
    ((a &optional (b 2 bp) (c bp)) (a b bp c))
    ((&rest r) (r))
    ((a &rest r) (a r))
    ((a &optional (b (note 5) bp) &rest r) (a b bp r))
    ((a &key b) (a b))
    ((a &key (b 1) (c (note 'c a b) cp) ((:d e) nil dp)) (a b c cp e dp))
    ((a &optional (o (note 'o)) &key (b (note o)) c) (a o b c))
    ((a &key (b 1) &allow-other-keys) (a b))
    ((a &key) (a))
    ((a &key &allow-other-keys) (a))
    ((a &key allow-other-keys (z (note 'z))) (a allow-other-keys z))
    ((a &rest r &key (b 1) &allow-other-keys) (a r b))
    ((a &rest r &key b) (a r b))
    ((&key ((x y) 5) (b y)) (y b))
    ((a &optional (*s* (note 's a) sp) &key (b *s*)) (a *s* sp b))
    ((*s* &key (b *s*) (c (note 'c *s*))) (*s* b c))
    ((a &key (b (note *s*)) ((:c *s*) (note 'sc) cp) (d *s*)) (a b *s* cp d))
    ((a &optional b &aux (c (note 'aux a b)) (*s* c) (d *s*)) (a b c *s* d))))

(defparameter *argument-lists*
  '(() ((note 1)) ((note 1) (note 2)) ((note 1) (note 2) (note 3)) ((note 1) (note 2) (note 3) (note 4))
    ((note 1) :b (note 2)) ((note 1) :c (note 2) :b (note 3)) ((note 1) :b (note 2) :b (note 3)) ((note 1) :d (note nil) :c 4)
    ((note 1) :z (note 2)) ((note 1) :z (note 2) :allow-other-keys t) ((note 1) :allow-other-keys nil :z (note 2))
    ((note 1) :allow-other-keys nil :allow-other-keys t :z (note 2)) ((note 1) :allow-other-keys (note t) :z 1)
    ((note 1) (note :b) (note 2)) ((note 1) :b) ((note 1) :b 5 :c) ((note *s*) :b *s*) ('x (note 3)) ((return-from out (note 9)) :b 2)
    ((note 1) :b (return-from out 9)) ((note *s*) :c (setq *s* 7) :b (note *s*)) ((note 1) nil (note 2) (note 3))))

;;; The ways to define and call a function F. The body assigns the variable A, if there is one, in a closure.
(defparameter *ways*
  '((once (flet ((f . definition)) . call))
    (once-notinline (flet ((f . definition)) (declare (notinline f)) . call))
    (twice (flet ((f . definition)) (if (eq *s* :global) (f . arguments) (f . arguments))))
    (in-closure (flet ((f . definition)) (funcall (lambda () . call))))
    (by-another (labels ((g () . call) (f . definition)) (g)))
    (passed (flet ((f . definition)) (funcall #'f . arguments)))
    (called-and-passed (flet ((f . definition)) (if (eq *s* 'never) #'f . call)))
    (nested (flet ((f . definition)) (flet ((g () (flet ((h () . call)) (h)))) (g))))
    (setf-name (flet (((setf f) . definition)) (funcall #'(setf f) . arguments)))))

(defun way-form (way lambda-list variables arguments)
  (let ((body `((progn ,@(if (member 'a variables) '((funcall (lambda () (setq a (list a))))) nil) (list ,@variables)))))
    (labels ((fill-in (x)
               (cond ((atom x) x)
                     ((eq (cdr x) 'definition) `(,(fill-in (car x)) ,lambda-list ,@body))
                     ((eq (cdr x) 'arguments) `(,(fill-in (car x)) ,@arguments))
                     ((eq (cdr x) 'call) `(,(fill-in (car x)) (f ,@arguments)))
                     (t (cons (fill-in (car x)) (fill-in (cdr x)))))))
      (fill-in (second way)))))

(defun expected-outcome (lambda-list variables arguments)
  (outcome-of `(apply (lambda ,lambda-list
                        ,@(if (member 'a variables) '((funcall (lambda () (setq a (list a))))) nil) (list ,@variables))
                      (list ,@arguments))))

(defun differing-calls ()
  (let ((differing nil))
    (dolist (entry *lambda-lists* differing)
      (dolist (arguments *argument-lists*)
        (let ((expected (expected-outcome (first entry) (second entry) arguments)))
          (dolist (way *ways*)
            (let ((got (outcome-of (way-form way (first entry) (second entry) arguments))))
              (unless (equal got expected)
                (push (list (first way) (first entry) arguments got expected) differing)))))))))
(differing-calls)  ;=> NIL

;; The whole table has these outcomes.
(let ((outcomes (loop for (lambda-list variables) in *lambda-lists*
                      append (loop for arguments in *argument-lists* collect (expected-outcome lambda-list variables arguments)))))
  (list (length outcomes) (count :program-error outcomes)))  ;=> (529 287)

;;; Order of evaluation, and bindings.

;; An argument is evaluated outside the scope of the parameters.
(let ((b 1)) (flet ((f (a &optional (b (+ a b))) (list a b))) (f b)))  ;=> (1 2)
(let ((a 1)) (flet ((f (b &key (a (list a b)) (c a)) (list a b c))) (f a :c (setq a 5))))  ;=> ((5 1) 1 5)
(let ((*s* 1)) (flet ((f (*s* &optional (b *s*)) (list *s* b (symbol-value '*s*)))) (list (f *s*) *s*)))  ;=> ((1 1 1) 1)
(let ((*s* 1)) (flet ((f (a *s*) (list a *s*))) (list (f *s* (list *s*)) *s*)))  ;=> ((1 (1)) 1)
(let ((*s* 1)) (flet ((f (x &aux (y *s*) (*s* x) (z *s*)) (list y z))) (list (f 2) *s*)))  ;=> ((1 2) 1)
(flet ((f (a) (declare (special a)) (symbol-value 'a))) (list (f 1) (boundp 'a)))  ;=> (1 NIL)

;; Names in the body of a function have their meanings at its definition.
(let ((x 1)) (flet ((f () x)) (let ((x 2)) (list x (f)))))  ;=> (2 1)
(flet ((g () 1)) (flet ((f () (g))) (flet ((g () 2)) (list (f) (g)))))  ;=> (1 2)
(symbol-macrolet ((x 1)) (flet ((f () x)) (let ((x 2)) (list x (f)))))  ;=> (2 1)
(flet ((g (x) (list x))) (flet ((f (x) (g x))) (g (f 1))))  ;=> ((1))
(flet ((f (x) (list :outer x))) (flet ((f (x) (f (list x)))) (f 1)))  ;=> (:OUTER (1))
(flet ((f () 1) (f () 2)) (f))  ;=> 2
(block b (flet ((f () (return-from b 1))) (block b (f) 2) 3))  ;=> 1
(flet ((f (x) (if x (return-from f 1)) 2)) (list (f t)))  ;=> (1)
(flet ((f (x) (block f (if x (return-from f 1))) 2)) (list (f t)))  ;=> (2)
(flet ((f () (values 1 2))) (multiple-value-list (f)))  ;=> (1 2)
(flet (((setf f) (new &key (at 0)) (list new at))) (setf (f :at 2) 1))  ;=> (1 2)

;;; Exits and cleanups

(let ((n 0)) (tagbody (flet ((f () (incf n) (go out))) (unwind-protect (f) (incf n 10))) (incf n 100) out) n)  ;=> 11
(let ((n 0)) (tagbody again (flet ((f () (go again))) (if (< (incf n) 5) (f)))) n)  ;=> 5
(let ((log nil)) (block b (unwind-protect (flet ((f () (return-from b 1))) (unwind-protect (f) (push 1 log))) (push 2 log))) log)  ;=> (2 1)
(flet ((f () (unwind-protect (return-from f 1) (return-from f 2)))) (list (f)))  ;=> (2)
(catch 'out (flet ((f (x) (throw 'out (list x)))) (f 1) 2))  ;=> (1)
(let ((f (flet ((f () (return-from f 1))) (lambda () (f) 2)))) (funcall f))  ;=> 2
(let ((k (block b (flet ((f () (lambda () (return-from b 1)))) (f))))) (handler-case (funcall k) (control-error () :gone)))  ;=> :GONE

;;; Closures over parameters are new at each call, also in loops and in tail calls of the function itself.

(mapcar #'funcall (let ((all nil)) (dotimes (i 3 all) (flet ((f (x) (lambda () (incf x)))) (push (f (* 10 i)) all)))))  ;=> (21 11 1)
(let ((all nil)) (labels ((f (i) (push (lambda () (incf i)) all) (if (< i 3) (f (+ i 1)) all))) (mapcar #'funcall (append (f 0) (f 2)))))  ;=> (4 3 2 1 4 3 5 4 3 2)
(labels ((f (i all) (let ((j (* i i))) (if (= i 3) (mapcar #'funcall all) (f (+ i 1) (cons (lambda () (incf j i)) all)))))) (f 0 nil))  ;=> (6 2 0)

;;; Recursion

(labels ((f (n &optional (sum 0)) (if (= n 0) sum (f (- n 1) (+ n sum))))) (f 1000000))  ;=> 500000500000
(labels ((f (n &key (sum 0) (step 1)) (if (<= n 0) sum (f (- n step) :step (+ step 1) :sum (+ n sum))))) (f 100))  ;=> 945
(labels ((f (a b n) (if (= n 0) (list a b) (f b a (- n 1))))) (list (f 1 2 3) (f 1 2 4)))  ;=> ((2 1) (1 2))
(labels ((f (n &rest r) (if (= n 0) r (apply #'f (- n 1) n r)))) (f 3))  ;=> (1 2 3)
(labels ((f (n &rest r) (if (= n 0) r (f (- n 1) n (first r))))) (f 3))  ;=> (1 2)
(labels ((f (n &optional (l nil lp)) (if (= n 0) (list l lp) (let ((*s* n)) (f (- n 1) *s*))))) (list (f 2) (f 0) *s*))  ;=> ((1 T) (NIL NIL) :GLOBAL)
(labels ((f (*s*) (if (= *s* 0) (list *s*) (f (- *s* 1))))) (list (f 5) *s*))  ;=> ((0) :GLOBAL)
(labels ((even (n) (if (= n 0) t (odd (- n 1)))) (odd (n) (if (= n 0) nil (even (- n 1))))) (list (even 1001) (odd 1001)))  ;=> (NIL T)
(labels ((f (n) (if (> n 0) (g n) :f)) (g (n) (f (- n 1)))) (f 10))  ;=> :F
(labels ((f (n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2)))))) (f 15))  ;=> 610
(labels ((f () (g)) (g () (f))) 1)  ;=> 1
(labels ((f (n) (if (= n 0) 0 (+ 1 (flet ((g (m) (f (- m 1)))) (g n)))))) (f 10))  ;=> 10
(labels ((f (n k) (if (= n 0) (funcall k n) (f (- n 1) (lambda (v) (funcall k (+ n v))))))) (f 4 #'list))  ;=> (10)
(labels ((f (x n) (if (= n 0) x (f (+ x 0.5d0) (- n 1))))) (f 0.5d0 10))  ;=> 5.5d0

;; An inlined function has its own block, and tags, at each of its iterations.
(let ((sum 0)) (dotimes (i 5 sum) (flet ((f (x) (do ((j 0 (+ j 1))) (nil) (if (= j x) (return-from f j))))) (incf sum (f i)))))  ;=> 10

;;; Small functions that are called several times have variables, blocks and tags of their own at each call.

(let ((x 0)) (flet ((f (a) (setq x (+ x a)))) (dotimes (i 5 x) (f 2) (f 1))))  ;=> 15
(let ((fs nil)) (flet ((f (n) (setq n (+ n 1)) n)) (push (lambda () (f 1)) fs) (push (lambda () (f 5)) fs) (mapcar #'funcall (append fs fs))))  ;=> (6 2 6 2)
(flet ((f (y) (if (> y 3) (return-from f :large)) (list y))) (list (f 1) (f 4) (mapcar (lambda (k) (f k)) '(3 5))))  ;=> ((1) :LARGE ((3) :LARGE))
(flet ((f (y) (tagbody again (when (> y 0) (decf y 2) (go again))) y)) (let ((y 3)) (list (f y) (f 4) y)))  ;=> (-1 0 3)
(defvar *base* 10)
(flet ((f (n) (let ((*base* n)) (based)))) (defun based () *base*) (list (f 2) (f 16) *base*))  ;=> (2 16 10)
(flet ((f (y) (multiple-value-bind (a b) (floor y 3) (list b a)))) (let ((a 7)) (list (f a) (f (+ a 1)) a)))  ;=> ((1 2) (2 2) 7)
(let ((x :outer)) (flet ((f (y) (list x y))) (let ((x :inner)) (list (f x) (let ((y x)) (f y)) (symbol-macrolet ((x :macro)) (f x))))))
;=> ((:OUTER :INNER) (:OUTER :INNER) (:OUTER :MACRO))
(labels ((f (n) (if (= n 0) 0 (g (- n 1)))) (g (n) (if (= n 0) 1 (f (- n 1))))) (list (f 4) (f 5) (g 4)))  ;=> (0 1 1)
(flet ((g (x) (* x x))) (flet ((f (x) (g (+ x 1)))) (list (f 1) (f 2) (g 3))))  ;=> (4 9 9)
(flet ((f (x) (lambda () (incf x)))) (let ((a (f 1)) (b (f 10))) (list (funcall a) (funcall b) (funcall a))))  ;=> (2 11 3)
(flet ((f (x) (declare (special *base*)) (list x *base*))) (let ((*base* 3)) (list (f 1) (f 2))))  ;=> ((1 3) (2 3))
(flet ((f (x) (unwind-protect (if (eql x 1) (return-from f :out) x) (push x *log*)))) (setq *log* nil) (list (f 1) (f 2) *log*))  ;=> (:OUT 2 (2 1))
(flet ((f (x) (car x))) (list (f '(1)) (f 2)))  ;signals: type-error
(flet ((f (a) a)) (f 1) (f 1 2))  ;signals: "F: expected 1 argument, got 2"

;;; Wrong calls report the function as before.

(flet ((f (a) a)) (f 1 2))  ;signals: "F: expected 1 argument, got 2"
(flet ((f (a &optional b) (list a b))) (f))  ;signals: "F: expected 1 to 2 arguments, got 0"
(flet ((f (&key b) b)) (f :c 2))  ;signals: "F: unknown keyword :C"
(flet ((f (&key b) b)) (f :b))  ;signals: program-error
(let ((c :c)) (flet ((f (&key b) b)) (f c 2)))  ;signals: "F: unknown keyword :C"
