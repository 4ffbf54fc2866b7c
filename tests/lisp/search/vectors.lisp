;;;; vectors.lisp -- all cases of tests/vectors/trees.sexp: value, path and number of evaluated leaves, for MINIMAX with each
;;;; algorithm, for Winston's stages and for the other textbooks' searches in Lisp. Each expectation is that no case fails.

(defvar *cases*
  (with-open-file (stream "tests/vectors/trees.sexp")
    (do ((cases nil (cons c cases)) (c (read stream nil nil) (read stream nil nil)))
        ((null c) (nreverse cases)))))

(length *cases*)  ;=> 310

(defvar *leaves* 0)
(defvar *low* (- (expt 10 15)))
(defvar *high* (expt 10 15))

;; The differences between the results of MINIMAX and CASE.
(defun native-failures (case)
  (multiple-value-bind (answer counters) (minimax (getf case :tree) :player (getf case :player))
    (if (and (equal answer (list (getf case :value) (getf case :path)))
             (= (getf counters :leaves) (getf case :leaves-f2)))
        nil
        (list (getf case :name) answer counters))))

(remove nil (mapcar #'native-failures *cases*))  ;=> NIL

;; Each algorithm, and the column of its number of leaves (NIL: not fixed). All return the first best moves, except Bratko's,
;; which returns the last.
(defvar *columns*
  '((:minimax :leaves-minimax) (:f1 :leaves-f1) (:f2 :leaves-f2) (:fail-hard :leaves-f2) (:winston :leaves-winston)
    (:bratko :leaves-bratko) (:sss :leaves-sss) (:mt-sss :leaves-sss)
    (:scout nil) (:negascout nil) (:mtdf nil) (:dual nil) (:mt-dual nil)))

(defun algorithm-failures (case)
  (let ((failures nil))
    (dolist (column *columns* failures)
      (multiple-value-bind (answer counters)
          (minimax (getf case :tree) :player (getf case :player) :algorithm (first column))
        (if (not (and (eql (first answer) (getf case :value))
                      (if (eq (first column) :bratko)
                          (eql (first (second answer)) (getf case :bratko-move))
                          (equal (second answer) (getf case :path)))
                      (or (null (second column)) (eql (getf counters :leaves) (getf case (second column))))))
            (push (list (getf case :name) (getf case :player) (first column) answer counters) failures))))))

(mapcan #'algorithm-failures *cases*)  ;=> NIL

;; The stages count their leaves through STATIC-VALUE.
(defun static-value (board &optional depth) depth (incf *leaves*) board)

(defun counted (function &rest arguments)
  (setq *leaves* 0)
  (list (apply function arguments) *leaves*))

(defun stage (name case)
  (intern (format nil "~A~A" (if (eq (getf case :player) :max) "BIGGEST" "SMALLEST") name)))

(defun stage-failures (case)
  (let* ((tree (getf case :tree)) (value (getf case :value)) (all (getf case :leaves-minimax))
         (cut (getf case :leaves-winston)) (both (list value (getf case :path)))
         (sign (if (eq (getf case :player) :max) 1 -1))
         (failures nil))
    (labels ((check (name got wanted)
               (if (equal got wanted) nil (push (list (getf case :name) name got wanted) failures))))
      (check 1 (funcall (stage 1 case) tree) value)
      (check 2 (counted (stage 2 case) tree) (list value all))
      (check 3 (counted (stage 3 case) tree) (list value all))
      (check 4 (counted (stage 4 case) tree *low* *high*) (list value all))
      (check 5 (counted (stage 5 case) tree *low* *high*) (list value all))
      (check 6 (counted (stage 6 case) tree *low* *high*) (list value all))
      (check 7 (counted (stage 7 case) tree *low* *high*) (list value cut))
      (check 8 (counted (stage 8 case) tree *low* *high*) (list value cut))
      (check 9 (counted (stage 9 case) tree *low* *high*) (list both cut))
      (check 10 (counted (stage 10 case) tree *low* *high* 0) (list both cut))
      (check 11 (counted (stage 11 case) tree *low* *high* 0) (list both cut))
      (check 'minimax (counted 'winston-minimax tree *low* *high* sign 0)
             (list (list (* sign value) (getf case :path)) cut)))
    failures))

(mapcan #'stage-failures *cases*)  ;=> NIL

;; The other textbooks' searches in Lisp.
(defun textbook-failures (case)
  (let* ((tree (getf case :tree)) (value (getf case :value)) (player (getf case :player))
         (sign (if (eq player :max) 1 -1)) (failures nil))
    (labels ((check (name got wanted)
               (if (equal got wanted) nil (push (list (getf case :name) player name got wanted) failures))))
      (check 'f (counted 'knuth-f tree sign) (list (* sign value) (getf case :leaves-minimax)))
      (check 'f1 (counted 'knuth-f1 tree 'inf sign) (list (* sign value) (getf case :leaves-f1)))
      (check 'f2 (counted 'knuth-f2 tree '-inf 'inf sign) (list (* sign value) (getf case :leaves-f2)))
      (check 'alpha-beta (counted 'alpha-beta tree nil (eq player :max) '-inf 'inf) (list value (getf case :leaves-f2)))
      (check 'bratko-minimax (counted 'bratko-minimax tree player) (list value (getf case :leaves-minimax)))
      (check 'bratko-alphabeta (counted 'bratko-alphabeta tree '-inf 'inf player) (list value (getf case :leaves-bratko)))
      (check 'bratko-move (second (multiple-value-list (bratko-alphabeta tree '-inf 'inf player)))
             (nth (- (getf case :bratko-move) 1) tree)))
    failures))

(mapcan #'textbook-failures *cases*)  ;=> NIL
