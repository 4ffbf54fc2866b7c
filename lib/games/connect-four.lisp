;;;; connect-four.lisp -- Connect Four on a board of any size: four pieces in a row win. -*- sealed -*-

;; A position is a list (BOARD COLUMNS ROWS MARK WON): a string of the columns, each from bottom to top; the mark of the
;; side to move; and whether the other side has four in a row. A move is a column, from 1. The maximizer, x, begins.
(defun connect-four-position (columns rows)
  "Return the empty board of Connect Four with COLUMNS and ROWS.
Example: (connect-four-position 2 2) => (\"....\" 2 2 #\\x NIL)"
  (list (make-string (* columns rows) :initial-element #\.) columns rows #\x nil))

;; The lowest empty square of a column, or NIL.
(defun c4-square (board rows column)
  (let ((end (* rows column)))
    (do ((square (- end rows) (+ square 1))) ((= square end) nil)
      (if (char= (char board square) #\.) (return square)))))

;; The number of adjacent squares with MARK from (COLUMN ROW), both counted from 0, in the direction (DX DY).
(defun c4-run (board columns rows mark column row dx dy)
  (do ((n 0 (+ n 1)) (x (+ column dx) (+ x dx)) (y (+ row dy) (+ y dy)))
      ((not (and (< -1 x columns) (< -1 y rows) (char= (char board (+ (* rows x) y)) mark))) n)))

(defun c4-wins-p (board columns rows mark square)
  (multiple-value-bind (column row) (floor square rows)
    (dolist (d '((0 . 1) (1 . 0) (1 . 1) (1 . -1)) nil)
      (if (>= (+ (c4-run board columns rows mark column row (car d) (cdr d))
                 (c4-run board columns rows mark column row (- (car d)) (- (cdr d))))
              3)
          (return t)))))

;; The squares of four in a row on a board on which someone has won.
(defun c4-winning-squares (board columns rows)
  (dotimes (square (* columns rows) nil)
    (let ((mark (char board square)))
      (multiple-value-bind (column row) (floor square rows)
        (dolist (d '((0 . 1) (1 . 0) (1 . 1) (1 . -1)))
          (if (and (char/= mark #\.) (>= (c4-run board columns rows mark column row (car d) (cdr d)) 3))
              (return-from c4-winning-squares
                (list square (+ square (* rows (car d)) (cdr d)) (+ square (* 2 (+ (* rows (car d)) (cdr d))))
                      (+ square (* 3 (+ (* rows (car d)) (cdr d))))))))))))

(define-game connect-four
  (:rules "drop pieces into the columns 1 to 7; four in a row, also on a diagonal, win."
          "  Move       the number of a column that is not full; the piece falls to the bottom
  Position   (BOARD COLUMNS ROWS MARK WON), see (connect-four-position 7 6); x begins
  Value      1 if x wins, -1 if o wins, 0 for a draw
  Theory     x wins by beginning in the middle (J. D. Allen and V. Allis, 1988)
  Strength   PLAY looks six plies ahead, (play 'connect-four :seconds 5) farther")
  (:initial (connect-four-position 7 6))
  (:moves (p)
    (destructuring-bind (board columns rows mark won) p
      (declare (ignore mark won))
      (let ((moves nil))
        (do ((column columns (- column 1))) ((= column 0) moves)
          (if (c4-square board rows column) (push column moves))))))
  (:play (p column)
    (destructuring-bind (board columns rows mark won) p
      (declare (ignore won))
      (let ((square (c4-square board rows column)) (next (copy-seq board)))
        (setf (char next square) mark)
        (list next columns rows (if (char= mark #\x) #\o #\x) (c4-wins-p next columns rows mark square)))))
  (:side (p) (if (char= (fourth p) #\x) :max :min))
  (:over (p) (or (fifth p) (not (find #\. (first p)))))
  (:value (p) (cond ((not (fifth p)) 0) ((char= (fourth p) #\o) 1) (t -1)))
  (:bounds (p) (values -1 1))
  (:key (p) (first p))
  (:order (p column) (- (abs (- (* 2 column) (second p) 1))))  ; from the middle outwards
  (:players "x" "o")
  (:show (p)
    (destructuring-bind (board columns rows mark won) p
      (declare (ignore mark))
      (let ((four (if won (c4-winning-squares board columns rows) nil)))
        (do ((row (- rows 1) (- row 1))) ((< row 0))
          (dotimes (column columns)
            (let* ((square (+ (* rows column) row)) (mark (char board square)))
              (format t "~:[ ~;~]~A" (= column 0) (if (member square four) (char-upcase mark) mark))))
          (terpri))
        (dotimes (column columns) (format t "~:[ ~;~]~D" (= column 0) (mod (+ column 1) 10)))
        (terpri)))))
