;;;; tabulate.lisp -- retrograde analysis: tables of the values of all reachable positions of a game. -*- sealed -*-
;;;;
;;;; The value of a position is that under best play of both sides. Play without end, a draw here, is worth 0 or the value of the
;;;; clause :REPETITION. So a value above that of a draw is one that :MAX can force in finitely many moves: the positions with it
;;;; are the attractor of the final positions worth at least as much. The attractors are computed backwards from the end of the
;;;; game, the greatest value first, and likewise for :MIN; the positions that remain are draws. Source: K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986).

(defstruct (game-table (:copier nil) (:predicate game-table-p) (:constructor make-game-table (graph))
                       (:print-function (lambda (table stream depth)
                                          (declare (ignore depth))
                                          (format stream "#<~A>" (table-title table)))))
  graph)

(defun table-title (table)
  (let ((graph (game-table-graph table)))
    (format nil "table of ~A: ~D positions" (game-name (game-graph-game graph)) (length (game-graph-nodes graph)))))

;; The value of play without end.
(defun draw-value (graph) (or (game-repetition (game-graph-game graph)) 0))

(defun final-nodes (graph)
  (remove-if-not #'graph-node-over (coerce (game-graph-nodes graph) 'list)))

;; NODES are final positions whose value is VALUE. Give VALUE to all positions without a value from which WINNER can force one of them.
;; PENDING counts the moves of the other side that do not yet lead to a position with a value.
(defun spread-value (nodes value winner)
  (let ((queue nodes))
    (loop
      (if (null queue) (return))
      (dolist (before (graph-node-predecessors (pop queue)))
        (when (null (graph-node-value before))
          (when (or (eq (graph-node-side before) winner) (= 0 (decf (graph-node-pending before))))
            (setf (graph-node-value before) value)
            (push before queue)))))))

;; Give every position its value.
(defun find-values (graph)
  (let* ((draw (draw-value graph)) (final (final-nodes graph)) (values (remove-duplicates (mapcar #'graph-node-value final))))
    (map nil (lambda (node) (setf (graph-node-pending node) (length (graph-node-successors node)))) (game-graph-nodes graph))
    (flet ((spread (values winner)
             (dolist (value values)
               (spread-value (remove value final :key #'graph-node-value :test #'/=) value winner))))
      (spread (sort (remove-if-not (lambda (value) (> value draw)) values) #'>) :max)
      (spread (sort (remove-if-not (lambda (value) (< value draw)) values) #'<) :min))
    (map nil (lambda (node) (if (null (graph-node-value node)) (setf (graph-node-value node) draw))) (game-graph-nodes graph))))

(defun keeps-value-p (node next) (= (graph-node-value node) (graph-node-value next)))

;; Give every position that is not a draw its distance, by breadth-first search backwards along the moves that keep the value.
;; The winner takes the first such move that gets a distance, the loser the last one.
(defun find-distances (graph)
  (let* ((draw (draw-value graph)) (queue (remove draw (final-nodes graph) :key #'graph-node-value :test #'=)) (next nil))
    (map nil (lambda (node)
               (setf (graph-node-pending node)
                     (count-if (lambda (after) (keeps-value-p node after)) (graph-node-successors node)))
               (if (graph-node-over node) (setf (graph-node-distance node) 0)))
         (game-graph-nodes graph))
    (loop
      (if (null queue) (return))
      (dolist (node queue)
        (dolist (before (graph-node-predecessors node))
          (when (and (keeps-value-p before node) (null (graph-node-distance before)))
            (when (or (eq (graph-node-side before) (if (> (graph-node-value node) draw) :max :min))
                      (= 0 (decf (graph-node-pending before))))
              (setf (graph-node-distance before) (+ 1 (graph-node-distance node)))
              (push before next)))))
      (setq queue (nreverse next) next nil))))

;; A best move at POSITION, whose node is NODE: one that keeps the distance too, if there is one. NIL at a chance node and at the end
;; of the game. The moves are those of POSITION itself, as positions with the same key may have different moves.
(defun table-move (graph node position)
  (if (or (graph-node-over node) (eq (graph-node-side node) :chance))
      nil
      (let* ((g (game-graph-game graph)) (moves (funcall (game-moves g) position)) (distance (graph-node-distance node))
             (nodes (mapcar (lambda (move)
                              (gethash (key-of-position g (funcall (game-play g) position move)) (game-graph-by-key graph)))
                            moves))
             (best (best-node (remove nil nodes) (graph-node-side node))))
        (do ((moves moves (rest moves)) (nodes nodes (rest nodes)))
            ((null moves) nil)
          (if (and (first nodes) (keeps-value-p best (first nodes))
                   (or (null distance) (eql (graph-node-distance (first nodes)) (- distance 1))))
              (return (first moves)))))))

(defun tabulate (game &key (position nil position-p) (limit 1000000) (method :policy-iteration) (tolerance 1d-12))
  "Return a table of the values of all positions of GAME that can be reached, computed backwards from the ends of the game.
A game may have cycles: play without end is worth 0, or the value of the clause :REPETITION. TABLE-VALUE returns the entry of a
position. Positions with equal keys, see the clause :KEY of DEFINE-GAME, share an entry; without this clause positions are
compared as keys are.
GAME: a name or a game whose values are reals.
POSITION: the position to begin with (default: the initial position).
LIMIT: the greatest number of positions, an integer greater than zero (default: 1,000,000).
METHOD: for a game with chance nodes (see EXPECTIMINIMAX), :POLICY-ITERATION (default), in exact rationals, or :VALUE-ITERATION,
which ends when no value changes by more than TOLERANCE, a real that is not negative (default: 1d-12).
Signals: error if GAME is not a game or has more positions; type-error if a clause of the game returns a wrong value.
Example: (tabulate 'nim) => #<table of NIM: 91 positions>
Source: K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986)."
  (check-argument limit '(integer 1) "an integer greater than zero as :LIMIT")
  (check-argument method '(member :value-iteration :policy-iteration) ":VALUE-ITERATION or :POLICY-ITERATION as :METHOD")
  (check-argument tolerance '(real 0) "a real that is not negative as :TOLERANCE")
  (let* ((g (find-game game))
         (graph (reachable-graph "TABULATE" g (if position-p position (funcall (game-initial g))) limit)))
    (cond ((has-chance-p graph) (find-expected-values graph method tolerance))
          (t (find-values graph)
             (find-distances graph)))
    (make-game-table graph)))

(defun table-value (table position)
  "Return the value of POSITION to :MAX in TABLE, its distance, and a best move.
The distance is the number of plies to the end of the game if the winner hurries and the loser delays, both without loss of
value; NIL for a draw and in games with chance nodes. All values are NIL if POSITION was not reached; the move is NIL at the end of the game.
TABLE: a table that TABULATE returned.
Signals: type-error if TABLE is not a table.
Example: (multiple-value-list (table-value (tabulate 'nim) '((1 2 3) :max))) => (-1 6 (0 1))"
  (check-argument table 'game-table "a table of TABULATE")
  (let* ((graph (game-table-graph table))
         (node (gethash (key-of-position (game-graph-game graph) position) (game-graph-by-key graph))))
    (if node
        (values (graph-node-value node) (graph-node-distance node) (table-move graph node position))
        (values nil nil nil))))

(defun map-table (function table)
  "Call FUNCTION with position, value and distance of each entry of TABLE, nearest to the first position first. Return NIL.
FUNCTION: a function of three arguments. TABLE: a table that TABULATE returned.
Signals: type-error if TABLE is not a table.
Example: (let ((n 0)) (map-table (lambda (p value distance) (if (eql distance 0) (incf n))) (tabulate 'tic-tac-toe)) n) => 958"
  (check-argument table 'game-table "a table of TABULATE")
  (map nil (lambda (node) (funcall function (graph-node-position node) (graph-node-value node) (graph-node-distance node)))
       (game-graph-nodes (game-table-graph table))))
