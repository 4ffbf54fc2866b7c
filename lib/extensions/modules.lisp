;;;; modules.lisp -- modules: PROVIDE, REQUIRE, and where REQUIRE finds them. -*- sealed -*-

(defvar *modules* nil "A list of the names of the modules that are loaded. PROVIDE adds to it.")

(defvar winnow-ext:*module-path*
  '("/usr/share/common-lisp/source/cl-asdf/build/" "/usr/share/common-lisp/source/slime/")
  "The directories in which REQUIRE looks for a module's file, after the directory of the file being loaded and the current
directory. Those in the environment variable WINNOW_MODULE_PATH, separated by colons, precede them.")

(defvar winnow-ext:*module-provider-functions* nil
  "Functions that REQUIRE calls with the name of a module, a string, until one returns true, after having loaded the module.
They are called before a file is looked for.")

(defun provide (module-name)
  "Record that the module MODULE-NAME is loaded, and return T.
MODULE-NAME: a string designator.
Signals: type-error unless MODULE-NAME is a string, a symbol or a character.
Example: (provide 'this) => T"
  (pushnew (string module-name) *modules* :test #'string=)
  t)

(defun require (module-name &optional (files nil files-p))
  "Load the module MODULE-NAME unless PROVIDE has recorded it; return a list of the modules that were added to *MODULES*.
MODULE-NAME: a string designator. (require :asdf) loads ASDF, from Debian's cl-asdf or from the module path.
FILES: a pathname designator or a list of them. The default is what a function of WINNOW-EXT:*MODULE-PROVIDER-FUNCTIONS*
provides; or else the file named MODULE-NAME, as it is or in lower case, in the directory of the file that is being loaded, in
that of *DEFAULT-PATHNAME-DEFAULTS*, or in one of WINNOW-EXT:*MODULE-PATH*.
Signals: type-error unless MODULE-NAME is a string, a symbol or a character; file-error if the file does not exist.
Example: (progn (provide 'that) (require 'that)) => NIL"
  (let ((name (string module-name)) (before *modules*))
    (unless (member name before :test #'string=)
      (cond (files-p (mapc #'load (if (listp files) files (list files))))
            ((some (lambda (provider) (funcall provider name)) winnow-ext:*module-provider-functions*))
            ((string-equal name "asdf") (load-asdf (module-file name)))
            (t (load (module-file name)))))
    (ldiff *modules* before)))

(defun module-directories ()
  (append (list (or *load-truename* "") "") (if (sandboxed-p) nil (module-path))))

(defun module-path ()
  (append (remove "" (words-between #\: (or (getenv "WINNOW_MODULE_PATH") "")) :test #'string=) winnow-ext:*module-path*))

(defun sandboxed-p ()
  (handler-case (progn (getenv "PATH") nil) (sandbox-violation () t)))

(defun module-file (name)
  (dolist (directory (module-directories))
    (let ((folder (if (stringp directory) (concatenate 'string (string-right-trim "/" directory) "/") directory)))
      (dolist (file (list name (string-downcase name)))
        (dolist (type '("lisp" "lsp" "wfasl"))
          (let ((p (merge-pathnames (make-pathname :name file :type type
                                                   :directory (pathname-directory (if (equal directory "") "" folder))))))
            (if (probe-file p) (return-from module-file p)))))))
  (error 'file-error :pathname name :format-arguments (list name)
                     :format-control "REQUIRE: expected a module that is provided or has a file, got ~A"))

;;; ASDF lacks branches for Winnow. The forms of asdf-port.lisp are evaluated between those of ASDF, each as soon as ASDF
;;; has defined the function that the form redefines.

(defconstant asdf-port (file-text "asdf-port.lisp"))

(defun load-asdf (file)
  (with-open-file (source file)
    (with-input-from-string (port asdf-port)
      (let* ((*package* (find-package "COMMON-LISP-USER")) (*readtable* (copy-readtable nil))
             (*load-pathname* file) (*load-truename* (truename file))
             (port-package *package*) (end (list nil)) (pending nil))
        (flet ((next ()
                 (let ((*package* port-package)) (setq pending (read port nil end))))
               (evaluate-pending ()
                 (let ((*package* port-package)) (eval pending) (setq port-package *package*))))
          (next)
          (handler-bind ((warning #'muffle-warning))
            (loop for form = (read source nil end)
                  until (eq form end)
                  do (unless (refuses-p form) (eval form))
                     (loop until (or (eq pending end) (not (can-port-p pending)))
                           do (evaluate-pending) (next)))))))
    ;; ASDF would replace these by a source that it finds, without the port.
    (dolist (system '("asdf" "uiop")) (funcall (find-symbol "REGISTER-IMMUTABLE-SYSTEM" "ASDF") system))
    (provide "asdf")))

;; Is FORM the one with which ASDF refuses systems that it does not know?
(defun refuses-p (form)
  (and (typep form '(cons symbol (cons string null))) (string= (car form) "ERROR")
       (search "not supported on your implementation" (cadr form))))

;; Has ASDF defined what FORM of asdf-port.lisp needs?
(defun can-port-p (form)
  (case (car form)
    (in-package (find-package (cadr form)))
    (defun (fboundp (cadr form)))
    (setq (boundp (cadr form)))
    (t t)))
