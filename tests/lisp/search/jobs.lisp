;;;; jobs.lisp -- PROVE-BY-JOBS against PROVE, with workers that answer in any order, late, or never. tests/transcripts/ranks.py runs it
;;;; with processes of mpirun.

;; Workers in this process, with a clock of their own. The next answer is to a random one of the waiting jobs; a job in LOST is
;; answered only after a hundred seconds.
(defun random-workers (count state lost)
  (let ((clock 0) (waiting nil))
    (system::make-workers
     count
     (lambda (worker job)
       (push (list (if (= 0 (random lost state)) (+ clock 100) clock) (system::do-job job) worker) waiting))
     (lambda (seconds)
       (let ((ready (remove-if (lambda (entry) (> (first entry) clock)) waiting)))
         (cond (ready (let ((entry (nth (random (length ready) state) ready)))
                        (setq waiting (remove entry waiting))
                        (incf clock 1/100)
                        (values (second entry) (third entry))))
               (t (incf clock seconds) nil))))
     (lambda () clock))))

(defun proved-by-workers (game position goal workers)
  (system::prove-by-workers (system::find-game game) position goal 3 nil workers nil))

;; All searches have the same workers, so answers to jobs of a search that has ended arrive in later ones.
;; Nim, with and without transpositions; tic-tac-toe from random positions; both goals.
(define-game nim-in-a-tree (:initial '((3 4 5) :max)) (:moves (p) (legal-moves 'nim p)) (:play (p m) (play-move 'nim p m)) (:side (p) (second p))
  (:over (p) (every #'zerop (first p))) (:value (p) (if (eq (second p) :max) -1 1)))
(defun random-heaps (state) (list (loop repeat (+ 1 (random 3 state)) collect (+ 1 (random 3 state))) (if (= 0 (random 2 state)) :max :min)))
(defun random-board (state)
  (let ((board (initial-position 'tic-tac-toe)))
    (loop repeat (+ 2 (random 4 state))
          until (null (legal-moves 'tic-tac-toe board))
          do (let ((moves (legal-moves 'tic-tac-toe board))) (setq board (play-move 'tic-tac-toe board (nth (random (length moves) state) moves)))))
    board))
(let* ((state (seed-random-state 8)) (wrong nil) (again 0) (jobs 0) (few (random-workers 2 state 20)) (many (random-workers 9 state 20)))
  (dotimes (i (trials 60) (list wrong (> again (trials 60)) (> jobs (trials 600))))
    (loop for (game position) in (list (list 'nim (random-heaps state)) (list 'nim-in-a-tree (random-heaps state)) (list 'tic-tac-toe (random-board state)))
          do (unless (null (legal-moves game position))
               (dolist (goal '(:win :draw))
                 (dolist (workers (list few many))
                   (multiple-value-bind (result info) (proved-by-workers game position goal workers)
                     (incf again (getf info :again))
                     (incf jobs (getf info :jobs))
                     (unless (eq result (values (prove game position goal))) (push (list game position goal result) wrong)))))))))  ;=> (NIL T T)

;; One process alone. Nim is won by the player to move unless the heaps' sum without carry is 0.
(loop for heaps in '((1 2 3) (3 4 5) (2 2) (1 1 1)) collect (values (prove-by-jobs 'nim (list heaps :max) :win :visits 2)))  ;=> (:DISPROVED :PROVED :DISPROVED :PROVED)
(multiple-value-bind (result info) (prove-by-jobs 'nim '((3 4 5) :max) :win :visits 1 :jobs 2) (list result (getf info :jobs)))  ;=> (:UNKNOWN 2)
(let ((text (with-output-to-string (*standard-output*) (prove-by-jobs 'nim '((1 2) :max) :win :progress t)))) (string= text ""))  ;=> T
(prove-by-jobs 'nim '((0 0) :max))                 ;signals: "PROVE-BY-JOBS: expected a position of NIM before the end of the game"
(prove-by-jobs (kalah-game :pits 2 :stones 1))      ;signals: "the name of a game"
(prove-by-jobs 'nim '((1 2) :max) :loss)           ;signals: ":WIN or :DRAW as the goal"
(prove-by-jobs 'nim '((1 2) :max) :win :visits 0)  ;signals: "an integer greater than zero as :VISITS"
(prove-by-jobs 'nim '((1 2) :max) :win :jobs 1.5)  ;signals: "an integer greater than zero as :JOBS"
(define-game failing (:initial 1) (:moves (p) (if (> p 2) (error "no moves at ~D" p) '(1))) (:play (p m) (+ p m)) (:side (p) :max) (:over (p) nil) (:value (p) 0) (:key (p) p))
(prove-by-jobs 'failing)                           ;signals: "PROVE-BY-JOBS: a job ended with the error: no moves at 3"
;; Without mpirun there is only this process.
(system::join-ranks)                               ;=> 0 ; 1
(system::send-to-rank 1 "text")                    ;signals: "SEND-TO-RANK: JOIN-RANKS must come before, under mpirun"
(system::receive-from-ranks 0)                     ;signals: "RECEIVE-FROM-RANKS: JOIN-RANKS must come before, under mpirun"
(system::serve-jobs)                               ;signals: "JOIN-RANKS must come before, under mpirun"

;; A message has the same position at its end, whatever the variables of the printer and the reader are.
(let* ((*print-base* 2) (*print-length* 2) (*package* (find-package "KEYWORD")) (job (list 1 'nim '(1 2.5d0 "a" #\b 1/3 xyz #(1 2 3 4)) :max :win 30)))
  (equalp job (system::form-of-message (system::message-of job))))  ;=> T
