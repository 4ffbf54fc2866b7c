;;;; Arrays of element type (UNSIGNED-BYTE 8), which have one byte for each element.

(defun octets (&rest all) (make-array (length all) :element-type '(unsigned-byte 8) :initial-contents all))
(deftype octet () '(unsigned-byte 8))
(defun octets-p (object) (and (typep object '(vector octet)) (equal (array-element-type object) '(unsigned-byte 8))))
;; The elements of OBJECT as a list, if its element type is (UNSIGNED-BYTE 8).
(defun octet-list (object) (if (octets-p object) (coerce object 'list) (list :not-octets object)))

;;; Element types
(mapcar #'upgraded-array-element-type '((unsigned-byte 8) (unsigned-byte 7) (unsigned-byte 2) (integer 0 255) (integer 1 3) (mod 256) (member 2 200) octet (eql 9)))
;=> ((UNSIGNED-BYTE 8) (UNSIGNED-BYTE 8) (UNSIGNED-BYTE 8) (UNSIGNED-BYTE 8) (UNSIGNED-BYTE 8) (UNSIGNED-BYTE 8) (UNSIGNED-BYTE 8) (UNSIGNED-BYTE 8) (UNSIGNED-BYTE 8))
(mapcar #'upgraded-array-element-type '((unsigned-byte 9) (signed-byte 8) (integer -1 3) (mod 257) (member 2 256) (integer 0 1) bit (or bit character) unsigned-byte))
;=> (T T T T T BIT BIT T T)
(mapcar (lambda (type) (array-element-type (make-array 2 :element-type type))) '((unsigned-byte 8) (unsigned-byte 4) octet (mod 256) (unsigned-byte 16)))
;=> ((UNSIGNED-BYTE 8) (UNSIGNED-BYTE 8) (UNSIGNED-BYTE 8) (UNSIGNED-BYTE 8) T)
(list (make-array 3 :element-type 'octet) (make-array '(2 2) :element-type 'octet :initial-element 7) (make-array nil :element-type 'octet :initial-element 255))
;=> (#(0 0 0) #2A((7 7) (7 7)) #0A255)
(list (type-of (octets 1 2)) (type-of (make-array '(1 2) :element-type 'octet)) (class-name (class-of (octets 1))))
;=> ((SIMPLE-ARRAY (UNSIGNED-BYTE 8) (2)) (SIMPLE-ARRAY (UNSIGNED-BYTE 8) (1 2)) VECTOR)
(let ((v (octets 1 2))) (list (simple-vector-p v) (vectorp v) (arrayp v) (stringp v) (bit-vector-p v) (adjustable-array-p v) (array-has-fill-pointer-p v)))
;=> (NIL T T NIL NIL NIL NIL)

;;; Types
(let ((v (octets 1 2)))
  (mapcar (lambda (type) (typep v type))
          '(vector simple-vector sequence simple-array (vector t) (vector *) (vector octet) (vector octet 2) (vector octet 3) (vector (unsigned-byte 9)) (vector bit)
            (simple-array octet (*)) (simple-array octet 1) (simple-array octet (2)) (simple-array octet (* *)) (array t) (vector character) (vector nil))))
;=> (T NIL T T NIL T T T NIL NIL NIL T T T NIL NIL NIL NIL)
(let ((v #(1 2))) (list (typep v '(vector octet)) (typep v '(simple-array octet (*))) (typep v '(vector t))))  ;=> (NIL NIL T)
(mapcar (lambda (pair) (multiple-value-list (apply #'subtypep pair)))
        '(((vector octet) vector) ((vector octet) simple-vector) ((vector octet) (vector t)) ((vector (mod 100)) (vector octet)) ((vector octet) (vector (mod 100)))
          ((simple-array octet (*)) (vector octet)) ((vector octet) (simple-array octet (*))) ((vector octet) string) (simple-vector (vector octet))
          ((array octet (2 3)) (array (unsigned-byte 8) 2)) (vector (or string bit-vector (vector t) (vector octet))) (vector (or string bit-vector (vector t)))
          ((and (vector octet) string) nil)))
;=> ((T T) (NIL T) (NIL T) (T T) (T T) (T T) (NIL T) (NIL T) (NIL T) (T T) (T T) (NIL T) (T T))

;;; Elements
(let ((v (make-array 4 :element-type 'octet)))
  (setf (aref v 0) 255 (elt v 1) 7 (row-major-aref v 2) 128)
  (list v (aref v 0) (elt v 1) (row-major-aref v 2) (length v)))  ;=> (#(255 7 128 0) 255 7 128 4)
(let ((m (make-array '(2 3) :element-type 'octet)))
  (dotimes (i 2) (dotimes (j 3) (setf (aref m i j) (+ (* 10 i) j))))
  (list m (aref m 1 2) (array-total-size m)))  ;=> (#2A((0 1 2) (10 11 12)) 12 6)
(setf (aref (octets 1 2) 0) 256)       ;signals: "(SETF AREF): expected an integer from 0 to 255, as the array is one of octets, got 256"
(setf (aref (octets 1 2) 0) -1)        ;signals: "(SETF AREF): expected an integer from 0 to 255, as the array is one of octets, got -1"
(setf (aref (octets 1 2) 0) 1.0)       ;signals: "(SETF AREF): expected an integer from 0 to 255, as the array is one of octets, got 1.0"
(setf (aref (octets 1 2) 0) #\a)       ;signals: type-error
(setf (aref (octets 1 2) 0) (expt 2 64))  ;signals: type-error
(aref (octets 1 2) 2)                  ;signals: "AREF: index 2 is out of range for 2 elements (0 to 1)"
(aref (octets 1 2) -1)                 ;signals: type-error
(setf (aref (octets 1 2) 2) 0)         ;signals: type-error
(svref (octets 1 2) 0)                 ;signals: type-error
(handler-case (setf (aref (octets 1) 0) 300) (type-error (c) (list (type-error-datum c) (type-error-expected-type c))))  ;=> (300 (UNSIGNED-BYTE 8))
(make-array 2 :element-type 'octet :initial-element 256)         ;signals: "MAKE-ARRAY: expected an integer from 0 to 255 as initial element, got 256"
(make-array 2 :element-type 'octet :initial-contents '(1 a))     ;signals: type-error
(make-array 2 :element-type 'octet :initial-contents '(1 2 3))   ;signals: type-error
;; In loops, as native code: each index and value, and the checks of both.
(defun sum-of (v) (let ((sum 0)) (dotimes (i (length v) sum) (incf sum (aref v i)))))
(defun fill-with-squares (v) (dotimes (i (length v) v) (setf (aref v i) (mod (* i i) 256))))
(let ((v (make-array 300 :element-type 'octet)))
  (list (sum-of (fill-with-squares v)) (loop for i below 300 always (= (aref v i) (mod (* i i) 256))) (sum-of #(1 2 3)) (sum-of #*1011) (sum-of v)))
;=> (31402 T 6 3 31402)
(defun put (v i x) (setf (aref v i) x) v)
(let ((v (octets 1 2 3)) (w (vector 1 2 3)))
  (loop for i from 0 to 2 do (put v i 255) (put w i 'a))
  (list v w (loop for (i x) in '((0 256) (0 -1) (3 1) (-1 1) (a 1) (0 a)) collect (handler-case (put v i x) (error (c) (type-of c)))) v))
;=> (#(255 255 255) #(A A A) (TYPE-ERROR TYPE-ERROR TYPE-ERROR TYPE-ERROR TYPE-ERROR TYPE-ERROR) #(255 255 255))

;; Two and three dimensions, in loops with other values pending.
(defun set-matrix (m) (dotimes (i 3 m) (dotimes (j 4) (let* ((p (+ i 5)) (q (logand p 3))) (setf (aref m i j) (logand 1 (+ i j))) (setf (aref m i j) (logand 1 (+ p q (aref m i j))))))))
(defun matrix-list (m) (let ((all nil)) (dotimes (i 3 (nreverse all)) (dotimes (j 4) (let* ((p (* 10 i)) (x (aref m i j))) (push (+ p x) all))))))
(loop for type in '(t octet bit (unsigned-byte 8) t)
      collect (loop repeat 3 for m = (set-matrix (make-array '(3 4) :element-type type)) always (equal (matrix-list m) '(0 1 0 1 11 10 11 10 20 21 20 21))))
;=> (T T T T T)
(defun set-cube (c x) (dotimes (i 2 c) (dotimes (j 2) (dotimes (k 2) (setf (aref c i j k) (+ x (* 4 i) (* 2 j) k))))))
(defun cube-list (c) (loop for i below 2 append (loop for j below 2 append (loop for k below 2 collect (aref c i j k)))))
(loop for type in '(t octet) collect (loop repeat 3 collect (cube-list (set-cube (make-array '(2 2 2) :element-type type) 248))))
;=> (((248 249 250 251 252 253 254 255) (248 249 250 251 252 253 254 255) (248 249 250 251 252 253 254 255)) ((248 249 250 251 252 253 254 255) (248 249 250 251 252 253 254 255) (248 249 250 251 252 253 254 255)))
(set-cube (make-array '(2 2 2) :element-type 'octet) 249)  ;signals: "(SETF AREF): expected an integer from 0 to 255, as the array is one of octets, got 256"
(defun put-at (m i j x) (setf (aref m i j) x))
(let ((m (make-array '(2 3) :element-type 'octet)))
  (loop for (i j x) in '((0 0 1) (1 2 255) (1 3 1) (2 0 1) (-1 0 1) (0 a 1) (0 0 256) (0 0 -1) (0 0 b) (0 1 2.0)) collect (handler-case (put-at m i j x) (type-error () 'type-error))))
;=> (1 255 TYPE-ERROR TYPE-ERROR TYPE-ERROR TYPE-ERROR TYPE-ERROR TYPE-ERROR TYPE-ERROR TYPE-ERROR)

;;; Sequence functions keep the element type.
(let ((v (octets 3 1 2 3)))
  (list (octet-list (copy-seq v)) (octet-list (subseq v 1)) (octet-list (reverse v)) (octet-list (remove 3 v)) (octet-list (remove-if #'oddp v)) (octet-list (substitute 9 3 v))
        (octet-list (remove-duplicates v)) (octet-list (sort (copy-seq v) #'<)) (octet-list (fill (copy-seq v) 4 :start 1 :end 3))
        (octet-list (replace (copy-seq v) v :start1 1)) (octet-list (replace (copy-seq v) '(8 9)))
        (octet-list (map-into (copy-seq v) #'1+ v)) (octet-list (nreverse (copy-seq v))) (octet-list (delete 1 (copy-seq v)))))
;=> ((3 1 2 3) (1 2 3) (3 2 1 3) (1 2) (2) (9 1 2 9) (1 2 3) (1 2 3 3) (3 4 4 3) (3 3 1 2) (8 9 2 3) (4 2 3 4) (3 2 1 3) (3 2 3))
(list (octet-list (concatenate '(vector octet) (octets 1 2) '(3) #(4))) (octet-list (concatenate '(simple-array octet (*)) (octets 1) (octets 2))) (octet-list (coerce '(1 2) '(vector octet)))
      (octet-list (coerce #(5 6) '(simple-array octet (*)))) (octet-list (map '(vector octet) #'1+ '(1 2))) (octet-list (make-sequence '(vector octet) 2 :initial-element 3))
      (octet-list (merge '(vector octet) (octets 1 4) (octets 2 3) #'<)))
;=> ((1 2 3 4) (1 2) (1 2) (5 6) (2 3) (3 3) (1 2 3 4))
(list (concatenate 'vector (octets 1 2) (octets 3)) (simple-vector-p (concatenate 'simple-vector (octets 1))) (concatenate 'list (octets 1 2)) (coerce (octets 1 2) 'simple-vector))
;=> (#(1 2 3) T (1 2) #(1 2))
(let ((v (octets 1))) (eq v (coerce v '(vector octet))))  ;=> T
(coerce '(1 256) '(vector octet))  ;signals: type-error
(concatenate '(vector octet) '(a))  ;signals: type-error
(fill (octets 1 2) 256)             ;signals: type-error
(replace (octets 1 2) #(a b))       ;signals: type-error
(map-into (octets 1 2) #'- '(1 2))  ;signals: type-error
(let ((v (octets 5 6 7)))
  (list (position 6 v) (find 7 v) (count 5 v) (search (octets 6 7) v) (mismatch v #(5 6 8)) (reduce #'+ v) (some #'evenp v) (every #'plusp v) (position-if #'evenp v) (loop for x across v collect x)))
;=> (1 7 1 1 2 18 T T 1 (5 6 7))
;; Overlapping ranges.
(let ((v (octets 1 2 3 4 5))) (list (copy-seq (replace v v :start1 1 :end2 4)) (replace v v :start2 2)))  ;=> (#(1 1 2 3 4) #(2 3 4 3 4))

;;; Equality
(let ((a (octets 1 2)) (b (octets 1 2)))
  (list (eql a b) (equal a b) (equalp a b) (equalp a #(1 2)) (equalp a #(1 2.0)) (equalp a #*01) (equal a a)))
;=> (NIL NIL T T T NIL T)
(let ((table (make-hash-table :test 'equalp))) (setf (gethash (octets 1 2) table) 'found) (list (gethash #(1 2) table) (gethash (octets 1 2) table)))  ;=> (FOUND FOUND)

;;; Arrays that are displaced, adjustable or have a fill pointer
(let* ((v (octets 1 2 3 4)) (d (make-array 2 :element-type 'octet :displaced-to v :displaced-index-offset 1)))
  (setf (aref d 0) 9)
  (list v d (octets-p d) (typep d '(simple-array octet (*))) (type-of d)))  ;=> (#(1 9 3 4) #(9 3) T NIL (ARRAY (UNSIGNED-BYTE 8) (2)))
(make-array 2 :displaced-to (octets 1 2))                          ;signals: type-error
(make-array 2 :element-type 'octet :displaced-to (vector 1 2))     ;signals: type-error
(let ((v (make-array 0 :element-type 'octet :adjustable t :fill-pointer 0)))
  (dotimes (i 300) (vector-push-extend (mod i 256) v))
  (list (length v) (aref v 299) (octets-p v) (vector-pop v) (octets-p (subseq v 0 3))))  ;=> (300 43 T 43 T)
(vector-push-extend 256 (make-array 1 :element-type 'octet :adjustable t :fill-pointer 0))  ;signals: type-error
(let ((v (adjust-array (make-array 2 :element-type 'octet :adjustable t :initial-element 5) 4 :initial-element 6))) (octet-list v))  ;=> (5 5 6 6)
(adjust-array (octets 1 2) 3 :element-type 'octet :initial-element 0)  ;=> #(1 2 0)

;;; Printing
(list (prin1-to-string (octets 1 2)) (prin1-to-string (make-array '(1 2) :element-type 'octet)) (let ((*print-length* 2)) (prin1-to-string (octets 1 2 3))) (let ((*print-array* nil)) (prin1-to-string (octets 1 2))))
;=> ("#(1 2)" "#2A((0 0))" "#(1 2 ...)" "#<array of 2>")
(let ((*print-readably* t)) (prin1-to-string (octets 1 20)))  ;=> "#.(COMMON-LISP:MAKE-ARRAY '(2.) :ELEMENT-TYPE '(COMMON-LISP:UNSIGNED-BYTE 8.) :INITIAL-CONTENTS '(1 20))"
(flet ((copy (array &optional (base 10))
         (with-standard-io-syntax (let ((*print-base* base) (*read-base* base)) (read-from-string (prin1-to-string array))))))
  (list (octet-list (copy (octets 1 2 255))) (octet-list (copy (octets 30 31) 16)) (octet-list (copy (octets))) (let ((m (copy (make-array '(2 1) :element-type 'octet :initial-element 3)))) (list m (type-of m)))
        (let ((zero (copy (make-array nil :element-type 'octet :initial-element 4)))) (list zero (array-element-type zero)))))
;=> ((1 2 255) (30 31) NIL (#2A((3) (3)) (SIMPLE-ARRAY (UNSIGNED-BYTE 8) (2 1))) (#0A4 (UNSIGNED-BYTE 8)))
(let ((*read-eval* nil) (*print-readably* t)) (prin1-to-string (octets 1)))  ;signals: print-not-readable

;;; Streams
(defvar *file* "winnow-octets-test.bin")
(with-open-file (out *file* :direction :output :if-exists :supersede :element-type 'octet) (write-sequence (octets 0 127 128 255) out :start 1) (write-sequence #(1) out))  ;=> #(1)
(with-open-file (in *file* :element-type 'octet)
  (let ((v (make-array 6 :element-type 'octet))) (list (read-sequence v in :start 1) v)))  ;=> (5 #(0 127 128 255 1 0))
(with-open-file (in *file* :element-type '(unsigned-byte 16)) (read-sequence (octets 0 0) in))  ;signals: type-error
(delete-file *file*)  ;=> T

;;; Structures of a vector type, and garbage collection
(defstruct (packet (:type (vector (unsigned-byte 8)))) (kind 1) (size 2))
(let ((p (make-packet :size 200))) (list p (octets-p p) (packet-size p)))  ;=> (#(1 200) T 200)
(let ((all (loop for i below 2000 collect (make-array (mod i 77) :element-type 'octet :initial-element (mod i 256)))))
  (gc)
  (dotimes (i 10) (make-array 100000 :element-type 'octet))
  (loop for v in all for i from 0 always (and (= (length v) (mod i 77)) (every (lambda (x) (= x (mod i 256))) v))))  ;=> T

;;; Native code of a loop that first ran for arrays of one type, called for arrays of others
(defun make-adder () (eval '(lambda (from to) (dotimes (i (length from) to) (setf (aref to i) (logand 1 (+ 1 (aref from i))))))))
(let ((types '((unsigned-byte 8) bit t)) (bits (loop repeat 100 append '(1 0 0 1))))
  (flet ((fresh (type) (make-array 400 :element-type type :initial-contents bits)))
    (loop for first in types
          always (let ((add (make-adder)))
                   (loop for from in (cons first types)
                         always (loop for to in (cons first types)
                                      always (equalp (funcall add (fresh from) (fresh to)) (map 'vector (lambda (bit) (- 1 bit)) bits))))))))  ;=> T
(defun store-all (value vector) (dotimes (i (length vector) vector) (setf (aref vector i) value)))
(loop for value in '(255 0 7) collect (aref (store-all value (make-array 400 :element-type 'octet)) 399))  ;=> (255 0 7)
(store-all 256 (octets 1 2))  ;signals: type-error
(store-all -1 (octets 1 2))  ;signals: type-error
(store-all 'a (octets 1 2))  ;signals: type-error
(aref (store-all 'a (make-array 400)) 399)  ;=> A
(store-all #\a (make-string 3))  ;=> "aaa"
(store-all 2 (make-array 3 :element-type 'bit))  ;signals: type-error
(defun sum-until-error (vector) (let ((sum 0)) (handler-case (loop for i from 0 do (incf sum (aref vector i))) (error () (list sum)))))
(loop for type in '(octet bit t (unsigned-byte 16)) collect (loop repeat 3 collect (sum-until-error (make-array 400 :element-type type :initial-element 1))))
;=> (((400) (400) (400)) ((400) (400) (400)) ((400) (400) (400)) ((400) (400) (400)))
(sum-until-error (make-array 3 :element-type 'octet :adjustable t :initial-element 200))  ;=> (600)
(let ((v (make-array 400 :element-type 'octet :initial-element 1))) (sum-until-error (make-array 200 :element-type 'octet :displaced-to v)))  ;=> (200)
(defun sum-bits (bits) (let ((sum 0)) (dotimes (i (length bits) sum) (incf sum (+ (bit bits i) (sbit bits i))))))
(loop repeat 3 collect (sum-bits (make-array 400 :element-type 'bit :initial-element 1)))  ;=> (800 800 800)
(sum-bits (make-array 4 :element-type 'octet))  ;signals: type-error
