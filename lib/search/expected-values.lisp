;;;; expected-values.lisp -- tables of games with chance nodes, by value iteration and by policy iteration. -*- sealed -*-
;;;;
;;;; A game may have cycles, and play without end is worth 0. The positions are ordered so that the successors of each come before
;;;; it, as far as cycles permit: in the order in which a depth-first search of the graph leaves them.
;;;; Sources: L. S. Shapley, Stochastic games, 1953; R. A. Howard, Dynamic Programming and Markov Processes, 1960; A. J. Hoffman
;;;; and R. M. Karp, On nonterminating stochastic games, 1966.

(defun has-chance-p (graph) (find :chance (game-graph-nodes graph) :key #'graph-node-side))

;; The nodes of GRAPH that are not final, each after its successors as far as possible.
(defun nodes-in-postorder (graph)
  (let ((order nil) (first (aref (game-graph-nodes graph) 0)) (stack nil))
    (setf (graph-node-mark first) t)
    (push (cons first (graph-node-successors first)) stack)
    (loop
      (if (null stack) (return (nreverse order)))
      (let* ((top (first stack)) (next (pop (cdr top))))
        (cond ((null next)
               (pop stack)
               (unless (graph-node-over (car top)) (push (car top) order)))
              ((not (graph-node-mark next))
               (setf (graph-node-mark next) t)
               (push (cons next (graph-node-successors next)) stack)))))))

;; The mean value of the successors of a chance node.
(defun mean-value (node)
  (let ((sum 0))
    (do ((next (graph-node-successors node) (rest next)) (weights (graph-node-weights node) (rest weights)))
        ((null next) sum)
      (incf sum (* (first weights) (graph-node-value (first next)))))))

(defun value-of-successors (node)
  (if (eq (graph-node-side node) :chance) (mean-value node) (graph-node-value (best-successor node))))

;; Value iteration: compute the value of each of NODES from its successors, in turn, until none changes by more than TOLERANCE.
;; Values are double floats. Weights are converted first, which is much faster.
(defun iterate-values (graph nodes tolerance)
  (map nil (lambda (node)
             (setf (graph-node-value node) (float (or (graph-node-value node) 0) 1d0)
                   (graph-node-weights node) (mapcar (lambda (weight) (float weight 1d0)) (graph-node-weights node))))
       (game-graph-nodes graph))
  (loop
    (let ((change 0d0))
      (dolist (node nodes)
        (let ((value (value-of-successors node)))
          (setq change (max change (abs (- value (graph-node-value node)))))
          (setf (graph-node-value node) value)))
      (if (<= change tolerance) (return)))))

;;; Policy iteration, in exact rationals. CHOICE: the successor that the policy of a side selects at a node.

;; Under fixed policies the value of a node is CONSTANT + sum of COEFFICIENT * value of NODE over the TERMS, conses (NODE .
;; COEFFICIENT). Nodes are eliminated in order: terms of an eliminated node, which has a number (MARK), are replaced by its equation.
(defstruct (equation (:copier nil) (:predicate nil)) (constant 0) (terms nil))

;; Add FACTOR times the value of NODE to EQUATION. The node's own equation is reduced in place.
(defun add-term (equation node factor equations)
  (cond ((graph-node-over node) (incf (equation-constant equation) (* factor (graph-node-value node))))
        ((gethash node equations)
         (let ((known (reduced-equation node equations)))
           (incf (equation-constant equation) (* factor (equation-constant known)))
           (dolist (term (equation-terms known)) (add-unknown equation (car term) (* factor (cdr term))))))
        (t (add-unknown equation node factor))))

(defun add-unknown (equation node factor)
  (let ((term (assoc node (equation-terms equation))))
    (if term (incf (cdr term) factor) (push (cons node factor) (equation-terms equation)))))

;; The equation of NODE without terms of eliminated nodes.
(defun reduced-equation (node equations)
  (let ((equation (gethash node equations)))
    (loop
      (let ((term (find-if (lambda (term) (gethash (car term) equations)) (equation-terms equation))))
        (if (null term) (return equation))
        (setf (equation-terms equation) (remove term (equation-terms equation)))
        (add-term equation (car term) (cdr term) equations)))))

;; Eliminate NODE. If its value depends on itself only, play does not end, and the value is 0.
(defun eliminate-node (node equations)
  (let ((equation (make-equation)))
    (if (eq (graph-node-side node) :chance)
        (mapc (lambda (next weight) (add-term equation next weight equations)) (graph-node-successors node) (graph-node-weights node))
        (add-term equation (graph-node-choice node) 1 equations))
    (let ((own (assoc node (equation-terms equation))))
      (when own
        (setf (equation-terms equation) (remove own (equation-terms equation)))
        (let ((rest (- 1 (cdr own))))
          (unless (= rest 0)
            (setf (equation-constant equation) (/ (equation-constant equation) rest))
            (dolist (term (equation-terms equation)) (setf (cdr term) (/ (cdr term) rest)))))))
    (setf (gethash node equations) equation)))

;; Give NODES, in postorder, their values under the policies of both sides.
(defun evaluate-policies (nodes)
  (let ((equations (make-hash-table :test #'eq)) (last-first nil))
    (dolist (node nodes)
      (eliminate-node node equations)
      (push node last-first))
    (dolist (node last-first)
      (let* ((equation (gethash node equations)) (value (equation-constant equation)))
        (dolist (term (equation-terms equation)) (incf value (* (cdr term) (graph-node-value (car term)))))
        (setf (graph-node-value node) value)))))

;; Choose a better successor at each node of SIDE that has one. Returns true if there is such a node.
(defun improve-policy (nodes side)
  (let ((improved nil))
    (dolist (node nodes improved)
      (when (eq (graph-node-side node) side)
        (let ((best (best-successor node)))
          (unless (= (graph-node-value best) (graph-node-value (graph-node-choice node)))
            (setf (graph-node-choice node) best improved t)))))))

;; The policy of :MIN is improved until it is best against that of :MAX, then that of :MAX.
(defun iterate-policies (nodes)
  (loop
    (evaluate-policies nodes)
    (unless (or (improve-policy nodes :min) (improve-policy nodes :max)) (return))))

;; Give every node of GRAPH its value, by value iteration or, then, by policy iteration from the policies that it finds.
(defun find-expected-values (graph method tolerance)
  (let* ((nodes (nodes-in-postorder graph))
         (exact (mapcar #'graph-node-weights nodes))
         (final (mapcar (lambda (node) (cons node (graph-node-value node))) (final-nodes graph))))
    (iterate-values graph nodes tolerance)
    (when (eq method :policy-iteration)
      (dolist (node nodes)
        (setf (graph-node-weights node) (pop exact))
        (unless (eq (graph-node-side node) :chance) (setf (graph-node-choice node) (best-successor node))))
      (dolist (entry final) (setf (graph-node-value (car entry)) (rational (cdr entry))))
      (iterate-policies nodes))))
