;;;; and-or.lisp -- AO-STAR against recursion over the graph, and against published solutions.

;; The order of a chain of matrix products: Cormen, Leiserson, Rivest and Stein, section 15.2: 15,125 multiplications for
;; ((A1 (A2 A3)) ((A4 A5) A6)).
(defvar *sizes* '(30 35 15 5 10 20 25))
(defun splits (chain)
  (destructuring-bind (i j) chain
    (if (= i j)
        '((0))
        (loop for k from i below j
              collect (list (* (nth (- i 1) *sizes*) (nth k *sizes*) (nth j *sizes*)) (list i k) (list (+ k 1) j))))))
(multiple-value-bind (cost graph) (ao-star '(1 6) #'splits)
  (list cost (mapcar (lambda (chain) (cddr (assoc chain graph :test #'equal))) '((1 6) (1 3) (4 6)))))  ;=> (15125 (((1 3) (4 6)) ((1 1) (2 3)) ((4 5) (6 6))))

;; A chain of 24 matrices has 24 * 25 / 2 subchains but 343,059,613,650 orders; the least cost by dynamic programming.
(defun least-cost-of-chain (sizes)
  (let* ((n (- (length sizes) 1)) (costs (make-array (list (+ n 1) (+ n 1)) :initial-element 0)))
    (loop for length from 2 to n
          do (loop for i from 1 to (+ 1 (- n length)) for j = (+ i length -1)
                   do (setf (aref costs i j)
                            (loop for k from i below j
                                  minimize (+ (aref costs i k) (aref costs (+ k 1) j)
                                              (* (nth (- i 1) sizes) (nth k sizes) (nth j sizes)))))))
    (aref costs 1 n)))
(let ((*sizes* (let ((state (seed-random-state 2))) (loop repeat 25 collect (+ 1 (random 50 state))))))
  (= (ao-star '(1 24) #'splits) (least-cost-of-chain *sizes*)))  ;=> T

;; The towers of Hanoi: n discs need 2^n - 1 moves; a part that occurs twice counts twice.
(defun hanoi (problem)
  (destructuring-bind (n from to via) problem
    (if (= n 0) '((0)) (list (list 1 (list (- n 1) from via to) (list (- n 1) via to from))))))
(mapcar (lambda (n) (values (ao-star (list n 'a 'c 'b) #'hanoi))) '(1 2 3 8))  ;=> (1 3 7 255)

;; Random graphs without cycles. GRAPH: a vector of lists of (COST SUCCESSOR...); the last problem is solved, some are unsolvable.
(defvar *graph*)
(defun random-and-or-graph (size state)
  (let ((graph (make-array size)))
    (dotimes (i size graph)
      (setf (aref graph i)
            (cond ((= i (- size 1)) '((0)))
                  ((= 0 (random 6 state)) (if (= 0 (random 2 state)) nil (list (list (random 5 state)))))
                  (t (loop repeat (+ 1 (random 3 state))
                           collect (cons (random 6 state)
                                         (remove-duplicates
                                          (loop repeat (+ 1 (random 2 state)) collect (+ i 1 (random (min 6 (- size i 1)) state))))))))))))
;; The least costs, NIL for unsolvable problems.
(defun least-costs (graph)
  (let ((costs (make-array (length graph) :initial-element nil)))
    (do ((i (- (length graph) 1) (- i 1))) ((< i 0) costs)
      (dolist (connector (aref graph i))
        (unless (some (lambda (next) (null (aref costs next))) (rest connector))
          (let ((cost (reduce #'+ (rest connector) :key (lambda (next) (aref costs next)) :initial-value (first connector))))
            (if (or (null (aref costs i)) (< cost (aref costs i))) (setf (aref costs i) cost))))))))
;; The cost of the solution GRAPH of PROBLEM; :WRONG if a connector is not one of the problem.
(defun cost-of-solution (problem solution)
  (let ((entry (assoc problem solution)))
    (if (member (rest entry) (aref *graph* problem) :test #'equal)
        (reduce #'+ (cddr entry) :key (lambda (next) (cost-of-solution next solution)) :initial-value (second entry))
        :wrong)))
(let ((state (seed-random-state 1)) (wrong nil) (blind 0) (informed 0) (unsolvable 0))
  (dotimes (i (trials 300) (list wrong (< informed blind) (>= unsolvable (trials 5))))
    (setq *graph* (random-and-or-graph (+ 2 (random 20 state)) state))
    (let ((costs (least-costs *graph*)))
      (if (null (aref costs 0)) (incf unsolvable))
      (dolist (share '(0 1/2 1))
        (multiple-value-bind (cost solution info)
            (ao-star 0 (lambda (p) (aref *graph* p)) :estimate (lambda (p) (if (aref costs p) (* share (aref costs p)) (if (= share 1) nil 7))))
          (if (= share 0) (incf blind (getf info :expanded)))
          (if (= share 1) (incf informed (getf info :expanded)))
          (unless (and (eql cost (aref costs 0)) (or (null cost) (eql cost (cost-of-solution 0 solution))))
            (push (list *graph* cost) wrong)))))))  ;=> (NIL T T)
;; With exact estimates only the solution is expanded.
(multiple-value-bind (cost solution info)
    (ao-star '(1 6) #'splits :estimate (lambda (chain) (values (ao-star chain #'splits))))
  (list cost (= (length solution) (getf info :expanded))))  ;=> (15125 T)

(ao-star 1 (lambda (n) (if (= n 1) nil '((0)))))  ;=> NIL ; NIL ; (:EXPANDED 1 :GENERATED 1 :REVISIONS 1)
(ao-star 1 (lambda (n) n '((2))) :trace t)        ;prints: 1. expand 1; 1 costs at least 0~
(ao-star 1 (lambda (n) (list (list 1 (- 3 n)))))  ;signals: "AO-STAR: expected a graph without cycles, got one through 1"
(ao-star 1 (lambda (n) n '((-1))))                ;signals: "AO-STAR: expected a list of (COST PROBLEM...), got ((-1)), at the problem 1"
(ao-star 1 (lambda (n) n 5))                      ;signals: type-error
(ao-star 1 (lambda (n) n '((0))) :estimate (constantly -1))  ;signals: "a real that is not negative, or NIL, as the estimate"
(ao-star 1 2)                                     ;signals: "AO-STAR: expected a function, got 2"

;; The tree: each problem is expanded in it once; connectors with several subproblems are AND nodes.
(defun tree-of (problem reduce &rest options) (getf (nth-value 2 (apply #'ao-star problem reduce :record t options)) :tree))
(defun small-graph (p) (case p (a '((1 b c) (2 d))) (b '((3))) (c '((1 e) (2 f))) (d '((9))) (e nil) (f '((1)))))
(draw (tree-of 'a #'small-graph) :format :ascii)   ;prints: or = 7  #1~+- +1: and = 7 *~|  +- B: 3 *  #2~|  +- C: or = 3 *  #4~|     +- +1 E: none  #5~|     +- +2 F: 1 *  #6~+- +2 D: 9  #3~
(tree-of 'a #'small-graph)                         ;=> #<AND/OR tree of A: 6 problems expanded>
(defun why-a (&rest path) (apply #'why (tree-of 'a #'small-graph) path))
(why-a)        ;prints: The root, the problem A, is solved at the cost 7, by the connector 1 + B + C.~
(why-a 1)      ;prints: (1) is a connector of A of the cost 1; its subproblems B C must all be solved.~
(why-a 1 2 1)  ;prints: (1 2 1), the problem E, cannot be solved.~
(why-a 2)      ;prints: (2), the problem D, is solved directly at the cost 9.~
(why-a 3)      ;prints: The search did not visit a move 3 at the root.~
;; A problem that occurs again, and one that was not expanded since its estimate is too great.
(defun halves (n) (if (= n 1) '((0)) (list (list 1 (- n 1)) (list 0 (floor n 2) (ceiling n 2)))))
(draw (tree-of 4 #'halves :estimate (lambda (n) (if (= n 3) 5 0))) :format :ascii)  ;prints: or = 0  #1~+- +1 3: >= 5~+- +0: and = 0 *~   +- 2: or = 0 *  #2~   |  +- +1 1: 0  #3 again~   |  +- +0: and = 0 *~   |     +- 1: 0 *  #3~   |     +- 1: 0 *  #3 again~   +- 2: 0 *  #2 again~
(why (tree-of 4 #'halves :estimate (lambda (n) (if (= n 3) 5 0))) 1)  ;prints: (1), the problem 3, was not expanded; its estimate is 5.~
;; The best branches of the tree are the solution: the costs of its connectors, each as often as it is used, are the cost.
(let ((state (seed-random-state 9)) (wrong nil) (solved 0))
  (dotimes (i (trials 100) (list wrong (>= solved (trials 30))))
    (setq *graph* (random-and-or-graph (+ 3 (random 9 state)) state))
    (multiple-value-bind (cost solution info) (ao-star 0 (lambda (p) (svref *graph* p)) :record t)
      (when cost
        (incf solved)
        (let ((problems nil))
          (labels ((walk (branch)
                     (when (system::and-or-branch-best branch)
                       (unless (system::and-or-branch-connector branch)
                         (pushnew (system::and-or-node-problem (system::and-or-branch-node branch)) problems))
                       (mapc #'walk (system::and-or-branch-successors branch)))))
            (walk (system::search-tree-root (getf info :tree))))
          (unless (equal (sort problems #'<) (sort (mapcar #'first solution) #'<)) (push (list *graph* problems solution) wrong)))))))  ;=> (NIL T)

;; COMPARE-SEARCHES: the chain of matrices above has 21 problems, and the estimate 0 expands most of them. An estimate of the
;; cost itself expands the solution only: 11 problems.
(defun compared-rows (&rest arguments)
  (with-input-from-string (in (with-output-to-string (*standard-output*) (apply #'compare-searches arguments)))
    (loop for line = (read-line in nil) while line
          collect (let ((start (position-if-not (lambda (c) (char= c #\Space)) line :start 16)))
                    (cons (string-right-trim " " (subseq line 0 16))
                          (if start (with-input-from-string (in line :start start) (loop repeat 4 collect (read in))) nil))))))
(let ((rows (compared-rows '(1 6) :reduce #'splits :estimate (lambda (chain) (values (ao-star chain #'splits))))))
  (list (mapcar #'first rows) (mapcar #'second (rest rows)) (third (second rows)) (third (fourth rows))
        (<= (third (second rows)) (third (third rows)) (third (fourth rows)))))  ;=> (("algorithm" "AO*" "AO*, estimate 0" "all problems") (15125 15125 15125) 11 21 T)
(mapcar #'second (rest (compared-rows 'a :reduce #'small-graph)))  ;=> (7 7)
(rest (compared-rows 'e :reduce #'small-graph))  ;=> (("AO*, estimate 0" NONE 1 1 1) ("all problems" NONE 1 1 0))
(compare-searches 1 :reduce (lambda (p) (list (list 1 (- 3 p)))))  ;signals: "expected a graph without cycles"
