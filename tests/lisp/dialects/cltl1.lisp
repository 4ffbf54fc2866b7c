;;; -*- Mode: Lisp; Syntax: Common-Lisp -*-
;;;; cltl1.lisp -- names of the first edition of Common Lisp: The Language.

;; From On Lisp, chapter 12.
(defmacro _f (op place &rest args)
  (multiple-value-bind (vars forms var set access) (get-setf-method place)
    `(let* (,@(mapcar #'list vars forms) (,(car var) (,op ,access ,@args)))
       ,set)))
(let ((l (list 1 2)) (n 0)) (_f * (nth (incf n) l) 10) (list l n))  ;=> ((1 20) 1)
(get-setf-method '(values a b))  ;signals: "expected a place with one new value, got (VALUES A B) with 2"

(define-setf-method last-of (list)
  (let ((l (gensym)) (new (gensym)))
    (values (list l) (list list) (list new) `(progn (rplaca (last ,l) ,new) ,new) `(car (last ,l)))))
(let ((l (list 1 2))) (list (setf (last-of l) 5) l))  ;=> (5 (1 5))

(mapcar #'special-form-p '(if progn car cond no-such-operator))  ;=> (T T NIL NIL NIL)
(special-form-p 1)  ;signals: type-error

;; Strings with the element type STRING-CHAR.
(let ((s (make-array 2 :element-type 'string-char :fill-pointer 0 :adjustable t)))
  (with-output-to-string (out s) (princ "text" out))
  (list s (stringp s) (typep (char s 0) 'string-char) (subtypep 'string-char 'character)))  ;=> ("text" T T T)

(list (string-char-p #\a) (int-char 65) (int-char char-code-limit) (commonp 'a) *break-on-warnings*)  ;=> (T #\A NIL T NIL)
(string-char-p "a")  ;signals: type-error
(int-char 'a)  ;signals: type-error
;; WARN enters the debugger if the variable is true; without a terminal it calls the debugger hook.
(let ((*break-on-warnings* t))
  (block nil
    (let ((*debugger-hook* (lambda (condition hook) hook (return (princ-to-string condition)))))
      (warn "careful ~A" 1))))  ;=> "careful 1"
(let ((*break-on-warnings* t)) (handler-case (warn "careful") (warning () 'handled)))  ;=> HANDLED

;; COMPILER-LET binds special variables for the macros in its body and while it is evaluated.
(defvar *of-1984-mode* 'outside)
(defmacro of-1984-mode () `',*of-1984-mode*)
(compiler-let ((*of-1984-mode* 'inside)) (list (of-1984-mode) *of-1984-mode*))  ;=> (INSIDE INSIDE)
(defun of-1984-mode-in-function () (compiler-let ((*of-1984-mode* 'inside) *print-base-unbound*) (list (of-1984-mode) (let ((x (of-1984-mode))) x))))
(list (of-1984-mode-in-function) (of-1984-mode) *of-1984-mode*)  ;=> ((INSIDE INSIDE) OUTSIDE OUTSIDE)
(compiler-let ((5 1)) 1)  ;signals: program-error

;; #, evaluates its form when the text is loaded.
(values (read-from-string "(a #,(+ 1 2))"))  ;=> (A 3)
(let ((*read-eval* nil)) (read-from-string "#,(+ 1 2)"))  ;signals: reader-error

;; A program may define these names.
(defun special-form-p (x) (list 'own x))  ;=> SPECIAL-FORM-P
(special-form-p 1)  ;=> (OWN 1)
(deftype string-char () 'base-char)  ;=> STRING-CHAR
