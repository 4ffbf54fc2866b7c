;;;; compiled-types.lisp -- the compiler macro of TYPEP, for types that are constants. -*- sealed -*-

(defconstant type-predicates
  '((atom . atom) (cons . consp) (list . listp) (null . null) (symbol . symbolp) (keyword . keywordp) (number . numberp)
    (real . realp) (rational . rationalp) (integer . integerp) (float . floatp) (complex . complexp)
    (character . characterp) (string . stringp) (array . arrayp) (vector . vectorp) (function . functionp)
    (hash-table . hash-table-p) (package . packagep) (stream . streamp) (signed-byte . integerp)
    (compiled-function . functionp))
  "The predicates of the standard types; each returns T or NIL.")

;;; A call with a constant type that DEFTYPE defines is compiled for the expansion of the type. When a type has been defined
;;; since the last call, the expansion is compared again.

;; Is EXPANSION still that of TYPE? If so, stores the stamp of the types in CELL.
(defun expands-to-p (cell type expansion)
  (when (equal (expanded-type type) expansion)
    (setf (car cell) *type-stamp*)
    t))

;; A form: does TYPE still have the meaning that it has now?
(defun same-type-form (type)
  (if (uses-deftype-p type)
      (let ((cell (gensym)))
        `(let ((,cell (load-time-value (list nil))))  ; of the value of *TYPE-STAMP* for which the test succeeded
           (or (eql (car ,cell) *type-stamp*) (expands-to-p ,cell ',type ',(expanded-type type)))))
      t))

(defun typep-test-form (object type)
  (let ((expansion (ignore-errors (expanded-type type))))
    (if (and expansion (not (uses-deftype-p expansion)))
        `(if ,(same-type-form type) (typep ,object ',expansion) ,(unexpanded `(typep ,object ',type))))))

;; The kind of elements of an array for elements of TYPE, if that can change only by a DEFTYPE of an operator in TYPE; else NIL.
(defun constant-element-kind (type)
  (let ((type (ignore-failures (expanded-type type))))
    (if (or (member type '(t bit character (unsigned-byte 8)) :test #'equal)
            (and type (symbolp type) (standard-type-p type))
            (and (consp type) (member (car type) '(unsigned-byte signed-byte mod integer rational real float single-float double-float))
                 (form-length type) (type-arguments-p (car type) (cdr type))))
        (element-kind type))))

;; TYPE with the types that DEFTYPE defines expanded, also among its arguments if these are types.
(defun expanded-type (type)
  (cond ((deftype-expansion type) (expanded-type (deftype-expansion type)))
        ((or (atom type) (not (form-length type)) (not (type-arguments-p (car type) (cdr type)))) type)
        (t (case (car type)
             ((and or not cons) (cons (car type) (mapcar #'expanded-type (cdr type))))
             ((array simple-array vector)
              (if (and (cdr type) (not (eq (cadr type) '*)))
                  (list* (car type) (upgraded-array-element-type (cadr type)) (cddr type))
                  type))
             (t type)))))

;; The kind of words, :UNSIGNED or :SIGNED, that has all integers of TYPE, if not all of these are fixnums or TYPE is one of more
;; than 32 bits; else NIL.
(defun word-kind (type)
  (let ((type (ignore-failures (expanded-type type))))
    (if (and (consp type) (integerp (form-length type)))
        (let ((n (cadr type)))
          (flet ((kind (low high)
                   (cond ((not (and (integerp low) (integerp high))) nil)
                         ((<= most-negative-fixnum low high most-positive-fixnum) nil)
                         ((<= 0 low high #xFFFFFFFFFFFFFFFF) :unsigned)
                         ((<= #x-8000000000000000 low high #x7FFFFFFFFFFFFFFF) :signed))))
            (case (car type)
              (unsigned-byte (if (typep n '(integer 33 64)) :unsigned))
              (signed-byte (if (typep n '(integer 1 64)) (kind (- (ash 1 (- n 1))) (- (ash 1 (- n 1)) 1))))
              (mod (if (integerp n) (kind 0 (- n 1))))
              (integer (kind (inclusive n 1) (inclusive (caddr type) -1))))))
        nil)))

;; The bound of an integer type that BOUND gives; (N) excludes N itself, which is STEP from the bound.
(defun inclusive (bound step) (if (and (consp bound) (integerp (car bound))) (+ (car bound) step) bound))

;; Has DEFTYPE defined the operator of TYPE or, if TYPE is an array type, the operator of its element type?
(defun uses-deftype-p (type)
  (flet ((defined (type)
           (let ((name (if (consp type) (car type) type))) (and name (symbolp name) (get name 'type-expander)))))
    (or (defined type)
        (and (consp type) (member (car type) '(array simple-array vector)) (consp (cdr type)) (defined (cadr type))))))

;; Returns a form that evaluates to T if the value of the variable OBJECT is of TYPE, else to NIL; NIL if the function TYPEP
;; must decide.
(defun typep-form (object type)
  (cond ((uses-deftype-p type) (typep-test-form object type))
        ((consp type) (compound-typep-form object type))
        ((not (symbolp type)) nil)
        ((eq type t) `(progn ,object t))
        ((assoc type type-predicates) (list (cdr (assoc type type-predicates)) object))
        ((eq type 'unsigned-byte) `(and (integerp ,object) (>= ,object 0)))
        ((eq type 'boolean) `(or (null ,object) (eq ,object t)))
        ((eq type 'bit) `(or (eql ,object 0) (eql ,object 1)))
        ((eq type 'sequence) `(or (listp ,object) (vectorp ,object)))
        ((and type (standard-type-p type)) `(standard-typep ,object ',type))
        ((structure-p-type-p type) `(structure-p ,object ',type))))

(defun compound-typep-form (object type)
  (let* ((head (car type)) (arguments (cdr type)) (length (form-length type))
         (first (if length (cadr type) nil)))
    (flet ((all () (mapcar (lambda (type) `(typep ,object ',type)) arguments)))
      (cond ((or (null length) (not (type-arguments-p head arguments))) nil)
            ((eq head 'and) `(and ,@(all)))
            ((eq head 'or) `(or ,@(all)))
            ((member head '(array simple-array vector)) (array-typep-form object head arguments))
            ((eq head 'member) `(if (member ,object ',arguments) t nil))
            ((member head '(integer rational real float))
             `(and (typep ,object ',head) ,@(interval-tests object arguments)))
            ((/= length 2) nil)
            ((eq head 'not) `(not (typep ,object ',first)))
            ((eq head 'eql) `(eql ,object ',first))
            ((and (eq head 'satisfies) (symbolp first)) `(if (funcall ',first ,object) t nil))
            ((eq head 'mod) `(and (integerp ,object) (<= 0 ,object) (< ,object ,first)))))))

(defconstant simple-vector-predicates '((t . simple-vector-p) (bit . simple-bit-vector-p) (octet . simple-octet-vector-p))
  "The predicates of simple vectors, by the kind of their elements.")

;; The same for an array type whose element type is known.
(defun array-typep-form (object head arguments)
  (destructuring-bind (&optional (element '*) (dimensions '*)) arguments
    (let ((kind (cond ((member element '(* nil)) element)
                      ((constant-element-kind element))
                      (t (return-from array-typep-form nil)))))
      (if (and (eq head 'vector) (not (eq dimensions '*))) (setq dimensions (list dimensions)))
      (let ((simple (if (and (eq head 'simple-array) (equal dimensions '(*))) (assoc kind simple-vector-predicates))))
        (if simple
            (list (cdr simple) object)
            `(and (standard-typep ,object ',head)
                  ,@(if (eq kind '*) nil `((eq (array-element-kind ,object) ',kind)))
                  ,@(dimension-tests object dimensions)))))))

(defun dimension-tests (object dimensions)
  (cond ((eq dimensions '*) nil)
        ((integerp dimensions) `((eql (array-rank ,object) ,dimensions)))
        (t (cons `(eql (array-rank ,object) ,(length dimensions))
                 (let ((i -1))
                   (mapcan (lambda (size) (incf i) (if (eq size '*) nil `((eql (array-dimension ,object ,i) ,size))))
                           dimensions))))))

(defun interval-tests (object bounds)
  (mapcan (lambda (bound exclusive inclusive)
            (cond ((eq bound '*) nil)
                  ((consp bound) `((,exclusive ,(car bound) ,object)))
                  (t `((,inclusive ,bound ,object)))))
          bounds '(< >) '(<= >=)))

;; Is NAME a type of conditions, or a type of structures or standard objects, but not of classes, that a user defined?
(defun structure-p-type-p (name)
  (let ((type (structure-type name)))
    (and type
         (case (class-field type :metaclass)
           (condition-class t)
           ((structure-class standard-class)
            (not (or (eq (symbol-package name) (symbol-package 'car))
                     (member (structure-type 'class) (class-field type :precedence)))))))))

(setf (compiler-macro-function 'typep)
      (lambda (form environment)
        (declare (ignore environment))
        (let ((object (cadr form)) (type (caddr form)))
          (cond ((not (and (eql (form-length form) 3) (eq (car form) 'typep)
                           (consp type) (eq (car type) 'quote) (eql (form-length type) 2)))
                 form)
                ((and (symbolp object) (null (symbol-package object))) ; a variable that a macro introduced
                 (or (typep-form object (cadr type)) form))
                (t (let ((variable (gensym))) `(let ((,variable ,object)) (typep ,variable ,type))))))))
