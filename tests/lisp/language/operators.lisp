;;;; operators.lisp -- errors in an operator that is compiled to instructions name the operator.

(zerop 'a)  ;signals: "ZEROP: expected a number, got A"
(1+ "a")  ;signals: "1+: expected a number, got \"a\""
(let ((x 'a)) (1- x))  ;signals: "1-: expected a number, got A"
(- 'a)  ;signals: "-: expected a number, got A"
(plusp 'a)  ;signals: "PLUSP: expected a real number, got A"
(minusp 'a)  ;signals: "MINUSP: expected a real number, got A"
(/= 1 'a)  ;signals: "/=: expected a number, got A"
(if (not (< 1 'a)) 1 2)  ;signals: "<: expected a real number, got A"
(if (> 'a 1) 1 2)  ;signals: ">: expected a real number, got A"
(third '(1 . 5))  ;signals: "THIRD: expected a list, got 5"
(let ((l 5)) (first l))  ;signals: "FIRST: expected a list, got 5"
(cadddr '(1 . 5))  ;signals: "CADDDR: expected a list, got 5"
(setf (car nil) 1)  ;signals: "(SETF CAR): expected a cons, got NIL"
(aref #(1) 5)  ;signals: "AREF: index 5 is out of range for 1 element"
(funcall 'aref #(1) 5)  ;signals: "AREF: index 5 is out of range for 1 element"
(apply #'car '(5))  ;signals: "CAR: expected a list, got 5"
(apply #'subseq '("a" 5 9))  ;signals: "SUBSEQ: expected a range within a sequence of length 1, got 5 to 9"
(let ((f 'aref)) (apply f '(#(1) 5)))  ;signals: "AREF: index 5 is out of range for 1 element"
(apply #'list 1 2)  ;signals: "APPLY: expected a proper list, got 2"
(schar "a" 5)  ;signals: "SCHAR: index 5 is out of range for 1 element"
(let ((x 1) (y 'b)) (+ x y))  ;signals: "+: expected a number, got B"
(member 'a 'a)  ;signals: "MEMBER: expected a list, got A"
(minimax '(1 2) :player :max :depth -1)  ;signals: "MINIMAX: expected a non-negative integer as :DEPTH, got -1"
(compare-searches '(1 2) :depth -1)  ;signals: "COMPARE-SEARCHES: expected a non-negative integer as :DEPTH, got -1"
(let ((said (make-string-output-stream)))
  (let ((*standard-output* said)) (ignore-errors (compare-searches '(1 2) :depth -1)))
  (get-output-stream-string said))  ;=> ""
(sort (list 1) #'< :kex 1)  ;signals: "SORT: unknown keyword :KEX"
;; Keyword arguments: the leftmost is used; &REST and &KEY can be combined.
(progn (defun operators-rest (&rest all &key (n 8)) (list all n)) (list (operators-rest) (operators-rest :n 3)))  ;=> ((NIL 8) ((:N 3) 3))
(progn (defun operators-key (&key (a 1 a-p) b) (list a a-p b)) (list (operators-key) (operators-key :b 2 :a 3 :a 4)))  ;=> ((1 NIL NIL) (3 T 2))
(find 1 '(1 2) :key #'1- :key #'identity)  ;=> 2
(operators-key :c 1)  ;signals: program-error
(operators-key :c 1 :allow-other-keys t)  ;=> (1 NIL NIL)
(operators-key :c 1 :allow-other-keys nil :allow-other-keys t)  ;signals: program-error

;; Macros of the standard have a macro function, even if the compiler translates their forms itself.
(mapcar (lambda (name) (functionp (macro-function name))) '(and cond multiple-value-bind or unless when if))  ;=> (T T T T T T NIL)
(macroexpand-1 '(and a b c))  ;=> (IF A (AND B C) NIL) ; T
(macroexpand-1 '(cond (a b c) (d)))  ;=> (IF A (PROGN B C) (COND (D))) ; T
(macroexpand-1 '(cond (d)))  ;=> (OR D (COND)) ; T
(macroexpand-1 '(if a b))  ;=> (IF A B) ; NIL
(eval (macroexpand-1 '(or nil 5)))  ;=> 5
(eval (macroexpand-1 '(multiple-value-bind (a b c) (values 1 2) (list a b c))))  ;=> (1 2 NIL)

;; Variables bound in parallel must differ.
(eval '(lambda (x x) 1))  ;signals: "The variable X appears twice in the lambda list (X X)"
(eval '(lambda (x &optional (y 1 x)) 1))  ;signals: program-error
(eval '(lambda (x &key y ((:z y))) 1))  ;signals: program-error
(funcall (eval '(lambda (x &aux (x (+ x 1)) (x (* x x))) x)) 2)  ;=> 9
(eval '(let ((x 1) (y 2) (x 3)) x))  ;=> 3
(eval '(let* ((x 1) (x (+ x 1))) x))  ;=> 2
(eval '(do ((x 1) (x 2)) (t x)))  ;=> 2
(eval '(multiple-value-bind (x x) (values 1 2) x))  ;=> 2

;; LEXPRs exist in MacLisp only.
(eval '(defun no-lexpr x x))  ;signals: program-error
(eval '(do ((x 1 2 3)) (t)))  ;signals: "DO: expected"
(eval '(do ((x 1 . 2)) (t)))  ;signals: "DO: expected"
(do (x (y) (z 1)) (t (list x y z)))  ;=> (NIL NIL 1)

;; A SETF function is traced like others.
(defvar *stored* nil)
(defun (setf stored) (value key) (setq *stored* (list key value)) value)
(trace (setf stored))
(let ((*trace-output* *standard-output*)) (setf (stored 1) 2))  ;prints: 0: ((SETF STORED) 2 1)~0: (SETF STORED) returned 2~
(trace)  ;=> ((SETF STORED))
(untrace (setf stored))
(let ((*trace-output* *standard-output*)) (setf (stored 1) 3))  ;prints:
*stored*  ;=> (1 3)

;; Operators that are compiled inline are also functions, which check their arguments.
(defun called (function &rest arguments) (handler-case (apply function arguments) (error (c) (type-of c))))
(mapcar (lambda (f) (called f '((1 2) (3 4) 5 6)))
        (list #'car #'cdr #'cadr #'cddr #'first #'rest #'second #'caar #'cdar #'caddr #'third #'cdddr #'cadddr #'fourth #'cadar))
;=> ((1 2) ((3 4) 5 6) (3 4) (5 6) (1 2) ((3 4) 5 6) (3 4) 1 (2) 5 5 (6) 6 6 2)
(remove 'type-error (mapcar (lambda (f) (called f '(1 . 2)))
                            (list #'cadr #'cddr #'second #'caar #'cdar #'caddr #'third #'cdddr #'cadddr #'fourth #'cadar)))  ;=> NIL
(list (called #'aref #(a b) 1) (called #'aref #(a b) 2) (called #'aref #2A((1 2) (3 4)) 1 0) (called #'svref #(a b) 1)
      (called #'svref #(a b) 2) (called #'svref "ab" 0) (called #'char "ab" 1) (called #'char "ab" 2) (called #'schar "ab" 0)
      (called #'schar '(1) 0))  ;=> (B TYPE-ERROR 3 B TYPE-ERROR TYPE-ERROR #\b TYPE-ERROR #\a TYPE-ERROR)
(list (called #'not nil) (called #'null 1) (called #'consp '(1)) (called #'atom '(1)) (called #'symbolp 'a) (called #'eq 'a 'b)
      (called #'eql 1.5 1.5) (called #'funcall #'list 1 2) (multiple-value-list (apply #'values '(1 2))) (called #'apply #'list 1 '(2)))
;=> (T NIL T NIL T NIL T (1 2) (1 2) (1 2))
(mapcar (lambda (f) (list (called f 1 2) (called f 2 2) (called f 3 2 1) (called f 1 'a)))
        (list #'< #'<= #'> #'>= #'= #'/=))
;=> ((T NIL NIL TYPE-ERROR) (T T NIL TYPE-ERROR) (NIL NIL T TYPE-ERROR) (NIL T T TYPE-ERROR) (NIL T NIL TYPE-ERROR) (T NIL T TYPE-ERROR))
(list (called #'+) (called #'*) (called #'- 5) (called #'- 5 2 1) (called #'+ 1/2 'a) (called #'1+ 5) (called #'1- 5) (called #'zerop 0.0)
      (called #'zerop 'a))  ;=> (0 1 -5 2 TYPE-ERROR 6 4 T TYPE-ERROR)

;; Keywords of DESTRUCTURING-BIND and macros: any symbols, in pairs; unknown ones only if the first :ALLOW-OTHER-KEYS is true
(destructuring-bind (&key ((b c) 2)) '(b 3) c)  ;=> 3
(macrolet ((m (&key ((b c) 2)) `',c)) (list (m) (m b x)))  ;=> (2 X)
(destructuring-bind (&key a) '(:allow-other-keys nil :b 1) a)  ;signals: program-error
(destructuring-bind (&key a) '(:allow-other-keys nil :b 1 :allow-other-keys t) a)  ;signals: program-error
(list (destructuring-bind (&key a) '(:allow-other-keys nil :a 1) a) (destructuring-bind (&key a) '(:b 1 :a 2 :allow-other-keys t) a))  ;=> (1 2)
(destructuring-bind (&key c &allow-other-keys) '(:zz) c)  ;signals: program-error
(destructuring-bind (&key c &allow-other-keys) '(:zz 1 :c 5) c)  ;=> 5
; a default is computed before the supplied-p variable is bound
(let ((p :out)) (list (destructuring-bind (&optional (a p p)) '() (list a p)) (destructuring-bind (&key (a p p)) '() (list a p)) (destructuring-bind (&key (a p p)) '(:a 1) (list a p))))
;=> ((:OUT NIL) (:OUT NIL) (1 T))
