;;;; deep.lisp -- lists, trees and quotes nested a million deep are read, printed, compared and searched; circular ones are
;;;; printed if a printer variable permits.

(defvar *passed* 0)
(defvar *failed* 0)
(defun check (name ok) (cond (ok (incf *passed*)) (t (incf *failed*) (format t "FAILED ~A~%" name))))

(defun nest (n) (let ((l 7)) (dotimes (i n l) (setq l (list l)))))
(defun deep-string (n open close middle)
  (concatenate 'string (make-string n :initial-element open) middle (make-string n :initial-element close)))

(defvar *million* (nest 1000000))
(defvar *text* (deep-string 1000000 #\( #\) "7"))
(check "printing a list nested a million deep" (equal (prin1-to-string *million*) *text*))
(check "pretty printing it" (equal (write-to-string *million* :pretty t) *text*))
(check "reading it" (equal (read-from-string *text*) *million*))
(check "EQUAL on it" (equal *million* (nest 1000000)))
(check "EQUAL that differs at the bottom" (not (equal *million* (list *million*))))
(check "searching it" (equal (car (minimax *million*)) 7))
(check "its path" (= 1000000 (length (cadr (minimax *million*)))))
(check "COPY-TREE of it" (equal (copy-tree *million*) *million*))
(let ((a (nest 2000000)) (b (let ((l 8)) (dotimes (i 2000000 l) (setq l (list l))))))
  (check "EQUALP on two million" (and (equalp a (nest 2000000)) (not (equalp a b))))
  (check "TREE-EQUAL" (and (tree-equal a (nest 2000000)) (not (tree-equal a b))))
  (check "SUBST and SUBLIS" (and (equal b (subst 8 7 a)) (equal b (sublis '((7 . 8)) a)))))
(check "a hash of it" (let ((h (make-hash-table :test #'equal))) (setf (gethash *million* h) 1) (gethash *million* h)))

;; Output about deep searches, and about infinite trees.
(defun comb (n) (let ((l 7)) (dotimes (i n l) (setq l (list l (mod i 5))))))
(defvar *comb* (comb 100000))
(check "every algorithm on a comb a hundred thousand deep"
       (every (lambda (a) (eql 4 (car (minimax *comb* :algorithm (car a))))) (system::search-algorithms)))
(check "drawing it" (dolist (format '(:text :svg :dot :tikz :html) t)
                      (with-output-to-string (*standard-output*) (draw *comb* :format format))))
(check "drawing a list nested a million deep" (with-output-to-string (*standard-output*) (draw *million*)))
(check "WHY far below" (search "41 moves deep" (with-output-to-string (*standard-output*)
                                                 (apply #'why *comb* (make-list 41 :initial-element 1)))))
(check "three million moves" (equal '(1 (1)) (minimax (make-list 3000000 :initial-element 1))))
(defun ends (f) (handler-case (progn (funcall f) t) (serious-condition () t)))
(check "circles" (let ((down (list 1 2 3)) (along (list 1 2 3)) (across (list 1 2 3)))
                   (setf (car down) down (cdr (cddr along)) along (cadr across) across)
                   (and (ends (lambda () (minimax down))) (ends (lambda () (minimax down :depth 1)))
                        (ends (lambda () (minimax along))) (equal '(3 (3)) (minimax across))
                        (with-output-to-string (*standard-output*) (draw across)))))

(defvar *quotes* (read-from-string (concatenate 'string (make-string 1000000 :initial-element #\') "a")))
(check "a million quotes" (equal (prin1-to-string *quotes*) (concatenate 'string (make-string 1000000 :initial-element #\') "A")))
(check "a form nested too deeply for the compiler is an error or compiles"
       (handler-case (progn (eval (let ((f 1)) (dotimes (i 1000000 f) (setq f (list '+ 1 f))))) t)
         (storage-condition () t)))
(check "a list of a million elements is read"
       (= 1000000 (length (read-from-string
                           (with-output-to-string (s) (prin1 (make-list 1000000 :initial-element 1) s))))))

(let ((circle (list 1 2 3)) (*print-circle* t))
  (setf (cdddr circle) circle)
  (check "a circle with *PRINT-CIRCLE*" (equal (prin1-to-string circle) "#1=(1 2 3 . #1#)"))
  (check "and read back" (let ((c (read-from-string "#1=(1 2 3 . #1#)"))) (eq c (cdddr c))))
  (let ((*print-circle* nil) (*print-length* 4))
    (check "a circle with *PRINT-LENGTH*" (equal (prin1-to-string circle) "(1 2 3 1 ...)"))))
(let ((down (list 1)) (*print-level* 3))
  (setf (car down) down)
  (check "a circle downwards with *PRINT-LEVEL*" (equal (prin1-to-string down) "(((#)))")))

(check "a collection asked for in the midst of one that goes in steps"
       (let ((live (make-list 3000000 :initial-element 1)))
         (loop for n from 500000 to 6000000 by 500000 do (make-list n) (gc))
         (and (= 3000000 (length live)) (every #'eql live live))))
(check "an array too large" (handler-case (progn (make-array '(100000 100000)) nil) (storage-condition () t)))
(check "a form that holds itself"
       (handler-case (eval (let ((l (list 'progn nil))) (setf (cadr l) l) l)) (storage-condition () t)))
;; Names are found in constant time, however many a form binds.
(defun names (n) (loop for i below n collect (intern (format nil "V~D" i))))
(check "30,000 variables of one form"
       (= 30000 (length (eval (let ((names (names 30000)))
                                `(let ,(loop for v in names for i from 0 collect (list v i)) (list ,@names)))))))
(check "10,000 forms one inside the other, each with a variable"
       (= 2 (eval (let ((form '(+ v0 v9999)))
                    (dolist (v (reverse (names 10000)) form) (setq form `(let ((,v 1)) ,form)))))))
(check "20,000 tables as keys of a table"
       (= 20000 (let ((h (make-hash-table :test 'equalp)))
                  (dotimes (i 20000 (hash-table-count h))
                    (let ((k (make-hash-table))) (setf (gethash i k) i (gethash k h) i))))))
(check "a list that exhausts nothing" (= 3000000 (length (make-list 3000000))))

(format t "~D passed, ~D failed~%" *passed* *failed*)
(quit (if (= *failed* 0) 0 1))
