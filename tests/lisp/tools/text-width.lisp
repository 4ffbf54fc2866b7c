;;;; text-width.lisp -- text fitted to a width: cut and filled lines, tables.

;; Columns are counted, not characters.
(system::columns-of-text "a漢b")  ;=> 4
(system::cut-text "abcdef" 6 "...")  ;=> "abcdef"
(system::cut-text "abcdefg" 6 "...")  ;=> "abc..."
(system::cut-text "漢字漢字" 7 "...")  ;=> "漢字..."
(system::cut-text "abcdefg" nil "...")  ;=> "abcdefg"
(system::text-at-both-edges "frame 0" "help" 14 "...")  ;=> "frame 0   help"
(system::text-at-both-edges "frame 0, F" "help" 14 "...")  ;=> "frame...  help"

;; Words are filled; a word that is longer than the width is broken.
(defun filled (text width hang) (substitute #\~ #\Newline (system::filled-lines text width hang)))
(filled "one two three" 8 2)  ;=> "one two~  three"
(filled "one two three" 13 2)  ;=> "one two three"
(filled "aaaaaaaaaaaa" 5 0)  ;=> "aaaaa~aaaaa~aa"
(filled "漢字漢字漢字" 4 0)  ;=> "漢字~漢字~漢字"
(filled (format nil "one two~%three four~%") 8 0)  ;=> "one two~three~four~"
;; A comment remains one.
(filled "; one two three" 9 2)  ;=> "; one two~;   three"
;; A row of a table is broken between its columns.
(filled "  :a  one two     :b  three four" 24 2)  ;=> "  :a  one two~  :b  three four"
;; No line is wider, and no word is lost.
(let ((state (make-random-state t)))
  (flet ((random-text (words)
           (format nil "~{~A~^ ~}" (loop repeat words collect (make-string (random 12 state) :initial-element (char "a漢;" (random 3 state)))))))
    (dotimes (i 300 'done)
      (let* ((text (random-text (random 20 state))) (width (+ 8 (random 30 state))) (hang (random 6 state))
             (lines (system::filled-lines text width hang)))
        (with-input-from-string (in lines)
          (loop for line = (read-line in nil) while line
                do (if (> (system::columns-of-text line) width) (error "~S is wider than ~D" line width))))
        (flet ((letters (s) (count #\a s)))
          (if (/= (letters text) (letters lines)) (error "letters of ~S are lost" text)))))))  ;=> DONE

;; Headings on two lines: each has a space before it, and ends where its column does.
(defun staggered (headings rows gap)
  (string-left-trim '(#\Newline)
                    (with-output-to-string (*standard-output*)
                      (terpri)
                      (system::print-staggered-table headings rows (system::staggered-widths headings rows gap) gap))))
(substitute #\~ #\Newline (staggered '("name" "moves" "leaves" "value") '(("A" "1" "2" "3") ("LONGER" "12345678" "2" "3")) 1))
;=> "          moves value~name       leaves~A             1 2   3~LONGER 12345678 2   3~"
