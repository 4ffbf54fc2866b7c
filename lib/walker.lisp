;;;; walker.lisp -- finds the forms that a form evaluates. -*- sealed -*-
;;;; Calls of macros stay as they are written, but what they evaluate of their own text is found, too: the walker looks
;;;; for the conses of the call in its expansion, and puts what became of them into the call. COMPILE-FILE expands the
;;;; program's macros in this way, STEP shows calls.

(defvar *walked-call* nil)      ; function of a call of a function, the same with its arguments walked, and whether that
                                ; function is local
(defvar *expanded-macro-p* nil) ; of the name of a global macro: is its expansion to stand in place of the call?
(defvar *walked-text* nil)      ; while an expansion is searched: (conses of the call . what became of those evaluated)

;; FORM, found in ENVIRONMENT, with the value for each call of a function that CALL gives: a function of the call, of the same
;; with its arguments walked, and of the environment there.
(defun walk (form call environment &optional (expanded-p (constantly nil)))
  (let ((*walked-call* call) (*expanded-macro-p* expanded-p) (*walked-text* nil))
    (walk-in form environment)))

(defun walk-in (form environment)
  (cond ((not (and (consp form) (ignore-errors (list-length form)))) form)
        ((and *walked-text* (gethash form (car *walked-text*)))
         (setf (gethash form (cdr *walked-text*))
               (let ((*walked-text* nil)) (walk-in form environment)))
         form)
        ((consp (car form))
         (cons (if (eq (caar form) 'lambda) (cons 'lambda (walk-lambda (cdar form) environment)) (car form))
               (walk-all (cdr form) environment)))
        ((not (symbolp (car form))) form)
        (t (let ((local (local-definition (car form) environment)))
             (cond ((eq (first local) :macro) (walk-macro-call form environment nil))
                   (local (walk-call form environment))
                   ((eq (car form) 'declare) form)
                   ;; What is malformed stays for the compiler to say so.
                   ((compiler-form-p (car form))
                    (handler-case (walk-special-form form environment) (program-error () form) (type-error () form)))
                   ((macro-function (car form))
                    (walk-macro-call form environment (funcall *expanded-macro-p* (car form))))
                   (t (walk-call form environment)))))))

(defun walk-all (forms environment)
  (mapcar (lambda (form) (walk-in form environment)) forms))

(defun walk-call (form environment)
  (let ((walked (cons (car form) (walk-all (cdr form) environment))))
    (if *walked-text* walked (funcall *walked-call* form walked environment))))

(defun walk-macro-call (form environment in-place-p)
  (let ((expansion (handler-case (if (eq (car form) 'backquote)
                                     (expand-backquote (second form))
                                     (macroexpand-1 form environment))
                     (error () (return-from walk-macro-call form)))))
    (cond ((or in-place-p *walked-text*) (walk-in expansion environment))
          (t (let ((*walked-text* (cons (conses-of form) (make-hash-table :test 'eq))))
               (walk-in expansion environment)
               (replace-conses form (cdr *walked-text*)))))))

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
                              (walk-lambda (cdr definition) (if (eq (first form) 'labels) inner environment))))
                      (second form))
              (walk-all (cddr form) inner))))
    ((macrolet symbol-macrolet)
     (list* (first form) (second form) (walk-all (cddr form) (with-macros form environment))))
    (multiple-value-bind
     (list* 'multiple-value-bind (second form) (walk-in (third form) environment)
            (walk-all (cdddr form) (with-names :variable (second form) environment))))
    (tagbody
     (cons 'tagbody (mapcar (lambda (part) (if (consp part) (walk-in part environment) part)) (cdr form))))
    (t (cons (car form) (walk-all (cdr form) environment)))))

(defun with-names (kind names environment)
  (append (mapcar (lambda (name) (list kind name nil)) names) environment))

;; ENVIRONMENT with what FORM, a MACROLET or SYMBOL-MACROLET, defines.
(defun with-macros (form environment)
  (append (mapcar (if (eq (first form) 'macrolet)
                      (lambda (definition) (list :macro (first definition) (local-expander definition environment)))
                      (lambda (definition) (cons :symbol-macro definition)))
                  (second form))
          environment))

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
