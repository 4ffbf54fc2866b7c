;;;; local-nicknames.lisp -- package-local nicknames, as in SBCL. -*- sealed -*-
;;;; FIND-PACKAGE, the reader and the printer respect the local nicknames of the current package.

(declare-extensions "ADD-PACKAGE-LOCAL-NICKNAME" "REMOVE-PACKAGE-LOCAL-NICKNAME" "PACKAGE-LOCAL-NICKNAMES"
                    "PACKAGE-LOCALLY-NICKNAMED-BY-LIST")

(defun winnow-ext:add-package-local-nickname (nickname actual &optional (package *package*))
  "Make NICKNAME, a string designator, denote the package ACTUAL while PACKAGE is the current package; return PACKAGE.
Signals: package-error if ACTUAL or PACKAGE does not exist; package-error, which can be continued, if NICKNAME denotes another
package in PACKAGE.
Example: (let ((p (make-package \"CELLAR\")))
  (winnow-ext:add-package-local-nickname \"S\" :winnow p)
  (prog1 (let ((*package* p)) (find-package \"S\")) (delete-package p))) => #<package \"WINNOW\">"
  (let ((package (designated-package package)))
    (add-local-nickname nickname actual package)
    package))

(defun winnow-ext:remove-package-local-nickname (nickname &optional (package *package*))
  "Remove the local nickname NICKNAME of PACKAGE; return true if there was one, else NIL.
Signals: package-error if PACKAGE does not exist.
Example: (winnow-ext:remove-package-local-nickname \"NO-SUCH-NICKNAME\") => NIL"
  (let* ((package (designated-package package)) (all (local-nicknames package))
         (known (assoc (string nickname) all :test #'string=)))
    (when known
      (set-local-nicknames package (remove known all))
      t)))

(defun winnow-ext:package-local-nicknames (package)
  "Return an alist from the local nicknames of PACKAGE, strings, to packages.
Signals: package-error if PACKAGE does not exist.
Example: (winnow-ext:package-local-nicknames \"CL-USER\") => NIL"
  (copy-alist (local-nicknames (designated-package package))))

(defun winnow-ext:package-locally-nicknamed-by-list (package)
  "Return a list of the packages that have a local nickname for PACKAGE.
Signals: package-error if PACKAGE does not exist.
Example: (winnow-ext:package-locally-nicknamed-by-list \"KEYWORD\") => NIL"
  (let ((actual (designated-package package)))
    (remove-if-not (lambda (p) (rassoc actual (local-nicknames p))) (list-all-packages))))

(let ((names '(winnow-ext:add-package-local-nickname winnow-ext:remove-package-local-nickname
               winnow-ext:package-local-nicknames winnow-ext:package-locally-nicknamed-by-list)))
  (import names "SB-EXT")
  (export names "SB-EXT"))
