;;;; number-words.lisp -- integers as English words and Roman numerals, for FORMAT's ~R. -*- sealed -*-

(defconstant small-numbers
  #("zero" "one" "two" "three" "four" "five" "six" "seven" "eight" "nine" "ten" "eleven" "twelve" "thirteen" "fourteen"
    "fifteen" "sixteen" "seventeen" "eighteen" "nineteen"))
(defconstant multiples-of-ten #("" "" "twenty" "thirty" "forty" "fifty" "sixty" "seventy" "eighty" "ninety"))
(defconstant powers-of-thousand
  #("" "thousand" "million" "billion" "trillion" "quadrillion" "quintillion" "sextillion" "septillion" "octillion" "nonillion"
    "decillion" "undecillion" "duodecillion" "tredecillion" "quattuordecillion" "quindecillion" "sexdecillion" "septendecillion"
    "octodecillion" "novemdecillion" "vigintillion"))

(defun cardinal-words (n)
  "Return the integer N in words. Its absolute value must be less than 10^66.
Signals: type-error.
Example: (list (cardinal-words 42) (cardinal-words -1200)) => (\"forty-two\" \"minus one thousand two hundred\")"
  (flet ((words (first separator rest) (if (= rest 0) first (concatenate-as 'string first separator (cardinal-words rest)))))
    (cond ((< n 0) (concatenate-as 'string "minus " (cardinal-words (- n))))
          ((< n 20) (svref small-numbers n))
          ((< n 100) (words (svref multiples-of-ten (floor n 10)) "-" (mod n 10)))
          ((< n 1000) (words (concatenate-as 'string (svref small-numbers (floor n 100)) " hundred") " " (mod n 100)))
          (t (do ((power 1 (+ power 1)) (unit 1000 (* unit 1000)))
                 ((< n (* unit 1000))
                  (words (concatenate-as 'string (cardinal-words (floor n unit)) " " (svref powers-of-thousand power))
                         " " (mod n unit))))))))

(defconstant irregular-ordinals
  '(("one" . "first") ("two" . "second") ("three" . "third") ("five" . "fifth") ("eight" . "eighth") ("nine" . "ninth")
    ("twelve" . "twelfth")))

(defun ordinal-words (n)
  "Return the ordinal number of the integer N in words. Its absolute value must be less than 10^66.
Signals: type-error.
Example: (mapcar #'ordinal-words '(42 20 3)) => (\"forty-second\" \"twentieth\" \"third\")"
  (let* ((words (cardinal-words n)) (end (length words))
         (start (+ 1 (or (position-if (lambda (c) (or (char= c #\Space) (char= c #\-))) words :from-end t) -1)))
         (irregular (assoc (subseq words start) irregular-ordinals :test #'string=)))
    (cond (irregular (concatenate-as 'string (subseq words 0 start) (cdr irregular)))
          ((char= (char words (- end 1)) #\y) (concatenate-as 'string (subseq words 0 (- end 1)) "ieth"))
          (t (concatenate-as 'string words "th")))))

(defconstant roman-digits
  '((1000 "M") (900 "CM") (500 "D") (400 "CD") (100 "C") (90 "XC") (50 "L") (40 "XL") (10 "X") (9 "IX") (5 "V") (4 "IV") (1 "I")))

(defun roman-numeral (n additive)
  "Return the positive integer N as a Roman numeral. ADDITIVE: if true, write 4 as IIII instead of IV, and so on.
Signals: type-error.
Example: (list (roman-numeral 1994 nil) (roman-numeral 1994 t)) => (\"MCMXCIV\" \"MDCCCCLXXXXIIII\")"
  (let ((digits nil))
    (dolist (row roman-digits (apply #'concatenate-as 'string (reverse digits)))
      (if (not (and additive (= 2 (length (second row)))))
          (do () ((< n (first row)))
            (setq n (- n (first row)) digits (cons (second row) digits)))))))
