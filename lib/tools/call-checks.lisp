;;;; call-checks.lisp -- warnings about calls and definitions that are probably mistakes. -*- sealed -*-
;;;; The compiler calls CHECK-CALL with each call in the text of a program whose operator has a check, or that has keywords. A check
;;;; returns a list of warnings (MESSAGE PATH HINT), as those of explanations.lisp.

;; Define the check of the OPERATORS: BODY returns a list of warnings about CALL, a proper list.
(defmacro define-check (operators (call) &body body)
  (let ((name (gensym)))
    `(let ((,name (lambda (,call) ,@body)))
       (dolist (operator ',operators) (push ,name (get operator 'call-check))))))

(defun check-call (call)
  (let ((checks (get (car call) 'call-check)))
    (append (loop for check in checks append (remove nil (funcall check call)))
            (if (some #'keywordp (cdr call)) (keyword-warnings call) nil))))

(defun unused-variable-warning (variable list)
  (if (or (null (symbol-package variable)) (begins-with-ampersand-p variable))
      nil
      (list (format nil "~S is not used" variable) (subform-path variable list)
            (format nil "(declare (ignore ~A)) if this is meant" (shown-form variable)))))

;; A warning about an assignment to SYMBOL, an unknown variable, if SYMBOL also names the reader of a slot: (setf point-x 3).
(defun accessor-set-warning (symbol)
  (if (get symbol 'accessor-of)
      (list (format nil "~S is a function; this sets a new variable of that name" symbol) '(1)
            (format nil "(setf (~A object) ...)" (shown-form symbol)))
      nil))

(defun begins-with-ampersand-p (symbol)
  (let ((name (symbol-name symbol)))
    (and (> (length name) 1) (char= (char name 0) #\&))))

;; Line and column of the part at PATH of the form of TEXT at LINE and COLUMN.
(defun marked-place (text line column path)
  (let ((part (source-part text (position-of-place text line column))))
    (if part (line-and-column text (first (part-at part path))) (list line column))))

;; EXPLAIN for a warning about CONDITION, which the program would signal.
(defun explain-warning (condition report form source &optional text line column)
  (destructuring-bind (message line column hint &optional expansion) (explain condition report form source text line column)
    (declare (ignore expansion))
    (if (and (typep condition 'unbound-variable) (null message))
        (let ((function (and text (enclosing-definition text (position-of-place text line column)))) (name (cell-error-name condition)))
          (list (format nil "~S is not a variable~@[ of ~S~], nor declared by ~S" name function 'defvar) line column
                (if (equal hint "")
                    (format nil "(defvar ~(~A~)) before it, or (let ((~:*~(~A~) ...)) ...)" (prin1-to-string name))
                    hint)))
        (list message line column hint))))

;; The name of the function that the form at top level around the position START of TEXT defines, or NIL.
(defun enclosing-definition (text start)
  (let* ((part (top-level-part text start)) (form (and part (part-form text part))))
    (if (and (consp form) (consp (cdr form)) (member (car form) '(defun defmacro defmethod defgeneric))) (second form) nil)))

;;; Keywords

;; The lambda list of NAME, whose words do not become symbols of the program's package.
(defun checked-arglist (name) (arglist-in (load-time-value (find-package "SYSTEM")) name))

;; The keywords that the function NAME takes: a list, or :ANY if it is not known or any are allowed.
(defun accepted-keywords (name)
  (let ((list (ignore-errors (checked-arglist name))))
    (if (or (not (listp list)) (member '&allow-other-keys list) (not (member '&key list)) (not (functionp (function-object name)))
            (generic-function-p name))
        :any
        (loop for item in (cdr (member '&key list))
              until (member item lambda-list-keywords)
              collect (let ((name (if (consp item) (car item) item)))
                        (if (consp name) (car name) (intern (symbol-name name) "KEYWORD")))))))

(defun generic-function-p (name) (typep (function-object name) 'generic-function))

(defun positional-count (name)
  (let ((list (checked-arglist name)))
    (loop for item in list until (member item '(&key &rest &body)) count (not (member item lambda-list-keywords)))))

(defun keyword-warnings (call)
  (let* ((name (car call)) (keywords (if (and (fboundp name) (not (macro-function name))) (accepted-keywords name) :any)))
    (if (or (eq keywords :any) (member :allow-other-keys call))
        nil
        (let ((first (+ 1 (positional-count name))))
          (loop for (keyword . value) on (nthcdr first call) by #'cddr for i from first by 2
                if (and (keywordp keyword) (not (member keyword keywords)))
                  collect (list (format nil "~S: unknown keyword ~S" name keyword) (list i) (keyword-advice keyword keywords))
                else if (and (keywordp keyword) (null value))
                  collect (list (format nil "~S: expected a value after ~S" name keyword) (list i) nil))))))

(defun keyword-advice (keyword keywords)
  (let ((near (nearest-names keyword keywords)))
    (cond (near (format nil "did you mean ~S?" (car near)))
          (keywords (format nil "the keywords are ~{~S~#[~; and ~:;, ~]~}" keywords))
          (t "it takes no keywords"))))

;;; CASE and COND

(define-check (case ecase ccase) (call)
  (loop for clause in (cddr call) for i from 2
        for key = (if (consp clause) (car clause))
        collect (cond ((and (consp key) (eq (car key) 'quote) (consp (cdr key)) (null (cddr key)))
                       (list (format nil "~S: ~A is read as two keys, ~S and ~S" (car call) (shown-form key) 'quote (second key)) (list i 0)
                             (format nil "write ~A" (shown-form (cons (second key) (cdr clause))))))
                      ((or (stringp key) (and (consp key) (form-length key) (some #'stringp key)))
                       (list (format nil "~S: a string key never matches" (car call)) (list i 0)
                             (if (and (stringp key) (symbolp (second call)))
                                 (format nil "(cond (~A))" (shown-form-inside `((equal ,(second call) ,key) ,@(cdr clause))))
                                 "(cond ((equal key \"text\") ...))"))))))

;; The keys of a clause. T or OTHERWISE in place of the keys is not a key.
(defun clause-keys (clause)
  (let ((key (car clause)))
    (cond ((listp key) key) ((member key '(t otherwise)) nil) (t (list key)))))

;; Keys of a clause that are also in an earlier clause.
(define-check (case ecase ccase) (call)
  (let ((seen nil))
    (loop for clause in (cddr call) for i from 2
          when (and (consp clause) (or (atom (car clause)) (form-length (car clause))))
            append (loop for key in (clause-keys clause)
                         when (member key seen)
                           collect (list (format nil "~S: the key ~A is in a clause before" (car call) (shown-form key)) (list i 0) nil)
                         do (push key seen)))))

(define-check (typecase etypecase ctypecase) (call)
  (loop for (earlier . later) on (cddr call)
        append (loop for clause in later
                     when (and (consp earlier) (consp clause) (covers-p (car earlier) (car clause)))
                       collect (list (format nil "~S: this clause is never reached: ~S before it covers ~S" (car call) (car earlier) (car clause))
                                     (list (position clause call :test #'eq)) nil))))

;; Is every object of the standard type INNER certainly of the standard type OUTER?
(defun covers-p (outer inner)
  (and (standard-type-name-p outer) (standard-type-name-p inner) (not (eq inner t)) (not (eq inner 'otherwise))
       (values (subtypep inner outer))))

(defun standard-type-name-p (name)
  (and name (symbolp name) (eq (symbol-package name) (find-package "COMMON-LISP")) (type-name-p name)))

(defun shown-form-inside (form) (let ((text (shown-form form))) (subseq text 1 (- (length text) 1))))

(define-check (cond) (call)
  (let ((i (position-if (lambda (clause) (and (consp clause) (eq (car clause) t))) call :start 1)))
    (if (and i (< (+ i 1) (length call)))
        (list (list "this clause is never reached: the test before it is T" (list (+ i 1)) nil)))))

;;; Literals

;; Is FORM a quoted list that is not empty?
(defun quoted-list-p (form) (and (consp form) (eq (car form) 'quote) (consp (cdr form)) (consp (second form))))

(defun literal-warning (operator form path)
  (if (stringp form)
      (return-from literal-warning
        (list (format nil "~S modifies the constant ~A" operator (shown-form form)) path (format nil "use (copy-seq ~A)" (shown-form form)))))
  (if (quoted-list-p form)
      (list (format nil "~S modifies the constant ~A" operator (shown-form form)) path
            (if (form-length (second form))
                (format nil "use (list~{ ~A~})"
                        (mapcar (lambda (x) (if (or (numberp x) (stringp x) (keywordp x)) (shown-form x) (shown-form `(quote ,x))))
                                (second form)))
                nil))))

;; The functions that modify an argument, with the number of that argument; T: each one.
(defvar *modifying-functions*
  '((sort . 1) (stable-sort . 1) (nreverse . 1) (nconc . t) (rplaca . 1) (rplacd . 1) (delete . 2) (delete-if . 2) (delete-if-not . 2)
    (delete-duplicates . 1) (nsubst . 3) (fill . 1)))

;; A warning if FORM at PATH, whose value is not used, calls a function that is called for its value only.
(defun lost-value-warning (form path)
  (if (and (consp form) (member (car form) '(sort stable-sort nreverse delete delete-if delete-if-not delete-duplicates remove remove-if
                                             remove-if-not remove-duplicates reverse append)))
      (let* ((operator (car form)) (i (or (cdr (assoc operator *modifying-functions*)) 1))
             (argument (nth (if (eq i t) 1 (if (member operator '(remove remove-if remove-if-not)) 2 i)) form))
             (sorts (member operator '(sort stable-sort))))
        (if (and argument (symbolp argument))
            (list (format nil "the value of ~S is not used~:[~;, and ~S is not the ~:[changed~;sorted~] list afterwards~]" operator
                          (assoc operator *modifying-functions*) argument sorts)
                  path
                  (format nil "(setq ~A ~A)" (shown-form argument) (shown-form form)))
            nil))
      nil))

;; Warnings about the forms of CALL from index FIRST on: those whose values are not used, all but the last, and those that a jump
;; before them leaves out.
(defun lost-values (call first)
  (loop for (form . others) on (nthcdr first call) for i from first
        while others
        for warning = (lost-value-warning form (list i))
        if warning collect warning
        if (and (consp form) (member (car form) '(return-from return go throw)))
          collect (list (format nil "this form is never reached: ~S before it leaves" (car form)) (list (+ i 1)) nil)
          and do (loop-finish)))

(dolist (row *modifying-functions*)
  (let ((operator (car row)) (index (cdr row)))
    (push (lambda (call)
            (if (eq index t)
                (loop for form in (butlast (cdr call)) for i from 1 collect (literal-warning operator form (list i)))
                (list (literal-warning operator (nth index call) (list index)))))
          (get operator 'call-check))))

(define-check (push pushnew) (call) (list (literal-warning (car call) (third call) '(2))))
(define-check (pop) (call) (list (literal-warning (car call) (second call) '(1))))
(define-check (progn when unless let let*) (call) (lost-values call (if (eq (car call) 'progn) 1 2)))

;; The accessors of places inside an argument, with the number of that argument.
(defvar *places-in-arguments*
  `((nth . 2)
    ,@(mapcar (lambda (accessor) (cons accessor 1))
              '(car cdr caar cadr cdar cddr caaar caadr cadar caddr cdaar cdadr cddar cdddr caaaar caaadr caadar caaddr cadaar
                cadadr caddar cadddr cdaaar cdaadr cdadar cdaddr cddaar cddadr cdddar cddddr first second third fourth fifth
                sixth seventh eighth ninth tenth rest elt aref svref row-major-aref bit sbit char schar fill-pointer subseq))))

(define-check (setf incf decf) (call)
  (loop for (place) on (cdr call) by #'cddr for i from 1 by 2
        collect (let ((argument (and (consp place) (symbolp (car place))
                                     (cdr (assoc (operator-meant (car place)) *places-in-arguments*)))))
                  (and argument (form-length place)
                       (literal-warning (car call) (nth argument place) (list i argument))))))

;;; Comparisons

(define-check (eq eql) (call)
  (loop for form in (cdr call) for i from 1
        collect (if (stringp form)
                    (list (format nil "~S of a string is true only for the same object" (car call)) (list i)
                          (shown-form (cons 'equal (cdr call)))))))

(define-check (member assoc position find count) (call)
  (let ((list (third call)))
    (list (if (and (or (stringp (second call))
                       (and (quoted-list-p list) (form-length (second list))
                            (some (lambda (x) (stringp (if (and (eq (car call) 'assoc) (consp x)) (car x) x))) (second list))))
                   (not (member :test call)) (not (member :test-not call)) (not (member :key call)))
              (list (format nil "~S compares by EQL, which is false for two strings" (car call))
                    (if (quoted-list-p list) '(2) '(1))
                    (format nil "(~A :test #'equal)" (shown-form-inside call)))))))

;;; Types

;; Warnings about the literal arguments of CALL for which TEST, a function, is false. EXPECTED: what they should be, as text.
(defun literal-type-warnings (call expected test)
  (loop for form in (cdr call) for i from 1
        collect (if (and (or (stringp form) (numberp form) (keywordp form) (characterp form) (quoted-symbol-p form) (quoted-list-p form))
                         (not (funcall test (if (consp form) (second form) form))))
                    (list (format nil "~S: expected ~A, got ~S" (car call) expected (if (consp form) (second form) form)) (list i) nil))))

;; The kinds of objects that calls of some operators always return.
(defvar *results*
  (let ((table nil))
    (loop for (words test . operators)
            in '(("a list" listp list cons list*)
                 ("a number" numberp + - * / 1+ 1- abs max min mod rem floor ceiling round truncate length count expt sqrt)
                 ("a string" stringp string-upcase string-downcase princ-to-string prin1-to-string make-string))
          do (dolist (operator operators) (push (list operator words test) table)))
    table))

;; Warnings about those arguments of CALL that are calls and never return an object for which TEST, the name of a predicate, is true.
(defun result-type-warnings (call expected test)
  (loop for form in (cdr call) for i from 1
        for result = (and (consp form) (assoc (car form) *results*))
        collect (if (and result (cdr form) (not (eq (third result) test)))
                    (list (format nil "~S: expected ~A, but ~A is ~A" (car call) expected (shown-form form) (second result)) (list i) nil))))

(define-check (+ - * / 1+ 1- abs max min < > <= >= = /= zerop plusp minusp evenp oddp sqrt mod rem expt) (call)
  (result-type-warnings call "a number" 'numberp))
(define-check (car cdr first second third rest cadr cddr caar mapcar) (call)
  (if (= (length call) 2) (result-type-warnings call "a list" 'listp)))
(define-check (length reverse) (call) (literal-type-warnings call "a sequence" (lambda (x) (typep x 'sequence))))
(define-check (nth nthcdr) (call)
  (if (cdr call) (literal-type-warnings (list (car call) (second call)) "a non-negative integer" (lambda (x) (typep x '(integer 0))))))
(define-check (aref char schar svref elt) (call)
  (if (= (length call) 3)
      (mapcar (lambda (warning) (and warning (list (first warning) '(2) nil)))
              (literal-type-warnings (list (car call) (third call)) "an index" (lambda (x) (typep x '(integer 0)))))))

(defun literal-p (form) (or (numberp form) (stringp form) (characterp form) (quoted-symbol-p form) (quoted-list-p form)))

;; A warning if FORM, a literal, is not of the standard type TYPE; NIL otherwise.
(defun declared-type-warning (type form path)
  (if (and (literal-p form) (standard-type-name-p type) (not (typep (if (consp form) (second form) form) type)))
      (list (format nil "~A is not of the declared type ~S" (shown-form form) type) path nil)))

(define-check (the) (call)
  (if (= (length call) 3) (list (declared-type-warning (second call) (third call) '(2)))))

;; Initial values of the variables that a LET declares.
(define-check (let let*) (call)
  (let ((types (loop for form in (cddr call)
                     while (and (consp form) (eq (car form) 'declare) (form-length form))
                     append (loop for declaration in (cdr form) append (declared-types declaration)))))
    (if (and types (listp (second call)) (form-length (second call)))
        (loop for binding in (second call) for i from 0
              for type = (and (consp binding) (cdr (assoc (car binding) types)))
              collect (and type (consp (cdr binding)) (declared-type-warning type (second binding) (list 1 i 1)))))))

;; The types that DECLARATION gives to variables: a list of (variable . type).
(defun declared-types (declaration)
  (if (form-length declaration)
      (destructuring-bind (head &optional type &rest variables) declaration
        (cond ((eq head 'type) (mapcar (lambda (variable) (cons variable type)) variables))
              ((standard-type-name-p head) (mapcar (lambda (variable) (cons variable head)) (cdr declaration)))))))

(define-check (+ - * / 1+ 1- abs max min < > <= >= = /= zerop plusp minusp evenp oddp sqrt mod rem expt) (call)
  (literal-type-warnings call "a number" #'numberp))
(define-check (car cdr first second third rest cadr cddr caar) (call)
  (if (= (length call) 2) (literal-type-warnings call "a list" #'listp)))
(define-check (string-upcase string-downcase) (call) (string-literal-warnings call 1))
(define-check (string= string<) (call) (string-literal-warnings call 2))

;; Warnings about the first COUNT arguments of CALL, which are strings; keyword arguments may follow.
(defun string-literal-warnings (call count)
  (literal-type-warnings (subseq call 0 (min (length call) (+ count 1))) "a string" (lambda (x) (or (stringp x) (symbolp x) (characterp x)))))

;;; FORMAT

;; The number of arguments that the control string CONTROL takes; NIL if it is not known. Signals an error if CONTROL is malformed.
(defun format-argument-count (control)
  (let ((count 0))
    (dolist (d (remove-if #'stringp (parse-control control)) count)
      (cond ((or (directive-variable d) (not (find (directive-name d) "ASDBOXRCFEG$WP%&|~_IT"))) (return nil))
            ((char= (directive-name d) #\P) (if (not (directive-colon d)) (incf count)))  ; with a colon, the argument before
            ((find (directive-name d) "ASDBOXRCFEG$W") (incf count))))))

(define-check (format) (call)
  (if (stringp (third call))
      (handler-case (argument-count-warnings call (format-argument-count (third call)) (length (cdddr call)))
        (error (fault) (list (list (apply #'format nil "FORMAT: ~?" (simple-condition-format-arguments fault)) '(2) nil))))))

;; The warnings about CALL of FORMAT with GIVEN arguments, whose control string takes TAKEN.
(defun argument-count-warnings (call taken given)
  (if (and taken (/= taken given))
      (list (list (format nil "FORMAT: the control string takes ~[no~:;~:*~D~] argument~P, got ~D" taken (max 1 taken) given)
                  (if (> given taken) (list (+ 3 taken)) '(2))
                  (if (and (eql taken 0) (= given 1))
                      (format nil "(format ~A ~S ~A)" (shown-form (second call)) (concatenate 'string (third call) "~a")
                              (shown-form (fourth call)))
                      nil)))))

;;; Definitions

(define-check (defun defmacro) (call)
  (append (misspelt-keywords (third call) '(2))
          (lost-values call 3)))
(define-check (lambda) (call) (append (misspelt-keywords (second call) '(1)) (lost-values call 2)))

;; The smallest and the largest number of arguments for LAMBDA-LIST; the largest is NIL if it is unlimited.
(defun argument-range (lambda-list)
  (let* ((required (or (position-if (lambda (item) (member item lambda-list-keywords)) lambda-list) (length lambda-list)))
         (optional (member '&optional lambda-list)))
    (list required
          (if (or (member '&rest lambda-list) (member '&key lambda-list) (member '&body lambda-list))
              nil
              (+ required (loop for item in (cdr optional) until (member item lambda-list-keywords) count t))))))

;; A redefinition that takes another number of arguments, while functions defined elsewhere call it.
(define-check (defun) (call)
  (let ((name (second call)))
    (if (and name (symbolp name) (form-length (third call)) (functionp (function-object name)) (not (library-code-p name))
             (not (generic-function-p name)))
        (let* ((before (ignore-errors (argument-range (checked-arglist name))))
               (callers (if (and before (not (equal before (argument-range (third call))))) (callers-elsewhere name))))
          (if callers
              (list (list (format nil "~S took ~A before, and ~{~S~^, ~} call~:[s~;~] it" name (range-words before)
                                  (subseq callers 0 (min 3 (length callers))) (cdr callers))
                          '(2) nil)))))))

(defun range-words (range)
  (destructuring-bind (least most) range
    (cond ((null most) (format nil "at least ~D argument~:P" least))
          ((= least most) (format nil "~D argument~:P" least))
          (t (format nil "~D to ~D arguments" least most)))))

;; The functions of the program that call NAME and are not defined by the file being loaded. Functions of the library, which lack
;; a place, are excluded: they call functions that programs are expected to replace.
(defun callers-elsewhere (name)
  (let ((here (and *load-truename* (namestring *load-truename*))))
    (remove-if (lambda (caller)
                 (let ((file (and (functionp (function-object caller)) (first (definition-of (function-object caller))))))
                   (or (null file) (and here (equal here (ignore-errors (namestring (truename file))))))))
               (who-calls name))))

;; Warnings about parameters of LAMBDA-LIST at PATH that look like lambda-list keywords.
(defun misspelt-keywords (lambda-list path)
  (if (form-length lambda-list)
      (loop for item in lambda-list for i from 0
            if (and (symbolp item) (begins-with-ampersand-p item) (not (member item lambda-list-keywords)))
              collect (let ((near (nearest-names item lambda-list-keywords)))
                        (list (format nil "~S is a parameter here" item) (append path (list i))
                              (if near (format nil "did you mean ~S?" (car near)) nil))))
      nil))
