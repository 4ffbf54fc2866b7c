;;;; and-or-tree.lisp -- the graphs of AO*, drawn and explained. -*- sealed -*-

;; A node of the tree. NODE: of the graph. CONNECTOR: NIL for a problem, else the connector of NODE that is drawn as a node, one with
;; several subproblems. COST: of the connector that leads to a problem; NIL at the root, and if a node above shows that connector.
;; AGAIN: is the problem expanded elsewhere in the tree? BEST: does the node belong to the marked graph?
(defstruct (and-or-branch (:copier nil) (:predicate nil) (:constructor make-and-or-branch (node connector cost best)))
  node connector cost best again successors)

(defun and-or-tree (search root)
  (let ((branch (unfolded-graph root)))
    (make-search-tree (format nil "AND/OR tree of ~S: ~D problems expanded" (and-or-node-problem root) (and-or-search-expanded search))
                      branch #'and-or-branch-successors (lambda (next best) (and-or-description branch next best)) #'and-or-sentence
                      :replay (lambda (visit) (replay-reductions search root visit)))))

;; Solve the problem of ROOT again as SEARCH did. VISIT: as for MAKE-SEARCH-TREE.
(defun replay-reductions (search root visit)
  (let* ((again (make-and-or-search (and-or-search-reduce search) (and-or-search-estimate search) nil))
         (root (node-of-problem again (and-or-node-problem root))))
    (flet ((show (sentence now)
             (funcall visit (and-or-tree again root) sentence
                      (lambda (branch)
                        (and (eq (and-or-branch-node branch) now) (null (and-or-branch-connector branch))
                             (not (and-or-branch-again branch)))))))
      (show (format nil "The problem ~S before the search~@[; its estimate is ~A~]." (and-or-node-problem root) (and-or-node-cost root))
            nil)
      (solve-problem again root (lambda (leaf) (show (expansion-sentence root leaf) leaf))))))

;; A sentence on the expansion of LEAF.
(defun expansion-sentence (root leaf)
  (format nil "Expansion ~D: ~S ~A. The root ~A." (and-or-node-number leaf) (and-or-node-problem leaf)
          (if (and-or-node-connectors leaf)
              (format nil "is reduced by ~{~A~^, or by ~}"
                      (mapcar (lambda (connector)
                                (format nil "~A~:[ alone~;~:*~{ + ~S~}~]" (first connector)
                                        (mapcar #'and-or-node-problem (rest connector))))
                              (and-or-node-connectors leaf)))
              "cannot be reduced")
          (cond ((solved-node-p root) (format nil "is solved at the cost ~A" (and-or-node-cost root)))
                ((and-or-node-cost root) (format nil "costs ~A as far as known" (and-or-node-cost root)))
                (t "cannot be solved"))))

;; The graph below ROOT as a tree, in which each problem is expanded once: in the marked graph if it belongs to that, else near the root.
(defun unfolded-graph (root)
  (let ((seen (make-hash-table :test #'eq)) (queue (make-array 16 :adjustable t :fill-pointer 0)) (at 0))
    (labels ((problem-branch (node cost best)
               (let ((branch (make-and-or-branch node nil cost best)))
                 (if best (unfold branch) (vector-push-extend branch queue))
                 branch))
             (unfold (branch)
               (let ((node (and-or-branch-node branch)))
                 (if (gethash node seen)
                     (setf (and-or-branch-again branch) t)
                     (setf (gethash node seen) t
                           (and-or-branch-successors branch)
                           (mapcan (lambda (connector)
                                     (connector-branches node connector (and (and-or-branch-best branch)
                                                                             (eq connector (and-or-node-best node)))))
                                   (and-or-node-connectors node))))))
             ;; A list of the branch for CONNECTOR: its only subproblem, or a branch for all of them; NIL without subproblems.
             (connector-branches (node connector best)
               (cond ((null (rest connector)) nil)
                     ((null (cddr connector)) (list (problem-branch (second connector) (first connector) best)))
                     (t (let ((branch (make-and-or-branch node connector (first connector) best)))
                          (setf (and-or-branch-successors branch)
                                (mapcar (lambda (next) (problem-branch next nil best)) (rest connector)))
                          (list branch))))))
      (let ((tree (problem-branch root nil t)))
        (loop
          (if (= at (fill-pointer queue)) (return tree))
          (unfold (aref queue at))
          (incf at))))))

;; ROOT: of the tree.
(defun and-or-description (root branch best)
  (declare (ignore best))
  (let* ((node (and-or-branch-node branch)) (connector (and-or-branch-connector branch)) (cost (and-or-branch-cost branch))
         (total (if connector (connector-cost connector) (and-or-node-cost node))))
    (list :id (if (or connector (= 0 (and-or-node-number node))) nil (- (and-or-node-number node) 1))
          :shape (cond (connector :and) ((and-or-branch-successors branch) :or) (t :leaf))
          :name (cond ((eq branch root) nil)
                      (connector (format nil "+~A" cost))
                      (t (format nil "~@[+~A ~]~A" cost (shown (and-or-node-problem node)))))
          :value (if total (shown total) "none")
          :bound (if (or (null total) (every #'solved-node-p (if connector (rest connector) (list node)))) :exact :lower)
          :question (if (and-or-branch-again branch) "again" "")
          :best (and-or-branch-best branch))))

(defun and-or-sentence (branch path)
  (let* ((node (and-or-branch-node branch)) (connector (and-or-branch-connector branch)) (best (and-or-node-best node))
         (place (if path (moves-text path) "The root")))
    (if connector
        (format nil "~A is a connector of ~S of the cost ~A; its subproblems~{ ~S~} must all be solved."
                place (and-or-node-problem node) (first connector) (mapcar #'and-or-node-problem (rest connector)))
        (format nil "~A, the problem ~S, ~A~A." place (and-or-node-problem node) (cost-claim node)
                (if (and best (rest best))
                    (format nil ", by the connector ~A~{ + ~S~}" (first best) (mapcar #'and-or-node-problem (rest best)))
                    "")))))

;; A text on the cost of NODE.
(defun cost-claim (node)
  (let ((cost (and-or-node-cost node)))
    (case (and-or-node-state node)
      (:solved (if (rest (and-or-node-best node))
                   (format nil "is solved at the cost ~A" cost)
                   (format nil "is solved directly at the cost ~A" cost)))
      (:new (if cost (format nil "was not expanded; its estimate is ~A" cost) "cannot be solved, by its estimate"))
      (t (if cost (format nil "was expanded, but not solved; its cost was ~A as far as known" cost) "cannot be solved")))))

;;; COMPARE-SEARCHES

;; The cost of PROBLEM by recursion over all problems, each solved once, and the number of problems. REDUCE: as for AO-STAR.
(defun cost-by-recursion (problem reduce)
  (let ((costs (make-hash-table :test #'equal)))  ; from problems to costs; to :OPEN while a problem is being solved
    (labels ((cost (problem)
               (let ((known (gethash problem costs :new)))
                 (case known
                   (:open (error "COMPARE-SEARCHES: expected a graph without cycles, got one through ~S" problem))
                   (:new (setf (gethash problem costs) :open)
                         (setf (gethash problem costs)
                               (reduce #'lesser-bound (mapcar #'cost-of-reduction (funcall reduce problem)) :initial-value nil)))
                   (t known))))
             (cost-of-reduction (reduction)
               (let ((parts (mapcar #'cost (rest reduction)))) (if (member nil parts) nil (reduce #'+ parts :initial-value (first reduction))))))
      (values (cost problem) (hash-table-count costs)))))

(defun ao-star-row (name problem reduce estimate)
  (let ((start (get-internal-run-time)))
    (multiple-value-bind (cost solution info) (ao-star problem reduce :estimate estimate)
      (declare (ignore solution))
      (list name (or cost "none") (getf info :expanded) (getf info :generated) (getf info :revisions) (seconds-since start)))))

(defun recursion-row (problem reduce)
  (let ((start (get-internal-run-time)))
    (multiple-value-bind (cost count) (cost-by-recursion problem reduce)
      (list "all problems" (or cost "none") count count 0 (seconds-since start)))))

;; Print the table of COMPARE-SEARCHES for a problem that REDUCE reduces. ESTIMATE: a function, or NIL for none.
(defun compare-reductions (problem reduce estimate)
  (let ((rows (append (if estimate (list (ao-star-row "AO*" problem reduce estimate)) nil)
                      (list (ao-star-row "AO*, estimate 0" problem reduce (constantly 0)) (recursion-row problem reduce)))))
    (fresh-line)
    (print-table '("algorithm" "cost" "expanded" "generated" "revisions" "seconds") rows)))
