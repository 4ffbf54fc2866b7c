;;;; games.lisp -- real games: how one is told to Winnow, and what Winnow does with it. -*- sealed -*-

(defun %print-game (game stream depth)
  (declare (ignore depth))
  (format stream "#<game ~A>" (%game-name game)))

(defstruct (%game (:conc-name %game-) (:copier nil) (:predicate %game-p) (:constructor %make-game) (:print-function %print-game))
  name initial moves play side over value quiet bounds key order show
  native)  ; NIL, or a function of a position and a question that searches as %THINK does, or returns NIL if it cannot

(defvar %*game-clauses*
  '((:initial 0) (:moves 1) (:play 2) (:side 1) (:over 1) (:value 1) (:quiet 1) (:bounds 1) (:key 1) (:order 2) (:show 1))
  "The clauses of DEFINE-GAME, and how many parameters each takes.")

(defmacro define-game (name &rest clauses)
  "Define the game NAME, a symbol, by CLAUSES; return NAME. A position is any object; none is ever changed.
(:initial FORM)            the position at the start
(:moves (p) BODY...)       the list of legal moves, which are any objects; some, unless the game is over
(:play (p move) BODY...)   the position after MOVE
(:side (p) BODY...)        who moves: :MAX or :MIN; it may be the same player twice
(:over (p) BODY...)        true at the end of the game
(:value (p) BODY...)       an integer, seen by :MAX: the result at the end, before it an estimate
(:quiet (p) BODY...)       true if that estimate can be trusted; default: always
(:key (p) BODY...)         a number, symbol, string, or list or vector of such: positions with equal keys are worth the
                           same from here on (put the side to move in it); default: no table of positions is kept
(:order (p move) BODY...)  an integer, greater for moves that look better: they are tried first; default: as in :MOVES
(:show (p) BODY...)        print the position; default: PRINT
Signals: program-error for a clause that is missing, unknown, or has the wrong parameters.
Example: (define-game count-down (:initial '(5 :max)) (:moves (p) (if (= (car p) 1) '(1) '(1 2)))
           (:play (p m) (list (- (car p) m) (if (eq (cadr p) :max) :min :max))) (:side (p) (cadr p))
           (:over (p) (= (car p) 0)) (:value (p) (if (eq (cadr p) :max) -1 1)) (:key (p) p)) => COUNT-DOWN"
  (flet ((bad (control &rest arguments)
           (error 'program-error :format-control (concatenate 'string "define-game ~A: " control)
                                 :format-arguments (cons name arguments))))
    (if (not (symbolp name)) (bad "the name must be a symbol"))
    (dolist (clause clauses)
      (let ((known (and (consp clause) (assoc (car clause) %*game-clauses*))))
        (cond ((null known) (bad "~S is no clause; there are ~{~S~^ ~}" clause (mapcar #'first %*game-clauses*)))
              ((eq (car clause) :initial)
               (if (/= (length clause) 2) (bad "(:INITIAL form) takes one form, got ~S" clause)))
              ((not (and (consp (cdr clause)) (listp (cadr clause)) (= (length (cadr clause)) (second known))))
               (bad "~S takes ~R parameter~:P, got ~S" (car clause) (second known) (second known)
                    (if (consp (cdr clause)) (cadr clause) nil))))))
    (dolist (needed '(:initial :moves :play :side :over :value))
      (if (not (assoc needed clauses)) (bad "there is no clause ~S" needed)))
    `(progn
       (setf (get ',name 'game)
             (%make-game :name ',name
                         ,@(mapcan (lambda (clause)
                                     (list (car clause)
                                           (if (eq (car clause) :initial)
                                               `(lambda () ,(cadr clause))
                                               `(lambda ,@(cdr clause)))))
                                   clauses)))
       ',name)))

(defun %find-game (game)
  (cond ((%game-p game) game)
        ((and (symbolp game) (get game 'game)))
        (t (error "~S is no game; DEFINE-GAME makes one" game))))

(defun %rules (game)
  "Return what the native searches take of GAME, a name or a game: its name and functions, as a property list.
Example: (getf (%rules 'nim) :name) => NIM"
  (let ((g (%find-game game)))
    (list :name (%game-name g) :moves (%game-moves g) :play (%game-play g) :side (%game-side g) :over (%game-over g)
          :value (%game-value g) :quiet (%game-quiet g) :bounds (%game-bounds g) :key (%game-key g)
          :order (%game-order g))))

;; Searches POSITION; QUESTION is that of %THINK, and so is what is returned.
(defun %search-game (g position &rest question)
  (or (if (%game-native g) (funcall (%game-native g) position question) nil)
      (%think (%rules g) position question)))

(defun initial-position (game)
  "Return the position at the start of GAME, a name or a game.
Example: (initial-position 'nim) => ((3 4 5) :MAX)"
  (funcall (%game-initial (%find-game game))))

(defun legal-moves (game position)
  "Return the list of the legal moves of GAME at POSITION; NIL if it is over.
Example: (length (legal-moves 'tic-tac-toe (initial-position 'tic-tac-toe))) => 9"
  (let ((g (%find-game game)))
    (if (funcall (%game-over g) position) nil (funcall (%game-moves g) position))))

(defun play-move (game position move)
  "Return the position of GAME after MOVE at POSITION.
Signals: an error if MOVE is not legal there.
Example: (play-move 'nim '((3 4 5) :max) '(1 4)) => ((3 0 5) :MIN)"
  (let ((g (%find-game game)))
    (if (not (member move (legal-moves g position) :test #'equal))
        (error "~S is no legal move of ~A at ~S" move (%game-name g) position))
    (funcall (%game-play g) position move)))

;; The moves that NUMBERS, counted from 1, stand for from POSITION on.
(defun %named-line (g position numbers)
  (let ((line nil))
    (dolist (number numbers (nreverse line))
      (let ((move (nth (- number 1) (funcall (%game-moves g) position))))
        (push move line)
        (setq position (funcall (%game-play g) position move))))))

(defun %erase-line () (format t "~C~C[K~C" #\Return (code-char 27) #\Return))

;; VALUE: NIL in the midst of the work; that line, on a terminal, is written over by the next.
(defun %tell-progress (g position depth value line nodes seconds terminal)
  (let ((speed (round nodes (max seconds 0.001))) (depth (if (= depth 0) "to the end" (format nil "~D plies" depth))))
    (if terminal (%erase-line))
    (if value
        (format t "~&~10@A, worth ~D: ~{~S~^ ~}  (~,1F s, ~D nodes a second)~%" depth value (%named-line g position line) seconds
                speed)
        (format t "searching ~A: ~D nodes, ~,1F s, ~D nodes a second" depth nodes seconds speed))
    (finish-output)))

;; Searches as %SEARCH-GAME does and tells of it: where PROGRESS is true, after each depth; where it is :AUTO, on a
;; terminal once a second has passed. An interrupt ends it with what the last depth completed has found, if there is one.
(defun %search-telling (g position progress &rest limits)
  (let* ((start (get-internal-real-time)) (last nil) (terminal (interactive-stream-p *standard-output*)))
    (flet ((note (depth value line nodes)
             (let ((seconds (/ (float (- (get-internal-real-time) start)) internal-time-units-per-second)))
               (if value (setq last (list :value value :bound :exact :line line :depth depth :nodes nodes :seconds seconds)))
               (if (cond ((null value) (and progress terminal))
                         ((eq progress :auto) (and terminal (> seconds 1)))
                         (t progress))
                   (%tell-progress g position depth value line nodes seconds terminal)))))
      (prog1 (handler-case (apply #'%search-game g position :progress #'note limits)
               (interrupted (c) (or last (%error c))))
        (if terminal (%erase-line))))))

(defun best-move (game position &key plies seconds nodes (progress :auto) without seed)
  "Search GAME from POSITION by alpha-beta, deepened ply by ply; return the best move, what it is worth to :MAX, and a
property list: :LINE (the moves expected), :DEPTH (plies completed; 0: to the end), :COMPLETE (true if as deep as asked),
:NODES, :SECONDS.
GAME: a name or a game.  PLIES, SECONDS, NODES: limits; with none, to the end of the game. When time or work runs out, or
the user interrupts, the answer is that of the last depth completed.
WITHOUT: a list of refinements to leave out, which changes the work, never the value: :DEEPENING, :TABLE, :KILLERS,
:HISTORY, :ORDER (the game's own), :ASPIRATION, :QUIESCENCE.
SEED: an integer greater than zero: of equally good moves another may be taken, the same one for the same seed.
PROGRESS: true: a line is printed for each depth; :AUTO (default): on a terminal, once a second has passed; NIL: none.
Signals: an error if the game is over, or if one of its functions returns nonsense.
Example: (values (best-move 'nim '((1 2) :max))) => (1 1)"
  (let ((g (%find-game game)))
    (if (funcall (%game-over g) position) (error "The game ~A is over at ~S" (%game-name g) position))
    (destructuring-bind (&key value bound line depth complete nodes seconds)
        (%search-telling g position progress :plies plies :nodes nodes :seconds seconds :without without :seed seed)
      (let ((moves (%named-line g position line)))
        (values (if moves (first moves) (first (funcall (%game-moves g) position)))
                value
                (list :line moves :bound bound :depth depth :complete complete :nodes nodes :seconds seconds))))))

(defun solve (game &optional (position (initial-position game)))
  "Return what GAME is worth to :MAX from POSITION if both play best, and as second value the best line.
Example: (values (solve 'tic-tac-toe)) => 0"
  (let ((g (%find-game game)))
    (destructuring-bind (&key value line &allow-other-keys)
        (%search-telling g position :auto :without '(:deepening))
      (values value (%named-line g position line)))))

(defun perft (game position depth)
  "Return the number of sequences of DEPTH moves of GAME from POSITION; a finished game has none.
Example: (perft 'tic-tac-toe (initial-position 'tic-tac-toe) 3) => 504"
  (%perft (%rules game) position depth))

(defun %show (g position)
  (fresh-line)
  (if (%game-show g) (funcall (%game-show g) position) (print position))
  (fresh-line))

(defun %typed-forms (line)
  (handler-case
      (with-input-from-string (in line)
        (let ((forms nil))
          (do ((form (read in nil in) (read in nil in))) ((eq form in) (nreverse forms)) (push form forms))))
    (error (c) (format t "~A~%" c) nil)))

;; What each move of POSITION leads to, PLIES ahead.
(defun %show-analysis (g position plies seconds)
  (let ((number 0))
    (dolist (move (funcall (%game-moves g) position))
      (let ((after (funcall (%game-play g) position move)))
        (destructuring-bind (&key value line &allow-other-keys)
            (if (or (funcall (%game-over g) after) (eql plies 1))
                (list :value (funcall (%game-value g) after))
                (%search-game g after :plies (if plies (- plies 1) nil) :seconds seconds))
          (format t "~3D: ~S, worth ~D~@[: ~{~S~^ ~}~]~%" (incf number) move value (%named-line g after line)))))))

(defun play (game &key (you :max) (plies 6) seconds seed)
  "Play GAME against Winnow at the prompt; return its result, or NIL if you leave. You are YOU, :MAX (who begins, as a
rule), :MIN, or :BOTH.
PLIES, SECONDS: how far Winnow looks ahead.  SEED: as for BEST-MOVE; without one it always plays the same.
Type a move as it is listed or its number, or: moves, hint, analysis, undo, level N, seed N, quit; Tab completes.
Example: (with-input-from-string (*standard-input* \"quit\")
           (with-output-to-string (*standard-output*) (play 'nim))) => \"heaps: 3 4 5
Your move (MAX): \""
  (let* ((g (%find-game game)) (position (initial-position g)) (before nil) (typed nil))
    (labels ((think () (best-move g position :plies plies :seconds seconds :seed seed))
             (go-on (move)
               (push position before)
               (setq position (funcall (%game-play g) position move)))
             (command (side moves)
               (do () (typed (pop typed))
                 (let ((line (%prompt-line (format nil "Your move (~A): " side)
                                   (append (mapcar (lambda (m) (let ((*print-case* :downcase)) (prin1-to-string m))) moves)
                                           '("moves" "hint" "analysis" "undo" "level " "seed " "quit")))))
                   (if (null line) (return 'quit))
                   (setq typed (%typed-forms line)))))
             (number-typed (what)
               (let ((n (if typed (pop typed) nil)))
                 (if (and (integerp n) (> n 0)) n (progn (format t "~A is to be a number greater than zero.~%" what) nil)))))
      (do ((shown nil)) (nil)
        (when (not (eq shown position))
          (%show g position)
          (setq shown position))
        (when (funcall (%game-over g) position)
          (format t "The game is over: ~D~%" (funcall (%game-value g) position))
          (return (funcall (%game-value g) position)))
        (let ((side (funcall (%game-side g) position)) (moves (legal-moves g position)))
          (if (or (eq you :both) (eq you side))
              (let ((command (command side moves)))
                (cond ((member command moves :test #'equal) (go-on command))
                      ((and (integerp command) (<= 1 command (length moves))) (go-on (nth (- command 1) moves)))
                      (t (case command
                           (quit (return nil))
                           (moves (let ((n 0)) (dolist (m moves) (format t "~3D: ~S~%" (incf n) m))))
                           (hint (multiple-value-bind (move value info) (think)
                                   (format t "~S, worth ~D: ~{~S~^ ~}~%" move value (getf info :line))))
                           (analysis (%show-analysis g position plies seconds))
                           (undo (if before (setq position (pop before)) (format t "There is nothing to undo.~%")))
                           (level (setq plies (or (number-typed "A level") plies)))
                           (seed (setq seed (or (number-typed "A seed") seed)))
                           (t (format t "~S is no legal move; type moves, hint, analysis, undo, level N, seed N or quit.~%"
                                      command))))))
              (multiple-value-bind (move value) (think)
                (format t "I play ~S (~D).~%" move value)
                (setq position (funcall (%game-play g) position move)))))))))
