;;;; compiled-text.lisp -- the text of a compiled file. -*- sealed -*-
;;;; The text is a sequence of forms, which LOAD reads and evaluates in turn. An object that occurs again has a label,
;;;; #n=, which is valid in the rest of the file: objects that are identical in the source are identical when loaded
;;;; (standard, 3.2.4.4). An object without a printed representation is created by a separate form, '#n=#.(...), before the
;;;; form in which it first occurs. Its initialization form follows when all objects in it are created (see
;;;; MAKE-LOAD-FORM).
;;;;
;;;; Only the second occurrence of an object shows that it needs a label. The text is therefore collected in a string with
;;;; the position of each object, and the labels are inserted when the file is complete.

(defstruct (compiled-text (:conc-name text-) (:constructor make-compiled-text ()) (:copier nil) (:predicate nil))
  "The text of a file that is being compiled."
  (string (make-array 10000 :element-type 'character :adjustable t :fill-pointer 0))
  (places (make-hash-table :test 'eq))  ; from the objects in it to their spots
  (labelled nil)                        ; spots with a label to be inserted
  (labels 0)                            ; the number of labels
  (forms 0)                             ; the number of forms begun
  (specials (make-hash-table :test 'eq))  ; the special variables whose names the text contains
  (waiting nil))                        ; initialization forms that are not yet written, last one first

(defstruct (spot (:copier nil) (:predicate nil))
  "The position of an object in the text of a compiled file."
  (form nil)       ; number of the last form in which the object occurs
  (start nil)      ; index in the string; T for an object that a form has made; NIL if it is not written yet
  (list nil)       ; for a tail of a list: a cons whose car is the index of the list's end
  (label nil)
  (content nil))   ; of a cons: its car and cdr when it was written

(defvar *text* nil "The text of the file that COMPILE-FILE compiles.")

(defun spot-of (object) (gethash object (text-places *text*)))
(defun (setf spot-of) (spot object) (setf (gethash object (text-places *text*)) spot))
(defun text-position () (fill-pointer (text-string *text*)))

;; Adds FORM to the text, after the forms that make its parts.
(defun write-compiled (form)
  (make-parts form)
  (write-text form))

;; Writes the complete text to OUT.
(defun finish-text (out)
  (let ((insertions nil) (string (text-string *text*)) (begin 0))
    (dolist (spot (text-labelled *text*))
      (cond ((spot-list spot)
             (push (cons (spot-start spot) (format nil " . #~D=(" (spot-label spot))) insertions)
             (push (cons (car (spot-list spot)) ")") insertions))
            (t (push (cons (spot-start spot) (format nil "#~D=" (spot-label spot))) insertions))))
    (dolist (insertion (sort insertions #'< :key #'car))
      (write-string string out :start begin :end (car insertion))
      (write-string (cdr insertion) out)
      (setq begin (car insertion)))
    (write-string string out :start begin)))

;;; Objects created by forms

;; Writes the creation forms of the parts of OBJECT that cannot be printed. Returns false if one of these is
;; being created already.
(defun make-parts (object)
  (let ((number (incf (text-forms *text*))) (complete t))
    (labels ((part (object)
               (cond ((made-by-form-p object) (unless (made-p object) (setq complete nil)))
                     ((or (consp object) (element-vector-p object)) (unless (known-p object) (parts object)))))
             (known-p (object)
               (let ((spot (spot-of object)))
                 (cond ((null spot) nil)
                       ((eql (spot-form spot) number) t)
                       (t (and (spot-start spot) (unchanged-p object spot number))))))
             (parts (object)
               (loop
                 (setf (spot-of object) (make-spot :form number))
                 (when (vectorp object) (return (map nil #'part object)))
                 (part (car object))
                 (setq object (cdr object))
                 (unless (and (consp object) (not (known-p object))) (return (part object))))))
      (part object)
      complete)))

;; Is OBJECT the same as when it was written? A program may have changed a list between two forms.
(defun unchanged-p (object spot number)
  (loop
    (when (or (atom object) (eql (spot-form spot) number)) (return t))
    (let ((content (spot-content spot)))
      (setf (spot-form spot) number)
      (unless (and (eq (car object) (car content)) (eq (cdr object) (cdr content))
                   (or (atom (car object)) (unchanged-p (car object) (spot-of (car object)) number)))
        (setf (spot-form spot) nil)
        (return nil))
      (setq object (cdr object))
      (if (consp object) (setq spot (spot-of object))))))

;; Is OBJECT a vector whose elements are written one by one?
(defun element-vector-p (object) (and (vectorp object) (eq (array-element-type object) t)))

(defun made-by-form-p (object)
  (typecase object
    ((or symbol number character cons string bit-vector random-state) nil)
    ((or function stream readtable) (cannot-be-written object))
    (pathname (not (and (readable-p object) (null (pathname-host object)) (null (pathname-version object)))))
    (array (not (element-vector-p object)))
    (t t)))

;; Writes the creation form of OBJECT unless this is done. Returns false if OBJECT is being created.
(defun made-p (object)
  (let ((spot (spot-of object)))
    (cond (spot (spot-start spot))
          (t (setf (spot-of object) (setq spot (make-spot :label (incf (text-labels *text*)))))
             (multiple-value-bind (creation initialization) (forms-that-make object)
               (unless (make-parts creation)
                 (error "COMPILE-FILE: expected an object that can be created without itself, got ~S" object))
               (write-text creation (format nil "'#~D=#." (spot-label spot)))
               (setf (spot-start spot) t)
               (if initialization (push initialization (text-waiting *text*)))
               (write-initializations))
             t))))

(defun write-initializations ()
  (let ((forms (nreverse (text-waiting *text*))))
    (setf (text-waiting *text*) nil)
    (dolist (form forms)
      (if (make-parts form) (write-text form) (push form (text-waiting *text*))))))

(defun forms-that-make (object)
  (typecase object
    (package (if (package-name object) `(designated-package ,(package-name object)) (cannot-be-written object)))
    (hash-table (values `(make-hash-table :test ',(hash-table-test object)) `(fill-table ',object ',(table-contents object))))
    (array (let ((elements (array-contents object)))
             (values `(make-array ',(if (vectorp object) (length elements) (array-dimensions object))
                                  :element-type ',(array-element-type object))
                     `(fill-array ',object ',elements))))
    (logical-pathname `(logical-pathname ,(namestring object)))
    (pathname `(make-pathname :host ',(pathname-host object) :device ',(pathname-device object)
                              :directory ',(pathname-directory object) :name ',(pathname-name object)
                              :type ',(pathname-type object) :version ',(pathname-version object)))
    (t (make-load-form object))))

(defun cannot-be-written (object)
  (error "COMPILE-FILE: expected an object that can be written to a file, got ~S" object))

(defun table-contents (table)
  (let ((contents nil))
    (maphash (lambda (key value) (setq contents (list* key value contents))) table)
    contents))

(defun fill-table (table contents)
  (loop (if (null contents) (return table)) (setf (gethash (pop contents) table) (pop contents))))

(defun array-contents (array)
  (if (vectorp array)
      (coerce array 'list)
      (let ((contents nil))
        (dotimes (i (array-total-size array) (nreverse contents)) (push (row-major-aref array i) contents)))))

(defun fill-array (array contents)
  (dotimes (i (array-total-size array) array) (setf (row-major-aref array i) (pop contents))))

;;; Text

(defun write-text (form &optional (prefix ""))
  (let ((dialect (dialect)))
    (dialect :common-lisp)
    (unwind-protect
         (with-standard-io-syntax
           (let ((*package* (find-package "COMMON-LISP")))
             (with-output-to-string (out (text-string *text*))
               (write-string prefix out)
               (write-part form out)
               (terpri out))))
      (dialect dialect))))

(defun write-part (object out)
  (cond ((and (symbolp object) (symbol-package object)) (write-interned object out))
        ((or (numberp object) (characterp object)) (prin1 object out))
        (t (let ((spot (or (spot-of object) (setf (spot-of object) (make-spot)))))
             (cond ((spot-start spot) (write-reference spot out))
                   (t (setf (spot-start spot) (text-position))
                      (cond ((consp object) (write-list object spot out))
                            ((element-vector-p object) (write-vector object out))
                            (t (prin1 object out)))))))))

;; Writes SYMBOL with two colons: a symbol that is external now may not be external yet when the form is loaded.
(defun write-interned (symbol out)
  (let ((home (symbol-package symbol)))
    (cond ((or (keywordp symbol) (eq symbol (find-symbol (symbol-name symbol) *package*))) (prin1 symbol out))
          (t (let ((*print-gensym* nil) (*print-readably* nil)) (prin1 (make-symbol (package-name home)) out))
             (write-string "::" out)
             (let ((*package* home)) (prin1 symbol out))))))

(defun write-reference (spot out)
  (unless (spot-label spot)
    (setf (spot-label spot) (incf (text-labels *text*)))
    (push spot (text-labelled *text*)))
  (format out "#~D#" (spot-label spot)))

(defun write-list (list spot out)
  (let ((end (list nil)))
    (write-char #\( out)
    (loop
      (setf (spot-content spot) (cons (car list) (cdr list)))
      (write-part (car list) out)
      (setq list (cdr list))
      (when (null list) (return))
      (setq spot (if (consp list) (spot-of list)))
      (when (or (null spot) (spot-start spot))
        (write-string " . " out)
        (return (write-part list out)))
      (setf (spot-start spot) (text-position) (spot-list spot) end)
      (write-char #\Space out))
    (setf (car end) (text-position))
    (write-char #\) out)))

(defun write-vector (vector out)
  (write-string "#(" out)
  (dotimes (i (length vector))
    (if (> i 0) (write-char #\Space out))
    (write-part (aref vector i) out))
  (write-char #\) out))
