;;;; debugger.lisp -- the debugger, which an error enters at a terminal while its calls are active. -*- sealed -*-
;;;; A call is named by its frame's index (src/builtins/frames.cpp), and for the user by a number: 0 is the innermost call of a
;;;; user's function. Errors in forms that are typed in the debugger enter it again, at the next level.

(defvar *debug-on-error* :useful
  "Which errors enter the debugger at a terminal: :USEFUL, those in calls of the user's functions, with variables or with
restarts of the program; T, all; NIL, none.
Example: (let ((*debug-on-error* nil)) *debug-on-error*) => NIL")

(defvar *debug-level* 0)         ; the number of active levels of the debugger
(defvar *debugged-calls* nil)             ; a vector of the calls found so far, innermost first
(defvar *all-calls-found* nil)   ; has *DEBUGGED-CALLS* all of them?
(defvar *selected* 0)            ; the number of the selected call
(defvar *debugged* nil)          ; the condition
(defvar *choices* nil)           ; its restarts, as they are numbered
(defvar *help-mentions-left* 3)  ; how often :help is still mentioned on entry

;;; Calls

(defun first-call ()
  (do ((index (next-call nil) (next-call index)))
      ((or (null index) (not (eq (call-kind index) :library))) index)))

(defun start-calls ()
  (let ((first (first-call)))
    (setq *debugged-calls* (make-array 16 :adjustable t :fill-pointer 0) *all-calls-found* nil)
    (add-call first)))

(defun add-call (index)
  (if (and index (> index *outer-call*))
      (vector-push-extend index *debugged-calls*)
      (setq *all-calls-found* t)))

;; The index of call NUMBER, or NIL.
(defun call-at (number)
  (do () ((or *all-calls-found* (< number (length *debugged-calls*))))
    (add-call (next-call (aref *debugged-calls* (- (length *debugged-calls*) 1)))))
  (if (< number (length *debugged-calls*)) (aref *debugged-calls* number) nil))

(defun call-count ()
  (do ((number (length *debugged-calls*) (+ number 1000))) (*all-calls-found* (length *debugged-calls*))
    (call-at number)))

(defun selected-call () (call-at *selected*))

;; The variables of a call as CALL-VARIABLES returns them, without those that an inner one of the same name hides.
(defun visible-variables (index)
  (let ((all (if index (call-variables index) nil)))
    (mapcon (lambda (rest)
              (if (find (first (first rest)) (rest rest) :key #'first) nil (list (first rest))))
            all)))

;; The form that a call evaluates, if its kind is :FORM.
(defun form-of-call (index)
  (if (null (inner-form index))
      (loaded-form)
      (call-expression index)))

;; The call of kind :FORM that is inside the call INDEX, or NIL.
(defun inner-form (index)
  (do ((inner (next-call nil) (next-call inner))) ((or (null inner) (<= inner index)) nil)
    (if (eq (call-kind inner) :form) (return inner))))

;; The expression that a call executes, read from its source; NIL if it is not known.
(defun call-expression (index)
  (let* ((place (call-place index))
         (start (and place (plusp (third place)) (position-of-line (fourth place) (second place)))))
    (if start
        (let ((part (source-part (fourth place) (+ start (third place) -1))))
          (and part (ignore-errors (values (read-from-string (fourth place) nil nil :start (first part) :end (second part))))))
        nil)))

;;; Display

(defun debug-prompt (&optional (level *debug-level*))
  (case level
    (0 (format nil "~(~A~)> " (if (eq *dialect* :common-lisp) "winnow" *dialect*)))
    (1 "debug> ")
    (t (format nil "debug ~D> " level))))

(defun debug-width () (- (or (terminal-width) 80) 1))

;; The string that PRINT, a function without arguments, returns, on one line.
(defun printed-on-one-line (print)
  (substitute #\Space #\Newline (handler-case (funcall print) (failure () "#<error while printing>"))))

(defun one-line (object &optional (width 1000))
  (let ((*print-pretty* nil) (*print-length* 10) (*print-level* 4) (*print-readably* nil))
    (cut-text (printed-on-one-line (lambda () (prin1-to-string object))) width "...")))

(defun call-title (index)
  (let ((name (call-name index)))
    (cond ((eq (call-kind index) :form) (if (= *debug-level* 1) "at the prompt" (format nil "at ~A" (string-right-trim " " (debug-prompt (- *debug-level* 1))))))
          ((null name) "LAMBDA")
          ((and (consp name) (keywordp (first name))) (format nil "~S of ~A" (first name) (one-line (second name))))
          (t (one-line name)))))

;; Prints "frame 0, F: N = 3, K = 6", with HELP at the right edge of a screen that is not narrow.
(defun show-frame-line (&optional (help ""))
  (let* ((index (selected-call))
         (help (if (< (debug-width) 50) "" help))
         (text (if index
                   (format nil "frame ~D, ~A~@[: ~{~A~^, ~}~]" *selected* (call-title index)
                           (mapcar (lambda (v) (format nil "~A = ~A" (one-line (first v)) (one-line (third v) 20)))
                                   (visible-variables index)))
                   "no frames")))
    (format t "~&~A~%" (text-at-both-edges text help (debug-width) ", ..."))))

(defun show-selected-call ()
  (show-frame-line)
  (if (selected-call) (write-string (call-excerpt (selected-call)))))

(defun show-choices ()
  (let ((number 0))
    (dolist (restart *choices*)
      (write-line (cut-text (format nil "~3D: ~12A ~A" (incf number) (or (restart-name restart) "") (report-in-one-line restart))
                            (debug-width) "...")))))

(defun report-in-one-line (restart)
  (string-right-trim "." (printed-on-one-line (lambda () (princ-to-string restart)))))

(defun show-locals ()
  (let ((variables (visible-variables (selected-call))))
    (if (null variables) (format t "; no variables~%"))
    (dolist (v variables)
      (write-line (cut-text (format nil "  ~A = ~A" (one-line (first v)) (one-line (third v))) (debug-width) "...")))))

(defun show-source ()
  (let* ((index (selected-call))
         (place (and index (call-place index)))
         (definition (and index (not (eq (call-kind index) :form)) (definition-text (call-function index)))))
    (cond (definition (format t "~&~A~%" (string-right-trim '(#\Newline) definition)))
          (place (write-string (call-excerpt index)))
          (t (format-wrapped "; the source of this call is not known~%")))))

;; The text of the form that defines FUNCTION, or NIL.
(defun definition-text (function)
  (third (definition-of function)))

;;; Backtraces

(defun call-place-text (index)
  (let ((place (call-place index)))
    (cond ((null place) "")
          ((first place) (format nil "~A:~D" (first place) (second place)))
          (t "typed"))))

(defun list-call (number)
  (let* ((index (call-at number))
         (is-form (eq (call-kind index) :form))
         (place (call-place-text index))
         (is-typed (or (string= place "") (string= place "typed")))
         (left (format nil "~A~D: ~A~@[, ~A~]" (if (= number *selected*) ">" " ") number
                       (if is-form (one-line (form-of-call index)) (call-text index))
                       (if (and is-form is-typed) (call-title index) nil)))
         (right (if (or (and is-form is-typed) (< (debug-width) 39)) "" place))
         (replaced (tail-calls-text index)))
    (if replaced (format-cut "    -- ~A~%" replaced))
    (format t "~A~%" (text-at-both-edges left right (debug-width) "...)"))))

;; The number of calls from FIRST on that repeat a cycle of PERIOD functions.
(defun repeated-calls (first period)
  (do ((n period (+ n 1)))
      ((or (null (call-at (+ first n)))
           (not (eq (call-function (call-at (+ first n))) (call-function (call-at (+ first n (- period)))))))
       (- n (rem n period)))))

;; The period of the cycle of functions that begins at call FIRST and is repeated often, and its length in calls; or NIL.
(defun cycle-from (first)
  (dolist (period '(1 2 3 4) nil)
    (if (call-at (+ first period -1))
        (let ((count (repeated-calls first period)))
          (if (> count (* 6 period)) (return (values period count)))))))

(defun show-folded (first count period)
  (let* ((names (loop for i below period collect (call-title (call-at (+ first i)))))
         (variable (and (= period 1) (first (visible-variables (call-at first)))))
         (last (and variable (find (first variable) (visible-variables (call-at (+ first count -1))) :key #'first))))
    (format-cut "    -- ~:D calls of ~{~A~^ and ~}~@[, ~A~]~%" count names
            (and last (format nil "~A = ~A to ~A" (one-line (first variable)) (one-line (third variable) 20)
                              (one-line (third last) 20))))))

(defun show-backtrace (limit)
  (let ((number 0) (lines 0))
    (loop
      (cond ((null (call-at number)) (return nil))
            ((>= lines limit)
             (return (format-cut "    -- ~:D more calls; :bt ~D shows more~%" (- (call-count) number) (* 2 limit)))))
      (multiple-value-bind (period count) (cycle-from number)
        (let ((shown (if period (* 2 period) 1)))
          (dotimes (i shown) (list-call (+ number i)))
          (incf lines shown)
          (when period
            (show-folded (+ number shown) (- count (* 3 period)) period)
            (dotimes (i period) (list-call (+ number count i (- period))))
            (incf lines (+ period 1)))
          (incf number (or count 1)))))))

;;; Restarts

(defun user-restarts (condition)
  (remove-if (lambda (restart) (eq (restart-name restart) 'abort)) (compute-restarts condition)))

;; Errors of these operators are not about the value of the call.
(defvar *operators-without-value* '(error cerror signal warn break invoke-debugger raise-condition))

;; The expression of the innermost call that failed, if it is a call whose value can be replaced.
(defun failed-expression (condition)
  (let ((index (call-at 0)))
    (if (and index (typep condition 'error) (call-can-continue index))
        (let ((form (call-expression index)))
          (if (and (consp form) (symbolp (first form)) (not (macro-function (first form)))
                   (not (special-operator-p (first form))) (not (member (first form) *operators-without-value*)))
              form
              nil))
        nil)))

(defun restarts-of-expression (condition)
  (let ((form (failed-expression condition)) (index (call-at 0)))
    (if form
        (list (make-restart 'use-value (lambda (value) (continue-call index value))
                            (lambda (stream) (format stream "use another value for ~A" (one-line form)))
                            (lambda () (ask-values (format nil "value for ~A> " (one-line form 40)))) nil)
              (make-restart 'retry (lambda () (continue-call index (value-in-call form index)))
                            (lambda (stream) (format stream "evaluate ~A again" (one-line form))) nil nil))
        nil)))

;; The restarts that the debugger offers, in the order of their numbers. Those of a missing value or function (restarts.lisp)
;; include USE-VALUE, and CONTINUE, which is omitted if RETRY evaluates the expression.
(defun choices-for (condition)
  (let ((own (user-restarts condition)) (others (restarts-of-expression condition)))
    (when (and others (typep condition 'cell-error))
      (setq others (remove 'use-value others :key #'restart-name)
            own (remove 'continue own :key #'restart-name :count 1)))
    (flet ((named (name) (remove name (append others own) :key #'restart-name :test-not #'eq)))
      (append (named 'use-value) (named 'store-value) (named 'retry) (named 'continue)
              (remove-if (lambda (restart) (member (restart-name restart) '(use-value store-value retry continue))) own)
              (remove 'abort *restarts* :key #'restart-name :test-not #'eq)))))

;; Is there something to see in the debugger that the message does not show, or did the program call the debugger?
(defun something-to-see-p (condition)
  (or (eq condition *condition-to-debug*)
      (and (not (typep condition '(or cell-error interrupted))) (user-restarts condition))
      (do ((number 0 (+ number 1))) ((null (call-at number)) nil)
        (if (or (eq (call-kind (call-at number)) :user) (visible-variables (call-at number))) (return t)))))

;;; Evaluation

;; The variables of a call as symbol macros.
(defun call-bindings (index)
  (mapcar (lambda (v) (list* (first v) 'call-variable index (list (second v)))) (visible-variables index)))

(defsetf call-variable set-call-variable)

;; Evaluates the forms in TEXT in the selected call; returns a list of the values of the last one.
(defun values-in-call (text)
  (let ((last nil))
    (evaluate-text text (call-bindings (selected-call)) (lambda (form values) (declare (ignore form)) (setq last values)))
    last))

(defun value-in-call (form index)
  (eval `(symbol-macrolet ,(mapcar (lambda (b) (list (car b) (cdr b))) (call-bindings index)) ,form)))

;;; Input

;; Asks for forms, with PROMPT; returns a list of the values of the last one.
(defun ask-values (prompt)
  (let* ((line (prompt-line prompt t))
         (text (and (stringp line) (complete-text line prompt))))
    (if (null text) (invoke-restart *level-restart*))
    (or (values-in-call text) (ask-values prompt))))

;;; Commands

(defvar *debug-commands*
  '(("BT" b :debug-bt) ("UP" u :debug-up) ("DOWN" d :debug-down) ("F" f :debug-f) ("LOCALS" l :debug-locals)
    ("SOURCE" s :debug-source) ("RETURN" r :debug-return) ("RESTART" nil :debug-restart) ("CONTINUE" c :debug-continue)
    ("ERROR" e :debug-error) ("INSPECT" i :debug-inspect) ("HELP" h :debug-help) ("Q" q :debug-quit) ("QUIT" nil :debug-quit)))

(defun show-debug-help ()
  (format-wrapped "~&A form is evaluated in the selected frame and sees its variables.
  1 2 3 ...      take the restart of that number or name
  :bt            list the frames (:bt 50 for more)    :up :down :f N  select
  :locals        variables of the frame               :source  its text
  :return FORM   let the frame return FORM's values   :restart  call it again
  :error         show the error again                 :continue  go on
  :inspect FORM  inspect the value of FORM
  Ctrl-D         leave this level                     :q  back to ~A
Words may be shortened to what is unique; :b :u :d :l :r :s :c :e are allowed.~%" (string-right-trim " " (debug-prompt 0))))

(defun select-call (number)
  (cond ((minusp number) (format-wrapped "; frame 0 is the innermost~%"))
        ((call-at number) (setq *selected* number) (show-selected-call))
        (t (format-wrapped "; frame ~D is the outermost~%" (- (call-count) 1)))))

(defun leave-level () (if *level-restart* (invoke-restart *level-restart*) (abort-now)))

(defun choose (restart arguments)
  (let ((*ask-for-value* (lambda () (ask-values (format nil "~A> " (restart-name restart)))))
        (ask (restart-record-interactive restart)))
    (apply (restart-record-function restart) (or arguments (and ask (funcall ask))))))

(defun restart-named (name)
  (find name *choices* :key (lambda (restart) (string (restart-name restart))) :test #'string-equal))

;; The commands and restarts that NAME may mean.
(defun meanings (name)
  (let ((restart (restart-named name)))
    (commands-meant name *debug-commands* (if restart (list (list name nil restart)) nil))))

(defun run-debug-command (line)
  (multiple-value-bind (name rest) (command-word line)
    (let ((command (command-of name (meanings name))))
      (cond ((null command) nil)
            ((restart-p (third command)) (choose (third command) (if (string= rest "") nil (values-in-call rest))))
            (t (perform-command (third command) rest))))))

(defun restart-p (object) (typep object 'restart))

(defun perform-command (command rest)
  (let ((index (selected-call)) (number (and (plusp (length rest)) (every #'digit-char-p rest) (parse-integer rest))))
    (case command
      (:debug-bt (show-backtrace (or number 20)))
      (:debug-up (select-call (+ *selected* (or number 1))))
      (:debug-down (select-call (- *selected* (or number 1))))
      (:debug-f (if number (select-call number) (show-selected-call)))
      (:debug-locals (show-locals))
      (:debug-source (show-source))
      (:debug-error (show-error))
      (:debug-help (show-debug-help))
      (:debug-quit (abort-now))
      (:debug-inspect (inspect (first (values-in-call rest))))
      (:debug-continue
       (let ((restart (restart-named "CONTINUE")))
         (if restart (choose restart nil) (format-wrapped "; the restart CONTINUE is not available~%"))))
      (:debug-return
       (if index (return-from-call index (if (string= rest "") (list nil) (values-in-call rest)))))
      (:debug-restart (call-again index)))))

(defun call-again (index)
  (if (or (null index) (eq (call-kind index) :form))
      (format-wrapped "; only a call of a function can be called again~%")
      (let* ((name (call-name index)) (arguments (call-arguments index))
             (function (if (and name (symbolp name) (fboundp name)) (fdefinition name) (call-function index))))
        (replace-call index (lambda () (apply function arguments))))))

(defun show-error ()
  (format-wrapped "~&~A~A~%" (if (typep *debugged* 'error) "Error: " "") (report *debugged*))
  (if (call-at 0) (write-string (call-excerpt (call-at 0))))
  (show-choices))

;; The restart that the word LINE names, if it is not the name of a variable.
(defun restart-meant (line)
  (let ((restart (restart-named line)))
    (if (and restart (not (find line (visible-variables (selected-call)) :key #'first :test #'string-equal))
             (not (boundp (intern (string-upcase line)))))
        restart
        nil)))

(defun obey-line (line)
  (let ((number (and (every #'digit-char-p line) (parse-integer line))))
    (cond ((and number (<= 1 number (length *choices*))) (choose (nth (- number 1) *choices*) nil))
          ((command-line-p line) (run-debug-command line))
          ((help-word-p line) (show-debug-help))
          ((quit-word-p line) (abort-now))
          ((restart-meant line) (choose (restart-meant line) nil))
          (t (evaluate-typed-forms line (debug-prompt) (call-bindings (selected-call)))))))

(defun read-and-obey (condition)
  (let ((line (typed-line (debug-prompt))))
    (cond ((null line) (terpri) :leave)
          ((eq line :interrupt) (if (typep condition 'interrupted) :leave nil))
          ((string= line "") nil)
          (t (obey-line line) nil))))

;; Reads and executes commands until one of them leaves this level.
(defun run-debugger (condition)
  (let* ((outer *level-restart*)
         (*debug-level* (+ *debug-level* 1))
         (*selected* 0)
         (*debugged* condition)
         (*choices* (choices-for condition)))
    (show-choices)
    (show-frame-line (if (>= (decf *help-mentions-left*) 0) ":help lists the commands" ""))
    (loop
      (if (eq (call-at-prompt (debug-prompt) (lambda () (read-and-obey condition))) :leave)
          (let ((*level-restart* outer)) (leave-level))))))

;; Called after CONDITION has been reported, while the call that signalled it is still active. Returns if the evaluation is to
;; be abandoned.
(defun debug-condition (condition)
  (let ((*outer-call* *next-outer-call*) (*debugged-calls* nil) (*all-calls-found* nil))
    (start-calls)
    (if (case *debug-on-error* ((nil) nil) ((t) t) (t (something-to-see-p condition)))
        (run-debugger condition)
        (if *level-restart* (invoke-restart *level-restart*)))))

;; Signals CONDITION, an interrupt of the user, at a place where the program can continue.
(defun signal-interrupt (condition)
  (restart-case
      (with-condition-restarts condition (first-restarts 1)
        (raise-condition condition))
    (continue () :report "go on" nil)))
