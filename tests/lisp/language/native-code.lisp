;;;; native-code.lisp -- functions that are compiled to native code while they are active: a call that begins in the
;;;; interpreter loop may continue natively, and vice versa. tests/run runs this file with several numbers of calls after
;;;; which a function is compiled.

(defun each (function list) (dolist (x list) (funcall function x)))

;; A loop of many iterations, with entries on the dynamic stack
(let ((n 0)) (dotimes (i 3000 n) (catch 'out (incf n) (if (oddp i) (throw 'out nil)))))  ;=> 3000
(let ((n 0)) (dotimes (i 3000 n) (block nil (unwind-protect (if (oddp i) (return nil)) (incf n)))))  ;=> 3000
(defvar *depth* 0)
(let ((*depth* 1)) (dotimes (i 3000 *depth*) (let ((*depth* (+ *depth* 1))) (if (= i 2999) (setq *depth* 7)))))  ;=> 1
(catch 'done (let ((i 0)) (loop (incf i) (if (= i 5000) (throw 'done i)))))  ;=> 5000
(block found (each (lambda (x) (dotimes (i 2000) (if (= i 1999) (return-from found (list x i))))) '(a b)))  ;=> (A 1999)
(let ((k 0)) (tagbody again (incf k) (each (lambda (x) (if (< k 2000) (go again)) x) '(1 2))) k)  ;=> 2000

;; A recursion that began before the function was compiled returns to the interpreted frames
(defun count-down (n) (if (= n 0) (list 0) (let ((l (count-down (- n 1)))) (setf (car l) (+ (car l) 1)) l)))
(count-down 3000)  ;=> (3000)
(defun is-even (n) (if (= n 0) t (is-odd (- n 1))))
(defun is-odd (n) (if (= n 0) nil (is-even (- n 1))))
(is-even 20001)  ;=> NIL
(defun escape-at (n) (catch 'deep (dive n)))
(defun dive (n) (if (= n 0) (throw 'deep 'up) (list (dive (- n 1)))))
(loop repeat 50 always (eq (escape-at 100) 'up))  ;=> T
(defun unwinding (n) (if (= n 0) (throw 'deep 'up) (unwind-protect (unwinding (- n 1)) (incf *depth*))))
(progn (setq *depth* 0) (loop repeat 30 do (catch 'deep (unwinding 10))) *depth*)  ;=> 300

;; All callers see a redefinition immediately
(defun callee (x) (list 1 x))
(defun caller (x) (callee x))
(defun tail-caller (x) (funcall 'callee x))
(dotimes (i 50) (caller i) (tail-caller i))
(defun callee (x) (list 2 x))
(list (caller 5) (tail-caller 5))  ;=> ((2 5) (2 5))
(defun callee (&optional (x 3) &rest more) (list 3 x more))
(list (caller 5) (tail-caller 5))  ;=> ((3 5 NIL) (3 5 NIL))
(dotimes (i 50) (caller i))
(defgeneric callee-to-be (x))
(defmethod callee-to-be ((x integer)) (list 'integer x))
(defmethod callee-to-be ((x symbol)) (list 'symbol x))
(setf (fdefinition 'callee) #'callee-to-be)
(loop repeat 40 do (caller 1) (caller 'a) finally (return (list (caller 1) (tail-caller 'a))))  ;=> ((INTEGER 1) (SYMBOL A))
(setf (fdefinition 'callee) #'list)
(loop repeat 40 do (caller 1) finally (return (list (caller 1) (tail-caller 'a))))  ;=> ((1) (A))
(fmakunbound 'callee)
(caller 1)  ;signals: undefined-function
(tail-caller 1)  ;signals: undefined-function
(defun callee (x y) (+ x y))
(caller 1)  ;signals: program-error
(defun redefines-itself (n) (if (= n 100) (setf (fdefinition 'redefines-itself) (lambda (n) (list 'new n)))) (if (> n 200) 'old (redefines-itself (+ n 1))))
(redefines-itself 0)  ;=> (NEW 101)
(defun gives-itself-up (n) (when (= n 3) (setf (fdefinition 'gives-itself-up) (lambda (n) (list 'new n)))) (list n (gives-itself-up (+ n 1))))
(gives-itself-up 0)  ;=> (0 (1 (2 (3 (NEW 4)))))
; two closures of the same code are two functions
(flet ((count-down (calls)
         (lambda (n) (incf calls) (if (= n 0) calls (progn (when (= n 5) (rotatef (symbol-function 'counting) *other*)) (+ 0 (counting (- n 1))))))))
  (defvar *other*)
  (setf (fdefinition 'counting) (count-down 0) *other* (count-down 100)))
(list (counting 9) (counting 3) (funcall *other* 0) (counting 8))  ;=> (105 109 6 11)

;; A small function is inlined together with the functions that it calls. An error in it has its own frame, and it may be
;; redefined.
(defvar *smalls* 0)
(defun small-car (x) (car x))
(defun small-even (x) (if (consp x) (evenp (small-car x)) (eql x 0)))
(defun small-counted (x) (setq *smalls* (+ *smalls* 1)) x)
(defun smalls (x y) (list (if (small-even x) 'even 'odd) (cond ((not (small-even y)) 'odd) (t 'even)) (small-car x) (small-counted y)))
(loop repeat 400 do (smalls '(1) 0))
(list (smalls '(2) 0) (smalls '(3) '(4 5)) (smalls nil 5) *smalls*)  ;=> ((EVEN EVEN 2 0) (ODD EVEN 3 (4 5)) (ODD ODD NIL 5) 403)
(smalls '(a) 0)  ;signals: "EVENP: expected an integer, got A"
(smalls 0 0)  ;signals: "CAR: expected a list, got 0"
*smalls*  ;=> 403
(let ((rows (block nil (handler-bind ((error (lambda (c) c (return (system::backtrace-rows 9))))) (list (smalls 0 1))))))
  (list (integerp (search "(SMALL-CAR 0)" rows)) (integerp (search "(SMALLS 0 1)" rows))))  ;=> (T T)
(setq *smalls* most-positive-fixnum)
(list (smalls '(2) 0) *smalls*)  ;=> ((EVEN EVEN 2 0) 2305843009213693952)
(makunbound '*smalls*)
(smalls '(2) 0)  ;signals: unbound-variable
(setq *smalls* 0.5)
(list (smalls '(2) 0) *smalls*)  ;=> ((EVEN EVEN 2 0) 1.5)
(defun small-car (x) (if (consp x) (+ 1 (car x)) 'none))
(list (smalls '(2) 0) (smalls '(3) 5))  ;=> ((ODD EVEN 3 0) (EVEN ODD 4 5))
(fmakunbound 'small-even)
(smalls '(2) 0)  ;signals: undefined-function
(defun small-down (x) (small-counted x))
(loop repeat 400 do (small-down 1))
(defun small-counted (x) (if (= x 0) 'down (small-down (- x 1))))
(small-down 1000000)  ;=> DOWN
(defun small-floor (x) (floor x 3))
(defun small-two (x) (list (multiple-value-list (small-floor x)) (small-floor x)))
(loop repeat 400 do (small-two 1))
(list (small-two 10) (small-two 10.0) (small-two -10))  ;=> (((3 1) 3) ((3 1.0) 3) ((-4 2) -4))
;; The number of values of a form is that of its last form alone, whatever precedes it and however its values are passed on
(defmacro in-all-contexts (form)
  `(lambda (x)
     (flet ((three () (values 1 2 3)))
       (list (progn (three) (multiple-value-list ,form))
             (progn (three) (multiple-value-list (if (plusp x) ,form (three))))
             (progn (three) (multiple-value-list (or (minusp x) ,form)))
             (progn (three) (multiple-value-list (let ((y (+ x 1))) (if (> y x) ,form y))))
             (progn (three) (multiple-value-list (let ((*smalls* x)) ,form)))
             (progn (three) (multiple-value-list (catch 'tag (throw 'tag ,form))))
             (progn (three) (multiple-value-list (block nil (mapc (lambda (x) (return ,form)) (list x)))))
             (progn (three) (multiple-value-list (block nil (tagbody (return ,form)))))
             (progn (three) (multiple-value-list (unwind-protect ,form (three))))
             (progn (three) (multiple-value-list (multiple-value-prog1 ,form (three))))
             (progn (three) (multiple-value-bind (a b c) ,form (list a b c)))
             (progn (three) (multiple-value-call #'list ,form ,form))
             (progn (three) (multiple-value-list (or ,form (three))))
             (progn (three) (list ,form ,form))
             (progn (three) (multiple-value-list (funcall (lambda (x) (three) ,form) x)))))))
(defun shows-one (value) (let ((one (list value))) (list one one one one one one one one one one (list value nil nil) (list value value) one (list value value) one)))
(defun shows-two (a b) (let ((two (list a b))) (list two two two two two two two two two two (list a b nil) (list a b a b) (list a) (list a a) two)))
(defun small-bits (x) (logand x 3))
(defun small-divided (x) (floor x 4))
(defun small-either (x) (if (< x 100) (small-bits x) (small-divided x)))
(defun small-alternative (x) (or (evenp x) (small-bits x)))
(defun small-let (x) (let ((y (logior x 1))) (logxor y 8)))
(defstruct small-box (contents 8))
(defun small-contents (x) (small-box-contents x))
(defun all-alike-p (function argument expected) (loop repeat 400 always (equal (funcall function argument) expected)))
(list (all-alike-p (in-all-contexts (logand x 3)) 7 (shows-one 3))
      (all-alike-p (in-all-contexts (ash x 2)) 7 (shows-one 28))
      (all-alike-p (in-all-contexts (evenp x)) 8 (shows-one t))
      (all-alike-p (in-all-contexts (mod x 4)) 7 (shows-one 3))
      (all-alike-p (in-all-contexts (floor x 4)) 7 (shows-two 1 3))
      (all-alike-p (in-all-contexts (truncate x 4)) 6.5 (shows-two 1 2.5)))  ;=> (T T T T T T)
(list (all-alike-p (in-all-contexts (small-bits x)) 7 (shows-one 3))
      (all-alike-p (in-all-contexts (small-divided x)) 7 (shows-two 1 3))
      (all-alike-p (in-all-contexts (small-either x)) 7 (shows-one 3))
      (all-alike-p (in-all-contexts (small-either x)) 101 (shows-two 25 1))
      (all-alike-p (in-all-contexts (small-alternative x)) 7 (shows-one 3))
      (all-alike-p (in-all-contexts (small-let x)) 6 (shows-one 15)))  ;=> (T T T T T T)
(let ((box (make-small-box)))
  (list (all-alike-p (in-all-contexts (if (eql x 7) (small-box-contents box) 9)) 7 (shows-one 8))
        (all-alike-p (in-all-contexts (if (eql x 7) (small-contents box) 9)) 7 (shows-one 8))
        (all-alike-p (in-all-contexts (if (eql x 7) (setf (small-box-contents box) 8) 9)) 7 (shows-one 8))))  ;=> (T T T)
(defun small-square (x) (* x x))
(defun squares (x) (list (small-square x) (small-square (small-square x))))
(loop repeat 400 do (squares 1))
(list (squares 3) (squares 1.5) (squares 1/2) (squares 2305843009213693951))  ;=> ((9 81) (2.25 5.0625) (1/4 1/16) (5316911983139663487003542222693990401 28269553036454149224292902704178252817674109380037990394614044720680140801))
(defun small-cons (x y) (cons x y))
(defun small-list (n) (let ((l nil)) (dotimes (i n l) (setq l (small-cons i l)))))
(let ((l (small-list 300000))) (list (length l) (reduce #'+ l)))  ;=> (300000 44999850000)
(defvar *small-kept* nil)
(defun small-keep (x) (setq *small-kept* x) nil)
(defun small-keeper (n) (dotimes (i n *small-kept*) (if (small-keep (list i)) (error "kept"))))
(progn (small-keeper 100000) (gc) *small-kept*)  ;=> (99999)
(defstruct small-place (row 0) (column 0))
(defun small-corner-p (p) (and (= 0 (small-place-row p)) (= 0 (small-place-column p))))
(defun corners (list) (count-if (lambda (p) (if (small-corner-p p) t)) list))
(loop repeat 400 do (corners (list (make-small-place) (make-small-place :row 1))))
(defstruct (small-room (:include small-place)) door)
(corners (list (make-small-place :column 1) (make-small-room) (make-small-place)))  ;=> 2
(corners (list 5))  ;signals: "SMALL-PLACE-ROW: expected a SMALL-PLACE, got 5"

;; Numbers at the limits of fixnums, and of different types in the same place
(defun sums (a b) (list (+ a b) (- a b) (* a b) (< a b) (<= a b) (= a b) (>= a b) (> a b)))
(loop repeat 40 do (sums 1 2))
(sums most-positive-fixnum 1)  ;=> (2305843009213693952 2305843009213693950 2305843009213693951 NIL NIL NIL T T)
(sums most-negative-fixnum -1)  ;=> (-2305843009213693953 -2305843009213693951 2305843009213693952 T T NIL NIL NIL)
(sums 1/2 0.25)  ;=> (0.75 0.25 0.125 NIL NIL NIL T T)
(sums 1.5d0 1)  ;=> (2.5d0 0.5d0 1.5d0 NIL NIL NIL T T)
(sums 4611686018427387904 4611686018427387904)  ;=> (9223372036854775808 0 21267647932558653966460912964485513216 NIL T T T NIL)
(sums 'a 1)  ;signals: "+: expected a number, got A"
(defun by-constants (x) (list (* x 3) (- x 7) (+ x 5) (- 7 x) (* 1000000 x x)))
(loop repeat 40 do (by-constants 1))
(by-constants most-negative-fixnum)  ;=> (-6917529027641081856 -2305843009213693959 -2305843009213693947 2305843009213693959 5316911983139663491615228241121378304000000)
(by-constants 1/3)  ;=> (1 -20/3 16/3 20/3 1000000/9)

;; Parts of lists and vectors, and of objects without such parts
(defun parts (x) (list (car x) (cdr x) (cadr x) (cddr x)))
(loop repeat 40 do (parts '(1 2 3)))
(list (parts '(1 2 3)) (parts nil))  ;=> ((1 (2 3) 2 (3)) (NIL NIL NIL NIL))
(parts '(1 . 2))  ;signals: "CADR: expected a list, got 2"
(parts 5)  ;signals: "CAR: expected a list, got 5"
(defun change (x) (setf (car x) 1 (cdr x) 2) x)
(loop repeat 40 do (change (list 1)))
(change nil)  ;signals: type-error
(change (list 'a 'b))  ;=> (1 . 2)
(defun element (v i) (aref v i))
(loop repeat 40 do (element #(1 2 3) 1))
(list (element #(1 2 3) 2) (element "abc" 0) (element #*101 1))  ;=> (3 #\a 0)
(element #(1 2 3) 3)  ;signals: type-error
(element #(1 2 3) -1)  ;signals: type-error
(element #(1 2 3) 4611686018427387904)  ;signals: type-error
(element 'a 0)  ;signals: type-error
(defun put (v i x) (setf (aref v i) x) v)
(loop repeat 40 do (put (vector 1 2) 0 'a))
(list (put (vector 1 2) 1 'b) (put (make-string 2 :initial-element #\x) 0 #\y))  ;=> (#(1 B) "yx")
(put (vector 1 2) 2 'b)  ;signals: type-error
(defun letter (s i) (char s i))
(loop repeat 40 do (letter "abc" 1))
(list (letter "abc" 2) (letter "жук" 0) (letter (symbol-name 'abc) 0))  ;=> (#\c #\ж #\A)
(letter "abc" 3)  ;signals: type-error
(defun same (a b) (list (eq a b) (eql a b)))
(loop repeat 40 do (same 1 2))
(list (same 'a 'a) (second (same (expt 10 20) (expt 10 20))) (same 1 1.0) (second (same (/ 1 2) (/ 1 2))))  ;=> ((T T) T (NIL NIL) T)

;; Closures, lambda lists, several values
(defun make-counter () (let ((n 0)) (lambda (&optional (by 1)) (incf n by))))
(let ((c (make-counter))) (loop repeat 500 do (funcall c)) (funcall c 10))  ;=> 510
(defun all-kinds (a &optional (b 2 b-p) &rest r &key (k 5) ((:other o) 6) &allow-other-keys &aux (z 7)) (list a b b-p r k o z))
(loop repeat 40 do (all-kinds 1))
(list (all-kinds 1) (all-kinds 1 3 :k 4 :other 9 :unknown 1))  ;=> ((1 2 NIL NIL 5 6 7) (1 3 T (:K 4 :OTHER 9 :UNKNOWN 1) 4 9 7))
(all-kinds)  ;signals: program-error
(defun three () (values 1 2 3))
(defun first-of-three () (three))
(loop repeat 40 do (first-of-three))
(list (multiple-value-list (first-of-three)) (multiple-value-list (values (three))) (multiple-value-call #'list (three) (three)))  ;=> ((1 2 3) (1) (1 2 3 1 2 3))
(defun apply-all (&rest r) (apply #'list 0 r))
(loop repeat 40 do (apply-all 1 2))
(apply-all 1 2 3)  ;=> (0 1 2 3)
(defun unbound () no-value-at-all)
(unbound)  ;signals: unbound-variable
(handler-bind ((unbound-variable (lambda (c) (use-value 5 c)))) (list (unbound)))  ;=> (5)

;; A redefinition of a library function takes effect immediately, also within a running function; this is the first
;; redefinition in this file
(defun bits-before-and-after (a b) (list (logand a b) *unbound-bits* (logand a b)))
(defun bits-in-loop (n b) (let ((l nil)) (dotimes (i n l) (push (list (logand i b) *unbound-bits* (ash i 1) (logand i b)) l))))
(defvar *unbound-bits* 0)
(loop repeat 400 do (bits-before-and-after 6 3) (bits-in-loop 3 1))
(makunbound '*unbound-bits*)
(flet ((with-own-logand (function &rest arguments)
         (let ((own #'logand))
           (unwind-protect
                (handler-bind ((unbound-variable (lambda (c) (setf (fdefinition 'logand) (lambda (a b) (list 'own a b))) (use-value 5 c))))
                  (apply function arguments))
             (setf (fdefinition 'logand) own)))))
  (list (with-own-logand 'bits-before-and-after 6 3)
        (with-own-logand 'bits-in-loop 2 3)))  ;=> ((2 5 (OWN 6 3)) (((OWN 1 3) 5 2 (OWN 1 3)) (0 5 0 (OWN 0 3))))

;; Functions written in C++: arguments of all kinds, and names that have been redefined
(defun divisions (a b) (list (multiple-value-list (floor a b)) (multiple-value-list (truncate a b)) (mod a b) (rem a b)))
(loop repeat 40 do (divisions 7 2))
(divisions 7 2)  ;=> ((3 1) (3 1) 1 1)
(divisions -7 2)  ;=> ((-4 1) (-3 -1) 1 -1)
(divisions 7 -2)  ;=> ((-4 -1) (-3 1) -1 1)
(divisions 0 5)  ;=> ((0 0) (0 0) 0 0)
(divisions most-positive-fixnum 10)  ;=> ((230584300921369395 1) (230584300921369395 1) 1 1)
(divisions 7.5 2)  ;=> ((3 1.5) (3 1.5) 1.5 1.5)
(divisions 7/2 (expt 10 20))  ;=> ((0 7/2) (0 7/2) 7/2 7/2)
(divisions 7 0)  ;signals: division-by-zero
(divisions 'a 2)  ;signals: "FLOOR: expected a real number, got A"
(defun only-first (a) (let ((q (floor a 3))) (multiple-value-list (values-list (list q)))))
(loop repeat 40 do (only-first 1))
(only-first 10)  ;=> (3)
(defun bits (a b) (list (logand a b) (logior a b) (logxor a b) (ash a 3) (ash a -2) (ash b 60) (min a b) (max a b)))
(loop repeat 40 do (bits 12 10))
(bits 12 10)  ;=> (8 14 6 96 3 11529215046068469760 10 12)
(bits -12 1)  ;=> (0 -11 -11 -96 -3 1152921504606846976 -12 1)
(bits (expt 2 70) -1)  ;=> (1180591620717411303424 -1 -1180591620717411303425 9444732965739290427392 295147905179352825856 -1152921504606846976 -1 1180591620717411303424)
(bits 1.5 1)  ;signals: "LOGAND: expected an integer, got 1.5"
(defun least (a b) (list (min a b) (max a b)))
(loop repeat 40 do (least 1 2))
(least 2.5 1/2)  ;=> (1/2 2.5)
(defun kinds (x) (list (listp x) (if (integerp x) (list (evenp x) (oddp x)))))
(loop repeat 40 do (kinds 1))
(mapcar #'kinds (list 1 2 nil '(a . b) 'a (expt 2 70) (1+ (expt 2 70)) "x"))  ;=> ((NIL (NIL T)) (NIL (T NIL)) (T NIL) (T NIL) (NIL NIL) (NIL (T NIL)) (NIL (NIL T)) (NIL NIL))
(defun characters (a b) (list (char= a b) (char-code a)))
(loop repeat 40 do (characters #\a #\b))
(list (characters #\a #\a) (characters #\д #\a))  ;=> ((T 97) (NIL 1076))
(characters 1 #\a)  ;signals: type-error
(defun at-end (x) (if (endp x) 'end 'more))
(loop repeat 40 do (at-end nil))
(list (at-end nil) (at-end '(1)))  ;=> (END MORE)
(at-end 'a)  ;signals: type-error
(let ((own #'mod)) (setf (fdefinition 'mod) (lambda (a b) (list 'own a b))) (unwind-protect (fourth (cons nil (divisions 7 2))) (setf (fdefinition 'mod) own)))  ;=> (OWN 7 2)
(divisions 7 2)  ;=> ((3 1) (3 1) 1 1)
(defun straight (x) (list (copy-list x) (length x) (nth 1 x)))
(loop repeat 40 do (straight '(1 2)))
(let ((own #'nth)) (setf (fdefinition 'nth) (lambda (n x) (list 'own n x))) (unwind-protect (straight '(1 2)) (setf (fdefinition 'nth) own)))  ;=> ((1 2) 2 (OWN 1 (1 2)))
(straight '(1 2))  ;=> ((1 2) 2 2)
(defun in-tail-position (n) (oddp n))
(loop repeat 40 do (in-tail-position 1))
(let ((own #'oddp)) (setf (fdefinition 'oddp) (lambda (n) (if (= n 0) 'bottom (in-tail-position (- n 1))))) (unwind-protect (in-tail-position 100000) (setf (fdefinition 'oddp) own)))  ;=> BOTTOM
(defun straight-in-tail-position (x) (last x))
(loop repeat 40 do (straight-in-tail-position '(1)))
(let ((own #'last)) (setf (fdefinition 'last) (lambda (x) (if x (straight-in-tail-position (cdr x)) 'bottom))) (unwind-protect (straight-in-tail-position (make-list 100000)) (setf (fdefinition 'last) own)))  ;=> BOTTOM

;; A program's own version of a function of the library that is written in Lisp may be tail recursive.
(let ((own #'mapcon))
  (unwind-protect (progn (handler-bind ((warning #'muffle-warning)) (eval '(defun mapcon (n) (if (= n 0) 'bottom (mapcon (- n 1))))))
                         (mapcon 3000000))
    (setf (fdefinition 'mapcon) own)))  ;=> BOTTOM
(mapcon #'copy-list '(1 2))  ;=> (1 2 2)

;; Floats of one format, of both, and at their limits
(sums 1.5 0.25)  ;=> (1.75 1.25 0.375 NIL NIL NIL T T)
(sums 1.5d0 0.25d0)  ;=> (1.75d0 1.25d0 0.375d0 NIL NIL NIL T T)
(sums 1.5 0.25d0)  ;=> (1.75d0 1.25d0 0.375d0 NIL NIL NIL T T)
(sums 0.0 -0.0)  ;=> (0.0 0.0 -0.0 NIL T T T NIL)
(sums 2d300 3d299)  ;signals: floating-point-overflow
(sums 2d100 3d100)  ;=> (5.0d100 -9.999999999999998d99 6.0d200 T T NIL NIL NIL)
(sums 1d-100 1d-100)  ;=> (2.0d-100 0.0d0 1.0d-200 NIL T T T NIL)
(sums 3e38 3e38)  ;signals: floating-point-overflow

;; Facts about a value hold at a jump target with a single predecessor only
(defun one-way (x y) (cond ((consp x) (list (car x) (cdr x))) ((< y 10) (+ y 1)) ((eq x 'b) (- y 1)) (t (list x y))))
(loop repeat 40 do (one-way nil 1))
(list (one-way '(1 . 2) 'z) (one-way 'a 5) (one-way 'b 50) (one-way 'c 1.5) (one-way 'd 20.5) (one-way 'b (expt 2 70)))  ;=> ((1 2) 6 49 2.5 (D 20.5) 1180591620717411303423)
(defun joined (x) (let ((y (if (consp x) (car x) x))) (if (< y 3) (list y) (list 'large y))))
(loop repeat 40 do (joined 1))
(list (joined '(1)) (joined 2) (joined '(3.5)) (joined 1/2))  ;=> ((1) (2) (LARGE 3.5) (1/2))

;; THROW from native code into the loop and back
(defun thrower-down (n) (if (= n 0) (throw 'here 'thrown) (list (thrower-down (- n 1)))))
(loop repeat 40 do (catch 'here (thrower-down 3)))
(catch 'here (thrower-down 3))  ;=> THROWN
(let ((n 0)) (catch 'there (catch 'here (unwind-protect (thrower-down 2) (incf n) (throw 'there n)))))  ;=> 1
(defun through-sort () (catch 'here (sort (list 3 1 2) (lambda (a b) (if (= (min a b) 1) (throw 'here (list 'out (min a b)))) (< a b)))))
(loop repeat 40 do (through-sort))
(through-sort)  ;=> (OUT 1)
(defun own-block (l) (block nil (each (lambda (x) (if (> x 2) (return (list 'found x)))) l) 'none))
(loop repeat 40 do (own-block '(1 2)))
(list (own-block '(1 5)) (own-block '(1)))  ;=> ((FOUND 5) NONE)

;; Native code probes a generic function's cache inline, for instances, lists and fixnums.
(defgeneric kind-of (x))
(defmethod kind-of ((x integer)) 'integer)
(defmethod kind-of ((x null)) 'null)
(defmethod kind-of ((x cons)) 'cons)
(defmethod kind-of ((x symbol)) 'symbol)
(defmethod kind-of ((x t)) 'other)
(defclass some-kind () ())
(defmethod kind-of ((x some-kind)) 'instance)
(defun kinds-of (list) (mapcar (lambda (x) (kind-of x)) list))
(dotimes (i 400) (kinds-of (list 1 'a nil '(b) "c" (make-instance 'some-kind))))
(kinds-of (list 1 'a nil '(b) "c" 1.5 (expt 10 30) #'car 1/2 #\a t (make-instance 'some-kind)))  ;=> (INTEGER SYMBOL NULL CONS OTHER OTHER INTEGER OTHER OTHER OTHER SYMBOL INSTANCE)
(defmethod kind-of ((x list)) (list 'list (call-next-method)))
(kinds-of '(1 a nil (b)))  ;=> (INTEGER SYMBOL NULL CONS)
(defmethod kind-of ((x (eql 1))) 'one)
(kinds-of '(1 2 a))  ;=> (ONE INTEGER SYMBOL)
(progn (remove-method #'kind-of (find-method #'kind-of nil '((eql 1)))) (kinds-of '(1 2 a)))  ;=> (INTEGER INTEGER SYMBOL)
(handler-bind ((warning #'muffle-warning)) (fmakunbound 'kind-of) (defun kind-of (x) (list x)))  ;=> KIND-OF
(kinds-of '(1 2))  ;=> ((1) (2))

;; Structures of the exact type, of an including type, of other types; other objects; redefined types and accessors.
(defstruct animal name (legs 4))
(defstruct (bird (:include animal (legs 2))) wings)
(defstruct stone name)
(defun name-of (x) (animal-name x))
(defun rename (x y) (setf (animal-name x) y))
(defun is-animal (x) (animal-p x))
(defun sort-of (x) (typecase x (bird 'bird) (animal 'animal) (stone 'stone) (t 'other)))
(loop repeat 40 do (name-of (make-animal)) (rename (make-animal) 1) (is-animal 1) (sort-of 1))
(list (name-of (make-animal :name 1)) (name-of (make-bird :name 2)) (let ((a (make-bird))) (list (rename a '(3)) (name-of a))))  ;=> (1 2 ((3) (3)))
(mapcar #'is-animal (list (make-animal) (make-bird) (make-stone) 1 nil "a" 'a))  ;=> (T T NIL NIL NIL NIL NIL)
(mapcar #'sort-of (list (make-animal) (make-bird) (make-stone) 1 nil (make-condition 'error) (make-bird)))  ;=> (ANIMAL BIRD STONE OTHER OTHER OTHER BIRD)
(name-of (make-stone))  ;signals: type-error
(name-of nil)  ;signals: type-error
(rename '(a) 1)  ;signals: type-error
(list (let ((a (make-animal)) (n 0)) (dotimes (i 1000 (list n (animal-legs a))) (incf (animal-legs a)) (setf n (animal-legs a)))))  ;=> ((1004 1004))
(let ((*print-circle* t) (a (make-animal))) (rename a a) (eq (name-of a) a))  ;=> T
(let ((old (make-animal :name 'old)))
  (handler-bind ((warning #'muffle-warning)) (eval '(defstruct animal age name)))
  (list (is-animal old) (is-animal (make-animal)) (ignore-errors (name-of old)) (name-of (make-animal :age 1 :name 2)) (sort-of old)))  ;=> (NIL T NIL 2 OTHER)
(handler-bind ((warning #'muffle-warning)) (defun animal-name (x) (list 'own x)))
(name-of 5)  ;=> (OWN 5)
(defclass vehicle () ())
(defclass car-or-so (vehicle) ())
(defun is-vehicle (x) (typep x 'vehicle))
(loop repeat 40 do (is-vehicle (make-instance 'car-or-so)))
(let ((one (make-instance 'car-or-so))) (defclass car-or-so () ()) (list (is-vehicle one) (is-vehicle (make-instance 'vehicle))))  ;=> (NIL T)
(defun short-lived (i)
  (let ((name (gensym)))
    (eval `(progn (defstruct (,name (:conc-name nil) (:constructor short-made (short-slot))) short-slot)
                  (defun short-user (x) (short-slot x))))
    (loop repeat 40 do (short-user (short-made i)))
    (short-user (short-made i))))
(handler-bind ((warning #'muffle-warning)) (loop for i below 30 always (eql (short-lived i) i) do (gc)))  ;=> T

;; Quotients and remainders by constants, at the edges of fixnums
(defparameter *dividends* (loop for e from 0 to 62 append (loop for d from -3 to 3 collect (+ (expt 2 e) d) collect (- d (expt 2 e)))))
(defmacro divides-p (&rest divisors)
  `(and ,@(mapcar (lambda (by)
                    `(loop repeat 2
                           always (loop for x in *dividends*
                                        always (multiple-value-bind (q r) (floor x ,by)
                                                 (and (= x (+ (* q ,by) r)) (if (plusp ,by) (< -1 r ,by) (< ,by r 1)) (= (mod x ,by) r)))
                                        always (multiple-value-bind (q r) (truncate x ,by)
                                                 (and (= x (+ (* q ,by) r)) (< (abs r) (abs ,by)) (<= 0 (* r (signum x))) (= (rem x ,by) r))))))
                  divisors)))
(defun divides () (divides-p 1 2 3 4 5 6 7 8 9 10 11 12 13 60 64 100 641 1000 1024 65535 65537 1000003))
(divides)  ;=> T
(defun divides-large () (divides-p 536870911 536870912 536870913 2147483647 2147483648 4294967291 4294967296 6700417000001))
(divides-large)  ;=> T
(defun divides-largest () (divides-p 1152921504606846976 1152921504606846977 2305843009213693950 2305843009213693951 2305843009213693952 -1 -2 -7))
(divides-largest)  ;=> T
(defun divides-by-variable (list) (loop for by in list always (loop for x in *dividends* always (multiple-value-bind (q r) (floor x by) (= x (+ (* q by) r))))))
(divides-by-variable '(1 2 3 10 2147483647 2305843009213693951 -5))  ;=> T

;; The called object may be a symbol or a builtin
(defun call-of (f &rest arguments) (list (apply f arguments)))
(defun call-of-one (f x) (list (funcall f x)))
(dotimes (i 400) (call-of-one 'evenp i) (call-of-one #'oddp i) (call-of-one 'list i) (call-of 'is-even i) (call-of 'max i 1))
(list (call-of-one 'evenp 2) (call-of-one #'evenp 3) (call-of-one 'is-even 4) (call-of-one 'values 1) (call-of 'max 3 1 2) (call-of #'list))  ;=> ((T) (NIL) (T) (1) (3) (NIL))
(call-of-one 'cons 1)  ;signals: "CONS: expected 2 arguments, got 1"
(call-of #'car 1 2)  ;signals: "expected 1 argument, got 2"
(call-of 'is-even)  ;signals: "IS-EVEN: expected 1 argument, got 0"
(call-of-one 'no-such-function 1)  ;signals: undefined-function
(call-of-one 'when 1)  ;signals: undefined-function
(call-of-one nil 1)  ;signals: undefined-function
(call-of-one 5 1)  ;signals: type-error
(flet ((redefine (n) (setf (fdefinition 'changing) (lambda (x) (list x n)))))
  (list (progn (redefine 1) (call-of-one 'changing 0)) (progn (redefine 2) (call-of-one 'changing 0)) (progn (setf (fdefinition 'changing) #'list) (call-of-one 'changing 0))))  ;=> (((0 1)) ((0 2)) ((0)))

;; The listing names the instruction for which each part of the code was generated: a list of parts, each with its
;; instruction and its machine code.
(defun parts-listed (name)
  (let* ((text (with-output-to-string (*standard-output*) (disassemble name))) (parts nil))
    (with-input-from-string (in text :start (or (search "Native code:" text) (length text)))
      (loop for line = (read-line in nil) while line
            do (let ((words (remove "rex" (words-of line) :test #'equal)))
                 (cond ((equal (first words) ";") (push (list (format nil "~{~A~^ ~}" (rest words))) parts))
                       ((and parts (every (lambda (c) (or (alpha-char-p c) (char= c #\.))) (first words))) (push (first words) (cdr (first parts))))))))
    (mapcar (lambda (part) (cons (car part) (reverse (cdr part)))) (reverse parts))))
(defun of-machine (x86-64 aarch64) (if (equal (machine-type) "aarch64") aarch64 x86-64))
(defun words-of (line)
  (loop for start = 0 then (+ end 1)
        for end = (position #\Space line :start start)
        for word = (subseq line start end)
        unless (string= word "") collect word
        while end))
(defun listed (x y) (cons (car x) (+ y 1)))
(dotimes (i 1000) (listed '(1) 2))
(defvar *parts* (parts-listed 'listed))
(eq (native-code-p 'listed) (consp *parts*))  ;=> T
;; Without native code there is nothing to compare.
(mismatch (mapcar #'car *parts*) (and *parts* '("entry" "0 LocalCar" "1 LocalAddImmediate" "2 Cons" "3 Return" "entry, slow path" "0 LocalCar, slow path" "1 LocalAddImmediate, slow path" "2 Cons, slow path")) :test #'equal)  ;=> NIL
(set-difference (cdr *parts*)  ; the parts of the main path, without slow paths
                (of-machine
                  '(("0 LocalCar" "mov" "lea" "test" "jnz" "mov") ("1 LocalAddImmediate" "mov" "test" "jnz" "mov" "add" "jo") ("2 Cons" "mov" "cmp" "je" "mov" "mov" "add" "add") ("3 Return" "mov" "mov" "sub" "jmp"))
                  '(("0 LocalCar" "ldr" "sub" "tst" "b.ne" "ldur") ("1 LocalAddImmediate" "ldr" "tst" "b.ne" "mov" "adds" "b.vs") ("2 Cons" "ldr" "ldr" "cmp" "b.eq" "str" "str" "ldr" "adds" "str" "adds") ("3 Return" "mov" "movz" "str" "subs" "ldr" "br")))
                :test (lambda (a b) (or (search "slow path" (car a)) (equal a b))))  ;=> NIL
; inlined code makes no call on the fast path
(defun calls-made (name arguments)
  (compile 'in-question `(lambda (x y) (if x (list (,name ,@arguments)) y)))
  (dotimes (i 400) (in-question nil 1))
  (count-if (lambda (part) (and (search "CallGlobal" (car part)) (not (search "slow path" (car part))) (member (of-machine "call" "blr") (cdr part) :test #'equal))) (parts-listed 'in-question)))
(remove 0 (mapcar (lambda (name) (calls-made name '(x))) '(evenp oddp char-code listp endp length integerp numberp)))  ;=> NIL
(remove 0 (mapcar (lambda (name) (calls-made name '(x y))) '(mod rem floor truncate logand logior logxor min max char=)))  ;=> NIL
; a program's own small functions, and a tail call of one, are inlined
(defun twice-inlined (x) (+ x x))
(defun calls-twice (x) (1+ (twice-inlined x)))
(defun ends-with-twice (x) (twice-inlined (car x)))
(dotimes (i 400) (calls-twice i) (ends-with-twice (list i)))
(mapcar (lambda (name) (let ((parts (mapcar #'car (parts-listed name)))) (or (null parts) (not (null (member "LocalAddLocal" parts :test #'equal)))))) '(calls-twice ends-with-twice))  ;=> (T T)
; characters of strings that are not simple
(defun char-in (s i) (char s i))
(progn (dotimes (i 400) (char-in "abc" 1))
  (let ((s (make-array 5 :element-type 'character :initial-contents "abcde" :fill-pointer 4)))
    (list (loop for i below 4 collect (char-in s i)) (char-in (make-array 2 :element-type 'character :displaced-to s :displaced-index-offset 2) 1))))  ;=> ((#\a #\b #\c #\d) #\d)
(mapcar (lambda (x) (handler-case (char-in x 0) (type-error (c) (equal (type-error-datum c) x)))) '(5 #\a (#\a) nil 1.5 1d300 a #(#\a)))  ;=> (T T T T T T T T)
(defstruct in-line-part (a 1) b)
(remove 0 (mapcar (lambda (name) (calls-made name '(x))) '(in-line-part-a in-line-part-b in-line-part-p)))  ;=> NIL
(if (native-code-p 'in-question) (calls-made 'isqrt '(x)) 1)  ;=> 1

; an index is also tested after another number
(defun char-after (s i) (list 5 (char s i)))
(progn (dotimes (i 300) (char-after "abc" 1)) (list (char-after "abc" 1) (handler-case (char-after (make-string 100000 :initial-element #\x) #\a) (type-error () 'no-index))))  ;=> ((5 #\b) NO-INDEX)

;; A loop is specialised for the types seen in its first iterations; values of another type, later or from the beginning,
;; have the same meaning as in interpreted code.
(defun sum-of-elements (v) (let ((s 0)) (dotimes (i (length v) s) (setq s (+ s (aref v i))))))
(dotimes (i 1000) (sum-of-elements #(1 2 3)))
; from its second iteration it checks only the type of the element and the bounds
(let ((parts (member "version for 0 vector, 1 fixnum, 2 fixnum, 3 fixnum" (parts-listed 'sum-of-elements) :test #'equal :key #'car))
      (expected (of-machine '(("mov" "shl" "cmp" "jae" "mov") ("test" "jnz" "mov" "add" "jo")) '(("ldur" "lsl" "cmp" "b.cs" "add" "ldur") ("tst" "b.ne" "mov" "adds" "b.vs")))))
  (or (not (native-code-p 'sum-of-elements))
      (equal (list (cdr (find "7 Aref" parts :test #'equal :key #'car)) (cdr (find "8 Add" parts :test #'equal :key #'car))) expected)))
;=> T
(defun elements-of (vectors) (let ((all '())) (dolist (v vectors (nreverse all)) (dotimes (i 3) (push (aref v i) all)))))
(defvar *vectors* (list (vector 1 2 3) "abc" (make-array 3 :adjustable t :initial-contents '(4 5 6)) #*101 (vector 7 8 9)))
(progn (dotimes (i 300) (elements-of *vectors*)) (elements-of *vectors*))  ;=> (1 2 3 #\a #\b #\c 4 5 6 1 0 1 7 8 9)
(defun sum-from (x step n) (dotimes (i n x) (setq x (+ x step))))
(progn (dotimes (i 300) (sum-from 0 1 20)) (list (sum-from 0 1 20) (sum-from (- (expt 2 60) 5) 1 20) (sum-from 0 1/2 20) (sum-from 1d0 1 20)))
;=> (20 1152921504606846991 10 21.0d0)
(= (sum-from most-positive-fixnum most-positive-fixnum 20) (* 21 most-positive-fixnum))  ;=> T
(defun steps-up-to (x end step) (let ((n 0)) (loop (if (> x end) (return n)) (incf n) (setq x (+ x step)))))
(progn (dotimes (i 300) (steps-up-to 1 20 1)) (list (steps-up-to 1 20 1) (steps-up-to 1 20 1/2) (steps-up-to 1.0 20 1) (steps-up-to 1 20.5d0 1)))
;=> (20 39 20 20)
(defun moved-on (from to places) (dolist (p places to) (setf (aref to p) (logand (aref from p) 7)) (setf (aref from p) (list p))))
(dotimes (i 300) (moved-on (vector 9 10 11) (vector 0 0 0) '(0 2)))
(moved-on (vector 9 10 11) (vector 0 0 0) '(0 2))  ;=> #(1 0 3)
(moved-on (vector 9 (expt 2 70) 8) (make-array 3 :fill-pointer t :initial-element -1) '(0 1 2))  ;=> #(1 0 0)
(moved-on (vector 9 'a 11) (vector 0 0 0) '(0 1))  ;signals: type-error
(moved-on (vector 9 10) (vector 0 0 0) '(0 2))  ;signals: type-error
(moved-on (vector 9 10 11) (vector 0 0) '(0 2))  ;signals: type-error
(let ((from (vector 9 10 'a))) (ignore-errors (moved-on from (vector 0 0 0) '(0 1 2))) from)  ;=> #((0) (1) A)
; types that an inner loop has established for a variable that the outer one sets
(defun last-of-each (rows) (let ((row nil) (all '())) (dolist (r rows (reverse all)) (setq row r) (do ((i 0 (+ i 1)) (last nil)) ((= i (length row)) (push last all)) (setq last (aref row i))))))
(progn (dotimes (i 300) (last-of-each (list #(1 2) #(3 4 5)))) (last-of-each (list #(1 2) "xyz" #(3) "" #(3 4 5))))  ;=> (2 #\z 3 NIL 5)
; a place that a non-local exit writes to
(defun leave-at (n) (let ((k 0)) (dotimes (i 10 k) (block inner (funcall (lambda () (setq k (+ k i)) (if (= i n) (return-from inner nil)))) (setq k (+ k 1))))))
(progn (dotimes (i 300) (leave-at 4)) (list (leave-at 4) (leave-at 20)))  ;=> (54 55)
(defun thrown-through (rows) (let ((n 0)) (dolist (r rows n) (catch 'row (dotimes (i 3) (if (aref r i) (incf n (aref r i)) (throw 'row n)))))))
(progn (dotimes (i 300) (thrown-through '(#(1 2 3) #(4 nil 5)))) (thrown-through '(#(1 2 3) #(4 nil 5) #(6 7 1/2) #(1 2 3))))  ;=> 59/2

; values that leave the range of word-sized integers in the instruction that changes a local variable
(defun grown (x y n) (dotimes (i n (list x y)) (setq x (+ x 2)) (setq y (1- y))))
(progn (dotimes (i 300) (grown 1 2 3)) (list (grown most-positive-fixnum 0 1) (grown most-positive-fixnum most-negative-fixnum 3) (grown 1 1/2 2) (grown 0.5 3 4)))
;=> ((2305843009213693953 -1) (2305843009213693957 -2305843009213693955) (5 -3/2) (8.5 -1))
(handler-case (grown 1 'two 1) (type-error (c) (princ-to-string c)))  ;=> "1-: expected a number, got TWO"
(defun lengths (l n) (let ((all '())) (dotimes (i n (reverse all)) (let ((k 0) (x l)) (loop (when (null x) (return)) (setq x (rest x)) (incf k)) (push k all) (setq l (cdr l))))))
(progn (dotimes (i 300) (lengths '(a b c) 4)) (lengths '(a b c) 5))  ;=> (3 2 1 0 0)
(handler-case (lengths '(a . b) 1) (type-error (c) (princ-to-string c)))  ;=> "REST: expected a list, got B"

;; Inlined operators may be redefined, also those that are not part of the standard
(defun parts (x) (list (evenp x) (logand x 3) (max x 2)))
(progn (dotimes (i 3000) (parts i)) (parts 4))  ;=> (T 0 4)
(defun evenp (x) (list :my x))
(parts 4)  ;=> ((:MY 4) 0 4)
(defun is-even-here (x) (evenp x))
(progn (dotimes (i 3000) (is-even-here i)) (list (is-even-here 4) (parts 5)))  ;=> ((:MY 4) ((:MY 5) 1 5))
(fmakunbound 'logand)
(handler-case (parts 4) (undefined-function (c) (cell-error-name c)))  ;=> LOGAND
(setf (symbol-function 'my-and) #'logior)
(defun with-my-and (x) (my-and x 3))
(progn (dotimes (i 3000) (with-my-and i)) (with-my-and 4))  ;=> 7
(defun my-and (a b) (list a b))
(with-my-and 4)  ;=> (4 3)

;; A call of a value caches the function that it called last, but not an undefined one or one that has been collected.
(defun call-of (f) (list (funcall f 1)))
(defun error-of-call (f) (handler-case (call-of f) (error (c) (type-of c))))
(progn (dotimes (i 400) (error-of-call 0)) (error-of-call 0))  ;=> TYPE-ERROR
(progn (dotimes (i 400) (call-of (eval '(lambda (x) (list x))))) (gc) (error-of-call 0))  ;=> TYPE-ERROR
(list (call-of #'list) (call-of 'list) (call-of (lambda (x) (- x))) (error-of-call 'no-such) (error-of-call #'cons))
;=> (((1)) ((1)) (-1) UNDEFINED-FUNCTION PROGRAM-ERROR)

;; LENGTH of lists of any length, in native code; other lists and objects are errors.
(defun length-of (x) (length x))
(defun outcome-of-length (x) (handler-case (length-of x) (type-error () :refused)))
(progn (dotimes (i 500) (length-of (list 1 2))) (loop for n in '(0 1 2 3 998 999 1000 1001 70000) collect (- (length-of (make-list n)) n)))
;=> (0 0 0 0 0 0 0 0 0)
(let ((circle (list 1 2 3)) (long (make-list 2000)))
  (setf (cdddr circle) circle (cdr (last long)) (nthcdr 1500 long))
  (mapcar #'outcome-of-length (list circle long '(1 . 2) '(1 2 . "ab") (append (make-list 1500) 'x) 5 5.0 'a #\a #'car #2a((1)) "abc" #(1 2) #*101
                                    (make-array 5 :fill-pointer 2) nil)))
;=> (:REFUSED :REFUSED :REFUSED :REFUSED :REFUSED :REFUSED :REFUSED :REFUSED :REFUSED :REFUSED :REFUSED 3 2 3 2 0)

;; Lists of &REST, which native code makes at the entry of a function.
(defun only-rest (&rest r) r)
(defun after-optional (a &optional (b :none) &rest r) (list a b r))
(defun rest-outcomes (n)
  (let* ((all (loop for i below n collect i)) (rest (apply 'only-rest all)) (more (apply 'after-optional :a all)))
    (list (equal rest all) (or (null all) (not (eq rest all)))
          (equal more (list :a (if all 0 :none) (cdr all))))))
(progn (dotimes (i 500) (rest-outcomes 3)) (loop for n in '(0 1 2 3 10 300 5000 70000) append (remove t (rest-outcomes n))))
;=> NIL
(let ((wrong 0)) (dotimes (i (trials 100000) wrong) (unless (equal (only-rest i (list i) 'x) `(,i (,i) x)) (incf wrong)))) ;=> 0
(let ((r (only-rest 1 2 3))) (setf (cadr r) :changed) (list r (only-rest 1 2 3))) ;=> ((1 :CHANGED 3) (1 2 3))

;; A call that caches functions that bind their arguments in different ways, or do not accept them.
(defun call-with-two (f) (list (handler-case (funcall f 1 2) (program-error () :count))))
(let ((calls (list (list #'list '(1 2)) (list #'only-rest '(1 2)) (list #'after-optional '(1 2 nil)) (list (lambda (a) a) :count)
                   (list (lambda (a b) (- a b)) -1) (list (lambda (a b c) (list a b c)) :count) (list (lambda (a &key (b 3)) (list a b)) :count)
                   (list (lambda (&key a b) (list a b)) :count) (list (lambda (a b &key (c 3)) (list a b c)) '(1 2 3))
                   (list (lambda (a &optional b c) (list a b c)) '(1 2 nil)) (list #'only-rest '(1 2)) (list #'- -1)))
      (state (seed-random-state 3)))
  (loop repeat (max 200 (trials 2000))
        for (f want) = (nth (random (length calls) state) calls)
        for times = (+ 1 (random 3 state))
        append (loop repeat times for got = (call-with-two f) unless (equal got (list want)) collect (list f got)))) ;=> NIL

;;; Constant single floats in double arithmetic
(defun mixed-floats (x y)
  (let ((s 0d0))
    (do ((i 0 (+ i 1))) ((or (> (abs s) 4.0) (> i 300)) (list s i (< s 2.5) (= s 1.5) (< 1.5 s) (+ s 1.5) (- 2.5 s) (* s 0.25) (/ s 2.0) (max s 0.1) (min 0.1 s) (<= s -0.0)))
      (setq s (+ s (* x 0.5) y)))))
(loop repeat 3 collect (mixed-floats 0.5d0 0.25d0))
;=> ((4.5d0 9 NIL NIL T 6.0d0 -2.0d0 1.125d0 2.25d0 4.5d0 0.1 NIL) (4.5d0 9 NIL NIL T 6.0d0 -2.0d0 1.125d0 2.25d0 4.5d0 0.1 NIL) (4.5d0 9 NIL NIL T 6.0d0 -2.0d0 1.125d0 2.25d0 4.5d0 0.1 NIL))
(loop repeat 3 collect (mixed-floats -2d0 -0.5d0))
;=> ((-4.5d0 3 T NIL NIL -3.0d0 7.0d0 -1.125d0 -2.25d0 0.1 -4.5d0 T) (-4.5d0 3 T NIL NIL -3.0d0 7.0d0 -1.125d0 -2.25d0 0.1 -4.5d0 T) (-4.5d0 3 T NIL NIL -3.0d0 7.0d0 -1.125d0 -2.25d0 0.1 -4.5d0 T))
(loop repeat 3 collect (mixed-floats 1.0 2))
;=> ((5.0d0 2 NIL NIL T 6.5d0 -2.5d0 1.25d0 2.5d0 5.0d0 0.1 NIL) (5.0d0 2 NIL NIL T 6.5d0 -2.5d0 1.25d0 2.5d0 5.0d0 0.1 NIL) (5.0d0 2 NIL NIL T 6.5d0 -2.5d0 1.25d0 2.5d0 5.0d0 0.1 NIL))
(defun lists-of (x y) (list (list x) (list x y) (list 1 x (list y) x) (list x y 1 2 3 4 5 6) (list 1 2 3 4 5 6 7 8 x)))
(loop repeat 3 collect (lists-of 'a 0.5d0))
;=> (((A) (A 0.5d0) (1 A (0.5d0) A) (A 0.5d0 1 2 3 4 5 6) (1 2 3 4 5 6 7 8 A)) ((A) (A 0.5d0) (1 A (0.5d0) A) (A 0.5d0 1 2 3 4 5 6) (1 2 3 4 5 6 7 8 A)) ((A) (A 0.5d0) (1 A (0.5d0) A) (A 0.5d0 1 2 3 4 5 6) (1 2 3 4 5 6 7 8 A)))
(let ((all (loop for i below 20000 collect (list i (list (* i 0.5d0) i) i)))) (gc) (loop repeat 20 do (make-list 10000)) (loop for l in all for i from 0 always (equal l (list i (list (* i 0.5d0) i) i))))  ;=> T

;;; Characters of strings and of the names of symbols
(defun first-of (x) (handler-case (char x 0) (type-error () :type) (error () :error)))
(defun first-by-aref (x) (handler-case (aref x 0) (type-error () :type) (error () :error)))
(loop for x in (list "abc" (symbol-name 'xyz) (string 'xyz) (string #\q) "" 5 '(1) nil #(1) #*1 2d0 1.5 #\a (coerce '(#\λ) 'string) (make-array 2 :element-type 'character :initial-element #\z :fill-pointer 1))
      collect (list (first-of x) (first-by-aref x)))
;=> ((#\a #\a) (#\X #\X) (#\X #\X) (#\q #\q) (:TYPE :TYPE) (:TYPE :TYPE) (:TYPE :TYPE) (:TYPE :TYPE) (:TYPE 1) (:TYPE 1) (:TYPE :TYPE) (:TYPE :TYPE) (:TYPE :TYPE) (#\λ #\λ) (#\z #\z))
(defun set-first (x) (handler-case (setf (aref x 0) #\n) (error () :error)))
(list (set-first (copy-seq "abc")) (set-first (string 'xyz)) (symbol-name 'xyz))  ;=> (#\n :ERROR "XYZ")

;;; Loops that are entered again after an outer loop has left its block versions
(defun nested-loops (n names)
  (let ((s 0d0) (count 0) (tick 1/2))
    (dotimes (i n (list s count tick))
      (setq tick (+ tick 1/4))
      (incf count (length (concatenate 'string (aref names (mod i 3)) "x")))
      (dotimes (j 10) (setq s (+ (* s 0.5d0) j)))
      (do ((j 0 (+ j 1))) ((= j 4)) (setq s (- s 0.25d0)))
      (let ((j 0)) (loop (when (> j 5) (return)) (setq s (+ s (if (= (mod j 2) 0) j 0.5d0)) j (+ j 1))))
      (loop for c across (aref names 0) for k from 1 do (when (char= c #\b) (setq s (+ s k)))))))
(loop repeat 3 collect (nested-loops 30 #("abc" "de" "f")))
;=> ((24.527859237536656d0 90 8) (24.527859237536656d0 90 8) (24.527859237536656d0 90 8))
(defun greatest-and-least (v) (let ((hi -1) (lo 1000) (s 0d0)) (dotimes (i (length v) (list hi lo s)) (setq hi (max hi (svref v i)) lo (min lo (svref v i)) s (+ s 0.5d0)))))
(let* ((fixnums (coerce (loop for i below 1000 collect (mod (* i 37) 1000)) 'simple-vector)) (doubles (map 'vector (lambda (x) (float x 1d0)) fixnums)))
  (list (greatest-and-least fixnums) (greatest-and-least doubles) (greatest-and-least fixnums) (greatest-and-least (map 'vector (lambda (x) (if (oddp x) (float x 1d0) x)) fixnums)) (greatest-and-least (vector 1/2 3.5 2d0 7))))
;=> ((999 0 500.0d0) (999.0d0 0.0d0 500.0d0) (999 0 500.0d0) (999.0d0 0 500.0d0) (7 1/2 2.0d0))
