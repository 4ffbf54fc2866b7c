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

;;; What a condition says that a program made of slots alone

(defun said (type &rest slots) (princ-to-string (apply #'make-condition type slots)))
(said 'type-error :datum 1 :expected-type 'string)  ;=> "The value 1 is not of type STRING"
(said 'simple-type-error :datum 1 :expected-type 'string :format-control "no ~A" :format-arguments '(good))  ;=> "no GOOD"
(said 'division-by-zero :operation '/ :operands '(1 0))  ;=> "A division by zero in (/ 1 0)"
(said 'unbound-variable :name 'x)  ;=> "The variable X has no value"
(said 'undefined-function :name 'x)  ;=> "The function X is undefined"
(said 'file-error :pathname "a")  ;=> "An error with the file a"
(said 'package-error :package "A")  ;=> "An error with the package A"
(said 'print-not-readable :object 1)  ;=> "1 cannot be printed readably"
(said 'control-error)  ;=> "a condition of type CONTROL-ERROR"
(define-condition far (something-else type-error) ((distance :initarg :distance)))  ;signals: error
(define-condition near () ((distance :initarg :distance)))
(define-condition far (near type-error) ())
(said 'far :distance 5 :datum 1 :expected-type 'string)  ;=> "The value 1 is not of type STRING"
(handler-case (error 'type-error :datum 1 :expected-type 'list) (error (c) (princ-to-string c)))  ;=> "The value 1 is not of type LIST"

;; A report may name a function that is defined later.
(define-condition told-later (error) () (:report tell-later))
(defun tell-later (c stream) (declare (ignore c)) (princ "later" stream))
(princ-to-string (make-condition 'told-later))  ;=> "later"

;; A function that SETF looks for is called by its name.
(handler-case (eval '(setf (no-such-place 1) 2)) (undefined-function (c) (list (cell-error-name c) (princ-to-string c))))  ;=> ((SETF NO-SUCH-PLACE) "The function (SETF NO-SUCH-PLACE) is undefined")
