;;; Monte Carlo tree search: best moves from random games, without an estimate of positions. A game in which the sides take 1 to 3
;;; stones, and the side that takes the last one loses: positions with 4 n + 1 stones are lost for the side to move.

(define-game last-stone
  (:initial '(15 :max))
  (:moves (p) (loop for n from 1 to (min 3 (first p)) collect n))
  (:play (p n) (list (- (first p) n) (other-side (second p))))
  (:side (p) (second p))
  (:result (p) (if (= 0 (first p)) (if (eq (second p) :max) 1 -1)))
  (:bounds (p) (values -1 1)))

(multiple-value-bind (move value info) (best-move 'last-stone '(15 :max) :algorithm :mcts :playouts 5000)
  (format t "take ~D, worth ~A~%" move value)
  (format t "move, visits, mean, proved from, to:~%~:{  ~D ~5D ~6,2F ~A ~A~%~}" (getf info :moves))
  (why (getf info :tree))
  (draw (getf info :tree) :plies 1))
;=> take 2, worth 1

;;; Dice: Pig to 20 points. The probability that the side that begins wins is 0.6156.

(multiple-value-bind (move value) (best-move 'pig (pig-position 20) :algorithm :mcts :playouts 3000)
  (format t "~A, ~:[far from~;near~] the probability~%" move (< 0.5 value 0.7)))
;=> ROLL, near the probability

;;; A policy in place of random moves: take three stones when possible. More playouts play better.

(defun greedy (position moves) (declare (ignore position)) (first (last moves)))
(tournament 'connect-four '((:algorithm :mcts :playouts 20) (:algorithm :mcts :playouts 400)) :games 6 :position (connect-four-position 5 4))
(format t "~D~%" (best-move 'last-stone '(7 :max) :algorithm :mcts :playouts 200 :policy #'greedy))
;=> 2
