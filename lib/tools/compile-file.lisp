;;;; compile-file.lisp -- COMPILE, COMPILE-FILE, and modules. -*- sealed -*-
;;;; A compiled file is text: the forms to be evaluated when it is loaded. The program's macros are expanded; forms that
;;;; EVAL-WHEN excludes from loading are omitted.

(defvar *compile-file-pathname* nil "The name of the file that COMPILE-FILE was called with, while it runs; else NIL.")
(defvar *compile-file-truename* nil "The true name of the file that COMPILE-FILE compiles; else NIL.")
(defvar *compile-print* nil "The default of the argument :PRINT of COMPILE-FILE: true to print the forms.")
(defvar *compile-verbose* nil "The default of the argument :VERBOSE of COMPILE-FILE: true to print the name of the file.")
(defvar *load-print* nil "The default of the argument :PRINT of LOAD: true to print the values of the forms.")
(defvar *load-verbose* nil "The default of the argument :VERBOSE of LOAD: true to print the name of the file.")

;; Calls THUNK. Returns its value; whether there were warnings; and whether one of them was not a style warning.
(defun noting-warnings (thunk)
  (let ((warned nil) (failed nil))
    (handler-bind ((warning (lambda (c)
                              (setq warned t)
                              (if (not (typep c 'style-warning)) (setq failed t)))))
      (let ((value (signalling-warnings thunk)))
        (values value warned failed)))))

(defun compile (name &optional definition)
  "Compile DEFINITION and make it the function or macro function of NAME. Return three values: NAME, or the function if
NAME is NIL; whether there were warnings; whether one of them was not a style warning.
NAME: the name of a function, or NIL.
DEFINITION: a lambda expression or a function (default: NIL, the definition of NAME, which is compiled already).
Signals: undefined-function if DEFINITION is NIL and NAME is not defined; type-error.
Example: (funcall (compile nil '(lambda (x) (* x x))) 3) => 9"
  (check-argument name '(or symbol (cons (eql setf))) "the name of a function or NIL")
  (noting-warnings
   (lambda ()
     (let ((f (if definition (coerce definition 'function) (progn (fdefinition name) nil))))
       (cond ((or (null f) (null name)))
             ((and (symbolp name) (macro-function name)) (setf (macro-function name) f))
             (t (fset name f)))
       (or name f)))))

(defun compile-file-pathname (input-file &key output-file &allow-other-keys)
  "Return the pathname of the file that COMPILE-FILE writes when called with the same arguments.
INPUT-FILE: the source file. OUTPUT-FILE: the compiled file (default: INPUT-FILE with the type wfasl); a relative directory
in it begins at *DEFAULT-PATHNAME-DEFAULTS*, as in SBCL and CLISP, not at the folder of INPUT-FILE.
Signals: type-error unless INPUT-FILE is a pathname, a string or a file stream.
Example: (compile-file-pathname \"/a/search.lisp\") => #P\"/a/search.wfasl\""
  (let ((default (make-pathname :type "wfasl" :defaults (merge-pathnames input-file))))
    (cond ((null output-file) default)
          ((null (pathname-directory output-file)) (merge-pathnames output-file default))
          (t (merge-pathnames output-file (make-pathname :directory (pathname-directory *default-pathname-defaults*)
                                                         :defaults default))))))

(defun compile-file (input-file &key output-file (verbose *compile-verbose*) (print *compile-print*)
                                  (external-format :default))
  "Compile the source file INPUT-FILE and write the forms for LOAD to OUTPUT-FILE. Return three values: the truename of
OUTPUT-FILE; whether there were warnings; whether one of them was not a style warning.
INPUT-FILE: a pathname designator; the type may be omitted if it is lisp or lsp.
OUTPUT-FILE: a pathname designator (default: the value of COMPILE-FILE-PATHNAME).
VERBOSE: print the name of the file (default: *COMPILE-VERBOSE*). PRINT: print the forms at top level (default:
*COMPILE-PRINT*). EXTERNAL-FORMAT: as for OPEN (default: :DEFAULT).
Signals: type-error unless INPUT-FILE is a pathname, a string or a file stream; file-error; reader-error.
Example: (handler-case (compile-file \"/no/such/file\") (file-error () 'none)) => NONE"
  (let* ((source (source-file input-file))
         (output (compile-file-pathname input-file :output-file output-file))
         (*package* *package*) (*readtable* *readtable*)
         (*compile-file-pathname* (merge-pathnames input-file))
         (*compile-file-truename* (truename source)))
    (if verbose (format t "~&; compiling ~A~%" (namestring *compile-file-truename*)))
    (noting-warnings
     (lambda ()
       (with-open-file (in source :external-format external-format)
         (with-open-file (out output :direction :output :if-exists :supersede)
           (let ((*text* (make-compiled-text)))
             (write-compiled '(note-special-variables nil))
             (for-each-form in (not *in-compilation-unit*) (form-compiler out print))
             (finish-text out))))
       (truename output)))))

(defun source-file (name)
  (let ((p (merge-pathnames name)))
    (or (and (probe-file p) p)
        (and (null (pathname-type p))
             (find-if #'probe-file (mapcar (lambda (type) (make-pathname :type type :defaults p)) '("lisp" "lsp"))))
        (progn (truename p) nil))))

(defun form-compiler (out print)
  (let ((begun nil))
    (lambda (form)
      (unless begun
        (setq begun t)
        ;; The first line also contains the dialect of the forms.
        (format out "~A ~A from ~A~@[ -*- Syntax: ~A -*-~]~%" (compiled-mark) (lisp-implementation-version)
                (namestring *compile-file-truename*) (if (eq (dialect) :common-lisp) nil (dialect))))
      (if print (format t "~&; ~:@(~S~)~%" (if (consp form) (list (car form) (if (consp (cdr form)) (cadr form) nil)) form)))
      (process-toplevel form #'compile-form))))

;;; Forms at top level (standard, 3.2.3.1)

;; Operators whose forms are also evaluated at compile time, as later forms of the file depend on them.
(defvar *known-at-once*
  '(defmacro deftype defsetf define-setf-expander define-modify-macro define-compiler-macro define-symbol-macro
    defstruct defclass define-condition define-method-combination defconstant defpackage in-package declaim declare))

;; A class whose metaclass the program defines is known when the file is loaded: the methods of the metaclass do not exist yet.
(defun known-at-once-p (form)
  (and (member (car form) *known-at-once*)
       (not (and (eq (car form) 'defclass)
                 (ignore-errors (custom-metaclass-p (cadr (assoc :metaclass (cddddr form)))))))))

;; The arguments are those that PROCESS-TOPLEVEL passes.
(defun compile-form (form environment around at-once)
  (when (consp form)
    (let ((operator (car form)))
      (cond ((or at-once (known-at-once-p form)) (eval (form-inside around form)))
            ((member operator '(defvar defparameter)) (proclaim (list 'special (cadr form))))))
    (check-code `(lambda () ,form) environment)
    (let ((written (form-inside around (with-symbol-macros (walked form environment) environment))))
      (write-special-variables written)
      (write-compiled written))))

;; Writes the names of the program's special variables that occur in FORM and in no form before it.
(defun write-special-variables (form)
  (let ((names nil) (known (text-specials *text*)))
    (call-with-symbols (lambda (symbol)
                         (when (and (special-of-program-p symbol) (not (gethash symbol known)))
                           (setf (gethash symbol known) t)
                           (push symbol names)))
                       form)
    (if names (write-compiled `(note-special-variables ',(nreverse names))))))

;; Calls FUNCTION once with each symbol but NIL in FORM. SEEN: an EQ table of symbols and conses that are passed over; those visited
;; are added.
(defun call-with-symbols (function form &optional (seen (make-hash-table :test 'eq)))
  (labels ((visit (object)
             (loop
               (when (or (null object) (gethash object seen)) (return))
               (unless (typep object '(or symbol cons)) (return))
               (setf (gethash object seen) t)
               (when (symbolp object) (return (funcall function object)))
               (visit (pop object)))))
    (visit form)))

;; FORM inside the forms AROUND, whose heads are completed.
(defun form-inside (around form)
  (dolist (outer around form)
    (let ((head (car outer)))
      (when (eq (first head) 'symbol-macrolet)
        (setq head (list* (first head) (walked (second head) (cdr outer) #'walk-symbol-macros) (cddr head))))
      (setq form (append head (list form))))))

;; FORM with the calls of the program's macros expanded by WALKER. Records the functions that FORM defines.
(defun walked (form environment &optional (walker #'walk-in))
  (walk form (lambda (call walked environment) (declare (ignore call environment)) walked)
        environment
        :walker walker
        :expanded-p 'program-macro-p
        :expanded-call (lambda (call) (mapc #'note-definition (functions-defined-by call)))))

;; The names of the functions that CALL, a part of the expansion of DEFUN, DEFCLASS and the like, defines.
(defun functions-defined-by (call)
  (case (car call)
    ((fset ensure-generic-function ensure-method)
     (if (typep (second call) '(cons (eql quote))) (list (second (second call)))))
    ((ensure-class ensure-custom-class)
     (mapcan (lambda (slot) (append (second (getf (cdr slot) :readers)) (second (getf (cdr slot) :writers))))
             (cdr (fourth call))))))

;; FORM, wrapped into a SYMBOL-MACROLET of the program's global symbol macros that occur in it.
(defun with-symbol-macros (form environment)
  (let ((definitions nil) (seen (make-hash-table :test 'eq)))
    (labels ((note (symbol)
               (multiple-value-bind (expansion expanded-p) (macroexpand-1 symbol environment)
                 (when (and expanded-p (get symbol 'symbol-macro))
                   (push (list symbol (walked expansion environment)) definitions)
                   (call-with-symbols #'note expansion seen)))))
      (unless (eq (car form) 'define-symbol-macro) (call-with-symbols #'note form seen)))
    (if definitions `(symbol-macrolet ,definitions ,form) form)))
