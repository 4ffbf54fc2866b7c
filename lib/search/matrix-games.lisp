;;;; matrix-games.lisp -- zero-sum matrix games, solved in exact rationals by the simplex method. -*- sealed -*-
;;;;
;;;; The row player chooses a row, the column player a column, both without knowledge of the other's choice, and the row player
;;;; receives the element. Both have optimal mixed strategies (J. von Neumann, Zur Theorie der Gesellschaftsspiele, 1928), which
;;;; are the solutions of a linear program and its dual (G. B. Dantzig 1951). If all elements are positive, the column player's
;;;; strategy is y / sum(y) for a y >= 0 with A y <= 1 that maximizes sum(y), and the value is 1 / sum(y).

;; The condensed tableau: row I and column J hold the coefficients of the constraints, the last column their right sides, the
;; last row the negated objective. LABELS: the variables outside the basis (columns), then those in it (rows); variables below
;; the number of columns are those of y, the others slacks.
(defstruct (tableau (:copier nil) (:predicate nil)) rows columns entries labels)

;; The tableau of MATRIX, a list of rows, with SHIFT added to each element.
(defun tableau-of (matrix shift)
  (let* ((rows (length matrix)) (columns (length (first matrix)))
         (entries (make-array (list (+ rows 1) (+ columns 1)) :initial-element 1))
         (labels (make-array (+ rows columns))) (i 0))
    (dolist (row matrix)
      (let ((j 0)) (dolist (element row) (setf (aref entries i j) (+ element shift)) (incf j)))
      (incf i))
    (dotimes (j columns) (setf (aref entries rows j) -1))
    (setf (aref entries rows columns) 0)
    (dotimes (k (+ rows columns)) (setf (svref labels k) k))
    (make-tableau :rows rows :columns columns :entries entries :labels labels)))

;; Exchange the variable of COLUMN with that of ROW.
(defun pivot (tableau row column)
  (let* ((entries (tableau-entries tableau)) (labels (tableau-labels tableau)) (pivot (aref entries row column)))
    (dotimes (j (+ (tableau-columns tableau) 1))
      (unless (= j column) (setf (aref entries row j) (/ (aref entries row j) pivot))))
    (dotimes (i (+ (tableau-rows tableau) 1))
      (let ((factor (aref entries i column)))
        (unless (or (= i row) (eql factor 0))
          (dotimes (j (+ (tableau-columns tableau) 1))
            (unless (= j column) (decf (aref entries i j) (* factor (aref entries row j)))))
          (setf (aref entries i column) (- (/ factor pivot))))))
    (setf (aref entries row column) (/ 1 pivot))
    (rotatef (svref labels column) (svref labels (+ (tableau-columns tableau) row)))))

;; The column that enters the basis, NIL at the optimum, and the row that leaves it: of those possible the variable of the least
;; number, so that the method ends (R. G. Bland, New finite pivoting rules for the simplex method, 1977).
(defun entering-column (tableau)
  (let ((best nil))
    (dotimes (j (tableau-columns tableau) best)
      (if (and (< (aref (tableau-entries tableau) (tableau-rows tableau) j) 0)
               (or (null best) (< (svref (tableau-labels tableau) j) (svref (tableau-labels tableau) best))))
          (setq best j)))))
(defun leaving-row (tableau column)
  (let ((best nil) (least nil) (columns (tableau-columns tableau)) (entries (tableau-entries tableau)))
    (flet ((label (row) (svref (tableau-labels tableau) (+ columns row))))
      (dotimes (i (tableau-rows tableau) best)
        (when (> (aref entries i column) 0)
          (let ((ratio (/ (aref entries i columns) (aref entries i column))))
            (if (or (null best) (< ratio least) (and (= ratio least) (< (label i) (label best))))
                (setq best i least ratio))))))))

;; The value and the strategies of the solved TABLEAU. SHIFT: as for TABLEAU-OF.
(defun solution-of (tableau shift)
  (let* ((rows (tableau-rows tableau)) (columns (tableau-columns tableau)) (entries (tableau-entries tableau))
         (value (/ 1 (aref entries rows columns))) (x (make-array rows :initial-element 0)) (y (make-array columns :initial-element 0)))
    (dotimes (i rows)
      (let ((label (svref (tableau-labels tableau) (+ columns i))))
        (if (< label columns) (setf (svref y label) (* value (aref entries i columns))))))
    (dotimes (j columns)
      (let ((label (svref (tableau-labels tableau) j)))
        (if (>= label columns) (setf (svref x (- label columns)) (* value (aref entries rows j))))))
    (values (- value shift) (coerce x 'list) (coerce y 'list))))

(defun check-matrix (operator matrix)
  (unless (and (consp matrix) (ignore-errors (list-length matrix))
               (every (lambda (row) (and (consp row) (ignore-errors (list-length row)) (every #'rationalp row)
                                         (= (length row) (length (first matrix)))))
                      matrix))
    (error 'type-error :datum matrix :expected-type 'cons
                       :format-control "~A: expected a list of rows, lists of equally many rationals, got ~S"
                       :format-arguments (list operator matrix))))

(defun solve-matrix (matrix)
  "Return the value of the zero-sum game MATRIX to the row player, and optimal mixed strategies of the row player and of the
column player: lists of probabilities. All numbers are exact rationals.
MATRIX: a list of rows, lists of equally many rationals. The row player receives the element at the chosen row and column. There
may be other optimal strategies.
Signals: type-error if MATRIX is not such a list.
Example: (multiple-value-list (solve-matrix '((3 -1) (-2 1)))) => (1/7 (3/7 4/7) (2/7 5/7))
Source: G. B. Dantzig, A proof of the equivalence of the programming problem and the game problem, 1951."
  (check-matrix "SOLVE-MATRIX" matrix)
  (let* ((shift (- 1 (reduce #'min (mapcar (lambda (row) (reduce #'min row)) matrix)))) (tableau (tableau-of matrix shift)))
    (do ((column (entering-column tableau) (entering-column tableau)))
        ((null column) (solution-of tableau shift))
      (pivot tableau (leaving-row tableau column) column))))

;;; Dominated strategies

;; A mixture of the other ROWS that is greater than row I in each column, a list of probabilities for all rows; else NIL. It
;; exists if and only if the game of the differences has a positive value.
(defun dominating-mixture (rows i)
  (let* ((row (nth i rows)) (others (append (subseq rows 0 i) (nthcdr (+ i 1) rows))))
    (if (null others)
        nil
        (multiple-value-bind (value mixture) (solve-matrix (mapcar (lambda (other) (mapcar #'- other row)) others))
          (if (> value 0) (append (subseq mixture 0 i) '(0) (nthcdr i mixture)) nil)))))

;; The first dominated row of ROWS and its mixture, or NIL.
(defun first-dominated (rows)
  (dotimes (i (length rows) nil)
    (let ((mixture (dominating-mixture rows i)))
      (if mixture (return (values i mixture))))))

;; MIXTURE, of the remaining strategies with NUMBERS, as a list of probabilities of all COUNT strategies.
(defun spread-mixture (mixture numbers count)
  (let ((all (make-list count :initial-element 0)))
    (mapc (lambda (probability number) (setf (nth number all) probability)) mixture numbers)
    all))

(defun dominated-strategies (matrix)
  "Return the strictly dominated strategies of the zero-sum game MATRIX, in the order of their iterated elimination: a list of
(:ROW N MIXTURE) and (:COLUMN N MIXTURE), with N counted from 1. MIXTURE, a list of probabilities of all rows or all columns, is
better than strategy N against each strategy that was not eliminated before.
MATRIX: as for SOLVE-MATRIX. No optimal strategy uses a dominated one.
Signals: type-error if MATRIX is not a list of equally long rows.
Example: (dominated-strategies '((1 -1) (-1 1) (-2 -2))) => ((:ROW 3 (1/2 1/2 0)))
Source: R. D. Luce and H. Raiffa, Games and Decisions (1957), section 5.7."
  (check-matrix "DOMINATED-STRATEGIES" matrix)
  (let* ((row-count (length matrix)) (column-count (length (first matrix))) (rows matrix) (eliminated nil)
         (row-numbers (loop for i from 0 below row-count collect i))
         (column-numbers (loop for j from 0 below column-count collect j)))
    (flet ((without (list n) (append (subseq list 0 n) (nthcdr (+ n 1) list))))
      (loop
        (multiple-value-bind (i mixture) (first-dominated rows)
          (if i
              (progn (push (list :row (+ 1 (nth i row-numbers)) (spread-mixture mixture row-numbers row-count)) eliminated)
                     (setq rows (without rows i) row-numbers (without row-numbers i)))
              ;; The column player's gains are the negated columns.
              (multiple-value-bind (j mixture) (first-dominated (apply #'mapcar (lambda (&rest column) (mapcar #'- column)) rows))
                (if (null j) (return (nreverse eliminated)))
                (push (list :column (+ 1 (nth j column-numbers)) (spread-mixture mixture column-numbers column-count)) eliminated)
                (setq rows (mapcar (lambda (row) (without row j)) rows) column-numbers (without column-numbers j)))))))))
