;;;; swank-port.lisp -- Winnow's backend of Swank, the server of SLIME 2.27.
;;;; LOAD-SWANK (swank.lisp) evaluates these forms after Swank's file backend.lisp.

;; Files of Swank refer to its loader, which LOAD-SWANK replaces.
(defpackage :swank-loader (:use :cl) (:export #:*started-from-emacs*))
(defvar swank-loader:*started-from-emacs* nil)

(in-package :swank/backend)

(defimplementation gray-package-name () "TRIVIAL-GRAY-STREAMS")

;;; Metaobjects

;; Names of SWANK-MOP without a counterpart in CLOSER-MOP.
(import-swank-mop-symbols
 "CLOSER-MOP"
 '("STANDARD-SLOT-DEFINITION" "EQL-SPECIALIZER" "EQL-SPECIALIZER-OBJECT" "GENERIC-FUNCTION-DECLARATIONS"
   "GENERIC-FUNCTION-METHOD-CLASS" "SLOT-DEFINITION-DOCUMENTATION" "SLOT-DEFINITION-READERS" "SLOT-DEFINITION-WRITERS"
   "SLOT-MAKUNBOUND-USING-CLASS" "COMPUTE-APPLICABLE-METHODS-USING-CLASSES"))

(deftype swank-mop:eql-specializer () '(cons (eql eql)))

(defun swank-mop:eql-specializer-object (specializer) (second specializer))

(defclass swank-mop:standard-slot-definition () ())

(defun swank-mop:generic-function-declarations (function) (declare (ignore function)) nil)

(defun swank-mop:generic-function-method-class (function) (declare (ignore function)) (find-class 'standard-method))

(defun swank-mop:slot-definition-documentation (slot) (declare (ignore slot)) nil)

(defun swank-mop:slot-definition-readers (slot) (declare (ignore slot)) nil)

(defun swank-mop:slot-definition-writers (slot) (declare (ignore slot)) nil)

(defun swank-mop:slot-makunbound-using-class (class object slot)
  (declare (ignore class))
  (slot-makunbound object (swank-mop:slot-definition-name slot)))

;; The second value is NIL, since the methods depend on more than the classes.
(defun swank-mop:compute-applicable-methods-using-classes (function classes)
  (declare (ignore function classes))
  (values nil nil))

;;; The connection

(defimplementation preferred-communication-style () nil)

(defimplementation create-socket (host port &key backlog)
  (declare (ignore host backlog))
  (system::listen-on port))

(defimplementation local-port (socket) (second socket))

(defimplementation close-socket (socket) (system::close-socket (first socket)))

(defimplementation accept-connection (socket &key external-format buffering timeout)
  (declare (ignore buffering timeout))
  (system::accept-connection (first socket) (null external-format)))

;; STREAMS are the connection and, in Swank's loop, the standard input, which is left to the programs.
(defimplementation wait-for-input (streams &optional timeout)
  (let ((connection (first streams)))
    (if timeout
        (if (system::wait-for-input (list connection) 0) (list connection) nil)
        (loop
          (when (check-slime-interrupts) (return :interrupt))
          (with-simple-restart (continue "Wait for requests of the editor.")
            (when (system::wait-for-input (list connection) 1000) (return (list connection))))))))

(defimplementation find-external-format (coding-system)
  (cond ((search "utf-8" coding-system) :utf-8)
        ((or (search "latin-1" coding-system) (search "8859-1" coding-system)) :latin-1)))

;;; The process

(defimplementation getpid () (winnow-ext:getpid))

(defimplementation lisp-implementation-type-name () "winnow")

(defimplementation lisp-implementation-program () nil)

(defimplementation command-line-args () winnow-ext:*posix-argv*)

(defimplementation quit-lisp () (winnow-ext:quit))

(defimplementation default-directory () (winnow-ext:getcwd))

(defimplementation set-default-directory (directory)
  (winnow-ext:chdir directory)
  (setq *default-pathname-defaults* (pathname (winnow-ext:getcwd)))
  (default-directory))

(defimplementation filename-to-pathname (filename) (winnow-ext:parse-native-namestring filename))

(defimplementation pathname-to-filename (pathname) (winnow-ext:native-namestring pathname))

;; SLIME interrupts by SIGINT. An evaluation that cannot be continued is abandoned after the debugger.
(defimplementation call-with-user-break-handler (handler function)
  (flet ((handle-interrupt (condition)
           (funcall handler)
           (let ((restart (or (find-restart 'continue condition) (find-restart 'abort condition))))
             (if restart (invoke-restart restart)))))
    (handler-bind ((system::interrupted #'handle-interrupt))
      (funcall function))))

(defimplementation package-local-nicknames (package) (winnow-ext:package-local-nicknames package))

;;; Places in the source

(defun file-location (file line column)
  (let ((name (probe-file (winnow-ext:parse-native-namestring file))))
    (if name
        (make-location `(:file ,(winnow-ext:native-namestring name)) `(:line ,line ,(max 0 (- (or column 1) 1))))
        (make-error-location "The file ~A does not exist" file))))

(defun function-location (function)
  (destructuring-bind (file line text old-p) (system::definition-of function)
    (declare (ignore old-p))
    (cond ((and file line) (file-location file line nil))
          (text (make-error-location "Defined at the prompt:~%~A" text))
          (t (make-error-location "The place of the definition is not known")))))

(defun method-specification (method)
  `(defmethod ,(closer-mop:generic-function-name (closer-mop:method-generic-function method))
     ,@(method-qualifiers method)
     ,(system::specializer-names method)))

(defun method-definition (method)
  (list (method-specification method) (function-location (system::method-record-function method))))

(defimplementation find-definitions (name)
  (cond ((and (symbolp name) (macro-function name))
         `(((defmacro ,name) ,(function-location (macro-function name)))))
        ((not (and (valid-function-name-p name) (fboundp name))) nil)
        ((typep (fdefinition name) 'generic-function)
         (mapcar #'method-definition (closer-mop:generic-function-methods (fdefinition name))))
        (t `(((defun ,name) ,(function-location (fdefinition name)))))))

(defimplementation find-source-location (object)
  (cond ((functionp object) (function-location object))
        ((typep object 'method) (function-location (system::method-record-function object)))
        (t (make-error-location "The place of the definition is not known"))))

(defimplementation who-calls (name)
  (if (symbolp name) (mapcan #'find-definitions (winnow:who-calls name)) nil))

(defimplementation who-specializes (class-name)
  (let ((class (find-class class-name nil)))
    (if class (mapcar #'method-definition (closer-mop:specializer-direct-methods class)) nil)))

;;; Compilation

;; The name of the text being compiled in messages; and the buffer of Emacs that contains it.
(defvar *text-name* nil)
(defvar *text-buffer* nil)

(defimplementation call-with-compilation-hooks (function)
  (handler-bind ((warning #'note-warning)
                 (reader-error #'note-error)
                 (end-of-file #'note-error))
    (system::signalling-warnings function)))

;; The text of a compiler warning begins with its place.
(defun note-warning (condition)
  (let* ((text (princ-to-string condition)) (place (winnow:condition-place condition)) (prefix (format nil "~A: " place)))
    (note condition (if (typep condition 'style-warning) :style-warning :warning)
          (if (eql (search prefix text) 0) (subseq text (length prefix)) text)
          place)
    (muffle-warning condition)))

(defun note-error (condition) (note condition :read-error (princ-to-string condition) (winnow:condition-place condition)))

;; PLACE: a source-place, or NIL. It may be in another text than the one being compiled.
(defun note (condition severity message place)
  (signal 'compiler-condition
          :original-condition condition :severity severity :message message
          :location (if (and place (equal (winnow:source-place-file place) *text-name*))
                        (make-location (if *text-buffer* `(:buffer ,*text-buffer*) `(:file ,*text-name*))
                                       `(:line ,(winnow:source-place-line place)
                                               ,(- (or (winnow:source-place-column place) 1) 1)))
                        (make-error-location "The place is not known"))))

;; Calls FUNCTION, which compiles; returns true unless a warning other than a style warning was signalled.
(defun compiles-without-warning-p (function)
  (let ((failed nil))
    (handler-bind ((compiler-condition
                     (lambda (c) (if (member (severity c) '(:warning :error :read-error)) (setq failed t)))))
      (with-compilation-hooks () (with-compilation-unit (:override t) (funcall function))))
    (not failed)))

(defimplementation swank-compile-string (string &key buffer position filename line column policy)
  (declare (ignore position policy))
  (let ((*text-name* (or filename buffer "")) (*text-buffer* buffer))
    (compiles-without-warning-p
     (lambda () (system::load-text string *text-name* (or line 1) (or column 1))))))

(defimplementation swank-compile-file (input-file output-file load-p external-format &key policy)
  (declare (ignore policy))
  (let* ((*text-name* (winnow-ext:native-namestring input-file)) (*text-buffer* nil)
         (success (compiles-without-warning-p
                   (lambda ()
                     (if load-p
                         (load input-file :external-format (or external-format :default))
                         (compile-file input-file :output-file output-file
                                                  :external-format (or external-format :default)))))))
    (values (if load-p nil output-file) (not success) (not success))))

;; To compile and load a file is to load its source, since loading compiles each form and records its place.
(defun compile-or-load-file (pathname load-p &key policy &allow-other-keys)
  (declare (ignore policy))
  (multiple-value-bind (output warned failed)
      (swank-compile-file pathname (compile-file-pathname pathname) load-p (guess-external-format pathname))
    (declare (ignore warned))
    (values t (not failed) nil output)))

(defvar swank::*compile-file-for-emacs-hook* '(compile-or-load-file))

(defimplementation macroexpand-all (form &optional environment)
  (winnow-ext:macroexpand-all form environment))

;;; Documentation

(defimplementation arglist (name)
  (let* ((function (cond ((symbolp name) (system::operator name))
                         ((functionp name) name)
                         ((and (valid-function-name-p name) (fboundp name)) (fdefinition name))))
         (text (and function (first (system::function-documentation function)))))
    (cond ((typep function 'generic-function) (closer-mop:generic-function-lambda-list function))
          (text (let ((*package* (if (and (symbolp name) (symbol-package name)) (symbol-package name) *package*)))
                  (handler-case (values (read-from-string text)) (failure () :not-available))))
          (t :not-available))))

(defimplementation function-name (function) (nth-value 2 (function-lambda-expression function)))

(defimplementation describe-symbol-for-emacs (symbol)
  (let ((found nil))
    (flet ((note (key kind) (setf (getf found key) (or (documentation symbol kind) :not-documented))))
      (if (find-class symbol nil) (note :class 'type))
      (if (fboundp symbol)
          (note (cond ((special-operator-p symbol) :special-operator)
                      ((macro-function symbol) :macro)
                      ((typep (fdefinition symbol) 'generic-function) :generic-function)
                      (t :function))
                'function))
      (if (boundp symbol) (note :variable 'variable)))
    found))

(defimplementation describe-definition (name type)
  (describe (case type
              (:class (find-class name))
              ((:function :generic-function) (fdefinition name))
              (t name))))

;;; Tracing

(defimplementation toggle-trace (specification)
  (let ((name (if (and (consp specification) (eq (first specification) :defgeneric)) (second specification) specification)))
    (cond ((not (valid-function-name-p name)) (format nil "~S cannot be traced" specification))
          ((system::untrace-one name) (format nil "~S is now untraced." name))
          (t (system::trace-one name) (format nil "~S is now traced." name)))))

;;; The debugger

(defimplementation call-with-debugger-hook (hook function)
  (let ((*debugger-hook* hook)) (funcall function)))

;; A frame is the index of an active call (SYSTEM::NEXT-CALL), which stays valid while the call is active. This vector has those
;; that the debugger shows, innermost first; the numbers of frames are its subscripts.
(defvar *frames* (vector))

(defimplementation call-with-debugging-environment (function)
  (let ((*frames* (coerce (shown-frames) 'vector))) (funcall function)))

;; Omits the calls of Swank, those outside them, and the inner ones of Winnow's library, which signal the condition. A form that
;; calls Swank is a request of the editor.
(defun shown-frames ()
  (let ((inner-p nil) (shown nil) (kept nil))
    (do ((frame (system::next-call nil) (system::next-call frame))) ((null frame))
      (let ((swank-p (or (of-swank-p frame) (and inner-p (eq (system::call-kind frame) :form)))))
        (if swank-p (setq kept shown) (push frame shown))
        (setq inner-p swank-p)))
    (member :library (reverse kept) :key #'system::call-kind :test-not #'eq)))

(defvar *swank-directory* (system::swank-directory))

;; Functions without a name are recognized by their file.
(defun of-swank-p (frame)
  (let ((name (operator-name (system::call-name frame))))
    (cond ((null name)
           (and (eq (system::call-kind frame) :user)
                (eql (search *swank-directory* (first (system::call-place frame))) 0)))
          ((null (symbol-package name)) nil)
          (t (or (eq name 'winnow-ext:start-swank)
                 (member (package-name (symbol-package name)) '("SWANK" "TRIVIAL-GRAY-STREAMS")
                         :test (lambda (package prefix) (eql (search prefix package) 0))))))))

;; The symbol in NAME, the name of a function such as F, (SETF F) and (:LAMBDA F); or NIL.
(defun operator-name (name)
  (do ((name name (second name)))
      ((not (and (consp name) (consp (cdr name)))) (if (symbolp name) name nil))))

(defun frame-at (number) (aref *frames* number))

(defimplementation compute-backtrace (start end)
  (let ((count (length *frames*)))
    (coerce (subseq *frames* (min start count) (min (or end count) count)) 'list)))

(defimplementation print-frame (frame stream) (write-string (system::call-text frame) stream))

(defimplementation frame-call (number) (system::call-text (frame-at number)))

(defimplementation frame-source-location (number)
  (let ((place (system::call-place (frame-at number))))
    (if (null place)
        (make-error-location "The place of the call is not known")
        (destructuring-bind (file line column text) place
          (cond ((null file) (make-location `(:source-form ,text) `(:line ,line ,(max 0 (- column 1)))))
                ((probe-file (winnow-ext:parse-native-namestring file)) (file-location file line column))
                (t (make-location `(:buffer ,file) `(:line ,line ,(max 0 (- column 1))))))))))

(defimplementation frame-package (number)
  (let ((name (operator-name (system::call-name (frame-at number)))))
    (if name (symbol-package name) nil)))

(defimplementation frame-locals (number)
  (mapcar (lambda (variable)
            (destructuring-bind (name id value) variable (list :name name :id id :value value)))
          (system::visible-variables (frame-at number))))

(defimplementation frame-var-value (number id) (system::call-variable (frame-at number) id))

;; Functions do not record where a catch tag is established.
(defimplementation frame-catch-tags (number) (declare (ignore number)) nil)

(defimplementation eval-in-frame (form number) (system::value-in-call form (frame-at number)))

(defimplementation return-from-frame (number form)
  (system::return-from-call (frame-at number) (multiple-value-list (eval-in-frame form number))))

(defimplementation frame-restartable-p (frame) (not (eq (system::call-kind frame) :form)))

(defimplementation restart-frame (number)
  (if (frame-restartable-p (frame-at number))
      (system::call-again (frame-at number))
      "Only a call of a function can be called again"))

(defimplementation disassemble-frame (number) (disassemble (system::call-function (frame-at number))))
