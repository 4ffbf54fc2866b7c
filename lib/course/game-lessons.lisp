;;;; game-lessons.lisp -- lessons 12 and 13: a game of one's own, and the engine. -*- sealed -*-

(reserve-names '("RACE" "CALM"))

;;; Lesson 12

;; Is the game RACE of the learner right? At each number a player who can reach 21 in the end wins; that is everywhere but
;; at 21 - 4, 21 - 8, and so on.
(defun check-race ()
  (let ((game (get (learners "RACE") 'game)))
    (dotimes (left 21 nil)
      (dolist (side '(:max :min))
        (let* ((position (list (- 20 left) side)) (wins (/= 0 (mod (+ left 1) 4)))
               (wanted (if (eq wins (eq side :max)) 1 -1)))
          (multiple-value-bind (value failure) (call-within-limits (lambda () (values (solve game position) nil)))
            (unless (eql value wanted)
              (return-from check-race
                (if failure
                    (format nil "(solve 'race '~S) ~A." position failure)
                    (format nil "(solve 'race '~S) is ~D, it should be ~D." position value wanted))))))))))

;; The rows of tic-tac-toe that MARK can still fill on BOARD.
(defun open-rows (board mark)
  (count-if (lambda (row) (every (lambda (square) (find (char board square) (list mark #\.))) row)) *rows*))

(defun open-rows-estimate (board) (- (open-rows board #\x) (open-rows board #\o)))

;; Boards of tic-tac-toe, those with the fewest marks first.
(defun tic-tac-toe-boards ()
  (let ((boards (list ".........")) (next (seeded-random 5)))
    (dotimes (i 40)
      (let ((board "........."))
        (loop
          (let ((moves (legal-moves 'tic-tac-toe board)))
            (if (null moves) (return))
            (setq board (play-move 'tic-tac-toe board (nth (funcall next (length moves)) moves)))
            (push board boards)))))
    (stable-sort (remove-duplicates boards :test #'string=) #'> :key (lambda (board) (count #\. board)))))

(defun show-board (board) (funcall (game-show (find-game 'tic-tac-toe)) board))

;; The answer of MINIMAX for tic-tac-toe two plies deep with the static value FUNCTION.
(defun two-plies-of-tic-tac-toe (function)
  (minimax "........." :depth 2 :value function
           :quiet (lambda (board) (null (legal-moves 'tic-tac-toe board)))
           :moves (lambda (board)
                    (mapcar (lambda (move) (play-move 'tic-tac-toe board move)) (legal-moves 'tic-tac-toe board)))))

;; A game of captures. A position is a list (VALUE SIDE MOVES), a move a list (NAME IS-CAPTURE POSITION).
(defvar *exchange*
  '(0 :max ((:queen-takes-pawn t (1 :min ((:pawn-takes-queen t (-8 :max nil)) (:king-moves nil (1 :max nil)))))
            (:queen-retreats nil (0 :min ((:king-moves nil (0 :max nil)))))))
  "A position in which the queen can take a defended pawn.")

(defun calm-p (position) (notany #'second (third position)))

(define-game exchange
  (:initial *exchange*)
  (:moves (p) (mapcar #'first (third p)))
  (:play (p move) (third (assoc move (third p))))
  (:side (p) (second p))
  (:over (p) (null (third p)))
  (:value (p) (first p))
  (:quiet (p) (calm-p p)))

(setq *games* (remove 'exchange *games*))  ; it belongs to the lesson alone

(defun exchange-positions ()
  (labels ((below (position) (cons position (mapcan (lambda (move) (below (third move))) (third position)))))
    (sort (below *exchange*) #'< :key (lambda (position) (length (third position))))))

(defun exchange-move (&rest options)
  (multiple-value-list (apply #'best-move 'exchange *exchange* :plies 1 :progress nil options)))

(define-lesson 12 games "a game of one's own" "static value, horizon, quiescence" (seed)
  (task "DEFINE-GAME defines a game by functions of a position: the value of each clause. Two players
add 1, 2 or 3 to a number in turn; it begins at 0, and the player who reaches 21 or more wins. A
position is a list (NUMBER SIDE), a move 1, 2 or 3. Complete this definition and type it:
  (define-game race
    (:initial '(0 :max))
    (:moves (p) '(1 2 3))
    (:play (p move) ...)      ; the next position: another number, the other side
    (:side (p) (second p))
    (:over (p) ...)           ; is the game over?
    (:value (p) ...))         ; at its end 1 if MAX has won, -1 if MIN has; else 0"
        :needs '("RACE")
        :check #'check-race
        :hints '("At the end the side to move has lost: the other side reached 21."
                 "(:play (p move) (list (+ (first p) move) (if (eq (second p) :max) :min :max)))")
        :solution '((define-game race
                      (:initial '(0 :max))
                      (:moves (p) '(1 2 3))
                      (:play (p move) (list (+ (first p) move) (if (eq (second p) :max) :min :max)))
                      (:side (p) (second p))
                      (:over (p) (>= (first p) 21))
                      (:value (p) (cond ((< (first p) 21) 0) ((eq (second p) :max) -1) (t 1)))))
        :right (lambda ()
                 (format t "~&Right at all 42 positions. (play 'race) plays it, (check-game 'race) looks for errors. You win if
you leave 17, 13, 9, 5 or 1: (best-move 'race '(0 :max)) is ~S.~%"
                         (values (best-move (get (learners "RACE") 'game) '(0 :max) :progress nil)))))
  (task "Few games can be searched to the end. Before it, a static value estimates. For tic-tac-toe
the books count rows: those of the eight that x can still fill, minus those that o can. A
board is a string of nine characters, \"x.o......\", and the rows are these squares:
(0 1 2) (3 4 5) (6 7 8) (0 3 6) (1 4 7) (2 5 8) (0 4 8) (2 4 6). Write (static-value board);
it is 0 for the empty board and 4 for x alone in the middle."
        :needs '("STATIC-VALUE")
        :check (lambda ()
                 (first-difference "STATIC-VALUE" #'open-rows-estimate (mapcar #'list (tic-tac-toe-boards)) #'show-board))
        :hints '("Write a function (open-rows board mark) first. A row is open for x if it holds no o."
                 "(every (lambda (square) (not (eql (char board square) #\\o))) row); COUNT-IF counts the rows.")
        :solution '((defun open-rows (board other)
                       (count-if (lambda (row) (every (lambda (square) (not (eql (char board square) other))) row))
                                 '((0 1 2) (3 4 5) (6 7 8) (0 3 6) (1 4 7) (2 5 8) (0 4 8) (2 4 6))))
                     (defun static-value (board) (- (open-rows board #\o) (open-rows board #\x))))
        :right (lambda ()
                 (let ((answer (two-plies-of-tic-tac-toe (symbol-function (learners "STATIC-VALUE")))))
                   (format t "~&Right. With it, two plies suffice to find the best first move, square ~D, the middle:
  (minimax \".........\" :depth 2 :value 'static-value
    :quiet (lambda (b) (null (legal-moves 'tic-tac-toe b)))
    :moves (lambda (b)
             (mapcar (lambda (m) (play-move 'tic-tac-toe b m))
                     (legal-moves 'tic-tac-toe b))))
returns ~S, the value and the numbers of the moves.~%"
                           (- (first (second answer)) 1) answer))))
  (question "A search of limited depth stops at a horizon. In a list tree, a list at the horizon counts
as its first leaf. What value does this search of one ply return?
  (minimax '((5 (-9 -8)) (1 2)) :depth 1)"
            (first (search-list '((5 (-9 -8)) (1 2)) :depth 1))
            :show (lambda () (show-tree '((5 (-9 -8)) (1 2))))
            :hints '("The first leaf of move 1 is 5, that of move 2 is 1." "The maximizer takes the greater one.")
            :right "Right: move 1 seems to be worth 5.")
  (question "And with :depth 2?" (first (search-list '((5 (-9 -8)) (1 2)) :depth 2))
            :hints '("The minimizer answers move 1 with the list (-9 -8), which now counts as -9." "So move 2 is better.")
            :right "Right: one ply deeper, move 1 loses. The loss was beyond the horizon.")
  (question (format nil "In the game of this lesson MAX has a queen, which can take a pawn that another pawn defends.
This call looks one ply ahead:
  (best-move 'exchange *exchange* :plies 1 :without '(:quiescence))
Type it; its second value is the value of the move. Is the move that it finds good?")
            nil
            :setup (lambda ()
                     (setf (symbol-value (learners "*EXCHANGE*")) *exchange*
                           (get (learners "EXCHANGE") 'game) (get 'exchange 'game)))
            :hints '("It takes the pawn, and stops there: 1 for MAX." "What can the other pawn do then?")
            :right "Right: the pawn takes the queen. The position after the capture should not be evaluated without a search.")
  (task "A position is quiet if its static value can be trusted: here, if no move is a capture.
Write (calm position), true for a quiet position. A position of this game is a list (VALUE
SIDE MOVES), a move a list (NAME IS-CAPTURE POSITION)."
        :needs '("CALM")
        :check (lambda ()
                 (first-difference "CALM" #'calm-p (mapcar #'list (exchange-positions)) nil
                                   (lambda (got wanted) (eq (null got) (null wanted)))))
        :hints '("(third position) is the list of moves; (second move) is true for a capture." "NOTANY calls a function for each.")
        :solution '((defun calm (position) (notany 'second (third position))))
        :right (lambda ()
                 (format t "~&Right. The clause (:quiet (p) (calm p)) of DEFINE-GAME makes searches go on from positions that are
not quiet. One ply with it: ~A, value ~D; without it: ~A, value ~D.~%"
                         (first (exchange-move)) (second (exchange-move))
                         (first (exchange-move :without '(:quiescence))) (second (exchange-move :without '(:quiescence))))
                 (format t "~&(draw (record-search *exchange* :game 'exchange :depth 1 :quiet t)) draws the first one:~%")
                 (draw (record-search *exchange* :game 'exchange :depth 1 :quiet t)))))

;;; Lesson 13

;; The boards of tic-tac-toe after PLIES moves, each once.
(defun boards-after (plies)
  (let ((boards (list ".........")))
    (dotimes (i plies boards)
      (setq boards (remove-duplicates
                    (mapcan (lambda (board)
                              (mapcar (lambda (move) (play-move 'tic-tac-toe board move)) (legal-moves 'tic-tac-toe board)))
                            boards)
                    :test #'string=)))))

;; The heaps of Nim after each move from HEAPS, in ascending order.
(defun next-heaps (heaps)
  (let ((found nil))
    (do ((before nil (cons (first rest) before)) (rest heaps (rest rest))) ((null rest) found)
      (dotimes (size (first rest))
        (pushnew (sort (append before (list size) (copy-list (rest rest))) #'<) found :test #'equal)))))

(defun nodes-without (&rest refinements)
  (getf (third (multiple-value-list
                (best-move 'connect-four (initial-position 'connect-four) :plies 7 :without refinements :progress nil)))
        :nodes))

(define-lesson 13 engine "the engine" "ordering, table, deepening" (seed)
  (question "BEST-MOVE searches with alpha-beta and everything that the last lessons lead to. Its third
value counts the positions that it visits, as :NODES. Type this:
  (best-move 'connect-four (initial-position 'connect-four) :plies 7)
How many positions does it visit?"
            (nodes-without)
            :hints '("The number after :NODES." "Copy it from the list that BEST-MOVE returns.")
            :right (lambda ()
                     (format t "~&Right. All positions up to 7 plies are ~:D: (perft 'connect-four position 7) counts them.~%"
                             (let ((sum 0) (start (initial-position 'connect-four)))
                               (dotimes (i 6 sum) (incf sum (perft 'connect-four start (+ i 1))))
                               (+ sum (expt 7 7))))))
  (question "The order of moves comes from the game (its clause :ORDER), from moves that were best before,
and from moves that caused cutoffs (killer moves, history). Search without all of them:
add :without '(:order :killers :history) to the call. Does it visit more positions?"
            (> (nodes-without :order :killers :history) (nodes-without))
            :hints '("Compare the two numbers after :NODES." "Lesson 7: what does a bad order cost?")
            :right (lambda ()
                     (format t "~&Right: ~:D instead of ~:D.~%" (nodes-without :order :killers :history) (nodes-without))))
  (question "Different orders of the same moves may lead to the same position: a transposition. In
tic-tac-toe, 504 sequences of three moves begin the game: (perft 'tic-tac-toe \".........\" 3).
How many different boards do they lead to?"
            (length (boards-after 3))
            :hints '("The two marks of x may have been placed in either order." "504 / 2")
            :right "Right: the two moves of x can be exchanged.")
  (task "Write (boards-after plies), the number of different boards of tic-tac-toe after PLIES moves
from the empty board, for at most 4 plies. (legal-moves 'tic-tac-toe board) returns the moves,
(play-move 'tic-tac-toe board move) the next board."
        :needs '("BOARDS-AFTER")
        :check (lambda ()
                 (first-difference "BOARDS-AFTER" (lambda (plies) (length (boards-after plies))) '((0) (1) (2) (3) (4))))
        :hints '("Go from the list of all boards after one move to the list of all boards after two; remove duplicates."
                 "MAPCAN over the boards, MAPCAR over the moves, REMOVE-DUPLICATES with :TEST 'STRING=.")
        :solution '((defun boards-after (plies)
                       (let ((boards (list ".........")))
                         (dotimes (i plies (length boards))
                           (setq boards
                                 (remove-duplicates
                                  (mapcan (lambda (board)
                                            (mapcar (lambda (move) (play-move 'tic-tac-toe board move))
                                                    (legal-moves 'tic-tac-toe board)))
                                          boards)
                                  :test 'string=))))))
        :right (lambda ()
                 (format t "~&Right: after 4 plies ~D boards and ~D sequences.~%" (length (boards-after 4))
                         (perft 'tic-tac-toe "........." 4))))
  (task "A transposition table keeps what is known of each position. Write (wins heaps): does the
player to move win at Nim, if the player who takes the last stone wins? (next-heaps heaps)
returns the heaps after each move: (next-heaps '(1 2)) is ((0 2) (0 1) (1 1)), in some order.
Without a table the check takes too long: make one with
  (defvar *known* (make-hash-table :test 'equal))
and use (gethash heaps *known*), whose second value is true if something is known."
        :needs '("WINS")
        :setup (lambda () (setf (symbol-function (learners "NEXT-HEAPS")) #'next-heaps))
        :check (lambda ()
                 (first-difference "WINS" (lambda (heaps) (/= 0 (apply #'logxor heaps)))
                                   '(((0)) ((1)) ((1 1)) ((1 2)) ((2 2)) ((1 2 3)) ((1 2 4)) ((3 4 5)) ((2 4 6)) ((5 6 7)) ((4 5 6 7)))
                                   nil (lambda (got wanted) (eq (null got) (null wanted)))))
        :hints '("A player wins who has a move after which the other one does not win: (some ... (next-heaps heaps))."
                 "(multiple-value-bind (value known) (gethash heaps *known*) (if known value (setf (gethash heaps *known*) ...)))")
        :solution '((defvar *known* (make-hash-table :test 'equal))
                    (defun wins (heaps)
                      (multiple-value-bind (value known) (gethash heaps *known*)
                        (if known
                            value
                            (setf (gethash heaps *known*)
                                  (some (lambda (next) (not (wins next))) (next-heaps heaps)))))))
        :right "Right, as the rule of C. L. Bouton says (1901): who moves wins unless the exclusive or of
all heaps is 0.")
  (question "Iterative deepening searches one ply deep, then two, then three. It looks like a waste.
How many leaves do the searches of 1, 2 and 3 plies visit together in a tree of 10 moves at
each position, if nothing is pruned?"
            1110
            :hints '("10 leaves, then 100, then 1000." "Add them.")
            :wrong (lambda (answer) (if (eql answer 1000) "Not 1000: this is the last search alone." "Not so. Each search visits the leaves of its depth."))
            :right "Right: only 11 percent more than the last search alone.")
  (question "What does deepening give for this price? The best move of each search is tried first in the
next one, from the table; and a program can stop at any time with a good move. Compare
:NODES of the first call, 7 plies of Connect Four, with those of a call that has
:without '(:deepening). Does deepening save positions here?"
            (> (nodes-without :deepening) (nodes-without))
            :hints '("Type both calls." "Compare the numbers after :NODES.")
            :right (lambda ()
                     (format t "~&Right: ~:D positions with deepening, ~:D without. With none of the refinements: ~:D.~%"
                             (nodes-without) (nodes-without :deepening)
                             (nodes-without :deepening :table :killers :history :order :aspiration :null-window))))
  (question "The last question: what is tic-tac-toe worth to x if both play as well as they can? SOLVE
searches to the end."
            (values (solve 'tic-tac-toe))
            :hints '("(solve 'tic-tac-toe)" "1 is a win, 0 a draw, -1 a loss.")
            :right "Right: a draw. (help :search) and (help :glossary) go on from here; read D. E. Knuth and
R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975)."))
