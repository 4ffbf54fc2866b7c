;;;; recorded.lisp -- a recorded search answers from its record, even if the tree and the functions change.

(defvar *calls* 0)
(defun drawing (search) (with-output-to-string (*standard-output*) (draw search :format :ascii)))
(defun sentence (search &rest path) (with-output-to-string (*standard-output*) (apply #'why search path)))

;; The tree is modified, also in parts that the search did not visit.
(let* ((tree (list (list 3) (list 1 (list 4 5) "x")))
       (recorded (record-search tree))
       (before (list (drawing recorded) (sentence recorded 2) (sentence recorded 2 2) (sentence recorded 2 4))))
  (setf (car (first tree)) 9 (second (second (second tree))) 6 (cdddr (second tree)) (list 7 8))
  (list (equal before (list (drawing recorded) (sentence recorded 2) (sentence recorded 2 2) (sentence recorded 2 4)))
        (if (search "(4 5)" (first before)) t nil)
        (equal (first before) (drawing tree))))  ;=> (T T NIL)
(let* ((tree (list (list 3) (list 1 4))) (recorded (record-search tree)))
  (setf (first tree) nil (second tree) nil)
  (draw recorded :format :ascii))  ;prints: max = 3  #1 in -inf..inf~+- 1: min = 3 *  #2 in -inf..inf~|  +- 1: 3 *  #3 in -inf..inf~+- 2: min <= 1  #4 in 3..inf~   +- 1: 1  #5 in 3..inf~   +. cut: 4  alpha 3 of the root >= beta 1~

;; Functions are called during the recording, not later; each leaf is evaluated once, also by a random function.
(defun split-up (n) (incf *calls*) (if (< n 8) (list (* 2 n) (+ 1 (* 2 n)))))
(defun lot (n) (incf *calls*) (+ n (random 1000)))
(defvar *lots* (mapcar (lambda (entry) (record-search 1 :moves #'split-up :value #'lot :algorithm (first entry))) (system::search-algorithms)))
(let ((calls *calls*))
  (list (every (lambda (r) (equal (drawing r) (drawing r))) *lots*)
        (every (lambda (r) (equal (sentence r) (sentence r))) *lots*)
        (- *calls* calls)))  ;=> (T T 0)
(setq *calls* 0)
(progn (record-search 1 :moves #'split-up :value (lambda (n) n) :depth 2) *calls*)  ;=> 7
(define-game counted (:initial 1) (:moves (p) (incf *calls*) '(0 1)) (:play (p m) (incf *calls*) (+ m (* 2 p)))
  (:side (p) (if (oddp (integer-length p)) :max :min)) (:over (p) (> p 7)) (:value (p) (incf *calls*) (mod (* p p) 17)))
(let* ((recorded (record-search 1 :game 'counted)) (calls *calls*))
  (list (length (drawing recorded)) (length (sentence recorded 1)) (- *calls* calls))
  (- *calls* calls))  ;=> 0

;; The table of all searches evaluates each leaf the reported number of times; other leaves are only named.
(setq *calls* 0)
(let* ((table (with-output-to-string (*standard-output*)
                (compare-searches 1 :moves (lambda (n) (if (< n 16) (list (* 2 n) (+ 1 (* 2 n))))) :value (lambda (n) (incf *calls*) (mod (* 7 n n) 31)))))
       (evaluated *calls*) (leaves 0) (line-leaves 0))
  (with-input-from-string (lines table)
    (read-line lines)
    (loop for line = (read-line lines nil) while line
          do (incf leaves (fourth (read-from-string (format nil "(~A)" line))))))
  (dolist (entry (system::search-algorithms))
    (incf line-leaves (getf (second (multiple-value-list
                                      (minimax 1 :moves (lambda (n) (if (< n 16) (list (* 2 n) (+ 1 (* 2 n))))) :value (lambda (n) (mod (* 7 n n) 31))
                                                 :algorithm (first entry))))
                            :line-leaves 0)))
  (= evaluated (+ leaves line-leaves)))  ;=> T
(with-output-to-string (*standard-output*) (ignore-errors (compare-searches '(1 (2 x)))))  ;=> ""
;; With :EXPLAIN the idea of each algorithm follows the table.
(let* ((text (with-output-to-string (*standard-output*) (compare-searches '((3) (1 4)) :explain t)))
       (ideas (subseq text (search "ALPHA-BETA: " text))))
  (loop for (name) in (system::search-algorithms) always (search (format nil "~A: " name) ideas)))  ;=> T

;; A record lives as long as its object; so does the data that it refers to.
(progn (dotimes (i 200) (record-search (list (list (expt 10 (+ 20 (mod i 9))) i) '(1 (2 3))))) (gc) t)  ;=> T
(let ((kept nil))
  (dotimes (i 300) (let ((r (record-search (list (list (expt 10 30) (/ i 7)) (list 1 (list (expt 10 25) i) 5))))) (if (= 0 (mod i 50)) (push r kept))))
  (gc)
  (dotimes (i 1000) (make-list 1000))
  (length (remove-duplicates (mapcar #'drawing kept) :test #'equal)))  ;=> 6
(let ((recorded (record-search '(1 2)))) (equal (drawing recorded) (drawing (copy-structure recorded))))  ;=> T
(let ((recorded (record-search '(1 2)))) (equalp recorded (copy-structure recorded)))  ;=> T
(search "circle" (with-output-to-string (*standard-output*) (describe (record-search '(1 2)))))  ;=> NIL

;; A list that is circular in a part that the search did not visit.
(let ((round (list 1 4))) (setf (cddr round) round) (search "The moves after move 1 of (2) were pruned" (sentence (record-search (list (list 3) round)) 2 2)))  ;=> 0

;; A value of MINIMAX passed as a tree is reported. A tree of the same shape is drawn.
(let ((answer (minimax '((3) (1 4)))))
  (mapcar (lambda (f) (handler-case (funcall f answer) (type-error (c) (princ-to-string c)))) (list #'draw #'why #'compare-searches)))  ;=> ("DRAW: expected a board, or what RECORD-SEARCH returns, not the answer of MINIMAX, got (3 (1 1))" "WHY: expected a board, or what RECORD-SEARCH returns, not the answer of MINIMAX, got (3 (1 1))" "COMPARE-SEARCHES: expected a board, or what RECORD-SEARCH returns, not the answer of MINIMAX, got (3 (1 1))")
(draw '(3 (1 1)) :format :ascii)  ;prints: max = 3  #1 in -inf..inf~+- 1: 3 *  #2 in -inf..inf~+- 2: min <= 1  #3 in 3..inf~   +- 1: 1  #4 in 3..inf~   +. cut: 1  alpha 3 of the root >= beta 1~

;; Bratko's programs take the player in the same form as MINIMAX.
(bratko-minimax '(1 2) 'max)  ;signals: "BRATKO-MINIMAX: expected :MAX or :MIN as the player, got MAX"
(handler-case (bratko-alphabeta '(1 2) 0 1 'max) (type-error (c) (type-error-datum c)))  ;=> MAX
(bratko-alphabeta '(1 2) '-inf 'inf 'min)  ;signals: type-error
(values (bratko-minimax '(1 2) :min))  ;=> 1

;; The least number of leaves that prove a value: in uniform trees by the formula of Knuth and Moore, for any leaves; never
;; more than an algorithm visits.
(defun uniform (width plies) (if (= plies 0) (random 1000000) (loop repeat width collect (uniform width (- plies 1)))))
(defun least-leaves-of (tree)
  (multiple-value-bind (answer counters distinct recording) (system::record-board nil tree :algorithm :minimax)
    (declare (ignore answer distinct))
    (system::least-leaves-to-prove recording (getf counters :nodes))))
(defun least-leaves-of-list (tree &optional (player :max) depth)
  (system::least-leaves-of-list tree (first (apply #'minimax tree :player player (if depth (list :depth depth)))) player depth))
(loop for width from 1 to 4
      always (loop for plies from 0 to 6
                   for least = (+ (expt width (ceiling plies 2)) (expt width (floor plies 2)) -1)
                   always (= least (least-leaves-of (uniform width plies)) (least-leaves-of-list (uniform width plies) :min)
                             (least-leaves-of-list (uniform width (+ plies 1)) :max plies))))  ;=> T
(defun ragged (plies) (if (or (= plies 0) (= 0 (random 5))) (- (random 9) 4) (loop repeat (+ 1 (random 3)) collect (ragged (- plies 1)))))
(loop repeat 100
      always (let* ((tree (ragged 5)) (least (least-leaves-of tree)))
               (assert (= least (least-leaves-of-list tree)))
               (loop for (algorithm) in (system::search-algorithms)
                     always (<= least (nth-value 2 (system::search-once t tree :algorithm algorithm))))))  ;=> T
(let ((deep 1)) (dotimes (i 1000000) (setq deep (list deep))) (least-leaves-of-list deep :max 1000))  ;=> 1
(mapcar #'least-leaves-of '(7 (1 2) ((3) (1 4)) (1 1) ((1 1) (1 0))))  ;=> (1 2 2 2 3)

;; WHY calls a cutoff deep if its bound was set at a position three plies above or more: F1 does not make it (Knuth and Moore 1975).
(why '((((6))) (((6 1)))) 2 1 1 2)  ;prints: The moves after move 1 of (2 1 1) were pruned: the minimizer gets at most 6 here, but the maximizer can have 6 at the root (alpha 6 >= beta 6); a deep cutoff, by a bound 3 plies above.~
(flet ((deep-p (tree &rest path) (search "deep cutoff" (with-output-to-string (*standard-output*) (apply #'why tree path)))))
  (list (deep-p '((3 5) (2 9)) 2 2) (deep-p (record-search '(((3 5) (2 9))) :alpha 4 :beta 9) 1 1 2)))  ;=> (NIL NIL)
