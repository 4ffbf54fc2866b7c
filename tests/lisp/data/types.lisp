;;;; types.lisp -- which types are subtypes of which, and what is made of one type from another; the expected values are
;;;; those of SBCL 2.2.9.

(defun sub (a b) (multiple-value-list (subtypep a b)))
(defstruct animal)
(defstruct (dog (:include animal)))
(defstruct (cat (:include animal)))
(deftype small (&optional (limit 10)) `(integer 0 (,limit)))

(sub 'integer 'rational)  ;=> (T T)
(sub 'rational 'integer)  ;=> (NIL T)
(sub 'rational '(or integer ratio))  ;=> (T T)
(sub '(integer 0 5) '(or (integer 0 3) (integer 4 5)))  ;=> (T T)
(sub '(integer 0 5) '(or (integer 0 2) (integer 4 5)))  ;=> (NIL T)
(sub '(integer (0) (5)) '(integer 1 4))  ;=> (T T)
(sub '(rational 0 5) '(or (rational 0 (3)) (rational 3 5)))  ;=> (T T)
(sub '(rational 0 5) '(or (rational 0 (3)) (rational (3) 5)))  ;=> (NIL T)
(sub '(rational 1 1) 'integer)  ;=> (T T)
(sub '(float 0.0 1.0) '(float -1.0 2.0))  ;=> (T T)
(sub 'bit '(unsigned-byte 8))  ;=> (T T)
(sub '(signed-byte 8) '(mod 256))  ;=> (NIL T)
(sub '(member 1 2) '(integer 1 2))  ;=> (T T)
(sub '(integer 1 2) '(member 1 2))  ;=> (T T)
(sub '(eql a) 'symbol)  ;=> (T T)
(sub 'null '(and symbol list))  ;=> (T T)
(sub '(and symbol list) 'null)  ;=> (T T)
(sub 'boolean '(member t nil))  ;=> (T T)
(sub 'list '(or cons null))  ;=> (T T)
(sub 'symbol '(or keyword (and symbol (not keyword))))  ;=> (T T)
(sub '(not fixnum) '(not integer))  ;=> (NIL T)
(sub '(not integer) '(not real))  ;=> (NIL T)
(sub '(not real) '(not integer))  ;=> (T T)
(sub 'atom '(not cons))  ;=> (T T)
(sub t '(or integer (not integer)))  ;=> (T T)
(sub '(cons integer (or symbol string)) '(or (cons integer symbol) (cons t string)))  ;=> (T T)
(sub '(cons t t) '(or (cons integer t) (cons t integer)))  ;=> (NIL T)
(sub '(cons nil t) nil)  ;=> (T T)
(sub 'string 'vector)  ;=> (T T)
(sub '(vector t 5) 'simple-vector)  ;=> (NIL T)
(sub 'simple-bit-vector '(array bit 1))  ;=> (T T)
(sub '(simple-array * (3)) '(or (array t) (array character) (array bit)))  ;=> (T T)
(sub '(and bit-vector string) nil)  ;=> (T T)
(sub '(array t (2 3)) '(array t (2 *)))  ;=> (T T)
(sub 'dog 'animal)  ;=> (T T)
(sub '(and dog cat) nil)  ;=> (T T)
(sub 'animal '(or dog cat))  ;=> (NIL T)
(sub 'dog 'structure-object)  ;=> (T T)
(sub 'type-error 'error)  ;=> (T T)
(sub 'file-stream 'stream)  ;=> (T T)
(sub '(small 5) 'small)  ;=> (T T)
(sub 'small '(small 5))  ;=> (NIL T)
(sub '(satisfies oddp) 'integer)  ;=> (NIL NIL)
(sub '(and integer (satisfies oddp)) 'integer)  ;=> (T T)
(sub '(eql 3) '(satisfies oddp))  ;=> (T T)
(sub 'standard-char 'character)  ;=> (T T)
(sub '(and fixnum bignum) nil)  ;=> (T T)
(subtypep '(integer 0 . 5) 3)  ;signals: error

(coerce '(1 2) '(vector * 2))  ;=> #(1 2)
(coerce '(1 2) '(vector * 3))  ;signals: type-error
(coerce "a" 'character)  ;=> #\a
(coerce "ab" 'character)  ;signals: type-error
(coerce 'a 'character)  ;=> #\A
(coerce 1/2 'double-float)  ;=> 0.5d0
(coerce 1 'integer)  ;=> 1
(coerce 1.5 'integer)  ;signals: type-error
(coerce #\a 'float)  ;signals: type-error
(funcall (coerce '(lambda (x) (* x x)) 'function) 3)  ;=> 9
(coerce 3 'function)  ;signals: type-error
(make-sequence '(vector t 3) 2)  ;signals: type-error
(make-sequence 'integer 2)  ;signals: type-error
(make-sequence '(or (vector t 2) (vector t 5)) 2 :initial-element 'a)  ;=> #(A A)
(make-sequence 'null 0)  ;=> NIL
(make-sequence 'null 1)  ;signals: type-error
(make-sequence 'string 2 :initial-element #\a)  ;=> "aa"
(concatenate '(vector * 2) '(1) '(2 3))  ;signals: type-error
(concatenate 'small '(1))  ;signals: type-error
(merge '(vector t 2) (list 1) (list 2) #'<)  ;=> #(1 2)
(map '(string 1) #'identity "ab")  ;signals: type-error
(typep 5 '(integer 0 (5)))  ;=> NIL
(typep "abc" '(base-string 3))  ;=> T
(typep 1.0 '(long-float 0.0 (1.0)))  ;=> NIL
(type-of (make-array '(2 3)))  ;=> (SIMPLE-ARRAY T (2 3))
(list (type-of 1) (type-of -1) (type-of (expt 10 30)))  ;=> (BIT FIXNUM (INTEGER 2305843009213693952))
(sub (quote (single-float 0.0 *)) (quote (or (single-float (0.0) *) (member 0.0 -0.0))))  ;=> (T T)
(sub (quote (float 0.0 *)) (quote (or (float (0.0) *) (member 0.0))))  ;=> (NIL T)

;;; Classes
(defclass shape () ())
(defclass colored () ())
(defclass square (shape) ())
(sub 'square 'shape)  ;=> (T T)
(sub (find-class 'square) 'shape)  ;=> (T T)
(sub 'square (find-class 'shape))  ;=> (T T)
(sub 'shape 'square)  ;=> (NIL T)
(sub '(and shape colored) nil)  ;=> (NIL T)
(sub '(and shape integer) nil)  ;=> (T T)
(sub (find-class 'integer) 'rational)  ;=> (T T)
(sub 'list (find-class 'list))  ;=> (T T)
(sub 'square 'standard-object)  ;=> (T T)
(sub 'standard-generic-function 'function)  ;=> (T T)
(class-of #*01)  ;=> #<BUILT-IN-CLASS BIT-VECTOR>
(class-of #C(1 2))  ;=> #<BUILT-IN-CLASS COMPLEX>

;; The body of DEFTYPE may begin with declarations; a list that begins with FUNCTION tells no object's type.
(progn (deftype types-small (&optional (n 9)) "Small." (declare (optimize speed)) (return-from types-small `(integer 0 ,n))) (list (typep 5 'types-small) (typep 5 '(types-small 3))))  ;=> (T NIL)
(typep nil '(function () t))  ;signals: error
