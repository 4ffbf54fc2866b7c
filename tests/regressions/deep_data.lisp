;;;; deep_data.lisp -- trees of any depth are compared, copied and substituted.

(defun nest (n atom) (let ((l atom)) (dotimes (i n l) (setq l (list l 1)))))
(defun depth (tree) (let ((n 0)) (loop (if (atom tree) (return n)) (setq tree (car tree)) (incf n))))

(equal (nest 2000000 'a) (nest 2000000 'a))  ;=> T
(equal (nest 2000000 'a) (nest 2000000 'b))  ;=> NIL
(equalp (nest 2000000 "a") (nest 2000000 "A"))  ;=> T
(depth (copy-tree (nest 2000000 'a)))  ;=> 2000000
(depth (subst 'b 'a (nest 2000000 'a)))  ;=> 2000000
(equal (subst 'b 'a (nest 2000000 'a)) (nest 2000000 'b))  ;=> T
(equal (sublis '((a . b)) (nest 2000000 'a)) (nest 2000000 'b))  ;=> T
(tree-equal (nest 2000000 'a) (nest 2000000 'a))  ;=> T
(let ((l (list 1 2 3 '(4 . 5) "x"))) (list (equal l (copy-tree l)) (eq (fourth l) (fourth (copy-tree l)))))  ;=> (T NIL)
(equalp (vector (list 1.0 #\a) (make-array '(1 1) :initial-element "b")) (vector (list 1 #\A) (make-array '(1 1) :initial-element "B")))  ;=> T
