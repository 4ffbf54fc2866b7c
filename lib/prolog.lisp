;;;; prolog.lisp -- a small Prolog: clauses as lists, unification, cut, arithmetic. -*- sealed -*-
;;;;
;;;; A term is a Lisp object; symbols that begin with a question mark are variables, ? alone is one that is nowhere
;;;; else. A clause is (<- HEAD GOAL...), a question (?- GOAL...), a list [H|T] is (?h . ?t). Goals are proved from left
;;;; to right and clauses tried in their order, each proof calling on what follows it when it succeeds: what it returns
;;;; from has failed. So a cut is a THROW to the call of its predicate, and an answer is found by leaving them all.

(defstruct (var (:constructor make-var (name)) (:copier nil) (:print-function print-var))
  name (value 'unbound))

(defun print-var (var stream depth)
  (declare (ignore depth))
  (let ((value (deref var)))
    (if (var-p value)
        (format stream "~A" (var-name value))
        (prin1 value stream))))

(defvar *trail* nil "The variables bound since the question, last first.")

(defun deref (term)
  (loop
    (if (or (not (var-p term)) (eq (var-value term) 'unbound)) (return term))
    (setq term (var-value term))))

(defun bind (var value)
  (push var *trail*)
  (setf (var-value var) value)
  t)

(defun undo-to (mark)
  (do () ((eq *trail* mark))
    (setf (var-value (pop *trail*)) 'unbound)))

(defun unify (a b)
  (loop
    (setq a (deref a) b (deref b))
    (cond ((eql a b) (return t))
          ((var-p a) (return (bind a b)))
          ((var-p b) (return (bind b a)))
          ((and (consp a) (consp b))
           (if (not (unify (car a) (car b))) (return nil))
           (setq a (cdr a) b (cdr b)))
          (t (return (equal a b))))))

(defun variable-name-p (term)
  (and (symbolp term)
       (let ((name (symbol-name term)))
         (and (> (length name) 0) (char= (char name 0) #\?)))))

;; In a clause that is stored each variable is a place: which of the clause's variables it is, or NIL for ? alone.
(defstruct (given-place (:constructor make-place (number name)) (:copier nil) (:predicate given-place-p)) number name)

;; TERM with places for its variables. NAMES: a list whose cdr associates the names met so far.
(defun with-places (term names)
  (cond ((consp term) (cons (with-places (car term) names) (with-places (cdr term) names)))
        ((eq term '?) (make-place nil '?))
        ((variable-name-p term)
         (or (cdr (assoc term (cdr names)))
             (let ((place (make-place (length (cdr names)) term)))
               (push (cons term place) (cdr names))
               place)))
        (t term)))

;; TERM with new variables in its places; VARIABLES: a vector of those made so far.
(defun fresh (term variables)
  (cond ((consp term) (cons (fresh (car term) variables) (fresh (cdr term) variables)))
        ((given-place-p term)
         (let ((number (given-place-number term)))
           (if (null number)
               (make-var '?)
               (or (svref variables number)
                   (setf (svref variables number) (make-var (given-place-name term)))))))
        (t term)))

;; A question TERM with variables of its own, and as second value an association of their names with them.
(defun questioned (term)
  (let* ((names (list nil)) (placed (with-places term names)) (variables (make-array (length (cdr names)) :initial-element nil)))
    (let ((fresh (fresh placed variables)))
      (values fresh
              (mapcar (lambda (entry) (cons (car entry) (svref variables (given-place-number (cdr entry)))))
                      (reverse (cdr names)))))))

;; TERM with what its variables stand for put in their places.
(defun resolved (term)
  (let ((term (deref term)))
    (cond ((consp term) (cons (resolved (car term)) (resolved (cdr term))))
          ((var-p term) (var-name term))
          (t term))))

(defun add-clause (clause)
  (let ((name (if (consp (car clause)) (caar clause) (car clause))))
    (if (or (not (symbolp name)) (variable-name-p name))
        (error "~S cannot be the head of a clause" (car clause)))
    (let* ((names (list nil)) (placed (with-places clause names)))
      (setf (get name 'clauses) (append (get name 'clauses) (list (cons (length (cdr names)) placed)))))
    name))

(defmacro <- (head &rest goals)
  "Add the clause that HEAD holds if all GOALS do, behind the clauses that its predicate has; return the predicate's name.
HEAD: (PREDICATE TERM...).  GOALS, besides those with a predicate: ! (cut), TRUE, FAIL, (AND g...), (OR g...), (NOT g),
(CALL g), (= a b), (IS x expression), (< a b), (> a b), (<= a b), (>= a b), (== a b) of expressions, (WRITE x), NL, and (LISP form),
which holds if the form, evaluated with the terms quoted in it, is not NIL.
Example: (progn (forget-predicate 'likes) (<- (likes sam ?x) (= ?x wine)) (answers '?x '(likes sam ?x))) => (WINE)"
  `(add-clause '(,head ,@goals)))

(defun forget-predicate (name)
  "Forget all clauses of the predicate NAME; return NAME.
Example: (forget-predicate 'no-such-predicate) => NO-SUCH-PREDICATE"
  (setf (get name 'clauses) nil)
  name)

(defun value-of (expression)
  (let ((e (deref expression)))
    (cond ((numberp e) e)
          ((and (consp e) (member (car e) '(+ - * / mod rem min max abs floor)))
           (values (apply (car e) (mapcar #'value-of (cdr e)))))
          (t (error "IS: ~S is no number and no expression" (resolved e))))))

(defun compare (test goal)
  (funcall test (value-of (second goal)) (value-of (third goal))))

;; Proves GOALS and calls THEN for each proof. CUT: what a cut among them throws to.
(defun prove-all (goals cut then)
  (if (null goals)
      (funcall then)
      (prove (car goals) cut (if (cdr goals) (lambda () (prove-all (cdr goals) cut then)) then))))

(defun prove (goal cut then)
  (let ((goal (deref goal)) (mark *trail*))
    (case (if (consp goal) (car goal) goal)
      (! (funcall then) (throw cut nil))
      (true (funcall then))
      (fail nil)
      (and (prove-all (cdr goal) cut then))
      (or (dolist (g (cdr goal)) (prove g cut then) (undo-to mark)))
      (not (let ((found (provable-p (second goal)))) (undo-to mark) (if (not found) (funcall then))))
      (call (let ((tag (list nil))) (catch tag (prove (second goal) tag then))))
      (= (if (unify (second goal) (third goal)) (funcall then)) (undo-to mark))
      (is (if (unify (second goal) (value-of (third goal))) (funcall then)) (undo-to mark))
      (< (if (compare #'< goal) (funcall then)))
      (> (if (compare #'> goal) (funcall then)))
      (<= (if (compare #'<= goal) (funcall then)))
      (>= (if (compare #'>= goal) (funcall then)))
      (== (if (compare #'= goal) (funcall then)))
      (write (princ (resolved (second goal))) (funcall then))
      (nl (terpri) (funcall then))
      (lisp (if (call-lisp (second goal)) (funcall then)))
      (t (prove-by-clauses goal then)))))

;; (LISP (f ?x 3)): f called with what the terms stand for.
(defun call-lisp (form)
  (let ((form (deref form)))
    (apply (car form) (mapcar #'resolved (cdr form)))))

(defun prove-by-clauses (goal then)
  (let* ((name (if (consp goal) (car goal) goal))
         (clauses (if (symbolp name) (get name 'clauses) nil))
         (mark *trail*)
         (cut (list nil)))
    (cond ((var-p goal) (error "A goal that is a variable must be bound when it is called"))
          ((null clauses)
           (error "There is no predicate ~S of ~R argument~:P" name (if (consp goal) (length (cdr goal)) 0)
                  (if (consp goal) (length (cdr goal)) 0))))
    (catch cut
      (dolist (clause clauses)
        (let ((fresh (fresh (cdr clause) (make-array (car clause) :initial-element nil))))
          (if (unify goal (car fresh)) (prove-all (cdr fresh) cut then))
          (undo-to mark))))
    (undo-to mark)))

(defun provable-p (goal)
  (let ((tag (list nil)) (found (list nil)))
    (eq found (catch found (catch tag (prove goal tag (lambda () (throw found found)))) nil))))

(defun answers (term &rest goals)
  "Return the list of what TERM stands for in each proof of GOALS, in order.
Example: (progn (forget-predicate 'digit) (<- (digit 1)) (<- (digit 2)) (answers '(?x ?y) '(digit ?x) '(digit ?y)))
         => ((1 1) (1 2) (2 1) (2 2))"
  (let* ((question (questioned (cons term goals))) (found nil) (tag (list nil)) (*trail* nil))
    (catch tag (prove-all (cdr question) tag (lambda () (push (resolved (car question)) found))))
    (undo-to nil)
    (nreverse found)))

(defun first-answer (term &rest goals)
  "Return what TERM stands for in the first proof of GOALS, and T; or NIL and NIL if there is none.
Example: (values (first-answer '?x '(is ?x (+ 1 2)))) => 3"
  (let* ((question (questioned (cons term goals))) (tag (list nil)) (done (list nil)) (*trail* nil) (answer nil))
    (if (eq done (catch done
                   (catch tag
                     (prove-all (cdr question) tag
                                (lambda () (setq answer (resolved (car question))) (throw done done))))
                   nil))
        (values answer t)
        (values nil nil))))

(defmacro ?- (&rest goals)
  "Print what the variables of GOALS stand for in each proof, or Yes, and No at the end. Return no value.
Example: (with-output-to-string (*standard-output*) (?- (or (= ?x 1) (= ?x 2)))) => \"?X = 1
?X = 2
No.
\""
  `(ask-goals ',goals))

(defun ask-goals (goals)
  (multiple-value-bind (goals variables) (questioned goals)
    (let ((tag (list nil)) (*trail* nil))
      (catch tag
        (prove-all goals tag
                   (lambda ()
                     (if variables
                         (format t "~&~{~A = ~S~^, ~}~%"
                                 (mapcan (lambda (v) (list (car v) (resolved (cdr v)))) variables))
                         (format t "~&Yes.~%")))))
      (undo-to nil)
      (format t "~&No.~%")
      (values))))
