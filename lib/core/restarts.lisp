;;;; restarts.lisp -- restarts, and the operators that establish and invoke them. -*- sealed -*-

(defvar *restarts* nil)            ; the active restarts, innermost first
(defvar *associated-restarts* nil) ; pairs (condition . its restarts)

(defmacro check-type (place type &optional description)
  "Signal a type-error unless the value of PLACE is of TYPE; return NIL.
The restart STORE-VALUE stores another value into PLACE, which is checked again.
DESCRIPTION: a string that describes TYPE in the message (default: the type specifier).
Example: (let ((n 1)) (check-type n integer)) => NIL"
  (let ((value (gensym "VALUE")))
    `(do ((,value ,place ,place)) ((typep ,value ',type) nil)
       (setf ,place
             (error-with-new-value
              (new-simple-type-error ,value ',type "CHECK-TYPE: expected ~A as ~S, got ~S"
                                     (list ,(or description `(format nil "a value of type ~S" ',type)) ',place ,value))
              ',place)))))

(defstruct (restart (:conc-name restart-record-) (:constructor make-restart (name function report interactive test))
                    (:copier nil) (:predicate nil) (:print-object print-restart))
  "A restart, which RESTART-BIND or RESTART-CASE establishes while its body runs."
  name function report interactive test)

(defun print-restart (restart stream)
  (if *print-escape*
      (print-unreadable-object (restart stream :type t :identity t)
        (prin1 (restart-record-name restart) stream))
      (report-restart restart stream)))

(defun report-restart (restart stream)
  (if (restart-record-report restart)
      (funcall (restart-record-report restart) stream)
      (prin1 (restart-record-name restart) stream)))

(defun restart-name (restart)
  "Return the name of RESTART, or NIL if it is anonymous.
Signals: type-error unless RESTART is a restart.
Example: (restart-case (restart-name (find-restart 'retry)) (retry () nil)) => RETRY"
  (restart-record-name restart))

;; Does RESTART apply to CONDITION (NIL: any)? A restart that is associated with conditions applies only to them.
(defun applicable-p (restart condition)
  (and (or (null condition)
           (some (lambda (pair) (and (eq (car pair) condition) (member restart (cdr pair)))) *associated-restarts*)
           (notany (lambda (pair) (member restart (cdr pair))) *associated-restarts*))
       (or (null (restart-record-test restart))
           (funcall (restart-record-test restart) condition))))

(defun compute-restarts (&optional condition)
  "Return a list of the active restarts, innermost first.
CONDITION: if given, restarts that are associated with other conditions are excluded.
Example: (restart-case (mapcar #'restart-name (last (compute-restarts))) (retry () nil)) => (ABORT)"
  (remove-if-not (lambda (restart) (applicable-p restart condition)) *restarts*))

(defun find-restart (identifier &optional condition)
  "Return the innermost active restart named IDENTIFIER, or NIL. If IDENTIFIER is an active restart, return it.
CONDITION: if given, restarts that are associated with other conditions are excluded.
Signals: type-error unless IDENTIFIER is a restart or a symbol.
Example: (find-restart 'no-such-restart) => NIL"
  (check-argument identifier '(or symbol restart) "a restart or the name of one")
  (find-if (lambda (restart)
             (and (or (eq restart identifier)
                      (and identifier (eq (restart-record-name restart) identifier)))
                  (applicable-p restart condition)))
           *restarts*))

(defun active-restart (restart) (restart-for restart nil))

(defun restart-for (restart condition)
  (or (find-restart restart condition)
      (error 'control-error :format-control "The restart ~S is not active~@[ for ~S~]"
                            :format-arguments (list restart condition))))

(defun invoke-restart (restart &rest arguments)
  "Call the function of RESTART, an active restart or the name of one, with ARGUMENTS, and return its values.
Signals: control-error if no such restart is active.
Example: (restart-case (invoke-restart 'double 4) (double (n) (* 2 n))) => 8"
  (apply (restart-record-function (active-restart restart)) arguments))

(defun invoke-restart-interactively (restart)
  "Call the function of RESTART, an active restart or the name of one, with arguments that its interactive function returns.
Signals: control-error if no such restart is active.
Example: (restart-case (invoke-restart-interactively 'answer)
  (answer (n) :interactive (lambda () (list 42)) n)) => 42"
  (let ((restart (active-restart restart)))
    (apply (restart-record-function restart)
           (if (restart-record-interactive restart) (funcall (restart-record-interactive restart)) nil))))

(push (make-restart 'abort #'abort-now (lambda (stream) (write-string (if (eq *dialect* :common-lisp) "return to winnow>" (format nil "return to ~(~A~)>" *dialect*)) stream)) nil nil)
      *restarts*)

;;; Establishing restarts

(defmacro restart-bind (bindings &body body)
  "Run BODY with the restarts of BINDINGS active.
BINDINGS: lists (name function key value...). :REPORT-FUNCTION prints a description to a stream, :INTERACTIVE-FUNCTION
returns a list of arguments, and :TEST-FUNCTION tests whether the restart applies to a condition (or NIL).
Example: (restart-bind ((twice (lambda (n) (* 2 n)))) (invoke-restart 'twice 4)) => 8"
  `(let ((*restarts*
          (list* ,@(mapcar (lambda (binding)
                             (destructuring-bind (name function &key report-function interactive-function test-function)
                                 binding
                               `(make-restart ',name ,function ,report-function ,interactive-function ,test-function)))
                           bindings)
                 *restarts*)))
     ,@body))

(defmacro with-condition-restarts (condition restarts &body body)
  "Run BODY with the list RESTARTS associated with CONDITION: searches for the restarts of other conditions skip them.
Example: (with-condition-restarts (make-condition 'error) nil 'done) => DONE"
  `(let ((*associated-restarts* (cons (cons ,condition ,restarts) *associated-restarts*)))
     ,@body))

;; Returns FORM, changed so that the condition it signals is associated with the innermost COUNT restarts.
(defun associate-restarts (form count environment)
  (let ((expansion (macroexpand form environment)))
    (if (and (consp expansion) (member (car expansion) '(signal error warn cerror)))
        (let* ((continue-control (if (eq (car expansion) 'cerror) (list (cadr expansion)) nil))
               (arguments (if continue-control (cddr expansion) (cdr expansion)))
               (type (cdr (assoc (car expansion) '((signal . simple-condition) (warn . simple-warning) (error . simple-error)))))
               (condition (gensym "CONDITION")) (rest (gensym "ARGUMENTS")))
          `(let* ((,rest (list ,@(cdr arguments)))
                  (,condition ,(if type
                                   `(coerce-condition ,(car arguments) ,rest ',type)
                                   `(cerror-condition ,(car arguments) ,rest))))
             (with-condition-restarts ,condition (first-restarts ,count)
               ,(if continue-control
                    `(apply #'cerror ,@continue-control ,condition ,rest)
                    `(,(car expansion) ,condition)))))
        form)))

(defun first-restarts (count) (subseq *restarts* 0 count))

;; Parses a clause (name lambda-list :report ... form...); returns (name options lambda-list forms).
(defun restart-clause (clause)
  (unless (and (form-length clause) (cdr clause) (listp (cadr clause)))
    (reject-form "RESTART-CASE" "a clause (name lambda-list form...)" clause))
  (let ((options nil) (body (cddr clause)))
    (do () ((not (and (member (car body) '(:report :interactive :test)) (cdr body))))
      (push (cons (pop body) (pop body)) options))
    (list (car clause) options (cadr clause) body)))

(defun restart-options (options)
  (mapcan (lambda (option)
            (let ((value (cdr option)))
              (case (car option)
                (:report (list :report-function
                               (if (stringp value)
                                   `(lambda (stream) (write-string ,value stream))
                                   `(function ,value))))
                (:interactive (list :interactive-function `(function ,value)))
                (:test (list :test-function `(function ,value))))))
          options))

(defmacro restart-case (form &body clauses &environment environment)
  "Evaluate FORM and return its values; if a restart of CLAUSES is invoked, leave FORM and run that clause.
CLAUSES: lists (name lambda-list form...), where :REPORT string-or-function, :INTERACTIVE function and :TEST function
may precede the forms. If FORM is a call that signals a condition, the restarts are associated with the condition.
Example: (handler-bind ((error (lambda (c) c (invoke-restart 'use 1)))) (restart-case (error \"no\") (use (x) x))) => 1"
  (let ((done (gensym "DONE")) (arguments (gensym "ARGUMENTS"))
        (clauses (mapcar #'restart-clause clauses))
        (tags (mapcar (lambda (clause) (gensym (string (car clause)))) clauses)))
    `(block ,done
       (let ((,arguments nil))
         (tagbody
            (return-from ,done
              (restart-bind ,(mapcar (lambda (clause tag)
                                       `(,(first clause)
                                         (lambda (&rest given) (setq ,arguments given) (go ,tag))
                                         ,@(restart-options (second clause))))
                                     clauses tags)
                ,(associate-restarts form (length clauses) environment)))
            ,@(mapcan (lambda (clause tag)
                        `(,tag (return-from ,done
                                 (apply (lambda ,(third clause) ,@(fourth clause)) ,arguments))))
                      clauses tags))))))

(defmacro with-simple-restart ((name control &rest arguments) &body body)
  "Run BODY and return its values; if the restart NAME is invoked, leave BODY and return NIL and T.
CONTROL, ARGUMENTS: the description of the restart, as for FORMAT.
Example: (with-simple-restart (skip \"Skip it.\") (invoke-restart 'skip)) => NIL"
  `(restart-case (progn ,@body)
     (,name () :report (lambda (stream) (format stream ,control ,@arguments)) (values nil t))))

;;; The standard's restarts

(defun abort (&optional condition)
  "Invoke the innermost restart ABORT, which abandons the current computation; the outermost one returns to the prompt.
Signals: control-error if no such restart is active.
Example: (with-simple-restart (abort \"Stop.\") (abort)) => NIL"
  (invoke-restart (restart-for 'abort condition)))

(defun muffle-warning (&optional condition)
  "Invoke the restart MUFFLE-WARNING, so that WARN returns without printing. Handlers of warnings may call this.
Signals: control-error if no such restart is active.
Example: (handler-bind ((warning #'muffle-warning)) (warn \"quiet\")) => NIL"
  (invoke-restart (restart-for 'muffle-warning condition)))

(defun continue (&optional condition)
  "Invoke the innermost restart CONTINUE, which makes CERROR and BREAK return; return NIL if no such restart is active.
Example: (handler-bind ((error #'continue)) (cerror \"go on\" \"odd\")) => NIL"
  (let ((restart (find-restart 'continue condition)))
    (if restart (invoke-restart restart) nil)))

(defun use-value (value &optional condition)
  "Invoke the innermost restart USE-VALUE with VALUE, which is used once; return NIL if no such restart is active.
Example: (use-value 1) => NIL"
  (let ((restart (find-restart 'use-value condition)))
    (if restart (invoke-restart restart value) nil)))

(defun store-value (value &optional condition)
  "Invoke the innermost restart STORE-VALUE with VALUE, which is stored and used; return NIL if no such restart is active.
Example: (let ((x 'a)) (handler-bind ((type-error (lambda (c) c (store-value 1)))) (check-type x integer)) x) => 1"
  (let ((restart (find-restart 'store-value condition)))
    (if restart (invoke-restart restart value) nil)))

;;; Signalling with restarts

(defvar *break-on-warnings* nil
  "If true, an unhandled warning enters the debugger, as in the first edition of Common Lisp: The Language.")

(defun warn (datum &rest arguments)
  "Signal a warning; if all handlers decline, print it or, if *BREAK-ON-WARNINGS* is true, enter the debugger. Return NIL.
DATUM: a format control with ARGUMENTS for it, a type of warnings with ARGUMENTS as initargs, or a warning.
Signals: type-error if DATUM is a condition but not a warning.
Example: (handler-case (warn \"careful\") (warning () 'caught)) => CAUGHT"
  (let ((condition (coerce-condition datum arguments 'simple-warning)))
    (check-argument condition 'warning "a warning")
    (restart-case
        (with-condition-restarts condition (first-restarts 1)
          (signal-to-handlers condition)
          (if *break-on-warnings* (break "~A" condition) (print-warning (report condition))))
      (muffle-warning () :report "Skip the warning." nil))
    nil))

;; Returns the condition that CERROR signals. If DATUM is a condition, ARGUMENTS are for the continue control only.
(defun cerror-condition (datum arguments)
  (coerce-condition datum (if (conditionp datum) nil arguments) 'simple-error))

(defun cerror (continue-control datum &rest arguments)
  "Signal an error that can be continued; return NIL if the restart CONTINUE is invoked.
CONTINUE-CONTROL: the description of that restart, a format control for ARGUMENTS.
DATUM: a format control with ARGUMENTS for it, a condition type with ARGUMENTS as initargs, or a condition.
Example: (handler-bind ((error #'continue)) (cerror \"go on\" \"odd\")) => NIL"
  (let ((condition (cerror-condition datum arguments)))
    (restart-case
        (with-condition-restarts condition (first-restarts 1)
          (raise-condition condition))
      (continue ()
        :report (lambda (stream) (apply #'format stream continue-control arguments))
        nil))))

(defun break (&optional (control "Break") &rest arguments)
  "Enter the debugger without running handlers; return NIL if the restart CONTINUE is invoked.
At a terminal the debugger lists the restarts and evaluates forms; otherwise the program ends.
CONTROL, ARGUMENTS: the message, as for FORMAT (default: \"Break\", also for NIL).
Example: (let ((*debugger-hook* (lambda (c hook) c hook (continue)))) (break \"here\")) => NIL"
  (let ((condition (new-simple-condition 'simple-condition (or control "Break") arguments)))
    (restart-case
        (with-condition-restarts condition (first-restarts 1)
          (invoke-debugger condition))
      (continue () :report "go on" nil))))

;; Enters the debugger if CONDITION is of the type *BREAK-ON-SIGNALS*. Called for each condition that is signalled while
;; that variable is true.
(defun break-on-signal (condition)
  (let ((types *break-on-signals*) (*break-on-signals* nil))
    (when (typep condition types)
      (break "~A~%(*BREAK-ON-SIGNALS* is true)" condition))))

(defvar *ask-for-value* nil)  ; in the debugger, the function that asks

;; Reads a form from the user and returns a list of its values.
(defun ask-for-value ()
  (cond (*ask-for-value* (funcall *ask-for-value*))
        (t (format *query-io* "~&A form to evaluate: ")
           (finish-output *query-io*)
           (multiple-value-list (eval (read *query-io*))))))

;; Signals CONDITION with the restart STORE-VALUE for PLACE; returns the value given to the restart.
(defun error-with-new-value (condition place)
  (restart-case
      (with-condition-restarts condition (first-restarts 1)
        (raise-condition condition))
    (store-value (value)
      :report (lambda (stream) (format stream "Give ~S another value." place))
      :interactive ask-for-value
      value)))

;;; Restarts for unbound variables and undefined functions. The VM calls these functions and continues with their results.

(defun instead-of-value (condition symbol)
  (error-with-choice condition "value" (lambda () (symbol-value symbol)) #'identity
                     (lambda (value) (set symbol value))))

(defun instead-of-function (condition symbol)
  (if (and (not (eq (program-dialect) :common-lisp)) (or (special-operator-p symbol) (macro-function symbol)))
      ;; In the older dialects (apply 'and list) is the form (AND ...).
      (lambda (&rest arguments) (eval (cons symbol arguments)))
      (error-with-choice condition "function" (lambda () (fdefinition symbol)) (lambda (f) (coerce f 'function))
                         (lambda (function) (fset symbol function)))))

;; Signals CONDITION, a cell-error about a missing WHAT ("value" or "function"), with three restarts. AGAIN repeats the
;; access, USE converts the user's value, STORE stores it.
(defun error-with-choice (condition what again use store)
  (restart-case
      (with-condition-restarts condition (first-restarts 3)
        (raise-condition condition))
    (continue ()
      :report (lambda (stream) (format stream "Look again for the ~A of ~S." what (cell-error-name condition)))
      (funcall again))
    (use-value (value)
      :report (lambda (stream) (format stream "Use another ~A this once." what))
      :interactive ask-for-value
      (funcall use value))
    (store-value (value)
      :report (lambda (stream) (format stream "Give ~S a ~A, and use that." (cell-error-name condition) what))
      :interactive ask-for-value
      (funcall store (funcall use value)))))

(defmacro assert (test &optional places datum &rest arguments)
  "Signal an error unless TEST is true; return NIL.
The restart CONTINUE prompts for new values of PLACES and evaluates TEST again.
DATUM, ARGUMENTS: the condition to signal instead of the default, as for ERROR.
Example: (assert (= 1 1)) => NIL"
  `(do () (,test nil)
     (restart-case
         ,(if datum
              `(error ,datum ,@arguments)
              `(error "The assertion ~S failed~@[, with ~{~S = ~S~^, ~}~]" ',test
                      (list ,@(mapcan (lambda (p) (list `',p p)) places))))
       (continue ()
         :report ,(if places
                      `(lambda (stream) (format stream "Try again with other values of ~{~S~^, ~}." ',places))
                      "Try again.")
         ,@(mapcar (lambda (p) `(setf ,p (ask-for-new-value ',p ,p))) places)))))

(defun ask-for-new-value (place value)
  (if (y-or-n-p "The value of ~S is ~S. Do you want to give it another one?" place value)
      (car (ask-for-value))
      value))

(defmacro ccase (place &body clauses)
  "Do as CASE of the value of PLACE, but signal a type-error if no clause matches; the restart STORE-VALUE stores a new value.
Example: (let ((n 1)) (ccase n (1 'one))) => ONE"
  (correctable-case 'ccase place clauses #'case-test (case-type clauses)))

(defmacro ctypecase (place &body clauses)
  "Do as TYPECASE of the value of PLACE, but signal a type-error if no clause matches; the restart STORE-VALUE stores a new
value.
Example: (let ((n 1)) (ctypecase n (integer 'whole))) => WHOLE"
  (correctable-case 'ctypecase place clauses #'typecase-test (typecase-type clauses)))

(defun correctable-case (operator place clauses test type)
  (let ((done (gensym "DONE")) (again (gensym "AGAIN")))
    `(block ,done
       (tagbody
          ,again
          (return-from ,done
            ,(case-form operator place clauses test
                        (lambda (key)
                          `(progn
                             (setf ,place
                                   (error-with-new-value (case-error ',operator ,key ',type) ',place))
                             (go ,again)))))))))
