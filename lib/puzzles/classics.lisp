;;;; classics.lisp -- puzzles of the textbooks. -*- sealed -*-

;; A state is a list (MISSIONARIES CANNIBALS BOAT) of what is on the left bank, a move a list (MISSIONARIES CANNIBALS) of who
;; crosses. S. Amarel, On representations of problems of reasoning about actions, Machine Intelligence 3 (1968).
(defun missionaries-after (state move)
  (let ((sign (if (= 1 (third state)) -1 1)))
    (list (+ (first state) (* sign (first move))) (+ (second state) (* sign (second move))) (- 1 (third state)))))

(defun missionaries-safe-p (state)
  (let ((m (first state)) (c (second state)))
    (and (<= 0 m 3) (<= 0 c 3) (or (= m 0) (= m 3) (= m c)))))

(define-puzzle missionaries
  (:initial '(3 3 1))
  (:moves (s)
    (remove-if-not (lambda (move) (missionaries-safe-p (missionaries-after s move))) '((1 0) (2 0) (0 1) (0 2) (1 1))))
  (:play (s move) (missionaries-after s move))
  (:goal (s) (equal s '(0 0 0)))
  (:estimate (s) (- (+ (first s) (second s)) (third s)))        ; each crossing there and back moves one person
  (:inverse (move) move))

;; A holds 4 litres, B holds 3. A state is a list of their contents; the goal is 2 litres in A.
;; E. Rich and K. Knight, Artificial Intelligence (1991), section 2.1.
(define-puzzle water-jugs
  (:initial '(0 0))
  (:moves (s)
    (append (if (< (first s) 4) '((:fill :a))) (if (< (second s) 3) '((:fill :b)))
            (if (> (first s) 0) '((:empty :a))) (if (> (second s) 0) '((:empty :b)))
            (if (and (> (first s) 0) (< (second s) 3)) '((:pour :a :b)))
            (if (and (> (second s) 0) (< (first s) 4)) '((:pour :b :a)))))
  (:play (s move)
    (let ((a (first s)) (b (second s)))
      (cond ((equal move '(:fill :a)) (list 4 b))
            ((equal move '(:fill :b)) (list a 3))
            ((equal move '(:empty :a)) (list 0 b))
            ((equal move '(:empty :b)) (list a 0))
            ((equal move '(:pour :a :b)) (let ((n (min a (- 3 b)))) (list (- a n) (+ b n))))
            (t (let ((n (min b (- 4 a)))) (list (+ a n) (- b n)))))))
  (:goal (s) (= (first s) 2)))

;; A state is a set of stacks, each a list of blocks from the top down; a move (A B) puts A on B or on the
;; :TABLE. The initial state is Sussman's anomaly: C is on A, and the goal is A on B on C (G. J. Sussman 1975).
(defun blocks-after (state move)
  (let ((from (find (first move) state :key #'first)) (to (find (second move) state :key #'first)))
    (sort (list* (cons (first move) to)
                 (append (if (rest from) (list (rest from)))
                         (remove-if (lambda (stack) (or (eq stack from) (eq stack to))) (copy-list state))))
          #'string< :key #'first)))

(define-puzzle blocks
  (:initial '((:b) (:c :a)))
  (:moves (s)
    (let ((moves nil) (tops (mapcar #'first s)))
      (dolist (stack s (nreverse moves))
        (dolist (to tops) (unless (eq to (first stack)) (push (list (first stack) to) moves)))
        (if (rest stack) (push (list (first stack) :table) moves)))))
  (:play (s move) (blocks-after s move))
  (:goal (s) (equal s '((:a :b :c)))))

;; The road map of Romania with straight-line distances to Bucharest (S. Russell and P. Norvig, Artificial Intelligence: A
;; Modern Approach, figures 3.2 and 3.22).
(defvar *romanian-roads*
  '((:arad :zerind 75) (:arad :sibiu 140) (:arad :timisoara 118) (:zerind :oradea 71)
    (:oradea :sibiu 151) (:timisoara :lugoj 111) (:lugoj :mehadia 70) (:mehadia :drobeta 75)
    (:drobeta :craiova 120) (:craiova :rimnicu-vilcea 146) (:craiova :pitesti 138) (:sibiu :fagaras 99)
    (:sibiu :rimnicu-vilcea 80) (:rimnicu-vilcea :pitesti 97) (:fagaras :bucharest 211) (:pitesti :bucharest 101)
    (:bucharest :giurgiu 90) (:bucharest :urziceni 85) (:urziceni :hirsova 98) (:hirsova :eforie 86)
    (:urziceni :vaslui 142) (:vaslui :iasi 92) (:iasi :neamt 87)))

(defvar *distances-to-bucharest*
  '((:arad . 366) (:bucharest . 0) (:craiova . 160) (:drobeta . 242) (:eforie . 161) (:fagaras . 176) (:giurgiu . 77)
    (:hirsova . 151) (:iasi . 226) (:lugoj . 244) (:mehadia . 241) (:neamt . 234) (:oradea . 380) (:pitesti . 100)
    (:rimnicu-vilcea . 193) (:sibiu . 253) (:timisoara . 329) (:urziceni . 80) (:vaslui . 199) (:zerind . 374)))

(define-puzzle romania
  (:initial :arad)
  (:moves (s)
    (let ((towns nil))
      (dolist (road *romanian-roads* (sort towns #'string<))
        (cond ((eq s (first road)) (push (second road) towns))
              ((eq s (second road)) (push (first road) towns))))))
  (:play (s move) move)
  (:goal (s) (eq s :bucharest))
  (:cost (s move)
    (dolist (road *romanian-roads*)
      (if (or (and (eq s (first road)) (eq move (second road))) (and (eq move (first road)) (eq s (second road))))
          (return (third road)))))
  (:estimate (s) (cdr (assoc s *distances-to-bucharest*))))

;; A state is the list of the rows of the queens, last column first.
(define-puzzle eight-queens
  (:initial '())
  (:moves (s)
    (let ((rows nil))
      (dotimes (i 8 rows)
        (let ((row (- 8 i)) (distance 0))
          (unless (dolist (queen s nil)
                    (incf distance)
                    (if (or (= queen row) (= distance (abs (- queen row)))) (return t)))
            (push row rows))))))
  (:play (s move) (cons move s))
  (:goal (s) (= (length s) 8)))

;; The knight's tour on eight by eight squares. A state is the list of the squares visited, last first, numbered row by row
;; from 0. Moves to squares with the fewest exits come first (H. C. von Warnsdorff 1823).
(defun knight-squares (square visited)
  (multiple-value-bind (row column) (floor square 8)
    (let ((squares nil))
      (dolist (jump '((-2 -1) (-2 1) (-1 -2) (-1 2) (1 -2) (1 2) (2 -1) (2 1)) (nreverse squares))
        (let* ((r (+ row (first jump))) (c (+ column (second jump))) (to (+ (* 8 r) c)))
          (if (and (<= 0 r 7) (<= 0 c 7) (not (member to visited))) (push to squares)))))))

(define-puzzle knights-tour
  (:initial '(0))
  (:moves (s)
    (stable-sort (knight-squares (first s) s) #'<
                 :key (lambda (square) (length (knight-squares square s)))))
  (:play (s move) (cons move s))
  (:goal (s) (= (length s) 64)))
