;;;; unicode.lisp -- symbols and strings of any script.

(setq позиция '(а б))                  ;=> (А Б)
(symbol-name 'позиция)                 ;=> "ПОЗИЦИЯ"
(eq 'Номер-Хода 'НОМЕР-ХОДА)           ;=> T
(defun наибольший (список) (apply #'max список))
(наибольший '(3 1 4))                  ;=> 4
(length "سلام")                        ;=> 4
(char "سلام" 0)                        ;=> #\س
(string-upcase "привет")               ;=> "ПРИВЕТ"
(let ((s (copy-seq "abc"))) (setf (char s 1) #\Ж) s)  ;=> "aЖc"
(char-code #\я)                        ;=> 1103
(concatenate 'string "я" "a" "ю")      ;=> "яaю"
(concatenate 'string "a" "я" "b")      ;=> "aяb"
(reverse "дом")                        ;=> "мод"
'|маленькие|                           ;=> |маленькие|
(string< "а" "б")                      ;=> 0
(format nil "~5A|" "да")               ;=> "да   |"

;; The sharp s does not change its case, since case conversion maps one character to one character.
(list (char-upcase #\ß) (string-upcase "straße") (char-downcase (code-char #x1E9E)) (both-case-p #\ß))  ;=> (#\ß "STRAßE" #\ẞ NIL)
(let ((s (make-string 3 :initial-element #\a))) (list (fill s #\λ :start 1) (fill (copy-seq s) #\b) (make-string 2 :initial-element #\λ)))  ;=> ("aλλ" "bbb" "λλ")

;; Digits: in each radix exactly the digits below it, in both cases.
(let ((digits "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
  (loop for radix from 2 to 36
        always (loop for weight from 0 to 36
                     for c = (if (< weight 36) (char digits weight) #\@)
                     for wanted = (if (< weight radix) weight)
                     always (and (eql (digit-char-p c radix) wanted) (eql (digit-char-p (char-downcase c) radix) wanted)
                                 (eql (digit-char weight radix) (if wanted c))))))  ;=> T
(loop for c across "/:;@[\\`{|~" when (digit-char-p c 36) collect c)  ;=> NIL
(list (digit-char-p #\9) (digit-char-p #\A) (digit-char 9) (digit-char 10))  ;=> (9 NIL #\9 NIL)
(digit-char-p #\1 1)   ;signals: "DIGIT-CHAR-P: expected a radix from 2 to 36, got 1"
(digit-char 1 37)      ;signals: "DIGIT-CHAR: expected a radix from 2 to 36, got 37"
(digit-char (expt 2 70)) ;=> NIL
