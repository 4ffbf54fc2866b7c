;;;; textbook.lisp -- the searches of Knuth and Moore, the encyclopedias and Bratko in Lisp, to be read, traced and changed.
;;;; They search the game of PLAUSIBLE-MOVES, STATIC-VALUE and QUIET: nested lists, unless a program redefines these
;;;; functions. Each visits the same positions as the algorithm of MINIMAX that its docstring names. The file is not sealed:
;;;; a program's definition of any of its names replaces the one here.

;; The symbols -INF and INF are the infinite bounds; values may be any reals.
(defun below-p (a b)
  "Return true if the bound or value A is less than B. -INF and INF are the infinite bounds.
Example: (below-p '-inf 3) => T"
  (cond ((eq a b) nil)
        ((or (eq a '-inf) (eq b 'inf)) t)
        ((or (eq a 'inf) (eq b '-inf)) nil)
        (t (< a b))))

(defun opposite (value)
  (cond ((eq value 'inf) '-inf)
        ((eq value '-inf) 'inf)
        (t (- value))))

;;; Knuth and Moore, 1975: negamax. A value is that for the player to move, so each function negates the values that its
;;; recursive calls return. STATIC-VALUE returns the value for the maximizer. SIGN: 1 if the maximizer moves, else -1.

(defun knuth-f (p &optional (sign 1) (depth 0))
  "Return the value of the position P to the player who moves; visit every leaf.
SIGN: 1 if that is the maximizer (default), -1 if the minimizer.  DEPTH: plies from the root.
Natively: (minimax p :algorithm :f).
Example: (knuth-f '((3) (1 4) ((1 5 9) 2))) => 3
Source: Knuth and Moore, An analysis of alpha-beta pruning (1975), procedure F."
  (if (quiet-at p depth)
      (* sign (value-at p depth))
      (let ((m '-inf))
        (dolist (successor (plausible-moves p) m)
          (let ((value (- (knuth-f successor (- sign) (+ depth 1)))))
            (if (below-p m value) (setq m value)))))))

(defun knuth-f1 (p &optional (bound 'inf) (sign 1) (depth 0))
  "Return the value of P to the player who moves if it is less than BOUND; else a number that is at least BOUND.
BOUND: a real or INF.  SIGN, DEPTH: as for KNUTH-F. This is branch and bound: the best value so far is the bound for the
next move; it makes no deep cutoffs. Natively: (minimax p :algorithm :f1).
Example: (knuth-f1 '((3) (1 4) ((1 5 9) 2))) => 3
Example: (>= (knuth-f1 '((3) (1 4) ((1 5 9) 2)) 2) 2) => T
Source: Knuth and Moore, An analysis of alpha-beta pruning (1975), procedure F1."
  (if (quiet-at p depth)
      (* sign (value-at p depth))
      (let ((m '-inf))
        (dolist (successor (plausible-moves p) m)
          (let ((value (- (knuth-f1 successor (opposite m) (- sign) (+ depth 1)))))
            (if (below-p m value) (setq m value))
            (if (not (below-p m bound)) (return m)))))))

(defun knuth-f2 (p &optional (alpha '-inf) (beta 'inf) (sign 1) (depth 0))
  "Return the value of P to the player who moves if it lies between ALPHA and BETA; else an upper bound of
at most ALPHA, or a lower bound of at least BETA.
ALPHA, BETA: reals, -INF, INF; ALPHA < BETA.  SIGN, DEPTH: as for KNUTH-F. Natively: (minimax p :algorithm :f2).
Example: (knuth-f2 '((3) (1 4) ((1 5 9) 2))) => 3
Example: (<= (knuth-f2 '((3) (1 4) ((1 5 9) 2)) 5 9) 5) => T
Source: Knuth and Moore, An analysis of alpha-beta pruning (1975), procedure F2."
  (if (quiet-at p depth)
      (* sign (value-at p depth))
      (let ((m alpha))
        (dolist (successor (plausible-moves p) m)
          (let ((value (opposite (knuth-f2 successor (opposite beta) (opposite m) (- sign) (+ depth 1)))))
            (if (below-p m value) (setq m value))
            (if (not (below-p m beta)) (return m)))))))

;;; The form of the encyclopedias: two players, and a depth that counts down. It is fail-hard: for a value outside the window
;;; it returns the bound.

(defun alpha-beta (node depth max-node-p alpha beta)
  "Return the value of NODE, at most DEPTH plies ahead, limited to the window from ALPHA to BETA (fail-hard).
MAX-NODE-P: true if the maximizer moves.  DEPTH: an integer, or NIL for no limit.  ALPHA, BETA: reals, -INF, INF.
The value of a list at the depth limit is that of its first leaf. Natively: (minimax node :algorithm :fail-hard).
Example: (alpha-beta '((3) (1 4) ((1 5 9) 2)) 10 t '-inf 'inf) => 3
Example: (alpha-beta '((3) (1 4) ((1 5 9) 2)) 10 nil '-inf 'inf) => 2
Source: the alpha-beta article of the encyclopedias."
  (labels ((search-node (node left max-node-p alpha beta ply)
             (if (or (eql left 0) (quiet-at node ply))
                 (let ((leaf node))
                   (do () ((quiet-at leaf ply)) (setq leaf (car (plausible-moves leaf))))
                   (value-at leaf ply))
                 (dolist (child (plausible-moves node) (if max-node-p alpha beta))
                   (let ((value (search-node child (if left (- left 1) nil) (not max-node-p) alpha beta (+ ply 1))))
                     (if max-node-p
                         (if (below-p alpha value) (setq alpha value))
                         (if (below-p value beta) (setq beta value)))
                     (if (not (below-p alpha beta))
                         (return (if max-node-p alpha beta))))))))
    (search-node node depth max-node-p alpha beta 0)))

;;; Bratko's relations as functions that return two values: the value, and the best successor. POS: a list tree, or a
;;; position of the three functions. PLAYER: the player who moves there.

(defun check-player (operator player)
  (unless (or (eq player :max) (eq player :min))
    (error 'simple-type-error :datum player :expected-type '(member :max :min)
                              :format-control "~A: expected :MAX or :MIN as the player, got ~S"
                              :format-arguments (list operator player))))

(defun bratko-leaf-p (pos)
  (or (quiet-at pos 0) (null (plausible-moves pos))))

(defun bratko-minimax (pos &optional (player :max))
  "Return the value of POS, where PLAYER (:MAX or :MIN) moves, and, as second value, its best successor, or NIL.
The last of equally good successors is returned, as by betterof of figure 15.3.
Example: (bratko-minimax '(((1 4) (5 6)) ((2 1) (1 1)))) => 4
Source: Bratko, Prolog Programming for Artificial Intelligence, figure 15.3."
  (check-player 'bratko-minimax player)
  (if (bratko-leaf-p pos)
      (values (value-at pos 0) nil)
      (let ((best nil) (best-value nil) (next (if (eq player :max) :min :max)))
        (dolist (successor (plausible-moves pos) (values best-value best))
          (let ((value (bratko-minimax successor next)))
            (if (or (null best-value)
                    (not (if (eq player :max) (> best-value value) (< best-value value))))
                (setq best successor best-value value)))))))

(defun bratko-alphabeta (pos &optional (alpha '-inf) (beta 'inf) (player :max))
  "Return the value of POS, where PLAYER moves, if it lies between ALPHA and BETA, else a bound of it
outside this window; and as second value the best successor, or NIL.
Every comparison is strict, and of equally good successors the last is returned. Natively: (minimax pos :algorithm :bratko).
Example: (bratko-alphabeta '(((1 4) (5 6)) ((2 1) (1 1)))) => 4
Source: Bratko, Prolog Programming for Artificial Intelligence, figure 15.5."
  (check-player 'bratko-alphabeta player)
  (if (bratko-leaf-p pos)
      (values (value-at pos 0) nil)
      (bratko-boundedbest (plausible-moves pos) alpha beta player)))

;; boundedbest, goodenough, newbounds and betterof of the figure in one loop. The last clause of goodenough, after its
;; recursive call, keeps the later of two equal positions.
(defun bratko-boundedbest (successors alpha beta player)
  (let ((good nil) (good-value nil) (max (eq player :max)))
    (dolist (pos successors (values good-value good))
      (let ((value (bratko-alphabeta pos alpha beta (if max :min :max))))
        (if (or (null good-value) (not (if max (> good-value value) (< good-value value))))
            (setq good pos good-value value))
        (cond ((if max (below-p beta value) (below-p value alpha))
               (return (values good-value good)))
              ((and max (below-p alpha value)) (setq alpha value))
              ((and (not max) (below-p value beta)) (setq beta value)))))))
