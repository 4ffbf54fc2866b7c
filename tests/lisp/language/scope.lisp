;;;; scope.lisp -- lexical scope: shadowing, and forms with many names (standard, 3.1.1).

;; Many names in one form, and many nested forms: each lookup takes constant time.
(defun names (n) (loop for i below n collect (intern (format nil "V~D" i))))
(length (eval (let ((names (names 2000))) `(let ,(loop for v in names for i from 0 collect (list v i)) (list ,@names)))))  ;=> 2000
(eval (let ((form '(+ v0 v199))) (dolist (v (reverse (names 200)) form) (setq form `(let ((,v 1)) ,form)))))  ;=> 2
(length (funcall (eval (let ((names (names 500))) `(let ,(loop for v in names collect (list v 1)) (lambda () (list ,@names)))))))  ;=> 500
(eval `(case 499 ,@(loop for i below 500 collect (list i (* 2 i)))))  ;=> 998

;; An inner binding shadows an outer one until the end of its form.
(let ((x 1)) (list (let ((x 2) (y x)) (list x y)) (flet ((x (x) x) (z (y) (+ x y))) (list (x 5) (z 5))) x))  ;=> ((2 1) (5 6) 1)
(flet ((f () 1)) (list (flet ((f () (+ 1 (f))) (g () (f))) (list (f) (g))) (macrolet ((f () 7)) (f)) (f)))  ;=> ((2 1) 7 1)
(let ((x 1)) (symbol-macrolet ((x 5)) (list x (let ((x 6)) x) (locally x))))  ;=> (5 6 5)
(block a (block b (block a (return-from a 1)) (return-from a 2)))  ;=> 2
