#!/usr/bin/env python3
"""The command and the prompt as a user meets them: arguments, exit codes, messages, line editing in a
pseudo-terminal. usage: run.py WINNOW. The last line is 'N passed, N failed'."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

import pexpect

from checks import check, finish

winnow = os.path.abspath(sys.argv[1])
folder = tempfile.mkdtemp()
environment = dict(os.environ, XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder, TERM="xterm", LC_ALL="C.UTF-8")
environment.pop("NO_COLOR", None)


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())
    return path


def run(*arguments, given="", limit=20):
    done = subprocess.run([winnow, *arguments], input=given.encode(), capture_output=True, timeout=limit,
                          env=environment, cwd=folder)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def expect(name, arguments, code, out=None, err=None, given=""):
    got = run(*arguments, given=given)
    ok = got[0] == code
    ok = ok and (out is None or got[1] == out)
    ok = ok and (err is None or re.search(err, got[2]))
    check(name, ok, got)


# ---- the command

tree = "((3) (1 4) ((1 5 9) 2))"
expect("-e prints the value", ["-e", "(+ 1 2)"], 0, "3\n")
expect("-e and --load mix in order", ["-e", "(setq x 1)", "--load", write("l.lisp", "(setq x (+ x 1))"), "-e", "x"], 0, "1\n2\n")
expect("a program on standard input", ["-"], 0, "5\n", given="(princ (+ 2 3)) (terpri)")
expect("arguments of a script", [write("a.lisp", "(prin1 *command-line*) (terpri)"), "x", "-y"], 0, '("x" "-y")\n')
script = write("s.lisp", f"#!{winnow}\n(princ \"hi\")\n")
os.chmod(script, 0o755)
check("a #! script", subprocess.run([script], capture_output=True, env=environment).stdout == b"hi")
expect("an error ends a script", [write("e.lisp", "(defun f (x)\n  (car x))\n(f 5)\n")], 1, "", r"e\.lisp:2: car: expected a list, got 5\n  2 \| \(car x\)\)\n  in the form \(F 5\)")
expect("the end inside a form", [write("o.lisp", "(defun f\n (x)\n")], 1, "", r"o\.lisp: the text ends inside the form that began on line 1")
expect("one parenthesis too many", [write("p.lisp", "(princ 1))\n(princ 2)")], 0, "12", r"warning: .*line 1: one parenthesis too many")
expect("invalid UTF-8", [write("u.lisp", b"(princ \"\xff\")")], 1, "", r"u\.lisp, line 1: this is not UTF-8")
expect("a directory", [folder], 1, "", r"Cannot read .*: Is a directory")
expect("a missing file", ["/no/such.lisp"], 1, "", r"Cannot read /no/such.lisp: No such file")
expect("an unknown option", ["--bogus"], 2, "", r"there is no option --bogus")
expect("a bad value", ["--dialect", "scheme"], 2, "", r"(?i)dialect")
expect("a bad size", ["--max-heap", "lots", "-e", "1"], 2, "", r"--max-heap")
expect("the status of quit", ["-e", "(quit 7)"], 7, "")
expect("a heap limit", ["--max-heap", "64M", "-e", "(let ((l nil)) (loop (push 1 l)))"], 1, "", r"The heap is exhausted: 64 MiB")
expect("a word of MacLisp", ["-e", "(plus 1 2)"], 1, "", r"hint: \+, or \(dialect :maclisp\)")
expect("the MacLisp flag", ["--dialect", "maclisp", "-e", "(princ (plus 1 2))"], 0, "3\n3\n")
expect("the MacLisp mode line", [write("m.lisp", ";;; -*- Mode: Lisp; Syntax: MacLisp -*-\n(PRINC '/ A/ B/ )")], 0, " A B ")
code, out, err = run("--help")
check("--help", code == 0 and "usage: winnow" in out, (code, out, err))
check("--version", run("--version")[1].startswith("winnow "))
code, out, err = run("--reference")
check("--reference", code == 0 and "(nthcdr n list)\nReturn LIST" in out, out[:200])
check("a pipe without a terminal is quiet", run(given="(+ 1 2)\n\"a\"\n")[1] == '3\n"a"\n')
closed = subprocess.run(f"'{winnow}' -e '(dotimes (i 1000000) (print i))' | head -n 2", shell=True, capture_output=True, timeout=20)
check("output to a closed pipe", closed.stdout == b"\n0 \n" and closed.stderr == b"", closed)

# ---- interrupts

for name, form in (("a loop", "(loop)"), ("a search", "(let ((tr 1)) (dotimes (i 60) (setq tr (list tr tr))) (minimax tr :alpha -5 :player :min))")):
    process = subprocess.Popen([winnow, "-e", form], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    check(f"{name} is interrupted", process.returncode == 130 and b"Interrupted" in err, (process.returncode, err))

# ---- trees

code, out, err = run("tree", tree)
check("tree: the first line", code == 0 and out.startswith("(3 (1 1))\n6 of 7 leaves evaluated\ncut at (2) after move 1"), out)
check("tree: the picture", "max = 3  #1 in -inf..inf\n├─ 1: min = 3 *  #2 in -inf..inf\n│  └─ 1: 3 *  #3 in -inf..inf\n├─ 2: min <= 1  #4 in 3..inf\n│  ├─ 1: 1  #5 in 3..inf\n"
      "│  └╌ cut: 4  alpha 3 of the root >= beta 1\n" in out, out)
expect("tree: quiet, minimizer first", ["tree", "--quiet", "--player", "min", tree], 0, "(2 (3 2))\n")
expect("tree: a file of trees", ["tree", "--quiet", write("t.sexp", f"{tree}\n((1 2) (3 4))\n7\n")], 0, "(3 (1 1))\n(3 (2 1))\n(7 NIL)\n")
expect("tree: standard input", ["tree", "--quiet", "-"], 0, "(3 (1 1))\n", given=tree)
expect("tree: a bad leaf", ["tree", "(1 (2 x))"], 1, None, r"a leaf must be a real number, got X, at the path \(2 2\)")
expect("tree: nothing given", ["tree"], 2, "", "tree needs a tree")
expect("tree --algorithm", ["tree", "--algorithm", "sss", "--quiet", tree], 0, "(3 (1 1))\n")
expect("tree: an unknown algorithm", ["tree", "--algorithm", "best", tree], 2, "", "--algorithm")
expect("tree --draw-depth", ["tree", "--draw-depth", "1", "((1 2) (3 4))"], 0,
       "(3 (2 1))\n4 of 4 leaves evaluated\nmax = 3  #1 in -inf..inf\n├─ 1: min = 1  #2 in -inf..inf  [2 more below]\n"
       "└─ 2: min = 3 *  #5 in 1..inf  [2 more below]\n")
expect("tree: pictures", ["tree", "--quiet", "--svg", "t.svg", "--dot", "t.dot", "--tikz", "t.tex", tree], 0, "(3 (1 1))\n")
svg = xml.etree.ElementTree.parse(os.path.join(folder, "t.svg")).getroot()
edges = [e.get("class") for e in svg.iter("{http://www.w3.org/2000/svg}path") if (e.get("class") or "").startswith("edge")]
check("tree --svg: 11 branches, one of them cut, two on the best line",
      (len(edges), edges.count("edge cut"), edges.count("edge best")) == (11, 1, 2), edges)
dot = open(os.path.join(folder, "t.dot")).read()
check("tree --dot: the same", (dot.count(" -> "), dot.count("style=dashed"), dot.count("penwidth=3")) == (11, 1, 2), dot)
tikz = open(os.path.join(folder, "t.tex")).read()
check("tree --tikz: the same", (tikz.count("\\draw"), tikz.count("[dashed"), tikz.count("[ultra thick]")) == (11, 1, 2), tikz)
expect("tree: a picture of each tree", ["tree", "--quiet", "--svg", "each.svg", "(1 2)", "((3) 4)"], 0, "(2 (2))\n(4 (2))\n")
check("tree: numbered", [os.path.exists(os.path.join(folder, name)) for name in ("each.svg", "each-2.svg", "each-3.svg")] == [True, True, False])
expect("tree: a picture that cannot be written", ["tree", "--svg", "/nowhere/t.svg", tree], 1, None, "Cannot write /nowhere/t.svg")
check("tree: colour on demand", "\033[2m" in run("--color", "always", "tree", tree)[1])

# ---- the prompt


class Prompt:
    def __init__(self, *arguments, term="xterm"):
        self.child = pexpect.spawn(winnow, list(arguments), env=dict(environment, TERM=term, INPUTRC="/dev/null"),
                                   encoding="utf-8", dimensions=(40, 100), timeout=10)
        self.child.expect("winnow> ")

    def say(self, text, wanted, prompt="winnow> "):
        self.child.send(text)
        try:
            self.child.expect(wanted)
            if prompt:
                self.child.expect(prompt)
            return True
        except (pexpect.TIMEOUT, pexpect.EOF):
            return False


p = Prompt()
check("prompt: a value", p.say("(+ 20 22)\r", r"[\r\n]42\r"))
check("prompt: a form over several lines", p.say("(list 1\r 2\r 3)\r", r"\(1 2 3\)"))
check("prompt: it is recalled as one", p.say("\033[A\r", r"\(1 2 3\)"))
check("prompt: an error with a hint", p.say("(prnit 1)\r", r"Error: The function PRNIT is undefined.*hint: did you mean PRINT\?"))
check("prompt: last values and forms", p.say("(list * (car +))\r", r"\(\(1 2 3\) LIST\)"))
check("prompt: several forms at once", p.say("\033[200~(setq a 5)\n(* a a)\n\033[201~\r", r"25"))
check("prompt: completion", p.say("(multiple-value-l\t(floor 7 2))\r", r"\(3 1\)"))
check("prompt: letters of any script", p.say("(setq позиция '(а б))\r", r"\(А Б\)"))
p.say("(defun fac (n) (if (= n 0) 1 (* n (fac (- n 1)))))\r", "FAC")
p.say("(trace fac)\r", "FAC")
check("prompt: trace", p.say("(fac 1)\r",
                             r"0: \(FAC 1\)\s+1: \(FAC 0\)\s+1: FAC returned 1\s+0: FAC returned 1\s+1"))
check("prompt: a backtrace on request", p.say("(defun deep (n) (if (= n 0) (car 'x) (+ 1 (deep (- n 1)))))(deep 2)\r", r"expected a list, got X"))
check("prompt: with arguments", p.say("(backtrace)\r", r"0: \(DEEP 0\)\r\n1: \(DEEP 1\)\r\n2: \(DEEP 2\)"))
check("prompt: help", p.say("(help 'minimax)\r", r"\(minimax board &key player depth"))
check("prompt: describe", p.say("(describe 5)\r", r"is of type FIXNUM"))
p.child.send("(read-line)\r")
time.sleep(0.5)  # until the line editor gave the terminal back
check("prompt: a program reads a line of its own", p.say("no (form\r", r'"no \(form"'))
check("prompt: time", p.say("(time (+ 1 2))\r", r"seconds.*\r\n3"))
p.child.send("(play 'nim)\r")
p.child.expect(r"Your move \(MAX\): ")
check("prompt: a move is completed", p.say("(0 3\t\r", r"I play .*Your move", None))
check("prompt: a command is completed", p.say("an\t\r", r"  1: \([012] \d\), worth", None))
check("prompt: the game is left", p.say("quit\r", r"NIL"))
check("prompt: what was typed there is not in the history", p.say("\033[A\033[A\r", r"seconds.*\r\n3"))
check("prompt: a long search tells of itself", p.say("(second (multiple-value-list (best-move 'othello (initial-position 'othello) :seconds 2.5)))\r",
                                                     r"searching \d+ plies: \d+ nodes, .* a second.*[\r\n]-?\d+\r"))
p.child.send("(getf (third (multiple-value-list (best-move 'othello (initial-position 'othello)  :plies 60))) :complete 'none)\r")
time.sleep(1.2)
p.child.sendintr()
check("prompt: an interrupt of a search gives what it has", p.say("", r"NIL\r"))
p.child.send("(draw '(1 (2 22222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222)))\r")
check("prompt: a drawing keeps to the width", p.say("", r"max = 2.*2222\.\.\.\r"))
p.child.send("(loop)\r")
time.sleep(1.2)
p.child.sendintr()
check("prompt: an interrupt of a loop", p.say("", r"; Interrupted"))
p.child.send("(half a form")
time.sleep(0.3)
p.child.sendintr()
check("prompt: an interrupt while typing", p.say("", r"winnow> ", prompt=None) and p.say("(+ 1 1)\r", r"[\r\n]2\r"))
check("prompt: recursion without end", p.say("(defun f () (+ 1 (f)))(f)\r", r"Recursion is too deep"))
p.child.send("\004")
p.child.expect(pexpect.EOF)
p.child.close()
check("prompt: Ctrl-D leaves", p.child.exitstatus == 0, p.child.exitstatus)

p = Prompt()
check("prompt: history from the last run", p.say("\033[A\033[A\r", r"[\r\n]2\r"))
p.child.send("(quit 3)\r")
p.child.expect(pexpect.EOF)
p.child.close()
check("prompt: quit with a status", p.child.exitstatus == 3, p.child.exitstatus)

os.makedirs(os.path.join(folder, "winnow"), exist_ok=True)
write("winnow/init.lisp", "(setq from-init 99)")
p = Prompt("--quiet")
check("prompt: the init file", p.say("from-init\r", r"[\r\n]99\r"))
p.child.close()
p = Prompt("--no-init", term="dumb")
check("prompt: a dumb terminal", p.say("(+ 1 2)\n", r"[\r\n]3\r"))
check("prompt: --no-init", p.say("from-init\n", r"has no value"))
p.child.close()

finish()
