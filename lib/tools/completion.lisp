;;;; completion.lisp -- the words that complete a beginning at the prompt. -*- sealed -*-

(defun begins-with-p (text beginning)
  (and (<= (length beginning) (length text)) (string= beginning text :end2 (length beginning))))

(defun ends-with-p (text end)
  (and (<= (length end) (length text)) (string= end text :start2 (- (length text) (length end)))))

(defun word-completions (lead beginning in-string operator local)
  "Return a list of the words that begin with BEGINNING, in alphabetical order, with those of LOCAL first.
After a parenthesis or #' they are names of functions, in a string names of files, after a colon the keywords of the operator,
after :ALGORITHM names of algorithms, otherwise all names. Names have the case of BEGINNING.
LEAD: the text on the line before BEGINNING.  IN-STRING: true in a string.  OPERATOR: the name of the operator of the innermost
open list, or \"\".  LOCAL: words in the form itself, which are probably its variables.
Signals: type-error.
Example: (word-completions \"(\" \"multiple-value-b\" nil \"\" nil) => (\"multiple-value-bind\")"
  (if in-string
      (file-completions beginning)
      (let ((words (name-completions beginning (names-function-p lead))))
        (if (begins-with-p beginning ":")
            (setq words (keyword-completions words beginning operator (last-word lead))))
        (setq words (sort words #'string<))
        (if (string= beginning "")
            words
            (let ((first (sort (remove-duplicates local :test #'string=) #'string<)))
              (append first (remove-if (lambda (word) (member word first :test #'string=)) words)))))))

;; Does a function name follow LEAD?
(defun names-function-p (lead)
  (or (ends-with-p lead "#'") (and (ends-with-p lead "(") (not (ends-with-p lead "'(")))))

;; The word at the end of TEXT, before blanks.
(defun last-word (text)
  (flet ((blank-p (c) (member c '(#\Space #\Tab)))
         (break-p (c) (find c '(#\Space #\Tab #\Newline #\( #\) #\' #\` #\" #\, #\; #\#))))
    (let* ((trimmed (subseq text 0 (+ 1 (or (position-if-not #'blank-p text :from-end t) -1))))
           (break (position-if #'break-p trimmed :from-end t)))
      (subseq trimmed (if break (+ break 1) 0)))))

;; The names of symbols that begin with BEGINNING. After a package prefix, they are the external symbols of the package or, after
;; two colons, all of them.
(defun name-completions (beginning functions-only)
  (let* ((colon (position #\: beginning))
         (start (if colon (or (position #\: beginning :start colon :test #'char/=) (length beginning)) 0))
         (prefix (subseq beginning 0 (if colon (+ 1 (position #\: beginning :from-end t)) 0)))
         (package (cond ((null colon) *package*)
                        ((= colon 0) (find-package "KEYWORD"))
                        (t (find-package (string-upcase (subseq beginning 0 colon))))))
         (wanted (string-upcase (subseq beginning start)))
         (upper (and (string/= beginning "") (notany #'lower-case-p beginning)))
         (any (or (not functions-only) (eq package (find-package "KEYWORD"))))
         (found nil))
    (flet ((try (symbol)
             (let ((name (symbol-name symbol)))
               (if (and (begins-with-p name wanted) (or (begins-with-p name "&") (known-name-p symbol any)))
                   (push (concatenate 'string prefix (if upper name (string-downcase name))) found)))))
      (cond ((null package) nil)
            ((and colon (= start (+ colon 1))) (do-external-symbols (symbol package) (try symbol)))
            (t (do-symbols (symbol package) (try symbol)))))
    (remove-duplicates found :test #'equal)))

;; Those of WORDS, keywords, that are expected after the word BEFORE in a call of OPERATOR. All if OPERATOR takes none of them, or if
;; BEFORE is a keyword of OPERATOR, so that its value is expected. After :ALGORITHM, names of algorithms.
(defun keyword-completions (words beginning operator before)
  (let ((own (keyword-names operator)))
    (flet ((own-p (word) (member word own :test #'string-equal)))
      (cond ((string= before ":algorithm")
             (remove-if-not (lambda (name) (begins-with-p name beginning))
                            (mapcar (lambda (name) (format nil "~(~S~)" name)) (list* :f :f2 (mapcar #'first (search-algorithms))))))
            ((or (own-p before) (notany #'own-p words)) words)
            (t (remove-if-not #'own-p words))))))

;; The names of the keyword parameters of the operator NAME, with a colon.
(defun keyword-names (name)
  (let* ((symbol (find-symbol (string-upcase name)))
         (record (and symbol (gethash (function-object symbol) *generics*)))
         (list (cond (record (generic-record-lambda-list record))
                     ((and symbol (fboundp symbol)) (ignore-errors (checked-arglist symbol))))))
    (loop for item in (cdr (and (listp list) (member '&key list)))
          until (member item lambda-list-keywords)
          collect (let* ((parameter (if (consp item) (car item) item)) (word (if (consp parameter) (car parameter) parameter)))
                    (format nil ":~A" (symbol-name word))))))

;; The names of files that begin with BEGINNING; those of directories end with a slash. Hidden files are included if their period
;; was typed.
(defun file-completions (beginning)
  (let* ((slash (position #\/ beginning :from-end t)) (folder (subseq beginning 0 (if slash (+ slash 1) 0)))
         (start (subseq beginning (length folder))))
    (loop for name in (ignore-errors (directory-entries (if (string= folder "") "." folder)))
          if (and (begins-with-p name start) (not (and (string= start "") (begins-with-p name "."))))
            collect (concatenate 'string folder name))))
