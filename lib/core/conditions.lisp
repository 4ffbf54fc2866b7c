;;;; conditions.lisp -- conditions: creation, signalling, handlers, DEFINE-CONDITION. -*- sealed -*-

(defconstant unbound 'unbound)  ; the marker that an unbound slot contains

(defun initialize-condition (type arguments)
  (let ((all arguments) (slots (structure-type-slots type)))
    (dolist (default (get (if (symbolp type) type (class-name type)) 'default-initargs))
      (unless (find-keyword (car default) arguments)
        (setq all (append all (list (car default) (funcall (cdr default)))))))
    (apply #'make-structure type
           (mapcar (lambda (slot)
                     (let ((given (given-value slot all)))
                       (cond ((sixth slot) (if given (setf (car (sixth slot)) (car given))) unbound)
                             (given (car given))
                             (t (initial-value slot)))))
                   slots))))

;; Returns the value of SLOT if no initarg is given: the value of its initform, else NIL for slots that reports read, else UNBOUND.
(defun initial-value (slot)
  (cond ((functionp (cadr slot)) (funcall (cadr slot)))
        ((member (car slot) '(format-control format-arguments)) nil)
        (t unbound)))

;; The initargs of SLOT. Those of a condition type that C++ defines are the names of the slots.
(defun slot-initargs-of (slot)
  (if (nthcdr 4 slot) (fifth slot) (list (intern (symbol-name (car slot)) :keyword))))

;; Returns a list of the value of the first of these in INITARGS, or NIL.
(defun given-value (slot initargs)
  (if (nthcdr 4 slot)
      (given-initarg (fifth slot) initargs)
      (do ((rest initargs (cddr rest))) ((null rest) nil)
        (if (and (keywordp (car rest)) (string= (car rest) (car slot))) (return (list (cadr rest)))))))

;; Returns a list of the value of the first keyword in INITARGS that is a member of NAMES, or NIL if none is.
(defun given-initarg (names initargs)
  (do ((rest initargs (cddr rest))) ((null rest) nil)
    (if (member (car rest) names) (return (list (cadr rest))))))

(defun make-condition (type &rest arguments)
  "Return a new condition of TYPE; ARGUMENTS are its slots as keywords and values.
Signals: type-error if TYPE is not a condition type.
Example: (typep (make-condition 'simple-error :format-control \"no\") 'error) => T"
  (let* ((class (condition-class-within type))
         (condition (if (or (not (symbolp class)) (structure-type class)) (initialize-condition class arguments) nil)))
    (if (conditionp condition)
        condition
        (error 'type-error :format-control "MAKE-CONDITION: expected a condition type, got ~S" :format-arguments (list type)
                           :datum type :expected-type '(satisfies condition-type-p)))))

(defun condition-type-p (type)
  (and (symbolp type) (structure-type type) (subtypep type 'condition)))

;; Returns a condition type, as its name or class, that is a subtype of TYPE, which may be any type specifier. Conditions of TYPE are made
;; as instances of it.
(defun condition-class-within (type)
  (let ((head (if (consp type) (car type) type)))
    (cond ((and (symbolp head) (get head 'type-expander))
           (condition-class-within (funcall (get head 'type-expander) (if (consp type) (cdr type) nil))))
          ((atom type) type)
          ((member head '(or and))
           (or (find-if (lambda (part) (subtypep part type)) (cdr type))
               (signal-wrong-type type "a type that a condition of a class of its own can have" 'symbol)))
          (t type))))

(defun coerce-condition (datum arguments default)
  (cond ((conditionp datum)
         (if arguments (signal-wrong-type arguments "no arguments after a condition" 'null))
         datum)
        ((and datum (symbolp datum)) (apply #'make-condition datum arguments))
        ((or (stringp datum) (functionp datum)) (new-simple-condition default datum arguments))
        (t (signal-wrong-type datum "a format control, a type of conditions or a condition"
                              '(or string function symbol condition)))))

;; Signals a type-error unless DATUM is of TYPE. Unlike CHECK-TYPE it offers no restart, so that internal variables stay
;; hidden from the user.
(defun check-argument (datum type words)
  (unless (typep datum type) (signal-wrong-type datum words type)))

;; Runs the handlers that apply to CONDITION; returns NIL if all of them decline. C++ does the same for the errors that it
;; raises. This version exists because a non-local exit is faster if it does not unwind C++ frames.
(defun signal-to-handlers (condition)
  (note-signal condition)
  (if *break-on-signals* (break-on-signal condition))
  (let ((function nil) (predicate nil) (outer *handler-clusters*) (rest nil)
        (left 1000000))  ; a limit, because the variable's value may be circular
    (tagbody
     next
       (multiple-value-setq (function predicate outer rest) (next-handler condition outer rest))
       (if (or (null function) (= (setq left (- left 1)) 0)) (return-from signal-to-handlers nil))
       (let ((*handler-clusters* outer))
         (if (or (null predicate) (funcall predicate condition))
             (funcall function condition)))
       (go next))))

;; The argument of the running INVOKE-DEBUGGER, or NIL. The debugger is entered for it in any case.
(defvar *condition-to-debug* nil)

(defun invoke-debugger (condition)
  "Call the function in *DEBUGGER-HOOK*, if there is one, with CONDITION and itself; if it returns, report CONDITION, enter
the debugger at a terminal, and return to the prompt.
Signals: type-error unless CONDITION is a condition.
Example: (block b (let ((*debugger-hook* (lambda (c hook) hook (return-from b (princ-to-string c)))))
  (invoke-debugger (make-condition 'simple-error :format-control \"no\")))) => \"no\""
  (let ((*condition-to-debug* condition))
    (debug-unhandled condition)))

;; Does as RAISE-CONDITION, but without C++ frames between the handler and the target of its exit.
(defun raise (condition)
  (signal-to-handlers condition)
  (debug-unhandled condition))

(defun error (datum &rest arguments)
  "Signal an error: run the handlers for it and, if all decline, enter the debugger.
DATUM: a format control with ARGUMENTS for it, a condition type with ARGUMENTS as initargs, or a condition.
Example: (handler-case (error \"bad ~A\" 1) (error (e) (princ-to-string e))) => \"bad 1\""
  (raise (coerce-condition datum arguments 'simple-error)))

(defun signal (datum &rest arguments)
  "Signal a condition: run the handlers for it, and return NIL if all decline.
Example: (signal \"hm\") => NIL"
  (signal-to-handlers (coerce-condition datum arguments 'simple-condition)))

;; Returns a form for the car of a handler entry: the name of a condition type, or a predicate for any other TYPE.
(defun handled-type (type)
  (if (symbolp type) (note-type type))
  (cond ((or (not (symbolp type)) (standard-type-p type)) `(lambda (condition) (typep condition ',type)))
        ((structure-type type) `',type)
        ;; TYPE may be defined later; until then nothing is of that type.
        (t `(lambda (condition) (and (type-name-p ',type) (typep condition ',type))))))

(defmacro handler-bind (bindings &body body)
  "Run BODY and return its values; call the function of a binding for each condition of its type that BODY signals.
A function declines by returning; it handles the condition by a non-local exit (RETURN-FROM, THROW, GO).
BINDINGS: list of (type function).
Example: (block b (handler-bind ((error (lambda (c) c (return-from b 'left)))) (car 1))) => LEFT"
  (dolist (b bindings)
    (unless (and (consp b) (consp (cdr b)) (null (cddr b)))
      (raise-condition (new-simple-condition 'program-error "HANDLER-BIND: expected (type function), got ~S" (list b)))))
  `(let ((*handler-clusters*
          (cons (list ,@(mapcar (lambda (b) `(cons ,(handled-type (car b)) ,(cadr b))) bindings))
                *handler-clusters*)))
     ,@body))

(defmacro handler-case (form &body clauses)
  "Evaluate FORM and return its values; if it signals a condition of a clause's type, leave FORM and run that clause.
CLAUSES: lists (type ([variable]) form...), of which the first that matches runs. The last may be (:no-error lambda-list
form...), which receives the values of FORM.
Example: (handler-case (/ 1 0) (division-by-zero () 'infinite)) => INFINITE"
  (dolist (clause clauses)
    (unless (and (consp clause) (consp (cdr clause))
                 (or (eq (car clause) :no-error) (null (cadr clause))
                     (and (consp (cadr clause)) (null (cdr (cadr clause))) (bindable-p (car (cadr clause))))))
      (raise-condition (new-simple-condition 'program-error "HANDLER-CASE: expected a clause (type ([variable]) form...), got ~S"
                                             (list clause)))))
  (let* ((no-error (assoc :no-error clauses))
         (clauses (remove :no-error clauses :key #'car))
         (done (gensym)) (normal (gensym)) (condition (gensym))
         (tags (new-variables clauses))
         (body `(block ,done
                  (let ((,condition nil))
                    ,condition
                    (tagbody
                       (handler-bind ,(mapcar (lambda (clause tag)
                                                `(,(car clause) (lambda (c) (setq ,condition c) (go ,tag))))
                                              clauses tags)
                         (return-from ,done ,(if no-error `(return-from ,normal ,form) form)))
                       ,@(mapcan (lambda (clause tag)
                                   (list tag
                                         `(return-from ,done
                                            ,(if (cadr clause)
                                                 `(let ((,(car (cadr clause)) ,condition)) ,@(cddr clause))
                                                 `(locally ,@(cddr clause))))))
                                 clauses tags))))))
    (if no-error
        (let ((outer (gensym)))
          `(block ,outer
             (multiple-value-call (lambda ,(cadr no-error) ,@(cddr no-error))
               (block ,normal (return-from ,outer ,body)))))
        body)))

(defmacro ignore-errors (&body body)
  "Evaluate BODY and return its values; an error ends it with the values NIL and the condition.
Example: (ignore-errors (car 1)) => NIL"
  `(handler-case (progn ,@body) (error (c) (values nil c))))

;; The conditions that end a call of the user's code by the system: errors, and an exhausted stack or heap. Interrupts and exhausted
;; limits of time end more than that call.
(deftype failure () '(or error storage-condition))

(defmacro ignore-failures (&body body)
  `(handler-case (progn ,@body) (failure () nil)))

;; SLOTS: lists that begin with a name.
(defun check-slots (operator name slots)
  (do ((rest slots (cdr rest))) ((null rest))
    (if (member (car (car rest)) (cdr rest) :key #'car :test #'string=)
        (raise-condition (new-simple-condition 'program-error "~A ~S: duplicate slot ~S" (list operator name (car (car rest))))))))

(defmacro define-condition (name parents slots &rest options)
  "Define NAME as a type of conditions that inherits from PARENTS (default CONDITION).
SLOTS: list of names or (name :initarg key :initform form :reader function :accessor function :writer function
:allocation kind), where the kind :CLASS makes a slot that all conditions of the type share.
OPTIONS: (:report string-or-function), (:documentation string), (:default-initargs keyword form...).
Example: (progn (define-condition lost (error) ((where :initarg :where :reader lost-where)))
  (handler-case (error 'lost :where 'here) (lost (c) (lost-where c)))) => HERE"
  (let* ((parents (if parents parents '(condition)))
         (report (cadr (assoc :report options)))
         (own (mapcar (lambda (s) (if (consp s) s (list s))) slots)))
    (check-condition-definition name parents own options)
    `(progn
       (check-type-definition 'define-condition ',name)
       (define-condition-type ',name ',parents
                              (list ,@(mapcar (lambda (s)
                                                (let ((initform (member :initform (cdr s))))
                                                  `(list ',(car s)
                                                         ,(if initform `(lambda () ,(cadr initform)) nil) t nil
                                                         ',(slot-option s :initarg)
                                                         ,(if (member :class (slot-option s :allocation)) '(list unbound) nil))))
                                              own))
                              (list ,@(default-initargs (cdr (assoc :default-initargs options))))
                              ,(cadr (assoc :documentation options)))
       (set-structure-printer ',name nil
                              ,(cond ((null report) nil)
                                     ((stringp report) report)
                                     ;; The function may be defined later.
                                     ((symbolp report) `(lambda (condition stream) (,report condition stream)))
                                     (t `(function ,report))))
       ,@(mapcan (lambda (s)
                   (append
                    (mapcar (lambda (reader)
                              `(defmethod ,reader ((condition ,name)) (condition-slot condition ',(car s))))
                            (append (slot-option s :reader) (slot-option s :accessor)))
                    (mapcar (lambda (writer)
                              `(defmethod ,writer (value (condition ,name))
                                 (set-condition-slot condition ',(car s) value)))
                            (append (slot-option s :writer)
                                    (mapcar (lambda (accessor) `(setf ,accessor)) (slot-option s :accessor))))))
                 own)
       ',name)))

;; OWN: the slots, each a list.
(defun check-condition-definition (name parents own options)
  (flet ((reject (control &rest arguments)
           (raise-condition (new-simple-condition 'program-error "DEFINE-CONDITION ~S: ~?" (list name control arguments)))))
    (unless (and name (symbolp name)) (reject "expected a symbol as name"))
    (unless (and (form-length parents) (every #'symbolp parents)) (reject "expected a list of names as parents, got ~S" parents))
    (dolist (slot own)
      (unless (and (form-length slot) (symbolp (car slot)) (oddp (length slot))) (reject "expected a slot, got ~S" slot))
      (do ((rest (cdr slot) (cddr rest))) ((null rest))
        (unless (member (car rest) '(:initarg :initform :reader :writer :accessor :allocation :type :documentation))
          (reject "expected a slot option, got ~S" (car rest)))))
    (check-slots "DEFINE-CONDITION" name own)
    (dolist (option options)
      (unless (or (typep option '(cons (member :report :documentation) (cons * null)))
                  (and (typep option '(cons (eql :default-initargs))) (form-length option) (oddp (length option))))
        (reject "expected (:REPORT report), (:DOCUMENTATION string) or (:DEFAULT-INITARGS name form ...), got ~S" option)))))

;; Returns the list of all values that SLOT gives for OPTION.
(defun slot-option (slot option)
  (let ((given nil))
    (do ((rest (cdr slot) (cddr rest))) ((null rest) (nreverse given))
      (if (eq (car rest) option) (push (cadr rest) given)))))

(defun default-initargs (words)
  (let ((defaults nil))
    (do ((rest words (cddr rest))) ((null rest) (nreverse defaults))
      (push `(cons ',(car rest) (lambda () ,(cadr rest))) defaults))))

;; Defines the condition type NAME. An inherited slot has the initargs of all types that define it, and the initform of the
;; most specific type that gives one. The most specific type also determines whether it is shared: then a cell has the value.
(defun define-condition-type (name parents own defaults documentation)
  (let ((slots nil))
    (dolist (parent parents)
      (dolist (slot (structure-type-slots parent))
        (unless (or (assoc (car slot) slots) (assoc (car slot) own)) (setq slots (append slots (list slot))))))
    (setq slots (append slots own))
    (put name 'own-slots own)
    (put name 'own-default-initargs defaults)
    (make-structure-type name parents slots documentation t)
    (let* ((types (structure-type-ancestors name)) (all (mapcan (lambda (type) (copy-list (get type 'own-slots))) types)))
      (put name 'default-initargs
           (remove-duplicates (mapcan (lambda (type) (copy-list (get type 'own-default-initargs))) types)
                              :key #'car :from-end t))
      ;; The precedence of the types is known now: define the type again, with complete slots.
      (make-structure-type name parents
                           (mapcar (lambda (slot)
                                     (let ((same (remove (car slot) all :key #'car :test-not #'eq)))
                                       (list (car slot) (some #'cadr same) t nil
                                             (remove-duplicates (append (mapcan (lambda (s) (copy-list (fifth s))) same)
                                                                        (slot-initargs-of slot)))
                                             (sixth (if same (car same) slot)))))
                                   slots)
                           documentation t))
    (dolist (slot (structure-type-slots name))
      (if (and (sixth slot) (assoc (car slot) own)) (setf (car (sixth slot)) (initial-value slot))))))

;; Returns the index of the slot NAME of OBJECT, a structure or condition, and the slot's cell if it is shared;
;; NIL if OBJECT lacks the slot.
(defun slot-place-and-cell (object name)
  (let ((index 0))
    (dolist (slot (structure-type-slots (class-of object)) nil)
      (if (eq (car slot) name) (return (values index (sixth slot))))
      (incf index))))

(defun condition-slot (condition name)
  (multiple-value-bind (index cell) (if (conditionp condition) (slot-place-and-cell condition name) nil)
    (if (null index)
        (error 'type-error :format-control "~S has no slot ~A" :format-arguments (list condition name)
                           :datum condition :expected-type 'condition))
    (let ((value (if cell (car cell) (structure-ref condition nil index))))
      (if (eq value unbound) (values (slot-unbound (class-of condition) condition name)) value))))

(defun set-condition-slot (condition name value)
  (multiple-value-bind (index cell) (slot-place-and-cell condition name)
    (if cell
        (setf (car cell) value)
        (structure-set condition nil index value))))

(defmacro define-condition-readers (&rest pairs)
  `(progn
     ,@(mapcar (lambda (pair)
                 `(defun ,(car pair) (condition)
                    ,(concatenate-as 'string "Return the slot " (symbol-name (cadr pair)) " of CONDITION.
Signals: type-error if CONDITION lacks the slot.
Example: " (caddr pair))
                    (condition-slot condition ',(cadr pair))))
               pairs)))

(define-condition-readers
 (simple-condition-format-control format-control
  "(simple-condition-format-control (make-condition 'simple-error :format-control \"no\")) => \"no\"")
 (simple-condition-format-arguments format-arguments
  "(simple-condition-format-arguments (make-condition 'simple-error :format-arguments '(1))) => (1)")
 (type-error-datum datum "(handler-case (car 1) (type-error (c) (type-error-datum c))) => 1")
 (type-error-expected-type expected-type
  "(handler-case (car 1) (type-error (c) (type-error-expected-type c))) => LIST")
 (cell-error-name name "(handler-case (no-such-function) (undefined-function (c) (cell-error-name c))) => NO-SUCH-FUNCTION")
 (arithmetic-error-operation operation
  "(handler-case (/ 1 0) (division-by-zero (c) (arithmetic-error-operation c))) => /")
 (arithmetic-error-operands operands
  "(handler-case (/ 1 0) (division-by-zero (c) (arithmetic-error-operands c))) => (1 0)")
 (package-error-package package
  "(handler-case (export 'car \"NO-SUCH-PACKAGE\") (package-error (c) (package-error-package c))) => \"NO-SUCH-PACKAGE\"")
 (file-error-pathname pathname
  "(handler-case (open \"no/such/file\") (file-error (c) (file-error-pathname c))) => \"no/such/file\"")
 (stream-error-stream stream
  "(stream-error-stream (make-condition 'stream-error :stream 's)) => S"))
