;;;; Information about environments. The expectations follow Common Lisp the Language, 2nd edition, section 8.5.

(defmacro variable-kind (name &environment e)
  `',(multiple-value-list (winnow-ext:variable-information name e)))
(defmacro function-kind (name &environment e)
  `',(multiple-value-list (winnow-ext:function-information name e)))

;; Variables.
(defvar *special* 1)
(defconstant +constant+ 1)
(define-symbol-macro global-macro (car *special*))
(variable-kind *special*)  ;=> (:SPECIAL NIL NIL)
(variable-kind +constant+)  ;=> (:CONSTANT NIL NIL)
(variable-kind global-macro)  ;=> (:SYMBOL-MACRO NIL NIL)
(variable-kind never-mentioned)  ;=> (NIL NIL NIL)
(let ((a 1)) (declare (ignorable a)) (variable-kind a))  ;=> (:LEXICAL T NIL)
(symbol-macrolet ((a 1)) (variable-kind a))  ;=> (:SYMBOL-MACRO T NIL)
(symbol-macrolet ((a 1)) (let ((a 2)) (declare (ignorable a)) (variable-kind a)))  ;=> (:LEXICAL T NIL)
(let ((a 1)) (declare (special a)) (variable-kind a))  ;=> (:SPECIAL T NIL)

;; Functions.
(function-kind car)  ;=> (:FUNCTION NIL NIL)
(function-kind if)  ;=> (:SPECIAL-FORM NIL NIL)
(function-kind variable-kind)  ;=> (:MACRO NIL NIL)
(function-kind never-mentioned)  ;=> (NIL NIL NIL)
(flet ((car (x) x)) (declare (ignorable #'car)) (function-kind car))  ;=> (:FUNCTION T NIL)
(macrolet ((m () 1)) (function-kind m))  ;=> (:MACRO T NIL)
(locally (declare (notinline car)) (function-kind car))  ;=> (:FUNCTION NIL ((INLINE . NOTINLINE)))

;; AUGMENT-ENVIRONMENT.
(defun augmented (&rest arguments) (apply #'winnow-ext:augment-environment nil arguments))
(multiple-value-list (winnow-ext:variable-information 'x (augmented :variable '(x) :declare '((type fixnum x) (ignore x)))))  ;=> (:LEXICAL T ((IGNORE . T) (TYPE . FIXNUM)))
(multiple-value-list (winnow-ext:variable-information 'x (augmented :variable '(x) :declare '((fixnum x)))))  ;=> (:LEXICAL T ((TYPE . FIXNUM)))
;; A new binding hides the declarations of an outer one.
(multiple-value-list (winnow-ext:variable-information 'x (winnow-ext:augment-environment (augmented :variable '(x) :declare '((fixnum x))) :variable '(x))))  ;=> (:LEXICAL T NIL)
(multiple-value-list (winnow-ext:function-information 'f (augmented :function '(f) :declare '((inline f) (ftype function f)))))  ;=> (:FUNCTION T ((FTYPE . FUNCTION) (INLINE . INLINE)))
(macroexpand-1 '(m 5) (augmented :macro (list (list 'm (lambda (form environment) (declare (ignore environment)) (list 'car (second form)))))))  ;=> (CAR 5) ; T

;; Declarations.
(cdr (assoc 'speed (winnow-ext:declaration-information 'optimize (augmented :declare '((optimize speed (safety 0)))))))  ;=> (3)
(cdr (assoc 'safety (winnow-ext:declaration-information 'optimize (augmented :declare '((optimize speed (safety 0)))))))  ;=> (0)
(winnow-ext:declaration-information 'no-such-declaration)  ;=> NIL
(winnow-ext:define-declaration colour (declaration environment)
  (declare (ignore environment))
  (values :variable (mapcar (lambda (v) (list v 'colour (second declaration))) (cddr declaration))))  ;=> COLOUR
(multiple-value-list (winnow-ext:variable-information 'x (augmented :variable '(x y) :declare '((colour red x y)))))  ;=> (:LEXICAL T ((COLOUR . RED)))
(let ((x 1)) (declare (colour red x)) x)  ;=> 1

;; PARSE-MACRO and ENCLOSE.
(funcall (winnow-ext:enclose (winnow-ext:parse-macro 'm '(a &optional (b 2)) '((list a b)))) '(m 1) nil)  ;=> (1 2)
(funcall (winnow-ext:enclose '(lambda (y) (list x y)) (augmented :symbol-macro '((x 'symbol)))) 1)  ;=> (SYMBOL 1)

(winnow-ext:variable-information 5)  ;signals: type-error
(winnow-ext:function-information 5)  ;signals: type-error

;;; trivial-cltl2
(macrolet ((kind (name &environment e) (cltl2:variable-information name e))) (let ((x 1)) (list x (kind x))))  ;=> (1 :LEXICAL)
