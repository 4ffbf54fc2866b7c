;;; measure.lisp -- measures kernels: each prints its name and nanoseconds per iteration, the least of seven runs, and checks its
;;; answer. Loaded by the programs in the folder above.

;; Arrays are compared by their elements.
(defun same-answer-p (got want) (if (arrayp want) (equalp got want) (equal got want)))

(defmacro kernel (name times want &body body)
  "Measure the loop BODY, in which N is the number TIMES of its iterations and which must return WANT."
  `(let ((best nil))
     (flet ((run (n) (declare (fixnum n)) ,@body))
       (dotimes (i 8)
         (let ((start (get-internal-run-time)) (got (run ,times)))
           (let ((took (- (get-internal-run-time) start)))
             (unless (same-answer-p got ,want) (error "~A: ~S" ,name got))
             (when (and (> i 0) (or (null best) (< took best))) (setq best took))))))
     (format t "~32A ~10,2F~%" ,name (/ (* best 1e9) internal-time-units-per-second ,times))))
