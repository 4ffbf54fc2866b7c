;;;; step-pictures.lisp -- a series of pictures or sentences, one for each step or pass of a search. -*- sealed -*-

(defconstant +most-pictures+ 1000)      ; of a series
(defconstant +most-drawn+ 1000)         ; positions in each

;; The window, test or merit of PLACE in a picture.
(defun step-window (replay place)
  (let ((kind (place-kind place)) (merit (place-merit place)))
    (cond (merit (text (if (eql (first merit) #\L) "live " "solved ") (step-score (second merit))))
          ((or (null kind) (eql kind #\s) (eq (replay-algorithm replay) :minimax)) "")
          ((asks-p kind) (text (case kind (#\> "> ") (#\< "< ") (t "≥ ")) (step-score (place-alpha place)) "?"))
          (t (text (step-score (place-alpha place)) ".." (step-score (place-beta place))
                   (if (place-cut place) ", cutoff" ""))))))

;; The value of PLACE in a picture, and its kind as two values. The value of an open position is followed by ?, since it may change.
(defun step-value (place)
  (cond ((place-leaf-p place) (values (shown (place-score place)) :exact))
        ((and (eq (place-children place) :hidden) (null (place-phase place))) (values "..." :exact))
        ((null (place-value place)) (values "" :exact))
        ((eq (place-phase place) :open) (values (text (step-score (place-value place)) "?") :exact))
        (t (values (step-score (place-value place))
                   (case (place-bound place) (#\< :upper) (#\> :lower) (#\? nil) (t :exact))))))

;; Is PLACE, or a position above it, pruned?
(defun pruned-place-p (place) (and place (or (place-pruned place) (pruned-place-p (place-parent place)))))

;; The picture of the state of REPLAY, in the format of picture.lisp.
(defun step-picture (replay)
  (map 'simple-vector
       (lambda (place)
         (multiple-value-bind (value bound) (step-value place)
           (drawn-node
            :id (place-visit place) :parent (if (place-parent place) (place-index (place-parent place)) 0)
            :depth (place-depth place) :children (length (places-below place))
            :shape (cond ((place-leaf-p place) :leaf) ((place-max place) :max) (t :min))
            :move (place-move place) :name (place-name place) :value value :bound bound
            :question (step-window replay place)
            :pass (if (eq (replay-algorithm replay) :best-move) 0 (place-pass place))
            :best (not (null (member place (replay-line replay))))
            :phase (cond ((eq place (replay-now replay)) :now)
                         ((pruned-place-p place) :pruned)
                         ((null (place-visit place)) :waiting)))))
       (replay-places replay)))

;;; Folded subtrees. All pictures of a series fold the same ones, those of the last picture.

;; The indices of the nodes of PICTURE, the last of a series, whose subtrees are folded: those that are pruned, and if FOLD is T also
;; those next to the best line.
(defun folded-places (picture fold)
  (let ((places nil))
    (dotimes (i (length picture) places)
      (let* ((node (svref picture i)) (parent (svref picture (drawn-parent node))))
        (if (and (> i 0) (> (drawn-children node) 0)
                 (or (eq (drawn-phase node) :pruned)
                     (and (eq fold t) (drawn-best parent) (not (drawn-best node)))))
            (push i places))))))

;; NODE at index I of PICTURE as a triangle, with the number of its leaves that were visited so far.
(defun folded-step-node (node i picture)
  (let ((folded (copy-seq node)) (leaves 0) (visited 0))
    (loop for j from (+ i 1) below (length picture)
          for below = (svref picture j)
          while (> (drawn-depth below) (drawn-depth node))
          do (when (eq (drawn-shape below) :leaf)
               (incf leaves)
               (if (drawn-id below) (incf visited)))
             (if (eq (drawn-phase below) :now) (setf (drawn-phase folded) :now)))
    (if (string= (drawn-value node) "") (setf (drawn-value folded) nil))
    (setf (drawn-shape folded) :folded (drawn-children folded) 0
          (drawn-size folded) (if (= visited 0) (leaves-text leaves) (format nil "~D of ~A" visited (leaves-text leaves))))
    folded))

;; PICTURES, a series, with subtrees folded.  FOLD: as for FOLD-PICTURE.
(defun fold-series (pictures fold)
  (check-argument fold '(member nil t :pruned) "T, :PRUNED or NIL as :FOLD")
  (let ((places (if fold (folded-places (first (last pictures)) fold) nil)))
    (if (null places)
        pictures
        (mapcar (lambda (picture)
                  (fold-nodes picture (lambda (node i) (if (member i places) (folded-step-node node i picture) nil))))
                pictures))))

;; A picture with the widest texts of PICTURES at each node: its layout has room for all of them.
(defun widest-picture (pictures)
  (let ((widest (map 'simple-vector #'copy-seq (first pictures))))
    (dolist (picture (rest pictures) widest)
      (dotimes (i (length picture))
        (let ((node (svref picture i)) (wide (svref widest i)))
          (if (> (length (node-label node)) (length (node-label wide)))
              (setf (drawn-value wide) (drawn-value node) (drawn-bound wide) (drawn-bound node)))
          (if (> (length (drawn-question node)) (length (drawn-question wide)))
              (setf (drawn-question wide) (drawn-question node)))
          (if (> (length (drawn-size node)) (length (drawn-size wide))) (setf (drawn-size wide) (drawn-size node)))
          (setf (drawn-id wide) (or (drawn-id wide) (drawn-id node))
                (drawn-name wide) (or (drawn-name wide) (drawn-name node))
                (drawn-pass wide) (max (drawn-pass wide) (drawn-pass node))))))))

;; Call VISIT with the number of each step of a search, from 0 for the tree before it, the number of steps, the sentence of the step
;; and its state, here the replay; the state of searches whose tree grows is a picture.  NODES, EVENTS: as SEARCH-EVENTS returns them;
;; EVENTS is NIL if there were too many.
;; WHICH: :ALL, or :PASSES for the first step, the end of each pass or iteration and the last step.
(defun replay-events (nodes events algorithm game which most-steps most-nodes visit)
  (check-argument which '(member :all :passes) ":ALL or :PASSES as :STEPS")
  (flet ((ends-pass-p (event) (find (car event) "bm")))
    (let* ((last (length events)) (chosen (if (eq which :all) last (count-if #'ends-pass-p events))))
      (if (or (null events) (> chosen most-steps) (> (length nodes) most-nodes))
          (error "~A: expected a search of at most ~:D steps and ~:D positions with :STEPS" 'draw most-steps most-nodes))
      (let ((replay (replay-of nodes algorithm game)) (step 0))
        (funcall visit 0 last (step-sentence replay nil) replay)
        (dolist (event events)
          (incf step)
          (apply-event replay event)
          (if (or (eq which :all) (ends-pass-p event) (= step last))
              (funcall visit step last (step-sentence replay event) replay)))))))

;; A function that replays a search of BOARD: its arguments are WHICH, MOST-STEPS, MOST-NODES and VISIT of REPLAY-EVENTS.
;; PLIES, OPTIONS: as for DRAW.
(defun board-replayer (board plies options)
  (lambda (which most-steps most-nodes visit)
    (let ((algorithm (first (algorithms-to-show (getf options :algorithm)))))
      (multiple-value-bind (nodes runs) (apply #'search-events board (list algorithm) plies +page-events+ options)
        (replay-events nodes (second (first runs)) algorithm (if (getf options :game) (find-game (getf options :game)) nil)
                       which most-steps most-nodes visit)))))

(defun write-steps (replayer which out)
  "Write a sentence about each step of a search to OUT, in lines.
REPLAYER: a function, as BOARD-REPLAYER returns it.  WHICH: as for REPLAY-EVENTS."
  (funcall replayer which +page-events+ +page-events+
           (lambda (step last sentence replay)
             (declare (ignore replay))
             (format out "~VD  ~A~%" (length (decimal last)) step sentence))))

(defun pass-text (replay)
  (if (> (replay-pass replay) 0)
      (format nil ", ~A ~D" (if (eq (replay-algorithm replay) :best-move) "iteration" "pass") (replay-pass replay))
      ""))

;; The pictures of the steps of a search, and their captions, lists (TITLE SENTENCE), as two values. All pictures have the same nodes.
;; REPLAYER, WHICH: as for DRAW-STEPS.
(defun pictures-of-steps (replayer which)
  (let ((pictures nil) (captions nil))
    (funcall replayer which +most-pictures+ +most-drawn+
             (lambda (step last sentence state)
               (let ((picture (if (simple-vector-p state) state nil)))
                 (push (or picture (step-picture state)) pictures)
                 (push (list (format nil "Step ~D of ~D~A" step last (if picture "" (pass-text state))) sentence) captions))))
    (values (nreverse pictures) (nreverse captions))))

(defun draw-steps (replayer which format fold write-file)
  "Call WRITE-FILE with the text of each picture of a search, in FORMAT, :SVG or :TIKZ. All have the same layout.
REPLAYER: a function, as BOARD-REPLAYER or TREE-REPLAYER returns it.  WHICH: as for REPLAY-EVENTS.  FOLD: as for DRAW."
  (multiple-value-bind (pictures captions) (pictures-of-steps replayer which)
    (setq pictures (fold-series pictures fold))
    (let* ((layout (layout-picture (widest-picture pictures)))
           (width (max (layout-width layout) +caption-width+))
           (lines (reduce #'max captions :key (lambda (caption) (length (caption-lines (second caption) width))))))
      (mapc (lambda (picture caption)
              (let ((same (with-marks-of picture layout)))
                (funcall write-file
                         (with-output-to-string (out)
                           (if (eq format :svg)
                               (write-svg picture out same caption lines)
                               (write-tikz picture out same caption lines))))))
            pictures captions)
      (values))))

;; The name FILE with -N before its extension.
(defun numbered-file (file n)
  (let* ((name (namestring file)) (slash (position #\/ name :from-end t)) (dot (position #\. name :from-end t))
         (at (if (and dot (or (null slash) (< slash dot))) dot (length name))))
    (text (subseq name 0 at) "-" (decimal n) (subseq name at))))
