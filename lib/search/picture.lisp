;;;; picture.lisp -- searched trees as pictures: their nodes, and the texts that all formats share. -*- sealed -*-

;; A picture is a vector of nodes, as NODES-OF-SEARCH returns it: each node follows its parent, and the subtree of a move
;; precedes that of the next move. A node is a vector of these fields:
;;   id           number in the order of visit, from 0; NIL if the node was not visited
;;   parent       index of its parent in the picture; at the root 0
;;   depth        moves from the root
;;   children     number of children in the picture
;;   shape        :MAX, :MIN, :LEAF or :CUT, a branch that was pruned
;;   move         number of the move that leads here, from 1; 0 at the root
;;   name         name of that move, a string, or NIL
;;   value        a string, or NIL if not known; of a pruned branch, the branch
;;   bound        :EXACT, :LOWER, :UPPER or NIL: how VALUE relates to the minimax value
;;   how          "in", "asked" or "with": how the next field was given on entry
;;   question     "-inf..3" (a window), "> 3?" (a test) or "merit 3"
;;   pass         of a search with several passes, from 1; else 0
;;   evaluations  of a leaf
;;   goes-on      true of a leaf that is one only because of the depth limit
;;   size         of a pruned branch, as "5 leaves"
;;   note         why this branch and those after it were pruned, a sentence, or NIL
;;   because      the same in short, a list of lines as ("alpha 3 of the root" ">= beta 1")
;;   best         true on the principal variation
;;   elided       visits below that the picture does not show
(defmacro define-drawn-fields (&rest names)
  `(progn
     ,@(let ((index -1))
         (mapcar (lambda (name)
                   (incf index)
                   `(defmacro ,(intern (concatenate 'string "DRAWN-" (symbol-name name))) (node) (list 'svref node ,index)))
                 names))))

(define-drawn-fields id parent depth children shape move name value bound how question pass evaluations goes-on size note
  because best elided)

(defun interior-p (node) (member (drawn-shape node) '(:max :min)))

;; Is one of CHARACTERS, constants, in TEXT?
(defmacro contains-any-p (text &rest characters)
  `(let ((text ,text)) (dotimes (i (length text) nil) (case (char text i) (,characters (return t))))))

(defvar *digits* (vector #\0 #\1 #\2 #\3 #\4 #\5 #\6 #\7 #\8 #\9))

;; Write N, an integer >= 0, in decimal digits, without FORMAT, which is slower.
(defun write-decimal (n out)
  (when (> n 9)
    (let ((rest (truncate n 10)))
      (write-decimal rest out)
      (setq n (- n (* 10 rest)))))
  (write-char (svref *digits* n) out))

(defun decimal (n) (with-output-to-string (out) (write-decimal n out)))

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

(defun typeset (text)
  "Return TEXT as printers set it: alpha, beta, >=, <=, inf and the minus of numbers as symbols.
Example: (map 'list #'char-code (typeset \"-1 >= inf\")) => (8722 49 32 8805 32 8734)"
  (if (not (contains-any-p text #\- #\a #\b #\< #\> #\i))
      text
      (with-output-to-string (out)
        (let ((at 0) (before #\Space) (entry nil))
          (loop
            (if (>= at (length text)) (return nil))
            (cond ((minus-sign-p text at before) (write-char #\− out) (setq entry nil) (incf at))
                  ((setq entry (typeset-word text at before))
                   (write-string (cdr entry) out)
                   (incf at (length (car entry))))
                  (t (write-char (char text at) out) (incf at)))
            (setq before (char text (- at 1))))))))

(defun bound-sign (bound) (case bound (:exact "=") (:lower ">=") (:upper "<=") (t "?")))

;; The text in a node: its value, with a sign if that is a bound; "?" if it is not known; of a pruned branch, the branch.
(defun node-label (node)
  (let ((value (drawn-value node)) (bound (drawn-bound node)))
    (cond ((eq (drawn-shape node) :cut) (typeset (or value "")))
          ((or (null value) (null bound)) "?")
          ((eq bound :exact) (typeset value))
          (t (concatenate 'string (typeset (bound-sign bound)) (typeset value))))))

;; When NODE was visited, as "#2"; empty if it was not.
(defun visit-label (node)
  (if (drawn-id node) (concatenate 'string "#" (decimal (+ 1 (drawn-id node)))) ""))

;; The window, test or merit with which NODE was entered, and the pass.
(defun question-label (node)
  (if (> (drawn-pass node) 0)
      (concatenate 'string (drawn-question node) " (pass " (decimal (drawn-pass node)) ")")
      (drawn-question node)))

;; TEXT with the characters replaced that are special in XML.
(defun xml-escaped (text)
  (if (not (contains-any-p text #\& #\< #\> #\"))
      text
      (with-output-to-string (out)
        (dotimes (i (length text))
          (let ((c (char text i)))
            (case c
              (#\& (write-string "&amp;" out))
              (#\< (write-string "&lt;" out))
              (#\> (write-string "&gt;" out))
              (#\" (write-string "&quot;" out))
              (t (write-char c out))))))))

;;; Indented lines.

;; As much of LINE as fits into WIDTH columns; all of it if WIDTH is NIL.
(defun shortened-line (line width)
  (let ((columns 0) (fits 0))
    (dotimes (i (if width (length line) 0) line)
      (incf columns (char-columns (char line i)))
      (if (> columns width) (return (concatenate 'string (subseq line 0 fits) "...")))
      (if (<= (+ columns 3) width) (setq fits (+ i 1))))))

(defun write-cut-line (node out)
  (write-string "cut: " out)
  (write-string (or (drawn-value node) "") out)
  (let ((space "  "))
    (dolist (part (drawn-because node))
      (write-string space out)
      (write-string part out)
      (setq space " "))))

(defun write-visited-line (node out)
  (cond ((drawn-name node) (write-string (drawn-name node) out) (write-string ": " out))
        ((> (drawn-move node) 0) (write-decimal (drawn-move node) out) (write-string ": " out)))
  (cond ((eq (drawn-shape node) :leaf) (write-string (or (drawn-value node) "") out))
        (t (write-string (if (eq (drawn-shape node) :max) "max " "min ") out)
           (cond ((and (drawn-value node) (drawn-bound node))
                  (write-string (bound-sign (drawn-bound node)) out)
                  (write-char #\Space out)
                  (write-string (drawn-value node) out))
                 (t (write-string "?" out)))))
  (if (and (drawn-best node) (> (drawn-move node) 0)) (write-string " *" out))
  (write-string "  #" out)
  (write-decimal (+ 1 (drawn-id node)) out)
  (write-char #\Space out)
  (write-string (drawn-how node) out)
  (write-char #\Space out)
  (write-string (question-label node) out)
  (if (> (drawn-evaluations node) 1) (format out ", evaluated ~D times" (drawn-evaluations node)))
  (if (drawn-goes-on node) (write-string ", the depth ends here" out))
  (if (> (drawn-elided node) 0) (format out "  [~D more below]" (drawn-elided node))))

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
      (write-string (branch-text (eq (drawn-shape node) :cut) last unicode) out))
    (if (eq (drawn-shape node) :cut) (write-cut-line node out) (write-visited-line node out))))

(defun line-style (node color)
  (cond ((not color) nil)
        ((eq (drawn-shape node) :cut) (format nil "~C[2m" (code-char 27)))
        ((drawn-best node) (format nil "~C[1m" (code-char 27)))
        (t nil)))

;; PICTURE as indented lines. UNICODE: draw with box-drawing characters, else in ASCII. COLOR: with escape sequences of a
;; terminal. Draw MOST lines at most and count the rest. Lines longer than WIDTH columns (if not NIL) are shortened.
(defun picture-text (picture unicode color most width)
  (with-output-to-string (out)
    (let ((levels nil) (depth 0) (through (if unicode "│  " "|  ")))
      (dotimes (i (min most (length picture)))
        (let ((node (svref picture i)) (indentation "") (last nil))
          (setq levels (nthcdr (- depth (drawn-depth node)) levels))
          (setq depth (+ 1 (drawn-depth node)))
          (when levels
            (setq last (= 0 (decf (cdr (first levels)))))
            (setq indentation (concatenate 'string (car (first levels)) (if last "   " through))))
          (let ((line (shortened-line (node-line node (first levels) last unicode) width))
                (style (line-style node color)))
            (if style (write-string style out))
            (write-string line out)
            (if style (format out "~C[0m" (code-char 27)))
            (terpri out))
          (push (cons indentation (drawn-children node)) levels)))
      (if (> (length picture) most)
          (format out "... ~D more lines~%" (- (length picture) most))))))

;;; Graphs for Graphviz's dot.

(defun dot-quoted (text)
  (with-output-to-string (out)
    (write-char #\" out)
    (dotimes (i (length text))
      (if (find (char text i) "\"\\") (write-char #\\ out))
      (write-char (char text i) out))
    (write-char #\" out)))

;; The lines in small letters below the label of NODE.
(defun small-lines (node)
  (case (drawn-shape node)
    (:cut (mapcar #'typeset (drawn-because node)))
    (:leaf (list (visit-label node)))
    (t (cons (concatenate 'string (visit-label node) " " (typeset (question-label node)))
             (if (> (drawn-elided node) 0) (list (format nil "~D more" (drawn-elided node))) nil)))))

(defun dot-label (node)
  (let ((large (xml-escaped (concatenate 'string
                                         (case (drawn-shape node) (:max "△ ") (:min "▽ ") (t ""))
                                         (node-label node)
                                         (if (drawn-goes-on node) " …" "")))))
    (format nil (if (drawn-best node) "<<b>~A</b>~{~A~}>" "<~A~{~A~}>")
            large
            (mapcar (lambda (line) (format nil "<br/><font point-size=\"10\" color=\"gray40\">~A</font>" (xml-escaped line)))
                    (small-lines node)))))

(defun picture-dot (picture)
  (with-output-to-string (out)
    (format out "digraph search {~%  ordering=out;
  node [shape=plaintext, fontname=\"sans-serif\", margin=0.05, height=0.3, width=0.3];
  edge [arrowhead=none, fontname=\"sans-serif\", fontsize=10];~%")
    (dotimes (i (length picture))
      (let* ((node (svref picture i)) (cut (eq (drawn-shape node) :cut)))
        (format out "  n~D [label=~A" i (dot-label node))
        (if (drawn-note node) (format out ", tooltip=~A" (dot-quoted (drawn-note node))))
        (format out (if cut ", fontcolor=gray40];~%" "];~%"))
        (if (> i 0)
            (format out "  n~D -> n~D [label=~A~A];~%" (drawn-parent node) i (dot-quoted (or (drawn-name node) ""))
                    (cond (cut ", style=dashed, color=gray50") ((drawn-best node) ", penwidth=3") (t ""))))))
    (format out "}~%")))
