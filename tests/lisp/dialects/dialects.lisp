;;; -*- Mode: Lisp; Syntax: Common-Lisp -*-
;;;; dialects.lisp -- Franz Lisp and LISP 1.5, and calls between texts of different dialects.

(defun in-dialect (name text)
  (unwind-protect (progn (dialect name) (eval (read-from-string text)))
    (dialect :common-lisp)))
(defun in-franz (text) (in-dialect :franz text))
(defun in-lisp-1.5 (text) (in-dialect :lisp-1.5 text))
;; LOADs LINES as a file of the dialect that its mode line names.
(defun load-text (syntax &rest lines)
  (with-input-from-string (s (format nil ";;; -*- Syntax: ~A -*-~%~{~A~%~}" syntax lines)) (load s)))

(dialect :algol)  ;signals: "expected :COMMON-LISP, :MACLISP, :FRANZ or :LISP-1.5"
(in-dialect :maclisp "*dialect*")  ;=> :MACLISP
(in-franz "*dialect*")  ;=> :FRANZ
(in-lisp-1.5 "*DIALECT*")  ;=> :LISP-1.5
(dialect)  ;=> :COMMON-LISP

;; The dialect of the text in which a word occurs determines its meaning, wherever the function is called from.
(load-text "MacLisp" "(defun dialects-fact (n) (cond ((zerop n) 1) (t (times n (dialects-fact (sub1 n))))))"
           "(defun dialects-member (x l) (member x l))" "(defun dialects-free () dialects-x)")  ;=> T
(dialects-fact 10)  ;=> 3628800
(list (dialects-member '(a) '(b (a) c)) (member '(a) '(b (a) c)))  ;=> (((A) C) NIL)
(let ((dialects-x 1)) (handler-case (dialects-free) (unbound-variable () 'unbound)))  ;=> UNBOUND
(in-dialect :maclisp "(let ((dialects-x 1)) (dialects-free))")  ;=> 1
(defun dialects-common (list) (member 1.0 list :test #'=))
(in-dialect :maclisp "(dialects-common '(0 1 2))")  ;=> (1 2)

;; A word of another dialect is undefined, with a hint.
(times 2 3)  ;signals: undefined-function
(help 'patom)  ;prints: PATOM is a word of Franz Lisp: use princ, or (dialect :franz).~
(help 'hunk)  ;prints: HUNK is a word of MacLisp and Franz Lisp: use vector, or (dialect :maclisp).~

;; HELP describes a word as the current dialect defines it.
(defun helped (dialect text) (substitute #\~ #\Newline (with-output-to-string (*standard-output*) (in-dialect dialect text))))
(helped :maclisp "(help 'greaterp)")  ;=> "(greaterp number &rest more)~Return T if each number is greater than the next.~"
(helped :maclisp "(help 'member)")  ;=> "(member item list)~Return the tail of LIST that starts with ITEM (EQUAL), or NIL.~"
(search "(member item list &key" (with-output-to-string (*standard-output*) (help 'member)))  ;=> 0
(search "(patom object" (helped :franz "(help 'patom)"))  ;=> 0

;;; Franz Lisp

;; Symbols keep their case; those of Common Lisp are in lower case. ] closes all lists up to [, or up to the outermost.
(in-franz "(list 'foo 'Foo (eq 'car 'CAR))")  ;=> (FOO |Foo| NIL)
(in-franz "(prin1-to-string '(Foo foo FOO car |a b| a:b))")  ;=> "(Foo foo FOO car |a b| a:b)"
(in-franz "(append '[a (b (c] '(d (e]")  ;=> (A (B (C)) D (E))
(in-franz "(list 'a '(b (c]")  ;=> (A (B (C)))
(in-franz "(cons '(a ' ] b")  ;signals: "expected an object after"
(map 'list #'char-code (in-franz "\"a\\tb\\n\\\"\""))  ;=> (97 9 98 10 34)
(in-franz "(progn (def franz-fact (lambda (n) (cond ((zerop n) 1) (t (times n (franz-fact (sub1 n] (franz-fact 5)")  ;=> FRANZ-FACT
(franz-fact 5)  ;=> 120
(in-franz "(progn (def franz-both (nlambda (l) l)) (franz-both a (b)))")  ;=> (A (B))
(in-franz "(progn (def franz-sum (lexpr (n) (plus (arg 1) (arg n)))) (franz-sum 1 2 3))")  ;=> 4
(in-franz "(progn (def franz-twice (macro (l) (list 'plus (cadr l) (cadr l)))) (franz-twice 4))")  ;=> 8
(in-franz "(progn (defun franz-all nlambda (l) l) (franz-all a (b)))")  ;=> (A (B))
(in-franz "(def f (gamma (x) x))")  ;signals: "expected LAMBDA, NLAMBDA, LEXPR or MACRO, got GAMMA"
(in-franz "(list (getd 'no-such-function) (funcall (getd 'car) '(1)) (progn (putd 'franz-head (getd 'car)) (franz-head '(2))))")  ;=> (NIL 1 2)
(in-franz "(progn (msg \"x = \" (+ 1 2) N (B 2) 'y (N 2)) (patom \"z\") (terpr) (print \"z\"))")  ;prints: x = 3~  y~~z~"z"
(in-franz "(list (concat 'a 1 'b) (eq (uconcat 'a) 'a) (nthelem 2 '(a b c)) (dtpr '(a)) (dtpr nil) (explode 'ab) (implode '(a b)))")  ;=> (A1B NIL B T NIL (A B) AB)
(in-franz "(let ((h (hunk 'a 'b 'c))) (rplacx 1 h 'd) (list (cxr 0 h) (cxr 1 h) (hunksize h)))")  ;=> (A D 3)
(in-franz "(list (if (> 1 2) then 'a elseif (> 2 1) then 'b 'c else 'd) (if nil then 'a else 'b 'c) (if nil 'a 'b))")  ;=> (C C B)
(in-franz "(car (lconc (tconc (tconc nil 1) 2) '(3 4)))")  ;=> (1 2 3 4)
(in-franz "(let ((l (list 'b))) (attach 'a l) l)")  ;=> (A B)
(with-input-from-string (*standard-input* (format nil "a (b c) 1~%d")) (in-franz "(lineread)"))  ;=> (A (B C) 1)
(in-franz "(list (/ 7 2) (add 1 2) (product 2 3) (diff 7 2) (remove '(a) '((a) b)) (neq 'a 'b))")  ;=> (3 3 6 5 (B) T)

;; Case is also preserved inside bars and strings. Uninterned symbols print without #:.
(in-franz "(list (eq 'abc '|abc|) (eq 'ABC '|ABC|) (eq '|ab c| '|AB C|) (eq '\\a 'a))")  ;=> (T T NIL T)
(in-franz "(progn (patom '|hello world|) (patom '| Hello|) (patom '| HI |) (print '(|hello world| |Hello W| |HI W|)))")  ;prints: hello world Hello HI (|hello world| |Hello W| |HI W|)
(in-franz "(list (get_pname 'abc) (get_pname '|a b|) (explode '|a b|) (eq (concat '|a b| \"c\") '|a bc|))")  ;=> ("abc" "a b" (|\|| A | | B |\||) T)
(in-franz "(prin1-to-string (list (uconcat 'a 'b) (maknam '(|a| |B|))))")  ;=> "(ab aB)"

;; The variables piport and poport hold the default ports.
(with-input-from-string (*standard-input* "a b") (in-franz "(list (read piport) (ratom))"))  ;=> (A B)
(in-franz "(progn (patom 'x poport) (terpr poport) (print '(y) poport) (drain poport))")  ;prints: x~(y)

;; SETSYNTAX takes Franz Lisp's names of syntax classes.
(in-franz "(list (setsyntax '? 'macro '(lambda () (list '*var* (read)))) (setsyntax '\\; 'vsplicing-macro '(lambda () (read) nil)) (setsyntax '\\| 'vcharacter) (setsyntax '% 'vseparator))")  ;=> (T T T T)
(in-franz "'(?x ;y a%b)")  ;=> ((*VAR* X) A B)
(in-franz "(symbol-name '|)")  ;=> "|"
(in-franz "(list (setsyntax 63 2) (setsyntax '\\; '\\;) (setsyntax 37 2) (setsyntax '\\| '\\|))")  ;=> (T T T T)
(in-franz "'(#+franz a #+maclisp b)")  ;=> (A)

;;; LISP 1.5

;; At top level an operator is followed by the list of its unevaluated arguments; the value is printed.
(load-text "MacLisp" "(defun early (x) (list (early-macro x) (early-fexpr x)))"
           "(defun early-macro macro (form) (list 'plus (cadr form) 1))" "(defun early-fexpr fexpr (l) l)")
(early 3)  ;=> (4 (X))

(load-text "LISP 1.5" "DEFINE (((SECOND-OF (LAMBDA (L) (CAR (CDR L))))))" "SECOND-OF ((A B C))" "CONS (A, (B C))"
           "(LAMBDA (X Y) (CONS Y X)) (A B)" "PLUS (1 2)" "COND ((F 1) (T 2))" "(PRIN1 (QUOTE FORM))")  ;prints: (SECOND-OF)~B~(A B C)~(B . A)~3~2~FORM
(load-text "LISP-1.5" "CAR B")  ;signals: "expected the list of its arguments after it"
(in-lisp-1.5 "(LIST F *T* T NIL)")  ;=> (NIL T T NIL)
;; A variable may hold the function; in mapping functions it is the last argument.
(in-lisp-1.5 "(PROGN (DEFINE ((EACH (LAMBDA (L FN) (COND ((NULL L) NIL) (T (CONS (FN (CAR L)) (EACH (CDR L) FN)))))))) (EACH '(1 2) '(LAMBDA (X) (TIMES X X))))")  ;=> (1 4)
(in-lisp-1.5 "(LIST (MAPLIST '(1 2) (FUNCTION (LAMBDA (J) J))) (MAPCAR '(1 2) 'ADD1) (MAPCAR 'ADD1 '(1 2)))")  ;=> (((1 2) (2)) (2 3) (2 3))
(in-lisp-1.5 "((LABEL FF (LAMBDA (X) (COND ((ATOM X) X) (T (FF (CAR X)))))) '((A B) C))")  ;=> A
(in-lisp-1.5 "(PROGN (CSET 'FIVE 5) (CSETQ SIX (ADD1 FIVE)) (LIST FIVE SIX))")  ;=> (5 6)
(in-lisp-1.5 "(PROGN (ATTRIB 'JOHN '(AGE 5)) (LIST (GET 'JOHN 'AGE) (PROP 'JOHN 'AGE '(LAMBDA () 'NONE)) (PROP 'JOHN 'SIZE '(LAMBDA () 'NONE))))")  ;=> (5 (5) NONE)
(in-lisp-1.5 "(PROGN (DEFLIST '((FIRST-FORM (LAMBDA (L A) (CAR L)))) 'FEXPR) (DEFLIST '((JOHN 7)) 'SIZE) (LIST (FIRST-FORM X Y) (GET 'JOHN 'SIZE)))")  ;=> (X 7)
(in-lisp-1.5 "(LIST (PAIR '(A B) '(1 2)) (SASSOC 'B '((A 1)) '(LAMBDA () 'NONE)) (EFFACE 'A (LIST 'B 'A 'A)) (SELECT 2 (1 'ONE) (2 'TWO) 'MANY) (SELECT 3 (1 'ONE) 'MANY) (DIVIDE 7 2))")  ;=> (((A . 1) (B . 2)) NONE (B A) TWO MANY (3 1))
(in-lisp-1.5 "(SEARCH '(1 2 3) '(LAMBDA (L) (GREATERP (CAR L) 1)) 'CAR '(LAMBDA (L) 'NONE))")  ;=> 2
(in-lisp-1.5 "(PROGN (FLAG '(JOHN) 'TALL) (LIST (GET 'JOHN 'TALL) (PROGN (REMFLAG '(JOHN) 'TALL) (GET 'JOHN 'TALL))))")  ;=> (T NIL)

;; Characters are numbers in Franz Lisp, and a colon is a constituent.
(in-franz "(list #/a #\\lf '(a : b))")  ;=> (97 10 (A |:| B))

;; STOP ends a deck. EVAL and APPLY take an association list of variables and values.
(load-text "LISP 1.5" "CAR ((A B))" "STOP))) )" "CDR ((A B))")  ;prints: A~
(load-text "LISP 1.5" "EVAL ((PLUS N 2) ((N . 5)))" "APPLY ((LAMBDA (X) (TIMES X N)) (3) ((N . 4)))" "EVAL ((CAR (QUOTE (B))) NIL)")  ;prints: 7~12~B~

;; PI is an ordinary name in the older dialects.
(load-text "MacLisp" "(setq pi 3)" "(defun area (pi) (times pi pi))" "(prin1 (list pi (area 4)))")  ;prints: (3 16)
(in-lisp-1.5 "(CSET 'PI 3)")  ;=> 3
(with-output-to-string (*standard-output*) (load-text "LISP 1.5" "CSET (BOOLE-IOR 3.14)" "CSET (NIL 1)"))  ;signals: "NIL is a constant"
(in-lisp-1.5 "BOOLE-IOR")  ;=> 3.14
(in-dialect :maclisp "(list (set 'pi 3) pi)")  ;=> (3 3)
(set 'most-positive-fixnum 1)  ;signals: "MOST-POSITIVE-FIXNUM is a constant"
;; $$ and a delimiter quote a name up to the next such delimiter. PRINT and the top level print names without escapes.
(load-text "LISP 1.5" "PRINT ($$*HELLO, THERE*)" "LIST ($$/A (B)/ $X X$$Y)" "(PRIN1 (EQ (QUOTE $$.ABC.) (QUOTE ABC)))")  ;prints: ~HELLO, THERE ~HELLO, THERE~(A (B) $X X$$Y)~*T*
(in-lisp-1.5 "(PRIN1 (QUOTE (QUOTE A)))")  ;prints: (QUOTE A)
(in-lisp-1.5 "(PRIN1-TO-STRING '($$.$$A. $$.A$$. $$.77Q.))")  ;=> "(|$$A| A$$ |77Q|)"
(in-lisp-1.5 "'$$*ABC")  ;signals: end-of-file
(in-lisp-1.5 "(LIST 77Q -17Q 7Q2 '78Q 'Q '7Q2A)")  ;=> (63 -15 448 |78Q| Q |7Q2A|)
(let ((*trace-output* *standard-output*))
  (load-text "LISP 1.5" "DEFINE (((TRACED (LAMBDA (X) X))))" "TRACE ((TRACED))" "TRACED (A)" "(UNTRACE (QUOTE (TRACED)))" "TRACED (B)"))  ;prints: (TRACED)~(TRACED)~0: (TRACED A)~0: TRACED returned A~A~B~
(in-franz "(list (substring 'hello 2 3) (substring \"hello\" -2) (substring \"a\" 5) (append1 '(1 2) 3))")  ;=> ("ell" "lo" NIL (1 2 3))
;; At the end of a port READ, RATOM and READC return NIL or the given value, TYI -1.
(with-input-from-string (*standard-input* "a")
  (in-franz "(list (readc) (readc) (readc piport 'end) (read) (read piport 'end) (ratom piport 'end) (tyi))"))  ;=> (A NIL END NIL END END -1)
;; A symbol names a file, in its own case.
(in-franz "(let ((p (outfile 'franz-Test.tmp)) (l nil)) (msg (P p) \"one\" (C 6) \"two\" N) (close p) (setq p (fileopen 'franz-Test.tmp 'a)) (cprintf \"%d%%\" 7 p) (close p)
  (setq p (infile \"franz-Test.tmp\") l (list (read p) (read p) (read p) (probef 'franz-Test.tmp))) (close p) (deletef \"franz-Test.tmp\") (list l (probef 'franz-Test.tmp)))")  ;=> ((ONE TWO 7% T) NIL)
(in-franz "(progn (msg \"a\" (C 4) \"b\" N) (tab 2) (print (princ 'x)) (print (tyo 97)))")  ;prints: a   b~  xta97
(in-franz "(progn (defun franz-lexpr lexpr (n) (list n (arg 1))) (defun franz-expr expr (x) (list x)) (list (franz-lexpr 'a 'b) (franz-expr 'c)))")  ;=> ((2 A) (C))
(in-franz "(list (sort '(c a b) nil) (sort '(3 1 2) '<) (sortcar '((b 1) (a 2)) nil))")  ;=> ((A B C) (1 2 3) ((A 2) (B 1)))
(in-franz "(list (concatl '(a 1)) (nthchar 'abc 2) (aexplode 'ab) (aexplodec 'ab) (aexploden 'ab) (absval -3) (numbp 'a) (pp-form 'a))")  ;=> (A1 B (A B) (A B) (97 98) 3 NIL T)
(in-franz "(list (type 'a) (type 3) (type '(a)) (type \"a\") (type 3.0) (type (getd 'car)) (type (new-vector 2)))")  ;=> (SYMBOL FIXNUM LIST STRING FLONUM BINARY VECTOR)
(in-franz "(let ((v (new-vector 2 'a))) (vset v 1 'b) (list (vref v 0) (vref v 1) (vsize v)))")  ;=> (A B 2)
(in-franz "(prin1-to-string (comment a))")  ;=> "comment"
(in-franz "(subst 'x '(a) '((a) (b (a))))")  ;=> (X (B X))

;; The predicates of LISP 1.5 return *T* or NIL, as in the manual.
(in-lisp-1.5 "(LIST (MEMBER '(B) '(A (B) C)) (AND 1 2) (AND) (OR NIL 3) (OR NIL NIL) (AND T NIL) (APPLY 'OR '(NIL 3)))")  ;=> (T T T T NIL NIL T)
(load-text "LISP 1.5" "PROG2 (A B)" "SUBST (X (A) ((A) B))" "REMPROP (CAR NOTHING)" "COMMON ((X Y))" "COUNT (1000)")  ;prints: B~(X B)~NIL~(X Y)~NIL~
(load-text "LISP 1.5" "ARRAY (((ALPHA (2 3) LIST)))" "ALPHA (SET X 1 2)" "ALPHA (1 2)" "ALPHA (0 0)")  ;prints: (ALPHA)~X~X~NIL~
(in-lisp-1.5 "(LIST (ERRORSET '(CAR '(A)) 100 NIL NIL) (ERRORSET '(ERROR 'NO) 100 NIL NIL) (ERRORSET 'N 100 NIL '((N . 3))))")  ;=> ((A) NIL (3))
(in-lisp-1.5 "(PROG (L) (MAPC '(A B C) 'PACK) (SETQ L (LIST (INTERN (MKNAM)))) (MAPC '(1 2) (FUNCTION PACK)) (RETURN (LIST L (NUMOB) (UNPACK 'XY) (PACK 'Z) (CLEARBUFF))))")  ;=> ((ABC) 12 (X Y) NIL NIL)
(in-lisp-1.5 "(NUMOB)")  ;signals: "expected the text of a number"
(in-lisp-1.5 "(LIST (LITER 'A) (LITER 1) (DIGIT (CAR (UNPACK 12))) (DIGIT 'A) (OPCHAR PLUSS) (DASH DASH) (EQ LPAR (CAR (UNPACK '$$*(A*))) (LITER BLANK))")  ;=> (T NIL T NIL T T T NIL)
(in-franz "(prin1-to-string (list (intern \"abc\") (intern 'Abc) (eq (intern \"abc\") 'abc)))")  ;=> "(abc Abc t)"
(in-franz "(list (lsh 1 3) (lsh -1 -31) (lsh 1 31) (lsh 1 32))")  ;=> (8 1 -2147483648 0)
(in-franz "(mapc 'print '(a \"b\"))")  ;prints: a"b"
(in-franz "(list (apply 'remove '((a) ((a) b))) (funcall 'plus 1 2))")  ;=> ((B) 3)
(in-franz "(error \"bad thing:\" 7)")  ;signals: "bad thing: 7"
(in-lisp-1.5 "(APPLY 'MEMBER '((A) ((A) B)))")  ;=> T
(load-text "LISP 1.5" "MAPC ((A $$*B C*) PRINT)" "APPLY (MEMBER (B (A B)) NIL)")  ;prints: ~A ~B C ~(A B C)~*T*~

;; An error names the word of the text, not Common Lisp's function of the same meaning.
(defun message-in (dialect text)
  (handler-case (progn (in-dialect dialect text) "no error")
    (error (c) (princ-to-string c))))
(message-in :maclisp "(plus 1 'a)")  ;=> "PLUS: expected a number, got A"
(message-in :maclisp "(mapcar 'plus '(1 b) '(2 3))")  ;=> "PLUS: expected a number, got B"
(message-in :maclisp "(apply 'difference '(a 1))")  ;=> "DIFFERENCE: expected a number, got A"
(message-in :maclisp "(list (add1 'a))")  ;=> "ADD1: expected a number, got A"
(message-in :maclisp "(progn (defun names-sum (x) (prog (y) (setq y (greaterp x 2)) (return y))) (names-sum 'a))")  ;=> "GREATERP: expected a real number, got A"
(message-in :maclisp "(*array 'names-array t 'a)")  ;=> "*ARRAY: expected a dimension (an integer >= 0), got A"
(message-in :maclisp "(^ 'a 2)")  ;=> "^: expected a number, got A"
(message-in :maclisp "(+$ 'a 1)")  ;=> "+$: expected a number, got A"
(message-in :maclisp "(lexpr-funcall 'car 5 nil)")  ;=> "CAR: expected a list, got 5"
(message-in :maclisp "(mapatoms '(lambda (s) (cdr 5)))")  ;=> "CDR: expected a list, got 5"
(message-in :franz "(nthchar 'ab 'x)")  ;=> "NTHCHAR: expected a real number, got X"
(message-in :franz "(// 'a 2)")  ;=> "//: expected a number, got A"
(message-in :franz "(sum 'a 1)")  ;=> "SUM: expected a number, got A"
(message-in :franz "(infile '|no such file|)")  ;=> "INFILE: no such file: No such file or directory"
(message-in :lisp-1.5 "(TIMES 2 'A)")  ;=> "TIMES: expected a number, got A"
(message-in :lisp-1.5 "(EFFACE 'A 'B)")  ;=> "EFFACE: expected a sequence (a list or a vector), got B"
;; The same holds for an error in the expansion of the program's own macro.
(defmacro names-head (list) `(car ,list))
(message-in :common-lisp "(names-head 5)")  ;=> "CAR: expected a list, got 5"
(defmacro names-push (x place) `(push ,x ,place))
(message-in :common-lisp "(let ((v 5)) (names-push 1 (car v)))")  ;=> "PUSH: expected a list, got 5"

;; Typical first lines of older listings, read as Common Lisp: the hint names the dialect, whatever the first error is.
(defun listing-hint (text)
  (let ((form (read-from-string text))) (handler-case (eval form) (error (c) (system::hint c form "listing.lisp")))))
(defun advises-p (dialect text)
  (let ((hint (listing-hint text)))
    (or (and (search (format nil "(dialect ~(~S~)), or --dialect ~:*~(~A~)" dialect) hint) t) hint)))
(remove t (mapcar (lambda (text) (advises-p :maclisp text))
                  '("(DEFUN LISTED FEXPR (L) (CAR L))" "(DEFUN LISTED EXPR (X) X)" "(DEFUN LISTED MACRO (L) (CAR L))" "(DEFUN LISTED N (ARG N))"
                    "(DEFPROP LISTED (LAMBDA (X) X) EXPR)" "(ARRAY LISTED T 3)" "(STORE (LISTED 1) 2)" "(SSTATUS MACRO LISTED X)" "(IOC LISTED)"
                    "(COMMENT (LISTED TEXT))" "(DE LISTED (X) X)" "(DF LISTED (X) X)" "(DM LISTED (X) X)" "(SELECTQ 'A (LISTED 1) 2)" "(ERRSET (CAR 1) NIL)"
                    "(PUTPROP 'A 'B LISTED)" "(PRINT (PLUS 1 LISTED))")))  ;=> NIL
(remove t (mapcar (lambda (text) (advises-p :lisp-1.5 text))
                  '("(DEFINE ((LISTED (LAMBDA (X) X))))" "DEFINE" "CONS" "CSET" "(CSETQ LISTED 1)" "(DEFLIST ((LISTED 1)) 'A)")))  ;=> NIL
(remove t (mapcar (lambda (text) (advises-p :franz text))
                  '("(def listed (lambda (x) x))" "(msg \"a\" N)" "(defun listed nlambda (l) l)" "(defun listed lexpr (n) (arg n))" "(dtpr listed)")))  ;=> NIL
(listing-hint "(defprop listed (lambda (x) x) expr)")
;=> "the function DEFPROP is undefined: (setf (get 'symbol 'indicator) 'value), (dialect :maclisp), or --dialect maclisp"
(listing-hint "(ioc listed)")  ;=> "the function IOC is undefined: (dialect :maclisp), or --dialect maclisp"
;; A line that ends in ] suggests Franz Lisp; a ] in a comment or a string does not.
(defun text-hint (text) (handler-case (read-from-string text) (error (c) (system::hint c nil (list text)))))
(text-hint "(print '(a b)]
")  ;=> "] closes all open lists in Franz Lisp: (dialect :franz)"
(list (text-hint "(print \"[a]") (text-hint "(print ; [a]"))  ;=> ("" "")
;; Symbols are printed in the case of the dialect, and its words are among the suggestions.
(defun hint-in (dialect text)
  (unwind-protect (progn (dialect dialect) (listing-hint text)) (dialect :common-lisp)))
(hint-in :franz "car")  ;=> "car is a function: (car list) calls it, #'car is the function itself"
(hint-in :franz "(CAR 'a)")  ;=> "did you mean car?"
(hint-in :franz "(greatrp 1 2)")  ;=> "did you mean greaterp?"
(hint-in :franz "(csetq listed 1)")  ;=> "the function csetq is undefined: setq, (dialect :lisp-1.5), or --dialect lisp-1.5"
(hint-in :maclisp "(greatrp 1 2)")  ;=> "did you mean GREATERP?"
(hint-in :maclisp "(progn (setq hinted 'car) (hinted '(1)))")  ;=> 1

;; A common function name is not taken for a word of Franz Lisp.
(mapcar #'listing-hint '("(fact 5)" "(process 1)"))  ;=> ("" "")
(listing-hint "(concat \"a\" \"b\")")  ;=> "concatenate or intern, (dialect :franz), or --dialect franz"
