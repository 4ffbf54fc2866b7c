;;;; players.lisp -- searches of games with more than two players: max^n and paranoid search. -*- sealed -*-
;;;;
;;;; The clause :PLAYERS of such a game lists its players, keywords. :SIDE returns one of them, and :VALUE the list of what the
;;;; position is worth to each, in the same order.

;; A search. PLAYER: the number of the player whom paranoid search serves; NIL for max^n.
(defstruct (players-search (:include observed-search) (:copier nil) (:predicate nil)
                           (:constructor make-players-search (game algorithm player)))
  player)

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

;; The value of POSITION and the line. By max^n the value is the list of the values of all players, and the player to move maximizes
;; its own. By paranoid search it is the value to the player served, whom all others minimize; it is found by alpha-beta with
;; the window ALPHA to BETA, NIL if infinite. PLIES: the depth, or NIL.  RECORD: that of POSITION, or NIL.
(defun value-to-players (search position plies alpha beta record)
  (incf (players-search-nodes search))
  (if (leaf-for-players-p (players-search-game search) position plies)
      (let ((values (player-values (players-search-game search) position)) (player (players-search-player search)))
        (incf (players-search-leaves search))
        (values (note-record search record (if player (nth player values) values) alpha beta) nil))
      (multiple-value-bind (value line) (best-for-player search position (if plies (- plies 1) nil) alpha beta record)
        (values (note-record search record value alpha beta) line))))

;; The same where the game goes on. PLIES: the depth after the move.
(defun best-for-player (search position plies alpha beta record)
  (let* ((g (players-search-game search)) (player (players-search-player search)) (mover (player-to-move g position))
         (own (eql mover player)) (best nil) (best-line nil) (number -1))
    (flet ((better-p (value)
             (cond ((null player) (> (nth mover value) (nth mover best))) (own (> value best)) (t (< value best)))))
      (do ((left (moves-of-player g position) (rest left)))
          ((null left) (values best best-line))
        (if (null best) (if record (note-moves record mover left nil)))
        (multiple-value-bind (value line)
            (value-to-players search (funcall (game-play g) position (first left)) plies alpha beta
                              (record-of-move search record (incf number)))
          (if (or (null best) (better-p value)) (setq best value best-line (cons (first left) line))))
        (cond ((null player))
              (own (setq alpha (if alpha (max alpha best) best)))
              (t (setq beta (if beta (min beta best) best))))
        (when (and alpha beta (>= alpha beta))
          (if (rest left) (note-cutoff search record best alpha (if own beta nil)))
          (return (values best best-line)))))))

(defun search-players (game &key (position nil position-p) plies (algorithm :max-n) record)
  "Search GAME, which has more than two players. Return the best move of the player to move, the value, and a property list with
:LINE (the moves expected), :NODES (positions visited), :LEAVES (evaluations), :CUTOFFS and, if RECORD is true, :TREE, which DRAW
and WHY accept. (compare-searches position :game game) compares the algorithms.
GAME: a game whose clause :PLAYERS lists keywords, such as (:players :red :green :blue).
POSITION: the position to search from (default: the initial position).
PLIES: the depth (default: NIL, to the end of the game).
ALGORITHM: :MAX-N (default), in which each player maximizes its own value, and the value returned is the list of the values of all
players; or :PARANOID, in which all others minimize the value of the player to move, and the value returned is the one that
this player can force. The first of equal moves is taken.
RECORD: true to record the search (default: NIL).
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
  (let* ((g (find-game game)) (start (if position-p position (funcall (game-initial g)))))
    (unless (several-players-p g)
      (error "SEARCH-PLAYERS: expected a game whose :PLAYERS are keywords, got ~S" (game-name g)))
    (if (funcall (game-over g) start)
        (error "SEARCH-PLAYERS: expected a position of ~A before the end of the game, got ~S" (game-name g) start))
    (let ((search (make-players-search g algorithm (if (eq algorithm :paranoid) (player-to-move g start) nil)))
          (root (if record (make-visit-record start nil 0) nil)))
      (multiple-value-bind (value line) (value-to-players search start plies nil nil root)
        (values (first line) value
                (list* :line line :nodes (players-search-nodes search) :leaves (players-search-leaves search)
                       :cutoffs (players-search-cutoffs search) (if root (list :tree (players-tree search root plies)) nil)))))))
