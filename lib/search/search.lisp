;;;; search.lisp -- searches compared, recorded, drawn and explained. -*- sealed -*-

;; The list that MINIMAX returned last.
(defvar *last-answer* nil)

;; Return BOARD; signal an error if it is the last answer of MINIMAX, which is easily mistaken for a tree.
(defun board-to-search (board)
  (if (and board (eq board *last-answer*))
      (check-argument board 'recorded "a board, or what RECORD-SEARCH returns, not the answer of MINIMAX"))
  board)

(defun compare-searches (board &rest options &key player depth moves value quiet game)
  "Search BOARD with every algorithm of MINIMAX and print a table: value, first move, leaves evaluated, different leaves
among them, positions visited, cutoffs, and seconds of processor time. Return no value. LEAVES counts
evaluations; some algorithms find the value alone, and evaluate further leaves to find the move (see MINIMAX).
PLAYER, DEPTH, MOVES, VALUE, QUIET, GAME: as for MINIMAX.
Signals: as MINIMAX does.
Example: (count #\\Newline (with-output-to-string (*standard-output*) (compare-searches '((1 2) (3 4))))) => 14"
  (declare (ignore player depth moves value quiet game))
  (let ((rows (mapcar (lambda (entry) (apply #'searched-row (first entry) (board-to-search board) options))
                      (search-algorithms))))  ; errors are signalled before the table is printed
    (fresh-line)
    (print-table '("algorithm" "value" "move" "leaves" "distinct" "nodes" "cutoffs" "seconds") rows)
    (values)))

;; The row of ALGORITHM in the table of COMPARE-SEARCHES.
(defun searched-row (algorithm board &rest options)
  (multiple-value-bind (answer counters distinct seconds)
      (apply #'measured-search board :algorithm algorithm options)
    (list algorithm (first answer) (first (second answer)) (getf counters :leaves) distinct
          (getf counters :nodes) (getf counters :cutoffs) (format nil "~,4F" seconds))))

(defun print-recorded-search (object stream depth)
  (declare (ignore depth))
  (format stream "#<recorded search: ~S>" (recorded-answer object)))

(defstruct (recorded (:constructor make-recorded-search ())
                     (:conc-name recorded-) (:predicate recorded-search-p) (:copier nil)
                     (:print-function print-recorded-search))
  answer)

(defun record-search (board &rest options
                      &key player depth alpha beta algorithm first-guess moves value quiet game)
  "Search BOARD as MINIMAX does, to be drawn by DRAW and explained by WHY.
BOARD and the keyword arguments are those of MINIMAX. DRAW and WHY use only the record: they do not search and do not call
the functions. A record of more than a million positions keeps those nearest to the root.
Example: (record-search '((3) (1 4) ((1 5 9) 2))) => #<recorded search: (3 (1 1))>"
  (declare (ignore player depth alpha beta algorithm first-guess moves value quiet game))
  (let ((recorded (make-recorded-search)))
    (setf (recorded-answer recorded) (apply #'record-board recorded board options))
    recorded))

(defun as-recorded (search)
  (if (recorded-search-p search) search (record-search (board-to-search search))))

;; The picture of RECORDED in FORMAT, a string. PLIES: as for DRAW. Lines of text have at most WIDTH columns, if not NIL.
(defun picture-of-search (recorded format plies width)
  (let ((picture (nodes-of-search recorded plies)))
    (case (if (symbolp format) (find format '(:text :ascii :svg :html :dot :tikz) :test #'string=) nil)
      (:text (picture-text picture t nil 200 width))
      (:ascii (picture-text picture nil nil 200 width))
      (:svg (picture-svg picture))
      (:html (page-of-search recorded (picture-svg picture)))
      (:dot (picture-dot picture))
      (:tikz (picture-tikz picture))
      (t (check-argument format '(member :text :ascii :svg :html :dot :tikz)
                         ":TEXT, :ASCII, :SVG, :HTML, :DOT or :TIKZ as :FORMAT")))))

(defun draw (search &key (format :text) file plies)
  "Draw SEARCH: values with their kind (=, <=, >=), the order of visit, windows on entry, the best line, and what was cut.
SEARCH: what RECORD-SEARCH returned, or a board to search.  FORMAT: :TEXT (default), :ASCII, :SVG, :HTML (a page that steps
through the search), :DOT (for Graphviz) or :TIKZ (for LaTeX).  PLIES: how deep to draw; what lies below is counted.
FILE: the name of a file to write to; default: print. Return no value.
Example: (with-output-to-string (*standard-output*) (draw '(1 2) :format :ascii)) => \"max = 2  #1 in -inf..inf
+- 1: 1  #2 in -inf..inf
+- 2: 2 *  #3 in 1..inf
\""
  (let* ((width (if (and (null file) (interactive-stream-p *standard-output*)) (terminal-width) nil))
         (picture (picture-of-search (as-recorded search) format plies width)))
    (if file
        (with-open-file (stream file :direction :output :if-exists :supersede)
          (write-string picture stream))
        (write-string picture))
    (values)))

(defun why (search &rest path)
  "Print in a sentence what became of a position in SEARCH: why it was cut, or what its value means. Return no value.
SEARCH: what RECORD-SEARCH returned, or a board to search.  PATH: the numbers, from 1, of the moves that lead to the position.
Example: (with-output-to-string (*standard-output*) (why '((3) (1 4) ((1 5 9) 2)) 3)) => \"(3), where the minimizer moves, is worth at most 2: the window began at 3, so how much less did not matter.
\""
  (format-wrapped "~A~%" (sentence-on-position (as-recorded search) path))
  (values))
