;;;; solved.lisp -- exact results that take too long for every build: solved boards of Connect Four, perft of Connect Four
;;;; and Othello, instances of the fifteen-puzzle.

(mapcar (lambda (size) (values (solve 'connect-four (apply #'connect-four-position size))))
        '((4 5) (5 4) (6 4)))  ;=> (0 0 -1)
(perft 'connect-four (initial-position 'connect-four) 6)  ;=> 117649
(perft 'connect-four (initial-position 'connect-four) 7)  ;=> 823536
(perft 'othello (initial-position 'othello) 7)  ;=> 55092
(perft 'othello (othello-position 6) 7)  ;=> 47740

;; Korf 1985: lengths of solution and nodes generated, instances 12 and 79.
(defun korf (tiles)
  (multiple-value-bind (moves cost info) (find-path 'fifteen-puzzle :algorithm :ida-star :from (sliding-state tiles))
    (list (length moves) cost (getf info :generated))))
(korf '(14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15))  ;=> (45 45 546344)
(korf '(0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15))  ;=> (42 42 540860)

;; Pig to 20 and 30 points, by value iteration of another program: 0.61555854981 and 0.56791474449.
(defun pig-digits (n) (values (round (* 100000000000 (table-value (tabulate 'pig :position (pig-position n)) (pig-position n))))))
(mapcar #'pig-digits '(20 30))  ;=> (61555854981 56791474449)
