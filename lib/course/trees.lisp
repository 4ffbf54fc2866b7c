;;;; trees.lisp -- random trees, and the trees and pictures that the lessons use. -*- sealed -*-

;;; Random numbers by seed: the minimal standard generator (S. K. Park, K. W. Miller, 1988)

(defun seeded-random (seed)
  "Return a function of N that returns integers from 0 below N, the same ones for the same SEED, an integer above zero.
Example: (let ((next (seeded-random 7))) (list (funcall next 100) (funcall next 100))) => (56 45)
Source: S. K. Park, K. W. Miller, Random number generators: good ones are hard to find, 1988."
  (let ((state (+ 1 (mod seed 2147483646))))
    (lambda (n)
      (setq state (mod (* state 16807) 2147483647))
      (mod state n))))

(defun random-tree (width plies &key (seed 1) (leaves '(0 9)))
  "Return a random list tree with WIDTH moves at each position and PLIES plies, the same one for the same SEED.
WIDTH, PLIES: integers above zero.  SEED: an integer above zero (default: 1).  LEAVES: the least and the greatest value of a
leaf, integers (default: (0 9)).
Signals: type-error for other arguments.
Example: (random-tree 2 2 :seed 7) => ((6 5) (2 3))"
  (check-argument width '(integer 1) "an integer greater than zero as width")
  (check-argument plies '(integer 1) "an integer greater than zero as number of plies")
  (check-argument seed '(integer 1) "an integer greater than zero as :SEED")
  (check-argument leaves '(cons integer (cons integer null)) "a list of two integers as :LEAVES")
  (let ((next (seeded-random seed)) (least (first leaves)) (count (+ 1 (- (second leaves) (first leaves)))))
    (check-argument count '(integer 1) "the least and the greatest value as :LEAVES")
    (labels ((grow (plies)
               (if (= plies 0)
                   (+ least (funcall next count))
                   (let ((moves nil))
                     (dotimes (i width (nreverse moves)) (push (grow (- plies 1)) moves))))))
      (grow plies))))

;; A tree of 1 to 3 moves at each position and up to DEPTH plies, with some leaves at every depth.
(defun irregular-tree (seed &optional (depth 4))
  (let ((next (seeded-random seed)))
    (labels ((grow (depth)
               (if (or (= depth 0) (= (funcall next 4) 0))
                   (funcall next 10)
                   (let ((moves nil))
                     (dotimes (i (+ 1 (funcall next 3)) moves) (push (grow (- depth 1)) moves))))))
      (list (grow (- depth 1)) (grow (- depth 1))))))

;;; All small trees over the leaves 0 and 1, smallest first

(defun trees-with (leaves depth)
  (append (if (= leaves 1) (list 0 1) nil)
          (if (= depth 0) nil (rows-with leaves (- depth 1)))))

;; All lists of trees with LEAVES leaves together, each at most DEPTH deep.
(defun rows-with (leaves depth)
  (let ((rows nil))
    (do ((n 1 (+ n 1))) ((> n leaves) (nreverse rows))
      (dolist (tree (trees-with n depth))
        (if (= n leaves)
            (push (list tree) rows)
            (dolist (rest (rows-with (- leaves n) depth)) (push (cons tree rest) rows)))))))

(defun leaves-of (tree)
  (if (atom tree) 1 (reduce #'+ (mapcar #'leaves-of tree))))

(defun smallest-trees ()
  (let ((trees nil))
    (dotimes (i 3) (setq trees (append trees (stable-sort (trees-with (+ i 1) 3) #'< :key #'tree-plies))))
    trees))

(defun trees-to-check ()
  (append (smallest-trees)
          (let ((random nil)) (dotimes (i 300 (nreverse random)) (push (irregular-tree (+ i 1)) random)))))

;;; Values


(defun tree-value (tree &optional (side :max))
  (if (atom tree)
      tree
      (reduce (if (eq side :max) #'max #'min) (mapcar (lambda (move) (tree-value move (other-side side))) tree))))

;; Is OBJECT a list tree: a real number, or a list of list trees that has at least one element?
(defun list-tree-p (object)
  (if (atom object)
      (realp object)
      (and (form-length object) (every #'list-tree-p object))))

;; TREE with the moves of each position in an order that depends only on what they are.
(defun canonical-order (tree)
  (if (atom tree) tree (sort (mapcar #'canonical-order tree) #'string< :key #'prin1-to-string)))

;; Do A and B differ only in the order of moves? A may be any object.
(defun same-tree-p (a b) (and (list-tree-p a) (equal (canonical-order a) (canonical-order b))))

;; TREE with the best move first at each position; with a predicate that compares the other way, the worst.
(defun ordered-tree (tree &optional (side :max) (up #'<) (down #'>))
  (if (atom tree)
      tree
      (sort (mapcar (lambda (move) (ordered-tree move (other-side side) up down)) tree)
            (if (eq side :max) down up) :key (lambda (move) (tree-value move (other-side side))))))

;; A tree of WIDTH moves at each position and PLIES plies whose leaves are all 0: each order of it is the best.
(defun uniform-tree (width plies)
  (if (= plies 0) 0 (make-list width :initial-element (uniform-tree width (- plies 1)))))

;; The first random tree by SEED for which TEST is true.
(defun tree-that (test seed width plies &optional (leaves '(1 20)))
  (do ((n (* 1000 seed) (+ n 1))) (nil)
    (let ((tree (random-tree width plies :seed n :leaves leaves)))
      (if (funcall test tree) (return tree)))))

(defun all-leaves (tree)
  (if (atom tree) (list tree) (mapcan #'all-leaves tree)))

(defun distinct-leaves-p (tree)
  (let ((leaves (all-leaves tree))) (= (length leaves) (length (remove-duplicates leaves)))))

;;; Searches of lists, also where a program has defined PLAUSIBLE-MOVES, STATIC-VALUE and QUIET for its own boards

(defvar *list-rules* (list :moves #'identity :value #'identity :quiet #'atom))

(defun search-list (tree &rest options) (apply #'minimax tree (append options *list-rules*)))

(defun record-list (tree &rest options) (apply #'record-search tree (append options *list-rules*)))

(defun leaves-visited (tree &optional (algorithm :alpha-beta) (side :max))
  (getf (nth-value 1 (search-list tree :algorithm algorithm :player side)) :leaves))

;; The numbers, from 1 and from the left, of the leaves of TREE that alpha-beta visits; without DEEP, procedure F1.
(defun visited-leaves (tree &optional (deep t))
  (let ((number 0) (visited nil) (least most-negative-fixnum) (greatest most-positive-fixnum))
    (labels ((value (tree side alpha beta)
               (cond ((atom tree) (push (incf number) visited) tree)
                     (t (let ((best nil))
                          (dolist (move tree best)
                            (if (>= alpha beta)
                                (incf number (leaves-of move))
                                (let ((found (if (eq side :max)
                                                 (value move :min alpha (if deep beta greatest))
                                                 (value move :max (if deep alpha least) beta))))
                                  (if (eq side :max)
                                      (setq best (if best (max best found) found) alpha (max alpha best))
                                      (setq best (if best (min best found) found) beta (min beta best)))))))))))
      (value tree :max least greatest)
      (nreverse visited))))

(defun pruned-leaves (tree &optional (deep t))
  (let ((visited (visited-leaves tree deep)) (pruned nil))
    (dotimes (i (leaves-of tree) (nreverse pruned))
      (unless (member (+ i 1) visited) (push (+ i 1) pruned)))))

;; Prints what ALGORITHM did with TREE.
(defun show-search (tree &optional (algorithm :alpha-beta))
  (draw (record-list tree :algorithm algorithm)))

;;; Pictures

(defun show-branch (prefix last number text)
  (format t "~A~A ~@[~D: ~]~A~%" prefix (if last "└─" "├─") number text))

(defun node-text (tree side)
  (if (atom tree)
      (format nil "~D" tree)
      (format nil "~(~A~) = ~D" side (tree-value tree side))))

;; Prints TREE with the value of each position.
(defun show-values (tree &optional (side :max) (prefix "  "))
  (format t "~&~A~A~%" prefix (node-text tree side))
  (show-values-below tree side prefix))

(defun show-values-below (tree side prefix)
  (unless (atom tree)
    (let ((number 0) (count (length tree)))
      (dolist (move tree)
        (incf number)
        (show-branch prefix (= number count) number (node-text move (other-side side)))
        (show-values-below move (other-side side) (concatenate 'string prefix (if (= number count) "   " "│  ")))))))

;; Prints TREE without values: a position of leaves as "min of 3, 5".
(defun show-tree (tree &optional (side :max) (prefix "  "))
  (format t "~&~A~(~A~)~%" prefix side)
  (show-tree-below tree side prefix))

(defun show-tree-below (tree side prefix)
  (let ((number 0) (count (length tree)) (below (other-side side)))
    (dolist (move tree)
      (incf number)
      (show-branch prefix (= number count) number
                   (cond ((atom move) (format nil "~D" move))
                         ((every #'atom move) (format nil "~(~A~) of ~{~D~^, ~}" below move))
                         (t (format nil "~(~A~)" below))))
      (if (and (consp move) (notevery #'atom move))
          (show-tree-below move below (concatenate 'string prefix (if (= number count) "   " "│  ")))))))

;;; The learner's function compared with Winnow's

(defun quoted-call (name arguments)
  (let ((*print-case* :downcase) (*print-pretty* nil))
    (format nil "(~(~A~)~{ ~A~})" name
            (mapcar (lambda (a) (if (or (consp a) (and a (symbolp a) (not (keywordp a)))) (format nil "'~S" a) (format nil "~S" a)))
                    arguments))))

;; Calls FUNCTION for half a second of processor time at most. Returns its values; if it ends otherwise, NIL and what it does instead, a text.
(defun call-within-limits (function)
  (handler-case
      (progn (start-time-limit 0.5)
             (unwind-protect (funcall function) (end-time-limit)))
    (time-exhausted () (values nil "does not end within half a second of processor time"))
    (storage-condition () (values nil "uses up all memory, as a recursion without end does"))
    (error (c) (values nil (format nil "signals an error: ~A" c)))))

;; The value of the learner's function NAME. If the call returns no value: NIL and a text that says what it does.
(defun call-learners (name arguments)
  (call-within-limits (lambda () (values (apply (learners name) arguments) nil))))

;; VALUE, which may be circular or long, in print.
(defun printed-value (value)
  (let ((*print-length* 20) (*print-level* 8) (*print-circle* t) (*print-pretty* nil)) (prin1-to-string value)))

;; The first of CASES, lists of arguments, for which the learner's function NAME does not return what REFERENCE returns: a text
;; and a function that draws it; NIL if all agree. TEST compares the two values.
(defun first-difference (name reference cases &optional picture (test #'equalp))
  (dolist (arguments cases nil)
    (let ((wanted (apply reference arguments)))
      (multiple-value-bind (got failure) (call-learners name (copy-tree arguments))
        (unless (and (null failure) (funcall test got wanted))
          (return (values (if failure
                              (format nil "~A ~A." (quoted-call name arguments) failure)
                              (format nil "~A is ~A, it should be ~S." (quoted-call name arguments) (printed-value got) wanted))
                          (if picture (lambda () (apply picture arguments)) nil))))))))

(defun tree-cases () (mapcar #'list (trees-to-check)))

;; Compares the learner's BIGGEST and SMALLEST, or the functions of those NAMES, with the values of many trees. ARGUMENTS: a
;; function of a tree and the side to move that returns the arguments.
(defun check-values (&optional (names '("BIGGEST" "SMALLEST")) (arguments (lambda (tree side) (declare (ignore side)) (list tree))))
  (do ((names names (rest names)) (side :max (other-side side))) ((null names) nil)
    (let ((side side))
      (multiple-value-bind (text picture)
          (first-difference (first names) (lambda (tree &rest more) (declare (ignore more)) (tree-value tree side))
                            (mapcar (lambda (tree) (funcall arguments tree side)) (trees-to-check))
                            (lambda (tree &rest more) (declare (ignore more)) (show-values tree side)))
        (if text (return (values text picture)))))))
