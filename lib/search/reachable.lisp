;;;; reachable.lisp -- the graph of the positions of a game that can be reached from a position. -*- sealed -*-

;; A position in the graph. POSITION: the first one that was found of those with the same key. SUCCESSORS: the nodes after
;; MOVES. WEIGHTS: at a chance node, the probabilities of MOVES. PREDECESSORS: a node occurs in it once for each of its moves to
;; this one. VALUE: NIL until it is known. The other slots belong to the algorithms.
(defstruct (graph-node (:copier nil) (:predicate nil) (:print-function (lambda (node stream depth)
                                                                          (declare (ignore depth))
                                                                          (format stream "#<node ~S>" (graph-node-position node)))))
  position side over moves weights successors predecessors value distance (pending 0) mark choice)

;; NODES: a vector of all nodes, in order of their distance from the first. BY-KEY: a table from keys to nodes.
(defstruct (game-graph (:copier nil) (:predicate nil) (:constructor make-game-graph (game)))
  game (nodes (make-array 64 :adjustable t :fill-pointer 0)) (by-key (make-hash-table :test #'equal)))

;; An object that is EQUAL for keys with the same elements: KEY with lists in place of vectors.
(defun comparable-key (key)
  (cond ((stringp key) key)
        ((vectorp key) (cons 'vector (map 'list #'comparable-key key)))
        ((consp key) (cons (comparable-key (car key)) (comparable-key (cdr key))))
        (t key)))

(defun key-of-position (g position)
  (comparable-key (if (game-key g) (funcall (game-key g) position) position)))

;; The node of POSITION in GRAPH, and whether it is new.
(defun note-position (graph position)
  (let* ((g (game-graph-game graph)) (key (key-of-position g position)) (known (gethash key (game-graph-by-key graph))))
    (if known
        (values known nil)
        (let ((node (make-graph-node :position position)))
          (vector-push-extend node (game-graph-nodes graph))
          (setf (gethash key (game-graph-by-key graph)) node)
          (values node t)))))

;; Check the moves of a chance node of G: ((MOVE . PROBABILITY) ...) with positive rationals whose sum is 1.
(defun check-chance-moves (g position moves)
  (unless (and (consp moves) (ignore-errors (list-length moves))
               (every (lambda (entry) (and (consp entry) (rationalp (cdr entry)) (> (cdr entry) 0))) moves)
               (= 1 (reduce #'+ moves :key #'cdr)))
    (error 'type-error :datum moves :expected-type 'cons
                       :format-control "The game ~A: :MOVES must return a list of (MOVE . PROBABILITY), positive rationals with ~
                                        the sum 1, where :SIDE returns :CHANCE, got ~S, at the position ~S"
                       :format-arguments (list (game-name g) moves position))))

(defun check-side (g side position)
  (unless (member side '(:max :min :chance))
    (error 'type-error :datum side :expected-type '(member :max :min :chance)
                       :format-control "The game ~A: :SIDE must return :MAX, :MIN or :CHANCE, got ~S, at the position ~S"
                       :format-arguments (list (game-name g) side position))))

;; Check the moves of :MAX or :MIN, a list that is not empty.
(defun check-moves (g position moves)
  (unless (and (consp moves) (ignore-errors (list-length moves)))
    (error 'type-error :datum moves :expected-type 'cons
                       :format-control "The game ~A: :MOVES must return a list that is not empty unless :OVER is true, got ~S, at ~
                                        the position ~S"
                       :format-arguments (list (game-name g) moves position))))

(defun check-real-value (g value position)
  (unless (realp value)
    (error 'type-error :datum value :expected-type 'real
                       :format-control "The game ~A: :VALUE must return a real, got ~S, at the position ~S"
                       :format-arguments (list (game-name g) value position)))
  value)

;; The moves of G at POSITION, where SIDE moves, and at a chance node their probabilities.
(defun checked-moves (g position side)
  (check-side g side position)
  (let ((moves (funcall (game-moves g) position)))
    (cond ((eq side :chance)
           (check-chance-moves g position moves)
           (values (mapcar #'car moves) (mapcar #'cdr moves)))
          (t (check-moves g position moves)
             (values moves nil)))))

;; Find what a move of NODE leads to.
(defun expand-graph-node (graph node)
  (let* ((g (game-graph-game graph)) (position (graph-node-position node)))
    (cond ((funcall (game-over g) position)
           (setf (graph-node-over node) t
                 (graph-node-value node) (check-real-value g (funcall (game-value g) position) position)))
          (t (let ((side (funcall (game-side g) position)))
               (multiple-value-bind (moves weights) (checked-moves g position side)
                 (setf (graph-node-side node) side (graph-node-moves node) moves (graph-node-weights node) weights
                       (graph-node-successors node)
                       (mapcar (lambda (move)
                                 (let ((next (note-position graph (funcall (game-play g) position move))))
                                   (push node (graph-node-predecessors next))
                                   next))
                               moves))))))))

;; The graph of the positions of G that can be reached from START. OPERATOR: for a message if there are more than LIMIT.
(defun reachable-graph (operator g start limit)
  (let ((graph (make-game-graph g)) (at 0))
    (note-position graph start)
    (loop
      (let ((nodes (game-graph-nodes graph)))
        (if (= at (fill-pointer nodes)) (return graph))
        (if (> (fill-pointer nodes) limit)
            (error "~A: expected a game of at most ~D positions as :LIMIT, got ~S" operator limit (game-name g)))
        (expand-graph-node graph (aref nodes at))
        (incf at)))))

;; The first of NODES that has the best value for SIDE.
(defun best-node (nodes side)
  (let ((best nil))
    (dolist (node nodes best)
      (if (or (null best)
              (if (eq side :max)
                  (> (graph-node-value node) (graph-node-value best))
                  (< (graph-node-value node) (graph-node-value best))))
          (setq best node)))))

(defun best-successor (node) (best-node (graph-node-successors node) (graph-node-side node)))
