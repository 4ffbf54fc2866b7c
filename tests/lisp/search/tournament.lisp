;;;; tournament.lisp -- TOURNAMENT: results that follow from theory, reproducible logs, and the statistics of its table.

(defun quietly (function &rest arguments)
  (let ((result nil)) (with-output-to-string (*standard-output*) (setq result (multiple-value-list (apply function arguments)))) result))

;; In Nim with 3, 4 and 5 stones the player who begins wins, if both see the end: each wins half of the games. Errors: of two times
;; 0 and two times 1, the variance is 1/3.
(first (quietly #'tournament 'nim '((:plies 12) (:nodes 100000)) :games 4))  ;=> ((1 (:PLIES 12) 4 2 0 2 1/2 0.28867513) (2 (:NODES 100000) 4 2 0 2 1/2 0.28867513))
;; Tic-tac-toe between perfect players is drawn.
(mapcar (lambda (row) (subseq row 2 8)) (first (quietly #'tournament 'tic-tac-toe '((:plies 9) (:nodes 10000) nil) :games 2)))  ;=> ((4 0 4 0 1/2 0.0) (4 0 4 0 1/2 0.0) (4 0 4 0 1/2 0.0))
;; A player that looks further wins more often than one that plays the first move, a function.
(defun first-move (game position) (first (legal-moves game position)))
(let ((rows (first (quietly #'tournament 'connect-four (list #'first-move '(:plies 4)) :games 10 :opening 2 :position (connect-four-position 5 4)))))
  (list (first (first rows)) (> (seventh (first rows)) 3/4) (= 10 (third (first rows)) (reduce #'+ (subseq (first rows) 3 6)))
        (= 1 (+ (seventh (first rows)) (seventh (second rows))))))  ;=> (2 T T T)

;; The log: the same for the same seed; sides are changed in each pair of games, which share the opening; it can be replayed.
(defvar *log* (second (quietly #'tournament 'nim '((:plies 1) (:plies 2) (:plies 3)) :games 3 :opening 1 :seed 5)))
(length *log*)                                   ;=> 9
(mapcar (lambda (entry) (list (first entry) (second entry))) *log*)  ;=> ((1 2) (2 1) (1 2) (1 3) (3 1) (1 3) (2 3) (3 2) (2 3))
(loop for (a b nil) on *log* by #'cdddr always (equal (third a) (third b)))  ;=> T
(equal *log* (second (quietly #'tournament 'nim '((:plies 1) (:plies 2) (:plies 3)) :games 3 :opening 1 :seed 5)))  ;=> T
(equal *log* (second (quietly #'tournament 'nim '((:plies 1) (:plies 2) (:plies 3)) :games 3 :opening 1 :seed 6)))  ;=> NIL
(replay-tournament 'nim *log*)                   ;=> 9
(replay-tournament 'nim '((1 2 nil ((0 3) (1 4) (2 5)) -1)))  ;signals: "REPLAY-TOURNAMENT: expected the value -1 at the end of the game between 1 and 2, got"
(replay-tournament 'nim '((1 2 nil ((0 3) (1 4)) 1)))         ;signals: "REPLAY-TOURNAMENT: expected the value 1"
(replay-tournament 'nim '((1 2 nil ((0 9)) 1)))               ;signals: "expected a legal move of NIM"
;; The points of the table are those of the log.
(let ((rows (first (quietly #'tournament 'nim '((:plies 1) (:plies 2) (:plies 3)) :games 3 :opening 1 :seed 5))))
  (mapcar (lambda (n)
            (= (* 6 (seventh (assoc n rows)))
               (loop for (max min nil nil value) in *log* if (= n max) sum (if (> value 0) 1 0) if (= n min) sum (if (> value 0) 0 1))))
          '(1 2 3)))  ;=> (T T T)
(tournament 'nim '((:plies 12) (:plies 13)) :games 1)  ;prints: player      setting  games  wins  draws  losses   mean  error~1       (:plies 12)      1     1      0       0  1.000      -~2       (:plies 13)      1     0      0       1  0.000      -~

(tournament 'nim '((:plies 1)))                  ;signals: "TOURNAMENT: expected two or more players, got 1"
(tournament 'nim 5)                              ;signals: "TOURNAMENT: expected a list of players, got 5"
(tournament 'nim '((:plies 1) 7))                ;signals: "a function or a list of limits for BEST-MOVE as a player"
(tournament 'nim '((:plies 1) (:plies 0)))       ;signals: type-error
(tournament 'nim (list (lambda (g p) g p '(0 9)) '(:plies 1)))  ;signals: "TOURNAMENT: expected a legal move of NIM from the player"
(tournament 'nim '((:plies 1) (:plies 2)) :games 0)     ;signals: "an integer greater than zero as :GAMES"
(tournament 'nim '((:plies 1) (:plies 2)) :opening -1)  ;signals: "an integer that is not negative as :OPENING"
(tournament 'nobody '((:plies 1) (:plies 2)))           ;signals: "TOURNAMENT: unknown game NOBODY"

;;; Games with dice. Two single checkers on the point 6: the side that throws first wins with probability 3/4 + 1/4 1/4 = 13/16.
(defun quiet-tournament (&rest arguments)
  (let ((*standard-output* (make-broadcast-stream))) (multiple-value-list (apply #'tournament arguments))))
(defvar *six* '(0 0 0 0 0 1))
(let* ((log (second (quiet-tournament 'bear-off (list #'first-move #'first-move) :games 400 :position (bear-off-position *six* *six*))))
       (wins (count 1 log :key #'fifth)))
  (and (= 400 (length log)) (= (- 400 wins) (count 0 log :key #'fifth)) (< (abs (- wins (* 400 13/16))) 40))) ;=> T
;; Values are probabilities: a game that MIN wins, of value 0, is not a draw.
(let ((rows (first (quiet-tournament 'bear-off '((:plies 1) (:algorithm :star1 :plies 2)) :games 10))))
  (list (mapcar #'fifth rows) (reduce #'+ (mapcar #'fourth rows)) (reduce #'+ (mapcar #'sixth rows)))) ;=> ((0 0) 10 10)
(let* ((players '((:plies 1) (:algorithm :mcts :playouts 30))) (position (pig-position 8))
       (log (second (quiet-tournament 'pig players :games 6 :opening 2 :position position))))
  (and (equal log (second (quiet-tournament 'pig players :games 6 :opening 2 :position position)))
       (replay-tournament 'pig log :position position))) ;=> 6
;; A player who always holds in Pig after the first throw loses most games to 20 points against one who holds at 12 or more.
(defun hold-at (points)
  (lambda (game position) (if (and (member :hold (legal-moves game position)) (>= (third position) points)) :hold
                              (first (legal-moves game position)))))
(let ((rows (first (quiet-tournament 'pig (list (hold-at 1) (hold-at 12)) :games 200 :position (pig-position 20)))))
  (first (first rows))) ;=> 2

;; Chance moves first three plies after the beginning: a search that meets it there is repeated with EXPECTIMINIMAX.
(define-game late-chance (:initial '(:max)) (:moves (p) (if (= (length p) 4) '((1 . 1/2) (-1 . 1/2)) '(0 2)))
  (:play (p m) (cons (case (length p) (1 :min) (2 :max) (3 :chance) (t :max)) (cons m (rest p))))
  (:side (p) (first p)) (:over (p) (> (length p) 4)) (:value (p) (if (> (length p) 4) (* (second p) (+ 1 (third p))) 0)))
(defun late-games (&rest players)
  (let ((*standard-output* (make-broadcast-stream)))
    (multiple-value-bind (table log) (tournament 'late-chance players :games 4)
      (list (mapcar #'third table) (mapcar (lambda (entry) (length (fourth entry))) log) (replay-tournament 'late-chance log)))))
(late-games '(:plies 2) '(:plies 5))  ;=> ((4 4) (4 4 4 4) 4)
(system::meets-chance-p (system::find-game 'late-chance) (initial-position 'late-chance))  ;=> T
(late-games '(:plies 4) '(:algorithm :mcts :playouts 20))  ;=> ((4 4) (4 4 4 4) 4)
