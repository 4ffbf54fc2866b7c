;;;; loop.lisp -- LOOP with clauses (standard, section 6.1, including its examples).

;; FOR.
(loop for i from 1 to 3 collect i)  ;=> (1 2 3)
(loop for i from 3 downto 1 collect i)  ;=> (3 2 1)
(loop for i below 3 collect i)  ;=> (0 1 2)
(loop for i from 0 to 10 by 3 collect i)  ;=> (0 3 6 9)
(loop for i downfrom 3 above 0 by 2 collect i)  ;=> (3 1)
(loop as i upfrom 5 to 4 collect i)  ;=> NIL
(loop for i by 2 from 1 upto 5 collect i)  ;=> (1 3 5)
(loop for x in '(a b c) collect x)  ;=> (A B C)
(loop for x in '(1 2 3 4 5) by #'cddr collect x)  ;=> (1 3 5)
(loop for x on '(1 2 3) collect x)  ;=> ((1 2 3) (2 3) (3))
(loop for (a b) on '(1 2 3 4) by #'cddr collect (list b a))  ;=> ((2 1) (4 3))
(loop for x on '(1 . 2) collect x)  ;=> ((1 . 2))
(loop for x on '(1 2) for y in x with z = x collect (list x y z))  ;=> (((1 2) 1 (1 2)) ((2) 2 (1 2)))
(loop for x on '(1 2) and y on '(3 4 . 5) initially (return (list x y)))  ;=> ((1 2) (3 4 . 5))
(loop for (a . b) in '((1 . 2) (3 . 4)) collect (+ a b))  ;=> (3 7)
(loop for (a nil (c)) in '((1 2 (3)) (4 5 (6))) collect (list a c))  ;=> ((1 3) (4 6))
(loop for c across "abc" collect c)  ;=> (#\a #\b #\c)
(loop for x across #(1 2 3) sum x)  ;=> 6
(loop for x = 1 then (* 2 x) while (< x 20) collect x)  ;=> (1 2 4 8 16)
(loop for x in '(1 2 3) for y = (* x x) collect y)  ;=> (1 4 9)
(let ((table (make-hash-table))) (setf (gethash 'a table) 1 (gethash 'b table) 2)
  (list (sort (loop for k being the hash-keys of table using (hash-value v) collect (list k v)) #'< :key #'second)
        (loop for v being each hash-value in table sum v)))  ;=> (((A 1) (B 2)) 3)

;; Sequential and, with AND, parallel stepping.
(loop for i from 1 to 3 for j from i to 9 collect (list i j))  ;=> ((1 1) (2 2) (3 3))
(loop for x = 1 then y and y = 2 then x repeat 4 collect (list x y))  ;=> ((1 2) (2 1) (1 2) (2 1))
(loop for x = 1 then (1+ x) for y = x then (* 10 x) repeat 3 collect y)  ;=> (1 20 30)
(loop for x in '(1 2 3) and y in '(a b) collect (list x y))  ;=> ((1 A) (2 B))
(loop for item = 1 then (+ item 10) for iteration from 1 to 5 collect item)  ;=> (1 11 21 31 41)

;; WITH, REPEAT, WHILE, UNTIL.
(loop with a = 1 with b = (+ a 2) return (list a b))  ;=> (1 3)
(let ((a 10)) (loop with a = 1 and b = a return (list a b)))  ;=> (1 10)
(loop with (a b) = '(1 2) with c = (+ a b) return (list a b c))  ;=> (1 2 3)
(loop with n of-type fixnum and s of-type float return (list n s))  ;=> (0 0.0)
(loop repeat 3 collect 'x)  ;=> (X X X)
(loop repeat -1 collect 'x)  ;=> NIL
(loop for i from 0 until (> (* i i) 10) collect i)  ;=> (0 1 2 3)
(let ((stack '(a b c d))) (loop while stack for item = (length stack) do (pop stack) collect item))  ;=> (4 3 2 1)

;; Accumulation.
(loop for x in '((a) (b c) () (d)) append x)  ;=> (A B C D)
(loop for x in (list (list 1) (list 2 3)) nconc x)  ;=> (1 2 3)
(loop for x in '(1 2 3) collect x append (list x x) collect 'z)  ;=> (1 1 1 Z 2 2 2 Z 3 3 3 Z)
(loop for x in '(a nil b) count x)  ;=> 2
(loop for x in '(3 1 2) maximize x into most minimize x into least finally (return (list most least)))  ;=> (3 1)
(loop for x in '(1 2 3 4) if (evenp x) collect x into evens else collect x into odds end
      finally (return (list evens odds)))  ;=> ((2 4) (1 3))
(loop for x in '(1 2 3) sum x into total do (when (= x 2) (return total)))  ;=> 3
(loop for x in '(1 2 3) sum x count (oddp x))  ;=> 8
(loop for x in '(1 2) sum x fixnum)  ;=> 3
(let ((first (list 1 2))) (loop for x in (list first '(3)) append x) first)  ;=> (1 2)
(loop for x in '(1 2 3) collecting x into seen when (= x 2) return seen)  ;=> (1 2)

;; Conditions.
(loop for x in '(1 2 3 4 5 6) when (and (> x 3) (find x '(1 4 6))) collect it)  ;=> (4 6)
(loop for x in '(1 a 2 b) when (numberp x) when (oddp x) collect x into odd else collect x into even end
      else collect x into others finally (return (list odd even others)))  ;=> ((1) (2) (A B))
(loop for x in '(1 2 3) unless (= x 2) collect x and sum x into s finally (return s))  ;=> 4
(loop for x in '(1 2 3) when (= x 2) do (setq x 20) (setq x (+ x 1)) and collect x else collect (- x))  ;=> (-1 21 -3)
(loop for x in '(nil 5 6) if x return it)  ;=> 5
(loop for x in '(2 4) always (evenp x))  ;=> T
(loop for x in '(2 3) always (evenp x) finally (error "not reached"))  ;=> NIL
(loop for x in '(1 3) never (evenp x))  ;=> T
(loop for x in '(1 2) never (evenp x))  ;=> NIL
(loop for x in '(1 2) thereis (and (evenp x) (* 10 x)))  ;=> 20
(loop for x in '(1 3) thereis (evenp x))  ;=> NIL

;; Exits.
(loop named outer for i from 0 do (loop for j from 0 to 3 do (if (= (+ i j) 5) (return-from outer (list i j)))))  ;=> (2 3)
(loop for i from 0 do (if (= i 3) (loop-finish)) collect i)  ;=> (0 1 2)
(loop for i from 0 to 2 initially (princ "a") do (princ i) finally (princ "z"))  ;prints: a012z
(loop for x in '() initially (princ "a") finally (princ "z"))  ;prints: az
(loop for i from 1 to 3 finally return i)  ;=> 4
(loop for i below 2 do (princ i) doing (princ "-"))  ;prints: 0-1-
(let ((n 0)) (loop (if (> (incf n) 3) (return n))))  ;=> 4
(loop :for x :in '(1 2) :collect x)  ;=> (1 2)
(subseq (macroexpand-1 '(loop)) 0 2)  ;=> (BLOCK NIL)

;; Errors.
(loop for x in)  ;signals: "expected a list after IN"
(loop for x at 3)  ;signals: "or BY after X, got AT"
(loop frobnicate x)  ;signals: "FROBNICATE is not a loop keyword"
(loop for x in '(1) do)  ;signals: "expected a form in parentheses after DO"
(loop for x from 1 collect x into a sum x into a)  ;signals: "A cannot accumulate both a list and a total"
(loop for x downto 3 collect x)  ;signals: "expected FROM for X, which goes down"
(loop for x being the keywords of y)  ;signals: "EXTERNAL-SYMBOLS, got KEYWORDS"
(loop for x in 5 collect x)  ;signals: type-error
(loop for 5 in '(1) collect x)  ;signals: "expected a variable, got 5"

;; Symbols of packages
(loop for s being the external-symbols of :cl count t)  ;=> 978
(defpackage :few (:use) (:export "A" "B") (:intern "C"))
(sort (loop for s being each present-symbol in :few collect (symbol-name s)) #'string<)  ;=> ("A" "B" "C")
(sort (loop for s being the external-symbols of "FEW" collect (symbol-name s)) #'string<)  ;=> ("A" "B")
(loop for s being the symbols thereis (eq s 'car))  ;=> T
(loop for s being the keywords of :few collect s)  ;signals: program-error
(loop for nil from 10 to 12 collect 'a)  ;=> (A A A)

;; A variable is bound once; a clause that returns the value cannot be combined with an accumulation.
(loop for x in '(1) for x in '(2) collect x)  ;signals: "X is bound twice"
(loop with x = 1 and (y . x) = '(2 . 3) return x)  ;signals: program-error
(loop for (x x) on '(1 2) collect x)  ;signals: program-error
(loop for k being the hash-keys of (make-hash-table) using (hash-value k) count t)  ;signals: program-error
(loop with total = 1 for x in '(2) sum x into total)  ;signals: "TOTAL is bound twice"
(loop for x in '(1 2) collect x into l sum x into n collect x into l finally (return (list l n)))  ;=> ((1 1 2 2) 3)
(loop for x in '(1 2) collect x always (numberp x))  ;signals: "ALWAYS determines the value"
(loop for x in '(1 2) sum x thereis (symbolp x))  ;signals: program-error
(loop for x in '(1 2) collect x into l always x finally (return l))  ;=> (1 2)

;; Type specifiers determine initial values.
(loop with x fixnum and y of-type float and z t return (list x y z))  ;=> (0 0.0 NIL)
(loop with (a (b) . c) of-type (integer (t) . number) return (list a b c))  ;=> (0 NIL 0)
(loop with (a b) of-type fixnum return (list a b))  ;=> (0 0)
(loop for x t in '(1 2) for y nil = x sum y of-type fixnum)  ;=> 3
(loop for x in nil sum x float)  ;=> 0.0
(loop for x in '(1) count x into n of-type integer finally (return n))  ;=> 1

;; The function of BY is evaluated once, after the list; IT belongs to the first clause of a conditional.
(let ((order nil)) (list (loop for x in (progn (push 'list order) '(1 2 3)) by (progn (push 'by order) #'cddr) collect x) order))  ;=> ((1 3) (BY LIST))
(let ((it 'outside)) (loop for x in '(1 nil) when x collect it and collect it else collect it))  ;=> (1 OUTSIDE NIL)

;; A list is stepped after the body; the variable of ON ends as the atom that ended the list
(let (l) (loop for x on '(1 2 3) by (lambda (x) (push x l) (cdr x)) do (loop-finish)) l)  ;=> NIL
(loop for x on '(1 . 2) by #'cddr do (loop-finish))  ;=> NIL
(list (loop for x on '(1 2 3) finally (return x)) (loop for x on '(1 2 . 3) finally (return x)) (loop for x on 5 finally (return x)))  ;=> (NIL 3 5)
(list (loop for (a b) on '(1 2 3) collect (list a b)) (loop for nil on '(1 2 3) count t))  ;=> (((1 2) (2 3) (3 NIL)) 3)
(loop for x on '(1 2 3) and y = 0 then (car x) collect (list x y))  ;=> (((1 2 3) 0) ((2 3) 1) ((3) 2))
(loop for x on '(1 2 3 4) by #'cddr for i from 1 collect (list i x))  ;=> ((1 (1 2 3 4)) (2 (3 4)))
(loop for i by 2 repeat 3 collect i)  ;=> (0 2 4)
;; Variables of FOR also get an initial value of their type; a number cannot step in both directions
(list (loop for x fixnum in '() finally (return x)) (loop for x fixnum in '(1) with w = (+ x x) return w) (loop for x of-type double-float across #() finally (return x)))  ;=> (0 0 0.0d0)
(loop for (a b) of-type (fixnum float) in nil finally (return (list a b)))  ;=> (0 0.0)
(loop for k fixnum being the hash-keys of (make-hash-table) using (hash-value v) finally (return (list k v)))  ;=> (0 NIL)
(loop for i below 3 downfrom 5 collect i)  ;signals: program-error
(loop for i from 5 downto 2 upto 9 collect i)  ;signals: program-error

;; A standard type may follow a variable without OF-TYPE, and a tree of types may follow a tree of variables.
(loop for (item . x) (t . fixnum) in '((a . 1)) sum x)  ;=> 1
(loop with (a b c) (float integer float) = '(1.0 2 3.0) return (list a b c))  ;=> (1.0 2 3.0)
(loop with (a b c) (float integer float) return (list a b c))  ;=> (0.0 0 0.0)
(loop with (a (b c)) (float fixnum) and (d nil) (fixnum nil) return (list a b c d))  ;=> (0.0 0 0 0)
(loop for n in '((1) (2)) for a integer = (first n) collect a)  ;=> (1 2)
(loop for x in '(1 2) sum x into y single-float finally (return y))  ;=> 3.0
(loop with a and b = 2 return (list a b))  ;=> (NIL 2)
(loop for n in '(1) for a blub = n collect a)  ;signals: "or BY after A, got BLUB"
(loop for (a b) (integer blub) in '((1 2)) collect a)  ;signals: program-error
(loop with a (integer 0 5) return a)  ;signals: program-error

;;; Invalid steps and counts
(macroexpand '(loop for i from 0 below 3 by 0 collect i))  ;signals: program-error
(dotimes (i 2.5) i)  ;signals: "expected an integer, got 2.5"
