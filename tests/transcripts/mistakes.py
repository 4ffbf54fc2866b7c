#!/usr/bin/env python3
"""The messages for the mistakes of beginners in mistakes.txt, which describes its rows, and in more_mistakes.txt. usage: mistakes.py WINNOW. The last line is
'N passed, N failed'."""

import os
import re

from checks import check, finish
from harness import run, write

# A message: its place, "error" or "warning", and its text.
MESSAGE = re.compile(r"(?:-e \d+|\S+?):\d+(?::\d+)?: (error|warning): (.*)")


def messages(output):
    """The messages of OUTPUT as lists of text, marked text and hint."""
    found = []
    lines = output.split("\n")
    for before, line in zip([""] + lines, lines):
        begin = MESSAGE.fullmatch(line)
        carets = re.fullmatch(r" +\| +\^[ ^]*", line)
        if begin:
            found.append([("warning: " if begin[1] == "warning" else "") + begin[2], "", "-"])
        elif carets and found:
            found[-1][1] += "".join(shown for shown, mark in zip(before, line) if mark == "^")
        elif line.startswith("  hint: ") and found:
            found[-1][2] = line.removeprefix("  hint: ")
    return found


def rows():
    for name in ("mistakes.txt", "more_mistakes.txt"):
        with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as data:
            for line in data:
                if line.strip() and not line.startswith("#"):
                    yield [part.strip() for part in line.rstrip("\n").split(" | ")]


count = 0
for form, message, marked, hint in rows():
    count += 1
    if form.startswith("file: "):
        write("mistake.lisp", form.removeprefix("file: ").replace(" <newline> ", "\n"))
        output = run("mistake.lisp")[2]
        form = ""
    else:
        forms = form.split(" ;; ")
        form = forms[-1]
        output = run(*[argument for f in forms for argument in ("-e", f)])[2]
    wanted = [message, {"(form)": form, "-": ""}.get(marked, marked), hint]
    got = messages(output)
    check(f"{form}: {wanted}", wanted in got, got)
check("the rows were read", count > 140, count)
finish()
