"""Sessions of shell commands as data. NAME.in is Bash, in sections that begin with '## TITLE'; in it, winnow is the program
under test, and the current folder is empty at first. NAME.out has the expected output in the same sections:

    text      a line of standard output; a backslash at the end: no newline follows
    *         alone: standard output is not checked
    ! text    a line of a regular expression, which standard error must contain; without any, it must be empty
    !*        standard error is not checked
    = 2       the exit status of the last command, if it is not 0
"""

import os
import re
import subprocess
import tempfile

from checks import check
from harness import environment, winnow


def sections(path):
    """Pairs of title and lines."""
    found = []
    with open(path, encoding="utf-8") as file:
        for line in file.read().split("\n"):
            if line.startswith("## "):
                found.append((line[3:], []))
            else:
                found[-1][1].append(line)
    return [(title, "\n".join(lines).rstrip("\n").split("\n")) for title, lines in found]


def expected(lines):
    """Standard output (None: any), the pattern of standard error (None: any) and the exit status."""
    output, pattern, status = [], [], 0
    for line in lines if lines != [""] else []:
        if line.startswith("!"):
            pattern.append(line[2:] if line != "!*" else None)
        elif line.startswith("= "):
            status = int(line[2:])
        else:
            output.append(line)
    text = None if output == ["*"] else "".join(line + "\n" for line in output)
    if text and text.endswith("\\\n"):
        text = text[:-2]
    return text, None if pattern == [None] else "\n".join(pattern), status


def run_session(path):
    """Runs the sections of PATH.in in one folder, and checks them against PATH.out."""
    wanted = sections(path + ".out")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as programs:
        os.symlink(winnow, os.path.join(programs, "winnow"))
        variables = dict(environment, PATH=programs + ":" + os.environ["PATH"])
        commands = sections(path + ".in")
        name = os.path.basename(path)
        check(f"{name}: both files have the same sections", [t for t, _ in commands] == [t for t, _ in wanted])
        for (title, lines), (_, result) in zip(commands, wanted):
            done = subprocess.run(["bash", "-c", "\n".join(lines)], input=b"", capture_output=True, timeout=30, env=variables, cwd=folder)
            out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
            text, pattern, status = expected(result)
            ok = done.returncode == status and text in (None, out)
            ok = ok and (pattern is None or (re.search(pattern, err, re.M) if pattern else err == ""))
            check(f"{name}: {title}", ok, (done.returncode, out, err))
