;;;; drawing.lisp -- the text and the layout of drawings.

;; Minus signs, and mathematical symbols instead of words.
(system::typeset "max = -3 (alpha -1.5e-7 >= beta -inf)")  ;=> "max = −3 (α −1.5e−7 ≥ β −∞)"
(system::typeset "x-1, a - b, -a, --, -")  ;=> "x-1, a - b, -a, --, -"
(system::typeset "alphabet <= infinite")  ;=> "alphabet ≤ infinite"

;; One digit after the point, rounded as by C's printf: halfway cases to even, by the exact value.
(mapcar (lambda (x) (with-output-to-string (out) (system::write-tenths x out))) '(0d0 0.25d0 0.75d0 12.05d0 9.95d0 -0.04d0 12345.678d0))  ;=> ("0.0" "0.2" "0.8" "12.1" "9.9" "-0.0" "12345.7")

;; On random trees each node is above the middle of its moves, the moves are in order, and all is within the drawing.
(defvar *seed* (make-random-state nil))
(defun random-text (c most) (make-string (+ 1 (random most *seed*)) :initial-element c))
(defun drawn-node (parent depth children)
  (vector 0 parent depth children
          (cond ((> children 0) (if (evenp depth) :max :min)) ((and (> depth 0) (= 0 (random 3 *seed*))) :cut) (t :leaf))
          1 (if (and (> depth 0) (= 0 (random 4 *seed*))) (random-text #\m 8) nil) (random-text #\7 9) :exact "in" "-inf..3" 0 0 nil
          "1 leaf" nil '("alpha 3 of the root" ">= beta 1") nil 0))
(defun random-picture ()
  (let ((nodes nil) (count 0))
    (labels ((grow (parent depth)
               (let* ((place count) (children (if (= depth 5) 0 (random (if (= depth 0) 5 4) *seed*))))
                 (incf count)
                 (push (drawn-node parent depth children) nodes)
                 (dotimes (i children) (grow place (+ depth 1))))))
      (grow 0 0))
    (coerce (reverse nodes) 'simple-vector)))
(defun moves-of (place picture) (loop for i from 1 below (length picture) when (= place (svref (svref picture i) 1)) collect i))
(defun sound-layout-p (picture)
  (let* ((layout (system::layout-picture picture)) (xs (system::layout-xs layout)))
    (loop for i below (length picture)
          for moves = (mapcar (lambda (m) (svref xs m)) (moves-of i picture))
          always (and (< 0 (svref xs i) (system::layout-width layout))
                      (< (svref (system::layout-ys layout) i) (system::layout-height layout))
                      (or (null moves)
                          (and (apply #'< moves)
                               (< (abs (- (svref xs i) (/ (+ (first moves) (car (last moves))) 2))) 1d-6)))))))
(loop repeat 200 always (sound-layout-p (random-picture)))  ;=> T

;; The lines of text at a pruned branch are centred.
(let* ((cut (vector nil 0 1 0 :cut 1 nil "4" :exact nil nil 0 0 nil "1 leaf" nil '("alpha 3 of the root" ">= beta 1") nil 0))
       (marks (svref (system::layout-marks (system::layout-picture (vector (drawn-node 0 0 1) cut))) 1)))
  (list (length marks) (mapcar (lambda (m) (svref m 1)) marks) (mapcar (lambda (m) (svref m 2)) marks) (apply #'< (mapcar (lambda (m) (svref m 3)) marks))))  ;=> (3 (:MIDDLE :MIDDLE :MIDDLE) (0.0d0 0.0d0 0.0d0) T)

