;;;; reader_and_printer.lisp -- what is printed reads as the same.

(mapcar #'symbol-name (list '#:|#| '#:|a B| '#:|| '#:a|b|c '#:\#x))  ;=> ("#" "a B" "" "AbC" "#X")
(prin1-to-string (make-symbol "#"))  ;=> "#:|#|"
(symbol-name (read-from-string (prin1-to-string (make-symbol "a b"))))  ;=> "a b"

;; A NUL is a character of a name like others, the first one, too.
(map 'list #'char-code (symbol-name (read-from-string (map 'string #'code-char '(0 0 46)))))  ;=> (0 0 46)
