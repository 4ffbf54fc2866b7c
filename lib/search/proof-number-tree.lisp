;;;; proof-number-tree.lisp -- the trees of proof-number search, drawn and explained. -*- sealed -*-

;; The tree of SEARCH by ALGORITHM from ROOT.
(defun proof-number-tree (search algorithm root)
  (make-search-tree (format nil "tree of ~A, proof numbers: ~D ~A" (game-name (pn-search-game search)) (pn-search-visits search)
                            (if (eq algorithm :df-pn) "visits" "expansions"))
                    root #'pn-node-successors
                    (lambda (node best) (proof-number-description root node best))
                    (lambda (node path) (proof-number-sentence node path))
                    :replay (lambda (visit) (replay-proof-numbers search algorithm root visit))))

;; N: a proof number, or a threshold, of which a number may have been subtracted.
(defun proof-number-text (n) (if (>= n (floor infinite-number 2)) "inf" (decimal n)))

;; The numbers PN and DN of NODE, as "2:3".
(defun proof-numbers-text (node)
  (text (proof-number-text (pn-node-pn node)) ":" (proof-number-text (pn-node-dn node))))

(defun proof-number-description (root node best)
  (let ((parent (pn-node-parent node)))
    (list :id (if (pn-node-number node) (- (pn-node-number node) 1) nil)
          :shape (cond ((null (pn-node-successors node)) :leaf) ((pn-node-or node) :or) (t :and))
          :name (if (eq node root) nil (shown (nth (position node (pn-node-successors parent)) (pn-node-moves parent))))
          :value (proof-numbers-text node) :bound :exact
          :question (cond ((= 0 (pn-node-pn node)) "proved") ((= 0 (pn-node-dn node)) "disproved") (t ""))
          :best (and best (or (eq node root) (eq node (next-proving-node parent)))))))

(defun pn-role (node)
  (cond ((null (pn-node-successors node)) "a leaf") ((pn-node-or node) "an OR node") (t "an AND node")))

(defun proof-claim (node)
  (cond ((= 0 (pn-node-pn node)) "is proved")
        ((= 0 (pn-node-dn node)) "is disproved")
        (t (format nil "has the numbers ~A" (proof-numbers-text node)))))

(defun proof-number-sentence (node path)
  (let ((unproved (pn-node-pn node)) (undisproved (pn-node-dn node)))
    (format nil "~A, ~A, ~A~A."
            (if path (moves-text path) "The root")
            (pn-role node)
            (proof-claim node)
            (if (settled-p node)
                ""
                (format nil ": at least ~A must be proved to prove it, and at least ~A disproved to disprove it"
                        (counted unproved "leaf" "leaves") (counted undisproved "leaf" "leaves"))))))

;; Search again as SEARCH by ALGORITHM from ROOT did. VISIT: as for MAKE-SEARCH-TREE.
(defun replay-proof-numbers (search algorithm root visit)
  (let* ((again (make-pn-search (pn-search-game search) (pn-search-prover search) (pn-search-goal search) (pn-search-limit search) nil))
         (root (pn-node-for again (pn-node-position root) nil)))
    (flet ((show (sentence now) (funcall visit (proof-number-tree again algorithm root) sentence (lambda (node) (eq node now)))))
      (show "The root before the search has the numbers 1:1." root)
      (setf (pn-search-observer again)
            (lambda (node &optional pn-threshold dn-threshold leaves)
              (show (cond (leaves (pn-return-sentence root node pn-threshold dn-threshold))
                          (t (text (pn-expansion-sentence root node (null pn-threshold)) (if (or (null pn-threshold) (settled-p node)) "" (pn-thresholds-sentence pn-threshold dn-threshold)))))
                    node)))
      (run-pn-search again algorithm root))))

;; A sentence on the expansion of LEAF. TELLS-ROOT: does it tell the numbers of the root, which df-pn does not know yet?
(defun pn-expansion-sentence (root leaf tells-root)
  (format nil "Expansion ~D: ~A, ~A, has ~A and now ~A.~A" (pn-node-number leaf) (moves-text (path-to-node root leaf #'pn-node-successors))
          (pn-role leaf) (counted (length (pn-node-moves leaf)) "move" "moves") (proof-claim leaf)
          (if (or (eq leaf root) (not tells-root)) "" (format nil " The root ~A." (proof-claim root)))))

;; A sentence on the thresholds with which df-pn visits a node.
(defun pn-thresholds-sentence (pn-threshold dn-threshold)
  (let ((pn (proof-number-text pn-threshold)) (dn (proof-number-text dn-threshold)))
    (cond ((and (string= pn "inf") (string= dn "inf")) " It is searched until it is proved or disproved.")
          ((string= dn "inf") (text " It is searched until the proof number reaches " pn "."))
          ((string= pn "inf") (text " It is searched until the disproof number reaches " dn "."))
          (t (text " It is searched until the proof number reaches " pn " or the disproof number " dn ".")))))

;; A sentence on the end of a visit of NODE by df-pn.
(defun pn-return-sentence (root node pn-threshold dn-threshold)
  (let ((path (path-to-node root node #'pn-node-successors)))
    (format nil "~A ~A~A." (if path (moves-text path) "The root") (proof-claim node)
            (cond ((eq node root) "")
                  ((settled-p node) ": the search goes back")
                  ((>= (pn-node-pn node) pn-threshold)
                   (format nil ": the proof number has reached ~A, so the search goes back" (proof-number-text pn-threshold)))
                  (t (format nil ": the disproof number has reached ~A, so the search goes back" (proof-number-text dn-threshold)))))))
