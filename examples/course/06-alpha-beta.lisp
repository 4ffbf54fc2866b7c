;;; Lesson 6 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/06-alpha-beta.lisp 7. At the prompt, (lesson 6) asks the questions and checks the answers. Both use lib/course.

(print-lesson 6 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 6, alpha and beta by hand
;=> Right: 3 >= 2, alpha is not below beta: a cutoff.
