;;;; numbers.lisp -- limits and components of floats, rationalization, complex numbers. -*- sealed -*-
;;;; There are two kinds of floats: SHORT-FLOAT is SINGLE-FLOAT, LONG-FLOAT is DOUBLE-FLOAT.

;; Each row: the beginning and the end of the name, the value for single floats and for double floats, the documentation.
(defmacro define-float-constants (&rest rows)
  `(progn
     ,@(mapcan
        (lambda (row)
          (destructuring-bind (before after single double documentation) row
            (mapcar (lambda (kind value)
                      `(defconstant ,(intern (concatenate-as 'string before kind "-FLOAT" after)) ,value ,documentation))
                    '("SHORT" "SINGLE" "DOUBLE" "LONG") (list single single double double))))
        rows)))

(define-float-constants
  ("MOST-POSITIVE-" "" 3.4028235e38 1.7976931348623157d308 "The greatest float of its kind.")
  ("MOST-NEGATIVE-" "" -3.4028235e38 -1.7976931348623157d308 "The least float of its kind.")
  ("LEAST-POSITIVE-" "" 1.4012985e-45 4.9406564584124654d-324 "The least float of its kind that is greater than 0.")
  ("LEAST-NEGATIVE-" "" -1.4012985e-45 -4.9406564584124654d-324 "The greatest float of its kind that is less than 0.")
  ("LEAST-POSITIVE-NORMALIZED-" "" 1.1754944e-38 2.2250738585072014d-308
   "The least float of its kind greater than 0 with full precision.")
  ("LEAST-NEGATIVE-NORMALIZED-" "" -1.1754944e-38 -2.2250738585072014d-308
   "The greatest float of its kind less than 0 with full precision.")
  ("" "-EPSILON" 5.960465e-8 1.1102230246251568d-16 "The least float of its kind that, added to 1, changes it.")
  ("" "-NEGATIVE-EPSILON" 2.9802326e-8 5.551115123125784d-17
   "The least float of its kind that, subtracted from 1, changes it."))

(define-condition floating-point-underflow (arithmetic-error) ()
  (:documentation "A result is too small for a float. Winnow never signals this condition: such results are 0."))

(define-condition floating-point-inexact (arithmetic-error) ()
  (:documentation "A result had to be rounded. Winnow never signals this condition."))

(defun float-radix (float)
  "Return the base of FLOAT's digits, 2.
Signals: type-error unless FLOAT is a float.
Example: (float-radix 1.0) => 2"
  (check-argument float 'float "a float")
  2)

(defun float-digits (float)
  "Return the number of binary digits of FLOAT's format: 24, or 53 for a double float.
Signals: type-error unless FLOAT is a float.
Example: (float-digits 1.0) => 24"
  (check-argument float 'float "a float")
  (if (typep float 'double-float) 53 24))

(defun float-precision (float)
  "Return the number of significant binary digits of FLOAT: fewer than its format has if it is denormalized, 0 for zero.
Signals: type-error unless FLOAT is a float.
Example: (float-precision 1.0) => 24"
  (multiple-value-bind (significand exponent) (integer-decode-float float)
    (let ((digits (float-digits float)))
      (if (zerop significand) 0 (min digits (+ exponent digits (if (= digits 53) 1074 149)))))))

(defun float-sign (float &optional (magnitude (float 1 float)))
  "Return a float with the sign of FLOAT and the absolute value of MAGNITUDE.
Signals: type-error unless FLOAT is a float and MAGNITUDE is a float.
Example: (float-sign -3.0 2.0) => -2.0"
  (check-argument magnitude 'float "a float")
  (if (minusp (nth-value 2 (integer-decode-float float))) (- (abs magnitude)) (abs magnitude)))

;; The rational with the least denominator between LOW and HIGH, where 0 <= LOW < HIGH; HIGH may be NIL, for infinity.
;; It is found at the first term at which the continued fractions of LOW and HIGH differ.
(defun simplest-rational (low high)
  (let ((floor (floor low)))
    (if (or (null high) (< (1+ floor) high))
        (1+ floor)
        (+ floor (/ (simplest-rational (/ (- high floor)) (if (= floor low) nil (/ (- low floor)))))))))

(defun rationalize (number)
  "Return the rational with the least denominator that, converted to a float, is NUMBER; a rational NUMBER itself.
Signals: type-error unless NUMBER is a real number.
Example: (rationalize 0.1) => 1/10"
  (check-argument number 'real "a real number")
  (if (rationalp number)
      number
      (multiple-value-bind (significand exponent sign) (integer-decode-float number)
        (let* ((unit (expt 2 exponent)) (exact (* significand unit)))
          ;; Rationals within half a unit in the last place round to NUMBER; below a power of 2 the unit is half
          ;; as large.
          (* sign
             (if (integerp exact)
                 exact
                 (simplest-rational (- exact (/ unit (if (= significand (ash 1 (1- (float-digits number)))) 4 2)))
                                    (+ exact (/ unit 2)))))))))

;;; Complex numbers

(defun conjugate (number)
  "Return NUMBER with its imaginary part negated.
Signals: type-error unless NUMBER is a number.
Example: (conjugate #C(1 2)) => #C(1 -2)"
  (if (complexp number) (complex (realpart number) (- (imagpart number))) (+ number)))

(defun phase (number)
  "Return the angle of NUMBER in the complex plane, in radians, greater than -pi and at most pi.
Signals: type-error unless NUMBER is a number.
Example: (phase 5) => 0.0"
  (cond ((complexp number) (atan (imagpart number) (realpart number)))
        (t (float (if (minusp number) pi 0) (if (floatp number) number 0.0)))))

(defun cis (radians)
  "Return the complex number of absolute value 1 whose angle is RADIANS.
Signals: type-error unless RADIANS is a real number.
Example: (cis 0) => #C(1.0 0.0)"
  (check-argument radians 'real "a real number")
  (complex (cos radians) (sin radians)))

(defun upgraded-complex-part-type (type &optional environment)
  "Return the part type of complex numbers that can hold parts of TYPE: SINGLE-FLOAT, DOUBLE-FLOAT, FLOAT, RATIONAL, REAL, or
NIL for an empty type.
Signals: an error if TYPE is not a subtype of REAL.
Example: (upgraded-complex-part-type 'fixnum) => RATIONAL"
  (declare (ignore environment))
  (cond ((subtypep type nil) nil)
        ((subtypep type 'single-float) 'single-float)
        ((subtypep type 'double-float) 'double-float)
        ((subtypep type 'float) 'float)
        ((subtypep type 'rational) 'rational)
        ((subtypep type 'real) 'real)
        (t (error "UPGRADED-COMPLEX-PART-TYPE: expected a subtype of REAL, got ~S" type))))

;;; Compiler macros

;; Calls with three or more arguments become calls with two, which are compiled to instructions.
(mapc (lambda (name)
        (expand-calls name nil
                      (lambda (&rest numbers) (if (cddr numbers) (reduce (lambda (a b) (list name a b)) numbers)))))
      '(logand logior logxor max min))

;; Comparisons of three numbers, such as (<= 0 i 7), become two comparisons of two. The last number is checked in any case, by TEST.
(defun compare-in-turn (name test forms)
  (destructuring-bind (a b c) (mapcar (lambda (form) (if (numberp form) form (gensym))) forms)
    `(let ,(remove-if #'numberp (mapcar #'list (list a b c) forms) :key #'second)
       (if (,name ,a ,b)
           (,name ,b ,c)
           ,(if (numberp c) nil `(if (,test ,c) nil (,name ,b ,c)))))))

(mapc (lambda (name test) (expand-calls name 3 (lambda (&rest forms) (compare-in-turn name test forms))))
      '(< > <= >= =) '(realp realp realp realp numberp))

;; (EXPT X 2) is a product, and (EXPT 2 N) a shift, if they can be.
(expand-calls 'expt 2
              (lambda (base power)
                (let ((x (gensym)))
                  (cond ((eql power 2)
                         `(let ((,x ,base)) (if (numberp ,x) (* ,x ,x) ,(unexpanded `(expt ,x 2)))))
                        ((eql base 2)
                         `(let ((,x ,power)) (if (and (integerp ,x) (>= ,x 0)) (ash 1 ,x) ,(unexpanded `(expt 2 ,x)))))))))
