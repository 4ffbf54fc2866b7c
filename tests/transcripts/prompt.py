#!/usr/bin/env python3
"""The prompt in a pseudo-terminal: the sessions in the folder prompt (see terminal_sessions.py), and checks that they cannot express:
widths, long output, signals, several sessions. usage: prompt.py WINNOW. The last line is 'N passed, N failed'."""

import contextlib
import glob
import os
import re
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pexpect

from checks import check, finish
from harness import Prompt, editor, environment, folder, winnow, write
from terminal_sessions import run_terminal_session


def width(text):
    """The length of the longest line of TEXT on the screen."""
    return max(len(re.sub(r"\033\[[?0-9;]*[a-z]|\r", "", line)) for line in text.split("\r\n"))


def covers_the_comparison():
    """The session workbench types each form and command of Winnow's column in examples/workbench.md."""
    here = os.path.dirname(__file__)
    with open(os.path.join(here, "../../examples/workbench.md"), encoding="utf-8") as page:
        rows = [line.rstrip().rstrip("|").split(" | ")[-1] for line in page if re.match(r"\| \d", line)]
    with open(os.path.join(here, "prompt/workbench.in"), encoding="utf-8") as session:
        typed = session.read()
    commands = [command for row in rows for command in re.findall(r"`([(:][^`]*)`", row)]
    check("the comparison has commands", len(rows) == 30 and len(commands) > 20, commands)
    for command in commands:
        check(f"the session workbench types {command}", command in typed, typed)


def shows_definitions():
    """DESCRIBE shows where and how a function was defined in a file."""
    p = Prompt("--quiet")
    text = (";; (defun not-this ()\n(defvar *d* 1) (defun one-line () 1)\n\n(defun described (n)\n  \"Go down.\"\n  (car n))\n"
            "(defmacro described-macro (x &environment e)\n  e ; )\n  `(car ,x))\n")
    defs = write("defs.lisp", text)
    p.say(f'(load "{defs}")\r', "T")
    for name, shown in (("described", f'(described n)\r\nGo down.\r\nDefined at {defs}:4:\r\n(defun described (n)\r\n  "Go down."\r\n  (car n))\r\n'),
                        ("described-macro", f"Defined at {defs}:7:\r\n(defmacro described-macro (x &environment e)\r\n  e ; )\r\n  `(car ,x))\r\n"),
                        ("one-line", f"Defined at {defs}:2:\r\n")):
        output = p.shown(f"(describe '{name})\r")
        check(f"DESCRIBE of {name}", shown in output, output)
    os.remove(defs)
    output = p.shown("(describe 'described)\r")
    check("DESCRIBE of a function whose file is deleted", f"Defined near {defs}:" in output and "(defun" not in output, output)
    p.end()


def keeps_to_width():
    """Output is broken into lines at the width of the terminal."""
    p = Prompt("--quiet", size=(24, 60))
    for form in ("(help 'minimax)", "(compare-searches '((3) (1 4)))", "(why '(((1 4) (5 6)) ((2 1) (1 1))) 1 2 2)"):
        output = p.shown(form + "\r")
        check(f"60 columns: {form}", width(output) <= 60, output)
    output = p.shown("(help 'minimax)\r")
    check("60 columns: a paragraph fills its lines", "\r\n  :F1, :FAIL-HARD, :WINSTON, :BRATKO, :SCOUT, :NEGASCOUT,\r\n" in output and
          "All find the same value" in [line[:23] for line in output.split("\r\n")], output)
    p.end()
    headings = "algorithm value move leaves distinct least nodes cutoffs seconds".split()
    for columns, blocks, lines in ((30, 4, 14), (40, 2, 14), (60, 1, 15), (66, 1, 14), (70, 1, 14)):
        p = Prompt("--quiet", size=(24, columns))
        output = re.sub(r"\033\[[?0-9;]*[a-z]|\r", "", p.shown("(compare-searches '((3) (1 4)))\r")).strip("\n").split("\n")[-blocks * lines:]
        shown = [word for line in output for word in line.split() if word in headings]
        check(f"{columns} columns: the rows of a table are not broken", max(map(len, output)) <= columns and
              all(re.match("[A-Z0-9-]+  |algorithm | {6}", line) for line in output), output)
        check(f"{columns} columns: all columns of a table", sorted(set(shown)) == sorted(headings) and
              sum(line.startswith("ALPHA-BETA ") for line in output) == blocks, output)
        if lines == 15:  # headings on two lines end where their columns do
            row = next(line for line in output if line.startswith("ALPHA-BETA "))
            ends = sorted(m.end() for m in re.finditer(r"\S+", row))
            check(f"{columns} columns: headings are above their columns",
                  sorted(m.end() for line in output[:2] for m in re.finditer(r"\S+", line) if m[0] != "algorithm") == ends[1:], output)
        p.end()
    p = Prompt("--quiet", size=(24, 80))
    check("80 columns: a comparison has a line for each algorithm", p.shown("(compare-searches '((3) (1 4)))\r").count("\r\n") == 14)
    p.end()
    p = Prompt(size=(24, 40))
    check("40 columns: the greeting", "Winnow, a Common Lisp" in p.child.before and width(p.child.before) <= 40, p.child.before)
    p.end()
    tree = pexpect.spawn(winnow, ["tree", "((3) (1 4) ((1 5 9) 2))"], env=environment, encoding="utf-8", dimensions=(24, 60), timeout=60)
    output = tree.read()
    check("60 columns: WINNOW TREE", "\r\nhere, but the maximizer can have 3 at the root (alpha 3 >=\r\nbeta 1); 1 leaf pruned\r\n" in output and
      width(output) <= 60, output)
    tree.close()


def shortens_values():
    """Long values are cut short, with a note."""
    p = Prompt("--quiet")
    note = "; cut short: (setq *prompt-limit* nil) shows all of a value"
    long = p.shown("(make-list 100000 :initial-element 'seven)\r")
    check("a long value is cut short", 300 <= long.count("SEVEN") <= 1000 and " ...)" in long and note in long, long[-200:])
    wide = p.shown("(let ((x 0)) (dotimes (i 40 x) (setq x (list x x))))\r")
    check("a wide value is cut short", 10 <= wide.count("(") < 3000 and note in wide, wide[-200:])
    check("a value of 900 elements is printed whole", p.shown("(make-list 900 :initial-element 'seven)\r").count("SEVEN") == 900)
    for name, form in (("a long string", '(make-string 1000000 :initial-element #\\a)'), ("a long integer", "(expt 7 100000)"),
                       ("a deep list", "(let ((x 1)) (dotimes (i 100000) (setq x (list x))) x)"), ("a long name", "(list (make-symbol (make-string 100000)))")):
        output = p.shown(form + "\r")
        check(f"{name} is cut short", len(output) < 50000 and note in output, (len(output), output[-200:]))
    check("a string of 30000 characters is printed whole",
          p.shown("(make-string 30000 :initial-element #\\a)\r").count("a") >= 30000 and note not in p.child.before)
    output = p.shown("(describe (make-string 1000000 :initial-element #\\a))\r")
    check("DESCRIBE prints less", len(output) < 5000 and "one million" in output, output[-200:])
    p.shown("(setq *prompt-limit* nil)\r")
    check("without a limit values are printed whole", p.shown("(make-list 1500 :initial-element 'seven)\r").count("SEVEN") == 1500)
    p.end()


def records():
    """DRIBBLE records input, output and errors."""
    p = Prompt("--quiet")
    record = os.path.join(folder, "record")
    for line in (f'(dribble "{record}")', "(car 5)"):
        p.shown(line + "\r")
    p.keys("(list 1\r", "2)\r", "(defun g (m) (+ 1 (car m)))\r", "(g 5)\r", ":locals\r", ":q\r", "(inspect '(7))\r", ":q\r")
    p.child.send("(+ 3000 4)\r")
    p.child.expect("3004\r\n")
    p.child.expect("winnow> ")
    p.shown("(dribble)\r")
    with open(record) as file:
        recorded = file.read()
    check("DRIBBLE records no escape sequences", "\033" not in recorded, recorded)
    check("DRIBBLE records errors", "winnow> (car 5)\nError: CAR: expected a list, got 5\n  1 | (car 5)\n    | ^^^^^^^\nwinnow> (list 1\n" in recorded, recorded)
    check("and the prompts", all(line in recorded for line in ("winnow> (list 1\n", "\n     1>       2)\n(1 2)\n", "\ndebug> :locals\n  M = 5\ndebug> :q\nwinnow> ",
                                                               "\ninspect> :q\n")), recorded)
    p.end()


def interrupts_a_paste():
    """An interrupt drops the rest of what is pasted without marks."""
    p = Prompt("--quiet")
    paste = threading.Thread(target=lambda: p.child.send("'(quoted\r" + "(setq ran 1)\r" * 20000))
    paste.start()
    time.sleep(0.2)
    p.child.kill(signal.SIGINT)
    while paste.is_alive():
        with contextlib.suppress(pexpect.TIMEOUT):
            p.child.read_nonblocking(65536, 0.1)
    p.shown("\r")
    check("an interrupt within a paste without marks drops its rest", p.say("(boundp 'ran)\r", r"[\r\n]NIL\r"), p.child.before[-200:])
    p.end()


def leaves():
    """The statuses of a session, and its end by a signal after the cleanups."""
    p = Prompt()
    check("Ctrl-D ends the session", p.end() == 0, p.child.exitstatus)
    p = Prompt()
    check("QUIT ends the session with a status", p.end("(quit 3)\r") == 3, p.child.exitstatus)
    ended = write("ended", "")
    for name, number, status in (("SIGTERM", signal.SIGTERM, 143), ("SIGHUP", signal.SIGHUP, 129)):
        p = Prompt("--quiet", "--no-init")
        p.say(f'(defun work () (unwind-protect (loop) (with-open-file (s "{ended}" :direction :output) (write-string "{name}" s))))\r', "WORK")
        p.child.send("(work)\r")
        time.sleep(0.5)
        p.child.kill(number)
        p.child.expect(pexpect.EOF)
        p.child.close()
        check(f"{name} ends a program after its cleanups", p.child.exitstatus == status and open(ended).read() == name,
              (p.child.exitstatus, p.child.signalstatus))
        p = Prompt("--quiet", "--no-init")
        p.child.kill(number)
        p.child.expect(pexpect.EOF)
        p.child.close()
        check(f"{name} ends the prompt", p.child.exitstatus == status, (p.child.exitstatus, p.child.signalstatus))


def edits():
    p = Prompt("--quiet")
    check("input after Ctrl-C is kept", p.say("(half\003(list 8 9)\r", r"\(8 9\)"))
    p.end()
    p = Prompt("--quiet", INPUTRC=write("inputrc", '$if winnow\n"\\C-xl": "(list 7 6)"\n$endif\n$if other\n"\\C-xl": "8"\n$endif\n'))
    check("user-defined keys for Winnow only", editor != "readline" or p.say("\030l\r", r"[\r\n]\(7 6\)\r"))
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
    check("history: lines of a session that was killed", c.say("\033[A\r", r'\("over\s+lines"\)'))
    c.say("'last\r", "LAST")
    c.child.close(force=False)  # SIGHUP
    check("history: lines of a closed terminal", lines()[-2] == "'last", lines()[-3:])
    files = sorted(os.listdir(os.path.dirname(history)))
    check("history: no temporary files are left", set(files) <= {"course", "history", "init.lisp"}, files)
    for count, kept in ((90000, 90000), (120000, 50000)):
        with open(history, "w") as f:
            f.write("".join(f"(list {i})\n" for i in range(count)))
        c = Prompt("--quiet")
        greeting = c.child.before
        check(f"history: the last of {count} entries", c.say("\033[A\r", rf"\({count - 1}\)"))
        c.end()
        found = lines()
        check(f"history: {kept} of {count} entries are kept",
              len(found) - 1 in (kept, kept + 1) and found[0] == f"(list {count - kept})", (len(found), found[0]))
        check(f"history: the removal of {count - kept} entries is reported if it is one",
              ("the history was too long: its oldest 70000 entries were removed" in greeting) == (kept < count), greeting)
    os.remove(history)
    os.mkfifo(history)
    c = Prompt("--quiet")
    greeting = c.child.before
    check("history: a FIFO is not used", c.say("(+ 1 1)\r", r"[\r\n]2\r"))
    output = greeting + c.child.before
    check("history: the FIFO is reported once", output.count("not a regular file") == (editor != "none"), output)
    c.end()
    os.remove(history)


def homeless():
    child = pexpect.spawn("env", ["-u", "HOME", "-u", "XDG_STATE_HOME", "-u", "XDG_CONFIG_HOME", winnow, "--quiet"], env=environment,
                          encoding="utf-8", timeout=60)
    child.expect("winnow> ")
    child.send("(list 4 2)\r")
    check("history: none without a home", child.expect([r"[\r\n]\(4 2\)", pexpect.EOF, pexpect.TIMEOUT]) == 0)
    child.close()


def job_control():
    shell = pexpect.spawn("bash", ["--norc", "-i"], env=dict(environment, PS1="sh: ", INPUTRC="/dev/null"), encoding="utf-8",
                          dimensions=(24, 80), timeout=60)
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
    check("job control: after Ctrl-Z and fg the line is displayed again", shell.expect([r"[\r\n]\(1 2\)", pexpect.TIMEOUT]) == 0)
    shell.close(force=True)


def uses_escape_sequences():
    p = Prompt("--no-init", term="dumb")
    output = p.shown("(solve 'nim)\n") + p.shown("(best-move 'tic-tac-toe (initial-position 'tic-tac-toe) :plies 3 :progress t)\n")
    check("a dumb terminal: no escape sequences", "\033" not in output and "searching" not in output and "3 plies, worth" in output, output)
    p.child.close()
    p = Prompt("--no-init", "--quiet")
    output = p.shown("(solve 'nim)\r")
    check("another terminal: the progress line is erased", "\r\033[K\r" in output, output)
    p.child.close()


write("winnow/init.lisp", "(setq from-init 99)")
write("complete-me.lisp", "")
write("folder/inner.lisp", "")
sessions = [path.removesuffix(".in") for path in sorted(glob.glob(os.path.join(os.path.dirname(__file__), "prompt/*.in")))]
if editor == "none":
    sessions = [path for path in sessions if not path.endswith(("/editing", "/workbench"))]
with ThreadPoolExecutor(8) as threads:  # nearly all the time is spent waiting
    list(threads.map(run_terminal_session, sessions))
for test in (covers_the_comparison, shows_definitions, keeps_to_width, shortens_values, records, interrupts_a_paste, leaves, uses_escape_sequences):
    test()
if editor != "none":
    for test in (edits, histories, homeless, job_control):
        test()

finish()
