;;;; io.lisp -- macros and functions over the streams. -*- sealed -*-

(defvar *terminal-io* t "The stream of the terminal.")
(defvar *query-io* t "The stream for questions to the user.")
(defvar *debug-io* t "The stream for debugging.")
(defvar *trace-output* t "The stream where TRACE and TIME report.")
(defvar *print-pretty* nil "Accepted; lists are printed on one line.")
(defvar *print-readably* nil "Accepted; objects are printed as they are.")
(defvar *print-radix* nil "Accepted; integers are printed without their base.")
(defvar *print-array* t "Accepted; arrays are always printed whole.")
(defvar *print-gensym* t "Accepted; symbols without a home print with #:.")
(defvar *read-eval* t "Accepted; #. is always evaluated.")
(defvar *load-truename* nil "Accepted; see *LOAD-PATHNAME*.")
(defvar *package* 'winnow "There is one package.")
(defvar *break-on-signals* nil "Accepted.")

(defun write (object &key stream (escape *print-escape*) (base *print-base*) (circle *print-circle*)
                       (length *print-length*) (level *print-level*) (case *print-case*)
                       pretty readably radix array gensym lines miser-width pprint-dispatch right-margin)
  "Print OBJECT as the keywords, or the *PRINT-...* variables, say; return OBJECT.
Signals: type-error; stream-error.
Example: (with-output-to-string (s) (write \"a\" :escape nil :stream s)) => \"a\""
  (declare (ignore pretty readably radix array gensym lines miser-width pprint-dispatch right-margin))
  (let ((*print-base* base) (*print-circle* circle) (*print-length* length) (*print-level* level)
        (*print-case* case) (*print-escape* escape))
    (%write object stream escape)))

;; (WITH-OUTPUT-TO-STRING stands below, so this one spells it out.)
(defun write-to-string (object &rest keys)
  "Return what WRITE would print of OBJECT, as a string.
Example: (write-to-string 10 :base 2) => \"1010\""
  (let ((stream (make-string-output-stream)))
    (apply #'write object :stream stream keys)
    (get-output-stream-string stream)))

(defun pprint (object &optional stream)
  "Begin a new line and print OBJECT; return no value.
Example: (with-output-to-string (s) (pprint 1 s)) => \"
1\""
  (terpri stream)
  (prin1 object stream)
  (values))

(defmacro with-output-to-string ((stream &optional string &key element-type) &body body)
  "Run BODY with STREAM bound to an output stream; return what was written to it as a string.
Example: (with-output-to-string (s) (princ 42 s)) => \"42\""
  element-type
  (if string
      `(let ((,stream (make-string-output-stream)))
         (multiple-value-prog1 (progn ,@body)
           (map nil (lambda (c) (vector-push-extend c ,string)) (get-output-stream-string ,stream))))
      `(let ((,stream (make-string-output-stream)))
         ,@body
         (get-output-stream-string ,stream))))

(defmacro with-input-from-string ((stream string &key (start 0) end index) &body body)
  "Run BODY with STREAM bound to an input stream of the characters of STRING from START to END.
Example: (with-input-from-string (s \"1 2\") (list (read s) (read s))) => (1 2)"
  index
  `(let ((,stream (make-string-input-stream ,string ,start ,@(if end (list end) nil))))
     ,@body))

(defmacro with-open-file ((stream filename &rest options) &body body)
  "Run BODY with STREAM bound to the opened file FILENAME, which is closed on every way out.
OPTIONS: as for OPEN.
Signals: file-error.
Example: (with-open-file (s \"/no/such/file\" :if-does-not-exist nil) s) => NIL"
  `(let ((,stream (open ,filename ,@options)))
     (unwind-protect (progn ,@body)
       (if ,stream (close ,stream)))))

(defmacro with-open-stream ((variable stream) &body body)
  "Run BODY with VARIABLE bound to STREAM, which is closed on every way out.
Example: (with-open-stream (s (make-string-input-stream \"7\")) (read s)) => 7"
  `(let ((,variable ,stream))
     (unwind-protect (progn ,@body)
       (close ,variable))))

(defmacro with-standard-io-syntax (&body body)
  "Run BODY with the variables of the reader and the printer at their standard values.
Example: (with-standard-io-syntax *print-base*) => 10"
  `(let ((*print-base* 10) (*read-base* 10) (*print-circle* nil) (*print-length* nil)
         (*print-level* nil) (*print-case* :upcase) (*print-escape* t))
     ,@body))

(defmacro print-unreadable-object ((object stream &key type identity) &body body)
  "Print #<, the type of OBJECT if TYPE is true, what BODY prints, and >; return NIL.
Example: (with-output-to-string (s) (print-unreadable-object (1 s) (princ 'one s))) => \"#<ONE>\""
  identity
  (let ((out (gensym)) (thing (gensym)))
    `(let ((,out ,stream) (,thing ,object))
       ,thing
       (write-string "#<" ,out)
       ,@(if type `((prin1 (type-of ,thing) ,out) (write-char #\Space ,out)) nil)
       ,@body
       (write-string ">" ,out)
       nil)))

(defun y-or-n-p (&optional control &rest arguments)
  "Ask the question that CONTROL and ARGUMENTS make, and return T for an answer that begins with y, NIL for n.
Example: (with-input-from-string (*standard-input* \"y\")
  (with-output-to-string (*standard-output*) (y-or-n-p \"Go on?\"))) => \"Go on? (y or n) \""
  (%ask control arguments "(y or n) " (lambda (answer) (char-downcase (char answer 0))) #\y #\n))

(defun yes-or-no-p (&optional control &rest arguments)
  "Ask the question that CONTROL and ARGUMENTS make, and return T for the answer yes, NIL for no.
Example: (with-input-from-string (*standard-input* \"no\")
  (let ((*standard-output* (make-string-output-stream))) (yes-or-no-p))) => NIL"
  (%ask control arguments "(yes or no) " #'string-downcase "yes" "no"))

(defun %ask (control arguments choices simplify yes no)
  (do () (nil)
    (fresh-line)
    (when control
      (apply #'format t control arguments)
      (write-char #\Space))
    (write-string choices)
    (force-output)
    (let ((answer (string-trim " " (read-line))))
      (unless (equal answer "")
        (let ((short (funcall simplify answer)))
          (cond ((equal short yes) (return t))
                ((equal short no) (return nil))))))))

(defun require (name &optional files)
  "Load FILES if they are given; return NIL. There are no modules.
Example: (require 'nothing) => NIL"
  (declare (ignore name))
  (mapc #'load (if (listp files) files (list files)))
  nil)
(defun provide (name)
  "Return NAME. There are no modules.
Example: (provide 'this) => THIS"
  name)
