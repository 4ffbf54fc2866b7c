;;;; Single floats in loops: native code keeps them in float registers. Variables begin as singles and may meet other numbers.

;;; Sums. All numbers are multiples of 1/8, so that every sum is exact and its value follows from the rationals.

(defun sum-from (start numbers)
  (let ((sum start))
    (dolist (x numbers sum)
      (setq sum (+ sum x)))))
(defun sum-of-products (start numbers)
  (let ((sum start) (scale 0.5))
    (dolist (x numbers sum)
      (setq sum (- (+ sum (* x scale)) (* scale -1.5) 0.25)))))

;; The number of the value X in the format of the widest of NUMBERS.
(defun in-widest-format (x numbers)
  (cond ((some (lambda (n) (typep n 'double-float)) numbers) (float x 1d0))
        ((some #'floatp numbers) (float x 1.0))
        (t x)))

(defparameter *lists* '((0.5 0.25 1.5 -3.0) (0.5 2d0 -1.125) (1d0 2d0 3d0) (1 2 3) (1/2 1/4) (3 0.5 1/8 2d0) (-0.0 0.0) (100000 0.125) ()))

(loop repeat 3
      always (loop for start in '(0.0 1.5 0 1d0 3/8)
                   always (loop for list in *lists*
                                always (eql (+ (sum-from start list) 0)
                                            (in-widest-format (reduce #'+ (mapcar #'rational (cons start list))) (cons start list))))))  ;=> T
(loop repeat 3
      always (loop for start in '(0.0 1.5 0 1d0 3/8)
                   always (loop for list in (remove nil *lists*)
                                always (eql (+ (sum-of-products start list) 0)
                                            (in-widest-format (+ (rational start) (reduce #'+ (mapcar (lambda (x) (+ (/ (rational x) 2) 1/2)) list)))
                                                              (list* start 0.5 list))))))  ;=> T

;;; Integers are rounded once to the format of the other operand: 2^24 + 1 is halfway between two singles.

(defun times-one (n) (let ((x 1.0)) (dotimes (i 2 x) (setq x (* 1.0 n)))))
(list (times-one (expt 2 24)) (times-one (1+ (expt 2 24))) (times-one (+ 3 (expt 2 24))) (times-one (- -1 (expt 2 25))))
;=> (1.6777216e7 1.6777216e7 1.677722e7 -3.3554432e7)

;;; Comparisons are exact: no single is equal to 2^24 + 1.

(defun comparisons-with (x n)
  (let ((s 0.0) (all nil))
    (dotimes (i 2 all)
      (setq s (+ x 0.0))
      (setq all (list (< s n) (<= s n) (= s n) (>= s n) (> s n))))))
(comparisons-with (float (expt 2 24)) (1+ (expt 2 24)))  ;=> (T T NIL NIL NIL)
(comparisons-with 0.5 1/2)     ;=> (NIL T T T NIL)
(comparisons-with 0.1 0.1d0)   ;=> (NIL NIL NIL T T)
(comparisons-with -0.0 0)      ;=> (NIL T T T NIL)
(comparisons-with 2.5 2)       ;=> (NIL NIL NIL T T)
(comparisons-with 1e38 (expt 10 39))  ;=> (T T NIL NIL NIL)

;;; Errors, and results outside of single floats

(defun repeated-product (x factor n) (let ((y 1.0)) (setq y x) (dotimes (i n y) (setq y (* y factor)))))
(repeated-product 1.0 2.0 100)   ;=> 1.2676506e30
(repeated-product 1.0 2.0 128)   ;signals: floating-point-overflow
(= (repeated-product 1.0 0.5 149) least-positive-single-float)  ;=> T
(zerop (repeated-product 1.0 0.5 160))  ;=> T
(repeated-product 3.0 1/3 1)     ;=> 1.0
(defun divided (x y) (let ((q 0.0)) (dotimes (i 2 q) (setq q (/ (+ x 0.0) y)))))
(list (divided 1.0 4.0) (divided 1.0 3) (divided 1.0 4d0) (divided 3 2))  ;=> (0.25 0.33333334 0.25d0 1.5)
(divided 1.0 0.0)    ;signals: division-by-zero
(divided 1.0 0)      ;signals: division-by-zero
(divided 1e38 1e-38) ;signals: floating-point-overflow
(defun roots (x) (let ((y 0.0)) (setq y (+ x 0.0)) (list (sqrt y) (abs y) (- y))))
(loop repeat 2 collect (roots 2.25))   ;=> ((1.5 2.25 -2.25) (1.5 2.25 -2.25))
(loop repeat 2 collect (roots -4.0))   ;=> ((#C(0.0 2.0) 4.0 4.0) (#C(0.0 2.0) 4.0 4.0))
(loop repeat 2 collect (roots -0.0))   ;=> ((0.0 0.0 -0.0) (0.0 0.0 -0.0))

;;; In vectors

(defun smooth (v)
  (let ((before 0.0))
    (dotimes (i (length v) v)
      (let ((x (aref v i)))
        (setf (aref v i) (* 0.5 (+ before x)))
        (setq before x)))))
(loop for element-type in '(single-float t)
      collect (smooth (make-array 4 :element-type element-type :initial-contents '(1.0 2.0 -3.0 0.5))))
;=> (#(0.5 1.5 -0.5 -1.25) #(0.5 1.5 -0.5 -1.25))
(smooth (vector 1 2d0 1/2 0.5))  ;=> #(0.5 1.5d0 1.25d0 0.5)
