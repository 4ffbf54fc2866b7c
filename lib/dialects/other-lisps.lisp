;;;; other-lisps.lisp -- operators of SBCL and CLISP that books and course files use. -*- sealed -*-

(defun exit-status (operator arguments)
  (cond ((keywordp (car arguments))
         (destructuring-bind (&key code unix-status abort timeout recklessly-p) arguments
           (declare (ignore timeout recklessly-p))
           (or code unix-status (if abort 1 0))))
        ((cdr arguments)
         (error 'program-error :format-control "~A: expected 0 to 1 arguments, got ~D"
                               :format-arguments (list operator (length arguments))))
        (t (or (car arguments) 0))))

(defun quit (&rest status)
  "Leave Winnow with the exit STATUS, default 0; as in SBCL also (quit :unix-status 6).
Signals: type-error unless STATUS is an integer; program-error."
  (leave (exit-status 'quit status)))

(defun exit (&rest status)
  "Leave Winnow with the exit STATUS, default 0; as in SBCL also (exit :code 6), and (exit :abort t) with 1.
Signals: type-error unless STATUS is an integer; program-error."
  (leave (exit-status 'exit status)))

(defun bye (&rest status)
  "Leave Winnow with the exit STATUS, default 0.
Signals: type-error unless STATUS is an integer; program-error."
  (leave (exit-status 'bye status)))

(defun gc (&key full gen)
  "Collect garbage and run the finalizers of dead objects; return the number of live bytes. FULL and GEN, of SBCL's GC, change nothing.
Signals: program-error.
Example: (integerp (gc :full t)) => T"
  (declare (ignore full gen))
  (prog1 (collect-garbage) (run-finalizers)))

;; Packages of these names, for EXT:QUIT and SB-EXT:EXIT.
(dolist (name '("EXT" "SB-EXT"))
  (make-package name :use nil)
  (import '(quit exit bye gc) name)
  (export '(quit exit bye gc) name))
(export (intern "SHELL" "EXT") "EXT")
(import 'getenv "EXT")
(export (list 'getenv (intern "PROBE-DIRECTORY" "EXT")) "EXT")

(defun ext:probe-directory (pathname)
  "Return T if the directory PATHNAME exists, else NIL.
Signals: type-error unless PATHNAME is a pathname, a string or a file stream; sandbox-violation in the sandbox (winnow --sandbox).
Example: (ext:probe-directory \"/no/such/directory/\") => NIL"
  (let ((found (probe-file pathname)))
    (and found (null (pathname-name found)) (null (pathname-type found)))))

;; Land of Lisp is written for CLISP.
(defun ext:shell (command)
  "Run COMMAND in the shell and wait for it; return NIL for exit code 0, else the code (for a signal: its negative number).
Signals: type-error unless COMMAND is a string; error; sandbox-violation in the sandbox (winnow --sandbox).
Example: (ext:shell \"exit 3\") => 3"
  (let ((status (run-command command))) (if (eql status 0) nil status)))
