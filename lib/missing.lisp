;;;; missing.lisp -- the names of Common Lisp that Winnow does not have yet. -*- sealed -*-
;;;; Using one says so: an operator before any of its arguments is evaluated. A name leaves this list when it is defined
;;;; (a test asks for that).

(defvar %*missing*
  '(:operators
    (define-compiler-macro define-symbol-macro step with-compilation-unit)
    :functions
    (compile-file compile-file-pathname compiler-macro-function directory dribble ensure-directories-exist
     file-author inspect load-logical-pathname-translations logical-pathname logical-pathname-translations
     rename-file translate-logical-pathname translate-pathname)
    :variables
    (*compile-file-pathname* *compile-file-truename* *compile-print* *compile-verbose* *load-print* *load-verbose*
     *macroexpand-hook* *modules*))
  "Names of Common Lisp that are not defined, by kind.")

(loop for (kind names) on %*missing* by #'cddr
      do (dolist (name names)
           (unless (if (eq kind :variables) (boundp name) (fboundp name))
             (%put name '%missing kind))))
