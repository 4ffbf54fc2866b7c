;;; Lesson 4 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/04-trees.lisp 7. At the prompt, (lesson 4) asks the questions and checks the answers. Both use lib/course.

(print-lesson 4 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 4, trees
;=>   max = 3
