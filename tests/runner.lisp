;;;; runner.lisp -- runs Lisp tests whose expectations stand on the line of the form:
;;;;
;;;;   (+ 1 2)            ;=> 3                  the value as PRIN1 prints it; several values: 3 ; 4
;;;;   (princ "a")        ;prints: a             what goes to *STANDARD-OUTPUT*, line ends as ~
;;;;   (car 1)            ;signals: type-error   a condition of that type
;;;;   (car 1)            ;signals: "got 1"      an error with that in its message
;;;;
;;;; A form without an expectation is only evaluated. usage: winnow runner.lisp FILE...
;;;; The last line says 'N passed, N failed'; the exit status is 1 if any failed.

(defvar *runner-passed* 0)
(defvar *runner-failed* 0)

(defun runner-trim (text) (string-trim '(#\Space #\Tab #\Newline) text))

;; The comment behind a form: the rest of its line, from the semicolon on.
(defun runner-expectation (stream)
  (let ((line (runner-trim (read-line stream nil ""))))
    (cond ((and (> (length line) 3) (string= ";=>" line :end2 3)) (list :value (runner-trim (subseq line 3))))
          ((search ";prints:" line) (list :prints (runner-trim (subseq line 8))))
          ((search ";signals:" line) (list :signals (runner-signal (runner-trim (subseq line 9)))))
          (t nil))))

(defun runner-signal (text)
  (if (char= (char text 0) #\") (read-from-string text) (intern (string-upcase text))))

(defun runner-is-expected (condition wanted)
  (if (stringp wanted)
      (search wanted (princ-to-string condition))
      (typep condition wanted)))

(defun runner-join (values)
  (with-output-to-string (out)
    (let ((first t))
      (dolist (v values)
        (if first (setq first nil) (princ " ; " out))
        (prin1 v out)))))

(defun runner-printed (form)
  (substitute #\~ #\Newline
              (with-output-to-string (*standard-output*) (eval form))))

(defun runner-check (file form expectation)
  (multiple-value-bind (got wanted)
      (handler-case
          (ecase (car expectation)
            (:value (values (runner-join (multiple-value-list (eval form))) (cadr expectation)))
            (:prints (values (runner-trim (runner-printed form)) (cadr expectation)))
            (:signals (eval form) (values "no condition" (cadr expectation))))
        (serious-condition (c)
          (if (and (eq (car expectation) :signals) (runner-is-expected c (cadr expectation)))
              (values t t)
              (values (format nil "~A: ~A" (type-of c) c) (cadr expectation)))))
    (cond ((equal got wanted) (incf *runner-passed*))
          (t (incf *runner-failed*)
             (format t "FAILED ~A: ~S~%  wanted ~A~%  got    ~A~%" file form wanted got)))))

(defun runner-run (file)
  (with-open-file (stream file)
    (let ((end (list nil)))
      (do ((form (read stream nil end) (read stream nil end)))
          ((eq form end))
        (let ((expectation (runner-expectation stream)))
          (if expectation
              (runner-check file form expectation)
              (handler-case (eval form)
                (serious-condition (c)
                  (incf *runner-failed*)
                  (format t "FAILED ~A: ~S~%  signalled ~A~%" file form c)))))))))

(dolist (file *command-line*) (runner-run file))
(format t "~D passed, ~D failed~%" *runner-passed* *runner-failed*)
(quit (if (= *runner-failed* 0) 0 1))
