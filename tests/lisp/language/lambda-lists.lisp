;;;; lambda-lists.lisp -- the rules of lambda lists (ANSI Common Lisp, 3.4): which are accepted, and which are errors.

;; Returns those of LAMBDA-LISTS for which the form that MAKE returns is accepted.
(progn (defun accepted (make lambda-lists)
         (remove-if-not (lambda (l) (handler-case (progn (eval (funcall make l)) t) (program-error () nil))) lambda-lists)) 1)  ;=> 1

;; 3.4.2: generic functions, without defaults.
(accepted (lambda (l) `(defgeneric ,(gensym) ,l))
          '(() (x) (x &optional y (z)) (x &rest y) (x &key y (z) ((:unit u)) &allow-other-keys) (x &key) (x &rest r &key a)
            (x &key &allow-other-keys)))  ;=> (NIL (X) (X &OPTIONAL Y (Z)) (X &REST Y) (X &KEY Y (Z) ((:UNIT U)) &ALLOW-OTHER-KEYS) (X &KEY) (X &REST R &KEY A) (X &KEY &ALLOW-OTHER-KEYS))
(accepted (lambda (l) `(defgeneric ,(gensym) ,l))
          '((x &rest) (x &optional (y 3)) (x &key (y 3)) (x &key ((:unit u) 3)) (x &aux y) (x &optional x) (x x)
            (x &key &allow-other-keys z) (x &allow-other-keys) (x . y) ((x integer)) (x &key y &rest z) (x &rest y z)
            (x &whole z) (x &environment e) (nil) (:x) (t) (5) ("x") (x &optional y &optional z) 5 x (x &key ((y))) (x &key ((5 y)))))  ;=> NIL
(ensure-generic-function (gensym) :lambda-list '(x &aux y))  ;signals: program-error
(accepted (lambda (o) `(defgeneric ,(gensym) (x) ,o))
          '((declare (special x)) (declare (optimize speed) (inline car)) (declare (notinline car)) :documentation (:documentation 5)
            (:documentation "a" "b") (:unknown) (:documentation . "a")))  ;=> NIL
(accepted (lambda (o) `(defgeneric ,(gensym) (x) ,o)) '((declare (optimize speed)) (:documentation "a")))  ;=> ((DECLARE (OPTIMIZE SPEED)) (:DOCUMENTATION "a"))

;; 3.4.3: methods.
(accepted (lambda (l) `(defmethod ,(gensym) ,l))
          '((x &rest) (x x) ((x)) ((x integer y)) (x &key &allow-other-keys z) (x &whole z) (5) ((x 5)) (x &optional (y integer 5 6))
            (x &key ((:a 5))) (x &allow-other-keys) (x &key ((5 y)))))  ;=> NIL
(accepted (lambda (l) `(defmethod ,(gensym) ,l))
          '((x) ((x integer) y) ((x (eql 5)) &optional (y 3 yp)) (x &key ((:a b) 3 bp) &allow-other-keys &aux c (d 5))))  ;=> ((X) ((X INTEGER) Y) ((X (EQL 5)) &OPTIONAL (Y 3 YP)) (X &KEY ((:A B) 3 BP) &ALLOW-OTHER-KEYS &AUX C (D 5)))

;; 3.4.7: DEFSETF.
(accepted (lambda (l) `(defsetf ,(gensym) ,l (new) new))
          '((x) (x &optional (z 5 zp) &rest r &key a ((:b bb) 3) &allow-other-keys &environment e)))  ;=> ((X) (X &OPTIONAL (Z 5 ZP) &REST R &KEY A ((:B BB) 3) &ALLOW-OTHER-KEYS &ENVIRONMENT E))
(accepted (lambda (l) `(defsetf ,(gensym) ,l (new) new))
          '((&aux a) (x &whole z) (x x) (x &environment) (x . y) (x &rest) (5)))  ;=> NIL
(accepted (lambda (rest) `(defsetf ,(gensym) ,@rest))
          '((set-it "doc" junk) (set-it 5) () ((x)) ((x) y) ((x) (y 5)) (5)))  ;=> NIL
(accepted (lambda (rest) `(defsetf ,(gensym) ,@rest)) '((set-it) (set-it "doc") ((x) ())))  ;=> ((SET-IT) (SET-IT "doc") ((X) NIL))
(defsetf 5 set-it)  ;signals: program-error
