;;;; functions.lisp -- calls, lambda expressions, closures and local functions; the expected values are those of SBCL 2.2.9.

(funcall #'+ 1 2)  ;=> 3
(funcall (lambda (x &optional (y 2)) (list x y)) 1)  ;=> (1 2)
(funcall (lambda (&rest r) r) 1 2)  ;=> (1 2)
(funcall (lambda (&key a (b 2 b-p)) (list a b b-p)) :a 1)  ;=> (1 2 NIL)
(funcall (lambda (&key a (b 2 b-p)) (list a b b-p)) :b 1)  ;=> (NIL 1 T)
(funcall (lambda (&key ((:x y) 3)) y) :x 4)  ;=> 4
(funcall (lambda (x &aux (y (* 2 x))) y) 4)  ;=> 8
(funcall (lambda (&key a &allow-other-keys) a) :b 2 :a 1)  ;=> 1
(funcall (lambda (&key a) a) :b 2)  ;signals: program-error
(funcall (lambda (&key a) a) :b 2 :allow-other-keys t)  ;=> NIL
(funcall (lambda (a) a))  ;signals: program-error
(funcall (lambda (a) a) 1 2)  ;signals: program-error
(funcall (lambda (&key a) a) :a)  ;signals: program-error
(apply #'+ 1 2 '(3 4))  ;=> 10
(apply #'max '(3 1 4))  ;=> 4
(apply #'+ nil)  ;=> 0
(flet ((f (x) (* 2 x))) (f 5))  ;=> 10
(labels ((ev (n) (if (= n 0) t (od (- n 1)))) (od (n) (if (= n 0) nil (ev (- n 1))))) (ev 100))  ;=> T
(let ((fs (mapcar (lambda (n) (lambda () n)) '(1 2 3)))) (mapcar #'funcall fs))  ;=> (1 2 3)
(let ((n 0)) (flet ((inc () (incf n))) (inc) (inc) n))  ;=> 2
(let ((x 1)) (let ((f (lambda () x))) (setq x 2) (funcall f)))  ;=> 2
(progn (defun opt (a &optional (b a) (c (+ a b))) (list a b c)) (list (opt 1) (opt 1 5) (opt 1 2 3)))  ;=> ((1 1 2) (1 5 6) (1 2 3))
(progn (defun kw (&rest all &key a b) (list all a b)) (kw :a 1 :b 2))  ;=> ((:A 1 :B 2) 1 2)

;; A lambda expression in operator position binds its variables as other functions do.
((lambda (x y) (list y x)) 1 2)  ;=> (2 1)
(let ((x 1)) ((lambda (x y) (list x y)) 2 x))  ;=> (2 1)
(funcall (lambda (x) "Not the value." (declare (integer x)) (* x x)) 3)  ;=> 9
(funcall #'(lambda () "the value"))  ;=> "the value"
(defvar *lambda-variable* 'global)
(defun lambda-variable () *lambda-variable*)
((lambda (*lambda-variable*) (lambda-variable)) 'bound)  ;=> BOUND
(mapcar #'funcall (mapcar (lambda (n) ((lambda (m) (lambda () (incf m))) n)) '(1 2)))  ;=> (2 3)
((lambda (x &optional (y 5) &rest z) (list x y z)) 1)  ;=> (1 5 NIL)
((lambda (x) x))  ;signals: program-error
(funcall (lambda (x) x) 1 2)  ;signals: program-error
(block out (funcall (lambda (x) (return-from out (list x))) 1) 'not-here)  ;=> (1)

(length (eval `(vector ,@(make-list 300 :initial-element 1))))  ;=> 300
(lambda (&rest a b) b)  ;signals: program-error
(flet (5) 1)  ;signals: program-error
((lambda (x y) (declare (ignorable y)) "Between declarations." (declare (ignore y)) x) 1 2)  ;=> 1

;; A function that a builtin calls may exit non-locally, signal, call builtins and return more values than are used.
(catch 'out (sort (list 3 1 2) (lambda (a b) (if (or (= a 2) (= b 2)) (throw 'out :left) (< a b)))))  ;=> :LEFT
(let ((h (make-hash-table)))
  (dotimes (i 5) (setf (gethash i h) (* i i)))
  (block nil (maphash (lambda (k v) (if (= k 3) (return (list k v)))) h)))  ;=> (3 9)
(let ((way nil))
  (unwind-protect (block b (find-if (lambda (x) (unwind-protect (return-from b x) (push :in way))) '(1 2))) (push :out way))
  way)  ;=> (:OUT :IN)
(sort (list 3 1 2) (lambda (a b) (< (find-if (lambda (x) (= x a)) '(1 2 3)) (position b '(0 1 2 3) :test (lambda (x y) (= x y))))))  ;=> (1 2 3)
(mapcar (lambda (x) (count-if (lambda (y) (handler-case (if (= x y) (error "equal") nil) (error () t))) '(1 2 3))) '(1 2 4))  ;=> (1 1 0)
(find 3 '(1 2 3) :test (lambda (a b) (handler-case (= a (car b)) (error () (= a b)))) :key (lambda (x) (if (find-if #'oddp (list x)) x 0)))  ;=> 3
(multiple-value-list (find-if (lambda (x) (values x 1 2)) '(nil 5)))  ;=> (5)
(multiple-value-list (position 5 '(4 5) :test (lambda (a b) (values (= a b) t))))  ;=> (1)
(handler-case (count-if (lambda (x y) (list x y)) '(1)) (program-error () :wrong-count))  ;=> :WRONG-COUNT
(labels ((deep (x) (find-if #'deep (list x)))) (handler-case (deep 1) (storage-condition () :too-deep)))  ;=> :TOO-DEEP

;; The frame that a tail call enters may overflow the stack.
(eval `(defun wide (n) (list (narrow (+ n 1)) ,@(loop repeat 30000 collect 'n))))
(defun narrow (n) (wide n))
(handler-case (narrow 0) (storage-condition () :too-deep))  ;=> :TOO-DEEP
(sort (list 2 3 1) (progn (defgeneric before-p (a b) (:method ((a integer) (b integer)) (< a b))) #'before-p))  ;=> (1 2 3)

;; Tail calls of each kind of function, with each number of arguments.
(defun call-last (f &rest arguments) (apply f arguments))
(defun call-none (f) (funcall f))
(defun call-two (f a b) (funcall f b a))
(list (call-none (lambda () 1)) (call-none #'list) (call-two #'cons 1 2) (call-two 'list 1 2) (call-two (lambda (a &optional b c) (list a b c)) 1 2))  ;=> (1 NIL (2 . 1) (2 1) (2 1 NIL))
(call-last (lambda (&rest l) l) 1 2 3 4 5 6 7 8 9)  ;=> (1 2 3 4 5 6 7 8 9)
(handler-case (call-two (lambda (a) a) 1 2) (program-error () :wrong-count))  ;=> :WRONG-COUNT
(labels ((down (n f) (if (= n 0) :down (funcall f (- n 1) f)))) (down 1000000 #'down))  ;=> :DOWN

;; A circular list is not a valid argument list.
(let ((l (list 1))) (setf (cdr l) l) (apply #'+ l))  ;signals: "APPLY: expected a proper list"

;; The names of older dialects are undefined in Common Lisp programs.
(funcall 'plus 1 2)                ;signals: undefined-function
(mapcar 'add1 '(1 2))              ;signals: undefined-function
(sort (list 2 1) #'lessp)          ;signals: undefined-function
(apply (intern "TIMES") '(2 3))    ;signals: undefined-function

;; A lambda expression needs a lambda list.
(eval '(function (lambda)))  ;signals: program-error
(eval '((lambda) 1))  ;signals: program-error
(funcall #'(lambda ()))  ;=> NIL
