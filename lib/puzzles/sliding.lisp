;;;; sliding.lisp -- the eight-puzzle and the fifteen-puzzle. -*- sealed -*-
;;;;
;;;; A state is a vector: the tiles of the squares row by row, 0 for the blank; the square of the blank; the sum of the
;;;; Manhattan distances of the tiles. A move is the direction in which the blank moves. The goal is 0 1 2 ..., and the order
;;;; of moves is that of R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial
;;;; Intelligence 27 (1985).

(defun manhattan-distance (a b width)
  (multiple-value-bind (row-a column-a) (floor a width)
    (multiple-value-bind (row-b column-b) (floor b width)
      (+ (abs (- row-a row-b)) (abs (- column-a column-b))))))

;; The distances of each tile from its goal at each square: element (tile * squares + square).
(defun tile-distances (width)
  (let* ((squares (* width width)) (distances (make-array (* squares squares) :initial-element 0)))
    (dotimes (tile squares distances)
      (dotimes (square squares)
        (if (> tile 0)
            (setf (svref distances (+ (* tile squares) square)) (manhattan-distance tile square width)))))))

;; The moves of the blank at each square.
(defun blank-moves (width)
  (let ((moves (make-array (* width width))))
    (dotimes (square (* width width) moves)
      (multiple-value-bind (row column) (floor square width)
        (setf (svref moves square)
              (append (if (> row 0) '(:up)) (if (> column 0) '(:left)) (if (< column (- width 1)) '(:right))
                      (if (< row (- width 1)) '(:down))))))))

(defun slide (state move width distances)
  (let* ((squares (* width width)) (new (copy-seq state)) (blank (svref state squares))
         (square (case move (:up (- blank width)) (:left (- blank 1)) (:right (+ blank 1)) (t (+ blank width))))
         (tile (svref state square)) (row (* tile squares)))
    (setf (svref new blank) tile (svref new square) 0 (svref new squares) square
          (svref new (+ squares 1)) (+ (svref state (+ squares 1))
                                       (- (svref distances (+ row blank)) (svref distances (+ row square)))))
    new))

(defun sliding-key (state squares)
  (let ((key 0)) (dotimes (square squares key) (setq key (+ (* 16 key) (svref state square))))))

(defun opposite-direction (move) (case move (:up :down) (:down :up) (:left :right) (t :left)))

(defun show-tiles (state width)
  (dotimes (row width)
    (dotimes (column width)
      (let ((tile (svref state (+ (* row width) column)))) (format t "~3@A" (if (= tile 0) "" tile))))
    (terpri)))

(defun sliding-state (tiles)
  "Return the state of EIGHT-PUZZLE or FIFTEEN-PUZZLE with TILES.
TILES: a list of the 9 or 16 tiles row by row, with 0 for the blank.
Signals: error unless TILES contains each of 0 to 8, or each of 0 to 15, once.
Example: (values (find-path 'eight-puzzle :from (sliding-state '(1 0 2 3 4 5 6 7 8)))) => (:LEFT)"
  (let ((squares (or (and (listp tiles) (ignore-errors (list-length tiles))) 0)))
    (unless (and (member squares '(9 16)) (every #'integerp tiles)
                 (every #'= (sort (copy-list tiles) #'<) '(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)))
      (error "SLIDING-STATE: expected a list of the numbers 0 to 8, or 0 to 15, in any order, got ~S" tiles))
    (let* ((width (isqrt squares)) (distances (tile-distances width)) (sum 0) (square 0))
      (dolist (tile tiles)
        (incf sum (svref distances (+ (* tile squares) square)))
        (incf square))
      (coerce (append tiles (list (position 0 tiles) sum)) 'simple-vector))))

;; Define a sliding puzzle. TILES: those of its initial state. The tables are constants of the expansion.
(defmacro define-sliding-puzzle (name width tiles)
  (let ((squares (* width width)))
    `(define-puzzle ,name
       (:initial (sliding-state ',tiles))
       (:moves (s) (svref ,(blank-moves width) (svref s ,squares)))
       (:play (s move) (slide s move ,width ,(tile-distances width)))
       (:goal (s)
         (and (= 0 (svref s ,(+ squares 1))) (= 0 (svref s ,squares))))
       (:estimate (s) (svref s ,(+ squares 1)))
       (:key (s) (sliding-key s ,squares))
       (:inverse (move) (opposite-direction move))
       (:show (s) (show-tiles s ,width)))))

(define-sliding-puzzle eight-puzzle 3 (7 2 4 5 0 6 8 3 1))      ; Russell and Norvig, figure 3.4
(define-sliding-puzzle fifteen-puzzle 4 (14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15))  ; Korf's instance 12
