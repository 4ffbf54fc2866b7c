;;;; reader.lisp -- READ of each syntax, the rest of the stream, and syntax errors. SBCL 2.2.9 and CLISP 2.49 were compared;
;;;; where they differ, the standard decides.

;; Tokens.
(with-input-from-string (s "1 +1 -1 1. 1/2 |1| \\1 +a 1+ - + ...a .a. 1/2/3") (loop repeat 14 collect (if (symbolp (read s)) 'symbol 'number)))  ;=> (NUMBER NUMBER NUMBER NUMBER NUMBER SYMBOL SYMBOL SYMBOL SYMBOL SYMBOL SYMBOL SYMBOL SYMBOL SYMBOL)
(list (read-from-string "+.5") (read-from-string "-5.") (read-from-string ".5e1") (read-from-string "5.e") (read-from-string "1.5d0"))  ;=> (0.5 -5 5.0 |5.E| 1.5d0)
(let ((*read-base* 16)) (list (read-from-string "ff") (read-from-string "10.") (read-from-string "a/f") (read-from-string "1e1") (read-from-string "fg")))  ;=> (255 10 2/3 481 FG)
(let ((*read-base* 2)) (list (read-from-string "101") (read-from-string "102") (read-from-string "1.5")))  ;=> (5 |102| 1.5)
(read-from-string "1/0")  ;signals: reader-error
(read-from-string "1e999")  ;signals: reader-error
(read-from-string "...")  ;signals: reader-error
(read-from-string "(a . b c)")  ;signals: reader-error
(read-from-string "(. b)")  ;signals: reader-error
(read-from-string "(a .)")  ;signals: reader-error
(read-from-string "(a . b . c)")  ;signals: reader-error
(read-from-string ".")  ;signals: reader-error
(read-from-string "(a .b c.d)")  ;=> (A .B C.D) ; 10
(read-from-string "(a .(b))")  ;=> (A B) ; 8
(read-from-string "(a . #|x|# b ;c
)")  ;=> (A . B) ; 17
(list (read-from-string "a|b c|d") (read-from-string "a\\bc") (read-from-string "||") (read-from-string "\\:a") (read-from-string "|a\\|b|") (read-from-string "a||b"))  ;=> (|Ab cD| |AbC| || |:A| |a\|b| AB)
(read-from-string ":a:b")  ;signals: reader-error
(read-from-string "keyword:a")  ;=> :A ; 9
(read-from-string "cl:car")  ;=> CAR ; 6
(read-from-string "cl:no-such-name")  ;signals: reader-error
(read-from-string "no-such-package:a")  ;signals: reader-error
(eq (read-from-string "cl-user::|a:b|") '|a:b|)  ;=> T
(list (read-from-string ":|a:b|") (read-from-string ":\\a"))  ;=> (:|a:b| :|a|)
(read-from-string "(a")  ;signals: end-of-file
(read-from-string "")  ;signals: end-of-file
(read-from-string "|a")  ;signals: end-of-file
(read-from-string "\"a")  ;signals: end-of-file
(read-from-string "a\\")  ;signals: end-of-file
(read-from-string "#|a")  ;signals: end-of-file
(read-from-string "#")  ;signals: end-of-file
(read-from-string "'")  ;signals: end-of-file
(read-from-string ")")  ;signals: reader-error
(read-from-string "')")  ;signals: reader-error
(read-from-string ",a")  ;signals: reader-error
(read-from-string "`(a ,,b)")  ;signals: reader-error
(read-from-string "(a #|b #|c|# d|# e)")  ;=> (A E) ; 19
(list (read-from-string "'a") (read-from-string "#'a") (read-from-string "''a"))  ;=> ('A #'A ''A)
(let ((b 1) (c '(2 3))) (eval (list 'let '((b 1) (c '(2 3))) (read-from-string "`(a ,b ,@c . ,b)"))))  ;=> (A 1 2 3 . 1)
(eval (read-from-string "(let ((x '(1 2))) `#(0 ,@x))"))  ;=> #(0 1 2)

;; Sharpsign.
(list (read-from-string "#xFF") (read-from-string "#o-17") (read-from-string "#b101/11") (read-from-string "#36rZZ") (read-from-string "#3r-102"))  ;=> (255 -15 5/3 1295 -11)
(let ((*read-base* 16)) (list (read-from-string "#b11") (read-from-string "#10r11")))  ;=> (3 11)
(read-from-string "#b12")  ;signals: reader-error
(read-from-string "(#b10 #b )")  ;signals: "a rational number in base 2 is missing"
(read-from-string "#37ra")  ;signals: reader-error
(read-from-string "#rA")  ;signals: reader-error
(read-from-string "#x1.5")  ;signals: reader-error
(list (read-from-string "#\\a") (read-from-string "#\\Space") (read-from-string "#\\newLine") (read-from-string "#\\(") (read-from-string "#\\\\") (read-from-string "(#\\a)"))  ;=> (#\a #\  #\Newline #\( #\\ (#\a))
(read-from-string "#\\no-such-character")  ;signals: reader-error
(list (read-from-string "#(1 2)") (read-from-string "#()") (read-from-string "#3(1 2)") (read-from-string "#2(1 2)") (read-from-string "#0()"))  ;=> (#(1 2) #() #(1 2 2) #(1 2) #())
(read-from-string "#1(1 2)")  ;signals: reader-error
(read-from-string "#1()")  ;signals: reader-error
(read-from-string "#(1 . 2)")  ;signals: reader-error
(list (read-from-string "#2A((1 2) (3 4))") (read-from-string "#0A5") (read-from-string "#1A(1 2)") (array-dimensions (read-from-string "#2A(() ())")) (read-from-string "#2A(\"ab\" (1 2))"))  ;=> (#2A((1 2) (3 4)) #0A5 #(1 2) (2 0) #2A((#\a #\b) (1 2)))
(read-from-string "#2A((1 2) (3))")  ;signals: reader-error
(read-from-string "#:foo")  ;=> #:FOO ; 5
(let ((l (read-from-string "(#:a #:a)"))) (list l (eq (car l) (cadr l)) (symbol-package (car l))))  ;=> ((#:A #:A) NIL NIL)
(mapcar #'symbol-name (read-from-string "(#:|foo bar| #: a)"))  ;=> ("foo bar" "" "A")
(read-from-string "#:a:b")  ;signals: reader-error
(read-from-string "#.(+ 1 2)")  ;=> 3 ; 9
(let ((*read-eval* nil)) (read-from-string "#.(+ 1 2)"))  ;signals: reader-error
(let ((l (read-from-string "#1=(a . #1#)"))) (list (car l) (eq l (cdr l))))  ;=> (A T)
(let ((l (read-from-string "(#1=(x) #2=#(#1# #1#) #2#)"))) (list (eq (car l) (aref (cadr l) 1)) (eq (cadr l) (caddr l))))  ;=> (T T)
(let ((l (read-from-string "#1=#2A((#1# 1) (2 3))"))) (eq l (aref l 0 0)))  ;=> T
(read-from-string "#1=#1#")  ;signals: reader-error
(read-from-string "#1#")  ;signals: reader-error
(read-from-string "(#1=a #1=b)")  ;signals: reader-error
(read-from-string "#=a")  ;signals: reader-error
(let ((*features* '(:a :b))) (mapcar #'read-from-string '("#+a 1 2" "#-a 1 2" "#+c 1 2" "#+(and a b) 1 2" "#+(or c (not a)) 1 2" "#-(or) 1 2" "#+(and) 1 2")))  ;=> (1 2 2 1 2 1 1)
(let ((*features* '(:a))) (list (read-from-string "(#+b #.(error \"x\") #-a no-such:thing #-a #2A(1 2) #-a 1/0 #-a #\\foo #-a #zzz 1)")))  ;=> ((1))
(let ((*features* '(:a))) (list (read-from-string "(#+b #.(error \"x\") #-a no-such:thing #-a #2(1 2 3) #-a #\\foo 1)")))  ;=> ((1))
(let ((*features* '(:a))) (read-from-string "#-a #-a 1 2 3"))  ;=> 3 ; 13
(read-from-string "(1 #+no-such)")  ;signals: reader-error
(progn (read-from-string "#+some-unknown-feature 1 2") (find-symbol "SOME-UNKNOWN-FEATURE"))  ;=> NIL ; NIL
;; In skipped text, a feature expression decides as elsewhere whether it is followed by an object.
(let ((*features* '(:a))) (mapcar #'read-from-string '("(#+b #+a 1 2 3)" "(#+b #-a 1 2 3)" "(#+b #+b 1 2 3)" "(#+b #-b 1 2 3)" "(#+b '#+a 1 2 3)" "(#+b (#+a 1 2) 3)")))  ;=> ((2 3) (3) (3) (2 3) (2 3) (3))
(let ((*features* '(:a)) (*read-suppress* t)) (with-input-from-string (s "#+a b c") (read s) (let ((*read-suppress* nil)) (read s))))  ;=> C
(let ((*features* (list 'own))) (read-from-string "#+cl-user::own 1 2"))  ;=> 1 ; 17
(read-from-string "#<a>")  ;signals: reader-error
(read-from-string "# a")  ;signals: reader-error
(read-from-string "#)")  ;signals: reader-error
(read-from-string "#?")  ;signals: reader-error
(progn (defstruct pt (x 1) y) (let ((p (read-from-string "#S(pt :y 2)"))) (list (pt-x p) (pt-y p) p)))  ;=> (1 2 #S(PT :X 1 :Y 2))
(list (read-from-string "#S(pt x 5 :x 6)") (read-from-string "#S(pt \"Y\" 3)") (read-from-string "#S(pt :z 3 :allow-other-keys t)"))  ;=> (#S(PT :X 5 :Y NIL) #S(PT :X 1 :Y 3) #S(PT :X 1 :Y NIL))
(let ((p (read-from-string "#1=#S(pt :x (a) :y #1#)"))) (eq p (pt-y p)))  ;=> T
(read-from-string "#S(pt :z 3)")  ;signals: reader-error
(read-from-string "#S(no-such-type :z 3)")  ;signals: reader-error
(read-from-string "#S(pt :x)")  ;signals: reader-error
(read-from-string "#S(pt 1 2)")  ;signals: reader-error
(read-from-string "#S5")  ;signals: reader-error

;; The rest of the stream.
(with-input-from-string (s "a b") (list (read s) (read-char s)))  ;=> (A #\b)
(with-input-from-string (s "a b") (list (read-preserving-whitespace s) (read-char s)))  ;=> (A #\ )
(with-input-from-string (s "(a)b") (list (read s) (read-char s)))  ;=> ((A) #\b)
(with-input-from-string (s "(a) b") (list (read-preserving-whitespace s) (read-char s)))  ;=> ((A) #\ )
(with-input-from-string (s "a") (list (read s) (read s nil 'end) (read-preserving-whitespace s nil 'end)))  ;=> (A END END)
(with-input-from-string (s " ; only a comment") (read s nil 'end))  ;=> END
(with-input-from-string (s "(a") (read s nil 'end))  ;signals: end-of-file
(multiple-value-list (read-from-string "  a b c" t nil :start 3 :end 6))  ;=> (B 6)
(multiple-value-list (read-from-string "  a b c" t nil :start 3 :end 6 :preserve-whitespace t))  ;=> (B 5)
(multiple-value-list (read-from-string "  " nil 'end))  ;=> (END 2)
(read-from-string "abc" t nil :start 2 :end 9)  ;signals: type-error
(with-input-from-string (s "a b ] c") (list (read-delimited-list #\] s) (read s)))  ;=> ((A B) C)
(with-input-from-string (s "a . b) c") (read-delimited-list #\) s))  ;signals: reader-error
(with-input-from-string (s "a b") (read-delimited-list #\] s))  ;signals: end-of-file
(with-input-from-string (s "a b]") (read-delimited-list #\] s))  ;signals: end-of-file

;; *READ-SUPPRESS*.
(let ((*read-suppress* t)) (values (read-from-string "(a no:such #\\foo #.(error) 1/0 #1(2 3) . . .) b")))  ;=> NIL
(let ((*read-suppress* t)) (mapcar #'read-from-string '("a" "1" "\"a\"" "#(1 2)" "'a" "`a" ",a" "#1#" "#1=a" "#Xzz" "#:a:b" "#S(a)" "#P1" "#C1" "#*2" "#'a" "#b9")))  ;=> (NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL)
(let ((*read-suppress* t)) (read-from-string "(a"))  ;signals: end-of-file
(let ((*read-suppress* t)) (read-from-string "#<a"))  ;signals: reader-error
(let ((*read-suppress* t)) (with-input-from-string (s "a b c ]") (read-delimited-list #\] s)))  ;=> NIL

;; # and white space is an error even where nothing is read.
(let ((*read-suppress* t)) (read-from-string "# "))  ;signals: reader-error

;; The control characters have their ASCII names.
(mapcar #'char-code '(#\Nul #\Soh #\Bel #\VT #\Us))  ;=> (0 1 7 11 31)
(mapcar #'char-name (mapcar #'code-char '(0 1 7 11 12 27)))  ;=> ("Null" "Soh" "Bell" "Vt" "Page" "Escape")
;; READ consumes one space after a name, and nothing else.
(mapcar (lambda (text) (with-input-from-string (s text) (read s) (read-char s))) '("#*1 e" "#* e" "#:a e" "#: e" "#xF e"))  ;=> (#\e #\e #\e #\e #\e)
(with-input-from-string (s "a(b)\"c\"d e") (list (read s) (read-char s) (read s) (read-char s) (read s) (read s) (read-char s)))  ;=> (A #\( B #\) "c" D #\e)

;; The control characters have their ASCII names, and every character is found by its name
(mapcar (lambda (name) (char-code (name-char name)))
        '("Nul" "Soh" "Stx" "Etx" "Eot" "Enq" "Ack" "Bel" "Backspace" "Tab" "Linefeed" "Vt" "Page" "Return" "So" "Si" "Dle" "Dc1" "Dc2" "Dc3"
          "Dc4" "Nak" "Syn" "Etb" "Can" "Em" "Sub" "Esc" "Fs" "Gs" "Rs" "Us" "SP" "Rubout" "Delete" "Nbsp" "Null" "Altmode" "Formfeed"))
;=> (0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 127 127 160 0 27 12)
(loop for code below 1000 for c = (code-char code) always (eql c (read-from-string (prin1-to-string c))))  ;=> T
(loop for code below 1000 for c = (code-char code) for name = (char-name c) always (or (null name) (eql c (name-char name))))  ;=> T

;; Character names of SBCL and CLISP are read; the standard's names are printed.
(list #\Ff #\Del #\Bs #\Nl #\Ht)  ;=> (#\Page #\Rubout #\Backspace #\Newline #\Tab)
;;; A feature expression must be followed by an object, kept or skipped.

(read-from-string "(#+common-lisp)")  ;signals: reader-error
(read-from-string "(#-common-lisp)")  ;signals: reader-error
(read-from-string "(#+no-such-feature)")  ;signals: reader-error
(read-from-string "#+common-lisp")  ;signals: end-of-file
(values (read-from-string "(#+common-lisp a #+no-such-feature b #+common-lisp #+no-such-feature c d '#+common-lisp e . #+common-lisp f)"))
;=> (A D 'E . F)
(values (read-from-string "#+common-lisp #-common-lisp a b"))  ;=> B
(let ((*read-suppress* t)) (values (read-from-string "(#+common-lisp a #-common-lisp b)")))  ;=> NIL

;; #! is reserved for the user (2.4.8); only the first line of a loaded file may begin with it.
(list (get-dispatch-macro-character #\# #\!) (get-dispatch-macro-character #\# #\! (copy-readtable nil)))  ;=> (NIL NIL)
(read-from-string "(list '#!foo 1)")  ;signals: reader-error
(with-input-from-string (s (format nil "#!/usr/bin/winnow --sandbox (~%(defvar *after-script-line* 5)")) (load s) *after-script-line*)  ;=> 5
(with-input-from-string (s (format nil "1~%#!/usr/bin/winnow~%2")) (load s))  ;signals: reader-error

;; A form evaluated by #. is not part of the enclosing backquote; ,@ needs an enclosing list (2.4.6).
(read-from-string "`(foo #.(max 5 ,x))")  ;signals: reader-error
(read-from-string "`(foo ,#.(max 5 ,x))")  ;signals: reader-error
(eval (read-from-string "`(foo #.(car `(,(+ 1 1))) ,(+ 1 2))"))  ;=> (FOO 2 3)
(read-from-string "`,@x")  ;signals: reader-error
(read-from-string "`(a . ,@x)")  ;signals: reader-error
(eval (read-from-string "`(a . ,(list 1 2))"))  ;=> (A 1 2)

;; A package name may be empty.
(let ((p (make-package "" :use nil)))
  (unwind-protect (let* ((symbol (read-from-string "||::q")) (text (prin1-to-string symbol)))
                    (export symbol p)
                    (list (eq (symbol-package symbol) p) text (eq (read-from-string text) symbol) (prin1-to-string symbol)
                          (eq (read-from-string "||:Q") symbol) (read-from-string ":q")))
    (delete-package p)))  ;=> (T "||::Q" T "||:Q" T :Q)

;; NUL is a constituent character, also at the beginning of a name.
(map 'list #'char-code (symbol-name (read-from-string (map 'string #'code-char '(0 0 46)))))  ;=> (0 0 46)

;; *FEATURES* must be a proper list.
(let ((*features* (list 'x))) (setf (cdr *features*) *features*) (read-from-string "#+y 1 2"))  ;signals: "*FEATURES* is not a proper list"
(let ((*features* '(x . y))) (read-from-string "#+y 1 2"))  ;signals: reader-error

;; ,@ without an enclosing list is an error, not a marker in the result.
(eval (read-from-string "`(1 . ,@'(5))"))  ;signals: ",@'(5)"
(eval (read-from-string "`,@'(5)"))  ;signals: reader-error
(eval (read-from-string "`#(1 ,@'(5))"))  ;=> #(1 5)
(eval (eval (read-from-string "``(1 ,@,@'('(2) '(3)))")))  ;=> (1 2 3)
(eval (eval (read-from-string "``(1 ,,@'((+ 1 1) (+ 1 2)) ,,'7)")))  ;=> (1 2 3 7)

;; The code of a character consists of hexadecimal digits only.
(list #\u+41 #\U+1F600 #\u0042 (char-code #\u+d))  ;=> (#\A #\😀 #\B 13)
(read-from-string "#\\u+0x41")  ;signals: "expected the name of a character, got U+0X41"
(read-from-string "#\\u+-1")  ;signals: "expected the name of a character, got U+-1"
(read-from-string "#\\u+ㅁ1")  ;signals: "expected the name of a character, got U+ㅁ1"
(read-from-string "#\\u+Ł")  ;signals: "expected the name of a character, got U+Ł"
(read-from-string "#\\u+")  ;signals: "expected the name of a character, got U+"
(read-from-string "#\\uX")  ;signals: "expected the name of a character, got UX"
(read-from-string "#\\u+110000")  ;signals: "expected the name of a character, got U+110000"
(read-from-string "#\\foo")  ;signals: "expected the name of a character, got FOO"
(let ((*readtable* (copy-readtable))) (setf (readtable-case *readtable*) :preserve) (char-code (read-from-string "#\\Space")))  ;=> 32

;; A circular backquote template signals an error, and can be interrupted before.
(eval '`#1=(#1# 2 ,3))  ;signals: "nested too deeply"

;; NUL after a quote is also a constituent.
(let ((text (format nil "'~Aab (1 . ~:*~A) #'~:*~A `~:*~A" (code-char 0))))
  (with-input-from-string (in text)
    (list (char-code (char (symbol-name (second (read in))) 0)) (length (symbol-name (cdr (read in)))) (length (symbol-name (second (read in)))) (symbolp (eval (read in))) (read in nil :end))))  ;=> (0 1 1 T :END)
(with-input-from-string (in (format nil "1 2 ~A 3" (code-char 0))) (list (read-delimited-list (code-char 0) in) (read in)))  ;=> ((1 2) 3)

;; READ consumes the space that ends a token, also after #.
(mapcar (lambda (text) (nth-value 1 (read-from-string text))) '("ab c" "#\\a b" "#\\space b" "#xF b" "#13R912 b" "#5*10 b" "#:g b" "'a b" "(a) b" "\"a\" b" "#(1) b"))  ;=> (3 4 8 4 8 6 4 3 3 3 4)
(with-input-from-string (in "#\\a b") (list (read-preserving-whitespace in) (eql (read-char in) #\Space)))  ;=> (#\a T)
