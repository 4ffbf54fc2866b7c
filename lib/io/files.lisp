;;;; files.lisp -- finding, making and renaming files and directories (standard, chapter 20). -*- sealed -*-

(defun user-homedir-pathname (&optional host)
  "Return the pathname of the user's home directory: HOME in the environment, or the root directory if HOME is not set.
Signals: sandbox-violation in the sandbox (winnow --sandbox).
Example: (pathnamep (user-homedir-pathname)) => T"
  (declare (ignore host))
  (pathname "~/"))

(defun tame (pathname)
  (if (wild-pathname-p pathname)
      (error 'file-error :pathname pathname :format-control "~A: expected the name of one file, got the wild pathname ~S"
                         :format-arguments (list (operation "open") pathname)))
  pathname)

;; The name of the file FILESPEC as the operating system takes it. Signals an error for wild names.
(defun native-namestring (filespec)
  (namestring (possible (tame (translate-logical-pathname (merge-pathnames filespec))))))

;; FILESPEC as a logical pathname; NIL if it is not one.
(defun logical-name (filespec)
  (let ((pathname (if (symbolp filespec) nil (pathname filespec))))
    (if (logical-p pathname) pathname nil)))

;; PATHNAME itself; signals an error if .. follows the root or **, where a parent directory does not exist.
(defun possible (pathname)
  (do ((rest (pathname-directory pathname) (cdr rest))) ((null rest) pathname)
    (if (and (member (car rest) '(:absolute :wild-inferiors)) (member (cadr rest) '(:up :back)))
        (error 'file-error :pathname pathname :format-control "~S: ~S cannot follow ~S"
                           :format-arguments (list pathname (cadr rest) (car rest))))))

(defun probe-file (pathspec)
  "Return the truename of the file PATHSPEC if it exists, else NIL.
Signals: type-error unless PATHSPEC is a pathname, a string or a file stream; file-error if the name is wild.
Example: (probe-file \"/no/such/file\") => NIL"
  (let ((name (true-name (native-namestring pathspec)))) (and name (parse-physical-pathname name))))

(defun truename (filespec)
  "Return the truename of the file FILESPEC: its absolute pathname, with symbolic links resolved.
Signals: type-error unless FILESPEC is a pathname, a string or a file stream; file-error if the file does not exist.
Example: (handler-case (truename \"/no/such/file\") (file-error () 'none)) => NONE"
  (or (probe-file filespec)
      (error 'file-error :pathname filespec :format-control "TRUENAME: expected the name of a file that exists, got ~S"
                         :format-arguments (list filespec))))

(defun file-write-date (pathspec)
  "Return when the file PATHSPEC was last written, as a universal time.
Signals: type-error unless PATHSPEC is a pathname, a string or a file stream; file-error if the file does not exist.
Example: (handler-case (file-write-date \"/no/such/file\") (file-error () 'none)) => NONE"
  (file-date (native-namestring pathspec)))

(defun file-author (pathspec)
  "Return the name of the user who owns the file PATHSPEC, or NIL if the owner is unknown.
Signals: type-error unless PATHSPEC is a pathname, a string or a file stream; file-error if the file does not exist.
Example: (handler-case (file-author \"/no/such/file\") (file-error () 'none)) => NONE"
  (file-owner (native-namestring pathspec)))

(defun rename-file (filespec new-name)
  "Rename the file FILESPEC to NEW-NAME; parts that NEW-NAME lacks come from FILESPEC.
Return the new name and the truenames of the file before and after.
Signals: type-error unless FILESPEC is a pathname, a string or a file stream, and NEW-NAME likewise; file-error.
Example: (handler-case (rename-file \"/no/such/file\" \"other\") (file-error () 'none)) => NONE"
  (let* ((old (merge-pathnames filespec)) (before (truename old)) (new (merge-pathnames new-name old)))
    (move-file (native-namestring old) (native-namestring new))
    (values new before (truename new))))

(defun ensure-directories-exist (pathspec &key verbose)
  "Create the directories of PATHSPEC that do not exist; return PATHSPEC and whether any was created.
VERBOSE: if true, print the name of each directory created.
Signals: type-error unless PATHSPEC is a pathname, a string or a file stream; file-error.
Example: (nth-value 1 (ensure-directories-exist \"no-directory\")) => NIL"
  (let* ((p (translate-logical-pathname (merge-pathnames pathspec)))
         (directory (pathname-directory p))
         (folder (if (eq (car directory) :absolute) "/" ""))
         (made nil))
    (tame (make-pathname :directory directory))
    (unless (or (null directory) (true-name (directory-namestring p)))
      (dolist (part (cdr directory))
        (setq folder (join (list folder (text-of-part part) "/")))
        (when (make-directory folder)
          (setq made t)
          (if verbose (format t "; made the directory ~A~%" folder)))))
    (values pathspec made)))

;;; DIRECTORY

(defun directory (pathspec &key)
  "Return a list of the truenames of the files and directories that match PATHSPEC, which may be wild.
The truename of a directory has neither name nor type. ** does not follow symbolic links.
Signals: type-error unless PATHSPEC is a pathname, a string or a file stream; file-error.
Example: (directory \"/no/such/*.*\") => NIL"
  (let* ((p (possible (translate-logical-pathname (merge-pathnames pathspec))))
         (directory (pathname-directory p))
         (found nil))
    (search-directories (if (eq (car directory) :absolute) "/" "") (cdr directory)
                        (lambda (folder)
                          (dolist (name (matching-names folder (pathname-name p) (pathname-type p)))
                            (pushnew name found :test #'string=))))
    (mapcar #'parse-physical-pathname (nreverse found))))

;; Calls FUNCTION with the name of each directory below FOLDER that matches the directory components PARTS.
(defun search-directories (folder parts function)
  (flet ((go-on (name parts) (search-directories (join (list folder name)) parts function)))
    (cond ((null parts) (funcall function folder))
          ((eq (car parts) :wild-inferiors)
           (search-directories folder (cdr parts) function)
           (dolist (name (subdirectories folder))
             (let ((true (entry-true-name folder "")))
               (if (equal (entry-true-name folder name) (join (list true name))) (go-on name parts)))))
          ((wild-p (car parts))
           (dolist (name (subdirectories folder))
             (if (match-part (car parts) (subseq name 0 (- (length name) 1))) (go-on name (cdr parts)))))
          (t (go-on (join (list (text-of-part (car parts)) "/")) (cdr parts))))))

(defun entries (folder) (directory-entries (if (equal folder "") "." folder)))

(defun directory-name-p (name) (char= (char name (- (length name) 1)) #\/))

(defun subdirectories (folder) (remove-if-not #'directory-name-p (entries folder)))

;; NIL for a symbolic link whose target does not exist or is outside the sandbox.
(defun entry-true-name (folder name)
  (handler-case (true-name (join (list folder name))) (sandbox-violation () nil)))

(defun matching-names (folder name type)
  (cond ((and (null name) (null type)) (list-if (true-name folder)))
        ((not (or (wild-p name) (wild-p type)))
         (list-if (true-name (join (list folder (namestring (build-pathname nil name type)))))))
        (t (mapcan (lambda (entry)
                     (let ((p (parse-physical-pathname (string-right-trim "/" entry))))
                       (if (and (match-part name (pathname-name p)) (match-part type (pathname-type p)))
                           (list-if (entry-true-name folder entry))
                           nil)))
                   (entries folder)))))

(defun list-if (object) (if object (list object) nil))

;; The text of the file NAME in the folder of the file that is being loaded, for texts that become part of Winnow.
(defun file-text (name)
  (with-open-file (stream (merge-pathnames name *load-truename*) :external-format :utf-8)
    (with-output-to-string (out)
      (loop
        (let ((line (read-line stream nil nil)))
          (if (null line) (return))
          (write-line line out))))))
