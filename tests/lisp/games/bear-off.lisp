;;;; The last part of backgammon. How many of the 36 throws bear off one or two checkers is in the tables of backgammon books.

(defun home (&rest points) (loop for point from 1 to 6 collect (count point points)))
(defun probability (max min &optional (side :max))
  (let ((p (bear-off-position max min side))) (values (table-value (tabulate 'bear-off :position p) p))))

;; The other side has one checker on the point 1 and wins with the next throw.
(loop for point from 1 to 6 collect (* 36 (probability (home point) (home 1)))) ;=> (36 36 36 34 31 27)
(loop for high from 1 to 6 collect (loop for low from 1 to high collect (* 36 (probability (home high low) (home 1))))) ;=> ((36) (36 26) (34 25 17) (29 23 17 11) (23 19 14 10 6) (15 13 10 8 6 4))
(* 36 (probability (home 1 1 1) (home 1))) ;=> 6
(* 36 (probability (home 1) (home 6 5) :min)) ;=> 30

;; After one throw a single checker leaves with the next: the side that throws first wins with A + (1 - A) (1 - B).
(defun first-throw (point) (/ (nth (- point 1) '(36 36 36 34 31 27)) 36))
(loop for a from 3 to 6
      always (loop for b in '(1 4 6)
                   always (= (probability (home a) (home b))
                             (+ (first-throw a) (* (- 1 (first-throw a)) (- 1 (first-throw b))))))) ;=> T
(loop for (max min) in '(((6 5) (4 3)) ((2 2 1) (3 1)) ((6 1) (5 2)))
      always (= (probability (apply #'home max) (apply #'home min)) (- 1 (probability (apply #'home min) (apply #'home max) :min)))) ;=> T

;; Search agrees with the table.
(let ((p (bear-off-position (home 6 1) (home 2 1))))
  (mapcar (lambda (algorithm) (- (nth-value 1 (expectiminimax 'bear-off :position p :algorithm algorithm)) (probability (home 6 1) (home 2 1))))
          '(:expectiminimax :star1 :star2))) ;=> (0 0 0)

;;; Moves

(defun moves (home &rest dice) (legal-moves 'bear-off (list home (home 1) :max dice)))
(moves (home 6) 2 1)        ;=> (((6 4) (4 3)))
(moves (home 6 5) 6 5)      ;=> (((6 0) (5 0)) ((6 1) (5 0)))
(moves (home 4) 6 5)        ;=> (((4 0)))
(moves (home 6 2) 3 1)      ;=> (((6 3) (3 2)) ((6 3) (2 1)))
(moves (home 3 3) 2 2 2 2)  ;=> (((3 1) (3 1) (1 0) (1 0)))
;; A number that is too great moves only the checker on the highest point: first 5, or 2 after the step from 5 to 2.
(moves (home 5 2 1) 6 3)    ;=> (((5 0) (2 0)) ((5 2) (2 0)))
(moves (home 5 2 1) 6 6)    ;=> (((5 0) (2 0)))
(play-move 'bear-off (bear-off-position (home 6 5) (home 1)) '(6 2)) ;=> ((0 0 0 0 1 1) (1 0 0 0 0 0) :MAX (6 2))
(play-move 'bear-off (bear-off-position (home 6 5) (home 1)) '(3 3)) ;=> ((0 0 0 0 1 1) (1 0 0 0 0 0) :MAX (3 3 3 3))
(play-move 'bear-off (list (home 6 5) (home 1) :max '(6 2)) '((6 0) (5 3))) ;=> ((0 0 1 0 0 0) (1 0 0 0 0 0) :MIN NIL)
(play-move 'bear-off (bear-off-position (home 6) (home 1)) '(7 1)) ;signals: "PLAY-MOVE: expected a legal move of BEAR-OFF"
(reduce #'+ (mapcar #'cdr (legal-moves 'bear-off (initial-position 'bear-off)))) ;=> 1
(let ((g (system::find-game 'bear-off)))
  (list (funcall (system::game-notation g) (list (home 6 5) (home 1) :max '(6 2)) '((6 0) (5 3)))
        (funcall (system::game-notation g) (bear-off-position (home 6 5) (home 1)) '(6 2)))) ;=> ("6/off 5/3" "6-2")
(check-game 'bear-off) ;=> T

(bear-off-position '(0 0 0 0 0 0) (home 1)) ;signals: type-error
(bear-off-position '(1 1) (home 1))         ;signals: type-error
(bear-off-position (home 1) '(0 0 0 0 0 16)) ;signals: type-error
(bear-off-position (home 1) (home 1) :chance) ;signals: type-error
