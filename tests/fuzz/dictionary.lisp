;;;; dictionary.lisp -- libFuzzer's dictionary: every name that a program may use, the reader's delimiters, FORMAT
;;;; directives. usage: winnow dictionary.lisp > DICTIONARY

(defun quoted (text)
  (format nil "~C~{~A~}~C" #\"
          (map 'list (lambda (c) (case c (#\" "\\\"") (#\\ "\\\\") (t (string c)))) text)
          #\"))

(dolist (name (append '("#'" "#(" "#|" "|#" "#\\" "#1=" "#1#" "#." "#+" "#-" "#2A" "#b" "#x" "#36r" "`" ",@" "," "|" "(" ")" "'" "\"" ";"
                        "e10" "d0" "/" "." "-" "~" "~{" "~}" "~[" "~]" "~<" "~>" "~(" "~)" "~;" "~:" "~@" "~V" "~#" "~^" "~%" "~?" ",'*")
                      (let ((names nil))
                        (do-symbols (s "COMMON-LISP-USER" names)
                          (when (every #'graphic-char-p (symbol-name s)) (push (string-downcase s) names))))))
  (format t "~A~%" (quoted name)))
