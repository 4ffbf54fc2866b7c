;;;; play.lisp -- PLAY, a game against Winnow at the prompt. -*- sealed -*-

(defstruct (match (:conc-name match-) (:copier nil) (:predicate nil) (:constructor make-match))
  game you position
  before  ; the positions at which the user moved, the last one first
  plies seconds seed
  memory  ; the transposition table, kept between moves: see THINK
  typed)  ; forms typed but not yet used

(defvar *play-commands*
  '((:moves "moves" "list the legal moves")
    (:hint "hint" "show the move that Winnow would play")
    (:analysis "analysis" "show the value and the best continuation of each move")
    (:undo "undo" "undo your last move")
    (:level "level N" "make Winnow search N plies ahead")
    (:seed "seed N" "vary the choice among equally good moves")
    (:help "help" "print this list; also ?")
    (:quit "quit" "leave the game"))
  "The commands of PLAY: (keyword syntax description).")

(defun player-name (g side)
  (if (game-players g)
      (if (eq side :max) (first (game-players g)) (second (game-players g)))
      (symbol-name side)))

(defun side-to-move (match) (funcall (game-side (match-game match)) (match-position match)))

(defun is-users-turn (match)
  (member (match-you match) (list :both (side-to-move match))))

(defun show-position (match)
  (let ((g (match-game match)))
    (fresh-line)
    (if (game-show g) (funcall (game-show g) (match-position match)) (print (match-position match)))
    (fresh-line)))

;; Prints text with moves in plain lines; the pretty printer would lay them out as code.
(defun say (control &rest arguments)
  (let ((*print-pretty* nil)) (apply #'format-wrapped control arguments)))

(defun show-commands ()
  (say "Type a move, or~%")
  (dolist (command *play-commands*)
    (say "  ~9A ~A~%" (second command) (third command))))

(defun greet (match)
  (let ((g (match-game match)) (you (match-you match)))
    (flet ((who (side)
             (let ((name (player-name g side)))
               (if (string= name (symbol-name side)) name (format nil "~A (~A)" name side)))))
      (if (eq you :both)
          (format t "~&You play for both, ~A and ~A.~%" (who :max) (who :min))
          (format t "~&You are ~A, Winnow is ~A.~%" (who you) (who (if (eq you :max) :min :max))))
      (format t "Type a move, or help for the commands.~%"))))

(defun announce-result (match)
  (let* ((g (match-game match)) (value (funcall (game-value g) (match-position match))))
    (if (= value 0)
        (format t "The game is over: a draw.~%")
        (format t "The game is over: ~A wins (~D).~%" (player-name g (if (> value 0) :max :min)) value))
    value))

(defun take-turn (match move who)
  (let ((side (side-to-move match)) (g (match-game match)))
    (setf (match-position match) (funcall (game-play g) (match-position match) move))
    (if (and (eq side (side-to-move match)) (not (funcall (game-over g) (match-position match))))
        (format t "~A again.~%" who))))

;; The list of moves and commands in LINE. If moves are lists, the parentheses of the first one may be omitted: 1 9 then
;; always means (1 9), not move 1 and then move 9.
(defun typed-on (line moves)
  (let ((forms (handler-case (forms-in line)
                 (error (c)
                   (say "~A cannot be read~:[~;: a parenthesis or quotation mark is missing~]. Type help for the commands.~%"
                        line (typep c 'end-of-file))
                   nil))))
    (let* ((end (position-if (lambda (form) (or (consp form) (command-typed form))) forms))
           (move (subseq forms 0 end)))
      (if (and (rest move) (or (every #'consp moves) (find-move move moves)))
          (cons move (if end (nthcdr end forms)))
          forms))))

;; The next move or command that the user types, or :QUIT at the end of input.
(defun next-typed (match moves)
  (let ((answers (append (mapcar (lambda (m) (let ((*print-case* :downcase)) (prin1-to-string m))) moves)
                         '("moves" "hint" "analysis" "undo" "level " "seed " "help" "quit")))
        (prompt (format nil "Your move (~A): " (player-name (match-game match) (side-to-move match)))))
    (do () ((match-typed match) (pop (match-typed match)))
      (let ((line (prompt-line prompt answers)))
        (if (null line) (return :quit))
        (setf (match-typed match) (typed-on line moves))))))

;; The command, as a keyword, that the typed symbol of any package names; NIL for other objects.
(defun command-typed (typed)
  (cond ((not (symbolp typed)) nil)
        ((string= typed "?") :help)
        (t (first (find typed *play-commands* :key #'first :test #'string=)))))

;; The number typed after a command, or NIL. WHAT: its name in messages.
(defun number-typed (match what)
  (let ((n (if (match-typed match) (pop (match-typed match)) nil)))
    (cond ((and (integerp n) (> n 0)) n)
          (t (format t "~A must be an integer greater than zero~@[, not ~S~].~%" what n) nil))))

(defvar *plies-by-default* 6 "The search depth of PLAY for games that are not solved within *NODES-TO-SOLVE* positions.")
(defvar *nodes-to-solve* 20000 "The number of positions that PLAY visits in an attempt to solve the game.")

;; The values of SEARCH, called with limits as keyword arguments. Its last value must be true if the result is proved.
;; Without limits in MATCH, the first call attempts to solve the game.
(defun search-by-level (match search)
  (if (or (match-plies match) (match-seconds match))
      (funcall search :plies (match-plies match) :seconds (match-seconds match))
      (let ((found (multiple-value-list (funcall search :nodes *nodes-to-solve*))))
        (if (first (last found))
            (values-list found)
            (funcall search :plies *plies-by-default*)))))

;; Returns the best move, its value, the principal variation, and whether the value is proved.
(defun think-of-move (match)
  (search-by-level match
    (lambda (&rest limits)
      (multiple-value-bind (move value info proved)
          (apply #'best-move-of (match-game match) (match-position match) :auto :seed (match-seed match)
                 :memory (match-memory match) limits)
        (values move value (getf info :line) proved)))))

;; May the user type the number of a move in place of the move? Not if some moves are integers.
(defun are-numbered (moves) (notany #'integerp moves))

(defun show-moves (moves)
  (if (are-numbered moves)
      (let ((number 0))
        (dolist (move moves) (say "~3D: ~S~%" (incf number) move)))
      (say "~{ ~S~}~%" moves)))

;; The text for VALUE, marked as an estimate unless it is PROVED. WHO: the name of the player it is for, or NIL.
(defun worth-text (value who proved)
  (format nil "worth ~D~@[ to ~A~]~:[, estimated~;~]" value who proved))

(defun show-hint (match)
  (multiple-value-bind (move value line proved) (think-of-move match)
    (say "~S, ~A: ~{~S~^ ~}~%" move (worth-text value (player-name (match-game match) :max) proved) line)))

;; The value of the position AFTER a move, the principal variation from there, and whether the value is proved.
(defun worth-after (match after)
  (let ((g (match-game match)))
    (search-by-level match
      (lambda (&key plies seconds nodes)
        (if (or (funcall (game-over g) after) (eql plies 1))
            (values (funcall (game-value g) after) nil (funcall (game-over g) after))
            (destructuring-bind (&key value line proved &allow-other-keys)
                (search-telling g after :auto #'identity :plies (if plies (- plies 1) nil) :seconds seconds :nodes nodes
                                :memory (match-memory match))
              (values value (named-line g after line) proved)))))))

;; Prints the value and the continuation of each of MOVES.
(defun show-analysis (match moves)
  (let ((g (match-game match)) (number 0))
    (dolist (move moves)
      (multiple-value-bind (value line proved) (worth-after match (funcall (game-play g) (match-position match) move))
        (say "~:[~*~;~3D:~] ~S, ~A~@[: ~{~S~^ ~}~]~%" (are-numbered moves) (incf number)
             move (worth-text value nil proved) line)))))

(defun undo (match)
  (if (match-before match)
      (setf (match-position match) (pop (match-before match)))
      (format t "You have not moved yet.~%")))

;; A list of the legal move that was typed, itself or as its number in MOVES; else NIL.
(defun move-typed (typed moves)
  (cond ((find-move typed moves))
        ((and (integerp typed) (<= 1 typed (length moves)) (are-numbered moves)) (list (nth (- typed 1) moves)))))

;; Reads and executes a move or a command of the user. Returns T to leave the game.
(defun users-turn (match)
  (let* ((moves (legal-moves (match-game match) (match-position match)))
         (typed (next-typed match moves))
         (move (move-typed typed moves)))
    (cond (move
           (push (match-position match) (match-before match))
           (take-turn match (first move) "You move")
           nil)
          (t (case (command-typed typed)
               (:quit t)
               (:help (show-commands))
               (:moves (show-moves moves))
               (:hint (show-hint match))
               (:analysis (show-analysis match moves))
               (:undo (undo match) nil)
               (:level (let ((n (number-typed match "A level")))
                        (when n
                          (setf (match-plies match) n)
                          (format t "Winnow searches ~R pl~:@P ahead.~%" n))))
               (:seed (let ((n (number-typed match "A seed")))
                       (if n (setf (match-seed match) n))
                       nil))
               ;; The rest of the line was meant for the position after this move.
               (t (setf (match-typed match) nil)
                  (say "~S is not a legal move~:[~;; legal are~{ ~S~}~]. Type help for the commands.~%"
                       typed (<= (length moves) 20) moves)))))))

(defun winnows-turn (match)
  (multiple-value-bind (move value line proved) (think-of-move match)
    (declare (ignore line))
    (say "I play ~S~@[ (~A)~].~%" move (if value (worth-text value (player-name (match-game match) :max) proved)))
    (take-turn match move "I move")))

(defun play (game &key (you :max) plies seconds seed (position (initial-position game)))
  "Play GAME against Winnow at the prompt; return its result, or NIL if you leave.
Type help there for the list of commands. An interrupt ends a search, but not the game.
GAME: a name or a game.
YOU: the side that you play, :MAX (which usually begins), :MIN or :BOTH (default: :MAX).
PLIES, SECONDS: limits of Winnow's searches (default: NIL; Winnow solves the game if that is fast, else searches six plies).
SEED: as for BEST-MOVE (default: NIL, the same moves in every game).
POSITION: the position to begin with (default: the initial position).
Signals: error if GAME is not a game, or YOU is not a side; type-error for wrong limits.
Example: (with-input-from-string (*standard-input* \"quit\")
           (with-output-to-string (*standard-output*) (play 'nim))) => \"You are MAX, Winnow is MIN.
Type a move, or help for the commands.
heaps  0: 3  1: 4  2: 5
Your move (MAX): \""
  (unless (member you '(:max :min :both)) (error "PLAY: expected :MAX, :MIN or :BOTH as :YOU, got ~S" you))
  (check-argument plies '(or null (integer 1)) "an integer greater than zero as :PLIES")
  (check-argument seconds '(or null (and real (satisfies plusp))) "a number greater than zero as :SECONDS")
  (check-argument seed '(or null (integer 1)) "an integer greater than zero as :SEED")
  (let* ((g (find-game game))
         (match (make-match :game g :you you :position position :plies plies
                            :seconds seconds :seed seed :memory (list nil)))
         (shown nil))
    (greet match)
    (do () (nil)
      (handler-case
          (progn
            (unless (eq shown (match-position match))
              (show-position match)
              (setq shown (match-position match)))
            (cond ((funcall (game-over g) (match-position match)) (return (announce-result match)))
                  ((not (is-users-turn match)) (winnows-turn match))
                  ((eq (users-turn match) t) (return nil))))
        (interrupted () (format t "~&Interrupted. The game continues; type quit to leave it.~%"))))))
