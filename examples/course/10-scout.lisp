;;; Lesson 10 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/10-scout.lisp 7. At the prompt, (lesson 10) asks the questions and checks the answers. Both use lib/course.

(print-lesson 10 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 10, SCOUT and NegaScout
;=> Right: 17, as alpha-beta does. NegaScout pays where moves are ordered well:
