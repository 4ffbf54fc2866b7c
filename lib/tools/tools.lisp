;;;; tools.lisp -- what helps to find mistakes: TIME, PROFILE, TRACE, STEP, BACKTRACE, DRIBBLE. -*- sealed -*-

(defvar *prompt-limit* 1000
  "The number of atoms that the prompt prints of a value at most, of 40 characters on average; NIL for all. *PRINT-LENGTH*,
*PRINT-LEVEL* and *PRINT-CIRCLE* take precedence if one of them is true. TRACE and STEP print values in the same way.")

;; For the directive ~/.../: a value, and a part of what DESCRIBE and INSPECT show.
(defun print-short (stream object &rest parameters)
  (declare (ignore parameters))
  (print-shortened object stream *prompt-limit*))
(defun print-part (stream object &rest parameters)
  (declare (ignore parameters))
  (print-shortened object stream 30))

;;; What the prompt remembers

(defvar - nil "The form that is being evaluated at the prompt.")
(defvar + nil "The last form evaluated at the prompt.")
(defvar ++ nil "The last form but one.")
(defvar +++ nil "The last form but two.")
(defvar * nil "The value of the last form evaluated at the prompt, the first if there were several.")
(defvar ** nil "The value of the last form but one.")
(defvar *** nil "The value of the last form but two.")
(defvar / nil "A list of the values of the last form evaluated at the prompt.")
(defvar // nil "A list of the values of the last form but one.")
(defvar /// nil "A list of the values of the last form but two.")

;;; TIME

(defun report-time (thunk)
  (let ((before (heap-statistics)) (run (get-internal-run-time)) (real (get-internal-real-time)))
    (multiple-value-prog1 (funcall thunk)
      (let ((run (- (get-internal-run-time) run)) (real (- (get-internal-real-time) real))
            (after (heap-statistics)))
        (fresh-line *trace-output*)
        (format *trace-output*
                "; ~,6F seconds, ~,6F of processor time; ~D bytes allocated; ~D collection~:P in ~,6F seconds~%"
                (/ real 1000000.0) (/ run 1000000.0) (- (car after) (car before))
                (- (cadr after) (cadr before)) (- (caddr after) (caddr before)))))))

(defmacro time (form)
  "Evaluate FORM, print how long it took and what it allocated, and return its values.
Example: (time (+ 1 2)) => 3"
  `(report-time (lambda () ,form)))

(defun room (&optional detailed)
  "Print how much memory is in use; return no value."
  (declare (ignore detailed))
  (let ((s (progn (gc) (heap-statistics))))
    (format t "~:D bytes alive after ~D collection~:P that took ~,3F seconds; ~:D bytes allocated in all~%"
            (cadddr s) (cadr s) (caddr s) (car s))
    (unless (zerop (sixth s))
      (format t "~D function~:P ~:*~[~;has~:;have~] native code, which takes ~:D bytes~%" (sixth s) (seventh s))))
  (values))

;;; PROFILE

(defun print-profile (samples rows seconds collecting)
  (format *trace-output* "~&; ~D sample~:P in ~,3F second~:P of processor time~@[, ~,3F of them in the collector~]~%"
          samples seconds (and (plusp collecting) collecting))
  (when rows
    (format *trace-output* ";    self    total  samples  code      function~%")
    (let ((sorted (sort rows (lambda (a b) (if (= (second a) (second b)) (> (third a) (third b)) (> (second a) (second b)))))))
      (loop for (name self total native place) in sorted
            repeat 20
            do (format *trace-output* "; ~5,1F %  ~5,1F %  ~7D  ~8A  ~S~@[  ~A~]~%" (/ (* 100.0 self) samples)
                       (/ (* 100.0 total) samples) self
                       (cond ((zerop native) "bytecode") ((= native total) "native") (t "both")) name
                       (if (consp name) place)))
      (format *trace-output* "~@[; and ~D more~%~]" (and (nthcdr 20 sorted) (- (length sorted) 20))))))

(defun report-profile (thunk)
  (let ((run (get-internal-run-time)) (collecting (third (heap-statistics))))
    (start-sampling)
    (unwind-protect (funcall thunk)
      (let ((found (stop-sampling)) (*print-length* 5) (*print-level* 3) (*print-pretty* nil))
        (print-profile (first found) (rest found) (/ (- (get-internal-run-time) run) 1000000.0)
                       (- (third (heap-statistics)) collecting))))))

(defmacro profile (&body forms)
  "Evaluate FORMS, print which functions the processor's time went to, and return the values of the last; the table is
printed, too, when control leaves them otherwise. A sample is taken every millisecond or, as most systems have it, every
four: SELF tells in how many the function itself was at work, TOTAL those in which it, or what it called, was, and CODE
whether it ran as native code. What has no frame counts as its caller: built-in functions, functions of Winnow's own that
are not for programs, small ones that native code has in line, the collector, and bytecode that neither calls nor loops.
PROFILE is the forms themselves. The 20 busiest are shown.
Signals: error within another PROFILE.
Example: (profile (+ 1 2)) => 3"
  `(report-profile (named-lambda profile () ,@forms)))

;;; TRACE

(defvar *trace-depth* 0 "How deep the traced call under way is.")

(defun trace-one (name)
  (untrace-one name)  ; it may have been defined anew since
  (let ((function (function-object (function-symbol name))))
    (if (not (functionp function))
        (error 'undefined-function :format-control "TRACE: ~S is not a function" :format-arguments (list name) :name name))
    (let ((tracer (tracer name function)))
      (if (typep function 'generic-function) (setq tracer (generic-tracer tracer function)))
      (push (list name function (fset name tracer)) *traced*))))

(defun tracer (name function)
  (named-lambda traced (&rest arguments)  ; which backtraces leave out
    (let ((depth *trace-depth*))
      (fresh-line *trace-output*)
      (format *trace-output* "~V@T~D: ~/system::print-short/~%" (* 2 depth) depth (cons name arguments))
      (let ((values (let ((*trace-depth* (+ depth 1))) (multiple-value-list (apply function arguments)))))
        (fresh-line *trace-output*)
        (format *trace-output* "~V@T~D: ~S returned~{ ~/system::print-short/~}~%" (* 2 depth) depth name values)
        (values-list values)))))

(defun untrace-one (name)
  (let ((traced (assoc name *traced* :test #'equal)))
    (when traced
      (destructuring-bind (name function tracer) traced
        (remhash tracer *generics*)
        (if (eq tracer (function-object (function-symbol name))) (fset name function)))
      (setq *traced* (remove traced *traced*))
      t)))

(defmacro trace (&rest names)
  "Show each call of the functions NAMES (symbols or (setf symbol)), indented by depth, and what it returns; without
NAMES, list those traced. What is defined anew is no longer traced.
Signals: undefined-function.
Example: (trace) => NIL"
  (if names
      `(progn (mapc #'trace-one ',names) ',names)
      '(mapcar #'car *traced*)))

(defmacro untrace (&rest names)
  "Stop tracing the functions NAMES, or all of them; return those that were traced.
Example: (untrace) => NIL"
  (if names
      `(remove-if-not #'untrace-one ',names)
      '(let ((all (mapcar #'car *traced*))) (mapc #'untrace-one all) all)))

;; In LISP 1.5 they take a list, quoted or not.
(define-lisp-1.5-macro trace "trace" (functions)
  "Show each call of the functions that the list FUNCTIONS names, and what it returns; one that is not defined yet is traced
when it is. Return the list."
  `(mapc #'trace-or-await ',(if (quoted-p functions) (cadr functions) functions)))
(define-lisp-1.5-macro untrace "untrace" (functions)
  "Stop tracing the functions that the list FUNCTIONS names; return the list."
  `(mapc #'untrace-one ',(if (quoted-p functions) (cadr functions) functions)))

;;; STEP

(defvar *step-depth* 0 "How many calls shown by STEP are under way.")
(defvar *stepping* nil "A list of whether STEP shows the calls that come.")
(defvar *stepped-functions* nil
  "A table of functions made to show their calls, by the functions in whose place they are called; NIL: none yet.")

(defmacro step (form &environment environment)
  "Evaluate FORM, showing each call of a function that stands in it, with its values, on *TRACE-OUTPUT*; return its values.
Those within a function that is called there, or given as #'name to MAPCAR and its kin, are shown, too, if its text is
known: (help 'function-lambda-expression).
At a terminal each call waits: Return goes into it, n past it, and q shows no more."
  `(let ((*step-depth* 0) (*stepping* (list t)) (*stepped-functions* nil))
     ,(showing-calls form environment)))

;; What calls the functions that it is given.
(defvar *callers* '(funcall apply mapcar mapc mapcan maplist mapl mapcon map reduce every some notany notevery sort stable-sort
                    find-if find-if-not position-if position-if-not count-if remove-if remove-if-not member-if assoc-if))

(defun showing-calls (form environment)
  (walk form
        (lambda (call walked environment)
          (flet ((has-text (name)
                   (and (symbolp name) (not (local-definition name environment)) (fboundp name)
                        (lambda-expression-of (fdefinition name)))))
            `(show-call ',call
                        (lambda ()
                          ,(cond ((has-text (car call)) `(call-in-steps ',(car walked) ,@(cdr walked)))
                                 ((member (car call) *callers*)
                                  (mapcar (lambda (argument)
                                            (if (and (consp argument) (eq (car argument) 'function) (has-text (second argument)))
                                                `(function-in-steps ',(second argument))
                                                argument))
                                          walked))
                                 (t walked))))))
        environment))

;; What #'NAME means to one of these: the call is shown.
(defun function-in-steps (name)
  (named-lambda stepped (&rest arguments)
    (show-call (cons name arguments) (lambda () (apply #'call-in-steps name arguments)))))

(defun call-in-steps (name &rest arguments)
  (apply (if (car *stepping*) (stepped-function (fdefinition name)) name) arguments))

(defun stepped-function (function)
  (if (null *stepped-functions*) (setq *stepped-functions* (make-hash-table)))
  (or (gethash function *stepped-functions*)
      (setf (gethash function *stepped-functions*)
            (let ((lambda (lambda-expression-of function)))
              (if lambda (eval (showing-calls `(function ,lambda) nil)) function)))))

(defun show-call (form thunk)
  (if (not (car *stepping*))
      (funcall thunk)
      (let ((inside *stepping*))
        (format *trace-output* "~&~V@T~/system::print-short/~%" (* 2 *step-depth*) form)
        (let ((answer (step-answer)))
          (cond ((string-equal answer "q") (setf (car *stepping*) nil))
                ((string-equal answer "n") (setq inside (list nil)))))
        (let ((values (let ((*step-depth* (+ *step-depth* 1)) (*stepping* inside))
                        (multiple-value-list (funcall thunk)))))
          (if (car *stepping*) (format *trace-output* "~&~V@T=>~{ ~/system::print-short/~}~%" (* 2 *step-depth*) values))
          (values-list values)))))

;; What a person answers to a call that is shown: "", n or q; "" where nobody sits.
(defun step-answer ()
  (if (and (interactive-stream-p *trace-output*) (interactive-stream-p *query-io*))
      (loop
        (format *query-io* "~&step (Return, n, q)> ")
        (finish-output *query-io*)
        (let ((answer (string-trim " " (or (read-line *query-io* nil nil) "q"))))
          (if (member answer '("" "n" "q") :test #'string-equal) (return answer))
          (format *query-io* "Return goes into the call, n past it, and q shows no more.~%")))
      ""))

;;; DRIBBLE: the machine copies what goes through the terminal to the file of this stream.

(defvar *dribble* nil)

(defun dribble (&optional pathname)
  "Record what is typed and printed from now on in the file PATHNAME, behind what is in it; without PATHNAME, end that.
Return no value.
Signals: file-error; error if a record is being made already, or none.
Example: (handler-case (dribble) (error () 'none)) => NONE"
  (cond ((and pathname *dribble*) (error "DRIBBLE: a record is being made in ~A" (pathname *dribble*)))
        (pathname
         (setq *dribble* (open pathname :direction :output :if-exists :append :if-does-not-exist :create)))
        ((null *dribble*) (error "DRIBBLE: no record is being made"))
        (t (finish-output *terminal-io*)
           (close (shiftf *dribble* nil))))
  (values))

(defvar *last-backtrace* "" "The calls that were under way when the last error happened.")
(defun backtrace ()
  "Print the calls that were under way when the last error happened, innermost first; return no value."
  (write-string (if (equal *last-backtrace* "") (format nil "There was no error.~%") *last-backtrace*))
  (values))

(defun ed (&optional what)
  "Signal an error: there is no editor inside Winnow.
Example: (handler-case (ed) (error () 'none)) => NONE"
  (declare (ignore what))
  (error "ED: there is no editor inside Winnow"))
