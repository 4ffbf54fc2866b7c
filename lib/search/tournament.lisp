;;;; tournament.lisp -- TOURNAMENT, games between settings of BEST-MOVE or functions. -*- sealed -*-

;; A player of a tournament. CHOOSE: a function of a game, a position and a seed that returns a move. POINTS: a list of
;; 1, 1/2 or 0 for each game.
(defstruct (contestant (:copier nil) (:predicate nil) (:constructor make-contestant (name choose))) name choose (points nil))

(defun seed-after (seed) (+ 1 (mod (* (+ seed 1) 48271) 2147483647)))

;; The contestant that PLAYER, an argument of TOURNAMENT, describes.
(defun contestant-of (player)
  (cond ((functionp player) (make-contestant player (lambda (g position seed) (declare (ignore seed)) (funcall player g position))))
        ((and (listp player) (ignore-errors (list-length player)) (evenp (length player)))
         (let ((weights (getf player :weights)) (limits (copy-list player)))
           (remf limits :weights)
           (make-contestant player (lambda (g position seed)
                                     (move-within-limits (if weights (weighted-game g weights) g) position limits seed)))))
        (t (check-argument player 'list "a function or a list of limits for BEST-MOVE as a player"))))

;; The best move found within LIMITS, keyword arguments of BEST-MOVE or, for a game with dice, of EXPECTIMINIMAX.
(defun move-within-limits (g position limits seed)
  (call-noticing-chance
   g (lambda ()
       (if (and (not (eq (getf limits :algorithm) :mcts)) (meets-chance-p g position))
           (values (apply #'expectiminimax g :position position :seed seed limits))
           (values (apply #'best-move g position (append limits (list :seed seed :progress nil))))))))

;; The position after PLIES random moves of players from START, and the moves with the outcomes of chance before them; fewer if the
;; next one would end the game.
(defun random-opening (g start plies state)
  (let ((position start) (moves nil) (left plies))
    (do () ((= left 0))
      (let* ((chance (eq :chance (side-at g position)))
             (move (if chance
                       (random-outcome g position state)
                       (let ((legal (funcall (game-moves g) position))) (nth (random (length legal) state) legal))))
             (next (funcall (game-play g) position move)))
        (if (funcall (game-over g) next) (return))
        (unless chance (decf left))
        (setq position next)
        (push move moves)))
    (values position (nreverse moves))))

;; The legal move that the contestant PLAYER chooses at POSITION.
(defun move-of-contestant (g position player seed)
  (let* ((move (funcall (contestant-choose player) g position seed)) (legal (find-move move (funcall (game-moves g) position))))
    (unless legal
      (error "TOURNAMENT: expected a legal move of ~A from the player ~S, got ~S, at the position ~S" (game-name g)
             (contestant-name player) move position))
    (first legal)))

;; Play a game of G from POSITION; return the moves, with the outcomes of chance, and the final value. MAX, MIN: contestants.
(defun play-contest (g position max min seed)
  (let ((moves nil))
    (loop
      (if (funcall (game-over g) position) (return (values (nreverse moves) (funcall (game-value g) position))))
      (setq seed (seed-after seed))
      (let ((move (case (side-at g position)
                    (:max (move-of-contestant g position max seed))
                    (:min (move-of-contestant g position min seed))
                    (:chance (random-outcome g position (seed-random-state seed)))
                    (t (check-clause (rules g) :side (side-at g position) position)))))
        (push move moves)
        (setq position (funcall (game-play g) position move))))))

;; The value of a draw: 0, or 1/2 and the like in games whose values are not negative, such as probabilities.
(defun value-of-draw (g)
  (if (game-bounds g)
      (multiple-value-bind (least greatest) (funcall (game-bounds g) (funcall (game-initial g)))
        (if (and (realp least) (realp greatest) (>= least 0)) (/ (+ least greatest) 2) 0))
      0))

(defun note-result (g max min value)
  (let* ((draw (value-of-draw g)) (points (cond ((> value draw) 1) ((< value draw) 0) (t 1/2))))
    (push points (contestant-points max))
    (push (- 1 points) (contestant-points min))))

;; The standard error of the mean of POINTS, from their sample variance; NIL for fewer than two games.
(defun standard-error (points)
  (let ((n (length points)))
    (if (< n 2)
        nil
        (let* ((mean (/ (reduce #'+ points) n))
               (squares (reduce #'+ (mapcar (lambda (p) (expt (- p mean) 2)) points))))
          (sqrt (float (/ squares (* n (- n 1)))))))))

;; The result of CONTESTANT, number I: (NUMBER NAME GAMES WINS DRAWS LOSSES MEAN STANDARD-ERROR).
(defun standing (contestant i)
  (let ((points (contestant-points contestant)))
    (list i (contestant-name contestant) (length points) (count 1 points) (count 1/2 points) (count 0 points)
          (if points (/ (reduce #'+ points) (length points)) 0) (standard-error points))))

(defun standings (contestants)
  (let ((i 0))
    (stable-sort (mapcar (lambda (c) (standing c (incf i))) contestants) #'> :key #'seventh)))

(defun print-standings (standings)
  (fresh-line)
  (print-table '("player" "setting" "games" "wins" "draws" "losses" "mean" "error")
               (mapcar (lambda (row)
                         (destructuring-bind (i name games wins draws losses mean error) row
                           (list i (let ((*print-case* :downcase) (*print-pretty* nil)) (format nil "~S" name)) games wins draws losses
                                 (format nil "~,3F" (float mean)) (if error (format nil "~,3F" error) "-"))))
                       standings)))

(defun tournament (game players &key (games 2) (seed 1) (opening 0) (position nil position-p))
  "Play GAMES games of GAME between each two of PLAYERS, print a table of the results, and return it and a log.
A row of the table is (PLAYER SETTING GAMES WINS DRAWS LOSSES MEAN ERROR): the number of the player, from 1; MEAN points a game,
1 for a win and 1/2 for a draw, and the standard error of this mean, NIL for one game. The best player comes first.
An entry of the log is (MAX MIN OPENING MOVES VALUE): the numbers of the players, the random moves before the game, those of the
game, and its value. REPLAY-TOURNAMENT plays the log again.
GAME: a name or a game with the sides :MAX and :MIN. Outcomes of chance are drawn, and are among the moves of the log. If values
are not negative, as probabilities, those above the middle of :BOUNDS are wins of :MAX; else those above 0.
PLAYERS: a list of two or more players. A player is a list of keyword arguments of BEST-MOVE, such as (:plies 4) or
(:nodes 1000 :without (:table)) or (:algorithm :mcts :playouts 500), or of EXPECTIMINIMAX in a game with dice; or a function of
a game and a position that returns a move. The argument :WEIGHTS, a list of weights of the clause :FEATURES, replaces the
estimates of the game, as in WEIGHTED-GAME.
GAMES: an integer greater than zero (default: 2). In every second game the players change sides; the opening is the same.
OPENING: the number of random moves before a game (default: 0).
SEED: an integer greater than zero, for openings and for the choice among equally good moves (default: 1). Results can be
reproduced unless a player has a time limit.
POSITION: the position to begin with (default: the initial position).
Signals: error if GAME is not a game, or a player chooses an illegal move; type-error for a wrong argument.
Example: (let ((*standard-output* (make-broadcast-stream)))
           (mapcar #'third (tournament 'nim '((:plies 1) (:plies 3)) :games 4))) => (4 4)
Source: P. Norvig, Paradigms of Artificial Intelligence Programming (1992), section 18.8, OTHELLO-SERIES and ROUND-ROBIN."
  (check-argument players '(and cons (satisfies list-length)) "a list of players")
  (check-argument (length players) '(integer 2) "two or more players")
  (check-argument games '(integer 1) "an integer greater than zero as :GAMES")
  (check-argument seed '(integer 1) "an integer greater than zero as :SEED")
  (check-argument opening '(integer 0) "an integer that is not negative as :OPENING")
  (let* ((g (find-game game)) (start (if position-p position (funcall (game-initial g)))) (log nil) (state (seed-random-state seed))
         (contestants (mapcar #'contestant-of players)))
    (do ((left contestants (rest left)) (i 1 (+ i 1))) ((null (rest left)))
      (do ((others (rest left) (rest others)) (j (+ i 1) (+ j 1))) ((null others))
        (dotimes (round (ceiling games 2))
          (multiple-value-bind (first-position opening-moves) (random-opening g start opening state)
            (flet ((contest (max min a b)
                     (multiple-value-bind (moves value) (play-contest g first-position max min (setq seed (seed-after seed)))
                       (note-result g max min value)
                       (push (list a b opening-moves moves value) log))))
              (contest (first left) (first others) i j)
              (if (< (+ round round 1) games) (contest (first others) (first left) j i)))))))
    (let ((standings (standings contestants)))
      (print-standings standings)
      (values standings (nreverse log)))))

(defun replay-tournament (game log &key (position nil position-p))
  "Play the games in LOG again, check that each move is legal and each value is right, and return the number of games.
GAME: the game of the tournament. LOG: the second value of TOURNAMENT. POSITION: as for TOURNAMENT.
Signals: error if a move is not legal, a game does not end, or its value is different.
Example: (let ((*standard-output* (make-broadcast-stream)))
           (replay-tournament 'nim (nth-value 1 (tournament 'nim '((:plies 1) (:plies 3)))))) => 2"
  (let* ((g (find-game game)) (start (if position-p position (funcall (game-initial g)))) (count 0))
    (dolist (entry log count)
      (destructuring-bind (max min opening moves value) entry
        (let ((position start))
          (dolist (move (append opening moves)) (setq position (play-move g position move)))
          (unless (and (funcall (game-over g) position) (eql value (funcall (game-value g) position)))
            (error "REPLAY-TOURNAMENT: expected the value ~S at the end of the game between ~S and ~S, got ~S" value max min position))
          (incf count))))))
