;;;; check-game.lisp -- CHECK-GAME, a test of the clauses of a game by random play. -*- sealed -*-

;; The state of a check: the faults found, and the positions seen by key.
(defstruct (checking (:conc-name checking-) (:copier nil) (:predicate nil) (:constructor make-check))
  game (faults nil) (by-key (make-hash-table :test #'equal)) (state 1)
  (positions 0)  ; the number of positions checked
  chance)        ; true for games with chance nodes: values may then be any reals

(defun next-random (check n)
  (setf (checking-state check) (mod (* (checking-state check) 48271) 2147483647))
  (mod (floor (checking-state check) 7) n))

;; Records a fault of the game. Each kind of fault is recorded once, at its first occurrence.
(defun fault (check control &rest arguments)
  (let ((kind (cons control (if (keywordp (first arguments)) (first arguments) nil))))
    (unless (assoc kind (checking-faults check) :test #'equal)
      (push (cons kind (apply #'format nil control arguments)) (checking-faults check)))
    nil))

;; The value of FORM; a fault if it signals an error, and the end of the random game.
(defmacro clause-value (check clause position form)
  `(handler-case ,form
     (failure (c) (throw 'clause-failed (fault ,check "~S signals an error at ~S: ~A" ,clause ,position c)))))

(defun values-of-bounds (g position)
  (if (game-bounds g) (multiple-value-list (funcall (game-bounds g) position)) nil))

;; Checks that positions with equal keys have the same side to move, the same number of moves, and the same result.
(defun check-key (check position side over value moves)
  (let ((g (checking-game check)))
    (when (game-key g)
      (let* ((key (funcall (game-key g) position))
             (seen (list side (not over) (if over value nil) (length moves)))
             (known (gethash key (checking-by-key check))))
        (cond ((null known) (setf (gethash key (checking-by-key check)) (cons seen position)))
              ((not (equal (car known) seen))
               (fault check "(:KEY p) is the same for ~S and ~S, which have different moves or results" (cdr known)
                      position)))))))

;; Checks the results of :SIDE and :VALUE. Returns VALUE, or NIL if it is not a real that other clauses can be compared with.
(defun check-side-and-value (check position side value)
  (let* ((g (checking-game check)) (players (game-players g)))
    (cond ((several-players-p g)
           (unless (member side players) (fault check "(:SIDE p) must be one of~{ ~S~}, not ~S, at ~S" players side position))
           (unless (and (consp value) (ignore-errors (list-length value)) (= (length value) (length players)) (every #'realp value))
             (fault check "(:VALUE p) must be a list of reals, one for each of~{ ~S~}, not ~S, at ~S" players value position))
           nil)
          (t (if (eq side :chance) (setf (checking-chance check) t))
             (unless (member side '(:max :min :chance))
               (fault check "(:SIDE p) must be :MAX, :MIN or :CHANCE, not ~S, at ~S" side position))
             (cond ((typep value 'game-value) value)
                   ((and (checking-chance check) (realp value)) nil)
                   (t (fault check "(:VALUE p) must be a real between -400,000,000 and 400,000,000, not ~S, at ~S" value
                             position)
                      nil))))))

;; The moves of chance among MOVES, a list of (MOVE . PROBABILITY); NIL and a fault if it is another list.
(defun moves-of-chance (check position moves)
  (cond ((and (every (lambda (entry) (and (consp entry) (rationalp (cdr entry)) (> (cdr entry) 0))) moves)
              (= 1 (reduce #'+ moves :key #'cdr)))
         (mapcar #'car moves))
        (t (fault check "(:MOVES p) must be a list of (MOVE . PROBABILITY), positive rationals with the sum 1, where (:SIDE p) is ~
                         :CHANCE, not ~S, at ~S"
                  moves position))))

;; Checks that the clause :POLICY returns one of MOVES.
(defun check-policy (check position moves)
  (let ((move (clause-value check :policy position (funcall (game-policy (checking-game check)) position moves))))
    (unless (member move moves :test #'equal)
      (fault check "(:POLICY p moves) must return one of the legal moves ~S, not ~S, at ~S" moves move position))))

;; Checks the clauses at POSITION. BOUNDS: the bounds of the position before. Returns the legal moves, or NIL if the game
;; cannot continue, and the bounds of POSITION.
(defun check-position (check position bounds)
  (incf (checking-positions check))
  (let* ((g (checking-game check))
         (over (clause-value check :over position (funcall (game-over g) position)))
         (side (clause-value check :side position (funcall (game-side g) position)))
         (value (clause-value check :value position (funcall (game-value g) position)))
         (own (clause-value check :bounds position (values-of-bounds g position)))
         (moves (if over nil (clause-value check :moves position (funcall (game-moves g) position)))))
    (setq value (check-side-and-value check position side value))
    (dolist (b (list own bounds))
      (cond ((null b))
            ((not (and (= (length b) 2) (every #'realp b) (<= (first b) (second b))))
             (fault check "(:BOUNDS p) must be two reals, the least value and the greatest, not~{ ~S~}, at ~S"
                    b position))
            ((and value (not (<= (first b) value (second b))))
             (fault check "(:VALUE p) is ~D at ~S, but (:BOUNDS p) said ~D to ~D~A" value position (first b) (second b)
                    (if (eq b own) "" " one move before")))))
    (cond (over (setq moves nil))
          ((not (and (listp moves) (null (cdr (last moves)))))
           (fault check "(:MOVES p) must be a proper list, not ~S, at ~S" moves position)
           (setq moves nil))
          ((null moves) (fault check "(:MOVES p) is empty, but (:OVER p) is false, at ~S" position))
          ((/= (length moves) (length (remove-duplicates moves :test #'equal)))
           (fault check "(:MOVES p) has a move twice: ~S, at ~S" moves position))
          ((eq side :chance) (setq moves (moves-of-chance check position moves))))
    (if (and (game-policy g) moves (not (eq side :chance))) (check-policy check position moves))
    (if value (clause-value check :key position (check-key check position side over value moves)))
    (values moves own)))

;; Plays MOVE and checks that :PLAY does not modify POSITION and returns the same position a second time.
(defun check-move (check position move)
  (let* ((g (checking-game check))
         (before (position-text position))
         (next (clause-value check :play position (funcall (game-play g) position move))))
    (cond ((null next) (fault check "(:PLAY p move) must return a position, not NIL, for ~S at ~S" move position))
          ((string/= before (position-text position))
           (fault check "(:PLAY p move) modifies the position p, for ~S at ~A" move before))
          ((not (equalp next (clause-value check :play position (funcall (game-play g) position move))))
           (fault check "(:PLAY p move) returns another position the second time, for ~S at ~S" move position)))
    (when (game-order g)
      (let ((order (clause-value check :order position (funcall (game-order g) position move))))
        (unless (and (integerp order) (<= -1000000 order 1000000))
          (fault check "(:ORDER p move) must be an integer between -1,000,000 and 1,000,000, not ~S, for ~S at ~S"
                 order move position))))
    next))

(defvar *patience* 50 "A game counts as endless if it continues for this multiple of the checked plies.")

;; Does the game end within PLIES random moves from POSITION? Also true if a clause signals an error.
(defun ends-p (check position plies)
  (let ((g (checking-game check)))
    (dotimes (ply plies nil)
      (let* ((moves (if (ignore-failures (funcall (game-over g) position)) nil (ignore-failures (funcall (game-moves g) position))))
             (move (if (consp moves) (nth (next-random check (length moves)) moves) nil)))
        (if (not (consp moves)) (return t))
        (if (and (consp move) (eq :chance (ignore-failures (funcall (game-side g) position)))) (setq move (car move)))
        (setq position (ignore-failures (funcall (game-play g) position move)))
        (if (null position) (return t))))))

;; Plays one random game of at most PLIES. Returns its last position if it has not ended, else NIL.
(defun check-one-game (check plies)
  (catch 'clause-failed
    (let ((position (clause-value check :initial nil (funcall (game-initial (checking-game check))))) (bounds nil)
          (before nil))  ; the positions of this game
      (dotimes (ply plies position)
        (multiple-value-bind (moves own) (check-position check position bounds)
          (if (null moves) (return nil))
          (if (and (not (checking-chance check)) (member position before :test #'equalp))
              (fault check "a game may be endless: the position ~S occurs again" position))
          (push position before)
          (setq position (check-move check position (nth (next-random check (length moves)) moves)) bounds own)
          (if (null position) (return nil)))))))

(defun check-game (game &key (games 20) (plies 200) (seed 1))
  "Play random games of GAME and print the faults of its clauses, each once; return true if none is found.
At each position the function checks that the clauses return values of the right types, that the moves are a proper list
without duplicates, that :PLAY is repeatable and does not modify the position, that values are within :BOUNDS, and that
positions with equal keys have equal moves and results. It also checks that every game ends; in a game with chance nodes
positions may occur again.
GAME: a name or a game.
GAMES: the number of games (default: 20).
PLIES: the number of plies checked in each game (default: 200). A longer game is continued for fifty times as many.
SEED: an integer greater than zero, for the random moves (default: 1).
Signals: error if GAME is not a game; type-error if a number is not an integer greater than zero.
Example: (check-game 'nim) => T"
  (check-argument games '(integer 1) "an integer greater than zero as :GAMES")
  (check-argument plies '(integer 1) "an integer greater than zero as :PLIES")
  (check-argument seed '(integer 1) "an integer greater than zero as :SEED")
  (let* ((g (find-game game)) (chance (ignore-failures (chance-game-p g))) (check (make-check :game g :state seed :chance chance)) (going-on 0) (endless nil)
         (*print-circle* t))
    (dotimes (i games)
      (let ((position (check-one-game check plies)))
        (when position
          (incf going-on)
          (unless (or endless (ends-p check position (* *patience* plies)))
            (setq endless position)))))
    (cond ((= going-on games) (fault check "none of ~D games ended within ~D plies" games plies))
          (endless (fault check "a game may be endless: it continues for ~D plies after the position ~S" (* *patience* plies) endless)))
    (dolist (fault (reverse (checking-faults check))) (format-wrapped "~A: ~A~%" (game-name g) (cdr fault)))
    (if (null (checking-faults check))
        (format-wrapped "~A: no fault in ~R random game~:P, ~D positions~%" (game-name g) games (checking-positions check)))
    (null (checking-faults check))))
