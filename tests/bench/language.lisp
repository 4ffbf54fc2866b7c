;;; language.lisp -- kernels for arguments, objects, conditions, words and sequences (see kernels/measure.lisp).

(load (merge-pathnames "kernels/measure.lisp" *load-truename*))

;;; Conditions

(declaim (notinline plus plus-three fail))
(defun plus (a b) (+ a b))
(defun plus-three (a b c) (+ a b c))
(defun fail (i) (if (oddp i) (error "odd") i))
(define-condition minor (error) ())
(kernel "HANDLER-CASE" 200000 200000
  (let ((x 0)) (declare (fixnum x)) (dotimes (i n x) (setq x (handler-case (plus x 1) (error () 0))))))
(kernel "IGNORE-ERRORS" 200000 200000
  (let ((x 0)) (declare (fixnum x)) (dotimes (i n x) (setq x (ignore-errors (plus x 1))))))
(kernel "HANDLER-BIND" 200000 200000
  (let ((x 0)) (declare (fixnum x))
    (dotimes (i n x) (setq x (handler-bind ((error (lambda (c) (declare (ignore c)) nil))) (plus x 1))))))
(kernel "HANDLER-CASE, errors" 20000 10000
  (let ((x 0)) (declare (fixnum x)) (dotimes (i n x) (handler-case (fail i) (error () (incf x))))))
(kernel "IGNORE-ERRORS, errors" 20000 10000
  (let ((x 0)) (declare (fixnum x)) (dotimes (i n x) (unless (ignore-errors (fail i)) (incf x)))))
(kernel "HANDLER-BIND, signals" 20000 20000
  (let ((x 0)) (declare (fixnum x))
    (handler-bind ((minor (lambda (c) (declare (ignore c)) (incf x)))) (dotimes (i n x) (signal 'minor)))))
(kernel "HANDLER-CASE, wrong type" 20000 20000
  (let ((x 0)) (declare (fixnum x))
    (dotimes (i n x) (handler-case (plus 'a 1) (type-error () (incf x))))))
(kernel "UNWIND-PROTECT" 200000 200000
  (let ((x 0)) (declare (fixnum x)) (dotimes (i n x) (unwind-protect (plus x 1) (incf x)))))

;;; Local and global functions

(kernel "FLET with &KEY" 200000 600000
  (flet ((f (a &key (b 1) (c 2) d) (if d 0 (+ a b c))))
    (declare (notinline f))
    (let ((x 0)) (declare (fixnum x)) (dotimes (i n x) (setq x (f x :c 1 :b 2))))))
(kernel "FLET with &OPTIONAL" 200000 600000
  (flet ((f (a &optional (b 2) (c 1)) (+ a b c)))
    (declare (notinline f))
    (let ((x 0)) (declare (fixnum x)) (dotimes (i n x) (setq x (f x 2))))))
(kernel "LABELS with &OPTIONAL" 200000 200000
  (labels ((f (k &optional (sum 0)) (declare (fixnum k sum)) (if (= k 0) sum (f (- k 1) (+ sum 1)))))
    (f n)))
(kernel "FLET with &REST" 200000 400000
  (flet ((f (a &rest r) (+ a (length r))))
    (declare (notinline f))
    (let ((x 0)) (declare (fixnum x)) (dotimes (i n x) (setq x (f x 2 3))))))
(kernel "local function, called once" 200000 400000
  (let ((x 0)) (declare (fixnum x))
    (dotimes (i n x) (flet ((f (a) (setq x (+ x a)))) (f 2)))))
(kernel "local function, called twice" 200000 600000
  (let ((x 0)) (declare (fixnum x))
    (flet ((f (a) (setq x (+ x a)))) (dotimes (i n x) (f 2) (f 1)))))
(declaim (notinline keyed rested optional))
(defun keyed (a &key (b 1) (c 2) d) (if d 0 (+ a b c)))
(defun rested (a &rest r) (+ a (length r)))
(defun optional (a &optional (b 2) (c 1)) (+ a b c))
(kernel "global &KEY" 200000 600000
  (let ((x 0)) (declare (fixnum x)) (dotimes (i n x) (setq x (keyed x :c 1 :b 2)))))
(kernel "global &REST" 200000 400000
  (let ((x 0)) (declare (fixnum x)) (dotimes (i n x) (setq x (rested x 2 3)))))
(kernel "global &OPTIONAL" 200000 600000
  (let ((x 0)) (declare (fixnum x)) (dotimes (i n x) (setq x (optional x 2)))))

;;; Objects

(defclass base () ((a :initarg :a :initform 1 :accessor base-a) (u :accessor base-u)))
(defclass sub (base) ((b :initarg :b :initform 2 :accessor sub-b)))
(defgeneric area (o) (:method ((o base)) (base-a o)) (:method ((o sub)) (+ (sub-b o) (call-next-method))))
(defgeneric with-before (o) (:method ((o base)) (base-a o)) (:method :before ((o sub)) (sub-b o)))
(defgeneric with-after (o) (:method ((o base)) (base-a o)) (:method :after ((o sub)) (sub-b o)))
(defgeneric with-around (o) (:method ((o base)) (base-a o)) (:method :around ((o sub)) (+ 1 (call-next-method))))
(defgeneric pair (a b)
  (:method ((a base) (b base)) 1) (:method ((a sub) (b base)) 2) (:method ((a base) (b sub)) 3))
(defgeneric initial (o &key k) (:method ((o base) &key (k 1)) k) (:method ((o sub) &key (k 2)) (+ k (call-next-method))))
(defvar *sub* (make-instance 'sub))
(defvar *base* (make-instance 'base))
(kernel "accessor" 200000 200000
  (let ((x 0) (o *sub*)) (declare (fixnum x)) (dotimes (i n x) (incf x (the fixnum (base-a o))))))
(kernel "CALL-NEXT-METHOD" 100000 300000
  (let ((x 0) (o *sub*)) (declare (fixnum x)) (dotimes (i n x) (incf x (the fixnum (area o))))))
(kernel ":BEFORE" 100000 100000
  (let ((x 0) (o *sub*)) (declare (fixnum x)) (dotimes (i n x) (incf x (the fixnum (with-before o))))))
(kernel ":AFTER" 100000 100000
  (let ((x 0) (o *sub*)) (declare (fixnum x)) (dotimes (i n x) (incf x (the fixnum (with-after o))))))
(kernel ":AROUND" 100000 200000
  (let ((x 0) (o *sub*)) (declare (fixnum x)) (dotimes (i n x) (incf x (the fixnum (with-around o))))))
(kernel "two arguments" 100000 300000
  (let ((x 0) (o *sub*) (p *base*)) (declare (fixnum x))
    (dotimes (i n x) (incf x (the fixnum (pair o p))) (incf x (the fixnum (pair p p))))))
(kernel "generic &KEY, next method" 100000 500000
  (let ((x 0) (o *sub*)) (declare (fixnum x)) (dotimes (i n x) (incf x (the fixnum (initial o :k 3)))))
  500000)
(kernel "MAKE-INSTANCE" 50000 50000
  (let ((x 0)) (declare (fixnum x)) (dotimes (i n x) (incf x (the fixnum (slot-value (make-instance 'base :a 1) 'a))))))
(kernel "SLOT-VALUE" 200000 200000
  (let ((x 0) (o *sub*)) (declare (fixnum x)) (dotimes (i n x) (incf x (the fixnum (slot-value o 'a))))))
(kernel "SLOT-BOUNDP, unbound" 200000 200000
  (let ((x 0) (o *sub*)) (declare (fixnum x)) (dotimes (i n x) (unless (slot-boundp o 'u) (incf x)))))
(kernel "SLOT-BOUNDP, bound" 200000 200000
  (let ((x 0) (o *sub*)) (declare (fixnum x)) (dotimes (i n x) (when (slot-boundp o 'a) (incf x)))))

;;; Words

(defmacro mod64 (form) "FORM modulo 2^64." `(logand #xFFFFFFFFFFFFFFFF ,form))
(kernel "signed words" 100000 -3368266830381270505
  (let ((x -5000000000000000000)) (declare (type (signed-byte 64) x))
    (dotimes (i n x)
      (setq x (logxor x (ash x -7)))
      (if (< x 0) (setq x (lognot (logxor x 12345))) (setq x (- x 7000000000000000000))))))
(kernel "LOGBITP of words" 200000 100001
  (let ((x 1) (count 0)) (declare (type (unsigned-byte 64) x) (fixnum count))
    (dotimes (i n count)
      (setq x (mod64 (+ x #x9E3779B97F4A7C15)))
      (when (logbitp 63 x) (incf count)))))
(kernel "EQL of words" 200000 0
  (let ((x 1) (count 0)) (declare (type (unsigned-byte 64) x) (fixnum count))
    (dotimes (i n count)
      (setq x (mod64 (+ x #x9E3779B97F4A7C15)))
      (when (eql x #xFFFFFFFFFFFFFFF0) (incf count)))))
(kernel "MIN and MAX" 200000 199999
  (let ((lo 0) (hi 0)) (declare (fixnum lo hi)) (dotimes (i n (+ lo hi)) (setq lo (min lo i) hi (max hi i)))))
(kernel "MAX of doubles" 200000 199999.0d0
  (let ((hi 0.5d0) (x 0d0)) (declare (double-float hi x))
    (dotimes (i n hi) (setq hi (max hi x)) (setq x (+ x 1d0)))))

;;; New objects

(defstruct node left right (weight 0))
(defun tree-of-nodes (depth)
  (declare (fixnum depth))
  (if (<= depth 0) (make-node) (make-node :left (tree-of-nodes (1- depth)) :right (tree-of-nodes (1- depth)))))
(defun tree-of-vectors (depth)
  (declare (fixnum depth))
  (if (<= depth 0) (vector nil nil) (vector (tree-of-vectors (1- depth)) (tree-of-vectors (1- depth)))))
(kernel "tree of structures" 51175 25 (let ((count 0)) (dotimes (i (floor n 2047) count) (when (node-left (tree-of-nodes 10)) (incf count)))))
(kernel "tree of vectors" 51175 25 (let ((count 0)) (dotimes (i (floor n 2047) count) (when (svref (tree-of-vectors 10) 0) (incf count)))))
(defvar *made* nil)
(kernel "closure" 200000 199999 (progn (dotimes (i n) (let ((j i)) (setq *made* (lambda () j)))) (funcall *made*)))
(kernel "LIST of three" 200000 '(199999 a 199999) (progn (dotimes (i n) (setq *made* (list i 'a i))) *made*))
(kernel "PUSHNEW" 200000 8 (let ((l nil)) (dotimes (i n (length l)) (pushnew (logand i 7) l))))
(kernel "GETF" 200000 600000
  (let ((x 0) (l (list :a 1 :b 2 :c 3 :d 4))) (declare (fixnum x)) (dotimes (i n x) (incf x (the fixnum (getf l :c))))))
(kernel "APPLY" 200000 6 (let ((x 0) (l (list 2 3))) (dotimes (i n x) (setq x (apply #'plus-three 1 l)))))

;;; Arrays

(deftype octet () '(unsigned-byte 8))
(deftype octets () '(simple-array octet (*)))
(declaim (notinline octets-p))
(defun octets-p (x) (typep x 'octets))
(kernel "MAKE-ARRAY, DEFTYPE'd" 50000 1
  (let ((v nil)) (dotimes (i n (length v)) (setq v (make-array 1 :element-type 'octet)))))
(kernel "TYPEP, DEFTYPE'd" 200000 200000
  (let ((x 0) (v (make-array 4 :element-type 'octet))) (declare (fixnum x)) (dotimes (i n x) (when (octets-p v) (incf x)))))
(kernel "COERCE to a vector" 20000 4
  (let ((v nil)) (dotimes (i n (length v)) (setq v (coerce '(1 2 3 4) 'octets)))))
(defvar *octets* (make-array 1000 :element-type 'octet :initial-element 1))
(declaim (type octets *octets*))
(kernel "FILL" 5000 7
  (let ((v *octets*)) (dotimes (i n (aref v 3)) (fill v 7))))
(kernel "REPLACE" 5000 7
  (let ((v *octets*) (w (copy-seq *octets*))) (dotimes (i n (aref w 3)) (replace w v))))
(kernel "MAP-INTO" 500 6
  (let ((v *octets*) (w (copy-seq *octets*))) (dotimes (i n (aref w 3)) (map-into w #'1- v))))
(kernel "octets, loads" 200000 200000
  (let ((v (make-array 1000 :element-type 'octet :initial-element 1)) (sum 0)) (declare (fixnum sum) (type octets v))
    (dotimes (k (floor n 1000) sum) (dotimes (i 1000) (incf sum (aref v i))))))
(kernel "octets, stores" 200000 7
  (let ((v (make-array 1000 :element-type 'octet))) (declare (type octets v))
    (dotimes (k (floor n 1000) (aref v 3)) (dotimes (i 1000) (setf (aref v i) 7)))))
(kernel "MAP to a vector" 500 1000
  (let ((v *octets*) (w nil)) (dotimes (i n (length w)) (setq w (map 'vector #'1+ v)))))
(kernel "COPY-SEQ, octets" 5000 1000
  (let ((v *octets*) (w nil)) (dotimes (i n (length w)) (setq w (copy-seq v)))))

(format t "OK~%")
