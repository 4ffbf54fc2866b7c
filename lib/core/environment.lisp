;;;; environment.lisp -- what program, machine and system this is. -*- sealed -*-

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
  "Return the kind of processor.
Example: (stringp (machine-type)) => T"
  (system-name 3))

(defun machine-version ()
  "Return NIL: the version of the machine is not known.
Example: (machine-version) => NIL"
  nil)

(defun machine-instance ()
  "Return the name of this machine.
Example: (stringp (machine-instance)) => T"
  (system-name 1))

(defun short-site-name ()
  "Return NIL: the place where the machine stands is not known.
Example: (short-site-name) => NIL"
  nil)

(defun long-site-name ()
  "Return NIL: the place where the machine stands is not known.
Example: (long-site-name) => NIL"
  nil)
