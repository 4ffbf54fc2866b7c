;;;; redefinition.lisp -- types, functions and classes that are redefined while compiled functions, closures and instances
;;;; still refer to the old definitions. Collections in between free whatever is not referenced by compiled code.

(defmacro warm (form) `(let ((*print-circle* nil)) (dotimes (i 400) (ignore-errors ,form)) t))
(defun outcome (function &rest arguments)
  (handler-case (apply function arguments) (type-error () :type-error) (undefined-function () :undefined) (error () :error)))
;; The types of the results of a function compiled earlier: immediately, and after many calls.
(defun twice-then-gc (function &rest arguments)
  (let ((first (apply #'outcome function arguments)))
    (gc)
    (let ((second (apply #'outcome function arguments)))
      (if (equalp first second) first (list :first first :second second)))))

;; A structure loses a slot: the old accessor, writer and predicate remain functions
(defstruct point x y z)
(defun read-z (p) (point-z p))
(defun read-z-quoted (p) (funcall 'point-z p))
(defun write-z (p v) (setf (point-z p) v))
(defun is-point (p) (point-p p))
(defun is-point-by-type (p) (typep p 'point))
(defun copied (p) (copy-point p))
(defvar *point-z* #'point-z)
(defvar *set-point-z* #'(setf point-z))
(defvar *make-point* #'make-point)
(defvar *old-point* (make-point :x 1 :y 2 :z 3))
(progn (warm (read-z *old-point*)) (warm (read-z-quoted *old-point*)) (warm (write-z *old-point* 3))
       (warm (is-point *old-point*)) (warm (is-point-by-type *old-point*)) (warm (copied *old-point*))
       (warm (funcall *point-z* *old-point*)) (warm (funcall *make-point* :z 1)))
(list (read-z *old-point*) (write-z *old-point* 4) (is-point *old-point*) (point-z (copied *old-point*)))  ;=> (3 4 T 4)
(defstruct point x)
(gc)
(read-z (make-point :x 1))  ;signals: "has no slot number 2"
(twice-then-gc #'read-z (make-point :x 1))  ;=> :ERROR
(twice-then-gc #'read-z-quoted (make-point :x 1))  ;=> :ERROR
(twice-then-gc *point-z* (make-point :x 1))  ;=> :ERROR
(twice-then-gc #'write-z (make-point :x 1) 5)  ;=> :ERROR
(twice-then-gc *set-point-z* 5 (make-point :x 1))  ;=> :ERROR
(twice-then-gc #'read-z *old-point*)  ;=> :TYPE-ERROR
(twice-then-gc #'write-z *old-point* 5)  ;=> :TYPE-ERROR
(twice-then-gc #'is-point *old-point*)  ;=> NIL
(twice-then-gc #'is-point (make-point))  ;=> T
(twice-then-gc #'is-point-by-type *old-point*)  ;=> NIL
(twice-then-gc #'is-point-by-type (make-point))  ;=> T
(twice-then-gc #'is-point 5)  ;=> NIL
(twice-then-gc (lambda () (point-x (copied (make-point :x 7)))))  ;=> 7
; the old constructor still creates objects with the old slots
(twice-then-gc (lambda () (is-point (funcall *make-point* :x 1 :y 2 :z 3))))  ;=> T

;; An old type that only code refers to
(defstruct (lonely (:copier nil)) a b c)
(defun lonely-c-of (x) (lonely-c x))
(defun lonely-test (x) (list (lonely-p x) (typep x 'lonely)))
(progn (warm (lonely-c-of (make-lonely))) (warm (lonely-test (make-lonely))) (warm (lonely-c-of nil)) t)  ;=> T
(defstruct (lonely (:predicate nil)) a)
(progn (gc) (lonely-c-of (make-lonely)))  ;signals: "has no slot number 2"
(progn (gc) (lonely-test (make-lonely)))  ;=> (T T)
(lonely-test 'x)  ;=> (NIL NIL)
(lonely-c-of 'x)  ;signals: type-error
; repeated, so that other objects get the freed addresses
(let ((read (lambda (x) (lonely-c x))))
  (dotimes (i 60)
    (eval (if (evenp i) '(defstruct lonely a b c d) '(defstruct lonely a)))
    (dotimes (k 30) (outcome read (make-lonely)) (lonely-test (make-lonely)))
    (if (= 0 (mod i 7)) (gc)))
  (gc)
  (list (outcome read (make-lonely)) (lonely-test (make-lonely))))  ;=> (:ERROR (T T))
; slots that are renamed or reordered
(defstruct swapped a b)
(defun swapped-sum (s) (list (swapped-a s) (swapped-b s)))
(warm (swapped-sum (make-swapped :a 1 :b 2)))
(defstruct swapped b a)
(progn (gc) (swapped-sum (make-swapped :a 1 :b 2)))  ;=> (1 2)
(defstruct swapped first second)
(progn (gc) (swapped-sum (make-swapped :first 1 :second 2)))  ;=> (2 1)
; same slots: the type and its objects stay valid
(defstruct kept a b)
(defvar *kept* (make-kept :a 1 :b 2))
(defun kept-both (k) (list (kept-a k) (kept-b k)))
(warm (kept-both *kept*))
(defstruct kept (a 5) b)
(progn (gc) (list (kept-both *kept*) (kept-a (make-kept))))  ;=> ((1 2) 5)

;; A structure that is included by another one
(defstruct base a b)
(defstruct (derived (:include base)) c)
(defun base-b-of (x) (base-b x))
(defun is-base (x) (list (base-p x) (typep x 'base) (typep x 'derived)))
(defvar *derived* (make-derived :a 1 :b 2 :c 3))
(progn (warm (base-b-of *derived*)) (warm (is-base *derived*)) (warm (base-b-of (make-base))) (is-base *derived*))  ;=> (T T T)
(defstruct (derived (:include base)) d e)
(progn (gc) (base-b-of *derived*))  ;=> 2
(is-base *derived*)  ;=> (T T NIL)
(base-b-of (make-derived :b 7))  ;=> 7
(defstruct base a)
(progn (gc) (twice-then-gc #'base-b-of (make-base)))  ;=> :ERROR
(twice-then-gc #'base-b-of *derived*)  ;=> :TYPE-ERROR
(twice-then-gc #'is-base *derived*)  ;=> (NIL NIL NIL)
(twice-then-gc #'is-base (make-derived))  ;=> (NIL NIL T)
(defstruct (derived (:include base)) c)
(progn (gc) (twice-then-gc #'is-base (make-derived)))  ;=> (T T T)
(setq *derived* nil)
(progn (gc) (twice-then-gc #'base-b-of (make-derived)))  ;=> NIL

;; A name changes its meaning: to a class, a type, a condition, nothing
(defstruct shifting a)
(defun is-shifting (x) (typep x 'shifting))
(defun shifting-a-of (x) (shifting-a x))
(defun write-shifting-a (x v) (setf (shifting-a x) v))
(defvar *shifting* (make-shifting :a 1))
(progn (warm (is-shifting *shifting*)) (warm (shifting-a-of *shifting*)))
(defclass shifting () ((a :initarg :a :accessor class-a)))
(progn (gc) (twice-then-gc #'is-shifting *shifting*))  ;=> NIL
(twice-then-gc #'is-shifting (make-instance 'shifting))  ;=> T
; the old structure functions neither access nor create an instance of the class
(shifting-a-of (make-instance 'shifting :a 5))  ;signals: "SHIFTING-A: expected a structure"
(twice-then-gc #'shifting-a-of (make-instance 'shifting :a 5))  ;=> :TYPE-ERROR
(let ((new (make-instance 'shifting :a 5))) (list (twice-then-gc #'write-shifting-a new 6) (class-a new)))  ;=> (:TYPE-ERROR 5)
(make-shifting :a 1)  ;signals: "SHIFTING is a standard class"
(warm (shifting-a-of (make-instance 'shifting)))
(defstruct shifting b)
(progn (gc) (twice-then-gc #'is-shifting (make-shifting)))  ;=> T
(twice-then-gc #'shifting-a-of (make-shifting :b 3))  ;=> 3
(setq *shifting* (make-shifting))
(setf (find-class 'shifting) nil)
(progn (gc) (shifting-a-of *shifting*))  ;signals: "SHIFTING does not name a structure or condition type"
(progn (setq *shifting* nil) (gc) (twice-then-gc #'shifting-a-of 5))  ;=> :TYPE-ERROR

;; Conditions
(define-condition shaky (error) ((a :initarg :a :reader shaky-a) (b :initarg :b :reader shaky-b)))
(defun shaky-b-of (c) (shaky-b c))
(defun caught (thunk) (handler-case (funcall thunk) (shaky () :shaky) (error () :error)))
(progn (warm (shaky-b-of (make-condition 'shaky :b 2))) (warm (caught (lambda () (error 'shaky)))))
(define-condition shaky (error) ((c :initarg :c)))
(progn (gc) (twice-then-gc #'shaky-b-of (make-condition 'shaky :c 2)))  ;=> :ERROR
(caught (lambda () (error 'shaky)))  ;=> :SHAKY

;; Methods for a structure that was redefined
(defstruct shape width)
(defgeneric size (shape))
(defmethod size ((s shape)) (shape-width s))
(defun size-of-shape (s) (size s))
(defvar *shape* (make-shape :width 3))
(progn (warm (size-of-shape *shape*)) (warm (size-of-shape 5)) (size-of-shape *shape*))  ;=> 3
(defstruct shape height depth width)
(progn (gc) (twice-then-gc #'size-of-shape *shape*))  ;=> :TYPE-ERROR
(defmethod size ((s shape)) (list :new (shape-width s)))
(progn (gc) (twice-then-gc #'size-of-shape (make-shape :width 5)))  ;=> (:NEW 5)
(fmakunbound 'size)
(progn (setq *shape* nil) (gc) (twice-then-gc #'size-of-shape (make-shape)))  ;=> :UNDEFINED
(defun size (s) (list :plain (shape-p s)))
(progn (gc) (twice-then-gc #'size-of-shape (make-shape)))  ;=> (:PLAIN T)
(defmacro size (s) `(list :macro ,s))
(progn (gc) (outcome #'size-of-shape 5))  ;=> :UNDEFINED

;; Small functions whose bodies are inlined in their callers, and the literal objects in them
(defun small-list () '(a "b"))
(defun small-test (x) (and (consp x) (eq (car x) 'a)))
(defun uses-small () (if (small-test (small-list)) (cadr (small-list)) :none))
(warm (uses-small))
(uses-small)  ;=> "b"
(defun small-list () '(a "c"))
(progn (gc) (dotimes (i 20000) (make-string 3) (list 1 2)) (gc) (twice-then-gc #'uses-small))  ;=> "c"
(defun small-test (x) (null x))
(progn (gc) (dotimes (i 20000) (make-string 3) (list 1 2)) (gc) (twice-then-gc #'uses-small))  ;=> :NONE
(fmakunbound 'small-list)
(progn (gc) (twice-then-gc #'uses-small))  ;=> :UNDEFINED
(let ((names (loop repeat 20 collect (gensym))))
  (dolist (n names) (eval `(defun ,n (x) (list x ',n))))
  (let ((callers (mapcar (lambda (n) (eval `(lambda (x) (,n x)))) names)))
    (dotimes (i 60) (dolist (c callers) (funcall c i)))
    (dolist (n names) (fmakunbound n))
    (gc)
    (dolist (n names) (eval `(defun ,n (x) (vector x))))
    (every (lambda (c) (equalp (funcall c 3) #(3))) callers)))  ;=> T

;; A form that its own macro modifies while it is being compiled
(defvar *changing* nil)
(defmacro cut-off () (setf (cddr *changing*) nil) (gc) (dotimes (i 20000) (list i 'x) (make-string 3)) nil)
(defun eval-cut (rest) (setq *changing* (list* 'cond (list '(cut-off)) (copy-tree rest))) (gc) (eval *changing*))
(loop repeat 5 always (equal (eval-cut '(((list 1 "a")) (t 3))) '(1 "a")))  ;=> T
; names of functions and variables that occur only in the form
(defmacro cut-all () (setf (cdr *changing*) nil) (gc) (dotimes (i 20000) (make-symbol "XX") (list i)) (gc) nil)
(defun own-function (n) (let ((s (make-symbol "F"))) (setf (symbol-function s) (lambda () n)) s))
(defun own-variable (n) (let ((s (make-symbol "V"))) (proclaim (list 'special s)) (setf (symbol-value s) n) s))
(defun eval-after-cut (parts) (setq *changing* (cons 'list (append (funcall parts) (list '(cut-all))))) (gc) (eval *changing*))
(defun is-cut-to (n value) (and (= (length value) (1+ n)) (loop for x in value for i below n always (eql x i)) (null (car (last value)))))
(is-cut-to 100 (eval-after-cut (lambda () (loop for i below 100 collect (list (own-function i))))))  ;=> T
(is-cut-to 100 (eval-after-cut (lambda () (loop for i below 100 collect (own-variable i)))))  ;=> T
(is-cut-to 100 (eval-after-cut (lambda () (loop for i below 100 collect `(setq ,(own-variable 0) ,i)))))  ;=> T
(is-cut-to 100 (eval-after-cut (lambda () (loop for i below 100 collect `(funcall #',(own-function i))))))  ;=> T
(is-cut-to 100 (eval-after-cut (lambda () (loop for i below 100 collect `(funcall (lambda (&key (,(make-symbol "K") ,i)) "text" ,i))))))  ;=> T
(is-cut-to 100 (eval-after-cut (lambda () (loop for i below 100 collect (let ((s (make-symbol "B")) (v (own-variable 0))) `(block ,s (let ((,v ,i)) (tagbody ,(make-symbol "T") (return-from ,s ,v)))))))))  ;=> T
; a structure constructor whose name now denotes a condition type returns a condition with all its slots
(defstruct (empty (:copier nil)))
(defvar *make-empty* #'make-empty)
(define-condition empty (error) ((a :initarg :a :reader empty-a)))
(progn (gc) (typep (funcall *make-empty*) 'empty))  ;=> T
(stringp (princ-to-string (funcall *make-empty*)))  ;=> T
(list (empty-a (make-condition 'empty :a 3)) (handler-case (error (funcall *make-empty*)) (empty () :caught)))  ;=> (3 :CAUGHT)

;;; ---- random accesses to slots, compared with property lists, while classes are redefined and objects change their class
(defun define-slotted (name slots)
  (eval `(defclass ,name ()
           ,(mapcar (lambda (slot) (list slot :initarg (intern (string slot) :keyword) :accessor (intern (format nil "~A-OF-SLOTTED" slot))))
                    slots))))
(defun read-p (o) (slot-value o 'p))
(defun read-q (o) (slot-value o 'q))
(defun read-any (o name) (slot-value o name))
(defun write-p (o x) (setf (slot-value o 'p) x))
(defun write-any (o name x) (setf (slot-value o name) x))
(defun read-q-by-method (o) (q-of-slotted o))
(defun write-q-by-method (o x) (setf (q-of-slotted o) x))
(defun slot-outcome (f &rest arguments)
  (handler-case (apply f arguments) (unbound-slot () :unbound) (error () :missing)))
;; The differences between the slots of OBJECT and MODEL, a property list of the names and values of its slots.
(defun slot-differences (object model)
  (loop for name in '(p q r s)
        for want = (getf model name :missing)
        for got = (list* (slot-outcome #'read-any object name)
                         (case name
                           (p (list (slot-outcome #'read-p object)))
                           (q (list (slot-outcome #'read-q object) (slot-outcome #'read-q-by-method object)))))
        unless (every (lambda (x) (eql x want)) got) collect (list name want got)
        unless (eq want :missing)
          unless (eq (slot-boundp object name) (not (eq want :unbound))) collect (list name :boundp)))
(defun random-slots (state) (remove-if (lambda (name) (declare (ignore name)) (= 0 (random 3 state))) '(p q r s)))
;; The model of an object with MODEL that now has the slots SLOTS.
(defun updated-model (model slots) (loop for name in slots append (list name (getf model name :unbound))))
(let* ((state (seed-random-state 5)) (layouts (list 'slotted-a '(p q) 'slotted-b '(q p r))) (objects nil))
  (define-slotted 'slotted-a '(p q))
  (define-slotted 'slotted-b '(q p r))
  (loop repeat (max 60 (trials 1500))
        for class = (if (= 0 (random 2 state)) 'slotted-a 'slotted-b)
        for entry = (and objects (nth (random (length objects) state) objects))
        for (object from model) = entry
        for name = (nth (random 4 state) '(p q r s))
        for value = (if (= 0 (random 2 state)) (random 100 state) (list 1))
        do (case (random 12 state)
             (0 (when (= 0 (random 4 state))
                  (let ((slots (random-slots state)))
                    (setf (getf layouts class) slots)
                    (define-slotted class slots)
                    (dolist (entry objects)
                      (when (eq (second entry) class) (setf (third entry) (updated-model (third entry) slots)))))))
             (1 (when entry
                  (change-class object class)
                  (setf (second entry) class (third entry) (updated-model model (getf layouts class)))))
             (2 (when (and entry (not (eq (getf model name :missing) :missing)))
                  (slot-makunbound object name)
                  (setf (getf (third entry) name) :unbound)))
             ((3 4)
              (when (or (< (length objects) 8) (= 0 (random 5 state)))
                (push (list (make-instance class) class (updated-model nil (getf layouts class))) objects)
                (setq objects (subseq objects 0 (min 8 (length objects))))))
             (t (when entry
                  (let ((got (case (random 3 state)
                               (0 (setq name 'p) (slot-outcome #'write-p object value))
                               (1 (setq name 'q) (slot-outcome #'write-q-by-method object value))
                               (t (slot-outcome #'write-any object name value)))))
                    (cond ((eq (getf model name :missing) :missing) (assert (eq got :missing)))
                          (t (assert (eql got value)) (setf (getf (third entry) name) value)))))))
        append (loop for (object nil model) in objects append (slot-differences object model)))) ;=> NIL

;; Objects without slots by name, and slots that all instances share.
(loop for x in (list 1 'a nil '(1) "s" #'car (find-package "CL")) collect (slot-outcome #'read-p x))
;=> (:MISSING :MISSING :MISSING :MISSING :MISSING :MISSING :MISSING)
(defstruct (slotted-structure (:conc-name nil)) (p 1) (q 2))
(let ((o (make-slotted-structure))) (list (write-p o 3) (read-p o) (read-q o) (p o))) ;=> (3 3 2 3)
(defclass slotted-shared () ((p :allocation :class :initform 1) (q :initform 2)))
(let ((x (make-instance 'slotted-shared)) (y (make-instance 'slotted-shared)))
  (list (write-p x 7) (read-p y) (read-q y) (slot-outcome #'write-any y 'q 8) (read-q x) (read-q y))) ;=> (7 7 2 8 2 8)

;;; SUBTYPEP of two names follows the definitions of types and classes.
(deftype redefined-small () '(integer 0 9))
(defun small-is (type) (multiple-value-list (subtypep 'redefined-small type)))
(list (small-is 'fixnum) (small-is 'string))  ;=> ((T T) (NIL T))
(deftype redefined-small () 'string)
(list (small-is 'fixnum) (small-is 'string))  ;=> ((NIL T) (T T))
(defclass upper () ())
(defclass lower () ())
(defun below-upper (name) (multiple-value-list (subtypep name 'upper)))
(below-upper 'lower)  ;=> (NIL T)
(defclass lower (upper) ())
(below-upper 'lower)  ;=> (T T)
(defclass lower () ())
(below-upper 'lower)  ;=> (NIL T)
(progn (setf (find-class 'alias) (find-class 'lower)) (below-upper 'alias))  ;=> (NIL T)
(progn (setf (find-class 'alias) (find-class 'upper)) (below-upper 'alias))  ;=> (T T)
(progn (setf (find-class 'alias) nil) (below-upper 'alias))  ;=> (NIL NIL)
;; A class with 2^30 chains of superclasses: each class is finalized once.
(progn
  (defclass lattice-0 () ((level :initform 0 :accessor lattice-level)))
  (defclass lattice-1 () ())
  (flet ((name (i) (intern (format nil "LATTICE-~D" i))))
    (loop for i from 2 to 61
          do (eval `(defclass ,(name i) ,(if (evenp i) (list (name (- i 2)) (name (- i 1))) (list (name (- i 3)) (name (- i 2)))) ()))))
  (let ((old (make-instance 'lattice-61)))
    (eval '(defclass lattice-0 () ((level :initform 7 :accessor lattice-level) (extra :initform 8))))
    (make-instances-obsolete (find-class 'lattice-1))
    (list (lattice-level old) (slot-value old 'extra) (lattice-level (make-instance 'lattice-61)) (lattice-level (make-instance 'lattice-60))
          (length (remove-if-not (lambda (i) (typep old (intern (format nil "LATTICE-~D" i)))) (loop for i below 62 collect i))))))
;=> (0 8 7 7 61)

;;; Native code remembers the type of a structure and the functions that it has tested, until code runs that may redefine them.
(defstruct spot x y)
(defun both (a between) (list (spot-x a) (spot-y a) (funcall between a) (spot-x a) (spot-y a)))
(defun sums (spots) (let ((n 0)) (dolist (s spots n) (setf (spot-x s) (+ (spot-x s) 1)) (setq n (+ n (spot-x s) (spot-y s))) (setf (spot-y s) n))))
(dotimes (i 4 t) (both (make-spot :x 1 :y 2) #'identity) (sums (list (make-spot :x 1 :y 2))))  ;=> T
(let ((s (make-spot :x 1 :y 2))) (list (sums (list s s (make-spot :x 0 :y 1))) s))  ;=> (13 #S(SPOT :X 3 :Y 11))
(let ((s (make-spot :x 1 :y 2))) (both s (lambda (s) (setf (spot-x s) 5 (spot-y s) 6) 0)))  ;=> (1 2 0 5 6)
(defun spot-and-value (a) (list (spot-x a) *has-no-value* (spot-y a)))
(defvar *has-no-value*)
(spot-and-value (progn (setq *has-no-value* 3) (make-spot :x 1 :y 2)))  ;=> (1 3 2)
(let ((s (make-spot :x 1 :y 2)))
  (makunbound '*has-no-value*)
  (handler-bind ((unbound-variable (lambda (c) c (handler-bind ((warning #'muffle-warning)) (eval '(defun spot-y (s) s :new))) (use-value 7)))) (spot-and-value s)))  ;=> (1 7 :NEW)
(defstruct spot x y)
(let ((s (make-spot :x 1 :y 2))) (both s (lambda (s) (declare (ignore s)) (eval '(defun spot-x (s) s :changed)) 0)))  ;=> (1 2 0 :CHANGED 2)
(defstruct spot x y)
(let ((s (make-spot :x 1 :y 2)))
  (both s (lambda (s) (declare (ignore s)) (handler-bind ((warning #'muffle-warning)) (eval '(defstruct spot y x))) 0)))  ;signals: "SPOT-X: expected a SPOT, got #S(SPOT :X 1 :Y 2), made before that was redefined"
(defun mixed-spots (list) (mapcar (lambda (s) (list (spot-x s) (spot-y s))) list))
(mixed-spots (list (make-spot :x 1 :y 2) 3))  ;signals: type-error
