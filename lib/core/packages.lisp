;;;; packages.lisp -- packages: creation, changes, name conflicts, iteration over symbols. -*- sealed -*-

(defun designated-package (designator)
  (or (find-package designator)
      (error 'package-error :format-control "~A: expected the name of a package, got ~S"
                            :format-arguments (list (operation "find-package") designator) :package designator)))

(defun designated-symbols (symbols)
  (if (listp symbols) symbols (list symbols)))

(defun package-conflict (package control &rest arguments)
  (make-condition 'package-error :format-control control :format-arguments arguments :package package))

(defun check-package-names (package names)
  (dolist (name names)
    (let ((other (find-package name)))
      (if (and other (not (eq other package)))
          (cerror "Take the name from ~*~S." (package-conflict name "There is already a package named ~A" name)
                  name other)))))

;; Removes NAMES from the nicknames of all packages other than PACKAGE, which is about to get these names.
(defun take-package-names (package names)
  (dolist (name names)
    (let ((other (find-package name)))
      (if (and other (not (eq other package)))
          (set-package-names other (package-name other)
                             (remove name (package-nicknames other) :test #'string=))))))

(defun make-package (name &key nicknames (use '("COMMON-LISP")))
  "Return a new package with NAME and NICKNAMES that uses the packages USE (default: COMMON-LISP).
Signals: package-error, which can be continued, if a package with one of these names exists.
Example: (let ((p (make-package \"KITCHEN\"))) (prog1 (package-use-list p) (delete-package p)))
  => (#<package \"COMMON-LISP\">)"
  (let ((name (string name)) (nicknames (mapcar #'string nicknames)))
    (check-package-names nil (cons name nicknames))
    (take-package-names nil (cons name nicknames))
    (let ((package (new-package name (remove-duplicates nicknames :test #'string=))))
      (use-package use package)
      package)))

(defun rename-package (package new-name &optional new-nicknames)
  "Change the name of PACKAGE to NEW-NAME and its nicknames to NEW-NICKNAMES; return the package.
Signals: package-error if PACKAGE does not exist or is a package of Winnow, or another package has one of these names.
Example: (let ((p (make-package \"OLD\")))
  (prog1 (package-name (rename-package p \"NEW\")) (delete-package p))) => \"NEW\""
  (let ((package (designated-package package))
        (name (if (packagep new-name) (package-name new-name) (string new-name)))
        (nicknames (mapcar #'string new-nicknames)))
    (check-package-names package (cons name nicknames))
    (take-package-names package (cons name nicknames))
    (set-package-names package name (remove name (remove-duplicates nicknames :test #'string=) :test #'string=))))

(defun delete-package (package)
  "Delete PACKAGE: its names become free, and its symbols lose their home package. Return T, or NIL if PACKAGE is a deleted
package.
Signals: package-error if it is a package of Winnow; package-error, which can be continued, if PACKAGE does not exist or
other packages use it.
Example: (progn (make-package \"SHORT-LIVED\") (delete-package \"SHORT-LIVED\")) => T"
  (let ((found (if (packagep package) package (find-package package))))
    (cond ((null found)
           (cerror "Return NIL." (package-conflict package "DELETE-PACKAGE: expected the name of a package, got ~S" package))
           nil)
          ((null (package-name found)) nil)
          (t (refuse-own found)
             (let ((users (package-used-by-list found)))
               (when users
                 (cerror "Let them no longer use it."
                         (package-conflict found "~S is used by ~{~S~^, ~}" found users))
                 (dolist (user users) (unuse-package found user))))
             (remove-package found)))))

;;; Name conflicts: two symbols with the same name would be accessible in a package. The user may choose one of them.

;; Signals a name conflict between SYMBOLS in PACKAGE; a restart makes one of them a shadowing symbol of PACKAGE.
(defun resolve-conflict (package symbols)
  (restart-case
      (error (package-conflict package "~{~S~^ and ~} would both be accessible in ~S" symbols package))
    (continue ()
      :report (lambda (stream) (format stream "Keep ~S, and let it shadow the others." (first symbols)))
      (shadowing-import (list (first symbols)) package))  ; a list: the symbol may be NIL
    (use-symbol (symbol)
      :report "Choose one, which shadows the others."
      :interactive (lambda () (choose-symbol symbols))
      (shadowing-import (list symbol) package))))

(defun choose-symbol (symbols)
  (format *query-io* "~&~:{~D: ~S~%~}Number: "
          (let ((n 0)) (mapcar (lambda (symbol) (list (incf n) symbol)) symbols)))
  (finish-output *query-io*)
  (list (nth (- (read *query-io*) 1) symbols)))

;; Returns a list of the symbol that is accessible in PACKAGE and conflicts with SYMBOL, or NIL. A shadowing symbol does
;; not conflict.
(defun conflicting (symbol package)
  (multiple-value-bind (other status) (find-symbol (symbol-name symbol) package)
    (if (and status (not (eq other symbol))
             (not (member other (package-shadowing-symbols package))))
        (list other)
        nil)))

;;; Symbols of packages

(defun import (symbols &optional (package *package*))
  "Make SYMBOLS, a symbol or a list, present in PACKAGE; return T. Symbols that were not accessible become internal.
Signals: package-error, which can be continued, if a different symbol with the same name is accessible.
Example: (let ((p (make-package \"P\" :use nil))) (import 'car p) (prog1 (find-symbol \"CAR\" p) (delete-package p))) => CAR"
  (let ((package (designated-package package)))
    (dolist (symbol (designated-symbols symbols) t)
      (multiple-value-bind (other status) (find-symbol (symbol-name symbol) package)
        (cond ((null status) (add-symbol symbol package nil))
              ((not (eq other symbol)) (resolve-conflict package (list other symbol)))
              ((eq status :inherited) (add-symbol symbol package nil)))
        (if (null (symbol-package symbol)) (add-symbol symbol package nil))))))

(defun shadowing-import (symbols &optional (package *package*))
  "Make SYMBOLS, a symbol or a list, present in PACKAGE as shadowing symbols; return T.
Example: (let ((p (make-package \"P\" :use '(\"CL\"))))
  (shadowing-import (make-symbol \"CAR\") p)
  (prog1 (eq 'car (find-symbol \"CAR\" p)) (delete-package p))) => NIL"
  (let ((package (designated-package package)))
    (dolist (symbol (designated-symbols symbols) t)
      (multiple-value-bind (other status) (find-present (symbol-name symbol) package)
        (when (and status (not (eq other symbol)))
          (set-package-shadowing-symbols package (remove other (package-shadowing-symbols package)))
          (remove-symbol other package))
        (unless (and status (eq other symbol)) (add-symbol symbol package nil))
        (set-package-shadowing-symbols package (adjoin symbol (package-shadowing-symbols package)))))))

(defun shadow (names &optional (package *package*))
  "Make symbols called NAMES (a string designator or a list) present in PACKAGE as shadowing symbols; return T.
Example: (let ((p (make-package \"P\" :use '(\"CL\")))) (shadow \"CAR\" p)
  (prog1 (eq 'car (find-symbol \"CAR\" p)) (delete-package p))) => NIL"
  (let ((package (designated-package package)))
    (dolist (name (mapcar #'string (if (listp names) names (list names))) t)
      (multiple-value-bind (symbol status) (find-present name package)
        (let ((symbol (if status symbol (add-symbol (make-symbol name) package nil))))
          (set-package-shadowing-symbols package (adjoin symbol (package-shadowing-symbols package))))))))

(defun export (symbols &optional (package *package*))
  "Make SYMBOLS, a symbol or a list, external in PACKAGE; return T.
Signals: package-error, which can be continued, if a symbol is not accessible in PACKAGE, or conflicts with a symbol in a
package that uses PACKAGE.
Example: (let ((p (make-package \"P\"))) (export (intern \"A\" p) p)
  (prog1 (nth-value 1 (find-symbol \"A\" p)) (delete-package p))) => :EXTERNAL"
  (let ((package (designated-package package)))
    (dolist (symbol (designated-symbols symbols) t)
      (multiple-value-bind (other status) (find-symbol (symbol-name symbol) package)
        (unless (and status (eq other symbol))
          (cerror "Import it." (package-conflict package "~S is not accessible in ~S" symbol package))
          (import (list symbol) package))
        (unless (eq status :external)
          (dolist (user (package-used-by-list package))
            (let ((others (conflicting symbol user)))
              (if others (resolve-conflict user (append others (list symbol))))))
          (add-symbol symbol package t))))))

(defun unexport (symbols &optional (package *package*))
  "Make SYMBOLS, a symbol or a list, internal in PACKAGE; return T.
Signals: package-error if a symbol is not accessible in PACKAGE, or PACKAGE is a package of Winnow.
Example: (let ((p (make-package \"P\"))) (export (intern \"A\" p) p) (unexport (find-symbol \"A\" p) p)
  (prog1 (nth-value 1 (find-symbol \"A\" p)) (delete-package p))) => :INTERNAL"
  (let ((package (designated-package package)))
    (if (eq package (find-package "KEYWORD"))
        (error (package-conflict package "Keywords are always external")))
    (dolist (symbol (designated-symbols symbols) t)
      (multiple-value-bind (other status) (find-symbol (symbol-name symbol) package)
        (cond ((not (and status (eq other symbol)))
               (error (package-conflict package "~S is not accessible in ~S" symbol package)))
              ((eq status :external) (add-symbol symbol package nil)))))))

(defun unintern (symbol &optional (package *package*))
  "Remove SYMBOL from PACKAGE; return T, or NIL if it is not present there.
Signals: package-error if PACKAGE is a package of Winnow; package-error, which can be continued, if SYMBOL shadows symbols
that would conflict without it.
Example: (unintern (make-symbol \"A\")) => NIL"
  (let ((package (designated-package package)) (name (symbol-name symbol)))
    (when (member symbol (package-shadowing-symbols package))
      (let ((inherited nil))
        (dolist (used (package-use-list package))
          (multiple-value-bind (other status) (find-symbol name used)
            (if (eq status :external) (pushnew other inherited))))
        (if (cdr inherited)
            (return-from unintern
              (progn (resolve-conflict package (nreverse inherited)) t))))
      (set-package-shadowing-symbols package (remove symbol (package-shadowing-symbols package))))
    (remove-symbol symbol package)))

(defun use-package (packages &optional (package *package*))
  "Make PACKAGE inherit the external symbols of PACKAGES, a package or a list; return T.
Signals: package-error, which can be continued, if two symbols with the same name would be accessible.
Example: (let ((p (make-package \"P\"))) (use-package :cl p) (prog1 (find-symbol \"CAR\" p) (delete-package p))) => CAR"
  (let ((package (designated-package package)))
    (dolist (used (mapcar #'designated-package (if (listp packages) packages (list packages))) t)
      (unless (or (eq used package) (member used (package-use-list package)))
        (if (eq used (find-package "KEYWORD"))
            (error (package-conflict used "The package KEYWORD cannot be used")))
        (dolist (pair (package-symbols used :external))
          (let ((others (conflicting (car pair) package)))
            (if others (resolve-conflict package (append others (list (car pair)))))))
        (set-package-uses package (append (package-use-list package) (list used)))))))

(defun unuse-package (packages &optional (package *package*))
  "Stop PACKAGE from inheriting the symbols of PACKAGES, a package or a list; return T.
Example: (let ((p (make-package \"P\" :use '(:cl)))) (unuse-package :cl p)
  (prog1 (package-use-list p) (delete-package p))) => NIL"
  (let ((package (designated-package package)))
    (dolist (used (mapcar #'designated-package (if (listp packages) packages (list packages))) t)
      (set-package-uses package (remove used (package-use-list package))))))

;;; DEFPACKAGE and IN-PACKAGE

(defmacro in-package (name &rest options)
  "Make the package NAME (not evaluated) the current package, also at compile time; return it.
For programs from 1984, a quoted name or OPTIONS (those of MAKE-PACKAGE) make IN-PACKAGE evaluate NAME, and create the
package if it does not exist.
Signals: package-error if the package does not exist.
Example: (in-package :cl-user) => #<package \"COMMON-LISP-USER\">"
  `(eval-when (:compile-toplevel :load-toplevel :execute)
     (setq *package* ,(if (or options (typep name '(cons (eql quote))))
                          `(package-of-1984 ,name ,@options)
                          `(designated-package ',(string name))))))

(defun package-of-1984 (name &rest options &key nicknames use)
  (let ((package (find-package name)))
    (cond ((null package) (apply #'make-package name options))
          (t (if use (use-package use package))
             (if nicknames (rename-package package (package-name package) (append nicknames (package-nicknames package))))
             package))))

(defmacro defpackage (name &rest options)
  "Define the package NAME, or change it to match OPTIONS; return it.
OPTIONS: (:nicknames name...), (:use package...), by default COMMON-LISP, (:shadow name...), (:shadowing-import-from package name...),
(:import-from package name...), (:intern name...), (:export name...), (:documentation string), (:size n),
(:local-nicknames (nickname package)...): names of packages while NAME is the current package.
Signals: program-error for a malformed option; package-error for name conflicts.
Example: (prog1 (package-name (defpackage :shop (:use :cl) (:export :buy))) (delete-package :shop)) => \"SHOP\""
  (check-package-options name options)
  (flet ((names (option)
           (mapcan (lambda (o) (if (eq (car o) option) (mapcar #'string (cdr o)) nil)) options))
         (lists (option)
           (mapcan (lambda (o) (if (eq (car o) option) (list (mapcar #'string (cdr o))) nil)) options)))
    `(eval-when (:compile-toplevel :load-toplevel :execute)
       (define-package ',(string name)
                       :nicknames ',(names :nicknames)
                       :use ',(if (assoc :use options)
                                  (mapcan (lambda (o) (if (eq (car o) :use) (copy-list (cdr o)) nil)) options)
                                  '("COMMON-LISP"))
                       :shadow ',(names :shadow)
                       :shadowing-imports ',(lists :shadowing-import-from)
                       :imports ',(lists :import-from)
                       :interned ',(names :intern)
                       :exports ',(names :export)
                       :local-nicknames ',(mapcan (lambda (o) (if (eq (car o) :local-nicknames) (copy-list (cdr o)) nil))
                                                  options)
                       :documentation ,(cadr (assoc :documentation options))))))

(defun check-package-options (name options)
  (flet ((refuse (control &rest arguments)
           (error 'program-error :format-control (concatenate 'string "DEFPACKAGE ~A: " control)
                                 :format-arguments (cons name arguments))))
    (let ((disjoint nil))  ; pairs (name . option); a name may occur in only one of these options
      (dolist (option options)
        (unless (and (consp option)
                     (member (car option) '(:nicknames :use :shadow :shadowing-import-from :import-from :intern
                                            :export :documentation :size :local-nicknames)))
          (refuse "expected an option, got ~S" option))
        (if (and (member (car option) '(:documentation :size))
                 (or (> (count (car option) options :key #'car) 1)
                     (not (typep (cdr option) (if (eq (car option) :size) '(cons (integer 0) null) '(cons string null))))))
            (refuse "expected ~S once, with ~A, got ~S"
                    (car option) (if (eq (car option) :size) "a size" "a string") option))
        (if (and (eq (car option) :local-nicknames)
                 (notevery (lambda (entry) (typep entry '(cons t (cons t null)))) (cdr option)))
            (refuse "expected lists (nickname package) in :LOCAL-NICKNAMES, got ~S" option))
        (dolist (n (case (car option)
                     ((:shadow :intern) (cdr option))
                     ((:import-from :shadowing-import-from) (cddr option))))
          (pushnew (cons (string n) (car option)) disjoint :test #'equal)))
      (dolist (option options)
        (if (eq (car option) :export)
            (dolist (exported (cdr option))
              (if (some (lambda (o) (and (eq (car o) :intern) (member (string exported) (mapcar #'string (cdr o)) :test #'string=)))
                        options)
                  (refuse "~A occurs in both :EXPORT and :INTERN" exported)))))
      (let ((twice (find-if (lambda (n) (> (count n disjoint :key #'car :test #'string=) 1)) (mapcar #'car disjoint))))
        (if twice (refuse "~A occurs in two options" twice))))))

(defun define-package (name &key nicknames use shadow shadowing-imports imports interned exports local-nicknames documentation)
  (flet ((found (string package)
           (multiple-value-bind (symbol status) (find-symbol string package)
             (unless status
               (cerror "Create it." (package-conflict package "The symbol ~A is not accessible in ~S" string package)))
             (if status symbol (intern string package)))))
    (let ((package (find-package name)))
      (check-package-names package nicknames)
      (mapc #'designated-package use)  ; checked before the package is created
      (if package
          (unless (subsetp nicknames (package-nicknames package) :test #'string=)
            (set-package-names package (package-name package)
                               (union nicknames (package-nicknames package) :test #'string=)))
          (setq package (make-package name :nicknames nicknames :use nil)))
      (shadow shadow package)
      (dolist (list shadowing-imports)
        (shadowing-import (mapcar (lambda (string) (found string (designated-package (car list)))) (cdr list))
                          package))
      (use-package use package)
      (dolist (list imports)
        (import (mapcar (lambda (string) (found string (designated-package (car list)))) (cdr list)) package))
      (dolist (string interned) (intern string package))
      (export (mapcar (lambda (string) (intern string package)) exports) package)
      (dolist (entry local-nicknames) (add-local-nickname (first entry) (second entry) package))
      (if documentation (set-package-documentation package documentation))
      package)))

;; Makes NICKNAME a local nickname of the package ACTUAL in PACKAGE.
(defun add-local-nickname (nickname actual package)
  (let* ((name (coerce (string nickname) 'simple-string)) (actual (designated-package actual))
         (known (assoc name (local-nicknames package) :test #'string=)))
    (cond ((null known) (set-local-nicknames package (cons (cons name actual) (local-nicknames package))))
          ((eq (cdr known) actual))
          (t (cerror "Let it denote ~*~*~*~S." (package-conflict package "~A is a local nickname of ~S in ~S already" name (cdr known) package)
                     name (cdr known) package actual)
             (set-local-nicknames package (cons (cons name actual) (remove known (local-nicknames package))))))))

;;; Iteration over symbols

(defun walk-form (variable pairs result body)
  (multiple-value-bind (head forms) (split-body body)
    (let ((rest (gensym "REST")))
      `(block nil
         (let ((,rest ,pairs))
           (let ((,variable nil))
             ,@head
             (tagbody
                (go turn-test)
              next-turn
                (setq ,variable (car (pop ,rest)))
                (tagbody ,@forms)
              turn-test
                (if ,rest (go next-turn)))
             (setq ,variable nil)
             ,result))))))

(defmacro do-symbols ((variable &optional (package '*package*) result) &body body)
  "Run BODY with VARIABLE bound to each symbol that is accessible in PACKAGE; return RESULT.
Example: (let ((n 0)) (do-symbols (s :keyword (> n 100)) (incf n))) => T"
  (walk-form variable `(package-symbols ,package :accessible) result body))

(defmacro do-external-symbols ((variable &optional (package '*package*) result) &body body)
  "Run BODY with VARIABLE bound to each external symbol of PACKAGE; return RESULT.
Example: (let ((n 0)) (do-external-symbols (s :cl n) (incf n))) => 978"
  (walk-form variable `(package-symbols ,package :external) result body))

(defmacro do-all-symbols ((variable &optional result) &body body)
  "Run BODY with VARIABLE bound to each symbol that is present in some package; return RESULT.
Example: (do-all-symbols (s 'none) (if (eq s 'car) (return 'found))) => FOUND"
  (walk-form variable '(mapcan (lambda (package) (package-symbols package :present)) (list-all-packages))
             result body))

(defmacro with-package-iterator ((name packages &rest kinds) &body body)
  "Run BODY, in which (NAME) returns whether there is a next symbol, the symbol, its status and its package.
PACKAGES: a package or a list of packages.  KINDS: the kinds of symbols, one or more of :INTERNAL, :EXTERNAL, :INHERITED.
Signals: program-error if KINDS is empty or has another element.
Example: (with-package-iterator (next :cl :external) (next)) => T"
  (if (or (null kinds) (set-difference kinds '(:internal :external :inherited)))
      (error 'program-error :format-control "WITH-PACKAGE-ITERATOR: expected :INTERNAL, :EXTERNAL or :INHERITED, got ~S"
                            :format-arguments (list kinds)))
  (let ((rest (gensym "REST")) (entry (gensym "ENTRY")))
    `(let ((,rest (iterated-symbols ,packages ',kinds)))
       (macrolet ((,name ()
                    '(if ,rest
                         (let ((,entry (pop ,rest)))
                           (values t (first ,entry) (second ,entry) (third ,entry)))
                         nil)))
         ,@body))))

(defun iterated-symbols (packages kinds)
  (mapcan (lambda (package)
            (let ((package (designated-package package)))
              (mapcan (lambda (pair)
                        (if (member (cdr pair) kinds) (list (list (car pair) (cdr pair) package)) nil))
                      (package-symbols package :accessible))))
          (if (listp packages) packages (list packages))))

(defun find-all-symbols (string)
  "Return a list of the symbols named STRING (a string designator) in all packages.
Example: (find-all-symbols \"CAR\") => (CAR)"
  (let ((found nil))
    (dolist (package (list-all-packages) found)
      (multiple-value-bind (symbol status) (find-present (string string) package)
        (if status (pushnew symbol found))))))

(defvar *gentemp-counter* -1 "The number in the name of the last symbol that GENTEMP created.")

(defun gentemp (&optional (prefix "T") (package *package*))
  "Return a new symbol in PACKAGE whose name is PREFIX and a number; each call uses a new number.
Signals: type-error unless PREFIX is a string; package-error.
Example: (symbolp (gentemp)) => T"
  (check-argument prefix 'string "a string")
  (do () (nil)
    (let ((name (format nil "~A~D" prefix (incf *gentemp-counter*))))
      (if (nth-value 1 (find-symbol name package))
          nil
          (return (values (intern name package)))))))
