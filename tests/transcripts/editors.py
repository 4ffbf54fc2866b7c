#!/usr/bin/env python3
"""The files for editors in examples/editors: the Emacs mode (editors.el), the words in the grammars. usage: editors.py WINNOW. The
last line is 'N passed, N failed'."""

import json
import os
import re
import subprocess

from checks import check, finish
from harness import environment, run

here = os.path.dirname(os.path.abspath(__file__))
editors = os.path.join(here, "../../examples/editors")
done = subprocess.run(["emacs", "--batch", "-Q", "-l", os.path.join(here, "editors.el")], capture_output=True, text=True,
                      stdin=subprocess.DEVNULL, timeout=60, env=environment)
found = re.findall(r"^(ok|FAILED) (.*)$", done.stdout, re.M)
check("Emacs ends", len(found) == 8 and done.returncode == 0, (done.stdout, done.stderr))
for verdict, name in found:
    check(name, verdict == "ok")


def text_of(name):
    with open(os.path.join(editors, name)) as f:
        return f.read()


# Every word of Winnow in the three files is an operator of Winnow.
grammar = json.loads(text_of("winnow.tmLanguage.json"))
lists = {
    "winnow.el": re.findall(r'"([^"]+)"', re.search(r"winnow-words\n  '\((.*?)\)", text_of("winnow.el"), re.S)[1]),
    "winnow.vim": " ".join(re.findall(r"winnowWord contained (.*)", text_of("winnow.vim"))).split(),
    "winnow.tmLanguage.json": re.search(r"\(([^()]*minimax[^()]*)\)", json.dumps(grammar))[1].replace("\\", "").split("|"),
}
for name, words in lists.items():
    code, out, err = run("-e", "(remove-if #'fboundp '(" + " ".join(words) + "))")
    check(f"{name}: its words are operators", len(words) > 15 and out == "NIL\n", (words, out, err))

finish()
