;;;; debugger.lisp -- at a terminal: what a person can do about a condition that no handler took. -*- sealed -*-

;; The restarts to show. A name without value or function has its own, too (restarts.lisp); but who has misspelt one
;; types it again.
(defun restarts-to-offer (condition)
  (let ((own (if (typep condition 'cell-error) (cdr (assoc condition *associated-restarts*)) nil)))
    (remove-if (lambda (restart) (or (member restart own) (eq (restart-name restart) 'abort)))
               (compute-restarts condition))))

;; Called when CONDITION has been told of, while its signaller waits. Returns to give up what is being done.
(defun choose-restart (condition)
  (let ((restarts (restarts-to-offer condition)) (number 0))
    (when restarts
      (dolist (restart restarts)
        (format *query-io* "~&  ~D: ~@[~A: ~]~A~%" (incf number) (restart-name restart) restart))
      (format *query-io* "~&Type the number of a way on, a form to evaluate, or nothing to give up.~%")
      (loop
        (format *query-io* "~&restart> ")
        (finish-output *query-io*)
        (let* ((line (string-trim " " (or (read-line *query-io* nil nil) "")))
               (chosen (and (plusp (length line)) (every #'digit-char-p line) (parse-integer line))))
          (cond ((string= line "") (return nil))
                ((and chosen (<= 1 chosen number))
                 (invoke-restart-interactively (nth (- chosen 1) restarts)))
                (t (evaluate-line line))))))))

;; The forms of TEXT.
(defun forms-in (text)
  (with-input-from-string (in text)
    (let ((forms nil))
      (do ((form (read in nil in) (read in nil in)))
          ((eq form in) (nreverse forms))
        (push form forms)))))

;; The same; while the last is not whole, more lines are asked for.
(defun forms-typed (text)
  (handler-case (forms-in text)
    (end-of-file (problem)
      (format *query-io* "~&       > ")
      (finish-output *query-io*)
      (let ((line (read-line *query-io* nil nil)))
        (if line (forms-typed (format nil "~A~%~A" text line)) (error problem))))))

(defun evaluate-line (line)
  (handler-case
      (dolist (form (forms-typed line))
        (format *query-io* "~&~{~/system::print-short/~%~}" (multiple-value-list (eval form))))
    (error (problem) (format *query-io* "~&Error: ~A~%" problem))))
