;;;; chance-tree.lisp -- recorded searches of games with chance nodes, drawn and explained. -*- sealed -*-

;; A visited position. NUMBER: in order of the first visit, from 0. WEIGHT: the probability of MOVE after a chance node. SIDE,
;; MOVES: NIL for a leaf. CHILDREN: a vector of records, NIL for moves that were not searched. VISITS: the number of
;; searches that ended, the last with VALUE in the window ALPHA to BETA (NIL: none).
(defstruct (chance-record (:copier nil) (:constructor make-chance-record (position move number &optional weight)))
  position move number weight side moves weights children (visits 0) value alpha beta)

(defun note-moves (record side moves weights)
  (if (null (chance-record-moves record))
      (setf (chance-record-side record) side (chance-record-moves record) moves (chance-record-weights record) weights
            (chance-record-children record) (make-array (length moves) :initial-element nil))))

;; The record of the move NUMBER at the position of RECORD; NIL if nothing is recorded.
(defun record-of-move (search record number)
  (if (null record)
      nil
      (let ((children (chance-record-children record)) (g (chance-search-game search)))
        (or (svref children number)
            (let ((move (nth number (chance-record-moves record))))
              (setf (svref children number)
                    (make-chance-record (funcall (game-play g) (chance-record-position record) move) move
                                        (incf (chance-search-records search)) (nth number (chance-record-weights record)))))))))

;; Note the VALUE of a search with the window ALPHA to BETA, and return it.
(defun note-record (search record value alpha beta)
  (when record
    (incf (chance-record-visits record))
    (setf (chance-record-value record) value (chance-record-alpha record) alpha (chance-record-beta record) beta)
    (if (chance-search-observer search) (funcall (chance-search-observer search) record nil)))
  value)

;; The last moves at the position of RECORD are pruned, since its value is beyond VALUE, outside the window ALPHA to BETA.
(defun note-cutoff (search record value alpha beta)
  (incf (chance-search-cutoffs search))
  (if (chance-search-observer search)
      (funcall (chance-search-observer search) record
               (if (>= value beta)
                   (format nil "is worth at least ~A, and beta is ~A" (shown value) (shown beta))
                   (format nil "is worth at most ~A, and alpha is ~A" (shown value) (shown alpha))))))

;; How the value of RECORD relates to the true value: the field BOUND of a drawn node (picture.lisp).
(defun record-bound (search record)
  (let ((value (chance-record-value record)) (alpha (chance-record-alpha record)) (beta (chance-record-beta record)))
    (cond ((null value) nil)
          ((null (chance-record-moves record)) :exact)
          ((eq (chance-search-algorithm search) :sampling) :mean)
          ((and alpha (<= value alpha)) :upper)
          ((and beta (>= value beta)) :lower)
          (t :exact))))

;; The tree of SEARCH from ROOT with PLIES and SEED. Its nodes are records and, for moves that were not searched, lists (MOVE WEIGHT
;; PARENT).
(defun chance-tree (search root plies seed)
  (make-search-tree (format nil "~(~A~) of ~A: ~D nodes" (chance-search-algorithm search) (game-name (chance-search-game search))
                            (chance-search-nodes search))
                    root #'recorded-successors
                    (lambda (node best) (chance-description search root node best))
                    (lambda (node path) (chance-sentence search node path))
                    :replay (lambda (visit) (replay-chance-search search root plies seed visit))))

;; Search again as SEARCH did. VISIT: as for MAKE-SEARCH-TREE.
(defun replay-chance-search (search root plies seed visit)
  (let* ((again (make-chance-search (chance-search-game search) (chance-search-algorithm search) (chance-search-samples search)
                                    (seed-random-state seed)))
         (root (make-chance-record (chance-record-position root) nil 0)) (tree (chance-tree again root plies seed)))
    (flet ((show (record sentence) (funcall visit tree sentence (lambda (node) (eq node record)))))
      (setf (chance-search-observer again)
            (lambda (record reason)
              (let ((path (path-to-node root record #'recorded-successors)))
                (show record (if reason
                                 (format nil "~A ~A: its other moves are pruned." (if path (moves-text path) "The root") reason)
                                 (chance-sentence again record path))))))
      (show nil "The root before the search.")
      (value-of-start again (chance-record-position root) plies root))))

(defun recorded-successors (record)
  (if (and (chance-record-p record) (chance-record-moves record))
      (let ((number -1) (weights (chance-record-weights record)))
        (mapcar (lambda (move) (or (svref (chance-record-children record) (incf number)) (list move (nth number weights) record)))
                (chance-record-moves record)))
      nil))

(defun named-with-weight (move weight) (if weight (format nil "~A (~A)" (shown move) weight) (shown move)))

;; Has no search of RECORD ended?  If it is the root, a step of the search is shown.
(defun open-record-p (record) (= 0 (chance-record-visits record)))

(defun chance-description (search root node best)
  (if (consp node)
      (if (and (open-record-p root) (open-record-p (third node)))
          (list :shape :leaf :name (named-with-weight (first node) (second node)) :value "" :bound :exact :phase :waiting)
          (list :shape :cut :value (named-with-weight (first node) (second node)) :bound :exact))
      (list :id (chance-record-number node)
            :shape (or (chance-record-side node) :leaf)
            :name (if (eq node root) nil (named-with-weight (chance-record-move node) (chance-record-weight node)))
            :value (if (chance-record-value node) (shown (chance-record-value node)) nil)
            :bound (record-bound search node)
            :how (cond ((chance-record-alpha node) "in") ((< 0 (chance-record-visits node)) "with") ((open-record-p root) "and") (t "only"))
            :question (cond ((chance-record-alpha node) (window-text :window (chance-record-alpha node) (chance-record-beta node)))
                            ((= 0 (chance-record-visits node)) (if (open-record-p root) "open" "probed"))
                            (t (counted (chance-record-visits node) "visit" "visits")))
            :best (and best (on-line-p node root #'best-record)))))

;; The record of the first move that has the value of RECORD; NIL unless a side moves at the position of RECORD.
(defun best-record (record)
  (if (and (member (chance-record-side record) '(:max :min)) (chance-record-value record))
      (find-if (lambda (child) (and child (eql (chance-record-value child) (chance-record-value record)))) (chance-record-children record))
      nil))

(defun chance-sentence (search node path)
  (if (consp node)
      (format nil (if (prunes-p search)
                      "~A was pruned: the moves before it decide that the value is outside the window."
                      "~A is not among the samples.")
              (moves-text path))
      (format nil "~A, ~A, ~A~A."
              (if path (moves-text path) "The root")
              (role-text (chance-record-side node) "a leaf")
              (if (chance-record-value node) (record-claim search node) "was probed: one of its moves was searched")
              (if (eq (chance-record-side node) :chance) (mean-sum-text search node) ""))))

(defun record-claim (search node)
  (let ((value (shown (chance-record-value node))))
    (case (record-bound search node)
      (:mean (text "is estimated at " value " by samples"))
      (:exact (text "is worth " value))
      (:lower (format nil "is worth at least ~A: the window ended at ~A" value (chance-record-beta node)))
      (t (format nil "is worth at most ~A: the window began at ~A" value (chance-record-alpha node))))))

;; The sum that is the exact value of the chance node NODE: "1/2 * 3 + 1/2 * 5".
(defun mean-sum-text (search node)
  (let ((children (coerce (chance-record-children node) 'list)))
    (if (and (eq (record-bound search node) :exact) (every (lambda (child) (and child (eq :exact (record-bound search child)))) children))
        (format nil ", the mean ~{~A * ~A~^ + ~}"
                (mapcan (lambda (child) (list (chance-record-weight child) (shown (chance-record-value child)))) children))
        "")))

;;; COMPARE-SEARCHES

(defun seconds-since (start) (seconds-text (- (get-internal-run-time) start)))

;; A row of the table: a search of POSITION by EXPECTIMINIMAX.
(defun chance-search-row (g position plies algorithm)
  (let ((start (get-internal-run-time)))
    (multiple-value-bind (move value info) (expectiminimax g :position position :plies plies :algorithm algorithm)
      (list algorithm value (or move "-") (getf info :leaves) (getf info :nodes) (getf info :cutoffs) (seconds-since start)))))

;; The same for a table of all positions.
(defun tabulation-row (g position method)
  (let* ((start (get-internal-run-time)) (table (tabulate g :position position :method method)) (leaves 0) (nodes 0))
    (multiple-value-bind (value distance move) (table-value table position)
      (declare (ignore distance))
      (map-table (lambda (p value distance)
                   (declare (ignore value distance))
                   (incf nodes)
                   (if (funcall (game-over g) p) (incf leaves)))
                 table)
      (list method value (or move "-") leaves nodes 0 (seconds-since start)))))

;; Print the table of COMPARE-SEARCHES for a game with chance nodes.
(defun compare-chance-searches (g position plies)
  (let ((rows (mapcar (lambda (algorithm) (chance-search-row g position plies algorithm))
                      (if (game-bounds g) '(:expectiminimax :star1 :star2 :sampling) '(:expectiminimax :sampling)))))
    (unless plies
      (setq rows (append rows (mapcar (lambda (method) (tabulation-row g position method)) '(:policy-iteration :value-iteration)))))
    (fresh-line)
    (print-table '("algorithm" "value" "move" "leaves" "nodes" "cutoffs" "seconds") rows)))
