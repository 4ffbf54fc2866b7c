;;;; places.lisp -- in what order places and arguments are evaluated (standard, 5.1.1.1 and 5.1.3); values of SBCL and CLISP.

(let ((x 5)) (incf x (incf x)) x)  ;=> 12
(let ((x 0)) (incf x (setf x 1)) x)  ;=> 2
(let ((x 5)) (decf x (incf x)) x)  ;=> 0
(let ((x 5)) (list (incf x) (decf x 2) x))  ;=> (6 4 4)
(let ((l (list 1 2 3)) (i 0)) (incf (nth (incf i) l) (incf i)) (list l i))  ;=> ((1 4 3) 2)
(let ((v (vector 1 2 3)) (i 0)) (decf (aref v i) (incf i)) (list v i))  ;=> (#(0 2 3) 1)
(let ((x '(1)) (y '(2))) (push (setq x 'gone) y) (list x y))  ;=> (GONE (GONE 2))
(let ((l (list 1))) (pushnew (progn (setq l (list 2)) 2) l) l)  ;=> (2)
(progn (define-modify-macro places-appendf (&rest lists) append) (let ((x '(1))) (places-appendf x (progn (setq x '(2)) '(3))) x))  ;=> (2 3)
(let ((x 1.5)) (incf x 1/2) x)  ;=> 2.0

;; The default of a GETF that is stored into is evaluated; REMF reads its place last.
(let ((p (list 'a 1)) (n 0)) (setf (getf p 'b (incf n)) 2) (list n p))  ;=> (1 (B 2 A 1))
(let ((p nil)) (incf (getf p 'n 5)) p)  ;=> (N 6)
(let ((x (list 'a 'b 'c 'd))) (list (remf x (progn (setq x (list 'e 'f)) 'a)) x))  ;=> (NIL (E F))
