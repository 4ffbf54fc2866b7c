;;; symmetry.lisp -- keys that symmetric positions share, against keys that tell them apart: tic-tac-toe on a vector of nine squares.

;; The eight symmetries of the board: for each square, the one whose mark it gets.
(defvar *symmetries*
  (flet ((turned (i) (multiple-value-bind (row column) (floor i 3) (+ (* 3 column) (- 2 row))))
         (reflected (i) (multiple-value-bind (row column) (floor i 3) (+ (* 3 row) (- 2 column)))))
    (loop for turns below 4
          for squares = '(0 1 2 3 4 5 6 7 8) then (mapcar #'turned squares)
          collect squares
          collect (mapcar #'reflected squares))))
(length (remove-duplicates *symmetries* :test #'equal))  ;=> 8

(defun winner (board)
  (loop for (a b c) in '((0 1 2) (3 4 5) (6 7 8) (0 3 6) (1 4 7) (2 5 8) (0 4 8) (2 4 6))
        when (and (/= 0 (aref board a)) (= (aref board a) (aref board b) (aref board c))) return (aref board a)))
(defun marks (board) (count 0 board :test #'/=))
(defun free-squares (board) (loop for i below 9 when (= 0 (aref board i)) collect i))
(defun marked (board square)
  (let ((next (copy-seq board))) (setf (aref next square) (if (evenp (marks board)) 1 -1)) next))
(defun key-of (board squares) (let ((key 0)) (dolist (i squares key) (setq key (+ (* 3 key) (aref board i) 1)))))

(defmacro define-board-game (name key)
  `(define-game ,name
     (:initial (make-array 9 :initial-element 0)) (:moves (board) (free-squares board)) (:play (board square) (marked board square))
     (:side (board) (if (evenp (marks board)) :max :min)) (:result (board) (or (winner board) (if (= 9 (marks board)) 0)))
     (:bounds (board) (values -1 1)) (:key (board) ,key)))
(define-board-game all-apart (key-of board '(0 1 2 3 4 5 6 7 8)))
(define-board-game all-alike (loop for squares in *symmetries* minimize (key-of board squares)))

(defun random-board (state)
  (loop (let ((board (make-array 9 :initial-element 0)))
          (loop repeat (random 7 state)
                do (let ((free (free-squares board))) (setq board (marked board (nth (random (length free) state) free)))))
          (unless (winner board) (return board)))))
;; The boards for which a search that shares keys finds another value or move, or a line that does not lead to the value.
(let ((state (seed-random-state 1)))
  (loop repeat (trials 60)
        for board = (random-board state)
        unless (and (multiple-value-bind (value line) (solve 'all-alike board)
                      (let ((end (reduce #'marked line :initial-value board)))
                        (and (= value (solve 'all-apart board)) (= value (or (winner end) 0)) (or (winner end) (= 9 (marks end))))))
                    (equal (subseq (multiple-value-list (best-move 'all-alike board :deterministic t)) 0 2)
                           (subseq (multiple-value-list (best-move 'all-apart board :deterministic t)) 0 2))
                    (equal (mapcar #'second (rate-moves 'all-alike board)) (mapcar #'second (rate-moves 'all-apart board))))
          collect board))                          ;=> NIL
(flet ((nodes (game) (getf (nth-value 2 (solve game)) :nodes))) (< (* 2 (nodes 'all-alike)) (nodes 'all-apart)))  ;=> T
(check-game 'all-alike)                            ;=> T
