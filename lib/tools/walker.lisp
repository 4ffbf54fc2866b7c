;;;; walker.lisp -- finds the forms that a form evaluates. -*- sealed -*-
;;;; Calls of macros stay as they are written, but what they evaluate of their own text is found, too: the walker looks
;;;; for the conses of the call in its expansion, and puts what became of them into the call. COMPILE-FILE expands the
;;;; program's macros in this way, STEP shows calls.

(defvar *walked-call* nil)      ; function of a call of a function, the same with its arguments walked, and whether that
                                ; function is local
(defvar *expanded-macro-p* nil) ; of the name of a macro and its local definition: does its expansion replace the call?
(defvar *walked-text* nil)      ; while an expansion is searched: (conses of the call . what became of those evaluated)
(defvar *expanded-call* nil)    ; function of each call of a function that an expansion holds

;; FORM, found in ENVIRONMENT, with the value for each call of a function that CALL gives: a function of the call, of the same
;; with its arguments walked, and of the environment there. WALKER: function of FORM and ENVIRONMENT. EXPANDED-P: see
;; *EXPANDED-MACRO-P*. EXPANDED-CALL: see *EXPANDED-CALL*.
(defun walk (form call environment &key (walker #'walk-in) (expanded-p (constantly nil)) (expanded-call #'identity))
  (let ((*walked-call* call) (*expanded-macro-p* expanded-p) (*expanded-call* expanded-call) (*walked-text* nil))
    (funcall walker form environment)))

;; Is the macro NAME, with this LOCAL definition or NIL, one that the program defines?
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
                   ;; What is malformed stays for the compiler to say so.
                   ((compiler-form-p (car form))
                    (handler-case (walk-special-form form environment) (program-error () form) (type-error () form)))
                   ((macro-function (car form))
                    (walk-macro-call form environment (funcall *expanded-macro-p* (car form) nil)))
                   (t (walk-call form environment)))))))

(defun walk-all (forms environment)
  (mapcar (lambda (form) (walk-in form environment)) forms))

(defun walk-call (form environment)
  (let ((walked (cons (car form) (walk-all (cdr form) environment))))
    (cond (*walked-text* (funcall *expanded-call* form) walked)
          (t (funcall *walked-call* form walked environment)))))

(defun walk-macro-call (form environment in-place-p)
  (flet ((expansion ()
           (handler-case (if (eq (car form) 'backquote)
                             (expand-backquote (second form))
                             (macroexpand-1 form environment))
             (error () (return-from walk-macro-call form)))))  ; the compiler will report it
    (if (or in-place-p *walked-text*)
        (walk-in (expansion) environment)
        (multiple-value-bind (replaced own-place-p) (replaced-parts form #'expansion environment)
          (if own-place-p (walk-in (expansion) environment) (replace-conses form replaced))))))

;; Table of the conses of FORM, a macro call, that its expansion evaluates, with what becomes of them; and whether FORM
;; must be replaced as a whole, since the program has defined how one of its places is written.
(defun replaced-parts (form expansion environment)
  (let ((replaced (make-hash-table :test 'eq)) (places nil) (own-place-p nil))
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
  (let ((conses (make-hash-table :test 'eq)))
    (labels ((note (tree)
               (when (and (consp tree) (not (gethash tree conses)))
                 (setf (gethash tree conses) t)
                 (note (car tree))
                 (note (cdr tree)))))
      (note (car form))
      (note (cdr form)))
    conses))

;; TREE with the conses that are keys of REPLACED as these say.
(defun replace-conses (tree replaced)
  (let ((seen (make-hash-table :test 'eq)))  ; quoted data may be circular
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
              (walk-all (cddr form) inner))))
    (macrolet (list* 'macrolet (second form) (walk-all (cddr form) (with-macros form environment))))
    (symbol-macrolet
     (list* 'symbol-macrolet (walk-symbol-macros (second form) environment)
            (walk-all (cddr form) (with-macros form environment))))
    (multiple-value-bind
     (list* 'multiple-value-bind (second form) (walk-in (third form) environment)
            (walk-all (cdddr form) (with-names :variable (second form) environment))))
    (tagbody
     (cons 'tagbody (mapcar (lambda (part) (if (consp part) (walk-in part environment) part)) (cdr form))))
    (t (cons (car form) (walk-all (cdr form) environment)))))

(defun with-names (kind names environment)
  (append (mapcar (lambda (name) (list kind name nil)) names) environment))

;; ENVIRONMENT with what FORM, a MACROLET or SYMBOL-MACROLET, defines. A local macro that an expansion defines is marked by
;; a fourth element: when the call is expanded again, its names are others.
(defun with-macros (form environment)
  (append (mapcar (if (eq (first form) 'macrolet)
                      (lambda (definition)
                        (list :macro (first definition) (local-expander definition environment) (not (null *walked-text*))))
                      (lambda (definition) (cons :symbol-macro definition)))
                  (second form))
          environment))

;; DEFINITIONS, (symbol form) each, with the forms walked where they are defined.
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
    (list* (first form) bindings (walk-all (cddr form) inner))))

;; (lambda-list form...), in which default values are forms, too.
(defun walk-lambda (lambda environment)
  (let ((parameters (mapcar (lambda (parameter)
                              (let ((name parameter) (walked parameter))
                                (when (consp parameter)
                                  (setq name (if (consp (car parameter)) (cadar parameter) (car parameter)))
                                  (if (cdr parameter)
                                      (setq walked (list* (car parameter) (walk-in (cadr parameter) environment)
                                                          (cddr parameter)))))
                                (setq environment (with-names :variable (list name) environment))
                                walked))
                            (car lambda))))
    (cons parameters (walk-all (cdr lambda) environment))))
