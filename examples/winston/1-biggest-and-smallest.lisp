;;; -*- Mode: Lisp; Syntax: MacLisp -*-
;;; P. H. Winston, Artificial Intelligence (1977), the chapter on games: the first programs, in the order of the book.
;;; Lines that begin with ;=> contain the expected output.

(SETQ BOARD '((3) (1 4) ((1 5 9) 2)))

;;; The largest number anywhere in a tree: recursion alone, no game yet.
(DEFUN BIGGEST (TREE)
  (COND ((ATOM TREE) TREE)
        (T (APPLY 'MAX (MAPCAR 'BIGGEST TREE)))))

;;; Two players who move in turn: one wants the largest number, the other the smallest.
(DEFUN BIGGEST1 (BOARD)
  (COND ((ATOM BOARD) BOARD)
        (T (APPLY 'MAX (MAPCAR 'SMALLEST1 BOARD)))))

(DEFUN SMALLEST1 (BOARD)
  (COND ((ATOM BOARD) BOARD)
        (T (APPLY 'MIN (MAPCAR 'BIGGEST1 BOARD)))))

;;; The same programs with three functions that define the game.
(DEFUN QUIET (BOARD) (ATOM BOARD))
(DEFUN STATIC-VALUE (BOARD) BOARD)
(DEFUN PLAUSIBLE-MOVES (BOARD) BOARD)

(DEFUN BIGGEST2 (BOARD)
  (COND ((QUIET BOARD) (STATIC-VALUE BOARD))
        (T (APPLY 'MAX (MAPCAR 'SMALLEST2 (PLAUSIBLE-MOVES BOARD))))))

(DEFUN SMALLEST2 (BOARD)
  (COND ((QUIET BOARD) (STATIC-VALUE BOARD))
        (T (APPLY 'MIN (MAPCAR 'BIGGEST2 (PLAUSIBLE-MOVES BOARD))))))

(DEFUN SHOW (TEXT ANSWER)
  (PRINC TEXT)
  (PRINC ANSWER)
  (TERPRI))

(SHOW 'BIGGEST/ SAYS/  (BIGGEST BOARD))
;=> BIGGEST SAYS 9
(SHOW 'BIGGEST1/ SAYS/  (BIGGEST1 BOARD))
;=> BIGGEST1 SAYS 3
(SHOW 'SMALLEST1/ SAYS/  (SMALLEST1 BOARD))
;=> SMALLEST1 SAYS 2
(SHOW 'BIGGEST2/ SAYS/  (BIGGEST2 BOARD))
;=> BIGGEST2 SAYS 3
(SHOW 'SMALLEST2/ SAYS/  (SMALLEST2 BOARD))
;=> SMALLEST2 SAYS 2
