;;;; text-width.lisp -- text fitted to the width of the terminal: words filled into lines, cut lines, tables. -*- sealed -*-
;;;; Text is unchanged if the output is not a terminal.

;; The columns that a line of standard output may use, or NIL if it is not a terminal. The last column of the terminal remains empty.
(defun output-width ()
  (let ((width (and (interactive-stream-p *standard-output*) (terminal-width))))
    (if width (max 1 (- width 1)) nil)))

;; The columns of a line of prose: at most 79.
(defun reading-width () (min 79 (or (output-width) 79)))

;;; Columns

(defun columns-of-text (text)
  (let ((columns 0)) (dotimes (i (length text) columns) (incf columns (char-columns (char text i))))))

;; The end of the characters of LINE from START on that fit into WIDTH columns, at least one.
(defun end-that-fits (line start width)
  (do ((i start (+ i 1)) (columns 0)) ((= i (length line)) i)
    (incf columns (char-columns (char line i)))
    (if (> columns width) (return (max i (+ start 1))))))

;; TEXT cut to WIDTH columns, with END at the cut, before which a comma is not repeated; all of it if WIDTH is NIL.
(defun cut-text (text width end)
  (if (or (null width) (= (end-that-fits text 0 (max 1 width)) (length text)))
      text
      (let ((cut (subseq text 0 (end-that-fits text 0 (max 1 (- width (columns-of-text end)))))))
        (concatenate 'string (if (eql (search ", " end) 0) (string-right-trim " ," cut) cut) end))))

;; LEFT, and RIGHT at the end of WIDTH columns; LEFT is cut, with END at the cut, so that two blanks remain between them.
(defun text-at-both-edges (left right width end)
  (if (string= right "")
      (cut-text left width end)
      (let ((left (cut-text left (- width 2 (columns-of-text right)) end)))
        (format nil "~A~V@T~A" left (max 2 (- width (columns-of-text left) (columns-of-text right))) right))))

;;; Lines

;; The first end, before FITS, of a column of the table row LINE in the second half of its part from START on; or NIL. Columns are
;; separated by three blanks or more.
(defun column-end (line start fits)
  (do ((i (+ start (floor (- fits start) 2) 1) (+ i 1))) ((> (+ i 3) fits) nil)
    (if (and (char/= (char line (- i 1)) #\Space) (string= line "   " :start1 i :end1 (+ i 3))) (return i))))

;; Writes LINE in lines of at most WIDTH columns. HANG: the extra indentation of the lines after the first. A comment remains one.
(defun write-wrapped-line (line width &optional (hang 2))
  (let* ((is-comment (eql (mismatch "; " line) 2))
         (indent (if is-comment 2 (or (position #\Space line :test-not #'eql) 0)))
         (start 0) (room width) (length (length line)))
    (loop
      (let ((fits (end-that-fits line start room)))
        (if (>= fits length) (return (write-string line *standard-output* :start start)))
        (let* ((column (column-end line start fits))
               (space (position #\Space line :start (min fits (max (+ start 1) indent)) :end (+ fits 1) :from-end t))
               (end (or column space fits))
               (margin (min (if column indent (+ indent hang)) (ceiling width 2))))
          (write-line (string-right-trim " " (subseq line start end)))
          (setq start (or (position #\Space line :start end :test-not #'eql) length) room (- width margin))
          (if (= start length) (return nil))
          (format t "~:[~;;~]~V@T" is-comment (if is-comment (max 0 (- margin 1)) margin)))))))

;; Writes a row of a table: NAME, and TEXT from COLUMN on, in several lines if necessary.
(defun write-entry (name column text)
  (let ((line (format nil "~A~VT~A" name column text)) (width (output-width)))
    (if width
        (write-wrapped-line line width (- column (position #\Space line :test-not #'eql)))
        (write-string line))
    (terpri)))

(defun lines-of (text) (words-between #\Newline text))

;; Does LINE continue the paragraph of which PREVIOUS is the last line? A line after the end of a sentence, an indented
;; line and a label such as Signals: start a new paragraph.
(defun goes-on-p (previous line)
  (and (string/= previous "") (string/= line "")
       (not (find (char previous (- (length previous) 1)) ".:"))
       (char/= #\Space (char previous 0)) (char/= #\Space (char line 0))
       (char/= #\: (char line (- (or (position #\Space line) (length line)) 1)))))

;; LINES with each paragraph joined into one line. Examples are unchanged.
(defun paragraphs (lines)
  (let ((paragraphs nil) (example nil))
    (dolist (line lines (nreverse paragraphs))
      (if (search "Example: " line :end2 (min 9 (length line))) (setq example t))
      (if (and paragraphs (not example) (goes-on-p (first paragraphs) line))
          (setf (first paragraphs) (format nil "~A ~A" (first paragraphs) line))
          (push line paragraphs)))))

(defun write-wrapped (text)
  (let ((width (output-width)))
    (if (null width)
        (write-string text)
        (loop for (line . more) on (paragraphs (lines-of text))
              do (write-wrapped-line line width)
                 (if more (terpri))))
    nil))

;; TEXT with its lines broken at spaces, into lines of at most WIDTH columns. HANG: as for WRITE-WRAPPED-LINE.
(defun filled-lines (text width hang)
  (with-output-to-string (*standard-output*)
    (loop for (line . more) on (lines-of text)
          do (write-wrapped-line line width hang)
             (if more (terpri)))))

;; FORMAT to standard output, with WRITE-WRAPPED. CONTROL may begin with ~&.
(defun format-wrapped (control &rest arguments)
  (if (eql (mismatch "~&" control) 2) (fresh-line))
  (write-wrapped (apply #'format nil control arguments)))

;; FORMAT of lines to standard output, each cut to the width of the terminal.
(defun format-cut (control &rest arguments)
  (if (eql (mismatch "~&" control) 2) (fresh-line))
  (let ((width (output-width)))
    (loop for (line . more) on (lines-of (apply #'format nil control arguments))
          do (write-string (cut-text line width "..."))
             (if more (terpri)))))

;;; Tables

;; Prints a table: HEADINGS above ROWS of objects. The first column is aligned left, the others right. In a terminal that is too narrow
;; for it the headings are on two lines, if columns as wide as their rows fit. Else columns that do not fit follow in a second table, which
;; repeats the first column; that is cut to half of the width.
(defun print-table (headings rows)
  (let* ((texts (mapcar (lambda (row) (mapcar #'princ-to-string row)) rows))
         (widths (column-widths (cons headings texts)))
         (width (output-width))
         (gap (if (and width (> (width-of-columns widths 2) width)) 1 2)))
    (flet ((fits-staggered-p (gap) (<= (width-of-columns (staggered-widths headings texts gap) gap) width)))
      (let ((staggered-gap (if (and width (> (width-of-columns widths gap) width)) (find-if #'fits-staggered-p '(2 1)) nil)))
        (if staggered-gap
            (print-staggered-table headings texts (staggered-widths headings texts staggered-gap) staggered-gap)
            (print-split-table (cons headings texts) widths width gap))))))

(defun column-widths (texts)
  (apply #'mapcar (lambda (&rest column) (reduce #'max column :key #'columns-of-text)) texts))

(defun width-of-columns (widths gap) (+ (reduce #'+ widths) (* gap (- (length widths) 1))))

(defun print-split-table (texts widths width gap)
  (let ((first (if width (min (first widths) (max 1 (floor width 2))) (first widths))))
    (loop with from = 1
          for to = (columns-that-fit widths from gap (and width (- width first)))
          do (dolist (row texts)
               (write-row (cons (cut-text (first row) first "...") (subseq row from to)) (cons first (subseq widths from to)) gap))
             (setq from to)
          while (< from (length widths)))))

(defun write-row (texts widths gap)
  (format t "~VA~{~V@A~}~%" (first widths) (first texts)
          (mapcan (lambda (width text) (list (+ gap width) text)) (rest widths) (rest texts))))

;; The widths of the columns of TEXTS if their headings are in turn on a lower line, the first one, and an upper line: enough for the
;; texts, and for a space between each heading and the one before it on its line.
(defun staggered-widths (headings texts gap)
  (let* ((widths (column-widths texts)) (before (max (first widths) (columns-of-text (first headings)))))
    (cons before
          (mapcar (lambda (width heading)
                    (setq before (max width (- (+ (columns-of-text heading) 1) gap gap before))))
                  (rest widths) (rest headings)))))

(defun print-staggered-table (headings texts widths gap)
  (dolist (on-line (list #'oddp #'evenp))
    (let ((line (make-string (width-of-columns widths gap) :initial-element #\Space)) (end (- gap)))
      (loop for heading in headings for width in widths for i from 0
            do (incf end (+ gap width))
               (if (funcall on-line i)
                   (replace line heading :start1 (if (= i 0) 0 (- end (length heading))))))
      (write-line (string-right-trim " " line))))
  (dolist (row texts) (write-row row widths gap)))

;; The index after the last of the columns from FROM that fit into ROOM columns of the screen (NIL: all fit). Column FROM is always
;; included.
(defun columns-that-fit (widths from gap room)
  (do ((to from (+ to 1)) (used 0)) ((= to (length widths)) to)
    (incf used (+ gap (nth to widths)))
    (if (and room (> to from) (> used room)) (return to))))
