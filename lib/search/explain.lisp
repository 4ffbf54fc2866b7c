;;;; explain.lisp -- recorded searches in words: cutoffs and their causes, values and their bounds. -*- sealed -*-

(defconstant +shown-path+ 40)           ; the last moves of a longer path are shown
(defconstant +counted+ 1000000)         ; moves and leaves are counted up to this number

;; PARTS, strings, joined to one string.
(defun text (&rest parts) (apply #'concatenate 'string parts))

(defvar *digits* (vector #\0 #\1 #\2 #\3 #\4 #\5 #\6 #\7 #\8 #\9))

;; Write N, an integer >= 0, in decimal digits, without FORMAT, which is slower.
(defun write-decimal (n out)
  (when (> n 9)
    (let ((rest (truncate n 10)))
      (write-decimal rest out)
      (setq n (- n (* 10 rest)))))
  (write-char (svref *digits* n) out))

(defun decimal (n) (with-output-to-string (out) (write-decimal n out)))

(defun counted (n one many) (text (decimal n) " " (if (= n 1) one many)))

(defun leaves-text (leaves)
  (text (counted (min leaves +counted+) "leaf" "leaves") (if (>= leaves +counted+) " or more" "")))

(defun counted-moves (moves &optional (one "move") (many "moves"))
  (counted (min (length moves) +counted+) one many))

;; TEXT on one line, without control characters, which XML does not allow.
(defun plain-line (text)
  (map 'string
       (lambda (c)
         (cond ((char= c #\Newline) #\Space)
               ((or (char< c #\Space) (<= 127 (char-code c) 159) (<= #xFFFE (char-code c) #xFFFF)) (code-char #xFFFD))
               (t c)))
       text))

;; The text of a score, a move or a board, on one line.
(defun shown (object)
  (cond ((integerp object) (prin1-to-string object))
        ((eq object '-inf) "-inf")
        ((eq object 'inf) "inf")
        ((eq object 'unprinted-board) "(...)")
        (t (plain-line (prin1-to-string object)))))

;; Is the score A less than B?
(defun score< (a b)
  (cond ((eq a b) nil)
        ((or (eq a '-inf) (eq b 'inf)) t)
        ((or (eq b '-inf) (eq a 'inf)) nil)
        (t (< a b))))

(defun same-score-p (a b) (not (or (score< a b) (score< b a))))

(defun mover (side) (if (eq side :max) "maximizer" "minimizer"))
(defun other-side (side)
  "Return the opponent of SIDE: :MIN for :MAX, and :MAX for :MIN.
Signals: type-error unless SIDE is :MAX or :MIN.
Example: (other-side :max) => :MIN"
  (check-argument side '(member :max :min) ":MAX or :MIN as the side")
  (if (eq side :max) :min :max))

;; The path to NODE, as "(3 1)".
(defun path-text (node)
  (let ((moves nil) (depth (node-depth node)))
    (do ((at node (node-parent at)) (rest +shown-path+ (- rest 1)))
        ((or (null (node-parent at)) (= rest 0)))
      (push (node-move at) moves))
    (if (> depth +shown-path+)
        (format nil "(... ~{~D~^ ~}, ~A deep)" moves (counted depth "move" "moves"))
        (format nil "(~{~D~^ ~})" moves))))

(defun place-text (node) (if (node-parent node) (path-text node) "the root"))
(defun subject-text (node) (if (node-parent node) (path-text node) "The root"))
(defun owner-text (owner) (if owner (place-text owner) "the search"))

(defun test-p (question) (member question '(:more :less :at-least)))
(defun window-p (question) (member question '(:window :better :again)))

;; The condition of a test QUESTION, without the number.
(defun test-text (question) (sentence (case question (:more "more") (:less "less") (t "at-least"))))

(defun window-text (question alpha beta)
  (case question
    (:more (text "> " (shown alpha) "?"))
    (:less (text "< " (shown alpha) "?"))
    (:at-least (text ">= " (shown alpha) "?"))
    (:merit (text "merit " (shown alpha)))
    (t (text (shown alpha) ".." (shown beta)))))

;;; Cutoffs

(defun bounds-text (cut) (text " (alpha " (shown (cut-alpha cut)) " >= beta " (shown (cut-beta cut)) ")"))

;; Why a best-first search dropped the rest of a position: the player has as much at CUT-SOLVED as he could get here, or all
;; that counts there.
(defun dropped-reason (cut)
  (let* ((solved (cut-solved cut)) (side (node-side solved)) (max (eq side :max))
         (value (if max (cut-alpha cut) (cut-beta cut)))
         (here (if max (cut-beta cut) (cut-alpha cut))))
    (if (same-score-p here (node-alpha solved))
        (text "the " (mover side) " gets " (if max "at least " "at most ") (shown value) " at " (place-text solved)
              ", but the " (mover (other-side side)) " can have " (shown (node-alpha solved)) " at "
              (owner-text (node-alpha-owner solved)) (bounds-text cut))
        (text "the " (mover side) " can have " (shown value) " at " (place-text solved) ", and "
              (if max "at most " "at least ") (shown here) " through this position" (bounds-text cut)))))

(defun test-reason (cut what number)
  (sentence "reason-test" :o (owner-text (cut-owner cut)) :question (text what (shown number))))

(defun bound-reason (cut side)
  (let* ((max (eq side :max)) (owner (cut-owner cut)))
    (text (sentence (case (cut-owner-kind cut) (:caller "reason-window") (:before "reason-before") (t "reason-owner"))
                    :mine (sentence (if max "max-gets" "min-gets") :v (shown (if max (cut-alpha cut) (cut-beta cut))))
                    :yours (shown (if max (cut-beta cut) (cut-alpha cut)))
                    :o (owner-text owner) :mover (mover (other-side side)) :ends (if max "ends" "begins")
                    :most (if max "most" "least"))
          (bounds-text cut))))

;; Why the rest of a position was pruned, where SIDE moves.
(defun reason (cut side)
  (cond ((cut-solved cut) (dropped-reason cut))
        ((test-p (cut-question cut)) (test-reason cut (test-text (cut-question cut)) (cut-asked cut)))
        ((eq (cut-owner-kind cut) :asked)
         (test-reason cut (if (eq (node-side (cut-owner cut)) :max) "more than " "less than ") (cut-owner-asked cut)))
        (t (bound-reason cut side))))

;; "; a deep cutoff, by a bound three plies above" if the bound that pruned moves of NODE is that of a position three plies above or
;; more; else nothing.
(defun depth-of-cutoff (node)
  (let* ((cut (node-cut node)) (owner (cut-owner cut)))
    (if (and owner (null (cut-solved cut)) (not (test-p (cut-question cut))) (not (member (cut-owner-kind cut) '(:asked :caller :before)))
             (>= (- (node-depth node) (node-depth owner)) 3))
        (text "; a deep cutoff, by a bound " (decimal (- (node-depth node) (node-depth owner))) " plies above")
        "")))

;; The reason in a few words, as a list of lines.
(defun short-reason (cut side)
  (let ((solved (cut-solved cut)) (owner (cut-owner cut)))
    (if (or (test-p (cut-question cut)) (and (not solved) (eq (cut-owner-kind cut) :asked)))
        (list (text "test of " (owner-text owner)))
        ;; The origin of the bound that the position itself did not find.
        (let* ((from (or solved owner)) (origin (text " of " (if from (place-text from) "the window")))
               (of-alpha (if solved (eq (node-side solved) :max) (eq side :min))))
          (list (text "alpha " (shown (cut-alpha cut)) (if of-alpha origin ""))
                (text ">= beta " (shown (cut-beta cut)) (if of-alpha "" origin)))))))

;; Were moves of NODE pruned for good?
(defun pruned-p (node)
  (and (node-cut node) (= (node-elided node) 0) (null (node-child node (+ 1 (cut-move (node-cut node)))))))

(defun pruned-moves (node) (nthcdr (cut-move (node-cut node)) (node-moves node)))

;; The size of the pruned part of NODE.
(defun pruned-text (node recording)
  (if (recording-list-p recording)
      (let ((leaves 0))
        (dolist (move (pruned-moves node)) (setq leaves (min +counted+ (+ leaves (car move)))))
        (leaves-text leaves))
      (counted-moves (pruned-moves node))))

;; A list of lines, one for each cutoff that pruned something for good: where, why, and how much.
(defun cut-lines (recording)
  (let ((lines nil))
    (walk-recording recording
                    (lambda (node move)
                      (declare (ignore move))
                      (and (not (node-leaf-p node)) (<= (node-depth node) (recording-drawn-depth recording))))
                    (lambda (node move number) (declare (ignore node move number)))
                    (lambda (node)
                      (if (pruned-p node)
                          (push (text "cutoff at " (place-text node) " after move " (decimal (cut-move (node-cut node))) ": "
                                      (reason (node-cut node) (node-side node)) "; " (pruned-text node recording)
                                      " pruned")
                                lines))))
    (nreverse lines)))

;;; Positions

(defun claim-text (value bound)
  (case bound
    (:lower (text "is " (sentence "no-less" :v (shown value))))
    (:upper (text "is " (sentence "at-most" :v (shown value))))
    (:exact (text "is " (sentence "exactly" :v (shown value))))
    (t "may be worth anything")))

;; Why only a bound on the value of NODE is known.
(defun bound-cause (node)
  (let* ((question (node-question node)) (bound (node-bound node)) (upper (eq bound :upper)) (alpha (shown (node-alpha node))))
    (cond ((null bound)
           (text ": the window " (window-text question (node-alpha node) (node-beta node))
                 " is empty, so the search finds no bound"))
          ((test-p question) (text ": the search tested whether it is " (test-text question) alpha))
          ;; A merit proves no more than the merit on entry, and a dropped position keeps the value that it had when it was dropped.
          ((eq question :merit)
           (if (same-score-p (node-value node) (node-alpha node))
               (text ": a " (if upper "lower" "higher") " value would not have counted")
               ""))
          (upper (text ": the window began at " alpha ", so the exact value did not matter"))
          (t (text ": the window ended at " (shown (node-beta node)) ", so the exact value did not matter")))))

(defun leaf-sentence (node)
  (text (subject-text node) (if (node-goes-on node) " is at the depth limit, worth " " is a leaf worth ")
        (shown (node-value node)) ", evaluated as number " (decimal (node-order node))
        (if (> (node-evaluations node) 1) (text ", " (decimal (node-evaluations node)) " times in all") "")
        "."))

;; Is the last entry of NODE, which was entered before, an evaluation by SCOUT? Evaluations are entries without bounds, in a search that
;; is not repeated.
(defun evaluated-p (node recording)
  (and (= (recording-passes recording) 0) (eq (node-question node) :window) (> (node-entries node) 1)
       (eq (node-alpha node) '-inf) (eq (node-beta node) 'inf)))

;; Why SCOUT evaluated NODE, which it had tested before.
(defun evaluation-text (node)
  (text "for its exact value, since "
        (if (= (node-move node) 1)
            (text (place-text (node-parent node)) " is evaluated")
            (text "a test had shown that it is worth "
                  (if (eq (node-side (node-parent node)) :max) "more" "less")
                  (if (= (node-move node) 2) " than the move before it" " than each move before it")))))

;; The purpose of the last entry of NODE.
(defun last-entry-text (node recording)
  (let ((question (node-question node)) (alpha (shown (node-alpha node))))
    (cond ((evaluated-p node recording) (evaluation-text node))
          ((eq question :merit) (text "with merit " alpha))
          ((test-p question) (text "to test whether it is worth " (test-text question) alpha))
          (t (text "with the window " (window-text question (node-alpha node) (node-beta node))
                   (if (eq question :again)
                       (if (eq (node-side (node-parent node)) :max)
                           (text ", since a null window had shown that it is worth at least " alpha)
                           (text ", since a null window had shown that it is worth at most " (shown (node-beta node))))
                       ""))))))

;; How often NODE was entered, and why the last time; empty if it was entered once, for its value in a window or for a test.
(defun entries-text (node recording)
  (let ((entries (node-entries node)) (passes (recording-passes recording)))
    (cond ((> entries 1)
           (text "; it was entered " (decimal entries) " times, last "
                 (if (> passes 0) (text "in pass " (decimal (node-pass node)) " of " (decimal passes) ", ") "")
                 (last-entry-text node recording)))
          ((eq (node-question node) :merit) (text "; it was entered " (last-entry-text node recording)))
          (t ""))))

(defun interior-sentence (node recording)
  (let ((cut (node-cut node)))
    (text (subject-text node) ", where the " (mover (node-side node)) " moves, " (claim-text (node-value node) (node-bound node))
          (cond ((node-proved-p node) ", by the values of all its moves")
                ((eq (node-bound node) :exact) "")
                (t (bound-cause node)))
          (if (pruned-p node)
              (text "; " (counted-moves (pruned-moves node) "move was" "moves were") " pruned after move "
                    (decimal (cut-move cut)) ": " (reason cut (node-side node)))
              "")
          (entries-text node recording)
          ".")))

(defun node-sentence (node recording)
  (cond ((node-leaf-p node) (leaf-sentence node))
        ((and (null (node-bound node))
              (not (and (window-p (node-question node)) (not (score< (node-alpha node) (node-beta node))))))
         (text (subject-text node) " was entered, but its value was not needed."))
        (t (interior-sentence node recording))))

;; Why the move NUMBER of NODE does not lead to a recorded position.
(defun unvisited-sentence (node number)
  (let ((here (place-text node)) (cut (node-cut node)))
    (cond ((node-leaf-p node) (text "There is no move " (decimal number) " at " here ": it is a leaf."))
          ((> number (length (node-moves node)))
           (text "There is no move " (decimal number) " at " here ": it has " (counted-moves (node-moves node)) "."))
          ((> (node-elided node) 0) (text "Move " (decimal number) " at " here " was not recorded."))
          ((and cut (< (cut-move cut) number))
           (text "The moves after move " (decimal (cut-move cut)) " of " here " were pruned: "
                 (reason cut (node-side node)) (depth-of-cutoff node) "."))
          (t (text "Move " (decimal number) " at " here " was not visited.")))))

;; A sentence about the position that PATH, a list of move numbers from 1, leads to.
(defun position-sentence (recording path)
  (dolist (move path) (check-argument move '(integer 1) "a move number, an integer >= 1"))
  (let ((node (recording-root recording)))
    (dolist (move path (node-sentence node recording))
      (let ((child (node-child node move)))
        (if (null child) (return (unvisited-sentence node move)))
        (setq node child)))))
