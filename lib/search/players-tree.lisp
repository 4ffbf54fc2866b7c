;;;; players-tree.lisp -- recorded searches of games with more than two players, drawn, explained and compared. -*- sealed -*-

(defun players-tree (search root plies)
  "Return the tree of SEARCH, for DRAW and WHY.
ROOT: the record of its first position.  PLIES: its depth, or NIL."
  (make-search-tree (format nil "~(~A~) of ~A: ~D nodes" (players-search-algorithm search) (game-name (players-search-game search))
                            (players-search-nodes search))
                    root #'recorded-successors
                    (lambda (node best) (players-description search root node best))
                    (lambda (node path) (players-sentence search node path))
                    :replay (lambda (visit) (replay-players-search search root plies visit))))

;; Search again as SEARCH did. VISIT: as for MAKE-SEARCH-TREE.
(defun replay-players-search (search root plies visit)
  (let ((again (make-players-search (players-search-game search) (players-search-algorithm search) (players-search-player search)))
        (root (make-visit-record (visit-record-position root) nil 0)))
    (replay-search again root (players-tree again root plies)
                   (lambda (record path) (players-sentence again record path))
                   (lambda () (value-to-players again (visit-record-position root) plies nil nil root))
                   visit)))

;; The record of the first move with the best value at RECORD; NIL at a leaf, or before its search has ended.
(defun chosen-record (search record)
  (let ((player (players-search-player search)) (side (visit-record-side record)) (best nil))
    (flet ((worth (record) (let ((value (visit-record-value record))) (if player value (nth side value)))))
      (dolist (child (if (open-record-p record) nil (coerce (visit-record-children record) 'list)) best)
        (if (and child (visit-record-value child)
                 (or (null best)
                     (if (or (null player) (= side player)) (> (worth child) (worth best)) (< (worth child) (worth best)))))
            (setq best child))))))

(defun players-name (search number) (shown (nth number (game-players (players-search-game search)))))

(defun players-description (search root node best)
  (if (consp node)
      (unsearched-description root node)
      (let ((side (visit-record-side node)) (player (players-search-player search)))
        (list :id (visit-record-number node)
              :shape (cond ((null side) :leaf) ((or (null player) (= side player)) :max) (t :min))
              :name (if (eq node root) nil (shown (visit-record-move node)))
              :value (if (open-record-p node) nil (shown (visit-record-value node)))
              :bound (bound-by-window node)
              :how (if side "for" "")
              :question (if side (players-name search side) "")
              :best (and best (on-line-p node root (lambda (record) (chosen-record search record))))))))

(defun players-sentence (search node path)
  (if (consp node)
      (pruned-record-sentence path)
      (format nil "~A, ~A, ~A." (if path (moves-text path) "The root") (players-role search node) (players-claim search node))))

(defun players-role (search node)
  (let ((side (visit-record-side node)) (player (players-search-player search)))
    (cond ((null side) "a leaf")
          ((or (null player) (= side player)) (format nil "where ~A moves" (players-name search side)))
          (t (format nil "where ~A moves against ~A" (players-name search side) (players-name search player))))))

;; The value at NODE, as far as it is known.
(defun players-claim (search node)
  (let ((value (visit-record-value node)) (player (players-search-player search)))
    (cond ((open-record-p node) "is being searched")
          ((null player)
           (let ((chosen (if (visit-record-side node) (chosen-record search node) nil)))
             (format nil "is worth ~{~A to ~A~^, ~}~@[; its best move is ~A~]"
                     (mapcan #'list (mapcar #'shown value) (mapcar #'shown (game-players (players-search-game search))))
                     (if chosen (shown (visit-record-move chosen)) nil))))
          (t (claim-by-window node (text (shown value) " to " (players-name search player)))))))

;;; COMPARE-SEARCHES

;; Print the table of COMPARE-SEARCHES for a game with more than two players.
(defun compare-players-searches (g position plies)
  (print-searched-rows
   (mapcar (lambda (algorithm)
             (searched-row algorithm (lambda () (search-players g :position position :plies plies :algorithm algorithm))))
           '(:max-n :paranoid))))
