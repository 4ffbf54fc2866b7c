;;;; compile-file.lisp -- COMPILE-FILE, LOAD, modules (ANSI Common Lisp, chapter 24).

(defvar *folder* (format nil "/tmp/winnow-compile-~D/" (random 1000000000 (make-random-state t))))
(ensure-directories-exist *folder*)
(defvar *default-pathname-defaults-before* *default-pathname-defaults*)
(setq *default-pathname-defaults* (pathname *folder*))
(defun source (name text)
  (with-open-file (s name :direction :output :if-exists :supersede) (write-string text s))
  name)
(defvar *log* nil)
(defun note (x) (push x *log*) x)
(defun noted () (prog1 (reverse *log*) (setq *log* nil)))
(defun compiled (name) (let ((*error-output* (make-broadcast-stream))) (multiple-value-list (compile-file name))))

;;; Evaluation times

(source "times.lisp" "
(eval-when (:compile-toplevel) (note :compile))
(eval-when (:load-toplevel) (note :load))
(eval-when (:execute) (note :execute))
(eval-when (:compile-toplevel :load-toplevel :execute) (note :always) (eval-when (:execute) (note :inner-execute)))
(eval-when (compile load eval) (note :old-names))
(progn (note :progn) (eval-when (:compile-toplevel) (note :inner-compile)))
(let () (eval-when (:compile-toplevel) (note :not-at-toplevel)) (eval-when (:execute) (note :not-at-toplevel-execute)))
(note '#.(note :read-time))
")
(mapcar (lambda (x) (if (pathnamep x) (file-namestring x) x)) (compiled "times.lisp"))  ;=> ("times.wfasl" NIL NIL)
(noted)  ;=> (:COMPILE :ALWAYS :INNER-EXECUTE :OLD-NAMES :INNER-COMPILE :READ-TIME)
(load "times.wfasl")  ;=> T
(noted)  ;=> (:LOAD :ALWAYS :OLD-NAMES :PROGN :NOT-AT-TOPLEVEL-EXECUTE :READ-TIME)
(progn (load "times.lisp") (noted))  ;=> (:EXECUTE :ALWAYS :INNER-EXECUTE :OLD-NAMES :PROGN :NOT-AT-TOPLEVEL-EXECUTE :READ-TIME :READ-TIME)

;;; Forms at top level that a symbol macro or a malformed form gives

(source "odd.lisp" "
(define-symbol-macro noted-name (note :symbol-macro))
noted-name
(symbol-macrolet ((inner (note :inner))) (locally (declare (notinline note)) inner))
")
(car (last (compiled "odd.lisp")))  ;=> NIL
(progn (noted) (load "odd.wfasl") (noted))  ;=> (:SYMBOL-MACRO :INNER)
(source "malformed.lisp" "(note :first) (macrolet ((m)) (note :never))")
(second (compiled "malformed.lisp"))  ;=> T
(load "malformed.wfasl")  ;signals: program-error
(noted)  ;=> (:FIRST)

;;; Macros that exist only while the file is compiled

(source "macros.lisp" "
(eval-when (:compile-toplevel) (defmacro only-now (x) (let ((g (gensym))) `(let ((,g ,x)) (list ,g ,g)))))
(defun in-a-loop (l) (loop for x in l collect (only-now x)))
(defun in-a-template (x) `(a ,(only-now x) ,@(only-now 1)))
(defun in-a-default (&optional (x (only-now 1)) &key (y (only-now 2))) (list x y))
(defun in-places (l) (let ((x (list 0))) (setf (car x) (only-now l)) (push (only-now 2) (cdr x)) x))
(defun in-handlers () (handler-case (error \"~A\" (only-now 1)) (error (c) (only-now (princ-to-string c)))))
(defun in-locals () (labels ((f (x) (only-now x))) (flet ((only-now (x) (f x))) (only-now 5))))
(defgeneric in-a-method (x))
(defmethod in-a-method ((x integer)) (only-now x))
(defun quoted () '(only-now 1))
(macrolet ((local (x) `(list :local ,x))) (defun in-macrolet (x) (local (only-now x))))
(symbol-macrolet ((sm (only-now 3))) (defun in-symbol-macrolet () sm))
(let ((n 0)) (defun counted () (incf n)))
(defun a-cond (x) (cond ((only-now x) (case x ((1 2) (only-now :small)) (t #'(lambda (y) (only-now y)))))))
")
(car (last (compiled "macros.lisp")))  ;=> NIL
(fmakunbound 'only-now)
(progn (load "macros.wfasl") (list (in-a-loop '(1 2)) (in-a-template 3) (in-a-default) (in-places 7)))  ;=> (((1 1) (2 2)) (A (3 3) 1 1) ((1 1) (2 2)) ((7 7) (2 2)))
(list (in-handlers) (in-locals) (in-a-method 4) (quoted) (in-macrolet 2) (counted) (counted))  ;=> (("(1 1)" "(1 1)") (5 5) (4 4) (ONLY-NOW 1) (:LOCAL (2 2)) 1 2)
(list (a-cond 1) (funcall (a-cond 9) 8) (in-symbol-macrolet))  ;=> ((:SMALL :SMALL) (8 8) (3 3))

;;; Places and symbol macros that exist only while the file is compiled (3.2.2.2)

(source "places.lisp" "
(eval-when (:compile-toplevel)
  (defmacro slot-7 (v) `(aref ,v 7))
  (defmacro slot-6 (v) `(slot-7 (only-then ,v)))
  (defmacro only-then (x) x)
  (defmacro twice-of (x) `(* 2 ,x))
  (define-modify-macro doublef () twice-of)
  (defsetf head-of (x) (new) `(setf (car ,x) ,new))
  (defsetf first-of rplaca)
  (define-setf-expander second-of (x)
    (let ((cell (gensym)) (new (gensym)))
      (values (list cell) (list `(only-then ,x)) (list new) `(progn (rplaca (cdr ,cell) ,new) ,new) `(cadr ,cell))))
  (define-symbol-macro *front* (car *queue*))
  (define-symbol-macro *front-twice* (twice-of *front*)))
(defvar *queue* (list 1 2))
(defun second-of (x) (cadr x))
(defun by-setf (v x) (setf (slot-7 v) x (slot-6 v) (only-then (+ x 1))) v)
(defun by-modifying (v) (incf (slot-7 v)) (decf (slot-7 v) (only-then 3)) (doublef (slot-7 v)) (aref v 7))
(defun by-lists (v) (setf (slot-7 v) nil) (push 1 (slot-6 v)) (pushnew 1 (slot-7 v)) (push 2 (slot-7 v)) (list (pop (slot-7 v)) (slot-7 v)))
(defun by-moving (v) (setf (slot-7 v) 'a) (rotatef (aref v 0) (slot-7 v)) (psetf (slot-7 v) 'b (aref v 1) (slot-7 v)) (list (shiftf (slot-7 v) 'c) v))
(defun by-checking (v) (setf (values (slot-7 v)) 1) (check-type (slot-7 v) integer) (assert (slot-6 v) ((slot-6 v))) (ccase (slot-7 v) (1 :one)))
(defun by-expanders (l) (setf (head-of l) 8 (first-of (cdr l)) 9) (incf (second-of l) 10) (remf (getf (cddr l) :p) :q) l)
(defun by-symbol-macros () (let ((before (list *front* *front-twice*))) (incf *front*) (push *front-twice* *queue*) (list before *queue*)))
(defun by-local-macros (v) (macrolet ((slot (v n) `(slot-7 ,v))) (incf (slot v 1) 5) (slot v 1)))
(macrolet ((outer (v) `(slot-7 (only-then ,v)))) (defun by-outer-macros (v) (setf (outer v) 4) (incf (outer v)) (outer v)))
")
(car (last (compiled "places.lisp")))  ;=> NIL
(progn (mapc #'fmakunbound '(slot-7 slot-6 only-then twice-of doublef))
  (dolist (name '(head-of first-of second-of *front* *front-twice*)) (setf (symbol-plist name) nil))
  (load "places.wfasl"))  ;=> T
(defvar *eight* (vector 0 1 2 3 4 5 6 7))
(list (aref (by-setf *eight* 20) 7) (by-modifying *eight*) (by-lists *eight*))  ;=> (21 38 (2 (1)))
(by-moving *eight*)  ;=> (B #(A 0 2 3 4 5 6 C))
(list (by-checking *eight*) (by-expanders (list 1 2 :p (list :q 1))) (by-symbol-macros))  ;=> (:ONE (8 19 :P NIL) ((1 2) (4 2 2)))
(list (by-local-macros *eight*) (by-outer-macros *eight*))  ;=> (6 5)

;;; Literal objects

(source "objects.lisp" "
(eval-when (:compile-toplevel :load-toplevel :execute)
  (defstruct spot x y)
  (defmethod make-load-form ((s spot) &optional environment) (make-load-form-saving-slots s :environment environment))
  (defclass thing () ((a :initarg :a :reader thing-a)))
  (defmethod make-load-form ((x thing) &optional environment) (declare (ignore environment)) `(make-instance 'thing :a ',(thing-a x))))
(defparameter *objects*
  (list '#.(make-spot :x 1 :y 2) '#.(make-instance 'thing :a '(1)) '#1=(a . #1#) '#(1 #\\a 1.5 1/2 \"t\" #*101 #p\"x.y\")
        '#.(let ((h (make-hash-table :test 'equal))) (setf (gethash \"k\" h) 'v) h) '#.(find-package \"CL\") '(|a b| :k #:g nil)))
(defparameter *shared* '#.(let ((l (list 1))) (list l l)))
(defparameter *uninterned* '(#2=#:same #2#))
")
(compiled "objects.lisp")
(progn (load "objects.wfasl") (destructuring-bind (s th c v h p sy) *objects*
  (list (spot-y s) (thing-a th) (eq c (cdr c)) v (gethash "k" h) (package-name p) sy)))  ;=> (2 (1) T #(1 #\a 1.5 1/2 "t" #*101 #P"x.y") V "COMMON-LISP" (|a b| :K #:G NIL))
(list (eq (first *shared*) (second *shared*)) (eq (first *uninterned*) (second *uninterned*)))  ;=> (T T)
;; Objects that are identical in the source are identical when loaded, also across forms (3.2.4.4); a symbol that a macro
;; creates is one symbol in all forms of its expansion.
(source "identical.lisp" "
(eval-when (:compile-toplevel) (defvar *made* (list (list 1 2 3) \"text\" (vector 1) (make-hash-table) (list 'x))))
(defmacro with-hidden (name) (let ((hidden (gensym))) `(progn (defvar ,hidden 5) (defun ,name () (incf ,hidden)))))
(with-hidden count-up)
(defparameter *pieces* '#.*made*)
(defparameter *list* '#.(first *made*))
(defparameter *tail* '#.(cdr (first *made*)))
(defparameter *others* (list '#.(second *made*) '#.(third *made*) '#.(fourth *made*)))
(eval-when (:compile-toplevel) (nconc (fifth *made*) (list 'y)))
(defparameter *changed* '#.(fifth *made*))
")
(progn (compiled "identical.lisp") (load "identical.wfasl") (list (count-up) (count-up)))  ;=> (6 7)
(list (eq (first *pieces*) *list*) (eq (cdr *list*) *tail*) (mapcar #'eq (cdr *pieces*) *others*))  ;=> (T T (T T T))
(list *list* *tail* (fifth *pieces*) *changed*)  ;=> ((1 2 3) (2 3) (X) (X Y))

;; The tree of the standard's page on MAKE-LOAD-FORM: each node is initialized by a form that refers to others.
(source "circular.lisp" "
(eval-when (:compile-toplevel :load-toplevel :execute)
  (defvar *initialized* nil)
  (defclass tree-node () ((parent :accessor node-parent :initform nil) (children :initarg :children :accessor node-children)))
  (defmethod make-load-form ((x tree-node) &optional environment)
    (declare (ignore environment))
    (values `(make-instance 'tree-node :children nil)
            `(setf (node-parent ',x) ',(node-parent x) (node-children ',x) ',(node-children x) *initialized* (cons ',x *initialized*))))
  (defstruct ring next (name 'r))
  (defmethod make-load-form ((x ring) &optional environment) (make-load-form-saving-slots x :environment environment))
  (define-condition kept (error) ((datum :initarg :datum :reader kept-datum)))
  (defmethod make-load-form ((x kept) &optional environment)
    (declare (ignore environment))
    `(make-condition 'kept :datum ',(kept-datum x)))
  (defun family () (let* ((child (make-instance 'tree-node :children nil)) (root (make-instance 'tree-node :children (list child))))
                     (setf (node-parent child) root)
                     root))
  (defun rings () (let* ((a (make-ring :name 'a)) (b (make-ring :name 'b :next a))) (setf (ring-next a) b) a))
  (defun own-table () (let ((h (make-hash-table))) (setf (gethash :self h) h) h))
  (defun own-array () (let ((a (make-array '(2 2) :initial-element 0))) (setf (aref a 0 1) a (aref a 1 0) (vector a)) a)))
(defparameter *family* '#.(family))
(defparameter *ring* '#.(rings))
(defparameter *kept* '#.(make-condition 'kept :datum '(a . #1=(b . #1#))))
(defparameter *own-table* '#.(own-table))
(defparameter *own-array* '#.(own-array))
(defparameter *arrays* '(#.(make-array 3 :element-type '(unsigned-byte 8) :initial-contents '(1 2 3)) #.(make-array '(2 0 3))
                         #.(make-array 4 :fill-pointer 2 :initial-element 'x) #0A(z) #.(make-array '(1 2) :element-type 'bit :initial-element 1)
                         #.(make-array 3 :element-type 'character :fill-pointer 2 :initial-element #\\q)))
(defparameter *places* (list '#.(make-pathname :name \"a.b\" :type nil :version 3) '#.(find-package \"KEYWORD\") '#.(find-class 'tree-node)))
(defparameter *seeds* '(#.(make-random-state) #.*random-state*))
")
(cdr (compiled "circular.lisp"))  ;=> (NIL NIL)
(progn (load "circular.wfasl") (eq (node-parent (first (node-children *family*))) *family*))  ;=> T
;; A node is initialized as soon as the nodes that it refers to exist.
(list (length *initialized*) (eq (first *initialized*) *family*) (ring-name *ring*) (eq (ring-next (ring-next *ring*)) *ring*))  ;=> (2 T A T)
(let ((d (kept-datum *kept*))) (list (typep *kept* 'kept) (cadr d) (eq (cdr d) (cddr d))))  ;=> (T B T)
(list (eq (gethash :self *own-table*) *own-table*) (eq (aref *own-array* 0 1) *own-array*) (eq (aref (aref *own-array* 1 0) 0) *own-array*) (aref *own-array* 1 1))  ;=> (T T T 0)
(mapcar (lambda (a) (list (array-dimensions a) (if (plusp (array-total-size a)) (row-major-aref a 0)))) *arrays*)  ;=> (((3) 1) ((2 0 3) NIL) ((2) X) (NIL (Z)) ((1 2) 1) ((2) #\q))
(list (pathname-name (first *places*)) (pathname-type (first *places*)) (package-name (second *places*)) (eq (third *places*) (find-class 'tree-node)))  ;=> ("a.b" NIL "KEYWORD" T)
(apply #'= (mapcar (lambda (state) (random 1000000 state)) *seeds*))  ;=> T
(source "endless.lisp" "
(eval-when (:compile-toplevel)
  (defclass egg () ((hen :accessor hen)))
  (defmethod make-load-form ((x egg) &optional environment) (declare (ignore environment)) `(make-egg ',(hen x))))
(defparameter *egg* '#.(let ((x (make-instance 'egg))) (setf (hen x) (list x)) x))")
(compiled "endless.lisp")  ;signals: "COMPILE-FILE: expected an object that can be created without itself"
(source "readtable.lisp" "(defparameter *table* '#.(copy-readtable))")
(compiled "readtable.lisp")  ;signals: "COMPILE-FILE: expected an object that can be written to a file"
(source "function.lisp" "(defparameter *f* '#.#'car)")
(compiled "function.lisp")  ;signals: "COMPILE-FILE: expected an object that can be written to a file"
(probe-file "function.wfasl")  ;=> NIL

;;; Packages, readtables, file variables

(source "package.lisp" "(defpackage :kitchen (:use :cl) (:export #:cook)) (in-package :kitchen)
(defun cook () (list *package* 'pan)) (cl-user::note (list *compile-file-pathname* (and *load-pathname* (pathname-type *load-pathname*))))
(eval-when (:compile-toplevel) (cl-user::note (list (file-namestring *compile-file-pathname*) (pathnamep *compile-file-truename*))))")
(compiled "package.lisp")
(list *package* *compile-file-pathname* (noted))  ;=> (#<package "COMMON-LISP-USER"> NIL (("package.lisp" T)))
(let ((*readtable* (copy-readtable)) (*read-base* 8) (*print-base* 2)) (setf (readtable-case *readtable*) :preserve) (LOAD "package.wfasl"))  ;=> T
(list *package* (second (funcall (find-symbol "COOK" "KITCHEN"))) (noted))  ;=> (#<package "COMMON-LISP-USER"> KITCHEN::PAN ((NIL "wfasl")))
(delete-package "KITCHEN")
;; A symbol exported while the file is compiled is exported again when it is loaded.
(source "exporting.lisp" "(defpackage :larder (:use :cl)) (in-package :larder)
(eval-when (:compile-toplevel :load-toplevel :execute) (export '(jam |Bread:1|)))
(defun jam () '|Bread:1|)")
(progn (compiled "exporting.lisp") (delete-package "LARDER") (load "exporting.wfasl"))  ;=> T
(let ((name (funcall (find-symbol "JAM" "LARDER")))) (list name (nth-value 1 (find-symbol "Bread:1" "LARDER"))))  ;=> (LARDER:|Bread:1| :EXTERNAL)
(delete-package "LARDER")

;;; Warnings

(source "wrong.lisp" "(defun wrong (x) (no-such-function x) (let))")
(cdr (compiled "wrong.lisp"))  ;=> (T T)
;; Warnings are signalled; undefined functions are reported at the end of the file, or of the enclosing compilation unit.
(not (search "wrong.lisp:1:39: LET: " (with-output-to-string (*error-output*) (compile-file "wrong.lisp"))))  ;=> NIL
(let ((kinds nil))
  (handler-bind ((warning (lambda (c) (push (typep c 'style-warning) kinds) (muffle-warning c)))) (compile-file "wrong.lisp"))
  kinds)  ;=> (T NIL)
(with-output-to-string (*error-output*) (handler-bind ((warning #'muffle-warning)) (compile-file "wrong.lisp")))  ;=> ""
;; Definitions of a text whose record has been discarded do not hide that other functions are undefined.
(defun lines (control) (format nil "~{~A~%~}" (loop for i below 300 collect (format nil control i))))
(source "gone.lisp" (format nil "(defpackage gone (:use cl))~%(in-package gone)~%~A" (lines "(defun gone-~D () 1)")))
(source "many.lisp" (format nil "(defun many () ~A)" (lines "(many-~D)")))
(let ((count 0))
  (compiled "gone.lisp")
  (delete-package "GONE")
  (gc)
  (handler-bind ((style-warning (lambda (c) (incf count) (muffle-warning c)))) (compile-file "many.lisp"))
  count)  ;=> 300
(source "missing.lisp" "(defun missing () (defined-elsewhere))")
(cdr (compiled "missing.lisp"))  ;=> (T NIL)
(let ((*error-output* (make-broadcast-stream))) (with-compilation-unit () (cdr (multiple-value-list (compile-file "missing.lisp")))))  ;=> (NIL NIL)
(source "warns.lisp" "(eval-when (:compile-toplevel) (warn \"of its own\"))")
(cdr (compiled "warns.lisp"))  ;=> (T T)
; The definitions of one file are known to its own forms, not to those of the next file
(source "defines.lisp" "(defun of-this-file (x) x) (defun its-user (x) (of-this-file x)) (defun early-user (x) (defined-below x)) (defun defined-below (x) x)")
(cdr (compiled "defines.lisp"))  ;=> (NIL NIL)
(source "uses.lisp" "(defun another-user (x) (of-this-file x))")
(second (compiled "uses.lisp"))  ;=> T
(progn (load "defines.wfasl") (cdr (compiled "uses.lisp")))  ;=> (NIL NIL)
;; Definitions that are not at top level are known to the rest of the file.
(source "closures.lisp" "
(let ((n 0)) (defun counted-up () (incf n)))
(let ((m (make-hash-table))) (defun fibonacci (n) (or (gethash n m) (setf (gethash n m) (if (< n 2) n (+ (fibonacci (- n 1)) (fibonacci (- n 2))))))))
(flet ((h (x) x)) (defgeneric heading (x)) (defmethod footing ((x integer)) (h (heading x))) (defun (setf height) (new x) (setf (car x) (h new))))
(labels ((r () 1)) (progn (defstruct parcel weight) (defclass letter () ((stamp :accessor letter-stamp :reader stamp-of)))
                          (when (r) (setf (fdefinition 'post) (lambda (x) x)))))
(defun all-of-them (x) (list (counted-up) (fibonacci 3) (heading x) (footing x) (setf (height x) 1) (make-parcel :weight 2)
                             (parcel-p x) (parcel-weight x) (setf (letter-stamp x) 1) (stamp-of x) (post x)))")
(cdr (compiled "closures.lisp"))  ;=> (NIL NIL)
(source "later.lisp" "(defun now (x) (later-one x)) (defun later-one (x) x)")
(compile-file "/no/such/file")  ;signals: file-error
(let ((kinds nil))
  (handler-bind ((warning (lambda (c) (push (typep c 'style-warning) kinds) (muffle-warning c))))
    (list (cdr (multiple-value-list (compile nil '(lambda () (let))))) kinds)))  ;=> ((T T) (NIL))
(source "cut.lisp" "(defun cut (x)")
(compiled "cut.lisp")  ;signals: end-of-file
(list (compile-file-pathname "/a/b.lisp") (compile-file-pathname "/a/b.lisp" :output-file "c.out") (compile-file-pathname "/a/b" :output-file "/x/"))  ;=> (#P"/a/b.wfasl" #P"/a/c.out" #P"/x/b.wfasl")
(let ((*default-pathname-defaults* #p"/q/"))
  (list (compile-file-pathname "z/b.lisp" :output-file "c.out") (compile-file-pathname "z/b.lisp" :output-file "x/c.out")
        (compile-file-pathname "/z/b.lisp" :output-file "x/")))  ;=> (#P"/q/z/c.out" #P"/q/x/c.out" #P"/q/x/b.wfasl")
(let ((*default-pathname-defaults* #p"")) (compile-file-pathname "z/b.lisp" :output-file "x/c.out"))  ;=> #P"x/c.out"
(file-namestring (car (let ((*error-output* (make-broadcast-stream))) (multiple-value-list (compile-file "later" :output-file "other.out")))))  ;=> "other.out"
(progn (load "other.out") (now 3))  ;=> 3
(with-output-to-string (*standard-output*) (compile-file "later" :verbose t :print t))  ;prints:
(let ((text (with-output-to-string (*standard-output*) (compile-file "later" :verbose t :print t))))
  (list (not (search "; compiling " text)) (not (search "; (DEFUN NOW)" text))))  ;=> (NIL NIL)

;;; LOAD

(source "values.lisp" "(in-package :keyword) 1 (cl:values 2 3) (cl:setq cl:*readtable* (cl:copy-readtable))")
(let ((table *readtable*) (outer *load-pathname*)) (load "values") (list (eq table *readtable*) *package* (eq outer *load-pathname*)))  ;=> (T #<package "COMMON-LISP-USER"> T)
(not (search "~1~2~3~" (substitute #\~ #\Newline (with-output-to-string (*standard-output*) (load "values" :print t)))))  ;=> NIL
(let ((*load-verbose* t)) (not (search "; loading " (with-output-to-string (*standard-output*) (load "values")))))  ;=> NIL
(with-output-to-string (*standard-output*) (let ((*load-verbose* t)) (load "values" :verbose nil)))  ;=> ""
(with-open-file (s (source "stream.lisp" "(note (pathname-name *load-pathname*))")) (load s))  ;=> T
(with-input-from-string (s "(note *load-pathname*) (note 2)") (load s))  ;=> T
(noted)  ;=> ("stream" NIL 2)
(load "no-such-file" :if-does-not-exist nil)  ;=> NIL
(load "no-such-file")  ;signals: file-error
(load "values" :external-format :no-such-format)  ;signals: "expected :UTF-8, :LATIN-1 or :UTF-16"
(with-open-file (s "latin.lisp" :direction :output :external-format :latin-1 :if-exists :supersede) (write-string "(note \"é\")" s))
(progn (load "latin.lisp" :external-format :latin-1) (noted))  ;=> ("é")

;; The compiled file records the dialect of its forms.
(source "old.lisp" ";;; -*- Syntax: Franz -*-
(def sum-of-ends (lexpr (n) (plus (arg 1) (arg n))))
(setq *sum-of-ends* (sum-of-ends 1 2 3))")
(progn (compiled "old.lisp") (load "old.wfasl") (symbol-value '*sum-of-ends*))  ;=> 4

;;; Modules

(source "kettle.lisp" "(note :kettle) (provide :kettle)")
(list (require :kettle) (require "KETTLE") (noted) (not (null (member "KETTLE" *modules* :test #'string=))))  ;=> (("KETTLE") NIL (:KETTLE) T)
(progn (require 'pot "kettle.lisp") (noted))  ;=> (:KETTLE)
(require 'no-such-module)  ;signals: file-error
(let ((*modules* nil)) (list (provide 'cup) (provide "CUP") *modules*))  ;=> (T T ("CUP"))

(setq *default-pathname-defaults* *default-pathname-defaults-before*)
(mapc #'delete-file (directory (concatenate 'string *folder* "*.*")))
(list (delete-file *folder*) (probe-file *folder*))  ;=> (T NIL)
