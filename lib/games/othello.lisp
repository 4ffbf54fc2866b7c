;;;; othello.lisp -- Othello (Reversi) on a square board of any even size. -*- sealed -*-

;; A position is a list (BOARD SIZE MARK). BOARD is a string of the rows with a border of #, at which scans stop. MARK is
;; the side to move; x, the maximizer, begins. A move is an index into BOARD, or :PASS if no square is legal. On eight by
;; eight squares the digits of the index are row and column: 34 is row 3, column 4.

(defun opponent (mark) (if (eql mark #\x) #\o #\x))

;; The differences between the index of a square and those of its eight neighbours.
(defun othello-steps (size)
  (let ((row (+ size 2)))
    (list (- -1 row) (- row) (- 1 row) -1 1 (- row 1) row (+ row 1))))

;; The number of discs of OTHER between SQUARE and the next disc of MARK in the direction STEP; 0 if such a disc is missing.
(defun flips-in-direction (board mark other square step)
  (let ((n 0) (at (+ square step)))
    (do () ((not (eql (char board at) other)))
      (setq n (+ n 1))
      (setq at (+ at step)))
    (if (eql (char board at) mark) n 0)))

(defun othello-legal-p (board mark other square steps)
  (and (eql (char board square) #\.)
       (dolist (step steps nil)
         (if (and (eql (char board (+ square step)) other)
                  (> (flips-in-direction board mark other square step) 0))
             (return t)))))

;; The legal squares of MARK, in ascending order; only the last of them if ANY is true.
(defun othello-squares (board size mark any)
  (let ((squares nil) (other (opponent mark)) (steps (othello-steps size)) (first (+ size 3)))
    (do ((square (- (* (+ size 1) (+ size 2)) 2) (- square 1))) ((< square first) squares)
      (when (othello-legal-p board mark other square steps)
        (push square squares)
        (if any (return squares))))))

(defun othello-position (size)
  "Return the initial position of Othello on SIZE by SIZE squares.
SIZE: an even integer of at least 2.
Signals: type-error if SIZE is another object.
Example: (othello-position 4) => (\"#######....##.ox.##.xo.##....#######\" 4 #\\x)"
  (check-argument size '(and (integer 2) (satisfies evenp)) "an even integer of at least 2")
  (let* ((row (+ size 2)) (board (make-string (* row row) :initial-element #\#)) (middle (floor size 2)))
    (dotimes (y size) (dotimes (x size) (setf (char board (+ (* row (+ y 1)) x 1)) #\.)))
    (flet ((put (y x mark) (setf (char board (+ (* row y) x)) mark)))
      (put middle middle #\o)
      (put (+ middle 1) (+ middle 1) #\o)
      (put middle (+ middle 1) #\x)
      (put (+ middle 1) middle #\x))
    (list board size #\x)))

(defun othello-over-p (position)
  (destructuring-bind (board size mark) position
    (not (or (othello-squares board size mark t) (othello-squares board size (opponent mark) t)))))

;; The numbers of discs in corners, and of discs diagonally adjacent to an empty corner, those of x minus those of o.
(defun othello-corner-discs (board size)
  (let* ((row (+ size 2)) (corners 0) (adjacent 0) (low (+ row 1)) (high (- (* (- row 1) row) 2)))
    (dolist (corner (list (cons low (+ row 1)) (cons (+ row size) (- row 1)) (cons (- high size -1) (- 1 row))
                          (cons high (- -1 row)))
                    (values corners adjacent))
      (flet ((worth (mark) (cond ((eql mark #\x) 1) ((eql mark #\o) -1) (t 0))))
        (let ((there (char board (car corner))))
          (if (eql there #\.)
              (incf adjacent (worth (char board (+ (car corner) (cdr corner)))))
              (incf corners (worth there))))))))

;; The corner term of the estimate, for x. A corner can never be lost and counts eight discs. A disc diagonally adjacent to
;; an empty corner makes that corner accessible to the opponent and counts minus three.
(defun othello-corners (board size)
  (multiple-value-bind (corners adjacent) (othello-corner-discs board size) (- (* 8 corners) (* 3 adjacent))))

;; SQUARE as players write it: d3 is in the fourth column and the third row. NIL on boards of more than 26 columns.
(defun othello-square-name (square size)
  (multiple-value-bind (row column) (floor square (+ size 2))
    (format nil "~C~D" (code-char (+ (char-code #\a) (- column 1))) row)))

;; The features of the estimate, for x: discs; corners, and discs diagonally adjacent to an empty corner; legal squares.
(defun othello-features (position)
  (destructuring-bind (board size mark) position
    (declare (ignore mark))
    (flet ((mobility (mark) (length (othello-squares board size mark nil))))
      (multiple-value-bind (corners adjacent) (othello-corner-discs board size)
        (list (- (count #\x board) (count #\o board)) corners adjacent (- (mobility #\x) (mobility #\o)))))))

(define-game othello
  (:rules "a move puts a disc on a free square and turns all discs of the opponent between it and another disc of yours; the most discs win."
          "  Move       the name of a square such as d3, column and row; at least one disc must
             turn; pass if no move can
  Position   (BOARD SIZE MARK), see (othello-position 8); x begins
  Value      discs of x minus discs of o; before the end with an estimate of corners
  Strength   PLAY looks six plies ahead, and solves the last moves")
  (:initial (othello-position 8))
  (:moves (p) (or (othello-squares (first p) (second p) (third p) nil) '(:pass)))
  (:play (p move)
    (destructuring-bind (board size mark) p
      (let ((other (opponent mark)))
        (if (eq move :pass)
            (list board size other)
            (let ((next (copy-seq board)))
              (setf (char next move) mark)
              (dolist (step (othello-steps size))
                (let ((at move))
                  (dotimes (i (flips-in-direction board mark other move step))
                    (setf (char next (setq at (+ at step))) mark))))
              (list next size other))))))
  (:side (p) (if (eql (third p) #\x) :max :min))
  (:over (p) (othello-over-p p))
  (:value (p)
    (let ((discs (- (count #\x (first p)) (count #\o (first p)))))
      (if (othello-over-p p) discs (+ discs (othello-corners (first p) (second p))))))
  (:key (p) (list (first p) (third p)))
  (:features (p) (othello-features p))
  (:players "x" "o")
  (:unit "disc" "discs")
  (:notation (p move) (if (symbolp move) "pass" (othello-square-name move (second p))))
  (:comment (p move)
    (destructuring-bind (board size mark) p
      (if (symbolp move)
          nil
          (let ((flipped 0))
            (dolist (step (othello-steps size))
              (incf flipped (flips-in-direction board mark (opponent mark) move step)))
            (format nil "turns ~D disc~:P" flipped)))))
  (:show (p)  ; with the names of rows and columns, and the legal squares of the side to move
    (destructuring-bind (board size mark) p
      (let ((legal (othello-squares board size mark nil)))
        (format t "   ")
        (dotimes (x size) (format t " ~C" (code-char (+ (char-code #\a) x))))
        (terpri)
        (dotimes (y size)
          (format t "~3D" (+ y 1))
          (dotimes (x size)
            (let ((square (+ (* (+ size 2) (+ y 1)) x 1)))
              (format t " ~C" (if (member square legal) #\* (char board square)))))
          (if (= y (- size 1))
              (format t "       x ~D, o ~D~@[; ~C can play *~]" (count #\x board) (count #\o board) (if legal mark nil)))
          (terpri))))))
