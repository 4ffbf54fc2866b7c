;;; elements.lisp -- access to elements of arrays in loops. Expected values: the standard's descriptions of AREF, ELT, CHAR and
;;; BIT; loops over arrays of other kinds agree with ROW-MAJOR-AREF.

(defun total (array)
  "The sum of the elements of ARRAY, of two dimensions."
  (let ((sum 0))
    (dotimes (i (array-dimension array 0) sum)
      (dotimes (j (array-dimension array 1))
        (incf sum (aref array i j))))))
(defun total-of-three (array)
  (let ((sum 0))
    (dotimes (i (array-dimension array 0) sum)
      (dotimes (j (array-dimension array 1))
        (dotimes (k (array-dimension array 2))
          (incf sum (aref array i j k)))))))
(defun row-major-total (array)
  (let ((sum 0)) (dotimes (i (array-total-size array) sum) (incf sum (row-major-aref array i)))))
(defun number-elements (array)
  "Store the row-major index of each element in ARRAY."
  (dotimes (i (array-dimension array 0) array)
    (dotimes (j (array-dimension array 1))
      (setf (aref array i j) (+ (* i (array-dimension array 1)) j)))))

(number-elements (make-array '(2 3)))                                               ;=> #2A((0 1 2) (3 4 5))
(total (number-elements (make-array '(7 9))))                                       ;=> 1953
(total (number-elements (make-array '(7 9) :element-type 'double-float)))           ;=> 1953
(total (make-array '(3 4) :element-type 'bit :initial-element 1))                   ;=> 12
(total (number-elements (make-array '(7 9) :adjustable t)))                         ;=> 1953
(let ((v (make-array 63)))
  (number-elements (make-array '(7 9) :displaced-to v))
  (list (aref v 0) (aref v 62)))                                                    ;=> (0 62)
(total (make-array '(2 2) :displaced-to #(9 1 2 3 4 9) :displaced-index-offset 1))  ;=> 10
(total (make-array '(0 5)))                                                         ;=> 0
(let ((a (make-array '(3 4 5))))
  (dotimes (i 60) (setf (row-major-aref a i) i))
  (list (total-of-three a) (row-major-total a) (aref a 1 2 3) (aref a 2 3 4)))      ;=> (1770 1770 33 59)
(let ((a (make-array '(2 2 2))))
  (dotimes (i 2) (dotimes (j 2) (dotimes (k 2) (setf (aref a i j k) (list i j k)))))
  a)  ;=> #3A((((0 0 0) (0 0 1)) ((0 1 0) (0 1 1))) (((1 0 0) (1 0 1)) ((1 1 0) (1 1 1))))

;; Subscripts out of range, of another type or number are errors.
(defun element (array i j) (let ((last nil)) (dotimes (k 3 last) (setq last (aref array i j)))))
(defun set-element (array i j value) (dotimes (k 3 array) (setf (aref array i j) value)))
(element #2A((1 2) (3 4)) 1 0)                ;=> 3
(element #2A((1 2) (3 4)) 0 2)                ;signals: type-error
(element #2A((1 2) (3 4)) 2 0)                ;signals: type-error
(element #2A((1 2) (3 4)) -1 0)               ;signals: type-error
(element #2A((1 2) (3 4)) 0 (expt 2 62))      ;signals: type-error
(element #2A((1 2) (3 4)) 0 1.0d0)            ;signals: type-error
(element #2A((1 2) (3 4)) nil 0)              ;signals: type-error
(element #(1 2) 0 0)                          ;signals: program-error
(element #3A(((1))) 0 0)                      ;signals: program-error
(element 'a 0 0)                              ;signals: type-error
(set-element (make-array '(2 2)) 1 2 'x)      ;signals: type-error
(set-element (make-array '(2 2)) 'a 1 'x)     ;signals: type-error
(set-element (make-array '(2 2) :initial-element 0) 1 1 'x)  ;=> #2A((0 0) (0 X))
(set-element (make-array '(1 2) :element-type 'bit) 0 1 1)   ;=> #2A((0 1))
(set-element (make-array '(1 2) :element-type 'bit) 0 1 2)   ;signals: type-error

;; The array, and so the kind of array, may change from one iteration to the next.
(defun totals (arrays) (let ((all nil)) (dolist (a arrays (nreverse all)) (push (total a) all))))
(totals (list (number-elements (make-array '(2 3))) (make-array '(3 2) :element-type 'bit :initial-element 1)
              (number-elements (make-array '(4 4) :adjustable t)) (number-elements (make-array '(3 3)))))  ;=> (15 6 120 36)
(defun alternate (a b n)
  (let ((sum 0))
    (dotimes (i n sum)
      (incf sum (aref a 0 (mod i 2)))
      (when (= i 5) (rotatef a b)))))
(alternate #2A((1 2)) (make-array '(1 2) :adjustable t :initial-element 10) 10)  ;=> 49
(alternate (make-array '(1 2) :element-type 'bit) #2A((1 2)) 10)                 ;=> 6
;; ADJUST-ARRAY of an array that is not adjustable leaves the original as it was.
(defun adjust-in-loop (a)
  (let ((seen nil) (b nil))
    (dotimes (i 4 (list seen (array-dimensions a) (array-dimensions b)))
      (push (aref a 1 1) seen)
      (when (= i 1) (setq b (adjust-array a '(3 3) :initial-element 7))))))
(adjust-in-loop (make-array '(2 2) :initial-contents '((1 2) (3 4))))  ;=> ((4 4 4 4) (2 2) (3 3))
(defun shrink-in-loop (a)
  (let ((seen nil))
    (dotimes (i 4 seen)
      (push (aref a 1 1) seen)
      (when (= i 1) (adjust-array a '(1 1))))))
(shrink-in-loop (make-array '(2 2) :adjustable t :initial-element 4))  ;signals: type-error

;; ELT of vectors and lists, with fill pointers.
(defun elements (sequence) (let ((all nil)) (dotimes (i 3 (nreverse all)) (push (elt sequence i) all))))
(elements #(1 2 3))                                                    ;=> (1 2 3)
(elements '(1 2 3))                                                    ;=> (1 2 3)
(elements "abc")                                                       ;=> (#\a #\b #\c)
(elements #*101)                                                       ;=> (1 0 1)
(elements #(1 2))                                                      ;signals: type-error
(elements '(1 2))                                                      ;signals: type-error
(elements (make-array 5 :fill-pointer 2 :initial-element 0))           ;signals: type-error
(elements 'abc)                                                        ;signals: type-error
(defun set-elements (sequence) (dotimes (i 3 sequence) (setf (elt sequence i) (- 1 (mod i 2)))))
(set-elements (vector 7 7 7))                                          ;=> #(1 0 1)
(set-elements (list 7 7 7))                                            ;=> (1 0 1)
(set-elements (make-array 3 :element-type 'bit))                       ;=> #*101
(set-elements (make-string 3))                                         ;signals: type-error
(set-elements (vector 7 7))                                            ;signals: type-error

;; Strings of each width, with fill pointers, and bit vectors with several words.
(defun letters (string) (loop for c across string count (alpha-char-p c)))
(letters "a1b2,C ")                                                    ;=> 3
(letters "äя7字")                                                      ;=> 3
(letters (make-array 4 :element-type 'character :fill-pointer 2 :initial-element #\x))  ;=> 2
(letters (make-array 2 :element-type 'character :displaced-to "1ab2" :displaced-index-offset 1))  ;=> 2
(defun put (string i c) (dotimes (k 3 string) (setf (char string i) c) (setf (aref string 0) c)))
(put (copy-seq "abc") 1 #\z)                                           ;=> "zzc"
(put (copy-seq "abc") 1 (code-char 255))                               ;=> "ÿÿc"
(put (copy-seq "abc") 2 #\я)                                           ;=> "яbя"
(put (copy-seq "яbc") 1 #\z)                                           ;=> "zzc"
(put (copy-seq "abc") 3 #\z)                                           ;signals: type-error
(put (copy-seq "abc") -1 #\z)                                          ;signals: type-error
(put (copy-seq "abc") 1 'z)                                            ;signals: type-error
(put (copy-seq "abc") 1 122)                                           ;signals: type-error
(put (symbol-name 'elements) 1 #\z)                                    ;signals: program-error
(defun widen-in-loop (string) (let ((seen nil)) (dotimes (i 4 seen) (push (schar string 0) seen) (setf (schar string 1) #\я))))
(widen-in-loop (copy-seq "abc"))                                       ;=> (#\a #\a #\a #\a)
(defun set-bits (bits step) (do ((i 0 (+ i step))) ((>= i (length bits)) bits) (setf (aref bits i) 1)))
(set-bits (make-array 10 :element-type 'bit) 3)                        ;=> #*1001001001
(count 1 (set-bits (make-array 200 :element-type 'bit) 63))            ;=> 4
(position 1 (set-bits (make-array 200 :element-type 'bit) 63) :start 64)  ;=> 126
(set-bits (vector 0 0 0) 2)                                            ;=> #(1 0 1)
(defun clear-bits (bits from)
  (do ((i from (+ i 1))) ((= i (length bits)) bits) (setf (sbit bits i) 0)))
(clear-bits (make-array 6 :element-type 'bit :initial-element 1) 4)    ;=> #*111100
(count 1 (clear-bits (make-array 130 :element-type 'bit :initial-element 1) 65))  ;=> 65
(defun sum-of-bits (bits) (let ((sum 0)) (dotimes (i (length bits) sum) (incf sum (* (+ i 1) (sbit bits i))))))
(sum-of-bits #*1011)                                                   ;=> 8
(sum-of-bits (set-bits (make-array 130 :element-type 'bit) 64))        ;=> 195
(sum-of-bits #(1 0))                                                   ;signals: type-error
(sum-of-bits (make-array 2 :element-type 'bit :adjustable t))          ;signals: type-error
(defun put-bit (bits i b) (dotimes (k 3 bits) (setf (aref bits i) b)))
(put-bit (copy-seq #*0000) 2 1)                                        ;=> #*0010
(put-bit (copy-seq #*0000) 4 1)                                        ;signals: type-error
(put-bit (copy-seq #*0000) 2 2)                                        ;signals: type-error
(put-bit (copy-seq #*0000) 2 -1)                                       ;signals: type-error
(put-bit (copy-seq #*0000) 2 (ash 1 61))                               ;signals: type-error
(put-bit (copy-seq #*0000) 2 1.0d0)                                    ;signals: type-error
(put-bit (copy-seq #*0000) 2 nil)                                      ;signals: type-error

;; The predicates and conversions of characters agree with their definitions by lists of characters.
(defun which (predicate) (loop for i below 128 when (funcall predicate (code-char i)) collect (code-char i) into all
                               finally (return (coerce all 'string))))
(which (lambda (c) (alpha-char-p c)))  ;=> "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
(which (lambda (c) (upper-case-p c)))  ;=> "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
(which (lambda (c) (lower-case-p c)))  ;=> "abcdefghijklmnopqrstuvwxyz"
(which (lambda (c) (digit-char-p c)))  ;=> "0123456789"
(which (lambda (c) (char/= c (char-upcase c))))    ;=> "abcdefghijklmnopqrstuvwxyz"
(which (lambda (c) (char/= c (char-downcase c))))  ;=> "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
(which (lambda (c) (and (char<= #\b c) (char< c #\e) (char>= c #\c) (char> #\d c))))  ;=> "c"
(map 'string (lambda (c) (char-upcase c)) "a[`{zäяß")                  ;=> "A[`{ZÄЯß"
(map 'string (lambda (c) (char-downcase c)) "A[`{ZÄЯß")                ;=> "a[`{zäяß"
(map 'list (lambda (c) (digit-char-p c)) "09/:a")                      ;=> (0 9 NIL NIL NIL)
(map 'list (lambda (c) (alpha-char-p c)) '(#\я #\١ #\字))              ;=> (T NIL T)
(funcall (lambda (c) (char-upcase c)) 97)                              ;signals: type-error
(funcall (lambda (c) (alpha-char-p c)) nil)                            ;signals: type-error
(funcall (lambda (c) (char< c #\a)) 1)                                 ;signals: type-error

;; Objects stored in an old array survive collections.
(defun store-new-objects (array)
  (dotimes (k 3000 array)
    (setf (aref array (mod k 5) (mod k 7)) (list k))
    (when (= 0 (mod k 500)) (gc))))
(let ((a (make-array '(5 7))))
  (gc) (gc)
  (store-new-objects a)
  (aref a 4 3))  ;=> (2999)
