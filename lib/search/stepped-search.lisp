;;;; stepped-search.lisp -- the steps of a search in the stepper: events of the search, shown as the tree so far. -*- sealed -*-
;;;; BEST-MOVE records its events; MINIMAX and RECORD-SEARCH are searched again with a log of theirs (page.lisp). Each event is a step
;;;; in the stepper's record.

(defconstant +stepped-events+ 20000)    ; of a search at a terminal
(defconstant +printed-events+ 1000)     ; of one that is printed without stops

(defstruct (stepped-search (:copier nil) (:predicate nil))
  "A search whose events are steps. REPLAY: its state after the first REPLAYED events."
  nodes          ; from SEARCH-EVENTS
  positions      ; those of NODES in preorder, a vector; not used for games
  algorithm game events replay replayed)

(defstruct (search-stop (:include stop) (:copier nil))
  "A step of a search: NUMBER of its events have been processed."
  search number)

;; The function NAME that searches a tree, if it is the library's.
(defun search-operator-p (name) (and (member name '(minimax record-search best-move)) (library-code-p name)))

;; Calls the search NAME with ARGUMENTS, and makes its events steps of FORM, in LEVEL.
(defun call-and-step-search (level form name arguments)
  (multiple-value-bind (values search)
      (if (eq name 'best-move)
          (recorded-best-move arguments)
          (values (multiple-value-list (apply name arguments)) (logged-search (first arguments) (rest arguments))))
    (step-search level form search)
    (values-list values)))

(defun most-stepped-events () (if (stepper-is-interactive *stepper*) +stepped-events+ +printed-events+))

;; The search of MINIMAX that BOARD and OPTIONS describe, or NIL if its events cannot be logged.
(defun logged-search (board options)
  (let ((algorithm (first (algorithms-to-show (getf options :algorithm)))))
    (multiple-value-bind (nodes runs)
        (ignore-failures (apply #'search-events board (list algorithm) nil (most-stepped-events) options))
      (if runs
          (make-stepped-search :nodes nodes :algorithm algorithm :events (coerce (second (first runs)) 'vector)
                               :positions (map 'vector (lambda (id) (logged-position (svref nodes id))) (preorder nodes))
                               :game (if (getf options :game) (find-game (getf options :game)) nil))
          nil))))

;; A list of the values of BEST-MOVE with ARGUMENTS, and its search, or NIL if it is not recorded. Searches by several processes
;; or with a table of the program's cannot be recorded.
(defun recorded-best-move (arguments)
  (destructuring-bind (game position &rest options) arguments
    (let* ((unchanged (or (getf options :record) (eq (getf options :algorithm) :mcts) (getf options :threads) (getf options :table)))
           (values (multiple-value-list (apply #'best-move game position (if unchanged options (list* :record t options)))))
           (tree (getf (third values) :tree)))
      (values (if unchanged values (list (first values) (second values) (values (without-property (third values) :tree))))
              (if (and (move-recording-p tree) (<= (length (move-recording-events tree)) (most-stepped-events)))
                  (make-stepped-search :nodes (move-recording-nodes tree) :algorithm :best-move :game (move-recording-game tree)
                                       :events (coerce (move-recording-events tree) 'vector))
                  nil)))))

;; The replay of SEARCH after NUMBER events.
(defun replay-at (search number)
  (when (or (null (stepped-search-replay search)) (< number (stepped-search-replayed search)))
    (setf (stepped-search-replay search)
          (replay-of (stepped-search-nodes search) (stepped-search-algorithm search) (stepped-search-game search))
          (stepped-search-replayed search) 0))
  (do () ((= (stepped-search-replayed search) number) (stepped-search-replay search))
    (apply-event (stepped-search-replay search) (aref (stepped-search-events search) (stepped-search-replayed search)))
    (incf (stepped-search-replayed search))))

(defun last-event (stop) (aref (stepped-search-events (search-stop-search stop)) (- (search-stop-number stop) 1)))

(defun cutoff-stop-p (entry) (and (search-stop-p entry) (eql (first (last-event entry)) #\x)))

;; Makes the events of SEARCH steps of FORM, in LEVEL.
(defun step-search (level form search)
  (cond ((null search) (format *trace-output* "~&; the steps of this search are not recorded~%"))
        (t (dotimes (i (length (stepped-search-events search)))
             (reach-search-step (make-search-stop :level level :form form :activation (first *activations*) :search search
                                                  :number (+ i 1))))
           (if (eq (stepper-goal *stepper*) :cut) (show-last-cutoff search)))))

(defun reach-search-step (stop)
  (record-entry stop)
  (setf (stepper-access *stepper*) nil)
  (if (or (goal-reached-p) (and (eq (stepper-goal *stepper*) :cut) (cutoff-stop-p stop)))
      (stop-here (- (next-entry-number) 1))))

(defun show-last-cutoff (search)
  (let ((replay (replay-at search (length (stepped-search-events search)))))
    (format *trace-output* "~&; no other cutoff~@[; ~D of ~D leaves were evaluated~]~%"
            (if (eq (stepped-search-algorithm search) :best-move) nil (replay-leaves replay))  ; its leaves depend on the depth
            (place-leaves (svref (replay-places replay) 0)))))

;;; The tree of a step. A line has the text of a position and a remark, NIL or a string.

(defun show-search-stop (stop)
  (let* ((search (search-stop-search stop)) (event (last-event stop)) (replay (replay-at search (search-stop-number stop)))
         (lines (tree-lines (svref (replay-places replay) 0) replay stop "" ""))
         (column (reduce #'max lines :key (lambda (line) (if (cdr line) (+ (length (car line)) 3) 0)) :initial-value 17)))
    (dolist (line lines)
      (format *trace-output* "~&~A~%" (cut-text (if (cdr line) (format nil "~VA~A" column (car line) (cdr line)) (car line)) (debug-width) "...")))
    (if (not (or (eql (first event) #\x) (and (= (search-stop-number stop) 1) (eql (first event) #\e))))
        (let ((*print-pretty* nil) (*standard-output* *trace-output*)) (format-wrapped "; ~A~%" (step-sentence replay event))))))

(defconstant +shown-moves+ 16)          ; of a position

;; The lines of PLACE and of the positions below it that are open. FIRST, NEXT: what precedes its line, and those below it.
(defun tree-lines (place replay stop first next)
  (let ((search (search-stop-search stop)))
    (cons (cons (text first (place-label place search)) (place-remark place replay stop))
          (if (open-on-path-p place (replay-now replay))
              (mapcan (lambda (child)
                        (if (integerp child)
                            (list (list (format nil "~A   ... ~D moves" next child)))
                            (let ((last (null (place-after child))))
                              (tree-lines child replay stop
                                          (text next (if last "└" "├") (if (place-pruned child) "╌ " "─ "))
                                          (text next (if last "   " "│  "))))))
                      (shown-children place (replay-now replay)))
              nil))))

(defun place-after (place) (second (member place (places-below (place-parent place)))))

;; Is PLACE the position NOW, or above it?
(defun open-on-path-p (place now)
  (do ((at now (place-parent at))) ((null at) nil)
    (if (eq at place) (return (not (place-leaf-p place))))))

;; The positions below PLACE that are shown; of many, those next to the one above NOW, and the numbers of those before and after.
(defun shown-children (place now)
  (let* ((all (places-below place)) (count (length all))
         (current (or (position-if (lambda (child) (or (eq child now) (open-on-path-p child now))) all) 0))
         (from (max 0 (min (- current (floor +shown-moves+ 2)) (- count +shown-moves+)))) (to (min count (+ from +shown-moves+))))
    (append (if (plusp from) (list from) nil) (subseq all from to) (if (< to count) (list (- count to)) nil))))

(defun plain-score (score)
  (cond ((eql score most-negative-fixnum) "-inf")
        ((eql score most-positive-fixnum) "inf")
        (t (prin1-to-string score))))

;; "1: min = 3 *"; without the number for the root.
(defun place-label (place search)
  (let ((state (place-state place search)))
    (text (cond ((null (place-parent place)) "") ((place-name place)) (t (decimal (place-move place))))
          (if (or (null (place-parent place)) (string= state "")) "" ": ")
          state
          (if (best-place-p place) " *" ""))))

(defun place-state (place search)
  (let ((who (step-side place)))
    (cond ((and (place-leaf-p place) (or (place-phase place) (null (place-name place)))) (plain-score (place-score place)))
          ((and (null (place-phase place)) (place-parent place))
           (if (place-name place) "" (one-line (aref (stepped-search-positions search) (place-index place)) 20)))
          ((null (place-value place)) (text who " = ?"))
          (t (text who
                   (case (if (eq (place-phase place) :open) (if (place-max place) #\> #\<) (place-bound place))
                     (#\> " >= ") (#\< " <= ") (#\? " ? ") (t " = "))
                   (plain-score (place-value place)))))))

;; Is PLACE, on the line of best moves so far, the best child of its parent?
(defun best-place-p (place)
  (let ((parent (place-parent place)))
    (and parent
         (or (null (place-parent parent)) (best-place-p parent))
         (place-value parent)
         (eq place (find-if (lambda (child)
                              (and (eq (place-phase child) :done) (eql (place-value child) (place-value parent)) (eql (place-bound child) #\=)))
                            (places-below parent))))))

(defun place-remark (place replay stop)
  (let* ((event (last-event stop)) (events (stepped-search-events (search-stop-search stop)))
         (next (if (< (search-stop-number stop) (length events)) (aref events (search-stop-number stop)) nil)))
    (cond ((place-pruned place) "pruned")
          ((and (eql (first event) #\x) (eq place (replay-now replay))) (apply #'cutoff-remark place replay (cddr event)))
          ((and (find (first next) "eld") (eq place (place-of replay (second next)))) "next")
          ((not (eq (place-phase place) :open)) nil)
          ((asks-p (place-kind place))
           (format nil "~A ~A?" (case (place-kind place) (#\> "more than") (#\< "less than") (t "at least")) (plain-score (place-alpha place))))
          ((and (find (place-kind place) "wab") (not (eq (replay-algorithm replay) :minimax)))
           (format nil "window ~A..~A" (plain-score (place-alpha place)) (plain-score (place-beta place)))))))

;; "cutoff: alpha 3 of the root >= beta 2"; OWNER: the position or window that set the other bound.
(defun cutoff-remark (place replay move alpha beta owner &rest more)
  (declare (ignore move more))
  (let ((whose (if (eql (first owner) #\c)
                   "of the window"
                   (text (case (first owner) (#\k "known of ") (#\r "of an earlier search of ") (t "of "))
                         (step-name (place-of replay (second owner))))))
        (sign (if (member (replay-algorithm replay) '(:winston :bratko)) ">" ">=")))
    (cond ((eql (first owner) #\t) (format nil "cutoff: this answers the test ~A" whose))
          ((place-max place) (format nil "cutoff: alpha ~A ~A beta ~A ~A" (plain-score alpha) sign (plain-score beta) whose))
          (t (format nil "cutoff: alpha ~A ~A ~A beta ~A" (plain-score alpha) whose sign (plain-score beta))))))
