;;;; missing.lisp -- the names of Common Lisp that Winnow does not have yet. -*- sealed -*-
;;;; Using one says so: an operator before any of its arguments is evaluated. A name leaves this list when it is defined
;;;; (a test asks for that).

(defvar %*missing*
  '(:operators
    (call-method ccase ctypecase defclass defgeneric define-compiler-macro define-method-combination
     define-symbol-macro defmethod do-all-symbols do-external-symbols formatter pprint-exit-if-list-exhausted
     pprint-logical-block pprint-pop restart-bind restart-case step with-accessors with-compilation-unit
     with-condition-restarts with-package-iterator with-simple-restart with-slots)
    :functions
    (abort add-method adjust-array allocate-instance array-displacement assoc-if-not bit bit-and bit-andc1
     bit-andc2 bit-eqv bit-ior bit-nand bit-nor bit-not bit-orc1 bit-orc2 bit-vector-p bit-xor boole break
     broadcast-stream-streams byte byte-position byte-size caaaar caaadr caadar cadaar cdaaar cdaadr cdadar
     cddaar cddadr cdddar change-class char-int char-not-greaterp char-not-lessp character cis class-name
     class-of clear-output compile-file compile-file-pathname compiler-macro-function complex complexp
     compute-applicable-methods compute-restarts concatenated-stream-streams conjugate copy-pprint-dispatch
     copy-readtable decode-float decode-universal-time delete-package deposit-field describe-object directory
     directory-namestring dpb dribble echo-stream-input-stream echo-stream-output-stream encode-universal-time
     enough-namestring ensure-directories-exist ensure-generic-function file-author file-length
     file-namestring file-position file-string-length file-write-date find-class find-method find-package
     find-restart float-digits float-precision float-radix float-sign function-keywords get-decoded-time
     get-dispatch-macro-character get-macro-character hash-table-rehash-size hash-table-rehash-threshold
     hash-table-size host-namestring imagpart import initialize-instance inspect integer-decode-float
     invalid-method-error invoke-debugger invoke-restart invoke-restart-interactively ldb ldb-test
     lisp-implementation-version list-all-packages load-logical-pathname-translations logandc1 logandc2 logeqv
     logical-pathname logical-pathname-translations lognand lognor logorc1 logorc2 logtest long-site-name
     machine-instance machine-type machine-version make-broadcast-stream make-concatenated-stream
     make-dispatch-macro-character make-echo-stream make-instance make-instances-obsolete make-load-form
     make-load-form-saving-slots make-package make-pathname make-synonym-stream make-two-way-stream mask-field
     merge-pathnames method-combination-error method-qualifiers namestring no-applicable-method no-next-method
     nset-exclusive-or nsubst-if nsubst-if-not nsubstitute-if-not package-name
     package-nicknames package-shadowing-symbols package-use-list package-used-by-list packagep parse-namestring
     pathname pathname-device pathname-directory pathname-host pathname-match-p pathname-name pathname-type
     pathname-version pathnamep phase pprint-dispatch pprint-fill pprint-indent pprint-linear pprint-newline
     pprint-tab pprint-tabular print-not-readable-object print-object rassoc-if-not rationalize read-byte
     read-char-no-hang read-delimited-list read-preserving-whitespace read-sequence readtable-case readtablep
     realpart reinitialize-instance remove-method rename-file rename-package restart-name sbit scale-float
     set-dispatch-macro-character set-macro-character set-pprint-dispatch set-syntax-from-char shadow
     shadowing-import shared-initialize short-site-name simple-bit-vector-p slot-boundp slot-exists-p
     slot-makunbound slot-missing slot-unbound slot-value software-type software-version store-value
     stream-element-type stream-external-format string-not-greaterp string-not-lessp subst-if-not
     substitute-if-not subtypep sxhash symbol-package synonym-stream-symbol translate-logical-pathname
     translate-pathname truename two-way-stream-input-stream two-way-stream-output-stream unbound-slot-instance
     unexport unuse-package update-instance-for-different-class update-instance-for-redefined-class
     upgraded-complex-part-type use-value user-homedir-pathname
     wild-pathname-p write-byte write-sequence)
    :variables
    (*compile-file-pathname* *compile-file-truename* *compile-print* *compile-verbose* *debugger-hook*
     *default-pathname-defaults* *load-print* *load-verbose* *macroexpand-hook* *modules* *print-lines*
     *print-miser-width* *print-pprint-dispatch* *print-right-margin* *read-suppress* *readtable*
     array-rank-limit array-total-size-limit boole-1 boole-2 boole-and boole-andc1 boole-andc2 boole-c1 boole-c2
     boole-clr boole-eqv boole-ior boole-nand boole-nor boole-orc1 boole-orc2 boole-set boole-xor
     double-float-negative-epsilon lambda-parameters-limit least-negative-double-float least-negative-long-float
     least-negative-normalized-double-float least-negative-normalized-long-float
     least-negative-normalized-short-float least-negative-normalized-single-float least-negative-short-float
     least-negative-single-float least-positive-double-float least-positive-long-float
     least-positive-normalized-double-float least-positive-normalized-long-float
     least-positive-normalized-short-float least-positive-normalized-single-float least-positive-short-float
     least-positive-single-float long-float-epsilon long-float-negative-epsilon most-negative-long-float
     most-negative-short-float most-positive-long-float most-positive-short-float short-float-epsilon
     short-float-negative-epsilon single-float-negative-epsilon))
  "Names of Common Lisp that are not defined, by kind.")

(loop for (kind names) on %*missing* by #'cddr
      do (dolist (name names)
           (unless (if (eq kind :variables) (boundp name) (fboundp name))
             (%put name '%missing kind))))
