; list functions in the small letters of Franz Lisp; the super-parenthesis closes all
(def flatten (lambda (l)
  (cond ((null l) nil)
        ((atom l) (ncons l))
        (t (append (flatten (car l)) (flatten (cdr l]
(def rev (lambda (l)
  (prog (r)
   loop (cond ((null l) (return r)))
        (setq r (cons (car l) r) l (cdr l))
        (go loop]
(msg (flatten '(a (b (C)) d)) N)
(msg (rev '(1 2 3)) N)
(print (list 'foo 'Foo (eq 'foo 'Foo)))
(terpr)
(msg (mapcar '(lambda (x) (times x x)) '(1 2 3)) " and " (apply 'plus '(1 2 3)) N)
(print (list (nthelem 2 '(a b c)) (append1 '(a) 'b) (dtpr nil) (dtpr '(a))))
(terpr)
