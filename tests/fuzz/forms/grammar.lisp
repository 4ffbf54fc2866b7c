;;;; grammar.lisp -- what forms are made of (see grammar.hpp): (KIND ALTERNATIVE...), the words of lambda lists, and what
;;;; is left out.

;; These end the process, wait or take long; and what the checks look at is left alone.
(:left-out quit exit sleep gc time room play *fuzz-bound* *fuzz-keys*)

(:words
 (list list list1 list2 lists tail cons object-list pairs alist-or-list arguments goals)
 (alist alist) (plist plist indicators)
 (tree tree tree1 tree2 board boards position initial-position data)
 (integer integer integers n count start end start1 end1 start2 end2 index size rank axis level length limit depth plies nodes
          radix base column stones pits rows columns seed digits line divisor shift places weight position1 status)
 (number number numbers real rational x y a b delta power first-guess alpha beta seconds)
 (string string string1 string2 text prefix filename file path control format bag control-string suffix)
 (character character characters char char1 char2 initial-element-char)
 (name symbol name symbols indicator names variable function-name definition parents operator)
 (function function predicate test test-not key value-function moves quiet relation expander report identity-function
           hash-function designator show print-function)
 (sequence sequence sequences sequence1 sequence2 target source result-sequence)
 (array array vector simple-vector bit-array displaced-to)
 (dimensions dimensions subscripts)
 (table table hash-table) (stream stream destination input-stream output-stream)
 (type type types element-type result-type) (condition condition) (structure structure game node state)
 (package package) (form form forms) (environment environment)
 (body %body %forms %code) (form %form %value %test %first %second %result %object %function %sequence %list %string
                                 %array %index %condition %default %number %integer %source %destination %control %arguments)
 (place %place %places) (raw-name %name %variable %symbol %tag) (bindings %bindings %variables)
 (lambda-list %lambda-list) (clause %clauses %clause) (raw-type %type) (slots %slots) (options %options) (raw %ignored))

;;; What a whole form is.
(form ?call ?call ?call ?call ?nested ?nested ?seed ?seed ?special ?special ?attack)
(nested (let ((?new ?any)) ?call) (let* ((?new ?any) (?new ?any)) ?call ?any) (?operator ?any ?any) (?operator ?any)
        (eval (quote ?seed)) (funcall (lambda (?new) ?call) ?any) (list ?call ?call) (multiple-value-list ?call)
        (let ((*fuzz-bound* 1)) ?call) (prin1-to-string ?any) (format nil ?string ?any ?any) (read-from-string ?string))

;;; Kinds of arguments: forms that give a value of the kind, and some that do not.
(any ?list ?integer ?number ?string ?character ?symbol-form ?function ?sequence ?array ?table ?stream ?type ?condition
     ?structure ?tree ?var ?var ?var ?call ?special ?raw-constant nil t ?alist ?plist ?package ?exit)
(raw-constant 0 1 -1 nil t "" #\a 1.5 1/2 :key)
(raw 5 nil t foo (foo) "text" 1.5 (a . b) (1 2 3) #(1 2) #\a ?symbol ?operator (?raw ?raw) (?raw . ?raw) ?any)
(list nil (list 1 2 3) (list 3 1 2) (quote (a b c)) (list ?any) (list ?any ?any) (cons ?any ?any) (list* ?any ?any ?any)
      (copy-list *list-mixed*) *list-circle* *list-circle-car* *list-dotted* *list-deep* *list-long* *list-shared* *list-dag*
      *list-mixed* *list-victim* ?var ?alist ?plist ?call (make-list ?integer) (list "b" "a" "c") (list 1.5 1/2 #\a)
      (quote (1 . 2)))
(alist nil (list (cons 1 2) (cons (quote a) 3)) (list (cons ?any ?any) nil (cons ?any ?any)) *alist-bad* ?list ?var
       (acons ?any ?any ?alist))
(plist nil (list :a 1 :b 2) (list (quote a)) (list ?any ?any) *plist-odd* ?list (symbol-plist (quote ?symbol)))
(tree (quote ((3) (1 4))) (quote (((1 4) (5 6)) ((2 1) (1 1)))) (quote (1 2 3)) 5 (quote ((1 2) :max)) (quote (1.5 1/2 (2)))
      *list-deep* *list-dag* *list-circle* *list-circle-car* ?list ?any (list ?tree ?tree) (list ?number ?number) (quote (:min (1) (2))))
(integer 0 1 2 3 -1 10 7 ?edge ?edge (ash 1 ?edge) (- ?edge) (1+ ?edge) (length ?sequence) ?var ?number nil (random 100) 100)
(edge most-positive-fixnum most-negative-fixnum (1+ most-positive-fixnum) (1- most-negative-fixnum) (expt 2 100) (- (expt 2 64))
      4294967295 4294967296 2147483648 65535 65536 16777216 8388608 -8388609 256 255 63 64 36 37 1000000 1000000000 (expt 3 4000)
      (expt 10 20) 33 32 1114112 55296)
(number 0 1 -1 1/2 -3/4 1.5 -1.5 0.0 -0.0 1e38 -1e38 1e-45 1d308 -1d308 1d-308 5d-324 2e0 *infinity* *minus-infinity* *nan* 3.1415927 3.141592653589793d0
        0.1 100.0 ?integer ?edge (/ ?edge ?edge) (/ 1 ?edge) (float ?edge) 4611686018427387904.0 4611686018427387904d0 1d16 9007199254740993 ?any)
(string "" "a" "abc" "Hello, World" "123" "1e5" "(1 . 2)" "~A ~S" "~{~A~^, ~}" "~10,3,2,'*@A" "~:[no~;yes~]" "äöü" "日本語" "😀" "ß"
        "~%~&~|~~" "a b c" "~?" "~v,vF" "~R ~:R ~@R" "#1=(a . #1#)" "#(1 2)" "'(a ,b)" "null" "full" "file" "zero" "missing" "~"
        *string-victim* *string-wide* *string-fill* *string-displaced* (make-string 3 :initial-element ?character)
        (princ-to-string ?any) (string ?any) (copy-seq "abc") (make-string ?integer) ?symbol-form ?var ?any
        (concatenate (quote string) ?string ?string) "~5,'0D|~B|~O|~X|~36R" "~E ~G ~$ ~F" "~:@(~A~)" "~*~A" "~T~10T~@T" "~<~A~;~A~>"
        "~P ~:P" "#\\Newline" "|a b|" "\"" ")" "(" "#|" ";")
(character #\a #\A #\0 #\Space #\Newline #\ä #\ß #\あ #\😀 (code-char 0) (code-char ?integer) (code-char 55296) (char ?string 0) ?any)
(name (quote ?symbol) (quote foo) (quote bar) nil t :key (gensym) (make-symbol ?string) (intern ?string) (quote ?operator) ?any
        (quote car) (quote *print-base*) (quote list) (quote lambda) (quote quote))
(symbol-form (quote foo) (quote ?symbol) :a :test nil t (gensym) (make-symbol "x") (intern "a b"))
(function (function car) (function identity) (function ?operator) (quote ?operator) (function <) (function equal) (function eql)
          (function equalp) (function list) (lambda (&rest ?new) ?any) (lambda (?new) ?any) (lambda (?new ?new) ?any)
          (lambda (?new) ?attack) (lambda (&rest ?new) ?attack) (lambda (?new ?new) (declare (ignore ?var)) (< ?var ?var))
          *fn-throw* *fn-clobber* *fn-error* *fn-exit* *fn-many* *fn-deep* *fn-grow* *fn-again* *fn-maybe* ?var nil
          (function (lambda (&key ?new) ?any)) (complement ?function) (constantly ?any) ?any (quote foo))
(sequence ?list ?list ?string ?array (vector ?any ?any) (vector 3 1 2) (list 3 1 2) *vector-victim* *list-victim* ?var
          (make-array 3 :initial-element ?any) #(a b c))
(array (vector 1 2 3) #(1 2 3) #() (make-array 3 :fill-pointer 1 :adjustable t) (make-array (quote (2 2)) :initial-element 0)
       (make-array nil :initial-element 5) (make-array (quote (0 3))) (make-array (list ?integer ?integer)) *array-displaced*
       *array-displaced-short* *array-fill* *array-nested* *array-2d* *array-0d* *array-circle* *vector-victim* *vector-long*
       (make-array ?integer) (make-array 2 :displaced-to ?array) (make-array 5 :element-type (quote character) :initial-element #\x)
       (make-array ?integer :fill-pointer ?any :adjustable t) ?string ?var ?any)
(dimensions 3 (quote (2 3)) nil (quote (0)) (list ?integer ?integer) (list ?any) ?integer ?list (make-list ?integer :initial-element 1))
(table *table-eql* *table-eq* *table-equal* *table-equalp* *table-victim* (make-hash-table) (make-hash-table :test (function equal))
       (make-hash-table :test (function equalp)) (let ((?new (make-hash-table))) (setf (gethash ?any ?var) ?any) ?var) ?var ?any)
(stream *standard-output* *error-output* nil t *stream-closed* *stream-in* *stream-out* (make-string-output-stream)
        (make-string-input-stream ?string) (open "full" :direction :output :if-exists :append) (open "zero") ?var ?any
        (open "file" :direction :output :if-exists :supersede) (open "null") (open "missing" :if-does-not-exist nil))
(type (quote integer) (quote list) (quote string) (quote vector) (quote (or integer null)) (quote (integer 0 10)) (quote (member a b))
      (quote (satisfies ?operator)) (quote (not string)) (quote (and integer (satisfies evenp))) t nil (quote (array t (2 2)))
      (quote (?raw ?raw)) (quote fuzz-point) (quote error) (quote function) (quote character) (quote (values integer)) ?symbol-form ?any
      (quote (vector character 3)) (quote bit) (quote hash-table) (quote (cons integer list)) (quote (eql 3)))
(raw-type integer string t nil list (or integer null) (satisfies ?operator) error ?symbol ?raw type-error condition)
(condition (make-condition (quote error)) (make-condition (quote simple-error) :format-control ?string :format-arguments ?any)
           (make-condition (quote type-error) :datum ?any :expected-type ?any) *condition-bad-report* ?var ?any
           (quote error) (quote fuzz-condition) ?string (make-condition ?symbol-form))
(structure *structure* *structure-failing* *structure-circle* (make-fuzz-point :x ?any :y ?any) (make-fuzz-child) (quote nim)
           (quote kalah) (quote tic-tac-toe) (quote connect-four) (quote othello) (kalah-game :pits ?integer :stones ?integer) ?var ?any)
(package :keyword nil (quote user) ?string ?any)
(environment nil *list-circle* (quote ((:macro foo 5))) ?list ?any)
(exit (return-from fuzz ?any) (throw (quote fuzz) ?any) (throw ?any ?any) (return ?any) (go fuzz) (error ?condition) (signal ?condition))

;;; Arguments of macros.
(body ?any ?call (declare (special ?var)) (declare (ignore ?var)) ?special ?var "docstring" (quote ?raw))
(raw-name foo bar ?symbol ?var car *print-base* ?raw)
(place ?var *fuzz-global* (car ?list) (cdr ?list) (cadr ?list) (nth ?integer ?list) (aref ?array ?integer) (gethash ?any ?table)
       (get (quote ?symbol) ?symbol-form) (symbol-value ?symbol) (symbol-function (quote foo)) (char ?string ?integer) (elt ?sequence ?integer)
       (fill-pointer ?array) (subseq ?sequence ?integer ?integer) (getf ?var ?any) (fuzz-point-x ?structure) (values ?var ?var)
       (the integer ?var) (if ?any ?var ?var) (symbol-plist (quote foo)) (car *list-victim*) (cdr *list-victim*) (svref ?array ?integer)
       (?operator ?any) (rest ?list) (first ?list) (row-major-aref ?array ?integer) ?raw)
(bindings () (?new) ((?new ?any)) ((?new ?any) (?new ?any)) ((?new ?any ?any)) ((?raw ?any)) (?raw) ?raw ((?var ?any)) ((*print-base* ?any)))
(lambda-list () (?new) (?new ?new) (&optional ?new) (&optional (?new ?any ?new)) (&rest ?new) (&key ?new) (&key (?new ?any ?new))
             (?new &aux (?new ?any)) (&body ?new) (?raw) ?raw (&key ((:k ?new) ?any) &allow-other-keys) (?new . ?new) ((?new ?new) ?new)
             (&whole ?new ?new) (?new &environment ?new) (&optional &key) (&rest) (&key ?new &optional ?new))
(clause (?raw ?any) (?any ?any) (t ?any) ((?raw ?raw) ?any) (otherwise ?any) ?raw (nil ?any) (?raw-type () ?any) (?raw-type (?new) ?any)
        (?any) ((quote ?raw) ?any))
(slots ?new (?new ?any) (?raw ?any :type ?raw-type) (?new ?any :read-only t) ?raw)
(options (:report ?string) (:documentation "text") (:conc-name ?raw) (:include fuzz-point) (:type list) ?raw)

;;; Special forms and the macros that bind, in shape.
(special (if ?any ?any ?any) (progn ?any ?any) (let ((?new ?any)) ?body) (let ((?new ?any) (?new ?any)) ?body ?body)
         (let* ((?new ?any) (?new ?any)) ?body) (setq ?var ?any) (setf ?place ?any) (incf ?place ?any) (push ?any ?place) (pop ?place)
         (let ((?var ?any)) ?body) (progv (list (quote ?var)) (list ?any) ?body) (progv ?list ?list ?body)
         (flet ((foo (?new) ?body)) (foo ?any)) (labels ((foo (?new) ?body) (bar (&optional (?new (foo ?any))) ?body)) (bar))
         (flet ((foo ?lambda-list ?body)) (foo ?any ?any)) (labels ((foo ?lambda-list ?body)) (function foo))
         (block fuzz ?body ?body) (block nil ?any) (return-from fuzz ?any) (catch (quote fuzz) ?body) (catch ?any ?body)
         (throw (quote fuzz) ?any) (tagbody fuzz ?body (go fuzz)) (tagbody ?any fuzz ?any) (unwind-protect ?any ?body)
         (unwind-protect ?exit ?body) (unwind-protect ?any ?exit) (multiple-value-bind (?new ?new) ?any ?body)
         (multiple-value-call ?function ?any ?any) (multiple-value-prog1 ?any ?any) (multiple-value-list ?any) (values ?any ?any)
         (values-list ?list) (funcall ?function ?any ?any) (apply ?function ?any ?list) (apply ?function ?list) (function ?operator)
         (lambda ?lambda-list ?body) (funcall (lambda ?lambda-list ?body) ?any ?any) (quote ?raw) (the ?raw-type ?any)
         (macrolet ((foo ?lambda-list ?body)) (foo ?any ?any)) (symbol-macrolet ((?new ?any)) ?body) (eval-when (:execute) ?body)
         (macrolet ((?operator (&rest ?new) ?any)) ?call) (load-time-value ?any) (locally (declare (special ?var)) ?body)
         (handler-case ?any (error (?new) ?body)) (handler-case ?any (?raw-type (?new) ?body)) (ignore-errors ?any)
         (handler-bind ((error ?function)) ?any) (handler-bind ((?raw-type ?function)) ?any ?any) (error ?condition) (signal ?condition)
         (restart-case ?any (foo (?new) ?body)) (with-simple-restart (foo "text") ?any) (invoke-restart (quote foo) ?any)
         (dolist (?new ?list ?any) ?body) (dotimes (?new ?integer) ?body) (do ((?new ?any ?any)) (?any ?any) ?body)
         (do* ((?new ?any ?any) (?new ?any)) (?any) ?body) (loop for ?new in ?list collect ?any) (loop for ?new from 0 below 5 do ?body)
         (loop repeat 3 sum ?any) (loop for ?new across ?array when ?any append ?any) (prog (?new (?new ?any)) ?body)
         (case ?any (?raw ?any) (t ?any)) (typecase ?any (?raw-type ?any) (t ?any)) (cond (?any ?any) (?any)) (and ?any ?any) (or ?any ?any)
         (when ?any ?body) (unless ?any ?body) (destructuring-bind ?lambda-list ?list ?body) (defun foo ?lambda-list ?body)
         (defmacro foo ?lambda-list ?body) (foo ?any ?any) (defvar *fuzz-global* ?any) (defstruct fuzz-own ?slots ?slots)
         (defstruct (fuzz-own ?options ?options) ?slots) (make-fuzz-own) (define-condition fuzz-lost (error) (?slots) ?options)
         (with-output-to-string (?new) (print ?any ?var)) (with-input-from-string (?new ?string) (read ?var)) (prog1 ?any ?body)
         (with-open-file (?new "file" :direction :output :if-exists :supersede) (print ?any ?var)) (load "file") (maphash ?function ?table)
         (mapcar ?function ?list ?list) (reduce ?function ?sequence) (sort ?sequence ?function) (map (quote ?raw) ?function ?sequence)
         (define-setf-expander foo ?lambda-list ?body) (defsetf foo ?lambda-list ?raw ?body) (deftype foo ?lambda-list ?body)
         (system::backquote (?raw (system::unquote ?any) (system::splice ?list))) (compile nil (lambda ?lambda-list ?body)) (macroexpand (quote ?seed)))

;;; What disturbs the work of others.
(attack (setf (cdr *list-victim*) ?any) (setf (car *list-victim*) ?any) (nconc *list-victim* *list-victim*) (setq *list-victim* nil)
        (setf (fill-pointer *vector-victim*) ?integer) (vector-push-extend ?any *vector-victim*) (clrhash *table-victim*)
        (setf (gethash ?any *table-victim*) ?any) (remhash ?any *table-victim*) (maphash (lambda (?new ?new) ?attack) *table-victim*)
        (setf (char *string-victim* 0) ?character) (setq *print-base* ?any) (setq *print-length* ?any) (setq *print-level* ?any)
        (setq *read-base* ?any) (setq *print-case* ?any) (setq *print-circle* ?any) (setq *standard-output* ?stream) (setq *random-state* ?any)
        (setq *features* ?any) (setq system::*handler-clusters* ?any) (setq *error-output* ?any) (setq *gensym-counter* ?any) (setq ?var ?any)
        (set (quote ?symbol) ?any) (setf (symbol-plist (quote ?symbol)) ?any) (setf (get (quote ?symbol) (quote ?symbol)) ?any)
        (setf (symbol-function (quote ?operator)) ?function) (defun ?operator ?lambda-list ?body) (fmakunbound (quote ?operator))
        (makunbound (quote ?symbol)) (unintern (quote ?symbol)) (defmacro ?operator ?lambda-list ?body) (let ((*print-base* ?any)) ?any)
        (let ((?var ?any)) ?any) (dialect :maclisp) (dialect :franz) (dialect :lisp-1.5) (dialect :common-lisp) (throw (quote fuzz) ?any) (return-from fuzz nil) (error ?condition)
        (print ?any) (eval ?any) (eval (quote ?seed)) (gc) (make-list 100000) (loop) (adjust-array *vector-victim* ?dimensions)
        (setf (aref *vector-victim* ?integer) ?any) (sort *list-victim* ?function) (nreverse *list-victim*) (delete ?any *list-victim*)
        (funcall *fn-deep*) (setf (fuzz-point-x *structure-circle*) ?any) (setf (symbol-value (quote ?symbol)) ?any) (quit)
        (close *stream-out*) (close *stream-in*) (setf (cdr (last *list-mixed*)) ?any) (handler-bind ((t ?function)) ?any))
