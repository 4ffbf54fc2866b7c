;;;; tic-tac-toe.lisp -- three in a row on three by three squares. -*- sealed -*-

;; A position is a string of nine squares, each x, o or a period for a free one; a move is a square, from 0. The maximizer
;; plays x.
(defvar *rows* '((0 1 2) (3 4 5) (6 7 8) (0 3 6) (1 4 7) (2 5 8) (0 4 8) (2 4 6)))

(defun three-in-a-row (board mark)
  (dolist (row *rows* nil)
    (if (and (char= (char board (first row)) mark)
             (char= (char board (second row)) mark)
             (char= (char board (third row)) mark))
        (return t))))

(defun x-to-move-p (board)
  (= (count #\x board) (count #\o board)))

;; The squares of a row of MARK, or NIL.
(defun winning-row (board mark)
  (find-if (lambda (row) (every (lambda (square) (char= (char board square) mark)) row)) *rows*))

(define-game tic-tac-toe
  (:rules "a move puts your mark on a free square, 0 to 8; three in a row, column or diagonal win."
          "  Move       the number of a free square, from 0 at the top left to 8
  Position   a string of the nine squares, such as \"x.o......\"; x begins
  Value      1 if x wins, -1 if o wins, 0 for a draw
  Theory     a draw, whatever the first move
  Strength   PLAY solves it: Winnow never loses")
  (:initial ".........")
  (:moves (board)
    (let ((moves nil))
      (dotimes (i 9 (nreverse moves))
        (if (char= (char board i) #\.) (push i moves)))))
  (:play (board square)
    (let ((next (copy-seq board)))
      (setf (char next square) (if (x-to-move-p board) #\x #\o))
      next))
  (:side (board) (if (x-to-move-p board) :max :min))
  (:over (board)
    (or (three-in-a-row board #\x) (three-in-a-row board #\o) (not (find #\. board))))
  (:value (board)
    (cond ((three-in-a-row board #\x) 1) ((three-in-a-row board #\o) -1) (t 0)))
  (:bounds (board) (values -1 1))
  (:key (board) board)
  (:players "x" "o")
  (:show (board)  ; a free square is shown as its number, three in a row in capitals
    (let ((row (or (winning-row board #\x) (winning-row board #\o))))
      (dotimes (square 9)
        (let ((mark (char board square)))
          (format t "~A~:[ ~;~%~]" (cond ((char= mark #\.) square) ((member square row) (char-upcase mark)) (t mark))
                  (= (mod square 3) 2)))))))
