;;;; Calls of mapping functions, quantifiers and REDUCE with a function that is written in the call, which are compiled as loops.

;; The values of FORM, compiled, or the type of its error.
(defun outcome (form) (handler-case (multiple-value-list (funcall (compile nil `(lambda () ,form)))) (error (c) (type-of c))))
;; The calls among FORMS that differ from calls of the function itself.
(defun differing (forms)
  (remove-if (lambda (form) (equalp (outcome form) (outcome `(locally (declare (notinline ,(car form))) ,form)))) forms))
(defvar *sequences*
  '(nil '(1) '(1 2 3) '(4 nil 5) #() #(1 2 3) #(3 nil) "ab" #*101 (make-array 3 :initial-contents '(1 2 3) :fill-pointer 2)
    (list* 1 2 3) 5 'a (vector 1 2)))
(defvar *functions-of-one* '(#'list #'numberp #'oddp (lambda (x) (if (numberp x) (* x x) x)) #'identity))
(defvar *functions-of-two* '(#'list #'eql #'+ (lambda (x y) (list y x)) #'< #'append))

;;; Quantifiers
(differing (loop for operator in '(some every notany notevery)
                 nconc (loop for function in *functions-of-one* nconc (loop for s in *sequences* collect `(,operator ,function ,s)))))
;=> NIL
(differing (loop for operator in '(some every notany notevery)
                 nconc (loop for function in *functions-of-two*
                             nconc (loop for s in (remove 'list* *sequences* :key (lambda (s) (if (consp s) (car s))))
                                         nconc (loop for u in '(nil '(1 2) #(3 1) 5) collect `(,operator ,function ,s ,u) collect `(,operator ,function ,u ,s))))))
;=> NIL
(list (every #'< '(1 2) #(2 3) '(3 4 5)) (some (lambda (a b c) (and (= a b) c)) '(1 2) #(0 2) "ab"))
;=> (T #\b)

;;; Mapping
(differing (loop for operator in '(mapcar mapc mapl maplist mapcon mapcan)
                 nconc (loop for function in '(#'list (lambda (x) (list x x)) (lambda (x) (if (numberp x) (list x) (copy-tree x))))
                             nconc (loop for s in '(nil '(1) '(1 2 3) '(4 nil 5) (list (list 1) 2 (list 3 4)) (list 1 nil) 7) collect `(,operator ,function ,s)))))
;=> NIL
(differing (loop for operator in '(mapcar mapc mapl maplist mapcon mapcan)
                 nconc (loop for function in '(#'list (lambda (x y) (list y x)))
                             nconc (loop for s in '(nil '(1) '(1 2 3)) nconc (loop for u in '('(a b) nil '(c d e f)) collect `(,operator ,function ,s ,u))))))
;=> NIL
;; The lists that MAPCAN joins are changed, the last one is not.
(let ((a (list 1)) (b (list 2)) (c '(3)))
  (list (eq (cddr (mapcan #'identity (list a b c))) c) a b))
;=> (T (1 2 3) (2 3))

;;; REDUCE
(differing (loop for function in *functions-of-two*
                 nconc (loop for s in *sequences*
                             collect `(reduce ,function ,s) collect `(reduce ,function ,s :initial-value 10) collect `(reduce ,function ,s :initial-value nil)
                             collect `(reduce ,function ,s :from-end t) collect `(reduce ,function ,s :start 1) collect `(reduce ,function ,s :key #'list))))
;=> NIL

;;; A function's RETURN leaves the block around the call, and each of its calls has variables of its own.
(block nil (some (lambda (x) (if (> x 1) (return (list :left x)))) '(1 2 3)) :not-left)  ;=> (:LEFT 2)
(block nil (reduce (lambda (x y) (if (> y 2) (return (list :left x y)) (+ x y))) #(1 2 3)) :not-left)  ;=> (:LEFT 3 3)
(dolist (i '(1 2)) (mapcan (lambda (x) (if (= x 5) (return i)) (list x)) '(4 5)))  ;=> 1
(let ((all nil)) (every (lambda (x) (push (lambda () (incf x)) all)) #(1 2)) (mapcar #'funcall (append all all)))  ;=> (3 2 4 3)

;;; Arguments are evaluated once, in order.
(let ((seen nil))
  (flet ((note (x) (push x seen) x))
    (list (every #'< (note '(1 2)) (note #(2 3))) (reduce #'+ (note '(1 2)) :initial-value (note 3)) (mapcon #'list (note '(1))) (reverse seen))))
;=> (T 6 ((1)) ((1 2) #(2 3) (1 2) 3 (1)))

;;; A local function is meant, and a later definition.
(flet ((oddp (x) (list :local x))) (some #'oddp '(2 4)))  ;=> (:LOCAL 2)
;; As in MAPCAR, a function that is never called need not exist.
(list (some #'undefined-function-here nil) (handler-case (some #'undefined-function-here '(1)) (undefined-function () :undefined)))  ;=> (NIL :UNDEFINED)
(defun changing-p (x) (> x 1))
(defun any-changing-p (s) (some #'changing-p s))
(list (any-changing-p '(1 2)) (progn (defun changing-p (x) (> x 2)) (any-changing-p '(1 2))))  ;=> (T NIL)
