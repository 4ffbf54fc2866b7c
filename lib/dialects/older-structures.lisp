;;;; older-structures.lisp -- DEFSTRUCT as MacLisp and Franz Lisp have it, after A. Bawden's description of it (MIT, 1980): the
;;;; accessors are named as their parts unless there is a CONC-NAME, and constructors and alterants are macros that take names of
;;;; parts: (make-point x 3). The keywords may be written with or without colons. -*- sealed -*-

;; A definition, which is the property OLDER-STRUCTURE of NAME.
(defstruct (older-structure (:type list) (:copier nil) (:predicate nil))
  name type
  named              ; whether the first element is NAME
  (offset 0)         ; the number of elements before the first part, NAME included
  size               ; the number of elements
  (conc-name "")
  constructors       ; a list of (name) and (name lambda-list)
  alterant
  default-pointer    ; the list of a form, or NIL
  but-first          ; a function whose value contains the parts, or NIL
  parts              ; all parts in order
  size-macro size-symbol predicate copier properties)

;; One part: element INDEX of the structure, or the bits PPSS of it; INITIAL: the list of the form of its initial value, or NIL.
(defstruct (older-part (:type list) (:copier nil) (:predicate nil)) name accessor index ppss initial)

;;; Representations

(defun older-structure-types ()
  '(("LIST") ("NAMED-LIST" named) ("HUNK") ("NAMED-HUNK" named) ("VECTOR") ("NAMED-VECTOR" named) ("TREE") ("ARRAY")
    ("UN-GC-ARRAY") ("FIXNUM-ARRAY") ("FLONUM-ARRAY")))

;; The type of array elements for a TYPE that is a kind of array, else NIL.
(defun older-array-type (type)
  (cdr (assoc type '(("ARRAY" . t) ("UN-GC-ARRAY" . nil) ("FIXNUM-ARRAY" . fixnum) ("FLONUM-ARRAY" . maclisp:flonum)) :test #'string=)))

(defun array-structure-p (type) (search "ARRAY" type))

;; The calls of CAR and CDR, the outermost first, that take leaf INDEX from a balanced tree of SIZE leaves.
(defun older-tree-path (index size)
  (let ((half (floor size 2)))
    (cond ((= size 1) nil)
          ((< index half) (append (older-tree-path index half) '(car)))
          (t (append (older-tree-path (- index half) (- size half)) '(cdr))))))

(defun older-tree-form (forms size)
  (if (= size 1)
      (car forms)
      (let ((half (floor size 2)))
        `(cons ,(older-tree-form forms half) ,(older-tree-form (nthcdr half forms) (- size half))))))

;; A form for element INDEX of OBJECT, a variable.
(defun element-form (structure index object)
  (let ((type (older-structure-type structure)))
    (cond ((search "LIST" type) `(nth ,index ,object))
          ((search "HUNK" type) `(maclisp-cxr ,index ,object))
          ((search "VECTOR" type) `(svref ,object ,index))
          ((array-structure-p type) `(row-major-aref (array-named ,object) ,index))
          (t (reduce (lambda (operator form) (list operator form)) (older-tree-path index (older-structure-size structure))
                     :from-end t :initial-value object)))))

;; A form that makes the value of VALUE, a form, element INDEX of OBJECT, a variable.
(defun element-setter (structure index object value)
  (let ((place (element-form structure index object)) (type (older-structure-type structure)))
    (cond ((search "HUNK" type) `(maclisp-rplacx ,index ,object ,value))
          (t `(setf ,place ,value)))))

;; A form that makes a structure of the values of FORMS, one for each element.
(defun structure-maker (structure forms)
  (let ((type (older-structure-type structure)) (object (gensym "OBJECT")))
    (cond ((search "LIST" type) `(list ,@forms))
          ((search "HUNK" type) `(make-hunk (vector ,@forms)))
          ((search "VECTOR" type) `(vector ,@forms))
          ((string= type "TREE") (older-tree-form forms (length forms)))
          (t `(let ((,object (maclisp-array nil ,(older-array-type type) ,(length forms))))
                ,@(loop for form in forms for index from 0 collect (element-setter structure index object form))
                ,object)))))

;;; Definitions

(defun structure-error (name control &rest arguments)
  (error 'program-error :format-control "DEFSTRUCT of ~S: ~?" :format-arguments (list name control arguments)))

(defun joined-name (&rest names)
  (intern (apply #'concatenate 'string (mapcar #'string names))))

(defun defined-structure (name)
  (or (get name 'older-structure) (structure-error name "it is included but not defined")))

(defun set-structure-type (structure type)
  (let* ((type (string type)) (known (assoc type (older-structure-types) :test #'string=)))
    (unless known
      (structure-error (older-structure-name structure) "expected a type among ~{~A~^, ~}, got ~A"
                       (mapcar #'car (older-structure-types)) type))
    (setf (older-structure-type structure) type)
    (if (cdr known) (setf (older-structure-named structure) t))))

(defun read-structure-option (structure option)
  (let* ((word (string (if (consp option) (car option) option)))
         (values (if (consp option) (cdr option) nil))
         (given (consp values))
         (value (car values))
         (name (older-structure-name structure)))
    (flet ((name-or (default) (if given value default))
           (value-wanted () (unless given (structure-error name "the option ~A wants a value" word))))
      (cond ((string= word "TYPE") (value-wanted) (set-structure-type structure value))
            ((string= word "NAMED") (setf (older-structure-named structure) t))
            ((string= word "CONC-NAME") (setf (older-structure-conc-name structure) (or (name-or (format nil "~A-" name)) "")))
            ((string= word "CONSTRUCTOR")
             (if (and given (null value))
                 (setf (older-structure-constructors structure) '(nil))
                 (push (cons (name-or (joined-name "MAKE-" name)) (cdr values)) (older-structure-constructors structure))))
            ((string= word "ALTERANT")
             (setf (older-structure-alterant structure) (list (name-or (joined-name "ALTER-" name)))))
            ((string= word "DEFAULT-POINTER") (setf (older-structure-default-pointer structure) (list (name-or name))))
            ((string= word "BUT-FIRST") (value-wanted) (setf (older-structure-but-first structure) value))
            ((string= word "INCLUDE") (value-wanted) (include-structure structure values))
            ((string= word "INITIAL-OFFSET") (value-wanted) (incf (older-structure-offset structure) value))
            ((string= word "SIZE-MACRO")
             (setf (older-structure-size-macro structure) (name-or (joined-name name "-SIZE"))))
            ((string= word "SIZE-SYMBOL")
             (setf (older-structure-size-symbol structure) (name-or (joined-name name "-SIZE"))))
            ((string= word "PREDICATE") (setf (older-structure-predicate structure) (name-or (joined-name name "-P"))))
            ((string= word "COPIER") (setf (older-structure-copier structure) (name-or (joined-name "COPY-" name))))
            ((string= word "PROPERTY")
             (value-wanted)
             (push (list value (if (cdr values) (cadr values) t)) (older-structure-properties structure)))
            ;; These options choose a way of compiling; Winnow has only one.
            ((member word '("CALLABLE-ACCESSORS" "DISPLACE" "EVAL-WHEN") :test #'string=))
            ((assoc word (older-structure-types) :test #'string=) (set-structure-type structure word))
            (t (structure-error name "the option ~A is not known" word))))))

;; Takes over the parts of another structure. SPECIFICATION: its name, then parts with other initial values.
(defun include-structure (structure specification)
  (let* ((name (older-structure-name structure)) (other (defined-structure (car specification))))
    (setf (older-structure-size structure) (older-structure-size other)
          (older-structure-parts structure) (mapcar #'copy-list (older-structure-parts other)))
    (if (older-structure-type structure)
        (unless (equal (older-structure-type structure) (older-structure-type other))
          (structure-error name "its type is not that of ~S, which it includes" (car specification)))
        (set-structure-type structure (older-structure-type other)))
    (if (older-structure-named other) (setf (older-structure-named structure) t))
    (unless (older-structure-but-first structure)
      (setf (older-structure-but-first structure) (older-structure-but-first other)))
    (dolist (part (cdr specification))
      (let* ((part-name (if (consp part) (car part) part)) (found (part-named structure part-name)))
        (setf (older-part-initial found) (if (consp part) (cdr part) nil))))))

(defun part-named (structure name)
  (or (find name (older-structure-parts structure) :key #'older-part-name)
      (error 'program-error :format-control "~S: expected a part among ~{~S~^, ~}, got ~S"
                            :format-arguments (list (older-structure-name structure)
                                                    (mapcar #'older-part-name (older-structure-parts structure)) name))))

;; Adds the parts of SPECIFICATION at element INDEX: name, (name [initial]) or ((name ppss [initial])...), which share it.
(defun add-parts (structure specification index)
  (flet ((add (name ppss initial)
           (setf (older-structure-parts structure)
                 (append (older-structure-parts structure)
                         (list (make-older-part :name name :index index :ppss ppss :initial initial
                                                :accessor (joined-name (older-structure-conc-name structure) name)))))))
    (cond ((atom specification) (add specification nil nil))
          ((atom (car specification)) (add (car specification) nil (cdr specification)))
          (t (dolist (field specification) (add (car field) (cadr field) (cddr field)))))))

;; The structure that (defstruct NAME-AND-OPTIONS part...) defines, and a list of its own parts.
(defun read-older-structure (name-and-options specifications default-type)
  (let* ((options (if (consp name-and-options) (cdr name-and-options) nil))
         (name (if (consp name-and-options) (car name-and-options) name-and-options))
         (structure (make-older-structure :name name)))
    (check-type name symbol)
    (dolist (option options) (read-structure-option structure option))
    (unless (older-structure-type structure) (set-structure-type structure default-type))
    (unless (older-structure-constructors structure)
      (setf (older-structure-constructors structure) (list (list (joined-name "MAKE-" name)))))
    (unless (older-structure-alterant structure)
      (setf (older-structure-alterant structure) (list (joined-name "ALTER-" name))))
    (let* ((inherited (length (older-structure-parts structure)))
           (index (+ (older-structure-offset structure)
                     (or (older-structure-size structure) (if (older-structure-named structure) 1 0)))))
      (dolist (specification specifications)
        (add-parts structure specification index)
        (incf index))
      (when (= index 0) (structure-error name "it does not have a part"))
      (setf (older-structure-size structure) index)
      (values structure (nthcdr inherited (older-structure-parts structure))))))

;;; Constructors and alterants

;; Pairs of a part and a form from ARGUMENTS that alternate a part's name and a form.
(defun named-part-forms (structure operator arguments)
  (let ((pairs '()))
    (do ((rest arguments (cddr rest))) ((null rest) (nreverse pairs))
      (unless (cdr rest)
        (error 'program-error :format-control "~S: the part ~S has no value" :format-arguments (list operator (car rest))))
      (push (cons (part-named structure (car rest)) (cadr rest)) pairs))))

;; The same from ARGUMENTS by position, after LAMBDA-LIST, which may contain &OPTIONAL, &REST and &AUX.
(defun part-forms-by-position (structure operator lambda-list arguments)
  (let ((pairs '()) (mode '&required) (rest arguments))
    (dolist (item lambda-list)
      (let ((name (if (consp item) (car item) item)) (initial (if (consp item) (cdr item) nil)))
        (flet ((give (form) (push (cons (part-named structure name) form) pairs)))
          (cond ((member item '(&optional &rest &aux)) (setq mode item))
                ((eq mode '&aux) (give (if initial (car initial) nil)))
                ((eq mode '&rest) (give `(list ,@rest)) (setq rest '()))
                (rest (give (pop rest)))
                ((eq mode '&required)
                 (error 'program-error :format-control "~S: expected at least ~D argument~:P, got ~D"
                                       :format-arguments (list operator (or (position-if (lambda (i) (member i '(&optional &rest &aux)))
                                                                                         lambda-list)
                                                                            (length lambda-list))
                                                               (length arguments))))
                (initial (give (car initial)))))))
    (when rest
      (error 'program-error :format-control "~S: got ~D argument~:P more than it takes" :format-arguments (list operator (length rest))))
    (nreverse pairs)))

;; A form for the element INDEX whose parts get the values of PAIRS; OLD: a form for its bits before.
(defun element-value-form (index pairs old)
  (let ((form old))
    (dolist (pair pairs form)
      (destructuring-bind (part . value) pair
        (when (= (older-part-index part) index)
          (setq form (if (older-part-ppss part) `(maclisp-dpb ,value ,(older-part-ppss part) ,form) value)))))))

(defun expand-structure-constructor (name operator arguments)
  (let* ((structure (defined-structure name))
         (lambda-list (cdr (assoc operator (older-structure-constructors structure))))
         (given (if lambda-list
                    (part-forms-by-position structure operator (car lambda-list) arguments)
                    (named-part-forms structure operator arguments)))
         (pairs (append (mapcan (lambda (part)
                                  (if (and (older-part-initial part) (not (assoc part given)))
                                      (list (cons part (car (older-part-initial part))))
                                      '()))
                                (older-structure-parts structure))
                        given))
         (forms '()))
    (dotimes (index (older-structure-size structure) (structure-maker structure (nreverse forms)))
      (push (if (and (= index 0) (older-structure-named structure))
                `',name
                (element-value-form index pairs (empty-element structure index)))
            forms))))

;; The value of element INDEX that no form gives: 0 for bits and in arrays of numbers, else NIL.
(defun empty-element (structure index)
  (let ((type (older-structure-type structure)))
    (cond ((string= type "FLONUM-ARRAY") 0.0)
          ((or (string= type "FIXNUM-ARRAY")
               (find-if (lambda (part) (and (older-part-ppss part) (= (older-part-index part) index))) (older-structure-parts structure)))
           0)
          (t nil))))

;; All values are computed before the first part is changed.
(defun expand-structure-alterant (name operator object arguments)
  (let* ((structure (defined-structure name))
         (pairs (named-part-forms structure operator arguments))
         (variable (gensym "OBJECT"))
         (names (mapcar (lambda (pair) (declare (ignore pair)) (gensym "VALUE")) pairs))
         (values (mapcar (lambda (pair name) (cons (car pair) name)) pairs names)))
    `(let ((,variable ,(structure-inside structure object))
           ,@(mapcar (lambda (pair name) (list name (cdr pair))) pairs names))
       ,@(mapcar (lambda (index)
                   (element-setter structure index variable
                                   (element-value-form index values (element-form structure index variable))))
                 (remove-duplicates (mapcar (lambda (pair) (older-part-index (car pair))) pairs)))
       ,variable)))

;; A form for what contains the parts of the value of OBJECT, a form.
(defun structure-inside (structure object)
  (let ((but-first (older-structure-but-first structure)))
    (if but-first (list but-first object) object)))

;;; The macro

(defun accessor-definitions (structure part)
  (let* ((object (gensym (string (older-structure-name structure))))
         (inside (gensym "INSIDE"))
         (pointer (older-structure-default-pointer structure))
         (parameters (if pointer `(&optional (,object ,@pointer)) (list object)))
         (index (older-part-index part))
         (element (element-form structure index inside))
         (ppss (older-part-ppss part)))
    `((maclisp-defun ,(older-part-accessor part) ,parameters
        (let ((,inside ,(structure-inside structure object))) ,(if ppss `(maclisp-ldb ,ppss ,element) element)))
      (maclisp-defun (setf ,(older-part-accessor part)) (new-value ,@parameters)
        (let ((,inside ,(structure-inside structure object)))
          ,(element-setter structure index inside (if ppss `(maclisp-dpb new-value ,ppss ,element) 'new-value))
          new-value)))))

(defun structure-operators (structure)
  (let ((name (older-structure-name structure))
        (alterant (car (older-structure-alterant structure)))
        (size (older-structure-size structure)))
    `(,@(mapcar (lambda (constructor)
                  `(define-structure-macro ,(car constructor) (&rest arguments)
                     (expand-structure-constructor ',name ',(car constructor) arguments)))
                (remove nil (older-structure-constructors structure)))
      ,@(if alterant
            `((define-structure-macro ,alterant (object &rest arguments)
                (expand-structure-alterant ',name ',alterant object arguments)))
            '())
      ,@(if (older-structure-size-macro structure)
            `((define-structure-macro ,(older-structure-size-macro structure) () ,size))
            '())
      ,@(if (older-structure-size-symbol structure) `((setq ,(older-structure-size-symbol structure) ,size)) '())
      ,@(structure-predicate structure)
      ,@(if (older-structure-copier structure)
            `((maclisp-defun ,(older-structure-copier structure) (object)
                ,(structure-maker structure (loop for index below size collect (element-form structure index 'object)))))
            '()))))

(defun structure-predicate (structure)
  (let ((predicate (older-structure-predicate structure)) (name (older-structure-name structure)) (type (older-structure-type structure)))
    (cond ((null predicate) '())
          ((not (older-structure-named structure)) (structure-error name "a predicate needs the option NAMED"))
          (t `((maclisp-defun ,predicate (object)
                 (and ,(cond ((search "LIST" type) '(consp object))
                             ((search "HUNK" type) '(hunk-p object))
                             (t '(simple-vector-p object)))
                      (eq ,(element-form structure 0 'object) ',name))))))))

(defmacro define-structure-macro (name lambda-list form)
  `(progn (fset ',name (make-macro ,(macro-lambda name lambda-list (list form)) ',lambda-list)) ',name))

(defun expand-older-defstruct (name-and-options parts default-type)
  (multiple-value-bind (structure own) (read-older-structure name-and-options parts default-type)
    (let ((name (older-structure-name structure)))
      `(progn
         (eval-when (:compile-toplevel :load-toplevel :execute)
           (put ',name 'older-structure ',structure)
           ,@(structure-operators structure))
         ,@(mapcan (lambda (part) (accessor-definitions structure part)) own)
         ,@(mapcar (lambda (property) `(put ',name ',(car property) ',(cadr property))) (older-structure-properties structure))
         ',name))))

(define-maclisp-macro defstruct nil (name-and-options &rest parts)
  "Define a structure: (defstruct (name option...) part...), where a part is a name, (name initial-value), or a list of
(name ppss initial-value), parts that share an element as bits. (make-name part value...) makes one, (alter-name object part
value...) changes parts, and each part has an accessor of its name, which SETF takes. OPTIONS: TYPE, which is LIST, HUNK,
VECTOR, TREE, ARRAY, FIXNUM-ARRAY or FLONUM-ARRAY, also with NAMED-, by default HUNK, in Franz Lisp VECTOR; NAMED, CONC-NAME,
CONSTRUCTOR, ALTERANT, DEFAULT-POINTER, BUT-FIRST, INCLUDE, INITIAL-OFFSET, SIZE-MACRO, SIZE-SYMBOL, PREDICATE, COPIER and
PROPERTY. Return the name."
  (expand-older-defstruct name-and-options parts "HUNK"))
(define-franz-macro defstruct nil (name-and-options &rest parts)
  "Define a structure as in MacLisp; it is a vector unless it has another TYPE. Return the name."
  (expand-older-defstruct name-and-options parts "VECTOR"))
