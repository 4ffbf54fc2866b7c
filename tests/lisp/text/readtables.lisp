;;;; readtables.lisp -- readtables: case, macro characters, dispatching macro characters, the syntax of characters. SBCL
;;;; 2.2.9 and CLISP 2.49 were compared; where they differ, the standard decides.

(defmacro copying (&body body) `(let ((*readtable* (copy-readtable nil))) ,@body))

;; Readtables.
(list (readtablep *readtable*) (readtablep 1) (typep *readtable* 'readtable) (type-of *readtable*))  ;=> (T NIL T READTABLE)
(let ((a (copy-readtable)) (b (copy-readtable nil))) (list (eq a *readtable*) (readtablep b) (eq a (copy-readtable b a))))  ;=> (NIL T T)
(copy-readtable 1)  ;signals: type-error
(list (readtable-case (copy-readtable nil)) (let ((r (copy-readtable nil))) (setf (readtable-case r) :invert) (readtable-case (copy-readtable r))))  ;=> (:UPCASE :INVERT)
(setf (readtable-case (copy-readtable nil)) :mixed)  ;signals: type-error
(readtable-case 'a)  ;signals: type-error
(let ((*readtable* 1)) (read-from-string "a"))  ;signals: type-error
(copying (loop for c in '(:upcase :downcase :preserve :invert) collect (progn (setf (readtable-case *readtable*) c) (mapcar #'symbol-name (with-input-from-string (s "zebra ZEBRA ZeBrA z|E|bra Z\\ebra") (loop repeat 5 collect (read s)))))))  ;=> (("ZEBRA" "ZEBRA" "ZEBRA" "ZEBRA" "ZeBRA") ("zebra" "zebra" "zebra" "zEbra" "zebra") ("zebra" "ZEBRA" "ZeBrA" "zEbra" "Zebra") ("ZEBRA" "zebra" "ZeBrA" "ZEBRA" "Zebra"))
(copying (loop for c in '(:upcase :downcase :preserve :invert) collect (progn (setf (readtable-case *readtable*) c) (loop for p in '(:upcase :downcase :capitalize) collect (let ((*print-case* p)) (mapcar #'princ-to-string '(zebra |Zebra| |zebra| |zEBRA-Fish 1st|)))))))  ;=> ((("ZEBRA" "Zebra" "zebra" "zEBRA-Fish 1st") ("zebra" "zebra" "zebra" "zebra-fish 1st") ("Zebra" "Zebra" "zebra" "zebra-Fish 1st")) (("ZEBRA" "ZEBRA" "ZEBRA" "ZEBRA-FISH 1ST") ("ZEBRA" "Zebra" "zebra" "zEBRA-Fish 1st") ("ZEBRA" "Zebra" "Zebra" "ZEBRA-Fish 1st")) (("ZEBRA" "Zebra" "zebra" "zEBRA-Fish 1st") ("ZEBRA" "Zebra" "zebra" "zEBRA-Fish 1st") ("ZEBRA" "Zebra" "zebra" "zEBRA-Fish 1st")) (("zebra" "Zebra" "ZEBRA" "zEBRA-Fish 1st") ("zebra" "Zebra" "ZEBRA" "zEBRA-Fish 1st") ("zebra" "Zebra" "ZEBRA" "zEBRA-Fish 1st")))
(copying (loop for c in '(:upcase :downcase :preserve :invert) collect (progn (setf (readtable-case *readtable*) c) (loop for p in '(:upcase :downcase :capitalize) collect (let ((*print-case* p)) (mapcar #'prin1-to-string '(zebra |Zebra| |zebra| :key)))))))  ;=> ((("ZEBRA" "|Zebra|" "|zebra|" ":KEY") ("zebra" "|Zebra|" "|zebra|" ":key") ("Zebra" "|Zebra|" "|zebra|" ":Key")) (("|ZEBRA|" "|Zebra|" "ZEBRA" ":|KEY|") ("|ZEBRA|" "|Zebra|" "zebra" ":|KEY|") ("|ZEBRA|" "|Zebra|" "Zebra" ":|KEY|")) (("ZEBRA" "Zebra" "zebra" ":KEY") ("ZEBRA" "Zebra" "zebra" ":KEY") ("ZEBRA" "Zebra" "zebra" ":KEY")) (("zebra" "Zebra" "ZEBRA" ":key") ("zebra" "Zebra" "ZEBRA" ":key") ("zebra" "Zebra" "ZEBRA" ":key")))
(copying (setf (readtable-case *readtable*) :invert) (let ((*print-readably* t)) (prin1-to-string '(zebra |Zebra| |zebra|))))  ;=> "(ZEBRA |Zebra| |zebra|)"
;; The names of package and symbol are inverted separately.
(copying (setf (readtable-case *readtable*) :invert) (defpackage zebras (:export "zEBRA" "ZEBRA" "zebra")) (mapcar (lambda (s) (symbol-name (read-from-string s))) '("zebras:zEBRA" "zebras:zebra" "|Z|ebras:ZEBRA" ":zEBRA")))  ;=> ("zEBRA" "ZEBRA" "zebra" "zEBRA")

;; Macro characters.
(copying (set-macro-character #\! (lambda (s c) (list c (read s t nil t)))) (read-from-string "(!a b!c !(d))"))  ;=> ((#\! A) B (#\! C) (#\! (D))) ; 13
(copying (set-macro-character #\! (lambda (s c) (list c (read s t nil t))) t) (read-from-string "(!a b!c)"))  ;=> ((#\! A) B!C) ; 8
(copying (set-macro-character #\! (lambda (s c) (declare (ignore s c)) (values))) (read-from-string "(! a ! b . ! c !)"))  ;=> (A B . C) ; 17
(copying (set-macro-character #\! (lambda (s c) (declare (ignore s c)) (values 1 2))) (multiple-value-list (read-from-string "!a")))  ;=> (1 1)
(copying (set-macro-character #\{ (lambda (s c) (declare (ignore c)) (cons 'set (read-delimited-list #\} s t)))) (set-macro-character #\} (get-macro-character #\))) (read-from-string "({a b {c}} #1={} #1#)"))  ;=> ((SET A B (SET C)) (SET) (SET)) ; 21
(copying (set-macro-character #\! 'bang) (defun bang (s c) (list c (read-char s))) (read-from-string "!x"))  ;=> (#\! #\x) ; 2
(copying (set-macro-character #\! (lambda (s c) (declare (ignore c)) (read s t nil t))) (read-from-string "`(a ,!b)") t)  ;=> T
(copying (set-macro-character #\! (lambda (s c) (declare (ignore c)) (read s t nil t))) (let ((l (read-from-string "(#1=(a) !#1#)"))) (eq (car l) (cadr l))))  ;=> T
(copying (set-macro-character #\! (lambda (s c) (declare (ignore c)) (read s t nil t))) (read-from-string "(!"))  ;signals: end-of-file
(copying (set-macro-character #\! (lambda (s c) (declare (ignore c)) (read s t nil t))) (read-from-string "!)"))  ;signals: reader-error
(copying (set-macro-character #\! (lambda (s c) (declare (ignore s c)) (error 'arithmetic-error))) (list (ignore-errors (read-from-string "(!")) (read-from-string "(a)")))  ;=> (NIL (A))
(copying (set-macro-character #\! (lambda (s c) (declare (ignore s c)) (throw 'out *read-suppress*))) (list (catch 'out (read-from-string "#+no-such !")) *read-suppress* (read-from-string "a")))  ;=> (T NIL A)
(copying (set-macro-character #\я (lambda (s c) (declare (ignore s)) c)) (read-from-string "(aяb)"))  ;=> (A #\я B) ; 5
(copying (set-macro-character #\! (lambda (s c) (declare (ignore s c)) (setq *readtable* (copy-readtable nil)) 1)) (read-from-string "(! a!b)"))  ;=> (1 A!B) ; 7
(copying (set-macro-character #\! (lambda (s c) (declare (ignore s c)) *read-suppress*)) (list (read-from-string "!") (read-from-string "#+no-such ! 2")))  ;=> (NIL 2)
(multiple-value-list (get-macro-character #\a))  ;=> (NIL NIL)
(list (nth-value 1 (get-macro-character #\#)) (nth-value 1 (get-macro-character #\()))  ;=> (T NIL)
(copying (set-macro-character #\[ (get-macro-character #\()) (set-macro-character #\] (get-macro-character #\))) (read-from-string "(a (b))"))  ;=> (A (B)) ; 7
(copying (set-macro-character #\$ (get-macro-character #\')) (set-macro-character #\% (get-macro-character #\;)) (set-macro-character #\~ (get-macro-character #\")) (list (read-from-string "$a") (read-from-string "(a %b
c)") (read-from-string "~a\"b~")))  ;=> ('A (A C) "a\"b")
(list (eq (get-macro-character #\() (get-macro-character #\( nil)) (functionp (get-macro-character #\;)))  ;=> (T T)
(funcall (get-macro-character #\") (make-string-input-stream "ab\" c") #\")  ;=> "ab"
(multiple-value-list (funcall (get-macro-character #\;) (make-string-input-stream "a") #\;))  ;=> NIL
(set-macro-character #\a 1)  ;signals: type-error
(set-macro-character "a" 'car)  ;signals: type-error

;; Dispatching macro characters.
(copying (set-dispatch-macro-character #\# #\! (lambda (s c n) (list c n (read s t nil t)))) (read-from-string "(#!a #12!b #!(c))"))  ;=> ((#\! NIL A) (#\! 12 B) (#\! NIL (C))) ; 17
(copying (set-dispatch-macro-character #\# #\q (lambda (s c n) (declare (ignore s)) (list c n))) (read-from-string "(#q #Q)"))  ;=> ((#\q NIL) (#\Q NIL)) ; 7
(copying (make-dispatch-macro-character #\!) (set-dispatch-macro-character #\! #\? (lambda (s c n) (declare (ignore s c)) n)) (read-from-string "(a!3?b)"))  ;=> (A 3 B) ; 7
(copying (list (make-dispatch-macro-character #\! t) (nth-value 1 (get-macro-character #\!))))  ;=> (T T)
(copying (make-dispatch-macro-character #\!) (get-dispatch-macro-character #\! #\a))  ;=> NIL
(copying (make-dispatch-macro-character #\!) (read-from-string "!a"))  ;signals: reader-error
(copying (set-dispatch-macro-character #\! #\a #'list))  ;signals: "expected a dispatching macro character, got #\\!"
(get-dispatch-macro-character #\a #\b)  ;signals: "expected a dispatching macro character, got #\\a"
(copying (set-dispatch-macro-character #\# #\1 #'list))  ;signals: "other than a digit, got #\\1"
(list (get-dispatch-macro-character #\# #\1) (functionp (get-dispatch-macro-character #\# #\x)) (eq (get-dispatch-macro-character #\# #\x) (get-dispatch-macro-character #\# #\X)))  ;=> (NIL T T)
(funcall (get-dispatch-macro-character #\# #\() (make-string-input-stream "1 2 3) x") #\( nil)  ;=> #(1 2 3)
(copying (set-dispatch-macro-character #\# #\[ (lambda (s c n) (declare (ignore c n)) (apply #'vector (read-delimited-list #\] s t)))) (set-macro-character #\] (get-macro-character #\))) (read-from-string "#[1 2 #[3]]"))  ;=> #(1 2 #(3)) ; 11
(copying (let ((old (get-dispatch-macro-character #\# #\()))  (set-dispatch-macro-character #\# #\( (lambda (s c n) (list :vector (funcall old s c n))))  (read-from-string "(#(1 2) #3(1))")))  ;=> ((:VECTOR #(1 2)) (:VECTOR #(1 1 1))) ; 14

;; Copying the syntax of a character.
(copying (set-syntax-from-char #\, #\Space) (read-from-string "(1,2)"))  ;=> (1 2) ; 5
(copying (set-syntax-from-char #\! #\() (set-syntax-from-char #\? #\)) (read-from-string "!a b?"))  ;signals: reader-error
(copying (set-syntax-from-char #\( #\a) (symbol-name (read-from-string "a(b")))  ;=> "A(B"
(copying (set-syntax-from-char #\! #\") (read-from-string "!ab!"))  ;=> "ab" ; 4
(copying (set-syntax-from-char #\! #\\) (symbol-name (read-from-string "a!b")))  ;=> "Ab"
(copying (set-syntax-from-char #\! #\|) (symbol-name (read-from-string "a!bc!d")))  ;=> "AbcD"
(copying (set-syntax-from-char #\! #\|) (symbol-name (read-from-string "a!b|c!d")))  ;signals: end-of-file
(copying (set-syntax-from-char #\! #\#) (read-from-string "(!(1) !xff)"))  ;=> (#(1) 255) ; 11
(copying (set-syntax-from-char #\! #\#) (set-dispatch-macro-character #\! #\( (lambda (s c n) (declare (ignore s c n)) 1)) (list (read-from-string "!(") (read-from-string "#(2)")))  ;=> (1 #(2))
(copying (set-syntax-from-char #\! #\!) (set-macro-character #\! (lambda (s c) (declare (ignore s)) c)) (set-syntax-from-char #\! #\a) (read-from-string "a!"))  ;=> A! ; 2
(copying (set-syntax-from-char #\Space #\a) (symbol-name (read-from-string "a b")))  ;signals: reader-error
(copying (set-syntax-from-char #\; #\a) (symbol-name (read-from-string "a;b")))  ;=> "A;B"
(let ((other (copy-readtable nil))) (set-syntax-from-char #\! #\; other) (copying (set-syntax-from-char #\? #\! *readtable* other) (list (read-from-string "a?b") (read-from-string "a!b"))))  ;=> (A A!B)
(copying (set-syntax-from-char #\a 1))  ;signals: type-error

;; The standard readtable cannot be changed.
(let ((*readtable* (copy-readtable nil))) (set-macro-character #\( (lambda (s c) (declare (ignore s)) c)) (let ((*readtable* (copy-readtable nil))) (read-from-string "(a)")))  ;=> (A) ; 3
(with-standard-io-syntax (set-macro-character #\! #'car))  ;signals: "SET-MACRO-CHARACTER: the standard readtable cannot be changed"
(with-standard-io-syntax (setf (readtable-case *readtable*) :invert))  ;signals: "(SETF READTABLE-CASE): the standard readtable cannot be changed"
(copying (set-syntax-from-char #\! #\;) (with-standard-io-syntax (symbol-name (read-from-string "a!b"))))  ;=> "A!B"
(let ((*package* (find-package "KEYWORD"))) (with-standard-io-syntax (package-name *package*)))  ;=> "COMMON-LISP-USER"

;; The printer uses the readtable.
(copying (set-macro-character #\! (lambda (s c) (declare (ignore s)) c)) (prin1-to-string '(a! |B-!| c)))  ;=> "(|A!| |B-!| C)"
(copying (set-syntax-from-char #\Q #\Space) (prin1-to-string '(q r)))  ;=> "(|Q| R)"

;; PEEK-CHAR skips characters with whitespace syntax in the readtable.
(let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\x #\Space) (with-input-from-string (s "xx a") (list (peek-char t s) (read-line s))))  ;=> (#\a "a")

;; Let over Lambda's #`: the function of a standard macro character may be called without the character.
(let ((*readtable* (copy-readtable nil)))
  (set-dispatch-macro-character #\# #\`
    (lambda (stream sub number) (declare (ignore sub number))
      `(lambda (a1 a2) ,(funcall (get-macro-character #\`) stream nil))))
  (funcall (eval (read-from-string "#`(,a1 and ,a2)")) 1 2))  ;=> (1 AND 2)
(with-input-from-string (s "a b)") (funcall (get-macro-character #\() s nil))  ;=> (A B)
(with-input-from-string (s "ab\"") (funcall (get-macro-character #\") s nil))  ;=> "ab"

(let ((*readtable* (copy-readtable nil))) (set-dispatch-macro-character #\# #\! "a"))  ;signals: type-error

;; Letters are digits by their position in the alphabet, also in lower case
(let ((*readtable* (copy-readtable nil)))
  (setf (readtable-case *readtable*) :preserve)
  (mapcar (lambda (base) (let ((*read-base* base)) (mapcar #'read-from-string '("a" "A" "cab" "f/e" "z" "10")))) '(10 11 16 36)))
;=> ((|a| A |cab| |f/e| |z| 10) (10 10 |cab| |f/e| |z| 11) (10 10 3243 15/14 |z| 16) (10 10 15923 15/14 35 36))
(let ((*print-base* 11) (*readtable* (copy-readtable nil))) (setf (readtable-case *readtable*) :preserve) (mapcar #'prin1-to-string '(|a| |b| |ab| |a1|)))  ;=> ("|a|" "b" "|ab|" "|a1|")
