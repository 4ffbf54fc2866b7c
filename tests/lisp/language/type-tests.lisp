;;;; type-tests.lisp -- predicates and TYPEP of constant types, compiled in place, against calls of the functions.

(defstruct tested a)
(defclass tested-object () ())
(defgeneric tested-generic (x))
(defvar *objects*
  (list nil t 'a :k 0 1 -1 2 most-positive-fixnum most-negative-fixnum (1+ most-positive-fixnum) (- (expt 10 30)) (expt 2 64) 1/2 -7/3 0.0 -0.0 1.5 -1e30
        0d0 -0d0 1d0 -2.5d0 1d300 -1d300 4.9d-324 least-positive-normalized-double-float #c(1 2) #c(1.0 2.0) #c(1d0 2d0) #\a #\Newline (code-char 0)
        (code-char #x10FFFF) "" "text" (make-string 3 :initial-element (code-char #x416)) (make-array 3 :element-type 'character :fill-pointer 1)
        (make-array 2 :element-type 'character :displaced-to (copy-seq "abcd")) (make-array 0 :element-type nil) #() #(1 2) (make-array 3 :adjustable t)
        (make-array 3 :fill-pointer 2) #*101 (make-array 4 :element-type 'bit :fill-pointer 2) (make-array 3 :element-type '(unsigned-byte 8) :initial-element 1)
        (make-array 3 :element-type '(unsigned-byte 8) :fill-pointer 1 :initial-element 1) #2a((1 2) (3 4)) (make-array nil) (make-array '(2 2) :element-type 'bit)
        (make-array '(2 2) :element-type 'character) (list 1) (cons 1 2) #'car (lambda (x) x) #'tested-generic (make-hash-table) (make-random-state)
        (make-tested) (make-instance 'tested-object) (find-class 'tested) (find-class 'tested-object) *package* *standard-output* (make-string-input-stream "")
        #p"x" *readtable*)
  "Objects of every kind.")

;; A function compiled with FORM on X, and the results for all objects, after enough calls to be native code.
(defmacro results (form)
  `(let ((test (lambda (x) ,form)) (all nil))
     (dotimes (i 8 all) (setq all (mapcar (lambda (x) (if (funcall test x) t nil)) *objects*)))))
(defmacro differing (types)
  `(append ,@(mapcar (lambda (type)
                       `(loop with compiled = (results (typep x ',type))
                              for x in *objects* for is in compiled
                              unless (eq is (if (typep x (identity ',type)) t nil)) collect (list ',type x)))
                     types)))
(differing (t nil symbol null keyword boolean cons list atom sequence number real rational integer fixnum bignum ratio signed-byte unsigned-byte bit))  ;=> NIL
(differing (float single-float double-float short-float long-float complex character base-char standard-char extended-char))  ;=> NIL
(differing (array simple-array vector simple-vector string base-string simple-string simple-base-string bit-vector simple-bit-vector))  ;=> NIL
(differing (function compiled-function hash-table stream package random-state readtable pathname generic-function tested tested-object structure-object standard-object class))  ;=> NIL
(differing ((integer 0 5) (or fixnum single-float) (and integer (not fixnum)) (unsigned-byte 8) (signed-byte 4) (double-float 0d0) (simple-array character (*)) (member 1 a) (eql 1/2)))  ;=> NIL

;; The predicates; FUNCALL of a variable calls the functions themselves.
(defmacro differing-predicates (names)
  `(append ,@(mapcar (lambda (name)
                       `(loop with compiled = (results (,name x)) with function = (symbol-function ',name)
                              for x in *objects* for is in compiled
                              unless (eq is (if (funcall function x) t nil)) collect (list ',name x)))
                     names)))
(differing-predicates (symbolp null keywordp consp listp atom numberp realp rationalp integerp floatp complexp characterp stringp simple-string-p
                       vectorp simple-vector-p bit-vector-p simple-bit-vector-p arrayp functionp hash-table-p packagep streamp pathnamep compiled-function-p))  ;=> NIL

;; How many objects are of each type, counted by SBCL.
(defmacro counts (types) `(list ,@(mapcar (lambda (type) `(count t (results (typep x ',type)))) types)))
(counts (symbol list number real rational integer ratio unsigned-byte bit float single-float double-float character))  ;=> (4 3 26 23 11 9 2 6 2 12 4 8 4)
(counts (array vector simple-vector bit-vector function sequence boolean))  ;=> (18 14 2 2 3 17 2)

;; A value that is only a part of a test, of a branch, or not used; redefinition of a predicate is not seen by compiled code of the library.
(defun classify (x) (cond ((typep x 'fixnum) :fixnum) ((floatp x) :float) ((stringp x) :string) ((not (typep x 'ratio)) :other) (t :ratio)))
(let ((all nil)) (dotimes (i 400 all) (setq all (mapcar #'classify (list 1 1.0 2d0 1d300 "a" 1/2 (expt 10 30) nil)))))  ;=> (:FIXNUM :FLOAT :FLOAT :FLOAT :STRING :RATIO :OTHER :OTHER)

;; Tests in functions that are inlined into their callers.
(defun standard-char-type-p (x) (typep x 'standard-char))
(defun file-stream-type-p (x) (typep x 'file-stream))
(defun fixnum-type-p (x) (typep x 'fixnum))
(defun string-type-p (x) (stringp x))
(defun count-of-each (l)
  (let ((n 0) (m 0) (k 0) (s 0))
    (dolist (x l (list n m k s))
      (if (standard-char-type-p x) (incf n)) (if (file-stream-type-p x) (incf m)) (if (fixnum-type-p x) (incf k)) (if (string-type-p x) (incf s)))))
(let ((all nil)) (dotimes (i 1000 all) (setq all (count-of-each (list #\a (code-char 200) 1 2 'x "s" 1.5 (make-array 2 :element-type 'character :fill-pointer 1))))))  ;=> (1 0 2 2)
