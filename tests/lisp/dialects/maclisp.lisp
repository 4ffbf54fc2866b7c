;;; -*- Mode: Lisp; Syntax: Common-Lisp -*-
;;;; maclisp.lisp -- the MacLisp dialect, from inside Common Lisp: (dialect :maclisp) and the forms read after it.

(defun in-maclisp (text)
  (unwind-protect (progn (dialect :maclisp) (eval (read-from-string text)))
    (dialect :common-lisp)))

(in-maclisp "(plus 1 2 3)")                                 ;=> 6
(in-maclisp "(list (times 2 3) (difference 7 2) (quotient 7 2) (remainder 7 2) (minus 5))")  ;=> (6 5 3 1 -5)
(in-maclisp "(list (add1 1) (sub1 1) (greaterp 3 2 1) (lessp 1 2 2))")  ;=> (2 0 T NIL)
(in-maclisp "(symbol-name '/ TRIMS/ AWAY/ )")               ;=> " TRIMS AWAY "
(in-maclisp "10.")                                          ;=> 10
(in-maclisp "(// 7 2)")                                     ;=> 3
(in-maclisp "(mapcar '(lambda (x) (times x x)) '(1 2 3))")  ;=> (1 4 9)
(in-maclisp "(apply 'plus '(1 2))")                         ;=> 3
(in-maclisp "(progn (defun outer (x) (inner)) (defun inner () x) (outer 7))")  ;=> 7
(in-maclisp "(prog (y) (setq y 3) (return ((lambda (z) (plus y z)) 4)))")      ;=> 7
(in-maclisp "(list (memq 'b '(a b c)) (assq 'b '((a 1) (b 2))))")  ;=> ((B C) (B 2))
(in-maclisp "(progn (putprop 'apple 'red 'colour) (get 'apple 'colour))")  ;=> RED
(in-maclisp "(progn (defprop pear green colour) (get 'pear 'colour))")     ;=> GREEN
(in-maclisp "(explode '(a b))")                             ;=> (|(| A | | B |)|)
(in-maclisp "(implode '(c a r))")                           ;=> CAR
(in-maclisp "(progn (defun count-args n (list n (arg 1) (listify 2))) (count-args 'a 'b 'c))")  ;=> (3 A (A B))
(in-maclisp "(progn (defun quoted fexpr (l) l) (quoted (a b) c))")         ;=> ((A B) C)
(in-maclisp "(progn (defun twice macro (form) (list 'plus (cadr form) (cadr form))) (twice 4))")  ;=> 8
(in-maclisp "(do i 0 (1+ i) (= i 3) (princ i))")            ;prints: 012
(in-maclisp "(progn (defun shown-whole (n) (add1 n)) (grindef shown-whole))")  ;prints: (DEFUN SHOWN-WHOLE (N) (ADD1 N))~
(in-maclisp "(progn (defun shown-quoted fexpr (l) l) (grindef shown-quoted))")  ;prints: (DEFUN SHOWN-QUOTED FEXPR (L) L)~
(in-maclisp "(grindef car)")                                ;signals: "GRINDEF: expected a function with a known source text, got CAR"
(in-maclisp "(print 'a)")                                   ;prints: ~A
(in-maclisp "(errset (car 'x) nil)")                        ;=> NIL
(in-maclisp "(errset (plus 1 2))")                          ;=> (3)
(in-maclisp "(let ((c nil)) (errset (err-unheard-of) c))")  ;=> NIL
(let ((output (make-string-output-stream)))
  (list (let ((*error-output* output)) (in-maclisp "(errset (car 'x) t)") (in-maclisp "(errset (cdr 'x))") (in-maclisp "(errset (car 'x) nil)"))
        (count #\Newline (get-output-stream-string output))))  ;=> (NIL 2)
(in-maclisp "(let ((f '|maclisp-file.tmp|) (s nil))
  (setq s (open f 'out)) (print '(one) s) (close s) (setq s (open f '(append ascii))) (print 'two s) (close s)
  (setq s (open f 'in)) (prog1 (list (read s) (read s) (read s 'end) (tyi s -1) (readline s nil) (readch s 'no)) (close s) (deletef f)))")  ;=> ((ONE) TWO END -1 NIL NO)
(in-maclisp (format nil "(car '(ends))~C~C" (code-char 3) (code-char 3)))  ;=> ENDS
(in-maclisp "(progn (array board t 2 2) (store (board 0 1) 'x) (board 0 1))")  ;=> X
(plus 1 2)                                                  ;signals: undefined-function
;; One character is slashed; several, or a space or parenthesis, are enclosed in bars, as by MacLisp's PRINT.
(in-maclisp "(prin1-to-string (implode '(a | | b)))")       ;=> "|A B|"
(in-maclisp "(prin1-to-string '(|hello there| /a/b Ab/c //x |a//b| 1+ /12 |(| /.))")  ;=> "(|hello there| |ab| AB/c //X |a//b| 1+ /12 |(| /.)"
(in-maclisp "(progn (princ '|hello there|) (print '|hello there|))")  ;prints: hello there~|hello there|

;; The readtable.
(in-maclisp "(list #/a #/( #^a '(a .b) \"a/\"b\")")         ;=> (97 40 1 (A . B) "a\"b")
(let ((here *readtable*)) (list (eq here (in-maclisp "*readtable*")) (eq here *readtable*)))  ;=> (NIL T)

;; DECLARE at top level; the old CATCH and THROW, whose tag is the last, unevaluated argument; and the new ones.
(in-maclisp "(progn (declare (special maclisp-x) (fixnum y) (*expr f)) (boundp 'maclisp-x))")  ;=> NIL
(in-maclisp "(list (catch (throw 'val tag) tag) (catch 5) (catch 5 tag) (catch (throw 6)))")  ;=> (VAL 5 5 6)
(in-maclisp "(list (catch (catch (throw 1 outer) inner) outer) (catch (plus 1 (catch (throw 1 inner) inner)) outer))")  ;=> (1 2)
(in-maclisp "(list (*catch 'tag (throw 2 tag)) (catch (*throw 'tag 3) tag) (*catch '(a b) (throw 4 b)) (catch 'tag (throw 'tag 5)))")  ;=> (2 3 4 5)
(in-maclisp "(catch (throw 1 absent) tag)")  ;signals: control-error

;; Variables as functions, computed operators, properties as functions.
(in-maclisp "(progn (setq held '(lambda (x) (list x))) (held 3))")  ;=> (3)
(in-maclisp "(progn (defun call-it (f x) (f x)) (list (call-it 'add1 1) (call-it '(lambda (x) (times x x)) 5)))")  ;=> (2 25)
(in-maclisp "(progn (defun (its-name speak) (x) (list 'name x)) ((get 'its-name 'speak) 'a))")  ;=> (NAME A)
(in-maclisp "(progn (defun plain (x) x) (list (get 'plain 'expr) (getl 'plain '(subr expr)) (getl 'car '(expr subr)) (subrcall nil (get 'car 'subr) '(7))))")  ;=> ((LAMBDA (X) X) (EXPR (LAMBDA (X) X)) (SUBR #<function CAR>) 7)
(in-maclisp "(progn (defprop by-property (lambda (x) (list x)) expr) (list (by-property 1) (get 'by-property 'expr)))")  ;=> ((1) (LAMBDA (X) (LIST X)))
(in-maclisp "(progn (defun unseen fexpr (l) l) (list (unseen a) (get 'unseen 'fexpr)))")  ;=> ((A) (LAMBDA (L) L))
(in-maclisp "(progn (putprop 'squared '(lambda (x) (times x x)) 'expr) (squared 4))")  ;=> 16
(in-maclisp "(progn (defun fexpr unevaluated (l) l) (unevaluated a b))")  ;=> (A B)
(let ((held-here #'list)) held-here (setq held-value #'list) (held-value 1))  ;signals: undefined-function

;; LET and DESETQ destructure; IF takes several forms; other words.
(in-maclisp "(let (((a (b) . c) '(1 (2) 3)) (d 4) ((nil e) nil)) (list a b c d e))")  ;=> (1 2 (3) 4 NIL)
(in-maclisp "(let* (((a . b) '(1 2)) (c (list a b))) c)")  ;=> (1 (2))
(in-maclisp "(progn (desetq (a (b)) '(1 (2)) c 3) (list a b c))")  ;=> (1 2 3)
;; DELETE and DELQ modify the list itself, on which programs rely.
(in-maclisp "(let ((l (list 'x 'a 'b 'a))) (list (delq 'a l) l))")  ;=> ((X B) (X B))
(in-maclisp "(let ((l (list 'x '(a) 'b '(a)))) (list (delete '(a) l 1) l))")  ;=> ((X B (A)) (X B (A)))

(in-maclisp "(if nil 1 2 3)")  ;=> 3
(in-maclisp "(list (typep 1) (typep 1.5) (typep 'a) (typep '(a)) (typep 1 'integer))")  ;=> (FIXNUM FLONUM SYMBOL LIST T)
(in-maclisp "(map 'princ '(a b))")  ;prints: (A B)(B)
(in-maclisp "(list (boole 1 12 10) (boole 7 12 10) (boole 6 12 10) (boole 4 12 10) (boole 1 15 7 3))")  ;=> (8 14 6 4 3)
(in-maclisp "(list (+$ 1.0 2.0) (//$ 1.0 4.0) (^ 2 10) (rot 1 37) (signp ge 0) (signp l 0) (signp e 'a))")  ;=> (3.0 0.25 1024 2 T NIL NIL)
(in-maclisp "(progn (array maclisp-row fixnum 3) (store (maclisp-row 1) 5) (list (maclisp-row 0) (maclisp-row 1) (arraydims 'maclisp-row)))")  ;=> (0 5 (FIXNUM 3))
(in-maclisp "(let ((a (*array nil t 3))) (store (arraycall t a 1) 'x) (list (arraycall t a 1) (listarray (fillarray a '(1 2)))))")  ;=> (X (1 2 2))
(in-maclisp "(list (sassq 'x '((a 1)) '(lambda () 'none)) (sortcar (list '(b 1) '(a 2)) 'alphalessp) (mem 'lessp 2 '(1 3)) (samepnamep 'a 'a))")  ;=> (NONE ((A 2) (B 1)) (3) T)
(in-maclisp "(list (errset (err 'early)) (errset (list (err))) (break here nil))")  ;=> (EARLY NIL NIL)
(in-maclisp "(error '(must be a number) 'x)")  ;signals: "X (MUST BE A NUMBER)"
(in-maclisp "(subseq (symbol-name (gensym)) 0 2)")  ;=> "G0"
(in-maclisp "(list #\\SP #\\CR #\\LF #\\FORM #\\ALT #\\A)")  ;=> (32 13 10 12 27 65)
(in-maclisp "(let ((l '(a))) (list (eq l (munkam (maknum l))) (= (maknum l) (maknum l)) (= (maknum l) (maknum 'a))))")  ;=> (T T NIL)
(in-maclisp "'(a #M b #Q (c #\\nothing) #N d e)")  ;=> (A B E)

;; Programs of the time define functions that their Lisp lacked; Winnow's own code continues to use Winnow's.
(dialect :maclisp)
(defun if macro (form) (list 'cond (list (cadr form) (cadddr form)) (list t (nth 5 form))))
(list (if t then 'yes else 'no) (if nil then 'yes else 'no) (do ((i 0 (1+ i))) ((= i 3) i)))  ;=> (YES NO 3)
(defun let fexpr (x) (list 'mine x))
(list (let a b) (prog (a) (setq a 1) (return a)))  ;=> ((MINE (A B)) 1)
(dialect :common-lisp)
(let ((a 1)) (if a 2 3))  ;=> 2
(defun let (x) x)  ;signals: program-error

(in-maclisp "(divide 7 2)")  ;=> (3 1)
(in-maclisp "(progn (*array 'ar t 3) (store (arraycall t (get 'ar 'array) 1) 5) (ar 1))")  ;=> 5
(in-maclisp "(list (intern 'abc) (eq (intern '|abc|) '|abc|) (eq (copysymbol 'a nil) 'a))")  ;=> (ABC T NIL)
(in-maclisp "(probef 'no-such-file-here)")  ;=> NIL
(prin1-to-string (in-maclisp "(hunk 1 '(a b))"))  ;=> "{(A B) 1}"

;; In MacLisp GENSYM takes a symbol.
(char (symbol-name (in-maclisp "(gensym 'q)")) 0)  ;=> #\Q

;; Missing features of MacLisp signal an error that says so, and their arguments are not evaluated.
(in-maclisp "(uread foo lisp dsk)")  ;signals: "UREAD is not in Winnow: (openi file) and (openo file) give streams, which READ and PRINT take"

;; SETSYNTAX and SSTATUS change the readtable. The manual's examples come first.
(in-maclisp "(progn (defun read2 () (list (read) (read))) (defun skip1 () (read) nil)
  (list (setsyntax #/$ 'macro 'read2) (setsyntax #/& 'macro '(lambda () ((lambda (x) (list x x)) (read))))
        (setsyntax #/@ 'splicing 'read2) (setsyntax #/% 'splicing 'skip1)))")  ;=> (T T T T)
(in-maclisp "'$3 4")  ;=> (3 4)
(in-maclisp "'&foo")  ;=> (FOO FOO)
(in-maclisp "'($3 4 @3 4 (@a b . c) @d %(e) f)")  ;=> ((3 4) 3 4 (A B . C) D F)
(in-maclisp "@3 4")  ;signals: "a splicing macro returns several objects outside a list"
(in-maclisp "(list '@3 4)")  ;signals: "a splicing macro returns several objects outside a list"
(in-maclisp "(list '(#-maclisp (@3 4 @5 6) #+maclisp @7 8))")  ;=> ((7 8))
(in-maclisp "'#(@3 4 b)")  ;=> #(3 4 B)
(in-maclisp "(setsyntax #/@ 'single #/@)")  ;=> T
(in-maclisp "'(foo@bar)")  ;=> (FOO @ BAR)
(in-maclisp "(setsyntax #/@ 'single 'a)")  ;=> T
(in-maclisp "'(foo@bar)")  ;=> (FOO A BAR)
;; A character gets the initial syntax of another one, or of itself.
(in-maclisp "(list (setsyntax '/@ '/  nil) (setsyntax '/& '/& nil) (setsyntax '/$ 2 nil) (setsyntax '/; #o500500 nil) (setsyntax '/% nil nil))")  ;=> (T T T T T)
(in-maclisp "'(a@b a&b a$b a;b %c d)")  ;=> (A B A&B A$B A B D)
(in-maclisp "(progn (setsyntax '/@ '/@ nil) (setsyntax '/; '/; nil) (setsyntax '/% '/% nil))")  ;=> T
(in-maclisp "(setsyntax '/% 'nothing nil)")  ;signals: "500500 octal, got NOTHING"
(in-maclisp "(setsyntax '/% nil '/!)")  ;signals: "takes no other character"
;; SSTATUS does not evaluate the character, unless it is a list.
(in-maclisp "(list (sstatus macro /! '(lambda () (list 'not (read)))) (sstatus macro (ascii 36) (function (lambda () nil)) splicing) (status macro /%))")  ;=> (T T NIL)
(in-maclisp "'(!a $ b)")  ;=> ((NOT A) B)
(in-maclisp "(list (sstatus macro /! nil) (setsyntax '/$ '/$ nil) (sstatus syntax /~ #o500500))")  ;=> (T T T)
(in-maclisp "'(!a $ b~c)")  ;=> (!A $ B C)
(in-maclisp "(setsyntax '/~ '/~ nil)")  ;=> T
;; The dialect is a feature in its texts.
(in-maclisp "(list #+maclisp 'here #-maclisp 'elsewhere #+franz 'franz (status feature maclisp) (status feature franz) (status nofeature franz))")  ;=> (HERE T NIL T)
(values (read-from-string "(a #+maclisp b)"))  ;=> (A)
(in-maclisp "(list (sstatus feature maclisp-test) (car (status features)))")  ;=> (T :MACLISP)
(in-maclisp "(list #+maclisp-test 'there (sstatus nofeature maclisp-test) (status feature maclisp-test))")  ;=> (THERE T NIL)
;; The date and the time of day, which can only be compared with the clock.
(multiple-value-bind (second minute hour day month year) (decode-universal-time (- (get-universal-time) 1))
  second minute day month
  (destructuring-bind ((y m d) (h min s)) (in-maclisp "(list (status date) (status daytime))")
    (list (<= 0 (- y (- year 1900)) 1) (<= 1 m 12) (<= 1 d 31) (<= 0 (mod (- h hour) 24) 1) (<= 0 min 59) (<= 0 s 59))))  ;=> (T T T T T T)
;; APPLY accepts special forms: Winston and Horn's matcher has (apply 'and (mapcar ...)).
(in-maclisp "(list (apply 'and '(t 1 2)) (apply 'and '(1 nil)) (apply 'or '(nil 3)) (apply (function and) '(t 4)))")  ;=> (2 NIL 3 4)
(in-maclisp "(progn (defun fexpr-applied fexpr (l) l) (apply 'fexpr-applied '(a (b))))")  ;=> (A (B))
(in-maclisp "(apply 'no-such-function-at-all '(1))")  ;signals: undefined-function
(apply 'and '(t 1))  ;signals: undefined-function
(in-maclisp "(list (lexpr-funcall 'plus 1 2 '(3 4)) (lexpr-funcall 'list '(a)) (lexpr-funcall (function +) 1 nil))")  ;=> (10 (A) 1)
;; PRINT does not abbreviate QUOTE, GRINDEF does.
(in-maclisp "(print '('a #'b (quote . c)))")  ;prints: ~((QUOTE A) (FUNCTION B) (QUOTE . C))
(in-maclisp "(list (flatc ''a) (length (explode ''a)))")  ;=> (9 9)
(in-maclisp "(progn (defun quotes-something (x) (list 'a x)) (grindef quotes-something))")  ;prints: (DEFUN QUOTES-SOMETHING (X) (LIST 'A X))~
;; SUBST compares with EQUAL.
(in-maclisp "(list (subst 'a '(b) '((b) c (b))) (subst 'Tempest 'Hurricane '(Shakespeare wrote (The Hurricane))))")  ;=> ((A C A) (SHAKESPEARE WROTE (THE TEMPEST)))
;; REMPROP returns the rest of the list that begins with the property; the property EXPR is the function.
(in-maclisp "(progn (setplist 'remprop-test '(a 1 b 2)) (list (remprop 'remprop-test 'a) (remprop 'remprop-test 'a) (plist 'remprop-test)))")  ;=> ((1 B 2) NIL (B 2))
(in-maclisp "(progn (defun remprop-test (x) x) (remprop 'remprop-test 'expr) (fboundp 'remprop-test))")  ;=> NIL
(in-maclisp "(progn (defun no-argument n n (arg 3)) (no-argument 'a 'b))")  ;signals: "ARG: expected the number of one of 2 arguments, got 3"
(in-maclisp "(progn (defun no-argument-set n n (setarg 1 'a)) (no-argument-set))")  ;signals: "SETARG: expected the number of one of 0 arguments, got 1"
(in-maclisp "(arg 1)")  ;signals: "ARG: no LEXPR is running"
(in-maclisp "(listify 1)")  ;signals: "LISTIFY: no LEXPR is running"
(in-maclisp "(list (haipart 34567 7) (haipart 34567 -5) (haipart -3 8))")  ;=> (67 7 3)
(in-maclisp "(progn (array from-array t 4) (array to-array t 3) (fillarray 'from-array '(a b c d)) (list (listarray (bltarray 'from-array 'to-array)) (listarray (fillarray 'from-array 'to-array))))")  ;=> ((A B C) (A B C C))
(in-maclisp "(progn (setq mapped 0) (mapatoms '(lambda (s) (cond ((eq s 'mapped) (setq mapped (add1 mapped)))))) mapped)")  ;=> 1
(in-maclisp "(numberp (time))")  ;=> T
(in-maclisp "(sprinter '(defun f (x) 'x))")  ;prints: (DEFUN F (X) 'X)~
(in-maclisp "(comment anything)")  ;=> COMMENT
;; Definitions of UCI Lisp and LISP 1.6.
(in-maclisp "(progn (de de-test (x) (times x x)) (df df-test (l) l) (dm dm-test (form) (list 'add1 (cadr form))) (list (de-test 3) (df-test a (b)) (dm-test 4) (car (get 'de-test 'expr))))")  ;=> (9 (A (B)) 5 LAMBDA)
(in-maclisp "(err 'early)")  ;signals: "ERR: expected an enclosing ERRSET to return EARLY"
;; A FEXPR may have a second variable, for the a-list.
(in-maclisp "(progn (defun fexpr-of-two fexpr (l a) a (list 'l l)) (fexpr-of-two 1 (b)))")  ;=> (L (1 (B)))
;; Powers with negative exponents are integers, not ratios.
(in-maclisp "(list (expt 2 10) (expt 2 -1) (^ 3 -2) (expt 2.0 -1) (expt -1 -3))")  ;=> (1024 0 0 0.5 -1)
;; Words have 36 bits, and LSH is logical.
(in-maclisp "(list (lsh 1 3) (lsh 8 -3) (lsh -1 -1) (lsh -1 -35.) (lsh 1 35.) (lsh 1 36.) (rot 1 -1) (rot -1 1))")  ;=> (8 1 34359738367 1 -34359738368 0 -34359738368 -1)
;; Function properties set by PUTPROP.
(in-maclisp "(progn (putprop 'put-fexpr '(lambda (l) l) 'fexpr) (putprop 'put-macro '(lambda (form) (list 'quote (cdr form))) 'macro) (defprop put-expr car expr) (putprop 'put-expr-2 'add1 'expr) (eval '(list (put-fexpr a) (put-macro a b) (put-expr '(1)) (put-expr-2 1))))")  ;=> ((A) (A B) 1 2)
(in-maclisp "(mapcar (*function car) '((a)))")  ;=> (A)
;; A quoted name is also a function of the dialect.
(in-maclisp "(list (funcall 'member '(a) '((a))) (apply 'subst '(1 (a) ((a)))) (mapcar 'assoc '((a)) '((((a) 1)))) (mapcan 'list '(1 2)) (funcall 'funcall 'plus 1 2))")  ;=> (((A)) (1) (((A) 1)) (1 2) 3)
(in-maclisp "(list (apply (function mapcar) '(car ((1) (2)))) (mapcar 'funcall '(car cdr) '((1 2) (3 4))) (apply 'mapcar '(cdr ((1) (2)))) (mapcar (function (lambda (x) (list x))) '(1 2)))")  ;=> ((1 2) (1 (4)) (NIL NIL) ((1) (2)))
;; A disembodied property list may replace a symbol.
(in-maclisp "(prog (l) (setq l (list nil 'a 1)) (putprop l 2 'b) (putprop l 3 'a) (return (list (get l 'a) (get l 'b) (get l 'c) (get l 'subr) (car (getl l '(b subr))) (getl l '(subr)) (remprop l 'a) (get l 'a) (plist l))))")  ;=> (3 2 NIL NIL B NIL (3) NIL (B 2))

;;; Files of MacLisp's own library: declarations outside DECLARE, variables of the system, parameters that are ignored.

(in-maclisp "(progn (herald kept /4) (get 'kept 'version))")  ;=> |4|
(in-maclisp "(progn (defun second-of (() x) x) (second-of 1 2))")  ;=> 2
(in-maclisp "((lambda (nil x) (list nil x)) 1 2)")  ;=> (NIL 2)
(in-maclisp "(list (*lexpr one-name) (*expr another) (*fexpr third))")  ;=> (NIL NIL NIL)
(in-maclisp "(list *rset compiler-state pure ^q)")  ;=> (NIL NIL NIL NIL)
(in-maclisp "((lambda (prinlevel) (flatc '(((1))))) 1)")  ;=> 3
(in-maclisp "(format nil '|a~Ab| 3)")  ;=> "a3b"
(in-maclisp "(symbolconc 'a 'b 3)")  ;=> AB3
(in-maclisp "(include |dsk: nowhere; absent >|)")  ;signals: file-error
(in-maclisp "(fasload (liblsp) absent)")  ;signals: file-error
