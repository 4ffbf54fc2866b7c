;;;; conditions.lisp sealed
