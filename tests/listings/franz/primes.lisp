; primes by trial division, perfect numbers, greatest common divisors
(defun primep (n) (do ((d 2 (1+ d))) ((greaterp (times d d) n) (greaterp n 1)) (cond ((zerop (mod n d)) (return nil)))))
(defun from (a b) (cond ((greaterp a b) nil) (t (cons a (from (add1 a) b)))))
(defun filter (p l) (cond ((null l) nil) ((p (car l)) (cons (car l) (filter p (cdr l)))) (t (filter p (cdr l)))))
(print (filter 'primep (from 1 30))) (terpr)
(defun divisors (n) (filter '(lambda (d) (zerop (mod n d))) (from 1 (sub1 n))))
(print (filter '(lambda (n) (equal n (apply 'plus (divisors n)))) (from 2 30))) (terpr)
(defun my-gcd (a b) (cond ((zerop b) a) (t (my-gcd b (mod a b)))))
(print (list (my-gcd 36 60) (gcd 36 60))) (terpr)
