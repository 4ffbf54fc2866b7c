;;;; places.lisp -- evaluation order of places and arguments (standard, 5.1.1.1 and 5.1.3); the values are those of SBCL and
;;;; CLISP.

(let ((x 5)) (incf x (incf x)) x)  ;=> 12
(let ((x 0)) (incf x (setf x 1)) x)  ;=> 2
(let ((x 5)) (decf x (incf x)) x)  ;=> 0
(let ((x 5)) (list (incf x) (decf x 2) x))  ;=> (6 4 4)
(let ((l (list 1 2 3)) (i 0)) (incf (nth (incf i) l) (incf i)) (list l i))  ;=> ((1 4 3) 2)
(let ((v (vector 1 2 3)) (i 0)) (decf (aref v i) (incf i)) (list v i))  ;=> (#(0 2 3) 1)
(let ((x '(1)) (y '(2))) (push (setq x 'gone) y) (list x y))  ;=> (GONE (GONE 2))
(let ((l (list 1))) (pushnew (progn (setq l (list 2)) 2) l) l)  ;=> (2)
(progn (define-modify-macro places-appendf (&rest lists) append) (let ((x '(1))) (places-appendf x (progn (setq x '(2)) '(3))) x))  ;=> (2 3)
(let ((x 1.5)) (incf x 1/2) x)  ;=> 2.0

;; The default of a GETF that is stored into is evaluated; REMF reads its place last.
(let ((p (list 'a 1)) (n 0)) (setf (getf p 'b (incf n)) 2) (list n p))  ;=> (1 (B 2 A 1))
(let ((p nil)) (incf (getf p 'n 5)) p)  ;=> (N 6)
(let ((x (list 'a 'b 'c 'd))) (list (remf x (progn (setq x (list 'e 'f)) 'a)) x))  ;=> (NIL (E F))

;; Places with several values.
(let ((x 1) (y 2)) (list (multiple-value-list (shiftf (values x y) (floor 7 2))) x y))  ;=> ((1 2) 3 1)
(let ((a 1) (b 2) (c 3)) (list (shiftf a b c 4) a b c))  ;=> (1 2 3 4)
(let ((a 1)) (shiftf a))  ;signals: program-error
(let (a b (c 5) (d 6)) (psetf (values a b) (values c d) (values c d) (floor 9 4)) (list a b c d))  ;=> (5 6 2 1)
(let ((a 1) (b 2) (c 3) (d 4)) (rotatef (values a b) (values c d)) (list a b c d))  ;=> (3 4 1 2)
(let ((l (list 1 2 3)) (i -1)) (rotatef (nth (incf i) l) (nth (incf i) l) (nth (incf i) l)) (list l i))  ;=> ((2 3 1) 2)
(let ((l (list 1 2 3)) (i -1)) (list (shiftf (nth (incf i) l) (nth (incf i) l) 'new) l))  ;=> (1 (2 NEW 3))
(let ((a 1) (b 2) (c 3)) (list (multiple-value-list (setf (values a (values b c)) (values 4 5 6))) a b c))  ;=> ((4 5) 4 5 NIL)
(progn (defsetf places-ends (list) (head tail) `(progn (setf (car ,list) ,head (cdr ,list) ,tail) (values ,head ,tail)))
  (let ((l (list 1 2))) (list (multiple-value-list (setf (places-ends l) (values 5 6))) l)))  ;=> ((5 6) (5 . 6))

;; SHIFTF and ROTATEF read their places after all subforms have been evaluated; PUSHNEW reads its place before its keywords.
(let ((v (vector 1 2)) (x 0)) (list (shiftf x (aref v (incf x)) 9) x v))  ;=> (1 2 #(1 9))
(let ((x '(1))) (pushnew 10 x :test (progn (setq x '(10)) #'eql)) x)  ;=> (10 1)

;; The bodies of DEFSETF and DEFINE-SETF-EXPANDER are in a block of the place's name.
(progn (defsetf places-kept (list) (new) "Store." (return-from places-kept `(setf (car ,list) ,new)))
  (let ((l (list 1))) (setf (places-kept l) 2) l))  ;=> (2)
(progn (define-setf-expander places-head (list)
         (return-from places-head (values nil nil '(new) `(setf (car ,list) new) `(car ,list))))
  (let ((l (list 1))) (incf (places-head l)) l))  ;=> (2)
(progn (define-setf-expander places-whole (&whole place list) (values nil nil '(new) `(setf (car ,list) (list ',place new)) `(car ,list)))
  (let ((l (list 1))) (setf (places-whole l) 2) l))  ;=> (((PLACES-WHOLE L) 2))

;; A symbol macro is assigned as its expansion: subforms first, then the values.
(let ((v (vector 0 1 2 3)) (i 0))
  (symbol-macrolet ((x (aref v (incf i)))) (psetq x (incf i) x (incf i))) (list v i))  ;=> (#(0 2 2 4) 4)
(let ((l (list 1 2)) (n 0))
  (symbol-macrolet ((head (car (progn (incf n) l)))) (list (multiple-value-setq (head n) (values n 9)) l n)))  ;=> (1 (1 2) 9)
(let ((l (list 1))) (macrolet ((head (x) `(car ,x))) (setf (values (head l)) 5) (incf (the integer (head l))) l))  ;=> (6)
(let ((v (vector nil nil)) (i -1)) (symbol-macrolet ((x (aref v (incf i)))) (push 1 x)) (list v i))  ;=> (#((1) NIL) 0)
(let ((x 1)) (symbol-macrolet ((y (progn (setq x 10) 5))) (incf x y) x))  ;=> 15

;; A program may modify the lists of a SETF expansion, as On Lisp's SORTF does, without changing the storing form.
(let ((expansion (multiple-value-list (get-setf-expansion '(aref v 0))))) (nconc (third expansion) (list 'more)) (count 'more (fourth expansion)))  ;=> 0

;; A local function or macro hides a global place of that name; a macro has precedence over a function (setf name).
(progn (defsetf places-hidden (list) (new) `(setf (cdr ,list) ,new)) (defun places-hidden (list) (cdr list))
  (let ((l (list 1 2))) (macrolet ((places-hidden (x) `(car ,x))) (setf (places-hidden l) 5) (incf (places-hidden l))) l))  ;=> (6 2)
(let ((l (list 1 2))) (flet ((places-hidden (x) (car x)) ((setf places-hidden) (v x) (setf (car x) v))) (setf (places-hidden l) 5) (incf (places-hidden l))) l)  ;=> (6 2)
(flet ((places-hidden (x) (car x))) (setf (places-hidden (list 1)) 5))  ;signals: undefined-function
(progn (define-setf-expander places-seen (x) (values nil nil '(new) `(setf (cdr ,x) new) `(cdr ,x))) (defun places-seen (x) (cdr x))
  (let ((l (list 1 2))) (macrolet ((places-seen (x) `(car ,x))) (push 5 (places-seen l))) l))  ;=> ((5 . 1) 2)
(progn (defmacro places-first (x) `(car ,x)) (defun (setf places-first) (v x) (setf (cdr x) v))
  (let ((l (list 1 2))) (setf (places-first l) 5) (incf (places-first l)) l))  ;=> (6 2)

;; (setf (apply #'name ...) value) calls (setf name), unless the place is one of the library's.
(progn (defun places-of-two (a b c) (aref a b c)) (defun (setf places-of-two) (v a b c) (setf (aref a b c) v))
  (let ((a (make-array '(2 2) :initial-element 0))) (setf (apply #'places-of-two a (list 1 1)) 5) (incf (apply #'places-of-two a 1 (list 1))) a))  ;=> #2A((0 0) (0 6))
(setf (apply (car '(car)) '(x)) 1)  ;signals: "Expected (APPLY #'name argument...) as place, got (APPLY"

;; A special form that is not a place is reported as such; its parts are not evaluated as arguments.
(push 1 '(2))  ;signals: "Expected a place, got '(2)"
(let ((x 1)) (incf (progn x)))  ;signals: "Expected a place, got (PROGN X)"

;; The property list of a symbol belongs to the program; Winnow does not store types or places there.
(symbol-plist 'car)  ;=> NIL
(progn (setf (symbol-plist 'car) '(a 1)) (let ((x (list 1))) (setf (car x) 2) (list x (get 'car 'a) (symbol-plist 'car))))  ;=> ((2) 1 (A 1))
(defstruct with-properties a)
(progn (setf (get 'with-properties 'z) 1) (setf (symbol-plist 'with-properties) nil) (list (with-properties-a (make-with-properties :a 2)) (get 'with-properties 'z)))  ;=> (2 NIL)
(progn (setf (get 'with-properties 'y) 3) (remprop 'with-properties 'y) (symbol-plist 'with-properties))  ;=> NIL

;; A single place is still evaluated
(let (l) (rotatef (car (progn (push 1 l) (list 1)))) l)  ;=> (1)
(let ((a 1)) (list (rotatef a) a))  ;=> (NIL 1)
(let ((y 1) (z 2) u v) (list (multiple-value-list (shiftf (values y z) (values u v) (floor 89 10))) y z u v))  ;=> ((1 2) NIL NIL 8 9)

;; DEFSETF supports &ENVIRONMENT, that of the SETF form.
(defsetf of-environment (s &optional (o 7) &environment e) (n) `(list ,s ,o ,n ,(macroexpand-1 '(here) e)))
(macrolet ((here () 5)) (list (setf (of-environment 1) 2) (setf (of-environment 1 3) 2)))  ;=> ((1 7 2 5) (1 3 2 5))
(defsetf environment-first (&environment e s &key (k 7)) (n m) `(values ,s ,k ,n ,m ,(macroexpand-1 '(here) e)))
(macrolet ((here () 6)) (multiple-value-list (setf (environment-first 1 :k 3) (values 8 9))))  ;=> (1 3 8 9 6)
(eval '(defsetf environment-last (s &environment) (n) n))  ;signals: program-error

;; POP is (prog1 (car place) (setf place (cdr place))): it reads the CAR first, whatever the setter does to the cons.
(progn (defvar *popped-cells* (list 1 2 3)) (defun popped-cells () *popped-cells*)
       (defun (setf popped-cells) (new) (setf (car *popped-cells*) :gone) (setq *popped-cells* new))
       (list (pop (popped-cells)) *popped-cells*))  ;=> (1 (2 3))
(let ((l (list 1 2)) (trace nil))
  (flet ((place () (push :read trace) l) ((setf place) (new) (push :store trace) (setf (car l) 9) (setq l new)))
    (list (pop (place)) l trace)))  ;=> (1 (2) (:STORE :READ))

;; A place without store variables takes no value.
(let (a b) (setf (values a (values) b) (values 1 2)) (list a b))  ;=> (1 2)
(let (a b c) (setf (values (values a b) c) (values 1 2)) (list a b c))  ;=> (1 NIL 2)
(let ((n 0)) (list (multiple-value-list (setf (values) (incf n))) n))  ;=> (NIL 1)
(let ((a 1) (b 2)) (psetf (values a (values) b) (values b a)) (list a b))  ;=> (2 1)
(let ((a 1) (b 2)) (list (multiple-value-list (shiftf (values a (values)) (values b (values)) 5)) a b))  ;=> ((1) 2 5)

;; Assignment operators, and functions that set symbols and functions.
(psetq)  ;=> NIL
(let ((a 1) (b 2)) (psetq a b b a) (list a b))  ;=> (2 1)
(let ((a 1) (b 2)) (rotatef a b) (list a b))  ;=> (2 1)
(let ((a 1) (b 2)) (shiftf a b 3))  ;=> 1
(let ((x 5)) (setf x 6) x)  ;=> 6
(let ((x 5)) (setq x 6 x (+ x 1)) x)  ;=> 7
(progv '(zz) '(1) (symbol-value 'zz))  ;=> 1
(progn (defvar *dyn* 1) (defun get-dyn () *dyn*) (let ((*dyn* 2)) (get-dyn)))  ;=> 2
(progn (defparameter *dyn2* 5) (let ((*dyn2* 6)) *dyn2*) *dyn2*)  ;=> 5
(progn (defun (setf my-first) (v l) (setf (car l) v)) (let ((l (list 1 2))) (setf (my-first l) 'z) l))  ;=> (Z 2)
