;;;; instances.lisp -- instances: slot access, creation, class changes, printing. -*- sealed -*-

;;; Slots

;; Returns the storage of OBJECT, after updating an obsolete instance. Element 0 of the storage is the layout.
(defun current-storage (object)
  (let* ((storage (storage object)) (layout (svref storage 0)) (class (class-of object)))
    (if (or (eq layout (class-field class :layout)) (eq layout (layout-of class)))
        storage
        (progn (update-instance object) (storage object)))))

(defun fresh-storage (class)
  (let* ((layout (layout-of class))
         (storage (make-array (+ 1 (length layout)) :initial-element unbound)))
    (setf (svref storage 0) layout)
    storage))

;; Returns the index of the slot NAME in the storage of OBJECT, an instance of CLASS, or NIL if it is not there.
(defun place-in-storage (object class name)
  (or (slot-place object name)
      (let ((place (and (custom-class-p class) (position name (layout-of class))))) (and place (+ 1 place)))))

;; Calls IN-VECTOR with the storage of OBJECT (NIL for a structure) and the index of its slot NAME, IN-CELL with the cell of a
;; shared slot, or MISSING with the class if OBJECT lacks the slot.
(defun call-with-slot (object name in-vector in-cell missing)
  (let ((class (class-of object)))
    (flet ((in-storage (storage place)
             (let ((slot (if place nil (slot-of class name))))
               (cond (place (funcall in-vector storage place))
                     ((and slot (slot-cell slot)) (funcall in-cell (slot-cell slot)))
                     (t (funcall missing class))))))
      (cond ((and (or (structure-p object nil) (funcallable-instance-p object)) (standard-class-p class))
             (current-storage object)
             (in-storage (storage object) (place-in-storage object class name)))
            ((structure-p object nil)
             (multiple-value-bind (place cell) (slot-place-and-cell object name)
               (cond (cell (funcall in-cell cell))
                     (place (funcall in-vector nil place))
                     (t (funcall missing class)))))
            ((typep object 'class)
             (let* ((storage (metaobject-storage object)) (place (and storage (position name (svref storage 0)))))
               (in-storage storage (and place (+ 1 place)))))
            (t (funcall missing class))))))

;; Returns the storage of the class OBJECT as an instance of its metaclass, NIL if that is a standard metaclass.
(defun metaobject-storage (object)
  (let ((storage (details-storage (details-of object))) (class (class-of object)))
    (if (or (null storage) (eq (svref storage 0) (layout-of class)))
        storage
        (setf (details-storage (details-of object)) (converted-storage storage class)))))

;; Returns a storage for instances of CLASS with the values of STORAGE for the slots that both have.
(defun converted-storage (storage class)
  (let ((new (fresh-storage class)) (i 0))
    (dolist (name (svref storage 0) new)
      (incf i)
      (let ((place (position name (svref new 0))))
        (if place (setf (svref new (+ 1 place)) (svref storage i)))))))

;; Returns the effective slot NAME of the class of OBJECT if the metaobject protocol accesses it, else NIL.
(defun custom-slot (object name)
  (let ((class (class-of object)))
    (if (custom-class-p class) (slot-of (require-finalized class) name) nil)))

(defun slot-value (object name)
  "Return the value of the slot NAME of OBJECT; also a place for SETF.
Signals: error if OBJECT lacks the slot; unbound-slot if the slot is unbound.
Example: (progn (defclass jar () ((lid :initform 'shut))) (slot-value (make-instance 'jar) 'lid)) => SHUT"
  (let ((value (slot-ref object name))) (if (eq value unbound) (slot-value-slow-path object name) value)))

;; Calls with a constant name access the slot inline: the compiler's inline cache keeps the slot's index.
(define-compiler-macro slot-value (&whole call object name)
  (if (quoted-symbol-p name)
      (let ((instance (gensym)) (value (gensym)))
        `(let* ((,instance ,object) (,value (slot-ref ,instance ,name)))
           (if (eq ,value unbound) (slot-value-slow-path ,instance ,name) ,value)))
      call))

(define-compiler-macro (setf slot-value) (&whole call new object name)
  (if (quoted-symbol-p name)
      (let ((value (gensym)) (instance (gensym)))
        `(let* ((,value ,new) (,instance ,object))
           (if (slot-set ,instance ,name ,value) ,value (set-slot-value-slow-path ,value ,instance ,name))))
      call))

(defun slot-value-slow-path (object name)
  (let ((cell (shared-cell object name)))
    (if (and cell (not (eq (car cell) unbound)))
        (car cell)
        (let ((slot (custom-slot object name)))
          (if slot (values (slot-value-by-protocol object slot)) (stored-slot-value object name))))))

;; Returns the cell of the shared slot NAME of OBJECT, whose storage is up to date; else NIL, also for a custom class. This is a
;; shortcut: CALL-WITH-SLOT, which is given functions, takes three times as long.
(defun shared-cell (object name)
  (let* ((class (class-of object))
         (slot (if (and (standard-class-p class) (plain-storage object class)) (slot-of class name) nil)))
    (if slot (slot-cell slot) nil)))

;; Returns the value of the slot NAME in the storage of OBJECT.
(defun stored-slot-value (object name)
  (let ((value (call-with-slot object name
                               (lambda (storage i) (if storage (svref storage i) (structure-ref object nil i)))
                               #'car
                               (lambda (class)
                                 (return-from stored-slot-value (values (slot-missing class object name 'slot-value)))))))
    (if (eq value unbound) (values (slot-unbound (class-of object) object name)) value)))

(defun (setf slot-value) (new object name)
  (if (slot-set object name new) new (set-slot-value-slow-path new object name)))

(defun set-slot-value-slow-path (new object name)
  (let ((cell (shared-cell object name)))
    (if cell
        (setf (car cell) new)
        (let ((slot (custom-slot object name)))
          (if slot (set-slot-by-protocol object slot new) (store-slot-value object name new)))))
  new)

(defun store-slot-value (object name new)
  (call-with-slot object name
                  (lambda (storage i) (if storage (setf (svref storage i) new) (structure-set object nil i new)))
                  (lambda (cell) (setf (car cell) new))
                  (lambda (class) (slot-missing class object name 'setf new))))

(defun slot-boundp (object name)
  "Return T if the slot NAME of OBJECT has a value, else NIL.
Signals: error if OBJECT lacks the slot.
Example: (progn (defclass jar2 () (lid)) (slot-boundp (make-instance 'jar2) 'lid)) => NIL"
  (cond ((not (eq (slot-ref object name) unbound)) t)
        ((slot-place object name) nil)  ; it is NIL for slots that a metaclass may access
        (t (slot-boundp-slow-path object name))))

(defun slot-boundp-slow-path (object name)
  (let ((slot (custom-slot object name)))
    (if slot (slot-boundp-by-protocol object slot) (stored-slot-boundp object name))))

(define-compiler-macro slot-boundp (&whole call object name)
  (if (quoted-symbol-p name)
      (let ((instance (gensym)))
        `(let ((,instance ,object))
           (cond ((not (eq (slot-ref ,instance ,name) unbound)) t)
                 ((slot-place ,instance ,name) nil)
                 (t (slot-boundp-slow-path ,instance ,name)))))
      call))

(defun stored-slot-boundp (object name)
  (call-with-slot object name
                  (lambda (storage i) (not (eq (if storage (svref storage i) (structure-ref object nil i)) unbound)))
                  (lambda (cell) (not (eq (car cell) unbound)))
                  (lambda (class) (if (slot-missing class object name 'slot-boundp) t nil))))

(defun slot-makunbound (object name)
  "Make the slot NAME of OBJECT unbound; return OBJECT.
Signals: error if OBJECT lacks the slot.
Example: (progn (defclass jar3 () ((lid :initform 1))) (slot-boundp (slot-makunbound (make-instance 'jar3) 'lid) 'lid)) => NIL"
  (let ((slot (custom-slot object name)))
    (if slot (unbind-slot-by-protocol object slot) (unbind-stored-slot object name)))
  object)

(defun unbind-stored-slot (object name)
  (call-with-slot object name
                  (lambda (storage i)
                    (cond (storage (setf (svref storage i) unbound))
                          ((conditionp object) (structure-set object nil i unbound))))
                  (lambda (cell) (setf (car cell) unbound))
                  (lambda (class) (slot-missing class object name 'slot-makunbound))))

(defun slot-exists-p (object name)
  "Return T if OBJECT has a slot NAME, else NIL.
Example: (slot-exists-p 'a 'b) => NIL"
  (if (or (slot-place object name) (custom-slot object name))
      t
      (call-with-slot object name (lambda (storage i) storage i t) (lambda (cell) cell t) (lambda (class) class nil))))

(defmacro with-slots (slots instance &body body)
  "Run BODY with each name of SLOTS as a symbol macro for that slot of INSTANCE.
SLOTS: list of names or (variable slot).
Example: (progn (defclass pair2 () ((a :initform 1) (b :initform 2))) (with-slots (a (bb b)) (make-instance 'pair2)
  (incf a) (list a bb))) => (2 2)"
  (dolist (s slots)
    (unless (or (symbolp s) (typep s '(cons symbol (cons symbol null)))) (reject-form "WITH-SLOTS" "a name or (variable slot)" s)))
  (let ((object (gensym)))
    `(let ((,object ,instance))
       ,object
       (symbol-macrolet ,(mapcar (lambda (s)
                                   (if (consp s)
                                       `(,(car s) (slot-value ,object ',(cadr s)))
                                       `(,s (slot-value ,object ',s))))
                                 slots)
         ,@body))))

(defmacro with-accessors (entries instance &body body)
  "Run BODY with each variable of ENTRIES, lists (variable accessor), as a symbol macro for (accessor INSTANCE).
Example: (with-accessors ((first-one car)) (list 1 2) (incf first-one)) => 2"
  (dolist (e entries)
    (unless (typep e '(cons symbol (cons symbol null))) (reject-form "WITH-ACCESSORS" "(variable accessor)" e)))
  (let ((object (gensym)))
    `(let ((,object ,instance))
       ,object
       (symbol-macrolet ,(mapcar (lambda (e) `(,(car e) (,(cadr e) ,object))) entries)
         ,@body))))

;; Defines the readers and writers of the direct SLOTS of CLASS as methods, and removes those of the class's previous definition.
(defun define-slot-accessors (class slots)
  (let ((details (details-of class)))
    (dolist (pair (details-accessors details)) (remove-method (car pair) (cdr pair)))
    (setf (details-accessors details) nil)
    (flet ((add (name slot lambda-list specializers function)
             (let ((method (ensure-method name nil specializers lambda-list t function)))
               (setf (method-record-accessed method) (list slot function))
               (push (cons (method-record-generic method) method) (details-accessors details)))))
      (dolist (slot slots)
        (let ((name (slot-name slot)))
          (dolist (reader (slot-readers slot))
            (add reader name '(object) (list class)
                 (lambda (object)
                   (let ((value (slot-ref object name))) (if (eq value unbound) (slot-value-slow-path object name) value)))))
          (dolist (writer (slot-writers slot))
            (add writer name '(value object) (list 't class) (lambda (value object) (if (slot-set object name value) value (setf (slot-value object name) value))))))))))

;; The functions that read and write slots, by the name of the slot, each with its own inline cache: lists (NAME LAMBDA-LIST FUNCTION).
(defvar *slot-functions* (make-hash-table :test 'eq))

;; The function of METHOD, a plain method, in an effective method: that of its slot if DEFCLASS defined the method, since all readers
;; that DEFCLASS defines have the same code, whose inline cache would serve none of them.
(defun fast-method-function (method)
  (destructuring-bind (&optional name function) (method-record-accessed method)
    (if (and function (eq function (method-record-function method)))
        (slot-access-function name (method-record-lambda-list method))
        (method-record-function method))))

(defun slot-access-function (name lambda-list)
  (let ((known (assoc lambda-list (gethash name *slot-functions*) :test #'equal)))
    (cond (known (second known))
          (t (let ((function (eval `(function (named-lambda ,name ,lambda-list
                                                ,(if (cdr lambda-list)
                                                     `(setf (slot-value object ',name) value)
                                                     `(slot-value object ',name)))))))
               (push (list lambda-list function) (gethash name *slot-functions*))
               function)))))

;;; Creation

(defgeneric no-applicable-method (generic-function &rest arguments)
  (:documentation "Handle a call of GENERIC-FUNCTION with ARGUMENTS, to which no method is applicable. The default method signals an error.
Signals: error.
Example: (handler-case (no-applicable-method #'print-object 1 2) (error () 'none)) => NONE"))
(defgeneric no-next-method (generic-function method &rest arguments)
  (:documentation "Handle a CALL-NEXT-METHOD without a next method. The default method signals an error.
Signals: error.
Example: (handler-case (no-next-method #'print-object nil 1) (error () 'none)) => NONE"))
(defgeneric slot-missing (class object slot-name operation &optional new-value)
  (:documentation "Handle an OPERATION on the slot SLOT-NAME, which OBJECT does not have. The default method signals an error.
Signals: error.
Example: (handler-case (slot-value 1 'size) (error () 'none)) => NONE"))
(defgeneric slot-unbound (class instance slot-name)
  (:documentation "Handle an access to the unbound slot SLOT-NAME of INSTANCE. The default method signals an error.
Signals: unbound-slot.
Example: (progn (defclass jar4 () (lid)) (handler-case (slot-value (make-instance 'jar4) 'lid) (unbound-slot (c) (cell-error-name c)))) => LID"))

(defmethod no-applicable-method (generic-function &rest arguments)
  (let ((record (generic-of generic-function)))
    (error 'hinted-error
           :format-control "~S: no method for ~{~S~^, ~} (~{~A~^, ~})"
           :format-arguments (list (generic-record-name record) arguments
                                   (mapcar (lambda (a) (with-article (class-name (class-of a))))
                                           (subseq arguments 0 (generic-record-required record))))
           :hint (lambda () (methods-hint record)))))

;; A hint that lists the specializers of at most five methods of the generic function of RECORD, or NIL.
(defun methods-hint (record)
  (let ((methods (generic-record-methods record)))
    (flet ((shown (method)
             (let ((names (specializer-names method))) (if (cdr names) names (car names)))))
      (if methods
          (format nil "methods for: ~{~S~^, ~}~:[~;, ...~]"
                  (mapcar #'shown (subseq methods 0 (min 5 (length methods)))) (nthcdr 5 methods))
          nil))))

;; "an INTEGER", "a STRING"
(defun with-article (name)
  (let ((word (prin1-to-string name)))
    (format nil "~:[a~;an~] ~A" (find (char word 0) "AEIOUaeiou") word)))
(defmethod no-next-method (generic-function method &rest arguments)
  method
  (error "CALL-NEXT-METHOD: expected a next method of ~S for ~{~S~^, ~}"
         (generic-record-name (generic-of generic-function)) arguments))
(defmethod slot-missing (class object slot-name operation &optional new-value)
  operation new-value
  (error "~S has no slot ~S; the class ~S has ~:[none~;~:*~{~S~^, ~}~]" object slot-name (class-name class)
         (if (and (standard-class-p class) (class-field class :details))
             (mapcar #'slot-name (details-slots (details-of class)))
             nil)))
(define-condition unbound-slot (cell-error) ((instance :initarg :instance))
  (:report (lambda (c stream)
             (if (and (slot-boundp c 'name) (slot-boundp c 'instance))
                 (format stream "The slot ~S of ~S has no value" (cell-error-name c) (unbound-slot-instance c))
                 (write-string "A slot has no value" stream)))))
(define-condition-readers
 (unbound-slot-instance instance
  "(unbound-slot-instance (make-condition 'unbound-slot :name 'size :instance 1)) => 1"))
(defmethod slot-unbound (class instance slot-name)
  (declare (ignore class))
  (error-with-choice (make-condition 'unbound-slot :name slot-name :instance instance) "value"
                     (lambda () (slot-value instance slot-name)) #'identity
                     (lambda (value) (setf (slot-value instance slot-name) value))))

(defgeneric allocate-instance (class &rest initargs &key &allow-other-keys)
  (:documentation "Return a new instance of CLASS, a class, with unbound slots.
Signals: error if CLASS is a built-in class.
Example: (progn (defclass bare () (a)) (slot-boundp (allocate-instance (find-class 'bare)) 'a)) => NIL"))
(defmethod allocate-instance ((class standard-class) &rest initargs)
  (declare (ignore initargs))
  (require-finalized class)
  (cond ((creates-classes-p class) (allocate-class class))
        ((creates-methods-p class) (allocate-method class))
        (t (make-structure class (fresh-storage class)))))

;; Returns a new method of CLASS, a program's subclass of METHOD: the slots of the structure, then the storage.
(defun allocate-method (class)
  (let ((slots (mapcar (lambda (slot) slot nil) (structure-type-slots (find-class 'method)))))
    (apply #'make-structure class (append slots (list (fresh-storage class))))))

;; Is CLASS a metaclass?
(defun creates-classes-p (class) (if (member (find-class 'class) (class-field class :precedence)) t nil))

;; Is CLASS a class of methods?
(defun creates-methods-p (class) (if (member (find-class 'method) (class-field class :precedence)) t nil))

;; Returns a new class without superclasses and slots, an instance of METACLASS.
(defun allocate-class (metaclass)
  (let ((class (make-class nil 'standard-class)))
    (set-metaclass class metaclass)
    class))

;; Makes CLASS an instance of METACLASS, with unbound slots.
(defun set-metaclass (class metaclass)
  (let ((standard (eq metaclass (find-class 'standard-class))) (details (details-of class)))
    (set-class class :metaclass (if standard 'standard-class metaclass))
    (setf (details-storage details) (if standard nil (fresh-storage metaclass))
          (details-making details) nil)))
(defmethod allocate-instance ((class structure-class) &rest initargs)
  (declare (ignore initargs))
  (apply #'make-structure class (mapcar (lambda (slot) slot nil) (structure-type-slots class))))

(defgeneric shared-initialize (instance slot-names &rest initargs &key &allow-other-keys)
  (:documentation "Set the slots of INSTANCE from INITARGS, then the unbound ones among SLOT-NAMES (T: all) from their initforms;
return INSTANCE.
Example: (progn (defclass plot () ((a :initarg :a))) (slot-value (shared-initialize (make-instance 'plot) t :a 1) 'a)) => 1"))
(defmethod shared-initialize ((instance standard-object) slot-names &rest initargs)
  (let* ((class (class-of instance)) (storage (plain-storage instance class)) (place 0))
    (check-pairs class initargs)
    (dolist (slot (details-slots (details-of class)) instance)
      (let* ((given (given-initarg (slot-initargs slot) initargs)) (is-local (eq (slot-allocation slot) :instance)))
        (if is-local (incf place))
        (flet ((initialize (value)
                 (if (and storage is-local)
                     (setf (svref storage place) value)
                     (setf (slot-value instance (slot-name slot)) value))))
          (cond (given (initialize (car given)))
                ((and (slot-function slot)
                      (or (eq slot-names t) (member (slot-name slot) slot-names))
                      (if (and storage is-local) (eq (svref storage place) unbound) (not (slot-boundp instance (slot-name slot)))))
                 (let ((value (funcall (slot-function slot))))
                   ;; The initform may have changed the class of INSTANCE.
                   (if (and storage (not (eq (storage instance) storage))) (setq storage nil))
                   (initialize value)))))))))

;; Returns the storage of INSTANCE if its layout is that of CLASS, its class; NIL for a custom class.
(defun plain-storage (instance class)
  (if (or (structure-p instance nil) (funcallable-instance-p instance))
      (let ((storage (storage instance))) (and (eq (svref storage 0) (class-field class :layout)) storage))
      nil))

(defgeneric initialize-instance (instance &rest initargs &key &allow-other-keys)
  (:documentation "Set the slots of the new INSTANCE from INITARGS and initforms; return INSTANCE. User-defined methods extend this.
Example: (progn (defclass plot2 () ((a :initarg :a))) (slot-value (initialize-instance (allocate-instance (find-class 'plot2)) :a 1) 'a)) => 1"))
(defmethod initialize-instance ((instance standard-object) &rest initargs)
  (apply #'shared-initialize instance t initargs))

(defgeneric reinitialize-instance (instance &rest initargs &key &allow-other-keys)
  (:documentation "Set slots of INSTANCE from INITARGS; return INSTANCE.
Signals: error if an initarg is unknown.
Example: (progn (defclass plot3 () ((a :initarg :a))) (slot-value (reinitialize-instance (make-instance 'plot3) :a 2) 'a)) => 2"))
(defmethod reinitialize-instance ((instance standard-object) &rest initargs)
  (if initargs (check-initargs (class-of instance) initargs (known-again instance)))
  (apply #'shared-initialize instance nil initargs))

;; The valid initargs of REINITIALIZE-INSTANCE for INSTANCE. They are kept with the constructor data if they depend on its class only.
(defun known-again (instance)
  (let* ((class (class-of instance)) (calls (list (list #'reinitialize-instance instance) (list #'shared-initialize instance nil)))
         (making (if (and (standard-class-p class) (structure-p instance nil)
                          (notany (lambda (call) (generic-record-named (generic-of (car call)))) calls))
                     (making-of class)
                     nil)))
    (or (and making (making-again making))
        (let ((known (known-initargs class (keywords-of calls))))
          (if making (setf (making-again making) known))
          known))))

;; Returns the keywords that the applicable methods of CALLS, lists (generic-function argument...), accept; T if one of them
;; accepts any keyword.
(defun keywords-of (calls)
  (let ((all nil))
    (dolist (call calls all)
      (let ((record (generic-of (car call))))
        (dolist (method (applicable record (cdr call)))
          (let ((shape (shape (method-record-lambda-list method))))
            (if (sixth shape) (return-from keywords-of t))
            (setq all (append (fifth shape) all))))))))

(defun check-pairs (class initargs)
  (do ((rest initargs (cddr rest))) ((null rest))
    (if (or (not (symbolp (car rest))) (null (cdr rest)))
        (error 'program-error :format-control "~A: expected names and values as initargs for the class ~S, got ~S"
                              :format-arguments (list (operation "make-instance") (class-name class) initargs)))))

;; Returns the list of the valid initargs of CLASS if the methods accept the keywords ALLOWED; T if any initarg is valid.
(defun known-initargs (class allowed)
  (if (eq allowed t)
      t
      (list* :allow-other-keys
             (append allowed (mapcan (lambda (s) (copy-list (slot-initargs s))) (details-slots (details-of class)))))))

(defun check-initargs (class initargs known)
  (check-pairs class initargs)
  (unless (or (eq known t) (getf initargs :allow-other-keys))
    (do ((rest initargs (cddr rest))) ((null rest))
      (unless (member (car rest) known)
        (error 'program-error
               :format-control "~A: expected ~:[no initargs~;~:*~{~S~#[~; or ~:;, ~]~}~] for the class ~S, got ~S"
               :format-arguments (list (operation "make-instance") (remove :allow-other-keys known) (class-name class) (car rest)))))))

;; Checks INITARGS. CALLS: lists (generic-function argument...); the keywords of their methods are also valid initargs.
(defun check-initargs-of (class initargs &rest calls)
  (if initargs (check-initargs class initargs (known-initargs class (keywords-of calls)))))

;; The constructor data of a class, valid as long as *CLASS-STAMP* is STAMP. KNOWN: the valid initargs. STORAGE: the storage of an
;; instance with unbound slots; NIL if ALLOCATE-INSTANCE must be called. SLOTS: pairs (initargs . initform-function) in storage order;
;; T if INITIALIZE-INSTANCE must be called, because of methods other than AFTER or a shared slot. AFTER: the :AFTER methods of
;; initialization in the order of their calls, as lists (function argument...); the instance precedes these arguments, and the
;; initargs follow them. AGAIN: the valid initargs of REINITIALIZE-INSTANCE, NIL before its first call.
(defstruct (making (:copier nil) (:predicate nil)) stamp known storage slots after again)

(defun making-of (class)
  (let* ((details (details-of class)) (known (details-making details)))
    (if (and known (eql (making-stamp known) *class-stamp*)) known (setf (details-making details) (new-making class details)))))

(defun new-making (class details)
  (let* ((storage (fresh-storage (require-finalized class)))
         (prototype (make-structure class (copy-seq storage)))
         (calls (list (list #'shared-initialize prototype t) (list #'initialize-instance prototype)))
         (allocation (list #'allocate-instance class))
         (plain (not (or (after-methods allocation) (custom-class-p class) (creates-classes-p class) (creates-methods-p class))))
         (after (mapcar #'after-methods calls))
         (slots (details-slots details)))
    (make-making :stamp *class-stamp* :storage (and plain storage)
                 :known (known-initargs class (keywords-of (cons allocation calls)))
                 :slots (if (or (not plain) (member t after) (some #'slot-cell slots))
                            t
                            (mapcar (lambda (s) (cons (slot-initargs s) (slot-function s))) slots))
                 :after (if (member t after) nil (apply #'append after)))))

;; The :AFTER methods of CALL, a list (generic-function instance argument...), as lists (function argument...) in the order of their
;; calls; T if besides them not only the method of the library is applicable.
(defun after-methods (call)
  (let* ((record (generic-of (car call))) (methods (applicable record (cdr call))) (after (qualified methods '(:after))))
    (if (and (equal (generic-record-combination record) '(standard)) (= (length methods) (+ 1 (length after))))
        (mapcar (lambda (method) (cons (method-function-alone method) (cddr call))) (reverse after))
        t)))

;; Fast path of MAKE-INSTANCE, for classes whose only user-defined methods for allocation and initialization are :AFTER methods.
(defun make-plainly (class making initargs)
  (let* ((storage (copy-seq (making-storage making))) (i 0) (instance (make-structure class storage)))
    (dolist (slot (making-slots making))
      (let ((given (given-initarg (car slot) initargs)))
        (incf i)
        (cond (given (setf (svref storage i) (car given)))
              ((cdr slot) (setf (svref storage i) (funcall (cdr slot)))))))
    (dolist (call (making-after making) instance)
      (apply (car call) instance (append (cdr call) initargs)))))

(defgeneric make-instance (class &rest initargs &key &allow-other-keys)
  (:documentation "Return a new instance of CLASS, a class or the name of one, initialized from INITARGS.
Signals: error if CLASS does not exist or is not a standard class; program-error if an initarg is unknown.
Example: (progn (defclass dot () ((x :initarg :x :initform 0))) (slot-value (make-instance 'dot :x 3) 'x)) => 3"))
(defmethod make-instance ((class symbol) &rest initargs)
  (apply #'make-instance (find-class class) initargs))
(defmethod make-instance ((class standard-class) &rest initargs)
  (let ((making (making-of class)) (all initargs))
    (dolist (default (details-defaults (details-of class)))
      (unless (given-initarg (list (first default)) initargs)
        (setq all (append all (list (first default) (funcall (second default)))))))
    (check-initargs class all (making-known making))
    (if (listp (making-slots making))
        (make-plainly class making all)
        (let* ((storage (making-storage making))
               (instance (if storage (make-structure class (copy-seq storage)) (apply #'allocate-instance class all))))
          (apply #'initialize-instance instance all)
          instance))))
(defmethod make-instance ((class class) &rest initargs)
  (if (member class (list (find-class 'standard-method) (find-class 'standard-generic-function)))
      (return-from make-instance (apply #'make-standard-metaobject class initargs)))
  (error "MAKE-INSTANCE: expected a standard class, got ~S~:[~;; use MAKE-CONDITION~]" (class-name class)
         (metaclass-p class 'condition-class)))

;;; Class changes

(defgeneric update-instance-for-redefined-class (instance added discarded plist &rest initargs &key &allow-other-keys)
  (:documentation "Update INSTANCE after a redefinition of its class; called at the next access to it. ADDED: the names of new slots.
DISCARDED: the names of removed slots. PLIST: the names and values of the removed slots that were bound.
Example: (typep #'update-instance-for-redefined-class 'generic-function) => T"))
(defmethod update-instance-for-redefined-class ((instance standard-object) added discarded plist &rest initargs)
  (check-initargs-of (class-of instance) initargs
                     (list #'update-instance-for-redefined-class instance added discarded plist)
                     (list #'shared-initialize instance added))
  (apply #'shared-initialize instance added initargs))

;; Converts the obsolete INSTANCE to the current layout of its class.
(defun update-instance (instance)
  (let* ((class (require-finalized (class-of instance))) (old (storage instance)) (new (fresh-storage class))
         (old-names (svref old 0)) (new-names (svref new 0)) (plist nil) (i 0)
         (shared (cdr (assoc old-names (details-shared (details-of class)) :test #'eq))))
    (dolist (name old-names)
      (let ((value (svref old (incf i))) (place (position name new-names)))
        (cond (place (setf (svref new (+ 1 place)) value))
              ((not (eq value unbound)) (setq plist (list* name value plist))))))
    (dolist (s shared)
      (let ((place (position (car s) new-names)))
        (if place (setf (svref new (+ 1 place)) (cadr s)))))
    (change-instance instance class new)
    (update-instance-for-redefined-class instance
                                         (set-difference (set-difference new-names old-names) (mapcar #'car shared))
                                         (remove-if (lambda (n) (member n new-names)) old-names) plist)
    instance))

(defgeneric make-instances-obsolete (class)
  (:documentation "Mark all instances of CLASS as obsolete, so that each is updated at its next access; return CLASS.
Example: (progn (defclass old-one () ()) (class-name (make-instances-obsolete (find-class 'old-one)))) => OLD-ONE"))
(defmethod make-instances-obsolete ((class standard-class))
  (dolist (each (cons class (classes-below class)) class)  ; instances of subclasses are also instances of CLASS
    (set-class-layout each (copy-list (layout-of each)))))
(defmethod make-instances-obsolete ((class symbol)) (make-instances-obsolete (find-class class)) class)

(defgeneric update-instance-for-different-class (previous current &rest initargs &key &allow-other-keys)
  (:documentation "Update CURRENT, an instance whose class CHANGE-CLASS changed. PREVIOUS: a copy of the instance before the change.
Example: (typep #'update-instance-for-different-class 'generic-function) => T"))
(defmethod update-instance-for-different-class ((previous standard-object) (current standard-object) &rest initargs)
  (check-initargs-of (class-of current) initargs
                     (list #'update-instance-for-different-class previous current) (list #'shared-initialize current nil))
  (apply #'shared-initialize current
         (remove-if (lambda (name) (slot-exists-p previous name)) (layout-of (class-of current)))
         initargs))

(defgeneric change-class (instance new-class &rest initargs &key &allow-other-keys)
  (:documentation "Change the class of INSTANCE to NEW-CLASS, a class or the name of one; return INSTANCE. Slots that both classes have
keep their values.
Signals: error if one of the classes is not a standard class.
Example: (progn (defclass egg () ((a :initform 1))) (defclass hen () (a)) (slot-value (change-class (make-instance 'egg) 'hen) 'a)) => 1"))
(defmethod change-class (instance (new-class symbol) &rest initargs)
  (apply #'change-class instance (find-class new-class) initargs))
(defmethod change-class ((instance standard-object) (new-class standard-class) &rest initargs)
  (require-finalized new-class)
  (let* ((old (current-storage instance)) (new (fresh-storage new-class))
         (previous (make-structure (class-of instance) old)))
    (let ((i 0))
      (dolist (name (svref new 0))
        (incf i)
        (if (and (slot-exists-p previous name) (slot-boundp previous name))
            (setf (svref new i) (slot-value previous name)))))
    (change-instance instance new-class new)
    (forget-dispatch-of instance)
    (apply #'update-instance-for-different-class previous instance initargs)
    instance))

;;; Printing and describing

(defgeneric print-object (object stream)
  (:documentation "Print OBJECT to STREAM; return OBJECT. The printer calls this for structures, conditions and standard objects whose
class has a user-defined method.
Example: (progn (defclass sign () ()) (defmethod print-object ((s sign) stream) (write-string \"<sign>\" stream))
  (princ-to-string (make-instance 'sign))) => \"<sign>\""))
(defmethod print-object (object stream)
  (cond ((structure-p object nil) (print-by-slots object stream))
        (t (write object :stream stream)))
  object)
(defmethod print-object ((object standard-object) stream)
  (print-unreadable-object (object stream :type t :identity t))
  object)
;; The classes of METHOD's parameters by name, and its EQL specializers.
(defun specializer-names (method)
  (mapcar (lambda (s) (if (consp s) s (class-name s))) (method-record-specializers method)))

(defmethod print-object ((object standard-method) stream)
  (print-unreadable-object (object stream :type t :identity t)
    (format stream "~S~{ ~S~} ~S"
            (if (method-record-generic object) (generic-record-name (generic-of (method-record-generic object))) nil)
            (method-record-qualifiers object)
            (specializer-names object)))
  object)

;; Default printing of structures and conditions
(defun print-by-slots (object stream)
  (cond ((conditionp object)
         (if *print-escape*
             (print-unreadable-object (object stream :type t)
               (let ((said (ignore-failures (report object)))) (if said (prin1 said stream))))
             (write-string (report object) stream)))
        (t (format stream "#S(~S" (structure-type-name object))
           (let ((i -1))
             (dolist (slot (structure-type-slots (class-of object)))
               (format stream " :~A ~S" (car slot) (structure-ref object nil (incf i)))))
           (write-char #\) stream))))

(defgeneric describe-object (object stream)
  (:documentation "Print the description of OBJECT to STREAM, for DESCRIBE. User-defined methods describe instances of their classes.
Example: (typep #'describe-object 'generic-function) => T"))
(defmethod describe-object (object stream) (describe-plainly object stream))
(defmethod describe-object ((object standard-object) stream)
  (format stream "~S is an instance of the class ~S.~%" object (class-name (class-of object)))
  (dolist (slot (details-slots (details-of (class-of object))))
    (let ((name (slot-name slot)))
      (format stream "  ~S: ~:[no value~;~S~]~%" name (slot-boundp object name)
              (and (slot-boundp object name) (slot-value object name))))))

(defmethod describe-object ((object class) stream)
  (let ((*standard-output* stream) (name (class-name object)))
    (format t "~S~%" object)
    (when (eq object (find-class name nil)) (explain-type name))))

(defgeneric make-load-form (object &optional environment)
  (:documentation "Return a form that creates an object like OBJECT and, optionally, a form that initializes it.
Signals: error if no method is defined for the class of OBJECT.
Example: (handler-case (make-load-form (make-condition 'error)) (error () 'none)) => NONE"))
(defmethod make-load-form (object &optional environment)
  environment
  (if (typep object 'class)
      `(find-class ',(class-name object))
      (error "MAKE-LOAD-FORM: no method is applicable to ~S" object)))

(do-external-symbols (name "COMMON-LISP")
  (if (type-name-p name) (put name 'standard-type t)))

(defun make-load-form-saving-slots (object &key (slot-names nil given) environment)
  "Return a form that creates an instance of the class of OBJECT and a form that sets its slots to the values in OBJECT.
SLOT-NAMES: the slots (default: all slots); unbound slots are skipped.
Example: (progn (defclass saved () ((a :initform 1))) (car (make-load-form-saving-slots (make-instance 'saved)))) => ALLOCATE-INSTANCE"
  (declare (ignore environment))
  (let* ((class (class-of object))
         (names (if given
                    slot-names
                    (if (standard-class-p class)
                        (mapcar #'slot-name (details-slots (details-of class)))
                        (mapcar #'car (structure-type-slots class))))))
    (values `(allocate-instance (find-class ',(class-name class)))
            `(progn ,@(mapcan (lambda (name)
                                (if (slot-boundp object name)
                                    (list `(setf (slot-value ,object ',name) ',(slot-value object name)))
                                    nil))
                              names)))))
