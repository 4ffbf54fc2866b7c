;;;; subtypes.lisp -- the subtype test: SUBTYPEP. -*- sealed -*-
;;;; A is a subtype of B if (AND a (NOT b)) is empty. That type is converted to disjunctive normal form: a list of
;;;; conjunctions, each a list of literals (sign . atom). An atom is one of
;;;;   (eql object)  (integers low high)  (ratios low high)  (single-floats low high)  (double-floats low high)  (cons car cdr)
;;;;   (satisfies function), where FUNCTION may be a type specifier (function arguments values)
;;;;   (array simple element dimensions)     SIMPLE is T or *, ELEMENT a kind (see ELEMENT-KIND) or *, DIMENSIONS a list or *
;;;;   the name of a type without arguments, or a class without a proper name
;;;; where bounds are numbers, lists of one number (exclusive), or *. A conjunction is EMPTY, INHABITED or UNKNOWN.

;; Returns the expansion of the standard type (HEAD . ARGUMENTS), or HEAD if it is not defined by an expansion.
(defun standard-expansion (head arguments)
  (flet ((argument (n) (if (nthcdr n arguments) (nth n arguments) '*))
         (vector-of (simple element size)
           (list 'array-kind simple element (list size))))
    (case head
      (list '(or null cons))
      (null '(eql nil))
      (boolean '(member nil t))
      (atom '(not cons))
      (sequence '(or list vector))
      (number '(or real complex))
      (real `(or (integers ,(argument 0) ,(argument 1)) (ratios ,(argument 0) ,(argument 1))
                 (float ,(argument 0) ,(argument 1))))
      (rational `(or (integers ,(argument 0) ,(argument 1)) (ratios ,(argument 0) ,(argument 1))))
      (integer `(integers ,(argument 0) ,(argument 1)))
      (ratio '(ratios * *))
      (fixnum `(integers ,most-negative-fixnum ,most-positive-fixnum))
      (bignum `(or (integers * ,(1- most-negative-fixnum)) (integers ,(1+ most-positive-fixnum) *)))
      (bit '(integers 0 1))
      (mod `(integers 0 ,(1- (argument 0))))
      (unsigned-byte (if (eq (argument 0) '*) '(integers 0 *) `(integers 0 ,(1- (ash 1 (argument 0))))))
      (signed-byte (if (eq (argument 0) '*)
                       '(integers * *)
                       (let ((half (ash 1 (1- (argument 0))))) `(integers ,(- half) ,(1- half)))))
      (float `(or (single-floats ,(argument 0) ,(argument 1)) (double-floats ,(argument 0) ,(argument 1))))
      ((single-float short-float) `(single-floats ,(argument 0) ,(argument 1)))
      ((double-float long-float) `(double-floats ,(argument 0) ,(argument 1)))
      (base-char 'character)
      (extended-char nil)
      (standard-char `(member #\Newline ,@(let ((all nil)) (dotimes (i 95 all) (push (code-char (+ i 32)) all)))))
      (array (list 'array-kind '* (argument 0) (argument 1)))
      (simple-array (list 'array-kind t (argument 0) (argument 1)))
      (vector (vector-of '* (argument 0) (argument 1)))
      (simple-vector (vector-of t t (argument 0)))
      (string `(or ,(vector-of '* 'character (argument 0)) ,(vector-of '* nil (argument 0))))
      (base-string (vector-of '* 'character (argument 0)))
      (simple-string `(or ,(vector-of t 'character (argument 0)) ,(vector-of t nil (argument 0))))
      (simple-base-string (vector-of t 'character (argument 0)))
      (bit-vector (vector-of '* 'bit (argument 0)))
      (simple-bit-vector (vector-of t 'bit (argument 0)))
      (compiled-function 'function)
      (t head))))

;;; The normal form

(defconstant most-conjunctions 2000 "SUBTYPEP does not decide about types with more conjunctions.")

;; Makes SUBTYPEP return NIL and NIL.
(defun undecided () (throw 'undecided (values nil nil)))

(defun conjunction-of (types sign)
  (let ((result (list nil)))
    (dolist (type types result)
      (let ((more (normal-form type sign)))
        (if (> (* (length result) (length more)) most-conjunctions) (undecided))
        (setq result (mapcan (lambda (left) (mapcar (lambda (right) (append left right)) more)) result))))))

;; Returns TYPES with each element (HEAD type...) replaced by its types, at any depth.
(defun flatten-types (head types)
  (let ((result nil) (left (list types)))
    (do () ((null left) (nreverse result))
      (if (null (car left))
          (pop left)
          (let ((type (pop (car left))))
            (cond ((not (and (consp type) (eq (car type) head))) (push type result))
                  ((type-arguments-p head (cdr type))
                   (if (null (car left)) (pop left))
                   (push (cdr type) left))
                  (t (bad-type-specifier type))))))))

(defun disjunction-of (types sign)
  (mapcan (lambda (type) (copy-list (normal-form type sign))) types))

;; Returns the normal form of the conjunction of LITERALS or, if SIGN is NIL, of their disjunction.
(defun append-literals (literals sign) (if sign (list literals) (mapcar #'list literals)))

;; Returns the normal form of TYPE or, if SIGN is NIL, of its complement.
(defun normal-form (type sign)
  (let ((head (if (consp type) (car type) type))
        (arguments (if (consp type) (cdr type) nil)))
    (if (and (consp type) (not (type-arguments-p head arguments))) (bad-type-specifier type))
    (flet ((literal (atom) (list (list (cons sign atom))))
           (argument (n) (if (nthcdr n arguments) (nth n arguments) '*)))
      (case head
        ((t) (if sign (list nil) nil))
        ((nil) (if sign nil (list nil)))
        ((and or)
         (funcall (if (eq sign (eq head 'and)) #'conjunction-of #'disjunction-of) (flatten-types head arguments) sign))
        (not (normal-form (car arguments) (not sign)))
        (member (normal-form (cons 'or (mapcar (lambda (x) (list 'eql x)) arguments)) sign))
        ((eql satisfies) (literal type))
        ((integers ratios single-floats double-floats) (literal (list head (argument 0) (argument 1))))
        (cons (flet ((part (type) (if (eq type '*) t type)))
                (literal (list 'cons (part (argument 0)) (part (argument 1))))))
        (array-kind (destructuring-bind (simple element dimensions) arguments
                      (literal (list 'array simple
                                     (if (eq element '*) '* (element-kind element))
                                     (if (integerp dimensions)
                                         (make-list dimensions :initial-element '*)
                                         dimensions)))))
        (complex
         (normal-form (case (if (eq (argument 0) '*) 'real (upgraded-complex-part-type (argument 0)))
                        ((nil) nil)
                        (single-float 'complex-single)
                        (double-float 'complex-double)
                        (float '(or complex-single complex-double))
                        (rational 'complex-rational)
                        (t '(or complex-single complex-double complex-rational)))
                      sign))
        ;; The types of arguments and values cannot be tested; they become a SATISFIES atom.
        (function (if (remove '* arguments)
                      (append-literals (list (cons sign head) (cons sign (list 'satisfies type))) sign)
                      (literal head)))
        (t (let ((expansion (cond ((typep head 'class) (class-atom head))
                                  ((not (symbolp head)) (bad-type-specifier type))
                                  ((get head 'type-expander) (funcall (get head 'type-expander) arguments))
                                  (t (standard-expansion head arguments)))))
             (cond ((not (eq expansion head)) (normal-form expansion sign))
                   ((or (assoc head *plain-types*) (typep head 'class) (structure-type head)) (literal head))
                   (t (undecided)))))))))

;;; Plain types: types without arguments

(defvar *plain-types* '((keyword symbol) (complex-single) (complex-double) (complex-rational))
  "Plain types that are not classes: lists of a name and its supertypes.")

;; Returns the atom for CLASS: its proper name, or CLASS if its name is not proper.
(defun class-atom (class)
  (let ((name (class-name class)))
    (if (and (symbolp name) (eq (find-class name nil) class)) name class)))

;; Returns a list of ATOM and the atoms of its supertypes.
(defun type-ancestors (atom)
  (or (assoc atom *plain-types*)
      (remove t (mapcar #'class-atom (precedence (if (symbolp atom) (structure-type atom) atom))))))

(defun atom-kind (atom)
  (cond ((consp atom) (car atom))
        (t (car (last (type-ancestors atom))))))

;;; Which conjunctions are empty

(defun every-empty (conjunctions)
  (let ((result 'empty))
    (dolist (conjunction conjunctions result)
      (case (emptiness conjunction)
        (inhabited (return 'inhabited))
        (unknown (setq result 'unknown))))))

(defun type-emptiness (&rest types)
  (every-empty (conjunction-of types t)))

(defun emptiness (conjunction)
  (let* ((positive (mapcar #'cdr (remove-if-not #'car conjunction)))
         (negative (mapcar #'cdr (remove-if #'car conjunction)))
         (object (find 'eql positive :key #'atom-kind))
         (tests (find 'satisfies conjunction :key (lambda (literal) (atom-kind (cdr literal))))))
    (cond (object (object-emptiness (cadr object) positive negative))
          ((some (lambda (atom) (member atom negative :test #'equal)) positive) 'empty)
          (tests (if (eq (emptiness (remove 'satisfies conjunction :key (lambda (x) (atom-kind (cdr x))))) 'empty)
                     'empty
                     'unknown))
          ((null positive) 'inhabited)
          ((notevery (lambda (atom) (eq (atom-kind atom) (atom-kind (car positive)))) (cdr positive))
           (if (notany #'consp positive) (plain-emptiness positive negative) 'empty))
          (t (let ((kind (atom-kind (car positive))))
               (flet ((same-kind (atom) (eq (atom-kind atom) kind)))
                 (case kind
                   (integers (interval-emptiness positive negative #'integer-interval))
                   ((ratios single-floats double-floats) (interval-emptiness positive negative #'real-interval))
                   (cons (cons-emptiness (cons 'and (mapcar #'cadr positive)) (cons 'and (mapcar #'caddr positive))
                                         (remove-if-not #'same-kind negative)))
                   (array (array-emptiness positive (remove-if-not #'same-kind negative)))
                   (t (plain-emptiness positive negative)))))))))

(defun of-atom-p (object atom)
  (typep object (case (atom-kind atom)
                  (array (list (if (eq (cadr atom) t) 'simple-array 'array) (type-of-kind (caddr atom)) (cadddr atom)))
                  (complex-single '(complex single-float))
                  (complex-double '(complex double-float))
                  (complex-rational '(complex rational))
                  (integers (list 'and 'integer (cons 'real (cdr atom))))
                  (ratios (list 'and 'ratio (cons 'real (cdr atom))))
                  (single-floats (cons 'single-float (cdr atom)))
                  (double-floats (cons 'double-float (cdr atom)))
                  (satisfies (if (consp (cadr atom)) (undecided) atom))
                  (t atom))))

;; Emptiness of a conjunction whose only possible element is OBJECT.
(defun object-emptiness (object positive negative)
  (flet ((is (atom) (of-atom-p object atom)))
    (if (and (every #'is positive) (notany #'is negative)) 'inhabited 'empty)))

;; Emptiness of a conjunction of plain types. Two structure types intersect only if one includes the other. Two classes
;; also intersect if a class inherits from both (4.2.2). Two condition types count as intersecting, because a common
;; subtype may be defined later.
(defun plain-emptiness (positive negative)
  (let ((above (mapcar #'type-ancestors positive)))
    (flet ((related (a) (every (lambda (b) (or (member (car a) b) (member (car b) a))) above))
           (all-below (name) (every (lambda (names) (member name names)) above)))
      (cond ((some (lambda (names) (intersection names negative)) above) 'empty)
            ((every #'related above) 'inhabited)
            ((all-below 'condition) 'inhabited)
            ((all-below 'standard-object) (joined-emptiness (mapcar #'car above) negative))
            (t 'empty)))))

(defun joined-emptiness (positive negative)
  (let ((first (car positive)))
    (dolist (class (all-below (if (symbolp first) (find-class first) first)) 'empty)
      (let ((names (type-ancestors (class-atom class))))
        (if (and (subsetp positive names) (null (intersection negative names))) (return 'inhabited))))))

(defun all-below (class)
  (let ((all (list class)))
    (dolist (sub (details-subclasses (details-of class)) all)
      (setq all (union (all-below sub) all)))))

;;; Intervals: (low open high open), where LOW and HIGH may be *

(defun bound (bound) (if (consp bound) (car bound) bound))

(defun real-interval (atom)
  (flet ((exact (bound) (if (eq bound '*) '* (rational bound))))
    (if (eq (car atom) 'eql)
        ;; 0.0 and -0.0 are different objects, so that one of them does not make up the interval [0, 0].
        (if (and (realp (cadr atom)) (not (eql 0 (rational (cadr atom)))))
            (list (exact (cadr atom)) nil (exact (cadr atom)) nil)
            nil)
        (destructuring-bind (kind low high) atom
          (declare (ignore kind))
          (list (exact (bound low)) (consp low) (exact (bound high)) (consp high))))))

;; Returns the interval of ATOM as REAL-INTERVAL does, but with inclusive integers as bounds.
(defun integer-interval (atom)
  (if (eq (car atom) 'eql)
      (if (integerp (cadr atom)) (list (cadr atom) nil (cadr atom) nil) nil)
      (destructuring-bind (low low-open high high-open) (real-interval atom)
        (list (cond ((eq low '*) low) (low-open (1+ (floor low))) (t (ceiling low))) nil
              (cond ((eq high '*) high) (high-open (1- (ceiling high))) (t (floor high))) nil))))

(defun interval-empty-p (interval)
  (destructuring-bind (low low-open high high-open) interval
    (and (not (eq low '*)) (not (eq high '*))
         (or (> low high) (and (= low high) (or low-open high-open))))))

;; Returns the intersection: the greater of the lower bounds and the lesser of the upper bounds.
(defun intersect-intervals (a b)
  (flet ((tighter (x x-open y y-open less)
           (cond ((eq x '*) (list y y-open))
                 ((eq y '*) (list x x-open))
                 ((= x y) (list x (or x-open y-open)))
                 ((funcall less x y) (list y y-open))
                 (t (list x x-open)))))
    (append (tighter (first a) (second a) (first b) (second b) #'<)
            (tighter (third a) (fourth a) (third b) (fourth b) #'>))))

;; Returns the parts of A below and above B. STEP: 1 for intervals of integers, whose bounds are inclusive, else NIL.
(defun subtract-interval (a b step)
  (flet ((below (bound open) (if step (list '* nil (- bound step) nil) (list '* nil bound (not open))))
         (above (bound open) (if step (list (+ bound step) nil '* nil) (list bound (not open) '* nil))))
    (append (if (eq (first b) '*) nil (list (intersect-intervals a (below (first b) (second b)))))
            (if (eq (third b) '*) nil (list (intersect-intervals a (above (third b) (fourth b))))))))

(defun interval-emptiness (positive negative interval-of)
  (let* ((kind (atom-kind (car positive)))
         (step (if (eq kind 'integers) 1 nil))
         (zeros (case kind (single-floats '(0.0 -0.0)) (double-floats '(0d0 -0d0))))
         (parts (list (reduce #'intersect-intervals (mapcar interval-of positive)))))
    ;; Only both zeros together exclude the number 0.
    (if (and zeros (every (lambda (zero) (member (list 'eql zero) negative :test #'equal)) zeros))
        (push (list kind 0 0) negative))
    (dolist (atom negative)
      (let ((hole (if (or (eq (atom-kind atom) kind)
                          (and (eq (atom-kind atom) 'eql) (of-atom-p (cadr atom) (list kind '* '*))))
                      (funcall interval-of atom)
                      nil)))
        (if (or (null hole) (interval-empty-p hole))
            nil
            (setq parts (mapcan (lambda (part) (subtract-interval part hole step)) parts)))))
    (setq parts (remove-if #'interval-empty-p parts))
    ;; A ratio is never an integer.
    (if (eq kind 'ratios)
        (setq parts (remove-if (lambda (part) (and (eql (first part) (third part)) (integerp (first part)))) parts)))
    (if parts 'inhabited 'empty)))

;;; Conses: the type (CONS CAR CDR) without the types NEGATIVE

(defun cons-emptiness (car cdr negative)
  (cond ((eq (type-emptiness car) 'empty) 'empty)
        ((eq (type-emptiness cdr) 'empty) 'empty)
        ((null negative)
         (if (and (eq (type-emptiness car) 'inhabited) (eq (type-emptiness cdr) 'inhabited))
             'inhabited
             'unknown))
        (t (destructuring-bind (not-car not-cdr) (cdar negative)
             (let ((left (cons-emptiness (list 'and car (list 'not not-car)) cdr (cdr negative)))
                   (right (cons-emptiness (list 'and car not-car) (list 'and cdr (list 'not not-cdr))
                                          (cdr negative))))
               (cond ((or (eq left 'inhabited) (eq right 'inhabited)) 'inhabited)
                     ((and (eq left 'empty) (eq right 'empty)) 'empty)
                     (t 'unknown)))))))

;;; Arrays: for each element type, simple or not, the dimensions must match POSITIVE and none of NEGATIVE

(defun intersect-dimensions (a b)
  (cond ((eq a '*) b)
        ((or (eq a 'none) (eq b '*)) a)
        ((/= (length a) (length b)) 'none)
        ((some (lambda (x y) (not (or (eq x '*) (eq y '*) (eql x y)))) a b) 'none)
        (t (mapcar (lambda (x y) (if (eq x '*) y x)) a b))))

(defun array-emptiness (positive negative)
  (let ((dimensions (reduce #'intersect-dimensions (mapcar #'cadddr positive))))
    (if (eq dimensions 'none)
        'empty
        (dolist (element '(t character bit octet nil) 'empty)
          (dolist (simple '(t nil))
            (flet ((applies (atom)
                     (and (or (eq (cadr atom) '*) simple)
                          (or (eq (caddr atom) '*) (eq (caddr atom) element))))
                   (covers (atom) (equal (intersect-dimensions (cadddr atom) dimensions) dimensions)))
              (if (and (every #'applies positive)
                       (notany (lambda (atom) (and (applies atom) (covers atom))) negative))
                  (return-from array-emptiness 'inhabited))))))))

(defun subtypep (type1 type2 &optional environment)
  "Return T if every object of TYPE1 is of TYPE2, else NIL; return as second value whether the first is certain.
Signals: error if an argument is not a type specifier.
Example: (subtypep 'integer '(or rational string)) => T
Example: (multiple-value-list (subtypep 'list '(cons * *))) => (NIL T)"
  (declare (ignore environment))
  (case (if (and (symbolp type1) (symbolp type2))
            (known-difference type1 type2)
            (difference-emptiness type1 type2))
    (empty (values t t))
    (inhabited (values nil t))
    (t (values nil nil))))

;; The emptiness of the set of objects of TYPE1 that are not of TYPE2: EMPTY, INHABITED, or another value if it is not known.
(defun difference-emptiness (type1 type2)
  (catch 'undecided (type-emptiness type1 (list 'not type2))))

;; The same for two symbols; kept as a property of TYPE1, an association list by TYPE2, until a type is defined.
(defun known-difference (type1 type2)
  (let* ((known (known-of-type type1 'differences (lambda (type) type (list nil))))
         (pair (assoc type2 (cdr known) :test #'eq)))
    (cdr (or pair
             (car (setf (cdr known) (acons type2 (difference-emptiness type1 type2) (cdr known))))))))
