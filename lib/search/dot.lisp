;;;; dot.lisp -- pictures as graphs for Graphviz. -*- sealed -*-

(defconstant +dot-page+ 700d0)          ; pixels of the layout on the width of a page

(defun write-dot-quoted (text out)
  (write-char #\" out)
  (dotimes (i (length text))
    (if (find (char text i) "\"\\") (write-char #\\ out))
    (write-char (char text i) out))
  (write-char #\" out))

;; The lines in small letters below the label of NODE.
(defun small-lines (node)
  (let ((because (mapcar #'typeset (drawn-because node))))
    (delete "" (case (drawn-shape node)
                 (:cut because)
                 (:leaf (list (visit-label node)))
                 (:folded (cons (drawn-size node) because))
                 (t (append (cond ((pruned-node-p node) because)
                                  ((drawn-earlier node) (cons (visit-label node) (mapcar #'typeset (question-lines node))))
                                  (t (list (text (visit-label node) " " (typeset (question-in-pass (drawn-question node) (drawn-pass node)))))))
                            (if (> (drawn-elided node) 0) (list (format nil "~D more" (drawn-elided node))) nil))))
            :test #'string=)))

(defun write-dot-label (node out)
  (write-string (if (drawn-best node) "<<b>" "<") out)
  (write-string (case (drawn-shape node) (:max "△ ") (:min "▽ ") (:folded "▲ ") ((:chance :or :and :state) "○ ") (t "")) out)
  (write-xml (node-label node) out)
  (if (drawn-goes-on node) (write-string " …" out))
  (if (drawn-best node) (write-string "</b>" out))
  (dolist (line (small-lines node))
    (write-string "<br/><font point-size=\"10\" color=\"gray40\">" out)
    (write-xml line out)
    (write-string "</font>" out))
  (write-char #\> out))

(defun write-dot-edge (node index out)
  (write-string "  n" out)
  (write-decimal (drawn-parent node) out)
  (write-string " -> n" out)
  (write-decimal index out)
  (write-string " [label=" out)
  (write-dot-quoted (or (drawn-name node) "") out)
  (write-string (cond ((pruned-node-p node) ", style=dashed, color=gray50];
")
                      ((drawn-best node) ", penwidth=3];
")
                      (t "];
"))
                out))

;; Write PICTURE for Graphviz: from top to bottom, or from left to right if it is flat and would be wider than a page.
(defun write-dot (picture out)
  (let* ((layout (layout-picture picture))
         (sideways (> (layout-width layout) (max +dot-page+ (* 2 (layout-height layout))))))
    (format out "digraph search {~%~@[~A~]  ordering=out;
  node [shape=plaintext, fontname=\"sans-serif\", margin=0.05, height=0.3, width=0.3];
  edge [arrowhead=none, fontname=\"sans-serif\", fontsize=10];~%"
            (if sideways "  rankdir=LR; ranksep=0.3; nodesep=0.05;
" nil)))
  (dotimes (i (length picture))
    (let ((node (svref picture i)))
      (write-string "  n" out)
      (write-decimal i out)
      (write-string " [label=" out)
      (write-dot-label node out)
      (when (drawn-pruned-at node)
        (write-string ", tooltip=" out)
        (write-dot-quoted (drawn-note node) out))
      (write-string (if (pruned-node-p node) ", fontcolor=gray40];
" "];
")
                    out)
      (if (> i 0) (write-dot-edge node i out))))
  (format out "}~%"))
