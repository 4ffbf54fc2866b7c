;;;; values.lisp -- multiple values; the expected values are those of SBCL 2.2.9.

(multiple-value-bind (a b) (floor 7 2) (list a b))  ;=> (3 1)
(multiple-value-bind (a b c) (values 1 2) (list a b c))  ;=> (1 2 NIL)
(multiple-value-list (values))  ;=> NIL
(multiple-value-list (values 1 2 3))  ;=> (1 2 3)
(multiple-value-call #'list (values 1 2) (values 3))  ;=> (1 2 3)
(multiple-value-prog1 (values 1 2) 3)  ;=> 1 ; 2
(nth-value 1 (values 'a 'b))  ;=> B
(values)  ;=> 
(values 1 2)  ;=> 1 ; 2
(let (a b) (multiple-value-setq (a b) (values 1 2)) (list a b))  ;=> (1 2)

;; A function that a builtin calls may return several values; the builtin uses the first one.
(multiple-value-list (find-if (lambda (x) (values t x)) '(1)))  ;=> (1)
(multiple-value-list (tree-equal 1 2 :test (lambda (x y) (values (< x y) t))))  ;=> (T)
(multiple-value-list (funcall (lambda (x) (values x 2)) 1))  ;=> (1 2)
(multiple-value-list (apply (lambda (x) (values x 2)) '(1)))  ;=> (1 2)
(multiple-value-list (reduce (lambda (x y) (values x y)) '(1 2 3)))  ;=> (1)
(multiple-value-list (sort (list 2 1) (lambda (x y) (values (< x y) t))))  ;=> ((1 2))

(list (multiple-value-prog1 (floor 7 2) 5) (let ((n 0)) (multiple-value-prog1 (incf n) (incf n)) n))  ;=> (3 2)
(let ((n 0)) (list (multiple-value-bind () (incf n) 5) n))  ;=> (5 1)

;; No value, one and several values in every context that receives them.
(multiple-value-list (values))  ;=> NIL
(multiple-value-list (values 1 2 3 4 5 6 7 8 9 10))  ;=> (1 2 3 4 5 6 7 8 9 10)
(defun some-values (n) (case n (0 (values)) (1 1) (2 (values 1 2)) (3 (values 1 2 3)) (t (values 1 2 3 4 5 6 7 8 9))))
(loop for n from 0 to 4 collect (multiple-value-bind (a b c) (some-values n) (list a b c)))  ;=> ((NIL NIL NIL) (1 NIL NIL) (1 2 NIL) (1 2 3) (1 2 3))
(loop for n from 0 to 4 collect (multiple-value-bind (a) (some-values n) a))  ;=> (NIL 1 1 1 1)
(loop for n from 0 to 4 collect (multiple-value-bind () (some-values n) n))  ;=> (0 1 2 3 4)
(loop for n from 0 to 4 collect (multiple-value-bind (a b c d e f g h i j) (some-values n) (list a b c d e f g h i j)))  ;=> ((NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL) (1 NIL NIL NIL NIL NIL NIL NIL NIL NIL) (1 2 NIL NIL NIL NIL NIL NIL NIL NIL) (1 2 3 NIL NIL NIL NIL NIL NIL NIL) (1 2 3 4 5 6 7 8 9 NIL))
(multiple-value-bind (a b) (values (list 1) (make-string 2 :initial-element #\x)) (list b a))  ;=> ("xx" (1))
