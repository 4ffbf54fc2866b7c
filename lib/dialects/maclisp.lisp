;;;; maclisp.lisp -- the definers of the older dialects, and the core operators of MacLisp. -*- sealed -*-
;;;; The meaning of an operator name depends on the dialect of the source text. In a MacLisp text, (plus 1 2) and #'plus are
;;;; compiled as references to the symbol that is the property MACLISP-OWN of PLUS. Franz Lisp and LISP 1.5 look for the
;;;; properties FRANZ-OWN and LISP-1.5-OWN first. In a Common Lisp text PLUS is an ordinary name. A program's own definition of
;;;; PLUS has precedence in all dialects.

(export '(maclisp::expr maclisp::fexpr maclisp::macro maclisp::subr maclisp::lsubr maclisp::fsubr maclisp::nlambda maclisp::lexpr maclisp::flonum
          maclisp::hunk maclisp::arraycall maclisp::binary maclisp::port)
        "MACLISP")

(defun define-in-maclisp (name kind-or-variable body)
  (case kind-or-variable
    (maclisp:expr `(defun ,name ,@body))
    (maclisp:macro (let ((form (car (car body))))
             `(progn (fset ',name (make-macro (named-lambda ,name (,form macro-environment) ,@(cdr body)) '(&rest arguments)))
                     ',name)))
    ((maclisp:fexpr maclisp:nlambda)
     (let ((f (gensym (symbol-name name))))
       ;; The function takes a list of the unevaluated arguments. If it has a second variable, for an a-list, that is NIL.
       `(progn (defun ,f ,(if (cdr (car body)) `(,(caar body) &optional ,@(cdar body)) (car body)) ,@(cdr body))
               (defmacro ,name (&rest arguments) (list ',f (list 'quote arguments))))))
    (t `(defun ,name ,@(cdr (lexpr-lambda kind-or-variable body))))))

;; The symbol of the dialects for the name of SYMBOL: that of Common Lisp, or one exported from MACLISP.
(defun older-word (symbol)
  (if (eq (symbol-package symbol) (find-package "COMMON-LISP"))
      symbol
      (let ((word (intern (symbol-name symbol) "MACLISP")))
        (export word "MACLISP")
        word)))

;; The form that makes FUNCTION, a form, the definition of NAME in DIALECT. REPLACEMENT: the equivalent in Common Lisp, for the
;; hint when NAME is undefined there; NIL for names that rarely indicate DIALECT.
(defun older-definition (dialect name replacement function)
  (let ((word (older-word name))
        (own (intern (concatenate-as 'string (symbol-name dialect) "-" (symbol-name name)))))
    `(progn
       ,@(if replacement `((put ',word 'older-words (append (get ',word 'older-words) '((,dialect . ,replacement))))) nil)
       (fset ',own ,function)
       (put ',word ',(intern (concatenate-as 'string (symbol-name dialect) "-OWN")) ',own))))

;; Defines definers such as (define-maclisp name "Common Lisp equivalent" lambda-list body...).
(defmacro define-definers (dialect function-definer macro-definer)
  `(progn
     (defmacro ,function-definer (name replacement lambda-list &body body)
       (older-definition ,dialect name replacement `(named-lambda ,(older-word name) ,lambda-list ,@body)))
     (defmacro ,macro-definer (name replacement lambda-list &body body)
       (older-definition ,dialect name replacement
                         `(make-macro ,(macro-lambda (older-word name) lambda-list body) ',lambda-list)))))

(define-definers :maclisp define-maclisp define-maclisp-macro)
(define-definers :franz define-franz define-franz-macro)
(define-definers :lisp-1.5 define-lisp-1.5 define-lisp-1.5-macro)

(define-maclisp plus "+" (&rest numbers)
  "Return the sum of NUMBERS."
  (apply #'+ numbers))
(define-maclisp times "*" (&rest numbers)
  "Return the product of NUMBERS."
  (apply #'* numbers))
(define-maclisp difference "-" (number &rest more)
  "Return NUMBER less each of MORE."
  (if more (apply #'- number more) number))
(define-maclisp quotient "/ or truncate" (number &rest more)
  "Return NUMBER divided by each of MORE; quotients of integers are truncated."
  (dolist (m more number)
    (setq number (if (and (integerp number) (integerp m)) (values (truncate number m)) (/ number m)))))
(define-maclisp // "truncate" (number &rest more)
  "Return NUMBER divided by each of MORE; quotients of integers are truncated."
  (apply #'maclisp-quotient number more))
(define-maclisp |\\| "rem" (number divisor)
  "Return what remains of NUMBER divided by DIVISOR."
  (rem number divisor))
(define-maclisp |\\\\| "gcd" (a b)
  "Return the greatest common divisor of A and B."
  (gcd a b))
(define-maclisp remainder "rem" (number divisor)
  "Return what remains of NUMBER divided by DIVISOR, with the sign of NUMBER."
  (rem number divisor))
(define-maclisp minus "-" (number)
  "Return the negative of NUMBER."
  (- number))
(define-maclisp add1 "1+" (number)
  "Return NUMBER plus one."
  (+ number 1))
(define-maclisp sub1 "1-" (number)
  "Return NUMBER minus one."
  (- number 1))
(define-maclisp greaterp ">" (number &rest more)
  "Return T if each number is greater than the next."
  (apply #'> number more))
(define-maclisp lessp "<" (number &rest more)
  "Return T if each number is less than the next."
  (apply #'< number more))
(define-maclisp fixp "integerp" (object)
  "Return T if OBJECT is an integer."
  (integerp object))
(define-maclisp bigp "integerp" (object)
  "Return T if OBJECT is an integer that does not fit a word."
  (typep object 'bignum))
(define-maclisp fix "floor" (number)
  "Return the greatest integer not above NUMBER."
  (values (floor number)))
(define-maclisp ifix "floor" (number)
  "Return the greatest integer not above NUMBER."
  (values (floor number)))
(define-maclisp member "member with :test #'equal" (item list)
  "Return the tail of LIST that starts with ITEM (EQUAL), or NIL."
  (member item list :test #'equal))
(define-maclisp assoc "assoc with :test #'equal" (item alist)
  "Return the pair of ALIST whose car is ITEM (EQUAL), or NIL."
  (assoc item alist :test #'equal))
(define-maclisp delete "delete with :test #'equal" (item list &optional count)
  "Return LIST, changed in place, without the elements EQUAL to ITEM, or the first COUNT of them."
  (delete item list :test #'equal :count count))
(define-maclisp memq "member with :test #'eq" (item list)
  "Return the tail of LIST that starts with ITEM (EQ), or NIL."
  (member item list :test #'eq))
(define-maclisp assq "assoc with :test #'eq" (item alist)
  "Return the pair of ALIST whose car is ITEM (EQ), or NIL."
  (assoc item alist :test #'eq))
(define-maclisp delq "delete with :test #'eq" (item list &optional count)
  "Return LIST without ITEM (EQ), changed in place."
  (delete item list :test #'eq :count count))
(define-maclisp subst "subst with :test #'equal" (new old tree)
  "Return TREE with NEW for each part that is EQUAL to OLD."
  (subst new old tree :test #'equal))
(define-maclisp ncons "list" (object)
  "Return a list of OBJECT."
  (list object))
(define-maclisp xcons "cons" (cdr car)
  "Return the cons of the second argument and the first."
  (cons car cdr))
(define-maclisp plist "symbol-plist" (symbol)
  "Return the property list of SYMBOL."
  (properties-of symbol))
;; The name of the symbol that is printed as TEXT; they differ if the readtable inverts case.
(defun intern-text (text) (intern-name (name-of-text text)))
;; In LISP 1.5 the atom T is not the symbol T of Common Lisp.
(defun intern-name (name)
  (if (and (string= name "T") (eq (program-dialect) :lisp-1.5))
      (get 't 'lisp-1.5-atom)
      (values (intern name))))
(defun name-of-text (text)
  (cond ((not (eq (readtable-case *readtable*) :invert)) text)
        ((notany #'lower-case-p text) (string-downcase text))
        ((notany #'upper-case-p text) (string-upcase text))
        (t text)))

(define-maclisp explode "prin1-to-string and coerce" (object)
  "Return the characters that PRIN1 would print of OBJECT, as a list of symbols."
  (map 'list (lambda (c) (intern-text (string c))) (prin1-to-string object)))
(define-maclisp explodec "princ-to-string and coerce" (object)
  "Return the characters that PRINC would print of OBJECT, as a list of symbols."
  (map 'list (lambda (c) (intern-text (string c))) (princ-to-string object)))
(define-maclisp exploden "princ-to-string and char-code" (object)
  "Return the codes of the characters that PRINC would print of OBJECT."
  (map 'list #'char-code (princ-to-string object)))
(defun text-of-characters (characters)
  (map 'string (lambda (c) (if (integerp c) (code-char c) (char (princ-to-string c) 0))) characters))
(define-maclisp implode "intern" (characters)
  "Return the symbol whose name CHARACTERS, symbols or codes, spell."
  (intern-text (text-of-characters characters)))
(define-maclisp maknam "make-symbol" (characters)
  "Return a new uninterned symbol whose name CHARACTERS spell."
  (make-symbol (name-of-text (text-of-characters characters))))
(define-maclisp readlist "read-from-string" (characters)
  "Return the object that CHARACTERS, symbols or codes, spell."
  (read-from-string (text-of-characters characters)))
(define-maclisp getchar "char" (symbol n)
  "Return character N of SYMBOL's name, counted from 1, as a symbol, or NIL."
  (let ((name (princ-to-string symbol)))
    (if (<= 1 n (length name)) (intern-text (string (char name (- n 1)))) nil)))
(define-maclisp getcharn "char" (symbol n)
  "Return the code of character N of SYMBOL's name, counted from 1, or 0."
  (let ((name (princ-to-string symbol)))
    (if (<= 1 n (length name)) (char-code (char name (- n 1))) 0)))
(define-maclisp flatc "(length (princ-to-string object))" (object)
  "Return the number of characters that PRINC would print for OBJECT."
  (length (princ-to-string object)))
(define-maclisp flatsize "(length (prin1-to-string object))" (object)
  "Return the number of characters that PRIN1 would print for OBJECT."
  (length (prin1-to-string object)))
(define-maclisp ascii "code-char" (code)
  "Return the symbol whose name is the character of CODE."
  (intern-text (string (code-char code))))
(define-maclisp tyo "write-char" (code &optional stream)
  "Write the character of CODE, and return T."
  (write-char (code-char code) stream)
  t)
(define-maclisp tyi "read-char" (&optional stream (eof nil ends))
  "Read a character and return its code; at the end of STREAM return EOF, if it is given."
  (let ((c (read-char stream (not ends) nil)))
    (if c (char-code c) eof)))
(define-maclisp tyipeek "peek-char" (&optional kind stream)
  "Return the code of the next character without reading it."
  (char-code (peek-char kind stream)))
(define-maclisp readch "read-char" (&optional stream (eof nil ends))
  "Read a character and return it as a symbol; at the end of STREAM return EOF, if it is given."
  (let ((c (read-char stream (not ends) nil)))
    (if c (intern-text (string c)) eof)))
(define-maclisp read "read" (&optional stream (eof nil ends) &rest others)
  "Read an object; at the end of STREAM return EOF, if it is given. With more arguments, those of Common Lisp's READ."
  (if others (apply #'read stream eof others) (read stream (not ends) eof)))
;; The low BITS of INTEGER as a signed word: the high bit is the sign.
(defun signed-word (integer bits)
  (let ((n (ldb (byte bits 0) integer)))
    (if (logbitp (- bits 1) n) (- n (ash 1 bits)) n)))
(define-maclisp lsh "ash" (integer count)
  "Return INTEGER, taken as 36 bits, shifted left by COUNT, or right if COUNT is negative; zeros are shifted in."
  (signed-word (ash (ldb (byte 36 0) integer) (max -36 (min 36 count))) 36))
(define-maclisp haulong "integer-length" (integer)
  "Return the number of significant bits of INTEGER."
  (integer-length (abs integer)))
(defun lexpr-arguments (name)
  (if (boundp 'lexpr-arguments) (symbol-value 'lexpr-arguments) (error "~A: no LEXPR is running" name)))
;; The tail of the arguments of the running LEXPR that begins with argument N.
(defun lexpr-tail (name n)
  (let ((all (lexpr-arguments name)))
    (if (<= 1 n (length all)) (nthcdr (- n 1) all) (error "~A: expected the number of one of ~D argument~:P, got ~D" name (length all) n))))
(define-maclisp arg "&rest" (n)
  "Return argument N of the running LEXPR, counted from 1; with NIL, how many there are."
  (if n (car (lexpr-tail 'arg n)) (length (lexpr-arguments 'arg))))
(define-maclisp listify "&rest" (n)
  "Return a list of the first N arguments of the running LEXPR, or of the last for a negative N."
  (let ((all (lexpr-arguments 'listify)))
    (if (< n 0) (last all (- n)) (subseq all 0 n))))
(define-maclisp alphalessp "string<" (a b)
  "Return T if the name of A comes before that of B."
  (if (string< (princ-to-string a) (princ-to-string b)) t nil))
(define-maclisp-macro time "get-internal-real-time" (&optional (form nil given))
  "Return a number of seconds that increases with time. With FORM, evaluate it as Common Lisp's TIME does."
  (if given `(time ,form) '(/ (float (get-internal-real-time)) internal-time-units-per-second)))
(define-maclisp runtime "get-internal-run-time" ()
  "Return the processor time used, in microseconds."
  (get-internal-run-time))
(define-maclisp linel "nothing" (&rest ignored)
  "Return 80; IGNORED is not used."
  ignored
  80)
(define-maclisp copy "copy-tree" (object)
  "Return a copy of the conses of OBJECT."
  (copy-tree object))

;;; Macros of the dialect

(define-maclisp-macro defprop "(setf (get 'symbol 'indicator) 'value)" (symbol value indicator)
  "Make VALUE the property INDICATOR of SYMBOL, all unevaluated; EXPR, FEXPR and MACRO define a function."
  (cond ((and (member indicator '(maclisp:expr maclisp:fexpr maclisp:macro)) (consp value) (eq (car value) 'lambda))
         `(progn (put ',symbol ',indicator ',value)
                 (defun ,symbol ,@(if (eq indicator 'maclisp:expr) nil (list indicator)) ,@(cdr value))))
        (t `(progn (maclisp-putprop ',symbol ',value ',indicator) ',symbol))))
(defvar *errset* nil "True while an ERRSET is active.")
(defvar *last-error* nil "The error that an ERRSET caught last.")
(define-maclisp-macro errset "ignore-errors" (form &optional (print t))
  "Return a list of the value of FORM, or NIL after an error, which is reported unless PRINT is NIL. (ERR value) in FORM makes
ERRSET return VALUE."
  (let ((prints (gensym)) (c (gensym)))
    `(catch 'errset-tag
       (let ((,prints ,print) (*errset* t))
         (handler-case (list ,form)
           (error (,c) (setq *last-error* ,c) (if ,prints (format *error-output* "~&; ~A~%" ,c)) nil))))))
(define-maclisp-macro err "error" (&optional value print)
  "Leave the enclosing ERRSET with VALUE. Signals an error outside ERRSET."
  print
  `(if *errset* (throw 'errset-tag ,value) (error "ERR: expected an enclosing ERRSET to return ~S" ,value)))
(define-maclisp-macro caseq "case" (form &rest clauses)
  "Select one of CLAUSES as CASE does."
  `(case ,form ,@clauses))
(define-maclisp-macro selectq "case" (form &rest clauses)
  "Select one of CLAUSES as CASE does."
  `(case ,form ,@clauses))
;; The tags of active CATCH and *CATCH forms, innermost first, each in its own list, which is the tag of the Common Lisp CATCH.
;; NIL catches every throw, a list of tags catches a throw to any of them.
(defvar *catches* nil)

(defmacro catching (tag &body body)
  (let ((entry (gensym)))
    `(let* ((,entry (list ,tag)) (*catches* (cons ,entry *catches*)))
       (catch ,entry ,@body))))

(defun catch-of (tag)
  (find-if (lambda (entry)
             (let ((tags (car entry)))
               (or (null tags) (null tag) (eq tags tag) (and (consp tags) (member tag tags :test #'eq)))))
           *catches*))

(defun throw-to (tag value) (throw (or (catch-of tag) tag) value))

(defun quoted-p (form) (and (consp form) (eq (car form) 'quote)))

(define-maclisp-macro catch "catch" (form &rest tag)
  "Return the value of FORM, or VALUE if (THROW value tag) is called in it: (catch form tag), with TAG not evaluated.
Without a tag every throw is caught. Common Lisp's (catch 'tag form...) is also accepted."
  (if (and tag (quoted-p form))
      `(catching ,form ,@tag)
      `(catching ',(car tag) ,form)))
(define-maclisp-macro throw "throw" (form &optional tag)
  "Leave the CATCH of TAG, not evaluated, with the value of FORM: (throw value tag).
Common Lisp's (throw 'tag value) is also accepted if a catch for it is active."
  (let ((value (gensym)))
    (if (symbolp tag)
        `(let ((,value ,form))
           (if (or (catch-of ',tag) (not (symbolp ,value)) (not (catch-of ,value)))
               (throw-to ',tag ,value)
               (throw-to ,value ,tag)))
        `(throw-to ,form ,tag))))
(define-maclisp-macro *catch "catch" (tag &rest body)
  "Evaluate BODY as Common Lisp's CATCH does: TAG is evaluated. A list of tags catches throws to each of them."
  `(catching ,tag ,@body))
(define-maclisp-macro *throw "throw" (tag value)
  "Throw VALUE to TAG, as Common Lisp's THROW does: TAG is evaluated."
  `(throw-to ,tag ,value))

;;; Definitions and bindings

(define-maclisp-macro declare "declaim" (&rest declarations)
  "Proclaim the variables of (SPECIAL ...) at top level; ignore other declarations."
  `(progn ,@(mapcan (lambda (d)
                      (if (and (consp d) (eq (car d) 'special)) (list `(proclaim '(special ,@(remove-if #'constantp (cdr d))))) nil))
                    declarations)
          nil))
(define-maclisp-macro *expr "nothing" (&rest names)
  "Ignore NAMES, those of functions: a declaration for compilers, like *FEXPR and *LEXPR."
  names
  nil)
(define-maclisp-macro *fexpr "nothing" (&rest names)
  "Ignore NAMES, those of functions, as *EXPR does."
  names
  nil)
(define-maclisp-macro *lexpr "nothing" (&rest names)
  "Ignore NAMES, those of functions, as *EXPR does."
  names
  nil)
(define-maclisp-macro herald "nothing" (name &optional (version "") (stream t))
  "Make VERSION the property VERSION of NAME, none of them evaluated, as files of a library do; return NAME."
  stream
  `(progn (put ',name ',(intern "VERSION") ',version) ',name))
(define-maclisp-macro defun "defun" (name &rest rest)
  "Define NAME; its lambda expression becomes its property EXPR, FEXPR or MACRO. (DEFUN (name indicator) ...) makes the
function a property of NAME."
  (let ((kinds '(maclisp:expr maclisp:fexpr maclisp:macro)))
    (cond ((and (consp name) (not (eq (car name) 'setf)))
           `(progn (put ',(car name) ',(cadr name) (function (lambda ,@rest))) ',name))
          ((member name kinds) `(defun ,(car rest) ,name ,@(cdr rest)))  ; (defun fexpr name ...)
          ((and (consp name) (listp (car rest))) `(defun ,name ,@rest))
          ((or (listp (car rest)) (member (car rest) kinds))
           `(progn (put ',name ',(if (listp (car rest)) 'maclisp:expr (car rest))
                        '(lambda ,@(if (listp (car rest)) rest (cdr rest))))
                   (defun ,name ,@rest)
                   (trace-if-awaited ',name)
                   ',name))
          ((and (symbolp (car rest)) (symbolp name))
           `(progn (put ',name 'maclisp:expr '(lambda ,@rest)) (defun ,name ,@rest)))
          (t `(defun ,name ,@rest)))))
;; DE, DF and DM are from LISP 1.6 and UCI Lisp; books that otherwise use MacLisp also use them.
(define-maclisp-macro de "defun" (name lambda-list &rest body)
  "Define the function NAME."
  `(maclisp-defun ,name ,lambda-list ,@body))
(define-maclisp-macro df "defmacro" (name lambda-list &rest body)
  "Define NAME as a function that takes a list of its unevaluated arguments."
  `(maclisp-defun ,name maclisp:fexpr ,lambda-list ,@body))
(define-maclisp-macro dm "defmacro" (name lambda-list &rest body)
  "Define the macro NAME, which takes the whole form."
  `(maclisp-defun ,name maclisp:macro ,lambda-list ,@body))
(define-maclisp-macro let "let and destructuring-bind" (bindings &rest body)
  "Bind as LET does. A tree of variables destructures its value; variables without a part of it are NIL."
  (destructuring-let 'let bindings body))
(define-maclisp-macro let* "let* and destructuring-bind" (bindings &rest body)
  "Bind as LET* does. A tree of variables destructures its value; variables without a part of it are NIL."
  (destructuring-let 'let* bindings body))
(define-maclisp-macro desetq "destructuring-bind" (&rest pairs)
  "Assign as SETQ does. A tree of variables destructures its value; variables without a part of it become NIL."
  (let ((forms nil))
    (do ((rest pairs (cddr rest))) ((null rest) `(progn ,@(nreverse forms)))
      (let ((g (gensym)))
        (push `(let ((,g ,(cadr rest)))
                 ,@(mapcar (lambda (part) (cons 'setq part)) (parts-of (car rest) g))
                 ,g)
              forms)))))

;; The variables of PATTERN, each with a form for its part of the value of FORM.
(defun parts-of (pattern form)
  (cond ((null pattern) nil)
        ((atom pattern) (list (list pattern form)))
        (t (append (parts-of (car pattern) `(car ,form)) (parts-of (cdr pattern) `(cdr ,form))))))

(defun destructuring-let (operator bindings body)
  (if (notany (lambda (b) (and (consp b) (consp (car b)))) bindings)
      `(,operator ,bindings ,@body)
      (let ((wholes nil) (parts nil))
        (dolist (b bindings)
          (if (and (consp b) (consp (car b)))
              (let ((g (gensym)))
                (push (list g (cadr b)) wholes)
                (if (eq operator 'let)
                    (setq parts (append parts (parts-of (car b) g)))
                    (setq wholes (append (reverse (parts-of (car b) g)) wholes))))
              (push b wholes)))
        (if parts
            `(let ,(reverse wholes) (let ,parts ,@body))
            `(,operator ,(reverse wholes) ,@body)))))

;;; Control

(define-maclisp-macro if "if" (test then &rest else)
  "Evaluate THEN if TEST is true, else the forms of ELSE, and return the value of the last."
  `(if ,test ,then (progn ,@else)))
(define-maclisp-macro break "break" (tag &optional (test t))
  "Enter the debugger if TEST is true, with TAG, not evaluated, as the message."
  `(if ,test (break "~A" ',tag) nil))
(define-maclisp error "error" (&optional message (datum nil given) kind)
  "Signal an error whose report is DATUM and MESSAGE."
  kind
  (error "~:[~*~;~S ~]~A" given datum message))
(define-maclisp-macro comment "#| ... |#" (&rest forms)
  "Ignore FORMS."
  forms
  ''maclisp::comment)
(define-maclisp format "format" (destination control &rest arguments)
  "Write ARGUMENTS as FORMAT does; a symbol as CONTROL denotes its name."
  (apply #'format destination (if (symbolp control) (symbol-name control) control) arguments))
(define-maclisp symbolconc "intern" (&rest parts)
  "Return the symbol whose name is the concatenation of the names or numbers PARTS."
  (intern-text (format nil "~{~A~}" parts)))
(define-maclisp sprinter "pprint" (object)
  "Print OBJECT on new lines, indented, as GRINDEF does; return NIL."
  (let ((*print-pretty* t)) (format t "~&~S~%" object))
  nil)
(define-maclisp-macro grindef "describe" (&rest names)
  "Print the definitions of the functions NAMES, which are not evaluated, as they were written; return no value.
Signals: undefined-function; error if the source of one is not known."
  `(print-definitions ',names))
