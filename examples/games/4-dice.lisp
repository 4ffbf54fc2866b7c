;;; Games with chance nodes: tic-tac-toe with a coin, searched in exact probabilities, and Pig, whose positions can occur again.

;;; Before each move a coin decides who moves. A position is the board and the side to move, or :CHANCE before the coin is thrown.

(defvar *lines* '((0 1 2) (3 4 5) (6 7 8) (0 3 6) (1 4 7) (2 5 8) (0 4 8) (2 4 6)))
(defun line-of-p (board mark)
  (some (lambda (line) (every (lambda (square) (char= mark (char board square))) line)) *lines*))

(define-game coin-tic-tac-toe
  (:initial '("........." :chance))
  (:side (p) (second p))
  (:moves (p)
    (if (eq (second p) :chance)
        '((:max . 1/2) (:min . 1/2))
        (loop for i below 9 if (char= #\. (char (first p) i)) collect i)))
  (:play (p move)
    (if (eq (second p) :chance)
        (list (first p) move)
        (let ((board (copy-seq (first p))))
          (setf (char board move) (if (eq (second p) :max) #\x #\o))
          (list board :chance))))
  (:result (p)
    (cond ((line-of-p (first p) #\x) 1)
          ((line-of-p (first p) #\o) -1)
          ((find #\. (first p)) nil)
          (t 0)))
  (:bounds (p) (values -1 1))
  (:key (p) p))

(check-game 'coin-tic-tac-toe)
(dolist (algorithm '(:expectiminimax :star1 :star2))
  (multiple-value-bind (move value info) (expectiminimax 'coin-tic-tac-toe :position '("xox.o...." :max) :algorithm algorithm)
    (format t "~(~A~): ~D, worth ~A; ~D positions~%" algorithm move value (getf info :nodes))))
;=> expectiminimax: 7, worth 3/16; 2232 positions
(format t "the first move of x is worth~{ ~A at ~D~^,~}~%"
        (let ((table (tabulate 'coin-tic-tac-toe)))
          (mapcan (lambda (square) (list (table-value table (play-move 'coin-tic-tac-toe '("........." :max) square)) square)) '(0 1 4))))

;=> the first move of x is worth 61/256 at 0, 31/128 at 1, 21/64 at 4

;;; Pig to 20 points. A turn can end without points, so that a search does not end; the table is computed by policy iteration.

(defvar *pig* (tabulate 'pig :position (pig-position 20)))
(format t "the side that begins wins with probability ~,8F~%" (float (table-value *pig* (pig-position 20)) 1d0))
;=> the side that begins wins with probability 0.61555855

;;; The end of a game of backgammon: two checkers on the points 6 and 5 against two on 4 and 3, and how to play a throw of 3 and 1.

(let* ((race (bear-off-position '(0 0 0 0 1 1) '(0 0 1 1 0 0))) (table (tabulate 'bear-off :position race)))
  (format t "the side that throws first wins with probability ~,4F~%" (table-value table race))
  (let ((thrown (play-move 'bear-off race '(3 1))))
    (dolist (move (legal-moves 'bear-off thrown))
      (format t "~20A ~,4F~%" move (table-value table (play-move 'bear-off thrown move))))))
;=> the side that throws first wins with probability 0.5405
;=> ((6 3) (3 2))        0.2800
