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
(defun random-node (parent depth children)
  (let ((cut (and (= children 0) (> depth 0) (= 0 (random 3 *seed*)))) (earlier (random 4 *seed*)))
    (system::drawn-node
     :id 0 :parent parent :depth depth :children children
     :shape (cond ((> children 0) (if (evenp depth) :max :min)) (cut :cut) (t :leaf))
     :move 1 :name (if (and (> depth 0) (= 0 (random 4 *seed*))) (random-text #\m 8) nil)
     :value (random-text #\7 9) :bound :exact :how "in" :question "-inf..3"
     :earlier (loop repeat earlier collect (list "in" (random-text #\8 9) 0)) :entries (+ 1 earlier)
     :size "1 leaf" :because (if cut '("alpha 3 of the root" ">= beta 1") nil))))
(defun random-picture ()
  (let ((nodes nil) (count 0))
    (labels ((grow (parent depth)
               (let* ((place count) (children (if (= depth 5) 0 (random (if (= depth 0) 5 4) *seed*))))
                 (incf count)
                 (push (random-node parent depth children) nodes)
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
(let* ((cut (system::drawn-node :depth 1 :shape :cut :move 1 :value "4" :bound :exact :size "1 leaf" :because '("alpha 3 of the root" ">= beta 1")))
       (marks (svref (system::layout-marks (system::layout-picture (vector (random-node 0 0 1) cut))) 1)))
  (list (length marks) (mapcar (lambda (m) (svref m 1)) marks) (mapcar (lambda (m) (svref m 2)) marks) (apply #'< (mapcar (lambda (m) (svref m 3)) marks))))  ;=> (3 (:MIDDLE :MIDDLE :MIDDLE) (0.0d0 0.0d0 0.0d0) T)

;; A pruned branch of a list is drawn whole, in grey; with :FOLD, or if it has more than 12 leaves, it is a triangle. The text lists it.
(defun drawing-of (tree format &rest options)
  (with-output-to-string (*standard-output*) (apply #'draw tree :format format options)))
(defun occurrences (word text) (loop for at = (search word text) then (search word text :start2 (+ at 1)) while at count t))
(defvar *deep* '((3) (1 ((4 5) 6))))
(list (occurrences "<path class=\"pruned\"" (drawing-of *deep* :svg)) (occurrences "<text class=\"cut\"" (drawing-of *deep* :svg)))  ;=> (2 3)
(list (occurrences "<path class=\"cut\"" (drawing-of *deep* :svg :fold :pruned)) (occurrences ">3 leaves<" (drawing-of *deep* :svg :fold :pruned)))  ;=> (1 1)
(occurrences "[fill=white, dashed, draw=gray]" (drawing-of *deep* :tikz))  ;=> 2
(occurrences "style=dashed" (drawing-of *deep* :dot))  ;=> 5
(occurrences "cut: ((4 5) 6)  alpha 3 of the root >= beta 1" (drawing-of *deep* :ascii))  ;=> 1
(let ((svg (drawing-of `((3) (1 ,(loop for i below 13 collect i))) :svg))) (list (occurrences "<path class=\"pruned\"" svg) (occurrences ">13 leaves<" svg)))  ;=> (0 1)
;; A leaf shows its value, however long it is.
(occurrences (format nil ">~D<" (expt 10 60)) (drawing-of `((3) (1 ,(expt 10 60))) :svg))  ;=> 1
;; A list at the depth limit is worth its first leaf, also in a pruned branch.
(occurrences ">4 …<" (drawing-of (record-search *deep* :depth 3) :svg))  ;=> 1

;; A node tells what it was entered for each time: MTD(f) asks whether the value is at least the first guess, 1; the bound 4 that this finds
;; is the next guess.
(let ((text (drawing-of (record-search '((4 7) (2 6)) :algorithm :mtdf :first-guess 1) :ascii)))
  (subseq text 0 (position #\Newline text)))  ;=> "max = 4  #1 asked >= 1? (pass 1), > 4? (pass 2)"

;; A graph for Graphviz that would be wider than a page lies on its side.
(mapcar (lambda (tree) (occurrences "rankdir=LR" (drawing-of tree :dot))) (list *deep* (random-tree 12 2) '((((((((1))))))))))  ;=> (0 1 0)
