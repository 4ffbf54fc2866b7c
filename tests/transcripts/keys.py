#!/usr/bin/env python3
"""Keys and signals that end a line, in each state of the line editor. usage: keys.py WINNOW. The last line is
'N passed, N failed'."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pexpect

from checks import check, finish
from harness import Prompt, editor, environment, folder, winnow, write

vi = write("inputrc-vi", "set editing-mode vi\n")
own_keys = write("inputrc-own", '"\\C-m": "x"\n"\\C-g": "y"\n')  # none of the usual keys leaves a state

# name: keys, each sent separately; the screen after them; environment variables
STATES = {
    "a line": (["(list"], r"\(list", {}),
    "a line with a line after the cursor": (["(list \026\n2", "\001"], r"2", {}),
    "the question of a completion": (["(", "\t", "\t"], r"possibilities\? \(y or n\)", {}),
    "the pager of a completion": (["(", "\t", "\t", "y"], r"--More--", {}),
    "a search": (["(list", "\022", "li"], r"i-search", {}),
    "a search without a match": (["(list", "\022", "no-such-text"], r"failed", {}),
    "a search for a whole line": (["(list", "\033p", "li"], r":", {}),
    "a numeric argument": (["(list", "\033", "3"], r"arg:", {}),
    "Esc": (["(list", "\033"], r"\(list", {}),
    "Ctrl-X": (["(list", "\030"], r"\(list", {}),
    "a character search": (["(list", "\035"], r"\(list", {}),
    "a quoted key": (["(list", "\026"], r"\(list", {}),
    "a macro": (["\030(", "(list"], r"\(list", {}),
    "a paste": (["\033[200~(list", " (quit)\r"], "", {}),  # readline displays it when it is complete
    "vi: inserting": (["(list"], r"\(list", {"INPUTRC": vi}),
    "vi: commands": (["(list", "\033", "0"], r"\(list", {"INPUTRC": vi}),
    "VI: a motion": (["(list", "\033", "d"], r"\(list", {"INPUTRC": vi}),
    "VI: a motion with a count": (["(list", "\033", "2", "d"], r"\(list", {"INPUTRC": vi}),
    "VI: a character search": (["(list", "\033", "f"], r"\(list", {"INPUTRC": vi}),
    "VI: a replacement": (["(list", "\033", "r"], r"\(list", {"INPUTRC": vi}),
    "VI: a mark": (["(list", "\033", "m"], r"\(list", {"INPUTRC": vi}),
    "VI: a search": (["\033", "/", "li"], r"/", {"INPUTRC": vi}),
    "user-defined keys": (["(list"], r"\(list", {"INPUTRC": own_keys}),
    "a search with user-defined keys": (["(list", "\022", "li"], r"i-search", {"INPUTRC": own_keys}),
    "a continued form": (["(list\n", "1"], r"1", {}),
}
history = os.path.join(folder, "winnow/history")


# Winnow's own drawing lists completions without asking first.
OWN = [f"{name}, own drawing" for name in STATES if "of a completion" not in name] if editor == "readline" else []


def in_state(name):
    keys, shown, variables = STATES[name.removesuffix(", own drawing")]
    p = Prompt("--quiet", "--no-init", size=(24, 80), own_drawing=name in OWN, **variables)
    p.say("(list 'kept)\n", r"\(KEPT\)")  # as own_keys redefines the Enter key
    p.keys(*keys)
    if editor == "readline":
        check(f"{name}: the state is reached", p.child.expect([shown, pexpect.TIMEOUT]) == 0, p.child.before)
    return p


def status(p):
    """The exit status of the session; a session that does not end is killed."""
    try:
        p.child.expect(pexpect.EOF)
    except pexpect.TIMEOUT:
        p.child.kill(signal.SIGKILL)
        return "still running"
    p.child.close()
    return p.child.exitstatus


def dropped(p, name):
    """Whether Ctrl-C drops the line and the session continues."""
    p.child.sendintr()
    if name.removesuffix(", own drawing") in ("a quoted key", "a paste"):  # the first one is quoted; it drops the paste, whose end mark is not sent
        time.sleep(0.2)
        p.child.sendintr()
    return p.say("", r"winnow> ", None) and p.say("(+ 20 22)\n", r"[\r\n]42\r")


def ended_without_terminal(p):
    pid = p.child.pid
    p.child.ptyproc.fileobj.close()
    p.child.closed = p.child.ptyproc.closed = True
    for _ in range(100):
        ended, code = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(code)
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    return "still running"


def ends_of(name):
    p = in_state(name)
    check(f"{name}: Ctrl-C drops the line", dropped(p, name), p.child.before)
    for key in "GD":
        p = in_state(name)
        p.child.sendcontrol(key)
        time.sleep(0.2)
        check(f"{name}: Ctrl-C after Ctrl-{key}", dropped(p, name), p.child.before)
    for number in (signal.SIGTERM, signal.SIGHUP):
        p = in_state(name)
        p.child.kill(number)
        got = status(p)
        check(f"{name}: {number.name} ends the session", got == 128 + number, got)
    p = in_state(name)
    got = ended_without_terminal(p)
    check(f"{name}: closing the terminal ends the session", got in (0, 128 + signal.SIGHUP), got)


if editor != "readline":  # other editors do not mark pastes: pasted text counts as typed, and Ctrl-D on an empty line ends the session
    del STATES["a paste"]
with ThreadPoolExecutor(8) as threads:  # nearly all the time is spent waiting
    list(threads.map(ends_of, [*STATES, *OWN]))
if editor == "readline":
    p = Prompt("--quiet", "--no-init")
    p.keys("(", "\t", "\t", "\a")
    check("after Ctrl-G at a question the line can be continued", p.say("list 1 2)\r", r"[\r\n]\(1 2\)"), p.child.before)
if editor != "none":
    with open(history) as entries:
        check("typed forms are in the history", "(list 'kept)\n" in entries.readlines())

finish()
