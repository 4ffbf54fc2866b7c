;;;; errors.lisp -- error messages, backtraces and hints.

;; ROWS of a backtrace without source positions, which only code from files has.
(defun without-places (rows)
  (with-output-to-string (out)
    (with-input-from-string (lines rows)
      (loop for line = (read-line lines nil nil) while line do (write-line (subseq line 0 (search "   /" line)) out)))))

;; The calls active when THUNK fails, without those of the test itself.
(defun calls-of (thunk)
  (let ((all (block nil
               (handler-bind ((serious-condition (lambda (c) c (return (without-places (system::backtrace-rows 12))))))
                 (funcall thunk)))))
    (with-input-from-string (lines all)
      (do ((line (read-line lines nil nil) (read-line lines nil nil))
           (kept nil (if (search "(lambda #<" line) kept (cons line kept))))
          ((or (null line) (search "CALLS-OF" line))
           (format t "~{~A~^~%~}" (reverse kept)))))))

;;; Backtraces

(defun down (n) (if (= n 0) (car 'x) (+ 1 (down (- n 1)))))
(calls-of (lambda () (down 2)))            ;prints: 1: (DOWN 0)~2: (DOWN 1)~3: (DOWN 2)
(calls-of (lambda () (list (down 3))))     ;prints: 1: (DOWN 0)~2: (DOWN 1)~3: (DOWN 2)~4: (DOWN 3)~5: (lambda)

;; A long backtrace: the innermost frames and some of the outermost.
(defun calls-at-most (n) (block nil (handler-bind ((error (lambda (c) c (return (system::backtrace-rows n))))) (list (down 40)))))
(count #\Newline (calls-at-most 8))        ;=> 9
(numberp (search "(DOWN 20)" (calls-at-most 80)))   ;=> T
(search "(DOWN 20)" (calls-at-most 8))     ;=> NIL

;; The iterations of a recursive cycle are folded: the innermost two and the outermost are shown.
(defun rows-at-most (n thunk)
  (let ((all (without-places (block nil (handler-bind ((error (lambda (c) c (return (system::backtrace-rows n))))) (list (funcall thunk)))))))
    (write-string all *standard-output* :start (search "(DOWN 0)" all) :end (+ 1 (position #\Newline all :from-end t :end (search "(ROWS-AT-MOST" all))))
    nil))
(defun other-way (n) (if (= n 0) (down 0) (+ 1 (if (evenp n) (one-way (- n 1)) (one-way (+ n -1))))))
(defun one-way (n) (+ 1 (other-way n)))
(rows-at-most 12 (lambda () (down 5000)))      ;prints: (DOWN 0)~2: (DOWN 1)~   ... 4,998 more calls of DOWN~5001: (DOWN 5000)~
(rows-at-most 20 (lambda () (list (one-way 100))))  ;prints: (DOWN 0)~   ... tail calls, begun by (OTHER-WAY ...)~2: (ONE-WAY 0)~3: (OTHER-WAY 1)~4: (ONE-WAY 1)~5: (OTHER-WAY 2)~   ... 194 more calls of ONE-WAY and OTHER-WAY~200: (ONE-WAY 99)~201: (OTHER-WAY 100)~202: (ONE-WAY 100)~203: (lambda)~

;; Equal calls are reported once.
(defun same (n) (if (= n 0) (car 'x) (let ((m n)) (setq n 7) (+ 1 (same (- m 1))))))
(calls-of (lambda () (same 4)))            ;prints: 1: (SAME 0)~2: (SAME 7)~   ... 3 more like this
(calls-of (lambda () (list (same 4))))     ;prints: 1: (SAME 0)~2: (SAME 7)~   ... 3 more like this~6: (lambda)

;; A tail call replaces its caller, and the backtrace says so.
(defun third-one (x &rest more) (declare (ignore more)) (+ x (car x)))
(defun second-one (x) (third-one x 7 8))
(defun first-one (x &key (k 3)) (declare (ignore k)) (second-one x))
(calls-of (lambda () (list (first-one 1 :k 5))))   ;prints: 1: (THIRD-ONE 1 7 8)~   ... tail calls, begun by (FIRST-ONE ...)~2: (lambda)
(calls-of (lambda () (list (down 0))))     ;prints: 1: (DOWN 0)~2: (lambda)

;; The same holds for a tail call of a builtin, but not if the call itself failed.
(defun fails (x) (error "bad thing: ~a" x))
(defun in-turn (x) (fails x))
(calls-of (lambda () (list (in-turn 2))))  ;prints: 1: (FAILS 2)~   ... tail calls, begun by (IN-TURN ...)~2: (lambda)
;; A call of a library function is not a tail call.
(defun over-all (list) (mapcar 'car list))
(calls-of (lambda () (list (over-all '(1)))))      ;prints: 1: (MAPCAR CAR (1))~2: (OVER-ALL (1))~3: (lambda)
(defgeneric without-method (x))
(calls-of (lambda () (list (without-method 1))))   ;prints: 1: (NO-APPLICABLE-METHOD #<generic function WITHOUT-METHOD> 1)~   ... tail calls, begun by (WITHOUT-METHOD ...)~2: (lambda)
(calls-of (lambda () (let ((f (make-list 3 :initial-element 1))) (list (third-one f))))) ;prints: 1: (THIRD-ONE (1 1 1))~2: (lambda)

;; Optional, keyword and rest arguments are shown; a wrong number of arguments is reported in the caller.
(defun options (a &optional b &key c d) (list (car a) b c d))
(calls-of (lambda () (list (options 1 2 :d 4))))   ;prints: 1: (OPTIONS 1 2 :D 4)~2: (lambda)
(defun one (a) a)
(defun too-many () (one 1 2))
(calls-of (lambda () (list (too-many))))   ;prints: 1: (TOO-MANY)~2: (lambda)
(defun too-few (x) (if x (options) nil))
(calls-of (lambda () (list (too-few 'y)))) ;prints: 1: (TOO-FEW Y)~2: (lambda)

;; Traced functions appear under their names, Winnow's internal ones do not appear.
(trace down)
(let ((*trace-output* (make-string-output-stream))) (calls-of (lambda () (list (down 1)))))   ;prints: 1: (DOWN 0)~2: (DOWN 1)~3: (lambda)
(untrace)
(calls-of (lambda () (list (string-trim 1 2))))   ;prints: 1: (STRING-TRIM 1 2)~2: (lambda)

;;; Messages about macros and special operators used as functions
(defmacro some-macro (x) x)
(defun report-of (form) (handler-case (eval form) (undefined-function (c) (list (cell-error-name c) (princ-to-string c)))))
(report-of '(funcall 'when 1))               ;=> (WHEN "WHEN is a macro, not a function")
(report-of '(apply 'and '(1)))               ;=> (AND "AND is a macro, not a function")
(report-of '(mapcar 'push '(1)))             ;=> (PUSH "PUSH is a macro, not a function")
(report-of '(sort (list 2 1) 'some-macro))   ;=> (SOME-MACRO "SOME-MACRO is a macro, not a function")
(report-of '(funcall 'if 1))                 ;=> (IF "IF is a special operator, not a function")
(report-of '(list #'when))                   ;=> (WHEN "WHEN is a macro, not a function")
(report-of '(list #'some-macro))             ;=> (SOME-MACRO "SOME-MACRO is a macro, not a function")
(report-of '(list #'let*))                   ;=> (LET* "LET* is a special operator, not a function")
(report-of '(funcall 'no-such-function))     ;=> (NO-SUCH-FUNCTION "The function NO-SUCH-FUNCTION is undefined")

;;; Suggested names

(defun hint-of (form) (handler-case (eval form) (error (c) (system::hint c))))
(hint-of '(mapcr #'car nil))               ;=> "did you mean MAPC or MAPCAR?"
(hint-of '(string-upcasee "a"))            ;=> "did you mean STRING-UPCASE?"
(hint-of '(nstring-upcasee "a"))           ;=> "did you mean NSTRING-UPCASE?"
(hint-of '(prnit 1))                       ;=> "did you mean PRINT?"
(hint-of '(conss 1 2))                     ;=> "did you mean CONS or CONSP?"
(hint-of '(mapcar #'push '(1)))            ;=> "define a macro before its first use; #' and FUNCALL need a function"
(hint-of '(mapcar 'when '(1)))            ;=> "a special operator is not a function; #' and FUNCALL need a function"
(hint-of '(xx 1))                          ;=> ""
(hint-of 'zz)                              ;=> ""
(hint-of '(f? 1))                          ;=> ""
(hint-of '*prnt-base*)                     ;=> "did you mean *PRINT-BASE*?"
(hint-of 'reverse)                         ;=> "REVERSE is a function: (reverse sequence) calls it, #'reverse is the function itself"
(hint-of '*args*)                          ;=> "the arguments of the command line are in *COMMAND-LINE*"
(defvar variable-alone 1)
(hint-of '(mapcar list '(1)))               ;=> "LIST is a function: (list &rest objects) calls it, #'list is the function itself"
(hint-of '(apply nil '(1)))                 ;=> "NIL is called; write #'name for the function of a name"
(hint-of '(variable-alone))                ;=> "it is a variable, not a function"
(defvar variable-with-function #'car)
(hint-of '(variable-with-function 1))       ;=> "it is a variable, not a function: (FUNCALL VARIABLE-WITH-FUNCTION ...)"
(hint-of '(plus 1 2))                      ;=> "+, or (dialect :maclisp)"
(hint-of '(nil))  ;=> "NIL is called; write #'name for the function of a name"
(hint-of '(car 1))                         ;=> ""
(hint-of '(:key 1))  ;=> "a keyword is not a function; quote a list of data: '(:KEY ...)"
(hint-of '(|car| 1))                       ;=> "did you mean CAR?"

;; For a top-level form, an undefined function is reported even if one of its arguments fails first.
(defun form-hint (form) (handler-case (eval form) (error (c) (system::hint c form))))
(form-hint '(prnit (car 1)))               ;=> "the function PRNIT is undefined: did you mean PRINT?"
(form-hint '(prnit no-such-variable))      ;=> "the function PRNIT is undefined: did you mean PRINT?"
(form-hint '(setq hinted (no-such-function no-such-variable)))  ;=> "the function NO-SUCH-FUNCTION is undefined"
(form-hint '(list (1+ (conss 1 no-such-variable))))  ;=> "the function CONSS is undefined: did you mean CONS or CONSP?"
(form-hint '(no-such-function (prnit 1)))  ;=> "did you mean PRINT?"
(form-hint '(let ((hinted no-such-variable)) hinted))  ;=> ""
(form-hint '(print (if (car 1) (no-such-function))))  ;=> ""
(form-hint '(flet ((hinted (x) x)) (hinted no-such-variable)))  ;=> ""
(form-hint '(cond (= 1 1) (t 2)))  ;=> "a clause of COND is a list of a test and forms: ((= ...) ...)"
(form-hint '(mapcar car '((1))))  ;=> "CAR is a function: #'car"
(let ((+ nil)) (declare (special +)) (form-hint '(apply + '(1 2))))  ;=> "+ is a variable here; write #'+ for the function"
(let ((* '(car x))) (declare (special *)) (form-hint '(reduce * '(1 2))))  ;=> "* is a variable here; write #'* for the function"
(system::hint (make-condition 'unbound-variable :name 'x) '(car . 5))  ;=> ""
(system::hint (make-condition 'simple-error :format-control "x") '#1=(car . #1#))  ;=> ""

;; Hints on the call that failed, at the beginning of its text.
(defun explanation-of (text) (let ((form (read-from-string text))) (handler-case (eval form) (error (c) (system::explain c (princ-to-string c) form nil text 1 1)))))
(defun call-hint-of (text) (fourth (explanation-of text)))
(call-hint-of "(nth '(1 2) 1)")  ;=> "the index comes first: (nth 1 '(1 2))"
(call-hint-of "(subseq 0 2 \"abc\")")  ;=> "the sequence comes first: (subseq \"abc\" 0 2)"
(call-hint-of "(gethash (make-hash-table) 'a)")  ;=> "the key comes first: (gethash key table)"
(call-hint-of "(format \"hello ~a\" 3)")  ;=> "(format t \"hello ~a\" 3) prints, (format nil ...) returns the string"
(call-hint-of "(aref '(1 2) 0)")  ;=> "lists: (nth 0 '(1 2)) or ELT"
(call-hint-of "(= \"a\" \"a\")")  ;=> "strings: (string= \"a\" \"a\") or EQUAL"
(call-hint-of "(+ 1 \"2\")")  ;=> "(parse-integer \"2\") reads an integer from a string"
(call-hint-of "(+ 1 \"x\")")  ;=> ""
(call-hint-of "(apply #'max 1 2 3)")  ;=> "(funcall #'max 1 2 3)"
(call-hint-of "(dolist (x 5) x)")  ;=> "(dotimes (x 5) ...) counts from 0 to 4"
(call-hint-of "(car 5)")  ;=> ""
(call-hint-of "(5 3)")  ;=> "to mean the list itself, write '(5 3)"
(call-hint-of "(:key 1)")  ;=> "to mean the list itself, write '(:key 1)"
(call-hint-of "(-5 3)")  ;=> "write (- 5 3), with a space after the operator"
(call-hint-of "(biggest11 '(1))")  ;=> "(biggest11 board alpha beta depth)"
(call-hint-of "(funcall #'biggest11 '(1))")  ;=> ""
(call-hint-of "(cond ((= 1 2) 'a) (else 'b))")  ;=> "the last clause begins with T: (t 'b)"
(call-hint-of "(find-path 'romenia)")   ;=> "did you mean ROMANIA?"
(call-hint-of "(find-path 'no-such-puzzle)")   ;=> "puzzles: BLOCKS, EIGHT-PUZZLE, EIGHT-QUEENS, FIFTEEN-PUZZLE, KNIGHTS-TOUR, MISSIONARIES, ROMANIA, WATER-JUGS; DEFINE-PUZZLE makes one"
(call-hint-of "(best-move 'otello 1)")   ;=> "did you mean OTHELLO?"
(call-hint-of "(best-move 'pig '(20 20 0 (:roll :max)))")   ;=> "chance moves there; EXPECTIMINIMAX and TABULATE search such games"
(call-hint-of "(minimax '(20 20 0 :max) :game 'pig :depth 3)")   ;=> "chance moves there; EXPECTIMINIMAX and TABULATE search such games"
(call-hint-of "(when (> 2 1) then (print 1))")  ;=> "Lisp has no word THEN: (when (> 2 1) (print 1))"
;; A text that cannot be read, or only by evaluation, gets no hint.
(defun list-error () (make-condition 'type-error :datum 5 :expected-type 'list))
(system::explain (list-error) "" nil nil "(nth . 5)" 1 1)  ;=> (NIL 1 1 "" NIL)
(system::explain (list-error) "" nil nil "(nth #.(error \"evaluated\"))" 1 1)  ;=> (NIL 1 1 "" NIL)
(system::explain (list-error) "" nil nil "(nth 1" 1 1)  ;=> (NIL 1 1 "" NIL)

;; Message, line and column of the expression to mark, and hint. The atom that is wrong is marked in its list.
(explanation-of "(mapcar car '((1)))")  ;=> (NIL 1 9 "CAR is a function: #'car" NIL)
(system::explain (make-condition 'unbound-variable :name 'no-such-variable) "" nil nil "(list 1
  (lenght no-such-variable))" 2 3)  ;=> ("The function LENGHT is undefined" 2 3 "did you mean LENGTH?" NIL)
;; Parts of a text: comments, strings and characters contain no parts.
(system::source-part "  (car 'x) y" 0)  ;=> (2 10 (3 6) (7 9 NIL (8 9)))
(system::source-part "(a #| ( |# \"(\" ; (
 #\\( |(| #(1 2) #'f)" 0)  ;=> (0 39 (1 2) (11 14) (20 23) (24 27) (28 34) (35 38 NIL (37 38)))
(system::source-part "(a" 0)  ;=> NIL
;; A macro of the program is shown with its expansion.
(defmacro car-of (x) `(car ,x))
(explanation-of "(car-of 5)")  ;=> (NIL 1 1 "" "in the expansion of CAR-OF: (CAR 5)")

;; A macro's &ENVIRONMENT parameter is not shown in its expected form.
(eval '(setf . 5))  ;signals: "SETF: expected (setf &rest pairs), got (SETF . 5)"

;;; The expected form in messages about malformed forms

(flet (f (x) x) (f 1))  ;signals: "FLET: expected definitions of the form (name lambda-list form...), got (FLET (F (X) X) (F 1))"
(labels ((f)) 1)  ;signals: "LABELS: expected definitions of the form (name lambda-list form...)"
(let (x 1) x)  ;signals: "expected a variable, or (variable value), as binding, got 1"
(let* ((5 1)) 1)  ;signals: "expected a variable, or (variable value), as binding, got (5 1)"
(eval '(defun f (5) 5))  ;signals: "DEFUN: expected a symbol as variable, got 5"
(case 5 5 (t 6))  ;signals: "CASE: expected a clause (key form...) or ((key...) form...), got 5"
(ecase 5 5)  ;signals: "ECASE: expected a clause (key form...) or ((key...) form...), got 5"
(typecase 5 integer)  ;signals: "TYPECASE: expected a clause (key form...) or ((key...) form...), got INTEGER"
(pop '(1 2))  ;signals: "Expected a place, got '(1 2)"
(setf (let ((x 1)) x) 3)  ;signals: program-error
(let ((a (list 1)) (b (list 2))) (setf (if nil (car a) (car b)) 3 (the integer (car a)) 4) (list a b))  ;=> ((4) (3))
(setf x)  ;signals: "no value is given for the place X"
(loop for i to 3 if (oddp i) collect i else)  ;signals: "LOOP: expected a clause at the end"
(defstruct (malformed (:foo 1)) x)  ;signals: "DEFSTRUCT MALFORMED: expected an option, got (:FOO 1)"
(defstruct malformed (x 0 :type))  ;signals: "the options of the slot X are not pairs"
(defstruct malformed (x 0 :initform 1))  ;signals: "expected the slot option :TYPE or :READ-ONLY, got :INITFORM"
(defmethod malformed ((x 5)) x)  ;signals: "DEFMETHOD MALFORMED: expected the name of a class or (EQL form) after X, got 5"
(defmethod (x) x)  ;signals: "DEFMETHOD: expected the name of a function, got (X)"
(defclass malformed (malformed) ())  ;signals: "the class would inherit from itself"
(find-class 'malformed nil)  ;=> NIL

;; Messages about malformed definitions contain the name.
(eval '(prog 5 (return 1)))  ;signals: "PROG: expected (prog (&rest variables) &body body), got (PROG 5 (RETURN 1))"
(eval '(prog* 5))  ;signals: "PROG*: "
(eval '(deftype 5 () 1))  ;signals: "DEFTYPE: "

;;; The argument that returned the wrong value is named if the others are known.
(defun returned-hints (text)
  (let ((forms (read-from-string (format nil "(~A)" text))))
    (handler-bind ((error (lambda (condition)
                            (let ((system::*report* (princ-to-string condition)))
                              (return-from returned-hints (system::call-hint condition (car (last forms))))))))
      (mapc #'eval forms)
      :no-error)))
;; Not if another function reported the value.
(returned-hints "(defun only-a (x) (ecase x (:a 1))) (only-a (car (list :b)))")  ;=> NIL
(list (returned-hints "(defun none-of (x) (if x nil 1)) (+ 1 (none-of 5))") (returned-hints "(+ (none-of 1) (none-of 2))") (returned-hints "(* 2 (none-of 1) pi)")
      (returned-hints "(+ (when pi nil) 1)") (returned-hints "(+ (car '(a)) (none-of nil))") (returned-hints "(- (none-of 1))"))
;=> ("(NONE-OF 5) returned NIL" NIL "(NONE-OF 1) returned NIL" NIL NIL "(NONE-OF 1) returned NIL")

(system::error-text (list 1) nil)  ;signals: "ERROR-TEXT: expected a condition, got (1)"
