;;;; condition-places.lisp -- CONDITION-PLACE: where conditions were signalled, in a file with the text *PLACES-TEXT*.

(defvar *places-text* "(defun first-of (x) (list (car x)))
(defun smaller (list)
  (list (sort list #'<)))
(defun undefined-inside (x) (list x (no-such-function x)))
(defun unbound-inside () (list no-such-variable))
(defun fails (how)
  (case how
    (error (error \"no\"))
    (cerror (cerror \"go on\" \"no\"))
    (warn (warn \"no\"))
    (signal (signal 'simple-condition))
    (type (check-type how number))
    (break (break \"here\"))))
(defmacro twice (x) `(list ,x (car ,x)))
(defun expands () (twice 5))
(defun again (c)
  (list (error c)))
(define-condition lost (error) ((where :initarg :where :reader lost-where)))
(defun lose () (error 'lost :where 'here))
(defstruct placed x)
(defun read-slot (p) (list (placed-x p)))
(defun wrong-count () (list (read-slot 1 2)))
")
(defvar *places-file* (format nil "/tmp/winnow-places-~36R.lisp" (random (expt 36 8) (make-random-state t))))
(defun write-places (text)
  (with-open-file (s *places-file* :direction :output :if-exists :supersede) (write-string text s)))
(write-places *places-text*)
(handler-bind ((warning #'muffle-warning)) (load *places-file*))

(defun parts-of-place (place)
  (and place
       (list (if (equal (source-place-file place) *places-file*) "places.lisp" (source-place-file place))
             (source-place-line place) (source-place-column place) (source-place-form place))))
(defun place-in (function &rest arguments)
  (handler-case (apply function arguments) (condition (c) (parts-of-place (condition-place c)))))

;; An error of the machine: the innermost call in the program's text.
(place-in 'first-of 5)                  ;=> ("places.lisp" 1 27 (CAR X))
(place-in 'mapcar 'first-of '(5))       ;=> ("places.lisp" 1 27 (CAR X))
(place-in 'smaller (list 1 'a))         ;=> ("places.lisp" 3 9 (SORT LIST #'<))
(place-in 'undefined-inside 1)          ;=> ("places.lisp" 4 37 (NO-SUCH-FUNCTION X))
(place-in 'unbound-inside)              ;=> ("places.lisp" 5 32 NO-SUCH-VARIABLE)

;; The same in native code.
(dotimes (i 2000) (first-of '(1)))
(place-in 'first-of 'a)                 ;=> ("places.lisp" 1 27 (CAR X))

;; ERROR, CERROR, WARN, SIGNAL, CHECK-TYPE and BREAK.
(place-in 'fails 'error)                ;=> ("places.lisp" 8 12 (ERROR "no"))
(place-in 'fails 'cerror)               ;=> ("places.lisp" 9 13 (CERROR "go on" "no"))
(place-in 'fails 'warn)                 ;=> ("places.lisp" 10 11 (WARN "no"))
(place-in 'fails 'signal)               ;=> ("places.lisp" 11 13 (SIGNAL 'SIMPLE-CONDITION))
(place-in 'fails 'type)                 ;=> ("places.lisp" 12 11 (CHECK-TYPE HOW NUMBER))
(block b
  (let ((*debugger-hook* (lambda (c hook) hook (return-from b (parts-of-place (condition-place c))))))
    (fails 'break)))                    ;=> ("places.lisp" 13 12 (BREAK "here"))

;; A macro of the program: the call of the macro.
(place-in 'expands)                     ;=> ("places.lisp" 15 19 (TWICE 5))

;; While handlers run, and after they have run.
(block b
  (handler-bind ((error (lambda (c) (return-from b (parts-of-place (condition-place c))))))
    (first-of 5)))                      ;=> ("places.lisp" 1 27 (CAR X))

;; A place is printed in the form in which messages begin with it.
(let ((text (princ-to-string (condition-place (nth-value 1 (ignore-errors (first-of 5)))))))
  (and (eql 0 (search *places-file* text)) (subseq text (length *places-file*))))       ;=> ":1:27"
(let ((text (prin1-to-string (condition-place (nth-value 1 (ignore-errors (first-of 5)))))))
  (list (subseq text 0 15) (subseq text (search ":1:27" text))))                        ;=> ("#<SOURCE-PLACE " ":1:27>")

;; A condition that was not signalled does not have a place; one that is signalled again has the last one.
(condition-place (make-condition 'simple-error))                  ;=> NIL
(place-in 'again (nth-value 1 (ignore-errors (first-of 5))))      ;=> ("places.lisp" 17 9 (ERROR C))
(condition-place 5)                                               ;signals: type-error
(source-place-line 5)                                             ;signals: type-error

;; Conditions that a program defines also have a place. It is not a slot.
(place-in 'lose)                                                  ;=> ("places.lisp" 19 16 (ERROR 'LOST :WHERE 'HERE))
(handler-case (lose) (lost (c) (lost-where c)))                   ;=> HERE
(mapcar (lambda (slot) (symbol-name (first slot))) (system::structure-type-slots 'lost))  ;=> ("FORMAT-CONTROL" "FORMAT-ARGUMENTS" "WHERE")
;; The readers of structures are not places of the program's text: the error is in the call.
(place-in 'read-slot 5)                                           ;=> ("places.lisp" 21 28 (PLACED-X P))
;; Conditions made before their type got another slot.
(define-condition grown (error) ())
(defvar *grown* (nth-value 1 (ignore-errors (error 'grown))))
(define-condition grown (error) ((more :initarg :more)))
(system::structure-ref *grown* nil 2)                             ;signals: "has no slot number 2"

;; A wrong number of arguments.
(place-in 'wrong-count)                                           ;=> ("places.lisp" 22 29 (READ-SLOT 1 2))

;; Errors of the reader and of the compiler, in a file that is loaded by a program with source, this one.
(defun place-of-text (text)
  (write-places text)
  (handler-case (let ((*error-output* (make-broadcast-stream))) (load *places-file*)) (condition (c) (parts-of-place (condition-place c)))))
(place-of-text (format nil "(list 1~% (let (x 5) x))"))           ;=> ("places.lisp" 2 7 (X 5))
(place-of-text (format nil "(list 1~% #t)"))                      ;=> ("places.lisp" 2 2 NIL)
(place-of-text (format nil "(list 1)~%(elt (list 1) 5)"))         ;=> ("places.lisp" 2 1 (ELT (LIST 1) 5))

;; Warnings of the compiler.
(write-places (format nil "(defun w (x)~%  (list x (car x x)))"))
(let ((places nil))
  (handler-bind ((warning (lambda (c) (push (parts-of-place (condition-place c)) places) (muffle-warning c))))
    (compile-file *places-file* :output-file (concatenate 'string *places-file* ".out")))
  places)                                                         ;=> (("places.lisp" 2 11 (CAR X X)))

;; A call of a library function or an operator that fails is the place, also as the last form of a function.
(defun last-form-place (form)
  (write-places (format nil "(defun last-form (x) ~A)~%" form))
  (handler-bind ((warning #'muffle-warning)) (load *places-file*))
  (rest (place-in 'last-form 5)))
(remove '(1 22) '("(reduce (function +) x)" "(mapcar (function car) x)" "(map 'list (function car) x)" "(every (function car) x)" "(concatenate 'list x)"
                  "(coerce x 'list)" "(make-instance x)" "(slot-value x 'size)" "(ecase x (:a 1))" "(etypecase x (string 1))" "(ccase x (:a 1))" "(find 1 x)"
                  "(sort x (function <))" "(assoc 1 x)" "(check-type x string)" "(assert (stringp x))" "(destructuring-bind (a b) x (list a b))"
                  "(with-slots (size) x size)" "(loop for y in x collect y)" "(format nil x)" "(gethash 1 x)" "(print-object x)" "(symbol-value x)")
        :test #'equal :key (lambda (form) (let ((place (last-form-place form))) (list (first place) (second place)))))  ;=> NIL

(mapc #'delete-file (list *places-file* (concatenate 'string *places-file* ".out")))
