;;;; winston.lisp -- P. H. Winston's game search, stage by stage ("Artificial Intelligence", 1977, the chapter on
;;;; games). The file is not sealed: a program's definition of QUIET, STATIC-VALUE, PLAUSIBLE-MOVES or a stage
;;;; replaces the one here.

;;; The game: three functions. These are for list trees; a program that plays another game redefines them.

(defun quiet (board &optional depth)
  "Return true if BOARD is to be evaluated statically; for list trees, if it is an atom.
DEPTH: plies from the root, for definitions that use it.
Example: (quiet 3) => T
Source: Winston, Artificial Intelligence (1977)."
  (declare (ignore depth))
  (atom board))

(defun static-value (board &optional depth)
  "Return the value of BOARD without looking ahead, seen by the maximizer; for list trees, BOARD itself.
Example: (static-value 3) => 3
Source: Winston, Artificial Intelligence (1977)."
  (declare (ignore depth))
  board)

(defun plausible-moves (board)
  "Return the list of the boards that a move from BOARD leads to; for list trees, BOARD itself.
Example: (plausible-moves '(1 (2 3))) => (1 (2 3))
Source: Winston, Artificial Intelligence (1977)."
  board)

;; QUIET and STATIC-VALUE of a textbook may take only the board. The depth is passed if the function has a parameter for it.
(defun quiet-at (board depth)
  (if (takes-depth-p #'quiet) (quiet board depth) (quiet board)))
(defun value-at (board depth)
  (if (takes-depth-p #'static-value) (static-value board depth) (static-value board)))

;;; The naive program, before there are two players.

(defun biggest (tree)
  "Return the largest number anywhere in TREE: no game yet, only recursion with MAPCAR.
Example: (biggest '((3) (1 4) ((1 5 9) 2))) => 9
Source: Winston, Artificial Intelligence (1977)."
  (cond ((atom tree) tree)
        (t (apply 'max (mapcar 'biggest tree)))))

;;; Stage 1: two players. Their functions call each other.

(defun biggest1 (board)
  "Return the minimax value of BOARD, the maximizer to move. Stage 1: BIGGEST1 and SMALLEST1 call each other.
Example: (biggest1 '((3) (1 4) ((1 5 9) 2))) => 3
Source: Winston, Artificial Intelligence (1977)."
  (cond ((atom board) board)
        (t (apply 'max (mapcar 'smallest1 board)))))

(defun smallest1 (board)
  "Return the minimax value of BOARD, the minimizer to move: the mirror image of BIGGEST1.
Example: (smallest1 '((3) (1 4) ((1 5 9) 2))) => 2
Source: Winston, Artificial Intelligence (1977)."
  (cond ((atom board) board)
        (t (apply 'min (mapcar 'biggest1 board)))))

;;; Stage 2: the game is described by three functions.

(defun biggest2 (board)
  "Return the minimax value of BOARD, the maximizer to move. Stage 2: QUIET, STATIC-VALUE and PLAUSIBLE-MOVES describe the game.
Example: (biggest2 '((3) (1 4) ((1 5 9) 2))) => 3
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (apply 'max (mapcar 'smallest2 (plausible-moves board))))))

(defun smallest2 (board)
  "Return the minimax value of BOARD, the minimizer to move: the mirror image of BIGGEST2.
Example: (smallest2 '((3) (1 4) ((1 5 9) 2))) => 2
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (apply 'min (mapcar 'biggest2 (plausible-moves board))))))

;;; Stage 3: a loop, which a cutoff can leave early, replaces MAPCAR.

(defun biggest3 (board)
  "Return the minimax value of BOARD, the maximizer to move. Stage 3: a PROG loop gathers NEW-LIST in place of MAPCAR.
Example: (biggest3 '((3) (1 4) ((1 5 9) 2))) => 3
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (apply 'max
                  (prog (board-list next-board new-list)
                     (setq board-list (plausible-moves board))
                   start
                     (cond ((null board-list) (return new-list)))
                     (setq next-board (car board-list))
                     (setq board-list (cdr board-list))
                     (setq new-list (cons (smallest3 next-board) new-list))
                     (go start))))))

(defun smallest3 (board)
  "Return the minimax value of BOARD, the minimizer to move: the mirror image of BIGGEST3.
Example: (smallest3 '((3) (1 4) ((1 5 9) 2))) => 2
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (apply 'min
                  (prog (board-list next-board new-list)
                     (setq board-list (plausible-moves board))
                   start
                     (cond ((null board-list) (return new-list)))
                     (setq next-board (car board-list))
                     (setq board-list (cdr board-list))
                     (setq new-list (cons (biggest3 next-board) new-list))
                     (go start))))))

;;; Stage 4: the window is passed down, but not used yet.

(defun biggest4 (board alpha beta)
  "Return the minimax value of BOARD, the maximizer to move. Stage 4: ALPHA and BETA are passed down unchanged, and NEW-VALUE holds the value of a move.
ALPHA, BETA: the window, reals.
Example: (biggest4 '((3) (1 4) ((1 5 9) 2)) -100 100) => 3
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (apply 'max
                  (prog (board-list next-board new-list new-value)
                     (setq board-list (plausible-moves board))
                   start
                     (cond ((null board-list) (return new-list)))
                     (setq next-board (car board-list))
                     (setq board-list (cdr board-list))
                     (setq new-value (smallest4 next-board alpha beta))
                     (setq new-list (cons new-value new-list))
                     (go start))))))


(defun smallest4 (board alpha beta)
  "Return the minimax value of BOARD, the minimizer to move: the mirror image of BIGGEST4.
ALPHA, BETA: the window, reals.
Example: (smallest4 '((3) (1 4) ((1 5 9) 2)) -100 100) => 2
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (apply 'min
                  (prog (board-list next-board new-list new-value)
                     (setq board-list (plausible-moves board))
                   start
                     (cond ((null board-list) (return new-list)))
                     (setq next-board (car board-list))
                     (setq board-list (cdr board-list))
                     (setq new-value (biggest4 next-board alpha beta))
                     (setq new-list (cons new-value new-list))
                     (go start))))))


;;; Stage 5: the maximum is kept up to date inside the loop.

(defun biggest5 (board alpha beta)
  "Return the minimax value of BOARD, the maximizer to move. Stage 5: BIGGEST-VALUE is kept up to date in the loop and returned.
ALPHA, BETA: the window, reals.
Example: (biggest5 '((3) (1 4) ((1 5 9) 2)) -100 100) => 3
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (prog (board-list next-board new-value biggest-value)
              (setq board-list (plausible-moves board))
            start
              (cond ((null board-list) (return biggest-value)))
              (setq next-board (car board-list))
              (setq board-list (cdr board-list))
              (setq new-value (smallest5 next-board alpha beta))
              (setq biggest-value
                    (cond ((null biggest-value) new-value)
                          (t (max biggest-value new-value))))
              (go start)))))


(defun smallest5 (board alpha beta)
  "Return the minimax value of BOARD, the minimizer to move: the mirror image of BIGGEST5.
ALPHA, BETA: the window, reals.
Example: (smallest5 '((3) (1 4) ((1 5 9) 2)) -100 100) => 2
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (prog (board-list next-board new-value smallest-value)
              (setq board-list (plausible-moves board))
            start
              (cond ((null board-list) (return smallest-value)))
              (setq next-board (car board-list))
              (setq board-list (cdr board-list))
              (setq new-value (biggest5 next-board alpha beta))
              (setq smallest-value
                    (cond ((null smallest-value) new-value)
                          (t (min smallest-value new-value))))
              (go start)))))


;;; Stage 6: the test for a cutoff; the window is not narrowed yet.

(defun biggest6 (board alpha beta)
  "Return the minimax value of BOARD, the maximizer to move. Stage 6: BIGGEST-VALUE is returned immediately when it is greater than BETA, SMALLEST-VALUE when less than ALPHA.
ALPHA, BETA: the window, reals.
Example: (biggest6 '((3) (1 4) ((1 5 9) 2)) -100 100) => 3
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (prog (board-list next-board new-value biggest-value)
              (setq board-list (plausible-moves board))
            start
              (cond ((null board-list) (return biggest-value)))
              (setq next-board (car board-list))
              (setq board-list (cdr board-list))
              (setq new-value (smallest6 next-board alpha beta))
              (setq biggest-value
                    (cond ((null biggest-value) new-value)
                          (t (max biggest-value new-value))))
              (cond ((> biggest-value beta) (return biggest-value)))
              (go start)))))


(defun smallest6 (board alpha beta)
  "Return the minimax value of BOARD, the minimizer to move: the mirror image of BIGGEST6.
ALPHA, BETA: the window, reals.
Example: (smallest6 '((3) (1 4) ((1 5 9) 2)) -100 100) => 2
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (prog (board-list next-board new-value smallest-value)
              (setq board-list (plausible-moves board))
            start
              (cond ((null board-list) (return smallest-value)))
              (setq next-board (car board-list))
              (setq board-list (cdr board-list))
              (setq new-value (biggest6 next-board alpha beta))
              (setq smallest-value
                    (cond ((null smallest-value) new-value)
                          (t (min smallest-value new-value))))
              (cond ((< smallest-value alpha) (return smallest-value)))
              (go start)))))


;;; Stage 7: each player narrows the window for the other. Now alpha-beta works.

(defun biggest7 (board alpha beta)
  "Return the minimax value of BOARD, the maximizer to move. Stage 7: ALPHA rises to the best NEW-VALUE so far, goes down and is returned (BETA falls in SMALLEST7).
ALPHA, BETA: the window, reals.
Example: (biggest7 '((3) (1 4) ((1 5 9) 2)) -100 100) => 3
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (prog (board-list next-board new-value)
              (setq board-list (plausible-moves board))
            start
              (cond ((null board-list) (return alpha)))
              (setq next-board (car board-list))
              (setq board-list (cdr board-list))
              (setq new-value (smallest7 next-board alpha beta))
              (cond ((> new-value alpha) (setq alpha new-value)))
              (cond ((> alpha beta) (return alpha)))
              (go start)))))


(defun smallest7 (board alpha beta)
  "Return the minimax value of BOARD, the minimizer to move: the mirror image of BIGGEST7.
ALPHA, BETA: the window, reals.
Example: (smallest7 '((3) (1 4) ((1 5 9) 2)) -100 100) => 2
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (prog (board-list next-board new-value)
              (setq board-list (plausible-moves board))
            start
              (cond ((null board-list) (return beta)))
              (setq next-board (car board-list))
              (setq board-list (cdr board-list))
              (setq new-value (biggest7 next-board alpha beta))
              (cond ((< new-value beta) (setq beta new-value)))
              (cond ((< beta alpha) (return beta)))
              (go start)))))


;;; Stage 8: the moves are counted.

(defun biggest8 (board alpha beta)
  "Return the minimax value of BOARD, the maximizer to move. Stage 8: MOVE-NUMBER counts the moves of the loop, from 1.
ALPHA, BETA: the window, reals.
Example: (biggest8 '((3) (1 4) ((1 5 9) 2)) -100 100) => 3
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (prog (board-list next-board new-value move-number)
              (setq board-list (plausible-moves board))
              (setq move-number 0)
            start
              (cond ((null board-list) (return alpha)))
              (setq next-board (car board-list))
              (setq board-list (cdr board-list))
              (setq move-number (+ move-number 1))
              (setq new-value (smallest8 next-board alpha beta))
              (cond ((> new-value alpha) (setq alpha new-value)))
              (cond ((> alpha beta) (return alpha)))
              (go start)))))


(defun smallest8 (board alpha beta)
  "Return the minimax value of BOARD, the minimizer to move: the mirror image of BIGGEST8.
ALPHA, BETA: the window, reals.
Example: (smallest8 '((3) (1 4) ((1 5 9) 2)) -100 100) => 2
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (static-value board))
        (t (prog (board-list next-board new-value move-number)
              (setq board-list (plausible-moves board))
              (setq move-number 0)
            start
              (cond ((null board-list) (return beta)))
              (setq next-board (car board-list))
              (setq board-list (cdr board-list))
              (setq move-number (+ move-number 1))
              (setq new-value (biggest8 next-board alpha beta))
              (cond ((< new-value beta) (setq beta new-value)))
              (cond ((< beta alpha) (return beta)))
              (go start)))))


;;; Stage 9: a value is now a list (value path).

(defun biggest9 (board alpha beta)
  "Return (value path) of BOARD, the maximizer to move. Stage 9: RESULT holds the value and the numbers of the moves that lead to it.
ALPHA, BETA: the window, reals.
Example: (biggest9 '((3) (1 4) ((1 5 9) 2)) -100 100) => (3 (1 1))
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (list (static-value board) nil))
        (t (prog (board-list next-board below new-value move-list move-number result)
              (setq board-list (plausible-moves board))
              (setq move-number 0)
              (setq result (list alpha nil))
            start
              (cond ((null board-list) (return result)))
              (setq next-board (car board-list))
              (setq board-list (cdr board-list))
              (setq move-number (+ move-number 1))
              (setq below (smallest9 next-board alpha beta))
              (setq new-value (car below))
              (setq move-list (cadr below))
              (cond ((> new-value alpha)
                     (setq alpha new-value)
                     (setq result (list new-value (cons move-number move-list)))))
              (cond ((> alpha beta) (return result)))
              (go start)))))


(defun smallest9 (board alpha beta)
  "Return (value path) of BOARD, the minimizer to move: the mirror image of BIGGEST9.
ALPHA, BETA: the window, reals.
Example: (smallest9 '((3) (1 4) ((1 5 9) 2)) -100 100) => (2 (3 2))
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet board) (list (static-value board) nil))
        (t (prog (board-list next-board below new-value move-list move-number result)
              (setq board-list (plausible-moves board))
              (setq move-number 0)
              (setq result (list beta nil))
            start
              (cond ((null board-list) (return result)))
              (setq next-board (car board-list))
              (setq board-list (cdr board-list))
              (setq move-number (+ move-number 1))
              (setq below (biggest9 next-board alpha beta))
              (setq new-value (car below))
              (setq move-list (cadr below))
              (cond ((< new-value beta)
                     (setq beta new-value)
                     (setq result (list new-value (cons move-number move-list)))))
              (cond ((< beta alpha) (return result)))
              (go start)))))


;;; Stage 10: the depth is counted, and cuts are reported.

(defun biggest10 (board alpha beta depth)
  "Return (value path) of BOARD, the maximizer to move. Stage 10: DEPTH is counted and passed to QUIET and STATIC-VALUE; PRINT-MESSAGE prints what a cut trims away.
ALPHA, BETA: the window, reals.  DEPTH: plies from the root.
Example: (biggest10 '((3) (1 4) ((1 5 9) 2)) -100 100 0) => (3 (1 1))
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet-at board depth) (list (value-at board depth) nil))
        (t (prog (board-list next-board below new-value move-list move-number result)
              (setq board-list (plausible-moves board))
              (setq move-number 0)
              (setq result (list alpha nil))
            start
              (cond ((null board-list) (return result)))
              (setq next-board (car board-list))
              (setq board-list (cdr board-list))
              (setq move-number (+ move-number 1))
              (setq below (smallest10 next-board alpha beta (+ depth 1)))
              (setq new-value (car below))
              (setq move-list (cadr below))
              (cond ((> new-value alpha)
                     (setq alpha new-value)
                     (setq result (list new-value (cons move-number move-list)))))
              (cond ((> alpha beta)
                     (print-message 'biggest alpha beta board-list depth)
                     (return result)))
              (go start)))))


(defun smallest10 (board alpha beta depth)
  "Return (value path) of BOARD, the minimizer to move: the mirror image of BIGGEST10.
ALPHA, BETA: the window, reals.  DEPTH: plies from the root.
Example: (smallest10 '((3) (1 4) ((1 5 9) 2)) -100 100 0) => (2 (3 2))
Source: Winston, Artificial Intelligence (1977)."
  (cond ((quiet-at board depth) (list (value-at board depth) nil))
        (t (prog (board-list next-board below new-value move-list move-number result)
              (setq board-list (plausible-moves board))
              (setq move-number 0)
              (setq result (list beta nil))
            start
              (cond ((null board-list) (return result)))
              (setq next-board (car board-list))
              (setq board-list (cdr board-list))
              (setq move-number (+ move-number 1))
              (setq below (biggest10 next-board alpha beta (+ depth 1)))
              (setq new-value (car below))
              (setq move-list (cadr below))
              (cond ((< new-value beta)
                     (setq beta new-value)
                     (setq result (list new-value (cons move-number move-list)))))
              (cond ((< beta alpha)
                     (print-message 'smallest alpha beta board-list depth)
                     (return result)))
              (go start)))))


;;; Stage 11: a position without moves is quiet too.

(defun biggest11 (board alpha beta depth)
  "Return (value path) of BOARD, the maximizer to move. Stage 11: one test inside the PROG asks QUIET and sets BOARD-LIST; an empty list counts as quiet.
ALPHA, BETA: the window, reals.  DEPTH: plies from the root.
Example: (biggest11 '((3) (1 4) ((1 5 9) 2)) -100 100 0) => (3 (1 1))
Source: Winston, Artificial Intelligence (1977)."
  (prog (board-list next-board below new-value move-list move-number result)
     (cond ((or (quiet-at board depth)
                (null (setq board-list (plausible-moves board))))
            (return (list (value-at board depth) nil))))
     (setq move-number 0)
     (setq result (list alpha nil))
   start
     (cond ((null board-list) (return result)))
     (setq next-board (car board-list))
     (setq board-list (cdr board-list))
     (setq move-number (+ move-number 1))
     (setq below (smallest11 next-board alpha beta (+ depth 1)))
     (setq new-value (car below))
     (setq move-list (cadr below))
     (cond ((> new-value alpha)
            (setq alpha new-value)
            (setq result (list new-value (cons move-number move-list)))))
     (cond ((> alpha beta)
            (print-message 'biggest alpha beta board-list depth)
            (return result)))
     (go start)))


(defun smallest11 (board alpha beta depth)
  "Return (value path) of BOARD, the minimizer to move: the mirror image of BIGGEST11.
ALPHA, BETA: the window, reals.  DEPTH: plies from the root.
Example: (smallest11 '((3) (1 4) ((1 5 9) 2)) -100 100 0) => (2 (3 2))
Source: Winston, Artificial Intelligence (1977)."
  (prog (board-list next-board below new-value move-list move-number result)
     (cond ((or (quiet-at board depth)
                (null (setq board-list (plausible-moves board))))
            (return (list (value-at board depth) nil))))
     (setq move-number 0)
     (setq result (list beta nil))
   start
     (cond ((null board-list) (return result)))
     (setq next-board (car board-list))
     (setq board-list (cdr board-list))
     (setq move-number (+ move-number 1))
     (setq below (biggest11 next-board alpha beta (+ depth 1)))
     (setq new-value (car below))
     (setq move-list (cadr below))
     (cond ((< new-value beta)
            (setq beta new-value)
            (setq result (list new-value (cons move-number move-list)))))
     (cond ((< beta alpha)
            (print-message 'smallest alpha beta board-list depth)
            (return result)))
     (go start)))


;;; The last stage: one function for both players, and its messages.

(defun new-static-value (board sign &optional (depth 0))
  "Return the static value of BOARD, seen by the player to move: SIGN is 1 for the maximizer, -1 for the minimizer.
Example: (new-static-value 3 -1) => -3
Source: Winston, Artificial Intelligence (1977)."
  (* sign (value-at board depth)))

(defun winston-minimax (board alpha beta sign depth)
  "Return (value path) of BOARD, seen by the player to move: the book's final MINIMAX.
The recursive call negates SIGN, and exchanges and negates ALPHA and BETA; the value that it returns is negated.
SIGN: 1 if the maximizer moves, -1 for the minimizer.  DEPTH: plies from the root.
Example: (winston-minimax '((3) (1 4) ((1 5 9) 2)) -100 100 1 0) => (3 (1 1))
Source: Winston, Artificial Intelligence (1977)."
  (prog (board-list next-board below new-value move-list move-number result)
     (cond ((or (quiet-at board depth)
                (null (setq board-list (plausible-moves board))))
            (return (list (new-static-value board sign depth) nil))))
     (setq move-number 0)
     (setq result (list alpha nil))
   start
     (cond ((null board-list) (return result)))
     (setq next-board (car board-list))
     (setq board-list (cdr board-list))
     (setq move-number (+ move-number 1))
     (setq below (winston-minimax next-board (- beta) (- alpha) (- sign) (+ depth 1)))
     (setq new-value (- (car below)))
     (setq move-list (cadr below))
     (cond ((> new-value alpha)
            (setq alpha new-value)
            (setq result (list new-value (cons move-number move-list)))))
     (cond ((> alpha beta)
            (print-message 'minimax alpha beta board-list depth)
            (return result)))
     (go start)))

(defvar *print-message* nil "True if PRINT-MESSAGE prints. Stages 10 and 11 and WINSTON-MINIMAX call it at each cut.")

(defun print-message (player alpha beta boards depth)
  "Print which BOARDS a cut by PLAYER at DEPTH trims away, if *PRINT-MESSAGE* is true; return NIL.
Example: (print-message 'biggest 5 3 '(1) 2) => NIL
Source: Winston, Artificial Intelligence (1977), in our own words."
  (cond ((and *print-message* boards)
         (terpri)
         (princ player)
         (princ '| TRIMS AWAY |)
         (princ boards)
         (princ '| AT DEPTH |)
         (princ depth)
         (princ '|: ALPHA |)
         (princ alpha)
         (princ '|, BETA |)
         (princ beta)))
  nil)
