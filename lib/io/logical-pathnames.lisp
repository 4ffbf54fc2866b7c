;;;; logical-pathnames.lisp -- logical pathnames and their translation to physical ones (standard, section 19.3). -*- sealed -*-

(defun logical-pathname (pathspec)
  "Return the logical pathname that PATHSPEC, a logical pathname, a string or a file stream, is or names.
Signals: type-error if PATHSPEC does not have a logical host.
Example: (progn (setf (logical-pathname-translations \"BOOK\") '((\"**;*.*\" \"/books/**/*.*\")))
  (logical-pathname \"book:search;nim.lisp\")) => #P\"BOOK:SEARCH;NIM.LISP\""
  (let ((p (pathname pathspec)))
    (if (logical-p p)
        p
        (signal-wrong-type pathspec "the name of a file on a logical host" 'logical-pathname))))

(defun known-logical-host (host)
  (check-argument host 'string "the name of a logical host")
  (or (logical-host host) (signal-wrong-type host "the name of a logical host" '(satisfies logical-host))))

(defun logical-pathname-translations (host)
  "Return the list of translations (FROM TO) of the logical HOST. SETF defines or redefines HOST. FROM: a pattern
of logical pathnames; the host may be omitted.  TO: the pattern of the pathnames to which they are translated.
Signals: type-error if HOST is not a logical host.
Example: (progn (setf (logical-pathname-translations \"BOOK\") '((\"**;*.*\" \"/books/**/*.*\")))
  (logical-pathname-translations \"book\")) => ((#P\"BOOK:**;*.*\" #P\"/books/**/*.*\"))"
  (cdr (known-logical-host host)))

(defun (setf logical-pathname-translations) (translations host)
  (let ((entry (or (logical-host (check-host-name host))
                   (car (push (list (string-upcase host)) *logical-hosts*)))))
    (setf (cdr entry)
          (mapcar (lambda (translation)
                    (list (let ((from (first translation)))
                            (if (stringp from) (values (parse-namestring from host)) (pathname from)))
                          (pathname (second translation))))
                  translations))
    translations))

(defun check-host-name (host)
  (check-argument host 'string "the name of a logical host")
  (if (or (equal host "") (notevery (lambda (c) (or (alphanumericp c) (char= c #\-))) host))
      (signal-wrong-type host "the name of a logical host: letters, digits and hyphens" 'string))
  host)

(defun load-logical-pathname-translations (host)
  "Define the logical HOST unless it is defined: read its list of translations from the file host.translations in the
directory of *DEFAULT-PATHNAME-DEFAULTS*. Return T, or NIL if HOST was already defined.
Signals: type-error unless HOST is a string; file-error if the file does not exist.
Example: (handler-case (load-logical-pathname-translations \"unknown\") (file-error () 'none)) => NONE"
  (if (logical-host (check-host-name host))
      nil
      (with-open-file (stream (make-pathname :name (string-downcase host) :type "translations"
                                             :defaults *default-pathname-defaults*))
        (setf (logical-pathname-translations host) (read stream))
        t)))

(defun translate-logical-pathname (pathname &key)
  "Return the physical pathname to which PATHNAME translates; PATHNAME itself if it is not logical.
Signals: type-error unless PATHNAME is a pathname, a string or a file stream; file-error if no translation of its host
matches.
Example: (progn (setf (logical-pathname-translations \"BOOK\") '((\"**;*.*\" \"/books/**/*.*\")))
  (translate-logical-pathname \"book:search;nim.lisp\")) => #P\"/books/search/nim.lisp\""
  (let ((p (pathname pathname)))
    (if (not (logical-p p))
        p
        (dolist (translation (logical-pathname-translations (pathname-host p))
                             (error 'file-error :pathname p
                                                :format-control "TRANSLATE-LOGICAL-PATHNAME: expected a translation ~
                                                                 of the host ~A that matches, got ~S"
                                                :format-arguments (list (pathname-host p) p)))
          (if (pathname-match-p p (first translation))
              (return (translate-logical-pathname
                       (translate-pathname p (first translation) (second translation)))))))))
