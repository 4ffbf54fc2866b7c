;;; Lesson 8 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/08-cutoffs.lisp 7. At the prompt, (lesson 8) asks the questions and checks the answers. Both use lib/course.

(print-lesson 8 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 8, shallow and deep cutoffs
;=> Right: F2 visits 7 leaves, F1 8. In a random tree of 3 moves and 6 plies F2
