;;;; maclisp.lisp sealed
