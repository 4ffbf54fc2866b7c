;;;; prompt-commands.lisp -- words that are commands at the prompt of a terminal. -*- sealed -*-

(defun perform-command-line (line)
  "Perform LINE if it is a command of the prompt; return whether it is one.
? and help, alone or with a name, call HELP; so do :help and :doc. quit, exit and :q leave. A word that is the name of a variable
with a value is not a command.
LINE: a string without line breaks.
Signals: type-error.
Example: (perform-command-line \"(quit)\") => NIL
Example: (let ((text (with-output-to-string (*standard-output*) (perform-command-line \"help nthcdr\"))))
  (subseq text 0 15)) => \"(nthcdr n list)\""
  (let* ((line (string-trim '(#\Space #\Tab) line))
         (end (or (position-if #'whitespace-char-p line) (length line)))
         (word (string-downcase (subseq line 0 end)))
         (name (string-trim '(#\Space #\Tab) (subseq line end))))
    (cond ((not (every #'source-constituent-p name)) nil)
          ((and (member word '("quit" "exit" ":q" ":quit") :test #'string=) (string= name "") (not (variable-named-p word)))
           (quit)
           t)
          ((and (member word '("?" "help" ":help" ":doc") :test #'string=) (not (variable-named-p word)))
           (if (string= name "") (help) (help (or (symbol-named name) name)))
           t)
          (t nil))))

;; Does NAME name a variable that has a value?
(defun variable-named-p (name)
  (let ((symbol (symbol-named name)))
    (and symbol (boundp symbol))))
