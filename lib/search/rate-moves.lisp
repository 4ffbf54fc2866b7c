;;;; rate-moves.lisp -- RATE-MOVES, the values of all moves at a position. -*- sealed -*-

;; Each move is rated by a search of the position after it. The searches share a transposition table (MEMORY, see THINK), and
;; limits of time and nodes are divided evenly among them.

;; The rating of MOVE at POSITION of G: (MOVE VALUE BOUND LINE). LIMITS: keyword arguments of THINK, where :PLIES counts from
;; the position after the move.
(defun rate-move (g position move memory &rest limits)
  (let ((after (funcall (game-play g) position move)))
    (if (or (eql 0 (getf limits :plies)) (funcall (game-over g) after))
        (list move (funcall (game-value g) after) :exact (list move))
        (destructuring-bind (&key value bound line &allow-other-keys)
            (apply #'search-telling g after :auto #'identity :memory memory limits)
          (list move value bound (cons move (named-line g after line)))))))

;; RATINGS, best for SIDE first; a move without a value comes last, and equal moves keep their order.
(defun best-rated-first (ratings side)
  (stable-sort ratings (lambda (a b)
                         (cond ((null a) nil)
                               ((null b) t)
                               ((eq side :max) (> a b))
                               (t (< a b))))
               :key #'second))

(defun rate-moves (game position &key plies seconds nodes)
  "Return a list of (MOVE VALUE BOUND LINE) for each legal move of GAME at POSITION, the best for the side to move first.
VALUE is the value to :MAX after MOVE. BOUND is :EXACT; :LOWER or :UPPER if VALUE is only a bound; NIL if no ply was completed.
LINE is the principal variation, which begins with MOVE. Equally good moves keep the order of the clause :MOVES.
GAME: a name or a game.
PLIES: the number of plies to search, an integer greater than zero (default: NIL, to the end of the game).
SECONDS, NODES: limits for all moves together (default: NIL, none).
Signals: error if the game is over; type-error for wrong limits, or if a clause of the game returns a wrong value.
Example: (mapcar #'butlast (rate-moves 'nim '((1 2) :max))) => (((1 1) 1 :EXACT) ((0 1) -1 :EXACT) ((1 2) -1 :EXACT))"
  (check-argument plies '(or null (integer 1)) "an integer greater than zero as :PLIES")
  (check-argument seconds '(or null (and real (satisfies plusp))) "a number greater than zero as :SECONDS")
  (check-argument nodes '(or null (integer 1)) "an integer greater than zero as :NODES")
  (let* ((g (find-game game)) (memory (list nil)))
    (if (funcall (game-over g) position)
        (error "RATE-MOVES: expected a position of ~A before the end of the game, got ~S" (game-name g) position))
    (rules-at g position)               ; signals an error if :MOVES or :PLAY is wrong
    (let* ((moves (funcall (game-moves g) position)) (count (length moves)))
      (best-rated-first (mapcar (lambda (move)
                                  (rate-move g position move memory
                                             :plies (if plies (- plies 1) nil)
                                             :seconds (if seconds (/ seconds count) nil)
                                             :nodes (if nodes (max 1 (floor nodes count)) nil)))
                                moves)
                        (side-at g position)))))
