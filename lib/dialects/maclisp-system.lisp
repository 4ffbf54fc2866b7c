;;;; maclisp-system.lisp -- operators of MacLisp for files, the terminal, errors and tracing. -*- sealed -*-

(defmacro define-maclisp-binary (&rest definitions)
  `(progn ,@(mapcar (lambda (d)
                      (destructuring-bind (name function text) d
                        `(define-maclisp ,name ,(string-downcase (symbol-name function)) (a b) ,text (,function a b))))
                    definitions)))
(define-maclisp-binary
 (*plus + "Return the sum of A and B.")
 (*dif - "Return A less B.")
 (*times * "Return the product of A and B.")
 (*quo maclisp-quotient "Return A divided by B; quotients of integers are truncated."))

(define-maclisp delassq "delete with :test #'eq and :key #'car" (item alist)
  "Return ALIST without the pairs whose car is ITEM (EQ), changed in place."
  (delete-if (lambda (pair) (and (consp pair) (eq (car pair) item))) alist))

;;; Files

;; The components of a file's name: a list of device and directory, then the two names.
(defun file-components (name)
  (cond ((and (consp name) (listp (car name))) name)
        ((consp name) (list (cddr name) (car name) (or (cadr name) '*)))
        (t (let* ((text (file-name name)) (dot (position #\. text :from-end t)))
             (list (list (intern-text "DSK")) (intern-text (string-upcase (subseq text 0 dot)))
                   (if dot (intern-text (string-upcase (subseq text (1+ dot)))) '*))))))
(define-maclisp namelist "pathname" (file)
  "Return the name of FILE as a list: ((device directory) name1 name2)."
  (file-components file))
(define-maclisp namestring "namestring" (file)
  "Return the name of FILE as a string."
  (file-name file))
(define-maclisp mergef "merge-pathnames" (file defaults)
  "Return the name of FILE as a list, with what is missing or * in it taken from DEFAULTS."
  (let ((a (file-components file)) (b (file-components defaults)))
    (mapcar (lambda (x y) (if (member x '(nil *)) y x)) a b)))
(define-maclisp filepos "file-position" (stream &optional (position nil given))
  "Return the position in the file of STREAM; with POSITION, go there."
  (if given (file-position stream position) (file-position stream)))
(define-maclisp load "load" (file)
  "Load FILE, a string, a symbol or a list of names."
  (load (file-name file)))

(defvar *instack* nil "The input streams replaced by INPUSH, the last one first.")
(define-maclisp inpush "let of *standard-input*" (stream)
  "Make STREAM the default input stream of READ until (INPUSH -1); return it. A negative number N undoes the last -N calls."
  (cond ((not (integerp stream))
         (push *standard-input* *instack*)
         (setq *standard-input* stream))
        (t (dotimes (i (- stream) *standard-input*)
             (if *instack* (setq *standard-input* (pop *instack*)))))))
(define-maclisp untyi "unread-char" (code &optional (stream *standard-input*))
  "Put the character of CODE back, so that it is read next; return T."
  (unread-char (code-char code) stream)
  t)

;;; The terminal: while ^W is true, nothing is printed there.

(defvar *heard-output* nil "The value of *STANDARD-OUTPUT* before ^W became true.")
(defun silenced-p () (and *heard-output* t))
(defun (setf silenced-p) (silent)
  (cond ((and silent (not *heard-output*))
         (setq *heard-output* *standard-output*
               *standard-output* (make-broadcast-stream)))
        ((and *heard-output* (not silent))
         (setq *standard-output* *heard-output*
               *heard-output* nil)))
  silent)
(let ((own (make-symbol "^W")))
  (eval `(define-symbol-macro ,own (silenced-p)))
  (put (intern "^W" "COMMON-LISP-USER") 'maclisp-variable own))
;; The current readtable and table of symbols.
(put (older-word 'readtable) 'maclisp-variable '*readtable*)
(put (intern "OBARRAY" "COMMON-LISP-USER") 'maclisp-variable '*package*)

(define-maclisp-macro ioc "nothing" (&rest switches)
  "Set the switches of the terminal that the letters of SWITCHES, not evaluated, name: W silences it, V and G end that. Others are
accepted and ignored; return T."
  `(progn ,@(mapcan (lambda (c)
                      (cond ((char= c #\W) (list '(setf (silenced-p) t)))
                            ((find c "VG") (list '(setf (silenced-p) nil)))
                            (t nil)))
                    (coerce (format nil "~{~A~}" switches) 'list))
          t))

;;; Errors and tracing

(define-maclisp baktrace "backtrace" ()
  "Print the calls that led to the last error; return NIL."
  (backtrace)
  nil)
(define-maclisp errprint "princ" (&optional pointer (stream *standard-output*))
  "Print the message of the last error that an ERRSET caught; return T, or NIL without such an error. POINTER is ignored."
  pointer
  (if *last-error* (format stream "~&; ~A~%" *last-error*))
  (and *last-error* t))

;; Names of undefined functions that are to be traced when they are defined.
(defvar *awaited* nil)
(defun trace-or-await (name)
  (cond ((functionp (function-object name)) (trace-one name))
        ((definition-meant name) (trace-one name))
        (t (pushnew name *awaited*))))
(defun trace-if-awaited (name)
  (when (and *awaited* (member name *awaited*))
    (setq *awaited* (remove name *awaited*))
    (trace-one name)))
(define-maclisp-macro trace "trace" (&rest names)
  "Trace the functions NAMES, not evaluated: print each call and its value. A function that is not yet defined is traced when
it is. Without NAMES return the names of traced functions."
  (if names
      `(progn (mapc #'trace-or-await ',(mapcar (lambda (name) (if (consp name) (car name) name)) names)) ',names)
      '(trace)))

;;; Operators that Winnow lacks; they signal an error with a hint

(defmacro define-maclisp-absent (&rest names)
  `(progn ,@(mapcar (lambda (name)
                      (destructuring-bind (name hint) name
                        `(define-maclisp-macro ,name "nothing" (&rest forms)
                           ,(format nil "Signal an error, since this operator is not in Winnow: ~A." hint)
                           forms
                           '(error "~A is not in Winnow: ~A" ',name ,hint))))
                    names)))
(define-maclisp-absent
 (valret "(quit) leaves Winnow")
 (eoffn "(read stream eof) returns EOF at the end of STREAM")
 (syscall "Winnow has no system calls of ITS")
 ;; These use the variables ^Q and ^R, which READ and PRINT ignore in Winnow.
 (uread "(openi file) and (openo file) give streams, which READ and PRINT take")
 (uwrite "(openi file) and (openo file) give streams, which READ and PRINT take")
 (ufile "(openi file) and (openo file) give streams, which READ and PRINT take")
 (ukill "(deletef file) deletes a file")
 (grind "(grindef name) prints the definition of a function")
 (evalframe "(baktrace) prints the active calls")
 (freturn "(*throw tag value) leaves a (*catch tag form)")
 (alarmclock "(time) returns the seconds that have passed"))
