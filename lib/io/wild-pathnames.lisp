;;;; wild-pathnames.lisp -- wild pathnames: * matches any characters, ? one character, ** any directories. -*- sealed -*-

(defun wild-p (part)
  (if (stringp part)
      (find-if (lambda (c) (find c "*?")) part)
      (member part '(:wild :wild-inferiors))))

(defun wild-pathname-p (pathname &optional field)
  "Return T if PATHNAME is wild or, if FIELD is given, its component FIELD (:DIRECTORY, :NAME, :TYPE, ...); else NIL.
Signals: type-error unless PATHNAME is a pathname, a string or a file stream and FIELD is the keyword of a component or NIL.
Example: (wild-pathname-p \"a/*.lisp\") => T"
  (check-argument field '(member nil :host :device :directory :name :type :version) "a part of a pathname")
  (let ((p (pathname pathname)))
    (if (or (and (member field '(nil :name)) (wild-p (pathname-name p)))
            (and (member field '(nil :type)) (wild-p (pathname-type p)))
            (and (member field '(nil :version)) (wild-p (pathname-version p)))
            (and (member field '(nil :directory)) (some #'wild-p (pathname-directory p))))
        t
        nil)))

;;; Matching. Each function returns whether the pattern matches, and a list of the text that each wildcard matched.

(defun match-text (pattern text)
  (labels ((match (p i)
             (cond ((= p (length pattern)) (values (= i (length text)) nil))
                   ((char= (char pattern p) #\*)
                    (do ((end i (+ end 1))) ((> end (length text)) (values nil nil))
                      (multiple-value-bind (fits matches) (match (+ p 1) end)
                        (if fits (return (values t (cons (subseq text i end) matches)))))))
                   ((= i (length text)) (values nil nil))
                   ((char= (char pattern p) #\?)
                    (multiple-value-bind (fits matches) (match (+ p 1) (+ i 1))
                      (values fits (cons (string (char text i)) matches))))
                   ((char= (char pattern p) (char text i)) (match (+ p 1) (+ i 1)))
                   (t (values nil nil)))))
    (match 0 0)))

(defun match-part (pattern part)
  (cond ((eq pattern :wild) (values t (list part)))
        ((and (stringp pattern) (stringp part)) (match-text pattern part))
        (t (values (eql pattern part) nil))))

(defun match-directory (pattern directory)
  (cond ((null pattern) (values (null directory) nil))
        ((eq (car pattern) :wild-inferiors)
         (do ((taken nil (append taken (list (car rest)))) (rest directory (cdr rest))) (nil)
           (multiple-value-bind (fits matches) (match-directory (cdr pattern) rest)
             (if fits (return (values t (cons taken matches)))))
           (if (null rest) (return (values nil nil)))))
        ((null directory) (values nil nil))
        (t (multiple-value-bind (fits first) (match-part (car pattern) (car directory))
             (if fits
                 (multiple-value-bind (fits others) (match-directory (cdr pattern) (cdr directory))
                   (values fits (append first others)))
                 (values nil nil))))))

;; Calls MATCH for PATTERN and PART; a missing pattern matches anything.
(defun match-or-missing (match pattern part)
  (if (null pattern) (values t (list part)) (funcall match pattern part)))

;; The directory of P for matching; a missing one is an empty directory list.
(defun directory-for-matching (p)
  (or (pathname-directory p) (if (logical-p p) '(:absolute) '(:relative))))

(defun pathname-match-p (pathname wildcard)
  "Return T if PATHNAME matches WILDCARD, else NIL. Missing components of WILDCARD match anything.
Signals: type-error unless every argument is a pathname, a string or a file stream.
Example: (pathname-match-p \"/a/b.lisp\" \"/a/*.lisp\") => T"
  (let ((p (pathname pathname)) (w (pathname wildcard)))
    (and (equal (pathname-host p) (pathname-host w))
         (match-or-missing #'match-directory (pathname-directory w) (directory-for-matching p))
         (match-or-missing #'match-part (pathname-name w) (pathname-name p))
         (match-or-missing #'match-part (pathname-type w) (pathname-type p))
         (match-or-missing #'match-part (pathname-version w) (or (pathname-version p) :newest))
         t)))

;;; Translation: the matches of one pattern are inserted for the wildcards of another

;; PATTERN with MATCHES inserted for its wildcards; PART if PATTERN is missing.
(defun fill-part (pattern part matches)
  (cond ((null pattern) part)
        ((eq pattern :wild) (if matches (car matches) part))
        ((wild-p pattern)
         (join (map 'list (lambda (c) (if (find c "*?") (or (pop matches) "") (string c))) pattern)))
        (t pattern)))

(defun fill-directory (pattern directory matches)
  (if (null pattern)
      directory
      (cons (car pattern)
            (mapcan (lambda (part)
                      (let ((found (if (wild-p part) (pop matches) nil)))
                        (cond ((not (wild-p part)) (list part))
                              ((eq part :wild-inferiors) (if (listp found) (copy-list found) (list found)))
                              (t (list (fill-part part nil (list (if (consp found) (car found) found))))))))
                    (cdr pattern)))))

(defun translate-pathname (source from-wildcard to-wildcard &key)
  "Return TO-WILDCARD with its wildcards replaced by the text that those of FROM-WILDCARD match in SOURCE. Missing
components come from SOURCE.
Signals: type-error unless every argument is a pathname, a string or a file stream; error if SOURCE does not match.
Example: (translate-pathname \"src/search.lisp\" \"src/*.lisp\" \"build/*.fasl\") => #P\"build/search.fasl\""
  (let ((p (pathname source)) (from (pathname from-wildcard)) (to (pathname to-wildcard)))
    (if (not (pathname-match-p p from)) (error "TRANSLATE-PATHNAME: expected a pathname that matches ~S, got ~S" from p))
    ;; Logical pathnames are in upper case; the files they name are usually in lower case.
    (flet ((in-target-case (part)
             (let ((change (cond ((and (logical-p p) (not (logical-p to))) #'string-downcase)
                                 ((and (logical-p to) (not (logical-p p))) #'string-upcase)
                                 (t #'identity))))
               (cond ((stringp part) (funcall change part))
                     ((listp part) (mapcar (lambda (x) (if (stringp x) (funcall change x) x)) part))
                     (t part)))))
      (flet ((translated (fill match reader &optional (source-reader reader))
               (let ((part (funcall source-reader p)))
                 (funcall fill (funcall reader to) (in-target-case part)
                          (mapcar #'in-target-case
                                  (nth-value 1 (match-or-missing match (funcall reader from) part)))))))
        (build-pathname (translated #'fill-directory #'match-directory #'pathname-directory #'directory-for-matching)
                        (translated #'fill-part #'match-part #'pathname-name)
                        (translated #'fill-part #'match-part #'pathname-type)
                        (pathname-host to)
                        (if (logical-p to)
                            (translated #'fill-part #'match-part #'pathname-version)
                            (pathname-version p)))))))
