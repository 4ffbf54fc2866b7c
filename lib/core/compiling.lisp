;;;; compiling.lisp -- what a program may tell the compiler: compiler macros, symbol macros, units. -*- sealed -*-

(defvar *macroexpand-hook* 'funcall
  "The function that expands macro calls: of the macro's function, the form and the environment.")

(defmacro define-symbol-macro (symbol expansion)
  "Let SYMBOL stand for the form EXPANSION wherever it is evaluated or assigned, unless it is bound there; return SYMBOL.
Signals: program-error if SYMBOL is a special variable, a constant or not a symbol.
Example: (progn (define-symbol-macro third-word (nth 2 *words*)) (macroexpand-1 'third-word)) => (NTH 2 *WORDS*)"
  (if (not (symbolp symbol)) (reject-form "DEFINE-SYMBOL-MACRO" "a symbol" symbol))
  `(note-symbol-macro ',symbol ',expansion))

(defun note-symbol-macro (symbol expansion)
  (if (or (special-p symbol) (constantp symbol))
      (raise-condition (new-simple-condition 'program-error "DEFINE-SYMBOL-MACRO: ~S is a special variable or a constant"
                                             (list symbol))))
  (put symbol 'symbol-macro expansion)
  symbol)

;;; Compiler macros: kept with the symbol that is the name, or of which (setf symbol) is.

(defun check-function-name (name)
  (check-argument name '(or symbol (cons (eql setf) (cons symbol null))) "the name of a function"))

(defun compiler-macro-key (name) (if (consp name) 'setf-compiler-macro-property 'compiler-macro-property))

(defun compiler-macro-function (name &optional environment)
  "Return the function of the compiler macro of the function NAME, a symbol or (setf symbol), or NIL.
ENVIRONMENT: where a local function or macro of that name hides it. With SETF a function of a form and an environment
becomes the compiler macro, or NIL takes it away.
Signals: type-error.
Example: (compiler-macro-function 'car) => NIL"
  (check-function-name name)
  (if (local-definition name environment)
      nil
      (get (if (consp name) (second name) name) (compiler-macro-key name))))

(defun (setf compiler-macro-function) (function name &optional environment)
  (declare (ignore environment))
  (check-function-name name)
  (check-argument function '(or function null) "a function or NIL")
  (put (if (consp name) (second name) name) (compiler-macro-key name) function))

(defmacro define-compiler-macro (name lambda-list &body body)
  "Let BODY say what calls of the function NAME, a symbol or (setf symbol), are compiled as; return NAME.
LAMBDA-LIST: as for DEFMACRO, of the arguments as they are written. A BODY that returns its &WHOLE form declines. Calls
by (funcall #'NAME ...) are taken, too; where NAME is declared NOTINLINE none is.
Signals: program-error for a malformed definition.
Example: (progn (defun squared (x) (* x x))
  (define-compiler-macro squared (&whole form x) (if (numberp x) (* x x) form))
  (funcall (compiler-macro-function 'squared) '(squared 3) nil)) => 9"
  (if (not (or (and name (symbolp name)) (typep name '(cons (eql setf) (cons symbol null)))))
      (bad-arguments '(define-compiler-macro name lambda-list &body body)
                     (list* 'define-compiler-macro name lambda-list body)))
  `(progn
     (setf (compiler-macro-function ',name)
           ,(macro-lambda (if (consp name) (second name) name) lambda-list body
                          (if (eq name 'funcall) '(cdr macro-form) '(if (eq (car macro-form) 'funcall) (cddr macro-form) (cdr macro-form)))))
     ',name))

(defvar *in-compilation-unit* nil)

(defmacro with-compilation-unit ((&key override) &body body)
  "Run BODY and return its values; that it uses functions and variables which are not there is told of at its end.
OVERRIDE: if true, at the end of this form; else at that of the outermost one, or of the file that is loaded around it.
Example: (with-compilation-unit () 1) => 1"
  `(in-compilation-unit ,override (lambda () (let ((*in-compilation-unit* t)) ,@body))))
