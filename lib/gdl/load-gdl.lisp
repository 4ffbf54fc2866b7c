;;;; load-gdl.lisp -- LOAD-GDL, which makes a game or a puzzle of a description in GDL. -*- sealed -*-

(defun rules-error (rules state control &rest arguments)
  (error "The game ~A: expected ~?, at the position ~S" (gdl-rules-name rules) control arguments state))

;; The legal moves of each role, none of which may be empty.
(defun moves-of-roles (rules state)
  (mapcar (lambda (role)
            (or (moves-of-role rules state role) (rules-error rules state "a legal move of ~S unless TERMINAL is true, got none" role)))
          (gdl-rules-roles rules)))

;; Is MOVE one by which a role waits? Only used to choose between roles with one legal move each.
(defun waiting-move-p (move) (and (symbolp move) (member move '(noop nop pass wait nil nothing skip) :test #'string=) t))

;; The number of the role that moves, where MOVES are the moves of the roles: the one with several moves, else the first that does not
;; wait.
(defun number-of-mover (rules state moves)
  (let ((mover nil) (i 0))
    (dolist (own moves (or mover (position-if-not #'waiting-move-p moves :key #'first) 0))
      (when (rest own)
        (if mover
            (rules-error rules state "moves in turn, got several legal moves of both ~S and ~S~:[~;; SOLVE-SIMULTANEOUS solves such games~]"
                         (nth mover (gdl-rules-roles rules)) (nth i (gdl-rules-roles rules)) (= 2 (length moves))))
        (setq mover i))
      (incf i))))

(defun gdl-moves (rules state)
  (let ((moves (moves-of-roles rules state))) (nth (number-of-mover rules state moves) moves)))

;; The position after MOVE of the role that moves; the others have one legal move.
(defun gdl-play (rules state move)
  (let* ((moves (moves-of-roles rules state)) (mover (number-of-mover rules state moves)) (i -1))
    (state-after rules state (mapcar (lambda (own) (if (= (incf i) mover) move (first own))) moves))))

(defun gdl-side (rules state sides)
  (if (or (null (rest sides)) (terminal-state-p rules state))
      (first sides)
      (nth (number-of-mover rules state (moves-of-roles rules state)) sides)))

(defun gdl-key (state) (mapcar #'fluent-index (gdl-state-fluents state)))

(defun gdl-goals (rules state) (mapcar (lambda (role) (goal-of-role rules state role)) (gdl-rules-roles rules)))

;; The value of the end of the game for :MAX.
(defun gdl-value (rules state)
  (if (terminal-state-p rules state)
      (let ((goals (gdl-goals rules state))) (if (rest goals) (- (first goals) (second goals)) (first goals)))
      0))

(defun show-gdl-state (state)
  (let ((*print-pretty* nil) (column 0))
    (dolist (fluent (gdl-state-fluents state) (terpri))
      (let ((text (format nil "~(~S~)" (fluent-term fluent))))
        (cond ((> (+ column (length text)) 76) (terpri) (setq column 0)) ((> column 0) (write-string "  ")))
        (write-string text)
        (incf column (+ 2 (length text)))))))

(defun gdl-role-text (role) (format nil "~(~A~)" role))

(defun game-of-rules (name rules)
  (let* ((roles (gdl-rules-roles rules)) (several (> (length roles) 2))
         (sides (if several (mapcar (lambda (role) (intern (format nil "~A" role) "KEYWORD")) roles) '(:max :min)))
         (start (state-of-terms rules (gdl-rules-start rules))))
    (make-game :name name
               :initial (lambda () start)
               :moves (lambda (p) (gdl-moves rules p))
               :play (lambda (p move) (gdl-play rules p move))
               :side (if (rest roles) (lambda (p) (gdl-side rules p sides)) (lambda (p) (declare (ignore p)) :max))
               :over (lambda (p) (terminal-state-p rules p))
               :value (if several
                          (lambda (p) (if (terminal-state-p rules p) (gdl-goals rules p) (mapcar (lambda (role) (declare (ignore role)) 0) roles)))
                          (lambda (p) (gdl-value rules p)))
               :bounds (cond (several nil)
                             ((rest roles) (lambda (p) (declare (ignore p)) (values -100 100)))
                             (t (lambda (p) (declare (ignore p)) (values 0 100))))
               :key #'gdl-key
               :show #'show-gdl-state
               :players (cond (several sides) ((rest roles) (mapcar #'gdl-role-text roles)))
               :rules (list (format nil "a game described in GDL with the role~P~{ ~A~^ and~}." (length roles) (mapcar #'gdl-role-text roles))))))

;; The puzzle of RULES, which have one role: to reach an end of the game with the goal value 100.
(defun puzzle-of-rules (name rules game)
  (make-puzzle :name name :initial (game-initial game) :play (game-play game) :key #'gdl-key :show #'show-gdl-state
               :moves (lambda (s) (if (terminal-state-p rules s) nil (gdl-moves rules s)))
               :goal (lambda (s) (and (terminal-state-p rules s) (eql 100 (goal-of-role rules s (first (gdl-rules-roles rules))))))))

(defun rules-of-game (operator name)
  (or (and (symbolp name) (get name 'gdl-rules)) (error "~A: expected the name of a game made by LOAD-GDL, got ~S" operator name)))

;; The forms of SOURCE, an argument of LOAD-GDL, with their places.
(defun gdl-forms (source)
  (cond ((consp source) (gdl-forms-in-list source))
        ((streamp source) (gdl-forms-in-text source nil))
        (t (with-open-file (stream source) (gdl-forms-in-text stream (file-namestring source))))))

(defun load-gdl (source &key name)
  "Define a game by a description in GDL, the Game Description Language of General Game Playing, and return its name.
SOURCE: a file, an input stream, or a list of clauses. Symbols become symbols of the current package, in upper case.
NAME: a symbol (default: the name of the file).
BEST-MOVE, SOLVE, PLAY, TOURNAMENT and other searches accept the game. Positions are sets of facts, see GDL-POSITION and GDL-FACTS; moves
are terms. Clauses are compiled.
Two roles: the first is :MAX, the second :MIN. The value is the goal of the first minus that of the second. At most one role has several
legal moves at a position; SOLVE-SIMULTANEOUS solves games in which both have.
One role: :MAX; the value is its goal. FIND-PATH also accepts the name, and finds a way to an end with the goal 100.
More roles: SEARCH-PLAYERS searches the game; the players are keywords, and values lists of goals.
Signals: program-error if a clause is malformed, has a variable that does not occur in an atom of the body that is not negated, uses an
undefined relation, or depends on its own negation; or if role, legal, goal or terminal lacks a clause.
Example: (solve (load-gdl '((role me) (init (heap 3)) (<= (legal me (take ?n)) (size ?n)) (size 1) (size 2) (minus 3 1 2) (minus 3 2 1)
                            (minus 2 1 1) (minus 2 2 0) (minus 1 1 0) (<= (next (heap ?r)) (true (heap ?h)) (does me (take ?n))
                            (minus ?h ?n ?r)) (<= terminal (not (open))) (<= (open) (true (heap ?h)) (distinct ?h 0))
                            (<= (goal me 100) (true (heap 0))) (<= (goal me 0) (not (true (heap 0)))))
                          :name 'small-heap)) => 100
Source: M. Genesereth and M. Thielscher, General Game Playing (2014)."
  (check-argument source '(or string pathname stream cons) "a file, a stream or a list of clauses")
  (check-argument name 'symbol "a symbol as :NAME")
  (let ((name (or name (if (or (consp source) (streamp source))
                           (error "LOAD-GDL: expected a name as :NAME of a description that is not in a file")
                           (intern (string-upcase (pathname-name source)))))))
    (let* ((rules (compile-clauses name (mapcan (lambda (entry) (translated-clauses (car entry) (cdr entry))) (gdl-forms source))))
           (game (game-of-rules name rules)))
      (setf (get name 'gdl-rules) rules
            (get name 'puzzle) (if (rest (gdl-rules-roles rules)) nil (puzzle-of-rules name rules game)))
      (name-game name game))))

(defun gdl-position (game facts)
  "Return the position of GAME in which FACTS, a list of terms, are true and no others.
GAME: the name of a game made by LOAD-GDL. Symbols in FACTS are those of the package in which the description was loaded.
Signals: error if GAME is not such a name.
Example: (progn (load-gdl '((role a) (init (n 1)) (legal a go) (<= (next (n 2)) (true (n 1))) (<= terminal (true (n 2))) (goal a 50))
                          :name 'one-step)
                (legal-moves 'one-step (gdl-position 'one-step '((n 1))))) => (GO)"
  (state-of-terms (rules-of-game "GDL-POSITION" game) facts))

(defun gdl-facts (position)
  "Return the list of the facts of POSITION, a position of a game made by LOAD-GDL.
Signals: type-error if POSITION is not such a position.
Example: (progn (load-gdl '((role a) (init (n 1)) (legal a go) (<= (next (n 2)) (true (n 1))) (<= terminal (true (n 2))) (goal a 50))
                          :name 'one-step)
                (gdl-facts (play-move 'one-step (initial-position 'one-step) 'go))) => ((N 2))"
  (check-argument position '(satisfies gdl-state-p) "a position of a game made by LOAD-GDL")
  (mapcar #'fluent-term (gdl-state-fluents position)))

;;; Simultaneous moves

;; The value of STATE to the first of two roles that choose their moves at the same time, and an optimal strategy for each role there.
;; TABLE: the values of positions by key.
(defun simultaneous-value (rules state table)
  (let ((known (gethash (gdl-key state) table)))
    (cond (known (values-list known))
          ((terminal-state-p rules state) (gdl-value rules state))
          (t (destructuring-bind (rows columns) (moves-of-roles rules state)
               (multiple-value-bind (value row-strategy column-strategy)
                   (solve-matrix (mapcar (lambda (row)
                                           (mapcar (lambda (column)
                                                     (values (simultaneous-value rules (state-after rules state (list row column)) table)))
                                                   columns))
                                         rows))
                 (let ((found (list value (mapcar #'cons rows row-strategy) (mapcar #'cons columns column-strategy))))
                   (setf (gethash (gdl-key state) table) found)
                   (values-list found))))))))

(defun solve-simultaneous (game &optional (position nil position-p))
  "Solve GAME, in which two roles move at the same time. Return its value, the goal of the first role minus that of the second, and an
optimal strategy of each role at POSITION, ((MOVE . PROBABILITY) ...): exact rationals. Each position is a matrix game of the values
of the next positions.
GAME: the name of a game made by LOAD-GDL, which has two roles and no cycles.
POSITION: a position (default: the initial position).
Signals: error if GAME does not have two roles.
Example: (solve-simultaneous (load-gdl '((role a) (role b) (init start) (side 1) (side 2) (<= (legal ?r ?s) (role ?r) (side ?s))
                                         (<= (next (put ?r ?s)) (does ?r ?s)) (<= terminal (not (true start)))
                                         (<= same (true (put a ?s)) (true (put b ?s))) (<= (goal a 100) same) (<= (goal b 0) same)
                                         (<= (goal a 0) (not same)) (<= (goal b 100) (not same))) :name 'pennies)) => 0
Source: L. S. Shapley, Stochastic games, 1953."
  (let ((rules (rules-of-game "SOLVE-SIMULTANEOUS" game)))
    (unless (= 2 (length (gdl-rules-roles rules)))
      (error "SOLVE-SIMULTANEOUS: expected a game of two roles, got ~S" game))
    (simultaneous-value rules (if position-p position (initial-position game)) (make-hash-table :test #'equal))))
