;;;; setf.lisp sealed
