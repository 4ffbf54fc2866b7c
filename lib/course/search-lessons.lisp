;;;; search-lessons.lisp -- lessons 4 to 6: trees, Winston's stages, alpha and beta by hand. -*- sealed -*-

;; Winnow has functions of these names, which a lesson must not redefine.
(reserve-names '("BIGGEST" "SMALLEST" "QUIET" "STATIC-VALUE" "PLAUSIBLE-MOVES"))

;;; Lesson 4

;; Three moves of two leaves each, by SEED: the first move is worth more than the others, and all leaves differ.
(defun six-leaves (seed)
  (let ((next (seeded-random seed)))
    (loop
      (let* ((leaves (let ((l nil)) (dotimes (i 6 l) (push (funcall next 10) l))))
             (tree (list (subseq leaves 0 2) (subseq leaves 2 4) (subseq leaves 4 6)))
             (values (mapcar (lambda (move) (tree-value move :min)) tree)))
        (if (and (= (length (remove-duplicates leaves)) 6) (> (first values) (second values)) (> (first values) (third values)))
            (return tree))))))

(defun lesson-tree (seed)
  (if (= seed 1) '((3 5) (2 9) (7 1)) (six-leaves seed)))

(defun answer-for-move (tree number)
  (let ((move (nth (- number 1) tree)))
    (question (format nil "What is move ~D worth, if the minimizer moves at ~S?" number move)
              (tree-value move :min)
              :wrong (lambda (answer)
                       (if (eql answer (tree-value move :max))
                           (format nil "Not ~D: at ~S the minimizer moves and takes the smaller number." answer move)
                           (format nil "Not so. The minimizer takes the smallest of ~{~D~^ and ~}." move)))
              :hints (list "The minimizer takes the smallest number." (format nil "(min~{ ~D~}) is the answer." move)))))

(define-lesson 4 trees "trees" "a tree and its value" (seed)
  (question (format nil "A game tree is a list of moves; a number is the static value of a
position, seen by the maximizer. At the root the maximizer moves, below it the
minimizer, then the maximizer again, and so on.
How many moves has the root of ~S ?" (lesson-tree seed))
            3 :show (lambda () (show-tree (lesson-tree seed)))
            :wrong (lambda (answer) (declare (ignore answer)) "Not so: each element of the outer list is a move.")
            :hints '("Count the elements of the outer list."))
  (answer-for-move (lesson-tree seed) 1)
  (answer-for-move (lesson-tree seed) 2)
  (answer-for-move (lesson-tree seed) 3)
  (question "The maximizer takes the move that is worth most. What is the root worth?"
            (tree-value (lesson-tree seed))
            :hints '("The largest of the three values.")
            :picture (lambda () (show-values (lesson-tree seed))))
  (question "Which move is that? Answer with its number, counted from 1."
            (+ 1 (position (tree-value (lesson-tree seed)) (lesson-tree seed)
                           :key (lambda (move) (tree-value move :min))))
            :hints '("Which of the moves has the value of the root?")
            :right (lambda ()
                     (format t "~&Right: (minimax '~S) is ~S, the value and the moves of both players.~%" (lesson-tree seed)
                             (search-list (lesson-tree seed)))))
  (let ((tree (irregular-tree (+ seed 4) 3)))
    (question "A tree may be deeper in some places. What is this one worth?"
              (tree-value tree)
              :show (lambda () (show-tree tree))
              :wrong (lambda (answer)
                       (declare (ignore answer))
                       "Not so. Begin with the positions whose moves are all numbers, and work up to the root.")
              :hints '("Write the value of each position next to it, from the leaves upwards.")
              :picture (lambda () (show-values tree)))))

;;; Lesson 5

;; The window at which every search begins here.
(defun with-wide-window (tree side) (declare (ignore side)) (list tree -100 100))

;; Counts the leaves that the learner's functions visit by the calls of STATIC-VALUE, which the lesson defines.
(defvar *leaves-counted* 0 "The leaves that were visited in a check of the course.")

(defun define-lesson-game ()
  (setf (symbol-function (learners "QUIET")) #'atom
        (symbol-function (learners "STATIC-VALUE")) (lambda (board) (incf *leaves-counted*) board)
        (symbol-function (learners "PLAUSIBLE-MOVES")) #'identity))

;; Compares the values of BIGGEST and SMALLEST, then the leaves that BIGGEST visits with those of ALGORITHM. ARGUMENTS: a
;; function that returns the arguments of BIGGEST or SMALLEST for a tree and the side to move.
(defun check-cutoffs (algorithm arguments)
  (define-lesson-game)
  (multiple-value-bind (text picture) (check-values '("BIGGEST" "SMALLEST") arguments)
    (if text
        (values text picture)
        (dolist (tree (trees-to-check) nil)
          (setq *leaves-counted* 0)
          (call-learners "BIGGEST" (funcall arguments tree :max))
          (let ((least (leaves-visited tree algorithm)))
            (if (> *leaves-counted* least)
                (return (values (format nil "~A visits ~D leaves, ~D are enough."
                                        (quoted-call "BIGGEST" (funcall arguments tree :max)) *leaves-counted* least)
                                (lambda () (show-values tree))))))))))

(define-lesson 5 winston "Winston's stages" "BIGGEST and SMALLEST, stage by stage" (seed)
  (task "BIGGEST finds the largest number in a tree; no game yet:
  (defun biggest (tree)
    (cond ((atom tree) tree)
          (t (apply 'max (mapcar 'biggest tree)))))
In a game the maximizer takes the largest of what the minimizer leaves, and
the minimizer the smallest of what the maximizer leaves. Write BIGGEST and
SMALLEST, the value of a tree if the maximizer, or the minimizer, moves."
        :needs '("BIGGEST" "SMALLEST")
        :check (lambda () (check-values))
        :hints '("Whose turn is it at (0 1)? Which function knows what a tree is worth then?"
                 "BIGGEST calls SMALLEST for each move, and SMALLEST calls BIGGEST.")
        :right "Right: 300 random trees have the value that MINIMAX gives.
(biggest '((3) (1 4) ((1 5 9) 2))) is 3; the first BIGGEST gave 9."
        :solution '((defun biggest (tree) (cond ((atom tree) tree) (t (apply 'max (mapcar 'smallest tree)))))
                     (defun smallest (tree) (cond ((atom tree) tree) (t (apply 'min (mapcar 'biggest tree)))))))
  (task "A program that plays something else does not use list trees. Three functions describe
the game: QUIET says whether a board is evaluated without a search, STATIC-VALUE
evaluates it, PLAUSIBLE-MOVES returns the boards that a move leads to. For list
trees they are ATOM, the number itself, and the list itself. Write the three."
        :needs '("QUIET" "STATIC-VALUE" "PLAUSIBLE-MOVES")
        :check (lambda ()
                 (multiple-value-bind (text picture) (first-difference "QUIET" #'atom '((3) ((3)) ((1 2))))
                   (if text (values text picture)
                       (or (first-difference "STATIC-VALUE" #'identity '((3) (0)))
                           (first-difference "PLAUSIBLE-MOVES" #'identity '(((1 2)) (((3) (1 4)))))))))
        :hints '("Each is one line: (defun quiet (board) ...)" "(atom board), board, and board.")
        :solution '((defun quiet (board) (atom board)) (defun static-value (board) board)
                                   (defun plausible-moves (board) board)))
  (task "Use them: write BIGGEST and SMALLEST so that they know nothing of lists."
        :needs '("BIGGEST" "SMALLEST")
        :check (lambda () (check-values))
        :hints '("(cond ((quiet board) (static-value board)) ...)" "MAPCAR over (plausible-moves board).")
        :right "Right. Only the three functions have to change for another game."
        :solution '((defun biggest (board)
                       (cond ((quiet board) (static-value board)) (t (apply 'max (mapcar 'smallest (plausible-moves board))))))
                     (defun smallest (board)
                       (cond ((quiet board) (static-value board)) (t (apply 'min (mapcar 'biggest (plausible-moves board))))))))
  (task "Now the bounds. ALPHA is what the maximizer has for certain, BETA what the minimizer
has. BIGGEST and SMALLEST take BOARD, ALPHA and BETA. BIGGEST goes through the moves,
keeps the largest value in ALPHA, and stops as soon as ALPHA >= BETA; SMALLEST is its
mirror image. Return ALPHA, or BETA, at the end. Leaves are counted."
        :needs '("BIGGEST" "SMALLEST")
        :check (lambda () (check-cutoffs :fail-hard #'with-wide-window))
        :setup #'define-lesson-game
        :hints '("Use DO, DOLIST with RETURN, or PROG; each move gets the bounds of this moment."
                 "(dolist (move (plausible-moves board) alpha)
  (setq alpha (max alpha (smallest move alpha beta)))
  (if (>= alpha beta) (return beta)))")
        :right "Right: the values of MINIMAX, and no leaf more than alpha-beta visits."
        :solution '((defun biggest (board alpha beta)
                       (cond ((quiet board) (static-value board))
                             (t (dolist (move (plausible-moves board) alpha)
                                  (setq alpha (max alpha (smallest move alpha beta)))
                                  (if (>= alpha beta) (return beta))))))
                     (defun smallest (board alpha beta)
                       (cond ((quiet board) (static-value board))
                             (t (dolist (move (plausible-moves board) beta)
                                  (setq beta (min beta (biggest move alpha beta)))
                                  (if (<= beta alpha) (return alpha))))))))
  (question "The stages of Winston's book, BIGGEST1 to BIGGEST11, are in Winnow: (biggest1 tree).
Yours visits how many of the 7 leaves of '((3) (1 4) ((1 5 9) 2)) ?
(minimax '((3) (1 4) ((1 5 9) 2))) prints the number."
            6 :hints '("The number after :LEAVES.")))

;;; Lesson 6

;; The fewest leaves that alpha-beta visits for an order of the moves and leaves of TREE, two plies deep.
(defun least-leaves (tree) (+ (length tree) (length (first tree)) -1))

;; Must the second leaf of move NUMBER of TREE be visited, when the maximizer has ALPHA? The dialogue of one question.
(defun second-leaf-question (tree number)
  (let* ((alpha (reduce #'max (mapcar (lambda (move) (tree-value move :min)) (subseq tree 0 (- number 1)))))
         (leaves (nth (- number 1) tree)) (first (first leaves)) (second (second leaves))
         (needed (< alpha first)))
    (flet ((root-with (n)
             (tree-value (append (subseq tree 0 (- number 1)) (list (list first n)) (nthcdr number tree)))))
      (question (format nil "The first leaf of move ~D is ~D. Must its leaf ~D be visited?" number first second)
                needed
                :wrong (lambda (answer)
                         (if needed
                             (format nil "Not so. Put other numbers in the place of ~D: with ~D the root is worth ~D,
with ~D it is worth ~D, with ~D it is worth ~D."
                                     second alpha (root-with alpha) (+ alpha 1) (root-with (+ alpha 1))
                                     (+ first 2) (root-with (+ first 2)))
                             (if (null answer)
                                 "Not so."
                                 (format nil "Not so. Put other numbers in the place of ~D: with 0, 2 and 99 the root is worth
~D each time. Why? (:hint helps; then answer again)" second (root-with 99)))))
                :hints (list (format nil "After the leaf ~D, move ~D is worth at most ~D: beta is ~D. Compare it with alpha."
                                     first number first first)
                             (format nil "Alpha is ~D." alpha))
                :right (lambda ()
                         (if needed
                             (format t "~&Right: alpha ~D < beta ~D.~%" alpha first)
                             (format t "~&Right: ~D >= ~D, alpha is not below beta: a cutoff.~%" alpha first)))
                :picture (if needed nil (lambda () (show-cutoff tree number alpha)))))))

;; Prints TREE, two plies deep, as it is known after the cutoff in move NUMBER: the values of the moves before it, its first leaf, and
;; the leaf that is pruned.
(defun show-cutoff (tree number alpha)
  (let* ((at 0) (count (length tree)) (values (mapcar (lambda (move) (tree-value move :min)) tree))
         (best (+ 1 (position alpha values))))
    (format t "~&  max >= ~D~%" alpha)
    (dolist (move tree)
      (incf at)
      (let ((value (pop values)))
        (show-branch "  " (= at count) at
                     (cond ((< at number) (format nil "min = ~D~:[~; *~]" value (= at best)))
                           ((= at number) (format nil "min <= ~D" (first move)))
                           (t (format nil "min of ~{~D~^, ~}" move))))
        (when (= at number)
          (let ((prefix (if (= at count) "     " "  │  ")))
            (show-branch prefix nil 1 (format nil "~D" (first move)))
            (format t "~A└╌ 2: ~D     pruned~%" prefix (second move))))))))

(define-lesson 6 alpha-beta "alpha and beta by hand" "alpha and beta by hand" (seed)
  (let* ((tree (lesson-tree seed)) (first (tree-value (first tree) :min)))
    (list
     (question "Move 1 is searched in full. What is it worth?" first
               :show (lambda () (show-tree tree))
               :wrong (lambda (answer)
                        (if (eql answer (tree-value (first tree) :max))
                            (format nil "Not ~D: at ~S the minimizer moves and takes the smaller number." answer (first tree))
                            (format nil "Not so: the minimizer moves at ~S." (first tree))))
               :hints '("The minimizer takes the smaller number.")
               :right (lambda ()
                        (format t "~&Right. The maximizer has ~D for certain: alpha at the root is ~:*~D now.~%" first)))
     (second-leaf-question tree 2)
     (second-leaf-question tree 3)
     (question "How many of the 6 leaves does alpha-beta visit?" (leaves-visited tree)
               :hints '("All leaves but those that are cut off.")
               :right (lambda ()
                        (format t "~&Right, as (minimax '~S) says: ~S.~%" tree (nth-value 1 (search-list tree)))))
     (question "Order the moves and leaves so that it visits as few as possible."
               (list 'quote (ordered-tree tree))
               :accept (lambda (answer)
                         (and (consp answer) (same-tree-p (second answer) tree)
                              (= (leaves-visited (second answer)) (least-leaves tree))))
               :wrong (lambda (answer)
                        (cond ((not (and (consp answer) (same-tree-p (second answer) tree)))
                               (format nil "Not so: the same moves and leaves as in '~S, in another order." tree))
                              (t (format nil "Not yet: this order visits ~D, another one ~D." (leaves-visited (second answer))
                                         (least-leaves tree)))))
               :hints '("The best move first; in the others the leaf that refutes them first."
                        "A leaf that is not above alpha causes a cutoff.")
               :right (lambda ()
                        (format t "~&Right: ~D, and ~D + ~D - 1 = ~D is the least for ~D moves of ~D leaves.~%"
                                (least-leaves tree) (length tree) (length (first tree)) (least-leaves tree) (length tree)
                                (length (first tree))))))))
