;;;; table-tree.lisp -- tables of TABULATE, drawn and explained. -*- sealed -*-

;; A node of the tree: a position, its entry, and the move that leads to it, NIL at the root. WEIGHT: the probability of MOVE.
;; BEST: is it the best move?
(defstruct (table-node (:copier nil) (:predicate nil) (:constructor make-table-node (position entry move weight best)))
  position entry move weight best)

;; TABLE as a tree from its first position. Positions that occur again are drawn again, so only two plies are drawn by default.
(defun table-tree (table)
  (let* ((graph (game-table-graph table)) (tree (table-tree-at table nil)))
    (if (not (has-chance-p graph)) (setf (search-tree-replay tree) (lambda (visit) (replay-table table visit))))
    tree))

;; The tree of TABLE after ROUND of the analysis, or at its end if ROUND is NIL.
(defun table-tree-at (table round)
  (let* ((graph (game-table-graph table)) (first (aref (game-graph-nodes graph) 0))
         (root (make-table-node (graph-node-position first) first nil nil t)))
    (make-search-tree (table-title table) root
                      (lambda (node) (table-successors graph node))
                      (lambda (node best) (table-description root node best round))
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

(defun table-description (root node best round)
  (let* ((entry (table-node-entry node)) (distance (graph-node-distance entry))
         (known (or (null round) (and distance (<= distance round)))))
    (list :shape (or (graph-node-side entry) :leaf)
          :name (if (eq node root) nil (named-with-weight (table-node-move node) (table-node-weight node)))
          :value (if known (shown (graph-node-value entry)) nil) :bound (if known :exact nil)
          :question (if (and known distance (> distance 0)) (counted distance "ply to the end" "plies to the end") "")
          :best (and known best (table-node-best node)))))

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

;;; Steps: the ends of the game, then the positions at each distance from them, then the draws.

(defun replay-table (table visit)
  (let* ((graph (game-table-graph table)) (nodes (coerce (game-graph-nodes graph) 'list))
         (rounds (sort (remove-duplicates (remove 0 (remove nil (mapcar #'graph-node-distance nodes)))) #'<)))
    (flet ((show (round sentence now)
             (funcall visit (table-tree-at table round) sentence (lambda (node) (funcall now (table-node-entry node))))))
      (dolist (round (cons 0 rounds))
        (flet ((reached-p (node) (eql (graph-node-distance node) round)))
          (show round (table-round-text graph round (remove-if-not #'reached-p nodes)) #'reached-p)))
      (let ((draws (count nil nodes :key #'graph-node-distance)))
        (show nil (if (= draws 0)
                      "All positions have their values."
                      (format nil "Neither side can force more from the ~:D position~:P that remain~:[~;s~]: ~:[they are draws~;it is a draw~], worth ~A."
                              draws (= draws 1) (= draws 1) (shown (draw-value graph))))
              (lambda (node) (null (graph-node-distance node))))))))

;; A sentence on ROUND of the analysis, in which NODES get their values.
(defun table-round-text (graph round nodes)
  (let* ((draw (draw-value graph)) (count (length nodes)) (won (count-if (lambda (node) (> (graph-node-value node) draw)) nodes)))
    (flet ((by (side n) (if (> n 0) (list (format nil "by the ~A from ~:D position~:P" (mover side) n)) nil)))
      (if (= round 0)
          (format nil "The game ends in ~:D of ~:D position~:P; their values are those of the rules." count (length (game-graph-nodes graph)))
          (format nil "Round ~D: a win in ~A can be forced ~{~A~^, ~}." round (counted round "ply" "plies")
                  (append (by :max won) (by :min (- count won))))))))
