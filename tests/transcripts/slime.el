;;; slime.el -- commands of SLIME, given to Winnow's Swank by Emacs in batch mode (see slime.py). -*- lexical-binding: t -*-
;;; Each CHECK compares what a command returns or shows with the expected text or value.

(dolist (parent '("/usr/share/emacs/site-lisp/elpa" "/usr/share/emacs/site-lisp/elpa-src"))
  (dolist (folder (and (file-directory-p parent) (directory-files parent t "^slime-[0-9]")))
    (add-to-list 'load-path folder)))
(require 'slime)
(setq slime-contribs '(slime-fancy)
      slime-kill-without-query-p t
      inhibit-message t)
(slime-setup)

(defun report (format &rest arguments)
  (princ (concat (replace-regexp-in-string "\n" " " (apply #'format format arguments)) "\n") #'external-debugging-output))

(defun check (name expected got)
  "Report whether GOT is EXPECTED: an equal value, a string that contains it, or a predicate's answer."
  (if (cond ((functionp expected) (funcall expected got))
            ((and (stringp expected) (stringp got)) (string-match-p (regexp-quote expected) got))
            (t (equal expected got)))
      (report "ok %s" name)
    (report "FAILED %s: expected %S, got %S" name expected got)))

(defun wait-until (condition)
  (let ((end (+ (float-time) 20)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.02)
      (sit-for 0.01))
    (funcall condition)))

(defun shown (buffer) (with-current-buffer buffer (buffer-substring-no-properties (point-min) (point-max))))

(defun evaluated (text) (cadr (slime-eval `(swank:eval-and-grab-output ,text))))

(defun in-repl (text)
  "Enter TEXT at the prompt of the REPL; return what it shows until the next prompt."
  (with-current-buffer (slime-output-buffer)
    (goto-char (point-max))
    (let ((start (point)))
      (insert text)
      (slime-repl-return)
      (wait-until (lambda () (and (not (slime-busy-p)) (string-match-p "\n[^\n]*> \\'" (buffer-substring start (point-max))))))
      (buffer-substring-no-properties start (point-max)))))

(defun debugger ()
  (wait-until (lambda () (let ((buffer (car (sldb-buffers))))
                           (and buffer (buffer-local-value 'sldb-level buffer)
                                (> (buffer-size buffer) 0)))))
  (car (sldb-buffers)))

(defun debugger-left () (wait-until (lambda () (and (null (sldb-buffers)) (not (slime-busy-p))))))

(defmacro in-file (text &rest body)
  "Evaluate BODY in a buffer that visits a new file with TEXT in lisp-mode."
  (declare (indent 1))
  `(let ((file (make-temp-file "slime" nil ".lisp" ,text)))
     (with-current-buffer (find-file-noselect file)
       (lisp-mode)
       (slime-mode 1)
       (unwind-protect (progn ,@body)
         (set-buffer-modified-p nil)
         (kill-buffer)
         (delete-file file)))))

(defun compiled (command)
  "Call COMMAND, which compiles; return the notes."
  (let ((slime-compilation-finished-hook nil) (slime-auto-select-connection 'always))
    (setq slime-last-compilation-result nil)
    (funcall command)
    (wait-until (lambda () (and slime-last-compilation-result (not (slime-busy-p)))))
    (slime-compilation-result.notes slime-last-compilation-result)))

(defun line-of (note) (cdr (assoc :line (list (nth 2 (plist-get note :location))))))

(defmacro in-frame (number &rest body)
  "Evaluate BODY in the debugger's buffer with point at frame NUMBER."
  (declare (indent 1))
  `(save-window-excursion
     (switch-to-buffer (debugger))
     (goto-char (point-min))
     (search-forward "Backtrace:")
     (re-search-forward ,(format "^ *%d: " number))
     ,@body))

(defun started (text)
  "Enter TEXT, which enters the debugger, at the prompt of the REPL."
  (with-current-buffer (slime-output-buffer)
    (goto-char (point-max))
    (insert text)
    (slime-repl-return))
  (debugger))

(defun result-after (command)
  "Call COMMAND, which leaves the debugger; return what the REPL shows then."
  (let ((start (with-current-buffer (slime-output-buffer) (point-max))))
    (funcall command)
    (debugger-left)
    (with-current-buffer (slime-output-buffer)
      (wait-until (lambda () (string-match-p "> \\'" (buffer-substring start (point-max)))))
      (buffer-substring-no-properties start (point-max)))))

(defun check-frames ()
  (in-file "(defun volume (side)
  (let ((area (* side side)))
    (values (scaled area 'side) side)))

(defun scaled (number unit &key (factor 2))
  (list unit
        (* factor (/ number 0))))
"
    (slime-load-file file)
    (wait-until (lambda () (not (slime-busy-p))))
    (started "(list (volume 3))")
    (check "frames: the calls" "0: (SCALED 9 SIDE :FACTOR 2)" (shown (debugger)))
    (check "frames: the caller" "1: (VOLUME 3)" (shown (debugger)))
    (check "frames: the form" "2: (top level)" (shown (debugger)))
    (check "frames: all" 3 (length (slime-eval '(swank:backtrace 0 nil))))
    (check "frame-locals" "(((:name \"NUMBER\" :id 0 :value \"9\") (:name \"UNIT\" :id 1 :value \"SIDE\") (:name \"FACTOR\" :id 2 :value \"2\")) nil)"
           (format "%S" (slime-eval '(swank:frame-locals-and-catch-tags 0))))
    (check "frame-locals: a variable of LET" ":name \"AREA\" :id 1 :value \"9\""
           (format "%S" (slime-eval '(swank:frame-locals-and-catch-tags 1))))
    (check "sldb-eval-in-frame: variables" "12" (slime-eval '(swank:eval-string-in-frame "(+ side area)" 1 "CL-USER")))
    (check "sldb-eval-in-frame: several values" "4, 1" (slime-eval '(swank:eval-string-in-frame "(floor number 2)" 0 "CL-USER")))
    (check "sldb-pprint-eval-in-frame" "(9 SIDE)" (slime-eval '(swank:pprint-eval-string-in-frame "(list number unit)" 0 "CL-USER")))
    (check "sldb-inspect-in-frame" "SIDE" (format "%S" (slime-eval '(swank:inspect-in-frame "unit" 0))))
    (check "sldb-inspect-var" "9" (format "%S" (slime-eval '(swank:inspect-frame-var 0 0))))
    (check "sldb-disassemble" "CALLGLOBAL" (upcase (slime-eval '(swank:sldb-disassemble 0))))
    (check "frame-source-location" (list (file-truename file) '(:line 7 18))
           (pcase (slime-eval '(swank:frame-source-location 0))
             (`(:location (:file ,name) ,position ,_) (list (file-truename name) position))
             (other other)))
    (check "sldb-show-source" '(3 12)
           (in-frame 1
             (sldb-show-source)
             (wait-until (lambda () (not (slime-busy-p))))
             (with-current-buffer (get-file-buffer file) (list (line-number-at-pos) (current-column)))))
    (check "an error in a frame" "No-Such-Variable"
           (progn (slime-eval-async '(swank:eval-string-in-frame "cl-user::|No-Such-Variable|" 0 "CL-USER"))
                  (wait-until (lambda () (eql 2 (buffer-local-value 'sldb-level (debugger)))))
                  (shown (debugger))))
    (with-current-buffer (debugger) (sldb-abort))
    (wait-until (lambda () (eql 1 (buffer-local-value 'sldb-level (debugger)))))
    (check "the frames after an error in one" "0: (SCALED 9 SIDE :FACTOR 2)" (shown (debugger)))
    (check "sldb-return-from-frame" "((SIDE 45))\nCL-USER> "
           (result-after (lambda () (in-frame 0 (sldb-return-from-frame "(list unit (* 5 number))")))))
    (started "(multiple-value-list (volume 3))")
    (check "sldb-return-from-frame: several values" "(9 3)\nCL-USER> "
           (result-after (lambda () (in-frame 1 (sldb-return-from-frame "(values area side)")))))
    (started "(list (volume 3))")
    (evaluated "(defun scaled (number unit &key factor) (list :other number unit factor))")
    (check "sldb-restart-frame" "((:OTHER 9 SIDE 2))\nCL-USER> "
           (result-after (lambda () (in-frame 0 (sldb-restart-frame)))))
    (started "(list (careful 5))")
    (check "sldb-restart-frame: a form" "Only a call of a function"
           (slime-eval '(swank:restart-frame 1)))
    (with-current-buffer (debugger) (sldb-quit))
    (debugger-left)))

(defun interrupted (text)
  "Enter TEXT, which takes long, in the REPL and interrupt it; return what the debugger shows."
  (with-current-buffer (slime-output-buffer)
    (goto-char (point-max))
    (insert text)
    (slime-repl-return))
  (accept-process-output nil 0.5)
  (slime-interrupt)
  (shown (debugger)))

(defun check-interrupts ()
  (check "slime-interrupt" "Interrupt from Emacs" (interrupted "(loop)"))
  (check "after an interrupt" "3" (progn (with-current-buffer (debugger) (sldb-quit)) (debugger-left) (evaluated "(+ 1 2)")))
  (evaluated "(defparameter *go-on* t)")
  (evaluated "(defun turn (count) (loop while *go-on* do (incf count)) (list count 'turned))")
  (check "an interrupt: the frames" "0: (TURN " (interrupted "(turn 0)"))
  (check "an interrupt: the variables" (lambda (count) (> (string-to-number count) 0))
         (plist-get (caar (slime-eval '(swank:frame-locals-and-catch-tags 0))) :value))
  (evaluated "(setq *go-on* nil)")
  (check "sldb-continue" "TURNED)\nCL-USER> "
         (result-after (lambda () (with-current-buffer (debugger) (sldb-continue)))))
  (check "after it" "3" (evaluated "(+ 1 2)")))

(defun run-checks ()
  (slime-connect "127.0.0.1" (string-to-number (getenv "SWANK_PORT")))
  (wait-until (lambda () (and (slime-connected-p) (slime-repl-buffer) (not (slime-busy-p)))))
  ;; The connection
  (check "slime-connected-p" t (and (slime-connected-p) t))
  (check "slime-lisp-implementation-name" "winnow" (slime-lisp-implementation-name))
  (check "slime-pid" (string-to-number (getenv "WINNOW_PID")) (slime-pid))
  (check "the prompt" "CL-USER> " (shown (slime-output-buffer)))
  ;; The REPL
  (check "REPL: a value" "\n(1 2)\nCL-USER> " (in-repl "(list 1 2)"))
  (check "REPL: several values" "\n3\n1\nCL-USER> " (in-repl "(floor 7 2)"))
  (check "REPL: output" "hello\n" (in-repl "(progn (princ \"hello\") (values))"))
  (check "REPL: *" "\n(1 2)\n" (progn (in-repl "(list 1 2)") (in-repl "*")))
  (check "REPL: characters beyond ASCII" "λ→漢" (in-repl "(format nil \"λ→漢\")"))
  (check "slime-repl-set-package" "DEMO> "
         (progn (in-repl "(defpackage :demo (:use :cl))") (slime-repl-set-package "DEMO") (in-repl "(+ 1 1)")))
  (slime-repl-set-package "CL-USER")
  (check "slime-interactive-eval" "7" (evaluated "(+ 3 4)"))
  (check "input: read-line" "\"typed\""
         (with-current-buffer (slime-output-buffer)
           (goto-char (point-max))
           (insert "(read-line)")
           (slime-repl-return)
           (wait-until #'slime-reading-p)
           (goto-char (point-max))
           (insert "typed")
           (slime-repl-return)
           (wait-until (lambda () (not (slime-busy-p))))
           (shown (current-buffer))))
  ;; Compilation
  (in-file "(defun twice (x)\n  (* 2 x))\n\n(defun wrong ()\n  (list 1 (undefined-thing 2)))\n"
    (check "slime-compile-defun" nil (progn (goto-char (point-min)) (compiled #'slime-compile-defun)))
    (check "a function compiled by slime-compile-defun" "42" (evaluated "(twice 21)"))
    (let ((notes (compiled #'slime-compile-and-load-file)))
      (check "slime-compile-and-load-file: a note" "UNDEFINED-THING" (plist-get (car notes) :message))
      (check "its severity" :style-warning (plist-get (car notes) :severity))
      (check "its line and column" '(5 10) (line-of (car notes))))
    (check "slime-edit-definition" 4
           (progn (slime-edit-definition "wrong")
                  (wait-until (lambda () (not (slime-busy-p))))
                  (line-number-at-pos)))
    (check "slime-find-definitions: a macro" "DEFMACRO"
           (progn (evaluated "(defmacro unless-zero (x form) `(if (zerop ,x) nil ,form))")
                  (format "%S" (slime-find-definitions "unless-zero")))))
  (check "slime-eval-buffer" "9"
         (in-file "(defparameter *nine* 9)\n" (slime-eval-buffer) (wait-until (lambda () (not (slime-busy-p)))) (evaluated "*nine*")))
  (check "slime-load-file" "THIRD"
         (in-file "(defun third-one () 'third)\n"
           (slime-load-file file) (wait-until (lambda () (not (slime-busy-p)))) (evaluated "(third-one)")))
  ;; Completion and documentation
  (check "slime-simple-completions" (lambda (got) (member "multiple-value-list" (car got)))
         (slime-eval '(swank:simple-completions "multiple-value-l" "COMMON-LISP-USER")))
  (check "slime-fuzzy-completions" (lambda (got) (assoc "mapcan" (car got)))
         (slime-eval '(swank:fuzzy-completions "mapc" "COMMON-LISP-USER" :limit 50)))
  (check "slime-c-p-c" (lambda (got) (member "multiple-value-bind" (car got)))
         (slime-eval '(swank:completions "m-v-b" "COMMON-LISP-USER")))
  (check "slime-autodoc" "(subseq ===> sequence <=== start &optional end)"
         (car (slime-eval '(swank:autodoc '("subseq" "" swank::%cursor-marker%)))))
  (check "slime-autodoc: a function of the user" "(twice ===> x <===)"
         (car (slime-eval '(swank:autodoc '("twice" "" swank::%cursor-marker%)))))
  (check "slime-documentation" "Return" (slime-eval '(swank:documentation-symbol "CAR")))
  (check "slime-describe-symbol" "TWICE" (slime-eval '(swank:describe-symbol "TWICE")))
  (check "slime-apropos" "MAPCAR" (format "%S" (slime-eval '(swank:apropos-list-for-emacs "mapc" t nil nil))))
  ;; Macros
  (check "slime-macroexpand-1" "(IF (ZEROP N) NIL (F))"
         (slime-eval '(swank:swank-macroexpand-1 "(unless-zero n (f))")))
  (check "slime-macroexpand-all" "(LIST (IF (ZEROP N) NIL (F)))"
         (slime-eval '(swank:swank-macroexpand-all "(list (unless-zero n (f)))")))
  ;; Tracing
  (check "slime-toggle-trace-fdefinition" "now traced" (slime-eval '(swank:swank-toggle-trace "twice")))
  (check "output of a traced function" "0: (TWICE 4)" (in-repl "(twice 4)"))
  (check "slime-untrace-all" "now untraced" (slime-eval '(swank:swank-toggle-trace "twice")))
  ;; The inspector
  (check "slime-inspect" "a proper list" (format "%S" (slime-eval '(swank:init-inspector "(list 1 2)"))))
  (check "slime-inspector-operate-on-point" "VALUE: 1 = "
         (upcase (format "%S" (slime-eval '(swank:inspect-nth-part 1)))))
  (check "slime-inspect: an instance" "WIDTH"
         (progn (evaluated "(defclass box () ((width :initarg :width)))")
                (upcase (format "%S" (slime-eval '(swank:init-inspector "(make-instance 'box :width 3)"))))))
  (check "slime-who-specializes" "AREA"
         (progn (evaluated "(progn (defgeneric area (b)) (defmethod area ((b box)) 1))")
                (format "%S" (slime-eval '(swank:xref :specializes "box")))))
  ;; The debugger
  (evaluated "(defun careful (x) (restart-case (error \"no ~A\" x) (use-zero () :report \"Use zero\" 0)))")
  (check "sldb: the message" "no 5"
         (progn (slime-eval-async '(swank:eval-and-grab-output "(list (careful 5))")) (shown (debugger))))
  (check "sldb: the restarts" "[USE-ZERO] Use zero" (shown (debugger)))
  (check "sldb: the calls" "(CAREFUL 5)" (shown (debugger)))
  (check "sldb-eval-in-frame" "12" (with-current-buffer (debugger) (slime-eval '(swank:eval-string-in-frame "(* 3 4)" 0 "CL-USER"))))
  (check "sldb-abort" t (progn (with-current-buffer (debugger) (sldb-quit)) (debugger-left)))
  (check "sldb-invoke-restart" "(0)"
         (with-current-buffer (slime-output-buffer)
           (goto-char (point-max))
           (insert "(list (careful 5))")
           (slime-repl-return)
           (with-current-buffer (debugger) (sldb-invoke-restart 0))
           (debugger-left)
           (shown (slime-output-buffer))))
  (check-frames)
  (check-interrupts)
  (slime-repl-quit)
  (wait-until (lambda () (not (slime-connected-p))))
  (check "slime-quit-lisp" nil (slime-connected-p)))

(defun slime-repl-quit () (slime-quit-lisp))

(condition-case problem
    (run-checks)
  (error (report "FAILED by an error: %S" problem)))
(report "done")
(kill-emacs 0)
