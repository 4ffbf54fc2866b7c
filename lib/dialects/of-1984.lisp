;;;; of-1984.lisp -- names that Common Lisp had before the standard, and that books of the time use. -*- sealed -*-

(deftype string-char ()
  "The characters of which strings are made: in the standard CHARACTER."
  'character)

(defun special-form-p (symbol)
  "Return T if SYMBOL names a special operator: in the standard SPECIAL-OPERATOR-P.
Signals: type-error.
Example: (list (special-form-p 'if) (special-form-p 'car)) => (T NIL)"
  (special-operator-p symbol))

(defun get-setf-method (place &optional environment)
  "As GET-SETF-EXPANSION, which is in the standard, but there must be exactly one new value.
Signals: an error if PLACE takes none or several.
Example: (length (multiple-value-list (get-setf-method '(car x)))) => 5"
  (multiple-value-bind (temporaries forms new store read) (get-setf-expansion place environment)
    (if (/= (length new) 1) (error "GET-SETF-METHOD: ~S takes ~D new values, not one" place (length new)))
    (values temporaries forms new store read)))

(defmacro define-setf-method (name lambda-list &body body)
  "As DEFINE-SETF-EXPANDER, which is in the standard.
Example: (define-setf-method kept-once (x) (values nil nil '(new) '(list new) x)) => KEPT-ONCE"
  `(define-setf-expander ,name ,lambda-list ,@body))

(defun string-char-p (character)
  "Return T if CHARACTER can be in a string, as every one can.
Signals: type-error.
Example: (string-char-p #\\a) => T"
  (check-argument character 'character "a character")
  t)

(defun int-char (integer)
  "Return the character of which CHAR-INT returns INTEGER, or NIL: in the standard CODE-CHAR.
Signals: type-error.
Example: (int-char 97) => #\\a"
  (check-argument integer '(integer 0) "an integer >= 0")
  (if (< integer char-code-limit) (code-char integer) nil))

(defun commonp (object)
  "Return T: OBJECT is of a data type of Common Lisp.
Example: (commonp 'a) => T"
  (declare (ignore object))
  t)

(defmacro compiler-let (bindings &body body &environment environment)
  "Evaluate BODY with BINDINGS of special variables, (variable value) or variable, which macros in BODY also see when they are expanded.
Signals: program-error.
Example: (progn (defvar *mode* 0) (defmacro mode () *mode*) (compiler-let ((*mode* 1)) (list *mode* (mode)))) => (1 1)"
  (let* ((bindings (mapcar (lambda (b) (if (consp b) b (list b nil))) bindings)) (variables (mapcar #'car bindings)))
    `(progv ',variables (list ,@(mapcar #'cadr bindings))
       ,(progv variables (mapcar (lambda (b) (eval (cadr b))) bindings)
          (walk `(progn ,@body) (lambda (call walked environment) (declare (ignore call environment)) walked)
                environment :expanded-p 'program-macro-p)))))
