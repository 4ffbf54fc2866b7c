;;; -*- Mode: Lisp; Syntax: Common-Lisp -*-
;;;; decks.lisp -- LISP 1.5 decks in their original form: Overlord cards, sequence numbers, READ, errors.

(defun run-deck (&rest lines)
  (with-input-from-string (s (format nil ";;; -*- Syntax: LISP 1.5 -*-~%~{~A~%~}" lines)) (load s)))

;; The manual, Appendix E: Overlord cards are not Lisp; STOP ends a packet, FIN the run.
(run-deck "*   M948-1207,FLA,LISP,WANG,3,3,250,0" "      TEST  FACTORIAL" "CAR ((A B))" "STOP)))   )))" "      FIN   END OF LISP RUN")  ;prints: A~
(run-deck "TAPE  SYSTMP,B3" "REM  A REMARK (WITH A LIST" "DUMP 1,2,3,4" "TEST" "CAR ((A))" "STOP" "not read" "SET  NEXT" "CDR ((A))" "FIN" "CAR ((B))")  ;prints: A~NIL~
(run-deck "SETSET" "TST X" "CAR ((A))")  ;prints: A~
;; If the name of a card is a function, the line is a call of it; inside a list a line is read as part of the list.
(run-deck "SET (X 3)" "DEFINE (((TEST (LAMBDA (X) (CONS X X)))))" "TEST (A)" "TEST" "(B)" "CONS (A (" "TEST B" "))")  ;prints: 3~(TEST)~(A . A)~(B . B)~(A TEST B)~
;; Columns 73 to 80 are sequence numbers if every card that long has one there.
(defun numbered (line number) (format nil "~72A~A" line number))
(run-deck (numbered "CONS (A" "00010") (numbered " (B))" "00020"))  ;prints: (A B)~
(run-deck (numbered "CONS (A" "LSP00010") (numbered " (B))" "LSP00020"))  ;prints: (A B)~
;; READ reads the following cards, and after the last one the program's standard input.
(run-deck "READ ()" "(A CARD)" "CAR ((B))")  ;prints: (A CARD)~B~
(with-input-from-string (*standard-input* "(FROM INPUT)") (run-deck "CAR ((B))" "READ ()"))  ;prints: B~(FROM INPUT)~
;; The value of MAP is NIL; the truth value is *T*.
(run-deck "MAP ((A B) (LAMBDA (J) (PRIN1 (CAR J))))" "EQUAL ((A) (A))" "NULL (A)")  ;prints: AB~NIL~*T*~NIL~
;; PUNCH, PRINTPROP, SPEAK, ERROR1; MACRO is that of AI Memo 57.
(run-deck "PUNCH ((A B))" "DEFLIST (((JOHN 5)) AGE)" "PRINTPROP (JOHN)" "SPEAK ()")  ;prints: (A B)~(A B)~(JOHN)~JOHN~AGE~5~NIL~0~
(run-deck "MACRO (((IFF (LAMBDA (FORM) (LIST (QUOTE COND) (LIST (CADR FORM) (CADDR FORM)))))))" "(LAMBDA (X) (IFF X (QUOTE YES))) (A)")  ;prints: (IFF)~YES~
(handler-case (run-deck "ERROR1 (A)") (error (c) (princ-to-string c)))  ;=> "A"
