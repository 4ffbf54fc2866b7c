;;;; sequences.lisp sealed
