;;;; chance.lisp -- games with chance nodes: expectiminimax, Star1 and Star2, and sampling. -*- sealed -*-
;;;;
;;;; A position at which :SIDE returns :CHANCE is a chance node: :MOVES returns ((MOVE . PROBABILITY) ...), and its value is the
;;;; mean of the values after the moves (D. Michie, Game-playing and game-learning automata, 1966). Star1 and Star2 prune chance nodes by the
;;;; clause :BOUNDS (B. W. Ballard, The *-minimax search procedure for trees containing chance nodes, Artificial Intelligence
;;;; 21, 1983). All values are exact if those of the game are.

;; A search. ALGORITHM: as for EXPECTIMINIMAX. STATE: a random state for samples. Functions that search a position also take its
;; record, or NIL if nothing is recorded (see visit-records.lisp). ESTIMATES: was a position evaluated at which the game is not over?
(defstruct (chance-search (:include observed-search) (:copier nil) (:predicate nil)
                          (:constructor make-chance-search (game algorithm samples state)))
  samples state estimates)

(defun prunes-p (search) (member (chance-search-algorithm search) '(:star1 :star2)))

;; The least and the greatest value that POSITION can have, by the clause :BOUNDS.
(defun value-bounds (g position)
  (multiple-value-bind (least greatest) (funcall (game-bounds g) position)
    (unless (and (realp least) (realp greatest) (<= least greatest))
      (error 'type-error :datum (list least greatest) :expected-type 'cons
                         :format-control "The game ~A: :BOUNDS must return two reals, the least value and the greatest, got ~S, at ~
                                          the position ~S"
                         :format-arguments (list (game-name g) (list least greatest) position)))
    (values least greatest)))

(defun value-of-leaf (search position)
  (let* ((g (chance-search-game search)) (value (check-real-value g (funcall (game-value g) position) position)))
    (incf (chance-search-leaves search))
    (if (game-bounds g)
        (multiple-value-bind (least greatest) (value-bounds g position) (max least (min greatest value)))
        value)))

;; The value of POSITION. PLIES: the depth, or NIL. ALPHA, BETA: the window of Star1 and Star2; NIL for other algorithms. A value
;; outside the window is a bound of the true one.
(defun chance-value (search position plies alpha beta record)
  (let ((g (chance-search-game search)))
    (incf (chance-search-nodes search))
    (if (and (eql plies 0) (not (chance-search-estimates search)))
        (setf (chance-search-estimates search) (not (funcall (game-over g) position))))
    (if (or (eql plies 0) (funcall (game-over g) position))
        (note-record search record (value-of-leaf search position) alpha beta)
        (let ((side (funcall (game-side g) position)))
          (multiple-value-bind (moves weights) (checked-moves g position side)
            (if record (note-moves record side moves weights))
            (multiple-value-bind (value number)
                (value-of-positions search (mapcar (lambda (move) (funcall (game-play g) position move)) moves) side weights
                                    (if plies (- plies 1) nil) alpha beta record)
              (note-record search record value alpha beta)
              (values value number)))))))

;; The value of a position where SIDE moves, from its successors POSITIONS.
(defun value-of-positions (search positions side weights plies alpha beta record)
  (cond ((not (eq side :chance)) (best-of-moves search positions side plies alpha beta record))
        ((prunes-p search) (pruned-mean search positions weights plies alpha beta record))
        ((eq (chance-search-algorithm search) :sampling) (sampled-mean search positions weights plies record))
        (t (let ((sum 0) (number -1))
             (mapc (lambda (next weight)
                     (incf sum (* weight (chance-value search next plies nil nil (record-of-move search record (incf number))))))
                   positions weights)
             sum))))

;; The value of the best of POSITIONS for SIDE, by alpha-beta if there is a window, and the number of the first best one.
(defun best-of-moves (search positions side plies alpha beta record)
  (let ((best nil) (best-number nil) (number 0))
    (do ((left positions (rest left))) ((null left))
      (let ((value (chance-value search (first left) plies alpha beta (record-of-move search record number))))
        (when (or (null best) (if (eq side :max) (> value best) (< value best))) (setq best value best-number number))
        (incf number)
        (when alpha
          (if (eq side :max) (setq alpha (max alpha best)) (setq beta (min beta best)))
          (when (>= alpha beta)
            (if (rest left) (note-cutoff search record best alpha (if (eq side :max) beta nil)))
            (return)))))
    (values best best-number)))

;;; Sampling

;; The number of a random successor; WEIGHTS are the probabilities.
(defun random-successor (weights state)
  (let ((left (random 1d0 state)) (number 0))
    (do ((weight weights (rest weight)))
        ((or (null (rest weight)) (< left (first weight))) number)
      (decf left (first weight))
      (incf number))))

;; The outcome of chance at POSITION.
(defun random-outcome (g position state)
  (multiple-value-bind (moves weights) (checked-moves g position :chance) (nth (random-successor weights state) moves)))

(defun sampled-mean (search positions weights plies record)
  (let ((sum 0) (count (chance-search-samples search)))
    (dotimes (i count (/ sum count))
      (let ((number (random-successor weights (chance-search-state search))))
        (incf sum (chance-value search (nth number positions) plies nil nil (record-of-move search record number)))))))

;;; Star1 and Star2

;; The value of a chance node lies between the means of the ends of INTERVALS, conses (LEAST . GREATEST).
(defun mean-of (part intervals weights)
  (let ((sum 0)) (mapc (lambda (interval weight) (incf sum (* weight (funcall part interval)))) intervals weights) sum))

;; The window for the successor with INTERVAL and WEIGHT in which its value can still leave the mean between ALPHA and BETA.
(defun successor-window (interval weight intervals weights alpha beta)
  (flet ((limit (bound part) (/ (- bound (- (mean-of part intervals weights) (* weight (funcall part interval)))) weight)))
    (values (max (car interval) (limit alpha #'cdr)) (min (cdr interval) (limit beta #'car)))))

;; Narrow INTERVAL of a successor by VALUE, the result of its search with the window ALPHA to BETA.
(defun narrow-interval (interval value alpha beta)
  (let ((value (max (car interval) (min (cdr interval) value))))
    (if (< value beta) (setf (cdr interval) value))
    (if (> value alpha) (setf (car interval) value))))

;; The probe of Star2: narrow INTERVAL of POSITION by the value of its first move, which bounds it from one side.
(defun probe-position (search position interval plies alpha beta record)
  (let ((g (chance-search-game search)))
    (unless (or (eql plies 0) (funcall (game-over g) position))
      (let ((side (funcall (game-side g) position)))
        (when (member side '(:max :min))
          (let* ((moves (checked-moves g position side)) (max (eq side :max))
                 (alpha (if max (car interval) alpha)) (beta (if max beta (cdr interval)))
                 (value (progn
                          (if record (note-moves record side moves nil))
                          (chance-value search (funcall (game-play g) position (first moves)) (if plies (- plies 1) nil) alpha beta
                                        (record-of-move search record 0)))))
            (if max
                (if (> value alpha) (setf (car interval) (min value (cdr interval))))
                (if (< value beta) (setf (cdr interval) (max value (car interval)))))))))))

;; The mean of POSITIONS, or a bound of it if it is outside the window.
(defun pruned-mean (search positions weights plies alpha beta record)
  (let* ((g (chance-search-game search))
         (intervals (mapcar (lambda (next) (multiple-value-call #'cons (value-bounds g next))) positions)))
    ;; Call NARROW for each successor until the mean is known to be outside the window; then return a bound.
    (flet ((narrow-each (narrow)
             (do ((next positions (rest next)) (interval intervals (rest interval)) (weight weights (rest weight))
                  (number 0 (+ number 1)))
                 (nil)
               (let ((least (mean-of #'car intervals weights)) (greatest (mean-of #'cdr intervals weights)))
                 (when (or (>= least beta) (<= greatest alpha))
                   (let ((bound (if (>= least beta) least greatest)))
                     (if next (note-cutoff search record bound alpha beta))
                     (return-from pruned-mean bound))))
               (if (null next) (return))
               (unless (= (car (first interval)) (cdr (first interval)))
                 (multiple-value-bind (alpha beta)
                     (successor-window (first interval) (first weight) intervals weights alpha beta)
                   (funcall narrow (first next) (first interval) alpha beta (record-of-move search record number)))))))
      (if (eq (chance-search-algorithm search) :star2)
          (narrow-each (lambda (next interval alpha beta record) (probe-position search next interval plies alpha beta record))))
      (narrow-each (lambda (next interval alpha beta record)
                     (narrow-interval interval (chance-value search next plies alpha beta record) alpha beta)))
      (mean-of #'car intervals weights))))

;;; EXPECTIMINIMAX

;; The window for the root: wider than the values of all its moves, so that each is compared exactly.
(defun root-window (g position)
  (let ((least nil) (greatest nil))
    (dolist (move (checked-moves g position (funcall (game-side g) position)) (values (- least 1) (+ greatest 1)))
      (multiple-value-bind (low high) (value-bounds g (funcall (game-play g) position move))
        (setq least (if least (min least low) low) greatest (if greatest (max greatest high) high))))))

;; The value of the position START, and the number of the best move. ROOT: its record, or NIL.
(defun value-of-start (search start plies root)
  (multiple-value-bind (alpha beta) (if (prunes-p search) (root-window (chance-search-game search) start) (values nil nil))
    (chance-value search start plies alpha beta root)))

(defun expectiminimax (game &key (position nil position-p) plies (algorithm :expectiminimax) (samples 10) (seed 1) record)
  "Return the best move of GAME, the expected value to :MAX under best play, and a property list with :NODES (positions
visited), :LEAVES (evaluations), :CUTOFFS and, if RECORD is true, :TREE, which DRAW and WHY accept. At a chance node the move
is NIL. The value is exact if the clauses return rationals.
GAME: a game that may have chance nodes: there :SIDE returns :CHANCE, and :MOVES a list of (MOVE . PROBABILITY).
POSITION: the position to search from (default: the initial position). PLIES: the depth, chance nodes included (default: NIL, to
the end of the game). For a game with cycles see TABULATE.
ALGORITHM:
:EXPECTIMINIMAX (default)  all successors
:STAR1                     prunes chance nodes by the clause :BOUNDS, which must be present, and other nodes by alpha-beta
:STAR2                     the same, after one move of each successor of a chance node was searched
:SAMPLING                  SAMPLES random successors of each chance node (default: 10): an estimate
SEED: an integer greater than zero, for the samples (default: 1).
RECORD: true to record the search (default: NIL).
Signals: error if the game is over or lacks :BOUNDS; type-error for a wrong argument or if a clause returns a wrong value.
Example: (progn (define-game toss (:initial '(:max)) (:side (p) (first p)) (:over (p) (eq (first p) :end))
                  (:moves (p) (if (eq (first p) :max) '(2 5) '((0 . 2/3) (1 . 1/3))))
                  (:play (p m) (list (if (eq (first p) :max) :chance :end) (if (eq m 0) 0 m) (second p)))
                  (:value (p) (if (eq (second p) 0) 2 (third p))))
                (subseq (multiple-value-list (expectiminimax 'toss)) 0 2)) => (5 3)
Source: B. W. Ballard, The *-minimax search procedure for trees containing chance nodes, Artificial Intelligence 21 (1983)."
  (check-argument algorithm '(member :expectiminimax :star1 :star2 :sampling)
                  "one of :EXPECTIMINIMAX :STAR1 :STAR2 :SAMPLING as :ALGORITHM")
  (check-argument plies '(or null (integer 1)) "an integer greater than zero as :PLIES")
  (check-argument samples '(integer 1) "an integer greater than zero as :SAMPLES")
  (check-argument seed '(integer 1) "an integer greater than zero as :SEED")
  (let* ((g (find-game game)) (start (if position-p position (funcall (game-initial g))))
         (search (make-chance-search g algorithm samples (seed-random-state seed)))
         (root (if record (make-visit-record start nil 0) nil)))
    (if (and (prunes-p search) (null (game-bounds g)))
        (error "EXPECTIMINIMAX: expected a game with a clause :BOUNDS for ~S, got ~S" algorithm (game-name g)))
    (if (funcall (game-over g) start)
        (error "EXPECTIMINIMAX: expected a position of ~A before the end of the game, got ~S" (game-name g) start))
    (multiple-value-bind (value number) (value-of-start search start plies root)
      (values (if (eq (funcall (game-side g) start) :chance) nil (nth number (funcall (game-moves g) start)))
              value
              (list* :nodes (chance-search-nodes search) :leaves (chance-search-leaves search)
                     :cutoffs (chance-search-cutoffs search) (if root (list :tree (chance-tree search root plies seed)) nil))))))
