;;;; minimax.lisp -- the native search and Winston's stages on small trees; the answers were worked out by hand.

(defvar *winston* '((3) (1 4) ((1 5 9) 2)))
(minimax *winston*)                               ;=> (3 (1 1)) ; (:LEAVES 6 :NODES 11 :CUTOFFS 1)
(car (multiple-value-list (minimax *winston* :player :min)))  ;=> (2 (3 2))
(biggest *winston*)                               ;=> 9
(minimax 5)                                       ;=> (5 NIL) ; (:LEAVES 1 :NODES 1 :CUTOFFS 0)
(car (minimax '((3 12 8) (2 4 6) (14 5 2))))      ;=> 3
(values (minimax '((1/2 0.25) (3/4 1))))          ;=> (3/4 (2 1))
(values (minimax (list (list (expt 10 30) 5) '(7))))  ;=> (7 (2 1))
(values (minimax '((((1 4) (5 6)) ((2 1) (1 1)))) :depth 0))  ;=> (1 NIL)
(getf (nth-value 1 (minimax '(((1 4) (5 6)) ((2 1) (1 1))))) :leaves)  ;=> 5
;; If the value is not better than the window's bound, a bound is returned and no line.
(values (minimax *winston* :alpha 3))             ;=> (3 NIL)
(values (minimax *winston* :alpha nil :beta nil)) ;=> (3 (1 1))
(minimax '(1 (2 a)))                              ;signals: type-error
(minimax '(1 . 2))                                ;signals: type-error
(minimax '(1 (2 nil)))                            ;signals: type-error
(minimax (let ((l (list 1 2))) (setf (cddr l) l)))          ;signals: type-error
(minimax (let ((l (list 1 2))) (setf (car l) l)))           ;signals: type-error
(minimax *winston* :player 'both)                 ;signals: type-error
(minimax *winston* :alpha 'x)                     ;signals: type-error
(minimax *winston* :ply 3)                        ;signals: program-error

;; The two outermost fixnums represent infinities; all other integers are scores.
(minimax (list most-positive-fixnum 1))  ;signals: "the outermost fixnums cannot be scores, got 2305843009213693951, at the path (1)"
(minimax (list 0 (list 1 most-negative-fixnum)))  ;signals: "got -2305843009213693952, at the path (2 2)"
(minimax (list (1- most-positive-fixnum) 1))  ;=> (2305843009213693950 (1)) ; (:LEAVES 2 :NODES 3 :CUTOFFS 0)
(car (minimax (list 2 (list (1+ most-positive-fixnum) 1) (1+ most-negative-fixnum))))  ;=> 2
(car (minimax (list 2 (1+ most-positive-fixnum))))  ;=> 2305843009213693952

;;; A game given by Lisp functions: take one, two or three from a heap; whoever takes the last wins.
(defun heap-moves (n) (let ((l nil)) (dotimes (i (min 3 n) (nreverse l)) (push (- n i 1) l))))
(car (minimax 5 :moves #'heap-moves :quiet (lambda (n) (= n 0)) :value (lambda (n depth) n (if (evenp depth) -1 1))))  ;=> 1
(minimax 5 :moves (lambda (n) n 7) :quiet (lambda (n) n nil) :value #'identity)  ;signals: type-error
(minimax 5 :moves #'heap-moves :quiet #'zerop :value (lambda (n) n 'good))       ;signals: type-error

;;; The user's own functions are found by their names.
(defun plausible-moves (n) (heap-moves n))
(defun quiet (n) (= n 0))
(defun static-value (n depth) n (if (evenp depth) -1 1))
(car (minimax 4))                                  ;=> -1
(car (minimax 5))                                  ;=> 1
(car (biggest11 5 -9 9 0))                        ;=> 1
(car (winston-minimax 4 -9 9 1 0))                ;=> -1

;; All searches use the program's own definitions of the meaning of a list; the library's functions define it as a tree.
(defvar *tree* '((3) (1 4)))
(defun hint-of (form)
  (let ((hint nil))
    (handler-case (handler-bind ((error (lambda (c) (setq hint (system::hint c))))) (eval form)) (error () hint))))
(mapcar (lambda (form) (if (search "defines PLAUSIBLE-MOVES, STATIC-VALUE and QUIET for its boards; to search the list itself, add :MOVES" (hint-of form)) t nil))
        '((minimax *tree*) (minimax *tree* :algorithm :sss) (record-search *tree*) (draw *tree*) (why *tree* 1) (compare-searches *tree*)))  ;=> (T T T T T T)
(hint-of '(minimax *tree* :algorithm 'x))  ;=> ""
(values (minimax *tree* :moves #'identity :value #'identity :quiet #'atom))  ;=> (3 (1 1))
(draw (record-search *tree* :moves #'identity :value #'identity :quiet #'atom) :format :ascii)  ;prints: max = 3  #1 in -inf..inf~+- 1: min = 3 *  #2 in -inf..inf~|  +- 1: 3 *  #3 in -inf..inf~+- 2: min <= 1  #4 in 3..inf~   +- 1: 1  #5 in 3..inf~   +. cut: 4  alpha 3 of the root >= beta 1~
(record-search 5)  ;=> #<recorded search: (1 (1 1 3))>
