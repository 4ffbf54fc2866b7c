;;;; calls.lisp -- each kind of callee, with each list of arguments, in each way of calling. CHECK-CALLS takes the values or
;;;; the type of the condition that the standard prescribes, and returns a list of the calls that differ: (WAY ARGUMENTS
;;;; RESULT EXPECTED). Error messages must be the same for all ways. Each call is made three times, since call sites have caches.

;;; The ways of calling NAME with the quoted ARGUMENTS, as lambda expressions. DIRECT: whether NAME may be the operator of a form.
(defun ways-to-call (name arguments direct)
  (let* ((quoted (mapcar (lambda (a) (list 'quote a)) arguments))
         (front (butlast quoted)) (rest (last arguments))
         (designator (if (or (consp name) (functionp name)) (list 'function name) (list 'quote name))))
    (append
     (when direct
       `((call (lambda () (values-list (multiple-value-call #'list (,name ,@quoted)))))
         (tail-call (lambda () (,name ,@quoted)))
         (call-in-loop (lambda () (let (result) (dotimes (i 3 (values-list result))
                                                  (setq result (multiple-value-call #'list (,name ,@quoted)))))))
         (funcall-function (lambda () (values-list (multiple-value-call #'list (funcall #',name ,@quoted)))))
         (tail-funcall-variable (lambda (&aux (f #',name)) (funcall f ,@quoted)))))
     `((funcall (lambda () (values-list (multiple-value-call #'list (funcall ,designator ,@quoted)))))
       (tail-funcall (lambda () (funcall ,designator ,@quoted)))
       (apply (lambda () (values-list (multiple-value-call #'list (apply ,designator ',arguments)))))
       (tail-apply (lambda () (apply ,designator ,@front ',rest)))
       (multiple-value-call (lambda () (multiple-value-call ,designator (values ,@front) (values-list ',rest))))))))

(defun outcome-of-call (thunk)
  (handler-case (multiple-value-call #'list (funcall thunk))
    (error (c) c)))

(defun check-outcome (way arguments outcome expected message)
  "Return a list of one difference, or NIL. EXPECTED: a list of values or a condition type."
  (unless (cond ((consp expected) (equalp outcome expected))
                ((null expected) (null outcome))
                (t (and (typep outcome expected) (or (null message) (string= (princ-to-string outcome) message)))))
    (list (list way arguments (if (typep outcome 'condition) (princ-to-string outcome) outcome) (or message expected)))))

;;; C++ calls the function: MAPHASH passes two arguments and ignores the values.
(defun call-by-maphash (function arguments)
  (let ((table (make-hash-table)))
    (setf (gethash (first arguments) table) (second arguments))
    (maphash function table)))

(defun check-calls* (name direct rows)
  (loop for (arguments expected) in rows
        for message = nil
        append (loop for (way expression) in (ways-to-call name arguments direct)
                     for thunk = (let ((*error-output* (make-broadcast-stream))) (coerce expression 'function))
                     append (loop repeat 3
                                  for outcome = (outcome-of-call thunk)
                                  append (check-outcome way arguments outcome expected message)
                                  when (typep outcome 'condition) do (setq message (princ-to-string outcome))))
        when (and name (= (length arguments) 2) (symbolp name))
          append (let ((outcome (outcome-of-call (lambda () (call-by-maphash name arguments)))))
                   (if (and expected (symbolp expected))
                       (check-outcome 'maphash arguments outcome expected message)
                       (check-outcome 'maphash arguments outcome '(nil) nil)))))

(defmacro check-calls (name &rest rows)
  `(check-calls* ',name t ',rows))

;;; For names that only FUNCALL and related operators may call.
(defmacro check-funcalls (name &rest rows)
  `(check-calls* ',name nil ',rows))

;;; ---- functions

(defun takes-none () :none)
(check-calls takes-none (() (:none)) ((1) program-error) ((1 2) program-error) ((:k 1 :k 2) program-error)) ;=> NIL

(defun takes-two (a b) (list a b))
(check-calls takes-two (() program-error) ((1) program-error) ((1 2) ((1 2))) ((1 2 3) program-error)
  ((nil nil) ((nil nil))) ((:k 1) ((:k 1))) ((1 2 3 4 5 6 7 8 9) program-error)) ;=> NIL

(defun takes-optional (a &optional (b :b b-given) (c a)) (values a b b-given c))
(check-calls takes-optional (() program-error) ((1) (1 :b nil 1)) ((1 2) (1 2 t 1)) ((1 2 3) (1 2 t 3))
  ((1 nil) (1 nil t 1)) ((1 2 3 4) program-error) ((:b :b) (:b :b t :b))) ;=> NIL

(defun takes-rest (a &rest more) (list* a more))
(check-calls takes-rest (() program-error) ((1) ((1))) ((1 2) ((1 2))) ((1 2 3) ((1 2 3))) ((nil nil) ((nil nil)))
  ((1 2 3 4 5 6 7 8 9) ((1 2 3 4 5 6 7 8 9))) ((:k 1 :k) ((:k 1 :k)))) ;=> NIL

(defun takes-keys (&key (a 1) ((:other b) 2 b-given)) (list a b b-given))
(check-calls takes-keys (() ((1 2 nil))) ((:a 5) ((5 2 nil))) ((:other 6 :a 5) ((5 6 t))) ((:a 5 :a 6) ((5 2 nil)))
  ((:a) program-error) ((:b 1) program-error) ((1 2) program-error)
  ((:b 1 :allow-other-keys t) ((1 2 nil))) ((:allow-other-keys nil) ((1 2 nil)))
  ((:allow-other-keys nil :b 1) program-error)) ;=> NIL

(defun takes-any-keys (a &rest all &key b &allow-other-keys) (list a b all))
(check-calls takes-any-keys (() program-error) ((1) ((1 nil nil))) ((1 2) program-error) ((1 :b 2) ((1 2 (:b 2))))
  ((1 :c 2) ((1 nil (:c 2)))) ((1 :c 2 :b 3) ((1 3 (:c 2 :b 3)))) ((1 :b) program-error)) ;=> NIL

(defun takes-optional-and-keys (&optional a &key (k :none)) (list a k))
(check-calls takes-optional-and-keys (() ((nil :none))) ((1) ((1 :none))) ((1 2) program-error) ((1 :k 2) ((1 2)))
  ((:k 1) program-error) ((1 :k) program-error) ((nil :k nil) ((nil nil)))) ;=> NIL

(defun has-auxiliary (a &aux (b (list a)) c) (list a b c))
(check-calls has-auxiliary (() program-error) ((1) ((1 (1) nil))) ((1 2) program-error)) ;=> NIL

(defun returns-values (&rest all) (values-list all))
(check-calls returns-values (() ()) ((1) (1)) ((1 2) (1 2)) ((nil) (nil)) ((1 2 3) (1 2 3))) ;=> NIL

(let ((count 10)) (defun counts-from (n) (+ count n)))
(check-calls counts-from (() program-error) ((1) (11)) ((1 2) program-error) ((a) type-error)) ;=> NIL

(defun calls-itself (n &optional (sum 0)) (if (= n 0) sum (calls-itself (- n 1) (+ sum n))))
(check-calls calls-itself (() program-error) ((4) (10)) ((4 5) (15)) ((4 5 6) program-error) ((x) type-error)) ;=> NIL

(defun fails (&rest arguments) (error 'simple-error :format-control "~S" :format-arguments (list arguments)))
(check-calls fails (() simple-error) ((1) simple-error) ((1 2) simple-error)) ;=> NIL

;;; ---- builtin functions, and those that the compiler expands inline
(check-calls cons (() program-error) ((1) program-error) ((1 2) ((1 . 2))) ((1 2 3) program-error)) ;=> NIL
(check-calls car (() program-error) (((1)) (1)) ((nil) (nil)) ((5) type-error) ((1 2) program-error)) ;=> NIL
(check-calls list (() (nil)) ((1) ((1))) ((1 2) ((1 2))) ((nil nil nil) ((nil nil nil)))) ;=> NIL
(check-calls + (() (0)) ((1) (1)) ((1 2) (3)) ((1 2 3) (6)) ((a) type-error)) ;=> NIL
(check-calls floor (() program-error) ((7) (7 0)) ((7 2) (3 1)) ((7 0) division-by-zero) ((1 2 3) program-error)) ;=> NIL
(check-calls string-upcase (() program-error) (("ab") ("AB")) (("ab" :start 1) ("aB")) (("ab" :start) program-error)
  (("ab" :begin 1) program-error) ((5) type-error)) ;=> NIL

;;; ---- generic functions

(defgeneric on-one (a) (:method ((a integer)) (list :integer a)) (:method ((a string)) (list :string a)))
(check-calls on-one (() program-error) ((1) ((:integer 1))) (("s") ((:string "s"))) ((x) error)
  ((1 2) program-error)) ;=> NIL

(defgeneric on-two (a b &optional c)
  (:method ((a integer) (b symbol) &optional (c :c)) (list :is a b c))
  (:method ((a symbol) (b (eql 7)) &optional c) (list :s7 a b c)))
(check-calls on-two (() program-error) ((1) program-error) ((1 x) ((:is 1 x :c))) ((1 x 2) ((:is 1 x 2)))
  ((x 7) ((:s7 x 7 nil))) ((x 8) error) ((1 x 3 4) program-error)) ;=> NIL

(defgeneric on-keys (a &key &allow-other-keys) (:method ((a t) &key (k 0)) (values a k)))
(check-calls on-keys (() program-error) ((1) (1 0)) ((1 :k 2) (1 2)) ((1 :k) program-error) ((1 2) program-error)) ;=> NIL

(defgeneric without-methods (a))
(check-calls without-methods (() program-error) ((1) error) ((1 2) program-error)) ;=> NIL

(defgeneric calls-the-next (a) (:method ((a t)) (list a)) (:method ((a integer)) (cons :integer (call-next-method))))
(check-calls calls-the-next (() program-error) ((1) ((:integer 1))) ((x) ((x))) ((1 2) program-error)) ;=> NIL

;;; ---- functions that macros define

(defstruct (called-point (:constructor make-called-point (x &optional (y 0)))) x y)
(defparameter *point* (make-called-point 3 4))
(defun x-of-point (p) (called-point-x p))
(check-calls called-point-p (() program-error) ((5) (nil)) ((1 2) program-error)) ;=> NIL
(check-calls called-point-x (() program-error) ((5) type-error) ((1 2) program-error)) ;=> NIL
(called-point-y (apply 'make-called-point '(1))) ;=> 0
(apply #'x-of-point (list *point*)) ;=> 3

(defclass called-box () ((content :initarg :content :reader content-of)))
(mapcar 'content-of (list (make-instance 'called-box :content 5))) ;=> (5)
(check-calls content-of (() program-error) ((5) error) ((1 2) program-error)) ;=> NIL

(defun (setf called-place) (new a) (list new a))
(check-calls* '(setf called-place) nil
  '((() program-error) ((1) program-error) ((1 2) ((1 2))) ((1 2 3) program-error))) ;=> NIL

;;; ---- lambda expressions
(check-calls (lambda (a &optional b) (list a b)) (() program-error) ((1) ((1 nil))) ((1 2) ((1 2)))
  ((1 2 3) program-error)) ;=> NIL
(check-calls (lambda (&key a) a) (() (nil)) ((:a 1) (1)) ((:b 1) program-error) ((1) program-error)) ;=> NIL

;;; ---- names without a function
(check-calls is-not-defined (() undefined-function) ((1) undefined-function) ((1 2) undefined-function)) ;=> NIL
(defmacro is-a-macro (a) a)
(check-funcalls is-a-macro (() undefined-function) ((1) undefined-function) ((1 2) undefined-function)) ;=> NIL
(check-funcalls if (() undefined-function) ((1) undefined-function) ((1 2) undefined-function)) ;=> NIL
(check-funcalls nil (() undefined-function) ((1) undefined-function) ((1 2) undefined-function)) ;=> NIL

;;; ---- values that are not functions
(defmacro calls-of-value (value)
  `(loop for call in (list (lambda (v) (list (funcall v 1 2))) (lambda (v) (funcall v 1 2)) (lambda (v) (list (funcall v)))
                           (lambda (v) (list (apply v '(1 2)))) (lambda (v) (apply v 1 '(2)))
                           (lambda (v) (list (multiple-value-call v (values 1 2))))
                           (lambda (v) (call-by-maphash v '(1 2))))
         collect (handler-case (funcall call ,value)
                   (type-error (c) (eql (type-error-datum c) ,value)))))
(calls-of-value 5) ;=> (T T T T T T T)
(calls-of-value 5.5d0) ;=> (T T T T T T T)
(calls-of-value #\a) ;=> (T T T T T T T)
(calls-of-value "list") ;=> (T T T T T T T)
(calls-of-value '(1 2)) ;=> (T T T T T T T)
(calls-of-value '(lambda (a b) (list a b))) ;=> (T T T T T T T)
(calls-of-value #(1)) ;=> (T T T T T T T)
(calls-of-value *point*) ;=> (T T T T T T T)

;;; ---- more arguments than an instruction counts
(defun calls-with-many (n operator)
  (let ((numbers (loop for i below n collect i)))
    (list (equal (eval `(,operator ,@numbers)) numbers)
          (equal (funcall (coerce `(lambda () (,operator ,@numbers)) 'function)) numbers)
          (equal (funcall (coerce `(lambda () (cons 0 (cdr (funcall ',operator ,@numbers)))) 'function)) numbers)
          (equal (apply operator numbers) numbers)
          (equal (multiple-value-call operator (values-list (subseq numbers 0 200)) (values-list (subseq numbers 200)))
                 numbers))))
(calls-with-many 255 'takes-rest) ;=> (T T T T T)
(calls-with-many 256 'takes-rest) ;=> (T T T T T)
(calls-with-many 300 'takes-rest) ;=> (T T T T T)
(calls-with-many 300 'list) ;=> (T T T T T)
(defgeneric on-many (a &rest more) (:method ((a integer) &rest more) (cons a more)))
(calls-with-many 300 'on-many) ;=> (T T T T T)

;;; ---- restarts of undefined-function supply the function
(defun with-function-supplied (restart expression)
  (let ((supplied nil) (*error-output* (make-broadcast-stream)))
    (fmakunbound 'supplied-later)
    (handler-bind ((undefined-function
                     (lambda (c)
                       (setq supplied (cell-error-name c))
                       (when (eq restart 'continue) (setf (fdefinition 'supplied-later) #'list))
                       (if (eq restart 'continue) (continue c) (invoke-restart (find-restart restart c) #'list)))))
      (list (funcall (coerce expression 'function)) supplied (fboundp 'supplied-later)))))
(defmacro supplied-functions (expression)
  `(loop for restart in '(use-value store-value continue)
         for (value name bound) = (with-function-supplied restart ',expression)
         collect (list value name (if bound t nil))))
(supplied-functions (lambda () (cons 0 (supplied-later 1 2))))
;=> (((0 1 2) SUPPLIED-LATER NIL) ((0 1 2) SUPPLIED-LATER T) ((0 1 2) SUPPLIED-LATER T))
(supplied-functions (lambda () (supplied-later 1 2)))
;=> (((1 2) SUPPLIED-LATER NIL) ((1 2) SUPPLIED-LATER T) ((1 2) SUPPLIED-LATER T))
(supplied-functions (lambda () (cons 0 (funcall 'supplied-later 1 2))))
;=> (((0 1 2) SUPPLIED-LATER NIL) ((0 1 2) SUPPLIED-LATER T) ((0 1 2) SUPPLIED-LATER T))
(supplied-functions (lambda () (apply 'supplied-later 1 '(2))))
;=> (((1 2) SUPPLIED-LATER NIL) ((1 2) SUPPLIED-LATER T) ((1 2) SUPPLIED-LATER T))
(supplied-functions (lambda () (multiple-value-call 'supplied-later (values 1 2))))
;=> (((1 2) SUPPLIED-LATER NIL) ((1 2) SUPPLIED-LATER T) ((1 2) SUPPLIED-LATER T))

;;; ---- a tail call reuses the frame, for every kind of callee
(defun counts-down (n) (if (= n 0) :done (funcall 'counts-down (- n 1))))
(counts-down 3000000) ;=> :DONE
(defun counts-down-by-apply (n &rest more) (if (= n 0) more (apply 'counts-down-by-apply (- n 1) more)))
(counts-down-by-apply 3000000 :a :b) ;=> (:A :B)
(defgeneric counts-down-by-method (n) (:method ((n integer)) (if (= n 0) :done (counts-down-by-method (- n 1)))))
(counts-down-by-method 3000000) ;=> :DONE
(defgeneric counts-down-by-two (n step)
  (:method ((n integer) (step integer)) (if (= n 0) :done (counts-down-by-two (- n step) step)))
  (:method ((n integer) (step float)) (counts-down-by-two n (truncate step))))
(counts-down-by-two 3000000 1) ;=> :DONE
(counts-down-by-two 10 1.0) ;=> :DONE

;;; ---- methods for the classes of two arguments, called in the last place of a function and elsewhere
(defclass on-pairs-a () ())
(defclass on-pairs-b (on-pairs-a) ())
(defclass on-pairs-c (on-pairs-a) ())
(defstruct on-pairs-d)
(defparameter *classes-of-pairs*
  '(t on-pairs-a on-pairs-b on-pairs-c on-pairs-d integer number float symbol list cons null string vector array character function))
(defparameter *objects-of-pairs*
  (list (make-instance 'on-pairs-a) (make-instance 'on-pairs-b) (make-instance 'on-pairs-c) (make-on-pairs-d) 1 (expt 2 70) 1/2 1.5 1d300
        'a nil '(1) "s" (make-array 2 :element-type 'character :fill-pointer 1) #(1) #2a((1)) #\a #'car *standard-output*))
(defgeneric on-pairs (a b &optional c) (:method (a b &optional c) (list t t c)))
(defun on-pairs-last (a b) (on-pairs a b))
(defun on-pairs-last-moved (x a b) (when x (on-pairs b a 7)))
(defun on-pairs-inside (a b) (list (on-pairs a b)))
(defun on-pairs-by-value (f a b) (funcall f a b))
(defun add-pair (x y)
  (eval `(defmethod on-pairs ((a ,x) (b ,y) &optional c) (list ',x ',y c))))
;; The classes of the method for A and B: of those in PAIRS that apply, the one with the most specific first class, then second.
(defun expected-pair (pairs a b)
  (flet ((rank (object class) (position (find-class class) (c2mop:class-precedence-list (class-of object)))))
    (let ((best '(t t)))
      (dolist (pair pairs best)
        (when (and (typep a (first pair)) (typep b (second pair)))
          (let ((x (- (rank a (first pair)) (rank a (first best)))) (y (- (rank b (second pair)) (rank b (second best)))))
            (when (or (< x 0) (and (= x 0) (< y 0))) (setq best pair))))))))
(defun wrong-pairs (pairs)
  (loop for a in *objects-of-pairs*
        append (loop for b in *objects-of-pairs*
                     for want = (expected-pair pairs a b)
                     for plain = (append want '(nil))
                     unless (and (equal (on-pairs-last a b) plain)
                                 (equal (on-pairs-last-moved t b a) (append want '(7)))
                                 (equal (on-pairs-inside a b) (list plain))
                                 (equal (on-pairs-by-value #'on-pairs a b) plain)
                                 (equal (on-pairs-by-value 'on-pairs a b) plain))
                       collect (list a b want))))
(let ((state (seed-random-state 12)) (pairs nil))
  (flet ((any () (nth (random (length *classes-of-pairs*) state) *classes-of-pairs*)))
    (loop repeat (max 2 (trials 24))
          append (progn
                   (dotimes (i 3) (let ((pair (list (any) (any)))) (pushnew pair pairs :test #'equal) (apply #'add-pair pair)))
                   (when (= 0 (random 3 state))
                     (let ((pair (pop pairs)))
                       (remove-method #'on-pairs (find-method #'on-pairs nil (mapcar #'find-class pair)))
                       (when (equal pair '(t t)) (push pair pairs) (add-pair t t))))
                   (append (wrong-pairs pairs) (wrong-pairs pairs)))))) ;=> NIL

;; An object whose class changes between two calls.
(let ((o (make-instance 'on-pairs-b)))
  (defmethod on-pairs ((a on-pairs-c) (b (eql :changed)) &optional c) (list :c c))
  (defmethod on-pairs ((a on-pairs-b) (b (eql :changed)) &optional c) (list :b c))
  (loop repeat 6 collect (on-pairs-last o :changed)
        do (change-class o (if (typep o 'on-pairs-b) 'on-pairs-c 'on-pairs-b))))
;=> ((:B NIL) (:C NIL) (:B NIL) (:C NIL) (:B NIL) (:C NIL))

;; Too few and too many arguments, and no method, in the last place of a function.
(defgeneric on-exactly-two (a b) (:method ((a integer) (b integer)) (+ a b)))
(defun on-one-last (a) (on-exactly-two a))
(defun on-two-last (a b) (on-exactly-two a b))
(defun on-three-last (a b) (on-exactly-two a b 3))
(defun outcome-of (f &rest arguments) (handler-case (apply f arguments) (program-error () :count) (error () :other)))
(loop repeat 4 collect (list (outcome-of #'on-two-last 1 2) (outcome-of #'on-one-last 1) (outcome-of #'on-three-last 1 2)
                             (outcome-of #'on-two-last 1 'a)))
;=> ((3 :COUNT :COUNT :OTHER) (3 :COUNT :COUNT :OTHER) (3 :COUNT :COUNT :OTHER) (3 :COUNT :COUNT :OTHER))
(on-two-last 1 'a) ;signals: "ON-EXACTLY-TWO: no method for 1, A (an INTEGER, a SYMBOL)"

;;; APPLY in native code: lists of all lengths, also longer than a frame has room for; arguments before the list; wrong lists
(defun apply-to (f list) (list :before (apply f list) list))
(defun apply-with (f x y list) (let ((z (list x))) (list (apply f x y (car z) list) z list)))
(defun add (&rest all) (let ((sum 0)) (dolist (x all sum) (incf sum x))))
(loop repeat 3 always (loop for n below 60 for list = (loop repeat n collect n)
                            always (and (equal (apply-to #'add list) (list :before (* n n) list)) (equal (apply-to 'list list) (list :before list list))
                                        (equal (apply-with #'list 1 n list) (list (list* 1 n 1 list) '(1) list)) (equal (apply-with 'add 1 2 list) (list (+ 4 (* n n)) '(1) list)))))  ;=> T
(loop repeat 3 collect (apply-to (lambda (a b &key c) (list a b c)) '(1 2 :c 3)))  ;=> ((:BEFORE (1 2 3) (1 2 :C 3)) (:BEFORE (1 2 3) (1 2 :C 3)) (:BEFORE (1 2 3) (1 2 :C 3)))
(apply-to #'list '(1 2 . 3))       ;signals: type-error
(apply-to #'list 5)                ;signals: type-error
(apply-to #'list (let ((l (list 1 2))) (setf (cddr l) l) l))  ;signals: type-error
(apply-to #'car '(1 2))            ;signals: program-error
(apply-to 'no-such-function '(1))  ;signals: undefined-function
(apply-to 5 '(1))                  ;signals: type-error
(defun apply-doubles (n) (let ((x 0.5d0) (y 1d0)) (dotimes (i n (list x y)) (setq x (apply #'+ x (list y 0.25d0)) y (+ y 1d0)))))
(loop repeat 3 collect (apply-doubles 4))  ;=> ((11.5d0 5.0d0) (11.5d0 5.0d0) (11.5d0 5.0d0))
(defun apply-and-throw (list) (let ((x (list 1))) (list (catch 'out (apply (lambda (&rest all) (throw 'out all)) x list)) x)))
(loop repeat 3 collect (apply-and-throw '(2 3)))  ;=> ((((1) 2 3) (1)) (((1) 2 3) (1)) (((1) 2 3) (1)))
(multiple-value-list (let ((x (list 1))) (multiple-value-prog1 (apply #'values 1 '(2 3)) x)))  ;=> (1 2 3)
