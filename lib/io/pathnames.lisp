;;;; pathnames.lisp -- parsing, construction and merging of pathnames (standard, chapter 19). -*- sealed -*-
;;;; Physical pathnames follow Unix: no host and no device; ".." is :UP, "*" is :WILD, "**" is :WILD-INFERIORS. A version
;;;; is stored but does not appear in the namestring. Logical pathnames are written "HOST:DIRECTORY;NAME.TYPE.VERSION";
;;;; logical-pathnames.lisp translates them to physical ones.

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

;; TEXT-OF-PART and PART convert between a component as it is stored and as it is written.
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

;; Is the namestring of PATHNAME parsed to the same pathname?
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

;; The parts of TEXT between the characters SEPARATOR.
(defun words-between (separator text)
  (multiple-value-bind (words last) (split-at separator text) (append words (list last))))

(defun parse-pathname (text)
  (let ((colon (position #\: text)))
    (if (and colon (logical-host (subseq text 0 colon)))
        (parse-logical-pathname (subseq text 0 colon) (subseq text (+ colon 1)))
        (parse-physical-pathname (with-home text)))))

;; TEXT with a leading ~/ replaced by the user's home directory, as shells do.
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
  "Return PATHSPEC as a pathname. PATHSPEC: a pathname, a string, in which a leading ~/ is the user's home directory, or a
file stream.
Signals: type-error unless PATHSPEC is a pathname, a string or a file stream.
Example: (pathname \"a/b.lisp\") => #P\"a/b.lisp\""
  (cond ((pathnamep pathspec) pathspec)
        ((stringp pathspec) (parse-pathname pathspec))
        ((typep pathspec 'file-stream)
         (let ((name (file-stream-name pathspec))) (if (stringp name) (parse-physical-pathname name) name)))
        ((and (typep pathspec 'synonym-stream)
              (typep (symbol-value (synonym-stream-symbol pathspec)) '(or file-stream synonym-stream)))
         (pathname (symbol-value (synonym-stream-symbol pathspec))))
        (t (signal-wrong-type pathspec "a pathname, a string or a file stream" '(or pathname string file-stream)))))

(defvar *default-pathname-defaults* (build-pathname nil nil nil) "The pathname from which MERGE-PATHNAMES takes missing components.")

;; The pathname component PART converted to or from CASE, which is :LOCAL or :COMMON. In :COMMON case the customary case
;; of the host is written in upper case; mixed case is unchanged (19.2.2.1.2.2). Logical hosts use upper case in both.
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
                      ,(format nil "Return this component of PATHNAME, a pathname, a string or a file stream.~%CASE: :LOCAL, as it is written; or :COMMON, which exchanges lower case and upper case.~%Signals: type-error unless PATHNAME is a pathname, a string or a file stream.~%Example: ~A" example)
                      (let ((pathname (pathname pathname))) pathname (in-case case ,value (logical-p pathname))))))
               entries)))

(define-pathname-parts
 (pathname-directory (path-directory pathname) "(pathname-directory \"/a/b/c.d\") => (:ABSOLUTE \"a\" \"b\")")
 (pathname-name (path-name pathname) "(pathname-name \"/a/b/c.d\") => \"c\"")
 (pathname-type (path-type pathname) "(pathname-type \"/a/b/c.d\") => \"d\"")
 (pathname-host (and (logical-p pathname) (logical-pathname-host pathname)) "(pathname-host \"/a/b/c.d\") => NIL")
 (pathname-device (if (logical-p pathname) :unspecific nil) "(pathname-device \"/a/b/c.d\") => NIL"))

(defun pathname-version (pathname)
  "Return the version of PATHNAME: an integer, :NEWEST, :WILD or NIL. The version of a physical pathname is ignored.
Signals: type-error unless PATHNAME is a pathname, a string or a file stream.
Example: (pathname-version \"a\") => NIL"
  (path-version (pathname pathname)))

(defun namestring (pathname)
  "Return the name of PATHNAME, a pathname, a string or a file stream, as a string.
Signals: type-error unless PATHNAME is a pathname, a string or a file stream.
Example: (namestring (make-pathname :directory '(:relative \"a\") :name \"b\" :type \"c\")) => \"a/b.c\""
  (path-namestring (pathname pathname)))

(defun file-namestring (pathname)
  "Return the name and type of PATHNAME as a string.
Signals: type-error unless PATHNAME is a pathname, a string or a file stream.
Example: (file-namestring \"/a/b.c\") => \"b.c\""
  (let* ((p (pathname pathname)) (text (namestring p)))
    (subseq text (if (logical-p p)
                     (+ 1 (position-if (lambda (c) (find c ":;")) text :from-end t))
                     (length (directory-namestring p))))))

(defun directory-namestring (pathname)
  "Return the directory of PATHNAME as a string.
Signals: type-error unless PATHNAME is a pathname, a string or a file stream.
Example: (directory-namestring \"/a/b.c\") => \"/a/\""
  (let* ((p (pathname pathname)) (host (pathname-host p))
         (text (namestring (build-pathname (path-directory p) nil nil host))))
    (if host (subseq text (+ 1 (length host))) text)))

(defun host-namestring (pathname)
  "Return the host of PATHNAME as a string, \"\" for a physical pathname.
Signals: type-error unless PATHNAME is a pathname, a string or a file stream.
Example: (host-namestring \"/a\") => \"\""
  (or (pathname-host pathname) ""))

(defun enough-namestring (pathname &optional (defaults *default-pathname-defaults*))
  "Return the shortest namestring that, merged with DEFAULTS, names the same file as PATHNAME.
Signals: type-error unless every argument is a pathname, a string or a file stream.
Example: (enough-namestring \"/a/b/c.d\" \"/a/\") => \"b/c.d\""
  (let* ((name (namestring pathname)) (start (directory-namestring defaults)) (n (length start)))
    (if (and (> n 0) (> (length name) n) (string= name start :end1 n)) (subseq name n) name)))

(defun parse-namestring (thing &optional host defaults &key (start 0) end junk-allowed)
  "Return the pathname that the string THING names from START to END, and the index at which parsing ended. For a pathname
or file stream return its pathname and START.
HOST: NIL, or the logical host to which THING belongs.  JUNK-ALLOWED: if true, return NIL and START for a malformed name.
Signals: type-error, also if HOST is not a logical host; parse-error; error if THING names a host other than HOST.
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

;; The name of the logical host that the argument HOST designates; NIL for NIL and :UNSPECIFIC.
(defun known-host (host)
  (cond ((member host '(nil :unspecific)) nil)
        (t (check-argument host 'string "the name of a logical host, or NIL")
           (car (or (logical-host host)
                    (signal-wrong-type host "the name of a logical host, or NIL" '(satisfies logical-host)))))))

(defun make-pathname (&key (host nil host-p) device (directory nil directory-p) (name nil name-p) (type nil type-p)
                        (version nil version-p) (defaults "") (case :local))
  "Return a pathname with these components; those not given come from DEFAULTS.
DIRECTORY: NIL, a string (below the root), :WILD, or a list that begins with :ABSOLUTE or :RELATIVE.
HOST: the name of a logical host, for a logical pathname.  VERSION: an integer, :NEWEST, :WILD or NIL. DEVICE is ignored.
CASE: :LOCAL, or :COMMON for components whose upper case means the lower case of file names, and vice versa.
Signals: type-error if a component is of another type; file-error if DIRECTORY is not of one of these forms.
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
      (error 'file-error :pathname own :format-control "MAKE-PATHNAME: expected a directory (:ABSOLUTE or :RELATIVE name...), got ~S"
                         :format-arguments (list own)))
    (build-pathname (if directory-p own (path-directory defaults))
                    (if name-p name (path-name defaults))
                    (if type-p type (path-type defaults))
                    host
                    (if version-p version (pathname-version defaults)))))

;; The directory of a merged pathname: DIRECTORY relative to DEFAULT. :BACK cancels the component before it.
(defun merged-directory (directory default)
  (cond ((null directory) default)
        ((or (eq (car directory) :absolute) (null default)) directory)
        (t (let ((parts (reverse default)))
             (dolist (part (cdr directory))
               (if (and (eq part :back) (stringp (car parts))) (pop parts) (push part parts)))
             (reverse parts)))))

(defun merge-pathnames (pathname &optional (defaults *default-pathname-defaults*) (default-version :newest))
  "Return PATHNAME with missing components taken from DEFAULTS; a relative directory is appended to that of DEFAULTS.
Signals: type-error unless PATHNAME is a pathname, a string or a file stream, and DEFAULTS likewise.
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
