;;;; packages.lisp -- finding, changing and iterating over packages (standard, chapter 11); SBCL agrees.

;;; Finding

(multiple-value-list (find-symbol "CAR"))  ;=> (CAR :INHERITED)
(multiple-value-list (find-symbol "CAR" "CL"))  ;=> (CAR :EXTERNAL)
(multiple-value-list (find-symbol "NO SUCH NAME"))  ;=> (NIL NIL)
(multiple-value-list (find-symbol "NIL" :cl))  ;=> (NIL :EXTERNAL)
'test-only
(multiple-value-list (intern "TEST-ONLY"))  ;=> (TEST-ONLY :INTERNAL)
(nth-value 1 (intern "MADE BY INTERN"))  ;=> NIL
(multiple-value-list (intern "START" :keyword))  ;=> (:START :EXTERNAL)
(eq (intern "A NEW KEYWORD" "KEYWORD") (symbol-value (find-symbol "A NEW KEYWORD" "KEYWORD")))  ;=> T
(mapcar #'package-name (list (symbol-package 'car) (symbol-package :a) (symbol-package 'test-only)))  ;=> ("COMMON-LISP" "KEYWORD" "COMMON-LISP-USER")
(let ((n 0)) (do-external-symbols (s "COMMON-LISP" n) (incf n)))  ;=> 978
(find-package "NO SUCH PACKAGE")  ;=> NIL
(prog2 (make-package "Ѫ") (list (package-name (find-package #\Ѫ)) (find-package #\Ѭ)) (delete-package #\Ѫ))  ;=> ("Ѫ" NIL)
(handler-case (intern "A" "NO SUCH PACKAGE") (package-error (c) (package-error-package c)))  ;=> "NO SUCH PACKAGE"
(eq (find-package :cl) (find-package "COMMON-LISP"))  ;=> T

;;; DEFPACKAGE, reading and printing

(package-name (defpackage :shapes (:use :cl) (:nicknames :sh) (:export #:area #:side) (:shadow #:position)))  ;=> "SHAPES"
(mapcar #'package-name (package-use-list :shapes))  ;=> ("COMMON-LISP")
(symbol-name 'shapes:area)  ;=> "AREA"
(list 'shapes:area 'sh::secret :area)  ;=> (SHAPES:AREA SHAPES::SECRET :AREA)
(eq 'shapes::car 'car)  ;=> T
(eq 'shapes::position 'position)  ;=> NIL
(package-shadowing-symbols :shapes)  ;=> (SHAPES::POSITION)
(handler-case (read-from-string "shapes:secret") (error () 'not-external))  ;=> NOT-EXTERNAL
(handler-case (read-from-string "shapes:no-such-name") (error () 'none))  ;=> NONE
(handler-case (read-from-string "no-such-package:name") (error () 'none))  ;=> NONE
(find-symbol "NO-SUCH-NAME" :shapes)  ;=> NIL ; NIL
;; A package that uses only COMMON-LISP does not inherit Winnow's symbols.
(find-symbol "MINIMAX" :shapes)  ;=> NIL ; NIL
(nth-value 1 (find-symbol "MINIMAX"))  ;=> :INHERITED
(let ((*package* (find-package :shapes))) (prin1-to-string '(shapes:area car test-only :x #:y)))  ;=> "(AREA CAR COMMON-LISP-USER::TEST-ONLY :X #:Y)"
(let ((*package* (find-package :shapes))) (symbol-package (read-from-string "new-here")))  ;=> #<package "SHAPES">
(let ((*package* (find-package :shapes))) (format nil "~A ~S" 'test-only 'test-only))  ;=> "TEST-ONLY COMMON-LISP-USER::TEST-ONLY"
(handler-case (eval '(defpackage :wrong (:shade #:car))) (program-error () 'refused))  ;=> REFUSED
(handler-case (eval '(defpackage :wrong (:export #:a) (:intern #:a))) (program-error () 'refused))  ;=> REFUSED

;;; Changing

(use-package :shapes)  ;=> T
(list (eq (read-from-string "area") 'shapes:area) (find-symbol "SECRET"))  ;=> (T NIL)
(unuse-package :shapes)  ;=> T
(find-symbol "AREA")  ;=> NIL ; NIL
(defpackage :other (:use :cl))  ;=> #<package "OTHER">
(import 'shapes::secret :other)  ;=> T
(multiple-value-list (find-symbol "SECRET" :other))  ;=> (SHAPES::SECRET :INTERNAL)
(export 'shapes::secret :other)  ;=> T
(nth-value 1 (find-symbol "SECRET" :other))  ;=> :EXTERNAL
(unexport 'shapes::secret :other)  ;=> T
(nth-value 1 (find-symbol "SECRET" :other))  ;=> :INTERNAL
(unintern 'shapes::secret :other)  ;=> T
(list (find-symbol "SECRET" :other) (package-name (symbol-package 'shapes::secret)))  ;=> (NIL "SHAPES")
(let ((s (intern "SHORT-LIVED" :other))) (list (unintern s :other) (symbol-package s)))  ;=> (T NIL)
(shadowing-import 'shapes:side :other)  ;=> T
(package-shadowing-symbols :other)  ;=> (SHAPES:SIDE)
(package-name (rename-package :other :third '(:t3)))  ;=> "THIRD"
(list (find-package :other) (package-nicknames :third) (eq (find-package "T3") (find-package "THIRD")))  ;=> (NIL ("T3") T)
(let ((p (find-package :third))) (list (delete-package p) (package-name p) (find-package :third)))  ;=> (T NIL NIL)

;;; Name conflicts are correctable errors

(defpackage :left (:use) (:export #:both))  ;=> #<package "LEFT">
(defpackage :right (:use) (:export #:both))  ;=> #<package "RIGHT">
(defpackage :user-of-both (:use :left))  ;=> #<package "USER-OF-BOTH">
(handler-case (use-package :right :user-of-both) (package-error (c) (package-name (package-error-package c))))  ;=> "USER-OF-BOTH"
(handler-bind ((package-error #'continue)) (use-package :right :user-of-both))  ;=> T
(list (find-symbol "BOTH" :user-of-both) (package-shadowing-symbols :user-of-both))  ;=> (LEFT:BOTH (LEFT:BOTH))
(handler-case (import 'right:both :left) (package-error () 'conflict))  ;=> CONFLICT
(handler-case (make-package "LEFT") (package-error () 'exists))  ;=> EXISTS
(handler-case (export 'car :left) (package-error () 'not-accessible))  ;=> NOT-ACCESSIBLE
(handler-case (delete-package :left) (package-error () 'in-use))  ;=> IN-USE

;;; Iterating

(defpackage :small (:use :left) (:intern #:one) (:export #:two))  ;=> #<package "SMALL">
(let ((all nil)) (do-symbols (s :small (sort all #'string<)) (push s all)))  ;=> (LEFT:BOTH SMALL::ONE SMALL:TWO)
(let ((all nil)) (do-external-symbols (s :small all) (push s all)))  ;=> (SMALL:TWO)
(with-package-iterator (next :small :internal :inherited)
  (sort (list (multiple-value-list (next)) (multiple-value-list (next)) (multiple-value-list (next)))
        #'string< :key (lambda (l) (if (car l) (symbol-name (second l)) "ZZZ"))))  ;=> ((T LEFT:BOTH :INHERITED #<package "SMALL">) (T SMALL::ONE :INTERNAL #<package "SMALL">) (NIL))
(remove-if #'keywordp (find-all-symbols "BOTH"))  ;=> (RIGHT:BOTH LEFT:BOTH)
(in-package :small)  ;=> #<package "SMALL">
(cl:list 'one 'two 'cl:car)  ;=> (ONE TWO COMMON-LISP:CAR)
(cl:in-package :cl-user)  ;=> #<package "COMMON-LISP-USER">

;; PACKAGE-NICKNAMES and PACKAGE-USE-LIST return copies; MAKE-PACKAGE accepts only string designators as nicknames.
(progn (setf (car (package-nicknames "COMMON-LISP-USER")) 5) (package-nicknames "COMMON-LISP-USER"))  ;=> ("CL-USER" "USER")
(progn (setf (car (package-use-list "COMMON-LISP-USER")) 5) (package-name (car (package-use-list "COMMON-LISP-USER"))))  ;=> "COMMON-LISP"
(handler-case (make-package "NAMELESS" :nicknames '(5)) (type-error (c) (type-error-datum c)))  ;=> 5
(find-package "NAMELESS")  ;=> NIL

;; Winnow's own packages cannot be deleted.
(delete-package :keyword)  ;signals: PACKAGE-ERROR
(rename-package :system "MINE")  ;signals: PACKAGE-ERROR

;; Every symbol of the standard names a function, variable, class or type in Winnow, except those used in declarations, in
;; lambda lists or inside other forms.
(let ((names nil))
  (do-external-symbols (s :cl (sort names #'string<))
    (unless (or (fboundp s) (boundp s) (find-class s nil) (system::standard-type-p s) (get s 'system::type-expander)
                (member s '(&allow-other-keys &aux &body &environment &key &optional &rest &whole)))
      (push s names))))  ;=> (CALL-NEXT-METHOD COMPILATION-SPEED COMPILER-MACRO DEBUG DECLARATION DECLARE DYNAMIC-EXTENT FTYPE IGNORABLE IGNORE INLINE MAKE-METHOD NEXT-METHOD-P NOTINLINE OPTIMIZE OTHERWISE SAFETY SATISFIES SPACE SPECIAL SPEED STANDARD STRUCTURE TYPE VARIABLE)

;; A package without :USE uses COMMON-LISP only, as books for CLISP and of 1984 expect.
(let ((p (defpackage :says-nothing))) (prog1 (mapcar #'package-name (package-use-list p)) (delete-package p)))  ;=> ("COMMON-LISP")
(let ((p (defpackage :says-none (:use)))) (prog1 (package-use-list p) (delete-package p)))  ;=> NIL
;; IN-PACKAGE as of 1984 evaluates its argument and creates the package.
(let ((*package* *package*))
  (eval '(in-package 'of-1984 :nicknames '("EIGHTY-FOUR")))
  (prog1 (list (package-name *package*) (eq *package* (find-package "EIGHTY-FOUR"))) (delete-package *package*)))  ;=> ("OF-1984" T)
(eval '(in-package :of-1984))  ;signals: package-error

;; Reading a symbol of an unknown package, or one that is not external, is an error (2.3.5), unless the text is skipped.
(defun load-text (text) (with-input-from-string (s text) (load s)))
(load-text "(defun elsewhere (x) (if x
  (no-such-package:frob x)))")  ;signals: "string:2:23: NO-SUCH-PACKAGE:FROB: expected the name of a package before the colon, got NO-SUCH-PACKAGE"
(load-text "(no-such-package:frob 1)")  ;signals: reader-error
(load-text "(list cl:no-such-name)")  ;signals: "expected the name of a symbol in the package CL"
(load-text "(list system::fset system:fset)")  ;signals: "expected an external symbol of the package SYSTEM"
(load-text "(defun here (x) #+other-lisp (no-such-package:frob x) #-other-lisp (list x) #|no-such-package:a|#)")  ;=> T
(here 1)  ;=> (1)
(read-from-string "(list no-such-package:frob)")  ;signals: reader-error
(let ((*read-suppress* t)) (values (read-from-string "(list no-such-package:frob)")))  ;=> NIL

;; Land of Lisp runs programs with CLISP's EXT:SHELL.
(list (ext:shell "true") (ext:shell "exit 3") (ext:shell "kill -9 $$"))  ;=> (NIL 3 -9)
(ext:shell 1)  ;signals: type-error

;; Winnow's own packages cannot be changed; a program can shadow their symbols or redefine them in its own packages.
(defun refused (function &rest arguments)
  (handler-case (apply function arguments)
    (package-error (c) (if (search "one of Winnow's own packages" (princ-to-string c)) (package-name (package-error-package c)) c))))
(mapcar (lambda (name) (refused #'delete-package name)) '(:cl :keyword :system :cl-user))  ;=> ("COMMON-LISP" "KEYWORD" "SYSTEM" "COMMON-LISP-USER")
(mapcar (lambda (name) (refused #'rename-package name "OTHER")) '(:cl :keyword :system))  ;=> ("COMMON-LISP" "KEYWORD" "SYSTEM")
(list (refused #'unintern 'car :cl) (refused #'unintern :a :keyword) (refused #'unexport '(cdr car) :cl)
      (refused #'shadowing-import (make-symbol "CAR") :cl) (refused #'import (make-symbol "NEW") :cl) (refused #'import 'test-only :keyword)
      (refused #'shadow "NEW" :cl) (refused #'unuse-package :cl :system))  ;=> ("COMMON-LISP" "KEYWORD" "COMMON-LISP" "COMMON-LISP" "COMMON-LISP" "KEYWORD" "COMMON-LISP" "SYSTEM")
(list (car '(1)) (eq (read-from-string "car") 'cl:car) (symbol-package 'car))  ;=> (1 T #<package "COMMON-LISP">)
(list (unintern 'car) (unintern (make-symbol "CAR") :cl) (import 'car :cl) (export 'car :cl))  ;=> (NIL NIL T T)
(handler-bind ((package-error #'continue)) (delete-package :cl))  ;signals: package-error
;; Many programs redefine the user's package with a :USE option.
(defpackage :cl-user (:use :cl))  ;=> #<package "COMMON-LISP-USER">
(defpackage :cl-user (:nicknames :mine))  ;signals: package-error
(defpackage :common-lisp (:export "NEW"))  ;signals: package-error

(let ((p (make-package "GONE-AWAY"))) (delete-package p) (intern "A" p))  ;signals: package-error
(let ((p (make-package "WITH-EXTERNAL" :use nil)))
  (export (intern "A" p) p)
  (prog1 (list (unintern (find-symbol "A" p) p) (find-symbol "A" p)) (delete-package p)))  ;=> (T NIL)

;; A name that is repeated in an option counts once; a package that cannot be used is not created.
(prog1 (mapcar #'symbol-name (package-shadowing-symbols (defpackage :shadows-twice (:use :cl) (:shadow #:car) (:shadow #:car)))) (delete-package :shadows-twice))  ;=> ("CAR")
(eval '(defpackage :shadows-and-interns (:use :cl) (:shadow #:car) (:intern #:car)))  ;signals: "CAR occurs in two options"
(list (handler-case (eval '(defpackage :uses-none (:use :no-such-package))) (package-error () 'none)) (find-package :uses-none))  ;=> (NONE NIL)

;; NIL is an ordinary symbol, although it also denotes the empty list.
(progn
  (defpackage :has-nil (:use) (:import-from :cl "CAR" "NIL") (:export "NIL"))
  (defpackage :imports-nil (:use) (:import-from :has-nil "NIL"))
  (list (multiple-value-list (find-symbol "NIL" :has-nil)) (multiple-value-list (find-symbol "NIL" :imports-nil)) (eq (find-symbol "CAR" :has-nil) 'car)))  ;=> ((NIL :EXTERNAL) (NIL :INTERNAL) T)
(let ((p (make-package "EXPORTS-NIL" :use nil)))
  (handler-bind ((package-error #'continue)) (export (list nil) p))
  (multiple-value-list (find-symbol "NIL" p)))  ;=> (NIL :EXTERNAL)
(let ((p (make-package "KEEPS-NIL" :use '(:cl))))
  (handler-bind ((package-error #'continue)) (import (list (make-symbol "NIL")) p))
  (multiple-value-list (find-symbol "NIL" p)))  ;=> (NIL :INTERNAL)

;;; GENTEMP has one counter for all prefixes and packages.

(let ((symbols (loop repeat 20000 collect (gentemp)))) (list (length (remove-duplicates symbols)) (every #'symbol-package symbols)))  ;=> (20000 T)
(let ((numbers (loop for (prefix package) in '(("T" "KEYWORD") ("Q" "COMMON-LISP-USER") ("T" "COMMON-LISP-USER"))
                     collect (parse-integer (symbol-name (gentemp prefix package)) :start 1))))
  (apply #'< numbers))  ;=> T
(let ((*print-base* 2) (*print-radix* t)) (every #'digit-char-p (subseq (symbol-name (gentemp "T")) 1)))  ;=> T
(gentemp 5)  ;signals: type-error

;; The system's own packages cannot be deleted, and the library's functions check their arguments.
(mapcar (lambda (name) (handler-case (delete-package name) (package-error (c) (eq (package-error-package c) (find-package name)))))
        '("KEYWORD" "COMMON-LISP" "COMMON-LISP-USER" "SYSTEM" "WINNOW" "MACLISP"))  ;=> (T T T T T T)
(list (symbolp (read-from-string ":a-new-keyword")) (package-name (symbol-package 'a-new-symbol)))  ;=> (T "COMMON-LISP-USER")
(system::remove-package :keyword)  ;signals: package-error
(system::set-package-uses "COMMON-LISP-USER" '(1))  ;signals: type-error
(unuse-package "COMMON-LISP" "SYSTEM")  ;signals: package-error
(length (package-use-list "COMMON-LISP-USER"))  ;=> 3
(let ((p (make-package "SHORT-LIVED" :use '("CL")))) (delete-package p) (member p (package-used-by-list "CL")))  ;=> NIL

;; PACKAGE-NAME and PACKAGE-NICKNAMES return copies.
(progn (setf (char (package-name :cl) 0) #\x) (package-name :cl))  ;=> "COMMON-LISP"
(progn (setf (char (car (package-nicknames :common-lisp)) 0) #\x) (car (package-nicknames :common-lisp)))  ;=> "CL"

;;; Random sequences of INTERN, EXPORT, UNEXPORT and UNINTERN agree with a table of names

(defun package-agrees-p (n state)
  (let ((p (make-package "RANDOM-CHANGES" :use nil)) (model (make-hash-table :test #'equal)) (wrong 0))
    (unwind-protect
        (dotimes (i n)
          (let* ((name (format nil "~D" (random 300 state))) (known (gethash name model)))
            (ecase (random 4 state)
              (0 (multiple-value-bind (symbol status) (intern name p)
                   (cond ((not (eq status (cdr known))) (incf wrong))
                         (known (unless (eq symbol (car known)) (incf wrong)))
                         (t (setf (gethash name model) (cons symbol :internal))))))
              (1 (when known (export (car known) p) (setf (cdr known) :external)))
              (2 (when known (unexport (car known) p) (setf (cdr known) :internal)))
              (3 (when known (unless (unintern (car known) p) (incf wrong)) (remhash name model))))))
      (maphash (lambda (name known)
                 (unless (equal (multiple-value-list (find-symbol name p)) (list (car known) (cdr known))) (incf wrong)))
               model)
      (let ((count 0)) (do-symbols (s p) (incf count)) (unless (= count (hash-table-count model)) (incf wrong)))
      (delete-package p))
    wrong))
(let ((state (make-random-state nil))) (loop repeat 5 sum (package-agrees-p (trials 5000) state)))  ;=> 0
