;;;; completion.lisp -- the words that complete a text at the prompt.

(defun words-after (text) (rest (system::completions text)))
(defun offers (text word) (and (member word (words-after text) :test #'string=) t))

;; Functions are completed after a parenthesis or #', other names elsewhere, in the case of the beginning.
(defvar *complete-me* 1)
(defun complete-it (a &key width (height 1) ((:of-colour c) nil)) (list a width height c))
(words-after "(complete-")       ;=> ("complete-it")
(words-after "#'complete-")      ;=> ("complete-it")
(words-after "(list *complete-") ;=> ("*complete-me*")
(words-after "(COMPLETE-")       ;=> ("COMPLETE-IT")
(offers "(fixnu" "fixnum")  ;=> NIL
(offers "'fixnu" "fixnum")  ;=> T
(offers "'(complete-" "complete-it") ;=> T
(words-after "(no-such-beginning")        ;=> NIL
(first (system::completions "(list (complete-"))  ;=> 7

;; Names that the form contains come first; they need not be known.
(words-after "(let ((complete-all 1) (complete-any 2) (complete-all 3)) (list complete-")  ;=> ("complete-all" "complete-any" "complete-it")
(words-after "(list \"complete-text\" complete-")                                          ;=> ("complete-it")

;; External names after a colon, all after two
(make-package "COMPLETED" :use nil)
(progn (set (intern "SHOWN" "COMPLETED") 1) (set (intern "SECRET" "COMPLETED") 2) (export (find-symbol "SHOWN" "COMPLETED") "COMPLETED"))
(words-after "completed:s")   ;=> ("completed:shown")
(words-after "completed::s")  ;=> ("completed::secret" "completed::shown")
(words-after "COMPLETED:S")   ;=> ("COMPLETED:SHOWN")
(words-after "no-package:s")  ;=> NIL

;; The keywords of the operator, unless a value is expected
(words-after "(complete-it 1 :")                ;=> (":HEIGHT" ":OF-COLOUR" ":WIDTH")
(words-after "(complete-it 1 :height 2 :W")     ;=> (":WIDTH")
(offers "(complete-it 1 :width :" ":ELEMENT-TYPE")             ;=> T
(words-after "(make-hash-table :w")             ;=> (":weakness")
(progn (defgeneric complete-this (x &key depth-of-it)) (words-after "(complete-this 1 :depth-"))  ;=> (":depth-of-it")
(words-after "(minimax '(1) :algorithm :alpha") ;=> (":alpha-beta")

;; Names of files in strings, with a slash after directories; hidden ones only after a period
(defvar *folder* (format nil "/tmp/winnow-completion-~D/" (random 1000000000 (make-random-state t))))
(progn
  (ensure-directories-exist (concatenate 'string *folder* "branch/leaf"))
  (dolist (name '("brief" "other" ".hidden")) (with-open-file (s (concatenate 'string *folder* name) :direction :output) (print 1 s))))  ;=> NIL
(defun files-after (beginning)
  (mapcar (lambda (word) (subseq word (length *folder*))) (words-after (format nil "(open \"~A~A" *folder* beginning))))
(files-after "")    ;=> ("branch/" "brief" "other")
(files-after "br")  ;=> ("branch/" "brief")
(files-after ".")   ;=> (".hidden")
(files-after "z/")  ;=> NIL
(progn (winnow-ext:delete-directory *folder* :recursive t) nil)  ;=> NIL
