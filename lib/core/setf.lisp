;;;; setf.lisp -- generalized references: SETF, INCF, PUSH and related operators. -*- sealed -*-
;;;; The operator of a place is defined by one of
;;;;   the property SETTER, a symbol: the name of a function of the place's arguments and the new value
;;;;   the property SETTER, a function of the environment, the new values and the arguments: it returns the storing form
;;;;   the property SETF-EXPANDER: a function of the place and the environment with the values of GET-SETF-EXPANSION
;;;;   the property PLACE-ALIAS: a function of the arguments that returns an equivalent place
;;;;   a macro, or (defun (setf name) ...)

;; Defines SETTER as the function that stores into (NAME ...); messages name it (setf NAME).
(defmacro define-setter (name setter)
  `(progn (put ',name 'setter ',setter)
          (put ',setter 'setter-of (append-lists (get ',setter 'setter-of) '(,name)))))

(define-setter car set-car)
(define-setter cdr set-cdr)
(define-setter first set-car)
(define-setter rest set-cdr)
(define-setter aref set-aref)
(define-setter svref set-svref)
(define-setter row-major-aref set-row-major-aref)
(define-setter elt set-elt)
(define-setter char set-char)
(define-setter schar set-char)
(define-setter symbol-value set)
(define-setter symbol-function fset)
(define-setter fdefinition fset)
(define-setter symbol-plist set-symbol-plist)
(define-setter fill-pointer set-fill-pointer)
(define-setter get set-get)
(define-setter gethash set-gethash)
(define-setter nth set-nth)
(define-setter subseq set-subseq)
(define-setter macro-function set-macro-function)

;; The value is the last argument. An optional argument of the place may precede it: the default, which is ignored, or the
;; end of a subsequence.
(defun set-get (symbol indicator default &optional (value default)) (put symbol indicator value))
(defun set-gethash (key table default &optional (value default)) (puthash key table value))
(defun set-subseq (sequence start end &optional (value nil given))
  (if (not given) (setq value end end nil))
  (replace sequence value :start1 start :end1 end)
  value)
(defun set-macro-function (name &rest rest) (fset name (make-macro (car (last rest)) '(&rest arguments))))
(defun set-nth (n list value)
  (let ((cell (nthcdr n list)))
    (if (consp cell)
        (set-car cell value)
        (signal-wrong-type list (format nil "a list of more than ~D element~:P" n) 'list))))

;; C[AD]+R: the place is an alias of (CAR ...) or (CDR ...) of the cons that the remaining letters select.
(defmacro define-path-setters (&rest names)
  `(progn
     ,@(mapcar (lambda (name)
                 (let* ((text (symbol-name name))
                        (inner (intern (concatenate-as 'string "C" (subseq text 2)))))
                   `(put ',name 'place-alias
                         (lambda (x) (list ',(if (eql (char text 1) #\A) 'car 'cdr) (list ',inner x))))))
               names)))
(define-path-setters caar cadr cdar cddr caaar caadr cadar caddr cdaar cdadr cddar cdddr
                     caaaar caaadr caadar caaddr cadaar cadadr caddar cadddr
                     cdaaar cdaadr cdadar cdaddr cddaar cddadr cdddar cddddr)
(dolist (pair '((second . 1) (third . 2) (fourth . 3) (fifth . 4) (sixth . 5) (seventh . 6)
                (eighth . 7) (ninth . 8) (tenth . 9)))
  (let ((n (cdr pair)))
    (put (car pair) 'place-alias (lambda (x) (list 'nth n x)))))

(defun constant-form-p (form)
  (or (and (atom form) (or (not (symbolp form)) (constantp form)))
      (and (consp form) (eq (car form) 'quote))))

;; Returns the entry of ENVIRONMENT for the local function or macro NAME, or NIL.
(defun local-definition (name environment)
  (dolist (entry environment nil)
    (if (and (equal (second entry) name) (member (first entry) '(:macro :function))) (return entry))))

;; A function that the code walker (walker.lisp) binds to learn about places, or NIL. Its arguments are a place, the form
;; that replaces it (NIL if a user's definition handles the place), and the environment.
(defvar *place-walker* nil)

(defun note-place (place replaced environment)
  (if *place-walker* (funcall *place-walker* place replaced environment) nil))

;; Returns the macroexpansion of PLACE, and whether it differs from PLACE.
(defun expand-place (place environment)
  (multiple-value-bind (form changed) (macroexpand-1 place environment)
    (if (and changed (consp place)) (note-place place form environment))
    (values form changed)))

;; Returns the property INDICATOR of the operator of PLACE, or NIL if a local function or macro hides the operator.
(defun known-of-place (place indicator environment)
  (let ((known (get (car place) indicator)))
    (cond ((or (null known) (local-definition (car place) environment)) nil)
          ((if (symbolp known) (member (car place) (get known 'setter-of)) (library-code-p known)) known)
          (t (note-place place nil environment) known))))

(defun get-setf-expansion (place &optional environment)
  "Return the five values of the setf expansion of PLACE: temporary variables, forms for their values, store variables, the
storing form, the accessing form.
Example: (nth-value 4 (get-setf-expansion 'x)) => X"
  (let ((expander nil) (expanded nil) (alias nil) (setter nil))
    (cond
      ((symbolp place)
       (multiple-value-bind (form changed) (macroexpand-1 place environment)
         (if changed
             (get-setf-expansion form environment)
             (let ((new (gensym)))
               (values nil nil (list new) (list 'setq place new) place)))))
      ((not (and (consp place) (symbolp (car place))
                 (or (not (special-operator-p (car place))) (get (car place) 'setf-expander))))
       (raise-condition (new-simple-condition 'program-error "Expected a place, got ~S" (list place))))
      ((setq expander (known-of-place place 'setf-expander environment))
       (funcall expander place environment))
      ((setq alias (known-of-place place 'place-alias environment))
       (get-setf-expansion (apply alias (cdr place)) environment))
      ((and (null (setq setter (known-of-place place 'setter environment)))
            (multiple-value-bind (form changed) (expand-place place environment)
              (setq expanded form)
              changed))
       (get-setf-expansion expanded environment))
      (t
       (let ((temporaries nil) (forms nil) (arguments nil) (news nil))
         (dotimes (i (if setter (get (car place) 'setter-values 1) 1)) (setq news (cons (gensym) news)))
         (dolist (argument (cdr place))
           (if (constant-form-p argument)
               (setq arguments (cons argument arguments))
               (let ((g (gensym)))
                 (setq temporaries (cons g temporaries))
                 (setq forms (cons argument forms))
                 (setq arguments (cons g arguments)))))
         (setq arguments (nreverse arguments))
         ;; The lists are fresh, because callers may modify them destructively; the storing form must not share them.
         (values (nreverse temporaries) (nreverse forms) (copy-list news)
                 (cond ((null setter) `(funcall (function (setf ,(car place))) ,@news ,@arguments))
                       ((functionp setter) (apply setter environment (append news arguments)))
                       (t `(,setter ,@arguments ,@news)))
                 (cons (car place) arguments)))))))

(defun setf-1 (place value environment)
  (cond ((symbolp place)
         (multiple-value-bind (form changed) (macroexpand-1 place environment)
           (if changed (setf-1 form value environment) `(setq ,place ,value))))
        ;; A call of the setter needs no temporaries, because it evaluates the arguments before the value.
        ((and (consp place) (symbolp (car place)) (symbolp (get (car place) 'setter))
              (known-of-place place 'setter environment))
         `(,(get (car place) 'setter) ,@(cdr place) ,value))
        ((and (consp place) (symbolp (car place)) (known-of-place place 'place-alias environment))
         (setf-1 (apply (get (car place) 'place-alias) (cdr place)) value environment))
        (t (multiple-value-bind (temporaries forms new store) (get-setf-expansion place environment)
             `(let* (,@(mapcar #'list temporaries forms))
                (multiple-value-bind ,new ,value ,store))))))

(defmacro setf (&rest pairs &environment environment)
  "Assign values to places: (setf place value ...); return the last value.
Places: variables; calls of accessors such as CAR, AREF, GETHASH, GET, NTH and those of structures; macro calls; VALUES,
THE, APPLY, GETF; operators that (defun (setf name) ...), DEFSETF or DEFINE-SETF-EXPANDER define.
Signals: program-error if a form is not a place.
Example: (let ((l (list 1 2))) (setf (car l) 9) l) => (9 2)"
  (cond ((null pairs) nil)
        ((null (cdr pairs))
         (raise-condition (new-simple-condition 'program-error "SETF: no value is given for the place ~S" (list (car pairs)))))
        ((null (cddr pairs)) (setf-1 (car pairs) (cadr pairs) environment))
        (t (let ((forms nil))
             (do ((rest pairs (cddr rest))) ((null rest))
               (if (null (cdr rest))
                   (raise-condition (new-simple-condition 'program-error "SETF: no value is given for the place ~S" (list (car rest)))))
               (setq forms (cons (setf-1 (car rest) (cadr rest) environment) forms)))
             `(progn ,@(nreverse forms))))))

(defmacro psetf (&rest pairs &environment environment)
  "Assign values to places as SETF does, but compute all values first; return NIL.
Example: (let ((a 1) (b 2)) (psetf a b b a) (list a b)) => (2 1)"
  (let ((expansions nil) (values nil))
    (do ((rest pairs (cddr rest))) ((null rest))
      (if (null (cdr rest)) (reject-form "PSETF" "a value for each place" pairs))
      (setq expansions (cons (multiple-value-list (get-setf-expansion (car rest) environment)) expansions))
      (setq values (cons (cadr rest) values)))
    (bind-places (reverse expansions) (reverse values) `(progn ,@(reverse (mapcar #'fourth expansions)) nil))))

;; Returns BODY with bindings of the temporary variables of places and of their store variables around it. EXPANSIONS:
;; lists of the values of GET-SETF-EXPANSION. FORMS: forms for the new values.
(defun bind-places (expansions forms body)
  (do ((expansions (reverse expansions) (cdr expansions)) (forms (reverse forms) (cdr forms)))
      ((null expansions) body)
    (setq body (bind-subforms (car expansions) (bind-new (third (car expansions)) (car forms) body)))))

(defun bind-new (variables form body)
  (if (and variables (null (cdr variables)))
      `(let ((,(car variables) ,form)) ,body)
      `(multiple-value-bind ,variables ,form ,body)))

(defun bind-subforms (expansion body)
  (if (first expansion) `(let* ,(mapcar #'list (first expansion) (second expansion)) ,body) body))

(defmacro shiftf (place next &rest more &environment environment)
  "Shift values: store into each place the value of the next one, and into the last place the value of the last form;
return the old value of the first place.
Example: (let ((a 1) (b 2)) (list (shiftf a b 3) a b)) => (1 2 3)"
  (let* ((forms (list* place next more))
         (expansions (mapcar (lambda (place) (multiple-value-list (get-setf-expansion place environment)))
                             (butlast forms)))
         (results (new-variables (third (car expansions))))
         (targets (cons results (mapcar #'third expansions)))  ; the value of a place is stored into the preceding one
         (body `(progn ,@(mapcar #'fourth expansions) ,(if (cdr results) `(values ,@results) (car results))))
         (reads (append (mapcar #'fifth expansions) (last forms))))
    (mapc (lambda (target read) (setq body (bind-new target read body))) (reverse targets) (reverse reads))
    (dolist (expansion (reverse expansions) body)
      (setq body (bind-subforms expansion body)))))

(defmacro rotatef (&rest places &environment environment)
  "Rotate values: store into each place the value of the next one, and into the last that of the first; return NIL.
Example: (let ((a 1) (b 2)) (rotatef a b) (list a b)) => (2 1)"
  (if (null places)
      nil
      (let* ((expansions (mapcar (lambda (place) (multiple-value-list (get-setf-expansion place environment))) places))
             (body `(progn ,@(mapcar #'fourth expansions) nil))
             (news (mapcar #'third expansions)))
        (mapc (lambda (new expansion) (setq body (bind-new new (fifth expansion) body)))
              (reverse (append (last news) (butlast news))) (reverse expansions))
        (dolist (expansion (reverse expansions) body)
          (setq body (bind-subforms expansion body))))))

;; Is FORM a variable and not a symbol macro?
(defun variable-p (form environment)
  (and (symbolp form) (not (symbol-macro-p form environment))))

;; Returns a form that modifies PLACE. CHANGE: a function of the form that reads PLACE and a list of forms for ARGUMENTS,
;; which returns the form for the new value. The arguments are evaluated after the subforms of PLACE, before PLACE is read.
(defun modify (place environment arguments change)
  (multiple-value-bind (temporaries forms new store read) (get-setf-expansion place environment)
    (let* ((bindings nil)
           (values (mapcar (lambda (argument)
                             (if (or (constantp argument) (and (variable-p argument environment) (symbolp read)))
                                 argument
                                 (let ((g (gensym)))
                                   (setq bindings (cons (list g argument) bindings))
                                   g)))
                           arguments))
           (bindings (append (mapcar #'list temporaries forms) (reverse bindings)))
           (result (funcall change read values)))
      (if (and (symbolp place) (eq read place))
          (if bindings `(let* ,bindings (setq ,place ,result)) `(setq ,place ,result))
          `(let* (,@bindings (,(car new) ,result)) ,store)))))

(defmacro incf (place &optional (delta 1) &environment environment)
  "Add DELTA to the number in PLACE, and return the sum.
Signals: type-error unless PLACE contains a number and DELTA is a number.
Example: (let ((n 5)) (incf n 2) n) => 7"
  (modify place environment (list delta) (lambda (read values) `(+ ,read ,@values))))

(defmacro decf (place &optional (delta 1) &environment environment)
  "Subtract DELTA from the number in PLACE, and return the difference.
Signals: type-error unless PLACE contains a number and DELTA is a number.
Example: (let ((n 5)) (decf n) n) => 4"
  (modify place environment (list delta) (lambda (read values) `(- ,read ,@values))))

(defmacro push (item place &environment environment)
  "Add ITEM to the front of the list in PLACE, and return the new list.
Example: (let ((l '(2))) (push 1 l) l) => (1 2)"
  (if (variable-p place environment)
      `(setf ,place (cons ,item ,place))
      (let ((g (gensym)))
        `(let ((,g ,item))
           ,(modify place environment nil (lambda (read values) values `(cons ,g ,read)))))))

(defmacro pushnew (item place &rest keys &environment environment)
  "Add ITEM to the front of the list in PLACE unless it is a member already; return the list.
KEYS: :TEST, :TEST-NOT and :KEY, as for ADJOIN.
Example: (let ((l '(1 2))) (pushnew 2 l) l) => (1 2)"
  (let ((g (gensym)))
    `(let ((,g ,item))
       ,(modify place environment nil (lambda (read values) values `(adjoin ,g ,read ,@keys))))))

(defmacro pop (place &environment environment)
  "Remove the first element from the list in PLACE, and return that element.
Signals: type-error unless PLACE contains a list.
Example: (let ((l '(1 2))) (list (pop l) l)) => (1 (2))"
  (multiple-value-bind (temporaries forms new store read) (get-setf-expansion place environment)
    (let ((old (gensym)) (first (gensym)))
      `(let* (,@(mapcar #'list temporaries forms) (,old ,read) (,first (car ,old)) (,(car new) (cdr ,old)))
         ,store
         ,first))))

(defmacro remf (place indicator &environment environment)
  "Remove the property INDICATOR from the property list in PLACE; return T if it was found, else NIL.
Example: (let ((l (list 'a 1 'b 2))) (remf l 'a) l) => (B 2)"
  (multiple-value-bind (temporaries forms new store read) (get-setf-expansion place environment)
    (let ((key (gensym)) (found (gensym)))
      `(let* (,@(mapcar #'list temporaries forms) (,key ,indicator))
         (multiple-value-bind (,(car new) ,found) (without-property ,read ,key)
           ,store
           ,found)))))

;; Returns REST, a tail of PLIST, without its first indicator and value.
(defun after-property (rest plist)
  (if (consp (cdr rest)) (cddr rest) (signal-wrong-type plist "a property list" '(satisfies property-list-p))))

(defun without-property (plist indicator)
  (do ((rest plist (after-property rest plist)) (before nil (cdr rest)))
      ((null rest) (values plist nil))
    (when (eq (car rest) indicator)
      (let ((after (after-property rest plist)))
        (return (cond (before (set-cdr before after) (values plist t))
                      (t (values after t))))))))

(defun with-property (plist indicator value)
  (do ((rest plist (after-property rest plist))) ((null rest) (list* indicator value plist))
    (when (eq (car rest) indicator)
      (set-car (cdr rest) value)
      (return plist))))

(defmacro define-setf-expander (name lambda-list &body body)
  "Define (NAME ...) as a place: BODY returns the five values of GET-SETF-EXPANSION; return NAME.
Example: (define-setf-expander kept (x) (values nil nil '(new) '(list new) x)) => KEPT"
  (if (not (and name (symbolp name))) (reject-form "DEFINE-SETF-EXPANDER" "a symbol as name" name))
  `(progn
     (put ',name 'setf-expander ,(macro-lambda name lambda-list body))
     ,@(documenting name 'setf body)
     ',name))

;; Returns a list of one form that stores the docstring of BODY, or NIL if BODY lacks a docstring.
(defun documenting (name kind body)
  (let ((text (car (docstring-of (split-body body)))))
    (if text `((document ',name ',kind ,text)) nil)))

(defun body-in-block (name body)
  (multiple-value-bind (head forms) (split-body body)
    `(,@(declarations-of head) (block ,name ,@forms))))

;; Signals an error unless REST, the part of a DEFSETF form after NAME, is well-formed.
(defun check-defsetf (name rest)
  (flet ((reject (control &rest arguments)
           (raise-condition (new-simple-condition 'program-error "DEFSETF ~S: ~?" (list name control arguments)))))
    (cond ((not (and name (symbolp name) (consp rest) (form-length rest)))
           (reject "expected a name and a setter, or a name, a lambda list and (new-value...)"))
          ((and (car rest) (symbolp (car rest)))
           (if (or (cddr rest) (and (cdr rest) (not (stringp (cadr rest)))))
               (reject "expected only a documentation string after the setter, got ~S" (cdr rest))))
          ((not (and (form-length (car rest)) (form-length (cadr rest)) (every #'bindable-p (cadr rest)) (cdr rest)))
           (reject "expected a lambda list and (new-value...), got ~S" rest))
          (t (let ((environment (member '&environment (car rest))))
               (if (and environment (not (bindable-p (cadr environment))))
                   (reject "expected a variable after &ENVIRONMENT, got ~S" (cdr environment)))
               (lambda-list-sections "DEFSETF" name (append (ldiff (car rest) environment) (cddr environment))
                                     '(&optional &rest &body &key &allow-other-keys) t))))))

(defmacro defsetf (name &rest rest)
  "Define (NAME ...) as a place: (defsetf name setter) or (defsetf name lambda-list (new-value...) body...); return NAME.
Example: (defsetf head set-head) => HEAD"
  (check-defsetf name rest)
  (let* ((short (and (symbolp (car rest)) (car rest)))
         (environment (if short nil (member '&environment (car rest)))))  ; bound before the other parameters, wherever it occurs
    `(progn
       (remprop ',name 'setf-expander)
       (put ',name 'setter-values ,(if short 1 (length (cadr rest))))
       (put ',name 'setter
            ,(if short
                 `',short
                 `(lambda (,(if environment (cadr environment) (gensym)) ,@(cadr rest)
                           ,@(ldiff (car rest) environment) ,@(cddr environment))
                    ,@(body-in-block name (cddr rest)))))
       ,@(documenting name 'setf (if short `(,@(cdr rest) nil) (cddr rest)))
       ',name)))

(defmacro define-modify-macro (name lambda-list function &optional documentation)
  "Define NAME as a macro that stores FUNCTION of a place's value and the other arguments into the place; return NAME.
Example: (progn (define-modify-macro doublef () twice) (macro-function 'car)) => NIL"
  (if (not (symbolp name)) (reject-form "DEFINE-MODIFY-MACRO" "a symbol as name" name))
  (if (not (or (symbolp function) (typep function '(cons (eql lambda)))))
      (reject-form "DEFINE-MODIFY-MACRO" "the name of a function" function))
  (if (not (or (null documentation) (stringp documentation)))
      (reject-form "DEFINE-MODIFY-MACRO" "a documentation string" documentation))
  (lambda-list-sections "DEFINE-MODIFY-MACRO" name lambda-list '(&optional &rest) t)
  (let ((names (mapcan (lambda (x) (cond ((member x '(&optional &rest)) nil)
                                         ((consp x) (list (car x)))
                                         (t (list x))))
                       lambda-list))
        (rest (cadr (member '&rest lambda-list))))
    `(defmacro ,name (given-place ,@lambda-list &environment env)
       ,@(if documentation (list documentation) nil)
       (modify given-place env (list* ,@(remove rest names) ,(if rest rest nil))
               (lambda (read values) (list* ',function read values))))))

(define-setf-expander the (type place &environment environment)
  (multiple-value-bind (temporaries forms new store read) (get-setf-expansion place environment)
    (values temporaries forms new store `(the ,type ,read))))

(define-setf-expander getf (place indicator &optional (default nil default-given) &environment environment)
  (multiple-value-bind (temporaries forms new store read) (get-setf-expansion place environment)
    (let ((key (gensym)) (value (gensym)) (otherwise (gensym)))
      (values (append temporaries (list key) (if default-given (list otherwise) nil))
              (append forms (list indicator) (if default-given (list default) nil))
              (list value)
              `(let ((,(car new) (with-property ,read ,key ,value))) ,store ,value)
              `(getf ,read ,key ,@(if default-given (list otherwise) nil))))))

;; The first store variable of each place receives a value, the others are NIL. A place such as (VALUES) lacks
;; store variables (5.1.2.3).
(define-setf-expander values (&rest places &environment environment)
  (let ((temporaries nil) (forms nil) (news nil) (stores nil) (reads nil))
    (dolist (place places)
      (multiple-value-bind (vars vals new store read) (get-setf-expansion place environment)
        (setq temporaries (append temporaries vars (cdr new)))
        (setq forms (append forms vals (mapcar (lambda (v) v nil) (cdr new))))
        (setq news (append news (if new (list (car new)) nil)))
        (setq stores (append stores (list store)))
        (setq reads (append reads (list read)))))
    (values temporaries forms news `(values ,@stores) `(values ,@reads))))

(define-setf-expander apply (&whole place function &rest arguments &environment environment)
  (if (not (and (consp function) (member (car function) '(function quote)) (symbolp (cadr function)) arguments))
      (raise-condition (new-simple-condition 'program-error "Expected (APPLY #'name argument...) as place, got ~S" (list place))))
  (let* ((setter (known-of-place (cdr function) 'setter environment))
         (new (gensym))
         (temporaries (new-variables arguments)))
    (values temporaries arguments (list new)
            (if (and setter (symbolp setter))
                `(apply (function ,setter) (append (list* ,@temporaries) (list ,new)))
                `(apply (function (setf ,(cadr function))) ,new ,@temporaries))
            `(apply ,function ,@temporaries))))

(define-setf-expander if (test then else &environment environment)
  (multiple-value-bind (vars vals new store read) (get-setf-expansion then environment)
    (multiple-value-bind (vars2 vals2 new2 store2 read2) (get-setf-expansion else environment)
      (let ((g (gensym)))
        (values (append (list g) vars vars2) (append (list test) vals vals2) new
                `(if ,g ,store (let ((,(car new2) ,(car new))) ,store2))
                `(if ,g ,read ,read2))))))
