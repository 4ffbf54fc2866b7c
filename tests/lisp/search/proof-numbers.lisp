;;;; proof-numbers.lisp -- PROVE and CHECK-PROOF against SOLVE, the theory of Nim, and published results of small games.

;; The result of each algorithm; its certificate is accepted, and as a tree for MINIMAX it has a value that shows the result.
(defun proved (game p goal &rest options)
  (multiple-value-bind (result certificate info) (apply #'prove game p goal options)
    (if (eq result :unknown)
        (list result certificate (< 0 (getf info :pn)) (< 0 (getf info :dn)))
        (let* ((max (eq :max (funcall (system::game-side (system::find-game game)) p)))
               (value (first (minimax (proof-tree game p certificate) :player (if max :max :min)))) (own (if max value (- value))))
          (unless (eq (eq result :proved) (if (eq goal :win) (> own 0) (>= own 0))) (push :minimax result))
          (multiple-value-bind (accepted fault) (check-proof game p goal certificate)
            (if accepted result (list result fault)))))))
(defun both-proved (game p goal)
  (let ((results (mapcar (lambda (algorithm) (proved game p goal :algorithm algorithm)) '(:pn :pn2 :df-pn))))
    (if (every (lambda (result) (equal (first results) result)) results) (first results) results)))

;; Nim: won for the side to move unless the exclusive or of the heaps is 0. The key of NIM joins positions with different moves.
(let ((wrong nil))
  (dolist (side '(:max :min) wrong)
    (dotimes (a 4)
      (dotimes (b 4)
        (dotimes (c 3)
          (unless (= 0 (+ a b c))
            (unless (eq (both-proved 'nim (list (list a b c) side) :win) (if (= 0 (logxor a b c)) :disproved :proved))
              (push (list a b c side) wrong))))))))  ;=> NIL

;; Tic-tac-toe is a draw: 5,478 positions, so df-pn visits fewer. Othello on 4 x 4 squares is lost for the first player; Connect
;; Four on 4 x 4 is a draw.
(mapcar (lambda (goal) (both-proved 'tic-tac-toe (initial-position 'tic-tac-toe) goal)) '(:win :draw))  ;=> (:DISPROVED :PROVED)
(< (getf (nth-value 2 (prove 'tic-tac-toe)) :nodes) 5478)       ;=> T
(proved 'othello (othello-position 4) :draw)                     ;=> :DISPROVED
(mapcar (lambda (goal) (proved 'connect-four (connect-four-position 4 3) goal)) '(:win :draw))  ;=> (:DISPROVED :PROVED)
(both-proved 'tic-tac-toe "xx.oo...." :win)                      ;=> :PROVED
(nth-value 1 (prove 'tic-tac-toe "xx.oo...."))                   ;=> (:PROVED (2))
;; The goals of :MIN.
(mapcar (lambda (goal) (both-proved 'tic-tac-toe "xx.o....." goal)) '(:win :draw))  ;=> (:DISPROVED :DISPROVED)
(mapcar (lambda (goal) (both-proved 'tic-tac-toe "x..xo...." goal)) '(:win :draw))  ;=> (:DISPROVED :PROVED)

;; Random games in which positions are reached by several paths and a side may move again. NODES: (SIDE SUCCESSORS) or a value.
(defvar *dag*)
(define-game dag-game (:initial 0) (:moves (p) (second (aref *dag* p))) (:play (p m) m)
  (:side (p) (if (integerp (aref *dag* p)) :max (first (aref *dag* p)))) (:over (p) (integerp (aref *dag* p)))
  (:value (p) (if (integerp (aref *dag* p)) (aref *dag* p) 0)) (:key (p) p))
(defun random-dag (size state)
  (let ((dag (make-array size)))
    (dotimes (i size dag)
      (setf (aref dag i)
            (if (or (= i (- size 1)) (and (> i 0) (= 0 (random 5 state))))
                (- (random 3 state) 1)
                (list (if (= 0 (random 2 state)) :max :min)
                      (remove-duplicates (loop repeat (+ 1 (random 3 state)) collect (+ i 1 (random (min 5 (- size i 1)) state))))))))))
(let ((state (seed-random-state 8)) (wrong nil))
  (dotimes (i (trials 300) wrong)
    (setq *dag* (random-dag (+ 2 (random 18 state)) state))
    (let* ((value (values (solve 'dag-game))) (own (if (eq (first (aref *dag* 0)) :max) value (- value))))
      (dolist (goal '(:win :draw))
        (unless (eq (both-proved 'dag-game 0 goal) (if (if (eq goal :win) (> own 0) (>= own 0)) :proved :disproved))
          (push (list *dag* goal) wrong))))))  ;=> NIL
;; Cycles: what is proved within a limit is right, by the values of TABULATE.
(defun random-cycles (size state)
  (let ((graph (random-dag size state)))
    (dotimes (i 4 graph)
      (let ((node (aref graph (random size state)))) (if (consp node) (pushnew (random size state) (second node)))))))
(let ((state (seed-random-state 11)) (wrong nil) (known 0))
  (dotimes (i (trials 200) (list wrong (>= known (trials 100))))
    (setq *dag* (random-cycles (+ 3 (random 12 state)) state))
    (unless (integerp (aref *dag* 0))
      (let* ((value (values (table-value (tabulate 'dag-game) 0))) (own (if (eq (first (aref *dag* 0)) :max) value (- value))))
        (dolist (algorithm '(:pn :pn2 :df-pn))
          (let ((result (proved 'dag-game 0 :win :algorithm algorithm :nodes 300)))
            (unless (consp result)
              (incf known)
              (unless (eq result (if (> own 0) :proved :disproved)) (push (list *dag* algorithm result) wrong)))))))))  ;=> (NIL T)

;; A limit.
(proved 'tic-tac-toe (initial-position 'tic-tac-toe) :win :nodes 10)  ;=> (:UNKNOWN NIL T T)
(proved 'tic-tac-toe (initial-position 'tic-tac-toe) :win :nodes 10 :algorithm :pn)  ;=> (:UNKNOWN NIL T T)
;; Before the first expansion a proof and a disproof need one leaf each; after it, one of nine moves or all nine.
(mapcar (lambda (n) (let ((info (nth-value 2 (prove 'tic-tac-toe "........." :win :nodes n :algorithm :pn)))) (list (getf info :pn) (getf info :dn))))
        '(1 2))  ;=> ((1 9) (1 9))

;; PN2 keeps fewer positions than it generates, and fewer than PN; the others keep all.
(defun memory (algorithm) (let ((info (nth-value 2 (prove 'tic-tac-toe "x........" :win :algorithm algorithm)))) (list (getf info :largest) (getf info :nodes))))
(let ((pn (memory :pn)) (pn2 (memory :pn2)) (df-pn (memory :df-pn)))
  (list (apply #'= pn) (apply #'= df-pn) (< (first pn2) (second pn2)) (< (first pn2) (first pn))))  ;=> (T T T T)
(proved 'tic-tac-toe (initial-position 'tic-tac-toe) :win :nodes 10 :algorithm :pn2)  ;=> (:UNKNOWN NIL T T)

;; Certificates with a fault are rejected.
(defun rejected (certificate &optional (goal :win)) (nth-value 1 (check-proof 'nim '((1 2) :max) goal certificate)))
(defvar *proof* (nth-value 1 (prove 'nim '((1 2) :max))))
*proof*                                                 ;=> (:PROVED ((1 1) ((0 1) ((1 1))) ((1 1) ((0 1)))))
(rejected *proof*)                                      ;=> NIL
(rejected *proof* :draw)                                ;=> NIL
(rejected (cons :disproved (cdr *proof*)))              ;=> "the end of the game at ((0 0) :MIN), worth 1, refutes it"
(rejected '(:proved ((1 1) ((0 1) ((1 1))))))           ;=> "the move (1 1) is missing at ((1 1) :MIN)"
(rejected '(:proved ((0 1) ((1 1) ((1 1))) ((1 2)))))   ;=> "the end of the game at ((0 0) :MAX), worth -1, refutes it"
(rejected '(:proved ((1 3))))                           ;=> "(1 3) is not a legal move at ((1 2) :MAX)"
(rejected '(:proved ((1 2) ((0 1) ((1 1))))))           ;=> "there are moves after the end of the game at ((0 0) :MAX)"
(rejected '(:proved))                                   ;=> "a list of moves is missing at ((1 2) :MAX)"
(rejected '(:proved . 5))                               ;=> "a list of moves is missing at ((1 2) :MAX)"
(rejected '(:unknown))                                  ;=> "it is not a certificate: (:UNKNOWN)"
(rejected nil)                                          ;=> "it is not a certificate: NIL"
(define-game round-trip (:initial 'a) (:moves (p) '(go)) (:play (p m) (if (eq p 'a) 'b 'a)) (:side (p) :max) (:over (p) nil) (:value (p) 0))
(let ((tree (list (list 'go (list 'go))))) (setf (cdr (first (cdr (first tree)))) tree)
  (nth-value 1 (check-proof 'round-trip 'a :win (cons :proved tree))))  ;=> "the tree contains itself at A"
;; A proof as a tree for WHY and DRAW.
(check-proof 'nim '((1 2) :max) :lose *proof*)          ;signals: ":WIN or :DRAW as the goal, got :LOSE"
(why (proof-tree 'nim '((1 2) :max) *proof*) 1)         ;prints: (1), where the minimizer moves, is worth exactly 1.~
(rejected '(:disproved ((0 1) ((1 2)))))                ;=> "the move (1 1) is missing at ((1 2) :MAX)"
(prove 'nim '((1 2) :max) :lose)                        ;signals: "PROVE: expected :WIN or :DRAW as the goal, got :LOSE"
(prove 'nim '((0 0) :max))                              ;signals: "PROVE: expected a position of NIM before the end of the game, got ((0 0) :MAX)"
(prove 'nim '((1 2) :max) :win :algorithm :pn3)         ;signals: ":PN, :PN2 or :DF-PN as :ALGORITHM, got :PN3"
(prove 'nim '((1 2) :max) :win :nodes 0)                ;signals: "an integer greater than zero as :NODES"
(define-game lottery (:initial 0) (:side (p) :chance) (:over (p) (= p 1)) (:moves (p) '((1 . 1))) (:play (p m) m) (:value (p) 7))
(prove 'lottery)                                        ;signals: "The game LOTTERY: :SIDE must return :MAX or :MIN, got :CHANCE"
