;;;; breakpoints.lisp -- BREAK-AT. -*- sealed -*-
;;;; A function with breakpoints is replaced by one that is compiled again from its source text, with calls of BREAK in it; a generic
;;;; function, by one that calls BREAK first; the function of a method, by one that is compiled again, in the method.

(defstruct (breakpoint (:copier nil) (:predicate nil))
  "A place at which calls of a function enter the debugger."
  name         ; of the function; or a method
  file         ; as BREAK-AT received it, or NIL: at the beginning of the function
  line
  condition)   ; a form, in which the variables of the function are visible

(defvar *breakpoints* nil)          ; all, last one first
(defvar *broken-functions* nil)     ; a list of (name function replacement); name is as in a breakpoint

(defun break-at (&optional place &rest options)
  "Set a breakpoint, at which calls enter the debugger, or the stepper stops if it is active. Return a list of all breakpoints, each
as the arguments of BREAK-AT. A function that is redefined loses its breakpoints.
PLACE: the name of a function, for each call; or the name of a file, followed by the number of a line, for the first expression
that begins in this line or after it, inside a function or method of that file. NIL, the default, sets none; :OFF T alone removes all.
OPTIONS: :IF and a form, in which the variables of the function are visible: the breakpoint holds where it is true; :OFF T removes
the breakpoint.
Signals: undefined-function; error if the source text of the function is not known, or no function has that line; type-error;
program-error.
Example: (break-at) => NIL"
  (let ((line (if (typep place '(or string pathname)) (or (pop options) 0) nil)))
    (if line (check-argument line '(integer 1) "a line number"))
    (cond ((eq place :off) (mapc #'remove-breakpoint *breakpoints*))  ; (break-at :off t)
          (place (destructuring-bind (&key ((:if condition)) off) options
                   (let ((name (if line (function-at-line place line) (broken-function-name place))))
                     (remove-breakpoint (find-breakpoint name (and line place) line))
                     (if (not off)
                         (add-breakpoint (make-breakpoint :name name :file (and line place) :line line :condition condition)))))))
    (forget-breakpoints-of-redefined)
    (reverse (mapcar #'breakpoint-arguments *breakpoints*))))

(defun breakpoint-arguments (breakpoint)
  (append (if (breakpoint-file breakpoint)
              (list (breakpoint-file breakpoint) (breakpoint-line breakpoint))
              (list (breakpoint-name breakpoint)))
          (if (breakpoint-condition breakpoint) (list :if (breakpoint-condition breakpoint)) nil)))

(defun find-breakpoint (name file line)
  (find-if (lambda (b) (and (eq (breakpoint-name b) name) (equal (breakpoint-file b) file) (eql (breakpoint-line b) line)))
           *breakpoints*))

(defun broken-function-name (name)
  (check-argument name 'symbol "the name of a function or of a file")
  (let ((function (function-object name)))
    (cond ((not (functionp function))
           (error 'undefined-function :format-control "BREAK-AT: expected the name of a function, got ~S" :format-arguments (list name)
                                      :name name))
          ((not (or (definition-form-of (unbroken-function name)) (gethash (unbroken-function name) *generics*)))
           (error "BREAK-AT: expected a function whose source text is known, got ~S" name)))
    name))

;; The function that NAME means in a breakpoint, as it is now, or NIL.
(defun breakable-function (name)
  (if (typep name 'method)
      (if (method-record-generic name) (method-record-function name) nil)  ; a method may have been removed
      (function-object name)))

(defun set-breakable-function (name function)
  (cond ((typep name 'method)
         (setf (method-record-function name) function)
         (forget-cache (gethash (method-record-generic name) *generics*)))
        (t (fset name function))))

;; The function NAME without breakpoints.
(defun unbroken-function (name) (original-function (breakable-function name)))

;; FUNCTION, or the one without breakpoints that it replaces.
(defun original-function (function)
  (let ((entry (find function *broken-functions* :key #'third)))
    (if entry (second entry) function)))

;; The name of the function, or the method, in FILE whose text contains LINE.
(defun function-at-line (file line)
  (let ((path (or (probe-file file) file)))
    (flet ((try (name text-known-p)
             (if (and (has-line-p (unbroken-function name) path line) (funcall text-known-p)) (return-from function-at-line name))))
      (dolist (package (list-all-packages))
        (do-symbols (symbol package)
          (if (and (functionp (function-object symbol)) (not (library-code-p symbol)))
              (try symbol (lambda () (definition-form-of (unbroken-function symbol)))))))
      (maphash (lambda (function record)
                 (declare (ignore function))
                 (dolist (method (generic-record-methods record))
                   (try method (lambda () (method-definition-and-source method)))))
               *generics*))
    (error "BREAK-AT: expected a line inside a function of ~A, got ~D" file line)))

(defun has-line-p (function path line)
  (let ((place (definition-of function)))
    (and (first place) (third place)
         (equal (namestring path) (namestring (or (probe-file (first place)) (first place))))
         (<= (second place) line (+ (second place) (count #\Newline (string-right-trim '(#\Newline) (third place))))))))

(defun remove-breakpoint (breakpoint)
  (when breakpoint
    (setq *breakpoints* (remove breakpoint *breakpoints*))
    (install-breakpoints (breakpoint-name breakpoint))))

(defun forget-breakpoints-of-redefined ()
  (setq *broken-functions* (remove-if-not (lambda (entry) (eq (third entry) (breakable-function (first entry)))) *broken-functions*)
        *breakpoints* (remove-if-not (lambda (b) (assoc (breakpoint-name b) *broken-functions*)) *breakpoints*)))

(defun add-breakpoint (breakpoint)
  (forget-breakpoints-of-redefined)
  (push breakpoint *breakpoints*)
  (install-breakpoints (breakpoint-name breakpoint)))

;; Replaces the definition of NAME by one with its breakpoints; a definition that is newer than these remains.
(defun install-breakpoints (name)
  (let ((entry (assoc name *broken-functions*)) (function (unbroken-function name))
        (breakpoints (remove name *breakpoints* :key #'breakpoint-name :test-not #'eq)))
    (setq *broken-functions* (remove entry *broken-functions*))
    (if entry (remhash (third entry) *generics*))
    (cond (breakpoints
           (let ((replacement (function-with-breakpoints name function breakpoints)))
             (push (list name function replacement) *broken-functions*)
             (set-breakable-function name replacement)))
          ((and entry (eq (third entry) (breakable-function name))) (set-breakable-function name function)))))

(defun function-with-breakpoints (name function breakpoints)
  (cond ((typep name 'method)
         (multiple-value-bind (definition source rest) (method-definition-and-source name)
           (code-with-breakpoints definition source breakpoints
                                  (lambda (walked) (walked-method-lambda name (second definition) rest walked)))))
        ((gethash function *generics*) (generic-with-breakpoints function breakpoints))
        (t (multiple-value-bind (definition source) (definition-and-source function)
             (code-with-breakpoints definition source breakpoints
                                    (lambda (walked) (funcall walked (named-lambda-of definition) nil)))))))

;; A generic function that enters the debugger and calls FUNCTION, a generic function.
(defun generic-with-breakpoints (function breakpoints)
  (let ((conditions (mapcar (lambda (b) (form-on-arguments function (or (breakpoint-condition b) t))) breakpoints)))
    (generic-tracer (lambda (&rest arguments)
                      (mapc (lambda (b condition) (if (apply condition arguments) (reach-breakpoint b))) breakpoints conditions)
                      (values-list (multiple-value-list (apply function arguments))))
                    function)))

;; The value of the code that MAKE-CODE returns, with BREAKPOINTS in it. It calls its argument, which adds them, with a lambda
;; expression of DEFINITION, whose text is SOURCE, and an environment.
(defun code-with-breakpoints (definition source breakpoints make-code)
  (let ((targets nil))
    (flet ((with-breakpoints (form walked environment)
             (declare (ignore environment))
             (let ((code (with-place-of form walked)))
               (dolist (target targets code)
                 (if (eq (first target) form)
                     (setq code (with-place-of form `(progn ,(with-place-of form (break-code (rest target))) ,code))))))))
      (evaluated-code source
                      (lambda ()
                        (with-place-of definition
                          (funcall make-code
                                   (lambda (lambda environment)
                                     (setq targets (mapcar (lambda (b) (cons (target-form b lambda environment source) b)) breakpoints))
                                     (walk (with-calls-at-entry lambda definition targets) #'with-breakpoints environment
                                           :form-walked #'with-breakpoints)))))))))

;; LAMBDA with calls of the breakpoints among TARGETS that are at its beginning.
(defun with-calls-at-entry (lambda definition targets)
  (let ((calls (mapcan (lambda (target)
                         (if (null (first target)) (list (with-place-of definition (break-code (rest target)))) nil))
                       targets)))
    (if calls
        (append (butlast lambda) (list `(progn ,@calls ,(first (last lambda)))))
        lambda)))

;; The expression of LAMBDA, in ENVIRONMENT, before which BREAKPOINT is reached: the first one that begins in its line or later; NIL for
;; the beginning.
(defun target-form (breakpoint lambda environment source)
  (let ((line (breakpoint-line breakpoint)) (best nil) (best-start nil))
    (flet ((note (form walked environment)
             (declare (ignore environment))
             (let* ((part (part-in-source form source)) (start (first part)))
               (if (and part (>= (line-in-source start source) line) (or (null best) (< start best-start)))
                   (setq best form best-start start))
               walked)))
      (if line (walk lambda #'note environment :form-walked #'note))
      best)))

(defun break-code (breakpoint)
  (let ((call `(reach-breakpoint ',breakpoint)) (condition (breakpoint-condition breakpoint)))
    (if condition `(if ,condition ,call) call)))

(defun reach-breakpoint (breakpoint)
  (if (breakpoint-file breakpoint)
      (break "~A:~D is reached" (breakpoint-file breakpoint) (breakpoint-line breakpoint))
      (break "~S is called" (breakpoint-name breakpoint))))
