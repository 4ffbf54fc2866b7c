;;;; conditions.lisp -- condition types, their slots, and handlers (standard, chapter 9).

;; Handlers take any type specifier.
(handler-case (error "x") ((not error) () 'wrong) (error () 'right))  ;=> RIGHT
(handler-case (error "x") ((and error (not type-error)) () 'right))  ;=> RIGHT
(handler-case (car 1) ((or program-error type-error) () 'right))  ;=> RIGHT
(progn (deftype my-arithmetic () 'arithmetic-error) (handler-case (/ 1 0) (my-arithmetic () 'mine) (error () 'missed)))  ;=> MINE
(defun divided () (handler-case (/ 1 0) (later-arithmetic () 'later) (error () 'other)))
(divided)  ;=> OTHER
(progn (deftype later-arithmetic () 'arithmetic-error) (divided))  ;=> LATER
(handler-case (error "x") (t () 'anything))  ;=> ANYTHING
;; A handler is not active while it runs.
(let ((n 0)) (handler-case (handler-bind ((error (lambda (c) (declare (ignore c)) (incf n) (error "again")))) (error "first"))
  (error () n)))  ;=> 1
;; The datum of a type error is never of the expected type.
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
;; Types of the standard without instances in Winnow are still valid types.
(typecase "a" (pathname 1) (readtable 3) (string 2))  ;=> 2
(typep "abc" '(vector t))  ;=> NIL
(typep (vector 1) '(vector t))  ;=> T
(typep "abc" '(vector character))  ;=> T
(typep nil '(values))  ;signals: "(VALUES) is allowed in declarations only"

;;; Restarts for unbound variables and undefined functions

(handler-bind ((unbound-variable (lambda (c) c (use-value 5)))) (+ 1 no-value-here))  ;=> 6
(handler-bind ((unbound-variable (lambda (c) (store-value 9 c)))) (list kept-value (symbol-value 'kept-value) (boundp 'kept-value)))  ;=> (9 9 T)
(handler-bind ((unbound-variable (lambda (c) (setf (symbol-value (cell-error-name c)) 3) (continue c)))) (list (symbol-value 'found-later) found-later))  ;=> (3 3)
(handler-bind ((undefined-function (lambda (c) c (use-value #'list))))
  (flet ((tail (x) (no-function-here x))) (list (no-function-here 1 2) (tail 3) (funcall 'no-function-here) (mapcar 'no-function-here '(1)) (apply #'no-function-here '(4)))))  ;=> ((1 2) (3) NIL ((1)) (4))
(handler-bind ((undefined-function (lambda (c) c (use-value 'max)))) (multiple-value-list (no-function-here 1 5)))  ;=> (5)
(handler-bind ((undefined-function (lambda (c) c (store-value (lambda (x) (values x x)))))) (list (multiple-value-list (kept-function 1)) (kept-function 2)))  ;=> ((1 1) 2)
(handler-bind ((undefined-function (lambda (c) (setf (fdefinition (cell-error-name c)) #'1+) (continue c)))) (defined-later 1))  ;=> 2
(handler-bind ((undefined-function (lambda (c) (setf (fdefinition (cell-error-name c)) #'1+) (continue c)))) (funcall (fdefinition 'defined-later-still) 1))  ;=> 2
(handler-bind ((error (lambda (c) (throw 'names (mapcar #'restart-name (subseq (compute-restarts c) 0 3)))))) (catch 'names (no-function-here)))  ;=> (CONTINUE USE-VALUE STORE-VALUE)
(handler-bind ((unbound-variable (lambda (c) c (throw 'names (princ-to-string (find-restart 'store-value c)))))) (catch 'names no-value-here))  ;=> "Give NO-VALUE-HERE a value, and use that."
(handler-bind ((unbound-variable (lambda (c) c (use-value (values 1 2))))) (multiple-value-list no-value-here))  ;=> (1)
no-value-here  ;signals: unbound-variable
(no-function-here)  ;signals: undefined-function

;; A slot of a condition may have several initargs, and several slots may share one; the leftmost argument is used.
(progn (define-condition two-names (error) ((a :initarg :a :initarg :both :initform 1 :reader two-names-a)
                                            (b :initarg :b :initarg :both :initform 2 :accessor two-names-b)))
  (mapcar (lambda (given) (let ((c (apply #'make-condition 'two-names given))) (list (two-names-a c) (two-names-b c))))
          '(() (:both 3) (:a 4 :both 5) (:both 6 :b 7))))  ;=> ((1 2) (3 3) (4 5) (6 6))
(let ((c (make-condition 'two-names))) (setf (two-names-b c) 9) (list (two-names-b c) (slot-value c 'a)))  ;=> (9 1)
(typep #'two-names-a 'generic-function)  ;=> T

;; Missing initargs come from :DEFAULT-INITARGS, own or inherited, evaluated each time; then from the initform.
(defvar *conditions-count* 0)
(progn (define-condition counted (two-names) ((n :initarg :n :reader counted-n))
         (:default-initargs :n (incf *conditions-count*) :a 'default))
  (define-condition recounted (counted) () (:default-initargs :a 'own))
  (let ((c (make-condition 'counted)) (d (make-condition 'recounted)) (e (make-condition 'recounted :n 0 :a 1)))
    (list (counted-n c) (two-names-a c) (counted-n d) (two-names-a d) (counted-n e) (two-names-a e) *conditions-count*)))  ;=> (1 DEFAULT 2 OWN 0 1 2)
(progn (define-condition renamed (two-names) ((a :initarg :new)))
  (list (two-names-a (make-condition 'renamed :new 5)) (two-names-a (make-condition 'renamed :a 6)) (two-names-a (make-condition 'renamed))))  ;=> (5 6 1)
;; Two condition types may share a reader.
(progn (define-condition left-one (error) ((l :initarg :text :reader its-text)))
  (define-condition right-one (error) ((r :initarg :text :reader its-text)))
  (mapcar (lambda (type) (its-text (make-condition type :text type))) '(left-one right-one)))  ;=> (LEFT-ONE RIGHT-ONE)

(warn (make-condition 'simple-warning) :format-control "no")  ;signals: type-error
(handler-bind ((error #'continue)) (cerror "Go on with ~A." (make-condition 'error) 1))  ;=> NIL
(let ((c (make-condition 'error))) (with-condition-restarts c (compute-restarts) (abort (make-condition 'error))))  ;signals: control-error
(subtypep (class-of (find-class 'error)) 'standard-class)  ;=> NIL ; T
(make-instance 'simple-error)  ;signals: "got SIMPLE-ERROR; use MAKE-CONDITION"
(let ((c (make-condition 'simple-error :format-control "a"))) (list (equalp c c) (equalp c (make-condition 'simple-error :format-control "a"))))  ;=> (T NIL)
;;; Reports of conditions that a program made with slots only

(defun said (type &rest slots) (princ-to-string (apply #'make-condition type slots)))
(said 'type-error :datum 1 :expected-type 'string)  ;=> "The value 1 is not of type STRING"
(said 'simple-type-error :datum 1 :expected-type 'string :format-control "no ~A" :format-arguments '(good))  ;=> "no GOOD"
(said 'division-by-zero :operation '/ :operands '(1 0))  ;=> "A division by zero: / of (1 0)"
(said 'arithmetic-error :operation 1 :operands '(1 . 2))  ;=> "An arithmetic error: 1 of (1 . 2)"
(said 'unbound-variable :name 'x)  ;=> "The variable X has no value"
(said 'undefined-function :name 'x)  ;=> "The function X is undefined"
(said 'file-error :pathname "a")  ;=> "An error with the file a"
(said 'package-error :package "A")  ;=> "An error with the package A"
(said 'print-not-readable :object 1)  ;=> "1 cannot be printed readably"
(said 'control-error)  ;=> "a condition of type CONTROL-ERROR"
(define-condition far (something-else type-error) ((distance :initarg :distance)))  ;signals: "SOMETHING-ELSE does not name a structure or condition type"
(define-condition near () ((distance :initarg :distance)))
(define-condition far (near type-error) ())
(said 'far :distance 5 :datum 1 :expected-type 'string)  ;=> "The value 1 is not of type STRING"
(handler-case (error 'type-error :datum 1 :expected-type 'list) (error (c) (princ-to-string c)))  ;=> "The value 1 is not of type LIST"

;; A report may name a function that is defined later.
(define-condition reported-later (error) () (:report report-later))
(defun report-later (c stream) (declare (ignore c)) (princ "later" stream))
(princ-to-string (make-condition 'reported-later))  ;=> "later"

;; An undefined SETF function is reported by its name.
(handler-case (eval '(setf (no-such-place 1) 2)) (undefined-function (c) (list (cell-error-name c) (princ-to-string c))))  ;=> ((SETF NO-SUCH-PLACE) "The function (SETF NO-SUCH-PLACE) is undefined")
(handler-bind ((undefined-function (lambda (c) (throw 'names (princ-to-string (find-restart 'store-value c)))))) (catch 'names (eval '(setf (no-such-place 1) 2))))  ;=> "Give (SETF NO-SUCH-PLACE) a function, and use that."
(handler-bind ((undefined-function (lambda (c) (setf (fdefinition (cell-error-name c)) #'list) (continue c)))) (eval '(setf (place-made-later 1) 2)))  ;=> (2 1)
(let ((x 'none)) (handler-bind ((type-error (lambda (c) (store-value 'b c)))) (list (ccase x (a 1) (b 2)) x)))  ;=> (2 B)
(let ((x 'none)) (handler-bind ((type-error (lambda (c) (store-value 5 c)))) (list (ctypecase x (string 1) (integer (* x x))) x)))  ;=> (25 5)
(handler-case (setf (no-such-place 1) 2) (undefined-function (c) (list (cell-error-name c) (princ-to-string c))))  ;=> ((SETF NO-SUCH-PLACE) "The function (SETF NO-SUCH-PLACE) is undefined")
(handler-bind ((undefined-function (lambda (c) c (store-value (lambda (new x) (list new x)))))) (list (setf (kept-place 1) 2) (funcall #'(setf kept-place) 3 4)))  ;=> ((2 1) (3 4))
(fboundp '(setf foo . bar))  ;signals: type-error
(fboundp '(setf foo bar))  ;signals: type-error

;; MAKE-CONDITION accepts any specifier of a condition type.
(deftype wrong-object () 'type-error)
(type-error-datum (make-condition 'wrong-object :datum 1 :expected-type 'list))  ;=> 1
(handler-case (error 'wrong-object :datum 2 :expected-type 'list) (type-error (c) (type-error-datum c)))  ;=> 2
(typep (make-condition '(or program-error type-error)) '(or program-error type-error))  ;=> T
(typep (make-condition '(and error simple-error)) 'simple-error)  ;=> T
(make-condition '(and program-error type-error))  ;signals: type-error

;; The most specific supertype determines the initial value, the report and the default; the values are those of SBCL.
(define-condition near-a () ((s :initform 1 :initarg :s :reader near-s)) (:report "a") (:default-initargs :s 10))
(define-condition near-b (near-a) ((s :initform 2)) (:report "b"))
(define-condition near-c (near-a) ((s :initform 3 :initarg :c)) (:report "c") (:default-initargs :s 30))
(define-condition near-d (near-b near-c) ())
(define-condition near-e (near-a) ())
(define-condition near-f (near-e near-c) (own))
(mapcar (lambda (c) (list (near-s c) (princ-to-string c))) (mapcar #'make-condition '(near-a near-b near-d near-f)))  ;=> ((10 "a") (10 "b") (30 "b") (30 "c"))
(near-s (make-condition 'near-f :s 5))  ;=> 5
(progn (define-condition near-g (near-a) ((s :initform 7)) (:default-initargs)) (define-condition near-h () ((h :initform 8 :reader near-h)))
       (define-condition near-i (near-h) ((h :initform 9))) (define-condition near-j (near-h) ()) (define-condition near-k (near-j near-i) ())
       (near-h (make-condition 'near-k)))  ;=> 9
(define-condition near-x (near-a near-b) ())  ;signals: "superclasses of NEAR-X contradict each other"

;;; Unbound slots, and slots that are shared by all conditions of a type

(define-condition sparse (error) ((a :initarg :a :accessor sparse-a) (b :initform 5 :reader sparse-b))
  (:report (lambda (c stream) (format stream "a is ~A" (sparse-a c)))))
(sparse-a (make-condition 'sparse))  ;signals: unbound-slot
(sparse-a (make-condition 'sparse))  ;signals: "The slot A of #<SPARSE> has no value"
(handler-case (slot-value (make-condition 'sparse) 'a) (unbound-slot (c) (list (cell-error-name c) (type-of (unbound-slot-instance c)))))  ;=> (A SPARSE)
(let ((c (make-condition 'sparse :a nil))) (list (sparse-a c) (slot-boundp c 'a) (slot-boundp c 'b) (slot-boundp (slot-makunbound c 'a) 'a) (setf (sparse-a c) 1) (sparse-a c)))  ;=> (NIL T T NIL 1 1)
(defmethod slot-unbound (class (c sparse) name) (declare (ignore class)) (list 'none name))
(list (sparse-a (make-condition 'sparse)) (princ-to-string (make-condition 'sparse)))  ;=> ((NONE A) "a is (NONE A)")
(remove-method #'slot-unbound (find-method #'slot-unbound nil (mapcar #'find-class '(t sparse t))))
;; An error in a report is signalled to the caller that prints the report, and ignored where the condition prints as an
;; object.
(princ-to-string (make-condition 'sparse))  ;signals: unbound-slot
(prin1-to-string (list (make-condition 'sparse) (make-condition 'sparse :a 1)))  ;=> "(#<SPARSE> #<SPARSE \"a is 1\">)"
(progn (defmethod print-object :around ((c sparse) stream) (call-next-method)) (prin1-to-string (make-condition 'sparse)))  ;=> "#<SPARSE >"
(not (search "  A has no value" (with-output-to-string (*standard-output*) (describe (make-condition 'sparse)))))  ;=> NIL
;; All slots of the standard's conditions except those of the format control, which are NIL.
(mapcar (lambda (reader type) (handler-case (funcall reader (make-condition type)) (unbound-slot () 'none)))
        '(type-error-datum type-error-expected-type cell-error-name unbound-slot-instance arithmetic-error-operation arithmetic-error-operands
          package-error-package file-error-pathname stream-error-stream print-not-readable-object simple-condition-format-control
          simple-condition-format-arguments)
        '(type-error simple-type-error undefined-function unbound-slot division-by-zero arithmetic-error package-error file-error end-of-file
          print-not-readable simple-error simple-warning))  ;=> (NONE NONE NONE NONE NONE NONE NONE NONE NONE NONE NIL NIL)
(said 'type-error :datum 1)  ;=> "a condition of type TYPE-ERROR"
(said 'type-error :datum nil :expected-type nil)  ;=> "The value NIL is not of type NIL"
(handler-case (error 'unbound-variable) (error (c) (princ-to-string c)))  ;=> "a condition of type UNBOUND-VARIABLE"

(define-condition shared (error) ((n :allocation :class :initform 0 :accessor shared-n) (d :allocation :class :initarg :d :reader shared-d)))
(define-condition shared-too (shared) ())
(list (incf (shared-n (make-condition 'shared))) (incf (shared-n (make-condition 'shared-too))) (shared-n (make-condition 'shared)))  ;=> (1 2 2)
(shared-d (make-condition 'shared-too))  ;signals: unbound-slot
(let ((c (make-condition 'shared))) (list (slot-boundp c 'd) (shared-d (make-condition 'shared-too :d 7)) (shared-d c) (slot-value c 'd) (setf (slot-value c 'n) 8) (shared-n (make-condition 'shared-too))))  ;=> (NIL 7 7 7 8 8)
;; The most specific type determines where the value is stored; the initform is inherited.
(define-condition shared-own (shared) ((n :allocation :class)))
(define-condition shared-no-more (shared) ((n :initform 9)))
(define-condition shared-no-more-below (shared-no-more shared) ())
(list (shared-n (make-condition 'shared-own)) (incf (shared-n (make-condition 'shared-no-more))) (shared-n (make-condition 'shared-no-more-below)) (shared-n (make-condition 'shared)))  ;=> (0 10 9 8)

;;; Errors inside instructions: handlers run in their dynamic context, also with C++ frames in between

(defun no-list (x) (list (cdr x)))
(let ((seen nil)) (handler-case (handler-bind ((error (lambda (c) (push (type-error-datum c) seen)))) (no-list 7)) (type-error () (list 'left seen))))  ;=> (LEFT (7))
(block nil (handler-bind ((type-error (lambda (c) (return (list 'gone (type-error-datum c)))))) (rplacd 8 9)))  ;=> (GONE 8)
(let ((cleaned 0)) (list (handler-case (sort (list 3 2 1) (lambda (a b) (unwind-protect (< (caar a) b) (incf cleaned)))) (type-error (c) (numberp (type-error-datum c)))) cleaned))  ;=> (T 1)
(loop repeat 2000 count (eq 'bad (handler-case (no-list 'a) (error () 'bad))))  ;=> 2000

;; MAKE-CONDITION rejects other types.
(make-condition 'integer)  ;signals: "MAKE-CONDITION: expected a condition type, got INTEGER"
(error 'no-such-condition :code 1)  ;signals: "MAKE-CONDITION: expected a condition type, got NO-SUCH-CONDITION"
(typep (make-condition (find-class 'simple-error)) 'simple-error)  ;=> T
(princ-to-string (make-condition 'unbound-slot :name 'x :instance 1))  ;=> "The slot X of 1 has no value"
(princ-to-string (make-condition 'unbound-slot))  ;=> "A slot has no value"

;; A symbol that does not name a condition type is a TYPE-ERROR wherever a condition designator is expected.
(error 'no-such-condition)  ;signals: type-error
(signal 'no-such-condition)  ;signals: type-error
(warn 'no-such-condition)  ;signals: type-error
(cerror "Go on." 'no-such-condition)  ;signals: type-error
(make-condition 'no-such-condition)  ;signals: type-error
(make-condition 'integer)  ;signals: type-error
(handler-case (error 'no-such-condition :a 1) (type-error (c) (list (type-error-datum c) (typep (type-error-datum c) (type-error-expected-type c)))))  ;=> (NO-SUCH-CONDITION NIL)

;; HANDLER-CASE, HANDLER-BIND, IGNORE-ERRORS.
(handler-case (error "x") (error () 'caught))  ;=> CAUGHT
(handler-case (/ 1 0) (division-by-zero () 'zero))  ;=> ZERO
(handler-case (car 1) (type-error (c) (type-error-datum c)))  ;=> 1
(handler-case (undefined-function-xyz) (undefined-function (c) (cell-error-name c)))  ;=> UNDEFINED-FUNCTION-XYZ
(handler-case unbound-var-xyz (unbound-variable (c) (cell-error-name c)))  ;=> UNBOUND-VAR-XYZ
(handler-case 1 (error () 2) (:no-error (x) (+ x 10)))  ;=> 11
(handler-case (signal "s") (condition () 'c))  ;=> C
(multiple-value-bind (v c) (ignore-errors (error "boo")) (list v (princ-to-string c)))  ;=> (NIL "boo")
(block b (handler-bind ((error (lambda (c) c (return-from b 'bound)))) (error "x")))  ;=> BOUND
(handler-case (throw 'nowhere 1) (control-error () 'control))  ;=> CONTROL
(let ((f nil)) (block b (setq f (lambda () (return-from b 1)))) (handler-case (funcall f) (control-error () 'dead)))  ;=> DEAD
(handler-case (car 1) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))) ;=> (1 LIST)
(handler-case (aref #(1) 'a) (type-error (c) (typep (type-error-datum c) (type-error-expected-type c)))) ;=> NIL
(invoke-debugger 5)  ;signals: type-error

;; PRINC of a condition prints its report (CLHS 9.1.3).
(handler-case (error "no ~A" 'luck) (error (c) (format nil "~A ~10A|" (list c) c)))  ;=> "(no LUCK) no LUCK   |"

;; Invalid values of the system's internal variables cause neither an endless loop nor a crash.
(let ((system::*handler-clusters* (let ((l (list nil))) (setf (cdr l) l)))) (signal "x"))  ;=> NIL
(let ((system::*handler-clusters* (list (let ((l (list nil))) (setf (cdr l) l))))) (signal "x"))  ;=> NIL
(let ((system::*handler-clusters* 5)) (handler-case (error "x") (error () 'caught)))  ;=> CAUGHT
(eval '(destructuring-bind (&environment e) nil e))  ;signals: program-error
(eval '(function nil))  ;signals: undefined-function
(eval '(mapcar #'nil '(1)))  ;signals: undefined-function

;; MAKE-CONDITION checks the property list of a standard type's name.
(let ((plist (symbol-plist 'type-error)))
  (setf (symbol-plist 'type-error) nil)
  (unwind-protect (handler-case (car 5) (error () 'reported)) (setf (symbol-plist 'type-error) plist)))  ;=> REPORTED
(progn (setf (get 'no-type-at-all 'system::structure-type) 5) (make-condition 'no-type-at-all))  ;signals: type-error

;; An invalid value of *BREAK-ON-SIGNALS* is reported once.
(handler-case (let ((*break-on-signals* 5)) (error "x")) (error () 'reported))  ;=> REPORTED

;; Under *PRINT-CIRCLE* a report labels the structure that its arguments share, and prints it once.
(let ((shared (list 1 2)) (*print-circle* t) (*print-length* 20) (*print-level* 30) (*print-pretty* nil))
  (dotimes (i 3) (setq shared (list shared shared)))
  (princ-to-string (nth-value 1 (ignore-errors (>= shared 1)))))  ;=> ">=: expected a real number, got (#1=(#2=(#3=(1 2) #3#) #2#) #1#)"

;; A condition type inherits only from condition types, a structure only from structures.
(progn (defstruct no-parent) (define-condition of-a-structure (no-parent) ()))  ;signals: "NO-PARENT is not a condition type: OF-A-STRUCTURE cannot inherit from it"
(define-condition of-a-class (integer) ())  ;signals: "INTEGER is not a condition type"
(defstruct (of-a-condition (:include error)))  ;signals: "ERROR is a condition type: OF-A-CONDITION cannot include it"

;; An error in the rules of a game, signalled during a search, leaves the handler bindings unchanged.
(define-game says-a (:initial '(1 :max)) (:moves (p) '(1)) (:play (p m) (list (+ (car p) m) :min)) (:side (p) (cadr p)) (:over (p) (> (car p) 1)) (:value (p) 'a))  ;=> SAYS-A
(let ((count 0))
  (handler-bind ((error (lambda (c) c (throw 'up (incf count)))))
    (list (catch 'up (minimax '(1 :max) :game 'says-a :depth 2)) (catch 'up (minimax '(1 :max) :game 'says-a :depth 2)) (catch 'up (car 7)))))  ;=> (1 2 3)
