;;;; tools.lisp -- STEP, INSPECT, DRIBBLE, TRACE, PROFILE.

(defun steps (form) (substitute #\~ #\Newline (with-output-to-string (*trace-output*) (eval form))))
;; The lines of STEP with a prefix: those of values, those of levels.
(defun step-lines (form mark)
  (with-input-from-string (in (with-output-to-string (*trace-output*) (eval form)))
    (loop for line = (read-line in nil) while line
          for start = (search "| " line)
          if (and start (search mark line)) collect (one-blank (string-right-trim " " (subseq line (+ start 2)))))))
(defun one-blank (text)
  (let ((blanks (search "  " text)))
    (if blanks (one-blank (concatenate 'string (subseq text 0 blanks) (subseq text (+ blanks 1)))) text)))
(defun outcomes (form) (step-lines form " => "))
(defun texts (form) (remove-if (lambda (line) (or (search " => " line) (find #\^ line))) (step-lines form "| ")))
(steps '(step (+ (* 2 3) 1)))  ;=> "0| (+ (* 2 3) 1)~ |    ^^^^^^^~ | (* 2 3) => 6~0| (+ 6 1)~ | ^^^^^^^~ | (+ 6 1) => 7~"
(steps '(step (values 1 2)))  ;=> "0| (values 1 2)~ | ^^^^^^^^^^^^~ | (values 1 2) => 1, 2~"
;; An expression is a step when its arguments are values; a special form becomes the part that decides its value.
(texts '(step (if (> 1 0) (list (+ 1 1)) (car nil))))  ;=> ("(if (> 1 0) (list (+ 1 1)) (car nil))" "(list (+ 1 1))" "(list 2)")
(texts '(step (cond ((> 0 1) 1) ((numberp 2) (list 3)))))  ;=> ("(cond ((> 0 1) 1) ((numberp 2) (list 3)))" "(cond (NIL 1) ((numberp 2) (list 3)))" "(list 3)")
(texts '(step (case (+ 1 1) (1 (list 1)) (2 (list 2)))))  ;=> ("(case (+ 1 1) (1 (list 1)) (2 (list 2)))" "(list 2)")
(texts '(step (let ((a (list 1)) (b 2)) (cons a b) (cons b a))))  ;=> ("(let ((a (list 1)) (b 2)) (cons a b) (cons b a))" "(cons a b) (cons b a) A = (1), B = 2" "(cons b a) A = (1), B = 2")
(texts '(step (list (progn (list 1) (list 2)))))  ;=> ("(list (progn (list 1) (list 2)))" "(list (list 2))" "(list '(2))")
(outcomes '(step (let ((x 1)) (setq x (+ x 1)) (car (cons x nil)))))  ;=> ("(+ x 1) => 2" "(setq x 2) => 2" "(cons x nil) => (2)" "(car '(2)) => 2")
(outcomes '(step (multiple-value-bind (q r) (floor 7 2) (list q r))))  ;=> ("(floor 7 2) => 3, 1" "(list q r) => (3 1)")
(outcomes '(step (values)))  ;=> ("(values) => no values")
;; Loops show their bodies again in each iteration.
(texts '(step (dolist (y '(1 2)) (list (- y)))))  ;=> ("(dolist (y '(1 2)) (list (- y))) Y = 1, iteration 1 of 2" "(dolist (y '(1 2)) (list -1)) Y = 1, iteration 1 of 2" "(dolist (y '(1 2)) (list (- y))) Y = 2, iteration 2 of 2" "(dolist (y '(1 2)) (list -2)) Y = 2, iteration 2 of 2")
(outcomes '(step (let ((i 0)) (tagbody again (setq i (+ i 1)) (if (< i 2) (go again))) i)))  ;=> ("(+ i 1) => 1" "(setq i 1) => 1" "(< i 2) => T" "(+ i 1) => 2" "(setq i 2) => 2" "(< i 2) => NIL" "(tagbody again 2 NIL) => NIL")
(outcomes '(step (block out (list 1) (return-from out (list 2)) (list 3))))  ;=> ("(list 1) => (1)" "(list 2) => (2)")
;; A value is shown as it was at its step.
(outcomes '(step (let ((l (list 1 2))) (setf (car l) 5) (cdr l))))  ;=> ("(list 1 2) => (1 2)" "(setf (car l) 5) => 5" "(cdr l) => (2)")
;; Macros are shown as written; functions that are defined while stepping are not stepped.
(defmacro stepped-twice (form) `(list ,form ,form))
(texts '(step (stepped-twice (car '(1)))))  ;=> ("(stepped-twice (car '(1)))" "(stepped-twice (car '(1)))")
(outcomes '(step (progn (defun stepped-later (x) (list x)) (stepped-later 1))))  ;=> ("(defun stepped-later (x) ...) => STEPPED-LATER" "(stepped-later 1) => (1)")
;; Parameters of all kinds are variables; their default values are not steps.
(remove-if (lambda (line) (search "stepped-all" line)) (texts '(step (labels ((stepped-all (a &optional (b (+ a 1)) &rest c &key (d 4)) (list a b c d))) (stepped-all 1)))))  ;=> ("(list a b c d) A = 1, B = 2, C = NIL, D = 4")
;; Local functions are levels; a closure keeps its own.
(outcomes '(step (labels ((down (n) (if (= n 0) 'done (down (- n 1))))) (down 1))))  ;=> ("(= n 0) => NIL" "(- n 1) => 0" "(= n 0) => T" "(down 0) => DONE" "(down 1) => DONE")
;; Code that remains after STEP runs without it.
(let ((f (let ((*trace-output* (make-broadcast-stream))) (step (lambda (x) (list (+ x 1))))))) (funcall f 1))  ;=> (2)
;; STEP enters functions called by others. Only functions from a text have source to step through.
(defvar *stepped-text* (format nil "/tmp/winnow-stepped-~36R" (random (expt 36 8) (make-random-state t))))
(with-open-file (s *stepped-text* :direction :output)
  (format s "(defun stepped-add (a b) (+ a b))~%(defun stepped-half (x) (/ x 2))~%")
  (format s "(defun Stepped-Layout (x) (list \"a b\" #xFF ; comment~%   x   (- x)))~%")
  (format s "(defun stepped-long (l)~%  (let ((sum 0))~%    (dolist (x l sum)~%      (cond ((numberp x)~%             (print 1 (make-broadcast-stream)) ; quiet~%             (setq sum (+ sum x)))))))~%"))
(load *stepped-text*)
(outcomes '(step (mapcar #'stepped-half '(4))))  ;=> ("(/ x 2) => 2" "(mapcar #'stepped-half '(4)) => (2)")
(outcomes '(step (reduce 'stepped-add (list 1 2))))  ;=> ("(list 1 2) => (1 2)" "(+ a b) => 3" "(reduce 'stepped-add '(1 2)) => 3")
(outcomes '(step (flet ((stepped-half (x) x)) (funcall #'stepped-half 4))))  ;=> ("(funcall #'stepped-half 4) => 4")
(let ((*trace-output* (make-broadcast-stream))) (step (eq #'stepped-half (symbol-function 'stepped-half))))  ;=> T
(steps '(step (stepped-half 4)))  ;=> "0| (stepped-half 4)~ | ^^^^^^^^^^^^^^^^~1| (/ x 2)                                                                X = 4~ | ^^^^^^^~ | (/ x 2) => 2~ | (stepped-half 4) => 2~"
;; The text is that of the file, on one line if it is short.
(cdr (texts '(step (stepped-layout 1))))  ;=> ("(list \"a b\" #xFF x (- x)) X = 1" "(list \"a b\" #xFF x -1) X = 1")
;; A long one is shown line by line, around the marked expression and then where it changed.
(steps '(step (stepped-long '(1))))  ;=> "0| (stepped-long '(1))~ | ^^^^^^^^^^^^^^^^^^^~  7|     (dolist (x l sum)~  8|       (cond ((numberp x)~   |              ^^^^^^^^^^^~  9|              (print 1 (make-broadcast-stream)) ; quiet~ 10|              (setq sum (+ sum x)))))~                                      L = (1), SUM = 0, X = 1, iteration 1 of 1~ | (numberp x) => T~  8|       (progn (print 1 (make-broadcast-stream))~   |                       ^^^^^^^^^^^^^^^^^^^^^^^~ 10|              (setq sum (+ sum x))))~ | (make-broadcast-stream) => #<stream>~  8|       (progn (print 1 #<stream>)~   |              ^^^^^^^^^^^^^^^^^^^~ | (print 1 #<stream>) => 1~1| (dolist (x l sum) (setq sum (+ sum x)))~ |                             ^^^^^^^^^~ | (+ sum x) => 1~1| (dolist (x l sum) (setq sum 1))~ |                   ^^^^^^^^^^^^~ | (setq sum 1) => 1~ | (dolist (x l sum) ...) => 1~ | (stepped-long '(1)) => 1~"
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
(inspected (vector #\x '(y)) (format nil "1~%up~%:q~%0"))  ;=> "#(#\\x (Y))~  is of type (SIMPLE-VECTOR 2).~  0 0: #\\x~  1 1: (Y)~inspect> ~(Y)~  is of type CONS.~  0 0: Y~inspect> ~#(#\\x (Y))~  is of type (SIMPLE-VECTOR 2).~  0 0: #\\x~  1 1: (Y)~inspect> "
(not (search "; this is the object that INSPECT was called with" (inspected 5 "up")))  ;=> NIL
;; A number that is not that of a part is a form, as others are; * is the object.
(inspected 5 (format nil "9~%(+ * 1)"))  ;=> "5~  is of type (INTEGER 0 2305843009213693951).~inspect> ~9~inspect> ~6~inspect> "
(inspected 5 (format nil ":frobnicate~%:set 0 1"))  ;=> "5~  is of type (INTEGER 0 2305843009213693951).~inspect> ; unknown command :FROBNICATE; :help lists the commands~inspect> ; write the number of a part, and a form: :set 0 (+ 1 2)~inspect> "
;; :SET replaces parts.
(defun with-parts-set (object &rest commands) (inspected object (format nil "~{~A~%~}" commands)) object)
(with-parts-set (list 1 2 3) ":set 1 (+ 1 (first *))")  ;=> (1 2 3)
(with-parts-set (list 1 2 3) ":set 2 'c" "2" "up" ":s 0 'a")  ;=> (A 2 C)
(with-parts-set (vector 1 2) ":set 0 5")  ;=> #(5 2)
(berg-height (with-parts-set (make-berg :height 1) ":set 0 (* 2 4)"))  ;=> 8
(values (gethash 'k (with-parts-set (let ((h (make-hash-table))) (setf (gethash 'k h) 'v) h) ":set 0 3")))  ;=> 3
(not (search "part 0 cannot be replaced" (inspected 'car ":set 0 1")))  ;=> NIL
;; Generic functions show their methods, classes their relatives, packages their symbols.
(defgeneric inspected-area (x) (:method ((x integer)) x) (:method :before ((x integer)) x))
(let ((text (inspected #'inspected-area ""))) (list (not (search "(:BEFORE (INTEGER)): " text)) (not (search "((INTEGER)): " text)) (not (search "LAMBDA-LIST: (X)" text))))  ;=> (NIL NIL NIL)
(defclass inspected-ship () ((name :initform 1)))
(defclass inspected-ferry (inspected-ship) ((cars :initform 2)))
(let ((text (inspected (find-class 'inspected-ship) ""))) (list (not (search "SUBCLASSES: (#<STANDARD-CLASS INSPECTED-FERRY>)" text)) (not (search "SLOTS: (NAME)" text))))  ;=> (NIL NIL)
(slot-value (with-parts-set (make-instance 'inspected-ship) ":set 0 7") 'name)  ;=> 7
(defpackage inspected-package (:use) (:nicknames inspected-nick) (:export "OUT"))
(let ((text (inspected (find-package 'inspected-package) ""))) (list (not (search "NICKNAMES: (\"INSPECTED-NICK\")" text)) (not (search "EXTERNAL: (INSPECTED-PACKAGE:OUT)" text))))  ;=> (NIL NIL)
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
;; :METHODS shows the methods of a generic function.
(defgeneric traced-area (x) (:method ((x integer)) (list (call-next-method))) (:method (x) x) (:method :before ((x integer)) x))
(trace traced-area :methods t)  ;=> (TRACED-AREA)
(traces '(traced-area 2))  ;=> "0: (TRACED-AREA 2)~  1: ((METHOD TRACED-AREA :BEFORE (INTEGER)) 2)~  1: (METHOD TRACED-AREA :BEFORE (INTEGER)) returned 2~  1: ((METHOD TRACED-AREA (INTEGER)) 2)~    2: ((METHOD TRACED-AREA (T)) 2)~    2: (METHOD TRACED-AREA (T)) returned 2~  1: (METHOD TRACED-AREA (INTEGER)) returned (2)~0: TRACED-AREA returned (2)~"
(progn (untrace traced-area) (list (traces '(traced-area 2)) (traced-area 2)))  ;=> ("" (2))
(trace traced-one :methods t)  ;=> (TRACED-ONE)
(progn (untrace traced-one) (traced-one 2))  ;=> 6
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
(progn (defun fact (n) (if (< n 2) 1 (* n (fact (- n 1))))) (who-calls 'fact))  ;=> NIL
(let ((text (with-output-to-string (*standard-output*) (describe 'called-one))))
  (not (search "Called by CALLS-DIRECTLY, CALLS-IN-MACRO, CALLS-IN-METHOD, CALLS-INSIDE." (substitute #\Space #\Newline text))))  ;=> NIL
(not (search "Method (LIST)" (with-output-to-string (*standard-output*) (describe 'calls-in-method))))  ;=> NIL

;;; The check of keywords does not add the words of lambda lists to the program's package.
(progn (make-package "CHECKED" :use '("COMMON-LISP")) (let ((*package* (find-package "CHECKED")))
  (load (make-string-input-stream "(defun row (n) (make-array n :initial-element 0))")))
  (list (nth-value 1 (find-symbol "ROW" "CHECKED")) (nth-value 1 (find-symbol "INITIAL-ELEMENT" "CHECKED"))))  ;=> (:INTERNAL NIL)

;; INSPECT shows a circular or dotted list as a list: neither is a position of a game.
(let ((*query-io* (make-two-way-stream (make-string-input-stream ":q") (make-broadcast-stream))) (circle (list 1 2)))
  (setf (cddr circle) circle)
  (inspect circle)
  (inspect (list circle :max))
  (inspect '(1 2 . :max)))  ;=> (1 2 . :MAX)
