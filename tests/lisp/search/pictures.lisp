;;;; pictures.lisp -- recorded searches: drawings, explanations, and the messages at cutoffs.

(record-search '((3) (1 4)) :algorithm :sss)  ;=> #<recorded search: (3 (1 1))>
(why '((3) (1 4)) 1 1)  ;prints: (1 1) is a leaf worth 3, evaluated as number 1.~
(why '((3) (1 4)) 5)  ;prints: There is no move 5 at the root: it has 2 moves.~
(why '((3) (1 4)) 1 1 1)  ;prints: There is no move 1 at (1 1): it is a leaf.~
(why '((3) (1 4)) 0)  ;signals: "a move number, an integer >= 1"
(why '((3) (1 4)) 2 2)  ;prints: The moves after move 1 of (2) were pruned: the minimizer gets at most 1 here, but the maximizer can have 3 at the root (alpha 3 >= beta 1).~
(draw '((3) (1 4)) :format :png)  ;signals: ":TEXT, :ASCII, :SVG, :HTML, :DOT or :TIKZ"
(draw '((3) (1 4)) :format :ascii :plies 0)  ;prints: max = 3  #1 in -inf..inf  [4 more below]~
(draw '((3) (1 4)) :format :ascii)  ;prints: max = 3  #1 in -inf..inf~+- 1: min = 3 *  #2 in -inf..inf~|  +- 1: 3 *  #3 in -inf..inf~+- 2: min <= 1  #4 in 3..inf~   +- 1: 1  #5 in 3..inf~   +. cut: 4  alpha 3 of the root >= beta 1~

;; In every format the two visited leaves show their order of visit, and the pruned one shows the reason.
(defun picture (format) (with-output-to-string (*standard-output*) (draw (record-search '((3) (1 4))) :format format)))
(defun times (text picture) (loop for at = (search text picture) then (search text picture :start2 (+ at 1)) while at count t))
(mapcar (lambda (format end)
          (let ((picture (picture format)))
            (mapcar (lambda (text) (times text picture)) (list (format nil "#3~A" end) (format nil "#5~A" end) "3 of the root"))))
        '(:text :dot :tikz) '(" in" "<" "}"))  ;=> ((1 1 1) (1 1 1) (1 1 1))

;; Which bound causes a cutoff, and where it comes from: figure 15.4 of Bratko's book; a given window; a deep cutoff (at (2 1
;; 1), by the root), which F1 does not make; a test.
(defvar bratko '(((1 4) (5 6)) ((2 1) (1 1))))
(why bratko 1 2)  ;prints: (1 2), where the maximizer moves, is worth at least 5: the window ended at 4, so the exact value did not matter; 1 move was pruned after move 1: the maximizer gets at least 5 here, but the minimizer can have 4 at (1) (alpha 5 >= beta 4).~
(why bratko 2 2)  ;prints: The moves after move 1 of (2) were pruned: the minimizer gets at most 2 here, but the maximizer can have 4 at the root (alpha 4 >= beta 2).~
(why (record-search '((3) (1 4)) :alpha 5) 2 2)  ;prints: The moves after move 1 of (2) were pruned: the minimizer gets at most 1 here, and the window of the search begins at 5 (alpha 5 >= beta 1).~
(defvar deep '((5) (((4 9) 8) 7)))
(why deep 2 1 1 2)  ;prints: The moves after move 1 of (2 1 1) were pruned: the minimizer gets at most 4 here, but the maximizer can have 5 at the root (alpha 5 >= beta 4); a deep cutoff, by a bound 3 plies above.~
(why (record-search deep :algorithm :f1) 2 1 1 2)  ;prints: (2 1 1 2) is a leaf worth 9, evaluated as number 3.~
(why (record-search '((3) (1 4)) :algorithm :scout) 2 2)  ;prints: The moves after move 1 of (2) were pruned: this answers the test of the root, whether the value here is more than 3.~

;; If all moves of a position were visited, their values prove more than the search found. The text of a position that was
;; entered again has the reason.
(why '((4 1) (3 0)) 2)  ;prints: (2), where the minimizer moves, is worth exactly 0, by the values of all its moves.~
(draw '((4 1) (3 0)) :format :ascii)  ;prints: max = 1  #1 in -inf..inf~+- 1: min = 1 *  #2 in -inf..inf~|  +- 1: 4  #3 in -inf..inf~|  +- 2: 1 *  #4 in -inf..4~+- 2: min = 0  #5 in 1..inf~   +- 1: 3  #6 in 1..inf~   +- 2: 0  #7 in 1..3~
(why (record-search '((3 4) (5 6) (2 9) (7 (8 1))) :algorithm :negascout) 4)  ;prints: (4), where the minimizer moves, is worth exactly 7; it was entered 2 times, last with the window 7..inf, since a null window had shown that it is worth at least 7.~
;; SCOUT evaluates a position after a test, and its first moves again because of that.
(defvar scouted (record-search '((3) ((4 5) (6 8)) ((1 2))) :algorithm :scout))
(why scouted)        ;prints: The root, where the maximizer moves, is worth exactly 5.~
(why scouted 1)      ;prints: (1), where the minimizer moves, is worth exactly 3.~
(why scouted 2)      ;prints: (2), where the minimizer moves, is worth exactly 5; it was entered 2 times, last for its exact value, since a test had shown that it is worth more than the move before it.~
(why scouted 2 1)    ;prints: (2 1), where the maximizer moves, is worth exactly 5; it was entered 2 times, last for its exact value, since (2) is evaluated.~
(why scouted 3 1)    ;prints: (3 1), where the maximizer moves, is worth exactly 2, by the values of all its moves.~
(why (record-search '((3) (4 5) (6 8)) :algorithm :scout) 3)  ;prints: (3), where the minimizer moves, is worth exactly 6; it was entered 2 times, last for its exact value, since a test had shown that it is worth more than each move before it.~
(why (record-search '((3) (1 4)) :algorithm :mtdf))  ;prints: The root, where the maximizer moves, is worth exactly 3; it was entered 2 times, last in pass 2 of 2, to test whether it is worth more than 3.~
(why (record-search '((3) (1 4)) :algorithm :dual) 1)  ;prints: (1), where the minimizer moves, is worth exactly 3; it was entered with merit -inf.~

;; Games given by functions and by DEFINE-GAME, whose moves have names. One heap of three, take one or two; the last one
;; wins: 3 is lost, so that the value for the maximizer, who moves first, is -1.
(define-game heap (:initial '(3 :max)) (:moves (p) (if (= (car p) 1) '(one) '(one two)))
  (:play (p m) (list (- (car p) (if (eq m 'one) 1 2)) (if (eq (cadr p) :max) :min :max))) (:side (p) (cadr p))
  (:over (p) (= (car p) 0)) (:value (p) (if (eq (cadr p) :max) -1 1)))
(values (minimax '(3 :max) :game 'heap))  ;=> (-1 (1 2))
(remove-duplicates (mapcar (lambda (a) (first (minimax '(3 :max) :game 'heap :algorithm (car a)))) (system::search-algorithms)))  ;=> (-1)
(values (minimax '(2 :min) :game 'heap))  ;=> (-1 (2))
(values (minimax '(3 :max) :game 'heap :depth 1))  ;=> (1 (1))
(minimax '(3 :max) :game 'heap :moves #'cdr)  ;signals: ":GAME excludes :MOVES"
(minimax '(3 :max) :game 'chess)  ;signals: "unknown game CHESS"
(draw (record-search '(3 :max) :game 'heap) :format :ascii)  ;prints: max = -1  #1 in -inf..inf~+- ONE: min = -1 *  #2 in -inf..inf~|  +- ONE: max = 1  #3 in -inf..inf~|  |  +- ONE: 1  #4 in -inf..inf~|  +- TWO: -1 *  #5 in -inf..1~+- TWO: min = -1  #6 in -1..inf~   +- ONE: -1  #7 in -1..inf~
(why (record-search '(3 :max) :game 'heap) 2)  ;prints: (2), where the minimizer moves, is worth exactly -1, by the values of all its moves.~
(draw (record-search 3 :moves (lambda (n) (list (- n 1) (- n 2))) :value #'abs :quiet (lambda (n) (< n 1))) :format :ascii)  ;prints: max = 0  #1 in -inf..inf~+- 1: min = 0 *  #2 in -inf..inf~|  +- 1: max = 1  #3 in -inf..inf~|  |  +- 1: 0  #4 in -inf..inf~|  |  +- 2: 1  #5 in 0..inf~|  +- 2: 0 *  #6 in -inf..1~+- 2: min <= 0  #7 in 0..inf~   +- 1: 0  #8 in 0..inf~   +. cut: -1  alpha 0 of the root >= beta 0~

;; The horizon: a swing that ends the game is worth what it shows, unless the search goes on until the position is quiet. Two
;; counters; a move adds 1, 2 or 3 to the maximizer's difference, then the other side takes twice that if it was more than 1.
(define-game swing (:initial '(0 0 :max)) (:moves (p) (if (eq (third p) :max) '(1 3) '(0 2)))
  (:play (p m) (if (eq (third p) :max) (list (+ (first p) m) m :min) (list (- (first p) (* m (if (> (second p) 1) 3 0))) 0 :max)))
  (:side (p) (third p)) (:over (p) (> (abs (first p)) 20)) (:value (p) (first p)) (:quiet (p) (<= (second p) 1)))
(values (minimax '(0 0 :max) :game 'swing :depth 1))                              ;=> (3 (2))
(values (minimax '(0 0 :max) :game 'swing :depth 1 :quiet t))                     ;=> (1 (1))
(values (minimax '(0 0 :max) :game 'swing :depth 1 :quiet (lambda (p) (eq (third p) :max))))  ;=> (1 (1 1))
(values (minimax '(0 0 :max) :game 'swing :depth 1 :value (lambda (p) (- (first p)))))        ;=> (-1 (1))
(values (minimax '(0 0 :max) :game 'swing :depth 1 :quiet t :value (lambda (p) (- (first p)))))  ;=> (-1 (1))
(remove-duplicates (mapcar (lambda (a) (first (minimax '(0 0 :max) :game 'swing :depth 1 :quiet t :algorithm (car a)))) (system::search-algorithms)))  ;=> (1)
(second (multiple-value-list (minimax '(0 0 :max) :game 'swing :depth 1 :quiet t)))           ;=> (:LEAVES 3 :NODES 5 :CUTOFFS 0)
(values (minimax '(0 0 :max) :game 'swing :depth 2 :quiet 5))                     ;signals: "MINIMAX: expected a function as :QUIET, got 5"
(minimax '((1 2)) :quiet 5)                                                       ;signals: "MINIMAX: expected a function as :QUIET, got 5"
(draw (record-search '(0 0 :max) :game 'swing :depth 1 :quiet t) :format :ascii)  ;prints: max = 1  #1 in -inf..inf~+- 1: 1 *  #2 in -inf..inf, at the depth limit~+- 3: min = -3  #3 in 1..inf~   +- 0: 3  #4 in 1..inf, at the depth limit~   +- 2: -3  #5 in 1..3, at the depth limit~
;; Positions that are never quiet are searched 16 plies beyond the depth, as by BEST-MOVE.
(define-game restless (:initial 0) (:moves (n) (list (+ n 1))) (:play (n m) n m) (:side (n) n :max) (:over (n) n nil) (:value (n) n) (:quiet (n) n nil))
(mapcar (lambda (d) (first (minimax 0 :game 'restless :depth d :quiet t))) '(0 1 5))          ;=> (16 17 21)
(mapcar (lambda (d) (nth-value 1 (best-move 'restless 0 :plies d))) '(1 5))                   ;=> (17 21)
(not (null (search "2 plies, more where a position is not quiet" (system::page-data '(0 0 :max) nil '(:game swing :depth 2 :quiet t)))))  ;=> T

;; The same side may move twice: native alpha-beta over Kalah in Lisp visits what kalah.lisp visits.
(getf (second (multiple-value-list (minimax (initial-position (kalah-game)) :game (kalah-game) :depth 4))) :nodes)  ;=> 390

;; A recording keeps freshly allocated values intact during collections.
(defun drawn (value)
  (with-output-to-string (*standard-output*)
    (draw (record-search 4 :moves (lambda (n) (make-list 500) (list (- n 1) (- n 1))) :value value :quiet (lambda (n) (= n 0)))
          :format :ascii)))
(equal (drawn (lambda (n) (+ n (/ 7 8)))) (drawn (lambda (n) n 7/8)))  ;=> T

;; The lines of PRINT-MESSAGE: the native search prints the same as Winston's program.
(defun messages-of (f) (with-output-to-string (*standard-output*) (let ((*print-message* t)) (funcall f))))
(progn (minimax bratko) (let ((*print-message* t)) (minimax bratko)) (terpri))  ;prints: ~BIGGEST TRIMS AWAY (6) AT DEPTH 2: ALPHA 5, BETA 4~SMALLEST TRIMS AWAY ((1 1)) AT DEPTH 1: ALPHA 4, BETA 2~
(let ((wrong nil))
  (dolist (tree (list bratko deep '((3) (1 4) ((1 5 9) 2)) '((3 12 8) (2 4 6) (14 5 2)) '(((5 6) (7 4 5)) ((3))  ((6) (6 9)) ((7)) ((5) (9 8)) ((6)))) wrong)
    (if (not (equal (messages-of (lambda () (biggest11 tree -1000 1000 0))) (messages-of (lambda () (minimax tree :algorithm :winston)))))
        (push tree wrong))))  ;=> NIL

;; A pruned position whose text has several lines is shown on one line.
(draw (record-search "a" :moves (lambda (p) p (list "bbbbb" (format nil "c~%d"))) :beta 3 :quiet (lambda (p) (string/= p "a"))
                         :value #'length) :format :ascii)  ;prints: max >= 5  #1 in -inf..3~+- 1: 5  #2 in -inf..3~+. cut: "c d"  alpha 5 >= beta 3 of the window~

;; Functions that return other moves when PRINT-MESSAGE calls them again.
(let ((calls 0))
  (messages-of (lambda ()
          (minimax '(r) :moves (lambda (p) (cond ((> (incf calls) 2) 5) ((equal p '(r)) (list '(a 9) '(b))) (t (list '(c 1) '(d 2)))))
                        :quiet (lambda (p) (if (cdr p) t nil)) :value #'second)))
  (> calls 2))  ;=> T
