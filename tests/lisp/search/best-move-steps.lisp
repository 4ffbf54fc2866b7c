;;;; Recordings of BEST-MOVE. tests/transcripts/page.py checks their events against minimax, and the page that shows them.

(define-game listed (:initial '(:max (:min 3 9) (:min 1 8))) (:moves (p) (loop for i from 1 below (length p) collect i)) (:play (p m) (nth m p))
  (:side (p) (if (consp p) (first p) :max)) (:over (p) (integerp p)) (:value (p) (if (integerp p) p 0)) (:key (p) (prin1-to-string p)))
(defun recording (game &rest options)
  (getf (nth-value 2 (apply #'best-move game (initial-position game) :record t options)) :tree))
(defun steps-of (recording) (with-output-to-string (*standard-output*) (draw recording :steps :all)))

(recording 'listed :plies 2)                             ;=> #<recording of BEST-MOVE: LISTED, 20 steps>
(getf (nth-value 2 (best-move 'listed (initial-position 'listed))) :tree) ;=> NIL
(subseq (multiple-value-list (best-move 'listed (initial-position 'listed) :record t)) 0 2) ;=> (1 3)

;; Iterations, null windows, cutoffs, the table, the best move and its line.
(defun says (recording &rest texts)
  (let ((steps (steps-of recording)) (at 0))
    (dolist (text texts t)
      (setq at (or (search text steps :start2 at) (return text))))))
(says (recording 'listed)
      "Iteration 1: search to depth 1." "1 is at the depth limit: its static value is 0." "After depth 1: best move 1, value 0."
      "Iteration 2: search to depth 2." "Enter the root, a max node, with the window −2..2."
      "The value 3 is outside of the window around the value of the last iteration: the root is searched again."
      "Search the root again, with the window −∞..∞, for its exact value." "Test 2 with the null window 3..4: is it worth more than 3?"
      "Cutoff at 2: α 3 ≥ β 1: the minimizer gets at most 1 here, but the maximizer can have 3 at the root. 1 move is pruned."
      "2 is worth at most 1. The table stores −∞..1. It was searched 1 ply deep."
      "After depth 2: best move 1, value 3. The value is proved to the end of the game."
      "The best move is 1: the root is worth exactly 3. The best line is 1, 1.")                   ;=> T

;; The last sentence about a position; of a pruned one, the cutoff.
(why (recording 'listed) 2)   ;prints: 2 is worth at most 1. The table stores −∞..1. It was searched 1 ply deep.~
(why (recording 'listed) 1 1) ;prints: Leaf 1–1 is worth 3. It is evaluated again (evaluation 2 of this leaf).~
(says (recording 'listed) "" (string-right-trim '(#\Newline) (with-output-to-string (*standard-output*) (why (recording 'listed) 2 2)))) ;=> T
(why (recording 'listed) 3)   ;prints: The search did not visit the position (3).~
(why (recording 'listed) 0)   ;signals: type-error

;; Limits, the whole game without deepening, the order of moves, the bounds of a game, and refinements that are disabled.
(says (recording 'tic-tac-toe :nodes 30) "A limit ends iteration 2, which is not complete.")    ;=> T
(says (recording 'tic-tac-toe :nodes 1) "No iteration is complete")                             ;=> T
(says (recording 'listed :without '(:deepening)) "Iteration 1: search to the end of the game.") ;=> T
(says (recording 'listed :without '(:table)) "The table stores")                                ;=> "The table stores"
(says (recording 'listed :without '(:null-window)) "null window")                               ;=> "null window"
(says (recording 'listed :without '(:aspiration)) "outside of the window")                      ;=> "outside of the window"
(define-game first-is-bad (:initial '(:max (:min 1 8) (:min 3 9))) (:moves (p) (loop for i from 1 below (length p) collect i))
  (:play (p m) (nth m p)) (:side (p) (if (consp p) (first p) :max)) (:over (p) (integerp p)) (:value (p) (if (integerp p) p (third p))))
(says (recording 'first-is-bad) "The moves at the root are tried in the order 2, 1. The first one is the best so far.") ;=> T
(says (recording (kalah-game :pits 2 :stones 2)) "The table holds bounds for")                  ;=> T

;; Pictures and pages.
(defun drawn (recording &rest options) (with-output-to-string (*standard-output*) (apply #'draw recording options)))
(search "max = 3 " (drawn (recording 'listed) :format :ascii))                                  ;=> 0
(null (search "\"algorithm\":\"best-move\"" (drawn (recording 'listed) :format :html)))         ;=> NIL
(draw (recording 'listed) :blank t :format :svg)                                                ;signals: "expected no :BLANK"
(best-move 'nim (initial-position 'nim) :algorithm :mcts :record t)                             ;signals: "expected :RECORD with :ALPHA-BETA"
