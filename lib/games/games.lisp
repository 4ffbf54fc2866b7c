;;;; games.lisp -- real games: how one is told to Winnow, and how Winnow searches it. -*- sealed -*-

(defun print-game (game stream depth)
  (declare (ignore depth))
  (format stream "#<game ~A>" (game-name game)))

(defstruct (game (:conc-name game-) (:copier nil) (:predicate game-p) (:constructor make-game)
                 (:print-function print-game))
  name initial moves play side over value quiet bounds key order show players
  native)  ; NIL, or a function of a position and a question that searches as THINK does, or returns NIL if it cannot

(defvar *game-clauses*
  '((:initial 0) (:moves 1) (:play 2) (:side 1) (:over 1) (:value 1)
    (:quiet 1) (:bounds 1) (:key 1) (:order 2) (:show 1) (:players nil))
  "The clauses of DEFINE-GAME, and how many parameters each takes, or NIL.")

(defvar *games* nil "The names of all games.")

(defun name-game (name game)
  (pushnew name *games*)
  (setf (get name 'game) game)
  name)

(defun check-clauses (name clauses)
  (flet ((bad (control &rest arguments)
           (error 'program-error :format-control (concatenate 'string "define-game ~A: " control)
                                 :format-arguments (cons name arguments))))
    (unless (symbolp name) (bad "the name must be a symbol"))
    (let ((seen nil))
      (dolist (clause clauses)
        (let ((known (and (consp clause) (assoc (car clause) *game-clauses*))))
          (cond ((null known)
                 (bad "~S is no clause; there are ~{~S~^ ~}" clause (mapcar #'first *game-clauses*)))
                ((member (car clause) seen) (bad "there are two clauses ~S" (car clause)))
                ((eq (car clause) :initial)
                 (unless (= (length clause) 2) (bad "(:INITIAL form) takes one form, got ~S" clause)))
                ((eq (car clause) :players)
                 (unless (and (= (length clause) 3) (every #'stringp (cdr clause)))
                   (bad "(:PLAYERS max min) takes two strings, got ~S" clause)))
                ((not (and (consp (cdr clause)) (listp (cadr clause)) (= (length (cadr clause)) (second known))))
                 (bad "~S takes ~R parameter~:P, got ~S" (car clause) (second known)
                      (if (consp (cdr clause)) (cadr clause) nil))))
          (push (car clause) seen)))
      (dolist (needed '(:initial :moves :play :side :over :value))
        (unless (member needed seen) (bad "there is no clause ~S" needed))))))

;; The function of CLAUSE, called (CLAUSE NAME), by which errors tell of it. It calls nothing as its last act, so it is
;; still under way when that fails.
(defun clause-function (name clause)
  (multiple-value-bind (head forms) (split-body (cddr clause))
    (let ((value (gensym)))
      `(named-lambda ,(list (car clause) name) ,(cadr clause)
         ,@head
         ,(if (eq (car clause) :bounds)
              `(multiple-value-prog1 (progn ,@forms) nil)
              `(let ((,value (progn ,@forms))) ,value))))))

(defmacro define-game (name &rest clauses)
  "Define the game NAME, a symbol, by CLAUSES, and return NAME.
A position is any object but NIL, and none is ever changed. These clauses every game has:
(:initial FORM)            the position at the start
(:moves (p) BODY...)       the list of legal moves, which are any objects; some, unless the game is over
(:play (p move) BODY...)   the position after MOVE
(:side (p) BODY...)        who moves: :MAX or :MIN; it may be the same player twice
(:over (p) BODY...)        true at the end of the game
(:value (p) BODY...)       an integer, seen by :MAX: the result at the end, before it an estimate
These make searches quicker:
(:bounds (p) BODY...)      two values: the least and the greatest value that can still come of P, for example
                           (values -1 1); no estimate counts for less or more
(:key (p) BODY...)         a number, symbol, string, or list or vector of such: positions with equal keys are worth the
                           same from here on (put the side to move in it); without it no table of positions is kept
(:order (p move) BODY...)  an integer, greater for moves that look better: they are tried first; default: as in :MOVES
And these make a game nicer to play:
(:quiet (p) BODY...)       true if the estimate can be trusted (else a search goes on, up to 16 plies beyond its depth);
                           default: always
(:show (p) BODY...)        print the position; default: PRINT
(:players MAX MIN)         what the players are called, two strings
(check-game NAME) plays at random and tells what is wrong with a game.
Signals: program-error for a clause that is missing, unknown, there twice, or has the wrong parameters.
Example: (define-game count-down (:initial '(5 :max)) (:moves (p) (if (= (car p) 1) '(1) '(1 2)))
           (:play (p m) (list (- (car p) m) (if (eq (cadr p) :max) :min :max))) (:side (p) (cadr p))
           (:over (p) (= (car p) 0)) (:value (p) (if (eq (cadr p) :max) -1 1)) (:key (p) p)) => COUNT-DOWN"
  (check-clauses name clauses)
  `(name-game ',name
     (make-game :name ',name
                ,@(mapcan (lambda (clause)
                            (list (car clause)
                                  (case (car clause)
                                    (:initial (clause-function name `(:initial () ,(cadr clause))))
                                    (:players `',(cdr clause))
                                    (t (clause-function name clause)))))
                          clauses))))

(defun games ()
  "Return the names of all games, in the order of the alphabet.
Kalah is there by the common rules; KALAH-GAME makes it by others.
Example: (subsetp '(connect-four kalah nim othello tic-tac-toe) (games)) => T"
  (sort (copy-list *games*) #'string<))

(defun find-game (game)
  (cond ((game-p game) game)
        ((and (symbolp game) (get game 'game)))
        (t (let ((near (car (nearest-names game (games)))))
             (error "~S is no game~@[ (did you mean ~S?)~]; there are ~{~S~^ ~}; DEFINE-GAME makes one"
                    game near (games))))))

;; What a search in C++ asks at each position, in two calls: they cost more from there than from Lisp.
(defun advancing (play side)
  (named-lambda advance (p move)
    (let ((next (funcall play p move)))
      (if next (values next (funcall side next)) nil))))
(defun looking (over value moves)
  (named-lambda look (p at-limit)
    (if (or at-limit (funcall over p)) (values (funcall value p) t) (values (funcall moves p) nil))))

(defun rules (game)
  "Return what the native searches take of GAME, a name or a game: its name and functions, as a property list.
:ADVANCE, of a position and a move, returns two values: the position after it, and who moves there (one, NIL, if :PLAY
returns that). :LOOK, of a position and whether the search ends there, returns two: the value and T if it does, or the game
is over, else the moves and NIL.
Example: (getf (rules 'nim) :name) => NIM"
  (let ((g (find-game game)))
    (list :name (game-name g) :moves (game-moves g) :play (game-play g) :side (game-side g) :over (game-over g)
          :value (game-value g) :quiet (game-quiet g) :bounds (game-bounds g) :key (game-key g)
          :order (game-order g) :advance (advancing (game-play g) (game-side g))
          :look (looking (game-over g) (game-value g) (game-moves g)))))

;; Fail-soft alpha-beta by RULES from POSITION, where SIDE moves, PLIES ahead (negative: to the end of the game), in the
;; window from ALPHA to BETA. Returns five values: what was found, the numbers of the best moves, and how many positions were
;; leaves, had moves, and were cut off. It does what search/alphabeta.hpp does where nobody listens; it stands here, beside
;; the rules, since four calls a position take half as long from Lisp as from C++. The limits of values and depth are those
;; that CHECK-CLAUSE knows (kGreatestValue, kDeepestGame).
(defun search-by-rules (rules position side plies alpha beta)
  (let ((moves (getf rules :moves)) (play (getf rules :play)) (mover (getf rules :side)) (over (getf rules :over))
        (value (getf rules :value)) (leaves 0) (interior 0) (cutoffs 0) (below nil))
    (macrolet ((leaf (p)
                 `(let ((v (funcall value ,p)))
                    (if (not (and (integerp v) (<= -400000000 v) (<= v 400000000))) (check-clause rules :value v ,p))
                    (setq leaves (+ leaves 1) below nil)
                    v))
               ;; The best of all moves; what is BETTER than BOUND, the mover's own, narrows the window.
               (best-move-by (better bound worst)
                 `(do ((left all (cdr left)) (number 1 (+ number 1)) (best ,worst) (line nil))
                      ((atom left)
                       (if (or left (eql number 1)) (check-clause rules :moves all p))
                       (setq below line)
                       best)
                    (if (eql number 1000) (check-clause rules :moves all p))  ; if it is circular
                    (let* ((next (or (funcall play p (car left)) (check-clause rules :play (car left) p)))
                           (v (if (or last-ply (funcall over next)) (leaf next) (expand next (funcall mover next) plies alpha beta))))
                      (if (,better v best) (setq best v))
                      (when (,better v ,bound)
                        (setq ,bound v)
                        (when (>= alpha beta)
                          (if (consp (cdr left)) (setq cutoffs (+ cutoffs 1)))
                          (setq below nil)
                          (return best))
                        (setq line (cons number below)))))))
      (labels ((expand (p side plies alpha beta)
                 (setq interior (+ interior 1))
                 (if (< plies -10001) (check-clause rules :over nil p))
                 (let ((all (funcall moves p)) (last-ply (eql plies 1)) (plies (- plies 1)))
                   (cond ((eq side :max) (best-move-by > alpha most-negative-fixnum))
                         ((eq side :min) (best-move-by < beta most-positive-fixnum))
                         (t (check-clause rules :side side p))))))
        (let ((found (if (or (eql plies 0) (funcall over position))
                         (leaf position)
                         (expand position side plies alpha beta))))
          (values found below leaves interior cutoffs))))))

;; POSITION as text, by which a change in it shows; the same of all if a program's printer fails.
(defun position-text (position)
  (let ((*print-circle* t) (*print-pretty* nil) (*print-length* 1000) (*print-level* 20))
    (handler-case (prin1-to-string position) (error () "(no text)"))))

;; RULES for a search from POSITION. A :PLAY that changes the position it is given would make every answer wrong; one move
;; shows most that do.
(defun rules-at (game position)
  (let ((g (find-game game)))
    (unless (funcall (game-over g) position)
      (let ((moves (funcall (game-moves g) position)) (before (position-text position)))
        (when (consp moves)
          (check-clause (rules g) :moves moves position)
          (funcall (game-play g) position (first moves))
          (unless (string= before (position-text position))
            (error "The game ~A: (:PLAY p move) changes the position p, ~A; it is to return another"
                   (game-name g) before)))))
    (rules g)))

(defun initial-position (game)
  "Return the position at the start of GAME, a name or a game.
Signals: error if there is no such game.
Example: (initial-position 'nim) => ((3 4 5) :MAX)"
  (funcall (game-initial (find-game game))))

(defun legal-moves (game position)
  "Return the list of the legal moves of GAME at POSITION; NIL if it is over.
Signals: error if there is no such game.
Example: (length (legal-moves 'tic-tac-toe (initial-position 'tic-tac-toe))) => 9"
  (let ((g (find-game game)))
    (if (funcall (game-over g) position) nil (funcall (game-moves g) position))))

;; Equal, except that symbols are compared by their names: a move that is typed has them from the package at hand.
(defun same-move-p (a b)
  (tree-equal a b :test (lambda (a b) (or (equal a b) (and (symbolp a) (symbolp b) (string= a b))))))

;; The one of MOVES that was meant by MOVE, in a list, or NIL.
(defun find-move (move moves)
  (let ((found (or (member move moves :test #'equal) (member move moves :test #'same-move-p))))
    (if found (list (first found)) nil)))

(defun play-move (game position move)
  "Return the position of GAME after MOVE at POSITION. Symbols in a move are compared by name.
Signals: error if MOVE is not legal there.
Example: (play-move 'nim '((3 4 5) :max) '(1 4)) => ((3 0 5) :MIN)"
  (let ((g (find-game game)))
    (let ((legal (find-move move (legal-moves g position))))
      (unless legal (error "~S is no legal move of ~A at ~S" move (game-name g) position))
      (funcall (game-play g) position (first legal)))))

;; Searches POSITION; QUESTION is that of THINK, and so is what is returned.
(defun search-game (g position &rest question)
  (or (if (game-native g) (funcall (game-native g) position question) nil)
      (think (rules-at g position) position question)))

;; The moves that NUMBERS, counted from 1, stand for from POSITION on.
(defun named-line (g position numbers)
  (let ((line nil))
    (dolist (number numbers (nreverse line))
      (let ((move (nth (- number 1) (funcall (game-moves g) position))))
        (push move line)
        (setq position (funcall (game-play g) position move))))))

;; TERMINAL: does standard output go to one?
(defun erases-p (terminal) (and terminal (not (terminal-dumb-p))))

(defun erase-line () (format t "~C~C[K~C" #\Return (code-char 27) #\Return))

;; VALUE: NIL in the midst of the work; that line, on a terminal, is written over by the next.
(defun tell-progress (g position depth value line nodes seconds terminal)
  (let ((speed (round nodes (max seconds 0.001)))
        (depth (if (= depth 0) "to the end" (format nil "~D plies" depth))))
    (if (erases-p terminal) (erase-line))
    (if value
        (format t "~&~10@A, worth ~D: ~{~S~^ ~}  (~,1F s, ~D nodes a second)~%"
                depth value (named-line g position line) seconds speed)
        (format t "searching ~A: ~D nodes, ~,1F s, ~D nodes a second" depth nodes seconds speed))
    (finish-output)))

;; Searches as SEARCH-GAME does and tells of it: where PROGRESS is true, after each depth; where it is :AUTO, on a
;; terminal once a second has passed. KEEP is called with what each depth completed has found, as THINK would return it.
(defun search-telling (g position progress keep &rest question)
  (let ((start (get-internal-real-time)) (terminal (interactive-stream-p *standard-output*)))
    (flet ((note (depth value line nodes)
             (let ((seconds (/ (float (- (get-internal-real-time) start)) internal-time-units-per-second)))
               (when value
                 (funcall keep (list :value value :bound :exact :line line :depth depth :complete nil
                                     :nodes nodes :seconds seconds)))
               (if (cond ((null value) (and progress (erases-p terminal)))
                         ((eq progress :auto) (and terminal (> seconds 1)))
                         (t progress))
                   (tell-progress g position depth value line nodes seconds terminal)))))
      (unwind-protect (apply #'search-game g position :progress #'note question)
        (if (erases-p terminal) (erase-line))))))

;; The same; an interrupt ends it with what the last depth completed has found, if there is one.
(defun search-until-interrupted (g position progress &rest question)
  (let ((last nil))
    (handler-case (apply #'search-telling g position progress (lambda (found) (setq last found)) question)
      (interrupted (c) (or last (raise-condition c))))))

;; What BEST-MOVE returns, and whether the value is proved. MEMORY: see THINK.
(defun best-move-of (g position progress &rest question)
  (if (funcall (game-over g) position) (error "The game ~A is over at ~S" (game-name g) position))
  (destructuring-bind (&key value bound line depth complete proved nodes seconds)
      (apply #'search-until-interrupted g position progress :for-move t question)
    (let ((moves (named-line g position line)))
      (values (if moves (first moves) (first (funcall (game-moves g) position)))
              value
              (list :line moves :bound bound :depth depth :complete complete :nodes nodes :seconds seconds)
              proved))))

(defun best-move (game position &key plies seconds nodes (progress :auto) without seed table-size)
  "Search GAME from POSITION and return the best move, what it is worth to :MAX, and a property list of how it was found.
The search is alpha-beta, deepened until the value is proved to the end of the game, or a limit is reached: ply by ply, or
by two where PLIES is the only limit and who moves cannot move again after that.
The property list: :LINE (the moves expected), :BOUND (:EXACT; :LOWER or :UPPER if the value is at least, at most that;
NIL if not even one ply was completed), :DEPTH (plies completed; 0: the whole game at once), :COMPLETE (true if the value is
proved, or all PLIES were searched), :NODES (positions looked at), :SECONDS.
GAME: a name or a game.  PLIES, SECONDS, NODES: limits. When time or work runs out, the answer is that of the last depth
completed, or a better move that the next one had already found; when the user interrupts, that of the last depth. Of a
single legal move SECONDS needs only the value one ply ahead.
TABLE-SIZE: of the table of positions, in MiB, default 256; it grows as it is needed.
WITHOUT: a list of refinements to leave out: :DEEPENING, :TABLE, :KILLERS, :HISTORY, :ORDER (the game's own), :ASPIRATION,
:NULL-WINDOW, :QUIESCENCE. A proved value is the same without them. Of :PLIES ahead, :QUIESCENCE looks at unquiet positions
further on, and :TABLE takes what it knows of a position from a deeper search, so the value may come from further on.
SEED: an integer greater than zero: of equally good moves another may be taken, the same one for the same seed.
PROGRESS: true: a line is printed for each depth; :AUTO (default): on a terminal, once a second has passed; NIL: none.
Signals: error if the game is over; type-error if one of its functions returns nonsense.
Example: (values (best-move 'nim '((1 2) :max))) => (1 1)"
  (multiple-value-bind (move value info)
      (best-move-of (find-game game) position progress :plies plies :seconds seconds :nodes nodes :without without
                    :seed seed :table-size table-size)
    (values move value info)))

(defun solve (game &optional (position (initial-position game)))
  "Return what GAME is worth to :MAX from POSITION if both play best, and as second value the best line.
The game is searched to its end, not for the shortest win; an interrupt gives nothing.
Signals: storage-condition if it does not seem to end; type-error if one of its functions returns nonsense.
Example: (values (solve 'tic-tac-toe)) => 0"
  (let ((g (find-game game)))
    (destructuring-bind (&key value line &allow-other-keys)
        (search-telling g position :auto #'identity :without '(:deepening))
      (values value (named-line g position line)))))

(defun perft (game position depth)
  "Return the number of sequences of DEPTH moves of GAME from POSITION; a finished game has none.
Signals: type-error if one of its functions returns nonsense.
Example: (perft 'tic-tac-toe (initial-position 'tic-tac-toe) 3) => 504"
  (count-positions (rules-at game position) position depth))
