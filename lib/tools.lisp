;;;; tools.lisp -- what helps at the prompt: HELP, APROPOS, DESCRIBE, TRACE, TIME. -*- sealed -*-

(defun documentation (object kind)
  "Return the documentation string of OBJECT as a KIND (FUNCTION, VARIABLE, STRUCTURE, TYPE), or NIL.
Example: (stringp (documentation 'car 'function)) => T"
  (case kind
    ((function compiler-macro)
     (cond ((symbolp object) (if (%function-object object) (cadr (%function-documentation (%function-object object))) nil))
           (t (cadr (%function-documentation object)))))
    (variable (get object '%documentation))
    (t nil)))

(defun %hidden-p (symbol)
  (let ((name (symbol-name symbol)))
    (and (> (length name) 0) (member (char name 0) '(#\% #\()))))

(defun %words-of (symbol)
  (let ((object (%function-object symbol)))
    (if object (car (%function-documentation object)) nil)))

;; "(nthcdr n list)", from the name and the lambda list.
(defun %call-line (symbol)
  (let ((words (%words-of symbol)) (name (string-downcase (prin1-to-string symbol))))
    (cond ((or (null words) (equal words "()")) (format nil "(~A)" name))
          ((eql (char words 0) #\() (format nil "(~A ~A" name (subseq words 1)))
          (t (format nil "(~A . ~A)" name words)))))

(defun %first-sentence (text)
  (let* ((line (subseq text 0 (position #\Newline text)))
         (end (search ". " line)))
    (if end (subseq line 0 (+ end 1)) line)))

(defun help (&optional (topic nil topic-p))
  "Tell what TOPIC, a symbol, is: how it is called, what it does, an example. Without TOPIC, how to begin.
Example: (with-output-to-string (*standard-output*) (help 'no-such-thing)) => \"NO-SUCH-THING: nothing is known under that name.
\""
  (cond ((not topic-p)
         (format t "Winnow is a small Lisp with game search built in.~%~%")
         (format t "  (minimax '((3) (1 4) ((1 5 9) 2)))   value and best line of a game tree~%")
         (format t "  (compare-searches tree), (draw tree), (why tree 2 1)   all algorithms; a picture; what happened there~%")
         (format t "  (play 'connect-four), (best-move 'othello (initial-position 'othello) :seconds 2)   games~%")
         (format t "  (help 'minimax)     what a function does      (apropos \"min\")    names that contain a text~%")
         (format t "  (describe x)        what an object is         (time form)        how long a form takes~%")
         (format t "  (trace f)           show calls of f           (backtrace)        calls of the last error~%")
         (format t "  (load \"file\")       run a file                (dialect :maclisp) read as MacLisp~%")
         (format t "  *  **  ***  +       last values, last form    (quit) or Ctrl-D   leave~%"))
        (t (%describe-name (if (symbolp topic) topic (intern (string-upcase (string topic)))))))
  (values))

(defun %describe-name (symbol)
  (let ((object (%function-object symbol)) (known nil))
    (when object
      (setq known t)
      (format t "~A~A~%" (%call-line symbol) (if (functionp object) "" "   -- macro"))
      (let ((text (documentation symbol 'function)))
        (when text (format t "~A~%" text))))
    (when (and (null object) (special-operator-p symbol))
      (setq known t)
      (format t "~A is a special form.~%" symbol))
    (when (and (boundp symbol) (not (keywordp symbol)))
      (setq known t)
      (format t "~A is a ~A with the value ~S.~%" symbol
              (cond ((constantp symbol) "constant") ((%special-p symbol) "special variable") (t "variable"))
              (symbol-value symbol))
      (let ((text (documentation symbol 'variable)))
        (when text (format t "~A~%" text))))
    (when (get symbol '%structure-type)
      (setq known t)
      (format t "~A is a type: ~{~A~^ < ~}, with the slots ~:[none~;~:*~{~A~^ ~}~].~%" symbol
              (%structure-type-ancestors symbol) (mapcar #'car (%structure-type-slots symbol))))
    (let ((word (get symbol '%maclisp-word)))
      (when (and word (null object))
        (setq known t)
        (format t "~A is a word of MacLisp: use ~A, or (dialect :maclisp).~%" symbol word)))
    (unless known (format t "~A: nothing is known under that name.~%" symbol))))

(defun apropos-list (text &optional package)
  "Return a list of the symbols that mean something and whose names contain TEXT.
PACKAGE: only those that are accessible in it; NIL for those of all packages.
Example: (apropos-list \"most-positive-fix\") => (MOST-POSITIVE-FIXNUM)"
  (let ((text (string-upcase (string text))) (found nil))
    (dolist (package (if package (list package) (remove (find-package "SYSTEM") (list-all-packages))))
      (do-symbols (s package)
        (if (and (search text (symbol-name s)) (or (fboundp s) (boundp s) (get s '%structure-type)))
            (pushnew s found))))
    (sort found #'string<)))

(defun apropos (text &optional package)
  "Print the names that contain TEXT, each with what it means in a sentence; return no value."
  (dolist (s (apropos-list text package))
    (let ((doc (or (documentation s 'function) (documentation s 'variable))))
      (format t "~(~S~)~30T~A~%" s
              (cond (doc (%first-sentence doc))
                    ((special-operator-p s) "special form")
                    ((fboundp s) "function")
                    ((get s '%structure-type) "type")
                    (t "variable")))))
  (values))

(defun describe (object &optional stream)
  "Tell what OBJECT is; return no value."
  (let ((*standard-output* (if (streamp stream) stream *standard-output*)))
    (cond ((and object (symbolp object) (not (keywordp object))) (%describe-name object))
          (t (format t "~S~%  is of type ~S.~%" object (type-of object))
             (cond ((%structure-p object nil)
                    (let ((i -1))
                      (dolist (slot (%structure-type-slots (%structure-type-name object)))
                        (format t "  ~A = ~S~%" (car slot) (%structure-ref object nil (incf i))))))
                   ((consp object)
                    (let ((n (list-length (if (listp (cdr (last object))) object nil))))
                      (cond ((cdr (last object)) (format t "  It is a dotted list.~%"))
                            (n (format t "  It is a list of ~R element~:P.~%" n)))))
                   ((stringp object) (format t "  It has ~R character~:P.~%" (length object)))
                   ((arrayp object) (format t "  Its dimensions are ~S.~%" (array-dimensions object)))
                   ((hash-table-p object)
                    (format t "  It has ~R entr~:@P, compared by ~S.~%" (hash-table-count object) (hash-table-test object)))
                   ((functionp object)
                    (let ((d (%function-documentation object)))
                      (format t "  Its lambda list is ~A.~%" (car d))
                      (when (cadr d) (format t "~A~%" (cadr d)))))))))
  (values))

(defvar *prompt-limit* 1000
  "How many atoms of a value the prompt prints at most; NIL for all. *PRINT-LENGTH* and *PRINT-LEVEL* come first.")

;;; TIME

(defun %report-time (thunk)
  (let ((before (%heap-statistics)) (run (get-internal-run-time)) (real (get-internal-real-time)))
    (multiple-value-prog1 (funcall thunk)
      (let ((run (- (get-internal-run-time) run)) (real (- (get-internal-real-time) real))
            (after (%heap-statistics)))
        (fresh-line *trace-output*)
        (format *trace-output*
                "; ~,6F seconds, ~,6F of processor time; ~D bytes allocated; ~D collection~:P in ~,6F seconds~%"
                (/ real 1000000.0) (/ run 1000000.0) (- (car after) (car before))
                (- (cadr after) (cadr before)) (- (caddr after) (caddr before)))))))

(defmacro time (form)
  "Evaluate FORM, print how long it took and what it allocated, and return its values.
Example: (time (+ 1 2)) => 3"
  `(%report-time (lambda () ,form)))

(defun room (&optional detailed)
  "Print how much memory is in use; return no value."
  (declare (ignore detailed))
  (let ((s (progn (gc) (%heap-statistics))))
    (format t "~:D bytes alive after ~D collection~:P that took ~,3F seconds; ~:D bytes allocated in all~%"
            (cadddr s) (cadr s) (caddr s) (car s)))
  (values))

;;; TRACE

(defvar *traced* nil "Pairs of the names that are traced and their own functions.")
(defvar *trace-depth* 0 "How deep the traced call under way is.")

(defun %trace-one (name)
  (cond ((assoc name *traced*) nil)
        ((not (functionp (%function-object name)))
         (error 'undefined-function :format-control "trace: ~S is not a function" :format-arguments (list name) :name name))
        (t (let ((function (%function-object name)))
             (push (cons name function) *traced*)
             (%fset name
                    (%named-lambda %traced (&rest arguments)  ; which backtraces leave out
                      (let ((depth *trace-depth*))
                        (fresh-line *trace-output*)
                        (format *trace-output* "~V@T~D: ~S~%" (* 2 depth) depth (cons name arguments))
                        (let ((values (let ((*trace-depth* (+ depth 1)))
                                        (multiple-value-list (apply function arguments)))))
                          (fresh-line *trace-output*)
                          (format *trace-output* "~V@T~D: ~S returned~{ ~S~}~%" (* 2 depth) depth name values)
                          (values-list values)))))))))

(defun %untrace-one (name)
  (let ((pair (assoc name *traced*)))
    (when pair
      (%fset name (cdr pair))
      (setq *traced* (remove pair *traced*)))))

(defmacro trace (&rest names)
  "Show each call of the functions NAMES, indented by depth, and what it returns; without NAMES, list those traced.
Signals: undefined-function.
Example: (trace) => NIL"
  (if names
      `(progn (mapc #'%trace-one ',names) ',names)
      '(mapcar #'car *traced*)))

(defmacro untrace (&rest names)
  "Stop tracing the functions NAMES, or all of them.
Example: (untrace) => NIL"
  (if names
      `(progn (mapc #'%untrace-one ',names) ',names)
      '(let ((all (mapcar #'car *traced*))) (mapc #'%untrace-one all) all)))

(defvar *last-backtrace* "" "The calls that were under way when the last error happened.")
(defun backtrace ()
  "Print the calls that were under way when the last error happened, innermost first; return no value."
  (write-string (if (equal *last-backtrace* "") (format nil "There was no error.~%") *last-backtrace*))
  (values))

(defun compile (name &optional definition)
  "Return the function NAME, or that of the lambda expression DEFINITION: everything is compiled already.
Example: (funcall (compile nil '(lambda (x) (* x x))) 3) => 9"
  (cond ((null definition) (if name name nil))
        (t (let ((f (coerce definition 'function)))
             (if name (progn (%fset name f) name) f)))))

(defun lisp-implementation-type ()
  "Return the name of this Lisp.
Example: (lisp-implementation-type) => \"Winnow\""
  "Winnow")

(defun ed (&rest ignored)
  "Signal an error: there is no editor inside Winnow.
Example: (handler-case (ed) (error () 'none)) => NONE"
  (declare (ignore ignored))
  (error "ed: there is no editor inside Winnow"))

;;; The reference: every function and macro with a docstring, in order.

(defun %print-reference ()
  (dolist (s (apropos-list ""))
    (when (fboundp s)
      (let ((doc (documentation s 'function)))
        (when doc (format t "~A~%~A~%~%" (%call-line s) doc)))))
  (values))

;; (call form-as-text expected-as-text) for every example of every docstring: what the tests run.
(defun %docstring-examples ()
  (let ((found nil))
    (do-all-symbols (s)
      (let ((doc (and (%function-object s) (documentation s 'function))))
        (when doc
          (do ((at (search "Example: " doc) (search "Example: " doc)))
              ((null at))
            (let* ((rest (subseq doc (+ at 9)))
                   (next (search (format nil "~%Example: ") rest))
                   (text (subseq rest 0 next)))
              (push (list s text) found)
              (setq doc rest))))))
    found))
