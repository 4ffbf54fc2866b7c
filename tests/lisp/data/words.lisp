;;;; words.lisp -- arithmetic, logic and shifts of words of 64 bits, which native code keeps raw in registers: edges, values
;;;; that leave the words, masks that use only low bits, errors, more words than registers, collections, redefinition.
;;;; SBCL has the same values.

(defconstant +mask+ #xFFFFFFFFFFFFFFFF)
(defvar *edges* (list 0 1 (1- (expt 2 61)) (expt 2 61) (expt 2 62) (1- (expt 2 63)) (expt 2 63) (1- (expt 2 64))))

;; Generators and hashes
(defun xorshift (x n)
  (declare (type (unsigned-byte 64) x))
  (dotimes (i n x)
    (setq x (logxor x (logand (ash x 13) +mask+)))
    (setq x (logxor x (ash x -7)))
    (setq x (logxor x (logand (ash x 17) +mask+)))))
(xorshift 88172645463325252 1)  ;=> 8748534153485358512
(xorshift 88172645463325252 1000)  ;=> 1363160026601443621
(mapcar (lambda (x) (xorshift x 3)) (list 0 1 +mask+))  ;=> (0 11177516664432764457 508277857751731680)
(defun fnv (v n)
  (let ((h #xcbf29ce484222325))
    (declare (type (unsigned-byte 64) h))
    (dotimes (i n h) (setq h (ldb (byte 64 0) (* (logxor h (svref v (mod i 4))) #x100000001b3))))))
(fnv (vector 102 111 111 98) 4)  ;=> 15929810745020453551
(defun splitmix (x n)
  (let ((z 0))
    (dotimes (i n z)
      (setq x (mod (+ x #x9E3779B97F4A7C15) (expt 2 64)) z x)
      (setq z (logand +mask+ (* (logxor z (ash z -30)) #xBF58476D1CE4E5B9)))
      (setq z (logand +mask+ (* (logxor z (ash z -27)) #x94D049BB133111EB)))
      (setq z (logxor z (ash z -31))))))
(splitmix 1234567 1)  ;=> 6457827717110365317
(splitmix 1234567 5)  ;=> 16408922859458223821
(defun popcount (x) (let ((n 0)) (loop until (zerop x) do (setq x (logand x (1- x) +mask+)) (incf n)) n))
(mapcar #'popcount *edges*)  ;=> (0 1 61 1 1 63 1 64)
(defun bits (x n) (let ((x (logand x +mask+)) (l nil)) (dotimes (i n) (push (list (logcount x) (integer-length x) (evenp x)) l) (setq x (ash x -21))) l))
(bits +mask+ 4)  ;=> ((1 1 NIL) (22 22 NIL) (43 43 NIL) (64 64 NIL))
(bits (expt 2 62) 3)  ;=> ((1 21 T) (1 42 T) (1 63 T))

;; Each operation at the edges
(defmacro at-edges (name form)
  `(progn
     (defun ,name (x y n) (let ((r 0)) (dotimes (i n r) (setq x (logand x +mask+) r ,form))))
     (reduce #'logxor (loop for x in *edges* nconc (loop for y in *edges* collect (,name x y 3))) :initial-value 0)))
(at-edges sum (logand +mask+ (+ x y)))  ;=> 18446744073709551612
(defun sums (n) (loop for x in *edges* collect (sum x +mask+ n)))
(sums 3)  ;=> (18446744073709551615 0 2305843009213693950 2305843009213693951 4611686018427387903 9223372036854775806 9223372036854775807 18446744073709551614)
(at-edges difference (ldb (byte 64 0) (- x y)))  ;=> 4611686018427387900
(difference 0 1 2)  ;=> 18446744073709551615
(difference 1 +mask+ 2)  ;=> 2
(at-edges product (logand (* x y) +mask+))  ;=> 13835058055282163712
(product +mask+ +mask+ 2)  ;=> 1
(product (expt 2 63) 3 2)  ;=> 9223372036854775808
(defun exact-sum (x y n) (let ((r 0)) (dotimes (i n r) (setq x (logand x +mask+) r (+ x y)))))
(loop for x in *edges* collect (exact-sum x x 2))  ;=> (0 2 4611686018427387902 4611686018427387904 9223372036854775808 18446744073709551614 18446744073709551616 36893488147419103230)
(list (exact-sum 1 -2 3) (exact-sum +mask+ 1 3) (exact-sum 0 -1 3) (exact-sum 5 1/2 3) (exact-sum 5 0.5 3))  ;=> (-1 18446744073709551616 -1 11/2 5.5)
(defun exact-difference (x y n) (let ((r 0)) (dotimes (i n r) (setq x (logand x +mask+) r (- x y)))))
(list (exact-difference 1 2 3) (exact-difference +mask+ 1 3) (exact-difference 0 +mask+ 3) (exact-difference 5 -1 3))  ;=> (-1 18446744073709551614 -18446744073709551615 6)
(defun steps (x n) (let ((l nil)) (dotimes (i n) (setq x (logand x +mask+)) (push (list (1+ x) (1- x)) l)) (first l)))
(mapcar (lambda (x) (steps x 2)) (list 0 (1- (expt 2 61)) (expt 2 61) +mask+))  ;=> ((1 -1) (2305843009213693952 2305843009213693950) (2305843009213693953 2305843009213693951) (18446744073709551616 18446744073709551614))
(defun shifts (x n) (let ((l nil)) (dotimes (i n) (setq x (logand x +mask+)) (setq l (list (ash x -3) (ash x 2) (ash x -63) (ash x -64) (ash x 63)))) l))
(shifts +mask+ 2)  ;=> (2305843009213693951 73786976294838206460 1 0 170141183460469231722463931679029329920)
(shifts 5 2)  ;=> (0 20 0 0 46116860184273879040)
(defun variable-shifts (x n) (let ((l nil)) (loop for k from (- n) to n do (setq x (logand x +mask+)) (push (logand +mask+ (ash x k)) l)) (reduce #'logxor l)))
(mapcar (lambda (n) (variable-shifts (- (expt 2 64) 3) n)) '(3 63 64 70))  ;=> (6917529027641081829 18446744073709551615 18446744073709551615 18446744073709551615)
(defun exact-shift (x k n) (let ((r 0)) (dotimes (i n r) (setq x (logand x +mask+) r (ash x k)))))
(list (exact-shift 1 63 2) (exact-shift 3 63 2) (exact-shift 1 64 2) (exact-shift +mask+ -63 2) (exact-shift 5 0 2) (exact-shift 5 -1000 2))  ;=> (9223372036854775808 27670116110564327424 18446744073709551616 1 5 0)
(defun complement-of (x n) (let ((r 0)) (dotimes (i n r) (setq x (logand x +mask+) r (list (logand +mask+ (lognot x)) (lognot x))))))
(list (complement-of 0 2) (complement-of +mask+ 2))  ;=> ((18446744073709551615 -1) (0 -18446744073709551616))
(defun lowest-bit (x n) (let ((r 0)) (dotimes (i n r) (setq x (logand x +mask+) r (logand x (- x))))))
(mapcar (lambda (x) (lowest-bit x 2)) (list 0 12 (expt 2 63) +mask+))  ;=> (0 4 9223372036854775808 1)
(defun compared (x y n) (let ((l nil)) (dotimes (i n l) (setq x (logand x +mask+) l (list (< x y) (<= x y) (= x y) (> x y) (>= x y) (zerop x) (eql x y))))))
(compared (expt 2 63) +mask+ 2)  ;=> (T T NIL NIL NIL NIL NIL)
(compared +mask+ +mask+ 2)  ;=> (NIL T T NIL T NIL T)
(compared 0 -1 2)  ;=> (NIL NIL NIL T T T NIL)
(compared 1 1/2 2)  ;=> (NIL NIL NIL T T NIL NIL)
(compared (expt 2 63) 1d19 2)  ;=> (T T NIL NIL NIL NIL NIL)
(compared (expt 2 62) (expt 2 70) 2)  ;=> (T T NIL NIL NIL NIL NIL)

;; Masks of other widths: products that wrap, also of fixnums
(defun low-bits (x y n) (let ((l nil)) (dotimes (i n l) (setq l (list (logand #xFFFFFFFF (* x y)) (ldb (byte 61 0) (* x y)) (ldb (byte 62 0) (* x y)) (mod (* x y) 1024) (ldb (byte 16 40) (* x y)))))))
(low-bits #xFFFFFFFF #xFFFFFFFF 3)  ;=> (1 2305843000623759361 4611686009837453313 1 65535)
(low-bits (1- (expt 2 61)) -3 3)  ;=> (3 3 2305843009213693955 3 0)
(low-bits (expt 2 64) 5 3)  ;=> (0 0 0 0 0)
(low-bits -1 1 3)  ;=> (4294967295 2305843009213693951 4611686018427387903 1023 65535)
(defun lcg (x n) (declare (type (unsigned-byte 32) x)) (dotimes (i n x) (setq x (logand #xFFFFFFFF (+ (* x 1664525) 1013904223)))))
(lcg 42 1000)  ;=> 3545297778
(defun deep-mask (x y n) (let ((r 0)) (dotimes (i n r) (setq r (logand #xFFFF (ash (* (+ x 1) (logxor y (* x 5))) -3))))))
(deep-mask 123456789123 (expt 2 60) 2)  ;=> 48119
(deep-mask 3 4 2)  ;=> 5
(defun kept (x n) (let ((r 0)) (dotimes (i n r) (let ((product (* x 3))) (setq r (list (logand product #xFF) product))))))
(kept (1- (expt 2 61)) 2)  ;=> (253 6917529027641081853)

;; Declarations that are false change no value (SBCL signals errors)
(defun trusting (x n) (declare (type (unsigned-byte 64) x)) (let ((h 1)) (dotimes (i n h) (setq h (logand +mask+ (+ (* h 31) x))))))
(defun trusted (x) (handler-case (trusting x 3) (type-error () :type-error)))
(mapcar #'trusted (list 1 -1 (- (expt 2 64)) (expt 2 64) (expt 2 100) 'a nil))  ;=> (30784 28798 29791 29791 29791 :TYPE-ERROR :TYPE-ERROR)
(trusted "x")  ;=> :TYPE-ERROR
(defun and-of (x n) (let ((r 0)) (dotimes (i n r) (setq r (logand x +mask+)))))
(and-of 1.5 2)  ;signals: type-error
(and-of -1 2)  ;=> 18446744073709551615
(defun xor-of (x y n) (let ((h (logand x +mask+))) (dotimes (i n h) (setq h (logxor h y)))))
(list (xor-of 5 -1 1) (xor-of 5 -1 2) (xor-of +mask+ (expt 2 64) 1) (xor-of +mask+ (expt 2 63) 3))  ;=> (-6 5 36893488147419103231 9223372036854775807)

;; More words than registers, with doubles, collections and calls between them
(defun xoshiro (a b c d n)
  (declare (type (unsigned-byte 64) a b c d))
  (flet ((rotated (x k) (logior (logand +mask+ (ash x k)) (ash x (- k 64)))))
    (declare (inline rotated))
    (let ((result 0))
      (dotimes (i n (list result a b c d))
        (setq result (logand +mask+ (* 9 (rotated (logand +mask+ (* b 5)) 7))))
        (let ((s (logand +mask+ (ash b 17))))
          (setq c (logxor c a) d (logxor d b) b (logxor b c) a (logxor a d) c (logxor c s) d (rotated d 45)))))))
(xoshiro 1 2 3 4 1)  ;=> (11520 7 0 262146 211106232532992)
(xoshiro 1 2 3 4 100)  ;=> (2644096379427808420 3222275737963535447 210652012772993620 6788780561423214553 13173280765211645555)
(defun many (x n)
  (let* ((a (logand +mask+ x)) (b (logand +mask+ (* a 3))) (c (logand +mask+ (* b 5))) (d (logand +mask+ (* c 7))) (e (logand +mask+ (* d 11)))
         (f (logand +mask+ (* e 13))) (g (logand +mask+ (* f 17))) (h (logand +mask+ (* g 19))) (sum 1d0))
    (dotimes (i n)
      (setq a (logxor a (ash h -1)) b (logxor b (ash a -2)) c (logxor c (ash b -3)) d (logxor d (ash c -5)) e (logxor e (ash d -7))
            f (logxor f (ash e -11)) g (logxor g (ash f -13)) h (logand +mask+ (+ h (* 3 g))) sum (* sum 1.5d0))
      (when (= 7 (mod i 8)) (setf (get 'many 'garbage) (list a b c d e f g h sum))))
    (list (logxor a b c d e f g h) sum)))
(many 1 8)  ;=> (13778201 25.62890625d0)
(many #x9E3779B97F4A7C15 100)  ;=> (612094156436567500 4.065611775352152d17)
(get 'many 'garbage)  ;=> (16718285041298368250 15418746958739600500 5010655009069980882 16483328886473101249 15297054891727329200 14394752203673342958 4903114219003637444 11151835899893170028 8.030838074769683d16)
(defun boxes (n) (let ((x 1) (l nil)) (dotimes (i n) (setq x (logand +mask+ (* x 6364136223846793005))) (push x l)) (when (> n 100) (gc)) (list (length l) (first l) (reduce #'logxor l))))
(boxes 3)  ;=> (3 793875393913628917 4254219368218491441)
(boxes 20000)  ;=> (20000 10974523093954659457 4176767013904278784)
(defun stored (n) (let ((v (make-array 8 :initial-element 0)) (x 1)) (dotimes (i n (list (aref v 0) (aref v 7))) (setq x (logand +mask+ (* x 6364136223846793005))) (setf (aref v (logand i 7)) x))))
(stored 200000)  ;=> (3723403754793688461 16981389022325730561)
(defmacro define-mixer (name count)
  (let ((vars (loop for i below count collect (intern (format nil "W~D" i)))))
    `(defun ,name (n)
       (let ,(loop for v in vars for i from 1 collect `(,v (logand +mask+ (* ,i 6364136223846793005))))
         (declare (type (unsigned-byte 64) ,@vars))
         (dotimes (x n)
           (setq ,@(loop for (v next) on vars for i from 0
                         append `(,v ,(case (mod i 3)
                                        (0 `(logand +mask+ (+ (* ,v 3935559000370003845) ,(or next (first vars)))))
                                        (1 `(logxor ,v (ash ,(or next (first vars)) -7)))
                                        (t `(logand +mask+ (- ,v ,(or next (first vars))))))))))
         (list (logxor ,@vars) ,@(subseq vars 0 4))))))
(define-mixer twelve-words 12)
(define-mixer twenty-words 20)
(list (twelve-words 1) (twelve-words 1000))  ;=> ((2282372972136397302 7693407180634137531 12732243372553633441 12082607849862758611 11681220050996171109) (3058127654606051980 16105277762629156747 12714792606250893882 2942177720409648200 10291841226327138316))
(list (twenty-words 1) (twenty-words 1000))  ;=> ((8003924195819200976 7693407180634137531 12732243372553633441 12082607849862758611 11681220050996171109) (14334744512334923863 8232213922664154740 12807997647763981355 15505689407677035522 16138644753207847560))
(defun words-of (n) (let ((x 1)) (values-list (loop repeat n do (setq x (logand +mask+ (* x 6364136223846793005))) collect x))))
(multiple-value-list (words-of 3))  ;=> (6364136223846793005 7520897724310334953 793875393913628917)
(defun captured (n) (let ((x (expt 2 63)) (l nil)) (dotimes (i n) (setq x (logand +mask+ (+ x i))) (let ((y x)) (push (lambda () (incf y)) l))) (mapcar #'funcall l)))
(captured 3)  ;=> (9223372036854775812 9223372036854775810 9223372036854775809)
(defun unwound (n) (let ((x (expt 2 63))) (dotimes (i n) (setq x (logand +mask+ (* x 3))) (catch 'out (when (oddp i) (throw 'out x))) (handler-case (when (= i 4) (error "x")) (error () (setq x (logxor x 1))))) x))
(unwound 6)  ;=> 9223372036854775811

;; EQL with words, other integers and other objects; LOGBITP with constant, variable and large indices, of words and others
(defun same-as (x y n) (let ((l nil)) (dotimes (i n l) (setq x (logand x +mask+) l (list (eql x y) (eql y x) (eql x #xFFFFFFFFFFFFFFFF) (eql 9223372036854775808 x) (eql x -1) (eql x 5) (eql x (logand x +mask+ -1)) (if (eql x 4611686018427387904) 1 2))))))
(mapcar (lambda (x) (same-as x x 3)) *edges*)  ;=> ((T T NIL NIL NIL NIL T 2) (T T NIL NIL NIL NIL T 2) (T T NIL NIL NIL NIL T 2) (T T NIL NIL NIL NIL T 2) (T T NIL NIL NIL NIL T 1) (T T NIL NIL NIL NIL T 2) (T T NIL T NIL NIL T 2) (T T T NIL NIL NIL T 2))
(list (same-as +mask+ -1 3) (same-as 5 5.0 3) (same-as 5 'a 3) (same-as (expt 2 63) (- (expt 2 63)) 3) (same-as (expt 2 63) (expt 2 127) 3) (same-as 0 (expt 2 64) 3) (same-as 0 -0.0d0 3))  ;=> ((NIL NIL T NIL NIL NIL T 2) (NIL NIL NIL NIL NIL T T 2) (NIL NIL NIL NIL NIL T T 2) (NIL NIL NIL T NIL NIL T 2) (NIL NIL NIL T NIL NIL T 2) (NIL NIL NIL NIL NIL NIL T 2) (NIL NIL NIL NIL NIL NIL T 2))
(defun same-constants (x n) (let ((l nil)) (dotimes (i n l) (setq l (list (eql x #x9E3779B97F4A7C15) (eql #xFFFFFFFFFFFFFFFF x) (if (eql x 2305843009213693952) :yes :no) (eql x (ash 1 100)))))))
(mapcar (lambda (x) (same-constants x 3)) (list #x9E3779B97F4A7C15 (- #x9E3779B97F4A7C15) +mask+ -1 (expt 2 61) (- (expt 2 61)) (expt 2 100) 1d0 nil "x"))  ;=> ((T NIL :NO NIL) (NIL NIL :NO NIL) (NIL T :NO NIL) (NIL NIL :NO NIL) (NIL NIL :YES NIL) (NIL NIL :NO NIL) (NIL NIL :NO T) (NIL NIL :NO NIL) (NIL NIL :NO NIL) (NIL NIL :NO NIL))
(defun counted (n) (let ((x 1) (count 0)) (dotimes (i n count) (setq x (logand +mask+ (* x 6364136223846793005))) (when (eql x 793875393913628917) (incf count)) (unless (eql x (logand +mask+ (* 1 x))) (incf count 100)))))
(counted 1000)  ;=> 1
(defun bits-of (x n) (let ((l nil)) (dotimes (i n l) (setq x (logand x +mask+) l (list (logbitp 0 x) (logbitp 31 x) (logbitp 60 x) (logbitp 61 x) (logbitp 62 x) (logbitp 63 x) (logbitp 64 x) (logbitp 10000 x))))))
(mapcar (lambda (x) (bits-of x 2)) (append *edges* (list -1 (expt 2 64) (- (expt 2 63)))))  ;=> ((NIL NIL NIL NIL NIL NIL NIL NIL) (T NIL NIL NIL NIL NIL NIL NIL) (T T T NIL NIL NIL NIL NIL) (NIL NIL NIL T NIL NIL NIL NIL) (NIL NIL NIL NIL T NIL NIL NIL) (T T T T T NIL NIL NIL) (NIL NIL NIL NIL NIL T NIL NIL) (T T T T T T NIL NIL) (T T T T T T NIL NIL) (NIL NIL NIL NIL NIL NIL NIL NIL) (NIL NIL NIL NIL NIL T NIL NIL))
;; A constant index above 63 is not taken modulo 64, in code that is native when it meets the words.
(defun high-bits (x n) (let ((l nil)) (dotimes (i n l) (setq x (logand x +mask+) l (list (logbitp 63 x) (logbitp 64 x) (logbitp 70 x) (logbitp 127 x) (logbitp 4096 x))))))
(list (high-bits +mask+ 100) (high-bits 1 100))  ;=> ((T NIL NIL NIL NIL) (NIL NIL NIL NIL NIL))
(defun high-bit (x) (declare (type (unsigned-byte 64) x)) (logbitp 70 (logxor x 1)))
(loop repeat 2000 count (high-bit +mask+))  ;=> 0
(defun shifted-out (x n) (let ((l nil)) (dotimes (i n l) (setq x (logand x +mask+) l (list (ash x -63) (ash x -64) (ash x -70) (ash x -4096) (ldb (byte 1 64) x) (ldb (byte 4 62) x))))))
(list (shifted-out +mask+ 100) (shifted-out 1 100))  ;=> ((1 0 0 0 0 3) (0 0 0 0 0 0))
(defun shifted-in (x n) (let ((l nil)) (dotimes (i n l) (setq x (logand x +mask+) l (list (logand +mask+ (ash x 63)) (logand +mask+ (ash x 64)) (logand +mask+ (ash x 70)) (logand 255 (ash x 100)))))))
(list (shifted-in +mask+ 100) (shifted-in 1 100))  ;=> ((9223372036854775808 0 0 0) (9223372036854775808 0 0 0))
(defun bit-of (k x n) (let ((r 0)) (dotimes (i n r) (setq x (logand x +mask+) r (logbitp k x)))))
(loop for k in (list 0 1 60 61 62 63 64 65 127 (expt 2 70)) collect (list (bit-of k +mask+ 2) (bit-of k (expt 2 63) 2) (bit-of k 1 2)))  ;=> ((T NIL T) (T NIL NIL) (T NIL NIL) (T NIL NIL) (T NIL NIL) (T T NIL) (NIL NIL NIL) (NIL NIL NIL) (NIL NIL NIL) (NIL NIL NIL))
(defun bits-of-any (k x n) (let ((r 0)) (dotimes (i n r) (setq r (list (logbitp k x) (logbitp 3 x) (logbitp 61 x))))))
(loop for x in (list 0 8 -1 -9 (1- (expt 2 61)) (- (expt 2 61)) (expt 2 61) (- (1+ (expt 2 61))) (expt 2 64) (- (expt 2 64)) (expt 2 100)) collect (loop for k in (list 0 3 60 61 62 63 64 100 (expt 2 70)) collect (first (bits-of-any k x 2))))  ;=> ((NIL NIL NIL NIL NIL NIL NIL NIL NIL) (NIL T NIL NIL NIL NIL NIL NIL NIL) (T T T T T T T T T) (T NIL T T T T T T T) (T T T NIL NIL NIL NIL NIL NIL) (NIL NIL NIL T T T T T T) (NIL NIL NIL T NIL NIL NIL NIL NIL) (T T T NIL T T T T T) (NIL NIL NIL NIL NIL NIL T NIL NIL) (NIL NIL NIL NIL NIL NIL T T T) (NIL NIL NIL NIL NIL NIL NIL T NIL))
(defun population (x n) (let ((count 0)) (setq x (logand +mask+ x)) (dotimes (i n count) (when (logbitp i x) (incf count)))))
(mapcar (lambda (x) (population x 70)) *edges*)  ;=> (0 1 61 1 1 63 1 64)
(defun sign-bit (k x) (logbitp k x))
(loop for x in '(-1 0 5 -5) collect (list (sign-bit 61 x) (sign-bit 62 x) (sign-bit 500 x) (sign-bit 2 x)))  ;=> ((T T T T) (NIL NIL NIL NIL) (NIL NIL NIL T) (T T T NIL))
(bit-of -1 5 2)  ;signals: type-error
(bit-of 'a 5 2)  ;signals: type-error
(sign-bit -1 5)  ;signals: type-error
(sign-bit 1 'a)  ;signals: type-error

;; Constants beyond the words
(defun far (x n)
  (let ((l nil))
    (dotimes (i n l)
      (setq x (logand x +mask+)
            l
              (list (< x 36893488147419103233) (> x -36893488147419103233) (= x 36893488147419103233)
                    (eql x 36893488147419103233) (- x 36893488147419103233) (+ x 1267650600228229401496703205376)
                    (logior x 36893488147419103233) (logxor x -36893488147419103233) (logand x 36893488147419103233))))))
(mapcar (lambda (x) (far x 3)) *edges*)  ;=> ((T T NIL NIL -36893488147419103233 1267650600228229401496703205376 36893488147419103233 -36893488147419103233 0) (T T NIL NIL -36893488147419103232 1267650600228229401496703205377 36893488147419103233 -36893488147419103234 1) (T T NIL NIL -34587645138205409282 1267650600230535244505916899327 39199331156632797183 -39199331156632797184 1) (T T NIL NIL -34587645138205409281 1267650600230535244505916899328 39199331156632797185 -39199331156632797185 0) (T T NIL NIL -32281802128991715329 1267650600232841087515130593280 41505174165846491137 -41505174165846491137 0) (T T NIL NIL -27670116110564327426 1267650600237452773533557981183 46116860184273879039 -46116860184273879040 1) (T T NIL NIL -27670116110564327425 1267650600237452773533557981184 46116860184273879041 -46116860184273879041 0) (T T NIL NIL -18446744073709551618 1267650600246676145570412756991 55340232221128654847 -55340232221128654848 1))
(defun down-by (x n) (let ((l nil)) (dotimes (i n l) (setq x (logand x +mask+) l (list (+ x -2147483648) (- x -2147483648) (+ -100000 x) (logior x -100000) (< x -100000) (= -100000 x))))))
(mapcar (lambda (x) (down-by x 3)) '(0 1 2147483648 18446744073709551615))  ;=> ((-2147483648 2147483648 -100000 -100000 NIL NIL) (-2147483647 2147483649 -99999 -99999 NIL NIL) (0 4294967296 2147383648 -100000 NIL NIL) (18446744071562067967 18446744075857035263 18446744073709451615 -1 NIL NIL))

;; Signed words, with results that leave them
(defvar *signed-edges*
  (list 0 1 -1 (1- (expt 2 61)) (expt 2 61) (- (expt 2 61)) (- -1 (expt 2 61)) (1- (expt 2 63)) (- (expt 2 63))
        6000000000000000001))
(defun signed-logic (x y n)
  (declare (type (signed-byte 64) x y))
  (let ((z -5000000000000000000) (l nil))
    (declare (type (signed-byte 64) z))
    (dotimes (i n l)
      (setq z (logior (logand (logxor z x) (lognot y)) x))
      (setq l
              (list z (ash z -7) (ash z -63) (ash z 3) (logand z 255) (mod z 1024) (ldb (byte 63 0) z) (logbitp 63 z)
                    (logbitp 3 z) (evenp z) (logcount z) (integer-length z))))))
(mapcar (lambda (x) (signed-logic x 12345678901234567 5)) *signed-edges*)  ;=> ((-5002335723894603776 -39080747842926592 -1 -40018685791156830208 0 0 4221036312960172032 T NIL T 47 63) (-5002335723894603775 -39080747842926592 -1 -40018685791156830200 1 1 4221036312960172033 T NIL NIL 46 63) (-1 -1 -1 -8 255 1023 9223372036854775807 T T NIL 0 0) (-4611686018427387905 -36028797018963969 -1 -36893488147419103240 255 1023 4611686018427387903 T T NIL 1 63) (-5002335723894603776 -39080747842926592 -1 -40018685791156830208 0 0 4221036312960172032 T NIL T 47 63) (-390649705467215872 -3051950823962624 -1 -3125197643737726976 0 0 8832722331387559936 T NIL T 46 59) (-1 -1 -1 -8 255 1023 9223372036854775807 T T NIL 0 0) (-1 -1 -1 -8 255 1023 9223372036854775807 T T NIL 0 0) (-5002335723894603776 -39080747842926592 -1 -40018685791156830208 0 0 4221036312960172032 T NIL T 47 63) (-300498460902424575 -2347644225800192 -1 -2403987687219396600 1 1 8922873575952351233 T NIL NIL 33 59))
(mapcar (lambda (y) (signed-logic -4611686018427387905 y 5)) *signed-edges*)  ;=> ((-4611686018427387905 -36028797018963969 -1 -36893488147419103240 255 1023 4611686018427387903 T T NIL 1 63) (-4611686018427387905 -36028797018963969 -1 -36893488147419103240 255 1023 4611686018427387903 T T NIL 1 63) (-4611686018427387905 -36028797018963969 -1 -36893488147419103240 255 1023 4611686018427387903 T T NIL 1 63) (-4611686018427387905 -36028797018963969 -1 -36893488147419103240 255 1023 4611686018427387903 T T NIL 1 63) (-4611686018427387905 -36028797018963969 -1 -36893488147419103240 255 1023 4611686018427387903 T T NIL 1 63) (-4611686018427387905 -36028797018963969 -1 -36893488147419103240 255 1023 4611686018427387903 T T NIL 1 63) (-4611686018427387905 -36028797018963969 -1 -36893488147419103240 255 1023 4611686018427387903 T T NIL 1 63) (-4611686018427387905 -36028797018963969 -1 -36893488147419103240 255 1023 4611686018427387903 T T NIL 1 63) (-4611686018427387905 -36028797018963969 -1 -36893488147419103240 255 1023 4611686018427387903 T T NIL 1 63) (-4611686018427387905 -36028797018963969 -1 -36893488147419103240 255 1023 4611686018427387903 T T NIL 1 63))
(defun signed-sums (x y n)
  (declare (type (signed-byte 64) x y))
  (let ((z -5000000000000000000) (l nil))
    (dotimes (i n l)
      (setq l
              (list (+ x y) (- x y) (+ x z) (- z y) (1+ x) (1- x) (- x) (abs x) (* x 3) (< x y) (<= x z) (= x y) (> x -5)
                    (eql x y) (eql x -5000000000000000000) (min x y) (max x z) (floor x 1000))))))
(mapcar (lambda (x) (signed-sums x -2305843009213693953 3)) *signed-edges*)  ;=> ((-2305843009213693953 2305843009213693953 -5000000000000000000 -2694156990786306047 1 -1 0 0 0 NIL NIL NIL T NIL NIL -2305843009213693953 0 0) (-2305843009213693952 2305843009213693954 -4999999999999999999 -2694156990786306047 2 0 -1 1 3 NIL NIL NIL T NIL NIL -2305843009213693953 1 0) (-2305843009213693954 2305843009213693952 -5000000000000000001 -2694156990786306047 0 -2 1 1 -3 NIL NIL NIL T NIL NIL -2305843009213693953 -1 -1) (-2 4611686018427387904 -2694156990786306049 -2694156990786306047 2305843009213693952 2305843009213693950 -2305843009213693951 2305843009213693951 6917529027641081853 NIL NIL NIL T NIL NIL -2305843009213693953 2305843009213693951 2305843009213693) (-1 4611686018427387905 -2694156990786306048 -2694156990786306047 2305843009213693953 2305843009213693951 -2305843009213693952 2305843009213693952 6917529027641081856 NIL NIL NIL T NIL NIL -2305843009213693953 2305843009213693952 2305843009213693) (-4611686018427387905 1 -7305843009213693952 -2694156990786306047 -2305843009213693951 -2305843009213693953 2305843009213693952 2305843009213693952 -6917529027641081856 NIL NIL NIL NIL NIL NIL -2305843009213693953 -2305843009213693952 -2305843009213694) (-4611686018427387906 0 -7305843009213693953 -2694156990786306047 -2305843009213693952 -2305843009213693954 2305843009213693953 2305843009213693953 -6917529027641081859 NIL NIL T NIL T NIL -2305843009213693953 -2305843009213693953 -2305843009213694) (6917529027641081854 11529215046068469760 4223372036854775807 -2694156990786306047 9223372036854775808 9223372036854775806 -9223372036854775807 9223372036854775807 27670116110564327421 NIL NIL NIL T NIL NIL -2305843009213693953 9223372036854775807 9223372036854775) (-11529215046068469761 -6917529027641081855 -14223372036854775808 -2694156990786306047 -9223372036854775807 -9223372036854775809 9223372036854775808 9223372036854775808 -27670116110564327424 T T NIL NIL NIL NIL -9223372036854775808 -5000000000000000000 -9223372036854776) (3694156990786306048 8305843009213693954 1000000000000000001 -2694156990786306047 6000000000000000002 6000000000000000000 -6000000000000000001 6000000000000000001 18000000000000000003 NIL NIL NIL T NIL NIL -2305843009213693953 6000000000000000001 6000000000000000))
(mapcar (lambda (x y) (signed-sums x y 3)) *signed-edges* (reverse *signed-edges*))  ;=> ((6000000000000000001 -6000000000000000001 -5000000000000000000 -11000000000000000001 1 -1 0 0 0 T NIL NIL T NIL NIL 0 0 0) (-9223372036854775807 9223372036854775809 -4999999999999999999 4223372036854775808 2 0 -1 1 3 NIL NIL NIL T NIL NIL -9223372036854775808 1 0) (9223372036854775806 -9223372036854775808 -5000000000000000001 -14223372036854775807 0 -2 1 1 -3 T NIL NIL T NIL NIL -1 -1 -1) (-2 4611686018427387904 -2694156990786306049 -2694156990786306047 2305843009213693952 2305843009213693950 -2305843009213693951 2305843009213693951 6917529027641081853 NIL NIL NIL T NIL NIL -2305843009213693953 2305843009213693951 2305843009213693) (0 4611686018427387904 -2694156990786306048 -2694156990786306048 2305843009213693953 2305843009213693951 -2305843009213693952 2305843009213693952 6917529027641081856 NIL NIL NIL T NIL NIL -2305843009213693952 2305843009213693952 2305843009213693) (0 -4611686018427387904 -7305843009213693952 -7305843009213693952 -2305843009213693951 -2305843009213693953 2305843009213693952 2305843009213693952 -6917529027641081856 T NIL NIL NIL NIL NIL -2305843009213693952 -2305843009213693952 -2305843009213694) (-2 -4611686018427387904 -7305843009213693953 -7305843009213693951 -2305843009213693952 -2305843009213693954 2305843009213693953 2305843009213693953 -6917529027641081859 T NIL NIL NIL NIL NIL -2305843009213693953 -2305843009213693953 -2305843009213694) (9223372036854775806 9223372036854775808 4223372036854775807 -4999999999999999999 9223372036854775808 9223372036854775806 -9223372036854775807 9223372036854775807 27670116110564327421 NIL NIL NIL T NIL NIL -1 9223372036854775807 9223372036854775) (-9223372036854775807 -9223372036854775809 -14223372036854775808 -5000000000000000001 -9223372036854775807 -9223372036854775809 9223372036854775808 9223372036854775808 -27670116110564327424 T T NIL NIL NIL NIL -9223372036854775808 -5000000000000000000 -9223372036854776) (6000000000000000001 6000000000000000001 1000000000000000001 -5000000000000000000 6000000000000000002 6000000000000000000 -6000000000000000001 6000000000000000001 18000000000000000003 NIL NIL NIL T NIL NIL 0 6000000000000000001 6000000000000000))
(mapcar (lambda (x) (signed-sums x 9223372036854775808 3)) (quote (-1 1)))  ;=> ((9223372036854775807 -9223372036854775809 -5000000000000000001 -14223372036854775808 0 -2 1 1 -3 T NIL NIL T NIL NIL -1 -1 -1) (9223372036854775809 -9223372036854775807 -4999999999999999999 -14223372036854775808 2 0 -1 1 3 T NIL NIL T NIL NIL 1 1 0))
(mapcar (lambda (x) (signed-sums x -9223372036854775809 3)) (quote (-1 1 -9223372036854775809)))  ;=> ((-9223372036854775810 9223372036854775808 -5000000000000000001 4223372036854775809 0 -2 1 1 -3 NIL NIL NIL T NIL NIL -9223372036854775809 -1 -1) (-9223372036854775808 9223372036854775810 -4999999999999999999 4223372036854775809 2 0 -1 1 3 NIL NIL NIL T NIL NIL -9223372036854775809 1 0) (-18446744073709551618 0 -14223372036854775809 4223372036854775809 -9223372036854775808 -9223372036854775810 9223372036854775809 9223372036854775809 -27670116110564327427 NIL T T NIL T NIL -9223372036854775809 -5000000000000000000 -9223372036854776))
(defun signed-steps (n)
  (let ((x -5000000000000000000))
    (declare (type (signed-byte 64) x))
    (dotimes (i n x)
      (setq x (logxor x (ash x -7)))
      (if (< x 0)
          (setq x (lognot (logxor x 12345)))
          (setq x (- x 7000000000000000000))))))
(mapcar (function signed-steps) (quote (1 2 3 1000)))  ;=> (-1962347091237922816 -5050540488819776464 -1912284891537526024 -5596929129323570780)
(defun both-signs (x n)
  (let ((l nil))
    (dotimes (i n l)
      (setq l (list (logxor x -5000000000000000000) (logand x +mask+) (ldb (byte 64 0) x) (< x -5000000000000000000))))))
(mapcar (lambda (x) (both-signs x 3)) *signed-edges*)  ;=> ((-5000000000000000000 0 0 NIL) (-4999999999999999999 1 1 NIL) (4999999999999999999 18446744073709551615 18446744073709551615 NIL) (-6529215046068469761 2305843009213693951 2305843009213693951 NIL) (-7305843009213693952 2305843009213693952 2305843009213693952 NIL) (6529215046068469760 16140901064495857664 16140901064495857664 NIL) (7305843009213693951 16140901064495857663 16140901064495857663 NIL) (-4223372036854775809 9223372036854775807 9223372036854775807 NIL) (4223372036854775808 9223372036854775808 9223372036854775808 T) (-1596483975758217215 6000000000000000001 6000000000000000001 NIL))

;; Declared words without constants that are words: variables, LET, comparisons with small constants. No declaration is believed.
(deftype squares () '(unsigned-byte 64))
(defun bits-apart (left)
  (declare (type squares left))
  (let ((l nil))
    (loop
     (if (= left 0)
         (return l))
     (let ((rest (logand left (- left 1))))
       (push (logxor left rest) l)
       (setq left rest)))))
(mapcar (function bits-apart) (quote (0 1 6 2305843009213693952 11529215046068469761 18446744073709551616)))  ;=> (NIL (1) (4 2) (2305843009213693952) (9223372036854775808 2305843009213693952 1) (18446744073709551616))
(bits-apart (quote a))  ;signals: type-error
(defmacro comparisons (x)
  `(list ,@(mapcar (lambda (test) `(if ,test 1 2)) `((< ,x 5) (>= ,x 0) (= ,x 3) (> ,x -7) (= ,x -3) (<= 7 ,x)))))
(defun compared (x n)
  (declare (type squares x))
  (let ((l nil)) (dotimes (i n l) (setq l (append (comparisons x) (list x))))))
(mapcar (lambda (x) (compared x 3)) (quote (0 3 5 4611686018427387904 18446744073709551615 18446744073709551616 -3 -9223372036854775808 -36893488147419103232 7/2 2.5 3.0d0 -1.0d300)))  ;=> ((1 1 2 1 2 2 0) (1 1 1 1 2 2 3) (2 1 2 1 2 2 5) (2 1 2 1 2 1 4611686018427387904) (2 1 2 1 2 1 18446744073709551615) (2 1 2 1 2 1 18446744073709551616) (1 2 2 1 1 2 -3) (1 2 2 2 2 2 -9223372036854775808) (1 2 2 2 2 2 -36893488147419103232) (1 1 2 1 2 2 7/2) (1 1 2 1 2 2 2.5) (1 1 1 1 2 2 3.0d0) (1 2 2 2 2 2 -1.0d300))
(compared (quote a) 3)  ;signals: type-error
(defun signed-compared (x n)
  (declare (type (signed-byte 64) x))
  (let ((l nil)) (dotimes (i n l) (setq l (append (comparisons x) (list (+ x 1) (- x 1)))))))
(mapcar (lambda (x) (signed-compared x 3)) (quote (0 3 5 4611686018427387904 -4611686018427387905 18446744073709551615 9223372036854775807 -3 -9223372036854775808 -36893488147419103232 7/2 2.5 3.0d0 -1.0d300)))  ;=> ((1 1 2 1 2 2 1 -1) (1 1 1 1 2 2 4 2) (2 1 2 1 2 2 6 4) (2 1 2 1 2 1 4611686018427387905 4611686018427387903) (1 2 2 2 2 2 -4611686018427387904 -4611686018427387906) (2 1 2 1 2 1 18446744073709551616 18446744073709551614) (2 1 2 1 2 1 9223372036854775808 9223372036854775806) (1 2 2 1 1 2 -2 -4) (1 2 2 2 2 2 -9223372036854775807 -9223372036854775809) (1 2 2 2 2 2 -36893488147419103231 -36893488147419103233) (1 1 2 1 2 2 9/2 5/2) (1 1 2 1 2 2 3.5 1.5) (1 1 1 1 2 2 4.0d0 2.0d0) (1 2 2 2 2 2 -1.0d300 -1.0d300))
(signed-compared nil 3)  ;signals: type-error
(defun word-in-let (v n)
  (let ((sum 0))
    (declare (type (integer 0 18446744073709551615) sum))
    (dotimes (i n sum)
      (let ((x (svref v (mod i 3))))
        (declare (type (mod 18446744073709551616) x))
        (unless (= x 7) (setq sum (logxor sum x)))))))
(list (word-in-let (vector 1 2 3) 5) (word-in-let (vector 7 9223372036854775808 18446744073709551615) 6) (word-in-let (vector -1 4611686018427387904 7) 4))  ;=> (3 0 4611686018427387904)
(defun inlined-words (a n)
  (flet ((mix (x)
           (declare (type squares x))
           (if (> x 100)
               (logxor x (ash x -3))
               (+ x 1))))
    (let ((y a))
      (dotimes (i n y) (setq y (mix y))))))
(mapcar (lambda (a) (inlined-words a 40)) (quote (0 99 18446744073709551615 9223372036854775808 -5)))  ;=> (40 100 18446742974197923840 9223372586610589696 35)

;; Redefinition, also of the function that uses low bits only
(defun masked (x n) (let ((r 0)) (dotimes (i n r) (setq r (combined (* x x) +mask+)))))
(defun combined (x y) (logand x y))
(masked +mask+ 400)  ;=> 1
(defun combined (x y) (list x y))
(masked +mask+ 1)  ;=> (340282366920938463426481119284349108225 18446744073709551615)

;; Code without loops: the values of conditionals, shifts of which a mask or another word uses the low bits, values other than words
(defun in-row (stones all by)
  (declare (type (unsigned-byte 49) stones all))
  (let* ((pair (logand stones (ash stones by))) (three (logand pair (ash pair by))))
    (logand (logxor +full+ all)
            (logior (logior (ash three by) (ash three (* -3 by)))
                    (logior (logand (ash pair by) (ash stones (- by))) (logand (ash pair (* -2 by)) (ash stones by)))))))
(defun in-columns (stones all)
  (declare (type (unsigned-byte 49) stones all))
  (let* ((pair (logand stones (ash stones 1))) (three (logand pair (ash pair 1))))
    (logand (logxor +full+ all)
            (logior (logior (ash three 1) (ash three -3))
                    (logior (logand (ash pair 1) (ash stones -1)) (logand (ash pair -2) (ash stones 1)))))))
(defconstant +full+ #xFDFBF7EFDFBF)
(mapcar (lambda (s) (list (in-columns s s) (in-row s s 1) (in-row s s 7))) '(7 14 11 #x204081 #x81020400 279258638311359 562949953421311 0))  ;=> ((8 8 0) (17 17 0) (4 4 0) (0 0 268435456) (0 0 274877906952) (0 0 0) (283691315109952 283691315109952 283691315109952) (0 0 0))
(mapcar (lambda (s) (in-columns s 3)) (list -1 (- (expt 2 50)) (expt 2 64) (1+ (expt 2 70)) (- (expt 2 61))))  ;=> (279258638311356 0 0 0 0)
(in-columns 1.5 0)  ;signals: type-error
(defun by-branches (a b)
  (declare (type (unsigned-byte 64) a b))
  (logior (if (= 0 (logand a 1)) 0 b) (if (= 0 (logand a 2)) 5 (ash b -1)) (if (< a b) 0 (logxor a b)) (if (> b 7) (logand a 12) -1)))
(list (by-branches 0 0) (by-branches 3 8) (by-branches 18446744073709551615 9223372036854775808) (by-branches 1 2) (by-branches -2 9) (by-branches 'a 8))  ;signals: type-error
(list (by-branches 0 0) (by-branches 3 8) (by-branches 18446744073709551615 9223372036854775808) (by-branches 4 2) (by-branches -2 9))  ;=> (-1 12 18446744073709551615 -1 12)

;; A constant that gets another value
(defconstant +step+ 3)
(defun stepped (x) (logxor (+ x +step+) (* x +step+) (- x +step+) (ash x 1) (logand x +step+) (1+ x) (1- x)))
(list (stepped 10) (stepped 1.0))  ;signals: type-error
(loop repeat 400 collect (stepped 10) into all finally (return (remove-duplicates all)))  ;=> (0)
(let ((*error-output* (make-broadcast-stream)))
  (eval '(defconstant +step+ 100000000000000000000))
  (stepped 10))  ;=> -1000000000000002097130
(let ((*error-output* (make-broadcast-stream)))
  (eval '(defconstant +step+ 4))
  (stepped 10))  ;=> 54
