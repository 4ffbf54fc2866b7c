;;;; list-searching.lisp -- tests and keys of list and sequence functions; MEMBER, ASSOC and RASSOC. -*- sealed -*-
;;;;
;;;; A search by EQ, EQL or EQUAL without a key is made by C++ (src/builtins/matching.cpp), since it calls no function of
;;;; the program; these tests have the codes 0, 1 and 2. All other searches are loops in Lisp.

;; The function that the argument KEY designates; NIL for none and for IDENTITY.
(defmacro key-argument (key) `(if (or (null ,key) (eq ,key #'identity)) nil (function-argument ,key)))

;; Does the element X match? KIND: NIL if TEST is a predicate, 3 if it is a function of ITEM and the element, or the code of
;; EQ, EQL or EQUAL.  NEGATED: T to invert the test.
(defmacro matches-p (x)
  `(let ((value (if key (funcall key ,x) ,x)))
     (eq negated (null (cond ((eq kind 0) (eq item value))
                             ((eq kind 1) (eql item value))
                             ((null kind) (funcall test value))
                             ((eq kind 3) (funcall test item value))
                             (t (equal item value)))))))

;; The code of the function form TEST, the argument of a call without a key: for #'EQ, #'EQL, #'EQUAL and NIL; else NIL.
(defun test-code (environment test)
  (cond ((null test) 1)
        ((and (consp test) (eq (car test) 'function) (eql (form-length test) 2))
         (let ((name (cadr test)))
           (cond ((local-definition name environment) nil)
                 ((and (eq name 'eq) (eq (symbol-function name) #'eq)) 0)
                 ((and (eq name 'eql) (eq (symbol-function name) #'eql)) 1)
                 ((and (eq name 'equal) (eq (symbol-function name) #'equal)) 2))))))

;; The function, or the code of the test, that the arguments TEST and TEST-NOT designate.
(defmacro chosen-test (test test-not) `(if (or ,test ,test-not) (test-argument ,test ,test-not) 1))

;; If the tests and the key in a call are written in it, a form that is true if the value of the form X matches the value of
;; the form ITEM; else NIL.
(defun match-form (environment item x test test-not key)
  (let ((code (test-code environment (or test test-not))))
    (if (and (not (and test test-not)) (or code (function-form-p (or test test-not) 2)) (or (null key) (function-form-p key 1)))
        (let* ((value (if key (call-form key x) x))
               (match (if code
                          (list (nth code '(eq eql equal)) item value)
                          (call-form (or test test-not) item value))))
          (if test-not `(not ,match) match)))))

;; The elements of the short sequence that the form SEQUENCE always returns, a list or a vector; T for any other form.
(defun constant-elements (sequence)
  (let ((value (if (and (consp sequence) (eq (car sequence) 'quote) (eql (form-length sequence) 2)) (cadr sequence) sequence)))
    (cond ((eq value sequence) (if (and (vectorp value) (<= (length value) 8)) (coerce value 'list) t))
          ((not (listp value)) t)
          ((<= (or (form-length value) 9) 8) value)
          (t t))))

;; A search for the value of the form ITEM in the constant ELEMENTS: comparisons one after the other, by the test with the code
;; CODE.  CLAUSE: a function of the tail of ELEMENTS that starts with an element. It returns what is compared and the result.
(defun constant-search (item elements code clause)
  (let ((wanted (gensym)))
    `(let ((,wanted ,item))
       (cond ,@(maplist (lambda (tail)
                          (let ((pair (funcall clause tail)))
                            `((,(nth code '(eq eql equal)) ,wanted ',(car pair)) ',(cdr pair))))
                        elements)))))

;; The inliner of a search in a list. Without a key, and by a test that has a code, the search is a call of FUNCTION, else a loop.
;; ACCESSOR: NIL, or the part of each pair of an association list that is compared.
(defun list-search-inliner (function accessor)
  (lambda (environment item list test test-not key)
    (let* ((code (if (or test-not key) nil (test-code environment test)))
           (wanted (gensym)) (all (gensym)) (rest (gensym)) (x (gensym)) (i (gensym)) (block (gensym)) (next (gensym))
           (elements (if code (constant-elements list) t))
           (match (match-form environment wanted (if accessor `(,accessor ,x) x) test test-not key)))
      (cond ((and (listp elements) (listp list) (or (not accessor) (every #'consp elements)))
             (constant-search item elements code
                              (lambda (tail)
                                (if accessor (cons (funcall accessor (car tail)) (car tail)) (cons (car tail) tail)))))
            (code (list function item list code))
            (match
             `(let* ((,wanted ,item) (,all (list-argument ,list)) ,@(function-bindings (list test test-not key))
                     (,rest ,all) (,i 0))
                (block ,block
                  (tagbody
                     ,next
                     (if (consp ,rest)
                         (let ((,x (car ,rest)))
                           (if ,(if accessor `(if (pair-p ,x) ,match nil) match)
                               (return-from ,block ,(if accessor x rest)))
                           (setq ,rest (cdr ,rest) ,i (+ ,i 1))
                           (if (= ,i 65536) (proper-list ,rest))  ; the list may be circular
                           (go ,next))))
                  (if ,rest (proper-list ,all)))))))))

(defun list-argument (list)
  (if (listp list) list (signal-wrong-type list "a list" 'list)))

;; Is PAIR a cons? NIL is skipped in association lists, other atoms are errors.
(defun pair-p (pair)
  (cond ((consp pair))
        (pair (signal-wrong-type pair "a cons, in an association list" 'list))))

;; Defines NAME, a search in a list for an element that matches ITEM, by STANDARD for the tests that have codes.
;; LIST: the parameter.  ACCESSOR: as for LIST-SEARCH-INLINER.
(defmacro define-list-search (name worker standard list accessor documentation)
  `(define-keyword-function ,name (,worker (list-search-inliner ',standard ',accessor)) (item ,list) (test test-not key)
       ,documentation
     (let ((test (chosen-test test test-not)))
       (if (if (or key test-not) nil (integerp test))
           (,standard item ,list test)
           (let ((kind (if (integerp test) test 3)) (negated (not (null test-not))) (key (key-argument key)))
             (do ((rest (list-argument ,list) (cdr rest)) (i 1 (+ i 1)))
                 ((atom rest) (if rest (proper-list ,list)))
               (if (= i 65536) (proper-list rest))  ; the list may be circular
               (let ((x (car rest)))
                 ,(if accessor
                      `(if (if (pair-p x) (matches-p (,accessor x)) nil) (return x))
                      '(if (matches-p x) (return rest))))))))))

(define-list-search member member-worker member-matching list nil
  "Return the tail of LIST that starts with an element that matches ITEM, or NIL. The tail is not copied.
TEST: a function of ITEM and an element, default EQL.  TEST-NOT: the same, but it must be false.
KEY: a function that is applied to each element first.
Signals: type-error unless LIST is a proper list; program-error if TEST and TEST-NOT are both given.
Example: (member 2 '(1 2 3)) => (2 3)")

(define-list-search assoc assoc-worker assoc-matching alist car
  "Return the first pair of ALIST whose car matches ITEM, or NIL.
TEST: a function of ITEM and a car, default EQL.  TEST-NOT: the same, but it must be false.
KEY: a function that is applied to each car first.
Signals: type-error unless ALIST is a proper list of conses and NIL, which is skipped.
Example: (assoc 'b '((a . 1) (b . 2))) => (B . 2)")

(define-list-search rassoc rassoc-worker rassoc-matching alist cdr
  "Return the first pair of ALIST whose cdr matches ITEM, or NIL, as ASSOC does for the car.
Example: (rassoc 2 '((a . 1) (b . 2))) => (B . 2)")
