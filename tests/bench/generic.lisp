;;; generic.lisp -- the time of a call of a generic function compared with an ordinary function of the same effect. Each row:
;;; nanoseconds per call, without those of an empty loop, and the ratio to an ordinary call.

(defclass square () ((side :initarg :side)))
(defclass circle () ((radius :initarg :radius)))

(defgeneric corners (shape))
(defmethod corners ((shape square)) 4)
(defmethod corners ((shape circle)) 0)

(defgeneric joined (a b))
(defmethod joined ((a integer) (b symbol)) 1)
(defmethod joined ((a symbol) (b integer)) 2)

(defun ordinary-corners (shape) (if shape 4 0))

(defvar *calls* 3000000)

;; Returns the nanoseconds per iteration of LOOP, a function that returns the sum over *CALLS* iterations, which must be
;; *CALLS* times WANT.
(defun measure (loop want)
  (let* ((shape (make-instance 'square :side 1))
         (start (get-internal-run-time))
         (sum (funcall loop shape))
         (end (get-internal-run-time)))
    (if (= sum (* want *calls*)) nil (error "the sum is ~D" sum))
    (/ (* 1000000000.0 (/ (- end start) internal-time-units-per-second)) *calls*)))

(let* ((empty (measure (lambda (shape) (let ((sum 0)) (dotimes (i *calls* sum) (if shape (incf sum))))) 1))
       (ordinary (- (measure (lambda (shape) (let ((sum 0)) (dotimes (i *calls* sum) (incf sum (ordinary-corners shape))))) 4) empty)))
  (flet ((row (name time) (format t "~20A ~6,1F ~6,2F~%" name time (/ time ordinary))))
    (row "ordinary" ordinary)
    (row "generic" (- (measure (lambda (shape) (let ((sum 0)) (dotimes (i *calls* sum) (incf sum (corners shape))))) 4) empty))
    (row "generic of two" (- (measure (lambda (shape) shape (let ((sum 0)) (dotimes (i *calls* sum) (incf sum (joined i 'a))))) 1) empty)))
  (print 'ok))
