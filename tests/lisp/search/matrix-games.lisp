;;;; matrix-games.lisp -- SOLVE-MATRIX and DOMINATED-STRATEGIES. Strategies x and y are optimal, and v is the value, if and only if
;;;; x gets at least v against each column and y gives at most v against each row (the minimax theorem).

(defun payoffs-of-columns (x matrix) (apply #'mapcar #'+ (mapcar (lambda (p row) (mapcar (lambda (a) (* p a)) row)) x matrix)))
(defun payoffs-of-rows (y matrix) (mapcar (lambda (row) (reduce #'+ (mapcar #'* y row))) matrix))
(defun strategy-p (list length) (and (= (length list) length) (every #'rationalp list) (every (lambda (p) (>= p 0)) list) (= 1 (reduce #'+ list))))
(defun optimal-p (matrix)
  (multiple-value-bind (value x y) (solve-matrix matrix)
    (and (rationalp value) (strategy-p x (length matrix)) (strategy-p y (length (first matrix)))
         (= value (reduce #'min (payoffs-of-columns x matrix)))
         (= value (reduce #'max (payoffs-of-rows y matrix))))))

;; A 2 x 2 matrix without a saddle point has the value (ad - bc) / (a + d - b - c).
(solve-matrix '((3 -1) (-2 1)))    ;=> 1/7 ; (3/7 4/7) ; (2/7 5/7)
(solve-matrix '((1 -1) (-1 1)))    ;=> 0 ; (1/2 1/2) ; (1/2 1/2)
;; Rock, paper, scissors.
(solve-matrix '((0 -1 1) (1 0 -1) (-1 1 0)))  ;=> 0 ; (1/3 1/3 1/3) ; (1/3 1/3 1/3)
;; A saddle point; one row; one column; one element; equal elements; negative ones; rationals.
(solve-matrix '((4 2 5) (1 0 9)))  ;=> 2 ; (1 0) ; (0 1 0)
(solve-matrix '((3 1 2)))          ;=> 1 ; (1) ; (0 1 0)
(solve-matrix '((3) (1) (7/2)))    ;=> 7/2 ; (0 0 1) ; (1)
(solve-matrix '((-5)))             ;=> -5 ; (1) ; (1)
(values (solve-matrix '((2 2) (2 2))))                ;=> 2
(values (solve-matrix '((-1/2 -1/3) (-1/4 -3/4))))    ;=> -7/16
;; Two-finger Morra is fair; the only optimal strategies mix the two middle guesses between 3/7 and 4/7 and 2/5 and 3/5.
(let ((morra '((0 2 -3 0) (-2 0 0 3) (3 0 0 -4) (0 -3 4 0))))
  (multiple-value-bind (value x) (solve-matrix morra)
    (list value (first x) (fourth x) (or (<= 4/7 (second x) 3/5)) (optimal-p morra))))  ;=> (0 0 0 T T)

;; Random matrices, many of them degenerate.
(let ((state (seed-random-state 1)) (wrong nil))
  (dotimes (i (trials 400) wrong)
    (let* ((rows (+ 1 (random 6 state))) (columns (+ 1 (random 6 state))) (range (if (evenp i) 3 50))
           (matrix (loop repeat rows collect (loop repeat columns collect (/ (- (random range state) (floor range 2)) (+ 1 (random 3 state)))))))
      (unless (optimal-p matrix) (push matrix wrong)))))  ;=> NIL
;; A matrix of 20 x 20.
(let ((state (seed-random-state 7)))
  (optimal-p (loop repeat 20 collect (loop repeat 20 collect (- (random 200 state) 100)))))  ;=> T

(solve-matrix nil)                  ;signals: "SOLVE-MATRIX: expected a list of rows"
(solve-matrix '((1 2) (3)))         ;signals: type-error
(solve-matrix '((1 2.0) (3 4)))     ;signals: type-error
(solve-matrix '((1 . 2)))           ;signals: type-error
(dominated-strategies '(1 2))       ;signals: "DOMINATED-STRATEGIES: expected a list of rows"

;; Elimination by mixtures: row 3 by half of each other row (Luce and Raiffa); then nothing else.
(dominated-strategies '((1 -1) (-1 1) (-2 -2)))  ;=> ((:ROW 3 (1/2 1/2 0)))
(dominated-strategies '((0 -1 1) (1 0 -1) (-1 1 0)))  ;=> NIL
;; Iterated: column 3 only after row 2.
(mapcar #'butlast (dominated-strategies '((3 2 4) (1 1 0))))  ;=> ((:ROW 2) (:COLUMN 1) (:COLUMN 3))

;; Each mixture is better than its strategy against all that remain; no pure strategy that remains dominates another; the value
;; of the rest is that of the matrix.
(defun better-than-p (mixture n vectors live)
  (and (strategy-p mixture (length vectors)) (= 0 (nth n mixture))
       (every (lambda (k) (> (reduce #'+ (mapcar (lambda (p vector) (* p (nth k vector))) mixture vectors)) (nth k (nth n vectors)))) live)))
(defun faults-of-elimination (matrix)
  (let ((rows (loop for i below (length matrix) collect i)) (columns (loop for j below (length (first matrix)) collect j)) (faults nil)
        (negated (apply #'mapcar (lambda (&rest column) (mapcar #'- column)) matrix)))
    (dolist (step (dominated-strategies matrix))
      (destructuring-bind (kind number mixture) step
        (let ((n (- number 1)))
          (cond ((eq kind :row)
                 (unless (and (member n rows) (better-than-p mixture n matrix columns)) (push step faults))
                 (setq rows (remove n rows)))
                (t (unless (and (member n columns) (better-than-p mixture n negated rows)) (push step faults))
                   (setq columns (remove n columns)))))))
    (dolist (a rows)
      (dolist (b rows)
        (if (and (/= a b) (every (lambda (j) (> (nth j (nth a matrix)) (nth j (nth b matrix)))) columns)) (push (list a b) faults))))
    (unless (= (solve-matrix matrix) (solve-matrix (mapcar (lambda (i) (mapcar (lambda (j) (nth j (nth i matrix))) columns)) rows)))
      (push :value faults))
    faults))
(let ((state (seed-random-state 3)) (faults nil) (steps 0))
  (dotimes (i (trials 60) (list faults (>= steps (trials 60))))
    (let ((matrix (loop repeat (+ 1 (random 4 state)) collect (loop repeat 4 collect (random 9 state)))))
      (incf steps (length (dominated-strategies matrix)))
      (let ((f (faults-of-elimination matrix))) (if f (push (list matrix f) faults))))))  ;=> (NIL T)
