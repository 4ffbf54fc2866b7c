;;;; internals.lisp -- a program that calls or redefines the system's internal functions causes no crash.

;; An environment argument may be any object.
(let ((l (list 1 2))) (setf (cddr l) l) (system::check-code '(car x) l))  ;signals: type-error

;; The superclass must be a symbol; the built-in classes must be classes.
(system::make-structure-type 'child-of-a-number (list 2) nil nil nil)  ;signals: "2 does not name a structure or condition type"
(system::set-built-in-classes '(1))  ;signals: type-error
(list (class-name (class-of nil)) (class-name (class-of 1)) (class-name (class-of "")))  ;=> (NULL INTEGER STRING)

;; Library functions that C++ calls and whose values it trusts cannot be redefined.
(setf (symbol-function 'system::instead-of-function) #'list)  ;signals: program-error
(fmakunbound 'system::raise)  ;signals: "RAISE is called by the VM and cannot be redefined"
(setf (fdefinition 'system::native-namestring) (lambda (x) x 1))  ;signals: program-error
(handler-case (sort (vector 1 2) 'no-such-function) (undefined-function (c) (cell-error-name c)))  ;=> NO-SUCH-FUNCTION

;; A system variable cannot become a constant: binding it would fail, and with it every handler.
(eval '(defconstant system::*handler-clusters* 4))  ;signals: "SYSTEM::*HANDLER-CLUSTERS* is a variable of Winnow and cannot be a constant"
(eval '(defconstant *print-base* 10))  ;signals: program-error
(progn (defvar *once-a-variable* 1) (eval '(defconstant *once-a-variable* 2)))  ;=> *ONCE-A-VARIABLE*

;; A limit of processor time ends a loop, also one that handles the condition and goes on; without a limit nothing ends.
(handler-case (progn (system::start-time-limit 0.05) (loop)) (time-exhausted () (system::end-time-limit) :stopped))  ;=> :STOPPED
(catch 'out
  (let ((times 0))
    (system::start-time-limit 0.02)
    (loop (handler-case (loop) (time-exhausted () (if (= (incf times) 3) (throw 'out (progn (system::end-time-limit) times))))))))  ;=> 3
(progn (system::start-time-limit 0.02) (system::end-time-limit) (dotimes (i 3000000 :done)))  ;=> :DONE
(system::start-time-limit 0)    ;signals: type-error
(system::start-time-limit 'a)   ;signals: type-error
(system::set-local-nicknames *package* (list (cons 1 2)))  ;signals: type-error
