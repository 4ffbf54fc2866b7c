;;;; internals.lisp -- a program that calls or redefines the system's internal functions causes no crash.

;; An environment argument may be any object.
(let ((l (list 1 2))) (setf (cddr l) l) (system::check-code '(car x) l))  ;signals: type-error

;; The superclass must be a symbol; the built-in classes must be classes.
(system::make-structure-type 'child-of-a-number (list 2) nil nil nil)  ;signals: "2 does not name a structure or condition type"
(system::set-built-in-classes '(1))  ;signals: type-error
(list (class-name (class-of nil)) (class-name (class-of 1)) (class-name (class-of "")))  ;=> (NULL INTEGER STRING)

;; Library functions that C++ calls, and whose values it trusts, cannot be redefined (these forms once crashed).
(setf (symbol-function 'system::instead-of-function) #'list)  ;signals: program-error
(fmakunbound 'system::raise)  ;signals: "RAISE is called by the VM and cannot be redefined"
(setf (fdefinition 'system::native-namestring) (lambda (x) x 1))  ;signals: program-error
(handler-case (sort (vector 1 2) 'no-such-function) (undefined-function (c) (cell-error-name c)))  ;=> NO-SUCH-FUNCTION

;; A system variable cannot become a constant: binding it would fail, and with it every handler.
(eval '(defconstant system::*handler-clusters* 4))  ;signals: "SYSTEM::*HANDLER-CLUSTERS* is a variable of Winnow and cannot be a constant"
(eval '(defconstant *print-base* 10))  ;signals: program-error
(progn (defvar *once-a-variable* 1) (eval '(defconstant *once-a-variable* 2)))  ;=> *ONCE-A-VARIABLE*
