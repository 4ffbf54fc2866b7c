;;;; constants.lisp -- every arithmetic operator with every kind of number. usage: winnow constants.lisp
;;;;
;;;; Prints a program that combines, in loops, each of some numbers with each other one as a constant, as first and as second
;;;; operand, and applies each operator of one argument to it. The number comes into the loop as it is, or from an operation after which native code keeps it raw: as a word, as a
;;;; signed word, as a double, as a fixnum. tests/fuzz/constants compares the output of the interpreter loop and of native code.

(defparameter *numbers*
  (append (loop for n in '(0 1 2 255) collect n collect (- n))
          (loop for bits in '(31 32 61 62 63 64) for n = (expt 2 bits) collect n collect (1- n) collect (- n) collect (- -1 n))
          (list (1+ (expt 2 65)) (- -1 (expt 2 65)) (expt 2 130) (1+ (expt 2 53)) 1/2 -7/3
                0.0 -0.0 1.5 0d0 -0d0 1d0 2.5d0 -1d300 (float (expt 2 53) 1d0) (float (expt 2 64) 1d0))))

(defparameter *operators*
  '(+ - * / < <= = > >= /= eql min max logand logior logxor ash mod rem floor truncate logbitp))

(defparameter *unary-operators*
  '(- / 1+ 1- abs signum zerop plusp minusp evenp oddp lognot logcount integer-length isqrt sqrt exp sin float floor ceiling
    truncate round ffloor numerator rational realpart conjugate integerp rationalp floatp realp numberp not consp symbolp
    characterp princ-to-string sxhash))
(defparameter *types* '(fixnum bignum integer (integer 0 100) (unsigned-byte 64) (signed-byte 64) unsigned-byte bit single-float double-float
                        (double-float 0d0 1d0) ratio real number (or null integer) (not fixnum) t))

(defparameter *makers*
  '(x
    (if (integerp x) (logand x #xFFFFFFFFFFFFFFFF) x)
    (if (integerp x) (logxor x -5000000000000000000) x)
    (if (integerp x) (logand x 4611686018427387903) x)
    (if (realp x) (+ x 0d0) x)))

;; A function that evaluates CALL, a form with the variable Y.
(defun program-form (name call start maker)
  `(defun ,name (x n)
     (let ((y ,start) (r nil))
       (dotimes (i n r)
         (setq y ,maker)
         (setq r (list y ,call (if ,call 1 2)))))))

(defvar *count* 0)
(defun print-programs (call start)
  (dolist (maker *makers*)
    (let ((name (intern (format nil "F~D" (incf *count*)))))
      (format t "~S~%(try '~S)~%" (program-form name call start maker) name))))

(let ((*print-pretty* nil))
  (format t "(setq *print-pretty* nil)~%(defvar *numbers* '~S)~%" *numbers*)
  (format t "(defun try (name)~%  (dolist (x *numbers*)~%    ~
             (format t \"~~A ~~S~~%\" name (handler-case (multiple-value-list (funcall name x 3)) (error (e) (type-of e))))))~%")
  (dolist (operator *operators*)
    (dolist (constant *numbers*)
      (unless (and (eq operator 'ash) (or (not (integerp constant)) (> (abs constant) 300)))
        (print-programs (list operator 'y constant) constant)
        (unless (eq operator 'ash) (print-programs (list operator constant 'y) constant)))))
  (dolist (start '(0 -5000000000000000000 1d0))
    (dolist (operator *unary-operators*) (print-programs (list operator 'y) start))
    (dolist (type *types*) (print-programs `(typep y ',type) start))))
