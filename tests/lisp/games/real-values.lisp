;;; real-values.lisp -- games whose values are any reals, against plain minimax without a window.

;; A random game: *NODES* is a vector of (SIDE VALUE . SUCCESSORS), which have greater indices. A position is an index. The value is
;; a result where there are no successors, and an estimate elsewhere.
(defvar *nodes* nil)

(defun random-nodes (count state value)
  (setq *nodes*
        (coerce (loop for i below count
                      collect (list* (if (= 0 (random 2 state)) :max :min) (funcall value i)
                                     (loop repeat (random 4 state)
                                           if (< i (- count 1)) collect (+ i 1 (random (min 6 (- count i 1)) state)))))
                'vector)))

(defun side-of (p) (first (aref *nodes* p)))
(defun value-of (p) (second (aref *nodes* p)))
(defun next-of (p) (cddr (aref *nodes* p)))

(defmacro define-graph-game (name &rest more)
  `(define-game ,name
     (:initial 0)
     (:moves (p) (loop for i from 0 below (length (next-of p)) collect i))
     (:play (p move) (nth move (next-of p)))
     (:side (p) (side-of p))
     (:over (p) (null (next-of p)))
     (:value (p) (value-of p))
     (:key (p) p)
     ,@more))
(define-graph-game of-reals)
(define-graph-game of-bounded-reals (:bounds (p) (values (least-of p) (greatest-of p))))

(defun results-of (p) (if (next-of p) (reduce #'append (mapcar #'results-of (remove-duplicates (next-of p)))) (list (value-of p))))
(defun least-of (p) (reduce #'min (results-of p)))
(defun greatest-of (p) (reduce #'max (results-of p)))

;; The value of P at PLIES plies, or to the end if PLIES is negative.
(defun plain (p plies)
  (if (or (= plies 0) (null (next-of p)))
      (value-of p)
      (let ((values (mapcar (lambda (next) (plain next (- plies 1))) (next-of p))))
        (if (eq (side-of p) :max) (reduce #'max values) (reduce #'min values)))))

;; The result of playing MOVES from the position 0.
(defun result-after (moves)
  (let ((p 0)) (dolist (move moves (value-of p)) (setq p (nth move (next-of p))))))

(defun random-real (state)
  (let ((numerator (- (random 21 state) 10)) (denominator (+ 1 (random 4 state))))
    (ecase (random 4 state)
      (0 numerator)
      (1 (/ numerator denominator))
      (2 (/ (float numerator 1f0) denominator))
      (3 (/ (float numerator 1d0) denominator)))))

;; The games, of COUNT, in which one of the searches is wrong.
(defun wrong-games (count make)
  (let ((state (seed-random-state 7)))
    (loop repeat count
          do (funcall make state)
          when (next-of 0)
            unless (and (multiple-value-bind (value line) (solve 'of-reals) (and (= value (plain 0 -1)) (= value (result-after line))))
                        (= (solve 'of-bounded-reals) (plain 0 -1))
                        (= (nth-value 1 (best-move 'of-bounded-reals 0)) (plain 0 -1))
                        (loop for plies from 1 to 4
                              always (= (plain 0 plies) (nth-value 1 (best-move 'of-reals 0 :plies plies :without '(:table)))))
                        (loop for (move value bound) in (rate-moves 'of-reals 0)
                              always (and (eq bound :exact) (= value (plain (nth move (next-of 0)) -1))))
                        (loop for algorithm in '(:alpha-beta :minimax :f1 :fail-hard :winston :bratko :scout :negascout :mtdf :sss :dual :mt-sss :mt-dual)
                              always (= (plain 0 3) (first (minimax 0 :game 'of-reals :depth 3 :algorithm algorithm)))))
              collect *nodes*)))

(wrong-games (trials 80) (lambda (state) (random-nodes (+ 2 (random 14 state)) state (lambda (i) i (random-real state)))))  ;=> NIL

;; Values between which no label is left: each lies between the two before.
(defun narrowing (i) (/ (if (evenp i) 1 -1) (expt 2 i)))
(wrong-games (trials 20) (lambda (state) (random-nodes 40 state #'narrowing)))       ;=> NIL
;; Values with ever greater and ever smaller ones.
(wrong-games (trials 20) (lambda (state) (random-nodes 40 state (lambda (i) (* (if (evenp i) 1 -1) (- 400000000 (/ 1 (+ i 1))))))))  ;=> NIL

;; Labels in the order of their values, whatever the order in which these are met.
(import '(system::make-labelling system::label-of system::labelling-values system::labelling-labels system::value-labelled))
(defun ordered-p (labelling)
  (and (apply #'< (coerce (labelling-values labelling) 'list))
       (apply #'< (coerce (labelling-labels labelling) 'list))
       (every (lambda (label) (<= -400000000 label 400000000)) (labelling-labels labelling))
       (= (length (labelling-labels labelling)) (length (labelling-values labelling)))))
;; The number of values for which the labels had to be spread, after COUNT of them.
(defun spreads (count value)
  (let ((labelling (make-labelling)) (spread 0))
    (dotimes (i count)
      (unless (catch labelling (label-of labelling (funcall value i)) t) (incf spread))
      (unless (= (funcall value i) (value-labelled labelling (label-of labelling (funcall value i)) :down)) (return :wrong)))
    (if (ordered-p labelling) spread :unordered)))
(spreads (trials 1000) #'identity)                          ;=> 0
(spreads (trials 1000) #'-)                                 ;=> 0
(<= 1 (spreads 200 #'narrowing) 20)                ;=> T
(<= (spreads (trials 3000) (lambda (i) (random 1d0 (seed-random-state (+ i 1))))) 2)  ;=> T

;; Equal numbers of different types share a label; the first one is returned.
(setq *nodes* (vector '(:max 0 1 2) '(:min 1/2) '(:min 0.5d0)))
(values (solve 'of-reals))                         ;=> 1/2

;; A kept table goes on with the same labels, and several processes find the same value.
(setq *nodes* (vector '(:max 0 1 2) '(:min 0 3 4) '(:min 0 4 5) '(:max 1/3) '(:max 0.25) '(:max 2)))
(defvar *kept* (make-search-table 'of-reals))
(loop repeat 2 collect (values (solve 'of-reals 0 :table *kept*)))  ;=> (0.25 0.25)
(values (solve 'of-reals 1 :table *kept*))         ;=> 0.25
(values (solve 'of-reals 2 :table *kept*))         ;=> 0.25
(save-search-table *kept* "/dev/null")             ;signals: "expected a table of a game whose values are integers"
(values (solve 'of-reals 0 :threads 2))            ;=> 0.25
(subseq (multiple-value-list (best-move 'of-reals 0 :threads 2 :deterministic t :seconds 5)) 0 2)  ;=> (0 0.25)
(search "1 ply, worth 0: 0 " (with-output-to-string (*standard-output*) (best-move (quote of-reals) 0 :progress t)))  ;=> 5

;; WHY and DRAW tell the values, not the labels.
(defvar *tree* (getf (nth-value 2 (best-move 'of-reals 0 :record t)) :tree))
(why *tree* 1)                                     ;prints: 0 is worth exactly 0.25. The table stores 0.25..0.25. It was searched 1 ply deep. The value is proved to the end of the game.~
(search "2048" (with-output-to-string (*standard-output*) (draw *tree*)))  ;=> NIL

;; Each side prefers to go round for ever, which is worth -1/2: to leave the ring is worth -1 for :MAX, and 1/3 for :MIN.
(define-game halves-round
  (:initial 0) (:moves (p) (declare (ignore p)) '(1 2)) (:play (p move) (if (= move 1) (mod (+ p 1) 4) (+ p 4)))
  (:side (p) (if (evenp p) :max :min)) (:result (p) (cond ((<= p 3) nil) ((evenp p) -1.0) (t 1/3))) (:key (p) p) (:repetition -1/2))
(mapcar (lambda (p) (values (solve 'halves-round p))) '(0 1 2 3))  ;=> (-1/2 -1/2 -1/2 -1/2)
(mapcar (lambda (p) (values (table-value (tabulate 'halves-round) p))) '(0 1 2 3))  ;=> (-1/2 -1/2 -1/2 -1/2)
(check-game 'halves-round :games 5 :plies 8)       ;prints: HALVES-ROUND: no fault in five random games, 12 positions~

;; A value that is not a real between -400,000,000 and 400,000,000 is an error.
(setq *nodes* (vector '(:max 0 1 2) '(:min 1/2) '(:min 1/2+)))
(solve 'of-reals)                                  ;signals: "The game OF-REALS: :VALUE must return a real between -400,000,000 and 400,000,000, got 1/2+, at the position 2"
(setf (second (aref *nodes* 2)) 400000000.5d0)
(solve 'of-reals)                                  ;signals: "got 4.000000005d8"
(minimax 0 :game 'of-reals)                        ;signals: "got 4.000000005d8"
