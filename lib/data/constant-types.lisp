;;;; constant-types.lisp -- compiler macros for MAKE-ARRAY, COERCE, CONCATENATE, MAP and MAP-INTO. -*- sealed -*-
;;;;
;;;; A call of MAKE-ARRAY, COERCE, CONCATENATE or MAP with a constant type need not find out what the type means. A call of MAP or
;;;; MAP-INTO with a function that is written in the call becomes a loop, for vectors.

;; The type that FORM, a constant, specifies; NIL for any other form.
(defun constant-type (form)
  (cond ((eq form t) t)
        ((and (eql (form-length form) 2) (eq (car form) 'quote)) (cadr form))))

;; The kind of sequence that TYPE specifies, if the results of that kind are always of the type; else NIL.
(defun constant-kind (type)
  (case type
    (list 'list)
    ((vector simple-vector) 'vector)
    ((string simple-string) 'string)
    ((bit-vector simple-bit-vector) 'bit-vector)
    (t (let ((type (ignore-failures (expanded-type type))))
         (if (and (consp type) (eq (car type) 'simple-array) (constant-element-kind (cadr type))) (find-simple-kind type))))))

;; Binds variables to the values of FORMS, except for constants, around the form that EXPANSION returns for them.
(defun bind-forms (forms expansion)
  (let* ((bindings nil)
         (variables (mapcar (lambda (form)
                              (if (movable-form-p form)
                                  form
                                  (let ((variable (gensym))) (push (list variable form) bindings) variable)))
                            forms))
         (form (apply expansion variables)))
    (if bindings `(let* ,(reverse bindings) ,form) form)))

;; The form that COMPILED returns for the values of FORMS or, if TYPE has another meaning by then, the one that CALL returns for them.
(defun form-for-type (type forms compiled call)
  (bind-forms forms (lambda (&rest forms)
                      `(if ,(same-type-form type) ,(apply compiled forms) ,(unexpanded (apply call forms))))))

(put 'make-array 'compiler-macro-property
     (lambda (form environment)
       (declare (ignore environment))
       (or (if (and (form-length form) (eq (car form) 'make-array) (consp (cdr form)))
               (cond ((key-indices (cddr form) '(element-type initial-element)) (plain-array-form (cadr form) (cddr form)))
                     ((key-indices (cddr form) '(element-type initial-contents)) (filled-array-form (cadr form) (cddr form)))))
           form)))

;; The call of MAKE-ARRAY with DIMENSIONS and the keyword arguments :ELEMENT-TYPE and :INITIAL-ELEMENT, compiled for the constant
;; type; NIL for another type.
(defun plain-array-form (dimensions keys)
  (destructuring-bind (&key (element-type t) (initial-element nil given)) keys
    (let* ((type (constant-type element-type))
           (initial (cond (given (list initial-element))
                          ((and (not (eq type t)) (eq (constant-element-kind type) t)) '(0)))))
      (array-form 'make-plain-array type (cons dimensions initial)
                  (lambda (dimensions &rest initial)
                    `(make-array ,dimensions :element-type ',type ,@(if initial `(:initial-element ,@initial))))))))

;; The same for :ELEMENT-TYPE and :INITIAL-CONTENTS.
(defun filled-array-form (dimensions keys)
  (let ((type (constant-type (getf keys :element-type t))))
    (array-form 'make-filled-array type (list dimensions (getf keys :initial-contents))
                (lambda (dimensions contents) `(make-array ,dimensions :element-type ',type :initial-contents ,contents)))))

;; The call of MAKER with the kind of elements of arrays of TYPE and FORMS, or of the form that CALL returns for FORMS; NIL if the kind is
;; not constant.
(defun array-form (maker type forms call)
  (let ((kind (and type (constant-element-kind type))))
    (if kind (form-for-type type forms (lambda (&rest forms) `(,maker ',kind ,@forms)) call))))

(put 'concatenate 'compiler-macro-property
     (lambda (form environment)
       (declare (ignore environment))
       (let* ((type (if (and (form-length form) (eq (car form) 'concatenate)) (constant-type (cadr form))))
              (kind (if type (constant-kind type))))
         (if kind
             (form-for-type type (cddr form)
                            (lambda (&rest sequences) `(concatenate-as ',kind ,@sequences))
                            (lambda (&rest sequences) `(concatenate ',type ,@sequences)))
             form))))

;; The form that converts the variable OBJECT to the type TYPE, or NIL.
(defun conversion-form (object type)
  (let ((call (unexpanded `(coerce ,object ',type))) (kind (constant-kind type)))
    (flet ((to-float (&rest prototype) `(if (realp ,object) (float ,object ,@prototype) ,call)))
      (case type
        (character `(if (characterp ,object) ,object ,call))
        (float (to-float))
        ((single-float short-float) (to-float 0.0))
        ((double-float long-float) (to-float 0d0))
        (t (if kind
               `(cond ((typep ,object ',(if (symbolp type) type (simple-type kind))) ,object)
                      ((and (typep ,object 'sequence) ,(same-type-form type)) (concatenate-as ',kind ,object))
                      (t ,call))))))))

(defun simple-type (kind)
  (case kind
    (vector 'simple-vector)
    (string 'simple-string)
    (bit-vector 'simple-bit-vector)
    (t '(simple-array (unsigned-byte 8) (*)))))

(put 'coerce 'compiler-macro-property
     (lambda (form environment)
       (declare (ignore environment))
       (let* ((type (if (and (eql (form-length form) 3) (eq (car form) 'coerce)) (constant-type (caddr form))))
              (object (gensym))
              (conversion (if type (conversion-form object type))))
         (if conversion `(let ((,object ,(cadr form))) ,conversion) form))))

;; The loop of (MAP TYPE FUNCTION VECTOR) for the variable VECTOR.
(defun map-loop (kind function vector)
  (let* ((result (gensym)) (i (gensym)) (size (gensym)) (value (call-form function `(aref ,vector ,i))))
    (if (member kind '(list nil))
        `(let ((,result nil) (,size (length ,vector)))
           (dotimes (,i ,size) ,(if kind `(setq ,result (cons ,value ,result)) value))
           ,(if kind `(nreverse ,result) nil))
        `(let* ((,size (length ,vector)) (,result (make-vector-of-kind ',kind ,size)))
           (dotimes (,i ,size ,result)
             (setf (,(if (eq kind 'vector) 'svref 'aref) ,result ,i) ,value))))))

(put 'map 'compiler-macro-property
     (lambda (form environment)
       (declare (ignore environment))
       (let ((kind nil) (type (cadr form)) (function (caddr form)) (vector (gensym)))
         (if (and (eql (form-length form) 4) (eq (car form) 'map) (function-form-p function 1)
                  (or (null type) (setq kind (constant-kind (constant-type type)))))
             `(let* (,@(function-bindings (list function)) (,vector ,(cadddr form)))
                (if (and (vectorp ,vector) ,(same-type-form (constant-type type)))
                    ,(map-loop kind function vector)
                    ,(unexpanded `(map ,type ,function ,vector))))
             form))))

(put 'map-into 'compiler-macro-property
     (lambda (form environment)
       (declare (ignore environment))
       (if (and (eql (form-length form) 4) (eq (car form) 'map-into) (function-form-p (caddr form) 1))
           (let ((target (gensym)) (source (gensym)) (i (gensym)) (function (caddr form)))
             `(let* ((,target ,(cadr form)) ,@(function-bindings (list function)) (,source ,(cadddr form)))
                (if (and (vectorp ,target) (vectorp ,source) (not (array-has-fill-pointer-p ,target)))
                    (dotimes (,i (min (length ,target) (length ,source)) ,target)
                      (setf (aref ,target ,i) ,(call-form function `(aref ,source ,i))))
                    ,(unexpanded `(map-into ,target ,function ,source)))))
           form)))
