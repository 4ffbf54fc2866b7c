;;;; tree-command.lisp -- the command `winnow tree`: trees in; value, best line, cutoffs and a picture out. -*- sealed -*-

(defconstant +drawn-leaves+ 5000)       ; larger trees are drawn only with --record
(defconstant +most-leaves+ 100000000)   ; leaves of a tree are counted up to this number

(defun write-tree-answer (answer out)
  (format out "(~S ~:[NIL~;~:*(~{~D~^ ~})~])~%" (first answer) (second answer)))

;; DISTINCT: the number of distinct leaves evaluated, or NIL if not known.  SIZE: the leaves of the tree; pruned parts may be
;; circular, so that their leaves cannot be counted.
(defun write-leaves (evaluations distinct size out)
  (if (null distinct)
      (format out "~D evaluations of leaves, of which there are " evaluations)
      (format out "~D of " distinct))
  (format out "~:[~;more than ~]~D" (= size +most-leaves+) size)
  (when distinct
    (format out " ~:[leaves~;leaf~] evaluated" (= size 1))
    (if (/= distinct evaluations) (format out ", in ~D evaluations" evaluations))))

(defun write-cut-lines (recording width out)
  (let ((*standard-output* out))
    (dolist (line (cut-lines recording))
      (if width (write-wrapped-line line (- width 1) 0) (write-string line))
      (terpri))))

;; Write pictures of RECORDING, and pages on searches of TREE with OPTIONS, to files or, with FORMAT paired with T, to OUTPUT. BLANK: true
;; to write each drawing without the answers first; a page has both.  STEPS: NIL, or which steps to draw instead, one in each file.
(defun write-drawings (drawings number recording blank steps fold tree plies options output)
  (if steps
      (dolist (drawing drawings)
        (let ((step 0))
          (draw-steps (board-replayer tree plies options) steps (car drawing) fold
                      (lambda (text) (write-drawing (car drawing) number text (incf step))))))
      (write-single-drawings drawings number recording blank fold tree plies options output)))

(defun write-single-drawings (drawings number recording blank fold tree plies options output)
  (dolist (drawing drawings)
    (let ((writer (picture-writer (car drawing) nil blank tree plies options))
          (picture (if (eq (car drawing) :html) nil (recording-picture recording (car drawing) plies fold))))
      (flet ((write-one (picture number)
               (if (cdr drawing)
                   (funcall writer picture output)
                   (write-drawing (car drawing) number (with-output-to-string (out) (funcall writer picture out)) 0))))
        (cond ((or (not blank) (eq (car drawing) :html)) (write-one picture number))
              (t (write-one (blank-picture tree plies options) (* 2 number))
                 (write-one picture (+ 1 (* 2 number)))))))))

;; Search TREE and report on it. NUMBER: of trees before.  For the keywords see TREE-COMMAND.
(defun report-tree (tree number &key search depth draw-depth drawings record blank steps fold quiet color unicode output answers)
  (let* ((small (and (not quiet) (< (count-leaves tree +drawn-leaves+ depth) +drawn-leaves+)))
         (options (list* :moves #'identity :value #'identity :quiet #'atom (if depth (list* :depth depth search) search)))
         (width (terminal-width))
         (records (or small drawings record)))
    (multiple-value-bind (answer counters distinct recording)
        (if records
            (apply #'record-board t tree options)
            (apply #'search-once (not quiet) tree options))
      (if (and blank small (null drawings))
          (write-text-drawing (blank-picture tree draw-depth options) unicode t width answers))
      (write-tree-answer answer answers)
      (unless quiet
        (write-leaves (getf counters :leaves) distinct (count-leaves tree +most-leaves+ depth) answers)
        (if (not (or small record))
            (format answers ", ~D cutoff~:P; too large to draw (see --record)" (getf counters :cutoffs)))
        (terpri answers))
      (when records
        (let ((text (and (not quiet) (or small record))))
          (if text (write-cut-lines recording width answers))
          (cond ((not text) nil)
                ((and steps (null drawings)) (write-steps (board-replayer tree draw-depth options) steps answers))
                (t (write-text-picture (recording-picture recording :text draw-depth fold) unicode color (if record 2000 200)
                                       width answers)))
          (write-drawings drawings number recording blank steps fold tree draw-depth options output))))))

;; Search each tree on the stream INPUT; return NUMBER, the number of trees before, plus the number of trees. Messages name
;; lines of INPUT if it HAS-LINES. Trees are untrusted data: #. is refused.  OPTIONS:
;;   :search      the algorithm and the player, as keyword arguments of MINIMAX
;;   :depth       plies to search; NIL: all
;;   :draw-depth  plies to draw; NIL: all
;;   :drawings    a list of (FORMAT . PRINTS): PRINTS is true if the drawing goes to OUTPUT, not to a file
;;   :record      true to draw large trees as well
;;   :blank       true to draw each tree without the answers first
;;   :steps       :ALL or :PASSES to draw the steps of each search, or describe them in text; else NIL
;;   :fold        :PRUNED or T to draw subtrees as triangles, as DRAW does
;;   :quiet       true to print only the first line of each answer
;;   :color, :unicode  whether the text drawing may use escape sequences and box-drawing characters
;;   :output, :answers  streams for drawings, and for answers and text drawings
(defun tree-command (input has-lines number options)
  (let ((before number) (*read-eval* nil))
    (loop
      (multiple-value-bind (tree found) (read-tree input has-lines (= number before))
        (if (not found) (return number))
        (if (and (> number 0) (not (getf options :quiet))) (terpri (getf options :answers)))
        ;; A quoted tree means the same tree.
        (if (and (consp tree) (eq (car tree) 'quote) (consp (cdr tree))) (setq tree (cadr tree)))
        (apply #'report-tree tree number options)
        (incf number)))))

;; Search the random tree that RANDOM-TREE makes of ARGUMENTS, as TREE-COMMAND does; return NUMBER plus 1.
(defun random-tree-command (arguments number options)
  (if (and (> number 0) (not (getf options :quiet))) (terpri (getf options :answers)))
  (let ((tree (apply #'random-tree arguments)))
    (if (not (getf options :quiet)) (format (getf options :answers) "~S~%" tree))
    (apply #'report-tree tree number options))
  (+ number 1))
