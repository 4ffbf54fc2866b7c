;;;; franz-data.lisp -- operators of Franz Lisp for lists, numbers, vectors, ports and the system. -*- sealed -*-
;;;; After its manual of 1984.

;;; Lists and symbols

(define-franz insert nil (object list predicate no-duplicates)
  "Insert OBJECT into LIST, which is sorted by PREDICATE, in place, and return the list.
PREDICATE: (predicate x y) is true if X can precede Y; NIL means ALPHALESSP. NO-DUPLICATES: if true, do not insert an
object that is EQUAL to an element."
  (let ((before (if predicate (program-function predicate) #'maclisp-alphalessp)))
    (cond ((and no-duplicates (member object list :test #'equal)) list)
          ((or (null list) (funcall before object (car list))) (cons object list))
          (t (do ((rest list (cdr rest)))
                 ((or (null (cdr rest)) (funcall before object (cadr rest)))
                  (rplacd rest (cons object (cdr rest)))
                  list))))))
(define-franz subpair "sublis" (old new tree)
  "Return TREE with the elements of the list OLD (EQUAL) replaced by those of NEW at the same places."
  (if (/= (length old) (length new)) (error "SUBPAIR: expected lists of the same length, got ~S and ~S" old new))
  (sublis (mapcar #'cons old new) tree :test #'equal))
(define-franz dsubst "nsubst with :test #'equal" (new old tree)
  "Return TREE with NEW for each part that is EQUAL to OLD, changed in place."
  (nsubst new old tree :test #'equal))
(define-franz lsubst "subst" (new old tree)
  "Return a copy of TREE in which the elements of the list NEW replace each element that is EQUAL to OLD, at all levels."
  (if (atom tree)
      tree
      (let ((rest (franz-lsubst new old (cdr tree))))
        (if (equal (car tree) old) (append new rest) (cons (franz-lsubst new old (car tree)) rest)))))
(define-franz dremove "delete with :test #'eq" (item list &optional count)
  "Return LIST, changed in place, without the elements EQ to ITEM, or the first COUNT of them."
  (delete item list :test #'eq :count count))
(define-franz kwote "list" (object)
  "Return the form (QUOTE object)."
  (list 'quote object))
(define-franz eqstr "equal" (a b)
  "Return T if A and B are EQUAL."
  (equal a b))
(define-franz oblist "do-symbols" ()
  "Return a list of the symbols in the current package."
  (let ((symbols nil))
    (do-symbols (s *package* (remove-duplicates symbols :test #'eq)) (push s symbols))))
(define-franz substringn "subseq and char-code" (text from &optional count)
  "Return the codes of at most COUNT characters of TEXT, as a list; with 0 as COUNT, the code of the character FROM alone.
FROM: as in SUBSTRING. NIL if it is outside TEXT."
  (let ((part (franz-substring text from (if (eql count 0) 1 count))))
    (cond ((null part) nil)
          ((eql count 0) (char-code (char part 0)))
          (t (map 'list #'char-code part)))))
(define-franz purcopy "copy-tree" (object)
  "Return OBJECT. Winnow does not have a pure space."
  object)
(define-franz purep "nothing" (object)
  "Return NIL. Winnow does not have a pure space."
  object
  nil)
(define-franz-macro dv "setq" (symbol value)
  "Make VALUE the value of SYMBOL; neither is evaluated."
  `(setq ,symbol ',value))

;;; Numbers

(define-franz *quo "truncate" (number divisor)
  "Return the integer part of NUMBER divided by DIVISOR."
  (values (truncate number divisor)))
(define-franz *mod "mod" (number divisor)
  "Return the balanced residue of NUMBER modulo DIVISOR: the one nearest to 0."
  (let* ((size (abs divisor)) (rest (mod number size)))
    (if (> (* 2 rest) size) (- rest size) rest)))
(define-franz |Divide| "truncate" (number divisor)
  "Return a list of the quotient and the remainder of the integers NUMBER and DIVISOR."
  (multiple-value-list (truncate number divisor)))
(define-franz |Emuldiv| "truncate" (a b addend divisor)
  "Return a list of the quotient and the remainder of A times B plus ADDEND and DIVISOR."
  (multiple-value-list (truncate (+ (* a b) addend) divisor)))
(define-franz fact nil (n)
  "Return the factorial of N."
  (let ((product 1)) (dotimes (i n product) (setq product (* product (+ i 1))))))
(define-franz <& "<" (a b)
  "Return T if the fixnum A is less than B."
  (< a b))
(define-franz >& ">" (a b)
  "Return T if the fixnum A is greater than B."
  (> a b))
(define-franz =& "=" (a b)
  "Return T if the fixnums A and B are equal."
  (= a b))

;;; Vectors, arrays, hunks and hash tables

(defvar *vector-properties* (make-hash-table :test 'eq) "The property of each vector: a symbol, or a list of a symbol and a property list.")
(define-franz new-vector "make-array" (size &optional fill property)
  "Return a vector of SIZE objects, each of them FILL; PROPERTY is its property."
  (let ((vector (make-array size :initial-element fill)))
    (if property (franz-vsetprop vector property))
    vector))
(define-franz vprop "get" (vector)
  "Return the property of VECTOR: NIL, a symbol, or a list of a symbol and of indicators and values."
  (values (gethash vector *vector-properties*)))
(define-franz vsetprop "(setf get)" (vector property)
  "Make PROPERTY, a symbol or a list of a symbol and of indicators and values, the property of VECTOR; return it."
  (setf (gethash vector *vector-properties*) property))
(define-franz vget "get" (vector indicator)
  "Return the value of INDICATOR in the property of VECTOR, or NIL."
  (let ((property (franz-vprop vector)))
    (if (consp property) (getf (cdr property) indicator) nil)))
(define-franz vputprop "(setf get)" (vector value indicator)
  "Make VALUE the value of INDICATOR in the property of VECTOR, and return it. If the property is a symbol, it becomes a list
that begins with the symbol."
  (let ((property (franz-vprop vector)))
    (if (atom property) (setq property (list property)))
    (setf (getf (cdr property) indicator) value)
    (franz-vsetprop vector property)
    value))
(define-franz getlength "array-total-size" (array)
  "Return the number of elements of ARRAY."
  (array-total-size (array-named array)))
(define-franz arrayref "row-major-aref" (array n)
  "Return element N of ARRAY, counted from 0 in row-major order."
  (row-major-aref (array-named array) n))
(define-franz hunk "vector" (&rest objects)
  "Return a hunk of OBJECTS."
  (make-hunk (coerce objects 'simple-vector)))
(define-franz makhunk "make-array" (size)
  "Return a hunk of SIZE objects, NIL at first, or of the elements of a list."
  (if (listp size) (apply #'franz-hunk size) (maclisp-makhunk size)))
(define-franz hunk-to-list "coerce" (hunk)
  "Return a list of the objects of HUNK."
  (coerce (hunk-row hunk) 'list))
(define-franz *rplacx "(setf svref)" (n hunk object)
  "Make OBJECT number N of HUNK, counted from 0, and return HUNK."
  (maclisp-rplacx n hunk object))
(define-franz makeht "make-hash-table" (size &optional test)
  "Return a hash table. SIZE: the expected number of entries. TEST: EQ, the default, or EQUAL."
  (make-hash-table :size size :test (or test 'eq)))
(define-franz addhash "(setf gethash)" (key table value)
  "Make VALUE the value of KEY in the hash table TABLE; return KEY."
  (setf (gethash key table) value)
  key)

;;; Ports and files

(define-franz portp "streamp" (object)
  "Return T if OBJECT is a port."
  (streamp object))
(define-franz pntlen "(length (prin1-to-string object))" (object)
  "Return the number of characters that PRINT would print for OBJECT."
  (length (prin1-to-string object)))
(define-franz nwritn "nothing" (&optional port)
  "Return the number of characters on the current line of PORT, which Franz Lisp buffers until TERPR."
  (line-column port))
(define-franz filepos "file-position" (port &optional position)
  "Return the position in the file of PORT; with POSITION, go there and return it."
  (if position (progn (file-position port position) position) (file-position port)))
(define-franz fseek "file-position" (port offset from)
  "Go to OFFSET in the file of PORT and return the position. FROM: 0 the beginning, 1 the present position, 2 the end."
  (franz-filepos port (+ offset (ecase from (0 0) (1 (file-position port)) (2 (file-length port))))))
(define-franz untyi "unread-char" (code &optional port)
  "Put the character of CODE back into PORT, to be read next; return CODE."
  (unread-char (code-char code) port)
  code)
(define-franz zapline "read-line" (&optional port)
  "Skip the rest of the line of PORT; return NIL."
  (read-line port nil)
  nil)
(define-franz makereadtable "copy-readtable" (&optional original)
  "Return a copy of the current readtable or, if ORIGINAL is true, of the initial readtable of Franz Lisp."
  (copy-readtable (if original (standard-readtable) *readtable*)))

;; The source file NAME, a symbol or a string: NAME.l if that exists, else NAME.
(defun franz-source (name)
  (let ((name (princ-to-string name)))
    (or (find-if #'probe-file (list (concatenate 'string name ".l") name)) name)))
(define-franz load "load" (file &rest ignored)
  "Load FILE.l if it exists, else FILE, a string or a symbol; return T."
  ignored
  (load (franz-source file))
  t)
(define-franz includef "load" (file)
  "Load FILE as LOAD does; return NIL."
  (load (franz-source file))
  nil)
(define-franz-macro include "load" (file)
  "Load FILE, not evaluated, as LOAD does; return NIL."
  `(franz-includef ',file))
(define-franz-macro include-if "load" (test file)
  "Load FILE, not evaluated, as LOAD does if TEST is true; return NIL."
  `(if ,test (franz-includef ',file) nil))
(define-franz-macro includef-if "load" (test file)
  "Load FILE as LOAD does if TEST is true; return NIL."
  `(if ,test (franz-includef ,file) nil))
(define-franz-macro dskin "load with :print t" (&rest files)
  "Evaluate the forms of FILES, which are not evaluated, and print their values; return NIL."
  `(progn ,@(mapcar (lambda (file) `(load (franz-source ',file) :print t)) files) nil))
(define-franz sload "load" (file)
  "Print and evaluate each form of FILE; print only the name of a definition. Return NIL."
  (with-open-file (port (franz-source file))
    (do ((form (read port nil port) (read port nil port))) ((eq form port) nil)
      (format t "~S~%" (if (and (consp form) (member (car form) '(def defun defmacro) :test #'string-equal))
                           (cadr form)
                           form))
      (eval form))))

;;; The system

(define-franz argv "*command-line*" (n)
  "Return argument N of the command line as a symbol, or NIL if it does not exist. 0 is the name of the program; -1
returns the number of arguments."
  (let ((all (cons "winnow" *command-line*)))
    (cond ((< n 0) (length all))
          ((nth n all) (intern-text (nth n all)))
          (t nil))))
(define-franz command-line-args "*command-line*" ()
  "Return a list of the arguments of the command line, as symbols."
  (mapcar #'intern-text *command-line*))
(define-franz ptime "get-internal-run-time" ()
  "Return a list of the processor time used and of that for collecting garbage, in 60ths of a second."
  (list (values (floor (* 60 (get-internal-run-time)) internal-time-units-per-second))
        (values (floor (* 60 (third (heap-statistics)))))))

(defvar *unix-epoch* (encode-universal-time 0 0 0 1 1 1970 0))
(define-franz |SYS:TIME| "get-universal-time" ()
  "Return the number of seconds since 1970 began."
  (- (get-universal-time) *unix-epoch*))
(define-franz |SYS:UNLINK| "delete-file" (file)
  "Delete FILE, a string or a symbol; return 0."
  (delete-file (princ-to-string file))
  0)
(define-franz time-string "get-decoded-time" (&optional seconds)
  "Return the time SECONDS after 1970 began, or the present, as a string: Sun Jun 29 16:51:26 1980."
  (multiple-value-bind (second minute hour date month year day)
      (decode-universal-time (if seconds (+ seconds *unix-epoch*) (get-universal-time)))
    (format nil "~A ~A ~2D ~2,'0D:~2,'0D:~2,'0D ~D" (nth day '("Mon" "Tue" "Wed" "Thu" "Fri" "Sat" "Sun"))
            (nth (- month 1) '("Jan" "Feb" "Mar" "Apr" "May" "Jun" "Jul" "Aug" "Sep" "Oct" "Nov" "Dec"))
            date hour minute second year)))
(define-franz shell "ext:shell" ()
  "Run a shell, and return its exit code when it ends."
  (run-command (or (getenv "SHELL") "sh")))
(define-franz-macro exec "ext:shell" (&rest words)
  "Run the command that consists of WORDS, not evaluated, separated by blanks; return its exit code."
  `(run-command ,(format nil "~{~A~^ ~}" words)))
(defun calls-of-program () (cdr (remove "" (lines-of (backtrace-rows 1000)) :test #'equal)))  ; without the call of SHOWSTACK or BAKTRACE itself
(define-franz showstack "backtrace" ()
  "Print the active calls, innermost first; return NIL."
  (format t "~&~{~A~%~}" (calls-of-program))
  nil)
(define-franz baktrace "backtrace" ()
  "Print the names of the active functions, innermost first; return NIL."
  (dolist (row (calls-of-program) nil)
    (let* ((start (position #\( row)) (end (if start (position-if (lambda (c) (find c " )")) row :start start))))
      (if (and end (not (search "(top level)" row))) (format t "~&~A~%" (subseq row (+ start 1) end))))))
(define-franz *break "break" (test message)
  "Enter the debugger with MESSAGE if TEST is true; else return NIL."
  (if test (break "~A" message) nil))
(define-franz reset nil ()
  "Return to the top level."
  (abort))
(define-franz allocate nil (type pages)
  "Return PAGES. Winnow allocates memory automatically."
  type
  pages)

;; Options of SSTATUS that only STATUS reads, as a property list.
(defvar *franz-status* nil)
(define-franz-macro status "*features*" (option &rest arguments)
  "Return the status of OPTION, as in MacLisp; also (status ctime): the time as by TIME-STRING, but as a symbol; (status
localtime): a list of second, minute, hour, date, month from 0, year minus 1900, day of the week from Sunday, 0, day of the
year from 0, and 1 in daylight saving time, else 0; (status isatty): T if input is from a terminal; (status version); or the
value that SSTATUS set."
  (cond ((string= option "CTIME") '(intern-text (franz-time-string)))
        ((string= option "LOCALTIME") '(franz-local-time))
        ((string= option "ISATTY") '(terminal-p))
        ((string= option "VERSION") '(format nil "Winnow ~A" (lisp-implementation-version)))
        ((member option '("FEATURE" "NOFEATURE" "FEATURES" "MACRO") :test #'string=) `(maclisp-status ,option ,@arguments))
        (t `(getf *franz-status* ',option))))
(defun franz-local-time ()
  (multiple-value-bind (second minute hour date month year day daylight) (get-decoded-time)
    (list second minute hour date (- month 1) (- year 1900) (mod (+ day 1) 7)
          (values (floor (- (encode-universal-time 0 0 12 date month year 0) (encode-universal-time 0 0 12 1 1 year 0)) 86400))
          (if daylight 1 0))))
(define-franz-macro sstatus "*features*" (option &rest arguments)
  "Set OPTION: (sstatus feature name), (sstatus nofeature name): for #+ and #-; (sstatus macro ...), (sstatus syntax ...): as in
MacLisp; (sstatus uctolc t): READ converts unescaped upper case letters of symbols to lower case.
Other options are stored for STATUS. The value is not evaluated; return it.
Signals: program-error for (sstatus chainatom t): CAR and CDR of a symbol other than NIL are errors in Winnow."
  (let ((value (car arguments)))
    (cond ((member option '("MACRO" "SYNTAX") :test #'string=) `(maclisp-sstatus ,option ,@arguments))
          ((member option '("FEATURE" "NOFEATURE") :test #'string=) `(progn (maclisp-sstatus ,option ,@arguments) ',value))
          ((and (string= option "CHAINATOM") value)
           (error 'program-error :format-control "SSTATUS: ~(~A~) is not in Winnow: CAR and CDR of a symbol other than NIL are errors"
                                 :format-arguments (list option)))
          ((string= option "UCTOLC") `(setf (getf *franz-status* ',option) (fold-case *readtable* ',value)))
          (t `(setf (getf *franz-status* ',option) ',value)))))

;;; Operators of the environment of Franz Lisp that Winnow lacks. Those with common names are functions, since a program may
;;; call a function of that name before it defines it.

(defmacro define-franz-absent (definer reason &rest names)
  `(progn ,@(mapcar (lambda (name)
                      `(,definer ,name nil (&rest forms)
                         ,(format nil "Signal an error: ~A." reason)
                         forms
                         ,(let ((call `(error "~(~A~) is not in Winnow: ~A" ',name ,reason)))
                            (if (eq definer 'define-franz-macro) `',call call))))
                    names)))
(define-franz-absent define-franz-macro "it belongs to the editor and the file package of Franz Lisp"
  editf edite editv editp editl editfns editracefn vi vil ex exl dskout dskouts getdef tracedump)
(define-franz-absent define-franz "it belongs to the file package of Franz Lisp"
  file file-fns changes mark!changed valueof)
(define-franz-absent define-franz "it belongs to the compiler and the memory of Franz Lisp; (load file) loads a source file"
  fasl cfasl ffasl getaddress removeaddress getentry getdisc putdisc mfunction marray getaccess getaux getdelta getdata
  putaccess putaux putdata putdelta putlength segment small-segment sizeof deref fake ptr opval dumplisp savelisp restorelisp
  gcafter hashtabstat monitor rematom)
(define-franz-absent define-franz "(exec word...) and (shell) run programs"
  fork exece wait *process *process-receive *process-send process syscall)
(define-franz-absent define-franz "Winnow does not give access to stack frames; (showstack) prints the stack, CATCH and ERRSET can be left"
  evalframe freturn retbrk funcallhook)
(define-franz-absent define-franz "(dialect :maclisp) chooses another dialect"
  cvttomaclisp cvttofranzlisp cvttointlisp cvttoucilisp)
