#!/usr/bin/env python3
"""The command: the sessions in the folder command (see sessions.py), and checks that they cannot express: long output, signals,
pictures. usage: run.py WINNOW. The last line is 'N passed, N failed'."""

import glob
import os
import re
import signal
import subprocess
import time
import xml.etree.ElementTree

from checks import check, finish
from harness import environment, expect, folder, run, start, winnow, write
from sessions import run_session

for session in sorted(glob.glob(os.path.join(os.path.dirname(__file__), "command/*.in"))):
    run_session(session.removesuffix(".in"))

# ---- the command

tree = "((3) (1 4) ((1 5 9) 2))"
expect("-e does not shorten values", ["-e", "(make-list 50000 :initial-element 1)"], 0, "(" + " ".join(["1"] * 50000) + ")\n")
expect("-e prints a deep value", ["-e", "(let ((x 1)) (dotimes (i 50000) (setq x (list x))) x)"], 0, "(" * 50000 + "1" + ")" * 50000 + "\n")
code, out, err = run("--help")
check("--help", code == 0 and "usage: winnow" in out, (code, out, err))
check("--help: options are described in words", "  --native-after N      compile a function" in out and not re.search(r"UINT|INT|TEXT| in \[", out), out)
page = run(os.path.join(os.path.dirname(__file__), "../../lib/tools/manual-page.lisp"), given=out)[1]
check("the manual page has the same options", re.findall(r"^\.SH (.*)", page, re.M) == ["NAME", "SYNOPSIS", "OPTIONS", "TREE OPTIONS", "FILES", "EXIT STATUS", "SEE ALSO"] and
      re.findall(r"--[a-z-]+", page.replace("\\-", "-")) == re.findall(r"--[a-z-]+", out) + ["--reference"] and not re.search(r"^'|[^\\]-", page, re.M), page)
check("--help: no line of more than 100 columns", max(map(len, out.splitlines())) <= 100, out)
code, out, err = run("--reference")
check("--reference: special forms", "(if test then &optional else)\nEvaluate THEN" in out, out[:200])
check("--version", run("--version")[1].startswith("winnow "))
code, out, err = run("--reference")
check("--reference", code == 0 and "(nthcdr n list)\nReturn LIST" in out, out[:200])
# Cleanup forms must not write to another open file, such as standard input.
reader, writer = os.pipe()
os.close(reader)
with open(write("typed", "typed"), "r+b") as typed:
    done = subprocess.run([winnow, "-e", "(unwind-protect (dotimes (i 100000) (print i)) (dotimes (i 10000) (print 'cleanup)) (finish-output))"],
                          stdin=typed, stdout=writer, stderr=subprocess.PIPE, env=environment, timeout=20)
os.close(writer)
with open(os.path.join(folder, "typed")) as typed:
    text = typed.read()
    check("output of cleanup forms after a closed pipe is dropped", text == "typed" and done.stderr == b"", (text[:100], done))

# ---- warnings

code, out, err = run("-e", "(defun first-one (z) (nosuch z)) (defun other (z) (nowhere z)) (first-one 3)")
check("a warning that an error repeats is dropped, others are not",
      err.count("NOSUCH is undefined") == 1 and "warning: The function NOWHERE is undefined" in err, err)

# ---- long objects

long = subprocess.run([winnow, "-e", "(car (make-string 100000 :initial-element #\\ж))"], capture_output=True, text=True, env=environment).stderr
check("a long object in a message is shortened, with the number of missing characters",
      len(long) < 5000 and int(re.search(r"ж\.\.\. \(and (\d+) characters more\)", long)[1]) == 100001 - (long.count("ж") - 1), long)  # one more in the form

# ---- time

code, out, err = run("--sandbox", "--max-time", "0.3", "-e", "(profile (loop))")
check("--max-time: a profile in the sandbox is printed", code == 124 and re.search(r"\n; +[\d.]+ % +[\d.]+ % .* PROFILE\n", out), (out, err))

# ---- a profile

busy = """(defvar *end* (+ (get-internal-run-time) 400000))
(defun call (f) (list (funcall f 1)))
(profile
  (call (lambda (x) (loop until (> (get-internal-run-time) *end*)) x)))"""
code, out, err = run(write("busy.lisp", busy))
check("a profile shows the place of a function without a name", re.search(r" \(LAMBDA \(X\)\)  \S*busy\.lisp:4\n", out), (out, err))

# The first sample may come while the memory of native code is set up.
short = write("short.lisp", busy.replace("400000", "10000"))
codes = [run(short)[0] for _ in range(40)]
check("profiles end normally, 40 times", codes == [0] * 40, codes)

# ---- interrupts

for name, form in (("a loop", "(loop)"), ("a profile", "(profile (loop))"), ("a search", "(let ((tr 1)) (dotimes (i 60) (setq tr (list tr tr))) (minimax tr :alpha -5 :player :min))")):
    process = start("-e", f"(progn (princ 'begun) (finish-output) {form})")
    os.read(process.stdout.fileno(), 5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    check(f"{name} is interrupted", process.returncode == 130 and b"Interrupted" in err, (process.returncode, err))
process = start("-e", "(progn (handler-case (progn (princ 'begun) (finish-output) (loop)) (interrupted () (princ 'once))) (dotimes (i 3000000)) (princ 'on))")
os.read(process.stdout.fileno(), 5)
process.send_signal(signal.SIGINT)
out, err = process.communicate(timeout=10)
check("an interrupt is signalled once", process.returncode == 0 and out == b"ONCEON\nON\n", (process.returncode, out, err))

# A search by several processes: they all end with the first one, however it ends.
for name, ending, status in (("an interrupt", signal.SIGINT, 130), ("SIGTERM", signal.SIGTERM, 143), ("SIGKILL", signal.SIGKILL, -9)):
    process = start("-e", "(progn (princ 'begun) (finish-output) (solve 'connect-four (connect-four-position 7 6) :threads 3))")
    os.read(process.stdout.fileno(), 5)
    workers = []
    for _ in range(200):
        for thread in os.listdir(f"/proc/{process.pid}/task"):
            workers += [w for w in open(f"/proc/{process.pid}/task/{thread}/children").read().split() if w not in workers]
        if len(workers) == 2:
            break
        time.sleep(0.05)
    process.send_signal(ending)
    process.communicate(timeout=20)
    left = workers
    for _ in range(200):
        left = [w for w in left if os.path.exists(f"/proc/{w}") and " Z " not in open(f"/proc/{w}/stat").read()]
        if not left:
            break
        time.sleep(0.05)
    check(f"the workers of a search end at {name}", (process.returncode, len(workers), left) == (status, 2, []), (process.returncode, workers, left))

process = start("-i")
process.stdin.write(b"(princ 'begun) (finish-output) (list (princ 'no) \"a string")
process.stdin.flush()
os.read(process.stdout.fileno(), 5)
time.sleep(0.3)  # until it waits for the rest
process.send_signal(signal.SIGINT)
message = os.read(process.stderr.fileno(), 13)
out, err = process.communicate(b" (\" (princ 'no) #\\) ; )\n (princ 'no)) (princ 'after)", timeout=10)
check("an interrupt drops the rest of a form in a pipe", message == b"; Interrupted" and b"NO" not in out and b"AFTER" in out, (message, out, err))

# ---- trees

code, out, err = run("tree", tree)
check("tree: the first line", code == 0 and out.startswith("(3 (1 1))\n6 of 7 leaves evaluated\ncutoff at (2) after move 1"), out)
check("tree: the picture", "max = 3  #1 in -inf..inf\n├─ 1: min = 3 *  #2 in -inf..inf\n│  └─ 1: 3 *  #3 in -inf..inf\n├─ 2: min <= 1  #4 in 3..inf\n│  ├─ 1: 1  #5 in 3..inf\n"
      "│  └╌ cut: 4  alpha 3 of the root >= beta 1\n" in out, out)
# The first move has the value 0, and so has the first reply to each of the others.
large = write("large.sexp", "(" + " ".join("(" + " ".join(str(i * j % 97) for j in range(80)) + ")" for i in range(80)) + ")")
expect("tree: too large to draw", ["tree", large], 0, "(0 (1 1))\n159 of 6400 leaves evaluated, 79 cutoffs; too large to draw (see --record)\n")
expect("tree: pictures", ["tree", "--quiet", "--svg", "t.svg", "--dot", "t.dot", "--tikz", "t.tex", tree], 0, "(3 (1 1))\n")
svg = xml.etree.ElementTree.parse(os.path.join(folder, "t.svg")).getroot()
edges = [e.get("class") for e in svg.iter("{http://www.w3.org/2000/svg}path") if (e.get("class") or "").startswith("edge")]
check("tree --svg: 11 branches, one of them cut, two on the best line",
      (len(edges), edges.count("edge cut"), edges.count("edge best")) == (11, 1, 2), edges)
dot = open(os.path.join(folder, "t.dot")).read()
check("tree --dot: the same", (dot.count(" -> "), dot.count("style=dashed"), dot.count("penwidth=3")) == (11, 1, 2), dot)
tikz = open(os.path.join(folder, "t.tex")).read()
check("tree --tikz: the same", (tikz.count("\\draw"), tikz.count("[dashed"), tikz.count("[ultra thick]")) == (11, 1, 2), tikz)
code, out, err = run("tree", "--quiet", "--record", "--tikz", "-", "(" + "(1 2 3) " * 700 + ")")
check("tree --tikz: no length that TeX cannot hold", code == 0 and
      max(0.75 * 72.27 / 72 * float(x) for pair in re.findall(r"\(([\d.]+),([\d.]+)\)", out) for x in pair) < 16384, out[:1000])
expect("tree: a picture of each tree", ["tree", "--quiet", "--svg", "each.svg", "(1 2)", "((3) 4)"], 0, "(2 (2))\n(4 (2))\n")
check("tree: pictures are numbered", [os.path.exists(os.path.join(folder, name)) for name in ("each.svg", "each-2.svg", "each-3.svg")] == [True, True, False])
os.mkdir(os.path.join(folder, "pictures.d"))
expect("tree: names without an ending", ["tree", "--quiet", "--svg", "pictures.d/each", "--dot", "each", "(1 2)", "(3)"], 0)
check("tree: names without an ending are numbered at their end", [os.path.exists(os.path.join(folder, name)) for name in ("pictures.d/each-2", "each-2")] == [True, True],
      os.listdir(folder))
code, out, err = run("tree", "--quiet", "--svg", "-", "--dot", "-", "(1 2)", "(3)")
check("tree: pictures on standard output have it for themselves", out.startswith("<svg ") and "\n(" not in out and err == "(2 (2))\n(3 (1))\n", (out, err))
check("tree: pictures on standard output", code == 0 and out.count("<svg ") == 2 and out.count("digraph ") == 2 and
      not os.path.exists(os.path.join(folder, "-")), out)
odd = os.path.join(os.fsencode(folder), b"b\xe4ume")
with open(odd, "w") as f:
    f.write("((3) (1 4))")
done = subprocess.run([winnow.encode(), b"tree", b"--quiet", odd], capture_output=True, env=environment)
check("tree: a file name that is not UTF-8", done.returncode == 0 and done.stdout == b"(3 (1 1))\n", done)
check("tree: colour on demand", "\033[2m" in run("--color", "always", "tree", tree)[1])
check("tree: colour on demand, after the word tree", "\033[2m" in run("tree", tree, "--color=always")[1])

finish()
