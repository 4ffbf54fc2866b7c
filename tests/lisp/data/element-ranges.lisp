;;;; element-ranges.lisp -- REPLACE, FILL, SUBSEQ, COPY-SEQ, CONCATENATE and MAP-INTO on every kind of sequence: all element
;;;; types, displaced arrays, fill pointers, overlapping ranges, lists, bounds. The oracle computes the result element by
;;;; element; SBCL agrees with it. MAKE-ARRAY and COERCE with types that DEFTYPE defines.

(defvar *state* (seed-random-state 7))
(defun below (n) (random n *state*))
(defun one-of (list) (nth (below (length list)) list))

;; KIND: T, CHARACTER, WIDE (characters, some above 255), BIT or LIST.
(defun random-element (kind)
  (ecase kind
    ((t list) (one-of (list 1 'a "s" 2.5d0 (list (below 9)) #\x (expt 2 70))))
    (character (code-char (+ 65 (below 26))))
    (wide (code-char (one-of '(65 200 945 20000 128512))))
    (bit (below 2))))
(defun random-elements (kind n) (loop repeat n collect (random-element kind)))
(defun element-type (kind) (case kind (bit 'bit) ((character wide) 'character) (t t)))

;; Returns a sequence of ELEMENTS and the array in which they are stored. SHAPE: of an array.
(defun make-sequence-of (kind shape elements)
  (let ((type (element-type kind)) (n (length elements)))
    (flet ((make (elements &rest keys)
             (apply #'make-array (length elements) :element-type type :initial-contents elements keys)))
      (cond ((eq kind 'list) (let ((list (copy-list elements))) (values list list)))
            ((eq shape 'simple) (let ((array (make elements))) (values array array)))
            ((eq shape 'filled)
             (let ((array (make (append elements (random-elements kind 5)) :fill-pointer n :adjustable (= 0 (below 2)))))
               (values array array)))
            (t (let* ((before (below 70))
                      (base (make (append (random-elements kind before) elements (random-elements kind 3))))
                      (middle (if (eq shape 'twice)
                                  (make-array (+ n 1) :element-type type :displaced-to base :displaced-index-offset before)
                                  base)))
                 (values (make-array n :element-type type :displaced-to middle
                                       :displaced-index-offset (if (eq shape 'twice) 0 before))
                         base)))))))
(defun random-shape () (one-of '(simple simple filled displaced twice)))
(defun random-length () (one-of (list (below 6) (below 40) (below 200))))
(defun random-range (n) (let ((start (below (+ n 1)))) (list start (+ start (below (+ 1 (- n start)))))))

;; All elements of the array or list STORE.
(defun contents (store)
  (if (listp store) (copy-list store) (loop for i below (array-total-size store) collect (row-major-aref store i))))
;; The index in STORE at which the elements of SEQUENCE begin.
(defun place-in (sequence store)
  (if (or (listp sequence) (eq sequence store))
      0
      (multiple-value-bind (to offset) (array-displacement sequence)
        (if (eq to store) offset (+ offset (place-in to store))))))

(defun replaced (target target-start source source-start n)
  (let ((new (copy-list target)))
    (dotimes (i n new) (setf (nth (+ target-start i) new) (nth (+ source-start i) source)))))

;; Each returns NIL, or a description of the failure.
(defun try-replace ()
  (let* ((kind (one-of '(t character wide bit list)))
         (elements (random-elements kind (random-length))))
    (multiple-value-bind (target store) (make-sequence-of kind (random-shape) elements)
      (let* ((itself (= 0 (below 3)))
             (source-kind (case kind (wide (one-of '(wide character list))) (character (one-of '(character wide)))
                            ((t list) (one-of '(t list character bit))) (t kind)))
             (given (if itself elements (random-elements source-kind (random-length))))
             (source (cond (itself target)
                           ((eq source-kind 'list)
                            (setq given (random-elements kind (length given)))
                            (copy-list given))
                           (t (make-sequence-of source-kind (random-shape) given))))
             (a (random-range (length elements))) (b (random-range (length given)))
             (n (min (- (second a) (first a)) (- (second b) (first b))))
             (expected (replaced (contents store) (+ (place-in target store) (first a)) given (first b) n))
             (result (replace target source :start1 (first a) :end1 (second a) :start2 (first b) :end2 (second b))))
        (if (and (eq result target) (equal (contents store) expected) (or itself (equal (coerce source 'list) given)))
            nil
            (list 'replace kind source-kind itself elements given a b))))))
(defun try-fill ()
  (let ((kind (one-of '(t character wide bit list))) (elements nil))
    (setq elements (random-elements kind (random-length)))
    (multiple-value-bind (target store) (make-sequence-of kind (random-shape) elements)
      (let* ((a (random-range (length elements))) (item (random-element kind)) (n (- (second a) (first a)))
             (expected (replaced (contents store) (+ (place-in target store) (first a)) (make-list n :initial-element item) 0 n)))
        (if (and (eq (fill target item :start (first a) :end (second a)) target) (equal (contents store) expected))
            nil
            (list 'fill kind elements item a))))))
(defun try-copies ()
  (let* ((kind (one-of '(t character wide bit list))) (elements (random-elements kind (random-length)))
         (sequence (make-sequence-of kind (random-shape) elements)) (a (random-range (length elements)))
         (copy (copy-seq sequence)) (part (subseq sequence (first a) (second a)))
         (type (case kind (bit 'bit-vector) ((character wide) 'string) (list 'list) (t 'vector)))
         (all (concatenate type sequence part (coerce part 'list) copy)))
    (if (and (equal (coerce copy 'list) elements)
             (equal (coerce part 'list) (subseq elements (first a) (second a)))
             (equal (coerce all 'list) (append elements (coerce part 'list) (coerce part 'list) elements))
             (equal (coerce (reverse sequence) 'list) (reverse elements))
             (equal (coerce (concatenate 'vector part elements) 'list) (append (coerce part 'list) elements))
             (or (eq kind 'list) (typep copy `(simple-array ,(element-type kind) (*)))))
        nil
        (list 'copies kind elements a))))
(defun failures (function n) (loop repeat (trials n) when (funcall function) collect it))
(failures #'try-replace 6000)  ;=> NIL
(failures #'try-fill 3000)  ;=> NIL
(failures #'try-copies 2000)  ;=> NIL

;; More elements than are stored between two polls for interrupts, in both directions
(defun moved (type n to from)
  (let* ((v (make-array n :element-type type)) (count (- n (max to from))))
    (flet ((element (i) (let ((k (mod (* i i 7) 11))) (case type (bit (mod k 2)) (character (code-char (+ 65 k))) (t k)))))
      (dotimes (i n) (setf (aref v i) (element i)))
      (replace v v :start1 to :start2 from)
      (loop for i below n
            always (eql (aref v i) (element (if (< -1 (- i to) count) (+ from (- i to)) i)))))))
(loop for type in '(t bit character) collect (list (moved type 150000 0 1) (moved type 150000 1 0) (moved type 150000 70001 13) (moved type 150000 13 70001)))  ;=> ((T T T T) (T T T T) (T T T T))
(let ((v (make-array 200000 :element-type 'bit))) (fill v 1 :start 3 :end 199998) (list (count 1 v) (subseq v 0 5) (subseq v 199995)))  ;=> (199995 #*00011 #*11100)
(let ((s (make-string 140000 :initial-element #\a))) (fill s (code-char 945) :start 139999) (fill s #\b :end 70000) (list (count #\a s) (count #\b s) (char-code (char s 139999))))  ;=> (69999 70000 945)

;; New objects that are stored in an old vector survive a collection
(let ((old (make-array 3000 :initial-element nil)) (count 0))
  (gc)
  (replace old (map 'vector #'list (loop for i below 3000 collect i)))
  (fill old (list 'new) :start 2000)
  (gc)
  (dotimes (i 3000 count) (when (equal (aref old i) (list (if (< i 2000) i 'new))) (incf count))))  ;=> 3000
(let ((all nil) (source (make-array 500)))
  (dotimes (i 20 (every (lambda (v) (equal v (loop for k below 500 collect (list k)))) (mapcar (lambda (v) (coerce v 'list)) all)))
    (let ((v (make-array 500)))
      (dotimes (k 500) (setf (aref source k) (list k)))
      (replace v source)
      (replace v v :start1 1 :end1 400 :start2 1)
      (push v all))))  ;=> T

;; Bounds and elements
(replace (vector 1 2 3) #(4 5) :end1 4)  ;signals: type-error
(replace (vector 1 2 3) #(4 5) :start2 3)  ;signals: type-error
(replace (vector 1 2 3) #(4 5) :start1 2 :end1 1)  ;signals: type-error
(replace (make-array 5 :fill-pointer 2 :initial-element 0) #(1 2 3) :end1 3)  ;signals: type-error
(fill (make-array 5 :fill-pointer 2 :initial-element 0) 1 :end 3)  ;signals: type-error
(fill (vector 1) 0 :start -1)  ;signals: type-error
(fill (make-string 2) 1)  ;signals: type-error
(fill (make-array 2 :element-type 'bit) 2)  ;signals: type-error
(fill (make-string 2) 1 :start 2)  ;=> "  "
(replace (make-string 2) #(#\a 1))  ;signals: type-error
(replace (make-array 2 :element-type 'bit) '(0 a))  ;signals: type-error
(replace (make-array 3 :element-type 'bit) #(1 0 1))  ;=> #*101
(replace (vector 1 2 3) #*01 :start1 1)  ;=> #(1 0 1)
(replace (symbol-name 'car) "x")  ;signals: "The name of a symbol cannot be changed"
(fill (symbol-name 'car) #\x)  ;signals: "The name of a symbol cannot be changed"
(let ((l (list 1 2 3 4))) (list (replace l l :start1 1) (replace (list 1 2 3) "ab" :start1 1) (replace (make-string 3) '(#\a #\b #\c) :end2 2)))  ;=> ((1 1 2 3) (1 #\a #\b) "ab ")
(concatenate 'string "a" '(1))  ;signals: type-error
(concatenate 'vector "ab" '(1) #*01 (make-array 3 :fill-pointer 1 :initial-element 'x))  ;=> #(#\a #\b 1 0 1 X)
(concatenate 'vector '(1 . 2))  ;signals: type-error
(concatenate 'bit-vector #*01 #*1)  ;=> #*011

;; MAP-INTO with a function that is written in the call
(defun into (target source) (map-into target #'1+ source))
(list (into (vector 0 0 0) #(1 2)) (into (list 0 0) #(1 2 3)) (into (make-array 3 :fill-pointer 0) '(5 6)) (into (vector 0) nil))  ;=> (#(2 3 0) (2 3) #(6 7) #(0))
(let ((v (vector 1 2 3))) (list (map-into v (lambda (x) (* x x)) v) v))  ;=> (#(1 4 9) #(1 4 9))
(into (vector 0) #(a))  ;signals: type-error
(into 'a #(1))  ;signals: type-error
(let ((order nil)) (map-into (progn (push 1 order) (vector 0)) #'identity (progn (push 2 order) #(1))) order)  ;=> (2 1)

;; Types that DEFTYPE defines
(deftype octet () '(unsigned-byte 8))
(deftype octets (&optional (n '*)) `(simple-array octet (,n)))
(deftype row () '(simple-array octet 1))
(defun new-octets (n) (make-array n :element-type 'octet))
(list (new-octets 2) (make-array 2 :element-type 'octet :initial-element 7) (make-array '(1 2) :element-type 'octet) (make-array 2))  ;=> (#(0 0) #(7 7) #2A((0 0)) #(NIL NIL))
(list (coerce '(1 2) 'octets) (coerce #(3) 'row) (coerce #*01 '(octets *)) (coerce '(#\a) '(simple-array character (*))) (coerce '(1 0) '(simple-array bit (*))))  ;=> (#(1 2) #(3) #(0 1) "a" #*10)
(coerce "ab" 'row)  ;signals: type-error
(let ((v (new-octets 2))) (list (eq v (coerce v 'octets)) (eq v (coerce v 'row)) (eq v (coerce v '(octets 2)))))  ;=> (T T T)
(coerce '(1 2) '(octets 3))  ;signals: type-error
(coerce 5 'octets)  ;signals: type-error
(coerce '(1) '(simple-array character (*)))  ;signals: type-error
(coerce (make-array 3 :fill-pointer 2 :initial-contents '(1 2 3)) 'octets)  ;=> #(1 2)
; a type that is defined again is not remembered
(deftype octet () 'bit)
(list (new-octets 2) (coerce '(1 0) 'row) (typep #*01 'octets))  ;=> (#*00 #*10 T)
(deftype octet () 'character)
(list (new-octets 2) (coerce '(#\a) 'row))  ;=> ("  " "a")
(make-array 2 :element-type 'octet :initial-element 1)  ;signals: type-error
(list (array-element-type (make-array 1 :element-type 'bit)) (array-element-type (make-array 1 :element-type 'base-char)) (make-array 2 :element-type 'list))  ;=> (BIT CHARACTER #(0 0))
