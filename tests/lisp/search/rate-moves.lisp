;;;; rate-moves.lisp -- RATE-MOVES, OTHER-SIDE and the clause :RESULT, against a minimax of the test's own.

;; The value of a position by plain recursion, PLIES deep (NIL: to the end).
(defun value-by-recursion (game p plies)
  (let ((g (system::find-game game)))
    (if (or (eql plies 0) (funcall (system::game-over g) p))
        (funcall (system::game-value g) p)
        (reduce (if (eq (funcall (system::game-side g) p) :max) #'max #'min)
                (mapcar (lambda (move) (value-by-recursion game (play-move game p move) (if plies (- plies 1) nil)))
                        (legal-moves game p))))))

;; The ratings of all moves equal those by recursion, in order of their values for the side to move; each line leads to its value.
(defun faults-of-ratings (game p plies &rest limits)
  (let* ((ratings (apply #'rate-moves game p limits)) (values (mapcar #'second ratings)) (faults nil))
    (unless (equal (sort (mapcar #'prin1-to-string (mapcar #'first ratings)) #'string<)
                   (sort (mapcar #'prin1-to-string (legal-moves game p)) #'string<))
      (push :moves faults))
    (unless (apply (if (eq (funcall (system::game-side (system::find-game game)) p) :max) #'>= #'<=) values) (push :order faults))
    (dolist (rating ratings faults)
      (destructuring-bind (move value bound line) rating
        (unless (and (eq bound :exact) (eql move (first line))
                     (= value (value-by-recursion game (play-move game p move) (if plies (- plies 1) nil))))
          (push rating faults))
        (unless plies
          (let ((end p))
            (dolist (move line) (setq end (play-move game end move)))
            (unless (and (null (legal-moves game end)) (= value (value-by-recursion game end 0))) (push line faults))))))))
(faults-of-ratings 'tic-tac-toe "xo.x....." nil)   ;=> NIL
(faults-of-ratings 'tic-tac-toe "xo......." nil)   ;=> NIL
(faults-of-ratings 'connect-four (connect-four-position 4 3) nil)  ;=> NIL
(faults-of-ratings 'othello (othello-position 4) 4 :plies 4)       ;=> NIL
(faults-of-ratings 'othello (othello-position 4) 1 :plies 1)       ;=> NIL
(first (rate-moves 'tic-tac-toe "xx.oo...."))      ;=> (2 1 :EXACT (2))
;; Bouton's winning moves in Nim come first, all others lose.
(mapcar #'butlast (rate-moves 'nim '((1 3) :min)))  ;=> (((1 2) -1 :EXACT) ((0 1) 1 :EXACT) ((1 1) 1 :EXACT) ((1 3) 1 :EXACT))
;; A limit of one node for each move: no ply is completed.
(mapcar #'cddr (mapcar #'butlast (rate-moves 'nim '((1 2) :max) :nodes 3)))  ;=> ((NIL) (NIL) (NIL))
(rate-moves 'tic-tac-toe "xxxoo....")              ;signals: "RATE-MOVES: expected a position of TIC-TAC-TOE before the end of the game"
(rate-moves 'nim '((1 2) :max) :plies 0)           ;signals: "an integer greater than zero as :PLIES"
(rate-moves 'nobody 1)                             ;signals: "RATE-MOVES: unknown game NOBODY"

(list (other-side :max) (other-side :min))  ;=> (:MIN :MAX)
(other-side 'max)                           ;signals: "OTHER-SIDE: expected :MAX or :MIN as the side, got MAX"

;; A game with :RESULT has the values, counts and messages of one with :OVER and :VALUE.
(defun race-moves (p) (if (= (first p) 20) '(1) '(1 2)))
(define-game race-1 (:initial '(0 :max)) (:moves (p) (race-moves p)) (:play (p m) (list (+ (first p) m) (other-side (second p))))
  (:side (p) (second p)) (:over (p) (= (first p) 21)) (:value (p) (if (= (first p) 21) (if (eq (second p) :max) -3 3) 0)) (:key (p) p))
(define-game race-2 (:initial '(0 :max)) (:moves (p) (race-moves p)) (:play (p m) (list (+ (first p) m) (other-side (second p))))
  (:side (p) (second p)) (:result (p) (if (= (first p) 21) (if (eq (second p) :max) -3 3))) (:key (p) p))
(defun everything (game)
  (list (subseq (multiple-value-list (solve game '(9 :max))) 0 2)
        (mapcar (lambda (plies) (subseq (multiple-value-list (best-move game '(10 :min) :plies plies)) 0 2)) '(1 4 7 30))
        (mapcar (lambda (algorithm) (multiple-value-list (minimax '(12 :max) :game game :algorithm algorithm)))
                '(:minimax :alpha-beta :sss :mtdf))
        (perft game '(15 :max) 6) (legal-moves game '(21 :min)) (check-game game) (rate-moves game '(14 :max))))
(equal (everything 'race-1) (everything 'race-2))  ;=> T
;; The clause :VALUE is then the estimate before the end only.
(define-game race-3 (:initial '(0 :max)) (:moves (p) (race-moves p)) (:play (p m) (list (+ (first p) m) (other-side (second p))))
  (:side (p) (second p)) (:result (p) (if (= (first p) 21) (if (eq (second p) :max) -3 3))) (:value (p) (- (first p))))
(second (multiple-value-list (best-move 'race-3 '(0 :max) :plies 2)))  ;=> -3
(equal (solve 'race-3 '(9 :max)) (solve 'race-1 '(9 :max)))            ;=> T
(second (multiple-value-list (best-move 'race-3 '(20 :max) :plies 2)))  ;=> 3
;; The clause is called once where the game ends.
(defvar *calls* 0)
(define-game counted (:initial 0) (:moves (p) '(1 2 3 4)) (:play (p m) m) (:side (p) :max) (:result (p) (incf *calls*) (if (> p 0) p)))
(let ((value (values (minimax 0 :game 'counted :algorithm :sss)))) (list (first value) (<= *calls* 12)))  ;=> (4 T)
(define-game wrong-result (:initial 0) (:moves (p) '(1)) (:play (p m) m) (:side (p) :max) (:result (p) (if (> p 0) :half)))
(solve 'wrong-result)                       ;signals: "The game WRONG-RESULT: :RESULT must return NIL or a real"
(minimax 0 :game 'wrong-result)             ;signals: "The game WRONG-RESULT: :RESULT must return NIL or a real"
(define-game both (:initial 0) (:moves (p) nil) (:play (p m) m) (:side (p) :max) (:over (p) t) (:result (p) 1))  ;signals: "got (:OVER (P) T)"
(define-game none (:initial 0) (:moves (p) nil) (:play (p m) m) (:side (p) :max))  ;signals: "expected a clause :OVER of the game NONE"
