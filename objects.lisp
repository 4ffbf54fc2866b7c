
(eval-when (:compile-toplevel :load-toplevel :execute)
  (defstruct spot x y)
  (defmethod make-load-form ((s spot) &optional environment) (make-load-form-saving-slots s :environment environment))
  (defclass thing () ((a :initarg :a :reader thing-a)))
  (defmethod make-load-form ((x thing) &optional environment) (declare (ignore environment)) `(make-instance 'thing :a ',(thing-a x))))
(defparameter *objects*
  (list '#.(make-spot :x 1 :y 2) '#.(make-instance 'thing :a '(1)) '#1=(a . #1#) '#(1 #\a 1.5 1/2 "t" #*101 #p"x.y")
        '#.(let ((h (make-hash-table :test 'equal))) (setf (gethash "k" h) 'v) h) '#.(find-package "CL") '(|a b| :k #:g nil)))
(defparameter *shared* '#.(let ((l (list 1))) (list l l)))
(defparameter *uninterned* '(#2=#:same #2#))
