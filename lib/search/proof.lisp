;;;; proof.lisp -- the smallest proof of the value of a recorded tree. -*- sealed -*-

;; A set of leaves proves that a position is worth at least V if one move (where the maximizer moves) or every move (where the
;; minimizer does) is proved to be worth at least V; likewise for at most V. In a uniform tree of W moves and D plies the least
;; set that proves both has W^ceiling(D/2) + W^floor(D/2) - 1 leaves (D. E. Knuth and R. W. Moore 1975).

;; The least numbers of leaves that prove POSITION, where SIDE moves, to be worth at least VALUE, at most VALUE, and exactly VALUE,
;; as three values; NIL for what is false.  DEPTH: of POSITION.
;;   (funcall expand position depth)   returns the value of a leaf, else NIL and the list of successors
;;   (funcall side-after side child)   returns who moves at CHILD after SIDE
(defun proof-sizes (value position side depth expand side-after)
  (multiple-value-bind (score children) (funcall expand position depth)
    (if score
        (let ((lower (if (score< score value) nil 1)) (upper (if (score< value score) nil 1)))
          (values lower upper (and lower upper)))
        ;; One bound needs ONE move, the other ALL moves. A proof of both shares the leaves of one move: MORE is what that costs.
        (let ((max (eq side :max)) (one nil) (all 0) (more nil))
          (flet ((least (a b) (if (and a b) (min a b) (or a b))))
            (dolist (child children)
              (multiple-value-bind (lower upper exact)
                  (proof-sizes value child (funcall side-after side child) (+ depth 1) expand side-after)
                (let ((each (if max upper lower)))
                  (setq one (least one (if max lower upper))
                        all (and all each (+ all each)))
                  (if exact (setq more (least more (- exact each))))))))
          (let ((exact (and all more (+ all more))))
            (if max (values one all exact) (values all one exact)))))))

;; The least number of leaves that prove VALUE, the value of TREE, a nested list, where PLAYER moves; DEPTH, if not NIL, limits
;; the plies. NIL if TREE is nested too deeply.
(defun least-leaves-of-list (tree value player depth)
  (handler-case
      (nth-value 2 (proof-sizes value tree player 0
                                (lambda (position plies)
                                  (cond ((atom position) position)
                                        ((eql plies depth) (do ((leaf position (car leaf))) ((atom leaf) leaf)))
                                        (t (values nil position))))
                                (lambda (side child) (declare (ignore child)) (other-side side))))
    (storage-condition () nil)))

(defun visited-children (node)
  (let ((children (node-children node)) (list nil))
    (do ((i (- (length children) 1) (- i 1))) ((< i 0) list)
      (if (svref children i) (push (svref children i) list)))))

;; The same for the root of RECORDING, a search by :MINIMAX of COUNT nodes; NIL if not all of them were recorded.
(defun least-leaves-to-prove (recording count)
  (let* ((root (recording-root recording)) (seen 0)
         (least (nth-value 2 (proof-sizes (node-value root) root (node-side root) 0
                                          (lambda (node depth)
                                            (declare (ignore depth))
                                            (incf seen)
                                            (if (node-leaf-p node)
                                                (node-value node)
                                                (values nil (visited-children node))))
                                          (lambda (side child) (declare (ignore side)) (node-side child))))))
    (if (= seen count) least nil)))
