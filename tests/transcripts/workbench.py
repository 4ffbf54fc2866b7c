#!/usr/bin/env python3
"""What a workbench should do, feature by feature, at terminals of 60, 80 and 120 columns: for each feature, lines that are typed and
patterns of what is then shown, in this order. usage: workbench.py WINNOW. The last line is 'N passed, N failed'."""

import re
from concurrent.futures import ThreadPoolExecutor

import pexpect

from checks import check, finish
from harness import Prompt, editor, run, write
from terminal_sessions import ESCAPES, PROMPT_AT_END

LOOP = "(defun best (l)\n  (let ((m 0))\n    (dolist (x l m)\n      (if (> x m) (setq m x)))))\n(best '(1 b))\n"
UNCLOSED = "(defun a (x)\n  (car x)\n\n(defun b (y)\n  y)\n"

# (feature, lines, patterns), and False if the width of the output is not checked, since it is one long word. A line '^C' is Ctrl-C, '^D' is Ctrl-D, '' is Enter. ':q' is not typed at the prompt 'winnow> '.
FEATURES = [
    ("definitions for what follows",
     ["(defun g (m) (let ((z 7)) (+ m z (car m))))", "(defun f (n) (let ((k (* n 2))) (+ 1 (g k))))",
      "(defun deep (n) (+ 1 (deep (+ n 1))))", "(defun fact (n) (if (= n 0) 1 (* n (fact (1- n)))))"],
     ["G", "F", "DEEP", "FACT"]),
    ("an error opens a debugger on intact frames", ["(f 3)", "(+ m z)", ":q"],
     ["frame 0, G: M = 6, Z = 7", "debug> ", "13", "winnow> "]),
    ("a message has what, where and a hint", ["(list 1 (lenght '(1 2)))"],
     ["Error: The function LENGHT is undefined", r"\(list 1 \(lenght '\(1 2\)\)\)", r"\|         \^{15}", "hint: did you mean LENGTH"]),
    ("restarts have numbers and names", ["(f 3)", "1", "50", "(f 3)", "use-value", "60", "(f 3)", ":q"],
     ["1: USE-VALUE", "2: RETRY", "3: ABORT", "value for", "64", "74"]),
    ("frames have numbers, arguments, locals and places", ["(f 3)", ":bt", ":f 1", ":locals", ":q"],
     [r">0: \(G 6\) +typed", r" 1: \(F 3\) +typed", r"at the prompt", "frame 1, F: N = 3, K = 6", "  N = 3", "  K = 6"]),
    ("commands select, evaluate, return and call again",
     ["(f 3)", ":up", "(* k 2)", ":down", ":return 5", "(f 3)", "(defun g (m) (* m 10))", ":restart",
      "(defun g (m) (let ((z 7)) (+ m z (car m))))"],
     ["frame 1, F", "12", "frame 0, G", "6", "61"]),
    ("calls of one function are folded, the outermost call is shown", ["(deep 0)", ":bt", ":q"],
     ["recursion is too deep", r"-- 1,999,\d\d\d calls of DEEP", r"\(DEEP 0\)"]),
    ("BREAK, INVOKE-DEBUGGER and *DEBUGGER-HOOK*",
     ['(defun h (n) (break "n is ~D" n) (* n 2))', "(h 3)", "n", ":continue",
      "(defun i (n) (invoke-debugger (make-condition 'simple-error :format-control \"mine\")) n)", "(i 1)", ":q",
      "(let ((*debugger-hook* (lambda (c h) (princ 'hooked) (abort)))) (car (list 5) 6))"],
     ["Break: n is 3", "CONTINUE", "3", "6", "mine", "HOOKED"]),
    ("*BREAK-ON-SIGNALS*", ["(let ((*break-on-signals* 'error)) (ignore-errors (f 3)))", ":q"], ["Break", "debug> ", "winnow> "]),
    ("levels are nested", ["(f 3)", "(g 9)", "^D", "^D"],
     ["debug> ", "ABORT +return to debug>", "debug 2> ", "debug> ", "winnow> "]),
    ("the stepper goes forwards", ["(step (fact 2))", "", "", ":q"],
     [r"0\| \(fact 2\)", r"1\| \(if \(= n 0\) 1 \(\* n \(fact \(1- n\)\)\)\)", "N = 2", r"\(= n 0\) => NIL"]),
    ("the stepper goes back, out, over and to the next cutoff",
     ["(step (fact 2))", "", "", ":back", ":out", ":q", "(step (minimax '((3 5) (2 9) (7 1))))", ":cut", ":over"],
     ["an earlier step", r"\(fact 2\) => 2", r"max = \? +window -inf..inf", r"cutoff: alpha 3 of the root >= beta 2", r"pruned",
      r"\(3 \(1 1\)\)"]),
    ("the stepper enters methods",
     ["(defmethod twice ((x integer)) (* 2 x))", "(defmethod twice :around ((x number)) (list (call-next-method)))",
      "(step (twice 4))", "", "", ":q"],
     [r"in the method TWICE :AROUND \(NUMBER\)", r"in the method TWICE \(INTEGER\)", r"\(\* 2 x\)", r"\(8\)"]),
    ("INSPECT walks objects and sets slots",
     ["(defstruct berg name height)", "(inspect (list 1 (make-berg :name 'eiger :height 3970)))", "1", ":set 1 3967", ":up", ":q"],
     ["is of type CONS", "HEIGHT: 3970", "HEIGHT: 3967", r"\(1 #S\(BERG"]),
    ("INSPECT shows classes, packages, hash tables and generic functions",
     ["(inspect (find-class 'integer))", ":q", "(inspect (find-package \"COMMON-LISP-USER\"))", ":q",
      "(inspect (let ((h (make-hash-table))) (setf (gethash 'k h) 5) h))", ":set 0 6", ":q", "(inspect #'twice)", ":q"],
     ["PRECEDENCE", "inspect> ", "NAME", "K: 5", "K: 6", "COMBINATION", "INTEGER"]),
    ("INSPECT shows positions of games", ["(inspect (initial-position 'nim))", "0", ":q"],
     ["position of NIM; MAX moves", r"move \(0 1\)", "MIN moves"]),
    ("TRACE has conditions and breaks", ["(trace fact :if (evenp n) :print (* n 10) :break (= n 2))", "(fact 4)", ":continue", "(untrace)"],
     [r"0: \(FACT 4\)  \(\* N 10\) = 40", r"\(FACT 2\)", "Break: FACT is called", "FACT returned 24"]),
    ("breakpoints", ["(break-at 'fact :if '(= n 1))", "(fact 3)", "n", ":continue", "(break-at :off t)"],
     ["FACT :IF", "Break: FACT is called", "1", "6", "NIL"]),
    ("DESCRIBE shows arguments, callers, methods and the place", ["(describe 'g)", "(describe 'twice)", "(describe 'minimax)"],
     [r"\(g m\)", "Called by F.", "Defined at the prompt", r"Method :AROUND \(NUMBER\), defined at the prompt", r"Method \(INTEGER\)"]),
    ("PROFILE and TIME", ["(profile (dotimes (i 300) (fact 300)))", "(time (fact 3))"], ["winnow> ", "bytes"]),
    ("APROPOS, HELP and the tables of searches",
     ["(apropos 'search)", "(help)", "(help :prompt)", "(compare-searches '((3 5) (2 9) (7 1)))", "(room)"],
     ["compare-searches", ":glossary", "Ctrl-R", "ALPHA-BETA", "bytes"]),
    ("messages are filled",
     ["(lenght-of-the-list-with-a-long-name '(1 2))", "(dotimes i 5 i)", "(break \"~{~A ~}\" (make-list 30 :initial-element 'word))", ":help", ":q"],
     ["undefined", "hint", "WORD", "Ctrl-D"]),
    ("warnings at definition",
     ["(defun w (x &optinal y) (setq total (+ x z)))", "(defun v () (cond (t 1) ((v) 2)))", "(defun u () (make-array 3 :intial-element 0))"],
     ["&OPTINAL is a parameter here", "Y is not used", "TOTAL is not a variable", "Z is not a variable", "never reached", "INTIAL-ELEMENT"]),
    ("a form of several lines is indented and shows its depth", ["(list 1", "2)"], [r"     1> ", r"\(1 2\)"]),
    ("values are pretty, circle-safe and shortened, and say how to see all",
     ["(let ((x (list 1))) (setf (car x) x) x)", "(make-list 5000)", "(make-string 100000 :initial-element #\\a)"],
     [r"#1=\(#1#\)", r"\.\.\.\)", r"cut short: \(setq \*prompt-limit\* nil\)", "cut short"], False),
    ("so do messages", ["(let ((x (list 1 2))) (setf (cddr x) x) (length x))"], [r"\(1 2 1 2"]),
    ("help for names, topics, games and words", ["(help 'nthcdr)", "(help :stepper)", "(help 'nim)", "(help \"alpha\")", "(games)"],
     [r"\(nthcdr n list\)", ":cut", "takes? one or", "maximizer", "CONNECT-FOUR"]),
    ("dialects", ["(dialects)"], [":MACLISP :FRANZ :LISP-1.5"]),
    ("lessons", ["(lesson)"], ["Thirteen lessons", "1 values"]),
    ("PLAY says who plays what, lists commands, takes numbers", ["(play 'connect-four :plies 1)", "4", "9", "hint", "moves", "undo", "quit"],
     ["You are x", "1 2 3 4 5 6 7", "Winnow plays", "9 is not a", "play> "]),
    ("PLAY saves and resumes", ["(play 'nim)", "0 1", 'save "workbench"', "quit", '(play "workbench.game")', "record", "quit"],
     ["Saved to workbench.game", r"1\. ", "winnow> "]),
    ("CHECK-GAME finds games without end",
     ["(define-game endless (:initial 5) (:over (p) (= p 0)) (:value (p) 0) (:side (p) :max)", "(:moves (p) '(1)) (:play (p m) (- 3 p)))",
      "(check-game 'endless)"], ["ENDLESS", "end"]),
    ("Ctrl-C in a loop, with CONTINUE", ["(defun spin () (let ((i 0)) (loop (incf i))))", "(spin)~", "^C", "^C"],
     ["Interrupted in SPIN", "CONTINUE", "debug> ", "winnow> "]),
]


class Workbench:
    """A session at a terminal of COLUMNS, in which features are tried one after the other."""

    def __init__(self, columns):
        self.columns = columns
        self.prompt = Prompt("--quiet", "--no-init", size=(50, columns), NO_COLOR="1")
        self.child = self.prompt.child
        self.type("1")

    def type(self, line):
        """Types LINE; returns what is shown up to the next prompt. A line that ends with a tilde starts a program."""
        if line == ":q" and self.child.match["prompt"] == "winnow> ":
            return ""
        keys = {"^C": "\003", "^D": "\004"}.get(line, line.removesuffix("~") + "\r")
        self.child.send(keys)
        if line.endswith("~"):
            self.child.expect(pexpect.TIMEOUT, timeout=0.3)
            return ""
        self.child.expect(PROMPT_AT_END)
        return self.child.before + self.child.after

    def try_feature(self, name, lines, patterns, keeps_to_width=True):
        shown, widest, wide = "", 0, ""
        try:
            for line in lines:
                output = self.type(line)
                shown += re.sub(ESCAPES, "", output).partition("\n")[2]
                # The first row is what was typed; a longer line takes several. The text after "\r" overwrites a row.
                rows = output.split("\r\n")[1:] if len(line) < self.columns - 12 else []
                for row in (part for row in rows for part in re.sub(r"\033\[[?0-9;]*[A-Za-z]", "", row).split("\r")):
                    if len(row) > widest:
                        widest, wide = len(row), row
            self.type(":q")  # leaves a debugger
        except (pexpect.TIMEOUT, pexpect.EOF):
            shown += "(no prompt) " + str(self.child.before)
        at = 0
        for pattern in patterns:
            found = re.compile(pattern).search(shown, at)
            check(f"{self.columns} columns: {name}: {pattern}", found, shown)
            at = found.end() if found else at
        if keeps_to_width:
            check(f"{self.columns} columns: {name}: no line is wider", widest <= self.columns, wide)


def at_width(columns):
    workbench = Workbench(columns)
    for feature in FEATURES:
        workbench.try_feature(*feature)
    workbench.child.close(force=True)


def checks_files():
    """Features of files and pipes, whose width is unlimited."""
    loop = write("loop.lisp", LOOP)
    code, _, messages = run(loop)
    check("a file: place, excerpt, call", code == 1 and ":4:11: error: >: expected a real number, got B" in messages and "^^^^^^^" in messages, messages)
    unclosed = write("unclosed.lisp", UNCLOSED)
    check("a file: the parenthesis that the indentation contradicts",
          "4" in run(unclosed)[2] and "defun b" in run(unclosed)[2], run(unclosed))
    check("a pipe: the status is 1", run(given="(car 5)\n")[0] == 1)


if editor == "readline":
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda test: test(), (lambda: at_width(60), lambda: at_width(80), lambda: at_width(120), checks_files)))
finish()
