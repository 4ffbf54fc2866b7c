;;;; definition-warnings.lisp -- what the compiler warns about when a function is defined, one kind after another.

;; The warnings about the definitions in TEXT, with their hints in parentheses.
(defun warned (text)
  (let ((found nil)
        (output (with-output-to-string (*error-output*)
                  (with-compilation-unit (:override t) (system::load-text text "text" 1 1)))))
    (with-input-from-string (in output)
      (loop for line = (read-line in nil) while line
            do (let ((message (search ": warning: " line)))
                 (cond (message (push (subseq line (+ message 11)) found))
                       ((eql 0 (search "  hint: " line)) (setf (first found) (format nil "~A (~A)" (first found) (subseq line 8))))))))
    (reverse found)))

;; Unused and misspelt parameters.
(warned "(defun dw1 (x y) x)")                                 ;=> ("Y is not used ((declare (ignore y)) if this is meant)")
(warned "(defun dw1 (x &optinal y) (list x y))")               ;=> ("&OPTINAL is a parameter here (did you mean &OPTIONAL?)")
;; Free variables, also as a whole body.
(mapcar (lambda (text) (subseq text 0 30)) (warned "(defun dw2 () (list zz1))"))  ;=> ("ZZ1 is not a variable, nor dec")
(length (warned "(defun dw2 () zz2)"))                         ;=> 1
(length (warned "(defun dw2 () (let ((a 1)) (princ a) zz3))")) ;=> 1
(warned "(defun dw2 () zz4) (defvar zz4 1)")                   ;=> NIL
(warned "(defun dw2 (zz5) zz5)")                               ;=> NIL
;; Unreachable clauses and forms.
(warned "(defun dw3 (x) (cond (t 1) ((= x 2) 3)))")            ;=> ("this clause is never reached: the test before it is T")
(warned "(defun dw3 (x) (case x (a 1) ((b a) 2)))")            ;=> ("CASE: the key a is in a clause before")
(warned "(defun dw3 (x) (typecase x (number 1) (integer 2)))") ;=> ("TYPECASE: this clause is never reached: NUMBER before it covers INTEGER")
(warned "(defun dw3 (x) (typecase x (integer 1) (number 2) (t 3)))") ;=> NIL
(warned "(defun dw3 (x) (return-from dw3 1) (print x))")       ;=> ("this form is never reached: RETURN-FROM before it leaves")
(warned "(defun dw3 (x) (if x (return-from dw3 1)) (print x))") ;=> NIL
;; Keywords.
(warned "(defun dw4 (x) (find 1 x :tset #'eq))")               ;=> ("FIND: unknown keyword :TSET (did you mean :TEST?)")
(warned "(defun dw4 (x) (find 1 x :test))")                    ;=> ("FIND: expected a value after :TEST")
;; Numbers of arguments.
(warned "(defun dw5 () (flet ((h (x) x)) (h 1 2)))")           ;=> ("H: expected 1 argument, got 2")
(warned "(defun dw5 () (labels ((h (x &optional y) (list x y))) (h 1 2 3)))")      ;=> ("H: expected 1 to 2 arguments, got 3")
(warned "(defun dw5 () (flet ((h (x &optional y &key z) (list x y z))) (h 1 2 :y 3)))")   ;=> ("H: unknown keyword :Y")
(warned "(defun dw5 () (flet ((h (x &key z) (list x z))) (h 1 :z 3)))")                  ;=> NIL
(warned "(defun dw5 (y) (flet ((h (&key z) z)) (list (h :y y :allow-other-keys t) (h :allow-other-keys nil) (h y 1))))")  ;=> NIL
(warned "(defun dw5 () (flet ((h (&key z &allow-other-keys) z)) (h :y 3)))")             ;=> NIL
(warned "(defun dw5 () ((lambda (&key z) z) :y 3))")                                     ;=> ("LAMBDA: unknown keyword :Y")
(warned "(defun dw5 () ((lambda (a &rest z) (list a z))))")                              ;=> ("LAMBDA: expected at least 1 argument, got 0")
;; The same in code that a macro makes.
(defmacro dw5-call (key) `((lambda (&key z) z) ,key 3))
(warned "(defun dw5 () (dw5-call :y))")                                                  ;=> ("LAMBDA: unknown keyword :Y")
(warned "(defun dw6 (a &optional b) (list a b)) (defun dw7 () (dw6 1 2 3))")       ;=> ("DW6: expected 1 to 2 arguments, got 3")
(warned "(defun dw16 (a &rest b) (list a b)) (defun dw17 () (dw16))")                 ;=> ("DW16: expected at least 1 argument, got 0")
(warned "(defun dw26 (a &key b) (list a b)) (defun dw27 () (dw26 1 :c 2))")           ;=> ("DW26: unknown keyword :C (the keywords are :B)")
;; Types that can never fit.
(warned "(defun dw8 (x) (+ x \"a\"))")                         ;=> ("+: expected a number, got \"a\"")
(warned "(defun dw8 (x) (+ x (list 1 2)))")                    ;=> ("+: expected a number, but (list 1 2) is a list")
(warned "(defun dw8 (x) (car (+ x 1)))")                       ;=> ("CAR: expected a list, but (+ x 1) is a number")
(warned "(defun dw8 () (length 5))")                           ;=> ("LENGTH: expected a sequence, got 5")
(warned "(defun dw8 () (aref \"abc\" 'a))")                    ;=> ("AREF: expected an index, got A")
(warned "(defun dw8 () (the integer \"a\"))")                  ;=> ("\"a\" is not of the declared type INTEGER")
(warned "(defun dw8 () (let ((n 1)) (declare (type string n)) n))")  ;=> ("1 is not of the declared type STRING")
(warned "(defun dw8 () (let ((n 1)) (declare (fixnum n)) n))") ;=> NIL
(warned "(defun dw8 (x) (car (list x)))")                      ;=> NIL
;; FORMAT.
(warned "(defun dw9 (x) (format t \"~a ~a\" x))")              ;=> ("FORMAT: the control string takes 2 arguments, got 1")
(warned "(defun dw9 (x) (format t \"~z\" x))")                 ;=> ("FORMAT: ~Z is not a directive")
(warned "(defun dw9 (x) (format t \"~,2f ~:[a~;b~] ~8,'*d ~/dw/ ~v%\" x x x x x))")  ;=> NIL
;; Modified literals.
(warned "(defun dw10 () (sort '(3 1 2) #'<))")                 ;=> ("SORT modifies the constant '(3 1 2) (use (list 3 1 2))")
(warned "(defun dw10 () (setf (char \"abc\" 0) #\\x))")        ;=> ("SETF modifies the constant \"abc\" (use (copy-seq \"abc\"))")
(warned "(defun dw10 () (incf (nth 1 '(1 2))))")                 ;=> ("INCF modifies the constant '(1 2) (use (list 1 2))")
; A key or another argument that only says where the place is
(warned "(defun dw10 (h s) (setf (gethash \"a\" h) 1 (gethash '(1 2) h) 2 (get 'a \"b\") 3) (incf (gethash \"b\" h 0)) (setf (getf s \"k\") 1) (setf (logical-pathname-translations \"X\") nil))")  ;=> NIL
(warned "(defun dw10 (n) (incf (nth n \"12\")))")             ;=> ("INCF modifies the constant \"12\" (use (copy-seq \"12\"))")
;; Quoted keys.
(warned "(defun dw11 (x) (case x ('a 1)))")                    ;=> ("CASE: 'a is read as two keys, QUOTE and A (write (a 1))")
;; The name of a reader instead of a place.
(warned "(defstruct dwp x) (setf dwp-x 3)")                    ;=> ("DWP-X is a function; this sets a new variable of that name ((setf (dwp-x object) ...))")
;; A redefinition that takes other arguments, while another function calls it.
(warned "(defun dw12 (x) x) (defun dw13 () (dw12 1))")         ;=> NIL
(warned "(defun dw12 (y) y)")                                  ;=> NIL
(warned "(defun dw12 (x y) (list x y))")                       ;=> ("DW12 took 1 argument before, and DW13 calls it")
;; None in a definition without mistakes.
(warned "(defun dw14 (list &key (test #'eql)) (loop for x in list when (funcall test x 1) collect (list x (length list))))")  ;=> NIL

;; The clause ((T) ...) has the key T; the clause (T ...) is the default.
(warned "(defun dwcase1 (x) (case x ((t) 1) (t 2)))")                     ;=> NIL
(warned "(defun dwcase2 (x) (case x ((t) 1) ((nil t) 2)))")               ;=> ("CASE: the key t is in a clause before")
;; ~:P and ~:@P take the argument before.
(warned "(defun dwformat1 (n) (format nil \"~D pl~:@P, ~D move~:P\" n n))")  ;=> NIL
(warned "(defun dwformat2 (n) (format nil \"~D pl~@P\" n))")                 ;=> ("FORMAT: the control string takes 2 arguments, got 1")

;; Calls that are compiled specially give no warnings of their own.
(warned "(deftype dw-octet () '(unsigned-byte 8)) (defclass dw-box () ((a :initarg :a)))
(defun dw9 (l n c) (list (reduce #'min l) (reduce #'cons l :initial-value n) (every #'< l l) (some #'car l) (mapcan #'list l) (maplist #'first l)
  (make-array n :element-type 'dw-octet) (make-array 3 :initial-contents l) (coerce l 'vector) (concatenate 'string l l) (map 'vector #'1+ l)
  (ldb (byte n 2) n) (dpb 1 (byte n n) n) (slot-boundp c 'a) (make-instance c :a 1) (string= n c) (truncate n)))")  ;=> NIL
