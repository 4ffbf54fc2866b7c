;;;; call-hints.lisp -- hints on the call that failed, from its text in the source. -*- sealed -*-

;; While EXPLAIN runs: the report of the condition.
(defvar *report* "")

(defun shown-form (form)
  (let ((*print-case* :downcase) (*print-pretty* nil) (*print-length* 8) (*print-level* 4)) (prin1-to-string form)))

;; An error that knows its hint: HINT is a function that returns it, or NIL.
(define-condition hinted-error (simple-error) ((hint :initarg :hint :reader error-hint)))

;; Signals that NAME is not the name of a KIND of things, words. The hint is the nearest of NAMES, or OTHERWISE.
(defun unknown-name (operation kind name names otherwise)
  (error 'hinted-error
         :format-control "~A: unknown ~A ~S"
         :format-arguments (list operation kind name)
         :hint (lambda ()
                 (let ((near (car (nearest-names name names)))) (if near (format nil "did you mean ~S?" near) otherwise)))))

;; Did OPERATOR itself report the condition, and not a function that it called?
(defun reports-itself-p (operator)
  (and (symbolp operator) (eql 0 (search (concatenate 'string (princ-to-string operator) ": ") *report*))))

;; A hint on CONDITION, which CALL signalled, or NIL.
(defun call-hint (condition call)
  (typecase condition
    (type-error (let ((datum (type-error-datum condition)))
                  (or (wrong-argument-hint (car call) (cdr call) datum (type-error-expected-type condition))
                      (if (and (form-length call) (typep datum '(or symbol number character)) (reports-itself-p (car call)))
                          (returned-hint call datum)))))
    (program-error (cond ((or (numberp (car call)) (stringp (car call))) (data-list-hint call))
                         ((wrong-count-p (car call)) (string-downcase (call-line (car call))))
                         (t (setf-count-hint call))))
    (hinted-error (funcall (error-hint condition)))))

;; A hint that names the argument of CALL that returned DATUM, if that argument calls a function, and all others are constants,
;; variables or parts of lists, which have other values. Nothing is called again.
(defun returned-hint (call datum)
  (let ((variables (visible-variables (first-call))) (unknown nil))
    (dolist (argument (cdr call))
      (let ((known (known-value argument variables)))
        (cond ((null known) (push argument unknown))
              ((eql (car known) datum) (return-from returned-hint nil)))))
    (let ((argument (car unknown)))
      (if (and (consp argument) (null (cdr unknown)) (symbolp (car argument)) (functionp (function-object (operator-meant (car argument)))))
          (let ((*print-length* 8) (*print-level* 4)) (format nil "~S returned ~S" argument datum))
          nil))))

;; A list of the value of FORM, if that is known without calling a function of the program; else NIL.
(defun known-value (form variables)
  (cond ((quoted-value form))
        ((atom form) (let ((variable (assoc form variables)))
                       (cond (variable (list (third variable)))
                             ((boundp form) (list (symbol-value form))))))
        ((and (member (car form) '(car cdr first rest cadr cddr second third)) (consp (cdr form)) (null (cddr form)))
         (let ((list (known-value (second form) variables)))
           (if list (ignore-errors (list (funcall (car form) (car list)))))))))

;; A list that begins with a number, a string or a keyword is probably meant as data. (-5 3) is probably a difference.
(defun data-list-hint (call)
  (cond ((infix-hint call))
        ((and (realp (car call)) (minusp (car call)) (cdr call))
         (format nil "write ~A, with a space after the operator" (shown-form (list* '- (- (car call)) (cdr call)))))
        (t (format nil "to mean the list itself, write '~A" (shown-form call)))))

(defun infix-hint (call)
  (let ((operator (second call)))
    (if (and (= (length call) 3) (member operator '(+ - * / = < > <= >= and or)))
        (format nil "the operator comes first: ~A" (shown-form (list operator (first call) (third call))))
        nil)))

;; A hint if CALL is a SETF of a place with a wrong number of arguments: the form with the required ones.
(defun setf-count-hint (call)
  (let ((place (and (eq (car call) 'setf) (second call))))
    (if (and (consp place) (symbolp (car place)) (eql 0 (search (format nil "(SETF ~A): expected " (car place)) *report*)))
        (let ((parameters (ignore-errors (checked-arglist (car place)))))
          (format nil "(setf ~A value)"
                  (string-downcase (princ-to-string (cons (car place) (ldiff parameters (member-if #'begins-with-ampersand-p parameters))))))))))

;; Is the report about a wrong number of arguments for OPERATOR?
(defun wrong-count-p (operator)
  (and (reports-itself-p operator) (fboundp (operator-meant operator))
       (or (search " argument, got " *report*) (search " arguments, got " *report*))))

;; The functions for strings that correspond to those for numbers.
(defconstant +string-comparisons+
  '((= . string=) (/= . string/=) (< . string<) (> . string>) (<= . string<=) (>= . string>=)))

;; A hint if a call of OPERATOR with the argument forms ARGUMENTS, one of which has the value DATUM instead of one of the type
;; EXPECTED, is one of the common mistakes: arguments in another order, or a function for another type.
(defun wrong-argument-hint (operator arguments datum expected)
  (flet ((first-p () (equal datum (first arguments)))
         (last-p () (equal datum (car (last arguments)))))
    (case operator
      ((nth nthcdr)
       (if (and (consp datum) (= (length arguments) 2))
           (format nil "the index comes first: ~A" (shown-form (list operator (second arguments) (first arguments))))))
      (subseq
       (if (and (integerp datum) (first-p) (cdr arguments))
           (format nil "the sequence comes first: ~A" (shown-form (list* operator (car (last arguments)) (butlast arguments))))))
      (gethash (if (eq expected 'hash-table) "the key comes first: (gethash key table)"))
      (format
       (if (and (cdr arguments) (eql datum (second arguments)) (not (stringp (first arguments))))
           (return-from wrong-argument-hint
             (format nil "the control string comes before the arguments: ~A"
                     (shown-form (list* 'format (first arguments) "~a" (rest arguments))))))
       (if (stringp (first arguments))
           (format nil "~A prints, (format nil ...) returns the string" (shown-form (list* operator t arguments)))))
      ((aref svref)
       (if (and (consp datum) (= (length arguments) 2))
           (format nil "lists: ~A or ELT" (shown-form (list 'nth (second arguments) (first arguments))))))
      ((= /= < > <= >=)
       (cond ((stringp datum)
              (format nil "strings: ~A or EQUAL" (shown-form (cons (cdr (assoc operator +string-comparisons+)) arguments))))
             ((and (symbolp datum) datum (member operator '(= /=)) (= (length arguments) 2))
              (format nil "symbols: ~A" (shown-form (if (eq operator '=) `(eq ,@arguments) `(not (eq ,@arguments))))))
             (t (spread-hint operator arguments datum))))
      ((+ - * / 1+ 1- abs sqrt max min mod rem expt zerop plusp minusp evenp oddp float)
       (if (and (stringp datum) (ignore-errors (parse-integer datum)))
           (format nil "(parse-integer ~S) reads an integer from a string" datum)
           (spread-hint operator arguments datum)))
      ((mapcar mapc mapcan maplist reduce remove-if remove-if-not find-if position-if count-if some every sort stable-sort)
       (function-argument-hint operator arguments datum))
      (funcall (called-function-hint arguments datum))
      ((assoc member find position getf)
       (if (and (= (length arguments) 2) (equal (quoted-value (second arguments)) (list datum)) (consp (car (quoted-value (first arguments)))))
           (format nil "~A: ~A" (if (eq operator 'assoc) "the key comes first" "the item comes first")
                   (shown-form (list operator (second arguments) (first arguments))))
           (if (and (eq operator 'getf) (= (length arguments) 2) (equal (quoted-value (first arguments)) (list datum))
                    (consp (car (quoted-value (second arguments)))))
               (format nil "the list comes first: ~A" (shown-form (list operator (second arguments) (first arguments)))))))
      (concatenate
       (if (and (equal (first arguments) ''string) (or (numberp datum) (symbolp datum)))
           (format nil "numbers and symbols: (format nil \"~~@{~~A~~}\" ~{~A~^ ~})" (mapcar #'shown-form (rest arguments)))))
      ((length reverse char write-string write-line elt)
       (if (and datum (symbolp datum) (equal (quoted-value (first arguments)) (list datum)))
           (format nil "~A is a symbol; a text is written ~S" (shown-form datum) (string-downcase datum))))
      (apply (if (and (atom datum) (last-p)) (shown-form (cons 'funcall arguments))))
      ((print princ prin1)
       (if (and (or (stringp datum) (numberp datum)) (= (length arguments) 2) (equal datum (second arguments)))
           (format nil "several objects: ~A" (shown-form (list* 'format t "~a ~a~%" arguments)))
           (apostrophe-hint arguments datum)))
      (dolist
       (if (and (integerp datum) (consp (first arguments)) (eql datum (second (first arguments))))
           (format nil "(dotimes ~A ...) counts from 0 to ~D" (shown-form (first arguments)) (- datum 1)))))))

;; A list of the value of FORM, if that is quoted or evaluates to itself; else NIL.
(defun quoted-value (form)
  (cond ((atom form) (if (or (null form) (not (symbolp form)) (keywordp form)) (list form) nil))
        ((and (eq (car form) 'quote) (consp (cdr form))) (list (second form)))))

;; A hint if a list is the only argument of OPERATOR, a function of several numbers: (max '(1 2)).
(defun spread-hint (operator arguments datum)
  (if (and (consp datum) (null (cdr arguments)) (member operator '(+ * - / max min < > <= >= = /=)))
      (format nil "the numbers of a list: ~A" (shown-form `(apply (function ,operator) ,(first arguments))))))

(defun written-function-p (form) (and (consp form) (member (car form) '(function lambda))))

;; A hint if a function follows the list that it is for, or if the function is quoted: (mapcar '(1 2) #'car).
(defun function-argument-hint (operator arguments datum)
  (let ((first (first arguments)) (second (second arguments)) (sorts (member operator '(sort stable-sort))))
    (cond ((and (consp datum) (eq (car datum) 'lambda) (not sorts) (equal (quoted-value first) (list datum)))
           (format nil "without the quote: ~A" (shown-form (list* operator datum (rest arguments)))))
          ((not (= (length arguments) 2)) nil)
          ((and sorts (written-function-p first) (not (written-function-p second)))
           (format nil "the sequence comes first: ~A" (shown-form (list operator second first))))
          ((and (not sorts) (written-function-p second) (not (written-function-p first)))
           (format nil "the function comes first: ~A" (shown-form (list operator second first)))))))

;; A hint on (funcall DATUM ...) if DATUM, not a function, is a string or a quoted lambda expression.
(defun called-function-hint (arguments datum)
  (cond ((and (consp datum) (eq (car datum) 'lambda) (equal (quoted-value (first arguments)) (list datum)))
         (format nil "without the quote: ~A" (shown-form (list* 'funcall datum (rest arguments)))))
        ((and (stringp datum) (find-symbol (string-upcase datum)) (fboundp (find-symbol (string-upcase datum))))
         (format nil "the function of that name: ~A" (shown-form (list* 'funcall `(function ,(find-symbol (string-upcase datum))) (rest arguments)))))))

;; A hint if ARGUMENTS are two quoted symbols, of which DATUM is the second: 'it's is read as 'it and 's.
(defun apostrophe-hint (arguments datum)
  (flet ((quoted-symbol-p (form) (and (consp form) (eq (car form) 'quote) (symbolp (second form)))))
    (if (and (= (length arguments) 2) (every #'quoted-symbol-p arguments) (eq (second (second arguments)) datum))
        (destructuring-bind (before after) (mapcar (lambda (form) (shown-form (second form))) arguments)
          (format nil "'~A'~A is two objects: '~A and '~A; a text is written \"~A'~A\"" before after before after before after))
        nil)))

;; A hint on the unbound variable NAME, which is the name of a function. CALL: the innermost call that contains it, or NIL.
(defun function-name-hint (name call)
  (if (and call (member name (cdr call)))
      (format nil "~S is a function: #'~A" name (shown-form name))
      (format nil "~S is a function: ~A calls it, #'~A is the function itself" name (string-downcase (call-line name)) (shown-form name))))

;; A hint if the name at START of TEXT is followed by an operator or by a parenthesis, as in x = 5 and f(5); or NIL.
(defun infix-text-hint (name text start)
  (let* ((part (source-part text start)) (end (and part (second part))) (next (and end (source-part text end)))
         (operand (and next (source-part text (second next)))))
    (flet ((text-of (part) (subseq text (first part) (second part))))
      (cond ((null next) nil)
            ((and (= end (first next)) (char= (char text end) #\())
             (format nil "the operator is inside the parentheses: (~A ~A" (text-of part) (subseq text (+ end 1) (second next))))
            ((or (null operand) (find #\Newline text :start end :end (second operand))) nil)
            ((string= (text-of next) "=")
             (format nil "(setq ~A ~A): the operator comes first" (text-of part) (text-of operand)))
            ((member (text-of next) '("+" "-" "*" "/" "<" ">" "<=" ">=") :test #'string=)
             (format nil "(~A ~A ~A): the operator comes first" (text-of next) (text-of part) (text-of operand)))))))
