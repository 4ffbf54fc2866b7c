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
    (if (/= (length new) 1) (error "get-setf-method: ~S takes ~D new values, not one" place (length new)))
    (values temporaries forms new store read)))

(defmacro define-setf-method (name lambda-list &body body)
  "As DEFINE-SETF-EXPANDER, which is in the standard.
Example: (define-setf-method kept-once (x) (values nil nil '(new) '(list new) x)) => KEPT-ONCE"
  `(define-setf-expander ,name ,lambda-list ,@body))
