;;; -*- Mode: Lisp; Syntax: Common-Lisp -*-
;;;; older-structures.lisp -- DEFSTRUCT of MacLisp and Franz Lisp: representations, options, constructors and alterants, after
;;;; the description of A. Bawden (1980).

(defun in-dialect (dialect text)
  (unwind-protect (progn (dialect dialect) (let ((value (eval (read-from-string text)))) (prin1-to-string value)))
    (dialect :common-lisp)))
(defun in-maclisp (text) (in-dialect :maclisp text))
(defun in-franz (text) (in-dialect :franz text))

;;; Hunks: MacLisp's element 0 is the last that is written, as the CDR of a cons; Franz Lisp's is the first.

(in-maclisp "(list (hunk 'a 'b 'c) (cxr 0 (hunk 'a 'b 'c)) (cxr 1 (hunk 'a 'b 'c)) (makhunk '(1 2)))")  ;=> "((A . B . C .) C A (1 . 2 .))"
(in-franz "(list (hunk 'a 'b 'c) (cxr 0 (hunk 'a 'b 'c)) (makhunk '(1 2)))")  ;=> "({a b c} a {1 2})"

;;; The default: accessors named as the parts, macros that take the parts' names

(in-maclisp "(progn (defstruct (point) x (y 5)) (list (make-point) (x (make-point x 3)) (y (make-point x 3))))")  ;=> "((5 . NIL .) 3 5)"
(in-franz "(progn (defstruct (point) x (y 5)) (list (make-point) (x (make-point x 3)) (y (make-point x 3))))")  ;=> "(#(nil 5) 3 5)"
(in-maclisp "(let ((p (make-point x 3))) (setf (x p) 9) (alter-point p x (y p) y (x p)) (list (x p) (y p)))")  ;=> "(5 9)"
(in-maclisp "(make-point z 1)")                             ;signals: "POINT: expected a part among X, Y, got Z"
(in-maclisp "(make-point x)")                               ;signals: "MAKE-POINT: the part X has no value"
(in-maclisp "(defstruct name)")                             ;signals: "DEFSTRUCT of NAME: it does not have a part"
(in-maclisp "(defstruct (name huge) part)")                 ;signals: "DEFSTRUCT of NAME: the option HUGE is not known"
(in-maclisp "(defstruct (name (type bag)) part)")
;signals: "DEFSTRUCT of NAME: expected a type among LIST, NAMED-LIST, HUNK, NAMED-HUNK, VECTOR, NAMED-VECTOR, TREE, ARRAY, UN-GC-ARRAY, FIXNUM-ARRAY, FLONUM-ARRAY, got BAG"
(in-maclisp "(defstruct (name (predicate)) part)")          ;signals: "DEFSTRUCT of NAME: a predicate needs the option NAMED"

;;; Each construction evaluates the forms of the initial values again.

(in-maclisp "(progn (defstruct (elephant (type list)) colour (size 17.) (name (list 'no-name)))
  (list (make-elephant) (make-elephant colour 'pink) (eq (name (make-elephant)) (name (make-elephant)))))")
;=> "((NIL 17 (NO-NAME)) (PINK 17 (NO-NAME)) NIL)"

;;; Constructors by position

(in-maclisp "(progn (defstruct (frob (type list) conc-name (constructor) (constructor cons-frob (size &optional (name 'bob) &rest place)))
    place (size 17.) (name (list 1)))
  (list (make-frob name 'jim) (cons-frob 1) (cons-frob 1 2 3 4) (frob-size (cons-frob 1))))")
;=> "((NIL 17 JIM) (NIL 1 BOB) ((3 4) 1 2) 1)"
(in-maclisp "(cons-frob)")                                  ;signals: "CONS-FROB: expected at least 1 argument, got 0"
(in-maclisp "(progn (defstruct (pair (type list) (constructor paired (left right))) left right) (paired 1 2 3))")
;signals: "PAIRED: got 1 argument more than it takes"
(in-maclisp "(progn (defstruct (plain (type list) (constructor nil) (alterant change-plain)) part) (change-plain (list 1) part 2))")  ;=> "(2)"
(in-maclisp "(make-plain)")                                 ;signals: "The function MAKE-PLAIN is undefined"

;;; Trees: the left half has half of the parts, rounded down.

(in-maclisp "(progn (defstruct (leaves tree) a b c d e)
  (let ((l (make-leaves a 1 b 2 c 3 d 4 e 5)))
    (list (mapcar '(lambda (f) (funcall f l)) '(a b c d e)) l (cdddr (alter-leaves l e 'last)))))")
;=> "((1 2 3 4 5) ((1 . 2) 3 4 . LAST) LAST)"

;;; Parts of an element: bits by position and size, two octal digits each. 5 * 8 + 3 = 43; #o77 = 63; 5 * 64 + 7 = 327.

(in-maclisp "(list (ldb #o0606 #o7712) (dpb 5 #o0606 7))")   ;=> "(63 327)"
(in-maclisp "(progn (defstruct (bits named-list predicate copier) ((low #o0003 1) (high #o0303)) other)
  (let ((b (make-bits high 5 low 3)))
    (list (copy-bits b) (low b) (high b) (bits-p b) (bits-p 3) (setf (high b) 2) b (alter-bits b high 1 low 0 other 7))))")
;=> "((BITS 43 NIL) 3 5 T NIL 2 (BITS 8 7) (BITS 8 7))"

;;; The objects that an accessor accepts

(in-maclisp "(progn (defstruct (person (type list) (default-pointer him)) name head)
  (defstruct (head (type list) (default-pointer him) (but-first head)) nose mouth)
  (setq him (make-person name 'joe head (make-head nose 'big)))
  (setf (nose) 'small)
  (alter-head him mouth 'wide)
  (list (name) (nose) (nose him) him))")                    ;=> "(JOE SMALL SMALL (JOE (SMALL WIDE)))"

;;; Arrays, inclusion, sizes and properties

(in-maclisp "(progn (defstruct (numbers fixnum-array) i j) (let ((n (make-numbers i 3))) (setf (j n) 4) (list (i n) (j n) (arraycall fixnum n 1))))")
;=> "(3 4 4)"
(in-maclisp "(progn (defstruct (base-part named (type list) (initial-offset 1)) p (q 2))
  (defstruct (longer (include base-part (q 7)) (size-symbol long) (size-macro) (property kind animal)) r)
  (list (make-base-part p 1) (make-longer p 1 r 3) (q (make-longer)) long (longer-size) (get 'longer 'kind)))")
;=> "((BASE-PART NIL 1 2) (LONGER NIL 1 7 3) 7 5 5 ANIMAL)"
(in-maclisp "(defstruct (sub (include nosuch)) part)")      ;signals: "DEFSTRUCT of NOSUCH: it is included but not defined"
(in-maclisp "(progn (defstruct (listed (type list)) part) (defstruct (wrong (type hunk) (include listed)) part2))")
;signals: "DEFSTRUCT of WRONG: its type is not that of LISTED, which it includes"
