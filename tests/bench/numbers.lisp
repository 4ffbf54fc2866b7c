;;; numbers.lisp -- kernels for numbers and the elements of arrays (see kernels/measure.lisp).

(load (merge-pathnames "kernels/measure.lisp" *load-truename*))

;;; Arrays of two and three dimensions

(defvar *matrix* (make-array '(100 100) :initial-element 1))
(defvar *cube* (make-array '(20 20 20) :initial-element 1))
(declaim (type (simple-array t (* *)) *matrix*) (type (simple-array t (* * *)) *cube*))
(kernel "AREF of two" 200000 200000
  (let ((m *matrix*) (sum 0))
    (declare (fixnum sum))
    (dotimes (k (floor n 10000) sum)
      (dotimes (i 100) (dotimes (j 100) (incf sum (the fixnum (aref m i j))))))))
(kernel "(SETF AREF) of two" 200000 19
  (let ((m (make-array '(100 100))))
    (dotimes (k (floor n 10000) (aref m 99 99))
      (dotimes (i 100) (dotimes (j 100) (setf (aref m i j) k))))))
(kernel "AREF of three" 160000 160000
  (let ((m *cube*) (sum 0))
    (declare (fixnum sum))
    (dotimes (l (floor n 8000) sum)
      (dotimes (i 20) (dotimes (j 20) (dotimes (k 20) (incf sum (the fixnum (aref m i j k)))))))))
(kernel "(SETF AREF) of three" 160000 19
  (let ((m (make-array '(20 20 20))))
    (dotimes (l (floor n 8000) (aref m 19 19 19))
      (dotimes (i 20) (dotimes (j 20) (dotimes (k 20) (setf (aref m i j k) l)))))))
(kernel "ELT" 200000 19900000
  (let ((v (make-array 200)) (sum 0))
    (declare (fixnum sum))
    (dotimes (i 200) (setf (elt v i) i))
    (dotimes (k (floor n 200) sum)
      (dotimes (i 200) (incf sum (the fixnum (elt v i)))))))

;;; Strings and bit vectors

(defvar *text* (map-into (make-string 1000) (let ((i 0)) (lambda () (char "Ab 1 cD.eF" (mod (incf i) 10))))))
(declaim (simple-string *text*))
(kernel "LOOP ACROSS" 200000 120000
  (let ((count 0) (s *text*))
    (declare (fixnum count))
    (dotimes (k (floor n 1000) count)
      (loop for c across s do (when (alpha-char-p c) (incf count))))))
(kernel "UPPER-CASE-P" 200000 60000
  (let ((count 0) (s *text*))
    (declare (fixnum count))
    (dotimes (k (floor n 1000) count)
      (dotimes (i 1000) (when (upper-case-p (schar s i)) (incf count))))))
(kernel "(SETF CHAR)" 200000 #\a
  (let ((s (copy-seq *text*)))
    (dotimes (k (floor n 1000) (schar s 999))
      (dotimes (i 1000) (setf (schar s i) (char-downcase (schar s (- 999 i))))))))
(kernel "DIGIT-CHAR-P" 200000 20000
  (let ((sum 0) (s *text*))
    (declare (fixnum sum))
    (dotimes (k (floor n 1000) sum)
      (dotimes (i 1000) (let ((d (digit-char-p (schar s i)))) (when d (incf sum d)))))))
(kernel "bits of a sieve" 100000 1229
  (let ((count 0))
    (declare (fixnum count))
    (dotimes (k (floor n 20000) count)
      (let ((composite (make-array 10000 :element-type 'bit :initial-element 0)))
        (setq count 0)
        (do ((i 2 (+ i 1))) ((= i 10000))
          (declare (fixnum i))
          (when (= 0 (aref composite i))
            (incf count)
            (do ((j (* i 2) (+ j i))) ((>= j 10000))
              (declare (fixnum j))
              (setf (aref composite j) 1))))))))
(kernel "SBIT" 200000 100000
  (let ((v (make-array 1000 :element-type 'bit)) (sum 0))
    (declare (fixnum sum))
    (dotimes (i 1000) (setf (sbit v i) (mod i 2)))
    (dotimes (k (floor n 1000) sum)
      (dotimes (i 1000) (incf sum (sbit v i))))))

;;; Words of 64 and 32 bits

(defmacro mod64 (form) "FORM modulo 2^64." `(logand #xFFFFFFFFFFFFFFFF ,form))
(kernel "xorshift" 200000 14173078858223602343
  (let ((x 88172645463325252))
    (declare (type (unsigned-byte 64) x))
    (dotimes (i n x)
      (setq x (logxor x (mod64 (ash x 13))))
      (setq x (logxor x (ash x -7)))
      (setq x (logxor x (mod64 (ash x 17)))))))
(defvar *bytes* (map-into (make-array 256) (let ((i 0)) (lambda () (mod (* 37 (incf i)) 256)))))
(declaim (simple-vector *bytes*))
(kernel "FNV hash" 200000 8900615113561250533
  (let ((h #xcbf29ce484222325) (v *bytes*))
    (declare (type (unsigned-byte 64) h))
    (dotimes (i n h)
      (setq h (mod64 (* (logxor h (the (unsigned-byte 8) (svref v (logand i 255)))) #x100000001b3))))))
(kernel "splitmix" 200000 9977228828613031958
  (let ((x 1) (sum 0))
    (declare (type (unsigned-byte 64) x sum))
    (dotimes (i n sum)
      (setq x (mod64 (+ x #x9E3779B97F4A7C15)))
      (let* ((z (mod64 (* (logxor x (ash x -30)) #xBF58476D1CE4E5B9)))
             (z (mod64 (* (logxor z (ash z -27)) #x94D049BB133111EB))))
        (declare (type (unsigned-byte 64) z))
        (setq sum (logxor sum z (ash z -31)))))))
(kernel "bits of bitboards" 20000 640033
  (let ((board 1) (count 0))
    (declare (type (unsigned-byte 64) board) (fixnum count))
    (dotimes (i n count)
      (let ((b board))
        (declare (type (unsigned-byte 64) b))
        (loop until (zerop b) do (setq b (logand b (1- b))) (incf count)))
      (setq board (mod64 (+ board #x9E3779B97F4A7C15))))))
(kernel "LOGCOUNT of bitboards" 200000 2799921
  (let ((board 1) (count 0))
    (declare (type (unsigned-byte 64) board) (fixnum count))
    (dotimes (i n count)
      (incf count (logcount (logand board (mod64 (ash board -8)))))
      (setq board (mod64 (+ board #x9E3779B97F4A7C15))))))
(kernel "rotations" 200000 10846361043415684737
  (let ((x 1) (y 2))
    (declare (type (unsigned-byte 64) x y))
    (dotimes (i n x)
      (let ((k (logand i 31)))
        (declare (type (integer 0 31) k))
        (setq x (mod64 (+ y (logior (mod64 (ash x k)) (ash x (- k 64)))))
              y (logxor x (logior (mod64 (ash y 29)) (ash y -35))))))))
(kernel "generator of 32 bits" 200000 731495530
  (let ((x 42))
    (declare (type (unsigned-byte 32) x))
    (dotimes (i n x)
      (setq x (ldb (byte 32 0) (+ (* x 1664525) 1013904223))))))

;;; Floats

(kernel "formula of doubles" 200000 0.9735d0
  (let ((s 0d0) (x 0.3d0))
    (declare (double-float s x))
    (dotimes (i n s) (setq s (+ (* 0.5d0 s) (* x (+ 1d0 (* x (+ 2d0 (* x 0.25d0))))))))))
(kernel "points of Mandelbrot's set" 2000 107230
  (let ((count 0))
    (declare (fixnum count))
    (dotimes (i n count)
      (let ((c1 (- (/ (mod i 50) 20d0) 2d0)) (c2 (/ (floor i 50) 20d0)) (z1 0d0) (z2 0d0))
        (declare (double-float c1 c2 z1 z2))
        (dotimes (k 300)
          (when (> (+ (* z1 z1) (* z2 z2)) 4d0) (return))
          (incf count)
          (psetq z1 (+ (- (* z1 z1) (* z2 z2)) c1) z2 (+ (* 2d0 z1 z2) c2)))))))
(defstruct point (x 0d0 :type double-float) (y 0d0 :type double-float) (dx 0.5d0 :type double-float) (dy 0.25d0 :type double-float))
(kernel "slots with doubles" 200000 75000d0
  (let ((p (make-point)))
    (dotimes (i n (+ (point-x p) (point-y p)))
      (incf (point-x p) (* 0.5d0 (point-dx p)))
      (incf (point-y p) (* 0.5d0 (point-dy p))))))

;;; Integers of either sign

(kernel "MOD of negative numbers" 200000 400000
  (let ((sum 0)) (declare (fixnum sum)) (dotimes (i n sum) (incf sum (the fixnum (mod (- 7 i) 5))))))
(kernel "ABS" 200000 10000000000
  (let ((sum 0)) (declare (fixnum sum)) (dotimes (i n sum) (incf sum (abs (- i 100000))))))

(format t "OK~%")
