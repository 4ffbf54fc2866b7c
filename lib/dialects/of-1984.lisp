;;;; of-1984.lisp -- operators of Common Lisp before the standard, which books of that time use. -*- sealed -*-

(deftype string-char ()
  "The type of characters that strings can contain: CHARACTER in the standard."
  'character)

(defun special-form-p (symbol)
  "Return T if SYMBOL names a special operator: SPECIAL-OPERATOR-P in the standard.
Signals: type-error unless SYMBOL is a symbol.
Example: (list (special-form-p 'if) (special-form-p 'car)) => (T NIL)"
  (special-operator-p symbol))

(defun get-setf-method (place &optional environment)
  "Return the values of GET-SETF-EXPANSION, its replacement in the standard, for a place with exactly one new value.
Signals: an error if PLACE takes no new value or several.
Example: (length (multiple-value-list (get-setf-method '(car x)))) => 5"
  (multiple-value-bind (temporaries forms new store read) (get-setf-expansion place environment)
    (if (/= (length new) 1) (error "GET-SETF-METHOD: expected a place with one new value, got ~S with ~D" place (length new)))
    (values temporaries forms new store read)))

(defmacro define-setf-method (name lambda-list &body body)
  "Define a setf expander: DEFINE-SETF-EXPANDER in the standard.
Example: (define-setf-method kept-once (x) (values nil nil '(new) '(list new) x)) => KEPT-ONCE"
  `(define-setf-expander ,name ,lambda-list ,@body))

(defun string-char-p (character)
  "Return T: strings can contain every CHARACTER.
Signals: type-error unless CHARACTER is a character.
Example: (string-char-p #\\a) => T"
  (check-argument character 'character "a character")
  t)

(defun int-char (integer)
  "Return the character for which CHAR-INT returns INTEGER, or NIL: CODE-CHAR in the standard.
Signals: type-error unless INTEGER is a non-negative integer.
Example: (int-char 97) => #\\a"
  (check-argument integer '(integer 0) "an integer >= 0")
  (if (< integer char-code-limit) (code-char integer) nil))

(defun commonp (object)
  "Return T: every OBJECT is of a Common Lisp data type.
Example: (commonp 'a) => T"
  (declare (ignore object))
  t)

(defmacro compiler-let (bindings &body body &environment environment)
  "Evaluate BODY with BINDINGS of special variables, (variable value) or variable, which are also in
effect when macros in BODY are expanded.
Signals: program-error.
Example: (progn (defvar *mode* 0) (defmacro mode () *mode*) (compiler-let ((*mode* 1)) (list *mode* (mode)))) => (1 1)"
  (let* ((bindings (mapcar (lambda (b) (if (consp b) b (list b nil))) bindings)) (variables (mapcar #'car bindings)))
    `(progv ',variables (list ,@(mapcar #'cadr bindings))
       ,(progv variables (mapcar (lambda (b) (eval (cadr b))) bindings)
          (walk `(progn ,@body) (lambda (call walked environment) (declare (ignore call environment)) walked)
                environment :expanded-p 'program-macro-p)))))
