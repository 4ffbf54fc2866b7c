;;;; reader_and_printer.lisp -- what is printed reads as the same.

(mapcar #'symbol-name (list '#:|#| '#:|a B| '#:|| '#:a|b|c '#:\#x))  ;=> ("#" "a B" "" "AbC" "#X")
(prin1-to-string (make-symbol "#"))  ;=> "#:|#|"
(symbol-name (read-from-string (prin1-to-string (make-symbol "a b"))))  ;=> "a b"

;; A NUL is a character of a name like others, the first one, too.
(map 'list #'char-code (symbol-name (read-from-string (map 'string #'code-char '(0 0 46)))))  ;=> (0 0 46)
;; Of *FEATURES* the end is looked for first.
(let ((*features* (list 'x))) (setf (cdr *features*) *features*) (read-from-string "#+y 1 2"))  ;signals: "*FEATURES* is not a proper list"
(let ((*features* '(x . y))) (read-from-string "#+y 1 2"))  ;signals: error

;; ,@ without a list around it is an error, not a marker in the result.
(eval (read-from-string "`(1 . ,@'(5))"))  ;signals: ",@'(5)"
(eval (read-from-string "`,@'(5)"))  ;signals: reader-error
(eval (read-from-string "`#(1 ,@'(5))"))  ;=> #(1 5)
(eval (eval (read-from-string "``(1 ,@,@'('(2) '(3)))")))  ;=> (1 2 3)
(eval (eval (read-from-string "``(1 ,,@'((+ 1 1) (+ 1 2)) ,,'7)")))  ;=> (1 2 3 7)

;; The code of a character is written in digits, and nothing else.
(list #\u+41 #\U+1F600 #\u0042 (char-code #\u+d))  ;=> (#\A #\😀 #\B 13)
(read-from-string "#\\u+0x41")  ;signals: "there is no character named U+0X41"
(read-from-string "#\\u+-1")  ;signals: "there is no character named U+-1"
(read-from-string "#\\u+ㅁ1")  ;signals: "there is no character named U+ㅁ1"
(read-from-string "#\\u+Ł")  ;signals: "there is no character named U+Ł"
(read-from-string "#\\u+")  ;signals: "there is no character named U+"
(read-from-string "#\\uX")  ;signals: "there is no character named UX"
(read-from-string "#\\u+110000")  ;signals: "there is no character named U+110000"
(read-from-string "#\\foo")  ;signals: "there is no character named FOO"
(let ((*readtable* (copy-readtable))) (setf (readtable-case *readtable*) :preserve) (char-code (read-from-string "#\\Space")))  ;=> 32

;; A template that contains itself: an error, soon, and Ctrl-C ends it before that.
(eval '`#1=(#1# 2 ,3))  ;signals: "nested too deeply"

;; A null character behind a quote is a constituent, as it is elsewhere.
(let ((text (format nil "'~Aab (1 . ~:*~A) #'~:*~A `~:*~A" (code-char 0))))
  (with-input-from-string (in text)
    (list (char-code (char (symbol-name (second (read in))) 0)) (length (symbol-name (cdr (read in)))) (length (symbol-name (second (read in)))) (symbolp (eval (read in))) (read in nil :end))))  ;=> (0 1 1 T :END)
(with-input-from-string (in (format nil "1 2 ~A 3" (code-char 0))) (list (read-delimited-list (code-char 0) in) (read in)))  ;=> ((1 2) 3)

;; A space as a character is no blank that a line may lose where it is broken.
(let ((spaces (make-array 30 :initial-element #\Space)) (*print-pretty* t) (*print-right-margin* 20))
  (equalp spaces (read-from-string (prin1-to-string spaces))))  ;=> T

;; A quotation that ends a list is printed behind a dot, where alone it can be read; and no name behind a comma as a splice.
(mapcar #'prin1-to-string '((a . `,b) `(a . ,b) `(a , @b , .b) (a . #'b)))  ;=> ("(A . `,B)" "`(A . ,B)" "`(A , @B , .B)" "(A FUNCTION B)")
(let ((*print-pretty* t)) (mapcar #'prin1-to-string '((a . `,b) `(a . ,b) `(a , @b))))  ;=> ("(A . `,B)" "`(A . ,B)" "`(A , @B)")

;; The space that ends a token is taken with it, behind # as elsewhere.
(mapcar (lambda (text) (nth-value 1 (read-from-string text))) '("ab c" "#\\a b" "#\\space b" "#xF b" "#13R912 b" "#5*10 b" "#:g b" "'a b" "(a) b" "\"a\" b" "#(1) b"))  ;=> (3 4 8 4 8 6 4 3 3 3 4)
(with-input-from-string (in "#\\a b") (list (read-preserving-whitespace in) (eql (read-char in) #\Space)))  ;=> (#\a T)
