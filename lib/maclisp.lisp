;;;; maclisp.lisp -- the words of the seventies. -*- sealed -*-
;;;; What a word means is settled when a text is compiled: in a MacLisp text (plus 1 2) and #'plus are compiled as
;;;; those of the symbol on the property %MACLISP of PLUS, wherever the function is called from later. In a
;;;; Common Lisp text PLUS is a name like any other. A program's own definition holds in both.

(export '(maclisp::expr maclisp::fexpr maclisp::macro) "MACLISP")

(defun %maclisp-defun (name kind-or-variable body)
  (case kind-or-variable
    (maclisp:expr `(defun ,name ,@body))
    (maclisp:macro (let ((form (car (car body))))
             `(progn (%fset ',name (%make-macro (%named-lambda ,name (,form %environment) ,@(cdr body)) '(&rest arguments)))
                     ',name)))
    (maclisp:fexpr (let ((f (gensym (symbol-name name))))
             ;; The arguments come unevaluated, as one list.
             `(progn (defun ,f ,@body)
                     (defmacro ,name (&rest arguments) (list ',f (list 'quote arguments))))))
    (t  ;; A LEXPR: the variable is the number of arguments, which (ARG n) gives.
     `(defun ,name (&rest %lexpr-arguments)
        (declare (special %lexpr-arguments))
        (let ((,kind-or-variable (length %lexpr-arguments))) ,@body)))))

;; The word that a MacLisp text means by the name of SYMBOL, and the symbol under which it is defined here.
(defun %maclisp-word (symbol)
  (if (eq (symbol-package symbol) (find-package "COMMON-LISP"))
      symbol
      (let ((word (intern (symbol-name symbol) "MACLISP")))
        (export word "MACLISP")
        word)))

(defun %maclisp-symbol (word) (intern (%concatenate 'string "MACLISP-" (symbol-name word))))

;; (%define-maclisp name "what Common Lisp says" lambda-list body...)
(defmacro %define-maclisp (name replacement lambda-list &body body)
  (%maclisp-definition name replacement `(%named-lambda ,(%maclisp-word name) ,lambda-list ,@body)))

(defun %maclisp-definition (name replacement function)
  (let ((word (%maclisp-word name)))
    `(progn
       (%put ',word '%maclisp-word ,replacement)
       (%fset ',(%maclisp-symbol word) ,function)
       (%put ',word '%maclisp ',(%maclisp-symbol word)))))

(%define-maclisp plus "+" (&rest numbers)
  "Return the sum of NUMBERS."
  (apply #'+ numbers))
(%define-maclisp times "*" (&rest numbers)
  "Return the product of NUMBERS."
  (apply #'* numbers))
(%define-maclisp difference "-" (number &rest more)
  "Return NUMBER less each of MORE."
  (if more (apply #'- number more) number))
(%define-maclisp quotient "/ or truncate" (number &rest more)
  "Return NUMBER divided by each of MORE; integers truncate."
  (dolist (m more number)
    (setq number (if (and (integerp number) (integerp m)) (values (truncate number m)) (/ number m)))))
(%define-maclisp // "truncate" (number &rest more)
  "Return NUMBER divided by each of MORE; integers truncate."
  (apply #'maclisp-quotient number more))
(%define-maclisp |\\| "rem" (number divisor)
  "Return what remains of NUMBER divided by DIVISOR."
  (rem number divisor))
(%define-maclisp |\\\\| "gcd" (a b)
  "Return the greatest common divisor of A and B."
  (gcd a b))
(%define-maclisp remainder "rem" (number divisor)
  "Return what remains of NUMBER divided by DIVISOR, with the sign of NUMBER."
  (rem number divisor))
(%define-maclisp minus "-" (number)
  "Return the negative of NUMBER."
  (- number))
(%define-maclisp add1 "1+" (number)
  "Return NUMBER plus one."
  (+ number 1))
(%define-maclisp sub1 "1-" (number)
  "Return NUMBER minus one."
  (- number 1))
(%define-maclisp greaterp ">" (number &rest more)
  "Return T if each number is greater than the next."
  (apply #'> number more))
(%define-maclisp lessp "<" (number &rest more)
  "Return T if each number is less than the next."
  (apply #'< number more))
(%define-maclisp fixp "integerp" (object)
  "Return T if OBJECT is an integer."
  (integerp object))
(%define-maclisp bigp "integerp" (object)
  "Return T if OBJECT is an integer that does not fit a word."
  (typep object 'bignum))
(%define-maclisp fix "floor" (number)
  "Return the greatest integer not above NUMBER."
  (values (floor number)))
(%define-maclisp member "member with :test #'equal" (item list)
  "Return the tail of LIST that starts with ITEM (EQUAL), or NIL."
  (member item list :test #'equal))
(%define-maclisp assoc "assoc with :test #'equal" (item alist)
  "Return the pair of ALIST whose car is ITEM (EQUAL), or NIL."
  (assoc item alist :test #'equal))
(%define-maclisp delete "delete with :test #'equal" (item list &optional count)
  "Return LIST without ITEM (EQUAL), COUNT times at most, changed in place."
  (delete item list :test #'equal :count count))
(%define-maclisp memq "member with :test #'eq" (item list)
  "Return the tail of LIST that starts with ITEM (EQ), or NIL."
  (member item list :test #'eq))
(%define-maclisp assq "assoc with :test #'eq" (item alist)
  "Return the pair of ALIST whose car is ITEM (EQ), or NIL."
  (assoc item alist :test #'eq))
(%define-maclisp delq "delete with :test #'eq" (item list &optional count)
  "Return LIST without ITEM (EQ), changed in place."
  (delete item list :test #'eq :count count))
(%define-maclisp ncons "list" (object)
  "Return a list of OBJECT."
  (list object))
(%define-maclisp xcons "cons" (cdr car)
  "Return the cons of the second argument and the first."
  (cons car cdr))
(%define-maclisp putprop "(setf (get symbol indicator) value)" (symbol value indicator)
  "Make VALUE the property INDICATOR of SYMBOL, and return it."
  (%put symbol indicator value))
(%define-maclisp plist "symbol-plist" (symbol)
  "Return the property list of SYMBOL."
  (symbol-plist symbol))
(%define-maclisp explode "prin1-to-string and coerce" (object)
  "Return the characters that PRIN1 would print of OBJECT, as a list of symbols."
  (map 'list (lambda (c) (intern (string c))) (prin1-to-string object)))
(%define-maclisp explodec "princ-to-string and coerce" (object)
  "Return the characters that PRINC would print of OBJECT, as a list of symbols."
  (map 'list (lambda (c) (intern (string c))) (princ-to-string object)))
(%define-maclisp exploden "princ-to-string and char-code" (object)
  "Return the codes of the characters that PRINC would print of OBJECT."
  (map 'list #'char-code (princ-to-string object)))
(defun %text-of-characters (characters)
  (map 'string (lambda (c) (if (integerp c) (code-char c) (char (princ-to-string c) 0))) characters))
(%define-maclisp implode "intern" (characters)
  "Return the symbol whose name CHARACTERS, symbols or codes, spell."
  (values (intern (%text-of-characters characters))))
(%define-maclisp maknam "make-symbol" (characters)
  "Return a new symbol, in no table, whose name CHARACTERS spell."
  (make-symbol (%text-of-characters characters)))
(%define-maclisp readlist "read-from-string" (characters)
  "Return the object that CHARACTERS, symbols or codes, spell."
  (read-from-string (%text-of-characters characters)))
(%define-maclisp getchar "char" (symbol n)
  "Return character N of SYMBOL's name, counted from 1, as a symbol, or NIL."
  (let ((name (princ-to-string symbol)))
    (if (<= 1 n (length name)) (values (intern (string (char name (- n 1))))) nil)))
(%define-maclisp getcharn "char" (symbol n)
  "Return the code of character N of SYMBOL's name, counted from 1, or 0."
  (let ((name (princ-to-string symbol)))
    (if (<= 1 n (length name)) (char-code (char name (- n 1))) 0)))
(%define-maclisp flatc "(length (princ-to-string object))" (object)
  "Return how many characters PRINC would print of OBJECT."
  (length (princ-to-string object)))
(%define-maclisp flatsize "(length (prin1-to-string object))" (object)
  "Return how many characters PRIN1 would print of OBJECT."
  (length (prin1-to-string object)))
(%define-maclisp ascii "code-char" (code)
  "Return the symbol whose name is the character of CODE."
  (values (intern (string (code-char code)))))
(%define-maclisp tyo "write-char" (code &optional stream)
  "Write the character of CODE, and return T."
  (write-char (code-char code) stream)
  t)
(%define-maclisp tyi "read-char" (&optional stream)
  "Read a character and return its code."
  (char-code (read-char stream)))
(%define-maclisp tyipeek "peek-char" (&optional kind stream)
  "Return the code of the next character, and leave it there."
  (char-code (peek-char kind stream)))
(%define-maclisp readch "read-char" (&optional stream)
  "Read a character and return it as a symbol."
  (values (intern (string (read-char stream)))))
(%define-maclisp lsh "ash" (integer count)
  "Return INTEGER shifted left by COUNT bits."
  (ash integer count))
(%define-maclisp haulong "integer-length" (integer)
  "Return how many bits INTEGER needs."
  (integer-length (abs integer)))
(%define-maclisp arg "&rest" (n)
  "Return argument N of the running LEXPR, counted from 1; with NIL, how many there are."
  (let ((all (symbol-value '%lexpr-arguments)))
    (if n (nth (- n 1) all) (length all))))
(%define-maclisp listify "&rest" (n)
  "Return a list of the first N arguments of the running LEXPR, or of the last for a negative N."
  (let ((all (symbol-value '%lexpr-arguments)))
    (if (< n 0) (last all (- n)) (subseq all 0 n))))
(%define-maclisp alphalessp "string<" (a b)
  "Return T if the name of A comes before that of B."
  (if (string< (princ-to-string a) (princ-to-string b)) t nil))
(%define-maclisp runtime "get-internal-run-time" ()
  "Return the processor time used, in microseconds."
  (get-internal-run-time))
(%define-maclisp linel "nothing" (&rest ignored)
  "Accepted; return 80."
  ignored
  80)
(%define-maclisp copy "copy-tree" (object)
  "Return a copy of the conses of OBJECT."
  (copy-tree object))

;; Macros of the dialect.
(defmacro %define-maclisp-macro (name replacement lambda-list &body body)
  (%maclisp-definition name replacement
                       `(%make-macro ,(%macro-lambda (%maclisp-word name) lambda-list body) ',lambda-list)))

(%define-maclisp-macro defprop "(setf (get 'symbol 'indicator) 'value)" (symbol value indicator)
  "Make VALUE the property INDICATOR of SYMBOL, none of them evaluated; EXPR, FEXPR and MACRO define a function."
  (cond ((and (member indicator '(maclisp:expr maclisp:fexpr maclisp:macro)) (consp value) (eq (car value) 'lambda))
         `(defun ,symbol ,@(if (eq indicator 'maclisp:expr) nil (list indicator)) ,@(cdr value)))
        (t `(progn (%put ',symbol ',indicator ',value) ',symbol))))
(%define-maclisp-macro errset "ignore-errors" (form &optional print)
  "Return a list of the value of FORM, or NIL if an error happened."
  `(handler-case (list ,form)
     (error (c) (if ,(if print print nil) (%warn (%report c)) nil) nil)))
(%define-maclisp-macro caseq "case" (form &rest clauses)
  "As CASE."
  `(case ,form ,@clauses))
(%define-maclisp-macro selectq "case" (form &rest clauses)
  "As CASE."
  `(case ,form ,@clauses))
(%define-maclisp-macro *catch "catch" (tag &rest body)
  "As CATCH of Common Lisp: the tag comes first and is evaluated."
  `(catch ,tag ,@body))
(%define-maclisp-macro *throw "throw" (tag value)
  "As THROW of Common Lisp: the tag comes first and is evaluated."
  `(throw ,tag ,value))
(%define-maclisp-macro store "(setf (aref ...))" (place value)
  "Store VALUE in PLACE, (array subscript...)."
  `(setf (aref (%array-named ',(car place)) ,@(cdr place)) ,value))
(%define-maclisp-macro array "make-array" (name type &rest dimensions)
  "Make NAME an array of DIMENSIONS, called like a function; TYPE changes nothing."
  type
  `(%make-named-array ',name (list ,@dimensions)))
(%define-maclisp-macro comment "#| ... |#" (&rest forms)
  "Ignore FORMS."
  forms
  ''comment)
(%define-maclisp-macro sstatus "nothing" (&rest forms)
  "Ignored."
  forms
  nil)
(%define-maclisp-macro status "nothing" (&rest forms)
  "Ignored."
  forms
  nil)

(defun %make-named-array (name dimensions)
  (let ((array (make-array dimensions)))
    (%put name '%array array)
    (%fset name (lambda (&rest subscripts) (apply #'aref array subscripts)))
    name))
(defun %array-named (name)
  (or (get name '%array) (error "~S names no array" name)))
