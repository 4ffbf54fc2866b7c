;;;; play.lisp -- a game against Winnow at the prompt. -*- sealed -*-

(defstruct (match (:conc-name match-) (:copier nil) (:predicate nil) (:constructor make-match))
  game you position
  before  ; the positions at which the user moved, the last one first
  plies seconds seed
  memory  ; what Winnow knows of positions, from move to move: see THINK
  typed)  ; what was typed in advance

(defvar *play-commands*
  '((:moves "moves" "list the legal moves")
    (:hint "hint" "tell which move Winnow would play here")
    (:analysis "analysis" "tell what each move is worth, and how the game may go on")
    (:undo "undo" "take your last move back")
    (:level "level N" "let Winnow look N plies ahead")
    (:seed "seed N" "let Winnow choose among equally good moves by the number N")
    (:help "help" "print this; ? does so, too")
    (:quit "quit" "leave the game"))
  "What can be typed in PLAY instead of a move.")

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

;; Moves are told in lines, not laid out as code.
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
      (format t "Type a move, or help for what else there is.~%"))))

(defun tell-result (match)
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

;; What LINE says: one thing after the other, or, where moves are lists, first one without its parentheses: 1 9 means
;; (1 9), legal or not, never the first move and then the ninth.
(defun typed-on (line moves)
  (let ((forms (handler-case (forms-in line)
                 (error (c)
                   (say "~A cannot be read~:[~;: a parenthesis or quotation mark is missing~]. Type help for what can be typed.~%"
                        line (typep c 'end-of-file))
                   nil))))
    (let* ((end (position-if (lambda (form) (or (consp form) (command-typed form))) forms))
           (move (subseq forms 0 end)))
      (if (and (rest move) (or (every #'consp moves) (find-move move moves)))
          (cons move (if end (nthcdr end forms)))
          forms))))

;; The next thing that the user types, or QUIT at the end of input.
(defun next-typed (match moves)
  (let ((answers (append (mapcar (lambda (m) (let ((*print-case* :downcase)) (prin1-to-string m))) moves)
                         '("moves" "hint" "analysis" "undo" "level " "seed " "help" "quit")))
        (prompt (format nil "Your move (~A): " (player-name (match-game match) (side-to-move match)))))
    (do () ((match-typed match) (pop (match-typed match)))
      (let ((line (prompt-line prompt answers)))
        (if (null line) (return :quit))
        (setf (match-typed match) (typed-on line moves))))))

;; The command that a typed symbol names, whatever its package, as a keyword; NIL of anything else.
(defun command-typed (typed)
  (cond ((not (symbolp typed)) nil)
        ((string= typed "?") :help)
        (t (first (find typed *play-commands* :key #'first :test #'string=)))))

;; A number that stands behind a command, or NIL.
(defun number-typed (match what)
  (let ((n (if (match-typed match) (pop (match-typed match)) nil)))
    (cond ((and (integerp n) (> n 0)) n)
          (t (format t "~A is to be an integer greater than zero~@[, not ~S~].~%" what n) nil))))

(defvar *plies-by-default* 6 "How far Winnow looks ahead in PLAY where a game is not soon solved.")
(defvar *nodes-to-solve* 20000 "How many positions Winnow looks at in PLAY to solve a game.")

;; Returns the values of SEARCH, called with limits as keyword arguments; the last of them says whether the result is proved.
;; Without a level Winnow tries to solve the game first.
(defun search-by-level (match search)
  (if (or (match-plies match) (match-seconds match))
      (funcall search :plies (match-plies match) :seconds (match-seconds match))
      (let ((found (multiple-value-list (funcall search :nodes *nodes-to-solve*))))
        (if (first (last found))
            (values-list found)
            (funcall search :plies *plies-by-default*)))))

;; Returns the move, what it is worth, the line, and whether that is proved.
(defun think-of-move (match)
  (search-by-level match
    (lambda (&rest limits)
      (multiple-value-bind (move value info proved)
          (apply #'best-move-of (match-game match) (match-position match) :auto :seed (match-seed match)
                 :memory (match-memory match) limits)
        (values move value (getf info :line) proved)))))

;; Moves can be told by their place in their list, unless some are integers themselves.
(defun are-numbered (moves) (notany #'integerp moves))

(defun show-moves (moves)
  (if (are-numbered moves)
      (let ((number 0))
        (dolist (move moves) (say "~3D: ~S~%" (incf number) move)))
      (say "~{ ~S~}~%" moves)))

;; VALUE, of which only the end of the game is the proof. WHO: for whom, or NIL.
(defun worth-text (value who proved)
  (format nil "worth ~D~@[ to ~A~]~:[ as far as Winnow looks~;~]" value who proved))

(defun show-hint (match)
  (multiple-value-bind (move value line proved) (think-of-move match)
    (say "~S, ~A: ~{~S~^ ~}~%" move (worth-text value (player-name (match-game match) :max) proved) line)))

;; What the position AFTER a move is worth, the line from there on, and whether that is proved.
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

;; What each move leads to.
(defun show-analysis (match moves)
  (let ((g (match-game match)) (number 0))
    (dolist (move moves)
      (multiple-value-bind (value line proved) (worth-after match (funcall (game-play g) (match-position match) move))
        (say "~:[~*~;~3D:~] ~S, ~A~@[: ~{~S~^ ~}~]~%" (are-numbered moves) (incf number)
             move (worth-text value nil proved) line)))))

(defun undo (match)
  (if (match-before match)
      (setf (match-position match) (pop (match-before match)))
      (format t "There is nothing to undo.~%")))

;; The move that was typed, in a list, or NIL: a legal one, or its place among them.
(defun move-typed (typed moves)
  (cond ((find-move typed moves))
        ((and (integerp typed) (<= 1 typed (length moves)) (are-numbered moves)) (list (nth (- typed 1) moves)))))

;; Lets the user move or say something else; true to leave the game.
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
                          (format t "Winnow looks ~R pl~:@P ahead.~%" n))))
               (:seed (let ((n (number-typed match "A seed")))
                       (if n (setf (match-seed match) n))
                       nil))
               ;; What follows was meant for the position behind this move.
               (t (setf (match-typed match) nil)
                  (say "~S is no legal move~:[~;; legal are~{ ~S~}~]. Type help for what else there is.~%"
                       typed (<= (length moves) 20) moves)))))))

(defun winnows-turn (match)
  (multiple-value-bind (move value line proved) (think-of-move match)
    (declare (ignore line))
    (say "I play ~S~@[ (~A)~].~%" move (if value (worth-text value (player-name (match-game match) :max) proved)))
    (take-turn match move "I move")))

(defun play (game &key (you :max) plies seconds seed (position (initial-position game)))
  "Play GAME against Winnow at the prompt; return its result, or NIL if you leave.
Type help there for what can be typed besides moves. An interrupt ends what Winnow is doing, never the game.
YOU: :MAX (who begins, as a rule), :MIN, or :BOTH.  POSITION: where to begin.
PLIES, SECONDS: how far Winnow looks ahead; default: to the end of a game that is soon solved, else six plies.  SEED: as for BEST-MOVE; without one it always plays the
same.
Signals: error if there is no such game, or YOU is none of the three; type-error for other limits.
Example: (with-input-from-string (*standard-input* \"quit\")
           (with-output-to-string (*standard-output*) (play 'nim))) => \"You are MAX, Winnow is MIN.
Type a move, or help for what else there is.
heaps  0: 3  1: 4  2: 5
Your move (MAX): \""
  (unless (member you '(:max :min :both)) (error "~S is no player; there are :MAX, :MIN and :BOTH" you))
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
            (cond ((funcall (game-over g) (match-position match)) (return (tell-result match)))
                  ((not (is-users-turn match)) (winnows-turn match))
                  ((eq (users-turn match) t) (return nil))))
        (interrupted () (format t "~&Interrupted; the game goes on. Type quit to leave it.~%"))))))
