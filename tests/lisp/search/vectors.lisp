;;;; vectors.lisp -- all cases of tests/vectors/trees.sexp: value, path and leaves evaluated, for MINIMAX and for
;;;; Winston's stages. The runner's expectation is that no case fails.

(defvar *cases*
  (with-open-file (stream "tests/vectors/trees.sexp")
    (do ((cases nil (cons c cases)) (c (read stream nil nil) (read stream nil nil)))
        ((null c) (nreverse cases)))))

(length *cases*)  ;=> 310

(defvar *leaves* 0)
(defvar *low* (- (expt 10 15)))
(defvar *high* (expt 10 15))

;; What MINIMAX reports that CASE contradicts.
(defun native-failures (case)
  (multiple-value-bind (answer counters) (minimax (getf case :tree) :player (getf case :player))
    (if (and (equal answer (list (getf case :value) (getf case :path)))
             (= (getf counters :leaves) (getf case :leaves-f2)))
        nil
        (list (getf case :name) answer counters))))

(remove nil (mapcar #'native-failures *cases*))  ;=> NIL

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
