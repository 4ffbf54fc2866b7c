;;;; subsequences.lisp -- SEARCH, MISMATCH, REMOVE-DUPLICATES and DELETE-DUPLICATES.

;; The functions as the standard defines them, for a list of elements, a function MATCH of two elements, and no ranges.
(defun matching-p (a b match) (and (= (length a) (length b)) (every match a b)))
(defun place-of (part list match from-end)
  (let ((places (loop for i from 0 to (- (length list) (length part))
                      when (matching-p part (subseq list i (+ i (length part))) match) collect i)))
    (if from-end (first (last places)) (first places))))
(defun difference-of (a b match from-end)
  (cond ((matching-p a b match) nil)
        (from-end (loop for n from 0 while (and (<= n (length a)) (<= n (length b)) (matching-p (last a n) (last b n) match))
                        finally (return (- (length a) (- n 1)))))
        (t (loop for n from 0 while (and (<= n (length a)) (<= n (length b)) (matching-p (subseq a 0 n) (subseq b 0 n) match))
                 finally (return (- n 1))))))
(defun without-duplicates (list match from-end)
  (loop for x in list for i from 0
        unless (loop for y in list for j from 0
                     thereis (if from-end (and (< j i) (funcall match y x)) (and (> j i) (funcall match x y))))
          collect x))

;; Random sequences, ranges and arguments. A wrong answer is returned with its arguments.
(defvar *tests* (list #'eq 'eql #'equal #'equalp #'= #'< (lambda (a b) (= 1 (abs (- a b)))) (lambda (a b) (>= a b))))
(defvar *keys* (list nil #'identity #'- (lambda (x) (floor x 2)) 'evenp))
(defun random-sequence (size state)
  (let ((list (loop repeat (if (= 0 (random 9 state)) (+ 30 (random 30 state)) (random size state)) collect (random 3 state))))
    (case (random 6 state)
      ((0 1) list)
      (2 (coerce list 'vector))
      (3 (map 'bit-vector (lambda (x) (min x 1)) list))
      (4 (make-array (length list) :initial-contents list :adjustable t :fill-pointer t))
      (t (make-array (+ 2 (length list)) :initial-contents (append list '(0 1)) :fill-pointer (length list))))))
(defun random-range (sequence state)
  (let* ((n (length sequence)) (end (random (+ n 1) state)) (start (random (+ end 1) state)))
    (case (random 3 state) (0 (list 0 nil)) (1 (list start nil)) (t (list start end)))))
(defun wrong-answer (state)
  (let* ((a (random-sequence 5 state)) (b (random-sequence 12 state)) (from-end (= 0 (random 2 state))) (negated (= 0 (random 4 state)))
         (numbers (= 0 (random 2 state))) (test (nth (random (if numbers 8 4) state) *tests*)) (key (nth (random (if numbers 4 5) state) *keys*))
         (range-a (random-range a state)) (range-b (random-range b state))
         (match (lambda (x y)
                  (let ((value (if key (funcall test (funcall key x) (funcall key y)) (funcall test x y)))) (if negated (not value) value))))
         (keys (list (if negated :test-not :test) test :key key :from-end from-end))
         (ranges (list* :start1 (first range-a) :end1 (second range-a) :start2 (first range-b) :end2 (second range-b) keys)))
    (flet ((part (sequence range) (coerce (apply #'subseq sequence range) 'list))
           (from (range index) (if index (+ (first range) index)))
           (rest-of (sequence range) (if (second range) (subseq sequence (second range)) nil)))
      (let ((right (list (from range-b (place-of (part a range-a) (part b range-b) match from-end))
                         (from range-a (difference-of (part a range-a) (part b range-b) match from-end))
                         (concatenate 'list (subseq b 0 (first range-b)) (without-duplicates (part b range-b) match from-end)
                                      (rest-of b range-b))))
            (answers (list (apply #'search a b ranges) (apply #'mismatch a b ranges)
                           (apply #'remove-duplicates b :start (first range-b) :end (second range-b) keys))))
        (unless (and (typep (third answers) (if (listp b) 'list (list 'vector (array-element-type b)))) (or (null b) (not (eq (third answers) b)))
                     (equal right (list (first answers) (second answers) (coerce (third answers) 'list)))
                     (equalp (third answers) (apply #'delete-duplicates (copy-seq b) :start (first range-b) :end (second range-b) keys)))
          (list a b ranges right answers))))))
(let ((state (seed-random-state 27))) (loop repeat (trials 3000) thereis (wrong-answer state)))  ;=> NIL

;; Many elements are compared by a hash table, with the same result.
(let* ((numbers (loop for i below 1000 collect (mod (* i i) 389))) (lists (mapcar #'list numbers)))
  (flet ((same (list test from-end)
           (equal (remove-duplicates list :test test :from-end from-end)
                  (remove-duplicates list :test (lambda (a b) (funcall test a b)) :from-end from-end))))
    (list (same numbers #'eql nil) (same numbers #'eq t) (same lists #'equal nil) (same lists #'equal t) (same lists #'eql t)
          (length (remove-duplicates lists :key #'first)) (length (remove-duplicates lists :test 'equal)))))  ;=> (T T T T T 195 195)

;; The key is applied to the elements of the range only.
(remove-duplicates '(a 1 -1 2 b) :start 1 :end 4 :key #'abs)       ;=> (A -1 2 B)
(search '(a 1) #(b 0 -1 c) :start1 1 :start2 1 :end2 3 :key #'abs) ;=> 2
(mismatch '(a 1 2) #(-1 -3 c) :start1 1 :end2 2 :key #'abs)        ;=> 2

;; A test may shorten an adjustable vector.
(flet ((shortened (function)
         (let ((v (make-array 6 :adjustable t :initial-element 1)))
           (funcall function v (lambda (a b) (adjust-array v 2) (or (null b) (eql a b)))))))
  (list (shortened (lambda (v test) (search '(1 1 1 1) v :test test)))
        (shortened (lambda (v test) (mismatch '(1 1 1 1 1 1) v :test test)))))  ;=> (0 NIL)

;; Errors name the function that was called.
(search 5 '(1))                                  ;signals: "SEARCH: expected a sequence (a list or a vector), got 5"
(mismatch '(1) '(1 . 2))                         ;signals: "MISMATCH: expected a sequence"
(delete-duplicates 'a)                           ;signals: "DELETE-DUPLICATES: expected a sequence"
(remove-duplicates '(1 2) :end 3)                ;signals: "REMOVE-DUPLICATES: expected a range within a sequence of length 2"
(search '(1) '(1 2) :start2 3)                   ;signals: "SEARCH: expected a range within a sequence of length 2"
(apply #'search "a" "b" '(:test 5))              ;signals: "SEARCH: expected a function, got 5"
(mismatch '(1) '(2) :test #'eql :test-not #'eq)  ;signals: "MISMATCH: :TEST and :TEST-NOT exclude each other"
(search '(1) '#1=(2 . #1#))                      ;signals: "SEARCH: expected a sequence"
