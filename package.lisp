(defpackage :kitchen (:use :cl) (:export #:cook)) (in-package :kitchen)
(defun cook () (list *package* 'pan)) (cl-user::note (list *compile-file-pathname* (and *load-pathname* (pathname-type *load-pathname*))))
(eval-when (:compile-toplevel) (cl-user::note (list (file-namestring *compile-file-pathname*) (pathnamep *compile-file-truename*))))