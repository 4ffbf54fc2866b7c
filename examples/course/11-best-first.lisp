;;; Lesson 11 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/11-best-first.lisp 7. At the prompt, (lesson 11) asks the questions and checks the answers. Both use lib/course.

(print-lesson 11 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 11, SSS* and MTD(f)
;=> Right: 28 each. A table of bounds does the work of the list OPEN.
