;;;; operators.lisp -- an operator that is compiled to instructions is told of by its own name, whatever the instructions are.

(zerop 'a)  ;signals: "zerop: expected a number, got A"
(1+ "a")  ;signals: "1+: expected a number, got "a""
(let ((x 'a)) (1- x))  ;signals: "1-: expected a number, got A"
(- 'a)  ;signals: "-: expected a number, got A"
(plusp 'a)  ;signals: "plusp: expected a real number, got A"
(minusp 'a)  ;signals: "minusp: expected a real number, got A"
(/= 1 'a)  ;signals: "/=: expected a number, got A"
(if (not (< 1 'a)) 1 2)  ;signals: "<: expected a real number, got A"
(if (> 'a 1) 1 2)  ;signals: ">: expected a real number, got A"
(third '(1 . 5))  ;signals: "third: expected a list, got 5"
(let ((l 5)) (first l))  ;signals: "first: expected a list, got 5"
(cadddr '(1 . 5))  ;signals: "cadddr: expected a list, got 5"
(setf (car nil) 1)  ;signals: "(setf car): expected a cons, got NIL"
(aref #(1) 5)  ;signals: "aref: index 5 is out of range for 1 element"
(funcall 'aref #(1) 5)  ;signals: "aref: index 5 is out of range for 1 element"
(schar "a" 5)  ;signals: "schar: index 5 is out of range for 1 element"
(let ((x 1) (y 'b)) (+ x y))  ;signals: "+: expected a number, got B"
(member 'a 'a)  ;signals: "member: argument 2 must be a list, got A"
(sort (list 1) #'< :kex 1)  ;signals: "sort: there is no keyword argument :KEX (it takes :KEY)"
;; Keyword arguments: the leftmost counts; &REST and &KEY go together.
(progn (defun operators-rest (&rest all &key (n 8)) (list all n)) (list (operators-rest) (operators-rest :n 3)))  ;=> ((NIL 8) ((:N 3) 3))
(progn (defun operators-key (&key (a 1 a-p) b) (list a a-p b)) (list (operators-key) (operators-key :b 2 :a 3 :a 4)))  ;=> ((1 NIL NIL) (3 T 2))
(find 1 '(1 2) :key #'1- :key #'identity)  ;=> 2
(operators-key :c 1)  ;signals: program-error
(operators-key :c 1 :allow-other-keys t)  ;=> (1 NIL NIL)
(operators-key :c 1 :allow-other-keys nil :allow-other-keys t)  ;signals: program-error
