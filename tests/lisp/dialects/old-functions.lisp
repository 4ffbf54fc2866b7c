;;; -*- Mode: Lisp; Syntax: Common-Lisp -*-
;;;; old-functions.lisp -- functions as data in MacLisp, Franz Lisp and LISP 1.5: names, FUNARGs, LEXPRs, GETL, computed GO.

(defun in-dialect (name text)
  (unwind-protect (progn (dialect name) (eval (read-from-string text)))
    (dialect :common-lisp)))
(defun in-maclisp (text) (in-dialect :maclisp text))
(defun in-franz (text) (in-dialect :franz text))
(defun in-lisp-1.5 (text) (in-dialect :lisp-1.5 text))
(defun load-text (syntax &rest lines)
  (with-input-from-string (s (format nil ";;; -*- Syntax: ~A -*-~%~{~A~%~}" syntax lines)) (load s)))

;;; A name held by a variable or by a form in operator position denotes the dialect's function.
(in-lisp-1.5 "((LAMBDA (FN X Y) (FN X Y)) 'MEMBER '(A) '((A) B))")  ;=> T
(in-lisp-1.5 "((LAMBDA (FN X Y) (FN X Y)) 'MAPLIST '(A B) 'CAR)")  ;=> (A B)
(in-lisp-1.5 "((LAMBDA (FN X Y Z) (FN X Y Z)) 'SUBST 'X '(B) '(A (B)))")  ;=> (A X)
(in-maclisp "((lambda (p x y) (list (p x y) (funcall p x y) (apply p (list x y)) (car (mapcar p (list x) (list y))))) 'member '(a) '((a) b))")  ;=> (((A) B) ((A) B) ((A) B) ((A) B))
(in-maclisp "((lambda (p x) (p x)) 'typep 1)")  ;=> FIXNUM
(in-maclisp "(progn (putprop 'op-held 'assoc 'fn) ((get 'op-held 'fn) '(b) '(((b) 1))))")  ;=> ((B) 1)
(in-maclisp "(list (mem 'greaterp 2 '(3 1)) (sort (list 3 1 2) 'lessp) (sassoc 'a nil 'list))")  ;=> ((1) (1 2 3) NIL)
(in-franz "((lambda (p x y) (p x y)) 'member '(a) '((a) b))")  ;=> ((A) B)
(in-franz "(progn (mapc 'print '(a b)) (map 'print '(a b)) (maplist 'print '(c)))")  ;prints: ab(a b)(b)(c)
;; The dialect of the text decides, wherever the function is called from.
(load-text "MacLisp" "(defun held-member () (mapcar 'member '((a)) '(((a) b))))" "(defun held-eval () (eval '(member '(a) '((a)))))"
           "(defun held-and () (apply 'and '(1 2)))" "(defun passes-member (f) (funcall f 'member '(a) '((a))))")  ;=> T
(list (held-member) (held-eval) (held-and))  ;=> ((((A) B)) ((A)) 2)
;; A function of a Common Lisp text calls functions by their Common Lisp meaning.
(passes-member (lambda (f x y) (funcall f x y)))  ;=> NIL
(list (funcall 'member '(a) '((a))) (mapcar 'member '((a)) '(((a)))))  ;=> (NIL (NIL))
;; A program's own definition has precedence.
(in-franz "(progn (defun held-own (x) (list 'own x)) ((lambda (f) (list (f 1) (funcall f 2))) 'held-own))")  ;=> ((OWN 1) (OWN 2))
;; The recursion of a function held by a variable is as deep as any other. The hostile build allows 20,000 calls, but only
;; 100 from C++.
(in-maclisp "(progn (defun count-down (f n) (cond ((zerop n) 'end) (t (f f (sub1 n))))) (count-down 'count-down 15000))")  ;=> END

;;; FUNARGs (LISP 1.5 Programmer's Manual, Appendix B): the function runs with the bindings of the time when it was made.
(load-text "LISP 1.5" "DEFINE ((" "(MAPL1 (LAMBDA (L FN) (COND ((NULL L) NIL) (T (CONS (FN (CAR L)) (MAPL1 (CDR L) FN))))))"
  "(SHADOW (LAMBDA (L) (MAPL1 L (FUNCTION (LAMBDA (X) (LENGTH L))))))" "(QUOTED (LAMBDA (L) (MAPL1 L (QUOTE (LAMBDA (X) (LENGTH L))))))"
  "))" "SHADOW ((A B C))" "QUOTED ((A B C))")  ;prints: (MAPL1 SHADOW QUOTED)~(3 3 3)~(3 2 1)~
(load-text "LISP 1.5" "DEFINE ((" "(ADDER (LAMBDA (N) (FUNCTION (LAMBDA (X) (PLUS X N)))))" "(USE (LAMBDA (FN N) (FN 1)))"
  "(COMPOSE (LAMBDA (F G) (FUNCTION (LAMBDA (X) (F (G X))))))" "(APPLYF (LAMBDA (FN X) (FN X)))"
  "(SECOND1 (LAMBDA (L) (APPLYF (COMPOSE (QUOTE CAR) (QUOTE CDR)) L)))" "))"
  "(LAMBDA (K) (USE (ADDER K) 100)) (5)" "SECOND1 ((A B C))")  ;prints: (ADDER USE COMPOSE APPLYF SECOND1)~6~B~
(load-text "LISP 1.5" "DEFINE ((" "(TESTR (LAMBDA (X P F U) (COND ((P X) (F X)) ((ATOM X) (U))"
  "(T (TESTR (CDR X) P F (FUNCTION (LAMBDA () (TESTR (CAR X) P F U))))))))"
  "(FINDN (LAMBDA (TREE) (TESTR TREE (FUNCTION NUMBERP) (FUNCTION (LAMBDA (Y) Y)) (FUNCTION (LAMBDA () NIL)))))" "))"
  "FINDN ((A (B 7) C))" "FINDN ((A (B) C))")  ;prints: (TESTR FINDN)~7~NIL~
(defun long-tree (n) (let ((tree '(7))) (dotimes (i n tree) (setq tree (list tree 'a)))))
(funcall 'findn (long-tree 1000))  ;=> 7
;; An assignment changes the binding, which its form and all functions made in it share, also after the form has ended.
(load-text "LISP 1.5" "DEFINE ((" "(COUNTL (LAMBDA (L) (PROG (N) (SETQ N 0) (MAPC L (FUNCTION (LAMBDA (X) (SETQ N (ADD1 N))))) (RETURN N))))"
  "(COUNTER (LAMBDA (N) (FUNCTION (LAMBDA () (SETQ N (ADD1 N))))))" "(THRICE (LAMBDA (C N) (LIST (C) (C) (C) N)))"
  "(LATE (LAMBDA () (PROG (X FN) (SETQ FN (FUNCTION (LAMBDA () X))) (SETQ X (QUOTE NEW)) (RETURN FN))))" "(CALL1 (LAMBDA (FN X) (FN)))"
  "(BOTH (LAMBDA (N) (LIST (FUNCTION (LAMBDA () (SETQ N (ADD1 N)))) (FUNCTION (LAMBDA () N)))))" "(FIRST2 (LAMBDA (L N) (LIST ((CAR L)) ((CAR L)) ((CADR L)) N)))" "))"
  "COUNTL ((A B C D))" "(LAMBDA (N) (THRICE (COUNTER 10) N)) (1)" "(LAMBDA (X) (CALL1 (LATE) (QUOTE OLD))) (OLDER)" "(LAMBDA (N) (FIRST2 (BOTH 5) N)) (0)")  ;prints: (COUNTL COUNTER THRICE LATE CALL1 BOTH FIRST2)~4~(11 12 13 1)~NEW~(6 7 7 0)~
;; A variable that was not bound at that time has its global value.
(in-maclisp "(progn (setq funarg-global 1) (defun reads-global () (*function (lambda () funarg-global))) (let ((f (reads-global)) (funarg-global 2)) (list (funcall f) funarg-global)))")  ;=> (1 2)
(in-maclisp "(progn (defun sets-global () (*function (lambda () (setq funarg-global 5)))) (list (let ((funarg-global 3)) (let ((f ((lambda () (sets-global))))) (funcall f) funarg-global)) funarg-global))")  ;=> (5 1)
;; A GO, RETURN or THROW out of a FUNARG restores the bindings.
(in-maclisp "(let ((y 'outer)) (let ((f (let ((y 'kept)) (*function (lambda () (throw y done)))))) (list (catch (funcall f) done) y)))")  ;=> (KEPT OUTER)
(in-maclisp "(progn (defun map-it (l fn) (cond ((null l) nil) (t (cons (funcall fn (car l)) (map-it (cdr l) fn))))) (list ((lambda (l) (map-it l (*function (lambda (x) x (length l))))) '(a b c)) ((lambda (l) (map-it l (function (lambda (x) x (length l))))) '(a b c))))")  ;=> ((3 3 3) (3 2 1))
;; The library's own functions need no FUNARG.
(eq (in-lisp-1.5 "(FUNCTION CAR)") #'car)  ;=> T

;;; fclosures (Franz Lisp Manual, 8.4: its examples)
(load-text "Franz" "(defun code (me count) (print (list 'in x)) (setq x (+ 1 x)) (cond ((greaterp count 1) (funcall me me (sub1 count)))) (print (list 'out x)))"
  "(setq x 0)" "(setq z (fclosure '(x) 'code))" "(funcall z z 3)" "(print x)" "(setq zz (fclosure '(x) 'code))" "(funcall zz zz 2)" "(funcall z z 1)")  ;prints: (in 0)(in 1)(in 2)(out 3)(out 3)(out 3)0(in 0)(in 1)(out 2)(out 2)(in 3)(out 4)
(in-franz "(list (fclosurep z) (fclosurep 'code) (fclosure-function z) (fclosure-alist z) (symeval-in-fclosure z 'x) (set-in-fclosure z 'x 9) (symeval-in-fclosure z 'x) x)")  ;=> (T NIL CODE ((X . 4)) 4 9 9 0)
(in-franz "(progn (setq n 5) (let ((both (fclosure-list '(n) '(lambda () (setq n (add1 n))) '(n) '(lambda () n)))) (list (funcall (car both)) (funcall (car both)) (funcall (cadr both)) n)))")  ;=> (6 7 7 5)
(in-franz "(let ((f (let-fclosed ((n 1)) (function (lambda () (setq n (add1 n))))))) (list (funcall f) (funcall f)))")  ;=> (2 3)
(in-franz "(symeval-in-fclosure z 'y)")  ;signals: "expected a variable of the fclosure, got Y"
(in-franz "(fclosure-alist 'code)")  ;signals: type-error

;;; The tag of GO may be computed in MacLisp and Franz Lisp, not in LISP 1.5.
(in-maclisp "(prog (l) (setq l 'two) (go (cond ((eq l 'two) 'b) (t 'a))) a (return 1) b (return 2))")  ;=> 2
(in-franz "(prog (i) (setq i 0) a (setq i (1+ i)) (go (cond ((lessp i 5) 'a) (t 7))) 7 (return i))")  ;=> 5
(in-maclisp "(prog (n) (setq n 0) out (setq n (1+ n)) (cond ((= n 2) (return 'twice))) (prog () (go (car '(out)))))")  ;=> TWICE
(in-maclisp "(prog () (go (car '(absent))))")  ;signals: control-error
(in-lisp-1.5 "(PROG () (GO (CAR '(A))) A (RETURN 1))")  ;signals: program-error

;;; A lambda expression may be a LEXPR.
(in-maclisp "(list (apply (function (lambda n (arg n))) '(a b c)) (funcall '(lambda n (listify n)) 1 2) ((lambda n n) 'a 'b))")  ;=> (C (1 2) 2)
(in-franz "(mapcar '(lambda n (plus (arg 1) (arg 2))) '(1 2) '(10 20))")  ;=> (11 22)
(in-lisp-1.5 "((LAMBDA N N) 'A)")  ;signals: program-error

;;; Queries about the words of a dialect.
(in-maclisp "(list (car (getl 'plus '(subr lsubr expr fexpr fsubr))) (car (getl 'add1 '(subr fsubr))) (car (getl 'cond '(subr fsubr))) (car (getl 'list '(lsubr subr))) (getl 'no-word '(subr fsubr)))")  ;=> (LSUBR SUBR FSUBR LSUBR NIL)
(in-maclisp "(list (fboundp 'plus) (fboundp 'cond) (fboundp 'no-word) (sysp 'add1) (sysp 'cond) (sysp 'held-member) (subrp (get 'car 'subr)) (subrp 'car))")  ;=> (T T NIL SUBR FSUBR NIL T NIL)
(in-maclisp "(list (args 'cons) (args 'member) (args 'delete) (args 'cond))")  ;=> ((NIL . 2) (NIL . 2) (2 . 3) NIL)
(in-maclisp "(progn (defun asked-expr (x) x) (defun asked-fexpr fexpr (l) l) (list (car (getl 'asked-expr '(subr expr))) (car (getl 'asked-fexpr '(fexpr fsubr)))))")  ;=> (EXPR FEXPR)
(in-lisp-1.5 "(LIST (NULL (GET 'COND 'FSUBR)) (NULL (GET 'CAR 'SUBR)) (NULL (GET 'PLUS 'FSUBR)) (GET 'CAR 'FSUBR))")  ;=> (NIL NIL NIL NIL)
(in-franz "(progn (defun got (x) (list x)) (def got-all (nlambda (l) l)) (def got-any (lexpr (n) n)) (def got-macro (macro (form) (cadr form))) (mapcar 'getd '(got got-all got-any got-macro no-word)))")  ;=> ((LAMBDA (X) (LIST X)) (NLAMBDA (L) L) (LEXPR (N) N) (MACRO (FORM) (CADR FORM)) NIL)
(in-franz "(list (type (getd 'add1)) (type (getd 'plus)) (type (getd 'cond)) (funcall (getd 'plus) 1 2))")  ;=> (BINARY BINARY BINARY 3)
(in-franz "(progn (putd 'got-member (getd 'member)) (putd 'got-square '(lambda (x) (times x x))) (putd 'got-again (getd 'got)) (list (got-member '(a) '((a) b)) (got-square 3) (got-again 1)))")  ;=> (((A) B) 9 (1))
(in-franz "(progn (putd 'got nil) (getd 'got))")  ;=> NIL

;;; The constants of a dialect have their values in that dialect only.
(in-lisp-1.5 "(LIST F *T* T)")  ;=> (NIL T T)
(remove-if-not #'boundp '(f star blank comma dash lpar piport poport base ibase *nopoint))  ;=> NIL
(load-text "LISP 1.5" "DEFINE (((NONE1 (LAMBDA (X) (COND (X F) (T STAR))))))")  ;prints: (NONE1)~
(list (none1 t) (none1 nil) (boundp 'f) (boundp 'star))  ;=> (NIL * NIL NIL)
(in-lisp-1.5 "((LAMBDA (F) (LIST (F 1) F)) 'LIST)")  ;=> ((1) LIST)
(in-lisp-1.5 "(PROG2 (CSET 'STAR 'S) STAR)")  ;=> S
(in-maclisp "(list (set 'base 8) (prin1-to-string 64) (symeval 'base) (boundp 'ibase) (setq base 10))")  ;=> (8 "100" 8 T 10)
(let ((f 1)) f)  ;=> 1
;; In LISP 1.5 the atom T is a variable, and its value, *T*, is what predicates return.
(load-text "LISP 1.5" "LIST (T F)" "EQ (A A)" "PRINT (T)" "(LAMBDA (X) (LIST T (QUOTE T) (EQ T *T*) (EQ T (QUOTE T)))) (A)" "(LAMBDA () (INTERN (CAR (UNPACK (QUOTE TX))))) ()")  ;prints: (T F)~*T*~~T ~T~(*T* T *T* NIL)~T~

;;; Words of MacLisp for the system.
(in-maclisp "(list (*plus 1 2) (*dif 5 3) (*times 2 3) (*quo 7 2) (delassq 'a (list '(a . 1) '(b . 2))))")  ;=> (3 2 6 3 ((B . 2)))
(in-maclisp "(progn (defun ert-word fexpr (l) (cons 'ert l)) (defprop thert-word ert-word fexpr) (defprop later-word later-fexpr fexpr) (defun later-fexpr fexpr (l) l) (list (thert-word a (b)) (later-word c)))")  ;=> ((ERT A (B)) (C))
(in-maclisp "(list (namelist '((dsk) foo bar)) (namelist '(foo bar dsk user)) (mergef '((dsk) foo *) '((dsk user) x lisp)) (namelist '|foo.bar|))")  ;=> (((DSK) FOO BAR) ((DSK USER) FOO BAR) ((DSK) FOO LISP) ((DSK) FOO BAR))
(in-maclisp "(let ((s (open '((dsk) listed file/.tmp) 'out))) (prin1 '(in a list) s) (close s) (setq s (open '(listed file/.tmp dsk me) 'in)) (prog1 (list (read s) (filepos s 0) (tyi s) (untyi 40. s) (read s)) (close s) (deletef '((dsk) listed file/.tmp))))")  ;=> ((IN A LIST) T 40 T (IN A LIST))
(in-maclisp "(progn (ioc w) (princ 'hidden) (ioc v) (princ 'seen) (setq ^w t) (princ 'hidden) (setq ^w nil) (princ ^w))")  ;prints: SEENNIL
(in-maclisp "(progn (setq *nopoint nil) (princ 100) (setq base 8) (princ 100) (setq base 10 *nopoint t) (princ 100))")  ;prints: 100.144100
(in-maclisp "(progn (array fixed-row fixnum 3) (array real-row flonum 3) (store (fixed-row 1) 2) (list (fixed-row 1) (errset (store (fixed-row 1) 2.5) nil) (errset (store (real-row 0) 1) nil)))")  ;=> (2 NIL NIL)
(in-maclisp "(store (fixed-row 1) 'a)")  ;signals: "STORE: expected an element of type FIXNUM, got A"
(let ((*trace-output* *standard-output*)) (in-maclisp "(progn (trace traced-later) (defun traced-later (x) x) (traced-later 1) (untrace traced-later))"))  ;prints: 0: (TRACED-LATER 1)~0: TRACED-LATER returned 1~
(in-maclisp "(progn (errset (car 1) nil) (errprint nil))")  ;prints: ; CAR: expected a list, got 1~
(in-maclisp "(evalframe nil)")  ;signals: "EVALFRAME is not in Winnow"
(in-maclisp "(grind foo)")  ;signals: "GRIND is not in Winnow"
(with-input-from-string (inner "b") (set 'inner-stream inner)
  (with-input-from-string (*standard-input* "a c") (in-maclisp "(list (read) (progn (inpush inner-stream) (read)) (progn (inpush -1) (read)))")))  ;=> (A B C)
(in-maclisp "(list (eq readtable readtable) (nouuo t))")  ;=> (T NIL)
