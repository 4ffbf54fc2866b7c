;;;; structures.lisp -- DEFSTRUCT in its rarer forms; the values are those of SBCL and CLISP.

(progn (defstruct (st-row (:type list) (:initial-offset 2)) a b)
       (defstruct (st-longer (:type list) (:include st-row) (:initial-offset 1)) c)
       (make-st-longer :a 1 :b 2 :c 3))  ;=> (NIL NIL 1 2 NIL 3)
(st-longer-c '(nil nil 1 2 nil 3))  ;=> 3
(st-longer-a '(nil nil 1 2 nil 3))  ;=> 1
(progn (defstruct (st-named (:type list) :named) a)
       (defstruct (st-more (:type list) :named (:include st-named) (:initial-offset 1)) b)
       (make-st-more :a 1 :b 2))  ;=> (ST-NAMED 1 NIL ST-MORE 2)
(list (st-more-p (make-st-more)) (st-named-p (make-st-more)) (st-more-p (make-st-named)) (st-more-p 5))  ;=> (T T NIL NIL)
(progn (defstruct (st-vector (:type vector) :named (:initial-offset 1)) x) (make-st-vector :x 1))  ;=> #(NIL ST-VECTOR 1)
(progn (defstruct (st-late (:print-function st-print-later)) x)
       (defun st-print-later (object stream depth) (declare (ignore depth)) (format stream "<late ~A>" (st-late-x object)))
       (prin1-to-string (make-st-late :x 1)))  ;=> "<late 1>"
(progn (defstruct (st-object (:print-object st-print-object)) x)
       (defun st-print-object (object stream) (format stream "<~A>" (st-object-x object)))
       (princ-to-string (list (make-st-object :x 'a))))  ;=> "(<A>)"
(progn (defstruct st-keywords :name :age) (make-st-keywords :name 1))  ;=> #S(ST-KEYWORDS :NAME 1 :AGE NIL)

;; A slot named as a special variable does not bind it where other initial values are computed.
(defvar *width-of-all* 3)
(progn (defstruct wide *width-of-all* (double (* 2 *width-of-all*))) (let ((w (make-wide :*width-of-all* 10))) (list (wide-*width-of-all* w) (wide-double w))))  ;=> (10 6)
(defstruct (nameless (:type vector) (:predicate nameless-p)) a)  ;signals: error
(progn (defstruct twin a) (defclass twin-object () ()) (list (equalp (make-twin :a "x") (make-twin :a "X")) (equalp (make-instance 'twin-object) (make-instance 'twin-object))))  ;=> (T NIL)

;; A vector of a type of elements is one of that type, which must be able to hold the name.
(defstruct (flags (:type (vector bit))) a b)
(make-flags :a 1 :b 0)  ;=> #*10
(let ((f (make-flags :a 1 :b 0))) (setf (flags-b f) 1) (list (flags-b f) (copy-flags f)))  ;=> (1 #*11)
(defstruct (named-flags (:type (vector bit)) :named) a)  ;signals: error
