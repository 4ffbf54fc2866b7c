;;;; format-clauses.lisp -- FORMAT's directives that enclose others: ~( ~[ ~{ and both forms of ~<. -*- sealed -*-
;;;; Source: ANSI Common Lisp, sections 22.3.5 to 22.3.8.

;; The elements of the first clause of DIRECTIVE.
(defun first-clause (directive) (car (first (directive-clauses directive))))

(define-control-directive #\( ()
  (let ((changed (make-case-stream stream (if colon (if at :upcase :capitalize) (if at :capitalize-first :downcase)))))
    (setf (formatting-stream run) changed)
    (prog1 (run-elements (first-clause directive) run)
      (setf (formatting-stream run) stream)
      (close changed))))

;;; ~[

(define-control-directive #\[ ()
  (let ((clauses (directive-clauses directive)))
    (cond (at (if colon (directive-error directive "~~: and ~~@ exclude each other in ~~["))
              (if (cdr clauses) (directive-error directive "expected one clause in ~~@["))
              (if (car (remaining-list run directive))
                  (run-elements (first-clause directive) run)
                  (progn (next-argument run directive) nil)))
          (colon (if (/= (length clauses) 2) (directive-error directive "expected two clauses in ~~:["))
                 (run-elements (car (if (next-argument run directive) (second clauses) (first clauses))) run))
          (t (let ((n (or (first parameters) (next-argument run directive))))
               (if (not (integerp n)) (wrong-argument directive n 'integer))
               (run-elements (chosen-clause clauses n) run))))))

;; The remaining arguments of RUN, of which there is at least one.
(defun remaining-list (run directive)
  (let ((rest (remaining-arguments run)))
    (if (consp rest) rest (next-argument run directive))))

;; The elements of clause N; without one, those of the clause after ~:;.
(defun chosen-clause (clauses n)
  (let ((before nil))
    (dolist (clause clauses nil)
      (if (or (eql n 0) (and before (directive-colon before))) (return (car clause)))
      (setq before (cdr clause))
      (decf n))))

;;; ~{

(define-control-directive #\{ ((limit size-parameter nil))
  (let* ((empty (= (directive-end directive) (directive-start (directive-closing directive))))
         (body (if empty (control-argument run directive) nil)))
    (if (and (formatting-block run) at (not colon) (not body))
        (iterate-in-block run directive limit)
        (let ((rest (iterate run directive limit body (if at (remaining-arguments run) (next-argument run directive)))))
          (if at (set-remaining-arguments run rest))))
    nil))

;; The run of each iteration gets its arguments from ITEMS, one list that all of them consume or, with a colon, a list of
;; lists. BODY: a control string or a function, or NIL for the clause of DIRECTIVE. Returns the items that are left.
(defun iterate (run directive limit body items)
  (let ((own (make-formatting (formatting-stream run) items items (formatting-outer-rest run)))
        (colon (directive-colon directive))
        (at-least-once (directive-colon (directive-closing directive))))
    (check-list-argument directive items)
    (do ((count 0 (+ count 1)) (exit nil)) ((and limit (>= count limit)) items)
      (if (and (null items) (not (and at-least-once (= count 0)))) (return items))
      (if colon (begin-iteration own directive (car items) (cdr items)) (setf (formatting-rest own) items))
      (let ((taken (formatting-taken own)))
        (setq exit (run-body own directive body))
        (if colon
            (check-list-argument directive (setq items (cdr items)))
            (let ((rest (formatting-rest own)))
              (if (and (eq rest items) (consp items) (not exit) (not limit))
                  (endless-iteration directive (/= taken (formatting-taken own))))
              (check-list-argument directive rest)
              (setq items rest))))
      (if (or (eq exit :up-all) (and exit (not colon))) (return items)))))

(defun check-list-argument (directive list)
  (if (not (listp list)) (wrong-argument directive list 'list)))

(defun begin-iteration (own directive list outer-rest)
  (check-list-argument directive list)
  (setf (formatting-all own) list
        (formatting-rest own) list
        (formatting-taken own) 0
        (formatting-outer-rest own) outer-rest))

(defun run-body (own directive body)
  (cond (body (setf (formatting-rest own) (format-rest (formatting-stream own) body (formatting-rest own))) nil)
        (t (run-elements (first-clause directive) own))))

(defun endless-iteration (directive circular)
  (directive-error directive (if circular
                                 "the list is circular, so ~~{ would not end"
                                 "the body of ~~{ takes no argument, so it would not end")))

;; ~@{ in ~<...~:>: the elements are those of the block.
(defun iterate-in-block (run directive limit)
  (let ((block (formatting-block run)) (at-least-once (directive-colon (directive-closing directive))))
    (do ((count 0 (+ count 1))) ((and limit (>= count limit)))
      (if (and (block-exhausted-p block) (not (and at-least-once (= count 0)))) (return))
      (let ((taken (block-taken block)))
        (if (run-elements (first-clause directive) run) (return))
        (if (and (= taken (block-taken block)) (not (block-exhausted-p block))) (endless-iteration directive nil))))))

;;; ~<...~>

(define-control-directive #\< ((least size-parameter 0) (increment increment-parameter 1) (padding size-parameter 0)
                               (char character-parameter #\Space))
  (if (directive-colon (directive-closing directive))
      (progn (print-block run directive) nil)
      (multiple-value-bind (segments line-start exit) (justified-segments run directive)
        (let* ((gaps (+ (max 0 (- (length segments) 1)) (if colon 1 0) (if at 1 0)))
               (size (+ (* gaps padding) (loop for s in segments sum (length s))))
               (width (increased-width least size increment)))
          (if line-start (write-line-start line-start stream width))
          (write-justified segments stream gaps (- width (- size (* gaps padding))) colon at char))
        (if (eq exit :up-all) exit nil))))

;; The texts of the clauses up to one that ~^ ends. If ~:; ends the first clause, its text is not among them, and the second
;; value is a list of its text and the columns that the two parameters of ~:; mean. The third value tells how the last clause
;; ended.
(defun justified-segments (run directive)
  (let ((stream (formatting-stream run)) (clauses (directive-clauses directive)) (segments nil) (line-start nil) (exit nil))
    (dolist (clause clauses)
      (let ((text (with-output-to-string (s)
                    (setf (formatting-stream run) s)
                    (setq exit (run-elements (car clause) run))
                    (setf (formatting-stream run) stream)))
            (separator (cdr clause)))
        (cond (exit (return))
              ((not (and (directive-colon separator) (char= (directive-name separator) #\;))) (push text segments))
              ((eq clause (first clauses)) (setq line-start (cons text (line-start-columns run separator))))
              (t (directive-error separator "~~:; ends the first segment of ~~< only")))))
    (values (nreverse segments) line-start exit)))

(defun line-start-columns (run separator)
  (let ((parameters (actual-parameters run separator)) (width (stream-line-width (formatting-stream run))))
    (list (size-parameter separator (first parameters) 0)
          (size-parameter separator (second parameters) (if (= width 80) 72 width)))))

;; Writes the text of LINE-START if WIDTH columns do not fit on the line.
(defun write-line-start (line-start stream width)
  (destructuring-bind (text reserved line-width) line-start
    (if (> (+ (line-column stream) width reserved) line-width) (write-string text stream))))

;; Writes SEGMENTS with SPACES characters of padding, distributed over GAPS.
(defun write-justified (segments stream gaps spaces before after char)
  (flet ((write-gap ()
           (let ((here (if (> gaps 0) (floor spaces gaps) spaces)))
             (decf spaces here)
             (if (> gaps 0) (decf gaps))
             (write-repeated char here stream))))
    (if (or before (and (not after) (null (cdr segments)))) (write-gap))
    (loop for (segment . more) on segments
          do (write-string segment stream)
             (if more (write-gap)))
    (if after (write-gap))))

;;; ~<...~:>

(defun print-block (run directive)
  (multiple-value-bind (prefix on-each-line elements suffix) (block-parts directive)
    (let* ((at (directive-at directive)) (list (if at (remaining-arguments run) (next-argument run directive))))
      (if at (set-remaining-arguments run nil))
      (call-with-block (lambda (stream number)
                         (block body
                           (run-elements elements (make-formatting stream list list (formatting-outer-rest run) number
                                                                   (lambda () (return-from body))))))
                       (formatting-stream run) list prefix on-each-line suffix at))))

;; The prefix, whether it is written on each line, the elements of the body, and the suffix of the block that DIRECTIVE means.
(defun block-parts (directive)
  (let* ((clauses (directive-clauses directive))
         (colon (directive-colon directive))
         (prefix (if (cdr clauses) (first clauses) nil)))
    (if (cdddr clauses) (directive-error directive "~~<...~~:> has at most three segments"))
    (values (cond (prefix (constant-text (car prefix))) (colon "(") (t ""))
            (and prefix (directive-at (cdr prefix)))
            (car (if prefix (second clauses) (first clauses)))
            (cond ((cddr clauses) (constant-text (car (third clauses)))) (colon ")") (t "")))))

;; The text of ELEMENTS, which must not contain directives other than ~~ and ~%.
(defun constant-text (elements)
  (if (and elements (stringp (car elements)) (null (cdr elements)))
      (car elements)
      (apply #'concatenate-as 'string
             (mapcar (lambda (e)
                       (cond ((stringp e) e)
                             ((char= (directive-name e) #\~) "~")
                             ((char= (directive-name e) #\%) (string #\Newline))
                             (t (directive-error e "the prefix and the suffix of ~~< are plain text, without ~~~A"
                                                 (directive-name e)))))
                     elements))))
