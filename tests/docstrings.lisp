;;;; docstrings.lisp -- runs every example of every docstring, and checks the structure of the docstrings.

(defvar *passed* 0)
(defvar *failed* 0)
(defvar *names* (remove-if-not #'system::operator (append (apropos-list "" :cl) (apropos-list "" :winnow))))  ; before this file defines anything

(defun trim (text) (string-trim '(#\Space #\Newline) text))

(defun check (name ok message)
  (cond (ok (incf *passed*))
        (t (incf *failed*) (format t "FAILED ~S: ~A~%" name message))))

;; TEXT is "form => printed value", perhaps followed by a "Source:" or "Signals:" line.
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

;; The condition types after "Signals:", separated by "; " or ", ", each optionally with a clause that says when.
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

;; Operators without an example: they end the process, wait for the user, or print something different each time.
(defvar *without-example*
  '(quit exit bye sleep error backtrace trace untrace time room play lesson help apropos describe disassemble step
    get-universal-time get-internal-run-time get-internal-real-time))

;; Every public operator has a docstring whose first sentence is complete, which names existing condition types, and which
;; has an example.
(dolist (name *names*)
  (when (system::operator name)
    (let ((doc (documentation name 'function)))
      (check name (and doc (> (length doc) 0)) "no docstring")
      (when doc
        (check name (position #\. doc) "the first sentence is incomplete")
        (dolist (type (signalled-names doc))
          (check name (or (member type '("an" "any" "whatever" "as") :test #'equal)
                          (ignore-errors (typep (make-condition (intern (string-upcase type) "SYSTEM")) 'condition)))
                 (format nil "~A is not a condition type" type)))
        (check name (or (search "Example: " doc) (member name *without-example*)) "no example")))))

(format t "~D passed, ~D failed~%" *passed* *failed*)
(quit (if (= *failed* 0) 0 1))
