;;;; streams.lisp -- streams of every kind: characters, bytes, positions, composite streams, ends of files, failures. The
;;;; expected values are those of the standard, and of SBCL 2.2.9 where both apply.

(defvar *file* (format nil "/tmp/winnow-streams-~D-~D" (get-universal-time) (mod (get-internal-real-time) 1000000)))
(defun write-file (text &rest options)
  (with-open-stream (s (apply #'open *file* :direction :output options)) (write-string text s)))
(defun file-text () (with-open-file (s *file*) (let ((v (make-string (file-length s)))) (subseq v 0 (read-sequence v s)))))

;; Strings.
(with-output-to-string (s) (write-string "ab" s) (write-char #\c s))  ;=> "abc"
(let ((s (make-string-output-stream))) (princ 'a s) (list (get-output-stream-string s) (get-output-stream-string s)))  ;=> ("A" "")
(let ((v (make-array 3 :element-type 'character :fill-pointer 0 :adjustable t)))
  (list (with-output-to-string (s v) (princ "abcd" s) (length v)) v))  ;=> (4 "abcd")
(let ((at 0)) (list (with-input-from-string (s "foo bar" :start 1 :index at) (read s)) at))  ;=> (OO 4)
(with-input-from-string (s "abc" :start 1 :end 2) (list (read-char s) (read-char s nil 'end)))  ;=> (#\b END)
(let (kept) (with-output-to-string (s) (setq kept s)) (open-stream-p kept))  ;=> NIL
(let (kept) (with-output-to-string (s) (setq kept s)) (princ 1 kept))  ;signals: stream-error
(with-input-from-string (s "abc") (list (file-position s) (read-char s) (file-position s) (file-position s 2) (read-char s)))  ;=> (0 #\a 1 T #\c)
(with-input-from-string (s "жя") (read-char s) (file-position s))  ;=> 1
(with-output-to-string (v "fixed") (princ 1 v))  ;signals: type-error

;; Characters one by one.
(with-input-from-string (s "ab") (let ((c (read-char s))) (unread-char c s) (list c (read-char s) (read-char s) (read-char s nil))))  ;=> (#\a #\a #\b NIL)
(with-input-from-string (s "ab") (unread-char #\x s))  ;signals: stream-error
(with-input-from-string (s "aя") (read-char s) (unread-char (read-char s) s) (read-char s))  ;=> #\я
(with-input-from-string (s "  xay") (list (peek-char nil s) (peek-char t s) (peek-char #\a s) (read-char s)))  ;=> (#\  #\x #\a #\a)
(with-input-from-string (s "x") (peek-char 'x s))  ;signals: type-error
(with-input-from-string (s "a") (list (listen s) (read-char-no-hang s) (listen s) (read-char-no-hang s nil 'end)))  ;=> (T #\a NIL END)
(with-input-from-string (s "a") (list (read-char s nil nil t) (read-line s nil 'end t)))  ;=> (#\a END)
(with-input-from-string (s "") (handler-case (read-char s) (end-of-file (c) (eq s (stream-error-stream c)))))  ;=> T
(handler-case (read-from-string "(a") (end-of-file (c) (streamp (stream-error-stream c))))  ;=> T

;; Files of characters.
(progn (write-file (format nil "one~%two")) (equal (file-text) (format nil "one~%two")))  ;=> T
(with-open-file (s *file*) (list (read-line s) (read-line s) (read-line s nil 'end)))  ;=> ("one" "two" END)
(with-open-file (s *file*) (multiple-value-list (progn (read-line s) (read-line s))))  ;=> ("two" T)
(with-open-file (s *file*) (list (file-length s) (file-position s) (read-char s) (file-position s) (file-position s 5) (read-char s)
                                 (file-position s :end) (read-char s nil 'end) (file-position s :start) (read-line s)))  ;=> (7 0 #\o 1 T #\w T END T "one")
(write-file "x" :if-exists :append)  ;=> "x"
(equal (file-text) (format nil "one~%twox"))  ;=> T
(write-file "X" :if-exists :overwrite)  ;=> "X"
(equal (file-text) (format nil "Xne~%twox"))  ;=> T
(write-file "" :if-exists :error)  ;signals: file-error
(open *file* :direction :output :if-exists nil)  ;=> NIL
(open (concatenate 'string *file* "-no") :direction :output :if-exists :append)  ;signals: file-error
(open *file* :direction :sideways)  ;signals: type-error
(with-open-file (s *file* :direction :io) (list (read-char s) (progn (write-char #\E s) (read-char s)) (input-stream-p s) (output-stream-p s)))  ;=> (#\X #\e T T)
(equal (file-text) (format nil "XEe~%twox"))  ;=> T
(write-file "я" :external-format :utf-8)  ;=> "я"
(with-open-file (s *file* :external-format :latin-1) (list (stream-external-format s) (map 'list #'char-code (read-line s))))  ;=> (:LATIN-1 (209 143))
(write-file "é" :external-format :latin-1)  ;=> "é"
(with-open-file (s *file* :element-type '(unsigned-byte 8)) (list (read-byte s) (read-byte s nil 'end)))  ;=> (233 END)
(with-open-file (s *file*) (read-line s))  ;signals: stream-error
(write-file "я" :external-format :latin-1)  ;signals: stream-error
(with-open-file (s *file* :direction :probe) (open-stream-p s))  ;=> NIL

;; A new file is removed if the body of WITH-OPEN-FILE is left abnormally.
(progn (delete-file *file*) (ignore-errors (with-open-file (s *file* :direction :output) (princ 1 s) (error "no"))) (probe-file *file*))  ;=> NIL
(progn (write-file "kept") (let ((s (open *file*))) (list (close s) (close s) (open-stream-p s))))  ;=> (T T NIL)
(let ((s (open *file*))) (close s) (handler-case (read-char s) (stream-error (c) (eq s (stream-error-stream c)))))  ;=> T
(mapcar (lambda (type) (close (open "/dev/null" :element-type type))) '(string-char extended-char base-char standard-char character :default))  ;=> (T T T T T T)

;; Files of bytes.
(with-open-file (s *file* :direction :output :element-type '(unsigned-byte 8)) (list (write-byte 255 s) (stream-element-type s) (file-position s)))  ;=> (255 (UNSIGNED-BYTE 8) 1)
(with-open-file (s *file* :direction :output :element-type '(unsigned-byte 8)) (write-byte 256 s))  ;signals: type-error
(with-open-file (s *file* :direction :output :element-type '(unsigned-byte 8)) (write-char #\a s))  ;signals: type-error
(with-open-file (s *file* :direction :output) (write-byte 1 s))  ;signals: type-error
(defun through-file (type numbers)
  (with-open-file (s *file* :direction :output :element-type type) (write-sequence numbers s))
  (with-open-file (s *file* :element-type type)
    (let ((v (make-list (+ 1 (length numbers))))) (list (read-sequence v s) (file-length s) v))))
(through-file '(signed-byte 8) '(-128 -1 0 127))  ;=> (4 4 (-128 -1 0 127 NIL))
(through-file '(unsigned-byte 16) '(0 258 65535))  ;=> (3 3 (0 258 65535 NIL))
(through-file '(signed-byte 64) '(-9223372036854775808 -1 9223372036854775807))  ;=> (3 3 (-9223372036854775808 -1 9223372036854775807 NIL))
(through-file '(unsigned-byte 100) '(0 1267650600228229401496703205375))  ;=> (2 2 (0 1267650600228229401496703205375 NIL))
(through-file '(integer -3 3) '(-3 3))  ;=> (2 2 (-3 3 NIL))
(through-file 'bit '(0 1 1))  ;=> (3 3 (0 1 1 NIL))
(with-open-file (s *file* :element-type '(unsigned-byte 8)) (let ((v (vector 9 9 9 9 9))) (list (read-sequence v s :start 1 :end 3) v)))  ;=> (3 #(9 0 1 9 9))
(with-open-file (s *file* :element-type 'unicorn) s)  ;signals: type-error

;; Sequences of characters.
(let ((v (make-string 5 :initial-element #\-))) (with-input-from-string (s "ab") (list (read-sequence v s :start 2) v)))  ;=> (4 "--ab-")
(let ((l (list 1 2 3))) (with-input-from-string (s "ab") (list (read-sequence l s :start 1) l)))  ;=> (3 (1 #\a #\b))
(with-output-to-string (s) (write-sequence "abcd" s :start 1 :end 3) (write-sequence #(#\x) s))  ;=> "bcx"
(with-output-to-string (s) (write-sequence '(1) s))  ;signals: type-error

;; Composite streams.
(let ((o (make-string-output-stream)) (i (make-string-input-stream "in")))
  (let ((s (make-two-way-stream i o)))
    (list (read s) (princ 'out s) (get-output-stream-string o) (eq i (two-way-stream-input-stream s)) (eq o (two-way-stream-output-stream s)))))  ;=> (IN OUT "OUT" T T)
(let* ((o (make-string-output-stream)) (s (make-echo-stream (make-string-input-stream "abc") o)))
  (read-char s) (unread-char (read-char s) s) (read-char s) (write-char #\! s) (peek-char nil s) (get-output-stream-string o))  ;=> "ab!"
(let* ((a (make-string-output-stream)) (b (make-string-output-stream)) (s (make-broadcast-stream a b)))
  (princ 1 s) (list (get-output-stream-string a) (get-output-stream-string b) (broadcast-stream-streams (make-broadcast-stream))))  ;=> ("1" "1" NIL)
(let ((s (make-concatenated-stream (make-string-input-stream "a b") (make-string-input-stream "") (make-string-input-stream "c d"))))
  (list (read s) (read s) (length (concatenated-stream-streams s)) (read s) (read s nil 'end)))  ;=> (A BC 1 D END)
(let ((*x* (make-string-output-stream)))
  (declare (special *x*))
  (let ((s (make-synonym-stream '*x*))) (princ 1 s) (list (synonym-stream-symbol s) (get-output-stream-string *x*))))  ;=> (*X* "1")
(progn (defvar *self* (make-synonym-stream '*self*)) (read-char *self*))  ;signals: stream-error
(make-two-way-stream (make-string-output-stream) (make-string-output-stream))  ;signals: type-error
(mapcar (lambda (s) (typep s 'stream)) (list *terminal-io* *query-io* *debug-io* *trace-output* *error-output*))  ;=> (T T T T T)
(list (type-of *terminal-io*) (typep (make-string-output-stream) 'string-stream) (typep *standard-output* 'file-stream))  ;=> (TWO-WAY-STREAM T T)
(stream-element-type (make-broadcast-stream))  ;=> T
(two-way-stream-input-stream (make-string-output-stream))  ;signals: type-error

;; Failures are reported, and leave streams usable.
(let ((*error-output* *standard-output*)) (warn "Foo!"))  ;prints: ; warning: Foo!~
(progn (write-string "x" (open "/dev/full" :direction :output :if-exists :append)) 'opened)  ;=> OPENED
(progn (dotimes (i 3) (with-output-to-string (*error-output*) (gc))) 'survived)  ;=> SURVIVED
(with-open-file (s "/dev/full" :direction :output :if-exists :append) (write-string "x" s))  ;signals: stream-error
;; A device is not renamed.
(progn (with-open-file (s "/dev/null" :direction :output :if-exists :rename) (print 1 s)) (probe-file "/dev/null.bak"))  ;=> NIL
(let ((s (make-string-output-stream))) (dotimes (i 100000) (with-output-to-string (o) (princ 1 o))) (princ 1 s) (get-output-stream-string s))  ;=> "1"
(progn (defstruct (closer (:print-function (lambda (o s d) (declare (ignore o d)) (close s))))) (prin1 (list (make-closer)) (make-string-output-stream)) 'survived)  ;=> SURVIVED
(close *standard-output*)  ;signals: stream-error
(delete-file *file*)  ;=> T

;;; Composite streams answer from their components

(let* ((out (make-string-output-stream)) (echo (make-echo-stream (make-string-input-stream "abc") out)))
  (read-char echo)
  (princ 1 echo)
  (list (listen echo) (clear-input echo) (finish-output echo) (stream-element-type echo) (get-output-stream-string out)
        (read-char echo nil :end)))  ;=> (T NIL NIL CHARACTER "a1" #\b)
(let ((sink (make-broadcast-stream)))
  (list (file-length sink) (file-position sink) (file-string-length sink "abc") (stream-external-format sink)))  ;=> (0 0 1 :DEFAULT)
(let* ((out (make-string-output-stream)) (both (make-broadcast-stream (make-broadcast-stream) out)))
  (princ "ab" both)
  (list (file-position both) (clear-output both) (get-output-stream-string out)))  ;=> (2 NIL "ab")
(let ((both (make-concatenated-stream (make-string-input-stream "") (make-string-input-stream "ab"))))
  (list (listen both) (read-char-no-hang both) (read-line both) (listen both) (read-char-no-hang both nil :end)
        (stream-element-type both)))  ;=> (T #\a "b" NIL :END NIL)
(let ((text (make-string-input-stream "")))
  (mapcar #'interactive-stream-p (list (make-two-way-stream text *standard-output*) (make-echo-stream text *standard-output*)
                                       (make-broadcast-stream *standard-output*) (make-broadcast-stream)
                                       (make-concatenated-stream text) text)))  ;=> (NIL NIL NIL NIL NIL NIL)
(stream-external-format (make-two-way-stream *standard-input* *standard-output*))  ;=> :UTF-8
(read-byte (make-string-input-stream "a"))  ;signals: "is a stream of characters, not of bytes"
(defvar *bytes-file* (format nil "/tmp/winnow-bytes-~D" (random 1000000000 (make-random-state t))))
(with-open-file (out *bytes-file* :direction :output :element-type '(unsigned-byte 8))
  (write-byte 1 out) (write-byte 200 out))  ;=> 200
(with-open-file (in *bytes-file* :element-type '(unsigned-byte 8))
  (let ((both (make-concatenated-stream in)))
    (list (stream-element-type both) (read-byte both) (read-byte both) (read-byte both nil :end))))  ;=> ((UNSIGNED-BYTE 8) 1 200 :END)
(with-open-file (in *bytes-file* :element-type '(unsigned-byte 8))
  (with-open-file (out (concatenate 'string *bytes-file* "-copy") :direction :output :element-type '(unsigned-byte 8))
    (let ((echo (make-echo-stream in out)))
      (list (stream-element-type echo) (read-byte echo) (write-byte 7 echo) (read-byte echo) (read-byte echo nil :end)))))  ;=> ((UNSIGNED-BYTE 8) 1 7 200 :END)
(with-open-file (in (concatenate 'string *bytes-file* "-copy") :element-type '(unsigned-byte 8))
  (list (read-byte in) (read-byte in) (read-byte in) (read-byte in nil)))  ;=> (1 7 200 NIL)
(with-open-file (in *bytes-file* :element-type '(unsigned-byte 8)) (file-position in :end) (read-byte in))  ;signals: end-of-file
(mapcar #'delete-file (list *bytes-file* (concatenate 'string *bytes-file* "-copy")))  ;=> (T T)
(with-output-to-string (s) (format s "a~Cb~12T|" #\Tab))  ;=> "a	b   |"

;; Queries on a composite stream are answered by its components.
(list (input-stream-p (make-synonym-stream '*standard-input*)) (output-stream-p (make-synonym-stream '*standard-input*)))  ;=> (T NIL)
(mapcar #'stream-element-type (list (make-broadcast-stream *standard-output*) (make-broadcast-stream)
                                    (make-two-way-stream *standard-input* *standard-output*)))  ;=> (CHARACTER T CHARACTER)
(streamp (make-two-way-stream (make-synonym-stream '*no-stream-yet*) *standard-output*))  ;=> T
(read-char (make-synonym-stream '*no-stream-yet*))  ;signals: unbound-variable

(read-from-string "(a b . c)")  ;=> (A B . C) ; 9
(with-output-to-string (s) (format s "~A" 1))  ;=> "1"
(with-input-from-string (s "1 2") (list (read s) (read s)))  ;=> (1 2)

;; UNREAD-CHAR on a stream from which nothing has been read.
(defvar *unread-file* (format nil "/tmp/winnow-unread-~36R" (random (expt 36 8) (make-random-state t))))
(with-open-file (out *unread-file* :direction :output :if-exists :supersede) (write-string "abc" out) nil)  ;=> NIL
(with-open-file (in *unread-file*) (unread-char #\a in))  ;signals: stream-error
(with-open-file (in *unread-file*) (file-position in 2) (unread-char #\b in))  ;signals: stream-error
(unread-char #\a (make-string-input-stream "abc"))  ;signals: stream-error
(unread-char #\a (make-concatenated-stream))  ;signals: stream-error
(delete-file *unread-file*)  ;=> T
