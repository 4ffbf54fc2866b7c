;;;; runner.lisp -- runs Lisp tests. An expectation is a comment after the form on the same line, or alone on the next line:
;;;;
;;;;   (+ 1 2)            ;=> 3                  the value as PRIN1 prints it; several values: 3 ; 4
;;;;   (princ "a")        ;prints: a             the output to *STANDARD-OUTPUT*, each newline as ~
;;;;   (car 1)            ;signals: type-error   a condition of that type, narrower than ERROR
;;;;   (car 1)            ;signals: "got 1"      an error whose message contains the text
;;;;
;;;; A form without an expectation is evaluated only; an error in it is a failure. A comment that contains one of the three
;;;; marks but is not an expectation is a failure, and so is an unknown condition type. usage: winnow runner.lisp FILE...
;;;; The last line is 'N passed, N failed'; the exit status is 1 if any failed.

(load (merge-pathnames "expectations.lisp" *load-truename*))

(defun runner-next-form (file stream end)
  (runner-skip-comments file stream)
  (read stream nil end))

(defun runner-run (file)
  (with-open-file (stream file)
    (let ((end (list nil)))
      (do ((form (runner-next-form file stream end) (runner-next-form file stream end)))
          ((eq form end))
        (let ((expectation (runner-expectation stream)))
          (if expectation
              (runner-check file form (lambda () (eval form)) expectation)
              (handler-case (eval form)
                (serious-condition (c) (runner-fail file form "no condition" c)))))))))

(dolist (file *command-line*) (runner-run file))
(runner-end)
