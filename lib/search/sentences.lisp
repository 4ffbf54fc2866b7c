;;;; sentences.lisp -- sentences about the steps of a search, for the page and for explanations. -*- sealed -*-

;; Each entry is (NAME TEXT). A slot in braces is replaced by the argument of that name: {n}, {c}, {o}: positions; {a}, {b}:
;; alpha and beta, or the number asked about; {v}: a value; {who}: max or min.
(defvar *sentences*
  '(("start" "The tree before the search. {leaves}; {who} moves at the root.")
    ;; Entering a position.
    ("enter" "Enter {n}, a {who} node.")
    ("enter-window" "Enter {n}, a {who} node, with the window {a}..{b}{owners}.")
    ("enter-closed" "Enter {n}, a {who} node, with the window {a}..{b}, ends included{owners}.")
    ("enter-test" "Enter {n}, a {who} node: is it worth {question}?")
    ("enter-null" "Test {n} with the null window {a}..{b}: is it worth {question}?")
    ("enter-again" "Search {n} again, with the window {a}..{b}, for its exact value.")
    ("evaluate" "Evaluate {n}, a {who} node.")
    ("evaluate-again" "Evaluate {n}, a {who} node, again, for its exact value.")
    ("owner" "{bound} from {o}")
    ("f1" "F1 passes on only the parent's bound.")
    ("more" "more than {a}")
    ("less" "less than {a}")
    ("at-least" "at least {a}")
    ;; Leaves, and what children return.
    ("leaf" "Leaf {n} is worth {v}.")
    ("leaf-words" "Leaf {n} is worth {v}: {words}.")
    ("leaf-again" "It is evaluated again (evaluation {count} of this leaf).")
    ("below" "{n} is {worth}. The positions below it are not shown.")
    ("bound-changes" "{c} returns {v}. {v} {sign} {old}: {bound} of {n} becomes {v}.")
    ("value-changes" "{c} returns {v}. {v} {sign} {old}: the value of {n} so far becomes {v}.")
    ("best-changes" "{c} returns {v}. {v} {sign} {old}: the best value of {n} so far becomes {v}.")
    ("best-outside"
     "{c} returns {v}. The best value of {n} so far becomes {v}, but {v} {sign} {bound} {old}: the window does not change.")
    ("no-change" "{c} returns {v}. {v} {sign} {old}: nothing changes at {n}.")
    ("last-of-equals" "{c} returns {v}, equal to the best so far. This program keeps the last of equal moves.")
    ;; Cutoffs.
    ("no-cutoff" "At {n}, α {a} < β {b}: no cutoff. The next child is visited.")
    ("no-cutoff-strict" "At {n}, α {a} ≤ β {b}: no cutoff, since only α > β cuts. The next child is visited.")
    ("cutoff" "Cutoff at {n}: α {a} {sign} β {b}: {reason}. {pruned}")
    ("cutoff-deep" "Deep cutoff at {n}, {plies} below {o}: α {a} {sign} β {b}: {reason}. {pruned}")
    ("cutoff-test" "Cutoff at {n} with {v}: {reason}: {answer}. {pruned}")
    ;; Why a position is cut, also for WHY.
    ("max-gets" "the maximizer gets at least {v} here")
    ("min-gets" "the minimizer gets at most {v} here")
    ("reason-owner" "{mine}, but the {mover} can have {yours} at {o}")
    ("reason-window" "{mine}, and the window of the search {ends} at {yours}")
    ("reason-before" "{mine}, and {o} was found before to be worth at {most} {yours}")
    ("reason-known" "{mine}, and {o} is known to be worth at {most} {yours}")
    ("reason-test" "this answers the test of {o}, whether the value here is {question}")
    ;; Leaving a position.
    ("worth" "{n} is {worth}.")
    ("worth-nothing" "{n} returns {v}: its window holds no value, so nothing is known.")
    ("exactly" "worth exactly {v}")
    ("at-most" "worth at most {v}")
    ("no-less" "worth at least {v}")
    ("bound-only" "All its moves were visited, but this search relies on the bound only.")
    ("stored" "The table stores {a}..{b}.")
    ;; Second searches, passes and tables.
    ("search-again"
     "The test proved that {n} is {worth}. That is better than the best so far and inside the window, so the exact value is needed: {n} is searched again.")
    ("evaluate-next"
     "The test proved that {n} is {worth}, {question}: it is now evaluated. Its leaves may be visited again.")
    ("pass" "Pass {count}: is the root worth {question}? So far its value is known to lie in {a}..{b}.")
    ("pass-first" "Pass {count}: is the root worth {question}? Nothing is known of its value yet.")
    ("pass-ends" "Pass {count} ends: the value of the root lies in {a}..{b}.")
    ("bounds-meet" "The bounds meet.")
    ("table" "The table holds for {n}: {worth}. That answers the question; it is not visited again.")
    ("table-leaf" "Leaf {n} is known from an earlier pass: {worth}. It is not visited again.")
    ;; BEST-MOVE.
    ("iteration" "Iteration {count}: search to depth {depth}.")
    ("iteration-whole" "Iteration {count}: search to the end of the game.")
    ("outside-window"
     "The value {v} is outside of the window around the value of the last iteration: the root is searched again.")
    ("at-limit" "{n} is at the depth limit: its static value is {v}.")
    ("narrowed-by-table" "The table holds bounds for {n}: the window becomes {a}..{b}.")
    ("narrowed-by-rules" "The rules of the game bound the value of {n}: the window becomes {a}..{b}.")
    ("rules" "By the rules of the game {n} is {worth}. That answers the question; its moves are not visited.")
    ("order" "The moves at {n} are tried in the order {line}.")
    ("order-of-table" "The table holds the first one as the best.")
    ("order-of-iteration" "The first one is the best so far.")
    ("proved-equal" "{c} returns {v}, equal to the best so far, but it is proved: it becomes the best move.")
    ("plies-searched" "It was searched {plies} deep.")
    ("whole-searched" "It was searched to the end of the game.")
    ("proved" "The value is proved to the end of the game.")
    ("iteration-ends" "After depth {depth}: best move {c}, value {v}.")
    ("iteration-ends-whole" "After the search to the end of the game: best move {c}, value {v}.")
    ("limit-ends" "A limit ends iteration {count}, which is not complete.")
    ("best-end" "The best move is {c}: the root is {worth}. The best line is {line}.")
    ("best-end-none" "No iteration is complete: BEST-MOVE returns the first legal move.")
    ;; SSS* and DUAL*.
    ("open-root" "Put the root into OPEN: live, merit {v}.")
    ("take" "Take {n} ({status}, merit {v}) from OPEN.")
    ("take-leaf" "It is a leaf worth {leaf}: it is solved with merit {least}({v}, {leaf}) = {result}.")
    ("take-first" "It is a {who} node: its first child goes into OPEN, live, merit {v}.")
    ("take-all" "It is a {who} node: all its {count} children go into OPEN, live, merit {v}.")
    ("take-only" "It is a {who} node: its only child goes into OPEN, live, merit {v}.")
    ("take-sibling" "{other} has a further move: {c} goes into OPEN, live, merit {v}.")
    ("take-last" "It is the last move of {c} ({who}), which is solved with merit {v}.")
    ("take-best" "No other position of OPEN has a {greater} merit, so {c} ({who}) is solved with merit {v}.")
    ("open-leaves" "{positions} below it {leave} OPEN.")
    ("open-hidden" "Positions that are not shown are searched, until {c} is solved with merit {v}.")
    ("root-solved" "The root is solved: its merit {v} is the value.")
    ;; The end.
    ("end" "The root is {worth}. The best line is {line}. {leaves} of {all} visited; the least possible number is {least}.")
    ("end-short" "The root is {worth}. {leaves} of {all} visited.")
    ;; Exercises.
    ("no-answer" "no answer")
    ("you-gave" "you gave {v}")
    ("max-takes" "Max takes the greatest of {values}, which is {v}.")
    ("min-takes" "Min takes the least of {values}, which is {v}.")
    ("first-leaf" "It is the first leaf: no bound is known yet.")
    ("so-no-cutoff" "So the position is not cut.")
    ("searched-once" "searched once")
    ("order-visits"
     "In this order alpha-beta visits {leaves}, in the given order {all}; the least possible number is {least}.")
    ("no-number" "{v} is not a number.")
    ("leaves-changed"
     "The root is worth {v}, with the given leaves {old}. Alpha-beta visits {leaves}, before {all}: {positions}.")
    ("not-best-first" "At {n}, the first move {c} is worth {v}, but {o} is worth {old}.")
    ("first-move" "It is a first move: it gets the whole window, not a test."))
  "Sentences about searches: a list of (NAME TEXT), with slots in braces.")

(defun sentence (name &rest slots)
  "Return the sentence NAME of *SENTENCES* with its slots filled.
SLOTS: names of slots, as keywords, each with its text.
Example: (sentence \"leaf\" :n \"(1 2)\" :v \"3\") => \"Leaf (1 2) is worth 3.\""
  (let ((text (second (assoc name *sentences* :test #'string=))) (at 0))
    (with-output-to-string (out)
      (loop
        (let ((open (position #\{ text :start at)))
          (write-string text out :start at :end open)
          (when (null open) (return))
          (let ((close (position #\} text :start open)))
            (write-string (getf slots (intern (string-upcase (subseq text (+ open 1) close)) "KEYWORD") "") out)
            (setq at (+ close 1))))))))
