;;;; base.lisp -- macros for definitions, mapping, loops, cases and multiple values. -*- sealed -*-
;;;; A form may use only the operators that are defined above it.

;;; Definitions

(defmacro lambda (lambda-list &body body)
  "Return the function of LAMBDA-LIST and BODY.
Example: ((lambda (x) (* x x)) 3) => 9"
  `(function (lambda ,lambda-list ,@body)))

(fset 'function-form
      (named-lambda function-form (name lambda-list body)
        (multiple-value-bind (head forms) (split-body body)
          `(named-lambda ,name ,lambda-list ,@head
             (block ,(if (consp name) (cadr name) name) ,@forms)))))

(defmacro defun (name lambda-list &body body)
  "Define NAME, a symbol or (setf symbol), as the function of LAMBDA-LIST and BODY; return NAME.
In the older dialects EXPR, FEXPR or MACRO may precede the lambda list, or a symbol may replace it (a LEXPR).
Example: (progn (defun double (x) (* 2 x)) (double 4)) => 8"
  (cond ((not (or (symbolp name)
                  (and (consp name) (eq (car name) 'setf) (consp (cdr name)) (null (cddr name)) (symbolp (cadr name)))))
         (reject-form "DEFUN" "the name of a function" name))
        ((null name) (reject-form "DEFUN" "a symbol other than NIL as name" name))
        ((and lambda-list (symbolp lambda-list) (not (eq *dialect* :common-lisp)))
         (define-in-maclisp name lambda-list body))
        (t `(progn ,@(if (consp name) `((forget-slot-setter ',(cadr name))) nil)
                   (fset ',name ,(function-form name lambda-list body))
                   ',name))))

(defun car-safe (x) (if (consp x) (car x) nil))

;; A user's (defun (setf ACCESSOR) ...) replaces the setter that DEFSTRUCT defined.
(defun forget-slot-setter (accessor)
  (if (get accessor 'accessor-of) (remprop accessor 'setter)))

;; Stores TEXT as the documentation of NAME for KIND. A property of NAME holds these texts as a list (KIND TEXT ...).
(defun document (name kind text)
  (let* ((known (get name 'documentation-texts)) (place (find-keyword kind known)))
    (if place (rplaca place text) (put name 'documentation-texts (list* kind text known)))))

;; Checks the NAME and the DOCUMENTATION of a variable that OPERATOR defines.
(defun check-variable (operator name documentation)
  (if (not (symbolp name)) (reject-form operator "a symbol" name))
  (if (not (or (null documentation) (stringp documentation)))
      (reject-form operator "a documentation string" documentation)))

(defmacro defvar (name &optional (value nil value-p) documentation)
  "Proclaim NAME special, and give it VALUE unless it has one already; return NAME.
Example: (progn (defvar *once* 1) (defvar *once* 2) *once*) => 1"
  (check-variable "DEFVAR" name documentation)
  `(progn (proclaim-special ',name)
          ,@(if value-p `((if (boundp ',name) nil (set ',name ,value))) nil)
          ,@(if documentation `((document ',name 'variable ,documentation)) nil)
          ',name))

(defmacro defparameter (name value &optional documentation)
  "Proclaim NAME special and give it VALUE; return NAME.
Example: (progn (defparameter *width* 3) *width*) => 3"
  (check-variable "DEFPARAMETER" name documentation)
  `(progn (proclaim-special ',name)
          (set ',name ,value)
          ,@(if documentation `((document ',name 'variable ,documentation)) nil)
          ',name))

(defmacro defconstant (name value &optional documentation)
  "Make NAME a constant with VALUE; return NAME. A user's constant that gets a different value is reported in a warning.
Signals: program-error if NAME is a constant of Winnow and has a different value.
Example: (progn (defconstant +seven+ 7) +seven+) => 7"
  (check-variable "DEFCONSTANT" name documentation)
  `(progn (proclaim-constant ',name ,value)
          ,@(if documentation `((document ',name 'variable ,documentation)) nil)
          ',name))

(defun proclaim (declaration)
  "Put DECLARATION in force globally; return NIL. (special name...) makes variables special, (notinline name...) and
(inline name...) disable and enable the compiler macros of functions, and (declaration name...) makes names valid
declarations. Other standard declarations are accepted and ignored.
Signals: type-error unless DECLARATION is a proper list.
Example: (proclaim '(special *here*)) => NIL"
  (list-length declaration)  ; signals an error unless it is a proper list
  (cond ((eq (car declaration) 'special) (mapc #'proclaim-special (cdr declaration)))
        ((eq (car declaration) 'declaration) (mapc #'note-declaration (cdr declaration)))
        ((member (car declaration) '(inline notinline))
         (mapc (lambda (name) (put (function-symbol name) 'notinline (eq (car declaration) 'notinline)))
               (cdr declaration)))
        ((not (declaration-p declaration))
         (warn "~S is not a valid declaration: it is ignored" declaration)))
  nil)

(defmacro declaim (&rest declarations)
  "Put DECLARATIONS in force globally; return NIL.
Example: (declaim (optimize (speed 3))) => NIL"
  (mapc (lambda (d) (if (not (and (consp d) (form-length d))) (reject-form "DECLAIM" "declarations" d))) declarations)
  `(progn ,@(mapcar (lambda (d) `(proclaim ',d)) declarations) nil))

(defmacro destructuring-bind (lambda-list form &body body)
  "Run BODY with the variables of LAMBDA-LIST, which may be nested, bound to the parts of FORM's value.
Signals: program-error if the value does not fit.
Example: (destructuring-bind (a (b) &key c) '(1 (2) :c 3) (list a b c)) => (1 2 3)"
  (let ((source (gensym)) (whole (gensym)))
    `(let* ((,source ,form)
            (,whole ,source)
            ,@(destructure lambda-list source (cons nil lambda-list) whole))
       ,@body)))

;;; Mapping. It is written in Lisp so that recursion through it does not use the C++ stack.

(defun mapcar (function list &rest more)
  "Return a list of the results of FUNCTION for the elements of LIST, or of several lists in parallel.
Signals: type-error unless FUNCTION is a function and every other argument is a proper list; any condition that FUNCTION signals.
Example: (mapcar #'+ '(1 2 3) '(10 20)) => (11 22)"
  (let* ((head (list nil)) (tail head) (second (car more)))
    (cond ((null more)
           (tagbody
            next
              (when list
                (setq tail (set-cdr tail (cons (funcall function (car list)) nil)))
                (setq list (cdr list))
                (go next)))
           (cdr head))
          ((null (cdr more))
           (tagbody
            next
              (when (if list second nil)
                (setq tail (set-cdr tail (cons (funcall function (car list) (car second)) nil)))
                (setq list (cdr list))
                (setq second (cdr second))
                (go next)))
           (cdr head))
          (t (map-many function (cons list more) t t)))))

(defun mapc (function list &rest more)
  "Call FUNCTION for the elements of LIST, or of several lists in parallel; return LIST.
Example: (mapc #'identity '(1 2)) => (1 2)"
  (let ((rest list))
    (if more
        (map-many function (cons list more) t nil)
        (tagbody
         next
           (when rest
             (funcall function (car rest))
             (setq rest (cdr rest))
             (go next))))
    list))

(defconstant lambda-list-keywords (symbol-value 'lambda-list-keywords)
  "The keywords of lambda lists, such as &OPTIONAL.")

;; Returns the length of FORM if it is a proper list, else NIL.
(defun form-length (form)
  (let ((n 0) (rest form) (half form))  ; HALF moves at half the speed of REST: they meet if the list is circular
    (tagbody
     next
       (when (consp rest)
         (setq n (+ n 1))
         (setq rest (cdr rest))
         (when (evenp n)
           (setq half (cdr half))
           (if (eq rest half) (setq rest t)))
         (go next)))
    (if rest nil n)))

;; A new variable for each element of LIST.
(defun new-variables (list) (mapcar (lambda (element) element (gensym)) list))

;; Compiler macro of MAPC, MAPCAR and their relatives: a call with a lambda expression of required parameters, or with #'NAME,
;; becomes a loop.
(defun mapping-loop (form environment)
  (let* ((operator (car form)) (lists (if (form-length form) (cddr form) nil))
         (rests (new-variables lists))
         (on-tails (member-matching operator '(mapl maplist mapcon) 0))
         (arguments (if on-tails rests (mapcar (lambda (rest) `(car ,rest)) rests)))
         (value (and rests (call-of-literal (cadr form) arguments environment))))
    (if (null value)
        form
        (let ((all (gensym)) (next (gensym)) (first (car lists))
              (steps (mapcar (lambda (rest) `(setq ,rest (cdr ,rest))) rests)))
          (if (member-matching operator '(mapc mapl) 0)
              `(let* ((,all ,first) (,(car rests) ,all) ,@(mapcar #'list (cdr rests) (cdr lists)))
                 (tagbody ,next (when (and ,@rests) ,value ,@steps (go ,next)))
                 ,all)
              (let ((tail (gensym)))
                `(let* ((,all (list nil)) (,tail ,all) ,@(mapcar #'list rests lists))
                   (tagbody
                     ,next
                      (when (and ,@rests)
                        (setq ,tail ,(if (member-matching operator '(mapcan mapcon) 0)
                                         `(join-to ,tail ,value)
                                         `(set-cdr ,tail (cons ,value nil))))
                        ,@steps
                        (go ,next)))
                   (cdr ,all))))))))

;; Returns a form that calls what FUNCTION denotes with ARGUMENTS, if FUNCTION is a lambda expression with that number of
;; required parameters only, or #'NAME; else NIL.
(defun call-of-literal (function arguments environment)
  (let ((what (if (and (eql (form-length function) 2) (eq (car function) 'function)) (cadr function) function)))
    (cond ((and (consp what) (eq (car what) 'lambda) (form-length what) (has-plain-parameters (cadr what) arguments))
           (multiple-value-bind (head forms) (split-body (cddr what))
             `(let ,(mapcar #'list (cadr what) arguments) ,@(declarations-of head) ,@forms)))
          ((or (eq what function) (null what) (not (symbolp what))) nil)
          ((or (macro-function what environment) (special-operator-p what)) nil)
          (t `(funcall ,function ,@arguments)))))  ; not the library's own function, if the program has another one

;; Is LAMBDA-LIST a list of required parameters, one for each of ARGUMENTS?
(defun has-plain-parameters (lambda-list arguments)
  (cond ((null lambda-list) (null arguments))
        ((or (not (consp lambda-list)) (null arguments)) nil)
        ((or (not (symbolp (car lambda-list))) (constantp (car lambda-list))) nil)
        ((member-matching (car lambda-list) lambda-list-keywords 1) nil)
        (t (has-plain-parameters (cdr lambda-list) (cdr arguments)))))

(mapc (lambda (name) (put name 'compiler-macro-property #'mapping-loop)) '(mapc mapcar mapl maplist mapcan mapcon))

(defun maplist (function list &rest more)
  "Return a list of the results of FUNCTION for LIST and each of its tails, or for several lists in parallel.
Example: (maplist #'identity '(1 2)) => ((1 2) (2))"
  (map-many function (cons list more) nil t))

(defun mapl (function list &rest more)
  "Call FUNCTION for LIST and each of its tails; return LIST.
Example: (mapl #'identity '(1 2)) => (1 2)"
  (map-many function (cons list more) nil nil)
  list)

(defun mapcan (function list &rest more)
  "Return the lists that FUNCTION returns for the elements of LIST, joined by NCONC.
Example: (mapcan (lambda (x) (list x x)) '(1 2)) => (1 1 2 2)"
  (join-lists (if more (map-many function (cons list more) t t) (mapcar function list))))

(defun mapcon (function list &rest more)
  "Return the lists that FUNCTION returns for LIST and each of its tails, joined by NCONC.
Example: (mapcon #'copy-list '(1 2)) => (1 2 2)"
  (join-lists (map-many function (cons list more) nil t)))

;; Joins LISTS as NCONC does, but skips an atom that is not the last element: old programs rely on this.
(defun join-lists (lists)
  (let* ((head (list nil)) (open head))
    (mapc (lambda (part) (setq open (join-to open part))) lists)
    (cdr head)))

;; Replaces the end of the list OPEN by PART, which is not walked. Returns the list whose end the next part replaces.
(defun join-to (open part)
  (cond (part (set-cdr (last open) part)
              (if (consp part) part open))
        (t open)))

;; Calls FUNCTION with successive tails of LISTS or, if ELEMENTS is true, with their elements, until one list is empty.
;; Returns the list of the results if COLLECT is true.
(defun map-many (function lists elements collect)
  (let* ((head (list nil)) (tail head) (arguments nil) (rests nil) (value nil))
    (tagbody
     next
       (setq arguments nil)
       (setq rests nil)
       (let ((l lists))
         (tagbody
          gather
            (when l
              (if (null (car l)) (go end))
              (setq arguments (cons (if elements (car (car l)) (car l)) arguments))
              (setq rests (cons (cdr (car l)) rests))
              (setq l (cdr l))
              (go gather))))
       (setq value (apply function (nreverse arguments)))
       (if collect (setq tail (set-cdr tail (cons value nil))))
       (setq lists (nreverse rests))
       (go next)
     end)
    (cdr head)))

;;; Sequencing and loops

(defmacro return (&optional value)
  "Leave the innermost block named NIL (PROG, DO, DOLIST, LOOP make one) with VALUE.
Example: (dolist (x '(1 2 3)) (if (> x 1) (return x))) => 2"
  `(return-from nil ,value))

(defmacro prog1 (first &body body)
  "Evaluate all forms, and return the value of the first.
Example: (prog1 1 2 3) => 1"
  (let ((value (gensym)))
    `(let ((,value ,first)) ,@body ,value)))

(defmacro prog2 (first second &body body)
  "Evaluate all forms, and return the value of the second.
Example: (prog2 1 2 3) => 2"
  `(progn ,first (prog1 ,second ,@body)))

(defmacro prog (variables &body body)
  "Run BODY with VARIABLES bound as by LET; symbols in BODY are tags for GO. Return NIL, or the value given to RETURN.
Example: (prog (n) (setq n 0) again (setq n (+ n 1)) (if (< n 5) (go again)) (return n)) => 5"
  (if (listp variables) nil (bad-arguments '(prog (&rest variables) &body body) (list* 'prog variables body)))
  (multiple-value-bind (head forms) (split-body body)
    `(block nil (let ,variables ,@head (tagbody ,@forms)))))

(defmacro prog* (variables &body body)
  "Do as PROG, but bind VARIABLES sequentially, as LET* does.
Example: (prog* ((a 1) (b (+ a 1))) (return b)) => 2"
  (if (listp variables) nil (bad-arguments '(prog* (&rest variables) &body body) (list* 'prog* variables body)))
  (multiple-value-bind (head forms) (split-body body)
    `(block nil (let* ,variables ,@head (tagbody ,@forms)))))

(defmacro psetq (&rest pairs &environment environment)
  "Assign to variables as SETQ does, but compute all values first; return NIL.
Example: (let ((a 1) (b 2)) (psetq a b b a) (list a b)) => (2 1)"
  (let ((bindings nil) (assignments nil) (rest pairs) (places nil))
    (tagbody
     next
       (when rest
         (if (null (cdr rest)) (bad-arguments '(psetq {variable value}) (cons 'psetq pairs)))
         (if (symbol-macro-p (car rest) environment) (setq places t))
         (let ((g (gensym)))
           (setq bindings (cons (list g (cadr rest)) bindings))
           (setq assignments (cons `(setq ,(car rest) ,g) assignments)))
         (setq rest (cddr rest))
         (go next)))
    (if places
        `(psetf ,@pairs)
        `(let ,(nreverse bindings) ,@(nreverse assignments) nil))))

(defun symbol-macro-p (variable environment)
  (if (symbolp variable)
      (multiple-value-bind (expansion expanded) (macroexpand-1 variable environment) expansion expanded)
      nil))

;; Is BINDINGS a list of variables and of lists (variable [init [step]])?
(defun each-is-binding (bindings)
  (if (consp bindings)
      (let ((b (car bindings)))
        (and (or (symbolp b)
                 (and (consp b) (symbolp (car b)) (listp (cdr b)) (listp (cddr b)) (null (cdddr b))))
             (each-is-binding (cdr bindings))))
      (null bindings)))

(defun do-form (let-form set-form bindings end body)
  (if (and (each-is-binding bindings) (listp end) (null (cdr (last end))))
      nil
      (raise-condition (new-simple-condition 'program-error "~A: expected ~A, got ~S ~S"
                                             (list (if (eq let-form 'let) 'do 'do*)
                                                   "((variable init step)...) (test result...) form..."
                                                   bindings end))))
  (let ((variables (mapcar (lambda (b) (if (consp b) (list (car b) (cadr b)) b)) bindings))
        (steps (mapcan (lambda (b) (if (and (consp b) (cddr b)) (list (car b) (caddr b)) nil))
                       bindings)))
    (multiple-value-bind (head forms) (split-body body)
      `(block nil
         (,let-form ,variables
           ,@head
           (tagbody
              (go turn-test)
            next-turn
              ,@forms
              ,@(cond ((null steps) nil)
                      ((null (cddr steps)) `((setq ,@steps)))
                      (t `((,set-form ,@steps))))
            turn-test
              (if ,(car end) nil (go next-turn)))
           ,@(if (cdr end) (cdr end) '(nil)))))))

(defmacro do (bindings end &body body)
  "Bind variables, then run BODY and step the variables in parallel until the test of END is true; return the last result.
BINDINGS: list of (variable init [step]).  END: (test result...).  BODY may contain tags.
The old form (do variable init step test body...) is also accepted.
Example: (do ((i 0 (+ i 1)) (l nil (cons i l))) ((= i 3) l)) => (2 1 0)"
  (if (and bindings (symbolp bindings))
      (do-form 'let 'psetq (list (list bindings end (car body))) (list (cadr body)) (cddr body))
      (do-form 'let 'psetq bindings end body)))

(defmacro do* (bindings end &body body)
  "Do as DO, but bind and step the variables sequentially.
Example: (do* ((i 0 (+ i 1)) (j i (+ i j))) ((= i 3) j)) => 6"
  (do-form 'let* 'setq bindings end body))

(defmacro dolist ((variable list &optional result) &body body)
  "Run BODY with VARIABLE bound to each element of LIST; return RESULT, in which VARIABLE is NIL.
Example: (let ((sum 0)) (dolist (x '(1 2 3) sum) (setq sum (+ sum x)))) => 6"
  (let ((rest (gensym)))
    (multiple-value-bind (head forms) (split-body body)
      `(block nil
         (let ((,rest ,list))
           (tagbody
              (go turn-test)
            next-turn
              (let ((,variable (car ,rest)))
                ,@head
                (tagbody ,@forms))
              (setq ,rest (cdr ,rest))
            turn-test
              (if ,rest (go next-turn))))
         ,@(if result `((let ((,variable nil)) ,@(declarations-of head) ,variable ,result)) '(nil))))))

(defmacro dotimes ((variable count &optional result) &body body)
  "Run BODY with VARIABLE bound to 0, 1, ... below COUNT; return RESULT, in which VARIABLE is the count.
Example: (let ((sum 0)) (dotimes (i 4 sum) (setq sum (+ sum i)))) => 6"
  (if (and (realp count) (not (integerp count))) (check-argument count 'integer "an integer"))
  (let ((limit (if (integerp count) count (gensym))))
    (multiple-value-bind (head forms) (split-body body)
      `(block nil
         (let ((,variable 0) ,@(if (integerp count) nil (list (list limit count))))
           ,@head
           (tagbody
              (go turn-test)
            next-turn
              (tagbody ,@forms)
              (setq ,variable (+ ,variable 1))
            turn-test
              (if (< ,variable ,limit) (go next-turn)))
           ,result)))))

(defmacro loop (&body body)
  "Run BODY repeatedly until RETURN leaves it or, if BODY begins with a symbol, execute these clauses:
FOR var IN, ON list [BY function]; ACROSS vector; = form [THEN form]; FROM, UPFROM, DOWNFROM, TO, UPTO, BELOW, DOWNTO, ABOVE,
    BY number; BEING THE HASH-KEYS, HASH-VALUES OF table [USING (HASH-VALUE var)]; AND steps clauses in parallel
WITH var = form; REPEAT n; WHILE, UNTIL form; INITIALLY, FINALLY, DO form ...; RETURN form; NAMED name
COLLECT, APPEND, NCONC, SUM, COUNT, MAXIMIZE, MINIMIZE form [INTO var]; ALWAYS, NEVER, THEREIS form
IF, WHEN, UNLESS form clause [AND clause] [ELSE clause] [END]
A variable may be a tree, which is destructured. (LOOP-FINISH) in a form ends the loop and runs the FINALLY clauses.
Signals: program-error for a malformed clause.
Example: (loop for x in '(1 2 3) when (oddp x) collect (* x x)) => (1 9)
Example: (let ((n 0)) (loop (setq n (+ n 1)) (if (= n 5) (return n)))) => 5"
  (if (every #'consp body)
      `(block nil (tagbody next-turn ,@body (go next-turn)))
      (expand-loop body)))

(defun case-test (key keys)
  (cond ((null keys) nil)
        ((not (consp keys)) `(eql ,key ',keys))
        ((null (cdr keys)) `(eql ,key ',(car keys)))
        (t `(or ,@(mapcar (lambda (k) `(eql ,key ',k)) keys)))))

;; The expansion of OPERATOR, CASE or a related macro. OTHERWISE: a function of the key's variable that returns the form for
;; a key that no clause matches, or NIL.
(defun case-form (operator form clauses test otherwise)
  (mapl (lambda (rest)
          (if (not (consp (car rest)))
              (reject-form operator "a clause (key form...) or ((key...) form...)" (car rest)))
          (if (and (cdr rest) (null otherwise)
                   (member (car (car rest)) (if (eq test #'typecase-test) '(otherwise) '(t otherwise))))  ; T is a type
              (raise-condition (new-simple-condition 'program-error "~A: the clause ~S matches every value, so it must be the last one"
                                                     (list operator (car rest))))))
        clauses)
  (let ((key (gensym)))
    `(let ((,key ,form))
       (cond ,@(mapcar (lambda (clause)
                         (cons (if (and (member (car clause) '(t otherwise)) (null otherwise))
                                   t
                                   (funcall test key (car clause)))
                               (if (cdr clause) (cdr clause) '(nil))))
                       clauses)
             ,@(if otherwise (list (list t (funcall otherwise key))) nil)))))

(defun new-simple-type-error (datum type control arguments)
  (make-structure 'type-error control arguments datum type))

;; The type-error of OPERATOR for KEY, which no clause matches. TYPE: (MEMBER key...) or (OR type...).
(defun case-error (operator key type)
  (new-simple-type-error key type "~A: ~:[no clause can match~;expected one of ~:*~{~S~^, ~}~], got ~S" (list operator (cdr type) key)))

(defun case-failure (operator key type) (raise-condition (case-error operator key type)))

(defun case-type (clauses)
  (cons 'member (mapcan (lambda (c) (if (listp (car c)) (copy-list (car c)) (list (car c)))) clauses)))

(defun typecase-test (key type) `(typep ,key ',type))

(defun typecase-type (clauses) (cons 'or (mapcar #'car clauses)))

(defmacro case (form &body clauses)
  "Run the forms of the first clause that has a key EQL to the value of FORM; T or OTHERWISE matches any value.
CLAUSES: lists of a key, or a list of keys, and forms.
Example: (case 3 ((1 2) 'low) (3 'three) (t 'high)) => THREE"
  (case-form 'case form clauses #'case-test nil))

(defmacro ecase (form &body clauses)
  "Do as CASE, but signal a type-error if no clause matches.
Example: (ecase 1 (1 'one)) => ONE"
  (case-form 'ecase form clauses #'case-test
             (lambda (key) `(case-failure 'ecase ,key ',(case-type clauses)))))

(defmacro typecase (form &body clauses)
  "Run the forms of the first clause whose type includes the value of FORM; T or OTHERWISE matches any value.
Example: (typecase 1.5 (integer 'whole) (float 'broken)) => BROKEN"
  (case-form 'typecase form clauses #'typecase-test nil))

(defmacro etypecase (form &body clauses)
  "Do as TYPECASE, but signal a type-error if no clause matches.
Example: (etypecase \"a\" (string 'text)) => TEXT"
  (case-form 'etypecase form clauses #'typecase-test
             (lambda (key) `(case-failure 'etypecase ,key ',(typecase-type clauses)))))

;;; Multiple values

(defmacro multiple-value-list (form)
  "Return a list of the values of FORM.
Example: (multiple-value-list (floor 7 2)) => (3 1)"
  `(multiple-value-call #'list ,form))

(defmacro multiple-value-setq (variables form &environment environment)
  "Assign the values of FORM to VARIABLES; return the first.
Example: (let (a b) (multiple-value-setq (a b) (floor 7 2)) (list a b)) => (3 1)"
  (let ((temporaries (new-variables variables)))
    (cond ((null variables) `(values ,form))
          ((some (lambda (v) (symbol-macro-p v environment)) variables)
           `(values (setf (values ,@variables) ,form)))
          (t `(multiple-value-bind ,temporaries ,form
                ,@(mapcar (lambda (v g) `(setq ,v ,g)) variables temporaries)
                ,(car temporaries))))))

(defmacro nth-value (n form)
  "Return the value of FORM at index N, counted from 0.
Example: (nth-value 1 (floor 7 2)) => 1"
  (if (and (integerp n) (<= 0 n 15))
      (let ((before nil) (value (gensym)))
        (do ((i 0 (+ i 1))) ((eql i n)) (setq before (cons (gensym) before)))
        `(multiple-value-bind (,@before ,value) ,form (declare (ignore ,@before)) ,value))
      `(nth ,n (multiple-value-list ,form))))

;;; Higher-order functions

;; Runs BODY with X bound to each element of SEQUENCE, then returns RESULT; RETURN leaves early.
(defmacro do-elements ((x sequence &optional result) &body body)
  (let ((rest (gensym)) (vector (gensym)) (i (gensym)) (end (gensym)))
    `(let* ((,rest ,sequence) (,vector (if (listp ,rest) nil ,rest)) (,i 0) (,end (if ,vector (length ,vector) 0)) ,x)
       (do () (nil)
         (cond (,vector
                (if (>= ,i ,end) (return ,result))
                (setq ,x (aref ,vector ,i) ,i (+ ,i 1)))
               (t (if (endp ,rest) (return ,result))
                  (setq ,x (car ,rest) ,rest (cdr ,rest))))
         ,@body))))

(defun reduce (function sequence &key from-end (start 0) end (initial-value nil initial-p) key)
  "Return the result of combining the elements of SEQUENCE, two at a time, by FUNCTION.
INITIAL-VALUE: placed before the elements (after them with FROM-END).  KEY: applied to each element.
START, END: the range to combine (default: the whole sequence).
Signals: type-error unless FUNCTION is a function, SEQUENCE is a sequence, and START and END are a range within it;
any condition that FUNCTION signals.
Example: (reduce #'- '(1 2 3)) => -4
Example: (reduce #'list '(1 2 3) :from-end t :initial-value 0) => (1 (2 (3 0)))"
  (let* ((whole (and (eql start 0) (null end)))
         (part (cond (from-end (reverse (if whole sequence (subseq sequence start end))))
                     (whole sequence)
                     (t (subseq sequence start end))))
         (started initial-p)
         (value initial-value))
    (do-elements (x part)
      (if key (setq x (funcall key x)))
      (setq value (cond ((not started) (setq started t) x)
                        (from-end (funcall function x value))
                        (t (funcall function value x)))))
    (if started value (funcall function))))

;; Stores the elements at index I of SEQUENCES into the list ARGUMENTS. In SEQUENCES, a fresh list, each sequence that is
;; a list is replaced by its rest. Returns NIL if a sequence has ended; the others are checked even then.
(defun step-arguments (sequences i arguments)
  (do ((s sequences (cdr s)) (a arguments (cdr a)) (goes-on t))
      ((null s) goes-on)
    (let ((x (car s)))
      (cond ((if (listp x) (null x) (>= i (length x))) (setq goes-on nil))
            ((listp x)
             (endp (cdr x))  ; signals an error unless it is a list
             (rplaca a (car x))
             (rplaca s (cdr x)))
            (t (rplaca a (aref x i)))))))

;; Evaluates BODY with ARGUMENTS bound to the list of the first elements of SEQUENCES, then of the second elements, and so
;; on. The list is changed in place.
(defmacro do-arguments ((arguments sequences &optional result) &body body)
  (let ((rest (gensym)) (i (gensym)))
    `(let* ((,rest (copy-list ,sequences)) (,arguments (copy-list ,rest)))
       (do ((,i 0 (+ ,i 1)))
           ((not (step-arguments ,rest ,i ,arguments)) ,result)
         ,@body))))

;; Returns RESULT after the last element. Checks that PREDICATE is a function, because it may never have been called.
(defun quantified (predicate result)
  (if (or (functionp predicate) (symbolp predicate) (and (consp predicate) (eq (car predicate) 'lambda)))
      result
      (check-argument predicate 'function "a function")))

;; Defines NAME, which calls PREDICATE for the elements of sequences in parallel and binds IT to each result. NAME returns
;; VALUE when TEST-FORM is true for the first time, or FINAL after the last elements.
(defmacro define-quantifier (name documentation test-form value final)
  `(defun ,name (predicate sequence &rest more)
     ,documentation
     (if more
         (do-arguments (arguments (cons sequence more) (quantified predicate ,final))
           (let ((it (apply predicate arguments)))
             (if ,test-form (return ,value))))
         (do-elements (x sequence (quantified predicate ,final))
           (let ((it (funcall predicate x)))
             (if ,test-form (return ,value)))))))

(define-quantifier some
  "Return the first true value of PREDICATE for the elements of SEQUENCE (or several in parallel), or NIL.
Example: (some #'evenp '(1 2 3)) => T"
  it it nil)
(define-quantifier every
  "Return T if PREDICATE is true for all elements of SEQUENCE (or several in parallel), else NIL.
Example: (every #'< '(1 2) '(3 4)) => T"
  (not it) nil t)
(define-quantifier notany
  "Return T if PREDICATE is false for all elements of SEQUENCE (or several in parallel), else NIL.
Example: (notany #'evenp '(1 3)) => T"
  it nil t)
(define-quantifier notevery
  "Return T if PREDICATE is false for some element of SEQUENCE (or several in parallel), else NIL.
Example: (notevery #'evenp '(2 3)) => T"
  (not it) t nil)

;;; Calls of the quantifiers and of REDUCE with a lambda expression of required parameters, or with #'NAME, become loops.

;; A loop over the elements of SEQUENCES, which are forms, in parallel, and then the form RESULT, a call: the debugger takes the value
;; of the last call for that of the whole expression, which it can replace. LOOP, a function of the variables of the elements and of forms
;; that begin the next step and leave the loop, returns the forms of a step.
(defun sequence-loop (sequences result loop)
  (let ((rests (new-variables sequences)) (vectors (new-variables sequences)) (elements (new-variables sequences))
        (i (gensym)) (done (gensym)) (next (gensym)) (end (gensym)))
    `(let* (,@(mapcar #'list rests sequences)
            ,@(mapcar (lambda (vector rest) `(,vector (if (listp ,rest) nil (progn (length ,rest) ,rest)))) vectors rests)
            (,i 0) (,done nil) ,@elements)
       (tagbody
         ,next
          ,@(mapcar (lambda (vector rest element)
                      `(cond (,vector (if (>= ,i (length ,vector)) (setq ,done t) (setq ,element (aref ,vector ,i))))
                             ((endp ,rest) (setq ,done t))
                             (t (setq ,element (car ,rest) ,rest (cdr ,rest)))))
                    vectors rests elements)
          (if ,done (go ,end))
          (setq ,i (+ ,i 1))
          ,@(funcall loop elements `(go ,next) `(go ,end))
         ,end)
       ,result)))

;; The compiler macro of a quantifier, which ends when the predicate is true, if TEST is true, or else false. Its value is then that of
;; the predicate, if VALUE is true, or the opposite of FINAL; it is FINAL after the last elements.
(defun quantifier-loop (form environment test value final)
  (let* ((it (gensym)) (answer (gensym)) (function (cadr form)) (sequences (if (form-length form) (cddr form) nil))
         (probe (and sequences (call-of-literal function sequences environment))))
    (if probe
        `(let ((,answer ,final))
           ,(sequence-loop sequences (if value `(identity ,answer) `(eq ,answer t))
                           (lambda (elements next end)
                             `((let ((,it ,(call-of-literal function elements environment)))
                                 (when ,(if test it `(not ,it))
                                   (setq ,answer ,(if value it (not final)))
                                   ,end))
                               ,next))))
        form)))

(mapc (lambda (quantifier)
        (let ((test (second quantifier)) (value (third quantifier)) (final (fourth quantifier)))
          (put (car quantifier) 'compiler-macro-property
               (lambda (form environment) (quantifier-loop form environment test value final)))))
      '((some t t nil) (every nil nil t) (notany t nil t) (notevery nil nil nil)))

;; The compiler macro of REDUCE, for a call without keywords or with :INITIAL-VALUE.
(defun reduction-loop (form environment)
  (let* ((length (form-length form)) (function (cadr form)) (sequence (gensym)) (value (gensym)) (started (gensym)))
    (flet ((combined (element) (call-of-literal function (list value element) environment))
           (loop-with (result step)
             (sequence-loop (list sequence) result
                            (lambda (elements next end) end (list (funcall step (car elements)) next)))))
      (cond ((not (and length (>= length 3) (combined nil))) form)
            ((and (eql length 5) (eq (cadddr form) :initial-value))
             `(let* ((,sequence ,(caddr form)) (,value ,(fifth form)))
                ,(loop-with `(identity ,value) (lambda (element) `(setq ,value ,(combined element))))))
            ((eql length 3)
             `(let* ((,sequence ,(caddr form)) (,value nil) (,started nil))
                ,(loop-with `(if ,started ,value ,(call-without-arguments function))
                            (lambda (element) `(setq ,value (if ,started ,(combined element) ,element) ,started t)))))
            (t form)))))

;; A call without arguments of what FUNCTION denotes, a lambda expression of two parameters or #'NAME. The compiler does not warn about
;; APPLY if the function needs arguments.
(defun call-without-arguments (function)
  (let ((what (if (eq (car function) 'function) (cadr function) function)))
    (if (consp what)
        `(apply (lambda ,(cadr what) (declare (ignore ,@(cadr what)))) nil)
        `(apply ,function nil))))

(put 'reduce 'compiler-macro-property #'reduction-loop)

(defun complement (function)
  "Return the function that is true where FUNCTION is false.
Example: (funcall (complement #'evenp) 3) => T"
  (lambda (&rest arguments) (not (apply function arguments))))

(defun constantly (value)
  "Return a function that takes any arguments and returns VALUE.
Example: (funcall (constantly 7) 1 2) => 7"
  (lambda (&rest arguments) arguments value))
