# acl2.sed -- tells ACL2 8.5 of Winnow, in the four places where it asks which Lisp it runs in. Used by README.md.

# acl2.lisp: the name of the Lisp; functions are compiled when they are defined.
s/^\( *\)#-(or gcl ccl sbcl allegro clisp cmu lispworks)$/\1#+winnow :winnow\n\1#-(or gcl ccl sbcl allegro clisp cmu lispworks winnow)/
/^(defconstant \*suppress-compile-build-time\*/,/nil)/ s/(or sbcl ccl)/(or sbcl ccl winnow)/

# acl2-fns.lisp: there is one thread, and no interrupt handler of ACL2.
s/^\( *\)#-(or allegro ccl cmucl gcl lispworks sbcl)$/\1#+winnow `(progn ,@forms)\n\1#-(or allegro ccl cmucl gcl lispworks sbcl winnow)/

# axioms.lisp: the garbage collector.
s/^\( *\)#-(or allegro gcl clisp cmu sbcl ccl lispworks)$/\1#+winnow (apply 'winnow-ext:gc args)\n\1#-(or allegro gcl clisp cmu sbcl ccl lispworks winnow)/
