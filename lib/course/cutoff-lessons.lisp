;;;; cutoff-lessons.lisp -- lessons 7 to 9: the order of moves, shallow and deep cutoffs, windows. -*- sealed -*-

;;; Lesson 7

;; Three moves of three leaves each, by SEED: some leaves are pruned, and more could be.
(defun nine-leaves (seed)
  (tree-that (lambda (tree) (and (distinct-leaves-p tree) (<= 6 (length (visited-leaves tree)) 8))) seed 3 2))

(defun least-leaf-count (width plies)
  (+ (expt width (ceiling plies 2)) (expt width (floor plies 2)) -1))

(defun numbers-text (numbers) (format nil "~:[none~;~:*~{~D~^, ~}~]" numbers))

;; A question for a list of leaf numbers, of which RIGHT is the right one. WHAT: what is said of these leaves.
(defun leaf-numbers-question (text right what &rest parts)
  (apply #'question text (list 'quote right)
         :accept (lambda (answer)
                   (and (consp answer) (listp (second answer)) (null (set-exclusive-or (second answer) right))))
         :wrong (lambda (answer)
                  (let* ((numbers (if (and (consp answer) (listp (second answer)) (every #'integerp (second answer)))
                                      (second answer)
                                      :none))
                         (false (if (listp numbers) (find-if-not (lambda (n) (member n right)) numbers) nil)))
                    (cond ((eq numbers :none) "Not so: answer with a quoted list of numbers, '(1 2), or '() for none.")
                          (false (format nil "Not so: leaf ~D is not ~A." false what))
                          (t (format nil "Not yet: leaf ~D is ~A also." (first (set-difference right numbers)) what)))))
         parts))

;; A question for an order of the moves of TREE in which alpha-beta visits COUNT leaves. EXAMPLE: such an order.
(defun order-question (text tree count example &rest parts)
  (apply #'question text (list 'quote example)
         :accept (lambda (answer)
                   (and (consp answer) (same-tree-p (second answer) tree) (= (leaves-visited (second answer)) count)))
         :wrong (lambda (answer)
                  (if (and (consp answer) (same-tree-p (second answer) tree))
                      (format nil "Not yet: in this order alpha-beta visits ~D leaves, in another one ~D."
                              (leaves-visited (second answer)) count)
                      (format nil "Not so: answer with the same moves and leaves in another order,~%'~S" tree)))
         parts))

;; Does BEST-ORDER return an order of the same moves in which alpha-beta visits the fewest leaves?
(defun check-best-order ()
  (dolist (shape '((2 1) (2 2) (3 2) (2 3) (3 3) (2 4) (3 4)) nil)
    (dotimes (i 40)
      (let ((tree (random-tree (first shape) (second shape) :seed (+ i 1))) (least (apply #'least-leaf-count shape)))
        (multiple-value-bind (got failure) (call-learners "BEST-ORDER" (list (copy-tree tree)))
          (let ((fault (cond (failure (format nil "~A." failure))
                             ((not (same-tree-p got tree))
                              (format nil "is ~A, which has other moves or leaves." (printed-value got)))
                             ((> (leaves-visited got) least)
                              (format nil "is ~S,~%in which alpha-beta visits ~D leaves; ~D are enough." got (leaves-visited got)
                                      least)))))
            (if fault
                (return-from check-best-order
                  (values (format nil "~A ~A" (quoted-call "BEST-ORDER" (list tree)) fault)
                          (lambda () (show-values tree)))))))))))

(define-lesson 7 order "the best order of moves" "the best order of moves" (seed)
  (let ((tree (nine-leaves seed)))
    (list
     (leaf-numbers-question
      "The order of moves decides how much alpha-beta prunes. Here it visits the leaves from
left to right. Which leaves does it prune? Count the leaves from 1, and answer with a
quoted list of their numbers, for instance '(4 5)."
      (pruned-leaves tree) "pruned"
      :show (lambda () (show-tree tree))
      :hints (list "Alpha is the greatest value of the moves so far. A leaf that is not above alpha cuts off the rest of its move."
                   (format nil "The moves before the last one are worth ~{~D~^ and ~}."
                           (mapcar (lambda (move) (tree-value move :min)) (butlast tree))))
      :setup (lambda () (setf (symbol-value (learners "TREE")) tree))
      :right (let ((path (multiple-value-list (floor (- (first (pruned-leaves tree)) 1) 3))))
               (format nil "Right, as (draw tree) shows; (why tree ~D ~D) says why leaf ~D is pruned:" (+ (first path) 1) (+ (second path) 1)
                       (first (pruned-leaves tree))))
      :picture (lambda () (show-search tree)))
     (order-question
      (format nil "Write the tree again, with its moves and leaves in an order in which alpha-beta visits
as few leaves as possible. This is the tree:~%'~S" tree)
      tree (least-leaf-count 3 2) (ordered-tree tree)
      :hints '("The move that is worth most comes first: alpha is then high early."
               "In each other move the smallest leaf comes first: it refutes the move.")
      :right (format nil "Right: ~D leaves. The first move has all of its 3 leaves visited, each other move 1." (least-leaf-count 3 2))
      :picture (lambda () (show-search (ordered-tree tree))))
     (order-question
      "And now the worst order: one in which alpha-beta visits all 9 leaves."
      tree 9 (ordered-tree tree :max #'> #'<)
      :hints '("A cutoff needs a leaf that is not above alpha." "The worst move first, and in each move the largest leaf first.")
      :right "Right: no leaf is pruned; alpha grows with each move."
      :picture (lambda () (show-search (ordered-tree tree :max #'> #'<))))))
  (let* ((next (seeded-random (+ seed 3))) (width (+ 3 (funcall next 3))) (plies 4))
    (question (format nil "D. E. Knuth and R. W. Moore proved in 1975: with W moves at each position and D plies
the least number of leaves is W^ceiling(D/2) + W^floor(D/2) - 1. With 3 moves and 2 plies
it is 3 + 3 - 1 = 5. How many leaves is it for ~D moves and ~D plies?" width plies)
              (least-leaf-count width plies)
              :wrong (lambda (answer)
                       (if (eql answer (expt width plies))
                           (format nil "Not ~D: this is the number of all leaves." answer)
                           (format nil "Not so. Half of ~D plies are ~D: add two powers of ~D." plies (ceiling plies 2) width)))
              :hints (list (format nil "~D^~D is ~D." width 2 (expt width 2)) "Add it twice and subtract 1.")
              :right (format nil "Right: ~D of ~D leaves. With the best order, twice the plies take about twice the leaves
of a search of half the plies without pruning." (least-leaf-count width plies) (expt width plies))))
  (task "Write LEAST-LEAVES: (least-leaves width plies) returns this number. The check compares
it with the leaves that alpha-beta visits in trees in which every order is the best one,
since all leaves are equal."
        :needs '("LEAST-LEAVES")
        :check (lambda ()
                 (first-difference "LEAST-LEAVES" (lambda (width plies) (leaves-visited (uniform-tree width plies)))
                                   (let ((cases nil))
                                     (dotimes (plies 5 (nreverse cases))
                                       (dotimes (width 4) (push (list (+ width 1) (+ plies 1)) cases))))
                                   (lambda (width plies) (if (< (expt width plies) 10) (show-search (uniform-tree width plies))))))
        :hints '("(expt 3 2) is 9, (ceiling 5 2) is 3, (floor 5 2) is 2." "(+ (expt width (ceiling plies 2)) ...)")
        :solution '((defun least-leaves (width plies)
                                     (+ (expt width (ceiling plies 2)) (expt width (floor plies 2)) -1)))
        :right "Right, for 20 trees of up to 5 plies.")
  (task "Write BEST-ORDER, which returns a tree with the same moves in the best order at every
position. The maximizer moves at the root. (minimax tree :player :min) evaluates a tree in
which the minimizer moves; its value is the CAR of what it returns. SORT has a :KEY:
(sort list '> :key 'abs) puts the element of the greatest absolute value first."
        :needs '("BEST-ORDER")
        :check #'check-best-order
        :hints '("Order the moves of each move first, then the moves themselves. Pass the side to move along."
                 "(sort moves '> :key (lambda (move) (car (minimax move :player :min)))) is right if the maximizer moves.")
        :solution '((defun best-order (tree &optional (side :max))
                       (cond ((atom tree) tree)
                             (t (let* ((other (if (eq side :max) :min :max))
                                       (moves (mapcar (lambda (move) (best-order move other)) tree)))
                                  (sort moves (if (eq side :max) '> '<)
                                        :key (lambda (move) (car (minimax move :player other)))))))))
        :right (lambda ()
                 (let ((tree (random-tree 4 4 :seed seed)))
                   (format t "~&Right: 280 trees have the fewest leaves. For a tree of 4 moves and 4 plies that is ~D leaves
instead of ~D. A program that plays does not know the best order; it guesses: lesson 13.~%"
                           (leaves-visited (ordered-tree tree)) (leaves-visited tree))))))

;;; Lesson 8

;; Two moves at each position and four plies, by SEED: one deep cutoff at least.
(defun deep-tree (seed)
  (tree-that (lambda (tree) (and (distinct-leaves-p tree) (<= 1 (- (leaves-visited tree :f1) (leaves-visited tree)) 2)))
             seed 2 4 '(1 40)))

(defvar *deepest-small-tree* '((((6))) (((6 1)))) "The smallest tree in which alpha-beta prunes by a deep cutoff.")

(define-lesson 8 cutoffs "shallow and deep cutoffs" "shallow and deep cutoffs" (seed)
  (question "A cutoff compares what one player has at a position with a bound that the other player
has at a position above. If that position is directly above, the cutoff is shallow; if it
is three or more plies above, deep. How many leaves of this tree does alpha-beta visit?"
            (leaves-visited *deepest-small-tree*)
            :show (lambda () (show-tree *deepest-small-tree*))
            :hints '("The first move is worth 6: alpha is 6 at the root." "At (6 1) the minimizer has 6 after the first leaf.")
            :wrong (lambda (answer)
                     (if (eql answer 3) "Not 3: after move 1 the maximizer has 6. Does the last leaf matter then?"
                         "Not so. The tree has three leaves."))
            :right "Right. For any value of the last leaf, move 2 is worth 6 at most:"
            :picture (lambda () (show-search *deepest-small-tree*)))
  (question "The cutoff is at (6 1). Its reason is alpha at the root. How many plies above (6 1) is the
root?"
            3 :hints '("Count the moves from the root to (6 1)." "move 2, move 1, move 1")
            :right "Right: three plies, so it is a deep cutoff.")
  (question "Knuth and Moore call alpha-beta F2. Their F1, branch and bound, passes to a position only
the bound of the position directly above it, so it makes no deep cutoffs.
(minimax '((((6))) (((6 1)))) :algorithm :f1) runs it. How many leaves does it visit?"
            (leaves-visited *deepest-small-tree* :f1)
            :hints '("Does (6 1) get a bound from the position directly above it?" "There the maximizer has nothing yet.")
            :right "Right: all three." :picture (lambda () (show-search *deepest-small-tree* :f1)))
  (let ((tree (deep-tree seed)))
    (list
     (leaf-numbers-question
      "A tree of 16 leaves. Which leaves does alpha-beta prune?"
      (pruned-leaves tree) "pruned"
      :show (lambda () (show-tree tree))
      :hints (list "Write alpha and beta next to each position, and change them when a value comes back."
                   (format nil "The number of pruned leaves is ~D." (length (pruned-leaves tree))))
      :right "Right:" :picture (lambda () (show-search tree)))
     (leaf-numbers-question
      "Which of these does F1 visit, since only a deep cutoff prunes them?"
      (set-difference (pruned-leaves tree) (pruned-leaves tree nil)) "visited by F1 and pruned by F2"
      :show (lambda () (show-tree tree))
      :hints '("For each cutoff ask: is the bound that of the position directly above?" "(draw (record-search tree :algorithm :f1)) names the owner of each bound.")
      :right "Right: F1 prunes the others only." :picture (lambda () (show-search tree :f1)))))
  (task "Write F1: (biggest board bound), where the maximizer moves, and (smallest board bound).
BOUND is what the other player has at the position directly above. BIGGEST keeps the largest
value so far, gives it to SMALLEST as its bound, and returns it as soon as it is not below
BOUND; SMALLEST is its mirror image. QUIET, STATIC-VALUE and PLAUSIBLE-MOVES are those of
lesson 5. All leaves are between -100 and 100. Leaves are counted."
        :needs '("BIGGEST" "SMALLEST")
        :setup #'define-lesson-game
        :check (lambda () (check-cutoffs :f1 (lambda (tree side) (list tree (if (eq side :max) 100 -100)))))
        :hints '("(let ((best -100)) (dolist (move (plausible-moves board) best) ...))"
                 "(setq best (max best (smallest move best))) (if (>= best bound) (return best))")
        :solution '((defun biggest (board bound)
                       (cond ((quiet board) (static-value board))
                             (t (let ((best -100))
                                  (dolist (move (plausible-moves board) best)
                                    (setq best (max best (smallest move best)))
                                    (if (>= best bound) (return best)))))))
                     (defun smallest (board bound)
                       (cond ((quiet board) (static-value board))
                             (t (let ((best 100))
                                  (dolist (move (plausible-moves board) best)
                                    (setq best (min best (biggest move best)))
                                    (if (<= best bound) (return best))))))))
        :right "Right: the values of MINIMAX, and no leaf more than F1 visits.")
  (question "Now find a tree of your own in which F2 visits fewer leaves than F1, and answer with it,
a quoted list. (compare-searches tree) shows the leaves of all algorithms."
            (list 'quote *deepest-small-tree*)
            :accept (lambda (answer)
                      (and (consp answer) (list-tree-p (second answer))
                           (< (leaves-visited (second answer)) (leaves-visited (second answer) :f1))))
            :wrong (lambda (answer)
                     (if (and (consp answer) (list-tree-p (second answer)))
                         (format nil "Not yet: F2 visits ~D leaves of this tree, F1 ~D." (leaves-visited (second answer))
                                 (leaves-visited (second answer) :f1))
                         "Not so: answer with a quoted tree whose leaves are numbers."))
            :hints '("The cutoff must be three plies below the position that has the bound: the tree needs four plies."
                     "In the tree of step 1, the position above (6 1) has a single move. Change numbers, or add moves.")
            :right "Right. No such tree has fewer than three leaves.")
  (let ((tree (ordered-tree (random-tree 2 4 :seed seed))))
    (question (format nil "In the best order, F2 visits ~D of the 16 leaves of a tree of 2 moves and 4 plies.
Does F1 visit as few? Try this tree, which is in the best order:~%'~S" (leaves-visited tree) tree)
              (= (leaves-visited tree) (leaves-visited tree :f1))
              :hints '("(compare-searches tree)" "Compare the rows ALPHA-BETA and F1.")
              :right (lambda ()
                       (format t "~&Right: F2 visits ~D leaves, F1 ~D. In a random tree of 3 moves and 6 plies F2 visits ~D
and F1 ~D: deep cutoffs exist, but shallow ones do most of the work.~%"
                               (leaves-visited tree) (leaves-visited tree :f1)
                               (leaves-visited (random-tree 3 6 :seed seed :leaves '(0 999)))
                               (leaves-visited (random-tree 3 6 :seed seed :leaves '(0 999)) :f1))))))

;;; Lesson 9

(defun in-window (tree alpha beta &optional (algorithm :alpha-beta))
  (search-list tree :alpha alpha :beta beta :algorithm algorithm))

(defun value-in-window (tree alpha beta &optional (algorithm :alpha-beta))
  (first (in-window tree alpha beta algorithm)))

;; Trees with windows below, around and above their values: lists of arguments.
(defun window-cases ()
  (mapcan (lambda (tree)
            (let ((value (tree-value tree)))
              (mapcar (lambda (window) (list tree (+ value (first window)) (+ value (second window))))
                      '((-1 1) (0 1) (-1 0) (1 3) (-3 -1)))))
          (remove-if #'atom (trees-to-check))))

;; The fault of VALUE, which the learner's function returned for a search of TREE in the window from ALPHA to BETA: a text;
;; NIL if VALUE is right, and as good a bound as that of fail-soft alpha-beta.
(defun fault-of-bound (value tree alpha beta)
  (let ((true (tree-value tree)) (wanted (value-in-window tree alpha beta)))
    (cond ((not (realp value)) (format nil "is ~A, it should be a number" (printed-value value)))
          ((< alpha true beta) (if (= value true) nil (format nil "is ~D, it should be ~D" value true)))
          ((>= alpha true)
           (cond ((> value alpha) (format nil "is ~D, but the value is ~D, below the window" value true))
                 ((< value true) (format nil "is ~D, which is not an upper bound of the value ~D" value true))
                 ((> value wanted) (format nil "is ~D; the better upper bound ~D is known" value wanted))))
          ((< value beta) (format nil "is ~D, but the value is ~D, above the window" value true))
          ((> value true) (format nil "is ~D, which is not a lower bound of the value ~D" value true))
          ((< value wanted) (format nil "is ~D; the better lower bound ~D is known" value wanted)))))

(defun check-fail-soft ()
  (define-lesson-game)
  (dolist (arguments (window-cases) nil)
    (setq *leaves-counted* 0)
    (multiple-value-bind (value failure) (call-learners "BIGGEST" arguments)
      (let* ((least (getf (nth-value 1 (apply #'in-window arguments)) :leaves))
             (fault (cond (failure)
                          ((apply #'fault-of-bound value arguments))
                          ((> *leaves-counted* least)
                           (format nil "visits ~D leaves, ~D are enough" *leaves-counted* least)))))
        (if fault
            (return (values (format nil "~A ~A." (quoted-call "BIGGEST" arguments) fault)
                            (lambda () (show-values (first arguments))))))))))

;; Three moves of three leaves each, by SEED: a narrow window saves leaves, and the bound of a window above is not the value.
(defun window-tree (seed)
  (tree-that (lambda (tree)
               (let ((value (tree-value tree)))
                 (and (distinct-leaves-p tree)
                      (< (getf (nth-value 1 (in-window tree (- value 1) (+ value 1))) :leaves) (leaves-visited tree))
                      (/= (value-in-window tree (+ value 3) (+ value 7)) value)
                      (/= (value-in-window tree (- value 4) (- value 1)) (- value 1)))))
             seed 3 2))

(define-lesson 9 windows "windows and fail-soft" "windows and fail-soft" (seed)
  (let* ((tree (window-tree seed)) (value (tree-value tree)) (above (+ value 3)))
    (list
     (question (format nil "Alpha and beta at the root are a window. A search in a window finds a value inside it
exactly; of another value it finds a bound alone. The tree below, which is also the value of
the variable TREE, is worth ~D. Is this value inside the window from ~D to ~D?" value above (+ value 7))
               nil :show (lambda () (show-tree tree))
               :setup (lambda () (setf (symbol-value (learners "TREE")) tree))
               :hints (list (format nil "Is ~D greater than ~D?" value above))
               :right (format nil "Right: it is below. The search fails low, and proves only that the value is at most ~D." above))
     (question (format nil "A fail-hard search never returns a number outside its window. What does it return here, for
alpha ~D and beta ~D?" above (+ value 7))
               (value-in-window tree above (+ value 7) :fail-hard)
               :hints (list "It cannot return less than alpha."
                            (format nil "(minimax tree :alpha ~D :beta ~D :algorithm :fail-hard)" above (+ value 7)))
               :wrong (lambda (answer)
                        (if (eql answer value) (format nil "Not ~D: this is outside the window." answer)
                            "Not so. A search that fails low and hard returns alpha.")))
     (question (format nil "A fail-soft search (J. P. Fishburn, 1983) returns the best value that it has seen, also
outside the window. What does it return? Try (minimax tree :alpha ~D :beta ~D)." above (+ value 7))
               (value-in-window tree above (+ value 7))
               :hints '("It is the largest value that a move had, even though alpha is larger."
                        "MINIMAX is fail-soft unless :ALGORITHM says otherwise.")
               :right (lambda ()
                        (format t "~&Right: ~S.~%:BOUND :UPPER says that this is an upper bound.~%"
                                (multiple-value-list (in-window tree above (+ value 7))))))
     (question (format nil "The window from ~D to ~D lies below the value: the search fails high. Which value does the
fail-soft search return?" (- value 4) (- value 1))
               (value-in-window tree (- value 4) (- value 1))
               :hints '("The maximizer stops as soon as a move is worth beta or more, and returns what this move is worth."
                        "What is the first move worth?")
               :wrong (lambda (answer)
                        (if (eql answer (- value 1)) (format nil "Not ~D: this is beta, which fail-hard returns." answer)
                            "Not so: which move is the first that is not below beta?"))
               :right (lambda ()
                        (format t "~&Right: ~S.~%" (multiple-value-list (in-window tree (- value 4) (- value 1))))))
     (question (format nil "A narrow window prunes more. How many leaves does a search with alpha ~D and beta ~D visit?"
                       (- value 1) (+ value 1))
               (getf (nth-value 1 (in-window tree (- value 1) (+ value 1))) :leaves)
               :show (lambda () (show-tree tree))
               :hints (list (format nil "In each move, a leaf that is not above alpha cuts off the rest.")
                            "MINIMAX returns :LEAVES.")
               :right (lambda ()
                        (format t "~&Right: ~D instead of ~D without a window. A program that guesses the value searches in such
a window, and again in a wider one if the guess was wrong: an aspiration window.~%"
                                (getf (nth-value 1 (in-window tree (- value 1) (+ value 1))) :leaves) (leaves-visited tree)))
               :picture (lambda () (draw (record-list tree :alpha (- value 1) :beta (+ value 1)))))
     (question (format nil "A null window, such as from ~D to ~D, contains no integer. A search in it fails low or
high: it answers a question. (minimax tree :alpha ~D :beta ~D) asks whether the value of the tree is
greater than ~D. Is it?" value (+ value 1) value (+ value 1) value)
               nil :hints '("The search in this window fails low." "So the value is at most alpha.")
               :right "Right: it fails low. Lesson 10 asks such questions of each move.")))
  (task "Write a fail-soft BIGGEST and SMALLEST: (biggest board alpha beta). In the window both
return the exact value. Below it, return the smallest upper bound that you know; above it,
the largest lower bound. QUIET, STATIC-VALUE and PLAUSIBLE-MOVES are those of lesson 5.
All leaves are between -100 and 100. Leaves are counted."
        :needs '("BIGGEST" "SMALLEST")
        :setup #'define-lesson-game
        :check #'check-fail-soft
        :hints '("Keep two numbers: BEST, the best value so far, and ALPHA, which is at least the one it was given."
                 "(setq best (max best (smallest move alpha beta)))
(setq alpha (max alpha best))
(if (>= alpha beta) (return best))")
        :solution '((defun biggest (board alpha beta)
                       (cond ((quiet board) (static-value board))
                             (t (let ((best -100))
                                  (dolist (move (plausible-moves board) best)
                                    (setq best (max best (smallest move alpha beta)))
                                    (setq alpha (max alpha best))
                                    (if (>= alpha beta) (return best)))))))
                     (defun smallest (board alpha beta)
                       (cond ((quiet board) (static-value board))
                             (t (let ((best 100))
                                  (dolist (move (plausible-moves board) best)
                                    (setq best (min best (biggest move alpha beta)))
                                    (setq beta (min beta best))
                                    (if (>= alpha beta) (return best))))))))
        :right "Right: in 5 windows of each tree, your bounds are as good as those of MINIMAX."))
