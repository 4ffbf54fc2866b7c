;;;; strings.lisp -- characters and strings; the expected values are those of SBCL 2.2.9.

(eq "a" "a")  ;=> NIL
(string= "abc" 'abc)  ;=> NIL
(string< "abc" "abd")  ;=> 2
(string> "b" "a")  ;=> 0
(string-upcase "hello")  ;=> "HELLO"
(string-downcase "HeLLo")  ;=> "hello"
(string-capitalize "hello world")  ;=> "Hello World"
(char "abc" 1)  ;=> #\b
(char-code #\A)  ;=> 65
(code-char 97)  ;=> #\a
(char-upcase #\a)  ;=> #\A
(char< #\a #\b #\c)  ;=> T
(digit-char-p #\7)  ;=> 7
(alpha-char-p #\1)  ;=> NIL
(string-trim " " "  a ")  ;=> "a"
(string 'abc)  ;=> "ABC"
(symbol-name 'abc)  ;=> "ABC"
(make-string 3 :initial-element #\z)  ;=> "zzz"
(reverse "abc")  ;=> "cba"
(coerce "abc" 'list)  ;=> (#\a #\b #\c)
(coerce '(#\a) 'string)  ;=> "a"
(coerce '(1 2) 'vector)  ;=> #(1 2)

;; STRING of a symbol is its name, which cannot be changed.
(eq (string 'banana) (symbol-name 'banana))  ;=> T
(setf (char (string 'banana) 0) #\x)         ;signals: "The name of a symbol cannot be changed: \"BANANA\" (COPY-SEQ makes a string that can)"
(nstring-downcase (string 'banana))          ;signals: program-error
(sort (copy-seq (string 'banana)) #'char<)   ;=> "AAABNN"
'banana                                      ;=> BANANA
