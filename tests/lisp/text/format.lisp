;;;; format.lisp -- FORMAT directives with all parameters and modifiers (ANSI Common Lisp, 22.3). The expected values are
;;;; those on which SBCL 2.2.9 and CLISP 2.49.93 agree, otherwise those of the standard's text.

;; ~A ~S ~W
(format nil "~10A|~10@A|~10,3A|~,,2A|~,,2,'*A|~5,,,'-@A" "ab" "ab" "ab" "ab" "ab" "ab")  ;=> "ab        |        ab|ab         |ab  |ab**|---ab"
(format nil "~A ~:A ~S ~:S ~:A" nil nil nil nil '(nil))  ;=> "NIL () NIL () (NIL)"
(let ((*print-length* 1)) (format nil "~W ~@W" '(1 2) '(1 2)))  ;=> "(1 ...) (1 2)"
(format nil "~S ~A" "a\"b" #\a)                         ;=> "\"a\\\"b\" a"
(format nil "~-5A|~vA|~vA" 1 nil 2 -3 3)                ;=> "1|2|3"
(format nil "~1000000000A" 1)                           ;signals: "too large"
(format nil "~10,0A" 1)                                 ;signals: "FORMAT: ~A expected a column increment of at least 1, got 0"
(format nil "~10,-1<~A~>" 1)                            ;signals: "FORMAT: ~< expected a column increment of at least 1, got -1"
(format nil "~vA" most-positive-fixnum 1)               ;signals: "too large"
(format nil "~v%" (expt 10 30))                         ;signals: "too large"
(format nil "~vT" most-positive-fixnum)                 ;signals: "too large"
(format nil "~,,vF" most-positive-fixnum 1.5)           ;signals: "too large"
(format nil "~'aA" 1)                                   ;signals: type-error

;; ~D ~B ~O ~X ~R
(format nil "~:D ~:@D ~,,'.,4:D ~10,'0D" 1234567 1234567 123456789 -42)  ;=> "1,234,567 +1,234,567 1.2345.6789 0000000-42"
(format nil "~+D" 5)                                    ;signals: "sign"
(format nil "~B ~O ~X ~36R ~8,'0B" 10 64 255 35 5)      ;=> "1010 100 FF Z 00000101"
(format nil "~X ~D" 1/10 'a)                            ;=> "1/A A"
(let ((*print-base* 2) (*print-radix* t)) (format nil "~D ~A" 10 10))  ;=> "10 #b1010"
(format nil "~R|~R|~R|~R" 0 -7 100 1000000)             ;=> "zero|minus seven|one hundred|one million"
(format nil "~R" (expt 10 63))                          ;=> "one vigintillion"
(format nil "~R" (expt 10 66))                          ;signals: "expected an integer of at most 66 digits"
(format nil "~:R ~:R ~:R ~:R ~:R ~:R" 1 2 3 12 40 101)  ;=> "first second third twelfth fortieth one hundred first"
(format nil "~@R ~@R ~:@R ~@R" 4 1999 4 3999)           ;=> "IV MCMXCIX IIII MMMCMXCIX"
(format nil "~@R" 4000)                                 ;signals: "expected an integer from 1 to 3999 for a Roman numeral"
(format nil "~40R" 1)                                   ;signals: "base"
(format nil "~vR ~3,10,'*R" nil 5 5)                    ;=> "five ********12"
(length (format nil "~:D" (expt 7 100000)))             ;=> 112679

;; ~F
(format nil "~F ~,2F ~8,2F ~8,2,,,'*F ~,0F" 3.14159d0 3.14159d0 3.14159d0 3.14159d0 3.14159d0)  ;=> "3.14159 3.14     3.14 ****3.14 3."
(format nil "~,2F ~,2F ~,2F ~,1F ~,1F" 0.005d0 1.005d0 0.125d0 0.25d0 0.35d0)  ;=> "0.01 1.00 0.13 0.3 0.3"
(format nil "~5F ~3F ~4F ~2F" 123456.789d0 3.14159d0 0.001d0 1.1d0)  ;=> "123457. 3.1 .001 1."
(format nil "~3,2,,'*F|~3,2,0,'*F|~4,2F|~5,2F" 12.3d0 0.5d0 0.5d0 0.5d0)  ;=> "***|.50|0.50| 0.50"
(format nil "~,2,2F ~,2,-2F ~@F" 1.5d0 150d0 2d0)       ;=> "150.00 1.50 +2.0"
(format nil "~F ~F ~F" 1d20 1d-10 0d0)                  ;=> "100000000000000000000.0 0.0000000001 0.0"
(format nil "~,20F" 0.1d0)                              ;=> "0.10000000000000000000"
(format nil "~8F|~8,2F" 3740.115d0 -3740.115d0)         ;=> "3740.115|-3740.11"
(format nil "~7,4F|~,3F|~,2F" 'red '(a) "x")            ;=> "    RED|(A)|x"
(format nil "~,3F ~F ~,30F" 1/3 7 (expt 10 40))         ;=> "0.333 7.0 10000000000000000000000000000000000000000.000000000000000000000000000000"

;; ~E ~G ~$
(format nil "~E ~,2E ~10,2E ~12,3,2E ~@E" 1234.5d0 1234.5d0 1234.5d0 1234.5d0 1d0)  ;=> "1.2345d+3 1.23d+3    1.23d+3    1.235d+03 +1.0d+0"
(format nil "~,2,,0E ~,5,,3E ~,5,,-2E" 1234.5d0 1234.5d0 1234.5d0)  ;=> "0.12d+4 123.450d+1 0.00123d+6"
(format nil "~,1E ~,2E ~E" 9.96d0 9.999d9 0d0)          ;=> "1.0d+1 1.00d+10 0.0d+0"
(format nil "~5,,,,'*E|~6,,1,,'*E|~12,3,2,,'#,'xE|~,,,,,,'dE" 1.2345678d20 1d300 1.5d0 2d0)  ;=> "*****|******|xxx1.500d+00|2.0d+0"
(format nil "~,1,,3E" 1d0)                              ;signals: "scale factor"
(format nil "~G|~G|~10G|~10,3G|~,1G" 1234.5d0 0d0 3.14d0 3.14d0 1234.5d0)  ;=> "1234.5    |0.0    |  3.14    |  3.14    |1.2d+3"
(format nil "~G ~G" 1d10 1d-5)                          ;=> "1.0000000d+10 1.0d-5"
(format nil "~$ ~3$ ~2,4$ ~2,1,8$ ~2,1,8,'*$ ~@$ ~2,1,8:$" 2.5d0 2.5d0 2.5d0 2.5d0 2.5d0 2.5d0 -2.5d0)  ;=> "2.50 2.500 0002.50     2.50 ****2.50 +2.50 -   2.50"
(format nil "~$ ~$" 0.005d0 7)                          ;=> "0.01 7.00"

;; ~C ~P ~% ~& ~| ~~ ~T ~*
(format nil "~C ~:C ~@C ~:C ~@C" #\a #\Space #\a #\a #\Newline)  ;=> "a Space #\\a a #\\Newline"
(format nil "~C" 65)                                    ;signals: type-error
(format nil "~D tr~:@P ~D dog~:P ~P" 1 2 3)             ;=> "1 try 2 dogs s"
(format nil "~P")                                       ;signals: "no argument left for ~P"
(substitute #\$ #\Newline (format nil "a~%~2%b~&c~&~2&d~3~"))  ;=> "a$$$b$c$$d~~~"
(format nil "a~5Tb~5,3Tc~@Td~3,8@Te~0,0Tf")             ;=> "a    b  c d     ef"
(format nil "~*~A ~:*~A ~0@*~A ~A ~2:*~A" 1 2 3)        ;=> "2 2 1 2 1"
(format nil "~0@*~A ~2:*~A" 1 2 3)                      ;signals: "goes beyond the arguments"
(format nil "~A~5*~A" 1 2)                              ;signals: "~* goes beyond the arguments"

;; ~( ~[
(format nil "~(ABC dEF~) ~:(hELLO wORLD~) ~@(hELLO wORLD~) ~:@(abc~) ~:(ab2c d'e~)")  ;=> "abc def Hello World Hello world ABC Ab2c D'E"
(format nil "~(~A~:(~A~)~A~)" "AB" "cd" "EF")           ;=> "abcdef"
(format nil "~[a~;b~;c~]|~[a~;b~:;z~]|~[a~;b~]|~1[a~;b~]|~#[none~;one~;two~]" 1 7 7 'x 'y)  ;=> "b|z||b|two"
(format nil "~:[no~;yes ~A~] ~:[no~;yes~] ~@[x=~A ~]~@[y=~A~]" t 5 nil 7 nil)  ;=> "yes 5 no x=7 "
(format nil "~[a~]" 'a)                                 ;signals: type-error
(format nil "~[~]~[~:;d~]" -1 -1)                       ;=> "d"
(format nil "~:[a~;b~;c~]" 1)                           ;signals: "expected two clauses in ~:["
(format nil "~@[a~]")                                   ;signals: "no argument left for ~["

;; ~{
(format nil "~{~A~^, ~}|~{~A=~A;~}|~2{~A~}|~@{~A~^-~}" '(1 2 3) '(a 1 b 2) '(x y z) 7 8)  ;=> "1, 2, 3|A=1;B=2;|XY|7-8"
(format nil "~:{~A-~A ~}|~:@{(~A)~}" '((1 2) (3 4 5)) '(6) '(7))  ;=> "1-2 3-4 |(6)(7)"
(format nil "~{a~:}|~{a~}|~0{a~:}|~{~}|~@{~}" nil nil nil "<~A>" '(1 2) "[~A]" 3 4)  ;=> "a|||<1><2>|[3][4]"
;; ~:^ tests for remaining lists, which exist only within ~:{ (22.3.9.2).
(format nil "~:^~A" 1)                                  ;signals: "~:^ is defined only within ~:{"
(format nil "~{~:^~A~}" '(1 2))                         ;signals: "~:^ is defined only within ~:{"
(format nil "~@{~1:^~A~}" 1 2)                          ;signals: "~:^ is defined only within ~:{"
(format nil "~@:{~A~:^,~}" '(1) '(2))                   ;=> "1,2"
(format nil "(~:{~A~:^,~})" '((1) (2) (3)))             ;=> "(1,2,3)"
(format nil "~:{~A~^:~A~}|" '((1) (2 3)))               ;=> "12:3|"
(format nil "~{~1,2,v^~A~}" '(0 1 0 2 0 3 3 4))         ;=> "123"
(format nil "~{~A~v^~}|~{~A~v,3^~}|~{~#,1^~A~}" '(1 1 2 0 3 1) '(1 2 3 3 5) '(a b c))  ;=> "12|13|AB"
(format nil "~{~a~}" 5)                                 ;signals: type-error
(format nil "~{~A~}" '(1 . 2))                          ;signals: type-error
(format nil "~:{~A~}" '(5))                             ;signals: type-error
(format nil "~:{~A~}" '((1) . 5))                       ;signals: type-error
(format nil "~:{~@{~@[~A~]~}~}" '(5))                   ;signals: type-error
(format nil "~{x~}" '(1))                               ;signals: "so it would not end"
(format nil "~@{x~}" 1)                                 ;signals: "so it would not end"
(format nil "~@{~A~^ ~} ~A" 1 2)                        ;signals: "no argument left for ~A"

;; ~? ~/ ~^
(defun tag (stream argument colon at &rest more) (format stream "<~A ~A ~A ~A>" argument colon at more))
(format nil "~? ~A|~@? ~A" "~A+~A" '(1 2) 3 "~A+~A" 4 5 6)  ;=> "1+2 3|4+5 6"
(format nil "~A ~@? ~A" 1 "~A~2:*+~A" 2 3)               ;=> "1 2+~A~2:*+~A 2"
(format nil "~A ~@?" 1 "~3:*~A" 2)                      ;signals: "goes beyond the arguments"
(format nil "~@{~@?~^;~}" "~A~^," 1 "~A~^," 2)          ;=> "1,;2"
(format nil "~@?|~A" "~A~0^b" 1 2)                      ;=> "1|2"
(format nil "~<~@?, ~A~:>" '("~A~:*~A" 1 2))            ;=> "11, 2"
(format nil "~?" "~@[a~]" 5)                            ;signals: type-error
(format nil "~/tag/ ~2,'x:@/tag/" 1 2)                  ;=> "<1 NIL NIL NIL> <2 T T (2 x)>"
(format nil "~/no-such-function/" 1)                    ;signals: undefined-function
(format nil "done~^ ~A" )                               ;=> "done"
(format nil "~A~0^~A" 1 2)                              ;=> "1"
(list (format nil "~8,'*D" 'abc) (format nil "~10,6,'*R" 'x))  ;=> ("*****ABC" "*****X")
(list (format nil "a~'x,'x^b") (format nil "a~'x,'y^b") (format nil "a~'x,'y,'z^b"))  ;=> ("a" "ab" "a")
(format nil "~{~}" (formatter "<~A>") '(1 2))           ;=> "<1><2>"
(format nil "~{~}" 5 '(1))                              ;signals: "~{ expected an argument of type STRING, got 5"
(list (format nil "~7,3A|" 'ab) (format nil "~7,3,1A|" 'ab))  ;=> ("AB      |" "AB       |")
(format nil "a~,1,2^b")                                 ;=> "ab"
(list (format nil "a~'a,'b,'c^b") (format nil "a~'a,'a,'a^b") (format nil "a~'b,'a,'c^b") (format nil "a~'a,'c,'b^b"))  ;=> ("a" "a" "ab" "ab")
(format nil "a~1,'b,9^b")  ;signals: "expected an argument of type INTEGER, got #\\b"
(format nil "a~'b,1,9^b")  ;signals: "expected an argument of type INTEGER, got #\\b"
(list (format nil "~<~2@{<~A>~}|~A~:>" '(1 2 3)) (format nil "~<~0@{<~A>~}|~A~:>" '(1 2 3)))  ;=> ("<1><2>|3" "|1")

;; ~<...~>
(format nil "~10<a~;b~;c~>|~10:<ab~>|~10@<ab~>|~10:@<ab~>|~10<ab~>|~4<abcdef~>" )  ;=> "a   b    c|        ab|ab        |    ab    |        ab|abcdef"
(format nil "~9,2<abcdefghij~>|~,,2,'*<a~;b~>|~6,,,'.<a~;b~>")  ;=> " abcdefghij|a**b|a....b"
(format nil "~20<~A~;~^~A~;~^~A~>" 1 2)                 ;=> "1                  2"
(substitute #\$ #\Newline (format nil ";; ~{~<~%;; ~1,20:; ~A~>~^,~}." '(apple banana cherry date)))  ;=> ";;  APPLE, BANANA,$;;  CHERRY, DATE."
(format nil "~<~W~>" 1)                                 ;signals: "cannot be used inside ~<...~>"
(format nil "~<~:;a~>~W" 1)                             ;signals: "~<...~:;...~> cannot be used with ~W"

;; Malformed directives.
(format nil "~")                                        ;signals: "ends inside"
(format nil "~5")                                       ;signals: "ends inside"
(format nil "~Z" 1)                                     ;signals: "~Z is not a directive"
(format nil "~::A" 1)                                   ;signals: "duplicate modifier"
(format nil "a~{b" '(1))                                ;signals: "not closed"
(format nil "a~}b")                                     ;signals: "unmatched"
(format nil "a~;b")                                     ;signals: "out of place"
(format nil "~(a~]~)")                                  ;signals: "unmatched"
(format nil "~/abc" 1)                                  ;signals: "is not closed"
(format nil "a~Zb" 1)                                   ;signals: "at character 1"
(format nil "~A")                                       ;signals: "no argument left"
(format nil 5)                                          ;signals: type-error
(format 5 "a")                                          ;signals: type-error

;; Destinations, and functions as control strings.
(let ((s (make-array 0 :element-type 'character :fill-pointer 0 :adjustable t))) (list (format s "~A-" 1) (format s "~A" 2) s))  ;=> (NIL NIL "1-2")
(format "fixed" "~A" 1)                                 ;signals: type-error
(with-output-to-string (s) (format s "~A" 1))           ;=> "1"
(format t "~A" 1)                                       ;prints: 1
(format nil (formatter "~A-~A") 1 2)                    ;=> "1-2"
(with-output-to-string (s) (princ (funcall (formatter "~A ") s 1 2 3) s))  ;=> "1 (2 3)"
(format nil "~{~@?~^ ~}" (list (formatter "<~A>") 1 (formatter "[~A]") 2))  ;=> "<1> [2]"
(macroexpand-1 '(formatter "~Z"))                       ;signals: program-error
(format nil (lambda (s x) (format s "~A!" x)) 1)        ;=> "1!"
(substitute #\$ #\Newline (format nil "a~
             b~:
   c~@
   d"))                                                 ;=> "ab   c$d"
(progn (ignore-errors (format nil "~{~A~" '(1))) (format nil "~{~A~}" '(1)))  ;=> "1"
(let ((control (copy-seq "~A"))) (format nil control 1) (setf (char control 1) #\S) (format nil control "a"))  ;=> "\"a\""
(let ((deep (with-output-to-string (s) (dotimes (i 3000) (princ "~{" s)) (princ "~A" s) (dotimes (i 3000) (princ "~}" s)))) (list '(1)))
  (dotimes (i 2999) (setq list (list list)))
  (handler-case (equal (format nil deep list) "1") (storage-condition () t)))  ;=> T

;;; FORMAT's errors, and their positions in the control string

(format nil "a~;")  ;signals: "~; is out of place (at character 1 of \"a~;\")"
(format nil (concatenate 'string (make-string 70 :initial-element #\a) "~;" (make-string 70 :initial-element #\b)))
  ;signals: "~; is out of place (at character 70 of \"...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa~;bbbbbbbbbbbbbbbbbbbbbbbbbbbb...\")"
(format nil (concatenate 'string (make-string 59 :initial-element #\a) "~;"))
  ;signals: "(at character 59 of \"...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa~;\")"

;;; ~E in a width that just fits, and one character more or less (values of SBCL)

(loop for w from 5 to 11 collect (format nil "~vE|~v,2E|~v@E" w 31.4159 w -0.00123 w 5.0))
  ;=> ("3.e+1|-1.23e-3|+5.e+0" "3.1e+1|-1.23e-3|+5.e+0" "3.14e+1|-1.23e-3|+5.0e+0" "3.142e+1|-1.23e-3| +5.0e+0" "3.1416e+1| -1.23e-3|  +5.0e+0" "3.14159e+1|  -1.23e-3|   +5.0e+0" " 3.14159e+1|   -1.23e-3|    +5.0e+0")
(format nil "~{~}" "" '(1))  ;signals: "the body of ~{ takes no argument, so it would not end"
(format nil "~?" 5 nil)  ;signals: "~? expected an argument of type STRING, got 5"
(format nil "~/no-package:foo/" 1)  ;signals: "expected the name of a package, got NO-PACKAGE"
(format nil "~@<a~A~;b~:>" 1)  ;signals: "the prefix and the suffix of ~< are plain text, without ~A"
(format nil "~<a~:;b~:;c~>")  ;signals: "~:; ends the first segment of ~< only"
(format nil "~<a~~b~:@>" '(1))  ;=> "a~b"
(length (format nil "~2|"))  ;=> 2
(progn (defun cl-user::tell-it (s a c at) (declare (ignore c at)) (format s "<~A>" a)) (format nil "~/cl-user::tell-it/~/cl-user:tell-it/" 1 2))  ;=> "<1><2>"
(pprint-newline :nowhere)  ;signals: type-error
(prin1-to-string (list (make-random-state) *print-pprint-dispatch*))  ;=> "(#<random state> #<pprint dispatch table>)"
(format nil "~:C~:C~:C" (code-char 160) (code-char 233) #\Space)  ;=> " éSpace"

;; ~* inside a logical block moves within its list.
(list (format nil "~<~A ~*~A~:>" '(1 2 3)) (format nil "~<~A ~0@*~A~:>" '(1 2 3)))  ;=> ("1 3" "1 1")
(mapcar (lambda (x) (format nil "~10,3G|" x)) '(123.0 12.0 1234.0 0.5))  ;=> ("  123.    |" "  12.0    |" "  1.234e+3|" " 0.500    |")
(list (format nil "日本~10T|") (length (format nil "日本~10T|")))  ;=> ("日本      |" 9)

;; ~* moves within the arguments of an iteration; column and line counts of zero
(list (format nil "~1{~A~A~0@*~A~}" '(1 2)) (format nil "~{~A~:*~A ~}" '(1 2)) (format nil "~2{~A~1@*~A~}|" '(1 2 3)))  ;=> ("121" "11 22 " "1232|")
(list (format nil "a~0&b") (format nil "a~0%b~0|c~0~d"))  ;=> ("ab" "abcd")

;; An iteration that cannot end is refused; parameters of the wrong type or value are errors.
(let ((l (list 1))) (setf (cdr l) l) (format nil "~{~a~}" l))  ;signals: "the list is circular"
(format nil "~{~}" "" '(1))  ;signals: "takes no argument"
(make-string-output-stream :element-type 'integer)  ;signals: type-error
(with-output-to-string (s nil :element-type 'base-char) (princ "a" s))  ;=> "a"
(let ((*gensym-counter* -1)) (list (handler-case (gensym) (type-error (c) (type-error-datum c))) *gensym-counter*))  ;=> (-1 0)

(format nil "~A ~S" "a" "a")  ;=> "a \"a\""
(format nil "~D ~5D ~5,'0D ~:D" 42 42 42 1234567)  ;=> "42    42 00042 1,234,567"
(format nil "~B ~O ~X" 10 10 255)  ;=> "1010 12 FF"
(format nil "~R ~:R ~@R" 4 4 4)  ;=> "four fourth IV"
(format nil "~R" 1234567)  ;=> "one million two hundred thirty-four thousand five hundred sixty-seven"
(format nil "~:R" 21)  ;=> "twenty-first"
(format nil "~10A|~10@A|" "ab" "ab")  ;=> "ab        |        ab|"
(format nil "~5,2F" 3.14159d0)  ;=> " 3.14"
(format nil "~,3F" 2d0)  ;=> "2.000"
(format nil "~F" 1.5d0)  ;=> "1.5"
(format nil "a~10Tb")  ;=> "a         b"
(format nil "~~")  ;=> "~"
(format nil "~C ~:C" #\a #\Space)  ;=> "a Space"
(format nil "~{~A~^, ~}" '(1 2 3))  ;=> "1, 2, 3"
(format nil "~{~A=~A ~}" '(a 1 b 2))  ;=> "A=1 B=2 "
(format nil "~:{~A-~A ~}" '((1 2) (3 4)))  ;=> "1-2 3-4 "
(format nil "~[zero~;one~:;many~]" 1)  ;=> "one"
(format nil "~[zero~;one~:;many~]" 7)  ;=> "many"
(format nil "~:[no~;yes~]" nil)  ;=> "no"
(format nil "~@[got ~A~]" 5)  ;=> "got 5"
(format nil "~D item~:P" 1)  ;=> "1 item"
(format nil "~D item~:P" 2)  ;=> "2 items"
(format nil "~(ABC~) ~:(hello world~) ~@(hELLO~)")  ;=> "abc Hello World Hello"
(format nil "~*~A" 1 2)  ;=> "2"
(format nil "~A ~:*~A" 1)  ;=> "1 1"
(format nil "~?" "~A-~A" '(1 2))  ;=> "1-2"
(format nil "~36R" 35)  ;=> "Z"
(format nil "~$" 3.14159d0)  ;=> "3.14"
(format nil "~D")  ;signals: "no argument left for ~D"
(format nil "~A" nil)  ;=> "NIL"
(format nil "~S" '(a . b))  ;=> "(A . B)"

;; Excessive parameters.
(format nil "~99999999999999999999A" 1)  ;signals: "too large"
(format nil "~9223372036854775808D" 1)  ;signals: "too large"

;; Arguments are traversed only as far as the directives require: a circular list of arguments works.
(apply #'format nil "~A ~:*~A ~*~A" (list 1 2 3))  ;=> "1 1 3"
(let ((l (list 1 2))) (setf (cddr l) l) (format nil "~?" "~D item~:P, ~*~D ~2@*~D" l))  ;=> "1 item, 1 1"
(format nil "~5@*~A" 1 2)  ;signals: "goes beyond the arguments"
(format nil "~:*~A" 1)  ;signals: "goes beyond the arguments"

;; The suffix of a logical block may contain line breaks.
(let ((*print-pretty* t))
  (substitute #\/ #\Newline (with-output-to-string (s) (pprint-logical-block (s nil :suffix (string #\Newline)) (princ 1 s)))))  ;=> "1/"

(let ((l (list 1 2))) (setf (cddr l) l) (format nil "~?" "~#D" l))  ;signals: type-error
(format nil "~?" "~#[none~;one~:;~D of them~]" '(7 8))  ;=> "7 of them"


;; All parameters of a directive are checked, also those that its argument does not need.
(format nil "~,99999999999F" 'a)  ;signals: "too large"
(format nil "~vD" 'a 5)  ;signals: "~D expected an argument of type INTEGER, got A"
(format nil "~,'*,vD" #\a 5)  ;=> "5"
(format nil "~,'*,vD" 1 5)  ;signals: "~D expected an argument of type CHARACTER, got 1"

;; A literal control string is parsed once; other strings may change between calls.
(let ((control (copy-seq "~A"))) (list (format nil control 1) (progn (setf (char control 1) #\S) (format nil control "a"))))  ;=> ("1" "\"a\"")
(mapcar (lambda (x) (format nil "~:[~A~;~:*~A!~]" x x)) '(nil 1 2))  ;=> ("NIL" "1!" "2!")
(let ((filled (make-array 2 :element-type 'character :adjustable t :fill-pointer 2 :initial-contents "~D"))) (format nil filled 7))  ;=> "7"
(flet ((show (stream x &rest more) (declare (ignore more)) (format stream "<~A>" x)))
  (setf (fdefinition 'user-directive) #'show)
  (list (format nil "~/user-directive/-~A" 1 2) (format nil "~?" "~/user-directive/" '(3))))  ;=> ("<1>-2" "<3>")

;; Columns and case conversion inside each other; the column of each call begins at 0.
(list (format nil "ab~(C~8TD~)") (format nil "~&a") (substitute #\/ #\Newline (format nil "xy~(~&Z~)")))  ;=> ("abc     d" "a" "xy/z")
(format nil "~2,,,,1000000000000000000R ~,,,1000000000000000000:D ~,,,0:D" 5 1234 12)  ;=> "101 1234 1,2"
