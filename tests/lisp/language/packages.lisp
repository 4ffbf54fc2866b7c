;;;; packages.lisp -- what is said of packages, where there is one; names of the standard that are not there yet.

(in-package :cl-user)              ;=> CL-USER
(in-package "COMMON-LISP-USER")    ;=> COMMON-LISP-USER
(in-package cl)                    ;=> CL
(in-package :nowhere)              ;signals: package-error
(in-package :nowhere)              ;signals: "there is no package NOWHERE"
(handler-case (in-package :nowhere) (package-error (c) (package-error-package c)))   ;=> :NOWHERE
(read-from-string "nowhere:a")     ;signals: reader-error
(defpackage :my-own (:use :cl) (:nicknames :mine) (:export #:a))   ;=> MY-OWN
(in-package :my-own)               ;=> MY-OWN
(in-package :mine)                 ;=> MINE
(eq 'my-own:a 'a)                  ;=> T
(eq 'mine::a 'cl-user::a)          ;=> T
(eq 'cl:car 'car)                  ;=> T
(export '(a b))                    ;=> T
(use-package :my-own)              ;=> T

;;; Names that are missing

;; Each listed name is, and has no definition; one that is there must leave lib/missing.lisp.
(remove-if-not #'fboundp (append (getf %*missing* :operators) (getf %*missing* :functions)))   ;=> NIL
(remove-if-not #'boundp (getf %*missing* :variables))   ;=> NIL

;; The tests take one that is there, lest they fail when it is added.
(defvar *operator* (first (getf %*missing* :operators)))
(defvar *function* (first (getf %*missing* :functions)))
(defvar *variable* (first (getf %*missing* :variables)))
(defvar *evaluated* nil)
(defun message (form) (handler-case (eval form) (error (c) (list (type-of c) (princ-to-string c)))))
(defun expected (type name)
  (list type (format nil "~S is standard Common Lisp, but Winnow does not have it (yet)" name)))
(or (null *operator*) (equal (message (list *operator* '(setq *evaluated* t))) (expected 'undefined-function *operator*)))   ;=> T
*evaluated*                        ;=> NIL
(or (null *operator*) (equal (message `(funcall (lambda () (list (,*operator* (setq *evaluated* t))))))
                             (expected 'undefined-function *operator*)))   ;=> T
(or (null *operator*) (equal (handler-case (eval `(,*operator*)) (undefined-function (c) (cell-error-name c))) *operator*))   ;=> T
(or (null *function*) (equal (message `(,*function* 1)) (expected 'undefined-function *function*)))   ;=> T
(or (null *function*) (equal (message `(funcall ',*function* 1)) (expected 'undefined-function *function*)))   ;=> T
(or (null *variable*) (equal (message *variable*) (expected 'unbound-variable *variable*)))   ;=> T
;; A program's own definition is used.
(or (null *operator*) (equal (eval `(progn (defmacro ,*operator* (x) (list 'list x 2)) (,*operator* 1))) '(1 2)))   ;=> T
