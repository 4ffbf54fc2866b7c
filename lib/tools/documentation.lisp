;;;; documentation.lisp -- DOCUMENTATION of everything that can have one. -*- sealed -*-
;;;; What is written with the definition of a function stays in the function; all else that belongs to a name is on the
;;;; name's property list (base.lisp, DOCUMENT), and so is what a program says of a function, which goes before.

;; What the documentation of the operator SYMBOL is kept with, or NIL if it is none.
(defun operator (symbol)
  (or (function-object symbol) (and (compiler-form-p symbol) symbol)))

;; The text that a program has given NAME as a KIND, and whether it has. As a FUNCTION it holds for the operator that NAME
;; has had then.
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

(defvar *objects-documentation* (make-hash-table :test 'eq))  ; of what has neither a name nor a place for it

(defgeneric documentation (object kind)
  (:argument-precedence-order kind object)
  (:documentation "Return the documentation string of OBJECT as a KIND, or NIL.
OBJECT: a name, with the KIND FUNCTION, COMPILER-MACRO, SETF, VARIABLE, STRUCTURE, TYPE or METHOD-COMBINATION; a function,
class, method or package, with the KIND T.
Example: (stringp (documentation 'car 'function)) => T
Example: (stringp (documentation 'if 'function)) => T"))

(defgeneric (setf documentation) (text object kind)
  (:argument-precedence-order kind object text)
  (:documentation "Let TEXT, a string or NIL, be the documentation of OBJECT as a KIND; return TEXT."))

(defmethod documentation (object kind)
  (declare (ignore kind))
  (values (gethash object *objects-documentation*)))

(defmethod (setf documentation) (text object kind)
  (declare (ignore kind))
  (setf (gethash object *objects-documentation*) text))

;; Defines methods of DOCUMENTATION and its SETF for CLASS and each of KINDS, which call GET and SET. Methods of programs
;; that leave the kind open come after these.
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

;; A function that its name still leads to keeps it with that.
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
