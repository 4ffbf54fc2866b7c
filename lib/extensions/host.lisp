;;;; host.lisp -- the package WINNOW-EXT: what portable programs ask of the host. -*- sealed -*-
;;;; The names are those of SBCL's packages SB-EXT and SB-POSIX. Everything that reaches outside is refused in the sandbox
;;;; (shell/host_files.cpp).

(make-package "WINNOW-EXT" :use nil)

;; Makes the symbols NAMES external in WINNOW-EXT; those that exist in WINNOW are imported from there.
(defun declare-extensions (&rest names)
  (dolist (name names)
    (multiple-value-bind (symbol status) (find-symbol name "WINNOW")
      (if (eq status :external) (import symbol "WINNOW-EXT"))
      (export (intern name "WINNOW-EXT") "WINNOW-EXT"))))

(declare-extensions
 "QUIT" "EXIT" "GC" "GETENV" "*COMMAND-LINE*" "*POSIX-ARGV*" "*MODULE-PROVIDER-FUNCTIONS*" "*MODULE-PATH*"
 "POSIX-GETENV" "SETENV" "UNSETENV" "GETCWD" "CHDIR" "GETPID" "NATIVE-NAMESTRING" "PARSE-NATIVE-NAMESTRING"
 "DELETE-DIRECTORY" "MAKE-TEMPORARY-FILE" "*DEFAULT-EXTERNAL-FORMAT*"
 "RUN-PROGRAM" "PROCESS-P" "PROCESS-PID" "PROCESS-INPUT" "PROCESS-OUTPUT" "PROCESS-ERROR" "PROCESS-STATUS"
 "PROCESS-EXIT-CODE" "PROCESS-ALIVE-P" "PROCESS-WAIT" "PROCESS-KILL" "PROCESS-CLOSE")

(define-symbol-macro winnow-ext:*posix-argv* (cons "winnow" *command-line*))
(document 'winnow-ext:*posix-argv* 'variable "The program's name and its arguments.")

;; Words with which course files of SBCL and CLISP begin.
(import '(winnow-ext:*posix-argv* winnow-ext:posix-getenv winnow-ext:run-program) "SB-EXT")
(export '(winnow-ext:*posix-argv* winnow-ext:posix-getenv winnow-ext:run-program) "SB-EXT")
(export (intern "*ARGS*" "EXT") "EXT")
(define-symbol-macro ext:*args* *command-line*)

;;; The environment

(defun winnow-ext:posix-getenv (name)
  "Return the value of the environment variable NAME, a string, or NIL if it is not set.
Signals: type-error unless NAME is a string; sandbox-violation in the sandbox (winnow --sandbox).
Example: (winnow-ext:posix-getenv \"NO_SUCH_VARIABLE\") => NIL"
  (getenv name))

(defun winnow-ext:setenv (name value &optional (overwrite t))
  "Set the environment variable NAME to VALUE, both strings; return VALUE. Programs that are started later see it.
OVERWRITE: false to leave a variable that is set unchanged.
Signals: type-error unless NAME is a string and VALUE is a string; error; sandbox-violation in the sandbox.
Example: (progn (winnow-ext:setenv \"KITCHEN\" \"warm\") (getenv \"KITCHEN\")) => \"warm\""
  (check-argument value 'string "a string")
  (if (or overwrite (null (getenv name))) (set-variable name value))
  value)

(defun winnow-ext:unsetenv (name)
  "Remove the environment variable NAME; return NIL.
Signals: type-error unless NAME is a string; error; sandbox-violation in the sandbox.
Example: (progn (winnow-ext:setenv \"CELLAR\" \"cold\") (winnow-ext:unsetenv \"CELLAR\") (getenv \"CELLAR\")) => NIL"
  (set-variable name nil))

(defsetf getenv (name) (value)
  `(let ((value ,value)) (set-variable ,name value)))

(defun winnow-ext:getpid ()
  "Return the number of the process of Winnow.
Example: (plusp (winnow-ext:getpid)) => T"
  (process-id))

(defun winnow-ext:getcwd ()
  "Return the name of the working directory as a string that ends with a slash.
Signals: sandbox-violation in the sandbox.
Example: (stringp (winnow-ext:getcwd)) => T"
  (working-directory))

(defun winnow-ext:chdir (directory)
  "Make DIRECTORY, a pathname designator, the working directory; return NIL.
Signals: type-error unless DIRECTORY is a pathname, a string or a file stream; file-error; sandbox-violation in the sandbox.
Example: (winnow-ext:chdir (winnow-ext:getcwd)) => NIL"
  (change-directory (native-namestring directory)))

;;; Files

(defvar winnow-ext:*default-external-format* :utf-8
  "The external format of files that OPEN, LOAD and COMPILE-FILE use without :EXTERNAL-FORMAT, or with :DEFAULT.")

(defun winnow-ext:native-namestring (pathname &key as-file)
  "Return the name of the file PATHNAME in the syntax of the operating system.
AS-FILE: true to omit the slash at the end of the name of a directory.
Signals: type-error unless PATHNAME is a pathname, a string or a file stream.
Example: (winnow-ext:native-namestring #p\"/tmp/\" :as-file t) => \"/tmp\""
  (let* ((name (native-namestring pathname)) (end (- (length name) 1)))
    (if (and as-file (plusp end) (char= (char name end) #\/)) (subseq name 0 end) name)))

(defun winnow-ext:parse-native-namestring (name &optional host (defaults *default-pathname-defaults*)
                                            &key (start 0) end junk-allowed as-directory)
  "Return the pathname of the file NAME, a string in the syntax of the operating system, as WINNOW-EXT:NATIVE-NAMESTRING
returns it.
AS-DIRECTORY: true for the pathname of a directory.  HOST, DEFAULTS, JUNK-ALLOWED: ignored, as in SBCL for such names.
Signals: type-error unless NAME is a string, and START and END are a range within it.
Example: (winnow-ext:parse-native-namestring \"/tmp/a.b.lisp\") => #P\"/tmp/a.b.lisp\""
  (declare (ignore host defaults junk-allowed))
  (check-argument name 'string "a string")
  (let* ((text (subseq name start end))
         (slash (position #\/ text :from-end t))
         (file (if slash (subseq text (+ slash 1)) text))
         (whole (if (and as-directory (string/= file "")) (concatenate 'string text "/") text))
         (cut (position #\/ whole :from-end t))
         (last (if cut (subseq whole (+ cut 1)) whole))
         (dot (position #\. last :from-end t :start (min 1 (length last))))
         (steps (remove "" (split-at #\/ (if cut (subseq whole 0 (+ cut 1)) "")) :test #'equal)))
    (make-pathname :directory (cond ((and cut (char= (char whole 0) #\/)) (cons :absolute steps))
                                    (steps (cons :relative steps)))
                   :name (cond ((string= last "") nil) (dot (subseq last 0 dot)) (t last))
                   :type (if dot (subseq last (+ dot 1)) nil))))

(defun winnow-ext:delete-directory (directory &key recursive)
  "Delete DIRECTORY, a pathname designator; return the name that was deleted, as a pathname. It must be empty.
RECURSIVE: true to delete what is in it first. Links in it are deleted, not followed.
Signals: file-error.
Example: (let ((d (ensure-directories-exist \"/tmp/winnow-example/\")))
  (winnow-ext:delete-directory d)
  (probe-file d)) => NIL"
  (let ((name (native-namestring directory)))
    (unless (directory-name-p name) (setq name (concatenate 'string name "/")))
    (labels ((clear (folder)
               (dolist (entry (directory-entries folder))
                 (let ((path (concatenate 'string folder entry)))
                   (cond ((not (directory-name-p entry)) (delete-native path))
                         ((linked-p path) (delete-native (string-right-trim "/" path)))
                         (t (clear path) (delete-native path)))))))
      (if recursive (clear name))
      (delete-native name)
      (pathname name))))

(defun delete-native (name) (delete-file (winnow-ext:parse-native-namestring name)))

;; Is the directory NAME, which ends with a slash, a link to another one?
(defun linked-p (name)
  (let* ((path (string-right-trim "/" name)) (slash (position #\/ path :from-end t)))
    (string/= (true-name name)
              (concatenate 'string (true-name (if slash (subseq path 0 (+ slash 1)) "./"))
                           (if slash (subseq path (+ slash 1)) path) "/"))))

(defvar *temporary-files* 0)

(defun winnow-ext:make-temporary-file (&key (prefix "winnow") (type "tmp"))
  "Create an empty file with a new name in the directory of the environment variable TMPDIR, or in /tmp; return its
pathname.
Signals: file-error; sandbox-violation in the sandbox.
Example: (let ((f (winnow-ext:make-temporary-file))) (prog1 (pathname-type f) (delete-file f))) => \"tmp\""
  (let ((directory (string-right-trim "/" (or (getenv "TMPDIR") "/tmp"))))
    (loop
      (let* ((name (format nil "~A/~A-~D-~D.~A" directory prefix (process-id) (incf *temporary-files*) type))
             (stream (open (winnow-ext:parse-native-namestring name) :direction :output :if-exists nil)))
        (when stream
          (close stream)
          (return (winnow-ext:parse-native-namestring name)))))))

;;; Programs

(defstruct (process (:constructor make-process (pid input output error copies)) (:copier nil)
                    (:predicate winnow-ext:process-p))
  pid input output error
  copies        ; pairs of a pipe and of the stream to which its text is copied
  (ended nil))  ; what PROCESS-RESULT returned

(defun process-argument (process)
  (check-argument process 'process "a process")
  process)

(defmacro define-process-readers (&rest entries)
  `(progn
     ,@(mapcar (lambda (entry)
                 `(defun ,(first entry) (process)
                    ,(format nil "Return ~A of PROCESS, which RUN-PROGRAM returned.~%Signals: type-error unless PROCESS is a process." (third entry))
                    (,(second entry) (process-argument process))))
               entries)))

(define-process-readers
  (winnow-ext:process-pid process-pid "the number")
  (winnow-ext:process-input process-input "the stream of the input, or NIL if it is not a pipe,")
  (winnow-ext:process-output process-output "the stream of the output, or NIL if it is not a pipe,")
  (winnow-ext:process-error process-error "the stream of the error output, or NIL if it is not a pipe,"))

;; The result of PROCESS, or NIL while it runs; waits for its end if WAIT.
(defun result-of (process wait)
  (process-argument process)
  (if wait (copy-output process))
  (or (process-ended process)
      (setf (process-ended process) (process-result (process-pid process) wait))))

;; Copies the text of the pipes of PROCESS to the streams that the caller of RUN-PROGRAM gave, until the pipes end.
(defun copy-output (process)
  (loop while (process-copies process)
        do (wait-for-input (mapcar #'car (process-copies process)) nil)
           (dolist (copy (process-copies process))
             (unless (copy-available (car copy) (cdr copy))
               (close (car copy))
               (setf (process-copies process) (remove copy (process-copies process)))))))

;; Copies the characters that can be read from PIPE without waiting; returns NIL at the end of the input, else T.
(defun copy-available (pipe stream)
  (loop
    (let ((c (read-char-no-hang pipe nil :end)))
      (case c
        ((nil) (return t))
        (:end (return nil))
        (t (write-char c stream))))))

(defun winnow-ext:process-status (process)
  "Return :RUNNING, :EXITED or :SIGNALED.
Signals: type-error unless PROCESS is a process.
Example: (winnow-ext:process-status (winnow-ext:run-program \"/bin/true\" nil)) => :EXITED"
  (let ((result (result-of process nil)))
    (cond ((null result) :running) ((minusp result) :signaled) (t :exited))))

(defun winnow-ext:process-exit-code (process)
  "Return the exit code of PROCESS, the number of the signal that ended it, or NIL while it runs.
Signals: type-error unless PROCESS is a process.
Example: (winnow-ext:process-exit-code (winnow-ext:run-program \"/bin/sh\" '(\"-c\" \"exit 3\"))) => 3"
  (let ((result (result-of process nil))) (and result (abs result))))

(defun winnow-ext:process-alive-p (process)
  "Return T while PROCESS runs, else NIL.
Signals: type-error unless PROCESS is a process.
Example: (winnow-ext:process-alive-p (winnow-ext:run-program \"/bin/true\" nil)) => NIL"
  (null (result-of process nil)))

(defun winnow-ext:process-wait (process)
  "Wait until PROCESS has ended; return it.
Signals: type-error unless PROCESS is a process.
Example: (winnow-ext:process-exit-code (winnow-ext:process-wait (winnow-ext:run-program \"/bin/true\" nil :wait nil))) => 0"
  (result-of process t)
  process)

(defun winnow-ext:process-kill (process signal)
  "Send SIGNAL, a number such as 15, to PROCESS; return T.
Signals: type-error unless PROCESS is a process; error if it has ended."
  (kill-process (process-pid (process-argument process)) signal))

(defun winnow-ext:process-close (process)
  "Close the streams that are connected to PROCESS; return PROCESS.
Signals: type-error unless PROCESS is a process."
  (process-argument process)
  (dolist (stream (list (process-input process) (process-output process) (process-error process)))
    (if stream (close stream)))
  process)

(defun winnow-ext:run-program (program arguments &key search (wait t) (input nil) (output nil) (error nil) directory
                                (environment t) (if-input-does-not-exist nil) (if-output-exists :error)
                                (if-error-exists :error) external-format element-type)
  "Run PROGRAM with ARGUMENTS, a list of strings; return a process.
PROGRAM: the name of a file.  SEARCH: true to look for it in the directories of the environment variable PATH.
WAIT: false to return while the program runs.
INPUT, OUTPUT, ERROR: NIL for none; T for Winnow's own; :STREAM for a stream that PROCESS-INPUT, PROCESS-OUTPUT or
PROCESS-ERROR returns; a pathname designator; or a stream, from which all input is read first, and to which output is copied
while the program is waited for. ERROR may be :OUTPUT.
IF-OUTPUT-EXISTS, IF-ERROR-EXISTS, for files: :ERROR, :SUPERSEDE, :APPEND, or NIL to return NIL.
IF-INPUT-DOES-NOT-EXIST: :ERROR, :CREATE, or NIL (default) to return NIL.
DIRECTORY: the program's working directory.  ENVIRONMENT: a list of strings \"NAME=value\" (default: Winnow's own).
Signals: type-error if an argument is not as above; error; file-error; sandbox-violation in the sandbox.
Example: (with-output-to-string (s) (winnow-ext:run-program \"echo\" '(\"hello\") :search t :output s)) => \"hello
\""
  (declare (ignore external-format element-type))
  (let ((input-file nil))
    (labels ((filep (x) (or (stringp x) (pathnamep x)))
             (file-channel (file &rest options)
               (let ((stream (apply #'open file options)))
                 (unless stream (return-from winnow-ext:run-program nil))
                 (close stream)
                 (native-namestring (truename file))))
             (output-channel (x if-exists)
               (cond ((filep x) (file-channel x :direction :output :if-exists if-exists :if-does-not-exist :create))
                     ((streamp x) :stream)
                     (t x)))
             (input-channel (x)
               (cond ((filep x) (file-channel x :if-does-not-exist if-input-does-not-exist))
                     ((streamp x)
                      (setq input-file (winnow-ext:make-temporary-file))
                      (with-open-file (out input-file :direction :output)
                        (loop for c = (read-char x nil nil) while c do (write-char c out)))
                      (native-namestring input-file))
                     (t x))))
      (unwind-protect
           (destructuring-bind (pid in out err)
               (start-process (cons (if (pathnamep program) (native-namestring program) program) arguments)
                              search environment (if directory (native-namestring directory) "")
                              (input-channel input) (output-channel output if-output-exists)
                              (output-channel error if-error-exists))
             (let ((process (make-process pid in (if (streamp output) nil out) (if (streamp error) nil err)
                                          (append (if (streamp output) (list (cons out output)) nil)
                                                  (if (streamp error) (list (cons err error)) nil)))))
               (if wait (result-of process t))
               process))
        (if input-file (delete-file input-file))))))
