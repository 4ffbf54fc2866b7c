;;;; combinations.lisp -- how the applicable methods of a generic function become one function. -*- sealed -*-

(defun method-error (control &rest arguments)
  (error 'program-error :format-control control :format-arguments arguments))

(defun invalid-method-error (method control &rest arguments)
  "Signal that METHOD does not fit its generic function's method combination, as CONTROL and ARGUMENTS tell.
Example: (handler-case (invalid-method-error 1 \"no\") (error () 'told)) => TOLD"
  (check-argument control 'string "a format control")
  (error "The method ~S: ~?" method control arguments))

(defun method-combination-error (control &rest arguments)
  "Signal an error in a method combination, which CONTROL and ARGUMENTS describe.
Example: (handler-case (method-combination-error \"no\") (error () 'told)) => TOLD"
  (check-argument control 'string "a format control")
  (apply #'error control arguments))

;; The function of METHODS, each being the next one of that before it; LAST is the next of the last, a function or NIL.
(defun chain (methods last)
  (if (null methods)
      last
      (let ((function (method-record-function (car methods))))
        (if (method-record-plain (car methods))
            function
            (let ((next (chain (cdr methods) last)))
              (lambda (&rest arguments) (apply function next arguments arguments)))))))

;; The function that calls METHODS, those that apply, the most specific first, as the method combination says.
(defun effective-function (record methods)
  (destructuring-bind (type &rest options) (generic-record-combination record)
    (cond ((eq type 'standard) (standard-combination record methods))
          ((get type 'short-combination)
           (short-combination record methods type (get type 'short-combination) options))
          ((get type 'long-combination)
           (long-combination record methods type (get type 'long-combination) options))
          (t (error "There is no method combination ~S" type)))))

(defun qualified (methods qualifiers)
  (remove-if-not (lambda (m) (equal (method-record-qualifiers m) qualifiers)) methods))

(defun refuse-others (record methods allowed)
  (dolist (m methods)
    (unless (member (method-record-qualifiers m) allowed :test #'equal)
      (invalid-method-error m "the qualifiers ~S mean nothing in the method combination ~S of ~S"
                            (method-record-qualifiers m) (car (generic-record-combination record)) (generic-record-name record)))))

(defun standard-combination (record methods)
  (let ((around (qualified methods '(:around))) (before (qualified methods '(:before)))
        (after (reverse (qualified methods '(:after)))) (primary (qualified methods nil)))
    (refuse-others record methods '((:around) (:before) (:after) ()))
    (if (null primary)
        (no-primary record)
        (chain around
               (let ((main (chain primary nil))
                     (before (mapcar #'method-function-alone before))
                     (after (mapcar #'method-function-alone after)))
                 (if (or before after)
                     (lambda (&rest arguments)
                       (dolist (f before) (apply f arguments))
                       (multiple-value-prog1 (apply main arguments)
                         (dolist (f after) (apply f arguments))))
                     main))))))

(defun method-function-alone (method) (chain (list method) nil))

(defun no-primary (record)
  (lambda (&rest arguments)
    (error "~S has no primary method for ~{~S~^ ~}" (generic-record-name record) arguments)))

;;; DEFINE-METHOD-COMBINATION

;; OPTIONS: (operator identity-with-one-argument).
(defun short-combination (record methods type options order)
  (let ((around (qualified methods '(:around))) (primary (qualified methods (list type)))
        (order (if order (car order) :most-specific-first)))
    (refuse-others record methods (list '(:around) (list type)))
    (unless (member order '(:most-specific-first :most-specific-last))
      (method-combination-error "~S is no order of methods" order))
    (if (null primary)
        (no-primary record)
        (let ((functions (mapcar #'method-function-alone
                                 (if (eq order :most-specific-last) (reverse primary) primary))))
          (chain around
                 (if (and (cadr options) (null (cdr functions)))
                     (car functions)
                     (eval `(lambda (&rest arguments)
                              (,(car options) ,@(mapcar (lambda (f) `(apply ',f arguments)) functions))))))))))

(defmacro call-method (method &optional next-methods)
  "Call METHOD from the form that a method combination makes, with NEXT-METHODS for CALL-NEXT-METHOD.
METHOD, and each of NEXT-METHODS: a method, or (MAKE-METHOD form).
Signals: program-error anywhere else.
Example: (handler-case (eval '(call-method 1)) (program-error () 'elsewhere)) => ELSEWHERE"
  (declare (ignore next-methods))
  (method-error "call-method of ~S: only the form that a method combination returns can have that" method))

;; The form FORM, in which CALL-METHOD means what it does in an effective method, as a function.
(defun effective-form-function (form)
  (eval `(lambda (&rest macro-arguments)
           (macrolet ((call-method (method &optional next-methods)
                        `(apply ,(system::callable-form method next-methods) macro-arguments)))
             ,form))))

(defun callable-form (method next-methods)
  (flet ((as-method (m)
           (if (and (consp m) (eq (car m) 'make-method))
               (make-method-record :qualifiers nil :specializers nil :lambda-list '(&rest arguments) :plain t
                                   :function (effective-form-function (cadr m)))
               m)))
    `',(chain (cons (as-method method) (mapcar #'as-method next-methods)) nil)))

(defun long-combination (record methods type definition options)
  (let ((groups nil) (left methods))
    (dolist (group (car definition))
      (destructuring-bind (name patterns order required) group
        (let ((mine (remove-if-not (lambda (m) (matches-pattern (method-record-qualifiers m) patterns)) left)))
          (setq left (set-difference left mine))
          (if (and required (null mine))
              (method-combination-error "~S: no method of the group ~S of the method combination ~S applies"
                                        (generic-record-name record) name type))
          (push (if (eq (if (functionp order) (apply order options) order) :most-specific-last) (reverse mine) mine) groups))))
    (if left
        (invalid-method-error (car left) "the qualifiers ~S mean nothing in the method combination ~S"
                              (method-record-qualifiers (car left)) type))
    (let ((function (cadr definition)) (groups (nreverse groups)) (generic (generic-record-function record)))
      (if (caddr definition)
          ;; The form may depend on the arguments, so it is made at each call.
          (lambda (&rest arguments)
            (apply (effective-form-function (apply function generic arguments groups options)) arguments))
          (effective-form-function (apply function generic nil groups options))))))

(defun matches-pattern (qualifiers patterns)
  (some (lambda (pattern)
          (cond ((eq pattern '*) t)
                ((and pattern (symbolp pattern)) (funcall pattern qualifiers))
                (t (do ((p pattern (cdr p)) (q qualifiers (cdr q))) ((atom p) (or (eq p '*) (and (null p) (null q))))
                     (unless (and (consp q) (or (eq (car p) '*) (equal (car p) (car q)))) (return nil))))))
        patterns))

(defmacro define-method-combination (name &rest definition)
  "Define NAME as a method combination; return it.
DEFINITION: the short form's options :OPERATOR, :IDENTITY-WITH-ONE-ARGUMENT, :DOCUMENTATION; or a lambda list, groups of
methods (variable qualifier-pattern... or predicate, :ORDER, :REQUIRED, :DESCRIPTION), (:ARGUMENTS ...),
(:GENERIC-FUNCTION variable) and forms that return the effective method's form.
Signals: program-error if something is malformed.
Example: (progn (define-method-combination total :operator +)
  (defgeneric weight-of (x) (:method-combination total) (:method total ((x integer)) x) (:method total ((x t)) 1))
  (weight-of 5)) => 6"
  (if (and definition (listp (car definition)))
      (long-combination-form name definition)
      (destructuring-bind (&key (operator name) identity-with-one-argument documentation) definition
        `(progn ,@(if documentation `((document ',name 'method-combination ,documentation)) nil)
                (put ',name 'long-combination nil)
                (put ',name 'short-combination '(,operator ,identity-with-one-argument))
                ',name))))

(defun long-combination-form (name definition)
  (destructuring-bind (lambda-list groups &body body) definition
    (let* ((arguments (if (eq (car-safe (car body)) :arguments) (cdr (pop body)) nil))
           (generic (if (eq (car-safe (car body)) :generic-function) (cadr (pop body)) (gensym)))
           (values (gensym)))
      `(progn
         ,@(documenting name 'method-combination body)
         (put ',name 'short-combination nil)
         (put ',name 'long-combination
              (list (list ,@(mapcar (lambda (group) (group-form group lambda-list)) groups))
                    (lambda (,generic ,values method-groups &rest combination-options)
                      (declare (ignorable ,generic ,values))
                      (destructuring-bind ,(mapcar #'car groups) method-groups
                        (declare (ignorable ,@(mapcar #'car groups)))
                        (destructuring-bind ,lambda-list combination-options
                          ,(if arguments
                               `(destructuring-bind ,(if (member '&rest arguments) arguments (append arguments '(&rest more-options)))
                                    ,values
                                  ,@body)
                               `(progn ,@body)))))
                    ,(if arguments t nil)))
         ',name))))

(defun car-safe (x) (if (consp x) (car x) nil))

(defun group-form (group lambda-list)
  (let ((patterns nil) (rest (cdr group)))
    (do () ((or (null rest) (keywordp (car rest)))) (push (pop rest) patterns))
    (destructuring-bind (&key (order :most-specific-first) required description) rest
      (declare (ignore description))
      `(list ',(car group) ',(reverse patterns)
             ,(if (keywordp order) order `(lambda (&rest combination-options) (destructuring-bind ,lambda-list combination-options ,order)))
             ,required))))

(dolist (entry '((+ + t) (append append t) (and and t) (list list nil) (max max t) (min min t) (nconc nconc t) (or or t)
                 (progn progn t)))
  (put (car entry) 'short-combination (cdr entry)))
