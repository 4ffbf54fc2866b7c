;;;; messages.lisp -- no message names what is Winnow's own business: every public function is called with wrong arguments,
;;;; every macro is given malformed forms, and what they say is looked through.

(defvar *passed* 0)
(defvar *failed* 0)
(defvar *said* nil "Whether the call being tried has signalled something.")

;; Not called: those that end the process, wait for a person or a clock, or change the whole system.
(defvar *left-out* '(quit exit sleep read read-line read-char read-char-no-hang peek-char listen clear-input y-or-n-p yes-or-no-p
                     play delete-file rename-file ensure-directories-exist compile-file dribble inspect dialect unread-char load require open unintern fmakunbound makunbound set close
                     disassemble gc room ed proclaim error signal cerror invoke-debugger break help apropos apropos-list
                     describe backtrace abort export import shadow shadowing-import unexport use-package unuse-package
                     delete-package rename-package invoke-restart-interactively minimax compare-searches record-search draw why best-move solve))

(defvar *palette*
  (list nil 'symbol :keyword 0 -1 1/2 1.5 #\a "text" '(1 2) '(1 . 2) #(1 2) #'car (make-hash-table)
        (make-string-output-stream)))

;; What is not to be read: the name of an internal function or variable, one that is no name, or how something is done.
(defun faults (text)
  (append (if (or (eql 0 (search "%" text)) (search " %" text) (search "(%" text) (search ": %" text)) '("%") nil)
          (remove-if-not (lambda (words) (search words text :test #'char-equal))
                         '("system::" "nil: expected" "slot access" "slot assignment"))))

(defun try (call thunk)
  (handler-case
      (let ((*standard-output* (make-string-output-stream)) (*error-output* (make-string-output-stream))
            (*print-length* 6) (*print-level* 4) (*print-circle* t) (*readtable* (copy-readtable nil)))
        (funcall thunk))
    (serious-condition (c)
      (let ((text (let ((*print-length* 6) (*print-level* 4) (*print-circle* t)) (princ-to-string c))))
        (setq *said* t)
        (when (faults text)
          (incf *failed*)
          (format t "~S: ~A~%" call text))))))

;; Every public function, with one, two and three arguments.
(dolist (name (apropos-list ""))
  (when (and (fboundp name) (functionp (system::%function-object name)) (not (member name *left-out*)))
    (let ((size (length *palette*)) (before *failed*))
      (try (list name) (lambda () (funcall name)))
      (dotimes (i size)
        (let ((a (nth i *palette*)) (b (nth (mod (+ i 4) size) *palette*)) (c (nth (mod (* i 7) size) *palette*)))
          (dolist (arguments (list (list a) (list a b) (list a b c)))
            (try (cons name arguments) (lambda () (apply name arguments))))))
      (if (= before *failed*) (incf *passed*)))))

;; Every macro: its expansion, from malformed forms.
(dolist (name (apropos-list ""))
  (let ((macro (system::%function-object name)))
    (when (and macro (not (functionp macro)))
      (let ((before *failed*))
        (dolist (arguments '(() (5) ("a") (5 5) ((5)) ((5) 5) ((x 5)) ((x . 5)) ((x) . 5) (x 5 5) ((5 5) 5 5) (((5))) ((((5 . 5)))) (#(1))))
          (let ((form (cons name arguments)))
            (try form (lambda () (macroexpand form)))))
        (if (= before *failed*) (incf *passed*))))))
(if *said* (incf *passed*) (incf *failed*))

;; The same as the last test, of programs: what is called in a macro's expansion is the program's business as that macro.
(defstruct point x y)
(define-condition lost (error) ((where :initarg :where :reader lost-where)))
(defun message (form) (handler-case (progn (eval form) nil) (serious-condition (c) (princ-to-string c))))
(loop for (form expected) in
  '(((point-x 5) "point-x: expected a POINT, got 5")
    ((setf (point-x 5) 1) "(setf point-x): expected a POINT, got 5")
    ((copy-point 5) "copy-point: expected a structure, got 5")
    ((funcall (lambda () (list (setf (point-y nil) 1)))) "(setf point-y): expected a POINT, got NIL")
    ((defvar 5) "defvar: expected a symbol, got 5")
    ((defparameter "a" 1) "defparameter: expected a symbol, got \"a\"")
    ((defconstant 5 1) "defconstant: expected a symbol, got 5")
    ((defun f) "Malformed DEFUN: expected (defun name lambda-list &body body), got (DEFUN F)")
    ((defmacro) "Malformed DEFMACRO: expected (defmacro name lambda-list &body body), got (DEFMACRO)")
    (((lambda (x) x) 1 2) "(LAMBDA (X)): expected 1 argument, got 2")
    ((dotimes (i 'a)) "dotimes: expected a real number, got A")
    ((dotimes (i)) "Malformed DOTIMES: expected (dotimes (variable count &optional result) &body body), got (DOTIMES (I))")
    ((dolist (x 5)) "dolist: expected a list, got 5")
    ((do ((i 0)) 5) "Malformed DO: expected ((variable init step)...) (test result...) form..., got ((I 0)) 5")
    ((let ((x 5)) (pop x)) "pop: expected a list, got 5")
    ((let ((x "a")) (incf x)) "incf: expected a number, got \"a\"")
    ((let ((x '(a))) (decf (car x) 2)) "decf: expected a number, got A")
    ((loop for x in 5 collect x) "loop: expected a list, got 5")
    ((loop for i below 'a do (print i)) "loop: expected a real number, got A")
    ((string-trim 1 2) "string-trim: expected a sequence (a list or a vector), got 1")
    ((mapcar #'car 5) "mapcar: expected a list, got 5")
    ((mapcar #'car '(5)) "car: argument 1 must be a list, got 5")
    ((mapcar (lambda (x) (car x)) '(5)) "car: expected a list, got 5")
    ((reduce #'+ 5) "reduce: expected a sequence (a list or a vector), got 5")
    ((reduce #'+ '(a b)) "+: expected a number, got A")
    ((coerce 5 'list) "coerce: expected a sequence (a list or a vector), got 5")
    ((map 'list #'car 5) "map: expected a sequence (a list or a vector), got 5")
    ((setf (get 5 'a) 1) "(setf get): expected a symbol, got 5")
    ((setf (gethash 1 2) 3) "(setf gethash): expected a hash table, got 2")
    ((incf (gethash 1 2)) "incf: expected a hash table, got 2")
    ((setf (car nil) 1) "(setf car): expected a cons, got NIL")
    ((setf (first nil) 1) "(setf first): expected a cons, got NIL")
    ((setf (aref 5 1) 2) "(setf aref): expected an array, got 5")
    ((setf (subseq "abc" 5) "x") "(setf subseq): the range 5 to 3 does not lie in a sequence of length 3")
    ((nth-value 'a (floor 1 2)) "nth-value: expected a non-negative integer, got A")
    ((ecase 5 ((1 2) t)) "ecase: expected one of 1, 2, got 5")
    ((etypecase 5 (string t)) "etypecase: expected one of STRING, got 5")
    ((destructuring-bind (a (b)) '(1 2) a) "destructuring-bind: (1 2) does not fit (A (B))")
    ((error 5) "error: expected a format control, a type of conditions or a condition, got 5")
    ((restart-name 5) "restart-name: expected a RESTART, got 5")
    ((trace 5) "trace: expected a symbol, got 5")
    ((zerop 'a) "zerop: expected a number, got A")
    ((- 'a) "-: expected a number, got A")
    ((third '(1 . 5)) "third: expected a list, got 5")
    ((macrolet ((own (x) `(car ,x))) (own 5)) "own: expected a list, got 5")
    ((progn (defmacro head (x) `(car ,x)) (defun use (l) (list (head l))) (use 5)) "head: expected a list, got 5")
    ((progn (defmacro need (a &environment e &key b) e b a) (need)) "Malformed NEED: expected (need a &key b), got (NEED)"))
  do (let ((got (message form)))
       (cond ((equal got expected) (incf *passed*))
             (t (incf *failed*)
                (format t "~S~%  wanted ~A~%  got    ~A~%" form expected got)))))

(format t "~D passed, ~D failed~%" *passed* *failed*)
(quit (if (= *failed* 0) 0 1))
