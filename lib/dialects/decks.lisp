;;;; decks.lisp -- card decks of LISP 1.5: control cards of the Overlord, and operators that read and punch cards. -*- sealed -*-
;;;; (LISP 1.5 Programmer's Manual, Appendix E.)

;; The first words of the control cards of the Overlord, the monitor of LISP 1.5.
(defvar *overlord-words* '("TEST" "TST" "SET" "SETSET" "TAPE" "FIN" "REM" "DUMP" "*"))

;; The first word of LINE, and the rest of LINE.
(defun card-parts (line)
  (let* ((line (string-trim '(#\Space #\Tab #\Return) line))
         (end (or (position-if (lambda (c) (find c '(#\Space #\Tab #\( #\) #\,))) line) (length line))))
    (values (subseq line 0 end) (string-left-trim '(#\Space #\Tab) (subseq line end)))))

(defun starts-with-list-p (text) (and (plusp (length text)) (char= (char text 0) #\()))

;; Is LINE, which is between two doublets, a control card rather than a function and its arguments? NEXT: the lines after it.
(defun overlord-card-p (line next text)
  (multiple-value-bind (word rest) (card-parts line)
    (and (member word *overlord-words* :test #'string=)
         (not (starts-with-list-p rest))
         (or (plusp (length rest))
             (not (search (format nil "(~A (LAMBDA" word) text))
             (not (starts-with-list-p (string-left-trim '(#\Space #\Tab) (or (find-if #'graphic-line-p next) ""))))))))

(defun graphic-line-p (line) (find #\Space line :test #'char/=))

;; The number of open parentheses minus the number of close parentheses of LINE.
(defun opened-lists (line)
  (let ((depth 0) (end (length line)))
    (do ((i 0 (1+ i))) ((>= i end) depth)
      (case (char line i)
        (#\( (incf depth))
        (#\) (decf depth))
        (#\; (return depth))
        (#\$ (if (and (< (+ i 2) end) (char= (char line (1+ i)) #\$))  ; $$*a text*
                 (setq i (or (position (char line (+ i 2)) line :start (+ i 3)) end))))))))

;; Do LINES have sequence numbers in columns 73 to 80? Only if no line has other text there.
(defun numbered-cards-p (lines)
  (let ((long (remove-if (lambda (line) (<= (length (string-right-trim '(#\Space #\Return) line)) 72)) lines)))
    (and (cdr long) (every #'card-number-p long))))
(defun card-number-p (line)
  (let* ((line (string-right-trim '(#\Space #\Return) line))
         (number (string-left-trim " " (subseq line 72)))
         (digits (string-left-trim "ABCDEFGHIJKLMNOPQRSTUVWXYZ" number)))
    (and (<= (length line) 80) (plusp (length digits)) (every #'digit-char-p digits))))

;; TEXT, a deck, without all that is not Lisp: control cards, lines from STOP to the next control card, and sequence numbers.
;; Removed lines become blank, so that line numbers remain.
(defun deck-text (text)
  (let* ((lines (lines-of text)) (numbered (numbered-cards-p lines)) (depth 0) (state 'reading))
    (with-output-to-string (out)
      (do ((rest lines (cdr rest))) ((null rest))
        (let* ((line (if (and numbered (> (length (car rest)) 72)) (subseq (car rest) 0 72) (car rest)))
               (word (if (plusp depth) "" (card-parts line))))
          (cond ((eq state 'finished))
                ((and (<= depth 0) (overlord-card-p line (cdr rest) text))
                 (setq state (if (string= word "FIN") 'finished 'reading)))
                ((and (eq state 'reading) (string= word "STOP")) (setq state 'stopped depth 0))
                ((eq state 'reading)
                 (write-string line out)
                 (setq depth (max 0 (+ depth (opened-lists line)))))))
        (if (cdr rest) (terpri out))))))

(define-lisp-1.5 punch nil (object)
  "Punch OBJECT on cards: print it on its own line. Return it."
  (format t "~&~A~%" object)
  object)
(define-lisp-1.5 printprop "symbol-plist" (symbol)
  "Print the property list of SYMBOL, one line for each item; return NIL."
  (format t "~&~A~%" symbol)
  (multiple-value-bind (expression indicator) (program-definition symbol)
    (declare (ignore expression))
    (let ((kind (and (null indicator) (function-indicator symbol))))
      (if kind (format t "~A~%~A~%" kind (definition-meant symbol)))))
  (let ((variable (program-variable symbol)))
    (if (boundp variable) (format t "APVAL~%~A~%" (list (symbol-value variable)))))
  (format t "~{~A~%~}" (symbol-plist symbol))
  nil)
(define-lisp-1.5 error1 "error" (&optional message)
  "Signal an error that shows MESSAGE, as ERROR does."
  (maclisp-error message))
(define-lisp-1.5 speak nil ()
  "Return 0. LISP 1.5 returns the number of conses since COUNT."
  0)
(define-lisp-1.5-macro macro nil (definitions)
  "Define macros: ((name (LAMBDA (FORM) ...)) ...), quoted or not; each takes the whole form and returns its expansion.
Return a list of the names."
  (let ((definitions (if (quoted-p definitions) (cadr definitions) definitions)))
    `(progn ,@(mapcar (lambda (d) `(maclisp-defun ,(car d) maclisp:macro ,@(cdr (cadr d)))) definitions)
            ',(mapcar #'car definitions))))
