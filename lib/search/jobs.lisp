;;;; jobs.lisp -- PROVE-BY-JOBS: proof-number search by many processes. -*- sealed -*-
;;;;
;;;; One process, the master, keeps a tree with proof numbers. A leaf is a job: another process, a worker, searches its position by df-pn
;;;; with a limit of visits. If that settles the leaf, the numbers above it follow; else the leaf is expanded, and its successors are
;;;; leaves. Workers that look for a leaf at the same time must get different ones: on the way to the leaf, each job that is being done
;;;; below a node counts as one more leaf to prove.
;;;; Source: I.-C. Wu, H.-H. Lin, P.-H. Lin et al., Job-level proof number search for Connect6, CG 2010.

;; A position in the master's tree. OR: does the prover move? BUSY: the number of jobs that are being done here and below.  FREE: the
;; number of leaves here and below that may become jobs; 0 if it is settled.
(defstruct (task (:copier nil) (:predicate nil) (:constructor make-task (position or parent)))
  position or parent successors (pn 1) (dn 1) (busy 0) (free 0))

;; The workers. COUNT: their number; they are numbered from 0.  (funcall SEND worker job) gives a job, a list (see DO-JOB), to a worker.
;; (funcall RECEIVE seconds) returns the next answer, a list, and its worker; NIL if none arrives in time.  (funcall NOW) returns
;; a time in seconds.
(defstruct (workers (:copier nil) (:predicate nil) (:constructor make-workers (count send receive now)))
  count send receive now)

;; A search by the master. JOBS: those that are being done, by number: (task worker time).  IDLE, LOST: workers without a job, and those
;; that do not answer.  ANSWERED, AGAIN: the numbers of jobs done, and of jobs issued again.  TIME, TOTAL-VISITS: of all jobs
;; done.  SETTLED: what is known by key: T if proved, :DISPROVED.
(defstruct (job-search (:copier nil) (:predicate nil) (:constructor make-job-search (game prover goal visits workers idle)))
  game prover goal visits workers idle (jobs (make-hash-table)) (answered 0) (again 0) (lost nil) (time 0) (total-visits 0)
  (settled (make-hash-table :test #'equal)))

;;; The master's tree

(defun task-settled-p (task) (or (= 0 (task-pn task)) (= 0 (task-dn task))))

(defun settle-task (search task proved)
  (let ((g (job-search-game search)))
    (if (game-key g) (setf (gethash (key-of-position g (task-position task)) (job-search-settled search)) (if proved t :disproved)))
    (if (task-parent task) (add-free (task-parent task) (- (task-free task))))
    (setf (task-free task) 0 (task-pn task) (if proved 0 infinite-number) (task-dn task) (if proved infinite-number 0))))

;; A task for POSITION after PARENT, settled if the game is over there or its key is known.
(defun new-task (search position parent)
  (let* ((g (job-search-game search)) (over (funcall (game-over g) position))
         (task (make-task position (and (not over) (eq (side-at g position) (job-search-prover search))) parent))
         (known (if (game-key g) (gethash (key-of-position g position) (job-search-settled search)) nil)))
    (cond (over (settle-task search task (reaches-goal-p (check-real-value g (funcall (game-value g) position) position)
                                                          (job-search-prover search) (job-search-goal search))))
          (known (settle-task search task (eq known t)))
          (t (add-free task 1)))
    task))

;; Adds DIFFERENCE to the free leaves of TASK and of those above it, up to a settled one.
(defun add-free (task difference)
  (unless (= difference 0)
    (do ((at task (task-parent at))) ((or (null at) (task-settled-p at))) (incf (task-free at) difference))))

(defun expand-task (search task)
  (let* ((g (job-search-game search)) (position (task-position task)) (moves (funcall (game-moves g) position)))
    (check-moves g position moves)
    (setf (task-successors task)
          (mapcar (lambda (move) (new-task search (funcall (game-play g) position move) task)) moves))))

;; Computes the numbers of TASK, which is expanded.
(defun update-task (search task)
  (setf (values (task-pn task) (task-dn task)) (numbers-before (task-or task) (task-successors task) #'task-pn #'task-dn))
  (if (task-settled-p task) (settle-task search task (= 0 (task-pn task)))))

(defun update-tasks-above (search task)
  (do ((above (task-parent task) (task-parent above))) ((null above)) (update-task search above)))

(defun add-busy (task difference)
  (do ((at task (task-parent at))) ((null at)) (incf (task-busy at) difference)))

;; The leaf below TASK for the next job: where the number to reach is least, counting jobs that are being done; NIL without a free leaf.
(defun next-leaf (task)
  (cond ((= 0 (task-free task)) nil)
        ((null (task-successors task)) task)
        (t (flet ((cost (next) (+ (task-busy next) (if (task-or task) (task-pn next) (task-dn next)))))
             (some #'next-leaf (stable-sort (copy-list (task-successors task)) #'< :key #'cost))))))

;;; Jobs

(defun seconds-now () (/ (get-internal-real-time) (float internal-time-units-per-second 1d0)))

;; A job is (NUMBER GAME POSITION PROVER GOAL VISITS); an answer (NUMBER RESULT VISITS SECONDS), where RESULT is :PROVED, :DISPROVED,
;; :UNKNOWN, or the text of an error. Performs JOB and returns the answer.
(defun do-job (job)
  (destructuring-bind (number game position prover goal visits) job
    (let ((start (seconds-now)) (spent 0))
      (flet ((answer (result) (list number result spent (- (seconds-now) start))))
        (handler-case
            (let* ((g (find-game game)) (search (make-pn-search g prover goal visits (if (game-key g) (make-hash-table :test #'equal) nil)))
                   (root (pn-node-for search position nil)))
              (unless (settled-p root) (run-pn-search search :df-pn root))
              (setq spent (pn-search-visits search))
              (answer (proof-result (pn-node-pn root) (pn-node-dn root))))
          (failure (c) (answer (princ-to-string c))))))))

;; The number of the last job of any search: answers to jobs of earlier searches may still arrive.
(defvar *last-job* 0)

(defun issue-job (search task worker)
  (let* ((workers (job-search-workers search)) (number (incf *last-job*)))
    (setf (gethash number (job-search-jobs search)) (list task worker (funcall (workers-now workers))))
    (add-busy task 1)
    (add-free task -1)
    (funcall (workers-send workers) worker
             (list number (game-name (job-search-game search)) (task-position task) (job-search-prover search) (job-search-goal search)
                   (job-search-visits search)))))

;; The job NUMBER is no longer being done. Returns its task.
(defun end-job (search number)
  (let ((task (first (gethash number (job-search-jobs search)))))
    (remhash number (job-search-jobs search))
    (add-busy task -1)
    task))

;; Takes the ANSWER of WORKER. The answer to a job that was issued again, or that belongs to an earlier search, is ignored.
(defun take-answer (search answer worker)
  (destructuring-bind (number result visits seconds) answer
    (setf (job-search-lost search) (remove worker (job-search-lost search)))
    (pushnew worker (job-search-idle search))
    (when (gethash number (job-search-jobs search))
      (if (stringp result) (error "PROVE-BY-JOBS: a job ended with the error: ~A" result))
      (let ((task (end-job search number)))
        (incf (job-search-answered search))
        (incf (job-search-time search) seconds)
        (incf (job-search-total-visits search) visits)
        (unless (task-settled-p task)
          (cond ((eq result :unknown) (expand-task search task) (update-task search task))
                (t (settle-task search task (eq result :proved))))
          (update-tasks-above search task))))))

(defvar *least-patience* 10)            ; seconds
(defconstant +patience+ 20)             ; times the mean of a job

;; Issues the jobs of workers again that have not answered for long. Such a worker gets no job until it answers. Before the first
;; answer the time of a job is not known.
(defun give-up-late-jobs (search)
  (let* ((mean (if (= 0 (job-search-answered search)) 1d9 (/ (job-search-time search) (job-search-answered search))))
         (patience (max *least-patience* (* +patience+ mean))) (now (funcall (workers-now (job-search-workers search)))))
    (maphash (lambda (number job)
               (destructuring-bind (worker time) (rest job)
                 (when (> (- now time) patience)
                   (add-free (end-job search number) 1)
                   (incf (job-search-again search))
                   (pushnew worker (job-search-lost search)))))
             (job-search-jobs search))))

;; Prints a line that on a terminal replaces the last one.
(defun print-job-progress (search root)
  (let ((line (format nil "~D of ~D workers busy, ~D jobs done, ~D issued again, root ~A:~A"
                      (hash-table-count (job-search-jobs search)) (workers-count (job-search-workers search)) (job-search-answered search)
                      (job-search-again search) (proof-number-text (task-pn root)) (proof-number-text (task-dn root)))))
    (cond ((erases-p (interactive-stream-p *standard-output*)) (erase-line) (format-cut "~A" line))
          (t (format t "~&~A~%" line)))
    (finish-output)))

;; Searches until ROOT is settled or MOST jobs are done. PROGRESS: true to print a line each second.
(defun run-jobs (search root most progress)
  (let* ((workers (job-search-workers search)) (looked (funcall (workers-now workers))))
    (loop
      (when (or (task-settled-p root) (and most (>= (job-search-answered search) most)))
        (if (and progress (erases-p (interactive-stream-p *standard-output*))) (erase-line))
        (return))
      (loop
        (let ((leaf (if (job-search-idle search) (next-leaf root) nil)))
          (if (null leaf) (return))
          (issue-job search leaf (pop (job-search-idle search)))))
      (multiple-value-bind (answer worker) (funcall (workers-receive workers) 1)
        (if answer (take-answer search answer worker)))
      (when (>= (- (funcall (workers-now workers)) looked) 1)
        (setq looked (funcall (workers-now workers)))
        (give-up-late-jobs search)
        (if progress (print-job-progress search root))))))

;;; Workers: this process alone, or those of mpirun.

(defun one-worker ()
  (let ((answers nil))
    (make-workers 1
                  (lambda (worker job) (declare (ignore worker)) (push (do-job job) answers))
                  (lambda (seconds) (declare (ignore seconds)) (values (pop answers) 0))
                  #'seconds-now)))

(defun message-of (form)
  (let ((*package* (find-package "KEYWORD")) (*print-circle* t) (*print-pretty* nil) (*print-length* nil) (*print-level* nil)
        (*print-base* 10) (*print-radix* nil) (*read-default-float-format* 'single-float) (*print-readably* t))
    (prin1-to-string form)))
(defun form-of-message (text)
  (let ((*package* (find-package "KEYWORD")) (*read-base* 10) (*read-default-float-format* 'single-float) (*read-eval* nil))
    (values (read-from-string text))))

;; COUNT processes of mpirun without this one, which is number 0.
(defun ranked-workers (count)
  (make-workers count
                (lambda (worker job) (send-to-rank (+ worker 1) (message-of job)))
                (lambda (seconds)
                  (multiple-value-bind (text rank) (receive-from-ranks seconds)
                    (if text (values (form-of-message text) (- rank 1)) nil)))
                #'seconds-now))

;; Does the jobs that the process 0 sends, until it ends the others (src/host/ranks.hpp).
(defun serve-jobs ()
  (loop
    (let ((text (receive-from-ranks 1)))
      (cond ((null text))
            ((string= text "end") (quit))
            ((string= text "end at once") (note-lost-ranks t) (quit))
            (t (send-to-rank 0 (message-of (do-job (form-of-message text)))))))))

(defun prove-by-jobs (game &optional (position (initial-position game)) (goal :win) &key (visits 20000) jobs (progress :auto))
  "Prove or disprove that the side to move at POSITION of GAME can reach GOAL, by all processes that mpirun has started. Return
:PROVED, :DISPROVED or :UNKNOWN, and a property list with :JOBS (their number), :AGAIN (of these issued again since their
worker did not answer), :VISITS (as for PROVE), and :WORK and :SECONDS (the seconds of all jobs together, and those elapsed).
In a file for mpirun -n 64 winnow file.lisp this call comes after the definition of the game: the process 0 returns from it, all others
only do its jobs, and end with it. Without mpirun this process does the jobs.
A job is to search a position for VISITS. A worker that does not answer for twenty times as long as a job takes on average, and at
least for ten seconds, is given up until it answers. (mpirun ends all processes if one of them is killed, unless it has --enable-recovery. After
the loss of a process its status is not 0.)
GAME: the name of a game without chance nodes, with the sides :MAX and :MIN; its positions must be printable readably.
POSITION: a position (default: the initial position).  GOAL: :WIN (default) or :DRAW, as for PROVE.
VISITS: an integer greater than zero (default: 20000).  JOBS: the greatest number of jobs (default: NIL, no limit).
PROGRESS: true to print a line each second, NIL for none; :AUTO prints it on a terminal (default: :AUTO).
Signals: error if GAME is not a game or is over, if a job ends with an error, or if Winnow was built without Open MPI and mpirun
started it; type-error; sandbox-violation for several processes in the sandbox.
Example: (values (prove-by-jobs 'nim '((1 2) :max) :win)) => :PROVED
Source: I.-C. Wu, H.-H. Lin, P.-H. Lin, D.-J. Sun, Y.-C. Chan and B.-T. Chen, Job-level proof number search for Connect6, Computers
and Games 2010."
  (check-argument game 'symbol "the name of a game")
  (check-argument goal '(member :win :draw) ":WIN or :DRAW as the goal")
  (check-argument visits '(integer 1) "an integer greater than zero as :VISITS")
  (check-argument jobs '(or null (integer 1)) "an integer greater than zero as :JOBS")
  (let ((g (find-game game)))
    (if (funcall (game-over g) position)
        (error "PROVE-BY-JOBS: expected a position of ~A before the end of the game, got ~S" (game-name g) position))
    (multiple-value-bind (rank count) (join-ranks)
      (if (> rank 0) (serve-jobs))
      (let ((workers (if (> count 1) (ranked-workers (- count 1)) (one-worker))))
        (multiple-value-bind (result info search)
            (prove-by-workers g position goal visits jobs workers
                              (if (eq progress :auto) (interactive-stream-p *standard-output*) progress))
          (if (> count 1) (note-lost-ranks (job-search-lost search)))
          (values result info))))))

;; The same by WORKERS. Returns also the search.
(defun prove-by-workers (g position goal visits most workers progress)
  (let* ((search (make-job-search g (side-at g position) goal visits workers (loop for i below (workers-count workers) collect i)))
         (root (new-task search position nil)) (start (funcall (workers-now workers))))
    (run-jobs search root most progress)
    (values (proof-result (task-pn root) (task-dn root))
            (list :jobs (job-search-answered search) :again (job-search-again search) :visits (job-search-total-visits search)
                  :work (job-search-time search) :seconds (- (funcall (workers-now workers)) start))
            search)))
