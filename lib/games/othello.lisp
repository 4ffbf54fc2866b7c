;;;; othello.lisp -- Othello (Reversi) on a square board of any even size. -*- sealed -*-

;; A position: (BOARD SIZE MARK), a string row by row, and who moves: "x", the maximizer, begins. A move: a square from
;; 0, or PASS, where there is no other. The value is the difference of the discs.
(defvar %*directions* '((-1 -1) (-1 0) (-1 1) (0 -1) (0 1) (1 -1) (1 0) (1 1)))

(defun %opponent (mark) (if (char= mark #\x) #\o #\x))

;; How many discs of the opponent's lie between SQUARE and the next of MARK's own in a direction; 0 if none is there.
(defun %flips-in (board size mark square dy dx)
  (multiple-value-bind (row column) (floor square size)
    (do ((n 0 (+ n 1)) (y (+ row dy) (+ y dy)) (x (+ column dx) (+ x dx)))
        ((not (and (< -1 y size) (< -1 x size))) 0)
      (let ((there (char board (+ (* size y) x))))
        (cond ((char= there mark) (return n))
              ((char= there #\.) (return 0)))))))

(defun %othello-legal-p (board size mark square)
  (and (char= (char board square) #\.)
       (dolist (d %*directions* nil)
         (if (> (%flips-in board size mark square (first d) (second d)) 0) (return t)))))

(defun %othello-squares (board size mark)
  (let ((squares nil))
    (do ((square (- (* size size) 1) (- square 1))) ((< square 0) squares)
      (if (%othello-legal-p board size mark square) (push square squares)))))

(defun %othello-can-move-p (board size mark)
  (dotimes (square (* size size) nil)
    (if (%othello-legal-p board size mark square) (return t))))

(defun othello-position (size)
  "Return the start of Othello on SIZE by SIZE squares; SIZE: an even number.
Example: (othello-position 4) => (\".....ox..xo.....\" 4 #\\x)"
  (let ((board (make-string (* size size) :initial-element #\.)) (middle (- (floor size 2) 1)))
    (flet ((put (row column mark) (setf (char board (+ (* size row) column)) mark)))
      (put middle middle #\o)
      (put (+ middle 1) (+ middle 1) #\o)
      (put middle (+ middle 1) #\x)
      (put (+ middle 1) middle #\x))
    (list board size #\x)))

(define-game othello
  (:initial (othello-position 8))
  (:moves (p) (or (%othello-squares (first p) (second p) (third p)) '(pass)))
  (:play (p move)
    (destructuring-bind (board size mark) p
      (if (eq move 'pass)
          (list board size (%opponent mark))
          (let ((next (copy-seq board)))
            (setf (char next move) mark)
            (dolist (d %*directions*)
              (let ((step (+ (* size (first d)) (second d))))
                (dotimes (i (%flips-in board size mark move (first d) (second d)))
                  (setf (char next (+ move (* step (+ i 1)))) mark))))
            (list next size (%opponent mark))))))
  (:side (p) (if (char= (third p) #\x) :max :min))
  (:over (p)
    (destructuring-bind (board size mark) p
      (not (or (%othello-can-move-p board size mark) (%othello-can-move-p board size (%opponent mark))))))
  (:value (p) (- (count #\x (first p)) (count #\o (first p))))
  (:key (p) (list (first p) (third p)))
  (:show (p)
    (destructuring-bind (board size mark) p
      (dotimes (row size) (format t "~A~%" (subseq board (* size row) (* size (+ row 1)))))
      (format t "~A moves~%" mark))))
