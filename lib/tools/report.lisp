;;;; report.lisp -- a page about a run of a program: each form, its output, its values and pictures. -*- sealed -*-

;; The width in the viewBox of SVG, as a string, or NIL.
(defun svg-width (svg)
  (let ((at (search "viewBox=\"0 0 " svg)))
    (if at (subseq svg (+ at 13) (position #\Space svg :start (+ at 13))) nil)))

;; Write SVG as an image in the page itself, so that its style does not apply to the rest of the page.
(defun write-image (svg out)
  (format out "<p><img alt=\"picture\"~@[ width=\"~A\"~] src=\"data:image/svg+xml," (svg-width svg))
  (map nil (lambda (c)
             (if (find c "%#\"<>&'") (format out "%~2,'0X" (char-code c)) (write-char (if (char= c #\Newline) #\Space c) out)))
       svg)
  (format out "\"></p>~%"))

(defun write-block (class text out)
  (let ((text (string-right-trim '(#\Newline #\Space) (string-left-trim '(#\Newline) text))))
    (when (string/= text "")
      (format out "<pre~@[ class=\"~A\"~]>" class)
      (write-xml text out)
      (format out "</pre>~%"))))

;; The formats of pictures in the output of a program: a keyword, the beginning and the end of the text.
(defconstant picture-marks '((:svg "<svg xmlns=" "</svg>") (:html "<!DOCTYPE html>" "</html>")))

;; The position of the first picture in TEXT from START on, and its row of PICTURE-MARKS; or NIL.
(defun first-picture (text start)
  (let ((first nil) (found nil))
    (dolist (row picture-marks (values first found))
      (let ((begin (search (second row) text :start2 start)))
        (if (and begin (or (null first) (< begin first))) (setq first begin found row))))))

;; Write TEXT, the output of a form: pictures that DRAW has printed as SVG or as a page appear as such.
(defun write-output (text out)
  (let ((at 0))
    (loop
      (multiple-value-bind (begin row) (first-picture text at)
        (let ((end (and row (search (third row) text :start2 begin))))
          (write-block nil (subseq text at (if end begin (length text))) out)
          (if (null end) (return))
          (setq at (+ end (length (third row))))
          (write-picture (first row) (subseq text begin at) out))))))

(defun write-picture (kind text out)
  (cond ((eq kind :svg) (write-image text out))
        (t (write-frame text out)
           (terpri out))))

;; Write an HTML element that shows PAGE, a complete page. STYLE: the value of its attribute style, or NIL.
(defun write-frame (page out &optional style)
  (format out "<iframe title=\"page\"~@[ style=\"~A\"~] srcdoc=\"" style)
  (write-xml page out)
  (format out "\"></iframe>"))

;; Write TEXT, the comments and blank lines before a form: comments at the left margin with three semicolons or more are prose.
;; Return what remains, which belongs to the form.
(defun write-prose (text out)
  (let ((prose nil) (rest nil))
    (flet ((flush ()
             (when prose
               (format out "<p>")
               (write-xml (format nil "~{~A~^ ~}" (reverse prose)) out)
               (format out "</p>~%")
               (setq prose nil))))
      (dolist (line (lines-of text))
        (cond ((eql (search ";;;" line) 0)
               (let ((words (string-trim "; " line)))
                 (if (string= words "") (flush) (push words prose))))
              ((string= (string-trim " " line) "") (flush) (if rest (push line rest)))
              (t (flush) (push line rest))))
      (flush)
      (format nil "~{~A~^~%~}" (reverse rest)))))

;; Evaluate FORM; return its output, the list of its values, and the condition that ended it, or NIL.
(defun evaluate-for-report (form)
  (let ((values nil) (failure nil))
    (let ((output (with-output-to-string (out)
                    (let ((*standard-output* out) (*error-output* out) (*trace-output* out))
                      (handler-case (setq values (multiple-value-list (eval form)))
                        (failure (c) (setq failure c)))))))
      (values output values failure))))

;; Write the report of the forms in TEXT to OUT; return the number of errors.
(defun write-report-of (text out)
  (let ((at 0) (errors 0) (end (list nil)))
    (loop
      (multiple-value-bind (form next)
          (handler-case (read-from-string text nil end :start at)
            (failure (c)
              (incf errors)
              (write-block nil (write-prose (subseq text at) out) out)
              (write-block "error" (format nil "error: ~A" c) out)
              (return errors)))
        (when (eq form end)
          (write-block nil (write-prose (subseq text at) out) out)
          (return errors))
        (write-block nil (write-prose (subseq text at next) out) out)
        (multiple-value-bind (output values failure) (evaluate-for-report form)
          (write-output output out)
          (when failure
            (incf errors)
            (write-block "error" (format nil "error: ~A" failure) out))
          (let ((*print-pretty* t))
            (dolist (value values) (write-block "value" (prin1-to-string value) out))))
        (setq at next)))))

(defun report-file (file)
  "Evaluate the forms of FILE as LOAD does, and write the report that the command line names: a page with each form, its output, its
values, and its pictures. An error ends its form only. DRAW and CHART-SEARCHES draw SVG by default.
Signals: error, after the report is written, if a form ended with an error; file-error."
  (let ((text (with-open-file (in file) (text-of-stream in))) (errors 0) (*picture-format* :svg)
        (*package* *package*) (*readtable* *readtable*) (*load-pathname* (pathname file)) (*load-truename* (truename file)))
    (write-drawing :report 0
                   (with-output-to-string (out)
                     (write-page (file-namestring file) (lambda (out) (setq errors (write-report-of text out))) out))
                   0)
    (if (> errors 0) (error "~A: ~D form~:P ended with an error, as the report says" file errors))))

;; All characters of STREAM. A first line that begins with #! is empty.
(defun text-of-stream (stream)
  (with-output-to-string (out)
    (let ((first (read-line stream nil nil)))
      (when first
        (if (not (eql (search "#!" first) 0)) (write-string first out))
        (terpri out)
        (loop for line = (read-line stream nil nil) while line do (write-line line out))))))
