;;;; algorithms.lisp -- HELP for the search algorithms: idea, pseudo-code, a searched tree, counts, sources. -*- sealed -*-
;;;;
;;;; Pictures and counts are computed when HELP prints them.

(defstruct (explained-algorithm (:conc-name explained-) (:copier nil) (:predicate nil) (:constructor make-explained))
  name title idea code tree remark see read)

(defvar *explained-algorithms* nil "The search algorithms that HELP explains, in the order of the course.")

;; Defines the explanation of the algorithm NAME, a keyword of MINIMAX. ALIASES: its other names in HELP, strings.
(defmacro define-algorithm (name title &rest parts &key aliases idea code (tree ''(((5 4) (7 6)) ((8 5) (6 0)))) remark see read)
  (declare (ignore idea code remark see read))
  (let ((rest (copy-list parts)))
    (remf rest :aliases)
    (remf rest :tree)
    `(let ((algorithm (make-explained :name ,name :title ,title :tree ,tree ,@rest)))
       (setq *explained-algorithms* (append *explained-algorithms* (list algorithm)))
       (add-subject ,name ,title (lambda () (explain-algorithm algorithm)))
       (dolist (alias ',aliases) (add-subject alias ,title (lambda () (explain-algorithm algorithm)))))))

;;; Counts

;; A tree of the given VALUE where SIDE moves. NEXT: a source of random numbers. CHANCE: in how many of 100 positions the best move
;; comes first; NIL: its place is random.
(defun tree-with-value (next width plies value side chance)
  (if (= plies 0)
      value
      (let ((best (cond ((null chance) (funcall next width))
                        ((< (funcall next 100) chance) 0)
                        (t (+ 1 (funcall next (- width 1))))))
            (moves nil))
        (dotimes (i width (nreverse moves))
          (let ((loss (if (= i best) 0 (+ 1 (funcall next 20)))))
            (push (tree-with-value next width (- plies 1) (if (eq side :max) (- value loss) (+ value loss))
                                   (other-side side) chance)
                  moves))))))

;; The mean numbers of leaves that each of ALGORITHMS evaluates in 20 trees of 5 moves and 4 plies.
(defun mean-leaves (algorithms chance)
  (let ((sums (mapcar (constantly 0) algorithms)) (next (seeded-random 1)))
    (dotimes (i 20 (mapcar (lambda (sum) (round sum 20)) sums))
      (let ((tree (tree-with-value next 5 4 (+ 10 (funcall next 50)) :max chance)))
        (setq sums (mapcar (lambda (algorithm sum) (+ sum (leaves-visited tree algorithm))) algorithms sums))))))

(defun show-mean-leaves (name)
  (let* ((algorithms (if (eq name :alpha-beta) '(:minimax :alpha-beta) (list :alpha-beta name)))
         (columns (mapcar (lambda (chance) (mean-leaves algorithms chance)) '(nil 50 90 100))))
    (format t "Leaves evaluated of 625 (5 moves, 4 plies; mean of 20 trees), by how often the~%best move comes first:~%")
    (format t "~17Tby chance   50 %   90 %   always~%")
    (dotimes (row 2)
      (format t "  ~(~12A~)~{ ~11D ~6D ~6D ~8D~}~%" (nth row algorithms) (mapcar (lambda (column) (nth row column)) columns)))))

;;; Explanations

;; Print the idea of each of ALGORITHMS, keywords.
(defun explain-ideas (algorithms)
  (dolist (name algorithms)
    (let ((algorithm (find name *explained-algorithms* :key #'explained-name)))
      (if algorithm (write-filled (format nil "~A: ~A" name (explained-idea algorithm)))))))

(defun explain-algorithm (algorithm)
  (let ((name (explained-name algorithm)) (tree (explained-tree algorithm)))
    (write-filled (explained-title algorithm))
    (terpri)
    (write-filled (concatenate 'string "Idea: " (explained-idea algorithm)))
    (format t "~%~A~%" (explained-code algorithm))
    (format t "~%(minimax '~S :algorithm ~(~S~))~%" tree name)
    (show-search tree name)
    (format t "~D leaves evaluated~@[, ~A~].~%~%" (leaves-visited tree name)
            (if (eq name :alpha-beta) nil (format nil "~D by alpha-beta" (leaves-visited tree))))
    (show-mean-leaves name)
    (if (explained-remark algorithm) (write-filled (explained-remark algorithm)))
    (format t "~%Try   (setq search (record-search tree :algorithm ~(~S~)))~%      (why search 2 1), (draw search :format :html :file \"s.html\")~%      (compare-searches tree)~%" name)
    (format t "See   ~A~%Read  ~A~%" (explained-see algorithm) (explained-read algorithm))))

(define-algorithm :minimax "MINIMAX, procedure F of Knuth and Moore (1975): every leaf is evaluated."
  :aliases ("F")
  :idea "the maximizer takes the move of the greatest value, the minimizer that of the least. The value of a position
follows from the values of its moves, down to the leaves."
  :code "  minimax(node):
    if leaf: return its value
    values = minimax(move), for each move
    return the greatest value if MAX moves, else the least"
  :remark "It always costs the same. The other algorithms find the same value."
  :see "(help :alpha-beta), (help 'minimax) for the function, (lesson 4)"
  :read "C. E. Shannon, Programming a computer for playing chess, Philosophical
      Magazine 41 (1950)")

(define-algorithm :f1 "F1, branch and bound: alpha-beta without deep cutoffs (Knuth and Moore 1975)."
  :idea "a position is searched until it is known to be no better for its mover than what the opponent has at the
position directly above. Bounds from farther up are not passed on."
  :code "  f1(node, bound):               where MAX moves; MIN is the mirror image
    if leaf: return its value
    best = -infinity
    for each move:
      best = max(best, f1(move, best))
      if best >= bound: cutoff
    return best"
  :tree '((((6))) (((6 1))))
  :remark "It never evaluates fewer leaves than alpha-beta; the difference is small."
  :see "(help :alpha-beta), (help :deep-cutoff), (lesson 8)"
  :read "D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning,
      Artificial Intelligence 6 (1975)")

(define-algorithm :alpha-beta "ALPHA-BETA, procedure F2 of Knuth and Moore (1975), fail-soft (Fishburn 1983)."
  :aliases ("F2")
  :idea "alpha is what the maximizer has for certain on the path to a position, beta what the minimizer has. If alpha
is not below beta, one of the two avoids the position, and its other moves need no search."
  :code "  alphabeta(node, alpha, beta):  where MAX moves; MIN is the mirror image
    if leaf: return its value
    best = -infinity
    for each move:
      best = max(best, alphabeta(move, alpha, beta))
      alpha = max(alpha, best)
      if alpha >= beta: cutoff
    return best"
  :remark "With W moves, D plies and the best order it evaluates W^ceiling(D/2) + W^floor(D/2) - 1 leaves."
  :see "(help :cutoff), (help :fail-soft), (help :negascout), (lesson 6)"
  :read "D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning,
      Artificial Intelligence 6 (1975)")

(define-algorithm :fail-hard "FAIL-HARD alpha-beta, as encyclopedias print it."
  :idea "alpha-beta in which the bounds themselves are the result: a value outside the window is returned as alpha or
beta. It prunes the same moves, but its bounds are weaker."
  :code "  failhard(node, alpha, beta):   where MAX moves; MIN is the mirror image
    if leaf: return its value
    for each move:
      alpha = max(alpha, failhard(move, alpha, beta))
      if alpha >= beta: cutoff
    return alpha"
  :remark "Without a table, the leaves are those of alpha-beta."
  :see "(help :alpha-beta), (help :fail-hard), (help :fail-soft), (lesson 9)"
  :read "J. P. Fishburn, Another optimization of alpha-beta search, SIGART
      Newsletter 84 (1983)")

(define-algorithm :winston "WINSTON's alpha-beta: the last stages of BIGGEST and SMALLEST (1977)."
  :idea "alpha-beta as two Lisp functions, one for each player. A position is cut only when alpha is greater than beta,
so equal bounds do not prune; the result stays inside the window."
  :code "  biggest(board, alpha, beta):   SMALLEST is the mirror image
    if quiet: return its static value
    for each plausible move:
      alpha = max(alpha, smallest(move, alpha, beta))
      if alpha > beta: cutoff
    return alpha"
  :tree '((3 5) (3 1) (1 9))
  :remark "A value below the window comes back as alpha, and alpha is not greater than alpha: above the leaves, many cutoffs are
missed."
  :see "(help 'biggest), (help :textbooks), (help :bratko), (lesson 5)"
  :read "P. H. Winston, Artificial Intelligence (1977), and lib/search/winston.lisp")

(define-algorithm :bratko "BRATKO's alpha-beta, the Prolog program of figure 15.5."
  :idea "alpha-beta as relations. All comparisons are strict: a position is cut only when alpha is greater than beta,
and of moves of the same value the last one is kept."
  :code "  bratko(node, alpha, beta):     where MAX moves; MIN is the mirror image
    if no moves: return the static value
    best = -infinity
    for each move:
      value = bratko(move, alpha, beta)
      if value >= best: best = value, best move = move
      alpha = max(alpha, best)
      if alpha > beta: cutoff
    return best"
  :tree '((3 5) (3 1) (1 9))
  :remark "The value is that of the other algorithms; the move may be another one of the same value."
  :see "(help 'bratko-alphabeta), (help :prolog), (help :winston)"
  :read "I. Bratko, Prolog Programming for Artificial Intelligence, figure 15.5")

(define-algorithm :scout "SCOUT (Pearl 1980): test first, evaluate only what is better."
  :idea "whether a value is greater than a bound is found with fewer leaves than the value itself. The first move is
evaluated, each other one is tested, and evaluated only if it is better."
  :code "  eval(node):                    where MAX moves; MIN is the mirror image
    if leaf: return its value
    best = eval(first move)
    for each other move:
      if test(move, best): best = eval(move)
    return best

  test(node, bound):             is the value greater than the bound?
    if leaf: return value > bound
    MAX moves: true as soon as a move passes the test
    MIN moves: false as soon as a move fails the test"
  :remark "A leaf may be evaluated by a test and again by an evaluation. Evaluations do not use a window."
  :see "(help :negascout), (help :null-window), (lesson 10)"
  :read "J. Pearl, SCOUT: a simple game-searching algorithm with proven optimal
      properties, AAAI 1980")

(define-algorithm :negascout "NEGASCOUT (Reinefeld 1983), also called principal variation search."
  :aliases ("PVS")
  :idea "the first move is probably the best: search it with the full window. Ask of each other move only whether it is
better, with a null window, which needs fewer leaves. If it is, search it again for its value."
  :code "  negascout(node, alpha, beta):  where MAX moves; MIN is the mirror image
    if leaf: return its value
    for each move:
      first move:  value = negascout(move, alpha, beta)
      others:      value = negascout(move, alpha, alpha + 1)
                   if alpha < value < beta, and more than 2 plies remain:
                     value = negascout(move, value, beta)         re-search
      best = max(best, value)
      alpha = max(alpha, best); if alpha >= beta: cutoff
    return best"
  :remark "It pays where moves are ordered well, and costs where they are not."
  :see "(help :scout), (help :null-window), (help :re-search), (lesson 10)"
  :read "A. Reinefeld, An improvement to the Scout tree search algorithm, ICCA
      Journal 6 (1983)")

(define-algorithm :sss "SSS* (Stockman 1979): best-first search with a list OPEN."
  :aliases ("SSS*")
  :idea "each position in OPEN has a merit, an upper bound of what the maximizer can get there. The search always goes on
where the merit is greatest, of equals at the leftmost one, until the root is solved."
  :code "  sss(root):
    put (root, live, infinity) into OPEN
    repeatedly take the entry of the greatest merit out of OPEN:
      the root, solved:      return its merit
      live leaf:             put it back, solved, merit = min(merit, its value)
      live, MAX moves:       put in all moves, live, with its merit
      live, MIN moves:       put in the first move, live, with its merit
      solved, MIN above:     put in the next move there, live, with its merit;
                             after the last one, the position above, solved
      solved, MAX above:     put in the position above, solved; take all that
                             is below it out of OPEN"
  :remark "It never evaluates more leaves than alpha-beta, but OPEN grows with the tree."
  :see "(help :merit), (help :mt-sss), (help :dual), (lesson 11)"
  :read "G. C. Stockman, A minimax algorithm better than alpha-beta?, Artificial
      Intelligence 12 (1979)")

(define-algorithm :dual "DUAL*: SSS* for the other side."
  :aliases ("DUAL*")
  :idea "SSS* with the players exchanged: a merit is a lower bound, the search goes on where it is least, and all moves of
the minimizer enter OPEN, but only the first move of the maximizer."
  :code "  dual(root):
    sss(root) with MAX and MIN, greatest and least, and the sign of infinity
    exchanged"
  :remark "Which of SSS* and DUAL* evaluates fewer leaves depends on the tree."
  :see "(help :sss), (help :mt-dual), (lesson 11)"
  :read "T. A. Marsland, A. Reinefeld and J. Schaeffer, Low overhead alternatives
      to SSS*, Artificial Intelligence 31 (1987)")

;; The source of the three algorithms with memory.
(defvar *plaat-1996* "A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-first
      fixed-depth minimax algorithms, Artificial Intelligence 87 (1996)")

(define-algorithm :mtdf "MTD(f) (Plaat and others 1996): null windows from a first guess, with memory."
  :aliases ("MTD-F" "MTD")
  :idea "a search with a null window says whether the value is at least f, and returns a bound. Repeated from the bound
that came out, it closes in on the value. A table keeps the bounds of all positions, so no leaf is evaluated twice."
  :code "  mtdf(root, f):
    lower = -infinity; upper = infinity
    until lower >= upper:
      ask: is the value at least f; or more than f, if f = lower?
      f = the bound that the search with memory returns
      if yes: lower = f, else upper = f
    return f"
  :remark "Here the first guess is 0, far below the values. A better one, such as the value of a search one ply less deep, saves
passes and leaves: see :FIRST-GUESS in (help 'minimax)."
  :see "(help :null-window), (help :mt-sss), (help :pass), (lesson 11)"
  :read *plaat-1996*)

(define-algorithm :mt-sss "MT-SSS*: SSS* as a series of null-window searches with memory."
  :aliases ("MT-SSS*")
  :idea "MTD(f) with plus infinity as first guess. Each pass lowers the upper bound of the root, until a pass shows that
it is reached. It evaluates the leaves of SSS* without a list OPEN."
  :code "  mt-sss(root):
    return mtdf(root, infinity)"
  :remark "The table takes the place of OPEN."
  :see "(help :sss), (help :mtdf), (help :pass), (lesson 11)"
  :read *plaat-1996*)

(define-algorithm :mt-dual "MT-DUAL*: DUAL* as a series of null-window searches with memory."
  :aliases ("MT-DUAL*")
  :idea "MTD(f) with minus infinity as first guess. Each pass raises the lower bound of the root, until a pass shows that
it is not exceeded."
  :code "  mt-dual(root):
    return mtdf(root, -infinity)"
  :remark "The table takes the place of OPEN."
  :see "(help :dual), (help :mtdf), (help :pass), (lesson 11)"
  :read *plaat-1996*)

;;; Monte Carlo tree search, which searches games, not list trees

;; In how many of 20 searches of Nim with heaps of 2, 3 and 4 stones, with different seeds, the only winning move is found.
(defun winning-moves-found (playouts without)
  (let ((found 0))
    (dotimes (i 20 found)
      (if (equal '(2 3) (best-move 'nim '((2 3 4) :max) :algorithm :mcts :playouts playouts :seed (+ i 1) :without without))
          (incf found)))))

(defun show-winning-moves ()
  (let ((columns '(30 100 300 1000)))
    (format t "Searches of 20 that find the only winning move of (nim '((2 3 4) :max)), by playouts:~%")
    (format t "~16T~{~6D~}~%" columns)
    (dolist (without '((:solver) nil))
      (format t "  ~12A~2T~{~6D~}~%" (if without "UCT" "with solver")
              (mapcar (lambda (playouts) (winning-moves-found playouts without)) columns)))))

(defun explain-mcts ()
  (write-filled "MCTS, Monte Carlo tree search: UCT (Kocsis and Szepesvari 2006) with a solver (Winands and others 2008).")
  (terpri)
  (write-filled "Idea: a position is worth what random games from it bring on average. Each playout adds one position to a tree and
a result to the positions above it. Moves are taken by the upper confidence bound of their mean: good ones often, uncertain ones
sometimes. The solver adds what is certain: the ends of the game, and what follows from them.")
  (format t "
  playout(root):
    node = root
    while all moves of node were tried: node = the move of the greatest
      mean + C * sqrt(log(visits of node) / visits of the move)
    add a move of node that was not tried to the tree, as node
    play random moves from node to the end of the game
    for node and all positions above it:
      visits = visits + 1; total = total + result
      MAX moves: it is worth at least what its best move is proved to be;
      if all moves are proved, it is proved.  MIN is the mirror image
  The move with the most visits is chosen, or a proved one if no mean is better.

(best-move 'nim '((1 2) :max) :algorithm :mcts)
")
  (let ((tree (getf (nth-value 2 (best-move 'nim '((1 2) :max) :algorithm :mcts)) :tree)))
    (draw tree :plies 3 :format :text)
    (why tree))
  (terpri)
  (show-winning-moves)
  (write-filled "It needs no estimate of positions, and also searches games with chance nodes. Alpha-beta with a good estimate is
stronger where a few moves decide.")
  (format t "~%Try   (setq tree (getf (nth-value 2 (best-move 'nim '((2 3 4) :max)
                                          :algorithm :mcts)) :tree))
      (why tree), (why tree 2), (draw tree :plies 1)
      (tournament 'connect-four '((:algorithm :mcts :playouts 500) (:plies 4)))
See   (help 'best-move), (help :playout), (help :policy), (help :chance)
Read  L. Kocsis and C. Szepesvari, Bandit based Monte-Carlo planning, ECML 2006;
      M. Winands, Y. Bjornsson and J.-T. Saito, Monte-Carlo tree search solver,
      Computers and Games 2008; T. Cazenave and A. Saffidine, Score bounded
      Monte-Carlo tree search, Computers and Games 2010~%"))

(dolist (name '(:mcts :uct :monte-carlo))
  (add-subject name "MCTS, Monte Carlo tree search: UCT with a solver" #'explain-mcts))
