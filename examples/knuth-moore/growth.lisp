;;; How many leaves does alpha-beta look at? Knuth and Moore's question (1975), answered by counting, for trees of WIDTH
;;; moves at each position and four plies: in the best order, in random order (the average of twenty trees), and all.
;;; Then how the work grows from ply to ply, beside J. Pearl's limit for random order (1982): R = x / (1 - x), where x
;;; lies between 0 and 1 and x^width + x = 1. Last the smallest tree in best order, drawn.

(defvar *seed* 1)
(defun next-random ()
  (setq *seed* (mod (* *seed* 16807) 2147483647)))

(defun random-tree (width plies)
  (if (= plies 0)
      (next-random)
      (let ((moves nil)) (dotimes (i width moves) (push (random-tree width (- plies 1)) moves)))))

;; All leaves equal: every move is best, so each order is the best one.
(defun ordered-tree (width plies)
  (if (= plies 0) 0 (make-list width :initial-element (ordered-tree width (- plies 1)))))

(defun leaves-of (tree) (getf (nth-value 1 (minimax tree)) :leaves))

(defun average-leaves (width plies trees)
  (let ((sum 0)) (dotimes (i trees (/ sum trees)) (incf sum (leaves-of (random-tree width plies))))))

(defun knuth-moore-least (width plies)
  (+ (expt width (ceiling plies 2)) (expt width (floor plies 2)) -1))

(defun pearl-limit (width)
  (let ((low 0.0d0) (high 1.0d0))
    (dotimes (i 60 (/ low (- 1 low)))
      (let ((middle (/ (+ low high) 2)))
        (if (< (+ (expt middle width) middle) 1) (setq low middle) (setq high middle))))))

(format t "width   best order (theory)   random order     all~%")
(do ((width 2 (+ width 1))) ((> width 8))
  (format t "~5D ~12D ~8@A ~14,1F ~7D~%" width (leaves-of (ordered-tree width 4))
          (format nil "(~D)" (knuth-moore-least width 4)) (float (average-leaves width 4 20)) (expt width 4)))

(format t "~%width   growth per ply (plies 4 to 6)   Pearl's limit~%")
(do ((width 2 (+ width 1))) ((> width 8))
  (format t "~5D ~31,2F ~15,4F~%" width
          (sqrt (float (/ (average-leaves width 6 20) (average-leaves width 4 20))))
          (pearl-limit width)))

(format t "~%a tree of two moves and three plies in best order: 5 of 8 leaves~%")
(draw (ordered-tree 2 3))
;; The same as a picture for a browser: (draw (ordered-tree 3 4) :format :svg :file "best-order.svg")
;=>     2            7      (7)           12.2      16
;=>     8          127    (127)          970.6    4096
