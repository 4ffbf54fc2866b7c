;;;; runner.lisp -- runs Lisp tests whose expectations stand on the line of the form, or alone on the next:
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

;; The comment behind a form, or on the line below it.
(defun runner-expectation (stream)
  (or (runner-expectation-in (read-line stream nil ""))
      (if (eql (peek-char t stream nil) #\;) (runner-expectation-in (read-line stream)))))

(defun runner-expectation-in (line)
  (let ((line (runner-trim line)))
    (flet ((what-follows (mark)
             (if (eql (search mark line) 0) (runner-trim (subseq line (length mark))))))
      (cond ((what-follows ";=>") (list :value (what-follows ";=>")))
            ((what-follows ";prints:") (list :prints (what-follows ";prints:")))
            ((what-follows ";signals:") (list :signals (runner-signal (what-follows ";signals:"))))))))

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
