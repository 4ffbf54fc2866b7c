;;; The number of leaves that alpha-beta evaluates (D. E. Knuth and R. W. Moore, 1975), counted for trees of WIDTH moves at
;;; each position and four plies: with the best move order, with random order (the average of twenty trees), and in all.
;;; A second table shows the growth per ply and J. Pearl's limit for random order (1982): R = x / (1 - x), where
;;; 0 < x < 1 and x^width + x = 1. With a folder as argument, winnow growth.lisp FOLDER also draws the pictures growth.svg
;;; and best-order.svg in it.

(defvar *seed* 1)
(defun next-random ()
  (setq *seed* (mod (* *seed* 16807) 2147483647)))

(defun random-tree (width plies)
  (if (= plies 0)
      (next-random)
      (let ((moves nil)) (dotimes (i width moves) (push (random-tree width (- plies 1)) moves)))))

;; All leaves are equal: every move is best, so every order is the best order.
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

(defvar *widths* '(2 3 4 5 6 7 8))

(format t "width   best order (theory)   random order     all~%")
(dolist (width *widths*)
  (format t "~5D ~12D ~8@A ~14,1F ~7D~%" width (leaves-of (ordered-tree width 4))
          (format nil "(~D)" (knuth-moore-least width 4)) (float (average-leaves width 4 20) 1d0) (expt width 4)))
;=>     2            7      (7)           12.2      16
;=>     8          127    (127)          970.6    4096

(format t "~%width   growth per ply (plies 4 to 6)   Pearl's limit~%")
(dolist (width *widths*)
  (format t "~5D ~31,2F ~15,4F~%" width
          (sqrt (float (/ (average-leaves width 6 20) (average-leaves width 4 20))))
          (pearl-limit width)))

;; A picture of the first table: leaves by width on a logarithmic axis, one line for each move order.
(defun x-of (width) (* 60 (- width 1)))
(defun y-of (leaves) (- 430 (* 100 (log (float leaves) 10))))

(defun curve (out color name leaves)
  (format out "<polyline fill='none' stroke='~A' stroke-width='2' points='~{~,1F,~,1F ~}'/>~%" color
          (mapcan (lambda (width) (list (x-of width) (y-of (funcall leaves width)))) *widths*))
  (format out "<text x='~D' y='~,1F' fill='~A'>~A</text>~%" (+ (x-of 8) 8) (y-of (funcall leaves 8)) color name))

(defun draw-growth (file)
  (with-open-file (out file :direction :output :if-exists :supersede)
    (format out "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 470' font-family='sans-serif' font-size='13'>~%")
    (format out "<rect width='600' height='470' fill='white'/>~%")
    (format out "<text x='60' y='24'>Leaves that alpha-beta evaluates, four plies, by width (logarithmic axis)</text>~%")
    (dolist (leaves '(1 10 100 1000))
      (format out "<path d='M60 ~,1F H480' stroke='#ccc'/><text x='20' y='~,1F'>~D</text>~%" (y-of leaves) (+ 4 (y-of leaves)) leaves))
    (dolist (width *widths*) (format out "<text x='~D' y='450'>~D</text>~%" (- (x-of width) 4) width))
    (curve out "#888" "all" (lambda (width) (expt width 4)))
    (curve out "#d9480f" "random order" (lambda (width) (average-leaves width 4 20)))
    (curve out "#0a58ca" "best order" (lambda (width) (leaves-of (ordered-tree width 4))))
    (dolist (width *widths*)
      (format out "<circle cx='~D' cy='~,1F' r='4' fill='none' stroke='#0a58ca'/>~%" (x-of width) (y-of (knuth-moore-least width 4))))
    (format out "<text x='60' y='44' fill='#0a58ca'>circles: Knuth and Moore, 2·width² - 1</text>~%</svg>~%")))

(format t "~%a tree of two moves and three plies in best order: 5 of 8 leaves~%")
(draw (ordered-tree 2 3))

(when *command-line*
  (let ((growth (format nil "~A/growth.svg" (first *command-line*)))
        (best-order (format nil "~A/best-order.svg" (first *command-line*))))
    (draw-growth growth)
    (draw (ordered-tree 3 4) :format :svg :file best-order)
    (format t "~A shows the first table, ~A one of three moves and four plies~%" growth best-order)))
