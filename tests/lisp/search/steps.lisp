;;;; The steps of a search as sentences and pictures. tests/transcripts/page.py compares the sentences with those of the page, which
;;;; an oracle checks.

(defun sentences (board &rest options)
  (let ((found nil))
    (funcall (system::board-replayer board nil options) :all 1000 1000
             (lambda (step last sentence replay) (declare (ignore step last replay)) (push sentence found)))
    (nreverse found)))

(sentences '((3) (1 4)))
;=> ("The tree before the search. 3 leaves; max moves at the root." "Enter the root, a max node, with the window −∞..∞." "Enter (1), a min node, with the window −∞..∞." "Leaf (1 1) is worth 3." "(1 1) returns 3. 3 < ∞: β of (1) becomes 3." "(1) is worth exactly 3." "(1) returns 3. 3 > −∞: α of the root becomes 3." "At the root, α 3 < β ∞: no cutoff. The next child is visited." "Enter (2), a min node, with the window 3..∞ (α 3 from the root)." "Leaf (2 1) is worth 1." "(2 1) returns 1. 1 < ∞: β of (2) becomes 1." "Cutoff at (2): α 3 ≥ β 1: the minimizer gets at most 1 here, but the maximizer can have 3 at the root. 1 leaf is pruned." "(2) is worth at most 1." "(2) returns 1. 1 ≤ 3: nothing changes at the root." "The root is worth exactly 3." "The root is worth exactly 3. The best line is 1, 1. 2 leaves of 3 visited; the least possible number is 2.")
(sentences 7)  ;=> ("The tree before the search. 1 leaf; max moves at the root." "Leaf the root is worth 7." "The root is worth exactly 7. 1 leaf of 1 visited.")

;; As text; only the ends of passes.
(draw (record-search '((3) (1 4)) :algorithm :mtdf) :steps :passes)  ;prints: 0  The tree before the search. 3 leaves; max moves at the root.~10  Pass 1 ends: the value of the root lies in 3..∞.~25  Pass 2 ends: the value of the root lies in 3..3. The bounds meet.~26  The root is worth exactly 3. The best line is 1, 1. 2 leaves of 3 visited; the least possible number is 2.~

;; Games have the names of moves and the results in words.
(define-game pick (:initial '(0 :max)) (:moves (p) '("a" b)) (:side (p) (second p)) (:over (p) (> (abs (first p)) 1)) (:players "white" "black")
  (:play (p m) (list (+ (first p) (if (equal m "a") 1 -2)) (if (eq (second p) :max) :min :max))) (:value (p) (first p)))
(fourth (sentences '(1 :min) :game 'pick))  ;=> "a returns 2. 2 < ∞: β of the root becomes 2."
(third (sentences '(1 :min) :game 'pick))   ;=> "Leaf a is worth 2: white wins."

;; Pictures: one for each step, in all of which each position has the same place.
(defun pictures (board format &rest options)
  (let ((found nil))
    (system::draw-steps (system::board-replayer board nil options) :all format nil (lambda (text) (push text found)))
    (nreverse found)))
(defun all-between (text before after)
  (let ((found nil) (start 0))
    (loop
      (let ((at (search before text :start2 start)))
        (if (null at) (return (nreverse found)))
        (let ((end (search after text :start2 (+ at (length before)))))
          (push (subseq text (+ at (length before)) end) found)
          (setq start end))))))
(defun head-of (svg) (subseq svg 0 (search "<style>" svg)))
;; The beginnings and ends of all branches.
(defun branches (svg) (mapcar (lambda (d) (subseq d 0 (position #\" d))) (all-between svg " d=\"M" "/>")))
(defvar *svgs* (pictures '((3) (1 4) ((1 5 9) 2)) :svg))
(length *svgs*)                                                   ;=> 32
(length (remove-duplicates (mapcar #'head-of *svgs*) :test #'equal))   ;=> 1
(length (remove-duplicates (mapcar #'branches *svgs*) :test #'equal))  ;=> 1

;; Each picture shows the values at its step, and none that are found later.
(defun values-in (svg) (all-between (subseq svg 0 (search "class=\"title\"" svg)) "class=\"value\" text-anchor=\"middle\"" "</text>"))
(defun shown-values (svg) (mapcar (lambda (text) (subseq text (+ 1 (position #\> text)))) (values-in svg)))
(shown-values (first *svgs*))               ;=> ("3" "1" "4" "1" "5" "9" "2")
(shown-values (nth 11 *svgs*))              ;=> ("3?" "3" "3" "1?" "1" "1" "5" "9" "2")
(shown-values (first (last *svgs*)))        ;=> ("3" "3" "3" "≤1" "1" "≤2" "9" "1" "5" "9" "2")
(length (all-between (nth 11 *svgs*) "class=\"cut\" text-anchor=\"middle\"" "</text>"))  ;=> 1
(not (null (search "3..1, cutoff" (nth 11 *svgs*))))              ;=> T
(search "#" (subseq (first *svgs*) (search "</style>" (first *svgs*))))  ;=> NIL
(mapcar (lambda (svg) (length (all-between svg "class=\"now\"" "/>"))) (subseq *svgs* 0 4))  ;=> (1 1 1 1)
(length (all-between (first (last *svgs*)) "class=\"best\"" "/>"))  ;=> 1

;; The caption is the sentence of the step, in lines.
(format nil "~{~A~^ ~}" (mapcar (lambda (text) (subseq text (+ 1 (position #\> text)))) (all-between (subseq (nth 11 *svgs*) (search "class=\"title\"" (nth 11 *svgs*))) "<text" "</text>")))
;=> "Cutoff at (2): α 3 ≥ β 1: the minimizer gets at most 1 here, but the maximizer can have 3 at the root. 1 leaf is pruned."

;; TikZ: LaTeX accepts the file whatever the names are. Characters that a font may lack are arguments of \treechar; no control
;; characters; braces balance.
(defvar *strange* (list "e4\"x" "Ход" "é«ą»" "漢字" "a\\b{}$%&#_^~" "<|>" (string (code-char 1)) "`'" (format nil "x~%y")))
(define-game strange (:initial '(0 :max)) (:moves (p) *strange*) (:side (p) (second p)) (:over (p) (> (first p) 0))
  (:play (p m) (list (+ 1 (position m *strange* :test #'equal)) :min)) (:value (p) (first p)))
(defun tikz-of (board &rest options)
  (with-output-to-string (*standard-output*) (draw (apply #'record-search board options) :format :tikz)))
(defun safe-latex-p (text)
  (let ((open 0) (escaped nil) (line "") (bad nil))
    (declare (ignorable line))
    (dotimes (i (length text))
      (let ((c (char text i)))
        (cond (escaped (setq escaped nil))
              ((char= c #\\) (setq escaped t))
              ((char= c #\{) (incf open))
              ((char= c #\}) (decf open)))
        (if (< open 0) (push i bad))
        (if (or (and (char< c #\Space) (char/= c #\Newline)) (= (char-code c) 127)) (push c bad))
        (if (and (> (char-code c) 127) (not (eql (mismatch "\\treechar{" text :start2 (max 0 (- i 10)) :end2 i) nil))) (push c bad))))
    (and (= open 0) (null bad))))
(safe-latex-p (tikz-of '(0 :max) :game 'strange))                          ;=> T
(every #'safe-latex-p (pictures '(0 :max) :tikz :game 'strange))           ;=> T
(every #'safe-latex-p (pictures '(-13/3 (1.5 -99999999999999999999999)) :tikz :algorithm :sss))  ;=> T
(not (null (search "\\def\\treechar" (tikz-of '(0 :max) :game 'strange)))) ;=> T
(search "\\treechar" (tikz-of '((3) (1 4))))                               ;=> NIL
(search "\\textquotedbl" (tikz-of '(0 :max) :game 'strange))               ;=> NIL

;; Box-and-pointer diagrams too; the file is a document by itself, and in another one only the picture.
(defun list-tikz (object) (with-output-to-string (*standard-output*) (draw-list object :format :tikz)))
(safe-latex-p (list-tikz (mapcan (lambda (name) (list name (intern name))) (copy-list *strange*))))  ;=> T
(mapcar (lambda (text) (count-if #'identity (mapcar (lambda (part) (search part text)) '("\\documentclass{" "\\usepackage{tikz}" "\\begin{document}" "\\endtreefile"))))
        (list (list-tikz '(a . b)) (tikz-of '((3) (1 4)))))                ;=> (4 4)
(null (search "\\def\\treechar" (list-tikz '("Ход"))))                     ;=> NIL

;; Fonts do not join characters to others: two hyphens remain two.
(not (null (search "a-\\/-b" (list-tikz '(|a--b|)))))                   ;=> T
;; A letter's number is there for fonts without it; T2A, if it is installed, has Cyrillic.
(not (null (search "\\treechar{Х}{04}{25}" (list-tikz '("Х")))))           ;=> T
(not (null (search "\\treechar{😀}{01F}{600}" (list-tikz '("😀")))))        ;=> T
(mapcar (lambda (text) (if (search "T2A,OT1" text) t nil)) (list (list-tikz '("Ход")) (list-tikz '("abc"))))  ;=> (T NIL)
;; U+FFFD, which LuaTeX refuses, is a question mark.
(not (null (search "{\\char34{}?\\/\\char34{}}" (list-tikz (list (string (code-char #xFFFD)))))))  ;=> T

;; Control characters in names are not written to SVG and DOT.
(defun control-free-p (text) (notany (lambda (c) (and (char< c #\Space) (char/= c #\Newline))) text))
(mapcar (lambda (format) (control-free-p (with-output-to-string (*standard-output*) (draw (record-search '(0 :max) :game 'strange) :format format))))
        '(:svg :dot :tikz))                                                ;=> (T T T)

;; Wrong arguments.
(draw '(1 2) :steps :some)                    ;signals: "expected :ALL or :PASSES as :STEPS, got :SOME"
(draw '(1 2) :steps :all :format :svg)        ;signals: "expected a name as :FILE with :STEPS, got NIL"
(draw '(1 2) :steps :all :format :dot :file "x")  ;signals: "expected :TEXT, :SVG or :TIKZ as :FORMAT with :STEPS, got :DOT"
(draw (random-tree 4 5) :steps :all :format :svg :file "x.svg")  ;signals: "expected a search of at most 1,000 steps and 1,000 positions"
(list (system::numbered-file "a.b/c" 2) (system::numbered-file "a/c.svg" 2))  ;=> ("a.b/c-2" "a/c-2.svg")
