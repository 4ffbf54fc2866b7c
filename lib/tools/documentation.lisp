;;;; documentation.lisp -- DOCUMENTATION, and its storage for all kinds of objects. -*- sealed -*-
;;;; A docstring is stored in its function. All other documentation of a name is on the name's property list (base.lisp,
;;;; DOCUMENT), including the documentation that a program has set for a function, which has precedence.

;; The object that holds the documentation of the operator SYMBOL, or NIL if SYMBOL is not an operator.
(defun operator (symbol)
  (or (function-object symbol) (and (compiler-form-p symbol) symbol)))

;; The documentation of KIND that a program has set for NAME, and whether it has set one. The kind FUNCTION is valid only
;; while NAME has the same operator as at the time of setting.
(defun documented-as (name kind)
  (let ((found (find-keyword kind (get name 'documentation-texts))))
    (if (and found
             (or (not (eq kind 'function))
                 (eq (operator name) (getf (get name 'documentation-texts) 'documented-operator (operator name)))))
        (values (car found) t)
        (values nil nil))))

(defun document-operator (name text)
  (document name 'function text)
  (document name 'documented-operator (operator name)))

(defvar *objects-documentation* (make-hash-table :test 'eq))  ; for objects without a name and a slot for documentation

(defgeneric documentation (object kind)
  (:argument-precedence-order kind object)
  (:documentation "Return the documentation string of OBJECT as a KIND, or NIL.
OBJECT: a name, with the KIND FUNCTION, COMPILER-MACRO, SETF, VARIABLE, STRUCTURE, TYPE or METHOD-COMBINATION; a function,
class, method or package, with the KIND T.
Example: (stringp (documentation 'car 'function)) => T
Example: (stringp (documentation 'if 'function)) => T"))

(defgeneric (setf documentation) (text object kind)
  (:argument-precedence-order kind object text)
  (:documentation "Set the documentation of OBJECT as a KIND to TEXT, a string or NIL; return TEXT."))

(defmethod documentation (object kind)
  (declare (ignore kind))
  (values (gethash object *objects-documentation*)))

(defmethod (setf documentation) (text object kind)
  (declare (ignore kind))
  (setf (gethash object *objects-documentation*) text))

;; Defines methods of DOCUMENTATION and its SETF function for CLASS and each of KINDS. They call GET and SET. They have
;; precedence over methods of programs that do not specialize the kind.
(defmacro define-documentation (class kinds get set)
  `(progn
     ,@(mapcan (lambda (kind)
                 `((defmethod documentation ((object ,class) (kind (eql ',kind))) (,get object kind))
                   (defmethod (setf documentation) (text (object ,class) (kind (eql ',kind)))
                     (,set object kind text)
                     text)))
               kinds)))

;;; Names

(defun symbol-documentation (name kind)
  (multiple-value-bind (text found) (documented-as name kind)
    (if found
        text
        (case kind
          (function (let ((operator (operator name))) (and operator (cadr (function-documentation operator)))))
          (compiler-macro (let ((expander (compiler-macro-function name)))
                            (and expander (cadr (function-documentation expander)))))
          ((type structure) (let ((class (find-class name nil))) (and class (documentation class t))))))))

(defun set-symbol-documentation (name kind text)
  (let ((class (and (member kind '(type structure)) (find-class name nil))))
    (cond (class (setf (documentation class t) text))
          ((eq kind 'function) (document-operator name text))
          (t (document name kind text)))))

(define-documentation symbol (function compiler-macro setf variable type structure method-combination)
  symbol-documentation set-symbol-documentation)

(defmethod documentation ((name symbol) kind) (symbol-documentation name kind))

(defmethod (setf documentation) (text (name symbol) kind)
  (set-symbol-documentation name kind text)
  text)

;; (setf name)
(defun place-documentation (name kind)
  (let ((symbol (function-symbol name)))
    (multiple-value-bind (text found) (documented-as symbol kind)
      (cond (found text)
            ((eq kind 'compiler-macro)
             (let ((expander (compiler-macro-function name))) (and expander (cadr (function-documentation expander)))))
            ((fboundp name) (documentation (fdefinition name) kind))))))

(defun set-place-documentation (name kind text)
  (if (eq kind 'function)
      (document-operator (function-symbol name) text)
      (document (function-symbol name) kind text)))

(define-documentation cons (function compiler-macro) place-documentation set-place-documentation)

;;; Objects

(defun documentation-of-function (function kind)
  (declare (ignore kind))
  (let ((name (function-name function)))
    (multiple-value-bind (text found) (gethash function *objects-documentation*)
      (cond (found text)
            ((and name (symbolp name) (eq function (function-object name))) (symbol-documentation name 'function))
            (t (cadr (function-documentation function)))))))

;; The documentation is stored with the name of FUNCTION if the name still refers to FUNCTION.
(defun set-documentation-of-function (function kind text)
  (declare (ignore kind))
  (let ((name (function-name function)))
    (if (and name (symbolp name) (eq function (function-object name)))
        (document-operator name text)
        (setf (gethash function *objects-documentation*) text))))

(define-documentation function (t function) documentation-of-function set-documentation-of-function)

(defun class-documentation (class kind)
  (declare (ignore kind))
  (class-field class :documentation))

(defun set-class-documentation (class kind text)
  (declare (ignore kind))
  (set-class class :documentation text))

(define-documentation class (t type structure) class-documentation set-class-documentation)

(define-documentation package (t)
  (lambda (package kind) (declare (ignore kind)) (package-documentation package))
  (lambda (package kind text) (declare (ignore kind)) (set-package-documentation package text)))

(define-documentation method (t)
  (lambda (method kind) (declare (ignore kind)) (method-record-documentation method))
  (lambda (method kind text) (declare (ignore kind)) (setf (method-record-documentation method) text)))

;;; Variables defined in C++

(dolist (entry '((t "The canonical true value; as a type, the type of all objects.")
                 (nil "False, and the empty list; as a type, the empty type.")
                 (*package* "The package in which the reader looks for symbols. IN-PACKAGE changes it.")
                 (*features* "A list of the features that #+ and #- test.")
                 (*random-state* "The default random state of RANDOM.")
                 (*gensym-counter* "The number in the name of the next symbol that GENSYM makes.")
                 (*standard-input* "The default stream of input functions.")
                 (*standard-output* "The default stream of output functions.")
                 (*error-output* "The stream for warnings and messages.")
                 (*trace-output* "The stream to which TRACE and TIME write.")
                 (*terminal-io* "The stream of the terminal, in both directions.")
                 (*query-io* "The stream for questions to the user and their answers.")
                 (*debug-io* "The stream for the choice of a restart, in both directions.")
                 (*debugger-hook* "NIL, or a function of a condition without a handler and of itself, called before the report.")
                 (*break-on-signals* "A type of conditions: the program stops before one of them is signalled.")
                 (*command-line* "A list of the arguments after the name of the script, strings.")
                 (*load-pathname* "The pathname that LOAD was called with, while it runs; else NIL.")
                 (*load-truename* "The truename of the file that LOAD loads; else NIL.")))
  (document (first entry) 'variable (second entry)))
