;;;; steps.lisp -- a search step by step: the state of each position after each event, and the event in a sentence. -*- sealed -*-

;;; The events are those of page.lisp; page/run.js and page/sentences.js do the same in a browser, with the same sentences.

;; A position. INDEX: its place in the order of the picture, which is preorder.  NAME: of the move that leads to it, in pictures; SAID: in
;; sentences.  LEAVES: of its subtree.  VISIT: the order of its first visit, from 0, or NIL.  PHASE: NIL (not visited), :OPEN, :DONE or
;; :DROPPED (from OPEN).  KIND, ALPHA, BETA, VALUE, BOUND: as in the events.  CUT: was it cut?  PRUNED: is it the first position of a pruned
;; branch?  MERIT: its entry in OPEN, (STATUS MERIT).
(defstruct (place (:conc-name place-) (:constructor make-stepped-place) (:copier nil) (:predicate nil))
  index parent depth move name said max leaf-p score words children (leaves 0)
  visit (visits 0) phase kind alpha beta value bound cut pruned (pass 0) merit)

;; A search that is replayed. PLACES: in preorder.  BY-ID: the same by the numbers in the events.  PLAYER: of best-first search, :MAX
;; or :MIN, else NIL.  LEAST: the least number of leaves that prove the value, or NIL.  NOW: the current position.
(defstruct (replay (:conc-name replay-) (:copier nil) (:predicate nil))
  places by-id algorithm player least (now nil) (pass 0) (visited 0) (leaves 0) line)

(defun replay-of (nodes algorithm game)
  "Return the replay of a search of NODES, from SEARCH-EVENTS, by ALGORITHM before its first event."
  (multiple-value-bind (order numbers) (preorder nodes)
    (let* ((count (length nodes)) (by-id (make-array count)) (places (make-array count)) (max (logged-max (svref nodes 0))))
      (dolist (id order)
        (let ((node (svref nodes id)))
          (setf (svref by-id id)
                (make-stepped-place :index (svref numbers id) :depth 0 :move 0 :max (logged-max node) :leaf-p (leaf-node-p node)
                            :name (if (and game (> id 0)) (shown (logged-move node)) nil)
                            :said (if (and game (> id 0)) (plain-line (princ-to-string (logged-move node))) nil) :score (logged-value node)
                            :words (if (and game (game-players game) (leaf-node-p node)) (result-in-words game node) "")
                            :children (if (logged-children node) nil :hidden)))
          (setf (svref places (svref numbers id)) (svref by-id id))))
      (dolist (id order)                ; parents come first
        (let ((node (svref nodes id)) (place (svref by-id id)) (children nil))
          (dotimes (i (or (logged-children node) 0))
            (let ((child (svref by-id (+ (logged-first-child node) i))))
              (setf (place-parent child) place (place-depth child) (+ 1 (place-depth place)) (place-move child) (+ 1 i))
              (push child children)))
          (if children (setf (place-children place) (nreverse children)))))
      (do ((i (- count 1) (- i 1))) ((< i 0))
        (let ((place (svref places i)))
          (if (place-leaf-p place) (setf (place-leaves place) 1))
          (if (place-parent place) (incf (place-leaves (place-parent place)) (place-leaves place)))))
      (make-replay :places places :by-id by-id :algorithm algorithm :now (svref places 0)
                   :player (case algorithm (:sss (if max :max :min)) (:dual (if max :min :max)))
                   :least (if (whole-tree-p nodes)
                              (least-leaves-of-nodes nodes (svref (minimax-values nodes order) 0)))))))

(defun place-of (replay id) (if (< id 0) nil (svref (replay-by-id replay) id)))
(defun places-below (place) (if (listp (place-children place)) (place-children place) nil))

;;; The changes that an event makes.

(defun visit-place (replay place)
  (when (null (place-visit place))
    (setf (place-visit place) (replay-visited replay))
    (incf (replay-visited replay)))
  (incf (place-visits place))
  (setf (place-pruned place) nil (place-pass place) (replay-pass replay)))

(defun visit-leaf (replay place)
  (if (= (place-visits place) 0) (incf (replay-leaves replay)))
  (visit-place replay place)
  (setf (place-phase place) :done (place-bound place) #\= (place-value place) (place-score place)))

(defun enter-place (replay place kind alpha beta)
  (visit-place replay place)
  (dolist (child (places-below place)) (setf (place-pruned child) nil))
  (setf (place-phase place) :open (place-kind place) kind (place-alpha place) alpha (place-beta place) beta
        (place-value place) nil (place-bound place) nil (place-cut place) nil))

(defun apply-operator (replay place status case put dropped pruned results bound merit)
  (when place
    (setf (place-merit place) nil)
    (cond ((= case 4) (visit-leaf replay place))
          ((eql status #\L)
           (visit-place replay place)
           (setf (place-phase place) :open (place-kind place) #\s (place-alpha place) merit))
          (t (setf (place-phase place) :done)
             (if (not (place-leaf-p place)) (setf (place-value place) merit (place-bound place) (or bound #\=))))))
  (dolist (id dropped)
    (let ((from (place-of replay id)))
      (setf (place-merit from) nil)
      (do ((at from (place-parent at))) ((or (null (place-parent at)) (and place (eq at (place-parent place)))))
        (if (eq (place-phase at) :open) (setf (place-phase at) :dropped)))))
  (dolist (result results)
    (let ((at (place-of replay (first result))))
      (setf (place-value at) (second result) (place-bound at) (third result))))
  (dolist (entry put)
    (let ((at (place-of replay (second entry))))
      (setf (place-merit at) (cddr entry))
      (if (and (= case 8) (eql (third entry) #\S)) (setf (place-phase at) :done))))
  (dolist (id pruned) (setf (place-pruned (place-of replay id)) t)))

;; The position that EVENT is about; NIL if it is about the whole search.
(defun event-place (replay event)
  (and event (not (find (car event) "pbzimyf")) (place-of replay (second event))))

;; The branches that EVENT, a cutoff at PLACE, prunes.
(defun pruned-by (replay place event)
  (destructuring-bind (id move alpha beta owner deep &optional (pruned nil listed)) (cdr event)
    (declare (ignore id alpha beta owner deep))
    (if listed
        (mapcar (lambda (id) (place-of replay id)) pruned)
        (nthcdr (+ 1 move) (places-below place)))))

;; A position at the depth limit, which is a leaf in this iteration.
(defun visit-limit (replay place value)
  (if (place-leaf-p place)
      (visit-leaf replay place)
      (progn
        (if (null (place-visit place)) (setf (place-visit place) (replay-visited replay) (replay-visited replay) (+ 1 (replay-visited replay))))
        (setf (place-pruned place) nil (place-pass place) (replay-pass replay)
              (place-phase place) :done (place-value place) value (place-bound place) #\=))))

;; A pass or iteration begins at the root.
(defun begin-pass (replay)
  (incf (replay-pass replay))
  (setf (replay-now replay) (svref (replay-places replay) 0))
  (map nil (lambda (place) (setf (place-pruned place) nil)) (replay-places replay)))

(defun apply-event (replay event)
  "Change the state of REPLAY as EVENT, a list in the format of page.lisp, does."
  (let* ((fields (cdr event)) (place (event-place replay event)))
    (if place (setf (replay-now replay) place))
    (case (car event)
      (#\e (enter-place replay place (second fields) (third fields) (fourth fields)))
      (#\l (visit-leaf replay place))
      (#\u (setf (place-value place) (third fields))
           (case (fourth fields)
             (#\a (setf (place-alpha place) (third fields)))
             (#\b (setf (place-beta place) (third fields)))))
      (#\x (setf (place-cut place) t)
           (dolist (child (pruned-by replay place event)) (setf (place-pruned child) t)))
      ((#\d #\v)
       (if (eql (car event) #\d) (visit-place replay place))
       (setf (place-phase place) :done (place-value place) (second fields) (place-bound place) (third fields)))
      (#\h (setf (place-value place) (second fields) (place-bound place) (third fields) (place-cut place) nil
                 (place-pruned place) nil (place-pass place) (replay-pass replay) (place-phase place) :done))
      (#\q (visit-limit replay place (second fields)))
      (#\k (setf (place-alpha place) (second fields) (place-beta place) (third fields)))
      ((#\p #\i) (begin-pass replay))
      ((#\b #\m #\f) (setf (replay-now replay) (svref (replay-places replay) 0)))
      (#\s (destructuring-bind (id status merit case put dropped pruned leaf results bound) fields
             (declare (ignore id leaf))
             (apply-operator replay place status case put dropped pruned results bound merit)))
      (#\z (setf (replay-now replay) (svref (replay-places replay) 0)
                 (replay-line replay) (mapcar (lambda (id) (place-of replay id)) (third fields)))))))

;;; The event in a sentence.

(defun step-score (score)
  (cond ((null score) "")
        ((eql score most-negative-fixnum) "−∞")
        ((eql score most-positive-fixnum) "∞")
        (t (let ((text (prin1-to-string score)))
             (if (char= (char text 0) #\-) (text "−" (subseq text 1)) text)))))

(defun step-count (n one many) (format nil "~:D ~A" n (if (= n 1) one many)))

;; The name of PLACE in a sentence: the root, (2 1), or the moves of a game; NIL means the search itself.
(defun step-name (place)
  (if (null place)
      "the search"
      (let ((path nil))
        (do ((at place (place-parent at))) ((null (place-parent at))) (push at path))
        (cond ((null path) "the root")
              ((place-said place) (format nil "~{~A~^–~}" (mapcar #'place-said path)))
              (t (format nil "(~{~D~^ ~})" (mapcar #'place-move path)))))))

;; The sentence NAME with its SLOTS filled, which may begin with "the root".
(defun step-text (name &rest slots)
  (let ((text (apply #'sentence name slots)))
    (if (and (> (length text) 4) (string= "the " text :end2 4)) (text "T" (subseq text 1)) text)))

(defun step-side (place) (if (place-max place) "max" "min"))
(defun asks-p (kind) (find kind "><g"))
(defun step-question (kind number)
  (sentence (case kind (#\> "more") (#\< "less") (t "at-least")) :a (step-score number)))
(defun step-worth (value bound)
  (sentence (case bound (#\< "at-most") (#\> "no-less") (t "exactly")) :v (step-score value)))
(defun pruned-sentence (leaves) (text (step-count leaves "leaf is" "leaves are") " pruned."))

;; The same for a cutoff of REPLAY that prunes PLACES. In BEST-MOVE leaves depend on the depth limit.
(defun pruned-places-sentence (replay places)
  (if (eq (replay-algorithm replay) :best-move)
      (text (step-count (length places) "move is" "moves are") " pruned.")
      (pruned-sentence (reduce #'+ (mapcar #'place-leaves places)))))

;; Did F1 enter PLACE, with ALPHA and BETA, without a bound that its parent had from above?
(defun drops-bound-p (place alpha beta)
  (let ((parent (place-parent place)))
    (and parent
         (if (place-max parent)
             (and (eql beta most-positive-fixnum) (not (eql (place-beta parent) most-positive-fixnum)))
             (and (eql alpha most-negative-fixnum) (not (eql (place-alpha parent) most-negative-fixnum)))))))

(defun entry-text (replay place kind alpha beta alpha-owner beta-owner)
  (let ((n (step-name place)) (who (step-side place)) (a (step-score alpha)) (b (step-score beta)))
    (flet ((owners ()
             (let ((texts nil))
               (if (eql (first beta-owner) #\b)
                   (push (sentence "owner" :bound (text "β " b) :o (step-name (place-of replay (second beta-owner)))) texts))
               (if (eql (first alpha-owner) #\b)
                   (push (sentence "owner" :bound (text "α " a) :o (step-name (place-of replay (second alpha-owner)))) texts))
               (if texts (format nil " (~{~A~^, ~})" texts) ""))))
      (case kind
        (#\v (step-text (if (> (place-visits place) 1) "evaluate-again" "evaluate") :n n :who who))
        (#\a (step-text "enter-again" :n n :a a :b b))
        (#\b (step-text "enter-null" :n n :a a :b b
                        :question (if (place-max (place-parent place)) (step-question #\> alpha) (step-question #\< beta))))
        (#\w (cond ((eq (replay-algorithm replay) :minimax) (step-text "enter" :n n :who who))
                   (t (text (step-text (if (member (replay-algorithm replay) '(:winston :bratko)) "enter-closed" "enter-window")
                                       :n n :who who :a a :b b :owners (owners))
                            (if (and (eq (replay-algorithm replay) :f1) (drops-bound-p place alpha beta))
                                (text " " (sentence "f1"))
                                "")))))
        (t (step-text "enter-test" :n n :who who :question (step-question kind alpha)))))))

(defun change-text (replay place child value which old old-best)
  (let ((n (step-name place)) (c (step-name child)) (v (step-score value)) (sign (if (place-max place) ">" "<"))
        (bound (if (place-max place) "α" "β")))
    (cond (which (step-text "bound-changes" :n n :c c :v v :sign sign :old (step-score old) :bound bound))
          ((null old-best) (step-text "value-changes" :n n :c c :v v :sign sign :old (step-score (first old))))
          ((member (replay-algorithm replay) '(:scout :mtdf :mt-sss :mt-dual))
           (step-text "best-changes" :n n :c c :v v :sign sign :old (step-score (first old-best))))
          (t (step-text "best-outside" :n n :c c :v v :sign (if (place-max place) "≤" "≥") :bound bound
                        :old (step-score old))))))

;; Why PLACE needs no more moves. OWN: its best value.  OTHER: the bound of OWNER that it meets.
(defun cutoff-reason (replay place owner own other)
  (let* ((max (place-max place)) (kind (place-kind place)) (from (place-of replay (second owner))) (o (step-name from))
         (mine (sentence (if max "max-gets" "min-gets") :v (step-score own))) (yours (step-score other)))
    (case (first owner)
      (#\t (sentence "reason-test" :o o
                     :question (cond ((asks-p kind) (step-question kind other))
                                     (t (step-question (if (place-max from) #\> #\<) (third owner))))))
      (#\c (sentence "reason-window" :mine mine :yours yours :ends (if max "ends" "begins")))
      (#\k (sentence "reason-known" :mine mine :yours yours :o o :most (if max "most" "least")))
      (#\r (sentence "reason-before" :mine mine :yours yours :o o :most (if max "most" "least")))
      (t (sentence "reason-owner" :mine mine :yours yours :o o :mover (if max "minimizer" "maximizer"))))))

(defun cutoff-text (replay place pruned alpha beta owner deep)
  (let* ((max (place-max place)) (own (if max alpha beta)) (other (if max beta alpha)) (kind (place-kind place))
         (from (place-of replay (second owner))) (lost (pruned-places-sentence replay pruned))
         (reason (cutoff-reason replay place owner own other)))
    (if (eql (first owner) #\t)
        (step-text "cutoff-test" :n (step-name place) :v (step-score own) :reason reason :pruned lost
                   :answer (if (eq (if (asks-p kind) (not (eql kind #\<)) (place-max from)) max) "yes" "no"))
        (step-text (if deep "cutoff-deep" "cutoff") :n (step-name place) :o (step-name from) :a (step-score alpha)
                   :b (step-score beta) :reason reason :pruned lost
                   :sign (if (member (replay-algorithm replay) '(:winston :bratko)) ">" "≥")
                   :plies (step-count (- (place-depth place) (if from (place-depth from) 0)) "ply" "plies")))))

(defun operator-text (replay place status merit case put dropped pruned leaf results)
  (let* ((min (eq (replay-player replay) :min)) (mine (if min "min" "max")) (theirs (if min "max" "min"))
         (target (first put)) (to (if target (place-of replay (second target)) nil))
         (new (if (find case '(0 8)) (if target (step-score (fourth target)) "") (step-score merit))))
    (flet ((event-text (name who)
             (step-text name :v new :who who :count (decimal (length put)) :c (if to (step-name to) "")
                        :other (if min "Max" "Min") :least (if min "max" "min") :greater (if min "smaller" "greater")
                        :leaf (step-score leaf) :result (if target (step-score (fourth target)) ""))))
      (format nil "~{~A~^ ~}"
              (append
               (if (find case '(0 8))
                   nil
                   (list (step-text "take" :n (step-name place) :status (if (eql status #\L) "live" "solved") :v new)))
               (list (case case
                       (0 (event-text "open-root" mine))
                       (1 (event-text "take-best" mine))
                       (2 (event-text "take-sibling" mine))
                       (3 (event-text "take-last" theirs))
                       (4 (event-text "take-leaf" mine))
                       (5 (event-text "take-first" theirs))
                       (6 (event-text (if (= (length put) 1) "take-only" "take-all") mine))
                       (7 (event-text "root-solved" mine))
                       (t (event-text "open-hidden" mine))))
               (if dropped
                   (list (step-text "open-leaves" :positions (step-count (length dropped) "position" "positions")
                                    :leave (if (= (length dropped) 1) "leaves" "leave"))))
               (if pruned
                   (list (pruned-sentence (reduce #'+ (mapcar (lambda (id) (place-leaves (place-of replay id))) pruned)))))
               (mapcar (lambda (result)
                         (step-text "worth" :n (step-name (place-of replay (first result)))
                                    :worth (step-worth (second result) (third result))))
                       (subseq results 0 (min 3 (length results)))))))))

(defun start-text (replay)
  (let ((root (svref (replay-places replay) 0)))
    (step-text "start" :leaves (step-count (place-leaves root) "leaf" "leaves") :who (step-side root))))

(defun step-line (places)
  (format nil "~{~A~^, ~}" (mapcar #'step-move places)))
(defun step-move (place) (or (place-said place) (place-move place)))

;; The last step of BEST-MOVE.
(defun best-end-text (replay value bound)
  (let ((line (cdr (replay-line replay))))
    (if line
        (step-text "best-end" :c (step-move (first line)) :worth (step-worth value bound) :line (step-line line))
        (step-text "best-end-none"))))

;; The beginning and the end of an iteration of BEST-MOVE, to DEPTH.
(defun iteration-text (replay depth)
  (step-text (if (= depth 0) "iteration-whole" "iteration") :count (decimal (replay-pass replay)) :depth (decimal depth)))
(defun iteration-end-text (replay depth move value proved)
  (text (step-text (if (= depth 0) "iteration-ends-whole" "iteration-ends") :depth (decimal depth) :v (step-score value)
                   :c (step-move (place-of replay move)))
        (if proved (text " " (sentence "proved")) "")))

;; How deep the position that an event leaves was searched: PLIES, NIL for algorithms without iterations.
(defun plies-text (plies proved)
  (cond ((null plies) "")
        (t (text " " (if (= plies 0) (sentence "whole-searched") (sentence "plies-searched" :plies (step-count plies "ply" "plies")))
                 (if proved (text " " (sentence "proved")) "")))))

(defun end-text (replay value bound)
  (let ((leaves (step-count (replay-leaves replay) "leaf" "leaves")) (worth (step-worth value bound))
        (all (format nil "~:D" (place-leaves (svref (replay-places replay) 0)))))
    (if (and (cdr (replay-line replay)) (replay-least replay))
        (step-text "end" :worth worth :leaves leaves :all all :least (format nil "~:D" (replay-least replay))
                   :line (step-line (cdr (replay-line replay))))
        (step-text "end-short" :worth worth :leaves leaves :all all))))

(defun step-sentence (replay event)
  "Return a sentence about EVENT, the last one that APPLY-EVENT applied to REPLAY; NIL: about the tree before the search."
  (let* ((fields (cdr event)) (kind (car event)) (place (event-place replay event)) (n (if place (step-name place) "")))
    (flet ((score (i) (step-score (nth i fields))))
      (case kind
        ((nil) (start-text replay))
        (#\e (destructuring-bind (id kind alpha &optional beta alpha-owner beta-owner) fields
               (declare (ignore id))
               (entry-text replay place kind alpha beta alpha-owner beta-owner)))
        (#\l (text (if (string= (place-words place) "")
                       (step-text "leaf" :n n :v (score 1))
                       (step-text "leaf-words" :n n :v (score 1) :words (place-words place)))
                   (if (> (third fields) 1) (text " " (step-text "leaf-again" :count (decimal (third fields)))) "")))
        (#\d (step-text "below" :n n :worth (step-worth (second fields) (third fields))))
        (#\u (destructuring-bind (id child value which old &rest old-best) fields
               (declare (ignore id))
               (change-text replay place (place-of replay child) value which (if old-best old (list old)) old-best)))
        (#\n (if (fifth fields)
                 (step-text (if (eql (fifth fields) #\s) "proved-equal" "last-of-equals") :c (step-name (place-of replay (second fields))) :v (score 2))
                 (step-text "no-change" :n n :c (step-name (place-of replay (second fields))) :v (score 2)
                            :sign (if (place-max place) "≤" "≥") :old (score 3))))
        (#\c (step-text (if (member (replay-algorithm replay) '(:winston :bratko)) "no-cutoff-strict" "no-cutoff")
                        :n n :a (score 1) :b (score 2)))
        (#\x (destructuring-bind (id move alpha beta owner &optional deep pruned) fields
               (declare (ignore id move pruned))
               (cutoff-text replay place (pruned-by replay place event) alpha beta owner deep)))
        (#\v (if (eql (third fields) #\?)
                 (step-text "worth-nothing" :n n :v (score 1))
                 (text (step-text "worth" :n n :worth (step-worth (second fields) (third fields)))
                       (if (and (not (eql (third fields) #\=)) (not (place-cut place)) (find (place-kind place) "wba"))
                           (text " " (sentence "bound-only"))
                           "")
                       (if (fourth fields) (text " " (sentence "stored" :a (score 3) :b (score 4))) "")
                       (plies-text (sixth fields) (seventh fields)))))
        (#\r (let* ((max (place-max (place-parent place))) (bound (if max #\> #\<)) (worth (step-worth (second fields) bound)))
               (if (not (eq (replay-algorithm replay) :scout))
                   (step-text "search-again" :n n :worth worth)
                   (step-text "evaluate-next" :n n :worth (if (place-leaf-p place) (text "worth " (score 1)) worth)
                              :question (step-question bound (third fields))))))
        (#\p (step-text (if (and (eql (third fields) most-negative-fixnum) (eql (fourth fields) most-positive-fixnum))
                            "pass-first"
                            "pass")
                        :count (decimal (replay-pass replay)) :question (step-question (first fields) (second fields))
                        :a (score 2) :b (score 3)))
        (#\b (text (step-text "pass-ends" :count (decimal (replay-pass replay)) :a (score 0) :b (score 1))
                   (if (eql (first fields) (second fields)) (text " " (sentence "bounds-meet")) "")))
        (#\i (iteration-text replay (first fields)))
        (#\m (apply #'iteration-end-text replay fields))
        (#\f (step-text "outside-window" :v (score 0)))
        (#\y (step-text "limit-ends" :count (decimal (replay-pass replay))))
        (#\q (step-text "at-limit" :n n :v (score 1)))
        (#\k (step-text (if (eql (fourth fields) #\t) "narrowed-by-table" "narrowed-by-rules") :n n :a (score 1) :b (score 2)))
        (#\o (text (step-text "order" :n n :line (step-line (mapcar (lambda (id) (place-of replay id)) (second fields))))
                   (case (third fields)
                     (#\t (text " " (sentence "order-of-table")))
                     (#\i (text " " (sentence "order-of-iteration")))
                     (t ""))))
        (#\h (step-text (cond ((eql (fourth fields) #\g) "rules") ((place-leaf-p place) "table-leaf") (t "table")) :n n :worth (step-worth (second fields) (third fields))))
        (#\s (destructuring-bind (id status merit case put dropped pruned leaf results &rest bound) fields
               (declare (ignore id bound))
               (operator-text replay place status merit case put dropped pruned leaf results)))
        (#\z (if (eq (replay-algorithm replay) :best-move)
                 (best-end-text replay (first fields) (second fields))
                 (end-text replay (first fields) (second fields))))))))
