;;; threads.lisp -- SOLVE by one process and by two: Connect Four on words, Othello endgames on words, and Kalah with rules
;;; in Lisp. Prints the values, the nodes, and the ratios of elapsed time and of this process's own processor time. (If other programs
;;; use the machine, the second ratio is that of an idle one, as both processes then wait alike.) Each position is solved three
;;; times by each, in turns; its fastest runs count.
;;; usage: winnow tests/bench/threads.lisp [SEED [COUNT]]; without arguments, small positions, as a test that both find the same values

;; The definitions of the benchmarks of single solvers, without their comparisons.
(dolist (file '("connect4_solver.lisp" "othello_solver.lisp"))
  (with-open-file (in (merge-pathnames file *load-truename*))
    (loop for form = (read in nil in)
          until (or (eq form in) (and (consp form) (eq (first form) 'load)))
          do (eval form))))
(defvar *arguments* (mapcar (function parse-integer) *command-line*))
(defvar *state* (seed-random-state (or (first *arguments*) 1)))
(defvar *count* (or (second *arguments*) 3))
(defvar *full* (not (null *arguments*)))
(defvar *kalah*
  (let ((game (copy-structure (kalah-game :pits 4 :stones 4 :rules :idu)))) (setf (system::game-native game) nil) game))

;; The value, nodes, and seconds elapsed and of this process.
(defun timed (game p threads)
  (gc)
  (let ((real (get-internal-real-time)) (run (get-internal-run-time)))
    (multiple-value-bind (value line info) (solve game p :threads threads)
      (declare (ignore line))
      (list value (getf info :nodes) (- (get-internal-real-time) real) (- (get-internal-run-time) run)))))
(defun faster (title p a b)
  (unless (eql (first a) (first b)) (error "~A: ~S is worth ~D, and in another run ~D" title p (first a) (first b)))
  (if (< (third a) (third b)) a b))
(defun compare-threads (title game positions)
  (let ((one (list 0 0 0)) (two (list 0 0 0)))
    (dolist (p positions)
      (let ((a (timed game p 1)) (b (timed game p 2)))
        (unless (eql (first a) (first b)) (error "~A: ~S is worth ~D, by two processes ~D" title p (first a) (first b)))
        (when *full*
          (loop repeat 2
                do (setq a (faster title p a (timed game p 1)) b (faster title p b (timed game p 2)))))
        (setq one (mapcar #'+ one (rest a)) two (mapcar #'+ two (rest b)))))
    (format t "~20A ~D positions; nodes ~D, by two ~D; elapsed ~,2F s, ratio ~,2F; own processor time ~,2F s, ratio ~,2F~%"
            title (length positions) (first one) (first two)
            (/ (second one) internal-time-units-per-second 1.0) (/ (second one) (second two) 1.0)
            (/ (third one) internal-time-units-per-second 1.0) (/ (third one) (third two) 1.0))
    (finish-output)))
(compare-threads "Connect Four" 'four (loop repeat *count* collect (random-position (if *full* 8 20) *state*)))
(compare-threads "Othello" 'othello-on-words (loop repeat *count* collect (random-endgame (if *full* 16 8) *state*)))
(compare-threads "Kalah" *kalah* (list (kalah-position 4 (if *full* 4 2))))
(print 'ok)
