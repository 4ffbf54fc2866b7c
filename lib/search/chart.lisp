;;;; chart.lisp -- leaves that the algorithms evaluate in random trees, by width or plies, as a table or a chart. -*- sealed -*-

(defconstant +charted-leaves+ 2000000)  ; of all trees of one size
(defvar *charted-algorithms* '(:minimax :alpha-beta :scout :negascout :sss :mtdf))

;;; The data: a series is (NAME . NUMBERS), a number for each width or for each number of plies.

;; The least number of leaves that prove the value of a tree of WIDTH moves and PLIES plies (Knuth and Moore 1975).
(defun least-leaves-of-size (width plies) (+ (expt width (ceiling plies 2)) (expt width (floor plies 2)) -1))

;; The mean numbers of leaves that each of ALGORITHMS evaluates in COUNT random trees, a list in their order.
(defun means-of-size (algorithms width plies count seed range)
  (let ((sums (mapcar (lambda (algorithm) (declare (ignore algorithm)) 0) algorithms)))
    (dotimes (i count (mapcar (lambda (sum) (/ sum count)) sums))
      (let ((tree (random-tree width plies :seed (+ seed i) :leaves range)))
        (setq sums (mapcar (lambda (sum algorithm)
                             (+ sum (getf (nth-value 1 (search-once nil tree :algorithm algorithm :moves #'identity
                                                                    :value #'identity :quiet #'atom))
                                          :leaves)))
                           sums algorithms))))))

;; SHAPES: a list of (WIDTH PLIES). Return the series of ALGORITHMS and of the least numbers.
(defun leaves-series (algorithms shapes count seed range)
  (let ((means (mapcar (lambda (shape) (means-of-size algorithms (first shape) (second shape) count seed range)) shapes)) (place -1))
    (append (mapcar (lambda (algorithm)
                      (incf place)
                      (cons (string-downcase algorithm) (mapcar (lambda (row) (nth place row)) means)))
                    algorithms)
            (list (cons "least" (mapcar (lambda (shape) (apply #'least-leaves-of-size shape)) shapes))))))

;; A number of leaves, with a digit after the point unless it is an integer.
(defun leaves-number (n) (if (integerp n) (prin1-to-string n) (format nil "~,1F" (float n 1d0))))

(defun write-leaves-table (heading steps series)
  (print-table (cons heading (mapcar #'car series))
               (let ((place 0))
                 (mapcar (lambda (step)
                           (incf place)
                           (cons step (mapcar (lambda (one) (leaves-number (nth place one))) series)))
                         steps))))

;;; The chart, in pixels.

(defconstant +chart-width+ 760d0)
(defconstant +chart-height+ 460d0)
(defconstant +plot-left+ 70d0)
(defconstant +plot-right+ 590d0)        ; names of curves are to the right
(defconstant +plot-top+ 56d0)
(defconstant +plot-bottom+ 400d0)
(defconstant +name-line+ 17d0)

(defvar *chart-style*
  "svg { background: #fff; font-family: sans-serif; font-size: 13px }
text { fill: #1a1c1e }
.title { font-size: 15px; font-weight: 600 }
.grid { stroke: #d5d9de }
.curve { fill: none; stroke-width: 2 }
.leader { stroke-width: 1; opacity: .5 }
.k0 { stroke: #0b57a8 } .f0 { fill: #0b57a8 }
.k1 { stroke: #b3001b } .f1 { fill: #b3001b }
.k2 { stroke: #14692b } .f2 { fill: #14692b }
.k3 { stroke: #8a3b00 } .f3 { fill: #8a3b00 }
.k4 { stroke: #6b2fa0 } .f4 { fill: #6b2fa0 }
.k5 { stroke: #00666e } .f5 { fill: #00666e }
.least { stroke: #565c64; stroke-dasharray: 6 4 } .fleast { fill: #565c64 }
@media (prefers-color-scheme: dark) {
  svg { background: #15181b }
  text { fill: #e9ebed }
  .grid { stroke: #3a4047 }
  .k0 { stroke: #8cc5ff } .f0 { fill: #8cc5ff }
  .k1 { stroke: #ff9a9f } .f1 { fill: #ff9a9f }
  .k2 { stroke: #84dc9c } .f2 { fill: #84dc9c }
  .k3 { stroke: #ffbd85 } .f3 { fill: #ffbd85 }
  .k4 { stroke: #d3b1ff } .f4 { fill: #d3b1ff }
  .k5 { stroke: #7fdbe3 } .f5 { fill: #7fdbe3 }
  .least { stroke: #a9b0b8 } .fleast { fill: #a9b0b8 }
}
")

;; Write DIRECTIVES, a FORMAT control string and arguments, in which each float is written with one digit after the point.
(defun write-chart (out control &rest arguments)
  (apply #'format out control
         (mapcar (lambda (a) (if (floatp a) (with-output-to-string (s) (write-tenths a s)) a)) arguments)))

;; The places of LABELS, a list of wished places, at least +NAME-LINE+ apart and above the bottom; in their order.
(defun spread-labels (labels)
  (let* ((sorted (stable-sort (copy-list labels) #'<)) (places nil) (last nil) (lowest (+ +plot-bottom+ 4d0)))
    (dolist (wished sorted)
      (setq last (if last (max wished (+ last +name-line+)) wished))
      (push (cons wished last) places))
    ;; PLACES is from the lowest to the highest: those that are too low, and those that they displace, move up.
    (dolist (place places)
      (setf (cdr place) (min (cdr place) lowest) lowest (- (cdr place) +name-line+)))
    (setq places (nreverse places))
    (mapcar (lambda (wished)
              (let ((place (assoc wished places))) (setq places (remove place places :count 1)) (cdr place)))
            labels)))

;; Write the curve of SERIES with its name at NAME-Y.  XS: of its points; PLACE: of a number, a function; SHOW: a function that
;; returns a number as text.
(defun write-curve (series class fill dash xs steps place show name-y out)
  (let ((ys (mapcar place (cdr series))))
    (write-chart out "<polyline class=\"curve ~A\"~@[ stroke-dasharray=\"~A\"~] points=\"" class dash)
    (mapc (lambda (x y) (write-chart out "~A,~A " x y)) xs ys)
    (format out "\"/>~%")
    (mapc (lambda (x y step number)
            (write-chart out "<circle class=\"~A\" cx=\"~A\" cy=\"~A\" r=\"3.5\"><title>~A, ~A: ~A</title></circle>~%"
                         fill x y (car series) step (funcall show number)))
          xs ys steps (cdr series))
    (let ((x (car (last xs))) (y (car (last ys))))
      (write-chart out "<line class=\"leader ~A\" x1=\"~A\" y1=\"~A\" x2=\"~A\" y2=\"~A\"/>~%"
                   class (+ x 6d0) y (+ x 22d0) (- name-y 4d0))
      (write-chart out "<text class=\"~A\" x=\"~A\" y=\"~A\">~A</text>~%" fill (+ x 26d0) name-y (car series)))))

;; Write a chart of SERIES, over STEPS, integers, whose axis has the name AXIS. TICKS: a list of (NUMBER . TEXT) on the other axis;
;; PLACE and SHOW: as for WRITE-CURVE.
(defun write-curves (title axis steps series ticks place show out)
  (let* ((count (length steps))
         (xs (let ((i -1))
               (mapcar (lambda (step)
                         (declare (ignore step))
                         (incf i)
                         (if (= count 1)
                             (/ (+ +plot-left+ +plot-right+) 2d0)
                             (+ +plot-left+ 20d0 (/ (* i (- +plot-right+ +plot-left+ 40d0)) (- count 1)))))
                       steps)))
         (names (spread-labels (mapcar (lambda (one) (+ 4d0 (funcall place (car (last one))))) series))))
    (write-chart out "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ~A ~A\">~%" +chart-width+ +chart-height+)
    (format out "<title>~A</title>~%<style>~%~A</style>~%" title *chart-style*)
    (write-chart out "<text class=\"title\" x=\"~A\" y=\"28\">~A</text>~%" 20d0 title)
    (dolist (tick ticks)
      (let ((y (funcall place (car tick))))
        (write-chart out "<line class=\"grid\" x1=\"~A\" y1=\"~A\" x2=\"~A\" y2=\"~A\"/>~%" +plot-left+ y +plot-right+ y)
        (write-chart out "<text text-anchor=\"end\" x=\"~A\" y=\"~A\">~A</text>~%" (- +plot-left+ 8d0) (+ y 4d0) (cdr tick))))
    (mapc (lambda (x step)
            (write-chart out "<text text-anchor=\"middle\" x=\"~A\" y=\"~A\">~D</text>~%" x (+ +plot-bottom+ 20d0) step))
          xs steps)
    (write-chart out "<text text-anchor=\"middle\" x=\"~A\" y=\"~A\">~A</text>~%"
                 (/ (+ +plot-left+ +plot-right+) 2d0) (+ +plot-bottom+ 44d0) axis)
    (let ((i -1))
      (mapc (lambda (one name-y)
              (incf i)
              (if (string= (car one) "least")
                  (write-curve one "least" "fleast" nil xs steps place show name-y out)
                  (write-curve one (format nil "k~D" (mod i 6)) (format nil "f~D" (mod i 6))
                               (nth (mod (floor i 6) 3) '(nil "2 3" "8 3 2 3")) xs steps place show name-y out)))
            series names))
    (format out "</svg>~%")))

;; A chart with a logarithmic axis for SERIES of positive numbers.
(defun write-leaves-chart (title axis steps series out)
  (let* ((numbers (reduce #'append (mapcar #'cdr series)))
         (decades (max 1 (do ((n 0 (+ n 1))) ((>= (expt 10 n) (reduce #'max numbers)) n)))) (ticks nil))
    (dotimes (n (+ decades 1)) (push (cons (expt 10 n) (format nil "~:D" (expt 10 n))) ticks))
    (write-curves title axis steps series (nreverse ticks)
                  (lambda (n) (- +plot-bottom+ (/ (* (- +plot-bottom+ +plot-top+) (log (float n 1d0) 10d0)) decades)))
                  #'leaves-number out)))

;; The distance between ticks for an axis of length RANGE, positive: 1, 2 or 5 times a power of ten, for at most ten of them.
(defun tick-distance (range)
  (let ((unit (do ((unit 1 (* unit 10))) ((> (* unit 10) range) unit))))
    (do () ((<= unit range)) (setq unit (/ unit 10)))
    (cond ((<= (/ range unit) 2) (/ unit 5)) ((<= (/ range unit) 5) (/ unit 2)) (t unit))))

;; The real N as text with at most three decimals.
(defun short-number (n) (if (integerp n) (prin1-to-string n) (format nil "~,3F" (float n 1d0))))

;; A chart with a linear axis for SERIES of reals.
(defun write-linear-chart (title axis steps series out)
  (let* ((numbers (mapcar #'rational (reduce #'append (mapcar #'cdr series))))
         (least (reduce #'min numbers)) (greatest (reduce #'max numbers))
         (distance (tick-distance (if (= least greatest) 1 (- greatest least))))
         (bottom (floor least distance)) (top (max (+ bottom 1) (ceiling greatest distance))) (ticks nil))
    (do ((i bottom (+ i 1))) ((> i top))
      (push (cons (* i distance) (short-number (* i distance))) ticks))
    (write-curves title axis steps series (nreverse ticks)
                  (lambda (n) (- +plot-bottom+ (/ (* (- +plot-bottom+ +plot-top+) (- (/ (float n 1d0) distance) bottom)) (- top bottom))))
                  #'short-number out)))

(defun chart-searches (&key (widths 3) (plies '(1 2 3 4 5 6)) (algorithms *charted-algorithms*) (trees 20) (seed 1)
                            (leaves '(0 999)) (format *picture-format*) file)
  "Search random trees with each of ALGORITHMS and print how many leaves they evaluate, and the least number of leaves that can
prove the value, WIDTH^ceiling(PLIES/2) + WIDTH^floor(PLIES/2) - 1. Return no value.
WIDTHS, PLIES: moves at each position and plies of the trees, integers above zero; one of the two is a list of them (default: 3
moves, 1 to 6 plies).  ALGORITHMS: a list of algorithms of MINIMAX (default: the value of *CHARTED-ALGORITHMS*).
TREES: how many trees of each size are searched; the numbers are means (default: 20).  SEED, LEAVES: as for RANDOM-TREE (default:
1 and (0 999)); the trees have the seeds SEED, SEED + 1 and so on.
FORMAT: :TEXT (default, except in a report or a notebook), a table, or :SVG, a chart with a logarithmic axis.  FILE: the name of a file to write to; default: print.
Signals: type-error for other arguments, or if the trees of one size have more than two million leaves.
Example: (with-output-to-string (*standard-output*) (chart-searches :plies '(2 4) :algorithms '(:minimax :sss) :trees 1)) => \"plies  minimax  sss  least
2            9    5      5
4           81   27     17
\"
Source: D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, 1975, for the least number."
  (dolist (list (list widths plies algorithms))
    (if (consp list) (check-argument (list-length list) 'integer "a list that is not circular")))
  (let* ((by-width (consp widths)) (steps (if by-width widths plies))
         (shapes (if by-width
                     (mapcar (lambda (width) (list width plies)) widths)
                     (mapcar (lambda (n) (list widths n)) (if (consp plies) plies (list plies))))))
    (if (if by-width (consp plies) (atom plies))
        (check-argument plies (if by-width '(integer 1) 'cons)
                        (if by-width "a number of plies, since :WIDTHS is a list" "a list as :PLIES or :WIDTHS")))
    (check-argument trees '(integer 1) "an integer greater than zero as :TREES")
    (dolist (shape shapes)
      (check-argument (first shape) '(integer 1 1000000) "an integer greater than zero as width")
      (check-argument (second shape) '(integer 1 1000) "an integer greater than zero as number of plies")
      (check-argument (* trees (expt (first shape) (second shape))) (list 'integer 1 +charted-leaves+)
                      "trees of at most two million leaves"))
    (check-argument algorithms 'cons "a list of algorithms as :ALGORITHMS")
    (check-argument format '(member :text :svg) ":TEXT or :SVG as :FORMAT")
    (let* ((series (leaves-series algorithms shapes trees seed leaves))
           (title (if by-width
                      (format nil "Leaves evaluated in trees of ~D ~:*~[~;ply~:;plies~], by width (mean of ~D)" plies trees)
                      (format nil "Leaves evaluated in trees of width ~D, by plies (mean of ~D)" widths trees)))
           (writer (if (eq format :text)
                       (lambda (out) (let ((*standard-output* out)) (write-leaves-table (if by-width "width" "plies") steps series)))
                       (lambda (out) (write-leaves-chart title (if by-width "moves at each position" "plies") steps series out)))))
      (call-with-output file writer)
      (values))))
