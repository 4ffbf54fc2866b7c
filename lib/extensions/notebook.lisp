;;;; notebook.lisp -- evaluates the cells of notebooks, for the Jupyter kernel (src/kernel.cpp). -*- sealed -*-
;;;; The kernel sends requests: a line "KIND POSITION COUNT", then COUNT lines of text. An answer is any number of JSON objects,
;;;; each on one line; the last one has the member "done".

(defvar *kernel-input*)   ; the stream of requests
(defvar *kernel-output*)  ; the stream of answers

;; Sends a JSON object of MEMBERS: names and values alternate. A value is a string, an integer or a list of strings.
(defun send-members (&rest members)
  (flet ((write-value (value out)
           (cond ((listp value) (write-json-array value #'write-json-string out))
                 ((integerp value) (write-json-integer value out))
                 (t (write-json-string value out)))))
    (write-char #\{ *kernel-output*)
    (do ((rest members (cddr rest))) ((null rest))
      (write-json-string (first rest) *kernel-output*)
      (write-char #\: *kernel-output*)
      (write-value (second rest) *kernel-output*)
      (if (cddr rest) (write-char #\, *kernel-output*)))
    (format *kernel-output* "}~%")
    (finish-output *kernel-output*)))

;; Returns the next request: its kind, position and text; NIL at the end.
(defun next-request ()
  (let ((line (read-line *kernel-input* nil nil)))
    (if (null line)
        nil
        (let* ((space (position #\Space line)) (space2 (position #\Space line :start (+ space 1)))
               (count (parse-integer line :start (+ space2 1))))
          (values (subseq line 0 space)
                  (parse-integer line :start (+ space 1) :end space2)
                  (format nil "~{~A~^~%~}" (loop repeat count collect (read-line *kernel-input*))))))))

;;; Output. A line is sent when it is complete, a picture in the output when the whole picture is complete.

(defclass cell-output (trivial-gray-streams:fundamental-character-output-stream)
  ((name :initarg :name)         ; "stdout" or "stderr"
   (text :initform (make-array 100 :element-type 'character :adjustable t :fill-pointer 0))  ; what is not sent yet
   (line :initform 0)            ; where the last line of TEXT begins
   (picture :initform nil)))     ; the row of PICTURE-MARKS of the picture with which TEXT begins, or NIL

(defconstant frame-style "width:100%;height:640px;border:1px solid #8888")

;; Sends TEXT before END, which is output of STREAM, and removes it from TEXT.
(defun send-output (stream end &optional picture)
  (with-slots (name text line) stream
    (let ((part (subseq text 0 end)))
      (cond ((string= part "") nil)
            ((null picture) (send-members "stream" name "text" part))
            ((eq (first picture) :html)
             (send-members "display" (list "text/html" (with-output-to-string (out) (write-frame part out frame-style)))))
            ;; The image in HTML has a style of its own; that of an SVG in the text of a page would apply to the whole page.
            (t (send-members "display" (list "image/svg+xml" part
                                             "text/html" (with-output-to-string (out) (write-image part out))))))
      (replace text text :start2 end)
      (decf (fill-pointer text) end)
      (setf line (max 0 (- line end))))))

;; Sends what is complete of STREAM, whose last line has ended.
(defun end-line (stream)
  (with-slots (text line picture) stream
    (if picture
        (let ((end (search (third picture) text :start2 line)))
          (cond (end
                 (send-output stream (+ end (length (third picture))) picture)
                 (setf picture nil)
                 (if (string= (string-trim '(#\Newline) text) "") (send-nothing stream) (end-line stream)))
                (t (setf line (length text)))))
        (multiple-value-bind (begin found) (first-picture text line)
          (cond (found
                 (send-output stream begin)
                 (setf picture found)
                 (end-line stream))
                (t (send-output stream (length text))))))))

(defun send-nothing (stream) (with-slots (text line) stream (setf (fill-pointer text) 0 line 0)))

;; Sends all that STREAM holds.
(defun flush-cell (stream)
  (with-slots (text picture) stream
    (end-line stream)
    (setf picture nil)
    (send-output stream (length text))))

(defmethod trivial-gray-streams:stream-write-char ((stream cell-output) char)
  (vector-push-extend char (slot-value stream 'text))
  (if (char= char #\Newline) (end-line stream))
  char)

(defmethod trivial-gray-streams:stream-write-string ((stream cell-output) string &optional (start 0) end)
  (loop for i from start below (or end (length string))
        do (trivial-gray-streams:stream-write-char stream (char string i)))
  string)

(defmethod trivial-gray-streams:stream-line-column ((stream cell-output))
  (with-slots (text) stream (- (length text) (let ((newline (position #\Newline text :from-end t))) (if newline (+ newline 1) 0)))))

(defmethod trivial-gray-streams:stream-finish-output ((stream cell-output))
  (if (null (slot-value stream 'picture)) (flush-cell stream)))

;;; Input, which the kernel asks the reader of the notebook for.

(defclass cell-input (trivial-gray-streams:fundamental-character-input-stream)
  ((output :initarg :output)  ; the stream whose unfinished line is the prompt
   (text :initform "")
   (at :initform 0)))

;; Asks for another line; returns false at the end of input.
(defun ask-for-line (stream)
  (with-slots (output text at) stream
    (let ((prompt (copy-seq (slot-value output 'text))))
      (send-nothing output)
      (send-members "input" prompt)
      (multiple-value-bind (kind position line) (next-request)
        (declare (ignore position))
        (setf text (if (equal kind "input") (format nil "~A~%" line) "") at 0)
        (string/= text "")))))

(defmethod trivial-gray-streams:stream-read-char ((stream cell-input))
  (with-slots (text at) stream
    (if (or (< at (length text)) (ask-for-line stream))
        (prog1 (char text at) (incf at))
        :eof)))

(defmethod trivial-gray-streams:stream-unread-char ((stream cell-input) char)
  (declare (ignore char))
  (decf (slot-value stream 'at))
  nil)

(defmethod trivial-gray-streams:stream-listen ((stream cell-input))
  (with-slots (text at) stream (< at (length text))))

(defmethod trivial-gray-streams:stream-clear-input ((stream cell-input))
  (with-slots (text at) stream (setf at (length text)) nil))

;;; Cells

(defconstant cell-dialects
  '(("%%maclisp" :maclisp) ("%%franz" :franz) ("%%lisp-1.5" :lisp-1.5) ("%%common-lisp" :common-lisp)))

;; Calls FUNCTION with TEXT, whose first line, if it begins with %%, names a dialect; it is in force until FUNCTION returns.
(defun call-in-dialect (text function)
  (if (not (eql (search "%%" text) 0))
      (funcall function text)
      (let* ((end (or (position #\Newline text) (length text))) (word (string-trim " " (subseq text 0 end)))
             (named (assoc word cell-dialects :test #'string-equal)) (before (dialect)))
        (if (null named)
            (error "~A: expected ~{~A~^, ~} in the first line of a cell" word (mapcar #'first cell-dialects)))
        (unwind-protect
             (progn (dialect (second named))
                    (funcall function (subseq text end)))
          (dialect before)))))

;; Evaluates the forms of TEXT; returns a list of the values of the last one.
(defun values-of-cell (text)
  (let ((last nil))
    (unless (perform-command-line text)
      (evaluate-text text nil (lambda (form values)
                                (note-values form values)
                                (setq last values))))
    last))

;; Evaluates TEXT; returns the values of its last form, or the members that describe the error that ended it.
(defun run-cell (text)
  (handler-bind ((warning (lambda (c) (format *error-output* "~&; warning: ~A~%" c) (muffle-warning c))))
    (let ((*debugger-hook*
            (lambda (condition hook)
              (declare (ignore hook))
              (return-from run-cell
                (values nil (list "name" (string (type-of condition)) "message" (report condition)
                                  "text" (list (string-right-trim '(#\Newline) (error-text condition t)))))))))
      (unwind-protect
           (progn (ignore-interrupts nil)
                  (signalling-warnings (lambda () (call-in-dialect text #'values-of-cell))))
        (ignore-interrupts t)))))

;; Answers a request for evaluation.
(defun answer-execute (text)
  (let* ((out (make-instance 'cell-output :name "stdout"))
         (err (make-instance 'cell-output :name "stderr"))
         (in (make-instance 'cell-input :output out)))
    (multiple-value-bind (values failure)
        (let* ((*standard-output* out) (*error-output* err) (*trace-output* out) (*standard-input* in)
               (*query-io* (make-two-way-stream in out)) (*terminal-io* *query-io*) (*debug-io* *query-io*)
               (*picture-format* :svg) (*print-pretty* t))
          (multiple-value-prog1 (run-cell text)
            (flush-cell err)
            (flush-cell out)))
      (if failure
          (apply #'send-members "done" "error" failure)
          (apply #'send-members "done" "ok"
                 (if values
                     (list "value" (let ((*print-pretty* t)) (format nil "~{~/system::print-short/~^~%~}" values)))
                     nil))))))

;; The symbol at POSITION of TEXT, or before it; NIL if neither is in a symbol.
(defun symbol-at (text position)
  (let* ((start (do ((at position (- at 1))) ((or (= at 0) (not (source-constituent-p (char text (- at 1))))) at)))
         (end (token-end text start)))
    (symbol-named (string-trim "'`#," (subseq text start end)))))

(defun answer-inspect (text position)
  (let* ((position (min position (length text)))
         (symbol (or (symbol-at text position)
                     (let ((open (position #\( text :from-end t :end position))) (and open (symbol-at text (+ open 1)))))))
    (send-members "done" "found"
                  "text" (if symbol (with-output-to-string (*standard-output*) (help symbol)) ""))))

(defun answer-complete (text position)
  (let ((found (completions (subseq text 0 (min position (length text))))))
    (send-members "done" "matches" "start" (car found) "words" (cdr found))))

(defun answer-request (kind position text)
  (cond ((string= kind "execute") (answer-execute text))
        ((string= kind "complete") (answer-complete text position))
        ((string= kind "inspect") (answer-inspect text position))
        ((string= kind "open")
         (send-members "done" "open" "syntax"
                       (or (ignore-failures (call-in-dialect text #'open-syntax)) "")))
        ((string= kind "input") nil)))  ; an answer to a question that was interrupted

(defun serve-notebook ()
  "Serve the Jupyter kernel, which calls this function: read requests from descriptor 3, write the answers to descriptor 4; return
no value when the requests end."
  (with-open-file (*kernel-input* "/dev/fd/3")
    (with-open-file (*kernel-output* "/dev/fd/4" :direction :output :if-exists :append)
      (ignore-interrupts t)  ; between cells
      (loop
        (multiple-value-bind (kind position text) (next-request)
          (if (null kind) (return (values)))
          (answer-request kind position text))))))

;;; The option --install-kernel

;; The folder of the user's files for Jupyter, a string.
(defun jupyter-directory ()
  (let ((own (getenv "JUPYTER_DATA_DIR")) (data (getenv "XDG_DATA_HOME")))
    (cond ((and own (string/= own "")) own)
          ((and data (string/= data "")) (format nil "~A/jupyter" data))
          (t (format nil "~A.local/share/jupyter" (winnow-ext:native-namestring (user-homedir-pathname)))))))

(defun install-kernel ()
  "Write the file by which Jupyter finds the kernel, winnow-kernel in the folder of this program, and print its name.
Signals: error if Winnow was built without xeus; file-error."
  (let* ((kernel (winnow-ext:native-namestring
                  (merge-pathnames "winnow-kernel" (make-pathname :name nil :type nil :defaults (truename "/proc/self/exe")))))
         (name (format nil "~A/kernels/winnow/kernel.json" (jupyter-directory)))
         (file (winnow-ext:parse-native-namestring name)))
    (unless (probe-file (winnow-ext:parse-native-namestring kernel))
      (error "--install-kernel: expected ~A~%  hint: install Debian's package xeus-dev and build Winnow again" kernel))
    (ensure-directories-exist file)
    (with-open-file (out file :direction :output :if-exists :supersede)
      (format out "{\"argv\": [")
      (write-json-string kernel out)
      (format out ", \"{connection_file}\"], \"display_name\": \"Winnow\", \"language\": \"common-lisp\"}~%"))
    (format t "~A~%" name)))
