;;;; control.lisp -- conditionals, iteration, blocks, jumps and cleanups; the expected values are those of SBCL 2.2.9.

(let ((x 1) (y 2)) (+ x y))  ;=> 3
(let* ((x 1) (y (+ x 1))) (list x y))  ;=> (1 2)
(cond ((= 1 2) 'a) ((= 1 1) 'b) (t 'c))  ;=> B
(cond (nil) (3))  ;=> 3
(cond ((member 2 '(1 2 3))))  ;=> (2 3)
(case 'b (a 1) ((b c) 2) (otherwise 3))  ;=> 2
(case 5 (1 'a))  ;=> NIL
(case 'x (t 1))  ;=> 1
(ecase 3 (1 'a) (2 'b))  ;signals: type-error
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
(let ((i 0)) (tagbody top (incf i) (if (< i 3) (go top))) i)  ;=> 3
(eval '(+ 1 2))  ;=> 3

;; The message for a malformed DO shows the form of a DO.
(do ((i 0)) 5)  ;signals: "DO: expected ((variable init step)...) (test result...) form..., got ((I 0)) 5"
(do* ((i 0)) (t . 5))  ;signals: "DO*: expected ((variable init step)...) (test result...) form..., got ((I 0)) (T . 5)"
(do i 0 (+ i 1) (= i 3) (princ i))  ;prints: 012

;; Tags are compared by EQL.
(tagbody (go 36893488147419103232) (error "not reached") 36893488147419103232)  ;=> NIL

;; Dubious but valid forms cause warnings: a variable bound twice in one LET, a LOOP with a negative BY.
(numberp (search "X is bound twice" (with-output-to-string (*error-output*) (eval '(let ((x 1) (x 2)) x)))))  ;=> T
(with-output-to-string (*error-output*) (eval '(let* ((x 1) (x (+ x 1))) x)))  ;=> ""
(let ((*error-output* (make-broadcast-stream))) (eval '(list (let ((x 1) (x 2)) x) (loop for i from 3 to 1 by -1 collect i) (loop for i from 3 by -2 repeat 2 collect i) (loop for i from 3 above 1 by -1 collect i))))  ;=> (2 (3 2 1) (3 1) (3 2))

;; T is a type: in TYPECASE, a clause T may precede other clauses.
(list (typecase 1 (symbol 'a) (t 'b) (otherwise 'c)) (typecase 1 (t 'a) (integer 'b)))  ;=> (B A)

;; The last form of OR is evaluated once, wherever its value is used.
(let ((n 0)) (list (or nil (progn (incf n) nil)) (if (or nil (progn (incf n) nil)) 1 2) (progn (or nil (progn (incf n) nil)) n) (or (= n 0) (progn (incf n) nil)) n))  ;=> (NIL 2 3 NIL 4)
