;;;; condition-places.lisp -- the place in the source where a condition was signalled, as an object. -*- sealed -*-

(defstruct (source-place (:conc-name place-of-) (:constructor make-source-place (file line column form)) (:copier nil)
                         (:print-function print-source-place))
  "A place in a source text: the value of CONDITION-PLACE."
  file line column form)

;; Prints FILE:LINE:COLUMN, as messages begin, with "typed" for FILE if the source was typed.
(defun print-source-place (place stream depth)
  (declare (ignore depth))
  (flet ((write-place ()
           (format stream "~:[typed~;~:*~A~]:~D~@[:~D~]" (place-of-file place) (place-of-line place) (place-of-column place))))
    (if *print-escape*
        (print-unreadable-object (place stream :type t) (write-place))
        (write-place))))

(defun condition-place (condition)
  "Return the place in the source where CONDITION was signalled, a SOURCE-PLACE; or NIL if it was not signalled, or by code that was
not read from a text. It is the place that error messages mark: the innermost expression in the program's own text that failed.
If CONDITION was signalled several times, it is the last of them.
Its parts are read by SOURCE-PLACE-FILE, SOURCE-PLACE-LINE, SOURCE-PLACE-COLUMN and SOURCE-PLACE-FORM; PRINC prints it as
FILE:LINE:COLUMN.
Signals: type-error if CONDITION is not a condition.
Example: (condition-place (make-condition 'error)) => NIL"
  (let ((place (place-signalled condition)))
    (if place
        (destructuring-bind (file line column text) place
          (make-source-place file line (if (plusp column) column nil) (form-at-place text line column)))
        nil)))

;; The form of TEXT that begins at COLUMN of LINE, both counted from 1; NIL if it cannot be read.
(defun form-at-place (text line column)
  (let ((part (if (plusp column) (source-part text (position-of-place text line column)) nil)))
    (if part (part-form text part) nil)))

(defmacro define-place-readers (&rest rows)
  `(progn
     ,@(mapcar (lambda (row)
                 (destructuring-bind (name reader text example) row
                   `(defun ,name (place)
                      ,(format nil "Return ~A of PLACE, a source-place (see CONDITION-PLACE).~%Signals: type-error unless PLACE is a source-place.~%Example: ~A"
                               text example)
                      (if (source-place-p place)
                          (,reader place)
                          (signal-wrong-type place "a source-place" 'source-place)))))
               rows)))

(define-place-readers
 (source-place-file place-of-file "the name of the file, a string; NIL for text that was typed at the prompt"
  "(handler-case (source-place-file 1) (type-error () 'wrong)) => WRONG")
 (source-place-line place-of-line "the number of the line, counted from 1"
  "(handler-case (source-place-line 1) (type-error () 'wrong)) => WRONG")
 (source-place-column place-of-column "the number of the column, counted from 1, or NIL if it is not known"
  "(handler-case (source-place-column 1) (type-error () 'wrong)) => WRONG")
 (source-place-form place-of-form "the form that begins there, as it is read now; NIL if it cannot be read"
  "(handler-case (source-place-form 1) (type-error () 'wrong)) => WRONG"))
