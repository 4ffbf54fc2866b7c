;;;; integers.lisp -- bits of negative bignums, and results that are too large.

(mapcar #'integer-length (list (- (expt 2 100)) (- -1 (expt 2 100)) (- 1 (expt 2 100)) (expt 2 100) (- (expt 2 64))))  ;=> (100 101 100 101 64)
(mapcar #'logcount (list (- (expt 2 100)) (- -1 (expt 2 100)) (- 1 (expt 2 100)) (- (expt 2 64)) (- (expt 3 50))))  ;=> (100 1 99 64 40)
(= (logcount (- (expt 3 500))) (logcount (lognot (- (expt 3 500)))))  ;=> T
(loop repeat 50 always (let ((n (- (random (expt 10 40))))) (= (logcount n) (logcount (lognot n)))))  ;=> T

;; A complex number divided by zero, whatever kind of zero, is an error.
(log -1.5 1)  ;signals: division-by-zero
(mapcar (lambda (zero) (handler-case (/ #C(1.0 2.0) zero) (division-by-zero () 'told))) '(0 0.0 0d0 #C(0.0 0.0)))  ;=> (TOLD TOLD TOLD TOLD)
