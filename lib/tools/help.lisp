;;;; help.lisp -- what is known: HELP, APROPOS, DESCRIBE, and the reference. -*- sealed -*-

;;; Text in lines that keep to the terminal's width, where there is a terminal.

(defun write-wrapped-line (line width)
  (let* ((indent (or (position #\Space line :test-not #'eql) 0))
         (margin (min (+ indent 2) (floor width 2)))
         (start 0) (column 0) (length (length line)))
    (loop while (> (+ column (- length start)) width)
          do (let* ((room (+ start (- width column)))
                    (space (position #\Space line :start (max (+ start 1) indent) :end (+ room 1) :from-end t))
                    (end (or space room)))
               (write-line (string-right-trim " " (subseq line start end)))
               (setq start (or (position #\Space line :start end :test-not #'eql) length) column margin)
               (format t "~V@T" margin)))
    (write-string line *standard-output* :start start)))

(defun lines-of (text)
  (loop for start = 0 then (+ end 1)
        for end = (position #\Newline text :start start)
        collect (subseq text start end)
        while end))

;; Is LINE a part of the paragraph that PREVIOUS ends? A sentence, an indented line, a label such as Signals: begin anew.
(defun goes-on-p (previous line)
  (and (string/= previous "") (string/= line "")
       (not (find (char previous (- (length previous) 1)) ".:"))
       (char/= #\Space (char previous 0)) (char/= #\Space (char line 0))
       (char/= #\: (char line (- (or (position #\Space line) (length line)) 1)))))

;; The same with each paragraph, made for lines of another width, in one line. Examples stay as they are.
(defun paragraphs (lines)
  (let ((paragraphs nil) (example nil))
    (dolist (line lines (nreverse paragraphs))
      (if (search "Example: " line :end2 (min 9 (length line))) (setq example t))
      (if (and paragraphs (not example) (goes-on-p (first paragraphs) line))
          (setf (first paragraphs) (format nil "~A ~A" (first paragraphs) line))
          (push line paragraphs)))))

(defun write-wrapped (text)
  (let ((width (and (interactive-stream-p *standard-output*) (terminal-width))))
    (if (null width)
        (write-string text)
        (loop for (line . more) on (paragraphs (lines-of text))
              do (write-wrapped-line line (- width 1))
                 (if more (terpri))))
    nil))

;; Prints a table: HEADINGS over ROWS of objects. The first column begins at the left, the others end at the right. Columns for
;; which the terminal has no room follow below, after the first column again.
(defun print-table (headings rows)
  (let* ((texts (cons headings (mapcar (lambda (row) (mapcar #'princ-to-string row)) rows)))
         (widths (apply #'mapcar (lambda (&rest column) (reduce #'max column :key #'length)) texts))
         (terminal (and (interactive-stream-p *standard-output*) (terminal-width)))
         (gap (if (and terminal (>= (+ (reduce #'+ widths) (* 2 (- (length widths) 1))) terminal)) 1 2)))
    (loop with from = 1
          for to = (columns-that-fit widths from gap terminal)
          do (dolist (row texts)
               (format t "~VA~{~V@A~}~%" (first widths) (first row)
                       (mapcan (lambda (width text) (list (+ gap width) text)) (subseq widths from to) (subseq row from to))))
             (setq from to)
          while (< from (length widths)))))

;; The end of the columns that fit into TERMINAL columns (NIL: all) after the first one, beginning with FROM, which is shown
;; in any case.
(defun columns-that-fit (widths from gap terminal)
  (let ((room (if terminal (- terminal 1 (first widths)) most-positive-fixnum)) (to from))
    (loop do (decf room (+ gap (nth to widths)))
             (incf to)
          while (and (< to (length widths)) (>= room (+ gap (nth to widths)))))
    to))

(defun tell (control &rest arguments)
  (write-wrapped (apply #'format nil control arguments)))

;;; What is known of a name

;; The symbol under which what SYMBOL means as an operator in the dialect of the prompt is defined.
(defun operator-meant (symbol)
  (or (case *dialect*
        (:franz (get symbol 'franz-own))
        (:lisp-1.5 (get symbol 'lisp-1.5-own)))
      (if (eq *dialect* :common-lisp) nil (get symbol 'maclisp-own))
      symbol))

;; "(nthcdr n list)", from the name and the lambda list.
(defun call-line (symbol &optional (operator (operator symbol)))
  (let ((words (car (function-documentation operator))) (name (string-downcase (prin1-to-string symbol))))
    (cond ((or (null words) (equal words "()")) (format nil "(~A)" name))
          ((eql (char words 0) #\() (format nil "(~A ~A" name (subseq words 1)))
          (t (format nil "(~A . ~A)" name words)))))

(defun arglist (operator)
  "Return the lambda list of OPERATOR, a function or the name of a function, macro or special form. C-c C-a in the
inferior-lisp mode of Emacs calls this.
Signals: undefined-function; type-error if OPERATOR is neither a symbol nor a function.
Example: (arglist 'nthcdr) => (N LIST)
Example: (arglist (lambda (a &key b) (list a b))) => (A &KEY B)
Example: (arglist 'when) => (TEST &BODY BODY)"
  (let* ((meant (cond ((functionp operator) operator)
                      (t (check-argument operator 'symbol "a function or the name of an operator")
                         (or (operator (operator-meant operator))
                             (error 'undefined-function :format-control "ARGLIST: there is no operator ~S"
                                                        :format-arguments (list operator) :name operator)))))
         (described (function-documentation meant))
         (package *package*))
    (or (third described)
        (with-standard-io-syntax
          (let ((*package* package))
            (values (read-from-string (or (car described) "()"))))))))

(defun first-sentence (text)
  (let* ((line (substitute #\Space #\Newline text))
         (end (search ". " line)))
    (if end (subseq line 0 (+ end 1)) line)))

(defun tell-operator (symbol meant)
  (let ((operator (operator meant)))
    (tell "~A~A~%" (call-line symbol operator)
          (cond ((functionp operator) "") ((symbolp operator) "   -- special form") (t "   -- macro")))
    (let ((text (documentation meant 'function)))
      (when (and text (string/= text "")) (tell "~A~%" text)))))

(defun tell-variable (symbol)
  (tell "~A is a ~A with the value ~/system::print-part/.~%" symbol
        (cond ((constantp symbol) "constant") ((special-p symbol) "special variable") (t "variable"))
        (symbol-value symbol))
  (let ((text (documentation symbol 'variable)))
    (when text (tell "~A~%" text))))

;; The names of the slots of CLASS that programs have to do with. Those of a type of the standard are its
;; library's own, and so is what a condition that is not simple would report.
(defun slots-to-tell (class)
  (let ((slots (if (standard-class-p class)
                   (mapcar #'slot-name (details-slots (details-of class)))
                   (mapcar #'car (structure-type-slots class)))))
    (cond ((subtypep class 'simple-condition) slots)
          ((subtypep class 'condition) (remove 'format-control (remove 'format-arguments slots)))
          ((eq (symbol-package (class-name class)) (find-package "COMMON-LISP")) nil)
          (t slots))))

(defun tell-type (name)
  (let ((class (find-class name nil)) (text (documentation name 'type)))
    (if class
        (tell "~A is a type: ~{~A~^ < ~}~@[, with the slots ~{~A~^ ~}~].~%" name
              (mapcar #'class-name (precedence class)) (slots-to-tell class))
        (tell "~A is a type.~%" name))
    (when text (tell "~A~%" text))))

(defun tell-setf-function (symbol)
  (let ((name (list 'setf symbol)))
    (tell "~A is a function of ~A.~%" name (car (function-documentation (fdefinition name))))
    (let ((text (documentation name 'function))) (when text (tell "~A~%" text)))))

;; Names that mean something only in a form of an operator.
(defvar *words-within*
  '((call-next-method defmethod) (next-method-p defmethod) (make-method define-method-combination)
    (standard define-method-combination) (loop-finish loop) (otherwise case) (satisfies typep)
    (variable documentation) (structure documentation) (compiler-macro documentation)
    (special declare) (type declare) (ftype declare) (ignore declare) (ignorable declare) (inline declare)
    (notinline declare) (dynamic-extent declare) (declaration declare) (optimize declare) (speed declare)
    (space declare) (safety declare) (debug declare) (compilation-speed declare)
    (&optional defun) (&rest defun) (&key defun) (&allow-other-keys defun) (&aux defun)
    (&body defmacro) (&whole defmacro) (&environment defmacro)))

(document 'declare 'function
"DECLARE stands before the forms of a body: (declare (special x) (ignore y) (fixnum i) (optimize (speed 3))).
SPECIAL makes variables dynamic. IGNORE and IGNORABLE keep the compiler from warning of variables that are not used.
NOTINLINE and INLINE say whether compiler macros are asked. All others are accepted and change nothing here.")

(defun dialect-name (keyword)
  (cdr (assoc keyword '((:maclisp . "MacLisp") (:franz . "Franz Lisp") (:lisp-1.5 . "LISP 1.5")))))

;; Tells all that is known of SYMBOL; returns NIL if that is nothing.
(defun tell-name (symbol)
  (let ((known nil) (meant (operator-meant symbol)))
    (flet ((known-p (fact) (if fact (setq known t) nil)))
      (cond ((known-p (operator meant)) (tell-operator symbol meant))
            ((known-p (documentation symbol 'function)) (tell "~A~%" (documentation symbol 'function))))
      (multiple-value-bind (form symbol-macro) (macroexpand-1 symbol)
        (when (known-p symbol-macro) (tell "~A is a symbol macro: it stands for ~S.~%" symbol form)))
      (when (known-p (and (boundp symbol) (not (keywordp symbol)))) (tell-variable symbol))
      (when (known-p (type-name-p symbol)) (tell-type symbol))
      (when (known-p (and (fboundp (list 'setf symbol)) (not (get symbol 'setter)))) (tell-setf-function symbol))
      (when (known-p (get symbol 'game))
        (tell "~A is a game: (play '~(~A~)), (best-move '~(~A~) (initial-position '~(~A~)) :seconds 2).~%"
              symbol symbol symbol symbol))
      (let ((within (cadr (assoc symbol *words-within*))))
        (when (known-p within) (tell "~A is a word of ~A: (help '~(~A~)).~%" symbol within within)))
      (let ((words (and (not known) (get symbol 'older-words))))
        (when (known-p words)
          (tell "~A is a word of ~{~A~^ and ~}: use ~A, or (dialect ~(~S~)).~%" symbol
                (mapcar (lambda (word) (dialect-name (car word))) words) (cdar words) (caar words)))))
    known))

;;; HELP

(defvar *help-topics* nil "(keyword title text), in order.")

(defmacro define-topic (name title text)
  `(setq *help-topics* (append *help-topics* '((,name ,title ,text)))))

(define-topic :prompt "typing, and what was typed"
"Tab completes names, and names of files inside strings. Up and Ctrl-R bring
back what was typed, also in earlier sessions. While a form goes on over several
lines, the prompt shows how many parentheses are open, or the mark that is
missing, such as the \" of a string. Ctrl-C drops the line, or interrupts what
runs, three of them whatever the program does about it; Ctrl-D or (quit) leaves.
  *  **  ***        the last values          +  ++  +++      the last forms
  *prompt-limit*    how much of a long value is printed; NIL: all
Definitions for every session belong into ~/.config/winnow/init.lisp.")

(define-topic :mistakes "finding mistakes"
"  (backtrace)           the calls under way when the last error happened
  (trace f) (untrace)   show each call of F and what it returns
  (describe 'f)         its arguments, where it is defined, its source
  (step form)           shows each call in FORM, and waits: Return, n or q
  (time form)           how long it takes and what it allocates
  (profile form)        which functions the time goes to
  (disassemble 'f)      the instructions of F
  (break \"here\")        stop there: forms are evaluated, a number goes on
  (handler-case form (error (c) (princ c)))   go on after an error")

(define-topic :search "minimax and its kin"
"A tree is a nested list; its leaves are numbers. MAX moves first.
  (minimax '((3) (1 4) ((1 5 9) 2)))     value, best line; leaves, cutoffs
  (minimax tree :algorithm :sss :player :min :depth 3)
  (compare-searches tree)                by every algorithm
  (why tree 2 1)                         what became of moves 2 and 1
See (help 'minimax), and (help :games) for positions that are no trees.")

(define-topic :drawings "pictures of searches"
"  (draw tree)                            on the terminal
  (draw (record-search tree :algorithm :mtdf) :format :html :file \"s.html\")
:HTML is a page that steps through the search; :SVG is for browsers, :DOT for
Graphviz, :TIKZ for LaTeX.
From the shell: winnow tree --svg tree.svg '((3) (1 4))'.")

(define-topic :games "playing, and games of your own"
"  (play 'connect-four)                   you against Winnow
  (best-move 'othello (initial-position 'othello) :seconds 2)
  (solve (kalah-game :pits 3 :stones 3)) the exact value
  (minimax '((1 2) :max) :game 'nim)     by any algorithm
There are nim, tic-tac-toe, connect-four, othello and kalah. A game of your own
is a handful of functions: (help 'define-game).")

(define-topic :textbooks "programs as the books print them"
"Winston's development is there under its names: BIGGEST, BIGGEST1 ...
SMALLEST11, WINSTON-MINIMAX; so are KNUTH-F, KNUTH-F1, KNUTH-F2, ALPHA-BETA,
BRATKO-MINIMAX and BRATKO-ALPHABETA. What your program defines anew is
replaced. A file that begins with ;;; -*- Mode: Lisp; Syntax: MacLisp -*- is
read as MacLisp (help :dialects). Where Winnow is installed, the examples are in
share/winnow/examples.")

(define-topic :dialects "MacLisp, Franz Lisp and LISP 1.5"
"  (dialect :maclisp) (dialect :common-lisp)   for what is read from now on
So does a mode line for a file: ;;; -*- Syntax: Franz -*-, and winnow --dialect.
In the older dialects every variable is dynamic, quoted lambda expressions are
functions, and an operator may be a variable. What a word means is settled by
the text in which it stands: functions of one dialect may call those of another.
  :maclisp   / quotes the next character; PLUS, ADD1, DEFPROP, ERRSET ...
  :franz     names keep their case, ] closes all lists; DEF, PATOM, MSG ...
  :lisp-1.5  at top level an operator and its arguments: CONS (A B); DEFINE ...;
             a deck runs with its cards, and goes on after an error")

(define-topic :prolog "Bratko's clauses"
"A small Prolog runs them as they are printed: (help '<-), (help '?-), and
examples/bratko.")

(define-topic :files "programs in files, and those one does not trust"
"  (load \"file\")                          .lisp may be left out
  winnow file.lisp argument ...          the arguments are in *COMMAND-LINE*
  winnow -i file.lisp                    stays at the prompt afterwards
  winnow --sandbox --max-time 10 --max-heap 256M file.lisp
                                         no files but its own, no environment
winnow --help lists all options, winnow --reference all operators.")

(defun tell-topic (topic)
  (tell "~A: ~A~%" (symbol-name (first topic)) (second topic))
  (tell "~A~%" (third topic)))

(defun topic-named (symbol)
  (assoc (symbol-name symbol) *help-topics* :test #'string=))

(defun tell-topics ()
  (tell "Winnow is a small Lisp with game search built in.~%~%")
  (tell "  (help 'minimax)    what a name means     (apropos \"min\")  names with a text~%")
  (tell "  (describe x)       what an object is     (quit), Ctrl-D   leave~%~%")
  (tell "There is help on these, as (help :games):~%")
  (dolist (topic *help-topics*)
    (tell "  ~(~S~)~14T~A~%" (first topic) (second topic)))
  (tell "~%winnow --reference, outside, prints what is known about every operator.~%"))

(defun help (&optional (topic nil topic-p))
  "Tell what TOPIC is: how it is called, what it does, an example. Without TOPIC, list what there is help on.
TOPIC: a symbol or a string; a keyword such as :GAMES for a subject.
Example: (with-output-to-string (*standard-output*) (help 'no-such-thing)) => \"NO-SUCH-THING: nothing is known under that name.
\""
  (if (not topic-p)
      (tell-topics)
      (let* ((symbol (if (symbolp topic) topic (intern (string-upcase (string topic)))))
             (subject (topic-named symbol)))
        (cond ((and (keywordp symbol) subject) (tell-topic subject))
              ((tell-name symbol)
               (when subject (tell "See also (help ~(~S~)).~%" (first subject))))
              (subject (tell-topic subject))
              (t (tell "~A: nothing is known under that name~:[.~;~:*; did you mean ~A?~]~%" symbol
                       (car (nearest-names symbol (remove-if-not #'means-something-p (apropos-list "")))))))))
  (values))

;;; APROPOS, DESCRIBE

(defun apropos-list (text &optional package)
  "Return a list of the symbols whose names contain TEXT, in upper or lower case.
PACKAGE: only those that are accessible in it; NIL for those of all packages but that of our internals.
Example: (apropos-list \"most-positive-fix\") => (MOST-POSITIVE-FIXNUM)"
  (let ((text (string text)) (found nil))
    (dolist (p (if package (list package) (remove (find-package "SYSTEM") (list-all-packages))))
      (do-symbols (s p)
        (if (search text (symbol-name s) :test #'char-equal) (pushnew s found))))
    (sort found #'string<)))

(defun means-something-p (symbol)
  (and (not (keywordp symbol)) (or (fboundp symbol) (boundp symbol) (type-name-p symbol))))

(defun apropos (text &optional package)
  "Print the names that contain TEXT, each with what it means in a sentence; return no value."
  (dolist (s (remove-if-not #'means-something-p (apropos-list text package)))
    (let ((doc (or (documentation s 'function) (documentation s 'variable) (documentation s 'type))))
      (tell "~(~S~)~30T~A~%" s
            (cond (doc (first-sentence doc))
                  ((fboundp s) "function")
                  ((boundp s) "variable")
                  (t "type")))))
  (values))

;; Where the function of SYMBOL is defined, and its text.
(defun tell-definition (function)
  (destructuring-bind (file line text old-p) (definition-of function)
    (declare (ignore old-p))
    (cond (file (tell "Defined ~:[near~;at~] ~A:~D~3:*~:[.~;:~]~%" text file line))
          (text (tell "Defined at the prompt:~%")))
    (when text (format t "~A~%" text))))

;; What GRINDEF prints: the text of each function, or what MacLisp's DEFUN has put on its properties.
(defun print-definitions (names)
  (dolist (name names (values))
    (let ((text (third (definition-of (fdefinition name))))
          (kind (find-if (lambda (kind) (consp (get name kind))) '(maclisp:expr maclisp:fexpr maclisp:macro))))
      (cond (text (format t "~&~A~%" text))
            (kind (let ((*print-pretty* t))
                    (format t "~&~S~%" `(defun ,name ,@(if (eq kind 'maclisp:expr) nil (list kind))
                                          ,@(cdr (get name kind))))))
            (t (error "The text of ~S is not known" name))))))

(defun tell-parts (object)
  (cond ((structure-p object nil)
         (dolist (name (slots-to-tell (class-of object)))
           (if (slot-boundp object name)
               (tell "  ~A = ~/system::print-part/~%" name (slot-value object name))
               (tell "  ~A has no value~%" name))))
        ((consp object)
         (handler-case (tell "  It is a ~:[circular list~;~:*list of ~R element~:P~].~%" (list-length object))
           (type-error () (tell "  It is a dotted list.~%"))))
        ((stringp object) (tell "  It has ~R character~:P.~%" (length object)))
        ((arrayp object) (tell "  Its dimensions are ~S.~%" (array-dimensions object)))
        ((hash-table-p object)
         (tell "  It has ~R entr~:@P, compared by ~S.~%" (hash-table-count object) (hash-table-test object)))
        ((functionp object)
         (let ((d (function-documentation object)))
           (tell "  Its lambda list is ~A.~%" (car d))
           (when (cadr d) (tell "~A~%" (cadr d))))
         (tell-definition object))))

(defun describe (object &optional stream)
  "Tell what OBJECT is: of which type, of which parts; of a name what it means and where it was defined. Return no value."
  (let ((stream (designated-output stream)))
    (fresh-line stream)
    (describe-object object stream)
    (values)))

(defun describe-plainly (object stream)
  (let ((*standard-output* stream))
    (cond ((and object (symbolp object) (not (keywordp object)))
           (if (tell-name object)
               (let ((operator (function-object object)))
                 (when operator (tell-definition operator)))
               (tell "~A is a symbol; nothing else is known of it.~%" object)))
          (t (tell "~/system::print-part/~%  is of type ~S.~%" object (if (typep object 'fixnum) 'fixnum (type-of object)))
             (tell-parts object)))))

;; The lambda expression of FUNCTION, read anew from the text of its DEFUN; NIL if that is not known, or reads otherwise
;; than it did then, in another dialect.
(defun lambda-expression-of (function)
  (destructuring-bind (file line text old-p) (definition-of function)
    (declare (ignore file line))
    (let ((name (function-name function)))
      (when (and text (symbolp name) (symbol-package name) (eq old-p (not (eq *dialect* :common-lisp))))
        (values (ignore-errors
                  (destructuring-bind (operator defined lambda-list &rest body)
                      (let ((*package* (symbol-package name)) (*read-eval* nil)) (read-from-string text))
                    (when (and (eq operator 'defun) (eq defined name))
                      (multiple-value-bind (head forms) (split-body body)
                        `(lambda ,lambda-list ,@head (block ,name ,@forms)))))))))))

(defun function-lambda-expression (function)
  "Return three values: the lambda expression that FUNCTION was made from, or NIL if it is not known; whether it may be a
closure; its name, or NIL. Known is that of a DEFUN typed at the prompt, or loaded from a file that is as it was.
Signals: type-error.
Example: (function-lambda-expression #'car) => NIL
Example: (nth-value 2 (function-lambda-expression #'car)) => CAR"
  (check-argument function 'function "a function")
  (values (lambda-expression-of function) t (function-name function)))

;;; The reference: every operator with a docstring, in order.

(defun print-reference ()
  (dolist (s (apropos-list ""))
    (when (operator s)
      (let ((doc (documentation s 'function)))
        (when doc (format t "~A~%~A~%~%" (call-line s) doc)))))
  (values))

;; (call form-as-text expected-as-text) for every example of every docstring: what the tests run.
(defun docstring-examples ()
  (let ((found nil))
    (do-all-symbols (s)
      (let ((doc (and (operator s) (documentation s 'function))))
        (when doc
          (do ((at (search "Example: " doc) (search "Example: " doc)))
              ((null at))
            (let* ((rest (subseq doc (+ at 9)))
                   (next (search (format nil "~%Example: ") rest))
                   (text (subseq rest 0 next)))
              (push (list s text) found)
              (setq doc rest))))))
    found))
