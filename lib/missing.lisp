;;;; missing.lisp -- the names of Common Lisp that Winnow does not have yet. -*- sealed -*-
;;;; Using one says so: an operator before any of its arguments is evaluated. A name leaves this list when it is defined
;;;; (a test asks for that).

(defvar %*missing*
  '(:operators
    (define-compiler-macro define-symbol-macro step with-compilation-unit)
    :functions
    (compile-file compile-file-pathname compiler-macro-function directory directory-namestring dribble
     enough-namestring ensure-directories-exist file-author file-namestring file-write-date host-namestring inspect
     load-logical-pathname-translations logical-pathname logical-pathname-translations make-pathname merge-pathnames
     namestring parse-namestring pathname pathname-device pathname-directory pathname-host pathname-match-p
     pathname-name pathname-type pathname-version pathnamep rename-file translate-logical-pathname translate-pathname
     truename user-homedir-pathname wild-pathname-p)
    :variables
    (*compile-file-pathname* *compile-file-truename* *compile-print* *compile-verbose* *default-pathname-defaults*
     *load-print* *load-verbose* *macroexpand-hook* *modules*))
  "Names of Common Lisp that are not defined, by kind.")

(loop for (kind names) on %*missing* by #'cddr
      do (dolist (name names)
           (unless (if (eq kind :variables) (boundp name) (fboundp name))
             (%put name '%missing kind))))
