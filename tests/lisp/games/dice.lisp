;;;; PLAY in games with dice. Probabilities come from the tables of backgammon books (how many of the 36 throws bear off a home) and, for
;;;; Pig to one point, from p = 5/6 + 1/6 (1 - p), that is 6/7.

(defun home (&rest points) (loop for point from 1 to 6 collect (count point points)))
(defun output-of (typed &rest arguments)
  (with-output-to-string (*standard-output*)
    (with-input-from-string (*standard-input* (substitute #\Newline #\; typed)) (apply #'play arguments))))
;; The first of TEXTS that does not appear in OUTPUT after the ones before it, or NIL.
(defun missing (output &rest texts)
  (let ((at 0))
    (dolist (text texts nil)
      (let ((found (search text output :start2 at))) (if found (setq at (+ found (length text))) (return text))))))

;; Hint and analysis give probabilities, exact where the game is solved. MIN bears off 6 and 5 with 6 of 36 throws, MAX then a 3 with all, a 4
;; with 34.
(defun race (&rest dice) (list (home 6 5) (home 6 5) :max dice))
(missing (output-of "hint;analysis;quit" 'bear-off :position (race 6 2))
         "MAX plays 6 2" "play> 6/off 5/3: MAX wins with probability 0.833." "  6/off 5/3: MAX wins with probability 0.833") ;=> NIL
(missing (output-of "hint;quit" 'bear-off :position (race 6 5)) "6/off 5/off wins immediately.") ;=> NIL
(missing (output-of "hint;quit" 'bear-off :position (list (home 6 5) (home 1) :max '(2 1))) ": MAX loses.") ;=> NIL
(missing (output-of "hint;quit" 'bear-off :you :min :position (list (home 6 6) (home 6 5) :min '(6 2))) "play> 6/off 5/3: MIN wins with probability 0.889.") ;=> NIL
(missing (output-of "hint;quit" 'pig :position (pig-position 1)) "play> roll: MAX wins with probability 0.857.") ;=> NIL
;; A search to a depth only estimates.
(missing (output-of "hint;quit" 'pig :plies 2) "Winnow is MIN and looks 2 plies ahead" "MAX wins with probability about 0.5") ;=> NIL
(missing (output-of "hint;quit" 'pig) "Winnow is MIN and solves the game where that is fast, and visits up to 20,000 positions elsewhere" " about ") ;=> NIL

;; The hint is the move of the exact table.
(loop for seed from 1 to 6
      for p = (list (home 6 4 1) (home 5 3) :max (list (+ 1 (mod seed 6)) (+ 1 (mod (* 5 seed) 6))))
      for (move value) = (multiple-value-list (system::expected-best-move
                                                (system::make-match :game (system::find-game 'bear-off) :position p :memory (list nil))))
      always (= value (table-value (tabulate 'bear-off :position p) p)
                (table-value (tabulate 'bear-off :position p) (play-move 'bear-off p move)))) ;=> T

;; Winnow throws for both sides and says what was thrown; all six numbers appear, and no others.
(let ((output (output-of (format nil "~{~A~^;~}" (make-list 120 :initial-element "roll")) 'pig :you :both :seed 1 :position (pig-position 10000))) (seen nil))
  (do ((at (search " throws " output) (search " throws " output :start2 (+ at 1)))) ((null at) (sort (remove nil seen) #'<))
    (pushnew (digit-char-p (char output (+ at 8))) seen))) ;=> (1 2 3 4 5 6)
(missing (output-of "quit" 'bear-off :seed 3) "You are MAX and begin; Winnow is MIN" "You throw " "MAX plays ") ;=> NIL
(missing (output-of "quit" 'bear-off :seed 3 :position (bear-off-position (home 1 1 1) (home 1 1 1) :min)) "You are MAX; Winnow is MIN" "Winnow throws " "Winnow plays " "You throw ") ;=> NIL
;; The same seed gives the same dice.
(string= (output-of "1;1;1;1;quit" 'bear-off :seed 5) (output-of "1;1;1;1;quit" 'bear-off :seed 5)) ;=> T

;; A move is typed as players write it, its parts in any order, or by its number.
(missing (output-of "5/3 6/off;record;quit" 'bear-off :you :both :position (race 6 2)) "MIN throws " "1. 6/off 5/3 (") ;=> NIL
(missing (output-of "moves;1;record;quit" 'bear-off :you :both :position (race 6 2)) "  1: 6/off 5/3" "MIN throws " "1. 6/off 5/3 (") ;=> NIL
(missing (output-of "6/1;quit" 'bear-off :you :both :position (race 6 2)) "is not a legal move: you can play 6/off 5/3, ") ;=> NIL
(missing (output-of "Roll;quit" 'pig :you :both) "MAX throws ") ;=> NIL
;; Moves that were typed before the dice were known are dropped.
(missing (output-of "roll roll roll;record;quit" 'pig :you :both :seed 2) "MAX throws " (format nil "~%1. roll (") (format nil ")~%play> ")) ;=> NIL
(let ((output (output-of "roll roll roll;record;quit" 'pig :you :both :seed 2)))
  (search "roll" output :start2 (+ 4 (search "1. roll" output)))) ;=> NIL
;; UNDO goes back to your move, with the dice that you had.
(missing (output-of "1;undo;record;quit" 'bear-off :position (race 6 2) :seed 3) "MAX plays 6 2" "Winnow throws " "MAX plays 6 2" "no moves") ;=> NIL

;; The winner of a game whose values are probabilities: 0 is a win of MIN.
(let ((output (output-of "6/off 5/3;1;1;1;1;1" 'bear-off :you :both :position (list (home 6 5) (home 1) :max '(6 2)))))
  (missing output "MIN throws " (format nil "MIN wins.~%Bear Off") "1. 6/off 5/3 (")) ;=> NIL
(with-input-from-string (*standard-input* (format nil "6/off 5/3~%1/off~%"))
  (let ((*standard-output* (make-broadcast-stream)))
    (let ((result (multiple-value-list (play 'bear-off :you :both :position (list (home 6 5) (home 1) :max '(6 2))))))
      (list (first result) (length (second result)))))) ;=> (0 3)

;; A saved game has the throws; the resumed game goes on from them.
(missing (output-of "6/off 5/3;1;save \"saved-dice\";record;quit" 'bear-off :you :both :position (race 6 2) :seed 3) "Saved to saved-dice.game: 4 moves, 6/off 5/3") ;=> NIL
(let ((form (with-open-file (in "saved-dice.game") (read in))))
  (list (getf form :game) (getf form :you) (length (getf form :moves)) (string (first (getf form :moves))))) ;=> (BEAR-OFF :BOTH 4 "6/OFF 5/3")
(flet ((record-in (output) (let ((at (search "1. 6/off 5/3" output))) (subseq output at (position #\Newline output :start at)))))
  (string= (record-in (output-of "6/off 5/3;1;record;quit" 'bear-off :you :both :position (race 6 2) :seed 3))
           (record-in (output-of "record;quit" "saved-dice.game")))) ;=> T
(missing (output-of "replay;quit" "saved-dice.game" :seed 4) "MAX plays 6/off 5/3." "MIN throws " "MIN plays " "MAX throws ") ;=> NIL
(missing (output-of "roll;save \"saved-pig\";quit" 'pig :seed 2) "Saved to saved-pig.game: ") ;=> NIL
(missing (output-of "record;quit" "saved-pig.game") "1. roll (") ;=> NIL
(mapc #'delete-file '("saved-dice.game" "saved-pig.game"))

;; Values of other games with chance are means.
(define-game coin (:initial '(:max 0)) (:side (p) (first p)) (:over (p) (eq (first p) :end)) (:moves (p) (if (eq (first p) :max) '(2 5) '((0 . 2/3) (1 . 1/3))))
  (:play (p m) (if (eq (first p) :max) (list :chance m) (list :end (if (eq m 0) 2 (second p))))) (:value (p) (second p)))
(missing (output-of "hint;quit" 'coin) "play> 5: worth 3.000 to MAX on average.") ;=> NIL
(missing (output-of "5" 'coin) "You throw " "You win.") ;=> NIL

;; A game in which chance moves once, after six moves: searches without chance meet it at any depth. Each A adds 1, and the throw adds
;; or takes 5; so MAX, who plays A three times, gets 3 on average against B.
(define-game late-chance
  (:initial '(0 0)) (:side (p) (cond ((= (first p) 6) :chance) ((evenp (first p)) :max) (t :min)))
  (:moves (p) (if (= (first p) 6) '((heads . 1/2) (tails . 1/2)) '(a b)))
  (:play (p m) (list (+ 1 (first p)) (+ (second p) (ecase m (a 1) (b 0) (heads 5) (tails -5)))))
  (:over (p) (= (first p) 8)) (:value (p) (second p)))
(expectiminimax 'late-chance)  ;=> A ; 3 ; (:NODES 511 :LEAVES 256 :CUTOFFS 0)
(missing (output-of "a;hint;analysis;a;hint;analysis;quit" 'late-chance)
         "Winnow plays b: worth 3.000 to MAX on average." "a: worth 3.000 to MAX on average." "b: worth 2.000 to MAX on average") ;=> NIL
;; The same when the search is not deep enough at first.
(define-game later-chance
  (:initial '(0 0)) (:side (p) (cond ((= (first p) 6) :chance) ((evenp (first p)) :max) (t :min)))
  (:moves (p) (if (= (first p) 6) '((heads . 1/2) (tails . 1/2)) '(a b)))
  (:play (p m) (list (+ 1 (first p)) (+ (second p) (ecase m (a 1) (b 0) (heads 5) (tails -5)))))
  (:over (p) (= (first p) 8)) (:value (p) (second p)))
(missing (output-of "a;hint;analysis;a;hint;analysis;a" 'later-chance :plies 2)
         "Winnow plays b." "a: worth about 3.000 to MAX on average." "Winnow throws ") ;=> NIL
