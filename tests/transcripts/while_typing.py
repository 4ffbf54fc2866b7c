#!/usr/bin/env python3
"""What the prompt shows while a form is typed: colours, the line of arguments, forms of several lines, history, completion. The
screen is that of a terminal emulator. Sessions in several settings of the terminal run with every editor. usage: while_typing.py WINNOW. The last line is 'N passed, N failed'."""

import re
import tempfile
from concurrent.futures import ThreadPoolExecutor

import pexpect
import pyte

from checks import check, finish
from harness import editor, environment, folder, winnow

UP, DOWN, HOME, END, TAB, INTERRUPT = "\033[A", "\033[B", "\001", "\005", "\t", "\003"


class Terminal:
    """Winnow at a terminal of ROWS and COLUMNS."""

    def __init__(self, *arguments, rows=24, columns=80, **variables):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.bytes = ""
        variables = {"TERM": "xterm", "INPUTRC": "/dev/null", "XDG_STATE_HOME": tempfile.mkdtemp(dir=folder), **variables}
        self.child = pexpect.spawn(winnow, ["--quiet", "--no-init", *arguments], env=dict(environment, **variables), encoding="utf-8",
                                   dimensions=(rows, columns), timeout=60, cwd=folder)
        self.wait()

    def wait(self):
        """Reads what is shown: waits some time for a beginning, then until nothing more arrives."""
        left = 30  # twentieths of a second
        while left > 0:
            try:
                text = self.child.read_nonblocking(65536, 0.05)
                self.bytes += text
                self.stream.feed(text)
                left = 5
            except pexpect.TIMEOUT:
                left -= 1
            except pexpect.EOF:
                return

    def type(self, *keys):
        self.bytes = ""
        for key in keys:
            self.child.send(key)
            self.wait()
        return self

    def resize(self, rows, columns):
        self.child.setwinsize(rows, columns)
        self.screen.resize(rows, columns)
        self.wait()

    def lines(self):
        """The lines on the screen, without empty ones at its end."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip("\n").split("\n")

    def cursor(self):
        return self.screen.cursor.y, self.screen.cursor.x

    def style(self, row, column):
        """The attributes of a character: its colour, and the first letters of bold and underlined."""
        char = self.screen.buffer[row][column]
        return char.fg + ("b" if char.bold else "") + ("u" if char.underscore else "")

    def end(self):
        self.child.close(force=True)


def shows(name, terminal, lines, cursor=None):
    got = terminal.lines()
    check(name, got == lines and cursor in (None, terminal.cursor()), (got, terminal.cursor()))


def draws_a_form():
    t = Terminal()
    t.type("(defun f (x)", "\r", '(list "a b" :key (subseq x ')
    shows("the innermost operator's parameters are below the form", t,
          ["winnow> (defun f (x)", '     1>   (list "a b" :key (subseq x', "(subseq sequence start &optional end)"], (1, 37))
    check("the parameter at the cursor is underlined", [t.style(2, c)[-1] == "u" for c in (7, 8, 16, 17, 18)] ==
          [False, False, False, True, True] , [t.style(2, c) for c in range(30)])
    check("a string has a colour", t.style(1, 17).startswith("green"), t.style(1, 17))
    check("a keyword has a colour", t.style(1, 22).startswith("cyan"), t.style(1, 22))
    t.type("1)")
    check("the parentheses of a pair are marked", t.style(1, 27) == t.style(1, 38) == "defaultbu", (t.style(1, 27), t.style(1, 38)))
    t.type("))")
    check("in other lines too", t.style(0, 8) == t.style(1, 40) == "defaultbu", (t.style(0, 8), t.style(1, 40)))
    t.type(")")
    check("an unmatched parenthesis is marked", t.style(1, 41).startswith("redb"), t.style(1, 41))
    t.type("\177", "\r")
    shows("the line of parameters disappears at Enter", t, ["winnow> (defun f (x)", '     1>   (list "a b" :key (subseq x 1)))', "F", "winnow>"])
    t.type(UP)
    shows("Up recalls the form as one text", t, t.lines()[:3] + ["winnow> (defun f (x)", '     1>   (list "a b" :key (subseq x 1)))'], (4, 41))
    t.type(UP, END, " x2", "\177\177\177", HOME, DOWN, UP, "\r")
    shows("Up and Down move inside it", t, t.lines()[:3] + ["winnow> (defun f (x)", '     1>   (list "a b" :key (subseq x 1)))', "F", "winnow>"])
    t.type("(f", UP)
    shows("without an entry that begins with the text, Up keeps the text", t, t.lines()[:6] + ["winnow> (f"])
    t.type("\177\177(list 7)\r", "(def", UP)
    check("Up recalls entries that begin with what was typed", t.lines()[-2:] == ["winnow> (defun f (x)", '     1>   (list "a b" :key (subseq x 1)))'],
          t.lines())
    t.type(INTERRUPT)
    check("Ctrl-C leaves the form on the screen", t.lines()[-2:] == ['     1>   (list "a b" :key (subseq x 1)))', "winnow>"], t.lines())
    t.type("(quit)\r")
    check("the session ends", not t.child.isalive())


def shows_parameters():
    t = Terminal(columns=60)
    t.type('(format nil "(nth" ')
    shows("no operator is found in a string", t, ['winnow> (format nil "(nth"', "(format destination control &rest arguments)"], (0, 27))
    check("a rest parameter is underlined", [t.style(1, c).endswith("u") for c in (20, 28, 33, 34, 42)] ==
          [False, False, False, True, True], [t.style(1, c) for c in range(46)])
    t.type(INTERRUPT, '(format nil "')
    check("parameters are not shown inside a string", t.lines()[-1] == 'winnow> (format nil "', t.lines())
    t.type(INTERRUPT, "; (car ")
    check("nor in a comment", t.lines()[-1] == "winnow> ; (car", t.lines())
    t.type(INTERRUPT, "(minimax tree ")
    check("a long line is cut to the width", t.lines()[-1].startswith("(minimax board &key") and t.lines()[-1].endswith("...") and
          len(t.lines()[-1]) <= 60, t.lines())
    t.type(INTERRUPT, "(no-such-operator 1 ")
    check("an unknown operator has no parameters", t.lines()[-1] == "winnow> (no-such-operator 1", t.lines())
    t.type(INTERRUPT, "(defun mine (first second) first)\r", "(mine 1 ")
    check("the program's own functions have", t.lines()[-1] == "(mine first second)" and t.style(len(t.lines()) - 1, 12).endswith("u") and
          not t.style(len(t.lines()) - 1, 6).endswith("u"), t.lines())
    t.end()
    t = Terminal(rows=3)
    t.type("(nth ")
    shows("a screen of three rows has no room for them", t, ["winnow> (nth"])
    t.end()
    t = Terminal(rows=5)
    t.type("1\r", "2\r", "(nth ")
    shows("in the last row the screen scrolls", t, ["1", "winnow> 2", "2", "winnow> (nth", "(nth n list)"], (3, 13))
    t.end()


def keeps_to_the_screen():
    t = Terminal(rows=8, columns=40)
    lines = ["(list"] + [f" {i}" for i in range(20)]
    t.type("\033[200~" + "\n".join(lines) + "\033[201~")
    got = t.lines()
    check("a form taller than the screen is shown around the cursor", got[-2:] == ["     1>  19", "(list &rest objects)"] and len(got) == 8, got)
    t.type(*[UP] * 19)
    check("the window follows the cursor", t.lines()[:3] == ["winnow> (list", "     1>  0", "     1>  1"], t.lines())
    t.type(END, ")", INTERRUPT)
    t.end()
    t = Terminal(columns=40)
    t.type("(list " + "abcdefghi " * 5)
    shows("a long line is continued in the next row", t,
          ["winnow> (list abcdefghi abcdefghi abcdef", "ghi abcdefghi abcdefghi", "(list &rest objects)"], (1, 24))
    t.type(HOME)
    check("the cursor moves to its beginning", t.cursor() == (0, 8), t.cursor())
    t.end()
    t = Terminal()
    t.type("(list 1", "\r", "2")
    t.resize(24, 40)
    t.type(" 3)\r")
    check("after a resize the form is drawn once", "\n".join(t.lines()).count("(list 1") == 1 and "(1 2 3)" in t.lines(), t.lines())
    t.end()
    t = Terminal()
    t.type("(list \"漢字\" 'привет ")
    check("wide letters take two columns", t.cursor() == (0, 29), t.cursor())
    t.type("\177\177ы)\r")
    check("and letters of any script can be edited", "(\"漢字\" ПРИВЕЫ)" in "\n".join(t.lines()).replace("漢 字 ", "漢字"), t.lines())
    t.end()


def completes():
    t = Terminal()
    t.type("(m", TAB, TAB)
    got = t.lines()
    check("a list of completions takes half of the screen", len(got) <= 16 and any(line.startswith("... and ") for line in got) and
          got[-1] == "winnow> (m", got)
    t.type("ultiple-value-l", TAB, "(floor 7 2))\r")
    check("the line continues after it", t.lines()[-2:] == ["(3 1)", "winnow>"], t.lines())
    t.type("(defun g (some-long-name other)", "\r", "(list some-", TAB)
    check("a name of the form is completed", t.lines()[-2].endswith("(list some-long-name"), t.lines())
    t.end()


def without_colour():
    t = Terminal(NO_COLOR="1")
    t.type('(list "a" :b ')
    check("NO_COLOR: no attributes", not any(t.style(r, c) != "default" for r in range(3) for c in range(40)) and
          t.lines()[1] == "  (list &rest objects)", t.lines())
    t.end()
    t = Terminal("--plain-editor")
    t.type('(list "a" :b ')
    check("--plain-editor: only the line", t.lines() == ['winnow> (list "a" :b'] and "\033[3" not in t.bytes, (t.lines(), t.bytes))
    t.type("\r", "2)\r")
    check("--plain-editor: each line is edited alone", t.lines() == ['winnow> (list "a" :b', "     1>       2)", '("a" :B 2)', "winnow>"], t.lines())
    t.end()
    t = Terminal(TERM="dumb")
    t.type('(list "a" :b ')
    check("a dumb terminal gets no escape sequence", "\033" not in t.bytes, t.bytes)
    t.end()


def pastes_and_questions():
    t = Terminal()
    t.type("(defun h (x)\r  (list x\r    x))\r(h 1)\r")
    check("lines that arrive together keep their indentation", "     2>     x))" in t.lines() and t.lines()[-2:] == ["(1 1)", "winnow>"], t.lines())
    t.type("(+ 1", INTERRUPT, "(+ 20", "\r", "22)", "\r")
    check("after Ctrl-C a new form begins", t.lines()[-2:] == ["42", "winnow>"], t.lines())
    t.type("(list 1 2", "\033[D\033[D", "\022", "defun")
    check("a search shows its text in place of the prompt", any("defun" in line and "search" in line for line in t.lines()), t.lines())
    t.type("\a", "\r", ")", "\r")
    t.type("\f")
    check("Ctrl-L clears the screen", t.lines() == ["winnow>"], t.lines())
    t.end()


def knows_words():
    t = Terminal(rows=40)
    t.type("help nthcdr\r")
    check("help with a name describes it", t.lines()[1].startswith("(nthcdr n list)"), t.lines())
    t.type("\f", ":doc no-such-name\r")
    check(":doc of an unknown name", "no-such-name" in "\n".join(t.lines()).lower() and t.lines()[-1] == "winnow>", t.lines())
    t.type("\f", "?\r")
    check("? shows the help", "(help :prompt)" in "\n".join(t.lines()) or "prompt" in "\n".join(t.lines()), t.lines())
    t.type("\f", "(setq help 5)\r", "help\r", ":key\r")
    check("a variable has precedence, and other keywords are values", t.lines()[-5:] == ["winnow> help", "5", "winnow> :key", ":KEY", "winnow>"],
          t.lines())
    t.type("quit\r")
    check("quit leaves", not t.child.isalive())
    t = Terminal()
    t.type(":q\r")
    check(":q leaves", not t.child.isalive())


LEFT, BACKSPACE = "\033[D", "\177"
SETTINGS = {
    "a terminal": ((), {}), "--plain-editor": (("--plain-editor",), {}), "TERM=dumb": ((), {"TERM": "dumb"}),
    "LC_ALL=C": ((), {"LC_ALL": "C"}), "no locale": ((), {"LC_ALL": "", "LC_CTYPE": "", "LANG": ""}),
    "TERM=dumb, LC_ALL=C": ((), {"TERM": "dumb", "LC_ALL": "C"}), "NO_COLOR": ((), {"NO_COLOR": "1"}),
}


def works_in(setting):
    """A session with letters outside ASCII, a form of two lines, an error, words, history and completion."""
    arguments, variables = SETTINGS[setting]
    has_keys = editor != "none" and variables.get("TERM") != "dumb"
    t = Terminal(*arguments, rows=100, **variables)
    sent = ""

    def last(count, *keys):
        """The last lines, before the prompt, after KEYS."""
        nonlocal sent
        t.type(*keys)
        sent += t.bytes
        return t.lines()[-count - 1:-1]

    keys = ['(length "мир")'] + ([LEFT, LEFT, BACKSPACE] if has_keys else [])
    check(f"{setting}: letters outside ASCII are edited", last(1, *keys, "\r") == ["2" if has_keys else "3"], t.lines())
    check(f"{setting}: a string of them is printed", last(1, '(string-upcase "ёж")\r') == ['"ЁЖ"'], t.lines())
    check(f"{setting}: a form of two lines", last(1, "(list 1\r", "2)\r") == ["(1 2)"], t.lines())
    if has_keys:
        check(f"{setting}: history", last(1, "(+ 40 2)\r", UP, "\r") == ["42"], t.lines())
        check(f"{setting}: completion", last(1, "(multiple-value-l", TAB, "(floor 7 2))\r") == ["(3 1)"], t.lines())
    last(0, '(car (format nil "~C[31m" (code-char 27)))\r')
    check(f"{setting}: a message shows control characters", 'Error: CAR: expected a list, got "^[[31m"' in t.lines(), t.lines())
    last(0, "(defun f (l) (+ 1 (car l)))\r", "(f 5)\r")
    check(f"{setting}: an error underlines its expression and enters the debugger",
          "    |                   ^^^^^^^" in t.lines() and t.lines()[-2].startswith("frame 0, F: L = 5") and t.lines()[-1] == "debug>"
          if "dumb" in setting or setting == "NO_COLOR" else
          "  1 | (defun f (l) (+ 1 (car l)))" in t.lines() and t.lines()[-1] == "debug>", t.lines())
    check(f"{setting}: commands of the debugger", [line.split("  ")[0] for line in last(2, ":bt\r")] == [">0: (F 5)", " 1: (F 5), at the prompt"], t.lines())
    last(0, ":q\r")
    check(f"{setting}: help on a name", last(40, "help nthcdr\r").count("(nthcdr n list)") == 1, t.lines())
    check(f"{setting}: texts are searched", "ALPHA-BETA" in " ".join(last(60, '(help "alpha-beta")\r')).upper(), t.lines())
    table = last(14, "(compare-searches '((3) (1 4)))\r")
    check(f"{setting}: a table", table[0].split()[-1] == "seconds" and table[-1].startswith("MT-DUAL "), table)
    last(1, "(solve 'nim)\r")
    if "dumb" in setting:
        check(f"{setting}: no escape sequence", "\033" not in sent, sent)
    if setting == "NO_COLOR":
        check(f"{setting}: no colour", not re.search(r"\033\[[0-9;]*m", sent), sent)
    t.type("exit\r")
    check(f"{setting}: exit leaves", not t.child.isalive())


with ThreadPoolExecutor(8) as threads:
    list(threads.map(works_in, SETTINGS))
if editor == "readline":
    with ThreadPoolExecutor(8) as threads:  # nearly all the time is spent waiting
        list(threads.map(lambda test: test(), (knows_words, draws_a_form, shows_parameters, keeps_to_the_screen, completes,
                                               without_colour, pastes_and_questions)))
finish()
