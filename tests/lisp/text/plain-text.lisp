;;;; plain-text.lisp -- text that the reader scans in long runs (white space, lists, integers, symbols) has the same meaning
;;;; as if read by character: in any readtable, base and dialect, across block boundaries, with correct line numbers.

(defun from-string (string) (values (read-from-string string)))

;;; Integers, and tokens that resemble them
(reduce #'+ (from-string "(123456789012345678 1234567890123456789 12345678901234567890123)"))             ;=> 12347036925913703692590
(equal (from-string "(1 -2 +3 004 -0)") '(1 -2 3 4 0))                                          ;=> T
(equal (from-string "(1152921504606846975 1152921504606846976 -1152921504606846977 2305843009213693952)")
       (list (1- (expt 2 60)) (expt 2 60) (- -1 (expt 2 60)) (expt 2 61)))                           ;=> T
(mapcar #'symbolp (from-string "(+ - 1+ -1- +1e 1.5 1/2 1. .5)"))                                         ;=> (T T T T T NIL NIL NIL NIL)
(let ((*read-base* 8)) (from-string "(10 -17 19 8)"))                                           ;=> (8 -15 |19| |8|)
(let ((*read-base* 16)) (from-string "(10 ff fg -A)"))                                          ;=> (16 255 FG -10)

;;; Symbols
(from-string "(a B cAr :key cl:car a|b|c x\\y a#b)")                   ;=> (A B CAR :KEY CAR |AbC| |Xy| A#B)
(let ((*readtable* (copy-readtable nil)))
  (setf (readtable-case *readtable*) :preserve)
  (mapcar #'symbol-name (from-string "(aB CD :eF)")))                  ;=> ("aB" "CD" "eF")
(let ((*readtable* (copy-readtable nil)))
  (setf (readtable-case *readtable*) :downcase)
  (mapcar #'symbol-name (from-string "(aB CD :eF)")))                  ;=> ("ab" "cd" "ef")
(let ((*readtable* (copy-readtable nil)))
  (setf (readtable-case *readtable*) :invert)
  (mapcar #'symbol-name (from-string "(aB CD ef :GH)")))               ;=> ("aB" "cd" "EF" "gh")
(mapcar #'symbol-name (from-string "(äb Éa λx)"))                      ;=> ("ÄB" "ÉA" "ΛX")
(from-string "(a::b::c)")                                              ;signals: reader-error
(from-string "(a b
  no-such-package:c)")                                                      ;signals: "string:2: "

;;; Readtables
(let ((*readtable* (copy-readtable nil)))
  (set-macro-character #\5 (lambda (s c) s c 'five))
  (from-string "(12 5 152 a5)"))                                       ;=> (12 FIVE 1 FIVE 2 A FIVE)
(let ((*readtable* (copy-readtable nil)))
  (set-macro-character #\Newline (lambda (s c) s c 'end))
  (from-string "(1
 2)"))                                                                      ;=> (1 END 2)
(let ((*readtable* (copy-readtable nil)))
  (set-macro-character #\( (lambda (s c) c (cons 'mine (read-delimited-list #\) s t))))
  (from-string "(1 (2 a))"))                                           ;=> (MINE 1 (MINE 2 A))
(let ((*readtable* (copy-readtable nil)))
  (set-syntax-from-char #\, #\Space)
  (from-string "(1,2,a)"))                                             ;=> (1 2 A)
(let ((*readtable* (copy-readtable nil)))
  (set-macro-character #\! (lambda (s c) s c (values)) t)
  (from-string "(a!b !c d)"))                                          ;=> (A!B C D)
(from-string "(1 #.(progn (setq *readtable* (copy-readtable nil)) 2) 7)")    ;=> (1 2 7)
(from-string "(1 #.(progn (set-macro-character #\\7 (lambda (s c) s c 'seven)) 2) 7)")                    ;=> (1 2 SEVEN)
(setq *readtable* (copy-readtable nil))

(with-input-from-string (s "1 a2 (b]) ] c") (list (read-delimited-list #\] s) (read s)))               ;=> ((1 A2 (B])) C)

;;; Dots, prefixes, features and comments in between
(from-string "(a . b)")                                                ;=> (A . B)
(from-string "(a b . (c . (d)))")                                      ;=> (A B C D)
(from-string "(a . b c)")                                              ;signals: reader-error
(from-string "(a . )")                                                 ;signals: reader-error
(from-string "('a 'b (quote c) `d)")                                        ;=> ('A 'B 'C `D)
(from-string "(1 #+no-such-feature (a 2 . 3 . 4) #-no-such-feature b 3 ; c
 #| d |# 4)")                                                               ;=> (1 B 3 4)
(let ((*read-suppress* t)) (from-string "(a no:such:thing 1 (2) . . 3)"))                            ;=> NIL

;;; Characters that end an object: consumed or left in the stream
(with-input-from-string (s "(a b) c
d") (list (read-preserving-whitespace s) (read-char s) (read s) (read-char s)))                      ;=> ((A B) #\  C #\d)
(with-input-from-string (s "x)y") (list (read-preserving-whitespace s) (read-char s) (read s)))      ;=> (X #\) Y)
(with-input-from-string (s "(x)y") (read s) (unread-char (prog1 (read-char s)) s) (read s))          ;=> Y
(read-from-string "(1 2)  3" t nil :start 1 :end 2)                                                  ;=> 1 ; 2

;;; Files of many blocks
(defvar *file* (format nil "/tmp/winnow-plain-text-~36R" (random (expt 36 8) (make-random-state t))))
(defun write-back (external-format line-end make count)
  (with-open-file (out *file* :direction :output :if-exists :supersede :external-format external-format)
    (write-char #\( out)
    (dotimes (i count)
      (prin1 (funcall make i) out)
      (write-string line-end out))
    (write-char #\) out))
  (let ((read (with-open-file (in *file* :external-format external-format) (read in))))
    (and (= (length read) count)
         (do ((i 0 (+ i 1)) (rest read (cdr rest))) ((null rest) t)
           (unless (equal (car rest) (funcall make i)) (return (list i (car rest))))))))
(write-back :utf-8 " " (lambda (i) (- (* i i 7919) 100000)) 60000)                                   ;=> T
(write-back :utf-8 (coerce '(#\Return #\Newline) 'string) (lambda (i) (list i (- i) (list i) 'symbol)) 20000) ;=> T
(write-back :utf-8 " " (lambda (i) (nth (mod i 3) '(|Éä| abc |λx y|))) 50000)                        ;=> T
(write-back :latin-1 " " (lambda (i) (nth (mod i 3) '(|Éä| abc "ÿ\"ü"))) 50000)                      ;=> T
;; A syntax error after 30,000 lines is reported with its line.
(with-open-file (out *file* :direction :output :if-exists :supersede)
  (format out "(quote (~%")
  (dotimes (i 30000) (format out "~D (a b)~%" i))
  (format out "nil::nothing:x))~%"))
(load *file*)                                                               ;signals: ":30002:14: "
(delete-file *file*)
