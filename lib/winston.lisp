;;;; winston.lisp sealed
