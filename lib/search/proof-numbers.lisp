;;;; proof-numbers.lisp -- PROVE: proof-number search, PN2, and depth-first proof-number search. -*- sealed -*-
;;;;
;;;; The side that moves first, the prover, wants to reach a result. A position at which it moves is an OR node, since one move must reach
;;;; the result; a position of the other side is an AND node, since all moves must. The proof number PN of a node is the least number of
;;;; leaves that must be proved to prove it, the disproof number DN the least number that must be disproved to disprove it, both without
;;;; regard to transpositions. PN search expands a leaf that belongs to both sets (L. V. Allis, M. van der Meulen and H. J. van den Herik,
;;;; Proof-number search, Artificial Intelligence 66, 1994). Depth-first search with thresholds of both numbers visits nodes in the same
;;;; order and keeps positions in a table (A. Nagai, Df-pn algorithm, 2002).

(defconstant infinite-number 1000000000000000)  ; the proof number of what is disproved, the disproof number of what is proved

;; A position of a search. OR: does the prover move? SUCCESSORS: the nodes after MOVES; NIL until the node is expanded. NUMBER: of its
;; expansion, from 1, or NIL. SETTLED: a number that is greater the later PN or DN became 0. TREES: the proofs or disproofs of positions
;; with the key of this node: ((POSITION . TREE) ...).
(defstruct (pn-node (:copier nil) (:predicate nil) (:constructor make-pn-node (position parent)))
  position parent or moves successors number (pn 1) (dn 1) settled trees)

;; A search. LIMIT: the greatest number of visits, or NIL. TABLE: the nodes by key; NIL if the search space is a tree.
;; KEPT, LARGEST: the numbers of nodes in memory now and at most. OBSERVER: NIL, or a function that is called with each node after
;; its expansion; by df-pn also with its thresholds, and again when the search leaves the node, with T in addition.
(defstruct (pn-search (:copier nil) (:predicate nil) (:constructor make-pn-search (game prover goal limit table)))
  game prover goal limit table observer (expansions 0) (visits 0) (nodes 0) (kept 0) (largest 0) (settled 0))

;; Does the final position with VALUE reach GOAL for PROVER?
(defun reaches-goal-p (value prover goal)
  (let ((own (if (eq prover :max) value (- value))))
    (if (eq goal :win) (> own 0) (>= own 0))))

;; A node for POSITION, a new one unless the table has it.
(defun pn-node-for (search position parent)
  (let* ((g (pn-search-game search)) (table (pn-search-table search)) (key (if table (key-of-position g position) nil)))
    (or (and table (gethash key table))
        (let ((node (make-pn-node position parent)))
          (incf (pn-search-nodes search))
          (setf (pn-search-largest search) (max (pn-search-largest search) (incf (pn-search-kept search))))
          (if table (setf (gethash key table) node))
          (if (funcall (game-over g) position) (settle-final-node search node))
          node))))

(defun settle-final-node (search node)
  (let* ((g (pn-search-game search)) (position (pn-node-position node))
         (value (check-real-value g (funcall (game-value g) position) position)))
    (if (reaches-goal-p value (pn-search-prover search) (pn-search-goal search))
        (setf (pn-node-pn node) 0 (pn-node-dn node) infinite-number)
        (setf (pn-node-pn node) infinite-number (pn-node-dn node) 0))
    (note-if-settled search node)))

(defun settled-p (node) (or (= 0 (pn-node-pn node)) (= 0 (pn-node-dn node))))

(defun note-if-settled (search node)
  (if (and (settled-p node) (null (pn-node-settled node))) (setf (pn-node-settled node) (incf (pn-search-settled search)))))

(defun expand-pn-node (search node)
  (let* ((g (pn-search-game search)) (position (pn-node-position node)) (side (funcall (game-side g) position))
         (moves (funcall (game-moves g) position)))
    (unless (member side '(:max :min)) (check-clause (rules g) :side side position))
    (check-moves g position moves)
    (setf (pn-node-or node) (eq side (pn-search-prover search))
          (pn-node-moves node) moves
          (pn-node-successors node)
          (mapcar (lambda (move) (pn-node-for search (funcall (game-play g) position move) node)) moves))))

;; The sum of the NUMBERs of NODES; finite if all are.
(defun sum-of-numbers (nodes number)
  (let ((sum 0))
    (dolist (node nodes (min sum (- infinite-number 1)))
      (let ((n (funcall number node)))
        (if (= n infinite-number) (return infinite-number))
        (incf sum n)))))
(defun least-number (nodes number)
  (let ((least infinite-number))
    (dolist (node nodes least) (setq least (min least (funcall number node))))))

;; The proof number and the disproof number of a node before NODES, whose numbers the functions PN and DN return. OR: is it an OR node?
(defun numbers-before (or nodes pn dn)
  (if or
      (values (least-number nodes pn) (sum-of-numbers nodes dn))
      (values (sum-of-numbers nodes pn) (least-number nodes dn))))

;; Compute the numbers of the expanded NODE.
(defun update-numbers (search node)
  (setf (values (pn-node-pn node) (pn-node-dn node))
        (numbers-before (pn-node-or node) (pn-node-successors node) #'pn-node-pn #'pn-node-dn))
  (note-if-settled search node))

(defun count-visit (search)
  (if (eql (pn-search-limit search) (pn-search-visits search)) (throw 'pn-limit nil))
  (incf (pn-search-visits search)))

;;; PN search, in a tree

;; The leaf that belongs to the least sets of leaves that prove and disprove NODE.
(defun most-proving-node (node)
  (loop
    (if (null (pn-node-successors node)) (return node))
    (setq node (next-proving-node node))))

;; The successor of NODE that the search goes to, or the one that decides; NIL without successors.
(defun next-proving-node (node)
  (let ((number (if (pn-node-or node) #'pn-node-pn #'pn-node-dn)))
    (find (funcall number node) (pn-node-successors node) :key number)))

;; Update NODE and the nodes above it up to ROOT as long as their numbers change.
(defun update-ancestors (search node root)
  (loop
    (let ((pn (pn-node-pn node)) (dn (pn-node-dn node)))
      (update-numbers search node)
      (if (or (eq node root) (and (= pn (pn-node-pn node)) (= dn (pn-node-dn node)))) (return))
      (setq node (pn-node-parent node)))))

;; Number LEAF, which was expanded in the tree that is kept. THRESHOLDS: those of df-pn.
(defun note-expansion (search leaf &rest thresholds)
  (setf (pn-node-number leaf) (incf (pn-search-expansions search)))
  (if (pn-search-observer search) (apply (pn-search-observer search) leaf thresholds)))

;; Search ROOT until it is settled or, if MOST is not NIL, that many nodes are in memory.
(defun pn-best-first (search root most)
  (loop
    (count-visit search)
    (let ((leaf (most-proving-node root)))
      (expand-pn-node search leaf)
      (update-ancestors search leaf root)
      (if (null most) (note-expansion search leaf)))
    (if (or (settled-p root) (and most (>= (pn-search-kept search) most))) (return))))

;;; PN2: a leaf is expanded by a second PN search, which may have as many nodes as the first one has. Then its tree is
;;; dropped, except the successors of the leaf with their numbers, and the proofs of those that are settled.
;;; Source: D. M. Breuker, Memory versus search in games, 1998, chapter 4.

(defun pn-two-levels (search root)
  (loop
    (let ((leaf (most-proving-node root)))
      (pn-best-first search leaf (* 2 (pn-search-kept search)))
      (dolist (next (pn-node-successors leaf)) (keep-proof search next))
      (unless (eq leaf root) (update-ancestors search (pn-node-parent leaf) root))
      (note-expansion search leaf))
    (if (settled-p root) (return))))

;; Make NODE a leaf with the same numbers.
(defun discard-successors (search node)
  (dolist (next (pn-node-successors node))
    (discard-successors search next)
    (decf (pn-search-kept search)))
  (setf (pn-node-successors node) nil (pn-node-moves node) nil))

;; Discard what is below NODE except its proof or disproof, the one that TREE-OF-NODE finds.
(defun keep-proof (search node)
  (if (settled-p node)
      (let ((needed (pn-node-successors node)) (proved (= 0 (pn-node-pn node))))
        (if (and needed (eq (pn-node-or node) proved)) (setq needed (list (first-settled needed proved))))
        (dolist (next (pn-node-successors node))
          (if (member next needed) (keep-proof search next) (discard-successors search next))))
      (discard-successors search node)))

;; The first of NODES that was proved or, unless PROVED, disproved; or NIL.
(defun first-settled (nodes proved)
  (let ((first nil))
    (dolist (node nodes first)
      (if (and (= 0 (if proved (pn-node-pn node) (pn-node-dn node)))
               (or (null first) (< (pn-node-settled node) (pn-node-settled first))))
          (setq first node)))))

;;; Df-pn

;; The successor of NODE of the least number, and the second least number. NUMBER: #'PN-NODE-PN or #'PN-NODE-DN.
(defun best-and-second (node number)
  (let ((best nil) (least infinite-number) (second infinite-number))
    (dolist (next (pn-node-successors node) (values best second))
      (let ((n (funcall number next)))
        (cond ((or (null best) (< n least)) (setq second (if best least second) least n best next))
              ((< n second) (setq second n)))))))

;; Search NODE until its numbers reach a threshold. A successor of an OR node is searched until its PN exceeds that of another
;; one, or it makes DN reach its threshold; likewise with PN and DN exchanged.
(defun pn-depth-first (search node pn-threshold dn-threshold)
  (count-visit search)
  (when (null (pn-node-successors node))
    (expand-pn-node search node)
    (update-numbers search node)
    (note-expansion search node pn-threshold dn-threshold))
  (loop
    (update-numbers search node)
    (when (or (>= (pn-node-pn node) pn-threshold) (>= (pn-node-dn node) dn-threshold))
      (if (pn-search-observer search) (funcall (pn-search-observer search) node pn-threshold dn-threshold t))
      (return))
    (if (pn-node-or node)
        (multiple-value-bind (next second) (best-and-second node #'pn-node-pn)
          (pn-depth-first search next (min pn-threshold (+ second 1)) (+ (- dn-threshold (pn-node-dn node)) (pn-node-dn next))))
        (multiple-value-bind (next second) (best-and-second node #'pn-node-dn)
          (pn-depth-first search next (+ (- pn-threshold (pn-node-pn node)) (pn-node-pn next)) (min dn-threshold (+ second 1)))))))

;;; Certificates

;; The nodes after the moves of NODE at POSITION, which has the key of NODE, but perhaps other moves.
(defun nodes-after (search node position moves)
  (let ((g (pn-search-game search)))
    (if (or (null (pn-search-table search)) (eq position (pn-node-position node)))
        (pn-node-successors node)
        (mapcar (lambda (move)
                  (or (gethash (key-of-position g (funcall (game-play g) position move)) (pn-search-table search))
                      (error "PROVE: expected positions of ~A with equal keys to have moves to positions with equal keys, got ~S and ~S"
                             (game-name g) position (pn-node-position node))))
                moves))))

;; The proof or disproof of POSITION, which has the key of the settled NODE. If one move decides, the tree has the move whose
;; node was settled first, and so before NODE: the tree is finite even if the game has cycles.
(defun tree-of-node (search node position)
  (let* ((g (pn-search-game search)) (proved (= 0 (pn-node-pn node))) (known (assoc position (pn-node-trees node) :test #'equalp)))
    (cond (known (cdr known))
          ((null (pn-node-successors node)) nil)
          (t (let* ((moves (funcall (game-moves g) position)) (nodes (nodes-after search node position moves))
                    (decisive (if (eq (pn-node-or node) proved) (first-settled nodes proved) nil)) (chosen nil) (tree nil))
               (do ((left moves (rest left)) (nodes nodes (rest nodes))) ((null left))
                 (if (or (null decisive) (eq (first nodes) decisive)) (push (cons (first left) (first nodes)) chosen))
                 (if (eq (first nodes) decisive) (return)))
               (dolist (choice chosen)
                 (push (cons (car choice) (tree-of-node search (cdr choice) (funcall (game-play g) position (car choice)))) tree))
               (push (cons position tree) (pn-node-trees node))
               tree)))))

;;; PROVE

;; Search from ROOT until it is settled or the limit is reached.
(defun run-pn-search (search algorithm root)
  (catch 'pn-limit
    (case algorithm
      (:pn (pn-best-first search root nil))
      (:pn2 (pn-two-levels search root))
      (t (pn-depth-first search root infinite-number infinite-number)))))

;; The result of a search that ends with the proof number PN and the disproof number DN of the root.
(defun proof-result (pn dn) (cond ((= 0 pn) :proved) ((= 0 dn) :disproved) (t :unknown)))

(defun prove (game &optional (position (initial-position game)) (goal :win) &key (algorithm :df-pn) nodes record)
  "Prove or disprove that the side to move at POSITION of GAME can reach GOAL, whatever the other side does. Return :PROVED,
:DISPROVED or :UNKNOWN; a certificate, which CHECK-PROOF checks and PROOF-TREE makes a tree for DRAW and WHY; and a property list
with :VISITS (expansions, and for :DF-PN returns to expanded nodes), :NODES (positions generated), :LARGEST (the greatest number of
positions in memory), the numbers :PN and :DN and, if RECORD is true, :TREE, which DRAW and WHY accept.
The certificate is (:PROVED . TREE) or (:DISPROVED . TREE). A tree is a list of (MOVE . TREE) with one move where the side that
has the proof moves and all moves where the other side does; NIL at the end of the game. Equal subtrees may be shared.
GAME: a name or a game without chance nodes, with the sides :MAX and :MIN.
POSITION: a position (default: the initial position).
GOAL: :WIN (default), an end of the game with a value above 0 for :MAX, below 0 for :MIN; or :DRAW, an end that is not lost.
ALGORITHM: :DF-PN (default), depth-first with a table of all positions met, by the clause :KEY; :PN, best-first in a tree;
or :PN2, which expands each leaf by a second such search, and so keeps fewer positions.
NODES: the greatest number of visits, an integer greater than zero (default: NIL, no limit). Without it a search of a game with
cycles may not end.
RECORD: true for the tree (default: NIL). Each node shows its proof number and its disproof number, as 2:3. :DF-PN then searches
without its table, so a position that several moves lead to occurs several times.
Signals: error if GAME is not a game or is over; type-error for a wrong argument or if a clause returns a wrong value.
Example: (prove 'nim '((1 2) :max) :win) => :PROVED
Source: Allis, van der Meulen and van den Herik, Proof-number search, Artificial Intelligence 66 (1994); A. Nagai, Df-pn
algorithm for searching AND/OR trees and its applications, 2002; D. M. Breuker, Memory versus search in games, 1998."
  (check-argument goal '(member :win :draw) ":WIN or :DRAW as the goal")
  (check-argument algorithm '(member :pn :pn2 :df-pn) ":PN, :PN2 or :DF-PN as :ALGORITHM")
  (check-argument nodes '(or null (integer 1)) "an integer greater than zero as :NODES")
  (let ((g (find-game game)))
    (if (funcall (game-over g) position)
        (error "PROVE: expected a position of ~A before the end of the game, got ~S" (game-name g) position))
    (let* ((side (side-at g position))
           (search (make-pn-search g side goal nodes (if (or record (not (eq algorithm :df-pn))) nil (make-hash-table :test #'equal))))
           (root (pn-node-for search position nil)))
      (run-pn-search search algorithm root)
      (let ((result (proof-result (pn-node-pn root) (pn-node-dn root))))
        (values result
                (if (eq result :unknown) nil (cons result (tree-of-node search root position)))
                (list* :visits (pn-search-visits search) :nodes (pn-search-nodes search)
                       :largest (pn-search-largest search)
                       :pn (pn-node-pn root) :dn (pn-node-dn root)
                       (if record (list :tree (proof-number-tree search algorithm root)) nil)))))))

(defun proof-tree (game position certificate)
  "Return the nested list of the moves in CERTIFICATE for DRAW, WHY and MINIMAX, with the final values as its leaves. A list with a
single element represents a move of the other side where the same side moves again.
GAME: a name or a game. POSITION, CERTIFICATE: an argument of PROVE and its second value.
Signals: error if GAME is not a game.
Example: (proof-tree 'nim '((1 1) :max) (nth-value 1 (prove 'nim '((1 1) :max)))) => ((-1) (-1))
Example: (minimax (proof-tree 'nim '((1 2) :max) (nth-value 1 (prove 'nim '((1 2) :max)))) :player :max) => (1 (1 1 1))"
  (let ((g (find-game game)))
    (labels ((board (position side tree)
               (cond ((null tree) (funcall (game-value g) position))
                     ((eq side (side-at g position))
                      (mapcar (lambda (entry)
                                (board (funcall (game-play g) position (car entry)) (other-side side) (cdr entry)))
                              tree))
                     (t (list (board position (other-side side) tree))))))
      (board position (side-at g position) (cdr certificate)))))
