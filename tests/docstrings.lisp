;;;; docstrings.lisp -- runs every example of every docstring, and checks the shape of the docstrings.

(defvar *passed* 0)
(defvar *failed* 0)
(defvar *names* (remove-if-not #'%function-object (apropos-list "")))  ; before anything is defined here

(defun trim (text) (string-trim '(#\Space #\Newline) text))

(defun check (name ok message)
  (cond (ok (incf *passed*))
        (t (incf *failed*) (format t "FAILED ~S: ~A~%" name message))))

;; TEXT: "form => what PRIN1 prints of the value", perhaps with a "Source:" line behind.
(defun run-example (name text)
  (let* ((source (search (format nil "~%Source:") text))
         (signals (search (format nil "~%Signals:") text))
         (text (subseq text 0 (or source signals)))
         (at (search " => " text)))
    (if (null at)
        (check name nil (format nil "an example without =>: ~A" text))
        (let ((wanted (trim (subseq text (+ at 4))))
              (got (handler-case
                       (let ((*gensym-counter* 0))
                         (trim (prin1-to-string (eval (read-from-string (subseq text 0 at))))))
                     (error (c) (format nil "~A" c)))))
          (check name (equal got wanted)
                 (format nil "~A~%  wanted ~A~%  got    ~A" (subseq text 0 at) wanted got))))))

(dolist (example (%docstring-examples))
  (run-example (car example) (cadr example)))

;; Every public function that Winnow brings has a docstring whose first sentence is complete.
(dolist (name *names*)
  (when (%function-object name)
    (let ((doc (documentation name 'function)))
      (check name (and doc (> (length doc) 0)) "there is no docstring")
      (when doc
        (check name (position #\. doc) "the first sentence does not end")))))

(format t "~D passed, ~D failed~%" *passed* *failed*)
(quit (if (= *failed* 0) 0 1))
