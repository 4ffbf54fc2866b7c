#!/usr/bin/env python3
"""The prompt as a user meets it, in a pseudo-terminal. usage: prompt.py WINNOW. The last line is 'N passed, N failed'."""

import contextlib
import os
import re
import signal
import threading
import time

import pexpect

from checks import check, finish
from harness import Prompt, editor, environment, folder, winnow, write

# ---- values, errors, help

p = Prompt()
check("prompt: a value", p.say("(+ 20 22)\r", r"[\r\n]42\r"))
check("prompt: a form over several lines", p.say("(list 1\r 2\r 3)\r", r"\(1 2 3\)"))
check("prompt: an error with a hint", p.say("(prnit 1)\r", r"Error: The function PRNIT is undefined.*hint: did you mean PRINT\?"))
check("prompt: the restarts of an error are offered", p.say('(list 1 (cerror "Go on." "bad ~A" 2))\r', r"Error: bad 2.*1: CONTINUE: Go on\.", "restart> "))
check("prompt: forms are evaluated at the restart prompt", p.say("(+ 20 22)\r", r"42\r\n", "restart> "))
check("prompt: their errors are reported", p.say("(car 1)\r", r"Error: CAR: expected a list, got 1\r\n", "restart> "))
check("prompt: also over several lines", p.say("(list 3\r", r"       > ", None) and p.say("4) 5\r", r"\(3 4\)\r\n5\r\n", "restart> "))
check("prompt: a circle has an end", p.say("(let ((l (list 1 2))) (setf (cddr l) l))\r", r"#1=\(1 2 \. #1#\)\r\n", "restart> "))
check("prompt: a number chooses", p.say("1\r", r"\(1 NIL\)"))
check("prompt: BREAK waits, an empty line gives up", p.say('(break "Here")\r', r"Break: Here", "restart> ") and p.say("\r", r"\r\n"))
check("prompt: one that asks for a value", p.say("(let ((x 'a)) (check-type x integer) x)\r", r"STORE-VALUE", "restart> ")
      and p.say("1\r", "1", "evaluate: ") and p.say("(* 6 7)\r", r"42\r"))
check("prompt: STEP waits at each call", p.say("(step (list (* 2 3) (car (cdr '(1 2)))))\r", r"\(LIST ", r"q\)> ")
      and p.say("\r", r"  \(\* 2 3\)", r"q\)> ") and p.say("\r", r"  => 6\r\n  \(CAR ", r"q\)> "))
check("prompt: and goes past it", p.say("n\r", r"  => 2\r\n=> \(6 2\)\r\n\(6 2\)"))
check("prompt: another key lists the keys", p.say("(step (list (* 2 3)))\r", r"\(LIST ", r"q\)> ")
      and p.say("?\r", r"Press Return to step into the call, n to step over it, q to stop stepping\.", r"q\)> ") and p.say("q\r", r"\(6\)"))
check("prompt: or shows no more", p.say("(step (list (* 2 3)))\r", r"\(LIST ", r"q\)> ") and p.say("q\r", r"q\r\n\(6\)"))
p.say("(defun half (x) (if (> x 9) (half (/ x 2)) x))\r", "HALF")
check("prompt: STEP enters functions of the program", p.say("(step (half 12))\r", r"\(HALF 12\)", r"q\)> ") and p.say("\r", r"  \(> X 9\)", r"q\)> ")
      and p.say("\r", r"  => T\r\n  \(HALF \(/ X 2\)\)", r"q\)> "))
check("prompt: and past them", p.say("n\r", r"  => 6\r\n=> 6\r\n6\r\n"))
check("prompt: a misspelt name offers none", "restart>" not in p.shown("(list no-such-variable)\r"))
p.say("(list 1 2 3)\r", r"\(1 2 3\)")
check("prompt: last values and forms", p.say("(list * (car +))\r", r"\(\(1 2 3\) LIST\)"))
for form in ("(+ 5 6)", "(values 22 23)", "(list 33)"):
    p.say(form + "\r", r"\)|\d")
check("prompt: and those before them, three deep", p.say("(list * ** *** + ++ +++ / // ///)\r",
      r"\(\(33\) 22 11 \(LIST 33\) \(VALUES 22 23\) \(\+ 5 6\) \(\(33\)\) \(22 23\) \(11\)\)"))
check("prompt: several forms on one line", p.say(p.pasted("(setq a 5)\n(* a a)\n") + "\r", r"25"))
check("prompt: letters of any script", p.say("(setq позиция '(а б))\r", r"\(А Б\)"))
p.say("(defun fac (n) (if (= n 0) 1 (* n (fac (- n 1)))))\r", "FAC")
p.say("(trace fac)\r", "FAC")
check("prompt: trace", p.say("(fac 1)\r",
                             r"0: \(FAC 1\)\s+1: \(FAC 0\)\s+1: FAC returned 1\s+0: FAC returned 1\s+1"))
p = Prompt()
check("prompt: a backtrace on request", p.say("(defun deep (n) (if (= n 0) (car 'x) (+ 1 (deep (- n 1)))))(deep 2)\r", r"expected a list, got X"))
check("prompt: backtraces are mentioned once", "(backtrace) shows" in p.child.before and p.say("(deep 2)\r", "expected a list, got X")
      and "(backtrace) shows" not in p.child.before, p.child.before)
check("prompt: with arguments", p.say("(backtrace)\r", r"0: \(DEEP 0\)\r\n1: \(DEEP 1\)\r\n2: \(DEEP 2\)"))
check("prompt: help", p.say("(help 'minimax)\r", r"\(minimax board &key player depth"))
check("prompt: describe", p.say("(describe 5)\r", r"is of type FIXNUM"))
output = p.shown("(defun calls-none (x) (no-such-function x))\r")
check("prompt: a warning at the end of a form", "; warning: The function NO-SUCH-FUNCTION is undefined\r\n" in output and "CALLS-NONE" in output, output)
defs = write("defs.lisp", ";; (defun not-this ()\n(defvar *d* 1) (defun one-line () 1)\n\n(defun described (n)\n  \"Go down.\"\n  (car n))\n"
             "(defmacro described-macro (x &environment e)\n  e ; )\n  `(car ,x))\n")
p.say(f'(load "{defs}")\r', "T")
output = p.shown("(describe 'described)\r")
check("prompt: describe shows where and how a function is defined",
      f'(described n)\r\nGo down.\r\nDefined at {defs}:4:\r\n(defun described (n)\r\n  "Go down."\r\n  (car n))\r\n' in output, output)
output = p.shown("(describe 'described-macro)\r")
check("prompt: and a macro", f"Defined at {defs}:7:\r\n(defmacro described-macro (x &environment e)\r\n  e ; )\r\n  `(car ,x))\r\n" in output, output)
output = p.shown("(describe 'one-line)\r")
check("prompt: one without lines of its own", f"Defined at {defs}:2:\r\n" in output, output)
p.shown("(defun typed-in (x)\r(car x))\r")
output = p.shown("(describe #'typed-in)\r")
check("prompt: the text that was typed is also shown", "Defined at the prompt:\r\n(defun typed-in (x)\r\n" in output, output)
output = p.shown("(typed-in 5)\r")
check("prompt: an error in it shows the line", re.search(r"Error: CAR: expected a list, got 5\W+\[0m\r\n  2 \| \(car x\)\)\r\n", output), output)
os.remove(defs)
output = p.shown("(describe 'described)\r")
check("prompt: of a file that has gone, where it was", f"Defined near {defs}:" in output and "(defun" not in output, output)
narrow = Prompt("--quiet", size=(24, 60))
output = narrow.shown("(help 'minimax)\r")
check("prompt: help keeps to the width", max(len(re.sub(r"\033\[[?0-9;]*[a-z]|\r", "", line)) for line in output.split("\r\n")) <= 60, output)
for form in ("(compare-searches '((3) (1 4)))", "(why '(((1 4) (5 6)) ((2 1) (1 1))) 1 2 2)"):
    output = narrow.shown(form + "\r")
    check(f"prompt: {form[1:8]}... too", max(len(re.sub(r"\033\[[?0-9;]*[a-z]|\r", "", line)) for line in output.split("\r\n")) <= 60, output)
for columns in (40, 60, 66, 70):
    other = Prompt("--quiet", size=(24, columns))
    output = re.sub(r"\033\[[?0-9;]*[a-z]|\r", "", other.shown("(compare-searches '((3) (1 4)))\r")).strip("\n").split("\n")[-14 * (1 + (columns < 66)):]
    check(f"prompt: the rows of a table are not broken, in {columns} columns", max(map(len, output)) <= columns and
          all(re.match("[A-Z0-9-]+  |algorithm ", line) for line in output), output)
    check(f"prompt: all columns are there, in {columns} columns", " ".join(line for line in output if line.startswith("algorithm")).split() ==
          "algorithm value move leaves distinct least nodes cutoffs seconds".split() if columns >= 66 else output[14].split()[-1] == "seconds", output)
    other.end()
output = narrow.shown("(help 'minimax)\r")
check("prompt: a paragraph fills its lines", "\r\n  :F1, :FAIL-HARD, :WINSTON, :BRATKO, :SCOUT, :NEGASCOUT,\r\n" in output and
      "All find the same value" in [line[:23] for line in output.split("\r\n")], output)
output = narrow.shown("(help :prompt)\r")
check("prompt: a title has its own line", "PROMPT: the prompt and its keys\r\nPress Tab to complete" in output, output)
narrow.say("(play 'nim)\r", "play> ", None)
check("prompt: moves are listed in lines", narrow.say("99\r", r"can play \(0 1\)[^\r\n]+\r\n  [^\r\n]+ \(2 5\)\.", "play> "))
narrow.say("quit\r", "NIL")
output = narrow.shown("(defun twice () (let ((x 1) (x 2)) x))\r")
check("prompt: a warning about what was typed names no file", "; warning: X is bound twice in one LET" in output, output)
output = narrow.shown("#\\foo\r")
check("prompt: an unknown character name", "expected the name of a character, got FOO" in output, output)
narrow.end()
narrow = Prompt(size=(24, 40))
check("prompt: and the greeting", "Winnow, a Common Lisp" in narrow.child.before and
      max(len(re.sub(r"\033\[[?0-9;]*[a-z]|\r", "", line)) for line in narrow.child.before.split("\r\n")) <= 40, narrow.child.before)
narrow.end()
tree = pexpect.spawn(winnow, ["tree", "((3) (1 4) ((1 5 9) 2))"], env=environment, encoding="utf-8", dimensions=(24, 60), timeout=10)
output = tree.read()
check("prompt: the output of WINNOW TREE keeps to the width, in whole words", "\r\nhere, but the maximizer can have 3 at the root (alpha 3 >=\r\nbeta 1); 1 leaf pruned\r\n" in output and
      max(len(re.sub(r"\033\[[?0-9;]*[a-z]", "", line)) for line in output.split("\r\n")) <= 60, output)
tree.close()
standard = Prompt("--quiet", size=(24, 80))
check("prompt: a comparison has a line for each algorithm", standard.shown("(compare-searches '((3) (1 4)))\r").count("\r\n") == 14)
standard.end()
p.child.send("(read-line)\r")
time.sleep(0.5)  # until the line editor gave the terminal back
check("prompt: a program reads a line of its own", p.say("no (form\r", r'"no \(form"'))
p.child.send("(read-line *standard-input* nil 'none)\r")
time.sleep(0.5)
check("prompt: Ctrl-D is the end of what a program reads", p.say("\004", "NONE"))
p.child.send("(read-line)\r")
time.sleep(0.5)
check("prompt: of that read alone", p.say("more\r", '"more"'))
check("prompt: time", p.say("(time (+ 1 2))\r", r"seconds.*\r\n3"))
p.child.send("(draw '(1 (2 22222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222)))\r")
check("prompt: a drawing keeps to the width", p.say("", r"max = 2.*2222\.\.\.\r"))
check("prompt: recursion without end", p.say("(defun f () (+ 1 (f)))(f)\r", r"Error: Recursion is too deep"))

# ---- values that are circular, or long

check("prompt: a circle is printed with labels", p.say("(let ((l (list 1 2 3))) (setf (cdddr l) l))\r", r"#1=\(1 2 3 \. #1#\)"))
note = "; cut short: (setq *prompt-limit* nil) shows all of a value"
long = p.shown("(make-list 100000 :initial-element 'seven)\r")
check("prompt: a long value is cut short", 300 <= long.count("SEVEN") <= 1000 and " ...)" in long and note in long, long[-200:])
wide = p.shown("(let ((x 0)) (dotimes (i 40 x) (setq x (list x x))))\r")
check("prompt: also a wide one", 10 <= wide.count("(") < 3000 and note in wide, wide[-200:])
check("prompt: one that is not long is not", p.shown("(make-list 900 :initial-element 'seven)\r").count("SEVEN") == 900)
p.shown("(defstruct holder part)\r")
for form, printed in (("(let ((x (list 1))) (setf (car x) x))", "#1=(#1#)"), ("(let ((x (list (list 1) 2))) (setf (caar x) x))", "#1=((#1#) 2)"),
                      ("(let ((v (vector 1))) (setf (aref v 0) (list v)) v)", "#1=#((#1#))"),
                      ("(let ((a (make-array '(1 1)))) (setf (aref a 0 0) (list a)) a)", "#1=#2A(((#1#)))"),
                      ("(let ((h (make-holder))) (setf (holder-part h) (list h)) h)", "#1=#S(HOLDER :PART (#1#))"),
                      ("(let ((x (list 1 2))) (setf (car x) x (cdr x) x))", "#1=(#1# . #1#)")):
    check(f"prompt: labels for {printed}", "\r\n" + printed + "\r\n" in re.sub(r"\033\[[?0-9;]*[a-z]\r?", "\r\n", p.shown(form + "\r")), p.child.before)
for name, form in (("a long string", '(make-string 1000000 :initial-element #\\a)'), ("a long integer", "(expt 7 100000)"),
                   ("a deep list", "(let ((x 1)) (dotimes (i 100000) (setq x (list x))) x)"), ("a long name", "(list (make-symbol (make-string 100000)))")):
    output = p.shown(form + "\r")
    check(f"prompt: {name} is cut short", len(output) < 50000 and note in output, (len(output), output[-200:]))
check("prompt: one of moderate length is not", p.shown("(make-string 30000 :initial-element #\\a)\r").count("a") >= 30000 and note not in p.child.before)
p.shown("(defun traced (x) x)\r")
p.shown("(trace traced)\r")
output = p.shown("(let ((x (list 1))) (setf (car x) x) (traced x))\r")
check("prompt: TRACE prints values like the prompt", "0: (TRACED #1=(#1#))\r\n0: TRACED returned #1=(#1#)\r\n" in output, output)
output = p.shown("(describe (make-string 1000000 :initial-element #\\a))\r")
check("prompt: DESCRIBE prints less", len(output) < 5000 and "one million" in output, output[-200:])
check("prompt: shared parts are not a circle", p.say("(let ((x (list 1))) (list x x))\r", r"\(\(1\) \(1\)\)"))
p.shown("(setq *prompt-limit* 2)\r")
check("prompt: its limit can be changed", note in p.shown("'(1 2 3 4 5 6)\r"))
p.shown("(setq *prompt-limit* nil)\r")
check("prompt: and taken away", p.shown("(make-list 1500 :initial-element 'seven)\r").count("SEVEN") == 1500)

# ---- lines that go on, interrupts

p.keys("(list (quote", "\r")
check("prompt: a line that goes on says how deep it is", p.say("", r"     2> ", None))
check("prompt: a blank one says what is open", p.say("\r", r"; 2 parentheses are open; Ctrl-C drops what was typed", None))
check("prompt: so does a string", p.say('a) "b\r', r'     "> ', None))
p.child.sendintr()
p.say("", "winnow> ", None)
output = p.shown("(list 1\r 2\r 3)\r") + p.shown("\r")
check("prompt: other lines do not say it", "; 1 parenthesis" not in output and "; " not in output, output)
p.child.send("(list")
p.child.sendintr()
check("prompt: an interrupt drops them", p.say("", "winnow> ", None) and p.say("(+ 1 1)\r", r"[\r\n]2\r"))
paste = threading.Thread(target=lambda: p.child.send("'(quoted\r" + "(setq ran 1)\r" * 20000))
paste.start()
time.sleep(0.2)
p.child.kill(signal.SIGINT)
while paste.is_alive():
    with contextlib.suppress(pexpect.TIMEOUT):
        p.child.read_nonblocking(65536, 0.1)
p.shown("\r")
check("prompt: an interrupt within a paste without marks drops its rest", p.say("(boundp 'ran)\r", r"[\r\n]NIL\r"), p.child.before[-200:])
check("prompt: an error drops the rest of the line", p.say(p.pasted("(car 5) (setq left 1)") + "\r", "expected a list") and
      p.say("(boundp 'left)\r", r"[\r\n]NIL\r"))
p.child.send("(loop)\r")
time.sleep(1.2)
p.child.sendintr()
check("prompt: an interrupt of a loop", p.say("", r"; Interrupted"))
for name, form in (("cleanup", "(tagbody a (unwind-protect (loop) (princ 'again) (go a)))"),
                   ("handler", "(tagbody a (handler-bind ((condition (lambda (c) (go a)))) (loop)))"),
                   ("hook", "(tagbody a (let ((*debugger-hook* (lambda (c h) (go a)))) (loop)))")):
    p.child.send(form + "\r")
    for _ in range(3):
        time.sleep(0.4)
        p.child.sendintr()
    check(f"prompt: the third interrupt in a row passes over a {name} that jumps back", p.say("", r"; Interrupted for the third time: [^\r]*\r") and
          p.say("(+ 1 1)\r", r"[\r\n]2\r"), p.child.before)
p.child.send("(profile (tagbody a (unwind-protect (loop) (go a))))\r")
for _ in range(3):
    time.sleep(0.4)
    p.child.sendintr()
check("prompt: but the library's own cleanups are run", p.say("", r"; Interrupted for the third time: .*winnow> ", None) and
      p.say("(profile 7)\r", r"[\r\n]7\r"), p.child.before)
check("prompt: the output of a cleanup after an error begins a line",
      re.search(r"got 5[^\r]*\r\ncleaned\r\n", p.shown('(unwind-protect (car 5) (princ "cleaned"))\r')), p.child.before)
check("prompt: an unknown operator is reported with the error in its arguments",
      p.say("(define no-such 5)\r", r"The variable NO-SUCH has no value.*hint: the function DEFINE is undefined: defun or defvar, or \(dialect :lisp-1\.5\)"))
record = os.path.join(folder, "record")
for line in (f'(dribble "{record}")', "(car 5)", "(dribble)"):
    p.shown(line + "\r")
recorded = re.sub(r"\033\[\d+m", "", open(record).read())
check("prompt: a record also has the errors", "(car 5)\nError: CAR: expected a list, got 5\n(dribble)\n" in recorded, recorded)
p.child.send("(half a form")
time.sleep(0.3)
p.child.sendintr()
check("prompt: an interrupt while typing", p.say("", r"winnow> ", prompt=None) and p.say("(+ 1 1)\r", r"[\r\n]2\r"))
check("prompt: a long search reports its progress", p.say("(second (multiple-value-list (best-move 'othello (initial-position 'othello) :seconds 2.5)))\r",
                                                     r"searching \d+ plies: \d+ nodes, .* a second.*[\r\n]-?\d+\r"))
p.child.send("(getf (third (multiple-value-list (best-move 'othello (initial-position 'othello)  :plies 60))) :complete 'none)\r")
time.sleep(1.2)
p.child.sendintr()
check("prompt: an interrupt of a search gives what it has", p.say("", r"NIL\r"))
check("prompt: Ctrl-D leaves", p.end() == 0, p.child.exitstatus)
p = Prompt()
check("prompt: quit with a status", p.end("(quit 3)\r") == 3, p.child.exitstatus)

# ---- editing and completion


def editing():
    p = Prompt("--quiet")
    check("editing: input after Ctrl-C is kept", p.say("(half\003(list 8 9)\r", r"\(8 9\)"))
    p.say("(list 1\r 2\r 3)\r", r"\(1 2 3\)")
    check("editing: a form of several lines is recalled as one", p.say("\033[A\r", r"\(1 2 3\)"))
    p.keys("(list (quote", "\r", 'a) "b', "\r", "\003")
    check("editing: what was broken off can be taken up again", p.say('\033[A")\r', r'\(A "b\s*"\)'))
    p.keys("(defmacro my-do (x &body b) `(progn ,x ,@b))\r", "(my-do 1\r")
    check("editing: the body of a macro of one's own is indented", p.say("(print 7))\r", r"     1>   \S"))
    p.keys("(multiple-value-l", "\t")
    check("editing: completion", p.say("(floor 7 2))\r", r"\(3 1\)"))
    p.say("(defun удвоить (х) (* 2 х))\r", "УДВОИТЬ")
    p.keys("(CL:MULTIPLE-VALUE-L", "\t")
    check("editing: after a package prefix", p.say("(floor 7 2))\r", r"\(3 1\)"))
    p.keys("(in-package :keyword)\r", "(cl-user::удво", "\t")
    check("editing: after two colons internal symbols, in any script", p.say("1)\r", r"удвоить 1\).*[\r\n]2\r"))
    p.keys("(cl-user:удво", "\t")
    check("editing: but not after one", p.say("1)\r", r"Error"))
    p.say("(cl:in-package :cl-user)\r", "COMMON-LISP-USER")
    p.keys("(multiple", "\t", "\t")
    check("editing: a list of completions", p.say("", r"multiple-value-bind\s+multiple-value-", None))
    p.child.sendintr()
    check("editing: a tab that is pasted stays one", p.say('(length "a\tb")\r', r"[\r\n]3\r"))
    p.keys("(minimax '(1 2) :al", "\t", "\t")
    check("editing: of keywords only those that the operator takes", p.say("", r"\r\n:algorithm\s+:alpha\s", None))
    p.child.sendintr()
    p.keys("(defun with-keys (&key ((:alpha-one a)) (beta-two 2)) (list a beta-two))\r", "(with-keys :al", "\t", "1 :bet", "\t")
    check("editing: also functions of the program", p.say("3)\r", r"[\r\n]\(1 3\)"))
    p.keys("(minimax '(1 2) :algorithm :mtd", "\t")
    check("editing: the algorithms", p.say(")\r", r"[\r\n]\(2 \(2\)\)"))
    write("complete-me.lisp", "")
    write("folder/inner.lisp", "")
    p.keys('(file-namestring (probe-file "com', "\t")
    check("editing: a file name is completed in a string", p.say("))\r", r'"complete-me.lisp"\r'))
    p.keys('(file-namestring (probe-file "fol', "\t", "in", "\t")
    check("editing: through folders", p.say("))\r", r'"inner.lisp"\r'))
    p.keys('(file-namestring (probe-file "fol', "\t", "\t")
    check("editing: a second tab completes what is alone there", p.say("))\r", r'"inner.lisp"\r'))
    p.keys("(list 'othel", "\t", "\t")
    check("editing: a game is completed after a quote", p.say("", r"othello\s+othello-position", None))
    p.child.sendintr()
    p.keys("(find-class 'standard-obj", "\t")
    check("editing: so is a class", p.say("))\r", r"STANDARD-CLASS STANDARD-OBJECT"))
    p.keys("(setq print-me-not 1) (print-", "\t")
    check("editing: after a parenthesis only operators are completed", p.say("\t", r"print-unreadable-object", None))
    p.child.sendintr()
    p.child.expect("winnow> ")
    p.child.send("(play 'nim)\r")
    p.child.expect(r"play> ")
    p.keys("(0 3", "\t")
    check("editing: a move is completed", p.say("\r", r"Winnow plays .*play> ", None))
    p.keys("an", "\t")
    check("editing: a command is completed", p.say("\r", r"  \([012] \d\): M.. wins in", None))
    check("editing: the game is left", p.say("quit\r", r"NIL"))
    p.say("(list 4 2)\r", r"\(4 2\)")
    p.say("(play 'nim)\r", r"play> ", None)
    p.say("quit\r", r"NIL")
    check("editing: what was typed there is not in the history", p.say("\033[A\033[A\r", r"\(4 2\)"))
    p.end()
    p = Prompt("--quiet", INPUTRC=write("inputrc", '$if winnow\n"\\C-xl": "(list 7 6)"\n$endif\n$if other\n"\\C-xl": "8"\n$endif\n'))
    check("editing: keys of one's own, for Winnow alone", editor != "readline" or p.say("\030l\r", r"[\r\n]\(7 6\)\r"))
    p.end()


def histories():
    history = os.path.join(folder, "winnow/history")
    lines = lambda: open(history).read().split("\n")
    a, b = Prompt("--quiet"), Prompt("--quiet")
    a.say("'from-a\r", "FROM-A")
    b.say("'from-b\r", "FROM-B")
    a.say('(list "over\rlines")\r', "lines")
    check("history: simultaneous sessions keep all of their lines",
          lines()[-4:-1] == ["'from-a", "'from-b", '(list "over\\nlines")'], lines()[-4:])
    a.child.kill(signal.SIGKILL)
    b.end()
    c = Prompt("--quiet")
    check("history: of a session that died", c.say("\033[A\r", r'\("over\s+lines"\)'))
    c.say("'last\r", "LAST")
    c.child.close(force=False)  # the terminal goes: SIGHUP
    check("history: of a terminal that was closed", lines()[-2] == "'last", lines()[-3:])
    left = os.listdir(os.path.dirname(history))
    check("history: no other files are left", left == ["history"], left)
    with open(history, "w") as f:
        f.write("".join(f"(list {i})\n" for i in range(60000)))
    size = os.path.getsize(history)
    c = Prompt("--quiet")
    check("history: it is cut down to its last entries",
          os.path.getsize(history) < size / 2 and c.say("\033[A\r", r"\(59999\)"), os.path.getsize(history))
    c.end()
    os.remove(history)
    os.mkfifo(history)
    c = Prompt("--quiet")
    begun = c.child.before
    check("history: a file of another kind is left alone", c.say("(+ 1 1)\r", r"[\r\n]2\r"))
    output = begun + c.child.before
    check("history: that is said once", output.count("not a regular file") == (editor != "none"), output)
    c.end()
    os.remove(history)


def homeless():
    child = pexpect.spawn("env", ["-u", "HOME", "-u", "XDG_STATE_HOME", "-u", "XDG_CONFIG_HOME", winnow, "--quiet"], env=environment,
                          encoding="utf-8", timeout=10)
    child.expect("winnow> ")
    child.send("(list 4 2)\r")
    check("history: no home, no history", child.expect([r"[\r\n]\(4 2\)", pexpect.EOF, pexpect.TIMEOUT]) == 0)
    child.close()


def job_control():
    shell = pexpect.spawn("bash", ["--norc", "-i"], env=dict(environment, PS1="sh: ", INPUTRC="/dev/null"), encoding="utf-8",
                          dimensions=(24, 80), timeout=10)
    shell.expect("sh: ")
    shell.send(f"{winnow} --quiet --no-init\r")
    shell.expect("winnow> ")
    shell.send("(list 1")
    time.sleep(0.3)
    shell.send("\032")
    shell.expect("sh: ")
    shell.send("fg\r")
    shell.expect(r"winnow> \(list 1")
    shell.send(" 2)\r")
    check("job control: after Ctrl-Z and fg the line is there again", shell.expect([r"[\r\n]\(1 2\)", pexpect.TIMEOUT]) == 0)
    shell.close(force=True)


if editor != "none":
    editing()
    histories()
    homeless()
    job_control()

# ---- the init file, terminals

write("winnow/init.lisp", "(setq from-init 99)")
p = Prompt("--quiet")
check("prompt: the init file", p.say("from-init\r", r"[\r\n]99\r"))
p.child.close()
p = Prompt("--no-init", term="dumb")
check("a dumb terminal: a value", p.say("(+ 1 2)\n", r"[\r\n]3\r"))
check("a dumb terminal: lines that go on", p.say("(list 1\n", r"\n     1> ", None) and p.say("2)\n", r"\(1 2\)"))
p.child.send("'(quoted\n(setq ran 1)\n")
time.sleep(0.3)
p.child.kill(signal.SIGINT)
check("a dumb terminal: input after an interrupt within a form is not run", p.say("", "winnow> ", None) and p.say("ran\n", "has no value"))
check("prompt: --no-init", p.say("from-init\n", r"has no value"))
output = p.shown("(solve 'nim)\n") + p.shown("(best-move 'tic-tac-toe (initial-position 'tic-tac-toe) :plies 3 :progress t)\n")
check("a dumb terminal: no escape sequences", "\033" not in output and "searching" not in output and "3 plies, worth" in output, output)
p.child.close()
p = Prompt("--no-init", "--quiet")
output = p.shown("(solve 'nim)\r")
check("another terminal: the line of progress is erased", "\r\033[K\r" in output, output)
p.child.close()

# Letters outside ASCII are edited as such, whatever the locale says of encodings.
for variables in ({"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"LC_ALL": "", "LC_CTYPE": "", "LANG": ""}, {"LC_ALL": "", "LANG": "C"},
                  {"LC_ALL": "C.UTF-8"}, {"LC_ALL": "xx_XX.UTF-8"}):
    if editor == "none":
        break
    p = Prompt("--no-init", "--quiet", **variables)
    p.keys('(list "мир" (length "мирами"))', "\002\002\002", "\177\177", "\r")
    check(f"prompt: letters are erased whole: {variables}", p.say("", r'[\r\n]\("мир" 4\)'), p.child.before)
    p.child.close()

# ---- the end

ended = write("ended", "")
for name, number, status in (("SIGTERM", signal.SIGTERM, 143), ("SIGHUP", signal.SIGHUP, 129)):
    p = Prompt("--quiet", "--no-init")
    p.say(f'(defun work () (unwind-protect (loop) (with-open-file (s "{ended}" :direction :output) (write-string "{name}" s))))\r', "WORK")
    p.child.send("(work)\r")
    time.sleep(0.5)
    p.child.kill(number)
    p.child.expect(pexpect.EOF)
    p.child.close()
    check(f"the end: {name} comes after the cleanups", p.child.exitstatus == status and open(ended).read() == name,
          (p.child.exitstatus, p.child.signalstatus))
    p = Prompt("--quiet", "--no-init")
    p.child.kill(number)
    p.child.expect(pexpect.EOF)
    p.child.close()
    check(f"the end: {name} at the prompt", p.child.exitstatus == status, (p.child.exitstatus, p.child.signalstatus))

finish()
