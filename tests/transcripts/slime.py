#!/usr/bin/env python3
"""winnow --swank: commands of a real Emacs with SLIME (slime.el), the secret, and refusals. usage: slime.py WINNOW. The last line
is 'N passed, N failed'."""

import os
import re
import socket
import subprocess

from checks import check, finish
from harness import environment, folder, run, start

here = os.path.dirname(os.path.abspath(__file__))
home = os.path.join(folder, "home")
os.mkdir(home)
environment["HOME"] = home


def serve(*arguments):
    """Start a server on a free port; return the process and the port."""
    process = start(*arguments, "--swank", "0")
    line = process.stdout.readline().decode()
    return process, int(re.search(r"127\.0\.0\.1:(\d+)", line)[1])


process, port = serve()
done = subprocess.run(["emacs", "--batch", "-Q", "-l", os.path.join(here, "slime.el")], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120,
                      env=environment | {"SWANK_PORT": str(port), "WINNOW_PID": str(process.pid)})
found = re.findall(r"^(ok|FAILED) (.*)$", done.stderr, re.M)
check("Emacs gives all commands", len(found) >= 40 and "\ndone\n" in done.stderr, (done.stdout, done.stderr))
for verdict, name in found:
    check(name, verdict == "ok")
if process.poll() is None and "FAILED" in done.stderr:
    process.terminate()
check("the server ends with the session", process.wait(timeout=20) == 0, process.returncode)

# ---- the secret

with open(os.path.join(home, ".slime-secret"), "w") as secret:
    secret.write("sesame\n")


def packet(text):
    return b"%06x" % len(text) + text


def answer(text):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        client.sendall(packet(text) + packet(b"(:emacs-rex (swank:connection-info) nil t 1)"))
        received = b""
        try:
            while b":return" not in received and (piece := client.recv(100000)):
                received += piece
        except ConnectionResetError:
            pass
        return received


process, port = serve()
check("a client without the secret is refused", answer(b"wrong") == b"", None)
check("a client with the secret is served", b":return" in answer(b"sesame"), None)
process.terminate()
process.wait(timeout=20)

# ---- refusals

code, out, err = run("--sandbox", "--swank", "0")
check("the sandbox refuses to serve", code == 1 and "sandbox" in err, (code, out, err))
code, out, err = run("--swank", "70000")
check("a wrong port", code == 2 and "port" in err, (code, out, err))
code, out, err = run("-e", "(setq winnow-ext:*module-path* nil)", "--swank", "0")
check("without Swank", code == 1 and "hint: install Debian's package cl-swank" in err, (code, out, err))

finish()
