;;;; generations.lisp -- a new object survives if only an old object refers to it, however the reference was stored.

;; Runs at least two collections of the young generation, then reuses the freed cells.
(defun garbage ()
  (dotimes (i 12) (make-array 100000))
  (make-list 20000)
  nil)

;; STORE puts its argument into an old object; FETCH returns it. They are interpreted first, then native code.
(defun keeps-p (store fetch)
  (gc)
  (let ((kept 0))
    (dotimes (round 4 (= kept 4))
      (funcall store (list round (list round)))
      (garbage)
      (if (equal (funcall fetch) (list round (list round))) (setq kept (+ kept 1)))
      (dotimes (i 500) (funcall store nil)))))

;;; Conses

(defvar *cons* (list 1 2 3))
(keeps-p (lambda (x) (setf (car *cons*) x)) (lambda () (car *cons*)))                                    ;=> T
(keeps-p (lambda (x) (setf (cdr *cons*) x)) (lambda () (cdr *cons*)))                                    ;=> T
(keeps-p (lambda (x) (rplaca *cons* x)) (lambda () (first *cons*)))                                      ;=> T
(keeps-p (lambda (x) (rplacd *cons* x)) (lambda () (rest *cons*)))                                       ;=> T
(defvar *row* (list 1 2 3 4))
(keeps-p (lambda (x) (setf (nth 2 *row*) x)) (lambda () (third *row*)))                                  ;=> T
(keeps-p (lambda (x) (setf (elt *row* 1) x)) (lambda () (second *row*)))                                 ;=> T
(keeps-p (lambda (x) (fill *row* x)) (lambda () (fourth *row*)))                                         ;=> T
(keeps-p (lambda (x) (replace *row* (list 1 2 x 4))) (lambda () (third *row*)))                          ;=> T
(keeps-p (lambda (x) (setf (cdr *cons*) nil) (nconc *cons* x)) (lambda () (cdr *cons*)))                 ;=> T
(keeps-p (lambda (x) (setq *row* (list 1 2 x)) (gc) (setq *row* (nreverse *row*)))
         (lambda () (car *row*)))                                                                        ;=> T

;;; Arrays

(defvar *vector* (make-array 10 :initial-element nil))
(keeps-p (lambda (x) (setf (svref *vector* 3) x)) (lambda () (svref *vector* 3)))                        ;=> T
(keeps-p (lambda (x) (setf (aref *vector* 9) x)) (lambda () (aref *vector* 9)))                          ;=> T
(keeps-p (lambda (x) (setf (elt *vector* 0) x)) (lambda () (elt *vector* 0)))                            ;=> T
(keeps-p (lambda (x) (fill *vector* x :start 4 :end 6)) (lambda () (svref *vector* 5)))                  ;=> T
(keeps-p (lambda (x) (replace *vector* (list x) :start1 7)) (lambda () (svref *vector* 7)))              ;=> T
(defvar *large* (make-array 100000 :initial-element nil))
(keeps-p (lambda (x) (setf (svref *large* 0) x)) (lambda () (svref *large* 0)))                          ;=> T
(keeps-p (lambda (x) (setf (svref *large* 54321) x)) (lambda () (svref *large* 54321)))                  ;=> T
(keeps-p (lambda (x) (setf (svref *large* 99999) x)) (lambda () (svref *large* 99999)))                  ;=> T
(keeps-p (lambda (x) (dotimes (i 100) (setf (svref *large* (* i 997)) (list x))))
         (lambda () (car (svref *large* (* 99 997)))))                                                   ;=> T
(defvar *matrix* (make-array '(30 40) :initial-element nil))
(keeps-p (lambda (x) (setf (aref *matrix* 29 39) x)) (lambda () (aref *matrix* 29 39)))                  ;=> T
(keeps-p (lambda (x) (setf (row-major-aref *matrix* 77) x)) (lambda () (row-major-aref *matrix* 77)))    ;=> T
(defvar *stack* (make-array 4 :adjustable t :fill-pointer 0))
(keeps-p (lambda (x) (vector-push-extend x *stack*) (if (null x) (vector-pop *stack*)))
         (lambda () (aref *stack* (- (fill-pointer *stack*) 1))))                                        ;=> T
(defvar *adjusted* (make-array 4 :adjustable t :initial-element nil))
(keeps-p (lambda (x) (setq *adjusted* (adjust-array *adjusted* 5)) (setf (aref *adjusted* 4) x))
         (lambda () (aref *adjusted* 4)))                                                                ;=> T
(defvar *sorted* (make-array 3 :initial-element nil))
(keeps-p (lambda (x) (fill *sorted* x) (sort *sorted* (lambda (a b) a b nil)))
         (lambda () (svref *sorted* 2)))                                                                 ;=> T

;;; Strings that become wide

(defvar *text* nil)
(let ((kept 0))
  (dotimes (round 20 kept)
    (setq *text* (make-string 3000 :initial-element #\a))
    (garbage)
    (setf (char *text* 2999) (code-char 955))
    (garbage)
    (if (and (char= (char *text* 2999) (code-char 955)) (= (count #\a *text*) 2999)) (setq kept (+ kept 1)))))  ;=> 20

;;; Hash tables

(defvar *table* (make-hash-table :test 'equal))
(keeps-p (lambda (x) (setf (gethash "key" *table*) x)) (lambda () (gethash "key" *table*)))              ;=> T
(defvar *keys* (make-hash-table))
(keeps-p (lambda (x) (clrhash *keys*) (setf (gethash x *keys*) 1))
         (lambda () (let (key) (maphash (lambda (k v) v (setq key k)) *keys*) key)))                     ;=> T
(defvar *growing* (make-hash-table))
(let ((kept 0))
  (dotimes (i 20000) (setf (gethash i *growing*) (list i)))
  (garbage)
  (dotimes (i 20000 kept) (if (equal (gethash i *growing*) (list i)) (setq kept (+ kept 1)))))           ;=> 20000

;;; Symbols

(defvar *special* nil)
(keeps-p (lambda (x) (setq *special* x)) (lambda () *special*))                                          ;=> T
(keeps-p (lambda (x) (set '*special* x)) (lambda () (symbol-value '*special*)))                          ;=> T
(keeps-p (lambda (x) (setf (get 'keeps-p 'mark) x)) (lambda () (get 'keeps-p 'mark)))                    ;=> T
(keeps-p (lambda (x) (setf (symbol-plist 'garbage) (list 'mark x))) (lambda () (get 'garbage 'mark)))    ;=> T
(keeps-p (lambda (x) (setf (symbol-function 'held) (lambda () x))) (lambda () (funcall 'held)))          ;=> T
(keeps-p (lambda (x) (push x *special*)) (lambda () (car *special*)))                                    ;=> T
(keeps-p (lambda (x) (setf (get t 'mark) x)) (lambda () (get t 'mark)))                                  ;=> T
(keeps-p (lambda (x) (setf (get nil 'mark) x)) (lambda () (get nil 'mark)))                              ;=> T
(remprop t 'mark)
(remprop nil 'mark)
(let ((kept 0))
  (dotimes (i 10 kept)
    (let ((*special* (list i)))
      (garbage)
      (if (equal *special* (list i)) (setq kept (+ kept 1))))))                                          ;=> 10
(let ((kept 0))
  (dotimes (i 10 kept)
    (let ((name (format nil "NEW-~D" i)))
      (setf (get (intern name) 'mark) (list i))
      (garbage)
      (if (equal (get (find-symbol name) 'mark) (list i)) (setq kept (+ kept 1))))))                     ;=> 10

;;; Structures, instances, conditions

(defstruct point x (y nil))
(defvar *point* (make-point))
(keeps-p (lambda (x) (setf (point-y *point*) x)) (lambda () (point-y *point*)))                          ;=> T
(defclass place () ((name :initform nil :accessor place-name)))
(defvar *place* (make-instance 'place))
(keeps-p (lambda (x) (setf (place-name *place*) x)) (lambda () (place-name *place*)))                    ;=> T
(keeps-p (lambda (x) (setf (slot-value *place* 'name) x)) (lambda () (slot-value *place* 'name)))        ;=> T
(defgeneric seen (x))
(defvar *seen* nil)
(defmethod seen ((x cons)) (setq *seen* x))
(defmethod seen ((x null)) (setq *seen* nil))
(keeps-p #'seen (lambda () *seen*))                                                                      ;=> T

;;; Closures

(defun cell ()
  (let ((held nil))
    (cons (lambda (x) (setq held x)) (lambda () held))))
(defvar *cell* (cell))
(keeps-p (car *cell*) (cdr *cell*))                                                                      ;=> T
(keeps-p (lambda (x) (setq *cell* (let ((copy x)) (cons 1 (lambda () copy)))))
         (lambda () (funcall (cdr *cell*))))                                                             ;=> T
(let ((kept 0) (local nil))                                     ; captured, and assigned
  (let ((store (lambda (x) (setq local x))))
    (dotimes (i 10 kept)
      (funcall store (list i))
      (garbage)
      (if (equal local (list i)) (setq kept (+ kept 1))))))                                              ;=> 10

;;; An object under construction is older than its parts

(defun numbers (n) (if (= n 0) nil (progn (if (= (mod n 100) 0) (garbage)) (cons n (numbers (- n 1))))))
(length (numbers 1000))                                                                                  ;=> 1000
(equal (mapcar (lambda (x) (garbage) (list x)) '(1 2 3 4 5)) '((1) (2) (3) (4) (5)))                     ;=> T
(equal (loop for i below 10 collect (progn (garbage) (list i))) '((0) (1) (2) (3) (4) (5) (6) (7) (8) (9)))  ;=> T
(let ((v (map 'vector (lambda (x) (garbage) (list x)) '(1 2 3 4 5)))) (garbage) (aref v 4))              ;=> (5)
(let ((s (apply #'make-point (list :x (progn (garbage) (list 1)) :y (progn (garbage) (list 2))))))
  (garbage)
  (list (point-x s) (point-y s)))                                                                        ;=> ((1) (2))

;;; An object allocated in the freed space of a large one is young

(let ((ones 0))
  (dotimes (i 4 ones)
    (make-array 9000000 :element-type 'bit :initial-element 1)
    (gc)
    (setq ones (+ ones (count 1 (make-array 8000000 :element-type 'bit))))))                           ;=> 0

;;; A large object that is being read is old from the start: parts stored into it and objects made after it survive

(defvar *read* (read-from-string (format nil "(~{(~D) ~})" (loop for i below 200000 collect i))))
(keeps-p (lambda (x) (setf (cdr (nth 199999 *read*)) x)) (lambda () (cdr (car (last *read*)))))           ;=> T
(keeps-p (lambda (x) (setf (car (first *read*)) x)) (lambda () (caar *read*)))                           ;=> T
(loop for item in (rest *read*) for i from 1 below 199999 always (equal item (list i)))                   ;=> T
(let ((datum (read-from-string (format nil "(~{#.(list ~D) ~})" (loop for i below 1000 collect i)))))
  (gc)
  (loop for item in datum for i from 0 always (equal item (list i))))                                    ;=> T
;; The garbage of an earlier READ does not stay until the heap is full.
(let ((text (format nil "(~{~D ~})" (make-list 600000 :initial-element 1))))
  (dotimes (i 30) (read-from-string text))
  (< (fourth (system::heap-statistics)) 120000000))                                                      ;=> T

;; Allocation statistics count garbage
(flet ((allocated () (first (system::heap-statistics))))
  (let ((before (allocated))) (dotimes (i 3) (make-array 100000)) (gc) (<= 2400000 (- (allocated) before) 2600000)))  ;=> T
(destructuring-bind (seconds longest) (progn (gc) (let ((s (system::heap-statistics))) (list (third s) (fifth s)))) (< 0 longest (+ seconds 1e-9)))  ;=> T
(let ((kept (make-list 2000000))) (list (length kept) (< 16000000 (fourth (system::heap-statistics)))))  ;=> (2000000 T)
