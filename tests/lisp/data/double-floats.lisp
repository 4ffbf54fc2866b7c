;;;; double-floats.lisp -- arithmetic of double floats in loops, which native code keeps raw in registers: zeros with a
;;;; sign, values without an immediate word, errors, numbers of mixed types, more doubles than registers, jumps out of
;;;; loops, and collections. SBCL has the same values.

;; Zeros have a sign, which products, quotients and sums keep
(defun signs (x n) (let ((s x)) (dotimes (i n) (setf s (* s -1d0))) (list s (/ 1d0 (if (zerop s) 1d0 s)) (eql s -0d0) (eql s 0d0))))
(signs 0d0 3)  ;=> (-0.0d0 1.0d0 T NIL)
(signs 0d0 4)  ;=> (0.0d0 1.0d0 NIL T)
(signs -0d0 3)  ;=> (0.0d0 1.0d0 NIL T)
(signs 2d0 3)  ;=> (-2.0d0 -0.5d0 NIL NIL)
(defun sum-of-zeros (x y n) (let ((s x)) (dotimes (i n) (setf s (+ s y))) (eql s -0d0)))
(list (sum-of-zeros -0d0 -0d0 5) (sum-of-zeros 0d0 -0d0 5) (sum-of-zeros -0d0 0d0 5))  ;=> (T NIL NIL)
(defun differences (n) (let ((x 1d0) (y 0d0) (l nil)) (dotimes (i n) (setf y (- x x)) (push (eql y 0d0) l)) l))
(differences 3)  ;=> (T T T)
(defun negated (x n) (let ((y (+ x 0.5d0))) (dotimes (i n) (setf y (- y))) (list y (abs y) (abs (- y)))))
(negated 1d0 3)  ;=> (-1.5d0 1.5d0 1.5d0)
(negated -0.5d0 3)  ;=> (-0.0d0 0.0d0 0.0d0)
(defun compare-zeros (x y) (let ((a (* x 1d0)) (b (* y 1d0))) (list (= a b) (< a b) (> a b) (<= a b) (>= a b) (eql a b) (zerop a) (plusp a) (minusp a))))
(compare-zeros 0d0 -0d0)  ;=> (T NIL NIL T T NIL T NIL NIL)
(compare-zeros -0d0 0d0)  ;=> (T NIL NIL T T NIL T NIL NIL)
(compare-zeros -1d0 1d0)  ;=> (NIL T NIL T NIL NIL NIL NIL T)

;; Doubles whose exponent needs a box, in and out of registers
(defun grow (x factor n) (let ((y x)) (dotimes (i n y) (setf y (* y factor)))))
(grow 1d0 10d0 76)  ;=> 1.0d76
(grow 1d0 10d0 90)  ;=> 1.0000000000000004d90
(grow 1d0 10d0 308)  ;=> 9.999999999999998d307
(grow 1d0 0.1d0 90)  ;=> 1.0000000000000052d-90
(grow 1d0 0.5d0 1074)  ;=> 5.0d-324
(grow 1d0 0.5d0 1075)  ;=> 0.0d0
(grow -1d0 0.5d0 1080)  ;=> -0.0d0
(grow 1d100 10d0 100)  ;=> 1.0d200
(grow 1d-200 10d0 400)  ;=> 1.000000000000002d200
(grow 1d200 0.1d0 10)  ;=> 1.0000000000000007d190
(defun there-and-back (x n) (let ((y x)) (dotimes (i n) (setf y (* y 1d30))) (dotimes (i n y) (setf y (/ y 1d30)))))
(there-and-back 3d0 10)  ;=> 3.0000000000000004d0
(there-and-back -7d-80 5)  ;=> -7.000000000000003d-80
(defun range-ends (x) (let ((y (* x 1d0)) (l nil)) (dotimes (i 4) (push y l) (setf y (* y 2d0))) l))
(range-ends (scale-float 1d0 254))  ;=> (2.315841784746324d77 1.157920892373162d77 5.78960446186581d76 2.894802230932905d76)
(range-ends (scale-float 1d0 -257))  ;=> (3.454467422037778d-77 1.727233711018889d-77 8.636168555094445d-78 4.3180842775472223d-78)
(range-ends (scale-float -1.5d0 255))  ;=> (-6.947525354238972d77 -3.473762677119486d77 -1.736881338559743d77 -8.684406692798715d76)
(range-ends most-positive-double-float)  ;signals: floating-point-overflow

;; Errors, in a loop and after it has run for a while
(defun overflow (x n) (let ((y x)) (dotimes (i n y) (setf y (* y 1d10)))))
(overflow 1d0 40)  ;signals: floating-point-overflow
(defun overflow-at (n) (let ((y 1d0) (count 0)) (handler-case (dotimes (i n) (setf y (* y 1d10)) (incf count)) (floating-point-overflow () (list :overflow count y)))))
(overflow-at 20)  ;=> NIL
(overflow-at 40)  ;=> (:OVERFLOW 30 9.999999999999998d299)
(defun quotients (n) (let ((y 8d0) (l nil)) (dotimes (i n l) (setf y (- y 1d0)) (push (handler-case (/ 1d0 y) (division-by-zero () :zero)) l))))
(quotients 10)  ;=> (-0.5d0 -1.0d0 :ZERO 1.0d0 0.5d0 0.3333333333333333d0 0.25d0 0.2d0 0.16666666666666666d0 0.14285714285714285d0)
(defun divided (x y) (/ (+ x 0d0) (+ y 0d0)))
(divided 1d0 4d0)  ;=> 0.25d0
(divided 1d0 0d0)  ;signals: division-by-zero
(defun root (x) (sqrt (+ x 0.5d0)))
(root 1.75d0)  ;=> 1.5d0
(root -0.5d0)  ;=> 0.0d0
(root -4.5d0)  ;=> #C(0.0d0 2.0d0)
(root 1d300)  ;=> 1.0d150
(defun wrong-type (x n) (let ((s 0d0)) (dotimes (i n s) (incf s (if (= i 5) x 0.5d0)))))
(wrong-type 1d0 8)  ;=> 4.5d0
(wrong-type 'a 5)  ;=> 2.5d0
(wrong-type 'a 8)  ;signals: type-error
(wrong-type "a" 8)  ;signals: type-error
(wrong-type nil 8)  ;signals: type-error

;; Numbers of several types in one loop
(defun mixed (list) (let ((s 0d0)) (dolist (x list s) (setf s (+ s x)))))
(mixed '(1d0 2 1/4 0.5f0 -3d0 1000000000000000000000))  ;=> 1.0d21
(mixed '(1 2 3))  ;=> 6.0d0
(mixed '(0d0 -0d0 1d-300 1d-300))  ;=> 2.0d-300
(mixed '(#c(1d0 2d0) 1d0))  ;=> #C(2.0d0 2.0d0)
(defun mixed-product (list) (let ((s 1d0)) (dolist (x list s) (setf s (* x s)))))
(mixed-product '(2 0.5d0 4/3 3f0))  ;=> 4.0d0
(mixed-product '(2d0 0d0 -3))  ;=> -0.0d0
(defun starts-as-integer (list) (let ((s 0)) (dolist (x list s) (setf s (+ s (* x 2d0))))))
(starts-as-integer '())  ;=> 0
(starts-as-integer '(1 2.5d0 3))  ;=> 13.0d0
(defun changes-type (n) (let ((x 1)) (dotimes (i n x) (setf x (cond ((= i 3) (float x 1d0)) ((= i 6) (round x)) ((= i 8) 'end) (t (if (numberp x) (+ x 1) x)))))))
(changes-type 3)  ;=> 4
(changes-type 5)  ;=> 5.0d0
(changes-type 8)  ;=> 7
(changes-type 10)  ;=> END
(defun two-types (x y) (list (+ x y) (- x y) (* x y) (< x y) (= x y) (+ 1d0 (* x y))))
(two-types 3d0 2d0)  ;=> (5.0d0 1.0d0 6.0d0 NIL NIL 7.0d0)
(two-types 3 2)  ;=> (5 1 6 NIL NIL 7.0d0)
(two-types 3d0 2)  ;=> (5.0d0 1.0d0 6.0d0 NIL NIL 7.0d0)
(two-types 3 2d0)  ;=> (5.0d0 1.0d0 6.0d0 NIL NIL 7.0d0)
(two-types 1/2 2d0)  ;=> (2.5d0 -1.5d0 1.0d0 T NIL 2.0d0)
(two-types 4611686018427387904 3)  ;=> (4611686018427387907 4611686018427387901 13835058055282163712 NIL NIL 1.3835058055282164d19)
(two-types 2305843009213693951 2305843009213693951)  ;=> (4611686018427387902 0 5316911983139663487003542222693990401 NIL T 5.316911983139664d36)
(two-types 1.5f0 2d0)  ;=> (3.5d0 -0.5d0 3.0d0 T NIL 4.0d0)

;; Comparisons of integers with doubles are exact
(defun exact (n x) (let ((y (+ x 0d0))) (list (= n y) (< n y) (> n y) (<= n y) (>= n y))))
(exact 9007199254740993 9007199254740992d0)  ;=> (NIL NIL T NIL T)
(exact 9007199254740992 9007199254740992d0)  ;=> (T NIL NIL T T)
(exact 9007199254740991 9007199254740992d0)  ;=> (NIL T NIL T NIL)
(exact 1/3 (/ 1d0 3d0))  ;=> (NIL NIL T NIL T)
(exact 100000000000000000000000 1d23)  ;=> (NIL NIL T NIL T)
(defun counts-below (x n) (let ((c 0) (y (* x 1d0))) (dotimes (i n c) (when (< i y) (incf c)))))
(counts-below 10.5d0 20)  ;=> 11
(counts-below 0d0 20)  ;=> 0
(defun compared-with-constants (x) (let ((y (* x 1d0))) (list (= y 0) (< y 1) (> y -1) (= y 2.5d0) (<= y 3) (/= y 7) (>= 9007199254740993 y))))
(compared-with-constants 0d0)  ;=> (T T T NIL T T T)
(compared-with-constants -0d0)  ;=> (T T T NIL T T T)
(compared-with-constants 2.5d0)  ;=> (NIL NIL T T T T T)
(compared-with-constants 9007199254740992d0)  ;=> (NIL NIL T NIL NIL T T)

;; More doubles than float registers
(defun many (n a)
  (let ((b (+ a 1d0)) (c (+ a 2d0)) (d (+ a 3d0)) (e (+ a 4d0)) (f (+ a 5d0)) (g (+ a 6d0)) (h (+ a 7d0)) (i (+ a 8d0))
        (j (+ a 9d0)) (k (+ a 10d0)) (l (+ a 11d0)) (m (+ a 12d0)) (o (+ a 13d0)) (p (+ a 14d0)) (q (+ a 15d0)))
    (dotimes (z n)
      (rotatef b c d e f g h i j k l m o p q)
      (setf b (+ b (* c 0.5d0)) q (- q (* p 0.25d0)))
      (when (oddp z) (psetf c d d c m (+ o 1d0) o m)))
    (list a b c d e f g h i j k l m o p q)))
(many 0 0d0)  ;=> (0.0d0 1.0d0 2.0d0 3.0d0 4.0d0 5.0d0 6.0d0 7.0d0 8.0d0 9.0d0 10.0d0 11.0d0 12.0d0 13.0d0 14.0d0 15.0d0)
(many 1 0d0)  ;=> (0.0d0 3.5d0 3.0d0 4.0d0 5.0d0 6.0d0 7.0d0 8.0d0 9.0d0 10.0d0 11.0d0 12.0d0 13.0d0 14.0d0 15.0d0 -2.75d0)
(many 7 0.5d0)  ;=> (0.5d0 13.75d0 8.5d0 10.5d0 11.5d0 12.5d0 13.5d0 16.5d0 14.5d0 5.84375d0 -2.375d0 7.615234375d0 4.5390625d0 6.09619140625d0 9.2259521484375d0 8.443511962890625d0)
(many 100 0.5d0)  ;=> (0.5d0 46.20893772778496d0 32.50632870377904d0 21.195410262897667d0 28.952485641298487d0 16.617703635624057d0 44.295253843527874d0 15.597168049328255d0 49.17122315228516d0 21.139920199738963d0 53.741203907663945d0 32.57092644329419d0 60.71868872971394d0 41.26642549578983d0 43.41493503813504d0 56.16717168576556d0)
(defun expression (a b c d)
  (+ (* (+ a (* b 2d0)) (- c (* d 3d0))) (* (+ b (* c 4d0)) (- d (* a 5d0))) (* (+ c (* d 6d0)) (- a (* b 7d0)))
     (* (- a b) (+ (* c d) (/ a (+ b (* c (+ d (* a (+ b (* c (+ d 1d0))))))))))))
(expression 1d0 2d0 3d0 4d0)  ;=> -422.0153846153846d0
(expression 1.5d0 -2d0 0d0 4)  ;=> 406.375d0

;; Copies of a double, and parallel moves of registers
(defun swaps (n) (let ((x 1d0) (y 2d0) (z 3d0)) (dotimes (i n (list x y z)) (psetf x y y z z (+ x 0.5d0)))))
(swaps 1)  ;=> (2.0d0 3.0d0 1.5d0)
(swaps 8)  ;=> (4.0d0 2.5d0 3.5d0)
(defun fibonacci (n) (let ((a 0d0) (b 1d0)) (dotimes (i n a) (psetf a b b (+ a b)))))
(fibonacci 60)  ;=> 1.54800875592d12
(defun same (x n) (let* ((y (+ x 1d0)) (z y) (u z)) (dotimes (i n (list x y z u)) (if (evenp i) (setf y (+ z u)) (setf u y)))))
(same 0d0 5)  ;=> (0.0d0 4.0d0 1.0d0 3.0d0)
(defun exchange (n) (let ((a 1d0) (b 2d0) (c 3d0) (d 4d0)) (dotimes (i n (list a b c d)) (if (< a c) (rotatef a b c d) (rotatef d a)))))
(exchange 1)  ;=> (2.0d0 3.0d0 4.0d0 1.0d0)
(exchange 9)  ;=> (2.0d0 4.0d0 1.0d0 3.0d0)

;; Calls, closures and places between operations
(defun scaled (x) (* x 1.5d0))
(defun calls (n) (let ((x 1d0) (y 2d0)) (dotimes (i n (list x y)) (setf x (+ (scaled y) x) y (- x (identity y))))))
(calls 6)  ;=> (115.1875d0 76.8125d0)
(defun closes (n) (let ((x 1d0) (l nil)) (dotimes (i n) (let ((y (* x 2d0))) (push (lambda () (incf y 1d0)) l) (setf x y))) (mapcar #'funcall (append l l))))
(closes 3)  ;=> (9.0d0 5.0d0 3.0d0 10.0d0 6.0d0 4.0d0)
(defun half (x) (* x 0.5d0))
(defun halves (list) (let ((l nil) (s 1d0)) (dolist (x list (list s l)) (push (half x) l) (push x l) (setf s (+ s (half s))))))
(halves '(1d0 3 1/2 -0d0 1d-300))  ;=> (7.59375d0 (1.0d-300 5.0d-301 -0.0d0 -0.0d0 1/2 0.25d0 3 1.5d0 1.0d0 0.5d0))
(halves '(3 3))  ;=> (2.25d0 (3 1.5d0 3 1.5d0))
(halves '(3 a))  ;signals: type-error
(defun many-unknown (a b c d e f g h)
  (let ((i (+ a b)) (j (* c d)) (k (- e f)) (l (+ g h)) (m (* a h)) (n (+ b g)) (o (- c f)) (p (* d e)))
    (list (+ i 1d0) (* j 2d0) k l m n o p a b c d e f g h)))
(many-unknown 1 2 3 4 5 6 7 8)  ;=> (4.0d0 24.0d0 -1 15 8 9 -3 20 1 2 3 4 5 6 7 8)
(many-unknown 1 2d0 3 4d0 5 6d0 7 8d0)  ;=> (4.0d0 24.0d0 -1.0d0 15.0d0 8.0d0 9.0d0 -3.0d0 20.0d0 1 2.0d0 3 4.0d0 5 6.0d0 7 8.0d0)
(many-unknown 1d0 2d0 3 4 5/2 6 7f0 8)  ;=> (4.0d0 24.0d0 -7/2 15.0 8.0d0 9.0d0 -3 10 1.0d0 2.0d0 3 4 5/2 6 7.0 8)
(many-unknown 2305843009213693951 1 2305843009213693951 2 -2305843009213693952 1 4 5)  ;=> (2.305843009213694d18 9.223372036854776d18 -2305843009213693953 9 11529215046068469755 5 2305843009213693950 -4611686018427387904 2305843009213693951 1 2305843009213693951 2 -2305843009213693952 1 4 5)
(defvar *sum* 0d0)
(defun special-sum (n) (setf *sum* 0d0) (dotimes (i n *sum*) (setf *sum* (+ *sum* (* i 0.5d0)))))
(special-sum 9)  ;=> 18.0d0
(defstruct body (x 0d0) (v 1d0))
(defun moves (body n) (dotimes (i n body) (incf (body-x body) (* (body-v body) 0.25d0)) (setf (body-v body) (- (body-v body) (* 0.5d0 (body-x body))))))
(let ((b (moves (make-body) 5))) (list (body-x b) (body-v b)))  ;=> (0.70318603515625d0 -0.380645751953125d0)
(defun vectors (v) (let ((s 0d0)) (dotimes (i (length v) s) (setf (aref v i) (* (aref v i) 2d0)) (incf s (aref v i)))))
(vectors (vector 1d0 -0d0 0d0 1d-300 3))  ;=> 8.0d0
(vectors (make-array 3 :element-type 'double-float :initial-element 0.5d0))  ;=> 3.0d0
(vectors (vector 1 2 3))  ;=> 12.0d0
(defun matrix (n) (let ((m (make-array (list n n) :element-type 'double-float :initial-element 0d0)) (s 0d0)) (dotimes (i n) (dotimes (j n) (setf (aref m i j) (/ (float (+ i 1) 1d0) (+ j 1))))) (dotimes (i n s) (incf s (* (aref m i 0) (aref m 0 i))))))
(matrix 4)  ;=> 4.0d0
(defun several (x) (multiple-value-bind (q r) (truncate (* x 2.5d0)) (list q r (multiple-value-list (floor (- x 10d0))))))
(several 3d0)  ;=> (7 0.5d0 (-7 0.0d0))
(defun least-and-greatest (list) (let ((a (+ (first list) 0d0)) (b (+ (first list) 0d0))) (dolist (x list (list a b)) (setf a (min a x) b (max b x)))))
(least-and-greatest '(1d0 -2.5d0 3 1/2))  ;=> (-2.5d0 3)
(defun chosen (x y n) (let ((l nil) (x (* x 1d0)) (y (* y 1d0))) (dotimes (i n l) (setq l (list (max x y) (min x y) (max y x) (min y x) (max x 0.5d0) (min 0.5d0 x) (max (+ x 1d0) (- y 1d0)))))))
(loop for x in '(1d0 -1d0 0d0 0.5d0 1d300 -1d-300) collect (chosen x 0.25d0 3))  ;=> ((1.0d0 0.25d0 1.0d0 0.25d0 1.0d0 0.5d0 2.0d0) (0.25d0 -1.0d0 0.25d0 -1.0d0 0.5d0 -1.0d0 0.0d0) (0.25d0 0.0d0 0.25d0 0.0d0 0.5d0 0.0d0 1.0d0) (0.5d0 0.25d0 0.5d0 0.25d0 0.5d0 0.5d0 1.5d0) (1.0d300 0.25d0 1.0d300 0.25d0 1.0d300 0.5d0 1.0d300) (0.25d0 -1.0d-300 0.25d0 -1.0d-300 0.5d0 -1.0d-300 1.0d0))
(defun greatest (v n) (declare (fixnum n)) (let ((hi -1d300) (lo 1d300)) (declare (double-float hi lo)) (dotimes (i n (list hi lo)) (setq hi (max hi (svref v (mod i (length v)))) lo (min lo (svref v (mod i (length v))))))))
(greatest (vector 3d0 -2d0 7.5d0 0d0) 9)  ;=> (7.5d0 -2.0d0)
; of equal ones the first
(list (chosen 0d0 -0d0 2) (chosen -0d0 0d0 2))  ;=> ((0.0d0 0.0d0 -0.0d0 -0.0d0 0.5d0 0.0d0 1.0d0) (-0.0d0 -0.0d0 0.0d0 0.0d0 0.5d0 -0.0d0 1.0d0))
(greatest (vector 1d0 2 -3/2) 6)  ;=> (2 -3/2)
(greatest (vector 1d0 'a) 6)  ;signals: type-error
(defun conversions (n) (let ((s 0d0)) (dotimes (i n s) (incf s (float i 1d0)) (incf s (coerce i 'double-float)) (incf s (/ (float i 1d0) 2)))))
(conversions 7)  ;=> 52.5d0
(defun polynomial (x) (let ((s 0d0)) (dolist (c '(1d0 -2d0 3d0) s) (setf s (+ (* s x) c)))))
(polynomial 2d0)  ;=> 3.0d0
(polynomial 2)  ;=> 3.0d0
(polynomial 1/2)  ;=> 2.25d0
(defun as-keys (n) (let ((table (make-hash-table :test 'eql)) (x 0d0)) (dotimes (i n) (setf (gethash x table) i x (- (* x -1d0) 0d0))) (hash-table-count table)))
(as-keys 4)  ;=> 2

;; Conditions and jumps out of loops
(defun handled (n) (let ((s 0d0)) (dotimes (i n s) (setf s (+ s (handler-case (if (= (mod i 3) 2) (error "no") (* s 0.5d0)) (error () 1d0)))))))
(handled 10)  ;=> 12.46875d0
(defun thrown (n) (let ((s 1d0)) (dotimes (i n s) (setf s (* s 1.5d0)) (setf s (- s (catch 'out (if (oddp i) (throw 'out (/ s 2d0)) 0.25d0)))))))
(thrown 6)  ;=> 0.7880859375d0
(defun cleaned (n) (let ((x 1d0) (y 0d0)) (dotimes (i n) (block nil (unwind-protect (progn (setf x (* x 2d0)) (when (= i 2) (return))) (setf y (+ y x))))) (list x y)))
(cleaned 5)  ;=> (32.0d0 62.0d0)
(defun jumps (x) (let ((y (+ x 1d0)) (n 0)) (tagbody again (setf y (* y 0.5d0)) (incf n) (when (> y 1d-3) (go again))) (list y n)))
(jumps 10d0)  ;=> (6.7138671875d-4 14)
(defun search-in (list) (let ((best -1d0)) (block nil (dolist (x list best) (when (> x 100d0) (return :large)) (when (> x best) (setf best x))))))
(search-in '(1d0 5d0 3d0))  ;=> 5.0d0
(search-in '(1d0 500d0 3d0))  ;=> :LARGE
(search-in '(1 5 3))  ;=> 5
(defun nested (n) (let ((s 0d0)) (dotimes (i n s) (let ((u (* i 1d0))) (dotimes (j i) (let ((v (* j 0.5d0))) (setf s (+ s (* u v)) u (- u v))))))))
(nested 6)  ;=> 30.5d0

;; Redefined functions
(defun redefined (x) (* x 2d0))
(defun uses-redefined (n) (let ((s 0d0)) (dotimes (i n s) (when (= i 5) (setf (fdefinition 'redefined) (lambda (x) (- x)))) (setf s (+ s (redefined (+ i 0.5d0)))))))
(uses-redefined 8)  ;=> 5.5d0
(uses-redefined 3)  ;=> -4.5d0

;; Collections while doubles are raw
(defun collects (n) (let ((x 0.5d0) (y 0d0) (l nil)) (dotimes (i n) (setf x (+ x 0.25d0) y (* y -1d0)) (push (list x (* x 1d100) y) l) (when (> (length l) 50) (setf l nil))) (list x y (length l))))
(collects 3000)  ;=> (750.5d0 0.0d0 42)

;;; Rounding to integers in loops, which is compiled for floats if the second value is not used
(defun rounded (numbers)
  (let ((all nil) (sum 0d0))
    (dolist (x numbers (nreverse all))
      (setq sum (+ sum (if (= x 1d300) 0d0 x)))
      (let ((a (truncate x)) (b (floor x)) (c (ceiling x)) (d (round x)))
        (push (list a b c d (floor (* 2 x)) (round (/ x 3))) all)))))
(defun rounded-by-functions (numbers)
  (flet ((first-value (function x) (values (funcall function x))))
    (mapcar (lambda (x) (append (mapcar (lambda (f) (first-value f x)) '(truncate floor ceiling round)) (list (first-value 'floor (* 2 x)) (first-value 'round (/ x 3))))) numbers)))
(defvar *to-round*
  (list 0d0 -0d0 0.5d0 -0.5d0 1.5d0 2.5d0 -1.5d0 -2.5d0 3d0 -3d0 123456.75d0 -1d-300 1d-300 4503599627370495.5d0 4503599627370497d0 -9007199254740993d0
        1.152921504606846975d18 -1.152921504606846976d18 1.16d18 2.305843009213693951d18 -2.305843009213693952d18 2.4d18 -2.4d18 9.3d18 -9.3d18 1d19 1d300 -1d300))
(dotimes (i 4 t) (rounded '(1d0 2.5d0 -3.25d0)))  ;=> T
(equal (rounded *to-round*) (rounded-by-functions *to-round*))  ;=> T
(dotimes (i 4 t) (rounded '(1.5 2.5 -3.25)))  ;=> T
(let ((singles '(0.0 -0.5 0.5 1.5 2.5 -2.5 1.0e9 -1.0e18 1.0e30 16777217.0))) (equal (rounded singles) (rounded-by-functions singles)))  ;=> T
(equal (rounded '(1 7/2 -5 2.5d0 3)) (rounded-by-functions '(1 7/2 -5 2.5d0 3)))  ;=> T
(list (multiple-value-list (floor -2.5d0)) (multiple-value-list (round 2.5d0)) (multiple-value-list (truncate -2.5d0)) (multiple-value-list (fceiling 2.25d0)))
;=> ((-3 0.5d0) (2 0.5d0) (-2 -0.5d0) (3.0d0 -0.75d0))
;;; Overflow inside a formula, whose last result alone is tested. LOG: the values of LOOK, which a repetition would call again
(defvar *log* nil)
(defun look (x) (push x *log*) x)
(defmacro define-formula (name formula)
  `(defun ,name (numbers)
     (setq *log* nil)
     (let ((y 0.5d0) (sum 0d0))
       (list (dolist (x numbers sum)
               (setq sum (handler-case (+ sum ,formula) (arithmetic-error (c) (look (first (arithmetic-error-operands c))) -1d0))
                     y (* y 0.5d0)))
             (reverse *log*)))))
(define-formula square-minus-square (- (* x x) (* x x)))
(define-formula product-times-zero (* (+ 1d0 (* x x)) 0d0))
(define-formula polynomial-of-x (+ 1d0 (* x (- 2d0 (* x (+ 3d0 (* x x)))))))
(define-formula with-quotient (/ 1d0 (+ (* x x) 1d0)))
(define-formula with-root (sqrt (+ (* x x) (* y y))))
(define-formula with-comparison (if (> (* x x) 1d300) 2d0 (- (* x x))))
(define-formula with-calls (+ (* (look x) x) (* (look y) y)))
(define-formula with-assignments (let ((a 0d0) (b x)) (setq a (* b b) b (- a a)) (setq a b) (+ a b)))
(define-formula many-floats
  (let ((a (* x 1d0)) (b (* x 2d0)) (c (* x 3d0)) (d (* x 4d0)) (e (* x 5d0)) (f (* x 6d0)) (g (* x 7d0)) (h (* x 8d0)) (i (* x 9d0)))
    (+ (* a b) (- (* c d) (+ (* e f) (- (* g h) (* (* i a) (* b c))))) (+ a b c d e f g h i))))
;; integers are computed between the operations
(define-formula with-integers (* (* x (+ 3 10000000000)) (- 3 10000000000)))
(define-formula with-more-integers (+ (* x (+ 3 10000000000)) (* 3 10000000000) (* x (- 7 20000000000))))
(defvar *mild* '(1d0 2d0 -3d0 0.25d0))
(dotimes (i 4 t) (with-integers *mild*) (with-more-integers *mild*))  ;=> T
(with-integers '(2d0 1d295 4d0))  ;=> (-4.0d20 (1.0000000003d305))
(handler-case (let ((x 1d300)) (dotimes (i 2) (setq x (* (* x (+ 3 10000000000)) (- 3 10000000000))))) (arithmetic-error (c) (arithmetic-error-operands c)))  ;=> (1.0d300 10000000003)
(defun operands-of-overflow (x) (handler-case (let ((y 0.5d0)) (list y (* (* x (+ 3 10000000000)) (- 3 10000000000)))) (arithmetic-error (c) (arithmetic-error-operands c))))
(dotimes (i 4 t) (operands-of-overflow 1d0))  ;=> T
(operands-of-overflow 1d300)  ;=> (1.0d300 10000000003)
(defun operands-of-single () (handler-case (* 1.0e38 (+ 3 10000000000) (- 3 10000000000)) (arithmetic-error (c) (arithmetic-error-operands c))))
(list (operands-of-single) (operands-of-single))  ;=> ((1.0e38 10000000003) (1.0e38 10000000003))
(defun operands-of-double (n) (handler-case (* 1d300 (+ n 10000000000) (- 3 10000000000) (+ 5 10000000000)) (arithmetic-error (c) (arithmetic-error-operands c))))
(list (operands-of-double 3) (operands-of-double 4))  ;=> ((1.0d300 10000000003) (1.0d300 10000000004))
(dotimes (i 4 t) (mapc #'funcall '(square-minus-square product-times-zero polynomial-of-x with-quotient with-root with-comparison with-calls with-assignments many-floats) (make-list 9 :initial-element *mild*)))  ;=> T
(square-minus-square '(1d0 1d200 2d0))  ;=> (-1.0d0 (1.0d200))
(product-times-zero '(1d0 -1d200 2d0))  ;=> (-1.0d0 (-1.0d200))
(polynomial-of-x '(1d0 2d0 1d160))  ;=> (-1.0d0 (1.0d160))
(with-quotient '(1d0 1d200 2d0))  ;=> (-0.8d0 (1.0d200))
(with-root '(3d0 1d200))  ;=> (-1.0d0 (1.0d200))
(with-comparison '(1d0 1d200 1d151))  ;=> (1.0d0 (1.0d200))
(with-calls '(1d0 1d200))  ;=> (-1.0d0 (1.0d0 0.5d0 1.0d200 1.0d200))
(with-assignments '(1d0 1d200 2d0))  ;=> (-1.0d0 (1.0d200))
(many-floats '(1d0 1d200))  ;=> (-1.0d0 (1.0d200))
(many-floats '(1d-200 2d-200))  ;=> (1.35d-198 NIL)
; too small or large to be immediate in the middle, and zero
(list (square-minus-square '(1d-150 1d-200)) (product-times-zero '(1d150)) (polynomial-of-x '(0d0 1d-170)) (with-quotient '(1d150 0d0)))
;=> ((0.0d0 NIL) (0.0d0 NIL) (2.0d0 NIL) (1.0d0 NIL))
; numbers of another type
(list (square-minus-square '(1 2 1/2)) (polynomial-of-x '(1 2.0)) (with-quotient '(1 3)))  ;=> ((0.0d0 NIL) (-24.0d0 NIL) (0.6d0 NIL))
