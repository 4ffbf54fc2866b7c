;;;; toplevel.lisp -- forms at top level, and forms that cannot be compiled (standard, 3.2.3.1; SBCL and CLISP agree on all
;;;; values). The first form of a pair defines what the second one uses immediately.

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defmacro toplevel-square (x) `(* ,x ,x))
  (defparameter *toplevel-nine* (toplevel-square 3)))
*toplevel-nine*  ;=> 9
(locally (defmacro toplevel-twice (x) `(list ,x ,x)) (defparameter *toplevel-pair* (toplevel-twice 1)))
*toplevel-pair*  ;=> (1 1)
(macrolet ((once (x) `(list ,x))) (defmacro toplevel-thrice (x) `(list ,@(once x) ,x ,x)) (defparameter *toplevel-triple* (once 5)))
*toplevel-triple*  ;=> (5)
(symbol-macrolet ((where (car *toplevel-triple*))) (defun toplevel-where () where))
(toplevel-where)  ;=> 5
(progn (locally (declare (special toplevel-special)) (setq toplevel-special 4)) (symbol-value 'toplevel-special))  ;=> 4
(let ((n 0)) (eval-when (:compile-toplevel) (incf n)) n)  ;=> 0
(let ((n 0)) (eval-when (:load-toplevel) (incf n)) n)  ;=> 0
(let ((n 0)) (eval-when (:execute) (incf n)) n)  ;=> 1
(let ((n 0)) (eval-when (eval) (incf n)) n)  ;=> 1
(macrolet ((a () 1)) (macrolet ((b () (a))) (b)))  ;=> 1

;; Symbol macros are expanded where they are used.
(symbol-macrolet ((x (car y))) (let ((y (list 1 2))) (incf x) y))  ;=> (2 2)
(symbol-macrolet ((x y)) (let ((y nil)) (setf x 1) (list x y)))  ;=> (1 1)
(symbol-macrolet ((x 1)) (let ((x 2)) x))  ;=> 2
(let ((l (list 1))) (symbol-macrolet ((x (car l))) (push 5 x) l))  ;=> ((5 . 1))

;; A form that cannot be compiled signals when it is reached, not before.
(handler-case (if) (error () 'caught))  ;=> CAUGHT
(ignore-errors (setq pi 3) 'not-here)  ;=> NIL ; #<PROGRAM-ERROR "PI is a constant and cannot be assigned">
(handler-case (let ((x 1 2)) x) (program-error () 'caught))  ;=> CAUGHT
(with-output-to-string (*error-output*) (eval '(defun toplevel-malformed (x) (if x (let ((y 1 2)) y) 'fine))))
(null (search "LET: expected" (with-output-to-string (*error-output*) (eval '(lambda () (let ((y 1 2)) y))))))  ;=> NIL
(toplevel-malformed nil)  ;=> FINE
(toplevel-malformed t)  ;signals: "LET: expected"
(handler-case (go nowhere) (program-error () 'caught))  ;=> CAUGHT
(handler-case (return-from nowhere) (program-error () 'caught))  ;=> CAUGHT
(handler-case (macrolet ((m () (error "inside"))) (m)) (error (c) (princ-to-string c)))  ;=> "inside"

;; Redefining a constant with another value causes a warning; Winnow's own constants cannot be redefined.
(let ((*error-output* (make-string-output-stream)))
  (eval '(progn (defconstant +weight+ 10) (defconstant +weight+ 20)))
  (list (symbol-value '+weight+) (substitute #\~ #\Newline (get-output-stream-string *error-output*))))  ;=> (20 "; warning: the constant +WEIGHT+, which was 10, is now 20~")
(defconstant pi 3)  ;signals: program-error

;; A macro may be defined after functions that call it: as in an interpreter, they work from then on.
(defun load-lines (&rest lines)
  (with-input-from-string (s (format nil "~{~A~%~}" lines))
    (let ((*error-output* (make-string-output-stream)))
      (load s)
      (substitute #\~ #\Newline (get-output-stream-string *error-output*)))))
(load-lines "(defun early-caller (x) (early-when x (early-show x)))" "(defun early-redefined (x) (early-when x x))"
            "(defun early-redefined (x) (list x))" "(defmacro early-when (x form) `(if ,x ,form 'no))"
            "(defmacro early-show (x) `(list ',x ,x))")  ;=> "; warning: EARLY-WHEN is a macro from here on: EARLY-CALLER, which calls it, is recompiled~; warning: EARLY-SHOW is a macro from here on: EARLY-CALLER, which calls it, is recompiled~"
(list (early-caller nil) (early-caller 3) (early-redefined 1))  ;=> (NO (X 3) (1))

;; Forms within MACROLET, SYMBOL-MACROLET and LOCALLY at top level are top-level forms: a macro is available to those after
;; it
(macrolet ((two () 2)) (defmacro defined-inside () '(two)) (defun user-inside () (list (two) (macrolet ((two () 3)) (defined-inside)))))
(user-inside)  ;=> (2 3)
(symbol-macrolet ((two 2)) (defmacro defined-in-symbols () ''inside) (defun user-in-symbols () (list two (defined-in-symbols))))
(user-in-symbols)  ;=> (2 INSIDE)
(locally (declare (optimize speed)) (defmacro defined-locally () ''here) (defun user-locally () (defined-locally)))
(user-locally)  ;=> HERE

;; Declarations before forms at top level
(locally (declare (special toplevel-declared) (optimize speed)) (defmacro toplevel-fourfold (x) `(list ,x ,x ,x ,x)) (defparameter *toplevel-four* (toplevel-fourfold 2)))
*toplevel-four*  ;=> (2 2 2 2)
(symbol-macrolet ((two 2)) (declare (notinline car)) (defmacro toplevel-two () 'two) (defparameter *toplevel-two* (toplevel-two)))
*toplevel-two*  ;=> 2
;; LOAD-TEXT takes lines and columns from 0 or 1 on.
(progn (system::load-text "(defparameter *loaded* 42)" "" 0 0) *loaded*)  ;=> 42
