;;;; help.lisp sealed
