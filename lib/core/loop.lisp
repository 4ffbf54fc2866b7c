;;;; loop.lisp -- LOOP with clauses (section 6.1 of the standard). -*- sealed -*-
;;;;
;;;; The clauses are parsed from left to right into a LOOP-STATE, from which the expansion is then built:
;;;;
;;;;   (block NAME
;;;;     (let (variables of WITH, FOR ...)      ; one LET inside the other, in the order of the clauses
;;;;       (let (accumulators)
;;;;         (tagbody
;;;;           INITIALLY, first step of each FOR, (go BODY)
;;;;          NEXT  later steps of each FOR
;;;;          BODY  all other clauses, (go NEXT)
;;;;          LOOP-FINISH  FINALLY
;;;;           (return-from NAME result)))))

(defstruct (loop-state (:constructor make-loop (words)) (:copier nil) (:predicate nil))
  words          ; forms not parsed yet
  name
  bound          ; the variables of WITH, FOR and INTO
  layers         ; (:let BINDING*) and (:do FORM*), innermost first
  initially first next body finally  ; forms, in reverse order
  accumulators   ; (KEY FAMILY VARIABLE TAIL INITIAL); KEY: the variable of INTO, or NIL: then a list follows an additional first cons
  (default nil)  ; the value of the loop if nothing is accumulated
  decides        ; ALWAYS, NEVER or THEREIS if the loop has such a clause, else NIL
  it)            ; the variable IT of the enclosing condition, as (VARIABLE . USED)

(defvar *loop* nil "The loop that is being expanded.")

(defun loop-error (control &rest arguments)
  (error 'program-error :format-control (concatenate 'string "LOOP: " control) :format-arguments arguments))

;;; Parsing

;; Consumes the next word and returns its name if it is a member of NAMES, else returns NIL.
(defun loop-accept (&rest names)
  (let ((word (car (loop-state-words *loop*))))
    (if (and (loop-state-words *loop*) (symbolp word) (member (symbol-name word) names :test #'string=))
        (symbol-name (pop (loop-state-words *loop*)))
        nil)))

(defun loop-take (what after)
  (if (null (loop-state-words *loop*)) (loop-error "expected ~A after ~A" what after))
  (pop (loop-state-words *loop*)))

;; Consumes one or more compound forms and returns their list.
(defun loop-forms (after)
  (if (not (consp (car (loop-state-words *loop*))))
      (loop-error "expected a form in parentheses after ~A~@[, got ~S~]" after (car (loop-state-words *loop*))))
  (let ((forms nil))
    (do () ((not (consp (car (loop-state-words *loop*)))) (nreverse forms))
      (push (pop (loop-state-words *loop*)) forms))))

;; May TYPE follow the variables TREE without OF-TYPE? It must be the name of a standard type or, if TREE is a tree, a tree
;; of such names.
(defun loop-type-p (type tree)
  (if (consp type)
      (and (consp tree) (loop-type-p (car type) (car tree)) (loop-type-p (cdr type) (cdr tree)))
      (and (symbolp type) (eq (symbol-package type) (find-package "COMMON-LISP")) (type-name-p type))))

;; Consumes the type after the variables of TREE and returns it, T by default.
(defun loop-type (tree)
  (cond ((loop-accept "OF-TYPE") (loop-take "a type" 'of-type))
        ((loop-accept "FIXNUM") 'fixnum)
        ((loop-accept "FLOAT") 'float)
        ((loop-accept "NIL") t)
        ((loop-type-p (car (loop-state-words *loop*)) tree) (or (pop (loop-state-words *loop*)) t))
        (t t)))

;; Returns the initial value of a variable of TYPE.
(defun loop-initial (type)
  (cond ((eq type t) nil)
        ((null type) nil)
        ((subtypep type 'float) (if (subtypep type 'double-float) 0.0d0 0.0f0))
        ((subtypep type 'number) 0)
        (t nil)))

;; Returns bindings of the variables of TREE to their initial values. TYPE: a tree of types, or one type for all variables.
(defun loop-initials (tree type)
  (cond ((null tree) nil)
        ((symbolp tree) (list (list tree (loop-initial type))))
        (t (append (loop-initials (car tree) (if (consp type) (car type) type))
                   (loop-initials (cdr tree) (if (consp type) (cdr type) type))))))

;;; Variables. A clause has one variable or a tree of variables, which destructures the value.

(defun loop-variables (tree)
  (cond ((null tree) nil)
        ((symbolp tree) (list tree))
        ((consp tree) (append (loop-variables (car tree)) (loop-variables (cdr tree))))
        (t (loop-error "expected a variable, got ~S" tree))))

(defun loop-declare (tree)
  (dolist (variable (loop-variables tree))
    (if (member variable (loop-state-bound *loop*)) (loop-error "~S is bound twice" variable))
    (push variable (loop-state-bound *loop*))))

;; Returns forms that set the variables of TREE to the parts of the value of FORM.
(defun loop-assign (tree form)
  (cond ((null tree) (list `(progn ,form)))  ; an atom would be a tag
        ((symbolp tree) (list `(setq ,tree ,form)))
        (t (let ((whole (gensym)))
             (list `(let ((,whole ,form))
                      ,@(if (car tree) (loop-assign (car tree) `(car ,whole)) nil)
                      ,@(if (cdr tree) (loop-assign (cdr tree) `(cdr ,whole)) nil)
                      ,whole))))))

(defun loop-layer (kind things)
  (if things (push (cons kind things) (loop-state-layers *loop*))))

;; Adds layers that bind VARIABLES, a list of (TREE FORM), in parallel.
(defun loop-bind (variables)
  (let ((bindings nil) (inner nil) (assignments nil))
    (dolist (variable variables)
      (destructuring-bind (tree form) variable
        (if (consp tree)
            (let ((whole (gensym)))
              (push (list whole form) bindings)
              (dolist (v (loop-variables tree)) (push (list v nil) inner))
              (setq assignments (append assignments (loop-assign tree whole))))
            (push (list (or tree (gensym)) form) bindings))))
    (loop-layer :let (nreverse bindings))
    (loop-layer :let (nreverse inner))
    (loop-layer :do assignments)))

(defun loop-with ()
  (let ((variables nil))
    (do ((more t (loop-accept "AND"))) ((not more))
      (let* ((tree (loop-take "a variable" 'with)) (type (loop-type tree)))
        (loop-declare tree)
        (if (loop-accept "=")
            (push (list tree (loop-take "a form" '=)) variables)
            (setq variables (revappend (loop-initials tree type) variables)))))
    (loop-bind (nreverse variables))))

;;; FOR. Each clause is parsed into a property list:
;;; :BIND, :LATE       bindings, (VARIABLE FORM); the forms of :LATE see the variables of :BIND
;;; :ADVANCE           assignments, (VARIABLE FORM), at the start of each step except the first
;;; :END               tests that end the loop before the assignments of a step
;;; :SET               assignments, (TREE FORM), of each step
;;; :STOP              tests that end the loop after the assignments of a step
;;; :SET1              assignments of the first step; by default those of :SET

(defun loop-steps (clauses key first)
  (mapcan (lambda (clause)
            (copy-list (if (and first (eq key :set) (not (eq (getf clause :set1 t) t)))
                           (getf clause :set1)
                           (getf clause key))))
          clauses))

(defun loop-exit (test) `(if ,test (go loop-finish)))

;; Returns the forms of a step of CLAUSES. Several clauses are joined by AND: all values are computed before the first
;; assignment.
(defun loop-step (clauses first)
  (let ((sets (loop-steps clauses :set first)))
    (append (mapcar (lambda (set) (cons 'setq set)) (if first nil (loop-steps clauses :advance nil)))
            (mapcar #'loop-exit (loop-steps clauses :end first))
            (if (cdr clauses)
                (let ((values (mapcar (lambda (set) (declare (ignore set)) (gensym)) sets)))
                  (list `(let ,(mapcar (lambda (value set) (list value (second set))) values sets)
                           ,@(mapcan (lambda (value set) (loop-assign (first set) value)) values sets))))
                (mapcan (lambda (set) (loop-assign (first set) (second set))) sets))
            (mapcar #'loop-exit (loop-steps clauses :stop first)))))

(defun loop-add-clauses (clauses)
  (loop-bind (mapcan (lambda (clause) (copy-list (getf clause :bind))) clauses))
  (loop-bind (mapcan (lambda (clause) (copy-list (getf clause :late))) clauses))
  (setf (loop-state-first *loop*) (revappend (loop-step clauses t) (loop-state-first *loop*))
        (loop-state-next *loop*) (revappend (loop-step clauses nil) (loop-state-next *loop*))))

(defun loop-for ()
  (let ((clauses nil))
    (do ((more t (loop-accept "AND"))) ((not more))
      (loop-accept "FOR" "AS")  ; after AND
      (let ((tree (loop-take "a variable" 'for)))
        (loop-declare tree)
        (push (loop-for-clause tree (loop-initials tree (loop-type tree))) clauses)))
    (loop-add-clauses (nreverse clauses))))

;; Parses what follows the variables TREE of a FOR clause. INITIALS: the bindings of these variables.
(defun loop-for-clause (tree initials)
  (let ((word (loop-accept "IN" "ON" "=" "ACROSS" "BEING")))
    (cond ((null word) (loop-for-number tree))
          ((string= word "=")
           (let ((form (loop-take "a form" '=)))
             (if (loop-accept "THEN")
                 (list :bind initials :set1 (list (list tree form)) :set (list (list tree (loop-take "a form" 'then))))
                 (list :bind initials :set (list (list tree form))))))
          ((string= word "ACROSS")
           (let ((vector (gensym)) (index (gensym)) (length (gensym)))
             (list :bind `((,vector ,(loop-take "a vector" 'across)) (,index 0) ,@initials)
                   :late `((,length (length ,vector)))
                   :end `((>= ,index ,length))
                   :set `((,tree (aref ,vector ,index)) (,index (+ ,index 1))))))
          ((string= word "BEING") (loop-for-table tree initials))
          (t (let* ((list (gensym)) (form (loop-take "a list" word))
                    (by (if (loop-accept "BY") (loop-take "a function" 'by) '#'cdr))
                    (known (and (consp by) (eq (car by) 'function)))  ; else it is evaluated once
                    (function (if known by (gensym)))
                    (rest (if (and known (symbolp (cadr by))) `(,(cadr by) ,list) `(funcall ,function ,list))))
               (list* :bind `((,list ,form) ,@(if known nil `((,function ,by))))
                      (cond ((string= word "IN") (list :late initials :end `((endp ,list)) :set `((,tree (car ,list)) (,list ,rest))))
                            ;; The variable is the whole list at first, and the atom at the end of the list after the loop.
                            ((and tree (symbolp tree))
                             (list :late `((,tree ,list)) :advance `((,list ,rest)) :set1 nil :set `((,tree ,list)) :stop `((atom ,list))))
                            (t (list :late initials :advance `((,list ,rest)) :end `((atom ,list)) :set `((,tree ,list)))))))))))

(defun loop-for-table (tree initials)
  (loop-accept "THE" "EACH")
  (let ((word (loop-accept "HASH-KEY" "HASH-KEYS" "HASH-VALUE" "HASH-VALUES"))
        (symbols (loop-accept "SYMBOL" "SYMBOLS" "PRESENT-SYMBOL" "PRESENT-SYMBOLS" "EXTERNAL-SYMBOL" "EXTERNAL-SYMBOLS"))
        (other nil))
    (cond (symbols
           (let ((package (if (loop-accept "OF" "IN") (loop-take "a package" 'of) '*package*)))
             (loop-for-pairs (cons tree nil) initials
                             `(package-symbols ,package ,(cond ((search "PRESENT" symbols) :present)
                                                               ((search "EXTERNAL" symbols) :external)
                                                               (t :accessible))))))
          ((null word)
           (loop-error "expected HASH-KEYS, HASH-VALUES, SYMBOLS, PRESENT-SYMBOLS or EXTERNAL-SYMBOLS, got ~S"
                       (car (loop-state-words *loop*))))
          ((not (loop-accept "OF" "IN")) (loop-error "expected OF after ~A" word))
          (t (let ((table (loop-take "a hash table" 'of)))
               (when (loop-accept "USING")
                 (setq other (second (loop-take "(HASH-VALUE variable)" 'using)))
                 (loop-declare other))
               (loop-for-pairs (if (char= (char word 5) #\K) (cons tree other) (cons other tree))
                               (append initials (loop-initials other t))
                               `(hash-table-entries ,table)))))))

;; Returns the clause for PATTERN, which destructures each pair in the list that FORM returns.
(defun loop-for-pairs (pattern initials form)
  (let ((list (gensym)))
    (list :bind `((,list ,form) ,@initials)
          :end `((null ,list))
          :set `((,pattern (car ,list)) (,list (cdr ,list))))))

;; Parses FROM, TO, BY and their variants, in any order.
(defun loop-for-number (variable)
  (if (not (symbolp variable)) (loop-error "expected a symbol as numeric variable, got ~S" variable))
  (if (null variable) (setq variable (gensym)))
  (let ((start nil) (limit nil) (test nil) (step nil) (up nil) (down nil) (bindings nil))
    (flet ((evaluated (form)  ; once, in the order of the words
             (if (numberp form) form (let ((v (gensym))) (push (list v form) bindings) v))))
      (do ((word t)) ((null word))
        (setq word (loop-accept "FROM" "UPFROM" "DOWNFROM" "TO" "UPTO" "BELOW" "DOWNTO" "ABOVE" "BY"))
        (when word
          (let ((form (evaluated (loop-take "a number" word))))
            (if (member word '("DOWNFROM" "DOWNTO" "ABOVE") :test #'string=) (setq down t))
            (if (member word '("UPFROM" "UPTO" "BELOW") :test #'string=) (setq up t))
            (if (and up down) (loop-error "~S cannot go both up and down" variable))
            (cond ((string= word "BY") (setq step form))
                  ((member word '("FROM" "UPFROM" "DOWNFROM") :test #'string=) (setq start form))
                  (t (setq limit form test word))))))
      (if (not (or start limit step))
          (loop-error "expected IN, ON, =, ACROSS, BEING, FROM, TO, BELOW or BY after ~S, got ~S"
                      variable (car (loop-state-words *loop*))))
      (if (null step) (setq step 1))
      ;; The standard requires a positive step.
      (if (and (realp step) (zerop step)) (loop-error "the step of ~S must not be 0" variable))
      (when (and (realp step) (minusp step))
        (warn "LOOP: FOR ~S ... BY ~S counts down; the standard's words for that are DOWNFROM, DOWNTO, ABOVE and BY ~S"
              variable step (- step))
        (setq down t step (- step)))
      (if (and down (null start)) (loop-error "expected FROM for ~S, which goes down" variable)))
    (list :bind (nreverse bindings)
          :late `((,variable ,(or start 0)))
          :set1 nil :set `((,variable (,(if down '- '+) ,variable ,step)))
          :stop (if limit
                    `((,(cond ((string= test "BELOW") (if down '<= '>=)) ((string= test "ABOVE") '<=) (down '<) (t '>)) ,variable ,limit))
                    nil))))

(defun loop-repeat ()
  (let ((left (gensym)))
    (loop-add-clauses
     (list (list :bind `((,left ,(loop-take "a number" 'repeat))) :end `((<= ,left 0)) :set `((,left (- ,left 1))))))))

;;; Clauses that may follow a condition. Each parser returns a list of forms.

(defun loop-value (after)
  (let ((it (loop-state-it *loop*)))
    (cond ((and it (loop-accept "IT")) (setf (cdr it) t) (car it))
          (t (loop-take "a form" after)))))

;; Returns the entry of LOOP-STATE-ACCUMULATORS for KEY, the variable of INTO or NIL; creates it if necessary.
(defun loop-accumulator (key family type)
  (let ((found (assoc key (loop-state-accumulators *loop*))))
    (cond ((null found)
           (loop-declare key)
           (setq found (list key family (or key (gensym)) (gensym)
                             (cond ((eq family 'total) (or (loop-initial type) 0)) ((or key (eq family 'extreme)) nil) (t '(list nil)))))
           (push found (loop-state-accumulators *loop*)))
          ((not (eq (second found) family))
           (loop-error "~@[~S ~]cannot accumulate both a ~(~A~) and a ~(~A~)" key (second found) family)))
    found))

(defun loop-accumulate (word)
  (let* ((verb (find-if (lambda (verb) (eql (search verb word) 0)) '("COLLECT" "APPEND" "NCONC" "SUM" "COUNT" "MAXIMIZ" "MINIMIZ")))
         (form (loop-value word))
         (key (if (loop-accept "INTO") (loop-take "a variable" 'into) nil))
         (family (cond ((member verb '("COLLECT" "APPEND" "NCONC") :test #'string=) 'list)
                       ((member verb '("SUM" "COUNT") :test #'string=) 'total)
                       (t 'extreme)))
         (place (loop-accumulator key family (loop-type key)))
         (variable (third place)) (tail (fourth place)) (new (gensym)))
    (list
     (cond ((eq family 'list)
            `(let ((,new ,(cond ((string= verb "COLLECT") `(list ,form)) ((string= verb "APPEND") `(copy-list ,form)) (t form))))
               ,(let ((add `((rplacd ,tail ,new) (setq ,tail ,(if (string= verb "COLLECT") new `(last ,new))))))
                  (cond (key `(when ,new (if ,tail ,(first add) (setq ,variable ,new)) ,(second add)))
                        ((string= verb "COLLECT") `(progn ,@add))
                        (t `(when ,new ,@add))))))
           ((string= verb "SUM") `(setq ,variable (+ ,variable ,form)))
           ((string= verb "COUNT") `(if ,form (setq ,variable (+ ,variable 1))))
           (t `(let ((,new ,form))
                 (if (or (null ,variable) (,(if (string= verb "MAXIMIZ") '> '<) ,new ,variable)) (setq ,variable ,new))))))))

;; Parses clauses joined by AND. IT refers to the value of the condition in the first of them only.
(defun loop-conjunction ()
  (let ((it (loop-state-it *loop*)) (forms (loop-selectable)))
    (setf (loop-state-it *loop*) nil)
    (do () ((not (loop-accept "AND")))
      (setq forms (append forms (loop-selectable))))
    (setf (loop-state-it *loop*) it)
    forms))

(defun loop-conditional (word)
  (let* ((test (loop-take "a condition" word)) (outer (loop-state-it *loop*)) (it (list (gensym))))
    (setf (loop-state-it *loop*) it)
    (let* ((then (loop-conjunction)) (else (if (loop-accept "ELSE") (loop-conjunction) nil)))
      (loop-accept "END")
      (setf (loop-state-it *loop*) outer)
      (if (string= word "UNLESS") (psetq then else else then))
      (list (if (cdr it)
                `(let ((,(car it) ,test)) (if ,(car it) (progn ,@then) (progn ,@else)))
                `(if ,test (progn ,@then) (progn ,@else)))))))

(defun loop-selectable ()
  (let ((word (loop-accept "DO" "DOING" "RETURN" "IF" "WHEN" "UNLESS" "COLLECT" "COLLECTING" "APPEND" "APPENDING" "NCONC"
                           "NCONCING" "SUM" "SUMMING" "COUNT" "COUNTING" "MAXIMIZE" "MAXIMIZING" "MINIMIZE" "MINIMIZING")))
    (cond ((and (null word) (null (loop-state-words *loop*))) (loop-error "expected a clause at the end"))
          ((null word) (loop-error (if (symbolp (car (loop-state-words *loop*))) "~S is not a loop keyword" "expected a clause, got ~S")
                      (car (loop-state-words *loop*))))
          ((member word '("DO" "DOING") :test #'string=) (loop-forms word))
          ((string= word "RETURN") (list `(return-from ,(loop-state-name *loop*) ,(loop-value 'return))))
          ((member word '("IF" "WHEN" "UNLESS") :test #'string=) (loop-conditional word))
          (t (loop-accumulate word)))))

;;; All clauses

(defun loop-add (forms)
  (setf (loop-state-body *loop*) (revappend forms (loop-state-body *loop*))))

(defun loop-clause ()
  (let* ((loop *loop*) (name (loop-state-name loop))
         (word (loop-accept "FOR" "AS" "WITH" "REPEAT" "INITIALLY" "FINALLY" "WHILE" "UNTIL" "ALWAYS" "NEVER" "THEREIS")))
    (flet ((form () (loop-take "a form" word)))
      (cond ((null word) (loop-add (loop-selectable)))
            ((member word '("FOR" "AS") :test #'string=) (loop-for))
            ((string= word "WITH") (loop-with))
            ((string= word "REPEAT") (loop-repeat))
            ((string= word "INITIALLY")
             (loop-accept "DO" "DOING")
             (setf (loop-state-initially loop) (revappend (loop-forms word) (loop-state-initially loop))))
            ((string= word "FINALLY")
             (setf (loop-state-finally loop)
                   (if (loop-accept "RETURN")  ; LOOP had this before the standard
                       (cons `(return-from ,name ,(form)) (loop-state-finally loop))
                       (progn (loop-accept "DO" "DOING") (revappend (loop-forms word) (loop-state-finally loop))))))
            ((string= word "WHILE") (loop-add (list (loop-exit `(not ,(form))))))
            ((string= word "UNTIL") (loop-add (list (loop-exit (form)))))
            ((string= word "THEREIS")
             (setf (loop-state-decides loop) word)
             (let ((found (gensym)))
               (loop-add (list `(let ((,found ,(form))) (if ,found (return-from ,name ,found)))))))
            (t (setf (loop-state-default loop) t (loop-state-decides loop) word)
               (let ((test (form)))
                 (loop-add (list `(if ,(if (string= word "ALWAYS") `(not ,test) test) (return-from ,name nil))))))))))

(defmacro loop-finish ()
  "End the innermost LOOP with clauses around this form, and run its FINALLY clauses.
Signals: program-error outside such a LOOP.
Example: (loop for i from 0 do (if (= i 3) (loop-finish)) collect i) => (0 1 2)"
  '(go loop-finish))

(defun expand-loop (words)
  "Return the expansion of a LOOP with the clauses WORDS.
Signals: program-error if a clause is malformed.
Example: (eval (expand-loop '(for i below 3 collect i))) => (0 1 2)"
  (let* ((*loop* (make-loop words)) (next (gensym)) (body (gensym)))
    (if (loop-accept "NAMED") (setf (loop-state-name *loop*) (loop-take "a name" 'named)))
    (do () ((null (loop-state-words *loop*))) (loop-clause))
    (let* ((loop *loop*) (accumulators (loop-state-accumulators loop)) (result (assoc nil accumulators))
           (form `(let* ,(mapcan (lambda (a) (list (list (third a) (fifth a)) (list (fourth a) (if (first a) nil (third a))))) accumulators)
                    (declare (ignorable ,@(mapcar #'fourth accumulators)))
                    (tagbody
                       ,@(reverse (loop-state-initially loop))
                       ,@(reverse (loop-state-first loop))
                       (go ,body)
                       ,next
                       ,@(reverse (loop-state-next loop))
                       ,body
                       ,@(reverse (loop-state-body loop))
                       (go ,next)
                       loop-finish
                       ,@(reverse (loop-state-finally loop))
                       (return-from ,(loop-state-name loop)
                         ,(cond ((null result) (loop-state-default loop)) ((eq (second result) 'list) `(cdr ,(third result))) (t (third result))))))))
      (if (and result (loop-state-decides loop))
          (loop-error "~A determines the value of the loop, so that a ~(~A~) needs INTO"
                      (loop-state-decides loop) (second result)))
      (dolist (layer (loop-state-layers loop))
        (setq form (if (eq (car layer) :let) `(let ,(cdr layer) ,form) `(progn ,@(cdr layer) ,form))))
      `(block ,(loop-state-name loop) ,form))))
