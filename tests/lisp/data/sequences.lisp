;;;; sequences.lisp -- sequence functions, conses, characters, strings and hash tables; the expected values are those of SBCL
;;;; 2.2.9.

(substitute-if-not 0 #'oddp '(1 2 3 4) :count 1)  ;=> (1 0 3 4)
(substitute-if-not 0 #'oddp '(1 2 3 4) :count 1 :from-end t)  ;=> (1 2 3 0)
(substitute-if-not #\x #'alpha-char-p "a1b2" :start 2)  ;=> "a1bx"
(let ((v (vector 1 2 3))) (nsubstitute-if-not 0 #'oddp v) v)  ;=> #(1 0 3)
(list (caaaar '((((b))))) (caaadr '(a ((b)))) (cdddar '((a a a b))) (cddadr '(a (a a b))))  ;=> (B B (B) (B))
(let ((x (list (list (list (list 1)))))) (setf (caaaar x) 2) x)  ;=> ((((2))))
(let ((x (list 1 (list 2 3 4)))) (setf (cddadr x) 'z) x)  ;=> (1 (2 3 . Z))
(assoc-if-not #'symbolp '((a . 1) (2 . b)))  ;=> (2 . B)
(rassoc-if-not #'symbolp '((a . b) (2 . 3)))  ;=> (2 . 3)
(nsubst-if 0 #'numberp (list 1 (list 'a 2)))  ;=> (0 (A 0))
(nsubst-if-not 0 #'listp (list 1 (list 'a)) :key #'identity)  ;=> (0 (0))
;; These functions modify their argument itself, as the standard specifies.
(let ((x (list 'a (list 'b 'a) '(c . a)))) (nsubst 'z 'a (cdr x)) x)  ;=> (A (B Z) (C . Z))
(let ((x (list (list 1 2) 3))) (list (eq (nsubst '(new) 2 x) x) x))  ;=> (T ((1 (NEW)) 3))
(list (nsubst 1 'a 'a) (nsubst 1 '(a) (list 'b 'a) :test #'equal) (nsubst 'x 1 (list 2 1) :test (lambda (a b) (and (numberp b) (< a b)))))  ;=> (1 (B . 1) (X 1))
(let ((x (list 1 (list 'a 2)))) (nsubst-if 0 #'numberp x) x)  ;=> (0 (A 0))
(let ((x (list 1 (list 'a)))) (nsubst-if-not 'n #'consp (cdr x) :key (lambda (x) (or x '(1)))) x)  ;=> (1 (N))
(let ((x (list 'a (list 'b 'c)))) (nsublis '((b . (1)) (a . 2)) x) x)  ;=> (2 ((1) C))
(length (subst-if 0 #'null (make-list 300000 :initial-element 1)))  ;signals: type-error
(let ((x (make-list 300000 :initial-element 1))) (list (length (subst-if 2 #'numberp x)) (eq (nsubst-if 3 #'numberp x) x) (car (last x))))  ;=> (300000 T 3)
(nset-exclusive-or (list 1 2) (list 2 3))  ;=> (1 3)
(list (char-not-lessp #\b #\A #\a) (char-not-greaterp #\a #\B #\b) (char-not-lessp #\a #\B))  ;=> (T T NIL)
(list (string-not-lessp "abc" "ABD") (string-not-greaterp "abc" "ABD") (string-not-greaterp "ab" "AB"))  ;=> (NIL 2 2)
(list (char-int #\A) (character "x") (character #\x) (character '|y|))  ;=> (65 #\x #\x #\y)
(character "xy")  ;signals: type-error
(char-code (name-char 'space))  ;=> 32
(= (sxhash '(a "b" #*01 2.5 1/2 #\c)) (sxhash (list 'a (string #\b) (copy-seq #*01) 2.5 1/2 #\c)))  ;=> T
(typep (sxhash (make-array 3)) '(and fixnum unsigned-byte))  ;=> T
(let ((h (make-hash-table :test 'equal)) (text "xabcde") (filled (make-array 5 :element-type 'character :initial-contents "abcde" :fill-pointer 3)))
  (setf (gethash "abc" h) 1)
  (list (gethash filled h) (gethash (make-array 3 :element-type 'character :displaced-to text :displaced-index-offset 1) h)
        (progn (setf (fill-pointer filled) 4) (gethash filled h)) (= (sxhash (subseq text 1 4)) (sxhash "abc"))))  ;=> (1 1 NIL T)
(let ((h (make-hash-table :size 20)))
  (dotimes (i 1000) (setf (gethash i h) i))
  (<= 1000 (hash-table-size h)))  ;=> T
(typep (hash-table-rehash-size (make-hash-table)) '(or (integer 1) (float (1.0))))  ;=> T
(typep (hash-table-rehash-threshold (make-hash-table)) '(real 0 1))  ;=> T
(every #'stringp (list (lisp-implementation-type) (lisp-implementation-version) (machine-type) (software-type)))  ;=> T

;; A dotted list is not a sequence, and the datum of the error is not of the expected type.
(handler-case (find 'e (list* 'a 'b 'c)) (type-error (c) (typep (type-error-datum c) (type-error-expected-type c))))  ;=> NIL
(handler-case (length '(a . b)) (type-error (c) (typep (type-error-datum c) (type-error-expected-type c))))  ;=> NIL
(handler-case (reverse '#1=(a . #1#)) (type-error (c) (typep (type-error-datum c) (type-error-expected-type c))))  ;=> NIL
(handler-case (list-length '(a . b)) (type-error (c) (type-error-datum c)))  ;=> B
(getf '(a 1 . b) 'c)  ;signals: type-error
(intersection "ab" '(a))  ;signals: type-error
(pairlis "ab" '(a b))  ;signals: type-error
(let ((x (list* 'a 'b 'c 'd))) (nbutlast x 1))  ;=> (A B)
(let ((seen nil)) (substitute-if 0 (lambda (x) (push x seen) nil) '(1 2 3) :from-end t) seen)  ;=> (1 2 3)
(let ((seen nil)) (remove-if (lambda (x) (push x seen) nil) #(1 2 3) :from-end t) seen)  ;=> (1 2 3)
(let ((n (expt 10 30))) (list (last '(a b) n) (butlast '(a b) n) (logbitp n -1)))  ;=> ((A B) NIL T)

;; Characters with case form pairs.
(loop for code below char-code-limit
      for c = (code-char code)
      always (or (null c)
                 (and (member c (list (char-upcase (char-downcase c)) (char-downcase (char-upcase c))))
                      (eq (both-case-p c) (or (upper-case-p c) (lower-case-p c))))))  ;=> T
(list (char-upcase (code-char #x17F)) (char-upcase #\ä) (char-downcase #\Σ))  ;=> (#\ſ #\Ä #\σ)

;;; From the end of a list; ranges that do not fit

(let ((seen nil)) (list (count-if (lambda (x) (push x seen) (evenp x)) '(1 2 3 4) :from-end t :start 1) seen))  ;=> (2 (2 3 4))
(list (find-if #'evenp '(1 2 3 4) :from-end t :end 3) (position-if #'evenp '(1 2 3 4) :from-end t))  ;=> (2 3)
(let ((v (vector 1 2))) (setf (elt v 1) 9) v)  ;=> #(1 9)
(let ((v (vector 1 2))) (setf (elt v 2) 1))  ;signals: "(SETF ELT): index 2 is out of range for 2 elements"
(handler-case (elt (list 1 2) 2) (type-error (c) (let ((type (type-error-expected-type c))) (list (type-error-datum c) (typep 1 type) (typep 2 type)))))  ;=> (2 T NIL)
(find 2 '(1 2 3) :test #'eql :test-not #'eql)  ;signals: "FIND: :TEST and :TEST-NOT exclude each other"
(remove 1 '(1 2) :count 'a)  ;signals: "REMOVE: expected an integer or NIL as :COUNT, got A"
(substitute 5 #\a "abc")  ;signals: "SUBSTITUTE: expected a character, got 5"
(parse-integer "123" :start 2 :end 9)  ;signals: "PARSE-INTEGER: expected a range within a string of length 3, got 2 to 9"

;; Bounds are integers; only an end may be NIL. A result type must be unambiguous.
(position 1 '(1) :start nil)  ;signals: type-error
(position 1 '(1) :end nil)  ;=> 0
(string-upcase "ab" :start nil)  ;signals: type-error
(read-sequence (make-string 3) (make-string-input-stream "abc") :start nil)  ;signals: type-error
(write-sequence "abc" (make-broadcast-stream) :start nil)  ;signals: type-error
(concatenate '(or (vector bit) (vector t)) '(0 1) '(1))  ;signals: type-error
(coerce '(#\a) '(or (vector character) (vector t)))  ;signals: type-error
(handler-case (concatenate '(or bit-vector list)) (type-error (c) (typep (type-error-datum c) (type-error-expected-type c))))  ;=> NIL
(map '(or cons null) #'1+ '(1 2))  ;=> (2 3)
(concatenate '(or (string 2) (string 3)) "ab" "c")  ;=> "abc"

;; Positive and negative zero of one format are =, and similar, so their hashes are equal.
(list (= (sxhash 0.0) (sxhash -0.0)) (= (sxhash 0d0) (sxhash -0d0)) (= (sxhash #c(0.0 0.0)) (sxhash #c(-0.0 0.0))))  ;=> (T T T)
(let ((h (make-hash-table :test 'equal))) (setf (gethash 0.0 h) 1) (list (gethash -0.0 h) (gethash 0.0 h)))  ;=> (NIL 1)

(let ((a (list 1)) (b (list 1))) (setf (cdr a) a (cdr b) b) (equal a b))  ;signals: "circular lists cannot be compared"

;; The error for an invalid range contains the wrong bound and its permitted type.
(mapcar (lambda (form) (handler-case (eval form) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))))
        '((subseq "abc" 'b) (subseq "abc" 4) (subseq "abc" -1) (subseq "abc" 2 5) (position 1 '(1 2) :start 2 :end 1)))
;=> ((B (INTEGER 0 3)) (4 (INTEGER 0 3)) (-1 (INTEGER 0 3)) (5 (INTEGER 2 3)) (1 (INTEGER 2 2)))

;; Character comparisons: a (97), B (66), A (65), with and without case.
(mapcar (lambda (f) (list (funcall f #\a #\B) (funcall f #\B #\a) (funcall f #\a #\a) (funcall f #\A #\a)))
        (list #'char= #'char/= #'char< #'char> #'char<= #'char>=))
;=> ((NIL NIL T NIL) (T T NIL T) (NIL T NIL T) (T NIL NIL NIL) (NIL T T T) (T NIL T NIL))
(mapcar (lambda (f) (list (funcall f #\a #\B) (funcall f #\B #\a) (funcall f #\a #\a) (funcall f #\A #\a)))
        (list #'char-equal #'char-not-equal #'char-lessp #'char-greaterp #'char-not-greaterp #'char-not-lessp))
;=> ((NIL NIL T T) (T T NIL NIL) (T NIL NIL NIL) (NIL T NIL NIL) (T NIL T T) (NIL T T T))

;; LENGTH of each kind of sequence
(mapcar (lambda (x) (length x)) (list nil '(1) "" "abc" "яю" #(1 2) #() #*101 (make-array 5 :fill-pointer 3) (make-array 3 :element-type '(unsigned-byte 8)) (make-array 4 :adjustable t) (make-string 300)))  ;=> (0 1 0 3 2 2 0 3 3 3 4 300)
(let ((s (make-array 3 :element-type 'character :adjustable t :fill-pointer 0))) (flet ((size (x) (length x))) (list (size s) (progn (vector-push-extend #\a s) (size s)))))  ;=> (0 1)
(mapcar (lambda (x) (handler-case (length x) (type-error () :no-sequence))) (list 5 'a #\a '(1 . 2) #2A((1))))  ;=> (:NO-SEQUENCE :NO-SEQUENCE :NO-SEQUENCE :NO-SEQUENCE :NO-SEQUENCE)
(handler-case (length '#1=(a b c d e . #1#)) (type-error () :circular))  ;=> :CIRCULAR
(loop for n below 12 always (= (length (make-list n)) n))  ;=> T
(loop for n from 1 below 12 always (let ((l (make-list n))) (setf (cdr (last l)) l) (null (list-length l))))  ;=> T
(loop for n from 1 below 12 always (let ((l (make-list n))) (setf (cdr (last l)) l) (handler-case (length l) (type-error () t))))  ;=> T
;; REMOVE-DUPLICATES compares all pairs, even if the test is not transitive.
(list (remove-duplicates " CCbaCb" :test-not #'eql) (remove-duplicates (vector 2 4 6 1 4 3 1) :start 1 :key #'1+ :test-not #'=)
      (remove-duplicates '(1 2 3 5 6) :test (lambda (a b) (= 1 (abs (- a b))))))  ;=> ("b" #(2 1) (3 6))

;; REDUCE applies the key to an element when it reaches it.
(let (l) (list (reduce #'list '(1 2 3) :from-end t :key (lambda (x) (push x l) x)) l))  ;=> ((1 (2 3)) (1 2 3))
(let (l) (reduce (lambda (a b) (push (list a b) l) b) '(1 2 3) :key (lambda (x) (push x l) x)) (reverse l))  ;=> (1 2 (1 2) 3 (2 3))
(list (reduce #'list '(1 2 3) :key #'- :initial-value 7 :from-end t) (reduce #'+ nil :key #'-) (reduce #'+ '(5) :key #'-) (reduce #'+ nil :initial-value 3 :key #'-))  ;=> ((-1 (-2 (-3 7))) 0 -5 3)

;; Subsequences are read in place, and only as far as needed; REPLACE of a vector by itself acts as if the source were copied
;; first.
(let ((v (vector 1 2 3 4 5))) (list (replace v v :start1 1) (replace v v :start2 2)))  ;=> (#(2 3 4 3 4) #(2 3 4 3 4))
(let ((v (list 1 2 3 4 5))) (list (replace v v :start1 1) (replace v v :start2 2)))  ;=> ((2 3 4 3 4) (2 3 4 3 4))
(let ((s (copy-seq "abcde"))) (list (copy-seq (replace s s :start1 2)) (replace s s :start2 1)))  ;=> ("ababc" "babcc")
(let ((b (copy-seq #*10110))) (list (copy-seq (replace b b :start1 1)) (replace b b :start2 2)))  ;=> (#*11011 #*01111)
(list (replace (vector 1 2 3) "ab" :start1 1) (replace (list 1 2 3) #(7 8 9) :start2 2) (replace (make-string 3 :initial-element #\-) '(#\x #\y) :end1 1))  ;=> (#(1 #\a #\b) (9 2 3) "x--")
(let ((v (make-array 5 :initial-contents '(1 2 3 4 5) :fill-pointer 3))) (list (replace v '(9 9 9 9)) (aref v 3)))  ;=> (#(9 9 9) 4)
(list (search "" "abc" :start2 1) (search "b" "abcb" :start2 2) (search '(b) #(a b a b) :from-end t) (search "xabx" "cab" :start1 1 :end1 3) (search "ab" "ab" :end2 1))  ;=> (1 3 3 1 NIL)
(list (mismatch "xab" '(#\a #\b) :start1 1) (mismatch #(1 2 3) '(1 2 4) :end1 2 :end2 2) (mismatch "abcx" "zzbcx" :from-end t :start2 1) (mismatch '(1 2 3) '(3) :from-end t :start1 2))  ;=> (NIL NIL 1 NIL)
(list (position 2 '(1 2 3 2 1) :from-end t :start 1 :end 3) (find 3 '(1 2 3 4) :from-end t :end 2) (count 1 '(1 1 1 1) :from-end t :start 1 :end 3))  ;=> (1 NIL 2)
(let ((v (make-array 5 :fill-pointer 0))) (list (map-into v #'+ #(1 2) '(3 4 5)) (fill-pointer v) (map-into v #'1+ '(1 2 3 4 5 6 7)) (fill-pointer v)))  ;=> (#(2 3 4 5 6) 2 #(2 3 4 5 6) 5)
(let ((c (list 1 2))) (setf (cddr c) c) (list (map-into (vector 0 0 0) #'- c) (map-into (list 0 0 0) #'+ c c) (map-into (list 1 2) (lambda () 7))))  ;=> (#(-1 -2 -1) (2 4 2) (7 7))
(list (map-into nil #'1+ '(1)) (map-into (vector) #'1+ '(1)) (map-into (list 1 2 3) #'identity "ab"))  ;=> (NIL #() (#\a #\b 3))
(let ((c (list 1 2))) (setf (cddr c) c) (list (map 'list #'list "abc" c) (map 'string #'char-upcase "abc") (map nil #'list '(1 2) c) (map 'vector #'+ #(1 2) c '(3 4 5))))  ;=> (((#\a 1) (#\b 2) (#\c 1)) "ABC" NIL #(5 8))
(every #'eq () 5)  ;signals: "sequence"
(map 'list #'cons #() 'x)  ;signals: "sequence"
(list (some #'= #(1 2 3) '(3 2 1)) (every #'= '(1 2) #(1 2 3)) (notany #'eql "abc" '(#\b #\b)) (notevery #'char= "abc" "abd") (every #'eql nil '(1)) (some #'identity #(nil nil 5)) (every #'oddp #*111) (every #'oddp #*101))  ;=> (T T NIL T T 5 T NIL)
(list (reduce #'list #(1 2 3 4) :start 1 :from-end t) (reduce #'list "abc" :initial-value 0) (reduce #'+ nil) (reduce #'+ #() :initial-value 5) (reduce #'max '((1) (3) (2)) :key #'car) (reduce #'list #(1)) (reduce #'list '(1 2 3) :end 2 :from-end t :initial-value 'z) (reduce (lambda (&rest l) l) nil))  ;=> ((2 (3 4)) (((0 #\a) #\b) #\c) 0 5 3 1 (1 (2 Z)) NIL)
(let ((s (copy-seq "the book of tHE"))) (list (copy-seq (nstring-capitalize s :start 1 :end 9)) (copy-seq (nstring-upcase s :start 12)) (nstring-downcase s :end 5)))  ;=> ("tHe Book of tHE" "tHe Book of THE" "the book of THE")
(list (string= 'abc "xABCx" :start2 1 :end2 4) (string= #\a "a") (string< "abc" "xabd" :start2 1) (string> "b" #\a) (string-equal "aB" 'ab) (string/= "abcd" "abxd" :start1 1 :start2 1) (string-lessp "abc" "ABD") (string<= "ab" "abc") (string>= "ab" "abc"))  ;=> (T T 2 0 T 2 2 2 NIL)

;; Long lists as sets: hashing finds the same elements as calling the test on each pair.
(flet ((same (a b &rest keys)
         (let ((slow (list :test (let ((test (getf keys :test #'eql))) (lambda (x y) (funcall test x y))) :key (getf keys :key))))
           (flet ((both (f) (equal (apply f a b keys) (apply f a b slow))))
             (every #'both '(union intersection set-difference set-exclusive-or subsetp))))))
  (let* ((a (loop for i below 300 collect (mod (* i 7) 211))) (b (loop for i below 200 collect (mod (* i 5) 307))) (c (mapcar #'list a)) (d (mapcar #'list b)))
    (list (same a b) (same b a) (same a a) (same c d :test 'equal) (same c d) (same c d :key #'car) (same c (append c d) :test #'equalp :key #'car)
          (subsetp a (append b a)) (subsetp a b) (length (union c d :test #'equal)))))  ;=> (T T T T T T T T NIL 299)

;; DELETE removes conses from a list; the conses before the first removed one are reused.
(let ((l (list 'a 'r 'a 'b 'i 'a))) (list (delete 'a l) l))  ;=> ((R B I) (A R B I))
(let ((l (list 1 2 3 4 5 6))) (list (delete-if #'evenp l :count 2 :from-end t) l))  ;=> ((1 2 3 5) (1 2 3 5))
(let ((l (list 1 2 3 4))) (list (delete-if-not #'oddp l :start 2) l (delete 1 (list 1 1 1)) (delete 3 (list 3 1 3) :end 1) (delete 2 (vector 1 2 3))))  ;=> ((1 2 3) (1 2 3) NIL (1 3) #(1 3))

; Calls with literal functions and keywords are compiled as loops or as calls with positional arguments: the arguments are
; evaluated in the order of the call, and errors are those of the functions that are called.
(let ((order nil))
  (flet ((note (name value) (push name order) value))
    (list (find (note :item 2) (note :sequence '(1 2)) :end (note :end 2) :start (note :start 0) :test (note :test #'eql))
          (reverse order)))) ;=> (2 (:ITEM :SEQUENCE :END :START :TEST))
(let ((order nil))
  (flet ((note (name value) (push name order) value))
    (list (member (note :item 2) (note :list '(1 -2 3)) :key #'abs)
          (assoc (note :key 1) (note :alist '((0 . a) (1 . b))) :test #'<=)
          (reverse order)))) ;=> ((-2 3) (1 . B) (:ITEM :LIST :KEY :ALIST))
(handler-case (find-if #'car '(1)) (type-error (c) (princ-to-string c))) ;=> "CAR: expected a list, got 1"
(handler-case (remove-if (lambda (x) (evenp x)) '(1 a)) (type-error (c) (princ-to-string c))) ;=> "EVENP: expected an integer, got A"
(handler-case (count-if #'evenp 5) (type-error (c) (princ-to-string c))) ;=> "COUNT-IF: expected a sequence (a list or a vector), got 5"
(handler-case (assoc 1 '((2 . a) 3) :test #'=) (type-error (c) (princ-to-string c))) ;=> "ASSOC: expected a cons, in an association list, got 3"
(handler-case (member 3 '(1 2 . 4) :key #'abs) (type-error (c) (princ-to-string c))) ;=> "MEMBER: expected a proper list, got (1 2 . 4)"
(find-if #'no-such-function '()) ;signals: undefined-function
(let ((l (list 1 2))) (setf (cddr l) l) (member 3 l :test #'<)) ;signals: type-error
(let ((l (list 1 2))) (setf (cddr l) l) (member 0 l :key #'abs :test #'=)) ;signals: type-error
(flet ((same (x y) (eql x (- y)))) (find 2 '(1 -2) :test #'same)) ;=> -2
(mapcar (lambda (f) (funcall f)) (let ((fs nil)) (find-if (lambda (x) (push (lambda () x) fs) nil) '(1 2 3)) fs)) ;=> (3 2 1)
(let ((l (list 1 2 3))) (eq l (remove-if #'minusp l))) ;=> T
(let ((l (list 1 2 3 4))) (eq (cddr l) (cdr (remove-if (lambda (x) (eql x 2)) l)))) ;=> T
(list (remove-if #'upper-case-p "aBc") (remove-if-not #'plusp #*0110) (remove-if #'oddp #(1 2 3) :key #'1+)) ;=> ("ac" #*11 #(1 3))
(find-if (lambda (x) (find-if (lambda (y) (= x y)) '(5 2))) #(1 2 3)) ;=> 2
(handler-case (funcall #'substitute-if 5 #'upper-case-p "aB") (type-error (c) (princ-to-string c))) ;=> "SUBSTITUTE-IF: expected a character, got 5"

;; UNION checks both lists, also if one is empty.
(union nil 0)  ;signals: type-error
(union nil "abc")  ;signals: type-error
(union 0 nil)  ;signals: type-error
(nunion nil 'a)  ;signals: type-error

;; DELETE and its forms change a list in place: what is left of it are conses of the list.
(defun conses-of (list) (loop for rest on list collect rest))
(defun deletes-in-place-p (function list expected)
  (let* ((conses (conses-of list)) (result (funcall function list)))
    (and (equal result expected) (subsetp (conses-of result) conses :test #'eq))))
(defun deleted-evens (list) (delete-if #'evenp list))
(defun deleted-odd-keys (list) (delete-if-not (lambda (k) (evenp k)) list :key #'car))
(mapcar (lambda (list expected) (deletes-in-place-p #'deleted-evens (copy-list list) expected))
        '((1 2 3 4) (2 4 6) (1 3) () (2 1 2 2 3 2) (2)) '((1 3) () (1 3) () (1 3) ()))  ;=> (T T T T T T)
(deletes-in-place-p #'deleted-odd-keys (list (list 1 'a) (list 2 'b) (list 3 'c) (list 4 'd)) '((2 b) (4 d)))  ;=> T
(mapcar (lambda (function) (deletes-in-place-p function (list 1 2 1 3 1) '(2 3)))
        (list (lambda (l) (delete 1 l)) (lambda (l) (delete 1 l :test #'=)) (lambda (l) (delete 1 l :from-end t)) (lambda (l) (delete 0 l :key #'1-))
              (lambda (l) (delete-if (lambda (x) (= x 1)) l :from-end t))))  ;=> (T T T T T)
(list (delete 1 (list 1 2 1 3 1) :count 2) (delete 1 (list 1 2 1 3 1) :count 2 :from-end t) (delete 1 (list 1 2 1 3 1) :start 1 :end 4)
      (delete-if #'oddp (list 1 2 1 3 1) :count 1) (delete-if #'oddp (list 1 2 1 3 1) :start 1 :count 1 :from-end t) (delete 1 (list 1 1) :count -1))  ;=> ((2 3 1) (1 2 3) (1 2 3 1) (2 1 3 1) (1 2 1 3) (1 1))
(list (deleted-evens (vector 1 2 3)) (delete-if #'upper-case-p (copy-seq "aBcD")) (delete-if #'zerop (copy-seq #*0110))
      (delete-if-not #'evenp (make-array 3 :fill-pointer 2 :initial-contents '(1 2 4))))  ;=> (#(1 3) "ac" #*11 #(2))
(deleted-evens '(1 2 . 3))  ;signals: type-error
(deleted-evens 5)  ;signals: type-error
(deleted-evens (list 1 'a))  ;signals: type-error

;; MERGE is stable, for lists and vectors in each place, and is the same as STABLE-SORT of both.
(loop for n from 0 below 300
      always (flet ((sorted (length tag) (sort (loop for i below length collect (cons (mod (* 37 (+ i n)) 5) tag)) #'< :key #'car))
                    (as (bit list) (if (logbitp bit n) (coerce list 'vector) (copy-list list))))
               (let ((a (sorted (mod n 7) :a)) (b (sorted (mod n 4) :b)))
                 (equal (coerce (merge (if (logbitp 4 n) 'list 'vector) (as 0 a) (as 3 b) #'< :key #'car) 'list)
                        (stable-sort (append a b) #'< :key #'car)))))  ;=> T
(list (merge 'string "ace" "bd" #'char<) (merge 'list nil nil #'<) (merge '(vector * 3) (list 1 3) (list 2) #'<) (merge 'cons (list 1) (list 0) #'<))
;=> ("abcde" NIL #(1 2 3) (0 1))
(merge '(vector * 4) (list 1 3) (list 2) #'<)  ;signals: type-error
(merge 'list '(1 . 2) (list 5) #'<)  ;signals: type-error
(merge 'null (list 1) (list 5) #'<)  ;signals: type-error

;; A search in a constant sequence finds what the function finds when it is called with the same arguments.
(defmacro same-as-function-p (name item &rest arguments)
  `(eql (,name ,item ,@arguments) (funcall #',name ,item ,@arguments)))
(defvar *asked* (list 'a 'b nil t 1 2 1.0 (expt 3 60) #\a "a" '(a) 'z))
(every (lambda (x)
         (and (same-as-function-p member x '(a b #\a 1.0 nil)) (same-as-function-p member x '("a" (a) 1) :test #'equal)
              (same-as-function-p member x '(a 1 b) :test #'eq) (same-as-function-p member x '()) (same-as-function-p member x '(b a b a))
              (same-as-function-p member x '(42391158275216203514294433201)) (same-as-function-p member x '(a b . c) :test #'(lambda (x y) (or (eq x y) (eq y 'b))))
              (same-as-function-p assoc x '((a . 1) (b) (1 . a) (a . 2))) (same-as-function-p assoc x '((b . 1) nil (nil . 2))) (same-as-function-p assoc x '(("a") ((a))) :test 'equal)
              (same-as-function-p rassoc x '((1 . a) (b) (a . 1))) (same-as-function-p find x '(b nil a)) (same-as-function-p find x "xya") (same-as-function-p find x #(1 a 1.0))
              (same-as-function-p position x '(b nil a b)) (same-as-function-p position x "aya") (same-as-function-p position x #*0110) (same-as-function-p position x '(b a b) :from-end t)
              (same-as-function-p find x '(a b) :start 1) (same-as-function-p count x '(b a b)) (same-as-function-p member x '(a b c d e f g h i j k l z))))
       *asked*)  ;=> T
(let ((calls 0)) (list (member (incf calls) '(2 1 0)) (find (incf calls) '()) (assoc (incf calls) '((1 . a) (3 . b))) calls))  ;=> ((1 0) NIL (3 . B) 3)
(let ((whole '#1=(a b c))) (list (eq (member 'b '#1#) (cdr whole)) (eq (assoc 'x '#2=((y) (x))) (second '#2#))))  ;=> (T T)
(flet ((f (x) (member x '(a b . c)))) (list (f 'b) (handler-case (f 'z) (type-error () :error))))  ;=> ((B . C) :ERROR)
(flet ((f (x) (assoc x '((a) b)))) (list (f 'a) (handler-case (f 'z) (type-error () :error))))  ;=> ((A) :ERROR)

;; SORT is stable by any predicate and key, for lists and vectors. Each item is its key and its place before.
(defun stably-sorted-p (result n before)
  (let ((list (coerce result 'list)))
    (and (equal (loop for i below n collect i) (sort (mapcar #'cdr list) #'<))
         (loop for (a b) on list while b
               always (or (funcall before (car a) (car b)) (and (= (car a) (car b)) (< (cdr a) (cdr b))))))))
(loop for n from 0 to 70
      always (flet ((items () (loop for i below n collect (cons (mod (* 37 (+ i (* n i i))) 11) i))) (up (a b) (< (car a) (car b))))
               (and (stably-sorted-p (sort (items) #'< :key #'car) n #'<) (stably-sorted-p (sort (items) #'> :key 'car) n #'>)
                    (stably-sorted-p (sort (items) #'up) n #'<) (stably-sorted-p (sort (coerce (items) 'vector) #'up) n #'<)
                    (stably-sorted-p (stable-sort (coerce (items) 'vector) #'> :key #'car) n #'>)
                    (stably-sorted-p (sort (items) #'< :key (lambda (x) (/ (car x) 2))) n #'<)
                    (stably-sorted-p (sort (items) (lambda (a b) (> a b)) :key (lambda (x) (float (car x)))) n #'>)
                    (stably-sorted-p (sort (make-array n :adjustable t :fill-pointer t :initial-contents (items)) #'up) n #'<))))  ;=> T
(let ((list (loop for i below 3000 collect (mod (* i i) 1009)))) (loop for (a b) on (sort list (lambda (a b) (< a b))) while b always (<= a b)))  ;=> T
(let ((list (list 5 3 1 4 2))) (list (catch 'out (sort list (lambda (a b) (if (= a 4) (throw 'out :left) (< a b))))) list))  ;=> (:LEFT (5 3 1 4 2))
(let ((list (list 3 1 2))) (equal list (sort list (lambda (a b) (setf (cdr list) nil) (< a b)))))  ;=> T
(let ((v (make-array 5 :adjustable t :fill-pointer 5 :initial-contents '(3 1 2 5 4)))) (length (sort v (lambda (a b) (setf (fill-pointer v) 2) (< a b)))))  ;=> 2
(let ((l (list 3 1 2)) (v (vector 3.5 1 2))) (list (eq l (sort l #'>)) (eq l (sort l #'< :key #'-)) (eq v (sort v #'<)) v))  ;=> (T T T #(1 2 3.5))
(sort (list most-negative-fixnum 0 most-positive-fixnum -1) #'>)  ;=> (2305843009213693951 0 -1 -2305843009213693952)
(sort (list* 1 2 3) #'<)  ;signals: type-error
(sort (list 1 'a) #'<)  ;signals: type-error
(stable-sort (list 1 2) 5)  ;signals: type-error
(stable-sort 5 #'<)  ;signals: type-error
