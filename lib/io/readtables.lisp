;;;; readtables.lisp -- reader macro functions, and structures read by #S. -*- sealed -*-

;; A readtable stores a standard macro character as a number. This vector holds the function for each number; it is created
;; when it is first requested.
(defvar *macro-functions* (make-array 64 :initial-element nil))

(defun standard-macro-function (macro)
  (cond ((not (integerp macro)) macro)
        ((aref *macro-functions* macro))
        (t (setf (aref *macro-functions* macro)
                 (lambda (stream character &optional argument) (run-macro macro stream character argument))))))

;; The value that a readtable stores for FUNCTION, which is a function, a symbol or NIL.
(defun macro-number (function)
  (cond ((integerp function) (error 'type-error :datum function :expected-type '(or function symbol)))
        ((and function (symbolp function) (not (fboundp function))) function)  ; to be defined later
        ((null function) nil)
        ((position (if (symbolp function) (fdefinition function) function) *macro-functions* :test #'eq))
        (t function)))

(defun get-macro-character (character &optional (readtable nil readtable-p))
  "Return the function of the macro character CHARACTER, or NIL; the second value is T if CHARACTER may appear inside a token.
READTABLE: default *READTABLE*; NIL means the standard one.
Signals: type-error unless CHARACTER is a character.
Example: (get-macro-character #\\a) => NIL"
  (multiple-value-bind (macro inside) (get-macro character readtable-p readtable)
    (values (standard-macro-function macro) inside)))

(defun set-macro-character (character function &optional non-terminating-p (readtable nil readtable-p))
  "Make CHARACTER a macro character: the reader calls FUNCTION with the stream and the character. Return T.
FUNCTION: returns the object read, or no value to skip the text.  NON-TERMINATING-P: true if CHARACTER may appear inside a
token.
Signals: type-error unless CHARACTER is a character and FUNCTION is a function; an error if READTABLE, default *READTABLE*,
is the standard one.
Example: (let ((*readtable* (copy-readtable nil)))
  (set-macro-character #\\! (lambda (stream character) (list character (read stream t nil t))))
  (read-from-string \"!a\")) => (#\\! A)"
  (set-macro character (macro-number function) non-terminating-p readtable-p readtable))

(defun get-dispatch-macro-character (character sub-character &optional (readtable nil readtable-p))
  "Return the function that reads what follows CHARACTER and SUB-CHARACTER, or NIL.
READTABLE: default *READTABLE*; NIL means the standard one.
Signals: type-error unless CHARACTER is a character and SUB-CHARACTER is a character; an error if CHARACTER is not a
dispatching macro character.
Example: (functionp (get-dispatch-macro-character #\\# #\\x)) => T"
  (standard-macro-function (get-dispatch-macro character sub-character readtable-p readtable)))

(defun set-dispatch-macro-character (character sub-character function &optional (readtable nil readtable-p))
  "Let FUNCTION read what follows CHARACTER and SUB-CHARACTER; return T.
FUNCTION: called with the stream, SUB-CHARACTER and the number between the two characters, or NIL.
Signals: type-error unless CHARACTER is a character, SUB-CHARACTER is a character and FUNCTION is a function; an error if
CHARACTER is not a dispatching macro character, or if READTABLE, default *READTABLE*, is
the standard one.
Example: (let ((*readtable* (copy-readtable nil)))
  (set-dispatch-macro-character #\\# #\\! (lambda (stream character number) (list number (read stream t nil t))))
  (read-from-string \"#7!a\")) => (7 A)"
  (set-dispatch-macro character sub-character (macro-number function) readtable-p readtable))

(defsetf readtable-case set-readtable-case)

;; The structure that #S(name :slot value ...) denotes, or an error message as a string. Missing slots get their defaults.
(defun read-structure (list)
  (cond
    ((not (and (consp list) (symbolp (car list)) (ignore-errors (oddp (list-length list)))))
     (format nil "#S~S: expected #S(NAME :SLOT VALUE ...)" list))
    ((not (structure-type (car list))) (format nil "#S~S: expected the name of a structure type, got ~S" list (car list)))
    (t
     (let* ((name (car list)) (values (cdr list)) (slots (structure-type-slots name)))
       (flet ((value-of (slot)
                (do ((rest values (cddr rest))) ((null rest) nil)
                  (when (string= (car rest) slot) (return (cdr rest))))))
         (do ((rest values (cddr rest)))
             ((null rest)
              (apply #'make-structure name
                     (mapcar (lambda (slot)
                               (let ((value (value-of (car slot))))
                                 (cond (value (car value)) ((cadr slot) (funcall (cadr slot))))))
                             slots)))
           (cond ((not (typep (car rest) '(or symbol string character)))
                  (return (format nil "#S~S: expected the name of a slot, got ~S" list (car rest))))
                 ((not (or (find (car rest) slots :key #'car :test #'string=)
                           (string= (car rest) "ALLOW-OTHER-KEYS")
                           (car (value-of "ALLOW-OTHER-KEYS"))))
                  (return (format nil "#S~S: expected a slot of ~S, got ~A" list name (car rest)))))))))))
