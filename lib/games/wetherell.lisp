;;;; wetherell.lisp -- the program of C. Wetherell's Etudes for Programmers (1978), chapter 14, for any game of
;;;; DEFINE-GAME. -*- sealed -*-
;;;;
;;;; Every node has a provisional value, which becomes final when the node is completed or cut. A Max node is cut when its
;;;; provisional value reaches that of a Min node above it, and a Min node when its value reaches that of a Max node above it.
;;;; Equally good moves are chosen at random.

(defun wetherell-line (level control &rest arguments)
  (format t "~&~VA~?~%" (* 2 level) "" control arguments))

;; The final value of POSITION at LEVEL. ABOVE: the provisional values of the nodes above, as (SIDE . VALUE).
(defun wetherell-value (g position level plies above show)
  (if (or (= level plies) (funcall (game-over g) position))
      (let ((value (funcall (game-value g) position)))
        (if show (wetherell-line level "level ~D: value ~D" level value))
        value)
      (let ((side (funcall (game-side g) position)) (provisional nil))
        (dolist (move (funcall (game-moves g) position))
          (let ((value (wetherell-value g (funcall (game-play g) position move) (+ level 1) plies
                                        (if provisional (cons (cons side provisional) above) above) show)))
            (when (or (null provisional) (if (eq side :max) (> value provisional) (< value provisional)))
              (setq provisional value)
              (if show (wetherell-line level "level ~D: ~A, provisional value ~D by ~S" level side provisional move)))
            (when (some (lambda (node)
                          (and (not (eq (car node) side))
                               (if (eq side :max) (>= provisional (cdr node)) (<= provisional (cdr node)))))
                        above)
              (if show (wetherell-line level "level ~D: cut, final value ~D" level provisional))
              (return-from wetherell-value provisional))))
        (if show (wetherell-line level "level ~D: ~A, final value ~D" level side provisional))
        provisional)))

(defun wetherell-move (game position plies &key (seed 1) show)
  "Return a best move of GAME at POSITION by a search of PLIES plies, and its value as second value.
GAME: a name or a game.
SEED: an integer that selects among equally good moves (default: 1).
SHOW: true to print the provisional and final values (default: NIL). The level of POSITION is 0.
Signals: error if the game is over.
Example: (let ((game (kalah-game :pits 6 :stones 4))) (second (multiple-value-list (wetherell-move game (initial-position game) 4)))) => 1
Source: C. Wetherell, Etudes for Programmers (1978), chapter 14."
  (let* ((g (find-game game)) (side (funcall (game-side g) position)) (best nil) (equals nil))
    (if (funcall (game-over g) position) (error "WETHERELL-MOVE: expected a position of ~A before the end of the game, got ~S" (game-name g) position))
    (dolist (move (funcall (game-moves g) position))
      ;; The bound is one below the best value for Max, one above it for Min, so that an equal value is computed exactly.
      (let ((value (wetherell-value g (funcall (game-play g) position move) 1 plies
                                    (if best (list (cons side (if (eq side :max) (- best 1) (+ best 1)))) nil) show)))
        (when show (wetherell-line 0 "level 0: ~S is worth ~D" move value))
        (cond ((or (null best) (if (eq side :max) (> value best) (< value best)))
               (setq best value equals (list move)))
              ((= value best) (push move equals)))))
    (let ((choices (reverse equals)))
      (values (nth (mod (floor (mod (* (+ seed 1) 48271) 2147483647) 7) (length choices)) choices) best))))
