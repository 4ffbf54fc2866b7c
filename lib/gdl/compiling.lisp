;;;; compiling.lisp -- compiles the clauses of a game description to Lisp functions. -*- sealed -*-
;;;;
;;;; A function of a model computes all facts of a relation, or of relations that depend on each other, bottom-up. A model is a
;;;; vector of extents by the numbers of relations: those of a position, or of a position and moves; element 0 of the latter is the
;;;; model of the position. Static relations are computed first, so that other clauses contain their extents as constants. The body
;;;; of a clause becomes nested loops over the facts of its atoms, in an order in which variables are bound early.

;; A fluent, a term that can be true in a position. INDEX: its number. SLOT: the number of the relation (:TRUE FUNCTOR ARITY), or NIL
;; if no clause needs it. STAMP: the number of the last computation that found it.
(defstruct (fluent (:copier nil) (:predicate nil)) term index slot (stamp 0))

;; A compiled description. FUNCTIONS: by the numbers of relations. FLUENTS: a table by their terms. CLOCK: the number of the last
;; computation of a next position. RECENT: a vector of the positions that have a model; the one at AT is the oldest.
(defstruct (gdl-rules (:copier nil) (:predicate nil))
  name program functions roles (fluents (make-hash-table :test #'equal)) (count 0) (clock 0) start
  (recent (make-array 64 :initial-element nil)) (at 0) legal goals terminal next does all)

(defun intern-fluent (rules term)
  (or (gethash term (gdl-rules-fluents rules))
      (let ((relation (gethash (if (consp term) (list :true (first term) (length (rest term))) (list :true term 0))
                               (gdl-program-relations (gdl-rules-program rules)))))
        (setf (gethash term (gdl-rules-fluents rules))
              (make-fluent :term term :index (incf (gdl-rules-count rules)) :slot (if relation (gdl-relation-number relation) nil))))))

;; FLUENTS with the fluent TERM, unless the computation STAMP has found it before.
(defun note-fluent (rules term stamp fluents)
  (let ((fluent (intern-fluent rules term)))
    (cond ((eql (fluent-stamp fluent) stamp) fluents)
          (t (setf (fluent-stamp fluent) stamp)
             (cons fluent fluents)))))

;; The compilation of the rules of a component. LOCALS: ((RELATION . VARIABLE) ...), its relations if they depend on each other.
(defstruct (gdl-compilation (:copier nil) (:predicate nil)) rules level (locals nil))

;; A form for the extent of RELATION.
(defun extent-form (compilation relation)
  (let ((local (assoc relation (gdl-compilation-locals compilation))) (i (gdl-relation-number relation))
        (model (if (and (eq (gdl-compilation-level compilation) :move) (eq (gdl-relation-level relation) :position)) '(svref model 0) 'model)))
    (cond (local (cdr local))
          ((gdl-relation-extent relation) `',(gdl-relation-extent relation))
          ((given-relation-p relation) `(svref ,model ,i))
          (t `(demand ',(gdl-rules-functions (gdl-compilation-rules compilation)) ,model ,i)))))

(defun all-bound-p (term bound) (every (lambda (variable) (member variable bound)) (gdl-variables term)))

;; A form for the value of TERM, whose variables are bound.
(defun term-form (term)
  (cond ((gdl-variable-p term) term)
        ((null (gdl-variables term)) `',term)
        (t `(list ',(first term) ,@(mapcar #'term-form (rest term))))))

;; Code that compares the value of FORM with TERM and binds its variables. THEN: a function of the bound variables that returns the
;; code to execute if they match.
(defun match-code (term form bound then)
  (cond ((gdl-variable-p term)
         (if (member term bound)
             `(if (same-term-p ,form ,term) ,(funcall then bound))
             `(let ((,term ,form)) ,(funcall then (cons term bound)))))
        ((atom term) `(if (eq ,form ',term) ,(funcall then bound)))
        ((null (gdl-variables term)) `(if (equal ,form ',term) ,(funcall then bound)))
        (t (let ((value (gensym)))
             `(let ((,value ,form))
                (if (and (consp ,value) (eq (car ,value) ',(first term)))
                    ,(match-arguments-code (rest term) value bound then t)))))))

;; The same for the arguments of the list in the variable CELL and TERMS. CHECKED: can their numbers differ?
(defun match-arguments-code (terms cell bound then checked)
  (let ((rest (gensym)))
    (cond ((null terms) (if checked `(if (null (cdr ,cell)) ,(funcall then bound)) (funcall then bound)))
          (t `(let ((,rest (cdr ,cell)))
                ,(let ((code (match-code (first terms) `(car ,rest) bound
                                         (lambda (bound) (match-arguments-code (rest terms) rest bound then checked)))))
                   (if checked `(if (consp ,rest) ,code) code)))))))

;; The terms of ATOM that the elements of its extent contain as arguments; :WHOLE if they are terms themselves.
(defun atom-arguments (atom)
  (cond ((not (eq (first atom) :true)) (rest atom))
        ((gdl-variable-p (second atom)) :whole)
        ((consp (second atom)) (rest (second atom)))))

;; A form for the list of facts that can match ATOM, by the index of its first bound argument.
(defun facts-form (compilation relation arguments bound)
  (let ((extent (extent-form compilation relation)) (i (if (listp arguments) (position-if (lambda (term) (all-bound-p term bound)) arguments))))
    (cond ((null i) (if (and (consp extent) (eq (first extent) 'quote)) `',(extent-facts (second extent)) `(extent-facts ,extent)))
          ((and (consp extent) (eq (first extent) 'quote) (null (gdl-variables (nth i arguments))))
           `',(facts-with (second extent) i (nth i arguments)))
          (t `(facts-with ,extent ,i ,(term-form (nth i arguments)))))))

;; Code that executes what MATCH, a function of a form for a fact, returns for each fact in FACTS.
(defun loop-code (facts match)
  (let ((left (gensym)))
    `(do ((,left ,facts (cdr ,left))) ((null ,left) nil) ,(funcall match `(car ,left)))))

;; Code for the atom ATOM. DELTA: NIL, or a form for the facts to match in place of all.
(defun atom-code (compilation atom bound then delta)
  (let* ((relation (relation-of-atom (gdl-rules-program (gdl-compilation-rules compilation)) atom)) (arguments (atom-arguments atom))
         (facts (or delta (facts-form compilation relation arguments bound))))
    (cond ((null arguments) `(if ,facts ,(funcall then bound)))
          ((eq arguments :whole) (loop-code facts (lambda (form) (match-code (second atom) form bound then))))
          (t (let ((fact (gensym)))
               (loop-code facts (lambda (form) `(let ((,fact ,form)) ,(match-arguments-code arguments fact bound then nil)))))))))

(defun literal-code (compilation literal bound then)
  (let ((found (gensym)))
    (ecase (first literal)
      (:atom (atom-code compilation (second literal) bound then nil))
      (:not `(if (not (block ,found
                        ,(atom-code compilation (second literal) bound (lambda (bound) (declare (ignore bound)) `(return-from ,found t)) nil)
                        nil))
                 ,(funcall then bound)))
      ((:same :distinct)
       `(,(if (eq (first literal) :same) 'if 'unless) (same-term-p ,(term-form (second literal)) ,(term-form (third literal)))
         ,(funcall then bound))))))

;;; The order of literals

;; The expected number of facts that match LITERAL; NIL if it cannot be evaluated yet.
(defun literal-cost (compilation literal bound)
  (cond ((not (eq (first literal) :atom)) (if (all-bound-p (cons :terms (mapcan #'list (terms-of-literal literal))) bound) 0 nil))
        (t (let* ((relation (relation-of-atom (gdl-rules-program (gdl-compilation-rules compilation)) (second literal)))
                  (arguments (atom-arguments (second literal))) (extent (gdl-relation-extent relation))
                  (cost (if extent (extent-size extent) (gdl-relation-size relation))) (i 0))
             (if (listp arguments)
                 (dolist (argument arguments)
                   (if (all-bound-p argument bound)
                       (setq cost (/ (float cost) (if extent (max 1 (argument-count extent i)) 4))))
                   (incf i))
                 (if (all-bound-p (second (second literal)) bound) (setq cost 1)))
             cost))))

(defun terms-of-literal (literal) (if (member (first literal) '(:atom :not)) (rest (second literal)) (rest literal)))

;; The literal of LITERALS to evaluate next.
(defun next-literal (compilation literals bound)
  (let ((best nil) (least nil))
    (dolist (literal literals best)
      (let ((cost (literal-cost compilation literal bound)))
        (if (and cost (or (null least) (< cost least))) (setq best literal least cost))))))

;;; Clauses

;; Code that executes EMISSION for each solution of LITERALS; once if the variables of HEAD are bound, as other solutions give the
;; same head.
(defun body-code (compilation literals head bound emission once)
  (cond ((null literals) (if once `(progn ,emission (return-from ,once nil)) emission))
        ((and (not once) (all-bound-p head bound))
         (let ((block (gensym))) `(block ,block ,(body-code compilation literals head bound emission block))))
        (t (let ((literal (next-literal compilation literals bound)))
             (literal-code compilation literal bound
                           (lambda (bound) (body-code compilation (remove literal literals :test #'eq :count 1) head bound emission once)))))))

(defun head-form (clause) (term-form (gdl-clause-head clause)))

;; Code for CLAUSE. EMIT: a function of a form for a fact that returns code. DELTA: NIL, or (LITERAL . FORM): the facts for LITERAL,
;; which is evaluated first.
(defun clause-code (compilation clause emit delta)
  (let ((head (gdl-clause-head clause)) (emission (funcall emit (head-form clause))) (body (gdl-clause-body clause)))
    (if delta
        (atom-code compilation (second (car delta)) nil
                   (lambda (bound) (body-code compilation (remove (car delta) body :test #'eq) head bound emission nil))
                   (cdr delta))
        (body-code compilation body head nil emission nil))))

;; Can no term be an instance of both A and B? Variables of both are assumed to be different.
(defun disjoint-terms-p (a b)
  (cond ((or (gdl-variable-p a) (gdl-variable-p b)) nil)
        ((and (consp a) (consp b)) (or (not (eq (first a) (first b))) (/= (length a) (length b)) (some #'disjoint-terms-p (rest a) (rest b))))
        (t (not (eql a b)))))

;; Is each solution of CLAUSES a different fact? Then all variables are in the heads, or bound for the rest of the body.
(defun without-duplicates-p (clauses)
  (do ((left clauses (rest left))) ((null left) t)
    (let ((head (gdl-clause-head (first left))))
      (unless (and (every (lambda (literal)
                            (and (listp (atom-arguments (if (eq (first literal) :atom) (second literal) '(:any))))
                                 (or (not (eq (first literal) :atom)) (all-bound-p (second literal) (gdl-variables head)))))
                          (gdl-clause-body (first left)))
                   (every (lambda (other) (disjoint-terms-p head (gdl-clause-head other))) (rest left)))
        (return nil)))))

;; The function of a component of one relation that does not depend on itself.
(defun simple-function (compilation relation)
  (let* ((clauses (gdl-relation-clauses relation)) (facts (remove-if #'gdl-clause-body clauses)) (rules (remove-if-not #'gdl-clause-body clauses))
         (proposition (= 0 (second (gdl-relation-key relation))))
         (add (if (and (null facts) (without-duplicates-p rules)) 'push-fact 'add-fact)))
    `(lambda (model)
       (let ((extent (extent-of ',(mapcar #'gdl-clause-head facts))))
         (block relation
           ,@(mapcar (lambda (clause)
                       (clause-code compilation clause
                                    (lambda (fact) (if proposition `(progn (push-fact extent ,fact) (return-from relation nil)) `(,add extent ,fact)))
                                    nil))
                     (if (and proposition facts) nil rules)))
         (setf (svref model ,(gdl-relation-number relation)) extent)))))

;; The function of relations that depend on each other, by semi-naive evaluation: in each round at least one atom of a body is a fact
;; that is new since the last round (F. Bancilhon and R. Ramakrishnan, An amateur's introduction to recursive query processing
;; strategies, 1986).
(defun recursive-function (compilation component)
  (let* ((locals (mapcar (lambda (r) (cons r (gensym))) component)) (new (mapcar (lambda (r) (cons r (gensym))) component))
         (delta (mapcar (lambda (r) (cons r (gensym))) component)) (program (gdl-rules-program (gdl-compilation-rules compilation))) (base nil) (rounds nil))
    (setf (gdl-compilation-locals compilation) locals)
    (dolist (relation component)
      (dolist (clause (gdl-relation-clauses relation))
        (flet ((emit (fact)
                 (let ((value (gensym)))
                   `(let ((,value ,fact))
                      (if (add-fact ,(cdr (assoc relation locals)) ,value) (push ,value ,(cdr (assoc relation new))))))))
          (let ((recursive (remove-if-not (lambda (literal)
                                            (and (eq (first literal) :atom) (member (relation-of-atom program (second literal)) component)))
                                          (gdl-clause-body clause))))
            (if (null recursive)
                (push (clause-code compilation clause #'emit nil) base)
                (dolist (literal recursive)
                  (push (clause-code compilation clause #'emit
                                     (cons literal (cdr (assoc (relation-of-atom program (second literal)) delta))))
                        rounds)))))))
    `(lambda (model)
       (let (,@(mapcar (lambda (l) `(,(cdr l) (make-extent))) locals) ,@(mapcar #'cdr new) ,@(mapcar #'cdr delta))
         ,@(nreverse base)
         (loop
           (unless (or ,@(mapcar #'cdr new)) (return nil))
           (setq ,@(mapcan (lambda (d n) (list (cdr d) (cdr n) (cdr n) nil)) delta new))
           ,@(nreverse rounds))
         (setf ,@(mapcan (lambda (l) (list `(svref model ,(gdl-relation-number (car l))) (cdr l))) locals))
         nil))))

(defun recursive-component-p (program component)
  (or (rest component)
      (some (lambda (clause)
              (let ((recursive nil))
                (map-body (lambda (used negated) (declare (ignore negated)) (if (eq used (first component)) (setq recursive t))) program clause)
                recursive))
            (gdl-relation-clauses (first component)))))

;; The function of the relation NEXT, which returns a list of fluents.
(defun next-function (compilation relation)
  `(lambda (model)
     (let ((found nil) (stamp (incf (gdl-rules-clock ',(gdl-compilation-rules compilation)))))
       ,@(mapcar (lambda (clause)
                   (clause-code compilation clause
                                (lambda (fact)
                                  (declare (ignore fact))
                                  `(setq found (note-fluent ',(gdl-compilation-rules compilation)
                                                            ,(term-form (second (gdl-clause-head clause))) stamp found)))
                                nil))
                 (gdl-relation-clauses relation))
       found)))

;; Compile COMPONENT; compute it if it is static.
(defun compile-component (rules component)
  (let* ((program (gdl-rules-program rules)) (relation (first component)) (static (eq (gdl-relation-level relation) :static))
         (compilation (make-gdl-compilation :rules rules :level (gdl-relation-level relation))))
    (cond ((given-relation-p relation))
          ((eq (first (gdl-relation-key relation)) :next)
           (setf (svref (gdl-rules-functions rules) (gdl-relation-number relation)) (compile nil (next-function compilation relation))))
          ((and static (every (lambda (r) (notany #'gdl-clause-body (gdl-relation-clauses r))) component))
           (setf (gdl-relation-extent relation) (in-order (extent-of (mapcar #'gdl-clause-head (gdl-relation-clauses relation))))))
          (t (let ((function (compile nil (if (recursive-component-p program component)
                                              (recursive-function compilation component)
                                              (simple-function compilation relation)))))
               (if static
                   (let ((model (make-array (+ 1 (gdl-program-count program)) :initial-element nil)))
                     (funcall function model)
                     (dolist (member component) (setf (gdl-relation-extent member) (in-order (svref model (gdl-relation-number member))))))
                   (dolist (member component) (setf (svref (gdl-rules-functions rules) (gdl-relation-number member)) function))))))
    (if (eq (first (gdl-relation-key relation)) :init) (estimate-sizes program relation))))

;; Expect as many facts of each relation (:TRUE FUNCTOR ARITY) as in the initial position.
(defun estimate-sizes (program init)
  (let ((facts (extent-facts (gdl-relation-extent init))))
    (dolist (relation (gdl-program-all program))
      (let ((key (gdl-relation-key relation)))
        (if (eq (first key) :true)
            (setf (gdl-relation-size relation)
                  (max 1 (count-if (lambda (fact)
                                     (let ((term (second fact)))
                                       (or (null (rest key)) (eq (second key) (if (consp term) (first term) term)))))
                                   facts))))))))

;; The components in the order of compilation: those that INIT needs come first, so that the sizes of others can be estimated.
(defun components-in-order (program)
  (let ((components (gdl-program-components program)))
    (append (remove :static components :key (lambda (c) (gdl-relation-level (first c))) :test-not #'eq)
            (remove :static components :key (lambda (c) (gdl-relation-level (first c)))))))

;; A table whose keys are the relations that are needed to play: all but BASE, INPUT and those that only they use.
(defun needed-relations (program)
  (let ((needed (make-hash-table :test #'eq)))
    (labels ((visit (relation)
               (unless (gethash relation needed)
                 (setf (gethash relation needed) t)
                 (dolist (clause (gdl-relation-clauses relation))
                   (map-body (lambda (used negated) (declare (ignore negated)) (visit used)) program clause)))))
      (visit (relation-of-key program '(:init 1)))
      (dolist (name '(:role :legal :goal :terminal :next)) (mapc #'visit (relations-named program name))))
    needed))

;; The compiled description of CLAUSES.
(defun compile-clauses (name clauses)
  (let* ((program (program-of-clauses clauses)) (needed (needed-relations program))
         (rules (make-gdl-rules :name name :program program
                                :functions (make-array (+ 1 (gdl-program-count program)) :initial-element nil))))
    (dolist (component (components-in-order program))
      (if (or (gethash (first component) needed) (eq (first (gdl-relation-key (first component))) :next)) (compile-component rules component)))
    (flet ((relation (key) (relation-of-key program key)))
      (setf (gdl-rules-roles rules) (mapcar #'second (extent-facts (gdl-relation-extent (relation '(:role 1)))))
            (gdl-rules-start rules) (mapcar #'second (extent-facts (gdl-relation-extent (relation '(:init 1)))))
            (gdl-rules-legal rules) (relation '(:legal 2)) (gdl-rules-goals rules) (relations-named program :goal)
            (gdl-rules-terminal rules) (relation '(:terminal 0)) (gdl-rules-next rules) (relation '(:next 1))
            (gdl-rules-does rules) (gdl-relation-number (relation '(:does 2)))
            (gdl-rules-all rules) (gdl-relation-number (relation '(:true)))))
    rules))
