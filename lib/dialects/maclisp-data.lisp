;;;; maclisp-data.lisp -- operators of MacLisp for numbers, lists, symbols, arrays, files and the system. -*- sealed -*-

;;; Numbers

;; MacLisp's //$ is read as /$.
(defmacro define-maclisp-arithmetic (&rest definitions)
  `(progn ,@(mapcar (lambda (d)
                      (destructuring-bind (name function text) d
                        `(define-maclisp ,name ,(string-downcase (symbol-name function)) (&rest numbers)
                           ,text
                           (apply (function ,function) numbers))))
                    definitions)))
(define-maclisp-arithmetic
 (+$ + "Return the sum of NUMBERS.")
 (-$ - "Return the first of NUMBERS less the others, or the negative of one.")
 (*$ * "Return the product of NUMBERS.")
 (/$ / "Return the first of NUMBERS divided by the others, or the reciprocal of one.")
 (^$ expt "Return the first of NUMBERS raised to the power of the second.")
 (1+$ 1+ "Return the number plus one.")
 (1-$ 1- "Return the number minus one."))

(define-maclisp onep "(= number 1)" (number)
  "Return T if NUMBER is one."
  (= number 1))
(define-maclisp recip "/" (number)
  "Return the reciprocal of NUMBER, of an integer truncated."
  (maclisp-quotient 1 number))
(define-maclisp divide "truncate" (number divisor)
  "Return a list of the quotient and the remainder of NUMBER and DIVISOR."
  (multiple-value-list (truncate number divisor)))
(define-maclisp expt "expt" (base power)
  "Return BASE raised to POWER; if both are integers, the result is truncated to an integer."
  (let ((result (expt base power)))
    (if (typep result 'ratio) 0 result)))
(define-maclisp ^ "expt" (base power)
  "Return BASE raised to POWER; if both are integers, the result is truncated to an integer."
  (maclisp-expt base power))
(define-maclisp boole "boole" (table number &rest more)
  "Combine integers bit by bit. The four bits of TABLE are the results: 8 for 0 and 0, 4 for 1 and 0, 2 for 0 and 1, 1 for 1
and 1."
  (dolist (m more number)
    (setq number (logior (if (logtest table 8) (lognor number m) 0)
                         (if (logtest table 4) (logandc2 number m) 0)
                         (if (logtest table 2) (logandc1 number m) 0)
                         (if (logtest table 1) (logand number m) 0)))))
(define-maclisp rot "ash" (integer count)
  "Return INTEGER, taken as 36 bits, rotated left by COUNT."
  (let* ((n (ldb (byte 36 0) integer)) (left (mod count 36)))
    (signed-word (logior (ash n left) (ash n (- left 36))) 36)))
(define-maclisp random "random" (&optional limit)
  "Return a random integer below LIMIT or, without LIMIT, of 36 bits."
  (random (or limit (ash 1 36))))
(define-maclisp haipart "ldb" (number count)
  "Return the high COUNT bits of the absolute value of NUMBER, or for a negative COUNT its low bits."
  (let* ((n (abs number)) (length (integer-length n)))
    (cond ((< count 0) (ldb (byte (- count) 0) n))
          ((< count length) (ash n (- count length)))
          (t n))))
;; The byte specifier that PPSS means: an integer whose six lowest bits are the size, and the others the position.
(defun older-byte (ppss)
  (if (integerp ppss) (byte (logand ppss 63) (ash ppss -6)) ppss))
(define-maclisp ldb nil (ppss integer)
  "Return the bits PPSS of INTEGER. PPSS, in octal: two digits for their position, then two for their number."
  (ldb (older-byte ppss) integer))
(define-maclisp dpb nil (bits ppss integer)
  "Return INTEGER with BITS in place of its bits PPSS, as in LDB."
  (dpb bits (older-byte ppss) integer))
(define-maclisp-macro signp "zerop, plusp or minusp" (test number)
  "Return T if NUMBER passes TEST, not evaluated: L, LE, E, N, GE or G."
  (let ((n (gensym)) (comparison (cdr (assoc (symbol-name test) '(("L" . <) ("LE" . <=) ("E" . =) ("N" . /=) ("GE" . >=) ("G" . >))
                                             :test #'string=))))
    (if (null comparison) (error 'program-error :format-control "SIGNP: expected L, LE, E, N, GE or G, got ~S" :format-arguments (list test)))
    `(let ((,n ,number)) (and (numberp ,n) (,comparison ,n 0)))))

;;; Lists and functions

(define-maclisp map "mapl" (function list &rest more)
  "Call FUNCTION for LIST and each of its tails; return LIST."
  (apply #'mapl function list more))
(define-maclisp mem "member with :test" (predicate item list)
  "Return the tail of LIST whose first element matches ITEM by PREDICATE, or NIL."
  (member item list :test predicate))
(define-maclisp ass "assoc with :test" (predicate item alist)
  "Return the pair of ALIST whose car matches ITEM by PREDICATE, or NIL."
  (assoc item alist :test predicate))
(define-maclisp del "delete with :test" (predicate item list &optional count)
  "Delete at most COUNT elements of LIST that match ITEM by PREDICATE, in place, and return the list."
  (delete item list :test predicate :count count))
(define-maclisp sassoc "assoc" (item alist function)
  "Return the pair of ALIST whose car is ITEM (EQUAL); without one, call FUNCTION and return its value."
  (or (assoc item alist :test #'equal) (funcall function)))
(define-maclisp sassq "assoc" (item alist function)
  "Return the pair of ALIST whose car is ITEM (EQ); without one, call FUNCTION and return its value."
  (or (assoc item alist :test #'eq) (funcall function)))
(define-maclisp sortcar "sort with :key #'car" (list predicate)
  "Return LIST sorted by the cars of its elements, changed in place."
  (sort list predicate :key #'car))
(define-maclisp displace "rplaca and rplacd" (cell new)
  "Replace the car and the cdr of CELL by those of NEW, and return CELL."
  (if (consp new)
      (rplacd (rplaca cell (car new)) (cdr new))
      (rplacd (rplaca cell 'progn) (list new))))
(define-maclisp lexpr-funcall "apply" (function argument &rest more)
  "Call FUNCTION with the arguments given, the last of which is a list of further ones."
  (apply #'apply function argument more))
(define-maclisp-macro subrcall "funcall" (type function &rest arguments)
  "Call FUNCTION with ARGUMENTS; TYPE is ignored."
  type
  `(funcall ,function ,@arguments))
(define-maclisp-macro lsubrcall "funcall" (type function &rest arguments)
  "Call FUNCTION with ARGUMENTS; TYPE is ignored."
  type
  `(funcall ,function ,@arguments))
(define-maclisp setarg "&rest" (n value)
  "Make VALUE argument N of the running LEXPR, counted from 1."
  (rplaca (lexpr-tail 'setarg n) value)
  value)

;;; Symbols

(define-maclisp typep "type-of" (object &optional (type nil given))
  "Return the name of the type of OBJECT: FIXNUM, BIGNUM, FLONUM, LIST, SYMBOL, STRING, ARRAY, HUNK or RANDOM."
  (cond (given (typep object type))
        ((typep object 'fixnum) 'fixnum)
        ((integerp object) 'bignum)
        ((floatp object) 'maclisp:flonum)
        ((consp object) 'list)
        ((symbolp object) 'symbol)
        ((stringp object) 'string)
        ((hunk-p object) 'maclisp:hunk)
        ((arrayp object) 'array)
        (t 'random)))
(defvar *maclisp-gensym* 0)
(define-maclisp gensym "gensym" (&optional start)
  "Return a new uninterned symbol like G0001; a number as START sets the counter."
  (if (integerp start) (setq *maclisp-gensym* start) (incf *maclisp-gensym*))
  (make-symbol (format nil "~A~4,'0D" (if (and start (not (integerp start))) (char (string start) 0) "G") *maclisp-gensym*)))
(define-maclisp fset "(setf symbol-function)" (symbol function)
  "Make FUNCTION the function of SYMBOL, and return it."
  (fset symbol (program-function function)))
(define-maclisp setplist "(setf symbol-plist)" (symbol plist)
  "Make PLIST the property list of SYMBOL, and return it."
  (setf (symbol-plist symbol) plist))
;; A list may be given instead of a symbol: its properties are the elements after the first.
(defun properties-of (symbol) (if (consp symbol) (cdr symbol) (symbol-plist symbol)))
(define-maclisp getl "get-properties" (symbol indicators)
  "Return the tail of SYMBOL's property list that starts with one of INDICATORS, or NIL. A function of the system is a property
SUBR, LSUBR, FSUBR or MACRO; one of the program EXPR, FEXPR or MACRO."
  (or (nth-value 2 (get-properties (properties-of symbol) indicators))
      (let ((indicator (if (consp symbol) nil (function-indicator symbol))))
        (if (member indicator indicators) (list indicator (definition-meant symbol)) nil))))
(define-maclisp get "get" (symbol indicator)
  "Return the property INDICATOR of SYMBOL, or NIL. A function of the system is a property SUBR, LSUBR, FSUBR or MACRO, an
array ARRAY."
  (or (if (consp symbol)
          (getf (cdr symbol) indicator)
          (get symbol (if (eq indicator 'array) 'array-kind indicator)))
      (if (member indicator '(maclisp:subr maclisp:lsubr maclisp:fsubr maclisp:macro))
          (cadr (maclisp-getl symbol (list indicator)))
          nil)))
(define-maclisp putprop "(setf (get symbol indicator) value)" (symbol value indicator)
  "Make VALUE the property INDICATOR of SYMBOL, and return it; a lambda expression as EXPR, FEXPR or MACRO is also its
function. A symbol as EXPR makes the function of that symbol its function if it is undefined."
  (cond ((consp symbol)
         (let ((properties (cdr symbol)))
           (setf (getf properties indicator) value)
           (rplacd symbol properties)))
        ((eq indicator 'maclisp:expr)
         (if (or (lambda-expression-p value) (and value (symbolp value) (not (fboundp symbol)) (functional-p value)))
             (fset symbol (program-function value))))
        ((not (member indicator '(maclisp:fexpr maclisp:macro))))
        ((lambda-expression-p value) (eval `(defun ,symbol ,indicator ,@(cdr value))))
        ((and value (symbolp value))
         (eval `(defmacro ,symbol (&rest arguments) (call-unevaluated ',value arguments)))))
  (if (consp symbol) value (put symbol indicator value)))
;; The form that passes ARGUMENTS, unevaluated, to NAME: an FEXPR, a MACRO or a function of one argument.
(defun call-unevaluated (name arguments)
  (if (macro-function name) (cons name arguments) `(,name ',arguments)))
(define-maclisp remprop "remprop" (symbol indicator)
  "Remove the property INDICATOR of SYMBOL; return a list that begins with its value, or NIL. EXPR, FEXPR and MACRO are its
function."
  (let* ((properties (properties-of symbol)) (tail (nth-value 2 (get-properties properties (list indicator)))))
    (cond ((consp symbol)
           (remf properties indicator)
           (rplacd symbol properties))
          (t (if (and tail (member indicator '(maclisp:expr maclisp:fexpr maclisp:macro))) (fmakunbound symbol))
             (remprop symbol indicator)))
    (cdr tail)))
(define-maclisp mapatoms "do-symbols" (function &optional ignored)
  "Call FUNCTION with each symbol in the current package; return NIL."
  ignored
  (do-symbols (s *package* nil) (funcall function s)))
(define-maclisp remob "unintern" (symbol)
  "Remove SYMBOL from its package."
  (unintern symbol (or (symbol-package symbol) *package*))
  nil)
(define-maclisp intern "intern" (name)
  "Return the symbol named like NAME, a symbol or a string, in the current package."
  (if (stringp name) (intern-text name) (intern-name (symbol-name name))))
(define-maclisp copysymbol "copy-symbol" (symbol properties)
  "Return a new uninterned symbol, named like SYMBOL; if PROPERTIES is not NIL, with its value, function and properties."
  (copy-symbol symbol properties))
(define-maclisp samepnamep "string=" (a b)
  "Return T if A and B have the same name."
  (if (string= (princ-to-string a) (princ-to-string b)) t nil))

;;; Arrays: the name of an array is called like a function. The initial elements depend on the type.

(defun make-maclisp-array (name type dimensions)
  (let ((array (make-array dimensions :initial-element (cond ((eq type 'fixnum) 0) ((eq type 'maclisp:flonum) 0.0) (t nil)))))
    (cond ((null name) array)
          (t (put name 'array-kind array)
             (put name 'array-type type)
             (fset name (lambda (&rest subscripts) (apply #'aref array subscripts)))
             name))))

(defun array-named (name)
  (cond ((arrayp name) name)
        ((and (symbolp name) (get name 'array-kind)))
        (t (error "~A: expected an array or the name of one, got ~S" (operation "arraycall") name))))

(define-maclisp-macro array "make-array" (name type &rest dimensions)
  "Make NAME an array of DIMENSIONS, called like a function. TYPE, not evaluated: FIXNUM, FLONUM or T."
  `(make-maclisp-array ',name ',type (list ,@dimensions)))
(define-maclisp *array "make-array" (name type &rest dimensions)
  "Make an array of DIMENSIONS, and make it the function of NAME unless that is NIL. TYPE: FIXNUM, FLONUM or T."
  (make-maclisp-array name type dimensions))
(define-maclisp-macro arraycall "aref" (type array &rest subscripts)
  "Return the element of ARRAY, an array or a symbol that names one, at SUBSCRIPTS; TYPE is ignored."
  type
  `(aref (array-named ,array) ,@subscripts))
(define-maclisp-macro store "(setf (aref ...))" (place value)
  "Store VALUE in PLACE, (array subscript...) or (ARRAYCALL type array subscript...)."
  (if (eq (car place) 'maclisp:arraycall)
      `(store-element ',(cadr place) (array-named ,(caddr place)) ,value ,@(cdddr place))
      `(store-element (array-type ',(car place)) (array-named ',(car place)) ,value ,@(cdr place))))
;; The type of the elements of ARRAY, an array or a symbol that names one: FIXNUM, FLONUM or T.
(defun array-type (array) (or (and (symbolp array) (get array 'array-type)) t))
(defun store-element (type array value &rest subscripts)
  (let ((expected (cond ((eq type 'fixnum) 'integer) ((eq type 'maclisp:flonum) 'float) (t t))))
    (unless (typep value expected)
      (error 'simple-type-error :format-control "STORE: expected an element of type ~A, got ~S" :format-arguments (list type value)
                                :datum value :expected-type expected)))
  (setf (apply #'aref array subscripts) value))
(define-maclisp arraydims "array-dimensions" (array)
  "Return a list of the type and the dimensions of ARRAY."
  (cons (array-type array) (array-dimensions (array-named array))))
(define-maclisp fillarray "fill or replace" (array list)
  "Store the elements of LIST, or of an array, in ARRAY; the last one fills the rest of ARRAY. Return ARRAY."
  (let ((elements (array-named array)) (list (if (listp list) list (maclisp-listarray list))))
    (if list
        (dotimes (i (array-total-size elements))
          (setf (row-major-aref elements i) (car list))
          (if (cdr list) (pop list)))))
  array)
(define-maclisp bltarray "replace" (from to)
  "Store the elements of the array FROM in the array TO, up to the size of the smaller one; return TO."
  (let ((source (array-named from)) (target (array-named to)))
    (dotimes (i (min (array-total-size source) (array-total-size target)) to)
      (setf (row-major-aref target i) (row-major-aref source i)))))
(define-maclisp listarray "coerce" (array &optional count)
  "Return a list of the elements of ARRAY, the first COUNT of them."
  (let* ((elements (array-named array)) (size (array-total-size elements)) (list nil))
    (dotimes (i (if count (min count size) size) (nreverse list))
      (push (row-major-aref elements i) list))))

;; Hunks: vectors of a fixed number of objects. Element 0 is the last that MacLisp writes, as the CDR is of a cons, and the first
;; that Franz Lisp writes.
(defstruct (hunk (:copier nil) (:constructor make-hunk (row)) (:predicate hunk-p)
                 (:print-function (lambda (hunk stream depth)
                                    depth
                                    (let ((objects (coerce (hunk-row hunk) 'list)))
                                      (if (eq (dialect) :maclisp)
                                          (format stream "(~{~S .~^ ~})" (append (cdr objects) (list (car objects))))
                                          (format stream "{~{~S~^ ~}}" objects))))))
  row)
(define-maclisp hunk "vector" (&rest objects)
  "Return a hunk of OBJECTS: the last is element 0, and the others follow in their order."
  (make-hunk (coerce (append (last objects) (butlast objects)) 'simple-vector)))
(define-maclisp makhunk "make-array" (size)
  "Return a hunk of SIZE objects, NIL at first, or of the objects of a list as by HUNK."
  (if (listp size) (apply #'maclisp-hunk size) (make-hunk (make-array size :initial-element nil))))
(define-maclisp cxr "svref" (n hunk)
  "Return object N of HUNK, counted from 0."
  (svref (hunk-row hunk) n))
(define-maclisp rplacx "(setf svref)" (n hunk object)
  "Make OBJECT number N of HUNK, and return HUNK."
  (setf (svref (hunk-row hunk) n) object)
  hunk)
(define-maclisp hunkp "vectorp" (object)
  "Return T if OBJECT is a hunk."
  (hunk-p object))
(define-maclisp hunksize "length" (hunk)
  "Return the number of objects in HUNK."
  (length (hunk-row hunk)))

;;; Files and the system

;; The file name for a MacLisp name list: ((device directory) name1 name2) and (name1 name2 device directory) become
;; "name1.name2", as does "device: directory; name1 name2"; a second name that only selects a version is omitted.
(defun file-name (name)
  (cond ((symbolp name) (file-name (string-downcase name)))
        ((and (stringp name) (find #\; name)) (its-file-name name))
        ((atom name) name)
        (t (let ((names (if (listp (car name)) (cdr name) name)))
             (string-downcase (format nil "~A~:[.~A~;~]" (car names) (member (cadr names) '(nil > < *) :test #'string=) (cadr names)))))))
;; The file name for TEXT, a file name of the system ITS.
(defun its-file-name (text)
  (let* ((names (string-trim " " (subseq text (+ 1 (position #\; text :from-end t))))) (space (position #\Space names)))
    (file-name (cons (subseq names 0 space) (if space (list (string-trim " " (subseq names space))))))))
(define-maclisp probef "probe-file" (file)
  "Return the name of FILE, a string or a symbol, if it exists, else NIL."
  (probe-file (file-name file)))
(define-maclisp deletef "delete-file" (file)
  "Delete FILE, a string or a symbol."
  (delete-file (file-name file)))
(define-maclisp renamef "rename-file" (file new-name)
  "Rename FILE to NEW-NAME; each is a string or a symbol."
  (rename-file (file-name file) (file-name new-name)))
(define-maclisp openi "open" (file)
  "Return a stream that reads FILE."
  (open (file-name file)))
(define-maclisp openo "open with :direction :output" (file)
  "Return a stream that writes FILE."
  (open (file-name file) :direction :output :if-exists :supersede))
(define-maclisp open "open" (file &rest modes)
  "Return a stream of FILE. MODES: OUT, APPEND or IN, the default, alone or in a list with other modes, which are
ignored; or the keyword arguments of Common Lisp's OPEN."
  (let* ((file (file-name file))
         (first (car modes))
         (names (mapcar #'symbol-name (if (listp first) first (list first)))))
    (cond ((keywordp first) (apply #'open file modes))
          ((member "OUT" names :test #'string=) (open file :direction :output :if-exists :supersede))
          ((member "APPEND" names :test #'string=)
           (open file :direction :output :if-exists :append :if-does-not-exist :create))
          (t (open file)))))
;; The name of the file that FASLOAD or INCLUDE loads. FILE: its arguments, which are not evaluated; a name may be quoted.
(defun unevaluated-file-name (file)
  (let ((first (car file)))
    (file-name (cond ((quoted-p first) (cadr first)) ((cdr file) file) (t first)))))
(define-maclisp-macro fasload "load" (&rest file)
  "Load FILE: a name, a list of names, or several names, not evaluated."
  `(load ,(unevaluated-file-name file)))
(define-maclisp-macro include "load" (&rest file)
  "Load FILE: a name, a list of names, or several names, not evaluated."
  `(load ,(unevaluated-file-name file)))
(define-maclisp includef "load" (file)
  "Load FILE."
  (load (file-name file)))
(define-maclisp readline "read-line" (&optional stream (eof nil ends))
  "Read a line and return it as a string; at the end of STREAM return EOF, if it is given."
  (values (read-line stream (not ends) eof)))

;; In MacLisp MAKNUM returns the address of an object; in Winnow it returns a serial number.
(defvar *numbers* (make-hash-table :test 'eq))
(defvar *numbered* (make-array 0 :adjustable t :fill-pointer t))
(define-maclisp maknum "sxhash" (object)
  "Return a number for OBJECT, by which MUNKAM finds it."
  (or (gethash object *numbers*)
      (setf (gethash object *numbers*) (vector-push-extend object *numbered*))))
(define-maclisp munkam "nothing" (number)
  "Return the object for which MAKNUM returned NUMBER."
  (aref *numbered* number))

;;; The readtable, features

(defun character-named (c) (if (characterp c) c (char (text-of-characters (list c)) 0)))

;; Makes CHARACTER a macro character. FUNCTION: takes no arguments and reads from the reader's stream.
(defun set-reader-macro (character function splices)
  (let ((function (if (symbolp function) function (coerce function 'function))))
    (set-macro-character character
                         (lambda (*standard-input* character)
                           character
                           (let ((v (funcall function)))
                             (if splices (values-list v) v))))))

;; Names of character syntax in Franz Lisp, each with the MacLisp name or a character of that syntax.
(defvar *franz-syntax*
  '(("VMACRO" . "MACRO") ("VSPLICING-MACRO" . "SPLICING") ("VSINGLE-CHARACTER-SYMBOL" . "SINGLE") ("VCHARACTER" . #\a)
    ("VSEPARATOR" . #\Space) ("VESCAPE" . #\\) ("VSYMBOL-DELIMITER" . #\|) ("VSTRING-DELIMITER" . #\")))

(define-maclisp setsyntax "set-macro-character" (character syntax &optional value)
  "Change the syntax of CHARACTER, a symbol or a code, for READ; return T.
SYNTAX: MACRO: VALUE is a function without arguments that returns the object read; SPLICING: it returns a list of the objects
read; SINGLE: CHARACTER is a symbol by itself, named CHARACTER or VALUE; a character: its initial syntax; 2: a letter; 500500
octal: a blank; NIL: no change. For other values of SYNTAX signal an error unless VALUE is CHARACTER, since Winnow does not
translate characters."
  (let* ((c (character-named character))
         (name (if (symbolp syntax) (symbol-name syntax) nil))
         (syntax (or (cdr (assoc name *franz-syntax* :test #'equal)) name syntax)))
    (flet ((like (other)
             (set-syntax-from-char c other *readtable* (standard-readtable))))
      (cond ((equal syntax "SINGLE")
             (let ((symbol (intern-text (string (if value (character-named value) c)))))
               (set-reader-macro c (lambda () symbol) nil)))
            ((member syntax '("MACRO" "SPLICING") :test #'equal)
             (set-reader-macro c value (equal syntax "SPLICING")))
            ((not (or (null value) (char= (character-named value) c)))
             (error "SETSYNTAX: Winnow's READ takes no other character for ~S" c))
            ((equal syntax "NIL"))
            ((eql syntax 2) (like #\a))
            ((eql syntax #o500500) (like #\Space))
            ((characterp syntax) (like syntax))
            ((and name (= (length name) 1)) (like (character-named name)))
            (t (error "SETSYNTAX: expected MACRO, SPLICING, SINGLE, a character, 2 or 500500 octal, got ~A"
                      (or name syntax)))))
    t))

;; STATUS and SSTATUS do not evaluate features, nor characters that are given as symbols.
(defun status-character (form) (if (consp form) form `',form))

(define-maclisp-macro status "*features* or get-macro-character" (option &rest arguments)
  "Return the status of OPTION; NIL for unknown options. (status feature name): T if NAME, not evaluated, is a feature;
(status nofeature name): T if it is not; (status features): a list of all; (status macro character): the macro function of
CHARACTER, or NIL; (status date): a list of the year minus 1900, month and day; (status daytime): of hour, minute and second."
  (cond ((string= option "FEATURE") `(and (feature-named ',(car arguments)) t))
        ((string= option "NOFEATURE") `(not (feature-named ',(car arguments))))
        ((string= option "DATE") '(let ((now (multiple-value-list (get-decoded-time))))
                                    (list (- (nth 5 now) 1900) (nth 4 now) (nth 3 now))))
        ((string= option "DAYTIME") '(reverse (subseq (multiple-value-list (get-decoded-time)) 0 3)))
        ((string= option "FEATURES") '(cons *dialect* *features*))
        ((string= option "MACRO") `(values (get-macro-character (character-named ,(status-character (car arguments))))))
        (t nil)))
(define-maclisp-macro sstatus "*features* or set-macro-character" (option &rest arguments)
  "Set the status of OPTION and return T; ignore unknown options. (sstatus macro character function [splicing]): call FUNCTION
where CHARACTER is read; NIL cancels that; (sstatus syntax character number): as SETSYNTAX; (sstatus feature name), (sstatus
nofeature name): for #+ and #-. A symbol as character or name is not evaluated."
  (destructuring-bind (&optional what value splicing) arguments
    (cond ((string= option "MACRO")
           (let ((c (status-character what)))
             `(if ,value
                  (maclisp-setsyntax ,c ',(if splicing 'splicing 'macro) ,value)
                  (maclisp-setsyntax ,c 2))))
          ((string= option "SYNTAX") `(maclisp-setsyntax ,(status-character what) ,value))
          ((string= option "FEATURE") `(progn (pushnew (intern (string ',what) "KEYWORD") *features*) t))
          ((string= option "NOFEATURE") `(progn (setq *features* (remove (feature-named ',what) *features*)) t))
          (t t))))
(defun feature-named (name) (find name (cons *dialect* *features*) :test #'string=))

;; Operators of MacLisp without effect in Winnow.
(defmacro define-maclisp-ignored (&rest names)
  `(progn ,@(mapcar (lambda (name)
                      `(define-maclisp-macro ,name "nothing" (&rest forms) "Ignore FORMS and return NIL." forms nil))
                    names)))
(define-maclisp-ignored nointerrupt nouuo *rset gctwa cursorpos linenum chrct charpos pagel evalhook)

;;; Storage

(define-maclisp alloc "nothing" (sizes)
  "Return T: Winnow's heap grows as needed, and SIZES is not used."
  sizes
  t)
(define-maclisp purcopy "nothing" (object)
  "Return OBJECT."
  object)
