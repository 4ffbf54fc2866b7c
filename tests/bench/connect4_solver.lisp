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

;; A position after STONES random moves in which nobody has won or can win immediately.
(defun random-position (stones state)
  (loop
    (let ((mine 0) (all 0) (win nil))
      (dotimes (i stones)
        (let ((column (ash 63 (* 7 (random 7 state)))))
          (psetq mine (logxor mine all) all (logior all (logand column (playable all)))))
        (if (/= 0 (logand (winning-squares mine all) (playable all))) (return (setq win t))))
      (if (and (not win) (= stones (logcount all)) (/= 0 (safe-moves mine all))) (return (cons mine all))))))

;; Each solver: a function of a position that returns the value to the player to move, nodes, and nanoseconds of processor time.
(defvar *solver* (winnow-ext:run-program (first *command-line*) nil :input :stream :output :stream :wait nil))
(defun by-solver (p)
  (let ((out (winnow-ext:process-input *solver*)))
    (format out "~D ~D~%" (car p) (cdr p))
    (finish-output out)
    (loop repeat 3 collect (read (winnow-ext:process-output *solver*)))))
(defun measured (p value nodes start)
  (list (if (evenp (logcount (cdr p))) value (- value)) nodes
        (* (- (get-internal-run-time) start) (floor 1000000000 internal-time-units-per-second))))
(defun by-solve (p)
  (let ((start (get-internal-run-time)))
    (multiple-value-bind (value line info) (solve 'four p)
      (declare (ignore line))
      (measured p value (getf info :nodes) start))))
(defun by-best-move (&rest options)
  (lambda (p)
    (let ((start (get-internal-run-time)))
      (multiple-value-bind (move value info) (apply #'best-move 'four p options)
        (declare (ignore move))
        (measured p value (getf info :nodes) start)))))

(defvar *solvers* (list (cons "special solver" #'by-solver) (cons "SOLVE" #'by-solve) (cons "BEST-MOVE" (by-best-move))))

;; Solve COUNT positions with STONES by all solvers in turns, and print a table.
(defun compare (stones count state)
  (let ((sums (mapcar (lambda (solver) (list solver 0 0)) *solvers*)) (wrong 0))
    (dotimes (i count)
      (let ((p (random-position stones state)) (value nil))
        (dolist (sum sums)
          (destructuring-bind (found nodes time) (funcall (cdr (first sum)) p)
            (if (/= found (or value (setq value found))) (incf wrong))
            (incf (second sum) nodes)
            (incf (third sum) time)))))
    (format t "~D positions with ~D stones~@[, ~D wrong values~]~%" count stones (if (= wrong 0) nil wrong))
    (dolist (sum sums)
      (format t "  ~16A~12D nodes a position~10,1F ns a node~10,3F ms a position~%" (car (first sum)) (round (second sum) count)
              (float (/ (third sum) (second sum))) (float (/ (third sum) count 1000000))))
    (finish-output)
    wrong))

(let ((numbers (mapcar #'parse-integer (rest *command-line*))))
  (loop with state = (seed-random-state (or (first numbers) 1))
        for (stones count) on (or (rest numbers) '(26 20 20 10 16 4)) by #'cddr
        sum (compare stones count state) into wrong
        finally (format t "~:[FAIL~;OK~]~%" (= wrong 0))))
(winnow-ext:process-close *solver*)
