;;; connect4.lisp -- Connect Four on two fixnums, searched by MINIMAX :GAME: the time per node if the rules are Lisp. The
;;; same alpha-beta in Lisp and in plain C++ (connect4_bench.cpp) must find the same value with the same number of nodes.

(defun row-of-squares (row) (let ((bits 0)) (dotimes (column 7 bits) (setq bits (+ bits (ash 1 (+ (* 7 column) row)))))))
(defvar *top* (row-of-squares 5))
(defvar *lowest* (let ((v (make-array 7))) (dotimes (column 7 v) (setf (svref v column) (ash 1 (* 7 column))))))

;; A position: (MINE . ALL), the squares of the player to move and all occupied squares, as bits: column by column from the
;; bottom, seven bits per column, of which the topmost stays 0.
(defun four-p (stones)
  (macrolet ((in-row (by) `(let ((pairs (logand stones (ash stones ,(- by))))) (/= 0 (logand pairs (ash pairs ,(* -2 by)))))))
    (or (in-row 1) (in-row 7) (in-row 6) (in-row 8))))

(defun c4-moves (p)
  (do ((column 6 (- column 1)) (all (cdr p)) (top (ash 1 47) (ash top -7)) (moves nil)) ((< column 0) moves)
    (if (= 0 (logand all top)) (setq moves (cons column moves)))))

(defun c4-play (p column)
  (let ((all (cdr p)))
    (cons (logxor all (car p)) (logior all (+ all (svref *lowest* column))))))

(defun c4-max-moves-p (p) (evenp (logcount (cdr p))))
(defun c4-won-p (p) (four-p (logxor (car p) (cdr p))))
(defun c4-over-p (p) (or (c4-won-p p) (= (logand (cdr p) *top*) *top*)))
(defun c4-value (p) (cond ((not (c4-won-p p)) 0) ((c4-max-moves-p p) -1) (t 1)))

(define-game c4
  (:initial (cons 0 0))
  (:moves (p) (c4-moves p))
  (:play (p column) (c4-play p column))
  (:side (p) (if (c4-max-moves-p p) :max :min))
  (:over (p) (c4-over-p p))
  (:value (p) (c4-value p)))

(defvar *nodes* 0)

(defun alpha-beta (p depth alpha beta)
  (setq *nodes* (+ *nodes* 1))
  (if (or (= depth 0) (c4-over-p p))
      (c4-value p)
      (let ((max-moves (c4-max-moves-p p)) (best nil))
        (dolist (move (c4-moves p) best)
          (let ((value (alpha-beta (c4-play p move) (- depth 1) alpha beta)))
            (cond (max-moves
                   (if (or (null best) (> value best)) (setq best value))
                   (if (> best alpha) (setq alpha best)))
                  (t
                   (if (or (null best) (< value best)) (setq best value))
                   (if (< best beta) (setq beta best))))
            (if (>= alpha beta) (return best)))))))

(defun seconds (since) (/ (- (get-internal-run-time) since) (float internal-time-units-per-second)))

;; The position after six moves, searched fourteen plies deep.
(defvar *start* (reduce #'c4-play '(3 3 3 3 2 4) :initial-value (cons 0 0)))

(let* ((begun (get-internal-run-time))
       (found (multiple-value-list (minimax *start* :game 'c4 :depth 14)))
       (native (seconds begun))
       (begun (get-internal-run-time))
       (value (alpha-beta *start* 14 -1000 1000))
       (lisp (seconds begun))
       (nodes (getf (second found) :nodes)))
  (format *error-output* "~D nodes: ~,1F ns each by MINIMAX :GAME, ~,1F all in Lisp~%" nodes (/ (* native 1e9) nodes) (/ (* lisp 1e9) nodes))
  (format t "connect4 ~S ~S~%" (list value *nodes*) (if (and (= value (first (first found))) (= nodes *nodes*)) 'ok 'fail)))
