;;;; special-forms.lisp -- expansions of standard macros that the compiler handles as special forms. -*- sealed -*-
;;;; MACRO-FUNCTION and MACROEXPAND use them, for code walkers.

(defmacro define-special-form-macro (name lambda-list &body body)
  `(put ',name 'special-form-macro ,(macro-lambda name lambda-list body)))

(define-special-form-macro and (&rest forms)
  (cond ((null forms) t)
        ((null (cdr forms)) (car forms))
        (t `(if ,(car forms) (and ,@(cdr forms)) nil))))

(define-special-form-macro or (&rest forms)
  (if (null (cdr forms))
      (car forms)
      (let ((value (gensym)))
        `(let ((,value ,(car forms))) (if ,value ,value (or ,@(cdr forms)))))))

(define-special-form-macro cond (&rest clauses)
  (if (null clauses)
      nil
      (destructuring-bind ((test &rest forms) &rest others) clauses
        (cond ((null forms) `(or ,test (cond ,@others)))
              ((eq test t) `(progn ,@forms))
              (t `(if ,test (progn ,@forms) (cond ,@others)))))))

(define-special-form-macro when (test &body body) `(if ,test (progn ,@body) nil))

(define-special-form-macro unless (test &body body) `(if ,test nil (progn ,@body)))

(define-special-form-macro multiple-value-bind (variables form &body body)
  (let ((rest (gensym)))
    `(multiple-value-call (lambda (&optional ,@variables &rest ,rest) (declare (ignore ,rest)) ,@body) ,form)))
