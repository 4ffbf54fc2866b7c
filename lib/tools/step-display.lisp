;;;; step-display.lisp -- how the stepper shows a step: the text of a level, in which values replace their expressions. -*- sealed -*-

(defvar *rendered* nil)           ; the text written so far, a string with a fill pointer
(defvar *replacements* nil)       ; those of the level, as in the structure LEVEL
(defvar *marked-form* nil)
(defvar *mark* nil)               ; start and end of the marked form in the text

(defun write-rendered (text)
  (dotimes (i (length text)) (vector-push-extend (char text i) *rendered*)))

;; The text of FORMS, of which those that are done are left out, and the start and end of MARKED in it, or NIL.
(defun rendered-forms (forms replaced marked)
  (let ((*rendered* (make-array 100 :element-type 'character :adjustable t :fill-pointer 0))
        (*replacements* replaced) (*marked-form* marked) (*mark* nil))
    (render-sequence forms)
    (values (coerce *rendered* 'simple-string) (first *mark*) (second *mark*))))

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

(defun render-sequence (forms)
  (let ((is-first t))
    (dolist (form (remaining-forms forms))
      (if (not is-first) (write-rendered " "))
      (setq is-first nil)
      (let ((replacement (if (consp form) (replacement form *replacements*) nil)))
        (if (eq (first replacement) :forms)
            (render-sequence (rest replacement))
            (render form))))))

(defun render-as-one (forms)
  (let ((remaining (remaining-forms forms)))
    (cond ((cdr remaining)
           (write-rendered "(progn ")
           (render-sequence remaining)
           (write-rendered ")"))
          (t (render (car remaining))))))

;; The text of an object in the user's forms.
(defun source-form-text (object)
  (let ((*stepper* nil) (*print-case* :downcase) (*print-pretty* nil) (*print-length* 100) (*print-level* 20) (*print-readably* nil))
    (substitute #\Space #\Newline (prin1-to-string object))))

(defun render-itself (form)
  (cond ((atom form) (write-rendered (source-form-text form)))
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

(defun show-outcomes (from end)
  (loop for i from (max from (stepper-first *stepper*)) below end
        do (if (outcome-p (entry i)) (show-outcome (entry i)))))

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
        (values (rendered-forms (list form) (outcome-replaced outcome) nil)))))

;; The number of elements of the macro call FORM before its body; NIL if it has no body.
(defun header-length (form)
  (let ((list (and (macro-function (first form)) (ignore-errors (arglist (first form))))))
    (if (ignore-errors (list-length list)) (let ((body (position '&body list))) (and body (+ body 1))) nil)))

(defun show-stop (stop)
  (let* ((*print-pretty* nil) (level (stop-level stop)) (number (princ-to-string (level-number level)))
         (width (- (debug-width) (length number) 2)) (variables (variables-text stop)))
    (multiple-value-bind (text start end) (rendered-forms (level-forms level) (stop-replaced stop) (stop-form stop))
      (multiple-value-setq (text start end) (window text (or start 0) (or end 0) width))
      (let ((beside (and (string/= variables "") (<= (+ (length text) 2 (length variables)) width) (not (equal variables (level-shown level))))))
        (format *trace-output* "~&~A| ~A~V@A~%" number text (if beside (- width (length text)) 0) (if beside variables ""))
        (if (> end start)
            (format *trace-output* "~V@T| ~V@T~A~%" (length number) start (make-string (- end start) :initial-element #\^)))
        (cond (beside (setf (level-shown level) nil))
              ((not (or (string= variables "") (equal variables (level-shown level))))
               (show-at-right variables)
               (setf (level-shown level) variables)))))))

(defun show-at-right (text)
  (let ((line (cut-text text (debug-width) ", ...")))
    (format *trace-output* "~V@A~%" (debug-width) line)))

;; "N = 2, X = A, turn 1 of 2"
(defun variables-text (stop)
  (let ((turn (stop-turn stop)))
    (format nil "~{~A~^, ~}"
            (append (mapcar (lambda (v) (format nil "~A = ~A" (one-line (car v)) (cut-text (snapshot-text (cdr v)) 20 "...")))
                            (reverse (stop-variables stop)))
                    (if turn (list (format nil "turn ~D~@[ of ~D~]" (car turn) (cdr turn))) nil)))))

;; WIDTH columns of TEXT that show START, and END if there is room; START and END in them.
(defun window (text start end width)
  (if (<= (length text) width)
      (values text start end)
      (let* ((from (max 0 (min (- start (floor (- width (min width (- end start))) 2)) (- (length text) width))))
             (cut (concatenate 'string (if (> from 0) "..." "") (subseq text (if (> from 0) (+ from 3) 0) (min (length text) (+ from width))))))
        (values (if (< (+ from width) (length text)) (cut-text (concatenate 'string cut " ") width "...") cut)
                (max 0 (- start from)) (min width (- end from))))))

(defun show-source-of-level (level)
  (let* ((function (and (level-function level) (function-object (level-function level))))
         (text (and (functionp function) (definition-text function))))
    (format *trace-output* "~&~A~%"
            (if text
                (string-right-trim '(#\Newline) text)
                (format nil "~{~A~^~%~}" (mapcar #'source-form-text (level-forms level)))))))

;; Called before the expansion of the macro call FORM is evaluated.
(defun step-opens (level form expansion)
  (format *trace-output* "~&; in the expansion of ~A~%" (one-line (first form)))
  (step-becomes level form (list expansion)))
