;;; Figure 15.3 of Bratko's book, clause by clause, on the tree of figure 15.2. The maximizer moves at a.

;; The tree: positions a to g, leaves i to p with their static values.
(<- (moves a (b c)))  (<- (moves b (d e)))  (<- (moves c (f g)))
(<- (moves d (i j)))  (<- (moves e (k l)))  (<- (moves f (m n)))  (<- (moves g (o p)))
(<- (staticval i 1))  (<- (staticval j 4))  (<- (staticval k 5))  (<- (staticval l 6))
(<- (staticval m 2))  (<- (staticval n 1))  (<- (staticval o 1))  (<- (staticval p 1))

;; The side to move in a position. The other side chooses among such positions.
(<- (max-to-move a))  (<- (max-to-move d))  (<- (max-to-move e))  (<- (max-to-move f))  (<- (max-to-move g))
(<- (min-to-move b))  (<- (min-to-move c))
(<- (min-to-move ?leaf) (staticval ?leaf ?))

;; minimax(Pos, BestSucc, Val)
(<- (minimax ?pos ?best-succ ?val)
    (or (and (moves ?pos ?pos-list) !
             (best ?pos-list ?best-succ ?val))
        (staticval ?pos ?val)))

(<- (best (?pos) ?pos ?val)
    (minimax ?pos ? ?val) !)
(<- (best (?pos1 . ?pos-list) ?best-pos ?best-val)
    (minimax ?pos1 ? ?val1)
    (best ?pos-list ?pos2 ?val2)
    (better-of ?pos1 ?val1 ?pos2 ?val2 ?best-pos ?best-val))

(<- (better-of ?pos0 ?val0 ?pos1 ?val1 ?pos0 ?val0)
    (or (and (min-to-move ?pos0) (> ?val0 ?val1) !)
        (and (max-to-move ?pos0) (< ?val0 ?val1) !)))
(<- (better-of ?pos0 ?val0 ?pos1 ?val1 ?pos1 ?val1))

(format t "the tree of figure 15.2: the best move from a, and the value~%")
(?- (minimax a ?best ?value))

;; The working values of all interior positions, as in the figure.
(dolist (position '(a b c d e f g))
  (format t "~(~A~) = ~D~%" position (first-answer '?value (list 'minimax position '? '?value))))
