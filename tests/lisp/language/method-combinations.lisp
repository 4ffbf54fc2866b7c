;;;; method-combinations.lisp -- DEFINE-METHOD-COMBINATION (ANSI Common Lisp, 7.6.6 and its own page).

;; :ARGUMENTS binds variables to forms for the arguments: symbols and lists are not evaluated.
(progn (define-method-combination mc-two () ((all *)) (:arguments a b) `(list ,a ,b (call-method ,(first all))))
       (defgeneric mc-two-g (x y) (:method-combination mc-two) (:method (x y) (list x y))) (mc-two-g 'a '(f b)))  ;=> (A (F B) (A (F B)))
;; A variable without a corresponding argument of the generic function is NIL or the default.
(progn (defgeneric mc-one-g (x) (:method-combination mc-two) (:method (x) (list x))) (mc-one-g 'a))  ;=> (A NIL (A))
(progn (define-method-combination mc-opt () ((all *)) (:arguments a &optional (b a bp) (c 'c) &aux (d (list a b))) `(list ,a ,b ,bp ,c ,d))
       (defgeneric mc-opt-g (x &optional y) (:method-combination mc-opt) (:method (x &optional y) (list x y)))
       (list (mc-opt-g 'a) (mc-opt-g 'a 'y)))  ;=> ((A A NIL C (A A)) (A Y T C (A Y)))
(progn (define-method-combination mc-default () ((all *)) (:arguments &optional (a 'd1) (b 'd2)) `(list ,a ,b))
       (defgeneric mc-default-g (x) (:method-combination mc-default) (:method (x) x)) (mc-default-g 'a))  ;=> (D1 D2)
;; &REST binds the arguments after the optional ones of the generic function.
(progn (define-method-combination mc-rest () ((all *)) (:arguments a &rest r) `(list ,a ,r))
       (defgeneric mc-rest-g (x &optional y) (:method-combination mc-rest) (:method (x &optional y) (list x y)))
       (defgeneric mc-rest-h (x y &rest z) (:method-combination mc-rest) (:method (x y &rest z) (list x y z)))
       (list (mc-rest-g 'a 'b) (mc-rest-h 'a 'b 'c 'd)))  ;=> ((A NIL) (A (C D)))
(progn (define-method-combination mc-keys () ((all *)) (:arguments &whole w a &key k (l 'l lp) ((:z zz) 5)) `(list ,w ,a ,k ,l ,lp ,zz))
       (defgeneric mc-keys-g (x y &key k l z) (:method-combination mc-keys) (:method (x y &key k l z) (list x y k l z)))
       (list (mc-keys-g 'a 'b) (mc-keys-g 'a 'y :l 'c :z 'd)))  ;=> (((A B) A NIL L NIL 5) ((A Y :L C :Z D) A NIL C T D))
(progn (defgeneric mc-keys-h (x y &rest all) (:method-combination mc-keys) (:method (x y &rest all) (list x y all)))
       (mc-keys-h 'a 'b :other 1 :k 2))  ;=> ((A B :OTHER 1 :K 2) A 2 L NIL 5)
;; A default is evaluated once per call, however often the form uses it.
(progn (defvar *mc-count* 0)
       (define-method-combination mc-once () ((all *)) (:arguments a &optional (b (incf *mc-count*))) `(list ,a ,b ,b))
       (defgeneric mc-once-g (x) (:method-combination mc-once) (:method (x) x)) (list (mc-once-g 1) (mc-once-g 2) *mc-count*))  ;=> ((1 1 1) (2 2 2) 2)
;; The variables can also be used in MAKE-METHOD.
(progn (define-method-combination mc-around () ((around (:around)) (primary ())) (:arguments a) (:generic-function g)
         (let ((form `(list ,a ',(typep g 'generic-function) (call-method ,(first primary)))))
           (if around `(call-method ,(first around) (,@(rest around) (make-method ,form))) form)))
       (defgeneric mc-around-g (x) (:method-combination mc-around) (:method (x) x)
         (:method :around ((x integer)) (list :around (call-next-method) (call-next-method 7))))
       (list (mc-around-g 'a) (mc-around-g 1)))  ;=> ((A T A) (:AROUND (1 T 1) (7 T 7)))

;; Groups, their options and patterns.
(progn (define-method-combination mc-groups () ((a (:x . *)) (b (* :y)) (c *)) `'(,(length a) ,(length b) ,(length c)))
       (defgeneric mc-groups-g (x) (:method-combination mc-groups)
         (:method :x (x) 1) (:method :x :y ((x integer)) 1) (:method :z :y (x) x) (:method (x) x)) (mc-groups-g 1))  ;=> (2 1 1)
(progn (define-method-combination mc-order (&optional (order :most-specific-first)) ((p () :order order :required t))
         "All of them." (declare (ignorable order)) `(list ,@(mapcar (lambda (m) `(call-method ,m)) p)))
       (defgeneric mc-order-g (x) (:method-combination mc-order) (:method (x) x) (:method ((x integer)) 'int))
       (defgeneric mc-order-h (x) (:method-combination mc-order :most-specific-last) (:method (x) x) (:method ((x integer)) 'int))
       (list (mc-order-g 3) (mc-order-h 3) (documentation 'mc-order 'method-combination)))  ;=> ((INT 3) (3 INT) "All of them.")
(progn (defgeneric mc-order-i (x) (:method-combination mc-order :random) (:method (x) x)) (mc-order-i 3))  ;signals: "the order of the group P must be"
(progn (define-method-combination mc-required () ((p (:p) :required t :description "all ~A") (rest *)) `(list ',p ',rest))
       (defgeneric mc-required-g (x) (:method-combination mc-required) (:method (x) x)) (mc-required-g 3))  ;signals: "no applicable method is in the group P"
(progn (defmethod mc-order-g :other (x) x) (mc-order-g 'a))  ;signals: "the qualifiers (:OTHER) are not allowed"
(progn (define-method-combination mc-number () ((methods mc-number-p))
         `(list ,@(mapcar (lambda (m) `(call-method ,m)) (stable-sort methods #'< :key (lambda (m) (first (method-qualifiers m)))))))
       (defun mc-number-p (qualifiers) (typep qualifiers '(cons (integer 0) null)))
       (defgeneric mc-number-g (x) (:method-combination mc-number) (:method 2 ((x integer)) 'two) (:method 1 (x) 'one)) (mc-number-g 1))  ;=> (ONE TWO)

;; Two applicable methods with the same specializers in one group are an error.
(progn (define-method-combination mc-same () ((around (:around)) (primary * :required t)) `(call-method ,(first primary) ,(rest primary)))
       (defgeneric mc-same-g (v) (:method-combination mc-same) (:method ((v number)) 1) (:method :foo ((v number)) 2) (:method :foo ((v symbol)) 3))
       (list (mc-same-g 'a) (handler-case (mc-same-g 15) (error () 'refused))))  ;=> (3 REFUSED)

;; A new definition applies to existing generic functions.
(progn (define-method-combination mc-again :operator list) (defgeneric mc-again-g (x) (:method-combination mc-again) (:method mc-again (x) x))
       (list (mc-again-g 1) (progn (define-method-combination mc-again :operator vector :identity-with-one-argument nil) (mc-again-g 1))
             (progn (define-method-combination mc-again () ((all (mc-again))) `'(,(length all))) (mc-again-g 1))))  ;=> ((1) #(1) (1))

;; Syntax errors in the definition itself.
(define-method-combination mc-bad :documentation :operator)  ;signals: program-error
(define-method-combination mc-bad :operator 5)  ;signals: program-error
(define-method-combination mc-bad :operator)  ;signals: program-error
(define-method-combination mc-bad :unknown 1)  ;signals: program-error
(define-method-combination mc-bad :operator + :operator +)  ;signals: program-error
(define-method-combination 5 :operator +)  ;signals: program-error
(define-method-combination mc-bad ())  ;signals: program-error
(define-method-combination mc-bad () ((3)))  ;signals: program-error
(define-method-combination mc-bad () ((a)))  ;signals: program-error
(define-method-combination mc-bad () ((a * :order)))  ;signals: program-error
(define-method-combination mc-bad () ((a * :unknown 1)))  ;signals: program-error
(define-method-combination mc-bad () ((a *)) (:generic-function bar baz))  ;signals: program-error
(define-method-combination mc-bad () ((a *)) (:generic-function g) (:arguments b))  ;signals: program-error
(define-method-combination mc-bad () ((a *)) (:arguments &whole))  ;signals: program-error
(define-method-combination mc-bad () ((a *)) (:arguments order &aux &key))  ;signals: program-error
(define-method-combination mc-bad () ((a *)) (:arguments b &whole w))  ;signals: program-error
(defgeneric mc-bad-g (x) (:method-combination standard :most-specific-last))  ;signals: program-error
(defgeneric mc-bad-g (x) (:method-combination + :random))  ;signals: program-error
(defgeneric mc-bad-g (x) (:method-combination mc-unknown))  ;signals: program-error

;;; Effective methods of the short form pass arguments on without a list unless there are more than the required ones
(defgeneric listed (a b &rest more) (:method-combination list))
(defmethod listed list ((a integer) b &rest more) (list* :integer a b more))
(defmethod listed list ((a number) b &rest more) (list* :number a b more))
(list (listed 1 2) (listed 1 2 3 4) (listed 1.5 2))  ;=> (((:INTEGER 1 2) (:NUMBER 1 2)) ((:INTEGER 1 2 3 4) (:NUMBER 1 2 3 4)) ((:NUMBER 1.5 2)))
(defgeneric summed (a &key by) (:method-combination +))
(defmethod summed + ((a integer) &key (by 1)) (* a by))
(defmethod summed + ((a number) &key (by 1)) (+ a by))
(list (summed 5) (summed 5 :by 2) (summed 0.5 :by 2))  ;=> (11 17 2.5)
(summed)                           ;signals: program-error
(defgeneric counted (a) (:method-combination list))
(defmethod counted list ((a integer)) 1)
(defmethod counted list ((a number)) 2)
(list (counted 5) (handler-case (counted 5 6) (program-error (e) (princ-to-string e))))  ;=> ((1 2) "COUNTED: expected 1 argument, got 2")
