;;;; gdl.lisp -- games described in GDL, against the same games written in Lisp and against an interpreter of GDL.

(defun load-text (name text) (with-input-from-string (in text) (load-gdl in :name name)))

;;; An interpreter of GDL: the model of a program, bottom-up by strata, without indexes or order of literals.

(defun var-p (term) (and (symbolp term) (char= #\? (char (symbol-name term) 0))))
(defun name-is (form name) (and (consp form) (symbolp (car form)) (string= (car form) name)))
(defun atom-of (form) (if (consp form) form (list form)))
(defun rule-head (clause) (atom-of (if (name-is clause "<=") (second clause) clause)))
(defun rule-body (clause) (if (name-is clause "<=") (cddr clause) nil))
(defun substituted (term bindings)
  (cond ((consp term) (mapcar (lambda (part) (substituted part bindings)) term))
        ((var-p term) (cdr (assoc term bindings)))
        (t term)))
;; BINDINGS extended so that PATTERN equals TERM, or :FAIL.
(defun matched (pattern term bindings)
  (cond ((eq bindings :fail) :fail)
        ((var-p pattern) (let ((known (assoc pattern bindings)))
                           (cond ((null known) (acons pattern term bindings)) ((equal (cdr known) term) bindings) (t :fail))))
        ((consp pattern) (if (and (consp term) (= (length term) (length pattern)))
                             (reduce (lambda (b pair) (matched (car pair) (cdr pair) b)) (mapcar #'cons pattern term) :initial-value bindings)
                             :fail))
        ((eql pattern term) bindings)
        (t :fail)))
;; Literals with negation are tested last.
(defun literal-rank (literal) (cond ((or (name-is literal "NOT") (name-is literal "DISTINCT")) 2) ((name-is literal "OR") 1) (t 0)))
(defun solutions (body facts bindings)
  (if (null body)
      (list bindings)
      (let* ((body (stable-sort (copy-list body) #'< :key #'literal-rank)) (literal (first body)))
        (cond ((name-is literal "OR") (mapcan (lambda (part) (solutions (cons part (rest body)) facts bindings)) (copy-list (rest literal))))
              ((name-is literal "NOT") (if (solutions (list (second literal)) facts bindings) nil (solutions (rest body) facts bindings)))
              ((name-is literal "DISTINCT")
               (if (equal (substituted (second literal) bindings) (substituted (third literal) bindings)) nil (solutions (rest body) facts bindings)))
              (t (mapcan (lambda (fact)
                           (let ((b (matched (atom-of literal) fact bindings))) (if (eq b :fail) nil (solutions (rest body) facts b))))
                         (copy-list facts)))))))
(defun used-relations (form negated)
  (cond ((name-is form "NOT") (used-relations (second form) (not negated)))
        ((name-is form "OR") (mapcan (lambda (part) (used-relations part negated)) (copy-list (rest form))))
        ((name-is form "DISTINCT") nil)
        (t (list (cons (first (atom-of form)) negated)))))
;; The strata of CLAUSES, lists of clauses.
(defun strata (clauses)
  (let ((level (make-hash-table)) (changed t))
    (loop while changed
          do (setq changed nil)
             (dolist (clause clauses)
               (dolist (literal (rule-body clause))
                 (dolist (use (used-relations literal nil))
                   (let ((least (+ (gethash (car use) level 0) (if (cdr use) 1 0))) (head (first (rule-head clause))))
                     (when (< (gethash head level 0) least) (setf (gethash head level) least changed t)))))))
    (loop for i from 0 to (reduce #'max (mapcar (lambda (c) (gethash (first (rule-head c)) level 0)) clauses))
          collect (remove i clauses :key (lambda (c) (gethash (first (rule-head c)) level 0)) :test-not #'=))))
(defun naive-model (clauses given)
  (let ((facts given))
    (dolist (stratum (strata clauses) facts)
      (loop
        (let ((new nil))
          (dolist (clause stratum)
            (dolist (bindings (solutions (rule-body clause) facts nil))
              (let ((fact (substituted (rule-head clause) bindings)))
                (unless (member fact facts :test #'equal) (pushnew fact new :test #'equal)))))
          (if (null new) (return nil))
          (setq facts (append new facts)))))))
(defun facts-named (name facts) (remove-if-not (lambda (fact) (name-is fact name)) facts))

;;; Compiled clauses against the interpreter

(defun clauses-of-text (text)
  (let ((system::*package* *package*))
    (with-input-from-string (in text) (mapcar #'car (system::gdl-forms-in-text in nil)))))
(defun same-set (a b) (null (set-exclusive-or a b :test #'equal)))
(defun given-facts (state) (mapcar (lambda (f) (list 'true f)) (gdl-facts state)))
(defun rules-named (name) (get name 'system::gdl-rules))

;; The differences of legal moves, ends and goals at STATE, and of the position after MOVES; or NIL.
(defun differences (name clauses state moves)
  (let* ((rules (rules-named name)) (roles (system::gdl-rules-roles rules)) (model (naive-model clauses (given-facts state))) (wrong nil)
         (after (naive-model clauses (append (given-facts state) (mapcar (lambda (role move) (list 'does role move)) roles moves)))))
    (unless (same-set (mapcar #'cdr (facts-named "LEGAL" model))
                      (mapcan (lambda (role) (mapcar (lambda (m) (list role m)) (system::moves-of-role rules state role))) roles))
      (push (list :legal state) wrong))
    (unless (eq (system::terminal-state-p rules state) (if (facts-named "TERMINAL" model) t nil)) (push (list :terminal state) wrong))
    (dolist (role roles)
      (unless (equal (remove role (facts-named "GOAL" model) :key #'second :test-not #'eql)
                     (let ((goal (ignore-errors (system::goal-of-role rules state role)))) (if goal (list (list 'goal role goal)) nil)))
        (if (= 1 (count role (facts-named "GOAL" model) :key #'second)) (push (list :goal role state) wrong))))
    (unless (same-set (mapcar #'second (facts-named "NEXT" after)) (gdl-facts (system::state-after rules state moves)))
      (push (list :next state moves) wrong))
    wrong))

(defun random-element (list state) (nth (random (length list) state) list))
;; The first difference in COUNT random playouts of at most LENGTH moves.
(defun difference-in-playouts (name clauses count length)
  (let ((rules (rules-named name)) (random (seed-random-state 7)))
    (dotimes (i count nil)
      (let ((state (initial-position name)))
        (dotimes (j length)
          (if (system::terminal-state-p rules state) (return))
          (let* ((moves (mapcar (lambda (own) (random-element own random)) (system::moves-of-roles rules state)))
                 (wrong (differences name clauses state moves)))
            (if wrong (return-from difference-in-playouts wrong))
            (setq state (system::state-after rules state moves))))))))

;;; Descriptions

(defvar *noughts* "
; Noughts and crosses on three by three squares.
(role crosses) (ROLE noughts)
(init (cell 1 1 empty)) (init (cell 1 2 empty)) (init (cell 1 3 empty)) (init (cell 2 1 empty)) (init (cell 2 2 empty))
(init (cell 2 3 empty)) (init (cell 3 1 empty)) (init (cell 3 2 empty)) (init (cell 3 3 empty)) (init (turn crosses))
(opponent crosses noughts) (opponent noughts crosses)
(index 1) (index 2) (index 3)
(<= (legal ?r (put ?x ?y)) (true (turn ?r)) (true (cell ?x ?y empty)))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= (next (cell ?x ?y ?r)) (does ?r (put ?x ?y)))   ; a mark
(<= (next (cell ?x ?y ?v)) (true (cell ?x ?y ?v)) (does ?r (put ?i ?j)) (or (distinct ?x ?i) (distinct ?y ?j)))
(<= (next (turn ?s)) (true (turn ?r)) (opponent ?r ?s))
(<= (row ?r) (role ?r) (index ?x) (true (cell ?x 1 ?r)) (true (cell ?x 2 ?r)) (true (cell ?x 3 ?r)))
(<= (row ?r) (role ?r) (index ?y) (true (cell 1 ?y ?r)) (true (cell 2 ?y ?r)) (true (cell 3 ?y ?r)))
(<= (row ?r) (role ?r) (true (cell 1 1 ?r)) (true (cell 2 2 ?r)) (true (cell 3 3 ?r)))
(<= (row ?r) (role ?r) (true (cell 1 3 ?r)) (true (cell 2 2 ?r)) (true (cell 3 1 ?r)))
(<= open (true (cell ?x ?y Empty)))
(<= terminal (row ?r))
(<= terminal (not open))
(<= (goal ?r 100) (row ?r))
(<= (goal ?r 0) (opponent ?r ?s) (row ?s))
(<= (goal ?r 50) (role ?r) (not (row crosses)) (not (row noughts)))")

;; Two heaps; the player who takes the last stone wins.
(defvar *heaps* "
(role a) (role b) (init (heap 1 3)) (init (heap 2 4)) (init (control a))
(successor 0 1) (successor 1 2) (successor 2 3) (successor 3 4)
(<= (less ?m ?n) (successor ?m ?n))
(<= (less ?m ?n) (successor ?m ?k) (less ?k ?n))
(<= (legal ?r (reduce ?h ?m)) (true (control ?r)) (true (heap ?h ?n)) (less ?m ?n))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (heap ?h ?m)) (does ?r (reduce ?h ?m)))
(<= (next (heap ?h ?n)) (true (heap ?h ?n)) (not (reduced ?h)))
(<= (reduced ?h) (does ?r (reduce ?h ?m)))
(<= (next (control a)) (true (control b)))
(<= (next (control b)) (true (control a)))
(<= some-left (true (heap ?h ?n)) (distinct ?n 0))
(<= terminal (not some-left))
(<= (goal ?r 0) (true (control ?r)))
(<= (goal ?r 100) (role ?r) (not (true (control ?r))))")

;; Four columns of three squares; four in a row wins.
(defvar *columns* "
(role x) (role o) (init (control x)) (opponent x o) (opponent o x)
(column 1) (column 2) (column 3) (column 4) (above 1 2) (above 2 3)
(init (height 1 1)) (init (height 2 1)) (init (height 3 1)) (init (height 4 1))
(<= (legal ?r (drop ?c)) (true (control ?r)) (true (height ?c ?y)) (distinct ?y full))
(<= (legal ?r noop) (true (control ?s)) (opponent ?s ?r))
(<= (next (disc ?c ?y ?r)) (does ?r (drop ?c)) (true (height ?c ?y)))
(<= (next (disc ?c ?y ?r)) (true (disc ?c ?y ?r)))
(<= (next (height ?c ?z)) (does ?r (drop ?c)) (true (height ?c ?y)) (above ?y ?z))
(<= (next (height ?c full)) (does ?r (drop ?c)) (true (height ?c 3)))
(<= (next (height ?c ?y)) (true (height ?c ?y)) (does ?r (drop ?d)) (distinct ?c ?d))
(<= (next (control ?s)) (true (control ?r)) (opponent ?r ?s))
(<= (line ?r) (true (disc 1 ?y ?r)) (true (disc 2 ?y ?r)) (true (disc 3 ?y ?r)) (true (disc 4 ?y ?r)))
(<= open (true (height ?c ?y)) (not (is-full ?y)))
(is-full full)
(<= terminal (line ?r))
(<= terminal (not open))
(<= (goal ?r 100) (line ?r))
(<= (goal ?r 0) (line ?s) (opponent ?r ?s))
(<= (goal ?r 50) (role ?r) (not (line x)) (not (line o)))")

;; Hex on three by three squares: a connection is found by recursion. ROWS connects the first and the last row.
(defvar *hex* "
(role rows) (role columns) (init (turn rows)) (n 1) (n 2) (n 3) (up 1 2) (up 2 3)
(<= (square ?x ?y) (n ?x) (n ?y))
(<= (near ?x ?y ?x ?z) (n ?x) (up ?y ?z)) (<= (near ?x ?y ?z ?y) (n ?y) (up ?x ?z)) (<= (near ?x ?y ?u ?v) (up ?x ?u) (up ?v ?y))
(<= (beside ?x ?y ?u ?v) (or (near ?x ?y ?u ?v) (near ?u ?v ?x ?y)))
(<= (legal ?r (claim ?x ?y)) (true (turn ?r)) (square ?x ?y) (not (true (owner ?x ?y rows))) (not (true (owner ?x ?y columns))))
(<= (legal rows noop) (true (turn columns))) (<= (legal columns noop) (true (turn rows)))
(<= (next (owner ?x ?y ?r)) (does ?r (claim ?x ?y))) (<= (next ?f) (true ?f) (not (is-turn ?f)))
(<= (is-turn (turn ?r)) (role ?r))
(<= (next (turn columns)) (true (turn rows))) (<= (next (turn rows)) (true (turn columns)))
(<= (joined rows 1 ?y) (true (owner 1 ?y rows))) (<= (joined columns ?x 1) (true (owner ?x 1 columns)))
(<= (joined ?r ?u ?v) (joined ?r ?x ?y) (beside ?x ?y ?u ?v) (true (owner ?u ?v ?r)))
(<= (wins rows) (joined rows 3 ?y)) (<= (wins columns) (joined columns ?x 3))
(<= terminal (wins ?r))
(<= (goal ?r 100) (wins ?r)) (<= (goal ?r 0) (role ?r) (not (wins ?r)))")

;; Two jugs of 4 and 3 litres.
(defvar *jugs* "
(role cook) (init (jug a 0)) (init (jug b 0)) (size a 4) (size b 3) (other a b) (other b a)
(plus-one 0 1) (plus-one 1 2) (plus-one 2 3) (plus-one 3 4) (plus-one 4 5) (plus-one 5 6) (plus-one 6 7)
(<= (number ?n) (plus-one ?n ?m)) (number 7)
(<= (sum ?n 0 ?n) (number ?n))
(<= (sum ?n ?m ?s) (plus-one ?k ?m) (plus-one ?t ?s) (sum ?n ?k ?t))
(<= (at-most ?m ?s) (sum ?m ?d ?s))
(<= (legal cook (fill ?j)) (true (jug ?j ?n)) (size ?j ?s) (distinct ?n ?s))
(<= (legal cook (empty ?j)) (true (jug ?j ?n)) (distinct ?n 0))
(<= (legal cook (pour ?j ?k)) (other ?j ?k) (true (jug ?j ?n)) (distinct ?n 0) (true (jug ?k ?m)) (size ?k ?s) (distinct ?m ?s))
(<= (next (jug ?j ?s)) (does cook (fill ?j)) (size ?j ?s))
(<= (next (jug ?j 0)) (does cook (empty ?j)))
(<= (next (jug ?k ?n)) (true (jug ?k ?n)) (or (does cook (fill ?j)) (does cook (empty ?j))) (distinct ?j ?k))
(<= (poured ?j ?k ?t) (does cook (pour ?j ?k)) (true (jug ?j ?n)) (true (jug ?k ?m)) (sum ?n ?m ?t))
(<= (next (jug ?k ?t)) (poured ?j ?k ?t) (size ?k ?s) (at-most ?t ?s))
(<= (next (jug ?j 0)) (poured ?j ?k ?t) (size ?k ?s) (at-most ?t ?s))
(<= (next (jug ?k ?s)) (poured ?j ?k ?t) (size ?k ?s) (not (at-most ?t ?s)))
(<= (next (jug ?j ?r)) (poured ?j ?k ?t) (size ?k ?s) (not (at-most ?t ?s)) (sum ?s ?r ?t))
(<= terminal (true (jug a 2)))
(<= (goal cook 100) (true (jug a 2)))
(<= (goal cook 0) (not (true (jug a 2))))")

;; Rock, paper, scissors, twice; a win in the second round counts more.
(defvar *throws* "
(role left) (role right) (init (round 1)) (beats rock scissors) (beats scissors paper) (beats paper rock)
(<= (thing ?x) (beats ?x ?y))
(<= (legal ?r ?x) (role ?r) (thing ?x))
(<= (next (round 2)) (true (round 1))) (<= (next (round 3)) (true (round 2)))
(<= (next (won ?n ?r)) (true (round ?n)) (does ?r ?x) (does ?s ?y) (distinct ?r ?s) (beats ?x ?y))
(<= (next (won ?n ?r)) (true (won ?n ?r)))
(<= (next (rock ?n ?r)) (true (round ?n)) (does ?r rock))
(<= (next (rock ?n ?r)) (true (rock ?n ?r)))
(<= terminal (true (round 3)))
(<= (first-won ?r) (true (won 1 ?r))) (<= (second-won ?r) (true (won 2 ?r)))
(<= (goal ?r 100) (second-won ?r))
(<= (goal ?r 75) (first-won ?r) (not (second-won left)) (not (second-won right)))
(<= (goal ?r 0) (second-won ?s) (role ?r) (distinct ?r ?s))
(<= (goal ?r 25) (first-won ?s) (role ?r) (distinct ?r ?s) (not (second-won left)) (not (second-won right)))
(<= (goal ?r 50) (role ?r) (not (first-won left)) (not (first-won right)) (not (second-won left)) (not (second-won right)))")

(let ((wrong nil))
  (dolist (entry `((noughts ,*noughts* 4 9) (heaps ,*heaps* 10 9) (columns ,*columns* 4 12) (hex ,*hex* 3 9) (jugs ,*jugs* 4 8)
                   (throws ,*throws* 6 3))
                 wrong)
    (destructuring-bind (name text count length) entry
      (load-text name text)
      (let ((found (difference-in-playouts name (clauses-of-text text) (max 1 (trials count)) length))) (if found (push found wrong))))))  ;=> NIL
(let ((*standard-output* (make-broadcast-stream))) (mapcar #'check-game '(noughts heaps columns hex)))  ;=> (T T T T)

;;; The same games in Lisp

(defun reachable-count (game)
  (length (system::game-graph-nodes (system::reachable-graph "TEST" (system::find-game game) (initial-position game) 100000))))
(defun perft-counts (game depth) (loop for d from 1 to depth collect (perft game (initial-position game) d)))
;; The first position along COUNT random games in which A and B have different numbers of moves. MATCH: a function of a move of B.
(defun different-moves (a b match count)
  (let ((random (seed-random-state 3)))
    (dotimes (i count nil)
      (let ((p (initial-position a)) (q (initial-position b)))
        (loop
          (let ((moves (legal-moves a p)) (others (legal-moves b q)))
            (unless (same-set moves (mapcar match others)) (return-from different-moves (list p q)))
            (if (null others) (return nil))
            (let ((move (random-element others random)))
              (setq p (play-move a p (funcall match move)) q (play-move b q move)))))))))

(values (solve 'noughts))  ;=> 0
(reachable-count 'noughts)  ;=> 5478
(perft-counts 'noughts 6)  ;=> (9 72 504 3024 15120 54720)
(different-moves 'noughts 'tic-tac-toe (lambda (m) (list 'put (+ 1 (floor m 3)) (+ 1 (mod m 3)))) 20)  ;=> NIL
(defun move-and-value (&rest arguments) (subseq (multiple-value-list (apply #'best-move arguments)) 0 2))
(move-and-value 'noughts (gdl-position 'noughts '((cell 1 1 crosses) (cell 1 2 crosses) (cell 1 3 empty) (cell 2 1 noughts) (cell 2 2 noughts)
                                             (cell 2 3 empty) (cell 3 1 empty) (cell 3 2 empty) (cell 3 3 empty) (turn crosses)))
           :progress nil :plies 1)  ;=> ((PUT 1 3) 100)

(define-game heaps-in-lisp
  (:initial '(3 4 :max))
  (:moves (p) (append (loop for m from 0 below (first p) collect (list 1 m)) (loop for m from 0 below (second p) collect (list 2 m))))
  (:play (p m) (list (if (= (first m) 1) (second m) (first p)) (if (= (first m) 2) (second m) (second p)) (other-side (third p))))
  (:side (p) (third p)) (:key (p) p)
  (:result (p) (if (= 0 (first p) (second p)) (if (eq (third p) :max) -100 100))))
(list (values (solve 'heaps)) (values (solve 'heaps-in-lisp)))  ;=> (100 100)
(list (reachable-count 'heaps) (reachable-count 'heaps-in-lisp))  ;=> (36 36)
(different-moves 'heaps 'heaps-in-lisp (lambda (m) (cons 'reduce m)) 20)  ;=> NIL

(define-game columns-in-lisp
  (:initial '(nil nil nil nil :max))
  (:moves (p) (loop for c from 1 to 4 if (< (length (nth (- c 1) p)) 3) collect c))
  (:play (p c) (let ((q (copy-list p)))
                 (setf (nth (- c 1) q) (append (nth (- c 1) q) (list (fifth p))) (fifth q) (other-side (fifth p)))
                 q))
  (:side (p) (fifth p)) (:key (p) p)
  (:result (p) (or (dotimes (y 3 nil)
                     (let ((discs (mapcar (lambda (column) (nth y column)) (subseq p 0 4))))
                       (if (and (first discs) (every (lambda (d) (eq d (first discs))) discs)) (return (if (eq (first discs) :max) 100 -100)))))
                   (if (every (lambda (c) (= (length c) 3)) (subseq p 0 4)) 0))))
(equal (perft-counts 'columns 6) (perft-counts 'columns-in-lisp 6))  ;=> T
(different-moves 'columns 'columns-in-lisp (lambda (c) (list 'drop c)) 20)  ;=> NIL
(= (values (solve 'columns)) (values (solve 'columns-in-lisp)))  ;=> T

;; Hex: a position is a list of the owners of squares 0 to 8, and the side to move.
(defun hex-joined (owners side)
  (flet ((own (x y) (and (<= 0 x 2) (<= 0 y 2) (eq side (nth (+ (* 3 x) y) owners)))))
    (let ((reached nil) (new (loop for i from 0 to 2 if (if (eq side :max) (own 0 i) (own i 0)) collect (if (eq side :max) (list 0 i) (list i 0)))))
      (loop while new
            do (let ((square (pop new)))
                 (push square reached)
                 (loop for (dx dy) in '((0 1) (0 -1) (1 0) (-1 0) (1 -1) (-1 1))
                       do (let ((next (list (+ (first square) dx) (+ (second square) dy))))
                            (if (and (apply #'own next) (not (member next reached :test #'equal))) (pushnew next new :test #'equal))))))
      (some (lambda (square) (= 2 (if (eq side :max) (first square) (second square)))) reached))))
(define-game hex-in-lisp
  (:initial (list (make-list 9) :max))
  (:moves (p) (loop for i from 0 to 8 unless (nth i (first p)) collect i))
  (:play (p i) (let ((owners (copy-list (first p)))) (setf (nth i owners) (second p)) (list owners (other-side (second p)))))
  (:side (p) (second p)) (:key (p) (append (first p) (rest p)))
  (:result (p) (cond ((hex-joined (first p) :max) 100) ((hex-joined (first p) :min) -100))))
(list (values (solve 'hex)) (values (solve 'hex-in-lisp)))  ;=> (100 100)
(= (reachable-count 'hex) (reachable-count 'hex-in-lisp))  ;=> T
(different-moves 'hex 'hex-in-lisp (lambda (i) (list 'claim (+ 1 (floor i 3)) (+ 1 (mod i 3)))) 20)  ;=> NIL

;; One role: a puzzle, and a game of one player.
(= (length (find-path 'jugs :algorithm :breadth-first)) (length (find-path 'water-jugs :algorithm :breadth-first)))  ;=> T
(gdl-facts (let ((s (initial-position 'jugs))) (dolist (move (find-path 'jugs) s) (setq s (play-move 'jugs s move)))))  ;=> ((JUG B 3) (JUG A 2))

;; Simultaneous moves. The second round decides unless it is drawn.
(solve 'throws)  ;signals: "expected moves in turn, got several legal moves of both LEFT and RIGHT"
(first (multiple-value-list (solve-simultaneous 'throws)))  ;=> 0
(second (multiple-value-list (solve-simultaneous 'throws)))  ;=> ((ROCK . 1/3) (SCISSORS . 1/3) (PAPER . 1/3))
(first (multiple-value-list (solve-simultaneous 'throws (gdl-position 'throws '((round 2) (won 1 left))))))  ;=> 50/3
(solve-matrix '((50 100 -100) (-100 50 100) (100 -100 50)))  ;=> 50/3 ; (1/3 1/3 1/3) ; (1/3 1/3 1/3)
(solve-simultaneous 'jugs)  ;signals: "expected a game of two roles, got JUGS"
(solve-simultaneous 'nim)  ;signals: "expected the name of a game made by LOAD-GDL, got NIM"

;; Three roles: each in turn takes one or two of five stones; the one who takes the last stone wins.
(load-text 'three "
(role red) (role green) (role blue) (init (left 5)) (init (turn red)) (after red green) (after green blue) (after blue red)
(minus 5 1 4) (minus 4 1 3) (minus 3 1 2) (minus 2 1 1) (minus 1 1 0) (minus 5 2 3) (minus 4 2 2) (minus 3 2 1) (minus 2 2 0)
(<= (legal ?r (take ?n)) (true (turn ?r)) (true (left ?m)) (minus ?m ?n ?k))
(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
(<= (next (left ?k)) (does ?r (take ?n)) (true (left ?m)) (minus ?m ?n ?k))
(<= (next (turn ?s)) (true (turn ?r)) (after ?r ?s))
(<= terminal (true (left 0)))
(<= (last ?r) (true (turn ?s)) (after ?r ?s))
(<= (goal ?r 100) (last ?r)) (<= (goal ?r 0) (role ?r) (not (last ?r)))")  ;=> THREE
(define-game three-in-lisp (:initial '(5 :red)) (:players :red :green :blue) (:side (p) (second p))
  (:moves (p) (if (= (first p) 1) '(1) '(1 2))) (:over (p) (= (first p) 0))
  (:play (p n) (list (- (first p) n) (ecase (second p) (:red :green) (:green :blue) (:blue :red))))
  (:value (p) (if (= 0 (first p)) (ecase (second p) (:red '(0 0 100)) (:green '(100 0 0)) (:blue '(0 100 0))) '(0 0 0))))
(equal (second (multiple-value-list (search-players 'three))) (second (multiple-value-list (search-players 'three-in-lisp))))  ;=> T

;;; Random programs: the relations R0 to R5, of one or two arguments, are grouped in pairs. Those of a pair may depend on each other,
;;; on relations of earlier pairs, and on negations of these. LEGAL depends on each relation, NEXT on some.

(defvar *program-variables* '(?x ?y ?z))
(defun random-term (variables random)
  (case (random 7 random)
    ((0 1) (random-element '(a b 1) random))
    (2 (list 'f (random-element (append variables '(a b)) random)))
    (t (random-element (or variables '(a b)) random))))
(defun random-atom (name variables random)
  (cons name (loop repeat (if (oddp (position name '(r0 r1 r2 r3 r4 r5))) 2 1) collect (random-term variables random))))
(defun random-positive (i random)
  (case (random 5 random)
    (0 (list 'true (list 'p (random-term *program-variables* random))))
    (1 (list 'true (list 'q (random-element *program-variables* random) (random-term *program-variables* random))))
    (2 (list 'base-fact (random-element *program-variables* random)))
    (t (random-atom (random-element (subseq '(r0 r1 r2 r3 r4 r5) 0 (min 6 (+ i (if (evenp i) 2 1)))) random) *program-variables* random))))
(defun variables-in (form) (cond ((consp form) (remove-duplicates (mapcan #'variables-in (copy-list form)))) ((var-p form) (list form))))
;; The body of a rule of relation number I, and its variables. A head with a term F would have infinitely many instances by recursion.
(defun random-body (i random)
  (let* ((positive (loop repeat (+ 1 (random 3 random)) collect (random-positive i random))) (bound (variables-in positive))
         (before (subseq '(r0 r1 r2 r3 r4 r5) 0 (* 2 (floor i 2)))))
    (flet ((pick () (random-element (append bound '(a b)) random)))
      (let ((negative (list (list 'distinct (pick) (pick)) (list 'not (list 'true (list 'p (pick)))))))
        (if before (push (list 'not (random-atom (random-element before random) bound random)) negative))
        (if before (push (list 'or (list 'not (list 'base-fact (pick))) (random-atom (random-element before random) bound random)) negative))
        (values (append (loop repeat (random 2 random) collect (random-element negative random)) positive) bound)))))
(defun random-program (random)
  (let ((clauses '((role r) (init (p a)) (base-fact a) (base-fact b) (base-fact 1) (base-fact (f a)) (legal r wait) (goal r 50)
                   (<= terminal (true (p never))))))
    (loop for i from 0 to 5
          for name in '(r0 r1 r2 r3 r4 r5)
          do (let ((arity (if (oddp i) 2 1)))
               (loop repeat (+ 1 (random 3 random))
                     do (multiple-value-bind (body bound) (random-body i random)
                          (push (list* '<= (cons name (loop repeat arity collect (random-element (append bound '(a b 1)) random))) body) clauses)))
               (push (if (= arity 2) `(<= (legal r (,name ?x ?y)) (,name ?x ?y)) `(<= (legal r (,name ?x)) (,name ?x))) clauses)
               (push (if (= arity 2) `(<= (next (q ?x ?y)) (,name ?x ?y) (does r ?m) (distinct ?m wait)) `(<= (next (p ?x)) (does r (,name ?x))))
                     clauses)))
    (reverse clauses)))
(let ((random (seed-random-state 11)) (wrong nil))
  (dotimes (i (trials 120) wrong)
    (let ((clauses (random-program random)))
      (load-gdl clauses :name 'random-game)
      (dotimes (j 2)
        (let* ((state (gdl-position 'random-game (append (loop repeat (random 3 random) collect (list 'p (random-term nil random)))
                                                         (loop repeat (random 12 random)
                                                               collect (list 'q (random-term nil random) (random-term nil random))))))
               (moves (list (random-element (system::moves-of-role (rules-named 'random-game) state 'r) random)))
               (found (differences 'random-game clauses state moves)))
          (if found (push (list clauses found) wrong)))))))  ;=> NIL

;; Recursion of many facts: relations with indexes that grow.
(let ((n 60))
  (load-gdl `((role r) (init (at 0)) (legal r go) (goal r 0) (<= terminal (true (at 1)) (true (at 0)))
              ,@(loop for i below n collect `(step ,i ,(mod (* 7 (+ i 1)) n)))
              (<= (edge ?x ?y) (step ?x ?y) (true (at ?z)))
              (<= (path ?x ?y) (edge ?x ?y))
              (<= (path ?x ?y) (path ?x ?z) (edge ?z ?y))
              (<= (next (on ?y)) (does r go) (true (at ?x)) (path ?x ?y)))
            :name 'walk)
  (let ((reached nil) (at 0))
    (loop (setq at (mod (* 7 (+ at 1)) n)) (if (member at reached) (return)) (push at reached))
    (same-set (gdl-facts (play-move 'walk (initial-position 'walk) 'go)) (mapcar (lambda (x) (list 'on x)) reached))))  ;=> T

;;; Errors

(defvar *least* '((role a) (init (n 1)) (legal a go) (<= (next (n 2)) (true (n 1))) (<= terminal (true (n 2))) (goal a 50)))
(defun load-with (&rest clauses) (load-gdl (append *least* clauses) :name 'least))
(load-with)  ;=> LEAST
(load-with '(<= (p ?x) (true (n ?y))))  ;signals: "expected each variable in an atom of the body that is not negated, got ?x, in (<= (p ?x) (true (n ?y))), clause 7"
(load-with '(<= (p ?x) (true (n ?x)) (not (true (n ?y)))))  ;signals: "got ?y, in"
(load-with '(<= (p ?x) (true (n ?x)) (distinct ?x ?z)))  ;signals: "got ?z, in"
(load-with '(<= p (q ?x)))  ;signals: "got none for Q with one argument, in (<= p (q ?x)), clause 7"
(load-with '(q 1) '(<= p (q 1 2)))  ;signals: "got none for Q with two arguments"
(load-with '(<= (p ?x) (true (n ?x)) (not (q ?x))) '(<= (q ?x) (p ?x)))  ;signals: "expected a stratified description, got"
(load-with '(<= (legal a ?x) (does a ?x)))  ;signals: "expected legal not to depend on does"
(load-with '(<= (init (n ?x)) (true (n ?x))))  ;signals: "expected init not to depend on true or does"
(load-with '(true (n 3)))  ;signals: "expected a head other than true"
(load-with '(<= p (init (n 1))))  ;signals: "expected init only at the head of a clause"
(load-with '(legal a))  ;signals: "expected two arguments of legal, got (legal a), in (legal a), clause 7"
(load-with '(<= p (not (true (n 1)) (true (n 2)))))  ;signals: "expected one argument of NOT, got (not (true (n 1)) (true (n 2)))"
(load-with '(<= (p ?x) (?x 1)))  ;signals: "expected a relation, got the variable ?x"
(load-with '(sees a (n 1)))  ;signals: "complete information"
(load-with "p")  ;signals: "expected an atom"
(load-with '(p 1.5))  ;signals: "expected a term, got 1.5"
(load-gdl (remove 'goal *least* :key #'first) :name 'least)  ;signals: "got none for goal"
(gdl-facts (progn (load-gdl (remove 'init *least* :key #'first) :name 'least) (initial-position 'least)))  ;=> NIL
(load-gdl (remove 'role *least* :key #'first) :name 'least)  ;signals: "got none for role"
(load-gdl (remove 'legal *least* :key #'first) :name 'least)  ;signals: "got none for legal"
(load-gdl (remove '<= *least* :key #'first) :name 'least)  ;signals: "got none for terminal"
;; GOAL may depend on the negation of another goal.
(load-gdl '((role a) (init (n 1)) (legal a go) (<= (next (n 2)) (true (n 1))) (<= terminal (true (n 2))) (<= (goal a 100) (not (goal a 0)))
            (<= (goal a 0) (true (n 1)))) :name 'least)  ;=> LEAST
(values (solve 'least))  ;=> 100
(load-gdl '((role a) (init (n 1)) (legal a go) (<= terminal (true (n 1))) (<= (goal a 100) (not (goal a 0))) (<= (goal a 0) (not (goal a 100))))
          :name 'least)  ;signals: "expected a stratified description, got GOAL with two arguments"
(load-text 'least "(role a)
; a comment (
(init (n 1)
")  ;signals: "expected a close parenthesis for the open one, got the end of the text, line 3"
(load-text 'least "(role a) )")  ;signals: "expected a clause, got a close parenthesis, line 1"
(load-text 'least "(role a)

(<= (p ?x) (not (q ?x)))")  ;signals: "got ?x, in (<= (p ?x) (not (q ?x))), line 3"
(load-gdl *least*)  ;signals: "expected a name as :NAME"
(load-gdl 5)  ;signals: type-error
(load-gdl "no-such-file.kif")  ;signals: file-error
(gdl-position 'nim '((n 1)))  ;signals: "expected the name of a game made by LOAD-GDL, got NIM"
(gdl-facts '(3 4))  ;signals: type-error
;; Errors that appear in play: no legal move, two goals.
(load-gdl '((role a) (init (n 1)) (<= (legal a go) (true (n 2))) (<= (next (n 1)) (true (n 1))) (<= terminal (true (n 3)))
            (goal a 50) (<= (goal a 60) (true (n 3)))) :name 'stuck)  ;=> STUCK
(legal-moves 'stuck (initial-position 'stuck))  ;signals: "expected a legal move of A unless TERMINAL is true, got none"
(solve 'stuck (gdl-position 'stuck '((n 3))))  ;signals: "expected one integer as the goal of A, got"
