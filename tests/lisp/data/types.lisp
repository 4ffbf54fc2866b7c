;;;; types.lisp -- subtype relations and conversions between types; the expected values are those of SBCL 2.2.9.

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
(sub '(simple-array * (3)) '(or (array t) (array character) (array bit) (array (unsigned-byte 8)) (array nil)))  ;=> (T T)
(sub '(simple-array * (3)) '(or (array t) (array character) (array bit) (array nil)))  ;=> (NIL T)
(sub '(simple-array * (3)) '(or (array t) (array character) (array bit)))  ;=> (NIL T)
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
(subtypep '(integer 0 . 5) 3)  ;signals: "expected a type specifier, got (INTEGER 0 . 5)"

;;; TYPEP, SUBTYPEP and compiled TYPEP refuse the same malformed specifiers (4.2.3).

(defun refused-by (type)
  (flet ((refuses (thunk) (handler-case (progn (funcall thunk) nil) (error () t))))
    (list (refuses (lambda () (typep 1 type))) (refuses (lambda () (subtypep 'fixnum type)))
          (refuses (lambda () (funcall (compile nil `(lambda (x) (typep x ',type))) 1))))))
(remove '(t t t)
        '((integer 1 2 3) (integer 2.5 3) (integer 1/2) (integer a) (integer (1 2)) (rational 1.0) (real a) (float "a")
          (fixnum 1) (character 10) (bit 1) (symbol a) (null 1) (list integer) (mod) (mod -1) (mod a) (mod 1 2)
          (unsigned-byte -1) (unsigned-byte 1 2) (signed-byte 0) (not) (not integer symbol) (eql) (eql 1 2) (satisfies)
          (satisfies 1) (satisfies (lambda (x) x)) (satisfies evenp oddp) (cons a b c) (complex integer integer)
          (array t -1) (array t a) (array t (1 -1)) (array t (1 a)) (array t () 3) (vector t -1) (vector t 1 2)
          (string a) (string -1) (string 1 2) (simple-vector t) (simple-vector 2 3) (bit-vector -1) (integer . 5)
          (or . integer) (boolean 1) (sequence 1) (hash-table 1) (t 1) (nil 1) (keyword 3) (atom 1) (number 3) (ratio 1 2)
          (standard-char 3) 5 "abc" (5) ((a)) (quote integer) (structure-object 1) (bignum 3) (animal 1))
        :test #'equal :key #'refused-by)  ;=> NIL
(remove '(nil nil nil)
        '((integer (1)) (integer * *) (integer -5) (float 0 1) (single-float 0.0 1.0) (mod 5) (unsigned-byte *) (signed-byte 8)
          (complex) (complex float) (cons * *) (cons) (array t (1 *)) (array * 2) (array bit *) (vector t *) (simple-vector *)
          (string 3) (member) (or) (and) nil t (satisfies evenp) (eql 3) (not integer))
        :test #'equal :key #'refused-by)  ;=> NIL

;;; COERCE to a name defined by DEFTYPE is COERCE to its expansion.

(deftype flonum () 'double-float)
(deftype flonum-again () 'flonum)
(deftype letter () 'character)
(deftype operation () 'function)
(deftype row (size) `(simple-vector ,size))
(list (coerce 1 'flonum) (coerce 1 'flonum-again) (coerce 1 '(complex flonum)) (coerce #c(1 2) '(complex flonum)))
;=> (1.0d0 1.0d0 #C(1.0d0 0.0d0) #C(1.0d0 2.0d0))
(progn (deftype single () 'single-float) (deftype any-float () 'float) (list (coerce 1/2 'single) (coerce 1/2 'any-float)))  ;=> (0.5 0.5)
(list (coerce "a" 'letter) (eq (coerce 'car 'operation) #'car) (coerce '(1 2) '(row 2)) (coerce 1 (find-class 'float)))
;=> (#\a T #(1 2) 1.0)
(coerce 2 '(and float (satisfies plusp)))  ;=> 2.0
(coerce -2 '(and float (satisfies plusp)))  ;signals: type-error
(coerce '(1 2) '(row 3))  ;signals: type-error
(coerce "ab" 'letter)  ;signals: type-error
(coerce 'a 'flonum)  ;signals: type-error


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
(sub '(and shape colored) nil)  ;=> (T T)
(list (upgraded-complex-part-type nil) (subtypep '(complex nil) nil))  ;=> (NIL T)
(sub '(and shape integer) nil)  ;=> (T T)
(sub (find-class 'integer) 'rational)  ;=> (T T)
(sub 'list (find-class 'list))  ;=> (T T)
(sub 'square 'standard-object)  ;=> (T T)
(sub 'standard-generic-function 'function)  ;=> (T T)
(class-of #*01)  ;=> #<BUILT-IN-CLASS BIT-VECTOR>
(class-of #C(1 2))  ;=> #<BUILT-IN-CLASS COMPLEX>

;; The body of DEFTYPE may begin with declarations; a list type specifier that begins with FUNCTION cannot be used with
;; TYPEP.
(progn (deftype types-small (&optional (n 9)) "Small." (declare (optimize speed)) (return-from types-small `(integer 0 ,n))) (list (typep 5 'types-small) (typep 5 '(types-small 3))))  ;=> (T NIL)
(typep nil '(function () t))  ;signals: "(FUNCTION NIL T) is allowed in declarations only"

;; Two classes are disjoint unless one is a subclass of the other or they have a common subclass.
(defclass types-a () ())
(defclass types-b () ())
(subtypep '(and types-a types-b) nil)  ;=> T ; T
(defclass types-ab (types-a types-b) ())
(subtypep '(and types-a types-b) nil)  ;=> NIL ; T
(subtypep '(and types-a types-b) 'types-ab)  ;=> T ; T
(subtypep 'types-a '(not types-b))  ;=> NIL ; T
(subtypep '(and (array * (9)) (array character (5)) (array * (7))) nil)  ;=> T ; T
(let ((v (make-array 8 :fill-pointer 2 :element-type 'bit)) (s (make-array 5 :fill-pointer 3 :element-type 'character)))
  (mapcar #'typep (list v v v v s s s) '((vector * 8) (vector bit 2) (bit-vector 8) (bit-vector 2) (string 5) (string 3) (vector character 5))))  ;=> (T NIL T NIL T NIL T)

;; TYPE-OF returns a subtype of every built-in type to which the object belongs.
(list (type-of #\a) (type-of (code-char 955)) (subtypep (type-of #\Newline) 'standard-char))  ;=> (STANDARD-CHAR CHARACTER T)

;;; TYPEP of a constant type is compiled. It agrees with TYPEP of a type computed at run time, evaluates its argument once,
;;; and signals an error for an invalid type only when it runs.
(defclass type-probe () ())
(defstruct probe-structure)
(defun probe-odd (x) (and (integerp x) (oddp x)))
(defparameter *probes* (list 0 1 -1 5 10 most-positive-fixnum (expt 2 70) (- (expt 2 70)) 1/2 1.5 2d0 #C(1 2) 'a nil t :k #\a "abc" #(1 2) #*101
                             (make-array '(2 2)) (make-array 3 :fill-pointer 1) '(1) '(1 . 2) #'car *package* *readtable* *standard-output*
                             (make-hash-table) (make-instance 'type-probe) (make-probe-structure) (make-dog) (make-condition 'error)
                             (find-class 'integer) (make-random-state)))
(defmacro type-differences (&rest types)
  `(append ,@(mapcar (lambda (type)
                       `(loop for x in *probes*
                              unless (eq (typep x ',type) (funcall (fdefinition 'typep) x ',type)) collect (list x ',type)))
                     types)))
(type-differences t nil atom bit bignum bit-vector boolean character class compiled-function complex cons double-float fixnum float function
                  generic-function hash-table integer keyword list null number package ratio rational readtable real random-state sequence
                  signed-byte simple-array simple-string simple-vector single-float standard-object stream string structure-object symbol
                  unsigned-byte vector condition error arithmetic-error type-probe probe-structure animal dog cat small
                  (small 5) (integer 0 10) (integer (0) 10) (integer * (10)) (integer -1) (rational 0 1) (real (0)) (float 0.0 *) (mod 6)
                  (unsigned-byte 3) (signed-byte 4) (and integer (satisfies probe-odd)) (or string symbol) (or) (and) (not list) (member a 1 1.5)
                  (member) (eql #\a) (cons integer) (cons integer null) (vector t 2) (string 3) (array * (2 2)) (complex integer))  ;=> NIL
(let ((n 0)) (list (typep (incf n) '(integer 0 5)) n (typep (incf n) '(or string integer)) n))  ;=> (T 1 T 2)
(let ((x 5)) (symbol-macrolet ((y (incf x))) (list (typep y '(integer 6 6)) x)))  ;=> (T 6)
(typep 1 'no-such-type)  ;signals: "expected the name of a type, got NO-SUCH-TYPE"
(typep 1 '(no-such-type 1))  ;signals: "expected a type specifier, got (NO-SUCH-TYPE 1)"
(typep 1 '(not))  ;signals: "expected a type specifier, got (NOT)"
(typep 1 '(integer . 3))  ;signals: "expected a type specifier, got (INTEGER . 3)"
(typep 1 '(and integer . symbol))  ;signals: "expected a type specifier, got (AND INTEGER . SYMBOL)"
(progn (deftype changing-type () 'integer) (defun of-changing-type (x) (typep x 'changing-type)) (deftype changing-type () 'string) (list (of-changing-type 1) (of-changing-type "a")))  ;=> (NIL T)
(funcall (compile nil '(lambda (x) (declare (notinline typep)) (typep x 'integer))) 1)  ;=> T
(typecase 1.5 (integer 'i) ((or single-float double-float) 'f) (t 'o))  ;=> F

;; COERCE names the object and the type of a failed conversion.
(coerce "12" 'integer)  ;signals: "COERCE: \"12\" cannot be converted to type INTEGER"
(handler-case (coerce '(1 2) 'hash-table) (type-error (c) (list (type-error-datum c) (type-error-expected-type c))))  ;=> ((1 2) HASH-TABLE)
(coerce '(1 2) 'array)  ;=> #(1 2)
(list (string= "abc" "abc") (string-equal "aBc" "abc") (string= "abc" "abd"))  ;=> (T T NIL)

;; Objects of different kinds are never EQUALP
(progn (defstruct kind-of-its-own a)
  (let ((objects (list 1 2.5 #\a "abc" 'a '(1) (vector 1) #*10 (make-kind-of-its-own) (make-hash-table) (make-array '(1 1)) #'car #p"a" *standard-output* *package* *readtable* *random-state*)))
    (loop for a in objects for i from 0 always (loop for b in objects for j from 0 always (eq (not (equalp a b)) (/= i j))))))  ;=> T

;; A function type with arguments and values is a subtype of FUNCTION; other relations between function types are not
;; decided.
(defun function-subtype (a b) (multiple-value-list (subtypep a b)))
(function-subtype '(function (integer integer) cons) '(function (t t) symbol))  ;=> (NIL NIL)
(function-subtype 'function '(function (integer) cons))  ;=> (NIL NIL)
(function-subtype (list 'eql #'car) '(function (integer) cons))  ;=> (NIL NIL)
(list (function-subtype '(function (integer) cons) '(function (integer) cons)) (function-subtype '(function (t) t) 'function)
      (function-subtype 'function '(function)) (function-subtype '(function (t) t) '(not integer))
      (function-subtype '(cons (function (t) t) t) '(cons function t)))  ;=> ((T T) (T T) (T T) (T T) (T T))
(list (function-subtype 'integer '(function (t) t)) (function-subtype t '(function (t) t)))  ;=> ((NIL T) (NIL T))
(function-subtype '(and (function (t) t) integer) nil)  ;=> (T T)

;; The lambda list of DEFTYPE is a macro lambda list whose default is * where no initial value is written.
(flet ((seen (type) (second (multiple-value-list (ignore-errors (typep 1 type)))))) (deftype types-seen (&whole whole (a &optional b) &optional c &rest rest &key ((:k d)) (e 5) &aux f) (error "~S" (list whole a b c rest d e f))) (princ-to-string (seen '(types-seen (1)))))  ;=> "((TYPES-SEEN (1)) 1 * * NIL * 5 NIL)"
(progn (deftype types-dotted (&environment e a &optional b . rest) (if (and (null e) (eql a 1) (eq b '*) (null rest)) 'integer 'null)) (typep 1 '(types-dotted 1)))  ;=> T

;; Types of Common Lisp cannot be redefined; other names of the standard can be defined as types (11.1.2.1.2).
(defclass integer () ())  ;signals: "DEFCLASS: INTEGER is a type of Common Lisp and cannot be redefined"
(defclass standard-object () ())  ;signals: program-error
(defclass fixnum () ())  ;signals: program-error
(defstruct list)  ;signals: program-error
(deftype t () 'integer)  ;signals: program-error
(deftype nil () t)  ;signals: program-error
(deftype string (&optional n) n)  ;signals: program-error
(define-condition error () ())  ;signals: program-error
(progn (defclass position () (x)) (defclass position () (x y)) (deftype search () 'integer) (defstruct (vector (:type list)) x)
       (list (typep (make-instance 'position) 'position) (typep 1 'search) (typep (vector 1) 'vector)))  ;=> (T T T)
;; A name can be that of a type or of a declaration, but not both.
(progn (proclaim '(declaration type-or-not-1)) (eval '(deftype type-or-not-1 () t)))  ;signals: program-error
(progn (proclaim '(declaration type-or-not-2)) (eval '(defstruct type-or-not-2)))  ;signals: program-error
(progn (proclaim '(declaration type-or-not-3)) (eval '(defclass type-or-not-3 () ())))  ;signals: program-error
(progn (proclaim '(declaration type-or-not-4)) (eval '(define-condition type-or-not-4 () ())))  ;signals: program-error
(progn (deftype type-or-not-5 () t) (proclaim '(declaration type-or-not-5)))  ;signals: program-error
(progn (defstruct type-or-not-6) (proclaim '(declaration type-or-not-6)))  ;signals: program-error
(progn (defclass type-or-not-7 () ()) (proclaim '(declaration type-or-not-7)))  ;signals: program-error
(progn (define-condition type-or-not-8 () ()) (eval '(declaim (declaration type-or-not-8))))  ;signals: program-error
(declaim (declaration integer))  ;signals: program-error
(declaim (declaration values neither-type))  ;=> NIL
;; Types with many and with deeply nested parts.
(let ((many (loop for i below 3000 collect i))) (list (typep 2999 (cons 'member many)) (typep 3000 (cons 'member many))))  ;=> (T NIL)
(let ((deep 'integer)) (dotimes (i 30000) (setq deep (list 'or deep)))
  (list (multiple-value-list (subtypep deep 'number)) (multiple-value-list (subtypep 'symbol deep))))  ;=> ((T T) (NIL T))
(let ((deep 'integer)) (dotimes (i 30000) (setq deep (list 'and deep t))) (multiple-value-list (subtypep 'integer deep)))  ;=> (T T)
(subtypep 'integer '(or symbol (or . 5)))  ;signals: "expected a type specifier, got (OR . 5)"

(typep 1 'integer)  ;=> T
(typep 1 '(integer 0 5))  ;=> T
(typep 'a '(member a b))  ;=> T
(typep nil 'list)  ;=> T
(typep nil 'symbol)  ;=> T
(typep "a" 'string)  ;=> T
(typep #\a 'character)  ;=> T
(typep 1.0d0 'float)  ;=> T
(typep 1/2 'rational)  ;=> T
(typep '(1) 'cons)  ;=> T
(typep 5 '(or string integer))  ;=> T
(typep 5 '(and integer (not (eql 5))))  ;=> NIL
(functionp #'car)  ;=> T
(functionp 'car)  ;=> NIL

;; TYPEP with a constant type of arrays agrees with the function TYPEP, which gets the type as a value.
(let ((objects (list #(1 2) "ab" #*10 (make-array 2 :fill-pointer 1) (make-array '(2 2)) (make-array '(2 2) :element-type 'bit)
                     (make-array 2 :element-type 'character :adjustable t) (make-array nil) (make-array 2 :element-type '(unsigned-byte 8))
                     (make-array '(1 2) :element-type '(unsigned-byte 8)) 5 nil '(1 2))))
  (remove nil
          (mapcar (lambda (type)
                    (let ((compiled (compile nil `(lambda (x) (typep x ',type)))))
                      (if (every (lambda (x) (eq (funcall compiled x) (typep x type))) objects) nil type)))
                  '((array t) (array bit) (array character (*)) (array t (2 2)) (array t 2) (array * 0) (array t (* 2)) (array t ())
                    (simple-array t (*)) (simple-array character (*)) (simple-array bit (*)) (simple-array t (2)) (simple-array * (*))
                    (simple-array (unsigned-byte 8) (*)) (array (unsigned-byte 8)) (vector (integer 2 7)) (simple-array (integer 0 1) (*)) (simple-array * (2 2)) (vector t) (vector t 2)
                    (vector character 2) (vector bit *) (vector *) (vector * 1) array (array) (simple-array) (vector)
                    (or (vector bit) (cons (array t))) (not (simple-array t (*)))))))  ;=> NIL

;; A test of a type that DEFTYPE defines follows a redefinition of the type, and of a type within it.
(progn
  (deftype test-cell () 'integer)
  (deftype test-row () '(or test-cell (simple-array test-cell (*))))
  (defun test-row-p (x) (typep x 'test-row))
  (flet ((answers () (let ((all nil)) (dotimes (i 50 all) (setq all (mapcar #'test-row-p '(1 "a" #*1 #(1) a)))))))
    (list (answers)
          (progn (eval '(deftype test-cell () 'symbol)) (answers))
          (progn (eval '(deftype test-row () '(simple-array test-cell (*)))) (answers))
          (progn (eval '(deftype test-cell () 'bit)) (answers)))))
;=> ((T NIL NIL T NIL) (NIL NIL NIL T T) (NIL NIL NIL T NIL) (NIL NIL T NIL NIL))

;; The element types of arrays that DEFTYPE defines.
(progn
  (deftype test-element () '(integer 0 1))
  (list (upgraded-array-element-type 'test-element)
        (progn (eval '(deftype test-element () '(integer 0 2))) (upgraded-array-element-type 'test-element))
        (progn (eval '(deftype test-element () 'standard-char)) (upgraded-array-element-type 'test-element))))  ;=> (BIT (UNSIGNED-BYTE 8) CHARACTER)
(mapcar #'upgraded-array-element-type
        '((mod 2) (mod 3) (unsigned-byte 1) (unsigned-byte 2) (signed-byte 1) (integer 1 1) (integer -1 0)
          (integer (0) (2)) (integer 0 *)))  ;=> (BIT (UNSIGNED-BYTE 8) BIT (UNSIGNED-BYTE 8) T BIT T BIT T)

;; COERCE to types of vectors.
(progn
  (deftype test-octets () '(simple-array (unsigned-byte 8) (*)))
  (list (coerce '(1 2) 'test-octets) (coerce #(1 2) '(vector t)) (coerce '(#\a) '(array character (*)))
        (coerce '(1 0) '(simple-array bit (*))) (coerce (list 1 2) (quote (vector * 2)))))  ;=> (#(1 2) #(1 2) "a" #*10 #(1 2))
(coerce '(1 2) '(vector t 3))  ;signals: type-error
(coerce 5 '(array t))          ;signals: type-error
(coerce '(1) '(array t (1 1))) ;signals: type-error

;; MAP-INTO of vectors stops at the end of the shorter one.
(list (map-into (vector 1 2 3) #'1+ #(5 6)) (map-into (vector 1 2) #'1+ #(5 6 7)) (map-into (vector 1) 'list #()))
;=> (#(6 7 3) #(6 7) #(1))

;; A class that takes the name of a type of DEFTYPE, while a test compiled for the type exists
(deftype named-twice () 'integer)
(defclass takes-a-name () ())
(defun is-named-twice (x) (typep x 'named-twice))
(let ((before (loop repeat 30 collect (is-named-twice 3))))
  (setf (find-class 'named-twice) (find-class 'takes-a-name))
  (list (every #'identity before) (is-named-twice 3) (is-named-twice (make-instance 'takes-a-name))))  ;=> (T NIL T)

;; TYPEP with a type of DEFTYPE follows its definition, also inside other types
(deftype followed () '(integer 0 9))
(deftype followed-element () '(unsigned-byte 8))
(defun are-followed (x) (list (typep x 'followed) (typep x '(and (or string followed) (not (eql 7)))) (typep x '(simple-array followed-element (*)))))
(mapcar #'are-followed (list 5 7 12 "a" #(1) (make-array 1 :element-type '(unsigned-byte 8))))
;=> ((T T NIL) (T NIL NIL) (NIL NIL NIL) (NIL T NIL) (NIL NIL NIL) (NIL NIL T))
(deftype unrelated () 'string)
(are-followed 5)  ;=> (T T NIL)
(progn (deftype followed () '(integer 10 19)) (deftype followed-element () t))
(mapcar #'are-followed (list 5 7 12 "a" #(1) (make-array 1 :element-type '(unsigned-byte 8))))
;=> ((NIL NIL NIL) (NIL NIL NIL) (T T NIL) (NIL T NIL) (NIL NIL T) (NIL NIL NIL))
;; Types whose expansion is not known when the call is compiled
(deftype of-nothing () nil)
(deftype with-one-argument (x) `(integer 0 ,x))
(defun not-followed (x) (list (typep x 'of-nothing) (typep x '(with-one-argument 4))))
(mapcar #'not-followed '(3 5))  ;=> ((NIL T) (NIL NIL))
(funcall (lambda (x) (typep x '(with-one-argument 1 2))) 5)  ;signals: "(with-one-argument x)"
