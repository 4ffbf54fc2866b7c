"""Sessions at the prompt in a pseudo-terminal as data. NAME.in has the keys of a user, in sections that begin with '## TITLE'
and are one check each. NAME.out has what the terminal then shows, in the same sections.

A line of NAME.in is typed; a moment later, Return; then the session waits for a prompt. A line that ends with a backslash is
typed without Return, and without waiting unless its last key is <Return>, <C-c> or <C-d>. Other keys are <Tab>, <Up>,
<Left> and <Backspace>; <Paste> and </Paste> enclose text that is pasted, in which <Newline> is a line break;
<Wait> is half a second, in which a program starts to run. A line is not typed if it begins with a dollar sign:

    $ [COLUMNSxROWS] [NAME=VALUE...] [ARGUMENT...]      starts Winnow in a new terminal, and closes the one before

NAME.out has the lines of output, without blank ones, escape sequences, and the typed line up to its first line end:

    text      that line exactly
    ~ text    a line that contains a match of a regular expression
    ...       any number of lines
    > text    as the last line: the prompt, if it is not that of a new form
"""

import os
import re
import time

import pexpect

from checks import check
from harness import Prompt
from sessions import sections

KEYS = {"Tab": "\t", "Return": "\r", "Up": "\033[A", "Left": "\002", "Backspace": "\177", "C-c": "\003", "C-d": "\004",
        "Newline": "\n"}
COMPLETING = ("<Return>\\", "<C-c>\\", "<C-d>\\")
PROMPT = r"(?P<prompt>winnow> |debug> |debug \d> |value for [^>]*> |[A-Z-]+> |A form to evaluate: |step> |inspect> |play> |lesson \d+> | {2,}(?:\d+|\")?> )"
PROMPT_AT_END = PROMPT + r"(?: |\033\[[?0-9;]*[A-Za-z])*\Z"
ESCAPES = r"\033\[[?0-9;]*[A-Za-z]|\r(?!\n)"


class Session:
    """A running Winnow and what it shows."""

    def __init__(self, description):
        size, variables, arguments = (40, 100), {}, []
        for word in description.split():
            if re.fullmatch(r"\d+x\d+", word):
                size = tuple(map(int, word.split("x")))[::-1]
            elif "=" in word:
                variables.update([word.split("=", 1)])
            else:
                arguments.append(word)
        self.prompt = Prompt(*arguments, term=variables.pop("TERM", "xterm"), size=size, **variables)
        self.child = self.prompt.child
        self.shown = ""

    def type(self, text):
        for part in re.split("(<Paste>.*?</Paste>|<Wait>)", text):
            if part == "<Wait>":
                time.sleep(0.5)
            elif part.startswith("<Paste>"):
                self.child.send(self.prompt.pasted(part[7:-8].replace("<Newline>", "\n")))
            else:
                self.child.send(re.sub("<([A-Za-z-]+)>", lambda key: KEYS.get(key[1], key[0]), part))

    def wait(self, pattern):
        """Waits for PATTERN, a prompt; keeps the output before it, without the rest of the line that was typed."""
        self.child.expect(pattern)
        self.shown += self.child.before.partition("\r\n")[2]

    def lines(self, typed):
        """Types the lines TYPED; returns the lines then shown, the last of which is the prompt."""
        self.shown = ""
        for line in typed:
            is_complete = not line.endswith("\\")
            self.type(line.removesuffix("\\"))
            time.sleep(0.15)
            if is_complete:
                self.child.send("\r")
            if is_complete or line.endswith(COMPLETING):
                self.wait(PROMPT_AT_END)
        if not is_complete and not line.endswith(COMPLETING):
            self.wait(PROMPT)
        shown = [line.rstrip() for line in re.sub(ESCAPES, "", self.shown).split("\r\n") if line.strip()]
        return shown + ["> " + self.child.match["prompt"].strip()]

    def end(self):
        self.child.close(force=True)


def matches(shown, wanted):
    """Whether the lines SHOWN are those that WANTED describes."""
    if not wanted:
        return not shown
    if wanted[0] == "...":
        return any(matches(shown[i:], wanted[1:]) for i in range(len(shown) + 1))
    if not shown:
        return False
    is_line = re.search(wanted[0][2:], shown[0]) if wanted[0].startswith("~ ") else shown[0] == wanted[0]
    return bool(is_line) and matches(shown[1:], wanted[1:])


def run_terminal_session(path):
    """Types the sections of PATH.in, and checks them against PATH.out."""
    typed, wanted = sections(path + ".in"), sections(path + ".out")
    name = os.path.basename(path)
    check(f"{name}: both files have the same sections", [title for title, _ in typed] == [title for title, _ in wanted])
    session = None
    for (title, lines), (_, expected) in zip(typed, wanted):
        for line in lines:
            if line.startswith("$"):
                if session:
                    session.end()
                session = Session(line[1:])
        lines = [line for line in lines if not line.startswith("$")]
        expected = [line for line in expected if line]
        if not expected or not expected[-1].startswith("> "):
            expected = expected + ["> winnow>"]
        try:
            shown = session.lines(lines)
        except (pexpect.TIMEOUT, pexpect.EOF):
            shown = ["(no prompt)"] + re.sub(ESCAPES, "", session.child.before or "").split("\r\n")
        check(f"{name}: {title}", matches(shown, expected), shown)
    session.end()
