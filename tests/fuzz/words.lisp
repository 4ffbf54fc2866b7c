;;;; words.lisp -- random programs on words of 64 bits. usage: winnow words.lisp SEED COUNT [any|signed]
;;;;
;;;; Prints a program, which any Common Lisp can load. Its functions combine declared words by arithmetic, logic and shifts, of
;;;; which they use all bits or only the low ones, in loops, branches and code without a loop, with elements of vectors, constant
;;;; variables, calls and garbage between them. They are called with arguments at the edges. With the argument any, arguments may also have other types; then the
;;;; declarations are false, and the program prints the types of the errors. With the argument signed, words are signed.
;;;; tests/fuzz/words compares the output.

(defvar *random* (seed-random-state (parse-integer (first *command-line*))))
(defvar *count* (parse-integer (second *command-line*)))
(defvar *any* (equal (third *command-line*) "any"))
(defvar *signed* (equal (third *command-line*) "signed"))

(defun random-below (n) (random n *random*))
(defun one-of (list) (nth (random-below (length list)) list))

(defparameter *edges*
  (list 0 1 2 3 255 65535 (1- (expt 2 32)) (expt 2 32) (1- (expt 2 61)) (expt 2 61) (1- (expt 2 62)) (expt 2 62)
        (1- (expt 2 63)) (expt 2 63) (1+ (expt 2 63)) (- (expt 2 64) 2) (1- (expt 2 64)) #x9E3779B97F4A7C15 #x5851F42D4C957F2D))
(defparameter *others*
  (list -1 -2 (- (expt 2 61)) (- (1+ (expt 2 61))) (- (expt 2 63)) (expt 2 64) (1+ (expt 2 64)) (expt 2 70) (- (expt 2 64)) 1/2 1.5 2.5d0 nil
        "a" #\b :c))

(defparameter *signed-edges*
  (append (remove-if (lambda (n) (>= n (expt 2 63))) *edges*)
          (list -1 -2 -3 -256 (- (expt 2 32)) (- (expt 2 61)) (- -1 (expt 2 61)) (- -2 (expt 2 61)) (- (expt 2 62)) (- -1 (expt 2 62))
                (- 1 (expt 2 63)) (- (expt 2 63)) -5000000000000000000)))
;; Integers beyond all words.
(defparameter *far* (list (expt 2 64) (1+ (expt 2 65)) (- (expt 2 64)) (- -1 (expt 2 63)) (- 5 (expt 2 70)) (expt 2 130)))

;; The constant variables of the program, and their values.
(defparameter *constants*
  (list '(+k0+ . 0) '(+k1+ . 5) (cons '+k2+ #x20408102040) (cons '+k3+ (1- (expt 2 61))) (cons '+k4+ #x3F1F8FC7E3F1F8FC)))

;; The declared width of the variables of the current function, in bits.
(defvar *width* 64)
(defun narrow (form) (if (= *width* 64) form `(logand ,(1- (expt 2 *width*)) ,form)))

(defun random-word ()
  (cond ((< 0 (random-below 3)) (one-of (if *signed* *signed-edges* *edges*)))
        (*signed* (- (random-below (expt 2 64)) (expt 2 63)))
        (t (random-below (expt 2 64)))))

;; The number of bits of a mask whose values are words.
(defun bits () (let ((most (if *signed* 63 64))) (if (= 0 (random-below 2)) most (1+ (random-below most)))))
(defun mask () (1- (expt 2 (bits))))

;; A form whose value is a word if its variables are.
(defun word-form (depth)
  (flet ((word () (word-form (- depth 1))) (integer-of () (integer-form (- depth 1))))
    (if (<= depth 0)
        (one-of (list 'a 'b 'c 'a 'b 'c (random-word) (car (one-of *constants*))))
        (case (random-below 20)
          ((0 1) `(logand ,(mask) ,(integer-of)))
          ((2 3) `(ldb (byte ,(if *signed* (bits) (one-of '(64 32 8 1 61 62 63))) ,(one-of '(0 0 0 1 8 60 63))) ,(integer-of)))
          (4 `(logxor ,(word) ,(word)))
          (5 `(logior ,(word) ,(word)))
          (6 `(logand ,(word) ,(if *signed* (word) (integer-of))))
          (7 `(logand ,(integer-of) ,(mask)))
          ((8 9) `(ash ,(word) ,(- (random-below 66))))
          (10 `(mod ,(integer-of) ,(expt 2 (if *signed* (bits) (one-of '(64 64 32 61 62 3 0))))))
          (11 `(logcount ,(word)))
          (12 `(integer-length ,(word)))
          (13 `(if ,(condition depth) ,(word) ,(word)))
          (14 `(svref v (logand ,(word) 7)))
          (15 `(logand ,(mask) (ash ,(word) (- (logand s 63) 32))))
          (16 (if *signed* `(lognot ,(word)) `(logior (ldb (byte 64 0) (ash ,(word) 13)) (ash ,(word) -51))))
          (17 `(let ((x ,(word))) (logxor x (ash x -7))))
          (18 `(same ,(word)))
          (t (one-of '(a b c)))))))

;; A form whose value is an integer of at most some hundred bits.
(defun integer-form (depth)
  (flet ((word () (word-form (- depth 1))) (integer-of () (integer-form (- depth 1))))
    (case (if (<= depth 0) 20 (random-below 18))
      ((0 1) `(+ ,(integer-of) ,(word)))
      ((2 3) `(- ,(word) ,(integer-of)))
      ((4 5) `(* ,(word) ,(word)))
      (6 `(* ,(integer-of) ,(word)))
      ((7 8) `(ash ,(integer-of) ,(- (random-below 30) 14)))
      (9 `(ash ,(word) ,(random-below 64)))
      (10 `(lognot ,(integer-of)))
      (11 `(- ,(word)))
      (12 `(logxor ,(integer-of) ,(integer-of)))
      (13 `(1- ,(word)))
      (14 `(+ s ,(word)))
      (15 `(logior ,(integer-of) ,(word)))
      (16 (one-of *far*))
      (t (word-form depth)))))

(defun condition (depth)
  (flet ((word () (word-form (- depth 1))))
    (case (random-below 11)
      (6 `(logbitp (logand s 127) ,(word)))
      (7 `(eql ,(word) ,(integer-form (- depth 1))))
      (8 `(eql ,(random-word) ,(word)))
      (9 `(,(one-of '(eql = < >)) ,(one-of (cons 's *far*)) ,(word)))
      (10 `(logbitp ,(one-of '(0 61 62 63 64 200)) ,(integer-form (- depth 1))))
      (0 `(,(one-of '(< <= > >= = /=)) ,(word) ,(word)))
      (1 `(,(one-of '(zerop plusp evenp oddp)) ,(word)))
      (2 `(,(one-of '(< > =)) ,(word) ,(one-of '(0 1 100 1000000))))
      (3 `(logbitp ,(random-below 64) ,(word)))
      (4 `(= ,(word) (logand ,(mask) ,(integer-form (- depth 1)))))
      (t `(eql ,(word) ,(word))))))

(defun statement (depth)
  (let ((variable (one-of '(a b c))))
    (case (random-below 12)
      (0 `(when ,(condition 2) ,(statement depth)))
      (1 `(setf (svref v (logand ,(word-form 1) 7)) ,(word-form depth)))
      (2 `(push ,(word-form depth) list))
      (3 `(setq s (logand ,(one-of '(63 255 #xFFFFFF)) ,(integer-form depth))))
      (4 `(if ,(condition 2) ,(statement depth) ,(statement depth)))
      (5 `(garbage))
      (t `(setq ,variable ,(narrow (word-form depth)))))))

(defun function-form (name)
  `(defun ,name (a b c s n)
     (declare (type (,(if *signed* 'signed-byte 'unsigned-byte) ,*width*) a b c) (fixnum s n))
     (let ((v (vector a b c 0 1 ,@(if *signed* '((- (expt 2 63)) -2) '((1- (expt 2 64)) (expt 2 63))) (expt 2 61))) (list nil))
       (declare (simple-vector v))
       (,@(if (= 0 (random-below 3)) '(let ((i n))) '(dotimes (i n)))
         (setq s (logxor s i))
         ,@(loop repeat (1+ (random-below 6)) collect (statement (1+ (random-below 4)))))
       (list a b c s (coerce v 'list) (if (> (length list) 6) (subseq list 0 6) list)))))

(defun argument ()
  (if (and *any* (= 0 (random-below 4))) (one-of *others*) (logand (random-word) (if *signed* -1 (1- (expt 2 *width*))))))

(let ((*print-pretty* nil) (*package* *package*))
  (format t "(setq *print-pretty* nil)~%~
             #+sbcl (declaim (sb-ext:muffle-conditions warning sb-ext:compiler-note))~%~
             (defun same (x) (if (eql x 'never) nil x))~%~
             ~:{(defconstant ~S ~D)~%~}~
             (defvar *garbage* nil)~%~
             (defun garbage () (setq *garbage* (list (make-string 40) (* 3 (expt 2 70)) *random-state*)) nil)~%"
          (mapcar (lambda (constant) (list (car constant) (cdr constant))) *constants*))
  (dotimes (k *count*)
    (let ((name (intern (format nil "F~D" k))) (*width* (if *signed* 64 (one-of '(64 64 49 40 33 32)))))
      (format t "~S~%" (function-form name))
      (dotimes (call 5)
        (format t "(format t \"~~A ~~S~~%\" ~D (handler-case (~S ~S ~S ~S ~S ~D) (error (e) ~:[(list (type-of e))~;:error~])))~%"
                k name (argument) (argument) (argument) (one-of '(0 1 -1 5 63)) (one-of '(1 3 10 40)) *any*)))))
