;;;; structures.lisp -- the less common options of DEFSTRUCT; the values are those of SBCL and CLISP.

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

;; A slot named like a special variable does not bind it while other initial values are computed.
(defvar *width-of-all* 3)
(progn (defstruct wide *width-of-all* (double (* 2 *width-of-all*))) (let ((w (make-wide :*width-of-all* 10))) (list (wide-*width-of-all* w) (wide-double w))))  ;=> (10 6)
(defstruct (nameless (:type vector) (:predicate nameless-p)) a)  ;signals: "the predicate NAMELESS-P needs the option :NAMED"
(progn (defstruct twin a) (defclass twin-object () ()) (list (equalp (make-twin :a "x") (make-twin :a "X")) (equalp (make-instance 'twin-object) (make-instance 'twin-object))))  ;=> (T NIL)

;; A vector structure has its declared element type, which must admit the structure's name.
(defstruct (flags (:type (vector bit))) a b)
(make-flags :a 1 :b 0)  ;=> #*10
(let ((f (make-flags :a 1 :b 0))) (setf (flags-b f) 1) (list (flags-b f) (copy-flags f)))  ;=> (1 #*11)
(defstruct (named-flags (:type (vector bit)) :named) a)  ;signals: "a vector of elements of type BIT cannot hold the name"

;; Code compiled before the structure exists works after its definition, and so do the functions (SETF accessor).
(defun set-early (x) (setf (early-slot x) 5) (incf (early-slot x) 2) (push 0 (early-row-slot x)) x)
(let () (defstruct early slot (row-slot '(1)) (fixed 3 :read-only t)) (set-early (make-early)))  ;=> #S(EARLY :SLOT 7 :ROW-SLOT (0 1) :FIXED 3)
(let ((e (make-early))) (mapc #'(setf early-slot) '(a b) (list e e)) (early-slot e))  ;=> B
(list (fboundp '(setf early-fixed)) (not (fboundp '(setf early-slot))))  ;=> (NIL NIL)
(set-early 1)  ;signals: type-error
(setf (early-fixed (make-early)) 1)  ;signals: undefined-function

;; A read-only slot stays read-only where it is included, and an accessor of the same name is that of the included structure.
(defstruct (later-1 (:include early) (:conc-name early-)) own)
(list (early-fixed (make-early)) (early-fixed (make-later-1 :fixed 4)) (early-own (make-later-1 :own 5)))  ;=> (3 4 5)
(defstruct (later-2 (:include early (fixed 6) row-slot)) own)
(let ((l (make-later-2))) (setf (later-2-row-slot l) 1) (list l (early-fixed l)))  ;=> (#S(LATER-2 :SLOT NIL :ROW-SLOT 1 :FIXED 6 :OWN NIL) 6)
(setf (later-2-fixed (make-later-2)) 1)  ;signals: undefined-function
(defstruct (later-3 (:include early (slot 1 :read-only t))))
(setf (later-3-slot (make-later-3)) 1)  ;signals: undefined-function
(progn (defstruct changing (slot 1)) (defstruct changing (slot 1 :read-only t)) (setf (changing-slot (make-changing)) 2))  ;signals: undefined-function

;; A program's own (setf accessor) replaces the structure's, until the structure is redefined.
(defstruct taken slot)
(defun (setf taken-slot) (new object) (list new object))
(setf (taken-slot 1) 2)  ;=> (2 1)
(defstruct taken slot)
(setf (taken-slot (make-taken)) 2)  ;=> 2

;; An initial value form sees the variables around the structure, not the parameters of the keyword constructor.
(progn (let ((size 50)) (defstruct sized (size 1) (copy (list size)))) (list (make-sized) (make-sized :size 2)))  ;=> (#S(SIZED :SIZE 1 :COPY (50)) #S(SIZED :SIZE 2 :COPY (50)))
(help 'make-early)  ;prints: (make-early &key slot (row-slot '(1)) (fixed 3))~
(list (equalp (make-taken :slot 1) (make-taken :slot 1.0)) (equalp (make-taken :slot 1) (make-taken :slot 2)) (equalp (make-taken) (make-early)))  ;=> (T NIL NIL)

;; The error for a wrong object has the structure as its expected type.
(mapcar (lambda (form) (handler-case (eval form) (type-error (c) (list (type-error-datum c) (type-error-expected-type c)))))
        '((taken-slot 5) (setf (early-slot 6) 1) (copy-structure 7)))  ;=> ((5 TAKEN) (6 EARLY) (7 STRUCTURE-OBJECT))

;; Objects of a structure that has been redefined have another type.
(defstruct renewed a)
(defvar *renewed* (make-renewed :a 1))
(defstruct renewed a b)
(renewed-b *renewed*)  ;signals: "RENEWED-B: expected a RENEWED, got #S(RENEWED :A 1), made before that was redefined"
(system::structure-ref *renewed* nil 0)  ;=> 1
(system::structure-ref *renewed* nil 1)  ;signals: "has no slot number 1"

;; A structure represented as a list or vector can have documentation.
(progn (defstruct (documented-vector (:type vector)) "doc" a) (documentation 'documented-vector 'structure))  ;=> "doc"
(progn (defstruct (documented-list (:type list) :named) "doc" a) (setf (documentation 'documented-list 'structure) "new")
       (documentation 'documented-list 'structure))  ;=> "new"

;; Without a prefix an accessor is the symbol of the slot itself, whatever the current package is.
(progn (defpackage "STRUCTURE-SLOTS" (:use) (:export "WIDTH" "DEPTH" "HEIGHT")) 1)  ;=> 1
(progn (defstruct (slot-box (:conc-name nil)) structure-slots:width) (structure-slots:width (make-slot-box :width 3)))  ;=> 3
(progn (defstruct (slot-box-2 :conc-name) structure-slots:depth) (setf (structure-slots:depth (make-slot-box-2)) 4))  ;=> 4
(progn (defstruct (slot-box-3 (:conc-name)) structure-slots:height) (structure-slots:height (make-slot-box-3 :height 5)))  ;=> 5
(progn (defstruct (slot-box-4 (:conc-name ||)) slot-box-w) (slot-box-w (make-slot-box-4 :slot-box-w 1)))  ;=> 1
;; An inherited accessor is not redefined for another slot whose accessor has the same name.
(progn (defstruct cn-a b-c) (defstruct (cn-a-b (:include cn-a)) c)
       (list (cn-a-b-c (make-cn-a :b-c 9)) (cn-a-b-c (make-cn-a-b :b-c 8 :c 1))))  ;=> (9 8)
(progn (defstruct (row-a (:type list)) b-c) (defstruct (row-a-b (:type list) (:include row-a)) c)
       (list (row-a-b-c (make-row-a :b-c 9)) (row-a-b-c (make-row-a-b :b-c 8 :c 1))))  ;=> (9 8)
(progn (defstruct acc-a x) (defstruct (acc-b (:include acc-a) (:conc-name acc-a-)) y)
       (list (acc-a-x (make-acc-b :x 1)) (acc-a-y (make-acc-b :y 2))))  ;=> (1 2)
;; A parameter without a default has the slot's initial value (standard, DEFSTRUCT, BOA lambda lists).
(progn (defstruct (boa (:constructor mk-boa (a &optional b (c) (d 4) &rest e &key f ((:gg g)) (h 8) &aux (i 9))))
         a (b 2) (c 3) d e (f 6) (g 7) h i (k 11))
       (let ((b (mk-boa 1))) (list (boa-b b) (boa-c b) (boa-d b) (boa-e b) (boa-f b) (boa-g b) (boa-h b) (boa-i b) (boa-k b))))  ;=> (2 3 4 NIL 6 7 8 9 11)
(let ((b (mk-boa 1 2 3 4 :f 1 :gg 3))) (list (boa-e b) (boa-f b) (boa-g b)))  ;=> ((:F 1 :GG 3) 1 3)
;; Slot overrides in :INCLUDE.
(progn (defstruct (boa-2 (:include cn-a (b-c 77 :read-only t)))) (cn-a-b-c (make-boa-2)))  ;=> 77
(eval '(defstruct (boa-3 (:include cn-a (nosuch 1)))))  ;signals: program-error
(eval '(defstruct (boa-3 (:type string-of-things))))  ;signals: program-error
(eval '(defstruct (boa-3 (:initial-offset 1))))  ;signals: program-error
(eval '(defstruct (boa-3 (:type list) (:initial-offset a))))  ;signals: program-error
(eval '(defstruct (boa-3 (:include cn-a) (:include acc-a))))  ;signals: program-error
(eval '(defstruct (boa-3 (:include))))  ;signals: program-error
(eval '(defstruct nil))  ;signals: program-error

(progn (defstruct pt (x 1) (y 2)) (let ((p (make-pt :y 5))) (setf (pt-x p) 9) (list (pt-x p) (pt-y p) (pt-p p) (pt-p 1))))  ;=> (9 5 T NIL)
(progn (defstruct (pt3 (:include pt)) (z 3)) (let ((p (make-pt3 :x 0))) (list (pt-x p) (pt3-y p) (pt3-z p) (pt-p p))))  ;=> (0 2 3 T)
(progn (defstruct (cn (:conc-name c-) (:constructor mk (a &optional (b 7)))) a b) (let ((c (mk 1))) (list (c-a c) (c-b c))))  ;=> (1 7)
(progn (defstruct (vt (:type vector) :named) a b) (make-vt :a 1 :b 2))  ;=> #(VT 1 2)
(progn (defstruct (lt (:type list)) a b) (let ((l (make-lt :a 1))) (setf (lt-b l) 2) l))  ;=> (1 2)
(let ((p (make-pt))) (let ((q (copy-pt p))) (setf (pt-x q) 100) (pt-x p)))  ;=> 1
(equalp (make-pt) (make-pt))  ;=> T
(equal (make-pt) (make-pt))  ;=> NIL
(pt-x 5)  ;signals: type-error
