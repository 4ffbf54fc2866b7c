;;;; runner.lisp -- runs Lisp tests whose expectations stand on the line of the form, or alone on the next:
;;;;
;;;;   (+ 1 2)            ;=> 3                  the value as PRIN1 prints it; several values: 3 ; 4
;;;;   (princ "a")        ;prints: a             what goes to *STANDARD-OUTPUT*, line ends as ~
;;;;   (car 1)            ;signals: type-error   a condition of that type
;;;;   (car 1)            ;signals: "got 1"      an error with that in its message
;;;;
;;;; A form without an expectation is only evaluated. usage: winnow runner.lisp FILE...
;;;; The last line says 'N passed, N failed'; the exit status is 1 if any failed.

(load (merge-pathnames "expectations.lisp" *load-truename*))

(defun runner-run (file)
  (with-open-file (stream file)
    (let ((end (list nil)))
      (do ((form (read stream nil end) (read stream nil end)))
          ((eq form end))
        (let ((expectation (runner-expectation stream)))
          (if expectation
              (runner-check file form (lambda () (eval form)) expectation)
              (handler-case (eval form)
                (serious-condition (c)
                  (incf *runner-failed*)
                  (format t "FAILED ~A: ~S~%  signalled ~A~%" file form c)))))))))

(dolist (file *command-line*) (runner-run file))
(runner-end)
