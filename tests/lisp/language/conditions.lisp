;;;; conditions.lisp -- types of conditions, what they hold, and handlers (standard, chapter 9).

;; Handlers take any type specifier.
(handler-case (error "x") ((not error) () 'wrong) (error () 'right))  ;=> RIGHT
(handler-case (error "x") ((and error (not type-error)) () 'right))  ;=> RIGHT
(handler-case (car 1) ((or program-error type-error) () 'right))  ;=> RIGHT
(progn (deftype my-arithmetic () 'arithmetic-error) (handler-case (/ 1 0) (my-arithmetic () 'mine) (error () 'missed)))  ;=> MINE
(handler-case (error "x") (t () 'anything))  ;=> ANYTHING
;; A handler is not active while it runs.
(let ((n 0)) (handler-case (handler-bind ((error (lambda (c) (declare (ignore c)) (incf n) (error "again")))) (error "first"))
  (error () n)))  ;=> 1
;; What was wrong is never of the type that was wanted.
(defun consistent (thunk)
  (handler-case (progn (funcall thunk) 'no-error)
    (type-error (c) (if (typep (type-error-datum c) (type-error-expected-type c)) (list 'yet-is c) 'consistent))))
(consistent (lambda () (car 1)))  ;=> CONSISTENT
(consistent (lambda () (svref "abc" 0)))  ;=> CONSISTENT
(consistent (lambda () (append '(a . b) '(c))))  ;=> CONSISTENT
(consistent (lambda () (aref (vector 1 2) 2)))  ;=> CONSISTENT
(consistent (lambda () (elt '(1) -1)))  ;=> CONSISTENT
(consistent (lambda () (length '(1 . 2))))  ;=> CONSISTENT
(consistent (lambda () (+ 1 'a)))  ;=> CONSISTENT
(consistent (lambda () (nth -1 '(1))))  ;=> CONSISTENT
(consistent (lambda () (parse-integer "1" :radix 99)))  ;=> CONSISTENT
(handler-case (append '(a . b) '(c)) (type-error (c) (list (type-error-datum c) (type-error-expected-type c))))  ;=> (B LIST)
(handler-case (/ 7 0) (division-by-zero (c) (list (arithmetic-error-operation c) (arithmetic-error-operands c))))  ;=> (/ (7 0))
;; Types of the standard of which there are no objects are types all the same.
(typecase "a" (pathname 1) (readtable 3) (string 2))  ;=> 2
(typep "abc" '(vector t))  ;=> NIL
(typep (vector 1) '(vector t))  ;=> T
(typep "abc" '(vector character))  ;=> T
(typep nil '(values))  ;signals: error
