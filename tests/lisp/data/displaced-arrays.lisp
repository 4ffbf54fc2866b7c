;;;; displaced-arrays.lisp -- arrays displaced to an array that was shortened later: every operation that needs a missing
;;;; element signals an error; none reads past the end, substitutes NIL or 0, or drops a value to be stored.

;; Returns a displaced array of 8 elements, of which 3 are left. DEPTH is the number of displaced arrays in between.
(defun shortened (type initial &key (depth 0) (dimensions 8) fill-pointer (left 3))
  (let* ((target (make-array 100 :adjustable t :element-type type :initial-element initial))
         (middle target))
    (dotimes (i depth) (setq middle (make-array (- 90 (* 5 i)) :displaced-to middle :displaced-index-offset 2 :element-type type)))
    (let ((array (make-array dimensions :displaced-to middle :displaced-index-offset 10 :element-type type :adjustable t
                                        :fill-pointer fill-pointer)))
      (adjust-array target (+ 10 (* 2 depth) left))
      array)))

(defun is-reported (function &rest arguments)
  (handler-case (progn (apply function arguments) nil)
    (error (c) (and (search "displaced to one that has been shortened" (princ-to-string c)) t))))

;; Returns those of OPERATIONS that signal no error for the array that MAKE returns.
(defmacro unreported (make &rest operations)
  `(remove nil (list ,@(mapcar (lambda (form) `(if (is-reported (lambda (a) (declare (ignorable a)) ,form) ,make) nil ',form)) operations))))

;; The remaining elements can be used
(let ((a (shortened t 1))) (list (length a) (aref a 0) (aref a 2) (setf (aref a 2) 5) (aref a 2) (subseq a 0 3)))  ;=> (8 1 1 5 5 #(1 1 5))
(let ((a (shortened 'character #\x))) (list (char a 2) (setf (char a 2) #\y) (subseq a 1 3) (position #\y a)))  ;=> (#\x #\y "xy" 2)
(let ((a (shortened 'bit 1))) (list (bit a 2) (setf (bit a 2) 0) (subseq a 0 3)))  ;=> (1 0 #*110)
(aref (shortened t 1) 3)  ;signals: "AREF: element 3 is missing, as the array is displaced to one that has been shortened"
(aref (shortened t 1) 8)  ;signals: type-error
(setf (aref (shortened t 1) 7) 0)  ;signals: "element 7 is missing"
(char (shortened 'character #\x) 3)  ;signals: "element 3 is missing"
; an array without elements needs none
(let ((a (shortened 'character #\x :dimensions 0 :left -8))) (list (copy-seq a) (string-upcase a) (length a)))  ;=> ("" "" 0)
; it can be displaced again, or grow from the remaining elements
(let ((a (shortened t 1))) (adjust-array a 4 :displaced-to #(1 2 3 4)) (copy-seq a))  ;=> #(1 2 3 4)
(adjust-array (shortened t 1) 3)  ;=> #(1 1 1)
(is-reported #'adjust-array (shortened t 1) 5)  ;=> T
; elements that the array in between has lost are missing, even if the storage has them
(let* ((target (make-array 20 :initial-element 'x))
       (middle (make-array 10 :displaced-to target :adjustable t))
       (array (make-array 8 :displaced-to middle)))
  (adjust-array middle 4 :displaced-to target)
  (list (aref array 3) (is-reported #'aref array 4) (is-reported #'copy-seq array)))  ;=> (X T T)

;; Vectors of objects
(defmacro unreported-of-vectors (&rest options)
  `(unreported (shortened t 1 ,@options)
     (aref a 5) (setf (aref a 5) 2) (row-major-aref a 5) (setf (row-major-aref a 5) 2) (elt a 5) (setf (elt a 5) 2) (copy-seq a)
     (subseq a 2 5) (subseq a 6) (setf (subseq a 2 5) '(1 2 3)) (reverse a) (nreverse a) (fill a 0) (fill a 0 :start 6) (replace a #(9 8 7 6))
     (replace (make-list 8) a) (replace (make-array 8) a :start2 4) (sort a #'<) (stable-sort a #'<) (reduce #'+ a) (map 'list #'1+ a)
     (map-into a #'identity '(1 2 3 4 5)) (map-into (make-list 8) #'identity a) (find 2 a) (find 2 a :from-end t) (find-if #'symbolp a)
     (position 2 a) (position-if-not #'numberp a) (count 1 a) (count-if #'null a) (remove 1 a) (remove-if #'evenp a) (delete 1 a)
     (substitute 2 1 a) (nsubstitute 2 1 a) (remove-duplicates a) (delete-duplicates a) (search '(2) a) (search a '(1 1 1 1 1 1 1 1))
     (mismatch a '(1 1 1 1 1 1 1 1)) (merge 'list a (list 1 2) #'<) (concatenate 'vector a '(1)) (concatenate 'list a) (coerce a 'list) (coerce a 'simple-vector)
     (every #'numberp a) (some #'null a) (notany #'null a) (notevery #'numberp a) (equalp a (make-array 8 :initial-element 1)) (prin1-to-string a) (princ-to-string a)
     (format nil "~S" a) (let ((*print-circle* t)) (prin1-to-string a)) (let ((*print-pretty* t)) (prin1-to-string a))
     (loop for x across a collect x) (make-array 8 :initial-contents a) (setf (gethash a (make-hash-table :test 'equalp)) 1)
     (let ((b (make-array 4 :displaced-to a :displaced-index-offset 2))) (aref b 3)) (random-element-of a)))
(defun random-element-of (a) (svref (coerce a 'simple-vector) 0))
(unreported-of-vectors)  ;=> NIL
(unreported-of-vectors :depth 1)  ;=> NIL
(unreported-of-vectors :depth 3)  ;=> NIL
(unreported-of-vectors :fill-pointer 8)  ;=> NIL
(unreported-of-vectors :left -5)  ;=> NIL

;; Strings
(defmacro unreported-of-strings (character &rest options)
  `(unreported (shortened 'character ,character ,@options)
     (char a 5) (setf (char a 5) #\y) (aref a 5) (copy-seq a) (subseq a 2 5) (string-upcase a) (nstring-upcase a) (string-capitalize a)
     (nstring-downcase a) (string-trim "y" a) (string-left-trim "x" a) (intern a) (find-symbol a) (make-symbol a) (intern a :keyword) (find-package a) (gensym a)
     (string= a "xxxxxxxx") (string= a a) (string< a "xxxxxxxx") (string-equal a "xxxxxxxx") (string/= a "y") (equal a (make-string 8)) (equalp a (make-string 8))
     (sxhash a) (prin1-to-string a) (princ-to-string a) (princ a (make-broadcast-stream)) (write-string a (make-broadcast-stream)) (write-line a (make-broadcast-stream))
     (write-sequence a (make-string-output-stream)) (read-from-string a) (with-input-from-string (in a) (read-line in)) (make-string-input-stream a)
     (parse-integer a :junk-allowed t) (format nil a) (format nil "~A" a) (concatenate 'string a "b") (coerce a 'list) (reverse a) (nreverse a) (fill a #\y)
     (replace a "yyyyyy") (replace (make-string 8) a) (sort a #'char<) (find #\y a) (position #\y a) (count #\x a) (remove #\x a) (substitute #\y #\x a)
     (search "y" a) (map 'string #'char-upcase a) (string a :keep) (symbol-name (intern a)) (character a)
     (setf (gethash a (make-hash-table :test 'equal)) 1) (gethash a (make-hash-table :test 'equal)) (read-sequence a (make-string-input-stream "abcdefgh"))
     (pathname a) (probe-file a) (make-pathname :name a :type a) (name-char a) (loop for c across a collect c)
     (let ((b (make-array 4 :displaced-to a :displaced-index-offset 2 :element-type 'character))) (string-upcase b))))
(remove 'string (unreported-of-strings #\x) :key #'car)  ;=> NIL
(remove 'string (unreported-of-strings #\日) :key #'car)  ;=> NIL
(remove 'string (unreported-of-strings #\x :depth 2) :key #'car)  ;=> NIL
(remove 'string (unreported-of-strings #\x :fill-pointer 8) :key #'car)  ;=> NIL
(remove 'string (unreported-of-strings #\x :left -5) :key #'car)  ;=> NIL
; no characters after the end become visible
(let ((a (shortened 'character #\日))) (loop for i below 8 always (handler-case (char= (char a i) #\日) (error () t))))  ;=> T

;; Bits
(defmacro unreported-of-bits (&rest options)
  `(unreported (shortened 'bit 1 ,@options)
     (bit a 5) (setf (bit a 5) 0) (aref a 5) (bit-not a) (bit-not a a) (bit-and a (make-array 8 :element-type 'bit))
     (bit-ior (make-array 8 :element-type 'bit) a) (bit-xor #*11111111 #*11111111 a) (copy-seq a) (subseq a 2 5) (reverse a) (fill a 0) (replace a #*0000)
     (sort a #'<) (count 1 a) (find 0 a) (position 0 a) (equal a #*11111111) (equalp a #*11111111) (sxhash a) (prin1-to-string a) (coerce a 'list)
     (reduce #'+ a) (concatenate 'bit-vector a #*1) (map 'list #'1+ a) (remove 1 a)))
(unreported-of-bits)  ;=> NIL
(unreported-of-bits :depth 2)  ;=> NIL
(unreported-of-bits :left -5)  ;=> NIL

;; Fill pointers: no written element is lost
(defun with-room (type initial) (let ((a (shortened type initial :fill-pointer 0))) (setf (fill-pointer a) 3) a))
(let ((a (with-room t 1))) (list (is-reported #'vector-push 5 a) (fill-pointer a)))  ;=> (T 3)
(let ((a (with-room 'character #\x))) (list (is-reported #'vector-push #\y a) (is-reported #'vector-push-extend #\y a) (fill-pointer a)))  ;=> (T T 3)
(let ((a (with-room 'bit 0))) (list (is-reported #'vector-push-extend 1 a) (fill-pointer a)))  ;=> (T 3)
(let ((a (shortened t 1 :fill-pointer 8))) (list (is-reported #'vector-pop a) (fill-pointer a)))  ;=> (T 8)
(let ((a (shortened t 1 :fill-pointer 8))) (list (is-reported #'vector-push-extend 2 a) (fill-pointer a)))  ;=> (T 8)
(let ((a (with-room 'character #\x))) (list (is-reported (lambda () (with-output-to-string (s a) (write-string "abc" s)))) (copy-seq a)))  ;=> (T "xxx")
(let ((a (with-room 'character #\x))) (list (is-reported (lambda () (format a "abc"))) (copy-seq a)))  ;=> (T "xxx")
(let ((a (with-room t 1))) (list (aref a 2) (vector-pop a) (vector-pop a) (vector-push 7 a) (copy-seq a)))  ;=> (1 1 1 1 #(1 7))

;; More than one dimension
(unreported (shortened t 1 :dimensions '(2 4) :left 5)
  (aref a 1 1) (setf (aref a 1 3) 2) (row-major-aref a 6) (prin1-to-string a) (equalp a (make-array '(2 4) :initial-element 1)) (adjust-array a '(2 3)))  ;=> NIL
(let ((a (shortened t 1 :dimensions '(2 4) :left 5))) (list (aref a 0 3) (aref a 1 0) (setf (aref a 1 0) 4) (row-major-aref a 4)))  ;=> (1 1 4 4)
(unreported (shortened 'bit 1 :dimensions '(2 4) :left 5) (aref a 1 1) (bit a 1 3) (bit-not a) (prin1-to-string a))  ;=> NIL
(unreported (shortened t 1 :dimensions nil :left 0) (aref a) (setf (aref a) 2) (prin1-to-string a) (row-major-aref a 0))  ;=> NIL

;; Compiled access, before and after the array is shortened
(defun element (a i) (aref a i))
(defun set-element (a i x) (setf (aref a i) x))
(defun character-at (a i) (char a i))
(defun sum-of (a) (let ((sum 0)) (dotimes (i (length a) sum) (incf sum (aref a i)))))
(let* ((target (make-array 50 :adjustable t :initial-element 1)) (a (make-array 20 :displaced-to target :displaced-index-offset 30)))
  (list (loop repeat 1500 always (and (= (element a 19) 1) (= (set-element a 19 1) 1) (= (sum-of a) 20)))
        (progn (adjust-array target 40) (is-reported #'element a 19))
        (is-reported #'set-element a 19 5) (is-reported #'sum-of a) (element a 9)
        (progn (adjust-array target 50 :initial-element 2) (sum-of a))))  ;=> (T T T T 1 30)
(let* ((target (make-array 50 :adjustable t :element-type 'character :initial-element #\a))
       (a (make-array 20 :displaced-to target :displaced-index-offset 30 :element-type 'character)))
  (list (loop repeat 1500 always (char= (character-at a 19) #\a)) (progn (adjust-array target 40) (is-reported #'character-at a 19)) (character-at a 9)))  ;=> (T T #\a)

;; A vector that is not displaced ends at its current end if the called function shortens it
(let ((v (make-array 10 :adjustable t :initial-element 1))) (count-if (lambda (x) (adjust-array v 3) (eql x 1)) v))  ;=> 3
