;;;; html-reference.lisp -- the reference as a page: every operator, variable and type that has a documentation string. -*- sealed -*-

(defvar *page-style*
  "body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1c1e; background: #fff }
h1 { font-size: 1.6rem } h2 { font-size: 1.05rem; margin: 0 0 .3rem; overflow-wrap: anywhere }
section { border-top: 1px solid #d5d9de; padding: .8rem 0 }
pre, code { font-family: ui-monospace, monospace; font-size: .95em }
pre { background: #f3f4f6; padding: .5rem .7rem; white-space: pre-wrap; overflow-wrap: anywhere; margin: .4rem 0 }
p { margin: .3rem 0 } a { color: #0b57a8 } .kind { color: #565c64; font-weight: normal }
nav { columns: 14rem; font-size: .9rem } nav a { display: block; overflow-wrap: anywhere }
img { max-width: 100%; background: #fff } iframe { width: 100%; height: 46rem; border: 1px solid #7b828b }
.value::before { content: '=> '; color: #565c64 } .value { background: none; padding: 0 .7rem }
.error { color: #b3001b; background: #fde8ea }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem; margin: 1rem 0 }
@media (prefers-color-scheme: dark) {
  body { color: #e9ebed; background: #15181b } pre { background: #1f2327 } section { border-color: #3a4047 }
  a { color: #8cc5ff } .kind, .value::before { color: #a9b0b8 } .error { color: #ff9a9f; background: #4d1a20 }
  img { background: #15181b }
  input { color: inherit; background: #1f2327 }
}
"
  "The style of the reference and of reports.")

;; Write a page with TITLE to OUT; BODY, a function of OUT, writes its contents.
(defun write-page (title body out)
  (format out "<!DOCTYPE html>~%<html lang=\"en\">~%<head>~%<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">~%<title>")
  (write-xml title out)
  (format out "</title>~%<style>~%~A</style>~%</head>~%<body>~%<h1>" *page-style*)
  (write-xml title out)
  (format out "</h1>~%")
  (funcall body out)
  (format out "</body>~%</html>~%"))

;; A list of (KIND HEADING TEXT) for what SYMBOL names, with a KIND such as "function".
(defun documented-meanings (symbol)
  (let ((meanings nil))
    (flet ((add (kind heading text) (if text (push (list kind heading text) meanings))))
      (when (operator symbol)
        (add (cond ((special-operator-p symbol) "special operator")
                   ((macro-function symbol) "macro")
                   (t "function"))
             (call-line symbol) (documentation symbol 'function)))
      (add "variable" (prin1-to-string symbol) (documentation symbol 'variable))
      (if (not (operator symbol)) (add "type" (prin1-to-string symbol) (documentation symbol 'type))))
    (nreverse meanings)))

;; The name of SYMBOL as a fragment of an address.
(defun anchor-of (symbol)
  (with-output-to-string (out)
    (map nil (lambda (c)
               (if (or (alphanumericp c) (char= c #\-)) (write-char (char-downcase c) out) (format out "_~X" (char-code c))))
         (symbol-name symbol))))

(defun name-char-p (c) (or (alphanumericp c) (find c "-*+/%&=<>!?_")))

;; The words of TEXT in upper case.
(defun names-in (text)
  (let ((names nil) (at 0) (length (length text)))
    (loop
      (let* ((begin (position-if #'name-char-p text :start at)) (end (and begin (position-if-not #'name-char-p text :start begin))))
        (if (null begin) (return names))
        (push (string-upcase (subseq text begin end)) names)
        (setq at (or end length))))))

;; Write TEXT; a word that is the name of a symbol in TABLE, which maps names to symbols, is a link unless it is a keyword or one of
;; OWN, the names of the operator and its parameters.
(defun write-linked (text table own out)
  (let ((at 0) (length (length text)))
    (loop
      (if (>= at length) (return))
      (let* ((end (or (position-if-not #'name-char-p text :start at) length)) (word (subseq text at end))
             (meant (if (or (member word own :test #'string=) (and (> at 0) (char= (char text (- at 1)) #\:)))
                             nil
                             (gethash word table))))
        (cond ((= end at) (write-xml (string (char text at)) out) (incf at))
              ((and meant (> (length word) 1))
               (format out "<a href=\"#~A\">" (anchor-of meant))
               (write-xml word out)
               (format out "</a>")
               (setq at end))
              (t (write-xml word out) (setq at end)))))))

(defun write-documentation (text table own out)
  (let ((example nil))
    (dolist (paragraph (paragraphs (lines-of text)))
      (let ((starts (eql (search "Example: " paragraph) 0)))
        (cond ((or starts (and example (not (or (eql (search "Source: " paragraph) 0) (eql (search "Signals: " paragraph) 0)))))
               (if (and example starts) (format out "</pre>~%"))
               (if starts (format out "<pre>") (terpri out))
               (write-xml (if starts (subseq paragraph 9) paragraph) out)
               (setq example t))
              (t (if example (format out "</pre>~%"))
                 (setq example nil)
                 (cond ((and (string/= paragraph "") (or (char= (char paragraph 0) #\() (char= (char paragraph 0) #\Space)))
                        (format out "<pre>")
                        (write-xml paragraph out)
                        (format out "</pre>~%"))
                       (t (format out "<p>")
                          (write-linked paragraph table own out)
                          (format out "</p>~%")))))))
    (if example (format out "</pre>~%"))))

(defun print-html-reference ()
  (let ((table (make-hash-table :test 'equal)) (entries nil))
    (dolist (symbol (apropos-list ""))
      (let ((meanings (documented-meanings symbol)))
        (when meanings
          (setf (gethash (symbol-name symbol) table) symbol)
          (push (cons symbol meanings) entries))))
    (setq entries (nreverse entries))
    (write-page
     (format nil "Winnow ~A: reference" (lisp-implementation-version))
     (lambda (out)
       (format out "<input id=\"filter\" type=\"search\" placeholder=\"Filter the ~:D names\" aria-label=\"Filter\">~%<nav>~%"
               (length entries))
       (dolist (entry entries)
         (format out "<a href=\"#~A\">" (anchor-of (first entry)))
         (write-xml (string-downcase (prin1-to-string (first entry))) out)
         (format out "</a>~%"))
       (format out "</nav>~%")
       (dolist (entry entries)
         (format out "<section id=\"~A\">~%" (anchor-of (first entry)))
         (dolist (meaning (rest entry))
           (format out "<h2><code>")
           (write-xml (second meaning) out)
           (format out "</code> <span class=\"kind\">~A</span></h2>~%" (first meaning))
           (write-documentation (third meaning) table (names-in (second meaning)) out))
         (format out "</section>~%"))
       (format out "<script>
document.getElementById('filter').oninput = e => {
  const word = e.target.value.toLowerCase();
  for (const link of document.querySelectorAll('nav a')) link.hidden = !link.textContent.includes(word);
};
</script>~%"))
     *standard-output*)
    (values)))
