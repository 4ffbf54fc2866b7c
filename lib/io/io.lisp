;;;; io.lisp -- stream macros and operators that are written in terms of other stream operators. -*- sealed -*-

(defmacro with-output-to-string ((stream &optional string &key element-type) &body body)
  "Run BODY with STREAM bound to an output stream; return what was written to it as a string.
STRING: a string with a fill pointer, to which the output is appended instead; the values are then those of BODY.
Signals: type-error if STRING does not have a fill pointer.
Example: (with-output-to-string (s) (princ 42 s)) => \"42\""
  (multiple-value-bind (declarations forms) (split-declarations body)
    (if string
        `(let ((,stream (prog1 (make-string-filler ,string) ,element-type)))
           ,@declarations
           (unwind-protect (progn ,@forms)
             (close ,stream)))
        `(let ((,stream (make-string-output-stream ,@(if element-type (list :element-type element-type) nil))))
           ,@declarations
           (unwind-protect (progn ,@forms (get-output-stream-string ,stream))
             (close ,stream))))))

(defmacro with-input-from-string ((stream string &key index (start 0) end) &body body)
  "Run BODY with STREAM bound to an input stream of the characters of STRING from START to END.
INDEX: a place that is set to the index of the first unread character.
Signals: type-error unless STRING is a string, and START and END are a range within it.
Example: (with-input-from-string (s \"1 2\") (list (read s) (read s))) => (1 2)"
  (let ((from (gensym)))
    (multiple-value-bind (declarations forms) (split-declarations body)
      `(let* ((,from ,start)
              (,stream (make-string-input-stream ,string ,from ,end)))
         ,@declarations
         (unwind-protect
              ,(if index
                   `(multiple-value-prog1 (progn ,@forms)
                      (setf ,index (+ ,from (string-stream-index ,stream))))
                   `(progn ,@forms))
           (close ,stream))))))

;; The declarations of BODY and what follows them.
(defun split-declarations (body)
  (multiple-value-bind (head forms) (split-body body)
    (values (declarations-of head) (append (docstring-of head) forms))))

(defmacro with-open-file ((stream filename &rest options) &body body)
  "Run BODY with STREAM bound to the opened file FILENAME; the file is closed however BODY ends.
OPTIONS: as for OPEN. If BODY is left by a non-local exit, a file created for STREAM is deleted, and a file that STREAM
would replace is unchanged.
Signals: file-error.
Example: (with-open-file (s \"/no/such/file\" :if-does-not-exist nil) s) => NIL"
  (let ((abort (gensym)))
    (multiple-value-bind (declarations forms) (split-declarations body)
      `(let ((,stream (open ,filename ,@options)) (,abort t))
         ,@declarations
         (unwind-protect (multiple-value-prog1 (progn ,@forms) (setq ,abort nil))
           (when ,stream (close ,stream :abort ,abort)))))))

(defmacro with-open-stream ((variable stream) &body body)
  "Run BODY with VARIABLE bound to STREAM; the stream is closed however BODY ends.
Example: (with-open-stream (s (make-string-input-stream \"7\")) (read s)) => 7"
  (multiple-value-bind (declarations forms) (split-declarations body)
    `(let ((,variable ,stream))
       ,@declarations
       (unwind-protect (progn ,@forms)
         (close ,variable)))))

(defmacro define-stream-parts (&rest rows)
  `(progn
     ,@(mapcar (lambda (row)
                 (destructuring-bind (name type second what example) row
                   `(defun ,name (stream)
                      ,(concatenate-as 'string "Return " what ".
STREAM: a" (if (eq type 'echo-stream) "n " " ") (string-downcase (symbol-name type)) ".
Signals: type-error if STREAM is of another type.
Example: " example)
                      (stream-part ',name stream ',type ,second))))
               rows)))

(define-stream-parts
 (two-way-stream-input-stream two-way-stream nil "the stream that STREAM reads from"
  "(streamp (two-way-stream-input-stream *terminal-io*)) => T")
 (two-way-stream-output-stream two-way-stream t "the stream that STREAM writes to"
  "(streamp (two-way-stream-output-stream *terminal-io*)) => T")
 (echo-stream-input-stream echo-stream nil "the stream that STREAM reads from"
  "(input-stream-p (echo-stream-input-stream (make-echo-stream *standard-input* *standard-output*))) => T")
 (echo-stream-output-stream echo-stream t "the stream that STREAM writes to"
  "(output-stream-p (echo-stream-output-stream (make-echo-stream *standard-input* *standard-output*))) => T")
 (broadcast-stream-streams broadcast-stream nil "the list of streams that STREAM writes to"
  "(broadcast-stream-streams (make-broadcast-stream)) => NIL")
 (concatenated-stream-streams concatenated-stream nil "the list of streams that STREAM has still to read"
  "(concatenated-stream-streams (make-concatenated-stream)) => NIL")
 (synonym-stream-symbol synonym-stream nil "the symbol to whose value STREAM refers"
  "(synonym-stream-symbol (make-synonym-stream '*query-io*)) => *QUERY-IO*"))

(defun print-not-readable-object (condition)
  "Return the object that CONDITION reports as not readably printable.
Signals: type-error if CONDITION is not a PRINT-NOT-READABLE.
Example: (handler-case (write #'car :readably t)
  (print-not-readable (c) (eq (print-not-readable-object c) #'car))) => T"
  (condition-slot condition 'object))

(defmacro with-standard-io-syntax (&body body)
  "Run BODY with the variables of the reader and the printer, and *PACKAGE*, at their standard values.
Example: (with-standard-io-syntax *print-base*) => 10"
  (let ((names (gensym)) (values (gensym)))
    `(multiple-value-bind (,names ,values) (standard-syntax)
       (progv ,names ,values
         (let ((*package* (find-package "COMMON-LISP-USER"))) ,@body)))))

(defmacro print-unreadable-object ((object stream &key type identity) &body body)
  "Print #<, the type of OBJECT if TYPE is true, what BODY prints, a text that identifies OBJECT if IDENTITY
is true, and >; return NIL.
Signals: print-not-readable if *PRINT-READABLY* is true.
Example: (with-output-to-string (s) (print-unreadable-object (1 s) (princ 'one s))) => \"#<ONE>\""
  `(print-unreadable ,object ,stream ,type ,identity ,(if body `(lambda () ,@body) nil)))

(defun designated-output (stream)
  (cond ((null stream) *standard-output*) ((eq stream t) *terminal-io*) (t stream)))

(defun print-unreadable (object stream type identity body)
  (let ((stream (designated-output stream)))
    (if *print-readably* (error 'print-not-readable :object object))
    (write-string "#<" stream)
    (when type
      (write (type-of object) :stream stream :circle nil)
      (write-char #\Space stream))
    (when body (funcall body))
    (when identity
      (if (or body (not type)) (write-char #\Space stream))
      (write-string (identity-text object) stream))
    (write-char #\> stream)
    nil))

(defun y-or-n-p (&optional control &rest arguments)
  "Ask the question that CONTROL and ARGUMENTS make on *QUERY-IO*; return T for an answer that begins with y, NIL for n.
Example: (let ((*query-io* (make-two-way-stream (make-string-input-stream \"y\") (make-broadcast-stream))))
  (y-or-n-p \"Go on?\")) => T"
  (ask control arguments "(y or n) " (lambda (answer) (char-downcase (char answer 0))) #\y #\n))

(defun yes-or-no-p (&optional control &rest arguments)
  "Ask the question that CONTROL and ARGUMENTS make on *QUERY-IO*; return T for the answer yes, NIL for no.
Example: (let ((*query-io* (make-two-way-stream (make-string-input-stream \"no\") (make-broadcast-stream))))
  (yes-or-no-p)) => NIL"
  (ask control arguments "(yes or no) " #'string-downcase "yes" "no"))

(defun ask (control arguments choices simplify yes no)
  (do () (nil)
    (fresh-line *query-io*)
    (when control
      (apply #'format *query-io* control arguments)
      (write-char #\Space *query-io*))
    (write-string choices *query-io*)
    (force-output *query-io*)
    (let ((answer (string-trim " " (read-line *query-io*))))
      (unless (equal answer "")
        (let ((short (funcall simplify answer)))
          (cond ((equal short yes) (return t))
                ((equal short no) (return nil))))))))
