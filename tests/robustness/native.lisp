;;;; native.lisp -- functions that are called often are compiled to native code, which is freed with them.

(defvar *passed* 0)
(defvar *failed* 0)

(defmacro check (form)
  `(cond (,form (incf *passed*))
         (t (incf *failed*) (format t "failed: ~S~%" ',form))))

(defun fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(defun tak (x y z) (if (not (< y x)) z (tak (tak (1- x) y z) (tak (1- y) z x) (tak (1- z) x y))))
(defun sum-to (n) (let ((sum 0)) (dotimes (i n sum) (incf sum i))))
(defun adder (n) (lambda (x) (+ x n)))
(defvar *add-one* (adder 1))
(defun caught (n) (catch 'enough (dotimes (i n) (when (= i 7) (throw 'enough i)))))
(defun keywords (a &key (b 2) c) (list a b c))

(check (= (fib 15) 610))
(check (= (tak 12 8 4) 5))
(check (= (sum-to 10000) 49995000))
(check (= (loop repeat 1000 sum (funcall *add-one* 1)) 2000))
(check (= (loop repeat 1000 sum (caught 10)) 7000))
(check (equal (loop repeat 1000 for l = (keywords 1 :c 3) finally (return l)) '(1 2 3)))

(check (native-code-p 'fib))
(check (native-code-p 'tak))
(check (native-code-p 'sum-to))  ; called once, but with many iterations of its loop
(check (native-code-p *add-one*))
(check (native-code-p 'caught))
(check (native-code-p 'keywords))
(defun never-called () 1)
(check (not (native-code-p 'never-called)))
(check (search "Native code:" (with-output-to-string (*standard-output*) (disassemble 'fib))))
;; Repeated redefinition does not leak native code.
(flet ((native-bytes () (gc) (seventh (system::heap-statistics)))
       (define-often ()
         (dotimes (i 300)
           (let ((f (compile nil `(lambda (x) (+ x ,i)))))
             (dotimes (k 400) (funcall f k))))))
  (define-often)
  (let ((before (native-bytes)))
    (dotimes (i 5) (define-often))
    (check (< (- (native-bytes) before) 100000))))
;; When code memory is full, functions stay interpreted until the code of others is freed.
(labels ((native-bytes () (gc) (seventh (system::heap-statistics)))
         (large (n)  ; its loop is compiled before the iteration that adds N 6000 times
           (compile nil `(lambda (x)
                           (let ((y x))
                             (dotimes (i 2000 y)
                               (if (= i 1500) (progn ,@(loop repeat 6000 collect `(setq y (+ y ,n))))))))))
         (is-right (f n) (= (funcall f 1) (+ 1 (* 6000 n)))))
  (dotimes (i 4)  ; repeated at other heap addresses, so that each generation of code must be freed
    (let ((functions (loop for n from 1 to 80 collect (large n))))
      (check (loop for f in functions for n from 1 always (is-right f n)))
      (check (native-code-p (first functions)))
      (check (not (native-code-p (car (last functions)))))
      (check (loop for f in functions for n from 1 always (is-right f n))))
    (check (< (native-bytes) 8000000)))
  (let ((f (large 2)))
    (check (is-right f 2))
    (check (native-code-p f))))

(format t "~D passed, ~D failed~%" *passed* *failed*)
(quit (if (zerop *failed*) 0 1))
