;;;; lisp-lessons.lisp -- lessons 1 to 3: Lisp from nothing to MAPCAR and PROG. -*- sealed -*-

;; A question about the value of FORM.
(defun value-question (form &rest options)
  (let ((value (eval form)))
    (apply #'question (format nil "What is the value of ~A ?" (printed-form form))
           (if (consp value) (list 'quote value) value)
           (append options
                   (list :wrong (lambda (answer)
                                  (declare (ignore answer))
                                  "Not so. Type the form itself to see what it returns, then answer again."))))))

(define-lesson 1 values "values" "atoms, lists, evaluation, quote" (seed)
  (question "Lisp reads a form, evaluates it and prints its value. A number is its own value.
A list is a call: its first element names the operator, the others are the
arguments. (+ 1 2) has the value 3, (* 2 5) has the value 10.
Type a form to try it; type a number alone to answer.
What is the value of (+ 4 (* 2 5)) ?"
            14
            :wrong (lambda (answer)
                     (if (eql answer 30)
                         "Not 30: the arguments of + are 4 and the value of (* 2 5)."
                         "Not so. The inner list is evaluated first: (* 2 5). Its value is then an argument."))
            :hints '("Evaluate (* 2 5) first." "4 and 10 are added."))
  (value-question '(max 3 (min 5 2)) :hints '("MIN returns the smallest argument, MAX the largest." "(min 5 2) is 2."))
  (question "A quote mark prevents evaluation: '(3 1 4) is the list of three numbers itself.
CAR returns the first element of a list, CDR the list without it.
What is the value of (car '(3 1 4)) ?"
            3 :hints '("It is the first element."))
  (question "Answer with a quoted list, for instance '(1 2).
What is the value of (cdr '(3 1 4)) ?"
            ''(1 4)
            :wrong (lambda (answer)
                     (if (numberp answer) "Not a number: CDR of a list is a list."
                         "Not so. It is the list '(3 1 4) without its first element."))
            :hints '("All elements but the first one, as a list."))
  (question "CONS makes a new list from an element and a list.
What is the value of (cons 2 '(7 1)) ?"
            ''(2 7 1) :hints '("2 becomes the first element."))
  (question "An element of a list may be a list again. '((3) (1 4) 2) is a tree of moves.
How many elements does '((3) (1 4) 2) have?"
            3
            :wrong (lambda (answer) (if (eql answer 4) "Not 4: (1 4) is one element." "Not so. Count (3), (1 4) and 2."))
            :hints '("A list within the list counts once."))
  (value-question '(car (cdr '((3) (1 4) 2)))
                  :hints '("(cdr '((3) (1 4) 2)) is ((1 4) 2)." "Its first element is the answer, a quoted list."))
  (question "An atom is anything but a list with elements: a number, a symbol, NIL.
Answer yes or no. Is (atom '(3)) true?"
            nil :wrong (lambda (answer) (declare (ignore answer)) "Not so: (3) is a list with one element.")
            :hints '("Is (3) a number, or a list?"))
  (value-question '(+ (car '(3 1 4)) (car (cdr '(3 1 4))))
                  :hints '("The first and the second element are added.")
                  :right "Right. You can read Lisp now."))

(define-lesson 2 functions "functions" "DEFUN, COND, recursion" (seed)
  (task "DEFUN defines a function:
  (defun double (n) (* 2 n))
Now (double 4) has the value 8. Write SQUARE, which returns the square of N."
        :needs '("SQUARE")
        :check (lambda () (first-difference "SQUARE" (lambda (n) (* n n)) '((0) (1) (2) (3) (-4) (1/2))))
        :hints '("Multiply N by itself.") :solution '((defun square (n) (* n n))))
  (task "COND chooses. It evaluates the first form of each clause until one is true, and
returns the value of that clause; a clause that begins with T is always taken:
  (defun sign (n) (cond ((< n 0) -1) ((> n 0) 1) (t 0)))
Write LARGER, which returns the larger one of two numbers, with COND and >."
        :needs '("LARGER")
        :check (lambda () (first-difference "LARGER" #'max '((1 2) (2 1) (3 3) (-1 -2) (0 1/2))))
        :hints '("If A > B then A; otherwise B." "Two clauses: ((> a b) a) and (t b).")
        :solution '((defun larger (a b) (cond ((> a b) a) (t b)))))
  (task "A function may call itself. The sum of an empty list is 0; otherwise it is the
first element plus the sum of the rest:
  (defun sum (list) (cond ((null list) 0) (t (+ (car list) (sum (cdr list))))))
Write COUNT-ALL, which returns the number of elements of a list."
        :needs '("COUNT-ALL")
        :check (lambda () (first-difference "COUNT-ALL" #'length '((()) ((1)) ((1 2)) (((1 2) 3)) ((1 2 3 4 5)))))
        :hints '("How many elements has an empty list? How many more than its CDR has a list?" "1 plus the number of elements of the CDR.")
        :solution '((defun count-all (list)
                      (cond ((null list) 0) (t (+ 1 (count-all (cdr list))))))))
  (task "Write LAST-ONE, which returns the last element of a list that has at least one."
        :needs '("LAST-ONE")
        :check (lambda () (first-difference "LAST-ONE" (lambda (l) (car (last l))) '(((1)) ((1 2)) ((1 2 3)) ((3 1 2)))))
        :hints '("If the CDR is empty, the CAR is the last element." "Otherwise it is the last one of the CDR.")
        :solution '((defun last-one (list)
                      (cond ((null (cdr list)) (car list)) (t (last-one (cdr list)))))))
  (task "In a tree the recursion goes two ways: into the CAR and into the CDR.
Write LEAVES, which returns how many numbers a tree has: (leaves '((3) (1 4))) is 3,
(leaves 5) is 1, (leaves nil) is 0."
        :needs '("LEAVES")
        :check (lambda () (first-difference "LEAVES" (lambda (tree) (if tree (leaves-of tree) 0)) (cons '(nil) (tree-cases))))
        :hints '("Three cases: NIL, an atom, a list." "For a list: the leaves of its CAR plus the leaves of its CDR.")
        :solution '((defun leaves (tree)
                      (cond ((null tree) 0) ((atom tree) 1)
                                     (t (+ (leaves (car tree)) (leaves (cdr tree)))))))))

(define-lesson 3 lists "lists" "MAPCAR, APPLY, PROG" (seed)
  (question "MAPCAR calls a function for each element and returns the list of the values:
(mapcar 'abs '(-3 1)) is (3 1). What is the value of (mapcar 'car '((3 1) (4 1))) ?"
            ''(3 4) :hints '("CAR of each element."))
  (task "Write HALVES, which halves each number of a list, with MAPCAR. A function without a
name is written (lambda (n) ...)."
        :needs '("HALVES")
        :check (lambda () (first-difference "HALVES" (lambda (l) (mapcar (lambda (n) (/ n 2)) l)) '((()) ((2)) ((2 4 6)) ((1)))))
        :hints '("(lambda (n) (/ n 2)) halves a number." "(mapcar (lambda (n) ...) list)")
        :solution '((defun halves (list) (mapcar (lambda (n) (/ n 2)) list))))
  (question "APPLY calls a function with a list of arguments: (apply '+ '(1 2 3)) is 6.
What is the value of (apply 'max (mapcar 'abs '(-7 2 5))) ?"
            7 :hints '("(mapcar 'abs '(-7 2 5)) is (7 2 5)."))
  (task "Write LARGEST, which returns the largest number anywhere in a tree: the tree itself
if it is an atom, otherwise the largest of what LARGEST returns for each element."
        :needs '("LARGEST")
        :check (lambda ()
                 (first-difference "LARGEST" (lambda (tree) (labels ((all (x) (if (atom x) x (reduce #'max (mapcar #'all x))))) (all tree)))
                                   (tree-cases)))
        :hints '("(cond ((atom tree) tree) (t ...))" "APPLY MAX to the list that MAPCAR returns.")
        :solution '((defun largest (tree)
                      (cond ((atom tree) tree) (t (apply 'max (mapcar 'largest tree)))))))
  (task "The books write loops with PROG: it makes variables, evaluates its forms in turn, and
its symbols are places to GO to; RETURN leaves it.
  (defun count-down (n) (prog () start (cond ((= n 0) (return 'done))) (setq n (- n 1)) (go start)))
Write SUM-LOOP, the sum of a list of numbers, with PROG."
        :needs '("SUM-LOOP")
        :check (lambda () (first-difference "SUM-LOOP" (lambda (l) (reduce #'+ l)) '((()) ((1)) ((1 2)) ((3 4 5)))))
        :hints '("(prog (sum) (setq sum 0) start ...)" "At START: if LIST is empty, return SUM; otherwise add its CAR, take its CDR, and GO START.")
        :solution '((defun sum-loop (list)
                      (prog (sum)
                         (setq sum 0)
                       start
                         (cond ((null list) (return sum)))
                         (setq sum (+ sum (car list)))
                         (setq list (cdr list))
                         (go start))))))
