;;; A table of all positions, the strategies of a matrix game, and a game of three players.

;;; On a ring of ten squares the hunter (:MAX) moves one or two squares on, the hare one square back or not at all. The game can
;;; last for ever, so search does not end; a table computed backwards from the ends of the game has all values.

(defun distance-on-ring (p) (mod (- (second p) (first p)) 10))
(define-game hunt
  (:initial '(0 5 :max))
  (:moves (p) (if (eq (third p) :max) '(1 2) '(0 -1)))
  (:play (p move)
    (destructuring-bind (hunter hare side) p
      (if (eq side :max)
          (list (mod (+ hunter move) 10) hare :min)
          (list hunter (mod (+ hare move) 10) :max))))
  (:side (p) (third p))
  (:result (p) (if (= 0 (distance-on-ring p)) 1))
  (:key (p) p))
(defvar *hunt* (tabulate 'hunt))
(format t "~S: value, distance and move at the beginning:~{ ~S~}~%" *hunt*
        (multiple-value-list (table-value *hunt* '(0 5 :max))))
;=> #<table of HUNT: 200 positions>: value, distance and move at the beginning: 1 5 1

;;; Rock, paper, scissors, where a win by rock counts twice.

(multiple-value-bind (value row column) (solve-matrix '((0 -1 2) (1 0 -1) (-2 1 0)))
  (format t "worth ~A; rock, paper, scissors with the probabilities~{ ~A~} (and~{ ~A~})~%" value row column))
;=> worth 0; rock, paper, scissors with the probabilities 1/4 1/2 1/4 (and 1/4 1/2 1/4)
(format t "the third row and then the third column are never played: ~S~%"
        (dominated-strategies '((4 1 3) (2 3 4) (1 0 9))))

;;; Three players in turn take one or two of nine stones; the player who takes the last one gets 2, the player before gets 1.

(define-game stones
  (:initial '(9 :a))
  (:players :a :b :c)
  (:moves (p) (if (= (first p) 1) '(1) '(1 2)))
  (:play (p n) (list (- (first p) n) (case (second p) (:a :b) (:b :c) (t :a))))
  (:side (p) (second p))
  (:over (p) (= 0 (first p)))
  (:value (p) (if (> (first p) 0) '(0 0 0) (case (second p) (:a '(0 1 2)) (:b '(2 0 1)) (t '(1 2 0))))))
(format t "max^n: ~S~%paranoid: ~S~%" (multiple-value-list (search-players 'stones))
        (butlast (multiple-value-list (search-players 'stones :algorithm :paranoid))))
