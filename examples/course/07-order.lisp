;;; Lesson 7 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/07-order.lisp 7. At the prompt, (lesson 7) asks the questions and checks the answers. Both use lib/course.

(print-lesson 7 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 7, the best order of moves
;=> Right: 5 leaves. The first move has all of its 3 leaves visited, each other
;=> Right, for 20 trees of up to 5 plies.
