;;;; environments.lisp -- information about lexical environments, and environments that are augmented. -*- sealed -*-
;;;; An environment is a list of entries (kind name value), innermost first (compiler/environment.hpp). AUGMENT-ENVIRONMENT
;;;; adds the kinds :VARIABLE-NOTE, :FUNCTION-NOTE and :DECLARATION, whose VALUE is a pair (key . value). The compiler itself
;;;; does not record declarations other than SPECIAL and NOTINLINE.
;;;; Source: Guy Steele, Common Lisp the Language, 2nd edition, Digital Press, 1990, section 8.5.

(declare-extensions "VARIABLE-INFORMATION" "FUNCTION-INFORMATION" "DECLARATION-INFORMATION" "DEFINE-DECLARATION"
                    "AUGMENT-ENVIRONMENT" "PARSE-MACRO" "ENCLOSE" "MACROEXPAND-ALL")

;; The notes of KIND about NAME in ENVIRONMENT, up to the entry that binds it, as an alist.
(defun notes-about (kind name environment binding)
  (let ((notes nil))
    (dolist (entry environment (nreverse notes))
      (when (eq entry binding) (return (nreverse notes)))
      (if (and (eq (first entry) kind) (equal (second entry) name) (not (assoc (car (third entry)) notes)))
          (push (third entry) notes)))))

(defun innermost-entry (name kinds environment)
  (find-if (lambda (entry) (and (member (first entry) kinds) (equal (second entry) name))) environment))

(defun winnow-ext:variable-information (variable &optional environment)
  "Return information about the symbol VARIABLE in ENVIRONMENT (default: NIL, the global one) as three values: :LEXICAL,
:SPECIAL, :SYMBOL-MACRO, :CONSTANT or NIL; whether the binding is local; an alist of declarations from AUGMENT-ENVIRONMENT.
Signals: type-error unless VARIABLE is a symbol.
Example: (winnow-ext:variable-information '*print-base*) => :SPECIAL
Source: Common Lisp the Language, 2nd edition, 8.5."
  (check-argument variable 'symbol "a symbol")
  (let* ((binding (innermost-entry variable '(:variable :special :symbol-macro) environment))
         (kind (if binding (first binding) nil)))
    (values (case kind
              (:variable :lexical)
              ((:special :symbol-macro) kind)
              (t (cond ((constantp variable) :constant)
                       ((special-p variable) :special)
                       ((nth-value 1 (macroexpand-1 variable)) :symbol-macro))))
            (and binding t)
            (notes-about :variable-note variable environment binding))))

(defun winnow-ext:function-information (function &optional environment)
  "Return information about the function name FUNCTION in ENVIRONMENT (default: NIL, the global one) as three values:
:FUNCTION, :MACRO, :SPECIAL-FORM or NIL; whether the definition is local; an alist of declarations.
Signals: type-error unless FUNCTION is the name of a function.
Example: (winnow-ext:function-information 'when) => :MACRO
Source: Common Lisp the Language, 2nd edition, 8.5."
  (check-argument function '(or symbol (cons (eql setf))) "the name of a function")
  (let ((binding (local-definition function environment)))
    (values (cond (binding (first binding))
                  ((and (symbolp function) (special-operator-p function)) :special-form)
                  ((and (symbolp function) (macro-function function)) :macro)
                  ((fboundp function) :function))
            (and binding t)
            (append (if (innermost-entry function '(:notinline) (ldiff environment (member binding environment)))
                        '((inline . notinline)))
                    (notes-about :function-note function environment binding)))))

(defun winnow-ext:declaration-information (name &optional environment)
  "Return information about declarations called NAME in ENVIRONMENT (default: NIL): for OPTIMIZE a list of qualities, which are
all 1 unless AUGMENT-ENVIRONMENT changed them; for a name of DEFINE-DECLARATION what its function returned; else NIL.
Signals: type-error unless NAME is a symbol.
Example: (assoc 'speed (winnow-ext:declaration-information 'optimize)) => (SPEED 1)
Source: Common Lisp the Language, 2nd edition, 8.5."
  (check-argument name 'symbol "a symbol")
  (let ((found (innermost-entry name '(:declaration) environment)))
    (cond (found (cdr (third found)))
          ((eq name 'optimize) '((speed 1) (safety 1) (debug 1) (space 1) (compilation-speed 1)))
          (t nil))))

(defmacro winnow-ext:define-declaration (name lambda-list &body body)
  "Define the declaration NAME for AUGMENT-ENVIRONMENT and return NAME. Declarations of this name are accepted elsewhere.
LAMBDA-LIST: variables for the declaration, a list that begins with NAME, and for the environment.
BODY: returns two values: :DECLARE and a pair (key . value), which DECLARATION-INFORMATION of the key then finds; or :VARIABLE
or :FUNCTION and a list of lists (name key value).
Example: (progn (winnow-ext:define-declaration tone (d e) e (values :declare (cons 'tone (cdr d))))
  (winnow-ext:declaration-information 'tone (winnow-ext:augment-environment nil :declare '((tone high))))) => (HIGH)
Source: Common Lisp the Language, 2nd edition, 8.5."
  `(eval-when (:compile-toplevel :load-toplevel :execute)
     (proclaim '(declaration ,name))
     (put ',name 'declaration-function (lambda ,lambda-list ,@body))
     ',name))

;; The entries for DECLARATION, a list such as (type fixnum x).
(defun declaration-entries (declaration environment)
  (destructuring-bind (name . rest) declaration
    (flet ((about (kind names key value) (mapcar (lambda (n) (list kind n (cons key value))) names)))
      (cond ((get name 'declaration-function)
             (multiple-value-bind (kind value) (funcall (get name 'declaration-function) declaration environment)
               (if (eq kind :declare)
                   (list (list :declaration (car value) value))
                   (mapcar (lambda (note)
                             (list (if (eq kind :variable) :variable-note :function-note) (first note)
                                   (cons (second note) (third note))))
                           value))))
            (t (case name
                 (special (mapcar (lambda (v) (list :special v nil)) rest))
                 (notinline (mapcar (lambda (f) (list :notinline f nil)) rest))
                 (inline (about :function-note rest 'inline 'inline))
                 (ftype (about :function-note (cdr rest) 'ftype (car rest)))
                 (type (about :variable-note (cdr rest) 'type (car rest)))
                 ((ignore ignorable dynamic-extent) (about :variable-note rest name t))
                 (optimize (list (list :declaration 'optimize
                                       (cons 'optimize (optimize-qualities rest environment)))))
                 (declaration nil)
                 (t (if (type-specifier-p name) (about :variable-note rest 'type name) nil))))))))

(defun type-specifier-p (name) (or (consp name) (type-name-p name)))

(defun optimize-qualities (changes environment)
  (mapcar (lambda (quality)
            (let ((change (find-if (lambda (c) (eq (if (consp c) (car c) c) (first quality))) changes)))
              (cond ((null change) quality)
                    ((consp change) change)
                    (t (list change 3)))))
          (winnow-ext:declaration-information 'optimize environment)))

(defun winnow-ext:augment-environment (environment &key variable symbol-macro function macro declare)
  "Return ENVIRONMENT extended by bindings; NIL is the global environment.
VARIABLE, FUNCTION: lists of names.  SYMBOL-MACRO: a list of lists (name expansion).  MACRO: a list of lists (name expander),
as MACROEXPAND-1 calls them.  DECLARE: a list of declarations, such as ((type fixnum x)).
Example: (macroexpand-1 'x (winnow-ext:augment-environment nil :symbol-macro '((x (car y))))) => (CAR Y)
Source: Common Lisp the Language, 2nd edition, 8.5."
  (let ((new environment))
    (dolist (v variable) (push (list :variable v nil) new))
    (dolist (s symbol-macro) (push (list :symbol-macro (first s) (second s)) new))
    (dolist (f function) (push (list :function f nil) new))
    (dolist (m macro) (push (list :macro (first m) (second m)) new))
    (dolist (d declare new) (setq new (append (declaration-entries d new) new)))))

(defun winnow-ext:parse-macro (name lambda-list body &optional environment)
  "Return a lambda expression for the expander of the macro that MACROLET would define with NAME, LAMBDA-LIST and BODY.
ENVIRONMENT: ignored.
Example: (funcall (coerce (winnow-ext:parse-macro 'two '(x) '(`(list ,x ,x))) 'function) '(two 1) nil) => (LIST 1 1)
Source: Common Lisp the Language, 2nd edition, 8.5."
  (declare (ignore environment))
  `(lambda (form environment)
     (funcall (local-expander '(,name ,lambda-list ,@body) environment) form environment)))

(defun winnow-ext:enclose (lambda-expression &optional environment)
  "Return the function of LAMBDA-EXPRESSION, whose macros and symbol macros are those of ENVIRONMENT (default: NIL).
Signals: program-error.
Example: (funcall (winnow-ext:enclose '(lambda (x) (list x))) 1) => (1)
Source: Common Lisp the Language, 2nd edition, 8.5."
  (values (eval `(symbol-macrolet ,(symbol-macros-in environment)
                   ,(winnow-ext:macroexpand-all lambda-expression environment)))))

;; The bindings of the symbol macros of ENVIRONMENT that are not hidden, as for SYMBOL-MACROLET.
(defun symbol-macros-in (environment)
  (let ((names nil) (bindings nil))
    (dolist (entry environment bindings)
      (when (and (member (first entry) '(:variable :special :symbol-macro)) (not (member (second entry) names)))
        (push (second entry) names)
        (if (eq (first entry) :symbol-macro) (push (rest entry) bindings))))))

(defun winnow-ext:macroexpand-all (form &optional environment)
  "Return FORM with the macro calls in it expanded, except those that the compiler treats like special forms, such as WHEN.
ENVIRONMENT: of the macros and symbol macros (default: NIL).
Example: (progn (defmacro twice (x) `(list ,x ,x)) (winnow-ext:macroexpand-all '(car (twice 1)))) => (CAR (LIST 1 1))"
  (walk form (lambda (call walked environment) (declare (ignore call environment)) walked) environment
        :expanded-p (constantly t)))

;; The package of the library trivial-cltl2
(make-package "TRIVIAL-CLTL2" :nicknames '("CLTL2") :use nil)
(let ((shared '(winnow-ext:variable-information winnow-ext:function-information winnow-ext:declaration-information
                winnow-ext:define-declaration winnow-ext:augment-environment winnow-ext:parse-macro winnow-ext:enclose
                compiler-let)))
  (import shared "TRIVIAL-CLTL2")
  (export shared "TRIVIAL-CLTL2"))
