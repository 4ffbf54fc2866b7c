;;;; search.lisp -- searches compared, recorded, drawn and explained. -*- sealed -*-

(defun compare-searches (board &rest options &key player depth moves value quiet game)
  "Search BOARD with every algorithm of MINIMAX and print a table: value, first move, leaves evaluated, different leaves
among them, positions visited, cutoffs, and seconds of processor time. Return no value.
PLAYER, DEPTH, MOVES, VALUE, QUIET, GAME: as for MINIMAX.
Signals: as MINIMAX does.
Example: (count #\\Newline (with-output-to-string (*standard-output*) (compare-searches '((1 2) (3 4))))) => 14"
  (declare (ignore player depth moves value quiet game))
  (apply #'study-search '(:distinct) board options)  ; signals what is wrong before the first search
  (fresh-line)
  (print-table '("algorithm" "value" "move" "leaves" "distinct" "nodes" "cutoffs" "seconds")
               (mapcar (lambda (entry) (apply #'searched-row (first entry) board options)) (search-algorithms)))
  (values))

;; The row of ALGORITHM in the table of COMPARE-SEARCHES.
(defun searched-row (algorithm board &rest options)
  (let ((start (get-internal-run-time)))
    (multiple-value-bind (answer counters) (apply #'minimax board :algorithm algorithm options)
      (let ((seconds (/ (float (- (get-internal-run-time) start)) internal-time-units-per-second)))
        (list algorithm (first answer) (first (second answer)) (getf counters :leaves)
              (apply #'study-search '(:distinct) board :algorithm algorithm options)
              (getf counters :nodes) (getf counters :cutoffs) (format nil "~,4F" seconds))))))

(defun print-recorded-search (object stream depth)
  (declare (ignore depth))
  (format stream "#<recorded search: ~S>" (recorded-answer object)))

(defstruct (recorded (:constructor make-recorded-search (board options answer))
                     (:conc-name recorded-) (:predicate recorded-search-p) (:copier nil)
                     (:print-function print-recorded-search))
  board options answer)

(defun record-search (board &rest options
                      &key player depth alpha beta algorithm first-guess moves value quiet game)
  "Search BOARD as MINIMAX does, to be drawn by DRAW and explained by WHY.
BOARD and the keyword arguments are those of MINIMAX. Nothing is kept but the question: it is searched again, recorded, when
there is something to show.
Example: (record-search '((3) (1 4) ((1 5 9) 2))) => #<recorded search: (3 (1 1))>"
  (declare (ignore player depth alpha beta algorithm first-guess moves value quiet game))
  (make-recorded-search board options (apply #'study-search '(:answer) board options)))

(defun as-recorded (search)
  (if (recorded-search-p search) search (record-search search)))

(defun draw (search &key (format :text) file plies)
  "Draw SEARCH: values with their kind (=, <=, >=), the order of visit, windows on entry, the best line, and what was cut.
SEARCH: what RECORD-SEARCH returned, or a board to search.  FORMAT: :TEXT (default), :ASCII, :SVG, :HTML (a page that steps
through the search), :DOT (for Graphviz) or :TIKZ (for LaTeX).  PLIES: how deep to draw; what lies below is counted.
FILE: the name of a file to write to; default: print. Return no value.
Example: (with-output-to-string (*standard-output*) (draw '(1 2) :format :ascii)) => \"max = 2  #1 in -inf..inf
+- 1: 1  #2 in -inf..inf
+- 2: 2 *  #3 in 1..inf
\""
  (let* ((recorded (as-recorded search))
         (width (if (and (null file) (interactive-stream-p *standard-output*)) (terminal-width) nil))
         (picture (apply #'study-search (list :picture format plies width) (recorded-board recorded)
                         (recorded-options recorded))))
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
  (let ((recorded (as-recorded search)))
    (tell "~A~%" (apply #'study-search (cons :why path) (recorded-board recorded) (recorded-options recorded)))
    (values)))
