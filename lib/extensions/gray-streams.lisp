;;;; gray-streams.lisp -- Gray streams: streams that a program defines by a class. -*- sealed -*-
;;;; Source: David Gray, STREAM-DEFINITION-BY-USER, proposal to X3J13, 1989; the names are those of trivial-gray-streams.
;;;; A class below FUNDAMENTAL-STREAM is a class below STREAM. For an instance, the stream functions of C++ call
;;;; INSTANCE-STREAM, which returns a stream that calls the functions below (text/streams/called_stream.hpp).

(make-package "TRIVIAL-GRAY-STREAMS" :use nil)

(defmacro define-gray-streams (&rest names)
  `(eval-when (:compile-toplevel :load-toplevel :execute)
     (dolist (name ',names) (export (intern name "TRIVIAL-GRAY-STREAMS") "TRIVIAL-GRAY-STREAMS"))))

(define-gray-streams
  "FUNDAMENTAL-STREAM" "FUNDAMENTAL-INPUT-STREAM" "FUNDAMENTAL-OUTPUT-STREAM" "FUNDAMENTAL-CHARACTER-STREAM"
  "FUNDAMENTAL-BINARY-STREAM" "FUNDAMENTAL-CHARACTER-INPUT-STREAM" "FUNDAMENTAL-CHARACTER-OUTPUT-STREAM"
  "FUNDAMENTAL-BINARY-INPUT-STREAM" "FUNDAMENTAL-BINARY-OUTPUT-STREAM" "TRIVIAL-GRAY-STREAM-MIXIN"
  "STREAM-READ-CHAR" "STREAM-UNREAD-CHAR" "STREAM-READ-CHAR-NO-HANG" "STREAM-PEEK-CHAR" "STREAM-LISTEN"
  "STREAM-READ-LINE" "STREAM-CLEAR-INPUT" "STREAM-WRITE-CHAR" "STREAM-LINE-COLUMN" "STREAM-START-LINE-P"
  "STREAM-WRITE-STRING" "STREAM-TERPRI" "STREAM-FRESH-LINE" "STREAM-FINISH-OUTPUT" "STREAM-FORCE-OUTPUT"
  "STREAM-CLEAR-OUTPUT" "STREAM-ADVANCE-TO-COLUMN" "STREAM-READ-BYTE" "STREAM-WRITE-BYTE"
  "STREAM-READ-SEQUENCE" "STREAM-WRITE-SEQUENCE" "STREAM-FILE-POSITION")


(defclass trivial-gray-streams:fundamental-stream (stream standard-object)
  ((called-stream :initform nil)  ; what INSTANCE-STREAM returns
   (still-open :initform t))
  (:documentation "A stream that a program defines. Its subclasses implement the functions of TRIVIAL-GRAY-STREAMS."))
(defclass trivial-gray-streams:fundamental-input-stream (trivial-gray-streams:fundamental-stream) ())
(defclass trivial-gray-streams:fundamental-output-stream (trivial-gray-streams:fundamental-stream) ())
(defclass trivial-gray-streams:fundamental-character-stream (trivial-gray-streams:fundamental-stream) ())
(defclass trivial-gray-streams:fundamental-binary-stream (trivial-gray-streams:fundamental-stream) ())
(defclass trivial-gray-streams:fundamental-character-input-stream
    (trivial-gray-streams:fundamental-input-stream trivial-gray-streams:fundamental-character-stream)
  ((unread :initform nil)))
(defclass trivial-gray-streams:fundamental-character-output-stream
    (trivial-gray-streams:fundamental-output-stream trivial-gray-streams:fundamental-character-stream) ())
(defclass trivial-gray-streams:fundamental-binary-input-stream
    (trivial-gray-streams:fundamental-input-stream trivial-gray-streams:fundamental-binary-stream) ())
(defclass trivial-gray-streams:fundamental-binary-output-stream
    (trivial-gray-streams:fundamental-output-stream trivial-gray-streams:fundamental-binary-stream) ())
(defclass trivial-gray-streams:trivial-gray-stream-mixin () ())

;; Defines generic functions: each entry is (NAME LAMBDA-LIST DOCSTRING [CLASS FORM...]), where FORMs are the default.
(defmacro define-stream-functions (&rest entries)
  `(progn
     ,@(mapcar
        (lambda (entry)
          (destructuring-bind (name lambda-list docstring &optional class &rest body) entry
            `(defgeneric ,name ,lambda-list
               (:documentation
                ,(format nil "~A~%A Gray stream function: programs define methods; the standard's functions call it."
                         docstring))
               ,@(if class
                     `((:method ((stream ,class) ,@(cdr lambda-list))
                         (declare (ignorable ,@(set-difference (cdr lambda-list) lambda-list-keywords)))
                         ,@body))))))
        entries)))

(define-stream-functions
  (trivial-gray-streams:stream-read-char (stream)
   "Return the next character of STREAM, or :EOF at its end.")
  (trivial-gray-streams:stream-unread-char (stream character)
   "Put CHARACTER back, the last one that was read from STREAM; return NIL.")
  (trivial-gray-streams:stream-read-char-no-hang (stream)
   "Return the next character of STREAM, :EOF at its end, or NIL if none is available now."
   trivial-gray-streams:fundamental-stream (trivial-gray-streams:stream-read-char stream))
  (trivial-gray-streams:stream-peek-char (stream)
   "Return the next character of STREAM without consuming it, or :EOF at its end."
   trivial-gray-streams:fundamental-stream
   (let ((c (trivial-gray-streams:stream-read-char stream)))
     (if (characterp c) (trivial-gray-streams:stream-unread-char stream c))
     c))
  (trivial-gray-streams:stream-listen (stream)
   "Return true if a character of STREAM is available now."
   trivial-gray-streams:fundamental-stream
   (let ((c (trivial-gray-streams:stream-read-char-no-hang stream)))
     (when (characterp c) (trivial-gray-streams:stream-unread-char stream c) t)))
  (trivial-gray-streams:stream-read-line (stream)
   "Return the next line of STREAM, and true if the stream ended before the end of the line."
   trivial-gray-streams:fundamental-stream
   (let ((out (make-string-output-stream)))
     (loop
       (let ((c (trivial-gray-streams:stream-read-char stream)))
         (cond ((not (characterp c)) (return (values (get-output-stream-string out) t)))
               ((char= c #\Newline) (return (values (get-output-stream-string out) nil)))
               (t (write-char c out)))))))
  (trivial-gray-streams:stream-clear-input (stream)
   "Discard input of STREAM that is available; return NIL."
   trivial-gray-streams:fundamental-stream nil)
  (trivial-gray-streams:stream-write-char (stream character)
   "Write CHARACTER to STREAM; return it.")
  (trivial-gray-streams:stream-line-column (stream)
   "Return the column of the next character of STREAM, counted from 0, or NIL if it is not known."
   trivial-gray-streams:fundamental-stream nil)
  (trivial-gray-streams:stream-start-line-p (stream)
   "Return true if the next character of STREAM begins a line."
   trivial-gray-streams:fundamental-stream (eql 0 (trivial-gray-streams:stream-line-column stream)))
  (trivial-gray-streams:stream-write-string (stream string &optional start end)
   "Write the characters of STRING from START to END to STREAM; return STRING."
   trivial-gray-streams:fundamental-stream
   (loop for i from (or start 0) below (or end (length string))
         do (trivial-gray-streams:stream-write-char stream (char string i)))
   string)
  (trivial-gray-streams:stream-terpri (stream)
   "Begin a new line of STREAM; return NIL."
   trivial-gray-streams:fundamental-stream (trivial-gray-streams:stream-write-char stream #\Newline) nil)
  (trivial-gray-streams:stream-fresh-line (stream)
   "Begin a new line of STREAM unless it is at the beginning of one; return true if it began one."
   trivial-gray-streams:fundamental-stream
   (unless (trivial-gray-streams:stream-start-line-p stream) (trivial-gray-streams:stream-terpri stream) t))
  (trivial-gray-streams:stream-finish-output (stream)
   "Send buffered output of STREAM and wait until it has arrived; return NIL."
   trivial-gray-streams:fundamental-stream nil)
  (trivial-gray-streams:stream-force-output (stream)
   "Send buffered output of STREAM; return NIL."
   trivial-gray-streams:fundamental-stream nil)
  (trivial-gray-streams:stream-clear-output (stream)
   "Discard buffered output of STREAM; return NIL."
   trivial-gray-streams:fundamental-stream nil)
  (trivial-gray-streams:stream-advance-to-column (stream column)
   "Write blanks to STREAM up to COLUMN; return true, or NIL if its column is not known."
   trivial-gray-streams:fundamental-stream
   (let ((at (trivial-gray-streams:stream-line-column stream)))
     (when at
       (loop repeat (- column at) do (trivial-gray-streams:stream-write-char stream #\Space))
       t)))
  (trivial-gray-streams:stream-read-byte (stream)
   "Return the next integer of STREAM, or :EOF at its end.")
  (trivial-gray-streams:stream-write-byte (stream integer)
   "Write INTEGER to STREAM; return it.")
  (trivial-gray-streams:stream-file-position (stream)
   "Return the position of STREAM, or NIL if the position is not known."
   trivial-gray-streams:fundamental-stream nil))

(defgeneric (setf trivial-gray-streams:stream-file-position) (position stream)
  (:method (position (stream trivial-gray-streams:fundamental-stream)) (declare (ignore position)) nil))

(defgeneric trivial-gray-streams:stream-read-sequence (stream sequence start end &key)
  (:documentation "Read elements of STREAM into SEQUENCE from START to END; return the index after the last one that was set.
A Gray stream function: programs define methods; READ-SEQUENCE calls it. The default reads the elements one by one.")
  (:method ((stream trivial-gray-streams:fundamental-stream) sequence start end &key)
    (read-sequence sequence (instance-stream stream) :start start :end end)))

(defgeneric trivial-gray-streams:stream-write-sequence (stream sequence start end &key)
  (:documentation "Write the elements of SEQUENCE from START to END to STREAM; return SEQUENCE.
A Gray stream function: programs define methods; WRITE-SEQUENCE calls it. The default writes the elements one by one.")
  (:method ((stream trivial-gray-streams:fundamental-stream) sequence start end &key)
    (write-sequence sequence (instance-stream stream) :start start :end end)))

;;; Operations that called streams lack. The standard's functions call these for an instance.

(defun read-instance-sequence (sequence stream start end)
  (values (trivial-gray-streams:stream-read-sequence stream sequence start end)))

(defun write-instance-sequence (sequence stream start end)
  (trivial-gray-streams:stream-write-sequence stream sequence start end)
  sequence)

(defun write-instance-string (string stream start end)
  (trivial-gray-streams:stream-write-string stream string start end))

(defun read-instance-char-no-hang (stream) (values (trivial-gray-streams:stream-read-char-no-hang stream)))

;; Returns a pair of the next line and whether its newline is missing; NIL at the end of the stream.
(defun read-instance-line (stream)
  (multiple-value-bind (line missing) (trivial-gray-streams:stream-read-line stream)
    (if (and missing (equal line "")) nil (cons line (if missing t nil)))))

(defun force-instance-output (stream) (trivial-gray-streams:stream-force-output stream))

(defun break-instance-line (stream) (trivial-gray-streams:stream-terpri stream))

(defun instance-position (stream position)
  (if position
      (if (setf (trivial-gray-streams:stream-file-position stream) position) t nil)
      (trivial-gray-streams:stream-file-position stream)))

;;; The streams of instances

;; The functions that a CalledStream calls, in the order of its enumeration.
(defvar *gray-functions*
  (vector 'trivial-gray-streams:stream-read-char 'trivial-gray-streams:stream-unread-char
          'trivial-gray-streams:stream-peek-char 'trivial-gray-streams:stream-listen
          'trivial-gray-streams:stream-read-byte 'trivial-gray-streams:stream-write-char
          'trivial-gray-streams:stream-write-string 'trivial-gray-streams:stream-line-column
          'trivial-gray-streams:stream-fresh-line 'trivial-gray-streams:stream-finish-output
          'trivial-gray-streams:stream-write-byte 'trivial-gray-streams:stream-clear-input
          'trivial-gray-streams:stream-clear-output 'close-instance))

;; The stream of OBJECT, a structure or an instance, or NIL if its class is not below STREAM.
(defun instance-stream (object)
  (if (typep object 'trivial-gray-streams:fundamental-stream)
      (or (slot-value object 'called-stream)
          (setf (slot-value object 'called-stream)
                (make-called-stream object *gray-functions*
                                    (typep object 'trivial-gray-streams:fundamental-input-stream)
                                    (typep object 'trivial-gray-streams:fundamental-output-stream)
                                    (not (typep object 'trivial-gray-streams:fundamental-character-stream)))))
      nil))

(defun close-instance (stream abort)
  (declare (ignore abort))
  (setf (slot-value stream 'still-open) nil))
