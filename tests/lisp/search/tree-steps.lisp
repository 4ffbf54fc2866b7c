;;;; Steps of the searches whose tree grows: MCTS, expectiminimax, proof numbers, several players, AO*, FIND-PATH; and of tables, whose
;;;; values do.

(define-game steps-of-chance (:initial 0) (:side (p) (first p)) (:over (p) (numberp p)) (:value (p) (if (numberp p) p 0))
  (:moves (p) (let ((n -1)) (mapcar (lambda (e) (incf n) (if (eq (first p) :chance) (cons n (first e)) n)) (rest p))))
  (:play (p m) (let ((e (nth (+ m 1) p))) (if (eq (first p) :chance) (second e) e)))
  (:bounds (p) p (values 0 10)))
(defvar *chances* '(:max (:chance (1/2 3) (1/2 (:min 1 5))) (:chance (1/3 2) (2/3 4)) (:chance (1/2 0) (1/2 (:min 2 8 9)))))
(defun halved (n) (if (= n 1) '((0)) (list (list 1 (- n 1)) (list 0 (floor n 2) (ceiling n 2)))))

(defun tree-in (values) (getf (third values) :tree))
(defun chance-tree (algorithm) (tree-in (multiple-value-list (expectiminimax 'steps-of-chance :position *chances* :algorithm algorithm :record t))))
(defun reduction-tree (n) (tree-in (multiple-value-list (ao-star n #'halved :record t))))
(defun path-tree (algorithm &rest more) (tree-in (multiple-value-list (apply #'find-path 'romania :algorithm algorithm :record t more))))
(defun proof-tree-of (algorithm heaps) (tree-in (multiple-value-list (prove 'nim (list heaps :max) :win :algorithm algorithm :record t))))
(define-game steps-of-three (:initial '(:a)) (:players :a :b :c) (:side (p) (first p)) (:over (p) (eq (first p) :end))
  (:moves (p) (declare (ignore p)) '(0 1 2)) (:value (p) (list (second p) (mod (+ (second p) (third p)) 3) (mod (* 2 (fourth p)) 3)))
  (:play (p m) (cons (case (first p) (:a :b) (:b :c) (t :end)) (cons m (rest p)))))
(defun players-tree-of (algorithm) (tree-in (multiple-value-list (search-players 'steps-of-three :algorithm algorithm :record t))))
(defun playout-tree-of (playouts)
  (tree-in (multiple-value-list (best-move 'nim '((1 2) :max) :algorithm :mcts :playouts playouts))))
(defvar *trees*
  (append (mapcar #'chance-tree '(:expectiminimax :star1 :star2 :sampling))
          (mapcar #'reduction-tree '(1 2 5 12))
          (mapcar #'path-tree '(:a-star :uniform-cost :breadth-first :greedy :iterative-deepening :ida-star :hill-climbing :beam))
          (list (path-tree :depth-first :limit 4) (path-tree :branch-and-bound :from :sibiu :limit 500)
                (proof-tree-of :pn '(1 2)) (proof-tree-of :pn '(2 2)) (proof-tree-of :pn2 '(1 2 1)) (proof-tree-of :df-pn '(1 2)) (proof-tree-of :df-pn '(2 2))
                (players-tree-of :max-n) (players-tree-of :paranoid) (playout-tree-of 12) (playout-tree-of 40))
          (mapcar (lambda (heaps) (system::table-tree (tabulate 'nim :position (list heaps :max)))) '((1 2) (2 2)))))
(defun drawn (tree &rest options) (with-output-to-string (*standard-output*) (apply #'draw tree :plies 3 options)))
;; Calls FUNCTION with the arguments of each step: a tree, a sentence, a predicate of current nodes.
(defun map-steps (function tree) (funcall (system::search-tree-replay tree) function))

;; The last step shows the tree that the search returned.
(defun last-tree (tree)
  (let ((last nil))
    (map-steps (lambda (tree sentence now) sentence now (setq last tree)) tree)
    last))
(remove-if (lambda (tree) (string= (drawn tree) (drawn (last-tree tree)))) *trees*)  ;=> NIL

;; Each step adds nodes and removes none, except where a limit grows, a problem moves into the marked graph, or PN2 discards a tree.
(defun sizes (tree)
  (let ((sizes nil))
    (map-steps (lambda (tree sentence now) sentence now (push (length (system::picture-of-tree tree 20)) sizes)) tree)
    (nreverse sizes)))
(every (lambda (tree) (apply #'<= (sizes tree)))
       (list (chance-tree :star2) (path-tree :a-star) (path-tree :beam) (proof-tree-of :pn '(2 2)) (proof-tree-of :df-pn '(2 2))
             (players-tree-of :paranoid) (playout-tree-of 40)))  ;=> T
(sizes (path-tree :hill-climbing))      ;=> (1 4 8 10)

;; A node is current at each step except the first one of some searches.
(defun steps-without-current-node (tree)
  (let ((count 0))
    (map-steps (lambda (tree sentence now)
                 sentence
                 (if (notany (lambda (node) (eq :now (system::drawn-phase node))) (system::picture-of-tree tree 20 now)) (incf count)))
               tree)
    count))
(remove-if (lambda (tree) (<= (steps-without-current-node tree) 1)) *trees*)  ;=> NIL

;; A*: the order of expansion and the costs that Russell and Norvig print for Romania (chapter 3).
(defun lines-of (text)
  (let ((lines nil) (start 0))
    (loop
      (let ((end (position #\Newline text :start start)))
        (if (null end) (return (nreverse lines)))
        (push (string-left-trim " 0123456789" (subseq text start end)) lines)
        (setq start (+ end 1))))))
(defun sentences (tree) (lines-of (drawn tree :steps :all)))
(mapcar (lambda (line) (let ((at (search "OPEN: " line))) (if at (subseq line (+ at 6) (position #\, line :start at)) nil)))
        (butlast (sentences (path-tree :a-star))))
;=> (NIL ":SIBIU 393" ":RIMNICU-VILCEA 413" ":FAGARAS 415" ":PITESTI 417" ":BUCHAREST 418")
(first (last (sentences (path-tree :a-star))))
;=> "(:SIBIU :RIMNICU-VILCEA :PITESTI :BUCHAREST), the state :BUCHAREST, at the cost 418, with the estimate 0, is a goal. OPEN: :TIMISOARA 447, :ZERIND 449, :CRAIOVA 526, :ORADEA 671. CLOSED: :ARAD, :SIBIU, :FAGARAS, :RIMNICU-VILCEA, :PITESTI."
(why (path-tree :a-star) 1 1)           ;prints: (1 1), the state :ARAD, at the cost 280, with the estimate 366, was dropped, since another path to it costs no more.~
(why (path-tree :a-star) 1 4 2)         ;prints: (1 4 2), the state :PITESTI, at the cost 317, with the estimate 100, was expanded as number 5.~

;; Df-pn expands the leaves in the order of proof-number search (A. Nagai), as long as the least number is that of one move.
(defun expansions (tree)
  (let ((paths nil))
    (dolist (sentence (sentences tree) (nreverse paths))
      (if (eql 0 (search "Expansion" sentence))
          (push (subseq sentence (+ 2 (position #\: sentence)) (search ", a" sentence)) paths)))))
(defun equal-orders-p (heaps) (equal (expansions (proof-tree-of :pn heaps)) (expansions (proof-tree-of :df-pn heaps))))
(mapcar #'equal-orders-p '((1 2) (2 2) (1 2 1) (2 3) (3 4)))  ;=> (T T T T T)
(sentences (proof-tree-of :df-pn '(1 1)))
;=> ("The root before the search has the numbers 1:1." "Expansion 1: the root, an OR node, has 2 moves and now has the numbers 1:2. It is searched until it is proved or disproved." "Expansion 2: (1), an AND node, has 1 move and now is disproved." "(1) is disproved: the search goes back." "Expansion 3: (2), an AND node, has 1 move and now is disproved." "(2) is disproved: the search goes back." "The root is disproved.")

;; A table: the ends of the game, then the positions at each distance, then the draws. Tic-tac-toe has 5,478
;; positions, of which 958 end the game.
(defun table-steps (game &rest position) (sentences (system::table-tree (apply #'tabulate game position))))
(table-steps 'nim :position '((0 1) :max))  ;=> ("The game ends in 1 of 2 positions; their values are those of the rules." "Round 1: a win in 1 ply can be forced by the maximizer from 1 position." "All positions have their values.")
(table-steps 'nim :position '((1 1) :max))  ;=> ("The game ends in 1 of 3 positions; their values are those of the rules." "Round 1: a win in 1 ply can be forced by the minimizer from 1 position." "Round 2: a win in 2 plies can be forced by the minimizer from 1 position." "All positions have their values.")
(let ((steps (table-steps 'tic-tac-toe)))
  (flet ((numbers (sentence) (remove nil (mapcar (lambda (word) (parse-integer (remove #\, word) :junk-allowed t)) (system::words-between #\Space sentence)))))
    (list (numbers (first steps)) (length steps)
          ;; All positions get a value once.
          (+ 958 (loop for step in (rest (butlast steps)) sum (reduce #'+ (cddr (numbers step)))) (first (numbers (first (last steps))))))))  ;=> ((958 5478) 7 5478)
(draw (tabulate 'steps-of-chance :position *chances*) :steps :all)  ;signals: "DRAW: expected no :STEPS"
;; At each step the values that are known are those of the table, at distances up to that of the step.
(let ((step -1) (wrong nil) (table (tabulate 'nim :position '((2 2) :max))))
  (map-steps (lambda (tree sentence now)
               (declare (ignore sentence now))
               (incf step)
               (map nil (lambda (node)
                          (let ((distance (parse-integer (system::drawn-question node) :junk-allowed t)))
                            (if (and distance (> distance step)) (push (list step node) wrong))))
                    (system::picture-of-tree tree 20)))
             (system::table-tree table))
  wrong)  ;=> NIL

;; The recording changes no answer and no count.
(remove-if (lambda (algorithm)
             (flet ((answer (record)
                      (multiple-value-bind (moves cost info) (find-path 'romania :algorithm algorithm :limit 900 :record record)
                        (list moves cost (subseq info 0 8)))))
               (equal (answer nil) (answer t))))
           (remove :bidirectional system::*path-algorithms*))  ;=> NIL

;; Proof numbers: an OR node has the least proof number and the sum of the disproof numbers of its successors, an AND node the reverse.
(defun false-numbers (node)
  (let ((next (system::pn-node-successors node)))
    (flet ((least (number) (reduce #'min (mapcar number next)))
           (sum (number) (min system::infinite-number (reduce #'+ (mapcar number next)))))
      (append (mapcan #'false-numbers next)
              (if (or (null next)
                      (and (= (system::pn-node-pn node) (if (system::pn-node-or node) (least #'system::pn-node-pn) (sum #'system::pn-node-pn)))
                           (= (system::pn-node-dn node) (if (system::pn-node-or node) (sum #'system::pn-node-dn) (least #'system::pn-node-dn)))))
                  nil
                  (list node))))))
(let ((false nil))
  (dolist (tree (list (proof-tree-of :pn '(1 2)) (proof-tree-of :pn '(2 2)) (proof-tree-of :pn '(1 2 1))) false)
    (map-steps (lambda (tree sentence now) sentence now (setq false (append (false-numbers (system::search-tree-root tree)) false))) tree)))
;=> NIL
(first (last (sentences (proof-tree-of :pn '(1 2)))))  ;=> "Expansion 6: (2 2), an OR node, has 1 move and now is proved. The root is proved."
(why (proof-tree-of :pn '(1 2)) 1)      ;prints: (1), an AND node, is disproved.~

;; Expectiminimax: a step for each value that is found and for each cutoff.
(mapcar (lambda (algorithm)
          (let ((info (nth-value 2 (expectiminimax 'steps-of-chance :position *chances* :algorithm algorithm)))
                (lines (sentences (chance-tree algorithm))))
            (list (= (getf info :nodes) (count-if-not (lambda (line) (or (search "pruned" line) (search "before" line))) lines))
                  (= (getf info :cutoffs) (count-if (lambda (line) (search "pruned" line)) lines)))))
        '(:expectiminimax :star1 :star2))  ;=> ((T T) (T T) (T T))
(find-if (lambda (line) (search "pruned" line)) (sentences (chance-tree :star2)))
;=> "(3) is worth at most 1, and alpha is 10/3: its other moves are pruned."

;; MCTS: a step for each playout, with the mean of the results so far until something is proved.
(let* ((lines (rest (sentences (playout-tree-of 5)))) (sum 0) (n 0))
  (mapcar (lambda (line)
            (let ((at (search "ends with " line)))
              (incf n)
              (incf sum (if at (parse-integer line :start (+ at 10) :junk-allowed t) 0))
              (if (search "proved" line) :proved (not (null (search (format nil "mean ~,3F" (/ sum n 1.0)) line))))))
          lines))                        ;=> (T T T T T)
(length (sentences (tree-in (multiple-value-list (best-move 'tic-tac-toe (initial-position 'tic-tac-toe) :algorithm :mcts :playouts 12)))))  ;=> 13

;; AO*.
(sentences (reduction-tree 2))
;=> ("The problem 2 before the search; its estimate is 0." "Expansion 1: 2 is reduced by 1 + 1, or by 0 + 1 + 1. The root costs 0 as far as known." "Expansion 2: 1 is reduced by 0 alone. The root is solved at the cost 0.")

;; Pictures: all have the same size, and each shows only the nodes that exist at its step.
(defun pictures (tree format)
  (let ((found nil))
    (system::draw-steps (system::tree-replayer tree nil) :all format nil (lambda (text) (push text found)))
    (nreverse found)))
(defun count-in (part text) (do ((at (search part text) (search part text :start2 (+ at 1))) (n 0 (+ n 1))) ((null at) n)))
(defun head-of (svg) (subseq svg 0 (search "<style>" svg)))
(defvar *svgs* (pictures (path-tree :hill-climbing) :svg))
(length (remove-duplicates (mapcar #'head-of *svgs*) :test #'equal))  ;=> 1
(mapcar (lambda (svg) (count-in "<g><title>" svg)) *svgs*)  ;=> (1 4 8 10)
(mapcar (lambda (svg) (count-in "class=\"edge" svg)) *svgs*)  ;=> (0 3 7 9)
(mapcar (lambda (tikz) (count-in "\\filldraw" tikz)) (pictures (path-tree :hill-climbing) :tikz))  ;=> (0 1 2 3)
(every (lambda (tree) (= 1 (length (remove-duplicates (mapcar #'head-of (pictures tree :svg)) :test #'equal)))) *trees*)  ;=> T

;; The page has each step with its sentence.
(let ((page (drawn (path-tree :a-star) :format :html)))
  (list (count-in "data-sentence=" page) (count-in "<svg" page) (not (null (search "</html>" page)))
        (not (null (search "The start: the state :ARAD" page)))))  ;=> (7 7 T T)

;; Searches that cannot be drawn with steps.
(draw (path-tree :a-star) :steps :passes)  ;signals: "expected :ALL as :STEPS, got :PASSES"
(draw (path-tree :a-star) :blank t)     ;signals: "expected no :BLANK"
(define-puzzle steps-on-a-line (:initial 0) (:moves (s) s '(1 -1)) (:play (s m) (+ s m)) (:goal (s) (= s 3)) (:inverse (m) (- m)))
(find-path 'steps-on-a-line :algorithm :bidirectional :to 3 :record t)  ;signals: "expected an algorithm with one tree with :RECORD"
