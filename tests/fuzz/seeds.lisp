;;;; seeds.lisp -- initial inputs: the examples of the docstrings, each in its own file. usage: winnow seeds.lisp FOLDER

(let ((n 0) (folder (first *command-line*)))
  (dolist (example (system::docstring-examples))
    (let ((text (second example)))
      (with-open-file (out (format nil "~A/~D.lisp" folder (incf n)) :direction :output :if-exists :supersede)
        (write-string (subseq text 0 (search " => " text)) out)))))
