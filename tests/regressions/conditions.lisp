;;;; conditions.lisp -- what a program may write into the system's own variables, or call, leads to no loop and no crash.

(let ((system::*handler-clusters* (let ((l (list nil))) (setf (cdr l) l)))) (signal "x"))  ;=> NIL
(let ((system::*handler-clusters* (list (let ((l (list nil))) (setf (cdr l) l))))) (signal "x"))  ;=> NIL
(let ((system::*handler-clusters* 5)) (handler-case (error "x") (error () 'caught)))  ;=> CAUGHT
(eval '(destructuring-bind (&environment e) nil e))  ;signals: program-error
(eval '(function nil))  ;signals: undefined-function
(eval '(mapcar #'nil '(1)))  ;signals: undefined-function
