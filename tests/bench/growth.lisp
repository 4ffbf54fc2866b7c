;;; growth.lisp -- time in proportion to the work: trees of 10^5, 10^6 ... leaves (ten moves at each position) are printed,
;;; read back and searched. usage: winnow growth.lisp [PLIES]; PLIES is the depth of the largest, default 6. Each row:
;;; leaves, seconds to read, nanoseconds per leaf; seconds to search, leaves evaluated, nanoseconds per leaf.

(defvar *seed* 1)

(defun next-random ()
  (setq *seed* (mod (* *seed* 16807) 2147483647)))

(defun make-tree (plies)
  (if (= plies 0)
      (- (mod (next-random) 2001) 1000)
      (let ((moves '()))
        (dotimes (i 10 moves)
          (push (make-tree (- plies 1)) moves)))))

(defun seconds-since (start)
  (/ (float (- (get-internal-run-time) start)) internal-time-units-per-second))

(defun each-ns (seconds count)
  (round (* 1000000000 seconds) count))

(defun row (plies)
  (let* ((leaves (expt 10 plies))
         (tree (make-tree plies))
         (text (prin1-to-string tree))
         (start (get-internal-run-time))
         (copy (read-from-string text))
         (reading (seconds-since start)))
    (setq start (get-internal-run-time))
    (multiple-value-bind (answer counts) (minimax copy)
      (let ((searching (seconds-since start))
            (evaluated (getf counts :leaves)))
        (format t "~9D ~7,3F ~4D ~9,4F ~9D ~4D~%" leaves reading (each-ns reading leaves)
                searching evaluated (each-ns searching evaluated))
        (and (equal tree copy)
             (= (car answer) (biggest-value tree plies)))))))

(defun biggest-value (tree plies)
  "The minimax value of TREE, without any cut."
  (labels ((largest (node n) (if (= n 0) node (reduce #'max node :key (lambda (m) (smallest m (- n 1))))))
           (smallest (node n) (if (= n 0) node (reduce #'min node :key (lambda (m) (largest m (- n 1)))))))
    (largest tree plies)))

(format t "   leaves    read   ns    search evaluated   ns~%")
(let ((deepest (if *command-line* (parse-integer (car *command-line*)) 6))
      (ok t))
  (do ((plies 5 (+ plies 1)))
      ((> plies deepest))
    (setq ok (and (row plies) ok)))
  (print (if ok 'ok 'fail)))
