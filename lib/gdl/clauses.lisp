;;;; clauses.lisp -- the clauses of a game description in GDL: reading, normal form, errors. -*- sealed -*-
;;;;
;;;; GDL is the Game Description Language of General Game Playing: Datalog with negation and function symbols in the syntax of KIF
;;;; (N. Love, T. Hinrichs, D. Haley, E. Schkufza and M. Genesereth, General Game Playing: Game Description Language Specification,
;;;; Stanford 2008). A term is a constant (a symbol or an integer), a variable (a symbol without a package), or a list of a function
;;;; symbol and terms. An atom is a list of a relation and terms; relations of GDL itself are keywords, such as (:TRUE term).

;; A clause in normal form. HEAD: an atom. BODY: a list of literals: (:ATOM atom), (:NOT atom), (:DISTINCT term term) or (:SAME term
;; term). SOURCE: the form as it was written. PLACE: where, a string.
(defstruct (gdl-clause (:copier nil) (:predicate nil)) head body source place)

;; The relations of GDL and their numbers of arguments.
(defvar *gdl-relations*
  '((:role 1) (:init 1) (:true 1) (:does 2) (:next 1) (:legal 2) (:goal 2) (:terminal 0) (:base 1) (:input 2) (:distinct 2)))

;; Signal an error in the form SOURCE at PLACE.
(defun gdl-error (source place control &rest arguments)
  (let ((*print-pretty* nil) (*print-case* :downcase))
    (error 'program-error :format-control "LOAD-GDL: ~A"
                          :format-arguments (list (format nil "~?~@[, in ~A~]~@[, ~A~]" control arguments
                                                          (if source (prin1-to-string source) nil) place)))))

;;; Texts

;; A reader of a text. LINE: the number of the line at the next character of STREAM, from 1. FILE: the name of the file, or NIL.
(defstruct (gdl-reader (:copier nil) (:predicate nil)) stream (line 1) file)

(defun place-in-text (reader line)
  (format nil "line ~D~@[ of ~A~]" line (gdl-reader-file reader)))

(defun next-gdl-char (reader)
  (let ((c (read-char (gdl-reader-stream reader) nil nil)))
    (if (eql c #\Newline) (incf (gdl-reader-line reader)))
    c))

(defun gdl-blank-p (c) (or (char<= c #\Space) (char= c (code-char 160)) (char= c (code-char 65279))))

;; Skip blanks and comments; return the next character without reading it, or NIL at the end.
(defun skip-gdl-blanks (reader)
  (loop
    (let ((c (peek-char nil (gdl-reader-stream reader) nil nil)))
      (cond ((null c) (return nil))
            ((char= c #\;) (do ((d (next-gdl-char reader) (next-gdl-char reader))) ((member d '(nil #\Newline #\Return)))))
            ((gdl-blank-p c) (next-gdl-char reader))
            (t (return c))))))

;; The constant or variable that TEXT names. Symbols are in the current package, in upper case.
(defun gdl-constant (text)
  (if (and (every #'digit-char-p text) (< 0 (length text) 18))
      (parse-integer text)
      (intern (string-upcase text))))

(defun read-gdl-token (reader)
  (let ((token (make-string-output-stream)))
    (loop
      (let ((c (peek-char nil (gdl-reader-stream reader) nil nil)))
        (if (or (null c) (gdl-blank-p c) (member c '(#\( #\) #\;))) (return (gdl-constant (get-output-stream-string token))))
        (write-char (next-gdl-char reader) token)))))

;; Read a form; the next character is not blank.
(defun read-gdl-form (reader)
  (let ((line (gdl-reader-line reader)) (c (peek-char nil (gdl-reader-stream reader))))
    (flet ((bad (control) (gdl-error nil (place-in-text reader line) control)))
      (case c
        (#\( (next-gdl-char reader)
             (let ((elements nil))
               (loop
                 (case (skip-gdl-blanks reader)
                   ((nil) (bad "expected a close parenthesis for the open one, got the end of the text"))
                   (#\) (next-gdl-char reader) (return (nreverse elements)))
                   (t (push (read-gdl-form reader) elements))))))
        (#\) (bad "expected a clause, got a close parenthesis"))
        (t (read-gdl-token reader))))))

;; The forms in STREAM, each with its place: ((FORM . PLACE) ...).
(defun gdl-forms-in-text (stream file)
  (let ((reader (make-gdl-reader :stream stream :file file)) (forms nil))
    (loop
      (if (null (skip-gdl-blanks reader)) (return (nreverse forms)))
      (let ((line (gdl-reader-line reader)))
        (push (cons (read-gdl-form reader) (place-in-text reader line)) forms)))))

;; The same for a list of forms.
(defun gdl-forms-in-list (list)
  (let ((number 0)) (mapcar (lambda (form) (cons form (format nil "clause ~D" (incf number)))) list)))

;;; Normal form

;; The state of the translation of a form: its SOURCE and PLACE for messages, and its variables, ((NAME . SYMBOL) ...).
(defstruct (gdl-translation (:copier nil) (:predicate nil)) source place (variables nil))

(defun translation-error (translation control &rest arguments)
  (apply #'gdl-error (gdl-translation-source translation) (gdl-translation-place translation) control arguments))

(defun gdl-variable-p (term) (and (symbolp term) (null (symbol-package term))))

(defun gdl-variables (term)
  (cond ((gdl-variable-p term) (list term))
        ((consp term) (remove-duplicates (mapcan #'gdl-variables (copy-list (rest term)))))))

(defun translated-symbol (translation symbol)
  (let ((name (symbol-name symbol)))
    (if (eql (mismatch "?" name) 1)
        (let ((known (assoc name (gdl-translation-variables translation) :test #'string=)))
          (cond (known (cdr known))
                (t (push (cons name (make-symbol name)) (gdl-translation-variables translation))
                   (cdr (first (gdl-translation-variables translation))))))
        (intern name))))

(defun translated-term (translation form)
  (cond ((symbolp form) (translated-symbol translation form))
        ((integerp form) form)
        ((not (and (consp form) (form-length form))) (translation-error translation "expected a term, got ~S" form))
        ((null (rest form)) (translated-term translation (first form)))
        (t (let ((terms (mapcar (lambda (part) (translated-term translation part)) form)))
             (if (or (consp (first terms)) (gdl-variable-p (first terms)))
                 (translation-error translation "expected a function symbol at the beginning of a term, got ~S" form))
             terms))))

;; The keyword of the connective or relation of GDL that FORM begins with, or NIL.
(defun gdl-keyword (form)
  (let ((name (if (consp form) (first form) form)))
    (if (and (symbolp name) name)
        (find name '(:role :init :true :does :next :legal :goal :terminal :base :input :sees :distinct :not :or :and)
              :test #'string=)
        nil)))

(defun translated-atom (translation form)
  (let* ((keyword (gdl-keyword form)) (atom (if (consp form) form (list form))) (arity (second (assoc keyword *gdl-relations*))))
    (unless (and (form-length atom) (symbolp (first atom)) (first atom))
      (translation-error translation "expected an atom, which begins with a relation, got ~S" form))
    (if (gdl-variable-p (translated-symbol translation (first atom)))
        (translation-error translation "expected a relation, got the variable ~S" (first atom)))
    (if (eq keyword :sees)
        (translation-error translation "expected a game with complete information, got the relation SEES of GDL-II"))
    (if (and arity (/= arity (length (rest atom))))
        (translation-error translation "expected ~R argument~:P of ~A, got ~S" arity (first atom) form))
    (cons (or keyword (translated-symbol translation (first atom)))
          (mapcar (lambda (term) (translated-term translation term)) (rest atom)))))

;; Each way to satisfy all of ALTERNATIVES, a list of lists of bodies.
(defun conjunctions (alternatives)
  (if (null alternatives)
      (list nil)
      (let ((others (conjunctions (rest alternatives))))
        (mapcan (lambda (body) (mapcar (lambda (other) (append body other)) others)) (first alternatives)))))

;; The bodies, lists of literals, one of which is true if and only if FORM is true; of its negation if NEGATED.
(defun translated-bodies (translation form negated)
  (let ((keyword (gdl-keyword form)))
    (flet ((parts () (mapcar (lambda (part) (translated-bodies translation part negated)) (rest form))))
      (cond ((and (consp form) (not (form-length form))) (translation-error translation "expected a literal, got ~S" form))
            ((and (eq keyword :not) (consp form))
             (unless (= (length form) 2) (translation-error translation "expected one argument of NOT, got ~S" form))
             (translated-bodies translation (second form) (not negated)))
            ((and (consp form) (eq keyword (if negated :and :or))) (apply #'append (parts)))
            ((and (consp form) (eq keyword (if negated :or :and))) (conjunctions (parts)))
            (t (let ((atom (translated-atom translation form)))
                 (case (first atom)
                   (:distinct (list (list (cons (if negated :same :distinct) (rest atom)))))
                   ((:init :next) (translation-error translation "expected ~A only at the head of a clause" (first atom)))
                   (t (list (list (list (if negated :not :atom) atom)))))))))))

(defun check-safety (translation head body)
  (let* ((atoms (remove :atom body :key #'first :test-not #'eq)) (bound (mapcan (lambda (l) (gdl-variables (second l))) (copy-list atoms))))
    (dolist (terms (cons head (mapcar (lambda (l) (cons :terms (rest l))) body)))
      (dolist (variable (gdl-variables (if (eq terms head) head (cons :terms (mapcan #'list (rest terms))))))
        (unless (member variable bound)
          (translation-error translation "expected each variable in an atom of the body that is not negated, got ~A" variable))))))

;; The clauses of FORM, several if it contains OR.
(defun translated-clauses (form place)
  (let* ((rule (and (consp form) (symbolp (first form)) (first form) (string= (first form) "<=")))
         (translation (make-gdl-translation :source form :place place)))
    (if (and rule (not (and (form-length form) (rest form)))) (translation-error translation "expected a head after <="))
    (let ((head (translated-atom translation (if rule (second form) form))))
      (if (member (first head) '(:true :does :distinct :not :or :and))
          (translation-error translation "expected a head other than ~A" (first head)))
      (mapcar (lambda (body)
                (check-safety translation head body)
                (make-gdl-clause :head head :body body :source form :place place))
              (conjunctions (mapcar (lambda (part) (translated-bodies translation part nil)) (if rule (cddr form) nil)))))))
