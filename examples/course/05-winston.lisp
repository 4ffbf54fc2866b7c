;;; Lesson 5 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/05-winston.lisp 7. At the prompt, (lesson 5) asks the questions and checks the answers. Both use lib/course.

(print-lesson 5 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 5, Winston's stages
