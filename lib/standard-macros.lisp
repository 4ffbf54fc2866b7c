;;;; standard-macros.lisp -- macros of the standard that are special forms here, for programs that look into code: what
;;;; MACRO-FUNCTION and MACROEXPAND make of them. The compiler never asks. -*- sealed -*-

(defmacro %define-standard-macro (name lambda-list &body body)
  `(%put ',name '%standard-macro (%make-macro ,(%macro-lambda name lambda-list body) ',lambda-list)))

(%define-standard-macro and (&rest forms)
  (cond ((null forms) t)
        ((null (cdr forms)) (car forms))
        (t `(if ,(car forms) (and ,@(cdr forms)) nil))))

(%define-standard-macro cond (&rest clauses)
  (if (null clauses)
      nil
      (destructuring-bind ((test &rest forms) &rest more) clauses
        (if forms
            `(if ,test (progn ,@forms) (cond ,@more))
            `(or ,test (cond ,@more))))))

(%define-standard-macro multiple-value-bind (variables form &body body)
  (let ((rest (gensym)))
    `(multiple-value-call (lambda (&optional ,@variables &rest ,rest)
                            (declare (ignore ,rest))
                            ,@body)
       ,form)))

(%define-standard-macro or (&rest forms)
  (if (null (cdr forms))
      (car forms)
      (let ((value (gensym)))
        `(let ((,value ,(car forms)))
           (if ,value ,value (or ,@(cdr forms)))))))

(%define-standard-macro unless (test &body forms) `(if ,test nil (progn ,@forms)))

(%define-standard-macro when (test &body forms) `(if ,test (progn ,@forms)))
