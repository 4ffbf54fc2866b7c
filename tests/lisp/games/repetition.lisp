;;; repetition.lisp -- games with cycles and the clause :REPETITION, against retrograde analysis (TABULATE), value iteration and known
;;; facts.

;; A random graph: *NODES* is a vector of (SIDE VALUE . SUCCESSORS); no successors at the end of the game. A position is an index.
(defvar *nodes* nil)
(defun random-graph (state)
  (let ((count (+ 2 (random 7 state))))
    (setq *nodes*
          (coerce (loop repeat count
                        collect (list* (if (= 0 (random 2 state)) :max :min) (- (random 7 state) 3)
                                       (if (= 0 (random 4 state)) nil (loop repeat (+ 1 (random 3 state)) collect (random count state)))))
                  'vector))))
(defmacro define-graph (name draw &rest more)
  `(define-game ,name
     (:initial 0) (:moves (p) (cddr (aref *nodes* p))) (:play (p m) (declare (ignore p)) m) (:side (p) (first (aref *nodes* p)))
     (:over (p) (null (cddr (aref *nodes* p)))) (:value (p) (second (aref *nodes* p))) (:key (p) p) (:repetition ,draw) ,@more))
(define-graph graph-0 0)
(define-graph graph-1 1 (:bounds (p) (values -3 3)))
(define-graph graph-2 -2 (:order (p m) m) (:quiet (p) (evenp p)))
;; The value of each position: iterated backward values of N plies, where play that is not over is worth DRAW. (Values between the
;; results of N plies that end and DRAW do not change any more after as many plies as there are positions.)
(defun values-by-iteration (draw)
  (let ((values (map 'vector (lambda (node) (if (null (cddr node)) (second node) draw)) *nodes*)))
    (loop repeat (* 2 (length *nodes*))
          do (setq values (map 'vector (lambda (node)
                                         (if (null (cddr node))
                                             (second node)
                                             (reduce (if (eq (first node) :max) #'max #'min)
                                                     (mapcar (lambda (p) (aref values p)) (cddr node)))))
                               *nodes*)))
    values))
(let ((state (seed-random-state 11)) (wrong nil))
  (dotimes (i (trials 300) wrong)
    (random-graph state)
    (loop for (game draw) in '((graph-0 0) (graph-1 1) (graph-2 -2))
          for right = (values-by-iteration draw)
          for table = (tabulate game)
          for kept = (make-search-table game)
          do (dotimes (p (length *nodes*))
               (when (table-value table p)
                 (unless (and (eql (aref right p) (values (table-value table p)))
                              (eql (aref right p) (values (solve game p)))
                              (eql (aref right p) (values (solve game p :table kept)))
                              (or (null (legal-moves game p))
                                  (multiple-value-bind (move value)
                                      (best-move game p :without (if (= 0 (random 2 state)) '(:table) '(:killers :bisection)))
                                    (and (eql value (aref right p)) (eql value (aref right move)))))
                              (or (null (legal-moves game p))
                                  (destructuring-bind (value info) (rest (multiple-value-list (best-move game p :plies 3)))
                                    (or (not (eql (getf info :depth) 3)) (integerp value)))))
                   (push (list game *nodes* p (aref right p)) wrong)))))))  ;=> NIL
;; Processes together.
(let ((state (seed-random-state 12)) (wrong nil))
  (dotimes (i (trials 10) wrong)
    (random-graph state)
    (unless (eql (aref (values-by-iteration 0) 0) (values (solve 'graph-0 0 :threads 2))) (push *nodes* wrong))))  ;=> NIL

;; Two counters on a ring of five squares move by one or two, never onto the other; who reaches square 0 wins. The first player is at
;; 2, the second at 3.
(defmacro define-ring (name &rest more)
  `(define-game ,name
     (:initial '(2 3 :max))
     (:moves (p)
       (let ((own (if (eq (third p) :max) (first p) (second p))) (other (if (eq (third p) :max) (second p) (first p))))
         (remove other (list (mod (- own 1) 5) (mod (+ own 1) 5)))))
     (:play (p to) (if (eq (third p) :max) (list to (second p) :min) (list (first p) to :max)))
     (:side (p) (third p))
     (:result (p) (cond ((= 0 (first p)) 1) ((= 0 (second p)) -1)))
     (:key (p) p)
     ,@more))
(define-ring ring)
(define-ring ring-0 (:repetition 0))
(= (values (solve 'ring-0)) (values (table-value (tabulate 'ring) (initial-position 'ring))))  ;=> T

;; Wrong clauses.
(define-ring ring-1 (:repetition))       ;signals: "DEFINE-GAME: expected (:REPETITION value) with a real between -400,000,000 and 400,000,000, got (:REPETITION)"
(define-ring ring-1 (:repetition #c(1 2)))   ;signals: "expected (:REPETITION value) with a real"
(define-ring ring-1 (:repetition 0) (:repetition 0))  ;signals: "expected one clause :REPETITION of the game RING-1, got two"
(define-game no-key (:initial 1) (:moves (p) '(1)) (:play (p m) p) (:side (p) :max) (:over (p) nil) (:value (p) 0) (:repetition 0))  ;signals: "expected a clause :KEY of the game NO-KEY"
