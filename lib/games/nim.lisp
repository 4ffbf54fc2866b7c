;;;; nim.lisp -- Nim: a move takes stones from one heap; the player who takes the last stone wins. -*- sealed -*-

;; A position is a list (HEAPS SIDE), a move a list (HEAP COUNT) with HEAP counted from 0. A position is lost for the side
;; to move if the exclusive or of the heaps is 0 (C. L. Bouton, 1901).
(define-game nim
  (:rules "a move takes one or more stones from one heap, as 0 2 takes 2 from heap 0; the player who takes the last stone wins."
          "  Move       (HEAP STONES), heaps counted from 0: (0 2) takes 2 stones from heap 0
  Position   ((3 4 5) :MAX): the heaps, and who moves; MAX begins
  Value      1 if MAX wins, -1 if MIN wins
  Theory     the player to move loses if the exclusive or of the heaps is 0 (C. L.
             Bouton, 1901); (0 2) wins at the beginning
  Strength   PLAY solves it: Winnow wins whenever it can")
  (:initial '((3 4 5) :max))
  (:moves (p)
    (let ((moves nil) (heap 0))
      (dolist (size (first p) (nreverse moves))
        (dotimes (i size) (push (list heap (+ i 1)) moves))
        (incf heap))))
  (:play (p move)
    (let ((heaps (copy-list (first p))))
      (decf (nth (first move) heaps) (second move))
      (list heaps (if (eq (second p) :max) :min :max))))
  (:side (p) (second p))
  (:over (p) (every #'zerop (first p)))
  (:value (p) (cond ((notevery #'zerop (first p)) 0) ((eq (second p) :max) -1) (t 1)))
  (:bounds (p) (values -1 1))
  (:key (p) (list (sort (copy-list (first p)) #'<) (second p)))
  (:show (p)
    (let ((heap -1))
      (format t "heaps~{  ~A~}~%" (mapcar (lambda (size) (format nil "~D: ~D" (incf heap) size)) (first p))))))
