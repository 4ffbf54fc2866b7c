;;; threads.lisp -- searches by several processes with one table, against the same search by one process and minimax.

;; The value and, with :DETERMINISTIC, the move do not depend on the number of processes.
(define-game heaps
  (:initial '((3 4 5) :max))
  (:moves (p) (loop for n in (first p) for i from 0 nconc (loop for k from 1 to n collect (cons i k))))
  (:play (p move)
    (list (loop for n in (first p) for i from 0 collect (if (= i (car move)) (- n (cdr move)) n)) (other-side (second p))))
  (:side (p) (second p))
  (:over (p) (every #'zerop (first p)))
  (:value (p) (if (eq (second p) :max) -1 1))
  (:bounds (p) (values -1 1))
  (:key (p) p))
(defun answers (game p threads)
  (list (values (solve game p :threads threads))
        (multiple-value-bind (value line) (solve game p :threads threads :deterministic t) (list value (first line)))
        (subseq (multiple-value-list (best-move game p :threads threads :deterministic t)) 0 2)))
(let ((state (seed-random-state 7)) (wrong nil))
  (dotimes (i (trials 20) wrong)
    (let* ((heaps (loop repeat 3 collect (+ 1 (random 5 state)))) (p (list heaps :max)) (alone (answers 'heaps p 1)))
      (unless (and (equal alone (answers 'heaps p 2)) (equal alone (answers 'heaps p 3))
                   (eql (first alone) (if (= 0 (apply #'logxor heaps)) -1 1)))
        (push p wrong)))))  ;=> NIL
(values (solve 'connect-four (connect-four-position 4 4) :threads 2))  ;=> 0
(values (solve 'othello (othello-position 4) :threads 3))              ;=> -8
(let ((game (kalah-game :pits 3 :stones 3 :rules :idu)))
  (= (values (solve game)) (values (solve game (kalah-position 3 3) :threads 2))))  ;=> T
;; With :SEED the moves at the root are tried in the order of the seed, by any number of processes.
(let ((moves (loop for threads from 1 to 3 collect (best-move 'tic-tac-toe "........." :threads threads :deterministic t :seed 5))))
  (= 1 (length (remove-duplicates moves))))  ;=> T
;; Nodes of all processes are counted.
(< 100 (getf (nth-value 2 (solve 'tic-tac-toe "........." :threads 2)) :nodes))  ;=> T

;; An error in a clause is signalled if this process meets it; in the others it ends them. Clauses there print nothing.
(defmacro define-heaps (name at-end)
  `(define-game ,name
     (:initial '((3 4 5) :max))
     (:moves (p) (loop for n in (first p) for i from 0 nconc (loop for k from 1 to n collect (cons i k))))
     (:play (p move)
       (list (loop for n in (first p) for i from 0 collect (if (= i (car move)) (- n (cdr move)) n)) (other-side (second p))))
     (:side (p) (second p))
     (:over (p) (every #'zerop (first p)))
     (:value (p) ,at-end (if (eq (second p) :max) -1 1))
     (:key (p) p)))
(define-heaps failing (error "no value"))
(solve 'failing '((3 4 5) :max) :threads 3)  ;signals: "no value"
(handler-case (solve 'failing '((3 4 5) :max) :threads 3) (error () 'handled))  ;=> HANDLED
(let ((handled 0))
  (handler-case (handler-bind ((error (lambda (c) (declare (ignore c)) (incf handled)))) (solve 'failing '((3 4 5) :max) :threads 3))
    (error () handled)))  ;=> 1
;; Output of a clause appears whole. (The output is empty if a worker solves the game before this process visits a position.)
(define-heaps printing (princ "x"))
(let ((value nil))
  (list (remove #\x (with-output-to-string (*standard-output*) (setq value (solve 'printing '((1 2 3) :max) :threads 2)))) value))  ;=> ("" -1)
;; A throw out of a clause ends the search and its workers.
(define-heaps throwing (throw 'out 'thrown))
(catch 'out (solve 'throwing '((3 4 5) :max) :threads 3))  ;=> THROWN
;; A search inside a clause of a game that is searched.
(define-heaps nested (if (eql 0 (random 50)) (solve 'heaps '((1 1) :max) :threads 2)))
(values (solve 'nested '((1 2 3) :max) :threads 2))  ;=> -1

;; Wrong arguments.
(solve 'nim '((1 2) :max) :threads 0)          ;signals: "SOLVE: expected an integer from 1 to 64 as :THREADS, got 0"
(best-move 'nim '((1 2) :max) :threads 65)     ;signals: "BEST-MOVE: expected an integer from 1 to 64 as :THREADS, got 65"
(best-move 'nim '((1 2) :max) :threads 'two)   ;signals: "BEST-MOVE: expected an integer from 1 to 64 as :THREADS, got TWO"
(best-move 'nim '((1 2) :max) :threads 2 :plies 3)   ;signals: "BEST-MOVE: expected :THREADS without :PLIES, got both"
(best-move 'nim '((1 2) :max) :threads 2 :nodes 3)   ;signals: "BEST-MOVE: expected :THREADS without :NODES, got both"
(best-move 'nim '((1 2) :max) :threads 2 :record t)  ;signals: "BEST-MOVE: expected :THREADS without :RECORD, got both"
(best-move 'nim '((1 2) :max) :algorithm :mcts :threads 2)  ;signals: "BEST-MOVE: expected :PLAYOUTS or :SECONDS as limits of :MCTS, got :THREADS"
(define-game keyless (:initial 1) (:moves (p) '(1)) (:play (p m) (- p m)) (:side (p) :max) (:over (p) (= p 0)) (:value (p) p))
(solve 'keyless 1 :threads 2)  ;signals: "SOLVE: expected a game with the clause :KEY for :THREADS, got KEYLESS"
;; A limit of time.
(subseq (multiple-value-list (best-move 'nim '((3 4 5) :max) :threads 2 :seconds 60)) 1 2)  ;=> (1)
