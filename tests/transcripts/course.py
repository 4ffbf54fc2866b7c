#!/usr/bin/env python3
"""The course at the prompt: lessons with right and wrong answers, progress that is kept, and every solution against its own check.
usage: course.py WINNOW. The last line is 'N passed, N failed'."""
import os
import re
import subprocess
import sys
import tempfile

winnow = os.path.abspath(sys.argv[1])
passed = failed = 0


def session(state, text):
    """What Winnow prints when TEXT is typed, with the course's progress in the folder STATE."""
    return subprocess.run([winnow], input=text, capture_output=True, text=True, timeout=120,
                          env={**os.environ, "XDG_STATE_HOME": state, "LC_ALL": "C.UTF-8"}).stdout


def check(name, output, *wanted):
    """OUTPUT contains the texts WANTED in this order."""
    global passed, failed
    at = 0
    for text in wanted:
        found = output.find(text, at)
        if found < 0:
            failed += 1
            print(f"FAILED {name}: {text!r} is missing in\n{output}")
            return
        at = found + len(text)
    passed += 1


NAIVE = "(defun biggest (tree) (cond ((atom tree) tree) (t (apply 'max (mapcar 'biggest tree)))))\n"
NAIVE_SMALLEST = "(defun smallest (tree) (cond ((atom tree) tree) (t (apply 'min (mapcar 'smallest tree)))))\n"
BIGGEST = "(defun biggest (tree) (cond ((atom tree) tree) (t (apply 'max (mapcar 'smallest tree)))))\n"
SMALLEST = "(defun smallest (tree) (cond ((atom tree) tree) (t (apply 'min (mapcar 'biggest tree)))))\n"

with tempfile.TemporaryDirectory() as state:
    check("the list of lessons", session(state, "(lesson)\n"), "Six lessons", "  5 winston ", "In a lesson all forms work")
    check("a wrong definition, the smallest counterexample, a hint",
          session(state, "(lesson 'winston)\n" + NAIVE + NAIVE_SMALLEST + ":hint\n:q\n"),
          "Lesson 5, Winston's stages", "step 1 of 5", "; SMALLEST is not defined yet", "Not yet: (biggest '((0 1))) is 1, it should be 0.",
          "  max = 0\n  └─ 1: min = 0\n     ├─ 1: 0\n     └─ 2: 1\n", "Whose turn is it at (0 1)?", "; saved: lesson 5, step 1 of 5")
    check("definitions are kept", session(state, "(lesson 5)\n" + BIGGEST + SMALLEST),
          "Your BIGGEST and SMALLEST are defined", "Not yet: (biggest '(((0 1)))) is 0, it should be 1.",
          "Right: 300 random trees have the value that MINIMAX gives.", "Step 2 of 5.", "; saved: lesson 5, step 2 of 5")
    check("an error in the learner's function", session(state, "(lesson 2)\n(defun square (n) (* n m))\n"),
          "Not yet: (square 0) signals an error: ")
    check("cutoffs are counted",
          session(state, "(lesson 5 4)\n(defun biggest (b alpha beta) (cond ((quiet b) (static-value b)) (t (dolist (m (plausible-moves b) alpha)"
                         " (setq alpha (max alpha (smallest m alpha beta)))))))\n"
                         "(defun smallest (b alpha beta) (cond ((quiet b) (static-value b)) (t (dolist (m (plausible-moves b) beta)"
                         " (setq beta (min beta (biggest m alpha beta)))))))\n"),
          "Not yet: ", " visits ", " leaves, ", " are enough.")
    check("alpha and beta by hand",
          session(state, "(lesson 6)\n5\n3\nyes\n:hint\nno\nno\nyes\n(+ 1 1)\n5\n'((3 5) (7 1) (2 9))\n'((3 5) (7 1))\n'((3 5) (1 7) (2 9))\n"),
          "  max\n  ├─ 1: min of 3, 5\n  ├─ 2: min of 2, 9\n  └─ 3: min of 7, 1\n",
          "Not 5: at (3 5) the minimizer moves and takes the smaller number.",
          "Right. The maximizer has 3 for certain: alpha at the root is 3 now.",
          "with 0, 2 and 99 the root is worth\n3 each time", "beta is 2. Compare it with alpha.", "Right: 3 >= 2, alpha is not below beta: a cutoff.",
          "Not so. Put other numbers in the place of 1", "Right: alpha 3 < beta 7.", "\n2\n",
          "(:LEAVES 5 :NODES 9 :CUTOFFS 1)", "Not yet: this order visits 5, another one 4.", "the same moves and leaves", "Right: 4, and 3 + 2 - 1 = 4")
    check("a step that is skipped", session(state, "(lesson 3)\n:skip\n:help\n:nonsense\n"), "; skipped; (lesson 3 1) comes back to it", "repeat the task",
          "There is no such command")
    check("unreadable input", session(state, "(lesson 1)\n)\n14\n"), "Error: ", "Step 2 of 9.")
    check("progress in the list", session(state, "(lesson)\n"), "  6 alpha-beta   done")
    check("no such lesson", session(state, "(handler-case (lesson 99) (error (c) (princ c)))\n"), "There is no lesson 99")
    with open(os.path.join(state, "winnow", "course"), "w", encoding="utf-8") as file:
        file.write("(((")
    check("a damaged file of progress", session(state, "(lesson)\n"), "Six lessons")

# Each solution satisfies its own check, each answer its own question, and no other number does; for ten seeds.
SOLVE = """
(in-package :system)
(setq *progress* nil)
(dolist (lesson *lessons*)
  (dotimes (seed 10)
    (let ((*package* *lesson-package*))
      (dolist (step (run-steps (begin-run lesson 1 (+ seed 1))))
        (dolist (form (exercise-solution step)) (eval form))
        (format t "~:[BAD~;GOOD~] ~D ~A~%"
                (if (exercise-needs step)
                    (and (null (missing step)) (null (funcall (exercise-check step))))
                    (and (right-answer-p step (exercise-answer step)) (not (right-answer-p step -999))
                         (or (null (exercise-wrong step)) (stringp (funcall (exercise-wrong step) -999)))))
                (lesson-number lesson) (substitute #\\Space #\\Newline (exercise-text step)))))))
"""
with tempfile.TemporaryDirectory() as state:
    for line in session(state, SOLVE).splitlines():
        if re.match("GOOD ", line):
            passed += 1
        elif re.match("BAD ", line) or "rror" in line:
            failed += 1
            print("FAILED", line)
if passed < 300:
    failed += 1
    print("too few steps were checked")

print(f"{passed} passed, {failed} failed")
