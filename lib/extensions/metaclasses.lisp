;;;; metaclasses.lisp -- the metaobject protocol of classes and slots: metaclasses that programs define. -*- sealed -*-
;;;; Only custom classes, those with such a metaclass, are subject to the protocol (CUSTOM-CLASS-P): they are finalized and
;;;; their slots are accessed by the generic functions of this file. Other classes get metaobjects of their slots on demand.
;;;; Source: Kiczales, des Rivieres and Bobrow, The Art of the Metaobject Protocol, MIT Press, 1991, chapters 3, 5 and 6.

;;; Slot definitions

(defclass closer-mop:slot-definition ()
  ((closer-mop::name :initarg :name) (closer-mop::initform :initarg :initform :initform nil)
   (closer-mop::initfunction :initarg :initfunction :initform nil) (closer-mop::initargs :initarg :initargs :initform nil)
   (closer-mop::type :initarg :type :initform t) (closer-mop::allocation :initarg :allocation :initform :instance)
   (closer-mop::documentation :initarg :documentation :initform nil)))
(defclass closer-mop:direct-slot-definition (closer-mop:slot-definition)
  ((closer-mop::readers :initarg :readers :initform nil) (closer-mop::writers :initarg :writers :initform nil)))
(defclass closer-mop:effective-slot-definition (closer-mop:slot-definition) ((closer-mop::location :initform nil)))
(defclass closer-mop:standard-slot-definition (closer-mop:slot-definition) ())
(defclass closer-mop:standard-direct-slot-definition (closer-mop:standard-slot-definition closer-mop:direct-slot-definition) ())
(defclass closer-mop:standard-effective-slot-definition
    (closer-mop:standard-slot-definition closer-mop:effective-slot-definition) ())

(defmethod print-object ((slot closer-mop:slot-definition) stream)
  (print-unreadable-object (slot stream :type t :identity t)
    (prin1 (if (slot-boundp slot 'closer-mop::name) (slot-value slot 'closer-mop::name) nil) stream))
  slot)

(defmacro define-slot-readers (&rest entries)
  `(progn
     ,@(mapcar (lambda (entry)
                 (destructuring-bind (name slot class text) entry
                   `(progn
                      (defun ,name (slot)
                        ,(format nil "Return ~A of SLOT, a slot definition.~%Signals: type-error unless SLOT is a slot definition." text)
                        (check-argument slot ',class "a slot definition")
                        (slot-value slot ',slot))
                      (let-be-generic ',name '(slot)))))
               entries)))

(define-slot-readers
  (closer-mop:slot-definition-name closer-mop::name closer-mop:slot-definition "the name")
  (closer-mop:slot-definition-initargs closer-mop::initargs closer-mop:slot-definition "a list of the initargs")
  (closer-mop:slot-definition-initform closer-mop::initform closer-mop:slot-definition "the initform, or NIL,")
  (closer-mop:slot-definition-initfunction closer-mop::initfunction closer-mop:slot-definition
   "a function that evaluates the initform, or NIL without one,")
  (closer-mop:slot-definition-type closer-mop::type closer-mop:slot-definition "the type")
  (closer-mop:slot-definition-allocation closer-mop::allocation closer-mop:slot-definition
   "the allocation, such as :INSTANCE or :CLASS,")
  (closer-mop:slot-definition-readers closer-mop::readers closer-mop:direct-slot-definition "a list of the readers")
  (closer-mop:slot-definition-writers closer-mop::writers closer-mop:direct-slot-definition "a list of the writers")
  (closer-mop:slot-definition-location closer-mop::location closer-mop:effective-slot-definition
   "the argument of STANDARD-INSTANCE-ACCESS: an index, or a cons for a shared slot, or NIL without storage,"))

;; The initargs of the metaobject of the SLOT structure.
(defun slot-plist (slot)
  (list :name (slot-name slot) :initform (slot-initform slot) :initfunction (slot-function slot) :initargs (slot-initargs slot)
        :type (slot-type slot) :allocation (slot-allocation slot) :documentation (slot-documentation slot)))

;; Returns the metaobject of SLOT, a SLOT structure of CLASS, which is made at the first call.
(defun effective-slot-object (slot class)
  (unless (slot-object slot)
    (setf (slot-object slot) (apply #'make-instance 'closer-mop:standard-effective-slot-definition (slot-plist slot)))
    (set-location slot class))
  (slot-object slot))

(defun direct-slot-object (slot)
  (or (slot-object slot)
      (setf (slot-object slot)
            (apply #'make-instance 'closer-mop:standard-direct-slot-definition
                   :readers (slot-readers slot) :writers (slot-writers slot) (slot-plist slot)))))

;; Returns a SLOT structure for the slot definition OBJECT, with CELL.
(defun slot-from-object (object cell)
  (make-slot :name (closer-mop:slot-definition-name object) :initform (closer-mop:slot-definition-initform object)
             :function (closer-mop:slot-definition-initfunction object)
             :initargs (closer-mop:slot-definition-initargs object) :type (closer-mop:slot-definition-type object)
             :allocation (closer-mop:slot-definition-allocation object)
             :documentation (slot-value object 'closer-mop::documentation) :cell cell :object object))

;;; Superclasses

(defgeneric closer-mop:validate-superclass (class superclass)
  (:documentation "Return true if SUPERCLASS may be a direct superclass of CLASS. A program that defines a metaclass defines a method
that permits standard classes as superclasses.
Example: (closer-mop:validate-superclass (find-class 'standard-object) (find-class t)) => T"))
(defmethod closer-mop:validate-superclass ((class class) (superclass class))
  (or (eq superclass (find-class t)) (forward-p superclass) (eq (class-of class) (class-of superclass))))

(defun check-superclasses (class parents)
  (dolist (parent parents)
    (unless (closer-mop:validate-superclass class parent)
      (error "DEFCLASS ~S: expected a superclass that fits the metaclass ~S, got ~S; define a method of VALIDATE-SUPERCLASS to allow it"
             (class-name class) (class-name (class-of class)) (class-name parent)))))

;;; Finalization

(defgeneric closer-mop:finalize-inheritance (class)
  (:documentation "Compute the precedence list, the slots and the default initargs of CLASS; return NIL.
Signals: error if a superclass of CLASS is not defined.
Example: (closer-mop:finalize-inheritance (find-class 'list)) => NIL"))
(defgeneric closer-mop:compute-class-precedence-list (class)
  (:documentation "Return the class precedence list of CLASS, computed from its direct superclasses.
Signals: error if the orders of its superclasses contradict each other.
Example: (mapcar #'class-name (closer-mop:compute-class-precedence-list (find-class 'list))) => (LIST SEQUENCE T)"))
(defgeneric closer-mop:compute-slots (class)
  (:documentation "Return a list of the effective slot definitions of CLASS, a class made by DEFCLASS, computed from its direct slots and
those of its superclasses.
Example: (progn (defclass skiff () (oars)) (mapcar #'closer-mop:slot-definition-name (closer-mop:compute-slots (find-class 'skiff))))
  => (OARS)"))
(defgeneric closer-mop:compute-effective-slot-definition (class name direct-slots)
  (:documentation "Return the effective slot definition NAME of CLASS, which combines DIRECT-SLOTS, the direct slot definitions of that name,
most specific first.
Example: (typep #'closer-mop:compute-effective-slot-definition 'generic-function) => T"))
(defgeneric closer-mop:compute-default-initargs (class)
  (:documentation "Return a list of the default initargs of CLASS, inherited ones included: lists (keyword form function).
Example: (closer-mop:compute-default-initargs (find-class 'standard-object)) => NIL"))
(defgeneric closer-mop:direct-slot-definition-class (class &rest initargs)
  (:documentation "Return the class of a direct slot definition of CLASS that is made from INITARGS.
Example: (class-name (closer-mop:direct-slot-definition-class (find-class 'standard-object)))
  => CLOSER-MOP:STANDARD-DIRECT-SLOT-DEFINITION"))
(defgeneric closer-mop:effective-slot-definition-class (class &rest initargs)
  (:documentation "Return the class of an effective slot definition of CLASS that is made from INITARGS.
Example: (class-name (closer-mop:effective-slot-definition-class (find-class 'standard-object)))
  => CLOSER-MOP:STANDARD-EFFECTIVE-SLOT-DEFINITION"))

(defmethod closer-mop:direct-slot-definition-class ((class class) &rest initargs)
  (declare (ignore initargs))
  (find-class 'closer-mop:standard-direct-slot-definition))
(defmethod closer-mop:effective-slot-definition-class ((class class) &rest initargs)
  (declare (ignore initargs))
  (find-class 'closer-mop:standard-effective-slot-definition))

(defmethod closer-mop:compute-class-precedence-list ((class class)) (copy-list (linearize class)))

(defmethod closer-mop:compute-slots ((class class))
  (mapcar (lambda (slot)
            (let ((name (slot-name slot)))
              (closer-mop:compute-effective-slot-definition
               class name
               (mapcan (lambda (c)
                         (let ((direct (find name (details-direct-slots (details-of c)) :key #'slot-name)))
                           (and direct (list (direct-slot-object direct)))))
                       (precedence class)))))
          (effective-slots class)))

(defmethod closer-mop:compute-effective-slot-definition ((class class) name direct-slots)
  (let* ((initial (find-if #'closer-mop:slot-definition-initfunction direct-slots))
         (initargs (list :name name
                         :initform (and initial (closer-mop:slot-definition-initform initial))
                         :initfunction (and initial (closer-mop:slot-definition-initfunction initial))
                         :initargs (remove-duplicates (mapcan (lambda (slot) (copy-list (closer-mop:slot-definition-initargs slot)))
                                                              direct-slots))
                         :allocation (closer-mop:slot-definition-allocation (car direct-slots))
                         :type (common-type (mapcar #'closer-mop:slot-definition-type direct-slots))
                         :documentation (some (lambda (slot) (slot-value slot 'closer-mop::documentation)) direct-slots))))
    (apply #'make-instance (apply #'closer-mop:effective-slot-definition-class class initargs) initargs)))

;; The type of the objects that are of all TYPES.
(defun common-type (types)
  (let ((types (remove-duplicates (remove t types) :test #'equal :from-end t)))
    (cond ((null types) t) ((cdr types) `(and ,@types)) (t (car types)))))

(defmethod closer-mop:compute-default-initargs ((class class)) (initargs-in-order (effective-defaults class)))

(defmethod closer-mop:finalize-inheritance ((class class))
  (if (standard-details class) (require-finalized class))
  nil)
(defmethod closer-mop:finalize-inheritance ((class standard-class))
  (if (custom-class-p class) (finalize-custom-class class) (require-finalized class))
  nil)

;; Finalizes the custom CLASS, for FINALIZE-ONE.
(defun finalize-by-protocol (class)
  (closer-mop:finalize-inheritance class))

(defun finalize-custom-class (class)
  (unless (can-be-finalized class) (require-finalized class))
  (dolist (parent (class-field class :parents)) (if (standard-details parent) (require-finalized parent)))
  (set-class class :precedence (closer-mop:compute-class-precedence-list class))
  (let ((slots (mapcar (lambda (object) (slot-from-object object (effective-cell class object)))
                       (closer-mop:compute-slots class))))
    (install-slots class slots
                   (initargs-in-order (closer-mop:compute-default-initargs class)))
    (dolist (slot slots) (set-location slot class))))

;; Returns the cell of the effective slot definition OBJECT of CLASS: the cell of the most specific direct slot with its name.
(defun effective-cell (class object)
  (when (eq (closer-mop:slot-definition-allocation object) :class)
    (or (some (lambda (c)
                (let ((slot (find (closer-mop:slot-definition-name object) (details-direct-slots (details-of c)) :key #'slot-name)))
                  (and slot (slot-cell slot))))
              (precedence class))
        (direct-cell :class (closer-mop:slot-definition-initfunction object) nil))))

(defun set-location (slot class)
  (let ((index (position (slot-name slot) (layout-of class))))
    (setf (slot-value (slot-object slot) 'closer-mop::location) (or (slot-cell slot) index))))

(defun closer-mop:standard-instance-access (instance location)
  "Return the contents of the slot of INSTANCE, an instance of a class made by DEFCLASS, at LOCATION, which
SLOT-DEFINITION-LOCATION returned; also a place for SETF. No method of SLOT-VALUE-USING-CLASS is called.
Signals: type-error unless INSTANCE is a standard object and LOCATION is a valid index.
Example: (progn (defclass canoe () ((seats :initform 2)))
  (closer-mop:standard-instance-access (make-instance 'canoe)
    (closer-mop:slot-definition-location (first (closer-mop:class-slots (find-class 'canoe)))))) => 2"
  (if (consp location) (car location) (svref (current-storage instance) (+ 1 location))))
(defun (setf closer-mop:standard-instance-access) (new instance location)
  (if (consp location)
      (setf (car location) new)
      (setf (svref (current-storage instance) (+ 1 location)) new)))

;;; Making and changing classes

(defgeneric closer-mop:ensure-class-using-class (class name &rest initargs &key &allow-other-keys)
  (:documentation "Make or redefine the class NAME from INITARGS, those of ENSURE-CLASS; return it. CLASS: the class NAME or, if it is new, NIL.
Signals: error.
Example: (typep #'closer-mop:ensure-class-using-class 'generic-function) => T"))

(defun closer-mop:ensure-class (name &rest initargs)
  "Make or redefine the class NAME; return it. DEFCLASS with a metaclass calls this.
INITARGS: :METACLASS (default: STANDARD-CLASS), :DIRECT-SUPERCLASSES, a list of classes or names, :DIRECT-SLOTS, a list of the
initargs of direct slot definitions, :DIRECT-DEFAULT-INITARGS, a list of lists (keyword form function), :DOCUMENTATION,
and others that the metaclass accepts.
Signals: error; program-error if NAME is a type of Common Lisp, or an initarg is unknown.
Example: (class-name (closer-mop:ensure-class 'barge :direct-slots '((:name load)))) => BARGE"
  (let ((old (structure-type name)))
    (check-type-definition 'closer-mop:ensure-class name)
    (apply #'closer-mop:ensure-class-using-class (and old (eq (class-name old) name) old) name initargs)))

;; Defines the class NAME, for DEFCLASS. SLOTS: property lists. DEFAULTS: lists (keyword function form).
(defun ensure-custom-class (name supers slots defaults initargs)
  (apply #'closer-mop:ensure-class name :direct-superclasses supers :direct-slots slots
         :direct-default-initargs (initargs-in-order defaults)
         initargs))

(defun metaclass-named (metaclass)
  (let ((class (class-designated metaclass)))
    (unless (and (standard-class-p class) (creates-classes-p (require-finalized class)))
      (error "DEFCLASS: expected a metaclass, got ~S" metaclass))
    class))

;; INITARGS of ENSURE-CLASS as initargs of a class metaobject.
(defun class-initargs (name initargs)
  (let ((rest (copy-list initargs)) (supers (getf initargs :direct-superclasses)))
    (remf rest :metaclass)
    (when supers
      (remf rest :direct-superclasses)
      (setq rest (list* :direct-superclasses (mapcar (lambda (s) (if (symbolp s) (superclass s t) s)) supers) rest)))
    (list* :name name rest)))

(defmethod closer-mop:ensure-class-using-class ((class null) name &rest initargs &key (metaclass 'standard-class))
  (let ((new (apply #'make-instance (metaclass-named metaclass) (class-initargs name initargs))))
    (name-class name new)
    (incf *class-stamp*)
    new))
(defmethod closer-mop:ensure-class-using-class ((class class) name &rest initargs &key (metaclass 'standard-class))
  (let ((metaclass (metaclass-named metaclass)))
    (cond ((forward-p class)
           (set-metaclass class metaclass)
           (apply #'initialize-instance class (class-initargs name initargs)))
          ((not (standard-class-p class)) (error "~S is not a class that DEFCLASS can redefine" name))
          (t (unless (eq metaclass (class-of class)) (change-class class metaclass))
             (apply #'reinitialize-instance class (class-initargs name initargs))))
    class))

(defmethod change-class ((instance standard-class) (new-class standard-class) &rest initargs)
  (let ((storage (details-storage (details-of instance))))
    (set-metaclass instance (metaclass-named new-class))
    (let ((details (details-of instance)))
      (if (and storage (details-storage details))
          (setf (details-storage details) (converted-storage storage new-class)))
      (setf (details-finalized details) nil)))
  (forget-dispatch)
  (apply #'shared-initialize instance (and (custom-class-p instance) (layout-of new-class)) initargs)
  instance)

(defmethod shared-initialize ((class standard-class) slot-names
                              &key (name nil named) (direct-superclasses nil with-superclasses) (direct-slots nil with-slots)
                                (direct-default-initargs nil with-defaults) (documentation nil documented))
  (declare (ignore slot-names))
  (call-next-method)
  (let ((details (details-of class)) (new (null (class-field class :parents))))
    (if named (set-class class :name name))
    (if documented (set-class class :documentation documentation))
    (if (or new with-superclasses)
        (set-superclasses class (or direct-superclasses (list (find-class 'standard-object)))))
    (if with-slots
        (let ((before (details-direct-slots details)))
          (setf (details-direct-slots details)
                (mapcar (lambda (initargs) (direct-slot class initargs before)) direct-slots))))
    (if with-defaults
        (setf (details-direct-defaults details) (initargs-in-order direct-default-initargs)))
    (class-changed class))
  class)

;; Returns the SLOT structure of a direct slot of CLASS made from INITARGS. BEFORE: the direct slots before a redefinition.
(defun direct-slot (class initargs before)
  (let* ((object (apply #'make-instance (apply #'closer-mop:direct-slot-definition-class class initargs) initargs))
         (name (closer-mop:slot-definition-name object))
         (slot (slot-from-object object
                                 (direct-cell (closer-mop:slot-definition-allocation object)
                                              (closer-mop:slot-definition-initfunction object)
                                              (find name before :key #'slot-name)))))
    (setf (slot-readers slot) (closer-mop:slot-definition-readers object)
          (slot-writers slot) (closer-mop:slot-definition-writers object))
    slot))

;;; Slot access

(defmacro define-slot-protocol (&rest entries)
  `(progn
     ,@(mapcan
        (lambda (entry)
          (destructuring-bind (name lambda-list docstring form) entry
            (let ((new (butlast lambda-list 3)))
              `((defgeneric ,name ,lambda-list
                  (:documentation
                   ,(format nil "~A SLOT, an effective slot definition of CLASS, defines the slot of OBJECT, an instance of CLASS.~%~
                                 Signals: type-error unless SLOT is an effective slot definition." docstring)))
                (defmethod ,name (,@new (class class) object slot)
                  (check-argument slot 'closer-mop:effective-slot-definition "an effective slot definition")
                  (let ((name (closer-mop:slot-definition-name slot))) ,form))))))
        entries)))

(define-slot-protocol
  (closer-mop:slot-value-using-class (class object slot)
   "Return the value of a slot."
   (stored-slot-value object name))
  ((setf closer-mop:slot-value-using-class) (new class object slot)
   "Set the value of a slot to NEW; return NEW."
   (progn (store-slot-value object name new) new))
  (closer-mop:slot-boundp-using-class (class object slot)
   "Return true if a slot has a value."
   (stored-slot-boundp object name))
  (closer-mop:slot-makunbound-using-class (class object slot)
   "Make a slot unbound; return OBJECT."
   (progn (unbind-stored-slot object name) object)))

;; Slot accesses to OBJECT, an instance of a custom class, for SLOT-VALUE and related operators. SLOT: a SLOT structure.
(defun slot-value-by-protocol (object slot)
  (closer-mop:slot-value-using-class (class-of object) object (slot-object slot)))
(defun set-slot-by-protocol (object slot new)
  (setf (closer-mop:slot-value-using-class (class-of object) object (slot-object slot)) new))
(defun slot-boundp-by-protocol (object slot)
  (if (closer-mop:slot-boundp-using-class (class-of object) object (slot-object slot)) t nil))
(defun unbind-slot-by-protocol (object slot)
  (closer-mop:slot-makunbound-using-class (class-of object) object (slot-object slot)))
