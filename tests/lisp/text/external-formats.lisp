;;;; External formats. The bytes are those of RFC 2781 (UTF-16) and ISO 8859-1; λ is U+03BB, 𝄞 U+1D11E.

(defvar *file* "/tmp/winnow-external-formats")
(defun written (text format)
  (with-open-file (s *file* :direction :output :if-exists :supersede :external-format format) (write-string text s))
  (with-open-file (s *file* :element-type '(unsigned-byte 8)) (loop for b = (read-byte s nil) while b collect b)))
(defun text-of (bytes format)
  (with-open-file (s *file* :direction :output :if-exists :supersede :element-type '(unsigned-byte 8))
    (dolist (b bytes) (write-byte b s)))
  (with-open-file (s *file* :external-format format)
    (let ((read (loop for c = (read-char s nil) while c collect (char-code c))))
      (list (stream-external-format s) read))))

(written "aλ" :utf-8)  ;=> (97 206 187)
(written "aé" :latin-1)  ;=> (97 233)
(written "aé" :iso-8859-1)  ;=> (97 233)
(written "aλ𝄞" :utf-16be)  ;=> (0 97 3 187 216 52 221 30)
(written "aλ𝄞" :utf-16le)  ;=> (97 0 187 3 52 216 30 221)
(written "a" :utf-16)  ;=> (254 255 0 97)
(written "a" '(:utf-16be :replacement #\?))  ;=> (0 97)
(written "λ" :latin-1)  ;signals: stream-error
(written "a" :utf-7)  ;signals: "expected :UTF-8, :LATIN-1 or :UTF-16"

(text-of '(97 233) :latin-1)  ;=> (:LATIN-1 (97 233))
(text-of '(0 97 3 187 216 52 221 30) :utf-16be)  ;=> (:UTF-16BE (97 955 119070))
(text-of '(97 0 187 3 52 216 30 221) :utf-16le)  ;=> (:UTF-16LE (97 955 119070))
;; The byte order mark chooses the byte order; without one it is big-endian.
(text-of '(255 254 97 0) :utf-16)  ;=> (:UTF-16LE (97))
(text-of '(254 255 0 97) :utf-16)  ;=> (:UTF-16BE (97))
(text-of '(0 97) :utf-16)  ;=> (:UTF-16BE (97))
;; Invalid input: a lone surrogate, half a character.
(text-of '(216 52 0 97) :utf-16be)  ;=> (:UTF-16BE (65533 97))
(text-of '(221 30 0 97) :utf-16be)  ;=> (:UTF-16BE (65533 97))
(text-of '(0 97 0) :utf-16be)  ;=> (:UTF-16BE (97 65533))
(text-of '(216 52) :utf-16be)  ;=> (:UTF-16BE (65533))

;; Long text: characters lie across the ends of buffers.
(let ((text (make-string 50001 :initial-element #\𝄞)))
  (setf (char text 0) #\a)
  (written text :utf-16le)
  (with-open-file (s *file* :external-format :utf-16le) (string= text (read-line s))))  ;=> T

;; Lines, UNREAD-CHAR and PEEK-CHAR; positions are not known.
(progn (written (format nil "λ1~%λ2~%") :utf-16)
       (with-open-file (s *file* :external-format :utf-16)
         (let ((c (read-char s)))
           (unread-char c s)
           (list (peek-char nil s) (read-line s) (read-line s) (read-line s nil) (file-position s)))))  ;=> (#\λ "λ1" "λ2" NIL NIL)
(with-open-file (s *file* :direction :io :if-exists :overwrite :external-format :utf-16) s)  ;signals: "direction :IO"

;; The default.
(let ((winnow-ext:*default-external-format* :latin-1)) (list (written "é" :default) (text-of '(233) :default)))  ;=> ((233) (:LATIN-1 (233)))
(let ((winnow-ext:*default-external-format* :latin-1))
  (written "(defparameter *loaded* \"é\")" :latin-1)
  (load *file*)
  (symbol-value '*loaded*))  ;=> "é"
(progn (written "(defparameter *loaded* \"λ\")" :utf-16) (load *file* :external-format :utf-16) (symbol-value '*loaded*))  ;=> "λ"
(let ((winnow-ext:*default-external-format* :utf-7)) (written "a" :default))  ;signals: "got :UTF-7"
(null (delete-file *file*))  ;=> NIL
