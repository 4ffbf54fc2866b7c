;;;; structures.lisp -- structure types: DEFSTRUCT. -*- sealed -*-

(defun symbol-join (&rest parts)
  (intern (apply #'concatenate-as 'string (mapcar #'string parts))))

(defun structure-option (options key)
  (find key options :key (lambda (o) (if (consp o) (car o) o))))

;; Returns LAMBDA-LIST, the lambda list of a BOA constructor, in which parameters without a default have the slot's initform as default.
(defun boa-lambda-list (lambda-list slots)
  (let ((mode nil))
    (mapcar (lambda (item)
              (cond ((member item '(&optional &key &aux)) (setq mode item) item)
                    ((member item lambda-list-keywords) (setq mode nil) item)
                    ((or (not mode) (and (eq mode '&aux) (symbolp item)) (and (consp item) (cdr item))) item)
                    (t (list (if (consp item) (car item) item) (cadr (assoc (parameter-variable item) slots))))))
            lambda-list)))

(defun boa-variables (lambda-list)
  (mapcan (lambda (item)
            (cond ((member item lambda-list-keywords) nil)
                  (t (list (parameter-variable item)))))
          lambda-list))

(defmacro defstruct (name-and-options &rest slots)
  "Define a structure type with a constructor, accessors, a predicate and a copier.
NAME-AND-OPTIONS: a name, or (name option...) with :conc-name, :constructor (also with a lambda list, several times),
:copier, :predicate, :include, :print-function, :print-object, :type (LIST or VECTOR), :named, :initial-offset.
SLOTS: names or (name default :type type :read-only boolean); a string first is documentation.
Example: (progn (defstruct point (x 0) y) (point-x (make-point :y 2))) => 0"
  (let* ((name (if (consp name-and-options) (car name-and-options) name-and-options))
         (options (cond ((not (and name (symbolp name))) (reject-form "DEFSTRUCT" "a symbol as name" name))
                        ((consp name-and-options) (cdr name-and-options))))
         (documentation (if (stringp (car slots)) (pop slots) nil))
         (include (structure-option options :include))
         (conc (structure-option options :conc-name))
         (conc-name (cond ((null conc) (symbol-join name "-"))
                          ((and (consp conc) (cdr conc) (cadr conc)) (string (cadr conc)))))
         (row-type-given (let ((o (structure-option options :type))) (if o (cadr o) nil)))
         (row-type (cond ((atom row-type-given) row-type-given)
                         ((or (member (cadr row-type-given) '(nil *))
                              (eq (upgraded-array-element-type (cadr row-type-given)) t))
                          'vector)
                         (t row-type-given)))
         (named (or (null row-type) (structure-option options :named)))
         (offset (let ((o (structure-option options :initial-offset))) (if o (cadr o) 0)))
         (own (mapcar (lambda (s) (if (consp s) s (list s nil))) slots))
         (inherited (if include (inherited-slots (cadr include) (cddr include)) nil))
         (all (append inherited own))
         (layout (if row-type (row-layout name include inherited offset named own) all))
         (constructors (remove-if-not (lambda (o) (or (eq o :constructor)
                                                      (and (consp o) (eq (car o) :constructor))))
                                      options))
         (copier (structure-option options :copier))
         (predicate (structure-option options :predicate))
         (printer (or (structure-option options :print-function) (structure-option options :print-object)))
         (predicate-name (if (and (consp predicate) (cdr predicate)) (cadr predicate) (symbol-join name "-P")))
         (copier-name (if (and (consp copier) (cdr copier)) (cadr copier) (symbol-join "COPY-" name)))
         (name-index (position `',name layout :test #'equal)))
    (if (and (not named) (consp predicate) (cadr predicate))
        (error "DEFSTRUCT ~S: the predicate ~S needs the option :NAMED"
               name (cadr predicate)))
    (if (and (consp row-type-given) named (cdr row-type-given) (not (subtypep 'symbol (cadr row-type-given))))
        (error "DEFSTRUCT ~S: a vector of elements of type ~S cannot hold the name" name (cadr row-type-given)))
    (dolist (s all)
      (if (symbolp (car s)) nil
          (error 'program-error :format-control "DEFSTRUCT ~S: expected a symbol as name of a slot, got ~S"
                                :format-arguments (list name (car s)))))
    (check-slots "DEFSTRUCT" name all)
    (check-structure-options name options (append own (if (consp include) (remove-if-not #'consp (cddr include)))))
    `(progn
       ,@(if row-type nil `((check-type-definition 'defstruct ',name)))
       ,(if row-type
            `(progn (put ',name 'row-layout ',layout)
                    (put ',name 'row-parent ',(if include (cadr include) nil))
                    ,@(if documentation `((document ',name 'structure ,documentation)) nil))
            `(make-structure-type ',name ',(if include (list (cadr include)) nil)
                                  (list ,@(mapcar (lambda (s)
                                                    `(list ',(car s) (lambda () ,(cadr s)) t ',(cadr s)
                                                           ,(getf (cddr s) :read-only)))
                                                  all))
                                  ,documentation nil))
       ,(if (and printer (consp printer) (cdr printer))
            `(set-structure-printer ',name
                                    ,(if (eq (car printer) :print-function)
                                         ;; The function may be defined later.
                                         (let ((function (cadr printer)))
                                           (if (symbolp function)
                                               `(lambda (object stream depth) (funcall ',function object stream depth))
                                               `(function ,function)))
                                         (let ((function (cadr printer)))
                                           `(lambda (object stream depth)
                                              depth
                                              (funcall ,(if (symbolp function) `',function `(function ,function))
                                                       object stream))))
                                    nil)
            nil)
       ,@(mapcar (lambda (s)
                   (accessor-form name (if conc-name (symbol-join conc-name (car s)) (car s)) (position s layout) row-type
                                  (if include (cadr include) nil) (getf (cddr s) :read-only)))
                 all)
       ,@(mapcar (lambda (c) (constructor-form name c all row-type layout))
                 (if constructors constructors (list :constructor)))
       ,@(cond ((not named) nil)
               ((and predicate (consp predicate) (cdr predicate) (null (cadr predicate))) nil)
               (row-type `((defun ,predicate-name (object)
                             ,(if (eq row-type 'list)
                                  `(and (consp object) (eq (ignore-errors (nth ,name-index object)) ',name))
                                  `(and (vectorp object) (> (length object) ,name-index)
                                        (eq (aref object ,name-index) ',name))))))
               (t `((defun ,predicate-name (object) (structure-p object ',name)))))
       ,@(if (and copier (consp copier) (cdr copier) (null (cadr copier)))
             nil
             `((defun ,copier-name (structure)
                 ,(if row-type '(copy-seq structure) '(copy-structure structure)))))
       ',name)))

(defun check-structure-options (name options slots)
  (flet ((reject (control &rest arguments)
           (raise-condition (new-simple-condition 'program-error "DEFSTRUCT ~S: ~?" (list name control arguments)))))
    (dolist (option options)
      (unless (member (if (consp option) (car option) option)
                      '(:conc-name :constructor :copier :predicate :include :print-function :print-object :type :named
                        :initial-offset))
        (reject "expected an option, got ~S" option)))
    (let ((type (structure-option options :type)) (offset (structure-option options :initial-offset))
          (include (structure-option options :include)))
      (unless (typep type '(or null (cons * (cons (or (member list vector) (cons (eql vector))) null))))
        (reject "expected (:TYPE LIST), (:TYPE VECTOR) or (:TYPE (VECTOR element-type)), got ~S" type))
      (unless (typep offset '(or null (cons * (cons unsigned-byte null))))
        (reject "expected (:INITIAL-OFFSET number), got ~S" offset))
      (if (and offset (null type)) (reject ":INITIAL-OFFSET needs :TYPE"))
      (unless (typep include '(or null (cons * (cons (and symbol (not null))))))
        (reject "expected (:INCLUDE name slot...), got ~S" include))
      (if (find :include (remove include options) :key #'car-safe) (reject ":INCLUDE occurs twice")))
    (dolist (slot slots)
      (do ((rest (cddr slot) (cddr rest))) ((atom rest))
        (if (atom (cdr rest)) (reject "the options of the slot ~S are not pairs" (car slot)))
        (unless (member (car rest) '(:type :read-only))
          (reject "expected the slot option :TYPE or :READ-ONLY, got ~S" (car rest)))))))

(defun inherited-slots (parent changed)
  (dolist (new changed)
    (unless (find (if (consp new) (car new) new) (parent-slots parent) :key #'car)
      (reject-form "DEFSTRUCT" (format nil "a slot of ~S after :INCLUDE" parent) new)))
  (mapcar (lambda (slot)
            (let ((new (find (car slot) changed :key (lambda (c) (if (consp c) (car c) c)))))
              (cond ((consp new) (if (getf (cddr slot) :read-only) (append new '(:read-only t)) new))
                    (new (list* new nil (cddr slot)))
                    (t slot))))
          (parent-slots parent)))

(defun parent-slots (parent)
  (if (get parent 'row-layout)
      (remove-if-not #'row-slot-p (get parent 'row-layout))
      (mapcar (lambda (s) (list (first s) (fourth s) :read-only (fifth s))) (structure-type-slots parent))))

;; Returns the layout of a structure that is a list or a vector, a list with one item for each element: NIL for an unused
;; element, (QUOTE name) for the name of the structure or of an included one, (name default option...) for a slot.
(defun row-layout (name include inherited offset named own)
  (append (if include
              (let ((slots inherited))
                (mapcar (lambda (item) (if (row-slot-p item) (pop slots) item))
                        (get (cadr include) 'row-layout)))
              nil)
          (make-list offset)
          (if named (list `',name) nil)
          own))

(defun row-ancestors (name) (if name (cons name (row-ancestors (get name 'row-parent))) nil))

(defun row-slot-p (item) (and (consp item) (not (eq (car item) 'quote))))

;; Returns the definition of ACCESSOR. SETF of the slot uses the setter; code that was compiled before the structure was
;; defined calls the function (setf ACCESSOR). An accessor that an included structure defines is not redefined.
(defun accessor-form (name accessor index row-type parent read-only)
  (let ((type (if row-type nil name)))
    (if (member (get accessor 'accessor-of)
                (cond ((null parent) nil) (row-type (row-ancestors parent)) (t (structure-type-ancestors parent))))
        nil
        `(progn (defun ,accessor (structure)
                  ,(if type `(structure-ref structure ',type ,index) `(elt structure ,index)))
                ,@(if read-only
                      `((remprop ',accessor 'setter) (fmakunbound '(setf ,accessor)))
                      `((defun (setf ,accessor) (new structure) ,(store-form type index 'structure 'new))
                        (put ',accessor 'setter (slot-setter ',type ,index))))
                (put ',accessor 'accessor-of ',name)))))

(defun slot-setter (type index)
  (lambda (environment new structure)
    (declare (ignore environment))
    (store-form type index structure new)))

;; TYPE: NIL if STRUCTURE is a list or a vector.
(defun store-form (type index structure new)
  (if type `(structure-set ,structure ',type ,index ,new) `(set-elt ,structure ,index ,new)))

;; Returns the definition of the constructor of OPTION. The variables of a keyword constructor are uninterned, so that
;; initforms cannot refer to them.
(defun constructor-form (name option slots row-type layout)
  (let* ((given (if (consp option) (cdr option) nil))
         (constructor (if given (car given) (symbol-join "MAKE-" name)))
         (boa (cdr given))
         (variables (mapcar (lambda (s) (cons (car s) (make-symbol (symbol-name (car s))))) slots))
         (lambda-list (cond (boa (boa-lambda-list (car boa) slots))
                            (slots (cons '&key (mapcar #'keyword-parameter slots (mapcar #'cdr variables))))))
         (bound (if boa (boa-variables (car boa)) nil))
         (values (mapcar (lambda (s)
                           (cond ((or (null s) (eq (car s) 'quote)) s)
                                 ((not boa) (cdr (assoc (car s) variables)))
                                 ((member (car s) bound) (car s))
                                 (t (cadr s))))
                         layout)))
    (if (and given (null constructor))
        nil
        `(defun ,constructor ,lambda-list
           ,(cond ((eq row-type 'list) `(list ,@values))
                  ((eq row-type 'vector) `(vector ,@values))
                  (row-type `(coerce (list ,@values) ',row-type))
                  (t `(make-structure ',name ,@values)))))))

(defun keyword-parameter (slot variable)
  (list (list (intern (symbol-name (car slot)) :keyword) variable) (cadr slot)))
