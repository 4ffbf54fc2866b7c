;;;; wrong_arguments.lisp -- every function written in C++ is called with wrong numbers and types of arguments. Each call
;;;; returns a printable value or signals a condition with a well-formed message; after the calls of a function the heap is
;;;; sound, the standard variables are unchanged and a known form has its value.
;;;; usage: winnow wrong_arguments.lisp [NAME...]; with names, only these functions, and each name is printed before its calls.

;; The strides in which pairs and triples of arguments are chosen. A slow build has fewer.
(defvar *strides* '(1 5 7 11))

(defvar *passed* 0)
(defvar *failed* 0)

(defun check (ok name control &rest arguments)
  (cond (ok (incf *passed*))
        (t (incf *failed*) (format t "FAILED ~S: ~?~%" name control arguments))))

;; The functions that are not called, by reason.
(defvar *excluded*
  '(("ends the process or the script" system::leave system::abort-now system::debug-unhandled system::raise-condition)
    ("leaves or changes active calls" system::continue-call system::return-from-call system::replace-call
     system::set-call-variable)
    ("waits" sleep system::wait-for-input system::accept-connection)
    ("ends the script later" system::start-time-limit)
    ("changes files or runs commands" delete-file system::make-directory system::move-file system::run-command)))

;; Fresh arguments, since some functions modify them.
(defun palette ()
  (let ((circle (list 1 2 3)))
    (setf (cdddr circle) circle)
    (list nil t 'symbol :keyword 0 -1 3 (expt 2 100) 1/2 1.5 #\a (copy-seq "text") (list 1 2) (cons 1 2) (list (cons 'a 1))
          (vector 1 2) (make-array '(2 2) :initial-contents '((1 2) (3 4))) #'car (lambda (x) x) (make-hash-table)
          (make-string-output-stream) circle (make-array 3 :fill-pointer 1 :adjustable t) (make-condition 'error))))

;; No argument, each object alone, pairs and triples that step through the palette with different strides, and a list that is
;; longer than any lambda list.
(defun argument-lists ()
  (let ((size (length (palette))) (lists (list '())))
    (dolist (x (palette)) (push (list x) lists))
    (dotimes (i size)
      (dolist (stride *strides*)
        (let ((objects (palette)))
          (flet ((pick (n) (nth (mod n size) objects)))
            (push (list (pick i) (pick (+ i stride))) lists)
            (push (list (pick i) (pick (+ i stride)) (pick (* i stride))) lists)))))
    (nreverse (cons (make-list 40 :initial-element 1) lists))))

;; The variables of the standard, except the counter that GENSYM increments.
(defvar *standard-variables*
  (let ((names nil))
    (do-external-symbols (s :common-lisp names)
      (if (and (boundp s) (not (constantp s)) (not (eq s '*gensym-counter*))) (push s names)))))

;; Uses the reader, the evaluator, a handler, a hash table and the printer.
(defun known-form ()
  (let ((table (make-hash-table :test #'equal)))
    (setf (gethash (list 1 "a") table) (eval (read-from-string "(handler-case (car 1) (type-error () (+ 20 22)))")))
    (format nil "~S ~A" (gethash (list 1 "a") table) (reduce #'+ (vector 1 2 3)))))

;; Returns a description of what is wrong with TEXT, a message in a call of NAME, or NIL. The form of messages is
;; OPERATOR: expected WHAT, got VALUE
;; where VALUE is missing only if a keyword is the last argument.
(defun fault-of-message (name text)
  (flet ((begins (prefix) (eql 0 (search prefix text))))
    (cond ((string= text "") "no message")
          ((some (lambda (part) (search part text)) '("SYSTEM::" "slot access" "slot assignment")) "an internal name")
          ((or (begins "%") (begins "NIL:")) "an operator without a name")
          ((or (begins "(setf") (and (some #'upper-case-p (symbol-name name)) (begins (format nil "~(~A~):" name))))
           "an operator in lower case")
          ((search "#<unreadable" text) "an object that is not printed")
          ((char= (char text (- (length text) 1)) #\.) "a full stop")
          ((find #\Newline text) "more than one line")
          ((and (search ": expected " text) (not (search ", got " text)) (not (search ": expected a value after " text)))
           "no value after EXPECTED"))))

;; Calls NAME with ARGUMENTS, without access to the real streams. Returns a description of what is wrong with the result, or
;; NIL. A message that cannot be printed is not handled, so it ends the test.
(defun fault-of-call (name arguments)
  (let* ((input (make-string-input-stream "(an object) a line")) (output (make-string-output-stream))
         (terminal (make-two-way-stream input output)) (*print-length* 4) (*print-level* 3) (*print-circle* t))
    (handler-case
        (let ((*standard-input* input) (*standard-output* output) (*error-output* output) (*trace-output* output)
              (*terminal-io* terminal) (*query-io* terminal) (*debug-io* terminal) (*readtable* (copy-readtable nil)))
          (prin1-to-string (multiple-value-list (apply name arguments)))
          nil)
      (serious-condition (c)
        (let* ((text (princ-to-string c)) (fault (fault-of-message name text)))
          (if fault (format nil "~A in the message ~S" fault text)))))))

(defun check-function (name)
  (let ((values (mapcar #'symbol-value *standard-variables*)))
    (let ((fault (some (lambda (arguments) (fault-of-call name arguments)) (argument-lists))))
      (check (null fault) name "~A" fault))
    (system::verify-heap)
    (let ((changed (loop for variable in *standard-variables* for value in values
                         unless (eq value (symbol-value variable)) collect variable)))
      (check (null changed) name "the variables ~S are changed" changed))
    (check (equal (known-form) "42 6") name "a known form has the value ~S" (known-form))))

(dolist (name (system::builtin-names))
  (unless (some (lambda (group) (member name (rest group))) *excluded*)
    (when (or (null *command-line*) (member (prin1-to-string name) *command-line* :test #'string-equal))
      (if *command-line* (format t "~S~%" name))
      (check-function name))))

;; A wrong number of arguments is a PROGRAM-ERROR whose message names the function.
(dolist (call '((car) (car 1 2) (cons 1) (nth 1) (aref) (floor) (gethash 1) (make-hash-table :size) (sort '(1)) (length)))
  (handler-case (progn (eval call) (check nil (car call) "no error in ~S" call))
    (program-error (c) (check (eql 0 (search (symbol-name (car call)) (princ-to-string c))) (car call) "the message is ~A" c))))

(format t "~D passed, ~D failed~%" *passed* *failed*)
(quit (if (= *failed* 0) 0 1))
