;;;; list-drawing.lisp -- DRAW-LIST: each cell once, each arrow from its half to its box, no overlaps.

(draw-list '(a b . c))            ;prints: [A|•]────▶[B|C]~
(draw-list '(nil (1)))            ;prints: [/|•]────▶[•|/]~           ▼~          [1|/]~
(let ((l (list 'a 'b))) (setf (cddr l) l) (draw-list l))  ;prints:    #1=~[A|•]────▶[B|#1#]~
(let ((x (list 'x))) (draw-list (list x x)))  ;prints: [#1#|•]──▶[•|/]~           ▼ #1=~          [X|/]~
(draw-list 5)                     ;signals: type-error
(draw-list nil)                   ;signals: type-error
(draw-list '(1) :format :html)    ;signals: "DRAW-LIST: expected :TEXT, :SVG or :TIKZ as :FORMAT, got :HTML"
(draw-list (make-list 201))       ;signals: "DRAW-LIST: expected a structure of at most 200 cells, got more"
(search "[" (with-output-to-string (*standard-output*) (draw-list (make-list 200))))  ;=> 0
(and (search "&quot;a &lt; b&quot;" (with-output-to-string (*standard-output*) (draw-list (list "a < b") :format :svg))) t)  ;=> T

;;; Random structures, with shared and circular parts

;; The conses that can be reached from OBJECT.
(defun cells-of (object)
  (let ((seen (make-hash-table :test 'eq)) (left (list object)))
    (loop (if (null left) (return (loop for cell being the hash-keys of seen collect cell)))
          (let ((cell (pop left)))
            (when (and (consp cell) (not (gethash cell seen)))
              (setf (gethash cell seen) t)
              (push (car cell) left)
              (push (cdr cell) left))))))

(defun random-structure (seed cells)
  (let ((next (system::seeded-random seed)) (made (make-array cells)))
    (dotimes (i cells) (setf (aref made i) (cons nil nil)))
    (flet ((some-object ()
             (case (funcall next 4) (0 nil) (1 (funcall next 1000)) (t (aref made (funcall next cells))))))
      (dotimes (i cells (aref made 0))
        (setf (car (aref made i)) (some-object) (cdr (aref made i)) (some-object))))))

(defun right-of (box) (+ (system::box-x box) (system::box-car-width box) (system::box-cdr-width box)))
(defun bottom-of (box) (+ (system::box-y box) 28))
(defun boxes-overlap-p (a b)
  (and (< (system::box-x a) (right-of b)) (< (system::box-x b) (right-of a))
       (< (system::box-y a) (bottom-of b)) (< (system::box-y b) (bottom-of a))))
(defun inside-p (x y box) (and (< (system::box-x box) x (right-of box)) (< (system::box-y box) y (bottom-of box))))
(defun on-edge-p (x y box)
  (and (<= (system::box-x box) x (right-of box)) (<= (system::box-y box) y (bottom-of box)) (not (inside-p x y box))))

;; Returns the fault of the drawing of OBJECT, or NIL.
(defun fault-of-drawing (object)
  (multiple-value-bind (boxes known) (system::list-layout object)
    (system::measure-boxes boxes)
    (let ((cells (cells-of object)) (pointers (system::all-pointers boxes known)))
      (cond ((/= (length cells) (length boxes)) 'cells)
            ((set-exclusive-or cells (mapcar #'system::box-cell boxes)) 'other-cells)
            ((loop for (a . rest) on boxes thereis (some (lambda (b) (boxes-overlap-p a b)) rest)) 'overlap)
            ((/= (length pointers)
                 (loop for cell in cells sum (+ (if (consp (car cell)) 1 0) (if (consp (cdr cell)) 1 0))))
             'pointers)
            ((dolist (pointer pointers nil)
               (destructuring-bind (kind box target again) pointer
                 (let* ((points (system::arrow-points pointer)) (start (first points)) (end (first (last points))))
                   (cond ((not (eq (system::box-cell target)
                                   (if (eq kind 'car) (car (system::box-cell box)) (cdr (system::box-cell box)))))
                          (return 'target))
                         ((not (inside-p (first start) (second start) box)) (return 'start))
                         ((not (on-edge-p (first end) (second end) target)) (return 'end))
                         ;; A straight arrow crosses no box.
                         ((and (not again)
                               (some (lambda (other)
                                       (and (not (eq other box))
                                            (loop for i from 1 to 9
                                                  thereis (inside-p (+ (first start) (* i 1/10 (- (first end) (first start))))
                                                                    (+ (second start) (* i 1/10 (- (second end) (second start))))
                                                                    other))))
                                     boxes))
                          (return 'crossing)))))))))))

(loop for seed from 1 to 300
      for fault = (fault-of-drawing (random-structure seed (+ 1 (mod seed 40))))
      when fault collect (list seed fault))  ;=> NIL
(remove nil (mapcar #'fault-of-drawing (list '(a) '((((a)))) '(1 (2 (3 (4) 5) 6) 7) (random-tree 3 3))))  ;=> NIL

;; The files say the same: a box for each cell, an arrow for each pointer; and the text has a bracket for each cell.
(defun count-of (text string) (loop for at = (search text string) then (search text string :start2 (+ at 1)) while at count t))
(loop for seed from 1 to 60
      for object = (random-structure seed (+ 1 (mod seed 30)))
      for cells = (length (cells-of object))
      for pointers = (loop for cell in (cells-of object) sum (+ (if (consp (car cell)) 1 0) (if (consp (cdr cell)) 1 0)))
      for svg = (with-output-to-string (*standard-output*) (draw-list object :format :svg))
      for tikz = (with-output-to-string (*standard-output*) (draw-list object :format :tikz))
      for text = (with-output-to-string (*standard-output*) (draw-list object))
      unless (and (= cells (count-of "class=\"cell\"" svg) (count-of " rectangle " tikz) (count-of "[" text) (count-of "]" text))
                  (= pointers (count-of "class=\"arrow" svg) (count-of "\\draw[->" tikz)
                     (+ (count-of "▶" text) (count-of "▼" text) (- (count-of "#" text) (count-of "=" text) (/ (- (count-of "#" text) (count-of "=" text)) 2)))))
        collect seed)  ;=> NIL
