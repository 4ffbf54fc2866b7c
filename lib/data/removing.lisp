;;;; removing.lisp -- REMOVE, DELETE, SUBSTITUTE and their -IF and -IF-NOT forms. -*- sealed -*-
;;;;
;;;; Lists are copied up to the last change, and the result shares the rest with the argument; or they are changed in place. For
;;;; other sequences, and from the end, the elements are first copied to a vector, in which those that are removed are marked.

;; The number of elements that :COUNT allows to change; -1 for all.
(defun count-argument (count)
  (cond ((null count) -1)
        ((not (integerp count)) (signal-wrong-type count "an integer or NIL as :COUNT" '(or integer null)))
        ((< count 0) 0)
        (t count)))

;; SEQUENCE with NEW in place of the elements that match (MATCHES-P) or, unless REPLACING, without them.
;; LIMIT: the number of elements to change, or -1.  IN-PLACE: whether a list is changed.
(defun filter (test kind item negated key sequence from-end start last limit replacing new in-place)
  (if (and (listp sequence) (not from-end))
      (if in-place
          (shorten-list test kind item negated key sequence start last limit)
          (filter-list test kind item negated key sequence start last limit replacing new))
      (let* ((all (concatenate-as 'vector sequence)) (changed replacing)
             (i (if from-end (- last 1) start)) (step (if from-end -1 1)) (left (- last start)))
        (do () ((or (= left 0) (= limit 0)))
          (when (matches-p (svref all i))
            (set-svref all i (if replacing new all))  ; ALL marks an element that is removed
            (setq changed t limit (- limit 1)))
          (setq i (+ i step) left (- left 1)))
        (cond ((not changed) sequence)
              ((and in-place (listp sequence)) (unlink-marked sequence all))
              (t (concatenate-as (sequence-type sequence) (without-marked all)))))))

(defun filter-list (test kind item negated key list start last limit replacing new)
  (let* ((head (list nil)) (tail head) (shared list) (kept 0))  ; KEPT elements from SHARED on are not copied yet
    (do ((rest list (cdr rest)) (i 0 (+ i 1)))
        ((or (atom rest) (= i last) (= limit 0)))
      (if (if (< i start) nil (matches-p (car rest)))
          (progn
            (do () ((= kept 0))
              (setq tail (set-cdr tail (cons (car shared) nil)) shared (cdr shared) kept (- kept 1)))
            (if replacing (setq tail (set-cdr tail (cons new nil))))
            (setq shared (cdr rest) limit (- limit 1)))
          (setq kept (+ kept 1))))
    (set-cdr tail shared)
    (cdr head)))

(defun shorten-list (test kind item negated key list start last limit)
  (let* ((head (cons nil list)) (before head))
    (do ((rest list (cdr rest)) (i 0 (+ i 1)))
        ((or (atom rest) (= i last) (= limit 0)) (cdr head))
      (if (if (< i start) nil (matches-p (car rest)))
          (progn (set-cdr before (cdr rest))
                 (setq limit (- limit 1)))
          (setq before rest)))))

;; The elements of the vector ALL that are not ALL itself.
(defun without-marked (all)
  (let ((n 0))
    (dotimes (i (length all) (subseq all 0 n))
      (let ((x (svref all i)))
        (unless (eq x all)
          (set-svref all n x)
          (setq n (+ n 1)))))))

;; LIST without the conses whose elements are marked in the vector ALL.
(defun unlink-marked (list all)
  (do ((rest list (cdr rest)) (i 0 (+ i 1)) (before nil)) ((atom rest) list)
    (cond ((not (eq (svref all i) all)) (setq before rest))
          (before (set-cdr before (cdr rest)))
          (t (setq list (cdr rest))))))

;; The inliner of REMOVE-IF or, with IN-PLACE, DELETE-IF of a whole sequence. NEGATED: whether the predicate must be false.
(defun remove-inliner (negated in-place)
  (lambda (environment predicate sequence from-end start end count key)
    environment
    (if (and (function-form-p predicate 1) (null from-end) (eql start 0) (null end) (null count)
             (or (null key) (function-form-p key 1)))
        (if in-place
            (delete-loop predicate negated sequence key)
            (remove-loop predicate negated sequence key)))))

(defun delete-loop (predicate negated sequence key)
  (let* ((s (gensym)) (list (gensym)) (rest (gensym)) (head (gensym)) (before (gensym)) (x (gensym)) (next (gensym))
         (test (call-form predicate (if key (call-form key x) x))))
    `(let* (,@(function-bindings (list predicate key))
            (,s ,sequence) (,list (sequence-list ,s)) (,rest ,list) (,head (cons nil ,list)) (,before ,head))
       (tagbody
          ,next
          (if (consp ,rest)
              (let ((,x (car ,rest)))
                (if ,(if negated `(not ,test) test)
                    (set-cdr ,before (cdr ,rest))
                    (setq ,before ,rest))
                (setq ,rest (cdr ,rest))
                (go ,next))))
       (if (listp ,s) (cdr ,head) (concatenate-as (sequence-type ,s) (cdr ,head))))))

(defun remove-loop (predicate negated sequence key)
  (let* ((s (gensym)) (list (gensym)) (rest (gensym)) (shared (gensym)) (head (gensym)) (tail (gensym)) (x (gensym))
         (next (gensym)) (copy (gensym))
         (test (call-form predicate (if key (call-form key x) x))))
    `(let* (,@(function-bindings (list predicate key))
            (,s ,sequence) (,list (sequence-list ,s)) (,rest ,list) (,shared ,list) (,head (list nil)) (,tail ,head))
       (tagbody
          ,next
          (if (consp ,rest)
              (let ((,x (car ,rest)))
                (if ,(if negated `(not ,test) test)
                    (tagbody
                       ,copy
                       (if (or (eq ,shared ,rest) (atom ,shared))
                           (setq ,shared (cdr ,rest))
                           (progn
                             (setq ,tail (set-cdr ,tail (cons (car ,shared) nil)))
                             (setq ,shared (cdr ,shared))
                             (go ,copy)))))
                (setq ,rest (cdr ,rest))
                (go ,next))))
       (set-cdr ,tail ,shared)
       (if (listp ,s) (cdr ,head) (filtered-sequence ,s ,list (cdr ,head))))))

;; The elements of SEQUENCE as a list, which is not a copy.
(defun sequence-list (sequence)
  (range-end sequence 0 nil)
  (if (listp sequence) sequence (concatenate-as 'list sequence)))

;; FILTERED, a list, as a vector like VECTOR. LIST has the elements of VECTOR; if FILTERED is EQ to it, no element was removed, and the
;; result is VECTOR.
(defun filtered-sequence (vector list filtered)
  (if (eq list filtered) vector (concatenate-as (sequence-type vector) filtered)))

;; The type of new sequences like SEQUENCE.
(defun sequence-type (sequence)
  (if (listp sequence) 'list (vector-kind (array-element-kind sequence))))

;; The inliner of REMOVE, DELETE and SUBSTITUTE: a call of FILTER-MATCHING if the test has a code and no key is given.
(defun filter-inliner (in-place environment new item sequence from-end test test-not start end count key)
  (let ((code (if (or test-not key) nil (test-code environment test))))
    (if code `(filter-matching ,item ,sequence ,from-end ,start ,end ,count ,code ,in-place ,@new))))

;; Defines NAME, NAME-IF and NAME-IF-NOT. NEW: NIL, or a list of the parameter that replaces elements; without one, calls of
;; NAME-IF become loops.  IN-PLACE: whether a list is changed, or REPLACE: the elements of the result are stored into SEQUENCE.
;; WHAT: what they return: the texts before and after the words for elements.
(defmacro define-filter (name new in-place what &rest examples)
  (let ((replaces (eq in-place 'replace)))
    (flet ((documentation (n predicate arguments signals)
             (concatenate-as 'string "Return " (car what) (nth n '("match ITEM" "satisfy PREDICATE" "do not satisfy PREDICATE")) (cadr what) "
" arguments "KEY: a function that is applied to each element first.  START, END: the range to search.
COUNT: the number of elements to change, default all.  FROM-END: if true, change the last ones.
Signals: type-error unless " predicate "SEQUENCE is a sequence, START and END are a range within it, and COUNT is an
integer or NIL" signals ".
Example: " (nth n examples)))
           (symbol (suffix) (intern (concatenate-as 'string (symbol-name name) suffix)))
           (result (form) (if replaces `(replace sequence ,form) form))
           (filter-call (test kind item negated)
             ;; VALUES keeps the frame of the caller, whose name errors report.
             `(values (filter ,test ,kind ,item ,negated (key-argument key) sequence from-end start
                              (range-end sequence start end) (count-argument count) ,(not (null new)) ,(car new)
                              ,(eq in-place t)))))
      `(progn
         (define-keyword-function ,name
             (,(symbol "-WORKER")
              ,(if replaces
                   nil
                   `(lambda (environment ,@new &rest arguments)
                      (apply #'filter-inliner ,in-place environment ,(if new `(list ,@new)) arguments))))
             (,@new item sequence) (from-end test test-not (start 0) end count key)
             ,(documentation 0 "" "TEST: a function of ITEM and an element, default EQL.  TEST-NOT: the same, but it must be false.
" "; program-error if TEST and TEST-NOT are both given")
           (let ((test (chosen-test test test-not)))
             ,(result `(if (if (or key test-not) nil (integerp test))
                           (filter-matching item sequence from-end start end count test ,(eq in-place t) ,@new)
                           ,(filter-call 'test '(if (integerp test) test 3) 'item '(not (null test-not)))))))
         ,@(mapcar (lambda (suffix n negated)
                     `(define-keyword-function ,(symbol suffix)
                          (,(symbol (concatenate-as 'string suffix "-WORKER")) ,(if (not new) `(remove-inliner ,negated ,in-place)))
                          (,@new predicate sequence) (from-end (start 0) end count key)
                          ,(documentation n "PREDICATE is a function, " "" "")
                        ,(result (filter-call '(function-argument predicate) nil nil negated))))
                   '("-IF" "-IF-NOT") '(1 2) '(nil t))))))

(define-filter remove nil nil
  ("SEQUENCE without the elements that " ". SEQUENCE is not modified, and the result may share its tail.")
  "(remove 1 (list 1 2 1 3)) => (2 3)"
  "(remove-if #'evenp (list 1 2 3 4)) => (1 3)"
  "(remove-if-not #'evenp (list 1 2 3 4)) => (2 4)")

(define-filter delete nil t
  ("SEQUENCE without the elements that " ". A list is modified in place; use the result, since it may start at a later cons.")
  "(delete 1 (list 1 2 1 3)) => (2 3)"
  "(delete-if #'evenp (list 1 2 3 4)) => (1 3)"
  "(delete-if-not #'evenp (list 1 2 3 4)) => (2 4)")

(define-filter substitute (new) nil
  ("a sequence like SEQUENCE with NEW in place of the elements that " ".")
  "(substitute 9 1 '(1 2 1)) => (9 2 9)"
  "(substitute-if 0 #'oddp '(1 2 3)) => (0 2 0)"
  "(substitute-if-not 0 #'oddp '(1 2 3)) => (1 0 3)")

(define-filter nsubstitute (new) replace
  ("SEQUENCE, after the elements that " " were replaced by NEW in place.")
  "(nsubstitute 9 1 (list 1 2)) => (9 2)"
  "(nsubstitute-if 0 #'oddp (list 1 2)) => (0 2)"
  "(nsubstitute-if-not 0 #'oddp (list 1 2)) => (1 0)")
