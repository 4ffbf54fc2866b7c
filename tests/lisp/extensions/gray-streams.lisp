;;;; gray-streams.lisp -- streams that a program defines by a class. The expected values are those of David Gray's proposal.

(use-package "TRIVIAL-GRAY-STREAMS")

(defclass loud (fundamental-character-output-stream) ((to :initarg :to) (column :initform 0)))
(defmethod stream-write-char ((s loud) c)
  (with-slots (to column) s
    (setf column (if (eql c #\Newline) 0 (+ column 1)))
    (write-char (char-upcase c) to)))
(defmethod stream-line-column ((s loud)) (slot-value s 'column))
;; Returns the text that FUNCTION writes to such a stream, with / for each newline.
(defun loudly (function)
  (substitute #\/ #\Newline (with-output-to-string (to) (funcall function (make-instance 'loud :to to)))))

(defclass letters (fundamental-character-input-stream) ((rest :initarg :rest)))
(defmethod stream-read-char ((s letters)) (or (pop (slot-value s 'rest)) :eof))
(defmethod stream-unread-char ((s letters) c) (push c (slot-value s 'rest)) nil)
(defun letters (text) (make-instance 'letters :rest (coerce text 'list)))

(defclass octets (fundamental-binary-input-stream fundamental-binary-output-stream) ((list :initform nil)))
(defmethod stream-read-byte ((s octets)) (or (pop (slot-value s 'list)) :eof))
(defmethod stream-write-byte ((s octets) n) (setf (slot-value s 'list) (append (slot-value s 'list) (list n))) n)

;; Output of every kind reaches STREAM-WRITE-CHAR.
(loudly (lambda (s) (write-char #\a s) (write-string "bc" s) (princ 'def s) (prin1 "g" s) (format s "~A~%" 'h)))
;=> "ABCDEF\"G\"H/"
(loudly (lambda (s) (format s "ab~10Tc")))  ;=> "AB        C"
(loudly (lambda (s) (fresh-line s) (write-line "x" s) (fresh-line s) (princ "y" s)))  ;=> "X/Y"
(loudly (lambda (s) (let ((*standard-output* s)) (print 'z))))  ;=> "/Z "
(loudly (lambda (s) (princ 'both (make-broadcast-stream s s))))  ;=> "BBOOTTHH"
(loudly (lambda (s) (princ 'two-way (make-two-way-stream (letters "") s))))  ;=> "TWO-WAY"

;; Input of every kind.
(let ((s (letters "(a b) 12 rest of it"))) (list (read s) (read s) (peek-char t s) (read-line s) (read-char s nil :end)))
;=> ((A B) 12 #\r "rest of it" :END)
(read-char (letters ""))  ;signals: end-of-file
(let ((s (letters "xy"))) (unread-char (read-char s) s) (list (listen s) (read-char-no-hang s) (read-char s) (listen s)))
;=> (T #\x #\y NIL)
(let ((text (make-string 3))) (list (read-sequence text (letters "abcd")) text))  ;=> (3 "abc")

;; Bytes.
(let ((s (make-instance 'octets))) (write-byte 7 s) (write-sequence '(8 255) s) (list (read-byte s) (read-byte s)
  (read-byte s) (read-byte s nil :end)))
;=> (7 8 255 :END)

;; Instances are streams; an object of another class is not.
(let ((s (letters ""))) (list (streamp s) (typep s 'stream) (input-stream-p s) (output-stream-p s)))  ;=> (T T T NIL)
(write-char #\a (letters ""))  ;signals: type-error
(list (streamp 5) (streamp (make-condition 'error)))  ;=> (NIL NIL)
(defclass plain () ())
(read-char (make-instance 'plain))  ;signals: type-error

;; CLOSE and the like become generic when a program defines a method; other streams are as before.
(let ((s (letters "a"))) (list (open-stream-p s) (close s) (open-stream-p s)))  ;=> (T T NIL)
(let ((s (letters "a"))) (close s) (read-char s))  ;signals: stream-error
(defmethod close ((s letters) &key abort) (list :closed abort (call-next-method)))
(close (letters "") :abort t)  ;=> (:CLOSED T T)
(defmethod stream-element-type ((s letters)) '(member #\a))
(stream-element-type (letters ""))  ;=> (MEMBER #\a)
(with-input-from-string (s "a") (list (stream-element-type s) (close s) (open-stream-p s)))  ;=> (CHARACTER T NIL)
(close 5)  ;signals: type-error
(unuse-package "TRIVIAL-GRAY-STREAMS")

;;; The standard's functions call the Gray stream functions that correspond to them.

(defclass noting-stream (trivial-gray-streams:fundamental-character-output-stream
                         trivial-gray-streams:fundamental-character-input-stream)
  ((calls :initform nil :accessor calls)))
(defvar *noting* (make-instance 'noting-stream))
(defmacro define-notes (&rest entries)
  `(progn ,@(loop for (name arguments value) in entries
                  collect `(defmethod ,name ((s noting-stream) ,@arguments)
                             (push (list ',(intern (symbol-name name)))
                                   (calls s))
                             ,value))))
(define-notes
  (trivial-gray-streams:stream-read-sequence (sequence start end &key) (progn (fill sequence #\x :start start :end end) end))
  (trivial-gray-streams:stream-write-sequence (sequence start end &key) sequence)
  (trivial-gray-streams:stream-read-char () #\c)
  (trivial-gray-streams:stream-write-char (character) character)
  (trivial-gray-streams:stream-read-line () (values "last" t))
  (trivial-gray-streams:stream-terpri () nil)
  (trivial-gray-streams:stream-force-output () nil)
  (trivial-gray-streams:stream-clear-input () nil)
  (trivial-gray-streams:stream-clear-output () nil)
  (trivial-gray-streams:stream-file-position () 7))
(defmethod (setf trivial-gray-streams:stream-file-position) (position (s noting-stream)) (push (list 'set-position position) (calls s)) t)
(defun noted (function) (setf (calls *noting*) nil) (let ((values (multiple-value-list (funcall function)))) (list values (mapcar #'first (calls *noting*)))))
(noted (lambda () (let ((text (make-string 3 :initial-element #\-))) (list (read-sequence text *noting* :start 1) text))))
;=> (((3 "-xx")) (STREAM-READ-SEQUENCE))
;; WRITE-STRING passes the range, and wide characters too; READ-CHAR-NO-HANG has a function of its own.
(defvar *parts* nil)
(defclass part-stream (trivial-gray-streams:fundamental-character-output-stream trivial-gray-streams:fundamental-character-input-stream) ())
(defmethod trivial-gray-streams:stream-write-string ((s part-stream) string &optional start end) (push (list string start end) *parts*))
(defmethod trivial-gray-streams:stream-terpri ((s part-stream)) (push 'newline *parts*))
(defmethod trivial-gray-streams:stream-read-char-no-hang ((s part-stream)) (pop *parts*))
(let ((s (make-instance 'part-stream)))
  (list (write-string "hello" s :start 1 :end 4) (write-string (string (code-char 20000)) s) (write-line "x" s) (length *parts*)
        (first (last *parts*))))
;=> ("hello" "丠" "x" 4 ("hello" 1 4))
(let ((s (make-instance 'part-stream)))
  (setq *parts* (list #\a nil :eof :eof))
  (list (read-char-no-hang s) (read-char-no-hang s) (read-char-no-hang s nil 'end)))  ;=> (#\a NIL END)
(read-char-no-hang (make-instance 'part-stream))  ;signals: end-of-file
(noted (lambda () (write-sequence "abc" *noting* :end 2)))  ;=> (("abc") (STREAM-WRITE-SEQUENCE))
(noted (lambda () (write-sequence '(#\a) *noting*)))  ;=> (((#\a)) (STREAM-WRITE-SEQUENCE))
(noted (lambda () (read-line *noting*)))  ;=> (("last" T) (STREAM-READ-LINE))
(noted (lambda () (terpri *noting*)))  ;=> ((NIL) (STREAM-TERPRI))
(noted (lambda () (force-output *noting*)))  ;=> ((NIL) (STREAM-FORCE-OUTPUT))
(noted (lambda () (clear-input *noting*)))  ;=> ((NIL) (STREAM-CLEAR-INPUT))
(noted (lambda () (clear-output *noting*)))  ;=> ((NIL) (STREAM-CLEAR-OUTPUT))
(noted (lambda () (file-position *noting*)))  ;=> ((7) (STREAM-FILE-POSITION))
(noted (lambda () (file-position *noting* 3)))  ;=> ((T) (SET-POSITION))
(read-sequence (make-string 3) *noting* :start 4)  ;signals: type-error
(type-of *noting*)  ;=> NOTING-STREAM

;; The defaults
(defclass short-stream (trivial-gray-streams:fundamental-character-input-stream) ((text :initarg :text :accessor text)))
(defmethod trivial-gray-streams:stream-read-char ((s short-stream)) (if (text s) (pop (text s)) :eof))
(defun short (text) (make-instance 'short-stream :text (coerce text 'list)))
(let ((text (make-string 4 :initial-element #\-))) (list (read-sequence text (short "ab")) text))  ;=> (2 "ab--")
(let ((list (list 1 2 3))) (list (read-sequence list (short "abcd") :start 1) list))  ;=> (3 (1 #\a #\b))
(multiple-value-list (read-line (short (format nil "ab~%c"))))  ;=> ("ab" NIL)
(multiple-value-list (read-line (short "c")))  ;=> ("c" T)
(multiple-value-list (read-line (short "") nil :end))  ;=> (:END T)
(read-line (short ""))  ;signals: end-of-file
(file-position (short ""))  ;=> NIL

;;; The slots of FUNDAMENTAL-STREAM are not those that a program names STREAM and OPEN.
(defclass wrapping-stream (trivial-gray-streams:fundamental-character-input-stream) ((stream :initarg :stream) (open :initform 'mine)))
(defmethod trivial-gray-streams:stream-read-char ((s wrapping-stream)) (read-char (slot-value s 'stream) nil :eof))
(defvar *wrapping* (make-instance 'wrapping-stream :stream (make-concatenated-stream (make-string-input-stream "ab"))))
(list (read-char *wrapping*) (read-line *wrapping*) (close *wrapping*) (slot-value *wrapping* 'open))  ;=> (#\a "b" T MINE)
