;;;; glossary.lisp -- the words of game search that HELP explains. -*- sealed -*-

(defvar *glossary* nil "The words that HELP explains: (word text), in alphabetical order.")

;; The name of WORD, a string, in HELP: a keyword with hyphens for blanks.
(defun word-name (word) (intern (substitute #\- #\Space (string-upcase word)) "KEYWORD"))

;; Defines the explanation of WORD and of its ALIASES, strings.
(defun define-word (word text &rest aliases)
  (let ((text (substitute #\Space #\Newline text)))
    (setq *glossary* (merge 'list *glossary* (list (list word text)) #'string< :key #'first))
    (dolist (name (cons word aliases))
      (add-subject (word-name name) text (lambda () (write-filled (format nil "~A: ~A" (string-upcase word) text)))))))

(defun explain-glossary ()
  (format t "GLOSSARY: the words of game search; (help :window) explains one~%")
  (dolist (entry *glossary*) (write-filled (format nil "~A: ~A" (first entry) (second entry)))))

(add-subject :glossary "the words of game search" #'explain-glossary)

(define-word "alpha" "the value that the maximizer has for certain on the path to a position; the lower end of the window.")
(define-word "beta" "the value that the minimizer has for certain on the path to a position; the upper end of the window.")
(define-word "bound" "what is known of a value without the value itself: at least a number (a lower bound) or at most a number
(an upper bound). In pictures >= and <=.")
(define-word "cutoff" "the end of the search of a position before all of its moves were searched, because alpha is not below
beta: one of the players avoids the position anyway. Its other moves are pruned." "cut" "prune" "pruning")
(define-word "shallow cutoff" "a cutoff by a bound of the position directly above.")
(define-word "deep cutoff" "a cutoff by a bound of a position three or more plies above. Knuth and Moore's F1 does not make them.")
(define-word "window" "the interval between alpha and beta with which a position is searched. A value inside it is found exactly;
of a value outside, only a bound.")
(define-word "null window" "a window without a value inside, such as from 3 to 4 for integers. A search in it only answers whether
the value is greater than alpha." "minimal window" "zero window")
(define-word "aspiration window" "a narrow window around a guess of the value. If the value is outside, the search is repeated with a
wider window.")
(define-word "fail low" "to find that the value is not above alpha. The result is an upper bound.")
(define-word "fail high" "to find that the value is not below beta. The result is a lower bound.")
(define-word "fail-soft" "of alpha-beta: to return the best value that was found, also outside the window. It is a better bound
than alpha or beta themselves (Fishburn 1983).")
(define-word "ply" "one move of one player. A tree of 4 plies has two moves of each player on each path." "plies")
(define-word "leaf" "a position that is evaluated without search: the end of a game, a number in a list tree, or a position at the
horizon." "leaves")
(define-word "node" "a position in the tree of a search.")
(define-word "merit" "of a position in SSS*: an upper bound of what the maximizer can get there. The search goes on at the greatest
merit.")
(define-word "open" "the list of SSS* that holds the positions at which its search can go on.")
(define-word "pass" "one of the searches of the whole tree that MTD(f) and its relatives repeat until the bounds meet.")
(define-word "re-search" "the second search of a move, with a wider window, after a null window has failed high." "research")
(define-word "quiet" "of a position: its static value can be trusted, as no capture or other great change is at hand. Winnow searches
deeper at positions that are not quiet (the clause :QUIET of DEFINE-GAME).")
(define-word "quiescence" "the search beyond the depth limit at positions that are not quiet." "quiescence search")
(define-word "horizon" "the depth at which a search stops. A loss that a move only delays beyond it is not seen: the horizon effect." "horizon effect")
(define-word "static value" "the estimate of a position without search, seen by the maximizer." "evaluation")
(define-word "principal variation" "the line of best moves of both players from the root; in pictures marked with *." "best line" "pv")
(define-word "transposition" "a position that is reached by another order of the same moves.")
(define-word "transposition table" "a table of the positions that were searched, with their values or bounds and best moves. It saves
the second search of a transposition, and gives the move to try first." "table" "hash table of positions")
(define-word "iterative deepening" "a series of searches to one ply, two plies, and so on. Each gives the next one its order of
moves, and the program can stop at any time with a move." "deepening")
(define-word "move ordering" "the choice of the moves to search first. Alpha-beta prunes most if the best move comes first." "ordering")
(define-word "killer move" "a move that caused a cutoff at another position of the same ply. It is tried early." "killers" "killer")
(define-word "history heuristic" "the order of moves by how often and how deep each caused cutoffs in this search." "history")
(define-word "maximizer" "the player who moves at the root of a list tree and wants a great value." "max player")
(define-word "minimizer" "the opponent of the maximizer, who wants a small value." "min player")
(define-word "minimax value" "the value of a position if both players play as well as they can.")
(define-word "perft" "the number of sequences of legal moves of a length; a check of a game's rules.")
(define-word "playout" "a game played to its end by random moves or by a policy, whose result is a sample of the value of the position." "rollout" "simulation")
(define-word "policy" "a rule that selects a move at each position; in playouts of Monte Carlo tree search in place of random moves.")
(define-word "upper confidence bound" "a mean plus a term that grows with its uncertainty. UCT takes the move with the greatest one, and so
returns to moves that were tried rarely." "ucb")
(define-word "chance node" "a position at which chance moves, such as a throw of dice. Its value is the mean of the values of its moves.")
(define-word "proof number" "the least number of leaves that must be proved to prove a position; the disproof number is the same for its
refutation." "disproof number")
(define-word "tree" "a nested list as a game: its elements are the moves, a number is a leaf and its value for the maximizer. MAX
moves first: (minimax '((3) (1 4))); see (help :search)." "game tree" "list tree")
(define-word "infinity" "the bound at the beginning of a search, when nothing is known: the symbols -INF and INF in windows, such as
-inf..inf." "inf" "-inf")

;;; Words of the older dialects and of Prolog that are not operators

(defun define-foreign-word (word text)
  (add-subject word text (lambda () (write-filled (format nil "~A: ~A" (string-upcase word) text)))))

(define-foreign-word :lexpr "a function of MacLisp with any number of arguments, (defun f n ...): N is their number, (arg 1) is the first one. In
Common Lisp use &REST. See (help :dialects).")
(define-foreign-word :fexpr "a function of MacLisp that receives its arguments unevaluated, (defun f fexpr (l) ...). In Common Lisp use
DEFMACRO. See (help :dialects).")
(define-foreign-word :is "in Prolog: X is E evaluates the arithmetic expression E, as in X is Y + 1. See (help :prolog).")
(define-foreign-word :! "in Prolog: the cut. It succeeds once, and prevents backtracking to other clauses of the predicate and to goals before
it in the clause. See (help :prolog).")
