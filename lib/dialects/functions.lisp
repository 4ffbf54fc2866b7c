;;;; functions.lisp -- functions as data in the older dialects: function names, LEXPRs, FUNARGs. -*- sealed -*-
;;;; A name that is called as data, (FN X) or (MAPCAR FN L), is interpreted in the dialect of the running program.

;; The lambda expression of a LEXPR: VARIABLE is bound to the number of arguments; (ARG n) returns argument N.
(defun lexpr-lambda (variable body)
  `(lambda (&rest lexpr-arguments)
     (declare (special lexpr-arguments))
     (let ((,variable (length lexpr-arguments))) ,@body)))

;; (GO form) of MacLisp and Franz Lisp. TAGS: the enclosing tags, innermost first.
(defmacro computed-go (form tags)
  (let ((tag (gensym)))
    `(let ((,tag ,form))
       (case ,tag
         ,@(mapcar (lambda (tag) `((,tag) (go ,tag))) (remove-duplicates tags :from-end t))
         (t (error 'control-error :format-control "GO: expected a tag around this form, got ~S"
                                  :format-arguments (list ,tag)))))))

;;; The meaning of a name in the dialect of the calling program

;; The function or macro of NAME; its name if it is a special form; NIL if it is undefined.
(defun definition-meant (name)
  (let ((operator (program-operator name)))
    (or (function-object operator)
        (function-object name)
        (operator operator))))

;; Is OBJECT a function, a lambda expression or the name of a function?
(defun functional-p (object)
  (or (functionp object) (lambda-expression-p object) (and object (symbolp object) (definition-meant object) t)))

;; Operators that are macros or special forms in Winnow and FSUBRs in the older dialects.
(defvar *fsubrs*
  '("AND" "ARRAY" "ARRAYCALL" "BREAK" "CASEQ" "CATCH" "*CATCH" "COMMENT" "COND" "CSETQ" "DECLARE" "DEF" "DEFPROP" "DEFUN" "DO"
    "ERR" "ERRSET" "EVAL-WHEN" "FUNCTION" "*FUNCTION" "GO" "GRINDEF" "IF" "LABEL" "LSUBRCALL" "MSG" "OR" "PP" "PROG" "PROGV"
    "QUOTE" "SELECT" "SELECTQ" "SETQ" "SIGNP" "SSTATUS" "STATUS" "STORE" "SUBRCALL" "THROW" "TRACE" "UNTRACE"
    "UNWIND-PROTECT" "UREAD" "UWRITE"))
;; Special forms of Winnow that are LSUBRs in the older dialects.
(defvar *lsubrs* '("PROGN" "PROG1" "PROG2"))

;; The indicator under which the older dialects keep the function of NAME on its property list: SUBR for a fixed number of
;; arguments, LSUBR for a variable number (FSUBR in LISP 1.5), FSUBR for unevaluated arguments, or MACRO.
(defun function-indicator (name)
  (let* ((definition (definition-meant name))
         (any (if (eq (program-dialect) :lisp-1.5) 'maclisp:fsubr 'maclisp:lsubr)))
    (cond ((null definition) nil)
          ((member (symbol-name name) *fsubrs* :test #'string=) 'maclisp:fsubr)
          ((member (symbol-name name) *lsubrs* :test #'string=) any)
          ((not (functionp definition)) 'maclisp:macro)
          ((search "&" (or (car (function-documentation definition)) "")) any)
          (t 'maclisp:subr))))

;; The lambda expression of a function that the program defined (its property EXPR, FEXPR or MACRO), and the indicator.
(defun program-definition (name)
  (dolist (indicator '(maclisp:expr maclisp:fexpr maclisp:macro) nil)
    (let ((expression (get name indicator)))
      (if (consp expression) (return (values expression indicator))))))

(define-maclisp fboundp "fboundp" (symbol)
  "Return true if SYMBOL has a function, a macro or a special form."
  (if (definition-meant symbol) t nil))
(define-maclisp subrp "compiled-function-p" (object)
  "Return T if OBJECT is a function of the system or a compiled one."
  (and (functionp object) t))
(define-maclisp sysp "fboundp" (symbol)
  "Return the property SUBR, LSUBR or FSUBR of SYMBOL if its function is the system's, else NIL."
  (let ((definition (definition-meant symbol)))
    (if (and (null (program-definition symbol)) (or (symbolp definition) (library-code-p definition)))
        (function-indicator symbol)
        nil)))
(define-maclisp args nil (symbol &optional numbers)
  "Return a pair of the least number of arguments that SYMBOL takes, NIL if the number is fixed, and the most. Return NIL if these are not
known. NUMBERS: ignored."
  (if numbers numbers (argument-numbers (definition-meant symbol))))

(defun argument-numbers (function)
  (let ((words (if (functionp function) (car (function-documentation function)) nil)))
    (if (null words)
        nil
        (let* ((list (let ((*package* (find-package "SYSTEM"))) (read-from-string words)))
               (required (or (position-if (lambda (w) (member w '(&optional &rest &key))) list) (length list)))
               (rest (member-if (lambda (w) (member w '(&rest &key))) list))
               (optional (length (ldiff (cdr (member '&optional list)) rest))))
          (cond (rest (cons required 510))  ; the limit of MacLisp
                ((= optional 0) (cons nil required))
                (t (cons required (+ required optional))))))))

;;; Variables

(define-maclisp set "set" (symbol value)
  "Make VALUE the value of SYMBOL, and return it."
  (set (program-variable symbol) value))
(define-maclisp symeval "symbol-value" (symbol)
  "Return the value of SYMBOL."
  (symbol-value (program-variable symbol)))
(define-maclisp boundp "boundp" (symbol)
  "Return T if SYMBOL has a value."
  (boundp (program-variable symbol)))
(define-maclisp makunbound "makunbound" (symbol)
  "Remove the value of SYMBOL, and return SYMBOL."
  (makunbound (program-variable symbol))
  symbol)

;; Gives the variable NAME a VALUE that only one dialect sees. VALUES: the property under which this dialect keeps its own
;; variables.
(defun give-variable (values name value)
  (let ((own (make-symbol (symbol-name name))))
    (set own value)
    (put name values own)))
(dolist (name '(maclisp::base maclisp::ibase))
  (give-variable 'maclisp-variable name 10))
(give-variable 'maclisp-variable 'maclisp::*nopoint t)
;; Switches and hooks of the system, which programs save, bind and set; Winnow does not read them.
(dolist (name '(*rset compiler-state defun echofiles errlist errset evalhook fasload gc-daemon gc-overflow instack msgfiles nouuo outfiles
                pure *pure purcopy toplevel tty ^d ^q ^r uread uwrite zunderflow))
  (give-variable 'maclisp-variable (older-word name) nil))
(dolist (alias '((prinlevel . *print-level*) (prinlength . *print-length*) (tyi . *terminal-io*) (tyo . *terminal-io*)
                 (infile . *load-truename*)))
  (put (older-word (car alias)) 'maclisp-variable (cdr alias)))

;;; FUNARGs

;; A closure that calls FUNCTION with the present bindings of the program's variables.
(defun make-funarg (function)
  (if (library-code-p function)
      function  ; it does not use variables of the program
      (let ((context (binding-context)))
        (named-lambda funarg (&rest arguments)
          (progv context nil (apply function arguments))))))

;; The function that NAME, an argument of FUNCTION, designates; it may be the value of the variable NAME.
(defun function-or-value (name)
  (let ((variable (program-variable name)) (definition (definition-meant name)))
    (cond ((and (functionp definition) (library-code-p definition)) definition)
          ((and (null definition) (boundp variable)) (program-function (symbol-value variable)))
          (t name))))

(defun funarg-form (function-form)
  (let ((function (cadr function-form)))
    (if (symbolp function)
        `(make-funarg (function-or-value ',function))
        `(make-funarg (function . ,(cdr function-form))))))

(define-maclisp-macro *function "function" (&whole form function)
  "Return a FUNARG: a function that always calls FUNCTION with the present bindings of the variables."
  function
  (funarg-form form))
