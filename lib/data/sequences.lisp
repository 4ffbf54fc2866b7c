;;;; sequences.lisp -- sequence constructors, mapping, lists as sets, and other list and string functions. -*- sealed -*-

(defun no-sequence-type (type operation)
  (error 'type-error :format-control "~A: expected a type of sequences, got ~S"
                     :format-arguments (list operation type) :datum type
                     :expected-type '(member list string bit-vector vector)))

;; The kind of sequence that TYPE specifies: LIST, STRING, BIT-VECTOR, OCTET-VECTOR or VECTOR.
(defun sequence-kind (type operation)
  (case type
    ((list cons) 'list)
    ((string simple-string base-string simple-base-string) 'string)
    ((vector simple-vector array simple-array) 'vector)
    ((bit-vector simple-bit-vector) 'bit-vector)
    ((nil) (no-sequence-type type operation))
    (t (cond ((and (consp type) (eq (car type) 'or) (cdr type)) (common-kind type operation))
             ((or (typep type '(cons (member array simple-array) (cons t (cons (or (eql 1) (cons t null)) null))))
                  (typep type '(cons (eql vector) (cons t))))
              (vector-kind (element-kind (cadr type))))
             (t (dolist (kind '(list string bit-vector octet-vector vector) (no-sequence-type type operation))
                  (if (subtypep type (if (eq kind 'octet-vector) '(vector (unsigned-byte 8)) kind)) (return kind))))))))

;; The kind of the type (OR ...): its alternatives must all be of one kind.
(defun common-kind (type operation)
  (let ((kinds (mapcar (lambda (part) (sequence-kind part operation)) (cdr type))))
    (if (every #'eq kinds (cdr kinds)) (car kinds) (no-sequence-type type operation))))

;; SEQUENCE, the result of OPERATION; signals an error if it is not of TYPE.
(defun of-type (sequence type operation)
  (cond
    ((or (member type '(list string vector)) (typep sequence type)) sequence)
    ((and (equal sequence "") (typep (make-array 0 :element-type nil) type)) (make-array 0 :element-type nil))
    (t (error 'type-error :format-control "~A: expected a sequence of type ~S, got ~S"
                          :format-arguments (list operation type sequence)
                          :datum sequence :expected-type type))))

(defun concatenate (type &rest sequences)
  "Return a new sequence of TYPE with the elements of all SEQUENCES.
TYPE: LIST, VECTOR, STRING or a subtype.
Signals: type-error unless TYPE is a type of sequences, every other argument is a sequence, and TYPE allows their
elements; an error if TYPE is not a type specifier.
Example: (concatenate 'string \"win\" \"now\") => \"winnow\""
  (of-type (apply #'concatenate-as (sequence-kind type 'concatenate) sequences) type 'concatenate))

(defun map (type function sequence &rest more)
  "Return a sequence of TYPE of the results of FUNCTION for the corresponding elements of the sequences. If TYPE is NIL,
return NIL.
Signals: type-error unless TYPE is a type of sequences or NIL, FUNCTION is a function and every other argument is a
sequence; any condition that FUNCTION signals.
Example: (map 'vector #'1+ '(1 2)) => #(2 3)"
  (cond ((null type) (map-for-effect function (cons sequence more)))
        (t (let ((kind (sequence-kind type 'map)))
             (of-type (cond (more (concatenate-as kind (map-sequences function (cons sequence more))))
                            ((not (eq kind 'list)) (map-to-vector kind function sequence))
                            ((listp sequence) (mapcar function sequence))
                            (t (map-to-list function sequence)))
                      type 'map)))))

(defun map-for-effect (function sequences)
  (if (cdr sequences)
      (do-arguments (arguments sequences) (apply function arguments))
      (do-elements (x (car sequences)) (funcall function x))))

(defun map-sequences (function sequences)
  (let ((values nil))
    (do-arguments (arguments sequences (nreverse values)) (push (apply function arguments) values))))

(defun map-to-list (function sequence)
  (let ((values nil))
    (do-elements (x sequence (nreverse values)) (push (funcall function x) values))))

(defun map-to-vector (kind function sequence)
  (let* ((size (length sequence)) (vector (make-vector-of-kind kind size)))
    (map-into-vector vector size function sequence)
    vector))

(defun map-into (target function &rest sequences)
  "Replace the elements of TARGET by the results of FUNCTION for the corresponding elements of SEQUENCES; return TARGET.
Example: (map-into (list 0 0) #'+ '(1 2) '(3 4)) => (4 6)"
  (let* ((fills (and (vectorp target) (array-has-fill-pointer-p target)))
         (room (cond ((listp target) nil) (fills (array-dimension target 0)) (t (length target))))
         (cell target)
         (i 0))
    (cond ((or (null sequences) (cdr sequences))
           (do-arguments (arguments sequences)
             (if (if room (>= i room) (atom cell)) (return))
             (let ((value (apply function arguments)))
               (cond (room (setf (aref target i) value))
                     (t (setf (car cell) value)
                        (setq cell (cdr cell)))))
             (setq i (+ i 1))))
          (room (setq i (map-into-vector target room function (car sequences))))
          (t (map-into-list target function (car sequences))))
    (if fills (setf (fill-pointer target) i))
    target))

;; MAP-INTO for a list and one sequence.
(defun map-into-list (target function source)
  (do-elements (x source)
    (if (atom target) (return))
    (setf (car target) (funcall function x))
    (setq target (cdr target))))

;; MAP-INTO for a vector, up to its element ROOM, and one sequence. Returns the number of results.
(defun map-into-vector (target room function source)
  (let ((i 0))
    (do-elements (x source i)
      (if (>= i room) (return i))
      (setf (aref target i) (funcall function x))
      (setq i (+ i 1)))))

(defun make-vector-of-kind (kind size)
  (case kind
    (string (make-array size :element-type 'character))
    (bit-vector (make-array size :element-type 'bit))
    (octet-vector (make-array size :element-type '(unsigned-byte 8)))
    (t (make-array size))))

(defun make-sequence (type size &key (initial-element nil given))
  "Return a new sequence of TYPE with SIZE elements.
Signals: type-error if TYPE is not a type of sequences, or does not allow SIZE elements.
Example: (make-sequence 'list 2 :initial-element 0) => (0 0)"
  (let ((kind (sequence-kind type 'make-sequence)))
    (of-type (if (eq kind 'list)
                 (make-list size :initial-element initial-element)
                 (let ((vector (make-vector-of-kind kind size))) (if given (fill vector initial-element) vector)))
             type 'make-sequence)))

(defun merge (type sequence1 sequence2 predicate &key key)
  "Return a sequence of TYPE that merges two sequences sorted by PREDICATE; they may be destroyed.
Example: (merge 'list (list 1 4) (list 2 3) #'<) => (1 2 3 4)"
  (let ((merged (merge-lists (coerce sequence1 'list) (coerce sequence2 'list) predicate key)))
    (if (eq type 'list) merged (of-type (concatenate-as (sequence-kind type 'merge) merged) type 'merge))))

;; Links the conses of the lists A and B in the order of PREDICATE, first those of A among equals; returns the first.
(defun merge-lists (a b predicate key)
  (let* ((head (list nil)) (last head))
    (flet ((value (item) (if key (funcall key item) item)))
      (loop (cond ((endp a) (return (setf (cdr last) b)))
                  ((endp b) (return (setf (cdr last) a)))
                  ((funcall predicate (value (car b)) (value (car a))) (setf (cdr last) b last b b (cdr b)))
                  (t (setf (cdr last) a last a a (cdr a))))))
    (cdr head)))

;;; Lists as sets

(define-keyword-function adjoin
    (adjoin-to (lambda (environment item list test test-not key)
                 (declare (ignore environment))
                 (if (or key (and test test-not)) nil (adjoin-form item list (cond (test `(:test ,test)) (test-not `(:test-not ,test-not)))))))
    (item list) (test test-not key)
  "Return LIST with ITEM added in front unless ITEM is already an element.
TEST: default EQL.  KEY: applied to ITEM and to each element.
Example: (adjoin 1 '(2 3)) => (1 2 3)"
  (if (member-with item list test test-not key) list (cons item list)))

;; ADJOIN of the values of two forms by the KEYWORDS of MEMBER.
(defun adjoin-form (item list keywords)
  (let ((i (gensym)) (l (gensym)))
    `(let ((,i ,item) (,l ,list)) (if (member ,i ,l ,@keywords) ,l (cons ,i ,l)))))

(defun member-with (item list test test-not key)
  (member (if key (funcall key item) item) list :test test :test-not test-not :key key))

;; A predicate for elements of LIST1: is it in LIST2? For long lists and a test that hash tables support, LIST2 is put into
;; a hash table.
(defun membership (list1 list2 test test-not key)
  (check-argument list1 'list "a list")
  (if (and (nthcdr 50 list1) (nthcdr 50 list2) (null test-not)
           (member test (list nil 'eq #'eq 'eql #'eql 'equal #'equal 'equalp #'equalp)))
      (let ((table (make-hash-table :test (or test 'eql))) (key (or key #'identity)))
        (dolist (x list2) (setf (gethash (funcall key x) table) t))
        (lambda (x) (gethash (funcall key x) table)))
      (let ((kind (if (or key test-not) nil (chosen-test test test-not))))
        (if (and (integerp kind) (listp list2))
            (lambda (x) (member-matching x list2 kind))
            (lambda (x) (member-with x list2 test test-not key))))))

(defun union (list1 list2 &key test test-not key)
  "Return a list of the elements that are in LIST1 or in LIST2.
TEST: default EQL.  KEY: applied to the elements of both.
Example: (union '(1 2) '(2 3)) => (1 2 3)"
  (let ((in-list2 (membership list1 list2 test test-not key)) (result (list-argument list2)))
    (dolist (x (reverse list1) result)
      (if (funcall in-list2 x) nil (push x result)))))

(defun intersection (list1 list2 &key test test-not key)
  "Return a list of the elements of LIST1 that are in LIST2.
TEST: default EQL.  KEY: applied to the elements of both.
Example: (intersection '(1 2 3) '(3 2)) => (2 3)"
  (let ((in-list2 (membership list1 list2 test test-not key)))
    (remove-if-not (lambda (x) (funcall in-list2 x)) list1)))

(defun set-difference (list1 list2 &key test test-not key)
  "Return a list of the elements of LIST1 that are not in LIST2.
TEST: default EQL.  KEY: applied to the elements of both.
Example: (set-difference '(1 2 3) '(2)) => (1 3)"
  (let ((in-list2 (membership list1 list2 test test-not key)))
    (remove-if (lambda (x) (funcall in-list2 x)) list1)))

(defun set-exclusive-or (list1 list2 &key test test-not key)
  "Return a list of the elements that are in exactly one of LIST1 and LIST2.
Example: (set-exclusive-or '(1 2) '(2 3)) => (1 3)"
  ;; The test takes the element of LIST1 first, so for the second difference its arguments are swapped.
  (flet ((swapped (function) (if function (lambda (x y) (funcall function y x)) nil)))
    (append (set-difference list1 list2 :test test :test-not test-not :key key)
            (set-difference list2 list1 :test (swapped test) :test-not (swapped test-not) :key key))))

(defun subsetp (list1 list2 &key test test-not key)
  "Return T if every element of LIST1 is in LIST2, else NIL.
TEST: default EQL.  KEY: applied to the elements of both.
Example: (subsetp '(1 2) '(3 2 1)) => T"
  (every (membership list1 list2 test test-not key) list1))

(defun nunion (list1 list2 &rest keys)
  "Return a list of the elements that are in LIST1 or in LIST2; the lists may be changed.
Example: (nunion (list 1) (list 2)) => (1 2)"
  (apply #'union list1 list2 keys))
(defun nintersection (list1 list2 &rest keys)
  "Return a list of the elements of LIST1 that are in LIST2; the lists may be changed.
Example: (nintersection (list 1 2) (list 2)) => (2)"
  (apply #'intersection list1 list2 keys))
(defun nset-difference (list1 list2 &rest keys)
  "Return a list of the elements of LIST1 that are not in LIST2; the lists may be changed.
Example: (nset-difference (list 1 2) (list 2)) => (1)"
  (apply #'set-difference list1 list2 keys))

(defun nset-exclusive-or (list1 list2 &rest keys)
  "Return a list of the elements that are in exactly one of LIST1 and LIST2; the lists may be changed.
Example: (nset-exclusive-or (list 1 2) (list 2 3)) => (1 3)"
  (apply #'set-exclusive-or list1 list2 keys))

(defun member-if (predicate list &key key)
  "Return the tail of LIST whose first element satisfies PREDICATE, or NIL.
Example: (member-if #'evenp '(1 2 3)) => (2 3)"
  (do ((l list (cdr l))) ((endp l) nil)
    (if (funcall predicate (if key (funcall key (car l)) (car l))) (return l))))

(defun member-if-not (predicate list &key key)
  "Return the tail of LIST whose first element does not satisfy PREDICATE, or NIL.
Example: (member-if-not #'oddp '(1 2 3)) => (2 3)"
  (member-if (complement predicate) list :key key))

(defun assoc-if (predicate alist &key key)
  "Return the first pair of ALIST whose car satisfies PREDICATE, or NIL.
Example: (assoc-if #'evenp '((1 . a) (2 . b))) => (2 . B)"
  (dolist (pair alist nil)
    (if (and pair (funcall predicate (if key (funcall key (car pair)) (car pair)))) (return pair))))

(defun assoc-if-not (predicate alist &key key)
  "Return the first pair of ALIST whose car does not satisfy PREDICATE, or NIL.
Example: (assoc-if-not #'oddp '((1 . a) (2 . b))) => (2 . B)"
  (assoc-if (complement predicate) alist :key key))

(defun rassoc-if (predicate alist &key key)
  "Return the first pair of ALIST whose cdr satisfies PREDICATE, or NIL.
Example: (rassoc-if #'evenp '((a . 1) (b . 2))) => (B . 2)"
  (dolist (pair alist nil)
    (if (and pair (funcall predicate (if key (funcall key (cdr pair)) (cdr pair)))) (return pair))))

(defun rassoc-if-not (predicate alist &key key)
  "Return the first pair of ALIST whose cdr does not satisfy PREDICATE, or NIL.
Example: (rassoc-if-not #'oddp '((a . 1) (b . 2))) => (B . 2)"
  (rassoc-if (complement predicate) alist :key key))

(defun pairlis (keys data &optional alist)
  "Return ALIST with pairs of the elements of KEYS and DATA in front.
The new pairs are in reverse order, as in books and in other Lisps.
Example: (pairlis '(a b) '(1 2)) => ((B . 2) (A . 1))"
  (if (= (length (list-argument keys)) (length (list-argument data)))
      (do ((k keys (cdr k)) (d data (cdr d))) ((null k) alist)
        (setq alist (acons (car k) (car d) alist)))
      (error "PAIRLIS: expected as many data as keys, got ~D key~:P and ~D data" (length keys) (length data))))

(defun copy-alist (alist)
  "Return a copy of ALIST and its pairs; keys and data are shared.
Example: (copy-alist '((a . 1))) => ((A . 1))"
  (mapcar (lambda (pair) (if (consp pair) (cons (car pair) (cdr pair)) pair)) alist))

(defun nbutlast (list &optional (n 1))
  "Remove the last N elements of LIST, in place, and return it.
Example: (nbutlast (list 1 2 3)) => (1 2)"
  (let ((kept (butlast list n)))
    (cond ((null kept) nil)
          (t (rplacd (nthcdr (1- (length kept)) list) nil) list))))

(defun nreconc (list tail)
  "Return the elements of LIST, which is destroyed, in reverse order, then TAIL.
Example: (nreconc (list 1 2) '(3)) => (2 1 3)"
  (nconc (nreverse list) tail))

(defun get-properties (plist indicators)
  "Return the first indicator of PLIST that is among INDICATORS, its value, and the tail that begins with it.
Signals: type-error if PLIST is not a list of even length.
Example: (get-properties '(a 1 b 2) '(b)) => B"
  (do ((rest plist (after-property rest plist))) ((null rest) (values nil nil nil))
    (if (and (consp (cdr rest)) (member (car rest) indicators)) (return (values (car rest) (cadr rest) rest)))))

;;; Strings

(defun string-trim (bag string)
  "Return STRING without the characters of BAG at both ends.
Example: (string-trim \" \" \" a \") => \"a\""
  (trim-string bag string t t))
(defun string-left-trim (bag string)
  "Return STRING without the characters of BAG at its beginning.
Example: (string-left-trim \" \" \" a \") => \"a \""
  (trim-string bag string t nil))
(defun string-right-trim (bag string)
  "Return STRING without the characters of BAG at its end.
Example: (string-right-trim \" \" \" a \") => \" a\""
  (trim-string bag string nil t))

;;; Hash tables and symbols

(defun maphash (function table)
  "Call FUNCTION with each key of TABLE and its value, in the order in which the keys were added; return NIL.
FUNCTION may change or remove the current entry.
Signals: type-error unless FUNCTION is a function and TABLE is a hash table.
Example: (maphash #'list (make-hash-table)) => NIL"
  (let ((function (function-argument function)) (number -1))
    (loop (multiple-value-bind (next key value) (hash-table-next table number)
            (unless next (return nil))
            (funcall function key value)
            (setq number next)))))

(defmacro with-hash-table-iterator ((name table) &body body)
  "Run BODY, in which (NAME) returns whether there is a next entry of TABLE, its key and its value.
Example: (with-hash-table-iterator (next (make-hash-table)) (next)) => NIL"
  (let ((entries (gensym)) (entry (gensym)))
    `(let ((,entries (hash-table-entries ,table)))
       (macrolet ((,name ()
                    '(if ,entries
                         (let ((,entry (pop ,entries))) (values t (car ,entry) (cdr ,entry)))
                         nil)))
         ,@body))))
