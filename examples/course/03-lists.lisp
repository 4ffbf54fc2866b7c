;;; Lesson 3 of the course, printed with its hints, solutions and pictures; a number as argument makes other trees and numbers:
;;; winnow examples/course/03-lists.lisp 7. At the prompt, (lesson 3) asks the questions and checks the answers. Both use lib/course.

(print-lesson 3 :seed (or (parse-integer (or (first *command-line*) "") :junk-allowed t) 1))
;=> Lesson 3, lists
;=> (defun halves (list) (mapcar (lambda (n) (/ n 2)) list))
