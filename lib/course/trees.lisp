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

(defun depth-of (tree)
  (if (atom tree) 0 (+ 1 (reduce #'max (mapcar #'depth-of tree)))))

(defun leaves-of (tree)
  (if (atom tree) 1 (reduce #'+ (mapcar #'leaves-of tree))))

(defun smallest-trees ()
  (let ((trees nil))
    (dotimes (i 3) (setq trees (append trees (stable-sort (trees-with (+ i 1) 3) #'< :key #'depth-of))))
    trees))

(defun trees-to-check ()
  (append (smallest-trees)
          (let ((random nil)) (dotimes (i 300 (nreverse random)) (push (irregular-tree (+ i 1)) random)))))

;;; Values

(defun other-side (side) (if (eq side :max) :min :max))

(defun tree-value (tree &optional (side :max))
  (if (atom tree)
      tree
      (reduce (if (eq side :max) #'max #'min) (mapcar (lambda (move) (tree-value move (other-side side))) tree))))

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

(defun call-learners (name arguments)
  (handler-case (values (apply (learners name) arguments) nil)
    (error (c) (values nil c))))

;; The first of CASES, lists of arguments, for which the learner's function NAME does not return what REFERENCE returns: a text
;; and a function that draws it; NIL if all agree.
(defun first-difference (name reference cases &optional picture)
  (dolist (arguments cases nil)
    (let ((wanted (apply reference arguments)))
      (multiple-value-bind (got failure) (call-learners name arguments)
        (unless (and (null failure) (equalp got wanted))
          (return (values (if failure
                              (format nil "~A signals an error: ~A." (quoted-call name arguments) failure)
                              (format nil "~A is ~S, it should be ~S." (quoted-call name arguments) got wanted))
                          (if picture (lambda () (apply picture arguments)) nil))))))))

(defun tree-cases () (mapcar #'list (trees-to-check)))

;; Compares the learner's BIGGEST and SMALLEST, or the functions of those NAMES, with the values of many trees.
(defun check-values (&optional (names '("BIGGEST" "SMALLEST")) (arguments #'list))
  (do ((names names (rest names)) (side :max (other-side side))) ((null names) nil)
    (let ((side side))
      (multiple-value-bind (text picture)
          (first-difference (first names) (lambda (tree &rest more) (declare (ignore more)) (tree-value tree side))
                            (mapcar arguments (trees-to-check))
                            (lambda (tree &rest more) (declare (ignore more)) (show-values tree side)))
        (if text (return (values text picture)))))))
