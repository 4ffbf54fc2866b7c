;;;; defmacro.lisp -- DEFMACRO, and the lambda lists of macros. -*- sealed -*-
;;;; This is the first file of the library: it uses only special forms and C++ functions, such as
;;;; MEMBER-MATCHING, which is MEMBER for a test given by its code (1 for EQL).

;;; Lambda lists of macros: (destructure PATTERN SOURCE CALL WHOLE) returns the bindings of a LET* that destructures the
;;; value of the variable SOURCE. CALL and WHOLE are for messages: CALL is a cons of the macro's name (NIL for
;;; DESTRUCTURING-BIND) and its lambda list, WHOLE is a variable whose value is the form.

(fset 'without-environment
      (named-lambda without-environment (lambda-list)
        (cond ((not (consp lambda-list)) lambda-list)
              ((or (eq (car lambda-list) '&environment) (eq (car lambda-list) '&whole))
               (without-environment (cddr lambda-list)))
              (t (cons (car lambda-list) (without-environment (cdr lambda-list)))))))

(fset 'bad-arguments
      (named-lambda bad-arguments (call whole)
        (raise-condition (if (null (car call))
                             (new-simple-condition 'program-error "~A: expected ~A, got ~S"
                                                   (list (operation "%destructuring-bind") (cdr call) whole))
                             (new-simple-condition 'program-error "~S: expected ~(~A~), got ~S"
                                                   (list (car call) (without-environment call) whole))))))

;; Signals a program-error of OPERATOR, a string: its form must contain what EXPECTED describes, but contains GOT.
(fset 'reject-form
      (named-lambda reject-form (operator expected got)
        (raise-condition (new-simple-condition 'program-error "~A: expected ~A, got ~S" (list operator expected got)))))

(fset 'new-simple-condition
      (named-lambda new-simple-condition (type control arguments)
        (let ((slots nil))
          (let ((rest (cddr (structure-type-slots type))))
            (tagbody
             next
               (when rest
                 (setq slots (cons nil slots))
                 (setq rest (cdr rest))
                 (go next))))
          (apply #'make-structure type control arguments slots))))

(fset 'take-argument
      (named-lambda take-argument (list call whole)
        (if (consp list) (car list) (bad-arguments call whole))))

(fset 'no-more-arguments
      (named-lambda no-more-arguments (list call whole)
        (if list (bad-arguments call whole) nil)))

(fset 'find-keyword
      (named-lambda find-keyword (keyword list)
        (cond ((not (consp list)) nil)
              ((eq (car list) keyword) (cdr list))
              (t (find-keyword keyword (cddr list))))))

;; Checks the keywords in LIST. KNOWN: the list of the keywords that are allowed, or T for all.
(fset 'check-keywords
      (named-lambda check-keywords (list known call whole)
        (check-keyword-pairs list (if (car (find-keyword :allow-other-keys list)) t known) call whole)))

(fset 'check-keyword-pairs
      (named-lambda check-keyword-pairs (list known call whole)
        (cond ((null list) nil)
              ((not (and (consp list) (consp (cdr list)))) (bad-arguments call whole))
              ((or (eq known t) (eq (car list) :allow-other-keys) (member-matching (car list) known 1))
               (check-keyword-pairs (cddr list) known call whole))
              (t (bad-arguments call whole)))))

(set 'lambda-list-keywords '(&optional &rest &body &key &allow-other-keys &aux &whole &environment))

(fset 'destructure
      (named-lambda destructure (pattern source call whole)
        (let ((bindings nil) (state 'required) (keywords nil) (allow nil) (item nil) (done nil) (all pattern))
          (labels ((misplaced (item)
                     (raise-condition (new-simple-condition 'program-error "~S is out of place in the lambda list ~S"
                                                            (list item all))))
                   (enter (new before)
                     (if (member-matching state before 1) (setq state new) (misplaced item)))
                   (bind (variable form)
                     (if (member-matching variable (symbol-value 'lambda-list-keywords) 1) (misplaced variable))
                     (if (not (or (consp variable) (and (symbolp variable) (not (constantp variable)))))
                         (raise-condition (new-simple-condition 'program-error "~S is not a variable in the lambda list ~S"
                                                                (list variable all))))
                     (if (consp variable)
                         (let ((g (gensym)))
                           (setq bindings (cons (list g form) bindings))
                           (setq bindings
                                 (append-lists (reverse (destructure variable g call whole)) bindings)))
                         (setq bindings (cons (list variable form) bindings))))
                   (bind-required (pattern form)
                     (bind (if pattern pattern (gensym))
                           (if pattern form (list 'no-more-arguments form (list 'quote call) whole))))
                   (pop-source () (bind source (list 'cdr source)))
                   (finish ()
                     (cond (done nil)
                           ((member-matching state '(key allowed) 1)
                            (bind (gensym)
                                  (list 'check-keywords source (if allow t (list 'quote keywords))
                                        (list 'quote call) whole)))
                           (t (bind (gensym)
                                    (list 'no-more-arguments source (list 'quote call) whole))))))
            (if (not (listp pattern)) (if (not (symbolp pattern)) (reject-form "lambda list" "a list" pattern)))
            (when (and (consp pattern) (eq (car pattern) '&whole))
              (bind (cadr pattern) source)
              (setq pattern (cddr pattern)))
            (tagbody
             next
               (cond ((null pattern) (go end))
                     ((symbolp pattern)
                      (bind pattern source)
                      (setq done t)
                      (go end)))
               (setq item (car pattern))
               (setq pattern (cdr pattern))
               (cond ((eq item '&optional) (enter 'optional '(required)))
                     ((or (eq item '&rest) (eq item '&body))
                      (enter 'rest '(required optional))
                      (bind (car pattern) source)
                      (setq pattern (cdr pattern))
                      (setq done t))
                     ((eq item '&key) (enter 'key '(required optional rest)) (setq done nil))
                     ((eq item '&allow-other-keys) (enter 'allowed '(key)) (setq allow t))
                     ((eq item '&aux) (finish) (setq done t) (enter 'aux '(required optional rest key allowed)))
                     ((eq item '&environment)
                      (if (or (atom pattern) (null (car pattern)) (not (symbolp (car pattern))))
                          (reject-form "lambda list" "a variable after &ENVIRONMENT" all))
                      (if (null (car call))
                          (raise-condition (new-simple-condition 'program-error "DESTRUCTURING-BIND: &ENVIRONMENT is not allowed" nil)))
                      (setq bindings (append-lists bindings (list (list (car pattern) 'macro-environment))))  ; bound first
                      (setq pattern (cdr pattern)))
                     ((eq state 'required)
                      (bind-required item (list 'take-argument source (list 'quote call) whole))
                      (pop-source))
                     ((eq state 'optional)
                      (let ((variable (if (consp item) (car item) item))
                            (default (if (consp item) (cadr item) nil)))
                        (bind-required variable (list 'if (list 'consp source) (list 'car source) default))
                        (when (and (consp item) (cddr item))
                          (bind (caddr item) (list 'consp source)))
                        (pop-source)))
                     ((eq state 'key)
                      (let* ((variable (if (consp item) (car item) item))
                             (default (if (consp item) (cadr item) nil))
                             (keyword (if (consp variable)
                                          (car variable)
                                          (intern (symbol-name variable) :keyword)))
                             (g (gensym)))
                        (when (consp variable) (setq variable (cadr variable)))
                        (setq keywords (cons keyword keywords))
                        (bind g (list 'find-keyword (list 'quote keyword) source))
                        (bind variable (list 'if g (list 'car g) default))
                        (when (and (consp item) (cddr item))
                          (bind (caddr item) (list 'if g t nil)))))
                     ((eq state 'aux)
                      (if (consp item) (bind (car item) (cadr item)) (bind item nil)))
                     (t (misplaced item)))
               (go next)
             end)
            (finish)
            (reverse bindings)))))

;; Returns two values: a list of the declarations and the docstring of BODY, and the forms that follow them.
(fset 'split-body
      (named-lambda split-body (body)
        (let ((head nil))
          (tagbody
           next
             (when (or (and (consp (car body)) (eq (car (car body)) 'declare))
                       (and (stringp (car body)) (cdr body)))
               (setq head (cons (car body) head))
               (setq body (cdr body))
               (go next)))
          (values (reverse head) body))))

(fset 'docstring-of
      (named-lambda docstring-of (head)
        (cond ((null head) nil)
              ((stringp (car head)) (list (car head)))
              (t (docstring-of (cdr head))))))

(fset 'declarations-of
      (named-lambda declarations-of (head)
        (cond ((null head) nil)
              ((stringp (car head)) (declarations-of (cdr head)))
              (t (cons (car head) (declarations-of (cdr head)))))))

(fset 'macro-lambda
      (named-lambda macro-lambda (name lambda-list body &optional (arguments '(cdr macro-form)))
        (multiple-value-bind (head forms) (split-body body)
          (let ((whole nil))
            (when (and (consp lambda-list) (eq (car lambda-list) '&whole))
              (if (or (atom (cdr lambda-list)) (null (cadr lambda-list)) (not (or (consp (cadr lambda-list)) (symbolp (cadr lambda-list)))))
                  (reject-form "lambda list" "a variable after &WHOLE" lambda-list))
              (setq whole (if (consp (cadr lambda-list))
                              (cons '(macro-whole macro-form)
                                    (destructure (cadr lambda-list) 'macro-whole (cons name lambda-list) 'macro-form))
                              (list (list (cadr lambda-list) 'macro-form))))
              (setq lambda-list (cddr lambda-list)))
            `(named-lambda ,name (macro-form macro-environment)
               ,@(docstring-of head)
               (let* (,@whole
                      (macro-arguments ,arguments)
                      ,@(destructure lambda-list 'macro-arguments (cons name lambda-list) 'macro-form))
                 ,@(declarations-of head)
                 (block ,name ,@forms)))))))

(fset 'defmacro
      (make-macro
       (named-lambda defmacro (form environment)
         "Define NAME as a macro: BODY computes the form that replaces a call from its unevaluated arguments; return NAME.
LAMBDA-LIST: may be nested, and contain &optional, &rest, &body, &key, &aux, &whole and &environment.
Example: (progn (defmacro twice (x) `(progn ,x ,x)) (macroexpand-1 '(twice a))) => (PROGN A A)"
         (let ((name (if (and (consp (cdr form)) (cadr form) (symbolp (cadr form)) (consp (cddr form)))
                         (cadr form)
                         (bad-arguments '(defmacro name lambda-list &body body) form))))
           `(progn
              (fset ',name (make-macro ,(macro-lambda name (caddr form) (cdddr form))
                                       ',(caddr form)))
              ',name)))
       '(name lambda-list &body body)))
