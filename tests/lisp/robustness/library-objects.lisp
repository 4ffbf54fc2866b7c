;;;; library-objects.lisp -- data that a program attaches to objects of the library survives any number of collections.

(defun garbage () (dotimes (i 200 'done) (make-list 1000)))

(defvar *names* (let ((names nil)) (do-external-symbols (s "COMMON-LISP") (push s names)) names))
(dolist (name *names*) (setf (get name 'note) (list name (symbol-name name) (copy-list '(1 2 3)))))
(let ((kept 0))
  (dotimes (i 40) (garbage) (gc))   ; more often than the library's own objects are scanned
  (dolist (name *names* (= kept (length *names*)))
    (if (equal (get name 'note) (list name (symbol-name name) '(1 2 3))) (setq kept (+ kept 1)))))       ;=> T
(dolist (name *names*) (setf (second (get name 'note)) (format nil "~A again" name)))
(let ((kept 0))
  (dotimes (i 40) (garbage) (gc))
  (dolist (name *names* (= kept (length *names*)))
    (if (equal (second (get name 'note)) (format nil "~A again" name)) (setq kept (+ kept 1)))))         ;=> T
(dolist (name *names*) (remprop name 'note))
(dotimes (i 3) (gc))
(some (lambda (name) (get name 'note)) *names*)                                                          ;=> NIL

;; Comparing a circular list with a proper one ends.
(let ((c (list 1)) (l (make-list 100000 :initial-element 1))) (setf (cdr c) c) (list (equal c l) (equal l c)))  ;=> (NIL NIL)
