;;;; help.lisp -- the output of HELP, DESCRIBE, APROPOS and ARGLIST.

(defun printed (function &rest arguments)
  (with-output-to-string (*standard-output*) (apply function arguments)))
(defun prints-p (text function &rest arguments) (and (search text (apply #'printed function arguments)) t))

;;; Operators of every kind

(prints-p "(nthcdr n list)
Return LIST without its first N elements, or NIL if LIST has fewer elements.
" #'help 'nthcdr)                  ;=> T
(prints-p "(if test then &optional else)   -- special form" #'help 'if)    ;=> T
(prints-p "Example: (if (> 3 2) 'greater 'less) => GREATER" #'help 'if)    ;=> T
(prints-p "(let bindings &body body)   -- special form" #'help 'let)       ;=> T
(prints-p "(setf &rest pairs)   -- macro" #'help 'setf)                    ;=> T
(prints-p "(incf place &optional (delta 1))   -- macro" #'help 'incf)      ;=> T
(prints-p "(push item place)   -- macro" #'help 'push)                     ;=> T
(remove-if (lambda (s) (plusp (length (documentation s 'function))))
           '(and block catch cond eval-when flet function go if labels let let* load-time-value locally macrolet
             multiple-value-bind multiple-value-call multiple-value-prog1 or progn progv quote return-from setq
             symbol-macrolet tagbody the throw unless unwind-protect when))   ;=> NIL
(prints-p "&environment" #'help 'setf)   ;=> NIL

;;; Other names

(prints-p "*PRINT-BASE* is a special variable with the value 10." #'help '*print-base*)   ;=> T
(prints-p "PI is a constant" #'help 'pi)                       ;=> T
(prints-p "TYPE-ERROR is a type: TYPE-ERROR < ERROR" #'help 'type-error)   ;=> T
(remove-if (lambda (game)
             (and (prints-p (format nil "~A: " game) #'help game) (prints-p "  Move " #'help game) (prints-p "  Value " #'help game)
                  (prints-p (format nil "Try (play '~(~A~))" game) #'help game)))
           '(nim tic-tac-toe connect-four othello kalah))   ;=> NIL
(prints-p "the player who takes the last stone wins" #'help "nim")        ;=> T
(progn (define-game some-game (:initial 1) (:moves (p) '(go)) (:play (p m) 0) (:side (p) :max) (:over (p) (= p 0)) (:value (p) p))
       (prints-p "SOME-GAME is a game." #'help 'some-game))    ;=> T
(help 'plus)                       ;prints: PLUS is a word of MacLisp: use +, or (dialect :maclisp).~
(help 'fixnum)                     ;prints: FIXNUM is a type.~
(help 'next-method-p)              ;prints: NEXT-METHOD-P is a word of DEFMETHOD: (help 'defmethod).~
(progn (deftype some-small () "A small one." '(integer 0 5)) (help 'some-small))   ;prints: SOME-SMALL is a type.~A small one.~
(progn (define-symbol-macro some-head (car list)) (help 'some-head))   ;prints: SOME-HEAD is a symbol macro with the expansion (CAR LIST).~
(progn (defun (setf some-way-in) (new x) "Go in." (list new x)) (help 'some-way-in))   ;prints: (SETF SOME-WAY-IN) is a function of (new x).~Go in.~
;; HELP knows every name of the standard, and has a text for its variables.
(let ((unknown nil))
  (do-external-symbols (s "COMMON-LISP" unknown)
    (when (or (search "nothing is known" (printed #'help s)) (and (boundp s) (null (documentation s 'variable)))) (push s unknown))))   ;=> NIL
;; A class: its precedence list, its text, and the slots that belong to the program.
(progn (defclass some-class () (a (b :allocation :class)) (:documentation "Some.")) (defclass some-below (some-class) (c)) (help 'some-below))   ;prints: SOME-BELOW is a type: SOME-BELOW < SOME-CLASS < STANDARD-OBJECT < T, with the slots A B C.~
(progn (defstruct some-structure "Shown." left) (help 'some-structure))   ;prints: SOME-STRUCTURE is a type: SOME-STRUCTURE < STRUCTURE-OBJECT < T, with the slots LEFT.~Shown.~
(progn (define-condition some-condition (error) (place) (:documentation "Seen.")) (help 'some-condition))   ;prints: SOME-CONDITION is a type: SOME-CONDITION < ERROR < SERIOUS-CONDITION < CONDITION < T, with the slots PLACE.~Seen.~
(remove-if-not (lambda (name) (prints-p "slots" #'help name))
               '(condition restart pathname method standard-class type-error simple-error))   ;=> (TYPE-ERROR SIMPLE-ERROR)
(help 'no-such-name)               ;prints: NO-SUCH-NAME: nothing is known under that name.~
(help 'lenght)                     ;prints: LENGHT: nothing is known under that name; did you mean LENGTH?~
(help 1)                           ;signals: type-error

;;; Subjects

(prints-p ":games " #'help)           ;=> T
(prints-p ":search " #'help)          ;=> T
(prints-p "GAMES: playing" #'help :games)       ;=> T
(prints-p "PROLOG: Prolog, for Bratko" #'help 'prolog)      ;=> T
(prints-p "See also (help :search)." #'help 'search)   ;=> T
;; Every topic is listed, and every name in its text exists.
(every (lambda (topic) (prints-p (format nil "~(~S~) " (first topic)) #'help)) system::*help-topics*)   ;=> T
(every (lambda (topic) (every (lambda (line) (<= (length line) 80)) (system::lines-of (third topic)))) system::*help-topics*)   ;=> T
(mapcan (lambda (topic)
          (let ((text (third topic)) (unknown nil))
            ;; A name after a parenthesis at the beginning of a line is an operator.
            (dolist (line (system::lines-of text) unknown)
              (let ((at (search "  (" line)))
                (when (eql at 0)
                  (let ((name (read-from-string line t nil :start 3)))
                    (or (system::operator name) (push name unknown))))))))
        system::*help-topics*)            ;=> NIL

;;; Algorithms and the glossary

(defun texts-of (word text)
  (let ((found nil))
    (do ((at (search word text) (search word text :start2 (+ at 1)))) ((null at) (nreverse found))
      (push (read-from-string text t nil :start (+ at (length word))) found))))
;; Each algorithm of MINIMAX is explained, under its keyword, symbol and string.
(remove-if (lambda (entry)
             (let* ((name (first entry)) (text (printed #'help (intern (string-upcase (string name)) "KEYWORD"))))
               (and (search "Idea: " text) (search "Read  " text) (search "leaves evaluated" text)
                    (every (lambda (line) (<= (length line) 80)) (system::lines-of text)))))
           (system::search-algorithms))   ;=> NIL
(equal (printed #'help 'negascout) (printed #'help "negascout"))   ;=> T
(equal (printed #'help :mtdf) (printed #'help 'mtd-f))             ;=> T
(prints-p "See also (help :minimax)." #'help 'minimax)             ;=> T
;; The counts are those of MINIMAX; in the best order, the least number.
(prints-p "9 leaves evaluated, 7 by alpha-beta." #'help :negascout)   ;=> T
(multiple-value-bind (answer counts) (minimax '(((5 4) (7 6)) ((8 5) (6 0))) :algorithm :negascout)
  (list (first answer) (getf counts :leaves)))  ;=> (6 9)
(let* ((text (printed #'help :scout)) (row (subseq text (+ 12 (search "  alpha-beta  " text)))))
  (list (>= (read-from-string row) 49) (prints-p " 49" #'princ (subseq row 0 (position #\Newline row)))))  ;=> (T T)
(mapcar (lambda (chance)
          (let ((sum 0) (next (system::seeded-random 1)))
            (dotimes (i 20 (= (round sum 20) (first (system::mean-leaves '(:alpha-beta) chance))))
              (incf sum (length (system::visited-leaves (system::tree-with-value next 5 4 (+ 10 (funcall next 50)) :max chance)))))))
        '(nil 50 90 100))  ;=> (T T T T)
(system::mean-leaves '(:alpha-beta :negascout :minimax) 100)  ;=> (49 49 625)
;; The best move is first as often as asked.
(let ((first 0) (next (system::seeded-random 3)))
  (dotimes (i 1000 (< 460 first 540))
    (let ((tree (system::tree-with-value next 4 2 0 :max 50)))
      (if (= (car (second (minimax tree))) 1) (incf first)))))  ;=> T
(prints-p "FAIL-SOFT: of alpha-beta" #'help 'fail-soft)            ;=> T
(prints-p "PRINCIPAL VARIATION: the line" #'help "principal variation")  ;=> T
(prints-p "See also (help :quiet)." #'help 'quiet)                 ;=> T
(prints-p ":glossary" #'help)                                      ;=> T
(prints-p "(lesson)" #'help)                                       ;=> T
;; APROPOS finds the words of the glossary, but not if it is asked for the names of a package.
(remove-if (lambda (text) (prints-p (format nil ":~A" text) #'apropos text)) '("prun" "cutoff" "quiesc" "horizon" "transposition"))  ;=> NIL
(prints-p ":prune                        the end of the search of a position" #'apropos "prun")   ;=> T
(prints-p ":horizon" #'apropos "horizon" :cl)                      ;=> NIL
(every (lambda (entry) (prints-p (format nil "~%~A: " (first entry)) #'help :glossary)) system::*glossary*)   ;=> T
(help 'negascot)                   ;prints: NEGASCOT: nothing is known under that name; did you mean NEGASCOUT?~
;; Every subject to which a text refers exists.
(let ((missing nil))
  (dolist (subject system::*help-subjects* missing)
    (let ((text (printed (third subject))))
      (dolist (name (append (texts-of "(help " text)))
        (if (search "nothing is known" (printed #'help (if (consp name) (second name) name))) (push name missing)))
      (dolist (number (texts-of "(lesson " text))
        (unless (ignore-errors (system::lesson-named number)) (push number missing))))))  ;=> NIL

;;; DESCRIBE

(prints-p "is of type FIXNUM" #'describe 5)                    ;=> T
(prints-p "It is a list of two elements." #'describe '(1 2))   ;=> T
(prints-p "It is a dotted list." #'describe '(1 2 . 3))        ;=> T
(prints-p "It is a circular list." #'describe (let ((l (list 1 2))) (setf (cddr l) l)))   ;=> T
(prints-p "It is a list of one element." #'describe '(nil))    ;=> T
(prints-p "It has three characters." #'describe "abc")         ;=> T
(prints-p "It has one entry, compared by EQL." #'describe (let ((h (make-hash-table))) (setf (gethash 1 h) 2) h))   ;=> T
(prints-p "Its dimensions are (2 3)." #'describe (make-array '(2 3)))   ;=> T
(defstruct a-pair left right)
(prints-p "  LEFT = 1" #'describe (make-a-pair :left 1))       ;=> T
(prints-p "FORMAT-CONTROL" #'describe (make-condition 'type-error :datum 1 :expected-type 'list))   ;=> NIL
(prints-p "SOME-CLASS is a type: SOME-CLASS < STANDARD-OBJECT < T, with the slots A B.
Some." #'describe (find-class 'some-class))   ;=> T
(prints-p "Its lambda list is (n list)." #'describe #'nthcdr)  ;=> T
(describe 'a-name-alone)           ;prints: A-NAME-ALONE is a symbol without a definition.~
(prints-p "T is a constant" #'describe t)                      ;=> T
(multiple-value-list (describe 1 (make-string-output-stream)))   ;=> NIL
(multiple-value-list (function-lambda-expression (lambda (x) x)))   ;=> (NIL T NIL)
(function-lambda-expression 'car)  ;signals: type-error

;;; APROPOS

(prints-p "multiple-value-bind           Run BODY with VARIABLES bound" #'apropos "multiple-value-bi")   ;=> T
(progn (defun a-some-one () "Say it over
two lines. And more." nil) (apropos "a-some-on"))   ;prints: a-some-one                    Say it over two lines.~
(apropos "most-specific-f")        ;prints:
(apropos-list "multiple-value-bi")           ;=> (MULTIPLE-VALUE-BIND)
(find-if (lambda (s) (eql (char (symbol-name s) 0) #\%)) (remove '% (apropos-list "")))   ;=> NIL

;; DOCUMENTATION of every kind of object can be set.
(progn (deftype some-type () "T." 'integer) (defsetf some-place list "S.") (define-setf-expander some-other (x) "E." x)
       (defsetf some-long (x) (y) "L." (list 'list x y)) (define-method-combination some-way :documentation "C.")
       (list (documentation 'some-type 'type) (documentation 'some-place 'setf) (documentation 'some-other 'setf)
             (documentation 'some-long 'setf) (documentation 'some-way 'method-combination)))  ;=> ("T." "S." "E." "L." "C.")
(let ((p (defpackage :some-of (:documentation "P.")))) (prog1 (documentation p t) (delete-package p)))  ;=> "P."
(progn (defgeneric some-generic (x) (:documentation "G.") (:method ((x t)) "M." x))
       (let ((m (find-method #'some-generic nil (list (find-class t)))))
         (list (documentation #'some-generic t) (documentation m t) (setf (documentation m t) "N.") (documentation m t))))  ;=> ("G." "M." "N." "N.")
(progn (defun (setf some-part) (new x) "P." (list new x)) (documentation '(setf some-part) 'function))  ;=> "P."
(let ((f (lambda (x) x))) (setf (documentation f t) "Anonymous.") (documentation f t))  ;=> "Anonymous."
(progn (defvar *some* 1 "Old.") (setf (documentation '*some* 'variable) "New.") (documentation '*some* 'variable))  ;=> "New."
(documentation 'no-such-thing-here 'function)  ;=> NIL

;; DESCRIBE starts on a fresh line.
(position #\Newline (with-output-to-string (s) (princ 1 s) (describe "a" s)))  ;=> 1

;;; ARGLIST

(defun with-all-kinds (a &optional (b 2) &rest more &key ((:c d) 4) &allow-other-keys) (list a b more d))
(arglist 'with-all-kinds)  ;=> (A &OPTIONAL (B 2) &REST MORE &KEY ((:C D) 4) &ALLOW-OTHER-KEYS)
(arglist #'with-all-kinds)  ;=> (A &OPTIONAL (B 2) &REST MORE &KEY ((:C D) 4) &ALLOW-OTHER-KEYS)
(defmacro with-body ((name &rest options) &body body) (list 'list name options body))
(arglist 'with-body)       ;=> ((NAME &REST OPTIONS) &BODY BODY)
(defun without-arguments () 1)
(arglist 'without-arguments)  ;=> NIL
(let ((*read-base* 2) (*print-base* 2)) (equal (arglist 'with-all-kinds) '(a &optional (b #10r2) &rest more &key ((:c d) #10r4) &allow-other-keys)))  ;=> T
(arglist 'no-such-operator)  ;signals: undefined-function
(arglist 5)                ;signals: type-error

;; Words of game search, of the older dialects and of Prolog that are not operators.
(defun help-begins (word text) (eql 0 (search text (with-output-to-string (*standard-output*) (help word)))))
(mapcar (lambda (word text) (help-begins word text)) '(tree inf -inf lexpr fexpr ! is :alpha-beta :quiet sss negascout)
        '("TREE: a nested list" "INFINITY: " "INFINITY: " "LEXPR: " "FEXPR: " "!: in Prolog: the cut." "IS: in Prolog: " "ALPHA-BETA, " "QUIET: " "SSS* " "NEGASCOUT "))  ;=> (T T T T T T T T T T T)
;; The first line has the parameters of the definition: no symbols of macros, no supplied-p variables.
(list (help-begins 'make-instance "(make-instance class &rest initargs)") (help-begins 'find-method "(find-method generic-function qualifiers specializers &optional errorp)")
      (help-begins 'make-sequence "(make-sequence type size &key initial-element)"))  ;=> (T T T)
(let ((bad nil))
  (do-external-symbols (s "COMMON-LISP" bad)
    (if (and (fboundp s) (not (special-operator-p s)))
        (let ((line (string-left-trim "(" (system::call-line s))))
          (do ((at (search " g" line) (search " g" line :start2 (+ at 1)))) ((null at))
            (if (and (< (+ at 2) (length line)) (digit-char-p (char line (+ at 2)))) (push s bad)))))))  ;=> NIL

;; The reference has variables and types next to operators.
(let ((text (with-output-to-string (*standard-output*) (system::print-reference))))
  (mapcar (lambda (part) (if (search part text) t nil))
          (list (format nil "~%(car list)~%") (format nil "~%*print-base*, a variable~%The base") (format nil "~%*command-line*, a variable~%"))))  ;=> (T T T)
;; No docstring leaves open which argument must have which type.
(remove-if-not (lambda (name)
                 (let ((doc (documentation name 'function)))
                   (or (search "Signals: type-error." doc) (search "Signals: type-error;" doc))))
               (remove-if-not (lambda (name) (and (fboundp name) (documentation name 'function)))
                              (append (apropos-list "" :winnow-ext) (apropos-list "" :closer-mop))))  ;=> NIL
