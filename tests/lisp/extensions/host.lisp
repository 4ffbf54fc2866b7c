;;;; host.lisp -- WINNOW-EXT: environment, directories, programs. The expected values are those of POSIX and of SBCL's manual
;;;; for the functions of these names.

(defun sh (command &rest options) (apply #'winnow-ext:run-program "/bin/sh" (list "-c" command) options))
(defun output-of (command &rest options)
  (with-output-to-string (s) (apply #'sh command :output s options)))

;; Features name the host.
(subsetp '(:unix :linux :64-bit :little-endian :unicode) *features*)  ;=> T
(length (intersection '(:x86-64 :arm64) *features*))  ;=> 1

;; The environment, which programs inherit.
(winnow-ext:posix-getenv "WINNOW_NOT_SET")  ;=> NIL
(progn (winnow-ext:setenv "WINNOW_SET" "one") (output-of "printf %s $WINNOW_SET"))  ;=> "one"
(progn (winnow-ext:setenv "WINNOW_SET" "two" nil) (winnow-ext:posix-getenv "WINNOW_SET"))  ;=> "one"
(progn (setf (getenv "WINNOW_SET") "three") (getenv "WINNOW_SET"))  ;=> "three"
(progn (winnow-ext:unsetenv "WINNOW_SET") (getenv "WINNOW_SET"))  ;=> NIL
(winnow-ext:setenv "A=B" "c")  ;signals: "Invalid argument"
(winnow-ext:setenv "A" 5)  ;signals: type-error
(output-of "printf %s $ONLY" :environment '("ONLY=this"))  ;=> "this"
(eql (parse-integer (output-of "echo $PPID")) (winnow-ext:getpid))  ;=> T

;; The working directory.
(string-right-trim (string #\Newline) (output-of "pwd" :directory "/"))  ;=> "/"
(let ((here (winnow-ext:getcwd)))
  (unwind-protect (progn (winnow-ext:chdir "/") (list (winnow-ext:getcwd) (output-of "printf %s $PWD; pwd >&2" :error nil)))
    (winnow-ext:chdir here)))  ;=> ("/" "/")
(winnow-ext:chdir "/no/such/directory/")  ;signals: file-error

;; Native names.
(winnow-ext:native-namestring #p"/a/b.c")  ;=> "/a/b.c"
(winnow-ext:native-namestring "/a/*.c")  ;signals: file-error
(winnow-ext:native-namestring "/a/b/" :as-file t)  ;=> "/a/b"
(let ((p (winnow-ext:parse-native-namestring "/a/b?/c.d.e"))) (list (pathname-directory p) (pathname-name p)
  (pathname-type p)))
;=> ((:ABSOLUTE "a" "b?") "c.d" "e")
(pathname-directory (winnow-ext:parse-native-namestring "a/b" nil *default-pathname-defaults* :as-directory t))
;=> (:RELATIVE "a" "b")
(let ((p (winnow-ext:parse-native-namestring ".profile"))) (list (pathname-directory p) (pathname-name p) (pathname-type p)))
;=> (NIL ".profile" NIL)

;; Temporary files have different names; DELETE-DIRECTORY deletes a tree, and a link but not what it refers to.
(let ((a (winnow-ext:make-temporary-file)) (b (winnow-ext:make-temporary-file)))
  (prog1 (list (equal a b) (and (probe-file a) t)) (delete-file a) (delete-file b)))  ;=> (NIL T)
(let* ((root (format nil "/tmp/winnow-tree-~D/" (winnow-ext:getpid))) (tree (concatenate 'string root "tree/"))
       (other (concatenate 'string root "other/")))
  (sh (format nil "mkdir -p ~Aa/b ~A; touch ~Aa/b/c ~Akept; ln -s ~A ~Alink" tree other tree other other tree))
  (winnow-ext:delete-directory tree :recursive t)
  (prog1 (list (probe-file tree) (and (probe-file (concatenate 'string other "kept")) t))
    (winnow-ext:delete-directory root :recursive t)))  ;=> (NIL T)
(let ((d (format nil "/tmp/winnow-full-~D/" (winnow-ext:getpid))))
  (sh (format nil "mkdir ~A; touch ~Afile" d d))
  (unwind-protect (winnow-ext:delete-directory d) (winnow-ext:delete-directory d :recursive t)))  ;signals: file-error

;; Exit codes and signals.
(mapcar (lambda (command) (let ((p (sh command))) (list (winnow-ext:process-status p) (winnow-ext:process-exit-code p))))
        '("exit 0" "exit 7" "kill -9 $$"))  ;=> ((:EXITED 0) (:EXITED 7) (:SIGNALED 9))
(let ((p (sh "sleep 100" :wait nil)))
  (list (winnow-ext:process-status p) (winnow-ext:process-exit-code p) (winnow-ext:process-kill p 15)
        (winnow-ext:process-exit-code (winnow-ext:process-wait p)) (winnow-ext:process-alive-p p)))
;=> (:RUNNING NIL T 15 NIL)
(winnow-ext:run-program "/no/such/program" nil)  ;signals: "No such file or directory"
(winnow-ext:run-program "true" nil)  ;signals: "No such file or directory"
(winnow-ext:process-exit-code (winnow-ext:run-program "true" nil :search t))  ;=> 0
(winnow-ext:process-wait 5)  ;signals: type-error

;; Input and output: pipes, streams, files, none; more than a pipe holds; both outputs together.
(let ((p (winnow-ext:run-program "/bin/cat" nil :input :stream :output :stream :wait nil)))
  (format (winnow-ext:process-input p) "one~%two~%")
  (close (winnow-ext:process-input p))
  (let ((lines (list (read-line (winnow-ext:process-output p)) (read-line (winnow-ext:process-output p))
                     (read-line (winnow-ext:process-output p) nil :end))))
    (winnow-ext:process-close p)
    (list lines (winnow-ext:process-exit-code (winnow-ext:process-wait p)))))  ;=> (("one" "two" :END) 0)
(with-input-from-string (in "from a string") (output-of "cat" :input in))  ;=> "from a string"
(length (output-of "yes abcdefghi | head -100000"))  ;=> 1000000
(let ((e (make-string-output-stream)))
  (list (length (output-of "yes out | head -50000; printf done >&2" :error e :input nil)) (get-output-stream-string e)))
;=> (200000 "done")
;; A line that is not finished on one pipe does not block the other one.
(let ((e (make-string-output-stream)))
  (list (output-of "printf begun; yes err | head -50000 >&2; printf ' ended'" :error e) (length (get-output-stream-string e))))
;=> ("begun ended" 200000)
(output-of "printf out; printf err >&2" :error :output)  ;=> "outerr"
(output-of "cat")  ;=> ""
(let ((f (winnow-ext:make-temporary-file)))
  (unwind-protect
       (progn (sh "printf one" :output f :if-output-exists :supersede)
              (sh "printf two" :output f :if-output-exists :append)
              (list (output-of "cat" :input f) (sh "printf x" :output f :if-output-exists nil)
                    (handler-case (sh "printf x" :output f) (file-error () :exists))))
    (delete-file f)))  ;=> ("onetwo" NIL :EXISTS)
(sh "cat" :input "/no/such/file")  ;=> NIL
(sh "cat" :input "/no/such/file" :if-input-does-not-exist :error)  ;signals: file-error

;; A connection from this host carries characters and bytes both ways.
(destructuring-bind (socket port) (system::listen-on 0)
  (let* ((script (format nil "exec 3<>/dev/tcp/127.0.0.1/~D; read line <&3; printf 'got %s' \"$line\" >&3" port))
         (client (winnow-ext:run-program "/bin/bash" (list "-c" script) :wait nil))
         (connection (system::accept-connection socket nil)))
    (system::close-socket socket)
    (write-line "hello" connection)
    (finish-output connection)
    (prog1 (list (read-byte connection) (read-line connection nil))
      (close connection)
      (winnow-ext:process-wait client))))  ;=> (103 "ot hello")
;; Input that has arrived is kept when the stream writes.
(destructuring-bind (socket port) (system::listen-on 0)
  (let* ((script (format nil "exec 3<>/dev/tcp/127.0.0.1/~D; echo first >&3; read line <&3; printf 'got %s' \"$line\" >&3" port))
         (client (winnow-ext:run-program "/bin/bash" (list "-c" script) :wait nil))
         (connection (system::accept-connection socket nil)))
    (system::close-socket socket)
    (system::wait-for-input (list connection) nil)
    (listen connection)
    (write-line "hello" connection)
    (finish-output connection)
    (prog1 (list (read-line connection) (read-line connection nil))
      (close connection)
      (winnow-ext:process-wait client))))  ;=> ("first" "got hello")
(list (ext:probe-directory "/") (ext:probe-directory "/no/such/directory/"))  ;=> (T NIL)
(equal (ext:getenv "HOME") (winnow-ext:posix-getenv "HOME"))  ;=> T
