;;;; tools.lisp -- STEP, INSPECT, DRIBBLE, TRACE, PROFILE.

(defun steps (form) (substitute #\~ #\Newline (with-output-to-string (*trace-output*) (eval form))))
(steps '(step (+ (* 2 3) 1)))  ;=> "(+ (* 2 3) 1)~  (* 2 3)~  => 6~=> 7~"
(steps '(step (let ((x 1)) (dolist (y '(1 2) x) (setf x (max x y))))))  ;=> "(MAX X Y)~=> 1~(MAX X Y)~=> 2~"
(steps '(step (values 1 2)))  ;=> "(VALUES 1 2)~=> 1 2~"
;; STEP enters functions called by others. Only functions from a text have source to step through.
(defvar *stepped-text* (format nil "/tmp/winnow-stepped-~36R" (random (expt 36 8) (make-random-state t))))
(with-open-file (s *stepped-text* :direction :output)
  (print '(defun stepped-add (a b) (+ a b)) s)
  (print '(defun stepped-half (x) (/ x 2)) s))
(load *stepped-text*)
(steps '(step (mapcar #'stepped-half '(4))))  ;=> "(MAPCAR #'STEPPED-HALF '(4))~  (STEPPED-HALF 4)~    (/ X 2)~    => 2~  => 2~=> (2)~"
(steps '(step (reduce #'stepped-add (list 1 2))))  ;=> "(REDUCE #'STEPPED-ADD (LIST 1 2))~  (LIST 1 2)~  => (1 2)~  (STEPPED-ADD 1 2)~    (+ A B)~    => 3~  => 3~=> 3~"
(steps '(step (flet ((stepped-half (x) x)) (funcall #'stepped-half 4))))  ;=> "(FUNCALL #'STEPPED-HALF 4)~=> 4~"
(steps '(step (eq #'stepped-half (symbol-function 'stepped-half))))  ;=> "(EQ #'STEPPED-HALF (SYMBOL-FUNCTION 'STEPPED-HALF))~  (SYMBOL-FUNCTION 'STEPPED-HALF)~  => #<function STEPPED-HALF>~=> T~"
(steps '(step (stepped-half 4)))  ;=> "(STEPPED-HALF 4)~  (/ X 2)~  => 2~=> 2~"
(delete-file *stepped-text*)
(multiple-value-list (let ((*trace-output* (make-broadcast-stream))) (step (floor 7 2))))  ;=> (3 1)
(let ((*trace-output* (make-broadcast-stream))) (block nil (step (mapc (lambda (x) (if (evenp x) (return x))) '(1 2 3)))))  ;=> 2
(let ((*trace-output* (make-broadcast-stream))) (macrolet ((m (x) `(list ,x))) (flet ((f (x) (list :f x))) (step (m (f 1))))))  ;=> ((:F 1))
(let ((*trace-output* (make-broadcast-stream))) (step (handler-case (car 5) (type-error () 'caught))))  ;=> CAUGHT
(let ((*trace-output* (make-broadcast-stream)) (l (list 1 2))) (step (incf (car (cdr l)) (+ 1 1))) l)  ;=> (1 4)

(defun inspected (object input)
  (let ((out (make-string-output-stream)))
    (let ((*query-io* (make-two-way-stream (make-string-input-stream input) out)))
      (inspect object))
    (substitute #\~ #\Newline (get-output-stream-string out))))
(inspected '(a "b") "")  ;=> "(A \"b\")~  is of type CONS.~  0 0: A~  1 1: \"b\"~inspect> "
(inspected '(1 . 2) "q")  ;=> "(1 . 2)~  is of type CONS.~  0 CAR: 1~  1 CDR: 2~inspect> "
(defstruct berg height)
(not (search "0 HEIGHT: 4810~" (inspected (make-berg :height 4810) "quit")))  ;=> NIL
(inspected (vector #\x '(y)) (format nil "1~%up~%9 quit 0"))  ;=> "#(#\\x (Y))~  is of type (SIMPLE-VECTOR 2).~  0 0: #\\x~  1 1: (Y)~inspect> ~(Y)~  is of type CONS.~  0 0: Y~inspect> ~#(#\\x (Y))~  is of type (SIMPLE-VECTOR 2).~  0 0: #\\x~  1 1: (Y)~inspect> Type the number of a part, up, again or quit.~inspect> "
(not (search "type quit to leave" (inspected 5 "up")))  ;=> NIL
(let ((h (make-hash-table))) (setf (gethash 'k h) 'v) (not (search "0 K: V~" (inspected h ""))))  ;=> NIL
(let ((l (list 1))) (setf (cdr l) l) (let ((*print-circle* t)) (not (search "0 CAR: 1~" (inspected l "")))))  ;=> NIL

(dribble)  ;signals: "DRIBBLE: the session is not recorded"
(defvar *record* (format nil "/tmp/winnow-dribble-~D" (random 1000000000 (make-random-state t))))
(progn (dribble *record*) (format *terminal-io* "") (dribble))
(not (null (probe-file *record*)))  ;=> T
(progn (dribble *record*) (unwind-protect (dribble *record*) (dribble)))  ;signals: "DRIBBLE: the session is already recorded"
(delete-file *record*)  ;=> T

;;; TRACE

(defun traced-one (x) (* 2 x))
(defun (setf traced-place) (new x) (list new x))
(defun traces (form) (let ((out (make-string-output-stream))) (let ((*trace-output* out)) (eval form)) (substitute #\~ #\Newline (get-output-stream-string out))))
(trace traced-one (setf traced-place))  ;=> (TRACED-ONE (SETF TRACED-PLACE))
(list (traces '(traced-one 2)) (traces '(setf (traced-place 1) 5)))  ;=> ("0: (TRACED-ONE 2)~0: TRACED-ONE returned 4~" "0: ((SETF TRACED-PLACE) 5 1)~0: (SETF TRACED-PLACE) returned (5 1)~")
(untrace (setf traced-place))  ;=> ((SETF TRACED-PLACE))
;; A redefinition ends the tracing, and remains after UNTRACE.
(progn (defun traced-one (x) (* 3 x)) (list (traces '(traced-one 2)) (untrace traced-one) (traced-one 2)))  ;=> ("" (TRACED-ONE) 6)
;; Conditions, further values and breaks see the parameters by name.
(defun traced-sum (n &optional (step 1) &key ((:limit most) 3 given)) (if (> n most) (list n given) (traced-sum (+ n step) step :limit most)))
(trace traced-sum :if (= n 2) :print (list step most given))  ;=> (TRACED-SUM)
(traces '(traced-sum 1))  ;=> "0: (TRACED-SUM 2 1 :LIMIT 3)  (LIST STEP MOST GIVEN) = (1 3 T)~0: TRACED-SUM returned (4 T)~"
(trace traced-one :break (> x 5))  ;=> (TRACED-ONE)
(trace traced-one :when t)  ;signals: "TRACE: unknown keyword :WHEN"
(trace traced-one :if)  ;signals: "TRACE: expected a form after :IF"
(untrace)  ;=> (TRACED-ONE TRACED-SUM)
;; A traced generic function may get methods.
(defgeneric traced-gf (x))
(trace traced-gf)
(defmethod traced-gf ((x integer)) (list :integer x))
(traces '(traced-gf 1))  ;=> "0: (TRACED-GF 1)~0: TRACED-GF returned (:INTEGER 1)~"
(progn (untrace) (list (traced-gf 2) (typep #'traced-gf 'generic-function) (trace)))  ;=> ((:INTEGER 2) T NIL)
(untrace traced-gf)  ;=> NIL
(trace no-such-function-here)  ;signals: undefined-function

;;; PROFILE

(defmacro profiled (&body forms)
  `(let ((out (make-string-output-stream)))
     (let ((*trace-output* out)) (catch 'profiled (profile ,@forms)))
     (get-output-stream-string out)))
;; The rows of the table: (self total samples code function).
(defun profile-rows (table)
  (with-input-from-string (in (remove #\% (remove #\; table)))
    (read-line in) (read-line in)
    (loop for line = (read-line in nil) while line
          collect (read-from-string (format nil "(~A)" line)))))
(defun profile-row (name table) (find name (profile-rows table) :key #'fifth))
(defmacro for-a-while (&body forms)  ; a hundred milliseconds of processor time
  `(let ((end (+ (get-internal-run-time) 100000))) (loop (when (> (get-internal-run-time) end) (return 'done)) ,@forms)))
(defun busy () (for-a-while))
(let ((*trace-output* (make-broadcast-stream))) (multiple-value-list (profile 1 (floor 7 2))))  ;=> (3 1)
(let ((*trace-output* (make-broadcast-stream))) (profile))  ;=> NIL
(let ((out (make-string-output-stream))) (let ((*trace-output* out)) (profile)) (search "; 0 samples in 0.00" (get-output-stream-string out)))  ;=> 0
(defun busy-by-another () (list (busy)))
(defvar *table* (profiled (busy-by-another)))
(fifth (first (profile-rows *table*)))  ;=> BUSY
(destructuring-bind (self total samples code name) (profile-row 'busy-by-another *table*) (list (< self 50) (> total 50) (< samples (third (profile-row 'busy *table*))) name))  ;=> (T T T BUSY-BY-ANOTHER)
(and (member (fourth (profile-row 'busy *table*)) (if (native-code-p #'busy) '(native both) '(bytecode))) t)  ;=> T
;; A recursive function is counted once per sample.
(defun busy-below (n) (if (= n 0) (busy) (list (busy-below (- n 1)))))
(let ((row (profile-row 'busy-below (profiled (busy-below 100))))) (list (< 50 (second row) 100.1) (< (first row) 50)))  ;=> (T T)
;; Samples in a native function are attributed to it, even if it contains no safepoint.
(defun no-safepoint (x) (macrolet ((many (n) (if (= n 0) 'x `(logand (* 7 ,(list 'many (- n 1))) 65535)))) (many 50)))
(defun calling-it () (for-a-while (dotimes (i 1000) (no-safepoint i))))
(calling-it)
(eq (fifth (first (profile-rows (profiled (calling-it))))) (if (native-code-p #'no-safepoint) 'no-safepoint 'calling-it))  ;=> T
;; A non-local exit ends the profile; another one may follow, but not inside one.
(fifth (first (profile-rows (profiled (busy) (throw 'profiled 1)))))  ;=> BUSY
(let ((*trace-output* (make-broadcast-stream))) (profile (profile 1)))  ;signals: "PROFILE: a profile is running already"
(fifth (first (profile-rows (profiled (handler-case (profile 1) (error () (busy)))))))  ;=> BUSY

;;; WHO-CALLS

(defun called-one (x) (print x))
(defun calls-directly (x) (called-one (+ x 1)))
(defun calls-inside (l) (mapcar (lambda (x) (flet ((f () (called-one x))) (f))) l))
(defun calls-by-name (l) (mapcar 'called-one l))
(defmacro calls-in-macro (x) (called-one x) x)
(defgeneric calls-in-method (x))
(defmethod calls-in-method ((x list)) (called-one x))
(defun calls-itself (x) (if x (calls-itself (cdr x))))
(who-calls 'called-one)  ;=> (CALLS-BY-NAME CALLS-DIRECTLY CALLS-IN-MACRO CALLS-IN-METHOD CALLS-INSIDE)
(progn (defun calls-by-name (l) l) (who-calls 'called-one))  ;=> (CALLS-DIRECTLY CALLS-IN-MACRO CALLS-IN-METHOD CALLS-INSIDE)
(who-calls 'calls-itself)  ;=> NIL
(who-calls "called-one")  ;signals: type-error
(let ((text (with-output-to-string (*standard-output*) (describe 'called-one))))
  (not (search "Called by CALLS-DIRECTLY, CALLS-IN-MACRO, CALLS-IN-METHOD, CALLS-INSIDE." (substitute #\Space #\Newline text))))  ;=> NIL
(not (search "Method (LIST)" (with-output-to-string (*standard-output*) (describe 'calls-in-method))))  ;=> NIL
