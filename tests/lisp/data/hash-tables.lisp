;;;; hash-tables.lisp -- hash tables (standard, chapter 18).

;;; MAKE-HASH-TABLE rejects invalid sizes, rehash sizes and thresholds.

(defun refuses (&rest arguments) (handler-case (progn (apply #'make-hash-table arguments) nil) (type-error () t)))
(remove-if (lambda (arguments) (apply #'refuses arguments))
           '((:size -1) (:size 1.5) (:size a) (:rehash-size -1.5) (:rehash-size 0) (:rehash-size 1.0) (:rehash-size a)
             (:rehash-threshold 2) (:rehash-threshold -1) (:rehash-threshold a)))  ;=> NIL
(remove-if-not (lambda (arguments) (apply #'refuses arguments))
               '((:size 0) (:size 1000) (:rehash-size 1) (:rehash-size 1.5d0) (:rehash-threshold 0) (:rehash-threshold 1)
                 (:rehash-threshold 1/2) (:rehash-threshold 0.7)))  ;=> NIL

;;; EQUAL tables distinguish symbols of the same name; SXHASH need not.

(let ((table (make-hash-table :test 'equal)) (keys (loop repeat 3000 collect (list (make-symbol "X")))))
  (loop for key in keys for i from 0 do (setf (gethash key table) i))
  (list (hash-table-count table) (loop for key in keys for i from 0 always (eql (gethash (copy-list key) table) i))
        (gethash (list (make-symbol "X")) table)))  ;=> (3000 T NIL)
(let ((x (list 'a "b" 1.5)) (y (list 'a (string #\b) 1.5))) (list (equal x y) (= (sxhash x) (sxhash y))))  ;=> (T T)
(= (sxhash (make-symbol "X")) (sxhash (make-symbol "X")))  ;=> T

(let ((h (make-hash-table))) (setf (gethash 'a h) 1) (list (gethash 'a h) (gethash 'b h 2) (hash-table-count h)))  ;=> (1 2 1)
(let ((h (make-hash-table :test #'equal))) (setf (gethash '(1) h) 'x) (gethash (list 1) h))  ;=> X ; T
(let ((h (make-hash-table))) (setf (gethash 1 h) 1) (remhash 1 h) (gethash 1 h))  ;=> NIL ; NIL
(let ((h (make-hash-table)) (s 0)) (dotimes (i 100) (setf (gethash i h) (* i i))) (maphash (lambda (k v) k (incf s v)) h) s)  ;=> 328350
(let ((h (make-hash-table))) (incf (gethash 'x h 10) 5) (gethash 'x h))  ;=> 15 ; T

;; Hash tables as keys of a hash table.
(let ((h (make-hash-table :test 'equalp)))
  (dotimes (i 300 (hash-table-count h))
    (let ((k (make-hash-table))) (setf (gethash i k) i (gethash k h) i))))  ;=> 300
(let ((h (make-hash-table :test 'equalp)) (a (make-hash-table :test 'equal)) (b (make-hash-table :test 'equal)))
  (loop for i below 20 do (setf (gethash i a) (list i) (gethash (- 19 i) b) (list (- 19 i))))
  (setf (gethash a h) 'found)
  (gethash b h))  ;=> FOUND ; T
(let ((h (make-hash-table :test 'equalp)) (a (make-hash-table))) (setf (gethash 1 a) a (gethash a h) 1) (gethash a h))  ;=> 1 ; T

;; MAPHASH: the function may remove or change the current entry.
(let ((h (make-hash-table)))
  (dotimes (i 100) (setf (gethash i h) i))
  (list (maphash (lambda (key value) (if (evenp key) (remhash key h) (setf (gethash key h) (* value value)))) h)
        (hash-table-count h)
        (let ((sum 0)) (maphash (lambda (key value) (incf sum (- value (* key key)))) h) sum)
        (let ((keys nil)) (maphash (lambda (key value) (declare (ignore value)) (push key keys)) h) (equal (reverse keys) (loop for i from 1 below 100 by 2 collect i)))))
;=> (NIL 50 0 T)
(maphash 'no-such-function (make-hash-table))  ;signals: undefined-function
(maphash #'list '((1 . 2)))  ;signals: type-error

;; Keys of an EQL table that are numbers but not fixnums are compared by their values.
(let ((h (make-hash-table)) (e (make-hash-table :test 'eq)) (keys (list 1 (expt 10 30) 1/3 1.5 1.5d0 1d300 0d0 -0d0 #c(1 2) #\a 'a)))
  (loop for key in keys for i from 0 do (setf (gethash key h) i (gethash key e) i))
  (list (loop for key in (read-from-string (prin1-to-string keys)) collect (gethash key h))
        (gethash (list 1) h) (gethash 1.0 h) (gethash 'a e) (gethash #\a e) (hash-table-count h)))
;=> ((0 1 2 3 4 5 6 7 8 9 10) NIL NIL 10 9 11)

;; Tables are EQUALP if they have the same test, the same keys and EQUALP values.
(flet ((table (&rest plist) (let ((h (make-hash-table :test 'equal))) (loop for (key value) on plist by #'cddr do (setf (gethash key h) value)) h)))
  (list (equalp (table "a" 1 "b" "x") (table "b" "X" "a" 1.0)) (equalp (table "a" 1) (table "a" 2)) (equalp (table "a" 1) (table "b" 1)) (equalp (table "a" nil) (table "b" nil))
        (equalp (table "a" 1) (table "a" 1 "b" 1)) (equalp (table "a" 1) (make-hash-table :test 'equal)) (equalp (table) (make-hash-table))))  ;=> (T NIL NIL NIL NIL NIL NIL)

;; Additions and removals in any order, against an association list.
(let ((state 7) (wrong nil))
  (flet ((next (n) (setq state (mod (+ (* state 1103515245) 12345) 2147483648)) (mod (floor state 65536) n)))
    (dolist (test '(eql equal) (remove-duplicates wrong))
      (dolist (keys '(5 40 300))
        (let ((table (make-hash-table :test test)) (all nil))
          (dotimes (i 3000)
            (let* ((k (next keys)) (key (if (eq test 'equal) (format nil "~D" k) (if (oddp k) k (* k (expt 2 70))))))
              (case (next 3)
                (0 (unless (eq (remhash key table) (and (assoc key all :test test) t)) (push :remhash wrong))
                   (setq all (remove key all :key #'car :test test)))
                (1 (setf (gethash key table) i)
                   (let ((old (assoc key all :test test))) (if old (setf (cdr old) i) (push (cons key i) all))))
                (t (unless (eql (gethash key table) (cdr (assoc key all :test test))) (push :gethash wrong))))
              (unless (= (hash-table-count table) (length all)) (push :count wrong))))
          (let ((found nil))
            (maphash (lambda (key value) (push (cons key value) found)) table)
            (unless (equal found all) (push :order wrong))))))))
;=> NIL
;; A removed entry that is added again becomes the last.
(let ((table (make-hash-table)) (keys nil))
  (dolist (key '(1 2 3)) (setf (gethash key table) t))
  (remhash 3 table)
  (remhash 1 table)
  (setf (gethash 3 table) t (gethash 1 table) t)
  (maphash (lambda (key value) value (push key keys)) table)
  keys)
;=> (1 3 2)
;; Entries may be removed while a table is walked, the last one too.
(let ((table (make-hash-table)) (seen nil))
  (dotimes (i 9) (setf (gethash i table) i))
  (maphash (lambda (key value) value (push key seen) (remhash key table)) table)
  (list (reverse seen) (hash-table-count table)))
;=> ((0 1 2 3 4 5 6 7 8) 0)
