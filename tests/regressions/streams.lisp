;;;; streams.lisp -- streams in unusual states.

;; A stream from which nothing was read yet.
(with-open-file (out "/tmp/winnow-regression-streams" :direction :output :if-exists :supersede) (write-string "abc" out) nil)  ;=> NIL
(with-open-file (in "/tmp/winnow-regression-streams") (unread-char #\a in))  ;signals: stream-error
(with-open-file (in "/tmp/winnow-regression-streams") (file-position in 2) (unread-char #\b in))  ;signals: stream-error
(unread-char #\a (make-string-input-stream "abc"))  ;signals: stream-error
(unread-char #\a (make-concatenated-stream))  ;signals: stream-error
(delete-file "/tmp/winnow-regression-streams")  ;=> T
