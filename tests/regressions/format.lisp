;;;; format.lisp -- control strings that are absurd.

(format nil "~99999999999999999999A" 1)  ;signals: "too large"
(format nil "~9223372036854775808D" 1)  ;signals: "too large"
;; Arguments without end are gone along no further than is asked
(apply #'format nil "~A ~:*~A ~*~A" (list 1 2 3))  ;=> "1 1 3"
(let ((l (list 1 2))) (setf (cddr l) l) (format nil "~?" "~D item~:P, ~*~D ~2@*~D" l))  ;=> "1 item, 1 1"
(format nil "~5@*~A" 1 2)  ;signals: "goes beyond the arguments"
(format nil "~:*~A" 1)  ;signals: "goes beyond the arguments"
;; The suffix of a block may break lines
(let ((*print-pretty* t))
  (substitute #\/ #\Newline (with-output-to-string (s) (pprint-logical-block (s nil :suffix (string #\Newline)) (princ 1 s)))))  ;=> "1/"
(let ((l (list 1 2))) (setf (cddr l) l) (format nil "~?" "~#D" l))  ;signals: type-error
(format nil "~?" "~#[none~;one~:;~D of them~]" '(7 8))  ;=> "7 of them"
