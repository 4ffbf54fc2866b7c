;;;; learning.lisp -- weights of a linear estimate, learnt by self-play: TD(lambda) and Samuel's method. -*- sealed -*-
;;;;
;;;; The clause :FEATURES of a game returns a list of reals. The estimate of a position is the sum of its features, each multiplied
;;;; by its weight. The arithmetic is exact if features, weights and rate are rational.

;; The features of POSITION. COUNT: their number, or NIL.
(defun features-at (g position count)
  (let ((features (funcall (game-features g) position)))
    (unless (and (consp features) (real-list-p features) (or (null count) (= count (length features))))
      (error 'type-error :datum features :expected-type 'cons
                         :format-control "The game ~A: :FEATURES must return a list of ~@[~R ~]reals, got ~S, at the position ~S"
                         :format-arguments (list (game-name g) count features position)))
    features))

(defun weighted-sum (weights features)
  (let ((sum 0)) (mapc (lambda (weight feature) (incf sum (* weight feature))) weights features) sum))

(defun check-features (operator g)
  (unless (game-features g) (error "~A: expected a game with a clause :FEATURES, got ~S" operator (game-name g))))

;; A copy of the game G in which ESTIMATE, a function of a position, replaces the clause :VALUE before the end of the game. All values
;; are multiplied by SCALE.
(defun game-with-estimate (g estimate scale)
  (let ((copy (copy-structure g)) (over (game-over g)) (value (game-value g)) (bounds (game-bounds g)))
    (setf (game-result copy) nil (game-native copy) nil
          (game-value copy) (lambda (p) (if (funcall over p) (* scale (funcall value p)) (funcall estimate p))))
    (unless (= scale 1)
      (setf (game-unit copy) nil)
      (if bounds
          (setf (game-bounds copy)
                (lambda (p)
                  (multiple-value-bind (least greatest) (funcall bounds p) (values (* scale least) (* scale greatest)))))))
    copy))

(defun weighted-game (game weights &key (scale 1000))
  "Return a copy of GAME whose estimates are the weighted sums of the clause :FEATURES, for BEST-MOVE and other searches.
Values are multiplied by SCALE, and estimates then rounded to integers.
GAME: a name or a game with a clause :FEATURES. WEIGHTS: a list of reals, one for each feature, such as LEARN-WEIGHTS returns.
SCALE: an integer greater than zero (default: 1000).
In TOURNAMENT, (:weights WEIGHTS :plies 2) is a player that searches this copy.
Signals: error if the game lacks features; type-error for a wrong argument or if :FEATURES returns another number of features.
Example: (progn (define-game coins (:initial '(5 0 1)) (:moves (p) '(:take :give)) (:side (p) (if (= (third p) 1) :max :min))
                  (:play (p m) (list (- (first p) 1) (+ (second p) (if (eq m :take) (third p) (- (third p)))) (- (third p))))
                  (:result (p) (if (= 0 (first p)) (second p)))
                  (:features (p) (list (second p) (if (oddp (first p)) (third p) 0))))
                (subseq (multiple-value-list (best-move (weighted-game 'coins '(1 1/2)) '(5 0 1) :plies 1)) 0 2)) => (:TAKE 1000)"
  (check-argument scale '(integer 1) "an integer greater than zero as :SCALE")
  (let ((g (find-game game)))
    (check-features "WEIGHTED-GAME" g)
    (check-weights weights)
    (let ((count (length weights)))
      (game-with-estimate
       g (lambda (p) (max -400000000 (min 400000000 (round (* scale (weighted-sum weights (features-at g p count)))))))
       scale))))

(defun real-list-p (list) (and (ignore-errors (list-length list)) (every #'realp list)))

(defun check-weights (weights)
  (check-argument weights '(and cons (satisfies real-list-p)) "a list of reals as weights"))

;;; Learning

;; The state of LEARN-WEIGHTS. SEARCH: the search of the game whose estimates use WEIGHTS. PLIES: its depth. SQUARES, POSITIONS: the
;; sum of the squared errors since the last entry of the curve, and their number.
(defstruct (learner (:copier nil) (:predicate nil))
  game search weights plies explore state (squares 0) (positions 0))

(defun make-learner-of (g weights plies explore state)
  (let ((learner (make-learner :game g :weights weights :plies plies :explore explore :state state)) (count (length weights)))
    (setf (learner-search learner)
          (make-chance-search (game-with-estimate
                               g (lambda (p) (weighted-sum (learner-weights learner) (features-at g p count))) 1)
                              :expectiminimax 1 state))
    learner))

;; Add RATE times DIRECTION, a list, to the weights.
(defun move-weights (learner rate direction)
  (setf (learner-weights learner) (mapcar (lambda (weight d) (+ weight (* rate d))) (learner-weights learner) direction))
  (unless (every (lambda (weight) (< (abs weight) 1d12)) (learner-weights learner))
    (error "LEARN-WEIGHTS: expected weights that converge, got ~S~%Hint: use a smaller :RATE" (learner-weights learner))))

;; The values of POSITIONS after the moves of a position, by search to the remaining depth.
(defun backed-up-values (learner positions)
  (let ((plies (- (learner-plies learner) 1)))
    (mapcar (lambda (p) (chance-value (learner-search learner) p plies -1d300 1d300 nil)) positions)))

;; Choose the move of self-play at POSITION. Return the next position, the value of POSITION backed up from the search, and true if the
;; move is exploratory: a random one, not one of the best.
(defun self-play-move (learner position)
  (let* ((g (learner-game learner)) (side (funcall (game-side g) position)) (state (learner-state learner)))
    (multiple-value-bind (moves probabilities) (checked-moves g position side)
      (let* ((positions (mapcar (lambda (move) (funcall (game-play g) position move)) moves))
             (values (backed-up-values learner positions)))
        (if (eq side :chance)
            (values (nth (random-successor probabilities state) positions) (weighted-sum probabilities values) nil)
            (let ((best (reduce (if (eq side :max) #'max #'min) values)))
              (if (< (random 1d0 state) (learner-explore learner))
                  (let ((n (random (length positions) state))) (values (nth n positions) best (/= (nth n values) best)))
                  (let ((equal (mapcan (lambda (p value) (if (= value best) (list p) nil)) positions values)))
                    (values (nth (random (length equal) state) equal) best nil)))))))))

;; Play a game of the learner against itself. Call (VISIT FEATURES ESTIMATE BACKED-UP EXPLORATORY) after the choice of each move: for
;; the position before it, its features and estimate and the last two values of SELF-PLAY-MOVE. Return the value of the game.
(defun self-play (learner start visit)
  (let* ((g (learner-game learner)) (position start) (estimates nil) (plies 0) (count (length (learner-weights learner))))
    (do () ((funcall (game-over g) position))
      (if (> (incf plies) 10000) (error "LEARN-WEIGHTS: expected a game that ends within 10000 plies, got ~S" (game-name g)))
      (let* ((features (features-at g position count)) (estimate (weighted-sum (learner-weights learner) features)))
        (push estimate estimates)
        (multiple-value-bind (next backed-up exploratory) (self-play-move learner position)
          (funcall visit features estimate backed-up exploratory)
          (setq position next))))
    (let ((value (funcall (game-value g) position)))
      (dolist (estimate estimates value)
        (incf (learner-positions learner))
        (incf (learner-squares learner) (expt (- value estimate) 2))))))

;; Learn from the differences between successive estimates of a game. VISITS: lists (FEATURES ESTIMATE EXPLORATORY) for its positions
;; in order. The weights change after the game.
(defun learn-by-differences (learner visits value decay rate)
  (let* ((traces (mapcar (lambda (w) (declare (ignore w)) 0) (learner-weights learner))) (zeros traces) (sum traces))
    (do ((left visits (rest left))) ((null left))
      (destructuring-bind (features estimate exploratory) (first left)
        (setq traces (mapcar (lambda (trace feature) (+ (* decay trace) feature)) traces features))
        (if exploratory
            (setq traces zeros)
            (let ((difference (- (if (rest left) (second (second left)) value) estimate)))
              (setq sum (mapcar (lambda (s trace) (+ s (* difference trace))) sum traces))))))
    (move-weights learner rate sum)))

;; Play a game and learn from it.
(defun learn-from-game (learner start method decay rate)
  (if (eq method :samuel)
      (self-play learner start
                 (lambda (features estimate backed-up exploratory)
                   (declare (ignore exploratory))
                   (move-weights learner (* rate (- backed-up estimate)) features)))
      (let* ((visits nil)
             (value (self-play learner start (lambda (features estimate backed-up exploratory)
                                               (declare (ignore backed-up))
                                               (push (list features estimate exploratory) visits)))))
        (learn-by-differences learner (nreverse visits) value decay rate))))

;; The mean points of WEIGHTS against FIRST-WEIGHTS in COUNT games of G, in which the sides change; NIL for no games.
(defun points-against (g start weights first-weights plies count seed)
  (if (= count 0)
      nil
      (let ((new (contestant-of (list :weights weights :plies plies))) (old (contestant-of (list :weights first-weights :plies plies)))
            (state (seed-random-state seed)))
        (dotimes (i (ceiling count 2))
          (let ((position (random-opening g start 2 state)))
            (flet ((contest (max min) (note-result g max min (nth-value 1 (play-contest g position max min (+ seed i))))))
              (contest new old)
              (if (< (+ i i 1) count) (contest old new)))))
        (/ (reduce #'+ (contestant-points new)) count))))

;; The entry of the curve after GAMES games; the mean error begins again.
(defun curve-entry (learner games points)
  (prog1 (list games
               (if (= 0 (learner-positions learner)) nil (/ (learner-squares learner) (learner-positions learner)))
               points
               (learner-weights learner))
    (setf (learner-squares learner) 0 (learner-positions learner) 0)))

;; The step size RATE, a real or a function of the number of the game, for game NUMBER.
(defun rate-of-game (rate number)
  (let ((size (if (functionp rate) (funcall rate number) rate)))
    (check-argument size 'real "a function that returns a real as :RATE")
    size))

(defun learn-weights (game &key (method :td) (decay 7/10) (rate 0.01d0) (games 100) (seed 1) weights
                                (plies (if (eq method :samuel) 3 1)) (explore 1/10) every (matches 0) (position nil position-p))
  "Learn the weights of the clause :FEATURES of GAME by self-play. Return the weights, a list, and the learning curve.
An entry of the curve is (GAMES ERROR POINTS WEIGHTS): ERROR is the mean square of the difference between the value of a game and
the estimates of its positions, in the games since the entry before, NIL at first. CHART-LEARNING draws the curve.
GAME: a name or a game with a clause :FEATURES, of two players; it may have chance nodes.
METHOD: :TD (default): after a game, temporal differences with DECAY move the weights; :SAMUEL: at each position the weights
move so that the estimate approaches the value backed up from a search.
DECAY: the decay of eligibility traces, Sutton's lambda, a real from 0 to 1 (default: 7/10).
RATE: the step size, a real, or a function of the number of the game, from 1, that returns it (default: 0.01d0). With a rational
rate and rational features the weights are exact.
GAMES: the number of games (default: 100). WEIGHTS: the weights at first (default: zeros).
PLIES: the depth of the search in self-play (default: 1, or 3 for :SAMUEL). EXPLORE: the probability of a random move (default:
1/10); :TD does not learn from a random move that is worse than the best, and its traces begin again.
SEED: an integer greater than zero (default: 1); results can be reproduced.
EVERY: the number of games between two entries of the curve (default: a tenth of GAMES).
MATCHES: the number of games that each entry plays against the first weights, after two random moves (default: 0); POINTS is then
the mean of points, 1 for a win and 1/2 for a draw, else NIL.
POSITION: the position to begin with (default: the initial position).
Signals: error if the game lacks features, or the weights do not converge; type-error for a wrong argument.
Example: (progn (define-game one-coin (:initial '(0 :max)) (:side (p) :max) (:moves (p) '(1)) (:play (p m) '(1 :max))
                  (:result (p) (if (= 1 (first p)) 8)) (:features (p) '(2)))
                (values (learn-weights 'one-coin :rate 1/4 :games 3))) => (4)
Source: A. L. Samuel, Some studies in machine learning using the game of checkers, IBM Journal 3 (1959), whose generalization
learning moved weights by correlation; R. S. Sutton, Learning to predict by the methods of temporal differences, Machine Learning 3 (1988)."
  (check-argument method '(member :td :samuel) ":TD or :SAMUEL as :METHOD")
  (check-argument decay '(real 0 1) "a real from 0 to 1 as :DECAY")
  (check-argument explore '(real 0 1) "a real from 0 to 1 as :EXPLORE")
  (check-argument rate '(or real function) "a real or a function as :RATE")
  (check-argument games '(integer 1) "an integer greater than zero as :GAMES")
  (check-argument seed '(integer 1) "an integer greater than zero as :SEED")
  (check-argument plies '(integer 1) "an integer greater than zero as :PLIES")
  (check-argument every '(or null (integer 1)) "an integer greater than zero as :EVERY")
  (check-argument matches '(integer 0) "an integer that is not negative as :MATCHES")
  (let* ((g (find-game game)) (start (if position-p position (funcall (game-initial g)))) (every (or every (ceiling games 10))))
    (check-features "LEARN-WEIGHTS" g)
    (if weights (check-weights weights))
    (let* ((first-weights (or weights (mapcar (lambda (f) (declare (ignore f)) 0) (features-at g start nil))))
           (learner (make-learner-of g first-weights plies explore (seed-random-state seed)))
           (curve nil))
      (flet ((note (n)
               (push (curve-entry learner n (points-against g start (learner-weights learner) first-weights plies matches seed)) curve)))
        (note 0)
        (dotimes (i games)
          (learn-from-game learner start method decay (rate-of-game rate (+ i 1)))
          (if (or (= (mod (+ i 1) every) 0) (= (+ i 1) games)) (note (+ i 1)))))
      (values (learner-weights learner) (nreverse curve)))))

;;; The curve as a table or a chart

(defun weight-names (curve names)
  (let ((i 0))
    (mapcar (lambda (weight)
              (declare (ignore weight))
              (incf i)
              (if (nth (- i 1) names) (format nil "~(~A~)" (nth (- i 1) names)) (format nil "w~D" i)))
            (fourth (first curve)))))

(defun write-learning-table (curve names)
  (flet ((text (n) (if n (short-number n) "-")))
    (print-table (append '("games" "error" "points") (weight-names curve names))
                 (mapcar (lambda (entry)
                           (list* (first entry) (text (second entry)) (text (third entry)) (mapcar #'text (fourth entry))))
                         curve))))

;; The series of the chart of CURVE, for WHAT to show.
(defun learning-series (curve what names)
  (if (eq what :weights)
      (let ((i -1))
        (mapcar (lambda (name)
                  (incf i)
                  (cons name (mapcar (lambda (entry) (nth i (fourth entry))) curve)))
                (weight-names curve names)))
      (list (cons (string-downcase what) (mapcar (if (eq what :error) #'second #'third) curve)))))

(defun learning-curve-p (curve)
  (and (ignore-errors (list-length curve))
       (every (lambda (entry) (and (consp entry) (ignore-errors (= 4 (list-length entry))) (consp (fourth entry)))) curve)))

(defun chart-learning (curve &key (show :weights) names (format *picture-format*) file)
  "Print the learning CURVE, the second value of LEARN-WEIGHTS, as a table or a chart. Return no value.
SHOW: what the chart shows: :WEIGHTS (default), :ERROR or :POINTS; the table has all of them.
NAMES: a list of names of the features (default: w1, w2 and so on).
FORMAT: :TEXT (default, except in a report or a notebook), a table, or :SVG, a chart. FILE: the name of a file to write to;
default: print.
Signals: type-error for other arguments, or if the curve lacks the numbers to show.
Example: (with-output-to-string (*standard-output*) (chart-learning '((0 nil nil (0)) (5 9/4 1/2 (3))) :names '(coins))) => \"games  error  points  coins
0          -       -      0
5      2.250   0.500      3
\""
  (check-argument curve '(and cons (satisfies learning-curve-p)) "a learning curve")
  (check-argument show '(member :weights :error :points) ":WEIGHTS, :ERROR or :POINTS as :SHOW")
  (check-argument names 'list "a list as :NAMES")
  (check-argument format '(member :text :svg) ":TEXT or :SVG as :FORMAT")
  (let* ((shown (if (eq show :weights) curve (remove nil curve :key (if (eq show :error) #'second #'third))))
         (writer (if (eq format :text)
                     (lambda (out) (let ((*standard-output* out)) (write-learning-table curve names)))
                     (lambda (out) (write-linear-chart (format nil "~:(~A~) learnt by self-play" show) "games" (mapcar #'first shown)
                                                       (learning-series shown show names) out)))))
    (if (and (eq format :svg) (null shown)) (check-argument nil 'cons (format nil "a curve with numbers of ~S" show)))
    (call-with-output file writer)
    (values)))
