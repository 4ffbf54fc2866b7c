;;; Lesson 13 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/13-engine.lisp 7. At the prompt, (lesson 13) asks the questions and checks the answers. Both use lib/course.

(print-lesson 13 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 13, the engine
;=> Right: only 11 percent more than the last search alone.
