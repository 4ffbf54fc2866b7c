;;;; control.lisp -- control, definitions, conditions, strings, printing; the expected values are those of SBCL 2.2.9.

(let ((x 1) (y 2)) (+ x y))  ;=> 3
(let* ((x 1) (y (+ x 1))) (list x y))  ;=> (1 2)
(cond ((= 1 2) 'a) ((= 1 1) 'b) (t 'c))  ;=> B
(cond (nil) (3))  ;=> 3
(cond ((member 2 '(1 2 3))))  ;=> (2 3)
(case 'b (a 1) ((b c) 2) (otherwise 3))  ;=> 2
(case 5 (1 'a))  ;=> NIL
(case 'x (t 1))  ;=> 1
(ecase 3 (1 'a) (2 'b))  ;signals: error
(when nil 1)  ;=> NIL
(unless nil 1 2)  ;=> 2
(and 1 2 3)  ;=> 3
(and 1 nil 3)  ;=> NIL
(and)  ;=> T
(or nil 2)  ;=> 2
(or)  ;=> NIL
(if nil 1)  ;=> NIL
(progn)  ;=> NIL
(prog1 1 2)  ;=> 1
(prog2 1 2 3)  ;=> 2
(do ((i 0 (1+ i)) (acc nil (cons i acc))) ((= i 4) acc))  ;=> (3 2 1 0)
(do* ((i 0 (1+ i)) (j i (+ i j))) ((= i 4) j))  ;=> 10
(dotimes (i 3 i))  ;=> 3
(dolist (x '(1 2 3) x))  ;=> NIL
(let ((s 0)) (dolist (x '(1 2 3)) (incf s x)) s)  ;=> 6
(prog (i) (setq i 0) again (incf i) (when (< i 5) (go again)) (return i))  ;=> 5
(block a (block b (return-from a 1)) 2)  ;=> 1
(block nil (return 5) 6)  ;=> 5
(catch 'x (throw 'x 1) 2)  ;=> 1
(catch 'x (catch 'y (throw 'x 1)) 2)  ;=> 1
(let ((r nil)) (catch 'a (unwind-protect (throw 'a 1) (push 'cleanup r))) r)  ;=> (CLEANUP)
(unwind-protect 1 2 3)  ;=> 1
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
(funcall #'+ 1 2)  ;=> 3
(funcall (lambda (x &optional (y 2)) (list x y)) 1)  ;=> (1 2)
(funcall (lambda (&rest r) r) 1 2)  ;=> (1 2)
(funcall (lambda (&key a (b 2 b-p)) (list a b b-p)) :a 1)  ;=> (1 2 NIL)
(funcall (lambda (&key a (b 2 b-p)) (list a b b-p)) :b 1)  ;=> (NIL 1 T)
(funcall (lambda (&key ((:x y) 3)) y) :x 4)  ;=> 4
(funcall (lambda (x &aux (y (* 2 x))) y) 4)  ;=> 8
(funcall (lambda (&key a &allow-other-keys) a) :b 2 :a 1)  ;=> 1
(funcall (lambda (&key a) a) :b 2)  ;signals: error
(funcall (lambda (&key a) a) :b 2 :allow-other-keys t)  ;=> NIL
(funcall (lambda (a) a))  ;signals: error
(funcall (lambda (a) a) 1 2)  ;signals: error
(funcall (lambda (&key a) a) :a)  ;signals: error
(apply #'+ 1 2 '(3 4))  ;=> 10
(apply #'max '(3 1 4))  ;=> 4
(apply #'+ nil)  ;=> 0
(flet ((f (x) (* 2 x))) (f 5))  ;=> 10
(labels ((ev (n) (if (= n 0) t (od (- n 1)))) (od (n) (if (= n 0) nil (ev (- n 1))))) (ev 100))  ;=> T
(let ((fs (mapcar (lambda (n) (lambda () n)) '(1 2 3)))) (mapcar #'funcall fs))  ;=> (1 2 3)
(let ((n 0)) (flet ((inc () (incf n))) (inc) (inc) n))  ;=> 2
(let ((x 1)) (let ((f (lambda () x))) (setq x 2) (funcall f)))  ;=> 2
(macrolet ((twice (x) `(progn ,x ,x))) (let ((n 0)) (twice (incf n)) n))  ;=> 2
(symbol-macrolet ((x (car l))) (let ((l (list 1 2))) (setf x 9) l))  ;=> (9 2)
(destructuring-bind (a (b &optional c) &rest d) '(1 (2) 3 4) (list a b c d))  ;=> (1 2 NIL (3 4))
(destructuring-bind (&key a b) '(:b 2) (list a b))  ;=> (NIL 2)
(let ((i 0)) (tagbody top (incf i) (if (< i 3) (go top))) i)  ;=> 3
(psetq)  ;=> NIL
(let ((a 1) (b 2)) (psetq a b b a) (list a b))  ;=> (2 1)
(let ((a 1) (b 2)) (rotatef a b) (list a b))  ;=> (2 1)
(let ((a 1) (b 2)) (shiftf a b 3))  ;=> 1
(let ((x 5)) (setf x 6) x)  ;=> 6
(let ((x 5)) (setq x 6 x (+ x 1)) x)  ;=> 7
(progv '(zz) '(1) (symbol-value 'zz))  ;=> 1
(eval '(+ 1 2))  ;=> 3
(handler-case (error "x") (error () 'caught))  ;=> CAUGHT
(handler-case (/ 1 0) (division-by-zero () 'zero))  ;=> ZERO
(handler-case (car 1) (type-error (c) (type-error-datum c)))  ;=> 1
(handler-case (undefined-function-xyz) (undefined-function (c) (cell-error-name c)))  ;=> UNDEFINED-FUNCTION-XYZ
(handler-case unbound-var-xyz (unbound-variable (c) (cell-error-name c)))  ;=> UNBOUND-VAR-XYZ
(handler-case 1 (error () 2) (:no-error (x) (+ x 10)))  ;=> 11
(handler-case (signal "s") (condition () 'c))  ;=> C
(multiple-value-bind (v c) (ignore-errors (error "boo")) (list v (princ-to-string c)))  ;=> (NIL "boo")
(block b (handler-bind ((error (lambda (c) c (return-from b 'bound)))) (error "x")))  ;=> BOUND
(handler-case (throw 'nowhere 1) (control-error () 'control))  ;=> CONTROL
(let ((f nil)) (block b (setq f (lambda () (return-from b 1)))) (handler-case (funcall f) (control-error () 'dead)))  ;=> DEAD
(typep 1 'integer)  ;=> T
(typep 1 '(integer 0 5))  ;=> T
(typep 'a '(member a b))  ;=> T
(typep nil 'list)  ;=> T
(typep nil 'symbol)  ;=> T
(typep "a" 'string)  ;=> T
(typep #\a 'character)  ;=> T
(typep 1.0d0 'float)  ;=> T
(typep 1/2 'rational)  ;=> T
(typep '(1) 'cons)  ;=> T
(typep 5 '(or string integer))  ;=> T
(typep 5 '(and integer (not (eql 5))))  ;=> NIL
(functionp #'car)  ;=> T
(functionp 'car)  ;=> NIL
(boundp 'undefined-zz)  ;=> NIL
(let ((h (make-hash-table))) (setf (gethash 'a h) 1) (list (gethash 'a h) (gethash 'b h 2) (hash-table-count h)))  ;=> (1 2 1)
(let ((h (make-hash-table :test #'equal))) (setf (gethash '(1) h) 'x) (gethash (list 1) h))  ;=> X ; T
(let ((h (make-hash-table))) (setf (gethash 1 h) 1) (remhash 1 h) (gethash 1 h))  ;=> NIL ; NIL
(let ((h (make-hash-table)) (s 0)) (dotimes (i 100) (setf (gethash i h) (* i i))) (maphash (lambda (k v) k (incf s v)) h) s)  ;=> 328350
(let ((h (make-hash-table))) (incf (gethash 'x h 10) 5) (gethash 'x h))  ;=> 15 ; T
(progn (setf (get 'zzz 'color) 'red) (get 'zzz 'color))  ;=> RED
(symbol-plist (make-symbol "X"))  ;=> NIL
(remprop 'zzz2 'x)  ;=> NIL
(progn (defstruct pt (x 1) (y 2)) (let ((p (make-pt :y 5))) (setf (pt-x p) 9) (list (pt-x p) (pt-y p) (pt-p p) (pt-p 1))))  ;=> (9 5 T NIL)
(progn (defstruct (pt3 (:include pt)) (z 3)) (let ((p (make-pt3 :x 0))) (list (pt-x p) (pt3-y p) (pt3-z p) (pt-p p))))  ;=> (0 2 3 T)
(progn (defstruct (cn (:conc-name c-) (:constructor mk (a &optional (b 7)))) a b) (let ((c (mk 1))) (list (c-a c) (c-b c))))  ;=> (1 7)
(progn (defstruct (vt (:type vector) :named) a b) (make-vt :a 1 :b 2))  ;=> #(VT 1 2)
(progn (defstruct (lt (:type list)) a b) (let ((l (make-lt :a 1))) (setf (lt-b l) 2) l))  ;=> (1 2)
(let ((p (make-pt))) (let ((q (copy-pt p))) (setf (pt-x q) 100) (pt-x p)))  ;=> 1
(equalp (make-pt) (make-pt))  ;=> T
(equal (make-pt) (make-pt))  ;=> NIL
(pt-x 5)  ;signals: error
(progn (defmacro my-if (c a b) `(cond (,c ,a) (t ,b))) (my-if nil 1 2))  ;=> 2
(progn (defun opt (a &optional (b a) (c (+ a b))) (list a b c)) (list (opt 1) (opt 1 5) (opt 1 2 3)))  ;=> ((1 1 2) (1 5 6) (1 2 3))
(progn (defun kw (&rest all &key a b) (list all a b)) (kw :a 1 :b 2))  ;=> ((:A 1 :B 2) 1 2)
(progn (defvar *dyn* 1) (defun get-dyn () *dyn*) (let ((*dyn* 2)) (get-dyn)))  ;=> 2
(progn (defparameter *dyn2* 5) (let ((*dyn2* 6)) *dyn2*) *dyn2*)  ;=> 5
(progn (defun (setf my-first) (v l) (setf (car l) v)) (let ((l (list 1 2))) (setf (my-first l) 'z) l))  ;=> (Z 2)
(let ((v (make-array 3 :initial-element 0))) (setf (aref v 1) 5) v)  ;=> #(0 5 0)
(aref #2A((1 2) (3 4)) 1 0)  ;=> 3
(let ((a (make-array '(2 2) :initial-element 0))) (setf (aref a 0 1) 7) a)  ;=> #2A((0 7) (0 0))
(array-dimensions (make-array '(2 3)))  ;=> (2 3)
(let ((v (make-array 2 :fill-pointer 0 :adjustable t))) (vector-push-extend 1 v) (vector-push-extend 2 v) (vector-push-extend 3 v) (list (length v) v))  ;=> (3 #(1 2 3))
(aref #(1 2 3) 5)  ;signals: error
(aref #(1 2 3) -1)  ;signals: error
(svref #(1 2) 0)  ;=> 1
(eq "a" "a")  ;=> NIL
(string= "abc" 'abc)  ;=> NIL
(string< "abc" "abd")  ;=> 2
(string> "b" "a")  ;=> 0
(string-upcase "hello")  ;=> "HELLO"
(string-downcase "HeLLo")  ;=> "hello"
(string-capitalize "hello world")  ;=> "Hello World"
(char "abc" 1)  ;=> #\b
(char-code #\A)  ;=> 65
(code-char 97)  ;=> #\a
(char-upcase #\a)  ;=> #\A
(char< #\a #\b #\c)  ;=> T
(digit-char-p #\7)  ;=> 7
(alpha-char-p #\1)  ;=> NIL
(string-trim " " "  a ")  ;=> "a"
(string 'abc)  ;=> "ABC"
(symbol-name 'abc)  ;=> "ABC"
(make-string 3 :initial-element #\z)  ;=> "zzz"
(reverse "abc")  ;=> "cba"
(coerce "abc" 'list)  ;=> (#\a #\b #\c)
(coerce '(#\a) 'string)  ;=> "a"
(coerce '(1 2) 'vector)  ;=> #(1 2)
(read-from-string "(a b . c)")  ;=> (A B . C) ; 9
(with-output-to-string (s) (format s "~A" 1))  ;=> "1"
(with-input-from-string (s "1 2") (list (read s) (read s)))  ;=> (1 2)
(prin1-to-string '|a b|)  ;=> "|a b|"
(prin1-to-string 'abc)  ;=> "ABC"
(prin1-to-string :key)  ;=> ":KEY"
(prin1-to-string "a\"b\\c")  ;=> "\"a\\\"b\\\\c\""
(prin1-to-string '(1 . 2))  ;=> "(1 . 2)"
(prin1-to-string ''a)  ;=> "'A"
(prin1-to-string '#'car)  ;=> "#'CAR"
(princ-to-string "x")  ;=> "x"
(princ-to-string '(a "b" #\c))  ;=> "(A b c)"
(let ((*print-length* 2)) (prin1-to-string '(1 2 3)))  ;=> "(1 2 ...)"
(let ((*print-level* 1)) (prin1-to-string '(1 (2))))  ;=> "(1 #)"
(let ((*print-base* 2)) (prin1-to-string 10))  ;=> "1010"
(let ((*print-circle* t)) (let ((l (list 1 2))) (setf (cddr l) l) (prin1-to-string l)))  ;=> "#1=(1 2 . #1#)"
(let ((*print-circle* t)) (let ((x (list 1))) (prin1-to-string (list x x))))  ;=> "(#1=(1) #1#)"
(format nil "~A ~S" "a" "a")  ;=> "a \"a\""
(format nil "~D ~5D ~5,'0D ~:D" 42 42 42 1234567)  ;=> "42    42 00042 1,234,567"
(format nil "~B ~O ~X" 10 10 255)  ;=> "1010 12 FF"
(format nil "~R ~:R ~@R" 4 4 4)  ;=> "four fourth IV"
(format nil "~R" 1234567)  ;=> "one million two hundred thirty-four thousand five hundred sixty-seven"
(format nil "~:R" 21)  ;=> "twenty-first"
(format nil "~10A|~10@A|" "ab" "ab")  ;=> "ab        |        ab|"
(format nil "~5,2F" 3.14159d0)  ;=> " 3.14"
(format nil "~,3F" 2d0)  ;=> "2.000"
(format nil "~F" 1.5d0)  ;=> "1.5"
(format nil "a~10Tb")  ;=> "a         b"
(format nil "~~")  ;=> "~"
(format nil "~C ~:C" #\a #\Space)  ;=> "a Space"
(format nil "~{~A~^, ~}" '(1 2 3))  ;=> "1, 2, 3"
(format nil "~{~A=~A ~}" '(a 1 b 2))  ;=> "A=1 B=2 "
(format nil "~:{~A-~A ~}" '((1 2) (3 4)))  ;=> "1-2 3-4 "
(format nil "~[zero~;one~:;many~]" 1)  ;=> "one"
(format nil "~[zero~;one~:;many~]" 7)  ;=> "many"
(format nil "~:[no~;yes~]" nil)  ;=> "no"
(format nil "~@[got ~A~]" 5)  ;=> "got 5"
(format nil "~D item~:P" 1)  ;=> "1 item"
(format nil "~D item~:P" 2)  ;=> "2 items"
(format nil "~(ABC~) ~:(hello world~) ~@(hELLO~)")  ;=> "abc Hello World Hello"
(format nil "~*~A" 1 2)  ;=> "2"
(format nil "~A ~:*~A" 1)  ;=> "1 1"
(format nil "~?" "~A-~A" '(1 2))  ;=> "1-2"
(format nil "~36R" 35)  ;=> "Z"
(format nil "~$" 3.14159d0)  ;=> "3.14"
(format nil "~Z" 1)  ;signals: error
(format nil "~D")  ;signals: error
(format nil "~A" nil)  ;=> "NIL"
(format nil "~S" '(a . b))  ;=> "(A . B)"
(handler-case (car 1) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))) ;=> (1 LIST)
(handler-case (aref #(1) 'a) (type-error (c) (typep (type-error-datum c) (type-error-expected-type c)))) ;=> NIL

;; A condition printed without escape is its report (CLHS 9.1.3).
(handler-case (error "no ~A" 'luck) (error (c) (format nil "~A ~10A|" (list c) c)))  ;=> "(no LUCK) no LUCK   |"

;; What is wrong with a DO is told in its own terms.
(do ((i 0)) 5)  ;signals: "Malformed DO: expected ((variable init step)...) (test result...) form..., got ((I 0)) 5"
(do* ((i 0)) (t . 5))  ;signals: "Malformed DO*: expected ((variable init step)...) (test result...) form..., got ((I 0)) (T . 5)"
(do i 0 (+ i 1) (= i 3) (princ i))  ;prints: 012

;; Further values of a function that a built-in one calls are none of its own.
(multiple-value-list (find-if (lambda (x) (values t x)) '(1)))  ;=> (1)
(multiple-value-list (tree-equal 1 2 :test (lambda (x y) (values (< x y) t))))  ;=> (T)
(multiple-value-list (funcall (lambda (x) (values x 2)) 1))  ;=> (1 2)
(multiple-value-list (apply (lambda (x) (values x 2)) '(1)))  ;=> (1 2)
(multiple-value-list (reduce (lambda (x y) (values x y)) '(1 2 3)))  ;=> (1)
(multiple-value-list (sort (list 2 1) (lambda (x y) (values (< x y) t))))  ;=> ((1 2))

;; Lambda lists of macros: an empty list as a pattern, a pattern behind &WHOLE, the environment before all the others.
(macrolet ((m (() &optional (() nil)) :fits)) (m () ()))  ;=> :FITS
(macrolet ((m (()) :fits)) (m (1)))  ;signals: program-error
(destructuring-bind (a () b) '(1 nil 2) (list a b))  ;=> (1 2)
(macrolet ((m (&whole (name . rest) a) `'(,name ,rest ,a))) (m 1))  ;=> (M (1) 1)
(macrolet ((inner () 1)) (macrolet ((m (&optional (x (macroexpand-1 '(inner) e)) &environment e) x)) (m)))  ;=> 1
(let ((x 'outer)) (declare (special x)) (let ((x 'inner)) (dolist (e nil x) (declare (special x)))))  ;=> OUTER

;; Macros of the standard that the compiler knows have definitions for those who look; so have local macros.
(list (macroexpand-1 '(when a b c)) (macroexpand-1 '(unless a b)) (macroexpand-1 '(and a b c)) (macroexpand-1 '(cond (a b) (t c))))  ;=> ((IF A (PROGN B C) NIL) (IF A NIL (PROGN B)) (IF A (AND B C) NIL) (IF A (PROGN B) (COND (T C))))
(let ((n 0)) (list (eval (macroexpand '(or nil (values 1 2)))) (eval (macroexpand '(cond (nil) ((+ 1 2))))) (eval (macroexpand '(multiple-value-bind (a b) (values 1 2 3) (list a b))))))  ;=> (1 3 (1 2))
(funcall (macro-function 'and))  ;signals: program-error
(macrolet ((m () 1)) (macrolet ((known (name &environment e) (if (macro-function name e) t nil)))
  (list (known m) (flet ((m () 1)) (known m)) (known n))))  ;=> (T NIL NIL)
(let ((x nil)) (loop do (macrolet ((known (&environment e) (if (macro-function 'loop-finish e) t nil))) (setq x (known))) (loop-finish)) x)  ;=> T
(mapcar (lambda (name) (handler-case (progn (fdefinition name) 'there) (undefined-function () 'none))) '(car cond setq (setf car-of-nothing)))  ;=> (THERE THERE THERE NONE)
(mapcar (lambda (name) (handler-case (fboundp name) (type-error (c) (typep name (type-error-expected-type c))))) '((setf) (setf a b) (setf . a) (setf 1) 1))  ;=> (NIL NIL NIL NIL NIL)
(coerce 'cond 'function)  ;signals: undefined-function

;; Tags are compared by EQL.
(tagbody (go 36893488147419103232) (error "not reached") 36893488147419103232)  ;=> NIL

;; What is odd, but means something, is warned of: a name twice in one LET, a LOOP that steps down by BY.
(numberp (search "X is bound twice" (with-output-to-string (*error-output*) (eval '(let ((x 1) (x 2)) x)))))  ;=> T
(with-output-to-string (*error-output*) (eval '(let* ((x 1) (x (+ x 1))) x)))  ;=> ""
(let ((*error-output* (make-broadcast-stream))) (eval '(list (let ((x 1) (x 2)) x) (loop for i from 3 to 1 by -1 collect i) (loop for i from 3 by -2 repeat 2 collect i) (loop for i from 3 above 1 by -1 collect i))))  ;=> (2 (3 2 1) (3 1) (3 2))

;; T is a type: in TYPECASE it may stand before other clauses.
(list (typecase 1 (symbol 'a) (t 'b) (otherwise 'c)) (typecase 1 (t 'a) (integer 'b)))  ;=> (B A)

;; A lambda expression that is called where it stands binds as any function does.
((lambda (x y) (list y x)) 1 2)  ;=> (2 1)
(let ((x 1)) ((lambda (x y) (list x y)) 2 x))  ;=> (2 1)
(funcall (lambda (x) "Not the value." (declare (integer x)) (* x x)) 3)  ;=> 9
(funcall #'(lambda () "the value"))  ;=> "the value"
(defvar *lambda-variable* 'global)
(defun lambda-variable () *lambda-variable*)
((lambda (*lambda-variable*) (lambda-variable)) 'bound)  ;=> BOUND
(mapcar #'funcall (mapcar (lambda (n) ((lambda (m) (lambda () (incf m))) n)) '(1 2)))  ;=> (2 3)
((lambda (x &optional (y 5) &rest z) (list x y z)) 1)  ;=> (1 5 NIL)
((lambda (x) x))  ;signals: program-error
(funcall (lambda (x) x) 1 2)  ;signals: program-error
(block out (funcall (lambda (x) (return-from out (list x))) 1) 'not-here)  ;=> (1)

;; Two lists in step
(mapcar #'cons '(1 2 3) '(a b))  ;=> ((1 . A) (2 . B))
(mapcar #'list '(1 2) nil)  ;=> NIL
(mapcar #'list '(1 2 3) '(4 5 6) '(7 8))  ;=> ((1 4 7) (2 5 8))
(mapcar #'list '(1 . 2) '(3 4))  ;signals: type-error
(list (fill (vector 1 2 3 4) 'x :start 1 :end 3) (fill (list 1 2 3 4) 'x :start 2) (fill (make-string 3 :initial-element #\-) #\a :end 2) (fill (make-array 3 :fill-pointer 2) 0))  ;=> (#(1 X X 4) (1 2 X X) "aa-" #(0 0))

(list (multiple-value-prog1 (floor 7 2) 5) (let ((n 0)) (multiple-value-prog1 (incf n) (incf n)) n))  ;=> (3 2)
(let ((n 0)) (list (multiple-value-bind () (incf n) 5) n))  ;=> (5 1)
(length (eval `(vector ,@(make-list 300 :initial-element 1))))  ;=> 300
(lambda (&rest a b) b)  ;signals: program-error
(flet (5) 1)  ;signals: program-error
(symbol-macrolet ((5 6)) 1)  ;signals: error
(invoke-debugger 5)  ;signals: type-error
((lambda (x y) (declare (ignorable y)) "Between declarations." (declare (ignore y)) x) 1 2)  ;=> 1

;; Functions that builtins call may leave, fail, call builtins in their turn and return more values than are wanted
(catch 'out (sort (list 3 1 2) (lambda (a b) (if (or (= a 2) (= b 2)) (throw 'out :left) (< a b)))))  ;=> :LEFT
(let ((h (make-hash-table)))
  (dotimes (i 5) (setf (gethash i h) (* i i)))
  (block nil (maphash (lambda (k v) (if (= k 3) (return (list k v)))) h)))  ;=> (3 9)
(let ((way nil))
  (unwind-protect (block b (find-if (lambda (x) (unwind-protect (return-from b x) (push :in way))) '(1 2))) (push :out way))
  way)  ;=> (:OUT :IN)
(sort (list 3 1 2) (lambda (a b) (< (find-if (lambda (x) (= x a)) '(1 2 3)) (position b '(0 1 2 3) :test (lambda (x y) (= x y))))))  ;=> (1 2 3)
(mapcar (lambda (x) (count-if (lambda (y) (handler-case (if (= x y) (error "equal") nil) (error () t))) '(1 2 3))) '(1 2 4))  ;=> (1 1 0)
(find 3 '(1 2 3) :test (lambda (a b) (handler-case (= a (car b)) (error () (= a b)))) :key (lambda (x) (if (find-if #'oddp (list x)) x 0)))  ;=> 3
(multiple-value-list (find-if (lambda (x) (values x 1 2)) '(nil 5)))  ;=> (5)
(multiple-value-list (position 5 '(4 5) :test (lambda (a b) (values (= a b) t))))  ;=> (1)
(handler-case (count-if (lambda (x y) (list x y)) '(1)) (program-error () :wrong-count))  ;=> :WRONG-COUNT
(labels ((deep (x) (find-if #'deep (list x)))) (handler-case (deep 1) (storage-condition () :too-deep)))  ;=> :TOO-DEEP
;; A frame that is entered by a tail call may be the one that has no room.
(eval `(defun wide (n) (list (narrow (+ n 1)) ,@(loop repeat 30000 collect 'n))))
(defun narrow (n) (wide n))
(handler-case (narrow 0) (storage-condition () :too-deep))  ;=> :TOO-DEEP
(sort (list 2 3 1) (progn (defgeneric before-p (a b) (:method ((a integer) (b integer)) (< a b))) #'before-p))  ;=> (1 2 3)

;; Values, more than one or none, by whatever way they come
(multiple-value-list (values))  ;=> NIL
(multiple-value-list (values 1 2 3 4 5 6 7 8 9 10))  ;=> (1 2 3 4 5 6 7 8 9 10)
(defun some-values (n) (case n (0 (values)) (1 1) (2 (values 1 2)) (3 (values 1 2 3)) (t (values 1 2 3 4 5 6 7 8 9))))
(loop for n from 0 to 4 collect (multiple-value-bind (a b c) (some-values n) (list a b c)))  ;=> ((NIL NIL NIL) (1 NIL NIL) (1 2 NIL) (1 2 3) (1 2 3))
(loop for n from 0 to 4 collect (multiple-value-bind (a) (some-values n) a))  ;=> (NIL 1 1 1 1)
(loop for n from 0 to 4 collect (multiple-value-bind () (some-values n) n))  ;=> (0 1 2 3 4)
(loop for n from 0 to 4 collect (multiple-value-bind (a b c d e f g h i j) (some-values n) (list a b c d e f g h i j)))  ;=> ((NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL) (1 NIL NIL NIL NIL NIL NIL NIL NIL NIL) (1 2 NIL NIL NIL NIL NIL NIL NIL NIL) (1 2 3 NIL NIL NIL NIL NIL NIL NIL) (1 2 3 4 5 6 7 8 9 NIL))
(multiple-value-bind (a b) (values (list 1) (make-string 2 :initial-element #\x)) (list b a))  ;=> ("xx" (1))

;; A call of a value at the end of a function, of each kind of function and with each number of arguments
(defun call-last (f &rest arguments) (apply f arguments))
(defun call-none (f) (funcall f))
(defun call-two (f a b) (funcall f b a))
(list (call-none (lambda () 1)) (call-none #'list) (call-two #'cons 1 2) (call-two 'list 1 2) (call-two (lambda (a &optional b c) (list a b c)) 1 2))  ;=> (1 NIL (2 . 1) (2 1) (2 1 NIL))
(call-last (lambda (&rest l) l) 1 2 3 4 5 6 7 8 9)  ;=> (1 2 3 4 5 6 7 8 9)
(handler-case (call-two (lambda (a) a) 1 2) (program-error () :wrong-count))  ;=> :WRONG-COUNT
(labels ((down (n f) (if (= n 0) :down (funcall f (- n 1) f)))) (down 1000000 #'down))  ;=> :DOWN

;; The last form of OR is evaluated once, wherever the value goes
(let ((n 0)) (list (or nil (progn (incf n) nil)) (if (or nil (progn (incf n) nil)) 1 2) (progn (or nil (progn (incf n) nil)) n) (or (= n 0) (progn (incf n) nil)) n))  ;=> (NIL 2 3 NIL 4)
