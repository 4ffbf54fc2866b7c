;;;; tabulate.lisp -- TABULATE of games without chance, against search and against value iteration.

;; Every entry of tic-tac-toe: value and distance by plain recursion, where the winner hurries and the loser delays.
(defvar *known* (make-hash-table :test #'equal))
(defun tic-tac-toe-entry (p)
  (or (gethash p *known*)
      (setf (gethash p *known*)
            (let ((moves (legal-moves 'tic-tac-toe p)))
              (if (null moves)
                  (list (cond ((system::three-in-a-row p #\x) 1) ((system::three-in-a-row p #\o) -1) (t 0)) 0)
                  (let* ((sign (if (evenp (count #\. p)) -1 1))
                         (entries (mapcar (lambda (m) (tic-tac-toe-entry (play-move 'tic-tac-toe p m))) moves))
                         (best (* sign (reduce #'max (mapcar (lambda (e) (* sign (first e))) entries))))
                         (distances (mapcar #'second (remove best entries :key #'first :test #'/=))))
                    (list best (cond ((= best 0) nil)
                                     ((= best sign) (+ 1 (reduce #'min distances)))
                                     (t (+ 1 (reduce #'max distances)))))))))))
(let ((wrong 0) (count 0))
  (map-table (lambda (p value distance)
               (incf count)
               (unless (equal (list value distance) (tic-tac-toe-entry p)) (incf wrong)))
             (tabulate 'tic-tac-toe))
  (list count wrong))  ;=> (5478 0)

;; Nim: lost if and only if the exclusive or is 0 (Bouton). A key that joins equal positions gives 91 entries.
(let ((wrong 0) (table (tabulate 'nim)))
  (map-table (lambda (p value distance)
               (declare (ignore distance))
               (unless (= value (if (eq (= 0 (reduce #'logxor (first p))) (eq (second p) :max)) -1 1)) (incf wrong)))
             table)
  (list table wrong (table-value table '((5 4 3) :max)) (table-value table '((9 9 9) :max))))  ;=> (#<table of NIM: 91 positions> 0 1 NIL)

;; Othello and Connect Four on small boards agree with SOLVE; values other than 1 and -1; a position to begin with.
(values (table-value (tabulate 'othello :position (othello-position 4)) (othello-position 4)))  ;=> -8
(let* ((start (connect-four-position 4 3)) (table (tabulate 'connect-four :position start)) (p start) (wrong nil))
  (dolist (move '(0 1 2 1 1 0) wrong)
    (setq p (play-move 'connect-four p (+ (reduce #'min (legal-moves 'connect-four p)) (mod move (length (legal-moves 'connect-four p))))))
    (unless (eql (table-value table p) (values (solve 'connect-four p))) (push p wrong))))  ;=> NIL
(tabulate 'tic-tac-toe :limit 5477)  ;signals: "TABULATE: expected a game of at most 5477 positions as :LIMIT"
(tabulate 'tic-tac-toe :limit 5478)  ;=> #<table of TIC-TAC-TOE: 5478 positions>
(tabulate 'nim :limit 0)             ;signals: "an integer greater than zero as :LIMIT"
(tabulate 'nobody)                   ;signals: "TABULATE: unknown game NOBODY"
(table-value 1 2)                    ;signals: "TABLE-VALUE: expected a table of TABULATE, got 1"

;; Random games with cycles. GRAPH: a vector of (SIDE SUCCESSORS) or of a final value.
(defvar *graph*)
(define-game graph-game (:initial 0) (:moves (p) (second (aref *graph* p))) (:play (p m) m) (:side (p) (if (integerp (aref *graph* p)) :max (first (aref *graph* p))))
  (:over (p) (integerp (aref *graph* p))) (:value (p) (if (integerp (aref *graph* p)) (aref *graph* p) 0)) (:key (p) p))
(defun random-graph (size state)
  (let ((graph (make-array size)))
    (dotimes (i size graph)
      (setf (aref graph i)
            (if (and (> i 0) (= 0 (random 4 state)))
                (- (random 5 state) 2)
                (list (if (= 0 (random 2 state)) :max :min)
                      (remove-duplicates (loop repeat (+ 1 (random 3 state)) collect (random size state)))))))))
;; The limit of minimax to growing depths, with 0 at the horizon.
(defun values-by-iteration (graph)
  (let* ((size (length graph)) (values (map 'vector (lambda (node) (if (integerp node) node 0)) graph)))
    (dotimes (i (* 2 size) values)
      (setq values (map 'vector (lambda (node)
                                  (if (integerp node)
                                      node
                                      (reduce (if (eq (first node) :max) #'max #'min) (mapcar (lambda (n) (aref values n)) (second node)))))
                        graph)))))
;; The same for distances, with infinity at the horizon.
(defun distances-by-iteration (graph values)
  (let* ((size (length graph)) (far 1000000) (distances (map 'vector (lambda (node) (if (integerp node) 0 far)) graph)))
    (dotimes (i (* 2 size) (map 'vector (lambda (d) (if (>= d far) nil d)) distances))
      (setq distances
            (let ((i -1))
              (map 'vector (lambda (node)
                             (incf i)
                             (cond ((integerp node) 0)
                                   ((= 0 (aref values i)) far)
                                   (t (min far
                                           (+ 1 (reduce (if (eq (first node) (if (> (aref values i) 0) :max :min)) #'min #'max)
                                                        (loop for n in (second node)
                                                              if (= (aref values n) (aref values i)) collect (aref distances n))))))))
                   graph))))))
(let ((state (seed-random-state 5)) (wrong nil) (wins 0) (draws 0))
  (dotimes (i (trials 300) (list wrong (>= wins (trials 500)) (>= draws (trials 500))))
    (setq *graph* (random-graph (+ 2 (random 14 state)) state))
    (let* ((values (values-by-iteration *graph*)) (distances (distances-by-iteration *graph* values)) (table (tabulate 'graph-game)))
      (map-table (lambda (p value distance)
                   (if (= value 0) (incf draws) (incf wins))
                   (unless (and (= value (aref values p)) (eql distance (aref distances p))) (push (list *graph* p value distance) wrong))
                   ;; The best moves of both sides end a decided game after the number of plies in DISTANCES.
                   (when (and distance (/= value 0))
                     (let ((end p))
                       (dotimes (ply distance) (setq end (play-move 'graph-game end (nth-value 2 (table-value table end)))))
                       (unless (eql (aref *graph* end) value) (push (list *graph* p :line) wrong)))))
                 table))))  ;=> (NIL T T)
;; BEST-MOVE proves some of these values.
(let ((state (seed-random-state 9)) (wrong nil) (proved 0))
  (dotimes (i (trials 60) (list wrong (>= proved (trials 3))))
    (setq *graph* (random-graph 8 state))
    (unless (null (legal-moves 'graph-game 0))
      (multiple-value-bind (move value info) (best-move 'graph-game 0 :nodes 2000)
        (declare (ignore move))
        (when (getf info :complete)
          (incf proved)
          (unless (= value (table-value (tabulate 'graph-game) 0)) (push *graph* wrong)))))))  ;=> (NIL T)

;; A key may join positions with different moves: the best move is one of the position itself.
(let ((table (tabulate 'nim)))
  (list (nth-value 2 (table-value table '((3 4 5) :max))) (nth-value 2 (table-value table '((5 4 3) :max)))
        (nth-value 2 (table-value table '((0 5 4) :min)))))  ;=> ((0 2) (2 2) (1 1))

;; Positions that are vectors, compared by their elements; wrong clauses.
(define-game vectors (:initial (vector 3)) (:moves (p) (if (= (aref p 0) 1) '(1) '(1 2))) (:play (p m) (vector (- (aref p 0) m)))
  (:side (p) :max) (:over (p) (= 0 (aref p 0))) (:value (p) 1/2))
(tabulate 'vectors)  ;=> #<table of VECTORS: 4 positions>
(multiple-value-list (table-value (tabulate 'vectors) (vector 3)))  ;=> (1/2 2 1)
(define-game no-moves (:initial 1) (:moves (p) nil) (:play (p m) m) (:side (p) :max) (:over (p) nil) (:value (p) 0))
(tabulate 'no-moves)  ;signals: "The game NO-MOVES: :MOVES must return a list that is not empty unless :OVER is true, got NIL"
(define-game no-side (:initial 1) (:moves (p) '(1)) (:play (p m) m) (:side (p) :red) (:over (p) nil) (:value (p) 0))
(tabulate 'no-side)   ;signals: "The game NO-SIDE: :SIDE must return :MAX, :MIN or :CHANCE, got :RED"
(define-game no-value (:initial 1) (:moves (p) '(1)) (:play (p m) m) (:side (p) :max) (:over (p) t) (:value (p) 'x))
(tabulate 'no-value)  ;signals: "The game NO-VALUE: :VALUE must return a real, got X"

;; Tables drawn and explained. Values and distances are those of TABLE-VALUE; moves are those of the position itself.
(define-game two-heaps (:initial '(1 2 :max)) (:moves (p) (append (loop for n from 1 to (first p) collect (list 0 n)) (loop for n from 1 to (second p) collect (list 1 n))))
  (:play (p m) (destructuring-bind (a b side) p (if (= 0 (first m)) (list (- a (second m)) b (other-side side)) (list a (- b (second m)) (other-side side)))))
  (:side (p) (third p)) (:over (p) (= 0 (first p) (second p))) (:value (p) (if (eq (third p) :max) -1 1))
  (:key (p) (list (min (first p) (second p)) (max (first p) (second p)) (third p))))
(draw (tabulate 'two-heaps) :format :ascii)  ;prints: max = 1  3 plies to the end~+- (0 1): min = -1  1 ply to the end~|  +- (1 1): max = 1  1 ply to the end  [1 more below]~|  +- (1 2): -1~+- (1 1): min = 1 *  2 plies to the end~|  +- (0 1): max = 1 *  1 ply to the end  [1 more below]~|  +- (1 1): max = 1  1 ply to the end  [1 more below]~+- (1 2): min = -1  1 ply to the end~   +- (0 1): -1~
(why (tabulate 'two-heaps))                  ;prints: The root, where the maximizer moves, is worth 1: the maximizer wins in 3 plies; a best move is (1 1).~
(why (tabulate 'two-heaps) 1 2)              ;prints: (1 2), the end of the game, is worth -1.~
(why (tabulate 'tic-tac-toe) 5 1)            ;prints: (5 1), where the maximizer moves, is worth 0: neither side can force a win; a best move is 1.~
(why (tabulate 'pig :position (pig-position 4)) 1 3)  ;prints: (1 3), where the maximizer moves, is worth 19/22; a best move is :ROLL.~
(draw (tabulate 'pig :position (pig-position 4)) :plies 1 :format :ascii)  ;prints: max = 9/11~+- :ROLL: chance = 9/11 *  [6 more below]~
;; 9/11 is the mean of the values after the six throws; WHY and TABLE-VALUE agree on them.
(let ((table (tabulate 'pig :position (pig-position 4))) (p (play-move 'pig (pig-position 4) :roll)))
  (flet ((after (die) (values (table-value table (funcall (system::game-play (system::find-game 'pig)) p die)))))
    (list (/ (loop for die from 1 to 6 sum (after die)) 6) (after 3))))  ;=> (9/11 19/22)
