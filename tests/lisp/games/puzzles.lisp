;;;; puzzles.lisp -- FIND-PATH against published results, and against shortest paths computed by Bellman and Ford's algorithm.

;; A* in Romania: the order of expansion of Russell and Norvig's figure 3.24, and the paths of greedy and breadth-first search.
(find-path 'romania)  ;=> (:SIBIU :RIMNICU-VILCEA :PITESTI :BUCHAREST) ; 418 ; (:EXPANDED 5 :GENERATED 16 :LARGEST 10 :REOPENED 0)
(let ((lines nil))
  (with-input-from-string (in (with-output-to-string (*standard-output*) (find-path 'romania :trace t)))
    (do ((line (read-line in nil) (read-line in nil))) ((null line) (nreverse lines))
      (if (digit-char-p (char line 0)) (push (subseq line 4 (position #\: line :start 4)) lines)))))  ;=> ("ARAD" "SIBIU" "RIMNICU-VILCEA" "FAGARAS" "PITESTI" "BUCHAREST")
(defun path-of (puzzle algorithm) (multiple-value-bind (moves cost) (find-path puzzle :algorithm algorithm) (list moves cost)))
(path-of 'romania :greedy)         ;=> ((:SIBIU :FAGARAS :BUCHAREST) 450)
(path-of 'romania :breadth-first)  ;=> ((:SIBIU :FAGARAS :BUCHAREST) 450)

;; The least costs in Romania by all algorithms that find a cheapest path.
(mapcar (lambda (algorithm) (second (path-of 'romania algorithm))) '(:uniform-cost :ida-star :branch-and-bound))  ;=> (418 418 418)

;; Missionaries 11, water jugs 6, Sussman's anomaly 3, the eight-puzzle of Russell and Norvig's figure 3.4 26.
(mapcar (lambda (puzzle) (second (path-of puzzle :a-star))) '(missionaries water-jugs blocks eight-puzzle))  ;=> (11 6 3 26)
(mapcar (lambda (puzzle) (second (path-of puzzle :ida-star))) '(missionaries water-jugs blocks eight-puzzle))  ;=> (11 6 3 26)
(nth-value 1 (find-path 'eight-puzzle :algorithm :bidirectional :to (sliding-state '(0 1 2 3 4 5 6 7 8))))  ;=> 26

;; The first solution of eight queens in lexicographic order, and all 92.
(first (path-of 'eight-queens :depth-first))  ;=> (1 5 8 6 3 7 2 4)
(let ((solutions 0))
  (tree-search '(()) (lambda (queens) (if (= (length queens) 8) (incf solutions)) nil)
               (lambda (queens)
                 (let ((next nil))
                   (dotimes (row (if (= (length queens) 8) 0 8) next)
                     (unless (loop for queen in queens for distance from 1
                                   thereis (or (= queen row) (= distance (abs (- queen row)))))
                       (push (cons row queens) next)))))
               #'append)
  solutions)  ;=> 92

;; A knight's tour visits every square once by knight's jumps.
(let ((tour (cons 0 (find-path 'knights-tour :algorithm :depth-first))))
  (list (length (remove-duplicates tour))
        (loop for (a b) on tour
              always (or (null b) (= 5 (+ (expt (- (floor a 8) (floor b 8)) 2) (expt (- (mod a 8) (mod b 8)) 2)))))))  ;=> (64 T)

;; Random graphs of ten nodes. ROADS: (from to cost), in both directions; a chain connects them all. A move is (from to).
(defvar *roads*)
(defvar *estimates*)
(define-puzzle graph
  (:initial 0)
  (:moves (s) (loop for (from to) in *roads* if (= from s) collect (list from to)))
  (:play (s move) (second move))
  (:goal (s) (= s 9))
  (:cost (s move) (loop for (from to cost) in *roads* if (and (= from s) (= to (second move))) return cost))
  (:estimate (s) (aref *estimates* s))
  (:inverse (move) (reverse move)))
(defun random-roads (state)
  (let ((roads nil))
    (flet ((add (a b)
             (unless (or (= a b) (find-if (lambda (road) (and (= a (first road)) (= b (second road)))) roads))
               (let ((cost (+ 1 (random 9 state)))) (push (list a b cost) roads) (push (list b a cost) roads)))))
      (dotimes (i 9) (add i (+ i 1)))
      (dotimes (i 5 roads) (add (random 10 state) (random 10 state))))))
(defun distances-to-goal (roads)
  (let ((distances (make-array 10 :initial-element 1000)))
    (setf (aref distances 9) 0)
    (dotimes (i 10 distances)
      (loop for (from to cost) in roads
            do (setf (aref distances from) (min (aref distances from) (+ cost (aref distances to))))))))
(defun costs-of-moves (moves)
  (let ((at 0) (sum 0))
    (dolist (move moves (if (= at 9) sum :no-goal))
      (if (/= at (first move)) (return :broken))
      (incf sum (third (find-if (lambda (road) (equal move (list (first road) (second road)))) *roads*)))
      (setq at (second move)))))

;; Every path leads to the goal and costs what is reported; the searches for a cheapest path find it with any admissible
;; estimate, consistent or not; breadth-first search and iterative deepening find equally many moves.
(let ((wrong nil) (reopened 0) (state (seed-random-state 1)))
  (dotimes (i 60)
    (setq *roads* (random-roads state))
    (let ((distances (distances-to-goal *roads*)))
      (setq *estimates* (map 'vector (lambda (d) (random (+ d 1) state)) distances))
      (dolist (algorithm '(:a-star :uniform-cost :ida-star :branch-and-bound :bidirectional :breadth-first :iterative-deepening
                           :depth-first :greedy :beam))
        (multiple-value-bind (moves cost info) (find-path 'graph :algorithm algorithm :to 9)
          (if (not (eql cost (costs-of-moves moves))) (push (list i algorithm :path) wrong))
          (if (eq algorithm :a-star) (incf reopened (getf info :reopened)))
          (if (and (member algorithm '(:a-star :uniform-cost :ida-star :branch-and-bound :bidirectional))
                   (not (eql cost (aref distances 0))))
              (push (list i algorithm cost) wrong))))
      (if (/= (length (find-path 'graph :algorithm :breadth-first)) (length (find-path 'graph :algorithm :iterative-deepening)))
          (push (list i :fewest) wrong))))
  (list wrong (> reopened 0)))  ;=> (NIL T)

;; No path: searches that keep states end; a limit ends the others.
(define-puzzle island (:initial 0) (:moves (s) (list 1 2)) (:play (s m) (mod (+ s m) 3)) (:goal (s) (= s 5)) (:estimate (s) 1))
(mapcar (lambda (algorithm) (second (path-of 'island algorithm)))
        '(:a-star :breadth-first :uniform-cost :greedy :depth-first :branch-and-bound :iterative-deepening :ida-star
          :hill-climbing :beam))  ;=> (NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL)
(nth-value 1 (find-path 'romania :algorithm :iterative-deepening :limit 2))  ;=> NIL
(nth-value 1 (find-path 'romania :algorithm :iterative-deepening :limit 3))  ;=> 450

;; The start is a goal: the empty path.
(path-of (define-puzzle done (:initial 1) (:moves (s) '(1)) (:play (s m) s) (:goal (s) t)) :a-star)  ;=> (NIL 0)
(path-of 'done :ida-star)  ;=> (NIL 0)

;; CHECK-PUZZLE accepts the library's puzzles and finds faults.
(mapcar #'check-puzzle '(eight-puzzle fifteen-puzzle missionaries water-jugs blocks romania eight-queens))  ;=> (T T T T T T T)
(defmacro faulty (&rest clauses)
  `(progn (define-puzzle faulty (:initial '(0)) (:moves (s) (if (< (car s) 9) '(1 2))) (:play (s m) (list (+ (car s) m)))
            (:goal (s) (equal s '(9))) ,@clauses)
          (check-puzzle 'faulty)))
(faulty)                              ;=> T
(faulty (:estimate (s) (- 9 (car s))))  ;prints: FAULTY: (:ESTIMATE s) is inconsistent: 9 at (0), but 2 costs 1 and leads to (2), where it is 7~
(faulty (:estimate (s) (ceiling (- 9 (car s)) 2)))  ;=> T
(faulty (:cost (s m) -1))             ;=> NIL
(faulty (:inverse (m) (- m)))         ;=> NIL

;; Errors.
(find-path 'nowhere)                              ;signals: "FIND-PATH: unknown puzzle NOWHERE"
(find-path "romania")                             ;signals: "FIND-PATH: expected a puzzle, got \"romania\""
(find-path 'romania :algorithm :best)             ;signals: type-error
(find-path 'romania :algorithm :beam :width 0)    ;signals: type-error
(find-path 'water-jugs :algorithm :greedy)        ;signals: "FIND-PATH: expected a puzzle with a clause :ESTIMATE for :GREEDY, got WATER-JUGS"
(find-path 'romania :algorithm :bidirectional)    ;signals: "FIND-PATH: expected a puzzle with a clause :INVERSE for :BIDIRECTIONAL, got ROMANIA"
(find-path 'missionaries :algorithm :bidirectional :to '(1 1 1))  ;signals: "FIND-PATH: expected a goal as :TO, got (1 1 1)"
(sliding-state '(0 1 2 3 4 5 6 7 7))              ;signals: "SLIDING-STATE: expected"
(eval '(define-puzzle bad (:initial 1)))          ;signals: program-error
(eval '(define-puzzle bad (:initial 1) (:moves (a b) nil) (:play (s m) s) (:goal (s) t)))  ;signals: program-error

;; COMPARE-SEARCHES of a puzzle: a row for each algorithm that can search it, with the results of FIND-PATH.
(defun rows-of (&rest arguments)
  (with-input-from-string (in (with-output-to-string (*standard-output*) (apply #'compare-searches arguments)))
    (read-line in)
    (loop for line = (read-line in nil) while line
          collect (let ((*package* (find-package :keyword))) (read-from-string (format nil "(~A)" (substitute #\Space #\> line)))))))
(defun row-of (algorithm rows) (rest (find algorithm rows :key #'first)))
(let ((rows (rows-of 'romania)))
  (list (length rows) (butlast (row-of :a-star rows)) (butlast (row-of :greedy rows) 4) (row-of :bidirectional rows)))  ;=> (10 (418 4 5 16 10) (450 3) NIL)
(let ((rows (rows-of 'romania :from :lugoj)))
  (loop for (algorithm cost moves expanded) in rows
        always (multiple-value-bind (path least counts) (find-path 'romania :from :lugoj :algorithm algorithm)
                 (and (eql cost (or least :none)) (eql moves (if least (length path) :none)) (eql expanded (getf counts :expanded))))))  ;=> T
(let ((rows (rows-of 'eight-puzzle :nodes 5000 :to (sliding-state '(0 1 2 3 4 5 6 7 8)))))
  (list (butlast (row-of :breadth-first rows)) (butlast (row-of :ida-star rows) 4) (butlast (row-of :bidirectional rows) 4)
        (butlast (row-of :iterative-deepening rows)) (butlast (row-of :branch-and-bound rows) 3)))  ;=> ((:? :? 5000 :? :?) (26 26) (26 26) (:? :? 5000 :? :?) (:? :? 5000))
(butlast (row-of :hill-climbing (rows-of 'missionaries)))  ;=> (:NONE :NONE 2 6 1)
(length (rows-of 'eight-queens))  ;=> 7
(butlast (row-of :depth-first (rows-of 'romania :depth 1)) 4)  ;=> (:NONE :NONE)
;; NIL may be a goal.
(define-puzzle switch (:initial t) (:moves (s) '(flip)) (:play (s m) (not s)) (:goal (s) (null s)) (:inverse (m) m))
(butlast (row-of :bidirectional (rows-of 'switch :to nil)) 4)  ;=> (1 1)
(row-of :bidirectional (rows-of 'switch))  ;=> NIL
(compare-searches 'romania :nodes 0)      ;signals: type-error
(compare-searches 'romania :depth -1)     ;signals: type-error
(compare-searches 'romania :to :arad)     ;signals: "COMPARE-SEARCHES: expected a goal as :TO, got :ARAD"
