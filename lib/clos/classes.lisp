;;;; classes.lisp -- classes: built-in classes, precedence lists, slots, DEFCLASS. -*- sealed -*-
;;;; A class is a StructureType (heap/object.hpp). Data of standard classes that only Lisp code uses is in its DETAILS.

(defstruct (details (:conc-name details-) (:copier nil) (:predicate nil) (:constructor make-details))
  (subclasses nil)        ; the direct ones
  (direct-slots nil)      ; the slots in the DEFCLASS form: SLOT structures
  (slots nil)             ; the effective slots, most specific first: SLOT structures
  (shared nil)            ; shared slots that became local: lists (LAYOUT (NAME . CELL)...), where LAYOUT is the old layout
  (direct-defaults nil)   ; the :DEFAULT-INITARGS of the DEFCLASS form: lists (keyword function form)
  (defaults nil)
  (accessors nil)         ; pairs of a generic function and a method that DEFCLASS made
  (making nil)            ; the constructor data of MAKE-INSTANCE: a MAKING
  (layout nil)            ; of a custom class: the layout of its instances (LAYOUT-OF)
  (storage nil)           ; the slots that the class has as an instance of its metaclass: a storage (INSTANCE-STORAGE), or NIL
  (finalized nil))

(defstruct (slot (:copier nil) (:predicate nil) (:constructor make-slot))
  name initform function  ; FUNCTION evaluates the initform; NIL without an initform
  initargs cell           ; CELL: a cons whose CAR is the value of a shared slot, NIL for a local slot
  allocation documentation type
  (readers nil) (writers nil)
  (object nil))           ; its metaobject (extensions/metaclasses.lisp), NIL before it is needed

(defun class-name (class)
  "Return the name of CLASS.
Signals: type-error unless CLASS is a class.
Example: (class-name (find-class 'integer)) => INTEGER"
  (class-field class :name))

(defun (setf class-name) (name class) (set-class class :name name))

(defun find-class (name &optional (errorp t) environment)
  "Return the class named NAME. If it does not exist, signal an error or, if ERRORP is NIL, return NIL.
Signals: error.
Example: (find-class 'list) => #<BUILT-IN-CLASS LIST>
Example: (find-class 'no-such-class nil) => NIL"
  (declare (ignore environment))
  (let ((class (and (symbolp name) (structure-type name))))
    (cond ((and class (not (forward-p class))) class)
          (errorp (error "FIND-CLASS: expected the name of a class, got ~S" name)))))

(defun (setf find-class) (class name &optional errorp environment)
  (declare (ignore errorp environment))
  (unless (eq class (structure-type name)) (check-type-definition '(setf find-class) name))
  (name-class name class))

;; The class that CLASS names, or CLASS itself.
(defun class-designated (class) (if (symbolp class) (find-class class) class))

;; Makes CLASS the class named NAME; if CLASS is NIL, no class has this name afterwards.
(defun name-class (name class)
  (types-changed)
  (set-class-named name class))

(defun metaclass-p (class metaclass) (eq (class-field class :metaclass) metaclass))
(defun forward-p (class) (metaclass-p class 'forward-referenced-class))
(defun standard-class-p (class) (or (metaclass-p class 'standard-class) (custom-class-p class)))

;; Is CLASS a custom class, an instance of a metaclass other than the standard's? The metaobject protocol
;; (extensions/metaclasses.lisp) finalizes it and accesses the slots of its instances.
(defun custom-class-p (class) (not (symbolp (class-field class :metaclass))))

;; Returns the layout of the instances of CLASS, a list of slot names. The class itself refers to another list if it is a custom class:
;; since no instance has that one as its layout, the fast paths of slot access find no slot.
(defun layout-of (class)
  (if (custom-class-p class) (details-layout (details-of class)) (class-field class :layout)))

(defun set-class-layout (class layout)
  (when (custom-class-p class)
    (setf (details-layout (details-of class)) layout)
    (setq layout (list :custom)))
  (set-class class :layout layout))

;; Returns the class precedence list of CLASS. The list that C++ stores for structures and conditions lacks the class T.
(defun precedence (class)
  (let ((above (class-field class :precedence)) (top (find-class t)))
    (cond ((eq (car (last above)) top) above)
          ((metaclass-p class 'condition-class) (append above (list top)))
          (t (append above (list (find-class 'structure-object) top))))))

(defun instance-p (object class) (if (member class (precedence (class-of object))) t nil))

(defun all-above (class seen)
  (if (member class seen)
      seen
      (let ((seen (cons class seen)))
        (dolist (parent (class-field class :parents) seen) (setq seen (all-above parent seen))))))

;;; The built-in classes, each with its direct superclasses

(dolist (entry '((t) (structure-object t) (symbol t) (sequence t) (list sequence) (null symbol list) (cons list) (number t) (real number)
                 (rational real) (integer rational) (ratio rational) (float real) (complex number) (character t)
                 (array t) (vector array sequence) (string vector) (bit-vector vector) (function t)
                 (hash-table t) (package t) (stream t) (file-stream stream) (string-stream stream)
                 (two-way-stream stream) (echo-stream stream) (broadcast-stream stream) (concatenated-stream stream)
                 (synonym-stream stream) (random-state t) (readtable t) (logical-pathname pathname)
                 (standard-object t) (class standard-object) (built-in-class class)
                 (structure-class class) (standard-class class) (condition-class class) (forward-referenced-class class)
                 (generic-function function) (standard-generic-function generic-function)
                 (method-combination standard-object)))
  (let ((class (make-class (car entry) 'built-in-class)))
    (name-class (car entry) class)
    (set-class class :details (make-details))
    (set-class class :parents (mapcar #'structure-type (cdr entry)))
    (set-class class :precedence (linearize class))))

(set-class (find-class 'structure-object) :metaclass 'structure-class)

(set-built-in-classes
 (mapcar #'find-class
  '(null cons symbol integer ratio float complex character string bit-vector vector array function standard-generic-function
    hash-table package file-stream string-stream two-way-stream echo-stream broadcast-stream
    concatenated-stream synonym-stream stream random-state readtable t)))

;;; Standard classes

(defvar *class-stamp* 0)  ; incremented whenever a class or a method changes

(defun details-of (class)
  (or (class-field class :details) (set-class class :details (make-details))))

;; Returns the class NAME as a superclass; creates a forward-referenced class if it does not exist. FUNCALLABLE: may it be a class of
;; generic functions?
(defun superclass (name &optional funcallable)
  (let ((class (or (structure-type name)
                   (let ((new (make-class name 'forward-referenced-class)))
                     (name-class name new)))))
    (if (or (standard-class-p class) (forward-p class) (member name '(t class method standard-method stream function))
            (and funcallable (member name '(generic-function standard-generic-function))))
        class
        (error "DEFCLASS: expected a standard class as superclass, got ~S" name))))

(defun can-be-finalized (class)
  (or (details-finalized (details-of class))
      (and (not (forward-p class)) (every #'can-be-finalized (class-field class :parents)))))

;; Finalizes CLASS, and those of its subclasses that can be. A custom class is finalized at its first use; after a change of another
;; class it is finalized here if it was finalized before.
(defun finalize (class)
  (finalize-one class)
  (dolist (sub (classes-below class))
    (if (and (can-be-finalized sub) (or (not (custom-class-p sub)) (details-finalized (details-of sub))))
        (finalize-one sub))))

(defun finalize-one (class)
  (cond ((custom-class-p class) (finalize-by-protocol class))
        (t (set-class class :precedence (linearize class))
           (install-slots class (effective-slots class) (effective-defaults class)))))

;; Returns the direct and indirect subclasses of CLASS, each once and after its superclasses.
(defun classes-below (class)
  (let ((seen (make-hash-table :test #'eq)) (order nil))
    (labels ((visit (class)
               (dolist (sub (details-subclasses (details-of class)))
                 (unless (gethash sub seen)
                   (setf (gethash sub seen) t)
                   (visit sub)
                   (push sub order)))))
      (visit class)
      order)))

(defun effective-defaults (class)
  (remove-duplicates (mapcan (lambda (c) (copy-list (details-direct-defaults (details-of c))))
                             (class-field class :precedence))
                     :key #'first :from-end t))

;; Stores the effective SLOTS and default initargs of CLASS, whose precedence list is known.
(defun install-slots (class slots defaults)
  (let* ((details (details-of class)) (layout (layout-of class))
         (shared (remove nil (details-slots details) :key #'slot-cell)))
    (setf (details-slots details) slots
          (details-defaults details) defaults
          (details-finalized details) t)
    ;; The layout is a fresh list: an instance is obsolete if its layout is not EQ to that of its class.
    (set-class-layout class (mapcar #'slot-name (remove-if-not (lambda (slot) (eq (slot-allocation slot) :instance)) slots)))
    (let ((local (remove-if-not (lambda (slot) (member (slot-name slot) (layout-of class))) shared)))
      (if local (push (cons layout (mapcar (lambda (slot) (cons (slot-name slot) (slot-cell slot))) local)) (details-shared details))))))

(defun require-finalized (class)
  (cond ((details-finalized (details-of class)))
        ((can-be-finalized class) (finalize class))
        (t (let ((missing (find-if #'forward-p (all-above class nil))))
             (error "The class ~S cannot be used before ~S is defined" (class-name class) (and missing (class-name missing))))))
  class)

;; Returns the effective slots of CLASS, which combine the direct slots of the classes in its precedence list.
(defun effective-slots (class)
  (let ((names nil) (classes (class-field class :precedence)))
    (dolist (c (reverse classes))
      (dolist (slot (details-direct-slots (details-of c))) (pushnew (slot-name slot) names)))
    (mapcar (lambda (name)
              (let* ((all (mapcan (lambda (c)
                                    (let ((slot (find name (details-direct-slots (details-of c)) :key #'slot-name)))
                                      (and slot (list slot))))
                                  classes))
                     (initial (find-if #'slot-function all)))
                (make-slot :name name
                           :initform (and initial (slot-initform initial))
                           :function (and initial (slot-function initial))
                           :initargs (remove-duplicates (mapcan (lambda (s) (copy-list (slot-initargs s))) all))
                           :allocation (slot-allocation (car all))
                           :cell (slot-cell (car all))
                           :type (slot-type (car all))
                           :documentation (some #'slot-documentation all))))
            (nreverse names))))

(defun slot-of (class name)
  (find name (details-slots (details-of class)) :key #'slot-name))

;; Defines or redefines the class NAME, for DEFCLASS. SLOTS: property lists. DEFAULTS: lists (keyword function form).
(defun ensure-class (name supers slots defaults documentation)
  (let* ((old (structure-type name))
         (class (if (and old (eq (class-name old) name) (or (standard-class-p old) (forward-p old)))
                    old (make-class name 'standard-class)))
         (details (details-of class))
         (before (details-direct-slots details)))
    (when (and (null old) (member name supers)) (error "The class ~S would inherit from itself" name))
    (when (metaclass-p class 'built-in-class) (error "~S is a built-in class" name))
    (let ((parents (mapcar #'superclass (or supers '(standard-object)))))
      (when (custom-class-p class) (set-metaclass class (find-class 'standard-class)))
      (set-class class :metaclass 'standard-class)
      (set-superclasses class parents))
    (set-class class :documentation documentation)
    (setf (details-direct-defaults details) defaults
          (details-direct-slots details)
          (mapcar (lambda (slot)
                    (destructuring-bind (&key name initform function initargs (allocation :instance) documentation (type t)
                                         readers writers)
                        slot
                      (make-slot :name name :initform initform :function function :initargs initargs :type type
                                 :allocation allocation :documentation documentation :readers readers :writers writers
                                 :cell (direct-cell allocation function (find name before :key #'slot-name)))))
                  slots))
    (name-class name class)
    (class-changed class)
    class))

;; Makes the list PARENTS the direct superclasses of CLASS.
(defun set-superclasses (class parents)
  (when (and (details-subclasses (details-of class)) (member class (mapcan (lambda (p) (all-above p nil)) parents)))
    (error "The class ~S would inherit from itself" (class-name class)))
  (if (or (custom-class-p class) (some #'custom-class-p parents)) (check-superclasses class parents))
  (dolist (parent (class-field class :parents))
    (let ((d (details-of parent))) (setf (details-subclasses d) (remove class (details-subclasses d)))))
  (set-class class :parents parents)
  (dolist (parent parents) (push class (details-subclasses (details-of parent)))))

;; Returns the cell of a direct slot with ALLOCATION and the initform function FUNCTION; NIL for a local slot. OLD: the slot before
;; a redefinition, whose cell is kept, or NIL.
(defun direct-cell (allocation function old)
  (and (eq allocation :class)
       (or (and old (slot-cell old)) (list (if function (funcall function) unbound)))))

;; Finalizes CLASS if possible and updates what depends on it, after a change of its superclasses or direct slots.
(defun class-changed (class)
  (let* ((details (details-of class)) (before (details-finalized details)))
    (incf *class-stamp*)
    (setf (details-finalized details) nil)
    (if (can-be-finalized class)
        (if (or before (not (custom-class-p class)))
            (finalize class)
            (set-class class :precedence (linearize class))))
    (forget-dispatch)
    (define-slot-accessors class (details-direct-slots details))))

;;; DEFCLASS

(defun class-error (name control &rest arguments)
  (error 'program-error :format-control "DEFCLASS ~S: ~?" :format-arguments (list name control arguments)))

(defun check-slot-option (class slot key value custom)
  (let ((expected (case key
                    (:initarg (if (symbolp value) nil "a symbol"))
                    ((:reader :accessor) (if (and value (symbolp value)) nil "a symbol other than NIL"))
                    (:writer (if (function-name-p value) nil "the name of a function"))
                    (:allocation (if (or custom (member value '(:instance :class))) nil ":INSTANCE or :CLASS"))
                    (:documentation (if (stringp value) nil "a string")))))
    (if expected (class-error class "the slot ~S: expected ~A after ~S, got ~S" slot expected key value))))

(defun check-class-option (class option)
  (let ((expected (case (car option)
                    (:documentation (if (typep (cdr option) '(cons string null)) nil "(:DOCUMENTATION string)"))
                    (:metaclass (if (typep (cdr option) '(cons symbol null)) nil "(:METACLASS name)"))
                    (:default-initargs
                     (do ((rest (cdr option) (cddr rest))) ((null rest) nil)
                       (unless (and (symbolp (car rest)) (consp (cdr rest))) (return "(:DEFAULT-INITARGS name form ...)")))))))
    (if expected (class-error class "expected ~A, got ~S" expected option))))

;; Returns a form for the property list of SLOT, an element of a DEFCLASS form of CLASS. CUSTOM: is the metaclass not the
;; standard's? Then options that the standard does not define are kept, each with its value or, if it occurs again, with the
;; list of its values.
(defun parse-slot (class slot custom)
  (let* ((slot (if (consp slot) slot (list slot)))
         (name (car slot))
         (initargs nil) (readers nil) (writers nil) (once nil) (initform nil) (others nil))
    (unless (and (symbolp name) (not (constantp name)))
      (class-error class "~S cannot be the name of a slot~:[~; (a slot with options is a list: (name :initarg ...))~]"
                   name (keywordp name)))
    (do ((rest (cdr slot) (cddr rest))) ((null rest))
      (unless (and (consp rest) (cdr rest) (listp (cdr rest)))
        (class-error class "expected pairs as options of the slot ~S" name))
      (let ((key (car rest)) (value (cadr rest)))
        (check-slot-option class name key value custom)
        (case key
          (:initarg (push value initargs))
          (:reader (push value readers))
          (:writer (push value writers))
          (:accessor (push value readers) (push (list 'setf value) writers))
          ((:initform :allocation :type :documentation)
           (if (getf once key) (class-error class "the slot ~S has ~S twice" name key))
           (setq once (list* key (list value) once))
           (if (eq key :initform) (setq initform (list value))))
          (t (if custom (push (list key value) others) (class-error class "expected the slot option :INITARG, :INITFORM, :READER, :WRITER, ~
                                  :ACCESSOR, :ALLOCATION, :TYPE or :DOCUMENTATION, got ~S" key))))))
    `(list :name ',name
           ,@(if initform
                 `(:initform ',(car initform) ,(if custom :initfunction :function) (lambda () ,(car initform)))
                 nil)
           ,@(values-by-key (nreverse others))
           :initargs ',(nreverse initargs) :readers ',readers :writers ',writers
           ,@(mapcan (lambda (key) (let ((given (getf once key))) (and given (list key `',(car given)))))
                     '(:allocation :type :documentation)))))

;; A property list of the keys of PAIRS, lists (key value), with quoted values: a list of them for a key that occurs again.
(defun values-by-key (pairs)
  (mapcan (lambda (key)
            (let ((values (mapcar #'second (remove key pairs :key #'car :test-not #'eq))))
              (list key `',(if (cdr values) values (car values)))))
          (remove-duplicates (mapcar #'car pairs))))

(defun standard-class-option-p (option) (member (car option) '(:default-initargs :documentation :metaclass)))

;; Does NAME, the value of the option :METACLASS or NIL, name a metaclass of a program?
(defun custom-metaclass-p (name) (not (member name '(nil standard-class))))

(defmacro defclass (name superclasses slots &rest options)
  "Define the class NAME, which inherits from SUPERCLASSES (default STANDARD-OBJECT); return it.
SLOTS: names or lists (name option value ...) with :INITARG, :INITFORM, :READER, :WRITER, :ACCESSOR, :ALLOCATION
(:INSTANCE or :CLASS), :TYPE, :DOCUMENTATION.  OPTIONS: (:DEFAULT-INITARGS keyword form ...), (:DOCUMENTATION string),
(:METACLASS name).  With a metaclass that a program defined, other options are initargs of the class and of its slots.
Signals: program-error if the form is malformed.
Example: (progn (defclass ship () ((name :initarg :name :reader ship-name)))
  (ship-name (make-instance 'ship :name \"Argo\"))) => \"Argo\""
  (unless (and name (symbolp name)) (class-error name "expected a symbol as name"))
  (unless (and (listp superclasses) (form-length superclasses) (every #'symbolp superclasses))
    (class-error name "expected a list of names as superclasses, got ~S" superclasses))
  (unless (and (listp slots) (form-length slots)) (class-error name "expected a list of slots, got ~S" slots))
  (if (find-twice superclasses) (class-error name "~S is a superclass twice" (car (find-twice superclasses))))
  (if (member name superclasses) (class-error name "the class would inherit from itself"))
  (let ((names (mapcar (lambda (s) (if (consp s) (car s) s)) slots))
        (defaults (cdr (assoc :default-initargs options)))
        (documentation (cadr (assoc :documentation options)))
        (custom (custom-metaclass-p (cadr (assoc :metaclass options))))
        (seen nil))
    (dolist (slot-name names) (if (cdr (member slot-name (member slot-name names)))
                                  (if (member slot-name (cdr (member slot-name names)))
                                      (class-error name "duplicate slot ~S" slot-name))))
    (dolist (option options)
      (unless (and (consp option)
                   (or (standard-class-option-p option)
                       (and custom (symbolp (car option)))))
        (class-error name "expected a class option, got ~S" option))
      (check-class-option name option)
      (if (member (car option) seen) (class-error name "the option ~S occurs twice" (car option)))
      (push (car option) seen))
    (do ((rest defaults (cddr rest))) ((null rest))
      (if (member (car rest) (cddr rest)) 
          (do ((more (cddr rest) (cddr more))) ((null more))
            (if (eq (car more) (car rest)) (class-error name "~S has two defaults" (car rest))))))
    (let ((slot-forms `(list ,@(mapcar (lambda (s) (parse-slot name s custom)) slots)))
          (default-forms (let ((result nil))
                           (do ((rest defaults (cddr rest))) ((null rest) `(list ,@(nreverse result)))
                             (push `(list ',(car rest) (lambda () ,(cadr rest)) ',(cadr rest)) result)))))
      `(progn
         (check-type-definition 'defclass ',name)
         ,(if custom
              `(ensure-custom-class ',name ',superclasses ,slot-forms ,default-forms
                                    ',(append (mapcan (lambda (o) (if (standard-class-option-p o) nil (list (car o) (cdr o)))) options)
                                              (if documentation (list :documentation documentation) nil)
                                              (list :metaclass (cadr (assoc :metaclass options)))))
              `(ensure-class ',name ',superclasses ,slot-forms ,default-forms ,documentation))))))

(dolist (name '(standard-object class standard-class))
  (set-class (find-class name) :metaclass 'standard-class)
  (finalize (find-class name)))
