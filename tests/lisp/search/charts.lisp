;;;; CHART-SEARCHES: numbers of leaves as a table and as a chart. Expected: formulas, and MINIMAX on the same trees.

(defun table (&rest options)
  (let ((*package* *package*))
    (with-input-from-string (in (with-output-to-string (*standard-output*) (apply #'chart-searches options)))
      (loop for line = (read-line in nil nil)
            while line
            collect (with-input-from-string (words line) (loop for word = (read words nil nil) while word collect word))))))

;; Minimax evaluates all leaves; the least numbers are those of Knuth and Moore.
(table :widths 3 :plies '(1 2 3 4 5) :algorithms '(:minimax) :trees 2)
;=> ((PLIES MINIMAX LEAST) (1 3 3) (2 9 5) (3 27 11) (4 81 17) (5 243 35))
(table :widths '(1 2 4) :plies 3 :algorithms '(:minimax) :trees 1)  ;=> ((WIDTH MINIMAX LEAST) (1 1 1) (2 8 5) (4 64 19))

;; If all leaves are equal, alpha-beta visits the least number, whatever the seed.
(table :widths '(2 3) :plies 4 :algorithms '(:alpha-beta :sss) :leaves '(5 5) :seed 99)
;=> ((WIDTH ALPHA-BETA SSS LEAST) (2 7 7 7) (3 17 17 17))

;; The means are those of the trees with the seeds named.
(defun mean (algorithm width plies seeds)
  (/ (loop for seed in seeds
           sum (getf (nth-value 1 (minimax (random-tree width plies :seed seed :leaves '(0 9)) :algorithm algorithm)) :leaves))
     (length seeds)))
(second (table :widths 3 :plies '(4) :algorithms '(:alpha-beta :negascout) :trees 4 :seed 7 :leaves '(0 9)))  ;=> (4 38 42 17)
(mapcar (lambda (a) (float (mean a 3 4 '(7 8 9 10)))) '(:alpha-beta :negascout))                               ;=> (38.0 42.0)
(equal (table) (table))                                                                                       ;=> T

;; In the chart the height of each point is the logarithm of its number: 344 pixels for the decades. The
;; number shown has one digit after the point.
(defun chart (&rest options)
  (with-output-to-string (*standard-output*) (apply #'chart-searches :format :svg options)))
(defun between (text before after start)
  (let ((at (search before text :start2 start)))
    (if at
        (let ((begin (+ at (length before)))) (values (subseq text begin (search after text :start2 begin)) begin))
        (values nil nil))))
(defun points (text)
  (let ((start 0) (points nil))
    (loop
      (multiple-value-bind (y at) (between text "cy=\"" "\"" start)
        (if (null y) (return (nreverse points)))
        (push (list (read-from-string y) (between text "<title>" "</title>" at)) points)
        (setq start at)))))
(defun off-p (point decades)
  (let* ((title (second point)) (number (read-from-string (subseq title (+ 1 (position #\: title))))))
    (> (abs (- (first point) (- 400 (* 344 (/ (log (float number 1d0) 10) decades)))))
       (+ 0.06 (/ (* 344 0.0218) (* decades number))))))
(length (points (chart)))                                     ;=> 42
(remove-if-not (lambda (p) (off-p p 3)) (points (chart)))     ;=> NIL
(remove-if-not (lambda (p) (off-p p 4)) (points (chart :widths '(2 10) :plies 4 :trees 1)))  ;=> NIL
(second (first (points (chart :widths '(2 10) :plies 4 :trees 1))))  ;=> "minimax, 2: 16"
(remove-if-not (lambda (p) (off-p p 1)) (points (chart :widths 1 :plies '(1) :trees 1)))      ;=> NIL

;; The names of the curves do not overlap, and stay above the axis.
(defun name-heights (text)
  (let ((start 0) (heights nil))
    (loop
      (multiple-value-bind (class at) (between text "<text class=\"f" "\"" start)
        (if (null class) (return (sort heights #'<)))
        (push (read-from-string (between text " y=\"" "\"" at)) heights)
        (setq start at)))))
(let ((heights (name-heights (chart :algorithms (mapcar #'car (system::search-algorithms)) :trees 2))))
  (list (length heights) (every (lambda (a b) (>= (- b a) 16.9)) heights (cdr heights)) (<= (car (last heights)) 404)))
;=> (14 T T)
(let ((heights (name-heights (chart :widths 1 :plies '(1) :trees 1))))
  (list (length heights) (every (lambda (a b) (>= (- b a) 16.9)) heights (cdr heights)) (<= (car (last heights)) 404)))
;=> (7 T T)

;; Wrong arguments.
(chart-searches :plies '#1=(1 . #1#))           ;signals: "expected a list that is not circular"
(chart-searches :plies '(1 . 2))                ;signals: type-error
(chart-searches :trees (expt 10 30))            ;signals: "expected trees of at most two million leaves"
(chart-searches :widths '(2 3))                 ;signals: "expected a number of plies, since :WIDTHS is a list, got (1 2 3 4 5 6)"
(chart-searches :plies 3)                       ;signals: "expected a list as :PLIES or :WIDTHS, got 3"
(chart-searches :widths '(0) :plies 3)          ;signals: "expected an integer greater than zero as width, got 0"
(chart-searches :widths 10 :plies '(7))         ;signals: "expected trees of at most two million leaves, got 200000000"
(chart-searches :algorithms '(:best))           ;signals: type-error
(chart-searches :format :html)                  ;signals: "expected :TEXT or :SVG as :FORMAT, got :HTML"
