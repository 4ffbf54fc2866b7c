;;;; mop.lisp -- readers of the metaobject protocol. The expected values follow from the class definitions and the protocol
;;;; (The Art of the Metaobject Protocol, chapter 6).

(defclass base () ((a :initarg :a :initarg :alpha :initform (+ 1 1) :type integer) (shared :allocation :class :initform 0))
  (:default-initargs :a 5))
(defclass derived (base) (b) (:default-initargs :b 6))
(defun names (objects) (mapcar #'class-name objects))
(defun slot (name class) (find name (c2mop:class-slots (find-class class)) :key #'c2mop:slot-definition-name))

(names (c2mop:class-direct-superclasses (find-class 'derived)))  ;=> (BASE)
(names (c2mop:class-direct-subclasses (find-class 'base)))  ;=> (DERIVED)
(names (c2mop:class-precedence-list (find-class 'derived)))  ;=> (DERIVED BASE STANDARD-OBJECT T)
(sort (mapcar #'c2mop:slot-definition-name (c2mop:class-slots (find-class 'derived))) #'string<)  ;=> (A B SHARED)
(mapcar #'c2mop:slot-definition-name (c2mop:class-direct-slots (find-class 'derived)))  ;=> (B)
(let ((s (slot 'a 'derived)))
  (list (c2mop:slot-definition-initform s) (funcall (c2mop:slot-definition-initfunction s)) (c2mop:slot-definition-type s)
        (sort (copy-list (c2mop:slot-definition-initargs s)) #'string<) (c2mop:slot-definition-allocation s)))
;=> ((+ 1 1) 2 INTEGER (:A :ALPHA) :INSTANCE)
(c2mop:slot-definition-allocation (slot 'shared 'derived))  ;=> :CLASS
(c2mop:slot-definition-initfunction (slot 'b 'derived))  ;=> NIL
(c2mop:slot-definition-name 'a)  ;signals: type-error
(sort (mapcar #'car (c2mop:class-default-initargs (find-class 'derived))) #'string<)  ;=> (:A :B)
(mapcar (lambda (d) (list (first d) (second d) (funcall (third d)))) (c2mop:class-direct-default-initargs
  (find-class 'derived)))
;=> ((:B 6 6))
(let ((o (make-instance 'base))) (setf (c2mop:slot-value-using-class (find-class 'base) o (slot 'a 'base)) 9)
  (list (slot-value o 'a) (c2mop:slot-value-using-class (find-class 'base) o (slot 'a 'base))))  ;=> (9 9)
(progn (defclass early (missing) ()) (c2mop:class-finalized-p (find-class 'early)))  ;=> NIL
(c2mop:finalize-inheritance (find-class 'early))  ;signals: "cannot be used before MISSING is defined"
(c2mop:class-direct-slots 'base)  ;signals: type-error
(eq (c2mop:class-prototype (find-class 'base)) (c2mop:class-prototype (find-class 'base)))  ;=> T

(defgeneric act (x y) (:argument-precedence-order y x))
(defmethod act ((x base) (y (eql 3))) (list x y))
(let ((m (first (c2mop:generic-function-methods #'act))))
  (list (c2mop:generic-function-name #'act) (c2mop:generic-function-lambda-list #'act)
        (c2mop:generic-function-argument-precedence-order #'act) (class-name (first (c2mop:method-specializers m)))
        (c2mop:method-lambda-list m) (eq (c2mop:method-generic-function m) #'act)))  ;=> (ACT (X Y) (Y X) BASE (X Y) T)
(mapcar #'c2mop:generic-function-name (c2mop:specializer-direct-generic-functions (find-class 'base)))  ;=> (ACT)
(c2mop:generic-function-methods #'car)  ;signals: type-error
(list (c2mop:subclassp 'derived 'base) (c2mop:subclassp 'base 'derived))  ;=> (T NIL)
