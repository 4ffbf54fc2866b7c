;;;; io.lisp sealed
