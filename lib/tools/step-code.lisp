;;;; step-code.lisp -- instrumented code for the stepper: STEP. -*- sealed -*-
;;;; The walker puts calls of STEP-FORM, STEP-CALL and STEP-REDEX (stepper.lisp) around the expressions of the user's text. The
;;;; calls contain the expressions themselves as constants, whose identity is their place in the text.

(defvar *level-variable* nil)     ; the variable that contains the level in instrumented code
(defvar *expansion-depth* 0)      ; of the macro calls whose expansions are being instrumented

(defmacro step (form &environment environment)
  "Evaluate FORM step by step and return its values. At each step the expression that is evaluated next is marked in the text of
its function; its value then replaces it there. Functions that FORM calls, and methods, are entered if their source text is
known: (help 'function-lambda-expression). In a search by MINIMAX, RECORD-SEARCH or BEST-MOVE, each event of the search is a step.
At a terminal, STEP waits at each step: press Enter to go on, :over to skip what is inside the expression, :out to leave the
function, :back to see earlier steps, :cut for the next cutoff of a search, :q to go on without steps, :help for the other commands; any form is evaluated with the
variables of the function. Otherwise all steps are printed to *TRACE-OUTPUT*.
Example: (with-output-to-string (*trace-output*) (step (+ (* 2 3) 1))) => \"0| (+ (* 2 3) 1)
 |    ^^^^^^^
 | (* 2 3) => 6
0| (+ 6 1)
 | ^^^^^^^
 | (+ 6 1) => 7
\""
  (let ((*level-variable* (make-symbol "LEVEL")))
    `(run-stepper ',form (lambda (,*level-variable*) ,(instrumented form environment)))))

(defun instrumented (form environment)
  (walk form #'instrumented-call environment :form-walked #'instrumented-form :lambda-walked #'instrumented-lambda))

(defvar *function-name* nil)      ; of the function whose text is instrumented; or a method

;; The instrumented copy of FUNCTION; NIL if its text is not known.
(defun instrumented-function (function)
  (multiple-value-bind (definition source) (definition-and-source function)
    (if definition
        (let ((*level-variable* (make-symbol "LEVEL")) (*function-name* (function-name function)))
          (ignore-failures
            (evaluated-code source (lambda () (with-place-of definition (instrumented (named-lambda-of definition) nil))))))
        nil)))

;; The same for METHOD.
(defun instrumented-method (method)
  (multiple-value-bind (definition source rest) (method-definition-and-source method)
    (if definition
        (let ((*level-variable* (make-symbol "LEVEL")) (*function-name* method))
          (ignore-failures
            (evaluated-code source
                            (lambda ()
                              (with-place-of definition (walked-method-lambda method (second definition) rest #'instrumented))))))
        nil)))

;; The body of LAMBDA, (lambda-list form...), is a level of its own. Default values of parameters are not.
(defun instrumented-lambda (lambda walked environment)
  (declare (ignore environment))
  (multiple-value-bind (head forms) (split-body (rest walked))
    (let ((text (nth-value 1 (split-body (rest lambda)))) (name (shiftf *function-name* nil)))
      `(,(first lambda) ,@head (call-in-level ',text ',*source* ',name (lambda (,*level-variable*) ,@forms))))))

(defun instrumented-call (call walked environment)
  (let ((name (first call)))
    (with-place-of call `(step-call ,*level-variable* ',call ,(access-to environment)
                                    ,(if (local-definition name environment) `(function ,name) `',name)
                                    ,@(rest walked)))))

;; The pairs of successive elements of PLIST. Instrumented code calls no function that the program may have defined itself.
(defun pairs (&rest plist)
  (loop for (name value) on plist by #'cddr collect (cons name value)))

;; The function that gives access to the variables of the user in ENVIRONMENT, as STEP-FORM takes it.
(defun access-to (environment)
  (let ((names (variables-in environment)))
    (if names
        `(lambda (name value set-p)
           (if set-p
               (case name ,@(mapcar (lambda (n) `((,n) (setq ,n value))) names))
               (pairs ,@(mapcan (lambda (n) `(',n ,n)) names))))
        nil)))

;; The variables in ENVIRONMENT that have names of the user, innermost first.
(defun variables-in (environment)
  (let ((seen nil) (found nil))
    (dolist (entry environment (reverse found))
      (let ((name (second entry)))
        (when (and (member (first entry) '(:variable :symbol-macro)) (not (member name seen)))
          (push name seen)
          (if (and (eq (first entry) :variable) (symbol-package name) (not (eq (symbol-package name) (symbol-package 'access-to))))
              (push name found)))))))

;;; Special forms and macro calls

(defun instrumented-form (form walked environment)
  (cond ((eq (first form) 'load-time-value) form)
        ((member (first form) '(quote function named-lambda declare)) walked)
        ((defining-form-p form) (step-around form form environment t))
        (t (multiple-value-bind (code stops-p) (form-with-steps form walked environment)
             (cond ((or (has-steps-p code) (own-block-p form)) (step-around form code environment stops-p))
                   (t (step-around form walked environment t)))))))

;; Is FORM the block around a function's body, which is not in the text?
(defun own-block-p (form) (and (eq (first form) 'block) *source* (null (part-in-source form *source*))))

;; Functions that FORM defines are not instrumented.
(defun defining-form-p (form)
  (let ((name (symbol-name (first form))))
    (and (> (length name) 3) (string= name "DEF" :end1 3))))

(defun step-around (form code environment stops-p)
  (let ((expansion (if stops-p (expansion-with-steps form environment) nil)))
    (with-place-of form `(step-form ,*level-variable* ',form ,(access-to environment) ,stops-p
                                    (lambda () ,(if (eq code form) code (with-place-of form code)))
                                    ,@(if expansion (list `(lambda () ,expansion)))))))

;; The instrumented expansion of FORM, a macro call without steps; NIL if it is not one.
(defun expansion-with-steps (form environment)
  (if (or (compiler-form-p (first form)) (>= *expansion-depth* 3) (defining-form-p form))
      nil
      (multiple-value-bind (expansion expanded-p) (ignore-failures (macroexpand-1 form environment))
        (if (and expanded-p (consp expansion))
            (let ((*expansion-depth* (+ *expansion-depth* 1)))
              `(progn (step-opens ,*level-variable* ',form ',expansion) ,(walk-in expansion environment)))
            nil))))

(defun has-steps-p (code)
  (let ((found nil))
    (maphash (lambda (cons value)
               (declare (ignore value))
               (if (member (car cons) '(step-call step-form step-redex)) (setq found t)))
             (conses-of (list code)))
    found))

;; WALKED, the walked FORM, with what shows how FORM shrinks; and whether FORM is a step before any part of it.
(defun form-with-steps (form walked environment)
  (flet ((body-after (n) (becoming-body form walked n))
         (is-standard () (not (local-definition (first form) environment))))
    (case (first form)
      (if (values `(if ,(second walked) ,(becoming form (list (third form)) (list (third walked)))
                       ,(becoming form (list (fourth form)) (list (fourth walked))))
                  (atom (second form))))
      ((when unless)
       (values `(,(first form) ,(second walked) ,(becoming form (cddr form) (cddr walked))) (atom (second form))))
      (cond (values `(cond ,@(mapcar (lambda (clause walked) (becoming-clause form clause walked)) (rest form) (rest walked)))
                    (and (consp (second form)) (atom (first (second form))) (not (eq (first (second form)) t)))))
      ((case ecase ccase typecase etypecase ctypecase)
       (if (is-standard)
           (values `(,(first form) ,(second walked)
                     ,@(mapcar (lambda (clause walked) (becoming-clause form clause walked)) (cddr form) (cddr walked)))
                   (atom (second form)))
           walked))
      ((let let* block flet labels macrolet eval-when the) (body-after 2))
      (symbol-macrolet (becoming-body form (list* (first form) (second form) (cddr walked)) 2))  ; the expansions may be places
      ((progn locally) (body-after 1))
      (multiple-value-bind (body-after 3))
      (setq (with-redex form walked (- (length walked) 1) environment))
      (return-from (if (third form) (with-redex form walked 2 environment) (values walked t)))
      (go (values walked t))
      ((dolist dotimes) (if (is-standard) (counting-turns form walked) walked))
      (t walked))))

;; The forms WALKED, before which FORM is replaced by FORMS.
(defun becoming (form forms walked)
  `(progn (step-becomes ,*level-variable* ',form ',forms) ,@walked))

;; A clause without forms has the value of its test.
(defun becoming-clause (form clause walked)
  (if (and (consp clause) (rest clause))
      (list (first walked) (becoming form (rest clause) (rest walked)))
      walked))

;; WALKED, whose body begins after N elements and declarations.
(defun becoming-body (form walked n)
  (flet ((declarations-end (list) (or (position-if-not (lambda (f) (and (consp f) (eq (car f) 'declare))) list :start n) (length list))))
    (let ((end (declarations-end form)))
      (if (< end (length form))
          `(,@(subseq walked 0 end) ,(becoming form (nthcdr end form) (nthcdr end walked)))
          walked))))

;; WALKED, whose element N is evaluated before FORM is a step.
(defun with-redex (form walked n environment)
  `(,@(subseq walked 0 n)
    (multiple-value-call #'step-redex ,*level-variable* ',form ,(access-to environment) ,(nth n walked))
    ,@(nthcdr (+ n 1) walked)))

(defun counting-turns (form walked)
  (destructuring-bind (operator (variable iterated . result) &rest body) walked
    (let ((end (or (position-if-not (lambda (f) (and (consp f) (eq (car f) 'declare))) body) (length body))))
      `(,operator (,variable (step-turns ,*level-variable* ',form ,iterated) ,@result) ,@(subseq body 0 end)
                  (next-turn ,*level-variable* ',form) ,@(nthcdr end body)))))
