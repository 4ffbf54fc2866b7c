;;;; compiling.lisp -- symbol macros, compiler macros, compilation units, macro definitions of special forms. -*- sealed -*-

(defvar *macroexpand-hook* 'funcall
  "The function that expands macro calls; its arguments are the macro's function, the form and the environment.")

(defmacro define-symbol-macro (symbol expansion)
  "Define SYMBOL as a symbol macro for the form EXPANSION, except where SYMBOL is bound lexically; return SYMBOL.
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

;;; Compiler macros. They are stored on the property list of the symbol that is the function's name, or of SYMBOL for the
;;; name (setf SYMBOL).

(defun check-function-name (name)
  (check-argument name '(or symbol (cons (eql setf) (cons symbol null))) "the name of a function"))

(defun compiler-macro-key (name) (if (consp name) 'setf-compiler-macro-property 'compiler-macro-property))

(defun compiler-macro-function (name &optional environment)
  "Return the function of the compiler macro of the function NAME, a symbol or (setf symbol), or NIL.
ENVIRONMENT: a local function or macro of that name in it hides the compiler macro. SETF stores a function of a form and
an environment as the compiler macro, or NIL to remove it.
Signals: type-error unless NAME is the name of a function.
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

;; Defines the compiler macro of NAME: a call, by name or with FUNCALL, with COUNT arguments, or any number if COUNT is NIL, is replaced by
;; the form that EXPANSION, a function of the argument forms, returns, unless that is NIL.
(defun expand-calls (name count expansion)
  (setf (compiler-macro-function name)
        (lambda (form environment)
          (declare (ignore environment))
          (let ((arguments (if (eq (car form) 'funcall) (cddr form) (cdr form))))
            (or (if (and (form-length form) (or (null count) (eql (length arguments) count))) (apply expansion arguments))
                form)))))

;; The function that STRING= is without keyword arguments does not parse them.
(expand-calls 'string= 2 (lambda (a b) `(same-string-p ,a ,b)))

;; FORM, which is not expanded again.
(defun unexpanded (form) `(locally (declare (notinline ,(car form))) ,form))

;; Returns the symbol that FORM quotes, NIL for another form.
(defun quoted-symbol-p (form)
  (and (consp form) (eq (car form) 'quote) (consp (cdr form)) (symbolp (second form)) (second form)))

(defmacro define-compiler-macro (name lambda-list &body body)
  "Define a compiler macro: BODY returns the form that replaces a call of the function NAME, a symbol or (setf symbol);
return NAME.
LAMBDA-LIST: as for DEFMACRO, matched against the unevaluated arguments. BODY declines by returning its &WHOLE form.
Calls of the form (funcall #'NAME ...) are also expanded. A NOTINLINE declaration of NAME disables the compiler macro.
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
  "Run BODY and return its values; defer warnings about undefined functions and variables to the end of the unit.
OVERRIDE: if true, the unit ends with this form; else with the outermost such form, or with the file that is being loaded.
Example: (with-compilation-unit () 1) => 1"
  `(in-compilation-unit ,override (lambda () (let ((*in-compilation-unit* t)) ,@body))))

;;; Expansions of standard macros that the compiler handles as special forms, for MACRO-FUNCTION and MACROEXPAND

(defmacro define-special-form-macro (name lambda-list &body body)
  `(put ',name 'special-form-macro ,(macro-lambda name lambda-list body)))

(define-special-form-macro and (&rest forms)
  (cond ((null forms) t)
        ((null (cdr forms)) (car forms))
        (t `(if ,(car forms) (and ,@(cdr forms)) nil))))

(define-special-form-macro or (&rest forms)
  (if (null (cdr forms))
      (car forms)
      (let ((value (gensym)))
        `(let ((,value ,(car forms))) (if ,value ,value (or ,@(cdr forms)))))))

(define-special-form-macro cond (&rest clauses)
  (if (null clauses)
      nil
      (destructuring-bind ((test &rest forms) &rest others) clauses
        (cond ((null forms) `(or ,test (cond ,@others)))
              ((eq test t) `(progn ,@forms))
              (t `(if ,test (progn ,@forms) (cond ,@others)))))))

(define-special-form-macro backquote (template) (expand-backquote template))

(define-special-form-macro named-lambda (name lambda-list &body body)
  (declare (ignore name))
  `(function (lambda ,lambda-list ,@body)))

(define-special-form-macro when (test &body body) `(if ,test (progn ,@body) nil))

(define-special-form-macro unless (test &body body) `(if ,test nil (progn ,@body)))

(define-special-form-macro multiple-value-bind (variables form &body body)
  (let ((rest (gensym)))
    `(multiple-value-call (lambda (&optional ,@variables &rest ,rest) (declare (ignore ,rest)) ,@body) ,form)))
