;;;; packages.lisp -- there is one package. What programs say of packages is accepted where it changes nothing. -*- sealed -*-
;;;; The names by which a program may call that package are marked by the property %PACKAGE; the reader asks for it.

(defun %name-package (name)
  (%put (intern (string name)) '%package t))
(dolist (name '(cl common-lisp cl-user common-lisp-user user winnow)) (%name-package name))

(defmacro in-package (name)
  "Accept NAME as the name of the one package there is; return it.
NAME: CL-USER, CL or what DEFPACKAGE named: a symbol or a string, not evaluated.
Signals: package-error if there is no package of that name.
Example: (in-package :cl-user) => CL-USER"
  `(%in-package ',name))

(defun %in-package (name)
  (let ((symbol (intern (string name))))
    (if (get symbol '%package)
        symbol
        (error 'package-error :format-control "in-package: there is no package ~A (DEFPACKAGE names one)"
                              :format-arguments (list symbol) :package name))))

(defmacro defpackage (name &rest options)
  "Make NAME one more name of the one package there is; return it.
OPTIONS: the names behind :NICKNAMES are made so, too; the others change nothing.
Example: (defpackage :my-game (:use :cl) (:export #:play-it)) => MY-GAME"
  `(progn
     (mapc #'%name-package ',(append (cdr (assoc :nicknames options)) (list name)))
     (%in-package ',name)))

(defun export (symbols &optional package)
  "Return T: in the one package there is, everything can be used everywhere.
Example: (export '(a b)) => T"
  (declare (ignore symbols package))
  t)

(defun use-package (packages &optional package)
  "Return T: in the one package there is, everything can be used everywhere.
Example: (use-package :cl) => T"
  (declare (ignore packages package))
  t)
