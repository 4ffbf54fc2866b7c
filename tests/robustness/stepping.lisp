;;;; stepping.lisp -- STEP returns the values that a form has without it: each example of a docstring is evaluated twice. usage:
;;;; winnow stepping.lisp. The last line is 'N passed, N failed'.

(defvar *passed* 0)
(defvar *failed* 0)

;; The printed values of FORM, or its error.
(defun result (form)
  (let* ((quiet (make-broadcast-stream)) (*standard-output* quiet) (*trace-output* quiet) (*error-output* quiet)
         (*query-io* (make-two-way-stream (make-string-input-stream "") quiet)))
    (handler-case (prin1-to-string (multiple-value-list (eval form)))
      (error (c) (format nil "~A: ~A" (type-of c) c)))))

;; Examples whose results depend on STEP or on what was evaluated before, or contain times.
(defvar *others* '("(solve " "(step " "(trace " "(quit" "(exit" "random" "gensym" "gentemp" "(fset"))

;; Every reading makes new objects, which a form may modify.
(defun form-of (text) (ignore-errors (read-from-string text)))

(dolist (example (system::docstring-examples))
  (let ((text (second example)))
    (when (and (consp (form-of text)) (notany (lambda (other) (search other text)) *others*))
      (let* ((plain (result (form-of text))) (stepped (result (list 'step (form-of text)))))
        (cond ((string= plain stepped) (incf *passed*))
              (t (incf *failed*)
                 (format t "FAILED ~A~%  plain   ~A~%  stepped ~A~%" text plain stepped)))))))

(format t "~D passed, ~D failed~%" *passed* *failed*)
(quit (if (= *failed* 0) 0 1))
