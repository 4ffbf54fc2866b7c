;;;; generic-classes.lisp -- classes of functions, generic functions and methods that programs define, with the kinds of examples
;;;; of chapters 4 to 6 of The Art of the Metaobject Protocol: constructors, counting generic functions, monitored methods, other
;;;; method lookups and effective methods. The expected values are those of SBCL 2.2.9 (sb-mop).

;;; Funcallable objects: a constructor that remembers its name and fields (chapter 6, SET-FUNCALLABLE-INSTANCE-FUNCTION)

(defclass constructor () ((name :initarg :name :accessor constructor-name) (fields :initarg :fields :accessor constructor-fields))
  (:metaclass c2mop:funcallable-standard-class))
(defmethod initialize-instance :after ((c constructor) &key)
  (with-slots (name fields) c
    (c2mop:set-funcallable-instance-function
     c (lambda () (let ((new (make-array (1+ (length fields))))) (setf (aref new 0) name) new)))))
(defvar *c1* (make-instance 'constructor :name 'position :fields '(x y)))
(let ((p (funcall *c1*))) (setf (aref p 1) 10) (list (aref p 0) (aref p 1) (length p)))  ;=> (POSITION 10 3)
(list (functionp *c1*) (typep *c1* 'constructor) (typep *c1* 'c2mop:funcallable-standard-object) (typep *c1* 'standard-object)
      (typep *c1* 'function) (typep *c1* 'generic-function) (class-name (class-of *c1*)))  ;=> (T T T T T NIL CONSTRUCTOR)
(list (constructor-name *c1*) (setf (slot-value *c1* 'name) 'point) (aref (funcall *c1*) 0) (slot-exists-p *c1* 'x))
;=> (POSITION POINT POINT NIL)
(list (slot-boundp *c1* 'fields) (slot-boundp (slot-makunbound *c1* 'fields) 'fields))  ;=> (T NIL)
(constructor-fields *c1*)  ;signals: unbound-slot
(funcall (allocate-instance (find-class 'constructor)))  ;signals: "SET-FUNCALLABLE-INSTANCE-FUNCTION"
(mapcar #'class-name (c2mop:class-precedence-list (find-class 'constructor)))
;=> (CONSTRUCTOR CLOSER-MOP:FUNCALLABLE-STANDARD-OBJECT FUNCTION STANDARD-OBJECT T)
(let ((c (make-instance 'constructor :name 'line :fields nil)))
  (list (multiple-value-list (subtypep 'constructor 'function)) (mapcar (lambda (f) (aref (funcall f) 0)) (list c c))
        (apply c nil)))  ;=> ((T T) (LINE LINE) #(LINE))
(c2mop:set-funcallable-instance-function #'car #'cdr)  ;signals: type-error
(c2mop:set-funcallable-instance-function *c1* 'car)  ;signals: type-error
;; Any function can be set: a builtin, a generic function, another funcallable object; and again.
(let ((c (make-instance 'constructor :name 'a :fields nil)) (results nil))
  (flet ((try (function &rest arguments) (c2mop:set-funcallable-instance-function c function) (push (apply c arguments) results)))
    (try #'+ 1 2 3)
    (try #'class-name (find-class 'list))
    (try (make-instance 'constructor :name 'inner :fields nil))
    (try (lambda (&key k) k) :k 'key))
  (reverse results))  ;=> (6 LIST #(INNER) KEY)
;; Calls in compiled code see the change.
(defun call-it (f n) (let ((sum 0)) (dotimes (i n sum) (incf sum (funcall f i)))))
(let ((c (make-instance 'constructor :name 'a :fields nil)))
  (c2mop:set-funcallable-instance-function c #'identity)
  (list (call-it c 1000) (progn (c2mop:set-funcallable-instance-function c #'-) (call-it c 1000))))  ;=> (499500 -499500)
(defmethod print-object ((c constructor) stream) (format stream "<~A>" (constructor-name c)))
(princ-to-string *c1*)  ;=> "<POINT>"
(defgeneric kind (x) (:method ((x function)) 'function) (:method ((x constructor)) (list 'constructor (call-next-method))))
(list (kind *c1*) (kind #'car) (kind #'kind))  ;=> ((CONSTRUCTOR FUNCTION) FUNCTION FUNCTION)
(defclass named-constructor (constructor) ((note :initform 'new :reader note)) (:metaclass c2mop:funcallable-standard-class))
(progn (setf (constructor-fields *c1*) '(z)) (change-class *c1* 'named-constructor) (list (note *c1*) (constructor-name *c1*) (aref (funcall *c1*) 0)))
;=> (NEW POINT POINT)
(progn (defclass named-constructor (constructor) ((note :initform 'new :reader note) (extra :initform 1 :reader extra))
         (:metaclass c2mop:funcallable-standard-class))
       (extra *c1*))  ;=> 1
(defclass not-callable (standard-generic-function) ())  ;signals: "expected a standard class as superclass"

;;; Generic functions that count their calls: COMPUTE-DISCRIMINATING-FUNCTION

(defclass counting-gf (standard-generic-function) ((calls :initform 0 :accessor calls))
  (:metaclass c2mop:funcallable-standard-class))
(defmethod c2mop:compute-discriminating-function ((gf counting-gf))
  (let ((usual (call-next-method)))
    (lambda (&rest arguments) (incf (calls gf)) (apply usual arguments))))
(defgeneric area (shape &key scale) (:generic-function-class counting-gf) (:documentation "The area."))
(defmethod area ((shape integer) &key (scale 1)) (* scale shape shape))
(list (area 3) (area 3 :scale 2) (calls #'area) (class-name (class-of #'area)))  ;=> (9 18 2 COUNTING-GF)
(list (typep #'area 'generic-function) (typep #'area 'counting-gf) (c2mop:generic-function-name #'area)
      (c2mop:generic-function-lambda-list #'area) (documentation #'area t))
;=> (T T AREA (SHAPE &KEY SCALE) "The area.")
(defmethod area ((shape symbol) &key scale) (list shape scale))
(defmethod area :around ((shape symbol) &key scale) (declare (ignore scale)) (cons 'around (call-next-method)))
(list (area 'x) (area 2) (calls #'area) (length (c2mop:generic-function-methods #'area)))  ;=> ((AROUND X NIL) 4 4 3)
(progn (remove-method #'area (find-method #'area '(:around) (list (find-class 'symbol)))) (area 'x :scale 3))  ;=> (X 3)
(area "x")      ;signals: "no method for"
(area 1 :no 2)  ;signals: program-error
(area)          ;signals: program-error
(let ((before (calls #'area))) (dotimes (i 1000) (area i)) (- (calls #'area) before))  ;=> 1000
;; DEFGENERIC again keeps the function, its slots and methods.
(let ((old #'area) (calls (calls #'area)))
  (defgeneric area (shape &key scale) (:generic-function-class counting-gf))
  (list (eq old #'area) (= calls (calls #'area)) (area 5)))  ;=> (T T 25)
(let ((gf (ensure-generic-function 'volume :generic-function-class 'counting-gf :lambda-list '(x y))))
  (list (eq gf #'volume) (calls gf) (c2mop:generic-function-methods gf)))  ;=> (T 0 NIL)
(defmethod volume (x (y (eql 0))) (list x 'flat))
(list (volume 1 0) (calls #'volume))  ;=> ((1 FLAT) 1)
(ensure-generic-function 'volume :generic-function-class 'counting-gf :lambda-list '(x))  ;signals: program-error
(ensure-generic-function 'another :colour 'red)  ;signals: program-error
(let ((gf (make-instance 'counting-gf :lambda-list '(a) :name 'anonymous)))
  (add-method gf (make-instance 'standard-method :lambda-list '(a) :qualifiers nil :specializers (list (find-class t))
                                                 :function (lambda (arguments next) (declare (ignore next)) (first arguments))))
  (list (funcall gf 7) (calls gf) (fboundp 'anonymous)))  ;=> (7 1 NIL)
;; A generic function of the standard class, with methods, becomes one of the program's class.
(defgeneric size (x) (:method ((x list)) (length x)))
(progn (defgeneric size (x) (:generic-function-class counting-gf)) (defmethod size ((x vector)) (length x)))
(list (size #(1 2 3)) (calls #'size))  ;=> (3 1)
;; Options of DEFGENERIC as initargs of the class, and a method for slots of generic functions.
(defclass noted-gf (standard-generic-function) ((note :initarg :note :reader gf-note)) (:metaclass c2mop:funcallable-standard-class))
(defgeneric noted (x) (:generic-function-class noted-gf) (:note "slow" 3) (:argument-precedence-order x))
(gf-note #'noted)  ;=> ("slow" 3)
(defgeneric usual (x) (:note "slow"))  ;signals: program-error
(defmethod print-object ((gf noted-gf) stream) (format stream "<~{~A~^ ~}>" (gf-note gf)))
(princ-to-string #'noted)  ;=> "<slow 3>"

;;; A discriminating function that replaces the usual one, and is computed again after a change

(defclass first-gf (standard-generic-function) ((computed :initform 0 :accessor computed)) (:metaclass c2mop:funcallable-standard-class))
(defmethod c2mop:compute-discriminating-function ((gf first-gf))
  (incf (computed gf))
  (let ((methods (c2mop:generic-function-methods gf)))
    (lambda (&rest arguments) (funcall (c2mop:method-function (first (last methods))) arguments nil))))
(defgeneric choose (x) (:generic-function-class first-gf))
(defmethod choose ((x list)) (list 'first x))
(choose 5)  ;=> (FIRST 5)
(let ((n (computed #'choose))) (choose 1) (choose 2) (= n (computed #'choose)))  ;=> T
(let ((n (computed #'choose))) (defmethod choose ((x symbol)) (list 'second x)) (list (listp (choose 'x)) (< n (computed #'choose))))
;=> (T T)

;;; Another method lookup: COMPUTE-APPLICABLE-METHODS-USING-CLASSES and COMPUTE-APPLICABLE-METHODS

(defclass reversed-gf (standard-generic-function) () (:metaclass c2mop:funcallable-standard-class))
(defmethod c2mop:compute-applicable-methods-using-classes ((gf reversed-gf) classes)
  (declare (ignore classes))
  (multiple-value-bind (methods known) (call-next-method) (values (reverse methods) known)))
(defmethod compute-applicable-methods ((gf reversed-gf) arguments)
  (declare (ignore arguments))
  (reverse (call-next-method)))
(defgeneric general (x) (:generic-function-class reversed-gf))
(defmethod general ((x integer)) 'integer)
(defmethod general ((x number)) (if (next-method-p) (list 'number (call-next-method)) 'number))
(list (general 1) (general 1.5))  ;=> ((NUMBER INTEGER) NUMBER)
(defmethod general ((x (eql 3))) 'three)
(list (general 3) (general 4))  ;=> ((NUMBER INTEGER) (NUMBER INTEGER))
(multiple-value-list (c2mop:compute-applicable-methods-using-classes #'general (list (find-class 'integer))))  ;=> (NIL NIL)
(length (c2mop:compute-applicable-methods-using-classes #'general (list (find-class 'float))))  ;=> 1

;;; Another effective method: COMPUTE-EFFECTIVE-METHOD

(defclass logged-gf (standard-generic-function) () (:metaclass c2mop:funcallable-standard-class))
(defmethod c2mop:compute-effective-method ((gf logged-gf) combination methods)
  (declare (ignore combination))
  `(list :before ,(call-next-method) ,(length methods)))
(defgeneric act (x) (:generic-function-class logged-gf) (:method ((x integer)) (list x (call-next-method))) (:method (x) (list 't x)))
(list (act 1) (act 'a))  ;=> ((:BEFORE (1 (T 1)) 2) (:BEFORE (T A) 1))
(defmethod act :around ((x symbol)) (list 'around (call-next-method)))
(defmethod act :before ((x symbol)) (setf (get 'act 'seen) x))
(defmethod act :after ((x symbol)) (setf (get 'act 'after) x))
(list (act 'b) (get 'act 'seen) (get 'act 'after))  ;=> ((:BEFORE (AROUND (T B)) 4) B B)
(defgeneric total (x) (:generic-function-class logged-gf) (:method-combination + :most-specific-last)
  (:method + ((x integer)) x) (:method + ((x number)) 100))
(total 5)  ;=> (:BEFORE 105 2)

;;; Classes of methods

(defclass monitored-method (standard-method) ((calls :initform 0 :accessor method-calls)))
(defclass monitored-gf (standard-generic-function) () (:metaclass c2mop:funcallable-standard-class)
  (:default-initargs :method-class (find-class 'monitored-method)))
(defgeneric shout (x) (:generic-function-class monitored-gf))
(defvar *method* (defmethod shout ((x string)) (string-upcase x)))
(list (shout "a") (class-name (class-of *method*)) (method-calls *method*) (setf (method-calls *method*) 5)
      (typep *method* 'standard-method) (typep *method* 'method) (method-qualifiers *method*)
      (mapcar #'class-name (c2mop:method-specializers *method*)))
;=> ("A" MONITORED-METHOD 0 5 T T NIL (STRING))
(eq *method* (find-method #'shout nil (list (find-class 'string))))  ;=> T
(class-name (c2mop:generic-function-method-class #'shout))  ;=> MONITORED-METHOD
(defgeneric plain-shout (x) (:method-class monitored-method) (:method ((x symbol)) (list x)))
(list (plain-shout 'a) (class-name (class-of (first (c2mop:generic-function-methods #'plain-shout)))))  ;=> ((A) MONITORED-METHOD)
(defmethod method-qualifiers :around ((m monitored-method)) (incf (method-calls m)) (call-next-method))
(progn (method-qualifiers *method*) (method-calls *method*))  ;=> 6
;; The function of a method takes the arguments and the next methods.
(progn (defmethod shout ((x vector)) (list 'vector x))
       (defmethod shout :around ((x string)) (list 'around (call-next-method)))
       (let ((around (find-method #'shout '(:around) (list (find-class 'string)))))
         (funcall (c2mop:method-function around) '("b") (list *method*))))  ;=> (AROUND "B")
(let ((calls 0))
  (add-method #'shout (make-instance 'monitored-method :lambda-list '(x) :qualifiers '() :specializers (list (find-class 'string))
                                     :function (lambda (arguments next-methods)
                                                 (incf calls)
                                                 (list (first arguments)
                                                       (funcall (c2mop:method-function (first next-methods))
                                                                arguments (rest next-methods))))))
  (list (shout "c") (shout "d") calls))  ;=> ((AROUND ("c" (VECTOR "c"))) (AROUND ("d" (VECTOR "d"))) 2)

;;; Generic functions of the standard class

(list (c2mop:generic-function-declarations #'kind) (functionp (c2mop:compute-discriminating-function #'kind)))  ;=> (NIL T)
(funcall (c2mop:compute-discriminating-function #'kind) #'car)  ;=> FUNCTION
(let ((gf (make-instance 'standard-generic-function :name 'made :lambda-list '(x y) :argument-precedence-order '(y x))))
  (list (c2mop:generic-function-name gf) (c2mop:generic-function-argument-precedence-order gf)))  ;=> (MADE (Y X))
(list (c2mop:extract-lambda-list '((x integer) y &optional (z 1))) (c2mop:extract-specializer-names '((x integer) y &optional (z 1))))
;=> ((X Y &OPTIONAL (Z 1)) (INTEGER T))
