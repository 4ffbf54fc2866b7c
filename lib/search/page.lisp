;;;; page.lisp -- the page that steps through searches: its data, and its sources in one file. -*- sealed -*-

;;; The data of a page is a JSON object:
;;;   title      the tree in a few words
;;;   tree       kids: the number of children of each node, in preorder, -1 if they are not shown; the index of a node is its
;;;              number below. max: a character for each node, 1 where max moves. leaf: the value of each leaf. mm: the minimax
;;;              value of each inner node, or absent if not all are known. least: the least number of leaves that prove the
;;;              root's value. move, board, words: of games, the name of each move, each position as text, who has won at each
;;;              leaf
;;;   runs       the searches: algorithm, about (a description), value, events, and optionally strict and player
;;;   sentences  *SENTENCES* as an object
;;; A score is a number where JSON has it exactly, else a string; an owner of a bound is [kind, node] or ["t", node, number],
;;; with kind "c" for the caller's window, "b" for the best value at the node, "t" for a test by the node (-1: by the search),
;;; "r" for an earlier search of the node, "k" for what is known of the node from the table or the rules.

;; The fields of events, by their first character. NODE and NODES are numbers of nodes; SCORE, OWNER: see above; others are
;; characters, integers or truth values.
;;   e  enter: node, kind ("w" window, "b" null window, "a" second search, "v" value, ">" "<" "g" test), alpha or number, beta,
;;      their owners
;;   l  leaf: node, value, how often evaluated by now
;;   d  result of a position whose children are not shown: as v
;;   u  a child changes what its parent knows: parent, child, value, "a" or "b" if that bound, old bound, old best value;
;;      without windows: nothing, old best value
;;   n  a child changes nothing: parent, child, value, best value, "l" if it is kept as the last of equals, "s" because it is proved
;;   c  no cutoff after a change: node, alpha, beta
;;   x  cutoff: node, index of the last child visited, alpha, beta, owner, deep?, and of BEST-MOVE the pruned nodes
;;   v  leave: node, value, bound ("=", "<" at most, ">" at least, "?"), bounds in the table, and of BEST-MOVE the plies searched, proved?
;;   r  second search: node, result of the test, other bound
;;   p  pass: "g" or ">", guess, bounds of the root;  b  its end: bounds of the root
;;   h  answer of the table: node, value, bound, and of BEST-MOVE "t" or "g" if it is the rules of the game that answer
;;   i  iteration of BEST-MOVE: depth, 0 for the whole game;  m  its end: depth, best move, value, proved?;  y  a limit ends it
;;   f  second search of the root, since the value is outside of the window: value
;;   q  position at the depth limit: node, value
;;   k  bounds of the table ("t") or the game ("g") narrow the window: node, alpha, beta, which
;;   o  order of moves: node, nodes, "i" if the first was the best move of the last iteration, "t" if of the table
;;   s  operator of SSS*: node, status ("L", "S"), merit, case, put into OPEN (place, node, status, merit), dropped nodes,
;;      pruned nodes, value of the leaf, results (node, value, bound) of dropped positions, bound of the result
;;   z  end: value, bound, nodes of the best line
(defvar *event-fields*
  '((#\e node t score score owner owner) (#\l node score t) (#\d node score t score score) (#\u node node score t score score)
    (#\n node node score score t) (#\c node score score) (#\x node t score score owner flag nodes) (#\v node score t score score t flag)
    (#\r node score score) (#\p t score score score) (#\b score score) (#\h node score t t)
    (#\i t) (#\m t node score flag) (#\y) (#\f score) (#\q node score) (#\k node score score t) (#\o node nodes t)
    (#\s node t score t entries nodes nodes score results t) (#\z score t nodes)))

(defconstant +page-events+ 200000)      ; events and positions in a page
(defconstant +few-events+ 20000)        ; a search of a game with more is shown alone
(defconstant +page-boards+ 10000)       ; more positions are not shown as boards
(defconstant +page-plies+ 1000)         ; deeper positions are not shown
(defconstant +title-leaves+ 24)         ; a larger tree is not written out

;;; JSON.

(defun write-json-string (text out)
  (write-char #\" out)
  (dotimes (i (length text))
    (let ((c (char text i)))
      (cond ((find c "\"\\") (write-char #\\ out) (write-char c out))
            ((char= c #\/) (write-string (if (and (> i 0) (char= (char text (- i 1)) #\<)) "\\/" "/") out))
            ((char< c #\Space) (format out "\\u~4,'0X" (char-code c)))
            (t (write-char c out)))))
  (write-char #\" out))

;; Write LIST as a JSON array; WRITE-ITEM writes an element.
(defun write-json-array (list write-item out)
  (write-char #\[ out)
  (let ((first t))
    (dolist (item list)
      (if first (setq first nil) (write-char #\, out))
      (funcall write-item item out)))
  (write-char #\] out))

;; Write N, a fixnum.
(defun write-json-integer (n out)
  (when (< n 0) (write-char #\- out))
  (write-decimal (abs n) out))

(defun write-json-score (score out)
  (cond ((null score) (write-string "\"\"" out))
        ((eql score most-negative-fixnum) (write-string "\"-∞\"" out))
        ((eql score most-positive-fixnum) (write-string "\"∞\"" out))
        ((typep score '(integer -9007199254740991 9007199254740991)) (write-json-integer score out))
        (t (write-json-string (prin1-to-string score) out))))

;; Write any other field: a character, an integer, or a truth value.
(defun write-json-atom (value out)
  (cond ((characterp value) (write-json-string (string value) out))
        ((integerp value) (write-json-integer value out))
        (t (write-string "\"\"" out))))

;;; Events.

(defun write-field (type value numbers out)
  (labels ((node (id out) (write-json-integer (if (< id 0) id (svref numbers id)) out))
           (fields (types values out)
             (write-char #\[ out)
             (do ((types types (cdr types)) (values values (cdr values))) ((null values))
               (write-field (car types) (car values) numbers out)
               (if (cdr values) (write-char #\, out)))
             (write-char #\] out)))
    (case type
      (node (node value out))
      (score (write-json-score value out))
      (owner (fields '(t node score) value out))
      (flag (write-string (if value "true" "false") out))
      (nodes (write-json-array value #'node out))
      (entries (write-json-array value (lambda (v out) (fields '(t node t score) v out)) out))
      (results (write-json-array value (lambda (v out) (fields '(node score t) v out)) out))
      (t (write-json-atom value out)))))

(defun write-event (event numbers out)
  (write-string "[\"" out)
  (write-char (car event) out)
  (write-char #\" out)
  (do ((types (cdr (assoc (car event) *event-fields*)) (cdr types)) (values (cdr event) (cdr values)))
      ((null values))
    (write-char #\, out)
    (write-field (car types) (car values) numbers out))
  (write-char #\] out))

;;; The tree. A node of SEARCH-EVENTS is a list of these.

(defstruct (logged (:type list) (:conc-name logged-) (:copier nil)) first-child children max value move position)

;; The ids of NODES in preorder, a list; and a vector that maps ids to places in it.
(defun preorder (nodes)
  (let ((order nil) (numbers (make-array (length nodes))) (count 0) (to-do (list 0)))
    (loop
      (if (null to-do) (return))
      (let* ((id (pop to-do)) (node (svref nodes id)) (children (or (logged-children node) 0)))
        (push id order)
        (setf (svref numbers id) count)
        (incf count)
        (do ((i (- children 1) (- i 1))) ((< i 0))
          (push (+ (logged-first-child node) i) to-do))))
    (values (nreverse order) numbers)))

;; For each id, what COMBINE returns for the node and the results of its children; children come first.
(defun bottom-up (nodes order combine)
  (let ((results (make-array (length nodes))))
    (dolist (id (reverse order) results)
      (let* ((node (svref nodes id)) (first (logged-first-child node)) (below nil))
        (do ((i (- (or (logged-children node) 0) 1) (- i 1))) ((< i 0))
          (push (svref results (+ first i)) below))
        (setf (svref results id) (funcall combine node below))))))

(defun leaf-node-p (node) (eql (logged-children node) 0))

(defun best-score (max scores)
  (let ((best (car scores)))
    (dolist (score (cdr scores) best)
      (if (if max (> score best) (< score best)) (setq best score)))))

;; Are all positions shown, and all leaves numbers?
(defun whole-tree-p (nodes)
  (every (lambda (node)
           (and (logged-children node) (or (not (leaf-node-p node)) (realp (logged-value node)))))
         nodes))

(defun minimax-values (nodes order)
  (bottom-up nodes order
             (lambda (node below) (if below (best-score (logged-max node) below) (logged-value node)))))

;; The least number of leaves that prove VALUE, the value of the root of NODES.
(defun least-leaves-of-nodes (nodes value)
  (flet ((side-of (id) (if (logged-max (svref nodes id)) :max :min))
         (expand (id)
           (let ((node (svref nodes id)) (children nil))
             (dotimes (i (logged-children node)) (push (+ (logged-first-child node) i) children))
             (if (leaf-node-p node) (logged-value node) (values nil children)))))
    (nth-value 2 (proof-sizes value 0 (side-of 0) 0
                              (lambda (id depth) (declare (ignore depth)) (expand id))
                              (lambda (side id) (declare (ignore side)) (side-of id))))))

;; Write the JSON object of the tree. KNOWN: true if a search has visited all leaves without an error.
(defun write-tree (nodes order known game out)
  (flet ((each (write-node) (write-json-array order (lambda (id out) (funcall write-node (svref nodes id) out)) out))
         (those (test write-node)
           (write-json-array (remove-if-not (lambda (id) (funcall test (svref nodes id))) order) write-node out)))
    (format out "{\"kids\":")
    (each (lambda (node out) (write-json-integer (or (logged-children node) -1) out)))
    (format out ",\"max\":\"")
    (dolist (id order) (write-char (if (logged-max (svref nodes id)) #\1 #\0) out))
    (format out "\",\"leaf\":")
    (those #'leaf-node-p (lambda (id out) (write-json-score (logged-value (svref nodes id)) out)))
    (when (and known (whole-tree-p nodes))
      (let ((values (minimax-values nodes order)))
        (format out ",\"mm\":")
        (those (lambda (node) (not (leaf-node-p node))) (lambda (id out) (write-json-score (svref values id) out)))
        (format out "~@[,\"least\":~D~]" (least-leaves-of-nodes nodes (svref values 0)))))
    (when game
      (format out ",\"move\":")
      (each (lambda (node out) (write-json-string (if (logged-move node) (princ-to-string (logged-move node)) "") out)))
      (when (and (game-show game) (<= (length nodes) +page-boards+))
        (format out ",\"board\":")
        (each (lambda (node out)
                (write-json-string (if (logged-position node) (board-text game (logged-position node)) "") out))))
      (when (game-players game)
        (format out ",\"words\":")
        (those #'leaf-node-p (lambda (id out) (write-json-string (result-in-words game (svref nodes id)) out)))))
    (write-char #\} out)))

;; The text that :SHOW of GAME prints for POSITION.
(defun board-text (game position)
  (string-right-trim '(#\Newline #\Space)
                     (with-output-to-string (*standard-output*) (funcall (game-show game) position))))

;; Who has won at NODE, a leaf; empty if the game goes on.
(defun result-in-words (game node)
  (let ((value (logged-value node)) (players (game-players game)))
    (cond ((or (null (logged-position node)) (not (realp value)) (not (funcall (game-over game) (logged-position node)))) "")
          ((> value 0) (format nil "~A wins" (first players)))
          ((< value 0) (format nil "~A wins" (second players)))
          (t "a draw"))))

;;; The page.

(defun tree-title (board nodes order game)
  (let ((leaves (count-if #'leaf-node-p nodes)))
    (cond (game (format nil "~(~A~)" (game-name game)))
          ((and (<= leaves +title-leaves+) (whole-tree-p nodes)) (prin1-to-string board))
          (t (format nil "~:D leaves" leaves)))))

;; The window, guess and depth of OPTIONS in words.
(defun search-parameters (algorithm &key alpha beta first-guess depth quiet game &allow-other-keys)
  (format nil "~A~@[; window ~A~]~@[; first guess ~A~]~@[; ~D plies~]~:[~;, more where a position is not quiet~]"
          (second (assoc algorithm (search-algorithms)))
          (if (or alpha beta) (format nil "~A..~A" (or alpha "-∞") (or beta "∞")) nil)
          (if (eq algorithm :mtdf) (or first-guess 0) nil)
          depth
          (and game depth quiet)))

(defun write-run (run numbers player about out)
  (destructuring-bind (algorithm events value) run
    (format out "{\"algorithm\":\"~(~A~)\",\"about\":" algorithm)
    (write-json-string (funcall about algorithm) out)
    (format out ",\"value\":")
    (write-json-score value out)
    (if (member algorithm '(:winston :bratko)) (format out ",\"strict\":true"))
    (case algorithm
      (:sss (format out ",\"player\":\"~A\"" (if player "max" "min")))
      (:dual (format out ",\"player\":\"~A\"" (if player "min" "max"))))
    (format out ",\"events\":")
    (write-json-array events (lambda (event out) (write-event event numbers out)) out)
    (write-char #\} out)))

;; The names of the algorithms to show; the first is ALGORITHM or, if that is NIL, alpha-beta.
(defun algorithms-to-show (algorithm)
  (let* ((all (mapcar #'first (search-algorithms)))
         (chosen (case algorithm ((nil :f2) :alpha-beta) (:f :minimax) (t algorithm))))
    (cons chosen (remove chosen all))))

;; The values of SEARCH-EVENTS for all algorithms. If there are too many events, only the first plies are shown. The chosen
;; algorithm is shown alone if the functions of a large game would take long, or if another algorithm fails at
;; positions that the chosen one did not visit.
(defun events-to-show (board plies options)
  (let ((algorithms (algorithms-to-show (getf options :algorithm))))
    (setq plies (min (or plies +page-plies+) +page-plies+))
    (flet ((events (algorithms plies) (apply #'search-events board algorithms plies +page-events+ options)))
      (multiple-value-bind (nodes runs) (events (list (first algorithms)) plies)
        (when (null runs)
          (setq plies nodes)
          (multiple-value-setq (nodes runs) (events (list (first algorithms)) plies))
          (if (null runs) (error "~A: expected a smaller search as :HTML" 'draw)))
        (if (and (or (getf options :game) (not (member (getf options :moves) (list nil #'identity))))
                 (> (+ (length nodes) (length (second (first runs)))) +few-events+))
            (values nodes runs)
            (handler-case (events algorithms plies)
              (failure () (values nodes runs))))))))

(defun data-of-page (nodes runs title game known about)
  "Return the JSON text of a page.
NODES, RUNS: as SEARCH-EVENTS returns them.  GAME: or NIL.  KNOWN: true if a search has visited all leaves.  ABOUT: a function that
describes the search by an algorithm."
  (multiple-value-bind (order numbers) (preorder nodes)
    (with-output-to-string (out)
      (format out "{\"version\":1,\"title\":")
      (write-json-string title out)
      (format out ",\"tree\":")
      (write-tree nodes order known game out)
      (format out ",\"runs\":")
      (write-json-array runs (lambda (run out) (write-run run numbers (logged-max (svref nodes 0)) about out)) out)
      (format out ",\"sentences\":{")
      (do ((entries *sentences* (cdr entries))) ((null entries))
        (write-json-string (first (car entries)) out)
        (write-char #\: out)
        (write-json-string (second (car entries)) out)
        (if (cdr entries) (write-char #\, out)))
      (format out "}}"))))

(defun page-data (board plies options)
  "Return the JSON text of the page for BOARD. PLIES: how deep to show, or NIL. OPTIONS: as for MINIMAX, a list."
  (multiple-value-bind (nodes runs) (events-to-show board plies options)
    (let ((game (if (getf options :game) (find-game (getf options :game)) nil)))
      (data-of-page nodes runs (tree-title board nodes (preorder nodes) game) game (assoc :minimax runs)
                    (lambda (algorithm) (apply #'search-parameters algorithm options))))))

;; SOURCE, JavaScript or a style sheet, without blank lines, indentation and comments: lines of // and ends of lines after "  // ". No
;; text in the sources has them.
(defun compact-source (source)
  (with-output-to-string (out)
    (with-input-from-string (in source)
      (loop for line = (read-line in nil) while line
            do (let ((text (string-trim " " (subseq line 0 (search "  // " line)))))
                 (unless (or (string= text "") (eql 0 (search "// " text)) (and (eql 0 (search "/* " text)) (search "*/" text)))
                   (write-line text out)))))))

;; TEXT with the first occurrence of MARK replaced by NEW.
(defun replace-mark (text mark new)
  (let ((at (search mark text)))
    (concatenate 'string (subseq text 0 at) new (subseq text (+ at (length mark))))))

(defvar *page-modules*
  '("text.js" "tree.js" "run.js" "sentences.js" "layout.js" "drawing.js" "pane.js" "panel.js" "exercises.js" "search.js" "best-first.js" "edit.js" "sheet.js"
    "player.js" "controls.js"))

(defvar *page-source*
  (replace-mark (replace-mark (file-text "page/page.html") "/*STYLE*/" (compact-source (file-text "page/page.css")))
                "/*SCRIPT*/"
                (apply #'concatenate 'string
                       (mapcar (lambda (name) (compact-source (file-text (concatenate 'string "page/" name)))) *page-modules*)))
  "The sources of the page in one text, with /*DATA*/ in place of the data.")

(defun page-of-search (board plies options &optional sheet)
  "Return an HTML page that steps through searches of BOARD, first the one that OPTIONS describe, then those by the other
algorithms.
PLIES: how deep to show, or NIL.  OPTIONS: the keyword arguments of MINIMAX, a list.  SHEET: true if the page opens with the
sheet of exercises.
Signals: as MINIMAX does.
Example: (null (search \"Enter\" (page-of-search '((3) (1 4)) nil nil))) => NIL"
  (page-with-data (page-data board plies options) sheet))

;; The page with the JSON text DATA. SHEET: does it open with the sheet of exercises?
(defun page-with-data (data &optional sheet)
  (replace-mark (replace-mark *page-source* "/*BODY*/" (if sheet "sheet" "")) "/*DATA*/" data))

;;; The tree without answers, for static pictures.

(defun blank-picture (board plies options)
  "Return the picture of the whole tree of BOARD without the answers, in the format of picture.lisp: only leaves have values.
PLIES: how deep to draw, or NIL.  OPTIONS: the keyword arguments of MINIMAX, a list."
  (multiple-value-bind (nodes runs) (apply #'search-events board '(:minimax) plies +page-events+ options)
    (if (null runs) (error "~A: expected a tree of fewer positions to draw with :BLANK" 'draw))
    (multiple-value-bind (order numbers) (preorder nodes)
      (let* ((count (length nodes)) (picture (make-array count))
             (parents (make-array count :initial-element 0)) (depths (make-array count :initial-element 0))
             (moves (make-array count :initial-element 0)))
        (dolist (id order picture)
          (let* ((node (svref nodes id)) (number (svref numbers id)) (children (or (logged-children node) 0)))
            (dotimes (i children)
              (let ((child (svref numbers (+ (logged-first-child node) i))))
                (setf (svref parents child) number
                      (svref depths child) (+ 1 (svref depths number))
                      (svref moves child) (+ 1 i))))
            (setf (svref picture number)
                  (drawn-node
                   :parent (svref parents number) :depth (svref depths number) :children children
                   :shape (cond ((leaf-node-p node) :leaf) ((logged-max node) :max) (t :min))
                   :move (svref moves number)
                   :name (if (and (getf options :game) (> number 0)) (shown (logged-move node)) nil)
                   :value (cond ((leaf-node-p node) (shown (logged-value node))) ((logged-children node) "") (t "..."))
                   :bound :exact))))))))

