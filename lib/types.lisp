;;;; types.lisp sealed
