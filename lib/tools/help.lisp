;;;; help.lisp -- the online help: HELP, APROPOS, DESCRIBE, and the reference. -*- sealed -*-

;;; Descriptions of names

;; The symbol that holds the definition of the operator SYMBOL in the dialect of the prompt.
(defun operator-meant (symbol)
  (or (case *dialect*
        (:franz (get symbol 'franz-own))
        (:lisp-1.5 (get symbol 'lisp-1.5-own)))
      (if (eq *dialect* :common-lisp) nil (get symbol 'maclisp-own))
      symbol))

;; The lambda list of OPERATOR in words. For a generic function it is the one of DEFGENERIC, not of the function that dispatches.
(defun lambda-list-words (operator)
  (let* ((record (gethash operator *generics*)) (list (if record (generic-record-lambda-list record) nil)))
    (if record
        (format nil "(~{~A~^ ~})"
                (mapcar (lambda (p) (string-downcase (if (symbolp p) (symbol-name p) (princ-to-string p))))
                        (if (equal (last list 2) '(&key &allow-other-keys)) (butlast list 2) list)))
        (car (function-documentation operator)))))

;; "(nthcdr n list)", from the name and the lambda list.
(defun call-line (symbol &optional (operator (operator symbol)))
  (let ((words (lambda-list-words operator)) (name (string-downcase (prin1-to-string symbol))))
    (cond ((or (null words) (equal words "()")) (format nil "(~A)" name))
          ((eql (char words 0) #\() (format nil "(~A ~A" name (subseq words 1)))
          (t (format nil "(~A . ~A)" name words)))))

(defun arglist (operator)
  "Return the lambda list of OPERATOR. The command C-c C-a of the inferior-lisp mode of Emacs calls this function.
OPERATOR: a function, or the name of a function, macro or special form.
Signals: undefined-function; type-error if OPERATOR is neither a symbol nor a function.
Example: (arglist 'nthcdr) => (N LIST)
Example: (arglist (lambda (a &key b) (list a b))) => (A &KEY B)
Example: (arglist 'when) => (TEST &BODY BODY)"
  (arglist-in *package* operator))

;; The lambda list of OPERATOR. If OPERATOR belongs to the library, its parameters are symbols of PACKAGE.
(defun arglist-in (package operator)
  (let* ((meant (cond ((functionp operator) operator)
                      (t (check-argument operator 'symbol "a function or the name of an operator")
                         (or (operator (operator-meant operator))
                             (error 'undefined-function :format-control "ARGLIST: expected the name of an operator, got ~S"
                                                        :format-arguments (list operator) :name operator)))))
         (described (function-documentation meant)))
    (or (third described)
        (with-standard-io-syntax
          (let ((*package* package))
            (values (read-from-string (or (car described) "()"))))))))

(defun first-sentence (text)
  (let* ((line (substitute #\Space #\Newline text))
         (end (search ". " line)))
    (if end (subseq line 0 (+ end 1)) line)))

(defun explain-operator (symbol meant)
  (let ((operator (operator meant)))
    (format-wrapped "~A~A~%" (call-line symbol operator)
          (cond ((functionp operator) "") ((symbolp operator) "   -- special form") (t "   -- macro")))
    (let ((text (documentation meant 'function)))
      (when (and text (string/= text "")) (format-wrapped "~A~%" text)))))

(defun explain-variable (symbol)
  (format-wrapped "~A is a ~A with the value ~/system::print-part/.~%" symbol
        (cond ((constantp symbol) "constant") ((special-p symbol) "special variable") (t "variable"))
        (symbol-value symbol))
  (let ((text (documentation symbol 'variable)))
    (when text (format-wrapped "~A~%" text))))

;; The names of the slots of CLASS that matter to programs. The slots of standard types are internal, and so are the format
;; control and arguments of conditions that are not of type SIMPLE-CONDITION.
(defun described-slots (class)
  (let ((slots (if (standard-class-p class)
                   (mapcar #'slot-name (details-slots (details-of class)))
                   (mapcar #'car (structure-type-slots class)))))
    (cond ((subtypep class 'simple-condition) slots)
          ((subtypep class 'condition) (remove 'format-control (remove 'format-arguments slots)))
          ((eq (symbol-package (class-name class)) (find-package "COMMON-LISP")) nil)
          (t slots))))

(defun explain-type (name)
  (let ((class (find-class name nil)) (text (documentation name 'type)))
    (if class
        (format-wrapped "~A is a type: ~{~A~^ < ~}~@[, with the slots ~{~A~^ ~}~].~%" name
              (mapcar #'class-name (precedence class)) (described-slots class))
        (format-wrapped "~A is a type.~%" name))
    (when text (format-wrapped "~A~%" text))))

(defun explain-setf-function (symbol)
  (let ((name (list 'setf symbol)))
    (format-wrapped "~A is a function of ~A.~%" name (car (function-documentation (fdefinition name))))
    (let ((text (documentation name 'function))) (when text (format-wrapped "~A~%" text)))))

;; Names that have a meaning only in forms of an operator: (name operator).
(defvar *words-within*
  '((call-next-method defmethod) (next-method-p defmethod) (make-method define-method-combination)
    (standard define-method-combination) (otherwise case) (satisfies typep)
    (variable documentation) (structure documentation) (compiler-macro documentation)
    (special declare) (type declare) (ftype declare) (ignore declare) (ignorable declare) (inline declare)
    (notinline declare) (dynamic-extent declare) (declaration declare) (optimize declare) (speed declare)
    (space declare) (safety declare) (debug declare) (compilation-speed declare)
    (&optional defun) (&rest defun) (&key defun) (&allow-other-keys defun) (&aux defun)
    (&body defmacro) (&whole defmacro) (&environment defmacro)))

(document 'declare 'function
"Declare properties of variables and functions at the beginning of a body.
SPECIAL makes variables dynamic. IGNORE and IGNORABLE suppress warnings about unused variables. NOTINLINE suppresses
compiler macros, INLINE allows them again. The type of integers of 64 bits, such as (unsigned-byte 64), is a hint for native
code, which tests the values all the same. All other declarations are accepted and ignored.
A body: (declare (special x) (ignore y) (fixnum i) (optimize (speed 3))) form...")

(defun dialects ()
  "Return the names of all dialects of Lisp that Winnow reads, as DIALECT takes them.
Example: (dialects) => (:COMMON-LISP :MACLISP :FRANZ :LISP-1.5)"
  '(:common-lisp :maclisp :franz :lisp-1.5))

(defun dialect-name (keyword)
  (cdr (assoc keyword '((:maclisp . "MacLisp") (:franz . "Franz Lisp") (:lisp-1.5 . "LISP 1.5")))))

;; Prints everything that is known about SYMBOL. Returns false if nothing is known.
(defun explain-name (symbol)
  (let ((known nil) (meant (operator-meant symbol)))
    (flet ((known-p (fact) (if fact (setq known t) nil)))
      (cond ((known-p (operator meant)) (explain-operator symbol meant))
            ((known-p (documentation symbol 'function)) (format-wrapped "~A~%" (documentation symbol 'function))))
      (multiple-value-bind (form symbol-macro) (macroexpand-1 symbol)
        (when (known-p symbol-macro) (format-wrapped "~A is a symbol macro with the expansion ~S.~%" symbol form)))
      (when (known-p (and (boundp symbol) (not (keywordp symbol)))) (explain-variable symbol))
      (when (known-p (type-name-p symbol)) (explain-type symbol))
      (when (known-p (and (fboundp (list 'setf symbol)) (not (get symbol 'setter)))) (explain-setf-function symbol))
      (when (known-p (get symbol 'game)) (explain-game symbol))
      (let ((within (cadr (assoc symbol *words-within*))))
        (when (known-p within) (format-wrapped "~A is a word of ~A: (help '~(~A~)).~%" symbol within within)))
      (let ((words (and (not known) (get symbol 'older-words))))
        (when (known-p words)
          (format-wrapped "~A is a word of ~{~A~^ and ~}: use ~A, or (dialect ~(~S~)).~%" symbol
                (mapcar (lambda (word) (dialect-name (car word))) words) (cdar words) (caar words)))))
    known))

;;; HELP

(defvar *help-topics* nil "A list of the topics of HELP, in the order of their definitions: (keyword title text).")

(defmacro define-topic (name title text)
  `(setq *help-topics* (append *help-topics* '((,name ,title ,text)))))

(define-topic :prompt "the prompt and its keys"
"Press Tab to complete a name, or the name of a file inside a string. A dim line
shows the parameters of the operator at the cursor. Inside a form, Enter begins
a new line, and Up and Down move in the form; the prompt shows the number of
open parentheses, or the delimiter that is missing, such as the \" of a string.
Press Up to recall earlier forms, also those of earlier sessions, that begin
with what you typed. Press Ctrl-R to search for one.
Press Ctrl-C to discard the line, or to interrupt a running program; press it
three times to stop a program that handles interrupts. Leave with Ctrl-D or :q.
? or help shows this help; help car, or :doc car, describes CAR.
  *  **  ***        the last values          +  ++  +++      the last forms
  *prompt-limit*    how much of a long value is printed; NIL: all of it
  *debug-on-error*  which errors enter the debugger: T all, NIL none
Put definitions for every session into ~/.config/winnow/init.lisp.")

(define-topic :debugger "the debugger, which an error enters"
"At a terminal, an error in a call of your functions enters the debugger, while
that call and its callers are still active. So do BREAK and Ctrl-C. A form is
evaluated in the selected frame and sees its variables.
  1 2 3 ...      take the restart of that number or name
  :bt            list the frames          :up :down :f N  select one
  :locals        variables of the frame   :source         its text
  :return FORM   let the frame return FORM's values
  :restart       call it again            :continue       go on
  :error         show the error again     :inspect FORM
  Ctrl-D         leave this level         :q              back to the prompt
*debug-on-error* is :useful, so that errors without frames, variables or
restarts of the program stay at the prompt; T debugs all errors, NIL none.")

(define-topic :stepper "the stepper, which shows an expression shrink to its value"
"(step form) evaluates FORM step by step: the expression that is evaluated next
is marked, and its value replaces it in the text. At the left is the level, the
number of calls around; at the right are the variables of the function.
  Enter          go on to the next step, also inside a function
  :in            the same; a macro call becomes its expansion
  :over          evaluate it without steps inside      :out   leave the function
  :back          show the step before; nothing is undone
  :cut           go on to the next cutoff of a search
  :go            go on to the next breakpoint          :source  its text
  :q             go on without steps                   Ctrl-D   leave it
A form is evaluated and sees the variables. The functions that are entered are
those of DEFUN, and methods, whose text is known: typed, or in a file that has
not changed. In a search by MINIMAX, RECORD-SEARCH or BEST-MOVE each event is
a step, which shows the tree so far.
Try (step (minimax '((3 5) (2 9) (7 1)))), then :cut")

(define-topic :mistakes "debugging a program"
"  (backtrace)           print the calls active at the last error
  (trace f) (untrace)   show each call of F; also (trace f :if (> n 5))
  (describe 'f)         print the arguments of F, its callers and its source
  (who-calls 'f)        list the functions that call F
  (condition-place c)   return the place in the source where C was signalled
  (step form)           evaluate FORM step by step: (help :stepper)
  (time form)           measure the time and the memory that FORM takes
  (profile form)        find the functions that take most of the time
  (disassemble 'f)      print the instructions of F
  (break-at 'f)         stop at each call; (break-at \"file.lisp\" 12) at a line
  (break \"here\")        stop: evaluate forms, or choose a restart
  (handler-case form (error (c) (princ c)))   continue after an error")

(define-topic :search "minimax search and its variants"
"A tree is a nested list; its leaves are numbers. MAX moves first.
  (minimax '((3) (1 4) ((1 5 9) 2)))     value, best line; leaves, cutoffs
  (minimax tree :algorithm :sss :player :min :depth 3)
  (compare-searches tree)                run every algorithm
  (chart-searches :widths '(2 3 4) :plies 4)  the same, for random trees
  (why tree 2 1)                         explain moves 2 and 1
  (lesson)                               learn it in thirteen lessons
The algorithms, each with (help :alpha-beta) and so on: :minimax :f1 :alpha-beta
:fail-hard :winston :bratko :scout :negascout :mtdf :sss :dual :mt-sss :mt-dual.
See (help 'minimax), (help :glossary), and (help :games) for other positions.")

(define-topic :drawings "pictures of searches"
"  (draw tree)                            draw it on the terminal
  (draw (record-search tree :algorithm :mtdf) :format :html :file \"s.html\")
Use :HTML for a page that steps through the search and in which you can edit
the tree, :SVG for a picture, :DOT for Graphviz, :TIKZ for LaTeX.
  (draw tree :format :svg :file \"t.svg\" :fold t)  subtrees as triangles
  (draw tree :steps :all)                each step in a sentence
  (draw tree :steps :all :format :svg :file \"s.svg\")  pictures s-1.svg, ...
From the shell: winnow tree --svg tree.svg '((3) (1 4))'; and, for a page with
each form of a program, its output, values and pictures:
  winnow --report page.html program.lisp")

(define-topic :games "playing and defining games"
"  (play 'connect-four), (play 'pig)      play against Winnow; it throws the dice
  (best-move 'othello (initial-position 'othello) :seconds 2)
  (best-move 'othello (initial-position 'othello) :algorithm :mcts)
  (solve (kalah-game :pits 3 :stones 3)) compute the exact value
  (solve 'nim '((5 6 7) :max) :threads 2)  the same by two processes
  (make-search-table 'nim)               a table to keep between searches
  (rate-moves 'nim '((1 2) :max))        value and line of every move
  (tournament 'nim '((:plies 2) (:plies 4)) :games 10)  compare settings
  (learn-weights 'othello :games 20)     weights of an estimate, by self-play
  (minimax '((1 2) :max) :game 'nim)     search with any algorithm
  (load-gdl \"chess.kif\")                a game of General Game Playing
The games are nim, tic-tac-toe, connect-four, othello and kalah, and with dice
pig and bear-off: (help 'nim) and so on for the rules. To define your own, see
(help 'define-game). Monte Carlo tree search needs no estimate: (help :mcts).
To see the iterations of BEST-MOVE step by step, with :RECORD T:
  (draw (getf (nth-value 2 (best-move 'tic-tac-toe \"x..o.....\" :plies 3
                                      :record t)) :tree)
        :format :html :file \"best.html\")")

(define-topic :puzzles "searches for paths: A*, IDA* and others"
"  (find-path 'romania)                   the cheapest path, its cost, and counts
  (find-path 'romania :trace t)          each step of A*, with OPEN and CLOSED
  (compare-searches 'romania)            all algorithms: costs and nodes
  (find-path 'fifteen-puzzle :algorithm :ida-star)
  (check-puzzle 'romania)                is the estimate consistent?
The puzzles are eight-puzzle, fifteen-puzzle, missionaries, water-jugs, blocks,
romania, eight-queens and knights-tour. (help 'find-path) lists the algorithms.
To define your own, see (help 'define-puzzle). AO* solves problems that are
reduced to several subproblems, and its tree can be drawn: (help 'ao-star).")

(define-topic :proof-numbers "who wins, with a proof"
"  (prove 'nim '((1 2) :max) :win)        :PROVED, :DISPROVED or :UNKNOWN; and a
                                         certificate, the moves of the proof
  (check-proof 'nim '((1 2) :max) :win *)  check a certificate
  (draw (proof-tree 'nim '((1 2) :max) *))  the proof as a tree; also WHY
  (prove-by-jobs 'nim '((1 2) :max))     by all processes of mpirun
The goal :DRAW is at least a draw. :algorithm :pn searches a tree, :pn2 a tree
of which it keeps a part, :df-pn (the default) keeps a table of positions. See
(help 'prove).")

(define-topic :chance "games with dice"
"  (expectiminimax 'pig :plies 6)         best move and expected value, exact;
                                         also :algorithm :star1 and others
  (best-move 'pig (pig-position 30) :algorithm :mcts)  by random games
  (tabulate 'pig :position (pig-position 10))  all values of a game whose
                                         positions can occur again
  (compare-searches '(20 20 0 :max) :game 'pig :depth 4)  all of its algorithms
  (draw (getf (nth-value 2 (expectiminimax 'pig :plies 3 :record t)) :tree))
Chance moves where the clause :SIDE of DEFINE-GAME returns :CHANCE. See
(help 'expectiminimax), (help 'tabulate), (help 'pig) and (help 'bear-off).")

(define-topic :game-theory "tables, matrix games, several players"
"  (tabulate 'tic-tac-toe)                the values of all positions, computed
                                         backwards; the game may have cycles
  (draw (tabulate 'nim))                 a table as a tree; also WHY
  (table-value * (initial-position 'tic-tac-toe))  value, distance, best move
  (solve-matrix '((3 -1) (-2 1)))        value and optimal mixed strategies
  (dominated-strategies '((3 2) (1 1)))  iterated elimination
  (search-players 'game)                 max^n and paranoid search, for a game
                                         with (:players :red :green :blue);
                                         with :record t also DRAW and WHY
See (help 'tabulate), (help 'solve-matrix) and (help 'search-players).")

(define-topic :textbooks "the programs of the textbooks"
"Winston's programs are defined under their names in the book: BIGGEST,
BIGGEST1 ... SMALLEST11, WINSTON-MINIMAX; also KNUTH-F, KNUTH-F1, KNUTH-F2,
ALPHA-BETA, BRATKO-MINIMAX and BRATKO-ALPHABETA. Your program may redefine all
of them. Begin a file with ;;; -*- Mode: Lisp; Syntax: MacLisp -*- to have it
read as MacLisp: (help :dialects). In an installation, the examples are in
share/winnow/examples.")

(define-topic :dialects "MacLisp, Franz Lisp and LISP 1.5"
"  (dialect :maclisp) (dialect :common-lisp)   choose the dialect of later forms
For a file, use a mode line, ;;; -*- Syntax: Franz -*-, or winnow --dialect.
In the older dialects every variable is dynamic, quoted lambda expressions are
functions, and an operator may be a variable. The dialect of the source text
decides what a name in it means; functions may call those of other dialects.
  :maclisp   / quotes the next character; PLUS, ADD1, DEFPROP, ERRSET ...
  :franz     names keep their case, ] closes all lists; DEF, PATOM, MSG ...
  :lisp-1.5  an operator and its arguments at top level: CONS (A B), DEFINE;
             decks with control cards run, and continue after an error")

(define-topic :prolog "Prolog, for Bratko's programs"
"A small Prolog with the clauses of Bratko's book: see (help '<-), (help '?-),
and examples/bratko.")

(define-topic :files "programs in files, untrusted programs"
"  (load \"file\")                          load file or file.lisp
  winnow file.lisp argument ...          run it; see *COMMAND-LINE*
  winnow -i file.lisp                    run it, then show the prompt
  winnow --sandbox --max-time 10 --max-heap 256M file.lisp
                                         run an untrusted program: read access
                                         to its own folder, no environment
Use winnow --help for all options, winnow --reference for all operators.")

(defvar *help-subjects* nil
  "What HELP explains besides topics, names and games: (name title function), with the name a string or a symbol, and a function
that prints the explanation.")

(defun add-subject (name title function)
  (setq *help-subjects* (cons (list name title function) (remove (string name) *help-subjects* :key #'first :test #'string=))))

(defun explain-topic (topic)
  (cond ((functionp (third topic)) (funcall (third topic)))
        (t (format-wrapped "~A: ~A~%" (symbol-name (first topic)) (second topic))
           (format-wrapped "~A~%" (third topic)))))

(defun topic-named (symbol)
  (or (assoc (symbol-name symbol) *help-topics* :test #'string=)
      (assoc (symbol-name symbol) *help-subjects* :test #'string=)))

;; The name most like SYMBOL of all that HELP knows, or NIL.
(defun nearest-known-name (symbol)
  (car (nearest-names symbol
                      (remove symbol
                              (append (remove-if-not #'means-something-p (apropos-list ""))
                                      (mapcar #'first *help-topics*)
                                      (remove-if-not #'symbolp (mapcar #'first *help-subjects*)))
                              :test #'string=))))

(defun explain-topics ()
  (format-wrapped "Winnow is a complete Common Lisp with game search.~%~%")
  (format-wrapped "  (help 'minimax)    explain a name        (apropos \"min\")  find names~%")
  (format-wrapped "  (describe x)       describe an object    (quit), Ctrl-D   leave~%")
  (format-wrapped "  (lesson)           thirteen lessons      (play 'othello)  play a game~%~%")
  (format-wrapped "Topics, for example (help :games):~%")
  (dolist (topic *help-topics*)
    (write-entry (format nil "  ~(~S~)" (first topic)) 18 (second topic)))
  (write-entry "  :glossary" 18 "the words of game search")
  (format-wrapped "~%In the shell, winnow --reference prints the description of every operator.~%"))

(defun help (&optional (topic nil topic-p))
  "Print the description of TOPIC: its call, its meaning, and examples. Without TOPIC, list the topics.
TOPIC: a symbol or a string: the name of an operator, variable, type, game, search algorithm (:NEGASCOUT) or word of the glossary
(:FAIL-SOFT); a keyword such as :GAMES for a topic.
Example: (with-output-to-string (*standard-output*) (help 'no-such-thing)) => \"NO-SUCH-THING: nothing is known under that name.
\""
  (if (not topic-p)
      (explain-topics)
      (let* ((symbol (if (symbolp topic) topic (intern (substitute #\- #\Space (string-upcase (string topic))))))
             (subject (topic-named symbol)))
        (cond ((and (keywordp symbol) subject) (explain-topic subject))
              ((explain-name symbol)
               (when subject (format-wrapped "See also (help :~(~A~)).~%" (first subject))))
              (subject (explain-topic subject))
              (t (format-wrapped "~A: nothing is known under that name~:[.~;~:*; did you mean ~A?~]~%" symbol
                       (nearest-known-name symbol))))))
  (values))

;;; APROPOS, DESCRIBE

(defun apropos-list (text &optional package)
  "Return a sorted list of the symbols whose names contain TEXT; case is ignored.
TEXT: a string designator.
PACKAGE: search the symbols accessible in this package (default: NIL, all packages except SYSTEM).
Example: (apropos-list \"most-positive-fix\") => (MOST-POSITIVE-FIXNUM)"
  (let ((text (string text)) (found nil))
    (dolist (p (if package (list package) (remove (find-package "SYSTEM") (list-all-packages))))
      (do-symbols (s p)
        (if (search text (symbol-name s) :test #'char-equal) (pushnew s found))))
    (sort found #'string<)))

(defun means-something-p (symbol)
  (and (not (keywordp symbol)) (or (fboundp symbol) (boundp symbol) (type-name-p symbol))))

(defun apropos (text &optional package)
  "Print the names that contain TEXT, each with the first sentence of its description; return no value. Without PACKAGE, the
subjects of HELP that are not names follow, such as :CUTOFF.
TEXT, PACKAGE: as for APROPOS-LIST."
  (dolist (s (remove-if-not #'means-something-p (apropos-list text package)))
    (let ((doc (or (documentation s 'function) (documentation s 'variable) (documentation s 'type))))
      (write-entry (format nil "~(~S~)" s) 30
                   (cond (doc (first-sentence doc))
                  ((fboundp s) "function")
                  ((boundp s) "variable")
                  (t "type")))))
  (if (null package)
      (dolist (subject (sort (remove-if-not (lambda (subject) (search (string text) (string (first subject)) :test #'char-equal)) *help-subjects*)
                             #'string< :key #'first))
        (write-entry (format nil ":~(~A~)" (first subject)) 30 (first-sentence (second subject)))))
  (values))

;; Prints the place of the definition of FUNCTION and its source text, if they are known.
(defun explain-definition (function)
  (destructuring-bind (file line text old-p) (definition-of function)
    (declare (ignore old-p))
    (cond (file (format-wrapped "Defined ~:[near~;at~] ~A:~D~3:*~:[.~;:~]~%" text file line))
          (text (format-wrapped "Defined at the prompt:~%")))
    (when text (format t "~A~%" text))))

;; The output of GRINDEF: the source text of each function, or the definition that MacLisp's DEFUN has stored as a property.
(defun print-definitions (names)
  (dolist (name names (values))
    (let ((text (third (definition-of (fdefinition name))))
          (kind (find-if (lambda (kind) (consp (get name kind))) '(maclisp:expr maclisp:fexpr maclisp:macro))))
      (cond (text (format t "~&~A~%" text))
            (kind (let ((*print-pretty* t))
                    (format t "~&~S~%" `(defun ,name ,@(if (eq kind 'maclisp:expr) nil (list kind))
                                          ,@(cdr (get name kind))))))
            (t (error "GRINDEF: expected a function with a known source text, got ~S" name))))))

(defun explain-parts (object)
  (cond ((structure-p object nil)
         (dolist (name (described-slots (class-of object)))
           (if (slot-boundp object name)
               (format-wrapped "  ~A = ~/system::print-part/~%" name (slot-value object name))
               (format-wrapped "  ~A has no value~%" name))))
        ((consp object)
         (handler-case (format-wrapped "  It is a ~:[circular list~;~:*list of ~R element~:P~].~%" (list-length object))
           (type-error () (format-wrapped "  It is a dotted list.~%"))))
        ((stringp object) (format-wrapped "  It has ~R character~:P.~%" (length object)))
        ((arrayp object) (format-wrapped "  Its dimensions are ~S.~%" (array-dimensions object)))
        ((hash-table-p object)
         (format-wrapped "  It has ~R entr~:@P, compared by ~S.~%" (hash-table-count object) (hash-table-test object)))
        ((functionp object)
         (let ((d (function-documentation object)))
           (format-wrapped "  Its lambda list is ~A.~%" (car d))
           (when (cadr d) (format-wrapped "~A~%" (cadr d))))
         (explain-definition object))))

(defun describe (object &optional stream)
  "Print the type and the parts of OBJECT; for a symbol, its meanings and where they are defined. Return no value.
STREAM: an output stream designator (default: NIL, *STANDARD-OUTPUT*)."
  (let ((stream (designated-output stream)))
    (fresh-line stream)
    (describe-object object stream)
    (values)))

(defun describe-plainly (object stream)
  (let ((*standard-output* stream))
    (cond ((and object (symbolp object) (not (keywordp object)))
           (if (explain-name object)
               (let ((operator (function-object object)))
                 (when operator
                   (explain-methods operator)
                   (unless (library-code-p object) (explain-callers object))
                   (explain-definition operator)))
               (format-wrapped "~A is a symbol without a definition.~%" object)))
          (t (format-wrapped "~/system::print-part/~%  is of type ~S.~%" object (if (typep object 'fixnum) 'fixnum (type-of object)))
             (explain-parts object)))))

;; The package in which the text of the function NAME is read: the current one, if NAME is the same symbol there.
(defun package-of-text (name)
  (if (eq (find-symbol (symbol-name name)) name) *package* (symbol-package name)))

;; The form that defines FUNCTION, a DEFUN or one that begins with another of OPERATORS, read again from its source text; that text,
;; the number of its first line, and its file or NIL. NIL if the text is not known, or was read in another dialect.
(defun definition-form-of (function &optional (operators '(defun)))
  (destructuring-bind (file line text old-p) (definition-of function)
    (let* ((name (function-name function)) (symbol (if (consp name) (second name) name)))
      (if (and text (symbolp symbol) (symbol-package symbol) (eq old-p (not (eq *dialect* :common-lisp))))
          (let ((form (ignore-errors (let ((*package* (package-of-text symbol)) (*read-eval* nil)) (read-from-string text)))))
            (if (and (consp form) (member (first form) operators) (consp (cdr form)) (equal (second form) name) (consp (cddr form)))
                (values form text (if file line 1) file)
                nil))
          nil))))

;; The lambda expression that DEFINITION, a DEFUN form or NIL, names.
(defun lambda-of-definition (definition)
  (if definition
      (ignore-errors
        (destructuring-bind (name lambda-list &rest body) (rest definition)
          (multiple-value-bind (head forms) (split-body body)
            `(lambda ,lambda-list ,@head (block ,name ,@forms)))))
      nil))

(defun lambda-expression-of (function) (values (lambda-of-definition (definition-form-of function))))

(defun function-lambda-expression (function)
  "Return three values: the lambda expression of FUNCTION, or NIL if it is not known; T, as it may be a closure; its name,
or NIL. The lambda expression is known for a DEFUN that was typed at the prompt, or loaded from a file that has not changed.
Signals: type-error unless FUNCTION is a function.
Example: (function-lambda-expression #'car) => NIL
Example: (nth-value 2 (function-lambda-expression #'car)) => CAR"
  (check-argument function 'function "a function")
  (values (lambda-expression-of function) t (function-name function)))

;;; The reference: every operator, variable and type with a docstring, in alphabetical order.

(defun print-reference ()
  (dolist (s (apropos-list ""))
    (dolist (meaning (documented-meanings s))
      (destructuring-bind (kind heading text) meaning
        (if (member kind '("variable" "type") :test #'string=) (setq heading (format nil "~(~A~), a ~A" heading kind)))
        (format t "~A~%~A~%~%" heading text))))
  (values))

;; (operator text) for every example of every docstring. The tests run them.
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
