;;;; deep-data.lisp -- trees deeper than the stack of any build are compared, copied and substituted
;;;; (tests/robustness/deep.lisp has deeper ones, for the release build only).

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

(flet ((deep (x) (dotimes (i 300000 x) (setq x (vector x))))) (list (equalp (deep 1) (deep 1.0)) (equalp (deep 1) (deep 2))))  ;=> (T NIL)
