;;;; wrong_arguments.lisp -- every function written in C++ is called with wrong counts and wrong types of arguments,
;;;; generated from the list of builtins. Whatever comes must be a value or a condition; Winnow must survive.

(defvar *passed* 0)
(defvar *failed* 0)

;; Not called: those that end the process, wait for a person or change the whole system.
(defvar *left-out* '(quit exit bye system::leave sleep read read-preserving-whitespace read-delimited-list system::run-macro read-line
                     read-char peek-char listen clear-input system::raise-condition system::abort-now invoke-debugger delete-file
                     dialect unread-char load open unintern system::fset fmakunbound makunbound set
                     system::proclaim-special system::proclaim-constant system::set-structure-printer system::make-structure-type
                     close system::structure-set system::set-symbol-plist system::put disassemble system::print-warning gc
                     system::set-package-uses system::make-directory system::move-file system::add-symbol system::remove-symbol
                     system::run-command))

(defvar *circle* (let ((l (list 1 2 3))) (setf (cdddr l) l) l))

(defvar *palette*
  (list nil t 'symbol :keyword 0 -1 3 (expt 2 100) 1/2 1.5 #\a "text" '(1 2) '(1 . 2) '((a . 1)) #(1 2)
        #2A((1 2) (3 4)) #'car (lambda (x) x) (make-hash-table) *standard-output* *circle*
        (make-array 3 :fill-pointer 1 :adjustable t) (make-condition 'error)))

(defun survives (name arguments)
  (if (getenv "WINNOW_TRACE_CALLS") (format *error-output* "~S~%" name))
  (handler-case
      (let ((*standard-output* (make-string-output-stream)) (*print-length* 10) (*print-level* 10)
            (*readtable* (copy-readtable nil)))
        (apply name arguments)
        t)
    (serious-condition (c) (princ-to-string c) t)))

(defun pick (n) (nth (mod n (length *palette*)) *palette*))

(dolist (name (system::builtin-names))
  (unless (member name *left-out*)
    (let ((tried 0))
      ;; None, one of each kind, pairs and triples that walk through the palette at different strides.
      (survives name '())
      (dolist (x *palette*) (survives name (list x)) (incf tried))
      (dotimes (i (length *palette*))
        (dolist (stride '(1 5 7 11))
          (survives name (list (pick i) (pick (+ i stride))))
          (survives name (list (pick i) (pick (+ i stride)) (pick (* i stride))))
          (incf tried 2)))
      (survives name (make-list 40 :initial-element 1))
      (if (> tried 100) (incf *passed*) (incf *failed*)))))

;; A count that is wrong is a program-error that names the function.
(dolist (call '((car) (car 1 2) (cons 1) (nth 1) (aref) (floor) (gethash 1) (make-hash-table :size) (sort '(1)) (length)))
  (handler-case (progn (eval call) (incf *failed*) (format t "~S signalled nothing~%" call))
    (program-error (c)
      (if (search (symbol-name (car call)) (princ-to-string c))
          (incf *passed*)
          (progn (incf *failed*) (format t "~S: ~A~%" call c))))))

(format t "~D passed, ~D failed~%" *passed* *failed*)
(quit (if (= *failed* 0) 0 1))
