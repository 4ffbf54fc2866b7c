;;; reading.lisp -- the speed of the printer and reader: a tree of 10^PLIES integers (ten at each position) is printed and
;;; read back, from a string and from a file. usage: winnow reading.lisp [PLIES]; default 6. Each row: destination, bytes,
;;; nanoseconds per leaf to print and to read, megabytes read per second. reading_limit.cpp does the same in C++.

(defvar *seed* 1)

(defun next-random ()
  (setq *seed* (mod (* *seed* 16807) 2147483647)))

(defun make-tree (plies)
  (if (= plies 0)
      (- (mod (next-random) 2001) 1000)
      (let ((moves '()))
        (dotimes (i 10 moves)
          (push (make-tree (- plies 1)) moves)))))

(defun seconds-since (start)
  (/ (float (- (get-internal-run-time) start)) internal-time-units-per-second))

(defun row (where tree leaves write read)
  "Print what WRITE and READ of TREE take; return true if it comes back."
  (let* ((start (get-internal-run-time))
         (size (funcall write tree))
         (writing (seconds-since start)))
    (setq start (get-internal-run-time))
    (let* ((copy (funcall read))
           (reading (seconds-since start)))
      (format t "~6A ~10D ~5,1F ~5,1F ~6D~%" where size (/ (* 1e9 writing) leaves) (/ (* 1e9 reading) leaves)
              (if (> reading 0) (round size (* 1e6 reading)) 0))
      (equal tree copy))))

(let* ((plies (if *command-line* (parse-integer (car *command-line*)) 6))
       (tree (make-tree plies))
       (leaves (expt 10 plies))
       (file (format nil "/tmp/reading-~36R.lisp" (random (expt 36 8) (make-random-state t))))
       (text nil)
       (ok (row "string" tree leaves
                (lambda (tree) (length (setq text (prin1-to-string tree))))
                (lambda () (read-from-string text)))))
  (setq text nil)
  (unwind-protect
       (setq ok (and (row "file" tree leaves
                          (lambda (tree)
                            (with-open-file (out file :direction :output)
                              (prin1 tree out)
                              (file-position out)))
                          (lambda () (with-open-file (in file) (read in))))
                     ok))
    (if (probe-file file) (delete-file file)))
  (print (if ok 'ok 'fail)))
