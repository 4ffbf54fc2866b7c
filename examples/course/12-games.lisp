;;; Lesson 12 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/12-games.lisp 7. At the prompt, (lesson 12) asks the questions and checks the answers. Both use lib/course.

(print-lesson 12 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 12, a game of one's own
;=> Right: the pawn takes the queen. The position after the capture should not be
