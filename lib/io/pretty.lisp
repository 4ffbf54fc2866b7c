;;;; pretty.lisp -- macros and functions of the pretty printer. -*- sealed -*-

(defmacro pprint-logical-block ((stream list &key prefix per-line-prefix suffix) &body body)
  "Run BODY, which prints LIST as a logical block on STREAM, a variable (NIL: *STANDARD-OUTPUT*, T: *TERMINAL-IO*). In BODY
(PPRINT-POP) returns the next element of LIST.
PREFIX, SUFFIX: strings printed before and after the block.  PER-LINE-PREFIX: a string printed before each of its lines.
Signals: type-error unless the prefixes and SUFFIX are strings; program-error if both kinds of prefix are given.
Example: (let ((*print-right-margin* 10) (*print-pretty* t))
  (with-output-to-string (s)
    (pprint-logical-block (s '(alpha beta) :prefix \"[\" :suffix \"]\")
      (loop (princ (pprint-pop) s) (pprint-exit-if-list-exhausted) (pprint-newline :linear s))))) => \"[ALPHA
 BETA]\""
  (if (and prefix per-line-prefix)
      (error 'program-error :format-control "PPRINT-LOGICAL-BLOCK: expected :PREFIX or :PER-LINE-PREFIX, got both"))
  (let ((variable (cond ((null stream) '*standard-output*) ((eq stream t) '*terminal-io*) (t stream)))
        (block (gensym "BLOCK"))
        (number (gensym "NUMBER")))
    `(call-with-block
      (lambda (,variable ,number)
        (block ,block
          (macrolet ((pprint-pop () '(if (block-more-p ,number) (block-pop ,number) (return-from ,block nil)))
                     (pprint-exit-if-list-exhausted () '(if (block-exhausted-p ,number) (return-from ,block nil))))
            ,@body)))
      ,variable ,list
      ,(or per-line-prefix prefix "") ,(if per-line-prefix t nil) ,(or suffix ""))))

(defmacro pprint-pop ()
  "Return the next element of the list of the enclosing PPRINT-LOGICAL-BLOCK; leave the block if the list is exhausted or
the limits of the printer forbid more.
Signals: program-error outside PPRINT-LOGICAL-BLOCK.
Example: (with-output-to-string (s) (pprint-logical-block (s '(1 2)) (princ (pprint-pop) s))) => \"1\""
  (error 'program-error :format-control "PPRINT-POP: expected an enclosing PPRINT-LOGICAL-BLOCK"))

(defmacro pprint-exit-if-list-exhausted ()
  "Leave the enclosing PPRINT-LOGICAL-BLOCK if its list is exhausted.
Signals: program-error outside PPRINT-LOGICAL-BLOCK.
Example: (with-output-to-string (s)
  (pprint-logical-block (s nil) (pprint-exit-if-list-exhausted) (princ 'more s))) => \"\""
  (error 'program-error :format-control "PPRINT-EXIT-IF-LIST-EXHAUSTED: expected an enclosing PPRINT-LOGICAL-BLOCK"))

(defun pprint (object &optional stream)
  "Pretty-print OBJECT on a new line; return no value.
Signals: type-error if STREAM is not a stream; stream-error.
Example: (with-output-to-string (s) (pprint 1 s)) => \"
1\""
  (terpri stream)
  (write object :stream stream :pretty t :escape t)
  (values))

(defun pprint-fill (stream list &optional (colon-p t) at-sign-p)
  "Print LIST on STREAM with as many elements on each line as fit; return NIL.
COLON-P: NIL to print no parentheses. Also used as ~/PPRINT-FILL/ in FORMAT.
Signals: type-error unless STREAM is an output stream, NIL or T; stream-error.
Example: (with-output-to-string (s) (pprint-fill s '(a b))) => \"(A B)\""
  (declare (ignore at-sign-p))
  (format (designated-output stream) (if colon-p "~:<~@{~W~^ ~:_~}~:>" "~<~@{~W~^ ~:_~}~:>") list)
  nil)

(defun pprint-linear (stream list &optional (colon-p t) at-sign-p)
  "Print LIST on STREAM, either on one line or with each element on its own line; return NIL.
COLON-P: NIL to print no parentheses. Also used as ~/PPRINT-LINEAR/ in FORMAT.
Signals: type-error unless STREAM is an output stream, NIL or T; stream-error.
Example: (with-output-to-string (s) (pprint-linear s '(a b) nil)) => \"A B\""
  (declare (ignore at-sign-p))
  (format (designated-output stream) (if colon-p "~:<~@{~W~^ ~_~}~:>" "~<~@{~W~^ ~_~}~:>") list)
  nil)

(defun pprint-tabular (stream list &optional (colon-p t) at-sign-p (tab-size 16))
  "Print LIST on STREAM in columns whose widths are multiples of TAB-SIZE; return NIL.
COLON-P: NIL to print no parentheses. Also used as ~/PPRINT-TABULAR/ in FORMAT.
Signals: type-error unless STREAM is an output stream, NIL or T; stream-error.
Example: (let ((*print-pretty* t)) (with-output-to-string (s) (pprint-tabular s '(a b) nil nil 4))) => \"A   B\""
  (declare (ignore at-sign-p))
  (let ((size (or tab-size 16)))
    (pprint-logical-block (stream list :prefix (if colon-p "(" "") :suffix (if colon-p ")" ""))
      (pprint-exit-if-list-exhausted)
      (loop (write (pprint-pop) :stream stream)
            (pprint-exit-if-list-exhausted)
            (write-char #\Space stream)
            (pprint-tab :section-relative 0 size stream)
            (pprint-newline :fill stream))))
  nil)

(defun pprint-dispatch (object &optional (table *print-pprint-dispatch*))
  "Return the function of a stream and an object that prints OBJECT when *PRINT-PRETTY* is true, and T if it is an entry of
TABLE, NIL if it is the default.
TABLE: NIL for the standard table.
Signals: type-error unless TABLE is a pprint dispatch table or NIL.
Example: (nth-value 1 (pprint-dispatch '(let ((x 1)) x))) => T"
  (multiple-value-bind (found found-p) (find-pprint-dispatch object table)
    (values (cond ((integerp found) (layout-function found))
                  (found-p found)
                  (t #'print-plainly))
            found-p)))

;; Functions of the standard layouts, by layout number; each is created when it is first requested.
(defvar *layout-functions* (make-hash-table))
(defun layout-function (number)
  (or (gethash number *layout-functions*)
      (setf (gethash number *layout-functions*)
            (lambda (stream object) (print-layout stream object number)))))

(defun print-plainly (stream object)
  (write object :stream stream :pretty nil))
