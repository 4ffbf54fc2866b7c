;;;; format.lisp -- control strings that are absurd.

(format nil "~99999999999999999999A" 1)  ;signals: "too large"
(format nil "~9223372036854775808D" 1)  ;signals: "too large"
