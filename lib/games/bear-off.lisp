;;;; bear-off.lisp -- the last part of backgammon: a race of two homes without contact. -*- sealed -*-

;; A position is a list (MAX MIN SIDE DICE). MAX and MIN are homes: the numbers of checkers on the points 1 to 6. DICE are the numbers
;; that SIDE still plays, or NIL before the dice are thrown. A move is a list of steps (FROM TO); TO is 0 for a checker that leaves.

(defconstant +dice+
  (let ((throws nil))
    (dolist (high '(6 5 4 3 2 1) (reverse throws))
      (dotimes (i high)
        (let ((low (- high i))) (push (cons (list high low) (if (= high low) 1/36 1/18)) throws)))))
  "The throws of two dice and their probabilities: ((HIGH LOW) . PROBABILITY).")

(defun empty-home-p (home) (every #'zerop home))

(defun pips (home) (let ((point 0)) (reduce #'+ (mapcar (lambda (count) (* count (incf point))) home))))

;; HOME after a step from POINT by DIE; NIL if the rules do not allow it. A number beyond the last checker bears that one off.
(defun home-after-step (home point die)
  (let ((to (max 0 (- point die))))
    (if (or (= 0 (nth (- point 1) home)) (and (< point die) (some #'plusp (nthcdr point home))))
        nil
        (let ((after (copy-list home)))
          (decf (nth (- point 1) after))
          (if (> to 0) (incf (nth (- to 1) after)))
          after))))

;; The ways to play DICE, in this order, from HOME: a list of (HOME-AFTER STEP...). Each number can be played while there are checkers.
(defun ways-to-play (home dice)
  (if (or (null dice) (empty-home-p home))
      (list (list home))
      (let ((ways nil))
        (dolist (point '(6 5 4 3 2 1) (nreverse ways))
          (let ((after (home-after-step home point (first dice))))
            (if after
                (dolist (way (ways-to-play after (rest dice)))
                  (push (list* (first way) (list point (max 0 (- point (first dice)))) (rest way)) ways))))))))

;; The moves from HOME with DICE; one for each home that they lead to.
(defun bear-off-moves (home dice)
  (let ((ways (append (ways-to-play home dice) (if (= (first dice) (first (last dice))) nil (ways-to-play home (reverse dice))))))
    (mapcar #'rest (remove-duplicates ways :key #'first :test #'equal :from-end t))))

(defun home-after-move (home steps)
  (dolist (step steps home)
    (setq home (home-after-step home (first step) (- (first step) (second step))))))

(define-game bear-off
  (:rules "two dice move checkers to lower points or off the board, a double twice; all numbers must be played; the side whose checkers are all off wins."
          "  Move       a list of steps (FROM TO), TO is 0 for off; at a chance node the throw
  Position   ((0 0 0 1 1 1) (0 0 0 1 1 1) :MAX NIL): the checkers of MAX and of MIN on the
             points 1 to 6, the side to move, and the dice, NIL before they are thrown;
             see BEAR-OFF-POSITION
  Value      1 if MAX wins, 0 if MIN wins: the probability that MAX wins
  Theory     two checkers on the point 6 leave in one throw with probability 4/36
  Strength   exact for a few checkers, also in PLAY; (tabulate 'bear-off) is exact")
  (:initial (bear-off-position '(0 0 0 1 1 1) '(0 0 0 1 1 1)))
  (:side (p) (if (fourth p) (third p) :chance))
  (:moves (p)
    (destructuring-bind (max min side dice) p (if dice (bear-off-moves (if (eq side :max) max min) dice) +dice+)))
  (:play (p move)
    (destructuring-bind (max min side dice) p
      (cond ((null dice) (list max min side (if (= (first move) (second move)) (append move move) move)))
            ((eq side :max) (list (home-after-move max move) min :min nil))
            (t (list max (home-after-move min move) :max nil)))))
  (:over (p) (or (empty-home-p (first p)) (empty-home-p (second p))))
  (:value (p) (let ((max (pips (first p))) (min (pips (second p)))) (/ min (+ max min))))
  (:bounds (p) (values 0 1))
  (:key (p) p)
  (:notation (p move)
    (if (fourth p)
        (format nil "~:{~:[~; ~]~D/~:[~D~;off~]~}"
                (let ((later nil))
                  (mapcar (lambda (step) (list (prog1 later (setq later t)) (first step) (= 0 (second step)) (second step))) move)))
        (format nil "~D-~D" (first move) (second move))))
  (:show (p)
    (format t "point   6  5  4  3  2  1~%")
    (dolist (home '((0 "MAX") (1 "MIN")))
      (format t "~A  ~{~:[~3D~;~*  .~]~}~%" (second home)
              (mapcan (lambda (count) (list (= count 0) count)) (reverse (nth (first home) p)))))
    (if (fourth p) (format t "~A plays ~{~D~^ ~}~%" (third p) (fourth p)))))

(defun bear-off-position (max min &optional (side :max))
  "Return a position of BEAR-OFF in which SIDE throws next.
MAX, MIN: the homes, lists of the numbers of checkers on the points 1 to 6, 15 at most together. SIDE: :MAX (default) or :MIN.
Signals: type-error for other arguments or a home without checkers.
Example: (bear-off-position '(0 0 0 0 0 2) '(1 0 0 0 0 0)) => ((0 0 0 0 0 2) (1 0 0 0 0 0) :MAX NIL)
Example: (let ((p (bear-off-position '(0 0 0 0 0 2) '(1 0 0 0 0 0)))) (values (table-value (tabulate 'bear-off :position p) p))) => 1/9"
  (flet ((check-home (home name)
           (check-argument home '(and cons (satisfies home-p))
                           (format nil "a list of six numbers of checkers, at most 15 together, as ~A" name))))
    (check-home max "MAX")
    (check-home min "MIN"))
  (check-argument side '(member :max :min) ":MAX or :MIN as SIDE")
  (list max min side nil))

(defun home-p (home)
  (and (eql 6 (ignore-errors (list-length home))) (every (lambda (count) (typep count '(integer 0 15))) home)
       (<= 1 (reduce #'+ home) 15)))
