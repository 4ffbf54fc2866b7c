;;;; drawing.lisp -- pictures with a layout: SVG and TikZ. -*- sealed -*-

;;; Layout, in pixels. Each node is above the middle of its moves.

(defconstant +row-height+ 84d0)
(defconstant +margin+ 14d0)
(defconstant +neighbour-gap+ 10d0)
(defconstant +small-line+ 11d0)         ; height of a line in small letters
(defconstant +triangle-text+ 28d0)      ; the widest text that fits into a triangle
(defconstant +widest-cut+ 90d0)
(defconstant +name-height+ 27d0)        ; the name of a move is higher than what is written at a neighbour
(defconstant +triangle-half+ 22d0)      ; half the width of a triangle
(defconstant +triangle-tip+ 22d0)       ; from the middle of a triangle to its tip
(defconstant +triangle-base+ 12d0)      ; and to its base
(defconstant +circle-radius+ 16d0)      ; of chance nodes, AND nodes and OR nodes

;; A text in a drawing. STYLE: :VALUE, :CUT, :SMALL or :NAME.  ANCHOR: :START, :MIDDLE or :END.  X, Y: of its base line, from
;; the middle of its node.
(defun make-mark (style anchor x y text) (vector style anchor x y text))
(defmacro mark-style (mark) `(svref ,mark 0))
(defmacro mark-anchor (mark) `(svref ,mark 1))
(defmacro mark-x (mark) `(svref ,mark 2))
(defmacro mark-y (mark) `(svref ,mark 3))
(defmacro mark-text (mark) `(svref ,mark 4))

(defun font-size (style) (if (member style '(:value :cut)) 13d0 10d0))

;; The approximate width of TEXT in a sans serif font. Digits, of which there may be many, and signs of numbers are as wide as in DejaVu
;; Sans.
(defun text-width (text style)
  (let ((width 0d0))
    (dotimes (i (length text))
      (let* ((c (char text i)) (columns (if (char<= #\Space c #\~) 1 (char-columns c))))
        (setq width (+ width (cond ((char<= #\0 c #\9) 0.64d0) ((find c "−≤≥∞") 0.84d0) (t (* 0.58d0 columns)))))))
    (* width (font-size style))))

;; The upper and lower ends of branches at a node of SHAPE, from its middle.
(defun shape-top (shape)
  (case shape (:max (- +triangle-tip+)) (:min (- +triangle-base+)) (t (if (round-p shape) (- +circle-radius+) -9d0))))
(defun shape-bottom (shape)
  (case shape (:max +triangle-base+) (:min +triangle-tip+) (t (if (round-p shape) +circle-radius+ 9d0))))

;; Half the width of a triangle at EDGE, from its middle.
(defun triangle-half-at (max edge)
  (let ((from-tip (max 0d0 (min (+ +triangle-tip+ +triangle-base+) (if max (+ edge +triangle-tip+) (- +triangle-tip+ edge))))))
    (/ (* +triangle-half+ from-tip) (+ +triangle-tip+ +triangle-base+))))

;; The start of a text of STYLE on the base line Y next to a triangle, from its middle.
(defun next-to-triangle (max y style)
  (max (- +triangle-half+ 6d0)
       (+ 3d0 (max (triangle-half-at max (- y (font-size style))) (triangle-half-at max (+ y 2d0))))))

(defun cut-marks (node)
  (let* ((label (node-label node)) (y 4d0)
         (text (if (and (> (text-width label :cut) +widest-cut+) (not (single-leaf-p node))) (drawn-size node) label)))
    (cons (make-mark :cut :middle 0d0 4d0 text)
          (mapcar (lambda (part) (make-mark :small :middle 0d0 (setq y (+ y +small-line+)) (typeset part)))
                  (drawn-because node)))))

;;; A folded subtree: a triangle whose apex is where the branch ends, with the value and the number of leaves in it.

(defconstant +folded-slope+ 0.8d0)      ; half the width of a folded subtree at a distance of 1 from its apex
(defconstant +folded-apex+ -9d0)        ; of a folded subtree, from the middle of its node
(defconstant +folded-room+ 4d0)         ; on either side of a text

;; The distances from the apex to the upper ends of the lines of TEXTS in STYLES, each wide enough for its text; and to the base.
(defun folded-tops (texts styles)
  (let ((from 0d0) (tops nil))
    (mapc (lambda (text style)
            (let ((top (max from (/ (+ +folded-room+ (/ (text-width text style) 2d0)) +folded-slope+))))
              (push top tops)
              (setq from (+ top (font-size style) 2d0))))
          texts styles)
    (values (nreverse tops) (+ from 2d0))))

;; The lines in a folded subtree: its value, if known, and its size.
(defun folded-texts (node)
  (if (drawn-value node) (values (list (node-label node) (drawn-size node)) '(:value :small)) (values (list (drawn-size node)) '(:small))))

;; Half the width of the base of a folded subtree, and where it is from the middle of its node.
(defun folded-base (node)
  (multiple-value-bind (texts styles) (folded-texts node)
    (let ((height (nth-value 1 (folded-tops texts styles))))
      (values (* +folded-slope+ height) (+ +folded-apex+ height)))))

(defun folded-marks (node)
  (multiple-value-bind (texts styles) (folded-texts node)
    (let ((y (+ (nth-value 1 (folded-base node)) 2d0)))
      (append (mapcar (lambda (text style top) (make-mark style :middle 0d0 (+ +folded-apex+ top (* 0.85d0 (font-size style))) text))
                      texts styles (folded-tops texts styles))
              (mapcar (lambda (part) (make-mark :small :middle 0d0 (setq y (+ y +small-line+)) (typeset part)))
                      (drawn-because node))))))

(defun leaf-marks (node)
  (list (make-mark :value :middle 0d0 4d0 (concatenate 'string (node-label node) (if (drawn-goes-on node) " …" "")))
        (make-mark :small :middle 0d0 (+ 4d0 +small-line+) (visit-label node))))

;; The lines in small letters next to NODE, a triangle: visit and question, or why it was pruned.
(defun triangle-lines (node)
  (let ((pass (if (and (> (drawn-pass node) 0) (null (drawn-earlier node))) (text ", pass " (decimal (drawn-pass node))) "")))
    (if (drawn-because node)
        (drawn-because node)
        (cons (text (visit-label node) pass) (question-lines node)))))

;; The value is in the triangle, near its base, if it fits, else next to it, where the slope leaves the most room and no branch passes; the
;; lines in small letters follow there.
(defun triangle-marks (node)
  (let* ((max (eq (drawn-shape node) :max)) (label (node-label node)) (lines (triangle-lines node))
         (inside (<= (text-width label :value) +triangle-text+))
         (y (+ (if max -12d0 8d0)
               (if (and (not max) (not inside)) (- +small-line+) 0d0)
               (if (and (> (length lines) 2) (not (and max (drawn-name node)))) (- +small-line+) 0d0)))
         (small-y (if inside y (+ y +small-line+)))
         (x (let ((x (- +triangle-half+)))
              (dotimes (i (length lines) x)
                (setq x (max x (next-to-triangle max (+ small-y (* i +small-line+)) :small)))))))
    (nconc (list (if inside
                     (make-mark :value :middle 0d0 (if max 9.5d0 0d0) label)
                     (make-mark :value :start (next-to-triangle max y :value) y label)))
           (let ((line-y (- small-y +small-line+)))
             (mapcar (lambda (line) (make-mark :small :start x (setq line-y (+ line-y +small-line+)) (typeset line))) lines))
           (if (> (drawn-elided node) 0)
               (list (make-mark :small :middle 0d0 (+ (shape-bottom (drawn-shape node)) +small-line+)
                                (format nil "~D more" (drawn-elided node))))
               nil))))

;; The value is in the circle if it fits, else next to it; visit and question follow there.
(defun circle-marks (node)
  (let* ((label (node-label node)) (inside (<= (text-width label :value) +triangle-text+)) (x (+ +circle-radius+ 4d0))
         (y (if inside 0d0 (- 4d0 +small-line+))))
    (list* (if inside (make-mark :value :middle 0d0 4d0 label) (make-mark :value :start x y label))
           (make-mark :small :start x (+ y (if inside 0d0 +small-line+))
                      (if (eq (drawn-shape node) :and) "and" (visit-label node)))
           (make-mark :small :start x (+ y +small-line+ (if inside 0d0 +small-line+)) (typeset (drawn-question node)))
           (if (> (drawn-elided node) 0)
               (list (make-mark :small :middle 0d0 (+ +circle-radius+ +small-line+) (format nil "~D more" (drawn-elided node))))
               nil))))

(defun node-marks (node)
  (delete-if (lambda (mark) (= 0 (length (mark-text mark))))
             (case (drawn-shape node)
               (:cut (cut-marks node))
               (:leaf (leaf-marks node))
               (:folded (folded-marks node))
               ((:max :min) (triangle-marks node))
               (t (circle-marks node)))))

;; The space that NODE with MARKS needs to the left of its middle, to the right and below, as three values.
(defun node-extent (node marks)
  (let* ((half (if (interior-p node) +triangle-half+ 6d0)) (left half) (right half)
         (below (if (interior-p node) +triangle-tip+ 6d0)))
    (if (eq (drawn-shape node) :folded)
        (multiple-value-bind (half base) (folded-base node) (setq left half right half below (+ base 4d0))))
    (dolist (mark marks)
      (let* ((width (text-width (mark-text mark) (mark-style mark)))
             (before (if (eq (mark-anchor mark) :start) 0d0 (/ width 2d0))))
        (setq left (max left (- before (mark-x mark))))
        (setq right (max right (+ (- width before) (mark-x mark))))
        (setq below (max below (+ (mark-y mark) 4d0)))))
    (if (drawn-name node)  ; on either side of the branch
        (let ((name (+ (text-width (drawn-name node) :name) 4d0)))
          (setq left (max left name) right (max right name))))
    (values left right below)))

;; The middles of nodes, their marks, and the size of the drawing.
(defstruct (layout (:conc-name layout-) (:copier nil) (:predicate nil))
  xs ys marks (width 0d0) (height 0d0))

;; The mark for the name of NODE at its branch, closer to the node. X, Y: the middle of the node; ABOVE-X, FROM: where the
;; branch begins.
(defun name-mark (node x y above-x from)
  (let* ((to (+ y (shape-top (drawn-shape node))))
         (at-y (min (+ (* 0.3d0 from) (* 0.7d0 to)) (- y +name-height+)))
         (at-x (+ above-x (/ (* (- x above-x) (- at-y from)) (- to from))))
         (left (< x above-x)))
    (make-mark :name (if left :end :start) (- (if left (- at-x 4d0) (+ at-x 4d0)) x) (- at-y y) (drawn-name node))))

(defun layout-picture (picture)
  "Return the layout of PICTURE, a vector of drawn nodes (see picture.lisp).
Each subtree has a vertical strip of the drawing to itself. A first pass, from the last node to the first, finds how wide each
strip is and where in it the node is; a second pass places the strips."
  (let* ((size (length picture))
         (layout (make-layout :xs (make-array size) :ys (make-array size) :marks (make-array size)))
         (moves (make-array size :initial-element 0d0))   ; width of the strips of the moves
         (firsts (make-array size :initial-element 0d0))  ; from their right edge to the first move
         (lasts (make-array size :initial-element 0d0))   ; and to the last move
         (widths (make-array size))
         (middles (make-array size))
         (nexts (make-array size)))                       ; where the next move's strip begins
    (do ((i (- size 1) (- i 1))) ((< i 0))
      (let* ((node (svref picture i)) (marks (node-marks node))
             (y (+ +margin+ +triangle-tip+ (* (drawn-depth node) +row-height+))))
        (setf (svref (layout-marks layout) i) marks (svref (layout-ys layout) i) y)
        (multiple-value-bind (left right below) (node-extent node marks)
          (setf (layout-height layout) (max (layout-height layout) (+ y below +margin+)))
          (let* ((middle (- (svref moves i) (/ (+ (svref firsts i) (svref lasts i)) 2d0)))
                 (next (max 0d0 (- left middle)))
                 (here (+ middle next))
                 (width (max (+ next (svref moves i)) (+ here right +neighbour-gap+)))
                 (parent (drawn-parent node)))
            (setf (svref nexts i) next (svref middles i) here (svref widths i) width)
            (when (> i 0)
              (let ((from-right (- (+ (svref moves parent) width) here)))
                (if (= (svref moves parent) 0d0) (setf (svref lasts parent) from-right))
                (setf (svref firsts parent) from-right)
                (setf (svref moves parent) (+ (svref moves parent) width))))))))
    (place-strips picture layout widths middles nexts)
    layout))

(defun place-strips (picture layout widths middles nexts)
  (let ((xs (layout-xs layout)) (ys (layout-ys layout)))
    (dotimes (i (length picture))
      (let* ((node (svref picture i)) (parent (drawn-parent node))
             (begin (if (= i 0) +margin+ (svref nexts parent)))
             (x (+ begin (svref middles i)))
             (end (+ begin (svref widths i))))
        (setf (svref xs i) x)
        (setf (svref nexts i) (+ (svref nexts i) begin))
        (if (= i 0) (setf (layout-width layout) end) (setf (svref nexts parent) end))
        (setf (svref (layout-marks layout) i)
              (append (svref (layout-marks layout) i) (name-marks i picture xs ys)))))))

;; A list of the mark for the name of node I of PICTURE, or NIL.  XS, YS: the middles of the nodes.
(defun name-marks (i picture xs ys)
  (let* ((node (svref picture i)) (parent (drawn-parent node)))
    (if (drawn-name node)
        (list (name-mark node (svref xs i) (svref ys i) (svref xs parent)
                         (+ (svref ys parent) (shape-bottom (drawn-shape (svref picture parent)))))))))

;; LAYOUT with the marks of PICTURE, which has the same nodes.
(defun with-marks-of (picture layout)
  (let ((marks (make-array (length picture))) (xs (layout-xs layout)) (ys (layout-ys layout)))
    (dotimes (i (length picture))
      (setf (svref marks i) (append (node-marks (svref picture i)) (name-marks i picture xs ys))))
    (make-layout :xs xs :ys ys :marks marks :width (layout-width layout) :height (layout-height layout))))

;;; Captions: a title and a sentence below a drawing.

(defconstant +caption-width+ 480d0)     ; the least width of a drawing with a caption
(defconstant +caption-line+ 18d0)

;; SENTENCE as lines of at most WIDTH.
(defun caption-lines (sentence width)
  (let ((lines nil) (line "") (room (- width (* 2 +margin+))))
    (dolist (word (words-between #\Space sentence))
      (let ((longer (if (string= line "") word (text line " " word))))
        (cond ((or (string= line "") (<= (text-width longer :value) room)) (setq line longer))
              (t (push line lines) (setq line word)))))
    (nreverse (cons line lines))))

;; The width and the height of a drawing with LAYOUT and, if LINES is not NIL, a caption whose sentence has LINES lines.
(defun drawing-size (layout lines)
  (if lines
      (values (max (layout-width layout) +caption-width+)
              (+ (layout-height layout) (* +caption-line+ (+ lines 1)) +margin+))
      (values (layout-width layout) (layout-height layout))))

;; How far right of the left edge a drawing with LAYOUT begins, so that it is above the middle of its caption.
(defun drawing-indent (layout lines) (/ (- (drawing-size layout lines) (layout-width layout)) 2d0))

;; Write X with one digit after the point, correctly rounded.
(defun write-tenths (x out)
  (let* ((scaled (* x 10d0)) (tenths (round scaled)))
    (if (> (abs (- scaled tenths)) 0.499999d0) (setq tenths (round (* 10 (rational x)))))
    (if (< x 0d0) (write-char #\- out))
    (let* ((magnitude (abs tenths)) (whole (truncate magnitude 10)))
      (write-decimal whole out)
      (write-char #\. out)
      (write-char (svref *digits* (- magnitude (* 10 whole))) out))))

;; Call WRITER with a stream to FILE or, if that is NIL, with standard output.
(defun call-with-output (file writer)
  (if file
      (with-open-file (out file :direction :output :if-exists :supersede) (funcall writer out))
      (funcall writer *standard-output*)))

;; Evaluate FORM for each index I of PICTURE whose node exists at the step that the picture shows.
(defmacro do-visible-nodes ((i picture) form)
  `(dotimes (,i (length ,picture))
     (unless (eq (drawn-phase (svref ,picture ,i)) :absent) ,form)))

;;; Scalable vector graphics.

(defvar *svg-style*
  "svg { background: #fff; font-family: sans-serif }
text { fill: #222; font-size: 13px }
path { stroke: #222; fill: #fff }
text.small, text.name { font-size: 10px }
text.small, text.cut { fill: #666 }
text:not([text-anchor=middle]) { stroke: #fff; stroke-width: 3px; paint-order: stroke }
path.edge { fill: none; stroke-width: 1 }
path.cut { stroke: #888; stroke-dasharray: 4 4 }
path.best { stroke: #0a58ca; stroke-width: 2.5 }
path.pruned { stroke: #888; stroke-dasharray: 4 4 }
path.waiting { stroke: #999 }
path.now, rect.now { stroke: #222; stroke-width: 2.5; fill: #ffe680 }
text.title { font-weight: bold }
@media (prefers-color-scheme: dark) {
  svg { background: #181818 }
  text { fill: #ddd }
  text.small, text.cut { fill: #aaa }
  path { stroke: #ddd; fill: #181818 }
  path.edge { fill: none }
  text:not([text-anchor=middle]) { stroke: #181818 }
  path.best { stroke: #6ea8fe }
  path.now, rect.now { stroke: #ddd; fill: #6b5600 }
}
")

(defun write-svg-point (x y out)
  (write-tenths x out)
  (write-char #\Space out)
  (write-tenths y out))

(defun write-svg-edge (i picture layout out)
  (let* ((node (svref picture i)) (parent (drawn-parent node)) (xs (layout-xs layout)) (ys (layout-ys layout)))
    (write-string (cond ((pruned-node-p node) "<path class=\"edge cut\" d=\"M")
                        ((eq (drawn-phase node) :waiting) "<path class=\"edge waiting\" d=\"M")
                        ((drawn-best node) "<path class=\"edge best\" d=\"M")
                        (t "<path class=\"edge\" d=\"M"))
                  out)
    (write-svg-point (svref xs parent) (+ (svref ys parent) (shape-bottom (drawn-shape (svref picture parent)))) out)
    (write-string " L" out)
    (write-svg-point (svref xs i) (+ (svref ys i) (shape-top (drawn-shape node))) out)
    (write-string "\"/>
" out)))

(defun write-node-title (node out)
  (case (if (pruned-node-p node) :cut (drawn-shape node))
    (:cut (write-string "pruned" out)
          (unless (and (eq (drawn-phase node) :pruned) (interior-p node))
            (write-string ": " out)
            (write-xml (or (drawn-value node) (drawn-size node)) out))
          (when (drawn-pruned-at node)
            (write-string "; " out)
            (write-xml (drawn-note node) out)))
    (t (when (and (interior-p node) (drawn-id node))
         (write-string (shape-name (drawn-shape node)) out)
         (write-char #\Space out)
         (write-xml (node-label node) out)
         (write-string ", " out))
       (if (null (drawn-id node))
           (format out "~A~:[ ~;~]" (shape-name (drawn-shape node)) (string= (drawn-question node) ""))
           (write-string "entered " out))
       (write-xml (question-label node) out)
       (if (drawn-goes-on node) (write-string "; at the depth limit" out)))))

;; The beginning of the outline of NODE.
(defun svg-outline (node)
  (cond ((drawn-phase node) (format nil "<path class=\"~(~A~)\" d=\"M" (drawn-phase node)))
        ((drawn-best node) "<path class=\"best\" d=\"M")
        (t "<path d=\"M")))

(defun write-svg-circle (node x y out)
  (write-string (svg-outline node) out)
  (write-svg-point (- x +circle-radius+) y out)
  (dolist (diameter (list (* 2 +circle-radius+) (* -2 +circle-radius+)))
    (write-string " a" out)
    (write-svg-point +circle-radius+ +circle-radius+ out)
    (write-string " 0 1 0 " out)
    (write-svg-point diameter 0d0 out))
  (write-string "\"/>" out))

(defun write-svg-folded (node x y out)
  (multiple-value-bind (half base) (folded-base node)
    (write-string (if (pruned-node-p node) "<path class=\"cut\" d=\"M" (svg-outline node)) out)
    (write-svg-point x (+ y +folded-apex+) out)
    (dolist (end (list (+ x half) (- x half)))
      (write-string " L" out)
      (write-svg-point end (+ y base) out))
    (write-string " Z\"/>" out)))

;; The maximizer's triangle points up, the minimizer's down.
(defun write-svg-triangle (node x y out)
  (let* ((max (eq (drawn-shape node) :max)) (base (if max (+ y +triangle-base+) (- y +triangle-base+))))
    (write-string (svg-outline node) out)
    (write-svg-point (- x +triangle-half+) base out)
    (write-string " L" out)
    (write-svg-point (+ x +triangle-half+) base out)
    (write-string " L" out)
    (write-svg-point x (if max (- y +triangle-tip+) (+ y +triangle-tip+)) out)
    (write-string " Z\"/>" out)))

(defun write-svg-mark (mark pruned x y out)
  (write-string (case (if (and pruned (eq (mark-style mark) :value)) :cut (mark-style mark))
                  (:value "<text class=\"value\" text-anchor=\"")
                  (:cut "<text class=\"cut\" text-anchor=\"")
                  (:small "<text class=\"small\" text-anchor=\"")
                  (t "<text class=\"name\" text-anchor=\""))
                out)
  (write-string (case (mark-anchor mark) (:start "start\" x=\"") (:middle "middle\" x=\"") (t "end\" x=\"")) out)
  (write-tenths (+ x (mark-x mark)) out)
  (write-string "\" y=\"" out)
  (write-tenths (+ y (mark-y mark)) out)
  (write-string "\">" out)
  (write-xml (mark-text mark) out)
  (write-string "</text>" out))

(defun write-svg-node (i picture layout out)
  (let ((node (svref picture i)) (x (svref (layout-xs layout) i)) (y (svref (layout-ys layout) i)))
    (write-string "<g><title>" out)
    (write-node-title node out)
    (write-string "</title>" out)
    (cond ((round-p (drawn-shape node)) (write-svg-circle node x y out))
          ((eq (drawn-shape node) :folded) (write-svg-folded node x y out))
          ((interior-p node) (write-svg-triangle node x y out))
          ((eq (drawn-phase node) :now) (write-svg-leaf-box i layout x y out)))
    (dolist (mark (svref (layout-marks layout) i)) (write-svg-mark mark (pruned-node-p node) x y out))
    (write-string "</g>
" out)))

;; A box around the value of node I, a leaf.
(defun write-svg-leaf-box (i layout x y out)
  (let* ((mark (find :value (svref (layout-marks layout) i) :key (lambda (mark) (mark-style mark))))
         (half (+ 5d0 (/ (if mark (text-width (mark-text mark) :value) 8d0) 2d0))))
    (write-string "<rect class=\"now\" x=\"" out)
    (write-tenths (- x half) out)
    (write-string "\" y=\"" out)
    (write-tenths (- y 11d0) out)
    (write-string "\" width=\"" out)
    (write-tenths (* 2 half) out)
    (write-string "\" height=\"19\"/>" out)))

;; Write CAPTION, a title and a sentence, below a drawing with LAYOUT.
(defun write-svg-caption (caption layout width out)
  (let ((y (layout-height layout)) (style :title))
    (dolist (line (cons (first caption) (caption-lines (second caption) width)))
      (incf y +caption-line+)
      (write-string (if (eq style :title) "<text class=\"title\" x=\"" "<text x=\"") out)
      (write-tenths +margin+ out)
      (write-string "\" y=\"" out)
      (write-tenths y out)
      (write-string "\">" out)
      (write-xml line out)
      (write-string "</text>
" out)
      (setq style nil))))

;; Write PICTURE as SVG.  CAPTION: NIL, or a title and a sentence to write below; LINES: for how many lines of the sentence there is
;; room.
(defun write-svg (picture out &optional (layout (layout-picture picture)) caption lines)
  (multiple-value-bind (width height) (drawing-size layout lines)
    (write-string "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " out)
    (write-svg-point width height out)
    (format out "\">~%<title>A searched game tree</title>~%<style>~%~A</style>~%" *svg-style*)
    (when caption
      (write-string "<g transform=\"translate(" out)
      (write-tenths (drawing-indent layout lines) out)
      (write-string ")\">
" out))
    (do-visible-nodes (i picture) (if (> i 0) (write-svg-edge i picture layout out)))
    (do-visible-nodes (i picture) (write-svg-node i picture layout out))
    (when caption
      (write-string "</g>
" out)
      (write-svg-caption caption layout width out))
    (format out "</svg>~%")))

;;; TikZ, for LaTeX.

(defconstant +tikz-unit+ 0.75d0)        ; big points of one pixel of the layout
(defconstant +tikz-page+ 340d0)         ; big points of the width of a usual page
(defconstant +tikz-longest+ 16000d0)    ; big points; TeX has lengths below 16,384 points

(defvar *latex-characters*
  '((#\α . "$\\alpha$") (#\β . "$\\beta$") (#\≥ . "$\\ge$") (#\≤ . "$\\le$") (#\∞ . "$\\infty$") (#\− . "$-$")
    (#\… . "\\dots") (#\\ . "\\textbackslash{}") (#\^ . "\\^{}") (#\~ . "\\~{}") (#\< . "$<$") (#\> . "$>$") (#\| . "$|$")
    (#\" . "\\char34{}") (#\# . "\\#") (#\$ . "\\$") (#\% . "\\%") (#\& . "\\&") (#\_ . "\\_") (#\{ . "\\{")
    (#\} . "\\}")))

;; Characters that fonts of TeX join to others, such as two hyphens to a dash.
(defvar *latex-ligatures* "-'`,!?")

;; Write TEXT so that LaTeX accepts it with any engine and font: a character that a font may lack is an argument of \\treechar, which
;; *LATEX-CHARACTER-MACRO* defines.
(defun write-latex (text out)
  (dotimes (i (length text))
    (let* ((c (char text i)) (entry (assoc c *latex-characters*)))
      (cond (entry (write-string (cdr entry) out))
            ((char<= #\Space c #\~)
             (write-char c out)
             (if (and (find c *latex-ligatures*) (< (+ i 1) (length text)) (find (char text (+ i 1)) *latex-ligatures*))
                 (write-string "\\/" out)))
            ((or (char< c #\Space) (<= 127 (char-code c) 159) (<= #xFFFD (char-code c) #xFFFF))  ; LuaTeX refuses U+FFFD
             (write-string "?\\/" out))
            (t (let ((digits (format nil (if (<= (char-code c) #xFFFF) "~4,'0X" "~6,'0X") (char-code c))))
                 (format out "\\treechar{~C}{~A}{~A}" c (subseq digits 0 (/ (length digits) 2)) (subseq digits (/ (length digits) 2)))))))))

(defvar *latex-character-macro*
  "  % A letter that the font lacks appears as its hexadecimal number. Cyrillic is in T2A if the document has this encoding.
  \\def\\TextSymbolUnavailable#1{?}%
  \\def\\treenumber#1#2{\\raisebox{-1.5pt}{\\vbox{\\offinterlineskip\\tiny\\hbox{#1}\\kern.7pt\\hbox{#2}}}}%
  \\def\\treechar#1#2#3{\\ifnum0\\ifdefined\\XeTeXversion1\\fi\\ifdefined\\luatexversion1\\fi>0
      \\iffontchar\\font\"#2#3 #1\\else\\treenumber{#2}{#3}\\fi
    \\else\\ifcsname u8:\\detokenize{#1}\\endcsname
      \\ifnum0\\ifcsname T@T2A\\endcsname\\ifnum\"#2#3>\"3FF \\ifnum\"#2#3<\"530 1\\fi\\fi\\fi>0 {\\fontencoding{T2A}\\selectfont#1}\\else#1\\fi
    \\else\\treenumber{#2}{#3}\\fi\\fi}%
")

(defun cyrillic-p (text) (some (lambda (c) (<= #x400 (char-code c) #x52F)) text))

;; X with six digits after the point.
(defun millionths (x)
  (multiple-value-bind (whole rest) (floor (round (* 1000000 (rational x))) 1000000)
    (format nil "~D.~6,'0D" whole rest)))

(defun write-tikz-point (x y scale out)
  (write-char #\( out)
  (write-tenths (* scale x) out)
  (write-char #\, out)
  (write-tenths (* scale y) out)
  (write-char #\) out))

(defun write-tikz-edge (i picture layout scale out)
  (let* ((node (svref picture i)) (parent (drawn-parent node)) (xs (layout-xs layout)) (ys (layout-ys layout)))
    (write-string (cond ((pruned-node-p node) "  \\draw[dashed, gray] ")
                        ((eq (drawn-phase node) :waiting) "  \\draw[gray] ")
                        ((drawn-best node) "  \\draw[ultra thick] ")
                        (t "  \\draw "))
                  out)
    (write-tikz-point (svref xs parent) (+ (svref ys parent) (shape-bottom (drawn-shape (svref picture parent)))) scale out)
    (write-string " -- " out)
    (write-tikz-point (svref xs i) (+ (svref ys i) (shape-top (drawn-shape node))) scale out)
    (write-string ";
" out)))

;; The beginning of the outline of NODE.
(defun tikz-outline (node)
  (case (drawn-phase node)
    (:now "  \\filldraw[fill=black!20, very thick] ")
    (:pruned "  \\filldraw[fill=white, dashed, draw=gray] ")
    (:waiting "  \\filldraw[fill=white, draw=gray] ")
    (t (if (drawn-best node) "  \\filldraw[fill=white, very thick] " "  \\filldraw[fill=white] "))))

(defun write-tikz-circle (node x y scale out)
  (write-string (tikz-outline node) out)
  (write-tikz-point x y scale out)
  (write-string " circle [radius=" out)
  (write-tenths (* scale +circle-radius+) out)
  (write-string "];
" out))

(defun write-tikz-folded (node x y scale out)
  (multiple-value-bind (half base) (folded-base node)
    (write-string (if (pruned-node-p node) "  \\filldraw[fill=white, dashed, draw=gray] " (tikz-outline node)) out)
    (write-tikz-point x (+ y +folded-apex+) scale out)
    (dolist (end (list (+ x half) (- x half)))
      (write-string " -- " out)
      (write-tikz-point end (+ y base) scale out))
    (write-string " -- cycle;
" out)))

(defun write-tikz-triangle (node x y scale out)
  (let* ((max (eq (drawn-shape node) :max)) (base (if max (+ y +triangle-base+) (- y +triangle-base+))))
    (write-string (tikz-outline node) out)
    (write-tikz-point (- x +triangle-half+) base scale out)
    (write-string " -- " out)
    (write-tikz-point (+ x +triangle-half+) base scale out)
    (write-string " -- " out)
    (write-tikz-point x (if max (- y +triangle-tip+) (+ y +triangle-tip+)) scale out)
    (write-string " -- cycle;
" out)))

;; A text next to a node may overlap the branch to a neighbour: a white background interrupts the branch.
(defun write-tikz-mark (mark node x y scale out)
  (write-string (case (mark-style mark)
                  (:value (cond ((eq (drawn-phase node) :pruned) "  \\node[gray, anchor=")
                                ((and (eq (drawn-phase node) :now) (eq (drawn-shape node) :leaf))
                                 "  \\node[draw, very thick, fill=black!20, inner sep=2pt, anchor=")
                                (t "  \\node[anchor=")))
                  (:cut "  \\node[gray, anchor=")
                  (:small "  \\node[small, gray, anchor=")
                  (t "  \\node[small, anchor="))
                out)
  (write-string (case (mark-anchor mark)
                  (:start "base west, fill=white] at ")
                  (:middle "base] at ")
                  (t "base east, fill=white] at "))
                out)
  (write-tikz-point (+ x (mark-x mark)) (+ y (mark-y mark)) scale out)
  (write-string " {" out)
  (write-latex (mark-text mark) out)
  (write-string "};
" out))

(defun write-tikz-node (i picture layout scale out)
  (let ((node (svref picture i)) (x (svref (layout-xs layout) i)) (y (svref (layout-ys layout) i)))
    (cond ((round-p (drawn-shape node)) (write-tikz-circle node x y scale out))
          ((eq (drawn-shape node) :folded) (write-tikz-folded node x y scale out))
          ((interior-p node) (write-tikz-triangle node x y scale out)))
    (dolist (mark (svref (layout-marks layout) i)) (write-tikz-mark mark node x y scale out))))

;; Write CAPTION as write-svg-caption does; LaTeX breaks the lines.
(defun write-tikz-caption (caption layout width scale out)
  (format out "  \\node[anchor=north west, align=left, text width=~Abp] at "
          (with-output-to-string (s) (write-tenths (* +tikz-unit+ (- width (* 2 +margin+))) s)))
  (write-tikz-point +margin+ (layout-height layout) scale out)
  (write-string " {\\textbf{" out)
  (write-latex (first caption) out)
  (write-string "}\\\\ " out)
  (write-latex (second caption) out)
  (write-string "};
" out))

;; Write what makes a document of the file, unless it is read by one that has loaded tikz.  WIDTH, HEIGHT: in big points.  BODY: the
;; commands of the picture.
(defun write-tikz-preamble (width height body out)
  (format out "% Compile this file by itself, or \\input it in a document that has \\usepackage{tikz}.
\\ifcsname tikzpicture\\endcsname\\else
  \\documentclass{article}
  \\usepackage{tikz}~:[~;
  \\ifnum0\\ifdefined\\XeTeXversion1\\fi\\ifdefined\\luatexversion1\\fi>0 \\else
    \\IfFileExists{t2aenc.def}{\\usepackage[T2A,OT1]{fontenc}}{}\\fi~]
  \\usepackage[paperwidth=~Dbp,paperheight=~Dbp,margin=6bp,noheadfoot]{geometry}
  \\pagestyle{empty}\\parindent=0pt
  \\def\\endtreefile{\\end{document}}
  \\begin{document}
\\fi~%" (cyrillic-p body) (+ 20 (ceiling width)) (+ 20 (ceiling height)))
  (if (> width +tikz-page+)
      (format out "% To fit a page: \\resizebox{\\linewidth}{!}{\\input{THIS FILE}}~%")))

;; Write a picture that compiles by itself.  WIDTH, HEIGHT: in big points.  STYLES: options of the picture.  WRITE-BODY: writes its
;; commands to a stream; its unit is a pixel, and Y grows downwards.
(defun write-tikz-document (width height styles write-body out)
  (let ((body (with-output-to-string (s) (funcall write-body s))))
    (write-tikz-preamble width height body out)
    (format out "\\begin{tikzpicture}[x=0.75bp, y=-0.75bp, inner sep=0pt, outer sep=0pt,~%    ~A]~%" styles)
    (if (search "\\treechar" body) (write-string *latex-character-macro* out))
    (write-string body out)
    (format out "\\end{tikzpicture}~%\\ifdefined\\endtreefile\\expandafter\\endtreefile\\fi~%")))

;; Write PICTURE as TikZ.  LAYOUT, CAPTION, LINES: as for WRITE-SVG.
(defun write-tikz (picture out &optional (layout (layout-picture picture)) caption lines)
  (multiple-value-bind (width height) (drawing-size layout lines)
    (let* ((scale (min 1d0 (/ +tikz-longest+ (* +tikz-unit+ (max width height)))))
           (body (with-output-to-string (out)
                   (do-visible-nodes (i picture) (if (> i 0) (write-tikz-edge i picture layout scale out)))
                   (do-visible-nodes (i picture) (write-tikz-node i picture layout scale out)))))
      (flet ((write-body (out)
               (when caption
                 (write-string "  \\path[use as bounding box] (0,0) rectangle " out)
                 (write-tikz-point width height scale out)
                 (format out ";~%  \\begin{scope}[xshift=~Abp]~%"
                         (with-output-to-string (s) (write-tenths (* scale +tikz-unit+ (drawing-indent layout lines)) s))))
               (write-string body out)
               (when caption
                 (format out "  \\end{scope}~%")
                 (write-tikz-caption caption layout width scale out))))
        (write-tikz-document (* scale +tikz-unit+ width) (* scale +tikz-unit+ height)
                             (format nil "every node/.style={font=\\small~@[, scale=~A~]}, small/.style={font=\\scriptsize}"
                                     (if (< scale 1d0) (millionths scale) nil))
                             #'write-body out)))))
