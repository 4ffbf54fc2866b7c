;;;; subsequences.lisp -- SEARCH, MISMATCH, REMOVE-DUPLICATES and DELETE-DUPLICATES. -*- sealed -*-

;;; A position in a sequence is an index of VECTOR or, if that is NIL, a list that begins with the element. Called functions may
;;; shorten an ADJUSTABLE vector; its missing elements are NIL.

(defmacro position-at (index vector sequence) `(if ,vector ,index (nthcdr ,index ,sequence)))
(defmacro next-position (position vector step) `(if ,vector (+ ,position ,step) (cdr ,position)))
(defmacro element-at (position vector adjustable)
  `(cond ((null ,vector) (car ,position))
         ((if ,adjustable (< ,position (array-total-size ,vector)) t) (aref ,vector ,position))))

;; Does the element at position I of the first sequence match that at J of the second?
(defmacro elements-match-p (i j)
  `(let* ((x (element-at ,i vector1 adjustable1)) (item (if key (funcall key x) x)))
     (matches-p (element-at ,j vector2 adjustable2))))

;; Defines NAME, a function of two sequences. BODY uses the vectors that contain their elements, NIL for lists, and STEP, the
;; direction. With FROM-END, lists are copied to vectors.
(defmacro define-comparison (name worker (sequence1 sequence2) documentation &body body)
  (flet ((vector-of (sequence) `(cond ((vectorp ,sequence) ,sequence) (from-end (concatenate-as 'vector ,sequence)))))
    `(define-keyword-function ,name (,worker) (,sequence1 ,sequence2)
         (from-end test test-not key (start1 0) end1 (start2 0) end2)
         ,documentation
       (let* ((test (chosen-test test test-not)) (kind (if (integerp test) test 3)) (negated (not (null test-not)))
              (key (key-argument key)) (step (if from-end -1 1))
              (end1 (range-end ,sequence1 start1 end1)) (vector1 ,(vector-of sequence1))
              (end2 (range-end ,sequence2 start2 end2)) (vector2 ,(vector-of sequence2))
              (adjustable1 (if vector1 (adjustable-array-p vector1)))
              (adjustable2 (if vector2 (adjustable-array-p vector2))))
         ,@body))))

(define-comparison search search-worker (part sequence)
  "Return the index at which PART first occurs in SEQUENCE as a contiguous subsequence, or NIL if it does not occur.
TEST: default EQL.  KEY: applied to the elements of both.  START1, END1: the part of PART to find.
START2, END2: the part of SEQUENCE to search.  FROM-END: if true, find the last occurrence.
Signals: type-error unless PART and SEQUENCE are sequences and the ranges are within them; program-error if TEST and
TEST-NOT are both given.
Example: (search \"now\" \"winnow\") => 3
Example: (search \"n\" \"winnow\" :start2 3) => 3"
  (let* ((length (- end1 start1)) (first (position-at start1 vector1 part))
         (index (if from-end (- end2 length) start2)) (place (position-at index vector2 sequence)))
    (do ((left (- end2 start2 length) (- left 1)))
        ((< left 0) nil)
      (if (do ((i first (next-position i vector1 1)) (j place (next-position j vector2 1)) (left length (- left 1)))
              ((= left 0) t)
            (if (elements-match-p i j) nil (return nil)))
          (return index))
      (setq index (+ index step) place (next-position place vector2 step)))))

(define-comparison mismatch mismatch-worker (sequence1 sequence2)
  "Return the index in SEQUENCE1 of the first element at which the sequences differ, or NIL if they match.
TEST: default EQL.  KEY: applied to the elements of both.  START1, END1, START2, END2: the parts compared.
FROM-END: if true, compare backwards from the ends; the result is then one more than the index of the last difference.
Signals: type-error unless both are sequences and the ranges are within them; program-error if TEST and TEST-NOT are both
given.
Example: (mismatch \"abcd\" \"abxd\") => 2
Example: (mismatch \"abcd\" \"xbcd\" :from-end t) => 1"
  (let* ((index (if from-end (- end1 1) start1)) (i (position-at index vector1 sequence1))
         (j (position-at (if from-end (- end2 1) start2) vector2 sequence2)))
    (do ((left1 (- end1 start1) (- left1 1)) (left2 (- end2 start2) (- left2 1)))
        ((and (= left1 0) (= left2 0)) nil)
      (if (if (or (= left1 0) (= left2 0)) t (not (elements-match-p i j)))
          (return (if from-end (+ index 1) index)))
      (setq index (+ index step) i (next-position i vector1 step) j (next-position j vector2 step)))))

;;; Duplicates

;; The elements of LIST whose keys match none of the keys that follow them, in reverse order. The first argument of the test is the key
;; that comes first in the sequence. REVERSED: whether LIST is the sequence in reverse order.
(defun last-of-matching (list keys test kind negated reversed)
  (let ((key nil) (result nil))
    (do () ((null list) result)
      (let ((item (car keys)) (others (cdr keys)))
        (unless (cond ((not (or negated (= kind 3))) (member-matching item others kind))
                      (reversed (do () ((null others) nil)
                                  (if (let ((x item) (item (car others))) (matches-p x)) (return t))
                                  (setq others (cdr others))))
                      (t (do () ((null others) nil)
                           (if (matches-p (car others)) (return t))
                           (setq others (cdr others)))))
          (setq result (cons (car list) result)))
        (setq list (cdr list) keys (cdr keys))))))

;; For each different key in KEYS, the element of LIST that has it first, in reverse order. TEST: EQ, EQL or EQUAL, which compares keys.
(defun first-of-equal (list keys test)
  (let ((seen (make-hash-table :test test)) (count 0) (result nil))
    (do () ((null list) result)
      (puthash (car keys) seen t)
      (when (> (hash-table-count seen) count)
        (setq count (+ count 1) result (cons (car list) result)))
      (setq list (cdr list) keys (cdr keys)))))

;; A list of the elements of LIST that no later element matches or, if FROM-END is true, no earlier one.
(defun unique-elements (list test negated key from-end)
  (let* ((hashed (and (integerp test) (not negated) (nthcdr 32 list)))
         (forward (if hashed from-end (not from-end)))
         (keys (if key (mapcar key list) list)))
    (unless forward
      (let ((reversed (reverse list)))
        (setq keys (if key (nreverse keys) reversed) list reversed)))
    (let ((result (if hashed
                      (first-of-equal list keys (nth test '(eq eql equal)))
                      (last-of-matching list keys test (if (integerp test) test 3) negated (not forward)))))
      (if forward (nreverse result) result))))

;; A list of the elements of SEQUENCE from START up to END, which may be SEQUENCE itself.
(defun range-list (sequence start end whole)
  (cond ((vectorp sequence)
         (let ((list nil))
           (do ((i (- end 1) (- i 1))) ((< i start) list)
             (setq list (cons (aref sequence i) list)))))
        (whole sequence)
        (t (subseq sequence start end))))

;; Defines NAME, which returns a new sequence without duplicates.
(defmacro define-remove-duplicates (name worker documentation)
  `(define-keyword-function ,name (,worker) (sequence) (from-end test test-not (start 0) end key)
       ,documentation
     (let* ((test (chosen-test test test-not)) (key (key-argument key)) (end (range-end sequence start end))
            (whole (and (eql start 0) (= end (length sequence))))
            (unique (unique-elements (range-list sequence start end whole) test (not (null test-not)) key from-end)))
       (cond ((not whole)
              (concatenate-as (sequence-type sequence) (subseq sequence 0 start) unique (subseq sequence end)))
             ((listp sequence) unique)
             (t (concatenate-as (sequence-type sequence) unique))))))

(define-remove-duplicates remove-duplicates remove-duplicates-worker
  "Return SEQUENCE without duplicates: of elements that match each other, only the last is kept, or the first with FROM-END.
TEST: default EQL.  KEY: applied to each element.  START, END: the part to search.
Signals: type-error unless SEQUENCE is a sequence, and START and END are a range within it; program-error if TEST and
TEST-NOT are both given.
Example: (remove-duplicates '(1 2 1 3)) => (2 1 3)")

(define-remove-duplicates delete-duplicates delete-duplicates-worker
  "Return SEQUENCE without duplicates, as REMOVE-DUPLICATES does; SEQUENCE may be changed.
Example: (delete-duplicates (list 1 2 1)) => (2 1)")
