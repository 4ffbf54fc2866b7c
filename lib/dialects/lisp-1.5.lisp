;;;; lisp-1.5.lisp -- operators of LISP 1.5 that MacLisp lacks or defines differently. -*- sealed -*-

(define-lisp-1.5 evalquote "apply" (operator arguments &optional prints)
  "Call OPERATOR with the unevaluated list ARGUMENTS, as the top level does; print the value if PRINTS is true, and return
it."
  (unless (listp arguments)
    (error 'program-error :format-control "~S: expected the list of its arguments after it at top level, got ~S"
                          :format-arguments (list operator arguments)))
  (let ((value (eval (cons operator
                           (if (and (symbolp operator) (takes-forms-p operator))
                               arguments
                               (mapcar (lambda (a) (list 'quote a)) arguments))))))
    (if prints (format t "~&~A~%" value))
    value))

(defun takes-forms-p (operator)
  (let ((own (or (get operator 'lisp-1.5-own) (get operator 'maclisp-own) operator)))
    (or (special-operator-p own) (macro-function own))))

;; The atom T is a variable; its value, which the predicates return, is *T*.
(put 't 'lisp-1.5-atom (make-symbol "T"))
(set (get 't 'lisp-1.5-atom) t)

(define-lisp-1.5-macro function "function" (&whole form function)
  "Return a FUNARG: a function that always calls FUNCTION with the present bindings of the variables."
  function
  (funarg-form form))

;; Names are printed without escapes.
(define-lisp-1.5 print "print" (object)
  "Begin a new line, print OBJECT and a blank, and return OBJECT."
  (format t "~%~A " object)
  object)
(define-lisp-1.5 prin1 "princ" (object)
  "Print OBJECT, and return it."
  (princ object))

;; Predicates return *T* or NIL.
(define-lisp-1.5 member "(not (null (member item list :test #'equal)))" (item list)
  "Return T if ITEM (EQUAL) is an element of LIST."
  (if (member item list :test #'equal) t nil))
(define-lisp-1.5-macro and "(not (null (and ...)))" (&rest forms)
  "Return T if all FORMS are true; evaluation stops at the first that is not."
  `(if (and ,@forms) t nil))
(define-lisp-1.5-macro or "(not (null (or ...)))" (&rest forms)
  "Return T if one of FORMS is true; evaluation stops at the first that is."
  `(if (or ,@forms) t nil))
(define-lisp-1.5 prog2 "second" (first second)
  "Return SECOND; both are evaluated."
  first
  second)

;;; Definitions

(define-lisp-1.5-macro define "defun or defvar" (definitions)
  "Define functions: ((name (LAMBDA (x) ...)) ...), quoted or not; return a list of their names."
  (let ((definitions (if (quoted-p definitions) (cadr definitions) definitions)))
    `(progn ,@(mapcar (lambda (d)
                        (destructuring-bind (name function) d
                          (if (lambda-expression-p function)
                              `(maclisp-defun ,name ,@(cdr function))
                              `(fset ',name (program-function ,function)))))
                      definitions)
            ',(mapcar #'car definitions))))
(define-lisp-1.5-macro label "labels" (name function)
  "Return the function of FUNCTION, a lambda expression, in which NAME refers to itself: ((LABEL f (LAMBDA (x) ...)) argument)."
  ;; A generated name, because (function NAME) in an expansion of a library macro may be a function of the library.
  (let ((label (gensym)) (variables (cadr function)) (body (cddr function)))
    `(labels ((,label ,variables
                (flet ((,name (&rest arguments) (apply (function ,label) arguments))) ,@body)))
       (function ,label))))
(define-lisp-1.5 cset "(setf symbol-value)" (symbol value)
  "Make VALUE the value of SYMBOL at top level, and return it."
  (set (program-variable symbol) value))
(define-lisp-1.5-macro csetq "setq" (symbol value)
  "Make VALUE the value of SYMBOL, not evaluated, at top level, and return it."
  `(lisp-1.5-cset ',symbol ,value))
(define-lisp-1.5 deflist "(setf get)" (pairs indicator)
  "Make the second element of each of PAIRS the property INDICATOR of the first; EXPR and FEXPR define functions. Return a
list of the first elements."
  (dolist (pair pairs (mapcar #'car pairs))
    (destructuring-bind (name value) pair
      (cond ((not (and (lambda-expression-p value) (member indicator '(maclisp:expr maclisp:fexpr))))
             (put name indicator value))
            ((eq indicator 'maclisp:expr) (maclisp-putprop name value indicator))
            (t (eval `(defun ,name maclisp:fexpr ,@(cdr value))))))))

;;; Properties

(define-lisp-1.5 attrib "nconc" (symbol properties)
  "Append the list PROPERTIES to the property list of SYMBOL, and return it."
  (setf (symbol-plist symbol) (append (symbol-plist symbol) properties))
  properties)
(define-lisp-1.5 prop "get" (symbol indicator function)
  "Return the rest of SYMBOL's property list after INDICATOR; without INDICATOR, call FUNCTION and return its value."
  (let ((tail (nth-value 2 (get-properties (symbol-plist symbol) (list indicator)))))
    (if tail (cdr tail) (funcall function))))
(define-lisp-1.5 remprop "remprop" (symbol indicator)
  "Remove the property INDICATOR of SYMBOL; return NIL."
  (maclisp-remprop symbol indicator)
  nil)
(define-lisp-1.5 flag "(setf get)" (symbols indicator)
  "Give each of SYMBOLS the flag INDICATOR; return NIL."
  (dolist (s symbols nil) (put s indicator t)))
(define-lisp-1.5 remflag "remprop" (symbols indicator)
  "Remove the flag INDICATOR of each of SYMBOLS; return NIL."
  (dolist (s symbols nil) (remprop s indicator)))

;;; Mapping: the function is the last argument; the later order, function first, is also accepted.

(defmacro define-lisp-1.5-mapping (&rest definitions)
  `(progn ,@(mapcar (lambda (d)
                      (destructuring-bind (name function text) d
                        `(define-lisp-1.5 ,name ,(format nil "~(~A~), the function first" function) (list function)
                           ,text
                           (if (and (listp function) (functional-p list) (not (functional-p function)))
                               (,function list function)
                               (,function function list)))))
                    definitions)))
(defun mapped-for-effect (function list)
  (mapl function list)
  nil)
(define-lisp-1.5-mapping
 (map mapped-for-effect "Call FUNCTION for LIST and each of its tails; return NIL.")
 (maplist maplist "Return a list of what FUNCTION returns for LIST and each of its tails.")
 (mapcon mapcon "Return the lists that FUNCTION returns for LIST and each of its tails, joined.")
 (mapc mapc "Call FUNCTION for each element of LIST.")
 (mapcar mapcar "Return a list of what FUNCTION returns for each element of LIST."))

(define-lisp-1.5 search "some" (list predicate found missing)
  "Return the value of FOUND for the first tail of LIST that satisfies PREDICATE; if no tail does, the value of MISSING for
NIL."
  (do ((rest list (cdr rest))) ((null rest) (funcall missing nil))
    (if (funcall predicate rest) (return (funcall found rest)))))

;;; Lists and numbers

(define-lisp-1.5 pair "pairlis" (a b)
  "Return a list of the pairs of the elements of A and B, which are of the same length."
  (if (/= (length a) (length b)) (error "PAIR: expected lists of the same length, got ~S and ~S" a b))
  (mapcar #'cons a b))
(define-lisp-1.5 efface "delete with :count 1" (item list)
  "Return LIST without the first ITEM (EQUAL), changed in place."
  (delete item list :test #'equal :count 1))
(define-lisp-1.5 conc "nconc" (&rest lists)
  "Return LISTS joined in place."
  (apply #'nconc lists))
(define-lisp-1.5-macro select "case" (form &rest clauses)
  "Return the value of the form of the first of CLAUSES, (value form), whose value is EQ to that of FORM; without one, the
value of the last of CLAUSES, a form."
  (let ((value (gensym)))
    `(let ((,value ,form))
       (cond ,@(mapcar (lambda (c) `((eq ,value ,(car c)) ,@(cdr c))) (butlast clauses))
             (t ,@(last clauses))))))
(define-lisp-1.5 divide "truncate" (number divisor)
  "Return a list of the quotient and the remainder of NUMBER and DIVISOR."
  (multiple-value-list (truncate number divisor)))
;; The variables of the association list PAIRS.
(defun pair-variables (pairs) (mapcar (lambda (pair) (program-variable (car pair))) pairs))
(define-lisp-1.5 eval "eval" (form &optional pairs)
  "Return the value of FORM with the variable bindings of the association list PAIRS."
  (progv (pair-variables pairs) (mapcar #'cdr pairs) (eval form)))
(define-lisp-1.5 apply "apply" (function arguments &optional pairs)
  "Call FUNCTION with the list ARGUMENTS and the variable bindings of the association list PAIRS."
  (progv (pair-variables pairs) (mapcar #'cdr pairs) (apply function arguments)))
(define-lisp-1.5 array "make-array" (definitions)
  "Make arrays with elements NIL: ((name (size...) LIST) ...). (name i...) returns an element; (name 'SET x i...) sets it to X.
Return a list of the names."
  (mapcar (lambda (d)
            (let ((array (make-array (cadr d) :initial-element nil)))
              (fset (car d)
                    (lambda (&rest arguments)
                      (if (eq (car arguments) 'set)
                          (setf (apply #'aref array (cddr arguments)) (cadr arguments))
                          (apply #'aref array arguments))))
              (car d)))
          definitions))
(define-lisp-1.5 leftshift "ash" (integer count)
  "Return INTEGER shifted left by COUNT bits."
  (ash integer count))
(define-lisp-1.5 logor "logior" (&rest integers)
  "Return the bitwise inclusive OR of INTEGERS."
  (apply #'logior integers))

;;; Errors, the compiler and the system

(define-lisp-1.5 errorset "ignore-errors" (form conses print &optional pairs)
  "Return a list of the value of FORM, or NIL after an error, which is reported if PRINT is true.
PAIRS: as in EVAL.  CONSES: the limit of conses, ignored."
  conses
  (handler-case (list (lisp-1.5-eval form pairs))
    (error (c) (if print (format *error-output* "~&; ~A~%" c)) nil)))

;; Operators without effect in Winnow: all variables are special, and conses are not counted.
(defmacro define-lisp-1.5-ignored (value &rest names)
  `(progn ,@(mapcar (lambda (name)
                      `(define-lisp-1.5 ,name "nothing" (&optional argument)
                         ,(format nil "Do nothing and return ~A." (if value "the argument" "NIL"))
                         argument
                         ,(if value 'argument nil)))
                    names)))
(define-lisp-1.5-ignored t common uncommon special unspecial compile)
(define-lisp-1.5-ignored nil count uncount reclaim verbos excise tempus-fugit pause)

;;; Characters, which are symbols of one character, and the buffer from which names and numbers are made

(defvar *packed* nil "The characters that PACK has put into the buffer, the last one first.")

(defun take-packed () (prog1 (coerce (reverse *packed*) 'string) (setq *packed* nil)))
(define-lisp-1.5 pack "vector-push-extend" (character)
  "Add CHARACTER to the end of the buffer; return NIL."
  (push (char (princ-to-string character) 0) *packed*)
  nil)
(define-lisp-1.5 clearbuff "(setf fill-pointer)" ()
  "Empty the buffer; return NIL."
  (setq *packed* nil))
(define-lisp-1.5 mknam "coerce" ()
  "Return the text in the buffer, as an argument for INTERN, and empty the buffer."
  (take-packed))
(define-lisp-1.5 numob "parse-integer" ()
  "Return the number in the buffer, and empty the buffer."
  (let* ((text (take-packed)) (number (read-from-string text nil)))
    (if (numberp number) number (error "NUMOB: expected the text of a number, got ~S" text))))
(define-lisp-1.5 unpack "coerce" (name)
  "Return a list of the characters of NAME."
  (maclisp-explodec name))
(defun one-of (symbol characters)
  (let ((text (princ-to-string symbol)))
    (and (= (length text) 1) (find (char text 0) characters) t)))
(define-lisp-1.5 liter "alpha-char-p" (character)
  "Return T if CHARACTER is a letter."
  (one-of character "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
(define-lisp-1.5 digit "digit-char-p" (character)
  "Return T if CHARACTER is a digit."
  (one-of character "0123456789"))
(define-lisp-1.5 opchar "find" (character)
  "Return T if CHARACTER is one of + - / * =."
  (one-of character "+-/*="))
(define-lisp-1.5 dash "eq" (character)
  "Return T if CHARACTER is a minus sign."
  (one-of character "-"))

;; Characters that cannot be written as names are the values of variables.
(give-variable 'lisp-1.5-variable (intern "F" "COMMON-LISP-USER") nil)
(dolist (pair '(("BLANK" . " ") ("COMMA" . ",") ("DASH" . "-") ("DOLLAR" . "$") ("EQSIGN" . "=") ("LPAR" . "(")
                ("PERIOD" . ".") ("PLUSS" . "+") ("RPAR" . ")") ("SLASH" . "/") ("STAR" . "*")))
  (give-variable 'lisp-1.5-variable (intern (car pair) "COMMON-LISP-USER") (intern (cdr pair) "COMMON-LISP-USER")))
