;;;; debugger.lisp -- the choice of a restart at a terminal, after a condition without a handler. -*- sealed -*-

;; The restarts to show for CONDITION. The restarts for an unbound variable or an undefined function (restarts.lisp) are
;; omitted: a user who has misspelt a name types the form again.
(defun restarts-to-offer (condition)
  (let ((own (if (typep condition 'cell-error) (cdr (assoc condition *associated-restarts*)) nil)))
    (remove-if (lambda (restart) (or (member restart own) (eq (restart-name restart) 'abort)))
               (compute-restarts condition))))

;; Called after CONDITION has been reported, while the call that signalled it is still active. Invokes the restart that the
;; user chooses, or returns if the user abandons the evaluation.
(defun choose-restart (condition)
  (let ((restarts (restarts-to-offer condition)) (number 0))
    (when restarts
      (dolist (restart restarts)
        (format *query-io* "~&  ~D: ~@[~A: ~]~A~%" (incf number) (restart-name restart) restart))
      (format *query-io* "~&Type the number of a restart or a form to evaluate, or press Return to abort.~%")
      (loop
        (format *query-io* "~&restart> ")
        (finish-output *query-io*)
        (let* ((line (string-trim " " (or (read-line *query-io* nil nil) "")))
               (chosen (and (plusp (length line)) (every #'digit-char-p line) (parse-integer line))))
          (cond ((string= line "") (return nil))
                ((and chosen (<= 1 chosen number))
                 (invoke-restart-interactively (nth (- chosen 1) restarts)))
                (t (evaluate-line line))))))))

;; A list of the forms in TEXT.
(defun forms-in (text)
  (with-input-from-string (in text)
    (let ((forms nil))
      (do ((form (read in nil in) (read in nil in)))
          ((eq form in) (nreverse forms))
        (push form forms)))))

;; A list of the forms in TEXT. While the last form is incomplete, reads further lines from the user.
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
