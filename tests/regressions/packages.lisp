;;;; packages.lisp -- the system's own packages stay, and the library's functions check what they are given.

(mapcar (lambda (name) (handler-case (delete-package name) (package-error (c) (eq (package-error-package c) (find-package name)))))
        '("KEYWORD" "COMMON-LISP" "COMMON-LISP-USER" "SYSTEM" "WINNOW" "MACLISP"))  ;=> (T T T T T T)
(list (symbolp (read-from-string ":a-new-keyword")) (package-name (symbol-package 'a-new-symbol)))  ;=> (T "COMMON-LISP-USER")
(system::remove-package :keyword)  ;signals: package-error
(system::set-package-uses "COMMON-LISP-USER" '(1))  ;signals: type-error
(unuse-package "COMMON-LISP" "SYSTEM")  ;signals: package-error
(length (package-use-list "COMMON-LISP-USER"))  ;=> 3
(let ((p (make-package "SHORT-LIVED" :use '("CL")))) (delete-package p) (member p (package-used-by-list "CL")))  ;=> NIL

;; A name that is given out is a copy.
(progn (setf (char (package-name :cl) 0) #\x) (package-name :cl))  ;=> "COMMON-LISP"
(progn (setf (char (car (package-nicknames :common-lisp)) 0) #\x) (car (package-nicknames :common-lisp)))  ;=> "CL"

;; COPY-SYMBOL copies the properties.
(let ((s (make-symbol "S"))) (setf (get s (quote a)) 1) (let ((c (copy-symbol s t))) (setf (get c (quote a)) 2) (list (get s (quote a)) (get c (quote a)))))  ;=> (1 2)
(let ((s (make-symbol "S")) (l (list (quote a) 1))) (setf (symbol-plist s) l) (setf (cddr l) l) (copy-symbol s t))  ;signals: "COPY-SYMBOL: expected a proper list"
