;;;; differential.lisp -- random programs, whose results are the same whoever runs them: the loop, native code, or first one
;;;; and then the other. usage: winnow differential.lisp SEED COUNT; what it prints is compared by tests/fuzz/differential.
;;;;
;;;; A program defines F and G, which call each other and the short TINY and SMALL, and calls F several times: arithmetic at the edges of fixnums and
;;;; floats, lists, vectors, structures, generic functions, all of the control flow, closures, special variables, several
;;;; values, redefinition meanwhile.
;;;; Each call of the two, of a handler, and each turn of a loop takes fuel, so that all of it ends soon.

(defvar *random* (seed-random-state (parse-integer (first *command-line*))))
(defvar *count* (parse-integer (second *command-line*)))

(defun random-below (n) (random n *random*))

(defun one-of (list) (nth (random-below (length list)) list))

;; Products grow fast.
(defun bounded (x)
  (if (and (rationalp x) (> (max (integer-length (numerator x)) (integer-length (denominator x))) 300)) (throw 'empty 'large) x))

(defparameter *constants*
  (list 0 1 2 -1 3 7 most-positive-fixnum most-negative-fixnum (1+ most-positive-fixnum) (expt 10 20) 1/2 -7/3 0.5 -0.0 2.5 1e38 1e-30 -3e-5 1.5d0 -0.0d0 -2.5d0 1d300 1d-70 1d-300
        nil t ''a ''(1 2) ''(1 . 2) ''((a . 1) (b . 2)) "xyz" #\c #(1 2 3) :k))

(defvar *dynamic* 0)
(defvar *fuel* 0)

(defun take-fuel () (if (< (decf *fuel*) 0) (throw 'empty 'no-fuel)))

;; Errors within handlers, each of which runs all handlers further out, grow fast, too.
(defvar *handlers* 0)
(defun handled (function)
  (take-fuel)
  (if (< *handlers* 3) (let ((*handlers* (+ *handlers* 1))) (funcall function))))

(defstruct plate a (b 2))
(defstruct (dish (:include plate)) c)
(defclass cup () ((size :initarg :size :accessor cup-size)))
(defclass mug (cup) ())
(defmethod print-object ((x cup) stream) (format stream "<~A>" (if (slot-boundp x 'size) 'full 'empty)))
(defgeneric kind-of (x))
(defmethod kind-of ((x integer)) 'integer)
(defmethod kind-of ((x null)) 'null)
(defmethod kind-of ((x cons)) (take-fuel) (kind-of (car x)))
(defmethod kind-of ((x symbol)) 'symbol)
(defmethod kind-of ((x string)) 'string)
(defmethod kind-of ((x plate)) (list 'plate (plate-b x)))
(defmethod kind-of ((x cup)) (list 'cup (cup-size x)))
(defmethod kind-of ((x mug)) (list 'mug (call-next-method)))
(defmethod kind-of (x) 'other)
(defgeneric both (x y))
(defmethod both ((x integer) (y integer)) 'integers)
(defmethod both ((x cup) y) (list 'cup y))
(defmethod both ((x integer) (y symbol)) (list y))
(defmethod both (x (y (eql 1))) 'one)

(defvar *name-count* 0)
(defun new-name () (intern (format nil "V~D" (incf *name-count*))))

;;; What may be generated: functions of the depth left and the variables in sight, each as often as it weighs.

(defvar *kinds* (make-array 200 :fill-pointer 0 :adjustable t))
(defmacro kind (weight (&rest parts) form)
  "A kind of expression: FORM, in which each of PARTS, a symbol, is a random expression."
  `(let ((kind (lambda (depth variables)
                 (declare (ignorable depth variables))
                 (let ,(mapcar (lambda (p) `(,p (expression (- depth 1) variables))) parts) ,form))))
     (dotimes (i ,weight) (vector-push-extend kind *kinds*))))

(defun expression (depth variables)
  (cond ((or (<= depth 0) (zerop (random-below 8)))
         (if (and variables (plusp (random-below 3))) (one-of variables) (one-of *constants*)))
        (t (funcall (aref *kinds* (random-below (length *kinds*))) depth variables))))

(defun body (depth variables &rest more) (expression (- depth 1) (append more variables)))

(kind 4 (a b) `(,(one-of '(+ -)) ,a ,b))
(kind 2 (a b) `(bounded (* ,a ,b)))
(kind 3 (a) `(,(one-of '(1+ 1- - + *)) ,a))
(kind 2 (a) `(,(one-of '(+ -)) ,a ,(one-of '(1 2 3 -4 1000000 10000000000))))
(kind 1 (a) `(bounded (* ,a ,(one-of '(2 3 -4 1000000)))))
(kind 4 (a b) `(,(one-of '(+ - * < <= > >= =)) ,(one-of '(0.5 -0.0 1e38 1.5d0 -2.5d0 1d70 1d300)) ,a ,(one-of `(,b 2.0 -3d0))))
(kind 4 (a b) `(,(one-of '(floor truncate mod rem max min logand logior logxor)) ,a ,b))
(kind 2 (a b) `(,(one-of '(floor truncate mod rem)) ,a ,(one-of '(1 2 3 7 -2 0 1000000))))
(kind 1 (a) `(bounded (ash ,a ,(one-of '(-70 -3 -1 0 1 5 58 62)))))
(kind 2 (a) `(,(one-of '(evenp oddp char-code endp length)) ,a))
(kind 1 (a b) `(char= ,(one-of `(,a #\c #\é)) ,b))
(kind 5 (a b c d) `(if (,(one-of '(< <= > >= = /= eq eql equal)) ,a ,b) ,c ,d))
(kind 2 (a b) `(if (,(one-of '(< <= > >= =)) ,(one-of (or variables '(1))) ,(one-of '(0 1 2 100))) ,a ,b))
(kind 4 (a b c) `(if ,a ,b ,c))
(kind 2 (a) `(,(one-of '(not null consp atom symbolp listp numberp zerop)) ,a))
(kind 2 (a b c) `(cond (,a ,b) (,c) (t ,a)))
(kind 2 (a b c) `(,(one-of '(and or)) ,a ,b ,c))
(kind 4 (a b) `(,(one-of '(cons list list* eq eql)) ,a ,b))
(kind 4 (a) `(,(one-of '(car cdr cadr cddr caar length reverse)) ,a))
(kind 1 (a b) `(let ((l (list ,a 2))) (,(one-of '(rplaca rplacd)) l ,b) (car l)))
(kind 2 (a b) `(,(one-of '(aref svref nth elt char)) ,@(if (zerop (random-below 2)) (list a b) (list "xyz" b))))
(kind 1 (a b c) `(let ((v (vector 1 2 3))) (setf (aref v ,a) ,b) (list (aref v 0) ,c (aref v 2))))
(kind 4 (a) (let ((v (new-name))) `(let ((,v ,a)) ,(body depth variables v))))
(kind 2 (a b) (let ((v (new-name)) (w (new-name))) `(let* ((,v ,a) (,w ,b)) (list ,v ,(body depth variables v w)))))
(kind 4 (a b) (if variables `(progn (setq ,(one-of variables) ,a) ,b) a))
(kind 3 (a) (let ((v (new-name))) `(dotimes (,v ,(random-below 6) ,a) (take-fuel) ,(body depth variables v))))
(kind 2 (a) (let ((v (new-name))) `(dolist (,v (list 1 ,a 'z)) (take-fuel) ,(body depth variables v))))
(kind 2 (a b) (let ((v (new-name))) `(do ((,v 0 (+ ,v 1)) (r nil (cons ,(body depth variables v) r))) ((> ,v 3) (list ,a r)) (take-fuel) ,b)))
(kind 2 (a b c) `(block out (list ,a (if ,b (return-from out ,c) 'stayed))))
(kind 2 (a b c) `(catch ',(one-of '(one two)) (list ,a (if ,b (throw ',(one-of '(one two)) ,c) 'stayed))))
(kind 2 (a b) `(unwind-protect ,a (setq *dynamic* ,b)))
(kind 1 (a b c) `(block out (unwind-protect (return-from out ,a) (if ,b (return-from out ,c)))))
(kind 1 (a b) (let ((v (new-name))) `(let ((,v 0)) (tagbody again (take-fuel) ,a (if (< (incf ,v) 3) (go again)) ,b) ,v)))
(kind 1 (a b) `(block out (mapc (lambda (x) (if (eql x ,a) (return-from out (list x ,b)))) '(1 2 3)) 'none))
(kind 2 (a b) `(let ((*dynamic* ,a)) ,b))
(kind 2 (a) `(list *dynamic* ,a))
(kind 1 (a) `(setq *dynamic* ,a))
(kind 3 (a) (let ((v (new-name))) `(funcall (lambda (,v) ,(body depth variables v)) ,a)))
(kind 2 (a b) (let ((v (new-name))) `(let* ((,v ,a) (f (lambda () (setq ,v (list ,v ,b)) ,v))) (funcall f) (funcall f) ,v)))
(kind 2 (a b) (let ((v (new-name))) `(flet ((h (,v &optional (w ,a)) (list ,v w ,(body depth variables v)))) (list (h 1) (h ,b 3)))))
(kind 1 (a) `(labels ((down (n) (take-fuel) (if (<= n 0) ,a (list n (down (- n 1)))))) (down 3)))
(kind 2 (a) (let ((v (new-name))) `(mapcar (lambda (,v) (take-fuel) ,(body depth variables v)) (list 1 ,a))))
(kind 2 (a b) (let ((v (new-name)) (w (new-name))) `(multiple-value-bind (,v ,w) (values ,a ,b) ,(body depth variables v w))))
(kind 1 (a b) `(multiple-value-list ,(one-of `((values ,a ,b) (g ,a ,b) (floor ,a 2) (progn ,a)))))
(kind 1 (a b) `(multiple-value-call #'list ,a (values ,b 1)))
(kind 1 (a b) `(multiple-value-prog1 (values ,a 2) ,b))
(kind 5 (a b) `(,(one-of '(f g)) ,a ,b))
(kind 1 (a b) `(,(one-of '(f g)) ,a ,b :k ,a))
(kind 1 (a b) `(apply #'g ,a (list ,b)))
(kind 1 (a b) `(funcall ',(one-of '(f g)) ,a ,b))
;; One call of functions of all kinds, and of what is none.
(kind 1 (a b) `(handler-case (funcall ,a ,b) (error (c) (type-of c))))
(kind 1 (a b c) (let ((v (new-name)))
  `(let ((r nil)) (dolist (f (list ,(one-of '(#'list 'g)) (lambda (,v) (list ,v ,a)) ,(one-of `(,b 'h #'car #'kind-of)) (lambda (,v) (cons ,c ,v))) r)
     (take-fuel)
     (push (handler-case (funcall f ,c) (error (c) (type-of c))) r)))))
(kind 1 (a) `(handler-case ,a (error (c) (list 'caught (type-of c)))))
(kind 1 (a b) `(handler-bind ((error (lambda (c) c (handled (lambda () (setq *dynamic* ,a)))))) ,b))
(kind 1 (a) (let ((v (new-name))) `(progn (setf (fdefinition 'g) (lambda (,v &rest r) (take-fuel) (list ,v r ,(body (min depth 2) (list v))))) ,a)))
(kind 1 (a) `(let ((s 0)) (dotimes (i 40 s) (take-fuel) (setq s ,a))))

(kind 2 (a b c) `(,(one-of '(plate-a plate-b dish-c dish-a)) ,(one-of `(,a (make-plate :a ,b) (make-dish :b ,a :c ,c)))))
(kind 1 (a b) `(let ((p ,(one-of `(,a (make-plate) (make-dish :b ,a))))) (setf (,(one-of '(plate-a plate-b dish-c)) p) ,b) p))
(kind 1 (a) `(,(one-of '(plate-p dish-p)) ,(one-of `(,a (make-plate :a ,a) (make-dish)))))
(kind 2 (a) `(typep ,a ',(one-of '(integer plate dish list symbol cup (integer 0 10) (or null plate) (and symbol (not null)) number string))))
(kind 1 (a b) `(typecase ,a (integer 'i) (dish (dish-c ,a)) (plate 'p) (cup ,b) (cons (car ,a)) (t 'other)))
(kind 1 (a) `(make-instance ',(one-of '(cup mug)) ,@(one-of `((:size ,a) ()))))
(kind 1 (a b) `(let ((c (make-instance ',(one-of '(cup mug)) :size ,a))) (setf (cup-size c) ,b) (cup-size c)))
(kind 1 (a) `(,(one-of '(cup-size kind-of kind-of)) ,a))
(kind 2 (a b) `(,(one-of '(kind-of cup-size)) ,(one-of `((make-plate :b ,a) (make-instance 'mug :size ,a) (make-instance 'cup) (list ,b)))))
(kind 2 (a b) `(both ,a ,(one-of `(,b 1 'z))))
(kind 1 (a b) `(both (make-instance 'mug) ,(one-of `(,a ,b))))

;; TINY and SMALL are made in line where they are called natively, as long as they stay what they are.
(kind 3 (a) `(tiny ,a))
(kind 4 (a b) `(small ,a ,b))
(kind 2 (a b c) `(if (,(one-of '(small both)) ,a ,b) ,c ,b))
(kind 1 (a b) `(cond ((tiny ,a) ,b) ((not (small ,b ,a)) 'neither)))
(kind 1 (a b) `(dotimes (i 5 ,b) (if (small ,a i) (setq *dynamic* i))))
(kind 1 (a) `(progn ,(small-definition (one-of '(tiny small))) ,a))

(defun short-expression (depth calls)
  (if (or (= depth 0) (zerop (random-below 5)))
      (one-of '(x y x y 0 1 -1 nil *dynamic*))
      (let ((a (short-expression (- depth 1) calls)) (b (short-expression (- depth 1) calls)) (c (short-expression (- depth 1) calls)))
        (one-of `((+ ,a ,b) (- ,a ,b) (* ,a ,b) (- ,a) (logand ,a ,b) (floor ,a ,b) (max ,a ,b) (car ,a) (cdr ,a) (cadr ,a) (cons ,a ,b) (aref ,a ,b)
                  (if ,a ,b ,c) (if (< ,a ,b) ,b ,c) (and ,a ,b) (or ,a ,b) (cond (,a ,b) ((= ,b ,c) ,a)) (not ,a) (consp ,a) (evenp ,a) (eql ,a ,b)
                  (let ((z ,a)) (if z (list z) ,b)) (progn (setq *dynamic* ,a) ,(one-of `(x ,b))) (plate-a ,a) (progn (rplaca ,a ,b) 'done)
                  ,@(if calls `((tiny ,a) (tiny ,b) (if (tiny ,a) ,b ,c))))))))

(defun small-definition (name)
  (let ((y (if (eq name 'small) '(y) '(&aux (y x)))))
    `(defun ,name (x ,@y) ,(short-expression 3 (eq name 'small)))))

(defun definition (name)
  (let ((parameters (one-of '((x y) (x y &rest z) (x &optional (y 2) &key k) (x y &key (k 1 k-p))))))
    `(defun ,name ,parameters (take-fuel) ,(expression 5 '(x y)))))

(defun result-of (function &rest arguments)
  (let ((*dynamic* 0) (*fuel* 300))
    (list (catch 'empty (catch 'one (catch 'two
            (handler-case (multiple-value-list (apply function arguments))
              (serious-condition (c) (list 'signalled (type-of c) (princ-to-string c)))))))
          *dynamic*)))

(let ((*print-circle* t) (*print-length* 20) (*print-level* 8) (*print-pretty* nil))
  (handler-bind ((warning #'muffle-warning))
    (dotimes (i *count*)
      (setq *name-count* 0)
      (let ((definitions (list (small-definition 'tiny) (small-definition 'small) (definition 'f) (definition 'g))))
        (format t "~D~%" i)
        (dolist (d definitions) (result-of #'eval d))
        (dolist (arguments '((1 2) (0 nil) ((1 2) 3) (4611686018427387904 0.5) (a 1/2) (1 2)))
          (prin1 (apply #'result-of 'f arguments))
          (terpri))))))
