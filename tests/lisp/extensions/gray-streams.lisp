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
