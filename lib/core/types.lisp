;;;; types.lisp -- type specifiers: TYPEP, TYPE-OF, COERCE, DEFTYPE. -*- sealed -*-

(defmacro deftype (name lambda-list &body body)
  "Define NAME as a type: BODY computes the type specifier that (NAME argument...) abbreviates; return NAME.
Example: (progn (deftype small () '(integer 0 9)) (typep 5 'small)) => T"
  (if (symbolp name)
      nil
      (bad-arguments '(deftype name lambda-list &body body) (list* 'deftype name lambda-list body)))
  `(progn
     (check-type-definition 'deftype ',name)
     (put ',name 'type-expander
          (let ((expander ,(macro-lambda name (star-defaults lambda-list) body)))
            (lambda (arguments) (funcall expander (cons ',name arguments) nil))))
     ,@(documenting name 'type body)
     ',name))

(defvar *type-stamp* 0)  ; incremented whenever a type may change its meaning
(defun types-changed () (setq *type-stamp* (+ *type-stamp* 1)))

;; Signals an error if OPERATOR cannot define the type NAME. The types of Common Lisp cannot be redefined (11.1.2.1.2), and
;; a name cannot be both a declaration and a type (see DECLARATION in the standard).
(defun check-type-definition (operator name)
  (types-changed)
  (let ((reason (cond ((get name 'standard-type) "is a type of Common Lisp and cannot be redefined")
                      ((get name 'declaration) "is the name of a declaration and cannot be that of a type"))))
    (if reason
        (raise-condition (new-simple-condition 'program-error "~A: ~S ~A" (list operator name reason))))))

;; Defines NAME as a declaration. A name that is a type specifier only with arguments is allowed: old programs declare VALUES.
(defun note-declaration (name)
  (if (and (type-name-p name) (not (member name '(and or not eql member mod satisfies values))))
      (raise-condition (new-simple-condition 'program-error "DECLARATION: ~S is the name of a type and cannot be that of a declaration"
                                             (list name))))
  (put name 'declaration t))

;; Returns LAMBDA-LIST with * as the default of each optional or keyword parameter, as DEFTYPE requires. KEYWORD: the lambda
;; list keyword that precedes LAMBDA-LIST.
(defun star-defaults (lambda-list &optional keyword)
  (if (atom lambda-list)
      lambda-list
      (let ((item (car lambda-list)))
        (if (member item lambda-list-keywords) (setq keyword item))
        (cons (case keyword
                ((&optional &key) (if (eq item keyword) item (star-default (if (consp item) item (list item)) keyword)))
                (&aux item)
                (t (star-defaults item)))
              (star-defaults (cdr lambda-list) keyword)))))

(defun star-default (item keyword)
  (let ((pattern (car item)))
    (cons (if (and (eq keyword '&key) (consp pattern))
              (list (car pattern) (star-defaults (cadr pattern)))
              (star-defaults pattern))
          (or (cdr item) '('*)))))

(defconstant most-positive-fixnum (- (ash 1 61) 1) "The greatest fixnum.")
(defconstant most-negative-fixnum (- (ash 1 61)) "The least fixnum.")
(defconstant pi 3.141592653589793d0 "The ratio of a circle's circumference to its diameter.")
(defconstant char-code-limit 1114112 "Character codes are less than this.")
(defconstant internal-time-units-per-second 1000000 "The number of time units of GET-INTERNAL-RUN-TIME in a second.")
(defconstant call-arguments-limit 65536 "A call has fewer arguments than this.")
(defconstant lambda-parameters-limit 65536 "A function has fewer parameters than this.")
(defconstant multiple-values-limit 257 "A form has fewer values than this.")
(defconstant array-dimension-limit 4294967296 "An array has fewer elements than this along each dimension.")

(defun in-interval (number low high)
  (and (cond ((eq low '*) t) ((consp low) (> number (car low))) (t (>= number low)))
       (cond ((eq high '*) t) ((consp high) (< number (car high))) (t (<= number high)))))

(defun upgraded-array-element-type (type &optional environment)
  "Return the element type of an array that is made for elements of TYPE: CHARACTER, BIT, (UNSIGNED-BYTE 8), NIL or T.
Example: (upgraded-array-element-type 'standard-char) => CHARACTER
Example: (upgraded-array-element-type '(integer 0 100)) => (UNSIGNED-BYTE 8)"
  (declare (ignore environment))
  (type-of-kind (element-kind type)))

;; The kind of elements of an array for elements of TYPE, a symbol: CHARACTER, BIT, OCTET for (UNSIGNED-BYTE 8), NIL or T.
(defun element-kind (type)
  (cond ((symbolp type) (known-of-type type 'element-kind #'kind-by-subtypep))
        ((wide-integer-type-p type) t)
        (t (kind-by-subtypep type))))

;; The element type of arrays of KIND.
(defun type-of-kind (kind) (if (eq kind 'octet) '(unsigned-byte 8) kind))

;; The kind of sequence that vectors with elements of KIND are: STRING, BIT-VECTOR, OCTET-VECTOR or VECTOR.
(defun vector-kind (kind)
  (case kind ((character nil) 'string) (bit 'bit-vector) (octet 'octet-vector) (t 'vector)))

;; The value of FUNCTION for TYPE, a symbol; kept as the property INDICATOR until a type is defined.
(defun known-of-type (type indicator function)
  (let ((known (get type indicator)))
    (unless (and known (eq (car known) *type-stamp*))
      (setq known (put type indicator (cons *type-stamp* (funcall function type)))))
    (cdr known)))

(defun kind-by-subtypep (type)
  (cond ((member type '(t * integer fixnum float single-float double-float symbol list function)) t)
        ((member type '(character base-char standard-char)) 'character)
        ((equal type '(unsigned-byte 8)) 'octet)
        ((deftype-expansion type) (element-kind (deftype-expansion type)))
        ((subtypep type nil) nil)
        ((subtypep type 'bit) 'bit)
        ((subtypep type '(unsigned-byte 8)) 'octet)
        ((subtypep type 'character) 'character)
        (t t)))

;; Is TYPE the list form of an integer type that is not a subtype of (UNSIGNED-BYTE 8)? NIL also if SUBTYPEP must decide.
(defun wide-integer-type-p (type)
  (and (consp type) (consp (cdr type))
       (let ((low (cadr type)) (high (if (consp (cddr type)) (caddr type))))
         (case (car type)
           (unsigned-byte (and (integerp low) (> low 8) (null (cddr type))))
           (signed-byte (and (integerp low) (> low 2) (null (cddr type))))
           (mod (and (integerp low) (> low 256) (null (cddr type))))
           (integer (and (integerp low) (integerp high) (< low high) (or (< low 0) (> high 255)) (null (cdddr type))))))))

;;; The syntax of type specifiers (4.2.3)

(defun bad-type-specifier (type)
  (raise-condition (new-simple-condition 'simple-error "~A: expected a type specifier, got ~S" (list (operation "typep") type))))

;; Does TEST hold for BOUND, or for the number of an exclusive BOUND?
(defun bound-of-p (bound test)
  (or (eq bound '*) (funcall test (if (and (consp bound) (null (cdr bound))) (car bound) bound))))

(defun size-p (size) (or (eq size '*) (and (integerp size) (>= size 0))))

(defun dimensions-p (dimensions)
  (or (size-p dimensions) (and (form-length dimensions) (every #'size-p dimensions))))

;; Is (HEAD . ARGUMENTS) well-formed? INTEGERS to ARRAY-KIND are atoms that SUBTYPEP uses internally.
(defun type-arguments-p (head arguments)
  (let ((length (form-length arguments)))
    (flet ((interval (test) (and (<= length 2) (every (lambda (bound) (bound-of-p bound test)) arguments)))
           (one (test) (and (= length 1) (funcall test (car arguments))))
           (at-most (n) (<= length n))
           (width (least) (and (<= length 1)
                               (every (lambda (n) (or (eq n '*) (and (integerp n) (>= n least)))) arguments))))
      (cond ((null length) nil)
            (t (case head
                 ((and or member values function) t)
                 ((not eql) (= length 1))
                 (satisfies (one #'symbolp))
                 (integer (interval #'integerp))
                 (rational (interval #'rationalp))
                 ((real float short-float single-float double-float long-float) (interval #'realp))
                 (mod (one (lambda (n) (and (integerp n) (>= n 0)))))
                 (unsigned-byte (width 0))
                 (signed-byte (width 1))
                 (cons (at-most 2))
                 (complex (at-most 1))
                 ((array simple-array) (and (at-most 2) (every #'dimensions-p (cdr arguments))))
                 (vector (and (at-most 2) (every #'size-p (cdr arguments))))
                 ((simple-vector string simple-string base-string simple-base-string bit-vector simple-bit-vector)
                  (and (at-most 1) (every #'size-p arguments)))
                 ((integers ratios single-floats double-floats array-kind) t)
                 (t (and (symbolp head) (get head 'type-expander)))))))))

(defun array-fits (object element dimensions)
  (and (or (eq element '*) (eq (array-element-kind object) (element-kind element)))
       (cond ((eq dimensions '*) t)
             ((integerp dimensions) (= dimensions (array-rank object)))
             (t (and (= (length dimensions) (array-rank object))
                     (every (lambda (want have) (or (eq want '*) (eql want have)))
                            dimensions (array-dimensions object)))))))

(defun typep (object type &optional environment)
  "Return T if OBJECT is of TYPE, else NIL.
TYPE: a name such as INTEGER, LIST or that of a structure, or (AND ...), (OR ...), (NOT type), (MEMBER ...), (EQL object),
(SATISFIES predicate), (INTEGER low high), (VECTOR type size), (CONS car cdr) and the like.
Signals: error if TYPE is malformed or unknown.
Example: (typep 5 '(integer 0 9)) => T"
  environment
  (if (if (consp type) (typep-compound object (car type) (cdr type)) (typep-name object type)) t nil))

(defun typep-name (object name)
  (cond ((standard-type-p name) (standard-typep object name))
        ((standard-typep name 'class) (instance-p object name))
        ((not (symbolp name)) (bad-type-specifier name))
        ((structure-type name)
         (or (structure-p object name)
             (instance-p object (structure-type name))))
        ((get name 'type-expander) (typep object (funcall (get name 'type-expander) nil)))
        (t (raise-condition (new-simple-condition 'simple-error "~A: expected the name of a type, got ~S" (list (operation "typep") name))))))

;; Returns the expansion of TYPE if DEFTYPE defined its name and no class has it now, else NIL.
(defun deftype-expansion (type)
  (let* ((name (if (consp type) (car type) type))
         (expander (if (symbolp name) (get name 'type-expander) nil)))
    (if (and expander (not (structure-type name))) (funcall expander (if (consp type) (cdr type) nil)) nil)))

;; Is NAME a type specifier without arguments?
(defun type-name-p (name)
  (or (standard-type-p name) (structure-type name) (get name 'type-expander) (find-class name nil)))

(defun typep-compound (object head arguments)
  (if (type-arguments-p head arguments) nil (bad-type-specifier (cons head arguments)))
  (let ((first (if arguments (car arguments) '*))
        (second (if (cdr arguments) (cadr arguments) '*)))
    (case head
      (and (every (lambda (type) (typep object type)) arguments))
      (or (some (lambda (type) (typep object type)) arguments))
      (not (not (typep object first)))
      (member (member object arguments))
      (eql (eql object first))
      (satisfies (funcall first object))
      (cons (and (consp object)
                 (or (eq first '*) (typep (car object) first))
                 (or (eq second '*) (typep (cdr object) second))))
      ((function values) (error "TYPEP: ~S is allowed in declarations only" (cons head arguments)))
      (mod (and (integerp object) (<= 0 object) (< object first)))
      (unsigned-byte (and (integerp object) (>= object 0)
                          (or (eq first '*) (<= (integer-length object) first))))
      (signed-byte (and (integerp object) (or (eq first '*) (< (integer-length object) first))))
      ((integer rational real float short-float single-float double-float long-float)
       (and (typep-name object head) (in-interval object first second)))
      (complex (and (complexp object)
                    (or (eq first '*) (typep (realpart object) (upgraded-complex-part-type first)))))
      ((array simple-array) (and (typep-name object head) (array-fits object first second)))
      ((vector) (and (vectorp object) (array-fits object first '*)
                     (or (eq second '*) (= (array-dimension object 0) second))))
      ((simple-vector string simple-string base-string simple-base-string bit-vector simple-bit-vector)
       (and (typep-name object head) (or (eq first '*) (= (array-dimension object 0) first))))
      (t (let ((expander (get head 'type-expander)))
           (if expander
               (typep object (funcall expander arguments))
               (bad-type-specifier (cons head arguments))))))))

(defun float-type (float) (if (typep float 'double-float) 'double-float 'single-float))

(defun type-of (object)
  "Return a specific type that OBJECT belongs to.
Example: (type-of 'a) => SYMBOL
Example: (type-of 1/2) => RATIO"
  (cond ((null object) 'null)
        ((eq object t) 'boolean)
        ((keywordp object) 'keyword)
        ((symbolp object) 'symbol)
        ((consp object) 'cons)
        ((structure-p object nil) (class-atom (class-of object)))
        ((integerp object)
         (cond ((<= 0 object 1) 'bit)
               ((<= most-negative-fixnum object most-positive-fixnum) (if (minusp object) 'fixnum (list 'integer 0 most-positive-fixnum)))
               (t (if (minusp object) 'bignum (list 'integer (1+ most-positive-fixnum))))))
        ((rationalp object) 'ratio)
        ((floatp object) (float-type object))
        ((complexp object) (list 'complex (if (floatp (realpart object)) (float-type (realpart object)) 'rational)))
        ((characterp object) (if (standard-char-p object) 'standard-char 'character))
        ((and (stringp object) (array-element-type object)) (if (simple-string-p object) 'simple-string 'string))
        ((simple-vector-p object) (list 'simple-vector (length object)))
        ((simple-bit-vector-p object) (list 'simple-bit-vector (length object)))
        ((arrayp object)
         (list (if (typep object 'simple-array) 'simple-array 'array)
               (array-element-type object) (array-dimensions object)))
        ((functionp object) (class-name (class-of object)))
        ((hash-table-p object) 'hash-table)
        ((and (streamp object) (stream-kind object)))
        ((random-state-p object) 'random-state)
        ((readtablep object) 'readtable)
        ((packagep object) 'package)
        (t (class-atom (class-of object)))))

(defun coerce (object type)
  "Return OBJECT converted to TYPE.
TYPE: LIST, VECTOR, STRING, FLOAT, COMPLEX, CHARACTER, FUNCTION, a subtype of one of these, or a DEFTYPE name for one.
Signals: type-error if the conversion is impossible.
Example: (coerce \"ab\" 'list) => (#\\a #\\b)
Example: (coerce 1 'float) => 1.0"
  (case type
    (list (if (listp object) object (concatenate-as type object)))
    (vector (if (vectorp object) object (concatenate-as type object)))
    (string (if (stringp object) object (concatenate-as type object)))
    (character (if (characterp object) object (coerced object (character object) type)))
    (t (coerce-to-other object type))))

(defun coerce-to-other (object type)
  (let ((head (if (consp type) (car type) type)) (kind nil))
    (case head
      (function (if (or (functionp object) (not (or (symbolp object) (lambda-expression-p object))))
                    (coerced object object type)
                    (eval (list 'function object))))
      (float (coerced object (if (realp object) (float object) object) type))
      ((short-float single-float) (coerced object (if (realp object) (float object 0.0) object) type))
      ((double-float long-float) (coerced object (if (realp object) (float object 0d0) object) type))
      ;; A rational remains unchanged unless the parts must be floats: complex rationals are canonical.
      (complex
       (cond ((typep object type) object)
             ((not (numberp object)) (coerced object object type))
             ((and (consp type) (subtypep (cadr type) 'float))
              (complex (coerce (realpart object) (cadr type)) (coerce (imagpart object) (cadr type))))
             ((rationalp object) object)
             (t (coerced object (if (realp object) (complex object) object) type))))
      (t (cond ((setq kind (simple-kind type)) (coerce-to-simple object kind type))
               ((typep object type) object)
               ((deftype-expansion type) (coerce object (deftype-expansion type)))
               ((typep type 'class) (coerce object (class-atom type)))
               ((member head '(list vector string simple-vector simple-string array simple-array))
                (coerce-sequence object type))
               ((subtypep type 'character) (coerced object (character object) type))
               ((and (realp object) (subtypep type 'float))
                (coerced object (float object (if (subtypep type 'double-float) 0d0 0.0)) type))
               ((subtypep type 'sequence) (coerce-sequence object type))
               (t (coerced object object type)))))))

;; If TYPE contains only simple vectors of one element type, the kind of these: VECTOR, STRING, BIT-VECTOR or OCTET-VECTOR. NIL for
;; any other type.
(defun simple-kind (type)
  (if (symbolp type) (known-of-type type 'simple-kind #'find-simple-kind) (find-simple-kind type)))

(defun find-simple-kind (type)
  (case type
    (simple-vector 'vector)
    (simple-string 'string)
    (simple-bit-vector 'bit-vector)
    (t (let ((expansion (deftype-expansion type)))
         (cond (expansion (simple-kind expansion))
               ((and (eql (form-length type) 3) (eq (car type) 'simple-array) (not (eq (cadr type) '*))
                     (member (caddr type) '((*) 1) :test #'equal))
                (let ((kind (element-kind (cadr type)))) (if kind (vector-kind kind)))))))))

;; OBJECT as a simple vector of KIND.
(defun coerce-to-simple (object kind type)
  (cond ((case kind
           (vector (simple-vector-p object))
           (string (simple-string-p object))
           (octet-vector (simple-octet-vector-p object))
           (t (simple-bit-vector-p object)))
         object)
        ((typep object 'sequence) (concatenate-as kind object))
        (t (coerced object object type))))

(defun coerce-sequence (object type)
  (if (or (typep object 'sequence) (subtypep type 'sequence))
      (of-type (concatenate-as (sequence-kind type 'coerce) object) type 'coerce)
      (coerced object object type)))

(defun lambda-expression-p (object)
  (and (consp object) (eq (car object) 'lambda)))

;; Returns RESULT, the conversion of OBJECT, if it is of TYPE; else signals a type-error.
(defun coerced (object result type)
  (if (typep result type)
      result
      (raise-condition (make-structure 'type-error "COERCE: ~S cannot be converted to type ~S" (list object type) object type))))
