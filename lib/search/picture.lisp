;;;; picture.lisp -- recorded trees as pictures: their nodes, and the texts that all formats share. -*- sealed -*-

;; A picture is a vector of drawn nodes: each follows its parent, and the subtree of a move precedes that of the next move. A
;; drawn node is a vector of these fields:
;;   id           number in the order of visit, from 0; NIL if the node was not visited
;;   parent       index of its parent in the picture; at the root 0
;;   depth        moves from the root
;;   children     number of children in the picture
;;   shape        :MAX, :MIN, :LEAF or :CUT, a branch that was pruned; in trees of other searches also :CHANCE, :OR, :AND, :STATE; or
;;                :FOLDED, a subtree drawn as one triangle
;;   move         number of the move that leads here, from 1; 0 at the root
;;   name         name of that move, a string, or NIL
;;   value        a string, or NIL if not known; of a pruned branch, the branch
;;   bound        :EXACT, :LOWER, :UPPER, :MEAN (of samples) or NIL: how VALUE relates to the true value
;;   how          "in", "asked" or "with": how the next field was given on entry
;;   question     "-inf..3" (a window), "> 3?" (a test) or "merit 3"
;;   pass         of a search with several passes, from 1; else 0
;;   earlier      the first entries before the last one, a list of (HOW QUESTION PASS)
;;   entries      number of entries
;;   evaluations  of a leaf
;;   goes-on      true of a leaf that is one only because of the depth limit
;;   size         of a pruned branch or a folded subtree, as "5 leaves"
;;   pruned-at    of the first pruned branch of a position: the recorded node of that position; else NIL
;;   because      why it was pruned, in short, a list of lines as ("alpha 3 of the root" ">= beta 1")
;;   best         true on the principal variation
;;   elided       visits below that the picture does not show
;;   phase        :PRUNED in a branch that was pruned and is drawn whole; in a picture of a step also :NOW at the current position,
;;                :WAITING (not visited so far) or :ABSENT (does not exist so far); else NIL
(define-fields drawn- id parent depth children shape move name value bound how question pass earlier entries evaluations goes-on size
  pruned-at because best elided phase)

;; A drawn node.
(defmacro drawn-node (&key id (parent 0) (depth 0) (children 0) shape (move 0) name value bound (how "") (question "") (pass 0)
                           earlier (entries 1) (evaluations 0) goes-on size pruned-at because best (elided 0) phase)
  `(vector ,id ,parent ,depth ,children ,shape ,move ,name ,value ,bound ,how ,question ,pass ,earlier ,entries ,evaluations ,goes-on
           ,size ,pruned-at ,because ,best ,elided ,phase))

;; Why the branch of NODE and those after it were pruned, a sentence, or NIL.
(defun drawn-note (node)
  (let ((at (drawn-pruned-at node))) (if at (reason (node-cut at) (node-side at)) nil)))

;;; Pictures of recordings

(defconstant +longest-branch+ 40)       ; a pruned branch with a longer text is shown as its size
(defconstant +shown-leaves+ 12)         ; and so is one with more leaves

;; The number of visits below NODE, recorded or not.
(defun visits-below (node)
  (let ((visits 0) (rest (list node)))
    (loop
      (if (null rest) (return visits))
      (let ((at (pop rest)))
        (incf visits (node-elided at))
        (dotimes (i (length (node-children at)))
          (when (svref (node-children at) i)
            (incf visits)
            (push (svref (node-children at) i) rest)))))))

;; How a question is given on entry.
(defun entry-word (question) (cond ((window-p question) "in") ((test-p question) "asked") (t "with")))

;; ENTRY as a list (HOW QUESTION PASS), for the field EARLIER of a drawn node.
(defun earlier-entry (entry)
  (list (entry-word (entry-question entry))
        (window-text (entry-question entry) (entry-alpha entry) (entry-beta entry))
        (entry-pass entry)))

;; The drawn node for NODE, to which MOVE leads. BEST: whether it is on the principal variation.
(defun drawn-visit (recording node move parent best plies)
  (let ((leaf (node-leaf-p node)) (question (node-question node)))
    (drawn-node :id (node-number node) :parent parent :depth (node-depth node)
                :shape (if leaf :leaf (node-side node))
                :move (node-move node)
                :name (if (and (node-parent node) (recording-names-moves recording)) (shown move) nil)
                :value (if (node-bound node) (shown (node-value node)) nil)
                :bound (node-bound node)
                :how (entry-word question)
                :question (window-text question (node-alpha node) (node-beta node))
                :pass (node-pass node)
                :earlier (mapcar #'earlier-entry (node-earlier node))
                :entries (node-entries node)
                :evaluations (node-evaluations node)
                :goes-on (and leaf (node-goes-on node))
                :best best
                :elided (cond (leaf 0) ((< (node-depth node) plies) (node-elided node)) (t (visits-below node))))))

;; The drawn node for the pruned MOVE, with NUMBER, of NODE.
(defun drawn-cut (recording node move number parent)
  (let* ((leaves (if (recording-list-p recording) (car move) nil))
         (size (if leaves (leaves-text leaves) (text "move " (decimal number))))
         (branch (if (and leaves (> leaves +shown-leaves+)) size (shown (if leaves (cdr move) move))))
         (cut (if (and (node-cut node) (= number (+ 1 (cut-move (node-cut node))))) (node-cut node) nil)))
    (drawn-node :parent parent :depth (+ 1 (node-depth node)) :shape :cut :move number
                :name (if (recording-names-moves recording) (shown move) nil)
                :value (if (and (> (length branch) +longest-branch+) (not (and leaves (numberp (cdr move))))) size branch)
                :bound :exact :size size
                :pruned-at (if cut node nil)
                :because (if cut (short-reason cut (node-side node)) nil))))

;;; Pruned branches of a list tree, drawn whole.

;; The first leaf of TREE.
(defun first-leaf (tree) (if (consp tree) (first-leaf (first tree)) tree))

;; The number of plies of TREE, which is not circular.
(defun tree-plies (tree) (if (consp tree) (+ 1 (reduce #'max tree :key #'tree-plies)) 0))

;; The branch of NODE that MOVE leads to and that was pruned, if it can be drawn whole down to PLIES; else NIL.
(defun whole-branch (recording node move plies)
  (let ((branch (if (recording-list-p recording) (cdr move) nil)))
    (if (and (consp branch) (<= (+ 1 (node-depth node) (tree-plies branch)) plies)) branch nil)))

;; The drawn node for BRANCH, the tree at NODE, the drawn node of a pruned branch or of a move below it. SIDE: who moves. LIMIT: of the
;; depth of the search, or NIL.
(defun pruned-place (node branch side limit)
  (let ((goes-on (and (consp branch) (eql (drawn-depth node) limit))))
    (setf (drawn-phase node) :pruned
          (drawn-shape node) (if (or goes-on (atom branch)) :leaf side)
          (drawn-goes-on node) goes-on
          (drawn-value node) (if (eq (drawn-shape node) :leaf) (shown (first-leaf branch)) ""))
    node))

;; The picture of RECORDING down to PLIES, or of all of it if PLIES is NIL; nodes below are counted.  WHOLE: true to draw pruned branches
;; of a list tree whole, unless they have many leaves.
(defun picture-of-recording (recording plies &optional whole)
  (check-argument plies '(or unsigned-byte null) "an integer >= 0 or NIL as :PLIES")
  (let ((picture nil) (size 0)
        (plies (min (or plies most-positive-fixnum) (recording-drawn-depth recording)))
        (line (coerce (recording-line recording) 'simple-vector))
        (above nil) (depth -1))         ; the path to the last node, innermost first: (index best . drawn)
    (labels ((up-to (new-depth)         ; shorten the path to the parent of a node at NEW-DEPTH; return it
               (setq above (nthcdr (- (+ depth 1) new-depth) above))
               (setq depth (- new-depth 1))
               (first above))
             (add (drawn)
               (if above (incf (drawn-children (cddr (first above)))))
               (push drawn picture)
               (push (list* size (drawn-best drawn) drawn) above)
               (incf depth)
               (incf size))
             (add-branch (node branch side)
               (add (pruned-place node branch side (recording-plies recording)))
               (if (not (eq (drawn-shape node) :leaf))
                   (let ((next (+ (drawn-depth node) 1)) (number 0))
                     (dolist (child branch)
                       (add-branch (drawn-node :parent (car (up-to next)) :depth next :move (incf number) :bound :exact)
                                   child (other-side side)))))))
      (walk-recording recording
                      (lambda (node move)
                        (let* ((parent (up-to (node-depth node)))
                               (best (or (null parent)
                                         (and (cadr parent)
                                              (<= (node-depth node) (length line))
                                              (= (svref line (- (node-depth node) 1)) (node-move node))))))
                          (add (drawn-visit recording node move (if parent (car parent) 0) best plies))
                          (and (not (node-leaf-p node)) (< (node-depth node) plies))))
                      (lambda (node move number)
                        (if (= (node-elided node) 0)
                            (let ((drawn (drawn-cut recording node move number (car (up-to (+ 1 (node-depth node))))))
                                  (branch (if whole (whole-branch recording node move plies) nil)))
                              (if branch (add-branch drawn branch (other-side (node-side node))) (add drawn)))))
                      (lambda (node) (declare (ignore node)))))
    (coerce (nreverse picture) 'simple-vector)))

;; The picture of RECORDING in FORMAT, down to PLIES.  FOLD: as for DRAW.  Text lists pruned branches; other formats draw them whole or, if
;; they are large, folded.
(defun recording-picture (recording format plies fold)
  (let ((whole (and (null fold) (not (find format '(:text :ascii) :test #'string=)))))
    (fold-picture (picture-of-recording recording plies whole) (if whole :pruned fold))))

;;; Folded subtrees.

;; The sizes of the subtrees of the nodes of PICTURE, as two vectors: the number of leaves that were visited there, NIL if the picture does not show
;; all positions; and the number of positions.
(defun subtree-sizes (picture)
  (let* ((size (length picture)) (leaves (make-array size :initial-element 0)) (positions (make-array size :initial-element 0)))
    (do ((i (- size 1) (- i 1))) ((< i 0) (values leaves positions))
      (let ((node (svref picture i)) (parent (drawn-parent (svref picture i))))
        (incf (svref positions i) (+ 1 (drawn-elided node)))
        (if (eq (drawn-shape node) :leaf) (setf (svref leaves i) 1))
        (if (> (drawn-elided node) 0) (setf (svref leaves i) nil))
        (when (and (> i 0) (not (eq (drawn-shape node) :cut)))
          (incf (svref positions parent) (svref positions i))
          (setf (svref leaves parent) (if (and (svref leaves parent) (svref leaves i)) (+ (svref leaves parent) (svref leaves i)) nil)))))))

;; Is NODE a pruned branch that is a leaf?
(defun single-leaf-p (node) (string= (drawn-size node) (leaves-text 1)))

;; Is NODE, at INDEX of PICTURE, to be drawn as one triangle?  FOLD: :PRUNED or T.
(defun folds-p (node index picture fold)
  (case (drawn-shape node)
    (:cut (not (or (null (drawn-size node)) (single-leaf-p node) (eql 0 (search "move " (drawn-size node))))))
    ((:max :min) (and (eq fold t) (> index 0) (not (drawn-best node)) (drawn-best (svref picture (drawn-parent node)))
                      (> (drawn-children node) 0)))
    (t nil)))

(defun folded-node (node leaves positions)
  (let ((folded (copy-seq node)))
    (cond ((eq (drawn-shape node) :cut) (setf (drawn-value folded) nil))
          (t (setf (drawn-size folded) (if leaves (leaves-text leaves) (format nil "~D positions" positions)))))
    (setf (drawn-shape folded) :folded (drawn-children folded) 0 (drawn-elided folded) 0)
    folded))

(defun fold-picture (picture fold)
  "Return PICTURE with subtrees folded.
FOLD: :PRUNED for the branches that were pruned, except single leaves; T also for the subtrees next to the principal variation;
NIL for none."
  (check-argument fold '(member nil t :pruned) "T, :PRUNED or NIL as :FOLD")
  (if (null fold)
      picture
      (multiple-value-bind (leaves positions) (subtree-sizes picture)
        (fold-nodes picture (lambda (node i)
                              (if (folds-p node i picture fold) (folded-node node (svref leaves i) (svref positions i)) nil))))))

;; PICTURE with a node in place of each subtree for whose root and index FOLDED returns that node, not NIL.
(defun fold-nodes (picture folded)
  (let ((kept nil) (count 0) (places (make-array (length picture) :initial-element nil)) (inside nil))
    (dotimes (i (length picture) (coerce (nreverse kept) 'simple-vector))
      (let ((node (svref picture i)))
        (when (or (null inside) (<= (drawn-depth node) inside))
          (let* ((triangle (funcall folded node i)) (drawn (or triangle (copy-seq node))))
            (setq inside (if triangle (drawn-depth node) nil))
            (setf (drawn-parent drawn) (or (svref places (drawn-parent node)) 0) (svref places i) count)
            (incf count)
            (push drawn kept)))))))

;; Is NODE a branch that was pruned, or in one?
(defun pruned-node-p (node)
  (or (eq (drawn-shape node) :cut) (eq (drawn-phase node) :pruned) (and (eq (drawn-shape node) :folded) (null (drawn-id node)) (not (eq (drawn-phase node) :waiting)))))

(defun round-p (shape) (member shape '(:chance :or :and :state)))
(defun interior-p (node) (or (member (drawn-shape node) '(:max :min)) (round-p (drawn-shape node))))

;; Is one of CHARACTERS, constants, in TEXT?
(defmacro contains-any-p (text &rest characters)
  `(let ((text ,text)) (dotimes (i (length text) nil) (case (char text i) (,characters (return t))))))

(defun word-char-p (c) (or (char<= #\a c #\z) (char<= #\A c #\Z) (char= c #\-) (char= c #\_)))

(defvar *typeset-words* '(("alpha" . "α") ("beta" . "β") (">=" . "≥") ("<=" . "≤") ("inf" . "∞")))

;; The entry of *TYPESET-WORDS* whose word begins at START in TEXT and is not a part of a longer word. BEFORE: the character
;; before START.
(defun typeset-word (text start before)
  (dolist (entry *typeset-words* nil)
    (let* ((word (car entry)) (end (+ start (length word))))
      (if (and (char= (char word 0) (char text start))
               (<= end (length text))
               (string= word text :start2 start :end2 end)
               (or (find (char word 0) "<>")
                   (and (not (and (< end (length text)) (word-char-p (char text end))))
                        (or (not (word-char-p before)) (char= before #\-)))))
          (return entry)))))

;; Does a minus sign begin at START in TEXT? It does before a number, also in an exponent.
(defun minus-sign-p (text start before)
  (and (char= (char text start) #\-)
       (< (+ start 1) (length text))
       (let ((next (char text (+ start 1)))) (or (char<= #\0 next #\9) (char= next #\i)))
       (or (not (word-char-p before)) (char= before #\e))))

;; Write TEXT to OUT as TYPESET returns it.
(defun write-typeset (text out)
  (let ((at 0) (end (length text)) (before #\Space))
    (loop
      (if (>= at end) (return nil))
      (let* ((c (char text at))
             (entry (case c
                      (#\- (if (minus-sign-p text at before) '("-" . "−") nil))
                      ((#\a #\b #\< #\> #\i) (typeset-word text at before)))))
        (cond (entry
               (write-string (cdr entry) out)
               (incf at (length (car entry)))
               (setq before (char text (- at 1))))
              (t (write-char c out) (incf at) (setq before c)))))))

(defun typeset (text)
  "Return TEXT as printers set it: alpha, beta, >=, <=, inf and the minus of numbers as symbols.
Example: (map 'list #'char-code (typeset \"-1 >= inf\")) => (8722 49 32 8805 32 8734)"
  (if (contains-any-p text #\- #\a #\b #\< #\> #\i)
      (with-output-to-string (out) (write-typeset text out))
      text))

(defun bound-sign (bound) (case bound (:exact "=") (:lower ">=") (:upper "<=") (:mean "~") (t "?")))

;; The text in a node: its value, with a sign if that is a bound; "?" if it is not known; of a pruned branch without a name, the branch.
(defun node-label (node)
  (let ((value (drawn-value node)) (bound (drawn-bound node)))
    (cond ((and (eq (drawn-shape node) :cut) (drawn-name node)) "?")
          ((pruned-node-p node) (typeset (or value "")))
          ((or (null value) (null bound)) "?")
          ((eq bound :exact) (typeset value))
          (t (concatenate 'string (typeset (bound-sign bound)) (typeset value))))))

;; When NODE was visited, as "#2"; empty if it was not.
(defun visit-label (node)
  (if (drawn-id node) (concatenate 'string "#" (decimal (+ 1 (drawn-id node)))) ""))

;; QUESTION, asked in PASS, with the number of the pass if there are several.
(defun question-in-pass (question pass)
  (if (> pass 0) (text question " (pass " (decimal pass) ")") question))

;; The first entries of NODE and the last one, a list of (HOW QUESTION PASS).
(defun drawn-entry-list (node)
  (append (drawn-earlier node) (list (list (drawn-how node) (drawn-question node) (drawn-pass node)))))

;; The windows, tests or merits with which NODE was entered, with the passes: all, or if there are many the first three and the last.
(defun question-label (node)
  (let ((label "") (before "") (next "") (elided (> (drawn-entries node) (+ 1 (length (drawn-earlier node))))))
    (do ((entries (drawn-entry-list node) (rest entries))) ((null entries) label)
      (destructuring-bind (how question pass) (first entries)
        (setq label (text label next (if (and elided (null (rest entries))) (text "..." next) "")
                          (if (string= how before) "" (text how " ")) (question-in-pass question pass))
              before how
              next (if (> pass 0) ", " ", then "))))))

;; The questions with which NODE was entered, in short lines: a single one, or one line for each of up to three with the pass, and the
;; number of the others.
(defun question-lines (node)
  (let ((entries (drawn-entry-list node)) (others (- (drawn-entries node) 3)))
    (flet ((line (entry)
             (destructuring-bind (how question pass) entry
               (declare (ignore how))
               (if (> pass 0) (text "pass " (decimal pass) ": " question) question))))
      (cond ((null (rest entries)) (list (drawn-question node)))
            ((> others 0) (list (line (first entries)) (text (decimal (+ others 1)) " more") (line (first (last entries)))))
            (t (mapcar #'line entries))))))

;; Write TEXT, with the characters replaced that are special in XML.
(defun write-xml (text out)
  (if (contains-any-p text #\& #\< #\> #\")
      (dotimes (i (length text))
        (let ((c (char text i)))
          (case c
            (#\& (write-string "&amp;" out))
            (#\< (write-string "&lt;" out))
            (#\> (write-string "&gt;" out))
            (#\" (write-string "&quot;" out))
            (t (write-char c out)))))
      (write-string text out)))

;;; Indented lines.


(defun write-cut-line (node out)
  (write-string "cut: " out)
  (write-string (or (drawn-value node) (drawn-size node)) out)
  (let ((space "  "))
    (dolist (part (drawn-because node))
      (write-string space out)
      (write-string part out)
      (setq space " "))))

(defun shape-name (shape) (case shape (:folded "subtree") (:max "max") (:min "min") (:chance "chance") (:or "or") (:and "and") (:state "node") (t "leaf")))

(defun write-visited-line (node out)
  (cond ((drawn-name node) (write-string (drawn-name node) out) (write-string ": " out))
        ((> (drawn-move node) 0) (write-decimal (drawn-move node) out) (write-string ": " out)))
  (cond ((eq (drawn-shape node) :leaf)
         (when (member (drawn-bound node) '(:mean :lower :upper))
           (write-string (bound-sign (drawn-bound node)) out)
           (write-char #\Space out))
         (write-string (or (drawn-value node) "") out))
        (t (write-string (shape-name (drawn-shape node)) out)
           (write-char #\Space out)
           (cond ((and (drawn-value node) (drawn-bound node))
                  (write-string (bound-sign (drawn-bound node)) out)
                  (write-char #\Space out)
                  (write-string (drawn-value node) out))
                 (t (write-string "?" out)))))
  (if (and (drawn-best node) (> (drawn-move node) 0)) (write-string " *" out))
  (let ((space "  "))
    (dolist (label (list (visit-label node) (question-label node)))
      (when (string/= label "")
        (write-string space out)
        (write-string label out)
        (setq space " "))))
  (if (> (drawn-evaluations node) 1) (format out ", evaluated ~D times" (drawn-evaluations node)))
  (if (drawn-goes-on node) (write-string ", at the depth limit" out))
  (if (> (drawn-elided node) 0) (format out "  [~D more below]" (drawn-elided node)))
  (if (eq (drawn-shape node) :folded) (format out "  [~A]" (drawn-size node))))

;; The branch that leads to a node.
(defun branch-text (cut last unicode)
  (cond ((not unicode) (if cut "+. " "+- "))
        (cut (if last "└╌ " "├╌ "))
        (t (if last "└─ " "├─ "))))

;; The line of NODE without its end. ABOVE: the open levels, deepest first, each (INDENTATION . CHILDREN-TO-COME).
(defun node-line (node above last unicode)
  (with-output-to-string (out)
    (when above
      (write-string (car above) out)
      (write-string (branch-text (pruned-node-p node) last unicode) out))
    (if (pruned-node-p node) (write-cut-line node out) (write-visited-line node out))))

(defun line-style (node color)
  (cond ((not color) nil)
        ((pruned-node-p node) (format nil "~C[2m" (code-char 27)))
        ((drawn-best node) (format nil "~C[1m" (code-char 27)))
        (t nil)))

;; Write PICTURE as indented lines. UNICODE: draw with box-drawing characters, else in ASCII. COLOR: with escape sequences of a
;; terminal. Draw MOST lines at most and count the rest. Lines longer than WIDTH columns (if not NIL) are shortened.
(defun write-text-picture (picture unicode color most width out)
  (let ((levels nil) (depth 0) (through (if unicode "│  " "|  ")))
    (dotimes (i (min most (length picture)))
      (let ((node (svref picture i)) (indentation "") (last nil))
        (setq levels (nthcdr (- depth (drawn-depth node)) levels))
        (setq depth (+ 1 (drawn-depth node)))
        (when levels
          (setq last (= 0 (decf (cdr (first levels)))))
          (setq indentation (concatenate 'string (car (first levels)) (if last "   " through))))
        (let ((line (cut-text (node-line node (first levels) last unicode) width "..."))
              (style (line-style node color)))
          (if style (write-string style out))
          (write-string line out)
          (if style (format out "~C[0m" (code-char 27)))
          (terpri out))
        (push (cons indentation (drawn-children node)) levels)))
    (if (> (length picture) most)
        (format out "... ~D more lines~%" (- (length picture) most)))))
