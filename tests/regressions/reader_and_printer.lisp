;;;; reader_and_printer.lisp -- what is printed reads as the same.

(mapcar #'symbol-name (list '#:|#| '#:|a B| '#:|| '#:a|b|c '#:\#x))  ;=> ("#" "a B" "" "AbC" "#X")
(prin1-to-string (make-symbol "#"))  ;=> "#:|#|"
(symbol-name (read-from-string (prin1-to-string (make-symbol "a b"))))  ;=> "a b"
