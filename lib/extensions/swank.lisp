;;;; swank.lisp -- the server for SLIME: Debian's Swank with a backend for Winnow. -*- sealed -*-

(declare-extensions "START-SWANK")

(defconstant swank-port (file-text "swank-port.lisp"))

;; The file NAME of Swank in DIRECTORY, a string.
(defun swank-file (directory name)
  (winnow-ext:parse-native-namestring (format nil "~A/~A" (string-right-trim "/" directory) name)))

(defun swank-directory ()
  (or (find-if (lambda (directory) (probe-file (swank-file directory "swank/backend.lisp")))
               (mapcar #'native-namestring (module-path)))
      (error "START-SWANK: expected SLIME's directory with swank.lisp on the module path, got none~%  ~
              hint: install Debian's package cl-swank, or set WINNOW_MODULE_PATH to the directory")))

(defun load-swank ()
  (let ((directory (swank-directory)) (*package* (find-package "COMMON-LISP-USER")))
    (flet ((load-file (name) (load (swank-file directory name))))
      (without-warnings
       (lambda ()
         (load-file "packages.lisp")
         (load-file "swank/backend.lisp")
         (load-text swank-port "" 1 1)
         (mapc #'load-file '("swank/gray.lisp" "swank/match.lisp" "swank/rpc.lisp" "swank.lisp")))))
    (set (find-symbol "*LOG-OUTPUT*" "SWANK") (make-broadcast-stream))
    (swank-call "BEFORE-INIT"
                (with-open-file (in (swank-file directory "slime-version") :if-does-not-exist nil)
                  (if in (read-line in nil nil) nil))
                (list (swank-file directory "contrib/")))
    (swank-call "INIT")))

;; Calls FUNCTION; warnings, those of the compiler included, are not printed.
(defun without-warnings (function)
  (handler-bind ((warning #'muffle-warning))
    (signalling-warnings (lambda () (with-compilation-unit (:override t) (funcall function))))))

(defun swank-call (name &rest arguments) (apply (find-symbol name "SWANK") arguments))

(defun winnow-ext:start-swank (&key (port 4005) port-file)
  "Serve SLIME's requests on PORT of this host; return when the editor has ended the session of PORT-FILE, otherwise never.
PORT: the number of a port on 127.0.0.1, 0 for a free one (default: 4005).
PORT-FILE: a file to which the number of a free port is written, as M-x slime expects (default: NIL).
If the file ~/.slime-secret exists, a client must send its first line first, as SLIME does.
Signals: type-error unless PORT is an integer from 0 to 65535; error if Swank is not found or PORT is in use; sandbox-violation in the sandbox.
Source: SLIME, the Superior Lisp Interaction Mode for Emacs."
  (check-argument port '(integer 0 65535) "a port from 0 to 65535 as :PORT")
  (let ((socket (listen-on (if port-file 0 port))))
    (unless (find-package "SWANK") (load-swank))
    (cond (port-file
           (with-open-file (out port-file :direction :output :if-exists :supersede) (format out "~D~%" (second socket))))
          (t (format t "~&; Swank serves 127.0.0.1:~D: M-x slime-connect~%" (second socket))
             (unless (swank-call "SLIME-SECRET")
               (format t "; Other users of this host can connect, unless ~~/.slime-secret contains a secret.~%"))
             (finish-output)))
    (unwind-protect
         (loop (serve-editor socket) (if port-file (return)))
      (close-socket (first socket)))))

;; The option --swank.
(defun start-swank-on (port) (winnow-ext:start-swank :port port))

;; Serves one connection to SOCKET until it ends.
(defun serve-editor (socket)
  (let ((client (accept-connection (first socket) t)))
    (handler-case (swank-call "AUTHENTICATE-CLIENT" client)
      (error (c)
        (close client :abort t)
        (format *error-output* "~&; A client was refused: ~A~%" c)
        (return-from serve-editor)))
    ;; The prompt of Swank's loop is not printed.
    (let ((*standard-output* (make-broadcast-stream)))
      (swank-call "SERVE-REQUESTS" (swank-call "MAKE-CONNECTION" socket client nil)))))
