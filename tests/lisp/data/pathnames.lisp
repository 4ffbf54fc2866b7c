;;;; pathnames.lisp -- pathnames (ANSI Common Lisp, chapter 19).

(let ((p (pathname "/usr/lib/a.b.lisp"))) (list (pathname-directory p) (pathname-name p) (pathname-type p)))  ;=> ((:ABSOLUTE "usr" "lib") "a.b" "lisp")
(list (pathname-name ".emacs") (pathname-type ".emacs") (pathname-directory "a/b/") (pathname-name "a/b/"))  ;=> (".emacs" NIL (:RELATIVE "a" "b") NIL)
(list (pathname-directory "../x") (namestring "../x") (pathname-name "..") (namestring "/"))  ;=> ((:RELATIVE :UP) "../x" NIL "/")
(make-pathname :directory '(:absolute "a" "b") :name "c" :type "d")  ;=> #P"/a/b/c.d"
(make-pathname :name "intro" :type "lisp" :defaults "/books/paip/")  ;=> #P"/books/paip/intro.lisp"
(make-pathname :type "fasl" :defaults "/a/b.lisp")  ;=> #P"/a/b.fasl"
;; A component that is given replaces that of :DEFAULTS; they are not merged.
(make-pathname :directory '(:relative "backups") :defaults "/foo/bar/baz.txt")  ;=> #P"backups/baz.txt"
(make-pathname :directory nil :defaults "/a/b.c")  ;=> #P"b.c"
(make-pathname :directory '(:sideways "a"))  ;signals: FILE-ERROR
(make-pathname :name 5)  ;signals: TYPE-ERROR
(list (merge-pathnames "b.lisp" "/a/") (merge-pathnames "c/d" "/a/b.e") (merge-pathnames "/x/y" "/a/b.e"))  ;=> (#P"/a/b.lisp" #P"/a/c/d.e" #P"/x/y.e")
(let ((*default-pathname-defaults* #P"/home/")) (merge-pathnames "x"))  ;=> #P"/home/x"
(list (file-namestring "/a/b.c") (directory-namestring "/a/b.c") (enough-namestring "/a/b/c.d" "/a/"))  ;=> ("b.c" "/a/" "b/c.d")
(list (wild-pathname-p "a/*.lisp") (wild-pathname-p "a/*.lisp" :type) (wild-pathname-p "a.b"))  ;=> (T NIL NIL)
(list (pathname-match-p "/a/b.lisp" "/a/*.lisp") (pathname-match-p "/a/b.lisp" "/b/*.*") (pathname-match-p "/a/b/c/d.e" "/a/**/*.e")
      (pathname-match-p "foobar.x" "foo*.x"))  ;=> (T NIL T T)
(list (typep #P"a" 'pathname) (pathnamep "a") (class-name (class-of #P"a")) (subtypep 'pathname 'atom))  ;=> (T NIL PATHNAME T)
(list (prin1-to-string #P"a b.c") (princ-to-string #P"a b.c"))  ;=> ("#P\"a b.c\"" "a b.c")
(equal #P"a/b.c" (pathname "a/b.c"))  ;=> T
(multiple-value-list (parse-namestring "xa.by" nil nil :start 1 :end 4))  ;=> (#P"a.b" 4)
(pathname 5)  ;signals: TYPE-ERROR

;; Files are opened, probed and deleted by pathname.
(let ((file (make-pathname :directory '(:absolute "tmp") :name "winnow-pathname-test" :type "lisp")))
  (with-open-file (out file :direction :output :if-exists :supersede)
    (print '(defvar *loaded* (list (pathname-name *load-pathname*) (pathname-type *load-truename*))) out))
  (unwind-protect (progn (load file) (list (pathname-name (probe-file file)) (integerp (file-write-date file)) *loaded*))
    (delete-file file)))  ;=> ("winnow-pathname-test" T ("winnow-pathname-test" "lisp"))
(probe-file "/no/such/file")  ;=> NIL
(truename "/no/such/file")  ;signals: FILE-ERROR
(probe-file "/tmp/*")  ;signals: FILE-ERROR
(let ((home (string-right-trim "/" (or (getenv "HOME") ""))))
  (list (equal (namestring "~/a/b.c") (format nil "~A/a/b.c" home)) (equal (namestring (user-homedir-pathname)) (format nil "~A/" home))
        (namestring "~") (namestring "a/~/b") (namestring "~me/b")))  ;=> (T T "~" "a/~/b" "~me/b")

;; A pathname that READ would split differently is not printed readably.
(let ((*print-readably* t)) (prin1-to-string (make-pathname :type "txt")))  ;signals: print-not-readable
(let ((*print-readably* t)) (prin1-to-string (make-pathname :directory '(:relative "~") :name "a")))  ;signals: print-not-readable
(let ((*print-readably* t)) (prin1-to-string #p"/a/b.txt"))  ;=> "#P\"/a/b.txt\""

;; A stream returns the logical pathname with which it was opened, and the physical file.
(defvar *logical-folder* (format nil "/tmp/winnow-logical-~36R/" (random (expt 36 10))))
(setf (logical-pathname-translations "OPENED") (list (list "**;*.*" (concatenate 'string *logical-folder* "**/*.*"))))
(not (null (ensure-directories-exist *logical-folder*)))  ;=> T
(with-open-file (s "OPENED:FILE.TXT" :direction :output)
  (list (pathname s) (logical-pathname s) (namestring s) (pathname-name s) (equal (truename s) (parse-namestring (concatenate 'string *logical-folder* "file.txt")))
        (search "#<stream OPENED:FILE.TXT" (prin1-to-string s))))  ;=> (#P"OPENED:FILE.TXT" #P"OPENED:FILE.TXT" "OPENED:FILE.TXT" "FILE" T 0)
(let ((s (open (logical-pathname "OPENED:FILE.TXT")))) (close s) (list (logical-pathname s) (not (null (probe-file s)))))  ;=> (#P"OPENED:FILE.TXT" T)
(with-open-file (s (concatenate 'string *logical-folder* "file.txt")) (logical-pathname s))  ;signals: type-error
(let ((s (open "OPENED:FILE.TXT"))) (close s) (delete-file s) (probe-file "OPENED:FILE.TXT"))  ;=> NIL
(system::run-command (format nil "rmdir ~A" *logical-folder*))  ;=> 0

;; In :COMMON case upper case denotes the lower case of file names, and vice versa; mixed case is kept (19.2.2.1.2.2).
(mapcar #'namestring (list (make-pathname :name "FOO" :type "LISP" :directory '(:absolute "USR" "Local" :wild) :case :common)
                           (make-pathname :name "foo" :type "LiSp" :case :common) (make-pathname :name "FOO" :case :local)))  ;=> ("/usr/Local/*/foo.lisp" "FOO.LiSp" "FOO")
(let ((p #P"/usr/Mixed/LIB/foo.LiSp"))
  (list (pathname-name p :case :common) (pathname-type p :case :common) (pathname-directory p :case :common) (pathname-name p :case :local)
        (pathname-host p :case :common) (pathname-device p :case :common)))  ;=> ("FOO" "LiSp" (:ABSOLUTE "USR" "Mixed" "lib") "foo" NIL NIL)
(let ((p #P"a/b-1/Cd.e")) (equal p (make-pathname :directory (pathname-directory p :case :common) :name (pathname-name p :case :common)
                                                  :type (pathname-type p :case :common) :case :common)))  ;=> T
(make-pathname :name "a" :case :upper)  ;signals: type-error
(pathname-name "a" :case nil)  ;signals: type-error

;; The syntax of logical pathnames (19.3.1); their own case is upper case.
(setf (logical-pathname-translations "SHELF") '(("**;*.*.*" "/shelf/**/*.*")))
(mapcar #'namestring (mapcar #'logical-pathname '("shelf:a;b.lisp.3" "shelf:;a;**;*.l*.newest" "shelf:b-1.l.*" "shelf:.lisp")))  ;=> ("SHELF:A;B.LISP.3" "SHELF:;A;**;*.L*.NEWEST" "SHELF:B-1.L.*" "SHELF:.LISP")
(mapcar (lambda (text) (handler-case (logical-pathname text) (parse-error () :refused)))
        '("shelf:foo.bar." "shelf:foo.bar.baz" "shelf:foo..bar" "shelf:foo.bar.0" "shelf:foo.bar.-1" "shelf:a;;b" "shelf:**.b" "shelf:a_b" "shelf:a.b.1.2"))
;=> (:REFUSED :REFUSED :REFUSED :REFUSED :REFUSED :REFUSED :REFUSED :REFUSED :REFUSED)
(multiple-value-list (parse-namestring "foo..bar" "SHELF" #P"" :junk-allowed t))  ;=> (NIL 0)
(namestring (parse-namestring "foo;bar.fas.3" "shelf"))  ;=> "SHELF:FOO;BAR.FAS.3"
(parse-namestring "foo;bar.fas.3" "nohost")  ;signals: type-error
(parse-namestring "/a/b" 5)  ;signals: type-error
(parse-namestring #P"/a/b" "SHELF")  ;signals: "is not on the host SHELF"
(make-pathname :host "nohost" :name "A")  ;signals: type-error
(let ((p (make-pathname :host "shelf" :name "A" :case :common))) (list p (pathname-name p :case :common)))  ;=> (#P"SHELF:A" "A")
