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
(search-players 'nim-of-two :plies 1)  ;=> (0 1) ; (0 0) ; (:LINE ((0 1)) :NODES 7)

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
