;;;; docstrings.lisp -- runs every example of every docstring, and checks the shape of the docstrings.

(defvar *passed* 0)
(defvar *failed* 0)
(defvar *names* (remove-if-not #'system::operator (append (apropos-list "" :cl) (apropos-list "" :winnow))))  ; before anything is defined here

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
                       (let ((*gensym-counter* 0) (*package* (find-package "SYSTEM")))
                         (trim (prin1-to-string (eval (read-from-string (subseq text 0 at))))))
                     (error (c) (format nil "~A" c)))))
          (check name (equal got wanted)
                 (format nil "~A~%  wanted ~A~%  got    ~A" (subseq text 0 at) wanted got))))))

(dolist (example (system::docstring-examples))
  (run-example (car example) (cadr example)))

;; What follows "Signals:": types of conditions, separated by "; " or ", ", each perhaps with a clause that says when.
(defun signalled-names (doc)
  (let* ((at (search (format nil "~%Signals: ") doc))
         (line (and at (subseq doc (+ at 10) (position #\Newline doc :start (+ at 1)))))
         (names nil))
    (loop while line
          do (let* ((end (or (position-if (lambda (c) (find c " ;,.:")) line) (length line)))
                    (next (search "; " line)))
               (push (subseq line 0 end) names)
               (setq line (and next (subseq line (+ next 2))))))
    names))

;; These cannot be shown by an example: they end the process, wait for a person, or say what differs each time.
(defvar *without-example*
  '(quit exit bye sleep error backtrace trace untrace time room play lesson help apropos describe disassemble step
    get-universal-time get-internal-run-time get-internal-real-time))

;; Every public function that Winnow brings has a docstring whose first sentence is complete, names real types of
;; conditions, and has an example.
(dolist (name *names*)
  (when (system::operator name)
    (let ((doc (documentation name 'function)))
      (check name (and doc (> (length doc) 0)) "there is no docstring")
      (when doc
        (check name (position #\. doc) "the first sentence does not end")
        (dolist (type (signalled-names doc))
          (check name (or (member type '("an" "any" "whatever" "as") :test #'equal)
                          (ignore-errors (typep (make-condition (intern (string-upcase type) "SYSTEM")) 'condition)))
                 (format nil "~A is no type of conditions" type)))
        (check name (or (search "Example: " doc) (member name *without-example*)) "there is no example")))))

(format t "~D passed, ~D failed~%" *passed* *failed*)
(quit (if (= *failed* 0) 0 1))
