;;;; format-numbers.lisp -- FORMAT's directives for numbers: ~D ~B ~O ~X ~R ~F ~E ~G ~$. -*- sealed -*-
;;;;
;;;; Floats are rounded from their exact values; ties are rounded away from zero.
;;;; Source: ANSI Common Lisp, sections 22.3.2 and 22.3.3.

;;; Integers

;; The text of VALUE, which is not a number of the kind that the directive expects, as ~A prints it in BASE.
(defun other-text (value base)
  (let ((*print-base* base) (*print-radix* nil)) (princ-to-string value)))

;; DIGITS with COMMA between groups of INTERVAL digits, counted from the right.
(defun grouped-digits (digits comma interval)
  (let* ((size (length digits))
         (text (make-string (+ size (floor (- size 1) interval)) :initial-element comma))
         (place (length text)))
    (do ((i (- size 1) (- i 1)) (count 1 (+ count 1))) ((< i 0) text)
      (decf place)
      (setf (char text place) (char digits i))
      (if (= (mod count interval) 0) (decf place)))))

(defun print-in-base (value base stream colon at width padding comma interval)
  (let ((text (cond ((not (integerp value)) (other-text value base))
                    ((or colon at)
                     (let ((digits (integer-digits (abs value) base)))
                       (concatenate-as 'string (sign-text (< value 0) at)
                                       (if colon (grouped-digits digits comma interval) digits))))
                    (t (integer-digits value base)))))
    (write-padded text stream width t padding)))

;; The number of digits between commas, of any size.
(defun interval-parameter (directive value default)
  (cond ((null value) default)
        ((integerp value) (max 1 value))
        (t (wrong-argument directive value 'integer))))

(defmacro define-integer-directive (name base)
  `(define-directive ,name ((width size-parameter 0) (padding character-parameter #\Space) (comma character-parameter #\,)
                            (interval interval-parameter 3))
     (print-in-base (next-argument run directive) ,base stream colon at width padding comma interval)))

(define-integer-directive #\D 10)
(define-integer-directive #\B 2)
(define-integer-directive #\O 8)
(define-integer-directive #\X 16)

;; Without a radix, words or Roman numerals.
(define-directive #\R ((base size-parameter nil) (width size-parameter 0) (padding character-parameter #\Space)
                       (comma character-parameter #\,) (interval interval-parameter 3))
  (if (and base (not (<= 2 base 36))) (directive-error directive "~~R: expected a base from 2 to 36, got ~D" base))
  (let ((value (next-argument run directive)))
    (cond (base (print-in-base value base stream colon at width padding comma interval))
          ((not (integerp value)) (wrong-argument directive value 'integer))
          (at (write-string (checked-roman-numeral directive value colon) stream))
          (t (write-string (checked-words directive value colon) stream)))))

(defun checked-roman-numeral (directive value additive)
  (let ((most (if additive 4999 3999)))
    (if (<= 1 value most)
        (roman-numeral value additive)
        (directive-error directive "expected an integer from 1 to ~D for a Roman numeral, got ~D" most value))))

(defun checked-words (directive value ordinal)
  (if (>= (abs value) (expt 10 66))
      (directive-error directive "expected an integer of at most 66 digits, got one of ~D" (length (integer-digits (abs value) 10))))
  (if ordinal (ordinal-words value) (cardinal-words value)))

;;; Real numbers

;; The absolute value of REAL times 10^SHIFT is 0.DIGITS times 10^POINT, with the fewest digits that identify the float.
;; DIGITS, a string, neither begins nor ends with 0; it is empty for zero. NEGATIVE: whether REAL has a minus sign.
(defstruct (magnitude (:constructor make-magnitude (real digits point negative)) (:copier nil) (:predicate nil))
  real digits point negative (shift 0))

;; REAL: a ratio is converted to a single float, as in other conversions.
(defun magnitude-of (real)
  (let ((real (if (or (integerp real) (floatp real)) real (float real))))
    (multiple-value-bind (digits point negative) (shortest-digits real) (make-magnitude real digits point negative))))

(defun magnitude-zero-p (m) (= (length (magnitude-digits m)) 0))
(defun sign-text (negative at) (cond (negative "-") (at "+") (t "")))

(defun move-point (m shift)
  (unless (magnitude-zero-p m)
    (incf (magnitude-shift m) shift)
    (incf (magnitude-point m) shift)))

(defun places-of (digits point) (max 0 (- (length digits) point)))

;; The digits and the point of M rounded to PLACES digits after the decimal point: from the exact value if that drops digits.
(defun digits-at (m places)
  (let ((digits (magnitude-digits m)) (point (magnitude-point m)))
    (cond ((<= (places-of digits point) places) (values digits point))
          ((< (+ point places) 0) (values "" 0))
          (t (rounded-digits (* (abs (rational (magnitude-real m))) (expt 10 (+ (magnitude-shift m) places))) places)))))

;; The digits and the point of the integer nearest to SCALED, over 10^PLACES.
(defun rounded-digits (scaled places)
  (let ((n (floor (+ scaled 1/2))))
    (if (= n 0)
        (values "" 0)
        (let ((text (integer-digits n 10)))
          (values (string-right-trim "0" text) (- (length text) places))))))

;; The digits before the decimal point, at least LEAST.
(defun digits-before (digits point)
  (cond ((<= point 0) "")
        ((<= point (length digits)) (subseq digits 0 point))
        (t (concatenate-as 'string digits (zeros (- point (length digits)))))))

;; PLACES digits after the decimal point.
(defun digits-after (digits point places)
  (if (and (<= 0 point) (= places (- (length digits) point))) (return-from digits-after (subseq digits point)))
  (let* ((before (zeros (min places (max 0 (- point))))) (rest (subseq digits (min (length digits) (max 0 point)))))
    (concatenate-as 'string before rest (zeros (- places (length before) (length rest))))))

(defun zeros (count) (make-string (max 0 count) :initial-element #\0))

;; The digits of M before and after the point: with PLACES digits after it or, if that is NIL, with as many as M has and fit
;; into ROOM columns (NIL: any number), but at least LEAST. There is at least one digit on one side of the point; on both if
;; there is room. Third value: is a zero to be added before the point?
(defun lay-out (m places room least)
  (let ((count (cond (places)
                     (room (min (places-of (magnitude-digits m) (magnitude-point m))
                                (max least (- room 1 (max 0 (magnitude-point m))))))
                     (t (places-of (magnitude-digits m) (magnitude-point m))))))
    (multiple-value-bind (digits point) (digits-at m count)
      (let* ((before (digits-before digits point))
             (after (digits-after digits point (if places count (places-of digits point))))
             (fits (or (not room) (< (+ (length before) 1 (length after)) room))))
        (when (and (= (length after) 0) (not places) (or (= (length before) 0) fits))
          (setq after "0" fits (or (not room) (< (+ (length before) 2) room))))
        (values before after (and (= (length before) 0) (or (= (length after) 0) fits)))))))

(defun decimal-text (sign before after zero-before)
  (concatenate-as 'string sign (if zero-before "0" before) "." after))

;; Defines the directive NAME, for which BODY writes the real number VALUE. One of PARAMETERS is WIDTH.
(defmacro define-float-directive (name parameters &body body)
  `(define-directive ,name ,parameters
     (let ((value (next-argument run directive)))
       (if (realp value)
           (progn ,@body)
           (write-padded (other-text value 10) stream (or width 0) t #\Space)))))

(define-float-directive #\F ((width size-parameter nil) (places size-parameter nil) (scale integer-parameter 0)
                             (overflow character-parameter nil) (padding character-parameter #\Space))
  (print-fixed value stream at width places scale overflow padding))

(defun print-fixed (value stream at width places scale overflow padding)
  (let* ((m (magnitude-of value)) (sign (sign-text (magnitude-negative m) at)))
    (move-point m scale)
    (multiple-value-bind (before after zero-before)
        (lay-out m places (if width (max 0 (- width (length sign))) nil) (if (> (magnitude-point m) 0) 0 1))
      (let ((text (decimal-text sign before after zero-before)))
        (if (and width overflow (> (length text) width))
            (write-repeated overflow width stream)
            (write-padded text stream (or width 0) t padding))))))

(define-float-directive #\E ((width size-parameter nil) (places size-parameter nil) (exponent-digits size-parameter nil)
                             (scale integer-parameter 1) (overflow character-parameter nil) (padding character-parameter #\Space)
                             (marker character-parameter nil))
  (print-exponential directive value stream at width places exponent-digits scale overflow padding marker))

;; SCALE: the number of digits before the point.
(defun print-exponential (directive value stream at width places exponent-digits scale overflow padding marker)
  (when places
    (if (or (> scale (+ places 1)) (and (<= scale 0) (>= (- scale) places)))
        (directive-error directive "~~E: the scale factor ~D does not fit ~D digits" scale places))
    (if (> scale 0) (setq places (- (+ places 1) scale))))
  (let* ((m (magnitude-of value))
         (sign (sign-text (magnitude-negative m) at))
         (power (if (magnitude-zero-p m) 0 (- (magnitude-point m) scale))))
    (move-point m (- power))
    (multiple-value-bind (digits exponent) (scaled-text m power sign width places (or exponent-digits 1) scale)
      (let ((text (concatenate-as 'string digits (string (or marker (float-marker value))) exponent)))
        (if (and width overflow (or (> (length text) width)
                                    (and exponent-digits (> (- (length exponent) 1) exponent-digits))))
            (write-repeated overflow width stream)
            (write-padded text stream (or width 0) t padding))))))

;; The texts of M with its SIGN, and of the exponent POWER, with SCALE digits before the point. Rounding may carry into a new
;; digit; then the point and the exponent are moved once.
(defun scaled-text (m power sign width places least-exponent scale)
  (dotimes (attempt 2)
    (let* ((exponent (exponent-text power least-exponent))
           (room (if width (max 0 (- width (length sign) 1 (length exponent))) nil)))
      (multiple-value-bind (before after zero-before) (lay-out m places room (if (> scale 0) 0 (- 1 scale)))
        (if (or (= attempt 1) (<= (length before) (max 0 scale)))
            (return (values (decimal-text sign before after zero-before) exponent)))))
    (incf power)
    (move-point m -1)))

(defun exponent-text (power least)
  (let ((digits (integer-digits (abs power) 10)))
    (concatenate-as 'string (if (< power 0) "-" "+") (zeros (- least (length digits))) digits)))

;; The exponent marker of VALUE: e if it has the default format, or is not a float.
(defun float-marker (value)
  (let ((text (prin1-to-string (if (floatp value) (float 0 value) 0.0))))
    (or (find-if #'alpha-char-p text) #\e)))

;; ~F, and blanks in place of the exponent, if enough digits are given for the magnitude; else ~E (22.3.3.3).
(define-float-directive #\G ((width size-parameter nil) (digits size-parameter nil) (exponent-digits size-parameter nil)
                             (scale integer-parameter 1) (overflow character-parameter nil) (padding character-parameter #\Space)
                             (marker character-parameter nil))
  (let* ((m (magnitude-of value)) (n (if (magnitude-zero-p m) 0 (magnitude-point m)))
         (blanks (if exponent-digits (+ exponent-digits 2) 4))
         (digits (or digits (max 1 (length (magnitude-digits m)) (min n 7)))))
    (if (<= 0 (- digits n) digits)
        (progn (print-fixed value stream at (if width (max 0 (- width blanks)) nil) (- digits n) 0 overflow padding)
               (write-repeated #\Space blanks stream))
        (print-exponential directive value stream at width digits exponent-digits scale overflow padding marker))))

(define-float-directive #\$ ((places size-parameter 2) (least size-parameter 1) (width size-parameter 0)
                             (padding character-parameter #\Space))
  (let* ((m (magnitude-of value)) (sign (sign-text (magnitude-negative m) at)))
    (multiple-value-bind (before after) (lay-out m places nil 0)
      (let ((text (concatenate-as 'string (if colon "" sign) (zeros (- least (length before))) before "." after)))
        (if colon (write-string sign stream))
        (write-padded text stream (if colon (- width (length sign)) width) t padding)))))
