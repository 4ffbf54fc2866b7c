;;; -*- Mode: Lisp; Syntax: Common-Lisp -*-
;;;; maclisp.lisp -- the MacLisp dialect, from inside Common Lisp: (dialect :maclisp) and what is read then.

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
(in-maclisp "(print 'a)")                                   ;prints: ~A
(in-maclisp "(errset (car 'x) nil)")                        ;=> NIL
(in-maclisp "(errset (plus 1 2))")                          ;=> (3)
(in-maclisp "(progn (array board t 2 2) (store (board 0 1) 'x) (board 0 1))")  ;=> X
(plus 1 2)                                                  ;signals: undefined-function
(in-maclisp "(prin1-to-string (implode '(a | | b)))")       ;=> "A/ B"

;; Its readtable.
(in-maclisp "(list #/a #/( #^a '(a .b) \"a/\"b\")")         ;=> (97 40 1 (A . B) "a\"b")
(let ((here *readtable*)) (list (eq here (in-maclisp "*readtable*")) (eq here *readtable*)))  ;=> (NIL T)
