;;;; manual-page.lisp -- a program that converts the output of --help into the manual page:
;;;; winnow --help | winnow lib/tools/manual-page.lisp > winnow.1

;; Writes LINE with the characters escaped that man would interpret.
(defun write-for-man (line)
  (loop for c across line
        for begins = t then nil
        do (case c
             (#\- (write-string "\\-"))
             (#\\ (write-string "\\e"))
             (#\' (write-string "\\(aq"))
             (#\~ (write-string "\\(ti"))
             (#\. (write-string (if begins "\\&." ".")))
             (t (write-char c))))
  (terpri))

(defun section (title) (format t ".fi~%.SH ~:@(~A~)~%.nf~%" title))

;; Splits a heading such as "files:" or "exit status: 0 done" into the heading and the text after
;; it. Returns NIL for other lines.
(defun parts (line)
  (let ((colon (position #\: line)))
    (if (and colon (every (lambda (c) (or (lower-case-p c) (char= c #\Space))) (subseq line 0 colon))
             (lower-case-p (char line 0)))
        (list (subseq line 0 colon) (string-left-trim " " (subseq line (+ colon 1)))))))

(format t ".TH WINNOW 1 \"\" \"Winnow ~A\"~%" (lisp-implementation-version))
(section "name")
(write-for-man (remove #\- (read-line) :count 1))
(loop with usage = "       winnow"
      for line = (read-line *standard-input* nil nil)
      while line
      do (let ((parts (parts line)))
           (cond (parts
                  (section (if (string= (first parts) "usage") "synopsis" (first parts)))
                  (unless (string= (second parts) "") (write-for-man (second parts))))
                 ((eql (search usage line) 0) (write-for-man (string-left-trim " " line)))
                 (t (write-for-man line)))))
(section "see also")
(write-for-man "(help) at the prompt; winnow --reference, which prints the documentation of every operator")
