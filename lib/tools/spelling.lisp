;;;; spelling.lisp -- the names that a misspelt name may have meant. -*- sealed -*-

(defun edit-distance (a b limit)
  "Return the optimal string alignment distance of the strings A and B: the least number of insertions, deletions, replacements and
exchanges of neighbours that change A to B. A distance above LIMIT is returned as LIMIT + 1.
Signals: type-error.
Example: (list (edit-distance \"kitten\" \"sitting\" 5) (edit-distance \"prnit\" \"print\" 2) (edit-distance \"a\" \"b\" 0)) => (3 1 1)"
  (if (> (abs (- (length a) (length b))) limit)
      (+ limit 1)
      (let* ((size (length b)) (row (make-array (+ size 1))) (above (make-array (+ size 1))) (before (make-array (+ size 1))))
        (dotimes (j (+ size 1)) (setf (svref row j) j))
        (dotimes (i (length a))
          (rotatef before above row)
          (setf (svref row 0) (+ i 1))
          (dotimes (j size)
            (let ((least (min (+ (svref above (+ j 1)) 1)
                              (+ (svref row j) 1)
                              (+ (svref above j) (if (char= (char a i) (char b j)) 0 1)))))
              (if (and (> i 0) (> j 0) (char= (char a i) (char b (- j 1))) (char= (char a (- i 1)) (char b j)))
                  (setq least (min least (+ (svref before (- j 1)) 1))))
              (setf (svref row (+ j 1)) least))))
        (min (svref row size) (+ limit 1)))))

;; The largest distance at which a name is suggested for a misspelt one of LENGTH characters. The shorter the name, the more names are
;; near by chance. 0: suggest nothing.
(defun spelling-tolerance (length)
  (cond ((< length 3) 0) ((< length 6) 1) (t 2)))

(defun nearest-names (name names)
  "Return the symbols of NAMES that are nearest to the symbol NAME in edit distance and may have been meant.
Signals: type-error.
Example: (nearest-names 'othelo '(nim othello)) => (OTHELLO)"
  (let* ((wanted (symbol-name name)) (least (spelling-tolerance (length wanted))) (nearest nil))
    (dolist (symbol names (nreverse nearest))
      (let ((distance (edit-distance wanted (symbol-name symbol) least)))
        (cond ((or (= distance 0) (> distance least)) nil)
              ((< distance least) (setq least distance nearest (list symbol)))
              (t (push symbol nearest)))))))
