;;; Learning by self-play. The estimate of an Othello position is a sum of four features, each multiplied by a weight: discs,
;;; corners, discs next to an empty corner, and mobility. All weights are 0 at first; 60 games on a small board give better ones.

(defvar *board* (othello-position 4))

(multiple-value-bind (weights curve) (learn-weights 'othello :position *board* :games 60 :every 20 :matches 20)
  (chart-learning curve :names '(discs corners near-corners mobility))
  (defvar *learnt* weights))

;;; The learnt weights against weights of 0, and against those of the game's own estimate: 1 for a disc, 8 for a corner, -3 for a
;;; disc next to an empty one.

(let ((table (tournament 'othello `((:weights ,*learnt* :plies 1) (:weights (0 0 0 0) :plies 1) (:weights (1 8 -3 0) :plies 1))
                         :games 40 :opening 1 :position *board*)))
  (format t "the best is player ~D~%" (first (first table))))
;=> the best is player 1

;;; The learnt estimate in other searches.

(format t "~A is legal~%" (if (member (best-move (weighted-game 'othello *learnt*) *board* :plies 3) (legal-moves 'othello *board*)) "the move" "nothing"))
;=> the move is legal
