;;;; list-drawing.lisp -- DRAW-LIST: box-and-pointer diagrams of list structure. -*- sealed -*-
;;;;
;;;; Each cons cell is drawn once. The cells of a list are in one row, since a CDR points to the right; a CAR points down, to a
;;;; cell in the same column of a lower row. A pointer to a cell that is drawn already is an arrow to it; in text, where it
;;;; would cross others, a reference #n# to the label #n= of the cell.

(defconstant +most-cells+ 200)

(defstruct (cell-box (:conc-name box-) (:copier nil) (:predicate nil) (:constructor make-box (cell column)))
  cell column (row 0)
  (drop 0)   ; rows down to the box of the CAR, if that is the first pointer to it
  next       ; true if the box of the CDR is the next one in this row
  label      ; a number, if another pointer refers to this cell
  (x 0) (y 0) (car-width 0) (cdr-width 0))

;;; Layout

;; The points of the grid that BOX and the pointer down from it occupy, ROW rows lower, as integers.
(defun occupied-points (box row)
  (let ((points nil))
    (dotimes (i (max 1 (box-drop box)) points)
      (push (+ (* 1000 (+ (box-row box) row i)) (box-column box)) points))))

;; The first row below 0 in which none of BOXES collides with those whose points are in the table TAKEN.
(defun first-free-row (boxes taken)
  (do ((row 1 (+ row 1)))
      ((notany (lambda (box) (some (lambda (point) (gethash point taken)) (occupied-points box row))) boxes) row)))

;; The boxes of the cells that can be reached from the cell FIRST, in a list, with FIRST in row 0 at COLUMN. KNOWN: a table of
;; the boxes of all cells, to which the new ones are added.
(defun place-cells (first column known)
  (let ((spine nil) (cell first) (taken (make-hash-table)))
    (loop
      (when (or (atom cell) (gethash cell known)) (return))
      (if (>= (hash-table-count known) +most-cells+)
          (error "DRAW-LIST: expected a structure of at most ~D cells, got more" +most-cells+))
      (if spine (setf (box-next (first spine)) t))
      (push (setf (gethash cell known) (make-box cell column)) spine)
      (incf column)
      (setq cell (cdr cell)))
    ;; The rightmost CAR is the highest, so that no pointer down crosses a box.
    (let ((boxes (copy-list spine)))
      (dolist (box boxes) (dolist (point (occupied-points box 0)) (setf (gethash point taken) t)))
      (dolist (box spine boxes)
        (let ((below (car (box-cell box))))
          (unless (or (atom below) (gethash below known))
            (let* ((part (place-cells below (box-column box) known)) (row (first-free-row part taken)))
              (dolist (lower part) (incf (box-row lower) row))
              (setf (box-drop box) row)
              (setq boxes (append part boxes))
              (dolist (lower (cons box part))
                (dolist (point (occupied-points lower 0)) (setf (gethash point taken) t))))))))))

;; Gives a number to each cell to which a second pointer refers, from the top and the left.
(defun label-boxes (boxes known)
  (let ((number 0) (targets nil))
    (dolist (box boxes)
      (dolist (pointer (pointers-of box known))
        (if (fourth pointer) (pushnew (third pointer) targets))))
    (dolist (box boxes)
      (if (member box targets) (setf (box-label box) (incf number))))))

;; The pointers of BOX to other boxes: lists (:CAR or :CDR, BOX, target, whether it is one more pointer to the target).
(defun pointers-of (box known)
  (let ((cell (box-cell box)) (pointers nil))
    (if (consp (cdr cell)) (push (list 'cdr box (gethash (cdr cell) known) (not (box-next box))) pointers))
    (if (consp (car cell)) (push (list 'car box (gethash (car cell) known) (= 0 (box-drop box))) pointers))
    pointers))

;; The boxes of LIST, a cons, row by row, and the table of the boxes.
(defun list-layout (list)
  (let* ((known (make-hash-table :test 'eq))
         (boxes (sort (place-cells list 0 known) (lambda (a b) (or (< (box-row a) (box-row b))
                                                                   (and (= (box-row a) (box-row b)) (< (box-column a) (box-column b))))))))
    (label-boxes boxes known)
    (values boxes known)))

;;; Text

(defun atom-text (atom)
  (let* ((*print-length* 4) (*print-level* 2) (*print-pretty* nil) (text (prin1-to-string atom)))
    (if (> (length text) 20) (concatenate 'string (subseq text 0 17) "...") text)))

;; The text in a half of a box: an atom, a pointer, or a reference to a labelled box.
(defun half-text (object drawn known)
  (cond ((null object) "/")
        ((atom object) (atom-text object))
        (drawn "•")
        (t (format nil "#~D#" (box-label (gethash object known))))))

(defun box-text (box known)
  (let ((cell (box-cell box)))
    (format nil "[~A|~A]" (half-text (car cell) (> (box-drop box) 0) known) (half-text (cdr cell) (box-next box) known))))

;; The left edges of the columns, a vector, if the box texts are TEXTS, with room for labels and arrows.
(defun column-edges (boxes widths gap)
  (let* ((count (+ 1 (reduce #'max boxes :key #'box-column))) (edges (make-array (+ count 1) :initial-element 0)))
    (dotimes (column count edges)
      (setf (aref edges (+ column 1))
            (+ (aref edges column) gap
               (let ((widest 0))
                 (mapc (lambda (box width) (if (= (box-column box) column) (setq widest (max widest width)))) boxes widths)
                 widest))))))

;; A pointer to the right, COLUMNS long.
(defun pointer-right (columns) (concatenate 'string (make-string (- columns 1) :initial-element #\─) "▶"))

;; A line of text with the TEXTS, lists (COLUMN STRING), at their columns.
(defun text-line (texts)
  (with-output-to-string (out)
    (let ((at 0))
      (dolist (entry (sort texts #'< :key #'first))
        (dotimes (i (- (first entry) at)) (write-char #\Space out))
        (write-string (second entry) out)
        (setq at (max at (+ (first entry) (columns-of-text (second entry)))))))))

(defun list-as-text (boxes known)
  (let* ((texts (mapcar (lambda (box) (box-text box known)) boxes))
         (edges (column-edges boxes (mapcar (lambda (text) (max 7 (columns-of-text text))) texts) 3))
         (lines (make-array (* 2 (+ 1 (reduce #'max boxes :key #'box-row))) :initial-element nil)))
    (mapc (lambda (box text)
            (let* ((x (aref edges (box-column box))) (line (+ 1 (* 2 (box-row box)))) (width (columns-of-text text)))
              (push (list x text) (aref lines line))
              (when (box-next box)
                (push (list (+ x width) (pointer-right (- (aref edges (+ (box-column box) 1)) x width))) (aref lines line)))
              (if (box-label box) (push (list (+ x 3) (format nil "#~D=" (box-label box))) (aref lines (- line 1))))
              (when (> (box-drop box) 0)
                (do ((row (+ line 1) (+ row 1)) (last (+ line -1 (* 2 (box-drop box))))) ((> row last))
                  (push (list (+ x 1) (if (= row last) "▼" "│")) (aref lines row))))))
          boxes texts)
    (with-output-to-string (out)
      (dotimes (i (length lines))
        (unless (and (= i 0) (null (aref lines 0)))
          (write-line (text-line (aref lines i)) out))))))

;;; Drawings

(defconstant +box-height+ 28)
(defconstant +list-row-height+ 64)
(defconstant +half-width+ 28)

(defun half-width (object)
  (if (consp object) +half-width+ (max +half-width+ (+ 12 (ceiling (text-width (if object (atom-text object) "/") :value))))))

;; Sets the places and sizes of BOXES, in pixels. Returns the width and the height of the drawing.
(defun measure-boxes (boxes)
  (dolist (box boxes)
    (setf (box-car-width box) (half-width (car (box-cell box)))
          (box-cdr-width box) (half-width (cdr (box-cell box)))))
  (let ((edges (column-edges boxes (mapcar (lambda (box) (+ (box-car-width box) (box-cdr-width box))) boxes) 36)))
    (dolist (box boxes)
      (setf (box-x box) (+ 40 (aref edges (box-column box)))
            (box-y box) (+ 50 (* +list-row-height+ (box-row box)))))
    (values (+ 60 (aref edges (- (length edges) 1)))
            (+ 100 (* +list-row-height+ (reduce #'max boxes :key #'box-row))))))

;; The middle of a half of BOX, KIND :CAR or :CDR, as two values.
(defun half-middle (box kind)
  (values (if (eq kind 'car)
              (+ (box-x box) (floor (box-car-width box) 2))
              (+ (box-x box) (box-car-width box) (floor (box-cdr-width box) 2)))
          (+ (box-y box) (floor +box-height+ 2))))

;; The points of the arrow of POINTER: two for a straight one, four for a curve, each (X Y). The last one is on the edge of the
;; box of its target.
(defun arrow-points (pointer)
  (destructuring-bind (kind box target again) pointer
    (multiple-value-bind (x y) (half-middle box kind)
      (let ((to-x (+ (box-x target) (floor +half-width+ 2))) (top (box-y target)) (bottom (+ (box-y target) +box-height+)))
        (cond ((not again)
               (if (eq kind 'car)
                   (list (list x y) (list x top))
                   (list (list x y) (list (box-x target) y))))
              ((< (box-row box) (box-row target))  ; down, to the right part of the upper edge
               (let ((to-x (+ to-x 10)))
                 (list (list x y) (list x (+ y 40)) (list to-x (- top 40)) (list to-x top))))
              ((> (box-row box) (box-row target))
               (let ((to-x (+ to-x 10)))
                 (list (list x y) (list x (- y 40)) (list to-x (+ bottom 40)) (list to-x bottom))))
              (t (let ((to-x (+ to-x 10)) (height (+ 26 (min 20 (floor (abs (- x to-x)) 20)))))
                   (list (list x y) (list x (- top height)) (list to-x (- top height)) (list to-x top)))))))))

(defun all-pointers (boxes known) (mapcan (lambda (box) (pointers-of box known)) boxes))

(defun xml-text (text) (with-output-to-string (out) (write-xml text out)))

(defun write-svg-half (box kind object out)
  (if (atom object)
      (multiple-value-bind (x y) (half-middle box kind)
        (if object
            (format out "<text x=\"~D\" y=\"~D\" text-anchor=\"middle\">~A</text>~%" x (+ y 5) (xml-text (atom-text object)))
            (let ((left (if (eq kind 'car) (box-x box) (+ (box-x box) (box-car-width box))))
                  (width (if (eq kind 'car) (box-car-width box) (box-cdr-width box))))
              (format out "<path d=\"M~D ~D L~D ~D\"/>~%" left (+ (box-y box) +box-height+) (+ left width) (box-y box)))))))

(defun list-as-svg (boxes known)
  (multiple-value-bind (width height) (measure-boxes boxes)
    (with-output-to-string (out)
      (format out "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ~D ~D\" width=\"~D\" height=\"~D\">~%" width height width height)
      (format out "<style>rect,path{fill:none;stroke:#000;stroke-width:1.2}text{font:13px sans-serif}.again{stroke:#06c}circle{fill:#000}</style>~%")
      (format out "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">~
<path d=\"M0 0 L8 4 L0 8 Z\" style=\"fill:context-stroke;stroke:none\"/></marker></defs>~%")
      (format out "<rect width=\"~D\" height=\"~D\" style=\"fill:#fff;stroke:none\"/>~%" width height)
      (dolist (box boxes)
        (format out "<rect class=\"cell\" x=\"~D\" y=\"~D\" width=\"~D\" height=\"~D\"/>~%" (box-x box) (box-y box)
                (+ (box-car-width box) (box-cdr-width box)) +box-height+)
        (let ((middle (+ (box-x box) (box-car-width box))))
          (format out "<path d=\"M~D ~D L~D ~D\"/>~%" middle (box-y box) middle (+ (box-y box) +box-height+)))
        (write-svg-half box 'car (car (box-cell box)) out)
        (write-svg-half box 'cdr (cdr (box-cell box)) out))
      (dolist (pointer (all-pointers boxes known))
        (let ((points (arrow-points pointer)))
          (format out "<circle cx=\"~D\" cy=\"~D\" r=\"3\"/>" (first (first points)) (second (first points)))
          (format out "<path class=\"arrow~:[~; again~]\" marker-end=\"url(#tip)\" d=\"M~D ~D ~A~{~{~D ~D~}~^, ~}\"/>~%" (fourth pointer)
                  (first (first points)) (second (first points)) (if (rest (rest points)) "C" "L") (rest points))))
      (format out "</svg>~%"))))

(defun latex-text (text) (with-output-to-string (out) (write-latex text out)))

(defun write-tikz-box (box out)
  (let* ((x (box-x box)) (y (box-y box)) (middle (+ x (box-car-width box))) (right (+ middle (box-cdr-width box)))
         (bottom (+ y +box-height+)))
    (format out "  \\draw (~D,~D) rectangle (~D,~D);~%  \\draw (~D,~D) -- (~D,~D);~%" x y right bottom middle y middle bottom)
    (dolist (half (list (list 'car (car (box-cell box)) x middle) (list 'cdr (cdr (box-cell box)) middle right)))
      (destructuring-bind (kind object from to) half
        (cond ((null object) (format out "  \\draw (~D,~D) -- (~D,~D);~%" from bottom to y))
              ((atom object)
               (multiple-value-bind (x y) (half-middle box kind)
                 (format out "  \\node at (~D,~D) {~A};~%" x y (latex-text (atom-text object))))))))))

(defun write-tikz-pointer (pointer out)
  (let ((points (arrow-points pointer)))
    (format out "  \\fill (~D,~D) circle (2);~%  \\draw[->~:[~;, blue~]] " (first (first points)) (second (first points)) (fourth pointer))
    (if (rest (rest points))
        (format out "(~D,~D) .. controls (~D,~D) and (~D,~D) .. (~D,~D);~%" (first (first points)) (second (first points))
                (first (second points)) (second (second points)) (first (third points)) (second (third points))
                (first (fourth points)) (second (fourth points)))
        (format out "(~D,~D) -- (~D,~D);~%" (first (first points)) (second (first points))
                (first (second points)) (second (second points))))))

(defun list-as-tikz (boxes known)
  (multiple-value-bind (width height) (measure-boxes boxes)
    (with-output-to-string (out)
      (write-tikz-document (* +tikz-unit+ width) (* +tikz-unit+ height) "every node/.style={font=\\small}"
                           (lambda (out)
                             (dolist (box boxes) (write-tikz-box box out))
                             (dolist (pointer (all-pointers boxes known)) (write-tikz-pointer pointer out)))
                           out))))

(defun list-drawing (object format)
  (multiple-value-bind (boxes known) (list-layout object)
    (case format
      (:text (list-as-text boxes known))
      (:svg (list-as-svg boxes known))
      (t (list-as-tikz boxes known)))))

(defun draw-list (object &key (format :text) file)
  "Draw OBJECT, a cons, as boxes and pointers: a box for each cons cell, with its CAR on the left and its CDR on the right.
A slash is NIL. Shared and circular structure is drawn once; in text, #1# refers to the cell with the label #1=.
OBJECT: a structure of at most 200 cells.  FORMAT: :TEXT (default), :SVG or :TIKZ (for LaTeX).
FILE: the name of a file to write to; default: print. Return no value.
Signals: type-error if OBJECT is not a cons or FORMAT is unknown; error if OBJECT has more cells.
Example: (with-output-to-string (*standard-output*) (draw-list '(a (b) . c))) => \"[A|•]────▶[•|C]
           ▼
          [B|/]
\""
  (check-argument object 'cons "a cons")
  (check-argument format '(member :text :svg :tikz) ":TEXT, :SVG or :TIKZ as :FORMAT")
  (let ((drawing (list-drawing object format)))
    (call-with-output file (lambda (out) (write-string drawing out)))
    (values)))
