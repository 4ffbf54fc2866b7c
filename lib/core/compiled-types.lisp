;;;; compiled-types.lisp -- the compiler macro of TYPEP, for types that are known at compile time. -*- sealed -*-

(defconstant type-predicates
  '((atom . atom) (cons . consp) (list . listp) (null . null) (symbol . symbolp) (keyword . keywordp) (number . numberp)
    (real . realp) (rational . rationalp) (integer . integerp) (float . floatp) (complex . complexp)
    (character . characterp) (string . stringp) (array . arrayp) (vector . vectorp) (function . functionp)
    (hash-table . hash-table-p) (package . packagep) (stream . streamp))
  "The predicates of the standard types; each returns T or NIL.")

;; Returns a form that evaluates to T if the value of the variable OBJECT is of TYPE, else to NIL. Returns NIL if TYPE must
;; be expanded at run time, because DEFTYPE may redefine it.
(defun typep-form (object type)
  (cond ((consp type) (compound-typep-form object type))
        ((not (symbolp type)) nil)
        ((eq type t) `(progn ,object t))
        ((assoc type type-predicates) (list (cdr (assoc type type-predicates)) object))
        ((and type (standard-type-p type)) `(standard-typep ,object ',type))
        ((structure-p-type-p type) `(structure-p ,object ',type))))

(defun compound-typep-form (object type)
  (let* ((head (car type)) (arguments (cdr type)) (length (form-length type))
         (first (if length (cadr type) nil)))
    (flet ((all () (mapcar (lambda (type) `(typep ,object ',type)) arguments)))
      (cond ((or (null length) (not (type-arguments-p head arguments))) nil)
            ((eq head 'and) `(and ,@(all)))
            ((eq head 'or) `(or ,@(all)))
            ((eq head 'member) `(if (member ,object ',arguments) t nil))
            ((member head '(integer rational real float))
             `(and (typep ,object ',head) ,@(interval-tests object arguments)))
            ((/= length 2) nil)
            ((eq head 'not) `(not (typep ,object ',first)))
            ((eq head 'eql) `(eql ,object ',first))
            ((and (eq head 'satisfies) (symbolp first)) `(if (funcall ',first ,object) t nil))
            ((eq head 'mod) `(and (integerp ,object) (<= 0 ,object) (< ,object ,first)))))))

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
