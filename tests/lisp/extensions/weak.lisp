;;;; Weak hash tables, weak pointers and finalizers. The names and values are those of SBCL; what an entry keeps alive follows from
;;;; the definition of ephemerons (Hayes, "Ephemerons: a new finalization mechanism", OOPSLA 1997). The tests of finalizers are
;;;; modelled after those of trivial-garbage.
;;;; The C++ stack is scanned conservatively and may keep a few dead objects alive: FEW-P and MOST-P allow for that.

(defun few-p (count) (<= 0 count 10))
(defun most-p (count) (<= 90 count 100))

;; Collects, after other calls have overwritten the references that earlier calls left on the C++ stack and in registers.  MAKER: makes
;; objects as those that the test is about were made, so that it overwrites what only the same instructions do.
(defun overwrite-stack (depth) (if (> depth 0) (mapc (lambda (n) (overwrite-stack n)) (list (- depth 1)))))
(defun collect (&optional (maker (constantly nil)))
  (dotimes (i 3) (dotimes (j 3) (funcall maker)) (overwrite-stack 40) (gc)))

;; A table of 100 entries (i) -> (i), a list of its keys and a list of its values.
(defun filled-table (weakness &optional (test 'eq))
  (let ((table (make-hash-table :test test :weakness weakness)) (keys nil) (values nil))
    (dotimes (i 100) (push (list i) keys) (push (list i) values) (setf (gethash (first keys) table) (first values)))
    (list table keys values)))

(defparameter *weaknesses* '(nil :key :value :key-and-value :key-or-value))

;; The value of FUNCTION, called far down on the stack.
(defun far-down (function &optional (depth 20))
  (if (= depth 0) (funcall function) (first (mapcar (lambda (n) (far-down function n)) (list (- depth 1))))))

;; The numbers of entries that remain, by weakness, if the parts that KEEP returns are the only ones that are referred to.
(defun remaining (keep)
  (mapcar (lambda (weakness)
            (flet ((table-and-kept ()
                     (far-down (lambda () (let ((filled (filled-table weakness))) (cons (first filled) (funcall keep filled)))))))
              (let ((filled (progn (table-and-kept) (table-and-kept) (table-and-kept))))
                (collect #'table-and-kept)
                (let ((count (hash-table-count (first filled))))
                  (prog1 (cond ((= count 100) :all) ((few-p count) :few) (t count))
                    (length (rest filled)))))))
          *weaknesses*))

(remaining (constantly nil))                                     ;=> (:ALL :FEW :FEW :FEW :FEW)
(remaining #'second)                                             ;=> (:ALL :ALL :FEW :FEW :ALL)
(remaining #'third)                                              ;=> (:ALL :FEW :ALL :FEW :ALL)
(remaining #'rest)                                               ;=> (:ALL :ALL :ALL :ALL :ALL)

(mapcar (lambda (w) (winnow-ext:hash-table-weakness (make-hash-table :weakness w))) *weaknesses*)  ;=> (NIL :KEY :VALUE :KEY-AND-VALUE :KEY-OR-VALUE)
(winnow-ext:hash-table-weakness (make-hash-table))               ;=> NIL
(winnow-ext:hash-table-weakness 5)                               ;signals: type-error
(make-hash-table :weakness :both)                                ;signals: type-error
(hash-table-test (make-hash-table :test 'equalp :weakness :key)) ;=> EQUALP

;; Objects that are not collected stay, whatever refers to them: numbers, characters, symbols of the library.
(let ((table (make-hash-table :weakness :key)))
  (setf (gethash 1 table) (list 1) (gethash #\a table) (list 2) (gethash 'car table) (list 3) (gethash nil table) (list 4))
  (collect)
  (list (gethash 1 table) (gethash #\a table) (gethash 'car table) (gethash nil table)))  ;=> ((1) (2) (3) (4))

;; A value that refers to its key does not keep the entry of a table that is weak by key.
(let ((table (make-hash-table :weakness :key)))
  (dotimes (i 100) (let ((key (list i))) (setf (gethash key table) (vector key))))
  (collect)
  (few-p (hash-table-count table)))  ;=> T

;; The same for a key that refers to its value, by value.
(let ((table (make-hash-table :weakness :value)))
  (dotimes (i 100) (let ((value (list i))) (setf (gethash (vector value) table) value)))
  (collect)
  (few-p (hash-table-count table)))  ;=> T

;; Chains: each value is the next key. They stay while their first key is held, in each order of insertion and through two tables.
(defun chain (order tables)
  (let* ((cells (coerce (loop for i to 100 collect (list i)) 'vector)))
    (dolist (i order) (setf (gethash (aref cells i) (nth (mod i (length tables)) tables)) (aref cells (+ i 1))))
    (aref cells 0)))

(defun chain-count (order tables)
  (let ((first (chain order tables)))
    (collect)
    (list (reduce #'+ (mapcar #'hash-table-count tables)) first)))

(defun weak-tables (count) (loop repeat count collect (make-hash-table :test 'eq :weakness :key)))

(chain-count (loop for i below 100 collect i) (weak-tables 1))                      ;=> (100 (0))
(chain-count (loop for i from 99 downto 0 collect i) (weak-tables 1))               ;=> (100 (0))
(chain-count (loop for i below 100 collect (mod (* i 37) 100)) (weak-tables 1))     ;=> (100 (0))
(chain-count (loop for i from 99 downto 0 collect i) (weak-tables 3))               ;=> (100 (0))

;; Chains without a holder are garbage.
(let ((table (first (weak-tables 1))))
  (dotimes (i 100) (chain '(2 0 1) (list table)))
  (collect)
  (<= 0 (hash-table-count table) 30))  ;=> T

;; A table that is itself only the value of a weak entry, and is garbage with its key.
(let ((outer (make-hash-table :weakness :key)) (key (list 1)))
  (setf (gethash key outer) (far-down (lambda () (first (filled-table :key)))))
  (let ((inner-key (list 2)))
    (setf (gethash inner-key (gethash key outer)) :inside)
    (collect)
    (list (gethash inner-key (gethash key outer)) (few-p (hash-table-count (gethash key outer))))))  ;=> (:INSIDE T)

;; Entries can be added, replaced and removed after a collection; the count agrees with MAPHASH.
(let* ((filled (filled-table :key)) (table (first filled)) (kept (subseq (second filled) 0 40)))
  (setq filled nil)
  (collect)
  (let ((more (loop for i below 500 collect (list (+ i 100)))))
    (dolist (key more) (setf (gethash key table) :new))
    (dolist (key kept) (setf (gethash key table) (list :again key)))
    (dolist (key (subseq more 0 100)) (remhash key table))
    (let ((count 0))
      (maphash (lambda (key value) (declare (ignore key value)) (incf count)) table)
      (list (= count (hash-table-count table)) (<= 440 count 500) (length more)
            (every (lambda (key) (equal (gethash key table) (list :again key))) kept)))))  ;=> (T T 500 T)

;; CLRHASH keeps the weakness.
(let ((table (clrhash (first (filled-table :value)))))
  (setf (gethash 1 table) (list 1) (gethash 2 table) 2)
  (collect)
  (list (winnow-ext:hash-table-weakness table) (gethash 2 table)))  ;=> (:VALUE 2)

;; Tables are EQUALP whatever their weakness, as in SBCL.
(let ((a (make-hash-table)) (b (make-hash-table :weakness :key)))
  (setf (gethash 1 a) 2 (gethash 1 b) 2)
  (equalp a b))  ;=> T

;; An EQUAL table finds an entry under an equal key, while the original key is alive.
(let* ((table (make-hash-table :test 'equal :weakness :key)) (key (format nil "k~D" 1)))
  (setf (gethash key table) (list 1))
  (collect)
  (list (gethash "k1" table) key))  ;=> ((1) "k1")

;; A model: entries that are held stay, also if they were taken from the table while marking is in progress and stored where the
;; collector has looked already. Entries of garbage vanish at some time; no entry is ever changed.
(defun run-model (weakness steps)
  (let ((table (make-hash-table :test 'eq :weakness weakness))
        (held (make-array 64 :initial-element nil))  ; (key . value)
        (ballast (make-array 200 :initial-element nil))
        (state (make-random-state nil)))
    (flet ((take (key value) (setf (svref held (random 64 state)) (cons key value))))
      (dotimes (i steps)
        (setf (svref ballast (random 200 state)) (make-list 100))
        (let* ((key (list i)) (value (vector i)))
          (setf (gethash key table) value)
          (if (= (random 8 state) 0) (take key value)))
        (let ((entry (svref held (random 64 state))))
          (if (and entry (not (eq (gethash (car entry) table) (cdr entry)))) (return-from run-model (list i entry))))
        (when (= (random 32 state) 0)
          (if (= (random 4 state) 0) (gc))
          (setf (svref held (random 64 state)) nil)
          (maphash (lambda (key value)
                     (unless (eql (first key) (svref value 0)) (return-from run-model (list i key value)))
                     (if (= (random 64 state) 0) (take key value)))
                   table))))
    (gc)
    (list (< (hash-table-count table) (floor steps 2))
          (every (lambda (entry) (or (null entry) (eq (gethash (car entry) table) (cdr entry)))) held))))

(run-model :key 1000)            ;=> (T T)
(run-model :value 1000)          ;=> (T T)
(run-model :key-and-value 1000)  ;=> (T T)
(run-model :key-or-value 1000)   ;=> (T T)
(system::verify-heap)  ;=> T

;;; Weak pointers

(defun weak-pointers (kept)
  (let ((objects (loop for i below 100 collect (list i))))
    (list (mapcar #'winnow-ext:make-weak-pointer objects) (subseq objects 0 kept))))
(dotimes (i 3) (far-down (lambda () (weak-pointers 30))))
(destructuring-bind (pointers kept) (far-down (lambda () (weak-pointers 30)))
  (collect (lambda () (far-down (lambda () (weak-pointers 30)))))
  (list (loop for object in kept for pointer in pointers always (eq object (winnow-ext:weak-pointer-value pointer)))
        (few-p (count-if (lambda (p) (nth-value 1 (winnow-ext:weak-pointer-value p))) (nthcdr 30 pointers)))))  ;=> (T T)
(progn (gc) (winnow-ext:weak-pointer-value (winnow-ext:make-weak-pointer nil)))  ;=> NIL ; T
(let ((p (winnow-ext:make-weak-pointer 1.5d300))) (gc) (multiple-value-bind (object there) (winnow-ext:weak-pointer-value p) (if there object 1.5d300)))  ;=> 1.5d300
(winnow-ext:weak-pointer-value 'x)                         ;signals: type-error
(mapcar #'winnow-ext:weak-pointer-p (list (winnow-ext:make-weak-pointer 1) 1))  ;=> (T NIL)
(typep (winnow-ext:make-weak-pointer 1) 'winnow-ext:weak-pointer)  ;=> T

;; A pointer to an object that only weak tables hold is broken with it.
(let* ((filled (filled-table :key)) (pointers (mapcar #'winnow-ext:make-weak-pointer (second filled))))
  (setq filled (first filled))
  (collect)
  (= (hash-table-count filled) (count-if (lambda (p) (nth-value 1 (winnow-ext:weak-pointer-value p))) pointers)))  ;=> T

;;; Finalizers

;; The objects that finalizers noted, in a box. A finalizer that runs late notes its object in the box of its own test.
(defvar *box* (list nil))
(defun start-notes () (setq *box* (list nil)))
(defun notes () (first *box*))
(defun note-of (object) (let ((box *box*)) (lambda () (push object (first box)))))

;; Makes 100 objects, each with FUNCTIONS of its number as finalizers; returns the first KEPT of them.
(defun finalized-objects (kept &rest functions)
  (loop for i below 100 for object = (list i)
        do (dolist (f functions) (winnow-ext:finalize object (funcall f i)))
        if (< i kept) collect object))

(let ((list (list 1))) (eq list (winnow-ext:finalize list (constantly 1))))            ;=> T
(let ((list (list 1))) (eq list (winnow-ext:finalize list 'list :dont-save t)))        ;=> T
(winnow-ext:finalize (list 1) 7)                                                       ;signals: type-error
(let ((list (list 1))) (eq list (winnow-ext:cancel-finalization list)))                ;=> T

;; Each finalizer runs once, however many collections follow, and those of objects that are held do not run.
(let ((kept (progn (start-notes) (finalized-objects 50 #'note-of))))
  (collect)
  (list (<= 40 (length (notes)) 50) (every (lambda (n) (>= n 50)) (notes))
        (= (length (remove-duplicates (notes))) (length (notes))) (length kept)))  ;=> (T T T 50)

;; The finalizers of one object run in the order in which they were added; those of others may run in between.
(progn
  (start-notes)
  (finalized-objects 0 (lambda (i) (note-of (list i 1))) (lambda (i) (note-of (list i 2))))
  (collect)
  (flet ((notes-of (i) (loop for (object number) in (reverse (notes)) when (= object i) collect number)))
    (list (most-p (/ (length (notes)) 2))
          (loop for i below 100 always (member (notes-of i) '(nil (1 2)) :test #'equal)))))  ;=> (T T)

;; A cancelled finalizer does not run; one that is added afterwards does.
(progn
  (start-notes)
  (dotimes (i 100)
    (let ((object (winnow-ext:finalize (list i) (note-of :cancelled))))
      (winnow-ext:finalize object (note-of :cancelled))
      (winnow-ext:cancel-finalization object)
      (if (evenp i) (winnow-ext:finalize object (note-of :later)))))
  (collect)
  (list (<= 40 (count :later (notes)) 50) (remove :later (notes))))  ;=> (T NIL)

;; An object to which a finalizer refers is not garbage before that has run.
(progn
  (start-notes)
  (dotimes (i 100)
    (let ((object (winnow-ext:finalize (list i) (note-of i))) (note (note-of (- -1 i))))
      (winnow-ext:finalize (list :owner) (lambda () (if (consp object) (funcall note))))))
  (collect)
  (list (most-p (count-if #'minusp (notes))) (most-p (count-if-not #'minusp (notes)))
        (loop for (n . earlier) on (notes) always (or (minusp n) (member (- -1 n) earlier)))))  ;=> (T T T)

;; An object that a weak pointer returned is not garbage.
(let* ((objects (progn (start-notes) (finalized-objects 100 #'note-of)))
       (taken (mapcar #'winnow-ext:weak-pointer-value (mapcar #'winnow-ext:make-weak-pointer objects))))
  (setq objects nil)
  (collect)
  (list (length (remove nil taken)) (notes)))  ;=> (100 NIL)

;; An error in a finalizer is a warning, which the handlers of the program do not see; the others run.
(let ((output (make-string-output-stream)))
  (start-notes)
  (list (handler-case (let ((*error-output* output))
                        (finalized-objects 0 (lambda (i) (lambda () (error "no ~D" i))) #'note-of)
                        (collect)
                        :gone-on)
          (condition () :handled))
        (not (null (search "FINALIZE: the finalizer" (get-output-stream-string output))))
        (most-p (length (notes)))))  ;=> (:GONE-ON T T)

;; So is an exhausted stack.
(defun without-end (&rest arguments) (list (apply #'without-end arguments)))
(let ((output (make-string-output-stream)))
  (list (handler-case (let ((*error-output* output))
                        (dotimes (i 8) (winnow-ext:finalize (list i) 'without-end))
                        (collect)
                        (+ 1 2))
          (serious-condition () :handled))
        (not (null (search "FINALIZE: the finalizer WITHOUT-END failed" (get-output-stream-string output))))))  ;=> (3 T)

;; A finalizer may collect, and give finalizers to other objects.
(progn
  (start-notes)
  (finalized-objects 0 (lambda (i) (let ((note (note-of i))) (lambda () (winnow-ext:finalize (list i) note) (if (= (mod i 25) 0) (gc))))))
  (collect)
  (most-p (length (notes))))  ;=> T

;; A finalizer that exits does not keep the others from running at the next time.
(progn
  (start-notes)
  (finalized-objects 0 (lambda (i) (if (= i 50) (lambda () (throw 'out :thrown)) (note-of i))))
  (catch 'out (collect))
  (collect)
  (<= 89 (length (notes)) 99))  ;=> T

;; Finalizers run at a safepoint of a program that allocates, which keeps its values.
(progn
  (start-notes)
  (finalized-objects 0 #'note-of)
  (defun sum-until-finalized (sum) (multiple-value-call #'+ sum (values 1 (length (make-list 100)))))
  (let ((sum 0) (steps 0))
    (loop until (or (consp (notes)) (= steps 1000000))
          do (setq sum (sum-until-finalized sum)) (incf steps))
    (list (= sum (* 101 steps)) (consp (notes)))))  ;=> (T T)

;;; trivial-garbage
(let ((table (tg:make-weak-hash-table :test 'equal :weakness :value :weakness-matters nil)))
  (list (hash-table-test table) (tg:hash-table-weakness table) (tg:weak-pointer-value (tg:make-weak-pointer 5))))  ;=> (EQUAL :VALUE 5)
