;;;; environment.lisp -- names of the implementation, the operating system, the host and the site. -*- sealed -*-

(defun lisp-implementation-type ()
  "Return the name of this Lisp.
Example: (lisp-implementation-type) => \"Winnow\""
  "Winnow")

(defun software-type ()
  "Return the name of the operating system.
Example: (stringp (software-type)) => T"
  (system-name 0))

(defun software-version ()
  "Return the release of the operating system.
Example: (stringp (software-version)) => T"
  (system-name 2))

(defun machine-type ()
  "Return the name of the processor architecture.
Example: (stringp (machine-type)) => T"
  (system-name 3))

(defun machine-version ()
  "Return NIL: the processor's version is unknown.
Example: (machine-version) => NIL"
  nil)

(defun machine-instance ()
  "Return the name of the host.
Example: (stringp (machine-instance)) => T"
  (system-name 1))

(defun short-site-name ()
  "Return NIL: the site is unknown.
Example: (short-site-name) => NIL"
  nil)

(defun long-site-name ()
  "Return NIL: the site is unknown.
Example: (long-site-name) => NIL"
  nil)
