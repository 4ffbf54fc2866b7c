;;; othello_solver.lisp -- Othello endgames on bit boards in Lisp against plain alpha-beta in C++ (othello_solver.cpp) with the
;;; same order of moves: random positions solved in turns, their values compared; nodes, and nanoseconds of processor time per
;;; node. usage: winnow tests/bench/othello_solver.lisp build/tests/othello_solver [SEED [EMPTY COUNT]...]

(deftype squares () '(unsigned-byte 64))
(defconstant +inner+ #x7E7E7E7E7E7E7E7E)       ; all columns but the outer ones

;; (FORM BY MASK) for each direction, joined by LOGIOR.
(defmacro in-all-directions ((by mask) form)
  (flet ((in (step inner) `(symbol-macrolet ((,mask ,(if inner '+inner+ #xFFFFFFFFFFFFFFFF))) (macrolet ((,by () ,step)) ,form))))
    `(logior (logior (logior ,(in 1 t) ,(in -1 t)) (logior ,(in 7 t) ,(in -7 t)))
             (logior (logior ,(in 9 t) ,(in -9 t)) (logior ,(in 8 nil) ,(in -8 nil))))))
(defmacro shifted (x by) `(logand #xFFFFFFFFFFFFFFFF (ash ,x ,by)))
;; The discs of OTHER in a row next to FROM in one direction, six at most.
(defmacro row-of (from other by)
  `(let* ((other ,other) (row (logand other (shifted ,from ,by))))
     (declare (type squares other row))
     ,@(loop repeat 5 collect `(setq row (logior row (logand other (shifted row ,by)))))
     row))

(defun moves-of (mine other)
  (declare (type squares mine other))
  (logandc2 (in-all-directions (by mask) (shifted (row-of mine (logand other mask) (by)) (by))) (logior mine other)))
(defun flips-of (move mine other)
  (declare (type squares move mine other))
  (in-all-directions (by mask)
    (let ((row (row-of move (logand other mask) (by))))
      (declare (type squares row))
      (if (= 0 (logand mine (shifted row (by)))) 0 row))))

;; A position: (MINE OTHER SIDE), the discs of the player to move and of the other one. A move is the bit of its square, 0 to pass.
(define-game othello-on-words
  (:initial (list #x0000000810000000 #x0000001008000000 :max))
  (:moves (p)
    (let ((left (moves-of (first p) (second p))) (moves nil))
      (declare (type squares left))
      (loop
        (if (= left 0) (return (or moves '(0))))
        (let ((rest (logand left (- left 1)))) (push (logxor left rest) moves) (setq left rest)))))
  (:play (p move)
    (let* ((mine (first p)) (other (second p)) (flips (flips-of move mine other)))
      (declare (type squares mine other flips move))
      (list (logxor other flips) (logior (logior mine move) flips) (other-side (third p)))))
  (:side (p) (third p))
  (:over (p) (and (= 0 (moves-of (first p) (second p))) (= 0 (moves-of (second p) (first p)))))
  (:value (p) (let ((lead (- (logcount (first p)) (logcount (second p))))) (if (eq (third p) :max) lead (- lead))))
  (:bounds (p) (values -64 64))
  (:key (p) p)
  (:order (p move)
    (let* ((mine (first p)) (other (second p)) (flips (flips-of move mine other)))
      (declare (type squares mine other flips move))
      (- (logcount (moves-of (logxor other flips) (logior (logior mine move) flips)))))))

;; A position with EMPTY empty squares after random moves, at which the player to move has at least two.
(defun random-endgame (empty state)
  (loop
    (let ((p (initial-position 'othello-on-words)))
      (loop until (or (= empty (- 64 (logcount (first p)) (logcount (second p)))) (null (legal-moves 'othello-on-words p)))
            do (let ((moves (legal-moves 'othello-on-words p)))
                 (setq p (play-move 'othello-on-words p (nth (random (length moves) state) moves)))))
      (if (cdr (legal-moves 'othello-on-words p)) (return p)))))

(load (merge-pathnames "kernels/solvers.lisp" *load-truename*))
(defun factor (p) (if (eq (third p) :max) 1 -1))
(compare-sets (list (cons "plain C++" (by-solver (lambda (p) (list (first p) (second p)))))
                    (cons "BEST-MOVE" (by-best-move 'othello-on-words #'factor))
                    (cons "no refinement" (by-best-move 'othello-on-words #'factor
                                                        :without '(:deepening :table :killers :history :aspiration :null-window))))
              '(8 10 10 4) "empty squares" #'random-endgame)
