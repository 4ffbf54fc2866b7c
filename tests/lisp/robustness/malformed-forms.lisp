;;;; malformed-forms.lisp -- no form that a program can construct accesses memory outside the heap: each signals an error or
;;;; has a value.

(eval '(lambda (&optional (x . 5)) x))  ;signals: program-error
(eval '(lambda (&optional (x 1 . 5)) x))  ;signals: program-error
(eval '(lambda (&key ((:k . 5) 1)) 1))  ;signals: program-error
(eval '(lambda (&aux (x . 5)) x))  ;signals: program-error
(eval '(function (setf 5)))  ;signals: program-error
(eval '(function (setf . 5)))  ;signals: program-error
(eval '(function nil))  ;signals: undefined-function
(eval '(nil 1))  ;signals: undefined-function
(eval '(flet (((setf 5) (x) x)) 1))  ;signals: program-error
(eval '(flet (((setf . 5) () 1)) 2))  ;signals: program-error
(eval '(let ((x . 5)) x))  ;signals: program-error
(eval '(let (x . 5) x))  ;signals: program-error
(eval '(cond (1 . 2)))  ;signals: program-error
(eval '(macrolet ((m . 5)) 1))  ;signals: program-error
(eval '(symbol-macrolet ((m)) 1))  ;signals: program-error
(eval '(locally (declare . 5) 1))  ;signals: program-error
(eval '(list (locally 1 . 2)))  ;signals: "LOCALLY: expected"
(eval '(let () (declare (special . 5)) 1))  ;signals: program-error
(eval (let ((l (list 'progn))) (setf (cdr l) l) l))  ;signals: program-error
(eval (let ((l (list 'progn 1))) (setf (cddr l) l) l))  ;signals: program-error
(eval (let ((v (list 'x))) (setf (cdr v) v) (list 'let v 1)))  ;signals: program-error
(eval (let ((v (list 'x))) (setf (cdr v) v) (list 'lambda v 1)))  ;signals: program-error
(eval (let ((v (list 'x))) (setf (cdr v) v) (list 'multiple-value-bind v 1 2)))  ;signals: program-error
(eval (cons 'lambda (list (let ((l nil)) (dotimes (i 70000 l) (push (gensym) l))) 1)))  ;signals: program-error
(eval (cons 'and (make-list 3000000 :initial-element '*print-base*)))  ;signals: storage-condition
(read-from-string "#+(not . 5) 1 2")  ;signals: reader-error
;; Lists and tables that are modified during iteration.
(let ((l (list 'a 1))) (setf (symbol-plist 'robust) l) (setf (cdr l) 5) (list (get 'robust 'b) (remprop 'robust 'b)))  ;=> (NIL NIL)
(progn (setf (symbol-plist 'robust) (list 'a)) (setf (get 'robust 'a) 5) (car nil))  ;=> NIL
(let ((l (list 3 1 2)) (n 0)) (sort l (lambda (a b) (when (< (incf n) 3) (nconc l (make-list 1000 :initial-element 0))) (< a b))) (length l))  ;=> 2003
(let ((l (list 1 2 3 4))) (remove-if (lambda (x) (when (= x 2) (setf (cdr l) 5) t)) l))  ;=> (1 3 4)
(let ((al (list (cons 1 2)))) (sublis al 1 :test (lambda (a b) (declare (ignore a b)) (setf (car al) 5) t)))  ;=> 2
(let ((*handler-clusters* '((5)))) (handler-case (error "x") (error () 'caught)))  ;=> CAUGHT
(handler-case (let ((*handler-clusters* (cons '((error . 3)) *handler-clusters*))) (car 1)) (error () 'outer))  ;=> OUTER
(setf (char (symbol-name 'car) 0) #\x)  ;signals: program-error
;; Sizes.
(make-array '(4294967296 4294967296))  ;signals: storage-condition
(make-string 5000000000)  ;signals: storage-condition
(make-array (make-list 70000 :initial-element 0))  ;signals: storage-condition
(vector-push-extend 1 (make-array 0 :adjustable t :fill-pointer 0) most-positive-fixnum)  ;signals: storage-condition
(length (make-list 100000))  ;=> 100000
(let ((x (list 1 2))) (nconc x x) (list (car x) (caddr x)))  ;=> (1 1)
(butlast '(a b . c))  ;=> (A)
;; Equal keys of hash tables are found, whatever they contain.
(let ((h (make-hash-table :test 'equalp))) (dotimes (i 2000) (setf (gethash (vector i "x") h) i)) (list (gethash (vector 1999 "X") h) (hash-table-count h)))  ;=> (1999 2000)
(let ((h (make-hash-table :test 'equal))) (dotimes (i 2000) (setf (gethash (append (make-list 70) (list i)) h) i)) (values (gethash (append (make-list 70) (list 77)) h)))  ;=> 77
(let ((h (make-hash-table :test 'equalp))) (setf (gethash 2 h) 'two (gethash "Ab" h) 'ab (gethash 1/2 h) 'half) (list (gethash 2.0 h) (gethash "aB" h) (gethash (vector #\A #\b) h) (gethash 0.5 h)))  ;=> (TWO AB AB HALF)
(length (remove-duplicates (append (loop for i below 3000 collect i) (loop for i below 3000 collect i)) :test 'equal))  ;=> 3000
(remove-duplicates (list 1 2 1 3 1) :end 3)  ;=> (2 1 3 1)
(remove-duplicates (list 1 2 1 3 1) :from-end t)  ;=> (1 2 3)
(multiple-value-list (floor 6.0d0 0.1d0))  ;=> (60 0.0d0)
(mod 1.0d0 0.1d0)  ;=> 0.0d0

;; Duplicate slots, handlers without a function, clauses with two variables.
(eval '(defstruct twice-a a a))  ;signals: "DEFSTRUCT TWICE-A: duplicate slot A"
(progn (defstruct once-a a) (eval '(defstruct (twice-b (:include once-a)) a)))  ;signals: "duplicate slot A"
(eval '(define-condition twice-c () (a (b) (a :initarg :a))))  ;signals: "DEFINE-CONDITION TWICE-C: duplicate slot A"
(eval '(handler-bind ((error)) 1))  ;signals: "HANDLER-BIND: expected (type function), got (ERROR)"
(eval '(handler-bind (error) 1))  ;signals: program-error
(eval '(handler-case 1 (error (a b) 1)))  ;signals: "HANDLER-CASE: expected a clause (type ([variable]) form...), got (ERROR (A B) 1)"
(eval '(handler-case 1 (error)))  ;signals: program-error
(eval '(handler-case (values 1 2) (error () 1) (:no-error (a b) (list b a))))  ;=> (2 1)
(eval '(restart-bind ((a)) 1))  ;signals: "RESTART-BIND: expected (NAME FUNCTION"
(eval '(destructuring-bind (a (b)) '(1 2) a))  ;signals: "DESTRUCTURING-BIND: expected (A (B)), got (1 2)"
(eval '(psetq a 1 b))  ;signals: "PSETQ: expected (psetq {variable value}), got (PSETQ A 1 B)"
(eval '(case 1 (t 1) (2 3)))  ;signals: "CASE: the clause (T 1) matches every value"
(eval '(typecase 1 (otherwise 1) (string 3)))  ;signals: program-error
(case 'x (a 1) (otherwise 2))  ;=> 2
(eval '(defstruct 5))  ;signals: "DEFSTRUCT: expected a symbol as name, got 5"
(eval '(declare (special x)))  ;signals: "(DECLARE (SPECIAL X)) is not a form"
(eval '(lambda 5))  ;signals: "The lambda list 5 is not a proper list"
(eval '(lambda (&rest) 1))  ;signals: "The rest parameter is missing in the lambda list (&REST)"
(eval '(lambda (&rest &key a) 1))  ;signals: "&KEY is out of place in the lambda list (&REST &KEY A)"
(eval '(lambda (&whole x) 1))  ;signals: "&WHOLE is out of place in the lambda list (&WHOLE X)"
(eval '(defmacro m &rest))  ;signals: "&REST is out of place in the lambda list &REST"
(eval '(defmacro m (&rest &key) 1))  ;signals: "&KEY is out of place in the lambda list (&REST &KEY)"
(eval '(define-compiler-macro m &rest))  ;signals: program-error
(eval '(destructuring-bind (a . &key) '(1 2) a))  ;signals: program-error
(eval '(lambda (x &environment e) 1))  ;signals: program-error
(eval '(symbol-macrolet ((5 1)) 1))  ;signals: program-error
(eval '(apply 5 '(1)))  ;signals: "APPLY: expected a function, got 5"
(eval '(multiple-value-call 5 1))  ;signals: "MULTIPLE-VALUE-CALL: expected a function, got 5"
(let ((*error-output* *standard-output*)) (handler-case (eval '(defun 5 () 1)) (error (c) (princ c))))  ;prints: DEFUN: expected the name of a function, got 5
(progv 5 '(1) 1)  ;signals: "PROGV: expected a proper list, got 5"
(let ((l (list 'x))) (setf (cdr l) l) (progv l '(1) 1))  ;signals: "PROGV: expected a proper list"
(progv '(a b) '(1) (list a (boundp 'b)))  ;=> (1 NIL)

;; The environment argument of MACROEXPAND may be circular
(macroexpand 'x (let ((l (list 1 2 3))) (setf (cdddr l) l) l))  ;signals: type-error
(macroexpand '(f 1) (let ((l (list 1 2 3))) (setf (cdddr l) l) l))  ;signals: type-error
(eval (butlast (read-from-string "`(a ,b)")))  ;signals: program-error
(eval (append (read-from-string "`(a ,b)") '(c)))  ;signals: program-error

;; The parts of a lambda list have a fixed order, also in macro lambda lists.
(eval '(defun f (x &rest y &optional z) x))  ;signals: "&OPTIONAL is out of place in the lambda list (X &REST Y &OPTIONAL Z)"
(eval '(lambda (x &key y &optional z) x))  ;signals: "&OPTIONAL is out of place"
(eval '(lambda (&optional x &optional z) x))  ;signals: program-error
(eval '(flet ((f (&aux x &optional z) x)) 1))  ;signals: program-error
(eval '(labels ((f (&allow-other-keys) 1)) 1))  ;signals: "&ALLOW-OTHER-KEYS is out of place"
(eval '(defmacro m (x &rest y &optional z) x))  ;signals: "&OPTIONAL is out of place in the lambda list (X &REST Y &OPTIONAL Z)"
(eval '(macrolet ((m (&key y &rest z) y)) 1))  ;signals: "&REST is out of place"
(eval '(destructuring-bind (x &key y &optional z) '(1) x))  ;signals: "&OPTIONAL is out of place"
(eval '(destructuring-bind (x &rest y &body z) '(1) x))  ;signals: "&BODY is out of place"
(eval '(destructuring-bind (x (&aux y &key z)) '(1 ()) x))  ;signals: "&KEY is out of place in the lambda list (&AUX Y &KEY Z)"

;; A macro that binds a variable reports its own name, not that of the form it expands to.
(eval '(dotimes (5 3)))  ;signals: "DOTIMES: expected a symbol as variable, got 5"
(eval '(dolist (5 '(1))))  ;signals: "DOLIST: expected a symbol as variable, got 5"
(eval '(prog (5) 1))  ;signals: "PROG: expected a variable, or (variable value), as binding, got 5"
(eval '(prog* (("x" 1)) 1))  ;signals: "PROG*: expected a symbol as variable, got \"x\""
(eval '(do-symbols (5) 1))  ;signals: "DO-SYMBOLS: expected a symbol as variable, got 5"
(eval '(with-open-file (5 "x") 1))  ;signals: "WITH-OPEN-FILE: expected a symbol as variable, got 5"
(eval '(with-input-from-string (5 "x") 1))  ;signals: "WITH-INPUT-FROM-STRING: expected a symbol as variable, got 5"
(eval '(dotimes (i 3) (let ((5 1)) i)))  ;signals: "LET: expected a variable, or (variable value), as binding, got (5 1)"
(eval '(define-modify-macro 5 () +))  ;signals: "DEFINE-MODIFY-MACRO: expected a symbol as name, got 5"

;; Options and declarations with the wrong kind of argument.
(eval '(defpackage p (:documentation 5)))  ;signals: "expected :DOCUMENTATION once, with a string, got (:DOCUMENTATION 5)"
(eval '(defpackage p (:size many)))  ;signals: "expected :SIZE once, with a size, got (:SIZE MANY)"
(remove-if-not (lambda (d) (handler-case (not (proclaim d)) (warning () nil)))
               '((optimize) (optimize speed) (optimize (speed 0) (debug 3)) (optimize 5) (optimize (speed 4)) (optimize (quick 1))
                 (optimize (speed 1 2)) (optimize (safety -1)) (ftype) (type) (ftype function)))
  ;=> ((OPTIMIZE) (OPTIMIZE SPEED) (OPTIMIZE (SPEED 0) (DEBUG 3)) (FTYPE FUNCTION))
