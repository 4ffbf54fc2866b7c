;;;; hints.lisp -- hints: advice printed below an error message. -*- sealed -*-
;;;; A hint is computed when an error is reported, from the condition and the form at top level that failed.

(defun hint (condition &optional form source call text start)
  "Return a hint about CONDITION as a string, which may be empty.
FORM: the form at top level that was evaluated (default: NIL, not known).
SOURCE: the name of its file, a list of the text and its name, or of a text typed at the prompt, or NIL (default: NIL).
CALL: the innermost call of the program that failed, as a form (default: NIL, not known).
TEXT, START: the text of the source, and the position in it of the expression that failed (default: NIL, not known)."
  (let* ((name (name-in-question condition))
         (operator (and (null start) (undefined-operator form)))
         (advice (if (or (null operator) (eq operator name) (not (concerns-operator-p condition operator)))
                     (or (and text start (symbolp name) name (infix-text-hint name text start))
                         (hint-on-condition condition name form source call))
                     "")))
    (cond ((plusp (length advice)) advice)
          ((and operator (not (eq operator name)))
           (format nil "the function ~S is undefined~@[: ~A~]" operator (function-advice operator source)))
          (t (board-hint)))))

;; While a list is searched: which of the functions PLAUSIBLE-MOVES, STATIC-VALUE and QUIET the program has defined, by name.
(defvar *own-board-functions* nil)

;; The hint for a list that was searched with the program's functions for boards, but may have been meant as a list tree.
(defun board-hint ()
  (if *own-board-functions*
      (format nil "this program defines ~{~A~#[~; and ~:;, ~]~} for its boards; ~
                   to search the list itself, add :MOVES #'IDENTITY :VALUE #'IDENTITY :QUIET #'ATOM"
              *own-board-functions*)
      ""))

;; The undefined name that CONDITION reports; NIL for conditions of other types.
(defun name-in-question (condition)
  (if (typep condition '(or undefined-function unbound-variable)) (cell-error-name condition) nil))

;; Should the hint be about the undefined OPERATOR of the form at top level? Arguments are evaluated before the function is
;; looked up, so an error in an argument may hide that OPERATOR is undefined. An undefined function among the arguments has
;; precedence, unless OPERATOR is a word of another dialect.
(defun concerns-operator-p (condition operator)
  (or (older-words operator) (not (typep condition 'undefined-function))))

(defun hint-on-condition (condition name form source call)
  (or (and call (call-hint condition call))
      (typecase condition
        (undefined-function (undefined-function-hint name form source))
        (unbound-variable (unbound-variable-hint name form source (or call (if (form-length form) form nil))))
        (type-error (cond ((eq (type-error-expected-type condition) 'function)
                           (function-as-variable-hint (type-error-datum condition) form))
                          ((and (eq (type-error-datum condition) :chance) (equal (type-error-expected-type condition) '(member :max :min)))
                           "chance moves there; EXPECTIMINIMAX and TABULATE search such games")))
        (storage-condition (endless-recursion-hint))
        (end-of-file (if (null form) (bracket-hint source)))
        (program-error (older-defun-hint form source)))
      ""))

;; A hint if the innermost calls are those of one function with the same variables.
(defun endless-recursion-hint ()
  (labels ((user-call (call)
             (do ((call (next-call call) (next-call call))) ((or (null call) (eq (call-kind call) :user)) call)))
           (same-p (a b) (and (eq (first a) (first b)) (eql (third a) (third b)))))
    (let* ((inner (user-call nil)) (middle (and inner (user-call inner))) (outer (and middle (user-call middle))))
      (if (and outer (eq (call-function middle) (call-function outer)))
          (let ((variables (visible-variables middle)))
            (if (and variables (every #'same-p variables (visible-variables outer)))
                (format nil "~:[this lambda expression~;~:*~S~] calls itself with the same argument~P, ~{~A~^, ~}" (call-name middle)
                        (length variables)
                        (mapcar (lambda (variable)
                                  (format nil "~S = ~A" (first variable) (let ((*print-length* 4) (*print-level* 2)) (prin1-to-string (third variable)))))
                                variables))))))))

;;; Undefined operators in the form at top level

;; The outermost undefined function that every evaluation of FORM calls, or NIL.
(defun undefined-operator (form)
  (if (and (consp form) (symbolp (car form)) (form-length form))
      (let ((operator (operator-meant (car form))))
        (cond ((fboundp operator) (some #'undefined-operator (evaluated-parts operator (cdr form))))
              ((constantp operator) nil)
              ((and (boundp operator) (not (eq *dialect* :common-lisp))) nil)  ; it may hold the function
              (t (car form))))
      nil))

;; Those of ARGUMENTS that every call of OPERATOR evaluates.
(defun evaluated-parts (operator arguments)
  (cond ((eq operator 'progn) arguments)
        ((member operator '(setq setf)) (loop for rest on (cdr arguments) by #'cddr collect (car rest)))
        ((member operator '(defvar defparameter)) (list (cadr arguments)))
        ((or (compiler-form-p operator) (macro-function operator)) nil)
        (t arguments)))

;;; Undefined functions

(defun undefined-function-hint (name form source)
  (cond ((null name)
         (or (function-as-variable-hint nil form)
             "NIL is called; write #'name for the function of a name"))
        ((symbolp name) (function-advice name source))
        (t nil)))

;; A hint if an argument of FORM is a variable with VALUE whose name also names a function, such as +.
(defun function-as-variable-hint (value form)
  (flet ((meant-p (part) (and (symbolp part) part (boundp part) (fboundp part) (eq (symbol-value part) value))))
    (let ((variable (if (form-length form) (find-if #'meant-p (cdr form)) nil)))
      (if variable (format nil "~S is a variable here; write #'~:*~S for the function" variable) nil))))

(defun function-advice (name source)
  (cond ((keywordp name) (format nil "a keyword is not a function; quote a list of data: '(~S ...)" name))
        ((compiler-form-p name) "a special operator is not a function; #' and FUNCALL need a function")
        ((macro-function name) "define a macro before its first use; #' and FUNCALL need a function")
        ((older-words name) (older-advice name source))
        ((boundp name)
         (format nil "it is a variable, not a function~:[~;: (~S ~S ...)~]" (functionp (symbol-value name)) 'funcall name))
        (t (nearest-hint name (lambda (s) (fboundp (operator-meant s)))))))

;;; Unbound variables

(defun unbound-variable-hint (name form source call)
  (cond ((and (eq name form) (program-text-p source) (doublet-operator-p name))
         (format nil "~S (argument...) at top level is LISP 1.5: ~A" name (dialect-switch :lisp-1.5 source)))
        ((and (eq name form) (older-words name)) (older-advice name source))
        ((and (fboundp (operator-meant name)) (clause-of-cond-p name form))
         (format nil "a clause of ~S is a list of a test and forms: ((~S ...) ...)" 'cond name))
        ((fboundp (operator-meant name)) (function-name-hint name call))
        ((and (string-equal name "ELSE") (clause-of-cond-p name form)) "the last clause begins with T: (t ...)")
        ((and (string-equal name "THEN") (member name (cdr call)))
         (format nil "Lisp has no word THEN: ~A" (shown-form (remove name call))))
        ((member name '("*ARGS*" "EXT:*ARGS*" "*POSIX-ARGV*" "SB-EXT:*POSIX-ARGV*") :test #'string=)
         (format nil "the arguments of the command line are in ~S" '*command-line*))
        (t (nearest-hint name (lambda (s) (and (boundp s) (not (keywordp s))))))))

(defun doublet-operator-p (name)
  (and (eq *dialect* :common-lisp) (or (get name 'lisp-1.5-own) (get name 'maclisp-own) (fboundp name))))

;; Does NAME begin a clause of a COND in FORM? The walk ends after 1000 conses: FORM may be circular.
(defun clause-of-cond-p (name form)
  (let ((left 1000))
    (labels ((walk (form)
               (do ((rest form (cdr rest))) ((or (atom rest) (minusp (decf left))) nil)
                 (if (or (and (eq (car rest) 'cond) (eq rest form) (assoc-clause name (cdr rest)))
                         (walk (car rest)))
                     (return t)))))
      (walk form))))

(defun assoc-clause (name clauses)
  (and (form-length clauses) (find-if (lambda (c) (and (consp c) (cdr c) (eq (car c) name))) clauses)))

;;; Similar names

(defun nearest-hint (name known-p)
  (let ((known nil))
    (do-symbols (s *package*)
      (if (funcall known-p s) (push s known)))
    (let* ((same (remove-if-not (lambda (s) (and (string-equal s name) (string/= s name))) known))  ; in another case
           (near (sort (remove-duplicates (or same (nearest-names name known))) #'string<)))
      (if (<= 1 (length near) 4) (format nil "did you mean ~{~#[~;~S~;~S or ~S~:;~@{~S~#[~; or ~:;, ~]~}~]~}?" near) nil))))

;;; Older dialects

;; The equivalents in Common Lisp of the word NAME of other dialects: ((dialect . text)...).
(defun older-words (name) (get name 'older-words))

(defun older-advice (name source &optional call)
  (let* ((word (car (older-words name))) (switch (dialect-switch (car word) source))
         (equivalent (and call (ignore-errors (read-from-string (cdr word))))))
    (cond ((equal (cdr word) "nothing") switch)
          ((and (symbolp equivalent) (fboundp equivalent) (string-equal (cdr word) equivalent))
           (format nil "in Lisp: ~A; ~A has ~A" (shown-form (cons equivalent (cdr call))) switch name))
          ((program-text-p source) (format nil "~A, ~A" (cdr word) switch))
          (t (format nil "~A, or ~A" (cdr word) switch)))))

;; Is SOURCE (see HINT) the text of a program, rather than typed at the prompt?
(defun program-text-p (source) (stringp source))

;; Advice on how to choose DIALECT. A program in a file can also be run with the command-line option.
(defun dialect-switch (dialect source)
  (format nil "(~(~S ~S~))~:[~;, or --dialect ~(~A~)~]" 'dialect dialect (program-text-p source) dialect))

;; A hint if FORM is a DEFUN of an older dialect: (DEFUN f FEXPR (l) ...) or (DEFUN f n ...).
(defun older-defun-hint (form source)
  (if (and (eq *dialect* :common-lisp) (form-length form) (eq (car form) 'defun)
           (symbolp (third form)) (third form))
      (let ((franz (member (third form) '(maclisp:lexpr maclisp:nlambda))))
        (format nil "(~S name ~S ...) is ~A: ~A" 'defun (third form) (if franz "Franz Lisp" "MacLisp")
                (dialect-switch (if franz :franz :maclisp) source)))
      nil))

;; A hint if a line of SOURCE ends in ], which closes all open lists in Franz Lisp.
(defun bracket-hint (source)
  (if (and (eq *dialect* :common-lisp) (some #'closed-by-bracket-p (lines-of-source source)))
      (format nil "] closes all open lists in Franz Lisp: ~A" (dialect-switch :franz source))
      nil))

(defun closed-by-bracket-p (line)
  (let ((text (string-right-trim '(#\Space #\Tab #\Return) line)))
    (and (plusp (length text)) (char= (char text (- (length text) 1)) #\]) (not (find #\; text)) (not (find #\" text)))))

(defun lines-of-source (source)
  (flet ((all (stream) (loop for line = (read-line stream nil) while line collect line)))
    (cond ((consp source) (with-input-from-string (s (car source)) (all s)))
          ((stringp source) (ignore-errors (with-open-file (s source) (all s))))
          (t nil))))
