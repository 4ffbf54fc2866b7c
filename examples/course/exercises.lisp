;;; Nine exercises of courses on game search: the commands that solve each, and those that show why. A lesson asks the same questions
;;; about other trees and checks the answers: (lesson 7 :seed 5).

(defun exercise (number text) (format t "~%Exercise ~D. ~A~%" number text))

(exercise 1 "Which leaves does alpha-beta not visit?")   ; lessons 6 and 7
(defvar *tree* '((3 5) (2 9) (7 1)))
(draw *tree* :blank t)                       ; the sheet; winnow tree --blank makes it as SVG, LaTeX or a page that checks the answers
(dolist (path '((1 1) (1 2) (2 1) (2 2) (3 1) (3 2))) (apply #'why *tree* path))
(draw *tree*)
;=> max = ____
;=> (2 1) is a leaf worth 2, evaluated as number 3.
;=> The moves after move 1 of (2) were pruned: the minimizer gets at most 2 here, but the maximizer can have 3 at the root (alpha 3 >= beta 2).
;=> │  └╌ cut: 9  alpha 3 of the root >= beta 2

(exercise 2 "Order the moves for the most cutoffs.")     ; lesson 7
(defun best-order (tree &optional (side :max))
  (if (atom tree)
      tree
      (let ((other (other-side side)))
        (sort (mapcar (lambda (move) (best-order move other)) tree) (if (eq side :max) #'> #'<)
              :key (lambda (move) (if (atom move) move (first (minimax move :player other))))))))
(defun leaves (tree &optional (algorithm :alpha-beta)) (getf (nth-value 1 (minimax tree :algorithm algorithm)) :leaves))
(let ((tree (random-tree 3 4 :seed 7)))
  (format t "~D leaves as it is, ~D in the best order; the theorem of Knuth and Moore: ~D~%" (leaves tree) (leaves (best-order tree))
          (+ (expt 3 2) (expt 3 2) -1)))
(draw (best-order *tree*))
; (compare-searches (best-order *tree*)) compares all algorithms; the column LEAST has the least possible number.
;=> 37 leaves as it is, 17 in the best order; the theorem of Knuth and Moore: 17

(exercise 3 "How many leaves do F1 and F2 visit?")       ; lesson 8
(let ((tree (random-tree 3 6 :seed 1 :leaves '(0 999))))
  (format t "F1 ~D, F2 ~D of ~D leaves~%" (leaves tree :f1) (leaves tree :f2) (expt 3 6)))
(draw (record-search '((((6))) (((6 1)))) :algorithm :f1))
;=> F1 447, F2 321 of 729 leaves
;=>          └─ 2: 1  #10 in -inf..6

(exercise 4 "What is a deep cutoff?")                    ; lesson 8
(draw '((((6))) (((6 1)))))
(why '((((6))) (((6 1)))) 2 1 1 2)
;=>          └╌ cut: 1  alpha 6 of the root >= beta 6
;=> The moves after move 1 of (2 1 1) were pruned: the minimizer gets at most 6 here, but the maximizer can have 6 at the root (alpha 6 >= beta 6); a deep cutoff, by a bound 3 plies above.

(exercise 5 "Why does NegaScout search a move again?")   ; lesson 10
(let ((search (record-search '(((5 4) (7 6)) ((8 5) (6 0))) :algorithm :negascout)))
  (draw search :steps :all)
  (draw search)
  (why search 2))
;=> (2), where the minimizer moves, is worth exactly 6; it was entered 2 times, last with the window 6..inf, since a null window had shown that it is worth at least 6.

(exercise 6 "Where does SSS* go on, and why does it visit fewer leaves than alpha-beta?") ; lesson 11
(draw (record-search '((7 1) (3 5) (4 6)) :algorithm :sss) :steps :all)
(let ((tree '((7 1) (3 5) (4 6))))
  (format t "SSS* ~D leaves, alpha-beta ~D~%" (leaves tree :sss) (leaves tree)))
;=>  4  Take (1 1) (live, merit ∞) from OPEN. It is a leaf worth 7: it is solved with merit min(∞, 7) = 7.
;=> 15  Take the root (solved, merit 4) from OPEN. The root is solved: its merit 4 is the value.
;=> SSS* 5 leaves, alpha-beta 6
;=> 16  The root is worth exactly 4. The best line is 3, 1. 5 leaves of 6 visited; the least possible number is 4.

(exercise 7 "Show the horizon effect.")                  ; lesson 12
(defvar *horizon* '((5 (-9 -8)) (1 2)))
(draw (record-search *horizon* :depth 1))    ; the first leaf of a list is its static value: move 1 seems to be worth 5
(draw (record-search *horizon* :depth 2))
(draw *horizon*)                             ; what lies beyond
(why (record-search *horizon* :depth 1) 1)
;=> max = 5  #1 in -inf..inf
;=> max = 1  #1 in -inf..inf
;=> (1) is at the depth limit, worth 5, evaluated as number 1.

(exercise 8 "Write a static value for tic-tac-toe and search two plies.") ; lesson 12
(defun open-rows (board other)
  (count-if (lambda (row) (every (lambda (square) (not (eql (char board square) other))) row))
            '((0 1 2) (3 4 5) (6 7 8) (0 3 6) (1 4 7) (2 5 8) (0 4 8) (2 4 6))))
(defun estimate (board) (- (open-rows board #\o) (open-rows board #\x)))
(format t "~S~%" (minimax "........." :game 'tic-tac-toe :depth 2 :value 'estimate))
(draw (record-search "........." :game 'tic-tac-toe :depth 2 :value 'estimate) :plies 1)
(why (record-search "........." :game 'tic-tac-toe :depth 2 :value 'estimate) 5)
;=> (1 (5 1))
;=> (5), where the minimizer moves, is worth exactly 1.

(exercise 9 "Add a quiescence search.")                  ; lesson 12
;; The queen can take a pawn that another pawn defends. A position is (VALUE SIDE MOVES), a move (NAME IS-CAPTURE POSITION).
(define-game captures
  (:initial '(0 :max ((queen-takes-pawn t (1 :min ((pawn-takes-queen t (-8 :max nil)) (king-moves nil (1 :max nil)))))
                      (queen-retreats nil (0 :min ((king-moves nil (0 :max nil))))))))
  (:moves (p) (mapcar #'first (third p)))
  (:play (p move) (third (assoc move (third p))))
  (:side (p) (second p))
  (:over (p) (null (third p)))
  (:value (p) (first p))
  (:quiet (p) (notany #'second (third p))))
(let ((start (initial-position 'captures)))
  (format t "~S without, ~S with a quiescence search~%" (best-move 'captures start :plies 1 :without '(:quiescence))
          (best-move 'captures start :plies 1))
  (draw (record-search start :game 'captures :depth 1))
  (draw (record-search start :game 'captures :depth 1 :quiet t))
  (why (record-search start :game 'captures :depth 1 :quiet t) 1))
;=> QUEEN-TAKES-PAWN without, QUEEN-RETREATS with a quiescence search
;=> max = 1  #1 in -inf..inf
;=> max = 0  #1 in -inf..inf
;=> (1), where the minimizer moves, is worth exactly -8.
