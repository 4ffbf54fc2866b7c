;;;; restarts.lisp -- ways on from a condition, and who offers them. -*- sealed -*-

(defvar *restarts* nil)            ; those that are active, innermost first
(defvar *associated-restarts* nil) ; pairs (condition . its restarts)

(defmacro check-type (place type &optional description)
  "Signal a type-error unless the value of PLACE is of TYPE; return NIL.
The restart STORE-VALUE gives PLACE another value, which is checked again.
DESCRIPTION: a string that says what was wanted.
Example: (let ((n 1)) (check-type n integer)) => NIL"
  (let ((value (gensym "VALUE")))
    `(do ((,value ,place ,place)) ((typep ,value ',type) nil)
       (setf ,place
             (error-with-new-value
              (new-simple-type-error ,value ',type "The value of ~S is ~S, which is not ~A"
                                     (list ',place ,value ,(if description description `(format nil "of type ~S" ',type))))
              ',place)))))

(defstruct (restart (:conc-name restart-record-) (:constructor make-restart (name function report interactive test))
                    (:copier nil) (:predicate nil) (:print-object print-restart))
  "A way on, which RESTART-BIND or RESTART-CASE offers while its body runs."
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
  "Return the name of RESTART, or NIL if it has none.
Signals: type-error.
Example: (restart-case (restart-name (find-restart 'retry)) (retry () nil)) => RETRY"
  (restart-record-name restart))

;; A restart that was associated with conditions is for these alone.
(defun applicable-p (restart condition)
  (and (or (null condition)
           (some (lambda (pair) (and (eq (car pair) condition) (member restart (cdr pair)))) *associated-restarts*)
           (notany (lambda (pair) (member restart (cdr pair))) *associated-restarts*))
       (or (null (restart-record-test restart))
           (funcall (restart-record-test restart) condition))))

(defun compute-restarts (&optional condition)
  "Return a list of the active restarts, innermost first.
CONDITION: without those that belong to other conditions.
Example: (restart-case (mapcar #'restart-name (last (compute-restarts))) (retry () nil)) => (ABORT)"
  (remove-if-not (lambda (restart) (applicable-p restart condition)) *restarts*))

(defun find-restart (identifier &optional condition)
  "Return the innermost active restart named IDENTIFIER, or NIL; a restart that is active is returned as it is.
CONDITION: none of those that belong to other conditions.
Signals: type-error.
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
      (error 'control-error :format-control "There is no active restart ~S~@[ for ~S~]"
                            :format-arguments (list restart condition))))

(defun invoke-restart (restart &rest arguments)
  "Call the function of RESTART, an active restart or the name of one, with ARGUMENTS, and return its values.
Signals: control-error if there is none.
Example: (restart-case (invoke-restart 'double 4) (double (n) (* 2 n))) => 8"
  (apply (restart-record-function (active-restart restart)) arguments))

(defun invoke-restart-interactively (restart)
  "Call the function of RESTART, an active restart or the name of one, with the arguments that it asks the user for.
Signals: control-error if there is none.
Example: (restart-case (invoke-restart-interactively 'answer)
  (answer (n) :interactive (lambda () (list 42)) n)) => 42"
  (let ((restart (active-restart restart)))
    (apply (restart-record-function restart)
           (if (restart-record-interactive restart) (funcall (restart-record-interactive restart)) nil))))

(push (make-restart 'abort #'abort-now (lambda (stream) (write-string "Go back to the prompt." stream)) nil nil)
      *restarts*)

;;; Offering restarts

(defmacro restart-bind (bindings &body body)
  "Run BODY, in which the restarts of BINDINGS are active.
BINDINGS: lists (name function), with :REPORT-FUNCTION, a function of a stream, :INTERACTIVE-FUNCTION, which returns
a list of arguments, and :TEST-FUNCTION, whether the restart applies to a condition (or to NIL, for none).
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
  "Run BODY, in which the list RESTARTS belongs to CONDITION: asked for restarts of another, none of them is found.
Example: (with-condition-restarts (make-condition 'error) nil 'done) => DONE"
  `(let ((*associated-restarts* (cons (cons ,condition ,restarts) *associated-restarts*)))
     ,@body))

;; FORM, so that what it signals is associated with the first COUNT restarts.
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

;; A clause (name lambda-list :report ... form...) as (name options lambda-list forms).
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
  "Evaluate FORM and return its values; a restart of CLAUSES that is invoked meanwhile ends it and runs its clause.
CLAUSES: lists (name lambda-list form...), where :REPORT string-or-function, :INTERACTIVE function and :TEST function
may stand before the forms. If FORM signals a condition, the restarts belong to it.
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
  "Run BODY and return its values; if the restart NAME is invoked meanwhile, return NIL and T.
CONTROL, ARGUMENTS: what the restart says of itself, as for FORMAT.
Example: (with-simple-restart (skip \"Skip it.\") (invoke-restart 'skip)) => NIL"
  `(restart-case (progn ,@body)
     (,name () :report (lambda (stream) (format stream ,control ,@arguments)) (values nil t))))

;;; The standard's restarts

(defun abort (&optional condition)
  "Invoke the innermost restart ABORT: give up what is being done and go back to the prompt.
Signals: control-error if there is none.
Example: (with-simple-restart (abort \"Stop.\") (abort)) => NIL"
  (invoke-restart (restart-for 'abort condition)))

(defun muffle-warning (&optional condition)
  "Let the WARN that signalled return at once, without printing; for handlers of warnings.
Signals: control-error if there is none.
Example: (handler-bind ((warning #'muffle-warning)) (warn \"quiet\")) => NIL"
  (invoke-restart (restart-for 'muffle-warning condition)))

(defun continue (&optional condition)
  "Invoke the innermost restart CONTINUE, by which CERROR and BREAK return; NIL if there is none.
Example: (handler-bind ((error #'continue)) (cerror \"go on\" \"odd\")) => NIL"
  (let ((restart (find-restart 'continue condition)))
    (if restart (invoke-restart restart) nil)))

(defun use-value (value &optional condition)
  "Invoke the innermost restart USE-VALUE with VALUE, to be used this once; NIL if there is none.
Example: (use-value 1) => NIL"
  (let ((restart (find-restart 'use-value condition)))
    (if restart (invoke-restart restart value) nil)))

(defun store-value (value &optional condition)
  "Invoke the innermost restart STORE-VALUE with VALUE, to be stored and used; NIL if there is none.
Example: (let ((x 'a)) (handler-bind ((type-error (lambda (c) c (store-value 1)))) (check-type x integer)) x) => 1"
  (let ((restart (find-restart 'store-value condition)))
    (if restart (invoke-restart restart value) nil)))

;;; Signalling with restarts

(defvar *break-on-warnings* nil
  "True: a warning that no handler takes enters the debugger, as in the first edition of Common Lisp: The Language.")

(defun warn (datum &rest arguments)
  "Signal a warning, and print it if all handlers decline, or enter the debugger if *BREAK-ON-WARNINGS* is true; return NIL.
DATUM: a format control, with ARGUMENTS for it; a type of warnings, with its slots; or a warning.
Signals: type-error if DATUM is a condition but no warning.
Example: (handler-case (warn \"careful\") (warning () 'caught)) => CAUGHT"
  (let ((condition (coerce-condition datum arguments 'simple-warning)))
    (check-argument condition 'warning "a warning")
    (restart-case
        (with-condition-restarts condition (first-restarts 1)
          (signal-to-handlers condition)
          (if *break-on-warnings* (break "~A" condition) (print-warning (report condition))))
      (muffle-warning () :report "Skip the warning." nil))
    nil))

;; Beside a condition the arguments are those of the continue control.
(defun cerror-condition (datum arguments)
  (coerce-condition datum (if (conditionp datum) nil arguments) 'simple-error))

(defun cerror (continue-control datum &rest arguments)
  "Signal an error that the restart CONTINUE lets pass; then return NIL.
CONTINUE-CONTROL: what that restart says of itself, a format control for ARGUMENTS.
DATUM: a format control, with ARGUMENTS for it; a type of conditions, with its slots; or a condition.
Example: (handler-bind ((error #'continue)) (cerror \"go on\" \"odd\")) => NIL"
  (let ((condition (cerror-condition datum arguments)))
    (restart-case
        (with-condition-restarts condition (first-restarts 1)
          (raise-condition condition))
      (continue ()
        :report (lambda (stream) (apply #'format stream continue-control arguments))
        nil))))

(defun break (&optional (control "Break") &rest arguments)
  "Stop for the debugger, whatever handlers there are; return NIL if the restart CONTINUE is invoked.
At a terminal the restarts are offered, and forms evaluated; elsewhere the program ends.
CONTROL, ARGUMENTS: what to say, as for FORMAT; NIL says \"Break\".
Example: (let ((*debugger-hook* (lambda (c hook) c hook (continue)))) (break \"here\")) => NIL"
  (let ((condition (new-simple-condition 'simple-condition (or control "Break") arguments)))
    (restart-case
        (with-condition-restarts condition (first-restarts 1)
          (invoke-debugger condition))
      (continue () :report "Return from BREAK." nil))))

;; Called for each CONDITION that is signalled while *BREAK-ON-SIGNALS* is true.
(defun break-on-signal (condition)
  (let ((types *break-on-signals*) (*break-on-signals* nil))
    (when (typep condition types)
      (break "~A~%(*BREAK-ON-SIGNALS* is true)" condition))))

;; A list of the values of a form that the user is asked for.
(defun ask-for-value ()
  (format *query-io* "~&A form to evaluate: ")
  (finish-output *query-io*)
  (multiple-value-list (eval (read *query-io*))))

;; Signals CONDITION, whose place may get another value; returns that.
(defun error-with-new-value (condition place)
  (restart-case
      (with-condition-restarts condition (first-restarts 1)
        (raise-condition condition))
    (store-value (value)
      :report (lambda (stream) (format stream "Give ~S another value." place))
      :interactive ask-for-value
      value)))

;;; Ways on from a name without value or function. The machine calls these, and goes on with what they return.

(defun instead-of-value (condition symbol)
  (error-with-choice condition "value" (lambda () (symbol-value symbol)) #'identity
                     (lambda (value) (set symbol value))))

(defun instead-of-function (condition symbol)
  (if (and (not (eq (program-dialect) :common-lisp)) (or (special-operator-p symbol) (macro-function symbol)))
      ;; In the older dialects (apply 'and list) is the form (AND ...).
      (lambda (&rest arguments) (eval (cons symbol arguments)))
      (error-with-choice condition "function" (lambda () (fdefinition symbol)) (lambda (f) (coerce f 'function))
                         (lambda (function) (fset symbol function)))))

;; Signals CONDITION: its name lacks its WHAT. AGAIN looks for it, USE makes it of what the user gives, STORE keeps it.
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
The restart CONTINUE asks for new values of PLACES, and TEST is evaluated again.
DATUM, ARGUMENTS: what to signal in place of the standard message.
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
  "As CASE of the value of PLACE, but signal a type-error if no clause fits; the restart STORE-VALUE gives another.
Example: (let ((n 1)) (ccase n (1 'one))) => ONE"
  (correctable-case place clauses #'case-test (case-type clauses)))

(defmacro ctypecase (place &body clauses)
  "As TYPECASE of the value of PLACE, but signal a type-error if no clause fits; the restart STORE-VALUE gives another.
Example: (let ((n 1)) (ctypecase n (integer 'whole))) => WHOLE"
  (correctable-case place clauses #'typecase-test (typecase-type clauses)))

(defun correctable-case (place clauses test type)
  (let ((done (gensym "DONE")) (again (gensym "AGAIN")))
    `(block ,done
       (tagbody
          ,again
          (return-from ,done
            ,(case-form place clauses test
                        (lambda (key)
                          `(progn
                             (setf ,place
                                   (error-with-new-value
                                    (new-simple-type-error ,key ',type "No clause fits ~S" (list ,key))
                                    ',place))
                             (go ,again)))))))))
