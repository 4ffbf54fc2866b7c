;;;; walker.lisp -- a code walker: visits and transforms the forms that a form evaluates. -*- sealed -*-
;;;; A macro call is kept, but those of its subforms that its expansion evaluates are transformed: the walker searches the
;;;; expansion for the conses of the call and puts the transformed forms into the call. COMPILE-FILE uses the walker to
;;;; expand the program's macros, STEP to record the evaluation of each expression.

(defvar *walked-call* nil)      ; the argument CALL of WALK
(defvar *expanded-macro-p* nil) ; the argument EXPANDED-P of WALK
(defvar *walked-text* nil)      ; while an expansion is walked: (conses of the macro call . transformed forms by cons)
(defvar *expanded-call* nil)    ; the argument EXPANDED-CALL of WALK
(defvar *walked-form* nil)      ; the argument FORM-WALKED of WALK
(defvar *walked-lambda* nil)    ; the argument LAMBDA-WALKED of WALK

;; FORM in ENVIRONMENT with each function call replaced.
;; CALL: returns the replacement; a function of the call, the call with its arguments walked, and its environment.
;; FORM-WALKED: the same for special forms and calls of macros that are kept; they and LAMBDA-WALKED are called for the text of
;; FORM, not for the text of expansions.
;; LAMBDA-WALKED: the same for functions: (lambda-list form...).
;; WALKER: walks the form; a function of FORM and ENVIRONMENT.
;; EXPANDED-P: should the expansion replace a macro call? A function of the macro's name and local definition or NIL.
;; EXPANDED-CALL: called with each function call in an expansion.
(defun walk (form call environment &key (walker #'walk-in) (expanded-p (constantly nil)) (expanded-call #'identity)
                                        (form-walked #'second-argument) (lambda-walked #'second-argument))
  (let ((*walked-call* call) (*expanded-macro-p* expanded-p) (*expanded-call* expanded-call) (*walked-text* nil)
        (*walked-form* form-walked) (*walked-lambda* lambda-walked))
    (funcall walker form environment)))

(defun second-argument (first second &rest more) (declare (ignore first more)) second)

;; Is the macro NAME defined by the program? LOCAL: its local definition, or NIL.
(defun program-macro-p (name local) (if local (not (fourth local)) (not (library-code-p name))))

(defun walk-in (form environment)
  (cond ((not (and (consp form) (ignore-errors (list-length form)))) form)
        ((and *walked-text* (gethash form (car *walked-text*)))
         (setf (gethash form (cdr *walked-text*))
               (let ((*walked-text* nil) (*place-walker* nil)) (walk-in form environment)))
         form)
        ((consp (car form))
         (cons (if (eq (caar form) 'lambda) (cons 'lambda (walk-lambda (cdar form) environment)) (car form))
               (walk-all (cdr form) environment)))
        ((not (symbolp (car form))) form)
        (t (let ((local (local-definition (car form) environment)))
             (cond ((eq (first local) :macro)
                    (walk-macro-call form environment (funcall *expanded-macro-p* (car form) local)))
                   (local (walk-call form environment))
                   ((eq (car form) 'declare) form)
                   ((eq (car form) 'lambda) (list 'function (cons 'lambda (walk-lambda (cdr form) environment))))
                   ;; Malformed forms are kept; the compiler reports them.
                   ((compiler-form-p (car form))
                    (handler-case (form-walked form (walk-special-form form environment) environment)
                      (program-error () form) (type-error () form)))
                   ((macro-function (car form))
                    (walk-macro-call form environment (funcall *expanded-macro-p* (car form) nil)))
                   (t (walk-call form environment)))))))

(defun walk-all (forms environment)
  (mapcar (lambda (form) (walk-in form environment)) forms))

;; WALKED, the walked FORM, as *WALKED-FORM* replaces it.
(defun form-walked (form walked environment)
  (if *walked-text* walked (funcall *walked-form* form walked environment)))

(defun walk-call (form environment)
  (let ((walked (cons (car form) (walk-all (cdr form) environment))))
    (cond (*walked-text* (funcall *expanded-call* form) walked)
          (t (funcall *walked-call* form walked environment)))))

(defun walk-macro-call (form environment in-place-p)
  (flet ((expansion ()
           (handler-case (if (eq (car form) 'backquote)
                             (expand-backquote (second form))
                             (macroexpand-1 form environment))
             (failure () (return-from walk-macro-call form)))))  ; the compiler will report it
    (if (or in-place-p *walked-text*)
        (walk-in (expansion) environment)
        (multiple-value-bind (replaced own-place-p) (replaced-parts form #'expansion environment)
          (form-walked form (if own-place-p (walk-in (expansion) environment) (replace-conses form replaced)) environment)))))

;; Returns a hash table for FORM, a macro call: its keys are the conses of FORM that the expansion evaluates, its values
;; the transformed forms. The second value is true if FORM must be replaced as a whole, because the program has defined
;; the setter of a place in it.
(defun replaced-parts (form expansion environment)
  (let ((replaced (make-hash-table :test #'eq)) (places nil) (own-place-p nil))
    (let ((*walked-text* (cons (conses-of form) replaced))
          (*place-walker* (lambda (place new inner)
                            (when (funcall *expanded-macro-p* (car place) (local-definition (car place) inner))
                              (if new (push (list place new inner) places) (setq own-place-p t))))))
      (walk-in (funcall expansion) environment))
    (let ((*walked-text* nil))
      (dolist (place places)
        (setf (gethash (first place) replaced) (walk-in (second place) (third place)))))
    (values replaced own-place-p)))

(defun conses-of (form)
  (let ((conses (make-hash-table :test #'eq)))
    (labels ((note (tree)
               (when (and (consp tree) (not (gethash tree conses)))
                 (setf (gethash tree conses) t)
                 (note (car tree))
                 (note (cdr tree)))))
      (note (car form))
      (note (cdr form)))
    conses))

;; TREE with each cons that is a key of REPLACED replaced by its value there.
(defun replace-conses (tree replaced)
  (let ((seen (make-hash-table :test #'eq)))  ; quoted data may be circular
    (labels ((replace-in (tree)
               (cond ((atom tree) tree)
                     ((gethash tree seen))
                     ((gethash tree replaced))
                     (t (setf (gethash tree seen) tree)
                        (let ((first (replace-in (car tree))) (rest (replace-in (cdr tree))))
                          (if (and (eq first (car tree)) (eq rest (cdr tree))) tree (cons first rest)))))))
      (replace-in tree))))

;;; Special forms

(defun walk-special-form (form environment)
  (case (car form)
    ((quote go) form)
    (backquote (walk-macro-call form environment nil))
    ((block return-from eval-when the)
     (list* (first form) (second form) (walk-all (cddr form) environment)))
    (cond (cons 'cond (mapcar (lambda (clause) (walk-all clause environment)) (cdr form))))
    (function
     (let ((name (second form)))
       (cond ((not (consp name)) form)
             ((eq (car name) 'lambda) (list 'function (cons 'lambda (walk-lambda (cdr name) environment))))
             ((eq (car name) 'named-lambda) (list 'function (walk-in name environment)))
             (t form))))
    (named-lambda (list* 'named-lambda (second form) (walk-lambda (cddr form) environment)))
    ((let let*) (walk-let form environment))
    (setq (let ((value t))
            (cons 'setq (mapcar (lambda (part) (if (setq value (not value)) (walk-in part environment) part))
                                (cdr form)))))
    ((flet labels)
     (let ((inner (with-names :function (mapcar #'first (second form)) environment)))
       (list* (first form)
              (mapcar (lambda (definition)
                        (cons (first definition)
                              (if (consp (cdr definition))
                                  (walk-lambda (cdr definition) (if (eq (first form) 'labels) inner environment)))))
                      (second form))
              (walk-body (cddr form) inner))))
    (locally (cons 'locally (walk-body (cdr form) environment)))
    (macrolet (list* 'macrolet (second form) (walk-body (cddr form) (with-macros form environment))))
    (symbol-macrolet
     (list* 'symbol-macrolet (walk-symbol-macros (second form) environment)
            (walk-body (cddr form) (with-macros form environment))))
    (multiple-value-bind
     (list* 'multiple-value-bind (second form) (walk-in (third form) environment)
            (walk-body (cdddr form) (with-names :variable (second form) environment))))
    (tagbody
     (cons 'tagbody (mapcar (lambda (part) (if (consp part) (walk-in part environment) part)) (cdr form))))
    (t (cons (car form) (walk-all (cdr form) environment)))))

;; The forms of a body, walked in ENVIRONMENT with the body's declarations SPECIAL and NOTINLINE.
(defun walk-body (forms environment)
  (walk-all forms (with-declarations forms environment)))

(defun with-declarations (forms environment)
  (dolist (form forms environment)
    (cond ((stringp form))
          ((not (and (consp form) (eq (car form) 'declare))) (return environment))
          (t (dolist (declaration (cdr form))
               (case (if (consp declaration) (car declaration))
                 (special (setq environment (with-names :special (cdr declaration) environment)))
                 (notinline (setq environment (with-names :notinline (cdr declaration) environment)))))))))

(defun with-names (kind names environment)
  (append (mapcar (lambda (name) (list kind name nil)) names) environment))

;; ENVIRONMENT with the definitions of FORM, a MACROLET or SYMBOL-MACROLET. A fourth element marks a local macro that an
;; expansion defines: its names differ when the call is expanded again.
(defun with-macros (form environment)
  (append (mapcar (if (eq (first form) 'macrolet)
                      (lambda (definition)
                        (list :macro (first definition) (local-expander definition environment) (not (null *walked-text*))))
                      (lambda (definition) (cons :symbol-macro definition)))
                  (second form))
          environment))

;; DEFINITIONS, a list of (symbol form), with each form walked in ENVIRONMENT.
(defun walk-symbol-macros (definitions environment)
  (mapcar (lambda (definition) (if (consp definition) (cons (first definition) (walk-all (rest definition) environment)) definition))
          definitions))

(defun walk-let (form environment)
  (let* ((inner environment)
         (bindings (mapcar (lambda (binding)
                             (let ((walked (if (consp binding)
                                               (cons (car binding)
                                                     (walk-all (cdr binding)
                                                               (if (eq (first form) 'let*) inner environment)))
                                               binding)))
                               (setq inner (with-names :variable (list (if (consp binding) (car binding) binding)) inner))
                               walked))
                           (second form))))
    (list* (first form) bindings (walk-body (cddr form) inner))))

;; LAMBDA, (lambda-list form...), with the default values of parameters and the forms walked.
(defun walk-lambda (lambda environment)
  (let ((parameters (mapcar (lambda (parameter)
                              (let ((name parameter) (walked parameter))
                                (when (consp parameter)
                                  (setq name (if (consp (car parameter)) (cadar parameter) (car parameter)))
                                  (if (cdr parameter)
                                      (setq walked (list* (car parameter) (walk-in (cadr parameter) environment)
                                                          (cddr parameter)))))
                                (if (not (member name lambda-list-keywords))
                                    (setq environment (with-names :variable (list name) environment)))
                                walked))
                            (car lambda))))
    (let ((walked (cons parameters (walk-body (cdr lambda) environment))))
      (if *walked-text* walked (funcall *walked-lambda* lambda walked environment)))))
