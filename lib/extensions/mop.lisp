;;;; mop.lisp -- readers of the metaobject protocol, over what CLOS has. -*- sealed -*-
;;;; The names are those of closer-mop; the package also has its nickname, and CLISP's name CLOS. metaclasses.lisp has the rest of the protocol.
;;;; Source: Kiczales, des Rivieres and Bobrow, The Art of the Metaobject Protocol, MIT Press, 1991, chapters 5 and 6.

(make-package "CLOSER-MOP" :nicknames '("C2MOP" "CLOS") :use nil)

(dolist (name '("CLASS-DIRECT-SUPERCLASSES" "CLASS-DIRECT-SUBCLASSES" "CLASS-PRECEDENCE-LIST"
                "CLASS-SLOTS" "CLASS-DIRECT-SLOTS"
                "CLASS-DEFAULT-INITARGS" "CLASS-DIRECT-DEFAULT-INITARGS" "CLASS-FINALIZED-P" "FINALIZE-INHERITANCE"
                "CLASS-PROTOTYPE" "ENSURE-FINALIZED" "SUBCLASSP" "CLASSP"
                "SLOT-DEFINITION-NAME" "SLOT-DEFINITION-INITARGS" "SLOT-DEFINITION-INITFORM" "SLOT-DEFINITION-INITFUNCTION"
                "SLOT-DEFINITION-TYPE" "SLOT-DEFINITION-ALLOCATION" "SLOT-DEFINITION-READERS" "SLOT-DEFINITION-WRITERS"
                "SLOT-DEFINITION-LOCATION" "SLOT-DEFINITION" "DIRECT-SLOT-DEFINITION" "EFFECTIVE-SLOT-DEFINITION"
                "STANDARD-SLOT-DEFINITION" "STANDARD-DIRECT-SLOT-DEFINITION" "STANDARD-EFFECTIVE-SLOT-DEFINITION"
                "DIRECT-SLOT-DEFINITION-CLASS" "EFFECTIVE-SLOT-DEFINITION-CLASS" "COMPUTE-SLOTS"
                "COMPUTE-EFFECTIVE-SLOT-DEFINITION" "COMPUTE-CLASS-PRECEDENCE-LIST" "COMPUTE-DEFAULT-INITARGS"
                "ENSURE-CLASS" "ENSURE-CLASS-USING-CLASS" "VALIDATE-SUPERCLASS" "STANDARD-INSTANCE-ACCESS"
                "SLOT-VALUE-USING-CLASS" "SLOT-BOUNDP-USING-CLASS" "SLOT-MAKUNBOUND-USING-CLASS"
                "GENERIC-FUNCTION-NAME" "GENERIC-FUNCTION-METHODS" "GENERIC-FUNCTION-LAMBDA-LIST"
                "GENERIC-FUNCTION-ARGUMENT-PRECEDENCE-ORDER" "GENERIC-FUNCTION-METHOD-COMBINATION"
                "METHOD-GENERIC-FUNCTION" "METHOD-LAMBDA-LIST" "METHOD-SPECIALIZERS" "METHOD-FUNCTION"
                "SPECIALIZER-DIRECT-METHODS" "SPECIALIZER-DIRECT-GENERIC-FUNCTIONS"
                "FUNCALLABLE-STANDARD-CLASS" "FUNCALLABLE-STANDARD-OBJECT" "SET-FUNCALLABLE-INSTANCE-FUNCTION"
                "FUNCALLABLE-STANDARD-INSTANCE-ACCESS" "ENSURE-GENERIC-FUNCTION-USING-CLASS" "GENERIC-FUNCTION-METHOD-CLASS"
                "GENERIC-FUNCTION-DECLARATIONS" "COMPUTE-DISCRIMINATING-FUNCTION" "COMPUTE-APPLICABLE-METHODS-USING-CLASSES"
                "COMPUTE-EFFECTIVE-METHOD" "FIND-METHOD-COMBINATION" "ENSURE-METHOD" "REQUIRED-ARGS"
                "EXTRACT-LAMBDA-LIST" "EXTRACT-SPECIALIZER-NAMES" "INTERN-EQL-SPECIALIZER" "EQL-SPECIALIZER-OBJECT"
                "EQL-SPECIALIZER" "SPECIALIZER"))
  (export (intern name "CLOSER-MOP") "CLOSER-MOP"))

(dolist (symbol '(standard-class standard-generic-function standard-method standard-object class generic-function method
                  built-in-class structure-class forward-referenced-class method-qualifiers compute-applicable-methods
                  defclass defgeneric defmethod
                  add-method remove-method find-method ensure-generic-function class-name))
  (import symbol "CLOSER-MOP")
  (export symbol "CLOSER-MOP"))

;;; Classes

(defun class-argument (class)
  (check-argument class 'class "a class")
  class)

(defun standard-details (class)
  (if (or (standard-class-p (class-argument class)) (forward-p class)) (details-of class) nil))

(defun closer-mop:class-direct-superclasses (class)
  "Return a list of the direct superclasses of CLASS.
Signals: type-error unless CLASS is a class.
Example: (mapcar #'class-name (closer-mop:class-direct-superclasses (find-class 'integer))) => (RATIONAL)"
  (copy-list (class-field (class-argument class) :parents)))

(defun closer-mop:class-direct-subclasses (class)
  "Return a list of the direct subclasses of CLASS that DEFCLASS defined.
Signals: type-error unless CLASS is a class.
Example: (progn (defclass boat () ()) (defclass ferry (boat) ())
  (mapcar #'class-name (closer-mop:class-direct-subclasses (find-class 'boat)))) => (FERRY)"
  (copy-list (details-subclasses (details-of (class-argument class)))))

(defun closer-mop:class-precedence-list (class)
  "Return the class precedence list of CLASS.
Signals: type-error unless CLASS is a class.
Example: (mapcar #'class-name (closer-mop:class-precedence-list (find-class 'null))) => (NULL SYMBOL LIST SEQUENCE T)"
  (copy-list (precedence (class-argument class))))

(defun closer-mop:class-slots (class)
  "Return a list of the slot definitions of CLASS, those that it inherits included; NIL for a built-in class.
Signals: type-error unless CLASS is a class; error if a superclass is not defined.
Example: (progn (defclass raft () (deck)) (defstruct oar length)
  (mapcar (lambda (name) (mapcar #'closer-mop:slot-definition-name (closer-mop:class-slots (find-class name)))) '(raft oar)))
  => ((DECK) (LENGTH))"
  (let ((details (standard-details class)))
    (if details
        (mapcar (lambda (slot) (effective-slot-object slot class)) (details-slots (details-of (require-finalized class))))
        (copy-list (structure-slot-objects class)))))

;; The slot definitions of structure classes, by the list of their slots.
(defvar *structure-slot-objects* (make-hash-table :test 'eq))

;; The slot definitions of CLASS if it is a structure class, else NIL.
(defun structure-slot-objects (class)
  (let ((slots (if (metaclass-p class 'structure-class) (structure-type-slots class))))
    (or (gethash slots *structure-slot-objects*)
        (and slots
             (setf (gethash slots *structure-slot-objects*)
                   (loop for (name function type form) in slots
                         collect (make-instance 'closer-mop:standard-effective-slot-definition
                                                :name name :initform form :initfunction function :type type)))))))

(defun closer-mop:class-direct-slots (class)
  "Return a list of the slot definitions of the DEFCLASS or DEFSTRUCT form of CLASS.
Signals: type-error unless CLASS is a class.
Example: (closer-mop:class-direct-slots (find-class 'standard-object)) => NIL"
  (let ((details (standard-details class)))
    (if details
        (mapcar #'direct-slot-object (details-direct-slots details))
        (let ((inherited (mapcan #'closer-mop:class-slots (class-field class :parents))))
          (nthcdr (length inherited) (closer-mop:class-slots class))))))

(defun closer-mop:class-default-initargs (class)
  "Return a list of the default initargs of CLASS, those that it inherits included: lists (keyword form function).
Signals: type-error unless CLASS is a class; error if a superclass is not defined."
  (if (standard-details class) (initargs-in-order (details-defaults (details-of (require-finalized class))))))

(defun closer-mop:class-direct-default-initargs (class)
  "Return a list of the default initargs of the DEFCLASS form of CLASS: lists (keyword form function).
Signals: type-error unless CLASS is a class.
Example: (progn (defclass sloop () () (:default-initargs :masts 1))
  (subseq (first (closer-mop:class-direct-default-initargs (find-class 'sloop))) 0 2)) => (:MASTS 1)"
  (let ((details (standard-details class)))
    (if details (initargs-in-order (details-direct-defaults details)))))

(defun initargs-in-order (defaults)
  (mapcar (lambda (default) (list (first default) (third default) (second default))) defaults))

(defun closer-mop:class-finalized-p (class)
  "Return true if all superclasses of CLASS are defined.
Signals: type-error unless CLASS is a class.
Example: (closer-mop:class-finalized-p (find-class 'list)) => T"
  (let ((details (standard-details class)))
    (if details (and (details-finalized details) t) t)))

(defun closer-mop:ensure-finalized (class &optional (errorp t))
  "Check that all superclasses of CLASS are defined; return CLASS, or NIL if one is not and ERRORP is false.
Signals: type-error unless CLASS is a class; error.
Example: (closer-mop:ensure-finalized (find-class 'list)) => #<BUILT-IN-CLASS LIST>"
  (cond ((closer-mop:class-finalized-p class) class)
        (errorp (require-finalized class))))

(defun closer-mop:class-prototype (class)
  "Return an instance of CLASS, a standard class, with unbound slots; the same one each time.
Signals: type-error unless CLASS is a class; error if CLASS was not defined by DEFCLASS.
Example: (progn (defclass kayak () ()) (typep (closer-mop:class-prototype (find-class 'kayak)) 'kayak)) => T"
  (unless (standard-class-p (class-argument class))
    (error "CLASS-PROTOTYPE: expected a standard class, got ~S" class))
  (or (gethash class *prototypes*) (setf (gethash class *prototypes*) (allocate-instance class))))

(defvar *prototypes* (make-hash-table :test 'eq))

(defun closer-mop:classp (object)
  "Return T if OBJECT is a class, else NIL.
Example: (closer-mop:classp 'list) => NIL"
  (typep object 'class))

(defun closer-mop:subclassp (class superclass)
  "Return T if SUPERCLASS is CLASS or above it, else NIL. Both are classes or names of classes.
Signals: error if a class does not exist.
Example: (closer-mop:subclassp 'integer 'real) => T"
  (if (member (class-designated superclass) (precedence (class-argument (class-designated class)))) t nil))

;;; Generic functions and methods

(defun closer-mop:generic-function-name (function)
  "Return the name of the generic function FUNCTION.
Signals: type-error unless FUNCTION is a generic function.
Example: (closer-mop:generic-function-name #'print-object) => PRINT-OBJECT"
  (generic-record-name (generic-of function)))

(defun closer-mop:generic-function-methods (function)
  "Return a list of the methods of the generic function FUNCTION.
Signals: type-error unless FUNCTION is a generic function.
Example: (progn (defgeneric row (boat)) (closer-mop:generic-function-methods #'row)) => NIL"
  (copy-list (generic-record-methods (generic-of function))))

(defun closer-mop:generic-function-lambda-list (function)
  "Return the lambda list of the generic function FUNCTION.
Signals: type-error unless FUNCTION is a generic function.
Example: (closer-mop:generic-function-lambda-list #'print-object) => (OBJECT STREAM)"
  (generic-record-lambda-list (generic-of function)))

(defun closer-mop:generic-function-argument-precedence-order (function)
  "Return a list of the required parameters of the generic function FUNCTION in argument precedence order.
Signals: type-error unless FUNCTION is a generic function.
Example: (closer-mop:generic-function-argument-precedence-order #'documentation) => (KIND OBJECT)"
  (let ((record (generic-of function)))
    (mapcar (lambda (i) (nth i (generic-record-lambda-list record))) (generic-record-order record))))

(defun closer-mop:generic-function-method-combination (function)
  "Return the method combination of the generic function FUNCTION, a list of its name and options.
Signals: type-error unless FUNCTION is a generic function.
Example: (closer-mop:generic-function-method-combination #'print-object) => (STANDARD)"
  (generic-record-combination (generic-of function)))

(defun method-argument (method)
  (check-argument method 'method "a method")
  method)

(defun closer-mop:method-generic-function (method)
  "Return the generic function of METHOD, or NIL.
Signals: type-error unless METHOD is a method."
  (method-record-generic (method-argument method)))

(defun closer-mop:method-lambda-list (method)
  "Return the lambda list of METHOD without its specializers.
Signals: type-error unless METHOD is a method."
  (method-record-lambda-list (method-argument method)))

(defun closer-mop:method-specializers (method)
  "Return a list of the specializers of METHOD: classes, and lists (EQL object).
Signals: type-error unless METHOD is a method.
Example: (progn (defgeneric sail (boat)) (closer-mop:method-specializers (defmethod sail ((boat integer)) boat)))
  => (#<BUILT-IN-CLASS INTEGER>)"
  (copy-list (method-record-specializers (method-argument method))))

(defun closer-mop:specializer-direct-methods (specializer)
  "Return a list of the methods that have SPECIALIZER, a class or a list (EQL object), among their specializers.
Example: (progn (defclass tug () ()) (defgeneric pull (boat) (:method ((boat tug)) boat))
  (length (closer-mop:specializer-direct-methods (find-class 'tug)))) => 1"
  (let ((found nil))
    (maphash (lambda (function record)
               (declare (ignore function))
               (dolist (method (generic-record-methods record))
                 (if (member specializer (method-record-specializers method) :test #'equal) (pushnew method found))))
             *generics*)
    found))

(defun closer-mop:specializer-direct-generic-functions (specializer)
  "Return a list of the generic functions that have a method with SPECIALIZER among its specializers.
Example: (progn (defclass punt () ()) (defgeneric push-off (boat) (:method ((boat punt)) boat))
  (mapcar #'closer-mop:generic-function-name
          (closer-mop:specializer-direct-generic-functions (find-class 'punt)))) => (PUSH-OFF)"
  (remove-duplicates (mapcar #'method-record-generic (closer-mop:specializer-direct-methods specializer))))
