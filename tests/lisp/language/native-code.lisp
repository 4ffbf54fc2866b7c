;;;; Functions that turn into native code while they are in use: whatever begins in the loop may go on natively, and the
;;;; other way round. tests/run runs this with several numbers of calls after which a function is compiled.

;; A loop that turns often, with what it has on the dynamic stack
(let ((n 0)) (dotimes (i 3000 n) (catch 'out (incf n) (if (oddp i) (throw 'out nil)))))  ;=> 3000
(let ((n 0)) (dotimes (i 3000 n) (block nil (unwind-protect (if (oddp i) (return nil)) (incf n)))))  ;=> 3000
(defvar *depth* 0)
(let ((*depth* 1)) (dotimes (i 3000 *depth*) (let ((*depth* (+ *depth* 1))) (if (= i 2999) (setq *depth* 7)))))  ;=> 1
(catch 'done (let ((i 0)) (loop (incf i) (if (= i 5000) (throw 'done i)))))  ;=> 5000
(block found (mapc (lambda (x) (dotimes (i 2000) (if (= i 1999) (return-from found (list x i))))) '(a b)))  ;=> (A 1999)
(let ((k 0)) (tagbody again (incf k) (mapc (lambda (x) (if (< k 2000) (go again)) x) '(1 2))) k)  ;=> 2000

;; Recursion that began before the function was compiled returns to where it was
(defun count-down (n) (if (= n 0) (list 0) (let ((l (count-down (- n 1)))) (setf (car l) (+ (car l) 1)) l)))
(count-down 3000)  ;=> (3000)
(defun is-even (n) (if (= n 0) t (is-odd (- n 1))))
(defun is-odd (n) (if (= n 0) nil (is-even (- n 1))))
(is-even 20001)  ;=> NIL
(defun escape-at (n) (catch 'deep (dive n)))
(defun dive (n) (if (= n 0) (throw 'deep 'up) (list (dive (- n 1)))))
(loop repeat 50 always (eq (escape-at 100) 'up))  ;=> T
(defun unwinding (n) (if (= n 0) (throw 'deep 'up) (unwind-protect (unwinding (- n 1)) (incf *depth*))))
(progn (setq *depth* 0) (loop repeat 30 do (catch 'deep (unwinding 10))) *depth*)  ;=> 300

;; Redefinition is seen at once, by all who call
(defun callee (x) (list 1 x))
(defun caller (x) (callee x))
(defun tail-caller (x) (funcall 'callee x))
(dotimes (i 50) (caller i) (tail-caller i))
(defun callee (x) (list 2 x))
(list (caller 5) (tail-caller 5))  ;=> ((2 5) (2 5))
(defun callee (&optional (x 3) &rest more) (list 3 x more))
(list (caller 5) (tail-caller 5))  ;=> ((3 5 NIL) (3 5 NIL))
(dotimes (i 50) (caller i))
(defgeneric callee-to-be (x))
(defmethod callee-to-be ((x integer)) (list 'integer x))
(defmethod callee-to-be ((x symbol)) (list 'symbol x))
(setf (fdefinition 'callee) #'callee-to-be)
(loop repeat 40 do (caller 1) (caller 'a) finally (return (list (caller 1) (tail-caller 'a))))  ;=> ((INTEGER 1) (SYMBOL A))
(setf (fdefinition 'callee) #'list)
(loop repeat 40 do (caller 1) finally (return (list (caller 1) (tail-caller 'a))))  ;=> ((1) (A))
(fmakunbound 'callee)
(caller 1)  ;signals: undefined-function
(tail-caller 1)  ;signals: undefined-function
(defun callee (x y) (+ x y))
(caller 1)  ;signals: program-error
(defun redefines-itself (n) (if (= n 100) (setf (fdefinition 'redefines-itself) (lambda (n) (list 'new n)))) (if (> n 200) 'old (redefines-itself (+ n 1))))
(redefines-itself 0)  ;=> (NEW 101)

;; Numbers where they leave the fixnums, and of all kinds in one place
(defun sums (a b) (list (+ a b) (- a b) (* a b) (< a b) (<= a b) (= a b) (>= a b) (> a b)))
(loop repeat 40 do (sums 1 2))
(sums most-positive-fixnum 1)  ;=> (2305843009213693952 2305843009213693950 2305843009213693951 NIL NIL NIL T T)
(sums most-negative-fixnum -1)  ;=> (-2305843009213693953 -2305843009213693951 2305843009213693952 T T NIL NIL NIL)
(sums 1/2 0.25)  ;=> (0.75 0.25 0.125 NIL NIL NIL T T)
(sums 1.5d0 1)  ;=> (2.5d0 0.5d0 1.5d0 NIL NIL NIL T T)
(sums 4611686018427387904 4611686018427387904)  ;=> (9223372036854775808 0 21267647932558653966460912964485513216 NIL T T T NIL)
(sums 'a 1)  ;signals: "+: expected a number, got A"
(defun by-constants (x) (list (* x 3) (- x 7) (+ x 5) (- 7 x) (* 1000000 x x)))
(loop repeat 40 do (by-constants 1))
(by-constants most-negative-fixnum)  ;=> (-6917529027641081856 -2305843009213693959 -2305843009213693947 2305843009213693959 5316911983139663491615228241121378304000000)
(by-constants 1/3)  ;=> (1 -20/3 16/3 20/3 1000000/9)

;; Parts of lists and vectors, and what is none
(defun parts (x) (list (car x) (cdr x) (cadr x) (cddr x)))
(loop repeat 40 do (parts '(1 2 3)))
(list (parts '(1 2 3)) (parts nil))  ;=> ((1 (2 3) 2 (3)) (NIL NIL NIL NIL))
(parts '(1 . 2))  ;signals: "cadr: expected a list, got 2"
(parts 5)  ;signals: "car: expected a list, got 5"
(defun change (x) (setf (car x) 1 (cdr x) 2) x)
(loop repeat 40 do (change (list 1)))
(change nil)  ;signals: type-error
(change (list 'a 'b))  ;=> (1 . 2)
(defun element (v i) (aref v i))
(loop repeat 40 do (element #(1 2 3) 1))
(list (element #(1 2 3) 2) (element "abc" 0) (element #*101 1))  ;=> (3 #\a 0)
(element #(1 2 3) 3)  ;signals: type-error
(element #(1 2 3) -1)  ;signals: type-error
(element #(1 2 3) 4611686018427387904)  ;signals: type-error
(element 'a 0)  ;signals: type-error
(defun put (v i x) (setf (aref v i) x) v)
(loop repeat 40 do (put (vector 1 2) 0 'a))
(list (put (vector 1 2) 1 'b) (put (make-string 2 :initial-element #\x) 0 #\y))  ;=> (#(1 B) "yx")
(put (vector 1 2) 2 'b)  ;signals: type-error
(defun letter (s i) (char s i))
(loop repeat 40 do (letter "abc" 1))
(list (letter "abc" 2) (letter "жук" 0) (letter (symbol-name 'abc) 0))  ;=> (#\c #\ж #\A)
(letter "abc" 3)  ;signals: type-error
(defun same (a b) (list (eq a b) (eql a b)))
(loop repeat 40 do (same 1 2))
(list (same 'a 'a) (second (same (expt 10 20) (expt 10 20))) (same 1 1.0) (second (same (/ 1 2) (/ 1 2))))  ;=> ((T T) T (NIL NIL) T)

;; Closures, lambda lists, several values
(defun make-counter () (let ((n 0)) (lambda (&optional (by 1)) (incf n by))))
(let ((c (make-counter))) (loop repeat 500 do (funcall c)) (funcall c 10))  ;=> 510
(defun all-kinds (a &optional (b 2 b-p) &rest r &key (k 5) ((:other o) 6) &allow-other-keys &aux (z 7)) (list a b b-p r k o z))
(loop repeat 40 do (all-kinds 1))
(list (all-kinds 1) (all-kinds 1 3 :k 4 :other 9 :unknown 1))  ;=> ((1 2 NIL NIL 5 6 7) (1 3 T (:K 4 :OTHER 9 :UNKNOWN 1) 4 9 7))
(all-kinds)  ;signals: program-error
(defun three () (values 1 2 3))
(defun first-of-three () (three))
(loop repeat 40 do (first-of-three))
(list (multiple-value-list (first-of-three)) (multiple-value-list (values (three))) (multiple-value-call #'list (three) (three)))  ;=> ((1 2 3) (1) (1 2 3 1 2 3))
(defun apply-all (&rest r) (apply #'list 0 r))
(loop repeat 40 do (apply-all 1 2))
(apply-all 1 2 3)  ;=> (0 1 2 3)
(defun unbound () no-value-at-all)
(unbound)  ;signals: unbound-variable
(handler-bind ((unbound-variable (lambda (c) (use-value 5 c)))) (list (unbound)))  ;=> (5)

;; Native code looks into a generic function's table itself, for instances, lists and fixnums.
(defgeneric kind-of (x))
(defmethod kind-of ((x integer)) 'integer)
(defmethod kind-of ((x null)) 'null)
(defmethod kind-of ((x cons)) 'cons)
(defmethod kind-of ((x symbol)) 'symbol)
(defmethod kind-of ((x t)) 'other)
(defclass some-kind () ())
(defmethod kind-of ((x some-kind)) 'instance)
(defun kinds-of (list) (mapcar (lambda (x) (kind-of x)) list))
(dotimes (i 400) (kinds-of (list 1 'a nil '(b) "c" (make-instance 'some-kind))))
(kinds-of (list 1 'a nil '(b) "c" 1.5 (expt 10 30) #'car 1/2 #\a t (make-instance 'some-kind)))  ;=> (INTEGER SYMBOL NULL CONS OTHER OTHER INTEGER OTHER OTHER OTHER SYMBOL INSTANCE)
(defmethod kind-of ((x list)) (list 'list (call-next-method)))
(kinds-of '(1 a nil (b)))  ;=> (INTEGER SYMBOL NULL CONS)
(defmethod kind-of ((x (eql 1))) 'one)
(kinds-of '(1 2 a))  ;=> (ONE INTEGER SYMBOL)
(progn (remove-method #'kind-of (find-method #'kind-of nil '((eql 1)))) (kinds-of '(1 2 a)))  ;=> (INTEGER INTEGER SYMBOL)
(handler-bind ((warning #'muffle-warning)) (fmakunbound 'kind-of) (defun kind-of (x) (list x)))  ;=> KIND-OF
(kinds-of '(1 2))  ;=> ((1) (2))
