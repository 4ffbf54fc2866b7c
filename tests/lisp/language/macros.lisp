;;;; macros.lisp -- global and local macros, symbol macros, destructuring; the expected values are those of SBCL 2.2.9.

(macrolet ((twice (x) `(progn ,x ,x))) (let ((n 0)) (twice (incf n)) n))  ;=> 2
(symbol-macrolet ((x (car l))) (let ((l (list 1 2))) (setf x 9) l))  ;=> (9 2)
(destructuring-bind (a (b &optional c) &rest d) '(1 (2) 3 4) (list a b c d))  ;=> (1 2 NIL (3 4))
(destructuring-bind (&key a b) '(:b 2) (list a b))  ;=> (NIL 2)
(progn (defmacro my-if (c a b) `(cond (,c ,a) (t ,b))) (my-if nil 1 2))  ;=> 2

;; Macro lambda lists: an empty list as a pattern, a pattern after &WHOLE, &ENVIRONMENT bound before the others.
(macrolet ((m (() &optional (() nil)) :fits)) (m () ()))  ;=> :FITS
(macrolet ((m (()) :fits)) (m (1)))  ;signals: program-error
(destructuring-bind (a () b) '(1 nil 2) (list a b))  ;=> (1 2)
(macrolet ((m (&whole (name . rest) a) `'(,name ,rest ,a))) (m 1))  ;=> (M (1) 1)
(macrolet ((inner () 1)) (macrolet ((m (&optional (x (macroexpand-1 '(inner) e)) &environment e) x)) (m)))  ;=> 1
(let ((x 'outer)) (declare (special x)) (let ((x 'inner)) (dolist (e nil x) (declare (special x)))))  ;=> OUTER

;; MACRO-FUNCTION and MACROEXPAND know the macros that the compiler translates itself, and local macros.
(list (macroexpand-1 '(when a b c)) (macroexpand-1 '(unless a b)) (macroexpand-1 '(and a b c)) (macroexpand-1 '(cond (a b) (t c))))  ;=> ((IF A (PROGN B C) NIL) (IF A NIL (PROGN B)) (IF A (AND B C) NIL) (IF A (PROGN B) (COND (T C))))
(let ((n 0)) (list (eval (macroexpand '(or nil (values 1 2)))) (eval (macroexpand '(cond (nil) ((+ 1 2))))) (eval (macroexpand '(multiple-value-bind (a b) (values 1 2 3) (list a b))))))  ;=> (1 3 (1 2))
(funcall (macro-function 'and))  ;signals: program-error
(macrolet ((m () 1)) (macrolet ((known (name &environment e) (if (macro-function name e) t nil)))
  (list (known m) (flet ((m () 1)) (known m)) (known n))))  ;=> (T NIL NIL)
(let ((x nil)) (loop do (macrolet ((known (&environment e) (if (macro-function 'loop-finish e) t nil))) (setq x (known))) (loop-finish)) x)  ;=> T
(mapcar (lambda (name) (handler-case (progn (fdefinition name) 'there) (undefined-function () 'none))) '(car cond setq (setf car-of-nothing)))  ;=> (THERE THERE THERE NONE)
(mapcar (lambda (name) (handler-case (fboundp name) (type-error (c) (typep name (type-error-expected-type c))))) '((setf) (setf a b) (setf . a) (setf 1) 1))  ;=> (NIL NIL NIL NIL NIL)
(coerce 'cond 'function)  ;signals: undefined-function

(symbol-macrolet ((5 6)) 1)  ;signals: program-error

;;; A program that walks code finds macros and the standard's 25 special operators only

(let ((all nil)) (do-all-symbols (s) (if (special-operator-p s) (pushnew s all))) (list (length all) (remove (find-package :cl) all :key #'symbol-package)))  ;=> (25 NIL)
(let ((b 1) (c '(2 3))) (declare (special b c)) (eval (macroexpand-1 '`(a ,b ,@c))))  ;=> (A 1 2 3)
(funcall (eval (macroexpand-1 '(system::named-lambda f (x) (* 2 x)))) 4)  ;=> 8
(loop for x below 3 collect (loop for y from 0 do (if (= y x) (loop-finish)) collect y))  ;=> (NIL (0) (0 1))
(macrolet ((done () '(loop-finish))) (loop for x from 0 do (if (> x 2) (done)) collect x finally (setq x 9)))  ;=> (0 1 2)
(loop-finish)  ;signals: "LOOP-FINISH"
