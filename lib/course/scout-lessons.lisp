;;;; scout-lessons.lisp -- lessons 10 and 11: SCOUT and NegaScout, SSS* and MTD(f). -*- sealed -*-

;;; Lesson 10

(defvar *searched-again* '(((5 4) (7 6)) ((8 5) (6 0))) "A tree in which NegaScout searches a move again.")

;; Is the value of TREE, where SIDE moves, greater than BOUND?
(defun value-above-p (tree bound side) (> (tree-value tree side) bound))

;; Compares the learner's function NAME, a test of trees in which SIDE moves, with the values of trees.
(defun check-test (name side)
  (first-difference name (lambda (tree bound) (value-above-p tree bound side))
                    (mapcan (lambda (tree)
                              (let ((value (tree-value tree side)))
                                (list (list tree value) (list tree (- value 1)) (list tree (+ value 1)))))
                            (trees-to-check))
                    (lambda (tree bound) (declare (ignore bound)) (show-values tree side))
                    (lambda (got wanted) (eq (null got) (null wanted)))))

(defun checked-in-turn (&rest checks)
  (dolist (check checks nil)
    (multiple-value-bind (text picture) (funcall check)
      (if text (return (values text picture))))))

;; A tree in the best order, of 3 moves and 4 plies.
(defun best-ordered-tree (seed) (ordered-tree (random-tree 3 4 :seed seed :leaves '(0 99))))

(define-lesson 10 scout "SCOUT and NegaScout" "SCOUT and NegaScout" (seed)
  (let* ((tree (lesson-tree seed)) (value (tree-value tree)) (move (second tree))
         (leaves (if (> (first move) value) 2 1)))
    (question (format nil "Move 1 of this tree is worth ~D. The maximizer only wants to know whether move 2 is
worth more than ~:*~D. How many leaves of move 2 must be visited to answer this?" value)
              leaves
              :show (lambda () (show-tree tree))
              :hints (list "The minimizer moves there: one leaf that is not greater answers no." (format nil "Its first leaf is ~D." (first move)))
              :right "Right. A test needs fewer leaves than a value does: that is the idea of SCOUT (J. Pearl, 1980)."))
  (task "Write the two tests: (test-max tree bound) is true if the value of TREE, where the maximizer
moves, is greater than BOUND; (test-min tree bound) is the same where the minimizer moves.
SOME and EVERY stop as soon as the answer is known: (some 'evenp '(1 2 3)) is true,
(every (lambda (n) (> n 1)) '(1 2 3)) is false."
        :needs '("TEST-MAX" "TEST-MIN")
        :check (lambda () (checked-in-turn (lambda () (check-test "TEST-MAX" :max)) (lambda () (check-test "TEST-MIN" :min))))
        :hints '("The maximizer needs one move that is greater; for the minimizer to fail, all moves must be greater."
                 "(some (lambda (move) (test-min move bound)) tree) is the test of a list where the maximizer moves.")
        :solution '((defun test-max (tree bound)
                       (cond ((atom tree) (> tree bound))
                             (t (some (lambda (move) (test-min move bound)) tree))))
                     (defun test-min (tree bound)
                       (cond ((atom tree) (> tree bound))
                             (t (every (lambda (move) (test-max move bound)) tree)))))
        :right "Right: some and every are the two kinds of cutoffs.")
  (task "SCOUT evaluates the first move, tests each other move, and evaluates it only if it is
better than the best so far. Write (eval-max tree) and (eval-min tree). All leaves are
integers, so a value is less than 5 if it is not greater than 4."
        :needs '("EVAL-MAX" "EVAL-MIN")
        :check (lambda () (check-values '("EVAL-MAX" "EVAL-MIN")))
        :hints '("(let ((best (eval-min (car tree)))) (dolist (move (cdr tree) best) ...)) begins EVAL-MAX."
                 "(if (test-min move best) (setq best (eval-min move))); for the minimizer, (if (not (test-max move (- best 1))) ...)")
        :solution '((defun eval-max (tree)
                       (cond ((atom tree) tree)
                             (t (let ((best (eval-min (car tree))))
                                  (dolist (move (cdr tree) best)
                                    (if (test-min move best) (setq best (eval-min move))))))))
                     (defun eval-min (tree)
                       (cond ((atom tree) tree)
                             (t (let ((best (eval-max (car tree))))
                                  (dolist (move (cdr tree) best)
                                    (if (not (test-max move (- best 1))) (setq best (eval-max move)))))))))
        :right "Right: this is SCOUT, and (minimax tree :algorithm :scout) is Winnow's.")
  (question (format nil "NegaScout (A. Reinefeld, 1983) is SCOUT and alpha-beta in one: it searches the first move
with the full window, and each other one with a null window. If that fails high inside the
window, it searches the move again, for its value. Move 1 of this tree is worth ~D. Which
move at the root is searched again?" (tree-value (first *searched-again*) :min))
            2
            :show (lambda () (show-tree *searched-again*))
            :hints (list (format nil "Move 2 is worth ~D." (tree-value (second *searched-again*) :min)) "It is better than move 1.")
            :setup (lambda () (setf (symbol-value (learners "TREE")) *searched-again*))
            :right "Right: the test says that it is better, but not by how much. The command
  (draw (record-list tree :algorithm :negascout))
shows it:"
            :picture (lambda () (show-search *searched-again* :negascout)))
  (question (format nil "A leaf may be evaluated by the test and again by the second search. How many evaluations does
NegaScout make in this tree? Alpha-beta makes ~D. Try this:~%  (minimax '~S :algorithm :negascout)" (leaves-visited *searched-again*) *searched-again*)
            (leaves-visited *searched-again* :negascout)
            :hints '("The number after :LEAVES." "(compare-searches tree) shows evaluations and different leaves.")
            :right "Right: it costs more where a later move is better than the first one.")
  (let ((tree (best-ordered-tree seed)))
    (question (format nil "Here the best move comes first at each position. How many evaluations does NegaScout make?
Compare it with the least number for 3 moves and 4 plies. The tree is the value of the variable TREE.~%  ~S" tree)
              (leaves-visited tree :negascout)
              :setup (lambda () (setf (symbol-value (learners "TREE")) tree))
              :hints '("No move is better than the first one, so none is searched again." "9 + 9 - 1")
              :right (lambda ()
                       (format t "~&Right: ~D, as alpha-beta does. NegaScout pays where moves are ordered well: each test after
the first move fails low at little cost.~%" (leaves-visited tree)))))
  (let ((tree (random-tree 3 5 :seed seed :leaves '(0 99))))
    (question "The other extreme: an order by chance. TREE is now a random tree of 3 moves and 5 plies.
Does NegaScout make fewer evaluations than alpha-beta there? (compare-searches tree) knows."
              (< (leaves-visited tree :negascout) (leaves-visited tree))
              :setup (lambda () (setf (symbol-value (learners "TREE")) tree))
              :hints '("Compare the rows ALPHA-BETA and NEGASCOUT." "The column LEAVES counts evaluations.")
              :right (lambda ()
                       (format t "~&Right: ~D against ~D. (help :negascout) has the mean of many trees.~%"
                               (leaves-visited tree :negascout) (leaves-visited tree))))))

;;; Lesson 11

;; The order in which SSS* visits the leaves of TREE, two plies deep: a list of (MOVE . LEAF), both counted from 1. The merit of
;; a move is the least of its leaves so far.
(defun sss-visits (tree)
  (let ((merits (mapcar #'first tree)) (seen (mapcar (constantly 1) tree)) (visits nil))
    (dotimes (i (length tree)) (push (cons (+ i 1) 1) visits))
    (loop
      (let* ((at (position (reduce #'max merits) merits)) (leaves (nth at tree)) (n (nth at seen)))
        (if (= n (length leaves)) (return (nreverse visits)))
        (setf (nth at merits) (min (nth at merits) (nth n leaves)))
        (push (cons (+ at 1) (incf (nth at seen))) visits)))))

;; Two values: the number of null-window searches that MTD(f) makes from GUESS, and the value of TREE.
(defun mtdf-passes (tree guess)
  (let ((lower -1000) (upper 1000) (passes 0))
    (loop
      (if (>= lower upper) (return (values passes guess)))
      (let ((beta (if (= guess lower) (+ guess 1) guess)))
        (incf passes)
        (setq guess (value-in-window tree (- beta 1) beta))
        (if (< guess beta) (setq upper guess) (setq lower guess))))))

(define-lesson 11 best-first "SSS* and MTD(f)" "SSS* and MTD(f)" (seed)
  (let* ((tree (lesson-tree seed)) (visits (sss-visits tree)) (fourth (nth 3 visits)) (value (tree-value tree)))
    (list
     (question "SSS* (G. C. Stockman, 1979) does not go from left to right. It keeps a list OPEN of
positions, each with a merit: an upper bound of what the maximizer can get there. It always
continues with the greatest merit. If the maximizer moves, all moves enter OPEN; if the
minimizer moves, only the first one. So the first leaf of each move is visited, and the
merit of each move is this leaf. In which move does SSS* go on?"
               (car fourth)
               :show (lambda () (show-tree tree))
               :hints '("Compare the first leaves of the moves." "The greatest of them is the greatest merit."))
     (let* ((leaves (nth (- (car fourth) 1) tree)) (merit (min (first leaves) (second leaves))))
       (question (format nil "It visits the second leaf there, ~D. What is the merit of this move now?" (second leaves))
                 merit
                 :hints '("The minimizer chooses between the two leaves." "A merit never grows.")
                 :wrong (lambda (answer) (if (eql answer (max (first leaves) (second leaves)))
                                             "Not so: the minimizer takes the smaller one."
                                             "Not so: it is one of the two leaves."))))
     (question "SSS* ends when the greatest merit belongs to a move whose leaves have all been visited.
How many leaves does it visit in this tree?"
               (length visits)
               :show (lambda () (show-tree tree))
               :hints (list "Go on in the move of the greatest merit until the end."
                            (format nil "The merits at the end: the greatest is ~D." value))
               :right (lambda () (format t "~&Right. Alpha-beta visits ~D. The numbers after # are the order of the visits:~%" (leaves-visited tree)))
               :picture (lambda () (show-search tree :sss)))))
  (let ((tree (random-tree 3 4 :seed seed :leaves '(0 99))))
    (list
     (question "TREE is now a random tree of 3 moves and 4 plies. How many leaves does SSS* visit?
(compare-searches tree) compares it with alpha-beta."
               (leaves-visited tree :sss)
               :setup (lambda () (setf (symbol-value (learners "TREE")) tree))
               :hints '("Look for the row SSS." "(minimax tree :algorithm :sss) returns :LEAVES.")
               :right (lambda ()
                        (format t "~&Right: ~D, and alpha-beta ~D of ~D. SSS* never visits more leaves than alpha-beta, but it
keeps OPEN, which grows with the tree.~%" (leaves-visited tree :sss) (leaves-visited tree) (leaves-of tree))))))
  (let* ((tree (lesson-tree seed)) (value (tree-value tree)))
    (list
     (question (format nil "MTD(f) (A. Plaat and others, 1996) finds the value by null windows alone. It asks whether the
value is at least a first guess f. Fail-soft answers give a bound; the bound is the next
guess; it ends when lower and upper bound meet. This tree is worth ~D. How many searches are
needed if the first guess is right?" value)
               (mtdf-passes tree value)
               :show (lambda () (show-tree tree))
               :hints '("The first one shows that the value is at least the guess. Is it known then?" "A second one must show that it is not greater.")
               :right "Right: one for the lower bound, one for the upper bound.")))
  (task "Write (mtdf tree guess), which returns the value. All leaves are integers between -100 and
100. (minimax tree :alpha (- beta 1) :beta beta) asks whether the value is at least BETA;
the CAR of what it returns is a lower bound if it is not less than BETA, else an upper one.
After a lower bound the next question must be about one more."
        :needs '("MTDF")
        :check (lambda ()
                 (first-difference "MTDF" (lambda (tree guess) (declare (ignore guess)) (tree-value tree))
                                   (mapcan (lambda (tree)
                                             (let ((value (tree-value tree)))
                                               (mapcar (lambda (guess) (list tree guess)) (list value 0 (+ value 3) (- value 3)))))
                                           (trees-to-check))
                                   (lambda (tree guess) (declare (ignore guess)) (show-values tree))))
        :hints '("Keep LOWER and UPPER; end when LOWER >= UPPER. BETA is GUESS, or GUESS + 1 if GUESS is LOWER."
                 "(setq guess (car (minimax tree :alpha (- beta 1) :beta beta)))
(if (< guess beta) (setq upper guess) (setq lower guess))")
        :solution '((defun mtdf (tree guess)
                       (let ((lower -100) (upper 100))
                         (loop
                           (if (>= lower upper) (return guess))
                           (let ((beta (if (= guess lower) (+ guess 1) guess)))
                             (setq guess (car (minimax tree :alpha (- beta 1) :beta beta)))
                             (if (< guess beta) (setq upper guess) (setq lower guess)))))))
        :right "Right. Winnow's MTD(f) keeps the bounds of all positions, so it evaluates no leaf twice.")
  (let* ((tree (lesson-tree seed)) (far 20))
    (question (format nil "With the tree of step 1 and the first guess ~D, far too high: how many searches?" far)
              (mtdf-passes tree far)
              :show (lambda () (show-tree tree))
              :hints '("Each search that fails low gives an upper bound, which is the next guess."
                       "Add a FORMAT or a counter to your MTDF, and call it.")
              :right (lambda ()
                       (format t "~&Right. From a guess of plus infinity MTD(f) visits the leaves of SSS*: that is MT-SSS; from
minus infinity, those of DUAL*.~%"))))
  (let ((tree (random-tree 3 4 :seed (+ seed 50) :leaves '(0 99))))
    (question "Does MT-SSS visit as many leaves of TREE, a new random tree, as SSS* does?"
              (= (leaves-visited tree :sss) (leaves-visited tree :mt-sss))
              :setup (lambda () (setf (symbol-value (learners "TREE")) tree))
              :hints '("(compare-searches tree) has both rows." "Compare SSS and MT-SSS.")
              :right (lambda ()
                       (format t "~&Right: ~D each. A table of bounds does the work of the list OPEN.~%" (leaves-visited tree :sss))))))
