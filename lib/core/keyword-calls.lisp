;;;; keyword-calls.lisp -- functions whose keyword arguments are resolved at compile time. -*- sealed -*-
;;;;
;;;; DEFINE-KEYWORD-FUNCTION defines a function and its worker, a function of the same parameters, all positional. The
;;;; compiler macro of the function compiles a call with literal keywords as a call of the worker.

;; Defines NAME, a function of PARAMETERS and the keywords KEYS, each a variable or (variable default), and WORKER.
;; INLINER: a form whose value is NIL, or a function of the environment and the positional argument forms of a call that
;; returns the form that replaces the call, or NIL.
(defmacro define-keyword-function (name (worker &optional inliner) parameters keys documentation &body body)
  (let ((variables (append parameters (mapcar #'key-variable keys))))
    `(progn
       (fset ',worker (named-lambda ,name ,variables ,@body))
       (defun ,name (,@parameters &key ,@keys) ,documentation (,worker ,@variables))
       (put ',name 'compiler-macro-property
            (lambda (form environment)
              (positional-call form environment ',name ',worker ,inliner ,(length parameters) ',keys)))
       ',name)))

(defun key-variable (key) (if (consp key) (car key) key))
(defun key-default (key) (if (consp key) (cadr key)))
(defun key-name (key) (intern (symbol-name (key-variable key)) :keyword))

;; The expansion of FORM, a call of NAME with COUNT arguments and keyword arguments; FORM itself if the keywords are not
;; literal, or are wrong.
(defun positional-call (form environment name worker inliner count keys)
  (let ((given (if (and (eq (car form) name) (form-length form)) (nthcdr count (cdr form)) t))
        (indices nil) (forms nil) (bindings nil))
    (flet ((argument (form bind)  ; FORM, or a variable that is bound to its value
             (if (or (not bind) (movable-form-p form))
                 form
                 (let ((variable (gensym)))
                   (setq bindings (cons (list variable form) bindings))
                   variable))))
      (if (or (eq given t) (null (nthcdr (- count 1) (cdr form))) (not (setq indices (key-indices given keys))))
          form
          (let ((bind (not (apply #'<= indices))))
            (do ((i 0 (+ i 1)) (rest (cdr form) (cdr rest))) ((eql i count))
              (setq forms (cons (argument (car rest) bind) forms)))
            (let ((values (mapcar #'key-default keys)))
              (do ((i (cdr indices) (cdr i)) (rest given (cddr rest))) ((null i))
                (rplaca (nthcdr (car i) values) (argument (cadr rest) bind)))
              (setq forms (append (reverse forms) values)))
            (let ((call (or (and inliner (apply inliner environment forms)) (cons worker forms))))
              (if bindings `(let* ,(reverse bindings) ,call) call)))))))

;; The list of 0 and the index in KEYS of each keyword in GIVEN; NIL if they are not a list of different keywords and values.
(defun key-indices (given keys)
  (do ((rest given (cddr rest)) (indices nil)) ((null rest) (cons 0 (reverse indices)))
    (let ((index (do ((k keys (cdr k)) (i 0 (+ i 1))) ((null k) nil) (if (eq (key-name (car k)) (car rest)) (return i)))))
      (if (and index (consp (cdr rest)) (not (member index indices)))
          (setq indices (cons index indices))
          (return nil)))))

;; Can FORM be evaluated at another time, since it is free of side effects and always has the same value?
(defun movable-form-p (form)
  (or (constantp form) (and (consp form) (member (car form) '(function lambda)))))

;;; Calls of a function that is written in the call

;; Does FORM have the form #'NAME or that of a lambda expression of COUNT required parameters?
(defun function-form-p (form count)
  (let ((named (and (consp form) (eq (car form) 'function) (eql (form-length form) 2))))
    (if named (setq form (cadr form)))
    (if (consp form)
        (and (eq (car form) 'lambda) (form-length form) (eql (form-length (cadr form)) count)
             (every (lambda (item) (and (symbolp item) (not (constantp item)) (not (member item lambda-list-keywords))))
                    (cadr form)))
        (and named form (symbolp form)))))

;; The call of the function that FORM denotes with the values of ARGUMENTS.
(defun call-form (form &rest arguments)
  (if (eq (car form) 'function) `(funcall ,form ,@arguments) `(,form ,@arguments)))

;; Bindings that check that the functions of FORMS, from #'NAME, are defined.
(defun function-bindings (forms)
  (mapcan (lambda (form) (if (and (consp form) (eq (car form) 'function) (symbolp (cadr form))) (list (list (gensym) form)))) forms))
