;;;; format.lisp -- FORMAT: arguments, parameters, and the directives that print one argument or move. -*- sealed -*-
;;;; Source: ANSI Common Lisp, section 22.3.

;; One run over a control string.  ALL, REST: the arguments, and those that are left.  TAKEN: the number of those before REST.
;; OUTER-REST: in ~:{ the lists of arguments that are left; else T.  BLOCK: the number of the logical block whose elements are
;; the arguments, or NIL; then ALL is its list, and the function LEAVE ends its body.
(defstruct (formatting (:constructor make-formatting (stream all rest &optional (outer-rest t) block leave))
                       (:copier nil) (:predicate nil))
  stream all rest (taken 0) outer-rest block leave)

(defun format-elements (elements stream arguments)
  "Write ELEMENTS, a parsed control string, to STREAM with the list ARGUMENTS; return the arguments that were not used."
  (let ((run (make-formatting stream arguments arguments)))
    (run-elements elements run)
    (formatting-rest run)))

;; Writes ELEMENTS. Returns NIL, or :UP or :UP-ALL if ~^ or ~:^ ended the run.
(defun run-elements (elements run)
  (dolist (e elements nil)
    (if (stringp e)
        (write-string e (formatting-stream run))
        (let ((exit (funcall (directive-handler e) run e (actual-parameters run e))))
          (if exit (return exit))))))

;; Evaluates FORM, which writes, with STREAM bound to the stream that DESTINATION, a variable, means to FORMAT. Returns the value
;; of FORMAT.
(defmacro to-destination ((stream destination) form)
  `(if (null ,destination)
       (let ((,stream (make-string-output-stream)))
         ,form
         (prog1 (get-output-stream-string ,stream) (close ,stream)))
       (let ((,stream (output-stream (cond ((eq ,destination t) *standard-output*)
                                           ((stringp ,destination) (make-string-filler ,destination))
                                           (t ,destination)))))
         ,form
         nil)))

(defun format (destination control &rest arguments)
  "Write ARGUMENTS as CONTROL specifies; return NIL, or a string if DESTINATION is NIL.
DESTINATION: T for *STANDARD-OUTPUT*, a stream, a string with a fill pointer, or NIL.
CONTROL: a function that FORMATTER returned, or a string with directives: ~A ~S ~W ~D ~B ~O ~X ~R ~C ~F ~E ~G ~$ ~% ~& ~| ~~ ~T ~* ~? ~P
~( ~) ~[ ~] ~{ ~} ~< ~> ~^ ~_ ~I ~/name/ and ~newline.
Signals: an error for a malformed control string or a missing argument; type-error.
Example: (format nil \"~A and ~S\" \"a\" \"b\") => \"a and \\\"b\\\"\"
Example: (format nil \"~R ~:R ~@R\" 4 4 4) => \"four fourth IV\"
Example: (format nil \"~{~A~^, ~}\" '(1 2 3)) => \"1, 2, 3\""
  (to-destination (stream destination) (format-rest stream control arguments)))

;; Calls with a literal control string are expanded into calls of this function. LITERAL: the list (control), whose rest
;; becomes the list of the parsed control.
(defun format-literal (destination literal &rest arguments)
  (let ((elements (car (or (cdr literal) (setf (cdr literal) (list (parse-control (car literal))))))))
    (to-destination (stream destination) (format-elements elements stream arguments))))

(put 'format 'compiler-macro-property
     (lambda (form environment)
       (declare (ignore environment))
       (if (and (eq (car form) 'format) (form-length form) (stringp (third form)))
           `(format-literal ,(second form) ',(list (third form)) ,@(cdddr form))
           form)))

(defun format-rest (stream control arguments)
  "Write the list ARGUMENTS to STREAM as CONTROL specifies; return the arguments that were not used.
Signals: an error for a malformed control string or a missing argument; type-error.
Example: (with-output-to-string (s) (princ (format-rest s \"~A\" '(1 2)) s)) => \"1(2)\""
  (cond ((stringp control) (format-elements (parsed-control control) stream arguments))
        ((functionp control) (apply control stream arguments))
        (t (signal-wrong-type control "a control string" '(or string function)))))

(defmacro formatter (control)
  "Return a function that FORMAT accepts in place of the string CONTROL. The function takes a stream and the arguments, and
returns the list of unused arguments.
Signals: an error if CONTROL is malformed.
Example: (format nil (formatter \"~A-~A\") 1 2) => \"1-2\""
  (check-control control)
  `(lambda (stream &rest arguments) (format-rest (designated-output stream) ,control arguments)))

;;; Arguments

(defun wrong-argument (directive datum type)
  (error 'type-error :datum datum :expected-type type
         :format-control "FORMAT: ~~~A expected an argument of type ~S, got ~S (at character ~D of ~S)"
         :format-arguments (list (directive-name directive) type datum (directive-start directive) (directive-text directive))))

(defun next-argument (run directive)
  (let ((rest (formatting-rest run)))
    (cond ((formatting-block run)
           (if (block-more-p (formatting-block run)) (block-pop (formatting-block run)) (funcall (formatting-leave run))))
          ((consp rest)
           (setf (formatting-rest run) (cdr rest))
           (incf (formatting-taken run))
           (car rest))
          (rest (wrong-argument directive rest 'list))
          (t (directive-error directive "no argument left for ~~~A" (directive-name directive))))))

(defun remaining-arguments (run)
  (if (formatting-block run) (block-rest (formatting-block run)) (formatting-rest run)))

;; The number of elements of LIST, which may be dotted but not circular.
(defun count-arguments (list)
  (do ((rest list (cdr rest)) (slow list) (n 0 (+ n 1)))
      ((atom rest) n)
    (if (and (evenp n) (> n 0)) (setq slow (cdr slow)))
    (if (and (> n 0) (eq rest slow)) (signal-wrong-type list "a proper list" 'list))))

;; The number of arguments before those that remain.
(defun taken-arguments (run)
  (if (formatting-block run) (block-taken (formatting-block run)) (formatting-taken run)))

;; Makes REST, which a function or a nested control string has left, the remaining arguments.
(defun set-remaining-arguments (run rest)
  (let ((used (if (formatting-block run) 0 (- (count-arguments (formatting-rest run)) (count-arguments rest)))))
    (move-to-argument run rest (+ (taken-arguments run) (max 0 used)))))

(defun move-to-argument (run rest taken)
  (if (formatting-block run)
      (move-block (formatting-block run) rest taken)
      (setf (formatting-rest run) rest (formatting-taken run) taken)))

(defun go-to-argument (run directive index)
  (let ((rest (formatting-all run)) (n 0))
    (loop while (and (< n index) (consp rest)) do (pop rest) (incf n))
    (if (/= n index) (directive-error directive "~~~A goes beyond the arguments" (directive-name directive)))
    (move-to-argument run rest index)))

;;; Parameters

;; The parameters of DIRECTIVE, with arguments in place of v and #.
(defun actual-parameters (run directive)
  (if (directive-variable directive)
      (mapcar (lambda (p)
                (case p
                  (:argument (next-argument run directive))
                  (:count (count-arguments (remaining-arguments run)))
                  (t p)))
              (directive-parameters directive))
      (directive-parameters directive)))

;; The functions below return VALUE, a parameter of DIRECTIVE, or DEFAULT if it is missing. No number of columns, digits or
;; repetitions is as large as the limit, so that an error in a program does not exhaust memory.
(defconstant most-columns 100000000)

(defun integer-parameter (directive value default)
  (cond ((null value) default)
        ((not (integerp value)) (wrong-argument directive value 'integer))
        ((> value most-columns)
         (directive-error directive "the parameter ~D of ~~~A is too large (the limit is ~D)" value (directive-name directive)
                          most-columns))
        (t (max value (- most-columns)))))

(defun size-parameter (directive value default)
  (let ((n (integer-parameter directive value default)))
    (if (and n (< n 0)) 0 n)))

(defun increment-parameter (directive value default)
  (let ((n (size-parameter directive value default)))
    (if (< n 1)
        (directive-error directive "~~~A expected a column increment of at least 1, got ~D" (directive-name directive) value))
    n))

(defun character-parameter (directive value default)
  (cond ((null value) default)
        ((characterp value) value)
        (t (wrong-argument directive value 'character))))

;; Defines the handler of the directive with the character NAME.  PARAMETERS: lists (variable function default), with one of
;; the functions above.  In BODY the variables RUN, DIRECTIVE, STREAM, COLON and AT are bound.
(defmacro define-control-directive (name parameters &body body)
  `(setf (svref *directive-handlers* ,(char-code name))
         (lambda (run directive parameters)
           (let* ((stream (formatting-stream run)) (colon (directive-colon directive)) (at (directive-at directive))
                  ,@(mapcar (lambda (p)
                              `(,(first p) (if parameters (,(second p) directive (pop parameters) ,(third p)) ,(third p))))
                            parameters))
             (declare (ignorable stream colon at parameters))
             ,@body))))

;; The same for a directive that never ends the run.
(defmacro define-directive (name parameters &body body)
  `(define-control-directive ,name ,parameters ,@body nil))

;; WIDTH plus the least multiple of INCREMENT that makes it LEAST or more.
(defun increased-width (width least increment)
  (if (< width least) (+ least (mod (- width least) increment)) width))

;; Writes TEXT, padded to WIDTH columns.  BEFORE: if true, the padding precedes it.
(defun write-padded (text stream width before padding)
  (let ((missing (- width (length text))))
    (if (and before (> missing 0)) (write-repeated padding missing stream))
    (write-string text stream)
    (if (and (not before) (> missing 0)) (write-repeated padding missing stream))))

;;; Directives for objects and characters

;; ~A and ~S: PRINT writes VALUE to STREAM, TEXT returns the same as a string.
(defmacro define-object-directive (name print text)
  `(define-directive ,name ((least size-parameter 0) (increment increment-parameter 1) (padding size-parameter 0)
                            (char character-parameter #\Space))
     (let ((value (next-argument run directive)))
       (cond ((directive-parameters directive)
              (let ((text (if (and colon (null value)) "()" (,text value))))
                (write-padded text stream (increased-width (+ (length text) padding) least increment) at char)))
             ((and colon (null value)) (write-string "()" stream))
             (t (,print value stream))))))

(define-object-directive #\A princ princ-to-string)
(define-object-directive #\S prin1 prin1-to-string)

(define-directive #\W ()
  (let ((value (next-argument run directive)))
    (if (or colon at)
        (let ((*print-pretty* (or colon *print-pretty*))
              (*print-length* (if at nil *print-length*))
              (*print-level* (if at nil *print-level*)))
          (write value :stream stream))
        (write value :stream stream))))

;; With a colon, graphic characters are written as themselves, even those with names.
(define-directive #\C ()
  (let ((c (next-argument run directive)))
    (cond ((not (characterp c)) (wrong-argument directive c 'character))
          (colon (write-string (or (if (and (graphic-char-p c) (char/= c #\Space)) nil (char-name c)) (string c)) stream))
          (at (prin1 c stream))
          (t (write-char c stream)))))

(define-directive #\P ()
  (if colon (go-to-argument run directive (- (taken-arguments run) 1)))
  (let ((one (eql (next-argument run directive) 1)))
    (cond (at (write-string (if one "y" "ies") stream))
          ((not one) (write-char #\s stream)))))

(define-directive #\% ((count size-parameter 1)) (write-repeated #\Newline count stream))
(define-directive #\| ((count size-parameter 1)) (write-repeated #\Page count stream))
(define-directive #\~ ((count size-parameter 1)) (write-repeated #\~ count stream))

(define-directive #\& ((count size-parameter 1))
  (when (> count 0)
    (fresh-line stream)
    (write-repeated #\Newline (- count 1) stream)))

;;; Columns and the pretty printer

(define-directive #\T ((column size-parameter 1) (step size-parameter 1))
  (cond ((pretty-stream-p stream)
         (let ((*print-pretty* t))
           (pprint-tab (if colon (if at :section-relative :section) (if at :line-relative :line)) column step stream)))
        ((not colon) (write-repeated #\Space (tab-width (line-column stream) column step at) stream))))

;; The number of spaces from the column NOW to the tab stop that ~T means.
(defun tab-width (now column step relative)
  (cond (relative (+ column (if (> step 0) (mod (- (+ now column)) step) 0)))
        ((< now column) (- column now))
        ((> step 0) (- step (mod (- now column) step)))
        (t 0)))

(define-directive #\_ () (pprint-newline (if colon (if at :mandatory :fill) (if at :miser :linear)) stream))

(define-directive #\I ((columns integer-parameter 0)) (pprint-indent (if colon :current :block) columns stream))

;;; Other arguments, control strings and functions

(define-directive #\* ((count size-parameter nil))
  (if (and colon at) (directive-error directive "~~: and ~~@ exclude each other in ~~*"))
  (go-to-argument run directive (cond (at (or count 0))
                                      (colon (- (taken-arguments run) (or count 1)))
                                      (t (+ (taken-arguments run) (or count 1))))))

;; The next argument, a control string or a function.
(defun control-argument (run directive)
  (let ((control (next-argument run directive)))
    (if (or (stringp control) (functionp control)) control (wrong-argument directive control 'string))))

(define-directive #\? ()
  (let ((control (control-argument run directive)))
    (cond ((not at)
           (let ((arguments (next-argument run directive)))
             (if (listp arguments) (format-rest stream control arguments) (wrong-argument directive arguments 'list))))
          ((stringp control) (run-elements (parsed-control control) run))
          (t (set-remaining-arguments run (format-rest stream control (remaining-arguments run)))))))

(define-directive #\/ ()
  (apply (called-name directive) stream (next-argument run directive) colon at parameters))

;; The symbol of ~/name/.
(defun called-name (directive)
  (let* ((end (- (directive-end directive) 1)) (text (directive-text directive))
         (name (string-upcase (subseq text (+ 1 (position #\/ text :end end :from-end t)) end)))
         (colon (position #\: name)) (package (if colon (subseq name 0 colon) "COMMON-LISP-USER")))
    (if (find-package package)
        (values (intern (if colon (string-left-trim ":" (subseq name colon)) name) package))
        (directive-error directive "expected the name of a package, got ~A" package))))

;; ~^: the parameters are compared if there are any.
(define-control-directive #\^ ()
  (let ((a (first parameters)) (b (second parameters)) (c (third parameters)))
    (if (and colon (eq (formatting-outer-rest run) t)) (directive-error directive "~~:^ is defined only within ~~:{"))
    (if (cond (c (if (and a b) (and (ordered-p directive a b) (ordered-p directive b c)) (eql (or a 0) (or b 0))))
              (b (eql (or a 0) b))
              (a (eql a 0))
              (t (null (if colon (formatting-outer-rest run) (remaining-arguments run)))))
        (if colon :up-all :up)
        nil)))

(defun ordered-p (directive a b)
  (cond ((and (characterp a) (characterp b)) (char<= a b))
        ((not (integerp a)) (wrong-argument directive a 'integer))
        ((not (integerp b)) (wrong-argument directive b 'integer))
        (t (<= a b))))
