;;;; layouts.lisp -- the standard layouts of code for the pretty printer. -*- sealed -*-
;;;;
;;;; Most are control strings of FORMAT. Their line breaks are linear, so a form that fits on a line is printed on one.

;; The control strings of the layouts by number, replaced by their elements when they are first used. 0 is the layout of other
;; function calls, 1 that of data.
(defvar *layouts* (vector "~:<~W~^ ~:_~:I~@{~W~^ ~:_~}~:>" "~:<~@{~W~^ ~:_~}~:>"))

;; Called by the printer. OBJECT: a list.
(defun print-layout (stream object number)
  (let ((layout (svref *layouts* number)))
    (if (stringp layout) (setf layout (parse-control layout) (svref *layouts* number) layout))
    (format-elements layout stream (list object))
    nil))

;; Each row is a list of texts, which are joined to a control string, and of the operators whose layout it is.
(defmacro define-layouts (&rest rows)
  `(progn
     ,@(mapcar (lambda (row)
                 `(add-layout (concatenate-as 'string ,@(remove-if #'consp row)) ',(find-if #'consp row)))
               rows)))

(defun add-layout (control operators)
  (let ((number (length *layouts*)))
    (setq *layouts* (concatenate-as 'vector *layouts* (list control)))
    (dolist (operator operators) (set-layout operator number))))

(defconstant lambda-list-layout "~:<~@{~W~^ ~:_~}~:>")
(defconstant body-layout "~1I~@{ ~_~W~}~:>")  ; indented by two columns
(defconstant bindings-layout "~:<~@{~:<~@{~W~^ ~:_~}~:>~^ ~_~}~:>")

(define-layouts
 ("~:<~W" body-layout (ignore-errors locally progn with-standard-io-syntax))
 ;; one subform before the body, or two
 ("~:<~W~^~3I ~:_~W" body-layout
  (block catch defstruct dolist dotimes eval-when multiple-value-call multiple-value-prog1 multiple-value-setq pprint-logical-block
   print-unreadable-object prog1 return-from the throw unless unwind-protect when with-compilation-unit with-hash-table-iterator
   with-input-from-string with-open-file with-open-stream with-output-to-string))
 ("~:<~W~^~3I ~:_~W~^ ~:_~W" body-layout
  (defclass defconstant define-condition defparameter defsetf defvar prog2 progv with-accessors with-slots))
 ("~:<~W~^~3I ~@_~W~^ ~:_" lambda-list-layout body-layout (define-modify-macro defgeneric defmacro defmethod deftype defun))
 ("~:<~W~^~3I ~:_" lambda-list-layout body-layout (lambda))
 ("~:<~W~^~3I ~:_" lambda-list-layout "~^ ~:_~W" body-layout (destructuring-bind multiple-value-bind))
 ("~:<~W~^ ~@_" bindings-layout body-layout (handler-bind let let* restart-bind symbol-macrolet))
 ("~:<~W~^ ~@_~:<~@{~:<~^~W~^~3I ~:_" lambda-list-layout "~1I~@{ ~_~W~}~:>~^ ~_~}~:>" body-layout (flet labels macrolet))
 ("~:<~W~^ ~:I~@_" bindings-layout "~^ ~_~:<~@{~W~^ ~_~}~:>~1I~@{ ~_~W~}~:>" (do do*))
 ("~:<~W~^ ~:I~@{~W~^ ~:_~W~^ ~_~}~:>" (psetf psetq setf setq))
 ("~:<~W~^~3I ~:_~W~1I~@{ ~_~:<~^~W~^~@{ ~_~W~}~:>~}~:>" (case ccase ctypecase ecase etypecase typecase))
 ("~:<~W~^~3I ~:_~W~1I~@{ ~_~:<~^~W~^ ~:_" lambda-list-layout "~1I~@{ ~_~W~}~:>~}~:>" (handler-case restart-case))
 ("~:<~W~^ ~:I~@{~:<~@{~W~^ ~_~}~:>~^ ~_~}~:>" (cond))
 ("~:<~W~^ ~:I~W~@{ ~_~W~}~:>" (if)))

;;; Layouts of code that a control string cannot describe

;; Tags are indented one column less than forms.
(defmacro pprint-tags-and-forms (stream)
  `(loop (pprint-exit-if-list-exhausted)
         (write-char #\Space ,stream)
         (let ((form (pprint-pop)))
           (pprint-indent :block (if (consp form) 1 0) ,stream)
           (pprint-newline :linear ,stream)
           (write form :stream ,stream))))

(defun pprint-tagbody (stream form)
  (pprint-logical-block (stream form :prefix "(" :suffix ")")
    (write (pprint-pop) :stream stream)
    (pprint-tags-and-forms stream)))

(defun pprint-prog (stream form)
  (pprint-logical-block (stream form :prefix "(" :suffix ")")
    (write (pprint-pop) :stream stream)
    (pprint-exit-if-list-exhausted)
    (write-char #\Space stream)
    (pprint-fill stream (pprint-pop))
    (pprint-tags-and-forms stream)))

;; Each clause of LOOP begins a new line; its parts follow on the same line.
(defun pprint-loop (stream form)
  (pprint-logical-block (stream form :prefix "(" :suffix ")")
    (write (pprint-pop) :stream stream)
    (pprint-exit-if-list-exhausted)
    (write-char #\Space stream)
    (pprint-indent :current 0 stream)
    (if (and (consp (cdr form)) (consp (cadr form)))
        (loop (write (pprint-pop) :stream stream)
              (pprint-exit-if-list-exhausted)
              (write-char #\Space stream)
              (pprint-newline :linear stream))
        (let ((first t))
          (loop (let ((part (pprint-pop)))
                  (unless first
                    (write-char #\Space stream)
                    (pprint-newline (if (loop-clause-p part) :linear :fill) stream))
                  (setq first nil)
                  (write part :stream stream)
                  (pprint-exit-if-list-exhausted)))))))

(defun loop-clause-p (part)
  (and (symbolp part)
       (member (symbol-name part)
               '("FOR" "AS" "WITH" "REPEAT" "WHILE" "UNTIL" "DO" "DOING" "COLLECT" "COLLECTING" "APPEND" "APPENDING" "NCONC"
                 "NCONCING" "SUM" "SUMMING" "COUNT" "COUNTING" "MAXIMIZE" "MAXIMIZING" "MINIMIZE" "MINIMIZING" "WHEN" "IF"
                 "UNLESS" "ALWAYS" "NEVER" "THEREIS" "INITIALLY" "FINALLY" "RETURN" "NAMED")
               :test #'string=)
       t))

(mapc (lambda (pair) (set-layout (car pair) (cdr pair)))
      '((tagbody . pprint-tagbody) (prog . pprint-prog) (prog* . pprint-prog) (loop . pprint-loop)))
