;;;; objects.lisp -- classes, generic functions, methods (ANSI Common Lisp, chapter 7).

;; Classes, slots, inheritance.
(progn (defclass place () ((x :initarg :x :initform 0 :accessor x-of) (y :initarg :y :initform 0 :accessor y-of)))
       (defclass named-place (place) ((name :initarg :name :reader name-of) (count :allocation :class :initform 5))
         (:default-initargs :y 7))
       (let ((p (make-instance 'named-place :name "Ithaca" :x 2)))
         (list (x-of p) (y-of p) (name-of p) (slot-value p 'count))))  ;=> (2 7 "Ithaca" 5)
(let ((p (make-instance 'named-place))) (list (slot-boundp p 'name) (slot-exists-p p 'name) (slot-exists-p p 'z)))  ;=> (NIL T NIL)
(name-of (make-instance 'named-place))  ;signals: UNBOUND-SLOT
(make-instance 'named-place :colour 'red)  ;signals: PROGRAM-ERROR
(make-instance 'named-place :x)  ;signals: PROGRAM-ERROR
(slot-value (make-instance 'place) 'z)  ;signals: "has no slot Z"
(make-instance 'no-such-class)  ;signals: "expected the name of a class, got NO-SUCH-CLASS"
(let ((a (make-instance 'named-place)) (b (make-instance 'named-place)))
  (setf (slot-value a 'count) 9) (slot-value b 'count))  ;=> 9
(let ((p (make-instance 'place :x 1))) (incf (x-of p) 4) (setf (slot-value p 'y) 6) (with-slots (x (v y)) p (list x v)))  ;=> (5 6)
(let ((p (make-instance 'place))) (with-accessors ((x x-of)) p (setq x 3)) (x-of p))  ;=> 3
(slot-boundp (slot-makunbound (make-instance 'place) 'x) 'x)  ;=> NIL
(list (typep (make-instance 'named-place) 'place) (typep (make-instance 'place) 'named-place)
      (typep 5 (find-class 'integer)) (typep (make-instance 'place) 'standard-object))  ;=> (T NIL T T)
(mapcar #'class-name (list (class-of 1) (class-of 'a) (class-of nil) (class-of "s") (class-of (find-class 'place))))  ;=> (INTEGER SYMBOL NULL STRING STANDARD-CLASS)
(eval '(defclass twice-x () (x x)))  ;signals: PROGRAM-ERROR
(eval '(defclass odd-option () ((x :colour red))))  ;signals: PROGRAM-ERROR
(defclass of-integers (integer) ())  ;signals: "expected a standard class as superclass, got INTEGER"

;; Class precedence (standard, 4.3.5.2).
(progn (defclass pie (apple cinnamon) ()) (defclass apple (fruit) ()) (defclass cinnamon (spice) ())
       (defclass fruit (food) ()) (defclass spice (food) ()) (defclass food () ())
       (defmethod above ((x food)) '(food))
       (defmethod above ((x fruit)) (cons 'fruit (call-next-method)))
       (defmethod above ((x spice)) (cons 'spice (call-next-method)))
       (defmethod above ((x cinnamon)) (cons 'cinnamon (call-next-method)))
       (defmethod above ((x apple)) (cons 'apple (call-next-method)))
       (defmethod above ((x pie)) (cons 'pie (call-next-method)))
       (above (make-instance 'pie)))  ;=> (PIE APPLE FRUIT CINNAMON SPICE FOOD)
(progn (defclass new-class (fruit apple) ()) (make-instance 'new-class))  ;signals: "superclasses of NEW-CLASS contradict each other"
(progn (defclass waits (comes-later) ()) (make-instance 'waits))  ;signals: "cannot be used before COMES-LATER is defined"
(progn (defclass comes-later () ((a :initform 1))) (slot-value (make-instance 'waits) 'a))  ;=> 1

;; Methods: qualifiers, the next method, several arguments, EQL.
(progn (defvar *calls* nil)
       (defgeneric tell (x) (:method ((x t)) (push 'any *calls*) 1))
       (defmethod tell ((x integer)) (push 'integer *calls*) (call-next-method))
       (defmethod tell :before ((x t)) (push 'before-any *calls*))
       (defmethod tell :before ((x integer)) (push 'before-integer *calls*))
       (defmethod tell :after ((x t)) (push 'after-any *calls*))
       (defmethod tell :after ((x integer)) (push 'after-integer *calls*))
       (defmethod tell :around ((x integer)) (push 'around *calls*) (list (call-next-method)))
       (list (tell 3) (reverse *calls*)))  ;=> ((1) (AROUND BEFORE-INTEGER BEFORE-ANY INTEGER ANY AFTER-ANY AFTER-INTEGER))
(progn (defgeneric meet (a b))
       (defmethod meet ((a integer) (b t)) 'integer-any)
       (defmethod meet ((a number) (b integer)) 'number-integer)
       (defmethod meet ((a (eql 7)) (b (eql 8))) 'seven-eight)
       (list (meet 1 2) (meet 1.5 2) (meet 7 8) (meet 7 'x)))  ;=> (INTEGER-ANY NUMBER-INTEGER SEVEN-EIGHT INTEGER-ANY)
;; All EQL methods are considered, whichever was called first.
(progn (defgeneric of-many (x)) (defmethod of-many ((x (eql 'a))) 1) (defmethod of-many ((x (eql 'b))) 2)
       (defmethod of-many ((x (eql 'c))) 3) (defmethod of-many ((x symbol)) 4)
       (list (of-many 'd) (of-many 'a) (of-many 'b) (of-many 'c) (of-many 'a)))  ;=> (4 1 2 3 1)
(progn (defgeneric read-as (type s &key)) (defmethod read-as ((type (eql 'a)) s &key len) (list s len))
       (defmethod read-as ((type (eql 'b)) s &key) s) (list (read-as 'b 1) (read-as 'a 2 :len 3)))  ;=> (1 (2 3))
(read-as 'b 1 :len 3)  ;signals: program-error
(progn (defgeneric meet-2 (a b) (:argument-precedence-order b a))
       (defmethod meet-2 ((a integer) (b number)) 'first) (defmethod meet-2 ((a number) (b integer)) 'second)
       (meet-2 1 2))  ;=> SECOND
(meet 'a 'b)  ;signals: "MEET: no method for A, B"
(progn (defmethod new-arguments ((x t)) (list 'any x)) (defmethod new-arguments ((x integer)) (call-next-method (+ x 1)))
       (new-arguments 4))  ;=> (ANY 5)
(progn (defmethod no-next ((x integer)) (list (next-method-p) (call-next-method))) (no-next 1))  ;signals: "expected a next method of NO-NEXT for 1"
(progn (defmethod keys ((x integer) &key a) (list x a)) (defmethod keys ((x t) &key b) (list x b)) (keys 1 :a 2 :b 3))  ;=> (1 2)
(keys 'x :c 3)  ;signals: PROGRAM-ERROR
(defmethod keys ((x string) y) (list x y))  ;signals: PROGRAM-ERROR
(progn (defmethod options ((x integer) &optional (y 2) &rest more) (list* x y more)) (list (options 1) (options 1 3 4)))  ;=> ((1 2) (1 3 4))
(progn (defmethod (setf half) (new (x cons)) (setf (car x) (* 2 new))) (let ((c (list 0))) (setf (half c) 4) c))  ;=> (8)
(progn (defun ordinary (x) x) (defmethod ordinary ((x integer)) x))  ;signals: PROGRAM-ERROR
(let ((results nil))
  (defgeneric changing (x)) (defmethod changing ((x t)) 1) (push (changing 1) results)
  (let ((m (defmethod changing ((x integer)) 2))) (push (changing 1) results) (remove-method #'changing m))
  (push (changing 1) results) (reverse results))  ;=> (1 2 1)
(progn (defstruct animal name) (defstruct (dog (:include animal)))
       (defmethod speak ((a animal)) 'hm) (defmethod speak ((d dog)) (list 'woof (call-next-method)))
       (list (speak (make-dog)) (speak (make-animal))))  ;=> ((WOOF HM) HM)
(progn (defmethod kind-of ((x null)) 'null) (defmethod kind-of ((x list)) 'list) (defmethod kind-of ((x symbol)) 'symbol)
       (defmethod kind-of ((x error)) 'error) (defmethod kind-of ((x vector)) 'vector) (defmethod kind-of ((x function)) 'function)
       (mapcar #'kind-of (list nil '(1) 'a (make-condition 'type-error) "text" #'car)))  ;=> (NULL LIST SYMBOL ERROR VECTOR FUNCTION)
(funcall #'kind-of 'a)  ;=> SYMBOL
(list (typep #'kind-of 'generic-function) (typep #'car 'generic-function) (functionp #'kind-of))  ;=> (T NIL T)
(length (compute-applicable-methods #'kind-of '(nil)))  ;=> 3
(method-qualifiers (find-method #'tell '(:around) (list (find-class 'integer))))  ;=> (:AROUND)

;; Method combinations.
(progn (defgeneric weights (x) (:method-combination +)) (defmethod weights + ((x integer)) 1) (defmethod weights + ((x number)) 10)
       (defmethod weights + ((x t)) 100) (defmethod weights :around ((x (eql 3))) (list (call-next-method)))
       (list (weights 3) (weights 4) (weights 'a)))  ;=> ((111) 111 100)
(progn (defgeneric names (x) (:method-combination list :most-specific-last))
       (defmethod names list ((x integer)) 'integer) (defmethod names list ((x t)) 'any) (names 1))  ;=> (ANY INTEGER)
(progn (define-method-combination first-two () ((all *)) `(list (call-method ,(first all)) (call-method ,(second all))))
       (defgeneric two (x) (:method-combination first-two))
       (defmethod two ((x integer)) 'a) (defmethod two ((x number)) 'b) (defmethod two ((x t)) 'c) (two 1))  ;=> (A B)
(progn (define-method-combination wrapped () ((around (:around)) (primary () :required t))
         (let ((form (if (rest primary) `(call-method ,(first primary) ,(rest primary)) `(call-method ,(first primary)))))
           (if around `(call-method ,(first around) (,@(rest around) (make-method ,form))) form)))
       (defgeneric wrap (x) (:method-combination wrapped))
       (defmethod wrap ((x t)) (list 'p x)) (defmethod wrap :around ((x integer)) (list 'a (call-next-method))) (wrap 1))  ;=> (A (P 1))
(weights-of-nothing 1)  ;signals: UNDEFINED-FUNCTION

;; Creating and changing instances.
(progn (defclass sized () ((size :initarg :size :reader size) (area)))
       (defmethod initialize-instance :after ((s sized) &key (scale 1)) (setf (slot-value s 'area) (* scale (size s) (size s))))
       (slot-value (make-instance 'sized :size 3 :scale 2) 'area))  ;=> 18
(progn (defclass fast () ((speed :initarg :speed :initform 1))) (defclass slow () ((speed) (wait :initform 9)))
       (let ((f (make-instance 'fast :speed 5))) (change-class f 'slow)
         (list (class-name (class-of f)) (slot-value f 'speed) (slot-value f 'wait))))  ;=> (SLOW 5 9)
(progn (defclass grows () ((a :initform 1) (b :initform 2)))
       (let ((g (make-instance 'grows)))
         (defclass grows () ((b :initform 3) (c :initform 4)))
         (list (slot-value g 'b) (slot-value g 'c) (slot-exists-p g 'a))))  ;=> (2 4 NIL)
(progn (defclass kept () ((a :initarg :a)))
       (defmethod update-instance-for-redefined-class :after ((k kept) added discarded plist &key)
         (setf (slot-value k 'b) (list added discarded plist)))
       (let ((k (make-instance 'kept :a 1))) (defclass kept () ((b))) (slot-value k 'b)))  ;=> ((B) (A) (A 1))
(progn (defclass moved () ((a :initform 1) (b :initform 2)))
       (defmethod update-instance-for-redefined-class :after ((m moved) added discarded plist &key)
         (setf (slot-value m 'c) (list added discarded plist)))
       (let ((m (make-instance 'moved)))
         (defclass moved () ((a :initform 3 :allocation :class) (b) (c)))
         (list (slot-value m 'c) (slot-value m 'a))))  ;=> (((C) (A) (A 1)) 3)
(update-instance-for-redefined-class (make-instance 'moved) nil nil nil :colour 1)  ;signals: PROGRAM-ERROR
(slot-value (reinitialize-instance (make-instance 'fast :speed 5) :speed 6) 'speed)  ;=> 6
(reinitialize-instance (make-instance 'fast) :colour 1)  ;signals: PROGRAM-ERROR
(let ((c (find-class 'fast))) (eq c (defclass fast () ((speed)))))  ;=> T

;; Every printer calls PRINT-OBJECT.
(progn (defclass sign () ((text :initarg :text)))
       (defmethod print-object ((s sign) stream) (format stream "<~A>" (slot-value s 'text)))
       (list (princ-to-string (make-instance 'sign :text 1)) (format nil "~S" (list (make-instance 'sign :text "x")))))  ;=> ("<1>" "(<x>)")
(progn (defmethod print-object ((a animal) stream) (format stream "{~A}" (animal-name a)))
       (prin1-to-string (list (make-dog :name 'rex))))  ;=> "({REX})"
(progn (defclass inner (sign) ()) (defmethod print-object ((i inner) stream) (write-string "in " stream) (call-next-method))
       (princ-to-string (make-instance 'inner :text 2)))  ;=> "in <2>"
(subseq (prin1-to-string (make-instance 'fast)) 0 7)  ;=> "#<FAST "

;; TYPE-OF returns the class itself if it is nameless or its name denotes another class; the old name can define a new class.
(let ((class (defclass unnamed-one () ()))) (setf (class-name class) nil) (eq (type-of (make-instance class)) class))  ;=> T
(let ((class (defclass lost-one () ()))) (setf (find-class 'lost-one) nil) (eq (type-of (make-instance class)) class))  ;=> T
(let ((class (defclass renamed-one () ()))) (setf (class-name class) nil) (eq class (defclass renamed-one () ())))  ;=> NIL
(progn (defgeneric documented-gf (x) (:documentation "One.")) (setf (documentation #'documented-gf t) "Two.") (list (documentation #'documented-gf t) (documentation 'documented-gf 'function)))  ;=> ("Two." "Two.")
(typep (find-class 'structure-object) 'structure-class)  ;=> T

;; The standard's generic functions are generic functions: a program may add methods for its own classes.
(remove-if (lambda (name) (typep (fdefinition name) 'generic-function))
           '(add-method allocate-instance change-class class-name (setf class-name) compute-applicable-methods
             describe-object documentation (setf documentation) find-method function-keywords initialize-instance
             make-instance make-instances-obsolete make-load-form method-qualifiers no-applicable-method no-next-method
             print-object reinitialize-instance remove-method shared-initialize slot-missing slot-unbound
             update-instance-for-different-class update-instance-for-redefined-class))  ;=> NIL
(progn (defclass pretender () ()) (defmethod class-name ((p pretender)) 'pretended)
       (list (class-name (make-instance 'pretender)) (class-name (find-class 'pretender))))  ;=> (PRETENDED PRETENDER)
(class-name 5)  ;signals: type-error
(progn (defgeneric lasting (x) (:documentation "One.")) 
       (let ((f #'lasting)) (list (eq f (ensure-generic-function 'lasting :lambda-list '(x) :documentation "Two."))
                                  (documentation f t))))  ;=> (T "Two.")
(defgeneric twice-named (x x))  ;signals: program-error

;;; Classes that are rarely dispatched on
(defgeneric rarely (x)
  (:method ((x float)) 'float) (:method ((x random-state)) 'random-state) (:method ((x readtable)) 'readtable)
  (:method ((x stream)) 'stream) (:method (x) 'other))
(mapcar #'rarely (list 1d0 1.0 (make-random-state) *readtable* (make-broadcast-stream) (find-package :cl) #'car))  ;=> (FLOAT FLOAT RANDOM-STATE READTABLE STREAM OTHER OTHER)
(invalid-method-error nil "no ~A" 1)  ;signals: "The method NIL: no 1"

;; CALL-NEXT-METHOD may come from a global or local macro.
(defmacro go-on () '(call-next-method))
(defmethod gone-on ((x t)) (list x))
(defmethod gone-on ((x integer)) (cons 'integer (go-on)))
(defmethod gone-on ((x symbol)) (macrolet ((on () '(call-next-method))) (cons 'symbol (on))))
(macrolet ((on () '(call-next-method))) (defmethod gone-on ((x string)) (cons 'string (on))))
(list (gone-on 1) (gone-on 'a) (gone-on "s"))  ;=> ((INTEGER 1) (SYMBOL A) (STRING "s"))

;; Changed arguments must have the same applicable methods (7.6.6.2, CALL-NEXT-METHOD).
(defmethod altered ((x t)) (list 'any x))
(defmethod altered ((x integer)) (list 'integer (call-next-method (1+ x))))
(defmethod altered ((x (eql 3))) (call-next-method 4))
(defmethod altered ((x symbol)) (call-next-method 1))
(altered 1)  ;=> (INTEGER (ANY 2))
(altered 2)  ;signals: "the arguments (3) have other applicable methods"
(altered 3)  ;signals: "the arguments (4) have other applicable methods"
(altered 'a)  ;signals: "the arguments (1) have other applicable methods"
(eval '(defclass slot-list-forgotten () (x :initarg :x)))  ;signals: ":INITARG cannot be the name of a slot (a slot with options is a list: (name :initarg ...))"

;; Class precedence (standard, 4.3.5; the values are those of SBCL), also of structures and conditions.
(defstruct above-1 a)
(defstruct (above-2 (:include above-1)) b)
(defgeneric above (x)
  (:method ((x t)) '(t))
  (:method ((x structure-object)) (cons 'structure-object (call-next-method)))
  (:method ((x above-1)) (cons 'above-1 (call-next-method)))
  (:method ((x condition)) (cons 'condition (call-next-method)))
  (:method ((x error)) (cons 'error (call-next-method)))
  (:method ((x simple-condition)) (cons 'simple-condition (call-next-method)))
  (:method ((x standard-object)) (cons 'standard-object (call-next-method)))
  (:method ((x method)) (cons 'method (call-next-method))))
(above (make-above-2))  ;=> (ABOVE-1 STRUCTURE-OBJECT T)
(above (make-condition 'simple-error))  ;=> (SIMPLE-CONDITION ERROR CONDITION T)
(above (find-method #'above nil (list (find-class 't))))  ;=> (METHOD STANDARD-OBJECT T)
(progn (defclass above-a () ()) (defclass above-b (above-a) ()) (defclass above-c (above-a) ()) (defclass above-d (above-b above-c) ())
       (mapcar #'class-name (butlast (system::precedence (find-class 'above-d)) 2)))  ;=> (ABOVE-D ABOVE-B ABOVE-C ABOVE-A)

;; A slot that was shared and becomes local keeps its value, from whichever class it was inherited (4.3.6.1)
(progn (defclass was-shared () ((s :initarg :s :allocation :class))) (let ((o (make-instance 'was-shared :s 5))) (eval '(defclass was-shared () ((s :initarg :s :initform 9)))) (slot-value o 's)))  ;=> 5
(progn (defclass above () ((s :initarg :s :allocation :class))) (defclass below (above) ((u :initform 2)))
       (let ((o (make-instance 'below :s 5))) (eval '(defclass above () ((s :initarg :s) (w :initform 4)))) (list (slot-value o 's) (slot-value o 'u) (slot-value o 'w))))  ;=> (5 2 4)
(progn (defclass over () ((s :initform 1))) (defclass under (over) ((s :initarg :s :allocation :class)))
       (let ((o (make-instance 'under :s 5))) (eval '(defclass under (over) ())) (list (slot-value o 's) (slot-value (make-instance 'under) 's))))  ;=> (5 1)
(progn (defclass never-set () ((s :allocation :class))) (let ((o (make-instance 'never-set))) (eval '(defclass never-set () ((s :initform 9)))) (slot-boundp o 's)))  ;=> NIL
;; The system's own methods apply to standard objects only
(reinitialize-instance nil)  ;signals: "REINITIALIZE-INSTANCE: no method for NIL"
(shared-initialize 3 t)  ;signals: "SHARED-INITIALIZE: no method for 3, T"
(initialize-instance 'below)  ;signals: "INITIALIZE-INSTANCE: no method for BELOW"
(progn (defclass u3 () ((a))) (defclass u4 () ((a)))
       (defmethod update-instance-for-different-class (p (x u3) &rest r) (declare (ignore p r)) (setf (slot-value x 'a) 7))
       (slot-boundp (change-class (make-instance 'u4) 'u3) 'a))  ;=> NIL

;; An object with its own EQL methods can change its class; later calls use the methods of the new class.
(progn (defclass was-a () ()) (defclass was-b (was-a) ()) (defclass was-c (was-b) ()) (defvar *changing* (make-instance 'was-c))
       (defgeneric classes-of (x)) (defmethod classes-of ((x was-a)) '(a)) (defmethod classes-of ((x was-b)) (cons 'b (call-next-method)))
       (defmethod classes-of ((x was-c)) (cons 'c (call-next-method))) (defmethod classes-of ((x (eql *changing*))) (cons 'eql (call-next-method)))
       (list (classes-of *changing*) (progn (change-class *changing* 'was-b) (classes-of *changing*))))  ;=> ((EQL C B A) (EQL B A))

;; Instances of STANDARD-OBJECT itself.
(let ((o (make-instance 'standard-object))) (list (class-name (class-of o)) (typep o 'standard-object)))  ;=> (STANDARD-OBJECT T)
;; MAKE-INSTANCES-OBSOLETE also reaches the instances of subclasses.
(progn (defclass old-above () ((a :initform 1))) (defclass old-between (old-above) ()) (defclass old-below (old-between) ((b :initform 2)))
       (defvar *old-updates* nil)
       (defmethod update-instance-for-redefined-class :after ((o old-above) added discarded plist &rest initargs)
         (declare (ignore initargs)) (push (list (class-name (class-of o)) added discarded plist) *old-updates*))
       (let ((below (make-instance 'old-below)) (above (make-instance 'old-above)))
         (make-instances-obsolete 'old-above)
         (list (slot-value below 'b) (slot-value below 'a) (slot-value above 'a) (reverse *old-updates*))))  ;=> (2 1 1 ((OLD-BELOW NIL NIL NIL) (OLD-ABOVE NIL NIL NIL)))
;; An unbound slot has a STORE-VALUE restart, as an unbound variable has.
(progn (defclass unbound-one () ((a :reader unbound-one-a) (shared :allocation :class)))
       (define-condition unbound-two () ((a :reader unbound-two-a)))
       (defun with-restart (name value function)
         (handler-bind ((unbound-slot (lambda (c) (invoke-restart (find-restart name c) value)))) (funcall function))) 1)  ;=> 1
(let ((o (make-instance 'unbound-one)))
  (list (with-restart 'use-value 7 (lambda () (slot-value o 'a))) (with-restart 'use-value 8 (lambda () (unbound-one-a o)))
        (with-restart 'use-value 9 (lambda () (with-slots (a) o (+ a 1)))) (slot-boundp o 'a)))  ;=> (7 8 10 NIL)
(let ((o (make-instance 'unbound-one)))
  (list (with-restart 'store-value 7 (lambda () (unbound-one-a o))) (unbound-one-a o)
        (with-restart 'store-value 5 (lambda () (slot-value o 'shared))) (slot-value (make-instance 'unbound-one) 'shared)))  ;=> (7 7 5 5)
(let ((c (make-condition 'unbound-two))) (list (with-restart 'store-value 3 (lambda () (unbound-two-a c))) (unbound-two-a c)))  ;=> (3 3)
(let ((o (make-instance 'unbound-one)) (n 0))
  (handler-bind ((unbound-slot (lambda (c) (when (= (incf n) 1) (setf (slot-value o 'a) 4)) (continue c)))) (slot-value o 'a)))  ;=> 4

;; EQL methods of two parameters: after each of 600 additions and removals the methods that run are those that apply, the most
;; specific first. Objects that are EQL but not EQ select the same method.
(let ((objects (list 1 2 'a 'b #\c 1.5d300 (expt 10 30) 3/4)) (methods nil) (random 17) (wrong 0))
  (defgeneric named-pair (x y) (:method-combination list))
  (labels ((next (n) (setq random (mod (+ (* random 1103515245) 12345) 2147483648)) (mod (floor random 65536) n))
           (any () (if (< (next 10) 3) t (nth (next 8) objects)))
           (fresh (x) (if (numberp x) (read-from-string (prin1-to-string x)) x))
           (rank (spec x) (cond ((eq spec t) 1) ((eql spec x) 0)))
           (expected (x y)
             (mapcar (lambda (m) (list (first m) (second m)))
                     (sort (remove-if-not (lambda (m) (and (rank (first m) x) (rank (second m) y))) (copy-list methods)) #'<
                           :key (lambda (m) (+ (* 2 (rank (first m) x)) (rank (second m) y))))))
           (specializer (x) (if (eq x t) t `(eql ',x)))
           (change ()
             (let* ((a (any)) (b (any)) (old (find-if (lambda (m) (and (eql a (first m)) (eql b (second m)))) methods)))
               (if old
                   (progn (setq methods (remove old methods)) (remove-method #'named-pair (third old)))
                   (push (list a b (eval `(defmethod named-pair list ((x ,(specializer a)) (y ,(specializer b))) '(,a ,b)))) methods)))))
    (dotimes (i 600 wrong)
      (change)
      (let ((x (nth (next 8) objects)) (y (nth (next 8) objects)))
        (unless (equal (if (expected x y) (named-pair (fresh x) (fresh y)) nil) (expected x y)) (incf wrong))))))  ;=> 0
;; Methods with many EQL specializers; an object changes its class.
(progn (defgeneric many-eql (x)) (dotimes (i 300) (eval `(defmethod many-eql ((x (eql ,i))) ,(* i i)))) (defmethod many-eql (x) 'none)
       (list (many-eql 17) (many-eql 299) (many-eql 300) (many-eql 17.0)))  ;=> (289 89401 NONE NONE)
(progn (defclass changing-a () ()) (defclass changing-b () ()) (defvar *changing-one* (make-instance 'changing-a))
       (defgeneric changed (x) (:method ((x changing-a)) 'a) (:method ((x changing-b)) 'b))
       (defmethod changed ((x (eql *changing-one*))) (list 'this (call-next-method)))
       (list (changed *changing-one*) (changed (change-class *changing-one* (quote changing-b))) (changed (change-class *changing-one* (quote changing-a)))))  ;=> ((THIS A) (THIS B) (THIS A))
;; A chain of diamond hierarchies is finalized quickly.
(progn (defclass diamond-0 () ())
       (dotimes (i 40)
         (flet ((name (kind n) (intern (format nil "DIAMOND-~A~D" kind n))))
           (let ((top (name (if (= i 0) "" "") i)))
             (eval `(progn (defclass ,(name "L" i) (,top) ()) (defclass ,(name "R" i) (,top) ())
                           (defclass ,(name "" (+ i 1)) (,(name "L" i) ,(name "R" i)) ()))))))
       (typep (make-instance 'diamond-40) 'diamond-0))  ;=> T

;; A traced generic function remains a generic function.
(progn (defgeneric traced-one (x) (:method ((x integer)) (list :int x))) (trace traced-one)
       (let ((*trace-output* (make-broadcast-stream)))
         (list (typep #'traced-one 'generic-function) (length (compute-applicable-methods #'traced-one '(1)))
               (progn (defmethod traced-one ((x symbol)) (list :symbol x)) (traced-one 'a))
               (method-qualifiers (find-method #'traced-one nil (list (find-class 'symbol))))
               (progn (remove-method #'traced-one (find-method #'traced-one nil (list (find-class 'integer))))
                      (handler-case (traced-one 1) (error () 'none)))
               (progn (untrace traced-one) (traced-one 'b)) (typep #'traced-one 'generic-function))))  ;=> (T 1 (:SYMBOL A) NIL NONE (:SYMBOL B) T)

;; The argument precedence order of DOCUMENTATION is doc-type, x (standard, its page); a program can set and remove
;; documentation.
(progn (defun documented-df () "right" 1)
       (defmethod documentation ((x (eql 'documented-df)) y) (declare (ignore y)) "wrong") (documentation 'documented-df 'function))  ;=> "right"
(progn (defun documented-f () "doc" 1) (setf (documentation 'documented-f 'function) nil)
       (list (documentation 'documented-f 'function) (documentation #'documented-f t)
             (progn (defun documented-f () "new" 2) (documentation 'documented-f 'function))))  ;=> (NIL NIL "new")
(progn (defmacro documented-m () "doc" 1) (setf (documentation 'documented-m 'function) "other")
       (list (documentation 'documented-m 'function) (setf (documentation 'documented-m 'function) nil) (documentation 'documented-m 'function)))  ;=> ("other" NIL NIL)
(progn (defun (setf documented-s) (x) "setf" x) (list (documentation '(setf documented-s) 'function) (documentation #'(setf documented-s) t)
        (setf (documentation '(setf documented-s) 'function) "S") (documentation '(setf documented-s) 'function)))  ;=> ("setf" "setf" "S" "S")
(progn (define-compiler-macro documented-f () "cm" 1) (list (documentation 'documented-f 'compiler-macro) (setf (documentation 'documented-f 'compiler-macro) "C")
        (documentation 'documented-f 'compiler-macro) (documentation 'documented-f 'function)))  ;=> ("cm" "C" "C" "new")
(progn (defclass documented-c () () (:documentation "class")) (defstruct documented-st "struct" a) (deftype documented-t () "type" t)
       (list (documentation 'documented-c 'type) (documentation (find-class 'documented-c) t) (documentation (find-class 'documented-c) 'type)
             (documentation 'documented-st 'structure) (documentation 'documented-st 'type) (documentation 'documented-t 'type)
             (documentation (find-class 'documented-st) t)))  ;=> ("class" "class" "class" "struct" "struct" "type" "struct")
(progn (defgeneric documented-g (x) (:documentation "generic") (:method (x) "method" x))
       (list (documentation 'documented-g 'function) (documentation #'documented-g t) (documentation #'documented-g 'function)
             (documentation (find-method #'documented-g nil (list (find-class t))) t)
             (setf (documentation #'documented-g t) "G") (documentation 'documented-g 'function)))  ;=> ("generic" "generic" "generic" "method" "G" "G")
(progn (defpackage "DOCUMENTED-P" (:use) (:documentation "package")) (list (documentation (find-package "DOCUMENTED-P") t)
        (setf (documentation (find-package "DOCUMENTED-P") t) nil) (documentation (find-package "DOCUMENTED-P") t)))  ;=> ("package" NIL NIL)
(let ((f (lambda () "anonymous" 1))) (list (documentation f 'function) (setf (documentation f t) nil) (documentation f t)))  ;=> ("anonymous" NIL NIL)
(progn (defvar *documented* 1 "variable") (list (documentation '*documented* 'variable) (setf (documentation '*documented* 'variable) nil)
        (documentation '*documented* 'variable)))  ;=> ("variable" NIL NIL)

;;; A string in a method is documentation if anything follows it, also if only declarations do.
(progn (defmethod only-declared (x) "Text." (declare (ignore x))) (only-declared 1))  ;=> NIL
(progn (defmethod declared-first (x) (declare (ignore x)) "value") (declared-first 1))  ;=> "value"
(progn (defgeneric only-declared-2 (x) (:method (x) "Text." (declare (ignore x)))) (only-declared-2 1))  ;=> NIL

;;; Effective methods: each number of arguments, each qualifier, with the arguments that the next method receives.

(progn (defclass effective-base () ()) (defclass effective-sub (effective-base) ()) (defclass effective-leaf (effective-sub) ()) 1)  ;=> 1
(defvar *effects* nil)

;; The form of methods of NAME for the class effective-sub and its relatives, with PARAMETERS after the first. They log their arguments.
(defun effective-methods (name parameters arguments)
  (flet ((logging (class qualifiers form)
           `(defmethod ,name ,@qualifiers ((o ,class) ,@parameters)
              (push (list ',class ,@qualifiers ,@arguments) *effects*)
              ,form)))
    `(progn
       ,(logging 'effective-base nil ''base)
       ,(logging 'effective-sub nil `(progn (setq o nil) ,@(if (member 'a arguments) '((setq a nil)) nil) (list 'sub (call-next-method))))
       ,(logging 'effective-leaf nil '(list 'leaf (if (next-method-p) (call-next-method) 'none) (multiple-value-list (funcall #'call-next-method))))
       ,(logging 'effective-sub '(:before) '(values 1 2))
       ,(logging 'effective-leaf '(:before) 1)
       ,(logging 'effective-sub '(:after) 1)
       ,(logging 'effective-base '(:after) 1)
       ,(logging 'effective-sub '(:around) `(list 'around (call-next-method ,@(if (intersection '(&rest &key) parameters) nil `(o ,@arguments))))))))

;; The value and the log of a call for each class.
(defun effects-of (parameters arguments call)
  (let ((name (gensym)))
    (eval (effective-methods name parameters arguments))
    (loop for class in '(effective-base effective-sub effective-leaf)
          collect (let ((*effects* nil)) (list (apply name (make-instance class) call) (nreverse *effects*))))))
(effects-of '() '() '())  ;=> ((BASE ((EFFECTIVE-BASE) (EFFECTIVE-BASE :AFTER))) ((AROUND (SUB BASE)) ((EFFECTIVE-SUB :AROUND) (EFFECTIVE-SUB :BEFORE) (EFFECTIVE-SUB) (EFFECTIVE-BASE) (EFFECTIVE-BASE :AFTER) (EFFECTIVE-SUB :AFTER))) ((AROUND (LEAF (SUB BASE) ((SUB BASE)))) ((EFFECTIVE-SUB :AROUND) (EFFECTIVE-LEAF :BEFORE) (EFFECTIVE-SUB :BEFORE) (EFFECTIVE-LEAF) (EFFECTIVE-SUB) (EFFECTIVE-BASE) (EFFECTIVE-SUB) (EFFECTIVE-BASE) (EFFECTIVE-BASE :AFTER) (EFFECTIVE-SUB :AFTER))))
(effects-of '(a) '(a) '(1))  ;=> ((BASE ((EFFECTIVE-BASE 1) (EFFECTIVE-BASE :AFTER 1))) ((AROUND (SUB BASE)) ((EFFECTIVE-SUB :AROUND 1) (EFFECTIVE-SUB :BEFORE 1) (EFFECTIVE-SUB 1) (EFFECTIVE-BASE 1) (EFFECTIVE-BASE :AFTER 1) (EFFECTIVE-SUB :AFTER 1))) ((AROUND (LEAF (SUB BASE) ((SUB BASE)))) ((EFFECTIVE-SUB :AROUND 1) (EFFECTIVE-LEAF :BEFORE 1) (EFFECTIVE-SUB :BEFORE 1) (EFFECTIVE-LEAF 1) (EFFECTIVE-SUB 1) (EFFECTIVE-BASE 1) (EFFECTIVE-SUB 1) (EFFECTIVE-BASE 1) (EFFECTIVE-BASE :AFTER 1) (EFFECTIVE-SUB :AFTER 1))))
(effects-of '(a b) '(a b) '(1 2))  ;=> ((BASE ((EFFECTIVE-BASE 1 2) (EFFECTIVE-BASE :AFTER 1 2))) ((AROUND (SUB BASE)) ((EFFECTIVE-SUB :AROUND 1 2) (EFFECTIVE-SUB :BEFORE 1 2) (EFFECTIVE-SUB 1 2) (EFFECTIVE-BASE 1 2) (EFFECTIVE-BASE :AFTER 1 2) (EFFECTIVE-SUB :AFTER 1 2))) ((AROUND (LEAF (SUB BASE) ((SUB BASE)))) ((EFFECTIVE-SUB :AROUND 1 2) (EFFECTIVE-LEAF :BEFORE 1 2) (EFFECTIVE-SUB :BEFORE 1 2) (EFFECTIVE-LEAF 1 2) (EFFECTIVE-SUB 1 2) (EFFECTIVE-BASE 1 2) (EFFECTIVE-SUB 1 2) (EFFECTIVE-BASE 1 2) (EFFECTIVE-BASE :AFTER 1 2) (EFFECTIVE-SUB :AFTER 1 2))))
(effects-of '(a b c d) '(a b c d) '(1 2 3 4))  ;=> ((BASE ((EFFECTIVE-BASE 1 2 3 4) (EFFECTIVE-BASE :AFTER 1 2 3 4))) ((AROUND (SUB BASE)) ((EFFECTIVE-SUB :AROUND 1 2 3 4) (EFFECTIVE-SUB :BEFORE 1 2 3 4) (EFFECTIVE-SUB 1 2 3 4) (EFFECTIVE-BASE 1 2 3 4) (EFFECTIVE-BASE :AFTER 1 2 3 4) (EFFECTIVE-SUB :AFTER 1 2 3 4))) ((AROUND (LEAF (SUB BASE) ((SUB BASE)))) ((EFFECTIVE-SUB :AROUND 1 2 3 4) (EFFECTIVE-LEAF :BEFORE 1 2 3 4) (EFFECTIVE-SUB :BEFORE 1 2 3 4) (EFFECTIVE-LEAF 1 2 3 4) (EFFECTIVE-SUB 1 2 3 4) (EFFECTIVE-BASE 1 2 3 4) (EFFECTIVE-SUB 1 2 3 4) (EFFECTIVE-BASE 1 2 3 4) (EFFECTIVE-BASE :AFTER 1 2 3 4) (EFFECTIVE-SUB :AFTER 1 2 3 4))))
(effects-of '(a &optional b) '(a b) '(1))  ;=> ((BASE ((EFFECTIVE-BASE 1 NIL) (EFFECTIVE-BASE :AFTER 1 NIL))) ((AROUND (SUB BASE)) ((EFFECTIVE-SUB :AROUND 1 NIL) (EFFECTIVE-SUB :BEFORE 1 NIL) (EFFECTIVE-SUB 1 NIL) (EFFECTIVE-BASE 1 NIL) (EFFECTIVE-BASE :AFTER 1 NIL) (EFFECTIVE-SUB :AFTER 1 NIL))) ((AROUND (LEAF (SUB BASE) ((SUB BASE)))) ((EFFECTIVE-SUB :AROUND 1 NIL) (EFFECTIVE-LEAF :BEFORE 1 NIL) (EFFECTIVE-SUB :BEFORE 1 NIL) (EFFECTIVE-LEAF 1 NIL) (EFFECTIVE-SUB 1 NIL) (EFFECTIVE-BASE 1 NIL) (EFFECTIVE-SUB 1 NIL) (EFFECTIVE-BASE 1 NIL) (EFFECTIVE-BASE :AFTER 1 NIL) (EFFECTIVE-SUB :AFTER 1 NIL))))
(effects-of '(a &rest r) '(a r) '(1 2))  ;=> ((BASE ((EFFECTIVE-BASE 1 (2)) (EFFECTIVE-BASE :AFTER 1 (2)))) ((AROUND (SUB BASE)) ((EFFECTIVE-SUB :AROUND 1 (2)) (EFFECTIVE-SUB :BEFORE 1 (2)) (EFFECTIVE-SUB 1 (2)) (EFFECTIVE-BASE 1 (2)) (EFFECTIVE-BASE :AFTER 1 (2)) (EFFECTIVE-SUB :AFTER 1 (2)))) ((AROUND (LEAF (SUB BASE) ((SUB BASE)))) ((EFFECTIVE-SUB :AROUND 1 (2)) (EFFECTIVE-LEAF :BEFORE 1 (2)) (EFFECTIVE-SUB :BEFORE 1 (2)) (EFFECTIVE-LEAF 1 (2)) (EFFECTIVE-SUB 1 (2)) (EFFECTIVE-BASE 1 (2)) (EFFECTIVE-SUB 1 (2)) (EFFECTIVE-BASE 1 (2)) (EFFECTIVE-BASE :AFTER 1 (2)) (EFFECTIVE-SUB :AFTER 1 (2)))))
(effects-of '(a &key k) '(a k) '(1 :k 2))  ;=> ((BASE ((EFFECTIVE-BASE 1 2) (EFFECTIVE-BASE :AFTER 1 2))) ((AROUND (SUB BASE)) ((EFFECTIVE-SUB :AROUND 1 2) (EFFECTIVE-SUB :BEFORE 1 2) (EFFECTIVE-SUB 1 2) (EFFECTIVE-BASE 1 2) (EFFECTIVE-BASE :AFTER 1 2) (EFFECTIVE-SUB :AFTER 1 2))) ((AROUND (LEAF (SUB BASE) ((SUB BASE)))) ((EFFECTIVE-SUB :AROUND 1 2) (EFFECTIVE-LEAF :BEFORE 1 2) (EFFECTIVE-SUB :BEFORE 1 2) (EFFECTIVE-LEAF 1 2) (EFFECTIVE-SUB 1 2) (EFFECTIVE-BASE 1 2) (EFFECTIVE-SUB 1 2) (EFFECTIVE-BASE 1 2) (EFFECTIVE-BASE :AFTER 1 2) (EFFECTIVE-SUB :AFTER 1 2))))

;; A wrong number of arguments is reported in the name of the generic function, also if the effective method is known.
(progn (defgeneric effective-chain (o) (:method ((o effective-base)) 1) (:method ((o effective-sub)) (call-next-method)))
       (effective-chain (make-instance 'effective-sub)))  ;=> 1
(effective-chain (make-instance 'effective-sub) 2)  ;signals: "EFFECTIVE-CHAIN: expected 1 argument, got 2"
(progn (defgeneric effective-before (o p) (:method ((o effective-base) p) p) (:method :before ((o effective-sub) p) p))
       (effective-before (make-instance 'effective-sub) 2))  ;=> 2
(effective-before (make-instance 'effective-sub))  ;signals: "EFFECTIVE-BEFORE: expected 2 arguments, got 1"
(progn (defgeneric effective-passing (o) (:method ((o effective-base)) 1) (:method ((o effective-sub)) (call-next-method o 2))) 1)  ;=> 1
(effective-passing (make-instance 'effective-sub))  ;signals: "EFFECTIVE-PASSING: expected 1 argument, got 2"

;; SLOT-BOUNDP of a constant name, which has an inline cache, follows changes of the object and its class.
(defclass partly-bound () ((a :initform 1) (u) (s :allocation :class)))
(defclass other-slots () ((u :initform 2) (a)))
(defun bound-slots (o) (list (slot-boundp o 'a) (slot-boundp o 'u) (handler-case (slot-boundp o 's) (error () :no-slot))))
(let ((o (make-instance 'partly-bound)) (p (make-instance 'other-slots)))
  (list (loop repeat 4 collect (bound-slots o)) (loop repeat 3 collect (bound-slots p)) (bound-slots o)
        (progn (setf (slot-value o 's) 1) (slot-makunbound o 'a) (bound-slots o))
        (progn (setf (slot-value o 'a) 2 (slot-value o 'u) 3) (bound-slots o))
        (progn (defclass partly-bound () ((z) (u :initform 3) (a))) (bound-slots o))))
;=> (((T NIL NIL) (T NIL NIL) (T NIL NIL) (T NIL NIL)) ((NIL T :NO-SLOT) (NIL T :NO-SLOT) (NIL T :NO-SLOT)) (T NIL NIL) (NIL NIL T) (T T T) (T T :NO-SLOT))
(handler-case (slot-boundp 5 'a) (error () :no-slot))  ;=> :NO-SLOT
(defmethod slot-missing ((class (eql (find-class 'other-slots))) object name operation &optional new) object new (list name operation))
(slot-boundp (make-instance 'other-slots) 'none)  ;=> T

;;; CALL-NEXT-METHOD with other arguments: the same methods must be applicable to them
(progn (defgeneric onward (x y) (:method (x y) (list x y)))
       (defmethod onward ((x integer) y) (cons 'integer (call-next-method (* 2 x) (list y))))
       (defmethod onward ((x symbol) y) (cons 'symbol (call-next-method y x))))
(loop repeat 3 collect (onward 4 5))  ;=> ((INTEGER 8 (5)) (INTEGER 8 (5)) (INTEGER 8 (5)))
(onward 4 (expt 10 30))  ;=> (INTEGER 8 (1000000000000000000000000000000))
(loop repeat 2 collect (onward 'a 'b))  ;=> ((SYMBOL B A) (SYMBOL B A))
(onward 'a 5)  ;signals: "CALL-NEXT-METHOD"
(onward 'a nil)  ;=> (SYMBOL NIL A)
(progn (defmethod onward ((x (eql 'c)) y) (list 'c (call-next-method))) (onward 'a 'b))  ;=> (SYMBOL B A)
(onward 'a 'c)  ;signals: "CALL-NEXT-METHOD"
(progn (defmethod onward ((x integer) (y (eql 9))) (call-next-method 6 9)) (onward 3 8))  ;=> (INTEGER 6 (8))
(onward 3 9)  ;signals: "the arguments (12 (9)) have other applicable methods of ONWARD than (6 9)"
(progn (defmethod onward ((x integer) (y (eql 7))) (call-next-method 6 8)) 1)  ;=> 1
(onward 3 7)  ;signals: "CALL-NEXT-METHOD"

;;; Shared slots, read and written through accessors and by name
(defclass tally () ((n :allocation :class :initform 0 :accessor tally-n) (own :initform 1 :reader tally-own)))
(defclass sub-tally (tally) ())
(defclass own-tally (tally) ((n :allocation :class :initform 10)))
(defun tallies (&rest objects) (mapcar (lambda (o) (list (tally-n o) (slot-value o 'n))) objects))
(defvar *tallies* (list (make-instance 'tally) (make-instance 'sub-tally) (make-instance 'own-tally)))
(loop for o in *tallies* do (incf (tally-n o)) (incf (slot-value o 'n) 2) collect (apply #'tallies *tallies*))
;=> (((3 3) (3 3) (10 10)) ((6 6) (6 6) (10 10)) ((6 6) (6 6) (13 13)))
(let ((o (first *tallies*)))
  (slot-makunbound o 'n)
  (list (handler-case (tally-n (second *tallies*)) (unbound-slot (c) (cell-error-name c))) (setf (tally-n o) 4) (apply #'tallies *tallies*)))
;=> (N 4 ((4 4) (4 4) (13 13)))
(progn (defclass tally () ((n :initform 7 :accessor tally-n) (own :initform 1 :reader tally-own) (more :initform 2)))
       (incf (tally-n (first *tallies*)) 100)
       (list (apply #'tallies *tallies*) (slot-value (first *tallies*) 'more) (tallies (make-instance 'tally))))
;=> (((104 104) (4 4) (13 13)) 2 ((7 7)))
(progn (defclass tally () ((n :allocation :class :initform 20 :accessor tally-n) (last :initform 3)))
       (list (tallies (first *tallies*) (make-instance 'sub-tally)) (slot-exists-p (first *tallies*) 'own) (slot-value (first *tallies*) 'last)))
;=> (((20 20) (20 20)) NIL 3)

;;; An initform that changes the class of the object
(defvar *growing* nil)
(defclass frog () ((c :initform 0) (b :initform 0) (a :initform 0)))
(defclass tadpole () ((a :initform 1) (b :initform (progn (change-class *growing* 'frog) 2)) (c :initform 3)))
(defmethod initialize-instance :before ((o tadpole) &key) (setq *growing* o))
(let ((o (make-instance 'tadpole))) (list (class-name (class-of o)) (mapcar (lambda (name) (slot-value o name)) '(a b c))))  ;=> (FROG (1 2 3))

;;; REINITIALIZE-INSTANCE accepts the initargs of slots and the keywords of the methods that are applicable at that time
(defclass again () ((a :initarg :a :initform 1)))
(defvar *again* (make-instance 'again))
(defun try-again (o &rest initargs) (handler-case (slot-value (apply #'reinitialize-instance o initargs) 'a) (program-error () 'refused)))
(loop repeat 2 collect (list (try-again *again* :a 5) (try-again *again* :b 6) (try-again *again*)))  ;=> ((5 REFUSED 5) (5 REFUSED 5))
(progn (defmethod reinitialize-instance :after ((o again) &key b) (if b (setf (slot-value o 'a) b)))
       (list (try-again *again* :b 6) (try-again *again* :c 7)))  ;=> (6 REFUSED)
(progn (defmethod reinitialize-instance :after ((o (eql *again*)) &key c) (if c (setf (slot-value o 'a) c)))
       (list (try-again *again* :c 7) (try-again (make-instance 'again) :c 7) (try-again *again* :c 8)))  ;=> (7 REFUSED 8)
