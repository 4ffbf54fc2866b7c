;;;; pathnames.lisp -- names of files, taken apart and put together (standard, chapter 19). -*- sealed -*-
;;;; As in Unix: no hosts, devices or versions; ".." is :UP, "*" :WILD, "**" :WILD-INFERIORS.

(defstruct (pathname (:predicate nil) (:copier nil) (:constructor %make-pathname (namestring directory name type))
                     (:conc-name %pathname-)
                     (:print-function
                      (lambda (pathname stream depth)
                        depth
                        (if *print-escape* (write-string "#P" stream))
                        (write (%pathname-namestring pathname) :stream stream))))
  namestring  ; the first slot: builtins/files.cpp reads it
  directory name type)

(defun %join (strings) (apply #'%concatenate 'string strings))

;; A part of a name as it is written, and as it is kept.
(defun %part-text (part)
  (case part ((nil :unspecific) "") (:wild "*") (:wild-inferiors "**") ((:up :back) "..") (t part)))

(defun %part (text)
  (cond ((equal text "*") :wild) ((equal text "**") :wild-inferiors) ((equal text "..") :up) (t text)))

(defun %build-pathname (directory name type)
  (%make-pathname
   (%join (list (if (eq (car directory) :absolute) "/" "")
                (%join (mapcan (lambda (part) (list (%part-text part) "/")) (cdr directory)))
                (%part-text name)
                (if (member type '(nil :unspecific)) "" ".")
                (%part-text type)))
   directory name type))

(defun %split-at-slashes (text)
  (let ((parts nil) (start 0))
    (do ((slash (position #\/ text) (position #\/ text :start start)))
        ((null slash) (values (nreverse parts) (subseq text start)))
      (push (subseq text start slash) parts)
      (setq start (+ slash 1)))))

(defun %parse-pathname (text)
  (multiple-value-bind (folders file) (%split-at-slashes text)
    (let* ((absolute (and folders (equal (car folders) "")))
           (parts (mapcar #'%part (remove-if (lambda (f) (member f '("" ".") :test #'equal)) folders)))
           (dot (position #\. file :from-end t))
           (dot (if (or (null dot) (= dot 0) (member file '("." "..") :test #'equal)) nil dot)))
      (if (member file '("." "..") :test #'equal)
          (setq parts (if (equal file ".") parts (append parts '(:up))) folders (or folders '(".")) file ""))
      (%build-pathname (cond (absolute (cons :absolute parts)) ((or parts folders) (cons :relative parts)))
                       (if (equal file "") nil (%part (subseq file 0 dot)))
                       (if dot (%part (subseq file (+ dot 1))) nil)))))

(defun pathnamep (object)
  "Return T if OBJECT is a pathname, else NIL.
Example: (pathnamep #P\"a\") => T"
  (%structure-p object 'pathname))

(defun pathname (pathspec)
  "Return the pathname that PATHSPEC, a pathname, a string or a file stream, is or names.
Signals: type-error.
Example: (pathname \"a/b.lisp\") => #P\"a/b.lisp\""
  (cond ((pathnamep pathspec) pathspec)
        ((stringp pathspec) (%parse-pathname pathspec))
        ((typep pathspec 'file-stream) (%parse-pathname (%file-stream-name pathspec)))
        (t (%signal-wrong-type pathspec "a pathname, a string or a file stream" '(or pathname string file-stream)))))

(defvar *default-pathname-defaults* (%build-pathname nil nil nil) "What MERGE-PATHNAMES takes missing parts from.")

(defmacro %define-pathname-parts (&rest entries)
  `(progn
     ,@(mapcar (lambda (entry)
                 (destructuring-bind (name value example) entry
                   `(defun ,name (pathname &key case)
                      ,(format nil "Return that part of PATHNAME, a pathname, a string or a file stream.~%CASE is ignored: names are kept as they are.~%Signals: type-error.~%Example: ~A" example)
                      (declare (ignore case))
                      (let ((pathname (pathname pathname))) pathname ,value))))
               entries)))

(%define-pathname-parts
 (pathname-directory (%pathname-directory pathname) "(pathname-directory \"/a/b/c.d\") => (:ABSOLUTE \"a\" \"b\")")
 (pathname-name (%pathname-name pathname) "(pathname-name \"/a/b/c.d\") => \"c\"")
 (pathname-type (%pathname-type pathname) "(pathname-type \"/a/b/c.d\") => \"d\"")
 (pathname-host nil "(pathname-host \"/a/b/c.d\") => NIL")
 (pathname-device nil "(pathname-device \"/a/b/c.d\") => NIL"))

(defun pathname-version (pathname)
  "Return the version of PATHNAME: NIL, as there are none.
Signals: type-error.
Example: (pathname-version \"a\") => NIL"
  (pathname pathname)
  nil)

(defun namestring (pathname)
  "Return the name of PATHNAME, a pathname, a string or a file stream, as a string.
Signals: type-error.
Example: (namestring (make-pathname :directory '(:relative \"a\") :name \"b\" :type \"c\")) => \"a/b.c\""
  (%pathname-namestring (pathname pathname)))

(defun file-namestring (pathname)
  "Return the name and type of PATHNAME as a string.
Signals: type-error.
Example: (file-namestring \"/a/b.c\") => \"b.c\""
  (let ((p (pathname pathname))) (namestring (%build-pathname nil (%pathname-name p) (%pathname-type p)))))

(defun directory-namestring (pathname)
  "Return the directory of PATHNAME as a string.
Signals: type-error.
Example: (directory-namestring \"/a/b.c\") => \"/a/\""
  (namestring (%build-pathname (%pathname-directory (pathname pathname)) nil nil)))

(defun host-namestring (pathname)
  "Return the host of PATHNAME as a string: \"\", as there are none.
Signals: type-error.
Example: (host-namestring \"/a\") => \"\""
  (pathname pathname)
  "")

(defun enough-namestring (pathname &optional (defaults *default-pathname-defaults*))
  "Return as much of the name of PATHNAME as tells it, merged with DEFAULTS, from others.
Signals: type-error.
Example: (enough-namestring \"/a/b/c.d\" \"/a/\") => \"b/c.d\""
  (let* ((name (namestring pathname)) (start (directory-namestring defaults)) (n (length start)))
    (if (and (> n 0) (> (length name) n) (string= name start :end1 n)) (subseq name n) name)))

(defun parse-namestring (thing &optional host defaults &key (start 0) end junk-allowed)
  "Return the pathname that the string THING names from START to END, and where it ends; of a pathname or file stream that.
Signals: type-error.
Example: (parse-namestring \"a.b\") => #P\"a.b\""
  (declare (ignore host defaults junk-allowed))
  (if (stringp thing)
      (values (%parse-pathname (subseq thing start end)) (or end (length thing)))
      (values (pathname thing) start)))

(defun make-pathname (&key host device (directory nil directory-p) (name nil name-p) (type nil type-p) version
                        (defaults (%build-pathname nil nil nil)) case)
  "Return a pathname of these parts; those not given come from DEFAULTS.
DIRECTORY: NIL, a string (below the root), :WILD, or a list that begins with :ABSOLUTE or :RELATIVE.
HOST, DEVICE, VERSION and CASE are ignored.
Signals: type-error; file-error if DIRECTORY is no such list.
Example: (make-pathname :name \"a\" :type \"lisp\") => #P\"a.lisp\""
  (declare (ignore host device version case))
  (let* ((defaults (pathname defaults))
         (own (cond ((stringp directory) (list :absolute directory))
                    ((eq directory :wild) '(:absolute :wild-inferiors))
                    (t directory))))
    (dolist (part (list name type))
      (unless (or (null part) (stringp part) (member part '(:wild :unspecific)))
        (%signal-wrong-type part "a string, NIL or :WILD" '(or string null (member :wild :unspecific)))))
    (unless (and (listp own) (or (null own) (member (car own) '(:absolute :relative)))
                 (every (lambda (p) (or (stringp p) (member p '(:wild :wild-inferiors :up :back)))) (cdr own)))
      (error 'file-error :pathname own :format-control "~S is no directory: expected (:ABSOLUTE or :RELATIVE name...)"
                         :format-arguments (list own)))
    (%build-pathname (cond ((not directory-p) (%pathname-directory defaults))
                           (t (%merged-directory own (%pathname-directory defaults))))
                     (if name-p name (%pathname-name defaults))
                     (if type-p type (%pathname-type defaults)))))

;; A directory below another one; :BACK takes the part before it away.
(defun %merged-directory (directory default)
  (cond ((null directory) default)
        ((or (eq (car directory) :absolute) (null default)) directory)
        (t (let ((parts (reverse default)))
             (dolist (part (cdr directory))
               (if (and (eq part :back) (stringp (car parts))) (pop parts) (push part parts)))
             (reverse parts)))))

(defun merge-pathnames (pathname &optional (defaults *default-pathname-defaults*) default-version)
  "Return PATHNAME with the parts that it lacks from DEFAULTS; a relative directory is one below that of DEFAULTS.
Signals: type-error.
Example: (merge-pathnames \"b.lisp\" \"/a/\") => #P\"/a/b.lisp\""
  (declare (ignore default-version))
  (let ((p (pathname pathname)) (d (pathname defaults)))
    (%build-pathname (%merged-directory (%pathname-directory p) (%pathname-directory d))
                     (or (%pathname-name p) (%pathname-name d))
                     (or (%pathname-type p) (%pathname-type d)))))

;;; Wild names

(defun wild-pathname-p (pathname &optional field)
  "Return T if PATHNAME or, if it is given, its part FIELD (:DIRECTORY, :NAME, :TYPE, ...) is wild, else NIL.
Signals: type-error.
Example: (wild-pathname-p \"a/*.lisp\") => T"
  (let ((p (pathname pathname)))
    (flet ((wild (part) (if (stringp part) (find #\* part) (member part '(:wild :wild-inferiors)))))
      (if (or (and (member field '(nil :name)) (wild (%pathname-name p)))
              (and (member field '(nil :type)) (wild (%pathname-type p)))
              (and (member field '(nil :directory)) (some #'wild (%pathname-directory p))))
          t
          nil))))

;; Does TEXT match PATTERN, where * stands for any characters?
(defun %matches-text (pattern text)
  (cond ((member pattern '(:wild)) t)
        ((not (and (stringp pattern) (stringp text))) (equal pattern text))
        (t (let ((star (position #\* pattern)))
             (if (null star)
                 (string= pattern text)
                 (and (<= star (length text)) (string= pattern text :end1 star :end2 star)
                      (let ((rest (subseq pattern (+ star 1))))
                        (do ((i star (+ i 1))) ((> i (length text)) nil)
                          (if (%matches-text rest (subseq text i)) (return t))))))))))

(defun %matches-directory (pattern directory)
  (cond ((null pattern) (null directory))
        ((eq (car pattern) :wild-inferiors)
         (or (%matches-directory (cdr pattern) directory)
             (and directory (%matches-directory pattern (cdr directory)))))
        (t (and directory (%matches-text (car pattern) (car directory))
                (%matches-directory (cdr pattern) (cdr directory))))))

(defun pathname-match-p (pathname wildcard)
  "Return T if PATHNAME matches WILDCARD, in which what is missing matches anything; else NIL.
Signals: type-error.
Example: (pathname-match-p \"/a/b.lisp\" \"/a/*.lisp\") => T"
  (let ((p (pathname pathname)) (w (pathname wildcard)))
    (if (and (or (null (%pathname-directory w)) (%matches-directory (%pathname-directory w) (%pathname-directory p)))
             (or (null (%pathname-name w)) (%matches-text (%pathname-name w) (%pathname-name p)))
             (or (null (%pathname-type w)) (%matches-text (%pathname-type w) (%pathname-type p))))
        t
        nil)))

;;; Files

(defun user-homedir-pathname (&optional host)
  "Return the pathname of the user's home directory.
Example: (pathnamep (user-homedir-pathname)) => T"
  (declare (ignore host))
  (%parse-pathname (%join (list (string-right-trim "/" (or (getenv "HOME") "")) "/"))))

(defun probe-file (pathspec)
  "Return the true pathname of the file PATHSPEC if it exists, else NIL.
Signals: type-error; file-error if the name is wild.
Example: (probe-file \"/no/such/file\") => NIL"
  (let ((name (%true-name (%tame (merge-pathnames pathspec))))) (and name (%parse-pathname name))))

(defun %tame (pathname)
  (if (wild-pathname-p pathname)
      (error 'file-error :pathname pathname :format-control "~S is wild: it names no one file"
                         :format-arguments (list pathname)))
  pathname)

(defun truename (filespec)
  "Return the true pathname of the file FILESPEC: absolute, without links.
Signals: type-error; file-error if there is no such file.
Example: (handler-case (truename \"/no/such/file\") (file-error () 'none)) => NONE"
  (or (probe-file filespec)
      (error 'file-error :pathname filespec :format-control "There is no file ~A" :format-arguments (list filespec))))

(defun file-write-date (pathspec)
  "Return when the file PATHSPEC was last written, as a universal time.
Signals: type-error; file-error if there is no such file.
Example: (handler-case (file-write-date \"/no/such/file\") (file-error () 'none)) => NONE"
  (%file-date (%tame (merge-pathnames pathspec))))
