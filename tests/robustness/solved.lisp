;;;; solved.lisp -- exact results that take too long for every build: solved boards of Connect Four, perft of Connect Four
;;;; and Othello.

(mapcar (lambda (size) (values (solve 'connect-four (apply #'connect-four-position size))))
        '((4 5) (5 4) (6 4)))  ;=> (0 0 -1)
(perft 'connect-four (initial-position 'connect-four) 6)  ;=> 117649
(perft 'connect-four (initial-position 'connect-four) 7)  ;=> 823536
(perft 'othello (initial-position 'othello) 7)  ;=> 55092
(perft 'othello (othello-position 6) 7)  ;=> 47740
