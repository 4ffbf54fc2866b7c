;;;; deep_data.lisp -- trees deeper than the stack of any build are compared, copied and substituted (tests/limits/deep.lisp
;;;; takes deeper ones, where that is quick).

(defun nest (n atom) (let ((l atom)) (dotimes (i n l) (setq l (list l 1)))))
(defun depth (tree) (let ((n 0)) (loop (if (atom tree) (return n)) (setq tree (car tree)) (incf n))))

(equal (nest 50000 'a) (nest 50000 'a))  ;=> T
(equal (nest 50000 'a) (nest 50000 'b))  ;=> NIL
(equalp (nest 50000 "a") (nest 50000 "A"))  ;=> T
(depth (copy-tree (nest 50000 'a)))  ;=> 50000
(depth (subst 'b 'a (nest 50000 'a)))  ;=> 50000
(equal (subst 'b 'a (nest 50000 'a)) (nest 50000 'b))  ;=> T
(equal (sublis '((a . b)) (nest 50000 'a)) (nest 50000 'b))  ;=> T
(tree-equal (nest 50000 'a) (nest 50000 'a))  ;=> T
(let ((l (list 1 2 3 '(4 . 5) "x"))) (list (equal l (copy-tree l)) (eq (fourth l) (fourth (copy-tree l)))))  ;=> (T NIL)
(equalp (vector (list 1.0 #\a) (make-array '(1 1) :initial-element "b")) (vector (list 1 #\A) (make-array '(1 1) :initial-element "B")))  ;=> T

;; Many names in one form, and many forms one inside the other: each is found at once.
(defun names (n) (loop for i below n collect (intern (format nil "V~D" i))))
(length (eval (let ((names (names 2000))) `(let ,(loop for v in names for i from 0 collect (list v i)) (list ,@names)))))  ;=> 2000
(eval (let ((form '(+ v0 v199))) (dolist (v (reverse (names 200)) form) (setq form `(let ((,v 1)) ,form)))))  ;=> 2
(length (funcall (eval (let ((names (names 500))) `(let ,(loop for v in names collect (list v 1)) (lambda () (list ,@names)))))))  ;=> 500
(eval `(case 499 ,@(loop for i below 500 collect (list i (* 2 i)))))  ;=> 998
;; Inner names hide outer ones up to the end of their form, and no longer.
(let ((x 1)) (list (let ((x 2) (y x)) (list x y)) (flet ((x (x) x) (z (y) (+ x y))) (list (x 5) (z 5))) x))  ;=> ((2 1) (5 6) 1)
(flet ((f () 1)) (list (flet ((f () (+ 1 (f))) (g () (f))) (list (f) (g))) (macrolet ((f () 7)) (f)) (f)))  ;=> ((2 1) 7 1)
(let ((x 1)) (symbol-macrolet ((x 5)) (list x (let ((x 6)) x) (locally x))))  ;=> (5 6 5)
(block a (block b (block a (return-from a 1)) (return-from a 2)))  ;=> 2
;; Tables as keys of a table.
(let ((h (make-hash-table :test 'equalp)))
  (dotimes (i 300 (hash-table-count h))
    (let ((k (make-hash-table))) (setf (gethash i k) i (gethash k h) i))))  ;=> 300
(let ((h (make-hash-table :test 'equalp)) (a (make-hash-table :test 'equal)) (b (make-hash-table :test 'equal)))
  (loop for i below 20 do (setf (gethash i a) (list i) (gethash (- 19 i) b) (list (- 19 i))))
  (setf (gethash a h) 'found)
  (gethash b h))  ;=> FOUND ; T
(let ((h (make-hash-table :test 'equalp)) (a (make-hash-table))) (setf (gethash 1 a) a (gethash a h) 1) (gethash a h))  ;=> 1 ; T
;; A list without end is no list of arguments, and is not followed for long.
(let ((l (list 1))) (setf (cdr l) l) (apply #'+ l))  ;signals: "APPLY: expected a proper list"
(flet ((deep (x) (dotimes (i 300000 x) (setq x (vector x))))) (list (equalp (deep 1) (deep 1.0)) (equalp (deep 1) (deep 2))))  ;=> (T NIL)
