;;;; time.lisp -- dates; the expected values are those of SBCL 2.2.9.

(encode-universal-time 0 0 0 1 1 1900 0)  ;=> 0
(encode-universal-time 0 0 0 1 1 1970 0)  ;=> 2208988800
(encode-universal-time 59 59 23 29 2 2000 0)  ;=> 3160857599
(encode-universal-time 0 0 0 1 3 2100 5)  ;=> 6316549200
(decode-universal-time 3160857599 0)  ;=> 59 ; 59 ; 23 ; 29 ; 2 ; 2000 ; 1 ; NIL ; 0
(decode-universal-time 0 0)  ;=> 0 ; 0 ; 0 ; 1 ; 1 ; 1900 ; 0 ; NIL ; 0
(decode-universal-time 6316549200 5)  ;=> 0 ; 0 ; 0 ; 1 ; 3 ; 2100 ; 0 ; NIL ; 5
(loop for time from 0 by 98765432 repeat 200
      always (multiple-value-bind (s m h date month year) (decode-universal-time time 0)
               (= time (encode-universal-time s m h date month year 0))))  ;=> T
(let ((now (get-universal-time)))
  (multiple-value-bind (s m h date month year) (decode-universal-time now)
    (= now (encode-universal-time s m h date month year))))  ;=> T
(encode-universal-time 60 0 0 1 1 2000)  ;signals: type-error
(decode-universal-time 1.5)  ;signals: type-error
(decode-universal-time -1)  ;signals: type-error
(decode-universal-time (* 86400 146097 (expt 10 20)) 0)  ;=> 0 ; 0 ; 0 ; 1 ; 1 ; 40000000000000000001900 ; 0 ; NIL ; 0
(decode-universal-time (1- (* 86400 146097 (expt 10 20))) 0)  ;=> 59 ; 59 ; 23 ; 31 ; 12 ; 40000000000000000001899 ; 6 ; NIL ; 0
(length (multiple-value-list (get-decoded-time)))  ;=> 9

;; A time zone is a rational multiple of 1/3600 from -24 to 24 (standard, glossary).
(encode-universal-time 0 0 0 1 1 1970 -11/2)          ;=> 2208969000
(encode-universal-time 0 0 0 1 1 1970 #c(1 2))        ;signals: type-error
(encode-universal-time 0 0 0 1 1 1970 1.5)            ;signals: type-error
(encode-universal-time 0 0 0 1 1 1970 1/7)            ;signals: type-error
(encode-universal-time 0 0 0 1 1 1970 25)             ;signals: type-error
(decode-universal-time 0 1/7)                         ;signals: type-error
