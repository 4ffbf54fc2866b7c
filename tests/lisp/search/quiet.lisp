;;;; quiet.lisp -- games given by functions without QUIET: a position without moves is quiet, for boards of any type.

;; One game with boards of every type: two moves from START, to A and B, two from A, worth 3 and 1, one from B, worth 2. The
;; minimizer limits A to 1, so B is better: 2.
(defmacro three-answers (start a b a1 a2 b1)
  `(flet ((moves (p) (cond ((equalp p ,start) (list ,a ,b)) ((equalp p ,a) (list ,a1 ,a2)) ((equalp p ,b) (list ,b1))))
          (worth (p) (cond ((equalp p ,a1) 3) ((equalp p ,a2) 1) ((equalp p ,b1) 2) (t -7))))
     (remove-duplicates
       (mapcan (lambda (algorithm)
                 (let ((options (list :moves #'moves :value #'worth :algorithm (first algorithm))))
                   (list (apply #'minimax ,start options)
                         (let ((text (princ-to-string (apply #'record-search ,start options))))
                           (read-from-string text nil nil :start (+ (search ": " text) 2))))))
               (system::search-algorithms))
       :test #'equal)))
(three-answers 0 1 2 3 4 5)  ;=> ((2 (2 1)))
(three-answers "start" "a" "b" "a1" "a2" "b1")  ;=> ((2 (2 1)))
(three-answers #(0) #(1) #(2) #(1 1) #(1 2) #(2 1))  ;=> ((2 (2 1)))
(three-answers nil 'a 'b 'a1 'a2 'b1)  ;=> ((2 (2 1)))
(defstruct cell n)
(three-answers (make-cell :n 0) (make-cell :n 1) (make-cell :n 2) (make-cell :n 3) (make-cell :n 4) (make-cell :n 5))  ;=> ((2 (2 1)))
(three-answers '(0) '(1) '(2) '(3) '(4) '(5))  ;=> ((2 (2 1)))
(three-answers 1.5 #\a 1/2 "x" 'y #*101)  ;=> ((2 (2 1)))

(defun halves (n) (if (> n 0) (list (- n 1) (floor n 2))))
(car (minimax 3 :moves #'halves))  ;=> 0
(why (record-search 1 :moves #'halves :value #'identity) 2)  ;prints: (2) is a leaf worth 0, evaluated as number 2.~
(draw (record-search 1 :moves #'halves :value #'identity) :format :ascii)  ;prints: max = 0  #1 in -inf..inf~+- 1: 0 *  #2 in -inf..inf~+- 2: 0  #3 in 0..inf~
(let ((table (with-output-to-string (*standard-output*) (compare-searches 1 :moves #'halves :value (lambda (n) (+ n 7))))))
  (with-input-from-string (lines table)
    (read-line lines)
    (remove-duplicates (loop for line = (read-line lines nil) while line collect (read-from-string line t nil :start 12)))))  ;=> (7)
;; A depth limit ends the search earlier, and a given QUIET is used.
(values (minimax 3 :moves #'halves :value #'identity :depth 1))  ;=> (2 (1))
(values (minimax 3 :moves #'halves :value #'identity :quiet (lambda (n) (= n 1))))  ;=> (1 (1 1))
(minimax 3 :moves (lambda (n) n 7) :value #'identity)  ;signals: type-error
;; If only :MOVES is given, boards are still list trees: numbers are leaves.
(defun plausible-moves (board) (reverse board))
(values (minimax '((3) (1 4))))  ;=> (3 (2 1))
;; A program that defines its own values does not need QUIET either.
(defun plausible-moves (n) (halves n))
(defun static-value (n depth) n depth)
(values (minimax 4))  ;=> (3 (1 2 1))
(values (minimax 4 :quiet #'evenp))  ;=> (0 NIL)
