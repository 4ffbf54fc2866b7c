;;;; chance.lisp -- EXPECTIMINIMAX, and TABULATE of games with chance nodes, against plain recursion, published values, and Bellman's
;;;; equations.

;; Trees: a number, or (:MAX TREE...), (:MIN TREE...), or (:CHANCE (PROBABILITY TREE)...). *BOUNDS*: a function of a tree.
(defvar *bounds* (lambda (tree) tree (values -20 20)))
(define-game chance-tree (:initial 0) (:side (p) (first p)) (:over (p) (numberp p)) (:value (p) (if (numberp p) p 0))
  (:moves (p) (if (eq (first p) :chance)
                  (loop for (weight) in (rest p) for i from 1 collect (cons i weight))
                  (loop for i from 1 to (length (rest p)) collect i)))
  (:play (p m) (let ((next (nth m p))) (if (eq (first p) :chance) (second next) next)))
  (:bounds (p) (funcall *bounds* p)))
(defun expected (tree)
  (cond ((numberp tree) tree)
        ((eq (first tree) :chance) (loop for (weight child) in (rest tree) sum (* weight (expected child))))
        (t (reduce (if (eq (first tree) :max) #'max #'min) (mapcar #'expected (rest tree))))))
(defun found (tree &rest options) (subseq (multiple-value-list (apply #'expectiminimax 'chance-tree :position tree options)) 0 2))

;; Russell and Norvig, figure 5.12: the best move depends on the scale of the values.
(defun aima-tree (a b c d) `(:max (:chance (9/10 (:min ,a ,a)) (1/10 (:min ,b ,b))) (:chance (9/10 (:min ,c ,c)) (1/10 (:min ,d ,d)))))
(mapcar (lambda (algorithm) (found (aima-tree 2 3 1 4) :algorithm algorithm)) '(:expectiminimax :star1 :star2))  ;=> ((1 21/10) (1 21/10) (1 21/10))
(let ((*bounds* (lambda (tree) tree (values 0 500))))
  (mapcar (lambda (algorithm) (found (aima-tree 20 30 1 400) :algorithm algorithm)) '(:expectiminimax :star1 :star2)))  ;=> ((2 409/10) (2 409/10) (2 409/10))

;; Random trees: all algorithms find the value and the first best move, with loose bounds, tight ones, and those in between.
(defun leaves-of (tree)
  (cond ((numberp tree) (list tree))
        ((eq (first tree) :chance) (mapcan (lambda (entry) (leaves-of (second entry))) (rest tree)))
        (t (mapcan #'leaves-of (rest tree)))))
(defun tight-bounds (tree) (let ((value (expected tree))) (values value value)))
(defun leaf-bounds (tree) (let ((leaves (leaves-of tree))) (values (reduce #'min leaves) (reduce #'max leaves))))
(defun one-sided-bounds (tree) (if (evenp (length (prin1-to-string tree))) (values -20 (expected tree)) (values (expected tree) 20)))
(defun first-best (tree)
  (if (eq (first tree) :chance) nil (+ 1 (position (expected tree) (rest tree) :key #'expected))))
(let ((state (seed-random-state 4)) (wrong nil) (all 0) (star1 0) (star2 0))
  (dotimes (i (trials 300) (list wrong (< star1 all) (< star2 all)))
    (let ((tree (random-chance-tree 6 state 4)))
      (unless (numberp tree)
        (dolist (*bounds* (list (lambda (tree) tree (values -20 20)) #'leaf-bounds #'tight-bounds #'one-sided-bounds))
          (dolist (algorithm '(:expectiminimax :star1 :star2))
            (multiple-value-bind (move value info) (expectiminimax 'chance-tree :position tree :algorithm algorithm)
              (case algorithm (:star1 (incf star1 (getf info :leaves))) (:star2 (incf star2 (getf info :leaves))) (t (incf all (getf info :leaves))))
              (unless (and (eql value (expected tree)) (eql move (first-best tree))) (push (list tree algorithm move value) wrong)))))))))  ;=> (NIL T T)
;; Recorded searches: each value in the picture is a true value or bound of its position; pruned and probed positions are without value.
(defun false-records (tree record)
  (let ((false nil) (count 0))
    (labels ((walk (position node)
               (incf count)
               (destructuring-bind (&key shape value bound &allow-other-keys) (funcall (system::search-tree-description record) node nil)
                 (unless (eq shape :cut)
                   (let ((claimed (if value (read-from-string value) nil)) (true (expected position)))
                     (unless (case bound (:exact (eql claimed true)) (:lower (<= claimed true)) (:upper (>= claimed true)) (t (null value)))
                       (push (list position value bound) false))
                     (unless (numberp position)
                       (mapc (lambda (child after) (walk (if (eq (first position) :chance) (second child) child) after))
                             (rest position) (funcall (system::search-tree-successors record) node))))))))
      (walk tree (system::search-tree-root record))
      (values false count))))
(let ((state (seed-random-state 6)) (wrong nil) (all 0))
  (dotimes (i (trials 150) (list wrong (>= all (trials 3000))))
    (let ((tree (random-chance-tree 5 state 4)))
      (unless (numberp tree)
        (dolist (*bounds* (list (lambda (tree) tree (values -20 20)) #'leaf-bounds))
          (dolist (algorithm '(:expectiminimax :star1 :star2))
            (multiple-value-bind (false count)
                (false-records tree (getf (nth-value 2 (expectiminimax 'chance-tree :position tree :algorithm algorithm :record t)) :tree))
              (incf all count)
              (if false (push (list tree algorithm false) wrong)))))))))  ;=> (NIL T)
;; The steps of recorded searches: each sentence tells a true value or bound.
(defun tree-at (tree path)
  (dolist (move path tree) (setq tree (if (eq (first tree) :chance) (second (nth move tree)) (nth move tree)))))
(let ((state (seed-random-state 9)) (wrong nil) (all 0))
  (dotimes (i (trials 100) (list wrong (>= all (trials 2000))))
    (let ((tree (random-chance-tree 5 state 4)))
      (unless (numberp tree)
        (dolist (*bounds* (list (lambda (tree) tree (values -20 20)) #'leaf-bounds))
          (dolist (algorithm '(:expectiminimax :star1 :star2))
            (multiple-value-bind (false count)
                (false-steps (getf (nth-value 2 (expectiminimax 'chance-tree :position tree :algorithm algorithm :record t)) :tree)
                             (lambda (path) (expected (tree-at tree path)))
                             (lambda (words true) (eql true (value-in words 0))))
              (incf all count)
              (if false (push (list tree algorithm false) wrong)))))))))  ;=> (NIL T)
(defvar *aima-tree* (aima-tree 2 3 1 4))
(defun recorded (algorithm &rest options)
  (getf (nth-value 2 (apply #'expectiminimax 'chance-tree :position *aima-tree* :algorithm algorithm :record t options)) :tree))
(let ((*bounds* (lambda (tree) tree (values 0 10))))
  (draw (recorded :star1) :format :ascii))  ;prints: max = 21/10  #1 in -1..11~+- 1: chance = 21/10 *  #2 in -1..11~|  +- 1 (9/10): min = 2  #3 in 0..10~|  |  +- 1: 2  #4 in 0..10~|  |  +- 2: 2  #5 in 0..2~|  +- 2 (1/10): min = 3  #6 in 0..10~|     +- 1: 3  #7 in 0..10~|     +- 2: 3  #8 in 0..3~+- 2: chance <= 19/10  #9 in 21/10..11~   +- 1 (9/10): min <= 1  #10 in 11/9..10~   |  +- 1: 1  #11 in 11/9..10~   |  +. cut: 2~   +. cut: 2 (1/10)~
(defun why-all (algorithm &rest paths)
  (let ((*bounds* (lambda (tree) tree (values 0 10))))
    (dolist (path paths) (apply #'why (recorded algorithm) path))))
(why-all :expectiminimax nil '(2) '(2 2) '(2 2 1))  ;prints: The root, where the maximizer moves, is worth 21/10.~(2), where chance moves, is worth 13/10, the mean 9/10 * 1 + 1/10 * 4.~(2 2), where the minimizer moves, is worth 4.~(2 2 1), a leaf, is worth 4.~
(why-all :star1 '(2) '(2 2) '(2 1))                 ;prints: (2), where chance moves, is worth at most 19/10: the window began at 21/10.~(2 2) was pruned: the moves before it decide that the value is outside the window.~(2 1), where the minimizer moves, is worth at most 1: the window began at 11/9.~
(why-all :star2 '(2 1))                             ;prints: (2 1), where the minimizer moves, was probed: one of its moves was searched.~
(let ((text (with-output-to-string (*standard-output*) (draw (recorded :sampling :samples 3) :format :ascii))))
  (list (search "max ~ " text) (integerp (search "chance ~ " text)) (search "=" text)))  ;=> (0 T NIL)
;; COMPARE-SEARCHES: all algorithms find the same value; the nodes of a table are different positions.
(defun compared (&rest arguments)
  (let ((lines nil))
    (with-input-from-string (in (with-output-to-string (*standard-output*) (apply #'compare-searches arguments)))
      (loop for line = (read-line in nil) while line do (push line lines)))
    (mapcar (lambda (line) (with-input-from-string (in line) (loop repeat 6 collect (read in)))) (nreverse lines))))
(let ((*bounds* (lambda (tree) tree (values 0 10)))) (compared *aima-tree* :game 'chance-tree))  ;=> ((ALGORITHM VALUE MOVE LEAVES NODES CUTOFFS) (EXPECTIMINIMAX 21/10 1 8 15 0) (STAR1 21/10 1 5 11 2) (STAR2 21/10 1 7 12 1) (SAMPLING 21/10 1 40 63 0) (POLICY-ITERATION 21/10 1 4 11 0) (VALUE-ITERATION 2.1d0 1 4 11 0))
(mapcar #'first (compared (pig-position 10) :game 'pig :depth 3))  ;=> (ALGORITHM EXPECTIMINIMAX STAR1 STAR2 SAMPLING)
;; Bounds at the root do not decide its move: the first move is worth less than the bound.
(let ((*bounds* (lambda (tree) (if (and (consp tree) (eq (first tree) :max)) (values 1 1) (values 0 1)))))
  (mapcar (lambda (algorithm) (found '(:max 0 (:chance (1/2 1) (1/2 1))) :algorithm algorithm)) '(:star1 :star2)))  ;=> ((2 1) (2 1))
;; A limited depth: the estimate at the horizon is 0.
(found '(:max (:chance (1/2 8) (1/2 (:min 3 4))) (:chance (1 3))) :plies 2)  ;=> (1 4)
(found '(:max (:chance (1/2 8) (1/2 (:min 3 4))) (:chance (1 3))) :plies 1)  ;=> (1 0)

;; Sampling: exact if chance decides nothing; reproducible; near the mean of a fair coin (standard deviation 1/128).
(found '(:max (:chance (1/3 5) (2/3 5)) 4) :algorithm :sampling :samples 3)  ;=> (1 5)
(equal (found '(:chance (1/2 0) (1/2 1)) :algorithm :sampling :seed 5) (found '(:chance (1/2 0) (1/2 1)) :algorithm :sampling :seed 5))  ;=> T
(< 31/64 (second (found '(:chance (1/2 0) (1/2 1)) :algorithm :sampling :samples 4096)) 33/64)  ;=> T
(< 72/256 (second (found '(:chance (1/3 1) (2/3 0)) :algorithm :sampling :samples 4096)) 96/256)  ;=> T

;; Wrong clauses and arguments.
(defun wrong-chance (moves) (found (list :max (list* :chance moves))))
(wrong-chance '((1/2 1) (1/3 2)))                  ;signals: "positive rationals with the sum 1"
(wrong-chance '((3/2 1) (-1/2 2)))                 ;signals: "positive rationals with the sum 1"
(wrong-chance '((0.5 1) (0.5 2)))                  ;signals: type-error
(wrong-chance nil)                                 ;signals: type-error
(found 3)                                          ;signals: "EXPECTIMINIMAX: expected a position of CHANCE-TREE before the end of the game, got 3"
(expectiminimax 'chance-tree :position '(:min 1) :algorithm :star3)  ;signals: "as :ALGORITHM, got :STAR3"
(define-game no-bounds (:initial 1) (:side (p) :chance) (:over (p) (= p 0)) (:moves (p) '((1 . 1))) (:play (p m) 0) (:value (p) 7))
(expectiminimax 'no-bounds)                        ;=> NIL ; 7 ; (:NODES 2 :LEAVES 1 :CUTOFFS 0)
(mapcar #'first (compared 1 :game 'no-bounds))     ;=> (ALGORITHM EXPECTIMINIMAX SAMPLING POLICY-ITERATION VALUE-ITERATION)
(expectiminimax 'no-bounds :algorithm :star1)      ;signals: "expected a game with a clause :BOUNDS for :STAR1, got NO-BOUNDS"
(best-move 'no-bounds 1 :plies 3)                  ;signals: ":SIDE must return :MAX or :MIN, got :CHANCE"
(integerp (search "Try (play 'pig), (expectiminimax 'pig :plies 4)" (with-output-to-string (*standard-output*) (help 'pig))))  ;=> T
(defun check-output (game) (with-output-to-string (*standard-output*) (check-game game)))
(search "NO-BOUNDS: no fault" (check-output 'no-bounds))  ;=> 0
(define-game bad-weights (:initial 1) (:side (p) :chance) (:over (p) (= p 0)) (:moves (p) '((1 . 1/2))) (:play (p m) 0) (:value (p) 7))
(search "(:MOVES p) must be a list of (MOVE . PROBABILITY)" (check-output 'bad-weights))  ;=> 13

;; A race of two pieces each: the die's throw, 1 to 3, is added to one of the own pieces; the player with both at 4 or more wins.
(defun race-moves (pieces) (remove-if (lambda (n) (= 4 (nth n pieces))) '(0 1)))
(define-game dice-race
  (:initial '((0 0) (0 0) nil :max))
  (:side (p) (if (third p) (fourth p) :chance))
  (:moves (p) (if (third p) (race-moves (if (eq (fourth p) :max) (first p) (second p))) '((1 . 1/3) (2 . 1/3) (3 . 1/3))))
  (:play (p m)
    (destructuring-bind (max min die side) p
      (if (null die)
          (list max min m side)
          (flet ((moved (pieces) (let ((new (copy-list pieces))) (setf (nth m new) (min 4 (+ die (nth m pieces)))) new)))
            (if (eq side :max) (list (moved max) min nil :min) (list max (moved min) nil :max))))))
  (:result (p) (cond ((equal (first p) '(4 4)) 1) ((equal (second p) '(4 4)) -1)))
  (:bounds (p) (values -1 1))
  (:key (p) p))
(defvar *race-values* (make-hash-table :test #'equal))
(defun race-value (p)
  (or (gethash p *race-values*)
      (setf (gethash p *race-values*)
            (destructuring-bind (max min die side) p
              (flet ((moved (pieces piece) (let ((new (copy-list pieces))) (setf (nth piece new) (min 4 (+ die (nth piece pieces)))) new)))
                (cond ((equal max '(4 4)) 1)
                      ((equal min '(4 4)) -1)
                      ((null die) (/ (loop for d from 1 to 3 sum (race-value (list max min d side))) 3))
                      ((eq side :max)
                       (reduce #'max (mapcar (lambda (n) (race-value (list (moved max n) min nil :min))) (race-moves max))))
                      (t (reduce #'min (mapcar (lambda (n) (race-value (list max (moved min n) nil :max))) (race-moves min))))))))))
(let ((wrong 0) (table (tabulate 'dice-race)))
  (map-table (lambda (p value distance) (declare (ignore distance)) (unless (eql value (race-value p)) (incf wrong))) table)
  (list wrong (typep (table-value table '((0 0) (0 0) nil :max)) 'ratio)))  ;=> (0 T)
(mapcar (lambda (algorithm) (- (race-value '((3 1) (2 1) nil :min)) (nth-value 1 (expectiminimax 'dice-race :position '((3 1) (2 1) nil :min) :algorithm algorithm))))
        '(:expectiminimax :star1 :star2))  ;=> (0 0 0)
(check-game 'dice-race)  ;=> T

;; Pig: to 10 points 0.70942432260 by value iteration of another program, whose value for 100 points, 0.53059272524, is that of Neller
;; and Presser; more in robustness/solved.lisp.
(defun pig-value (n &rest options) (let ((p (pig-position n))) (table-value (apply #'tabulate 'pig :position p options) p)))
(values (pig-value 10))  ;=> 7776/10961
(mapcar (lambda (n) (< (abs (- (pig-value n) (pig-value n :method :value-iteration))) 1/10000000000)) '(1 2 5))  ;=> (T T T)
(values (pig-value 1))   ;=> 6/7
(nth-value 2 (table-value (tabulate 'pig :position (pig-position 3)) (pig-position 3)))  ;=> :ROLL
(check-game 'pig)  ;=> T
(tabulate 'pig :limit 1000)  ;signals: "TABULATE: expected a game of at most 1000 positions as :LIMIT, got PIG"
(tabulate 'pig :method :guess)  ;signals: ":VALUE-ITERATION or :POLICY-ITERATION as :METHOD, got :GUESS"
(tabulate 'pig :tolerance -1)   ;signals: "a real that is not negative as :TOLERANCE, got -1"
(pig-position 0)                ;signals: "PIG-POSITION: expected an integer greater than zero as POINTS, got 0"

;; Random games with chance and cycles: the exact values satisfy Bellman's equations and agree with the limit of expectiminimax.
(defvar *graph*)
(define-game chance-graph (:initial 0) (:side (p) (if (integerp (aref *graph* p)) :max (first (aref *graph* p)))) (:over (p) (integerp (aref *graph* p)))
  (:moves (p) (second (aref *graph* p))) (:play (p m) m) (:value (p) (if (integerp (aref *graph* p)) (aref *graph* p) 0)) (:key (p) p))
(defun random-chance-graph (size state)
  (let ((graph (make-array size)))
    (dotimes (i size graph)
      (let ((next (remove-duplicates (loop repeat (+ 1 (random 3 state)) collect (random size state)))))
        (setf (aref graph i)
              (cond ((and (> i 0) (= 0 (random 4 state))) (- (random 7 state) 3))
                    ((or (= i 0) (= 0 (random 2 state))) (list :chance (mapcar #'cons next (random-weights (length next) state))))
                    (t (list (if (= 0 (random 2 state)) :max :min) next))))))))
(defun backed-up (node values)
  (cond ((integerp node) node)
        ((eq (first node) :chance) (loop for (next . weight) in (second node) sum (* weight (aref values next))))
        (t (reduce (if (eq (first node) :max) #'max #'min) (mapcar (lambda (next) (aref values next)) (second node))))))
(defun limit-of-values (graph)
  (let ((values (map 'vector (lambda (node) (if (integerp node) (float node 1d0) 0d0)) graph)))
    (dotimes (i 800 values) (setq values (map 'vector (lambda (node) (float (backed-up node values) 1d0)) graph)))))
(let ((state (seed-random-state 6)) (wrong nil) (fractions 0))
  (dotimes (i (trials 100) (list wrong (>= fractions (trials 20))))
    (setq *graph* (random-chance-graph (+ 4 (random 9 state)) state))
    (let ((limit (limit-of-values *graph*)) (exact (make-array (length *graph*) :initial-element nil)))
      (map-table (lambda (p value distance) (declare (ignore distance)) (setf (aref exact p) value)) (tabulate 'chance-graph))
      (dotimes (p (length *graph*))
        (let ((value (aref exact p)))
          (when value
            (if (typep value 'ratio) (incf fractions))
            (unless (and (rationalp value) (= value (backed-up (aref *graph* p) exact)) (< (abs (- value (aref limit p))) 1d-6))
              (push (list *graph* p value (aref limit p)) wrong))))))))  ;=> (NIL T)
