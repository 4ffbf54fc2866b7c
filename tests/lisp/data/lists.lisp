;;;; lists.lisp -- lists and sequences; the expected values are those of SBCL 2.2.9.

(car '(1 2))  ;=> 1
(cdr '(1 2))  ;=> (2)
(cadr '(1 2 3))  ;=> 2
(cddr '(1 2 3))  ;=> (3)
(caddr '(1 2 3))  ;=> 3
(nth 2 '(a b c))  ;=> C
(nthcdr 1 '(a b c))  ;=> (B C)
(last '(1 2 3))  ;=> (3)
(last '(1 2 3) 2)  ;=> (2 3)
(last '(1 2 . 3))  ;=> (2 . 3)
(butlast '(1 2 3))  ;=> (1 2)
(butlast '(1 2 3) 2)  ;=> (1)
(append '(1) '(2) '(3 4))  ;=> (1 2 3 4)
(append '(1) 2)  ;=> (1 . 2)
(append)  ;=> NIL
(append nil nil)  ;=> NIL
(reverse '(1 2 3))  ;=> (3 2 1)
(nreverse (list 1 2 3))  ;=> (3 2 1)
(list* 1 2 '(3 4))  ;=> (1 2 3 4)
(list-length '(1 2 3))  ;=> 3
(length '(1 2 3))  ;=> 3
(length "hello")  ;=> 5
(length #(1 2))  ;=> 2
(member 'b '(a b c))  ;=> (B C)
(member '(1) '((1) (2)) :test #'equal)  ;=> ((1) (2))
(member 2 '(1 2 3) :key #'1+)  ;=> (1 2 3)
(member 3 '(1 2 3 4) :test #'<)  ;=> (4)
(member 1 '(1 2) :test-not #'eql)  ;=> (2)
(assoc 'b '((a 1) (b 2)))  ;=> (B 2)
(assoc 2 '((1 . a) nil (2 . b)))  ;=> (2 . B)
(assoc "b" '(("a" . 1) ("b" . 2)) :test #'string=)  ;=> ("b" . 2)
(rassoc 2 '((a . 1) (b . 2)))  ;=> (B . 2)
(mapcar #'+ '(1 2 3) '(10 20 30))  ;=> (11 22 33)
(mapcar (lambda (x) (* x x)) '(1 2 3))  ;=> (1 4 9)
(mapcan (lambda (x) (if (evenp x) (list x) nil)) '(1 2 3 4))  ;=> (2 4)
(maplist #'length '(a b c))  ;=> (3 2 1)
(mapc #'identity '(1 2))  ;=> (1 2)
(mapcon #'copy-list '(1 2 3))  ;=> (1 2 3 2 3 3)
(reduce #'+ '(1 2 3 4))  ;=> 10
(reduce #'- '(1 2 3 4) :from-end t)  ;=> -2
(reduce #'+ nil)  ;=> 0
(reduce #'+ '(5))  ;=> 5
(reduce #'list '(1 2 3) :initial-value 0)  ;=> (((0 1) 2) 3)
(reduce #'cons '(1 2 3) :from-end t :initial-value nil)  ;=> (1 2 3)
(reduce #'+ '((1) (2)) :key #'car)  ;=> 3
(remove 1 '(1 2 1 3))  ;=> (2 3)
(let ((l (list 1 2 1 3 1))) (list (remove 1 l) (remove 5 l) l (remove nil '(nil a nil nil b)) (remove 1 nil)))  ;=> ((2 3) (1 2 1 3 1) (1 2 1 3 1) (A B) NIL)
(list (remove 1.5 '(1 1.5 3/2)) (remove 3/2 '(1.5 3/2 2)) (remove (expt 10 30) (list 1 (expt 10 30))) (remove 1d300 '(1d300 2)) (remove "a" '("a")))  ;=> ((1 3/2) (1.5 2) (1) (2) ("a"))
(delete 'a (list 'a 'b 'a 'a 'c 'a))  ;=> (B C)
(remove 1 '(1 2 1 3) :count 1)  ;=> (2 1 3)
(remove 1 '(1 2 1 3) :count 1 :from-end t)  ;=> (1 2 3)
(remove-if #'evenp '(1 2 3 4))  ;=> (1 3)
(remove-if-not #'evenp '(1 2 3 4))  ;=> (2 4)
(remove #\a "banana")  ;=> "bnn"
(remove 2 #(1 2 3))  ;=> #(1 3)
(delete 1 (list 1 2 1))  ;=> (2)
(remove-duplicates '(1 2 1 3 2))  ;=> (1 3 2)
(remove-duplicates '(1 2 1 3 2) :from-end t)  ;=> (1 2 3)
(substitute 9 1 '(1 2 1))  ;=> (9 2 9)
(subst 9 1 '(1 (1 2)))  ;=> (9 (9 2))
(sublis '((a . 1) (b . 2)) '(a (b c)))  ;=> (1 (2 C))
(find 2 '(1 2 3))  ;=> 2
(find-if #'evenp '(1 3 4 5))  ;=> 4
(find 3 '((1 a) (3 b)) :key #'car)  ;=> (3 B)
(position 'c '(a b c d))  ;=> 2
(position #\n "banana" :from-end t)  ;=> 4
(position-if #'evenp '(1 3 4))  ;=> 2
(count 1 '(1 2 1))  ;=> 2
(count-if #'oddp '(1 2 3))  ;=> 2
(some #'evenp '(1 2 3))  ;=> T
(every #'evenp '(2 4))  ;=> T
(notany #'evenp '(1 3))  ;=> T
(notevery #'evenp '(2 3))  ;=> T
(some (lambda (x y) (> x y)) '(1 2) '(2 1))  ;=> T
(sort (list 3 1 2) #'<)  ;=> (1 2 3)
(sort (list "b" "a") #'string<)  ;=> ("a" "b")
(sort (vector 3 1 2) #'>)  ;=> #(3 2 1)
(stable-sort (list '(1 a) '(0 b) '(1 c)) #'< :key #'car)  ;=> ((0 B) (1 A) (1 C))
(stable-sort (list '(2 a) '(1 b) '(2 c) '(1 d) '(3 e)) #'> :key #'car)  ;=> ((3 E) (2 A) (2 C) (1 B) (1 D))
(sort (list 3 1/2 2 -7 (expt 10 30) 3/2 -8) #'<)  ;=> (-8 -7 1/2 3/2 2 3 1000000000000000000000000000000)
(equal (sort (loop for i below 5003 collect (- (mod (* i 7919) 5003) 2500)) #'<) (loop for i below 5003 collect (- i 2500)))  ;=> T
(equal (sort (loop for i below 5003 collect (mod (* i 7919) 5003)) #'> :key #'-) (loop for i below 5003 collect i))  ;=> T
(subseq '(1 2 3 4) 1 3)  ;=> (2 3)
(subseq "hello" 2)  ;=> "llo"
(copy-list '(1 2 . 3))  ;=> (1 2 . 3)
(copy-tree '(1 (2)))  ;=> (1 (2))
(elt '(a b c) 1)  ;=> B
(elt #(a b c) 1)  ;=> B
(getf '(a 1 b 2) 'b)  ;=> 2
(getf '(a 1) 'c 9)  ;=> 9
;; A list of odd length is not a property list.
(getf '(a 1 b) 'b)  ;signals: type-error
(getf '(a 1 b) 'c)  ;signals: type-error
(getf '(a 1 . b) 'c)  ;signals: type-error
(getf '(a 1 b) 'a)  ;=> 1
(handler-case (getf '(a 1 b) 'c) (type-error (c) (typep (type-error-datum c) (type-error-expected-type c))))  ;=> NIL
(get-properties '(a 1 b) '(b))  ;signals: type-error
(get-properties '(a 1 b) '(c))  ;signals: type-error
(let ((l (list 'a 1 'b))) (remf l 'b))  ;signals: type-error
(let ((l (list 'a 1 'b))) (remf l 'c))  ;signals: type-error
(let ((l (list 'a 1 'b))) (list (remf l 'a) l))  ;=> (T (B))
(subsetp '(1 2) '(1 2 3))  ;=> T
(adjoin 1 '(1 2))  ;=> (1 2)
(adjoin 3 '(1 2))  ;=> (3 1 2)
;; the arguments are evaluated from left to right, once
(let ((log nil)) (flet ((note (x) (push x log) x)) (list (adjoin (note "b") (note '("a" "b")) :test (note #'equal)) (adjoin (note 3) (note '(2 1)) :key (note #'1-) :test-not (note #'eql)) (nreverse (mapcar (lambda (x) (if (functionp x) 'f x)) log)))))
;=> (("a" "b") (2 1) ("b" ("a" "b") F 3 (2 1) F F))
(list (adjoin 2 '(1 3) :test #'<) (adjoin 2 '(1 3) :test-not (lambda (x y) (> y x))) (adjoin '(a 2) '((a 1)) :key #'car) (adjoin 'a nil) (adjoin 4 '(3) :test 'eql) (adjoin nil '(nil)))
;=> ((1 3) (1 3) ((A 1)) (A) (4 3) (NIL))
(let ((l (list 1 2))) (list (pushnew 2 l) (pushnew 3 l) (pushnew 30 l :key (lambda (x) (mod x 10))) (pushnew 9 l :test (lambda (x y) (= x (* y y)))) l))
;=> ((1 2) (3 1 2) (30 3 1 2) (30 3 1 2) (30 3 1 2))
(adjoin 1 5)  ;signals: type-error
(adjoin 1 '(2 . 3))  ;signals: type-error
(funcall #'adjoin 1 '(2) :test #'<)  ;=> (2)
(getf (let ((l (list 'a 1 'b 2))) (nconc l l)) 'b)  ;=> 2
(getf (let ((l (list 'a 1 'b 2))) (nconc l l)) 'c)  ;signals: type-error
(pairlis '(a) '(1))  ;=> ((A . 1))
(pairlis '(a b c) '(1 2 3) '((d . 4)))  ;=> ((C . 3) (B . 2) (A . 1) (D . 4))
(acons 'a 1 nil)  ;=> ((A . 1))
(equal '(1 (2 "x")) '(1 (2 "x")))  ;=> T
(equalp "ABC" "abc")  ;=> T
(eq 'a 'a)  ;=> T
(tree-equal '(1 (2)) '(1 (2)))  ;=> T
(car nil)  ;=> NIL
(cdr nil)  ;=> NIL
(car 'a)  ;signals: type-error
(nth -1 '(a))  ;signals: type-error
(length '(1 . 2))  ;signals: type-error
(elt '(1 2) 5)  ;signals: type-error
(first '())  ;=> NIL
(rest '(1))  ;=> NIL
(endp '())  ;=> T
(let ((l (list 1 2 3))) (setf (cdr (cdr l)) '(9)) l)  ;=> (1 2 9)
(let ((l (list 1 2 3))) (setf (nth 1 l) 'x (third l) 'y) l)  ;=> (1 X Y)
(let ((l '(1 2))) (push 0 l) (push 'z (cdr l)) l)  ;=> (0 Z 1 2)
(let ((l (list 1 2 3))) (list (pop l) l))  ;=> (1 (2 3))
(let ((l (list 1 2))) (pushnew 2 l) (pushnew 3 l) l)  ;=> (3 1 2)
(let ((x (list 1 2))) (incf (car x) 10) (decf (cadr x)) x)  ;=> (11 1)
(nconc (list 1) nil (list 2 3))  ;=> (1 2 3)
(ldiff '(1 2 3) nil)  ;=> (1 2 3)
(concatenate 'list "ab" '(1))  ;=> (#\a #\b 1)
(concatenate 'string "ab" "cd")  ;=> "abcd"
(map 'list #'1+ #(1 2))  ;=> (2 3)
(map 'vector #'+ '(1 2) '(3 4))  ;=> #(4 6)
(map 'string #'char-upcase "abc")  ;=> "ABC"
(fill (list 1 2 3) 0)  ;=> (0 0 0)
(replace (list 1 2 3) '(9 8))  ;=> (9 8 3)
(search "na" "banana")  ;=> 2
(mismatch '(1 2 3) '(1 2 4))  ;=> 2
(merge 'list (list 1 3) (list 2 4) #'<)  ;=> (1 2 3 4)
(vector 1 2 3)  ;=> #(1 2 3)
(make-list 2 :initial-element 'x)  ;=> (X X)
(mapl #'identity '(1 2))  ;=> (1 2)
(member-if #'evenp '(1 2 3))  ;=> (2 3)
(assoc-if #'evenp '((1 . a) (2 . b)))  ;=> (2 . B)
(rplaca (list 1 2) 9)  ;=> (9 2)
(let ((l (list 1 2))) (list (eq l (rplacd l 3)) l (cdr (rplacd (rplaca l 4) (list 5)))))  ;=> (T (4 5) (5))
(let ((l (list 1 2))) (rplaca (progn (setq l (list 3)) l) (setq l 6)) l)  ;=> 6
(rplaca nil 1)  ;signals: "RPLACA: expected a cons, got NIL"
(flet ((f (x) (rplacd x 1))) (f 'a))  ;signals: "RPLACD: expected a cons, got A"
'(a . b)  ;=> (A . B)
'(a . (b . (c)))  ;=> (A B C)
'#(1 #(2))  ;=> #(1 #(2))
`(1 ,(+ 1 1) ,@(list 3 4))  ;=> (1 2 3 4)
`(1 . ,(+ 1 1))  ;=> (1 . 2)
`#(1 ,(+ 1 1))  ;=> #(1 2)

;; Keywords of SEARCH and MISMATCH, as in the standard's entries.
(search '(a b) '(a b c a b) :start2 1) ;=> 3
(search '(a b) '(a b c a b) :from-end t :end2 4) ;=> 0
(search "" "abc" :from-end t) ;=> 3
(search '(0 1) '(2 4 6 1 3 5) :key #'oddp) ;=> 2
(mismatch '(1 2 3 4 5 6) '(3 4 5 6 7) :start1 2 :end2 4) ;=> NIL
(mismatch '(3 2 1 1 2 3) '(1 2 3) :from-end t) ;=> 3
(mismatch "abcd" "ABCDE" :test #'char-equal) ;=> 4

;; SVREF is for simple vectors, CHAR for strings, compiled or called.
(svref "abc" 0)  ;signals: "SVREF: expected a simple vector"
(funcall #'svref "abc" 0)  ;signals: "SVREF: expected a simple vector"
(let ((s (copy-seq "abc"))) (setf (svref s 0) 1))  ;signals: "(SETF SVREF): expected a simple vector"
(let ((v (vector 1 2))) (setf (svref v 1) 5) (list (svref v 1) v))  ;=> (5 #(1 5))
(svref #(1 2) 2)  ;signals: "SVREF: index 2 is out of range"
(char #(#\a) 0)  ;signals: "CHAR: expected a string"
(char "ab" 2)  ;signals: "CHAR: index 2 is out of range for 2 elements"
(char "ab" 'x)  ;signals: type-error
(list (char "aя" 1) (schar "ab" 0) (char (make-array 3 :element-type 'character :fill-pointer 2 :initial-element #\z) 1))  ;=> (#\я #\a #\z)

;; An index may be of any size.
(list (nthcdr (expt 10 40) '(1 2)) (nth (expt 10 40) '(1 2)) (nthcdr (expt 10 40) nil))  ;=> (NIL NIL NIL)
(nthcdr (- (expt 10 40)) '(1 2))  ;signals: type-error

;;; Circular lists and indices beyond any fixnum: NTHCDR skips whole rounds.

(defun circular (prefix cycle) (let ((list (append prefix (copy-list cycle)))) (setf (cdr (last list)) (nthcdr (length prefix) list)) list))
(defun nth-of-circular (n prefix cycle)
  (if (< n (length prefix)) (nth n prefix) (nth (mod (- n (length prefix)) (length cycle)) cycle)))
(dolist (prefix '(() (x) (x y z) (1 2 3 4 5 6 7 8 9)) :all)
  (dolist (cycle '((a) (a b) (a b c d e) (1 2 3 4 5 6 7 8 9 10 11 12 13)))
    (dolist (far (list (expt 2 20) (expt 10 15) most-positive-fixnum (1+ most-positive-fixnum) (expt 10 30)))
      (dotimes (i 14)
        (unless (eql (nth (+ far i) (circular prefix cycle)) (nth-of-circular (+ far i) prefix cycle))
          (return (list prefix cycle far i)))))))  ;=> :ALL
(let ((l (circular '(x) '(a b)))) (eq (nthcdr (1+ (expt 10 30)) l) (cdr l)))  ;=> T
(list (nth (expt 10 30) '(1 2)) (nthcdr (expt 10 30) nil))  ;=> (NIL NIL)
(nth (expt 10 30) '(1 . 2))  ;signals: type-error
(nth (- (expt 10 30)) '(1))  ;signals: type-error

;;; LDIFF and TAILP compare by EQL.

(list (ldiff '(1 . 36893488147419103232) 36893488147419103232) (ldiff '(1 . 3d300) 3d300) (ldiff '(1 . #\a) #\a))  ;=> ((1) (1) (1))
(list (tailp 36893488147419103232 '(1 . 36893488147419103232)) (tailp 3d300 '(1 . 3d300)) (tailp "a" '(1 . "a")))  ;=> (T T NIL)
(ldiff '(1 2 . 3) 4)  ;=> (1 2 . 3)

;;; A predicate must be a function even if it is never called.

(every 5 nil)  ;signals: type-error
(some "a" #())  ;signals: type-error
(notany '(1) "")  ;signals: type-error
(notevery 5 nil nil)  ;signals: type-error
(list (every 'no-such-function nil) (some #'evenp nil))  ;=> (T NIL)

;; MAPCAN and MAPCON skip atoms as in SBCL and CLISP, unless an atom is last.
(list (mapcan #'identity '(1 2 3)) (mapcan #'identity (list (list 1) 2 (list 3))) (mapcan #'identity (list (list 1) nil 2)) (mapcan #'identity nil)
      (mapcan (lambda (x) (if (evenp x) (list x) 0)) '(1 2 3 4)) (mapcon #'copy-list '(1 2)))  ;=> (3 (1 3) (1 . 2) NIL (2 4) (1 2 2))

;; Mapping over several lists ends with the shortest; FILL of each kind of sequence.
(mapcar #'cons '(1 2 3) '(a b))  ;=> ((1 . A) (2 . B))
(mapcar #'list '(1 2) nil)  ;=> NIL
(mapcar #'list '(1 2 3) '(4 5 6) '(7 8))  ;=> ((1 4 7) (2 5 8))
(mapcar #'list '(1 . 2) '(3 4))  ;signals: type-error
(mapcar (lambda (x y z) (list x y z)) '(1 2) '(3 4 5) '(6 7))  ;=> ((1 3 6) (2 4 7))
(mapcar (lambda (x y) (* x y)) '(1 2) '(3))  ;=> (3)
(let ((sum 0)) (list (mapc (lambda (x y) (incf sum (* x y))) '(1 2 3) '(4 5)) sum))  ;=> ((1 2 3) 14)
;; #'NAME is the local function of that name, if there is one.
(flet ((car (x) (list 'own x)) (cons (x y) (- x y))) (list (mapcar #'car '(1 2)) (mapcar #'cons '(5 6) '(1 2))))  ;=> (((OWN 1) (OWN 2)) (4 4))
(mapcar #'defined-nowhere '(1 2))  ;signals: undefined-function
(mapcar #'when '(1 2))  ;signals: undefined-function
(list (fill (vector 1 2 3 4) 'x :start 1 :end 3) (fill (list 1 2 3 4) 'x :start 2) (fill (make-string 3 :initial-element #\-) #\a :end 2) (fill (make-array 3 :fill-pointer 2) 0))  ;=> (#(1 X X 4) (1 2 X X) "aa-" #(0 0))

;;; SUBST, SUBLIS and TREE-EQUAL agree with the definitions by recursion on random trees, for all tests and keys.

(defun random-part (n) (if (or (= n 0) (= (random 3) 0)) (nth (random 5) '(a b 1 "x" nil)) (cons (random-part (- n 1)) (random-part (- n 1)))))
(defun plain-subst (found-p tree)
  (multiple-value-bind (found new) (funcall found-p tree)
    (cond (found new) ((atom tree) tree) (t (cons (plain-subst found-p (car tree)) (plain-subst found-p (cdr tree)))))))
(defun same-shape (a b test) (if (and (consp a) (consp b)) (and (same-shape (car a) (car b) test) (same-shape (cdr a) (cdr b) test)) (and (atom a) (atom b) (funcall test a b) t)))
(defun key (x) (if (consp x) (car x) x))
(defun symbol-or-equal (a b) (and (symbolp a) (symbolp b) (or (eq a 'a) (eq a b))))

(let ((wrong nil))
  (dotimes (i 400 wrong)
    (let* ((tree (random-part 8)) (old (random-part 1)) (new (list 'new)))
      (dolist (arguments (list nil (list :test #'equal) (list :test #'eq) (list :test-not #'eql) (list :test 'symbol-or-equal)
                               (list :key #'key) (list :key #'key :test #'equal) (list :key 'key :test-not #'symbol-or-equal)))
        (destructuring-bind (&key (test #'eql) test-not (key #'identity)) arguments
          (flet ((match (a b) (if test-not (not (funcall test-not a b)) (funcall test a b))))
            (let ((expected (plain-subst (lambda (x) (values (match old (funcall key x)) new)) tree)) (copy (copy-tree tree)))
              (unless (and (equal expected (apply #'subst new old tree arguments)) (equal tree copy)
                           (equal expected (apply #'nsubst new old copy arguments)))
                (push (list 'subst new old tree arguments) wrong)))
            (let* ((alist (list (cons old new) nil (cons 'b 'c)))
                   (expected (plain-subst (lambda (x) (let ((pair (find-if (lambda (p) (and p (match (funcall key x) (car p)))) alist))) (values pair (cdr pair)))) tree))
                   (copy (copy-tree tree)))
              (unless (and (equal expected (apply #'sublis alist tree arguments)) (equal tree copy)
                           (equal expected (apply #'nsublis alist copy arguments)))
                (push (list 'sublis alist tree arguments) wrong)))
            (unless (eq key #'key)
              (let ((other (subst 'b 'a tree)) (arguments (if (member :key arguments) nil arguments)))
                (unless (eq (not (apply #'tree-equal tree other arguments)) (not (same-shape tree other (if arguments #'match #'eql))))
                  (push (list 'tree-equal tree other arguments) wrong))))))))))  ;=> NIL

(let ((tree (list 1 (list 2 3) 4 (list 5)))) (let ((new (subst 9 4 tree))) (list (eq (cadr new) (cadr tree)) (eq (cdddr new) (cdddr tree)) (eq tree (subst 0 'none tree)))))  ;=> (T T T)
(subst-if 0 #'evenp '(1 (2 . 4) 5) :key (lambda (x) (if (numberp x) x 1)))  ;=> (1 (0 . 0) 5)
(subst 'b 'a '#1=(1 a . #1#))  ;signals: type-error
(nsubst 'b 'z (let ((l (list 1 2))) (setf (cddr l) l)))  ;signals: type-error
(sublis '((1 . 2) 3) '(1 3 5))  ;signals: type-error
(sublis '((1 . 2) . 3) '(1 3))  ;signals: type-error
(subst 1 2 '(3) :test #'eql :test-not #'eql)  ;signals: program-error
(tree-equal '#2=(1 . #2#) '#3=(1 1 . #3#))  ;signals: type-error

;; NTH, NTHCDR and FIFTH to TENTH in compiled code, with indices beyond the end, dotted lists and other objects
(defun nth-of (i l) (nth i l))
(defun tail-of (i l) (nthcdr i l))
(defun fifth-of (l) (fifth l))
(defun tenth-of (l) (tenth l))
(dotimes (k 1000) (nth-of 2 '(1 2 3)) (tail-of 1 '(1 2)) (fifth-of '(1 2 3 4 5)) (tenth-of '(1)))
(list (nth-of 0 '(a)) (nth-of 1 '(a)) (nth-of 0 nil) (nth-of 999 '(a b)) (nth-of 1001 '(a b)) (nth-of most-positive-fixnum '(a)) (nth-of (expt 10 30) '(a)))  ;=> (A NIL NIL NIL NIL NIL NIL)
(list (tail-of 0 '(a)) (tail-of 1 '(a)) (tail-of 9 '(a)) (tail-of 0 nil) (tail-of 1 '(a . b)) (tail-of 2 '(a b . c)))  ;=> ((A) NIL NIL NIL B C)
(list (fifth-of '(a b c d e f)) (fifth-of '(a)) (fifth-of nil) (tenth-of '(1 2 3 4 5 6 7 8 9 10 11)))  ;=> (E NIL NIL 10)
(flet ((refused (function &rest arguments) (handler-case (progn (apply function arguments) nil) (type-error (c) (type-error-datum c)))))
  (list (refused #'nth-of -1 '(a)) (refused #'nth-of 1.0 '(a)) (refused #'nth-of 1 '(a . b)) (refused #'nth-of 0 'c) (refused #'tail-of 2 '(a . b)) (refused #'tail-of 0 'd)
        (refused #'fifth-of '(1 2 . e)) (refused #'fifth-of 'f)))  ;=> (-1 1.0 B C B D E F)
