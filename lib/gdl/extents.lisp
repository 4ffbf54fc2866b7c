;;;; extents.lisp -- sets of facts with indexes, which compiled clauses read and extend. -*- sealed -*-

;; The facts of a relation, each a list that begins with the relation or functor. MEMBERS: a table of the facts, or NIL while they are
;; few. INDEXES: NIL, or a vector with a table for some arguments, counted from 0: from an argument to the facts with it.
(defstruct (extent (:copier nil) (:predicate nil)) (facts nil) (size 0) (members nil) (indexes nil))

(defvar *small-extent* 8 "Extents up to this size are searched without a table.")
(defvar *largest-extent* 2000000 "The greatest number of facts of a relation.")

(defun same-term-p (a b) (or (eq a b) (and (consp a) (equal a b))))

;; Add FACT, which is not in EXTENT.
(defun push-fact (extent fact)
  (push fact (extent-facts extent))
  (incf (extent-size extent))
  (if (extent-members extent) (setf (gethash fact (extent-members extent)) t))
  (let ((indexes (extent-indexes extent)))
    (if indexes
        (dotimes (i (length indexes))
          (let ((index (svref indexes i))) (if index (push fact (gethash (nth (+ i 1) fact) index)))))))
  nil)

(defun list-members (extent)
  (let ((members (make-hash-table :test #'equal)))
    (dolist (fact (extent-facts extent)) (setf (gethash fact members) t))
    (setf (extent-members extent) members)))

(defun fact-p (extent fact)
  (cond ((extent-members extent) (gethash fact (extent-members extent)))
        ((> (extent-size extent) *small-extent*) (gethash fact (list-members extent)))
        (t (do ((left (extent-facts extent) (cdr left))) ((null left) nil)
             (if (equal (car left) fact) (return t))))))

;; Add FACT unless it is in EXTENT; return true if it is new.
(defun add-fact (extent fact)
  (cond ((fact-p extent fact) nil)
        (t (if (>= (extent-size extent) *largest-extent*)
               (error "LOAD-GDL: expected at most ~:D facts of a relation, got more of ~A" *largest-extent* (car fact)))
           (push-fact extent fact)
           t)))

(defun extent-of (facts)
  (let ((extent (make-extent))) (dolist (fact facts extent) (add-fact extent fact))))

;; EXTENT, to which no fact will be added, with its facts in the order in which they were found.
(defun in-order (extent)
  (setf (extent-facts extent) (reverse (extent-facts extent)) (extent-indexes extent) nil)
  extent)

(defun index-of-argument (extent i)
  (unless (extent-indexes extent)
    (setf (extent-indexes extent) (make-array (length (rest (first (extent-facts extent)))) :initial-element nil)))
  (or (svref (extent-indexes extent) i)
      (let ((index (make-hash-table :test #'equal)))
        (dolist (fact (reverse (extent-facts extent))) (push fact (gethash (nth (+ i 1) fact) index)))
        (setf (svref (extent-indexes extent) i) index))))

;; A list of facts that contains all those in EXTENT whose argument I is VALUE.
(defun facts-with (extent i value)
  (if (<= (extent-size extent) *small-extent*)
      (extent-facts extent)
      (values (gethash value (index-of-argument extent i)))))

;; The number of different arguments I in EXTENT.
(defun argument-count (extent i)
  (if (extent-facts extent) (hash-table-count (index-of-argument extent i)) 1))

;; The extent number I in MODEL, computed when it is first needed. FUNCTIONS: a vector of the functions that compute extents.
(defmacro demand (functions model i)
  `(or (svref ,model ,i) (progn (funcall (the function (svref ,functions ,i)) ,model) (svref ,model ,i))))
