;;;; constants.lisp -- every arithmetic operator with every kind of constant. usage: winnow constants.lisp
;;;;
;;;; Prints a program that combines, in loops, each of some numbers with each other one as a constant, as first and as second
;;;; operand. The number comes into the loop as it is, or from an operation after which native code keeps it raw: as a word, as a
;;;; signed word, as a double, as a fixnum. tests/fuzz/constants compares the output of the interpreter loop and of native code.

(defparameter *numbers*
  (append (loop for n in '(0 1 2 255) collect n collect (- n))
          (loop for bits in '(31 32 61 62 63 64) for n = (expt 2 bits) collect n collect (1- n) collect (- n) collect (- -1 n))
          (list (1+ (expt 2 65)) (- -1 (expt 2 65)) (expt 2 130) (1+ (expt 2 53)) 1/2 -7/3
                0.0 -0.0 1.5 0d0 -0d0 1d0 2.5d0 -1d300 (float (expt 2 53) 1d0) (float (expt 2 64) 1d0))))

(defparameter *operators*
  '(+ - * / < <= = > >= /= eql min max logand logior logxor ash mod rem floor truncate logbitp))

(defparameter *makers*
  '(x
    (if (integerp x) (logand x #xFFFFFFFFFFFFFFFF) x)
    (if (integerp x) (logxor x -5000000000000000000) x)
    (if (integerp x) (logand x 4611686018427387903) x)
    (if (realp x) (+ x 0d0) x)))

(defun program-form (name operator constant maker is-first)
  (let ((call (if is-first (list operator constant 'y) (list operator 'y constant))))
    `(defun ,name (x n)
       (let ((y ,constant) (r nil))
         (dotimes (i n r)
           (setq y ,maker)
           (setq r (list y ,call (if ,call 1 2))))))))

(let ((*print-pretty* nil) (count 0))
  (format t "(setq *print-pretty* nil)~%(defvar *numbers* '~S)~%" *numbers*)
  (format t "(defun try (name)~%  (dolist (x *numbers*)~%    ~
             (format t \"~~A ~~S~~%\" name (handler-case (multiple-value-list (funcall name x 3)) (error (e) (type-of e))))))~%")
  (dolist (operator *operators*)
    (dolist (constant *numbers*)
      (dolist (maker *makers*)
        (dolist (is-first (if (eq operator 'ash) '(nil) '(nil t)))
          (unless (and (eq operator 'ash) (or (not (integerp constant)) (> (abs constant) 300)))
            (let ((name (intern (format nil "F~D" (incf count)))))
              (format t "~S~%(try '~S)~%" (program-form name operator constant maker is-first) name))))))))
