;;;; expectations.lisp -- what the runners of Lisp tests share: reading the expectation of a form and checking it.

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

(defun runner-printed (thunk)
  (substitute #\~ #\Newline
              (with-output-to-string (*standard-output*) (funcall thunk))))

;; FORM: what a message shows; THUNK: what runs it.
(defun runner-check (file form thunk expectation)
  (multiple-value-bind (got wanted)
      (handler-case
          (ecase (car expectation)
            (:value (values (runner-join (multiple-value-list (funcall thunk))) (cadr expectation)))
            (:prints (values (runner-trim (runner-printed thunk)) (cadr expectation)))
            (:signals (funcall thunk) (values "no condition" (cadr expectation))))
        (serious-condition (c)
          (if (and (eq (car expectation) :signals) (runner-is-expected c (cadr expectation)))
              (values t t)
              (values (format nil "~A: ~A" (type-of c) c) (cadr expectation)))))
    (cond ((equal got wanted) (incf *runner-passed*))
          (t (incf *runner-failed*)
             (format t "FAILED ~A: ~S~%  wanted ~A~%  got    ~A~%" file form wanted got)))))

;; Ends the program with the summary.
(defun runner-end ()
  (format t "~D passed, ~D failed~%" *runner-passed* *runner-failed*)
  (quit (if (= *runner-failed* 0) 0 1)))
