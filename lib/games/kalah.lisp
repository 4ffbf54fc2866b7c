;;;; kalah.lisp -- Kalah in Lisp, with the rule variants of its sources. Small boards use the native search. -*- sealed -*-

;; A position is a list (HOUSES SIDE OVER). HOUSES is a vector in the order of sowing: the maximizer's pits and store, then
;; the minimizer's. A move is the number of a pit, from 1 in the order of sowing.

(defun kalah-row (houses first pits)
  (let ((sum 0)) (dotimes (i pits sum) (incf sum (aref houses (+ first i))))))

;; The lead of the maximizer's store in stones.
(defun kalah-lead (houses pits) (- (aref houses pits) (aref houses (+ (* 2 pits) 1))))

(defun kalah-empty-p (houses first pits)
  (let ((end (+ first pits)))
    (do ((i first (+ i 1))) ((= i end) t)
      (if (> (aref houses i) 0) (return nil)))))

;; Sows the stones of house AT, which modifies HOUSES, and skips the house SKIPPED. Returns the house of the last stone.
(defun kalah-sow (houses at skipped last)
  (let ((stones (aref houses at)))
    (setf (aref houses at) 0)
    (do () ((= stones 0) at)
      (setq at (if (= at last) 0 (+ at 1)))
      (when (/= at skipped)
        (setf (aref houses at) (+ (aref houses at) 1))
        (setq stones (- stones 1))))))

(defun kalah-position (pits stones)
  "Return the initial position of Kalah with PITS pits a side and STONES stones in each.
Example: (kalah-position 2 3) => (#(3 3 0 3 3 0) :MAX NIL)"
  (let ((houses (make-array (+ (* 2 pits) 2) :initial-element stones)))
    (setf (aref houses pits) 0 (aref houses (+ (* 2 pits) 1)) 0)
    (list houses :max nil)))

;; A function of a position and a pit that returns the next position. SWITCHES: a property list of the arguments of
;; KALAH-GAME that select the rules.
(defun kalah-player (pits switches)
  (destructuring-bind (&key capture empty-capture counts extra-move relay end majority) switches
    (lambda (position pit)
      (let* ((houses (copy-seq (first position)))
             (side (second position))
             (first (if (eq side :max) 0 (+ pits 1)))
             (theirs (- (+ pits 1) first))
             (store (+ first pits))
             (their-store (+ theirs pits))
             (at (+ first (- pit 1)))
             (next (if (eq side :max) :min :max)))
        ;; Sow. In a relay, continue from a filled pit of the mover after stones have reached the other side.
        (let ((last (+ pits pits 1)))
          (do ((crossed nil)) (nil)
            (if relay (setq crossed (> (+ at (aref houses at)) store)))
            (setq at (kalah-sow houses at their-store last))
            (if (not (and crossed (<= first at (- store 1)) (> (aref houses at) 1))) (return))))
        (cond ((= at store) (if extra-move (setq next side)))
              ((eq capture :own-empty)
               (when (and (= (aref houses at) 1) (>= at first) (< at store))
                 (let ((opposite (- (+ pits pits) at)))
                   (when (or empty-capture (> (aref houses opposite) 0))
                     (setf (aref houses store) (+ (aref houses store) 1 (aref houses opposite))
                           (aref houses at) 0
                           (aref houses opposite) 0)))))
              (t (do () ((not (and (<= theirs at (- their-store 1)) (member (aref houses at) counts))))
                   (incf (aref houses store) (aref houses at))
                   (setf (aref houses at) 0)
                   (decf at))))
        ;; Test for the end of the game.
        (let* ((won (and majority (> (* 2 (aref houses store)) (reduce #'+ houses))))
               (over (cond (won t)
                           ((eq end :either-empty)
                            (or (kalah-empty-p houses first pits) (kalah-empty-p houses theirs pits)))
                           (t (kalah-empty-p houses (if (eq next side) first theirs) pits)))))
          (when over
            (let ((mine (kalah-row houses first pits)) (other (kalah-row houses theirs pits)))
              (incf (aref houses store) (if won (+ mine other) mine))
              (if (not won) (incf (aref houses their-store) other))
              (dotimes (i pits) (setf (aref houses (+ first i)) 0 (aref houses (+ theirs i)) 0))))
          (list houses next over))))))

;; The stones that a move from PIT captures: what the store gains beyond the stones sown into it. A move that ends the game, by
;; which the rest goes to the stores, counts as no capture, and so does a relay.
(defun kalah-captured (position pit pits switches)
  (let* ((houses (first position)) (max (eq (second position) :max)) (last (+ pits pits 1))
         (store (if max pits last)) (sown (copy-seq houses))
         (next (funcall (kalah-player pits switches) position pit)))
    (kalah-sow sown (+ (if max 0 (+ pits 1)) (- pit 1)) (if max last pits) last)
    (if (or (third next) (getf switches :relay)) 0 (- (aref (first next) store) (aref sown store)))))

(defun integers-p (object) (and (listp object) (every #'integerp object)))

(defun kalah-game (&key (pits 6) (stones 4) (rules :common) (capture :own-empty) empty-capture (counts '(2 3))
                     (extra-move t) relay (end :either-empty) majority)
  "Return a game of Kalah, for BEST-MOVE, SOLVE, PERFT and PLAY.
Boards of up to six pits a side use a native search.
PITS: the number of pits a side (default: 6). STONES: the number of stones in each pit (default: 4).
RULES: :IDU, :COMMON, :SAIL or :WETHERELL (default: :COMMON); NIL to use the following arguments.
CAPTURE: :OWN-EMPTY, or :CHAIN for captures of pits of the opponent with a number of stones in COUNTS (default: :OWN-EMPTY).
EMPTY-CAPTURE: true to capture also if the opposite pit is empty (default: NIL).
COUNTS: a list of integers (default: (2 3)).
EXTRA-MOVE: true for another move after a last stone in the mover's store (default: T).
RELAY: true to continue sowing from a filled pit of the mover (default: NIL).
END: :EITHER-EMPTY or :MOVER-EMPTY, the side that must be empty at the end of the game (default: :EITHER-EMPTY).
MAJORITY: true to end the game when a player has more than half of the stones (default: NIL).
Signals: error if RULES is unknown; type-error if another argument has a wrong type.
Example: (values (solve (kalah-game :pits 2 :stones 3 :rules :idu))) => -2
Source: Irving, Donkers and Uiterwijk, Solving Kalah (2000); Wetherell, Etudes for Programmers (1978), chapter 14."
  (check-argument pits '(integer 1) "an integer greater than zero as :PITS")
  (check-argument stones '(integer 1) "an integer greater than zero as :STONES")
  (check-argument capture '(member :own-empty :chain) ":OWN-EMPTY or :CHAIN as :CAPTURE")
  (check-argument counts '(satisfies integers-p) "a list of integers as :COUNTS")
  (check-argument end '(member :either-empty :mover-empty) ":EITHER-EMPTY or :MOVER-EMPTY as :END")
  (let ((switches (if rules
                      (cdr (or (assoc rules (kalah-rules))
                               (error "KALAH-GAME: expected one of ~{~S~^ ~} as :RULES, got ~S"
                                      (mapcar #'first (kalah-rules)) rules)))
                      (list :capture capture :empty-capture empty-capture :counts counts :extra-move extra-move
                            :relay relay :end end :majority majority))))
    (make-game
     :name (list 'kalah pits stones) :definition (definition-hash (list pits switches))
     :rules (list (format nil "a move takes all stones of one of your pits, 1 to ~D, and sows them one by one along the pits and your store (that of MAX is on the right); the most stones in the store win." pits)
                  "  Move       the number of one of your pits, from 1 in the order of sowing
  Extra      a last stone in your store: you move again
  Capture    a last stone in an empty pit of yours: it and the stones opposite go to
             your store
  End        one side has no stones; the other player takes what remains
  Position   (HOUSES SIDE OVER), see (kalah-position 6 4); MAX begins
  Value      stones in MAX's store minus those in MIN's
  Strength   PLAY looks six plies ahead; small boards are solved; other rules: KALAH-GAME")
     :unit '("stone" "stones")
     :comment (lambda (p pit)
                (let ((taken (kalah-captured p pit pits switches)))
                  (if (> taken 0) (format nil "captures ~D stone~:P" taken) nil)))
     :initial (lambda () (kalah-position pits stones))
     :moves (lambda (p)
              (let ((moves nil) (first (if (eq (second p) :max) 0 (+ pits 1))))
                (do ((pit pits (- pit 1))) ((= pit 0) moves)
                  (if (> (aref (first p) (+ first (- pit 1))) 0) (push pit moves)))))
     :play (kalah-player pits switches)
     :side #'second
     :over #'third
     :value (lambda (p) (kalah-lead (first p) pits))
     :bounds (lambda (p)
               (let ((lead (kalah-lead (first p) pits))
                     (to-come (+ (kalah-row (first p) 0 pits) (kalah-row (first p) (+ pits 1) pits))))
                 (values (- lead to-come) (+ lead to-come))))
     :key (lambda (p) (list (first p) (second p)))
     :native (lambda (p question) (kalah-think (first p) (second p) switches question))
     :show (lambda (p)  ; the numbers of the pits are outside the board
             (let ((houses (coerce (first p) 'list)) (numbers nil))
               (dotimes (i pits) (push (- pits i) numbers))
               (format t "MIN ~{ ~3@A~}~%    ~{ ~3D~}~%~3D~vA~3D~%    ~{ ~3D~}~%MAX ~{ ~3@A~}~%"
                       (mapcar (lambda (n) (format nil "~D:" n)) (reverse numbers))
                       (reverse (subseq houses (+ pits 1) (+ (* 2 pits) 1)))
                       (nth (+ (* 2 pits) 1) houses) (+ 2 (* 4 pits)) "" (nth pits houses)
                       (subseq houses 0 pits)
                       (mapcar (lambda (n) (format nil "~D:" n)) numbers)))))))

(name-game 'kalah (kalah-game))
