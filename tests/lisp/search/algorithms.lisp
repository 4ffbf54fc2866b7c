;;;; algorithms.lisp -- MINIMAX with every algorithm: values of all types, windows, games given by functions, invalid input.

(defvar *algorithms* (mapcar #'first (system::search-algorithms)))
(length *algorithms*)  ;=> 13

(defun each (board &rest options)
  "The different answers that the algorithms give."
  (remove-duplicates (mapcar (lambda (a) (first (multiple-value-list (apply #'minimax board :algorithm a options))))
                             *algorithms*)
                     :test #'equal))

;; Values of any real type; the path is that of the first best moves.
(each '((1/2 3) (2/3 1)))  ;=> ((2/3 (2 1)))
(each '((1.5 3) (0.1 1)))  ;=> ((1.5 (1 1)))
(each (list (list (expt 10 30) 5) (list 7 (expt 10 40))))  ;=> ((7 (2 1)))
(each '((1.0e20 1.5e20) (1.2e20 3e20)))  ;=> ((1.2e20 (2 1)))
(each '(((-1/3 2.5) (4)) ((7 1) (0))) :player :min)  ;=> ((1 (2 1 2)))

;; A leaf alone, a single move, a chain.
(each 5)  ;=> ((5 NIL))
(each '(5))  ;=> ((5 (1)))
(each '(((((3))))))  ;=> ((3 (1 1 1 1 1)))
(each '((3) (1 4)) :depth 0)  ;=> ((3 NIL))
(each '((3 9) (7 4)) :depth 1)  ;=> ((7 (2)))

;; Ten thousand moves.
(each (let ((l nil)) (dotimes (i 10000 l) (push i l))))  ;=> ((9999 (1)))

;; Uneven depth.
(each '(4 (5 (1 (9 2) 3)) ((2 8) 6)))  ;=> ((6 (3 2)))

;; A window: the exact value inside it, otherwise a bound on the correct side.
(defun in-window (alpha beta)
  (mapcar (lambda (a) (first (minimax '((3) (1 4) ((1 5 9) 2)) :algorithm a :alpha alpha :beta beta))) *algorithms*))
(remove 3 (in-window 1 5))  ;=> NIL
(every (lambda (v) (<= v 5)) (in-window 5 9))  ;=> T
(every (lambda (v) (>= v 1)) (in-window -3 1))  ;=> T
(minimax '(1 2) :alpha 3 :beta 3)  ;signals: "the window is empty"
(minimax '(1 2) :alpha 4 :beta 3)  ;signals: "the window is empty"

;; MTD(f) from any guess.
(remove-duplicates (mapcar (lambda (g) (first (minimax '((3) (1 4) ((1 5 9) 2)) :algorithm :mtdf :first-guess g)))
                           '(-100 0 2 3 5/2 3.5 1000)))  ;=> (3)

;; Invalid arguments.
(minimax '(1 2) :algorithm :best)  ;signals: "as :ALGORITHM, got :BEST"
(minimax '(1 2) :algorithm 5)  ;signals: "as :ALGORITHM, got 5"
(minimax '(1 2) :algorithm :mtdf :first-guess 'x)  ;signals: "a real number as :FIRST-GUESS"
(minimax '(1 (2 x)) :algorithm :sss)  ;signals: "a leaf must be a real number, got X, at the path (2 2)"
(minimax '((2 x) 1) :algorithm :negascout :player :min)  ;signals: "a leaf must be a real number, got X, at the path (1 2)"

;; A game given by functions: take one, two or three matches; whoever takes the last one wins. The player to move wins unless
;; the number is divisible by four.
(defun nim-moves (p) (let ((l nil)) (dolist (n '(3 2 1) l) (if (<= n (car p)) (push (list (- (car p) n) (- (cadr p))) l)))))
(defun nim-over (p) (= (car p) 0))
(defun nim-value (p) (- (cadr p)))
(mapcar (lambda (n) (remove-duplicates (mapcar #'first (each (list n 1) :moves #'nim-moves :value #'nim-value :quiet #'nim-over))))
        '(1 2 3 4 5 6 7 8))  ;=> ((1) (1) (1) (-1) (1) (1) (1) (-1))
(minimax '(3 1) :moves (lambda (p) p 5) :value #'nim-value :quiet #'nim-over :algorithm :mtdf)  ;signals: "PLAUSIBLE-MOVES must return a proper list"
(minimax '(3 1) :moves #'nim-moves :value (lambda (p) p 'win) :quiet #'nim-over :algorithm :scout)  ;signals: "STATIC-VALUE must return a real number"
(catch 'out (minimax '(3 1) :moves #'nim-moves :value (lambda (p) p (throw 'out :thrown)) :quiet #'nim-over :algorithm :sss))  ;=> :THROWN

;; An infinite game, by functions and by DEFINE-GAME: every algorithm reports it.
(define-game endless (:initial 1) (:moves (p) '(1 2)) (:play (p m) (+ p m)) (:side (p) (if (evenp p) :max :min)) (:over (p) nil) (:value (p) p))
(let ((wrong nil))
  (dolist (a (system::search-algorithms) wrong)
    (flet ((complains (&rest options)
             (handler-case (progn (apply #'minimax 1 :algorithm (car a) options) nil)
               (storage-condition (c) (if (search "too deeply" (princ-to-string c)) t nil)))))
      (if (not (and (complains :game 'endless)
                    (complains :moves (lambda (p) (list (+ p 1) (+ p 2))) :value #'abs :quiet (lambda (p) p nil))))
          (push (car a) wrong)))))  ;=> NIL
;; In the window from 2 to 4 alpha-beta visits two leaves of this tree: 3, and 1, which causes a cutoff.
(mapcar (lambda (a) (getf (nth-value 1 (minimax '((3) (1 4)) :algorithm a)) :line-leaves)) '(:mtdf :sss :alpha-beta))  ;=> (2 2 NIL)
