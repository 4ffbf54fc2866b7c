;;;; players.lisp -- searches of games with more than two players: max^n and paranoid search. -*- sealed -*-
;;;;
;;;; The clause :PLAYERS of such a game lists its players, keywords. :SIDE returns one of them, and :VALUE the list of what the
;;;; position is worth to each, in the same order.

;; The state of a search: the positions visited and the greatest depth (NIL: none).
(defstruct (players-search (:copier nil) (:predicate nil) (:constructor make-players-search (game))) game (nodes 0))

;; The number of the player who moves at POSITION.
(defun player-to-move (g position)
  (let ((side (funcall (game-side g) position)))
    (or (position side (game-players g))
        (error 'type-error :datum side :expected-type `(member ,@(game-players g))
                           :format-control "The game ~A: :SIDE must return one of~{ ~S~}, got ~S, at the position ~S"
                           :format-arguments (list (game-name g) (game-players g) side position)))))

;; The values of POSITION, one for each player.
(defun player-values (g position)
  (let ((values (funcall (game-value g) position)))
    (unless (and (consp values) (ignore-errors (list-length values)) (= (length values) (length (game-players g)))
                 (every #'realp values))
      (error 'type-error :datum values :expected-type 'cons
                         :format-control "The game ~A: :VALUE must return ~R reals, one for each player, got ~S, at the position ~S"
                         :format-arguments (list (game-name g) (length (game-players g)) values position)))
    values))

(defun leaf-for-players-p (g position plies) (or (eql plies 0) (funcall (game-over g) position)))

(defun moves-of-player (g position)
  (let ((moves (funcall (game-moves g) position))) (check-moves g position moves) moves))

;; Max^n: the player to move maximizes its own component. Returns the values of all players and the line.
(defun max-n-values (search position plies)
  (let ((g (players-search-game search)) (best nil) (best-line nil))
    (incf (players-search-nodes search))
    (if (leaf-for-players-p g position plies)
        (values (player-values g position) nil)
        (let ((player (player-to-move g position)))
          (dolist (move (moves-of-player g position) (values best best-line))
            (multiple-value-bind (values line)
                (max-n-values search (funcall (game-play g) position move) (if plies (- plies 1) nil))
              (if (or (null best) (> (nth player values) (nth player best)))
                  (setq best values best-line (cons move line)))))))))

;; Paranoid search: PLAYER maximizes its own component, and all others minimize it. Alpha-beta; ALPHA, BETA: NIL if infinite.
;; Returns the value to PLAYER and the line.
(defun paranoid-value (search position plies player alpha beta)
  (let ((g (players-search-game search)) (best nil) (best-line nil))
    (incf (players-search-nodes search))
    (if (leaf-for-players-p g position plies)
        (values (nth player (player-values g position)) nil)
        (let ((own (= player (player-to-move g position))))
          (dolist (move (moves-of-player g position) (values best best-line))
            (multiple-value-bind (value line)
                (paranoid-value search (funcall (game-play g) position move) (if plies (- plies 1) nil) player alpha beta)
              (if (or (null best) (if own (> value best) (< value best))) (setq best value best-line (cons move line)))
              (if own
                  (if (or (null alpha) (> best alpha)) (setq alpha best))
                  (if (or (null beta) (< best beta)) (setq beta best)))
              (if (and alpha beta (>= alpha beta)) (return (values best best-line)))))))))

(defun search-players (game &key (position nil position-p) plies (algorithm :max-n))
  "Search GAME, which has more than two players. Return the best move of the player to move, the value, and a property list with
:LINE (the moves expected) and :NODES (positions visited).
GAME: a game whose clause :PLAYERS lists keywords, such as (:players :red :green :blue).
POSITION: the position to search from (default: the initial position).
PLIES: the depth (default: NIL, to the end of the game).
ALGORITHM: :MAX-N (default), in which each player maximizes its own value, and the value returned is the list of the values of all
players; or :PARANOID, in which all others minimize the value of the player to move, and the value returned is the one that
this player can force. The first of equal moves is taken.
Signals: error if GAME is not such a game or is over; type-error for a wrong argument, or if a clause returns a wrong value.
Example: (progn (define-game sharing (:initial '(:a)) (:players :a :b :c) (:side (p) (first p))
                  (:moves (p) (if (eq (first p) :c) '(0 2) '(0 1)))
                  (:play (p m) (cons (case (first p) (:a :b) (:b :c) (t :end)) (cons m (rest p)))) (:over (p) (eq (first p) :end))
                  (:value (p) (list (second p) (third p) (fourth p))))
                (subseq (multiple-value-list (search-players 'sharing)) 0 2)) => (0 (0 1 0))
Source: C. Luckhardt and K. Irani, An algorithmic solution of N-person games, AAAI-86; N. Sturtevant and R. Korf, On pruning
techniques for multi-player games, AAAI-2000."
  (check-argument algorithm '(member :max-n :paranoid) ":MAX-N or :PARANOID as :ALGORITHM")
  (check-argument plies '(or null (integer 1)) "an integer greater than zero as :PLIES")
  (let* ((g (find-game game)) (start (if position-p position (funcall (game-initial g)))) (search (make-players-search g)))
    (unless (several-players-p g)
      (error "SEARCH-PLAYERS: expected a game whose :PLAYERS are keywords, got ~S" (game-name g)))
    (if (funcall (game-over g) start)
        (error "SEARCH-PLAYERS: expected a position of ~A before the end of the game, got ~S" (game-name g) start))
    (multiple-value-bind (value line)
        (if (eq algorithm :max-n)
            (max-n-values search start plies)
            (paranoid-value search start plies (player-to-move g start) nil nil))
      (values (first line) value (list :line line :nodes (players-search-nodes search))))))
