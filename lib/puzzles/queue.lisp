;;;; queue.lisp -- priority queues as binary heaps. -*- sealed -*-

;; ITEMS: a vector with a fill pointer; the children of element I are 2I+1 and 2I+2. BEFORE-P: does its first argument leave
;; the queue before its second? Source: J. W. J. Williams, Algorithm 232: Heapsort, CACM 7 (1964).
(defstruct (priority-queue (:conc-name queue-) (:copier nil) (:predicate nil) (:constructor make-priority-queue (before-p)))
  before-p (items (make-array 16 :adjustable t :fill-pointer 0)))

(defun queue-size (queue) (fill-pointer (queue-items queue)))

(defun enqueue (item queue)
  (let* ((items (queue-items queue)) (before-p (queue-before-p queue)) (at (vector-push-extend item items)))
    (loop
      (let ((parent (floor (- at 1) 2)))
        (when (or (= at 0) (not (funcall before-p item (aref items parent)))) (return))
        (setf (aref items at) (aref items parent) at parent)))
    (setf (aref items at) item)))

;; Remove the first item of QUEUE, which is not empty, and return it.
(defun dequeue (queue)
  (let* ((items (queue-items queue)) (before-p (queue-before-p queue)) (first (aref items 0)) (last (vector-pop items))
         (size (fill-pointer items)) (at 0))
    (when (> size 0)
      (loop
        (let ((child (+ at at 1)))
          (when (>= child size) (return))
          (when (and (< (+ child 1) size) (funcall before-p (aref items (+ child 1)) (aref items child))) (incf child))
          (unless (funcall before-p (aref items child) last) (return))
          (setf (aref items at) (aref items child) at child)))
      (setf (aref items at) last))
    first))

;; The items of QUEUE in the order in which they leave it.
(defun queued-items (queue)
  (sort (coerce (queue-items queue) 'list) (queue-before-p queue)))
