;;;; documentation.lisp -- DOCUMENTATION of everything that can have one. -*- sealed -*-
;;;; What is written with the definition of a function stays in the function; all else that belongs to a name is on the
;;;; name's property list (base.lisp, DOCUMENT), and so is what a program says of a function, which goes before.

;; What the documentation of the operator SYMBOL is kept with, or NIL if it is none.
(defun operator (symbol)
  (or (function-object symbol) (and (compiler-form-p symbol) symbol)))

(defun documented-as (name kind) (getf (get name 'documentation-texts) kind))

(defvar *objects-documentation* (make-hash-table :test 'eq))  ; of what has neither a name nor a place for it

(defgeneric documentation (object kind)
  (:documentation "Return the documentation string of OBJECT as a KIND, or NIL.
OBJECT: a name, with the KIND FUNCTION, COMPILER-MACRO, SETF, VARIABLE, STRUCTURE, TYPE or METHOD-COMBINATION; a function,
class, method or package, with the KIND T.
Example: (stringp (documentation 'car 'function)) => T
Example: (stringp (documentation 'if 'function)) => T"))

(defgeneric (setf documentation) (text object kind)
  (:documentation "Let TEXT, a string or NIL, be the documentation of OBJECT as a KIND; return TEXT."))

(defmethod documentation (object kind)
  (declare (ignore kind))
  (values (gethash object *objects-documentation*)))

(defmethod (setf documentation) (text object kind)
  (declare (ignore kind))
  (setf (gethash object *objects-documentation*) text))

;;; Names

(defmethod documentation ((name symbol) kind)
  (or (documented-as name kind)
      (case kind
        (function (let ((operator (operator name))) (and operator (cadr (function-documentation operator)))))
        (compiler-macro (let ((expander (compiler-macro-function name)))
                          (and expander (cadr (function-documentation expander)))))
        ((type structure) (let ((class (find-class name nil))) (and class (documentation class t)))))))

(defmethod (setf documentation) (text (name symbol) kind)
  (let ((class (and (member kind '(type structure)) (find-class name nil))))
    (if class (setf (documentation class t) text) (document name kind text))
    text))

;; (setf name)
(defmethod documentation ((name cons) kind)
  (let ((symbol (function-symbol name)))
    (or (documented-as symbol kind) (and (fboundp name) (documentation (fdefinition name) kind)))))

(defmethod (setf documentation) (text (name cons) kind)
  (document (function-symbol name) kind text)
  text)

;;; Objects

(defmethod documentation ((function function) kind)
  (declare (ignore kind))
  (let ((name (function-name function)))
    (or (gethash function *objects-documentation*)
        (and name (symbolp name) (eq function (function-object name)) (documented-as name 'function))
        (cadr (function-documentation function)))))

;; A function that its name still leads to keeps it with that.
(defmethod (setf documentation) (text (function function) kind)
  (let ((name (function-name function)))
    (if (and name (symbolp name) (eq function (function-object name)))
        (setf (documentation name 'function) text)
        (call-next-method))))

(defmethod documentation ((class class) kind)
  (declare (ignore kind))
  (class-field class :documentation))

(defmethod (setf documentation) (text (class class) kind)
  (declare (ignore kind))
  (set-class class :documentation text)
  text)

(defmethod documentation ((package package) kind)
  (declare (ignore kind))
  (package-documentation package))

(defmethod (setf documentation) (text (package package) kind)
  (declare (ignore kind))
  (set-package-documentation package text)
  text)

(defmethod documentation ((method method) kind)
  (declare (ignore kind))
  (method-record-documentation method))

(defmethod (setf documentation) (text (method method) kind)
  (declare (ignore kind))
  (setf (method-record-documentation method) text))

;;; Variables that are there before the library is

(dolist (entry '((t "What a test answers for true; as a type, that of all objects.")
                 (nil "False, and the empty list.")
                 (*package* "The package in which the reader looks for symbols. IN-PACKAGE changes it.")
                 (*features* "What #+ and #- ask for.")
                 (*random-state* "Where RANDOM takes its numbers from, unless it is given another state.")
                 (*gensym-counter* "The number in the name of the next symbol that GENSYM makes.")
                 (*standard-input* "The stream that is read where none is given.")
                 (*standard-output* "The stream that is written to where none is given.")
                 (*error-output* "The stream for warnings and messages.")
                 (*trace-output* "The stream to which TRACE and TIME write.")
                 (*terminal-io* "The stream of the terminal, in both directions.")
                 (*query-io* "The stream on which the user is asked questions, in both directions.")
                 (*debug-io* "The stream on which one chooses from restarts, in both directions.")
                 (*debugger-hook* "NIL, or a function of a condition that nothing handled and of itself, called before the user is told.")
                 (*break-on-signals* "A type of conditions: signalling one of them stops the program first.")
                 (*load-pathname* "The file that is being loaded, as LOAD was given it, or NIL.")
                 (*load-truename* "The file that is being loaded, by its full name, or NIL.")))
  (document (first entry) 'variable (second entry)))
