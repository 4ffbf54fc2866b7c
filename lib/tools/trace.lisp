;;;; trace.lisp -- TRACE and UNTRACE. -*- sealed -*-
;;;; The definition of a traced function is replaced by a tracer, which calls it.

(defvar *trace-depth* 0 "The number of active traced calls.")

;; Traces the function NAME with OPTIONS, a list (KEYWORD FORM ...).
(defun trace-one (name &optional options)
  (untrace-one name)  ; the function may have been redefined
  (let ((function (function-object (function-symbol name))))
    (if (not (functionp function))
        (error 'undefined-function :format-control "TRACE: expected the name of a function, got ~S" :format-arguments (list name) :name name))
    (let ((tracer (tracer name function options)))
      (if (typep function 'generic-function) (setq tracer (generic-tracer tracer function)))
      (push (list name function (fset name tracer)) *traced*))))

(defun tracer (name function options)
  (flet ((option (keyword)
           (let ((found (member keyword options)))
             (if found (form-on-arguments function (second found)) nil))))
    (let ((if (option :if)) (break (option :break)) (print (option :print)))
      (named-lambda traced (&rest arguments)  ; backtraces omit functions of this name
        (if (and if (not (apply if arguments)))
            (apply function arguments)
            (let ((depth *trace-depth*))
              (show-traced depth "~/system::print-short/" (cons name arguments))
              (if print
                  (format *trace-output* "  ~S = ~/system::print-short/" (second (member :print options)) (apply print arguments)))
              (terpri *trace-output*)
              (if (and break (apply break arguments)) (break "~S is called" name))
              (let ((values (let ((*trace-depth* (+ depth 1))) (multiple-value-list (apply function arguments)))))
                (show-traced depth "~S returned~{ ~/system::print-short/~}" name values)
                (terpri *trace-output*)
                (values-list values))))))))

(defun show-traced (depth control &rest arguments)
  (fresh-line *trace-output*)
  (format *trace-output* "~V@T~D: ~?" (* 2 depth) depth control arguments))

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
      (destructuring-bind (name function tracer) traced
        (remhash tracer *generics*)
        (if (eq tracer (function-object (function-symbol name))) (fset name function)))
      (setq *traced* (remove traced *traced*))
      t)))

(defun check-trace-options (options)
  (loop for (keyword . value) on options by #'cddr
        do (cond ((not (member keyword '(:if :break :print)))
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
