;;;; and-or.lisp -- AO*, a best-first search of AND/OR graphs. -*- sealed -*-
;;;;
;;;; A problem is solved by one of its connectors, which reduces it to subproblems that must all be solved. A solution costs the
;;;; sum of the costs of its connectors; one that is used for several problems counts as often. Each node has a cost, estimated
;;;; or revised from its successors, and its best connector is marked. AO* expands a leaf of the marked graph and revises the
;;;; costs of the nodes above. Source: N. J. Nilsson, Principles of Artificial Intelligence (1980), section 3.2.

;; COST: of the best solution as far as known; NIL for a problem without solution. CONNECTORS: ((COST NODE ...) ...). BEST: the marked one.
;; STATE: :NEW; :EXPANDED; :SOLVED. PARENTS: the nodes with a connector to this one.
;; NUMBER: in order of expansion, from 1.
(defstruct (and-or-node (:copier nil) (:predicate nil) (:constructor make-and-or-node (problem cost))
                        (:print-function (lambda (node stream depth)
                                           (declare (ignore depth))
                                           (format stream "#<AND/OR node ~S>" (and-or-node-problem node)))))
  problem cost connectors best (state :new) parents (number 0))

(defun solved-node-p (node) (eq (and-or-node-state node) :solved))

;; A search. NODES: a table from problems to nodes.
(defstruct (and-or-search (:copier nil) (:predicate nil) (:constructor make-and-or-search (reduce estimate trace)))
  reduce estimate trace (nodes (make-hash-table :test #'equal)) (expanded 0) (revisions 0))

(defun node-of-problem (search problem)
  (let ((nodes (and-or-search-nodes search)))
    (or (gethash problem nodes)
        (setf (gethash problem nodes)
              (let ((estimate (funcall (and-or-search-estimate search) problem)))
                (check-argument estimate '(or null (real 0)) "a real that is not negative, or NIL, as the estimate")
                (make-and-or-node problem estimate))))))

;; Can NODE be reached from FROM by connectors?
(defun leads-to-p (from node)
  (let ((seen (make-hash-table :test #'eq)) (stack (list from)))
    (loop
      (if (null stack) (return nil))
      (let ((at (pop stack)))
        (if (eq at node) (return t))
        (unless (gethash at seen)
          (setf (gethash at seen) t)
          (dolist (connector (and-or-node-connectors at)) (setq stack (append (rest connector) stack))))))))

;; Find the connectors of NODE.
(defun expand-and-or-node (search node)
  (let ((reductions (funcall (and-or-search-reduce search) (and-or-node-problem node))))
    (setf (and-or-node-state node) :expanded (and-or-node-number node) (incf (and-or-search-expanded search)))
    (unless (and (listp reductions) (ignore-errors (list-length reductions))
                 (every (lambda (c) (and (consp c) (ignore-errors (list-length c)) (typep (car c) '(real 0)))) reductions))
      (error 'type-error :datum reductions :expected-type 'list
                         :format-control "AO-STAR: expected a list of (COST PROBLEM...), got ~S, at the problem ~S"
                         :format-arguments (list reductions (and-or-node-problem node))))
    (setf (and-or-node-connectors node)
          (mapcar (lambda (reduction)
                    (cons (first reduction)
                          (mapcar (lambda (problem)
                                    (let ((next (node-of-problem search problem)))
                                      (if (leads-to-p next node)
                                          (error "AO-STAR: expected a graph without cycles, got one through ~S" problem))
                                      (pushnew node (and-or-node-parents next))
                                      next))
                                  (rest reduction))))
                  reductions))))

;; The cost of CONNECTOR; NIL if one of its problems cannot be solved.
(defun connector-cost (connector)
  (let ((sum (first connector)))
    (dolist (next (rest connector) sum)
      (if (and-or-node-cost next) (incf sum (and-or-node-cost next)) (return nil)))))

;; Mark the cheapest connector of NODE. Returns true if its cost or state changed.
(defun revise-cost (node)
  (let ((best nil) (least nil) (before (and-or-node-cost node)))
    (dolist (connector (and-or-node-connectors node))
      (let ((cost (connector-cost connector)))
        (if (and cost (or (null least) (< cost least))) (setq best connector least cost))))
    (setf (and-or-node-best node) best (and-or-node-cost node) least)
    (let ((solved (and best (every #'solved-node-p (rest best)))) (was-solved (solved-node-p node)))
      (setf (and-or-node-state node) (if solved :solved :expanded))
      (not (and (eql before least) (eq (if solved t nil) was-solved))))))

;; Revise NODE and the nodes above it, as far as costs change.
(defun revise-costs (search node)
  (let ((queue (list node)))
    (loop
      (if (null queue) (return))
      (let ((node (pop queue)))
        (incf (and-or-search-revisions search))
        (if (revise-cost node) (setq queue (append queue (set-difference (and-or-node-parents node) queue))))))))

;; A leaf of the marked graph below NODE that is not solved.
(defun marked-leaf (node)
  (loop
    (if (eq (and-or-node-state node) :new) (return node))
    (setq node (find-if-not #'solved-node-p (rest (and-or-node-best node))))))

;; The marked graph below the solved NODE: ((PROBLEM COST SUBPROBLEM ...) ...), each problem once, before its subproblems.
(defun solution-graph (node)
  (let ((seen nil) (graph nil))
    (labels ((visit (node)
               (unless (member node seen)
                 (push node seen)
                 (let ((best (and-or-node-best node)))
                   (mapc #'visit (reverse (rest best)))
                   (push (list* (and-or-node-problem node) (first best) (mapcar #'and-or-node-problem (rest best))) graph)))))
      (visit node)
      graph)))

(defun print-and-or-step (search root leaf)
  (format t "~&~D. expand ~S; ~S costs at least ~A~%" (+ 1 (and-or-search-expanded search)) (and-or-node-problem leaf)
          (and-or-node-problem root) (and-or-node-cost root)))

;; Expand leaves until ROOT is solved or cannot be solved. VISIT: NIL, or a function of each leaf after its expansion.
(defun solve-problem (search root &optional visit)
  (loop
    (if (or (solved-node-p root) (null (and-or-node-cost root))) (return))
    (let ((leaf (marked-leaf root)))
      (if (and-or-search-trace search) (print-and-or-step search root leaf))
      (expand-and-or-node search leaf)
      (revise-costs search leaf)
      (if visit (funcall visit leaf)))))

(defun ao-star (problem reduce &key (estimate (constantly 0)) trace record)
  "Solve PROBLEM by AO* in an AND/OR graph without cycles. Return the cost of the solution, or NIL without a solution; the solution, a
list of (PROBLEM COST SUBPROBLEM...) for each problem in it, with the cost of the connector chosen; and a property list with
:EXPANDED and :GENERATED (numbers of problems), :REVISIONS (of costs) and, if RECORD is true, :TREE, which DRAW and WHY accept.
PROBLEM: any object; problems are compared by EQUAL.
REDUCE: a function of a problem that returns the list of its connectors (COST SUBPROBLEM...): all subproblems of one must be
solved. COST: a real that is not negative. A connector without subproblems solves the problem; a problem without connectors cannot be solved.
ESTIMATE: a function of a problem that returns an estimate of its cost, or NIL if it cannot be solved (default: always 0). If it
is never too great, the solution is a cheapest one, where a subproblem counts as often as it is used.
TRACE: true to print each problem expanded (default: NIL).
RECORD: true for a tree of all problems to draw (default: NIL). A problem that occurs again is drawn again without those below it.
Signals: error if the graph has a cycle; type-error if a function returns a wrong value.
Example: (values (ao-star 6 (lambda (n) (if (= n 1) '((0)) (list (list 1 (- n 1)) (list 0 (floor n 2) (ceiling n 2))))))) => 0
Source: N. J. Nilsson, Principles of Artificial Intelligence (1980), section 3.2."
  (check-argument reduce '(or function symbol) "a function")
  (check-argument estimate '(or function symbol) "a function as :ESTIMATE")
  (let* ((search (make-and-or-search reduce estimate trace)) (root (node-of-problem search problem)))
    (solve-problem search root)
    (values (and-or-node-cost root)
            (if (solved-node-p root) (solution-graph root) nil)
            (list* :expanded (and-or-search-expanded search) :generated (hash-table-count (and-or-search-nodes search))
                   :revisions (and-or-search-revisions search)
                   (if record (list :tree (and-or-tree search root)) nil)))))
