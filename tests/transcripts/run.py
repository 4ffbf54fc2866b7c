#!/usr/bin/env python3
"""The command as a user meets it: arguments, exit codes, messages, failing streams, signals.
usage: run.py WINNOW. The last line is 'N passed, N failed'."""

import os
import re
import signal
import subprocess
import time
import xml.etree.ElementTree

from checks import check, finish
from harness import environment, expect, folder, run, start, winnow, write

# ---- the command

tree = "((3) (1 4) ((1 5 9) 2))"
expect("-e prints the value", ["-e", "(+ 1 2)"], 0, "3\n")
expect("-e prints a circle with labels", ["-e", "(let ((x (list 1))) (setf (car x) x))"], 0, "#1=(#1#)\n")
expect("-e cuts nothing", ["-e", "(make-list 50000 :initial-element 1)"], 0, "(" + " ".join(["1"] * 50000) + ")\n")
expect("-e prints what is deep", ["-e", "(let ((x 1)) (dotimes (i 50000) (setq x (list x))) x)"], 0, "(" * 50000 + "1" + ")" * 50000 + "\n")
expect("-e and --load mix in order", ["-e", "(setq x 1)", "--load", write("l.lisp", "(setq x (+ x 1))"), "-e", "x"], 0, "1\n2\n")
expect("a program on standard input", ["-"], 0, "5\n", given="(princ (+ 2 3)) (terpri)")
expect("EXIT leaves with a status", ["-e", "(exit 3)"], 3, "")
expect("arguments of a script", [write("a.lisp", "(prin1 *command-line*) (terpri)"), "x", "-y"], 0, '("x" "-y")\n')
script = write("s.lisp", f"#!{winnow}\n(princ \"hi\")\n")
os.chmod(script, 0o755)
check("a #! script", subprocess.run([script], capture_output=True, env=environment).stdout == b"hi")
expect("an error ends a script", [write("e.lisp", "(defun f (x)\n  (car x))\n(f 5)\n")], 1, "", r"e\.lisp:2: CAR: expected a list, got 5\n  2 \| \(car x\)\)\n  in the form \(F 5\)")
bad = "(define-condition bad (error) () (:report (lambda (c s) (declare (ignore c s)) {}))) (error 'bad)"
expect("an error in a report", ["-e", bad.format('(error "inner")')], 1, "BAD\n", r"a condition of type BAD whose report fails: inner\n")
expect("an error in the printing of what is told", ["-e", "(defstruct (p (:print-function (lambda (p s d) (car 5)))))", "-e",
       "(error \"~A\" (make-p))"], 1, "P\n", r"a condition of type SIMPLE-ERROR whose report fails: CAR: expected a list, got 5\n")
expect("the line of a wrong count behind a tail call", [write("tc.lisp", "(defun g (a)\n  a)\n(defun f ()\n  (g 1 2))\n(f)\n")], 1, "",
       r"tc\.lisp:4: G: expected 1 argument, got 2\n  4 \| \(g 1 2\)\)")
script = write("both.lisp", "(princ 1)\n(warn \"W\")\n(princ 2)\n(fresh-line)\n(princ 3)\n(car 5)\n")
both = subprocess.run([winnow, script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment).stdout.decode()
check("messages begin a line where they go to the same place as the output",
      both.startswith("1\n; warning: W\n2\n3\nwinnow: "), both)
expect("an operator that is unknown, as is its argument", ["-e", "(define no-such 5)"], 1, "",
       r"-e:1: The variable NO-SUCH has no value\n  hint: the function DEFINE is undefined: defun or defvar, \(dialect :lisp-1\.5\), or --dialect lisp-1\.5\n")
expect("the end inside a form", [write("o.lisp", "(defun f\n (x)\n")], 1, "", r"o\.lisp:1: the text ends inside the form that begins here")
expect("the end inside a string", [write("o.lisp", "(print 1)\n(f \"abc)\n")], 1, None, r"o\.lisp:2: the text ends inside the string that begins here\n")
expect("the end inside a comment", [write("o.lisp", "(print 1)\n(f #| |# #| abc)\n#| |#\n")], 1, None, r"o\.lisp:2: the text ends inside the comment that begins here\n")
expect("the place of a warning", [write("twice.lisp", "(defun f ()\n  (let ((x 1) (x 2)) x))\n(defun g () (if))\n")], 0, None,
       r"; warning: .*twice\.lisp:2: X is bound twice in one LET; the last one counts\n; warning: .*twice\.lisp:3: Malformed IF")
expect("a form too deep to be compiled", ["-e", "(let ((x 1)) (dotimes (i 10000000) (setq x (list 'car x))) (eval x))"], 1, "",
       r"-e:1: The form is nested too deeply to be compiled\n")
expect("a circular template", ["-e", "`#1=(#1# 2 ,3)"], 1, "", r"-e:1: The template of a backquote is nested too deeply\n")
expect("where the parenthesis is missing", [write("miss.lisp", "(defun a () 1)\n(defun f (x)\n  (let ((y 1))\n    x)\n;; next\n(defun g (x)\n  x)\n(defun h () 1)\n")], 1, "",
       r"miss\.lisp:2: the text ends inside the form that begins here; perhaps the parenthesis is missing before line 6, \(defun g \.\.\.\n")
expect("unmatched close parenthesis", [write("p.lisp", "(princ 1))\n(princ 2)")], 0, "12", r"warning: .*p\.lisp:1: unmatched close parenthesis")
expect("invalid UTF-8", [write("u.lisp", b"(princ \"\xff\")")], 1, "", r"u\.lisp:1: this is not UTF-8")
expect("a directory", [folder], 1, "", r"Cannot read .*: Is a directory")
expect("a missing file", ["/no/such.lisp"], 1, "", r"Cannot read /no/such.lisp: No such file")
expect("a form where a file belongs", ["(+ 1 2)"], 1, "", r"There is no file \(\+ 1 2\); use -e to evaluate a form\n")
expect("an unknown option", ["--bogus"], 2, "", r"unknown option --bogus")
write("-odd.lisp", "(print *command-line*)")
expect("a file behind --", ["--quiet", "--", "-odd.lisp", "--", "-x"], 0, '\n("--" "-x") ')
expect("an unknown option of tree", ["tree", "--bogus", "(1 2)"], 2, "", r"unknown option --bogus\n")
expect("an option without its value", ["-e"], 2, "", r"winnow: --eval needs EXPR\n")
expect("one of tree without its value", ["tree", "(1 2)", "--svg"], 2, "", r"winnow: --svg needs FILE\n")
for calls in ("0", "60001", "-1", "x", ""):
    expect(f"--native-after '{calls}'", ["--native-after", calls, "-e", "1"], 2, "", f"--native-after: expected an integer from 1 to 60000, got {calls}\n")
expect("a bad value", ["--dialect", "scheme"], 2, "", r"(?i)dialect")
expect("a bad size", ["--max-heap", "lots", "-e", "1"], 2, "", r"--max-heap")
expect("a size in which Winnow itself finds no room", ["--max-heap", "3M", "-e", "1"], 2, "", r"from 4M on, got 3M\n")
expect("a size in a unit that there is not", ["--max-heap", "64000000Q", "-e", "1"], 2, "", r"from 4M on, got 64000000Q\n")
expect("the smallest size", ["--max-heap", "4M", "-e", "(+ 1 2)"], 0, "3\n")
expect("the status of quit", ["-e", "(quit 7)"], 7, "")
expect("a number larger than the heap", ["--max-heap", "32M", "-e", "(ash 1 1000000000)"], 1, "", r"The heap is exhausted: 32 MiB")
expect("a heap limit", ["--max-heap", "64M", "-e", "(let ((l nil)) (loop (push 1 l)))"], 1, "", r"The heap is exhausted: 64 MiB")
expect("blocks of what died are taken again, between those of what lives", ["--max-heap", "64M", "-e",
        "(let ((kept '())) (dotimes (i 400 (length kept)) (make-array 100000) (when (zerop (mod i 8)) (push (make-array 9000) kept))))"], 0, "50\n", "")
expect("a stream that nobody has any more is closed, and nothing is said of it", [write("abandoned.lisp", """
(progn (princ "kept" (open "abandoned" :direction :output :if-exists :supersede)) nil)
(dotimes (i 3) (gc) (close (open "/dev/null")))
(with-open-file (s "abandoned") (princ (read-line s)))
(delete-file "abandoned")""")], 0, "kept", "")
for builtin in ("subst 1 2", "mapcar #'1+"):
    expect(f"a heap limit reached again and again: {builtin}", ["--max-heap", "64M", "-e", f"""(let ((l (list 1 2)))
        (setf (cddr l) l)
        (dotimes (i 3) (handler-case ({builtin} l) (storage-condition () (princ 'full)))))"""], 0, "FULLFULLFULL\nNIL\n", "")
for form, status in (("(exit :code 6)", 6), ("(exit 300)", 44), ("(quit :unix-status 4)", 4), ("(sb-ext:exit :abort t)", 1), ("(ext:quit 3)", 3), ("(bye)", 0)):
    expect("the status of " + form, ["-e", form], status, "", "")
expect("QUIT of a wrong number of arguments", ["-e", "(exit 1 2)"], 1, "", r"EXIT: expected 0 to 1 arguments, got 2")
expect("a word of MacLisp", ["-e", "(plus 1 2)"], 1, "", r"hint: \+, \(dialect :maclisp\), or --dialect maclisp")
expect("the MacLisp flag", ["--dialect", "maclisp", "-e", "(princ (plus 1 2))"], 0, "3\n3\n")
expect("a word of Franz Lisp", ["-e", "(patom 1)"], 1, "", r"hint: princ, \(dialect :franz\), or --dialect franz")
expect("the Franz flag", ["--dialect", "franz", write("f.l", "(msg 'Foo N)\n(def f (lambda (x) (list x (add1 x]\n(print (f 1))")], 0, "Foo\n(1 2)")
expect("a bracket of Franz Lisp", [write("b.l", "(print '(a b)]\n(print 'c)\n")], 1, "", r"hint: \] closes all open lists in Franz Lisp: \(dialect :franz\), or --dialect franz")
expect("the LISP 1.5 mode line", [write("f.15", ";;; -*- Syntax: LISP 1.5 -*-\nDEFINE (((NEXT (LAMBDA (X) (ADD1 X)))))\nNEXT (5)\n")], 0, "(NEXT)\n6\n")
expect("an error at the top level of LISP 1.5", [write("g.15", ";;; -*- Syntax: LISP 1.5 -*-\nCAR (5)\n")], 1, "", r"\n  in the doublet CAR \(5\)\n$")
expect("a file that reads what is typed", [write("r.lisp", "(princ (list (read) (read)))")], 0, "(A1 B2)", given="a1 b2\n")
expect("a symbol names a file to load", ["-e", f"(load '|{write('symbol.lisp', '(princ 5)')}|)"], 0, "5\nT\n")
expect("LISP 1.5 from a pipe", ["--dialect", "lisp-1.5"], 0, "6\n*T*\n(1 . 2)\n", given="PLUS (1 5)\nT\nCONS\n(1 2)\n")
expect("a deck goes on after an error", ["--dialect", "lisp-1.5", write("deck.lisp", "      TEST  ERRORS\nCAR (A)\nCDR ((A B))\nSTOP)))\n      FIN\n")], 1, "(B)\n", r"deck.lisp:2: CAR: expected a list, got A")
expect("an error at the top of a deck ends what loads it", ["-e", "(handler-case (load \"" + write("bad.lisp", ";;; -*- Syntax: LISP 1.5 -*-\nCAR (A)\nCDR ((A B))\n") + "\") (error () (princ \"caught\")))"], 0, "caught\n\"caught\"\n")
expect("the MacLisp mode line", [write("m.lisp", ";;; -*- Mode: Lisp; Syntax: MacLisp -*-\n(PRINC '/ A/ B/ )")], 0, " A B ")
code, out, err = run("--help")
check("--help", code == 0 and "usage: winnow" in out, (code, out, err))
check("--help: each option in words", "  --native-after N      compile a function" in out and not re.search(r"UINT|INT|TEXT| in \[", out), out)
page = run(os.path.join(os.path.dirname(__file__), "../../src/manual_page.lisp"), given=out)[1]
check("the manual page says all of that", re.findall(r"^\.SH (.*)", page, re.M) == ["NAME", "SYNOPSIS", "OPTIONS", "TREE OPTIONS", "FILES", "EXIT STATUS", "SEE ALSO"] and
      re.findall(r"--[a-z-]+", page.replace("\\-", "-")) == re.findall(r"--[a-z-]+", out) + ["--reference"] and not re.search(r"^'|[^\\]-", page, re.M), page)
check("--help: no line of more than 100 columns", max(map(len, out.splitlines())) <= 100, out)
code, out, err = run("--reference")
check("--reference: special forms", "(if test then &optional else)\nEvaluate THEN" in out, out[:200])
check("--version", run("--version")[1].startswith("winnow "))
code, out, err = run("--reference")
check("--reference", code == 0 and "(nthcdr n list)\nReturn LIST" in out, out[:200])
check("a pipe without a terminal is quiet", run(given="(+ 1 2)\n\"a\"\n")[1] == '3\n"a"\n')
closed = subprocess.run(f"'{winnow}' -e '(dotimes (i 1000000) (print i))' | head -n 2", shell=True, capture_output=True, timeout=20)
# Cleanups that write more have nobody to write for, either, least of all standard input.
reader, writer = os.pipe()
os.close(reader)
with open(write("typed", "typed"), "r+b") as typed:
    done = subprocess.run([winnow, "-e", "(unwind-protect (dotimes (i 100000) (print i)) (dotimes (i 10000) (print 'cleanup)) (finish-output))"],
                          stdin=typed, stdout=writer, stderr=subprocess.PIPE, env=environment, timeout=20)
os.close(writer)
with open(os.path.join(folder, "typed")) as typed:
    told = typed.read()
    check("what follows a closed pipe is written nowhere", told == "typed" and done.stderr == b"", (told[:100], done))
check("output to a closed pipe", closed.stdout == b"\n0 \n" and closed.stderr == b"", closed)

# ---- warnings at the end of a text

doubtful = write("doubtful.lisp", """(defun f (x) (undefned x) (undefned x 1))
(defun g (x)
  (car x 1))
(defun h (n) (setq total (+ n 1)))
(h 1)
(defun early (x) (late x) (late x x) (mapcr x) (list *size* count) #'later)
(defun late (x) x)
(defun later (x) x)
(defvar *size* 1)
(setq count 5)
(defun special-here () (declare (special here)) (setq here 1))
(defun expanded (x) (after x))
(defmacro after (x) x)
(princ 'done)
""")
expect("a text's doubtful uses, at its end", [doubtful], 0, "DONE", r"""(?x)\A
; \ warning: \ AFTER\ is\ a\ macro\ only\ from\ here\ on: \ EXPANDED, \ which\ calls\ it, \ is\ compiled\ anew\n
; \ warning: \ \S*doubtful\.lisp:1: \ The\ function\ UNDEFNED\ is\ undefined\n
; \ warning: \ \S*:3: \ CAR: \ expected\ 1\ argument, \ got\ 2\n
; \ warning: \ \S*:4: \ The\ variable\ TOTAL\ is\ not\ declared: \ \(defvar\ total\)\ would\ do\ that\n
; \ warning: \ \S*:6: \ LATE: \ expected\ 1\ argument, \ got\ 2\n
; \ warning: \ \S*:6: \ The\ function\ MAPCR\ is\ undefined\ \(did\ you\ mean\ MAPC\ or\ MAPCAR\?\)\n
\Z""")
inner = write("inner.lisp", "(defun uses-outer (x) (outer-function x))")
expect("what the outer text defines after the inner", [write("outer.lisp", f"(load \"{inner}\") (defun outer-function (x) x)")], 0, "", r"\A\Z")
expect("MacLisp declares no variables", ["--dialect", "maclisp", write("free.l", "(defun f (n) (setq total (add1 n)))")], 0, "", r"\A\Z")
expect("what is made up and evaluated has no warnings", ["-e", "(eval (read-from-string \"(defun made-up (x) (nowhere x))\"))"], 0, None, r"\A\Z")

expect("a handler for what is no type", [write("handlers.lisp", """(defun f () (handler-case (car 1) (wrong-type () 1) (mine () 2) (type-error () 3)))
(define-condition mine (error) ())
(princ (f))
(handler-bind ((no-such #'print)) (princ 4))
""")], 0, "34", r"\A; warning: \S*handlers\.lisp:1: WRONG-TYPE is not the name of a type\n; warning: \S*:4: NO-SUCH is not the name of a type\n\Z")

# ---- the dialect: what is typed lasts, what a file sets ends with it

sets = write("sets.lisp", "(dialect :maclisp) (princ (add1 2))")
expect("a dialect lasts from one -e to the next", ["-e", "(dialect :maclisp)", "-e", "(sub1 3)"], 0, ":MACLISP\n2\n")
expect("and at a prompt", ["-i", "--no-init"], 0, ":MACLISP\nF\n4\n", given="(dialect :maclisp)\n(defun f n (sub1 n))\n(f 1 2 3 4 5)\n")
expect("and in a pipe", [], 0, ":MACLISP\n2\n", given="(dialect :maclisp)\n(sub1 3)\n")
expect("that of a file does not", ["--load", sets, "-e", "(dialect)"], 0, "3\n:COMMON-LISP\n")
expect("nor does it in LOAD at a prompt", ["-i", "--no-init"], 0, "3\nT\n:COMMON-LISP\n", given=f'(load "{sets}")\n(dialect)\n')

# ---- an error in a clause of a game

game = """(define-game bad (:initial '(5 :max)) (:moves (p) (if (= (car p) 1) '(1) '(1 2)))
  (:play (p m) (step-of p m)) (:side (p) (cadr p)) (:over (p) (= (car p) 0)) (:value (p) 0))
(defun step-of (p m) m (incf (aref p 0)))
"""
expect("an error in a clause tells clause and position", [write("game.lisp", game + "(best-move 'bad '(5 :max))\n")], 1, "",
       r"game\.lisp:3: INCF: expected an array, got \(5 :MAX\)\n.*\n  in the clause \(:PLAY \(5 :MAX\) 1\) of BAD\n")
expect("also where no search is under way", ["-i", "--no-init"], 0, "BAD\nSTEP-OF\n", r"\n  in the clause \(:PLAY \(5 :MAX\) 1\) of BAD\n",
       given=game + "(play-move 'bad '(5 :max) 1)\n")

# ---- little memory, few files

expect("a tree evaluates nothing", ["tree", "(1 #.(quit 7))"], 1, "", r"#\. is disabled")
expect("a tree without a leaf", ["tree", "()"], 1, "", r"a leaf must be a real number, got NIL")
for kilobytes in (20000, 26000, 30000, 40000):
    poor = subprocess.run(["bash", "-c", f'ulimit -v {kilobytes}; exec "$0" -e "(+ 1 2)"', winnow], capture_output=True, text=True, env=environment)
    check(f"an address space of {kilobytes} KiB", (poor.returncode, poor.stderr) == (1, "winnow: out of memory\n")
          or (poor.returncode, poor.stdout) == (0, "3\n"), poor)
product = "(dotimes (i 3 (+ 1 2)) (handler-case (* (expt 7 3000000) (expt 3 3000000)) (storage-condition ())))"
for kilobytes in range(90000, 170000, 8000):  # from too little for a thread on to enough for the product
    poor = subprocess.run(["bash", "-c", f'ulimit -v {kilobytes}; exec "$0" -e "{product}"', winnow], capture_output=True, text=True, env=environment)
    check(f"long integers in an address space of {kilobytes} KiB", (poor.returncode, poor.stdout, poor.stderr) == (0, "3\n", ""), poor)
one = write("one.lisp", "(setq loads (+ loads 1))")
few = subprocess.run(["bash", "-c", f"""ulimit -n 30; exec "$0" -e '(setq loads 0)' -e '(dotimes (i 100 loads) (open "{one}") (load "{one}"))'""", winnow],
                     capture_output=True, text=True, env=environment)
check("LOAD closes files that nobody holds", few.stdout == "0\n100\n", few)
expect("a circular value of -e has labels", ["-e", "(let ((l (list 1 2))) (setf (cdr l) l) l)"], 0, "#1=(1 . #1#)\n")
expect("a circular value in a pipe has labels", ["-i", "--no-init"], 0, "(1 2)\n#1=(1 . #1#)\n", given="(setq l (list 1 2))\n(progn (setf (cdr l) l) l)\n")

long = subprocess.run([winnow, "-e", "(car (make-string 100000 :initial-element #\\ж))"], capture_output=True, text=True, env=environment).stderr
check("a long object in a message is cut, and said how much of it is missing",
      len(long) < 5000 and int(re.search(r"ж\.\.\. \(and (\d+) characters more\)", long)[1]) == 100001 - (long.count("ж") - 1), long)  # one is in the form

# ---- a program from a pipe

expect("a pipe: its first error ends it", [], 1, "1\n", r"standard input:2: CAR: expected a list, got 1\n", given="(+ 0 1)\n(car 1)\n(princ 'later)\n")
expect("a pipe: all values", [], 0, "3\n1\n", given="(floor 7 2)")
expect("a pipe: -i goes on after errors", ["-i", "--no-init"], 0, "2\n", r"expected a list", given="(car 1)\n(+ 1 1)\n")
expect("-i: the prompt after a file", ["-i", "--no-init", write("i.lisp", "(setq from-file 5)")], 0, "5\n", given="from-file")
expect("a first line in Latin-1", [write("latin.lisp", b";; Autor: M\xfcller\n(princ 1)")], 0, "1")
expect("a first form in Latin-1", [write("latin2.lisp", b"(princ \"M\xfcller\")")], 1, "", "latin2\\.lisp:1: this is not UTF-8")

# ---- standard streams that are closed, or fail

write("reads.lisp", "(read-line)")

for arguments, code, out, err in (
        ("-e 1 <&-", 0, "1\n", ""),
        ("<&-", 1, "", "standard input: Bad file descriptor"),
        ("-i <&-", 0, "", "standard input: Bad file descriptor"),
        ("-e '(read-line)' <&-", 1, "", "standard input: Bad file descriptor"),
        ("reads.lisp <&-", 1, "", "standard input: Bad file descriptor"),
        ("-e 1 >&-", 1, "", "standard output: Bad file descriptor"),
        ("-e '(car 1)' 2>&-", 1, "", ""),
        ("-e '(with-open-file (s \"own\" :direction :output) (print 1 s))' >&- 2>&-", 1, "", ""),
        ("-e 1 >/dev/full", 1, "", "standard output: No space left on device"),
        ("--help >/dev/full", 1, "", "standard output: No space left on device"),
        ("--version >/dev/full", 1, "", "standard output: No space left on device"),
        ("--reference >/dev/full", 1, "", "standard output: No space left on device")):
    done = subprocess.run(f"'{winnow}' {arguments}", shell=True, capture_output=True, timeout=10, stdin=subprocess.DEVNULL,
                          env=environment, cwd=folder, text=True)
    check(f"winnow {arguments}", done.returncode == code and done.stdout == out and err in done.stderr and
          len(done.stderr) < 300 and (err or not done.stderr), done)
check("a file opened while standard output is closed is not that", open(os.path.join(folder, "own")).read() == "\n1 ")
kept = os.path.join(folder, "kept")
program = f"""(unwind-protect
  (with-open-file (s "{kept}" :direction :output) (dotimes (i 100000) (print i s) (print i)))
  (with-open-file (s "{kept}" :direction :output :if-exists :append) (princ 'cleanup s)))"""
done = subprocess.run(f"'{winnow}' '{write('pipe.lisp', program)}' | head -n 1; exit ${{PIPESTATUS[0]}}", shell=True, executable="/bin/bash",
                      capture_output=True, timeout=20, env=environment, cwd=folder)
check("a reader that goes away ends a program after its cleanups; its other files are whole",
      done.returncode == 1 and done.stderr == b"" and open(kept).read().endswith("CLEANUP") and open(kept).read().startswith("\n0 \n1 "), done)

# ---- time

expect("--max-time", ["--max-time", "0.3", "-e", "(loop)"], 124, "", r"The processor time is exhausted: the limit is 0\.3 seconds")
expect("--max-time: a program that handles it is ended a second later", ["--max-time", "0.2", "-e",
       "(handler-case (loop) (time-exhausted () (princ 'handled) (finish-output)))", "-e", "(unwind-protect (loop) (princ 'cleanup))"],
       124, "HANDLED\nNIL\nCLEANUP")
for form in ("(break nil)", "(break)", '(break "Break")'):
    expect(f"{form} without a terminal", ["-e", form], 1, "", r"^winnow: (-e:1: )?Break\n")
expect("--max-time: the report of an error that takes all of it", ["--max-time", "0.2", "-e",
       "(define-condition endless (error) () (:report (lambda (c s) (declare (ignore c s)) (loop))))", "-e", "(error 'endless)"],
       124, "ENDLESS\n", "a condition of type ENDLESS whose report fails: The processor time is exhausted")
expect("--max-time: enough of it", ["--max-time", "60", "-e", "(+ 1 1)"], 0, "2\n")
expect("--max-time: what is no time", ["--max-time", "soon", "-e", "1"], 2, "", "expected a number of seconds > 0, got soon")

code, out, err = run("--sandbox", "--max-time", "0.3", "-e", "(profile (loop))")
check("--max-time: a profile in the sandbox is printed", code == 124 and re.search(r"\n; 100\.0 %  100\.0 %  .* PROFILE\n", out), (out, err))

expect("a word of the dialect is not called undefined", ["--dialect", "maclisp", "-e", "(plus 1 (no-such-one))"], 1, "",
       r"NO-SUCH-ONE is undefined\n  in the form")
expect("without the text of a function, its line is not promised", ["-"], 0, "(f x)\nDefined near standard input:2.\n",
       given="(defun f (x)\n (car x))\n(describe 'f)")

expect("the lambda expression of a function is read from its text", [write("kept.lisp",
       "(defun kept (n)\n  \"Kept.\"\n  (declare (fixnum n))\n  (if (= n 0) 1 (kept (- n 1))))\n(defmacro m (n) `(defun ,n (x) x))\n(m other)\n"
       "(prin1 (function-lambda-expression #'kept))\n(prin1 (function-lambda-expression #'other))")], 0,
       '(LAMBDA (N) "Kept." (DECLARE (FIXNUM N)) (BLOCK KEPT (IF (= N 0) 1 (KEPT (- N 1)))))NIL')
text = "(defun fact (n)   ; as it was written\n  (cond ((zerop n) 1) (t (times n (fact (sub1 n))))))\n"
for dialect, name in (("maclisp", "grindef"), ("franz", "pp")):
    expect(f"{name} shows a definition", ["--dialect", dialect, write("fact.lisp", text + f"(princ 'fact)({name} fact)")], 0,
           ("fact" if dialect == "franz" else "FACT") + "\n" + text)

expect("an error in place of a caller tells the line", [write("tail.lisp", "(defun h (x)\n  (print x)\n  (error \"bad thing: ~a\" 2))\n(defun g () (h 1))\n(g)\n")],
       1, None, r"tail\.lisp:3: bad thing: 2\n  3 \| \(error")
# ---- a profile

busy = """(defvar *end* (+ (get-internal-run-time) 100000))
(defun call (f) (list (funcall f 1)))
(profile
  (call (lambda (x) (loop until (> (get-internal-run-time) *end*)) x)))"""
code, out, err = run(write("busy.lisp", busy))
check("a profile tells where a function without a name stands", re.search(r" \(LAMBDA \(X\)\)  \S*busy\.lisp:4\n", out), (out, err))

# ---- interrupts

for name, form in (("a loop", "(loop)"), ("a profile", "(profile (loop))"), ("a search", "(let ((tr 1)) (dotimes (i 60) (setq tr (list tr tr))) (minimax tr :alpha -5 :player :min))")):
    process = start("-e", form)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    check(f"{name} is interrupted", process.returncode == 130 and b"Interrupted" in err, (process.returncode, err))
process = start("-e", "(progn (handler-case (loop) (interrupted () (princ 'once))) (dotimes (i 3000000)) (princ 'on))")
time.sleep(0.5)
process.send_signal(signal.SIGINT)
out, err = process.communicate(timeout=10)
check("an interrupt is signalled once", process.returncode == 0 and out == b"ONCEON\nON\n", (process.returncode, out, err))

process = start("-i")
process.stdin.write(b"(princ 'begun) (finish-output) (list (princ 'no) \"a string")
process.stdin.flush()
os.read(process.stdout.fileno(), 5)
time.sleep(0.3)
process.send_signal(signal.SIGINT)
told = os.read(process.stderr.fileno(), 13)
out, err = process.communicate(b" (\" (princ 'no) #\\) ; )\n (princ 'no)) (princ 'after)", timeout=10)
check("an interrupted form of a pipe: its rest is not run", told == b"; Interrupted" and b"NO" not in out and b"AFTER" in out, (told, out, err))
expect("a mistake in a form of a pipe: its rest is not run", ["-i"], 0, "7\n", r"no package", given="(list (no-such:name) (print 1))\n(+ 3 4)\n")

in_maclisp = write("dynamic.lisp", ";;; -*- Syntax: MacLisp -*-\n(DEFUN CALLER (X) (USER))\n(DEFUN USER NIL (ADD1 X))\n")
expect("a function is stepped through in its own dialect", ["--load", in_maclisp, "-e", "(step (caller 2))", "-e", "(dialect :maclisp)", "-e", "(step (caller 2))"],
       0, "(CALLER 2)\n=> 3\n3\n:MACLISP\n(CALLER 2)\n  (USER)\n    (ADD1 X)\n    => 3\n  => 3\n=> 3\n3\n")

# ---- trees

code, out, err = run("tree", tree)
check("TREE: the first line", code == 0 and out.startswith("(3 (1 1))\n6 of 7 leaves evaluated\ncut at (2) after move 1"), out)
check("TREE: the picture", "max = 3  #1 in -inf..inf\n├─ 1: min = 3 *  #2 in -inf..inf\n│  └─ 1: 3 *  #3 in -inf..inf\n├─ 2: min <= 1  #4 in 3..inf\n│  ├─ 1: 1  #5 in 3..inf\n"
      "│  └╌ cut: 4  alpha 3 of the root >= beta 1\n" in out, out)
expect("tree: quiet, minimizer first", ["tree", "--quiet", "--player", "min", tree], 0, "(2 (3 2))\n")
expect("TREE: a file of trees", ["tree", "--quiet", write("t.sexp", f"{tree}\n((1 2) (3 4))\n7\n")], 0, "(3 (1 1))\n(3 (2 1))\n(7 NIL)\n")
expect("tree: standard input", ["tree", "--quiet", "-"], 0, "(3 (1 1))\n", given=tree)
expect("TREE: a bad leaf", ["tree", "(1 (2 x))"], 1, None, r"a leaf must be a real number, got X, at the path \(2 2\)")
expect("tree: where in a file", ["tree", "--quiet", write("bad.sexp", "(1 2)\n\n((3)\n (4 x))\n")], 1, "(2 (2))\n",
       r"^winnow: \S+bad.sexp:3: MINIMAX: a leaf must be a real number, got X, at the path \(2 2\)\n$")
expect("TREE: an option that is not of tree alone", ["tree", tree, "--max-heap=64M"], 2, "", r"^winnow: --max-heap belongs before tree\n")
expect("TREE: an option of tree alone", ["--svg=t.svg", "tree", tree], 2, "", r"^winnow: --svg belongs after tree\n")
expect("tree: what is no depth", ["tree", "--depth", "-1", tree], 2, "", r"--depth: expected an integer >= 0, got -1\n")
# The first move is worth 0, and so is the first reply to each of the others.
large = write("large.sexp", "(" + " ".join("(" + " ".join(str(i * j % 97) for j in range(80)) + ")" for i in range(80)) + ")")
expect("tree: too large to draw", ["tree", large], 0, "(0 (1 1))\n159 of 6400 leaves evaluated, 79 cutoffs; too large to draw (see --record)\n")
expect("TREE: a parenthesis alone", ["tree", ")"], 1, "", r"unmatched close parenthesis ignored\nwinnow: the tree holds no tree\n")
expect("tree: nothing given", ["tree"], 2, "", "tree needs a tree")
expect("tree --algorithm", ["tree", "--algorithm", "sss", "--quiet", tree], 0, "(3 (1 1))\n")
expect("TREE: an unknown algorithm", ["tree", "--algorithm", "best", tree], 2, "", "--algorithm")
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
code, out, err = run("tree", "--quiet", "--record", "--tikz", "-", "(" + "(1 2 3) " * 700 + ")")
check("tree --tikz: no length that TeX cannot hold", code == 0 and
      max(0.75 * 72.27 / 72 * float(x) for pair in re.findall(r"\(([\d.]+),([\d.]+)\)", out) for x in pair) < 16384, out[:1000])
expect("TREE: a picture of each tree", ["tree", "--quiet", "--svg", "each.svg", "(1 2)", "((3) 4)"], 0, "(2 (2))\n(4 (2))\n")
check("tree: numbered", [os.path.exists(os.path.join(folder, name)) for name in ("each.svg", "each-2.svg", "each-3.svg")] == [True, True, False])
os.mkdir(os.path.join(folder, "pictures.d"))
expect("tree: names without an ending", ["tree", "--quiet", "--svg", "pictures.d/each", "--dot", "each", "(1 2)", "(3)"], 0)
check("tree: are numbered at their end", [os.path.exists(os.path.join(folder, name)) for name in ("pictures.d/each-2", "each-2")] == [True, True],
      os.listdir(folder))
code, out, err = run("tree", "--quiet", "--svg", "-", "--dot", "-", "(1 2)", "(3)")
check("tree: nothing else is there", out.startswith("<svg ") and "\n(" not in out and err == "(2 (2))\n(3 (1))\n", (out, err))
check("tree: pictures on standard output", code == 0 and out.count("<svg ") == 2 and out.count("digraph ") == 2 and
      not os.path.exists(os.path.join(folder, "-")), out)
odd = os.path.join(os.fsencode(folder), b"b\xe4ume")
with open(odd, "w") as f:
    f.write("((3) (1 4))")
for name, arguments in (("tree", [b"tree", b"--quiet", odd]),):
    done = subprocess.run([winnow.encode(), *arguments], capture_output=True, env=environment)
    check(f"{name}: a file name that is not UTF-8", done.returncode == 0 and done.stdout == b"(3 (1 1))\n", done)
expect("TREE: a picture that cannot be written", ["tree", "--svg", "/nowhere/t.svg", tree], 1, None, "Cannot write /nowhere/t.svg")
check("tree: colour on demand", "\033[2m" in run("--color", "always", "tree", tree)[1])
check("tree: and behind tree", "\033[2m" in run("tree", tree, "--color=always")[1])

finish()
