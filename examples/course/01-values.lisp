;;; Lesson 1 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/01-values.lisp 7. At the prompt, (lesson 1) asks the questions and checks the answers. Both use lib/course.

(print-lesson 1 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 1, values
;=> 14
