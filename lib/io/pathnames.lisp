;;;; pathnames.lisp -- names of files, taken apart and put together (standard, chapter 19). -*- sealed -*-
;;;; As in Unix: no hosts or devices; ".." is :UP, "*" :WILD, "**" :WILD-INFERIORS; a version is kept, but is no part of
;;;; the name. Logical pathnames are written "HOST:DIRECTORY;NAME.TYPE.VERSION"; logical-pathnames.lisp says what files
;;;; they name.

(defstruct (pathname (:predicate nil) (:copier nil) (:constructor new-pathname (namestring directory name type version))
                     (:conc-name path-)
                     (:print-function
                      (lambda (pathname stream depth)
                        depth
                        (if (and *print-readably* (not (readable-p pathname)))
                            (error 'print-not-readable :object pathname))
                        (if *print-escape* (write-string "#P" stream))
                        (write (path-namestring pathname) :stream stream))))
  namestring directory name type version)

(defstruct (logical-pathname (:include pathname) (:predicate nil) (:copier nil) (:conc-name logical-pathname-)
                             (:constructor make-logical-pathname (namestring directory name type version host)))
  host)

(defun logical-p (object) (structure-p object 'logical-pathname))

;; The logical hosts: lists (HOST (from to)...).
(defvar *logical-hosts* nil)
(defun logical-host (name) (assoc name *logical-hosts* :test #'string-equal))

(defun join (strings) (apply #'concatenate-as 'string strings))

;; A part of a name as it is written, and as it is kept.
(defun text-of-part (part)
  (case part
    ((nil :unspecific) "") (:wild "*") (:wild-inferiors "**") ((:up :back) "..") (:newest "NEWEST")
    (t (if (integerp part) (format nil "~D" part) part))))

(defun part (text)
  (cond ((equal text "*") :wild) ((equal text "**") :wild-inferiors) ((equal text "..") :up) (t text)))

(defun build-pathname (directory name type &optional host version)
  (flet ((directory-text (before separator)
           (list before (join (mapcan (lambda (part) (list (text-of-part part) separator)) (cdr directory)))))
         (part-text (part) (if (member part '(nil :unspecific)) "" (join (list "." (text-of-part part))))))
    (if host
        (make-logical-pathname
         (join (append (list host ":") (directory-text (if (eq (car directory) :relative) ";" "") ";")
                       (list (text-of-part name) (part-text type) (if type (part-text version) ""))))
         directory name type version host)
        (new-pathname
         (join (append (directory-text (if (eq (car directory) :absolute) "/" "") "/")
                       (list (text-of-part name) (part-text type))))
         directory name type version))))

;; Does READ make PATHNAME of its name again?
(defun readable-p (pathname)
  (let ((again (parse-pathname (path-namestring pathname))))
    (and (equal (path-directory again) (path-directory pathname))
         (equal (path-name again) (path-name pathname))
         (equal (path-type again) (path-type pathname)))))

(defun split-at (separator text)
  (let ((parts nil) (start 0))
    (do ((place (position separator text) (position separator text :start start)))
        ((null place) (values (nreverse parts) (subseq text start)))
      (push (subseq text start place) parts)
      (setq start (+ place 1)))))

(defun parse-pathname (text)
  (let ((colon (position #\: text)))
    (if (and colon (logical-host (subseq text 0 colon)))
        (parse-logical-pathname (subseq text 0 colon) (subseq text (+ colon 1)))
        (parse-physical-pathname (with-home text)))))

;; TEXT with the user's home directory for a ~ as its first folder, as a shell has it.
(defun with-home (text)
  (if (and (> (length text) 1) (string= "~/" text :end2 2))
      (join (list (string-right-trim "/" (or (getenv "HOME") "")) (subseq text 1)))
      text))

;; TEXT: what follows the colon (19.3.1).
(defun parse-logical-pathname (host text)
  (multiple-value-bind (folders file) (split-at #\; (string-upcase text))
    (multiple-value-bind (parts last) (split-at #\. file)
      (let* ((parts (append parts (list last)))
             (name (first parts)) (type (second parts)) (version (third parts)))
        (flet ((check (part valid)
                 (unless valid
                   (error 'parse-error :format-control "~S cannot be a part of a logical pathname: ~S"
                                       :format-arguments (list part text)))))
          (dolist (folder (if (equal (car folders) "") (cdr folders) folders))
            (check folder (or (equal folder "**") (logical-word-p folder))))
          (check name (or (equal name "") (logical-word-p name)))
          (if type (check type (logical-word-p type)))
          (if version (check version (or (member version '("NEWEST" "*") :test #'equal)
                                         (and (plusp (length version)) (every #'digit-char-p version)
                                              (plusp (parse-integer version)))))))
        (if (cdddr parts)
            (error 'parse-error :format-control "A logical pathname has a name, a type and a version: ~S"
                                :format-arguments (list text)))
        (build-pathname (cond ((null folders) nil)
                              ((equal (car folders) "") (cons :relative (mapcar #'part (cdr folders))))
                              (t (cons :absolute (mapcar #'part folders))))
                        (if (equal name "") nil (part name))
                        (and type (part type))
                        (string-upcase host)
                        (cond ((null version) nil)
                              ((equal version "NEWEST") :newest)
                              ((parse-integer version :junk-allowed t))
                              (t (part version))))))))

;; Letters, digits, hyphens, and asterisks that are not adjacent.
(defun logical-word-p (text)
  (and (plusp (length text))
       (every (lambda (c) (or (alphanumericp c) (find c "-*"))) text)
       (not (search "**" text))))

(defun parse-physical-pathname (text)
  (multiple-value-bind (folders file) (split-at #\/ text)
    (let* ((absolute (and folders (equal (car folders) "")))
           (parts (mapcar #'part (remove-if (lambda (f) (member f '("" ".") :test #'equal)) folders)))
           (dot (position #\. file :from-end t))
           (dot (if (or (null dot) (= dot 0) (member file '("." "..") :test #'equal)) nil dot)))
      (if (member file '("." "..") :test #'equal)
          (setq parts (if (equal file ".") parts (append parts '(:up))) folders (or folders '(".")) file ""))
      (build-pathname (cond (absolute (cons :absolute parts)) ((or parts folders) (cons :relative parts)))
                      (if (equal file "") nil (part (subseq file 0 dot)))
                      (if dot (part (subseq file (+ dot 1))) nil)))))

(defun pathnamep (object)
  "Return T if OBJECT is a pathname, else NIL.
Example: (pathnamep #P\"a\") => T"
  (structure-p object 'pathname))

(defun pathname (pathspec)
  "Return the pathname that PATHSPEC, a pathname, a string or a file stream, is or names. In a string ~/ stands for the
user's home directory.
Signals: type-error.
Example: (pathname \"a/b.lisp\") => #P\"a/b.lisp\""
  (cond ((pathnamep pathspec) pathspec)
        ((stringp pathspec) (parse-pathname pathspec))
        ((typep pathspec 'file-stream)
         (let ((name (file-stream-name pathspec))) (if (stringp name) (parse-physical-pathname name) name)))
        ((and (typep pathspec 'synonym-stream)
              (typep (symbol-value (synonym-stream-symbol pathspec)) '(or file-stream synonym-stream)))
         (pathname (symbol-value (synonym-stream-symbol pathspec))))
        (t (signal-wrong-type pathspec "a pathname, a string or a file stream" '(or pathname string file-stream)))))

(defvar *default-pathname-defaults* (build-pathname nil nil nil) "What MERGE-PATHNAMES takes missing parts from.")

;; PART, a component of a pathname, in CASE, :LOCAL or :COMMON, if it is in the other. In :COMMON case the host's own case
;; is written in capitals; what has both cases stays (19.2.2.1.2.2). The own case of logical hosts is capitals anyway.
(defun in-case (case part logical)
  (check-argument case '(member :local :common) ":LOCAL or :COMMON")
  (cond ((or (eq case :local) logical) part)
        ((consp part) (mapcar (lambda (p) (in-case case p logical)) part))
        ((not (stringp part)) part)
        ((notany #'lower-case-p part) (string-downcase part))
        ((notany #'upper-case-p part) (string-upcase part))
        (t part)))

(defmacro define-pathname-parts (&rest entries)
  `(progn
     ,@(mapcar (lambda (entry)
                 (destructuring-bind (name value example) entry
                   `(defun ,name (pathname &key (case :local))
                      ,(format nil "Return that part of PATHNAME, a pathname, a string or a file stream.~%CASE: :LOCAL, as it is written; or :COMMON, which turns names of small letters into capital ones and vice versa.~%Signals: type-error.~%Example: ~A" example)
                      (let ((pathname (pathname pathname))) pathname (in-case case ,value (logical-p pathname))))))
               entries)))

(define-pathname-parts
 (pathname-directory (path-directory pathname) "(pathname-directory \"/a/b/c.d\") => (:ABSOLUTE \"a\" \"b\")")
 (pathname-name (path-name pathname) "(pathname-name \"/a/b/c.d\") => \"c\"")
 (pathname-type (path-type pathname) "(pathname-type \"/a/b/c.d\") => \"d\"")
 (pathname-host (and (logical-p pathname) (logical-pathname-host pathname)) "(pathname-host \"/a/b/c.d\") => NIL")
 (pathname-device (if (logical-p pathname) :unspecific nil) "(pathname-device \"/a/b/c.d\") => NIL"))

(defun pathname-version (pathname)
  "Return the version of PATHNAME: an integer, :NEWEST, :WILD or NIL. That of a file's name means nothing.
Signals: type-error.
Example: (pathname-version \"a\") => NIL"
  (path-version (pathname pathname)))

(defun namestring (pathname)
  "Return the name of PATHNAME, a pathname, a string or a file stream, as a string.
Signals: type-error.
Example: (namestring (make-pathname :directory '(:relative \"a\") :name \"b\" :type \"c\")) => \"a/b.c\""
  (path-namestring (pathname pathname)))

(defun file-namestring (pathname)
  "Return the name and type of PATHNAME as a string.
Signals: type-error.
Example: (file-namestring \"/a/b.c\") => \"b.c\""
  (let* ((p (pathname pathname)) (text (namestring p)))
    (subseq text (if (logical-p p)
                     (+ 1 (position-if (lambda (c) (find c ":;")) text :from-end t))
                     (length (directory-namestring p))))))

(defun directory-namestring (pathname)
  "Return the directory of PATHNAME as a string.
Signals: type-error.
Example: (directory-namestring \"/a/b.c\") => \"/a/\""
  (let* ((p (pathname pathname)) (host (pathname-host p))
         (text (namestring (build-pathname (path-directory p) nil nil host))))
    (if host (subseq text (+ 1 (length host))) text)))

(defun host-namestring (pathname)
  "Return the host of PATHNAME as a string: \"\" if it has none.
Signals: type-error.
Example: (host-namestring \"/a\") => \"\""
  (or (pathname-host pathname) ""))

(defun enough-namestring (pathname &optional (defaults *default-pathname-defaults*))
  "Return as much of the name of PATHNAME as tells it, merged with DEFAULTS, from others.
Signals: type-error.
Example: (enough-namestring \"/a/b/c.d\" \"/a/\") => \"b/c.d\""
  (let* ((name (namestring pathname)) (start (directory-namestring defaults)) (n (length start)))
    (if (and (> n 0) (> (length name) n) (string= name start :end1 n)) (subseq name n) name)))

(defun parse-namestring (thing &optional host defaults &key (start 0) end junk-allowed)
  "Return the pathname that the string THING names from START to END, and where it ends; of a pathname or file stream that.
HOST: a logical host, on which THING is a name; or NIL.  JUNK-ALLOWED: if true, return NIL and START for a name that is
malformed.
Signals: type-error, also if there is no such HOST; parse-error; error if THING is on another host than HOST.
Example: (parse-namestring \"a.b\") => #P\"a.b\""
  (declare (ignore defaults))
  (let* ((host (known-host host)) (end (or end (if (stringp thing) (length thing)))))
    (flet ((checked (pathname)
             (if (and host (not (equal host (pathname-host pathname))))
                 (error "PARSE-NAMESTRING: ~S is not on the host ~A" thing host))
             pathname))
      (cond ((not (stringp thing)) (values (checked (pathname thing)) start))
            (t (handler-bind ((parse-error (lambda (c)
                                             (declare (ignore c))
                                             (if junk-allowed (return-from parse-namestring (values nil start))))))
                 (values (if (and host (not (find #\: thing :start start :end end)))
                             (parse-logical-pathname host (subseq thing start end))
                             (checked (parse-pathname (subseq thing start end))))
                         end)))))))

;; The name of the logical host that HOST, an argument, means; NIL for NIL and :UNSPECIFIC.
(defun known-host (host)
  (cond ((member host '(nil :unspecific)) nil)
        (t (check-argument host 'string "the name of a logical host, or NIL")
           (car (or (logical-host host)
                    (signal-wrong-type host "the name of a logical host, or NIL" '(satisfies logical-host)))))))

(defun make-pathname (&key (host nil host-p) device (directory nil directory-p) (name nil name-p) (type nil type-p)
                        (version nil version-p) (defaults "") (case :local))
  "Return a pathname of these parts; those not given come from DEFAULTS.
DIRECTORY: NIL, a string (below the root), :WILD, or a list that begins with :ABSOLUTE or :RELATIVE.
HOST: the name of a logical host, for a logical pathname.  VERSION: an integer, :NEWEST, :WILD or NIL. DEVICE is ignored.
CASE: :LOCAL, or :COMMON for parts in which capitals stand for the small letters of file names, and vice versa.
Signals: type-error; file-error if DIRECTORY is no such list.
Example: (make-pathname :name \"a\" :type \"lisp\") => #P\"a.lisp\""
  (declare (ignore device))
  (let* ((defaults (pathname defaults))
         (host (if host-p (known-host host) (pathname-host defaults)))
         (directory (in-case case directory host))
         (name (in-case case name host))
         (type (in-case case type host))
         (own (cond ((stringp directory) (list :absolute directory))
                    ((eq directory :wild) '(:absolute :wild-inferiors))
                    (t directory))))
    (dolist (part (list name type))
      (unless (or (null part) (stringp part) (member part '(:wild :unspecific)))
        (signal-wrong-type part "a string, NIL or :WILD" '(or string null (member :wild :unspecific)))))
    (unless (and (listp own) (or (null own) (member (car own) '(:absolute :relative)))
                 (every (lambda (p) (or (stringp p) (member p '(:wild :wild-inferiors :up :back)))) (cdr own)))
      (error 'file-error :pathname own :format-control "~S is no directory: expected (:ABSOLUTE or :RELATIVE name...)"
                         :format-arguments (list own)))
    (build-pathname (if directory-p own (path-directory defaults))
                    (if name-p name (path-name defaults))
                    (if type-p type (path-type defaults))
                    host
                    (if version-p version (pathname-version defaults)))))

;; A directory below another one; :BACK takes the part before it away.
(defun merged-directory (directory default)
  (cond ((null directory) default)
        ((or (eq (car directory) :absolute) (null default)) directory)
        (t (let ((parts (reverse default)))
             (dolist (part (cdr directory))
               (if (and (eq part :back) (stringp (car parts))) (pop parts) (push part parts)))
             (reverse parts)))))

(defun merge-pathnames (pathname &optional (defaults *default-pathname-defaults*) (default-version :newest))
  "Return PATHNAME with the parts that it lacks from DEFAULTS; a relative directory is one below that of DEFAULTS.
Signals: type-error.
Example: (merge-pathnames \"b.lisp\" \"/a/\") => #P\"/a/b.lisp\""
  (let* ((d (pathname defaults))
         (p (if (and (logical-p d) (stringp pathname))
                (values (parse-namestring pathname (pathname-host d)))  ; a name on the same host
                (pathname pathname))))
    (build-pathname (merged-directory (path-directory p) (path-directory d))
                    (or (path-name p) (path-name d))
                    (or (path-type p) (path-type d))
                    (or (pathname-host p) (pathname-host d))
                    (or (pathname-version p) (if (path-name p) nil (pathname-version d)) default-version))))
