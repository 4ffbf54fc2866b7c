;;;; structures.lisp sealed
