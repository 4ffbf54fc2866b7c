;;;; missing.lisp -- the names of Common Lisp that are not there yet.

;; Each listed name is, and has no definition; one that is there must leave lib/missing.lisp.
(remove-if-not #'fboundp (append (getf system::%*missing* :operators) (getf system::%*missing* :functions)))   ;=> NIL
(remove-if-not #'boundp (getf system::%*missing* :variables))   ;=> NIL

;; The tests take one that is there, lest they fail when it is added.
(defvar *operator* (first (getf system::%*missing* :operators)))
(defvar *function* (first (getf system::%*missing* :functions)))
(defvar *variable* (first (getf system::%*missing* :variables)))
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
