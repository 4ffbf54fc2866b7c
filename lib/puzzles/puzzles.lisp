;;;; puzzles.lisp -- puzzles defined by their rules, and searches for a path to a goal. -*- sealed -*-
;;;;
;;;; The terms are those of S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, chapter 3: a path costs G
;;;; from the start to a node, an estimated H from there to a goal, and F is their sum. Expanding a node generates
;;;; its successors.

(defstruct (puzzle (:conc-name puzzle-) (:copier nil) (:predicate puzzle-p) (:constructor make-puzzle)
                   (:print-function (lambda (puzzle stream depth)
                                      (declare (ignore depth))
                                      (format stream "#<puzzle ~A>" (puzzle-name puzzle)))))
  name initial moves play goal show inverse estimate
  (cost (lambda (state move) (declare (ignore state move)) 1)) (key #'identity))

(defvar *puzzle-clauses*
  '((:initial 0) (:moves 1) (:play 2) (:goal 1) (:cost 2) (:estimate 1) (:key 1) (:inverse 1) (:show 1))
  "The clauses of DEFINE-PUZZLE and their numbers of parameters: (keyword number).")

(defmacro define-puzzle (name &rest clauses)
  "Define the puzzle NAME, a symbol, by CLAUSES, and return NAME.
A state is any object; the clauses must not modify it. Required clauses:
(:initial FORM)            the initial state
(:moves (s) BODY...)       the list of legal moves, which are any objects
(:play (s move) BODY...)   the state after MOVE
(:goal (s) BODY...)        true if S is a goal
Optional clauses:
(:cost (s move) BODY...)   the cost of MOVE, a real that is not negative (default: 1)
(:estimate (s) BODY...)    the estimated cost from S to the nearest goal, a real that is not negative; if it is never too
                           great, A* and IDA* find a cheapest path
(:key (s) BODY...)         an object that is EQUAL for equal states (default: the state)
(:inverse (move) BODY...)  the move that undoes MOVE, at the same cost; IDA* and iterative deepening skip it after MOVE, and
                           bidirectional search requires it
(:show (s) BODY...)        print the state (default: PRINT)
Use (check-puzzle NAME) to find errors in the clauses.
Signals: program-error if a clause is missing, unknown, duplicate, or has wrong parameters.
Example: (define-puzzle double (:initial 1) (:moves (s) '(+ *)) (:play (s m) (if (eq m '+) (+ s 1) (* s 2)))
           (:goal (s) (= s 10))) => DOUBLE"
  (check-clauses 'define-puzzle "puzzle" name clauses *puzzle-clauses* '(:initial :moves :play :goal))
  `(name-puzzle ',name
                (make-puzzle :name ',name
                             ,@(mapcan (lambda (clause)
                                         (list (car clause)
                                               (clause-function name (if (eq (car clause) :initial)
                                                                         `(:initial () ,(cadr clause))
                                                                         clause))))
                                       clauses))))

(defvar *puzzles* nil "The names of all puzzles.")

(defun name-puzzle (name puzzle)
  (pushnew name *puzzles*)
  (setf (get name 'puzzle) puzzle)
  name)

(defun find-puzzle (puzzle)
  (cond ((puzzle-p puzzle) puzzle)
        ((and (symbolp puzzle) (get puzzle 'puzzle)))
        ((symbolp puzzle)
         (unknown-name (operation "find-puzzle") "puzzle" puzzle *puzzles*
                       (format nil "puzzles: ~{~S~^, ~}; DEFINE-PUZZLE makes one" (sort (copy-list *puzzles*) #'string<))))
        (t (error "~A: expected a puzzle, got ~S" (operation "find-puzzle") puzzle))))

;; A search for a path. EXPANDED, GENERATED: numbers of nodes. LARGEST: the greatest number of nodes in memory. REOPENED: how
;; often a cheaper path to an expanded state was found. TRACE: is each step printed? The others are used if the search is recorded
;; (see path-tree.lisp): RECORDED, the nodes, last one first, else NIL; AT: the node that a depth-first search is at; GOAL: the goal
;; found; OBSERVER: NIL, or a function of each node that is expanded or visited, and of the frontier or NIL; ALGORITHM, START, LIMIT, WIDTH.
;; MOST: the greatest number of nodes to expand, or NIL; a search that would expand more throws its number to EXPANDED-MOST.
(defstruct (path-search (:copier nil) (:predicate nil)
                        (:constructor make-path-search (puzzle algorithm start limit width trace recorded &optional observer most)))
  puzzle algorithm start limit width trace recorded observer most at goal (expanded 0) (generated 1) (largest 1) (reopened 0))

;; A node of a search. RANK: the nodes of least rank are expanded first. EXPANDED: the order of its expansion, from 1, or NIL. STALE: is a
;; cheaper path to STATE known?
(defstruct (path-node (:copier nil) (:predicate nil))
  state key parent move (g 0) (h 0) (depth 0) rank (number 0) expanded closed stale)

(defun estimate-of (puzzle state)
  (if (puzzle-estimate puzzle) (funcall (puzzle-estimate puzzle) state) 0))

(defun start-node (puzzle state)
  (make-path-node :state state :key (funcall (puzzle-key puzzle) state) :h (estimate-of puzzle state)))

;; SEARCH is to expand another node after COUNT.
(defun check-expanded (search count)
  (let ((most (path-search-most search))) (if (and most (>= count most)) (throw 'expanded-most count))))

;; The successors of NODE, in the order of the moves.
(defun expand-node (search node)
  (check-expanded search (path-search-expanded search))
  (let ((puzzle (path-search-puzzle search)) (state (path-node-state node)) (successors nil))
    (setf (path-node-expanded node) (incf (path-search-expanded search)))
    (dolist (move (funcall (puzzle-moves puzzle) state))
      (let ((next (funcall (puzzle-play puzzle) state move)))
        (push (make-path-node :state next :key (funcall (puzzle-key puzzle) next) :parent node :move move
                              :g (+ (path-node-g node) (funcall (puzzle-cost puzzle) state move))
                              :h (estimate-of puzzle next) :depth (+ (path-node-depth node) 1)
                              :number (incf (path-search-generated search)))
              successors)))
    (if (path-search-recorded search) (setf (path-search-recorded search) (append successors (path-search-recorded search))))
    (nreverse successors)))

;; NODE was expanded or visited. FRONTIER: of a best-first search, else NIL.
(defun note-path-node (search node &optional frontier)
  (if (path-search-observer search) (funcall (path-search-observer search) node frontier)))

(defun moves-to (node)
  (let ((moves nil))
    (do ((n node (path-node-parent n))) ((null (path-node-parent n)) moves) (push (path-node-move n) moves))))

;; The values of FIND-PATH. MOVES, COST: NIL and NIL without a path.
(defun path-found (search moves cost)
  (values moves cost
          (list* :expanded (path-search-expanded search) :generated (path-search-generated search)
                :largest (path-search-largest search) :reopened (path-search-reopened search)
                (if (path-search-recorded search) (list :tree (path-tree search)) nil))))

(defun path-to (search node)
  (setf (path-search-goal search) node)
  (if node (path-found search (moves-to node) (path-node-g node)) (path-found search nil nil)))

;;; Best-first searches

;; Nodes of equal rank: the one of the least estimate first, then the oldest.
(defun node-before-p (a b)
  (cond ((/= (path-node-rank a) (path-node-rank b)) (< (path-node-rank a) (path-node-rank b)))
        ((/= (path-node-h a) (path-node-h b)) (< (path-node-h a) (path-node-h b)))
        (t (< (path-node-number a) (path-node-number b)))))

;; The nodes found so far: OPEN, a priority queue, and NODES, a table of the best node of each key, open or closed.
(defstruct (frontier (:copier nil) (:predicate nil))
  (open (make-priority-queue #'node-before-p)) (nodes (make-hash-table :test #'equal)))

;; Put NODE on OPEN unless a node of its state has as good a rank.
(defun add-node (search frontier node rank)
  (let ((known (gethash (path-node-key node) (frontier-nodes frontier))))
    (setf (path-node-rank node) rank)
    (cond ((and known (>= rank (path-node-rank known))) (setf (path-node-stale node) t))
          (t (when known
               (setf (path-node-stale known) t)
               (if (path-node-closed known) (incf (path-search-reopened search))))
             (setf (gethash (path-node-key node) (frontier-nodes frontier)) node)
             (enqueue node (frontier-open frontier))))))

;; Remove the best node from OPEN, close it, and return it; NIL if OPEN is empty.
(defun next-node (frontier)
  (loop
    (if (= 0 (queue-size (frontier-open frontier))) (return nil))
    (let ((node (dequeue (frontier-open frontier))))
      (unless (path-node-stale node)
        (setf (path-node-closed node) t)
        (return node)))))

;; The rank of the best node on OPEN; NIL if OPEN is empty.
(defun least-rank (frontier)
  (let ((open (frontier-open frontier)))
    (loop
      (cond ((= 0 (queue-size open)) (return nil))
            ((path-node-stale (aref (queue-items open) 0)) (dequeue open))
            (t (return (path-node-rank (aref (queue-items open) 0))))))))

;; The nodes on OPEN, best first, and those on CLOSED, in order of generation.
(defun open-and-closed (frontier)
  (let ((closed nil))
    (maphash (lambda (key n) (declare (ignore key)) (if (path-node-closed n) (push n closed))) (frontier-nodes frontier))
    (values (remove-if #'path-node-stale (queued-items (frontier-open frontier))) (sort closed #'< :key #'path-node-number))))

(defun print-step (search frontier node)
  (multiple-value-bind (open closed) (open-and-closed frontier)
    (format t "~&~D. ~S: g = ~A, h = ~A, rank ~A~%" (+ 1 (path-search-expanded search)) (path-node-state node)
            (path-node-g node) (path-node-h node) (path-node-rank node))
    (format t "   OPEN  ~{~{~S ~A~}~^, ~}~%"
            (mapcar (lambda (n) (list (path-node-state n) (path-node-rank n))) open))
    (format t "   CLOSED~{ ~S~}~%" (mapcar #'path-node-state closed))))

;; RANK: a function of a node. A state on CLOSED is opened again when a path of less rank is found, so an admissible estimate
;; need not be consistent.
(defun best-first-path (search start rank)
  (let ((frontier (make-frontier)) (goal (puzzle-goal (path-search-puzzle search))))
    (add-node search frontier start (funcall rank start))
    (loop
      (let ((node (next-node frontier)))
        (when (and node (path-search-trace search)) (print-step search frontier node))
        (when (or (null node) (funcall goal (path-node-state node)))
          (if node (note-path-node search node frontier))
          (return (path-to search node)))
        (dolist (next (expand-node search node)) (add-node search frontier next (funcall rank next)))
        (note-path-node search node frontier)
        (setf (path-search-largest search) (hash-table-count (frontier-nodes frontier)))))))

;; Uniform-cost search from START and, backwards, from END, until no cheaper path can be found (I. Pohl 1971).
(defun bidirectional-path (search start end)
  (let* ((puzzle (path-search-puzzle search)) (inverse (puzzle-inverse puzzle)) (best nil) (meeting nil)
         (forward (make-frontier)) (backward (make-frontier)))
    (labels ((backward-cost (node)      ; the cost of the way from the state of NODE to END
               (if (path-node-parent node)
                   (+ (path-node-g (path-node-parent node))
                      (funcall (puzzle-cost puzzle) (path-node-state node) (funcall inverse (path-node-move node))))
                   0))
             (note (from to)
               (when (and from to (or (null best) (< (+ (path-node-g from) (path-node-g to)) best)))
                 (setq best (+ (path-node-g from) (path-node-g to)) meeting (list from to))))
             (advance (frontier)
               (dolist (next (expand-node search (next-node frontier)))
                 (if (eq frontier backward) (setf (path-node-g next) (backward-cost next)))
                 (setf (path-node-h next) 0)
                 (add-node search frontier next (path-node-g next))
                 (note (gethash (path-node-key next) (frontier-nodes forward))
                       (gethash (path-node-key next) (frontier-nodes backward))))))
      (add-node search forward start 0)
      (add-node search backward end 0)
      (if (equal (path-node-key start) (path-node-key end)) (note start end))
      (loop
        (let ((f (least-rank forward)) (b (least-rank backward)))
          (if (or (null f) (null b) (and best (>= (+ f b) best))) (return))
          (advance (if (<= (queue-size (frontier-open forward)) (queue-size (frontier-open backward))) forward backward))))
      (setf (path-search-largest search)
            (+ (hash-table-count (frontier-nodes forward)) (hash-table-count (frontier-nodes backward))))
      (if meeting
          (path-found search
                      (append (moves-to (first meeting)) (mapcar inverse (reverse (moves-to (second meeting)))))
                      best)
          (path-found search nil nil)))))

;;; Depth-first searches

;; Search depth-first from STATE the paths that measure at most BOUND (NIL: all). The measure is the number of moves, or F if
;; BY-COST. BEST: true to continue for a cheaper path after each one found, with its cost as bound. INVERSE: a function, to
;; skip the move that undoes the last one; NIL to skip states that are already on the path. Return four values: whether a path
;; was found, its moves, the least measure beyond BOUND, NIL if no path was pruned, and the cost.
(defun depth-first (search state bound by-cost best inverse)
  (let* ((puzzle (path-search-puzzle search)) (moves (puzzle-moves puzzle)) (play (puzzle-play puzzle))
         (goal (puzzle-goal puzzle)) (cost (puzzle-cost puzzle)) (estimate (puzzle-estimate puzzle)) (key (puzzle-key puzzle))
         (generated 0) (expanded 0) (deepest 0) (beyond nil) (line nil) (total nil) (recorded (path-search-recorded search))
         (before (path-search-expanded search)) (most (path-search-most search)))
    (labels ((visit (state g depth path undoing)
               (let ((measure (if by-cost (if estimate (+ g (funcall estimate state)) g) depth)))
                 (cond ((and bound (if (and best total) (>= measure bound) (> measure bound)))
                        (if (or (null beyond) (< measure beyond)) (setq beyond measure))
                        (if recorded (note-path-node search (path-search-at search)))
                        nil)
                       ((funcall goal state)
                        (if recorded (note-recorded-goal search))
                        (setq line nil total g)
                        (if best (setq bound g))
                        t)
                       (t (expand state g depth path undoing)))))
             (expand (state g depth path undoing)
               (let ((found nil))
                 (if most (check-expanded search (+ before expanded)))
                 (setq expanded (+ expanded 1))
                 (if recorded (note-expanded-state search expanded))
                 (if (> depth deepest) (setq deepest depth))
                 (dolist (move (funcall moves state) found)
                   (unless (and undoing (equal move (car undoing)))
                     (let* ((next (funcall play state move)) (next-key (if inverse nil (funcall key next))))
                       (unless (and (not inverse) (member next-key path :test #'equal))
                         (setq generated (+ generated 1))
                         (let ((next-g (+ g (funcall cost state move))))
                           (if recorded (enter-state search next move next-g))
                           (let ((leads-to-goal (visit next next-g (+ depth 1) (if inverse nil (cons next-key path))
                                                       (if inverse (list (funcall inverse move)) nil))))
                             (if recorded (leave-state search))
                             (when leads-to-goal
                               (push move line)
                               (setq found t)
                               (unless best (return t))))))))))))
      (if recorded (begin-path-tree search))
      (let ((found (visit state 0 0 (if inverse nil (list (funcall key state))) nil)))
        (incf (path-search-generated search) generated)
        (incf (path-search-expanded search) expanded)
        (setf (path-search-largest search) (max (path-search-largest search) (+ deepest 1)))
        (values found line beyond total)))))

(defun depth-first-path (search state bound by-cost best)
  (multiple-value-bind (found line beyond total) (depth-first search state bound by-cost best nil)
    (declare (ignore beyond))
    (if found (path-found search line total) (path-found search nil nil))))

;; Depth-first searches with growing bounds, up to LIMIT if not NIL.
(defun deepening-path (search state by-cost limit)
  (let ((bound (if by-cost (estimate-of (path-search-puzzle search) state) 0)))
    (loop
      (if (or (null bound) (and limit (> bound limit))) (return (path-found search nil nil)))
      (multiple-value-bind (found line beyond total)
          (depth-first search state bound by-cost nil (puzzle-inverse (path-search-puzzle search)))
        (if (path-search-trace search)
            (format t "~&bound ~A: ~D nodes generated~%" bound (path-search-generated search)))
        (if found (return (path-found search line total)))
        (setq bound beyond)))))

;;; Local searches

;; Go to the successor of the least estimate as long as it is less (steepest ascent).
(defun hill-climbing-path (search node)
  (loop
    (if (path-search-trace search) (format t "~&~S: h = ~A~%" (path-node-state node) (path-node-h node)))
    (if (funcall (puzzle-goal (path-search-puzzle search)) (path-node-state node)) (return (path-to search node)))
    (let ((best node))
      (dolist (next (expand-node search node)) (if (< (path-node-h next) (path-node-h best)) (setq best next)))
      (note-path-node search node)
      (if (eq best node) (return (path-to search nil)))
      (setq node best))))

;; Keep the WIDTH nodes of the least estimates at each depth.
(defun beam-path (search start width)
  (let ((beam (list start)) (seen (make-hash-table :test #'equal)) (goal (puzzle-goal (path-search-puzzle search))))
    (setf (gethash (path-node-key start) seen) t)
    (loop
      (if (path-search-trace search) (format t "~&~{~S~^, ~}~%" (mapcar #'path-node-state beam)))
      (let ((found (find-if (lambda (node) (funcall goal (path-node-state node))) beam)) (next nil))
        (if (or found (null beam)) (return (path-to search found)))
        (dolist (node beam)
          (dolist (successor (expand-node search node))
            (unless (gethash (path-node-key successor) seen)
              (setf (gethash (path-node-key successor) seen) t)
              (push successor next)))
          (note-path-node search node))
        (setq next (stable-sort (nreverse next) #'< :key #'path-node-h)
              beam (subseq next 0 (min width (length next))))
        (setf (path-search-largest search) (max (path-search-largest search) (hash-table-count seen)))))))

;;; FIND-PATH

(defvar *path-algorithms*
  '(:a-star :breadth-first :depth-first :iterative-deepening :uniform-cost :greedy :ida-star :branch-and-bound :bidirectional
    :hill-climbing :beam)
  "The algorithms of FIND-PATH.")

;; The clause that ALGORITHM requires and PUZZLE lacks, or NIL.
(defun missing-clause (algorithm puzzle)
  (case algorithm
    ((:greedy :hill-climbing :beam) (if (puzzle-estimate puzzle) nil :estimate))
    (:bidirectional (if (puzzle-inverse puzzle) nil :inverse))))

;; Signal an error in the name of OPERATOR unless TO was GIVEN and is a goal of PUZZLE.
(defun check-goal (operator puzzle to given)
  (if (not (and given (funcall (puzzle-goal puzzle) to))) (error "~A: expected a goal as :TO, got ~S" operator to)))

(defun find-path (puzzle &key (algorithm :a-star) (from nil from-p) (to nil to-p) limit (width 10) trace record)
  "Search for a path from a state of PUZZLE to a goal. Return the list of its moves, its cost, and a property list. Without a
path, moves and cost are NIL. The property list contains :EXPANDED and :GENERATED (numbers of nodes), :LARGEST (the greatest
number of nodes in memory), :REOPENED (expanded states to which a cheaper path was found) and, if RECORD is true, :TREE, which
DRAW and WHY accept.
PUZZLE: the name of a puzzle. FROM: a state (default: the initial state).
ALGORITHM, where cheapest means that the path has the least cost if the estimate is never too great:
:A-STAR (default)      least cost so far plus estimate first: cheapest (Hart, Nilsson and Raphael 1968)
:UNIFORM-COST          least cost so far first: cheapest (Dijkstra 1959)
:BREADTH-FIRST         the fewest moves
:GREEDY                least estimate first
:DEPTH-FIRST           some path of at most LIMIT moves (default: NIL, any number)
:ITERATIVE-DEEPENING   depth-first with growing limits, up to LIMIT: the fewest moves, with little memory
:IDA-STAR              the same with limits of cost plus estimate: cheapest (Korf 1985)
:BRANCH-AND-BOUND      depth-first, for paths cheaper than the last one found: cheapest
:BIDIRECTIONAL         uniform cost from FROM and from TO, a goal: cheapest; requires the clause :INVERSE (Pohl 1971)
:HILL-CLIMBING         to the successor of the least estimate while it is less
:BEAM                  the WIDTH (default: 10) nodes of the least estimates at each depth
TRACE: true to print the steps (default: NIL). Best-first searches print the node expanded and the lists OPEN and CLOSED,
searches with growing limits each limit, local searches the nodes kept.
RECORD: true for the tree of the nodes generated, of the last limit if limits grow (default: NIL). Not with :BIDIRECTIONAL.
Without LIMIT, :IDA-STAR and :ITERATIVE-DEEPENING may not end if a path does not exist.
Signals: error if PUZZLE is not a puzzle or lacks a clause that ALGORITHM requires; type-error for a wrong keyword argument.
Example: (values (find-path 'romania)) => (:SIBIU :RIMNICU-VILCEA :PITESTI :BUCHAREST)"
  (let ((p (find-puzzle puzzle)))
    (check-argument algorithm `(member ,@*path-algorithms*) (format nil "one of ~{~S~^ ~} as :ALGORITHM" *path-algorithms*))
    (check-argument limit '(or null (real 0)) "a real that is not negative as :LIMIT")
    (check-argument width '(integer 1) "an integer greater than zero as :WIDTH")
    (let ((missing (missing-clause algorithm p)))
      (if missing (error "FIND-PATH: expected a puzzle with a clause ~S for ~S, got ~S" missing algorithm (puzzle-name p))))
    (when (eq algorithm :bidirectional)
      (check-goal 'find-path p to to-p)
      (if record (error "FIND-PATH: expected an algorithm with one tree with :RECORD, got ~S" algorithm)))
    (let ((start (start-node p (if from-p from (funcall (puzzle-initial p))))))
      (run-path-search (make-path-search p algorithm start limit width trace (if record (list start) nil)) to))))

;; The function of a node by whose value ALGORITHM orders, limits or compares nodes.
(defun path-ranking (algorithm)
  (case algorithm
    ((:uniform-cost :branch-and-bound) #'path-node-g)
    ((:breadth-first :depth-first :iterative-deepening) #'path-node-depth)
    ((:greedy :hill-climbing :beam) #'path-node-h)
    (t (lambda (node) (+ (path-node-g node) (path-node-h node))))))

;; The values of FIND-PATH for SEARCH.  TO: the goal from which :BIDIRECTIONAL searches.
(defun run-path-search (search &optional to)
  (let* ((start (path-search-start search)) (state (path-node-state start)) (limit (path-search-limit search))
         (algorithm (path-search-algorithm search)))
    (ecase algorithm
      ((:a-star :uniform-cost :breadth-first :greedy) (best-first-path search start (path-ranking algorithm)))
      (:depth-first (depth-first-path search state limit nil nil))
      (:iterative-deepening (deepening-path search state nil limit))
      (:ida-star (deepening-path search state t limit))
      (:branch-and-bound (depth-first-path search state limit t t))
      (:bidirectional (bidirectional-path search start (start-node (path-search-puzzle search) to)))
      (:hill-climbing (hill-climbing-path search start))
      (:beam (beam-path search start (path-search-width search))))))

(defun tree-search (states goal-p successors combiner)
  "Return the first of STATES for which GOAL-P is true, or NIL. Each state that is not a goal is replaced by its successors.
STATES: a list. GOAL-P, SUCCESSORS: functions of a state. COMBINER: a function of the new states and the other states that
returns the list of states to try, best first: #'APPEND searches depth-first.
Source: P. Norvig, Paradigms of Artificial Intelligence Programming (1992), section 6.4.
Example: (tree-search '(1) (lambda (n) (> n 9)) (lambda (n) (list (* 2 n) (+ 1 (* 2 n)))) #'append) => 16"
  (loop
    (cond ((null states) (return nil))
          ((funcall goal-p (first states)) (return (first states)))
          (t (setq states (funcall combiner (funcall successors (first states)) (rest states)))))))

;;; CHECK-PUZZLE

;; Print the faults of the clauses at STATE; return their number and the successors.
(defun check-state (p state)
  (let ((faults 0) (h (estimate-of p state)) (successors nil) (before (position-text state)))
    (flet ((fault (control &rest arguments)
             (incf faults)
             (format-wrapped "~A: ~?~%" (puzzle-name p) control arguments)))
      (cond ((not (and (realp h) (>= h 0)))
             (fault "(:ESTIMATE s) must be a real that is not negative, not ~S, at ~S" h state)
             (setq h 0))
            ((and (/= h 0) (funcall (puzzle-goal p) state))
             (fault "(:ESTIMATE s) is too great: ~A at the goal ~S" h state)))
      (dolist (move (funcall (puzzle-moves p) state))
        (let* ((next (funcall (puzzle-play p) state move)) (cost (funcall (puzzle-cost p) state move))
               (after (estimate-of p next)))
          (push next successors)
          (unless (string= before (position-text state)) (fault "(:PLAY s move) modifies s, ~A, at the move ~S" before move))
          (cond ((not (and (realp cost) (>= cost 0)))
                 (fault "(:COST s move) must be a real that is not negative, not ~S, for ~S at ~S" cost move state))
                ((and (realp after) (> h (+ cost after)))
                 (fault "(:ESTIMATE s) is inconsistent: ~A at ~S, but ~S costs ~A and leads to ~S, where it is ~A"
                        h state move cost next after)))
          (when (puzzle-inverse p)
            (let ((undo (funcall (puzzle-inverse p) move)))
              (unless (and (member undo (funcall (puzzle-moves p) next) :test #'equal)
                           (equal (funcall (puzzle-key p) (funcall (puzzle-play p) next undo))
                                  (funcall (puzzle-key p) state)))
                (fault "(:INVERSE move) is ~S for ~S, which does not lead back from ~S to ~S" undo move next state)))))))
    (values faults (nreverse successors))))

(defun check-puzzle (puzzle &key (states 1000))
  "Print the faults of the clauses of PUZZLE at the states nearest to the initial one; return true if none is found.
The function checks that costs and estimates are not negative, that the estimate is 0 at a goal and consistent (no greater
than the cost of a move plus the estimate after it), that :PLAY does not modify the state, and that :INVERSE undoes moves.
It stops at the first state that has a fault.
PUZZLE: the name of a puzzle. STATES: the number of states to check (default: 1000).
Signals: error if PUZZLE is not a puzzle; type-error unless STATES is an integer greater than zero.
Example: (check-puzzle 'water-jugs) => T"
  (check-argument states '(integer 1) "an integer greater than zero as :STATES")
  (let* ((p (find-puzzle puzzle)) (seen (make-hash-table :test #'equal)) (checked 0)
         (level (list (funcall (puzzle-initial p)))))
    (loop
      (let ((next nil))
        (dolist (state level)
          (let ((key (funcall (puzzle-key p) state)))
            (unless (or (gethash key seen) (= checked states))
              (setf (gethash key seen) t)
              (incf checked)
              (multiple-value-bind (faults successors) (check-state p state)
                (if (> faults 0) (return-from check-puzzle nil))
                (setq next (revappend successors next))))))
        (setq level (nreverse next))
        (when (or (null level) (= checked states))
          (format-wrapped "~A: no fault at ~D state~:P~%" (puzzle-name p) checked)
          (return t))))))
