;;;; constant-types.lisp -- compiler macros for COERCE, CONCATENATE, MAP and MAP-INTO. -*- sealed -*-
;;;;
;;;; A call of COERCE, CONCATENATE or MAP with a constant standard type need not find out what the type means. A call of MAP or
;;;; MAP-INTO with a function that is written in the call becomes a loop, for vectors.

;; The kind of sequence that FORM, a constant, specifies, if the results of that kind are always of the type; else NIL.
(defun constant-kind (form)
  (if (and (eql (form-length form) 2) (eq (car form) 'quote))
      (case (cadr form)
        (list 'list)
        ((vector simple-vector) 'vector)
        ((string simple-string) 'string)
        ((bit-vector simple-bit-vector) 'bit-vector)
        (t nil))))

;; FORM, which is not expanded again.
(defun unexpanded (form) `(locally (declare (notinline ,(car form))) ,form))

(put 'concatenate 'compiler-macro-property
     (lambda (form environment)
       (declare (ignore environment))
       (let ((kind (if (and (form-length form) (eq (car form) 'concatenate)) (constant-kind (cadr form)))))
         (if kind `(concatenate-as ',kind ,@(cddr form)) form))))

;; The form that converts the variable OBJECT to the type TYPE, or NIL.
(defun conversion-form (object type)
  (let ((call (unexpanded `(coerce ,object ',type))))
    (flet ((to-float (&rest prototype) `(if (realp ,object) (float ,object ,@prototype) ,call)))
      (case type
        ((list vector string character simple-vector simple-string) `(if (typep ,object ',type) ,object ,call))
        (float (to-float))
        ((single-float short-float) (to-float 0.0))
        ((double-float long-float) (to-float 0d0))
        (t nil)))))

(put 'coerce 'compiler-macro-property
     (lambda (form environment)
       (declare (ignore environment))
       (let* ((type (if (and (eql (form-length form) 3) (eq (car form) 'coerce)) (caddr form)))
              (object (gensym))
              (conversion (if (and (eql (form-length type) 2) (eq (car type) 'quote)) (conversion-form object (cadr type)))))
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
                  (or (null type) (setq kind (constant-kind type))))
             `(let* (,@(function-bindings (list function)) (,vector ,(cadddr form)))
                (if (vectorp ,vector) ,(map-loop kind function vector) ,(unexpanded `(map ,type ,function ,vector))))
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
