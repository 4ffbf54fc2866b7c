;;;; connect-four.lisp -- pieces fall into columns; four in a row win. Any size of board. -*- sealed -*-

;; A position: (BOARD COLUMNS ROWS LAST), a string column by column from below, and the square filled last, or NIL; a
;; move: a column from 1. The maximizer has the x.
(defun %c4-mover (board)
  (if (= (count #\x board) (count #\o board)) #\x #\o))

(defun %c4-height (board rows column)
  (let ((start (* rows (- column 1))))
    (- (or (position #\. board :start start :end (+ start rows)) (+ start rows)) start)))

;; Squares in a row with (COLUMN ROW), both from 0, on one side of it.
(defun %c4-run (board columns rows mark column row dx dy)
  (do ((n 0 (+ n 1)) (x (+ column dx) (+ x dx)) (y (+ row dy) (+ y dy)))
      ((not (and (< -1 x columns) (< -1 y rows) (char= (char board (+ (* rows x) y)) mark))) n)))

(defun %c4-won-p (position)
  (destructuring-bind (board columns rows last) position
    (if (null last)
        nil
        (multiple-value-bind (column row) (floor last rows)
          (let ((mark (char board last)))
            (dolist (d '((1 0) (0 1) (1 1) (1 -1)) nil)
              (if (>= (+ (%c4-run board columns rows mark column row (first d) (second d))
                         (%c4-run board columns rows mark column row (- (first d)) (- (second d))))
                      3)
                  (return t))))))))

(define-game connect-four
  (:initial (list (make-string 42 :initial-element #\.) 7 6 nil))
  (:moves (p)
    (destructuring-bind (board columns rows last) p
      (declare (ignore last))
      (let ((moves nil))
        (do ((column columns (- column 1))) ((= column 0) moves)
          (if (< (%c4-height board rows column) rows) (push column moves))))))
  (:play (p column)
    (destructuring-bind (board columns rows last) p
      (declare (ignore last))
      (let ((square (+ (* rows (- column 1)) (%c4-height board rows column))) (next (copy-seq board)))
        (setf (char next square) (%c4-mover board))
        (list next columns rows square))))
  (:side (p) (if (char= (%c4-mover (first p)) #\x) :max :min))
  (:over (p) (or (%c4-won-p p) (not (find #\. (first p)))))
  (:value (p) (cond ((not (%c4-won-p p)) 0) ((char= (%c4-mover (first p)) #\o) 1) (t -1)))
  (:key (p) (first p))
  (:show (p)
    (destructuring-bind (board columns rows last) p
      (declare (ignore last))
      (do ((row (- rows 1) (- row 1))) ((< row 0))
        (dotimes (column columns) (princ (char board (+ (* rows column) row))))
        (terpri))
      (dotimes (column columns) (princ (mod (+ column 1) 10)))
      (terpri))))
