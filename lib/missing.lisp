;;;; missing.lisp -- the names of Common Lisp that Winnow does not have yet. -*- sealed -*-
;;;; Using one says so: an operator before any of its arguments is evaluated. A name leaves this list when it is defined
;;;; (a test asks for that).

(defvar %*missing*
  '(:operators
    (call-method defclass defgeneric define-compiler-macro define-method-combination define-symbol-macro defmethod
     step with-accessors with-compilation-unit with-slots)
    :functions
    (add-method allocate-instance change-class class-name class-of compile-file compile-file-pathname
     compiler-macro-function compute-applicable-methods describe-object directory directory-namestring dribble
     enough-namestring ensure-directories-exist ensure-generic-function file-author file-namestring file-write-date
     find-class find-method function-keywords host-namestring initialize-instance inspect invalid-method-error
     load-logical-pathname-translations logical-pathname logical-pathname-translations make-instance
     make-instances-obsolete make-load-form make-load-form-saving-slots make-pathname merge-pathnames
     method-combination-error method-qualifiers namestring no-applicable-method no-next-method parse-namestring
     pathname pathname-device pathname-directory pathname-host pathname-match-p pathname-name pathname-type
     pathname-version pathnamep print-object reinitialize-instance remove-method rename-file shared-initialize
     slot-boundp slot-exists-p slot-makunbound slot-missing slot-unbound slot-value translate-logical-pathname
     translate-pathname truename unbound-slot-instance update-instance-for-different-class
     update-instance-for-redefined-class user-homedir-pathname wild-pathname-p)
    :variables
    (*compile-file-pathname* *compile-file-truename* *compile-print* *compile-verbose* *default-pathname-defaults*
     *load-print* *load-verbose* *macroexpand-hook* *modules*))
  "Names of Common Lisp that are not defined, by kind.")

(loop for (kind names) on %*missing* by #'cddr
      do (dolist (name names)
           (unless (if (eq kind :variables) (boundp name) (fboundp name))
             (%put name '%missing kind))))
