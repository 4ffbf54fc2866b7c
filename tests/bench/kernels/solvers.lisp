;;; solvers.lisp -- positions of a game solved in turns by a program in C++ and by Winnow: nodes and processor time. The command
;;; line: the program [SEED [SIZE COUNT]...]. The program reads two words, and prints the value to the player to move, nodes,
;;; and nanoseconds of processor time.

(defvar *solver* (winnow-ext:run-program (first *command-line*) nil :input :stream :output :stream :wait nil))

;; Solve a position by the program; WORDS: a function that returns its two words. Return the three numbers.
(defun by-solver (words)
  (lambda (p)
    (let ((out (winnow-ext:process-input *solver*)))
      (format out "~{~D ~D~}~%" (funcall words p))
      (finish-output out)
      (loop repeat 3 collect (read (winnow-ext:process-output *solver*))))))

;; The same three numbers from CALL, a function of a position that returns the value to :MAX and a property list with :NODES.
;; FACTOR: a function of a position, 1 where :MAX moves, else -1.
(defun by-call (call factor)
  (lambda (p)
    (let ((start (get-internal-run-time)))
      (multiple-value-bind (value info) (funcall call p)
        (list (* value (funcall factor p)) (getf info :nodes)
              (* (- (get-internal-run-time) start) (floor 1000000000 internal-time-units-per-second)))))))
(defun by-solve (game factor)
  (by-call (lambda (p) (multiple-value-bind (value line info) (solve game p) (declare (ignore line)) (values value info))) factor))
(defun by-best-move (game factor &rest options)
  (by-call (lambda (p) (multiple-value-bind (move value info) (apply #'best-move game p options) (declare (ignore move)) (values value info)))
           factor))

;; Solve COUNT positions, which MAKE returns, by SOLVERS, a list of (NAME . FUNCTION), in turns. Print a table with TITLE; return
;; the number of values that differ from those of the first solver.
(defun compare-solvers (solvers title count make)
  (let ((sums (mapcar (lambda (solver) (list solver 0 0)) solvers)) (wrong 0))
    (dotimes (i count)
      (let ((p (funcall make)) (value nil))
        (dolist (sum sums)
          (destructuring-bind (found nodes time) (funcall (cdr (first sum)) p)
            (if (/= found (or value (setq value found))) (incf wrong))
            (incf (second sum) nodes)
            (incf (third sum) time)))))
    (format t "~D positions with ~A~@[, ~D wrong values~]~%" count title (if (= wrong 0) nil wrong))
    (dolist (sum sums)
      (format t "  ~16A~12D nodes a position~10,1F ns a node~10,3F ms a position~%" (car (first sum)) (round (second sum) count)
              (float (/ (third sum) (second sum))) (float (/ (third sum) count 1000000))))
    (finish-output)
    wrong))

;; Compare SOLVERS on the sets of the command line (DEFAULT: (SIZE COUNT ...)). MAKE: a function of the size and a random state that
;; returns a position. Print OK if all values are equal.
(defun compare-sets (solvers default title make)
  (let* ((numbers (mapcar #'parse-integer (rest *command-line*))) (state (seed-random-state (or (first numbers) 1))))
    (loop for (size count) on (or (rest numbers) default) by #'cddr
          sum (compare-solvers solvers (format nil "~D ~A" size title) count (lambda () (funcall make size state))) into wrong
          finally (format t "~:[FAIL~;OK~]~%" (= wrong 0)))
    (winnow-ext:process-close *solver*)))
