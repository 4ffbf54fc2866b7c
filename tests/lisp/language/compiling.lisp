;;;; compiling.lisp -- symbol macros, compiler macros, declarations and compiled forms (ANSI Common Lisp, chapter 3).

;;; Symbol macros

(define-symbol-macro head (car *some-list*))  ;=> HEAD
(defvar *some-list* (list 1 2))
(list head (setq head 5) *some-list* (incf head) (push 'a head) *some-list*)  ;=> (1 5 ((A . 6) 2) 6 (A . 6) ((A . 6) 2))
(list (let ((head 3)) head) (macroexpand 'head) (funcall (lambda (head) (setq head 7) head) 1))  ;=> (3 (CAR *SOME-LIST*) 7)
(let ((*some-list* '(local))) (multiple-value-bind (x y) (values head 1) (list x y)))  ;=> (LOCAL 1)
(define-symbol-macro nothing nil)
(list nothing (symbol-macrolet ((nothing 1)) nothing))  ;=> (NIL 1)
(define-symbol-macro endless endless)
(eval 'endless)  ;signals: storage-condition
(define-symbol-macro *some-list* 1)  ;signals: program-error
(defvar head)  ;signals: program-error
(define-symbol-macro 5 1)  ;signals: program-error
(symbol-macrolet ((place (car *some-list*))) (locally (declare (special place)) (setq place 8) (list place (symbol-value 'place))))  ;=> (8 8)

;;; Compiler macros

(defun cube (x) (list :called x))
(define-compiler-macro cube (&whole form x) "Cubes of numbers." (if (numberp x) (* x x x) form))  ;=> CUBE
(list (cube 3) (cube '3) (funcall #'cube 3) (funcall 'cube 3) (mapcar #'cube '(3)))  ;=> (27 (:CALLED 3) 27 (:CALLED 3) ((:CALLED 3)))
(list (locally (declare (notinline cube)) (cube 3)) (let ((x 1)) (declare (notinline cube)) (cube x)) (cube 2))  ;=> ((:CALLED 3) (:CALLED 1) 8)
(flet ((cube (x) (list :local x))) (list (cube 3) (funcall #'cube 3)))  ;=> ((:LOCAL 3) (:LOCAL 3))
(labels ((f () (declare (notinline cube)) (cube 3))) (f))  ;=> (:CALLED 3)
(progn (declaim (notinline cube)) (eval '(cube 3)))  ;=> (:CALLED 3)
(progn (declaim (inline cube)) (eval '(cube 3)))  ;=> 27
(documentation 'cube 'compiler-macro)  ;=> "Cubes of numbers."
(list (functionp (compiler-macro-function 'cube)) (compiler-macro-function 'car) (macro-function 'cube))  ;=> (T NIL NIL)
(macrolet ((here (&environment env) (list 'quote (flet ((f (n) (compiler-macro-function n env))) (list (null (f 'cube)))))))
  (flet ((cube (x) x)) (list (cube 1) (here))))  ;=> (1 (T))
(progn (setf (compiler-macro-function 'cube) nil) (eval '(cube 3)))  ;=> (:CALLED 3)
(defun (setf corner) (new place) (list :set place new))
(define-compiler-macro (setf corner) (new place) `(list :compiled ,place ,new))  ;=> (SETF CORNER)
(list (setf (corner 1) 2) (funcall #'(setf corner) 2 1))  ;=> ((:COMPILED 1 2) (:COMPILED 1 2))
(define-compiler-macro 5 (x) x)  ;signals: program-error
(compiler-macro-function "cube")  ;signals: type-error
(setf (compiler-macro-function 'cube) 5)  ;signals: type-error
;; A macro may have a compiler macro, which is tried first.
(progn (defmacro pair (x) `(list ,x :macro)) (define-compiler-macro pair (x) `(list ,x :compiler-macro)) (eval '(funcall (lambda () (pair 1)))))  ;=> (1 :COMPILER-MACRO)

;;; Expansion

(defmacro twice (x) `(list ,x ,x))
(defvar *seen* nil)
(let ((*macroexpand-hook* (lambda (expander form environment) (push (car form) *seen*) (funcall expander form environment))))
  (list (eval '(twice 1)) (macroexpand-1 '(twice 2)) (eval '(macrolet ((thrice (x) `(list ,x ,x ,x))) (thrice 3)))))  ;=> ((1 1) (LIST 2 2) (3 3 3))
(reverse *seen*)  ;=> (TWICE TWICE THRICE)
(let ((*macroexpand-hook* (constantly '(quote replaced)))) (eval '(twice 1)))  ;=> REPLACED
(let ((*macroexpand-hook* #'funcall)) (eval '(twice 1)))  ;=> (1 1)
(macrolet ((local () 1)) (macrolet ((asked (&environment env) (list 'quote (mapcar (lambda (n) (not (null (macro-function n env)))) '(local twice car)))))
  (flet ((twice (x) x)) (twice 1) (asked))))  ;=> (T NIL NIL)

;;; Units of compilation

(multiple-value-list (with-compilation-unit () (values 1 2)))  ;=> (1 2)
(with-compilation-unit (:override (car '(t))) (list 'done))  ;=> (DONE)
(block nil (with-compilation-unit () (return 'left)))  ;=> LEFT
(with-compilation-unit (:overrule t) 1)  ;signals: program-error

;;; Special operators of the compiler that the standard calls macros, and other names

(mapcar (lambda (s) (list (special-operator-p s) (functionp (macro-function s)))) '(and or cond when unless multiple-value-bind))  ;=> ((NIL T) (NIL T) (NIL T) (NIL T) (NIL T) (NIL T))
(mapcar #'macroexpand-1 '((and a b) (and a) (when a b) (unless a b) (cond (a b) (c)) (cond)))  ;=> ((IF A (AND B) NIL) A (IF A (PROGN B) NIL) (IF A NIL (PROGN B)) (IF A (PROGN B) (COND (C))) NIL)
(mapcar #'eval (mapcar #'macroexpand-1 '((or nil 2) (or) (and) (cond (nil 1) (5)) (multiple-value-bind (a b c) (floor 7 2) (list a b c)) (when nil 1))))  ;=> (2 NIL T 5 (3 1 NIL) NIL)
(list (special-operator-p 'if) (macro-function 'if) (special-operator-p 'car))  ;=> (T NIL NIL)
(symbol-macrolet ((x 10)) (declare (special x)) x)  ;signals: program-error
(symbol-macrolet ((*package* 10)) *package*)  ;signals: program-error
(symbol-macrolet ((pi 10)) pi)  ;signals: program-error
(proclaim '(special . x))  ;signals: type-error
(list (multiple-value-list (compile 'compiled-here '(lambda (x) (list x)))) (compiled-here 1))  ;=> ((COMPILED-HERE NIL NIL) (1))
(compile 'no-such-function-here)  ;signals: undefined-function
(not (search "Return" (with-output-to-string (*standard-output*) (disassemble '(lambda (x) (cons x x))) (disassemble '(setf corner)) (disassemble 'twice))))  ;=> NIL
(search "This function is written in C++" (with-output-to-string (*standard-output*) (disassemble 'length)))  ;=> 0
(let ((*gensym-counter* (expt 10 30))) (list (symbol-name (gensym)) *gensym-counter* (symbol-name (gensym 12))))  ;=> ("G1000000000000000000000000000000" 1000000000000000000000000000001 "G12")
(let ((*print-base* 2)) (symbol-name (gensym 5)))  ;=> "G5"
(gensym t)  ;signals: type-error
(list (boundp '*) (boundp '///) (boundp '-))  ;=> (T T T)

;;; More variables than an instruction can address: those around each limit remain distinct

(let* ((names (loop for i below 300 collect (intern (format nil "V~D" i))))
       (near '(0 1 254 255 256 257 299))
       (function (eval `(lambda ,names
                          (list ,@(loop for i in near
                                        for v = (nth i names)
                                        collect `(list (if (= ,v ,i) 'yes 'no) (if (< ,v ,i) 'yes 'no) (if (< ,v v255) 'less 'not-less)
                                                       (if (> v255 ,v) 'less 'not-less) (if (< ,v 100000) 'small 'large) (+ ,v 1) (- ,v v256))))))))
  (equal (apply function (loop for i below 300 collect i))
         (loop for i in near
               collect (list 'yes 'no (if (< i 255) 'less 'not-less) (if (< i 255) 'less 'not-less) 'small (1+ i) (- i 256)))))  ;=> T

;;; Comparisons with a constant on either side, and negated

(mapcar (lambda (x) (list (if (> 5 x) 1 0) (if (>= 5 x) 1 0) (if (<= 5 x) 1 0) (if (< 5 x) 1 0) (if (= 5 x) 1 0) (if (/= 5 x) 1 0)
                          (if (not (> x 5)) 1 0) (if (not (>= x 5)) 1 0) (if (not (<= x 5)) 1 0) (if (not (< x 5)) 1 0) (if (not (= x 5)) 1 0)))
        '(4 5 6))  ;=> ((1 1 0 0 0 1 1 1 0 0 1) (0 1 1 0 1 0 1 0 0 1 0) (0 0 1 1 0 1 0 0 1 1 1))
(list (if nil 1 2) (if t 1 2) (and t nil) (or nil 3) (if (and 5 nil) 1 2) (if (or nil 5) 1 2) (loop while nil) (if (not nil) 1 2))  ;=> (2 1 NIL 3 2 1 NIL 1)

;;; Names that cannot be bound

(let ((pi 1)) pi)  ;signals: "PI is a constant and cannot be bound"
(lambda (pi) pi)  ;signals: "PI is a constant and cannot be bound"
(lambda (5) 1)  ;signals: program-error
(lambda (a b a) 1)  ;signals: "The variable A appears twice in the lambda list (A B A)"
(block 5 1)  ;signals: "BLOCK: expected a symbol as name, got 5"
(flet ((5 () 1)) 1)  ;signals: program-error
(flet (((setf corner-of) (v x) (list v x))) (funcall #'(setf corner-of) 1 2))  ;=> (1 2)
(setf (fdefinition 'if) #'car)  ;signals: "IF is a special form and cannot be redefined"
(setf (symbol-function 'car-of-nothing) 5)  ;signals: type-error
(disassemble 5)  ;signals: type-error
(set 'pi 1)  ;signals: "PI is a constant and cannot be assigned"
(makunbound 'pi)  ;signals: "PI is a constant and cannot be assigned"
(progv '(pi) '(1) pi)  ;signals: "PI is a constant and cannot be bound"
(progn (defconstant +corners+ 4) (defconstant +corners+ 4))  ;=> +CORNERS+
(list (eval (quote (defconstant +corners+ 5))) +corners+)  ;=> (+CORNERS+ 5)
(setq +corners+ 6)  ;signals: program-error
(defun bound-late (x) (declare (special +late+)) (let ((+late+ x)) (declare (special +late+)) +late+))
(list (bound-late 1) (eval '(defconstant +late+ 2)))  ;=> (1 +LATE+)
(bound-late 1)  ;signals: "+LATE+ is a constant and cannot be bound"
(apply #'values (make-list 300))  ;signals: "300 values are too many: the limit is 256"
(length (multiple-value-list (apply #'values (make-list 256))))  ;=> 256

;;; Backquote inside backquote

(let ((x '(1 2))) `(a `(b ,(c ,@x) ,,(car x) ,@',x)))  ;=> (A `(B ,(C 1 2) ,1 ,@'(1 2)))
(let ((x '(1 2))) (eval `(let ((y 5)) `(b ,y ,(list ,@x) ,',x))))  ;=> (B 5 (1 2) (1 2))

;;; MAPC and MAPCAR of a lambda expression and one list are loops

(let ((n 0)) (list (mapc (lambda (x) (incf n x)) '(1 2 3)) n))  ;=> ((1 2 3) 6)
(block found (mapc (lambda (x) (if (evenp x) (return-from found x))) '(1 2 3)) nil)  ;=> 2
(let ((fs nil)) (mapc (lambda (x) (push (lambda () (incf x)) fs)) '(1 10)) (list (mapcar #'funcall fs) (mapcar #'funcall fs)))  ;=> ((11 2) (12 3))
(let ((seen nil)) (tagbody (mapcar (lambda (x) (push x seen) (if (= x 2) (go out))) '(1 2 3)) (push 'all seen) out) seen)  ;=> (2 1)
(defvar *mapped* 0)
(defun mapped () *mapped*)
(list (mapcar (lambda (*mapped*) (mapped)) '(1 2)) (mapped))  ;=> ((1 2) 0)
(list (mapcar (lambda (x) (declare (special x)) (let ((x 5)) x (locally (declare (special x)) x))) '(1 2)))  ;=> ((1 2))
(mapcar (lambda (x) (declare (integer x)) "text" (declare (ignorable x)) (list x)) '(1 2))  ;=> ((1) (2))
(mapcar (lambda (x) (declare (ignore x)) "text") '(1 2))  ;=> ("text" "text")
(mapcar (lambda (x) (declare (ignore x))) '(1 2))  ;=> (NIL NIL)
(mapcar (lambda (x &optional (y 2)) (list x y)) '(1))  ;=> ((1 2))
(mapcar (lambda (&rest all) all) '(1 2))  ;=> ((1) (2))
(mapcar (lambda (x y) (list x y)) '(1 2) '(3 4))  ;=> ((1 3) (2 4))
(mapcar (lambda (x) (mapcar (lambda (y) (* x y)) '(1 2))) '(3 4))  ;=> ((3 6) (4 8))
(multiple-value-list (mapc (lambda (x) (values x x)) '(1)))  ;=> ((1))
(flet ((mapcar (f l) f (list l))) (mapcar (lambda (x) x) 5))  ;=> (5)
(defun squares (l) (mapcar (lambda (x) (* x x)) l))
(squares '(1 2 . 3))  ;signals: "MAPCAR: expected a list, got 3"
(squares 'a)  ;signals: "MAPCAR: expected a list, got A"
(squares '(a))  ;signals: "*: expected a number, got A"
(mapc (lambda (x) x) 5)  ;signals: "MAPC: expected a list, got 5"
(mapcar (lambda (&optional) 1) (list 1))  ;signals: "expected 0 arguments, got 1"
;; after a redefinition, forms compiled later call the new function
(let ((own #'mapcar) (*error-output* (make-broadcast-stream)))
  (unwind-protect
      (progn
        (setf (fdefinition 'mapcar) (lambda (f l) f (cons 'mine l)))
        (funcall (compile nil '(lambda () (mapcar (lambda (x) x) '(1))))))
    (setf (fdefinition 'mapcar) own)))  ;=> (MINE 1)

;; The compiler does not hang on a malformed or circular form.
(eval '(mapcar (lambda (x . y) x) '(1)))  ;signals: program-error
(eval '(mapcar (lambda (x) . 5) '(1)))  ;signals: program-error
(eval (let ((type (list 'or 'integer))) (setf (cddr type) (cdr type)) `(typep 1 ',type)))  ;signals: "expected a type specifier"
(mapcar (lambda (||) (list ||)) '(1))  ;=> ((1))
(mapcar (lambda (&optional) 1) '(1))  ;signals: program-error

;; More variables than an instruction with two operands can address.
(let* ((names (loop repeat 65542 collect (gensym))) (numbers (loop for k from 65530 to 65541 collect k)))
  (equal numbers
         (eval `(let ,(loop for name in names for i from 0 collect (list name i))
                  (list ,@(loop for k in numbers collect `(if (< ,(first names) ,(nth k names)) (+ ,(first names) ,(nth k names)))))))))  ;=> T

;; COMPILE of a name needs a definition.
(handler-case (compile 'no-function-of-this-name) (undefined-function (c) (cell-error-name c)))  ;=> NO-FUNCTION-OF-THIS-NAME

;;; Declarations: a declared name must be a symbol; an unknown declaration causes a warning

(defun warned-of (form) (let ((text (with-output-to-string (*error-output*) (compile nil `(lambda (x) ,form x))))) (if (string= text "") nil (string-trim '(#\Newline) text))))
(let ((x 1)) (declare (special 5)) x)           ;signals: "(SPECIAL 5) declares 5, which is not a variable name"
(locally (declare (notinline "f")) 1)           ;signals: program-error
(locally (declare (special 5)) 1)               ;signals: program-error
(list (locally) (locally (declare (fixnum x))))  ;=> (NIL NIL)
(let ((x 1)) (declare 5) x)                     ;signals: program-error
(warned-of '(declare (specail x)))              ;=> "; warning: (SPECAIL X) is not a valid declaration: it is ignored"
(integerp (search "FIXNM" (warned-of '(declare (fixnm x)))))  ;=> T
(deftype declared-type () 'integer)
(defstruct declared-structure)
(declaim (declaration known-by-me))
(mapcar #'warned-of '((declare (declared-type x)) (declare (declared-structure x)) (declare (known-by-me x)) (declare ((integer 0 5) x))
                      (declare (fixnum x) (ignorable x) (optimize speed) (dynamic-extent x) (type t x) (inline car))))  ;=> (NIL NIL NIL NIL NIL)
(handler-case (proclaim '(specail *x*)) (warning (c) (princ-to-string c)))  ;=> "(SPECAIL *X*) is not a valid declaration: it is ignored"
(dialect :maclisp)
(defun undeclared (x) (declare (notype x)) x)
(undeclared 1)  ;=> 1
(dialect :common-lisp)

;;; With three or more levels of backquote, the forms of ,@ are placed after the preceding unquotes.
(progn (defparameter *ten* 10) (defparameter *twenty* 20) (defparameter *two-names* '(*ten* *twenty*)))
(eval (eval ```(,,@,@(mapcar #'(lambda (z) `(list ',z)) *two-names*))))  ;=> (10 20)
(eval (eval ```(,@,@,@(mapcar #'(lambda (z) `(list '(list ,z))) *two-names*))))  ;=> (10 20)
(eval (eval ```(,.,.,.(mapcar #'(lambda (z) `(list '(list ,z))) *two-names*))))  ;=> (10 20)
(eval (eval ```(1 ,@,,@(mapcar #'(lambda (z) `'(list ,z)) *two-names*) 2)))  ;=> (1 10 20 2)
(eval (eval ```(1 ,,@',@(list *two-names*) 2)))  ;=> (1 10 20 2)
(eval (eval (eval ````(,,,@,@(mapcar #'(lambda (z) `(list '',z)) *two-names*)))))  ;=> (10 20)

;; The number of captured values
(let ((text (with-output-to-string (*standard-output*) (disassemble '(lambda (x y z) (lambda () (list x y z))))))) (numberp (search "MakeClosure 0 3" text)))  ;=> T
