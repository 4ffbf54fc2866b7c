;;;; search.lisp -- searches compared, recorded, drawn and explained. -*- sealed -*-

;; The list that MINIMAX returned last.
(defvar *last-answer* nil)

;; Return BOARD; signal an error if it is the last answer of MINIMAX, which is easily mistaken for a tree.
(defun board-to-search (board)
  (if (and board (eq board *last-answer*))
      (check-argument board 'recorded "a board, or what RECORD-SEARCH returns, not the answer of MINIMAX"))
  board)

(defun compare-searches (board &rest options
                         &key player depth moves value quiet game reduce estimate explain (from nil from-p) (to nil to-p) (nodes 100000))
  "Search BOARD with every algorithm of MINIMAX and print a table: value, first move, leaves evaluated, different leaves
among them, the least number of leaves that can prove the value, positions visited, cutoffs, and seconds of processor time.
Return no value. LEAVES counts evaluations; some algorithms find the value alone, and evaluate further leaves to find the
move (see MINIMAX). LEAST is ? for a tree of more than a million positions.
If GAME has chance nodes, the algorithms are those of EXPECTIMINIMAX and, without DEPTH, of TABULATE, whose nodes are different
positions; :STAR1 and :STAR2 require a game with the clause :BOUNDS. If it has more than two players, they are those of SEARCH-PLAYERS.
If BOARD is the name of a puzzle, the searches are those of FIND-PATH, from the state FROM (default: the initial state); each ends
after NODES expansions (default: 100000), and :DEPTH-FIRST also at DEPTH moves. With a goal TO, :BIDIRECTIONAL is among them.
REDUCE, ESTIMATE: if REDUCE is present, BOARD is a problem, and the searches are AO-STAR with ESTIMATE (if present), with the
estimate 0, and recursion over all problems; the arguments are those of AO-STAR.
EXPLAIN: true to add the idea of each algorithm, after a table of the algorithms of MINIMAX (default: NIL).
PLAYER, DEPTH, MOVES, VALUE, QUIET, GAME: as for MINIMAX.
Signals: as MINIMAX does.
Example: (count #\\Newline (with-output-to-string (*standard-output*) (compare-searches '((1 2) (3 4))))) => 14"
  (declare (ignore value quiet))
  (cond ((and (symbolp board) (get board 'puzzle) (not (or game reduce moves)))
         (let ((puzzle (find-puzzle board)))
           (compare-paths puzzle (if from-p from (funcall (puzzle-initial puzzle))) (if to-p (list to) nil) depth nodes)))
        (reduce (compare-reductions board reduce estimate))
        ((and game (several-players-p (find-game game))) (compare-players-searches (find-game game) board depth))
        ((and game (meets-chance-p (find-game game) board)) (compare-chance-searches (find-game game) board depth))
        (t (multiple-value-bind (searches least)  ; errors are signalled before the table is printed
               (let ((options (copy-list options)))
                 (remf options :explain)
                 (compared-searches (board-to-search board) options player depth))
             (fresh-line)
             (print-table '("algorithm" "value" "move" "leaves" "distinct" "least" "nodes" "cutoffs" "seconds")
                          (mapcar (lambda (search) (comparison-row search (or least "?"))) searches))
             (if explain (explain-ideas (mapcar #'first searches))))))
  (values))

;; Search BOARD by all algorithms with OPTIONS, those of COMPARE-SEARCHES, among them PLAYER and DEPTH. Return a list of what
;; MEASURED-SEARCH returns; and the least number of leaves that prove the value, NIL if it is not known.
(defun compared-searches (board options player depth)
  (let ((lists nil) (recording nil) (searches nil))
    (dolist (entry (search-algorithms))
      (multiple-value-bind (search more)
          ;; A board that calls functions of the program is searched only once, so the whole tree is recorded then.
          (if (and (eq (first entry) :minimax) (not lists))
              (record-minimax board options)
              (measured-search (first entry) board options))
        (cond ((not (eq (first entry) :minimax)) (setq lists more))
              ((not lists) (setq recording more)))
        (push search searches)))
    (let ((whole (find :minimax searches :key #'first)))
      (values (nreverse searches)
              (if lists
                  (least-leaves-of-list board (first (second whole)) (or player :max) depth)
                  (least-leaves-to-prove recording (getf (third whole) :nodes)))))))

;; Search BOARD by ALGORITHM; return a list of the algorithm, the three values of SEARCH-ONCE, with the number of distinct
;; leaves, and the processor time; and whether BOARD is a list tree, which is searched a second time for that number, since
;; counting takes time.
(defun measured-search (algorithm board options)
  (let ((start (get-internal-run-time)))
    (multiple-value-bind (answer counters distinct list-p)
        (apply #'search-once :if-called board :algorithm algorithm options)
      (let ((time (- (get-internal-run-time) start)))
        (values (list algorithm answer counters
                      (or distinct (nth-value 2 (apply #'search-once t board :algorithm algorithm options)))
                      time)
                list-p)))))

;; The same for :MINIMAX; return as second value the recording.
(defun record-minimax (board options)
  (let ((start (get-internal-run-time)))
    (multiple-value-bind (answer counters distinct recording)
        (apply #'record-board nil board :algorithm :minimax options)
      (values (list :minimax answer counters distinct (- (get-internal-run-time) start)) recording))))

;; The row of SEARCH, from MEASURED-SEARCH, in the table of COMPARE-SEARCHES.
(defun comparison-row (search least)
  (destructuring-bind (algorithm answer counters distinct time) search
    (list algorithm (first answer) (first (second answer)) (getf counters :leaves) distinct least
          (getf counters :nodes) (getf counters :cutoffs)
          (seconds-text time))))

;; TIME, in internal time units, as seconds in the tables of COMPARE-SEARCHES.
(defun seconds-text (time) (format nil "~,4F" (/ (float time) internal-time-units-per-second)))

(defun print-recorded-search (object stream depth)
  (declare (ignore depth))
  (format stream "#<recorded search: ~S>" (recorded-answer object)))

(defstruct (recorded (:constructor make-recorded-search ())
                     (:conc-name recorded-) (:predicate recorded-search-p) (:copier nil)
                     (:print-function print-recorded-search))
  answer board options
  recording)                            ; a function that returns it, since EQUALP and DESCRIBE would not end on its circles

(defun record-search (board &rest options
                      &key player depth alpha beta algorithm first-guess moves value quiet game)
  "Search BOARD as MINIMAX does, to be drawn by DRAW and explained by WHY.
BOARD and the keyword arguments are those of MINIMAX. DRAW and WHY use only the record: they do not search and do not call
the functions, except that DRAW searches again for a page. A record of more than a million positions keeps those nearest to the root.
Example: (record-search '((3) (1 4) ((1 5 9) 2))) => #<recorded search: (3 (1 1))>"
  (declare (ignore player depth alpha beta algorithm first-guess moves value quiet game))
  (let ((recorded (make-recorded-search)))
    (multiple-value-bind (answer counters distinct recording) (apply #'record-board nil board options)
      (declare (ignore counters distinct))
      (setf (recorded-answer recorded) answer (recorded-recording recorded) (constantly recording)
            (recorded-board recorded) board (recorded-options recorded) options))
    recorded))

(defun as-recorded (search)
  (if (recorded-search-p search) search (record-search (board-to-search search))))

;; Write PICTURE as text; if it is BLANK, with a place to write each value into.
(defun write-text-drawing (picture unicode blank width out)
  (if (not blank)
      (write-text-picture picture unicode nil 200 width out)
      (dolist (line (lines-of (with-output-to-string (sheet) (write-text-picture picture unicode nil 200 width sheet))))
        (if (string/= line "") (format out "~A~:[~;____~]~%" line (char= #\Space (char line (- (length line) 1))))))))

;; Return a function (PICTURE STREAM) that writes PICTURE in FORMAT or, for :HTML, the page that steps through searches of BOARD
;; with OPTIONS, down to PLIES. Lines of text have at most WIDTH columns, if not NIL. BLANK: true for a picture without answers.
(defun picture-writer (format width blank board plies options)
  (case (if (symbolp format) (find format '(:text :ascii :svg :html :dot :tikz) :test #'string=) nil)
    (:text (lambda (picture out) (write-text-drawing picture t blank width out)))
    (:ascii (lambda (picture out) (write-text-drawing picture nil blank width out)))
    (:svg #'write-svg)
    (:html (lambda (picture out) (declare (ignore picture)) (write-string (page-of-search board plies options blank) out)))
    (:dot #'write-dot)
    (:tikz #'write-tikz)
    (t (check-argument format '(member :text :ascii :svg :html :dot :tikz)
                       ":TEXT, :ASCII, :SVG, :HTML, :DOT or :TIKZ as :FORMAT"))))

(defvar *picture-format* :text "The format in which DRAW and CHART-SEARCHES draw if none is given; in a report or a notebook :SVG.")

(defun draw (search &key (format *picture-format*) file plies blank steps fold)
  "Draw SEARCH: values with their kind (=, <=, >=), the order of visit, windows on entry, the best line, and pruned branches.
A position that was entered several times has the window of each entry (of more than four, the first three and the last; in
pictures the first and the last of more than three). Text lists a pruned branch of a list; pictures draw it whole, in grey, or
as a triangle if it has more than 12 leaves.
SEARCH: what RECORD-SEARCH returned, a board to search; the recording of BEST-MOVE; a table of TABULATE; or a tree of another
search, as BEST-MOVE by :MCTS, EXPECTIMINIMAX, SEARCH-PLAYERS, PROVE, AO-STAR and FIND-PATH return. BLANK is for boards; a table is drawn to two
plies by default, and lacks steps if the game has chance nodes.
FORMAT: :TEXT (default), :ASCII, :SVG, :HTML, :DOT (for Graphviz) or :TIKZ (for LaTeX); in a report or a notebook the default is :SVG.  PLIES: how deep to draw; what lies below is counted.
:HTML is a page that steps through the search; for a board, through this one and those by the other algorithms, with exercises. For it
DRAW searches the board again, and calls the functions of a game also for positions that were pruned.
BLANK: true to draw the whole tree without the answers, a sheet for exercises; a page then opens with the sheet.
STEPS: :ALL for a series, one for each step of the search: sentences as :TEXT, or pictures as :SVG or :TIKZ with captions, to
files whose names are FILE with -1, -2 and so on; :PASSES for the steps that end a pass of a search of a board (default: NIL).
It searches again.
FOLD: :PRUNED to draw each pruned branch of a board as one triangle with the number of its leaves; T to fold also the finished
subtrees next to the principal variation, with their value and the number of leaves that were visited there (default: NIL). Each
picture of a series folds what is folded at its end. A page folds by itself.
FILE: the name of a file to write to; default: print. Return no value.
Example: (with-output-to-string (*standard-output*) (draw '(1 2) :format :ascii)) => \"max = 2  #1 in -inf..inf
+- 1: 1  #2 in -inf..inf
+- 2: 2 *  #3 in 1..inf
\""
  (let ((width (if (and (null file) (interactive-stream-p *standard-output*)) (terminal-width) nil)) (tree (as-search-tree search)))
    (if (and fold (or tree blank (move-recording-p search)))
        (error "DRAW: expected :FOLD for the picture of a search of a board, got ~S" fold))
    (cond (tree (draw-tree tree format file plies blank steps width))
          ((move-recording-p search) (draw-move-recording search format file plies blank steps width))
          (t (let ((recorded (as-recorded search)))
               (if steps
                   (draw-series (board-replayer (recorded-board recorded) plies (recorded-options recorded)) steps format file fold)
                   (draw-one recorded format file plies blank fold width)))))
    (values)))

;; Draw RECORDED as one picture.  WIDTH: of the terminal, or NIL.  For the others see DRAW.
(defun draw-one (recorded format file plies blank fold width)
  (let* ((board (recorded-board recorded))
         (options (recorded-options recorded))
         (writer (picture-writer format width blank board plies options))
         (picture (if blank
                      (blank-picture board plies options)
                      (recording-picture (funcall (recorded-recording recorded)) format plies fold))))
    (call-with-output file (lambda (out) (funcall writer picture out)))))

;; Draw the steps of the search that REPLAYER replays (see WRITE-STEPS); for the others see DRAW.
(defun draw-series (replayer steps format file &optional fold)
  (case (if (symbolp format) (find format '(:text :svg :tikz) :test #'string=) nil)
    (:text (call-with-output file (lambda (out) (write-steps replayer steps out))))
    ((:svg :tikz)
     (check-argument file '(or string pathname) "a name as :FILE with :STEPS")
     (let ((number 0))
       (draw-steps replayer steps (find format '(:svg :tikz) :test #'string=) fold
                   (lambda (text)
                     (call-with-output (numbered-file file (incf number)) (lambda (out) (write-string text out)))))))
    (t (check-argument format '(member :text :svg :tikz) ":TEXT, :SVG or :TIKZ as :FORMAT with :STEPS"))))

(defun why (search &rest path)
  "Print a sentence about a position in SEARCH: why it was pruned, or what its value means. Return no value.
SEARCH: what RECORD-SEARCH returned, a board to search, the recording of BEST-MOVE, a table of TABULATE, or a tree of another search.
PATH: the numbers, from 1, of the moves that lead to the position.
Example: (with-output-to-string (*standard-output*) (why '((3) (1 4) ((1 5 9) 2)) 3)) => \"(3), where the minimizer moves, is worth exactly 2, by the values of all its moves.
\""
  (let ((tree (as-search-tree search)))
    (format-wrapped "~A~%" (cond (tree (sentence-about-tree tree path))
                                 ((move-recording-p search) (sentence-about-moves search path))
                                 (t (position-sentence (funcall (recorded-recording (as-recorded search))) path)))))
  (values))
