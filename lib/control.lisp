;;;; control.lisp sealed
