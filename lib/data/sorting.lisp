;;;; sorting.lisp -- SORT and STABLE-SORT. -*- sealed -*-
;;;;
;;;; A merge sort of a list of the elements, which is stable and safe: a predicate that is not an order, that changes the sequence
;;;; or that leaves by a non-local exit does no harm to it. Each key is computed once. Fixnums are compared by < and > in C++
;;;; (src/builtins/sorting.cpp).

;; Merges the sorted lists A and B, which are not empty, by PREDICATE, which compares their elements or, if KEYED, the cars of these.
;; The conses are linked after START.
(defun merge-cells (a b predicate keyed start)
  (let ((tail start))
    (tagbody
     next
       (if (if keyed (funcall predicate (caar b) (caar a)) (funcall predicate (car b) (car a)))
           (progn (rplacd tail b)
                  (setq tail b b (cdr b))
                  (if b (go next) (rplacd tail a)))
           (progn (rplacd tail a)
                  (setq tail a a (cdr a))
                  (if a (go next) (rplacd tail b)))))
    (cdr start)))

;; Sorts the first N conses after START, and returns them as a list. What follows them is then after START.
(defun sort-cells (start n predicate keyed)
  (if (= n 1)
      (let ((cell (cdr start)))
        (rplacd start (cdr cell))
        (rplacd cell nil))
      (let* ((half (ash n -1)) (a (sort-cells start half predicate keyed)) (b (sort-cells start (- n half) predicate keyed)) (rest (cdr start)))
        (prog1 (merge-cells a b predicate keyed start)
          (rplacd start rest)))))

(defun sort-sequence (sequence predicate key)
  (let* ((n (range-end sequence 0 nil)) (predicate (function-argument predicate)) (key (key-argument key)))
    (if (or (< n 2) (and (null key) (sort-fixnums sequence predicate)))
        sequence
        (let* ((list (if (listp sequence) sequence (coerce sequence 'list)))
               (cells (cond (key (mapcar (lambda (x) (cons (funcall key x) x)) list))
                            ((eq list sequence) (copy-list list))
                            (t list)))
               (sorted (or (if key (sort-by-fixnums cells predicate)) (sort-cells (cons nil cells) n predicate key))))
          (if (listp sequence)
              (do ((rest sequence (cdr rest)) (cells sorted (cdr cells))) ((or (atom rest) (null cells)) sequence)
                (rplaca rest (if key (cdar cells) (car cells))))
              (replace sequence (if key (mapcar #'cdr sorted) sorted)))))))

(define-keyword-function sort (sort-worker) (sequence predicate) (key)
    "Sort SEQUENCE in place in the order that PREDICATE defines, and return it. The sort is stable.
PREDICATE: a function of two elements, true if the first must come before the second.  KEY: a function applied to each
element before the comparison.
Signals: type-error unless SEQUENCE is a sequence and PREDICATE is a function; any condition that PREDICATE or KEY signals.
Example: (sort (list 3 1 2) #'<) => (1 2 3)"
  (sort-sequence sequence predicate key))

(define-keyword-function stable-sort (stable-sort-worker) (sequence predicate) (key)
    "Sort SEQUENCE in place as SORT does; equal elements keep their order.
Signals: type-error unless SEQUENCE is a sequence and PREDICATE is a function; any condition that PREDICATE or KEY signals.
Example: (stable-sort (list '(1 a) '(0 b) '(1 c)) #'< :key #'car) => ((0 B) (1 A) (1 C))"
  (sort-sequence sequence predicate key))
