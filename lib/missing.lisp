;;;; missing.lisp -- the names of Common Lisp that Winnow does not have yet. -*- sealed -*-
;;;; Using one says so: an operator before any of its arguments is evaluated. A name leaves this list when it is defined
;;;; (a test asks for that).

(defvar %*missing*
  '(:operators
    (define-compiler-macro define-symbol-macro step with-compilation-unit)
    :functions
    (adjust-array array-displacement assoc-if-not bit bit-and bit-andc1 bit-andc2 bit-eqv bit-ior bit-nand bit-nor
     bit-not bit-orc1 bit-orc2 bit-vector-p bit-xor boole byte byte-position byte-size caaaar caaadr caadar cadaar
     cdaaar cdaadr cdadar cddaar cddadr cdddar char-int char-not-greaterp char-not-lessp character cis
     compile-file compile-file-pathname compiler-macro-function complex complexp conjugate decode-float
     decode-universal-time deposit-field directory directory-namestring dpb dribble encode-universal-time
     enough-namestring ensure-directories-exist file-author file-namestring file-write-date float-digits
     float-precision float-radix float-sign get-decoded-time hash-table-rehash-size hash-table-rehash-threshold
     hash-table-size host-namestring imagpart inspect integer-decode-float ldb ldb-test
     lisp-implementation-version load-logical-pathname-translations logandc1 logandc2 logeqv logical-pathname
     logical-pathname-translations lognand lognor logorc1 logorc2 logtest long-site-name machine-instance
     machine-type machine-version make-pathname mask-field merge-pathnames namestring nset-exclusive-or nsubst-if
     nsubst-if-not nsubstitute-if-not parse-namestring pathname pathname-device pathname-directory pathname-host
     pathname-match-p pathname-name pathname-type pathname-version pathnamep phase rassoc-if-not rationalize
     realpart rename-file sbit scale-float short-site-name simple-bit-vector-p software-type software-version
     string-not-greaterp string-not-lessp subst-if-not substitute-if-not subtypep sxhash
     translate-logical-pathname translate-pathname truename upgraded-complex-part-type user-homedir-pathname
     wild-pathname-p)
    :variables
    (*compile-file-pathname* *compile-file-truename* *compile-print* *compile-verbose* *default-pathname-defaults*
     *load-print* *load-verbose* *macroexpand-hook* *modules* array-rank-limit array-total-size-limit boole-1
     boole-2 boole-and boole-andc1 boole-andc2 boole-c1 boole-c2 boole-clr boole-eqv boole-ior boole-nand
     boole-nor boole-orc1 boole-orc2 boole-set boole-xor double-float-negative-epsilon lambda-parameters-limit
     least-negative-double-float least-negative-long-float least-negative-normalized-double-float
     least-negative-normalized-long-float least-negative-normalized-short-float
     least-negative-normalized-single-float least-negative-short-float least-negative-single-float
     least-positive-double-float least-positive-long-float least-positive-normalized-double-float
     least-positive-normalized-long-float least-positive-normalized-short-float
     least-positive-normalized-single-float least-positive-short-float least-positive-single-float
     long-float-epsilon long-float-negative-epsilon most-negative-long-float most-negative-short-float
     most-positive-long-float most-positive-short-float short-float-epsilon short-float-negative-epsilon
     single-float-negative-epsilon))
  "Names of Common Lisp that are not defined, by kind.")

(loop for (kind names) on %*missing* by #'cddr
      do (dolist (name names)
           (unless (if (eq kind :variables) (boundp name) (fboundp name))
             (%put name '%missing kind))))
