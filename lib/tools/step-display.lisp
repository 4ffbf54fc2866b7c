;;;; step-display.lisp -- how the stepper shows a step: the text of a level, in which values replace their expressions. -*- sealed -*-

(defvar *rendered* nil)           ; the text written so far, a string with a fill pointer
(defvar *replacements* nil)       ; those of the level, as in the structure LEVEL
(defvar *marked-form* nil)
(defvar *mark* nil)               ; start and end of the marked form in the text
(defvar *shown-source* nil)       ; the source of the level, or NIL
(defvar *line-numbers* nil)       ; NIL, or the numbers of the text's lines in the source, last one first; then line breaks are kept

(defun write-rendered (text)
  (dotimes (i (length text)) (vector-push-extend (char text i) *rendered*)))

;; The text of FORMS in SOURCE or NIL, without those that are done, and the start and end of MARKED in it, or NIL.
;; KEEPS-LINES: as in the source; then the last value is a list of line numbers.
(defun rendered-forms (forms source replaced marked &optional keeps-lines)
  (let* ((*rendered* (make-array 100 :element-type 'character :adjustable t :fill-pointer 0))
         (*replacements* replaced) (*marked-form* marked) (*mark* nil) (*shown-source* source)
         (*line-numbers* (if keeps-lines (list (source-line source)) nil)))
    (render-sequence forms t)
    (values (coerce *rendered* 'simple-string) (first *mark*) (second *mark*) (reverse *line-numbers*))))

(defun render (form)
  (let ((replacement (if (consp form) (replacement form *replacements*) nil)))
    (case (first replacement)
      (:value (write-rendered (values-as-form (rest replacement))))
      (:forms (render-as-one (rest replacement)))
      (t (let ((start (length *rendered*)))
           (render-itself form)
           (if (and (consp form) (eq form *marked-form*)) (setq *mark* (list start (length *rendered*)))))))))

;; Those of FORMS, a body, that are not done.
(defun remaining-forms (forms)
  (do ((rest forms (cdr rest)))
      ((or (null (cdr rest)) (and (consp (car rest)) (not (eq (first (replacement (car rest) *replacements*)) :value)))) rest)))

(defun render-sequence (forms &optional at-start)
  (dolist (form (remaining-forms forms))
    (let ((replacement (if (consp form) (replacement form *replacements*) nil)))
      (cond ((eq (first replacement) :forms) (render-sequence (rest replacement) at-start))
            (t (separate-form form at-start)
               (render form))))
    (setq at-start nil)))

;; Writes what separates FORM, one of a body, from the text before it. AT-START: T at the start of the text; :WRITTEN after what has
;; been separated.
(defun separate-form (form at-start)
  (let ((part (if *line-numbers* (place-in-source form) nil)))
    (cond ((eq at-start :written))
          (part
           (if at-start (setq *line-numbers* nil) (write-rendered (string #\Newline)))
           (push (line-in-source (first part) *shown-source*) *line-numbers*)
           (write-rendered (make-string (- (second (line-and-column (source-text *shown-source*) (first part))) 1)
                                        :initial-element #\Space)))
          ((not at-start) (write-rendered " ")))))

(defun place-in-source (form) (part-in-source form *shown-source*))

(defun render-as-one (forms)
  (let ((remaining (remaining-forms forms)))
    (cond ((cdr remaining)
           (write-rendered "(progn ")
           (render-sequence remaining :written)
           (write-rendered ")"))
          (t (render (car remaining))))))

;;; Text as in the source

(defun render-part (form part)
  (let ((position (first part)))
    (mapc (lambda (form inner)
            (when inner
              (write-between position (first inner))
              (if (consp form) (render form) (write-atom (first inner) (second inner)))
              (setq position (second inner))))
          form (cddr part))
    (write-between position (second part))))

(defun write-atom (start end)
  (write-rendered (substitute #\Space #\Newline (subseq (source-text *shown-source*) start end))))

;; Writes the text from START to END, between forms. If line breaks are not kept, blanks become one, and comments are omitted.
(defun write-between (start end)
  (let ((text (source-text *shown-source*)))
    (if *line-numbers*
        (do ((i start (+ i 1))) ((= i end))
          (write-rendered (string (char text i)))
          (if (char= (char text i) #\Newline) (push (+ (line-in-source i *shown-source*) 1) *line-numbers*)))
        (do ((i start (+ i 1))) ((>= i end))
          (let ((next (min end (source-object-start text i))))
            (when (> next i)
              (if (or (= next end) (char/= (char text next) #\))) (write-rendered " "))
              (setq i next))
            (if (< i end) (write-rendered (string (char text i)))))))))

;;; Text of forms without a source

;; The text of an object in the user's forms.
(defun source-form-text (object)
  (let ((*stepper* nil) (*print-case* :downcase) (*print-pretty* nil) (*print-length* 100) (*print-level* 20) (*print-readably* nil))
    (substitute #\Space #\Newline (prin1-to-string object))))

(defun render-itself (form)
  (cond ((place-in-source form) (render-part form (place-in-source form)))
        ((atom form) (write-rendered (source-form-text form)))
        ((and (eq (car form) 'quote) (consp (cdr form)) (null (cddr form))) (write-rendered (source-form-text form)))
        ((and (eq (car form) 'function) (consp (cdr form)) (null (cddr form)))
         (write-rendered "#'")
         (render (second form)))
        ((eq (car form) 'backquote) (render-backquote form))
        (t (render-list form))))

(defun render-backquote (form)
  (let ((start (length *rendered*)))
    (write-rendered (source-form-text form))
    (if (gethash *marked-form* (conses-of form)) (setq *mark* (list start (length *rendered*))))))

(defun render-list (form)
  (write-rendered "(")
  (do ((rest form (cdr rest))) ((atom rest)
                                (when rest
                                  (write-rendered " . ")
                                  (render rest)))
    (if (not (eq rest form)) (write-rendered " "))
    (render (car rest)))
  (write-rendered ")"))

;; The text of a snapshot, and of one that replaces an expression.
(defun snapshot-text (snapshot) (if (printed-p snapshot) (printed-text snapshot) (text-without-steps snapshot)))

(defun values-as-form (snapshots)
  (let* ((first (first snapshots)) (object (snapshot-object first)))
    (concatenate 'string
                 (if (or (consp object) (and (symbolp object) (not (constantp object)))) "'" "")
                 (snapshot-text first))))

;;; Lines

;; Shows the outcomes from entry FROM to END. REPEATS-OUTPUT: also the output of the program, which is not on the screen yet.
(defun show-outcomes (from end repeats-output)
  (loop for i from (max from (stepper-first *stepper*)) below end
        do (let ((entry (entry i)))
             (cond ((outcome-p entry) (show-outcome entry))
                   ((and (output-p entry) repeats-output) (format *trace-output* "~&~A~&" (output-text entry)))))))

(defun show-outcome (outcome)
  (let* ((*print-pretty* nil)
         (gutter (make-string (length (princ-to-string (level-number (outcome-level outcome)))) :initial-element #\Space))
         (values (outcome-values outcome)))
    (format *trace-output* "~&~A| ~A~%" gutter
            (cut-text (format nil "~A => ~:[no values~;~:*~{~A~^, ~}~]" (outcome-text outcome) (mapcar #'snapshot-text values))
                      (- (debug-width) (length gutter) 2) "..."))))

;; The text of the form of OUTCOME. The body of a macro call is cut.
(defun outcome-text (outcome)
  (let* ((form (outcome-form outcome)) (header (header-length form)))
    (if (and header (> (length form) header))
        (let ((text (source-form-text (subseq form 0 header)))) (format nil "~A ...)" (subseq text 0 (- (length text) 1))))
        (values (rendered-forms (list form) (level-source (outcome-level outcome)) (outcome-replaced outcome) nil)))))

;; The number of elements of the macro call FORM before its body, or NIL for a macro without a body.
(defun header-length (form)
  (let ((list (and (macro-function (first form)) (ignore-errors (arglist (first form))))))
    (if (ignore-errors (list-length list)) (let ((body (position '&body list))) (and body (+ body 1))) nil)))

;; Shows the name of the method that the next step enters, if it enters one. LEVEL: the level of that step.
(defun show-method-of (level)
  (let ((last (shiftf (stepper-level *stepper*) level)) (method (level-function level)))
    (if (and (typep method 'method) (not (eq level last)) (>= (level-number level) (if last (level-number last) 0)))
        (format *trace-output* "~&; in the method ~{~A~^ ~}~%" (mapcar #'one-line (method-title method))))))

(defun show-stop (stop)
  (if (search-stop-p stop) (show-search-stop stop) (show-text-stop stop)))

(defun show-text-stop (stop)
  (let* ((*print-pretty* nil) (level (stop-level stop)) (number (princ-to-string (level-number level)))
         (width (- (debug-width) (length number) 2)))
    (multiple-value-bind (text start end) (rendered-forms (level-forms level) (level-source level) (stop-replaced stop) (stop-form stop))
      (cond ((and (level-source level) (> (length text) (- (debug-width) 19)))
             (show-rows stop)
             (show-variables level (variables-text stop)))
            (t (multiple-value-setq (text start end) (window text (or start 0) (or end 0) width))
               (show-on-line level number text start end (variables-text stop) width))))))

;; Shows NUMBER and TEXT, whose part from START to END is marked, and VARIABLES on the same line if they fit, else below.
(defun show-on-line (level number text start end variables width)
  (let ((fits (and (string/= variables "") (<= (+ (length text) 2 (length variables)) width) (not (equal variables (level-shown level))))))
    (show-marked number text start end (if fits (format nil "~V@A" (- width (length text)) variables) ""))
    (if fits (setf (level-shown level) nil) (show-variables level variables))))

;; Shows TEXT after NUMBER, and MORE after it. The part of TEXT from START to END is marked: by colour, or by carets below.
(defun show-marked (number text start end more)
  (let ((color (and (< start end) (stepper-is-interactive *stepper*) (terminal-colors-p))))
    (format *trace-output* "~&~A| ~A~A~%" number (if color (colored-part text start end) text) more)
    (if (and (< start end) (not color))
        (format *trace-output* "~V@T| ~V@T~A~%" (length number) start (make-string (- end start) :initial-element #\^)))))

;; TEXT in which the part from START to END is red and underlined.
(defun colored-part (text start end)
  (format nil "~A~C[4;31m~A~C[0m~A" (subseq text 0 start) (code-char 27) (subseq text start end) (code-char 27) (subseq text end)))

;; Shows VARIABLES on a line of their own, if they have changed.
(defun show-variables (level variables)
  (when (not (or (string= variables "") (equal variables (level-shown level))))
    (show-at-right variables)
    (setf (level-shown level) variables)))

;;; Long texts are shown line by line: first those around the marked expression, then those that changed

(defun show-rows (stop)
  (let ((level (stop-level stop)))
    (multiple-value-bind (text start end numbers)
        (rendered-forms (level-forms level) (level-source level) (stop-replaced stop) (stop-form stop) t)
      (let* ((rows (mapcar #'cons numbers (lines-of text)))
             (marked (count #\Newline text :end (or start 0)))
             (from (max 0 (- marked 5))) (to (min (length rows) (+ marked 7)))
             (before (level-rows level)))
        (if (and (null before) (> from 0)) (format *trace-output* "~&   | ...~%"))
        (loop for row in (nthcdr from rows) for i from from below to
              do (if (or (= i marked) (not (equal row (find (car row) before :key #'car))))
                     (show-row row (if (= i marked) (mark-in-line text start end) nil))))
        (if (and (null before) (< to (length rows))) (format *trace-output* "   | ...~%"))
        (setf (level-rows level) rows)))))

;; The columns of the part of TEXT from START to END that is on the line of START.
(defun mark-in-line (text start end)
  (if start
      (let ((line-start (let ((newline (position #\Newline text :end start :from-end t))) (if newline (+ newline 1) 0))))
        (list (- start line-start) (- (min end (or (position #\Newline text :start start) end)) line-start)))
      nil))

(defun show-row (row mark)
  (multiple-value-bind (text start end) (window (cdr row) (or (first mark) 0) (or (second mark) 0) (- (debug-width) 5))
    (show-marked (format nil "~3D" (car row)) text start end "")))

(defun show-at-right (text)
  (let ((line (cut-text text (debug-width) ", ...")))
    (format *trace-output* "~V@A~%" (debug-width) line)))

;; "N = 2, X = A, iteration 1 of 2"
(defun variables-text (stop)
  (let ((turn (stop-turn stop)))
    (format nil "~{~A~^, ~}"
            (append (mapcar (lambda (v) (format nil "~A = ~A" (one-line (car v)) (cut-text (snapshot-text (cdr v)) 20 "...")))
                            (reverse (stop-variables stop)))
                    (if turn (list (format nil "iteration ~D~@[ of ~D~]" (car turn) (cdr turn))) nil)))))

;; WIDTH columns of TEXT that show START, and END if there is room; START and END in them.
(defun window (text start end width)
  (if (<= (length text) width)
      (values text start end)
      (let* ((from (max 0 (min (- start (floor (- width (min width (- end start))) 2)) (- (length text) width))))
             (cut (concatenate 'string (if (> from 0) "..." "") (subseq text (if (> from 0) (+ from 3) 0) (min (length text) (+ from width))))))
        (values (if (< (+ from width) (length text)) (cut-text (concatenate 'string cut " ") width "...") cut)
                (max 0 (- start from)) (min width (- end from))))))

(defun show-source-of-level (level)
  (let* ((name (level-function level))
         (function (typecase name (null nil) (method (original-function (method-record-function name))) (t (function-object name))))
         (text (and (functionp function) (definition-text function))))
    (format *trace-output* "~&~A~%"
            (if text
                (string-right-trim '(#\Newline) text)
                (format nil "~{~A~^~%~}" (mapcar #'source-form-text (level-forms level)))))))

;; Called before the expansion of the macro call FORM is evaluated.
(defun step-opens (level form expansion)
  (format *trace-output* "~&; in the expansion of ~A~%" (one-line (first form)))
  (step-becomes level form (list expansion)))
