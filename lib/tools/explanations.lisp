;;;; explanations.lisp -- what an error message says: its sentence, the expression that it marks, and its hint. -*- sealed -*-
;;;; An explanation is a list (MESSAGE PATH HINT) about a call in a source text: MESSAGE, or NIL for the condition's report; the
;;;; PATH to the marked subform of the call (see source-text.lisp); HINT, or NIL.

(defun explain (condition report form source &optional text line column)
  "Return what to report about CONDITION: a list of the message, or NIL for the report of CONDITION; line and column of the
expression to mark; a hint, which may be empty; and a line about the macro expansion in which it happened, or NIL.
REPORT: the report of CONDITION.
FORM: the form at top level that was evaluated, or NIL.
SOURCE: the name of its file, a list of the text and its name, or of a text typed at the prompt, or NIL.
TEXT, LINE, COLUMN: the text of the source, and the place in it of the innermost expression that failed (default: not known).
Signals: type-error."
  (cond ((not (and text (plusp column))))
        ((typep condition 'end-of-file)
         (let ((*report* report) (start (position-of-place text line column)))
           (return-from explain (list nil line column (hint condition form source nil text start) nil))))
        ((typep condition 'reader-error)
         (return-from explain (reader-explanation text report (position-of-place text line column)))))
  (let* ((*report* report)
         (start (and text (plusp column) (position-of-place text line column)))
         (around (and start (reverse (enclosing-parts text start))))
         (undefined (and (may-hide-operator-p condition) (undefined-call around)))
         (around (or undefined around))
         (call (if (consp (caar around)) (caar around) nil)))
    (destructuring-bind (&optional message path hint)
        (cond (undefined (undefined-explanation call around source))
              (around (explanation condition (caar around) around source)))
      (list* message
             (append (if around (line-and-column text (first (part-at (cdar around) path))) (list line column))
                     (list (or hint (if undefined "" (hint condition form source call text start)))
                           (if (and call (null message) (null path)) (expansion-shown call) nil)))))))

;; The expansion of CALL as text if its operator is a macro of the program, else NIL.
(defun expansion-shown (call)
  (let ((name (car call)))
    (if (and (symbolp name) (macro-function name) (not (library-code-p name)) (not (compiler-form-p name)))
        (let ((expansion (ignore-failures (list (macroexpand-1 call)))))
          (if expansion
              (let ((*print-pretty* nil) (*print-length* 8) (*print-level* 4) (*print-gensym* nil))
                (format nil "in the expansion of ~S: ~S" name (first expansion)))
              nil))
        nil)))

;; Does an undefined operator around the place of CONDITION have precedence?
(defun may-hide-operator-p (condition)
  (typep condition '(or undefined-function unbound-variable type-error program-error)))

;;; Errors of the reader

;; The value of EXPLAIN for a reader-error with REPORT, which the character of TEXT at START caused.
(defun reader-explanation (text report start)
  (let* ((start (min start (- (length text) 1)))
         (start (if (and (plusp start) (char= (char text (- start 1)) #\#)) (- start 1) start))
         (start (if (search "package" report)  ; the error is found at the end of the symbol
                    (do ((i start (- i 1))) ((or (= i 0) (not (source-constituent-p (char text (- i 1))))) i))
                    start))
         (end (token-end text (min (+ start 1) (length text)))))
    (destructuring-bind (message hint)
        (cond ((and (search " is not defined" report) (char= (char text start) #\#) (foreign-constant (subseq text start end)))
               (list (format nil "~A is Scheme's; in Lisp, ~A is ~A" (subseq text start end)
                             (if (char-equal (char text (+ start 1)) #\t) "true" "false") (foreign-constant (subseq text start end)))
                     ""))
              ((search "A comma outside of a backquote" report)
               (let* ((open (position #\( text :end start :from-end t)) (close (position #\) text :start start)))
                 (list nil (if (and open close (not (find #\Newline text :start open :end close)))
                               (format nil "no commas between parameters: ~A" (remove #\, (subseq text open (+ close 1))))
                               ""))))
              ((search "this is not UTF-8 text" report) (list nil "a file in Latin-1: (load file :external-format :latin-1)"))
              ((search "a parenthesis closes where an object should follow '" report) (list nil "' precedes an object; a text is written \"...\""))
              (t (list nil "")))
      (list* message (append (line-and-column text start) (list hint))))))

;;; Which forms around an expression are calls

(defconstant +evaluating-macros+
  '(when unless and or prog1 prog2 loop setf incf decf push pop pushnew return multiple-value-list multiple-value-setq psetq
    psetf time assert rotatef shiftf nth-value))

;; The kind of the element INDEX of FORM, which itself is of the kind ROLE: :FORM, or a part of a special form such as :BINDINGS; NIL if
;; it is not evaluated, or this is not known.
(defun element-role (form role index)
  (case role
    ((:bindings) :binding)
    (:binding (if (plusp index) :form nil))
    (:clauses :clause)
    (:clause :form)
    (:place (if (plusp index) :form nil))
    (:keyed-clause (if (plusp index) :form nil))
    (:definitions :definition)
    (:definition (if (> index 1) :form nil))
    (:form (operand-role (car form) form index))))

(defun operand-role (operator form index)
  (flet ((from (first) (if (>= index first) :form nil)))
    (cond ((not (symbolp operator)) :form)
          ((= index 0) nil)
          (t (case operator
               ((quote declare go defstruct) nil)
               (function (if (consp (second form)) :form nil))
               ((let let* do do*) (cond ((= index 1) :bindings) ((and (= index 2) (member operator '(do do*))) :clause) (t :form)))
               ((dolist dotimes with-open-file with-output-to-string with-input-from-string) (if (= index 1) :binding :form))
               ((flet labels) (if (= index 1) :definitions :form))
               (cond :clause)
               (setf (if (oddp index) :place :form))
               ((case ecase ccase typecase etypecase ctypecase) (if (= index 1) :form :keyed-clause))
               ((defun defmacro) (from 3))
               ((lambda defvar defparameter defconstant multiple-value-bind destructuring-bind block return-from the eval-when)
                (from 2))
               (handler-case (if (= index 1) :form nil))
               (t (if (or (member operator +evaluating-macros+) (compiler-form-p operator) (not (macro-function operator)))
                      :form
                      nil)))))))

;; The tail of AROUND (see ENCLOSING-PARTS, but innermost first) that begins with the outermost call of an undefined function; or NIL.
(defun undefined-call (around)
  (let ((role :form) (locals nil) (outer (reverse around)) (found nil))
    (loop for (entry . rest) on outer
          for form = (car entry)
          do (push entry found)
             (if (and (consp form) (null rest) (null role)) (setq role :form))
             (if (and (member role '(:form :place)) (consp form) (form-length form))
                 (cond ((undefined-operator-p (car form) locals) (return found))
                       ((member (car form) '(flet labels macrolet))
                        (setq locals (append (mapcar (lambda (d) (if (consp d) (car d))) (if (listp (second form)) (second form))) locals)))))
             (if rest (setq role (and role (element-role form role (position (caar rest) form :test #'eq)))))
          finally (return nil))))

(defun undefined-operator-p (operator locals)
  (and (symbolp operator) operator (not (keywordp operator)) (not (member operator locals))
       (let ((meant (operator-meant operator)))
         (and (not (fboundp meant)) (not (constantp meant))
              (not (and (boundp meant) (not (eq *dialect* :common-lisp))))))))

;;; Undefined functions

(defun undefined-explanation (call around source)
  (let* ((parent (car (second around)))
         (name (car call)) (text (symbol-name name)) (dash (find-if (lambda (c) (member (char-code c) '(#x2212 #x2013 #x2014))) text)))
    (cond ((and (consp parent) (eq (car parent) 'setf) (oddp (position call parent)))
           (place-explanation name nil))
          ((and dash (= (length text) 1))
           (list (format nil "The function ~S is undefined: it is the character U+~4,'0X" name (char-code dash)) nil "write - (hyphen)"))
          (t (list (format nil "The function ~S is undefined" name) nil (or (undefined-hint call around source) ""))))))

(defun undefined-hint (call around source)
  (let ((name (car call)))
    (cond ((bound-around-p name around)
           (if (cdr call)
               (format nil "~S is a variable here: ~A" name (shown-form (cons 'funcall call)))
               (format nil "~S is a variable here: ~A, without parentheses" name (shown-form name))))
          ((infix-hint call))
          ((foreign-advice call))
          ((older-words name) (older-advice name source call))
          ((function-advice name source))
          ((data-list-p call around) (data-list-hint call))
          (t nil))))

;; Is CALL probably a list of data: two or more elements, none of which has a value or a function?
(defun data-list-p (call around)
  (and (cdr call)
       (every (lambda (x)
                (and (symbolp x) (not (boundp x)) (not (fboundp (operator-meant x))) (not (bound-around-p x around))))
              call)))

;; Does a form of AROUND bind NAME as a lexical variable?
(defun bound-around-p (name around)
  (some (lambda (entry) (and (consp (car entry)) (form-length (car entry)) (binds-p name (car entry)))) around))

(defun binds-p (name form)
  (flet ((in-p (list) (and (consp list) (form-length list)
                           (some (lambda (x) (if (consp x) (or (eq (car x) name) (and (consp (car x)) (member name (car x)))) (eq x name)))
                                 list))))
    (case (car form)
      ((let let* do do* prog prog* lambda multiple-value-bind destructuring-bind symbol-macrolet) (in-p (second form)))
      ((defun defmacro) (in-p (third form)))
      (defmethod (some #'in-p (cdr form)))
      ((dolist dotimes) (and (consp (second form)) (eq (car (second form)) name)))
      (loop (loop for (word variable) on (cdr form)
                  thereis (and (symbolp word) (member word '("FOR" "WITH" "AS") :test #'string-equal)
                               (if (consp variable) (in-p variable) (eq variable name)))))
      (t nil))))

;;; Other conditions

(defun explanation (condition form around source)
  (let ((call (and (consp form) (form-length form) form)))
    (typecase condition
      (unbound-variable (unbound-explanation (cell-error-name condition) form around))
      (undefined-function (and call (undefined-place-explanation (cell-error-name condition) call)))
      (t (and call
              (or (return-explanation call (car (first (last around))))
                  (keyword-explanation condition call)
                  (shape-explanation call condition)
                  (arguments-explanation condition call)))))))

;; An undefined function that is not the operator of CALL: NIL or a keyword, or a place without a SETF function.
(defun undefined-place-explanation (name call)
  (cond ((and (null name) (car call))
         (let ((variable (find-if (lambda (x) (and (symbolp x) x (not (constantp x)) (fboundp x))) (cdr call))))
           (list (format nil "~S: expected a function, got NIL" (car call)) nil
                 (if (member variable '(+ * / -))
                     (format nil "~S here is the variable ~:*~S (~[the last form typed~;the last value~;the last values~;the form being ~
                                  evaluated~]); the function is #'~2:*~S" variable (position variable '(+ * / -)))
                     nil))))
        ((keywordp name) (list (format nil "~S is not the name of a function" name) nil (data-list-hint call)))
        ((and (consp name) (eq (car name) 'setf)) (place-explanation (second name) call))))

;; An explanation if CALL is a SETF of a place with the argument NAME that is not a place; else NIL.
(defun undefined-place-of (name call)
  (let ((place (and call (eq (car call) 'setf) (second call))))
    (and (consp place) (symbolp (car place)) (member name (cdr place)) (not (fboundp (operator-meant (car place))))
         (not (fboundp `(setf ,(car place))))
         (place-explanation (car place) call))))

(defun place-explanation (name call)
  (let ((i (position-if (lambda (x) (and (consp x) (eq (car x) name))) call)))
    (list (format nil "~S: (~S ...) is not a place" (or (car call) 'setf) name) (if i (list i) nil)
          (format nil "(defsetf ~A ...) or (defun (setf ~:*~A) ...) makes it one" (shown-form name)))))

;; The path to the first subform of FORM that is NAME and not quoted, or NIL.
(defun subform-path (name form)
  (labels ((search-in (form path)
             (cond ((eq form name) (return-from subform-path (reverse path)))
                   ((and (consp form) (not (eq (car form) 'quote)) (form-length form))
                    (loop for part in form for i from 0 do (search-in part (cons i path)))))))
    (search-in form nil)
    nil))

(defun unbound-explanation (name form around)
  (let* ((path (subform-path name form)) (call (and (consp form) form)) (text (symbol-name name))
         (clause (and call (clause-of-test name call))))
    (cond ((undefined-place-of name call))
          ((foreign-quotation name path))
          ((and clause (string-equal name "ELSE"))
           (list (format nil "~S: ~S is not a variable" (car call) name) path
                 (format nil "the last clause begins with T: ~A" (shown-form (cons t (cdr (second clause)))))))
          ((and clause (fboundp (operator-meant name)))
           (if (eq (car call) 'cond)
               (list (format nil "COND: a clause is (test form ...); here the test is the variable ~S" name) (list (first clause))
                     (format nil "(~A ...)" (shown-form (second clause))))
               (list (format nil "~S: expected the end test and results (test form ...); here the test is the variable ~S" (car call) name)
                     (list (first clause)) (format nil "(~A)" (shown-form (second clause))))))
          ((and call (or (string-equal name "THEN") (and (string-equal name "ELSE") (eq (car call) 'if))))
           (list (format nil "~S: ~S is not a variable" (car call) name) path
                 (format nil "Lisp has no word ~A: ~A" name (shown-form (remove name call)))))
          ((and call (eq (car call) 'load) (find #\. text))
           (list nil path (format nil "a file's name is a string: (load ~S)" (string-downcase text))))
          ((foreign-constant text) (list nil path (format nil "in Lisp: ~A" (foreign-constant text))))
          ((and call path (fboundp (operator-meant name))) (list nil path (called-outside-hint name call path around)))
          ((bracket-name-hint text) (list nil path (bracket-name-hint text)))
          ((bound-elsewhere name around) (list nil path (bound-elsewhere name around)))
          (t (list nil path nil)))))

;; A hint on the name TEXT that begins with a bracket of other languages.
(defun bracket-name-hint (text)
  (if (find (char text 0) "[{")
      (format nil "lists and vectors have parentheses: '(1 2) or #(1 2)")
      nil))

;; Does one of BINDINGS use NAME, and an earlier one bind it?
(defun used-after-p (name bindings)
  (labels ((uses-p (form depth)  ; the form may be circular
             (cond ((eq form name) t)
                   ((or (= depth 100) (not (form-length form)) (eq (car form) 'quote)) nil)
                   (t (some (lambda (part) (uses-p part (+ depth 1))) form)))))
    (some (lambda (binding) (and (consp binding) (uses-p (cdr binding) 0)))
          (rest (member name bindings :key (lambda (binding) (if (consp binding) (car binding) binding)))))))

;; A hint if a LET in the form at top level binds NAME, but ends before the form of AROUND that uses it, or that form is in its bindings.
(defun bound-elsewhere (name around)
  (labels ((binds-p (form)
             (and (consp form) (member (car form) '(let let*)) (form-length form) (form-length (second form))
                  (some (lambda (binding) (eq name (if (consp binding) (car binding) binding))) (second form))))
           (search-in (form depth)  ; the form may be circular
             (cond ((or (= depth 100) (not (form-length form)) (eq (car form) 'quote)) nil)
                   ((binds-p form) form)
                   (t (some (lambda (part) (search-in part (+ depth 1))) form)))))
    (let ((found (and around (search-in (caar (last around)) 0))))
      (cond ((null found) nil)
            ((notany (lambda (entry) (eq (car entry) found)) around)
             (format nil "(~(~S~) ~A ...) binds ~A only until its own parenthesis closes" (car found) (shown-form (second found))
                     (shown-form name)))
            ((and (eq (car found) 'let) (used-after-p name (second found)))
             (format nil "(let* ~A ...) binds ~A before the next value is computed" (shown-form (second found)) (shown-form name)))
            (t nil)))))

;; An explanation if NAME, the symbol at PATH, contains a typographic quotation mark; else NIL.
(defun foreign-quotation (name path)
  (loop for (marks what hint) in '(("“”„‟«»" "is not a quotation mark of Lisp" "write \" (straight)")
                                   ("‘’‚‛´" "is not Lisp's quote" "write ' (the apostrophe)"))
        for char = (find-if (lambda (c) (find c marks)) (symbol-name name))
        if char
          return (list (format nil "The character ~A (U+~4,'0X) ~A" char (char-code char) what) path hint)))

;; The index and the clause of COND or DO in CALL whose test is the symbol NAME; or NIL.
(defun clause-of-test (name call)
  (let ((i (case (car call)
             (cond (position-if (lambda (c) (and (consp c) (eq (car c) name) (cdr c))) call :start 1))
             ((do do*) (if (and (consp (third call)) (eq (car (third call)) name) (cdr (third call))) 2)))))
    (and i (list i (nth i call)))))

;; A hint if the function NAME precedes its arguments in CALL: (* pw (base 1)) for (* (pw base 1)); or NIL.
(defun called-outside-hint (name call path around)
  (let* ((i (and (= (length path) 1) (first path))) (next (and i (nth (+ i 1) call))))
    (if (and (consp next) (symbolp (car next)) (bound-around-p (car next) around))
        (format nil "~S is a function; a call has it inside the parenthesis: ~A" name (shown-form (cons name next)))
        nil)))

;;; Unknown keywords

;; A hint if one of KEYWORDS is the argument for an optional parameter in CALL, as in (solve 'nim :threads 2); or NIL.
(defun early-keyword-hint (call keywords)
  (let* ((list (checked-arglist (car call))) (required (or (position '&optional list) 0)) (i (position-if (lambda (x) (member x keywords)) call))
         (parameter (and i (> i required) (<= i (positional-count (car call))) (nth i list)))
         (name (if (consp parameter) (car parameter) parameter)))
    (if name
        (format nil "~A comes before the keywords: (~{~A ~}~(~A~)~{ ~A~})" name (mapcar #'shown-form (subseq call 0 i)) name
                (mapcar #'shown-form (nthcdr i call)))
        nil)))

(defun keyword-explanation (condition call)
  (let* ((report *report*) (unknown (search ": unknown keyword " report)) (keywords (accepted-keywords (car call))))
    (cond (unknown
           (let* ((name (subseq report (+ unknown 18)))
                  (keyword (find-if (lambda (x) (and (keywordp x) (string= (prin1-to-string x) name))) (cdr call))))
             (if keyword
                 (list nil (list (position keyword call)) (if (eq keywords :any) nil (keyword-advice keyword keywords)))
                 nil)))
          ((and (search ": expected a value after " report) (consp keywords) (evenp (- (length call) (positional-count (car call)))))
           (let ((value (car (last call))))
             (list nil (list (- (length call) 1))
                   (cond ((early-keyword-hint call keywords))
                         ((keywordp value) nil)
                         (t (format nil "keyword arguments are pairs: ~A"
                                    (shown-form (append (butlast call) (list (first keywords) value)))))))))
          ((and (search ": expected a keyword, got " report) (consp keywords))
           (list nil nil
                 (shown-form (cons (car call) (loop for keyword in keywords for argument in (cdr call)
                                                    collect keyword collect argument)))))
          (t nil))))

;; RETURN outside of a block named NIL in DEFINITION, the form at top level.
(defun return-explanation (call definition)
  (if (and (eq (car call) 'return) (search "expected a block named NIL" *report*) (consp definition)
           (eq (car definition) 'defun) (symbolp (second definition)))
      (list nil nil (shown-form (list* 'return-from (second definition) (cdr call))))
      nil))

;;; Arguments of functions

;; The message and mark for some type errors whose argument has a place of its own.
(defun arguments-explanation (condition call)
  (let ((report *report*) (datum (if (typep condition 'type-error) (type-error-datum condition) nil)))
    (case (car call)
      (format
       (cond ((stringp (second call)) (list (format nil "FORMAT: expected T, NIL or a stream first, got ~S" (second call)) nil nil))
             ((and (stringp (third call)) (search "no argument left" report))
              (let ((taken (format-argument-count (third call))) (given (- (length call) 3)))
                (list (subseq report 0 (search " (at character" report)) '(2)
                      (if taken
                          (format nil "the control string takes ~D argument~:P, got ~[none~:;~:*~D~]" taken given)
                          nil))))))
      (concatenate
       (if (stringp (second call))
           (list (format nil "CONCATENATE: expected a type first, got ~S" (second call)) nil
                 (shown-form (list* 'concatenate ''string (if (string-equal (second call) "string") (cddr call) (cdr call)))))))
      (gethash
       (if (and (typep condition 'type-error) (not (hash-table-p datum)))
           (list (format nil "GETHASH: expected a hash table as 2nd argument, got ~S" datum) nil nil)))
      (apply
       (if (and (cddr call) (typep condition 'type-error) (atom datum) (search "expected a proper list" report))
           (list (format nil "APPLY: expected a list as last argument, got ~S" datum) nil nil)))
      (load
       (let ((name (second call)))
         (if (and (stringp name) (search (format nil "LOAD: ~A: No such file" name) report))
             (list (format nil "LOAD: no file ~S~:[~;, nor ~:*~S~]" name (if (find #\. name) nil (concatenate 'string name ".lisp"))) nil nil))))
      (in-package
       (list (format nil "IN-PACKAGE: unknown package ~A" (if (symbolp (second call)) (symbol-name (second call)) (second call))) nil
             (format nil "(defpackage ~A) makes one" (shown-form (second call)))))
      ((mapcar mapc mapcan maplist)
       (let ((f (second call)))
         (cond ((and (consp f) (symbolp (car f)) (not (member (car f) '(lambda function quote))) (search "expected a function" report)
                     (= (length call) 3))
                (list nil nil (format nil "(~(~S~) (lambda (x) (~A x ~{~A~^ ~})) list)" (car call) (shown-form (car f)) (mapcar #'shown-form (cdr f)))))
               ((and (consp f) (eq (car f) 'function) (= (length call) 4) (numberp datum) (= (count datum (cddr call)) 1))
                (list nil (list (position datum call))
                      (format nil "one function of each element: (~(~S~) (lambda (x) (~A~{ ~A~})) ~A)" (car call) (shown-form (second f))
                              (mapcar (lambda (a) (if (eql a datum) a "x")) (cddr call))
                              (shown-form (find datum (cddr call) :test-not #'eql))))))))
      (length
       (if (and (consp (second call)) (eq (car (second call)) 'append) (search "expected a proper list" report) (form-length (second call)))
           (let ((last (car (last (second call)))))
             (if (and (atom last) last)
                 (list nil nil (shown-form (append (butlast (second call)) (list (list 'list last)))))))))
      ((dolist dotimes)
       (if (and (consp (second call)) (typep condition 'type-error)) (list nil '(1) nil)))
      (make-instance (class-name-explanation call (second call) '(1) report))
      (defmethod
       (let* ((i (position-if (lambda (part) (and (listp part) part)) call)) (list (and i (nth i call))))
         (if (form-length list)
             (loop for parameter in list for j from 0
                   for found = (and (consp parameter) (class-name-explanation call (second parameter) (list i j 1) report))
                   if found return found))))
      ((typep check-type the coerce) (type-name-explanation call report))
      (minimax
       (let* ((i (position :algorithm call)) (name (and i (nth (+ i 1) call))) (end (and (keywordp name) (search " as :ALGORITHM, got " report)))
              (start (search "expected one of " report)))
         (if (and start end)
             (let* ((names (keywords-in (subseq report (+ start 16) end)))
                    (near (or (nearest-names name names)
                              (remove-if-not (lambda (other) (eql 0 (search (symbol-name name) (symbol-name other)))) names))))
               (list nil nil (if near (format nil "did you mean ~S?" (car near)) nil)))))))))

;; The keywords of TEXT, separated by spaces.
(defun keywords-in (text)
  (mapcar (lambda (word) (intern (string-upcase (string-left-trim ":" word)) "KEYWORD")) (words-between #\Space text)))

;; An explanation for a REPORT of FIND-CLASS, called by the operator of CALL, that NAME does not name a class. NAME is at PATH of CALL.
(defun class-name-explanation (call name path report)
  (let ((name (if (and (consp name) (eq (car name) 'quote)) (second name) name)))
    (if (and name (symbolp name) (eql (search (format nil "FIND-CLASS: expected the name of a class, got ~S" name) report) 0))
        (list (format nil "~S: expected the name of a class, got ~S" (car call) name) path (type-name-advice name)))))

(defun type-name-explanation (call report)
  (let* ((start (search ": expected the name of a type, got " report))
         (i (and start
                 (position-if (lambda (form)
                                (let ((name (if (and (consp form) (eq (car form) 'quote)) (second form) form)))
                                  (and (symbolp name) (string= (prin1-to-string name) (subseq report (+ start 35))))))
                              call :start 1)))
         (form (and i (nth i call))))
    (if i
        (list nil (list i) (type-name-advice (if (consp form) (second form) form))))))

(defun type-name-advice (name)
  (let ((near (nearest-names name '(integer string list symbol number character vector array cons float ratio rational real function
                                     hash-table sequence stream boolean keyword fixnum null atom bit-vector package pathname))))
    (if near (format nil "did you mean ~S?" (car near)))))

;;; Shapes of special forms and macro calls

(defun shape-explanation (call condition)
  (case (car call)
    ((let let*) (bindings-explanation call))
    (if (if (> (length call) 4)
            (list (format nil "IF: expected (if test then else), got ~D forms after IF" (- (length call) 1)) '(4)
                  (format nil "several forms in one branch: ~A" (shown-form (list* 'progn (cddr (butlast call))))))
            nil))
    (cond (let ((i (position-if #'atom call :start 1)))
            (if i
                (list (format nil "COND: expected a clause (test form ...), got ~S" (nth i call)) (list i)
                      (clause-hint call i))
                nil)))
    ((defun defmacro) (definition-explanation call))
    ((dolist dotimes)
     (if (and (atom (second call)) (cdr call))
         (list (format nil "~S: expected (variable ~:[count~;list~]), got ~S" (car call) (eq (car call) 'dolist) (second call)) '(1)
               (if (symbolp (second call))
                   (format nil "(~(~S~) (~A ~A) ...)" (car call) (shown-form (second call)) (shown-form (third call)))
                   nil))
         nil))
    (loop (loop-explanation call condition))
    ((flet labels)
     (let ((i (and (consp (second call)) (form-length (second call)) (position-if #'atom (second call)))))
       (if i
           (list (format nil "~S: expected a definition (name (parameter ...) form ...), got ~S" (car call) (nth i (second call)))
                 (list 1 i)
                 (if (eql i 0) (shown-form (list* (car call) (list (second call)) (cddr call))) nil))
           nil)))
    (setq (let ((i (loop for i from 1 for x in (cdr call) if (and (oddp i) (not (symbolp x))) return i)))
            (if i (list (format nil "SETQ: expected a variable, got ~S" (nth i call)) (list i) nil) nil)))
    (defclass (let ((i (and (consp (fourth call)) (position-if #'keywordp (fourth call)))))
                (if (and i (form-length (fourth call)))
                    (list (format nil "DEFCLASS: expected the name of a slot, got ~S" (nth i (fourth call))) (list 3 i)
                          (format nil "a slot with options is a list: (~A)" (shown-form (fourth call))))
                    nil)))
    ((incf decf push pop pushnew) (place-argument-explanation call))
    (lambda (if (and (cdr call) (atom (second call)) (second call))
                (list (format nil "LAMBDA: expected a list of parameters, got ~S" (second call)) '(1)
                      (if (symbolp (second call)) (format nil "(lambda (~A) ...)" (shown-form (second call))) nil))
                nil))
    (multiple-value-bind
     (if (and (cdr call) (symbolp (second call)) (second call))
         (list (format nil "MULTIPLE-VALUE-BIND: expected a list of variables, got ~S" (second call)) '(1)
               (format nil "(multiple-value-bind (~A) ...)" (shown-form (second call))))
         nil))
    (handler-case
     (let ((i (position-if (lambda (clause) (and (consp clause) (cdr clause) (second clause) (symbolp (second clause)) (not (eq (car clause) :no-error))))
                           call :start (min 2 (length call)))))
       (if i
           (let ((clause (nth i call)))
             (list (format nil "HANDLER-CASE: expected a clause (type ([variable]) form...), got ~S" clause) (list i)
                   (shown-form (list* (first clause) (list (second clause)) (cddr clause)))))
           nil)))
    (t (bracketless-body-explanation call))))

;; INCF and related operators with an argument that is not a place.
(defun place-argument-explanation (call)
  (let* ((i (if (member (car call) '(push pushnew)) 2 1)) (place (nth i call)))
    (if (and (eql 0 (search "Expected a place, got " *report*)) (nthcdr i call))
        (list (format nil "~S: expected a place, got ~A" (car call) (shown-form place)) (list i)
              "a place is a variable, or a form such as (car x)")
        nil)))

;; ((print 1) (print 2)) as the body of a function, or a tree of numbers without a quote.
(defun bracketless-body-explanation (call)
  (cond ((not (and (consp (car call)) (not (eq (caar call) 'lambda)) (every #'consp call))) nil)
        ((eq (caar call) 'function)
         (list (format nil "#'~S is not the name of a function" (second (car call))) nil
               (format nil "~A, or ~A" (shown-form (cons (second (car call)) (cdr call))) (shown-form (cons 'funcall call)))))
        ((list-tree-p call)
         (let ((text (let ((*print-pretty* nil)) (prin1-to-string call))))
           (list nil nil (format nil "to search this tree, write (minimax '~A)" (if (< (length text) 60) text "...")))))
        (t (list nil nil (format nil "a body needs no parentheses of its own: ~{~A~^ ~}" (mapcar #'shown-form call))))))

(defun clause-hint (call i)
  (let ((before (nth (- i 1) call)))
    (if (and (> i 1) (consp before) (symbolp (car before)) (fboundp (car before)) (= (length call) (+ i 1)))
        (format nil "(~A ~A)" (shown-form before) (shown-form (nth i call)))
        nil)))

(defun definition-explanation (call)
  (let ((operator (car call)))
    (cond ((and (cdr call) (consp (second call)) (not (eq (car (second call)) 'setf)))
           (list (format nil "~S: expected a name, got ~S" operator (second call)) '(1)
                 (if (every #'symbolp (second call)) (format nil "(~(~S~) name ~A ...)" operator (shown-form (second call))) nil)))
          ((and (cddr call) (atom (third call)) (third call))
           (if (and (symbolp (third call)) (member (third call) '("FEXPR" "EXPR" "MACRO" "LEXPR" "NLAMBDA" "N") :test #'string-equal))
               nil
               (list (format nil "~S: expected a list of parameters, got ~S" operator (third call)) '(2)
                     (if (symbolp (third call))
                         (format nil "(~(~S~) ~A (~A) ...)" operator (shown-form (second call)) (shown-form (third call)))
                         nil))))
          ((and (consp (third call)) (search ": expected a symbol as variable, got " *report*)) (default-value-explanation call))
          (t nil))))

;; (defun f ((x 1)) x), with a default value before &OPTIONAL.
(defun default-value-explanation (call)
  (let* ((list (third call)) (i (and (form-length list) (position-if #'consp list))))
    (if (and i (not (intersection '(&optional &key &rest &aux) (subseq list 0 i))) (symbolp (car (nth i list))))
        (list nil (list 2 i)
              (format nil "default values follow &OPTIONAL: ~A"
                      (shown-form (append (subseq list 0 i) (list* '&optional (nthcdr i list))))))
        nil)))

(defun bindings-explanation (call)
  (let ((operator (car call)) (bindings (second call)))
    (cond ((null (cdr call)) nil)
          ((atom bindings)
           (if bindings
               (list (format nil "~S: expected a list of bindings, got ~S" operator bindings) '(1)
                     (if (and (symbolp bindings) (cdddr call))
                         (shown-form (list* operator (list (list bindings (third call))) (cdddr call)))
                         nil))
               nil))
          ((not (form-length bindings)) nil)
          (t (let* ((bad-p (lambda (b) (if (consp b) (or (not (symbolp (car b))) (not (form-length b)) (> (length b) 2)) (not (symbolp b)))))
                    (i (position-if bad-p bindings)) (bad (and i (nth i bindings))))
               (cond ((null i) nil)
                     ((and (atom bad) (every #'atom bindings) (= (length bindings) 2))
                      (list (format nil "~S: expected a binding (variable value), got ~S" operator bad) '(1)
                            (let ((others (loop for form in (cddr call) while (binding-like-p form) collect form)))
                              (format nil "bindings are in a list of their own: (~(~S~) ~A ...)" operator
                                      (shown-form (cons bindings others))))))
                     (t (list (format nil "~S: expected a binding (variable value), got ~S" operator bad) (list 1 i)
                              (if (and (consp bad) (plusp i) (symbolp (car bad)) (fboundp (car bad)))
                                  (format nil "the list of bindings ends too late: is a parenthesis missing after ~A?"
                                          (shown-form (nth (- i 1) bindings)))
                                  nil)))))))))

(defun binding-like-p (form)
  (and (consp form) (symbolp (car form)) (not (fboundp (car form))) (eql (form-length form) 2)))

;; The words that begin a clause of LOOP.
(defconstant +loop-words+
  '(:for :as :with :repeat :while :until :always :never :thereis :do :doing :return :if :when :unless :collect :collecting :append :appending
    :nconc :nconcing :sum :summing :count :counting :maximize :maximizing :minimize :minimizing :initially :finally :named :into :and :end :else))

(defun loop-explanation (call condition)
  (let* ((report *report*) (found (search " is not a loop keyword" report)))
    (cond (found
           (let ((word (find-if (lambda (x) (and (symbolp x) (string= (prin1-to-string x) (subseq report 6 found)))) call)))
             (list nil (if word (list (position word call)))
                   (let ((near (and word (nearest-names (intern (symbol-name word) "KEYWORD") +loop-words+))))
                     (cond (near (format nil "did you mean ~A?" (car near)))
                           ((eq word (second call)) (format nil "(loop for ~A ...)" (shown-form word)))
                           (t nil))))))
          ((and (eql 0 (search "LOOP: expected a list, got #(" report)) (typep condition 'type-error))
           (loop for (word variable in form) on (cdr call) for i from 4
                 if (and (symbolp word) (member word '("FOR" "AS") :test #'string-equal) (symbolp in) (string-equal in "IN")
                         (equalp form (type-error-datum condition)))
                   return (list nil (list i) (format nil "vectors: for ~A across ~A" (shown-form variable) (shown-form form)))))
          ((eql 0 (search "LOOP: expected a clause, got (" report))
           (let ((i (position-if (lambda (x) (and (consp x) (string= (subseq report 29) (prin1-to-string x)))) call :start 1)))
             (if i
                 (list nil (list i) (format nil "a form follows DO: do ~A" (shown-form (nth i call))))
                 nil)))
          ((eql 0 (search "LOOP: expected a form in parentheses after " report))
           (let ((i (loop for i from 1 for (word next) on (cdr call)
                          if (and (symbolp word) (member word '("DO" "DOING" "INITIALLY" "FINALLY") :test #'string-equal) (not (consp next)))
                            return (+ i 1))))
             (list nil (if (and i (< i (length call))) (list i)) nil))))))
