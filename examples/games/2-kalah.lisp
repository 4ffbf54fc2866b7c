;;; Kalah under two sets of rules: the margin of the first player with perfect play on small boards, the first move of
;;; perfect play in Kalah(4,4), and a search of the opening of the full board, twelve moves ahead.

(format t "pits stones   capture of nothing: yes    no~%")
(dolist (size '((2 4) (3 3) (4 3) (4 4)))
  (format t "~4D ~6D ~25D ~5D~%" (first size) (second size)
          (solve (kalah-game :pits (first size) :stones (second size) :rules :idu))
          (solve (kalah-game :pits (first size) :stones (second size) :rules :common))))
;=>    2      4                       -12   -10
;=>    4      4                         2     2

(multiple-value-bind (value line) (solve (kalah-game :pits 4 :stones 4 :rules :idu))
  (declare (ignore value))
  (format t "Kalah(4,4) begins with pit ~D~%" (first line)))

(defvar *board* (kalah-game :rules :common))
(multiple-value-bind (move value info) (best-move *board* (initial-position *board*) :plies 12)
  (format t "Kalah(6,4), twelve moves ahead: pit ~D, worth ~D; ~D positions visited~%" move value (getf info :nodes)))
