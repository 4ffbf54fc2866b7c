;;;; source-places.lisp -- code that is made of parts of a definition's text, and keeps their places. -*- sealed -*-

(defstruct (source (:copier nil) (:predicate nil))
  "The text of a definition."
  text
  line      ; the number of its first line
  origin    ; the name of its file, or NIL
  places)   ; a table from the lists in it to their parts (source-text.lisp)

(defvar *source* nil)             ; the text of which code is made, or NIL
(defvar *code-places* nil)        ; the places of lists in that code, as EVALUATE-WITH-PLACES takes them

;; The form that defines FUNCTION, as DEFINITION-FORM-OF finds it, and its text, a structure SOURCE; NIL if it is not known.
(defun definition-and-source (function &optional (operators '(defun)))
  (multiple-value-bind (definition text line file) (definition-form-of function operators)
    (if definition
        (values definition
                (make-source :text text :line line :origin file :places (places-of-lists definition (source-part text 0))))
        nil)))

;; The form whose value is the function that DEFINITION, a DEFUN form, defines.
(defun named-lambda-of (definition)
  `(named-lambda ,(second definition) ,@(rest (lambda-of-definition definition))))

;; The qualifiers, lambda list and body of METHOD in DEFINITION, a DEFMETHOD or DEFGENERIC form, or NIL.
(defun method-text (method definition)
  (flet ((is-method-p (rest)
           (multiple-value-bind (qualifiers lambda-list specializers) (parse-method (second definition) rest)
             (and (equal qualifiers (method-record-qualifiers method))
                  (equal lambda-list (method-record-lambda-list method))
                  (every (lambda (text specializer) (if (consp specializer) (consp text) (eq text (class-name specializer))))
                         specializers (method-record-specializers method))))))
    (find-if #'is-method-p
             (if (eq (first definition) 'defmethod)
                 (list (cddr definition))
                 (loop for option in (cdddr definition)
                       if (and (consp option) (eq (first option) :method)) collect (rest option))))))

;; The form that defines METHOD, its text as a structure SOURCE, and METHOD-TEXT of it; NIL if it is not known.
(defun method-definition-and-source (method)
  (multiple-value-bind (definition source) (definition-and-source (original-function (method-record-function method)) '(defmethod defgeneric))
    (let ((text (and definition (ignore-errors (method-text method definition)))))
      (if text (values definition source text) nil))))

;; The function of METHOD that is made of REST, its METHOD-TEXT, as METHOD-LAMBDA makes it. WALKED: a function of its lambda expression
;; and environment that returns the expression in its place.
(defun walked-method-lambda (method name rest walked)
  (multiple-value-bind (qualifiers lambda-list specializers declarations documentation forms) (parse-method name rest)
    (declare (ignore qualifiers specializers documentation))
    (destructuring-bind (list . body)
        (cddr (funcall walked
                       `(named-lambda ,name ,(lenient-lambda-list lambda-list) ,@declarations ,(method-block name forms))
                       (with-names :function '(call-next-method next-method-p) nil)))
      (method-lambda name list (butlast body) (method-record-plain method) (first (last body))))))

;; A table from the lists in FORM to their parts in its text, of which PART is that of FORM.
(defun places-of-lists (form part)
  (let ((places (make-hash-table :test #'eq)))
    (labels ((note (form part)
               (when (and (consp form) part (eql (ignore-errors (list-length form)) (length (cddr part))))
                 (setf (gethash form places) part)
                 (mapc #'note form (cddr part)))))
      (note form part))
    places))

(defun part-in-source (form source)
  (if (and source (consp form)) (values (gethash form (source-places source))) nil))

;; The number of the line of POSITION in the text of SOURCE.
(defun line-in-source (position source)
  (+ (source-line source) (count #\Newline (source-text source) :end position)))

;; Gives CODE the place of FORM in *SOURCE*; returns CODE.
(defun with-place-of (form code)
  (let ((part (part-in-source form *source*)))
    (if (and part (consp code))
        (destructuring-bind (line column) (line-and-column (source-text *source*) (first part))
          (push (list code (+ line (source-line *source*) -1) column) *code-places*)))
    code))

;; The value of the form that MAKE-CODE returns, which it makes of the text of SOURCE by WITH-PLACE-OF.
(defun evaluated-code (source make-code)
  (let* ((*source* source) (*code-places* nil) (code (funcall make-code)))
    (handler-bind ((warning #'muffle-warning))
      (evaluate-with-places code (or (source-origin source) (list (source-text source))) *code-places*))))
