;;;; source-text.lisp -- the structure of a source text: where its forms and their parts are. -*- sealed -*-
;;;; A part is a list (START END . PARTS) of positions in the text; PARTS are those of a list. 'x has the parts (NIL x), as
;;;; (QUOTE x) has; so a path, a list of indices, leads to the same subform in a form and in its text.

(defun source-constituent-p (char)
  (not (or (member char '(#\( #\) #\" #\' #\` #\, #\;)) (whitespace-char-p char))))

;; The position of the first object of TEXT after START: blanks and comments are skipped.
(defun source-object-start (text start)
  (let ((size (length text)))
    (loop
      (cond ((>= start size) (return size))
            ((whitespace-char-p (char text start)) (incf start))
            ((char= (char text start) #\;) (setq start (or (position #\Newline text :start start) size)))
            ((eql (mismatch "#|" text :start2 start) 2) (setq start (block-comment-end text start)))
            (t (return start))))))

(defun block-comment-end (text start)
  (let ((depth 0) (size (length text)))
    (do ((i start (+ i 1))) ((>= i (- size 1)) size)
      (cond ((and (char= (char text i) #\#) (char= (char text (+ i 1)) #\|)) (incf depth) (incf i))
            ((and (char= (char text i) #\|) (char= (char text (+ i 1)) #\#)) 
             (incf i)
             (if (= (decf depth) 0) (return (+ i 1))))))))

;; The end of the string or |symbol| of TEXT that begins at START; NIL if it is not closed.
(defun delimited-end (text start)
  (do ((i (+ start 1) (+ i 1))) ((>= i (length text)) nil)
    (cond ((char= (char text i) #\\) (incf i))
          ((char= (char text i) (char text start)) (return (+ i 1))))))

;; The end of the symbol or number of TEXT that begins at START.
(defun token-end (text start)
  (do ((i start)) ((or (>= i (length text)) (not (source-constituent-p (char text i)))) (min i (length text)))
    (case (char text i)
      (#\\ (incf i 2))
      (#\| (setq i (or (delimited-end text i) (length text))))
      (t (incf i)))))

(defun source-part (text start)
  "Return the part of TEXT that is the first object after START; NIL if it is not complete.
Example: (source-part \"(car 'x)\" 0) => (0 8 (1 4) (5 7 NIL (6 7)))"
  (let* ((start (source-object-start text start)) (size (length text)))
    (flet ((prefixed (width)
             (let ((part (source-part text (+ start width))))
               (and part (list start (second part) nil part)))))
      (if (>= start size)
          nil
          (case (char text start)
            (#\( (source-list text start start))
            (#\) nil)
            (#\" (let ((end (delimited-end text start))) (and end (list start end))))
            ((#\' #\`) (prefixed 1))
            (#\, (prefixed (if (and (< (+ start 1) size) (char= (char text (+ start 1)) #\@)) 2 1)))
            (#\# (source-dispatch text start))
            (t (list start (token-end text start))))))))

;; The part that begins with # at START: #'f, #\( and #(1 2) have a syntax of their own.
(defun source-dispatch (text start)
  (let* ((size (length text)) (next (if (< (+ start 1) size) (char text (+ start 1)) #\Space)))
    (case next
      (#\' (let ((part (source-part text (+ start 2)))) (and part (list start (second part) nil part))))
      (#\\ (list start (token-end text (min size (+ start 3)))))
      (t (let ((end (token-end text start)))
           (cond ((or (= end size) (not (find (char text end) "(\""))) (list start end))
                 (t (let ((part (source-part text end))) (and part (list start (second part)))))))))))

;; The list whose open parenthesis is at OPEN.
(defun source-list (text start open)
  (let ((parts nil) (i (+ open 1)))
    (loop
      (setq i (source-object-start text i))
      (if (>= i (length text)) (return nil))
      (if (char= (char text i) #\)) (return (list* start (+ i 1) (reverse parts))))
      (let ((part (source-part text i)))
        (if (null part) (return nil))
        (push part parts)
        (setq i (second part))))))

;; The part of PART at PATH, a list of indices. If PATH leads beyond the parts, the last one that it reaches.
(defun part-at (part path)
  (let ((inner (and path (nth (+ 2 (first path)) part))))
    (if inner (part-at inner (rest path)) part)))

;; The form that PART of TEXT shows, or NIL if it cannot be read.
(defun part-form (text part)
  (ignore-errors
   (let ((*read-eval* nil) (*package* (package-at text (first part))))
     (values (read-from-string text t nil :start (first part) :end (second part))))))

;; The package of the last IN-PACKAGE form that begins a line of TEXT before START; *PACKAGE* without one.
(defun package-at (text start)
  (let* ((found (loop for word in '("(in-package " "(IN-PACKAGE ")
                      for place = (search word text :from-end t :end2 start)
                      if (and place (or (= place 0) (char= (char text (- place 1)) #\Newline))) maximize place))
         (form (and found (ignore-errors (read-from-string text t nil :start found :end start)))))
    (or (and form (typep (second form) '(or string symbol character)) (find-package (second form))) *package*)))

;; The parts of TEXT that contain the position START, outermost first, each with its form: ((form . part)...). The last one begins
;; at START. A form at top level begins at the start of a line.
(defun enclosing-parts (text start)
  (let ((part (top-level-part text start)) (found nil))
    (do ((form (and part (part-form text part)))) ((null part) (reverse found))
      (push (cons form part) found)
      (if (= (first part) start) (return (reverse found)))
      (let ((i (position-if (lambda (p) (and p (<= (first p) start) (< start (second p)))) (cddr part))))
        (if (or (null i) (not (consp form)) (not (eql (ignore-errors (list-length form)) (length (cddr part)))))
            (return (reverse found)))
        (setq form (nth i form) part (nth (+ i 2) part))))))

;; The part of TEXT at top level that contains START.
(defun top-level-part (text start)
  (let ((line (position-of-top-level text start)))
    (loop
      (let ((part (source-part text line)))
        (if (or (null part) (> (first part) start)) (return nil))
        (if (< start (second part)) (return part))
        (setq line (second part))))))

(defun position-of-top-level (text start)
  (do ((i (min start (- (length text) 1)) (- i 1))) ((<= i 0) 0)
    (if (and (char= (char text i) #\() (char= (char text (- i 1)) #\Newline)) (return i))))

;; The position in TEXT of column COLUMN of line LINE, both counted from 1; and line and column of a position.
(defun position-of-place (text line column)
  (+ (or (position-of-line text line) (length text)) (- column 1)))

;; The position of the first character of line NUMBER of TEXT; NIL if TEXT has fewer lines.
(defun position-of-line (text number)
  (let ((start 0))
    (dotimes (i (- number 1) start)
      (setq start (position #\Newline text :start start))
      (if start (incf start) (return nil)))))

(defun line-and-column (text position)
  (let ((line-start (position #\Newline text :end position :from-end t)))
    (list (+ 1 (count #\Newline text :end position)) (- position (or line-start -1)))))
