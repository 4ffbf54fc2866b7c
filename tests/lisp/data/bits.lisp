;;;; bits.lisp -- byte fields of integers, bit vectors, bit arrays; the expected values are those of SBCL 2.2.9.

(ldb (byte 8 8) #x1234)  ;=> 18
(ldb (byte 5 100) -1)  ;=> 31
(ldb (byte 1000000000000 0) 5)  ;=> 5
(ldb-test (byte 3 2) 3)  ;=> NIL
(mask-field (byte 4 4) #xAB)  ;=> 160
(dpb 1 (byte 2 4) -1)  ;=> -33
(deposit-field 255 (byte 4 4) 1)  ;=> 241
(byte-size (byte 3 7))  ;=> 3
(byte-position (byte 3 7))  ;=> 7
(let ((v (vector 0 0)) (i -1)) (incf (ldb (byte 8 8) (aref v (incf i)))) (list v i))  ;=> (#(256 0) 0)
(let ((n 255)) (list (setf (mask-field (byte 4 4) n) 0) n))  ;=> (0 15)
(let ((n 0)) (list (setf (ldb (byte 2 1) n) 7) n))  ;=> (7 6)
(byte -1 0)  ;signals: type-error
(loop for op in (list boole-clr boole-set boole-1 boole-2 boole-c1 boole-c2 boole-and boole-ior boole-xor boole-eqv
                      boole-nand boole-nor boole-andc1 boole-andc2 boole-orc1 boole-orc2)
      collect (logand 15 (boole op 3 5)))  ;=> (0 15 3 5 12 10 1 7 6 9 14 8 4 2 13 11)
(boole 16 1 1)  ;signals: type-error
(list (logandc1 3 5) (logandc2 3 5) (logorc1 3 5) (logorc2 3 5) (lognand 3 5) (lognor 3 5))  ;=> (4 2 -3 -5 -2 -8)
(list (logeqv) (logeqv 3) (logeqv 3 5) (logtest 1 2) (logtest -1 2))  ;=> (-1 3 -7 NIL T)

;;; Bit vectors
#*0101  ;=> #*0101
#5*01  ;=> #*01111
(mapcar (lambda (text) (handler-case (read-from-string text) (reader-error () 'refused))) '("#1*" "#0*" "#0*1" "#1*01" "#*02" "#0()" "#0(1)"))  ;=> (REFUSED #* REFUSED REFUSED REFUSED #() REFUSED)
#*  ;=> #*
(read-from-string "#3*0101")  ;signals: reader-error
(read-from-string "#*012")  ;signals: reader-error
(read-from-string "#2*")  ;signals: reader-error
(make-array 3 :element-type 'bit :initial-element 1)  ;=> #*111
(make-array '(2 2) :element-type '(mod 2) :initial-contents '((0 1) (1 0)))  ;=> #2A((0 1) (1 0))
(array-element-type (make-array 3 :element-type '(integer 0 1)))  ;=> BIT
(make-array 3 :element-type 'bit :initial-element 2)  ;signals: type-error
(let ((v (make-array 70 :element-type 'bit))) (setf (bit v 69) 1) (list (sbit v 69) (count 1 v) (position 1 v)))  ;=> (1 1 69)
(setf (aref (copy-seq #*000) 1) 2)  ;signals: type-error
(bit #*01 2)  ;signals: type-error
(bit #(0 1) 0)  ;signals: type-error
(list (bit-vector-p #*0) (simple-bit-vector-p #*0) (bit-vector-p #(0)) (typep #*01 '(bit-vector 2)))  ;=> (T T NIL T)
(simple-bit-vector-p (make-array 3 :element-type 'bit :fill-pointer 2))  ;=> NIL
(make-array 4 :element-type 'bit :fill-pointer 2 :initial-element 1)  ;=> #*11
(type-of #*0101)  ;=> (SIMPLE-BIT-VECTOR 4)
(list (equal #*01 (copy-seq #*01)) (equal #*01 #*011) (eql #*01 #*01) (equalp #*01 #(0 1)))  ;=> (T NIL NIL T)
(let ((h (make-hash-table :test 'equal))) (setf (gethash #*101 h) 'a) (gethash (copy-seq #*101) h))  ;=> A ; T
(reverse #*0011)  ;=> #*1100
(concatenate 'bit-vector #*01 '(1 1))  ;=> #*0111
(coerce '(1 0 1) 'bit-vector)  ;=> #*101
(coerce #*101 'list)  ;=> (1 0 1)
(map 'bit-vector #'- #*1)  ;signals: type-error
(subseq #*010011 2 5)  ;=> #*001
(remove 0 #*0101)  ;=> #*11
(substitute 1 0 #*0101 :count 1)  ;=> #*1101
(sort (copy-seq #*1010) #'<)  ;=> #*0011
(let ((v (make-array 0 :element-type 'bit :adjustable t :fill-pointer 0)))
  (dotimes (i 5 v) (vector-push-extend (mod i 2) v)))  ;=> #*01010
(bit-and #*0011 #*0101)  ;=> #*0001
(bit-not #*0011)  ;=> #*1100
(bit-andc1 #*0011 #*0101 t)  ;=> #*0100
(let ((r (copy-seq #*0000))) (bit-ior #*0011 #*0101 r) r)  ;=> #*0111
(bit-xor #2A((0 1) (1 1)) #2A((0 1) (1 1)))  ;signals: type-error
(bit-xor (make-array '(1 2) :element-type 'bit) (make-array '(1 2) :element-type 'bit :initial-element 1))  ;=> #2A((1 1))
(bit-and #*01 #*011)  ;signals: type-error
(let ((*print-array* nil)) (subseq (prin1-to-string #*01) 0 2))  ;=> "#<"
(let ((*print-array* nil)) (mapcar (lambda (d) (prin1-to-string (make-array d))) '(() 4 (2 3) (2 0 5))))
  ;=> ("#<array without dimensions>" "#<array of 4>" "#<array of 2x3>" "#<array of 2x0x5>")
(let ((a (make-array 4 :element-type 'bit :displaced-to #*00110 :displaced-index-offset 1))) (list a (bit-not a)))  ;=> (#*0110 #*1001)
(list (equal #*011 #*111) (equal #*011 #*011) (equal #*011 #*010))  ;=> (NIL T NIL)

;; Operations a word at a time and, for displaced arrays that start inside a word, bit by bit give the same result.
(flet ((bits (n seed) (let ((v (make-array n :element-type 'bit))) (dotimes (i n v) (setf (sbit v i) (ldb (byte 1 4) (* (+ i seed) (+ i 7)))))))
       (inside (v n) (make-array n :element-type 'bit :displaced-to v :displaced-index-offset 3)))
  (every (lambda (n)
           (let ((a (bits n 1)) (b (bits n 5)) (c (inside (bits (+ n 9) 2) n)) (d (make-array (list 2 (floor n 2)) :element-type 'bit :initial-element 1)))
             (and (every (lambda (f g)
                           (and (equal (funcall f a b) (map 'bit-vector (lambda (x y) (logand 1 (funcall g x y))) a b))
                                (equal (funcall f a c) (map 'bit-vector (lambda (x y) (logand 1 (funcall g x y))) a c))
                                (let ((kept (bits (+ n 9) 3)))
                                  (funcall f a b (inside kept n))
                                  (equal kept (concatenate 'bit-vector (bits 3 3) (map 'bit-vector (lambda (x y) (logand 1 (funcall g x y))) a b)
                                                           (subseq (bits (+ n 9) 3) (+ n 3)))))))
                         '(bit-and bit-ior bit-xor bit-eqv bit-nand bit-nor bit-andc1 bit-andc2 bit-orc1 bit-orc2)
                         '(logand logior logxor logeqv lognand lognor logandc1 logandc2 logorc1 logorc2))
                  (equalp (bit-not a) (map 'bit-vector (lambda (x) (- 1 x)) a))
                  (equalp (bit-xor d d) (make-array (list 2 (floor n 2)) :element-type 'bit :initial-element 0)))))
         '(0 1 63 64 65 128 200)))  ;=> T

;; LDB and related operators with constant bytes compile to bitwise operations: the same values, in the same order of
;; evaluation.
(list (ldb (byte 8 0) -1) (ldb (byte 8 4) #xabcd) (ldb (byte 64 64) (ash -1 70)) (ldb (byte 0 3) 7) (ldb (byte 65 0) -1))  ;=> (255 188 18446744073709551552 0 36893488147419103231)
(list (ldb-test (byte 4 0) 16) (ldb-test (byte 4 1) 16) (mask-field (byte 4 4) 171) (dpb 5 (byte 2 3) -1) (dpb -1 (byte 8 0) 256))  ;=> (NIL T 160 -17 511)
(let ((order nil))
  (flet ((note (x) (push x order) x)) (list (dpb (note 1) (byte 4 4) (note 2)) order)))  ;=> (18 (2 1))
(let ((v (vector 5 0)) (i -1))
  (setf (ldb (byte 4 4) (aref v (incf i))) 255) (incf (ldb (byte 2 0) (aref v 0))) (list v i))  ;=> (#(246 0) 0)
(ldb (byte 8 0) 'a)  ;signals: "LDB: expected an integer, got A"
(let ((n 1.5)) (setf (ldb (byte 2 2) n) 3))  ;signals: "expected an integer, got 1.5"
(list (macroexpand '(ldb (byte 4 -1) 3)) (handler-case (eval '(ldb (byte 4 -1) 3)) (type-error () 'no-byte)))  ;=> ((LDB (BYTE 4 -1) 3) NO-BYTE)
(let ((size 4)) (list (ldb (byte size 4) 171) (funcall #'ldb (byte 4 4) 171)))  ;=> (10 10)

;; A byte specifier is a cons, not NIL.
(byte-size nil)            ;signals: "BYTE-SIZE: expected a byte specifier, got NIL"
(byte-position 5)          ;signals: "BYTE-POSITION: expected a byte specifier, got 5"
(ldb nil 5)                ;signals: "LDB: expected a byte specifier, got NIL"

;; Shifts by a variable, by the definition of ASH, of integers at the edges
(defun shifted (x n) (ash x n))
(defun shifted-by-definition (x n) (if (>= n 0) (* x (expt 2 n)) (values (floor x (expt 2 (- n))))))
(let ((edges (list 0 1 -1 2 3 -3 1000003 -1000003 (expt 2 60) (1- (expt 2 61)) (expt 2 61) (- (expt 2 61)) (- -1 (expt 2 61)) (expt 2 64) (- (expt 2 70)))))
  (loop for n from -70 to 70 sum (count-if-not (lambda (x) (eql (shifted x n) (shifted-by-definition x n))) edges)))  ;=> 0
(list (shifted 5 (- (expt 2 70))) (shifted -5 (- (expt 2 70))) (shifted 0 (expt 2 70)) (shifted 1 most-negative-fixnum))  ;=> (0 -1 0 0)
(shifted 1 1.5)  ;signals: type-error
(shifted 1.5 1)  ;signals: type-error

;; The operations of BOOLE, as constants and as values, by their truth tables
(defun by-truth-table (operation a b)
  (loop for i below 4 sum (if (logbitp (+ (* 2 (if (logbitp i a) 1 0)) (if (logbitp i b) 1 0)) operation) (ash 1 i) 0)))
(loop for o below 16 always (= (logand 15 (boole o 12 10)) (by-truth-table o 12 10)))  ;=> T
(list (boole boole-nor 12 10) (boole boole-andc1 12 10) (boole boole-andc2 12 10) (boole boole-xor 12 10) (boole boole-nand 12 10)
      (boole boole-and 12 10) (boole boole-eqv 12 10) (boole boole-orc1 12 10) (boole boole-orc2 12 10) (boole boole-ior 12 10)
      (boole boole-clr 12 10) (boole boole-set 12 10) (boole boole-1 12 10) (boole boole-2 12 10) (boole boole-c1 12 10) (boole boole-c2 12 10))  ;=> (-15 2 4 6 -9 8 -7 -5 -3 14 0 -1 12 10 -13 -11)
(boole boole-xor 1.0 2)  ;signals: type-error
(boole boole-clr 'a 2)  ;signals: type-error
(boole 16 1 2)  ;signals: type-error
(list (deposit-field 255 (byte 4 4) 1) (let ((x -1)) (list (deposit-field x (byte 8 3) 0) (deposit-field 0 (byte 8 3) x))))  ;=> (241 (2040 -2041))

;; LDB and DPB with a byte specifier that is computed agree with the functions, which get it as a value.
(defun bytes-disagreeing (sizes positions integers)
  (let ((wrong nil))
    (dolist (size sizes (remove-duplicates wrong))
      (dolist (position positions)
        (dolist (n integers)
          (flet ((compare (name compiled function)
                   (unless (equal (handler-case (funcall compiled) (type-error () :type-error)) (handler-case (funcall function) (type-error () :type-error)))
                     (push (list name size position n) wrong))))
            (compare 'ldb (lambda () (ldb (byte size position) n)) (lambda () (funcall 'ldb (funcall 'byte size position) n)))
            (compare 'dpb (lambda () (dpb n (byte size position) -99)) (lambda () (funcall 'dpb n (funcall 'byte size position) -99)))
            (compare 'dpb (lambda () (dpb 5 (byte size position) n)) (lambda () (funcall 'dpb 5 (funcall 'byte size position) n)))))))))
(bytes-disagreeing '(0 1 3 30 31 58 59 60 61 64 100 -1 a) '(0 1 5 29 58 59 60 61 64 200 -1 1.5)
                   (list 0 1 -1 12345 -12345 most-positive-fixnum most-negative-fixnum (expt 2 64) (- (expt 3 80)) 'x))
;=> NIL
(let ((seen nil)) (flet ((note (x) (push x seen) x)) (list (dpb (note 7) (byte (note 2) (note 1)) (note 8)) (ldb (byte (note 3) (note 0)) (note 13)) (reverse seen))))
;=> (14 5 (7 2 1 8 3 0 13))
