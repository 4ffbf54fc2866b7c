;;;; pretty.lisp -- the pretty printer (ANSI Common Lisp, 22.2). Line breaks are shown as ~. The expected values are those on
;;;; which SBCL 2.2.9 and CLISP 2.49.93 agree, otherwise they follow from the standard's rules.

(defun laid-out (object width &rest keys)
  (let ((*print-pretty* t) (*print-right-margin* width) (*print-miser-width* nil))
    (substitute #\~ #\Newline (apply #'write-to-string object keys))))
(defmacro in-block ((width &rest options) &body body)
  `(let ((*print-pretty* t) (*print-right-margin* ,width) (*print-miser-width* nil))
     (substitute #\~ #\Newline
                 (with-output-to-string (s) (pprint-logical-block (s ,@options) ,@body)))))

;; Data: as many elements per line as fit.
(laid-out '(1 2 3 4 5 6 7 8 9 10) 12)                   ;=> "(1 2 3 4 5~ 6 7 8 9 10)"
(laid-out '(1 2 3 4 5 6 7 8 9 10) 80)                   ;=> "(1 2 3 4 5 6 7 8 9 10)"
(laid-out #(1 2 3 4 5 6 7 8 9 10) 12)                   ;=> "#(1 2 3 4 5~  6 7 8 9~  10)"
(laid-out #2A((1 2) (3 4)) 10)                          ;=> "#2A((1 2)~    (3 4))"
(laid-out '((1 . 2) 3 . 4) 80)                          ;=> "((1 . 2) 3 . 4)"
(laid-out "a string with blanks" 5)                     ;=> "\"a string with blanks\""
(laid-out '("a" "b") 5)                                 ;=> "(\"a\"~ \"b\")"

;; Code.
(laid-out '(defun factorial (n) (if (zerop n) 1 (* n (factorial (1- n))))) 40)  ;=> "(DEFUN FACTORIAL (N)~  (IF (ZEROP N)~      1~      (* N (FACTORIAL (1- N)))))"
(laid-out '(defun nothing () nil) 80)                   ;=> "(DEFUN NOTHING () NIL)"
(laid-out '(let ((alpha 1) (beta (+ 1 2 3))) (print alpha) (list alpha beta)) 30)  ;=> "(LET ((ALPHA 1)~      (BETA (+ 1 2 3)))~  (PRINT ALPHA)~  (LIST ALPHA BETA))"
(laid-out '(cond ((null list) (print 'nothing)) ((consp list) (car list)) (t 'else)) 40)  ;=> "(COND ((NULL LIST) (PRINT 'NOTHING))~      ((CONSP LIST) (CAR LIST))~      (T 'ELSE))"
(laid-out '(if (predicate argument) (then argument) (else argument)) 30)  ;=> "(IF (PREDICATE ARGUMENT)~    (THEN ARGUMENT)~    (ELSE ARGUMENT))"
(laid-out '(setq a (foo 1 2 3) b (bar 4 5 6) c 1) 20)   ;=> "(SETQ A (FOO 1 2 3)~      B (BAR 4 5 6)~      C 1)"
(laid-out '(do ((i 0 (+ i 1))) ((= i 10) (print 'done)) (print i) (terpri)) 30)  ;=> "(DO ((I 0 (+ I 1)))~    ((= I 10) (PRINT 'DONE))~  (PRINT I)~  (TERPRI))"
(laid-out '(case x ((a b) (first-thing) (second-thing)) (otherwise nil)) 30)  ;=> "(CASE X~  ((A B)~   (FIRST-THING)~   (SECOND-THING))~  (OTHERWISE NIL))"
(laid-out '(flet ((f (x) (long-name x x x)) (g (y) (other y))) (f 1) (g 2)) 24)  ;=> "(FLET ((F (X)~         (LONG-NAME X X~          X))~       (G (Y)~         (OTHER Y)))~  (F 1)~  (G 2))"
(laid-out '(prog (a) (setq a 1) loop (print a) (go loop)) 30)  ;=> "(PROG (A)~  (SETQ A 1)~ LOOP~  (PRINT A)~  (GO LOOP))"
(laid-out '(loop for x in things when (good-p x) collect (f x)) 30)  ;=> "(LOOP FOR X IN THINGS~      WHEN (GOOD-P X)~      COLLECT (F X))"
(laid-out '(loop . atom) 30)                            ;=> "(LOOP . ATOM)"
(laid-out '(unwind-protect (work 1 2 3) (clean-up 1 2 3)) 30)  ;=> "(UNWIND-PROTECT (WORK 1 2 3)~  (CLEAN-UP 1 2 3))"
(laid-out '(lambda (x y) (list x y)) 15)                ;=> "(LAMBDA (X Y)~  (LIST X Y))"
(laid-out '(list aaaa bbbb cccc dddd) 16)               ;=> "(LIST AAAA BBBB~      CCCC DDDD)"
(laid-out ''(quote a) 80)                               ;=> "''A"
(laid-out '(function . a) 80)                           ;=> "(FUNCTION . A)"
(laid-out '`(a ,b ,@c) 80)                              ;=> "`(A ,B ,@C)"
(laid-out '(let . 5) 80)                                ;=> "(LET . 5)"
(laid-out '(defun) 80)                                  ;=> "(DEFUN)"
(laid-out '(cond 5 (a)) 80)                             ;=> "(COND 5 (A))"

;; The kinds of newlines.
(in-block (8 '(aaa bbb ccc)) (loop (write (pprint-pop) :stream s) (pprint-exit-if-list-exhausted) (write-char #\Space s) (pprint-newline :linear s)))  ;=> "AAA~BBB~CCC"
(in-block (8 '(aaa bbb ccc)) (loop (write (pprint-pop) :stream s) (pprint-exit-if-list-exhausted) (write-char #\Space s) (pprint-newline :fill s)))  ;=> "AAA BBB~CCC"
(in-block (80 '(a b)) (princ (pprint-pop) s) (pprint-newline :mandatory s) (princ (pprint-pop) s))  ;=> "A~B"
(in-block (80 '(a b)) (princ (pprint-pop) s) (pprint-newline :miser s) (princ (pprint-pop) s))  ;=> "AB"
(let ((*print-miser-width* 90)) (let ((*print-pretty* t) (*print-right-margin* 80)) (with-output-to-string (s) (pprint-logical-block (s nil) (princ 1 s) (pprint-newline :miser s) (princ 2 s)))))  ;=> "12"
(in-block (80 nil :prefix "(" :suffix ")") (princ 1 s) (pprint-indent :block 3 s) (pprint-newline :mandatory s) (princ 2 s))  ;=> "(1~    2)"
(in-block (80 nil :prefix "(") (princ "abc" s) (pprint-indent :current -1 s) (pprint-newline :mandatory s) (princ 2 s))  ;=> "(abc~   2"
(in-block (80 nil :per-line-prefix "; ") (princ "a" s) (pprint-newline :mandatory s) (princ "b" s) (terpri s) (princ "c" s))  ;=> "; a~; b~; c"
(in-block (80 nil) (princ "a" s) (pprint-tab :line 5 1 s) (princ "b" s) (pprint-tab :line-relative 2 4 s) (princ "c" s))  ;=> "a    b  c"
(in-block (80 nil) (princ "ab" s) (pprint-logical-block (s nil) (princ "c" s) (pprint-tab :section 4 2 s) (princ "d" s)))  ;=> "abc   d"
;; The number of spaces after texts of 0, 3, 5 and 6 characters in a block that begins in column 2.
(defun tabs (kind)
  (loop for before in '("" "abc" "abcde" "abcdef")
        collect (loop for (column step) in '((0 0) (0 3) (3 0) (3 1) (3 4) (5 2))
                      collect (let ((line (in-block (80 nil)
                                            (princ "12" s)
                                            (pprint-logical-block (s nil) (princ before s) (pprint-tab kind column step s) (princ "x" s)))))
                                (- (position #\x line) 2 (length before))))))
(tabs :line)                                            ;=> ((0 1 1 1 1 3) (0 1 0 1 2 2) (0 2 0 1 4 2) (0 1 0 1 3 1))
(tabs :section)                                         ;=> ((0 3 3 3 3 5) (0 3 0 1 4 2) (0 1 0 1 2 2) (0 3 0 1 1 1))
(tabs :line-relative)                                   ;=> ((0 1 3 3 6 6) (0 1 3 3 3 5) (0 2 3 3 5 5) (0 1 3 3 4 6))
(tabs :section-relative)                                ;=> ((0 0 3 3 4 6) (0 0 3 3 5 5) (0 1 3 3 3 5) (0 0 3 3 6 6))
(in-block (10 '(1 2 3 4 5 6)) (pprint-tabular s '(a bb c dd e f) nil nil 4))  ;=> "A   BB  C~DD  E   F"
(pprint-newline :never)                                 ;signals: type-error
(pprint-indent :line 1)                                 ;signals: type-error
(pprint-tab :line -1 1)                                 ;signals: type-error
(let ((*print-pretty* nil)) (with-output-to-string (s) (pprint-logical-block (s '(1 2) :prefix "<" :suffix ">") (princ (pprint-pop) s) (pprint-newline :mandatory s) (princ (pprint-pop) s))))  ;=> "<12>"

;; Limits.
(laid-out '(1 2 3 4 5) 80 :length 2)                    ;=> "(1 2 ...)"
(laid-out '(a (b (c))) 80 :level 2)                     ;=> "(A (B #))"
(laid-out '(progn (aaaa) (bbbb) (cccc) (dddd)) 10 :lines 3)  ;=> "(PROGN~  (AAAA)~  (BBBB) ..)"
(laid-out '(let ((x (progn (aaaa) (bbbb) (cccc))))) 20 :lines 2)  ;=> "(LET ((X~       (PROGN ..))))"
(let ((c (list 1 2))) (setf (cddr c) c) (laid-out c 80 :circle t))  ;=> "#1=(1 2 . #1#)"
(let ((x (list 'a))) (laid-out (list 'let (list (list 'y x)) x) 80 :circle t))  ;=> "(LET ((Y #1=(A))) #1#)"
(let ((c (list 1))) (setf (cdr c) c) (laid-out c 20 :lines 2))  ;=> "(1 1 1 1 1 1 1 1 1~ 1 1 1 1 1 1 1 ..)"
(let ((tail (list 1))) (in-block (80 (list* tail 2 tail)) (let ((*print-circle* t)) (princ (pprint-pop) s))))  ;=> "(1)"
(in-block (80 '(1 2 . 3)) (loop (princ (pprint-pop) s) (princ " " s)))  ;=> "1 2 . 3"
(in-block (80 'atom :prefix "(" :suffix ")") (princ "not run" s))  ;=> "ATOM"
(let ((l '(7))) (dotimes (i 2000) (setq l (list l))) (= 4003 (length (laid-out l 80))))  ;=> T

;; Dispatch tables.
(defun with-table (thunk) (let ((*print-pprint-dispatch* (copy-pprint-dispatch)) (*print-pretty* t)) (funcall thunk)))
(with-table (lambda () (set-pprint-dispatch 'integer (lambda (s n) (format s "<~D>" n))) (princ-to-string '(a 1 "1"))))  ;=> "(A <1> 1)"
(with-table (lambda () (set-pprint-dispatch '(cons (eql foo)) (lambda (s l) (format s "FOO of ~D" (length (cdr l))))) (princ-to-string '((foo 1 2) (bar)))))  ;=> "(FOO of 2 (BAR))"
(with-table (lambda () (set-pprint-dispatch '(or (eql 5)) (lambda (s x) (declare (ignore x)) (princ 'five s))) (princ-to-string '(5 6))))  ;=> "(FIVE 6)"
(with-table (lambda () (set-pprint-dispatch '(cons (eql foo) (cons integer)) (lambda (s l) (princ (length l) s))) (princ-to-string '((foo 6) (foo a)))))  ;=> "(2 (FOO A))"
(with-table (lambda () (set-pprint-dispatch '(cons (member foo bar)) (lambda (s l) (declare (ignore l)) (princ '! s))) (princ-to-string '((foo) (bar) (baz)))))  ;=> "(! ! (BAZ))"
(with-table (lambda () (set-pprint-dispatch 'list (lambda (s l) (declare (ignore l)) (princ 'low s)) -5) (set-pprint-dispatch 'cons (lambda (s l) (declare (ignore l)) (princ 'high s)) 2) (princ-to-string '(let x))))  ;=> "HIGH"
(with-table (lambda () (set-pprint-dispatch 'integer (lambda (s n) (declare (ignore n)) (princ '! s))) (set-pprint-dispatch 'integer nil) (princ-to-string 1)))  ;=> "1"
(with-table (lambda () (set-pprint-dispatch '(cons (eql let)) nil) (substitute #\~ #\Newline (write-to-string '(let ((a 1)) b c d e f g h) :right-margin 18 :miser-width nil))))  ;=> "(LET ((A 1)) B C~     D E F G H)"
(list (nth-value 1 (pprint-dispatch 1)) (nth-value 1 (pprint-dispatch '(let))) (eq (pprint-dispatch '(let)) (pprint-dispatch '(let) nil)))  ;=> (NIL T T)
(let ((*print-pretty* t)) (with-output-to-string (s) (funcall (pprint-dispatch '(if a b)) s '(if a b))))  ;=> "(IF A B)"
(with-standard-io-syntax (set-pprint-dispatch 'integer 'car))  ;signals: "cannot be changed"
(let ((*print-pprint-dispatch* 5)) (princ-to-string 1)) ;signals: type-error
(set-pprint-dispatch 'integer 'car 'high)               ;signals: type-error
(with-table (lambda () (set-pprint-dispatch 'integer (lambda (s n) (declare (ignore s n)) (error "broken"))) (handler-case (princ-to-string '(1)) (error () (princ-to-string '(a))))))  ;=> "(A)"

;; Structures, and FORMAT on pretty streams.
(progn (defstruct place x y) (laid-out (make-place :x '(1 2 3 4) :y '(5 6 7 8)) 20))  ;=> "#S(PLACE~   :X (1 2 3 4)~   :Y (5 6 7 8))"
(let ((*print-pretty* t) (*print-right-margin* 12)) (substitute #\~ #\Newline (format nil "~<[~;~@{~W~^ ~_~}~;]~:>" '(aaaa bbbb cccc))))  ;=> "[AAAA~ BBBB~ CCCC]"
(let ((*print-pretty* t) (*print-right-margin* 12) (*print-miser-width* nil)) (substitute #\~ #\Newline (format nil "~@<aaa bbb ccc ddd~:@>")))  ;=> "aaa bbb ccc~ddd"
(let ((*print-pretty* t)) (substitute #\~ #\Newline (format nil "~@<; ~@;~W~:@_~W~:>" 1 2)))  ;=> "; 1~; 2"
(let ((*print-pretty* t)) (substitute #\~ #\Newline (format nil "~:<~W~2I~:@_~W~:>" '(1 2))))  ;=> "(1~   2)"
(with-output-to-string (*standard-output*) (pprint-fill nil '(1 2)) (pprint-linear nil '(3)) (pprint-tabular nil '(4)))  ;=> "(1 2)(3)(4)"
(let ((*print-pretty* t)) (prin1-to-string '(case x nil (a) (b c))))  ;=> "(CASE X () (A) (B C))"
(let ((*print-pretty* t)) (list (prin1-to-string '(handler-case x nil)) (prin1-to-string '(flet (nil) x))))  ;=> ("(HANDLER-CASE X ())" "(FLET (()) X)")
(let ((*print-pretty* t)) (format nil "~/pprint-linear/|~:/pprint-fill/" '(1 2) '(3 4)))  ;=> "1 2|(3 4)"
(let ((*print-pretty* nil)) (substitute #\~ #\Newline (with-output-to-string (s) (pprint '(let ((x 1)) x) s))))  ;=> "~(LET ((X 1)) X)"
(let ((kept nil)) (in-block (80 nil) (setq kept s)) (princ 1 kept))  ;signals: stream-error
(let ((kept nil)) (in-block (80 '(1)) (setq kept (lambda () (pprint-pop)))) (funcall kept))  ;signals: control-error
(in-block (80 nil) (block nil (pprint-logical-block (s nil :prefix "(" :suffix ")") (princ 1 s) (return))) (princ 2 s))  ;=> "(12"

(pprint-tab :page 1 1)  ;signals: type-error

;; If PPRINT-POP ends a block, the rest of the control string of the block is not printed
(let ((*print-pretty* t) (*print-length* 1)) (format nil "~<~A ~A x~:>|" '(1 2 3)))  ;=> "1 ...|"
(let ((*print-pretty* t)) (format nil "~<~A ~A x~:>|" '(1 . 2)))  ;=> "1 . 2|"

(let ((*print-pretty* t) (*print-length* 1))
  (mapcar (lambda (x) (format nil (first x) (second x)))
          '(("~<~vA|x~:>|" (5 a)) ("~<~A ~5A|~:>|" (1 2)) ("~<~A ~#[none~;one~:;many~]|~:>|" (1 2)) ("~<~@{~A ~}xyz~:>|" (1 2)) ("~<~(~A B~A~)C~:>|" (X Y))
            ("~<~[~A~A~;~A~A~]C~:>|" (1 2 3)) ("~<~?C~:>|" ("~A-~A" (2 3) 3)) ("~<~A~<~A ~A~:>C~:>|" (1 (2 3))) ("~<~<~A ~A~:>C~:>|" ((2 3) 4)) ("~<~A~*~A~:>|" (1 2 3)))))
;=> ("...|" "1 ...|" "1 one||" "1 ...|" "x b...|" "...|" "...|" "1...|" "2 ...C|" "1...|")
(let ((*print-pretty* t) (*print-length* 2)) (list (format nil "~<~{~A~}~A~A~:>|" '((1 2 3) 2 3)) (format nil "~<~D item~:P, ~vA~:>|" '(1 2 3 4))))  ;=> ("1232...|" "1 item, ...|")

;; Tabs within sections whose line break depends on the text after them
(let ((*print-pretty* t) (*print-right-margin* 20) (*print-miser-width* nil))
  (mapcar (lambda (control) (substitute #\$ #\Newline (format nil control '(aa bbb cccc ddddd))))
          '("~<~@{~A ~:_   ~}~:>" "~<~@{~A ~:_~3,1:T~}~:>" "~<~@{~A ~:_~A~3,4:T~}~:>" "~<~@{~A~7,1:T~:_~}~:>")))
;=> ("AA    BBB    CCCC$   DDDDD    " "AA  BBB  CCCC$   DDDDD    " "AA BBB    CCCC DDDDD  " "AA     BBB CCCC$DDDDD  ")
; the end of the first line, by the margin (as in SBCL 2.2.9)
(let ((*print-pretty* t) (*print-miser-width* nil))
  (mapcar (lambda (control)
            (loop for *print-right-margin* from 8 to 34 collect (position #\Newline (format nil control '(aa bbb cccc ddddd ee fff gggg hh)))))
          '("~<~@{~A ~:_~A~3,4:T~}~:>" "~<~@{~A~7,1:T~:_~}~:>" "~<~@{~A~:_~A~2,5:T~:_~A~4,1:@T~A ~:_~}~:>")))
;=> ((2 2 2 2 2 2 2 11 11 11 11 11 11 11 21 21 21 21 21 21 21 21 21 21 21 21 NIL) (2 2 10 10 10 10 10 15 15 15 15 15 15 21 21 21 24 24 24 24 28 28 28 28 28 33 33) (5 5 5 5 5 5 5 5 5 5 5 5 5 20 20 23 23 23 26 26 26 26 26 26 26 26 26))
;; Without *PRINT-PRETTY* the spaces of ~:@> are printed as spaces.
(let ((*print-pretty* nil) (*print-right-margin* 10)) (format nil "~<aaaa bbbb cccc dddd~:@>" nil))  ;=> "aaaa bbbb cccc dddd"

;; A comma is an object: no layout splits it, whatever the operator around it, and the text reads back.
(write-to-string '(defmacro m (bs &body b) `(let ,bs ,@b)) :pretty t)  ;=> "(DEFMACRO M (BS &BODY B) `(LET ,BS ,@B))"
(write-to-string '`(cond ((null x) nil) ,@clauses) :pretty t)  ;=> "`(COND ((NULL X) NIL) ,@CLAUSES)"
(let ((wrong nil))
  (dolist (operator '(block case catch ccase cond ctypecase defclass defconstant defgeneric define-condition define-modify-macro defmacro
                      defmethod defparameter defsetf defstruct deftype defun defvar destructuring-bind do do* dolist dotimes ecase etypecase
                      eval-when flet function handler-bind handler-case if labels lambda let let* locally loop macrolet multiple-value-bind
                      multiple-value-setq prog prog* prog1 progn psetf quote restart-case return-from setf setq symbol-macrolet tagbody the
                      typecase unless unwind-protect when with-accessors with-open-file with-slots list no-operator)
                    wrong)
    (dolist (shape '("`(~A ,a ,@b)" "`(~A ,@a)" "`(~A . ,a)" "`(~A (,a ,@b) ,@c)" "`(~A ((,a ,b) ,@c) d)" "`(~A name ,a (,b) . ,c)"
                     "`(~A (a ,@b) `(c ,,d ,',e ,@',f))" "(~A `,a `(b ,c))"))
      (dolist (margin '(12 30 80))
        (let* ((form (read-from-string (format nil shape operator)))
               (text (write-to-string form :pretty t :right-margin margin)))
          (unless (and (not (search "UNQUOTE" text)) (not (search "SPLICE" text)) (equal (read-from-string text) form))
            (push text wrong)))))))  ;=> NIL
;; The same in a program's own print functions.
(let ((*print-pprint-dispatch* (copy-pprint-dispatch)) (*print-pretty* t))
  (set-pprint-dispatch '(cons (eql my-let))
                       (lambda (s x) (pprint-logical-block (s x :prefix "[" :suffix "]")
                                       (write (pprint-pop) :stream s)
                                       (write-char #\Space s)
                                       (pprint-linear s (pprint-pop))
                                       (pprint-exit-if-list-exhausted)
                                       (write-char #\Space s)
                                       (pprint-tabular s (pprint-pop))
                                       (pprint-exit-if-list-exhausted)
                                       (format s " ~:<~@{~W~^ ~}~:>" (pprint-pop)))))
  (list (prin1-to-string '`(my-let ,a)) (prin1-to-string '`(my-let ,a ,@b `c)) (prin1-to-string '`(my-let (,a) (,@b) (,c d)))))  ;=> ("`[MY-LET ,A]" "`[MY-LET ,A ,@B `C]" "`[MY-LET (,A) (,@B) (,C D)]")
;; A dispatch entry for all lists is not applied to commas.
(let ((*print-pprint-dispatch* (copy-pprint-dispatch)) (*print-pretty* t))
  (set-pprint-dispatch 'cons (lambda (s x) (pprint-logical-block (s x :prefix "<" :suffix ">")
                                             (loop (write (pprint-pop) :stream s) (pprint-exit-if-list-exhausted) (write-char #\Space s)))))
  (prin1-to-string '`(a ,b ,@(c d) . ,e)))  ;=> "`<A ,B ,@<C D> . ,E>"

;; A dispatch entry for an undefined type takes effect when the type is defined.
(let ((*print-pprint-dispatch* (copy-pprint-dispatch)) (*print-pretty* t))
  (set-pprint-dispatch 'type-of-later (lambda (s x) (declare (ignore x)) (princ "later" s)))
  (list (prin1-to-string '(1 (2))) (progn (eval '(defstruct type-of-later)) (prin1-to-string (list 1 (eval '(make-type-of-later)))))))  ;=> ("(1 (2))" "(1 later)")
;; A circular list is labelled also by the outermost block of a program (SBCL's answer).
(let* ((*print-circle* t) (*print-pretty* t) (l (list 1 2)))
  (setf (cddr l) l)
  (with-output-to-string (s)
    (pprint-logical-block (s l :prefix "<" :suffix ">")
      (loop (write (pprint-pop) :stream s) (pprint-exit-if-list-exhausted) (write-char #\Space s)))))  ;=> "#1=<1 2 . #1#>"
