"""Winnow run by a test: as a command, and at a prompt in a pseudo-terminal. The program is the first argument of the test."""

import os
import re
import shutil
import atexit
import signal
import subprocess
import sys
import tempfile
import time

import pexpect

from checks import check

# A parent that runs tests in the background may have set signals to be ignored, which child processes would inherit.
for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)

winnow = os.path.abspath(sys.argv[1])
folder = tempfile.mkdtemp()
atexit.register(shutil.rmtree, folder, ignore_errors=True)
environment = dict(os.environ, XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder, TERM="xterm", LC_ALL="C.UTF-8")
environment.pop("NO_COLOR", None)


# "readline", "libedit" or "none"
editor = re.search(r"line editor: (\w+)", subprocess.run([winnow, "--version"], capture_output=True, text=True).stdout)[1]


def write(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())
    return path


def run(*arguments, given="", limit=20, cwd=folder):
    done = subprocess.run([winnow, *arguments], input=given.encode(), capture_output=True, timeout=limit,
                          env=environment, cwd=cwd)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def start(*arguments, **more):
    """Starts Winnow as a process that runs in parallel with the test."""
    return subprocess.Popen([winnow, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env=environment, cwd=folder, **more)


def expect(name, arguments, code, out=None, err=None, given=""):
    """Runs Winnow: its status must be CODE, its output OUT; its messages must match the pattern ERR, or be empty if that is ""."""
    got = run(*arguments, given=given)
    ok = got[0] == code
    ok = ok and (out is None or got[1] == out)
    ok = ok and (err is None or (re.search(err, got[2]) if err else got[2] == ""))
    check(name, ok, got)


class Prompt:
    """A session whose lines are drawn by the library that edits them, or by Winnow if OWN_DRAWING."""

    def __init__(self, *arguments, term="xterm", size=(40, 100), own_drawing=False, **variables):
        if not own_drawing:
            arguments = ("--plain-editor", *arguments)
        self.child = pexpect.spawn(winnow, list(arguments), env=dict(environment, TERM=term, **{"INPUTRC": "/dev/null", **variables}),
                                   encoding="utf-8", dimensions=size, timeout=60, cwd=folder)
        self.child.expect("winnow> ")
        self.brackets_pastes = "\033[?2004h" in self.child.before

    def pasted(self, text):
        """TEXT as a terminal sends what is pasted."""
        return f"\033[200~{text}\033[201~" if self.brackets_pastes else text.replace("\n", "\r")

    def say(self, text, wanted, prompt="winnow> "):
        self.child.send(text)
        try:
            self.child.expect(wanted)
            if prompt:
                self.child.expect(prompt)
            return True
        except (pexpect.TIMEOUT, pexpect.EOF):
            return False

    def shown(self, text):
        """The output after the line TEXT, up to the next prompt."""
        self.child.send(text)
        self.child.expect("\r\n")
        self.child.expect("winnow> ")
        return self.child.before

    def keys(self, *keys):
        """Types KEYS one after the other, not as a paste."""
        for key in keys:
            self.child.send(key)
            time.sleep(0.15)

    def end(self, keys="\004"):
        """Types KEYS, which end the session, and returns the exit status."""
        self.child.send(keys)
        self.child.expect(pexpect.EOF)
        self.child.close()
        return self.child.exitstatus
