;;; -*- Mode: Lisp; Syntax: Common-Lisp -*-
;;;; franz-data.lisp -- Franz Lisp's functions for lists, numbers, vectors, ports and the system, from its manual.

(defun in-franz (text)
  (unwind-protect (progn (dialect :franz) (eval (read-from-string text)))
    (dialect :common-lisp)))
(defun franz-output (text) (with-output-to-string (*standard-output*) (in-franz text)))
(defun franz-printed (text) (substitute #\~ #\Newline (franz-output text)))

;;; Lists

(in-franz "(list (insert 3 '(1 2 4) '< nil) (insert 0 '(1) '< nil) (insert 9 '(1) 'lessp nil) (insert 1 nil '< nil))")  ;=> ((1 2 3 4) (0 1) (1 9) (1))
(in-franz "(list (insert 'b (list 'a 'c) nil nil) (insert 'a (list 'a 'c) nil t) (insert '(a) (list '(a)) '(lambda (x y) nil) t))")  ;=> ((A B C) (A C) ((A)))
(in-franz "(let ((l (list 1 3))) (insert 2 l '< nil) l)")  ;=> (1 2 3)
(in-franz "(list (subpair '(a c) '(x y) '(a b c d)) (subpair '((1)) '(one) '(a ((1)))))")  ;=> ((X B Y D) (A (ONE)))
(in-franz "(subpair '(a) '(x y) 'a)")  ;signals: "lists of the same length"
(in-franz "(subst '(a b c) 'x '(x y z (x y z) (x y z)))")  ;=> ((A B C) Y Z ((A B C) Y Z) ((A B C) Y Z))
(in-franz "(lsubst '(a b c) 'x '(x y z (x y z) (x y z)))")  ;=> (A B C Y Z (A B C Y Z) (A B C Y Z))
(in-franz "(let ((l (list 'a (list 'b)))) (dsubst 'x '(b) l) l)")  ;=> (A X)
(in-franz "(list (dremove 'a (list 'a 'b 'a)) (dremove 'a (list 'a 'b 'a) 1) (eval (kwote 'a)) (kwote '(a)) (eqstr '(1 \"a\") '(1 \"a\")))")  ;=> ((B) (B A) A '(A) T)
(in-franz "(let ((all (oblist))) (list (and (memq 'car all) t) (progn (mapc 'symbolp all) (greaterp (length all) 500))))")  ;=> (T T)
(in-franz "(list (substringn \"abc\" 2) (substringn 'abc 2 1) (substringn \"abc\" 2 0) (substringn \"abc\" -1) (substringn \"abc\" 4) (substringn \"abc\" 2 9))")  ;=> ((98 99) (98) 98 (99) NIL (98 99))
(in-franz "(list (substring \"abc\" 2 9) (substring \"abc\" 4) (substring \"abc\" 0) (substring \"abc\" -3 2) (substring \"abc\" -4))")  ;=> ("bc" NIL NIL "ab" NIL)
(in-franz "(list (dv franz-quoted (a b)) franz-quoted (purcopy '(a)) (purep 'a))")  ;=> ((A B) (A B) (A) NIL)

;;; Numbers

(in-franz "(list (*quo 7 2) (*quo -7 2) (Divide 7 2) (Divide -7 2) (Emuldiv 3 4 5 7))")  ;=> (3 -3 (3 1) (-3 -1) (2 3))
(in-franz "(list (mapcar '(lambda (n) (*mod n 5)) '(0 1 2 3 4)) (mapcar '(lambda (n) (*mod n 4)) '(0 1 2 3)) (*mod -1 5))")  ;=> ((0 1 2 -2 -1) (0 1 2 -1) -1)
(in-franz "(list (fact 20) (fact 0) (<& 1 2) (>& 1 2) (=& 2 2))")  ;=> (2432902008176640000 1 T NIL T)
(in-franz "(Divide 1 0)")  ;signals: division-by-zero

;;; Vectors, arrays, hunks, hash tables

(in-franz "(let ((v (new-vector 2 0 'kind))) (list (vprop v) (vget v 'size) (vputprop v 5 'size) (vprop v) (vget v 'size) (vget v 'colour)))")  ;=> (KIND NIL 5 (KIND SIZE 5) 5 NIL)
(in-franz "(let ((v (vector 1 2))) (list (vprop v) (car (vsetprop v (list 'kind 'size 3))) (vget v 'size) (vputprop v 4 'size) (vget v 'size)))")  ;=> (NIL KIND 3 4 4)
(in-franz "(progn (array franz-array t 2 3) (store (franz-array 1 0) 'x) (list (getlength 'franz-array) (arrayref 'franz-array 3)))")  ;=> (6 X)
(in-franz "(let ((h (hunk 4 'sharp 'keys))) (list (hunk-to-list h) (hunk-to-list (*rplacx 1 h 'flat))))")  ;=> ((4 SHARP KEYS) (4 FLAT KEYS))
(franz-printed "(print (hunk 4 'sharp 'keys))")  ;=> "{4 sharp keys}"
(in-franz "(let ((h (makeht 20 'equal))) (list (addhash '(a) h 1) (gethash '(a) h) (hash-table-count h) (hash-table-p h)))")  ;=> ((A) 1 1 T)

;;; Ports and files

(in-franz "(list (portp 'a) (pntlen '(a \"b\")) (pntlen 123))")  ;=> (NIL 7 3)
(franz-printed "(progn (patom 'abc) (let ((n (nwritn))) (terpr) (print (list n (nwritn)))))")  ;=> "abc~(3 0)"
(with-input-from-string (*standard-input* (format nil "ab~%cd")) (in-franz "(let ((c (tyi))) (untyi c) (list c (tyi) (zapline) (tyi)))"))  ;=> (97 97 NIL 99)

;; LOAD, INCLUDE, DSKIN and SLOAD find a source file with or without the ending .l.
(defvar *franz-text* (format nil "franz-data-~36R" (random (expt 36 8))))
(defun franz-file-form (format) (in-franz (format nil format (string-downcase *franz-text*))))
(with-open-file (s (format nil "~(~A~).l" *franz-text*) :direction :output)
  (format s "(setq franz-loaded '(Foo))~%(defun franz-head (x) (car x))~%"))
(franz-file-form "(list (load '~A) franz-loaded (franz-head '(a)))")  ;=> (T (|Foo|) A)
(franz-file-form "(progn (setq franz-loaded nil) (list (include ~A) (car franz-loaded)))")  ;=> (NIL |Foo|)
(franz-file-form "(progn (setq franz-loaded nil) (list (include-if nil ~A) franz-loaded (includef-if t '~:*~A) franz-loaded))")  ;=> (NIL NIL NIL (|Foo|))
(franz-file-form "(includef \"~A.l\")")  ;=> NIL
(substitute #\~ #\Newline (with-output-to-string (*standard-output*) (franz-file-form "(sload '~A)")))  ;=> "(setq franz-loaded '(Foo))~franz-head~"
(search "(Foo)" (with-output-to-string (*standard-output*) (franz-file-form "(dskin ~A)")))  ;=> 0
(franz-file-form "(let ((p (infile '~A.l))) (list (filepos p) (filepos p 6) (read p) (fseek p 1 0) (read p) (greaterp (fseek p -3 2) 20) (portp p) (close p)))")  ;=> (0 6 FRANZ-LOADED 1 SETQ T T T)
(delete-file (format nil "~(~A~).l" *franz-text*))
(in-franz "(include no-such-file-of-franz)")  ;signals: file-error

;;; The system

(let ((*command-line* '("one" "Two"))) (in-franz "(list (argv -1) (argv 1) (argv 2) (argv 3) (command-line-args))"))  ;=> (3 ONE |Two| NIL (ONE |Two|))
(in-franz "(let ((p (ptime))) (list (length p) (fixp (car p)) (fixp (cadr p)) (minusp (cadr p))))")  ;=> (2 T T NIL)
(let ((before (- (get-universal-time) (encode-universal-time 0 0 0 1 1 1970 0)))) (<= 0 (- (in-franz "(sys:time)") before) 2))  ;=> T
(in-franz "(list (substring (time-string 331228285) -4) (pntlen (status ctime)) (length (status localtime)))")  ;=> ("1980" 26 9)
(in-franz "(list (sstatus translink on) (status translink) (status no-such-status) (sstatus feature franz-feature) (status feature franz-feature) (sstatus nofeature franz-feature) (status feature franz-feature))")
;=> (ON ON NIL FRANZ-FEATURE T FRANZ-FEATURE NIL)
(in-franz "(sstatus chainatom t)")  ;signals: "CAR and CDR of a symbol other than NIL are errors"
(in-franz "(sstatus chainatom nil)")  ;=> NIL
(in-franz "(list (exec exit 3) (*break nil 'no) (allocate 'list 100))")  ;=> (3 NIL 100)
;; Upper-case letters that are not escaped are read in lower case; a copy of the readtable keeps the change, the original
;; does not.
(defun franz-read (text) (in-franz (format nil "(prin1-to-string (readlist (explodec ~S)))" text)))
(franz-read "(Foo BAR |Baz| \\X)")  ;=> "(Foo BAR Baz X)"
(in-franz "(sstatus uctolc t)")  ;=> T
(franz-read "(Foo BAR |Baz| \\Xy eQ)")  ;=> "(foo bar Baz Xy eq)"
(in-franz "(list (Eq 'Foo 'foo) (status uctolc) (eq 'FOO (let ((*readtable* (makereadtable))) (readlist (explodec \"Foo\")))))")  ;=> (T T T)
(in-franz "(let ((*readtable* (makereadtable t))) (ncons (readlist (explodec \"Foo\"))))")  ;=> (|Foo|)
(in-franz "(sstatus uctolc nil)")  ;=> NIL
(franz-read "Foo")  ;=> "Foo"
(defun franz-calls (word)
  (in-franz (format nil "(progn (defun franz-inner (x) (~A) x) (defun franz-outer (x) (add1 (franz-inner x))))" word))
  (franz-output "(franz-outer 1)"))
(search "1: (franz-inner 1)" (franz-calls "showstack"))  ;=> 0
(search "franz-inner
franz-outer
" (franz-calls "baktrace"))  ;=> 0

;; Words for Franz Lisp's environment signal an error that says so, unless the program defines a function of that name.
(in-franz "(editf no-such-variable)")  ;signals: "editf is not in Winnow: it belongs to the editor"
(in-franz "(freturn 1 2)")  ;signals: "freturn is not in Winnow"
(in-franz "(cvttomaclisp)")  ;signals: "(dialect :maclisp) chooses another dialect"
(in-franz "(progn (defun franz-caller () (process 1)) (defun process (x) (add1 x)) (franz-caller))")  ;=> 2
