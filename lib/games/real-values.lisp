;;;; real-values.lisp -- searches by the engine of games whose values are not all integers. -*- sealed -*-
;;;;
;;;; The engine compares values and computes windows with integers. So each value that such a search meets gets a label, an integer,
;;;; in the order of the values; the clauses give labels to the engine, and its results become values again. A new value gets a
;;;; label in the middle between those of its neighbours. Without room there all labels are spread evenly, and the search begins
;;;; again. Only the order of values decides what a minimax search returns, so the results are exact.
;;;; Source: P. Dietz, Maintaining order in a linked list, STOC 1982 (labels that are spread when there is no room).

;; VALUES: the values met, ascending.  LABELS: theirs.  KNOWN: the label of each value.
(defstruct (labelling (:copier nil) (:predicate labelling-p) (:constructor make-labelling ()))
  (values (make-array 64 :adjustable t :fill-pointer 0))
  (labels (make-array 64 :adjustable t :fill-pointer 0))
  (known (make-hash-table)))

(defconstant +greatest-label+ 400000000)
(defconstant +label-step+ 4096)  ; between a new least or greatest value and its neighbour

;; The number of elements of SORTED, an ascending vector, that are less than X.
(defun elements-below (sorted x)
  (let ((low 0) (high (length sorted)))
    (loop (if (= low high) (return low))
          (let ((middle (ash (+ low high) -1)))
            (if (< (aref sorted middle) x) (setq low (+ middle 1)) (setq high middle))))))

;; A label between BELOW and ABOVE, each a label or NIL; NIL without room.
(defun label-between (below above)
  (let ((most +greatest-label+))
    (cond ((and below above) (if (> (- above below) 1) (ash (+ above below) -1) nil))
          (below (if (< below most) (min (+ below +label-step+) (ceiling (+ below most) 2)) nil))
          (above (if (> above (- most)) (max (- above +label-step+) (floor (- above most) 2)) nil))
          (t 0))))

(defun insert-element (vector index x)
  (vector-push-extend x vector)
  (replace vector vector :start1 (+ index 1) :start2 index :end2 (- (length vector) 1))
  (setf (aref vector index) x))

;; Spreads the labels evenly over half of their range, so that there is room at its ends.
(defun spread-value-labels (labelling)
  (let* ((values (labelling-values labelling)) (count (length values)) (labels (labelling-labels labelling)))
    (clrhash (labelling-known labelling))
    (setf (fill-pointer labels) 0)
    (dotimes (i count)
      (let ((label (- (floor (* i +greatest-label+) count) (ash +greatest-label+ -1))))
        (vector-push-extend label labels)
        (setf (gethash (aref values i) (labelling-known labelling)) label)))))

;; The label of VALUE, a real. If it is new and has no room, throws to LABELLING, after new labels are there.
(defun label-of (labelling value)
  (or (gethash value (labelling-known labelling))
      (setf (gethash value (labelling-known labelling)) (label-of-new labelling value))))
(defun label-of-new (labelling value)
  (let* ((values (labelling-values labelling)) (labels (labelling-labels labelling)) (at (elements-below values value))
         (next (if (< at (length values)) (aref labels at) nil)))
    (if (and next (= value (aref values at)))
        next
        (let ((label (label-between (if (> at 0) (aref labels (- at 1)) nil) next)))
          (insert-element values at value)
          (when (null label)
            (spread-value-labels labelling)
            (throw labelling nil))
          (insert-element labels at label)
          label))))

;; The value for NUMBER, a label, an infinite score or a bound of a window. ROUNDING: the value for a number that is not a label: :DOWN
;; or :UP.
(defun value-labelled (labelling number rounding)
  (if (or (null number) (= number most-negative-fixnum) (= number most-positive-fixnum))
      number
      (let* ((labels (labelling-labels labelling)) (at (elements-below labels number)))
        (cond ((and (< at (length labels)) (= number (aref labels at))) (aref (labelling-values labelling) at))
              ((eq rounding :up) (if (< at (length labels)) (aref (labelling-values labelling) at) most-positive-fixnum))
              (t (if (> at 0) (aref (labelling-values labelling) (- at 1)) most-negative-fixnum))))))

;; RULES with labels as values.
(defun labelled-rules (rules labelling)
  (let ((value (getf rules :value)) (bounds (getf rules :bounds)) (repetition (getf rules :repetition)))
    (flet ((label-value (p)
             (let ((value (funcall value p)))
               (unless (typep value 'game-value) (check-clause rules :value value p))
               (label-of labelling value)))
           (label-bounds (p)
             (let ((found (multiple-value-list (funcall bounds p))))
               (if (and (= (length found) 2) (every (lambda (bound) (typep bound 'game-value)) found) (<= (first found) (second found)))
                   (values (label-of labelling (first found)) (label-of labelling (second found)))
                   (values-list found)))))
      (let ((label-bounds (if bounds #'label-bounds nil)))
        (list* :value #'label-value :bounds label-bounds :repetition (if repetition (label-of labelling repetition) nil)
               :arrive (arriving (getf rules :play) (getf rules :side) (getf rules :over) #'label-value nil (getf rules :key) label-bounds)
               rules)))))

;; The scores in events of the engine (src/search/adapters/engine_log.hpp): (letter (index of the field . rounding)...).
(defparameter *scores-of-events*
  '((#\f (0 . :down)) (#\e (3 . :down) (4 . :up)) (#\k (0 . :down) (1 . :up)) (#\a (1 . :down)) (#\l (1 . :down)) (#\r (1 . :down))
    (#\u (1 . :down) (2 . :down) (3 . :up) (4 . :down)) (#\x (1 . :down) (2 . :up)) (#\v (0 . :down) (4 . :down) (5 . :up))
    (#\m (1 . :down))))

(defun event-with-values (labelling event)
  (let ((event (copy-list event)))
    (loop for (index . rounding) in (cdr (assoc (car event) *scores-of-events*))
          do (setf (nth (+ index 1) event) (value-labelled labelling (nth (+ index 1) event) rounding)))
    event))

;; FOUND, a result of THINK with labels, with values.
(defun found-with-values (labelling found)
  (let ((found (copy-list found)))
    (setf (getf found :value) (value-labelled labelling (getf found :value) :down))
    (if (getf found :events)
        (setf (getf found :events) (mapcar (lambda (event) (event-with-values labelling event)) (getf found :events))))
    found))

;; The rest of SECONDS, or NIL, since START, an internal time.
(defun seconds-left (seconds start)
  (if seconds (max 0.001 (- seconds (/ (float (- (get-internal-real-time) start)) internal-time-units-per-second))) nil))

;; Searches as THINK does, by one process. START: the internal time from which :SECONDS count. The labels belong to the table of
;; :MEMORY, whose cdr keeps them.
(defun think-of-reals (rules position question start)
  (let* ((memory (getf question :memory)) (progress (getf question :progress)) (labelling (or (cdr memory) (make-labelling))))
    (flet ((begin-table (kept) (if memory (setf (car memory) nil (cdr memory) kept)))
           (note (depth label line nodes) (funcall progress depth (value-labelled labelling label :down) line nodes)))
      (unless (cdr memory) (begin-table labelling))
      (loop
        (let ((found (catch labelling
                       (think (labelled-rules rules labelling) position
                              (list* :threads 1 :seconds (seconds-left (getf question :seconds) start)
                                     :progress (if progress #'note nil) question)))))
          (if found (return (found-with-values labelling found)))
          (begin-table labelling))))))
