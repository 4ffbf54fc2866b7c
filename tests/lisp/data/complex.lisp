;;;; complex.lisp -- complex numbers; the expected values are those of SBCL 2.2.9.

#C(1 2)  ;=> #C(1 2)
#C(1/2 -3)  ;=> #C(1/2 -3)
#C(1 0)  ;=> 1
#C(1 2.5d0)  ;=> #C(1.0d0 2.5d0)
#C(1d0 0)  ;=> #C(1.0d0 0.0d0)
(read-from-string "#C(1 a)")  ;signals: reader-error
(read-from-string "#C(1 2 3)")  ;signals: reader-error
(list (complex 1 2) (complex 3) (complex 3 0) (complex 3d0))  ;=> (#C(1 2) 3 3 #C(3.0d0 0.0d0))
(complex #C(1 2))  ;signals: type-error
(list (realpart #C(1 2)) (imagpart #C(1 2)) (realpart 5) (imagpart 5) (imagpart -5d0))  ;=> (1 2 5 0 -0.0d0)
(list (+ #C(1 2) 3) (+ #C(1 2) #C(1 -2)) (- #C(1 2)) (- 1 #C(1 2)))  ;=> (#C(4 2) 2 #C(-1 -2) #C(0 -2))
(list (* #C(0 1) #C(0 1)) (* 2 #C(1 2)) (* #C(1 2) 1.5d0))  ;=> (-1 #C(2 4) #C(1.5d0 3.0d0))
(list (/ #C(1 2) #C(3 4)) (/ #C(2 4) 2) (/ #C(1 1)))  ;=> (#C(11/25 2/25) #C(1 2) #C(1/2 -1/2))
(/ 1 #C(0d0 0d0))  ;signals: division-by-zero
(/ #C(1 2) 0)  ;signals: division-by-zero
(list (1+ #C(1 2)) (1- #C(1 2)))  ;=> (#C(2 2) #C(0 2))
(list (= #C(1 2) #C(1d0 2d0)) (= #C(1 2) 1) (/= #C(1 2) #C(2 1)) (= 1 #C(1d0 0d0)))  ;=> (T NIL T T)
(list (eql #C(1 2) #C(1 2)) (eql #C(1 2) #C(1d0 2d0)) (equalp #C(1 2) #C(1d0 2d0)))  ;=> (T NIL T)
(let ((h (make-hash-table))) (setf (gethash #C(1 2) h) 'a) (gethash (+ #C(0 2) 1) h))  ;=> A ; T
(let ((h (make-hash-table :test 'equalp))) (setf (gethash #C(1 2) h) 'a) (gethash #C(1d0 2d0) h))  ;=> A ; T
(< #C(1 2) 3)  ;signals: type-error
(max #C(1 2) 3)  ;signals: type-error
(floor #C(1 2))  ;signals: type-error
(+ #C(1 2) 'a)  ;signals: type-error
(list (zerop #C(0d0 0d0)) (zerop #C(0 1)))  ;=> (T NIL)
(list (abs #C(3 4)) (signum #C(0 5)) (conjugate #C(1 2)) (conjugate 5))  ;=> (5.0 #C(0.0 1.0) #C(1 -2) 5)
(list (phase #C(0 1)) (phase -1) (phase 1))  ;=> (1.5707964 3.1415927 0.0)
(list (sqrt -4) (sqrt -1d0) (sqrt #C(0d0 2d0)))  ;=> (#C(0.0 2.0) #C(0.0d0 1.0d0) #C(1.0d0 1.0d0))
(list (expt #C(0 1) 2) (expt #C(1 1) -2) (expt #C(1 2) 0) (expt #C(1d0 2d0) 0))  ;=> (-1 #C(0 -1/2) 1 #C(1.0d0 0.0d0))
(log -1d0)  ;=> #C(0.0d0 3.141592653589793d0)
(log 8 2)  ;=> 3.0
(log 0)  ;signals: division-by-zero

;; Equal up to rounding errors
(defun near (a b) (< (abs (- a b)) 1d-12))
(near (exp (* pi #C(0 1))) -1)  ;=> T
(near (cis pi) -1)  ;=> T
(near (expt -8d0 1/3) #C(1d0 1.7320508075688772d0))  ;=> T
(near (asin 2d0) #C(1.5707963267948966d0 -1.3169578969248166d0))  ;=> T
(near (asin -2d0) #C(-1.5707963267948966d0 1.3169578969248166d0))  ;=> T
(near (acos 2d0) #C(0d0 1.3169578969248166d0))  ;=> T
(near (acosh 0.5d0) #C(0d0 1.0471975511965976d0))  ;=> T
(near (atanh 2d0) #C(0.5493061443340549d0 1.5707963267948966d0))  ;=> T
(loop for z in (list #C(1d0 2d0) #C(-0.5d0 0.25d0) #C(0.1d0 -3d0))
      always (and (near (sin (asin z)) z) (near (cos (acos z)) z) (near (tan (atan z)) z) (near (exp (log z)) z)
                  (near (sinh (asinh z)) z) (near (cosh (acosh z)) z) (near (tanh (atanh z)) z)
                  (near (expt (sqrt z) 2) z) (near (+ (expt (sin z) 2) (expt (cos z) 2)) 1)))  ;=> T
(atan #C(1 2) 3)  ;signals: type-error

;;; Types
(list (complexp #C(1 2)) (complexp 1) (numberp #C(1 2)) (realp #C(1 2)))  ;=> (T NIL T NIL)
(list (typep #C(1 2) '(complex rational)) (typep #C(1d0 2d0) '(complex float)) (typep #C(1 2) '(complex float)))  ;=> (T T NIL)
(list (subtypep 'complex 'number) (subtypep '(complex float) 'complex) (subtypep 'complex 'real))  ;=> (T T NIL)
(subtypep 'complex '(or (complex rational) (complex float)))  ;=> T ; T
(subtypep 'number '(or real complex))  ;=> T ; T
(list (coerce 1 'complex) (coerce 1d0 'complex) (coerce 1 '(complex double-float)))  ;=> (1 #C(1.0d0 0.0d0) #C(1.0d0 0.0d0))
(coerce 'a 'complex)  ;signals: type-error

;; The sign of a zero is preserved.
(list (- #C(0d0 0d0)) (+ 1 #C(1d0 -0d0)) (- 1 #C(1d0 0d0)) (* -1 #C(1d0 0d0)))  ;=> (#C(-0.0d0 -0.0d0) #C(2.0d0 -0.0d0) #C(0.0d0 -0.0d0) #C(-1.0d0 -0.0d0))
(expt -2 2d0)  ;=> 4.0d0
(expt -5 0d0)  ;=> 1.0d0

;; Quotients and negation; the values are those of SBCL.
(list (/ #c(1.0 2.0) #c(3.0 4.0)) (/ 1 #c(3.0 4.0)) (/ #c(1 2) #c(3.0 4.0)))  ;=> (#C(0.44 0.08) #C(0.12 -0.16) #C(0.44 0.08))
(- #c(1 2))  ;=> #C(-1 -2)

;; A complex number divided by a zero of any type is an error.
(log -1.5 1)  ;signals: division-by-zero
(mapcar (lambda (zero) (handler-case (/ #C(1.0 2.0) zero) (division-by-zero () 'reported))) '(0 0.0 0d0 #C(0.0 0.0)))  ;=> (REPORTED REPORTED REPORTED REPORTED)

;;; Quotients of floats against exact ones: both parts are within one unit of the larger part's last place, and nearly all are exact to half

(defun quotient-error (a b)
  "The error of (/ A B) divided by the modulus of the exact quotient, in units of the last place of 1."
  (flet ((exact (z) (complex (rational (realpart z)) (rational (imagpart z)))))
    (let* ((wanted (/ (exact a) (exact b))) (off (- (exact (/ a b)) wanted)))
      (flet ((norm (z) (+ (expt (realpart z) 2) (expt (imagpart z) 2))))
        (* (sqrt (float (/ (norm off) (norm wanted)) 1d0)) (expt 2d0 52))))))
(let* ((state (make-random-state nil)) (n (trials 3000)) (errors (loop repeat n
         collect (flet ((part () (* (- (random 2d0 state) 1d0) (expt 2d0 (- (random 60 state) 30)))))
                   (quotient-error (complex (part) (part)) (complex (part) (part)))))))
  (list (every (lambda (e) (< e 0.71d0)) errors) (< (/ (reduce #'+ errors) n) 0.25d0)))  ;=> (T T)
(/ #C(1d300 1d300) #C(1d300 -1d300))  ;=> #C(0.0d0 1.0d0)
