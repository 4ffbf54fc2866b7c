;;;; callers.lisp -- the functions that refer to a name. -*- sealed -*-

;; The functions whose code belongs to OPERATOR: itself or, for a generic function, the functions of its methods.
(defun functions-of (operator)
  (let ((record (gethash operator *generics*)))
    (if record (mapcar #'method-record-function (generic-record-methods record)) (list operator))))

(defun who-calls (name)
  "Return a list of the names of the program's functions, generic functions and macros whose code refers to NAME, in alphabetical
order, without NAME itself. Calls that the compiler expanded, such as those of macros, are not found.
NAME: a symbol.
Signals: type-error unless NAME is a symbol.
Example: (progn (defun inner-part (x) (print x)) (defun outer-part (x) (inner-part x)) (who-calls 'inner-part)) => (OUTER-PART)"
  (check-argument name 'symbol "a symbol")
  (let ((found nil))
    (dolist (package (list-all-packages))
      (do-symbols (symbol package)
        (let ((operator (operator symbol)))
          (if (and operator (not (symbolp operator)) (not (library-code-p symbol)) (not (eq symbol name))
                   (not (alias-p symbol operator)) (not (member symbol found))
                   (some (lambda (function) (member name (code-references function))) (functions-of operator)))
              (push symbol found)))))
    (sort found #'string<)))

;; Is SYMBOL a second name of the function OPERATOR, which is defined under another name? Words of older dialects are such names.
(defun alias-p (symbol operator)
  (let ((name (function-name operator)))
    (and name (not (eq name symbol)) (eq (function-object name) operator))))

;; Prints the callers of NAME, if there are any.
(defun explain-callers (name)
  (let ((callers (who-calls name)))
    (if callers (format-wrapped "Called by ~{~A~^, ~}.~%" callers))))

;; Prints the methods of the generic function OPERATOR, with their documentation and the places of their definitions.
(defun explain-methods (operator)
  (let ((record (gethash operator *generics*)))
    (dolist (method (if record (generic-record-methods record) nil))
      (destructuring-bind (file line text old-p) (definition-of (original-function (method-record-function method)))
        (declare (ignore old-p))
        (format-wrapped "Method ~{~S ~}~A~@[, defined ~A~]~%~@[~A~%~]" (method-qualifiers method) (specializer-names method)
                        (cond (file (format nil "at ~A:~D" file line)) (text "at the prompt"))
                        (method-record-documentation method))))))
