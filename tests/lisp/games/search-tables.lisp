;;; search-tables.lisp -- tables that outlive a search: values by minimax, nodes, files, and games that are defined again.

(defmacro define-heaps (name winner)
  `(define-game ,name
     (:initial '((3 4 5) :max))
     (:moves (p) (loop for n in (first p) for i from 0 nconc (loop for k from 1 to n collect (cons i k))))
     (:play (p move)
       (list (loop for n in (first p) for i from 0 collect (if (= i (car move)) (- n (cdr move)) n)) (other-side (second p))))
     (:side (p) (second p))
     (:over (p) (every #'zerop (first p)))
     (:value (p) (cond ((some #'plusp (first p)) (- (random 100) 50)) ((eq (second p) :max) (- ,winner)) (t ,winner)))
     (:quiet (p) (evenp (reduce #'+ (first p))))
     (:key (p) p)))
(define-heaps heaps 1)
(defun nim-value (heaps) (if (= 0 (apply #'logxor heaps)) -1 1))

;; Values stay right whatever searches of other depths, refinements and threads have used the table.
(let ((table (make-search-table 'heaps :size 1)) (state (seed-random-state 3)) (wrong nil))
  (dotimes (i (trials 60) wrong)
    (let* ((heaps (loop repeat 3 collect (random 6 state))) (p (list heaps :max)))
      (unless (every #'zerop heaps)
        (case (random 4 state)
          (0 (best-move 'heaps p :plies (+ 1 (random 4 state)) :table table))
          (1 (best-move 'heaps p :nodes (+ 1 (random 50 state)) :table table :without '(:quiescence)))
          (t nil))
        (let ((threads (+ 1 (random 2 state))))
          (unless (and (eql (nim-value heaps) (values (solve 'heaps p :table table :threads threads)))
                       (eql (nim-value heaps) (nth-value 1 (best-move 'heaps p :table table :threads threads))))
            (push p wrong)))))))  ;=> NIL

;; The second search needs few nodes; so does one by two processes, and one that continues in a position of the first.
(let* ((table (make-search-table 'heaps)) (p '((3 4 5) :max)) (next (play-move 'heaps p '(2 . 1)))
       (first (getf (nth-value 2 (solve 'heaps p :table table)) :nodes)))
  (list (> first 100)
        (< (getf (nth-value 2 (solve 'heaps p :table table)) :nodes) 100)
        (< (getf (nth-value 2 (solve 'heaps p :table table :threads 2)) :nodes) 200)
        (< (getf (nth-value 2 (solve 'heaps next :table table)) :nodes) 100)))  ;=> (T T T T)
;; A table keeps the results of two processes.
(let ((table (make-search-table 'heaps)))
  (solve 'heaps '((3 4 5) :max) :table table :threads 2)
  (< (getf (nth-value 2 (solve 'heaps '((3 4 5) :max) :table table)) :nodes) 100))  ;=> T
;; Estimates of a limited depth are not kept.
(let ((table (make-search-table 'heaps)))
  (best-move 'heaps '((7 8 9) :max) :plies 2 :table table :without '(:quiescence))
  (princ-to-string table))  ;=> "#<search table of HEAPS: 0 positions>"

;; Files.
(defvar *file* (format nil "/tmp/winnow-table-~D" (random 1000000000 (make-random-state t))))
(defvar *table* (make-search-table 'heaps))
(values (solve 'heaps '((3 4 5) :max) :table *table*))  ;=> 1
(eq *table* (save-search-table *table* *file*))        ;=> T
(let ((loaded (load-search-table 'heaps *file*)))
  (list (equal (princ-to-string loaded) (princ-to-string *table*))
        (values (solve 'heaps '((3 4 5) :max) :table loaded))
        (< (getf (nth-value 2 (solve 'heaps '((3 4 5) :max) :table loaded)) :nodes) 100)))  ;=> (T 1 T)
(load-search-table 'nim *file*)  ;signals: "LOAD-SEARCH-TABLE: expected a table of NIM as the game is defined now, got one of another definition"
;; The same definition has the same table; another one does not, in memory and in a file.
(define-heaps heaps 1)
(solve 'heaps '((3 4 5) :max) :table *table*)  ;signals: "SOLVE: expected a table of HEAPS as the game is defined now, got #<search table of HEAPS"
(values (solve 'heaps '((3 4 5) :max) :table (load-search-table 'heaps *file*)))  ;=> 1
(define-heaps heaps 2)
(load-search-table 'heaps *file*)  ;signals: "expected a table of HEAPS as the game is defined now, got one of another definition"
;; A file that is cut, damaged or something else is refused.
(define-heaps heaps 1)
(save-search-table (load-search-table 'heaps *file*) *file*)
(with-open-file (file *file* :direction :io :if-exists :overwrite :element-type '(unsigned-byte 8))
  (file-position file 200)
  (let ((byte (read-byte file)))
    (file-position file 200)
    (write-byte (logxor byte 1) file)))
(load-search-table 'heaps *file*)  ;signals: "LOAD-SEARCH-TABLE: expected a file of SAVE-SEARCH-TABLE, got"
(with-open-file (out *file* :direction :output :if-exists :supersede) (write-string "a text" out))
(load-search-table 'heaps *file*)  ;signals: "LOAD-SEARCH-TABLE: expected a file of SAVE-SEARCH-TABLE, got"
(save-search-table (make-search-table 'heaps) *file*)
(princ-to-string (load-search-table 'heaps *file*))  ;=> "#<search table of HEAPS: 0 positions>"
(delete-file *file*)
(load-search-table 'heaps *file*)                      ;signals: file-error
(save-search-table *table* "/nonexistent/table")  ;signals: file-error
;; Kalah, whose rules are also in C++.
(let* ((game (kalah-game :pits 3 :stones 2 :rules :idu)) (table (make-search-table game)) (value (values (solve game (kalah-position 3 2) :table table))))
  (save-search-table table *file*)
  (list (= value (values (solve game)))
        (= value (values (solve game (kalah-position 3 2) :table (load-search-table game *file*))))
        (handler-case (load-search-table (kalah-game :pits 3 :stones 2 :rules :wetherell) *file*) (error () 'refused))
        (delete-file *file*)))  ;=> (T T REFUSED T)

;; Wrong arguments.
(define-game keyless (:initial 1) (:moves (p) '(1)) (:play (p m) (- p m)) (:side (p) :max) (:over (p) (= p 0)) (:value (p) p))
(make-search-table 'keyless)             ;signals: "MAKE-SEARCH-TABLE: expected a game with the clause :KEY, got KEYLESS"
(make-search-table 'nim :size 0)         ;signals: "MAKE-SEARCH-TABLE: expected an integer greater than zero as :SIZE, got 0"
(best-move 'nim '((1 2) :max) :table 5)  ;signals: "BEST-MOVE: expected a table of MAKE-SEARCH-TABLE as :TABLE, got 5"
(best-move 'nim '((1 2) :max) :table (make-search-table 'heaps))  ;signals: "BEST-MOVE: expected a table of NIM as the game is defined now"
(best-move 'nim '((1 2) :max) :table (make-search-table 'nim) :table-size 5)  ;signals: "BEST-MOVE: expected :TABLE without :TABLE-SIZE, got both"
(best-move 'nim '((1 2) :max) :table (make-search-table 'nim) :record t)      ;signals: "BEST-MOVE: expected :TABLE without :RECORD, got both"
;; A table is not used by two searches at the same time.
(defvar *own* nil)
(define-game inner (:initial 2) (:moves (p) '(1)) (:play (p m) (- p m)) (:side (p) :max)
  (:over (p) (= p 0)) (:value (p) (if *own* (solve 'inner 2 :table *own*)) p) (:key (p) p))
(let ((*own* (make-search-table 'inner))) (solve 'inner 2 :table *own*))  ;signals: "SOLVE: expected a table that no search uses, got #<search table of INNER"
