;;;; inspect.lisp -- INSPECT, an interactive inspector of objects. -*- sealed -*-

;; The parts of OBJECT: a list of pairs (label . part).
(defun parts (object)
  (flet ((numbered (elements)
           (let ((i -1)) (mapcar (lambda (element) (cons (incf i) element)) elements))))
    (typecase object
      (cons (if (ignore-errors (list-length object))
                (numbered object)
                (list (cons 'car (car object)) (cons 'cdr (cdr object)))))
      (string nil)
      (vector (numbered (coerce object 'list)))
      (array (numbered (let ((elements nil))
                         (dotimes (i (array-total-size object) (nreverse elements))
                           (push (row-major-aref object i) elements)))))
      (hash-table (let ((pairs nil))
                    (maphash (lambda (key value) (push (cons key value) pairs)) object)
                    (nreverse pairs)))
      (null nil)
      (symbol (append (list (cons 'name (symbol-name object)) (cons 'package (symbol-package object)))
                      (if (boundp object) (list (cons 'value (symbol-value object))) nil)
                      (if (fboundp object) (list (cons 'function (symbol-function object))) nil)
                      (list (cons 'properties (symbol-plist object)))))
      (ratio (list (cons 'numerator (numerator object)) (cons 'denominator (denominator object))))
      (complex (list (cons 'realpart (realpart object)) (cons 'imagpart (imagpart object))))
      ((or structure-object condition)
       (slots-with-values object (mapcar #'car (structure-type-slots (class-of object)))))
      (standard-object
       (slots-with-values object (mapcar #'slot-name (details-slots (details-of (class-of object)))))))))

(defun slots-with-values (object names)
  (mapcan (lambda (name) (if (slot-boundp object name) (list (cons name (slot-value object name))) nil)) names))

(defvar *parts-shown* 30)

(defun show-parts (object parts)
  (let ((number -1))
    (format *query-io* "~&~/system::print-part/~%  is of type ~S.~%" object (type-of object))
    (dolist (part parts)
      (if (= (incf number) *parts-shown*)
          (return (format *query-io* "  ... ~D more~%" (- (length parts) number))))
      (format *query-io* "~3D ~/system::print-part/: ~/system::print-part/~%" number (car part) (cdr part)))))

(defun inspect (object)
  "Print OBJECT and its numbered parts to *QUERY-IO* and execute the commands typed there; return OBJECT at the end.
Type the number of a part to inspect it, up to return to the object that contains it, again to print the current object,
help for the list of commands, and quit to end. The end of input also ends the inspector.
Example: (let ((*query-io* (make-two-way-stream (make-string-input-stream \"0 up quit\") (make-broadcast-stream))))
  (inspect '(1 2))) => (1 2)"
  (let ((outer nil) (here object) (parts nil) (shown nil))
    (loop
      (unless shown
        (setq parts (parts here) shown t)
        (show-parts here parts))
      (format *query-io* "~&inspect> ")
      (finish-output *query-io*)
      (let ((word (read-word *query-io*)))
        (cond ((or (null word) (member word '("q" "quit") :test #'string-equal)) (return object))
              ((and (every #'digit-char-p word) (< (parse-integer word) (length parts)))
               (push here outer)
               (setq here (cdr (nth (parse-integer word) parts)) shown nil))
              ((member word '("u" "up") :test #'string-equal)
               (if outer
                   (setq here (pop outer) shown nil)
                   (format *query-io* "This is the object that INSPECT was called with; type quit to leave.~%")))
              ((member word '("a" "again") :test #'string-equal) (setq shown nil))
              (t (format *query-io* "Type the number of a part, up, again or quit.~%")))))))

;; The next word of STREAM, up to a space or the end of the line; NIL at the end of input.
(defun read-word (stream)
  (if (peek-char t stream nil nil)
      (with-output-to-string (word)
        (do ((c (read-char stream nil nil) (read-char stream nil nil)))
            ((member c '(nil #\Space #\Tab #\Newline)))
          (write-char c word)))
      nil))
