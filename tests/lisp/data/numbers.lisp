;;;; numbers.lisp -- arithmetic and the syntax of numbers; the expected values are those of SBCL 2.2.9.

(defun factorial (n) (if (= n 0) 1 (* n (factorial (- n 1)))))
(+ 1/2 1/3)  ;=> 5/6
(* 1.5 2)  ;=> 3.0
(- 10)  ;=> -10
(/ 6 3)  ;=> 2
(/ 1 3.0d0)  ;=> 0.3333333333333333d0
(floor -7 2)  ;=> -4 ; 1
(ceiling 7 2)  ;=> 4 ; -1
(truncate -7 2)  ;=> -3 ; -1
(round 5 2)  ;=> 2 ; 1
(round 7 2)  ;=> 4 ; -1
(round -5 2)  ;=> -2 ; -1
(mod -7 3)  ;=> 2
(rem -7 3)  ;=> -1
(mod 7 -3)  ;=> -2
(floor 7/2)  ;=> 3 ; 1/2
(floor 2.5d0)  ;=> 2 ; 0.5d0
(expt 2 10)  ;=> 1024
(expt 2 -3)  ;=> 1/8
(expt 2/3 3)  ;=> 8/27
(expt 0 0)  ;=> 1
(count-if (lambda (x) (handler-case (apply #'expt x) (division-by-zero () t))) '((0 -1) (0 -5/2) (0 -2.0) (0.0 -1) (-0.0 -2.5) (0d0 -1/2)))  ;=> 6
(list (expt 0 1/2) (expt 0.0 3) (expt 0 2.0) (expt 1 -5/2))  ;=> (0.0 0.0 0.0 1.0)
(expt 2.0d0 3)  ;=> 8.0d0
(gcd 12 18)  ;=> 6
(lcm 4 6)  ;=> 12
(abs -5/3)  ;=> 5/3
(max 1 2 3)  ;=> 3
(min 3 1 2)  ;=> 1
(= 1 1.0d0)  ;=> T
(eql 1 1.0d0)  ;=> NIL
(< 1 2 3)  ;=> T
(< 1 3 2)  ;=> NIL
(/= 1 2 3)  ;=> T
(/= 1 2 1)  ;=> NIL
(zerop 0)  ;=> T
(plusp -1)  ;=> NIL
(list (mapcar #'plusp '(-1 0 1/2)) (mapcar #'minusp '(-1 0 1/2)))  ;=> ((NIL NIL T) (T NIL NIL))
(evenp 10)  ;=> T
(oddp 10)  ;=> NIL
(numerator 6/4)  ;=> 3
(denominator 6/4)  ;=> 2
(ash 1 100)  ;=> 1267650600228229401496703205376
(ash -1 -5)  ;=> -1
(ash 255 -4)  ;=> 15
(logand 12 10)  ;=> 8
(logior 12 10)  ;=> 14
(logxor 12 10)  ;=> 6
(lognot 0)  ;=> -1
(integer-length 255)  ;=> 8
(isqrt 99)  ;=> 9
(parse-integer "42")  ;=> 42 ; 2
(parse-integer "ff" :radix 16)  ;=> 255 ; 2
(parse-integer "12x" :junk-allowed t)  ;=> 12 ; 2
(parse-integer "12345" :start 1 :end 3)  ;=> 23 ; 3
(parse-integer " -1 7" :end 3)  ;=> -1 ; 3
(parse-integer "-5" :end 1)  ;signals: parse-error
(parse-integer "1 2 " :end 2)  ;=> 1 ; 2
(parse-integer "-" :junk-allowed t)  ;=> NIL ; 1
(parse-integer "zz" :radix 36 :end 1)  ;=> 35 ; 1
(parse-integer "12" :radix 2 :junk-allowed t)  ;=> 1 ; 1
(factorial 25)  ;=> 15511210043330985984000000
(* 99999999999 99999999999)  ;=> 9999999999800000000001
(- (expt 10 30) 1)  ;=> 999999999999999999999999999999
(floor (expt 10 30) 7)  ;=> 142857142857142857142857142857 ; 1
(mod (expt 3 200) 1000007)  ;=> 959082
(gcd (expt 2 100) (expt 6 50))  ;=> 1125899906842624
(* -1 (expt 2 62))  ;=> -4611686018427387904
(+ 4611686018427387903 1)  ;=> 4611686018427387904
(1+ 2305843009213693951)  ;=> 2305843009213693952
(1- -2305843009213693952)  ;=> -2305843009213693953
(float 1/3 1d0)  ;=> 0.3333333333333333d0
(rational 0.5d0)  ;=> 1/2
(signum -3)  ;=> -1
(sqrt 16d0)  ;=> 4.0d0
(truncate 1d10)  ;=> 10000000000 ; 0.0d0
(integerp (expt 2 100))  ;=> T
(rationalp 1/2)  ;=> T
(floatp 1)  ;=> NIL
(car (list 1))  ;=> 1
(/ 5 0)  ;signals: division-by-zero
(+ 'a 1)  ;signals: type-error
(sqrt 'x)  ;signals: type-error
(max)  ;signals: program-error
(logcount 255)  ;=> 8
(logbitp 3 8)  ;=> T
(coerce 3 'double-float)  ;=> 3.0d0
; a large integer halfway between two floats becomes the even one
(let ((n (expt 2 70)))
  (flet ((becomes (more type rounded) (= (coerce (+ n more) type) (+ n rounded))))
    (list (becomes (expt 2 17) 'double-float 0) (becomes (1+ (expt 2 17)) 'double-float (expt 2 18)) (becomes (* 3 (expt 2 17)) 'double-float (expt 2 19))
          (becomes (expt 2 46) 'single-float 0) (becomes (1+ (expt 2 46)) 'single-float (expt 2 47)) (becomes (* 3 (expt 2 46)) 'single-float (expt 2 48)))))  ;=> (T T T T T T)
(string (code-char 65))  ;=> "A"
(round 2.5d0)  ;=> 2 ; 0.5d0
(round 3.5d0)  ;=> 4 ; -0.5d0
(mapcar (lambda (l) (multiple-value-list (apply #'round l))) '((7.0 -4.0) (-7.0 4.0) (-7.0 -4.0) (7 -4d0) (-2.5 1) (-3.5 1) (3.5 -1)))
  ;=> ((-2 -1.0) (-2 1.0) (2 1.0) (-2 -1.0d0) (-2 -0.5) (-4 0.5) (-4 -0.5))
(truncate 7 -2)  ;=> -3 ; 1
(floor 7 -2)  ;=> -4 ; -1
(ceiling -7 2)  ;=> -3 ; -1
(exp 0d0)  ;=> 1.0d0
(atan 0d0 1d0)  ;=> 0.0d0
(random 1)  ;=> 0
(minusp -1/2)  ;=> T
(= 1/3 (/ 2 6))  ;=> T
(> 3 2 1)  ;=> T
(>= 2 2 1)  ;=> T
(<= 1 1 2)  ;=> T
1e3  ;=> 1000.0
#xFF  ;=> 255
#b1010  ;=> 10
#o17  ;=> 15
#36rZZ  ;=> 1295
-0  ;=> 0
+5  ;=> 5

;; Integers long enough that their greatest common divisor is computed on another thread.
(= (gcd (* (expt 3 600000) (expt 7 50000)) (* (expt 5 300000) (expt 7 60000))) (expt 7 50000)) ;=> T
(expt 10 1000000000) ;signals: storage-condition

;;; The parts of floats
(decode-float 6d0)  ;=> 0.75d0 ; 3 ; 1.0d0
(decode-float -0d0)  ;=> 0.0d0 ; 0 ; -1.0d0
(integer-decode-float 1d0)  ;=> 4503599627370496 ; -52 ; 1
(integer-decode-float -0.1d0)  ;=> 7205759403792794 ; -56 ; -1
(decode-float 1)  ;signals: type-error
(scale-float 1.5d0 -2)  ;=> 0.375d0
(scale-float 1d0 (expt 10 30))  ;signals: floating-point-overflow
(float-sign -0d0 2d0)  ;=> -2.0d0
(float-sign 3d0 -2d0)  ;=> 2.0d0
(list (float-radix 1d0) (float-digits 1d0) (float-precision 1d0) (float-precision 0d0))  ;=> (2 53 53 0)
(float-precision least-positive-double-float)  ;=> 1
(= (+ 1d0 double-float-epsilon) 1d0)  ;=> NIL
(= (- 1d0 double-float-negative-epsilon) 1d0)  ;=> NIL
(/ least-positive-double-float 2)  ;=> 0.0d0
(rationalize 0.1d0)  ;=> 1/10
(rationalize -2.5d0)  ;=> -5/2
(rationalize 3.141592653589793d0)  ;=> 245850922/78256779
(rationalize 2/3)  ;=> 2/3
(list (rationalize 1d20) (rationalize -1e10) (rationalize 0.0) (rationalize 1d-3))  ;=> (100000000000000000000 -10000000000 0 1/1000)
(list (log 1000 10d0) (log 8d0 2) (< (abs (- (log 890 10d0) 2.949390006644913d0)) 1d-14))  ;=> (3.0d0 3.0d0 T)
(loop for x in (list pi 1d300 1d-300 (expt 2d0 80) 56237076499494604800d0 most-positive-double-float)
      always (= x (float (rationalize x) 1d0)))  ;=> T
(rationalize 'a)  ;signals: type-error
(list 1.s0 1.e2 +2.d-1)  ;=> (1.0 100.0 0.2d0)
(round 4.9406564584124654d-324 4.9406564584124654d-324)  ;=> 1 ; 0.0d0
(list (round 2.5d0) (round 3.5d0) (round -2.5d0) (round 2.4d0) (round 2.6d0))  ;=> (2 4 -2 2 3)

;;; Single floats are the default format of the reader; contagion goes from rationals, which are rounded once, to singles to
;;; doubles
(list 0.1 1.5e10 1.5f10 1.5s10 1.5d10 1l0)  ;=> (0.1 1.5e10 1.5e10 1.5e10 1.5d10 1.0d0)
(list (/ 1.0 3) (/ 1d0 3) (float 1/3) (float 1/3 1d0) (float 1d0 1.0))  ;=> (0.33333334 0.3333333333333333d0 0.33333334 0.3333333333333333d0 1.0)
(list (+ 1.0 1d0) (* 2 1.5) (+ 1.0 16777217) (expt 2 0.5) (sqrt 2) (exp 1) (atan 1 1) (atan 1 1d0))
;=> (2.0d0 3.0 1.6777216e7 1.4142135 1.4142135 2.7182817 0.7853982 0.7853981633974483d0)
(list (log 10) (log 1000 10) (sin 1) (ffloor 7.5) (ffloor 7.5d0) (abs -1.0) (signum -3d0) (phase -1))
;=> (2.3025851 3.0 0.84147096 7.0 7.0d0 1.0 -1.0d0 3.1415927)
(list (type-of 1.0) (type-of 1d0) (typep 1.0 'short-float) (typep 1.0 'long-float) (eql 1.0 1d0) (= 1.0 1d0) (equalp 1.0 1d0))
;=> (SINGLE-FLOAT DOUBLE-FLOAT T NIL NIL T T)
(list (= 0.1 0.1d0) (< 0.1d0 0.1) (rational 0.1) (rationalize 0.1))  ;=> (NIL T 13421773/134217728 1/10)
(list most-positive-single-float most-positive-short-float single-float-epsilon single-float-negative-epsilon)
;=> (3.4028235e38 3.4028235e38 5.960465e-8 2.9802326e-8)
(list (integer-decode-float 1.5) (float-digits 1.0) (float-precision least-positive-single-float) (float-sign -1d0))  ;=> (12582912 24 1 -1.0d0)
(* 1e38 10)  ;signals: floating-point-overflow
(* 1e38 1e38)  ;signals: "*: the result is too large for a float (of 1.0e38 and 1.0e38)"
(exp 1000)  ;signals: "EXP: the result is too large for a float (of 1000)"
(handler-case (exp 1000) (floating-point-overflow (c) (arithmetic-error-operands c)))  ;=> (1000)
(float (expt 10 50))  ;signals: floating-point-overflow
(float 1d300 1.0)  ;signals: floating-point-overflow
(read-from-string "1e39")  ;signals: reader-error
(float 1 2)  ;signals: type-error
(let ((*read-default-float-format* 'double-float)) (list (prin1-to-string 1.5d0) (prin1-to-string (float 3/2)) (read-from-string "0.1")))
;=> ("1.5" "1.5f0" 0.1d0)
(let ((*read-default-float-format* 'ratio)) (read-from-string "0.1"))  ;signals: type-error
(list (coerce 1/3 'single-float) (coerce 1 'long-float) (coerce 1 '(complex double-float)) (complex 1 2d0) (* #C(1.0 2.0) 2d0))
;=> (0.33333334 1.0d0 #C(1.0d0 0.0d0) #C(1.0d0 2.0d0) #C(2.0d0 4.0d0))
;; The nearest single of a ratio just above the midpoint of two: rounding to a double first would round it to even.
(float (+ 1 (expt 2 -24) (expt 2 -80)))  ;=> 1.0000001
(let ((x 1.0)) (dotimes (i 10 x) (setq x (- (* x 1.5) 0.25))))  ;=> 29.33252
(list (format nil "~F ~E ~E ~,3F ~F ~A" 1/3 1.5 1.5d0 1d0 1d0 1d0) (loop for x of-type double-float = 1d0 repeat 1 collect x))
;=> ("0.33333334 1.5e+0 1.5d+0 1.000 1.0 1.0d0" (1.0d0))
(subtypep 'single-float 'double-float)  ;=> NIL ; T
(subtypep 'float '(or single-float double-float))  ;=> T ; T
(subtypep '(single-float 1.0 1.0) '(eql 1))  ;=> NIL ; T
(subtypep '(single-float 1.0 1.0) '(eql 1.0))  ;=> T ; T

;;; Floats near zero, and other edge cases

(list (float (/ 1 (expt 10 320)) 1d0) (float (/ 3 (expt 2 1074)) 1d0) (float (/ 1 (expt 2 1076)) 1d0) (float (/ 3 (expt 2 1076)) 1d0))  ;=> (1.0d-320 1.5d-323 0.0d0 5.0d-324)
(list (integer-length -4) (integer-length (- (ash 1 60))) (integer-length (1- (- (ash 1 60)))) (- #c(1 2)))  ;=> (2 60 61 #C(-1 -2))
(multiple-value-list (floor 4.5d15))  ;=> (4500000000000000 0.0d0)
(list (expt 0 #c(1 1)) (abs #c(3 4)))  ;=> (0 5.0)
(expt 0 #c(-1 1))  ;signals: type-error
(/ 5 #c(0.0 0.0))  ;signals: division-by-zero
(list (typep #\Tab 'standard-char) (typep #\a 'standard-char) (typep #\é 'standard-char))  ;=> (NIL T NIL)
(hash-table-count (let ((h (make-hash-table :test 'equalp))) (setf (gethash 1.5d0 h) 1 (gethash 3/2 h) 2 (gethash 1.5 h) 3) h))  ;=> 1

;; A random state is a copy of another one, random, or made from a seed.
(make-random-state 1)  ;signals: type-error
(let ((a (seed-random-state -1)) (b (seed-random-state -1))) (= (random 1000000 a) (random 1000000 b)))  ;=> T
(= (random (expt 10 9) (seed-random-state 1)) (random (expt 10 9) (seed-random-state 2)))  ;=> NIL
(seed-random-state 1.5)  ;signals: type-error

;; Floats are divided in their own format, as in SBCL and CLISP.
(list (multiple-value-list (floor 6.0 0.1)) (multiple-value-list (floor 1.0d0 0.1d0)) (mod 1.0 0.1) (mod 2.4 0.8) (mod 7 0.7))  ;=> ((60 0.0) (10 0.0d0) 0.0 0.0 0.0)
(list (multiple-value-list (floor -0.3 0.1)) (multiple-value-list (ceiling 0.3 0.1)) (multiple-value-list (round 0.35 0.1)))  ;=> ((-3 0.0) (3 0.0) (3 0.049999982))
(list (mod 10.0 0.3) (rem -5.5 2.5) (mod -1.0 0.3))  ;=> (0.09999943 -0.5 0.20000005)

;; Powers of a negative power of two, floats of large ratios, and many digits: 3^1000000 has floor(1000000 log 3) + 1 of
;; them.
(list (expt -4 5) (expt -4 6) (expt -2 61) (expt -2 62))  ;=> (-1024 4096 -2305843009213693952 4611686018427387904)
(float (/ (1+ (expt 10 40)) 3) 1d0)  ;=> 3.333333333333333d39
(let ((n (expt 3 1000000))) (list (length (prin1-to-string n)) (= n (parse-integer (prin1-to-string n)))))  ;=> (477122 T)
(mapcar (lambda (x) (logcount x)) (list 0 1 -1 255 -256 -2 (expt 2 60) (- (expt 2 61)) (- (expt 2 61) 1) (ash 1 100) (- (ash 1 100))))  ;=> (0 1 0 8 8 1 1 61 61 1 100)

;; An integer is compared with the exact value of a float: doubles do not represent all integers above 2^53.
(list (= 9007199254740993 9007199254740992d0) (< 9007199254740992d0 9007199254740993) (= 9007199254740992 9007199254740992d0) (> 2.5 2)
      (< -3 -2.5) (= 1 1.0) (< 9007199254740992 9007199254740994d0) (= -9007199254740993 -9007199254740992d0))  ;=> (NIL T T T T T T NIL)
(list (signum -0.0) (signum 0.0d0) (signum 0))  ;=> (-0.0 0.0d0 0)

;; Sums, products and quotients of ratios are in lowest terms, whatever common factors their parts have.
(list (+ 1/6 1/10) (+ 1/6 1/3) (+ 5/6 1/6) (- 1/6 1/6) (- 3/10 -1/15) (+ 2 -5/3) (* 4/9 3/8) (* 2/3 3/2) (* 0 2/3) (* -6 5/4))  ;=> (4/15 1/2 1 0 11/30 1/3 1/6 1 0 -15/2)
(list (/ 4/9 -8/3) (/ 2/3 2/3) (/ 3 -6/5) (/ -7/2) (/ 0 2/3) (expt -2/3 -3) (expt 4/6 2))  ;=> (-1/6 1 -5/2 -2/7 0 -27/8 4/9)
(multiple-value-list (floor -7/2 2/3))  ;=> (-6 1/2)
(let ((big (/ (1+ (expt 6 300)) (expt 10 300))))
  (list (= (- (+ big 1/5) 1/5) big) (= (/ (* big 4/15) 4/15) big) (gcd (numerator (* big 1/12)) (denominator (* big 1/12)))))  ;=> (T T 1)
(list (gcd most-negative-fixnum 0) (gcd most-negative-fixnum most-negative-fixnum) (/ most-negative-fixnum -1) (/ 4 most-negative-fixnum))  ;=> (2305843009213693952 2305843009213693952 2305843009213693952 -1/576460752303423488)

;;; The sum of a single float is that float, also for zeros.

(list (+ -0.0) (+ -0.0d0) (apply #'+ '(-0.0)) (* -0.0) (reduce #'+ '(-0.0)))  ;=> (-0.0 -0.0d0 -0.0 -0.0 -0.0)
(list (+ -0.0 -0.0) (+ 0 -0.0) (+ 0.0 -0.0) (+) (+ 1/2) (+ #c(1 2)))  ;=> (-0.0 0.0 0.0 0 1/2 #C(1 2))
(+ 'a)  ;signals: type-error

;;; LOG to a base: exact for exact powers, 0 for base 0.

(flet ((misses (base bases) (loop for n from 1 to 300 append (loop for b in bases unless (= (log (expt base n) b) n) collect n))))
  (list (misses 2 '(2 2.0 2d0)) (misses 10 '(10 10.0 10d0)) (misses 3 '(3 3d0)) (misses 7 '(7 7d0)) (misses 1/2 '(1/2 0.5 0.5d0))))
;=> (NIL NIL NIL NIL NIL)
(list (log (expt 2 100000) 2) (log (expt 10 30000) 10d0) (log 1/1024 2))  ;=> (100000.0 30000.0d0 -10.0)
(list (log 8 0) (log 8.0 0) (log 8 0d0) (log -8 0) (log #c(1 2) 0))  ;=> (0.0 0.0 0.0d0 0.0 0.0)
(log 0 2)  ;signals: division-by-zero
(log 8 1)  ;signals: division-by-zero

;;; Rounding to a float keeps the sign of a result that is zero, as in IEEE 754; so does a zero remainder.

(list (ffloor -0.0) (fceiling -0.5) (ftruncate -0.5) (fround -0.25) (fround -0.5d0) (ftruncate 0.5) (ffloor -0.0 2) (fround 0.25))
;=> (-0.0 -0.0 -0.0 -0.0 -0.0d0 0.0 -0.0 0.0)
(multiple-value-list (ftruncate -0.5d0))  ;=> (-0.0d0 -0.5d0)
(list (mod -0.0 0.5) (rem -0.0d0 2) (mod 0.0 -0.5) (nth-value 1 (floor -0.0)) (mod -2.0 0.5))  ;=> (-0.0 -0.0d0 0.0 -0.0 0.0)
(list (floor -0.0) (truncate -0.5) (round -0.25d0))  ;=> (0 0 0)

;; Bits of negative bignums.
(mapcar #'integer-length (list (- (expt 2 100)) (- -1 (expt 2 100)) (- 1 (expt 2 100)) (expt 2 100) (- (expt 2 64))))  ;=> (100 101 100 101 64)
(mapcar #'logcount (list (- (expt 2 100)) (- -1 (expt 2 100)) (- 1 (expt 2 100)) (- (expt 2 64)) (- (expt 3 50))))  ;=> (100 1 99 64 40)
(= (logcount (- (expt 3 500))) (logcount (lognot (- (expt 3 500)))))  ;=> T
(loop repeat 50 always (let ((n (- (random (expt 10 40))))) (= (logcount n) (logcount (lognot n)))))  ;=> T

;;; Logical operators, MAX and MIN of several numbers (values by SBCL)
(flet ((all (x y z) (list (logand x y z 7) (logior x y z 1) (logxor x y z 5) (logeqv x y z) (max x y z) (min x y z))))
  (list (all 12 10 6) (all -1 (expt 2 70) 3)))
  ;=> ((0 15 5 0 12 6) (0 -1 -1180591620717411303431 -1180591620717411303428 1180591620717411303424 -1))
(flet ((most (&rest numbers) (list (reduce #'max numbers) (max 1 2.5 2) (min 1 2.5 1/2))) ) (most 1 5/2 2))  ;=> (5/2 2.5 1/2)
(logior 1 'a 4)  ;signals: "LOGIOR: expected an integer, got A"
(flet ((logior (&rest all) all)) (logior 1 2 3))  ;=> (1 2 3)
(locally (declare (notinline logxor)) (logxor 1 2 4))  ;=> 7

;;; RANDOM of floats is below its limit, spread over the range and rarely twice the same
(flet ((in-range-p (limit) (loop repeat 2000 for x = (random limit) always (and (typep x (type-of limit)) (<= 0 x) (< x limit)))))
  (list (in-range-p 1d0) (in-range-p 2.5) (in-range-p 1d-300) (in-range-p 1d300)))  ;=> (T T T T)
(flet ((mean (limit) (/ (loop repeat 4000 sum (random limit)) 4000 limit)))
  (list (< 0.45 (mean 1d0) 0.55) (< 0.45 (mean 3.0) 0.55) (< 0.45 (mean (expt 10 30)) 0.55)))  ;=> (T T T)
(length (remove-duplicates (loop repeat 500 collect (random 1d0))))  ;=> 500

;; Integers of at most one limb, and the edges of fixnums and limbs: all pairs (the values are SBCL's)
(defvar *short* (loop for k in '(0 1 2 31 60 61 62 63 64 65 127 128) nconc (loop for d in '(-1 0 1) nconc (list (+ (expt 2 k) d) (- (+ (expt 2 k) d))))))
(defun mixed (values) (let ((h 17)) (dolist (x values h) (setq h (mod (+ (* h 1000003) x) 2305843009213693951)))))
(defun pairs (function) (mixed (loop for x in *short* nconc (loop for y in *short* collect (funcall function x y)))))
(mapcar #'pairs (list #'+ #'- #'logand #'logior #'logxor #'* #'max (lambda (x y) (if (= x y) 1 (if (< x y) 2 3)))))  ;=> (1868479282411909177 1634402269793414813 2276367710981539190 2055550684947061055 2242622087482212933 1644441245044347565 1346122660811427585 133415357019754470)
(mixed (loop for x in *short* nconc (loop for k from -130 to 130 collect (ash x k))))  ;=> 765748827740257647
(mixed (loop for x in *short* nconc (list (- x) (lognot x) (abs x) (1+ x) (1- x))))  ;=> 597412816087936765

;; Subnormal floats are rounded to the nearest, ties to even (IEEE 754): multiples of the least positive float.
(defun subnormal-units (least type)
  (mapcar (lambda (k) (/ (rational (coerce (* k least) type)) least)) '(1/2 501/1000 3/2 1499/1000 1501/1000 5/2 2501/1000 7/2 -5/2 -7/2)))
(subnormal-units (expt 2 -1074) 'double-float)  ;=> (0 1 2 1 2 2 3 4 -2 -4)
(subnormal-units (expt 2 -149) 'single-float)   ;=> (0 1 2 1 2 2 3 4 -2 -4)
(mapcar (lambda (k) (/ (rational (read-from-string (format nil "~D.0d-324" k))) (expt 2 -1074))) '(2 3 7 8))  ;=> (0 1 1 2)

;; All pairs of arguments are compared.
(list (/= 0 1 1) (/= 1 2 3 2) (/= 1 2 3 4) (/= 1 2.0 2))  ;=> (NIL NIL T NIL)

;; -0.0 - 0 is -0.0, and -0.0 + 0 is 0.0 (SBCL has the same values).
(list (- -0.0 0) (+ -0.0 0) (funcall #'- -0d0 0) (let ((x -0d0)) (- x 0)) (let ((x -0.0)) (1- (1+ x))) (- 0 0.0) (- 0 -0.0))  ;=> (-0.0 0.0 -0.0d0 -0.0d0 0.0 0.0 0.0)
(defun less-zero (x n) (dotimes (i n x) (setq x (- x 0))))
(list (less-zero -0d0 5) (less-zero -0.0 5) (less-zero 7 5) (less-zero (expt 2 70) 5))  ;=> (-0.0d0 -0.0 7 1180591620717411303424)
(defun roots (x n) (let ((l nil)) (dotimes (i n l) (setq l (list x (sqrt x))))))
(mapcar (lambda (x) (roots x 3)) '(-0.0 -0d0 0.0 4d0 -4.0))  ;=> ((-0.0 -0.0) (-0.0d0 -0.0d0) (0.0 0.0) (4.0d0 2.0d0) (-4.0 #C(0.0 2.0)))

;; LCM also checks the arguments after a zero.
(list (lcm 0) (lcm 0 0) (lcm 0 3) (lcm 4 0 6) (lcm 0 -5) (lcm -4 6 (expt 2 70)))  ;=> (0 0 0 0 0 3541774862152233910272)
(lcm 0 1/2)  ;signals: type-error
(lcm 3 0 'a)  ;signals: type-error

;; Squares and powers of two, compiled and called, by their definitions
(defun square-by-expt (x) (expt x 2))
(defun two-to-the (n) (expt 2 n))
(let ((numbers (list 0 1 -1 3 -1/2 2.5 -2.5d0 0.1d0 1d-200 #c(1 2) #c(0.5 -2) (expt 10 30) most-negative-fixnum)))
  (loop for x in numbers always (and (eql (square-by-expt x) (* x x)) (eql (square-by-expt x) (funcall #'expt x 2)))))  ;=> T
(loop for n from -70 to 130 always (eql (two-to-the n) (if (< n 0) (/ (two-to-the (- n))) (reduce #'* (make-list n :initial-element 2)))))  ;=> T
(list (two-to-the 0.5) (two-to-the 1/2) (two-to-the #c(1 0.0)))  ;=> (1.4142135 1.4142135 #C(2.0 0.0))
(square-by-expt 'a)  ;signals: type-error
(two-to-the "1")  ;signals: type-error

;; Comparisons of three numbers: each number is checked, and each form evaluated once, in order
(let ((numbers '(0 1 5 7 2.5 1/2 -3)))
  (loop for a in numbers always
    (loop for b in numbers always
      (loop for c in numbers always
        (and (eq (< a b c) (and (< a b) (< b c))) (eq (<= a b c) (and (<= a b) (<= b c))) (eq (> a b c) (and (> a b) (> b c)))
             (eq (>= a b c) (and (>= a b) (>= b c))) (eq (= a b c) (and (= a b) (= b c))) (eq (<= 0 b 5) (and (<= 0 b) (<= b 5))))))))  ;=> T
(let ((seen nil)) (list (< (progn (push 1 seen) 5) (progn (push 2 seen) 4) (progn (push 3 seen) 6)) seen))  ;=> (NIL (3 2 1))
(let ((x 'a)) (< 2 1 x))  ;signals: type-error
(let ((x "b")) (= 1 2 x))  ;signals: type-error
(let ((x #c(1 2))) (list (= 1 1 x) (= x x x)))  ;=> (NIL T)

;; Short sorts of fixnums, by insertion
(defun sorted-by-selection (list before)
  (if list (let ((first (reduce (lambda (a b) (if (funcall before b a) b a)) list))) (cons first (sorted-by-selection (remove first list :count 1) before)))))
(loop with state = (seed-random-state 5) repeat 300 always
  (let ((list (loop repeat (random 20 state) collect (- (random 9 state) 4))))
    (and (equal (sort (copy-list list) #'<) (sorted-by-selection list #'<)) (equal (sort (copy-list list) #'>) (sorted-by-selection list #'>))
         (equalp (stable-sort (coerce list 'vector) #'<) (coerce (sorted-by-selection list #'<) 'vector)))))  ;=> T
;; Division and ABS of integers of either sign, which are compiled. The laws of the standard's section on FLOOR hold for quotient and remainder.
(defun divided (x y) (list (multiple-value-list (floor x y)) (multiple-value-list (truncate x y)) (list (values (floor x y)) (mod x y)) (list (values (truncate x y)) (rem x y))))
(defmacro divided-by (n) `(lambda (x) (list (multiple-value-list (floor x ,n)) (multiple-value-list (truncate x ,n)) (list (values (floor x ,n)) (mod x ,n)) (list (values (truncate x ,n)) (rem x ,n)))))
(defun lawful-p (x y pairs)
  (and (every (lambda (pair) (= x (+ (* y (first pair)) (second pair)))) pairs)
       (every (lambda (pair) (if (plusp y) (< -1 (second pair) y) (< y (second pair) 1))) (list (first pairs) (third pairs)))
       (every (lambda (pair) (and (< (abs (second pair)) (abs y)) (if (minusp x) (<= (second pair) 0) (>= (second pair) 0)))) (list (second pairs) (fourth pairs)))))
(defvar *dividends* (append (list most-negative-fixnum (+ most-negative-fixnum 1) (- most-negative-fixnum 1) most-positive-fixnum (+ most-positive-fixnum 1) (- (expt 2 60)) (expt 2 60) -1000000007 1000000007)
                            (loop for i from -20 to 20 collect i)))
(loop for x in *dividends* always (loop for y in *dividends* always (or (= y 0) (lawful-p x y (divided x y)))))  ;=> T
(loop for x in *dividends* always (and (lawful-p x 2 (funcall (divided-by 2) x)) (lawful-p x 7 (funcall (divided-by 7) x)) (lawful-p x 1024 (funcall (divided-by 1024) x))
                                       (lawful-p x 1000000007 (funcall (divided-by 1000000007) x)) (lawful-p x 1152921504606846976 (funcall (divided-by 1152921504606846976) x))))  ;=> T
(list (divided 7.5d0 2) (funcall (divided-by 3) -7/2))
;=> (((3 1.5d0) (3 1.5d0) (3 1.5d0) (3 1.5d0)) ((-2 5/2) (-1 -1/2) (-2 5/2) (-1 -1/2)))
(divided 1 0)  ;signals: division-by-zero
(funcall (divided-by 7) 'a)  ;signals: type-error
(loop for x in (append *dividends* '(-2.5d0 -1/2 0 1.5)) always (let ((y (abs x))) (and (>= y 0) (or (= y x) (= y (- x))) (typep y (if (integerp x) 'integer (type-of y))))))  ;=> T
(list (abs most-negative-fixnum) (abs most-positive-fixnum) (abs -2.5d0) (abs #c(3 -4)))  ;=> (2305843009213693952 2305843009213693951 2.5d0 5.0)
(abs 'a)  ;signals: type-error
