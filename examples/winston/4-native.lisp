;;; The same searches with Winnow's native MINIMAX. It searches nested lists, and any game that the three functions
;;; PLAUSIBLE-MOVES, STATIC-VALUE and QUIET define.

(defvar *board* '((3) (1 4) ((1 5 9) 2)))

(multiple-value-bind (answer counters) (minimax *board*)
  (format t "~S after ~D leaves~%" answer (getf counters :leaves)))
;=> (3 (1 1)) after 6 leaves
(format t "~S for the minimizer~%" (minimax *board* :player :min))
;=> (2 (3 2)) for the minimizer

;;; A heap of matches. A player takes one, two or three of them; the player who takes the last one wins.
(defun plausible-moves (heap)
  (mapcar (lambda (n) (- heap n)) (remove-if (lambda (n) (> n heap)) '(1 2 3))))
(defun quiet (heap) (= heap 0))
(defun static-value (heap depth)
  (declare (ignore heap))
  (if (evenp depth) -1 1))

(dolist (heap '(7 8 9))
  (format t "~D matches: ~:[lost~;won by taking ~D~]~%" heap
          (= 1 (car (minimax heap))) (car (cadr (minimax heap)))))
;=> 7 matches: won by taking 3
;=> 8 matches: lost
;=> 9 matches: won by taking 1
