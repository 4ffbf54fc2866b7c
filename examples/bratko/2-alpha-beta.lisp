;;; Figure 15.5 of Bratko's book, clause by clause, and the result in figure 15.4: five of eight leaves are evaluated, and
;;; three working values are only approximate.

(<- (moves a (b c)))  (<- (moves b (d e)))  (<- (moves c (f g)))
(<- (moves d (i j)))  (<- (moves e (k l)))  (<- (moves f (m n)))  (<- (moves g (o p)))
(<- (value i 1))  (<- (value j 4))  (<- (value k 5))  (<- (value l 6))
(<- (value m 2))  (<- (value n 1))  (<- (value o 1))  (<- (value p 1))
(<- (max-to-move a))  (<- (max-to-move d))  (<- (max-to-move e))  (<- (max-to-move f))  (<- (max-to-move g))
(<- (min-to-move b))  (<- (min-to-move c))
(<- (min-to-move ?leaf) (value ?leaf ?))

;; The static value of a leaf. Each evaluation is recorded.
(defvar *visited* nil)
(defun visit (leaf) (push leaf *visited*))
(<- (staticval ?leaf ?val) (value ?leaf ?val) (lisp (visit ?leaf)))

;; The value of each position that alphabeta has searched.
(defvar *working-values* nil)
(defun note-value (pos val) (push (list pos val) *working-values*))

;; alphabeta(Pos, Alpha, Beta, GoodPos, Val)
(<- (alphabeta ?pos ?alpha ?beta ?good-pos ?val)
    (or (and (moves ?pos ?pos-list) !
             (bounded-best ?pos-list ?alpha ?beta ?good-pos ?val)
             (lisp (note-value ?pos ?val)))
        (staticval ?pos ?val)))

(<- (bounded-best (?pos . ?pos-list) ?alpha ?beta ?good-pos ?good-val)
    (alphabeta ?pos ?alpha ?beta ? ?val)
    (good-enough ?pos-list ?alpha ?beta ?pos ?val ?good-pos ?good-val))

;; No other candidate is left.
(<- (good-enough () ? ? ?pos ?val ?pos ?val) !)
;; The maximizer has reached the upper bound, or the minimizer the lower one.
(<- (good-enough ? ?alpha ?beta ?pos ?val ?pos ?val)
    (or (and (min-to-move ?pos) (> ?val ?beta) !)
        (and (max-to-move ?pos) (< ?val ?alpha) !)))
(<- (good-enough ?pos-list ?alpha ?beta ?pos ?val ?good-pos ?good-val)
    (new-bounds ?alpha ?beta ?pos ?val ?new-alpha ?new-beta)
    (bounded-best ?pos-list ?new-alpha ?new-beta ?pos1 ?val1)
    (better-of ?pos ?val ?pos1 ?val1 ?good-pos ?good-val))

;; The maximizer raises the lower bound, the minimizer lowers the upper one.
(<- (new-bounds ?alpha ?beta ?pos ?val ?val ?beta)
    (min-to-move ?pos) (> ?val ?alpha) !)
(<- (new-bounds ?alpha ?beta ?pos ?val ?alpha ?val)
    (max-to-move ?pos) (< ?val ?beta) !)
(<- (new-bounds ?alpha ?beta ?pos ?val ?alpha ?beta))

(<- (better-of ?pos ?val ?pos1 ?val1 ?pos ?val)
    (or (and (min-to-move ?pos) (> ?val ?val1) !)
        (and (max-to-move ?pos) (< ?val ?val1) !)))
(<- (better-of ?pos ?val ?pos1 ?val1 ?pos1 ?val1))

(multiple-value-bind (answer found) (first-answer '(?good ?value) '(alphabeta a -1000 1000 ?good ?value))
  (declare (ignore found))
  (format t "from a to ~(~A~), value ~D~%" (first answer) (second answer)))
(format t "leaves evaluated:~{ ~(~A~)~}~%" (reverse *visited*))

;; The exact minimax values, to compare with. The same tree as lists: a name and the successors, or a value.
(defvar *tree* '(a (b (d 1 4) (e 5 6)) (c (f 2 1) (g 1 1))))
(defun values-only (tree) (if (numberp tree) tree (mapcar #'values-only (cdr tree))))
(defun named (name tree)
  (cond ((numberp tree) nil)
        ((eq (car tree) name) tree)
        (t (some (lambda (successor) (named name successor)) (cdr tree)))))
(defun true-value (name)
  (first (minimax (values-only (named name *tree*)) :player (if (member name '(b c)) :min :max))))

(dolist (entry (reverse *working-values*))
  (let ((exact (true-value (first entry))))
    (format t "~(~A~): ~D~A~%" (first entry) (second entry)
            (cond ((/= (second entry) exact) (format nil "  (approximate: it is ~D)" exact))
                  ((eq (first entry) 'f) "  (only a bound by its window, but exact)")
                  (t "")))))
(format t "the search as a picture, where <= and >= mark approximate values:~%")
(draw (values-only *tree*))
