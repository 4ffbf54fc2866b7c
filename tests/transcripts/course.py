#!/usr/bin/env python3
"""The course at the prompt: lessons with right and wrong answers, saved progress, and every solution against its own check.
usage: course.py WINNOW. The last line is 'N passed, N failed'."""
import os
import re
import subprocess
import sys
import tempfile

from checks import check, finish

winnow = os.path.abspath(sys.argv[1])


def session(state, text):
    """Winnow's output for the input TEXT, with the course's progress in the folder STATE."""
    return subprocess.run([winnow], input=text, capture_output=True, text=True, timeout=120,
                          env={**os.environ, "XDG_STATE_HOME": state, "LC_ALL": "C.UTF-8"}).stdout


def check_output(name, output, *wanted):
    """Checks that OUTPUT contains the texts WANTED in this order."""
    at = 0
    for text in wanted:
        at = output.find(text, at)
        if at < 0:
            return check(name, False, (text, output))
        at += len(text)
    check(name, True)


NAIVE = "(defun biggest (tree) (cond ((atom tree) tree) (t (apply 'max (mapcar 'biggest tree)))))\n"
NAIVE_SMALLEST = "(defun smallest (tree) (cond ((atom tree) tree) (t (apply 'min (mapcar 'smallest tree)))))\n"
BIGGEST = "(defun biggest (tree) (cond ((atom tree) tree) (t (apply 'max (mapcar 'smallest tree)))))\n"
SMALLEST = "(defun smallest (tree) (cond ((atom tree) tree) (t (apply 'min (mapcar 'biggest tree)))))\n"

with tempfile.TemporaryDirectory() as state:
    check_output("the list of lessons", session(state, "(lesson)\n"), "Thirteen lessons", "  5 winston ", "In a lesson all forms work")
    check_output("a wrong definition, the smallest counterexample, a hint",
                 session(state, "(lesson 'winston)\n" + NAIVE + NAIVE_SMALLEST + ":hint\n:q\n"),
                 "Lesson 5, Winston's stages", "step 1 of 5", "; SMALLEST is not defined yet", "Not yet: (biggest '((0 1))) is 1, it should be 0.",
                 "  max = 0\n  └─ 1: min = 0\n     ├─ 1: 0\n     └─ 2: 1\n", "Whose turn is it at (0 1)?", "; saved: lesson 5, step 1 of 5")
    check_output("definitions are kept", session(state, "(lesson 5)\n" + BIGGEST + SMALLEST),
                 "Your BIGGEST and SMALLEST are defined", "Not yet: (biggest '(((0 1)))) is 0, it should be 1.",
                 "Right: 300 random trees have the value that MINIMAX gives.", "Step 2 of 5.", "; saved: lesson 5, step 2 of 5")
    check_output("an error in the learner's function", session(state, "(lesson 2)\n(defun square (n) (* n m))\n"),
                 "Not yet: (square 0) signals an error: ")
    check_output("cutoffs are counted",
                 session(state, "(lesson 5 4)\n(defun biggest (b alpha beta) (cond ((quiet b) (static-value b)) (t (dolist (m (plausible-moves b) alpha)"
                                " (setq alpha (max alpha (smallest m alpha beta)))))))\n"
                                "(defun smallest (b alpha beta) (cond ((quiet b) (static-value b)) (t (dolist (m (plausible-moves b) beta)"
                                " (setq beta (min beta (biggest m alpha beta)))))))\n"),
                 "Not yet: ", " visits ", " leaves, ", " are enough.")
    check_output("alpha and beta by hand",
                 session(state, "(lesson 6)\n5\n3\nyes\n:hint\nno\nno\nyes\n(+ 1 1)\n5\n'((3 5) (7 1) (2 9))\n'((3 5) (7 1))\n'((3 5) (1 7) (2 9))\n"),
                 "  max\n  ├─ 1: min of 3, 5\n  ├─ 2: min of 2, 9\n  └─ 3: min of 7, 1\n",
                 "Not 5: at (3 5) the minimizer moves and takes the smaller number.",
                 "Right. The maximizer has 3 for certain: alpha at the root is 3 now.",
                 "with 0, 2 and 99 the root is worth\n3 each time", "beta is 2. Compare it with alpha.", "Right: 3 >= 2, alpha is not below beta: a cutoff.",
                 "Not so. Put other numbers in the place of 1", "Right: alpha 3 < beta 7.", "\n2\n",
                 "(:LEAVES 5 :NODES 9 :CUTOFFS 1)", "Not yet: this order visits 5, another one 4.", "the same moves and leaves", "Right: 4, and 3 + 2 - 1 = 4")
    check_output("a learner's function without an end", session(state, "(lesson 2)\n:skip\n:skip\n(defun count-all (l) (count-all l))\n:q\n"),
                 "Not yet: (count-all nil) does not end within half a second of processor time.", "Change the definition, or type :hint.")
    check_output("and without an end to its recursion", session(state, "(lesson 2 3)\n(defun count-all (l) (+ 1 (count-all l)))\n:q\n"),
                 "Not yet: (count-all nil) ", "recursion without end")
    check_output("a handler in it does not ignore the limit",
                 session(state, "(lesson 2 3)\n(defun count-all (l) (loop (handler-case (loop) (error () 1))))\n:q\n"), "does not end within")
    check_output("skipped steps are not done", session(state, "(lesson 2 1)\n:skip\n:skip\n:skip\n:skip\n:skip\n(lesson)\n"),
                 "(lesson 2 1) comes back to the step that you skipped.", "  2 functions    skipped 5 ")
    check_output("a step that is skipped", session(state, "(lesson 3)\n:skip\n:help\n:nonsense\n"), "; skipped; (lesson 3 1) comes back to it", "repeat the task",
                 "Unknown command; :help lists the commands.")
    check_output("unreadable input", session(state, "(lesson 1)\n)\n14\n"), "Error: ", "Step 2 of 9.")
    check_output("progress in the list", session(state, "(lesson)\n"), "  6 alpha-beta   done")
    check_output("answers without a quote, commands without a colon", session(state, "(lesson 7 1)\n(8 9)\nmaybe\nhint\nquit\n"),
                 "To answer with this list, quote it: '(8 9)", "An answer is a number, yes or no, or a quoted list.", "Alpha is the greatest value",
                 "; saved: lesson 7, step 1 of 6")
    check_output("a terminal whose width is not known",
                 subprocess.run(["script", "-qec", f"stty cols 0; {winnow} -e '(lesson 1 1)'", "/dev/null"], input=":q\n", capture_output=True, text=True,
                                timeout=60, env={**os.environ, "TERM": "dumb", "XDG_STATE_HOME": state, "LC_ALL": "C.UTF-8"}).stdout,
                 "Lesson 1, values", "What is the value of (+ 4 (* 2 5)) ?")
    check_output("no such lesson", session(state, "(handler-case (lesson 99) (error (c) (princ c)))\n"), "The lesson 99 does not exist")
    with open(os.path.join(state, "winnow", "course"), "w", encoding="utf-8") as file:
        file.write("(((")
    check_output("a damaged file of progress", session(state, "(lesson)\n"), "Thirteen lessons")

# Lessons 7 to 13: right and wrong answers.
with tempfile.TemporaryDirectory() as state:
    check_output("the order of moves",
                 session(state, "(lesson 7)\n'(8)\n'(1 8 9)\nfive\n:hint\n'(9 8)\n'((11 7 10) (20 15 14) (12 6 9))\n'(1 2)\n"
                         "'((14 15 20) (7 11 10) (6 9 12))\n:hint\n:hint\n:hint\n625\n49\n(defun least-leaves (w d) (expt w (ceiling d 2)))\n"
                         "(defun least-leaves (w d) (+ (expt w (ceiling d 2)) (expt w (floor d 2)) -1))\n(defun best-order (tree) tree)\n"
                         "(defun best-order (tree) (if (atom tree) tree (sort (mapcar 'best-order tree) '> :key (lambda (m) (car (minimax m :player :min))))))\n"
                         ":show\n(lesson)\n"),
                 "Not yet: leaf 9 is pruned also.", "Not so: leaf 1 is not pruned.", "FIVE", "Alpha is the greatest value", "Right, as (draw tree) shows; (why tree 3 2) says why leaf 8 is pruned:",
                 "Step 2 of 6.", "Not yet: in this order alpha-beta visits 7 leaves, in another one 5.", "Not so: answer with the same moves", "Right: 5 leaves.",
                 "A cutoff needs a leaf", "'((12 9 6) (11 10 7) (20 15 14))", "Not 625: this is the number of all leaves.", "Right: 49 of 625 leaves.",
                 "Not yet: (least-leaves 2 2) is 2, it should be 3.", "Right, for 20 trees", "Not yet: (best-order '", "visits 4 leaves; 3 are enough.", "  7 order        shown 2")
    check_output("cutoffs",
                 session(state, "(lesson 8)\n3\n2\n3\n2\n3\n'(7 8 12)\n'(16 15 14 13 12 8 7)\n'(7)\n'(12)\n"
                         "(defun biggest (b bound) (if (atom b) (static-value b) (reduce 'max (mapcar (lambda (m) (smallest m bound)) b))))\n"
                         "(defun smallest (b bound) (if (atom b) (static-value b) (reduce 'min (mapcar (lambda (m) (biggest m bound)) b))))\n:show\n"
                         "'((1 2) 3)\n'a\n'((((5))) (((5 0))))\nyes\nno\n"),
                 "Not 3: after move 1 the maximizer has 6.", "Right. For any value of the last leaf", "Right: three plies", "Not so. Type :hint", "Right: all three.",
                 "Not yet: leaf 13 is pruned also.", "Right:", "Not so: leaf 7 is not visited by F1 and pruned by F2.", "Right: F1 prunes the others only.",
                 " are enough.", "Not yet: F2 visits 3 leaves of this tree, F1 3.", "Not so: answer with a quoted tree", "Right. No such tree has fewer than three",
                 "Right: F2 visits 7 leaves, F1 8.")
    check_output("windows",
                 session(state, "(lesson 9)\nno\n:show\n:show\n:show\n:show\nno\n"
                         "(defun biggest (b alpha beta) (if (atom b) (static-value b) (dolist (m b alpha) (setq alpha (max alpha (smallest m alpha beta))) (if (>= alpha beta) (return alpha)))))\n"
                         "(defun smallest (b alpha beta) (if (atom b) (static-value b) (dolist (m b beta) (setq beta (min beta (biggest m alpha beta))) (if (>= alpha beta) (return beta)))))\n:show\n"),
                 "Right: it is below.", "Step 7 of 7.", "Not yet: (biggest '", "upper bound", "That was lesson 9.")
    check_output("SCOUT", session(state, "(lesson 10)\n2\n1\n(defun test-max (tree bound) (> tree bound))\n(defun test-min (tree bound) (> tree bound))\n:show\n"
                                  "(defun eval-max (tree) (if (atom tree) tree (reduce 'max (mapcar 'eval-max tree))))\n(defun eval-min (tree) (eval-max tree))\n:show\n"
                                  "1\n2\n7\n9\n18\n17\n(leaves 1)\nyes\nno\n"),
                 "Right. A test needs fewer leaves", "Not yet: (test-max '(0) 0) signals an error: ", "Not yet: (eval-max '((0 1))) is 1, it should be 0.",
                 "Right: the test says that it is better", "evaluated 2 times", "Right: it costs more", "Right: 17, as alpha-beta does.", "Error: ", "Right: 105 against 92.")
    check_output("SSS* and MTD(f)", session(state, "(lesson 11)\n1\n3\n7\n1\n6\n5\n:show\n1\n2\n(defun mtdf (tree guess) (loop (if (= guess 1000) (return))))\n"
                                            "(defun mtdf (tree guess) (car (minimax tree :alpha (- guess 1) :beta guess)))\n:show\n2\n3\nyes\n"),
                 "Not so. Type :hint", "Right.", "Not so: the minimizer takes the smaller one.", "Right. Alpha-beta visits 5.", "with merit inf",
                 "Right: one for the lower bound", "does not end within half a second", "it should be", "Right. From a guess of plus infinity", "Right: 28 each.")
    check_output("a game", session(state, "(lesson 12)\n(define-game race (:initial '(0 :max)) (:moves (p) '(1 2 3)) (:play (p m) (list (+ (first p) m) (second p)))"
                                   " (:side (p) (second p)) (:over (p) (>= (first p) 21)) (:value (p) (cond ((< (first p) 21) 0) ((eq (second p) :max) -1) (t 1))))\n"
                                   "(define-game race)\n:show\n(defun static-value (board) 0)\n:show\n(minimax \".........\" :depth 2 :value 'static-value"
                                   " :quiet (lambda (b) (null (legal-moves 'tic-tac-toe b))) :moves (lambda (b) (mapcar (lambda (m) (play-move 'tic-tac-toe b m)) (legal-moves 'tic-tac-toe b))))\n"
                                   "(why '((11 7 10) (20 15 14) (12 6 9)) 3 2)\n1\n5\n-9\n1\nyes\n"
                                   "(best-move 'exchange *exchange* :plies 1 :without '(:quiescence) :progress nil)\nno\n(defun calm (p) nil)\n:show\n"),
                 "Not yet: (solve 'race '(20 :MAX)) is -1, it should be 1.", "Error: DEFINE-GAME: expected a clause :INITIAL", "Step 2 of 6.",
                 'Not yet: (static-value "', "it should be", "\n(1 (5 1))\n", "alpha", "Right: move 1 seems to be worth 5.", "The loss was beyond the horizon.", ":QUEEN-TAKES-PAWN",
                 "Right: the pawn takes the queen.", "Not yet: (calm '", "That was lesson 12.")
    check_output("the engine", session(state, "(lesson 13)\n1\n:show\nyes\n504\n252\n(defun boards-after (plies) (perft 'tic-tac-toe (initial-position 'tic-tac-toe) plies))\n:show\n"
                                       "(defun wins (heaps) (some (lambda (next) (not (wins next))) (next-heaps heaps)))\n:show\n1000\n1110\nyes\nno\n1\n0\n"),
                 "Step 2 of 8.", "Right: 3,", "Right: the two moves of x", "Not yet: (boards-after 3) is 504, it should be 252.",
                 "Not yet: (wins '", "does not end within half a second", "Not 1000: this is the last search alone.", "Right: only 11 percent", "Right: a draw.",
                 "That was lesson 13. It was the last one.")

# What the lessons say of algorithms, for 300 random trees.
THEOREMS = """
(in-package :system)
(dotimes (i 300)
  (let* ((tree (random-tree (+ 2 (mod i 2)) (+ 2 (mod i 3)) :seed (+ i 1) :leaves (list 0 (if (evenp i) 9 999)))) (best (ordered-tree tree)))
    (format t "~:[BAD~;GOOD~] ~S~%"
            (and (= (length (visited-leaves tree)) (leaves-visited tree))
                 (= (length (visited-leaves tree nil)) (leaves-visited tree :f1))
                 (<= (leaves-visited tree) (leaves-visited tree :f1))
                 (<= (leaves-visited tree :sss) (leaves-visited tree))
                 (= (leaves-visited tree :sss) (leaves-visited tree :mt-sss))
                 (= (leaves-visited tree :dual) (leaves-visited tree :mt-dual))
                 (same-tree-p best tree) (= (tree-value best) (first (minimax tree)))
                 (= (leaves-visited best) (leaves-visited best :negascout) (least-leaf-count (+ 2 (mod i 2)) (+ 2 (mod i 3)))))
            tree)))
(dotimes (seed 100)
  (let ((tree (lesson-tree (+ seed 1))))
    (format t "~:[BAD~;GOOD~] ~S~%"
            (and (= (length (sss-visits tree)) (leaves-visited tree :sss))
                 (= (nth-value 1 (mtdf-passes tree seed)) (first (minimax tree))))
            tree)))
"""
with tempfile.TemporaryDirectory() as state:
    output = session(state, THEOREMS)
    check_output("theorems", f"{output.count('GOOD ')} good, {output.count('BAD ')} bad", "400 good, 0 bad")
    if "BAD" in output or "rror" in output:
        print(output[-2000:])

# Each solution satisfies its own check, each answer its own question, and no other number does; for ten seeds.
SOLVE = """
(in-package :system)
(setq *progress* nil)
(dolist (lesson *lessons*)
  (dotimes (seed 10)
    (let ((*package* *lesson-package*))
      (dolist (step (run-steps (begin-run lesson 1 (+ seed 1))))
        (set-up step)
        (dolist (form (exercise-solution step)) (eval form))
        (dolist (line (lines-of (with-output-to-string (*standard-output*) (write-filled (exercise-text step)))))
          (if (> (length line) 80) (format t "BAD width ~A~%" line)))
        (format t "~:[BAD~;GOOD~] ~D ~A~%"
                (if (exercise-needs step)
                    (and (null (missing step)) (null (funcall (exercise-check step))))
                    (and (right-answer-p step (exercise-answer step)) (not (right-answer-p step -999))
                         (or (null (exercise-wrong step)) (stringp (funcall (exercise-wrong step) -999)))))
                (lesson-number lesson) (substitute #\\Space #\\Newline (exercise-text step)))))))
"""
with tempfile.TemporaryDirectory() as state:
    steps = [line for line in session(state, SOLVE).splitlines() if re.match("GOOD |BAD ", line) or "rror" in line]
for line in steps:
    check("a step of a lesson", line.startswith("GOOD "), line)
check("the steps of all lessons are checked", len(steps) >= 700, len(steps))

# The same where a program has described its own boards: lessons and HELP search lists as lists.
OWN = """
(defun quiet (board) (char= (char board 0) #\\.))
(defun plausible-moves (board) (list board))
(defun static-value (board) (length board))
"""
OTHERS = """
(in-package :system)
(dolist (lesson (remove-if (lambda (lesson) (member (lesson-number lesson) '(5 12))) *lessons*))
  (dolist (step (run-steps (begin-run lesson 1 1)))
    (set-up step)
    (let ((output (handler-case (with-output-to-string (*standard-output*)
                                  (show-text step)
                                  (if (not (exercise-needs step)) (right-answer-p step (exercise-answer step)))
                                  (if (not (exercise-needs step)) (praise step)))
                    (error (c) (format nil "BAD ~A" c)))))
      (format t "~:[GOOD~;BAD~] ~D~%" (search "BAD" output) (lesson-number lesson)))))
(dolist (algorithm *explained-algorithms*)
  (format t "~:[BAD~;GOOD~] ~A~%" (ignore-errors (with-output-to-string (*standard-output*) (explain-algorithm algorithm))) (explained-name algorithm)))
"""
with tempfile.TemporaryDirectory() as state:
    lines = [line for line in session(state, OWN + OTHERS).splitlines() if re.match("GOOD |BAD ", line) or "rror" in line]
for line in lines:
    check("lists are searched as lists", line.startswith("GOOD "), line)
check("many steps and all algorithms", len(lines) >= 60, len(lines))

finish()
