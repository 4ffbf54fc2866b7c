;;;; Package-local nicknames. The expectations follow SBCL's manual, section 12.1.

(defpackage :inner-one (:use :cl) (:export :made))
(defpackage :inner-two (:use :cl) (:export :made))
(defpackage :outer (:use :cl) (:local-nicknames (:i :inner-one) ("J" "INNER-TWO")))

;; FIND-PACKAGE and the reader respect the nicknames of the current package only.
(find-package :i)  ;=> NIL
(let ((*package* (find-package :outer))) (list (package-name (find-package :i)) (package-name (find-package "J"))))  ;=> ("INNER-ONE" "INNER-TWO")
(let ((*package* (find-package :outer))) (eq (read-from-string "i:made") 'inner-one:made))  ;=> T
(let ((*package* (find-package :outer))) (eq (read-from-string "j::made") 'inner-two:made))  ;=> T
(read-from-string "i:made")  ;signals: reader-error

;; A local nickname hides a package of the same name.
(let ((p (make-package "HIDES")))
  (winnow-ext:add-package-local-nickname :inner-one :inner-two p)
  (prog1 (let ((*package* p)) (package-name (find-package :inner-one))) (delete-package p)))  ;=> "INNER-TWO"

;; The printer uses local nicknames, so that the symbol can be read again.
(let ((*package* (find-package :outer))) (prin1-to-string 'inner-one:made))  ;=> "I:MADE"
(prin1-to-string 'inner-one:made)  ;=> "INNER-ONE:MADE"

(mapcar #'car (winnow-ext:package-local-nicknames :outer))  ;=> ("J" "I")
(mapcar #'package-name (winnow-ext:package-locally-nicknamed-by-list :inner-one))  ;=> ("OUTER")
(package-nicknames :inner-one)  ;=> NIL

;; Adding a nickname again does not change anything; the same nickname for another package is refused, unless the error is continued.
(package-name (winnow-ext:add-package-local-nickname :i :inner-one :outer))  ;=> "OUTER"
(winnow-ext:add-package-local-nickname :i :inner-two :outer)  ;signals: package-error
(winnow-ext:add-package-local-nickname :k :no-such-package :outer)  ;signals: package-error
(handler-bind ((package-error #'continue)) (winnow-ext:add-package-local-nickname :i :inner-two :outer)
  (let ((*package* (find-package :outer))) (package-name (find-package :i))))  ;=> "INNER-TWO"
(winnow-ext:remove-package-local-nickname :i :outer)  ;=> T
(winnow-ext:remove-package-local-nickname :i :outer)  ;=> NIL
(let ((*package* (find-package :outer))) (find-package :i))  ;=> NIL

;; Malformed options.
(macroexpand-1 '(defpackage :bad (:local-nicknames (:a))))  ;signals: program-error
(macroexpand-1 '(defpackage :bad (:local-nicknames :a)))  ;signals: program-error

;; Winnow's own names are not found through local nicknames.
(progn (defpackage :hides-names (:use :cl) (:local-nicknames (:common-lisp :keyword))) (package-name (find-package :hides-names)))  ;=> "HIDES-NAMES"
(let ((*package* (find-package :hides-names))) (list (package-name (find-package "COMMON-LISP")) (documentation 'car 'variable)))  ;=> ("KEYWORD" NIL)
