;;;; best-move-steps.lisp -- recordings of BEST-MOVE: its iterations as a page, as steps and as a picture. -*- sealed -*-

;;; The engine records events in which positions are given by the moves that lead to them (src/search/adapters/engine_log.hpp).
;;; Here they become events of a page (page.lisp), about the nodes of a tree that holds the positions that were visited, their other
;;; moves and, if there are few enough, all positions down to the greatest depth.

;; A recording. NODES, EVENTS: as SEARCH-EVENTS returns them.  ABOUT: the limits and refinements in words.
(defstruct (move-recording (:conc-name move-recording-) (:copier nil) (:predicate move-recording-p)
                           (:constructor make-move-recording (game nodes events value about))
                           (:print-function (lambda (recording stream depth)
                                              (declare (ignore depth))
                                              (format stream "#<recording of BEST-MOVE: ~A, ~:D steps>"
                                                      (game-name (move-recording-game recording))
                                                      (length (move-recording-events recording))))))
  game nodes events value about)

(defconstant +filled-positions+ 20000)  ; a tree with more is shown only where it was visited

;; A position. FIRST: the id of its first child; COUNT: of its children, NIL if it is not expanded.  TIMES: how often evaluated.
(defstruct (branch (:conc-name branch-) (:copier nil) (:predicate nil) (:constructor make-branch (id position move depth)))
  id position move depth (first -1) count max score over (times 0))

;; A position on the path to the current one. ALPHA-OWNER, BETA-OWNER: as in the events of a page.
(defstruct (entered (:conc-name entered-) (:copier nil) (:predicate nil)
                    (:constructor make-entered (branch alpha beta alpha-owner beta-owner best)))
  branch alpha beta alpha-owner beta-owner best changed)

;; The translation of events. OPEN: the entered positions, innermost first.
(defstruct (translation (:conc-name translation-) (:copier nil) (:predicate nil))
  game (branches (make-array 64 :adjustable t :fill-pointer 0)) (open nil) (events nil))

(defun branch-at (translation id) (aref (translation-branches translation) id))

(defun add-branch (translation position move depth)
  (let ((branch (make-branch (length (translation-branches translation)) position move depth)) (g (translation-game translation)))
    (setf (branch-over branch) (not (null (funcall (game-over g) position))))
    (if (not (branch-over branch)) (setf (branch-max branch) (eq (funcall (game-side g) position) :max)))
    (vector-push-extend branch (translation-branches translation))
    branch))

(defun expand-branch (translation branch)
  (let ((g (translation-game translation)) (count 0))
    (setf (branch-first branch) (length (translation-branches translation)))
    (dolist (move (funcall (game-moves g) (branch-position branch)))
      (incf count)
      (add-branch translation (funcall (game-play g) (branch-position branch) move) move (+ (branch-depth branch) 1)))
    (setf (branch-count branch) count)))

;; The id of the position after MOVE, a number from 1, at BRANCH.
(defun child-id (branch move) (+ (branch-first branch) move -1))

;; The same at the current position; the root for 0.
(defun id-after (translation move)
  (if (= move 0) 0 (child-id (entered-branch (first (translation-open translation))) move)))

(defun add-step (translation &rest event) (push event (translation-events translation)))

;; A change of the window of the current position caused no cutoff: the next event says so.
(defun add-no-cutoff (translation)
  (let ((at (first (translation-open translation))))
    (when (and at (entered-changed at))
      (setf (entered-changed at) nil)
      (add-step translation #\c (branch-id (entered-branch at)) (entered-alpha at) (entered-beta at)))))

;; The search enters the position after MOVE. KIND: #\w a window, #\b a null window, #\a a second search.
(defun translate-entry (translation move kind side alpha beta)
  (let* ((id (id-after translation move)) (branch (branch-at translation id)) (above (first (translation-open translation)))
         (max (eq side :max))
         (alpha-owner (if (= move 0) '(#\c 0) (entered-alpha-owner above)))
         (beta-owner (if (= move 0) '(#\c 0) (entered-beta-owner above))))
    (if (= move 0) (setf (translation-open translation) nil))
    (if (eql kind #\b)
        (let ((parent (entered-branch above)))
          (if (branch-max parent)
              (setq beta-owner (list #\t (branch-id parent) alpha))
              (setq alpha-owner (list #\t (branch-id parent) beta)))))
    (if (null (branch-count branch)) (expand-branch translation branch))
    (add-step translation #\e id kind alpha beta alpha-owner beta-owner)
    (push (make-entered branch alpha beta alpha-owner beta-owner (if max most-negative-fixnum most-positive-fixnum))
          (translation-open translation))))

;; The move MOVE of the current position returned VALUE.
(defun translate-return (translation move value alpha beta best better surer)
  (let* ((at (first (translation-open translation))) (branch (entered-branch at)) (id (branch-id branch)) (max (branch-max branch))
         (child (id-after translation move)) (old-best (entered-best at))
         (old (if max (entered-alpha at) (entered-beta at))))
    (cond ((/= old (if max alpha beta))
           (if max
               (setf (entered-alpha at) alpha (entered-alpha-owner at) (list #\b id))
               (setf (entered-beta at) beta (entered-beta-owner at) (list #\b id)))
           (setf (entered-changed at) t)
           (add-step translation #\u id child value (if max #\a #\b) old old-best))
          (better (add-step translation #\u id child value nil old old-best))
          (surer (add-step translation #\n id child value old-best #\s))
          (t (add-step translation #\n id child value old-best)))
    (setf (entered-best at) best)))

(defun translate-cutoff (translation move alpha beta pruned)
  (let* ((at (first (translation-open translation))) (branch (entered-branch at))
         (owner (if (branch-max branch) (entered-beta-owner at) (entered-alpha-owner at)))
         (parent (second (translation-open translation))))
    (setf (entered-changed at) nil)
    (add-step translation #\x (branch-id branch) (- move 1) alpha beta owner
          (and (eql (first owner) #\b) parent (/= (second owner) (branch-id (entered-branch parent))))
          (mapcar (lambda (move) (id-after translation move)) pruned))))

(defun translate-evaluation (translation move value over)
  (let ((branch (branch-at translation (id-after translation move))))
    (incf (branch-times branch))
    (setf (branch-score branch) value)
    (if over
        (add-step translation #\l (branch-id branch) value (branch-times branch))
        (add-step translation #\q (branch-id branch) value))))

(defun translate-narrowing (translation alpha beta by-table)
  (let* ((at (first (translation-open translation))) (id (branch-id (entered-branch at))))
    (if (> alpha (entered-alpha at)) (setf (entered-alpha at) alpha (entered-alpha-owner at) (list #\k id)))
    (if (< beta (entered-beta at)) (setf (entered-beta at) beta (entered-beta-owner at) (list #\k id)))
    (add-step translation #\k id alpha beta (if by-table #\t #\g))))

;; Adds the step that orders MOVES at the current position, unless the game lists them in this order. FIRST: the move put first, or 0.
(defun translate-order (translation first of-last-iteration moves)
  (if (notevery #'< moves (rest moves))
      (add-step translation #\o (branch-id (entered-branch (first (translation-open translation))))
            (mapcar (lambda (move) (id-after translation move)) moves)
            (cond ((= first 0) nil) (of-last-iteration #\i) (t #\t)))))

(defun translate-event (translation kind fields)
  (if (not (find kind "uxv")) (add-no-cutoff translation))
  (case kind
    (#\e (apply #'translate-entry translation fields))
    (#\u (apply #'translate-return translation fields))
    (#\x (apply #'translate-cutoff translation fields))
    (#\l (apply #'translate-evaluation translation fields))
    (#\k (apply #'translate-narrowing translation fields))
    (#\o (apply #'translate-order translation fields))
    (#\a (destructuring-bind (move value bound by-table) fields
           (add-step translation #\h (id-after translation move) value bound (if by-table #\t #\g))))
    (#\r (destructuring-bind (move value) fields
           (let ((at (first (translation-open translation))))
             (add-step translation #\r (id-after translation move) value
                   (if (branch-max (entered-branch at)) (entered-beta at) (entered-alpha at))))))
    (#\v (destructuring-bind (value bound proved plies lower upper) fields
           (add-step translation #\v (branch-id (entered-branch (pop (translation-open translation)))) value bound lower upper plies proved)))
    (#\i (setf (translation-open translation) nil)
         (add-step translation #\i (first fields)))
    (#\m (destructuring-bind (depth value move proved) fields
           (add-step translation #\m depth (if (= move 0) 0 (child-id (branch-at translation 0) move)) value proved)))
    (t (apply #'add-step translation kind fields))))

;; Expand positions above PLIES that were not visited, while the tree has few positions, and evaluate the other ones.
(defun fill-tree (translation plies)
  (let ((at 0) (g (translation-game translation)))
    (loop
      (if (>= at (length (translation-branches translation))) (return))
      (let ((branch (branch-at translation at)))
        (incf at)
        (cond ((branch-count branch))
              ((or (branch-over branch) (>= (branch-depth branch) plies))
               (if (null (branch-score branch)) (setf (branch-score branch) (funcall (game-value g) (branch-position branch))))
               (setf (branch-count branch) 0))
              ((< (length (translation-branches translation)) +filled-positions+) (expand-branch translation branch)))))))

;; The greatest depth of the iterations in EVENTS. An iteration to the end of the game has the greatest fixnum as its depth.
(defun greatest-depth (events)
  (let ((plies 0))
    (dolist (event events plies)
      (if (eql (car event) #\i) (setq plies (if (eql (second event) 0) most-positive-fixnum (max plies (second event))))))))

;; The ids of the positions on LINE, a list of move numbers from 1, as far as the tree goes.
(defun ids-of-line (translation line)
  (let ((branch (branch-at translation 0)) (ids (list 0)))
    (dolist (move line (nreverse ids))
      (if (> move (or (branch-count branch) 0)) (return (nreverse ids)))
      (setq branch (branch-at translation (child-id branch move)))
      (push (branch-id branch) ids))))

(defun bound-letter (bound) (case bound (:lower #\>) (:upper #\<) (t #\=)))

(defun recording-of-moves (g position events value bound line about)
  "Return the recording of a search by BEST-MOVE for DRAW and WHY.
G: the game.  POSITION: where the search began.  EVENTS: as THINK returns them.  VALUE, BOUND, LINE: the result of THINK.
ABOUT: the limits of the search in words."
  (let ((translation (make-translation :game g)))
    (add-branch translation position nil 0)
    (dolist (event events) (translate-event translation (car event) (cdr event)))
    (fill-tree translation (greatest-depth events))
    (add-step translation #\z value (bound-letter bound) (ids-of-line translation line))
    (make-move-recording g (map 'simple-vector
                                (lambda (branch)
                                  (make-logged :first-child (branch-first branch) :children (branch-count branch) :max (branch-max branch)
                                               :value (branch-score branch) :move (branch-move branch)
                                               :position (branch-position branch)))
                                (translation-branches translation))
                         (nreverse (translation-events translation)) value about)))

;;; DRAW and WHY.

;; A function that replays RECORDING, for DRAW-STEPS and WRITE-STEPS.
(defun move-replayer (recording)
  (lambda (which most-steps most-nodes visit)
    (replay-events (move-recording-nodes recording) (move-recording-events recording) :best-move (move-recording-game recording)
                   which most-steps most-nodes visit)))

;; The picture of the end of RECORDING.
(defun picture-of-moves (recording)
  (let ((replay (replay-of (move-recording-nodes recording) :best-move (move-recording-game recording))))
    (if (> (length (move-recording-nodes recording)) +most-drawn+)
        (error "DRAW: expected a search of at most ~:D positions, or :HTML as :FORMAT" +most-drawn+))
    (dolist (event (move-recording-events recording)) (apply-event replay event))
    (setf (replay-now replay) nil)
    (step-picture replay)))

;; DRAW of RECORDING; for the arguments see there.
(defun draw-move-recording (recording format file plies blank steps width)
  (if (or blank plies) (error "DRAW: expected no ~S for a recording of BEST-MOVE" (if blank :blank :plies)))
  (if steps
      (draw-series (move-replayer recording) steps format file)
      (let* ((page (and (symbolp format) (string= format :html)))
             (writer (if page nil (picture-writer format width nil nil nil nil)))
             (picture (if page nil (picture-of-moves recording))))
        (call-with-output file (lambda (out)
                                 (if page (write-string (page-of-moves recording) out) (funcall writer picture out)))))))

(defun page-of-moves (recording)
  (let ((game (move-recording-game recording)) (about (move-recording-about recording)))
    (page-with-data
     (data-of-page (move-recording-nodes recording)
                   (list (list :best-move (move-recording-events recording) (move-recording-value recording)))
                   (format nil "~(~A~)" (game-name game)) game nil
                   (lambda (algorithm) (declare (ignore algorithm)) about)))))

;; Does EVENT of REPLAY say something about what PLACE is worth, or why it was pruned?
(defun event-about-p (replay event place)
  (case (car event)
    ((#\l #\q #\h #\v) (eq (place-of replay (second event)) place))
    (#\x (do ((at place (place-parent at))) ((null at) nil)
           (if (member (place-index at) (eighth event) :key (lambda (id) (place-index (place-of replay id)))) (return t))))
    (t nil)))

;; The last sentence of the steps of RECORDING about the position that PATH, a list of move numbers from 1, leads to.
(defun sentence-about-moves (recording path)
  (dolist (move path) (check-argument move '(integer 1) "a move number, an integer >= 1"))
  (let* ((replay (replay-of (move-recording-nodes recording) :best-move (move-recording-game recording)))
         (place (svref (replay-places replay) 0)) (sentence nil))
    (dolist (move path)
      (setq place (or (nth (- move 1) (places-below place))
                      (return-from sentence-about-moves (format nil "The search did not visit the position ~A." (moves-text path))))))
    (dolist (event (move-recording-events recording))
      (apply-event replay event)
      (if (event-about-p replay event place) (setq sentence (step-sentence replay event))))
    (or sentence (format nil "The search did not visit the position ~A." (moves-text path)))))
