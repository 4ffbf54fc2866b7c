;;;; games.lisp -- the library's games against published and recomputed results, and invalid games.

(defun perfts (game position depth)
  (let ((counts nil)) (dotimes (d depth (nreverse counts)) (push (perft game position (+ d 1)) counts))))

;; Tic-tac-toe is a draw; numbers of move sequences by length.
(values (solve 'tic-tac-toe))  ;=> 0
(perfts 'tic-tac-toe (initial-position 'tic-tac-toe) 8)  ;=> (9 72 504 3024 15120 54720 148176 200448)
(values (solve 'tic-tac-toe "xx.oo...."))  ;=> 1
(values (best-move 'tic-tac-toe "xx.oo...."))  ;=> 2

;; Connect Four.
(perfts 'connect-four (initial-position 'connect-four) 5)  ;=> (7 49 343 2401 16807)
(values (solve 'connect-four (connect-four-position 4 4)))  ;=> 0

;; Othello: Feinstein's 6x6 board, and 4x4, which the second player wins by eight.
(perfts 'othello (initial-position 'othello) 5)  ;=> (4 12 56 244 1396)
(perfts 'othello (othello-position 6) 5)  ;=> (4 12 56 244 1364)
(values (solve 'othello (othello-position 4)))  ;=> -8
(othello-position 5)  ;signals: "OTHELLO-POSITION: expected an even integer of at least 2, got 5"

;; Nim: the player to move loses if and only if the exclusive or of the heaps is 0 (Bouton).
(let ((wrong nil))
  (dotimes (a 4 wrong)
    (dotimes (b 4)
      (dotimes (c 4)
        (if (not (eql (solve 'nim (list (list a b c) :max)) (if (= 0 (logxor a b c)) -1 1)))
            (push (list a b c) wrong))))))  ;=> NIL

;; Kalah.
(perfts (kalah-game :rules :idu) (kalah-position 6 3) 5)  ;=> (6 35 182 904 4231)
(perfts (kalah-game :rules :idu) (kalah-position 6 4) 5)  ;=> (6 35 185 942 4685)
(perfts (kalah-game :rules :common) (kalah-position 6 3) 5)  ;=> (6 35 182 904 4243)
(perfts (kalah-game :rules :common) (kalah-position 6 4) 5)  ;=> (6 35 185 942 4690)
(defun kalah-values (pits stones &rest switches)
  (let ((values nil))
    (dotimes (n stones (nreverse values))
      (push (values (solve (apply #'kalah-game :pits pits :stones (+ n 1) switches))) values))))
(kalah-values 1 6 :rules :idu)  ;=> (0 -2 6 -2 2 0)
(kalah-values 2 6 :rules :idu)  ;=> (2 -2 -2 -12 6 8)
(kalah-values 2 6 :rules :common)  ;=> (2 -2 -2 -10 6 8)
(kalah-values 2 6 :rules nil :empty-capture t :end :mover-empty)  ;=> (2 0 -2 -10 6 6)
(kalah-values 2 6 :rules nil :end :mover-empty)  ;=> (2 -2 -2 -12 6 8)
(kalah-values 3 3 :rules :idu)  ;=> (0 4 2)
(kalah-values 3 3 :rules nil :empty-capture t :end :mover-empty)  ;=> (0 4 4)

;; The native search and the search in Lisp have separate implementations of the rules: the same value under every set of
;; switches.
(let ((wrong nil))
  (dolist (switches '((:rules :idu) (:rules :common) (:rules :sail) (:rules :wetherell) (:rules nil :end :mover-empty)
                      (:rules nil :capture :chain :counts (1 2)) (:rules nil :relay t) (:rules nil :majority t :extra-move nil))
                    wrong)
    (dolist (size '((2 2) (2 3) (3 1) (3 2)))
      (let* ((game (apply #'kalah-game :pits (first size) :stones (second size) switches))
             (native (values (solve game)))
             (lisp (getf (system::think (system::rules game) (initial-position game) '(:without (:deepening))) :value)))
        (if (not (eql native lisp)) (push (list switches size native lisp) wrong))))))  ;=> NIL

;; A perfect game from Irving, Donkers and Uiterwijk, table 9: Kalah(4,4), each side's pits numbered from 0.
(let* ((game (kalah-game :pits 4 :stones 4 :rules :idu)) (p (initial-position game)))
  (dolist (pit '(0 2 2 3 0 2 2 1 3 0 3 2 3 1 0 3 2 1 0))
    (setq p (play-move game p (+ pit 1))))
  (list (third p) (- (aref (first p) 4) (aref (first p) 9))))  ;=> (T 2)

;; Wetherell's rules: a chain of captures, which wins immediately, so that the remaining stones are counted; a last stone in
;; the store does not give an extra move.
(let ((w (kalah-game :pits 3 :stones 2 :rules :wetherell)))
  (list (first (play-move w '(#(0 0 3 0 1 2 1 0) :max nil) 3))
        (second (play-move w '(#(1 1 1 0 4 4 4 0) :max nil) 3))))  ;=> (#(0 0 0 7 0 0 0 0) :MIN)
(kalah-game :rules :unheard-of)  ;signals: "as :RULES, got :UNHEARD-OF"
;; A position without a legal move, which play cannot reach, is not searched.
(best-move (kalah-game :pits 1) (list (vector 0 0 0 0) :max nil))  ;signals: ":MOVES must return a move unless :OVER is true"
(solve (kalah-game :pits 2) (list (vector 1 1 0 0 0 0) :min nil))  ;signals: ":MOVES must return a move unless :OVER is true"

;; A search that has seen the whole game ends early, whatever its time limit: seven squares are empty.
(defun without-seconds (info) (list (getf info :depth) (getf info :complete) (getf info :bound) (length (getf info :line))))
(multiple-value-bind (move value info) (best-move 'tic-tac-toe "x...o...." :seconds 10)
  (list* move value (< (getf info :nodes) 1000) (< (getf info :seconds) 5) (without-seconds info)))  ;=> (1 0 T T 7 T :EXACT 7)
(multiple-value-bind (move value info) (best-move 'nim '((3 4 5) :max) :seconds 20)
  (list* move value (without-seconds info)))  ;=> ((0 2) 1 7 T :EXACT 11)

;; The line of a solved game extends to the end of the game, whose value is the reported one.
(multiple-value-bind (value line) (solve 'tic-tac-toe) (list value (length line)))  ;=> (0 9)
(let ((p (connect-four-position 4 4)))
  (multiple-value-bind (value line) (solve 'connect-four p)
    (dolist (move line) (setq p (play-move 'connect-four p move)))
    (list value (legal-moves 'connect-four p) (fifth p))))  ;=> (0 NIL NIL)

;; :NODES limits the number of positions; the best move found until then is returned.
(mapcar (lambda (n) (getf (nth-value 2 (best-move 'othello (initial-position 'othello) :nodes n)) :nodes)) '(1 2 7 100 1234))  ;=> (1 2 7 100 1234)
(butlast (multiple-value-list (best-move 'nim '((1 2) :max) :nodes 1)))  ;=> ((0 1) NIL)

;; If the depth in progress has found a better first move when it is stopped, that move is kept: at the second ply the first
;; move loses. The value is then a bound.
(define-game turning (:initial '(0)) (:moves (p) '(1 2 3)) (:play (p m) (cons m p)) (:side (p) (if (oddp (length p)) :max :min))
  (:over (p) (> (length p) 6)) (:value (p) (let ((first (car (last p 2)))) (if (= (length p) 2) (- first) (if (eql first 1) -5 first)))))
(mapcar (lambda (n) (multiple-value-bind (move value info) (best-move 'turning '(0) :nodes n)
                      (list move value (getf info :bound) (getf info :depth))))
        '(4 10 11 20))  ;=> ((1 -1 :EXACT 1) (1 -1 :EXACT 1) (2 2 :LOWER 1) (2 2 :LOWER 1))

;; Limits: the answer of the last complete depth, which is reproducible.
(multiple-value-bind (move value info) (best-move 'othello (initial-position 'othello) :nodes 2000)
  (multiple-value-bind (move2 value2 info2) (best-move 'othello (initial-position 'othello) :nodes 2000)
    (list (getf info :complete) (> (getf info :depth) 1) (equal (list move value) (list move2 value2))
          (equal (getf info :nodes) (getf info2 :nodes)))))  ;=> (NIL T T T)

;; Refinements change the number of nodes, never the value.
(let ((game (kalah-game)) (values nil))
  (dolist (without '(() (:table) (:order :killers) (:deepening) (:aspiration) (:table :order :killers :deepening :aspiration)) values)
    (pushnew (second (multiple-value-list (best-move game (initial-position game) :plies 7 :without without))) values)))  ;=> (3)
(best-move 'nim '((1 2) :max) :without '(:luck))  ;signals: "in :WITHOUT, got :LUCK"

;; PLAY: the sides, the commands and the winner.
(defun played (typed &rest arguments)
  (with-input-from-string (*standard-input* (substitute #\Newline #\/ typed)) (apply #'play arguments)))
;; Do TEXTS appear in this order in what PLAY prints, for the lines TYPED, which / separates? If not, the first one that is missing.
(defun missing-in-play (typed arguments &rest texts)
  (let ((output (with-output-to-string (*standard-output*) (apply #'played typed arguments))) (at 0))
    (dolist (text texts nil)
      (let ((found (search text output :start2 at)))
        (if found (setq at (+ found (length text))) (return (list text output)))))))
(missing-in-play "3/undo/(1 9)/quit" '(nim :you :both)
                 "Nim: a move takes one or more stones from one heap, as 0 2 takes 2 from heap 0; the player who takes the last stone wins."
                 "You play for both, MAX and MIN. Type a move, or ?" "heaps  0: 3  1: 4  2: 5" "MAX to move." "play> " "heaps  0: 0  1: 4  2: 5"
                 "MIN to move." "play> " "heaps  0: 3  1: 4  2: 5" "MAX to move."
                 "(1 9) is not a legal move: you can play (0 1) (0 2) (0 3) (1 1) (1 2) (1 3) (1 4) (2 1) (2 2) (2 3) (2 4) (2 5).")  ;=> NIL
(missing-in-play "quit" '(tic-tac-toe :you :min) "You are o; Winnow is x and " (format nil "Winnow plays 0: a draw.~%x 1 2~%3 4 5~%6 7 8~%play> "))  ;=> NIL
(played "0/1/3/2/6" 'tic-tac-toe :you :both)  ;=> 1 ; (0 1 3 2 6)
;; The row that wins is in capitals.
(missing-in-play "2" '(tic-tac-toe :you :both :position "xx.oo....") (format nil "x x 2~%o o 5~%6 7 8~%") (format nil "X X X~%o o 5~%6 7 8~%x wins.~%"))  ;=> NIL
(missing-in-play "8" '(tic-tac-toe :you :both :position "xxooxxxo.") (format nil "x x o~%o x x~%x o o~%A draw.~%"))  ;=> NIL
(missing-in-play "?" '(nim) "Type a move, or" "  moves " "  hint " "  analysis " "  undo [N] " "  record " "  replay " "  save " "  load " "  level N " "  seed N " "  quit ")  ;=> NIL
(play 'nim :you :me)  ;signals: "PLAY: expected :MAX, :MIN or :BOTH as :YOU, got :ME"
(define-game one (:initial 1) (:moves (p) '(go)) (:play (p m) 0) (:side (p) :max) (:over (p) (= p 0)) (:value (p) p))
(played "1" 'one)  ;=> 0 ; (GO)
(missing-in-play "go" '(one) "One" "You are MAX and begin; Winnow is MIN and " "A draw." "1. go")  ;=> NIL

;; A list as a move needs no parentheses, and several fit on a line, with one board at the end; input after a mistake is ignored.
(missing-in-play "0 3/quit" '(nim :you :both) "heaps  0: 0  1: 4  2: 5")  ;=> NIL
(missing-in-play "0 3 1 1/record/quit" '(nim :you :both) "heaps  0: 0  1: 3  2: 5" "1. (0 3) (1 1)")  ;=> NIL
(search "heaps  0: 0  1: 4  2: 5" (with-output-to-string (*standard-output*) (played "0 3 1 1/quit" 'nim :you :both)))  ;=> NIL
(missing-in-play "1 9/quit" '(nim :you :both) "(1 9) is not a legal move")  ;=> NIL
(missing-in-play "1 1 undo/quit" '(nim :you :both) "heaps  0: 3  1: 4  2: 5" "heaps  0: 3  1: 4  2: 5")  ;=> NIL
(missing-in-play "9 9 1/quit" '(one) "9 is not a legal move: you can play go." "play> ")  ;=> NIL
(missing-in-play "undo/0 1/undo 2/:undo/undo 1/:q" '(nim) "You have made no move." "Winnow plays " "You have made one move only." "heaps  0: 3  1: 4  2: 5"
                 "You have made no move.")  ;=> NIL

;; A number is a move wherever the game has that move, and never selects another one: a full column.
(let ((output (with-output-to-string (*standard-output*) (played "1/1/1/1/1/1/1/quit" 'connect-four :you :both))))
  (list (if (search "1 is not a legal move: you can play 2 3 4 5 6 7." output) t nil)
        (search "o x" output) (search "x o" output) (search "x x" output)))  ;=> (T NIL NIL NIL)
(missing-in-play "a1/D3/quit" '(othello :you :both) "a1 is not a legal move: you can play d3 c4 f5 e6." "x plays d3 (turns 1 disc)." "x 4, o 1; o can play *")  ;=> NIL
(missing-in-play "34/record/quit" '(othello :you :both) "(turns 1 disc)" "1. d3")  ;=> NIL

;; PLAY states the rules, what a move is and how far Winnow looks; values are in words, with the player who has them; a hint never loses
;; what can be solved, and legal moves and counts are on the board.
(missing-in-play "hint/analysis/quit" '(nim) "as 0 2 takes 2 from heap 0; the player who takes the last stone wins." "solves the game where that is fast, and looks 6 plies ahead elsewhere"
                 "(0 2) wins in 11 plies" "(0 2): MAX wins in 11 plies")  ;=> NIL
(missing-in-play "hint/quit" '(kalah) "(that of MAX is on the right)" "MIN " "MAX " "stones ahead, six plies from now.")  ;=> NIL
(missing-in-play "quit" '(othello) "  3 . . . * . . . ." "x 2, o 2; x can play *")  ;=> NIL
(missing-in-play "4 4 4/analysis/quit" '(connect-four) "1: not seen to the end (then ")  ;=> NIL
(missing-in-play "1 1/quit" '(tic-tac-toe) "Winnow plays 0: a draw." "1 is not a legal move: you can play 2 3 4 5 6 7 8.")  ;=> NIL
;; No output of PLAY gives a value as worth to a side.
(loop for (game typed) in '((nim "hint/analysis/quit") (tic-tac-toe "4/hint/analysis/quit") (connect-four "4/hint/quit") (othello "d3/hint/analysis/quit")
                            (kalah "3/hint/analysis/quit"))
      if (search "worth" (with-output-to-string (*standard-output*) (played typed game))) collect game)  ;=> NIL

;; PLAY's "wins in N plies": N is the number of moves if the winner ends the game as early, and the loser as late, as possible. Heaps of
;; nim by recursion: whether the side to move wins, and the number of moves.
(defvar *lengths* (make-hash-table :test 'equal))
(defun nim-length (heaps)
  (let ((key (sort (copy-list heaps) #'<)))
    (or (gethash key *lengths*)
        (setf (gethash key *lengths*)
              (let ((wins nil) (losses nil))
                (loop for heap in heaps for i from 0
                      do (loop for taken from 1 to heap
                               do (destructuring-bind (won length)
                                      (nim-length (let ((after (copy-list heaps))) (decf (nth i after) taken) after))
                                    (if won (push (+ 1 length) losses) (push (+ 1 length) wins)))))
                (cond (wins (list t (reduce #'min wins))) (losses (list nil (reduce #'max losses))) (t (list nil 0))))))))
(defun analysis-of-nim (heaps)
  (let ((output (with-output-to-string (*standard-output*) (played "analysis/quit" 'nim :position (list heaps :max)))))
    (loop for line in (rest (member "heaps" (system::lines-of output) :test #'search))
          for at = (search "wins in " line)
          if at collect (list (let ((*read-eval* nil)) (read-from-string (subseq line (position #\( line))))
                              (search "MAX wins" line) (parse-integer line :start (+ at 8) :junk-allowed t)))))
(loop for heaps in '((3 4 5) (1 2 3) (2 2 1) (1 4 4) (5 2))
      append (loop for ((heap taken) max-wins length) in (analysis-of-nim heaps)
                   for (won rest) = (nim-length (let ((after (copy-list heaps))) (decf (nth heap after) taken) after))
                   unless (and (= length (+ 1 rest)) (eq (null max-wins) won)) collect (list heaps heap taken length (+ 1 rest))))  ;=> NIL
(loop for heaps in '((3 4 5) (1 2 3) (2 2 1) (1 4 4) (5 2)) sum (length (analysis-of-nim heaps)))  ;=> 39

;; PLAY reports a side that moves twice, captures, and four in a row.
(missing-in-play "3/quit" '(kalah) "Kalah: a move takes all stones of one of your pits" "You play 3 (moves again)." "       4   4   0   5   5   5")  ;=> NIL
(let ((p (list (vector 1 0 0 0 0 1 0 4 4 4 4 4 4 0) :max nil)))
  (missing-in-play "1/quit" (list 'kalah :you :both :position p) "MAX plays 1 (captures 5 stones)."))  ;=> NIL
(missing-in-play "1 2 1 2 1 2 1" '(connect-four :you :both) (format nil "X . . . . . .~%X o . . . . .~%X o . . . . .~%X o . . . . .~%1 2 3 4 5 6 7~%x wins.~%"))  ;=> NIL
;; All four squares of each row that wins, in each direction.
(let ((wrong nil))
  (dolist (moves '((1 7 2 7 3 7 4) (1 2 1 2 1 2 1) (1 2 2 3 3 4 3 4 4 6 4) (7 6 6 5 5 4 5 4 4 2 4)) wrong)
    (let ((p (initial-position 'connect-four)))
      (dolist (m moves) (setq p (play-move 'connect-four p m)))
      (unless (= 4 (count #\X (with-output-to-string (*standard-output*) (funcall (system::game-show (system::find-game 'connect-four)) p))))
        (push moves wrong)))))  ;=> NIL

;; Values in words.
(system::value-text (system::find-game 'nim) '((1) :max) 1 t '((0 1)))        ;=> "MAX wins in 1 ply"
(system::value-text (system::find-game 'connect-four) (initial-position 'connect-four) -1 t nil)  ;=> "o wins"
(system::value-text (system::find-game 'nim) '((1) :max) 0 t nil)             ;=> "a draw"
(system::value-text (system::find-game 'nim) '((1) :max) 0 nil nil)           ;=> "not seen to the end"
(system::value-text (system::find-game 'othello) nil 1 nil nil)               ;=> "x is 1 disc ahead"
(system::value-text (system::find-game 'kalah) nil -3 nil nil)                ;=> "MIN is 3 stones ahead"
(system::value-text (system::find-game 'kalah) nil 0 nil nil)                 ;=> "even"

;; Saved games.
(missing-in-play "d3/save \"saved-othello\"/quit" '(othello :plies 1) "Saved to saved-othello.game: 2 moves, d3 ")  ;=> NIL
(with-open-file (in "saved-othello.game") (let ((form (read in))) (list (getf form :game) (getf form :plies) (length (getf form :moves)) (first (getf form :moves)))))  ;=> (OTHELLO 1 2 D3)
(missing-in-play "record/undo/load \"saved-othello\"/record/quit" '("saved-othello.game") "You are x and begin; Winnow is o and looks 1 ply ahead." "1. d3 " "x 2, o 2" "1. d3 ")  ;=> NIL
(missing-in-play "replay/quit" '("saved-othello.game") "play> " "x 2, o 2" "x plays d3." "x 4, o 1" "o plays " "x 3, o 3")  ;=> NIL
(missing-in-play "1 1/save \"saved-nim\"/load \"saved-nim\"/quit" '(nim :you :min :position ((2 2) :min)) "Saved to saved-nim.game" "play> ")  ;=> NIL
(missing-in-play "save/save 5/load \"no-such-game\"/quit" '(nim) "must be a string" "must be a string" "No such file")  ;=> NIL
(missing-in-play "save \"x\"/quit" (list (kalah-game :pits 2)) "Only a game with a name can be saved.")  ;=> NIL
(progn (with-open-file (out "bad.game" :direction :output :if-exists :supersede) (princ "(:game nim :moves ((7 7)))" out)) (play "bad.game"))  ;signals: "expected a legal move of NIM in bad.game, got (7 7)"
(progn (with-open-file (out "bad.game" :direction :output :if-exists :supersede) (princ "(1 2)" out)) (play "bad.game"))  ;signals: "expected a saved game in bad.game"
(mapc #'delete-file '("saved-othello.game" "saved-nim.game" "bad.game"))

(define-game two-one (:initial '((1 2) :max)) (:moves (p) (legal-moves 'nim p)) (:play (p m) (play-move 'nim p m))
  (:side (p) (cadr p)) (:over (p) (equal (car p) '(0 0))) (:value (p) (if (eq (cadr p) :max) -1 1)))
(missing-in-play "analysis level 1 (" '(two-one) "analysis level 1 ( cannot be read: a parenthesis or quotation mark is missing. Type ? for the commands." "play> ")  ;=> NIL
(missing-in-play "analysis/level 1 analysis/level x/level 0.5/level" '(two-one)
                 "  (0 1): MIN wins in 2 plies (then (1 2))" "  (1 1): MAX wins in 3 plies (then (0 1) (1 1))" "  (1 2): MIN wins in 2 plies (then (0 1))"
                 "Winnow looks 1 ply ahead." "  (0 1): worth 1 to MAX, not seen to the end"
                 "A level must be an integer greater than zero, not X." "A level must be an integer greater than zero, not 0.5."
                 "A level must be an integer greater than zero.")  ;=> NIL

;; The seed selects among equally good moves: reproducibly, and never a worse one. All nine first moves of tic-tac-toe draw;
;; with heaps 3 4 5 only one move wins.
(let ((moves (mapcar (lambda (seed) (values (best-move 'tic-tac-toe "........." :seed seed))) '(1 2 3 4 5 6 7 8))))
  (list (> (length (remove-duplicates moves)) 3)
        (equal moves (mapcar (lambda (seed) (values (best-move 'tic-tac-toe "........." :seed seed))) '(1 2 3 4 5 6 7 8)))))  ;=> (T T)
(remove-duplicates (mapcar (lambda (seed) (values (best-move 'nim '((3 4 5) :max) :seed seed))) '(1 2 3 4 5 6 7 8)) :test #'equal)  ;=> ((0 2))
(best-move 'nim '((3 4 5) :max) :seed 0)  ;signals: "greater than zero as :SEED"

;; Invalid games.
(define-game)  ;signals: program-error
(define-game broken (:initial 1) (:moves (p) '(1)))  ;signals: "DEFINE-GAME: expected a clause :PLAY of the game BROKEN"
(define-game broken (:inital 1))  ;signals: "expected a clause that begins with one of"
(define-game broken (:initial 1) (:moves (p q) '(1)))  ;signals: "expected one parameter of :MOVES"
(define-game broken (:initial 1) (:moves (p) '(1)) (:moves (p) '(2)))  ;signals: "expected one clause :MOVES of the game BROKEN, got two"
(define-game broken (:initial 1) (:players "x"))  ;signals: "with two strings, or two or more keywords, got"
(best-move 'chess 1)  ;signals: "unknown game CHESS"
(best-move 'othelo 1)  ;signals: "unknown game OTHELO"
(best-move 5 1)  ;signals: "expected a game, got 5"
(defmacro bad-game (&rest clauses)
  `(progn (define-game bad ,@(append clauses (remove-if (lambda (c) (assoc (car c) clauses))
            '((:initial 3) (:moves (p) '(1 2)) (:play (p m) (- p 1)) (:side (p) :max) (:over (p) (= p 0)) (:value (p) 1)))))
          (values (best-move 'bad 3))))
(bad-game)  ;=> 1
(bad-game (:moves (p) 5))  ;signals: "The game BAD: :MOVES must return a proper list, got 5, at the position 3"
(bad-game (:moves (p) nil))  ;signals: "The game BAD: :MOVES must return a move unless :OVER is true, got NIL, at the position 3"
(bad-game (:side (p) 'white))  ;signals: ":SIDE must return :MAX or :MIN, got WHITE, at the position 3"
(bad-game (:value (p) 'much))  ;signals: ":VALUE must return a real between"
(bad-game (:value (p) 5d8))  ;signals: ":VALUE must return a real between -400,000,000 and 400,000,000, got 5.0d8"
(bad-game (:key (p) #'car))  ;signals: ":KEY must return a number"
(bad-game (:order (p m) 'first))  ;signals: ":ORDER must return an integer between"
(bad-game (:play (p m) (error "no way")))  ;signals: "no way"
(bad-game (:play (p m) nil))  ;signals: "The game BAD: :PLAY must return the position after the move 1, got NIL, at the position 3"
(bad-game (:bounds (p) 5))  ;signals: "The game BAD: :BOUNDS must return two reals as values, the least value and the greatest, got (5), at the position 3"
(bad-game (:bounds (p) (values 5 4)))  ;signals: "got (5 4)"
(bad-game (:bounds (p) (values 5 'much)))  ;signals: "got (5 MUCH)"
(bad-game (:key (p) (let ((l (list 1))) (setf (cdr l) l))))  ;signals: "the value of :KEY must not be circular"
(consp (bad-game (:moves (p) (let ((l (list 1))) (setf (car l) l) (list l l))) (:key (p) p) (:play (p m) (- p 1))))  ;=> T
(consp (bad-game (:moves (p) (let ((l 1)) (dotimes (i 3000000) (setq l (list l))) (list l))) (:play (p m) (- p 1))))  ;=> T
(bad-game (:key (p) (let ((l 1)) (dotimes (i 30000000 l) (setq l (list l))))))  ;signals: "or nested too deeply"

;; CHECK-GAME plays random games.
(defmacro bad-check (&rest clauses)
  `(progn (define-game bad ,@(append clauses (remove-if (lambda (c) (assoc (car c) clauses))
            '((:initial 3) (:moves (p) '(1 2)) (:play (p m) (- p 1)) (:side (p) :max) (:over (p) (= p 0)) (:value (p) 1)))))
          (check-game 'bad :games 3 :plies 20)))
(mapcar #'check-game (set-difference (games) '(endless bad broken one two-one wide ordered alike hot turning)))  ;=> (T T T T T T T)
(mapcar (lambda (rules) (check-game (kalah-game :pits 3 :stones 3 :rules rules))) '(:idu :common :sail :wetherell))  ;=> (T T T T)
(check-game (kalah-game :rules nil :relay t :end :mover-empty))  ;=> T
(bad-check)  ;=> T
(bad-check (:side (p) 'white))  ;prints: BAD: (:SIDE p) must be :MAX, :MIN or :CHANCE, not WHITE, at 3~
(bad-check (:value (p) (if (= p 1) 'half 1)))  ;prints: BAD: (:VALUE p) must be a real between -400,000,000 and 400,000,000, not HALF, at 1~
(bad-check (:moves (p) '(1 2 1)))  ;=> NIL
(bad-check (:moves (p) '(1 . 2)))  ;=> NIL
(bad-check (:moves (p) nil))  ;prints: BAD: (:MOVES p) is empty, but (:OVER p) is false, at 3~
(bad-check (:over (p) nil))  ;prints: BAD: none of 3 games ended within 20 plies~
(bad-check (:play (p m) (if (= p 2) nil (- p 1))))  ;prints: BAD: (:PLAY p move) must return a position, not NIL, for 1 at 2~
(bad-check (:initial (list 3)) (:over (p) (= (car p) 0)) (:play (p m) (decf (car p)) p))  ;=> NIL
(bad-check (:bounds (p) (values 2 3)))  ;=> NIL
(bad-check (:bounds (p) 1))  ;=> NIL
(bad-check (:value (p) p) (:bounds (p) (if (= p 2) (values 2 2) (values 0 3))))  ;prints: BAD: (:VALUE p) is 1 at 1, but (:BOUNDS p) said 2 to 2 one move before~
(bad-check (:key (p) 1))  ;=> NIL
(bad-check (:key (p) p))  ;=> T
(bad-check (:order (p m) 'first))  ;=> NIL
(bad-check (:side (p) (error "whose turn?")))  ;prints: BAD: :SIDE signals an error at 3: whose turn?~
(let ((text (with-output-to-string (*standard-output*) (bad-check (:moves (p) (if (= p 3) '(1) (labels ((deep (n) (+ 1 (deep n)))) (deep p))))))))
  (list (search "BAD: :MOVES signals an error at 2: The recursion is too deep" text) (count #\Newline text)))  ;=> (0 1)
(bad-game (:play (p m) p))  ;signals: "too deep"
(catch 'out (bad-game (:play (p m) (throw 'out :thrown))))  ;=> :THROWN
(bad-game)  ;=> 1
(play-move 'nim '((3 4 5) :max) '(1 9))  ;signals: "PLAY-MOVE: expected a legal move of NIM at ((3 4 5) :MAX), got (1 9)"
(best-move 'nim '((0 0) :max))  ;signals: "BEST-MOVE: expected a position of NIM before the end of the game"
(best-move 'nim '((1 2) :max) :plies 0)  ;signals: "greater than zero as :PLIES"
(best-move 'nim '((1 2) :max) :seconds -1)  ;signals: "greater than zero as :SECONDS"

;; Wetherell's program: the value of MINIMAX, with every pruning method; ties are resolved reproducibly for a seed, and
;; differently between seeds.
(let ((wrong nil))
  (dolist (rules '(:common :wetherell) wrong)
    (let ((game (kalah-game :pits 4 :stones 3 :rules rules)))
      (dolist (plies '(1 2 3 4 5))
        (let ((value (second (multiple-value-list (wetherell-move game (initial-position game) plies)))))
          (if (not (eql value (second (multiple-value-list (best-move game (initial-position game) :plies plies)))))
              (push (list rules plies value) wrong)))))))  ;=> NIL
(eql (wetherell-move 'tic-tac-toe "........." 2 :seed 7) (wetherell-move 'tic-tac-toe "........." 2 :seed 7))  ;=> T
(> (length (remove-duplicates (mapcar (lambda (seed) (wetherell-move 'tic-tac-toe "........." 2 :seed seed)) '(1 2 3 4 5 6 7 8)))) 2)  ;=> T
(wetherell-move 'nim '((1 1) :max) 2 :show t)  ;prints: level 2: value -1~  level 1: MIN, provisional value -1 by (1 1)~  level 1: MIN, final value -1~level 0: (0 1) is worth -1~    level 2: value -1~  level 1: MIN, provisional value -1 by (0 1)~  level 1: MIN, final value -1~level 0: (1 1) is worth -1~

;; Ten thousand moves with the best one last, and the order that the game gives them.
(define-game wide (:initial 0) (:moves (p) (let ((all nil)) (dotimes (i 10000 all) (push (- 10000 i) all)))) (:play (p m) (+ p m))
  (:side (p) :max) (:over (p) (> p 0)) (:value (p) p))
(values (best-move 'wide 0))  ;=> 10000
(values (minimax 0 :game 'wide))  ;=> (10000 (10000))
(define-game ordered (:initial '(0)) (:moves (p) '(1 2 3)) (:play (p m) (cons m p)) (:side (p) (if (evenp (length p)) :min :max))
  (:over (p) (= (length p) 7)) (:value (p) (let ((v 0)) (dolist (m p v) (setq v (mod (+ (* 5 v) (* m m)) 97)))))
  (:order (p m) (if (evenp (length p)) m (- m))))
(= (second (multiple-value-list (best-move 'ordered '(0)))) (second (multiple-value-list (best-move 'ordered '(0) :without '(:order :killers :history)))) 
   (first (minimax '(0) :game 'ordered)))  ;=> T
; Among equal moves the first in the game's order is chosen; within a group of moves too, however large it is.
(defvar *alike* 10)
(define-game alike (:initial '(start)) (:moves (p) (loop for i below *alike* collect i)) (:play (p m) (list m))
  (:side (p) (if (eq (car p) 'start) :max :min)) (:over (p) (integerp (car p))) (:value (p) 0) (:order (p m) (mod m 3)))
(flet ((best (n) (let ((*alike* n)) (list (best-move 'alike '(start)) (best-move 'alike '(start) :without '(:order))))))
  (list (best 1) (best 10) (best 64) (best 65) (best 1000)))  ;=> ((0 0) (2 0) (2 0) (2 0) (2 0))

;; Unquiet positions are searched beyond the depth, with the same result under all refinements.
(define-game hot  ; an exchange: values swing until three plies have passed
  (:initial '(0 0))
  (:moves (p) '(1 2 3))
  (:play (p m) (list (+ (first p) 1) (mod (+ (* 7 (second p)) (* m m) (first p)) 23)))
  (:side (p) (if (evenp (first p)) :max :min))
  (:over (p) (= (first p) 12))
  (:value (p) (- (second p) 11))
  (:quiet (p) (not (eql 0 (mod (second p) 3))))
  (:key (p) p))
(let ((values nil))
  (dolist (without '(() (:table) (:aspiration) (:deepening) (:table :deepening :aspiration)) values)
    (pushnew (second (multiple-value-list (best-move 'hot '(0 0) :plies 5 :without without))) values))
  (length values))  ;=> 1
(define-game never-quiet (:initial 0) (:moves (n) (list (+ n 1))) (:play (n m) n m) (:side (n) n :max) (:over (n) n nil) (:value (n) n) (:quiet (n) n nil))
(mapcar (lambda (options) (second (multiple-value-list (apply #'best-move 'never-quiet 0 options))))
        '((:plies 1) (:plies 4) (:plies 4 :without (:quiescence)) (:plies 4 :without (:deepening))))  ;=> (17 20 4 20)

;; Errors in limits and rules are signalled before the game begins.
(play 'nim :plies -1)  ;signals: "PLAY: expected an integer greater than zero as :PLIES, got -1"
(play 'nim :seconds 'x)  ;signals: "PLAY: expected a number greater than zero as :SECONDS, got X"
(check-game 'nim :games 0)  ;signals: type-error
(kalah-game :pits -1)  ;signals: "KALAH-GAME: expected an integer greater than zero as :PITS, got -1"
(kalah-game :rules nil :end :zork)  ;signals: type-error
(kalah-game :rules nil :counts '(2 . 3))  ;signals: type-error
(wetherell-move 'tic-tac-toe "........." 'x)  ;signals: "WETHERELL-MOVE: expected a number, got X"

;; Kalah with five houses: the native search agrees with that of the rules in Lisp.
(let ((game (kalah-game :pits 5 :stones 1)))
  (= (solve game) (first (minimax (initial-position game) :game game))))  ;=> T
(best-move 'nim '((1 2) :max) :without 5)  ;signals: type-error

;; CHECK-GAME reports a :PLAY that modifies its argument.
(define-game in-place
  (:initial (list 3 2)) (:moves (p) (loop for n in p for i from 0 when (> n 0) collect i)) (:play (p m) (decf (nth m p)) p)
  (:side (p) (if (evenp (reduce #'+ p)) :min :max)) (:over (p) (every #'zerop p)) (:value (p) 1))
(solve 'in-place)  ;signals: "IN-PLACE: expected (:PLAY p move) to return a new position, but it modifies p, (3 2)"
(best-move 'in-place '(1 2))  ;signals: "but it modifies p, (1 2)"
(minimax (list 1 2) :game 'in-place)  ;signals: "but it modifies p, (1 2)"
(perft 'in-place (list 1 2) 2)  ;signals: "but it modifies p, (1 2)"

;; :SIDE is not called where positions are only counted.
(defvar *sides-asked* 0)
(define-game countdown
  (:initial 3) (:moves (p) (if (= p 1) '(1) '(1 2))) (:play (p m) (- p m))
  (:side (p) (incf *sides-asked*) (if (= p 0) (error "the game is over") :max)) (:over (p) (= p 0)) (:value (p) p))
(perft 'countdown 3 2)  ;=> 3
*sides-asked*  ;=> 0
(getf (nth-value 2 (best-move 'nim '((1 2) :max) :without '(:deepening))) :depth)  ;=> 0

;; A symbol move is typed by its name, whatever its package. In this game of Othello (public) x must pass.
(defvar *must-pass* (initial-position 'othello))
(dolist (m '(65 66 43 53 63 64 77 46 47 67 75 88 68 57 87 86)) (setq *must-pass* (play-move 'othello *must-pass* m)))
(mapcar #'symbol-name (legal-moves 'othello *must-pass*))  ;=> ("PASS")
(eql (third (play-move 'othello *must-pass* 'pass)) #\o)  ;=> T
(missing-in-play "quit" (list 'othello :position *must-pass* :you :both) "x must pass." "o to move." "play> ")  ;=> NIL
(defpackage :elsewhere (:use :cl))
(define-game named (:initial 3) (:moves (p) '(elsewhere::take (elsewhere::take twice))) (:play (p m) (- p (if (consp m) 2 1)))
  (:side (p) (if (oddp p) :max :min)) (:over (p) (< p 1)) (:value (p) 0))
(play-move 'named 3 'take)  ;=> 2
(play-move 'named 3 '(take twice))  ;=> 1
(play-move 'named 3 '(twice take))  ;signals: "PLAY-MOVE: expected a legal move of"
(values (played "take/(take twice)" 'named :you :both))  ;=> 0

;; A bound that proves the value of a position does not prove a move: A only looks better, and loses.
(define-game tempting (:initial 'r) (:moves (p) (case p (r '(a b)) (t '(x)))) (:play (p m) (if (eq m 'x) (if (eq p 'a) 'lost 'won) m))
  (:side (p) (if (eq p 'r) :max :min)) (:over (p) (member p '(lost won))) (:value (p) (case p (lost 0) (won 1) (a 5) (b 1)))
  (:bounds (p) (case p (r (values 1 1)) (t (values -10 10)))))
(mapcar (lambda (options) (multiple-value-bind (move value info) (apply #'best-move 'tempting 'r options) (list move value (getf info :complete))))
        '(() (:nodes 100) (:without (:deepening)) (:plies 2)))  ;=> ((B 1 T) (B 1 T) (B 1 T) (B 1 T))

;; An estimate at a leaf is clamped to the interval that :BOUNDS gives for the position.
(define-game boasting (:initial 'r) (:moves (p) (case p (r '(a b)) (t '(x)))) (:play (p m) (if (eq m 'x) 'end m)) (:side (p) (if (eq p 'r) :max :min))
  (:over (p) (eq p 'end)) (:value (p) (case p (a 5) (b 3) (t 0)))
  (:bounds (p) (case p (a (values -1 1)) (end (values 0 0)) (t (values -10 10)))))
(butlast (multiple-value-list (best-move 'boasting 'r :plies 1)))  ;=> (B 3)

;; A side that moves repeatedly takes the shortest win, however many plies are searched.
(define-game walk (:initial 0) (:moves (p) '(back forth)) (:play (p m) (if (eq m 'back) (max 0 (- p 1)) (+ p 1))) (:side (p) :max)
  (:over (p) (= p 3)) (:value (p) (if (= p 3) 1 0)))
(mapcar (lambda (plies) (values (best-move 'walk 0 :plies plies))) '(3 4 5 6 7 8))  ;=> (FORTH FORTH FORTH FORTH FORTH FORTH)

;; A game with cycles is searched before :OVER is called.
(define-game round-about (:initial 'a) (:moves (p) (case p (a '(b c)) (b '(a)) (c '(w)))) (:play (p m) p m) (:side (p) (if (eq p 'b) :min :max))
  (:over (p) (eq p 'w)) (:value (p) (if (eq p 'w) 1 0)) (:bounds (p) (values -1 1)) (:key (p) p))
(butlast (multiple-value-list (best-move 'round-about 'a)))  ;=> (C 1)
(best-move 'walk 0)  ;signals: storage-condition

;; Random graphs with cycles, won where an end is reached: proved values agree with backward induction.
(defvar *graph* nil)
(defvar *graph-seed* 1)
(defun draw-lot (n) (setq *graph-seed* (mod (* 48271 *graph-seed*) 2147483647)) (mod (floor *graph-seed* 7) n))
(define-game graph (:initial 0) (:moves (p) (second (aref *graph* p))) (:play (p m) p m) (:side (p) (first (aref *graph* p)))
  (:over (p) (null (second (aref *graph* p)))) (:value (p) (third (aref *graph* p))) (:bounds (p) (values -1 1)) (:key (p) p))
(defun random-graph (n)
  (let ((g (make-array n)))
    (dotimes (i n g)
      (let ((end (= 0 (draw-lot 4))))
        (setf (aref g i) (list (if (= 0 (draw-lot 2)) :max :min)
                               (if (and end (> i 0)) nil (remove-duplicates (list (draw-lot n) (draw-lot n) (draw-lot n))))
                               (if end (- (draw-lot 3) 1) 0)))))))
;; +1 or -1 if SIDE can force an end of that value, by backward induction.
(defun forced (value side)
  (let ((won (make-array (length *graph*) :initial-element nil)) (changed t))
    (loop while changed do
      (setq changed nil)
      (dotimes (i (length *graph*))
        (destructuring-bind (mover moves worth) (aref *graph* i)
          (when (and (not (aref won i))
                     (cond ((null moves) (eql worth value))
                           ((eq mover side) (some (lambda (m) (aref won m)) moves))
                           (t (every (lambda (m) (aref won m)) moves))))
            (setf (aref won i) t changed t)))))
    won))
(let ((wrong nil) (proved 0))
  (dotimes (i 300 (list wrong (> proved 100)))
    (setq *graph* (random-graph (+ 4 (draw-lot 12))))
    (let ((max (forced 1 :max)) (min (forced -1 :min)))
      (multiple-value-bind (move value info) (ignore-errors (best-move 'graph 0 :nodes 3000))
        (when (getf info :complete)
          (incf proved)
          (unless (case value (1 (and (aref max 0) (aref max move))) (-1 (and (aref min 0) (aref min move)))
                    (t (not (or (aref max 0) (aref min 0)))))
            (push (list i *graph* move value) wrong)))))))  ;=> (NIL T)

;; Edge cases of limits: a single legal move needs no time; 400 plies are not the end of a long game; a limit may be any
;; integer.
(define-game corridor (:initial 0) (:moves (p) (if (= p 0) '(1) '(1 2 3))) (:play (p m) (+ (* 4 p) m)) (:side (p) :max) (:over (p) nil)
  (:value (p) (mod p 17)))
(multiple-value-bind (move value info) (best-move 'corridor 0 :seconds 1000)
  (list move value (getf info :depth) (getf info :complete)))  ;=> (1 1 1 NIL)
(defvar *long* 500)
(define-game long (:initial 0) (:moves (p) '(go)) (:play (p m) m (+ p 1)) (:side (p) (if (evenp p) :max :min)) (:over (p) (= p *long*))
  (:value (p) (if (= p *long*) 42 0)) (:key (p) p))
(multiple-value-bind (move value info) (best-move 'long 0) (list move value (getf info :complete) (getf info :depth)))  ;=> (GO 42 T 0)
(getf (nth-value 2 (best-move 'long 0 :without '(:bisection))) :depth)  ;=> 500
(let ((*long* 1100)) (second (multiple-value-list (best-move 'long 0))))  ;=> 42
(multiple-value-bind (move value info) (best-move 'long 0 :plies 450) (list move value (getf info :depth)))  ;=> (GO 0 450)
(values (best-move 'nim '((1 2) :max) :nodes (expt 10 30)))  ;=> (1 1)
(define-game broken (:initial 1) (:moves (p q) '(1)))  ;signals: "DEFINE-GAME: expected one parameter of :MOVES, got (P Q)"
(define-game going-round (:initial 0) (:moves (p) (let ((l (list 1 2))) (setf (cddr l) l))) (:play (p m) (+ p m)) (:side (p) :max)
  (:over (p) nil) (:value (p) 1))
(minimax 0 :game 'going-round)  ;signals: ":MOVES must return a proper list"

;; CHECK-GAME detects a game that only some random games end: with 5 matches, play can step past zero. It also detects a
;; cycle.
(define-game past-zero (:initial 5) (:over (p) (= p 0)) (:value (p) (if (evenp p) 1 -1)) (:side (p) (if (oddp p) :max :min))
  (:moves (p) '(1 2)) (:play (p m) (- p m)))
(let* ((result t) (text (with-output-to-string (*standard-output*) (setq result (check-game 'past-zero :plies 20)))))
  (list result (count #\Newline text) (if (search "PAST-ZERO: a game may be endless: it continues for 1000 plies after the position -" text) t nil)))  ;=> (NIL 1 T)
(check-game 'walk)  ;prints: WALK: a game may be endless: the position 0 occurs again~
;; A game may be longer than the plies that are checked. Without a fault, one line reports what was checked.
(let ((*long* 300)) (check-game 'long :games 2 :plies 100))  ;=> NIL
(define-game sometimes-long (:initial 0) (:moves (p) '(1 90)) (:play (p m) (+ p m)) (:side (p) :max) (:over (p) (> p 100)) (:value (p) p))
(check-game 'sometimes-long :plies 20)  ;=> T
(check-game 'two-one :games 1 :seed 1)  ;=> T
(let ((text (with-output-to-string (*standard-output*) (check-game 'nim :games 3))))
  (list (count #\Newline text) (search "NIM: no fault in three random games, " text)))  ;=> (1 0)

;; A hint wins what one second can solve, whatever the level; the moves of PLAY win what is won within some thousand positions.
(missing-in-play "hint/quit" '(nim) "(0 2) wins in ")  ;=> NIL
(missing-in-play "hint/quit" '(nim :plies 1) "(0 2) wins in ")  ;=> NIL
(missing-in-play "hint/quit" '(nim :you :both :position ((0 0 2) :max)) "(2 2) wins immediately.")  ;=> NIL
(missing-in-play "hint/quit" '(connect-four :you :both :position ("xxx...ooo................................." 7 6 #\x nil)) "1 wins immediately.")  ;=> NIL
;; A hint never loses a won game: all positions of three small heaps.
(let ((lost nil))
  (dotimes (a 4 lost)
    (dotimes (b 4)
      (dotimes (c 4)
        (unless (= 0 (logxor a b c))
          (let* ((position (list (list a b c) :max))
                 (output (with-output-to-string (*standard-output*) (played "hint/quit" 'nim :plies 1 :position position)))
                 (at (search "play> " output)) (move (read-from-string output t nil :start (+ at 6))))
            (unless (= 0 (apply #'logxor (first (play-move 'nim position move)))) (push (list position move) lost))))))))  ;=> NIL
(missing-in-play "3/quit" '(connect-four) "Winnow plays ")  ;=> NIL
;; The game is won for the second player: after any first move of the user, Winnow wins.
(let ((lost nil))
  (dolist (move (legal-moves 'nim '((1 4 5) :max)) lost)
    (let ((position (play-move 'nim '((1 4 5) :max) move)))
      (with-output-to-string (*standard-output*)
        (let ((first-moves (format nil "~{~A~%~}" (make-list 20 :initial-element "1"))))
          (unless (eql -1 (values (with-input-from-string (*standard-input* first-moves) (play 'nim :position position))))
            (push move lost)))))))  ;=> NIL

;; If the final value is below the middle of :BOUNDS, PLAY does not count the plies; the count ends.
(define-game below (:initial 1) (:moves (n) (if (= n 1) '(a b) nil)) (:play (n m) (if (eq m 'a) 2 3)) (:side (n) :max) (:over (n) (> n 1))
  (:value (n) (if (= n 2) 3 2)) (:bounds (n) (values 0 10)))
(system::value-text (system::find-game 'below) 1 3 t '(a))  ;=> "MAX wins"
