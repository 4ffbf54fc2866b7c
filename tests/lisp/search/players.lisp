;;;; players.lisp -- SEARCH-PLAYERS against plain recursion, and against two-player search.

;; Random trees for three players: a node is a list of values, or (PLAYER CHILDREN).
(define-game trees-for-three (:initial '(:a ((1 2 3)))) (:players :a :b :c) (:side (p) (first p)) (:over (p) (integerp (first p)))
  (:moves (p) (loop for i from 1 to (length (second p)) collect i)) (:play (p m) (nth (- m 1) (second p)))
  (:value (p) (if (integerp (first p)) p '(0 0 0))))
(defun random-tree-for-three (depth state)
  (if (or (= depth 0) (and (< depth 3) (= 0 (random 5 state))))
      (list (random 10 state) (random 10 state) (random 10 state))
      (list (nth (random 3 state) '(:a :b :c)) (loop repeat (+ 1 (random 3 state)) collect (random-tree-for-three (- depth 1) state)))))
(defun number-of-player (tree) (position (first tree) '(:a :b :c)))
;; The outcome if all choose the first of their best moves; if all others choose what is worst for PLAYER.
(defun outcome (tree)
  (if (integerp (first tree))
      tree
      (let ((n (number-of-player tree)) (outcomes (mapcar #'outcome (second tree))))
        (find (reduce #'max (mapcar (lambda (o) (nth n o)) outcomes)) outcomes :key (lambda (o) (nth n o))))))
(defun guaranteed (tree player)
  (if (integerp (first tree))
      (nth player tree)
      (reduce (if (= player (number-of-player tree)) #'max #'min) (mapcar (lambda (child) (guaranteed child player)) (second tree)))))
(defun end-of-line (tree line) (dolist (move line tree) (setq tree (nth (- move 1) (second tree)))))
(let ((state (seed-random-state 2)) (wrong nil))
  (dotimes (i (trials 200) wrong)
    (let ((tree (random-tree-for-three 5 state)))
      (multiple-value-bind (move values info) (search-players 'trees-for-three :position tree)
        (unless (and (equal values (outcome tree)) (equal values (end-of-line tree (getf info :line))) (eql move (first (getf info :line))))
          (push (list :max-n tree) wrong))
        (multiple-value-bind (move value info-2) (search-players 'trees-for-three :position tree :algorithm :paranoid)
          (let ((player (number-of-player tree)))
            (unless (and (= value (guaranteed tree player)) (<= value (nth player values)) (<= (getf info-2 :nodes) (getf info :nodes))
                         (= value (guaranteed (nth (- move 1) (second tree)) player))
                         (= value (nth player (end-of-line tree (getf info-2 :line)))))
              (push (list :paranoid tree) wrong))))))))  ;=> NIL

;; Recorded searches: each sentence of the steps tells true values or bounds, and so do the pictures.
(defun claims-p (words true)  ; "1 to :A, 2 to :B" or "1 to :A"
  (if (listp true)
      (eql 0 (search (format nil "~D to :A, ~D to :B, ~D to :C" (first true) (second true) (third true)) words))
      (eql true (value-in words 0))))
(defun tree-at (tree path) (dolist (move path tree) (setq tree (nth (- move 1) (second tree)))))
(defun false-drawings (record true-value-at)
  (let ((false nil) (count 0))
    (labels ((walk (node path)
               (destructuring-bind (&key shape value bound &allow-other-keys) (funcall (system::search-tree-description record) node nil)
                 (unless (eq shape :cut)
                   (incf count)
                   (let ((claimed (read-from-string value)) (true (funcall true-value-at (reverse path))) (move 0))
                     (unless (ecase bound (:exact (equal claimed true)) (:lower (<= claimed true)) (:upper (>= claimed true)))
                       (push (list path value bound) false))
                     (dolist (after (funcall (system::search-tree-successors record) node)) (walk after (cons (incf move) path))))))))
      (walk (system::search-tree-root record) nil)
      (values false count))))
(let ((state (seed-random-state 3)) (wrong nil) (steps 0) (drawn 0) (cutoffs 0))
  (dotimes (i (trials 100) (list wrong (>= steps (trials 3000)) (>= drawn (trials 3000)) (>= cutoffs (trials 100))))
    (let* ((tree (random-tree-for-three 5 state)) (player (number-of-player tree)))
      (dolist (algorithm '(:max-n :paranoid))
        (let* ((info (nth-value 2 (search-players 'trees-for-three :position tree :algorithm algorithm :record t)))
               (true-at (lambda (path)
                          (let ((below (tree-at tree path))) (if (eq algorithm :max-n) (outcome below) (guaranteed below player))))))
          (incf cutoffs (getf info :cutoffs))
          (multiple-value-bind (false count) (false-steps (getf info :tree) true-at #'claims-p)
            (incf steps count)
            (if false (push (list tree algorithm false) wrong)))
          (multiple-value-bind (false count) (false-drawings (getf info :tree) true-at)
            (incf drawn count)
            (if false (push (list tree algorithm false) wrong))))))))  ;=> (NIL T T T)
(defvar *tree-for-three* '(:a ((:b ((:c ((1 2 3) (4 1 2))) (5 0 1))) (:b ((:c ((0 3 3) (2 2 2))) (:c ((1 1 1) (6 0 0))))))))
(defun recorded-for-three (algorithm)
  (getf (nth-value 2 (search-players 'trees-for-three :position *tree-for-three* :algorithm algorithm :record t)) :tree))
(draw (recorded-for-three :max-n) :format :ascii :plies 2)  ;prints: max = (1 2 3)  #1 for :A~+- 1: max = (1 2 3) *  #2 for :B~|  +- 1: max = (1 2 3) *  #3 for :C  [2 more below]~|  +- 2: (5 0 1)  #6~+- 2: max = (0 3 3)  #7 for :B~   +- 1: max = (0 3 3)  #8 for :C  [2 more below]~   +- 2: max = (1 1 1)  #11 for :C  [2 more below]~
(draw (recorded-for-three :paranoid) :format :ascii)  ;prints: max = 1  #1 for :A~+- 1: min = 1 *  #2 for :B~|  +- 1: min = 1 *  #3 for :C~|  |  +- 1: 1 *  #4~|  |  +- 2: 4  #5~|  +- 2: 5  #6~+- 2: min <= 0  #7 for :B~   +- 1: min <= 0  #8 for :C~   |  +- 1: 0  #9~   |  +. cut: 2~   +. cut: 2~
(why (recorded-for-three :max-n) 2 1)              ;prints: (2 1), where :C moves, is worth 0 to :A, 3 to :B, 3 to :C; its best move is 1.~
(why (recorded-for-three :paranoid) 2)             ;prints: (2), where :B moves against :A, is worth at most 0 to :A: the window began at 1.~
(why (recorded-for-three :paranoid) 2 2)           ;prints: (2 2) was pruned: the moves before it decide that the value is outside the window.~
(defvar *table* (with-output-to-string (*standard-output*) (compare-searches *tree-for-three* :game 'trees-for-three)))
(mapcar (lambda (row) (and (search row *table*) t)) '("algorithm" "MAX-N      (1 2 3)     1       7     13        0" "PARANOID         1     1       4      9        2"))  ;=> (T T T)

;; With two players whose values sum to zero, both are minimax.
(define-game nim-of-two (:initial '((1 2 3) :max)) (:players :max :min) (:side (p) (second p)) (:over (p) (every #'zerop (first p)))
  (:moves (p) (legal-moves 'nim p)) (:play (p m) (play-move 'nim p m))
  (:value (p) (let ((v (if (every #'zerop (first p)) (if (eq (second p) :max) -1 1) 0))) (list v (- v)))))
(mapcar (lambda (heaps)
          (list (values (solve 'nim (list heaps :max)))
                (first (nth-value 1 (search-players 'nim-of-two :position (list heaps :max))))
                (nth-value 1 (search-players 'nim-of-two :position (list heaps :max) :algorithm :paranoid))))
        '((1 2 3) (1 2 2) (2 2) (1 3)))  ;=> ((-1 -1 -1) (1 1 1) (-1 -1 -1) (1 1 1))
;; A depth of one ply.
(search-players 'nim-of-two :plies 1)  ;=> (0 1) ; (0 0) ; (:LINE ((0 1)) :NODES 7 :LEAVES 6 :CUTOFFS 0)

(search-players 'nim)                             ;signals: "SEARCH-PLAYERS: expected a game whose :PLAYERS are keywords, got NIM"
(search-players 'nim-of-two :algorithm :minimax)  ;signals: ":MAX-N or :PARANOID as :ALGORITHM, got :MINIMAX"
(search-players 'nim-of-two :position '((0 0) :max))  ;signals: "before the end of the game"
(define-game bad-side (:initial '(:d)) (:players :a :b) (:side (p) (first p)) (:over (p) nil) (:moves (p) '(1)) (:play (p m) p) (:value (p) '(1 2)))
(search-players 'bad-side)   ;signals: "The game BAD-SIDE: :SIDE must return one of :A :B, got :D"
(define-game bad-value (:initial '(:a)) (:players :a :b) (:side (p) (first p)) (:over (p) (eq (first p) :b)) (:moves (p) '(1)) (:play (p m) '(:b))
  (:value (p) '(1 2 3)))
(search-players 'bad-value)  ;signals: "The game BAD-VALUE: :VALUE must return two reals, one for each player, got (1 2 3)"

;; The clause :PLAYERS; CHECK-GAME; PLAY and BEST-MOVE, which are for two players.
(define-game three-names (:initial 1) (:players "a" "b" "c") (:moves (p) nil) (:play (p m) m) (:side (p) :max) (:over (p) t) (:value (p) 0))  ;signals: "(:PLAYERS max min) with two strings"
(define-game one-name (:initial 1) (:players :a :a) (:moves (p) nil) (:play (p m) m) (:side (p) :a) (:over (p) t) (:value (p) '(0 0)))  ;signals: "or two or more keywords, got (:PLAYERS :A :A)"
(defun check-output (game) (with-output-to-string (*standard-output*) (check-game game)))
(search "NIM-OF-TWO: no fault" (check-output 'nim-of-two))  ;=> 0
(search "(:SIDE p) must be one of :A :B, not :D" (check-output 'bad-side))  ;=> 10
(search "(:VALUE p) must be a list of reals, one for each of :A :B, not (1 2 3)" (check-output 'bad-value))  ;=> 11
(best-move 'trees-for-three '(:a ((1 2 3) (3 2 1))))  ;signals: ":SIDE must return :MAX or :MIN, got :A"
(play 'trees-for-three)  ;signals: "PLAY: expected a game of two players, got TREES-FOR-THREE"
