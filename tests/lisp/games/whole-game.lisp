;;; whole-game.lisp -- searches without a limit: deepening, and the whole game by null windows between its bounds.

;; Dots and Boxes with 2 x 2 boxes: a position is (EDGES LEAD SIDE), the twelve edges as bits; the player who closes a box moves again.
(defvar *boxes* (mapcar (lambda (edges) (reduce #'logior (mapcar (lambda (e) (ash 1 e)) edges))) '((0 2 6 7) (1 3 7 8) (2 4 9 10) (3 5 10 11))))
(defun closed (before after)
  (count-if (lambda (box) (and (= box (logand box after)) (/= box (logand box before)))) *boxes*))
(defmacro define-dots (name &rest more)
  `(define-game ,name
     (:initial '(0 0 :max))
     (:moves (p) (loop for edge below 12 unless (logbitp edge (first p)) collect edge))
     (:play (p edge)
       (destructuring-bind (before lead side) p
         (let* ((after (logior before (ash 1 edge))) (n (closed before after)))
           (list after (if (eq side :max) (+ lead n) (- lead n)) (if (> n 0) side (other-side side))))))
     (:side (p) (third p))
     (:over (p) (= (first p) 4095))
     (:value (p) (second p))
     ,@more))
(define-dots dots)
(define-dots dots-1 (:key (p) p))
(define-dots dots-2 (:key (p) p) (:bounds (p) (let ((left (- 4 (closed 0 (first p))))) (values (- (second p) left) (+ (second p) left)))))
(define-dots dots-3 (:key (p) p) (:bounds (p) (values -4 4)) (:order (p edge) (closed (first p) (logior (first p) (ash 1 edge)))))
(define-dots dots-4 (:key (p) p) (:bounds (p) (values -4 4)) (:order (p edge) (- edge)) (:quiet (p) (evenp (logcount (first p)))))

;; The value of GAME at P by minimax, each position once.
(defun value-by-minimax (game p &optional (known (make-hash-table :test 'equal)))
  (or (gethash p known)
      (setf (gethash p known)
            (let ((moves (legal-moves game p)))
              (if (null moves)
                  (funcall (system::game-value (system::find-game game)) p)
                  (loop for move in moves
                        for value = (value-by-minimax game (play-move game p move) known)
                        if (eq :max (funcall (system::game-side (system::find-game game)) p)) maximize value into best
                        else minimize value into best
                        finally (return best)))))))
(defun some-position (game p plies state)
  (dotimes (i plies p)
    (let ((moves (legal-moves game p)))
      (if (null moves) (return p))
      (setq p (play-move game p (nth (random (length moves) state) moves))))))

;; Searches GAME with random refinements from COUNT positions, PLIES moves after P. Returns a list of disagreements with minimax:
;; of the value, of the values of the positions on the line, of the length of the line.
(defun disagreements (game p plies count state)
  (loop repeat count
        append
        (let ((p (some-position game p plies state)) (known (make-hash-table :test 'equal)))
          (if (null (legal-moves game p))
              nil
              (let* ((without (remove-if (lambda (name) (declare (ignore name)) (< 0 (random 4 state)))
                                         '(:deepening :table :killers :history :order :aspiration :null-window :bisection :quiescence)))
                     (right (value-by-minimax game p known)))
                (multiple-value-bind (move value info) (best-move game p :without without)
                  (let ((end p) (ok (and (eql value right) (equal move (first (getf info :line))) (getf info :complete) (eq :exact (getf info :bound)))))
                    (dolist (move (getf info :line))
                      (setq end (play-move game end move))
                      (if (/= right (value-by-minimax game end known)) (setq ok nil)))
                    (if (and ok (= right (solve game p))) nil (list (list game p without value right (getf info :line)))))))))))
(defvar *state* (seed-random-state 31))
(loop for game in '(dots dots-1 dots-2 dots-3 dots-4) append (disagreements game '(0 0 :max) 3 (trials 6) *state*))  ;=> NIL
(loop for game in '(dots-1 dots-2 dots-3) append (disagreements game '(0 0 :max) 1 (trials 3) *state*))       ;=> NIL
(disagreements 'connect-four (connect-four-position 4 4) 4 (trials 8) *state*)                                ;=> NIL
(disagreements 'nim '((3 4 5) :max) 1 (trials 8) *state*)                                                     ;=> NIL
(disagreements 'tic-tac-toe (initial-position 'tic-tac-toe) 1 (trials 8) *state*)                             ;=> NIL

;; More moves than are ordered together; positions that are numbers; a move that does not change the position.
(define-game many (:initial 0) (:moves (p) (if (< p 100) (loop for m from p to 99 collect m) '(900)))
  (:play (p m) (+ p m 100)) (:side (p) (if (< p 100) :max :min)) (:over (p) (>= p 1000)) (:value (p) (mod (* p 7) 31))
  (:bounds (p) (values 0 30)) (:key (p) p) (:order (p m) (mod (* m 37) 100)))
(define-game passing (:initial 3) (:moves (p) (if (= p 3) '(same back) '(back))) (:play (p m) (if (eq m 'same) 3 (- p 1))) (:side (p) :max)
  (:over (p) (= p 0)) (:value (p) (if (= p 0) 1 0)) (:bounds (p) (values 0 1)) (:key (p) p) (:order (p m) (if (eq m 'same) 1 0)))
(subseq (multiple-value-list (best-move 'passing 3 :plies 4)) 0 2)  ;=> (BACK 1)
(let ((seen nil))
  (dolist (without '(() (:order) (:table) (:deepening) (:bisection)) seen)
    (pushnew (second (multiple-value-list (best-move 'many 0 :plies 2 :without without))) seen)))  ;=> (30)

;; Bisection of bounds visits fewer positions than deepening; the search of the whole game reports the depth 0.
(flet ((nodes (&rest options) (getf (nth-value 2 (apply #'best-move 'dots-2 '(0 0 :max) options)) :nodes)))
  (< (nodes) (nodes :without '(:bisection))))                                   ;=> T
(getf (nth-value 2 (best-move 'dots-2 '(0 0 :max))) :depth)                     ;=> 0
(let ((info (nth-value 2 (solve 'dots-2)))) (list (> (getf info :nodes) 12) (realp (getf info :seconds))))  ;=> (T T)
;; Wrong bounds that exclude the value do not make a search endless.
(define-dots dots-wrong (:key (p) p) (:bounds (p) (values 3 4)))
(integerp (solve 'dots-wrong))                                                  ;=> T

;; The value of a game that can go round is found by deepening, although random games end.
(define-game round-about (:initial '(0 :max)) (:moves (p) (if (= (car p) 9) '(1 -9) '(1 0 -1)))
  (:play (p m) (list (max 0 (+ (car p) m)) (other-side (cadr p)))) (:side (p) (cadr p)) (:over (p) (= (car p) 10))
  (:value (p) (if (= (car p) 10) (if (eq (cadr p) :min) 1 -1) 0)) (:bounds (p) (values -1 1)) (:key (p) p))
(subseq (multiple-value-list (best-move 'round-about '(9 :max))) 0 2)  ;=> (1 1)
(second (multiple-value-list (best-move 'round-about '(7 :max) :plies 9)))  ;=> 0
