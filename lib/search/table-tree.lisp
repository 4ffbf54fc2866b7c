;;;; table-tree.lisp -- tables of TABULATE, drawn and explained. -*- sealed -*-

;; A node of the tree: a position, its entry, and the move that leads to it, NIL at the root. WEIGHT: the probability of MOVE.
;; BEST: is it the best move?
(defstruct (table-node (:copier nil) (:predicate nil) (:constructor make-table-node (position entry move weight best)))
  position entry move weight best)

;; TABLE as a tree from its first position. Positions that occur again are drawn again, so only two plies are drawn by default.
(defun table-tree (table)
  (let* ((graph (game-table-graph table)) (first (aref (game-graph-nodes graph) 0))
         (root (make-table-node (graph-node-position first) first nil nil t)))
    (make-search-tree (table-title table) root
                      (lambda (node) (table-successors graph node))
                      (lambda (node best) (table-description root node best))
                      (lambda (node path) (table-sentence graph node path))
                      :plies 2)))

(defun best-table-move (graph node) (table-move graph (table-node-entry node) (table-node-position node)))

(defun table-successors (graph node)
  (let ((g (game-graph-game graph)) (position (table-node-position node)) (side (graph-node-side (table-node-entry node)))
        (best (best-table-move graph node)))
    (multiple-value-bind (moves weights) (if side (checked-moves g position side) nil)
      (mapcar (lambda (move)
                (let ((next (funcall (game-play g) position move)))
                  (make-table-node next (gethash (key-of-position g next) (game-graph-by-key graph)) move (pop weights)
                                   (and (member side '(:max :min)) (equal move best)))))
              moves))))

(defun table-description (root node best)
  (let* ((entry (table-node-entry node)) (distance (graph-node-distance entry)))
    (list :shape (or (graph-node-side entry) :leaf)
          :name (if (eq node root) nil (named-with-weight (table-node-move node) (table-node-weight node)))
          :value (shown (graph-node-value entry)) :bound :exact
          :question (if (and distance (> distance 0)) (counted distance "ply to the end" "plies to the end") "")
          :best (and best (table-node-best node)))))

(defun table-sentence (graph node path)
  (let ((entry (table-node-entry node)) (move (best-table-move graph node)))
    (format nil "~A, ~A, is worth ~A~A~@[; a best move is ~A~]."
            (if path (moves-text path) "The root")
            (role-text (graph-node-side entry) "the end of the game")
            (shown (graph-node-value entry)) (table-outcome-text graph entry) (if move (shown move) nil))))

;; How the game ends from ENTRY under best play.
(defun table-outcome-text (graph entry)
  (let ((distance (graph-node-distance entry)))
    (cond ((or (graph-node-over entry) (has-chance-p graph)) "")
          (distance (format nil ": the ~A wins in ~A" (mover (if (> (graph-node-value entry) 0) :max :min))
                            (counted distance "ply" "plies")))
          (t ": neither side can force a win"))))
