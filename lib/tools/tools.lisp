;;;; tools.lisp -- debugging and measuring tools: TIME, PROFILE, BACKTRACE, DRIBBLE. -*- sealed -*-

(defvar *prompt-limit* 1000
  "The greatest number of atoms, of 40 characters on average, that the prompt prints of a value; NIL for no limit.
*PRINT-LENGTH*, *PRINT-LEVEL* and *PRINT-CIRCLE* take precedence if one of them is true. The limit holds for TRACE and
STEP also.")

;; Functions for the directive ~/.../. PRINT-SHORT prints a value, PRINT-PART a part of an object in DESCRIBE and INSPECT.
(defun print-short (stream object &rest parameters)
  (declare (ignore parameters))
  (print-shortened object stream *prompt-limit*))
(defun print-part (stream object &rest parameters)
  (declare (ignore parameters))
  (print-shortened object stream 30))

;;; The variables of the prompt

(defvar - nil "The form that is being evaluated at the prompt.")
(defvar + nil "The last form evaluated at the prompt.")
(defvar ++ nil "The last form but one.")
(defvar +++ nil "The last form but two.")
(defvar * nil "The first value of the last form evaluated at the prompt.")
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
        (let ((*standard-output* *trace-output*))
          (format-wrapped "~&; ~,6F seconds, ~,6F of processor time; ~D bytes allocated; ~D collection~:P in ~,6F seconds~%"
                          (/ real 1000000.0) (/ run 1000000.0) (- (car after) (car before))
                          (- (cadr after) (cadr before)) (- (caddr after) (caddr before))))))))

(defmacro time (form)
  "Evaluate FORM, print to *TRACE-OUTPUT* the time it took and the memory it allocated, and return its values.
Example: (time (+ 1 2)) => 3"
  `(report-time (lambda () ,form)))

(defun room (&optional detailed)
  "Collect garbage and print how much memory is in use; return no value.
DETAILED: ignored (default: NIL)."
  (declare (ignore detailed))
  (let ((s (progn (gc) (heap-statistics))))
    (format-wrapped "~:D bytes alive after ~D collection~:P that took ~,3F seconds; ~:D bytes allocated in all~%"
            (cadddr s) (cadr s) (caddr s) (car s))
    (unless (zerop (sixth s))
      (format-wrapped "~D function~:P ~:*~[~;has~:;have~] native code, which takes ~:D bytes~%" (sixth s) (seventh s))))
  (values))

;;; PROFILE

(defun print-profile (samples rows seconds collecting)
  (format-wrapped "~&; ~D sample~:P in ~,3F second~:P of processor time~@[, ~,3F of them in the collector~]~%"
                  samples seconds (and (plusp collecting) collecting))
  (when rows
    (format-cut ";    self    total  samples  code      function~%")
    (let ((sorted (sort rows (lambda (a b) (if (= (second a) (second b)) (> (third a) (third b)) (> (second a) (second b)))))))
      (loop for (name self total native place) in sorted
            repeat 20
            do (format-cut "; ~5,1F %  ~5,1F %  ~7D  ~8A  ~S~@[  ~A~]~%" (/ (* 100.0 self) samples)
                           (/ (* 100.0 total) samples) self
                           (cond ((zerop native) "bytecode") ((= native total) "native") (t "both")) name
                           (if (consp name) place)))
      (format t "~@[; and ~D more~%~]" (and (nthcdr 20 sorted) (- (length sorted) 20))))))

(defun report-profile (thunk)
  (let ((run (get-internal-run-time)) (collecting (third (heap-statistics))))
    (start-sampling)
    (unwind-protect (funcall thunk)
      (let ((found (stop-sampling)) (*print-length* 5) (*print-level* 3) (*print-pretty* nil) (*standard-output* *trace-output*))
        (print-profile (first found) (rest found) (/ (- (get-internal-run-time) run) 1000000.0)
                       (- (third (heap-statistics)) collecting))))))

(defmacro profile (&body forms)
  "Evaluate FORMS, print to *TRACE-OUTPUT* how their processor time is distributed over functions, and return the values
of the last form. The table is also printed after a non-local exit.
A sample is taken every millisecond, on most systems every four milliseconds. SELF is the share of samples in which the
function itself was running, TOTAL the share in which the function or one of its callees was running, CODE whether it ran
as native code. Code without a frame counts as its caller: built-in functions, internal functions of Winnow, functions
inlined in native code, the collector, and bytecode without calls and loops. The row PROFILE is for FORMS themselves.
The table shows the 20 functions with the largest SELF.
Signals: error if another PROFILE is active.
Example: (profile (+ 1 2)) => 3"
  `(report-profile (named-lambda profile () ,@forms)))

;;; DRIBBLE. The shell copies all input and output of the terminal to the stream in *DRIBBLE*.

(defvar *dribble* nil)

(defun dribble (&optional pathname)
  "Record the input and output of the terminal in the file PATHNAME, appending to it; without PATHNAME, stop recording.
Return no value. The record has the prompts but not the colours. During the recording, messages mark expressions by carets.
Signals: file-error; error if recording is active already, or is not active when it is to stop.
Example: (handler-case (dribble) (error () 'none)) => NONE"
  (cond ((and pathname *dribble*) (error "DRIBBLE: the session is already recorded in ~A" (pathname *dribble*)))
        (pathname
         (setq *dribble* (open pathname :direction :output :if-exists :append :if-does-not-exist :create)))
        ((null *dribble*) (error "DRIBBLE: the session is not recorded"))
        (t (finish-output *terminal-io*)
           (close (shiftf *dribble* nil))))
  (values))

(defvar *last-backtrace* "" "The calls that were active when the last error was signalled, as text.")
(defun backtrace ()
  "Print the calls that were active when the last error was signalled, innermost first; return no value."
  (write-string (if (equal *last-backtrace* "") (format nil "There was no error.~%") *last-backtrace*))
  (values))

(defun ed (&optional what)
  "Signal an error, as Winnow does not contain an editor.
WHAT: ignored (default: NIL).
Signals: error.
Example: (handler-case (ed) (error () 'none)) => NONE"
  (declare (ignore what))
  (error "ED: Winnow does not contain an editor"))
