;;;; relations.lisp -- the relations of a game description: dependencies, levels, strata. -*- sealed -*-

;; A relation. KEY: (NAME ARITY); (:TRUE FUNCTOR ARITY) for the fluents of a functor and (:TRUE) for all; (:GOAL 2 VALUE) if only
;; constants are values of goals in clauses, so that a goal may depend on the negation of another. LEVEL: :STATIC,
;; :POSITION if it depends on TRUE, or :MOVE if it depends on DOES. COMPONENT: the list of the relations that depend on each other
;; and on this one. EXTENT: of a static relation. SIZE: the expected number of facts.
(defstruct (gdl-relation (:copier nil) (:predicate nil)
                         (:print-function (lambda (r stream depth) (declare (ignore depth)) (format stream "#<relation ~S>" (gdl-relation-key r)))))
  key number (clauses nil) level component extent (size 16)
  index low)  ; of the search for components

;; The relations of a description by their keys. ALL: in the order of their numbers, last first. Number 0 is not that of a relation.
(defstruct (gdl-program (:copier nil) (:predicate nil)) (relations (make-hash-table :test #'equal)) (all nil) (count 0)
  (components nil)  ; lists of relations; each depends only on itself and those before it
  (clock 0) (stack nil)
  (constant-goals nil))  ; do the keys of GOAL contain the value?

(defun relation-of-key (program key)
  (or (gethash key (gdl-program-relations program))
      (let ((relation (make-gdl-relation :key key :number (incf (gdl-program-count program)))))
        (push relation (gdl-program-all program))
        (setf (gethash key (gdl-program-relations program)) relation))))

;; The relation that ATOM refers to.
(defun relation-of-atom (program atom)
  (relation-of-key program
                   (if (eq (first atom) :true)
                       (let ((fluent (second atom)))
                         (cond ((gdl-variable-p fluent) '(:true))
                               ((consp fluent) (list :true (first fluent) (length (rest fluent))))
                               (t (list :true fluent 0))))
                       (key-of-atom program atom))))

(defun key-of-atom (program atom)
  (list* (first atom) (length (rest atom))
         (if (and (eq (first atom) :goal) (gdl-program-constant-goals program)) (list (third atom)) nil)))

(defun given-relation-p (relation) (member (first (gdl-relation-key relation)) '(:true :does)))

;; The name and number of arguments of RELATION, for messages.
(defun relation-text (relation) (format nil "~A with ~R argument~:P" (first (gdl-relation-key relation)) (second (gdl-relation-key relation))))

(defun clause-error (clause control &rest arguments)
  (apply #'gdl-error (gdl-clause-source clause) (gdl-clause-place clause) control arguments))

;; Call FUNCTION with each relation in the body of CLAUSE, and whether it is negated.
(defun map-body (function program clause)
  (dolist (literal (gdl-clause-body clause))
    (if (member (first literal) '(:atom :not))
        (funcall function (relation-of-atom program (second literal)) (eq (first literal) :not)))))

(defun check-defined (program)
  (dolist (relation (copy-list (gdl-program-all program)))
    (dolist (clause (gdl-relation-clauses relation))
      (map-body (lambda (used negated)
                  (declare (ignore negated))
                  (unless (or (given-relation-p used) (gdl-relation-clauses used))
                    (clause-error clause "expected a clause for each relation, got none for ~A" (relation-text used))))
                program clause)))
  (dolist (name '(:role :legal :goal :terminal))
    (unless (relations-named program name)
      (gdl-error nil nil "expected a clause for each of role, legal, goal and terminal, got none for ~A" name))))

;; The relations NAME that have clauses.
(defun relations-named (program name)
  (remove-if-not (lambda (relation) (and (eq (first (gdl-relation-key relation)) name) (gdl-relation-clauses relation)))
                 (reverse (gdl-program-all program))))

;; Has each atom with the relation GOAL in CLAUSES a constant as the value?
(defun constant-goals-p (clauses)
  (flet ((constant-p (atom) (or (not (eq (first atom) :goal)) (integerp (third atom)))))
    (every (lambda (clause)
             (and (constant-p (gdl-clause-head clause))
                  (every (lambda (literal) (or (not (member (first literal) '(:atom :not))) (constant-p (second literal)))) (gdl-clause-body clause))))
           clauses)))

;; Strongly connected components (R. Tarjan, Depth-first search and linear graph algorithms, 1972).
(defun visit-relation (program relation)
  (setf (gdl-relation-index relation) (incf (gdl-program-clock program)) (gdl-relation-low relation) (gdl-program-clock program))
  (push relation (gdl-program-stack program))
  (flet ((lower (index) (if (< index (gdl-relation-low relation)) (setf (gdl-relation-low relation) index))))
    (dolist (clause (gdl-relation-clauses relation))
      (map-body (lambda (used negated)
                  (declare (ignore negated))
                  (cond ((null (gdl-relation-index used)) (visit-relation program used) (lower (gdl-relation-low used)))
                        ((null (gdl-relation-component used)) (lower (gdl-relation-index used)))))
                program clause)))
  (if (= (gdl-relation-low relation) (gdl-relation-index relation))
      (let* ((rest (member relation (gdl-program-stack program))) (component (ldiff (gdl-program-stack program) (rest rest))))
        (setf (gdl-program-stack program) (rest rest))
        (dolist (member component) (setf (gdl-relation-component member) component))
        (push component (gdl-program-components program)))))

(defun greater-level (a b)
  (cond ((or (eq a :move) (eq b :move)) :move) ((or (eq a :position) (eq b :position)) :position) (t :static)))

;; Set the level of the relations of COMPONENT, and check that none depends on its own negation.
(defun set-levels (program component)
  (let ((level (case (first (gdl-relation-key (first component))) (:true :position) ((:does :next) :move) (t :static))))
    (dolist (relation component)
      (dolist (clause (gdl-relation-clauses relation))
        (map-body (lambda (used negated)
                    (if (and negated (member used component))
                        (clause-error clause "expected a stratified description, got ~A, which depends on its own negation"
                                      (relation-text used)))
                    (unless (member used component) (setq level (greater-level level (gdl-relation-level used)))))
                  program clause)))
    (dolist (relation component)
      (setf (gdl-relation-level relation) level)
      (check-level relation))))

(defun check-level (relation)
  (let ((name (first (gdl-relation-key relation))) (level (gdl-relation-level relation)))
    (if (or (and (member name '(:role :init)) (not (eq level :static))) (and (member name '(:legal :goal :terminal)) (eq level :move)))
        (clause-error (first (gdl-relation-clauses relation)) "expected ~A not to depend on ~A" name
                      (if (member name '(:role :init)) "true or does" "does")))))

;; The program of CLAUSES, checked.
(defun program-of-clauses (clauses)
  (let ((program (make-gdl-program :constant-goals (constant-goals-p clauses))))
    (relation-of-key program '(:true))
    (relation-of-key program '(:does 2))
    (relation-of-key program '(:next 1))
    (relation-of-key program '(:init 1))
    (dolist (clause clauses)
      (push clause (gdl-relation-clauses (relation-of-atom program (gdl-clause-head clause)))))
    (dolist (relation (gdl-program-all program))
      (setf (gdl-relation-clauses relation) (nreverse (gdl-relation-clauses relation))))
    (check-defined program)
    (dolist (relation (reverse (gdl-program-all program)))
      (unless (gdl-relation-index relation) (visit-relation program relation)))
    (setf (gdl-program-components program) (nreverse (gdl-program-components program)))
    (dolist (component (gdl-program-components program)) (set-levels program component))
    program))
