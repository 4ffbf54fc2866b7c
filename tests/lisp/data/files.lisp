;;;; files.lisp -- wild and logical pathnames, and operations on files (ANSI Common Lisp, chapters 19 and 20).

;;; Wild names

(mapcar (lambda (p) (if (wild-pathname-p p) t nil)) '("a*" "a?b" "*/b" "**/b" "a.*" "a"))  ;=> (T T T T T NIL)
(mapcar (lambda (w) (pathname-match-p "/a/b/foobar.lisp" w)) '("/a/b/f??bar.lisp" "/**/*.lisp" "/*/b/*.*" "/a/*.lisp" "*r.l*p" "/a/**/b/*.lisp" "?.lisp"))  ;=> (T T T NIL T T NIL)
(mapcar (lambda (l) (namestring (apply #'translate-pathname l)))
        '(("/a/b/foo.lisp" "/a/*/*.lisp" "/x/*/y/*.fasl") ("foobar" "foo*" "*baz") ("foobar" "foo*" "baz*") ("bar" "*" "foo*")
          ("/s/a/b/c.x" "/s/**/*.*" "/t/**/u/*.*") ("/s/c.x" "/s/**/*.*" "/t/**/*.*") ("a1b2" "a?b?" "?-?") ("d/e.f" "*/*.*" "x.y")))
  ;=> ("/x/b/y/foo.fasl" "barbaz" "bazbar" "foobar" "/t/a/b/u/c.x" "/t/c.x" "1-2" "d/x.y")
(translate-pathname "/a/b" "/c/*" "/d/*")  ;signals: "expected a pathname that matches"
(translate-pathname 5 "*" "*")  ;signals: type-error

;;; Files and directories

(defvar *folder* (format nil "/tmp/winnow-files-~D/" (random 1000000000 (make-random-state t))))
(defun in-folder (name) (concatenate 'string *folder* name))
(defun names (wild)
  (mapcar (lambda (p) (subseq (namestring p) (length (namestring (truename *folder*))))) (directory (in-folder wild))))
(defun make (name) (close (open (in-folder name) :direction :output)))

(multiple-value-bind (spec made) (ensure-directories-exist (in-folder "one/two/file.x")) (list (equal spec (in-folder "one/two/file.x")) made))  ;=> (T T)
(nth-value 1 (ensure-directories-exist (in-folder "one/two/file.x")))  ;=> NIL
(let ((text (with-output-to-string (*standard-output*) (ensure-directories-exist (in-folder "one/three/") :verbose t))))
  (equal text (format nil "; made the directory ~A~%" (in-folder "one/three/"))))  ;=> T
(mapc #'make '("a.lisp" "b.lisp" "b" ".hidden" "one/c.lisp" "one/two/d.lisp" "one/two/e.txt"))
(list (names "*.lisp") (names "*.*") (names "*") (names "?.lisp"))  ;=> (("a.lisp" "b.lisp") (".hidden" "a.lisp" "b" "b.lisp" "one/") (".hidden" "b" "one/") ("a.lisp" "b.lisp"))
(list (names "**/*.lisp") (names "one/*/") (names "*/*.lisp") (names "**/two/*.*"))  ;=> (("a.lisp" "b.lisp" "one/c.lisp" "one/two/d.lisp") ("one/three/" "one/two/") ("one/c.lisp") ("one/two/d.lisp" "one/two/e.txt"))
(list (names "a.lisp") (names "none.lisp") (names "none/*.*") (names "one/"))  ;=> (("a.lisp") NIL NIL ("one/"))
(mapcar #'pathname-name (directory (in-folder "one/")))  ;=> (NIL)
(progn (winnow-ext:run-program "/bin/ln" (list "-s" "one" (in-folder "link"))) (list (names "lin*/") (names "lin*") (delete-file (in-folder "link"))))  ;=> (("one/") ("one/") T)
(multiple-value-bind (new before after) (rename-file (in-folder "a.lisp") "z")
  (mapcar #'file-namestring (list new before after)))  ;=> ("z.lisp" "a.lisp" "z.lisp")
(names "*.lisp")  ;=> ("b.lisp" "z.lisp")
(rename-file (in-folder "none") "other")  ;signals: file-error
(rename-file (in-folder "b.lisp") "no-folder/b.lisp")  ;signals: file-error
(ensure-directories-exist (in-folder "b/c/d"))  ;signals: file-error
(ensure-directories-exist (in-folder "*/d"))  ;signals: file-error
(stringp (file-author (in-folder "b")))  ;=> T
(file-author (in-folder "none"))  ;signals: file-error
(open (in-folder "*.lisp"))  ;signals: file-error

;;; The system ends a file name at a NUL; operators refuse names that contain one.

(defvar *nul* (concatenate 'string (in-folder "b") (string (code-char 0)) "c"))
(defun refuses-nul (operation)
  (handler-case (progn (funcall operation *nul*) nil)
    (file-error (c) (and (search "without NUL characters" (princ-to-string c)) t))))
(mapcar #'refuses-nul
        (list #'open #'load #'probe-file #'truename #'file-write-date #'file-author #'delete-file #'directory #'compile-file
              (lambda (name) (open name :if-does-not-exist nil)) (lambda (name) (open name :direction :output))
              (lambda (name) (rename-file name "other")) (lambda (name) (rename-file (in-folder "b") name))
              (lambda (name) (ensure-directories-exist (concatenate 'string name "/x")))))
  ;=> (T T T T T T T T T T T T T T)
(length (names "b"))  ;=> 1
(let ((*default-pathname-defaults* (pathname *folder*))) (list (not (probe-file "b")) (with-open-file (s "b") (file-length s)) (length (directory "*.lisp"))))  ;=> (NIL 0 2)

;;; Logical pathnames

(setf (logical-pathname-translations "textbook")
      `(("search;**;*.*.*" ,(in-folder "one/**/*.*")) ("TEXTBOOK:**;*.*.*" ,(in-folder "**/*.*"))))
(let ((p (pathname "TextBook:search;two;d.lisp.newest")))
  (list (typep p 'logical-pathname) (pathname-host p) (pathname-directory p) (pathname-name p) (pathname-type p) (pathname-version p) p))
  ;=> (T "TEXTBOOK" (:ABSOLUTE "SEARCH" "TWO") "D" "LISP" :NEWEST #P"TEXTBOOK:SEARCH;TWO;D.LISP.NEWEST")
(mapcar (lambda (s) (namestring (pathname s))) '("textbook:;a;b" "textbook:a" "textbook:**;*.lisp.*" "textbook:a.b.3" "c:/x"))  ;=> ("TEXTBOOK:;A;B" "TEXTBOOK:A" "TEXTBOOK:**;*.LISP.*" "TEXTBOOK:A.B.3" "c:/x")
(equal (namestring (translate-logical-pathname "textbook:search;two;d.lisp")) (in-folder "one/two/d.lisp"))  ;=> T
(equal (namestring (translate-logical-pathname "textbook:b")) (in-folder "b"))  ;=> T
(list (translate-logical-pathname "/x/y") (translate-logical-pathname #P"z"))  ;=> (#P"/x/y" #P"z")
(list (not (probe-file "textbook:search;c.lisp")) (with-open-file (s "textbook:search;c.lisp") (file-length s)) (pathname-name (truename "TEXTBOOK:B")))  ;=> (NIL 0 "b")
(length (directory "textbook:search;**;*.lisp"))  ;=> 2
(with-open-file (s "textbook:load-me.lisp" :direction :output) (write-string "(defvar *loaded-by-logical-name* 5)" s))
(progn (load "textbook:load-me") *loaded-by-logical-name*)  ;=> 5
(list (merge-pathnames "x.y" (logical-pathname "textbook:a;b.c")) (make-pathname :host "TEXTBOOK" :directory '(:absolute "A") :name "B"))  ;=> (#P"TEXTBOOK:A;X.Y.NEWEST" #P"TEXTBOOK:A;B")
(list (host-namestring "textbook:a;b.c") (directory-namestring "textbook:a;b.c") (file-namestring "textbook:a;b.c"))  ;=> ("TEXTBOOK" "A;" "B.C")
(parse-namestring "a;b.c" "TEXTBOOK")  ;=> #P"TEXTBOOK:A;B.C" ; 5
(length (logical-pathname-translations "TEXTBOOK"))  ;=> 2
(progn (setf (logical-pathname-translations "emptied") '()) (handler-case (translate-logical-pathname "emptied:x") (file-error () 'none)))  ;=> NONE
(logical-pathname "no-such-host:x")  ;signals: type-error
(logical-pathname "/a/b")  ;signals: type-error
(logical-pathname-translations "no-such-host")  ;signals: type-error
(setf (logical-pathname-translations "a:b") nil)  ;signals: type-error
(pathname "textbook:a b;c")  ;signals: parse-error
(with-open-file (s (in-folder "shelf.translations") :direction :output) (prin1 `(("*.*" ,(in-folder "*.*"))) s))
(let ((*default-pathname-defaults* (pathname *folder*)))
  (list (load-logical-pathname-translations "shelf") (load-logical-pathname-translations "SHELF") (not (probe-file "shelf:b"))))  ;=> (T NIL NIL)
(load-logical-pathname-translations "no-such-shelf")  ;signals: file-error

;; The element type of a binary file may be any type of integers that fit in a byte.
(deftype octet () '(unsigned-byte 8))
(let ((name (concatenate 'string *folder* "octets")))
  (with-open-file (s name :direction :output :element-type 'octet) (write-byte 200 s))
  (with-open-file (s name :element-type '(or (integer 0 1) (integer 100 200)))
    (list (stream-element-type s) (read-byte s) (read-byte s nil :end))))  ;=> ((UNSIGNED-BYTE 8) 200 :END)
(let ((name (concatenate 'string *folder* "octets")))
  (with-open-file (s name :direction :output :element-type '(mod 256) :if-exists :supersede) (write-byte 255 s))
  (with-open-file (s name :element-type '(mod 65536)) (list (stream-element-type s) (read-byte s nil :short))))  ;=> ((UNSIGNED-BYTE 16) :SHORT)
(let ((name (concatenate 'string *folder* "octets")))
  (with-open-file (s name :element-type '(integer -100 100)) (list (stream-element-type s) (read-byte s))))  ;=> ((SIGNED-BYTE 8) -1)
;; A synonym stream answers for the file stream that it refers to, while that is open.
(let ((name (concatenate 'string *folder* "octets")))
  (with-open-file (*file-meant* name :element-type '(unsigned-byte 8))
    (declare (special *file-meant*))
    (let ((s (make-synonym-stream '*file-meant*)))
      (list (file-length s) (file-position s) (progn (close *file-meant*) (handler-case (file-position s) (stream-error () 'closed)))))))  ;=> (1 0 CLOSED)
;; A file that cannot be renamed keeps its name.
(let ((name (concatenate 'string *folder* "octets")))
  (ensure-directories-exist (concatenate 'string name ".bak/x"))
  (list (handler-case (open name :direction :output :if-exists :rename) (file-error () 'no))
        (with-open-file (s name :element-type '(unsigned-byte 8)) (file-length s))
        (delete-file (concatenate 'string name ".bak/"))))  ;=> (NO 1 T)
(open (concatenate 'string *folder* "none") :direction :output :element-type '(mod -1))  ;signals: type-error
(open (concatenate 'string *folder* "symbols") :direction :output :element-type 'symbol)  ;signals: type-error

(mapc (lambda (p) (if (pathname-name p) (delete-file p))) (directory (in-folder "**/*.*")))
(mapc #'delete-file (list (in-folder "one/two/") (in-folder "one/three/")))
(make "one/last")
(delete-file (in-folder "one/"))  ;signals: file-error
(delete-file (in-folder "one/last"))  ;=> T
(list (delete-file (in-folder "one/")) (delete-file *folder*) (probe-file *folder*))  ;=> (T T NIL)

;; A position beyond the end: "if it is too large ... an error is signaled" (FILE-POSITION)
(let ((name (format nil "/tmp/winnow-place-~D" (random 1000000000 (make-random-state t)))))
  (unwind-protect
      (with-open-file (s name :direction :io :element-type '(unsigned-byte 64))
        (write-byte 7 s)
        (flet ((refuses (position) (handler-case (file-position s position) (type-error (c) (type-error-expected-type c)))))
          (list (refuses (expt 2 60)) (refuses (expt 2 100)) (refuses 2) (file-position s) (file-position s 1)
                (file-position s 0) (read-byte s))))
    (delete-file name)))  ;=> ((INTEGER 0 1) (INTEGER 0 1) (INTEGER 0 1) 1 T T 7)
(with-input-from-string (s "abc") (list (file-position s 3) (file-position s 0) (file-position s 4)))  ;signals: type-error
(with-input-from-string (s "abc") (list (file-position s 3) (read-char s nil :end) (file-position s 1) (read-char s)))  ;=> (T :END T #\b)

;; A file opened with :IF-EXISTS :APPEND starts at its end.
(let ((file "appended-to.tmp"))
  (with-open-file (s file :direction :output :if-exists :supersede) (write-string "abcd" s))
  (with-open-file (s file :direction :output :if-exists :append)
    (prog1 (list (file-position s) (progn (write-string "ef" s) (file-position s)) (file-length s)) (delete-file file))))  ;=> (4 6 6)

;; FRESH-LINE on a broadcast stream applies to each component stream.
(let ((a (make-string-output-stream)) (b (make-string-output-stream)))
  (write-string "x" b) (fresh-line (make-broadcast-stream a b)) (list (get-output-stream-string a) (string= (get-output-stream-string b) (format nil "x~%"))))  ;=> ("" T)

;; Element types without bits
(open "winnow-no-such-file" :element-type '(unsigned-byte 0))  ;signals: type-error
(open "winnow-no-such-file" :element-type '(unsigned-byte -8) :if-does-not-exist nil)  ;signals: type-error

;;; Sequences of octets, which are copied from and to the buffer of a file, are the same as octets one by one
(defvar *octets-file* (in-folder "octets"))
(ensure-directories-exist *octets-file*)
(defun octets-up-to (n &rest options)
  (let ((v (apply #'make-array n :element-type '(unsigned-byte 8) options))) (dotimes (i n v) (setf (aref v i) (mod (* 7 i) 251)))))
(defun all-octets () (with-open-file (s *octets-file* :element-type '(unsigned-byte 8)) (loop for b = (read-byte s nil) while b collect b)))
(defun write-parts (size parts)
  (with-open-file (s *octets-file* :direction :output :element-type '(unsigned-byte 8) :if-exists :supersede)
    (loop for (from to) on parts while to
          do (write-sequence (octets-up-to size) s :start from :end to) (write-byte 255 s))))
(defun parts-expected (size parts)
  (loop for (from to) on parts while to append (coerce (subseq (octets-up-to size) from to) 'list) collect 255))
(loop for parts in '((0 0) (0 1) (3 10) (0 65535 65536 70000) (0 65536) (0 65537) (0 131072 200000) (1 2 199999))
      always (progn (write-parts 200000 parts) (equal (all-octets) (parts-expected 200000 parts))))  ;=> T
(defun read-parts (size &rest ends)
  (with-open-file (s *octets-file* :element-type '(unsigned-byte 8))
    (let ((v (make-array size :element-type '(unsigned-byte 8) :initial-element 254)) (at 0))
      (list (loop for end in ends do (setq at (read-sequence v s :start at :end end)) collect at collect (read-byte s nil)) (coerce v 'list)))))
(progn (write-parts 10 '(0 10)) (read-parts 14 0 3 3 14))
;=> ((0 0 3 28 3 35 8 NIL) (7 14 21 42 49 56 63 255 254 254 254 254 254 254))
(progn (write-parts 100000 '(0 100000))
       (destructuring-bind (ends octets) (read-parts 100001 5 65530 65536 100001)
         (list ends (loop for i in '(0 4 5 65529 65535 65536 99996 99997 99998) collect (nth i octets)))))
;=> ((5 35 65530 140 65536 189 99998 NIL) (0 28 42 133 182 196 205 255 254))
(defun read-through (stream n) (let ((v (make-array n :element-type '(unsigned-byte 8) :initial-element 9))) (list (read-sequence v stream) (coerce v 'list))))
(progn (write-parts 3 '(0 3))
       (with-open-file (a *octets-file* :element-type '(unsigned-byte 8))
         (with-open-file (b *octets-file* :element-type '(unsigned-byte 8))
           (list (read-through (make-concatenated-stream a b) 7)
                 (progn (file-position a 1) (read-through (make-two-way-stream a (make-broadcast-stream)) 2))
                 (with-open-file (out (in-folder "echoed") :direction :output :element-type '(unsigned-byte 8) :if-exists :supersede)
                   (file-position b 0)
                   (list (read-through (make-echo-stream b out) 3) (write-sequence (octets-up-to 2) (make-broadcast-stream out out)) (file-position out)))))))
;=> ((7 (0 7 14 255 0 7 14)) (2 (7 14)) ((3 (0 7 14)) #(0 7) 7))
(with-open-file (s *octets-file* :direction :io :element-type '(unsigned-byte 8) :if-exists :overwrite)
  (list (read-through s 1) (progn (write-sequence (octets-up-to 2) s) (read-through s 2)) (progn (file-position s 0) (read-through s 5))))
;=> ((1 (0)) (1 (255 9)) (4 (0 0 7 255 9)))
(with-open-file (s *octets-file* :element-type '(signed-byte 8)) (let ((v (octets-up-to 3))) (handler-case (read-sequence v s :end 1) (type-error () :error))))  ;=> 1
(with-open-file (s *octets-file* :direction :output :element-type '(signed-byte 8) :if-exists :supersede)
  (handler-case (write-sequence (make-array 1 :element-type '(unsigned-byte 8) :initial-element 200) s) (type-error () :error)))  ;=> :ERROR
(with-open-file (s *octets-file* :direction :output :element-type '(unsigned-byte 16) :if-exists :supersede)
  (list (write-sequence (octets-up-to 2) s) (file-position s)))  ;=> (#(0 7) 2)
(mapc #'delete-file (directory (in-folder "*")))
(delete-file *folder*)
