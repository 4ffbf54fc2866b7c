;;;; source-places.lisp -- code that is made of parts of a definition's text, and keeps their places. -*- sealed -*-

(defstruct (source (:copier nil) (:predicate nil))
  "The text of a definition."
  text
  line      ; the number of its first line
  origin    ; the name of its file, or NIL
  places)   ; a table from the lists in it to their parts (source-text.lisp)

(defvar *source* nil)             ; the text of which code is made, or NIL
(defvar *code-places* nil)        ; the places of lists in that code, as EVALUATE-WITH-PLACES takes them

;; The DEFUN form of FUNCTION and its text, a structure SOURCE; NIL if it is not known.
(defun definition-and-source (function)
  (multiple-value-bind (definition text line file) (definition-form-of function)
    (if definition
        (values definition
                (make-source :text text :line line :origin file :places (places-of-lists definition (source-part text 0))))
        nil)))

;; The form whose value is the function that DEFINITION, a DEFUN form, defines.
(defun named-lambda-of (definition)
  `(named-lambda ,(second definition) ,@(rest (lambda-of-definition definition))))

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
