;;; connect4_solver.lisp -- Connect Four by the rules below against a special solver in C++ (connect4_solver.cpp): positions
;;; solved in turns, their values compared; nodes, and nanoseconds of processor time per node.
;;; usage: winnow tests/bench/connect4_solver.lisp build/tests/connect4_solver [SEED [STONES COUNT]...]

;; A position: (MINE . ALL), the squares of the player to move and all occupied squares, as bits: column by column from the
;; bottom, seven bits per column, of which the topmost stays 0. A move is the bit of its square. Players do not make moves after
;; which the other one can win immediately, so the game ends where there are only such moves, or two squares left.
(defconstant +bottom+ (loop for column below 7 sum (ash 1 (* 7 column))))
(defconstant +board+ (* 63 +bottom+))
(deftype squares () '(unsigned-byte 49))

;; The empty squares that complete four of STONES.
(declaim (inline winning-squares playable))
(defun winning-squares (stones all)
  (declare (type squares stones all))
  (macrolet ((in-row (by)
               `(let* ((pair (logand stones (ash stones ,by))) (three (logand pair (ash pair ,by))))
                  (logior (logior (ash three ,by) (ash three ,(* -3 by)))
                          (logior (logand (ash pair ,by) (ash stones ,(- by)))
                                  (logand (ash pair ,(* -2 by)) (ash stones ,by)))))))
    (logand (logxor +board+ all) (logior (logior (in-row 1) (in-row 7)) (logior (in-row 6) (in-row 8))))))
(defun playable (all) (declare (type squares all)) (logand (+ all +bottom+) +board+))
(defun safe-moves (mine all)
  (declare (type squares mine all))
  (let* ((threats (winning-squares (logxor mine all) all)) (moves (playable all)) (forced (logand moves threats)))
    (cond ((= forced 0) (logandc2 moves (ash threats -1)))
          ((= 0 (logand forced (- forced 1))) (logandc2 forced (ash threats -1)))
          (t 0))))

(define-game four
  (:initial '(0 . 0))
  (:moves (p)
    (let ((safe (safe-moves (car p) (cdr p))) (moves nil))
      (dolist (column '#.(mapcar (lambda (column) (ash 63 (* 7 column))) '(6 0 5 1 4 2 3)) moves)
        (let ((move (logand safe column))) (if (/= 0 move) (push move moves))))))
  (:play (p move) (cons (logxor (car p) (cdr p)) (logior (cdr p) move)))
  (:side (p) (if (evenp (logcount (cdr p))) :max :min))
  (:result (p)
    (let ((left (- 42 (logcount (cdr p)))))
      (cond ((= 0 (safe-moves (car p) (cdr p))) (if (evenp left) (- (floor left 2)) (floor left 2)))
            ((<= left 2) 0))))
  (:bounds (p)
    (let* ((left (- 42 (logcount (cdr p)))) (lost (ash (- left 2) -1)) (won (ash (- left 1) -1)))
      (if (evenp left) (values (- lost) won) (values (- won) lost))))
  (:key (p) (+ (car p) (cdr p)))
  (:order (p move) (logcount (winning-squares (logior (car p) move) (cdr p)))))

;; A position after STONES random moves in which neither player has won or can win immediately.
(defun random-position (stones state)
  (loop
    (let ((mine 0) (all 0) (win nil))
      (dotimes (i stones)
        (let ((column (ash 63 (* 7 (random 7 state)))))
          (psetq mine (logxor mine all) all (logior all (logand column (playable all)))))
        (if (/= 0 (logand (winning-squares mine all) (playable all))) (return (setq win t))))
      (if (and (not win) (= stones (logcount all)) (/= 0 (safe-moves mine all))) (return (cons mine all))))))

(load (merge-pathnames "kernels/solvers.lisp" *load-truename*))
(defun factor (p) (if (evenp (logcount (cdr p))) 1 -1))
(compare-sets (list (cons "special solver" (by-solver (lambda (p) (list (car p) (cdr p)))))
                    (cons "SOLVE" (by-solve 'four #'factor))
                    (cons "BEST-MOVE" (by-best-move 'four #'factor)))
              '(26 20 20 10 16 4) "stones" #'random-position)
