;;;; bits.lisp -- byte fields of integers, the sixteen operations on two bits, bit arrays. -*- sealed -*-

;;; A byte specifier is the cons (size . position).

(defun byte (size position)
  "Return a specifier of the SIZE bits of an integer that begin at bit POSITION, counted from the low end.
Signals: type-error unless SIZE is a non-negative integer and POSITION is a non-negative integer.
Example: (ldb (byte 4 4) 171) => 10"
  (check-argument size 'unsigned-byte "a size >= 0")
  (check-argument position 'unsigned-byte "a position >= 0")
  (cons size position))

(defun byte-size (bytespec)
  "Return the number of bits that BYTESPEC specifies.
Signals: type-error unless BYTESPEC is a byte specifier.
Example: (byte-size (byte 4 8)) => 4"
  (check-argument bytespec 'cons "a byte specifier")
  (car bytespec))

(defun byte-position (bytespec)
  "Return the position of the lowest bit that BYTESPEC specifies.
Signals: type-error unless BYTESPEC is a byte specifier.
Example: (byte-position (byte 4 8)) => 8"
  (check-argument bytespec 'cons "a byte specifier")
  (cdr bytespec))

;; An integer whose low SIZE bits are 1. If INTEGER is not negative, at most as many as its length, to bound the size.
(defun ones (size integer)
  (1- (ash 1 (if (minusp integer) size (min size (integer-length integer))))))

(defun ldb (bytespec integer)
  "Return the bits of INTEGER that BYTESPEC specifies, as a non-negative integer. With SETF, INTEGER must be a place.
Signals: type-error unless BYTESPEC is a byte specifier and INTEGER is an integer.
Example: (ldb (byte 8 8) 4660) => 18
Example: (let ((n 0)) (setf (ldb (byte 4 4) n) 15) n) => 240"
  (let ((shifted (ash integer (- (byte-position bytespec)))))
    (logand shifted (ones (byte-size bytespec) shifted))))

(defun ldb-test (bytespec integer)
  "Return T if one of the bits of INTEGER that BYTESPEC specifies is 1, else NIL.
Signals: type-error unless BYTESPEC is a byte specifier and INTEGER is an integer.
Example: (ldb-test (byte 4 0) 16) => NIL"
  (/= 0 (ldb bytespec integer)))

(defun mask-field (bytespec integer)
  "Return INTEGER with all bits except those that BYTESPEC specifies set to 0. With SETF, INTEGER must be a place.
Signals: type-error unless BYTESPEC is a byte specifier and INTEGER is an integer.
Example: (mask-field (byte 4 4) 171) => 160"
  (ash (ldb bytespec integer) (byte-position bytespec)))

(defun dpb (byte bytespec integer)
  "Return INTEGER with the bits that BYTESPEC specifies replaced by the low bits of the integer BYTE.
Signals: type-error unless BYTE is an integer, BYTESPEC is a byte specifier and INTEGER is an integer.
Example: (dpb 15 (byte 4 4) 1) => 241"
  (deposit-field (ash byte (byte-position bytespec)) bytespec integer))

(defun deposit-field (field bytespec integer)
  "Return INTEGER with the bits that BYTESPEC specifies replaced by those at the same places of FIELD.
Signals: type-error unless FIELD is an integer, BYTESPEC is a byte specifier and INTEGER is an integer.
Example: (deposit-field 255 (byte 4 4) 1) => 241"
  (let ((mask (ash (1- (ash 1 (byte-size bytespec))) (byte-position bytespec))))
    (logior (logand field mask) (logandc2 integer mask))))

;; Compiler macros: calls with a byte specifier (BYTE size position) expand into shifts and masks.

(defun byte-form-p (bytespec)
  (and (eql (form-length bytespec) 3) (eq (car bytespec) 'byte) (eq (fdefinition 'byte) #'byte)))

;; The size and position of the byte that the form BYTESPEC specifies; NIL unless both are literal integers up to 64.
(defun byte-as-written (bytespec)
  (if (and (byte-form-p bytespec) (every (lambda (part) (typep part '(integer 0 64))) (cdr bytespec)))
      (values (cadr bytespec) (caddr bytespec))))

(defun shifted-form (integer count) (if (eql count 0) integer `(ash ,integer ,count)))

;; Defines the compiler macro of NAME. COUNT: the number of arguments, of which the last but one is the byte specifier. AS-WRITTEN, for
;; a literal one: a function of the mask (as many ones as the byte has bits), the position and the arguments. AS-COMPUTED: NIL, or a
;; function of the arguments with the size and position in place of the specifier.
(defun compile-byte (name count as-written &optional as-computed)
  (expand-calls name count
                (lambda (&rest arguments)
                  (let ((bytespec (nth (- count 2) arguments)))
                    (multiple-value-bind (size position) (byte-as-written bytespec)
                      (cond (size (apply as-written (1- (ash 1 size)) position arguments))
                            ((and as-computed (byte-form-p bytespec)) (computed-byte-form name arguments as-computed))))))))

;; The call of NAME with ARGUMENTS, which makes no byte specifier if the byte is small.
(defun computed-byte-form (name arguments expansion)
  (bind-forms (append (butlast arguments 2) (cdr (nth (- (length arguments) 2) arguments)) (last arguments))
              (lambda (&rest forms)
                (destructuring-bind (size position) (last (butlast forms) 2)
                  `(if (and (typep ,size '(integer 0 59)) (typep ,position '(integer 0 59)))
                       ,(apply expansion forms)
                       ,(unexpanded `(,name ,@(butlast forms 3) (byte ,size ,position) ,@(last forms))))))))

(compile-byte 'ldb 2
  (lambda (ones position bytespec integer)
    (declare (ignore bytespec))
    `(logand ,ones ,(shifted-form integer (- position))))
  (lambda (size position integer) `(logand (1- (ash 1 ,size)) (ash ,integer (- ,position)))))
(compile-byte 'ldb-test 2
  (lambda (ones position bytespec integer)
    (declare (ignore bytespec))
    `(/= 0 (logand ,(ash ones position) ,integer))))
(compile-byte 'mask-field 2
  (lambda (ones position bytespec integer)
    (declare (ignore bytespec))
    `(logand ,(ash ones position) ,integer)))
(compile-byte 'dpb 3
  (lambda (ones position byte bytespec integer)
    (declare (ignore bytespec))
    `(logior ,(shifted-form `(logand ,ones ,byte) position) (logand ,(lognot (ash ones position)) ,integer)))
  (lambda (byte size position integer)
    (let ((ones (gensym)))
      `(let ((,ones (1- (ash 1 ,size))))
         (logior (ash (logand ,ones ,byte) ,position) (logandc2 ,integer (ash ,ones ,position)))))))
(compile-byte 'deposit-field 3
  (lambda (ones position field bytespec integer)
    (declare (ignore bytespec))
    `(logior (logand ,(ash ones position) ,field) (logand ,(lognot (ash ones position)) ,integer))))

;; The setf expansion of the place (READER bytespec place). STORER: the function that inserts a byte (DPB or DEPOSIT-FIELD).
(defun byte-place (reader storer bytespec place environment)
  (multiple-value-bind (temporaries forms new store read) (get-setf-expansion place environment)
    (let* ((constant (byte-as-written bytespec)) (spec (if constant bytespec (gensym))) (value (gensym)))
      (values (if constant temporaries (cons spec temporaries)) (if constant forms (cons bytespec forms)) (list value)
              `(let ((,(car new) (,storer ,value ,spec ,read))) ,store ,value)
              `(,reader ,spec ,read)))))

(define-setf-expander ldb (bytespec place &environment environment)
  (byte-place 'ldb 'dpb bytespec place environment))
(define-setf-expander mask-field (bytespec place &environment environment)
  (byte-place 'mask-field 'deposit-field bytespec place environment))

;;; Operations on the bits of two integers

(defun logtest (integer1 integer2)
  "Return T if INTEGER1 and INTEGER2 have a 1 at the same place, else NIL.
Signals: type-error unless every argument is an integer.
Example: (logtest 6 3) => T"
  (/= 0 (logand integer1 integer2)))

(defun logandc1 (integer1 integer2)
  "Return the bitwise AND of the complement of INTEGER1 and INTEGER2.
Signals: type-error unless every argument is an integer.
Example: (logandc1 12 10) => 2"
  (logand (lognot integer1) integer2))

(defun logandc2 (integer1 integer2)
  "Return the bitwise AND of INTEGER1 and the complement of INTEGER2.
Signals: type-error unless every argument is an integer.
Example: (logandc2 12 10) => 4"
  (logand integer1 (lognot integer2)))

(defun logorc1 (integer1 integer2)
  "Return the bitwise OR of the complement of INTEGER1 and INTEGER2.
Signals: type-error unless every argument is an integer.
Example: (logorc1 12 10) => -5"
  (logior (lognot integer1) integer2))

(defun logorc2 (integer1 integer2)
  "Return the bitwise OR of INTEGER1 and the complement of INTEGER2.
Signals: type-error unless every argument is an integer.
Example: (logorc2 12 10) => -3"
  (logior integer1 (lognot integer2)))

(defun lognand (integer1 integer2)
  "Return the complement of the bitwise AND of INTEGER1 and INTEGER2.
Signals: type-error unless every argument is an integer.
Example: (lognand 12 10) => -9"
  (lognot (logand integer1 integer2)))

(defun lognor (integer1 integer2)
  "Return the complement of the bitwise OR of INTEGER1 and INTEGER2.
Signals: type-error unless every argument is an integer.
Example: (lognor 12 10) => -15"
  (lognot (logior integer1 integer2)))

(defun logeqv (&rest integers)
  "Return the bitwise equivalence of INTEGERS, or -1 without arguments.
Signals: type-error unless every argument is an integer.
Example: (logeqv 12 10) => -7"
  (let ((different (apply #'logxor integers))) (if (evenp (length integers)) (lognot different) different)))

;; Compiler macros: calls expand into the four operations that native code has instructions for.
(expand-calls 'logtest 2 (lambda (a b) `(/= 0 (logand ,a ,b))))
(expand-calls 'logandc1 2 (lambda (a b) `(logand (lognot ,a) ,b)))
(expand-calls 'logandc2 2 (lambda (a b) `(logand ,a (lognot ,b))))
(expand-calls 'logorc1 2 (lambda (a b) `(logior (lognot ,a) ,b)))
(expand-calls 'logorc2 2 (lambda (a b) `(logior ,a (lognot ,b))))
(expand-calls 'lognand 2 (lambda (a b) `(lognot (logand ,a ,b))))
(expand-calls 'lognor 2 (lambda (a b) `(lognot (logior ,a ,b))))
(expand-calls 'logeqv nil (lambda (&rest all) (if (oddp (length all)) `(logxor ,@all) `(lognot (logxor ,@all)))))

;; The number of an operation is its truth table: bit 2A + B is the result for the bits A and B.
(defconstant boole-clr 0 "For BOOLE: always 0.")
(defconstant boole-nor 1 "For BOOLE: LOGNOR.")
(defconstant boole-andc1 2 "For BOOLE: LOGANDC1.")
(defconstant boole-c1 3 "For BOOLE: the complement of the first integer.")
(defconstant boole-andc2 4 "For BOOLE: LOGANDC2.")
(defconstant boole-c2 5 "For BOOLE: the complement of the second integer.")
(defconstant boole-xor 6 "For BOOLE: LOGXOR.")
(defconstant boole-nand 7 "For BOOLE: LOGNAND.")
(defconstant boole-and 8 "For BOOLE: LOGAND.")
(defconstant boole-eqv 9 "For BOOLE: LOGEQV.")
(defconstant boole-2 10 "For BOOLE: the second integer.")
(defconstant boole-orc1 11 "For BOOLE: LOGORC1.")
(defconstant boole-1 12 "For BOOLE: the first integer.")
(defconstant boole-orc2 13 "For BOOLE: LOGORC2.")
(defconstant boole-ior 14 "For BOOLE: LOGIOR.")
(defconstant boole-set 15 "For BOOLE: always 1.")

;; The functions of the operations that use both integers, by their numbers.
(defvar *operations*
  #(nil lognor logandc1 nil logandc2 nil logxor lognand logand logeqv nil logorc1 nil logorc2 logior nil))

(defun boole (operation integer1 integer2)
  "Return the result of the bitwise OPERATION on INTEGER1 and INTEGER2.
OPERATION: one of the constants BOOLE-AND, BOOLE-IOR, BOOLE-XOR and so on.
Signals: type-error unless OPERATION is the value of one of these constants, and INTEGER1 and INTEGER2 are integers.
Example: (boole boole-xor 12 10) => 6"
  (check-argument operation '(integer 0 15) "the value of one of the constants BOOLE-AND ...")
  (check-argument integer1 'integer "an integer")
  (check-argument integer2 'integer "an integer")
  (let ((function (svref *operations* operation)))
    (if function
        (funcall function integer1 integer2)
        (case operation
          (#.boole-clr 0)
          (#.boole-c1 (lognot integer1))
          (#.boole-c2 (lognot integer2))
          (#.boole-2 integer2)
          (#.boole-1 integer1)
          (t -1)))))

;; A call with a constant operation is one of that function.
(expand-calls 'boole 3
              (lambda (operation integer1 integer2)
                (let* ((number (if (constantp operation) (eval operation)))
                       (function (if (typep number '(integer 0 15)) (svref *operations* number))))
                  (if function (list function integer1 integer2)))))

;;; Arrays of bits

(defmacro define-bit-operation (name table words example)
  `(defun ,name (bit-array1 bit-array2 &optional result)
     ,(concatenate-as 'string "Return the array of the " words " of each bit of BIT-ARRAY1 and that of BIT-ARRAY2.
RESULT: an array to store into, T for BIT-ARRAY1, NIL for a new one.
Signals: type-error unless all are bit arrays of the same dimensions.
Example: (" (string-downcase (symbol-name name)) " #*0011 #*0101) => " example)
     (bit-operation ,table bit-array1 bit-array2 result)))

(define-bit-operation bit-and boole-and "AND" "#*0001")
(define-bit-operation bit-ior boole-ior "OR" "#*0111")
(define-bit-operation bit-xor boole-xor "exclusive OR" "#*0110")
(define-bit-operation bit-eqv boole-eqv "equivalence" "#*1001")
(define-bit-operation bit-nand boole-nand "complement of the AND" "#*1110")
(define-bit-operation bit-nor boole-nor "complement of the OR" "#*1000")
(define-bit-operation bit-andc1 boole-andc1 "AND of the complement" "#*0100")
(define-bit-operation bit-andc2 boole-andc2 "AND, the second complemented," "#*0010")
(define-bit-operation bit-orc1 boole-orc1 "OR of the complement" "#*1101")
(define-bit-operation bit-orc2 boole-orc2 "OR, the second complemented," "#*1011")

(defun bit-not (bit-array &optional result)
  "Return the array of the complements of the bits of BIT-ARRAY.
RESULT: an array to store into, T for BIT-ARRAY, NIL for a new one.
Signals: type-error unless all are bit arrays of the same dimensions.
Example: (bit-not #*0011) => #*1100"
  (bit-operation boole-c1 bit-array bit-array result))

(define-setter bit set-aref)
(define-setter sbit set-aref)
