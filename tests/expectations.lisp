;;;; expectations.lisp -- parsing and checking the expectations of Lisp tests (used by runner.lisp and compiled.lisp).

(defvar *runner-passed* 0)
(defvar *runner-failed* 0)

;; The number of random trials in place of N, which is enough for builds of usual speed. The variable of the environment
;; WINNOW_TRIALS_DIVISOR makes it smaller for the hostile build, which is some hundred times slower.
(defun trials (n)
  (floor n (let ((divisor (winnow-ext:posix-getenv "WINNOW_TRIALS_DIVISOR"))) (if divisor (parse-integer divisor) 1))))

;;; Random data of several suites

(defun random-weights (n state)
  (let* ((parts (loop repeat n collect (+ 1 (random 4 state)))) (sum (reduce #'+ parts))) (mapcar (lambda (part) (/ part sum)) parts)))

;; A tree of at most DEPTH plies: a rational, (:MAX TREE...), (:MIN TREE...) or (:CHANCE (PROBABILITY TREE)...). On average,
;; one of KINDS nodes belongs to each side.
(defun random-chance-tree (depth state kinds)
  (if (or (= depth 0) (= 0 (random 7 state)))
      (/ (- (random 41 state) 20) (+ 1 (random 2 state)))
      (let ((children (loop repeat (+ 1 (random 3 state)) collect (random-chance-tree (- depth 1) state kinds))))
        (case (random kinds state)
          (0 (cons :max children))
          (1 (cons :min children))
          (t (cons :chance (mapcar #'list (random-weights (length children) state) children)))))))

;;; Claims in the steps of a recorded search

;; The sentences of the steps of RECORD that claim a false value or bound, and the number of claims. (TRUE-VALUE-AT path) returns the
;; true value of the position at PATH; (CLAIMS-P words value), whether WORDS, which follow "is worth", claim exactly VALUE.
(defun false-steps (record true-value-at claims-p)
  (let ((false nil) (count 0))
    (funcall (system::search-tree-replay record)
             (lambda (tree sentence now)
               (declare (ignore tree now))
               (let* ((path (if (eql 0 (search "The root" sentence)) nil (read-from-string sentence)))
                      (claim (search "is worth " sentence)) (words (if claim (subseq sentence (+ claim 9)) nil)) (true nil))
                 (when claim
                   (incf count)
                   (setq true (funcall true-value-at path))
                   (unless (cond ((eql 0 (search "at least " words)) (<= (value-in words 9) true))
                                 ((eql 0 (search "at most " words)) (>= (value-in words 8) true))
                                 (t (funcall claims-p words true)))
                     (push (list sentence true) false))))))
    (values false count)))
(defun value-in (words start)
  (read-from-string (substitute #\Space #\: (substitute #\Space #\, (string-right-trim "." words))) t nil :start start))

;;; Expectations

(defun runner-trim (text) (string-trim '(#\Space #\Tab #\Newline) text))

;; The expectation of the form that STREAM has just read: the comment after it on its line, or else on the next line. NIL
;; without one; (:malformed LINE) for a comment that resembles an expectation but is not one.
(defun runner-expectation (stream)
  (or (runner-expectation-in (read-line stream nil ""))
      (if (eql (peek-char t stream nil) #\;) (runner-expectation-in (read-line stream)))))

(defun runner-expectation-in (line)
  (let ((line (runner-trim line)))
    (flet ((text-after (mark)
             (if (eql (search mark line) 0) (runner-trim (subseq line (length mark))))))
      (cond ((text-after ";=>") (list :value (text-after ";=>")))
            ((text-after ";prints:") (list :prints (text-after ";prints:")))
            ((and (text-after ";signals:") (runner-signal (text-after ";signals:"))))
            ((runner-resembles-expectation line) (list :malformed line))))))

(defun runner-resembles-expectation (line)
  (and (eql (search ";" line) 0)
       (some (lambda (mark) (search mark line)) '("=>" "prints:" "signals:"))))

;; Condition types that are too wide: an undefined function would also satisfy the expectation.
(defvar *runner-wide-types* '(condition serious-condition error simple-condition simple-error))

;; TEXT: the name of a condition type, but not of a wide one, or a string. NIL otherwise.
(defun runner-signal (text)
  (cond ((equal text "") nil)
        ((char= (char text 0) #\")
         (multiple-value-bind (string end) (ignore-errors (read-from-string text))
           (if (and (stringp string) (eql end (length text))) (list :signals string))))
        ((find #\Space text) nil)
        (t (let ((type (intern (string-upcase text))))
             (if (member type *runner-wide-types*) nil (list :signals type))))))

;; Skips the comments before the next form. An expectation among them is a failure, since it belongs to no form.
(defun runner-skip-comments (file stream)
  (loop while (eql (peek-char t stream nil) #\;)
        do (let ((expectation (runner-expectation-in (read-line stream))))
             (if expectation (runner-fail file "(no form)" "an expectation after a form" expectation)))))

;; An unknown type name matches no condition, so that a misspelt one fails.
(defun runner-is-expected (condition wanted)
  (if (stringp wanted)
      (search wanted (princ-to-string condition))
      (ignore-errors (typep condition wanted))))

(defun runner-fail (file form wanted got)
  (incf *runner-failed*)
  (format t "FAILED ~A: ~S~%  wanted ~A~%  got    ~A~%" file form wanted got))

(defun runner-join (values)
  (with-output-to-string (out)
    (let ((first t))
      (dolist (v values)
        (if first (setq first nil) (princ " ; " out))
        (prin1 v out)))))

(defun runner-printed (thunk)
  (substitute #\~ #\Newline
              (with-output-to-string (*standard-output*) (funcall thunk))))

;; Runs THUNK and compares the result with EXPECTATION. FORM is printed on failure.
(defun runner-check (file form thunk expectation)
  (multiple-value-bind (got wanted)
      (handler-case
          (ecase (car expectation)
            (:value (values (runner-join (multiple-value-list (funcall thunk))) (cadr expectation)))
            (:prints (values (runner-trim (runner-printed thunk)) (cadr expectation)))
            (:signals (funcall thunk) (values "no condition" (cadr expectation)))
            (:malformed (values (cadr expectation) "a well-formed expectation")))
        (serious-condition (c)
          (if (and (eq (car expectation) :signals) (runner-is-expected c (cadr expectation)))
              (values t t)
              (values (format nil "~A: ~A" (type-of c) c) (cadr expectation)))))
    (cond ((equal got wanted) (incf *runner-passed*))
          (t (runner-fail file form wanted got)))))

;; Prints the summary and exits: status 0 if nothing failed, else 1.
(defun runner-end ()
  (format t "~D passed, ~D failed~%" *runner-passed* *runner-failed*)
  (quit (if (= *runner-failed* 0) 0 1)))
