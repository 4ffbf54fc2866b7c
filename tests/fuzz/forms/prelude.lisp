;;;; prelude.lisp -- the values that random forms use and the functions that disturb them. A batch of forms begins with
;;;; these.

(defvar *fuzz-bound* 0)   ; bound by forms, never assigned
(defvar *fuzz-global* 1)
(defvar *fuzz-kept* (make-array 8 :initial-element nil))   ; objects kept for later forms

(defun fuzz-nest (n) (let ((l 7)) (dotimes (i n l) (setq l (list l)))))

(defvar *list-circle* (let ((l (list 1 2 3))) (setf (cdddr l) l)))
(defvar *list-circle-car* (let ((l (list 1 2))) (setf (car l) l)))
(defvar *list-dotted* '(1 2 . 3))
(defvar *list-deep* (fuzz-nest 5000))
(defvar *list-long* (let ((l nil)) (dotimes (i 5000 l) (push i l))))
(defvar *list-shared* (let ((l (list 1 2))) (list l l)))
(defvar *list-dag* (let ((x 1)) (dotimes (i 60 x) (setq x (cons x x)))))
(defvar *list-mixed* (list 1 nil "text" #\a 'symbol 1/2 1.5 (list 1 2) (vector 1 2)))
(defvar *list-victim* (list 3 1 2 5 4))
(defvar *alist-bad* '((a . 1) 5 nil (b 2) . 6))
(defvar *plist-odd* (list :a 1 :b))

(defvar *infinity* (ignore-errors (* 1d308 10)))
(defvar *minus-infinity* (ignore-errors (* -1d308 10)))
(defvar *nan* (ignore-errors (- *infinity* *infinity*)))

(defvar *string-victim* (copy-seq "victim"))
(defvar *string-wide* (copy-seq "wäíde 日本"))
(defvar *string-fill* (make-array 5 :element-type 'character :initial-element #\f :fill-pointer 3 :adjustable t))
(defvar *string-displaced* (make-array 2 :element-type 'character :displaced-to *string-wide* :displaced-index-offset 1))

(defvar *vector-victim* (make-array 5 :initial-contents '(3 1 2 5 4) :fill-pointer 5 :adjustable t))
(defvar *vector-long* (make-array 5000 :initial-element 1))
(defvar *array-fill* (make-array 10 :initial-element 0 :fill-pointer 4 :adjustable t))
(defvar *array-displaced* (make-array 3 :displaced-to *vector-long* :displaced-index-offset 7))
(defvar *array-displaced-short* (make-array 4 :displaced-to *vector-victim* :displaced-index-offset 1))
(defvar *array-nested* (make-array 2 :displaced-to *array-displaced-short*))
(defvar *array-2d* (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))))
(defvar *array-0d* (make-array nil :initial-element 'zero))
(defvar *array-circle* (let ((a (vector 1 2))) (setf (aref a 0) a) a))

(defvar *table-eq* (make-hash-table :test #'eq))
(defvar *table-eql* (make-hash-table))
(defvar *table-equal* (make-hash-table :test #'equal))
(defvar *table-equalp* (make-hash-table :test #'equalp))
(defvar *table-victim* (make-hash-table :test #'equal))
(dolist (table (list *table-eq* *table-eql* *table-equal* *table-equalp* *table-victim*))
  (dotimes (i 20) (setf (gethash i table) (* i i)))
  (setf (gethash "key" table) 'value (gethash (list 1 2) table) (list 3) (gethash table table) table))

;; These keys are never modified, so each must always be found.
(defvar *fuzz-keys* (make-hash-table :test #'equalp))
(dotimes (i 50) (setf (gethash (list i "k") *fuzz-keys*) i))

(defvar *stream-closed* (let ((s (make-string-output-stream))) (close s) s))
(defvar *stream-in* (make-string-input-stream "a (b c) 1.5 \"text\" #\\a"))
(defvar *stream-out* (make-string-output-stream))

(defstruct fuzz-point (x 0) (y 0))
(defstruct (fuzz-child (:include fuzz-point)) z)
(defstruct (fuzz-failing (:print-function (lambda (object stream depth) (error "printing ~S ~S ~S" object stream depth)))) x)
(defvar *structure* (make-fuzz-point :x 1 :y 2))
(defvar *structure-failing* (make-fuzz-failing))
(defvar *structure-circle* (let ((s (make-fuzz-child))) (setf (fuzz-point-x s) s) s))

(define-condition fuzz-condition (error) ((where :initarg :where :initform 1 :accessor fuzz-where)))
(define-condition fuzz-bad-report (error) () (:report (lambda (c s) (declare (ignore s)) (error c))))
(define-condition fuzz-own-report (error) () (:report (lambda (c s) (princ c s))))
(defvar *condition-bad-report* (make-condition 'fuzz-bad-report))
(defvar *condition-own-report* (make-condition 'fuzz-own-report))

(defvar *fn-count* 0)
(defvar *fn-throw* (lambda (&rest a) (throw 'fuzz a)))
(defvar *fn-error* (lambda (&rest a) (error "called with ~S" a)))
(defvar *fn-exit* (block fuzz (lambda (&rest a) (return-from fuzz a))))  ; a block that has been left
(defvar *fn-many* (lambda (&rest a) (values-list a)))
(defvar *fn-maybe* (lambda (&rest a) (declare (ignore a)) (evenp (incf *fn-count*))))
(defvar *fn-deep* (labels ((f (&rest a) (list (apply #'f a)))) #'f))
;; Modify their arguments, and the victims.
(defvar *fn-clobber*
  (lambda (&rest a)
    (dolist (x (list* *list-victim* *vector-victim* *string-victim* *table-victim* a))
      (typecase x
        (cons (setf (cdr x) 5))
        (hash-table (clrhash x))
        (string (ignore-errors (setf (char x 0) #\日)))
        (vector (ignore-errors (setf (fill-pointer x) 0)))))
    t))
(defvar *fn-grow*
  (lambda (&rest a)
    (dolist (x (list* *list-victim* *vector-victim* *table-victim* a))
      (typecase x
        (cons (setf (cdr x) (list* 1 2 3 (cdr x))))
        (hash-table (dotimes (i 40) (setf (gethash (incf *fn-count*) x) i)))
        (vector (ignore-errors (dotimes (i 40) (vector-push-extend i x))))))
    (oddp (incf *fn-count*))))
;; Repeats the operation of its caller.
(defvar *fn-again*
  (lambda (&rest a)
    (when (< (incf *fn-count*) 20)
      (sort *list-victim* *fn-again*)
      (maphash *fn-again* *table-victim*)
      (ignore-errors (prin1-to-string *structure-circle*)))
    a))

;; Calls FUNCTION and each kept function with each kept object.
(defun fuzz-each (function) (dotimes (i 8) (ignore-errors (funcall function (svref *fuzz-kept* i)))))
(defun fuzz-each-of-each () (dotimes (i 8) (if (functionp (svref *fuzz-kept* i)) (fuzz-each (svref *fuzz-kept* i)))))
