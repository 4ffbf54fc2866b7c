;;;; pig.lisp -- Pig, a game of dice with cycles. -*- sealed -*-

;; A position is a list (MAX MIN TURN STATE): the points that each side still needs, those of this turn, and the side to move; or
;; (ROLL side) when the die is thrown. T. W. Neller and C. G. M. Presser, Optimal play of the dice game Pig, UMAP Journal 25 (2004).
(define-game pig
  (:rules "a turn throws a die as often as the player likes; a one ends it without points, HOLD adds its points; the side that reaches 100 first wins."
          "  Move       ROLL or HOLD; at a chance node the number thrown
  Position   (100 100 0 :MAX): the points that MAX and MIN need, those of this turn, and
             who moves; (PIG-POSITION 20) is the beginning of a game to 20 points
  Value      1 if MAX wins, 0 if MIN wins: the probability that MAX wins
  Theory     MAX wins with probability 0.5306 (Neller and Presser 2004)
  Strength   (tabulate 'pig :position (pig-position 20)) is exact; PLAY solves the last
             points and looks a few throws ahead before")
  (:initial (pig-position 100))
  (:moves (p)
    (destructuring-bind (max min turn state) p
      (cond ((consp state) '((1 . 1/6) (2 . 1/6) (3 . 1/6) (4 . 1/6) (5 . 1/6) (6 . 1/6)))
            ((= turn 0) '(:roll))
            ((>= turn (if (eq state :max) max min)) '(:hold))
            (t '(:roll :hold)))))
  (:play (p move)
    (destructuring-bind (max min turn state) p
      (case move
        (:roll (list max min turn (list :roll state)))
        (:hold (if (eq state :max)
                   (list (- max (min max turn)) min 0 :min)
                   (list max (- min (min min turn)) 0 :max)))
        (1 (list max min 0 (other-side (second state))))
        (t (list max min (+ turn move) (second state))))))
  (:side (p) (if (consp (fourth p)) :chance (fourth p)))
  (:result (p) (cond ((= 0 (first p)) 1) ((= 0 (second p)) 0)))
  (:value (p) (pig-estimate p))
  (:bounds (p) (values 0 1))
  (:key (p) p)
  (:notation (p move) (format nil "~(~A~)" move))
  (:show (p)
    (destructuring-bind (max min turn state) p
      (declare (ignore state))
      (format t "MAX needs ~D, MIN needs ~D~[~:;; ~:*~D point~:P in this turn~]~%" max min turn)))
  (:comment (p move)
    (destructuring-bind (max min turn state) p
      (declare (ignore max min))
      (case move
        (:roll nil)
        (:hold (format nil "~D point~:P" turn))
        (1 "the turn ends without points")
        (t (format nil "~D in this turn" (+ turn move)))))))

;; Divides the points that the opponent needs by those that both need, with the points of this turn counted as held. Before a throw:
;; the mean.
(defun pig-estimate (p)
  (destructuring-bind (max min turn state) p
    (flet ((share (max min) (/ min (+ max min))))
      (let ((side (if (consp state) (second state) state)))
        (flet ((after (points)
                 (if (eq side :max) (share (- max (min max points)) min) (share max (- min (min min points))))))
          (if (consp state)
              (/ (reduce #'+ (mapcar (lambda (n) (after (if (= n 1) 0 (+ turn n)))) '(1 2 3 4 5 6))) 6)
              (after turn)))))))

(defun pig-position (points)
  "Return the initial position of PIG for a game to POINTS points.
Signals: type-error unless POINTS is an integer greater than zero.
Example: (pig-position 20) => (20 20 0 :MAX)"
  (check-argument points '(integer 1) "an integer greater than zero as POINTS")
  (list points points 0 :max))
