;;;; constructors.lisp -- fast MAKE-INSTANCE where initarg names are constants. -*- sealed -*-
;;;; A compiler macro gives each such call a constructor: a function of the initarg values, compiled for the class when the
;;;; call is executed the second time. It is valid as long as no class and no method changes and the call names the same class.

;; The constructor of one call. STAMP: the *CLASS-STAMP* for which FUNCTION is valid. CLASS, SEEN: the class and stamp of the last
;; execution without a valid FUNCTION. GENERAL: true if for these the general MAKE-INSTANCE is needed. COMPILED: how often a
;; function was compiled.
(defstruct (instance-constructor (:conc-name constructor-) (:constructor make-constructor) (:copier nil) (:predicate nil))
  (stamp nil) (function nil) (class nil) (seen nil) (general nil) (compiled 0))

(defconstant most-constructors 8 "The most functions that are compiled for one call of MAKE-INSTANCE.")

;; A form for the value of SLOT, an effective slot, in a new instance. KEYS: the initargs of the call; VARIABLES: their values. The
;; leftmost initarg of SLOT in KEYS counts.
(defun slot-value-form (slot keys variables)
  (let ((variable (some (lambda (key variable) (and (member key (slot-initargs slot)) variable)) keys variables))
        (initform (slot-initform slot)))
    (cond (variable variable)
          ((null (slot-function slot)) 'unbound)
          ((constant-form-p initform) initform)
          (t `(funcall ',(slot-function slot))))))

;; A lambda expression whose parameters are the values of the initargs KEYS, and which returns a new instance of CLASS; NIL
;; if the general MAKE-INSTANCE is needed: for user-defined methods of MAKE-INSTANCE or ALLOCATE-INSTANCE, and for errors.
(defun constructor-lambda (class keys)
  (when (and class (standard-class-p class)
             ;; no methods but those of the library for STANDARD-CLASS and CLASS
             (null (cddr (applicable (generic-of #'make-instance) (list class)))))
    (let* ((making (making-of (require-finalized class)))
           (variables (mapcar (lambda (key) (gensym (string key))) keys))
           (defaults (remove-if (lambda (default) (member (first default) keys)) (details-defaults (details-of class))))
           (default-variables (mapcar (lambda (default) (gensym (string (first default)))) defaults))
           (all-keys (append keys (mapcar #'first defaults)))
           (all-variables (append variables default-variables)))
      (when (and (making-storage making)
                 (or (eq (making-known making) t) (subsetp all-keys (making-known making))))
        `(lambda ,variables
           (let* (,@(mapcar (lambda (variable default) `(,variable (funcall ',(second default)))) default-variables defaults)
                  (instance (make-instance-of ',class ',(svref (making-storage making) 0)
                                              ,@(initial-value-forms class making all-keys all-variables))))
             ,@all-variables
             ,@(initialization-forms making (mapcan (lambda (key variable) `(',key ,variable)) all-keys all-variables))
             instance))))))

;; Forms for the slots of a new instance of CLASS. KEYS, VARIABLES: the initargs of the call and their values.
(defun initial-value-forms (class making keys variables)
  (if (listp (making-slots making))
      (mapcar (lambda (slot) (slot-value-form slot keys variables)) (details-slots (details-of class)))
      (mapcar (constantly 'unbound) (layout-of class))))

;; The calls of the methods that initialize INSTANCE. INITARGS: forms for their further arguments.
(defun initialization-forms (making initargs)
  (if (listp (making-slots making))
      (mapcar (lambda (call) `(funcall ',(first call) instance ,@(rest call) ,@initargs)) (making-after making))
      `((initialize-instance instance ,@initargs))))

;; Executes a call for which the function of CONSTRUCTOR is missing or invalid. Compiles one if this is the second execution
;; in a row for CLASS, a class or the name of one, and no class and no method has changed.
(defun make-without-constructor (constructor class keys values)
  (cond ((not (and (eql (constructor-seen constructor) *class-stamp*) (eq (constructor-class constructor) class)))
         (setf (constructor-stamp constructor) nil
               (constructor-class constructor) class
               (constructor-seen constructor) *class-stamp*
               (constructor-general constructor) (>= (constructor-compiled constructor) most-constructors)))
        ((constructor-general constructor))
        (t (let* ((form (constructor-lambda (if (symbolp class) (find-class class nil) class) keys))
                  (function (if form (compile nil form) nil)))
             (incf (constructor-compiled constructor))
             (setf (constructor-general constructor) (null form)
                   (constructor-function constructor) function)
             ;; Compilation may have run user code that changes a class.
             (if function (setf (constructor-stamp constructor) (constructor-seen constructor))))))
  (if (eql (constructor-stamp constructor) *class-stamp*)
      (apply (constructor-function constructor) values)
      (apply #'make-instance class (mapcan #'list keys values))))

;; The initarg names of a call with the plist INITARGS if they are constants and each occurs once; else :VARIABLE.
(defun constant-initargs (initargs)
  (let ((keys nil))
    (do ((rest initargs (cddr rest))) ((null rest) (nreverse keys))
      (if (or (not (consp (cdr rest))) (not (keywordp (car rest))) (eq (car rest) :allow-other-keys)
              (member (car rest) keys))
          (return :variable))
      (push (car rest) keys))))

(define-compiler-macro make-instance (&whole call class &rest initargs)
  (let ((keys (if (form-length initargs) (constant-initargs initargs) :variable)))
    (if (eq keys :variable)
        call
        (let* ((variables (mapcar (lambda (key) (gensym (string key))) keys)) (constructor (gensym "CONSTRUCTOR"))
               (constant (typep class '(cons (eql quote) (cons symbol null)))) (name (if constant class (gensym "CLASS"))))
          `(let (,@(if constant nil `((,name ,class)))
                 ,@(mapcar (lambda (variable key) (list variable (getf initargs key))) variables keys)
                 (,constructor (load-time-value (make-constructor))))
             (if (and (eql (constructor-stamp ,constructor) *class-stamp*)
                      ,@(if constant nil `((eq (constructor-class ,constructor) ,name))))
                 (funcall (constructor-function ,constructor) ,@variables)
                 (make-without-constructor ,constructor ,name ',keys (list ,@variables))))))))
