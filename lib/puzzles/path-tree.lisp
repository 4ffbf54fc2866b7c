;;;; path-tree.lisp -- the trees of FIND-PATH, drawn and explained. -*- sealed -*-

;;; Recording. Best-first and local searches make nodes; depth-first searches, which keep only states, make them for the recording.

(defun begin-path-tree (search)
  (let ((root (start-node (path-search-puzzle search) (path-node-state (path-search-start search)))))
    (setf (path-search-recorded search) (list root) (path-search-at search) root (path-search-goal search) nil)))

;; A depth-first search goes to STATE by MOVE, or back.
(defun enter-state (search state move g)
  (let* ((above (path-search-at search)) (puzzle (path-search-puzzle search))
         (node (make-path-node :state state :key (funcall (puzzle-key puzzle) state) :parent above :move move :g g
                               :h (estimate-of puzzle state) :depth (+ 1 (path-node-depth above)))))
    (push node (path-search-recorded search))
    (setf (path-search-at search) node)))
(defun leave-state (search) (setf (path-search-at search) (path-node-parent (path-search-at search))))

;; NUMBER: that of the expansion, counted in the search with the current limit.
(defun note-expanded-state (search number)
  (setf (path-node-expanded (path-search-at search)) number)
  (note-path-node search (path-search-at search)))

(defun note-recorded-goal (search)
  (setf (path-search-goal search) (path-search-at search))
  (note-path-node search (path-search-at search)))

;;; Drawing

(defun path-tree (search)
  (let ((children (make-hash-table :test #'eq)) (root (first (last (path-search-recorded search)))))
    (dolist (node (path-search-recorded search))  ; the last one first
      (if (path-node-parent node) (push node (gethash (path-node-parent node) children))))
    (make-search-tree (format nil "tree of ~A, ~(~A~): ~D nodes expanded" (puzzle-name (path-search-puzzle search))
                              (path-search-algorithm search) (path-search-expanded search))
                      root
                      (lambda (node) (values (gethash node children)))
                      (lambda (node best) (path-description search node best))
                      (lambda (node path) (path-sentence search node path))
                      :replay (lambda (visit) (replay-path-search search visit)))))

;; Is NODE on the path to GOAL, a node or NIL?
(defun on-path-p (node goal) (do ((at goal (path-node-parent at))) ((or (null at) (eq at node)) (if at t nil))))

(defun estimates-p (search) (if (puzzle-estimate (path-search-puzzle search)) t nil))

;; The cost of NODE so far plus the estimate, if there is one.
(defun path-cost-text (search node)
  (if (estimates-p search) (format nil "~A + ~A" (path-node-g node) (path-node-h node)) (shown (path-node-g node))))

;; The number by which the search orders nodes.
(defun path-rank (search node) (funcall (path-ranking (path-search-algorithm search)) node))

(defun path-description (search node best)
  (list :id (if (path-node-expanded node) (- (path-node-expanded node) 1) nil)
        :shape (if (path-node-expanded node) :state :leaf)
        :name (if (path-node-parent node) (shown (path-node-move node)) nil)
        :value (shown (path-rank search node)) :bound :exact
        :question (if (path-node-stale node) "dropped" (path-cost-text search node))
        :best (and best (on-path-p node (path-search-goal search)))))

(defun path-node-text (search node)
  (format nil "the state ~A, at the cost ~A~@[, with the estimate ~A~]" (shown (path-node-state node)) (path-node-g node)
          (if (estimates-p search) (path-node-h node) nil)))

(defun path-sentence (search node path)
  (format nil "~A, ~A, ~A." (if path (moves-text path) "The root") (path-node-text search node)
          (cond ((eq node (path-search-goal search)) "is the goal")
                ((path-node-expanded node)
                 (format nil "was expanded as number ~D~:[~;; later a cheaper path to it was found~]" (path-node-expanded node)
                         (path-node-stale node)))
                ((path-node-stale node) "was dropped, since another path to it costs no more")
                (t "was not expanded"))))

;;; Steps

(defconstant +shown-states+ 8)          ; of OPEN and CLOSED in a sentence

(defun replay-path-search (search visit)
  (let* ((start (start-node (path-search-puzzle search) (path-node-state (path-search-start search))))
         (again (make-path-search (path-search-puzzle search) (path-search-algorithm search) start (path-search-limit search)
                                  (path-search-width search) nil (list start))))
    (flet ((show (sentence now) (funcall visit (path-tree again) sentence (lambda (node) (eq node now)))))
      (show (format nil "The start: ~A." (path-node-text again start)) start)
      (setf (path-search-observer again)
            (lambda (node frontier) (show (text (path-step again node) (if frontier (open-and-closed-text again frontier) "")) node)))
      (run-path-search again))))

;; A sentence on the step of SEARCH to NODE.
(defun path-step (search node)
  (format nil "~A, ~A, ~A."
          (moves-text-of-node node) (path-node-text search node)
          (cond ((funcall (puzzle-goal (path-search-puzzle search)) (path-node-state node)) "is a goal")
                ((path-node-expanded node) (format nil "is expanded as number ~D" (path-node-expanded node)))
                (t "is beyond the limit"))))

(defun moves-text-of-node (node)
  (let ((moves (moves-to node))) (if moves (format nil "(~{~A~^ ~})" (mapcar #'shown moves)) "The root")))

(defun open-and-closed-text (search frontier)
  (flet ((listed (nodes text)
           (let ((more (- (length nodes) +shown-states+)))
             (if nodes
                 (format nil "~{~A~^, ~}~@[ and ~D more~]"
                         (mapcar text (subseq nodes 0 (min (length nodes) +shown-states+))) (if (> more 0) more nil))
                 "empty"))))
    (multiple-value-bind (open closed) (open-and-closed frontier)
      (format nil " OPEN: ~A. CLOSED: ~A."
              (listed open (lambda (node) (format nil "~A ~A" (shown (path-node-state node)) (path-rank search node))))
              (listed (remove nil closed :key #'path-node-expanded) (lambda (node) (shown (path-node-state node))))))))
