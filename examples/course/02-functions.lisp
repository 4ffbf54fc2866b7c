;;; Lesson 2 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/02-functions.lisp 7. At the prompt, (lesson 2) asks the questions and checks the answers. Both use lib/course.

(print-lesson 2 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 2, functions
;=> (defun square (n) (* n n))
