;;;; compiled.lisp -- writes a file of tests as a program for COMPILE-FILE, and compiles it; the tests run when the result is
;;;; loaded. usage: winnow compiled.lisp FILE OUTPUT.lisp
;;;;
;;;; A form with an expectation becomes a call of RUNNER-CHECK with a function of that form; other forms stay at top level.
;;;; So do definitions whose expectation is a value (COMPILE-FILE must process them, and the value is that of a definition),
;;;; also those at the beginning of a PROGN. The tests do not run during compilation.

(load (merge-pathnames "expectations.lisp" *load-truename*))

(defvar *line* 1)

;; Tests with a definition inside another form that later forms need at compile time.
(defvar *evaluated-early* '("(package-name (defpackage" "(let () (defstruct early"))

;; The index after the next object of TEXT from START; NIL at the end.
(defun end-of-object (text start)
  (let ((*read-suppress* t) (end (list nil)))
    (multiple-value-bind (object index) (read-from-string text nil end :start start :preserve-whitespace t)
      (if (eq object end) nil index))))

(defun starts-with (prefix text) (eql 0 (search prefix text :test #'char-equal)))

;; TEXT without whitespace and comments before its first object.
(defun bare (text)
  (let ((text (string-left-trim '(#\Space #\Tab #\Newline) text)))
    (if (starts-with ";" text) (bare (subseq text (or (position #\Newline text) (length text)))) text)))

(defun is-definition (text)
  (some (lambda (prefix) (starts-with prefix text)) '("(def" "(in-package" "(cl:in-package" "(eval-when" "(declaim")))

;; The texts of the forms in TEXT, a PROGN.
(defun forms-of-progn (text)
  (let ((start (length "(progn")) (inside (subseq text 0 (- (length text) 1))))
    (loop for end = (end-of-object inside start)
          while end
          collect (bare (subseq inside start end))
          do (setq start end))))

(defun write-test (file text expectation out)
  (let ((text (bare text)))
    (cond ((or (null expectation) (and (is-definition text) (eq (car expectation) :value)))
           (format out "~A~%" text))
          ((and (starts-with "(progn" text) (not (eq (car expectation) :signals)) (some #'is-definition (butlast (forms-of-progn text))))
           (let ((forms (forms-of-progn text)))
             (dolist (form (butlast forms)) (format out "~A~%" form))
             (write-test file (car (last forms)) expectation out)))
          (t (format out "~@[(cl:eval-when (:compile-toplevel) (cl:ignore-errors ~A))~%~](cl-user::runner-check ~S ~D (cl:lambda () ~A~%) '~S)~%"
                     (if (some (lambda (prefix) (starts-with prefix text)) *evaluated-early*) text)
                     file *line* text expectation)))))

(defun convert (file out)
  (let ((text (with-open-file (in file)
                (let* ((string (make-string (file-length in))) (end (read-sequence string in))) (subseq string 0 end))))
        (start 0))
    (loop
      (let ((end (end-of-object text start)))
        (if (null end) (return))
        (incf *line* (count #\Newline text :start start :end end))
        (with-input-from-string (rest text :start end)
          (write-test file (subseq text start end) (runner-expectation rest) out))
        (setq start end)))))

(destructuring-bind (file output) *command-line*
  (with-open-file (out output :direction :output :if-exists :supersede) (convert file out))
  (handler-bind ((warning #'muffle-warning)) (compile-file output)))
