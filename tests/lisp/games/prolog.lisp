;;;; prolog.lisp -- the small Prolog: textbook predicates, cut, arithmetic, and Bratko's programs on list trees.

(dolist (name '(app mem rev first-only maxi tree-moves minimax best better-of alphabeta bounded-best good-enough new-bounds
                parent opposite))
  (forget-predicate name))

(<- (app () ?l ?l))
(<- (app (?h . ?t) ?l (?h . ?r)) (app ?t ?l ?r))
(answers '?x '(app (1 2) (3) ?x))  ;=> ((1 2 3))
(answers '(?x ?y) '(app ?x ?y (1 2)))  ;=> ((NIL (1 2)) ((1) (2)) ((1 2) NIL))
(first-answer '?x '(app ?x (3) (1 2 3)))  ;=> (1 2) ; T
(first-answer '?x '(app (1) ?x (2)))  ;=> NIL ; NIL

(<- (mem ?x (?x . ?)))
(<- (mem ?x (? . ?t)) (mem ?x ?t))
(answers '?x '(mem ?x (a b c)))  ;=> (A B C)
(answers '?x '(mem ?x (a b c d)) '(not (mem ?x (b d))))  ;=> (A C)

;; A cut commits to the current clause and to the answers found so far.
(<- (first-only ?x ?l) (mem ?x ?l) !)
(answers '?x '(first-only ?x (a b c)))  ;=> (A)
(answers '(?x ?y) '(mem ?x (1 2)) '(first-only ?y (a b)))  ;=> ((1 A) (2 A))
(<- (maxi ?x ?y ?x) (>= ?x ?y) !)
(<- (maxi ?x ?y ?y))
(answers '?m '(maxi 3 2 ?m))  ;=> (3)
(answers '?m '(maxi 2 3 ?m))  ;=> (3)
(answers '?x '(or (and (= ?x 1) !) (= ?x 2)))  ;=> (1)
(answers '?x '(mem ?x (1 2 3)) '(call (and (> ?x 1) !)))  ;=> (2 3)

;; Arithmetic.
(answers '?x '(is ?x (* (+ 1 2) (- 10 4))))  ;=> (18)
(answers '?x '(= ?y 5) '(is ?x (mod ?y 3)))  ;=> (2)
(answers 'yes '(== (+ 1 1) 2))  ;=> (YES)
(answers '?x '(is ?x ?y))  ;signals: "expected an arithmetic expression, got"
(answers 'yes '(< a 1))  ;signals: "expected an arithmetic expression, got"

;; Variables bound to each other, and structures.
(answers '(?x ?y) '(= ?x ?y) '(= ?y 3))  ;=> ((3 3))
(answers '?x '(= (f ?x b) (f a ?y)))  ;=> (A)
(answers '?x '(= (f ?x) (g ?x)))  ;=> NIL
(answers 'yes '(= "abc" "abc"))  ;=> (YES)
(answers '?x 'true '(or fail (= ?x 1)))  ;=> (1)

;; Errors.
(answers 'yes '(no-such-thing 1 2))  ;signals: "expected a defined predicate, got NO-SUCH-THING with two arguments"
(answers 'yes '(mem a (a)))  ;=> (YES)
(?- (mem ?x (1)) (mem ?y (2)))  ;prints: ?X = 1, ?Y = 2~No.~
(?- (mem 1 (1)))  ;prints: Yes.~No.~
(?- (write "a b") nl fail)  ;prints: a b~No.~

;; Bratko's alphabeta (figure 15.5) on list trees: a position is (MOVER TREE). It finds the same value, successor and leaves
;; as MINIMAX with :BRATKO.
(<- (opposite max min))
(<- (opposite min max))
(<- (moves-of (?mover (?t . ?ts)) ?positions) (opposite ?mover ?other) (placed ?other (?t . ?ts) ?positions))
(<- (placed ?mover () ()))
(<- (placed ?mover (?t . ?ts) ((?mover ?t) . ?rest)) (placed ?mover ?ts ?rest))
(<- (static (? ?n) ?n) (lisp (count-leaf ?n)))
(defvar *count* 0)
(defun count-leaf (n) (declare (ignore n)) (incf *count*))
(<- (alphabeta ?pos ?alpha ?beta ?good ?val)
    (or (and (moves-of ?pos ?list) ! (bounded-best ?list ?alpha ?beta ?good ?val))
        (static ?pos ?val)))
(<- (bounded-best (?pos . ?list) ?alpha ?beta ?good ?good-val)
    (alphabeta ?pos ?alpha ?beta ? ?val)
    (good-enough ?list ?alpha ?beta ?pos ?val ?good ?good-val))
(<- (good-enough () ? ? ?pos ?val ?pos ?val) !)
(<- (good-enough ? ?alpha ?beta ?pos ?val ?pos ?val)
    (or (and (= ?pos (min ?)) (> ?val ?beta) !)
        (and (= ?pos (max ?)) (< ?val ?alpha) !)))
(<- (good-enough ?list ?alpha ?beta ?pos ?val ?good ?good-val)
    (new-bounds ?alpha ?beta ?pos ?val ?a ?b)
    (bounded-best ?list ?a ?b ?pos1 ?val1)
    (better-of ?pos ?val ?pos1 ?val1 ?good ?good-val))
(<- (new-bounds ?alpha ?beta (min ?) ?val ?val ?beta) (> ?val ?alpha) !)
(<- (new-bounds ?alpha ?beta (max ?) ?val ?alpha ?val) (< ?val ?beta) !)
(<- (new-bounds ?alpha ?beta ? ? ?alpha ?beta))
(<- (better-of (min ?t) ?val ? ?val1 (min ?t) ?val) (> ?val ?val1) !)
(<- (better-of (max ?t) ?val ? ?val1 (max ?t) ?val) (< ?val ?val1) !)
(<- (better-of ? ? ?pos1 ?val1 ?pos1 ?val1))

(defun bratko-agrees-p (tree player)
  (setq *count* 0)
  (let ((prolog (first-answer '(?value ?good)
                              (list 'alphabeta (list (if (eq player :max) 'max 'min) tree) -100000000000000 100000000000000 '?good '?value))))
    (multiple-value-bind (answer counters) (minimax tree :player player :algorithm :bratko)
      (and (eql (first prolog) (first answer))
           (equal (second (second prolog)) (nth (- (first (second answer)) 1) tree))
           (= *count* (getf counters :leaves))))))
(let ((wrong nil))
  (with-open-file (stream "tests/vectors/trees.sexp")
    (do ((i 0 (+ i 1)) (c (read stream nil nil) (read stream nil nil)))
        ((or (null c) (= i 120)) wrong)
      (if (not (bratko-agrees-p (getf c :tree) (getf c :player))) (push (getf c :name) wrong)))))  ;=> NIL
