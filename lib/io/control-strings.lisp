;;;; control-strings.lisp -- the parser of FORMAT's control strings. -*- sealed -*-
;;;;
;;;; A parsed control string is a list of elements: strings, which are plain text, and directives.
;;;; Source: ANSI Common Lisp, section 22.3.

;; NAME: the character of the directive, in upper case.  PARAMETERS: numbers, characters, NIL for a missing one,
;; :ARGUMENT for v and :COUNT for #.  VARIABLE: does it have such parameters?  START, END: its range in the control string
;; TEXT.  CLAUSES: of ~( ~[ ~{ and ~<, a list of clauses, each a pair of its elements and the directive after them: ~; or
;; CLOSING.
(defstruct (directive (:constructor make-directive (text name colon at parameters variable start end)) (:copier nil) (:predicate nil))
  text name colon at parameters variable start end (handler nil) (clauses nil) (closing nil))

;; The function that executes each directive, by the code of its character. It takes a formatting, the directive, and its
;; parameters with the arguments in place of v and #; it returns NIL, or :UP or :UP-ALL to leave the enclosing clause (see ~^).
(defvar *directive-handlers* (make-array 128 :initial-element nil))

;; Signals an error about the position START in the control string TEXT. CONTROL and ARGUMENTS: the message.
(defun control-string-error (text start control &rest arguments)
  (let* ((shown 60) (size (length text))
         (from (if (and (> start (floor shown 2)) (> size shown)) (- start (floor shown 2)) 0))
         (to (min size (+ from shown))))
    (error 'simple-error :format-control "FORMAT: ~? (at character ~D of ~S)"
           :format-arguments (list control arguments start
                                   (concatenate-as 'string (if (> from 0) "..." "") (subseq text from to)
                                                   (if (< to size) "..." ""))))))

(defun directive-error (directive control &rest arguments)
  (apply #'control-string-error (directive-text directive) (directive-start directive) control arguments))

;; The character of TEXT at I, inside the directive that begins at START.
(defun control-char (text i start)
  (if (< i (length text)) (char text i) (control-string-error text start "the control string ends inside a directive")))

;; The parameter that begins at I in TEXT, or NIL, and the index after it.
(defun parse-parameter (text i start)
  (let ((c (control-char text i start)))
    (case c
      (#\' (values (control-char text (+ i 1) start) (+ i 2)))
      ((#\v #\V) (values :argument (+ i 1)))
      (#\# (values :count (+ i 1)))
      (t (let* ((sign (or (char= c #\+) (char= c #\-)))
                (digits (if sign (+ i 1) i))
                (end (or (position-if-not (lambda (c) (char<= #\0 c #\9)) text :start digits) (length text))))
           (cond ((> end digits) (values (parse-integer text :start i :end end) end))
                 (sign (control-string-error text start "a sign without a number"))
                 (t (values nil i))))))))

;; The list of parameters that begin at I in TEXT, and the index after them.
(defun parse-parameters (text i start)
  (let ((parameters nil))
    (loop
      (multiple-value-bind (parameter end) (parse-parameter text i start)
        (let ((more (char= (control-char text end start) #\,)))
          (if (or parameter more) (push parameter parameters))
          (setq i (if more (+ end 1) end))
          (unless more (return (values (nreverse parameters) i))))))))

;; The directive that begins at START in TEXT, without its clauses.
(defun parse-directive (text start)
  (multiple-value-bind (parameters i) (parse-parameters text (+ start 1) start)
    (let ((colon nil) (at nil) (c nil))
      (loop
        (setq c (control-char text i start))
        (incf i)
        (cond ((if (char= c #\:) colon (if (char= c #\@) at nil)) (control-string-error text start "duplicate modifier ~A" c))
              ((char= c #\:) (setq colon t))
              ((char= c #\@) (setq at t))
              (t (return (finish-directive (make-directive text (char-upcase c) colon at parameters
                                                           (if (find-if #'keywordp parameters) t nil) start i)))))))))

;; Checks DIRECTIVE, sets its handler and its end, and returns it.
(defun finish-directive (directive)
  (let* ((name (directive-name directive)) (text (directive-text directive)) (end (directive-end directive))
         (handler (if (< (char-code name) 128) (svref *directive-handlers* (char-code name)) nil)))
    (setf (directive-handler directive) handler)
    (cond ((char= name #\Newline)
           (if (and (directive-colon directive) (directive-at directive))
               (directive-error directive "~~: and ~~@ exclude each other before a line end"))
           (unless (directive-colon directive)
             (setf (directive-end directive)
                   (or (position-if-not (lambda (c) (and (whitespace-char-p c) (char/= c #\Newline))) text :start end)
                       (length text)))))
          ((not (or handler (find name ";)]}>"))) (directive-error directive "~~~A is not a directive" name))
          ((char= name #\/)
           (setf (directive-end directive)
                 (+ 1 (or (position #\/ text :start end) (directive-error directive "the name in ~~/ is not closed")))))
          ((nthcdr 7 (directive-parameters directive)) (directive-error directive "~~~A has too many parameters" name)))
    directive))

(defun whitespace-char-p (char) (or (member char '(#\Space #\Newline #\Tab #\Return #\Page)) (eql char (code-char 160))))

;;; Clauses

;; The elements from I up to the end of TEXT or, if OPENER is a directive with clauses, up to the end of a clause; the
;; directive that ends it, or NIL; and the index after that.
(defun parse-clause (text i opener)
  (let ((elements nil))
    (loop
      (let* ((tilde (or (position #\~ text :start i) (length text)))
             (directive (if (< tilde (length text)) (parse-directive text tilde) nil)))
        (if (> tilde i) (push (subseq text i tilde) elements))
        (unless directive
          (if opener (directive-error opener "~~~A is not closed" (directive-name opener)))
          (return (values (nreverse elements) nil tilde)))
        (setq i (directive-end directive))
        (case (directive-name directive)
          (#\Newline (if (directive-at directive) (push (string #\Newline) elements)))
          ((#\; #\) #\] #\} #\>)
           (check-end-of-clause directive opener)
           (return (values (nreverse elements) directive i)))
          ((#\( #\[ #\{ #\<)
           (push directive elements)
           (setq i (parse-clauses directive)))
          (t (push directive elements)))))))

(defun check-end-of-clause (directive opener)
  (let ((name (directive-name directive)) (within (if opener (directive-name opener) nil)))
    (if (char= name #\;)
        (unless (find within "[<") (directive-error directive "~~; is out of place"))
        (unless (eql within (char "([{<" (position name ")]}>"))) (directive-error directive "unmatched ~~~A" name)))))

;; Parses the clauses of OPENER; returns the index after them.
(defun parse-clauses (opener)
  (let ((i (directive-end opener)) (clauses nil))
    (loop
      (multiple-value-bind (elements end next) (parse-clause (directive-text opener) i opener)
        (push (cons elements end) clauses)
        (setq i next)
        (unless (char= (directive-name end) #\;)
          (setf (directive-clauses opener) (nreverse clauses) (directive-closing opener) end)
          (if (and (char= (directive-name end) #\>) (directive-colon end) (directive-at end)) (add-fill-newlines opener))
          (return i))))))

;; In ~<...~:@>, ~:_ follows each group of blanks in the body, the second of several clauses.
(defun add-fill-newlines (opener)
  (let* ((clauses (directive-clauses opener)) (body (or (second clauses) (first clauses))))
    (setf (car body) (mapcan (lambda (e) (if (stringp e) (with-fill-newlines e) (list e))) (car body)))))

(defun with-fill-newlines (text)
  (let* ((blank (position #\Space text)) (end (if blank (position #\Space text :start blank :test #'char/=) nil)))
    (cond ((not blank) (list text))
          (end (list* (subseq text 0 end) (parse-directive "~:_" 0) (with-fill-newlines (subseq text end))))
          (t (list text (parse-directive "~:_" 0))))))

;;; The whole string

;; Does DIRECTIVE need the pretty printer?
(defun layout-directive-p (directive)
  (case (directive-name directive)
    ((#\W #\_ #\I) t)
    (#\T (directive-colon directive))
    (#\< (directive-colon (directive-closing directive)))))

;; Signals an error if ELEMENTS use both justification and the pretty printer (22.3.5.2, 22.3.6.2).
(defun check-layout (elements)
  (let ((pretty nil) (line-start nil))
    (labels ((walk (elements)  ; do ELEMENTS need the pretty printer?
               (let ((found nil))
                 (dolist (e elements found)
                   (if (and (not (stringp e)) (walk-directive e)) (setq found t)))))
             (walk-directive (d)
               (let ((inside nil) (justifies (and (char= (directive-name d) #\<) (not (layout-directive-p d)))))
                 (dolist (clause (directive-clauses d)) (if (walk (car clause)) (setq inside t)))
                 (when justifies
                   (if inside
                       (directive-error (directive-closing d) "~~W ~~_ ~~I ~~:T and ~~<...~~:> cannot be used inside ~~<...~~>"))
                   (if (directive-colon (cdr (first (directive-clauses d)))) (setq line-start t)))
                 (if (layout-directive-p d) (setq pretty t inside t))
                 (if (and pretty line-start)
                     (directive-error (or (directive-closing d) d) "~~<...~~:;...~~> cannot be used with ~~W ~~_ ~~I ~~:T or ~~<...~~:>"))
                 inside)))
      (walk elements))))

;; The elements of the control string TEXT.
(defun parse-control (text)
  (let* ((text (coerce text 'simple-string)) (elements (parse-clause text 0 nil)))
    (check-layout elements)
    elements))

;; Parsed control strings. There is room for those of a program; the limits are for programs that construct them.
(defvar *parsed-controls* (make-hash-table :test #'equal))

(defun parsed-control (text)
  (let ((known (gethash text *parsed-controls* text)))
    (if (not (eq known text))
        known
        (let ((elements (parse-control text)))
          (when (< (length text) 2000)
            (if (>= (hash-table-count *parsed-controls*) 500) (clrhash *parsed-controls*))
            (setf (gethash (copy-seq text) *parsed-controls*) elements))
          elements))))

(defun check-control (control)
  "Return CONTROL if it is a valid control string for FORMAT.
Signals: an error that describes what is wrong with CONTROL.
Example: (check-control \"~A\") => \"~A\""
  (parsed-control control)
  control)
