;;;; help.lisp -- what HELP, DESCRIBE and APROPOS tell.

(defun told (function &rest arguments)
  (with-output-to-string (*standard-output*) (apply function arguments)))
(defun tells (text function &rest arguments) (and (search text (apply #'told function arguments)) t))

;;; Operators of every kind

(tells "(nthcdr n list)
Return LIST without its first N elements, or NIL if it has fewer.
" #'help 'nthcdr)                  ;=> T
(tells "(if test then &optional else)   -- special form" #'help 'if)    ;=> T
(tells "Example: (if (> 3 2) 'greater 'less) => GREATER" #'help 'if)    ;=> T
(tells "(let bindings &body body)   -- special form" #'help 'let)       ;=> T
(tells "(setf &rest pairs)   -- macro" #'help 'setf)                    ;=> T
(tells "(incf place &optional (delta 1))   -- macro" #'help 'incf)      ;=> T
(tells "(push item place)   -- macro" #'help 'push)                     ;=> T
(remove-if (lambda (s) (plusp (length (documentation s 'function))))
           '(and block catch cond eval-when flet function go if labels let let* load-time-value locally macrolet
             multiple-value-bind multiple-value-call multiple-value-prog1 or progn progv quote return-from setq
             symbol-macrolet tagbody the throw unless unwind-protect when))   ;=> NIL
(tells "&environment" #'help 'setf)   ;=> NIL

;;; Other names

(tells "*PRINT-BASE* is a special variable with the value 10." #'help '*print-base*)   ;=> T
(tells "PI is a constant" #'help 'pi)                       ;=> T
(tells "TYPE-ERROR is a type: TYPE-ERROR < ERROR" #'help 'type-error)   ;=> T
(tells "CONNECT-FOUR is a game: (play 'connect-four)" #'help 'connect-four)   ;=> T
(tells "NIM is a game" #'help "nim")                        ;=> T
(help 'plus)                       ;prints: PLUS is a word of MacLisp: use +, or (dialect :maclisp).~
(help 'fixnum)                     ;prints: FIXNUM is a type.~
(help 'next-method-p)              ;prints: NEXT-METHOD-P is a word of DEFMETHOD: (help 'defmethod).~
(progn (deftype told-small () "A small one." '(integer 0 5)) (help 'told-small))   ;prints: TOLD-SMALL is a type.~A small one.~
(progn (define-symbol-macro told-head (car list)) (help 'told-head))   ;prints: TOLD-HEAD is a symbol macro with the expansion (CAR LIST).~
(progn (defun (setf told-way-in) (new x) "Go in." (list new x)) (help 'told-way-in))   ;prints: (SETF TOLD-WAY-IN) is a function of (new x).~Go in.~
;; Whatever the standard names is known, and its variables have a text.
(let ((unknown nil))
  (do-external-symbols (s "COMMON-LISP" unknown)
    (when (or (search "nothing is known" (told #'help s)) (and (boundp s) (null (documentation s 'variable)))) (push s unknown))))   ;=> NIL
;; Of a type its supertypes in order, its text, and the slots that a program has to do with.
(progn (defclass told-class () (a (b :allocation :class)) (:documentation "Told.")) (defclass told-below (told-class) (c)) (help 'told-below))   ;prints: TOLD-BELOW is a type: TOLD-BELOW < TOLD-CLASS < STANDARD-OBJECT < T, with the slots A B C.~
(progn (defstruct told-structure "Shown." left) (help 'told-structure))   ;prints: TOLD-STRUCTURE is a type: TOLD-STRUCTURE < STRUCTURE-OBJECT < T, with the slots LEFT.~Shown.~
(progn (define-condition told-condition (error) (place) (:documentation "Seen.")) (help 'told-condition))   ;prints: TOLD-CONDITION is a type: TOLD-CONDITION < ERROR < SERIOUS-CONDITION < CONDITION < T, with the slots PLACE.~Seen.~
(remove-if-not (lambda (name) (tells "slots" #'help name))
               '(condition restart pathname method standard-class type-error simple-error))   ;=> (TYPE-ERROR SIMPLE-ERROR)
(help 'no-such-name)               ;prints: NO-SUCH-NAME: nothing is known under that name.~
(help 'lenght)                     ;prints: LENGHT: nothing is known under that name; did you mean LENGTH?~
(help 1)                           ;signals: type-error

;;; Subjects

(tells ":games " #'help)           ;=> T
(tells ":search " #'help)          ;=> T
(tells "GAMES: playing" #'help :games)       ;=> T
(tells "PROLOG: Prolog, for Bratko" #'help 'prolog)      ;=> T
(tells "See also (help :search)." #'help 'search)   ;=> T
;; Every subject is listed, and what it names is there.
(every (lambda (topic) (tells (format nil "~(~S~) " (first topic)) #'help)) system::*help-topics*)   ;=> T
(every (lambda (topic) (every (lambda (line) (<= (length line) 80)) (system::lines-of (third topic)))) system::*help-topics*)   ;=> T
(mapcan (lambda (topic)
          (let ((text (third topic)) (unknown nil))
            ;; What stands behind a parenthesis at the beginning of a line is an operator.
            (dolist (line (system::lines-of text) unknown)
              (let ((at (search "  (" line)))
                (when (eql at 0)
                  (let ((name (read-from-string line t nil :start 3)))
                    (or (system::operator name) (push name unknown))))))))
        system::*help-topics*)            ;=> NIL

;;; DESCRIBE

(tells "is of type FIXNUM" #'describe 5)                    ;=> T
(tells "It is a list of two elements." #'describe '(1 2))   ;=> T
(tells "It is a dotted list." #'describe '(1 2 . 3))        ;=> T
(tells "It is a circular list." #'describe (let ((l (list 1 2))) (setf (cddr l) l)))   ;=> T
(tells "It is a list of one element." #'describe '(nil))    ;=> T
(tells "It has three characters." #'describe "abc")         ;=> T
(tells "It has one entry, compared by EQL." #'describe (let ((h (make-hash-table))) (setf (gethash 1 h) 2) h))   ;=> T
(tells "Its dimensions are (2 3)." #'describe (make-array '(2 3)))   ;=> T
(defstruct a-pair left right)
(tells "  LEFT = 1" #'describe (make-a-pair :left 1))       ;=> T
(tells "FORMAT-CONTROL" #'describe (make-condition 'type-error :datum 1 :expected-type 'list))   ;=> NIL
(tells "TOLD-CLASS is a type: TOLD-CLASS < STANDARD-OBJECT < T, with the slots A B.
Told." #'describe (find-class 'told-class))   ;=> T
(tells "Its lambda list is (n list)." #'describe #'nthcdr)  ;=> T
(describe 'a-name-alone)           ;prints: A-NAME-ALONE is a symbol without a definition.~
(tells "T is a constant" #'describe t)                      ;=> T
(multiple-value-list (describe 1 (make-string-output-stream)))   ;=> NIL
(multiple-value-list (function-lambda-expression (lambda (x) x)))   ;=> (NIL T NIL)
(function-lambda-expression 'car)  ;signals: type-error

;;; APROPOS

(tells "multiple-value-bind           Run BODY with VARIABLES bound" #'apropos "multiple-value-bi")   ;=> T
(progn (defun a-told-one () "Say it over
two lines. And more." nil) (apropos "a-told-on"))   ;prints: a-told-one                    Say it over two lines.~
(apropos "most-specific-f")        ;prints:
(apropos-list "multiple-value-bi")           ;=> (MULTIPLE-VALUE-BIND)
(find-if (lambda (s) (eql (char (symbol-name s) 0) #\%)) (remove '% (apropos-list "")))   ;=> NIL

;; Everything that can have a documentation string keeps it.
(progn (deftype told-type () "T." 'integer) (defsetf told-place list "S.") (define-setf-expander told-other (x) "E." x)
       (defsetf told-long (x) (y) "L." (list 'list x y)) (define-method-combination told-way :documentation "C.")
       (list (documentation 'told-type 'type) (documentation 'told-place 'setf) (documentation 'told-other 'setf)
             (documentation 'told-long 'setf) (documentation 'told-way 'method-combination)))  ;=> ("T." "S." "E." "L." "C.")
(let ((p (defpackage :told-of (:documentation "P.")))) (prog1 (documentation p t) (delete-package p)))  ;=> "P."
(progn (defgeneric told-generic (x) (:documentation "G.") (:method ((x t)) "M." x))
       (let ((m (find-method #'told-generic nil (list (find-class t)))))
         (list (documentation #'told-generic t) (documentation m t) (setf (documentation m t) "N.") (documentation m t))))  ;=> ("G." "M." "N." "N.")
(progn (defun (setf told-part) (new x) "P." (list new x)) (documentation '(setf told-part) 'function))  ;=> "P."
(let ((f (lambda (x) x))) (setf (documentation f t) "Anonymous.") (documentation f t))  ;=> "Anonymous."
(progn (defvar *told* 1 "Old.") (setf (documentation '*told* 'variable) "New.") (documentation '*told* 'variable))  ;=> "New."
(documentation 'no-such-thing-here 'function)  ;=> NIL

;; DESCRIBE begins a line.
(position #\Newline (with-output-to-string (s) (princ 1 s) (describe "a" s)))  ;=> 1

;;; ARGLIST

(defun with-all-kinds (a &optional (b 2) &rest more &key ((:c d) 4) &allow-other-keys) (list a b more d))
(arglist 'with-all-kinds)  ;=> (A &OPTIONAL (B 2) &REST MORE &KEY ((:C D) 4) &ALLOW-OTHER-KEYS)
(arglist #'with-all-kinds)  ;=> (A &OPTIONAL (B 2) &REST MORE &KEY ((:C D) 4) &ALLOW-OTHER-KEYS)
(defmacro with-body ((name &rest options) &body body) (list 'list name options body))
(arglist 'with-body)       ;=> ((NAME &REST OPTIONS) &BODY BODY)
(defun without-arguments () 1)
(arglist 'without-arguments)  ;=> NIL
(let ((*read-base* 2) (*print-base* 2)) (equal (arglist 'with-all-kinds) '(a &optional (b #10r2) &rest more &key ((:c d) #10r4) &allow-other-keys)))  ;=> T
(arglist 'no-such-operator)  ;signals: undefined-function
(arglist 5)                ;signals: type-error
