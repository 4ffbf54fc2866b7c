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

;; Case, reversal, trimming and comparison of strings with and without characters beyond ASCII and Latin-1, part by part: each
;; operation agrees with the same operation on characters.
(defvar *strings* (list "" "a" "Ab c" "straße ÿ µ" "ЖизНь 1" "aÀb" (make-array 4 :element-type 'character :initial-contents "xYzW" :fill-pointer 3)
                        (make-array 3 :element-type 'character :displaced-to "abCDe" :displaced-index-offset 1)))
(defun ranges (length) (loop for start to length nconc (loop for end from start to length collect (list start end))))
(defun part-by-part (function string start end)
  (coerce (loop for c across string for i from 0 collect (if (<= start i (1- end)) (funcall function c) c)) 'string))
(loop for s in *strings*
      always (loop for (start end) in (ranges (length s))
                   always (and (string= (string-upcase s :start start :end end) (part-by-part #'char-upcase s start end))
                               (string= (string-downcase s :start start :end end) (part-by-part #'char-downcase s start end))
                               (string= (nstring-upcase (copy-seq s) :start start :end end) (part-by-part #'char-upcase s start end))
                               (string= (nstring-downcase (copy-seq s) :start start :end end) (part-by-part #'char-downcase s start end)))))
;=> T
(mapcar (lambda (s) (list (string-capitalize s) (nstring-capitalize (copy-seq s)) (reverse s) (nreverse (copy-seq s)))) '("the bOOK" "élan vital" "жИЗНЬ да" ""))
;=> (("The Book" "The Book" "KOOb eht" "KOOb eht") ("Élan Vital" "Élan Vital" "lativ nalé" "lativ nalé") ("Жизнь Да" "Жизнь Да" "ад ЬНЗИж" "ад ЬНЗИж") ("" "" "" ""))
(loop for s in *strings* always (and (equal (coerce (reverse s) 'list) (reverse (coerce s 'list))) (equal (coerce (nreverse (copy-seq s)) 'list) (reverse (coerce s 'list)))))
;=> T
(let ((s (make-array 6 :element-type 'character :initial-contents "abcdef" :fill-pointer 4))) (list (nstring-upcase s) (string-upcase s :start 1) (char s 5) (reverse s)))
;=> ("ABCD" "ABCD" #\f "DCBA")
(defun order (s u) (let ((i (mismatch s u))) (cond ((null i) (list nil 0)) ((= i (length s)) (list t i)) ((= i (length u)) (list nil i)) (t (list (char< (char s i) (char u i)) i)))))
(loop for s in (list* "abc" "abd" "ab" "abcd" *strings*)
      always (loop for u in (list* "abc" "abd" "ab" "abcd" *strings*)
                   always (and (eq (string= s u) (equal s u))
                               (destructuring-bind (less i) (order s u) (and (eql (string< s u) (if less i nil)) (or (string= s u) (eql (string/= s u) i)))))))
;=> T
(list (string= "xabc" "abcd" :start1 1 :end2 3) (string< "xabd" "abc" :start1 1) (string> "xabd" "abc" :start1 1) (string= "abc" "xabcy" :start2 1 :end2 4) (string< "ab" "abc" :end2 2))
;=> (T NIL 3 T NIL)
(list (string-trim "é " " été ") (string-left-trim '(#\a) "aabа") (string-right-trim "я" "змея") (string-trim "a" 'a) (string-trim "" "x"))
;=> ("t" "bа" "зме" "A" "x")
(list (string= 'a "A") (string= #\a "a") (string= nil "NIL") (string= (make-array 2 :element-type 'character :initial-contents "ab" :fill-pointer 1) "a") (find "b" '("a" b "b") :test #'string=))
;=> (T T T T "b")
(string= 5 "a")  ;signals: type-error
(find "b" '("a" 5 "b") :test #'string=)  ;signals: type-error
