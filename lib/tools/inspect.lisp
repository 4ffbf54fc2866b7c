;;;; inspect.lisp -- INSPECT, an interactive inspector of objects. -*- sealed -*-

(defstruct (part (:copier nil) (:predicate nil) (:constructor make-part (label object &optional setter)) (:constructor make-titled-part (title object)))
  "A part of an inspected object. SETTER: NIL, or a function that replaces it. TITLE: NIL, or a string that is shown as its label."
  label object setter title)

(defun numbered-parts (objects setter)
  (let ((i -1))
    (mapcar (lambda (object)
              (let ((number (incf i)))
                (make-part number object (and setter (lambda (new) (funcall setter new number))))))
            objects)))

;; The parts of OBJECT, a list of structures PART: the moves, if it is a position of GAME, then its own parts.
(defun object-parts (object game) (append (position-parts object game) (own-parts object)))

(defun own-parts (object)
  (typecase object
    (cons (list-parts object))
    (string nil)
    (vector (numbered-parts (coerce object 'list) (lambda (new i) (setf (aref object i) new))))
    (array (numbered-parts (loop for i below (array-total-size object) collect (row-major-aref object i))
                           (lambda (new i) (setf (row-major-aref object i) new))))
    (hash-table (table-parts object))
    (null nil)
    (symbol (symbol-parts object))
    (package (package-parts object))
    (ratio (list (make-part 'numerator (numerator object)) (make-part 'denominator (denominator object))))
    (complex (list (make-part 'realpart (realpart object)) (make-part 'imagpart (imagpart object))))
    (class (class-parts object))
    (standard-method (method-parts object))
    (function (function-parts object))
    ((or structure-object condition) (slot-parts object (mapcar #'car (structure-type-slots (class-of object)))))
    (standard-object (slot-parts object (mapcar #'slot-name (details-slots (details-of (class-of object))))))))

(defun list-parts (object)
  (if (ignore-errors (list-length object))
      (numbered-parts object (lambda (new i) (setf (nth i object) new)))
      (list (make-part 'car (car object) (lambda (new) (setf (car object) new)))
            (make-part 'cdr (cdr object) (lambda (new) (setf (cdr object) new))))))

(defun table-parts (table)
  (let ((parts nil))
    (maphash (lambda (key value) (push (make-part key value (lambda (new) (setf (gethash key table) new))) parts)) table)
    (nreverse parts)))

(defun symbol-parts (symbol)
  (append (list (make-part 'name (symbol-name symbol)) (make-part 'package (symbol-package symbol)))
          (if (boundp symbol)
              (list (make-part 'value (symbol-value symbol)
                               (if (constantp symbol) nil (lambda (new) (setf (symbol-value symbol) new)))))
              nil)
          (if (fboundp symbol) (list (make-part 'function (symbol-function symbol))) nil)
          (list (make-part 'properties (symbol-plist symbol) (lambda (new) (setf (symbol-plist symbol) new))))))

(defun package-parts (package)
  (let ((external nil) (internal nil))
    (do-external-symbols (s package) (push s external))
    (do-symbols (s package)
      (if (and (eq (symbol-package s) package) (eq (nth-value 1 (find-symbol (symbol-name s) package)) :internal)) (push s internal)))
    (list (make-part 'name (package-name package)) (make-part 'nicknames (package-nicknames package))
          (make-part 'uses (package-use-list package)) (make-part 'used-by (package-used-by-list package))
          (make-part 'external (sort external #'string<)) (make-part 'internal (sort internal #'string<)))))

(defun class-parts (class)
  (append (list (make-part 'name (class-name class)) (make-part 'superclasses (class-field class :parents)))
          (if (standard-class-p class)
              (list (make-part 'subclasses (details-subclasses (details-of class)))
                    (make-part 'slots (mapcar #'slot-name (details-slots (details-of class)))))
              nil)
          (list (make-part 'precedence (precedence class)) (make-part 'documentation (documentation class t)))))

(defun function-parts (function)
  (let ((record (gethash function *generics*)) (text (definition-text function)))
    (append (list (make-part 'name (function-name function))
                  (make-part 'lambda-list (if record (generic-record-lambda-list record) (arglist function))))
            (if record (generic-parts record) nil)
            (if text (list (make-part 'source text)) nil))))

(defun generic-parts (record)
  (cons (make-part 'combination (generic-record-combination record))
        (mapcar (lambda (method) (make-part (append (method-qualifiers method) (list (specializer-names method))) method))
                (generic-record-methods record))))

(defun method-parts (method)
  (list (make-part 'qualifiers (method-qualifiers method)) (make-part 'specializers (method-record-specializers method))
        (make-part 'lambda-list (method-record-lambda-list method)) (make-part 'function (method-record-function method))))

;; The slots of OBJECT that have a value.
(defun slot-parts (object names)
  (mapcan (lambda (name)
            (if (slot-boundp object name)
                (list (make-part name (slot-value object name) (lambda (new) (setf (slot-value object name) new))))
                nil))
          names))

(defvar *parts-shown* 30)

(defun show-parts (object game parts)
  (let ((number -1) (*standard-output* *query-io*))
    (format-cut "~&~/system::print-part/~%" object)
    (if game
        (show-position-of object game)
        (format-cut "  is of type ~S.~%" (type-of object)))
    (dolist (part parts)
      (if (= (incf number) *parts-shown*)
          (return (format t "  ... ~D more~%" (- (length parts) number))))
      (format-cut "~3D ~:[~/system::print-part/~;~A~]: ~/system::print-part/~%" number
                  (or (part-title part) (library-label-p (part-label part))) (or (part-title part) (part-label part)) (part-object part)))))

;; Is LABEL a word of the functions above, which is shown without its package?
(defun library-label-p (label)
  (and (symbolp label) (eq (symbol-package label) (symbol-package 'library-label-p))))

;;; Commands

(defstruct (inspection (:copier nil) (:predicate nil))
  "An active INSPECT: the object that is shown, those that contain it, and its parts."
  object (outer nil) parts)

(defvar *inspection* nil)

(defvar *inspect-commands*
  '(("UP" u :up) ("AGAIN" a :again) ("SET" s :set) ("HELP" h :help) ("Q" q :quit) ("QUIT" nil :quit)))

(defun show-inspect-help ()
  (format-wrapped "~&A form is evaluated; the variable * is the object.
  0 1 2 ...      inspect the part of that number
  :up            return to the object that contains it
  :again         show the object again
  :set N FORM    replace part N by the value of FORM
  :q             leave the inspector~%"))

(defun visit (object)
  (setf (inspection-object *inspection*) object)
  (show-object))

(defun show-object ()
  (let* ((object (inspection-object *inspection*)) (game (game-of-position object)))
    (show-parts object game (setf (inspection-parts *inspection*) (object-parts object game)))))

(defun inspect (object)
  "Print OBJECT and its numbered parts to *QUERY-IO* and execute the commands typed there; return OBJECT at the end. A position of a
game is shown by the clause :SHOW of the game; the positions after its moves are also parts.
Type the number of a part to inspect it, :up to return to the object that contains it, :set and a number and a form to replace a
part, :again to print the current object, :q to end, :help for the list of commands, or a form to evaluate, in which * is the
object. The end of input also ends the inspector.
Example: (let ((*query-io* (make-two-way-stream (make-string-input-stream (format nil \"0~%:up~%:q\")) (make-broadcast-stream))))
  (inspect '(1 2))) => (1 2)"
  (let ((*inspection* (make-inspection)))
    (visit object)
    (do () ((eq (call-at-prompt "inspect> " #'read-inspect-command) :quit) object))))

;; The line that the user types, as TYPED-LINE returns it.
(defun inspect-line ()
  (cond ((interactive-stream-p *query-io*) (typed-line "inspect> "))
        (t (format *query-io* "~&inspect> ")
           (finish-output *query-io*)
           (let ((line (read-line *query-io* nil nil)))
             (if line (string-trim '(#\Space #\Tab #\Return) line) nil)))))

;; Returns :QUIT at the end.
(defun read-inspect-command ()
  (let* ((line (inspect-line))
         (*standard-output* *query-io*)
         (number (and (stringp line) (plusp (length line)) (every #'digit-char-p line) (parse-integer line))))
    (cond ((null line) :quit)
          ((or (eq line :interrupt) (string= line "")) nil)
          ((and number (< number (length (inspection-parts *inspection*))))
           (push (inspection-object *inspection*) (inspection-outer *inspection*))
           (visit (part-object (nth number (inspection-parts *inspection*)))))
          ((command-line-p line)
           (multiple-value-bind (name rest) (command-word line)
             (let ((command (command-of name (commands-meant name *inspect-commands*))))
               (if command (perform-inspect-command (third command) rest)))))
          ((inspect-word line) (perform-inspect-command (inspect-word line) ""))
          (t (let ((* (inspection-object *inspection*)))
               (evaluate-typed-forms line "inspect> " nil))))))

;; The command that the word LINE means without a colon.
(defun inspect-word (line)
  (cond ((help-word-p line) :help)
        ((or (quit-word-p line) (string-equal line "q")) :quit)
        ((string-equal line "up") :up)
        ((string-equal line "again") :again)))

(defun perform-inspect-command (command rest)
  (case command
    (:quit :quit)
    (:help (show-inspect-help) nil)
    (:again (show-object) nil)
    (:up (if (inspection-outer *inspection*)
             (visit (pop (inspection-outer *inspection*)))
             (format-wrapped "; this is the object that INSPECT was called with~%"))
         nil)
    (:set (replace-part rest) nil)))

;; TEXT: the number of a part and a form.
(defun replace-part (text)
  (let* ((end (or (position-if-not #'digit-char-p text) (length text)))
         (number (if (plusp end) (parse-integer text :end end) nil))
         (part (and number (nth number (inspection-parts *inspection*)))))
    (cond ((null part) (format-wrapped "; write the number of a part, and a form: :set 0 (+ 1 2)~%"))
          ((null (part-setter part)) (format-wrapped "; part ~D cannot be replaced~%" number))
          (t (funcall (part-setter part)
                      (let ((* (inspection-object *inspection*))) (eval (read-from-string text t nil :start end))))
             (show-object)))))
