;;;; time.lisp -- conversion between universal time, in seconds since 1900 began, and dates. -*- sealed -*-

;; Days from 1900-01-01 to the first day of MONTH of YEAR: years begin with March here, so that the leap day is the last day.
(defun days-before (month year)
  (let* ((year (if (< month 3) (1- year) year))
         (month (if (< month 3) (+ month 9) (- month 3))))
    (+ (* 365 year) (floor year 4) (- (floor year 100)) (floor year 400)
       (floor (+ (* 153 month) 2) 5)
       -693901)))

(defun date-of-days (days)
  ;; 400 years have 146,097 days; the year estimated from this is at most one too small.
  (do ((year (+ 1899 (floor (* 400 days) 146097)) (1+ year)))
      ((< days (days-before 1 (1+ year)))
       (do ((month 1 (1+ month)))
           ((or (= month 12) (< days (days-before (1+ month) year)))
            (values (1+ (- days (days-before month year))) month year))))))

;; ZONE, in hours west of Greenwich, in seconds.
(defun zone-seconds (zone)
  (check-argument zone '(and (rational -24 24) (satisfies whole-seconds-p)) "a time zone from -24 to 24, a multiple of 1/3600")
  (* 3600 zone))

(defun whole-seconds-p (hours) (integerp (* 3600 hours)))

(defun encode-universal-time (second minute hour date month year &optional time-zone)
  "Return the universal time of HOUR:MINUTE:SECOND on DATE (1 to 31) of MONTH (1 to 12) of YEAR.
YEAR: a number less than 100 means the nearest year with these last digits.  TIME-ZONE: hours west of Greenwich; default:
the local time zone.
Signals: type-error unless SECOND, MINUTE, HOUR, DATE, MONTH and YEAR are integers in their ranges,
and TIME-ZONE is a multiple of 1/3600 from -24 to 24.
Example: (encode-universal-time 0 0 0 1 1 1970 0) => 2208988800"
  (check-argument second '(integer 0 59) "a second from 0 to 59")
  (check-argument minute '(integer 0 59) "a minute from 0 to 59")
  (check-argument hour '(integer 0 23) "an hour from 0 to 23")
  (check-argument date '(integer 1 31) "a date from 1 to 31")
  (check-argument month '(integer 1 12) "a month from 1 to 12")
  (check-argument year 'unsigned-byte "a year >= 0")
  (let* ((year (if (< year 100)
                   (let ((now (nth-value 5 (get-decoded-time))))
                     (- (+ now 50) (mod (- (+ now 49) year) 100) 1))
                   year))
         (days (+ (days-before month year) date -1))
         (local (+ second (* 60 (+ minute (* 60 (+ hour (* 24 days))))))))
    (if time-zone
        (+ local (zone-seconds time-zone))
        ;; The offset depends on the universal time, which depends on the offset: look it up for an estimate first.
        (let ((guess (+ local (seconds-west local))))
          (+ local (seconds-west guess))))))

(defun decode-universal-time (time &optional time-zone)
  "Return nine values for the universal TIME: second, minute, hour, date, month, year, day of the week (0 for Monday),
whether it is daylight saving time, and the time zone in hours west of Greenwich.
TIME-ZONE: default: the local time zone.
Signals: type-error unless TIME is a non-negative integer and TIME-ZONE is a multiple of 1/3600 from -24 to 24.
Example: (multiple-value-list (decode-universal-time 2208988800 0)) => (0 0 0 1 1 1970 3 NIL 0)"
  (check-argument time 'unsigned-byte "a time in seconds")
  (multiple-value-bind (west daylight) (if time-zone (values (zone-seconds time-zone) nil) (seconds-west time))
    (let ((local (- time west)))
      (multiple-value-bind (days seconds) (floor local 86400)
        (multiple-value-bind (date month year) (date-of-days days)
          (multiple-value-bind (minutes second) (floor seconds 60)
            (multiple-value-bind (hour minute) (floor minutes 60)
              (values second minute hour date month year (mod days 7) daylight
                      (if time-zone time-zone (/ (if daylight (+ west 3600) west) 3600))))))))))

(defun get-decoded-time ()
  "Return the nine values of DECODE-UNIVERSAL-TIME for the present time.
Example: (< 2000 (nth-value 5 (get-decoded-time))) => T"
  (decode-universal-time (get-universal-time)))
