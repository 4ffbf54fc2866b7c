;;;; printer.lisp -- printing under each printer variable. The expected values are those of SBCL 2.2.9, and of the standard
;;;; (ANSI Common Lisp, chapter 22) where it specifies more.

;; Numbers.
(write-to-string 255 :base 16)                          ;=> "FF"
(write-to-string -255 :base 36)                         ;=> "-73"
(write-to-string 10 :radix t)                           ;=> "10."
(write-to-string 10 :radix t :base 2)                   ;=> "#b1010"
(write-to-string 10 :radix t :base 8)                   ;=> "#o12"
(write-to-string 10 :radix t :base 16)                  ;=> "#xA"
(write-to-string 10 :radix t :base 7)                   ;=> "#7r13"
(write-to-string 1/10 :radix t)                         ;=> "#10r1/10"
(write-to-string 1/10 :radix t :base 2)                 ;=> "#b1/1010"
(write-to-string (expt 2 100) :base 32)                 ;=> "100000000000000000000"

;; The error for an invalid value names the variable, and the value is not used.
(let ((*print-base* 1)) (prin1-to-string 10))           ;signals: type-error
(let ((*print-base* -7)) (prin1-to-string 10))          ;signals: "*PRINT-BASE*"
(let ((*print-base* 99)) (princ-to-string 10))          ;signals: type-error
(let ((*print-base* 0)) (format nil "~A" 10))           ;signals: type-error
(let ((*print-case* 'upper)) (prin1-to-string 'a))      ;signals: "*PRINT-CASE*"
(let ((*print-length* -1)) (prin1-to-string '(1)))      ;signals: type-error
(let ((*print-level* 1.5)) (prin1-to-string '(1)))      ;signals: type-error
(progn (setq *print-base* 1) (ignore-errors (princ-to-string 7)) (list *print-base* (princ-to-string 7)))  ;=> (10 "7")
(handler-case (let ((*print-base* 1)) (prin1-to-string 10))
  (type-error (c) (list (type-error-datum c) (type-error-expected-type c))))                                ;=> (1 (INTEGER 2 36))
(let ((*print-length* (expt 10 30)) (*print-level* (expt 10 30))) (prin1-to-string '(1 (2))))  ;=> "(1 (2))"

;; Symbols are escaped where READ would read the name as another object.
(mapcar #'prin1-to-string (list '|a| 'a '|A b| '|| '|.| '|...| '|a:b| '|#a| '|a#| '|a\|b| '|a\\b| (intern "1/0") (intern "1E999") (intern "1A")))
  ;=> ("|a|" "A" "|A b|" "||" "|.|" "|...|" "|a:b|" "|#a|" "|a#|" "|a\\|b|" "|a\\\\b|" "|1/0|" "|1E999|" "|1A|")
(mapcar #'prin1-to-string (mapcar #'intern '("1+" "1-" "+" "-" "+1" "1." "1.5" ".5" "1ST" "^1" "_" "A/B" "+A" "12AB" "1E" "E1")))
  ;=> ("1+" "1-" "+" "-" "|+1|" "|1.|" "|1.5|" "|.5|" "1ST" "|^1|" "_" "A/B" "+A" "12AB" "|1E|" "E1")
;; Returns the characters that, between BEFORE and AFTER, give the syntax of a potential number.
(defun numberish (before after)
  (remove-if-not (lambda (c) (find #\| (prin1-to-string (intern (format nil "~A~C~A" before c after))))) "ABZ019+-./^_@<$"))
(mapcar #'numberish '("1" "" "1" "1E" "1" "-" "+." "^" "1A" "1A" "." "+" "@" "1") '("" "1" "1" "" "E" "A" "1" "" "" "1" "" "" "1" "@"))
  ;=> ("ABZ019./^_" "019+-.^_" "ABZ019+-./^_" "019./^_" "019+-./^_" "019" "ABZ019+-./^_" "019" "019./^_" "019+-./^_" "019." "019" "" "")
(list (write-to-string (intern "FACE") :base 16) (write-to-string (intern "FACE") :base 10) (write-to-string (intern "10") :base 2))  ;=> ("|FACE|" "FACE" "|10|")
(list (prin1-to-string :|a b|) (prin1-to-string :|1|) (princ-to-string :|a b|))  ;=> (":|a b|" ":|1|" "a b")
(let ((*print-base* 36)) (mapcar #'prin1-to-string '(:face #:face face)))  ;=> (":|FACE|" "#:|FACE|" "|FACE|")
(list (prin1-to-string (make-symbol "A")) (write-to-string (make-symbol "A") :gensym nil) (princ-to-string (make-symbol "A")))  ;=> ("#:A" "A" "A")
(mapcar (lambda (case) (write-to-string '(abc |Abc| :x-y two2three) :case case)) '(:upcase :downcase :capitalize))
  ;=> ("(ABC |Abc| :X-Y TWO2THREE)" "(abc |Abc| :x-y two2three)" "(Abc |Abc| :X-Y Two2three)")
(mapcar (lambda (case) (let ((*print-case* case)) (princ-to-string '|aBC dE|))) '(:upcase :downcase :capitalize))  ;=> ("aBC dE" "abc de" "abc de")

;; Characters: graphic standard characters print as themselves, even Space (22.1.3.2); others by name.
(mapcar #'prin1-to-string '(#\a #\Space #\Newline #\Tab #\Rubout #\Page #\Return #\Backspace #\я))  ;=> ("#\\a" "#\\ " "#\\Newline" "#\\Tab" "#\\Rubout" "#\\Page" "#\\Return" "#\\Backspace" "#\\я")
(every (lambda (code) (let ((c (code-char code))) (eql c (read-from-string (prin1-to-string c))))) (loop for i below 1000 collect i))  ;=> T

;; Strings.
(list (prin1-to-string "a\"b\\c") (princ-to-string "a\"b\\c"))  ;=> ("\"a\\\"b\\\\c\"" "a\"b\\c")
(write-to-string "abc" :array nil)                      ;=> "\"abc\""

;; Lists and arrays under *PRINT-LENGTH* and *PRINT-LEVEL*.
(write-to-string '(1 2 3 . 4) :length 3)                ;=> "(1 2 3 . 4)"
(write-to-string '(1 2 3 4) :length 0)                  ;=> "(...)"
(write-to-string '(1 (2 (3 (4)))) :level 2)             ;=> "(1 (2 #))"
(write-to-string '(1) :level 0)                         ;=> "#"
(write-to-string '((1) #(2) "s" a) :level 1)            ;=> "(# # \"s\" A)"
(write-to-string #(1 #(2 #(3))) :level 2)               ;=> "#(1 #(2 #))"
(write-to-string #(1 2 3) :length 2)                    ;=> "#(1 2 ...)"
(write-to-string #2A((1 2 3) (4 5 6) (7 8 9)) :length 2)  ;=> "#2A((1 2 ...) (4 5 ...) ...)"
(write-to-string #2A((1 2) (3 4)) :level 1)             ;=> "#2A(# #)"
(write-to-string #3A(((1) (2)) ((3) (4))) :level 2)     ;=> "#3A((# #) (# #))"
(list (prin1-to-string #0A5) (prin1-to-string (make-array '(0 3))) (prin1-to-string (make-array '(2 0))) (prin1-to-string #()))  ;=> ("#0A5" "#2A()" "#2A(() ())" "#()")
(write-to-string (make-array 4 :fill-pointer 2 :initial-element 0))  ;=> "#(0 0)"
(let ((text (write-to-string #2A((1 2) (3 4)) :array nil))) (list (subseq text 0 2) (search "(1" text)))  ;=> ("#<" NIL)
(write-to-string ''(a #'b `(c ,d ,@e)) :level 2)        ;=> "'(A # #)"

;; *PRINT-CIRCLE*: labels for all shared objects, wherever they occur.
(let ((x (list 1))) (write-to-string (list x x 'a 'a 1 1) :circle t))  ;=> "(#1=(1) #1# A A 1 1)"
(let ((x (list 1 2))) (setf (cddr x) x) (write-to-string x :circle t))  ;=> "#1=(1 2 . #1#)"
(let ((x (list 1))) (write-to-string (list 'quote x x) :circle t))  ;=> "(QUOTE #1=(1) #1#)"
(let ((x (list 1))) (write-to-string (list ''z (list 'quote x) x) :circle t))  ;=> "('Z '#1=(1) #1#)"
(let* ((tail (list 'a)) (q (cons 'quote tail))) (write-to-string (list q tail) :circle t))  ;=> "((QUOTE . #1=(A)) #1#)"
(let ((v (vector 1 nil))) (setf (aref v 1) v) (write-to-string v :circle t))  ;=> "#1=#(1 #1#)"
(let ((a (make-array '(1 2) :initial-element 0))) (setf (aref a 0 1) a) (write-to-string a :circle t))  ;=> "#1=#2A((0 #1#))"
(let ((s "a") (g (make-symbol "G"))) (write-to-string (list s s g g) :circle t))  ;=> "(#1=\"a\" #1# #2=#:G #2#)"
(progn (defstruct ring value next) (let ((r (make-ring :value 1))) (setf (ring-next r) r) (write-to-string r :circle t)))  ;=> "#1=#S(RING :VALUE 1 :NEXT #1#)"
(let ((x (list 1))) (write-to-string (list x x) :circle nil))  ;=> "((1) (1))"
(let* ((*print-circle* t) (c (list 1 2 3))) (setf (cdddr c) c) (let ((d (read-from-string (prin1-to-string c)))) (eq d (cdddr d))))  ;=> T

;; Structures; a print function continues the labels and the depth of the enclosing object.
(progn (defstruct pair-of a b) (list (write-to-string (make-pair-of :a 1 :b '(2)) :level 1) (write-to-string (make-pair-of) :level 0) (write-to-string (make-pair-of) :length 1)))
  ;=> ("#S(PAIR-OF :A 1 :B #)" "#" "#S(PAIR-OF :A NIL ...)")
(progn (defstruct (loud (:print-function (lambda (o s depth) (format s "<~A ~S>" depth (loud-x o))))) x)
       (write-to-string (list 1 (list (make-loud :x "a")))))  ;=> "(1 (<2 \"a\">))"
(let* ((x (list 1)) (*print-circle* t)) (prin1-to-string (list x (make-loud :x x))))  ;=> "(#1=(1) <1 #1#>)"
(let ((*print-level* 2)) (prin1-to-string (list (make-loud :x '(1 (2))))))  ;=> "(<1 #>)"
(progn (defstruct (quiet-one (:print-function (lambda (o s d) (declare (ignore o d)) (write "x" :stream s))))) (list (prin1-to-string (make-quiet-one)) (princ-to-string (make-quiet-one))))  ;=> ("\"x\"" "x")
(progn (defstruct (broken (:print-function (lambda (o s d) (declare (ignore o s d)) (error "broken"))))) (prin1-to-string (list (make-broken))))  ;signals: "broken"
(defstruct level-holder a b)
(let ((*print-circle* t) (*print-level* 2) (x (list 1))) (prin1-to-string (make-level-holder :a (list (list x)) :b x)))  ;=> "#S(LEVEL-HOLDER :A (#) :B (1))"
(progn (ignore-errors (prin1-to-string (list (make-broken)))) (let ((*print-circle* t)) (prin1-to-string '(1 2))))  ;=> "(1 2)"

;; *PRINT-READABLY*.
(let ((*print-readably* t)) (prin1-to-string (make-hash-table)))  ;signals: print-not-readable
(let ((*print-readably* t)) (prin1-to-string #'car))    ;signals: print-not-readable
(let ((f (lambda () 1))) (handler-case (write-to-string (list 1 f) :readably t) (print-not-readable (c) (eq f (print-not-readable-object c)))))  ;=> T
(write-to-string '(1 "a" #:g #(1 2)) :readably t :escape nil :length 1 :level 1 :gensym nil :array nil)  ;=> "(1 \"a\" #:G #(1 2))"
(write-to-string (make-array '(0 3)) :readably t)       ;signals: print-not-readable
(let ((*print-readably* t)) (princ-to-string "a"))      ;=> "a"
(let ((*print-readably* t)) (with-output-to-string (s) (print-unreadable-object (1 s))))  ;signals: print-not-readable
(with-output-to-string (s) (print-unreadable-object ('a s :type t) (princ 1 s)))  ;=> "#<SYMBOL 1>"

;; WRITE takes a keyword for every variable.
(write-to-string '(a) :array t :base 10 :case :upcase :circle nil :escape t :gensym t :length nil :level nil :lines nil :miser-width nil
                      :pretty nil :radix nil :readably nil :right-margin nil)  ;=> "(A)"
(with-output-to-string (s) (write 10 :base 2 :base 3 :stream s))  ;=> "1010"
(write-to-string 1 :bad 2)                              ;signals: program-error
(write-to-string 1 :bad 2 :allow-other-keys t)          ;=> "1"
(write-to-string 1 :base)                               ;signals: program-error
(progn (write-to-string 1 :base 2) *print-base*)        ;=> 10

(let ((*print-base* 3) (*read-base* 5) (*print-readably* nil) (*print-case* :downcase))
  (with-standard-io-syntax (list *print-base* *read-base* *print-readably* *print-case* *print-array* *print-circle* *print-length*)))  ;=> (10 10 T :UPCASE T NIL NIL)
(documentation '*print-base* 'variable)                 ;=> "The base, from 2 to 36, in which integers and ratios are printed."

;; A random state printed readably reads as a copy.
(let* ((a (make-random-state)) (b (read-from-string (write-to-string a :readably t)))) (equal (loop repeat 5 collect (random 1000 a)) (loop repeat 5 collect (random 1000 b))))  ;=> T
(let ((*print-readably* t) (state (seed-random-state 18446744073709551615))) (prin1-to-string state))  ;=> "#.(WINNOW:SEED-RANDOM-STATE 18446744073709551615)"

(prin1-to-string '|a b|)  ;=> "|a b|"
(prin1-to-string 'abc)  ;=> "ABC"
(prin1-to-string :key)  ;=> ":KEY"
(prin1-to-string "a\"b\\c")  ;=> "\"a\\\"b\\\\c\""
(prin1-to-string '(1 . 2))  ;=> "(1 . 2)"
(prin1-to-string ''a)  ;=> "'A"
(prin1-to-string '#'car)  ;=> "#'CAR"
(princ-to-string "x")  ;=> "x"
(princ-to-string '(a "b" #\c))  ;=> "(A b c)"
(let ((*print-length* 2)) (prin1-to-string '(1 2 3)))  ;=> "(1 2 ...)"
(let ((*print-level* 1)) (prin1-to-string '(1 (2))))  ;=> "(1 #)"
(let ((*print-base* 2)) (prin1-to-string 10))  ;=> "1010"
(let ((*print-circle* t)) (let ((l (list 1 2))) (setf (cddr l) l) (prin1-to-string l)))  ;=> "#1=(1 2 . #1#)"
(let ((*print-circle* t)) (let ((x (list 1))) (prin1-to-string (list x x))))  ;=> "(#1=(1) #1#)"

;; Uninterned symbols print readably.
(mapcar #'symbol-name (list '#:|#| '#:|a B| '#:|| '#:a|b|c '#:\#x))  ;=> ("#" "a B" "" "AbC" "#X")
(prin1-to-string (make-symbol "#"))  ;=> "#:|#|"
(symbol-name (read-from-string (prin1-to-string (make-symbol "a b"))))  ;=> "a b"

;; A line break keeps a space that belongs to a character.
(let ((spaces (make-array 30 :initial-element #\Space)) (*print-pretty* t) (*print-right-margin* 20))
  (equalp spaces (read-from-string (prin1-to-string spaces))))  ;=> T

;; A quoting form at the end of a list is printed after a dot, where it would otherwise read as two elements; a symbol after
;; a comma is printed so that it does not read as a splice.
(mapcar #'prin1-to-string '((a . `,b) `(a . ,b) `(a , @b , .b) (a . #'b)))  ;=> ("(A . `,B)" "`(A . ,B)" "`(A , @B , .B)" "(A FUNCTION B)")
(let ((*print-pretty* t)) (mapcar #'prin1-to-string '((a . `,b) `(a . ,b) `(a , @b))))  ;=> ("(A . `,B)" "`(A . ,B)" "`(A , @B)")

;; Floats from 10^-3 up to 10^7 are printed without an exponent (22.1.3.1.3).
(mapcar #'prin1-to-string '(1d-3 0.001 9.99d-4 9999999d0 1d7 -1d-3 -1d7 0d0))
;=> ("0.001d0" "0.001" "9.99d-4" "9999999.0d0" "1.0d7" "-0.001d0" "-1.0d7" "0.0d0")

;; The last element that *PRINT-LENGTH* allows may be a label, also in a list in a slot.
(defstruct shared-slots a b)
(let* ((c (list 9)) (s (make-shared-slots :a (list 1 2 3 c) :b c)) (*print-circle* t) (*print-length* 4)) (prin1-to-string s))
;=> "#S(SHARED-SLOTS :A (1 2 3 #1=(9)) :B #1#)"
