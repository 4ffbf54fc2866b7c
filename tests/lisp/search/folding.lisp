;;;; Folded subtrees in drawings. tests/transcripts/page.py measures the texts in their triangles.

(defun folded (tree format fold &rest options)
  (with-output-to-string (*standard-output*) (apply #'draw tree :format format :fold fold options)))

;; Pruned branches of several leaves, and the finished subtrees next to the best line.
(draw '((3) (1 4) ((1 5 9) 2) (0 (4 (5 6)))) :format :ascii)
;prints: max = 3  #1 in -inf..inf~+- 1: min = 3 *  #2 in -inf..inf~|  +- 1: 3 *  #3 in -inf..inf~+- 2: min <= 1  #4 in 3..inf~|  +- 1: 1  #5 in 3..inf~|  +. cut: 4  alpha 3 of the root >= beta 1~+- 3: min = 2  #6 in 3..inf~|  +- 1: max = 9  #7 in 3..inf~|  |  +- 1: 1  #8 in 3..inf~|  |  +- 2: 5  #9 in 3..inf~|  |  +- 3: 9  #10 in 5..inf~|  +- 2: 2  #11 in 3..9~+- 4: min <= 0  #12 in 3..inf~   +- 1: 0  #13 in 3..inf~   +. cut: (4 (5 6))  alpha 3 of the root >= beta 0~
(draw '((3) (1 4) ((1 5 9) 2) (0 (4 (5 6)))) :format :ascii :fold :pruned)
;prints: max = 3  #1 in -inf..inf~+- 1: min = 3 *  #2 in -inf..inf~|  +- 1: 3 *  #3 in -inf..inf~+- 2: min <= 1  #4 in 3..inf~|  +- 1: 1  #5 in 3..inf~|  +. cut: 4  alpha 3 of the root >= beta 1~+- 3: min = 2  #6 in 3..inf~|  +- 1: max = 9  #7 in 3..inf~|  |  +- 1: 1  #8 in 3..inf~|  |  +- 2: 5  #9 in 3..inf~|  |  +- 3: 9  #10 in 5..inf~|  +- 2: 2  #11 in 3..9~+- 4: min <= 0  #12 in 3..inf~   +- 1: 0  #13 in 3..inf~   +. cut: 3 leaves  alpha 3 of the root >= beta 0~
(draw '((3) (1 4) ((1 5 9) 2) (0 (4 (5 6)))) :format :ascii :fold t)
;prints: max = 3  #1 in -inf..inf~+- 1: min = 3 *  #2 in -inf..inf~|  +- 1: 3 *  #3 in -inf..inf~+- 2: subtree <= 1  #4 in 3..inf  [1 leaf]~+- 3: subtree = 2  #6 in 3..inf  [4 leaves]~+- 4: subtree <= 0  #12 in 3..inf  [1 leaf]~
(draw '((3) (1 4) ((1 5 9) 2)) :format :ascii :fold t :plies 1) ;prints: max = 3  #1 in -inf..inf~+- 1: min = 3 *  #2 in -inf..inf  [1 more below]~+- 2: min <= 1  #4 in 3..inf  [1 more below]~+- 3: min = 2  #6 in 3..inf  [5 more below]~

;; In all graphic formats.
(count #\< (folded '((3) (1 4) ((1 5 9) 2)) :dot t))    ;=> 26
(null (search ">4 leaves</text>" (folded '((3) (1 4) ((1 5 9) 2)) :svg t)))      ;=> NIL
(null (search "{4 leaves}" (folded '((3) (1 4) ((1 5 9) 2)) :tikz t)))           ;=> NIL
(search ">9</text>" (folded '((3) (1 4) ((1 5 9) 2)) :svg t))                    ;=> NIL

;; Moves of games, whose leaves are not counted, are not folded where they were pruned.
(search "cut: 1 leaf" (folded '((3) (1 4)) :ascii :pruned))                      ;=> NIL
(draw '((3) (1 4)) :fold 3)                             ;signals: type-error
(draw '((3) (1 4)) :fold t :blank t)                    ;signals: "expected :FOLD for the picture"

;; Each picture of a series folds what is folded at its end, with the number of leaves visited so far.
(defun series (tree fold &rest options)
  (let ((texts nil))
    (system::draw-steps (system::board-replayer tree nil options) :all :svg fold (lambda (text) (push text texts)))
    (nreverse texts)))
(defun sizes-in (text)
  (loop for at = (search " leaves</text>" text) then (search " leaves</text>" text :start2 (+ at 1)) while at
        collect (subseq text (+ 1 (position #\> text :end at :from-end t)) at)))
(defvar *series* (series '((3) (1 4) ((1 5 9) 2) (0 (4 (5 6)))) t))
(length *series*)                                       ;=> 38
(sizes-in (first *series*))                             ;=> ("2" "4" "4")
(sizes-in (nth 19 *series*))                            ;=> ("1 of 2" "2 of 4" "4")
(sizes-in (first (last *series*)))                      ;=> ("1 of 2" "4 of 4" "1 of 4")
;; The current position is inside of a triangle.
(every (lambda (text) (search "class=\"now\"" text)) *series*)  ;=> T
(mapcar #'sizes-in (last (series '((3) (1 4) ((1 5 9) 2) (0 (4 (5 6)))) :pruned) 2))  ;=> (("3") ("3"))
(equal (series '((3) (1 4)) nil) (series '((3) (1 (4))) :pruned))  ;=> NIL
(sizes-in (first (last (series '((3 (2 1)) (1 (4 5) 6)) :pruned :algorithm :negascout))))  ;=> ("2")
(draw '((3) (1 4)) :fold 3 :steps :all :format :svg :file "series.svg")  ;signals: type-error
