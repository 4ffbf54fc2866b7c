;;; Lesson 9 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/09-windows.lisp 7. At the prompt, (lesson 9) asks the questions and checks the answers. Both use lib/course.

(print-lesson 9 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 9, windows and fail-soft
;=> Right: in 5 windows of each tree, your bounds are as good as those of MINIMAX.
