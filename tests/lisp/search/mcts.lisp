;;;; mcts.lisp -- BEST-MOVE by :MCTS against SOLVE, EXPECTIMINIMAX and the theory of Nim; reproducibility; its tree drawn and explained.

(defun mcts-move (game p &rest options) (multiple-value-list (apply #'best-move game p :algorithm :mcts options)))

;; The first wrong claim of ANSWER, or NIL. V: the value of the root.  VALUE-AFTER: a function that returns the value of a move, which
;; must be in its interval. A settled root must have a move of its value.
(defun false-claim (answer v value-after)
  (destructuring-bind (move value info) answer
    (cond ((and (getf info :complete) (/= value v)) (list :value value v))
          ((and (getf info :complete) move (/= v (funcall value-after move))) (list :move move))
          (t (find-if (lambda (row)
                        (let ((exact (funcall value-after (first row))))
                          (or (and (fourth row) (> (fourth row) exact)) (and (fifth row) (< (fifth row) exact)))))
                      (getf info :moves))))))
(defun false-against-solve (game p &rest options)
  (false-claim (apply #'mcts-move game p options) (values (solve game p))
               (lambda (move) (let ((next (play-move game p move))) (values (solve game next))))))

;; Nim: the exclusive or tells who wins (Bouton 1901). Enough playouts prove it, and the move.
(let ((wrong nil))
  (dolist (side '(:max :min) wrong)
    (dotimes (a 3)
      (dotimes (b 3)
        (dotimes (c 2)
          (unless (or (= 0 (+ a b c)) (and (= 0 (trials 29)) (> (+ a b c) 3)))
            (let* ((p (list (list a b c) side)) (answer (mcts-move 'nim p :playouts 3000))
                   (value (if (eq (eq side :max) (/= 0 (logxor a b c))) 1 -1)))
              (unless (and (getf (third answer) :complete) (eql value (second answer))) (push answer wrong))
              (if (false-against-solve 'nim p :playouts 20) (push p wrong)))))))))  ;=> NIL

;; Tic-tac-toe: every position after two moves, by few playouts and by many.
(defvar *table* (tabulate 'tic-tac-toe))
(defun tic-tac-toe-value (p) (values (table-value *table* p)))
(let ((wrong nil) (settled 0))
  (dolist (move '(1 2 5) (list wrong (>= settled (trials 24))))
    (let ((p (play-move 'tic-tac-toe (initial-position 'tic-tac-toe) move)))
      (dolist (answer (legal-moves 'tic-tac-toe p))
        (let ((next (play-move 'tic-tac-toe p answer)))
          (dolist (playouts (list 30 (trials 2000)))
            (let ((answer (mcts-move 'tic-tac-toe next :playouts playouts)))
              (if (false-claim answer (tic-tac-toe-value next)
                               (lambda (move) (tic-tac-toe-value (play-move 'tic-tac-toe next move))))
                  (push next wrong))
              (if (getf (third answer) :complete) (incf settled)))))))))  ;=> (NIL T)
(subseq (mcts-move 'tic-tac-toe (play-move 'tic-tac-toe (play-move 'tic-tac-toe (initial-position 'tic-tac-toe) 4) 0) :playouts 3000) 1 2)  ;=> (0)

;; Random games in which positions are reached by several paths and a side may move again. NODES: (SIDE SUCCESSORS) or a value.
(defvar *dag*)
(defvar *dag-bounds* nil)
(defmacro define-dag-game (name &rest clauses)
  `(define-game ,name (:initial 0) (:moves (p) (second (aref *dag* p))) (:play (p m) m)
     (:side (p) (if (integerp (aref *dag* p)) :max (first (aref *dag* p)))) (:over (p) (integerp (aref *dag* p)))
     (:value (p) (aref *dag* p)) ,@clauses))
(define-dag-game dag-game)
(define-dag-game bounded-game (:bounds (p) (funcall *dag-bounds* p)))
(defun random-dag (size values state)
  (let ((dag (make-array size)))
    (dotimes (i size dag)
      (setf (aref dag i)
            (if (or (= i (- size 1)) (and (> i 0) (= 0 (random 5 state))))
                (- (random (+ 1 values values) state) values)
                (list (if (= 0 (random 2 state)) :max :min)
                      (remove-duplicates (loop repeat (+ 1 (random 3 state)) collect (+ i 1 (random (min 5 (- size i 1)) state))))))))))
(defun dag-value (p)
  (let ((node (aref *dag* p)))
    (if (integerp node) node (reduce (if (eq (first node) :max) #'max #'min) (mapcar #'dag-value (second node))))))
;; Bounds that are loose, exact, or exact on one side.
(defvar *kinds-of-bounds* (list (lambda (p) p (values -9 9)) (lambda (p) (values (dag-value p) (dag-value p)))
                                (lambda (p) (if (evenp p) (values -9 (dag-value p)) (values (dag-value p) 9)))))
(let ((state (seed-random-state 3)) (wrong nil) (settled 0) (all 0))
  (dotimes (i (trials 300) (list wrong (>= (* 2 settled) all)))
    (setq *dag* (random-dag (+ 2 (random 16 state)) (+ 1 (random 3 state)) state))
    (dolist (*dag-bounds* (cons nil *kinds-of-bounds*))
      (let* ((game (if *dag-bounds* 'bounded-game 'dag-game)) (answer (mcts-move game 0 :playouts (+ 1 (random 400 state)) :seed (+ i 1))))
        (incf all)
        (if (getf (third answer) :complete) (incf settled))
        (if (false-claim answer (dag-value 0) #'dag-value) (push (list *dag* answer) wrong))))))  ;=> (NIL T)
;; Cycles: what is proved is right, by the values of TABULATE; play without end ends.
(let ((state (seed-random-state 12)) (wrong nil) (settled 0))
  (dotimes (i (trials 150) (list wrong (>= settled (trials 50))))
    (setq *dag* (random-dag (+ 3 (random 10 state)) 1 state))
    (dotimes (j 4)
      (let ((node (aref *dag* (random (length *dag*) state)))) (if (consp node) (pushnew (random (length *dag*) state) (second node)))))
    (unless (integerp (aref *dag* 0))
      (let ((table (tabulate 'dag-game)) (answer (mcts-move 'dag-game 0 :playouts 60)))
        (if (getf (third answer) :complete) (incf settled))
        (if (false-claim answer (table-value table 0) (lambda (p) (values (table-value table p)))) (push (list *dag* answer) wrong))))))  ;=> (NIL T)

;; Games with chance nodes: proved expected values are those of EXPECTIMINIMAX; the mean of a fair coin is near 1/2.
(define-game chance-tree (:initial 0) (:side (p) (first p)) (:over (p) (numberp p)) (:value (p) p)
  (:moves (p) (if (eq (first p) :chance)
                  (loop for (weight) in (rest p) for i from 1 collect (cons i weight))
                  (loop for i from 1 to (length (rest p)) collect i)))
  (:play (p m) (let ((next (nth m p))) (if (eq (first p) :chance) (second next) next))))
(let ((state (seed-random-state 4)) (wrong nil) (settled 0) (all 0))
  (dotimes (i (trials 200) (list wrong (>= (* 2 settled) all)))
    (let ((tree (random-chance-tree 5 state 3)))
      (unless (numberp tree)
        (let ((answer (mcts-move 'chance-tree tree :playouts 300)))
          (incf all)
          (if (getf (third answer) :complete) (incf settled))
          (if (false-claim answer (nth-value 1 (expectiminimax 'chance-tree :position tree))
                           (lambda (move)
                             (let ((next (nth move tree)))
                               (if (eq (first tree) :chance) (setq next (second next)))
                               (if (numberp next) next (nth-value 1 (expectiminimax 'chance-tree :position next))))))
              (push (list tree answer) wrong)))))))  ;=> (NIL T)
(< 0.45 (second (mcts-move 'chance-tree '(:chance (1/2 0) (1/2 1)) :playouts 4000 :without '(:solver))) 0.55)  ;=> T
(< 0.2 (second (mcts-move 'chance-tree '(:chance (1/4 1) (3/4 0)) :playouts 4000 :without '(:solver))) 0.3)  ;=> T

;; The same seed gives the same answer. The state of RANDOM is not used.
(defun seeded-statistics (seed) (getf (third (mcts-move 'connect-four (initial-position 'connect-four) :playouts 200 :seed seed)) :moves))
(equalp (seeded-statistics 5) (progn (random 100) (seeded-statistics 5)))  ;=> T
(equalp (seeded-statistics 5) (seeded-statistics 6))                       ;=> NIL
(equalp (seeded-statistics 1) (getf (third (mcts-move 'connect-four (initial-position 'connect-four) :playouts 200)) :moves))  ;=> T
;; Each playout visits a move of the root once.
(let ((info (third (mcts-move 'othello (initial-position 'othello) :playouts 50))))
  (list (getf info :playouts) (reduce #'+ (mapcar #'second (getf info :moves))) (getf info :bound) (getf info :complete)))  ;=> (50 50 NIL NIL)
;; Without the solver nothing but the end of the game is proved, and the means converge: the winning move has the most visits.
(subseq (mcts-move 'nim '((1 2) :max) :playouts 500 :without '(:solver)) 0 1)  ;=> ((1 1))
(getf (third (mcts-move 'nim '((1 2) :max) :playouts 500 :without '(:solver))) :complete)  ;=> NIL
;; :VALUE is not called before the end of the game.
(define-game only-ends (:initial '(6 :max)) (:moves (p) '(1 2)) (:play (p m) (list (- (first p) m) (other-side (second p)))) (:side (p) (second p))
  (:over (p) (<= (first p) 0)) (:value (p) (if (<= (first p) 0) (if (eq (second p) :max) -1 1) (error "not over"))))
(second (mcts-move 'only-ends '(6 :max)))              ;=> -1
(first (mcts-move 'only-ends '(5 :max)))               ;=> 2

;; Policies: of the game, and as an argument, which is preferred. With a policy the playouts of the first position are known.
(define-game long-way (:initial 0) (:moves (p) '(1 2)) (:play (p m) (+ p m)) (:side (p) :max) (:over (p) (>= p 20)) (:value (p) p)
  (:policy (p moves) (first moves)))
(mapcar #'third (getf (third (mcts-move 'long-way 0 :playouts 2 :without '(:solver))) :moves))  ;=> (20.0 20.0)
(mapcar #'third (getf (third (mcts-move 'long-way 1 :playouts 2 :without '(:solver) :policy (lambda (p moves) p (second moves)))) :moves))  ;=> (20.0 21.0)
(mcts-move 'long-way 0 :policy (lambda (p moves) p moves 7))  ;signals: "BEST-MOVE: expected a policy of LONG-WAY that returns a legal move, got 7"

;; CHECK-GAME checks the policy.
(define-game wrong-policy (:initial 0) (:moves (p) '(1 2)) (:play (p m) (+ p m)) (:side (p) :max) (:over (p) (>= p 20)) (:value (p) p)
  (:policy (p moves) 3))
(defun check-output (game) (with-output-to-string (*standard-output*) (check-game game)))
(integerp (search "(:POLICY p moves) must return one of the legal moves (1 2), not 3, at 0" (check-output 'wrong-policy)))  ;=> T
(search "LONG-WAY: no fault" (check-output 'long-way))  ;=> 0

;; A stronger player wins: many playouts against few, with sides changed.
(let ((rows (let ((*standard-output* (make-broadcast-stream)))
              (tournament 'connect-four '((:algorithm :mcts :playouts 10) (:algorithm :mcts :playouts 300)) :games (max 4 (trials 10))
                          :position (connect-four-position 5 4)))))
  (list (first (first rows)) (> (seventh (first rows)) 6/10)))  ;=> (2 T)
(let ((*standard-output* (make-broadcast-stream)))
  (mapcar (lambda (row) (subseq row 2 6))
          (tournament 'tic-tac-toe '((:algorithm :mcts :playouts 3000) (:plies 9)))))  ;=> ((2 0 2 0) (2 0 2 0))

;; Pictures and sentences.
(defvar *tree* (getf (third (mcts-move 'nim '((1 2) :max))) :tree))
*tree*                                                ;=> #<tree of NIM: 7 playouts>
(draw *tree* :plies 1 :format :ascii)                 ;prints: max = 1  #1 with 7 visits~+- (0 1): ~ -1.000  #2 with 1 visit~+- (1 1): min = 1 *  #3 with 5 visits  [2 more below]~+- (1 2): ~ -1.000  #4 with 1 visit~
;; The tree is the same in all formats: one node for each visit up to the depth, a triangle or circle for each with successors.
(defun count-in (part text) (loop for at = (search part text) then (search part text :start2 (+ at 1)) while at count t))
(defun drawn-as (format tree plies) (with-output-to-string (*standard-output*) (draw tree :format format :plies plies)))
(let ((tree (getf (third (mcts-move 'chance-tree '(:max (:chance (1/2 3) (1/2 (:min 1 5))) (:chance (1/3 2) (2/3 4)) 1) :playouts 50)) :tree)))
  (list (substitute #\/ #\Newline (drawn-as :ascii tree 9))
        (mapcar (lambda (part) (count-in part (drawn-as :svg tree 9))) '("<g>" "<path class=\"edge" " Z\"/>" " 0 1 0 "))
        (mapcar (lambda (part) (count-in part (drawn-as :tikz tree 9))) '("circle [radius=16.0]" "cycle;"))
        (mapcar (lambda (part) (count-in part (drawn-as :dot tree 9))) '("○" "△" "▽" "->"))))  ;=> ("max = 10/3  #1 with 7 visits/+- 1: chance ~ 2.000  #2 with 4 visits/|  +- 1: 3  #5 with 1 visit/|  +- 2: min ~ 1.000  #6 with 2 visits/|     +- 1: 1  #9 with 1 visit/+- 2: chance = 10/3 *  #3 with 2 visits/|  +- 1: 2  #7 with 0 visits/|  +- 2: 4  #8 with 1 visit/+- 3: 1  #4 with 1 visit/" (9 8 2 4) (2 2) (2 1 1 8))
(why *tree*)                ;prints: The root, where the maximizer moves, is proved to be worth 1 after 7 visits. The move (1 1) is chosen, since it secures 1, the proved value of the root.~
(why *tree* 1)              ;prints: (1), a leaf of the tree, has the mean -1.000 after 1 visit.~
(why *tree* 2 1 1)          ;prints: (2 1 1), the end of the game, is proved to be worth 1 after 1 visit.~
(why *tree* 4)              ;prints: The search did not visit a move 4 at the root.~
(why *tree* 0)              ;signals: "a move number, an integer >= 1"
(defun why-text (tree &rest path) (substitute #\Space #\Newline (with-output-to-string (*standard-output*) (apply #'why tree path))))
(why-text (getf (third (mcts-move 'long-way 0 :playouts 20)) :tree))       ;=> "The root, where the maximizer moves, has the mean 20.000 after 20 visits. The move 1 is chosen, since it has the most visits, 10 of 20. "
(integerp (search "is chosen, since it has the most visits" (why-text (getf (third (mcts-move 'connect-four (initial-position 'connect-four) :playouts 100)) :tree))))  ;=> T
(draw *tree* :format :png)                            ;signals: "DRAW: expected :TEXT, :ASCII, :SVG, :HTML, :DOT or :TIKZ as :FORMAT, got :PNG"
(draw *tree* :blank t)                                ;signals: "DRAW: expected no :BLANK for a tree of NIM: 7 playouts"
(draw *tree* :plies -1)                               ;signals: "an integer >= 0 or NIL as :PLIES"

;; Limits, and wrong arguments.
(let ((info (third (mcts-move 'othello (initial-position 'othello) :seconds 0.01)))) (< 0 (getf info :playouts)))  ;=> T
(mcts-move 'nim '((1 2) :max) :plies 3)               ;signals: "BEST-MOVE: expected :PLAYOUTS or :SECONDS as limits of :MCTS, got :PLIES"
(mcts-move 'nim '((1 2) :max) :playouts 0)            ;signals: "BEST-MOVE: expected an integer greater than zero as :PLAYOUTS, got 0"
(mcts-move 'nim '((1 2) :max) :seconds 0)             ;signals: "a number greater than zero as :SECONDS"
(mcts-move 'nim '((1 2) :max) :seed 0)                ;signals: "an integer greater than zero as :SEED"
(mcts-move 'nim '((1 2) :max) :exploration -1)        ;signals: "a real that is not negative as :EXPLORATION"
(mcts-move 'nim '((1 2) :max) :without '(:table))     ;signals: "NIL or (:SOLVER) as :WITHOUT with :MCTS, got (:TABLE)"
(mcts-move 'nim '((1 2) :max) :policy 5)              ;signals: "a function as :POLICY, got 5"
(mcts-move 'nim '((0 0) :max))                        ;signals: "BEST-MOVE: expected a position of NIM before the end of the game"
(best-move 'nim '((1 2) :max) :playouts 5)            ;signals: "BEST-MOVE: expected :ALGORITHM :MCTS with :PLAYOUTS, got :ALPHA-BETA"
(best-move 'nim '((1 2) :max) :algorithm :uct)        ;signals: "BEST-MOVE: expected :ALPHA-BETA or :MCTS as :ALGORITHM, got :UCT"
(define-game three-players (:initial '(:a)) (:players :a :b :c) (:side (p) :a) (:moves (p) '(1)) (:play (p m) p) (:over (p) nil) (:value (p) '(1 2 3)))
(mcts-move 'three-players '(:a))                      ;signals: "BEST-MOVE: expected a game of two players for :MCTS, got THREE-PLAYERS"
;; Wrong clauses.
(define-game wrong-side (:initial 1) (:moves (p) '(1)) (:play (p m) m) (:side (p) :red) (:over (p) nil) (:value (p) 0))
(mcts-move 'wrong-side 1)                             ;signals: "The game WRONG-SIDE: :SIDE must return :MAX, :MIN or :CHANCE, got :RED"
(define-game no-move (:initial 1) (:moves (p) (if (= p 1) '(2) nil)) (:play (p m) m) (:side (p) :max) (:over (p) nil) (:value (p) 0))
(mcts-move 'no-move 1)                                ;signals: "The game NO-MOVE: :MOVES must return a list that is not empty unless :OVER is true, got NIL"
(define-game wrong-value (:initial 1) (:moves (p) '(2)) (:play (p m) m) (:side (p) :max) (:over (p) (= p 2)) (:value (p) 'x))
(mcts-move 'wrong-value 1)                            ;signals: "The game WRONG-VALUE: :VALUE must return a real, got X"
;; A game without an end: each playout is worth 0.
(define-game endless (:initial 1) (:moves (p) '(1 2)) (:play (p m) m) (:side (p) :max) (:over (p) nil) (:value (p) 5))
(second (mcts-move 'endless 1 :playouts 3))           ;=> 0.0
;; HELP explains the search with a picture and counts.
(let ((text (with-output-to-string (*standard-output*) (help :mcts))))
  (mapcar (lambda (part) (integerp (search part text))) '("Idea:" "max = 1" "with solver" "Kocsis")))  ;=> (T T T T)
