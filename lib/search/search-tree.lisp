;;;; search-tree.lisp -- trees of searches other than those of MINIMAX, for DRAW and WHY. -*- sealed -*-

;; TITLE: for printing. ROOT: a node, any object. PLIES: the depth that is drawn by default, NIL for all of the tree.
;;   (funcall successors node)         returns a list of the nodes after NODE
;;   (funcall description node best)   returns a property list of the fields of a drawn node (see picture.lisp): :ID :SHAPE :NAME
;;                                     :VALUE :BOUND :HOW :QUESTION :BEST :PHASE. BEST: is its parent on the best line?
;;   (funcall sentence node path)      returns a sentence about NODE, to which PATH leads, a list of numbers from 1
;;   (funcall replay visit)            searches again and, after each step, calls VISIT with the tree, a sentence on the step, and
;;                                     a function that tests whether a node is one of the current ones. NIL: without steps
(defstruct (search-tree (:copier nil) (:predicate search-tree-p)
                        (:constructor make-search-tree (title root successors description sentence &key plies replay))
                        (:print-function (lambda (tree stream depth)
                                           (declare (ignore depth))
                                           (format stream "#<~A>" (search-tree-title tree)))))
  title root successors description sentence plies replay)

;; The search tree of OBJECT, an argument of DRAW or WHY; NIL for a board or a recorded search by MINIMAX.
(defun as-search-tree (object)
  (cond ((search-tree-p object) object) ((game-table-p object) (table-tree object)) (t nil)))

;; The drawn node that DESCRIPTION, the property list of a node, describes. ELIDED: the number of its successors that are not drawn.
(defun drawn-from (description parent depth move elided)
  (destructuring-bind (&key id shape name value bound (how "") (question "") best phase) description
    (drawn-node :id id :parent parent :depth depth :shape shape :move move :name name :value value :bound bound :how how
                :question question :best best :elided elided :phase phase)))

;; The picture of TREE down to PLIES; NIL for its default. NOW: a function that tests whether a node is a current one; the lowest current
;; node of each branch is marked.
(defun picture-of-tree (tree plies &optional (now (constantly nil)))
  (check-argument plies '(or unsigned-byte null) "an integer >= 0 or NIL as :PLIES")
  (let ((picture nil) (size 0) (plies (or plies (search-tree-plies tree))))
    (labels ((draw-below (node parent parent-index depth move best)  ; returns true if a current node was drawn
               (let* ((successors (funcall (search-tree-successors tree) node)) (deep (and plies (>= depth plies)))
                      (drawn (drawn-from (funcall (search-tree-description tree) node best) parent-index depth move
                                         (if deep (length successors) 0)))
                      (index size) (number 0) (marked nil))
                 (if parent (incf (drawn-children parent)))
                 (push drawn picture)
                 (incf size)
                 (unless deep
                   (dolist (next successors)
                     (if (draw-below next drawn index (+ depth 1) (incf number) (drawn-best drawn)) (setq marked t))))
                 (when (and (not marked) (funcall now node)) (setf (drawn-phase drawn) :now marked t))
                 marked)))
      (draw-below (search-tree-root tree) nil 0 0 0 t))
    (coerce (nreverse picture) 'simple-vector)))

;; DRAW of TREE; for the arguments see there.
(defun draw-tree (tree format file plies blank steps width)
  (if blank (error "DRAW: expected no :BLANK for a ~A" (search-tree-title tree)))
  (if steps
      (draw-series (tree-replayer tree plies) steps format file)
      (call-with-output file
                        (if (and (symbolp format) (string= format :html))
                            (tree-page-writer tree plies)
                            (let ((writer (picture-writer format width nil nil plies nil)) (picture (picture-of-tree tree plies)))
                              (lambda (out) (funcall writer picture out)))))))

;; The numbers, from 1, of the moves from ROOT to NODE, where (funcall SUCCESSORS node) returns a list of the nodes after a node.
(defun path-to-node (root node successors)
  (labels ((walk (at path)
             (if (eq at node) (return-from path-to-node (nreverse path)))
             (let ((number 0)) (dolist (next (funcall successors at)) (walk next (cons (incf number) path))))))
    (walk root nil)))

;; A sentence about the node of TREE that PATH, a list of move numbers from 1, leads to.
(defun sentence-about-tree (tree path)
  (dolist (move path) (check-argument move '(integer 1) "a move number, an integer >= 1"))
  (let ((node (search-tree-root tree)) (before nil))
    (dolist (move path (funcall (search-tree-sentence tree) node path))
      (let ((next (nth (- move 1) (funcall (search-tree-successors tree) node))) (here (moves-text before)))
        (if (null next) (return (format nil "The search did not visit a move ~D at ~A." move here)))
        (setq node next before (append before (list move)))))))

;; Is NODE the ROOT or on the line from it, in which (NEXT node) follows each node, NIL the last?
(defun on-line-p (node root next)
  (do ((at root (funcall next at))) ((or (null at) (eq at node)) (if at t nil))))

;; The role of a node in sentences: where SIDE moves, or else OTHER.
(defun role-text (side other)
  (case side
    ((:max :min) (format nil "where the ~A moves" (mover side)))
    (:chance "where chance moves")
    (t other)))

;; PATH as in the sentences of WHY.
(defun moves-text (path) (if path (format nil "(~{~D~^ ~})" path) "the root"))
