;;;; generics.lisp -- generic functions: DEFGENERIC, DEFMETHOD, dispatch. -*- sealed -*-
;;;; A generic function has a cache that maps the classes of arguments to effective methods (vm/dispatch.cpp). On a cache
;;;; miss the code here computes the effective method. A change of a class or a method clears the affected caches.

(defstruct (generic-record (:copier nil) (:predicate nil) (:constructor make-generic-record))
  name function
  dispatcher  ; the generic function whose cache is filled: FUNCTION itself, unless its class is a program's
  lambda-list
  required  ; the number of required parameters
  order     ; their indices in argument precedence order
  (methods nil)
  (combination '(standard))
  (method-class nil)  ; the class of the methods that DEFMETHOD makes; NIL: STANDARD-METHOD
  (declarations nil)
  (stale nil)   ; true if the cache must be prepared by FRESH-CACHE before it is filled
  (named nil)   ; the objects in EQL specializers: an EQL table from each to a list (OBJECT METHOD ...) of the methods whose
                ; first EQL specializer names it; NIL without such methods
  (unnamed nil))  ; the methods without an EQL specializer

(defstruct (method (:copier nil) (:predicate nil) (:constructor nil) (:conc-name method-record-))
  generic qualifiers specializers lambda-list
  function  ; if PLAIN, the function of the method; otherwise a function that returns it for the next method, a function or NIL
  plain documentation
  (accessed nil)  ; for a reader or writer that DEFCLASS defined: the name of its slot and its function
  (given nil))  ; the function of arguments and next methods that a program passed to MAKE-INSTANCE, or NIL
(defstruct (standard-method (:include method) (:copier nil) (:conc-name standard-method-) (:predicate nil)
                            (:constructor make-method-record)))
(set-class (find-class 'method) :parents (list (find-class 'standard-object)))
(dolist (name '(method standard-method))
  (let ((class (find-class name)))
    (set-class class :precedence (linearize class))
    (set-class class :metaclass 'built-in-class)))  ; only types that users define are structure classes

(defvar *generics* (make-hash-table :test 'eq))  ; from generic functions to their records

(defvar *initial-methods* (make-hash-table :test 'eq)) ; from records to the methods that DEFGENERIC forms defined

(defun generic-of (function)
  (or (gethash function *generics*)
      (error 'type-error :format-control "~A: expected a generic function, got ~S"
                         :format-arguments (list (operation "generic-function") function)
                         :datum function :expected-type 'generic-function)))

;;; Lambda lists

(defun required-part (lambda-list)
  (ldiff lambda-list (member-if (lambda (x) (member x lambda-list-keywords)) lambda-list)))

;; New variables for the required parameters, with the same names.
(defun fresh-required (lambda-list)
  (mapcar (lambda (variable) (make-symbol (symbol-name variable))) (required-part lambda-list)))

;; Are all parameters in LAMBDA-LIST required?
(defun required-only-p (lambda-list) (null (intersection lambda-list lambda-list-keywords)))

;; Returns (required optional more key keywords allow), the properties on which the congruence of lambda lists depends
;; (7.6.4): the numbers of required and optional parameters, whether there are more and whether &key occurs, the keywords,
;; and whether others are allowed.
(defun shape (lambda-list)
  (let* ((required (length (required-part lambda-list)))
         (optional (member '&optional lambda-list))
         (key (member '&key lambda-list)))
    (list required
          (if optional (length (required-part (cdr optional))) 0)
          (if (or (member '&rest lambda-list) key) t nil)
          (if key t nil)
          (if key
              (mapcar (lambda (p)
                        (cond ((symbolp p) (intern (symbol-name p) :keyword))
                              ((consp (car p)) (caar p))
                              (t (intern (symbol-name (car p)) :keyword))))
                      (required-part (cdr key)))
              nil)
          (if (member '&allow-other-keys lambda-list) t nil))))

(defun check-congruent (name generic method)
  (let ((g (shape generic)) (m (shape method)))
    (unless (and (eql (first g) (first m)) (eql (second g) (second m)) (eq (third g) (third m))
                 (or (sixth m) (not (fourth m)) (not (fourth g)) (subsetp (fifth g) (fifth m))))
      (error 'program-error
             :format-control "~S: expected a method whose lambda list is congruent with ~S, got ~S"
             :format-arguments (list name generic method)))))

;;; Making generic functions

;; Clears the cache of the generic function of RECORD. The next call determines the arguments to dispatch on, because many
;; methods may be added before it.
(defun forget-cache (record)
  (unless (generic-record-stale record)
    (setf (generic-record-stale record) t)
    (clear-dispatch (generic-record-dispatcher record) nil nil))
  (if (custom-generic-p record) (clear-dispatch (generic-record-function record) nil nil)))

;; Is the class of the generic function of RECORD a program's? The metaobject protocol calls it (extensions/generic-classes.lisp).
(defun custom-generic-p (record) (not (eq (generic-record-dispatcher record) (generic-record-function record))))

;; Prepares the cache of the generic function of RECORD: determines the arguments to dispatch on, those that some method
;; specializes.
(defun fresh-cache (record)
  (let* ((methods (generic-record-methods record))
         (top (find-class t))
         (places (remove-if-not
                  (lambda (i) (some (lambda (m) (not (eq (nth i (method-record-specializers m)) top))) methods))
                  (generic-record-order record))))
    (setf (generic-record-stale record) nil)
    (clear-dispatch (generic-record-dispatcher record) places (generic-record-named record))))

;; Adds METHOD to the methods of RECORD.
(defun enter-method (record method)
  (push method (generic-record-methods record))
  (let ((objects (named-objects method)) (named (generic-record-named record)))
    (if (null objects) (push method (generic-record-unnamed record)))
    (if (and objects (null named)) (setf named (make-hash-table :test 'eql) (generic-record-named record) named))
    (dolist (object objects)
      (let ((entry (or (gethash object named) (setf (gethash object named) (list object)))))
        (if (eql object (car objects)) (pushnew method (cdr entry) :test #'eq))))))

;; Removes METHOD from the methods of RECORD.
(defun leave-method (record method)
  (let ((objects (named-objects method)))
    (setf (generic-record-methods record) (remove method (generic-record-methods record)))
    (if objects
        (let ((entry (gethash (car objects) (generic-record-named record))))
          (setf (cdr entry) (remove method (cdr entry))))
        (setf (generic-record-unnamed record) (remove method (generic-record-unnamed record))))))

;; The objects in the EQL specializers of METHOD.
(defun named-objects (method)
  (mapcar #'cadr (remove-if-not #'consp (method-record-specializers method))))

;; Gives the generic function of RECORD a name and a lambda list.
(defun set-generic-lambda-list (record name lambda-list)
  (let ((required (required-part lambda-list)))
    (setf (generic-record-name record) name
          (generic-record-lambda-list record) lambda-list
          (generic-record-required record) (length required)
          (generic-record-order record) (let ((i -1)) (mapcar (lambda (v) v (incf i)) required)))))

;; Returns a new generic function with the cache and the arguments of RECORD.
(defun dispatching-function (record documentation)
  (let* ((lambda-list (generic-record-lambda-list record))
         (shape (shape lambda-list))
         (more (or (> (second shape) 0) (third shape)))
         (variables (fresh-required lambda-list))
         (rest (and more (gensym)))
         (target `(miss ',record (list-of ,@variables) ,rest)))
    (make-generic
     (eval `(function
             (named-lambda ,(generic-record-name record) (,@variables ,@(if more `(&rest ,rest) nil))
                           ,@(if documentation (list documentation) nil)
                           ,(if more
                                `(apply ,target ,@variables ,rest)
                                `(funcall ,target ,@variables))))))))

(defun make-generic-function (name lambda-list documentation)
  (let ((record (make-generic-record)))
    (set-generic-lambda-list record name lambda-list)
    (let ((function (dispatching-function record documentation)))
      (setf (generic-record-function record) function
            (generic-record-dispatcher record) function)
      (forget-cache record)
      (setf (gethash function *generics*) record)
      record)))

(defun list-of (&rest all) all)

;; The traced functions (tools.lisp): lists (NAME FUNCTION TRACER).
(defvar *traced* nil)

;; Returns a generic function that calls TRACER, the tracing wrapper of the generic function FUNCTION, and shares the record
;; of FUNCTION.
(defun generic-tracer (tracer function)
  (let ((generic (make-generic (eval `(function (named-lambda traced (&rest arguments) (apply ',tracer arguments)))))))
    (clear-dispatch generic nil nil)
    (setf (gethash generic *generics*) (generic-of function))
    generic))

;; Returns the function NAME, without its tracing wrapper.
(defun own-function (name)
  (let ((traced (assoc name *traced* :test #'equal)) (function (fdefinition name)))
    (if (eq function (third traced)) (second traced) function)))

;; Ordinary functions that become generic when a program defines a method (extensions/gray-streams.lisp), with their lambda
;; lists.
(defconstant generic-on-demand
  '((close stream &key abort) (stream-element-type stream) (input-stream-p stream) (output-stream-p stream)
    (open-stream-p stream) (interactive-stream-p stream) (streamp stream)))

;; Returns the record of the generic function NAME, or NIL if NAME is free. A function of Winnow's own packages may be
;; replaced; any other definition is an error.
(defun generic-named (name)
  (let ((old (and (fboundp name)
                  (or (consp name) (not (or (macro-function name) (special-operator-p name))))
                  (own-function name))))
    (cond ((and old (typep old 'generic-function)) (generic-of old))
          ((null old)
           (if (and (symbolp name) (or (special-operator-p name) (macro-function name)))
               (error 'program-error :format-control "~S names ~:[a macro~;a special operator~]"
                                     :format-arguments (list name (special-operator-p name))))
           nil)
          ((and (symbolp name) (library-function-p name)) nil)
          ((assoc name generic-on-demand)
           (let-be-generic name (cdr (assoc name generic-on-demand)))
           (generic-of (fdefinition name)))
          (t (error 'program-error :format-control "~S is an ordinary function, not a generic function"
                                   :format-arguments (list name))))))

(defun library-function-p (name)
  (member (symbol-package name) (list (find-package "WINNOW") (find-package "MACLISP"))))

(defun install-generic (name lambda-list &optional documentation)
  (let ((record (make-generic-function name lambda-list documentation)))
    (setf (fdefinition name) (generic-record-function record))
    record))

(defun lambda-list-from-method (lambda-list)
  (let ((shape (shape lambda-list)))
    (append (required-part lambda-list)
            (if (> (second shape) 0)
                (cons '&optional (loop for n from 1 to (second shape) collect (make-symbol (format nil "OPTION-~D" n))))
                nil)
            (if (third shape) '(&rest arguments) nil))))

(defun ensure-generic-function (name &rest initargs
                                &key (lambda-list nil given) argument-precedence-order documentation
                                  method-combination declare environment generic-function-class method-class
                                &allow-other-keys)
  "Return the generic function NAME after creating it, or changing it according to the keyword arguments.
NAME: a symbol or (setf symbol).  The keywords are the options of DEFGENERIC. If the generic function is an instance of a
program's class, or GENERIC-FUNCTION-CLASS is one, further keywords are initargs of that class.
Signals: program-error if NAME is a macro, a special operator or an ordinary function, or a keyword is unknown.
Example: (typep (ensure-generic-function 'area-of :lambda-list '(x)) 'generic-function) => T"
  (declare (ignore declare environment))
  (if given (check-generic-lambda-list "ENSURE-GENERIC-FUNCTION" name lambda-list))
  (let ((record (generic-named name)))
    (cond ((or (and record (custom-generic-p record))
               (not (member generic-function-class (list nil 'standard-generic-function (find-class 'standard-generic-function)))))
           (apply #'ensure-custom-generic (and record (generic-record-function record)) name initargs))
          (t
           (check-generic-keywords 'ensure-generic-function initargs)
           (cond ((null record)
                  (setq record (install-generic name (if given lambda-list '(&rest arguments)) documentation)))
                 (t
                  (when (and given (not (equal lambda-list (generic-record-lambda-list record))))
                    (let ((methods (generic-record-methods record)))
                      (dolist (m methods) (check-congruent name lambda-list (method-record-lambda-list m)))
                      (setq record (install-generic name lambda-list))
                      (take-methods record methods)))
                  (if documentation (setf (documentation (generic-record-function record) t) documentation))))
           (change-generic record argument-precedence-order method-combination method-class)
           (generic-record-function record)))))

(defun check-generic-keywords (name initargs)
  (do ((rest initargs (cddr rest))) ((null rest))
    (unless (or (member (car rest) '(:lambda-list :argument-precedence-order :documentation :method-combination :declare
                                     :environment :generic-function-class :method-class :allow-other-keys))
                (getf initargs :allow-other-keys))
      (error 'program-error :format-control "~S: expected a keyword of DEFGENERIC's options, got ~S"
                            :format-arguments (list name (car rest))))))

;; Makes METHODS, most recent first, the methods of the new RECORD.
(defun take-methods (record methods)
  (dolist (m (reverse methods))
    (enter-method record m)
    (setf (method-record-generic m) (generic-record-function record))))

;; Gives RECORD an argument precedence order, a method combination and a class of methods, unless they are NIL.
(defun change-generic (record argument-precedence-order method-combination method-class)
  (let ((name (generic-record-name record)))
    (when argument-precedence-order
      (let ((required (required-part (generic-record-lambda-list record))))
        (unless (and (= (length required) (length argument-precedence-order))
                     (null (set-difference required argument-precedence-order)))
          (error 'program-error :format-control "~S: expected a permutation of ~S as argument precedence order, got ~S"
                                :format-arguments (list name required argument-precedence-order)))
        (setf (generic-record-order record) (mapcar (lambda (v) (position v required)) argument-precedence-order))))
    (when method-combination
      (check-combination name method-combination)
      (setf (generic-record-combination record) method-combination))
    (when method-class
      (let ((class (class-designated method-class)))
        (setf (generic-record-method-class record) (if (eq class (find-class 'standard-method)) nil class))))
    (forget-cache record)))

(defun forget-dispatch ()
  (incf *class-stamp*)
  (maphash (lambda (function record) (declare (ignore function)) (forget-cache record)) *generics*))

(defvar *generics-of-objects* (make-hash-table :test 'eql))  ; from objects in EQL specializers to lists of records

;; Clears the caches of the generic functions that have a method with an EQL specializer for OBJECT, whose class changed.
(defun forget-dispatch-of (object)
  (mapc #'forget-cache (gethash object *generics-of-objects*)))

;;; Dispatch

(defun applies (method arguments)
  (every (lambda (specializer argument)
           (if (consp specializer)
               (eql (cadr specializer) argument)
               (instance-p argument specializer)))
         (method-record-specializers method) arguments))

;; Is method A more specific than method B? Both must be applicable to arguments of CLASSES.
(defun more-specific (a b classes order)
  (dolist (i order nil)
    (let ((x (nth i (method-record-specializers a))) (y (nth i (method-record-specializers b))))
      (unless (equal x y)
        (return (cond ((consp x) t)
                      ((consp y) nil)
                      (t (member y (cdr (member x (precedence (nth i classes))))))))))))

;; Methods of RECORD that include all methods applicable to the list ARGUMENTS.
(defun candidates (record arguments)
  (let ((named (generic-record-named record)))
    (if (null named)
        (generic-record-methods record)
        (let ((methods (generic-record-unnamed record)))
          (dolist (object (remove-duplicates arguments) methods)
            (setq methods (append (cdr (gethash object named)) methods)))))))

(defun applicable (record arguments)
  (let ((classes (mapcar #'class-of arguments)))
    (stable-sort (remove-if-not (lambda (m) (applies m arguments)) (copy-list (candidates record arguments)))
                 (lambda (a b) (more-specific a b classes (generic-record-order record))))))

(defun compute-applicable-methods (generic-function arguments)
  "Return the list of the methods of GENERIC-FUNCTION that are applicable to the list ARGUMENTS, most specific first.
Example: (length (compute-applicable-methods #'print-object (list 1 *standard-output*))) => 1"
  (applicable (generic-of generic-function) arguments))

;; Handles a cache miss: returns the effective method for the arguments REQUIRED and MORE, and adds it to the cache.
(defun miss (record required more)
  (if (generic-record-stale record) (fresh-cache record))
  (let* ((arguments (append required more))
         (methods (applicable record required))
         (generic (generic-record-function record)))
    (cond ((custom-generic-p record) (effective-method-by-protocol record required arguments))
          ((null methods) (lambda (&rest arguments) (apply #'no-applicable-method generic arguments)))
          (t (remember-dispatch generic (checked-effective-function record methods) required)))))

;; The effective method, which checks its keyword arguments, for METHODS, the applicable methods, most specific first.
(defun checked-effective-function (record methods)
  (with-checked-keywords record methods (effective-function record methods)))

;; Returns FUNCTION, wrapped in a check of the keyword arguments if necessary: the generic function or an applicable method
;; must accept each of them (7.6.5).
(defun with-checked-keywords (record methods function)
  (let* ((shapes (cons (shape (generic-record-lambda-list record))
                       (mapcar (lambda (m) (shape (method-record-lambda-list m))) methods)))
         (first (+ (first (car shapes)) (second (car shapes))))
         (known (reduce #'append (mapcar #'fifth shapes))))
    (if (or (notany #'fourth shapes) (some #'sixth shapes))
        function
        (lambda (&rest arguments)
          (let ((keywords (nthcdr first arguments)))
            (do ((rest keywords (cddr rest))) ((null rest))
              (cond ((null (cdr rest))
                     (error 'program-error :format-control "~S: expected a value after ~S"
                                           :format-arguments (list (generic-record-name record) (car rest))))
                    ((or (member (car rest) known) (eq (car rest) :allow-other-keys) (getf keywords :allow-other-keys)))
                    (t (error 'program-error :format-control "~S: expected ~:[no keyword arguments~;~:*~{~S~#[~; or ~:;, ~]~}~], got ~S"
                                             :format-arguments (list (generic-record-name record) known (car rest)))))))
          (apply function arguments)))))

;;; Methods

(defun method-qualifiers (method)
  "Return the list of the qualifiers of METHOD.
Example: (method-qualifiers (find-method #'print-object nil (list (find-class 't) (find-class 't)))) => NIL"
  (method-record-qualifiers method))

(defun function-keywords (method)
  "Return the list of the keywords that METHOD accepts, and whether it allows other keywords.
Example: (function-keywords (defmethod keyed (x &key a) (list x a))) => (:A)"
  (let ((shape (shape (method-record-lambda-list method)))) (values (fifth shape) (sixth shape))))

(defun find-method (generic-function qualifiers specializers &optional (errorp t))
  "Return the method of GENERIC-FUNCTION with QUALIFIERS and SPECIALIZERS (classes or (EQL object)). If it does not exist,
signal an error or, if ERRORP is NIL, return NIL.
Signals: error.
Example: (find-method #'print-object nil (list (find-class 'cons) (find-class 't)) nil) => NIL"
  (let ((record (generic-of generic-function)))
    (unless (= (length specializers) (generic-record-required record))
      (error "FIND-METHOD: expected ~D specializer~:P of ~S, got ~D"
             (generic-record-required record) (generic-record-name record) (length specializers)))
    (or (find-if (lambda (m) (and (equal (method-record-qualifiers m) qualifiers)
                                  (every #'same-specializer (method-record-specializers m) specializers)))
                 (candidates record (mapcar (lambda (s) (if (consp s) (cadr s) s)) specializers)))
        (if errorp (error "FIND-METHOD: expected the qualifiers and specializers of a method of ~S, got ~{~S ~}~S"
                          (generic-record-name record) qualifiers specializers)))))

(defun same-specializer (a b)
  (or (eq a b) (and (consp a) (consp b) (eql (cadr a) (cadr b)))))

(defun add-method (generic-function method)
  "Add METHOD to GENERIC-FUNCTION, replacing one with the same qualifiers and specializers; return GENERIC-FUNCTION.
Signals: error if METHOD belongs to another generic function, or its lambda list is not congruent.
Example: (typep #'add-method 'function) => T"
  (let ((record (generic-of generic-function)))
    (when (and (method-record-generic method) (not (eq (method-record-generic method) (generic-record-function record))))
      (error "ADD-METHOD: ~S already is a method of ~S" method (method-record-generic method)))
    (check-congruent (generic-record-name record) (generic-record-lambda-list record) (method-record-lambda-list method))
    (let ((old (find-method generic-function (method-record-qualifiers method) (method-record-specializers method) nil)))
      (if old (remove-method generic-function old)))
    (setf (method-record-generic method) (generic-record-function record))
    (enter-method record method)
    (dolist (object (named-objects method)) (pushnew record (gethash object *generics-of-objects*)))
    (incf *class-stamp*)
    (forget-cache record)
    (note-printing record)
    generic-function))

(defun remove-method (generic-function method)
  "Remove METHOD from GENERIC-FUNCTION if it has it; return GENERIC-FUNCTION.
Example: (typep #'remove-method 'function) => T"
  (let ((record (generic-of generic-function)))
    (when (member method (generic-record-methods record))
      (leave-method record method)
      (setf (method-record-generic method) nil)
      (incf *class-stamp*)
      (forget-cache record)
      (note-printing record))
    generic-function))

;; Sets the printer of each class that has a method of PRINT-OBJECT; only such classes make the C++ printer call Lisp.
(defun note-printing (record)
  (when (eq (generic-record-name record) 'print-object)
    (dolist (method (generic-record-methods record))
      (let ((class (car (method-record-specializers method))))
        (when (and (not (consp class)) (not (eq (class-name class) t)) (not (metaclass-p class 'built-in-class)))
          (set-class class :printer (lambda (object stream depth) (declare (ignore depth)) (print-object object stream))))))))

;; Replaces the function NAME by a generic function with the old function as its first method. The operators of this file
;; must exist before the first generic function does.
(defun let-be-generic (name lambda-list)
  (let ((function (fdefinition name)))
    (fmakunbound name)
    (let ((record (install-generic name lambda-list (cadr (function-documentation function)))))
      (enter-method record
                    (make-method-record :qualifiers nil :lambda-list lambda-list :plain t :function function
                                        :generic (generic-record-function record)
                                        :specializers (mapcar (lambda (v) v (find-class t)) (required-part lambda-list))))
      (forget-cache record))))

;; Adds a method to the generic function NAME, for DEFMETHOD. SPECIALIZERS: names of classes, classes, or (EQL object).
(defun ensure-method (name qualifiers specializers lambda-list plain function &optional documentation)
  (let* ((record (or (generic-named name) (install-generic name (lambda-list-from-method lambda-list))))
         (class (generic-record-method-class record))
         (method (apply (if class #'make-custom-method #'make-method-record)
                        :qualifiers qualifiers :lambda-list lambda-list :plain plain :function function
                        :documentation documentation
                        :specializers (mapcar #'class-designated specializers)
                        (if class (list :class class) nil))))
    (add-method (generic-record-function record) method)
    method))

(defun split-specialized (name lambda-list)
  (let ((variables nil) (specializers nil) (rest lambda-list))
    (do () ((or (atom rest) (member (car rest) lambda-list-keywords)))
      (let ((item (pop rest)))
        (unless (or (symbolp item) (and (consp item) (symbolp (car item)) (consp (cdr item)) (null (cddr item))))
          (error 'program-error :format-control "DEFMETHOD ~S: expected a parameter, name or (name class), got ~S"
                                :format-arguments (list name item)))
        (let ((of (if (consp item) (cadr item) t)))
          (unless (or (symbolp of) (typep of 'class) (and (consp of) (eq (car of) 'eql) (consp (cdr of)) (null (cddr of))))
            (error 'program-error :format-control "DEFMETHOD ~S: expected the name of a class or (EQL form) after ~S, got ~S"
                                  :format-arguments (list name (car item) of))))
        (push (if (consp item) (car item) item) variables)
        (push (if (consp item) (cadr item) t) specializers)))
    (values (append (reverse variables) rest) (nreverse specializers))))

;; May BODY call the next method? Calls of user-defined macros count, because their expansions are not known yet.
(defun may-go-on (body environment)
  (labels ((may (form)
             (cond ((consp form)
                    (do ((rest form (cdr rest))) ((atom rest) (may rest))
                      (if (may (car rest)) (return t))))
                   ((or (null form) (not (symbolp form))) nil)
                   ((member form '(call-next-method next-method-p macrolet)) t)
                   ((macro-function form environment)
                    (not (member (symbol-package form)
                                 (load-time-value (mapcar #'find-package '("COMMON-LISP" "WINNOW" "SYSTEM")))))))))
    (and (list-length body) (may body))))

;; The function of a method of NAME, as METHOD-RECORD-FUNCTION has it. FORM: its body.
(defun method-lambda (name lambda-list declarations plain form)
  (if plain
      `(named-lambda ,name ,lambda-list ,@declarations ,form)
      (multiple-value-bind (parameters arguments) (repeatable-lambda-list lambda-list)
        `(named-lambda ,name (next-method)
           (function
            (named-lambda ,name ,@(cond (parameters `(,parameters ,@declarations ,(with-next-method name arguments form)))
                                        (t `((&rest ,(first arguments))
                                             (apply (function
                                                     (named-lambda ,name ,lambda-list ,@declarations
                                                                   ,(with-next-method name arguments form)))
                                                    ,(first arguments)))))))))))

;; FORM in the scope of CALL-NEXT-METHOD and NEXT-METHOD-P. ARGUMENTS: those of APPLY that pass the arguments of the method of NAME.
(defun with-next-method (name arguments form)
  `(flet ((call-next-method (&rest new)
            (cond ((null next-method) (no-next ',name (list* ,@arguments)))
                  (new (check-next-arguments ',name (list* ,@arguments) new) (apply next-method new))
                  (t (apply next-method ,@arguments))))
          (next-method-p () (if next-method t nil)))
     (declare (ignorable #'call-next-method #'next-method-p))
     ,form))

;; Returns LAMBDA-LIST with additional variables that keep the arguments, since the method may assign its parameters, and a list of
;; forms, of which the last one yields a list, that pass the arguments on. The first value is NIL if variables cannot keep
;; them: a parameter is optional, or the form of a default may assign another parameter.
(defun repeatable-lambda-list (lambda-list)
  (let* ((required (required-part lambda-list))
         (own-aux (member '&aux lambda-list))
         (more (ldiff (nthcdr (length required) lambda-list) own-aux))
         (rest (if (eq (car more) '&rest) (cadr more) nil))
         (kept (if rest (append required (list rest)) required))
         (copies (mapcar (lambda (parameter) (gensym (string parameter))) kept))
         (aux `(&aux ,@(mapcar #'list copies kept) ,@(cdr own-aux))))
    (flet ((may-assign-p (parameter)
             (and (consp parameter) (consp (cdr parameter)) (consp (cadr parameter))
                  (some (lambda (name) (mentions-p name (cadr parameter))) kept))))
      (cond ((or (member '&optional more) (some #'may-assign-p more)) (values nil (list (gensym "REST"))))
            (rest (values `(,@required ,@more ,@aux) copies))
            ((null more) (values `(,@required ,@aux) (append copies '(nil))))
            (t (let ((rest (gensym "REST")))
                 (values `(,@required &rest ,rest ,@more ,@aux) (append copies (list rest)))))))))

(defun mentions-p (name form)
  (if (consp form) (or (mentions-p name (car form)) (mentions-p name (cdr form))) (eq name form)))

;; The parts of REST, the qualifiers, lambda list and body of a method of NAME, as six values: qualifiers, lambda list, specializers,
;; declarations, documentation or NIL, forms.
(defun parse-method (name rest)
  (let ((qualifiers nil))
    (do () ((or (null rest) (listp (car rest)))) (push (pop rest) qualifiers))
    (unless (consp rest)
      (error 'program-error :format-control "DEFMETHOD ~S: expected a lambda list" :format-arguments (list name)))
    (multiple-value-bind (lambda-list specializers) (split-specialized name (car rest))
      (multiple-value-bind (declarations body) (split-declarations (cdr rest))
        ;; A string is also documentation if only declarations follow it.
        (let ((documentation (if (and (stringp (car body)) (cdr (member (car body) (cdr rest) :test #'eq))) (pop body) nil)))
          (values (reverse qualifiers) lambda-list specializers declarations documentation body))))))

;; LAMBDA-LIST of a method, which accepts the keywords of other methods (7.6.5).
(defun lenient-lambda-list (lambda-list)
  (if (and (member '&key lambda-list) (not (member '&allow-other-keys lambda-list)))
      (let ((aux (member '&aux lambda-list)))
        (append (ldiff lambda-list aux) '(&allow-other-keys) aux))
      lambda-list))

;; The form of the body of a method of NAME.
(defun method-block (name forms) `(block ,(if (consp name) (cadr name) name) ,@forms))

(defun method-forms (name rest &optional environment)
  (multiple-value-bind (qualifiers lambda-list specializers declarations documentation forms) (parse-method name rest)
    (let ((plain (not (may-go-on forms environment))))
      `(',qualifiers
        (list ,@(mapcar (lambda (s) (if (consp s) `(list 'eql ,(cadr s)) `',s)) specializers))
        ',lambda-list
        ,plain
        (function ,(method-lambda name (lenient-lambda-list lambda-list) declarations plain (method-block name forms)))
        ,@(if documentation (list documentation) nil)))))

;; Signals an error unless the same methods are applicable to NEW, the arguments of CALL-NEXT-METHOD, and to OLD, those of
;; the method.
(defun check-next-arguments (name old new)
  (let ((record (gethash (own-function name) *generics*)))
    (when (and record
               (do ((left (generic-record-required record) (- left 1)) (a old (cdr a)) (b new (cdr b))) ((= left 0) nil)
                 (unless (selects-the-same-p record (car a) (car b)) (return t)))
               (not (equal (applicable record old) (applicable record new))))
      (error "CALL-NEXT-METHOD: the arguments ~S have other applicable methods of ~S than ~S" new name old))))

;; Are A and B alike for the methods of RECORD: the same object, or of the same class and no EQL specializer names one?
(defun selects-the-same-p (record a b)
  (or (eql a b)
      (and (eq (class-of a) (class-of b))
           (let ((named (generic-record-named record)))
             (not (and named (or (gethash a named) (gethash b named))))))))

(defun no-next (name arguments)
  (apply #'no-next-method (fdefinition name) nil arguments))

(defmacro defmethod (name &rest definition &environment environment)
  "Define a method of the generic function NAME, which is created if it does not exist; return the method.
DEFINITION: qualifiers such as :BEFORE, :AFTER, :AROUND; a lambda list whose required parameters may be (variable class)
or (variable (EQL form)); forms. In them CALL-NEXT-METHOD calls the next method, and NEXT-METHOD-P tests if it exists.
Signals: program-error if the form is malformed or the lambda list is not congruent.
Example: (progn (defmethod doubled ((x number)) (* 2 x)) (defmethod doubled ((x string)) (concatenate 'string x x))
  (list (doubled 2) (doubled \"ab\"))) => (4 \"abab\")"
  (unless (function-name-p name) (reject-form "DEFMETHOD" "the name of a function" name))
  `(ensure-method ',name ,@(method-forms name definition environment)))

;; Is DECLARATION allowed in DEFGENERIC? Declarations of variables and functions are not, since they refer to a body.
(defun generic-declaration-p (declaration)
  (and (consp declaration)
       (not (member (car declaration) '(special ftype function inline notinline declaration)))))

(defun check-generic-lambda-list (operator name lambda-list)
  (lambda-list-sections operator name lambda-list '(&optional &rest &key &allow-other-keys) nil))

;; The options of DEFGENERIC. With a program's class of generic functions, others are initargs.
(defconstant generic-function-options
  '(:documentation :argument-precedence-order :method-combination :method declare :generic-function-class :method-class))

(defmacro defgeneric (name lambda-list &rest options &environment environment)
  "Define the generic function NAME; return it.
OPTIONS: (:DOCUMENTATION string), (:ARGUMENT-PRECEDENCE-ORDER parameter ...), (:METHOD-COMBINATION name ...),
(:METHOD qualifier ... lambda-list form ...), (DECLARE ...), (:GENERIC-FUNCTION-CLASS name), (:METHOD-CLASS name).
With a class of generic functions that a program defined, other options are initargs of that class.
Signals: program-error if the form is malformed.
Example: (progn (defgeneric sound (animal) (:method ((x symbol)) (list x 'says 'nothing))) (sound 'cat)) => (CAT SAYS NOTHING)"
  (unless (function-name-p name) (reject-form "DEFGENERIC" "the name of a function" name))
  (check-generic-lambda-list "DEFGENERIC" name lambda-list)
  (let* ((seen nil)
         (custom (not (member (cadr (assoc :generic-function-class (remove-if #'atom options))) '(nil standard-generic-function)))))
    (flet ((reject (control &rest arguments)
             (error 'program-error :format-control "DEFGENERIC ~S: ~?" :format-arguments (list name control arguments))))
      (dolist (option options)
        (let ((key (and (form-length option) (car option))))
          (unless (or (member key generic-function-options) (and (keywordp key) custom))
            (reject "expected an option, got ~S" option))
          (if (and (member key seen) (not (member key '(:method declare)))) (reject "the option ~S occurs twice" key))
          (if (and (eq key :documentation) (not (typep (cdr option) '(cons string null))))
              (reject "expected (:DOCUMENTATION string), got ~S" option))
          (if (and (eq key 'declare) (not (every #'generic-declaration-p (cdr option))))
              (reject "expected a declaration OPTIMIZE, got ~S" option))
          (push key seen))))
    (flet ((given (key) (assoc key options)))
      `(progn
         (forget-methods ',name)
         (ensure-generic-function
          ',name :lambda-list ',lambda-list
          ,@(if (given :argument-precedence-order)
                `(:argument-precedence-order ',(cdr (given :argument-precedence-order))) nil)
          ,@(if (given :documentation) `(:documentation ,(cadr (given :documentation))) nil)
          ,@(mapcan (lambda (key) (if (given key) `(,key ',(cadr (given key))) nil)) '(:generic-function-class :method-class))
          ,@(mapcan (lambda (option) (if (member (car option) generic-function-options) nil `(,(car option) ',(cdr option)))) options)
          :method-combination ',(or (cdr (given :method-combination)) '(standard)))
         ,@(mapcan (lambda (option)
                     (if (eq (car option) :method)
                         (list `(note-initial ',name (ensure-method ',name ,@(method-forms name (cdr option) environment))))
                         nil))
                   options)
         (fdefinition ',name)))))

;; Removes the methods that the previous DEFGENERIC form of NAME defined.
(defun forget-methods (name)
  (let ((record (generic-named name)))
    (when record
      (let ((initial (gethash record *initial-methods*)))
        (dolist (method initial) (remove-method (generic-record-function record) method))
        (remhash record *initial-methods*)))))

(defun note-initial (name method) (push method (gethash (generic-named name) *initial-methods*)))

(mapc #'let-be-generic
      '(add-method remove-method find-method compute-applicable-methods method-qualifiers function-keywords
        class-name (setf class-name))
      '((generic-function method) (generic-function method)
        (generic-function qualifiers specializers &optional errorp) (generic-function arguments) (method) (method)
        (class) (new-name class)))
