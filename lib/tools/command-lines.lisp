;;;; command-lines.lisp -- the lines that are typed at the prompts of debugger, stepper and inspector. -*- sealed -*-
;;;; A line is a command, :word or a letter with further words, or forms. It is edited, completed and kept in the history as
;;;; at the prompt of Winnow.
;;;; COMMANDS: a list of (NAME LETTER MEANING): a string, a symbol or NIL, and any object.

(defvar *outer-call* 0)          ; the calls of this level of prompts have larger indices
(defvar *next-outer-call* 0)     ; the same for the next level
(defvar *level-restart* nil)     ; returns to the innermost active prompt of this kind

;; The line that the user types, without blanks at its ends; NIL at the end of input, :INTERRUPT after an interrupt.
(defun typed-line (prompt)
  (let ((line (prompt-line prompt t)))
    (if (stringp line) (string-trim '(#\Space #\Tab) line) line)))

;; TEXT with the further lines that complete its forms; NIL if the user drops it.
(defun complete-text (text prompt)
  (do ((open (open-syntax text) (open-syntax text))) ((null open) text)
    (let ((more (prompt-line (format nil "~V@A" (length prompt) (concatenate 'string open "> ")) t)))
      (if (stringp more) (setq text (format nil "~A~%~A" text more)) (return nil)))))

;; Evaluates the forms that begin with the line TEXT, and prints their values. BINDINGS: as EVALUATE-TEXT takes them.
(defun evaluate-typed-forms (text prompt bindings)
  (let ((text (complete-text text prompt)))
    (if text
        (evaluate-text text bindings
                       (lambda (form values)
                         (format t "~&~{~/system::print-short/~%~}" values)
                         (note-values form values))))))

;; Sets the variables of the prompt: FORM has been evaluated to the list VALUES.
(defun note-values (form values)
  (setq *** ** ** * * (first values) +++ ++ ++ + + form /// // // / / values))

;; Calls FUNCTION, which reads and executes a command. An error in a form that it evaluates, after its report and its own level
;; of the debugger, returns to the prompt PROMPT.
(defun call-at-prompt (prompt function)
  (restart-case
      (let ((*level-restart* (first *restarts*))
            (*next-outer-call* (or (next-call nil) *outer-call*)))
        (funcall function))
    (abort () :report (lambda (stream) (format stream "return to ~A" (string-right-trim " " prompt))) nil)))

(defun command-line-p (line) (and (> (length line) 1) (char= (char line 0) #\:)))

;; The word of the command LINE in capitals, and the rest of the line.
(defun command-word (line)
  (let ((end (or (position-if (lambda (c) (member c '(#\Space #\Tab #\())) line) (length line))))
    (values (string-upcase (subseq line 1 end)) (string-trim '(#\Space #\Tab) (subseq line end)))))

;; The COMMANDS that NAME may mean: those with NAME as name or letter, else OTHERS, else those whose name begins with NAME.
(defun commands-meant (name commands &optional others)
  (or (remove-if-not (lambda (c) (or (string= name (first c)) (and (second c) (string= name (second c))))) commands)
      others
      (remove-if-not (lambda (c) (eql (search name (first c)) 0)) commands)))

;; The one of MEANINGS, a list of commands, that NAME means. If MEANINGS does not have exactly one element, reports this and returns NIL.
(defun command-of (name meanings)
  (cond ((null meanings) (format-wrapped "; unknown command :~A; :help lists the commands~%" name) nil)
        ((cdr meanings) (format-wrapped "; :~A is short for ~{:~A~^ and ~}~%" name (mapcar #'first meanings)) nil)
        (t (first meanings))))

(defun help-word-p (line) (member line '("help" "?") :test #'string-equal))
(defun quit-word-p (line) (member line '("quit" "exit") :test #'string-equal))
