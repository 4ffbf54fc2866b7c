;;; kalah-native.lisp -- the searches of kalah.lisp, position for position, by MINIMAX :GAME with the rules in Lisp of
;;; lib/games/kalah.lisp. Its time is compared with that of kalah.lisp.

(defun search-to (depth)
  (let ((game (kalah-game)))
    (multiple-value-bind (answer counters) (minimax (initial-position game) :game game :depth depth)
      (list (first answer) (first (second answer)) (getf counters :nodes)))))

(let ((got (mapcar #'search-to '(4 8 10))))
  (format t "kalah-native ~S ~A~%" got (if (equal got '((1 6 390) (4 3 30823) (5 3 283665))) "OK" "FAIL")))
