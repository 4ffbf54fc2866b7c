;;;; winston.lisp -- P. H. Winston's game search, stage by stage ("Artificial Intelligence", 1977, the chapter on
;;;; games). Not sealed: a program's own QUIET, STATIC-VALUE, PLAUSIBLE-MOVES or any stage takes the place of
;;;; the one here.
