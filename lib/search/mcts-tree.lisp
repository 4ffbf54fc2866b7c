;;;; mcts-tree.lisp -- the trees of Monte Carlo tree search, drawn and explained. -*- sealed -*-

(defun playout-tree (search)
  (let ((best (best-child (mcts-root search))))
    (make-search-tree (format nil "tree of ~A: ~D playouts" (game-name (mcts-game search)) (mcts-playouts search))
                      (mcts-root search)
                      (lambda (node) (if (mcts-node-moves node) (tried-children node) nil))
                      (lambda (node on-line) (playout-description search node (and on-line (on-line-p node (mcts-root search) #'best-child))))
                      (lambda (node path) (playout-sentence search node path best))
                      :plies 2 :replay (lambda (visit) (replay-playouts search visit)))))

;; Search again as SEARCH did. VISIT: as for MAKE-SEARCH-TREE.
(defun replay-playouts (search visit)
  (let ((again (make-mcts (mcts-game search) (mcts-policy search) (mcts-exploration search) (mcts-solver search) (mcts-seed search))))
    (call-with-root again (mcts-node-position (mcts-root search))
                    (lambda ()
                      (funcall visit (playout-tree again) "The root before the first playout." (constantly nil))
                      (dotimes (i (mcts-playouts search))
                        (multiple-value-bind (path result) (play-once again)
                          (funcall visit (playout-tree again) (playout-step again (first path) result)
                                   (lambda (node) (member node path :test #'eq)))))))))

;; A sentence on the last playout of SEARCH, which goes to the node LAST and ends with RESULT.
(defun playout-step (search last result)
  (format nil "Playout ~D goes to ~A~A. The root then ~A."
          (mcts-playouts search) (moves-text (path-to-node (mcts-root search) last #'tried-children))
          (cond ((settled-node-p last) (format nil ", which is proved to be worth ~A" result))
                ((= 1 (mcts-node-visits last)) (format nil ", a new position, from which the game ends with ~A" result))
                (t (format nil ", from which the game ends with ~A" result)))
          (playout-value-text search (mcts-root search))))

(defun playout-description (search node best)
  (let ((root (eq node (mcts-root search))) (side (mcts-node-side node)))
    (list :id (mcts-node-number node)
          :shape (cond ((and side (mcts-node-moves node)) side) (t :leaf))
          :name (if root nil (shown (mcts-node-move node)))
          :value (mean-text node)
          :bound (if (settled-node-p node) :exact :mean)
          :how "with" :question (counted (mcts-node-visits node) "visit" "visits") :best best)))

(defun mean-text (node)
  (if (settled-node-p node) (shown (mcts-node-least node)) (format nil "~,3F" (mean-result node))))

;; A text on the value of NODE. Bounds that are those of the clause :BOUNDS are not repeated.
(defun playout-value-text (search node)
  (multiple-value-bind (least greatest) (proved-bounds search node)
    (if (settled-node-p node)
        (format nil "is proved to be worth ~A" (mcts-node-least node))
        (format nil "has the mean ~A~@[, and is proved to be worth ~A~]" (mean-text node)
                (cond ((and least greatest) (format nil "at least ~A and at most ~A" least greatest))
                      (least (format nil "at least ~A" least))
                      (greatest (format nil "at most ~A" greatest)))))))

;; The ends of the interval of NODE; NIL where the clause :BOUNDS says as much.
(defun proved-bounds (search node)
  (multiple-value-bind (least greatest)
      (if (game-bounds (mcts-game search)) (value-bounds (mcts-game search) (mcts-node-position node)) nil)
    (flet ((more (bound known) (if (eql bound known) nil bound)))
      (values (more (mcts-node-least node) least) (more (mcts-node-greatest node) greatest)))))

(defun playout-sentence (search node path best)
  (format nil "~A, ~A, ~A after ~A~A."
          (if path (moves-text path) "The root")
          (role-text (mcts-node-side node) (if (eq (mcts-node-side node) :end) "the end of the game" "a leaf of the tree"))
          (playout-value-text search node) (counted (mcts-node-visits node) "visit" "visits")
          (cond ((null path) (choice-text search best))
                ((eq node best) (text "; it is chosen, " (choice-reason search best)))
                (t ""))))

(defun choice-text (search best)
  (if best
      (format nil ". The move ~A is chosen, ~A" (shown (mcts-node-move best)) (choice-reason search best))
      ""))

;; Why the move to BEST is chosen at the root.
(defun choice-reason (search best)
  (let* ((root (mcts-root search)) (children (tried-children root)))
    (cond ((null (rest children)) "the only move that was tried")
          ((settled-node-p root) (format nil "since it secures ~A, the proved value of the root" (mcts-node-least root)))
          ((settled-node-p best)
           (format nil "since it is proved to be worth ~A, and no mean is better" (mcts-node-least best)))
          ((some (lambda (child) (> (mcts-node-visits child) (mcts-node-visits best))) children)
           (format nil "since it has the most visits, ~D, of the moves that may be better than what is proved" (mcts-node-visits best)))
          (t (format nil "since it has the most visits, ~D of ~D" (mcts-node-visits best) (mcts-playouts search))))))
