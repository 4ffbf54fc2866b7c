;;;; arrays.lisp -- adjustable and displaced arrays, element types; the expected values are those of SBCL 2.2.9.

(adjust-array #(1 2 3) 5 :initial-element 0)  ;=> #(1 2 3 0 0)
(adjust-array (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) '(3 2) :initial-element 0)  ;=> #2A((1 2) (4 5) (0 0))
(let ((v (make-array 2 :adjustable t :initial-contents '(1 2))))
  (list (eq v (adjust-array v 3 :initial-element 9)) v))  ;=> (T #(1 2 9))
(let ((v (make-array 3 :adjustable t :fill-pointer 2 :initial-contents '(1 2 3))))
  (adjust-array v 5 :initial-element 0)
  (list v (fill-pointer v) (array-dimensions v)))  ;=> (#(1 2) 2 (5))
(let ((v (make-array 3 :adjustable t :fill-pointer 3))) (adjust-array v 1))  ;signals: "expected a fill pointer within the new length"
(fill-pointer (adjust-array (make-array 3 :adjustable t :fill-pointer 1) 5 :fill-pointer t))  ;=> 5
(adjust-array #(1 2) '(1 2))  ;signals: "expected 1 dimension, got 2"
(adjust-array "ab" 3 :element-type 'bit)  ;signals: "expected the element type CHARACTER, got BIT"
(mapcar (lambda (type) (array-element-type (make-array 2 :element-type type))) '(t character base-char standard-char bit (mod 2) (mod 3) fixnum single-float list))
  ;=> (T CHARACTER CHARACTER CHARACTER BIT BIT (UNSIGNED-BYTE 8) T T T)
(mapcar (lambda (i) (handler-case (funcall 'system::set-svref (vector 1 2) i 9) (type-error (c) (type-error-datum c)))) '(0 1 2 -1 a))  ;=> (9 9 2 -1 A)
(list (make-array 2 :element-type 'fixnum :initial-element 7) (make-array 2 :element-type '(integer 0 1) :initial-element 1))  ;=> (#(7 7) #*11)
(adjust-array (make-array 2 :adjustable t) 3 :initial-contents '(a b c))  ;=> #(A B C)
(let* ((a (vector 1 2 3 4)) (b (adjust-array (make-array 2 :adjustable t) 2 :displaced-to a :displaced-index-offset 2)))
  (setf (aref a 3) 'x)
  (list b (multiple-value-list (array-displacement b))))  ;=> (#(3 X) (#(1 2 3 X) 2))
(multiple-value-list (array-displacement #(1)))  ;=> (NIL 0)
(adjust-array (make-array nil :initial-element 'a) nil)  ;=> #0AA
(let ((a (make-array nil :initial-element 3))) (setf (aref a) 4) (list (aref a) (array-rank a) (array-total-size a)))  ;=> (4 0 1)
(adjust-array (make-array 2 :element-type 'bit :initial-element 1) 4)  ;=> #*1100
(list (array-element-type "a") (array-element-type #*1) (array-element-type #(1)) (array-element-type #2A((1))))  ;=> (CHARACTER BIT T T)
(upgraded-array-element-type '(member #\a #\b))  ;=> CHARACTER
(< array-rank-limit array-total-size-limit)  ;=> T

;;; Element type NIL: vectors of it are strings without elements (15.1.2.2, STRING); the expected values are those of CLISP

(list (upgraded-array-element-type nil) (upgraded-array-element-type '(and symbol integer)) (array-element-type (make-array '(2 2) :element-type nil)))  ;=> (NIL NIL NIL)
(let ((v (make-array 2 :element-type nil)))
  (list (stringp v) (simple-string-p v) (length v) (type-of v)
        (typep v '(vector nil)) (typep v '(vector character)) (typep v '(simple-array character (*))) (typep v '(simple-array nil (2))) (typep v '(array t))))
  ;=> (T T 2 (SIMPLE-ARRAY NIL (2)) T NIL NIL T NIL)
(list (stringp (make-array '(1 2) :element-type nil)) (simple-string-p (make-array 2 :element-type nil :adjustable t)) (typep "ab" '(vector nil)))  ;=> (NIL NIL NIL)
(mapcar #'subtypep '(string (vector nil) string (vector nil) (array nil) simple-string (simple-array nil (*)))
        '((vector character) string (or (vector character) (vector nil)) (vector character) string (simple-array character (*)) simple-string))
  ;=> (NIL T T NIL NIL NIL T)
(let ((v (make-array 0 :element-type nil)))
  (list (string= v "") (equal v "") (string-upcase v) (concatenate 'string v "a" v) (symbol-name (make-symbol v)) v))  ;=> (T T "" "a" "" "")
(let ((v (make-array 2 :element-type nil)))
  (mapcar (lambda (use) (handler-case (funcall use v) (error () 'no-elements)))
          (list (lambda (v) (aref v 0)) (lambda (v) (char v 1)) (lambda (v) (setf (aref v 0) #\a)) (lambda (v) (row-major-aref v 0)) #'string-upcase
                (lambda (v) (fill v #\a)) (lambda (v) (subseq v 0 1)) (lambda (v) (coerce v 'list)) (lambda (v) (map 'list #'identity v)) (lambda (v) (find #\a v)) #'intern)))
  ;=> (NO-ELEMENTS NO-ELEMENTS NO-ELEMENTS NO-ELEMENTS NO-ELEMENTS NO-ELEMENTS NO-ELEMENTS NO-ELEMENTS NO-ELEMENTS NO-ELEMENTS NO-ELEMENTS)
(list (typep (make-array 2 :element-type nil) 'base-string) (typep (make-array 2 :element-type nil) 'simple-base-string) (subtypep 'base-string '(vector base-char))
      (array-element-type (concatenate '(vector nil))))  ;=> (NIL NIL T NIL)
(aref (make-array '(2 3) :element-type nil) 1 1)  ;signals: "AREF: an array of element type NIL has no elements"
(aref (make-array 1 :element-type nil :displaced-to (make-array 2 :element-type nil)) 0)  ;signals: "AREF: an array of element type NIL has no elements"
(let ((v (make-array 0 :element-type nil :adjustable t :fill-pointer 0))) (vector-push-extend #\a v))  ;signals: "VECTOR-PUSH-EXTEND: an array of element type NIL has no elements"
(array-dimensions (adjust-array (make-array '(2 2) :element-type nil) '(3 1)))  ;=> (3 1)
(princ-to-string (make-array 2 :element-type nil))  ;=> "#<array of 2>"
(make-array 2 :element-type nil :initial-element #\a)  ;signals: "MAKE-ARRAY: expected no initial element, as the element type is NIL, got #\\a"
(make-array 2 :element-type nil :initial-contents "ab")  ;signals: "MAKE-ARRAY: expected no initial contents, as the element type is NIL"
(make-array 0 :element-type 'character :displaced-to (make-array 0 :element-type nil))  ;signals: type-error

;;; Contents, fill pointers and indices that do not fit

(make-array '(2 2) :initial-contents #(#(1 2) (3 4)))  ;=> #2A((1 2) (3 4))
(make-array 2 :initial-contents '(1 2 3))  ;signals: "MAKE-ARRAY: the contents (1 2 3) do not have 2 elements"
(make-array '(2 2) :fill-pointer 1)  ;signals: type-error
(make-array 2 :fill-pointer 3)  ;signals: "MAKE-ARRAY: expected a fill pointer from 0 to 2, got 3"
(handler-case (make-array 2 :fill-pointer 3) (type-error (c) (list (type-error-datum c) (type-error-expected-type c))))  ;=> (3 (INTEGER 0 2))
(let ((v (make-array 3 :fill-pointer 0))) (setf (fill-pointer v) 4))  ;signals: "(SETF FILL-POINTER): expected a fill pointer from 0 to 3, got 4"
(let ((v (make-array 3 :fill-pointer 0))) (setf (fill-pointer v) 3) (fill-pointer v))  ;=> 3
(make-array 2 :displaced-to 5)  ;signals: "MAKE-ARRAY: expected an array as :DISPLACED-TO, got 5"
(make-array 2 :displaced-to #(1 2) :displaced-index-offset 1)  ;signals: "an offset within the array displaced to, got 1"
(make-array 2 :element-type 'character :initial-element 5)  ;signals: "MAKE-ARRAY: expected a character as initial element, got 5"
(array-dimension #2A((1 2)) 2)  ;signals: "ARRAY-DIMENSION: index 2 is out of range for 2 elements"
(adjustable-array-p (make-array 2 :adjustable t))  ;=> T
(adjust-array (make-array '(2 2)) 3)  ;signals: "expected 2 dimensions, got 1"
(vector-pop (make-array 2 :fill-pointer 0))  ;signals: "VECTOR-POP: the vector is empty"
(list (funcall 'char "abc" 1) (funcall 'schar "abc" 2)
      (funcall 'char (make-array 2 :element-type 'character :displaced-to "abcd" :displaced-index-offset 1) 0))  ;=> (#\b #\c #\b)
(funcall 'char "abc" 3)  ;signals: "CHAR: index 3 is out of range for 3 elements"
(flet ((ones (dimensions element) (make-array dimensions :initial-element element)))
  (list (equalp (ones '(2 2) 1) (ones '(2 2) 1.0)) (equalp (ones '(2 2) 1) (ones 4 1)) (equalp (ones '(1 2) 1) (ones '(2 1) 1))))  ;=> (T NIL NIL)

;; An array displaced to itself, directly or through others, would not have elements.
(let ((a (make-array 4 :adjustable t))) (adjust-array a 4 :displaced-to a))  ;signals: "cannot be displaced to itself"
(let* ((a (make-array 4 :adjustable t :initial-element 1)) (b (make-array 4 :displaced-to a)) (c (make-array 2 :displaced-to b)))
  (list (handler-case (adjust-array a 2 :displaced-to c) (error () :refused)) a b c))  ;=> (:REFUSED #(1 1 1 1) #(1 1 1 1) #(1 1))
(let* ((a (make-array 4 :adjustable t)) (b (make-array 4 :displaced-to a)) (c (make-array 4 :initial-element 7)))
  (adjust-array a 4 :displaced-to c) b)  ;=> #(7 7 7 7)

(list (funcall 'array-in-bounds-p (make-array '(2 3)) 1 2) (funcall 'array-in-bounds-p (make-array '(2 3)) 2 0))  ;=> (T NIL)
(vector-push-extend 1 (make-array 0 :fill-pointer 0))  ;signals: "the vector is full and not adjustable"
(make-array 5000000000 :element-type 'bit)  ;signals: storage-condition
(make-hash-table :test #'car)  ;signals: type-error
;; EQUALP compares structures by their slots, and hashing agrees.
(progn (defstruct equalp-point x y)
       (let ((table (make-hash-table :test 'equalp)))
         (setf (gethash (make-equalp-point :x "A") table) 1)
         (list (gethash (make-equalp-point :x "a") table) (gethash (make-equalp-point :x "b") table))))  ;=> (1 NIL)
(list (equalp #(1 2) #(1 2 3)) (equalp #(1 2 3) #(1 2)) (equalp #(1 2) #(1 2)))  ;=> (NIL NIL T)

;; An inlined access with several subscripts reads and writes the same element as ROW-MAJOR-AREF, for every kind of array.
(defun same-as-row-major (array)
  (dotimes (i (array-total-size array)) (setf (row-major-aref array i) (mod i 2)))
  (let ((dimensions (array-dimensions array)) (n 0))
    (labels ((walk (left subscripts)
               (cond (left (dotimes (i (first left)) (walk (rest left) (cons i subscripts))))
                     (t (let ((at (reverse subscripts)))
                          (assert (= (apply #'array-row-major-index array at) n))
                          (assert (= (apply #'aref array at) (mod n 2)))
                          (setf (apply #'aref array at) (- 1 (mod n 2)))
                          (assert (= (row-major-aref array n) (- 1 (mod n 2))))
                          (incf n))))))
      (walk dimensions '()))
    (= n (array-total-size array))))
(mapcar #'same-as-row-major (list (make-array '(3 4)) (make-array '(2 3 4)) (make-array '()) (make-array '(0 5)) (make-array '(3 4) :element-type 'bit)
  (make-array '(2 3) :displaced-to (make-array 10) :displaced-index-offset 3) (make-array '(2 2) :adjustable t) (make-array 5 :fill-pointer 2)
  (adjust-array (make-array '(2 2) :adjustable t) '(3 5)) (make-array '(2 2) :element-type 'bit :displaced-to (make-array '(4 4) :element-type 'bit))))
;=> (T T T T T T T T T T)
(defun subscripts-refused (array &rest subscripts)
  (list (handler-case (apply #'aref array subscripts) (type-error (c) (type-error-datum c)) (program-error () :rank))
        (handler-case (setf (apply #'aref array subscripts) 0) (type-error (c) (type-error-datum c)) (program-error () :rank))))
(let ((a (make-array '(3 4) :initial-element 0)))
  (list (subscripts-refused a 3 0) (subscripts-refused a 0 4) (subscripts-refused a -1 0) (subscripts-refused a 0 (- (expt 2 70)))
        (subscripts-refused a 1.0 0) (subscripts-refused a 0) (subscripts-refused a 0 0 0)))
;=> ((3 3) (4 4) (-1 -1) (-1180591620717411303424 -1180591620717411303424) (1.0 1.0) (:RANK :RANK) (:RANK :RANK))
; AREF ignores the fill pointer
(let ((v (make-array 4 :fill-pointer 1 :initial-element 'a))) (setf (aref v 3) 'b) (list (aref v 3) (length v) (subscripts-refused v 4)))  ;=> (B 1 (4 4))

;;; Mutually exclusive arguments of MAKE-ARRAY and ADJUST-ARRAY

(make-array 2 :initial-element 3 :initial-contents '(1 2))  ;signals: program-error
(make-array 2 :displaced-to (vector 1 2 3) :initial-element 1)  ;signals: program-error
(make-array 2 :displaced-to (vector 1 2 3) :initial-contents '(1 2))  ;signals: program-error
(make-array 2 :displaced-index-offset 1)  ;signals: program-error
(adjust-array (vector 1 2) 2 :initial-element 3 :initial-contents '(1 2))  ;signals: program-error
(make-array 2 :displaced-to "abc")  ;signals: type-error
(make-array 2 :displaced-to #*101)  ;signals: type-error
(make-array 2 :displaced-to (vector 1 2 3) :element-type 'bit)  ;signals: type-error
(adjust-array (vector 1 2) 2 :displaced-to "abc")  ;signals: type-error
(list (make-array 2 :displaced-to "abc" :element-type 'character) (make-array 2 :displaced-to #*101 :element-type 'bit)
      (make-array 2 :displaced-to (make-array 3 :element-type 'fixnum :initial-element 7) :element-type 'fixnum)
      (make-array 2 :displaced-to nil :initial-element 0))  ;=> ("ab" #*10 #(7 7) #(0 0))

;;; ADJUST-ARRAY keeps the elements whose subscripts remain valid, for arrays of any rank and element type.

(defun adjusts (old new contents blank element-type)
  (let* ((before (make-array old :element-type element-type :initial-element blank))
         (after (progn (dotimes (i (array-total-size before)) (setf (row-major-aref before i) (funcall contents i)))
                       (adjust-array before new :initial-element blank))))
    (labels ((walk (axes subscripts)
               (cond (axes (dotimes (i (first axes) t) (unless (walk (rest axes) (cons i subscripts)) (return nil))))
                     (t (let ((at (reverse subscripts)))
                          (eql (apply #'aref after at)
                               (if (apply #'array-in-bounds-p before at) (apply #'aref before at) blank)))))))
      (and (equal (array-dimensions after) new) (walk new nil)))))
(loop for (old new) in '(((3) (5)) ((5) (3)) ((0) (2)) ((2) (0)) (() ()) ((2 3) (3 2)) ((2 3) (4 4)) ((3 2 4) (2 3 5)) ((2 0 2) (1 2 1)))
      always (and (adjusts old new #'identity :blank t) (adjusts old new (lambda (i) (mod i 2)) 0 'bit)
                  (adjusts old new (lambda (i) (code-char (+ 97 i))) #\? 'character)))  ;=> T

(let ((v (make-array 3 :initial-element 0))) (setf (aref v 1) 5) v)  ;=> #(0 5 0)
(aref #2A((1 2) (3 4)) 1 0)  ;=> 3
(let ((a (make-array '(2 2) :initial-element 0))) (setf (aref a 0 1) 7) a)  ;=> #2A((0 7) (0 0))
(array-dimensions (make-array '(2 3)))  ;=> (2 3)
(let ((v (make-array 2 :fill-pointer 0 :adjustable t))) (vector-push-extend 1 v) (vector-push-extend 2 v) (vector-push-extend 3 v) (list (length v) v))  ;=> (3 #(1 2 3))
(aref #(1 2 3) 5)  ;signals: type-error
(aref #(1 2 3) -1)  ;signals: type-error
(svref #(1 2) 0)  ;=> 1

;; Compiled access to vectors with a fill pointer and adjustable vectors, whose elements a larger vector may replace.
(defun element-at (a i) (aref a i))
(defun character-of (a i) (char a i))
(defun store-at (a i x) (setf (aref a i) x))
(defun size-of (a) (length a))
(defun flexible (type element &rest options) (apply #'make-array 4 :element-type type :initial-element element options))
(dotimes (i 1000)
  (dolist (a (list (flexible t 1 :fill-pointer 2) (flexible 'character #\a :adjustable t) (flexible '(unsigned-byte 8) 3 :fill-pointer 0 :adjustable t)))
    (store-at a 1 (element-at a 2))
    (size-of a)
    (if (stringp a) (character-of a 3))))
(let ((a (flexible t 1 :fill-pointer 2 :adjustable t)))
  (list (store-at a 3 'last) (element-at a 3) (size-of a) (dotimes (i 9 (size-of a)) (vector-push-extend i a)) (element-at a 10) (store-at a 10 2.5d0) (element-at a 10)
        (fill-pointer a)))  ;=> (LAST LAST 2 11 8 2.5d0 2.5d0 11)
(let ((a (flexible '(unsigned-byte 8) 255 :adjustable t)))
  (list (store-at a 0 7) a (size-of a) (size-of (adjust-array a 2)) (element-at a 1)))  ;=> (7 #(7 255) 4 2 255)
(let ((a (flexible 'character #\x :fill-pointer 3)))
  (list (store-at a 0 #\a) (character-of a 0) (store-at a 1 #\ж) (element-at a 1) (character-of a 1) (character-of a 3) a))  ;=> (#\a #\a #\ж #\ж #\ж #\x "aжx")
(let ((a (flexible 'bit 1 :adjustable t))) (list (store-at a 2 0) (element-at a 2) a))  ;=> (0 0 #*1101)
(flet ((refused-p (function &rest arguments) (handler-case (progn (apply function arguments) nil) (type-error () t))))
  (let ((a (flexible t 1 :fill-pointer 2)) (s (flexible 'character #\a :adjustable t)) (o (flexible '(unsigned-byte 8) 1 :fill-pointer 1)))
    (list (refused-p #'element-at a 4) (refused-p #'element-at a -1) (refused-p #'element-at a 1.0) (refused-p #'store-at a 4 1) (refused-p #'store-at s 0 5)
          (refused-p #'store-at o 0 256) (refused-p #'store-at o 0 -1) (refused-p #'store-at o 0 #\a) (refused-p #'character-of a 0) (refused-p #'character-of o 0)
          (refused-p #'character-of s 4) (refused-p #'size-of 5) a s o)))  ;=> (T T T T T T T T T T T T #(1 1) "aaaa" #(1))
;; Objects stored in such a vector survive collections.
(let ((a (flexible t nil :fill-pointer 4)))
  (gc)
  (dotimes (i 4) (store-at a i (list i (make-string 3 :initial-element #\z))))
  (gc)
  (map 'list (lambda (x) (equal (second x) "zzz")) a))  ;=> (T T T T)
