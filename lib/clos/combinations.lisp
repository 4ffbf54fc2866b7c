;;;; combinations.lisp -- method combination: effective methods, DEFINE-METHOD-COMBINATION. -*- sealed -*-

(defun method-error (control &rest arguments)
  (error 'program-error :format-control control :format-arguments arguments))

(defun invalid-method-error (method control &rest arguments)
  "Signal an error: METHOD is invalid in its generic function's method combination for the reason CONTROL and ARGUMENTS.
Example: (handler-case (invalid-method-error 1 \"no\") (error () 'refused)) => REFUSED"
  (check-argument control 'string "a format control")
  (error "The method ~S: ~?" method control arguments))

(defun method-combination-error (control &rest arguments)
  "Signal an error in a method combination; CONTROL and ARGUMENTS are the message, as for FORMAT.
Example: (handler-case (method-combination-error \"no\") (error () 'refused)) => REFUSED"
  (check-argument control 'string "a format control")
  (apply #'error control arguments))

;; The number of arguments of METHOD if it takes a fixed number; else NIL.
(defun fixed-count (method)
  (let ((lambda-list (method-record-lambda-list method)))
    (if (required-only-p lambda-list) (length lambda-list) nil)))

;; A function of COUNT arguments, or of any number if COUNT is NIL, that evaluates FORMS. In them, (PASS function) calls FUNCTION with
;; the arguments.
(defmacro function-of-arguments (count &body forms)
  (flet ((fixed (&rest parameters)
           `(,(length parameters)
             (lambda ,parameters
               (macrolet ((pass (function) `(funcall ,function ,@',parameters))) ,@forms)))))
    `(case ,count
       ,@(list (fixed 'a) (fixed 'a 'b) (fixed 'a 'b 'c))
       (t (lambda (&rest arguments) (macrolet ((pass (function) `(apply ,function arguments))) ,@forms))))))

;; Returns a function that calls the first of METHODS; the next method of each is its successor in the list. LAST: the next
;; method of the last one, a function or NIL.
(defun chain (methods last)
  (if (null methods)
      last
      (let ((method (car methods)))
        (if (method-record-plain method)
            (fast-method-function method)
            (funcall (method-record-function method) (chain (cdr methods) last))))))

;; Returns the effective method, as a function, for METHODS, the applicable methods, most specific first.
(defun effective-function (record methods)
  (destructuring-bind (type &rest options) (generic-record-combination record)
    (cond ((eq type 'standard) (standard-combination record methods))
          ((get type 'short-combination)
           (short-combination record methods type (get type 'short-combination) options))
          ((get type 'long-combination)
           (long-combination record methods (get type 'long-combination) options))
          (t (method-error "~S: unknown method combination ~S" (generic-record-name record) type)))))

(defun qualified (methods qualifiers)
  (remove-if-not (lambda (m) (equal (method-record-qualifiers m) qualifiers)) methods))

(defun refuse-others (record methods allowed)
  (dolist (m methods)
    (unless (member (method-record-qualifiers m) allowed :test #'equal) (refuse-qualifiers record m))))

(defun refuse-qualifiers (record method)
  (invalid-method-error method "the qualifiers ~S are not allowed in the method combination ~S of ~S"
                        (method-record-qualifiers method) (car (generic-record-combination record)) (generic-record-name record)))

(defun standard-combination (record methods)
  (let ((around (qualified methods '(:around))) (before (qualified methods '(:before)))
        (after (reverse (qualified methods '(:after)))) (primary (qualified methods nil)))
    (refuse-others record methods '((:around) (:before) (:after) ()))
    (if (null primary)
        (no-primary record)
        (chain around
               (let ((main (chain primary nil)) (count (fixed-count (car primary)))
                     (before (mapcar #'method-function-alone before))
                     (after (mapcar #'method-function-alone after)))
                 (cond (after (function-of-arguments count
                                (dolist (f before) (pass f))
                                (multiple-value-prog1 (pass main) (dolist (f after) (pass f)))))
                       (before (function-of-arguments count (dolist (f before) (pass f)) (pass main)))
                       (t main)))))))

(defun method-function-alone (method) (chain (list method) nil))

(defun no-primary (record)
  (lambda (&rest arguments)
    (error "~S has no primary method for ~{~S~^ ~}" (generic-record-name record) arguments)))

;; Signals an error unless SPECIFICATION, the name of a method combination and its options, is valid for the generic
;; function NAME.
(defun check-combination (name specification)
  (flet ((reject (control &rest arguments)
           (method-error "The generic function ~S: ~?" name control arguments)))
    (destructuring-bind (type &rest options) specification
      (cond ((get type 'long-combination))
            ((eq type 'standard) (if options (reject "the method combination STANDARD takes no options, got ~S" options)))
            ((not (get type 'short-combination)) (reject "unknown method combination ~S" type))
            ((or (cdr options) (not (member (car options) '(nil :most-specific-first :most-specific-last))))
             (reject "expected the option :MOST-SPECIFIC-FIRST or :MOST-SPECIFIC-LAST of the method combination ~S, got ~S"
                     type options))))))

;;; The short form of DEFINE-METHOD-COMBINATION

;; DEFINITION: (operator identity-with-one-argument).
(defun short-combination (record methods type definition order)
  (let ((around (qualified methods '(:around))) (primary (qualified methods (list type))))
    (refuse-others record methods (list '(:around) (list type)))
    (if (null primary)
        (no-primary record)
        (let ((functions (mapcar #'method-function-alone
                                 (if (equal order '(:most-specific-last)) (reverse primary) primary))))
          (chain around
                 (if (and (cadr definition) (null (cdr functions)))
                     (car functions)
                     (operator-function record (car definition) functions)))))))

;; The effective method that applies OPERATOR to the values of FUNCTIONS, which all receive its arguments.
(defun operator-function (record operator functions)
  (let* ((lambda-list (generic-record-lambda-list record)) (required (fresh-required lambda-list)))
    (flet ((form (call &rest more)
             `(,operator ,@(mapcar (lambda (function) `(,call ',function ,@required ,@more)) functions))))
      (eval `(function (named-lambda ,(generic-record-name record)
                         ,@(if (required-only-p lambda-list)
                               `(,required ,(form 'funcall))
                               `((,@required &rest more) (if more ,(form 'apply 'more) ,(form 'funcall))))))))))

(defun malformed-combination (name control &rest arguments)
  (method-error "DEFINE-METHOD-COMBINATION ~S: ~?" name control arguments))

(defun short-combination-form (name options)
  (do ((rest options (cddr rest)) (seen nil (cons (car rest) seen))) ((null rest))
    (unless (and (consp rest) (consp (cdr rest))
                 (member (car rest) '(:operator :identity-with-one-argument :documentation))
                 (not (member (car rest) seen)))
      (malformed-combination name "expected the options :OPERATOR, :IDENTITY-WITH-ONE-ARGUMENT and :DOCUMENTATION with their values, got ~S"
                             options)))
  (destructuring-bind (&key (operator name) identity-with-one-argument documentation) options
    (unless (and operator (symbolp operator)) (malformed-combination name "expected a symbol as operator, got ~S" operator))
    (unless (typep documentation '(or null string))
      (malformed-combination name "expected a string as documentation, got ~S" documentation))
    `(progn ,@(if documentation `((document ',name 'method-combination ,documentation)) nil)
            (define-combination ',name 'short-combination '(,operator ,identity-with-one-argument)))))

;; Stores DEFINITION as the method combination NAME; if NAME is redefined, clears the dispatch caches.
(defun define-combination (name kind definition)
  (let ((redefined (or (get name 'short-combination) (get name 'long-combination))))
    (remprop name 'short-combination)
    (remprop name 'long-combination)
    (put name kind definition)
    (if redefined (forget-dispatch))
    name))

;;; Effective methods as forms

(defmacro call-method (method &optional next-methods)
  "Call METHOD in an effective method form; CALL-NEXT-METHOD in METHOD calls NEXT-METHODS.
METHOD, and each of NEXT-METHODS: a method, or (MAKE-METHOD form).
Signals: program-error outside an effective method form.
Example: (handler-case (eval '(call-method 1)) (program-error () 'elsewhere)) => ELSEWHERE"
  (declare (ignore next-methods))
  (method-error "CALL-METHOD: ~S is called outside an effective method form" method))

;; Returns the effective method FORM as a function. FORM may use CALL-METHOD, and the variables of BINDINGS, those of a
;; LET*, for the :ARGUMENTS option.
(defun effective-form-function (form bindings)
  (eval `(lambda (&rest macro-arguments)
           (let* ,bindings
             (macrolet ((call-method (method &optional next-methods)
                          `(apply ,(system::callable-form method next-methods ',bindings) macro-arguments)))
               ,form)))))

(defun callable-form (method next-methods bindings)
  (flet ((as-method (m)
           (if (and (consp m) (eq (car m) 'make-method))
               (make-method-record :qualifiers nil :specializers nil :lambda-list '(&rest arguments) :plain t
                                   :function (effective-form-function (cadr m) bindings))
               m)))
    `',(chain (cons (as-method method) (mapcar #'as-method next-methods)) nil)))

;; Binds a new variable for each variable of :ARGUMENTS to the matching argument of a generic function with the lambda list
;; GENERIC. SECTIONS: the sections of the :ARGUMENTS lambda list, which are matched separately; a parameter without a match
;; is NIL or its default. Returns the bindings, those of a LET*, and the new variables in the order of the sections.
(defun argument-bindings (sections generic)
  (destructuring-bind (required optional &rest more) (shape generic)
    (declare (ignore more))
    (let ((bindings nil) (known nil) (rest `(nthcdr ,(+ required optional) macro-arguments)))
      (labels ((bind (variable form)
                 (let ((new (gensym)))
                   (push (list new form) bindings)
                   (push (list variable new) known)))
               (in-scope (form) (if (and known (not (constantp form))) `(symbol-macrolet ,(reverse known) ,form) form))
               (bind-parameter (parameter tail)  ; TAIL: a form for a list that begins with the argument, or NIL
                 (destructuring-bind (name &optional default supplied) (if (consp parameter) parameter (list parameter))
                   (declare (ignore name))
                   (let ((found (gensym)))
                     (push (list found tail) bindings)
                     (bind (parameter-variable parameter) `(if ,found (car ,found) ,(in-scope default)))
                     (if supplied (bind supplied `(if ,found t nil)))))))
        (dolist (section sections)
          (let ((i -1) (parameters (cdr section)))
            (case (car section)
              (&whole (bind (car parameters) 'macro-arguments))
              (&required (dolist (p parameters) (bind p (if (< (incf i) required) `(nth ,i macro-arguments) nil))))
              (&optional (dolist (p parameters)
                           (bind-parameter p (if (< (incf i) optional) `(nthcdr ,(+ required i) macro-arguments) nil))))
              (&rest (bind (car parameters) rest))
              (&key (dolist (p parameters) (bind-parameter p `(find-keyword ',(parameter-keyword p) ,rest))))
              (&aux (dolist (p parameters)
                      (bind (parameter-variable p) (if (consp p) (in-scope (cadr p)) nil))))))))
      (values (reverse bindings) (reverse (mapcar #'cadr known))))))

;;; The long form of DEFINE-METHOD-COMBINATION

;; DEFINITION: a list of three elements: the groups, lists (NAME PATTERNS ORDER REQUIRED DESCRIPTION) where ORDER is a
;; function of the options; the sections of :ARGUMENTS; and a function that returns the effective method form. Its arguments
;; are the generic function, the methods of each group, the options and the forms for the variables of :ARGUMENTS.
(defun long-combination (record methods definition options)
  (multiple-value-bind (form bindings) (long-combination-method record methods definition options)
    (effective-form-function form bindings)))

;; Returns the effective method form and the bindings for its variables of :ARGUMENTS.
(defun long-combination-method (record methods definition options)
  (destructuring-bind (groups sections function) definition
    (let ((found (mapcar (lambda (group) (list nil group)) groups)))
      (dolist (m methods)
        (let ((entry (find-if (lambda (entry) (matches-pattern (method-record-qualifiers m) (second (second entry)))) found)))
          (if entry (push m (first entry)) (refuse-qualifiers record m))))
      (unless (and (null (cdr groups)) (equal (second (car groups)) '(*)))
        (dolist (entry found) (check-order record entry)))
      (multiple-value-bind (bindings forms) (argument-bindings sections (generic-record-lambda-list record))
        (values (funcall function (generic-record-function record)
                         (mapcar (lambda (entry) (group-methods record entry options)) found) options forms)
                bindings)))))

;; Returns the methods of a group in the group's order. ENTRY: a list of its methods, least specific first, and the group.
(defun group-methods (record entry options)
  (destructuring-bind (methods (name patterns order required description)) entry
    (declare (ignore patterns))
    (if (and required (null methods))
        (method-combination-error "~S: no applicable method is in the group ~S~@[ (~A)~] of the method combination ~S"
                                  (generic-record-name record) name description (car (generic-record-combination record))))
    (let ((order (apply order options)))
      (case order
        (:most-specific-first (reverse methods))
        (:most-specific-last methods)
        (t (method-combination-error "~S: the order of the group ~S must be :MOST-SPECIFIC-FIRST or :MOST-SPECIFIC-LAST, got ~S"
                                     (generic-record-name record) name order))))))

;; Signals an error if the group of ENTRY contains two methods with the same specializers, because their order is undefined.
(defun check-order (record entry)
  (mapl (lambda (tail)
          (let ((same (find-if (lambda (m) (every #'same-specializer (method-record-specializers m)
                                                  (method-record-specializers (car tail))))
                               (cdr tail))))
            (if same
                (method-combination-error "~S: the order of ~S and ~S in the group ~S is undefined"
                                          (generic-record-name record) same (car tail) (first (second entry))))))
        (first entry)))

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
Signals: program-error if the form is malformed.
Example: (progn (define-method-combination total :operator +)
  (defgeneric weight-of (x) (:method-combination total) (:method total ((x integer)) x) (:method total ((x t)) 1))
  (weight-of 5)) => 6"
  (unless (and name (symbolp name)) (malformed-combination name "expected a symbol as name"))
  (if (and definition (listp (car definition)))
      (long-combination-form name definition)
      (short-combination-form name definition)))

(defun long-combination-form (name definition)
  (unless (and (form-length definition) (cdr definition) (form-length (cadr definition)))
    (malformed-combination name "expected a lambda list, a list of groups of methods and forms, got ~S" definition))
  (destructuring-bind (lambda-list groups &body body) definition
    (let* ((arguments (if (eq (car-safe (car body)) :arguments) (cdr (pop body)) nil))
           (generic (if (eq (car-safe (car body)) :generic-function) (generic-variable name (pop body)) (gensym)))
           (sections (lambda-list-sections "DEFINE-METHOD-COMBINATION" name arguments
                                           '(&whole &optional &rest &key &allow-other-keys &aux) t))
           (variables (mapcan #'section-variables sections))
           (names (mapcar #'car-safe groups)))
      (if (member (car-safe (car body)) '(:arguments :generic-function))
          (malformed-combination name "~S is out of place: (:ARGUMENTS ...) comes first, then (:GENERIC-FUNCTION variable)" (car body)))
      (multiple-value-bind (head forms) (split-body body)
        `(progn
           ,@(documenting name 'method-combination body)
           (define-combination
            ',name 'long-combination
            (list (list ,@(mapcar (lambda (group) (group-form name group lambda-list)) groups))
                  ',sections
                  (lambda (,generic method-groups combination-options argument-forms)
                    (declare (ignorable ,generic))
                    (destructuring-bind ,names method-groups
                      (declare (ignorable ,@names))
                      (destructuring-bind ,lambda-list combination-options
                        (destructuring-bind ,variables argument-forms
                          (declare (ignorable ,@variables))
                          ,@(declarations-of head)
                          ,@forms)))))))))))

(defun generic-variable (name option)
  (unless (and (eql (form-length option) 2) (bindable-p (cadr option)))
    (malformed-combination name "expected (:GENERIC-FUNCTION variable), got ~S" option))
  (cadr option))

(defun group-form (name group lambda-list)
  (let* ((options (and (form-length group) (member-if #'keywordp (cdr group))))
         (patterns (ldiff (cdr group) options)))
    (unless (and (consp group) (form-length group) (bindable-p (car group)) patterns
                 (or (every (lambda (p) (or (listp p) (eq p '*))) patterns)
                     (and (null (cdr patterns)) (symbolp (car patterns)))))
      (malformed-combination name "expected (variable qualifier-pattern... option...) or (variable predicate option...), got ~S"
                             group))
    (do ((rest options (cddr rest))) ((null rest))
      (unless (and (member (car rest) '(:order :required :description)) (consp (cdr rest)))
        (malformed-combination name "expected the options :ORDER, :REQUIRED and :DESCRIPTION with their values in ~S" group)))
    (destructuring-bind (&key (order :most-specific-first) required description) options
      `(list ',(car group) ',patterns
             (lambda (&rest combination-options) (destructuring-bind ,lambda-list combination-options ,order))
             ',required ',description))))

(dolist (entry '((+ + t) (append append t) (and and t) (list list nil) (max max t) (min min t) (nconc nconc t) (or or t)
                 (progn progn t)))
  (put (car entry) 'short-combination (cdr entry)))
