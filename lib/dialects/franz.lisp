;;;; franz.lisp -- operators of Franz Lisp that MacLisp lacks or defines differently. -*- sealed -*-

;;; Definitions

(defun franz-definition (name function)
  (destructuring-bind (kind lambda-list &rest body) function
    (cond ((eq kind 'lambda) `(maclisp-defun ,name ,lambda-list ,@body))
          ((eq kind 'maclisp:nlambda) `(maclisp-defun ,name maclisp:fexpr ,lambda-list ,@body))
          ((eq kind 'maclisp:lexpr) `(maclisp-defun ,name ,(car lambda-list) ,@body))
          ((eq kind 'maclisp:macro) `(maclisp-defun ,name maclisp:macro ,lambda-list ,@body))
          (t (error 'program-error :format-control "DEF ~S: expected LAMBDA, NLAMBDA, LEXPR or MACRO, got ~S"
                                   :format-arguments (list name kind))))))
(define-franz-macro def "defun" (name function)
  "Define NAME: (def name (lambda (x) ...)), or LEXPR, MACRO or NLAMBDA, which takes a list of the unevaluated
arguments."
  (franz-definition name function))
(define-franz-macro defun "defun" (name &rest rest)
  "Define NAME as in MacLisp; NAME may also be followed by EXPR, or by LEXPR and a list of one variable."
  (cond ((and (eq (car rest) 'maclisp:lexpr) (consp (cadr rest))) `(maclisp-defun ,name ,(caadr rest) ,@(cddr rest)))
        ((and (eq (car rest) 'maclisp:expr) (listp (cadr rest))) `(maclisp-defun ,name ,@(cdr rest)))
        (t `(maclisp-defun ,name ,@rest))))
(define-franz getd "fdefinition" (name)
  "Return the function of NAME, or NIL. For a function that the program defined, return a list that begins with LAMBDA, LEXPR,
NLAMBDA or MACRO."
  (multiple-value-bind (expression indicator) (program-definition name)
    (if expression
        (franz-expression expression indicator)
        (let ((definition (definition-meant name)))
          (if (eq definition name) (lambda (&rest arguments) (eval (cons name arguments))) definition)))))
(defun franz-expression (expression indicator)
  (destructuring-bind (lambda-list &rest body) (cdr expression)
    (cond ((eq indicator 'maclisp:fexpr) `(maclisp:nlambda ,lambda-list ,@body))
          ((eq indicator 'maclisp:macro) `(maclisp:macro ,lambda-list ,@body))
          ((and lambda-list (symbolp lambda-list)) `(maclisp:lexpr (,lambda-list) ,@body))
          (t expression))))
(define-franz putd "(setf fdefinition)" (name function)
  "Make FUNCTION, which may be a list as in DEF, the function of NAME; if it is NIL, make NAME undefined. Return FUNCTION."
  (cond ((null function) (forget-definition name) (fmakunbound name))
        ((consp function) (eval (franz-definition name function)))
        ((functionp function) (forget-definition name) (fset name function))
        (t (forget-definition name)
           (if (macro-function function)
               (eval `(defmacro ,name (&rest arguments) (cons ',function arguments)))
               (fset name (program-function function)))))
  function)
(defun forget-definition (name)
  (dolist (indicator '(maclisp:expr maclisp:fexpr maclisp:macro)) (remprop name indicator)))
(define-franz-macro if "if" (test &rest clauses)
  "Evaluate forms conditionally: (if test then form... [elseif test then form...] [else form...]), or as in MacLisp."
  (labels ((word-p (word object) (and (symbolp object) (string= (symbol-name object) word)))
           (until-word (forms)  ; the forms before the next word, and the rest
             (let ((end (position-if (lambda (f) (or (word-p "ELSE" f) (word-p "ELSEIF" f))) forms)))
               (values (subseq forms 0 end) (if end (nthcdr end forms) nil))))
           (clauses-of (test words)
             (multiple-value-bind (forms rest) (until-word (if (word-p "THEN" (car words)) (cdr words) words))
               (cons (cons test forms)
                     (cond ((null rest) nil)
                           ((word-p "ELSE" (car rest)) `((t ,@(cdr rest))))
                           (t (clauses-of (cadr rest) (cddr rest))))))))
    (if (member-if (lambda (f) (word-p "THEN" f)) clauses)
        `(cond ,@(clauses-of test clauses))
        `(if ,test ,(car clauses) (progn ,@(cdr clauses))))))

;;; Fclosures: functions with their own variables (the manual, 2.8.4 and 8.4)

(give-variable 'franz-variable (intern "PIPORT" "COMMON-LISP-USER") nil)
(give-variable 'franz-variable (intern "POPORT" "COMMON-LISP-USER") nil)

;; A binding context (PROGV) of VARIABLES, with their present values.
(defun fclosure-context (variables)
  (map 'vector (lambda (name)
                 (let ((variable (program-variable name))) (vector variable (symbol-value variable) 0)))
       variables))

(defvar *fclosure-parts* (list 'parts) "The argument on which an fclosure returns its function and its context.")
(defun make-fclosure (context function)
  (named-lambda fclosure-object (&rest arguments)
    (if (eq (car arguments) *fclosure-parts*)
        (values function context)
        (progv (concatenate 'vector '(nil) context) nil (apply function arguments)))))
(define-franz fclosurep "functionp" (object)
  "Return T if OBJECT is an fclosure."
  (and (functionp object) (eq (function-name object) 'fclosure-object)))
(defun fclosure-parts (name object)
  (if (franz-fclosurep object)
      (funcall object *fclosure-parts*)
      (error 'simple-type-error :format-control "~A: expected an fclosure, got ~S" :format-arguments (list name object)
                                :datum object :expected-type 'function)))
;; The cell of VARIABLE in the fclosure OBJECT.
(defun fclosure-cell (name object variable)
  (or (find (program-variable variable) (nth-value 1 (fclosure-parts name object)) :key (lambda (cell) (svref cell 0)))
      (error "~A: expected a variable of the fclosure, got ~S" name variable)))

;; The value of the variable of CELL; while the fclosure runs, the variable itself holds it.
(defun cell-value (cell) (if (plusp (svref cell 2)) (symbol-value (svref cell 0)) (svref cell 1)))
(defun (setf cell-value) (value cell)
  (if (plusp (svref cell 2)) (set (svref cell 0) value) (setf (svref cell 1) value)))

(define-franz fclosure "lambda" (variables function)
  "Return an fclosure of FUNCTION with its own VARIABLES, a list. The first call begins with their present values, and each
later call with those that the call before left."
  (make-fclosure (fclosure-context variables) function))
(define-franz fclosure-list "lambda" (&rest variables-and-functions)
  "Return a list of fclosures, one for each pair of arguments (a list of variables and a function); they share
variables of the same name."
  (let ((cells nil) (closures nil))
    (do ((rest variables-and-functions (cddr rest))) ((null rest) (nreverse closures))
      (dolist (variable (car rest))
        (unless (assoc variable cells) (push (cons variable (svref (fclosure-context (list variable)) 0)) cells)))
      (push (make-fclosure (map 'vector (lambda (variable) (cdr (assoc variable cells))) (car rest)) (cadr rest)) closures))))
(define-franz fclosure-alist "lambda" (fclosure)
  "Return an association list of the variables of FCLOSURE and their present values."
  (map 'list (lambda (cell) (cons (svref cell 0) (cell-value cell))) (nth-value 1 (fclosure-parts 'fclosure-alist fclosure))))
(define-franz fclosure-function "lambda" (fclosure)
  "Return the function from which FCLOSURE was made."
  (values (fclosure-parts 'fclosure-function fclosure)))
(define-franz symeval-in-fclosure "symbol-value" (fclosure symbol)
  "Return the value of SYMBOL in FCLOSURE."
  (cell-value (fclosure-cell 'symeval-in-fclosure fclosure symbol)))
(define-franz set-in-fclosure "set" (fclosure symbol value)
  "Make VALUE that of SYMBOL in FCLOSURE, and return it."
  (setf (cell-value (fclosure-cell 'set-in-fclosure fclosure symbol)) value))
(define-franz-macro let-fclosed "let" (bindings function)
  "Return an fclosure of FUNCTION with the variables of BINDINGS, bound as by LET."
  `(let ,bindings
     (franz-fclosure ',(mapcar (lambda (b) (if (consp b) (car b) b)) bindings) ,function)))

;;; Printing and reading

(define-franz error "error" (&optional (message nil given) (more nil more-given))
  "Signal an error whose report is MESSAGE, followed by MORE."
  (error "~:[~*~;~A~]~:[~*~; ~A~]" given message more-given more))
(define-franz print "prin1" (object &optional (port *standard-output*))
  "Print OBJECT as PRIN1 does, without a preceding newline, and return NIL."
  (prin1 object port)
  nil)
(define-franz patom "princ" (object &optional (port *standard-output*))
  "Print OBJECT as PRINC does, and return it."
  (princ object port))
(define-franz princ "princ" (object &optional (port *standard-output*))
  "Print OBJECT as PATOM does, and return T."
  (princ object port)
  t)
(define-franz tyo "write-char" (code &optional (port *standard-output*))
  "Write the character of CODE, and return CODE."
  (write-char (code-char code) port)
  code)
(define-franz tab "format with ~T" (column &optional (port *standard-output*))
  "Print blanks up to COLUMN, and return NIL."
  (format (or port *standard-output*) "~V,0T" column)
  nil)
(define-franz cprintf "format" (control object &optional (port *standard-output*))
  "Print CONTROL with OBJECT in place of its %d, %s, %c or %f; %% is a percent sign. Return OBJECT."
  (do ((i 0 (1+ i))) ((>= i (length control)) object)
    (let ((c (char control i)))
      (if (char= c #\%) (setq i (min (1+ i) (- (length control) 1))))
      (if (and (char= c #\%) (char/= (char control i) #\%)) (princ object port) (write-char c port)))))
(define-franz pp-form "pprint" (object &optional (port *standard-output*))
  "Print OBJECT on new lines, indented; return T."
  (let ((*standard-output* (or port *standard-output*))) (maclisp-sprinter object))
  t)
(define-franz terpr "terpri" (&optional (port *standard-output*))
  "Begin a new line, and return NIL."
  (terpri port))
(define-franz drain "finish-output" (&optional (port *standard-output*))
  "Send buffered output."
  (finish-output port)
  nil)
(define-franz-macro msg "format" (&rest items)
  "Print ITEMS: strings and values of forms as PATOM does; N is a newline, (N 3) are three, B is a blank, (B 3) are three, D is
DRAIN, (C 9) moves to column 9, and the items after (P port) are printed on PORT."
  (labels ((named-p (name object) (and (symbolp object) (string= (symbol-name object) name)))
           (times (item form) (if (consp item) `(dotimes (i ,(cadr item)) ,form) form))
           (item-form (item)
             (let ((head (if (consp item) (car item) item)))
               (cond ((named-p "n" head) (times item '(terpri)))  ; N, as Franz reads it
                     ((named-p "b" head) (times item '(princ " ")))
                     ((named-p "d" item) '(finish-output))
                     ((and (consp item) (named-p "c" head)) `(franz-tab ,(cadr item)))
                     ((and (consp item) (named-p "p" head))
                      `(setq *standard-output* (or ,(cadr item) *standard-output*)))
                     (t `(princ ,item))))))
    `(let ((*standard-output* *standard-output*)) ,@(mapcar #'item-form items) nil)))
;; Input functions; at the end of PORT they return EOF, by default NIL.
(define-franz read "read" (&optional port eof)
  "Read an object from PORT and return it; at its end return EOF."
  (read port nil eof))
(define-franz readc "read-char" (&optional port eof)
  "Read a character from PORT and return it as a symbol; at its end return EOF."
  (maclisp-readch port eof))
(define-franz ratom "read" (&optional port eof)
  "Read an atom from PORT and return it; at its end return EOF."
  (read port nil eof))
(define-franz tyi "read-char" (&optional port)
  "Read a character from PORT and return its code; at its end return -1."
  (maclisp-tyi port -1))
(define-franz lineread "read-line" (&optional (port *standard-input*))
  "Read the objects on a line, and return a list of them."
  (let ((end (list nil)) (objects nil))
    (with-input-from-string (line (read-line port))
      (do ((object (read line nil end) (read line nil end))) ((eq object end) (nreverse objects))
        (push object objects)))))
(define-franz infile "open" (file)
  "Return a port that reads FILE, a string or a symbol."
  (open (princ-to-string file)))
(define-franz outfile "open with :direction :output" (file &optional mode)
  "Return a port that writes FILE, a string or a symbol; if MODE is APPEND, output is appended to it."
  (open (princ-to-string file) :direction :output :if-exists (if mode :append :supersede) :if-does-not-exist :create))
(define-franz fileopen "open" (file mode)
  "Return a port of FILE. MODE: r, w or a, to read, write or append."
  (let ((mode (princ-to-string mode)))
    (cond ((string= mode "r") (franz-infile file))
          ((string= mode "w") (franz-outfile file))
          ((string= mode "a") (franz-outfile file t))
          (t (error "FILEOPEN: expected r, w or a, got ~A" mode)))))

;;; Symbols and lists

(define-franz concat "concatenate or intern" (&rest objects)
  "Return the symbol whose name is the concatenation of the texts that PATOM would print for OBJECTS."
  (intern-text (format nil "~{~A~}" objects)))
(define-franz uconcat "make-symbol" (&rest objects)
  "Return a new uninterned symbol, named as by CONCAT."
  (make-symbol (name-of-text (format nil "~{~A~}" objects))))
(define-franz concatl "intern" (objects)
  "Return the symbol that CONCAT would return for the elements of the list OBJECTS."
  (apply #'franz-concat objects))
(define-franz aexplode "prin1-to-string and coerce" (object)
  "Return the characters that PRINT would print of OBJECT, as a list of symbols."
  (maclisp-explode object))
(define-franz aexplodec "princ-to-string and coerce" (object)
  "Return the characters that PATOM would print of OBJECT, as a list of symbols."
  (maclisp-explodec object))
(define-franz aexploden "princ-to-string and char-code" (object)
  "Return the codes of the characters that PATOM would print of OBJECT."
  (maclisp-exploden object))
(define-franz nthchar "char" (text n)
  "Return character N of TEXT, a symbol or a string, counted from 1, as a symbol, or NIL."
  (maclisp-getchar text n))
(define-franz type "type-of" (object)
  "Return the name of the type of OBJECT, as TYPEP does in MacLisp; also BINARY (a function), PORT and VECTOR."
  (cond ((functionp object) 'maclisp:binary)
        ((streamp object) 'maclisp:port)
        ((simple-vector-p object) 'vector)
        (t (maclisp-typep object))))
(define-franz probef "probe-file" (file)
  "Return T if FILE, a string or a symbol, exists."
  (if (probe-file (princ-to-string file)) t nil))
(define-franz get_pname "symbol-name" (symbol)
  "Return the name of SYMBOL, in the case in which it is written."
  (princ-to-string symbol))
(define-franz dtpr "consp" (object)
  "Return T if OBJECT is a cons."
  (consp object))
(define-franz bcdp "compiled-function-p" (object)
  "Return T if OBJECT is a compiled function."
  (compiled-function-p object))
(define-franz nthelem "nth" (n list)
  "Return element N of LIST, counted from 1, or NIL."
  (if (< n 1) nil (nth (- n 1) list)))
(define-franz remq "remove with :test #'eq" (item list)
  "Return LIST without ITEM (EQ)."
  (remove item list :test #'eq))
(define-franz remove "remove with :test #'equal" (item list &optional count)
  "Return LIST without the elements EQUAL to ITEM, or the first COUNT of them."
  (remove item list :test #'equal :count count))
(define-franz append1 "append" (list item)
  "Return a list of the elements of LIST and ITEM."
  (append list (list item)))
(define-franz substring "subseq" (text from &optional count)
  "Return at most COUNT characters, by default all, of TEXT, a string or a symbol, from number FROM, counted from 1 or, if it is
negative, from the end; NIL if FROM is outside TEXT."
  (let* ((text (if (stringp text) text (princ-to-string text)))
         (length (length text))
         (start (if (< from 0) (+ length from) (- from 1))))
    (if (< -1 start length) (subseq text start (if count (min length (+ start count)) length)) nil)))
(define-franz neq "(not (eq a b))" (a b)
  "Return T if A and B are not the same."
  (not (eq a b)))
(define-franz nequal "(not (equal a b))" (a b)
  "Return T if A and B are not EQUAL."
  (not (equal a b)))
(define-franz attach "push" (item list)
  "Put ITEM in front of LIST, a cons, in place, and return it."
  (rplacd list (cons (car list) (cdr list)))
  (rplaca list item))
(define-franz tconc "append" (pointer item)
  "Add ITEM to the end of the list of POINTER, which is a cons of the list and its last cons, or NIL for a new list. Return
the pointer."
  (franz-lconc pointer (list item)))
(define-franz lconc "nconc" (pointer list)
  "Add the elements of LIST to the end of the list of POINTER (see TCONC), and return the pointer."
  (cond ((null list) pointer)
        ((null (car pointer)) (if pointer (rplacd (rplaca pointer list) (last list)) (cons list (last list))))
        (t (rplacd (cdr pointer) list)
           (rplacd pointer (last list)))))

(define-franz sort "sort" (list predicate)
  "Sort LIST in place and return it; NIL as PREDICATE means ALPHALESSP."
  (sort list (or predicate #'maclisp-alphalessp)))
(define-franz sortcar "sort with :key #'car" (list predicate)
  "Sort LIST by the cars of its elements, in place, and return it; NIL as PREDICATE means ALPHALESSP."
  (sort list (or predicate #'maclisp-alphalessp) :key #'car))
(define-franz vref "svref" (vector n)
  "Return element N of VECTOR, counted from 0."
  (aref vector n))
(define-franz vset "(setf svref)" (vector n object)
  "Make OBJECT element N of VECTOR, and return it."
  (setf (aref vector n) object))
(define-franz vsize "length" (vector)
  "Return the number of elements of VECTOR."
  (length vector))

;;; Numbers

(define-franz lsh "ash" (integer count)
  "Return INTEGER, taken as 32 bits, shifted left by COUNT, or right if COUNT is negative; zeros are shifted in."
  (signed-word (ash (ldb (byte 32 0) integer) (max -32 (min 32 count))) 32))
(define-franz absval "abs" (number)
  "Return the absolute value of NUMBER."
  (abs number))
(define-franz numbp "numberp" (object)
  "Return T if OBJECT is a number."
  (numberp object))
(define-franz add "+" (&rest numbers)
  "Return the sum of NUMBERS."
  (apply #'+ numbers))
(define-franz sum "+" (&rest numbers)
  "Return the sum of NUMBERS."
  (apply #'+ numbers))
(define-franz diff "-" (number &rest more)
  "Return NUMBER less each of MORE."
  (if more (apply #'- number more) number))
(define-franz product "*" (&rest numbers)
  "Return the product of NUMBERS."
  (apply #'* numbers))
(define-franz / "truncate" (number &rest more)
  "Return NUMBER divided by each of MORE; quotients of integers are truncated."
  (apply #'maclisp-quotient number more))
(define-franz-macro pp "describe" (&rest names)
  "Print the definitions of the functions NAMES, which are not evaluated, as they were written; return no value.
Signals: undefined-function; error if the source of one is not known."
  `(print-definitions ',names))
