;;;; typing.lisp -- the parameters that the prompt shows while a call is typed. -*- sealed -*-

(defun argument-line (text opens)
  "Return the call line of the innermost operator of TEXT whose name is complete, with the range of the parameter at the end of
TEXT: a list of the line, and of start and end of the range, both 0 if it is not known; NIL without such an operator.
TEXT: a form up to the cursor.
OPENS: the positions of its open parentheses, outermost first.
Signals: type-error.
Example: (argument-line \"(list (nth 2 \" '(0 6)) => (\"(nth n list)\" 7 11)"
  (dolist (open (reverse opens) nil)
    (let* ((end (token-end text (+ open 1)))
           (symbol (and (< end (length text)) (symbol-named (subseq text (+ open 1) end)))))
      (if (and symbol (operator (operator-meant symbol)))
          (return (let* ((line (call-line symbol (operator (operator-meant symbol))))
                         (part (apply #'parameter-part line (arguments-before-end text end))))
                    (list line (or (first part) 0) (or (second part) 0))))))))

;; The symbol that the reader would find for NAME, or NIL.
(defun symbol-named (name)
  (let* ((colon (position #\: name))
         (package (if colon (find-package (string-upcase (subseq name 0 colon))) *package*)))
    (if (or (string= name "") (eql colon 0) (null package))
        nil
        (values (find-symbol (string-upcase (string-left-trim ":" (subseq name (or colon 0)))) package)))))

;; A list: the number of complete arguments that follow position START of TEXT, and the text of the last of them, or NIL.
(defun arguments-before-end (text start)
  (let ((count 0) (last nil) (size (length text)))
    (loop
      (setq start (source-object-start text start))
      (let ((part (and (< start size) (source-part text start))))
        (if (or (null part) (and (= (second part) size) (source-constituent-p (char text (- size 1)))))
            (return (list count last)))
        (setq last (subseq text (first part) (second part)) start (second part))
        (incf count)))))

;; The part of LINE, a call line, that is the parameter for argument number N; the argument before it is BEFORE, a text or NIL.
(defun parameter-part (line n before)
  (let ((section "") (keyword (and before (char= (char before 0) #\:) (string-downcase (subseq before 1)))))
    (dolist (part (cdddr (source-part line 0)) nil)
      (let ((word (subseq line (first part) (second part))))
        (cond ((char= (char word 0) #\&) (setq section word))
              ((string= section "&key")
               (if (equal keyword (string-left-trim "(:" (subseq word 0 (or (position #\Space word) (length word)))))
                   (return part)))
              ((or (= n 0) (member section '("&rest" "&body") :test #'string=)) (return part))
              (t (decf n)))))))
