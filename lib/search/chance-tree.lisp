;;;; chance-tree.lisp -- recorded searches of games with chance nodes, drawn and explained. -*- sealed -*-

;; How the value of RECORD relates to the true value: the field BOUND of a drawn node (picture.lisp).
(defun record-bound (search record)
  (let ((bound (bound-by-window record)))
    (if (and bound (visit-record-moves record) (eq (chance-search-algorithm search) :sampling)) :mean bound)))

;; The tree of SEARCH from ROOT with PLIES and SEED.
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
         (root (make-visit-record (visit-record-position root) nil 0)))
    (replay-search again root (chance-tree again root plies seed)
                   (lambda (record path) (chance-sentence again record path))
                   (lambda () (value-of-start again (visit-record-position root) plies root))
                   visit)))

(defun chance-description (search root node best)
  (if (consp node)
      (unsearched-description root node)
      (list :id (visit-record-number node)
            :shape (or (visit-record-side node) :leaf)
            :name (if (eq node root) nil (named-with-weight (visit-record-move node) (visit-record-weight node)))
            :value (if (visit-record-value node) (shown (visit-record-value node)) nil)
            :bound (record-bound search node)
            :how (cond ((visit-record-alpha node) "in") ((< 0 (visit-record-visits node)) "with") ((open-record-p root) "and") (t "only"))
            :question (cond ((visit-record-alpha node) (window-text :window (visit-record-alpha node) (visit-record-beta node)))
                            ((= 0 (visit-record-visits node)) (if (open-record-p root) "open" "probed"))
                            (t (counted (visit-record-visits node) "visit" "visits")))
            :best (and best (on-line-p node root #'best-record)))))

;; The record of the first move that has the value of RECORD; NIL unless a side moves at the position of RECORD.
(defun best-record (record)
  (if (and (member (visit-record-side record) '(:max :min)) (visit-record-value record))
      (find-if (lambda (child) (and child (eql (visit-record-value child) (visit-record-value record)))) (visit-record-children record))
      nil))

(defun chance-sentence (search node path)
  (if (consp node)
      (if (prunes-p search) (pruned-record-sentence path) (format nil "~A is not among the samples." (moves-text path)))
      (format nil "~A, ~A, ~A~A."
              (if path (moves-text path) "The root")
              (role-text (visit-record-side node) "a leaf")
              (if (visit-record-value node) (record-claim search node) "was probed: one of its moves was searched")
              (if (eq (visit-record-side node) :chance) (mean-sum-text search node) ""))))

(defun record-claim (search node)
  (let ((value (shown (visit-record-value node))))
    (if (eq (record-bound search node) :mean)
        (text "is estimated at " value " by samples")
        (claim-by-window node value))))

;; The sum that is the exact value of the chance node NODE: "1/2 * 3 + 1/2 * 5".
(defun mean-sum-text (search node)
  (let ((children (coerce (visit-record-children node) 'list)))
    (if (and (eq (record-bound search node) :exact) (every (lambda (child) (and child (eq :exact (record-bound search child)))) children))
        (format nil ", the mean ~{~A * ~A~^ + ~}"
                (mapcan (lambda (child) (list (visit-record-weight child) (shown (visit-record-value child)))) children))
        "")))

;;; COMPARE-SEARCHES

;; A row of the table: of all positions.
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
  (let ((rows (mapcar (lambda (algorithm)
                        (searched-row algorithm (lambda () (expectiminimax g :position position :plies plies :algorithm algorithm))))
                      (if (game-bounds g) '(:expectiminimax :star1 :star2 :sampling) '(:expectiminimax :sampling)))))
    (unless plies
      (setq rows (append rows (mapcar (lambda (method) (tabulation-row g position method)) '(:policy-iteration :value-iteration)))))
    (print-searched-rows rows)))
