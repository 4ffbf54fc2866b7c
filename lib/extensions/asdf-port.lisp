;;;; asdf-port.lisp -- the branches for #+winnow of UIOP's functions in ASDF 3.3.
;;;; Each function below replaces UIOP's function of that name, which lacks such a branch, as soon as UIOP has defined it.
;;;; The end is for the systems whose sources do not know Winnow.

(pushnew :asdf-unicode *features*)

(in-package :uiop/os)

(defun getenv (x) (winnow-ext:posix-getenv x))

(defsetf getenv (x) (value) `(winnow-ext:setenv ,x ,value))

(defun implementation-type () :winnow)

(setq *implementation-type* :winnow)

(defun hostname () (machine-instance))

(defun getcwd () (winnow-ext:parse-native-namestring (winnow-ext:getcwd)))

(defun chdir (x) (winnow-ext:chdir (pathname x)))

(in-package :uiop/pathname)

(setq *unspecific-pathname-type* :unspecific)

(in-package :uiop/filesystem)

(defun delete-empty-directory (directory-pathname) (winnow-ext:delete-directory directory-pathname))

(in-package :uiop/image)

(defun quit (&optional (code 0) (finish-output t))
  (when finish-output (finish-outputs))
  (winnow-ext:exit :code code :abort (not finish-output)))

(defun raw-print-backtrace (&key (stream *debug-io*) count condition)
  (declare (ignore count condition))
  (let ((*standard-output* stream)) (winnow:backtrace)))

(defun raw-command-line-arguments () winnow-ext:*posix-argv*)

;; Winnow's own options are not among the arguments.
(defun command-line-arguments (&optional (arguments (raw-command-line-arguments))) (rest arguments))

(in-package :uiop/launch-program)

(defun %normalize-io-specifier (specifier &optional role)
  (typecase specifier
    (null nil)
    (string (parse-native-namestring specifier))
    ((or pathname stream) specifier)
    ((eql :stream) :stream)
    ((eql :interactive) t)
    ((eql :output)
     (if (eq role :error-output)
         :output
         (parameter-error "~S IO specifier invalid for ~S" specifier role)))
    ((eql t)
     (ecase role (:error-output *error-output*) (:output *standard-output*) (:input *standard-input*)))
    (otherwise (parameter-error "Incorrect I/O specifier ~S for ~S" specifier role))))

(defun process-info-pid (process-info) (winnow-ext:process-pid (slot-value process-info 'process)))

(defun %process-status (process-info)
  (if-let (process (slot-value process-info 'process))
    (let ((status (winnow-ext:process-status process)))
      (if (eq status :running) :running (values status (winnow-ext:process-exit-code process))))))

(defun wait-process (process-info)
  (let ((process (winnow-ext:process-wait (slot-value process-info 'process))))
    (with-slots (exit-code signal-code) process-info
      (let ((code (winnow-ext:process-exit-code process)))
        (if (eq (winnow-ext:process-status process) :signaled)
            (setf signal-code code exit-code (%signal-to-exit-code code))
            (setf exit-code code)))
      (if signal-code (values exit-code signal-code) exit-code))))

(defun %posix-send-signal (process-info signal)
  (winnow-ext:process-kill (slot-value process-info 'process) signal))

(defun launch-program (command &rest keys
                       &key input (if-input-does-not-exist :error) output (if-output-exists :supersede)
                         error-output (if-error-output-exists :supersede) directory &allow-other-keys)
  (declare (ignore keys))
  (%handle-if-does-not-exist input if-input-does-not-exist)
  (%handle-if-exists output if-output-exists)
  (%handle-if-exists error-output if-error-output-exists)
  (let* ((command (if (stringp command) (list "/bin/sh" "-c" command) command))
         (input (%normalize-io-specifier input :input))
         (output (%normalize-io-specifier output :output))
         (error-output (%normalize-io-specifier error-output :error-output))
         (process (winnow-ext:run-program (first command) (rest command) :search t :wait nil
                                          :input input :output output :if-output-exists :append
                                          :error error-output :if-error-exists :append
                                          :directory directory))
         (info (make-instance 'process-info)))
    (setf (slot-value info 'process) process)
    (when (eq input :stream) (setf (slot-value info 'input-stream) (winnow-ext:process-input process)))
    (when (eq output :stream) (setf (slot-value info 'output-stream) (winnow-ext:process-output process)))
    (when (eq error-output :stream)
      (setf (slot-value info 'error-output-stream) (winnow-ext:process-error process)))
    info))

(in-package :uiop/run-program)

(defun run-program (command &rest keys &key ignore-error-status (force-shell nil force-shell-p) &allow-other-keys)
  (declare (ignore ignore-error-status))
  (apply '%use-launch-program
         (if (and (consp command) force-shell-p force-shell) (escape-shell-command command) command)
         keys))

(in-package :asdf/interface)

;; Winnow has what these systems define; their own sources refuse a Lisp that they do not know.
(dolist (system '(("closer-mop" "1.0.0") ("trivial-features" "1.0") ("trivial-garbage" "0.21")
                  ("trivial-gray-streams" "2.0") ("trivial-cltl2" "0.1.1")))
  (register-immutable-system (first system) :version (second system)))

;; REQUIRE loads systems.
(pushnew 'module-provide-asdf winnow-ext:*module-provider-functions*)

;; Files that choose by the features of the Lisps they know, without a branch for others: lists (SYSTEM FILE). They are
;; compiled with the feature :CLISP, whose packages EXT and CLOS Winnow has.
(defparameter *files-for-clisp*
  '(("cl-fad" "temporary-files") ("metatilities-base" "package") ("lift" "packages") ("lisa" "reflect")))

(defmethod perform :around ((operation compile-op) (file cl-source-file))
  (let ((*features* (if (member (list (component-name (component-system file)) (component-name file)) *files-for-clisp*
                                :test #'equal)
                        (cons :clisp *features*)
                        *features*)))
    (call-next-method)))
