;;;; pathnames.lisp -- names of files (ANSI Common Lisp, chapter 19).

(let ((p (pathname "/usr/lib/a.b.lisp"))) (list (pathname-directory p) (pathname-name p) (pathname-type p)))  ;=> ((:ABSOLUTE "usr" "lib") "a.b" "lisp")
(list (pathname-name ".emacs") (pathname-type ".emacs") (pathname-directory "a/b/") (pathname-name "a/b/"))  ;=> (".emacs" NIL (:RELATIVE "a" "b") NIL)
(list (pathname-directory "../x") (namestring "../x") (pathname-name "..") (namestring "/"))  ;=> ((:RELATIVE :UP) "../x" NIL "/")
(make-pathname :directory '(:absolute "a" "b") :name "c" :type "d")  ;=> #P"/a/b/c.d"
(make-pathname :name "intro" :type "lisp" :defaults "/books/paip/")  ;=> #P"/books/paip/intro.lisp"
(make-pathname :type "fasl" :defaults "/a/b.lisp")  ;=> #P"/a/b.fasl"
;; A part that is given is not merged with that of :DEFAULTS.
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

;; Files are found by them.
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

;; What READ would take apart otherwise is not written readably.
(let ((*print-readably* t)) (prin1-to-string (make-pathname :type "txt")))  ;signals: print-not-readable
(let ((*print-readably* t)) (prin1-to-string (make-pathname :directory '(:relative "~") :name "a")))  ;signals: print-not-readable
(let ((*print-readably* t)) (prin1-to-string #p"/a/b.txt"))  ;=> "#P\"/a/b.txt\""

;; A stream knows the logical pathname that it was opened by, and its file.
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
