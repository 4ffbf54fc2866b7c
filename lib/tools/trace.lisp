;;;; trace.lisp -- TRACE and UNTRACE. -*- sealed -*-
;;;; The definition of a traced function is replaced by a tracer, which calls it. An entry of *TRACED* is a list of the name, the
;;;; function, the tracer, and for :METHODS the methods with their own functions: ((method . function)...).

(defvar *trace-depth* 0 "The number of active traced calls.")

;; Traces the function NAME with OPTIONS, a list (KEYWORD FORM ...).
(defun trace-one (name &optional options)
  (untrace-one name)  ; the function may have been redefined
  (let ((function (function-object (function-symbol name))))
    (if (not (functionp function))
        (error 'undefined-function :format-control "TRACE: expected the name of a function, got ~S" :format-arguments (list name) :name name))
    (let ((tracer (tracer name function options)))
      (if (typep function 'generic-function) (setq tracer (generic-tracer tracer function)))
      (push (list name function (fset name tracer) (if (second (member :methods options)) (trace-methods name function) nil))
            *traced*))))

(defun tracer (name function options)
  (flet ((option (keyword)
           (let ((found (member keyword options)))
             (if found (form-on-arguments function (second found)) nil))))
    (let ((if (option :if)) (break (option :break)) (print (option :print)))
      (named-lambda traced (&rest arguments)  ; backtraces omit functions of this name
        (if (and if (not (apply if arguments)))
            (apply function arguments)
            (values-list  ; not a tail call, which backtraces would show
             (call-traced name arguments (lambda () (apply function arguments))
                          (lambda ()
                            (if print
                                (format *trace-output* "  ~S = ~/system::print-short/" (second (member :print options))
                                        (apply print arguments))))
                          (lambda () (if (and break (apply break arguments)) (break "~S is called" name))))))))))

;; Shows the call of NAME with ARGUMENTS, calls THUNK, shows its values and returns a list of them. MORE writes more on the line of the call; BEFORE is
;; called after that.
(defun call-traced (name arguments thunk more before)
  (let ((depth *trace-depth*))
    (show-traced depth "~/system::print-short/" (cons name arguments))
    (funcall more)
    (terpri *trace-output*)
    (funcall before)
    (let ((values (let ((*trace-depth* (+ depth 1))) (multiple-value-list (funcall thunk)))))
      (show-traced depth "~S returned~{ ~/system::print-short/~}" name values)
      (terpri *trace-output*)
      values)))

(defun show-traced (depth control &rest arguments)
  (fresh-line *trace-output*)
  (format *trace-output* "~V@T~D: ~?" (* 2 depth) depth control arguments))

;;; Methods

;; Traces the methods of the generic function FUNCTION, if it is one; returns a list of (method . function).
(defun trace-methods (name function)
  (let ((record (gethash function *generics*)))
    (when record
      (forget-cache record)
      (mapcar (lambda (method)
                (let ((own (method-record-function method)))
                  (setf (method-record-function method) (method-tracer name method own))
                  (cons method own)))
              (generic-record-methods record)))))

;; A list of the name of METHOD's generic function, its qualifiers and the list of its specializers.
(defun method-title (method)
  (list* (generic-record-name (gethash (method-record-generic method) *generics*))
         (append (method-qualifiers method) (list (specializer-names method)))))

;; The function of METHOD, as METHOD-RECORD-FUNCTION has it, that shows its calls.
(defun method-tracer (name method own)
  (let ((title `(method ,name ,@(rest (method-title method)))))
    (flet ((tracer (own)
             (named-lambda traced (&rest arguments)
               (flet ((call () (apply own arguments)))
                 (if (plusp *trace-depth*)
                     (values-list (call-traced title arguments #'call (constantly nil) (constantly nil)))
                     (call))))))
      (if (method-record-plain method) (tracer own) (named-lambda traced (next) (tracer (funcall own next)))))))

(defun untrace-methods (function traced)
  (when traced
    (loop for (method . own) in traced do (setf (method-record-function method) own))
    (forget-cache (gethash function *generics*))))

;; A function of the parameters of FUNCTION that evaluates FORM, which may use them as variables.
(defun form-on-arguments (function form)
  (let ((list (arglist function)))
    (eval `(lambda ,list (declare (ignorable ,@(variables-bound-by list))) ,form))))

;; The variables that LIST, the lambda list of a function, binds.
(defun variables-bound-by (list)
  (loop for item in list
        if (consp item)
          collect (if (consp (car item)) (cadar item) (car item))
          and if (cddr item) collect (third item) end
        else if (not (member item lambda-list-keywords)) collect item))

(defun untrace-one (name)
  (let ((traced (assoc name *traced* :test #'equal)))
    (when traced
      (destructuring-bind (name function tracer methods) traced
        (untrace-methods function methods)
        (remhash tracer *generics*)
        (if (eq tracer (function-object (function-symbol name))) (fset name function)))
      (setq *traced* (remove traced *traced*))
      t)))

(defun check-trace-options (options)
  (loop for (keyword . value) on options by #'cddr
        do (cond ((not (member keyword '(:if :break :print :methods)))
                  (error 'program-error :format-control "TRACE: unknown keyword ~S" :format-arguments (list keyword)))
                 ((null value)
                  (error 'program-error :format-control "TRACE: expected a form after ~S" :format-arguments (list keyword))))))

(defmacro trace (&rest names)
  "Print each call of the functions NAMES, indented by depth, and its values to *TRACE-OUTPUT*; return NAMES. Without
NAMES, return a list of the traced functions. A function that is redefined is no longer traced.
NAMES: symbols or lists (setf symbol). They may be followed by keywords and forms, in which the parameters of each function are
variables:
  :if FORM     trace only calls in which FORM is true
  :break FORM  if FORM is true, call BREAK after the call is printed
  :print FORM  print the value of FORM with the call
  :methods T   also show the calls of the methods of a generic function
Signals: undefined-function; program-error for other keywords.
Example: (trace) => NIL
Example: (progn
  (defun halve (n) (if (evenp n) (halve (/ n 2)) n))
  (trace halve :if (> n 5))
  (prog1 (with-output-to-string (*trace-output*) (halve 12)) (untrace halve)))
  => \"0: (HALVE 12)
  1: (HALVE 6)
  1: HALVE returned 3
0: HALVE returned 3
\""
  (let* ((options (member-if #'keywordp names)) (names (ldiff names options)))
    (check-trace-options options)
    (if names
        `(progn (mapc (lambda (name) (trace-one name ',options)) ',names) ',names)
        '(mapcar #'car *traced*))))

(defmacro untrace (&rest names)
  "Stop tracing the functions NAMES, or all functions without NAMES; return the names of those that were traced.
Example: (untrace) => NIL"
  (if names
      `(remove-if-not #'untrace-one ',names)
      '(let ((all (mapcar #'car *traced*))) (mapc #'untrace-one all) all)))

(define-lisp-1.5-macro trace "trace" (functions)
  "Print each call of the functions in the list FUNCTIONS and its values; return the list. A function that is not defined
yet is traced from its definition on."
  `(mapc #'trace-or-await ',(if (quoted-p functions) (cadr functions) functions)))
(define-lisp-1.5-macro untrace "untrace" (functions)
  "Stop tracing the functions in the list FUNCTIONS; return the list."
  `(mapc #'untrace-one ',(if (quoted-p functions) (cadr functions) functions)))
