;;;; generic-classes.lisp -- classes of functions, generic functions and methods that programs define. -*- sealed -*-
;;;; Only generic functions of such a class (CUSTOM-GENERIC-P) are subject to the protocol: COMPUTE-DISCRIMINATING-FUNCTION, called at
;;;; the first call and after each change, returns the function that handles calls. The standard one dispatches by the cache of a
;;;; second generic function (GENERIC-RECORD-DISPATCHER), which is filled by COMPUTE-APPLICABLE-METHODS and COMPUTE-EFFECTIVE-METHOD.
;;;; Source: Kiczales, des Rivieres and Bobrow, The Art of the Metaobject Protocol, MIT Press, 1991, chapters 4, 5 and 6.

;;; Funcallable instances

(defclass closer-mop:funcallable-standard-class (standard-class) ())

(defmethod closer-mop:validate-superclass ((class closer-mop:funcallable-standard-class) (superclass class))
  (or (member (class-name superclass) '(t function generic-function standard-generic-function))
      (standard-class-p superclass)
      (forward-p superclass)))

(defclass closer-mop:funcallable-standard-object (function standard-object) ()
  (:metaclass closer-mop:funcallable-standard-class))

;; A class without a superclass below FUNCALLABLE-STANDARD-OBJECT gets that class as its last one.
(defmethod shared-initialize :around ((class closer-mop:funcallable-standard-class) slot-names
                                      &rest initargs &key (direct-superclasses nil given))
  (let ((top (find-class 'closer-mop:funcallable-standard-object nil)))
    (if (and top (or given (null (class-field class :parents)))
             (notany (lambda (parent) (member top (all-above parent nil))) direct-superclasses))
        (apply #'call-next-method class slot-names
               :direct-superclasses (append (remove (find-class 'function) direct-superclasses) (list top)) initargs)
        (call-next-method))))

(defun call-without-function (&rest arguments)
  (declare (ignore arguments))
  (error "FUNCALL: expected a funcallable instance with a function, which SET-FUNCALLABLE-INSTANCE-FUNCTION sets"))

(defmethod allocate-instance ((class closer-mop:funcallable-standard-class) &rest initargs)
  (declare (ignore initargs))
  (let ((instance (make-structure (require-finalized class) (fresh-storage class))))
    (if (member (find-class 'generic-function) (precedence class))
        (make-custom-generic instance)
        (make-generic #'call-without-function instance t))))

(defun closer-mop:set-funcallable-instance-function (instance function)
  "Let calls of INSTANCE, a funcallable instance or a generic function, call FUNCTION; return FUNCTION.
Signals: type-error unless INSTANCE is such an object and FUNCTION is a function.
Example: (progn (defclass closer-mop::greeting () ((name :initarg :name :reader closer-mop::name-of))
                  (:metaclass closer-mop:funcallable-standard-class))
  (let ((g (make-instance 'closer-mop::greeting :name 'ann)))
    (closer-mop:set-funcallable-instance-function g (lambda (word) (list word (closer-mop::name-of g))))
    (funcall g 'hello))) => (HELLO ANN)"
  (unless (funcallable-instance-p instance) (generic-of instance))
  (check-argument function 'function "a function")
  (clear-dispatch instance nil nil)
  (let ((record (gethash instance *generics*)))
    (if record (setf (generic-record-stale record) nil)))
  ;; The cache holds functions with code of their own only.
  (remember-dispatch instance (lambda (&rest arguments) (apply function arguments)) nil)
  function)

(defun closer-mop:funcallable-standard-instance-access (instance location)
  "Return the contents of the slot of INSTANCE, a funcallable instance, at LOCATION, which SLOT-DEFINITION-LOCATION returned; also
a place for SETF.
Signals: type-error unless INSTANCE is a standard object and LOCATION is a valid index.
Example: (typep #'closer-mop:funcallable-standard-instance-access 'function) => T"
  (closer-mop:standard-instance-access instance location))
(defun (setf closer-mop:funcallable-standard-instance-access) (new instance location)
  (setf (closer-mop:standard-instance-access instance location) new))

(defmethod print-object ((object closer-mop:funcallable-standard-object) stream)
  (print-unreadable-object (object stream :type t :identity t)
    (if (typep object 'generic-function) (prin1 (closer-mop:generic-function-name object) stream)))
  object)

;;; Generic functions

;; Returns a new generic function whose class and slots are those of INSTANCE.
(defun make-custom-generic (instance)
  (let* ((record (make-generic-record))
         (function (make-generic (eval `(function (named-lambda generic-function (&rest arguments)
                                                    (call-custom-generic ',record arguments))))
                                 instance)))
    (set-generic-lambda-list record nil '(&rest arguments))
    (setf (generic-record-function record) function
          (generic-record-dispatcher record) (dispatching-function record nil)
          (gethash function *generics*) record)
    (forget-cache record)
    function))

;; Calls the custom generic function of RECORD with ARGUMENTS after a change.
(defun call-custom-generic (record arguments)
  (let ((function (generic-record-function record)))
    (closer-mop:set-funcallable-instance-function function (closer-mop:compute-discriminating-function function))
    (setf (generic-record-stale record) t)
    (apply function arguments)))

(defmethod shared-initialize :after ((function generic-function) slot-names
                                     &key (name nil named) (lambda-list nil given) argument-precedence-order
                                       documentation method-combination method-class (declarations nil declared))
  (declare (ignore slot-names))
  (let ((record (generic-of function)))
    (when given
      (check-generic-lambda-list "ENSURE-GENERIC-FUNCTION" name lambda-list)
      (dolist (method (generic-record-methods record)) (check-congruent name lambda-list (method-record-lambda-list method)))
      (set-generic-lambda-list record (generic-record-name record) lambda-list))
    (if named (setf (generic-record-name record) name))
    (if (or named given) (setf (generic-record-dispatcher record) (dispatching-function record nil)
                               (generic-record-stale record) nil))
    (if declared (setf (generic-record-declarations record) declarations))
    (if documentation (setf (documentation function t) documentation))
    (change-generic record argument-precedence-order (combination-list method-combination) method-class)))

;; The method combination COMBINATION, a list of its name and options, or a name.
(defun combination-list (combination) (if (symbolp combination) (and combination (list combination)) combination))

(defgeneric closer-mop:ensure-generic-function-using-class (function name &rest initargs &key &allow-other-keys)
  (:documentation "Make or change the generic function NAME from INITARGS, those of ENSURE-GENERIC-FUNCTION; return it. FUNCTION: the
generic function NAME or, if it is new, NIL.
Signals: program-error if an initarg is unknown.
Example: (typep #'closer-mop:ensure-generic-function-using-class 'generic-function) => T"))

;; INITARGS of ENSURE-GENERIC-FUNCTION as initargs of the generic function NAME.
(defun generic-initargs (name initargs)
  (let ((rest (copy-list initargs)) (method-class (getf initargs :method-class)) (declared (getf initargs :declare)))
    (dolist (key '(:generic-function-class :environment :declare :method-class)) (loop while (remf rest key)))
    (list* :name name
           (append (if method-class (list :method-class (class-designated method-class)))
                   (if declared (list :declarations declared))
                   rest))))

(defmethod closer-mop:ensure-generic-function-using-class
    ((function null) name &rest initargs &key (generic-function-class 'standard-generic-function))
  (setf (fdefinition name)
        (apply #'make-instance (class-designated generic-function-class) (generic-initargs name initargs))))

(defmethod closer-mop:ensure-generic-function-using-class
    ((function generic-function) name &rest initargs &key (generic-function-class (class-of function)))
  (let ((record (generic-of function)) (class (class-designated generic-function-class)))
    (cond ((custom-generic-p record)
           (unless (eq class (class-of function)) (change-class function class))
           (apply #'reinitialize-instance function (generic-initargs name initargs)))
          (t (let ((new (apply #'make-instance class
                               (append (generic-initargs name initargs)
                                       (list :lambda-list (generic-record-lambda-list record))))))
               (take-methods (generic-of new) (generic-record-methods record))
               (setf (fdefinition name) new))))))

;; ENSURE-GENERIC-FUNCTION for a generic function of a program's class.
(defun ensure-custom-generic (function name &rest initargs)
  (apply #'closer-mop:ensure-generic-function-using-class function name initargs))

;; An instance of CLASS, which is STANDARD-GENERIC-FUNCTION or STANDARD-METHOD.
(defun make-standard-metaobject (class &rest initargs)
  (if (eq class (find-class 'standard-method))
      (apply #'initialize-method (make-method-record) initargs)
      (destructuring-bind (&key name (lambda-list '(&rest arguments)) argument-precedence-order documentation
                             method-combination method-class declarations)
          initargs
        (let ((record (make-generic-function name lambda-list documentation)))
          (setf (generic-record-declarations record) declarations)
          (change-generic record argument-precedence-order (combination-list method-combination) method-class)
          (generic-record-function record)))))

(defun closer-mop:generic-function-method-class (function)
  "Return the class of the methods that DEFMETHOD adds to the generic function FUNCTION.
Signals: type-error unless FUNCTION is a generic function.
Example: (class-name (closer-mop:generic-function-method-class #'print-object)) => STANDARD-METHOD"
  (or (generic-record-method-class (generic-of function)) (find-class 'standard-method)))

(defun closer-mop:generic-function-declarations (function)
  "Return a list of the declarations of the generic function FUNCTION.
Signals: type-error unless FUNCTION is a generic function.
Example: (closer-mop:generic-function-declarations #'print-object) => NIL"
  (copy-list (generic-record-declarations (generic-of function))))

(defun (setf closer-mop:generic-function-name) (name function)
  (if (custom-generic-p (generic-of function))
      (reinitialize-instance function :name name)
      (setf (generic-record-name (generic-of function)) name))
  name)

;;; Calls

(defgeneric closer-mop:compute-discriminating-function (function)
  (:documentation "Return a function that handles the calls of the generic function FUNCTION. Methods of a program may call the function
that CALL-NEXT-METHOD returns.
Example: (functionp (closer-mop:compute-discriminating-function #'print-object)) => T"))
(defmethod closer-mop:compute-discriminating-function ((function generic-function))
  (let ((record (generic-of function)))
    (if (custom-generic-p record) (generic-record-dispatcher record) (dispatching-function record nil))))

(defgeneric closer-mop:compute-applicable-methods-using-classes (function classes)
  (:documentation "Return the methods of the generic function FUNCTION for arguments of CLASSES, most specific first, and T; NIL and NIL if
they depend on the arguments themselves.
Example: (length (closer-mop:compute-applicable-methods-using-classes #'print-object (list (find-class 'integer) (find-class t)))) => 1"))
(defmethod closer-mop:compute-applicable-methods-using-classes ((function generic-function) classes)
  (let ((methods (generic-record-methods (generic-of function))) (order (generic-record-order (generic-of function))))
    (flet ((may-apply (method)
             (every (lambda (specializer class)
                      (if (consp specializer)
                          (instance-p (cadr specializer) class)
                          (member specializer (precedence class))))
                    (method-record-specializers method) classes)))
      (let ((found (remove-if-not #'may-apply methods)))
        (if (some #'named-objects found)
            (values nil nil)
            (values (stable-sort found (lambda (a b) (more-specific a b classes order))) t))))))

(defgeneric closer-mop:compute-effective-method (function combination methods)
  (:documentation "Return the form of the effective method of the generic function FUNCTION for METHODS, the applicable methods, most
specific first. The form may call CALL-METHOD and MAKE-METHOD. COMBINATION: as GENERIC-FUNCTION-METHOD-COMBINATION returns it.
Signals: error if the method combination does not allow METHODS.
Example: (first (closer-mop:compute-effective-method #'print-object '(standard) (closer-mop:generic-function-methods #'print-object)))
  => CALL-METHOD"))
(defmethod closer-mop:compute-effective-method ((function generic-function) combination methods)
  (let ((record (generic-of function)))
    (destructuring-bind (type &rest options) (combination-list combination)
      (cond ((eq type 'standard) (standard-method-form record methods))
            ((get type 'short-combination) (short-method-form record methods type (get type 'short-combination) options))
            (t (multiple-value-bind (form bindings)
                   (long-combination-method record methods (get type 'long-combination) options)
                 (if bindings `(let* ,bindings ,form) form)))))))

(defun calls-of (methods) (mapcar (lambda (method) `(call-method ,method)) methods))

;; FORM inside the :AROUND methods AROUND.
(defun around-form (around form)
  (if around `(call-method ,(first around) (,@(rest around) (make-method ,form))) form))

(defun standard-method-form (record methods)
  (let ((around (qualified methods '(:around))) (before (qualified methods '(:before)))
        (after (reverse (qualified methods '(:after)))) (primary (qualified methods nil)))
    (refuse-others record methods '((:around) (:before) (:after) ()))
    (if (null primary)
        `(apply ',(no-primary record) macro-arguments)
        (let ((main `(call-method ,(first primary) ,(rest primary))))
          (around-form around
                       (if (or before after)
                           `(multiple-value-prog1 (progn ,@(calls-of before) ,main) ,@(calls-of after))
                           main))))))

(defun short-method-form (record methods type definition order)
  (let ((around (qualified methods '(:around))) (primary (qualified methods (list type))))
    (refuse-others record methods (list '(:around) (list type)))
    (if (null primary)
        `(apply ',(no-primary record) macro-arguments)
        (let ((calls (calls-of (if (equal order '(:most-specific-last)) (reverse primary) primary))))
          (around-form around (if (and (cadr definition) (null (cdr calls))) (car calls) `(,(car definition) ,@calls)))))))

;; Does a program's method apply to ARGUMENTS of PROTOCOL, a generic function of this file?
(defun overridden-p (protocol &rest arguments) (cdr (applicable (generic-of protocol) arguments)))

;; Returns the effective method of the custom generic function of RECORD for ARGUMENTS, whose required ones are REQUIRED, and
;; adds it to the cache if it depends on the classes that methods specialize only.
(defun effective-method-by-protocol (record required arguments)
  (let* ((function (generic-record-function record)) (classes (mapcar #'class-of required))
         (own-methods (or (overridden-p #'closer-mop:compute-applicable-methods-using-classes function classes)
                          (overridden-p #'compute-applicable-methods function arguments)))
         (methods (if own-methods (methods-by-protocol function classes arguments) (applicable record required))))
    (if (null methods)
        (lambda (&rest arguments) (apply #'no-applicable-method function arguments))
        (let ((effective (effective-function-by-protocol record methods)))
          (unless own-methods (remember-dispatch (generic-record-dispatcher record) effective required))
          effective))))

(defun methods-by-protocol (function classes arguments)
  (multiple-value-bind (methods known) (closer-mop:compute-applicable-methods-using-classes function classes)
    (if known methods (compute-applicable-methods function arguments))))

(defun effective-function-by-protocol (record methods)
  (let ((function (generic-record-function record)) (combination (generic-record-combination record)))
    (if (overridden-p #'closer-mop:compute-effective-method function combination methods)
        (with-checked-keywords record methods
          (effective-form-function (closer-mop:compute-effective-method function combination methods) nil))
        (checked-effective-function record methods))))

(defun closer-mop:find-method-combination (function name options)
  "Return the method combination NAME with OPTIONS, a list of both, for the generic function FUNCTION.
Signals: program-error if NAME is not a method combination.
Example: (closer-mop:find-method-combination #'print-object 'standard nil) => (STANDARD)"
  (let ((combination (cons name options)))
    (check-combination (closer-mop:generic-function-name function) combination)
    combination))

;;; Methods

;; A new method of CLASS with the fields of a METHOD structure.
(defun make-custom-method (&key class qualifiers lambda-list specializers plain function documentation)
  (make-instance class :qualifiers qualifiers :lambda-list lambda-list :specializers specializers
                       :documentation documentation 'own-function function 'plain plain))

(defmethod shared-initialize :after ((method method) slot-names
                                     &rest initargs
                                     &key qualifiers lambda-list specializers documentation function
                                       ((own-function own)) ((plain plain)))
  (declare (ignore slot-names qualifiers lambda-list specializers documentation function own plain))
  (apply #'initialize-method method :allow-other-keys t initargs))

;; Sets the fields of METHOD that are given. FUNCTION: of the arguments and the next methods. OWN-FUNCTION: as METHOD-RECORD-FUNCTION.
(defun initialize-method (method &key (qualifiers nil qualified) (lambda-list nil listed) (specializers nil specialized)
                                   (documentation nil documented) (function nil given)
                                   ((own-function own)) ((plain plain)) &allow-other-keys)
  (if qualified (setf (method-record-qualifiers method) qualifiers))
  (if listed (setf (method-record-lambda-list method) lambda-list))
  (if specialized (setf (method-record-specializers method) specializers))
  (if documented (setf (method-record-documentation method) documentation))
  (cond (own (setf (method-record-function method) own
                   (method-record-plain method) plain))
        (given (setf (method-record-given method) function
                     (method-record-plain method) nil
                     (method-record-function method)
                     (lambda (next)
                       (lambda (&rest arguments)
                         (funcall function arguments (if next (list (method-of-next next)) nil)))))))
  method)

;; The function NEXT, which calls the next method, as a method.
(defun method-of-next (next)
  (make-method-record :qualifiers nil :specializers nil :lambda-list '(&rest arguments) :plain t :function next))

(defun closer-mop:method-function (method)
  "Return the function of METHOD: a function of the list of the arguments and the list of the next methods.
Signals: type-error unless METHOD is a method.
Example: (progn (defgeneric anchor (boat)) (funcall (closer-mop:method-function (defmethod anchor (boat) (list boat))) '(sloop) nil))
  => (SLOOP)"
  (let ((function (method-record-function (method-argument method))))
    (cond ((method-record-given method))
          ((method-record-plain method)
           (lambda (arguments next-methods) (declare (ignore next-methods)) (apply function arguments)))
          (t (lambda (arguments next-methods)
               (apply (funcall function
                               (and next-methods
                                    (lambda (&rest new)
                                      (funcall (closer-mop:method-function (first next-methods)) new (rest next-methods)))))
                      arguments))))))

(defun closer-mop:ensure-method (function lambda-expression
                                 &key (qualifiers nil) (lambda-list (second lambda-expression))
                                   (specializers (mapcar (constantly (find-class t)) (required-part lambda-list)))
                                   (method-class (closer-mop:generic-function-method-class function)))
  "Add to the generic function FUNCTION a method with the parameters and forms of LAMBDA-EXPRESSION; return the method.
SPECIALIZERS: a list of classes and lists (EQL object); default: the class T for each required parameter.
Signals: type-error unless FUNCTION is a generic function.
Example: (progn (defgeneric moor (boat))
  (closer-mop:ensure-method #'moor '(lambda (boat) (list boat 'moored)) :specializers (list (find-class 'symbol)))
  (moor 'sloop)) => (SLOOP MOORED)"
  (destructuring-bind (declarations body)
      (multiple-value-list (split-declarations (cddr lambda-expression)))
    (let* ((name (closer-mop:generic-function-name function))
           (plain (not (may-go-on body nil)))
           (code (eval `(function ,(method-lambda name (lenient-lambda-list (second lambda-expression)) declarations plain
                                                  `(progn ,@body)))))
           (method (make-instance method-class :qualifiers qualifiers :lambda-list lambda-list :specializers specializers
                                               'own-function code 'plain plain)))
      (add-method function method)
      method)))

(defun closer-mop:required-args (lambda-list &optional (key #'identity))
  "Return a list of the required parameters of LAMBDA-LIST. KEY: a function that is applied to each.
Signals: type-error unless LAMBDA-LIST is a proper list.
Example: (closer-mop:required-args '(a b &optional c)) => (A B)"
  (check-argument lambda-list '(and list (satisfies form-length)) "a proper list")
  (mapcar key (required-part lambda-list)))

(defun closer-mop:extract-lambda-list (lambda-list)
  "Return LAMBDA-LIST, the lambda list of a DEFMETHOD form, without its specializers.
Signals: type-error unless LAMBDA-LIST is a proper list.
Example: (closer-mop:extract-lambda-list '((x integer) y &rest z)) => (X Y &REST Z)"
  (check-argument lambda-list '(and list (satisfies form-length)) "a proper list")
  (values (split-specialized 'closer-mop:extract-lambda-list lambda-list)))

(defun closer-mop:extract-specializer-names (lambda-list)
  "Return the specializers of LAMBDA-LIST, the lambda list of a DEFMETHOD form.
Signals: type-error unless LAMBDA-LIST is a proper list.
Example: (closer-mop:extract-specializer-names '((x integer) y &rest z)) => (INTEGER T)"
  (check-argument lambda-list '(and list (satisfies form-length)) "a proper list")
  (nth-value 1 (split-specialized 'closer-mop:extract-specializer-names lambda-list)))

(deftype closer-mop:eql-specializer () '(cons (eql eql) (cons t null)))
(deftype closer-mop:specializer () '(or class closer-mop:eql-specializer))

(defun closer-mop:intern-eql-specializer (object)
  "Return the specializer for OBJECT, a list (EQL object).
Example: (closer-mop:intern-eql-specializer 3) => (EQL 3)"
  (list 'eql object))

(defun closer-mop:eql-specializer-object (specializer)
  "Return the object of SPECIALIZER, a list (EQL object).
Signals: type-error unless SPECIALIZER is such a list.
Example: (closer-mop:eql-specializer-object '(eql 3)) => 3"
  (check-argument specializer 'closer-mop:eql-specializer "a list (EQL object)")
  (second specializer))

;;; The package COMMON-LISP together with this protocol, as the library closer-mop has it

(make-package "CLOSER-COMMON-LISP" :nicknames '("C2CL") :use nil)
(dolist (package '("COMMON-LISP" "CLOSER-MOP"))
  (do-external-symbols (symbol package)
    (import (list symbol) "CLOSER-COMMON-LISP")
    (export (list symbol) "CLOSER-COMMON-LISP")))
(make-package "CLOSER-COMMON-LISP-USER" :nicknames '("C2CL-USER") :use '("CLOSER-COMMON-LISP"))
