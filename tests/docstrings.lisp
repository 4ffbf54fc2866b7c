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

;;; Claims about arguments: "type-error unless N is a non-negative integer and LIST is a list"

;; The words of docstrings for arguments, each with a test that every such argument passes.
(defvar *phrases*
  (list (list "an array" #'arrayp) (list "an array of bits" #'arrayp) (list "a character" #'characterp) (list "an integer" #'integerp)
        (list "a non-negative integer" (lambda (x) (typep x '(integer 0)))) (list "a number" #'numberp) (list "a real number" #'realp)
        (list "a non-negative real number" #'realp) (list "a float" #'floatp) (list "a symbol" #'symbolp)
        (list "a string" #'stringp) (list "a hash table" #'hash-table-p) (list "a list" #'listp) (list "a proper list" #'listp)
        (list "a sequence" (lambda (x) (typep x 'sequence))) (list "a function" (lambda (x) (typep x '(or function symbol))))
        (list "a function or a symbol" (lambda (x) (typep x '(or function symbol))))
        (list "the name of a function" #'symbolp) (list "a byte specifier" #'consp)
        (list "a string, a symbol or a character" (lambda (x) (typep x '(or string symbol character))))
        (list "a pathname, a string or a file stream" (lambda (x) (typep x '(or pathname string file-stream))))
        (list "a stream" (lambda (x) (typep x '(or stream null (eql t))))) (list "an input stream" (lambda (x) (typep x '(or stream null (eql t)))))
        (list "an output stream" (lambda (x) (typep x '(or stream null (eql t)))))
        (list "a string output stream" #'streamp) (list "a class" (lambda (x) (typep x 'class)))
        (list "a readtable" (lambda (x) (typep x '(or readtable null)))) (list "a structure" (lambda (x) (typep x 'structure-object)))
        (list "a condition" (lambda (x) (typep x 'condition))) (list "a restart" (constantly nil)) (list "a restart or a symbol" #'symbolp)
        (list "a process" (constantly nil)) (list "a weak pointer" (constantly nil)) (list "a source-place" (constantly nil))
        (list "a generic function" #'functionp) (list "a method" (constantly nil)) (list "a slot definition" (constantly nil))))

(defvar *objects*
  (list nil t :keyword -1 1/2 1.5 3 #C(1 2) #\a "text" '(1 2) '(1 . 2) #(1 2) (make-array '(2 2)) (lambda (x) x) (make-hash-table)
        (make-string-output-stream)))

;; The words after "type-error unless " in DOC up to the end of the clause, on one line; NIL without them.
(defun claim-of (doc)
  (let* ((before "type-error unless ") (at (search before doc))
         (line (and at (substitute #\Space #\Newline (subseq doc (+ at (length before)))))))
    (and line (subseq line 0 (or (position #\; line) (search ".  " line) (search ". Example" line) (position #\. line))))))

;; Does the phrase before TEXT end there? Not before "or a list", nor before ", a symbol or a character".
(defun phrase-ends-p (text)
  (or (string= text "")
      (eql (search " and " text) 0)
      (and (eql (search ", " text) 0) (> (length text) 2) (or (upper-case-p (char text 2)) (some (lambda (word) (eql (search word text :start2 2) 2)) '("and " "every "))))))

;; The test of the phrase with which TEXT begins, or NIL.
(defun test-of-phrase (text)
  (second (find-if (lambda (row) (and (eql (search (first row) text) 0) (phrase-ends-p (subseq text (length (first row)))))) *phrases*)))

;; Pairs of a parameter's name, or "argument" for "every argument", and a test that each valid argument passes.
(defun claims-of (doc)
  (let ((text (claim-of doc)) (claims nil) (start 0))
    (loop (let ((at (and text (search " is " text :start2 start))))
            (if (null at) (return (nreverse claims)))
            (let ((test (test-of-phrase (subseq text (+ at 4))))
                  (word (subseq text (+ 1 (or (position #\Space text :end at :from-end t) -1)) at)))
              (if (and test (or (string/= word "argument") (eql (search "every argument" text :end2 at :from-end t) (- at 14))))
                  (push (list word test) claims)))
            (setq start (+ at 1))))))

;; The positions of the argument of a call of NAME with SIZE arguments to which the parameter WORD refers.
(defun positions-of-parameter (name word size)
  (if (string= word "argument")
      (loop for i from 1 to size collect i)
      (let* ((parameters (remove '&optional (system::arglist name)))
             (at (position word parameters :test (lambda (w p) (string= w (if (consp p) (first p) p)))))
             (end (position-if (lambda (p) (member p '(&key &rest &aux))) parameters)))
        (if (and at (< at size) (or (null end) (< at end))) (list (+ at 1))))))

;; The first call of NAME in FORM, or NIL; not a place, nor a call whose errors are handled.
(defun call-in (name form)
  (cond ((or (atom form) (member (car form) '(quote setf handler-case))) nil)
        ((eq (car form) name) form)
        (t (loop for rest on form while (consp rest) do (let ((found (call-in name (car rest)))) (if found (return found)))))))

;; Evaluates FORM with OBJECT as the argument number AT of CALL. Returns T for a type-error.
(defun wrong-argument-signals (form call at object)
  (let ((new (copy-list call)) (*standard-output* (make-string-output-stream)))
    (setf (nth at new) (list 'quote object))
    (handler-case (progn (eval (subst new call form :test #'eq)) nil)
      (type-error () t)
      (error () nil))))

(defvar *tried* 0 "How many wrong arguments were passed.")

(defun check-claims (name doc example)
  (let* ((text (subseq example 0 (search " => " example)))
         (form (ignore-errors (let ((*package* (find-package "SYSTEM"))) (read-from-string text))))
         (call (call-in name form)))
    (when (and call (functionp (system::function-object name)))
      (dolist (claim (claims-of doc))
        (dolist (at (positions-of-parameter name (first claim) (- (length call) 1)))
          (dolist (object (remove-if (second claim) *objects*))
            (incf *tried*)
            (check name (wrong-argument-signals form call at object)
                   (format nil "~S as argument ~D of ~S does not signal a type-error" object at call))))))))

(let ((seen nil))
  (dolist (example (system::docstring-examples))
    (let* ((name (car example)) (doc (and (symbolp name) (documentation name 'function))))
      (when (and doc (not (member name seen)))
        (push name seen)
        (check-claims name doc (cadr example))))))
(check 'claims (> *tried* 3000) (format nil "only ~D wrong arguments were passed" *tried*))

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
        (check name (notany (lambda (bare) (search bare doc)) '("Signals: type-error." "Signals: type-error;"))
               "which argument must have which type?")
        (dolist (type (signalled-names doc))
          (check name (or (member type '("an" "any" "whatever" "as") :test #'equal)
                          (ignore-errors (typep (make-condition (intern (string-upcase type) "SYSTEM")) 'condition)))
                 (format nil "~A is not a condition type" type)))
        (check name (or (search "Example: " doc) (member name *without-example*)) "no example")))))

(format t "~D passed, ~D failed~%" *passed* *failed*)
(quit (if (= *failed* 0) 0 1))
