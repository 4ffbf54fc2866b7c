;;;; games.lisp -- the definition of games by their rules, and searches of them. -*- sealed -*-

(defun print-game (game stream depth)
  (declare (ignore depth))
  (format stream "#<game ~A>" (game-name game)))

(defstruct (game (:conc-name game-) (:copier nil) (:predicate game-p) (:constructor make-game)
                 (:print-function print-game))
  name initial moves play side over value quiet bounds key order show players
  result    ; NIL, or a function of a position that returns NIL before the end of the game, else its value
  rules     ; NIL, or a list: the rules in a sentence, and more lines for HELP or NIL
  notation  ; NIL, or a function of a position and a move: how players write the move
  features  ; NIL, or a function of a position that returns a list of reals, of which LEARN-WEIGHTS learns the weights
  comment   ; NIL, or a function of a position and a move: what the move does there, such as "captures 3 stones", or NIL
  unit      ; NIL, or a list: the singular and the plural of what values count
  repetition  ; NIL, or a real: the value of a position that a line meets again
  definition  ; NIL, or an integer that depends on the clauses, by which the file of a table is recognized
  policy    ; NIL, or a function of a position and its moves: the move of a playout
  (chance (list nil))  ; (T) once a search has met a position where chance moves; shared with copies
  native)  ; NIL, or a function of a position and a question: a search in C++ with the values of THINK, or NIL if it cannot

;; The greatest number is kGreatestValue of the engine.
(deftype game-value () '(real -400000000 400000000))

(defvar *game-clauses*
  '((:initial 0) (:moves 1) (:play 2) (:side 1) (:over 1) (:value 1) (:result 1)
    (:quiet 1) (:bounds 1) (:key 1) (:order 2) (:policy 2) (:features 1)
    (:notation 2) (:comment 2) (:show 1) (:repetition nil) (:players nil) (:unit nil) (:rules nil))
  "The clauses of DEFINE-GAME and their numbers of parameters: (keyword number). NIL for clauses without a lambda list.")

(defvar *games* nil "The names of all games.")

(defun name-game (name game)
  (pushnew name *games*)
  (setf (get name 'game) game)
  name)

;; Check CLAUSES of the definition of NAME by OPERATOR. KIND: what it defines, a string. KNOWN-CLAUSES: as *GAME-CLAUSES*.
;; REQUIRED: the keywords of those that must occur.
(defun check-clauses (operator kind name clauses known-clauses required)
  (flet ((bad (control &rest arguments)
           (error 'program-error :format-control (format nil "~A: ~A" operator control) :format-arguments arguments)))
    (unless (symbolp name) (bad "expected a symbol as the name of the ~A, got ~S" kind name))
    (let ((seen nil))
      (dolist (clause clauses)
        (let ((known (and (consp clause) (assoc (car clause) known-clauses))))
          (cond ((null known)
                 (bad "expected a clause that begins with one of ~{~S~^ ~}, got ~S" (mapcar #'first known-clauses) clause))
                ((member (car clause) seen) (bad "expected one clause ~S of the ~A ~S, got two" (car clause) kind name))
                ((eq (car clause) :initial)
                 (unless (= (length clause) 2) (bad "expected (:INITIAL form), got ~S" clause)))
                ((eq (car clause) :repetition)
                 (unless (and (= (length clause) 2) (typep (cadr clause) 'game-value))
                   (bad "expected (:REPETITION value) with a real between -400,000,000 and 400,000,000, got ~S" clause)))
                ((eq (car clause) :players)
                 (unless (or (and (= (length clause) 3) (every #'stringp (cdr clause)))
                             (and (> (length clause) 2) (every #'keywordp (cdr clause))
                                  (equal (cdr clause) (remove-duplicates (cdr clause)))))
                   (bad "expected (:PLAYERS max min) with two strings, or two or more keywords, got ~S" clause)))
                ((eq (car clause) :unit)
                 (unless (and (= (length clause) 3) (every #'stringp (cdr clause)))
                   (bad "expected (:UNIT singular plural) with two strings, got ~S" clause)))
                ((eq (car clause) :rules)
                 (unless (and (<= 2 (length clause) 3) (every #'stringp (cdr clause)))
                   (bad "expected (:RULES sentence more) with one or two strings, got ~S" clause)))
                ((not (and (consp (cdr clause)) (listp (cadr clause)) (= (length (cadr clause)) (second known))))
                 (bad "expected ~R parameter~:P of ~S, got ~S" (second known) (car clause)
                      (if (consp (cdr clause)) (cadr clause) nil))))
          (push (car clause) seen)))
      (dolist (needed required)
        (unless (member needed seen) (bad "expected a clause ~S of the ~A ~S" needed kind name))))))

;; A lambda expression for the function of CLAUSE, named (CLAUSE NAME) for error messages. It contains no tail call, so its
;; frame is still on the stack when a form in the clause signals an error.
(defun clause-function (name clause)
  (multiple-value-bind (head forms) (split-body (cddr clause))
    (let ((value (gensym)) (greatest (gensym)) (more (gensym)))
      `(named-lambda ,(list (car clause) name) ,(cadr clause)
         ,@head
         ,(if (eq (car clause) :bounds)
              `(multiple-value-bind (,value ,greatest ,more) (progn ,@forms)
                 (if ,more (values ,value ,greatest ,more) (values ,value ,greatest)))
              `(let ((,value (progn ,@forms))) ,value))))))

;; The clauses :OVER and :VALUE of a game with the clause RESULT. ESTIMATE: its clause :VALUE, or NIL.
(defun over-by-result (result) (lambda (p) (if (funcall result p) t nil)))
(defun value-by-result (name result estimate)
  (lambda (p)
    (let ((value (funcall result p)))
      (cond ((null value) (if estimate (funcall estimate p) 0))
            ((typep value 'game-value) value)
            (t (error 'type-error :datum value :expected-type '(or null (real -400000000 400000000))
                      :format-control "The game ~A: :RESULT must return NIL or a real between -400,000,000 and ~
                                       400,000,000, got ~S, at the position ~S"
                      :format-arguments (list name value p)))))))

;; GAME with the functions that follow from its clauses.
(defun complete-game (game)
  (let ((result (game-result game)))
    (when result
      (setf (game-over game) (over-by-result result)
            (game-value game) (value-by-result (game-name game) result (game-value game))))
    game))

;; An integer that depends on CLAUSES, the same in each session.
(defun definition-hash (clauses)
  (let ((*print-pretty* nil) (*print-circle* t) (*print-length* nil) (*print-level* nil) (*print-base* 10) (*print-radix* nil)
        (*print-case* :upcase) (*print-readably* nil) (*print-escape* t) (*print-gensym* t) (*print-array* t)
        (*package* (find-package "KEYWORD")))
    (sxhash (prin1-to-string clauses))))

(defmacro define-game (name &rest clauses)
  "Define the game NAME, a symbol, by CLAUSES, and return NAME.
A position is any object except NIL; the clauses must not modify it. Required clauses:
(:initial FORM)            the initial position
(:moves (p) BODY...)       the list of legal moves, which are any objects; not empty unless the game is over
(:play (p move) BODY...)   the position after MOVE
(:side (p) BODY...)        the side to move, :MAX or :MIN; the same side may move again. :CHANCE where chance decides: :MOVES then
                           returns ((MOVE . PROBABILITY) ...); see EXPECTIMINIMAX and TABULATE
(:over (p) BODY...)        true at the end of the game
(:value (p) BODY...)       a real from the view of :MAX: the result at the end of the game, before that an estimate
(:result (p) BODY...)      in place of :OVER and :VALUE: the result at the end of the game, NIL before that. The clause :VALUE
                           is then optional; without it the estimate is 0
Clauses that make searches faster:
(:bounds (p) BODY...)      two values: the least and the greatest value of any end of the game that P can reach, such as
                           (values -1 1); searches clamp estimates to them
(:key (p) BODY...)         a number, symbol, string, or a list or vector of such; positions with equal keys must have the
                           same value, so include the side to move; symmetric positions may share a key. Without this clause no table of
                           positions is used
(:repetition VALUE)        the value, a real, of a position that has the :KEY of an earlier one on the line from the position that is
                           searched; for games that may go round, in BEST-MOVE (which deepens until the value is proved) and
                           SOLVE. It is also the value of play without end in TABULATE, which is faster if all positions fit
(:order (p move) BODY...)  an integer; moves with a greater one are searched first (default: the order of :MOVES)
Clauses for better play and display:
(:policy (p moves) BODY...)  one of MOVES, the legal moves at P, for the playouts of (best-move NAME p :algorithm :mcts); it may
                           use RANDOM (default: each with the same probability)
(:features (p) BODY...)    a list of reals from the view of :MAX, always of the same length; LEARN-WEIGHTS learns their weights
(:quiet (p) BODY...)       true if the estimate is reliable (default: always true); from other positions a search
                           continues, up to 16 plies beyond its depth
(:show (p) BODY...)        print the position (default: PRINT)
(:players MAX MIN)         the names of the players, two strings; or the keywords that :SIDE returns, one for each of several
                           players: :VALUE then returns a list of reals, and SEARCH-PLAYERS searches the game
(:rules SENTENCE MORE)     the rules in a sentence, which PLAY prints, and more lines for HELP: two strings, the second optional
(:notation (p move) BODY...)  how players write MOVE, a string or symbol such as d3 (default: the move itself)
(:comment (p move) BODY...)  what MOVE does at P, for PLAY to print, a text such as \"captures 3 stones\", or NIL
(:unit SINGULAR PLURAL)    what values count, such as \"disc\" \"discs\" (default: values are results without a unit)
Use (check-game NAME) to find errors in the clauses.
Signals: program-error if a clause is missing, unknown, duplicate, or has wrong parameters.
Example: (define-game count-down (:initial '(5 :max)) (:moves (p) (if (= (car p) 1) '(1) '(1 2)))
           (:play (p m) (list (- (car p) m) (other-side (cadr p)))) (:side (p) (cadr p))
           (:result (p) (if (= (car p) 0) (if (eq (cadr p) :max) -1 1))) (:key (p) p)) => COUNT-DOWN"
  (let ((result (find-if (lambda (clause) (and (consp clause) (eq (car clause) :result))) clauses)))
    (check-clauses 'define-game "game" name clauses
                   (if result (remove :over *game-clauses* :key #'first) *game-clauses*)
                   (append (if result '(:initial :moves :play :side) '(:initial :moves :play :side :over :value))
                           (if (assoc :repetition (remove-if-not #'consp clauses)) '(:key) nil))))
  `(name-game ',name
     (complete-game
      (make-game :name ',name :definition ,(definition-hash clauses)
                 ,@(mapcan (lambda (clause)
                             (list (car clause)
                                   (case (car clause)
                                     (:initial (clause-function name `(:initial () ,(cadr clause))))
                                     ((:players :unit :rules) `',(cdr clause))
                                     (:repetition (cadr clause))
                                     (t (clause-function name clause)))))
                           clauses)))))

;; Is G a game of several players, whose clause :PLAYERS has keywords?
(defun several-players-p (g) (keywordp (first (game-players g))))

;; Does chance move at POSITION or after one of its moves, or has a search met chance elsewhere?
(defun meets-chance-p (g position)
  (flet ((chance-p (position) (eq :chance (funcall (game-side g) position))))
    (and (not (funcall (game-over g) position))
         (or (first (game-chance g))
             (chance-p position)
             (some (lambda (move) (chance-p (funcall (game-play g) position move))) (funcall (game-moves g) position))))))

;; Call FUNCTION, which searches the game G, and call it again if the search meets chance: MEETS-CHANCE-P is then true. (A search that
;; knows no chance signals a type error for the side :CHANCE, at any depth.)
(defun call-noticing-chance (g function)
  (block noticed
    (handler-bind ((type-error (lambda (c)
                                 (if (and (eq :chance (type-error-datum c)) (not (first (game-chance g)))) (return-from noticed nil)))))
      (return-from call-noticing-chance (funcall function))))
  (setf (first (game-chance g)) t)
  (funcall function))

(defun games ()
  "Return the names of all games in alphabetical order.
KALAH has the common rules; KALAH-GAME returns Kalah with other rules.
Example: (subsetp '(connect-four kalah nim othello tic-tac-toe) (games)) => T"
  (sort (copy-list *games*) #'string<))

;; Prints TEXT, lines of a label and an explanation in column 13, which may go on in lines of 13 blanks. Lines are filled.
(defun write-labelled-lines (text)
  (let ((width (reading-width)) (entries nil))
    (dolist (line (lines-of text))
      (if (and entries (eql 0 (search "             " line)))
          (setf (first entries) (concatenate 'string (first entries) " " (string-left-trim " " line)))
          (push line entries)))
    (dolist (entry (nreverse entries))
      (write-wrapped-line entry width 11)
      (terpri))))

;; Prints what HELP says of the game NAME: its rules, and what to try.
(defun explain-game (name)
  (let ((g (get name 'game)))
    (if (game-rules g)
        (progn (format-wrapped "~A: ~A~%" name (first (game-rules g)))
               (if (second (game-rules g)) (write-labelled-lines (second (game-rules g)))))
        (format-wrapped "~A is a game.~%" name))
    (cond ((several-players-p g) (format-wrapped "Try (search-players '~(~A~) :plies 4)~%" name))
          ((meets-chance-p g (funcall (game-initial g))) (format-wrapped "Try (play '~(~A~)), (expectiminimax '~(~A~) :plies 4)~%" name name))
          (t (format-wrapped "Try (play '~(~A~)), (play '~(~A~) :you :min), (best-move '~(~A~) (initial-position '~(~A~)) :seconds 2)~%"
                             name name name name)))))

(defun find-game (game)
  (cond ((game-p game) game)
        ((and (symbolp game) (get game 'game)))
        ((symbolp game) (unknown-name (operation "find-game") "game" game (games) "(games) lists them; DEFINE-GAME makes one"))
        (t (error "~A: expected a game, got ~S" (operation "find-game") game))))

;; The two functions that a search in C++ calls at each position. They combine several clauses, as calls from C++ into Lisp
;; cost more than calls within Lisp.
(defun advancing (play side)
  (named-lambda advance (p move)
    (let ((next (funcall play p move)))
      (if next (values next (funcall side next)) nil))))
(defun looking (over value moves)
  (named-lambda look (p at-limit)
    (if (or at-limit (funcall over p)) (values (funcall value p) t) (values (funcall moves p) nil))))
;; The same for the clause :RESULT, which is called once where the game is over.
(defun looking-at-result (result value moves)
  (named-lambda look (p at-limit)
    (let ((found (if at-limit nil (funcall result p))))
      (cond ((or at-limit (and found (not (typep found '(integer -400000000 400000000))))) (values (funcall value p) t))
            (found (values found t))
            (t (values (funcall moves p) nil))))))

(declaim (inline estimate-or-key))
(defun estimate-or-key (p needed value key)
  (cond ((eq needed :leaf) (funcall value p))
        ((and key (eq needed :key)) (funcall key p))
        (t nil)))
;; The function that the engine calls after each move. NEEDED: :LEAF if the search ends there, :KEY if it uses the key, or NIL.
;; It returns NIL if :PLAY does. Otherwise it returns the next position and the side to move, followed by T and the value if the game
;; is over, and else by NIL, the estimate of a :LEAF or the key, and the bounds. A value is NIL if the game does not define it or the
;; search does not need it.
(defun arriving (play side over value result key bounds)
  (named-lambda arrive (p move needed)
    (let ((next (funcall play p move)))
      (if (null next)
          nil
          (let* ((side (funcall side next)) (found (if result (funcall result next) (funcall over next))))
            (cond (found
                   (values next side t (if (and result (typep found '(integer -400000000 400000000))) found (funcall value next))))
                  (bounds
                   (multiple-value-bind (least greatest more) (funcall bounds next)
                     (values next side nil (estimate-or-key next needed value key) least (if more nil greatest))))
                  (t (values next side nil (estimate-or-key next needed value key)))))))))
;; The function that returns the moves at P. If there are several, it stores the :ORDER of each in ORDERS, a simple vector, as
;; far as there is room. (The engine checks that they are a list.)
(defun expanding (moves order)
  (named-lambda expand (p orders)
    (let* ((all (funcall moves p)) (rest all))
      (when (and (consp all) (consp (cdr all)))
        (dotimes (i (length orders))
          (setf (svref orders i) (funcall order p (car rest)) rest (cdr rest))
          (unless (consp rest) (return))))
      all)))

(defun rules (game)
  "Return the name and the functions of GAME as a property list, in the form for the native searches.
GAME: a name or a game.
The function :ADVANCE takes a position and a move. It returns the next position and the side to move there, or NIL if the
clause :PLAY returns NIL. The function :LOOK takes a position and whether the search ends there. It returns the value and
T if the search ends there or the game is over, else the moves and NIL. For :ARRIVE and :EXPAND see ARRIVING and EXPANDING.
Example: (getf (rules 'nim) :name) => NIM"
  (let ((g (find-game game)))
    (list :name (game-name g) :moves (game-moves g) :play (game-play g) :side (game-side g) :over (game-over g)
          :value (game-value g) :quiet (game-quiet g) :bounds (game-bounds g) :key (game-key g) :repetition (game-repetition g)
          :order (game-order g) :advance (advancing (game-play g) (game-side g))
          :arrive (arriving (game-play g) (game-side g) (game-over g) (game-value g) (game-result g) (game-key g) (game-bounds g))
          :expand (if (game-order g) (expanding (game-moves g) (game-order g)) nil)
          :look (if (game-result g)
                    (looking-at-result (game-result g) (game-value g) (game-moves g))
                    (looking (game-over g) (game-value g) (game-moves g))))))

;; Fail-soft alpha-beta search of a game. RULES: as RULES returns them. SIDE: the side to move at POSITION. PLIES: the depth;
;; negative: to the end of the game. ALPHA, BETA: the window. Returns five values: the value, the numbers of the moves in the
;; principal variation, and the numbers of leaves, interior nodes and cutoffs. It is the algorithm of search/alphabeta.hpp
;; without observers, written in Lisp because four calls a position take half as long from Lisp as from C++. The limits of
;; values and depth are those of CHECK-CLAUSE (kGreatestValue, kDeepestGame).
(defun search-by-rules (rules position side plies alpha beta)
  (let ((moves (getf rules :moves)) (play (getf rules :play)) (mover (getf rules :side)) (over (getf rules :over))
        (value (getf rules :value)) (leaves 0) (interior 0) (cutoffs 0) (below nil))
    (macrolet ((leaf (p)
                 `(let ((v (funcall value ,p)))
                    (if (not (and (integerp v) (<= -400000000 v) (<= v 400000000))) (check-clause rules :value v ,p))
                    (setq leaves (+ leaves 1) below nil)
                    v))
               ;; The best value of all moves. A value that is BETTER than BOUND, the bound of the side to move, replaces it.
               (best-move-by (better bound worst)
                 `(do ((left all (cdr left)) (number 1 (+ number 1)) (best ,worst) (line nil))
                      ((atom left)
                       (if (or left (eql number 1)) (check-clause rules :moves all p))
                       (setq below line)
                       best)
                    (if (eql number 1000) (check-clause rules :moves all p))  ; the list may be circular
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

;; POSITION as text, to detect modifications. The same text for all positions if printing signals an error.
(defun position-text (position)
  (let ((*print-circle* t) (*print-pretty* nil) (*print-length* 1000) (*print-level* 20))
    (handler-case (prin1-to-string position) (failure () "(no text)"))))

;; The rules of GAME for a search from POSITION. A clause :PLAY that modifies its argument would make every result wrong;
;; playing one move detects most of them.
(defun rules-at (game position)
  (let ((g (find-game game)))
    (unless (funcall (game-over g) position)
      (let ((moves (funcall (game-moves g) position)) (before (position-text position)))
        (when (consp moves)
          (check-clause (rules g) :moves moves position)
          (funcall (game-play g) position (first (playable-moves g position moves)))
          (unless (string= before (position-text position))
            (error "~A: expected (:PLAY p move) to return a new position, but it modifies p, ~A" (game-name g) before)))))
    (rules g)))

;; The rules of GAME for MINIMAX from POSITION. VALUE: NIL, or a function that replaces the clause :VALUE.  QUIET: NIL if the search
;; ends at its depth also where a position is not quiet, T for the clause :QUIET of the game, or a function that replaces it.
(defun rules-for-minimax (game position value quiet)
  (let* ((g (find-game game)) (rules (copy-list (rules-at g position))))
    (setf (getf rules :quiet) (if (eq quiet t) (game-quiet g) quiet))
    (when value
      (setf (getf rules :value) value
            (getf rules :look) (looking (game-over g) value (game-moves g))))
    rules))

(defun initial-position (game)
  "Return the initial position of GAME.
GAME: a name or a game.
Signals: error if GAME is not a game.
Example: (initial-position 'nim) => ((3 4 5) :MAX)"
  (funcall (game-initial (find-game game))))

(defun legal-moves (game position)
  "Return the list of the legal moves of GAME at POSITION, or of (OUTCOME . PROBABILITY) where chance moves; NIL if the game is over.
GAME: a name or a game.
Signals: error if GAME is not a game.
Example: (length (legal-moves 'tic-tac-toe (initial-position 'tic-tac-toe))) => 9"
  (let ((g (find-game game)))
    (if (funcall (game-over g) position) nil (funcall (game-moves g) position))))

;; Are the moves A and B equal? Symbols are compared by their names, as those in a typed move belong to the current package.
(defun same-move-p (a b)
  (tree-equal a b :test (lambda (a b) (or (equal a b) (and (symbolp a) (symbolp b) (string= a b))))))

;; A list of the element of MOVES that matches MOVE, or NIL.
(defun find-move (move moves)
  (let ((found (or (member move moves :test #'equal) (member move moves :test #'same-move-p))))
    (if found (list (first found)) nil)))

;; MOVES, those of the clause :MOVES at POSITION, as the clause :PLAY takes them: without probabilities where chance moves.
(defun playable-moves (g position moves)
  (if (and (consp (first moves)) (eq :chance (funcall (game-side g) position)))
      (mapcar (lambda (move) (if (consp move) (car move) move)) moves)
      moves))

(defun play-move (game position move)
  "Return the position of GAME after MOVE, where chance moves after the outcome MOVE, at POSITION. Symbols in MOVE are compared by name.
GAME: a name or a game.
Signals: error if GAME is not a game, or MOVE is not legal at POSITION.
Example: (play-move 'nim '((3 4 5) :max) '(1 4)) => ((3 0 5) :MIN)
Example: (play-move 'pig '(20 20 4 (:roll :max)) 6) => (20 20 10 :MAX)"
  (let ((g (find-game game)))
    (let ((legal (find-move move (playable-moves g position (legal-moves g position)))))
      (unless legal (error "PLAY-MOVE: expected a legal move of ~A at ~S, got ~S" (game-name g) position move))
      (funcall (game-play g) position (first legal)))))

;; Searches POSITION of the game G. QUESTION and the result are those of THINK.
(defun search-game (g position &rest question)
  (or (if (and (game-native g) (not (getf question :record))) (funcall (game-native g) position question) nil)
      (let ((start (get-internal-real-time)) (rules (rules-at g position)))
        (or (if (and (typep (game-repetition g) '(or null integer)) (not (cdr (getf question :memory))))
                (think rules position question)
                nil)
            (think-of-reals rules position question start)))))

;; The line of moves from POSITION that NUMBERS, counted from 1, select.
(defun named-line (g position numbers)
  (let ((line nil))
    (dolist (number numbers (nreverse line))
      (let ((move (nth (- number 1) (funcall (game-moves g) position))))
        (push move line)
        (setq position (funcall (game-play g) position move))))))

;; Can a line on standard output be erased? TERMINAL: is it a terminal?
(defun erases-p (terminal) (and terminal (not (terminal-dumb-p))))

(defun erase-line () (format t "~C~C[K~C" #\Return (code-char 27) #\Return))

;; Prints the progress of a search. VALUE: the result of a completed depth; NIL during a depth. On a terminal the next line
;; overwrites a line without a value.
(defun print-progress (g position depth value line nodes seconds terminal)
  (let ((speed (round nodes (max seconds 0.001)))
        (depth (if (= depth 0) "to the end" (format nil "~D pl~:@p" depth))))
    (if (erases-p terminal) (erase-line))
    (if value
        (format-wrapped "~&~10@A, worth ~D: ~{~S~^ ~}  (~,1F s, ~D nodes a second)~%"
                        depth value (named-line g position line) seconds speed)
        (format-cut "searching ~A: ~D nodes, ~,1F s, ~D nodes a second" depth nodes seconds speed))
    (finish-output)))

;; Searches as SEARCH-GAME does and prints its progress: if PROGRESS is true, after each depth; if it is :AUTO, on a terminal
;; after the first second. KEEP is called with the result of each completed depth, in the form of THINK.
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
                   (print-progress g position depth value line nodes seconds terminal)))))
      (unwind-protect (apply #'search-game g position :progress #'note question)
        (if (erases-p terminal) (erase-line))))))

;; The same, but an interrupt ends the search with the result of the last completed depth, if one is completed.
(defun search-until-interrupted (g position progress &rest question)
  (let ((last nil))
    (handler-case (apply #'search-telling g position progress (lambda (found) (setq last found)) question)
      (interrupted (c) (or last (raise-condition c))))))

(defconstant +recorded-steps+ 200000)

;; The values of BEST-MOVE, and whether the value is proved. QUESTION: as for THINK.
(defun best-move-of (g position progress &rest question)
  (if (funcall (game-over g) position) (error "BEST-MOVE: expected a position of ~A before the end of the game, got ~S" (game-name g) position))
  (destructuring-bind (&key value bound line depth complete proved nodes seconds events)
      (apply #'search-until-interrupted g position progress :for-move t question)
    (let ((moves (named-line g position line)))
      (values (if moves (first moves) (first (funcall (game-moves g) position)))
              value
              (list* :line moves :bound bound :depth depth :complete complete :nodes nodes :seconds seconds
                     (if events
                         (list :tree (recording-of-moves g position events value bound line (apply #'limits-in-words question)))
                         nil))
              proved))))

;; The limits and refinements of BEST-MOVE in words.
(defun limits-in-words (&key plies seconds nodes without &allow-other-keys)
  (format nil "alpha-beta with iterative deepening~@[; ~D plies~]~@[; ~A seconds~]~@[; ~D nodes~]~@[; without ~{~(~A~)~^, ~}~]"
          plies seconds nodes without))

;; The same; the search uses TABLE, or NIL.
(defun best-move-with (g position progress table &rest question)
  (call-with-table table g
                   (lambda (memory size)
                     (apply #'best-move-of g position progress (if memory (list* :memory memory :table-size size question) question)))))

;; Check that a search that uses TABLE, unless it is NIL, is not asked for EXCLUDED: a property list; its values must be NIL.
(defun check-table (table &rest excluded)
  (when table
    (check-argument table 'search-table "a table of MAKE-SEARCH-TABLE as :TABLE")
    (check-excluded :table excluded)))
(defun check-excluded (keyword excluded)
  (do ((left excluded (cddr left))) ((null left))
    (if (second left) (error "~A: expected ~S without ~S, got both" (operation "best-move") keyword (first left)))))

(defun best-move (game position &key (algorithm :alpha-beta) plies seconds nodes (progress :auto) without seed table-size
                                     record playouts policy (exploration 1) (threads 1) table deterministic)
  "Search GAME from POSITION and return the best move, its value to :MAX, and a property list about the search.
GAME: a name or a game.
ALGORITHM: :ALPHA-BETA (default), with iterative deepening, until the value is proved or a limit is reached; or :MCTS, Monte Carlo
tree search. Its playouts are random games to the end; it needs no estimate, and the game may have chance nodes.
The property list contains :LINE (the principal variation), :BOUND (:EXACT; :LOWER or :UPPER if the value is only a bound;
NIL if no depth was completed, or if the value is a mean of playouts), :COMPLETE (true if the value is proved, or
all PLIES were searched), :NODES (positions visited) and :SECONDS.
Of :ALPHA-BETA it contains :DEPTH (plies completed; 0 for the whole game). The depth increases by
one ply, or by two if PLIES is the only limit and the sides always alternate. Without a limit and without RECORD the whole game
is searched as soon as its end seems near, by null windows between the values of the clause :BOUNDS; the line is then not
necessarily the shortest win.
PLIES, SECONDS, NODES: limits (default: NIL, none). At a limit of time or nodes the result is that of the last completed
depth, or a better move already found at the next depth; after an interrupt, that of the last completed depth. With SECONDS
and a single legal move, only one ply is searched.
TABLE-SIZE: the greatest size of the transposition table in MiB (default: 256).
THREADS: the number of processes that search together, from 1 to 64 (default: 1), with one table in shared memory; for games
with the clause :KEY, without PLIES, NODES and RECORD. The proved value does not depend on it; the move may be another one
of those with this value. The output of the clauses in the other processes is lost, as are their changes of variables. A game
with values that are not integers is searched by one process.
TABLE: a table of MAKE-SEARCH-TABLE for GAME, which keeps what is proved for later searches (default: NIL, none).
DETERMINISTIC: true to return the first of the best moves in the order of the clauses :ORDER and :MOVES if the value is
proved (default: NIL). The move then does not depend on THREADS.
WITHOUT: a list of refinements to disable (default: NIL): :DEEPENING, :TABLE, :KILLERS, :HISTORY, :ORDER (the clause of the
game), :ASPIRATION, :NULL-WINDOW, :BISECTION (the search of the whole game), :QUIESCENCE. A proved value does not depend on
them. A value at a limited depth may, because :QUIESCENCE searches unquiet positions deeper, and :TABLE contains results of deeper searches.
SEED: an integer greater than zero that selects among equally good moves (default: NIL, the first).
RECORD: true to record the steps of :ALPHA-BETA (default: NIL). The property list then contains :TREE, unless there are more than
200,000 steps; DRAW shows it as a page (:HTML), as steps or as a picture, and WHY explains it.
PROGRESS: true to print a line for each depth; NIL for none; :AUTO for lines on a terminal after the first second (default:
:AUTO).
Of :MCTS it contains :PLAYOUTS (their number), :TREE, which DRAW and WHY accept, and :MOVES: (MOVE VISITS MEAN LEAST
GREATEST) for each move that was tried; its value to :MAX is proved to be from LEAST to GREATEST, NIL if infinite.
PLAYOUTS: their number, an integer greater than zero (default: 1000, or with SECONDS, the only other limit, NIL, as many
as there is time for). The search ends before if the value is proved. A playout of 1000 plies without an end is worth 0.
SEED: for the playouts (default: 1).
POLICY: a function of a position and its legal moves that returns one of them (default: the clause :POLICY of the game, or the
function RANDOM), for playouts.
EXPLORATION: a real that is not negative (default: 1), the weight of the uncertainty of a mean, in units of twice the
standard deviation of the results.
WITHOUT: NIL (default) or (:solver), to prove nothing.
Signals: error if the game is over, or THREADS does not fit the game or the other arguments; type-error for a wrong argument, or
if a clause of the game returns a wrong value; sandbox-violation for several THREADS in the sandbox.
Example: (values (best-move 'nim '((1 2) :max))) => (1 1)
Example: (values (best-move 'nim '((1 2) :max) :threads 2 :deterministic t)) => (1 1)
Example: (with-output-to-string (*standard-output*) (why (getf (nth-value 2 (best-move 'nim '((0 1) :max) :record t)) :tree) 1)) => \"Leaf (1 1) is worth 1.
\"
Example: (subseq (multiple-value-list (best-move 'nim '((1 2) :max) :algorithm :mcts)) 0 2) => ((1 1) 1)
Source: L. Kocsis and C. Szepesvari, Bandit based Monte-Carlo planning, ECML 2006; M. Winands, Y. Bjornsson and J.-T. Saito,
Monte-Carlo tree search solver, Computers and Games 2008."
  (check-argument algorithm '(member :alpha-beta :mcts) ":ALPHA-BETA or :MCTS as :ALGORITHM")
  (cond ((eq algorithm :mcts)
         (if (or plies nodes table-size (not (eql threads 1)) table deterministic)
             (error "BEST-MOVE: expected :PLAYOUTS or :SECONDS as limits of :MCTS, got ~S"
                    (cond (plies :plies) (nodes :nodes) (table-size :table-size) (deterministic :deterministic) (table :table) (t :threads))))
         (if record (error "BEST-MOVE: expected :RECORD with :ALPHA-BETA, got :MCTS, which always records its tree"))
         (check-playout-arguments playouts seconds seed policy exploration without)
         (best-move-by-playouts (find-game game) position playouts seconds seed policy exploration without))
        (t (if (or playouts policy)
               (error "BEST-MOVE: expected :ALGORITHM :MCTS with ~S, got :ALPHA-BETA" (if playouts :playouts :policy)))
           (check-threads (find-game game) threads :plies plies :nodes nodes :record record)
           (check-table table :table-size table-size :record record)
           (multiple-value-bind (move value info)
               (best-move-with (find-game game) position progress table :threads threads :deterministic deterministic :plies plies :seconds seconds :nodes nodes :without without
                             :seed seed :table-size table-size :record (if record +recorded-steps+ nil))
             (values move value info)))))

;; Check that THREADS processes can search the game G together. EXCLUDED: a property list; its values must be NIL.
(defun check-threads (g threads &rest excluded)
  (check-argument threads '(integer 1 64) "an integer from 1 to 64 as :THREADS")
  (when (> threads 1)
    (check-excluded :threads excluded)
    (if (not (or (game-key g) (game-native g)))
        (error "~A: expected a game with the clause :KEY for :THREADS, got ~S" (operation "best-move") (game-name g)))))

(defun solve (game &optional (position (initial-position game)) &key (threads 1) table deterministic table-size)
  "Return the value of GAME to :MAX from POSITION under best play, the principal variation, and a property list about the search.
The search extends to the end of the game; the line is not necessarily the shortest win. The property list contains :NODES
(positions visited) and :SECONDS.
GAME: a name or a game. POSITION: a position (default: the initial position).
THREADS: the number of processes that search together, from 1 to 64 (default: 1), as for BEST-MOVE. The value does not depend
on it. DETERMINISTIC: true to begin the line with the first of the best moves in the order of the clauses :ORDER and :MOVES
(default: NIL). TABLE: a table of MAKE-SEARCH-TABLE for GAME, which keeps what is proved for later searches (default:
NIL, none). TABLE-SIZE: the greatest size of the transposition table in MiB (default: 256).
Signals: storage-condition if the game seems endless; type-error for a wrong argument, or if a clause of the game returns a
wrong value; error for several THREADS without the clause :KEY; sandbox-violation for several THREADS in the sandbox.
Example: (values (solve 'tic-tac-toe)) => 0
Example: (values (solve 'nim '((3 4 5) :max) :threads 2)) => 1"
  (let ((g (find-game game)))
    (check-threads g threads)
    (check-table table :table-size table-size)
    (destructuring-bind (&key value line nodes seconds &allow-other-keys)
        (call-with-table table g
                         (lambda (memory size)
                           (search-telling g position :auto #'identity :without (if (game-repetition g) nil '(:deepening)) :threads threads
                                           :deterministic deterministic :memory memory :table-size (or size table-size))))
      (values value (named-line g position line) (list :nodes nodes :seconds seconds)))))

(defun perft (game position depth)
  "Return the number of sequences of DEPTH legal moves of GAME from POSITION.
GAME: a name or a game.
Signals: type-error if a clause of the game returns a wrong value.
Example: (perft 'tic-tac-toe (initial-position 'tic-tac-toe) 3) => 504"
  (count-positions (rules-at game position) position depth))
