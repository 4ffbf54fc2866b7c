;;;; Weights learnt by self-play: single updates by the formulas, values known by theory, and results of games.

;; One line of play, 3 2 1 0, of value 6; the features name the position.
(define-game chain (:initial 3) (:side (p) :max) (:moves (p) '(1)) (:play (p m) (- p 1)) (:result (p) (if (= p 0) 6))
  (:features (p) (list (if (= p 3) 1 0) (if (= p 2) 1 0) (if (= p 1) 1 0))))
;; The error of the last position is 6; a position n moves before it receives DECAY^n of it.
(values (learn-weights 'chain :games 1 :rate 1/2 :decay 1)) ;=> (3 3 3)
(values (learn-weights 'chain :games 1 :rate 1/2 :decay 1/2)) ;=> (3/4 3/2 3)
(values (learn-weights 'chain :games 1 :rate 1/2 :decay 0)) ;=> (0 0 3)
(values (learn-weights 'chain :games 2 :rate 1/2 :decay 0)) ;=> (0 3/2 9/2)
(values (learn-weights 'chain :games 1 :rate 1 :weights '(1 2 3) :decay 0)) ;=> (2 3 6)
(values (learn-weights 'chain :games 2 :rate (lambda (n) (if (= n 2) 1/2 0)) :decay 1)) ;=> (3 3 3)
;; Samuel: each estimate moves half of its distance to the value backed up from one ply, or from the end of the game.
(values (learn-weights 'chain :games 2 :rate 1/2 :method :samuel :plies 1)) ;=> (0 3/2 9/2)
(values (learn-weights 'chain :games 1 :rate 1/2 :method :samuel :plies 3)) ;=> (3 3 3)
;; The mean square of 6 and 6 and 6.
(second (multiple-value-list (learn-weights 'chain :games 1 :rate 1/2 :decay 1))) ;=> ((0 NIL NIL (0 0 0)) (1 36 NIL (3 3 3)))

;; Sutton's random walk: the probability of leaving five states on the right is 1/6, 2/6 ... 5/6.
(define-game walk (:initial 3) (:side (p) :chance) (:moves (p) '((-1 . 1/2) (1 . 1/2))) (:play (p m) (+ p m))
  (:result (p) (case p (0 0) (6 1)))
  (:features (p) (mapcar (lambda (state) (if (= p state) 1 0)) '(1 2 3 4 5))))
(defun furthest-from-theory (decay)
  (reduce #'max (mapcar (lambda (weight state) (abs (- weight (/ state 6))))
                        (learn-weights 'walk :games 8000 :rate (lambda (n) (/ 10d0 (+ 100 n))) :decay decay) '(1 2 3 4 5))))
(< (furthest-from-theory 0) 0.03) ;=> T
(< (furthest-from-theory 1/2) 0.03) ;=> T
(< (furthest-from-theory 1) 0.03) ;=> T

;; Each player takes one or two points, and two are best: the value is the score, and two more for the side to move if the number
;; of turns left is odd.
(define-game turns (:initial '(6 0 1)) (:side (p) (if (= 1 (third p)) :max :min)) (:moves (p) '(1 2))
  (:play (p m) (list (- (first p) 1) (+ (second p) (* m (third p))) (- (third p))))
  (:result (p) (if (= 0 (first p)) (second p)))
  (:features (p) (list (second p) (if (oddp (first p)) (third p) 0))))
(defun close-to (weights values) (every (lambda (weight value) (< (abs (- weight value)) 0.05)) weights values))
(close-to (learn-weights 'turns :games 3000 :rate 0.05d0) '(1 2)) ;=> T
(close-to (learn-weights 'turns :games 3000 :rate 0.05d0 :seed 7 :decay 0) '(1 2)) ;=> T
(close-to (learn-weights 'turns :games 3000 :rate 0.05d0 :method :samuel :plies 2) '(1 2)) ;=> T
(equal (multiple-value-list (learn-weights 'turns :seed 3)) (multiple-value-list (learn-weights 'turns :seed 3))) ;=> T
(equal (learn-weights 'turns :seed 3) (learn-weights 'turns :seed 4)) ;=> NIL

;; WEIGHTED-GAME returns the game with estimates by the weights; the values at its ends are scaled also.
(defvar *weighted* (weighted-game 'turns '(1 2) :scale 10))
(list (nth-value 1 (best-move *weighted* '(6 0 1) :plies 1)) (nth-value 1 (best-move *weighted* '(5 0 1) :plies 2))
      (nth-value 1 (best-move *weighted* '(1 0 1)))) ;=> (0 20 20)
(nth-value 1 (best-move 'turns '(1 0 1))) ;=> 2

;; On a board of 4x4, weights learnt from 60 games of Othello win more than two thirds of 80 games against a player to whom all
;; positions look the same.
(defvar *learnt* (learn-weights 'othello :position (othello-position 4) :games 60))
(let ((*standard-output* (make-broadcast-stream)))
  (> (seventh (assoc 1 (tournament 'othello `((:weights ,*learnt* :plies 1) (:weights (0 0 0 0) :plies 1))
                                   :games 80 :opening 1 :position (othello-position 4))))
     2/3)) ;=> T
(let ((points (third (first (last (nth-value 1 (learn-weights 'turns :games 3000 :rate 0.05d0 :matches 20)))))))
  (> points 1/2)) ;=> T

;;; Charts

(defvar *curve* '((0 nil nil (0 0)) (10 9/4 1/2 (1 -1)) (20 1/4 3/4 (2 -2))))
(princ (with-output-to-string (*standard-output*) (chart-learning *curve* :names '(discs)))) ;prints: games  error  points  discs  w2~0          -       -      0   0~10     2.250   0.500      1  -1~20     0.250   0.750      2  -2~
(defun curves (show) (with-output-to-string (*standard-output*) (chart-learning *curve* :format :svg :show show)))
(defun occurrences (word text) (loop for at = (search word text) then (search word text :start2 (+ at 1)) while at count t))
;; A curve and as many points as entries for each weight; the first entry lacks error and points.
(list (occurrences "<polyline" (curves :weights)) (occurrences "<circle" (curves :weights))) ;=> (2 6)
(list (occurrences "<polyline" (curves :error)) (occurrences "<circle" (curves :error))) ;=> (1 2)
(occurrences "<circle" (curves :points)) ;=> 2

;;; Errors

(define-game plain (:initial 1) (:side (p) :max) (:moves (p) '(1)) (:play (p m) 0) (:result (p) (if (= p 0) 1)))
(learn-weights 'plain) ;signals: "LEARN-WEIGHTS: expected a game with a clause :FEATURES, got PLAIN"
(weighted-game 'plain '(1)) ;signals: "WEIGHTED-GAME: expected a game with a clause :FEATURES, got PLAIN"
(define-game uneven (:initial 2) (:side (p) :max) (:moves (p) '(1)) (:play (p m) (- p m)) (:result (p) (if (= p 0) 1))
  (:features (p) (make-list p :initial-element 1)))
(learn-weights 'uneven) ;signals: "The game UNEVEN: :FEATURES must return a list of two reals, got (1), at the position 1"
(define-game endless (:initial 1) (:side (p) :max) (:moves (p) '(1)) (:play (p m) p) (:result (p) nil) (:features (p) '(1)))
(learn-weights 'endless) ;signals: "LEARN-WEIGHTS: expected a game that ends within 10000 plies, got ENDLESS"
(learn-weights 'walk :games 2000 :rate 3 :decay 1) ;signals: "LEARN-WEIGHTS: expected weights that converge"
(learn-weights 'chain :weights '(1 2)) ;signals: type-error
(learn-weights 'chain :method :hill-climbing) ;signals: type-error
(learn-weights 'chain :decay 2) ;signals: type-error
(learn-weights 'chain :rate (lambda (n) (list n))) ;signals: type-error
(chart-learning '()) ;signals: type-error
(chart-learning '((0 nil nil (0))) :show :points :format :svg) ;signals: type-error
