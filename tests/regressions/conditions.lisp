;;;; conditions.lisp -- what a program may write into the system's own variables, or call, leads to no loop and no crash.

(let ((system::*handler-clusters* (let ((l (list nil))) (setf (cdr l) l)))) (signal "x"))  ;=> NIL
(let ((system::*handler-clusters* (list (let ((l (list nil))) (setf (cdr l) l))))) (signal "x"))  ;=> NIL
(let ((system::*handler-clusters* 5)) (handler-case (error "x") (error () 'caught)))  ;=> CAUGHT
(eval '(destructuring-bind (&environment e) nil e))  ;signals: program-error
(eval '(function nil))  ;signals: undefined-function
(eval '(mapcar #'nil '(1)))  ;signals: undefined-function

;; What a program does to the property list of a standard type's name does not lead out of the heap.
(let ((plist (symbol-plist 'type-error)))
  (setf (symbol-plist 'type-error) nil)
  (unwind-protect (handler-case (car 5) (error () 'told)) (setf (symbol-plist 'type-error) plist)))  ;=> TOLD
(progn (setf (get 'no-type-at-all 'system::structure-type) 5) (make-condition 'no-type-at-all))  ;signals: ERROR
;; A value of *BREAK-ON-SIGNALS* that is no type is told once.
(handler-case (let ((*break-on-signals* 5)) (error "x")) (error () 'told))  ;=> TOLD

;; An environment may be anything that a program hands on.
(let ((l (list 1 2))) (setf (cddr l) l) (system::check-code '(car x) l))  ;signals: type-error

;; Nor does what it may make of the system's own functions: a parent that is no symbol, built-in classes that are none.
(system::make-structure-type 'child-of-a-number (list 2) nil nil nil)  ;signals: "no structure or condition type 2"
(system::set-built-in-classes '(1))  ;signals: type-error
(list (class-name (class-of nil)) (class-name (class-of 1)) (class-name (class-of "")))  ;=> (NULL INTEGER STRING)

;; Functions of the library that the machine calls, and whose values it trusts, are not defined anew (these crashed).
(setf (symbol-function 'system::instead-of-function) #'list)  ;signals: program-error
(fmakunbound 'system::raise)  ;signals: "RAISE is what the machine itself calls: it cannot be defined anew"
(setf (fdefinition 'system::native-namestring) (lambda (x) x 1))  ;signals: program-error
(handler-case (sort (vector 1 2) 'no-such-function) (undefined-function (c) (cell-error-name c)))  ;=> NO-SUCH-FUNCTION

;; A variable of Winnow's is not made a constant: who binds it would not go on (no handler could be set up any more).
(eval '(defconstant system::*handler-clusters* 4))  ;signals: "SYSTEM::*HANDLER-CLUSTERS* is a variable of Winnow's and cannot be a constant"
(eval '(defconstant *print-base* 10))  ;signals: program-error
(progn (defvar *once-a-variable* 1) (eval '(defconstant *once-a-variable* 2)))  ;=> *ONCE-A-VARIABLE*

;; Under *PRINT-CIRCLE* a report labels what its arguments share (it printed that again and again, until the text was too long).
(let ((shared (list 1 2)) (*print-circle* t) (*print-length* 20) (*print-level* 30) (*print-pretty* nil))
  (dotimes (i 3) (setq shared (list shared shared)))
  (princ-to-string (nth-value 1 (ignore-errors (>= shared 1)))))  ;=> ">=: expected a real number, got (#1=(#2=(#3=(1 2) #3#) #2#) #1#)"

;; A condition type inherits from condition types alone, a structure from structures: no clause would catch what is both.
(progn (defstruct no-parent) (define-condition of-a-structure (no-parent) ()))  ;signals: "NO-PARENT is no condition type: OF-A-STRUCTURE cannot inherit from it"
(define-condition of-a-class (integer) ())  ;signals: "INTEGER is no condition type"
(defstruct (of-a-condition (:include error)))  ;signals: "ERROR is a condition type: OF-A-CONDITION cannot include it"

;; An error of a search, told of while its rules are at work, leaves the handlers as they were (later errors found none).
(define-game says-a (:initial '(1 :max)) (:moves (p) '(1)) (:play (p m) (list (+ (car p) m) :min)) (:side (p) (cadr p)) (:over (p) (> (car p) 1)) (:value (p) 'a))  ;=> SAYS-A
(let ((told 0))
  (handler-bind ((error (lambda (c) c (throw 'up (incf told)))))
    (list (catch 'up (minimax '(1 :max) :game 'says-a :depth 2)) (catch 'up (minimax '(1 :max) :game 'says-a :depth 2)) (catch 'up (car 7)))))  ;=> (1 2 3)
