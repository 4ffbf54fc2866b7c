;;;; proof.lisp -- the smallest proof of the value of a recorded tree. -*- sealed -*-

;; A set of leaves proves that a position is worth at least V if one move (where the maximizer moves) or every move (where the
;; minimizer does) is proved to be worth at least V; likewise for at most V. In a uniform tree of W moves and D plies the least
;; set that proves both has W^ceiling(D/2) + W^floor(D/2) - 1 leaves (D. E. Knuth and R. W. Moore 1975).

;; The nodes of RECORDING in a vector, by number; NIL if not all of them, COUNT, were recorded.
(defun recorded-nodes (recording count)
  (let ((nodes (make-array count :initial-element nil)))
    (walk-recording recording
                    (lambda (node move)
                      (declare (ignore move))
                      (if (< (node-number node) count) (setf (svref nodes (node-number node)) node))
                      t)
                    (lambda (node move number) (declare (ignore node move number)))
                    (lambda (node) (declare (ignore node))))
    (if (find nil nodes) nil nodes)))

;; The least of the counts of NODES, and their sum; NIL represents infinity. COUNTS: a vector, by the number of the node.
(defun least-count (nodes counts)
  (let ((least nil))
    (dotimes (i (length nodes) least)
      (let ((count (svref counts (node-number (svref nodes i)))))
        (if (and count (or (null least) (< count least))) (setq least count))))))

(defun sum-of-counts (nodes counts)
  (let ((sum 0))
    (dotimes (i (length nodes) sum)
      (let ((count (svref counts (node-number (svref nodes i)))))
        (if (null count) (return nil))
        (incf sum count)))))

;; The least number of leaves that prove the value of the root of RECORDING, a search by :MINIMAX of COUNT nodes; NIL if not all
;; of them were recorded.
(defun least-leaves-to-prove (recording count)
  (let ((nodes (recorded-nodes recording count)) (value (node-value (recording-root recording)))
        (lower (make-array count)) (upper (make-array count)) (exact (make-array count)))
    (when nodes
      (do ((i (- count 1) (- i 1)))     ; children before their parents
          ((< i 0) (svref exact 0))
        (let* ((node (svref nodes i)) (children (node-children node)))
          (if (node-leaf-p node)
              (let ((at-least (not (score< (node-value node) value))) (at-most (not (score< value (node-value node)))))
                (setf (svref lower i) (if at-least 1 nil)
                      (svref upper i) (if at-most 1 nil)
                      (svref exact i) (if (and at-least at-most) 1 nil)))
              (multiple-value-bind (one every) (if (eq (node-side node) :max) (values lower upper) (values upper lower))
                (let ((all (sum-of-counts children every)) (best nil))
                  (if all
                      (dotimes (k (length children))
                        (let* ((number (node-number (svref children k))) (proof (svref exact number)))
                          (if proof
                              (let ((total (+ (- all (svref every number)) proof)))
                                (if (or (null best) (< total best)) (setq best total)))))))
                  (setf (svref one i) (least-count children one)
                        (svref every i) all
                        (svref exact i) best)))))))))
