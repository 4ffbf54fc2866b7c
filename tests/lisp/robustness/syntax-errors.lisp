;;;; syntax-errors.lisp -- forms that violate the syntax of their operator: each signals a PROGRAM-ERROR.

;; Returns those of FORMS that do not signal a PROGRAM-ERROR.
(progn (defun not-refused (forms)
         (remove-if (lambda (form) (handler-case (progn (eval form) nil) (program-error () t) (error () nil))) forms)) 1)  ;=> 1

;; Binding variables.
(not-refused '((let ((1 2)) 1) (let (5) 1) (let ("x") 1) (let (("x" 1)) 1) (let (((x) 1)) 1) (let ((x 1 2)) x) (let ((nil 1)) 1)
               (let ((t 1)) 1) (let ((:k 1)) 1) (let* ((1 2)) 1) (let* (5) 1) (let* ("x") 1) (let 5 1) (let* (x . y) 1)
               (multiple-value-bind (5) 1 2) (multiple-value-bind ("x") 1 2) (multiple-value-bind 5 1 2)
               (multiple-value-setq (5) 1) (multiple-value-setq ("a") 1) (prog (5) 1) (prog* (5)) (dotimes (5 1)) (do ((5 1)) (t))
               (dolist (5 '(1))) (setq 5 1) (setq "x" 1) (setq (car x) 1) (setq x) (setq nil 1) (psetq 5 1) (psetq x)
               (do-symbols (5)) (with-open-file (5 "x") 1) (with-output-to-string (5) 1) (with-input-from-string (5 "a") 1)))  ;=> NIL
;; Blocks, tags, situations.
(not-refused '((block 5) (block "a" 1) (block (a) 1) (block) (return-from 5 1) (return-from nosuch 1) (go nosuch) (go)
               (tagbody a a) (tagbody 1 (print 1) 1) (eval-when (:foo) 1) (eval-when 5 1) (eval-when (:execute . 5) 1)
               (eval-when :execute 1) (eval-when ("execute") 1) (eval-when (:execute 5) 1) (eval-when (load foo) 1)
               (eval-when (execute) 1) (let () (eval-when (:foo) 1)) (locally (declare 5) 1) (locally (declare . 5) 1)))  ;=> NIL
(list (eval-when (:execute :load-toplevel) 1) (eval-when (eval compile load) 2) (eval-when () 3))  ;=> (1 2 NIL)
(let ((x nil)) (tagbody nil (push 1 x) nil) x)  ;=> (1)
;; Local functions and macros.
(not-refused '((flet ((5 () 1)) 1) (flet (("f" () 1)) 1) (flet (((a b) () 1)) 1) (flet ((f (5) 1)) 1) (flet ((f 5)) 1) (flet (f) 1)
               (labels ((5 () 1)) 1) (labels ((f)) 1) (macrolet ((f 5)) 1) (macrolet ((f (5) 1)) (f 1)) (macrolet 5 1)
               (macrolet ((5 () 1)) 1) (macrolet (((setf a) () 1)) 1) (symbol-macrolet 5 1) (symbol-macrolet ((5 1)) 1)
               (symbol-macrolet (("x" 1)) 1) (symbol-macrolet ((x)) 1) (symbol-macrolet ((x 1)) (declare (special x)) x)))  ;=> NIL
;; Ordinary lambda lists.
(not-refused (mapcar (lambda (l) `(lambda ,l 1))
                     '((5) ("x") ((x)) (&optional 5) (&optional ("x")) (&optional (x 1 5)) (&optional (x 1 xp y)) (&key (5 1)) (&key "x")
                       (&key ((:a 5))) (&key ((5))) (&key ((5 x))) (&aux 5) (&aux (5 1)) (&rest 5) (&rest (x)) (&rest)
                       (x &key &allow-other-keys y) (&key x &allow-other-keys &allow-other-keys) (x x) (x . y) (t) (:k) (&whole x))))  ;=> NIL
;; Macro lambda lists; the error is signalled by the definition.
(not-refused (mapcar (lambda (l) `(defmacro syntax-error-macro ,l 1))
                     '((5) ("x") (&optional 5) (&optional (x 1 5)) (&key (5)) (&key ((:a 5))) (&rest 5) (&rest) (&whole) (&whole 5) (&environment)
                       (&environment 5) (&aux 5) (&rest x y) (&key &allow-other-keys z) (t) (:a) (&key x &optional y) 5)))  ;=> NIL
(not-refused '((destructuring-bind (5) '(1) 1) (destructuring-bind ("a") '(1) 1) (destructuring-bind (&rest) '(1) 1) (destructuring-bind 5 '(1) 1)
               (destructuring-bind (&key ((:a 5))) nil 1) (define-compiler-macro a (5) 1) (define-setf-expander a (5) 1)
               (deftype syntax-error-type (5) t)))  ;=> NIL
;; Definitions of functions, variables and places.
(not-refused '((defun 5 () 1) (defun "f" () 1) (defun nil () 1) (defun (foo bar) (x) 1) (defun (setf 5) (x) 1) (defun f 5 1) (defun f (&key ((:a 5))) 1)
               (defvar 5) (defvar "x" 1) (defvar (x)) (defvar *syntax-error* 1 5) (defparameter 5 1) (defparameter *syntax-error* 1 5)
               (defconstant 5 1) (defconstant "x" 1) (define-symbol-macro 5 1) (define-symbol-macro "a" 1) (define-symbol-macro nil 1)
               (declaim 5) (declaim . 5) (define-setf-expander 5 ()) (define-modify-macro a (5) b) (define-modify-macro a () 5)
               (define-modify-macro a () b 5) (define-modify-macro a (&key x) b) (define-compiler-macro 5 ())))  ;=> NIL
(not-refused '((psetf x) (psetf x 1 y) (setf x) (setf x 1 y) (psetq x 1 y) (setq x 1 y) (setf 5 1) (psetf 5 1) (shiftf) (shiftf x) (rotatef 5) (push 1 5)
               (pop 5) (incf 5) (pushnew 1 5) (remf 5 1) (setf (values 5) 1)))  ;=> NIL
(let ((x 1)) (list (psetf) (setf) (psetq) (setq) (rotatef) (rotatef x)))  ;=> (NIL NIL NIL NIL NIL NIL)
;; Conditions and restarts.
(not-refused '((restart-case 1 (a)) (restart-case 1 (a 5)) (restart-case 1 5) (handler-case 1 5) (handler-case 1 (error (a b)))
               (handler-bind (5) 1) (handler-bind ((error)) 1)))  ;=> NIL
(not-refused '((handler-case 1 (error ("a") 1)) (handler-case 1 (error (5) 1))
               (define-condition 5 () ()) (define-condition a 5 ()) (define-condition a (5) ()) (define-condition a () (5)) (define-condition a () () (:foo))
               (define-condition a () ((b :foo 1))) (define-condition a () ((b :initarg))) (define-condition nil () ()) (define-condition a () () (:report))
               (define-condition a () () (:report a b)) (define-condition a () (b b)) (define-condition a () () 5)
               (define-condition a () () (:default-initargs :a))))  ;=> NIL
;; Classes, generic functions, slots.
(not-refused '((defclass 5 () ()) (defclass a 5 ()) (defclass a (5) ()) (defclass a (b b) ()) (defclass a (a) ()) (defclass a () 5) (defclass a () (5))
               (defclass a () ((b :foo 1))) (defclass a () ((b :initarg))) (defclass a () ((b :initarg 5))) (defclass a () ((b :reader 5)))
               (defclass a () ((b :reader (setf x)))) (defclass a () ((b :writer 5))) (defclass a () ((b :accessor (setf x))))
               (defclass a () ((b :allocation :foo))) (defclass a () ((b :documentation 5))) (defclass a () () (:default-initargs :a))
               (defclass a () () (:default-initargs 5 1)) (defclass a () () (:documentation)) (defclass a () () (:documentation 5))
               (defclass a () () (:metaclass)) (defclass a () () (:foo)) (defclass nil () ()) (defclass a () ((b :initform 1 :initform 2)))
               (defgeneric 5 (x)) (defgeneric "a" (x)) (defgeneric nil (x)) (defgeneric if (x)) (defmethod (setf) (x)) (defmethod 5 (x))
               (defmethod (a b) (x)) (with-slots ((a)) 1 2) (with-slots ((a 5)) 1 2) (with-slots (5) 1 2) (with-accessors ((a)) 1) (with-accessors (a) 1)))  ;=> NIL
