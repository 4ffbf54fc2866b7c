;;;; dice.lisp -- PLAY in games with chance nodes: throws, expected values, Winnow's moves. -*- sealed -*-

(defun chance-game-p (g) (meets-chance-p g (funcall (game-initial g))))

;; The side to move at POSITION; at a chance node the side that throws, which is the one that most probably moves next.
(defun owner-of-turn (g position)
  (let ((side (side-at g position)) (max 0) (min 0))
    (if (not (eq side :chance))
        side
        (multiple-value-bind (moves weights) (checked-moves g position :chance)
          (mapc (lambda (move weight)
                  (let ((next (funcall (game-play g) position move)))
                    (case (if (funcall (game-over g) next) nil (side-at g next)) (:max (incf max weight)) (:min (incf min weight)))))
                moves weights)
          (if (>= max min) :max :min)))))

;; Draws the outcome of chance and reports it. Moves typed before it was known are dropped.
(defun chances-turn (match)
  (let* ((g (match-game match)) (position (match-position match)) (move (random-outcome g position (match-dice match)))
         (player (player-title match (owner-of-turn g position))))
    (say "~A throw~A ~A~@[~A~].~%" player (if (string= player "You") "" "s") (move-text g position move) (comment-text g position move))
    (setf (match-typed match) nil)
    (take-move match move)))

;;; Expected values in words

;; Are the values of G probabilities, between 0 and 1?
(defun probabilities-p (g)
  (and (game-bounds g)
       (equal '(0 1) (multiple-value-list (funcall (game-bounds g) (funcall (game-initial g)))))))

;; A text for VALUE, the value of a position of G, as seen by the side to move at POSITION. PROVED: is VALUE exact?
(defun expected-value-text (g position value proved)
  (let* ((side (owner-of-turn g position)) (unit (game-unit g)) (about (if proved "" "about ")))
    (cond ((probabilities-p g)
           (let ((probability (if (eq side :max) value (- 1 value))))
             (cond ((and proved (= probability 1)) (format nil "~A wins" (player-name g side)))
                   ((and proved (= probability 0)) (format nil "~A loses" (player-name g side)))
                   (t (format nil "~A wins with probability ~A~,3F" (player-name g side) about (float probability))))))
          (unit (format nil "~A is ~A~,2F ~A ahead on average" (player-name g (if (>= value 0) :max :min)) about (float (abs value))
                        (second unit)))
          (t (format nil "worth ~A~,3F to ~A on average" about (float value) (player-name g :max))))))

;;; Searches

;; A table of the positions of G from POSITION, kept in MATCH; NIL if there are more than PLAY tabulates.
(defun chance-table (match g position)
  (let ((table (first (match-memory match))))
    (if (and (game-table-p table) (table-value table position))
        table
        (setf (first (match-memory match))
              (ignore-failures (tabulate g :position position :limit *nodes-to-solve*))))))

;; Searches POSITION to PLIES, or to the end. Returns the number of the best move, the value, whether it is exact, and the nodes.
(defun search-expected (g position plies)
  (let ((search (make-chance-search g (if (game-bounds g) :star2 :expectiminimax) nil nil)))
    (multiple-value-bind (alpha beta)
        (if (and (prunes-p search) (not (eql plies 0)) (not (funcall (game-over g) position))) (root-window g position) (values nil nil))
      (multiple-value-bind (value number) (chance-value search position plies alpha beta nil)
        (values number value (not (chance-search-estimates search)) (chance-search-nodes search))))))

;; Searches deeper and deeper, until the next depth would exceed NODES positions or SECONDS; values as SEARCH-EXPECTED.
(defun deepen-expected (g position nodes seconds)
  (let ((start (get-internal-real-time)) (plies 1) (before 1))
    (loop
      (multiple-value-bind (number value exact count) (search-expected g position plies)
        (let ((growth (/ count before)) (time (/ (- (get-internal-real-time) start) internal-time-units-per-second)))
          (if (or exact (if seconds (> (* growth time) seconds) (> (* growth count) nodes)))
              (return (values number value exact count)))
          (setq before count)
          (incf plies))))))

;; The table of MATCH from POSITION, NIL if it is too large or the user has limited the search.
(defun table-for-search (match position)
  (if (or (match-plies match) (match-seconds match)) nil (chance-table match (match-game match) position)))

;; Searches POSITION of MATCH to PLIES or, if it is NIL, within the limits of MATCH; values as SEARCH-EXPECTED.
(defun search-in-match (match position plies)
  (if plies
      (search-expected (match-game match) position plies)
      (deepen-expected (match-game match) position *nodes-to-solve* (match-seconds match))))

;; The best move of MATCH for the side to move, its expected value, the list about the search, and whether the value is exact.
(defun expected-best-move (match)
  (let* ((g (match-game match)) (position (match-position match)) (moves (funcall (game-moves g) position))
         (table (table-for-search match position)))
    (if table
        (multiple-value-bind (value distance move) (table-value table position)
          (declare (ignore distance))
          (values move value (list :line (list move)) t))
        (multiple-value-bind (number value exact) (search-in-match match position (match-plies match))
          (values (nth number moves) value (list :line (list (nth number moves))) exact)))))

;; Three values: the expected value of AFTER, the position after a move; NIL in place of a line of moves; whether the value is exact.
(defun expected-value-after (match after)
  (let* ((g (match-game match)) (over (funcall (game-over g) after))
         (table (if over nil (table-for-search match after))))
    (cond (over (values (funcall (game-value g) after) nil t))
          (table (values (table-value table after) nil t))
          (t (multiple-value-bind (number value exact)
                 (search-in-match match after (if (match-plies match) (- (match-plies match) 1) nil))
               (declare (ignore number))
               (values value nil exact))))))
