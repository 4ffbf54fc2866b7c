;;;; searching.lisp -- FIND, POSITION, COUNT and their -IF and -IF-NOT forms. -*- sealed -*-
;;;;
;;;; Searches by EQ, EQL or EQUAL without a key are made by C++, all others by loops in Lisp. A search for a function that is
;;;; written in the call, as in (find-if (lambda (x) ...) list), is compiled as a loop.

;; Defines SEARCHER, a function that evaluates FOUND for each element X, of index I, that matches, then returns RESULT.
(defmacro define-searcher (searcher found result)
  `(defun ,searcher (test kind item negated key sequence from-end start last)
     (let* ((vector (if (consp sequence) nil sequence))
            (rest (cond (vector nil)
                        (from-end (nreverse (subseq sequence start last)))
                        (t (nthcdr start sequence))))
            (i (if from-end (- last 1) start))
            (step (if from-end -1 1))
            (left (- last start))
            (adjustable (if vector (adjustable-array-p vector)))  ; called functions may shorten the vector
            (count 0))
       (do () ((or (= left 0) (if vector nil (atom rest))) ,result)
         (if (if adjustable (< i (array-total-size vector)) t)
             (let ((x (if vector (aref vector i) (car rest))))
               (if (matches-p x) ,found)))
         (setq rest (cdr rest) i (+ i step) left (- left 1))))))

(define-searcher search-element (return x) nil)
(define-searcher search-position (return i) nil)
(define-searcher search-count (setq count (+ count 1)) count)

;; The inliner of a search from the beginning with a predicate. KIND: FIND, POSITION or COUNT.  NEGATED: whether the
;; predicate must be false.
(defun search-inliner (kind negated)
  (lambda (environment predicate sequence from-end start end key)
    environment
    (if (and (function-form-p predicate 1) (null from-end) (eql start 0) (null end) (or (null key) (function-form-p key 1)))
        (let* ((x (gensym)) (test (call-form predicate (if key (call-form key x) x))))
          (search-loop kind (function-bindings (list predicate key)) sequence x (if negated `(not ,test) test))))))

;; The inliner of a search for an item. Without a key, and by a test that has a code, the search is a call of STANDARD, else a loop.
(defun item-search-inliner (kind standard)
  (lambda (environment item sequence from-end test test-not start end key)
    (let* ((code (if (or test-not key) nil (test-code environment test)))
           (wanted (gensym)) (x (gensym))
           (whole (and (null from-end) (eql start 0) (null end)))
           (elements (if (and code whole (not (eq kind 'count))) (constant-elements sequence) t))
           (match (match-form environment wanted x test test-not key)))
      (cond ((listp elements)
             (constant-search item elements code
                              (lambda (tail)
                                (cons (car tail)
                                      (if (eq kind 'find) (car tail) (- (length elements) (length tail)))))))
            (code (list standard item sequence from-end start end code))
            ((and match whole)
             (search-loop kind `((,wanted ,item) ,@(function-bindings (list test test-not key))) sequence x match))))))

;; The loop that searches the value of the form SEQUENCE for elements that satisfy TEST, a form of the variable X.
(defun search-loop (kind bindings sequence x test)
  (let* ((s (gensym)) (vector (gensym)) (i (gensym)) (end (gensym)) (count (gensym)) (all (gensym)) (next (gensym)) (adjustable (gensym))
         (found (cond ((eq kind 'find) `(return-from ,all ,x))
                      ((eq kind 'position) `(return-from ,all ,i))
                      (t `(setq ,count (+ ,count 1))))))
    `(let* (,@bindings (,s ,sequence) (,end (range-end ,s 0 nil)) (,vector (if (consp ,s) nil ,s)) (,i 0)
            (,adjustable (if ,vector (adjustable-array-p ,vector)))  ; called functions may shorten the vector
            ,@(if (eq kind 'count) `((,count 0))))
       (block ,all
         (tagbody
            ,next
            (if (if ,vector (if (< ,i ,end) (if ,adjustable (< ,i (array-total-size ,vector)) t) nil) (consp ,s))
                (let ((,x (if ,vector (aref ,vector ,i) (car ,s))))
                  (if ,test ,found)
                  ,(if (eq kind 'position) `(setq ,i (+ ,i 1)) `(if ,vector (setq ,i (+ ,i 1))))
                  (if ,vector nil (setq ,s (cdr ,s)))
                  (go ,next))))
         ,(if (eq kind 'count) count nil)))))

;; Defines NAME by SEARCHER, and by the function STANDARD for searches by EQ, EQL and EQUAL; and NAME-IF and NAME-IF-NOT by SEARCHER.
;; WHAT: what they return: the texts before and after the words for elements.  MATCHING: the words for elements of each.
;; LAST: what FROM-END does.
(defmacro define-search (name searcher standard (what matching last) &rest examples)
  (flet ((documentation (n predicate arguments signals)
           (concatenate-as 'string "Return " (car what) (nth n matching) (cadr what) ".
" arguments "KEY: a function that is applied to each element first.  START, END: the range to search.
FROM-END: if true, " last ".
Signals: type-error unless " predicate "SEQUENCE is a sequence, and START and END are a range within
it" signals ".
Example: " (nth n examples)))
         (symbol (suffix) (intern (concatenate-as 'string (symbol-name name) suffix))))
    `(progn
       (define-keyword-function ,name
           (,(symbol "-WORKER") (item-search-inliner ',name ',standard)) (item sequence) (from-end test test-not (start 0) end key)
           ,(documentation 0 "" "TEST: a function of ITEM and an element, default EQL.  TEST-NOT: the same, but it must be false.
" "; program-error if TEST and TEST-NOT are both given")
         (let ((test (chosen-test test test-not)))
           (if (if (or key test-not) nil (integerp test))
               (,standard item sequence from-end start end test)
               (,searcher test (if (integerp test) test 3) item (not (null test-not)) (key-argument key)
                            sequence from-end start (range-end sequence start end)))))
       ,@(mapcar (lambda (suffix n negated)
                   `(define-keyword-function ,(symbol suffix)
                        (,(symbol (concatenate-as 'string suffix "-WORKER")) (search-inliner ',name ,negated))
                        (predicate sequence) (from-end (start 0) end key)
                        ,(documentation n "PREDICATE is a function, " "" "")
                      (,searcher (function-argument predicate) nil nil ,negated (key-argument key)
                                  sequence from-end start (range-end sequence start end))))
                 '("-IF" "-IF-NOT") '(1 2) '(nil t)))))

(define-search find search-element find-matching
  (("the first element of SEQUENCE that " ", or NIL") ("matches ITEM" "satisfies PREDICATE" "does not satisfy PREDICATE")
   "return the last such element")
  "(find 2 '(1 2 3)) => 2"
  "(find-if #'evenp '(1 2 3)) => 2"
  "(find-if-not #'oddp '(1 2 3)) => 2")

(define-search position search-position position-matching
  (("the index of the first element of SEQUENCE that " ", or NIL")
   ("matches ITEM" "satisfies PREDICATE" "does not satisfy PREDICATE")
   "return the index of the last such element")
  "(position 'c '(a b c)) => 2"
  "(position-if #'evenp '(1 2 3)) => 1"
  "(position-if-not #'oddp '(1 2 3)) => 1")

(define-search count search-count count-matching
  (("the number of elements of SEQUENCE that " "") ("match ITEM" "satisfy PREDICATE" "do not satisfy PREDICATE")
   "test the last element first")
  "(count 1 '(1 2 1)) => 2"
  "(count-if #'oddp '(1 2 3)) => 2"
  "(count-if-not #'oddp '(1 2 3)) => 1")
