;;;; trees.lisp -- SUBST, SUBLIS and their relatives; TREE-EQUAL. -*- sealed -*-
;;;;
;;;; A subtree is tested before its parts. Lists that are still to be completed are kept on a stack of their own, so that a
;;;; tree may be deeper than the control stack.

;; Evaluates BODY, in which (PUSH-VALUES FORM...) and (POP-VALUES VARIABLE...) use a stack, and DEPTH is its size.
(defmacro with-stack (&body body)
  `(let ((stack (make-array 16)) (depth 0))
     (macrolet ((push-values (&rest forms)
                  `(progn
                     (if (> (+ depth ,(length forms)) (length stack))
                         (setq stack (replace (make-array (* 2 (length stack))) stack)))
                     ,@(mapcan (lambda (form) (list `(set-svref stack depth ,form) '(setq depth (+ depth 1)))) forms)))
                (pop-values (&rest variables)
                  `(progn ,@(mapcan (lambda (variable) (list '(setq depth (- depth 1)) `(setq ,variable (svref stack depth))))
                                    (reverse variables)))))
       ,@body)))

;; Signals a type-error if LIST is circular.
(defun check-not-circular (list)
  (do ((rest list (cddr rest)) (half list (cdr half)))
      ((if (consp rest) (atom (cdr rest)) t))
    (if (eq (cdr rest) half) (signal-wrong-type list "a proper list" 'list))))

;; Counts a step along the list REST, and checks now and then that it is not circular.
(defmacro count-step (rest)
  `(if (= (setq steps (+ steps 1)) limit)
       (progn (check-not-circular ,rest) (setq limit (* 2 limit)))))

;; Is the subtree X replaced? If so, sets RESULT to its replacement: NEW if X matches; the datum of the first pair of ALIST
;; whose key matches the key of X.
(defmacro replaced-p (x) `(if (matches-p ,x) (progn (setq result new) t)))
(defmacro paired-p (x)
  `(let* ((item (if key (funcall key ,x) ,x))
          (pair (if (if negated nil (< kind 3)) (assoc-matching item alist kind) (paired item alist test kind negated))))
     (if pair (progn (setq result (cdr pair)) t))))
(defun paired (item alist test kind negated)
  (let ((key nil))
    (do ((pairs alist (cdr pairs))) ((atom pairs) nil)
      (let ((pair (car pairs)))
        (if (if (pair-p pair) (matches-p (car pair))) (return pair))))))

;; Defines COPYING and ALTERING, functions of TREE and PARAMETERS that return TREE with the subtrees for which the macro
;; REPLACED-P is true replaced. COPYING copies each list up to its last change and shares the rest; ALTERING modifies TREE.
(defmacro define-substitution (copying altering parameters replaced-p)
  `(progn
     (defun ,copying (tree ,@parameters)
       (with-stack
         (let ((result tree) (head nil) (tail nil) (shared tree) (rest tree) (steps 0) (limit 65536))
           (macrolet ((add (x)
                        `(let ((cell (cons ,x nil)))
                           (if tail (set-cdr tail cell) (setq head cell))
                           (setq tail cell))))
             (tagbody
                (if (or (,replaced-p tree) (atom tree)) (go end))
                first-part
                (cond ((,replaced-p (car rest)))
                      ((consp (car rest))
                       (push-values head tail shared rest)
                       (setq head nil tail nil shared (car rest) rest shared)
                       (go first-part))
                      (t (setq result (car rest))))
                rest-of-parts  ; RESULT is the new car of REST
                (if (not (eq result (car rest)))
                    (progn
                      (do () ((eq shared rest)) (add (car shared)) (setq shared (cdr shared)))
                      (add result)
                      (setq shared (cdr rest))))
                (cond ((,replaced-p (cdr rest))
                       (let ((replaced (cdr rest)))
                         (do () ((eq shared replaced)) (add (car shared)) (setq shared (cdr shared)))
                         (setq shared result)))
                      ((consp (cdr rest))
                       (count-step rest)
                       (setq rest (cdr rest))
                       (go first-part)))
                (setq result (if tail (progn (set-cdr tail shared) head) shared))
                (if (> depth 0)
                    (progn (pop-values head tail shared rest) (go rest-of-parts)))
                end))
           result)))
     (defun ,altering (tree ,@parameters)
       (with-stack
         (let ((result tree) (rest tree) (steps 0) (limit 65536))
           (if (or (,replaced-p tree) (atom tree))
               result
               (tagbody
                  first-part
                  (cond ((,replaced-p (car rest)) (set-car rest result))
                        ((consp (car rest))
                         (push-values rest)
                         (setq rest (car rest))
                         (go first-part)))
                  rest-of-parts
                  (cond ((,replaced-p (cdr rest)) (set-cdr rest result))
                        ((consp (cdr rest))
                         (count-step rest)
                         (setq rest (cdr rest))
                         (go first-part)))
                  (if (> depth 0)
                      (progn (pop-values rest) (go rest-of-parts)))
                  (return-from ,altering tree))))))))

(define-substitution substitute-in-tree alter-in-tree (new test kind item negated key) replaced-p)
(define-substitution substitute-pairs alter-pairs (alist test kind negated key) paired-p)

;; Defines NAME, which replaces what matches an item, and NAME-IF and NAME-IF-NOT by SUBSTITUTION.
(defmacro define-subst (name substitution what &rest examples)
  (flet ((documentation (n arguments)
           (concatenate-as 'string (car what) (nth n '("matches OLD" "satisfies PREDICATE" "does not satisfy PREDICATE")) (cadr what) "
" arguments "KEY: a function that is applied to each subtree and leaf first.
Signals: type-error if TREE is circular.
Example: " (nth n examples)))
         (symbol (suffix) (intern (concatenate-as 'string (symbol-name name) suffix))))
    `(progn
       (define-keyword-function ,name (,(symbol "-WORKER")) (new old tree) (test test-not key)
           ,(documentation 0 "TEST: a function of OLD and a subtree, default EQL.  TEST-NOT: the same, but it must be false.
")
         (let ((test (chosen-test test test-not)))
           (,substitution tree new test (cond ((not (integerp test)) 3) ((symbolp old) 0) (t test))
                          old (not (null test-not)) (key-argument key))))
       ,@(mapcar (lambda (suffix n negated)
                   `(define-keyword-function ,(symbol suffix) (,(symbol (concatenate-as 'string suffix "-WORKER"))) (new predicate tree) (key)
                        ,(documentation n "")
                      (,substitution tree new (function-argument predicate) nil nil ,negated (key-argument key))))
                 '("-IF" "-IF-NOT") '(1 2) '(nil t)))))

(define-subst subst substitute-in-tree
  ("Return TREE with every subtree and leaf that " " replaced by NEW. The result shares unchanged tails with TREE.")
  "(subst 9 1 '(1 (2 1))) => (9 (2 9))"
  "(subst-if 0 #'numberp '(a 1 (2))) => (A 0 (0))"
  "(subst-if-not 0 (lambda (x) (or (listp x) (numberp x))) '(a 1 (2))) => (0 1 (2))")

(define-subst nsubst alter-in-tree
  ("Replace, in place, every subtree and leaf of TREE that " " by NEW; return TREE, or NEW if TREE itself is replaced.")
  "(let ((x (list 1 (list 1)))) (nsubst 9 1 x) x) => (9 (9))"
  "(let ((x (list 'a 1))) (nsubst-if 0 #'numberp x) x) => (A 0)"
  "(nsubst-if-not 0 #'listp (list 'a 1)) => (0 0)")

(defmacro define-sublis (name substitution documentation)
  `(define-keyword-function ,name (,(intern (concatenate-as 'string (symbol-name name) "-WORKER"))) (alist tree) (test test-not key)
       ,documentation
     (let ((test (chosen-test test test-not)))
       (,substitution tree (proper-list alist) test (if (integerp test) test 3) (not (null test-not)) (key-argument key)))))

(define-sublis sublis substitute-pairs
  "Return TREE with every subtree and leaf that is a key of ALIST replaced by its datum. Replacements are not searched again.
TEST: a function of a subtree and a key, default EQL.  TEST-NOT: the same, but it must be false.
KEY: a function that is applied to each subtree and leaf first.
Signals: type-error if ALIST is not a proper list or TREE is circular.
Example: (sublis '((x . 1) (y . 2)) '(x (y z))) => (1 (2 Z))")

(define-sublis nsublis alter-pairs
  "Replace, in place, every subtree and leaf of TREE that is a key of ALIST by its datum; return TREE, or the datum if TREE
itself is a key. The arguments are those of SUBLIS.
Example: (let ((x (list 'a 'b))) (nsublis '((a . 1)) x) x) => (1 B)")

(define-keyword-function tree-equal (tree-equal-worker) (tree1 tree2) (test test-not)
    "Return T if the trees have the same shape and their corresponding leaves match, else NIL.
TEST: a function of two leaves, default EQL.  TEST-NOT: the same, but it must be false.
Signals: type-error if the trees are circular.
Example: (tree-equal '(1 (2)) '(1 (2))) => T"
  (let* ((test (chosen-test test test-not)) (kind (if (integerp test) test 3)) (negated (not (null test-not)))
         (a tree1) (b tree2) (key nil) (steps 0) (limit 65536))
    (with-stack
      (do () (nil)
        (if (if (consp a) (consp b))
            (let ((x (car a)) (y (car b)))
              (count-step a)
              (if (or (consp x) (consp y))
                  (progn (push-values (cdr a) (cdr b)) (setq a x b y))
                  (if (let ((item x)) (matches-p y))
                      (setq a (cdr a) b (cdr b))
                      (return nil))))
            (progn
              (if (if (or (consp a) (consp b)) t (let ((item a)) (not (matches-p b)))) (return nil))
              (if (= depth 0) (return t))
              (pop-values a b)))))))
