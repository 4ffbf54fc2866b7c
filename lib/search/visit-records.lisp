;;;; visit-records.lisp -- what searches of games with chance nodes or several players note, for DRAW and WHY. -*- sealed -*-

;; A search. ALGORITHM: a keyword.  OBSERVER: NIL, or a function of a record that is called when its value was found, and of a record
;; and a text when its last moves are pruned for the reason in the text.  CUTOFFS: numbers of such nodes.
(defstruct (observed-search (:copier nil) (:predicate nil)) game algorithm observer (nodes 0) (leaves 0) (cutoffs 0) (records 0))

;; A visited position. NUMBER: in order of the first visit, from 0. WEIGHT: the probability of MOVE after a chance node. SIDE,
;; MOVES: NIL for a leaf. CHILDREN: a vector of records, NIL for moves that were not searched. VISITS: the number of
;; searches that ended, the last with VALUE in the window ALPHA to BETA (NIL: none).
(defstruct (visit-record (:copier nil) (:constructor make-visit-record (position move number &optional weight)))
  position move number weight side moves weights children (visits 0) value alpha beta)

(defun note-moves (record side moves weights)
  (if (null (visit-record-moves record))
      (setf (visit-record-side record) side (visit-record-moves record) moves (visit-record-weights record) weights
            (visit-record-children record) (make-array (length moves) :initial-element nil))))

;; The record of the move NUMBER at the position of RECORD; NIL if nothing is recorded.
(defun record-of-move (search record number)
  (if (null record)
      nil
      (let ((children (visit-record-children record)) (g (observed-search-game search)))
        (or (svref children number)
            (let ((move (nth number (visit-record-moves record))))
              (setf (svref children number)
                    (make-visit-record (funcall (game-play g) (visit-record-position record) move) move
                                       (incf (observed-search-records search)) (nth number (visit-record-weights record)))))))))

;; Note the VALUE of a search with the window ALPHA to BETA, and return it.
(defun note-record (search record value alpha beta)
  (when record
    (incf (visit-record-visits record))
    (setf (visit-record-value record) value (visit-record-alpha record) alpha (visit-record-beta record) beta)
    (if (observed-search-observer search) (funcall (observed-search-observer search) record nil)))
  value)

;; The last moves at the position of RECORD are pruned, since its value is beyond VALUE, outside the window ALPHA to BETA. BETA: NIL
;; where only ALPHA can be the reason.
(defun note-cutoff (search record value alpha beta)
  (incf (observed-search-cutoffs search))
  (if (observed-search-observer search)
      (funcall (observed-search-observer search) record
               (if (and beta (>= value beta))
                   (format nil "is worth at least ~A, and beta is ~A" (shown value) (shown beta))
                   (format nil "is worth at most ~A, and alpha is ~A" (shown value) (shown alpha))))))

;; How the value of RECORD relates to the true value, by its window: the field BOUND of a drawn node (picture.lisp).
(defun bound-by-window (record)
  (let ((value (visit-record-value record)) (alpha (visit-record-alpha record)) (beta (visit-record-beta record)))
    (cond ((null value) nil)
          ((null (visit-record-moves record)) :exact)
          ((and alpha (<= value alpha)) :upper)
          ((and beta (>= value beta)) :lower)
          (t :exact))))

;; The value of RECORD, with the text VALUE, as far as it is known.
(defun claim-by-window (record value)
  (ecase (bound-by-window record)
    (:exact (text "is worth " value))
    (:lower (format nil "is worth at least ~A: the window ended at ~A" value (visit-record-beta record)))
    (:upper (format nil "is worth at most ~A: the window began at ~A" value (visit-record-alpha record)))))

(defun pruned-record-sentence (path)
  (format nil "~A was pruned: the moves before it decide that the value is outside the window." (moves-text path)))

;; The nodes after RECORD: records and, for moves that were not searched, lists (MOVE WEIGHT PARENT).
(defun recorded-successors (record)
  (if (and (visit-record-p record) (visit-record-moves record))
      (let ((number -1) (weights (visit-record-weights record)))
        (mapcar (lambda (move) (or (svref (visit-record-children record) (incf number)) (list move (nth number weights) record)))
                (visit-record-moves record)))
      nil))

;; Search again. AGAIN: a new search.  ROOT: its first record.  TREE: its tree.  SENTENCE: a function of a record and its path.
;; RUN: a function that performs the search.  VISIT: as for MAKE-SEARCH-TREE.
(defun replay-search (again root tree sentence run visit)
  (flet ((show (record sentence) (funcall visit tree sentence (lambda (node) (eq node record)))))
    (setf (observed-search-observer again)
          (lambda (record reason)
            (let ((path (path-to-node root record #'recorded-successors)))
              (show record (if reason
                               (format nil "~A ~A: its other moves are pruned." (if path (moves-text path) "The root") reason)
                               (funcall sentence record path))))))
    (show nil "The root before the search.")
    (funcall run)))

(defun named-with-weight (move weight) (if weight (format nil "~A (~A)" (shown move) weight) (shown move)))

;; Has no search of RECORD ended?  If it is the root, a step of the search is shown.
(defun open-record-p (record) (= 0 (visit-record-visits record)))

;; The description of NODE, a move that was not searched, in the tree from ROOT.
(defun unsearched-description (root node)
  (let ((name (named-with-weight (first node) (second node))))
    (if (and (open-record-p root) (open-record-p (third node)))
        (list :shape :leaf :name name :value "" :bound :exact :phase :waiting)
        (list :shape :cut :value name :bound :exact))))

;;; COMPARE-SEARCHES

(defun seconds-since (start) (seconds-text (- (get-internal-run-time) start)))

;; A row of the table: a search by ALGORITHM. SEARCH, a function, returns the values of EXPECTIMINIMAX or SEARCH-PLAYERS.
(defun searched-row (algorithm search)
  (let ((start (get-internal-run-time)))
    (multiple-value-bind (move value info) (funcall search)
      (list algorithm value (or move "-") (getf info :leaves) (getf info :nodes) (getf info :cutoffs) (seconds-since start)))))

(defun print-searched-rows (rows)
  (fresh-line)
  (print-table '("algorithm" "value" "move" "leaves" "nodes" "cutoffs" "seconds") rows))
