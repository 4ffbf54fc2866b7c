;;; A tournament: deeper search against shallower search and against a function, with the sides changed and random openings.

(defun centre-first (game position)
  (first (sort (copy-list (legal-moves game position)) #'< :key (lambda (column) (abs (- column 3))))))

(multiple-value-bind (table log)
    (tournament 'connect-four (list '(:plies 1) '(:plies 4) #'centre-first)
                :games 10 :opening 2 :position (connect-four-position 5 4))
  (format t "the best is player ~D; ~D games~%" (first (first table)) (length log))
  (format t "replayed: ~D games with the same results~%" (replay-tournament 'connect-four log :position (connect-four-position 5 4))))
;=> the best is player 2; 30 games
;=> replayed: 30 games with the same results
