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
(reverse "дом")                        ;=> "мод"
'|маленькие|                           ;=> |маленькие|
(string< "а" "б")                      ;=> 0
(format nil "~5A|" "да")               ;=> "да   |"

;; The sharp s has no other case, as long as one letter takes the place of one.
(list (char-upcase #\ß) (string-upcase "straße") (char-downcase (code-char #x1E9E)) (both-case-p #\ß))  ;=> (#\ß "STRAßE" #\ẞ NIL)
(let ((s (make-string 3 :initial-element #\a))) (list (fill s #\λ :start 1) (fill (copy-seq s) #\b) (make-string 2 :initial-element #\λ)))  ;=> ("aλλ" "bbb" "λλ")
