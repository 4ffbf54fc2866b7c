;;; jobs.lisp -- PROVE-BY-JOBS with 1 to 1,024 workers, simulated: an Othello endgame. Each job is done once, in this process; its processor
;;; time passes on a clock of the simulation for the worker that has it, and so does that of the master itself. Prints for each
;;; number of workers the jobs, the elapsed and the working seconds of the simulation, and how much faster it is than one worker.
;;; usage: winnow tests/bench/jobs.lisp [SQUARES [VISITS]]; without arguments a small endgame, as a test that all find the same result

(with-open-file (in (merge-pathnames "othello_solver.lisp" *load-truename*))
  (loop for form = (read in nil in)
        until (or (eq form in) (and (consp form) (eq (first form) 'load)))
        do (eval form)))
(defvar *squares* (if *command-line* (parse-integer (first *command-line*)) 7))
(defvar *visits* (if (second *command-line*) (parse-integer (second *command-line*)) 20))
(defconstant +latency+ 100d-6)          ; seconds for a message, more than a network of a cluster takes

(defun seconds-since (start) (/ (- (get-internal-run-time) start) (float internal-time-units-per-second 1d0)))

;; The answer to JOB, from ANSWERS, those of jobs done before, by position, or by doing it.
(defun simulated-answer (job answers)
  (let ((start (get-internal-run-time)) (position (third job)))
    (cons (first job)
          (or (gethash position answers)
              (destructuring-bind (result visits seconds) (rest (system::do-job job))
                (declare (ignore seconds))
                (setf (gethash position answers) (list result visits (seconds-since start))))))))

;; Workers whose clock is simulated.
(defun simulated-workers (count answers)
  (let ((clock 0d0) (left (get-internal-run-time)) (waiting nil))
    (flet ((pass () (incf clock (seconds-since left)))
           (leave () (setq left (get-internal-run-time))))
      (system::make-workers
       count
       (lambda (worker job)
         (pass)
         (let ((answer (simulated-answer job answers)))
           (push (list (+ clock (fourth answer) (* 2 +latency+)) answer worker) waiting))
         (leave))
       (lambda (seconds)
         (declare (ignore seconds))
         (pass)
         (let ((next (reduce (lambda (a b) (if (<= (first a) (first b)) a b)) waiting)))
           (setq waiting (delete next waiting :count 1) clock (max clock (first next)))
           (leave)
           (values (second next) (third next))))
       (lambda () clock)))))

(let* ((p (random-endgame *squares* (seed-random-state 3))) (answers (make-hash-table :test #'equal)) (results nil) (first nil))
  (format t "~7@A ~9@A ~7@A ~9@A ~9@A ~9@A~%" "workers" "result" "jobs" "seconds" "work" "speed-up")
  (dolist (count '(1 2 4 8 16 32 64 128 256 512 1024))
    (multiple-value-bind (result info)
        (system::prove-by-workers (system::find-game 'othello-on-words) p :win *visits* nil (simulated-workers count answers) nil)
      (push result results)
      (unless first (setq first (getf info :seconds)))
      (format t "~7D ~9@A ~7D ~9,3F ~9,3F ~9,1F~%" count result (getf info :jobs) (getf info :seconds) (getf info :work)
              (/ first (getf info :seconds)))
      (finish-output)))
  (unless (= 1 (length (remove-duplicates results))) (error "the results differ: ~S" results))
  (unless (eq (first results) (prove 'othello-on-words p :win)) (error "PROVE finds another result")))
(print 'ok)
