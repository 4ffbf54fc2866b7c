
(eval-when (:compile-toplevel) (note :compile))
(eval-when (:load-toplevel) (note :load))
(eval-when (:execute) (note :execute))
(eval-when (:compile-toplevel :load-toplevel :execute) (note :always) (eval-when (:execute) (note :inner-execute)))
(eval-when (compile load eval) (note :old-names))
(progn (note :progn) (eval-when (:compile-toplevel) (note :inner-compile)))
(let () (eval-when (:compile-toplevel) (note :not-at-toplevel)) (eval-when (:execute) (note :not-at-toplevel-execute)))
(note '#.(note :read-time))
