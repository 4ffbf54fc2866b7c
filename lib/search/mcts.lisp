;;;; mcts.lisp -- Monte Carlo tree search: UCT with a solver. -*- sealed -*-
;;;;
;;;; Each playout descends in the tree to a new node, plays from its position to the end of the game, and adds the result to all
;;;; nodes of its path. The descent takes the move with the greatest upper confidence bound of its mean (L. Kocsis and
;;;; C. Szepesvari, Bandit based Monte-Carlo planning, ECML 2006). The solver gives each node a proved interval of its
;;;; value: ends of the game are exact, and a position is worth at least what its best move is proved to be worth. A move that
;;;; is settled, or cannot be better than another one, is not played again (M. Winands, Y. Bjornsson and J.-T. Saito, Monte-Carlo
;;;; tree search solver, 2008; T. Cazenave and A. Saffidine, Score bounded Monte-Carlo tree search, 2010). All values
;;;; are those to :MAX.

;; A position. NUMBER: in order of creation, from 0. MOVE: the one that leads here. MOVES: NIL until the node is expanded.
;; WEIGHTS: the probabilities of MOVES at a chance node. CHILDREN: a vector of nodes, in the order of MOVES; the first TRIED
;; exist. TOTAL: the sum of the results. LEAST, GREATEST: the ends of the proved interval, NIL if infinite.
(defstruct (mcts-node (:copier nil) (:predicate nil) (:constructor make-mcts-node (position move number)))
  position move number side moves weights children (tried 0) (visits 0) (total 0) least greatest)

;; A search. POLICY: a function of a position and its moves that returns a move, or NIL for random ones. SUM, SQUARES: the sums of
;; the results so far and of their squares. SPREAD: twice their standard deviation, the unit of EXPLORATION. It is the range of
;; the results if half of the games are won and half lost; the range of scores is a greater unit, with which Othello is played worse.
(defstruct (mcts (:copier nil) (:predicate nil) (:constructor make-mcts (game policy exploration solver seed)))
  game policy exploration solver seed root (playouts 0) (nodes 0) (sum 0d0) (squares 0d0) (spread 1d0))

(defconstant longest-playout 1000)  ; plies; a playout without an end is worth the :REPETITION of the game, or 0

;;; The tree

(defun settled-node-p (node)
  (let ((least (mcts-node-least node)) (greatest (mcts-node-greatest node)))
    (and least greatest (>= least greatest))))

;; A new node for POSITION, with what is known of its value.
(defun new-mcts-node (search position move)
  (let* ((g (mcts-game search)) (node (make-mcts-node position move (mcts-nodes search))))
    (incf (mcts-nodes search))
    (cond ((funcall (game-over g) position)
           (let ((value (check-real-value g (funcall (game-value g) position) position)))
             (setf (mcts-node-side node) :end (mcts-node-least node) value (mcts-node-greatest node) value)))
          ((and (game-bounds g) (mcts-solver search))
           (multiple-value-bind (least greatest) (value-bounds g position)
             (setf (mcts-node-least node) least (mcts-node-greatest node) greatest))))
    node))

;; Find the moves of NODE. The successors of a chance node are created immediately.
(defun expand-mcts-node (search node)
  (let* ((g (mcts-game search)) (position (mcts-node-position node)) (side (funcall (game-side g) position)))
    (multiple-value-bind (moves weights) (checked-moves g position side)
      (setf (mcts-node-side node) side (mcts-node-moves node) moves (mcts-node-weights node) weights
            (mcts-node-children node) (make-array (length moves)))
      (if (eq side :chance) (dolist (move moves) (try-next-move search node move))))))

;; Create the next child of NODE, which follows MOVE.
(defun try-next-move (search node move)
  (let ((child (new-mcts-node search (funcall (game-play (mcts-game search)) (mcts-node-position node) move) move)))
    (setf (svref (mcts-node-children node) (mcts-node-tried node)) child)
    (incf (mcts-node-tried node))
    child))

;;; Upper confidence bounds

;; The mean result of NODE, inside its proved interval, as a double float.
(defun mean-result (node)
  (let ((mean (/ (float (mcts-node-total node) 1d0) (float (max 1 (mcts-node-visits node)) 1d0)))
        (least (mcts-node-least node)) (greatest (mcts-node-greatest node)))
    (cond ((and least (< mean least)) (float least 1d0))
          ((and greatest (> mean greatest)) (float greatest 1d0))
          (t mean))))

;; Can CHILD be better for its parent NODE than what NODE is proved to be worth?
(defun worth-trying-p (node child)
  (if (eq (mcts-node-side node) :max)
      (let ((least (mcts-node-least node)) (greatest (mcts-node-greatest child)))
        (not (and least greatest (<= greatest least))))
      (let ((greatest (mcts-node-greatest node)) (least (mcts-node-least child)))
        (not (and greatest least (>= least greatest))))))

;; The child of NODE with the greatest upper confidence bound.
(defun most-promising-child (search node)
  (let* ((sign (if (eq (mcts-node-side node) :max) 1d0 -1d0))
         (factor (* (mcts-exploration search) (mcts-spread search)))
         (log-visits (log (float (max 1 (mcts-node-visits node)) 1d0)))
         (solver (mcts-solver search)) (children (mcts-node-children node)) (best nil) (greatest 0d0))
    (dotimes (i (mcts-node-tried node) (or best (svref children 0)))
      (let ((child (svref children i)))
        (when (or (not solver) (and (not (settled-node-p child)) (worth-trying-p node child)))
          (let ((bound (+ (* sign (mean-result child))
                          (* factor (sqrt (/ log-visits (float (max 1 (mcts-node-visits child)) 1d0)))))))
            (when (or (null best) (> bound greatest)) (setq best child greatest bound))))))))

;;; Playouts

;; The move of a playout at POSITION, where :SIDE returns SIDE.
(defun playout-move (search position side)
  (let ((g (mcts-game search)) (policy (mcts-policy search)))
    (case side
      (:chance (random-outcome g position *random-state*))
      ((:max :min)
       (let ((moves (funcall (game-moves g) position)))
         (if (atom moves) (check-moves g position moves))
         (if policy (policy-move g policy position moves) (nth (random (length moves)) moves))))
      (t (check-side g side position)))))

(defun policy-move (g policy position moves)
  (let ((move (funcall policy position moves)))
    (unless (member move moves :test #'equal)
      (error "BEST-MOVE: expected a policy of ~A that returns a legal move, got ~S, at the position ~S" (game-name g) move position))
    move))

;; The result of a game from POSITION.
(defun playout (search position)
  (let* ((g (mcts-game search)) (over (game-over g)) (side (game-side g)) (play (game-play g)))
    (dotimes (ply longest-playout (or (game-repetition g) 0))
      (if (funcall over position) (return (check-real-value g (funcall (game-value g) position) position)))
      (setq position (funcall play position (playout-move search position (funcall side position)))))))

;; The path from the root to a settled or new node, last node first.
(defun descend-tree (search)
  (let ((node (mcts-root search)) (path nil))
    (loop
      (push node path)
      (if (or (eq (mcts-node-side node) :end) (and (mcts-solver search) (settled-node-p node))) (return path))
      (if (and (null (mcts-node-moves node)) (or (> (mcts-node-visits node) 0) (null (cdr path)))) (expand-mcts-node search node))
      (let ((tried (mcts-node-tried node)))
        (cond ((null (mcts-node-moves node)) (return path))
              ((eq (mcts-node-side node) :chance)
               (setq node (svref (mcts-node-children node) (random-successor (mcts-node-weights node) *random-state*))))
              ((< tried (length (mcts-node-children node)))
               (return (cons (try-next-move search node (nth tried (mcts-node-moves node))) path)))
              (t (setq node (most-promising-child search node))))))))

;; Count RESULT, a double float, for the spread, which is 1 while all results are equal.
(defun note-result-spread (search result)
  (let* ((count (float (mcts-playouts search) 1d0))
         (sum (incf (mcts-sum search) result)) (squares (incf (mcts-squares search) (* result result)))
         (variance (- (/ squares count) (expt (/ sum count) 2))))
    (setf (mcts-spread search) (if (> variance 1d-9) (* 2d0 (sqrt variance)) 1d0))))

;; Returns the path of the playout, last node first, and its result.
(defun play-once (search)
  (let* ((path (descend-tree search)) (last (first path))
         (result (if (settled-node-p last) (mcts-node-least last) (playout search (mcts-node-position last)))))
    (incf (mcts-playouts search))
    (note-result-spread search (float result 1d0))
    (back-up search path result)
    (values path result)))

;; Add RESULT to the nodes of PATH. The proved interval of a position limits the result.
(defun back-up (search path result)
  (let ((changed (mcts-solver search)))
    (dolist (node path)
      (if (and changed (mcts-node-moves node)) (setq changed (update-interval node)))
      (let ((least (mcts-node-least node)) (greatest (mcts-node-greatest node)))
        (cond ((and least (< result least)) (setq result least))
              ((and greatest (> result greatest)) (setq result greatest))))
      (incf (mcts-node-visits node))
      (setf (mcts-node-total node) (+ (mcts-node-total node) (if (integerp result) result (float result 1d0)))))))

;;; The solver

;; The greater of A and B, reals or NIL for minus infinity; the lesser of A and B, reals or NIL for infinity.
(defun greater-bound (a b) (if (and a b) (max a b) (or a b)))
(defun lesser-bound (a b) (if (and a b) (min a b) (or a b)))

;; The greatest of the bounds of CHILDREN by PART, compared by BETTER, with NIL as the best of all if NIL-WINS, else as the worst.
(defun best-bound (children count part better nil-wins)
  (let ((best (funcall part (svref children 0))))
    (do ((i 1 (+ i 1))) ((>= i count) best)
      (let ((bound (funcall part (svref children i))))
        (cond ((null bound) (if nil-wins (return nil)))
              ((null best) (if nil-wins (return nil) (setq best bound)))
              ((funcall better bound best) (setq best bound)))))))

;; The mean of the bounds of the children of a chance node; NIL if one of them is infinite.
(defun mean-bound (node part)
  (let ((sum 0) (i -1))
    (dolist (weight (mcts-node-weights node) sum)
      (let ((bound (funcall part (svref (mcts-node-children node) (incf i)))))
        (if bound (incf sum (* weight bound)) (return nil))))))

;; The proved interval that follows from the children of NODE. A move that was not tried may be worth anything.
(defun interval-of-children (node)
  (let* ((children (mcts-node-children node)) (count (mcts-node-tried node)) (all (= count (length children))))
    (flet ((best (part better nil-wins) (best-bound children count part better nil-wins)))
      (case (mcts-node-side node)
        (:max (values (best #'mcts-node-least #'> nil) (if all (best #'mcts-node-greatest #'> t) nil)))
        (:min (values (if all (best #'mcts-node-least #'< t) nil) (best #'mcts-node-greatest #'< nil)))
        (t (values (mean-bound node #'mcts-node-least) (mean-bound node #'mcts-node-greatest)))))))

;; Narrow the interval of NODE by those of its children. Returns whether it changed.
(defun update-interval (node)
  (let ((least (mcts-node-least node)) (greatest (mcts-node-greatest node)))
    (multiple-value-bind (low high) (interval-of-children node)
      (setf (mcts-node-least node) (greater-bound least low) (mcts-node-greatest node) (lesser-bound greatest high)))
    (not (and (eql least (mcts-node-least node)) (eql greatest (mcts-node-greatest node))))))

;;; The choice of a move

;; The first element of NODES with the greatest KEY, a real or NIL for the least of all; of equal ones the one with the most visits.
(defun node-with-greatest (key nodes)
  (let ((best nil) (greatest nil))
    (dolist (node nodes best)
      (let ((value (funcall key node)))
        (when (or (null best)
                  (and value (or (null greatest) (> value greatest)))
                  (and (eql value greatest) (> (mcts-node-visits node) (mcts-node-visits best))))
          (setq best node greatest value))))))

;; The value that the move to NODE is proved to secure for SIDE, which makes it, or NIL; the greater, the better for SIDE.
(defun secured-value (side node)
  (if (eq side :max) (mcts-node-least node) (if (mcts-node-greatest node) (- (mcts-node-greatest node)) nil)))

(defun tried-children (node)
  (coerce (subseq (or (mcts-node-children node) #()) 0 (mcts-node-tried node)) 'list))

;; The best child of NODE: the one that secures most if the value of NODE is settled, or no mean is better; else, of
;; those that may be better, the one with the most visits. NIL at a chance node and before the first move.
(defun best-child (node)
  (let ((children (tried-children node)) (side (mcts-node-side node)))
    (if (member side '(:max :min))
        (let* ((secure (node-with-greatest (lambda (child) (secured-value side child)) children))
               (secured (if secure (secured-value side secure) nil))
               (open (node-with-greatest #'mcts-node-visits
                                         (remove-if (lambda (child) (or (settled-node-p child) (not (worth-trying-p node child))))
                                                    children))))
          (cond ((or (null open) (and secured (settled-node-p node))) secure)
                ((or (null secured) (eql secured (secured-value side open))
                     (> (* (if (eq side :max) 1 -1) (mean-result open)) secured))
                 open)
                (t secure)))
        nil)))

(defun playout-line (node)
  (let ((next (best-child node))) (if next (cons (mcts-node-move next) (playout-line next)) nil)))

;; The value of NODE: exact if it is settled, else a mean.
(defun mcts-value (node) (if (settled-node-p node) (mcts-node-least node) (float (mean-result node) 1f0)))

;; The statistics of the moves of NODE, in their order: (MOVE VISITS MEAN LEAST GREATEST).
(defun move-statistics (node)
  (let ((statistics nil))
    (dotimes (i (mcts-node-tried node) (nreverse statistics))
      (let ((child (svref (mcts-node-children node) i)))
        (push (list (mcts-node-move child) (mcts-node-visits child) (mcts-value child) (mcts-node-least child)
                    (mcts-node-greatest child))
              statistics)))))

;;; BEST-MOVE by :MCTS

;; Play PLAYOUTS games, or as many as SECONDS allow, if not NIL, unless the value of the root is settled before. An interrupt
;; after the first game also ends the search.
(defun run-playouts (search playouts seconds)
  (let ((end (if seconds (+ (get-internal-real-time) (* seconds internal-time-units-per-second)) nil)) (root (mcts-root search)))
    (handler-case
        (loop
          (play-once search)
          (if (or (and playouts (>= (mcts-playouts search) playouts))
                  (and end (>= (get-internal-real-time) end))
                  (and (mcts-solver search) (settled-node-p root)))
              (return)))
      (interrupted (c) (if (null (best-child root)) (raise-condition c))))))

;; Make POSITION the root. Its :BOUNDS are ignored on the side of the player to move, since they prove a value but name no move that reaches
;; it.
(defun plant-root (search position)
  (let ((root (new-mcts-node search position nil)))
    (setf (mcts-root search) root)
    (expand-mcts-node search root)
    (case (mcts-node-side root)
      (:max (setf (mcts-node-least root) nil))
      (:min (setf (mcts-node-greatest root) nil)))))

;; Call FUNCTION, which plays playouts of SEARCH, with POSITION as the root and random numbers from the seed.
(defun call-with-root (search position function)
  (let ((*random-state* (seed-random-state (mcts-seed search))))
    (rules-at (mcts-game search) position)  ; signals an error if :MOVES or :PLAY is wrong
    (plant-root search position)
    (funcall function)))

;; Check the arguments of BEST-MOVE by :MCTS.
(defun check-playout-arguments (playouts seconds seed policy exploration without)
  (check-argument playouts '(or null (integer 1)) "an integer greater than zero as :PLAYOUTS")
  (check-argument seconds '(or null (and real (satisfies plusp))) "a number greater than zero as :SECONDS")
  (check-argument seed '(or null (integer 1)) "an integer greater than zero as :SEED")
  (check-argument policy '(or null function symbol) "a function as :POLICY")
  (check-argument exploration '(real 0) "a real that is not negative as :EXPLORATION")
  (check-argument without '(or null (cons (eql :solver) null)) "NIL or (:SOLVER) as :WITHOUT with :MCTS"))

;; The values of BEST-MOVE by :MCTS. The arguments are those of BEST-MOVE.
(defun best-move-by-playouts (g position playouts seconds seed policy exploration without)
  (if (several-players-p g) (error "BEST-MOVE: expected a game of two players for :MCTS, got ~S" (game-name g)))
  (if (funcall (game-over g) position) (error "BEST-MOVE: expected a position of ~A before the end of the game, got ~S" (game-name g) position))
  (let ((search (make-mcts g (or policy (game-policy g)) (float exploration 1d0) (null without) (or seed 1)))
        (start (get-internal-real-time)))
    (call-with-root search position (lambda () (run-playouts search (or playouts (if seconds nil 1000)) seconds)))
    (mcts-answer search (/ (float (- (get-internal-real-time) start)) internal-time-units-per-second))))

(defun mcts-answer (search seconds)
  (let* ((root (mcts-root search)) (settled (settled-node-p root)) (line (playout-line root)) (best (best-child root)))
    (values (first line)
            (cond (settled (mcts-node-least root)) (best (mcts-value best)) (t (mcts-value root)))
            (list :line line :bound (if settled :exact nil) :complete settled :nodes (mcts-nodes search) :seconds seconds
                  :playouts (mcts-playouts search) :moves (move-statistics root) :tree (playout-tree search)))))
