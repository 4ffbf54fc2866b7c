;;;; metaclasses.lisp -- metaclasses that programs define, with the kinds of examples that chapters 1 to 4 of The Art of the
;;;; Metaobject Protocol treat: counted classes, initialization monitors, default initargs, attributes, encapsulated slots,
;;;; dynamic slots, other precedence lists. The expected values are those of SBCL 2.2.9 (sb-mop), where the protocol defines
;;;; them: SBCL lists the values of a repeated slot option in reverse, and allocates instances of its own.

;;; Counted classes: MAKE-INSTANCE of the metaclass

(defclass counted-class (standard-class) ((counter :initform 0 :accessor counter)))
(defclass refused () () (:metaclass counted-class))  ;signals: "expected a superclass that fits the metaclass COUNTED-CLASS, got STANDARD-OBJECT"
(defmethod c2mop:validate-superclass ((class counted-class) (superclass standard-class)) t)
(defmethod make-instance :after ((class counted-class) &key) (incf (counter class)))
(defclass rook () ((file :initarg :file :initform 'a :accessor file)) (:metaclass counted-class))
(counter (find-class 'rook))  ;=> 0
(flet ((new (file) (make-instance 'rook :file file))) (mapcar #'file (list (new 'b) (new 'c) (new 'd))))  ;=> (B C D)
(file (make-instance 'rook))  ;=> A
(counter (find-class 'rook))  ;=> 4
(list (class-name (class-of (find-class 'rook))) (typep (find-class 'rook) 'counted-class) (typep (find-class 'rook) 'class)
      (typep (find-class 'list) 'counted-class))  ;=> (COUNTED-CLASS T T NIL)
(mapcar #'class-name (c2mop:class-precedence-list (find-class 'rook)))
(subtypep 'rook 'standard-object)  ;=> T ; T
(defclass castle (rook) () (:metaclass counted-class))
(progn (make-instance 'castle) (list (counter (find-class 'rook)) (counter (find-class 'castle))))  ;=> (4 1)
(defclass plain-castle (rook) ())  ;signals: "expected a superclass that fits the metaclass STANDARD-CLASS, got ROOK"
(defclass bad-option () () (:metaclass counted-class) (:colour "red"))  ;signals: program-error
(defclass bad-slot () ((a :colour red)) (:metaclass counted-class))  ;signals: program-error
(defclass bad-metaclass () () (:metaclass rook))  ;signals: "expected a metaclass, got ROOK"
(slot-value (make-instance 'rook) 'rank)  ;signals: "has no slot RANK"
(let ((r (make-instance 'rook)))
  (slot-makunbound r 'file)
  (list (slot-boundp r 'file) (slot-exists-p r 'file) (slot-exists-p r 'rank)
        (handler-case (slot-value r 'file) (unbound-slot (c) (cell-error-name c)))))  ;=> (NIL T NIL FILE)
(with-slots (file) (make-instance 'rook :file 'h) (setf file (list file)) file)  ;=> (H)
(slot-value (find-class 'castle) 'counter)  ;=> 1
;; A redefinition keeps the class and its slots, and updates instances.
(let ((r (make-instance 'castle :file 'e)) (class (find-class 'rook)))
  (defclass rook () ((file :initarg :file :accessor file) (rank :initform 8 :accessor rank)) (:metaclass counted-class))
  (list (eq class (find-class 'rook)) (counter class) (file r) (rank r)))  ;=> (T 7 E 8)
;; A redefinition of the metaclass updates its classes.
(progn (defclass counted-class (standard-class) ((counter :initform 0 :accessor counter) (label :initform 'none :accessor label)))
       (setf (label (find-class 'rook)) 'tower)
       (list (counter (find-class 'rook)) (label (find-class 'rook))))  ;=> (7 TOWER)

;;; Class options as initargs of the class, and classes made without DEFCLASS

(defclass noted-class (standard-class) ((note :initarg :note :initform "none" :reader note) (tags :initarg :tags :reader tags)))
(defmethod c2mop:validate-superclass ((class noted-class) (superclass standard-class)) t)
(defclass queen () (a) (:metaclass noted-class) (:note "strong") (:tags 1 2) (:documentation "A queen.") (:default-initargs :b 1))
(list (note (find-class 'queen)) (tags (find-class 'queen)) (documentation (find-class 'queen) t))  ;=> (("strong") (1 2) "A queen.")
(mapcar (lambda (d) (list (first d) (second d) (funcall (third d)))) (c2mop:class-direct-default-initargs (find-class 'queen)))
;=> ((:B 1 1))
(let ((class (c2mop:ensure-class 'bishop :metaclass 'noted-class :direct-superclasses '(queen) :note 3 :tags nil
                                 :direct-slots (list (list :name 'c :initargs '(:c) :readers '(bishop-c))))))
  (list (eq class (find-class 'bishop)) (note class) (bishop-c (make-instance 'bishop :c 5 :allow-other-keys t))))
;=> (T 3 5)
(let ((class (make-instance 'noted-class :name 'anonymous :direct-superclasses (list (find-class 'queen)) :note 1)))
  (list (class-name class) (find-class 'anonymous nil) (typep (allocate-instance class) class) (note class)))
;=> (ANONYMOUS NIL T 1)
(let ((class (make-instance 'standard-class :name 'made :direct-slots '((:name x :initargs (:x))))))
  (slot-value (make-instance class :x 7) 'x))  ;=> 7
(progn (defclass early-queen (later-queen) () (:metaclass noted-class)) (c2mop:class-finalized-p (find-class 'early-queen)))  ;=> NIL
(make-instance 'early-queen)  ;signals: "cannot be used before LATER-QUEEN is defined"
(progn (defclass later-queen () ((z :initform 'last)) (:metaclass noted-class)) (slot-value (make-instance 'early-queen) 'z))  ;=> LAST

;; The name of an option need not be a keyword; its value is the rest of the list.
(defclass marked-class (standard-class) ((mark :initarg mark :reader mark)))
(defmethod c2mop:validate-superclass ((class marked-class) (superclass standard-class)) t)
(defclass marked () () (:metaclass marked-class) (mark . t))
(mark (find-class 'marked))  ;=> T

;;; A class that monitors initialization, and one that adds a superclass

(defvar *log* nil)
(defclass monitored-class (standard-class) ())
(defmethod c2mop:validate-superclass ((class monitored-class) (superclass standard-class)) t)
(defclass monitored-object () ())
(defmethod initialize-instance :around ((class monitored-class) &rest initargs &key direct-superclasses)
  (apply #'call-next-method class
         :direct-superclasses (append direct-superclasses (list (find-class 'monitored-object))) initargs))
(defmethod allocate-instance :around ((class monitored-class) &rest initargs)
  (push (list 'allocate (class-name class) initargs) *log*)
  (call-next-method))
(defmethod initialize-instance :after ((object monitored-object) &key) (push 'initialized *log*))
(defclass pawn () ((rank :initarg :rank)) (:metaclass monitored-class))
(progn (make-instance 'pawn :rank 2) (reverse *log*))  ;=> ((ALLOCATE PAWN (:RANK 2)) INITIALIZED)
(mapcar #'class-name (c2mop:class-direct-superclasses (find-class 'pawn)))  ;=> (MONITORED-OBJECT)

;;; Default initargs that the metaclass adds

(defclass sized-class (standard-class) ())
(defmethod c2mop:validate-superclass ((class sized-class) (superclass standard-class)) t)
(defmethod c2mop:compute-default-initargs ((class sized-class))
  (cons (list :size 64 (constantly 64)) (call-next-method)))
(defclass board () ((size :initarg :size :reader size)) (:metaclass sized-class))
(list (size (make-instance 'board)) (size (make-instance 'board :size 100)))  ;=> (64 100)

;;; Attributes: slot options, and slots with more data

(defclass attributes-class (standard-class) ())
(defmethod c2mop:validate-superclass ((class attributes-class) (superclass standard-class)) t)
(defclass attributes-direct-slot (c2mop:standard-direct-slot-definition)
  ((attributes :initarg :attributes :initform nil :accessor attributes)))
(defclass attributes-effective-slot (c2mop:standard-effective-slot-definition) ((attributes :initform nil :accessor attributes)))
(defmethod c2mop:direct-slot-definition-class ((class attributes-class) &rest initargs)
  (declare (ignore initargs))
  (find-class 'attributes-direct-slot))
(defmethod c2mop:effective-slot-definition-class ((class attributes-class) &rest initargs)
  (declare (ignore initargs))
  (find-class 'attributes-effective-slot))
(defmethod c2mop:compute-effective-slot-definition ((class attributes-class) name direct-slots)
  (declare (ignore name))
  (let ((slot (call-next-method)))
    (setf (attributes slot) (remove-duplicates (apply #'append (mapcar #'attributes direct-slots))))
    slot))
(defclass credit () ((level :attributes (date time) :initarg :level)) (:metaclass attributes-class))
(defclass better-credit (credit) ((level :attributes (source)) (limit :type integer)) (:metaclass attributes-class))
(defun effective-slot (class name)
  (let ((class (find-class class)))
    (c2mop:finalize-inheritance class)
    (find name (c2mop:class-slots class) :key #'c2mop:slot-definition-name)))
(sort (copy-list (attributes (effective-slot 'better-credit 'level))) #'string<)  ;=> (DATE SOURCE TIME)
(list (attributes (effective-slot 'credit 'level)) (attributes (effective-slot 'better-credit 'limit)))  ;=> ((DATE TIME) NIL)
(list (c2mop:slot-definition-initargs (effective-slot 'better-credit 'level))
      (c2mop:slot-definition-type (effective-slot 'better-credit 'limit)))  ;=> ((:LEVEL) INTEGER)
(slot-value (make-instance 'better-credit :level 3) 'level)  ;=> 3
(class-name (class-of (first (c2mop:class-direct-slots (find-class 'credit)))))  ;=> ATTRIBUTES-DIRECT-SLOT
(defclass repeated () ((a :attributes (b) :attributes (c))) (:metaclass attributes-class))
(attributes (first (c2mop:class-direct-slots (find-class 'repeated))))  ;=> ((B) (C))

;;; A slot that COMPUTE-SLOTS adds

(defclass stamped-class (standard-class) ())
(defmethod c2mop:validate-superclass ((class stamped-class) (superclass standard-class)) t)
(defmethod c2mop:compute-slots ((class stamped-class))
  (append (call-next-method)
          (list (make-instance 'c2mop:standard-effective-slot-definition :name 'stamp :initform 17 :initfunction (constantly 17)))))
(defclass letter () ((text :initform "x")) (:metaclass stamped-class))
(list (slot-value (make-instance 'letter) 'stamp) (slot-value (make-instance 'letter) 'text))  ;=> (17 "x")
(let ((letter (make-instance 'letter)))
  (c2mop:standard-instance-access letter (c2mop:slot-definition-location (effective-slot 'letter 'stamp))))  ;=> 17

;;; Encapsulated slots: names private to the class

(defclass encapsulated-class (standard-class) ())
(defmethod c2mop:validate-superclass ((class encapsulated-class) (superclass standard-class)) t)
(defun private-name (class name) (intern (format nil "~A/~A" (class-name class) name)))
(defmethod initialize-instance :around ((class encapsulated-class) &rest initargs &key name direct-slots)
  (apply #'call-next-method class
         :direct-slots (mapcar (lambda (slot)
                                 (list* :name (intern (format nil "~A/~A" name (getf slot :name)))
                                        (loop for (key value) on slot by #'cddr unless (eq key :name) append (list key value))))
                               direct-slots)
         initargs))
(defclass outer () ((foo :initform 'outer-foo :reader outer-foo)) (:metaclass encapsulated-class))
(defclass inner (outer) ((foo :initform 'inner-foo :reader inner-foo)) (:metaclass encapsulated-class))
(let ((object (make-instance 'inner)))
  (list (outer-foo object) (inner-foo object) (slot-value object (private-name (find-class 'outer) 'foo)) (slot-exists-p object 'foo)))
;=> (OUTER-FOO INNER-FOO OUTER-FOO NIL)

;;; Dynamic slots: values in a table instead of the instance

(defclass dynamic-class (standard-class) ())
(defmethod c2mop:validate-superclass ((class dynamic-class) (superclass standard-class)) t)
(defvar *values* (make-hash-table :test 'equal))
(defvar *ids* (make-hash-table :test 'eq))
(defun slot-key (object slot)
  (list (or (gethash object *ids*) (setf (gethash object *ids*) (hash-table-count *ids*))) (c2mop:slot-definition-name slot)))
(defun dynamic-p (slot) (eq (c2mop:slot-definition-allocation slot) :dynamic))
(defmethod c2mop:slot-value-using-class ((class dynamic-class) object slot)
  (if (dynamic-p slot)
      (multiple-value-bind (value found) (gethash (slot-key object slot) *values*)
        (if found value (slot-unbound class object (c2mop:slot-definition-name slot))))
      (call-next-method)))
(defmethod (setf c2mop:slot-value-using-class) (new (class dynamic-class) object slot)
  (if (dynamic-p slot) (setf (gethash (slot-key object slot) *values*) new) (call-next-method)))
(defmethod c2mop:slot-boundp-using-class ((class dynamic-class) object slot)
  (if (dynamic-p slot) (nth-value 1 (gethash (slot-key object slot) *values*)) (call-next-method)))
(defmethod c2mop:slot-makunbound-using-class ((class dynamic-class) object slot)
  (if (dynamic-p slot) (progn (remhash (slot-key object slot) *values*) object) (call-next-method)))
(defclass shelf () ((near :initarg :near :accessor near) (far :initarg :far :accessor far :allocation :dynamic)
                    (common :allocation :class :initform 1 :accessor common)
                    (start :initform 5 :allocation :dynamic :reader start))
  (:metaclass dynamic-class))
(defvar *shelf* (make-instance 'shelf :near 1 :far 2))
(list (near *shelf*) (far *shelf*) (start *shelf*) (hash-table-count *values*))  ;=> (1 2 5 2)
(progn (incf (far *shelf*) 10) (setf (slot-value *shelf* 'near) 3) (list (near *shelf*) (slot-value *shelf* 'far)))  ;=> (3 12)
(list (slot-boundp *shelf* 'far) (slot-boundp (slot-makunbound *shelf* 'far) 'far) (hash-table-count *values*))  ;=> (T NIL 1)
(far *shelf*)  ;signals: unbound-slot
(progn (setf (common *shelf*) 9) (common (make-instance 'shelf)))  ;=> 9
(c2mop:slot-definition-location (effective-slot 'shelf 'far))  ;=> NIL

;;; Every access to a slot, in interpreted and in compiled code

(defclass watched-class (standard-class) ())
(defmethod c2mop:validate-superclass ((class watched-class) (superclass standard-class)) t)
(defvar *accesses* 0)
(defmethod c2mop:slot-value-using-class :before ((class watched-class) object slot)
  (declare (ignore object slot))
  (incf *accesses*))
(defmethod (setf c2mop:slot-value-using-class) :before (new (class watched-class) object slot)
  (declare (ignore new object slot))
  (incf *accesses*))
(defclass counter () ((n :initform 0 :accessor n)) (:metaclass watched-class))
(defun count-up (counter limit)
  (loop repeat limit do (incf (n counter)) (setf (slot-value counter 'n) (+ 1 (slot-value counter 'n))))
  (n counter))
(let ((counter (make-instance 'counter))) (setq *accesses* 0) (list (count-up counter 1000) *accesses*))  ;=> (2000 4001)

;;; Instances in a pool, by ALLOCATE-INSTANCE and MAKE-INSTANCE

(defclass single-class (standard-class) ((instance :initform nil :accessor the-instance)))
(defmethod c2mop:validate-superclass ((class single-class) (superclass standard-class)) t)
(defmethod make-instance ((class single-class) &key) (or (the-instance class) (setf (the-instance class) (call-next-method))))
(defclass sun () () (:metaclass single-class))
(eq (make-instance 'sun) (make-instance (find-class 'sun)))  ;=> T

;;; Another class precedence list: depth first, as in Flavors

(defclass depth-first-class (standard-class) ())
(defmethod c2mop:validate-superclass ((class depth-first-class) (superclass standard-class)) t)
(defmethod c2mop:compute-class-precedence-list ((class depth-first-class))
  (labels ((above (c)
             (if (member c (list (find-class 'standard-object) (find-class t)))
                 '()
                 (cons c (mapcan #'above (copy-list (c2mop:class-direct-superclasses c)))))))
    (append (remove-duplicates (above class) :from-end t) (list (find-class 'standard-object) (find-class t)))))
(defclass top () ((of :initform 'top :reader of)) (:metaclass depth-first-class))
(defclass left (top) () (:metaclass depth-first-class))
(defclass right (top) ((of :initform 'right)) (:metaclass depth-first-class))
(defclass bottom (left right) () (:metaclass depth-first-class))
(of (make-instance 'bottom))  ;=> TOP
(remove-if-not (lambda (name) (member name '(bottom left right top)))
               (mapcar #'class-name (c2mop:class-precedence-list (find-class 'bottom))))  ;=> (BOTTOM LEFT TOP RIGHT)

;;; Slot definitions of standard classes

(defclass usual () ((a :reader usual-a :initform 1) (b :writer set-b :accessor usual-b)))
(let ((slots (c2mop:class-direct-slots (find-class 'usual))))
  (list (mapcar #'c2mop:slot-definition-name slots) (c2mop:slot-definition-readers (first slots))
        (length (c2mop:slot-definition-writers (second slots)))
        (typep (first slots) 'c2mop:standard-direct-slot-definition)))  ;=> ((A B) (USUAL-A) 2 T)
(typep (effective-slot 'usual 'a) 'c2mop:standard-effective-slot-definition)  ;=> T
(let ((object (make-instance 'usual)) (slot (effective-slot 'usual 'a)))
  (setf (c2mop:slot-value-using-class (find-class 'usual) object slot) 4)
  (list (usual-a object) (c2mop:slot-boundp-using-class (find-class 'usual) object (effective-slot 'usual 'b))
        (c2mop:standard-instance-access object (c2mop:slot-definition-location slot))))  ;=> (4 NIL 4)
(c2mop:compute-slots 'usual)  ;signals: "no method for"

;; Names of types of Common Lisp are refused, also NIL: compiled accesses to a slot of an unknown type would expect a class NIL.
(closer-mop:ensure-class nil)      ;signals: "ENSURE-CLASS: NIL is a type of Common Lisp and cannot be redefined"
(closer-mop:ensure-class 'string)  ;signals: "ENSURE-CLASS: STRING is a type of Common Lisp and cannot be redefined"
(setf (find-class nil) (find-class 'standard-object))  ;signals: "(SETF FIND-CLASS): NIL is a type of Common Lisp and cannot be redefined"
(eq (setf (find-class 'integer) (find-class 'integer)) (find-class 'integer))  ;=> T
