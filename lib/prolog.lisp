;;;; prolog.lisp -- a small Prolog: clauses as lists, unification, cut, arithmetic. -*- sealed -*-
;;;;
;;;; A term is a Lisp object; symbols that begin with a question mark are variables, and ? alone is the anonymous variable.
;;;; A clause is (<- HEAD GOAL...), a query (?- GOAL...), a list [H|T] is (?h . ?t). Goals are proved from left to right and
;;;; clauses are tried in their order. Proofs use success continuations: a goal calls its continuation for each proof and
;;;; returns when it fails. A cut is therefore a THROW to the call of its predicate, and the first answer a THROW out of all
;;;; calls.

(defstruct (var (:constructor make-var (name)) (:copier nil) (:print-function print-var))
  name (value 'unbound))

(defun print-var (var stream depth)
  (declare (ignore depth))
  (let ((value (deref var)))
    (if (var-p value)
        (format stream "~A" (var-name value))
        (prin1 value stream))))

(defvar *trail* nil "The variables bound since the query, last first.")

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

;; A variable in a stored clause: its number among the variables of the clause, or NIL for the anonymous variable.
(defstruct (given-place (:constructor make-place (number name)) (:copier nil) (:predicate given-place-p)) number name)

;; TERM with its variables replaced by places. NAMES: a list whose cdr is an alist from the names found so far to places.
(defun with-places (term names)
  (cond ((consp term) (cons (with-places (car term) names) (with-places (cdr term) names)))
        ((eq term '?) (make-place nil '?))
        ((variable-name-p term)
         (or (cdr (assoc term (cdr names)))
             (let ((place (make-place (length (cdr names)) term)))
               (push (cons term place) (cdr names))
               place)))
        (t term)))

;; TERM with its places replaced by new variables. VARIABLES: a vector of the variables created so far, by number.
(defun fresh (term variables)
  (cond ((consp term) (cons (fresh (car term) variables) (fresh (cdr term) variables)))
        ((given-place-p term)
         (let ((number (given-place-number term)))
           (if (null number)
               (make-var '?)
               (or (svref variables number)
                   (setf (svref variables number) (make-var (given-place-name term)))))))
        (t term)))

;; The query TERM with new variables, and as second value an alist from their names to them.
(defun questioned (term)
  (let* ((names (list nil)) (placed (with-places term names)) (variables (make-array (length (cdr names)) :initial-element nil)))
    (let ((fresh (fresh placed variables)))
      (values fresh
              (mapcar (lambda (entry) (cons (car entry) (svref variables (given-place-number (cdr entry)))))
                      (reverse (cdr names)))))))

;; TERM with its bound variables replaced by their values.
(defun resolved (term)
  (let ((term (deref term)))
    (cond ((consp term) (cons (resolved (car term)) (resolved (cdr term))))
          ((var-p term) (var-name term))
          (t term))))

(defun add-clause (clause)
  (let ((name (if (consp (car clause)) (caar clause) (car clause))))
    (if (or (not (symbolp name)) (variable-name-p name))
        (error "<-: expected (PREDICATE TERM...) as the head of a clause, got ~S" (car clause)))
    (let* ((names (list nil)) (placed (with-places clause names)))
      (setf (get name 'clauses) (append (get name 'clauses) (list (cons (length (cdr names)) placed)))))
    name))

(defmacro <- (head &rest goals)
  "Add a clause after the other clauses of its predicate; return the name of the predicate. HEAD is true if all GOALS are.
HEAD: (PREDICATE TERM...).
GOALS: goals with a predicate; also ! (cut), TRUE, FAIL, (AND g...), (OR g...), (NOT g), (CALL g), (= a b), (IS x expression);
comparisons of expressions (< a b), (> a b), (<= a b), (>= a b), (== a b); (WRITE x), NL; and (LISP (function term...)), which
is true if the call of the function with the terms returns true.
Signals: error if HEAD is not such a list.
Example: (progn (forget-predicate 'likes) (<- (likes sam ?x) (= ?x wine)) (answers '?x '(likes sam ?x))) => (WINE)"
  `(add-clause '(,head ,@goals)))

(defun forget-predicate (name)
  "Remove all clauses of the predicate NAME; return NAME.
Example: (forget-predicate 'no-such-predicate) => NO-SUCH-PREDICATE"
  (setf (get name 'clauses) nil)
  name)

(defun value-of (expression)
  (let ((e (deref expression)))
    (cond ((numberp e) e)
          ((and (consp e) (member (car e) '(+ - * / mod rem min max abs floor)))
           (values (apply (car e) (mapcar #'value-of (cdr e)))))
          (t (error "IS: expected an arithmetic expression, got ~S" (resolved e))))))

(defun compare (test goal)
  (funcall test (value-of (second goal)) (value-of (third goal))))

;; Proves GOALS and calls the continuation THEN for each proof. CUT: the catch tag of a cut in them.
(defun prove-all (goals cut then)
  (if (null goals)
      (funcall then)
      (prove-goal (car goals) cut (if (cdr goals) (lambda () (prove-all (cdr goals) cut then)) then))))

(defun prove-goal (goal cut then)
  (let ((goal (deref goal)) (mark *trail*))
    (case (if (consp goal) (car goal) goal)
      (! (funcall then) (throw cut nil))
      (true (funcall then))
      (fail nil)
      (and (prove-all (cdr goal) cut then))
      (or (dolist (g (cdr goal)) (prove-goal g cut then) (undo-to mark)))
      (not (let ((found (provable-p (second goal)))) (undo-to mark) (if (not found) (funcall then))))
      (call (let ((tag (list nil))) (catch tag (prove-goal (second goal) tag then))))
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

;; Proves (LISP (f ?x 3)): calls f with the values of the terms.
(defun call-lisp (form)
  (let ((form (deref form)))
    (apply (car form) (mapcar #'resolved (cdr form)))))

(defun prove-by-clauses (goal then)
  (let* ((name (if (consp goal) (car goal) goal))
         (clauses (if (symbolp name) (get name 'clauses) nil))
         (mark *trail*)
         (cut (list nil)))
    (cond ((var-p goal) (error "CALL: expected a goal, got an unbound variable"))
          ((null clauses)
           (error "?-: expected a defined predicate, got ~S with ~R argument~:P" name (if (consp goal) (length (cdr goal)) 0))))
    (catch cut
      (dolist (clause clauses)
        (let ((fresh (fresh (cdr clause) (make-array (car clause) :initial-element nil))))
          (if (unify goal (car fresh)) (prove-all (cdr fresh) cut then))
          (undo-to mark))))
    (undo-to mark)))

(defun provable-p (goal)
  (let ((tag (list nil)) (found (list nil)))
    (eq found (catch found (catch tag (prove-goal goal tag (lambda () (throw found found)))) nil))))

(defun answers (term &rest goals)
  "Return a list of the values of TERM in all proofs of GOALS, in order.
Example: (progn (forget-predicate 'digit) (<- (digit 1)) (<- (digit 2)) (answers '(?x ?y) '(digit ?x) '(digit ?y)))
         => ((1 1) (1 2) (2 1) (2 2))"
  (let* ((question (questioned (cons term goals))) (found nil) (tag (list nil)) (*trail* nil))
    (catch tag (prove-all (cdr question) tag (lambda () (push (resolved (car question)) found))))
    (undo-to nil)
    (nreverse found)))

(defun first-answer (term &rest goals)
  "Return the value of TERM in the first proof of GOALS, and T; NIL and NIL if no proof exists.
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
  "Print the values of the variables of GOALS for each proof, Yes if GOALS do not contain variables, and No at the end. Return no
value.
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
