#!/usr/bin/env python3
"""Attempts (attempts.py) to leave the sandbox: nothing outside is read, and nothing anywhere is created, changed or removed;
the program's output is the same whether the files outside exist or not. Each attempt is made with and without support by
the kernel. usage: sandbox_attempts.py WINNOW. The last line is 'N passed, N failed'."""

import ctypes
import os
import re
import shutil
import socket
import struct
import subprocess

from attempts import LINKS, NAMES, OPERATIONS, OTHERS
from checks import check, finish
from harness import environment, folder, winnow, write

home = os.path.join(folder, "home")
out = os.path.join(folder, "elsewhere")
SECRET = "the-secret-of-the-other-folder"


def filled(text):
    return text.replace("$HOME", home).replace("$OUT", out)


def furnish():
    for name, target in LINKS.items():
        os.symlink(filled(target), os.path.join(home, name))
    os.mkfifo(os.path.join(home, "fifo"))
    socket.socket(socket.AF_UNIX).bind(os.path.join(home, "socket"))


def furnish_outside(exists):
    for place in (out, home + "x"):
        shutil.rmtree(place, ignore_errors=True)
        if exists:
            write(os.path.join(place, "secret.lisp"), f'(princ "{SECRET}")')
            write(os.path.join(place, "deep/er.lisp"), f'(princ "{SECRET}")')
            os.utime(os.path.join(place, "secret.lisp"), (10 ** 9, 10 ** 9))


def snapshot():
    """All files, with their modes, times of modification and contents."""
    files = {}
    for place, folders, names in os.walk(folder):
        for name in folders + names:
            path = os.path.join(place, name)
            status = os.lstat(path)
            contents = os.readlink(path) if os.path.islink(path) else open(path).read() if os.path.isfile(path) else None
            files[path] = (status.st_mode, status.st_mtime_ns, contents)
    return files


def without_kernel_support():
    """Makes openat2, Landlock and seccomp fail with ENOSYS in this process, as on a kernel without them."""
    def instruction(code, yes, no, operand):
        return struct.pack("HBBI", code, yes, no, operand)
    missing = {"x86_64": (437, 444, 317), "aarch64": (437, 444, 277)}[os.uname().machine]
    code = instruction(0x20, 0, 0, 0)
    for call in missing:
        code += instruction(0x15, 0, 1, call) + instruction(0x06, 0, 0, 0x00050000 | 38)
    code += instruction(0x06, 0, 0, 0x7FFF0000)
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(code)
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer)))
    assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program, 0, 0) == 0


def attempted(forms, prepare):
    """The output of a program of FORMS: of each its values, or the condition that it signals."""
    text = "".join(f"(handler-case (progn (format t \"~&; ~S\" (multiple-value-list {filled(form)})))\n"
                   f"  (error (c) (format t \"~&; ~A: ~A\" (type-of c) c)))\n(dialect :common-lisp)\n(format t \"~&--~%\")\n" for form in forms)
    write("home/program.lisp", text)
    before = snapshot()
    done = subprocess.run([winnow, "--sandbox", "--max-time", "20", "program.lisp"], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=100, env=environment, cwd=home, preexec_fn=prepare)
    lines = done.stdout.decode(errors="replace").split("--\n")
    # Only values that depend on the outside may differ, and none does.
    lines = [re.sub(r"\d+", "N", line) if "DATE" in line else line for line in lines]
    return lines, done.stderr.decode(errors="replace"), done.returncode, snapshot() == before


write("home/data/numbers", "1 2 3")
write("home/part.lisp", "(princ 'part)")
furnish()
programs = [(name, [o.replace("NAME", form) for o in OPERATIONS]) for name, form in NAMES.items()] + [("others", OTHERS)]
for kind, prepare in (("with kernel support", None), ("without kernel support", without_kernel_support)):
    for name, forms in programs:
        furnish_outside(True)
        lines, errors, status, unchanged = attempted(forms, prepare)
        check(f"{kind}, {name}: the program ends", status == 0 and len(lines) == len(forms) + 1, (status, errors[-500:], lines[-2:]))
        check(f"{kind}, {name}: nothing is changed", unchanged)
        furnish_outside(False)
        others, other_errors, _, unchanged = attempted(forms, prepare)
        check(f"{kind}, {name}: nothing is created where nothing exists", unchanged)
        check(f"{kind}, {name}: messages", errors == other_errors and SECRET not in errors, (errors, other_errors))
        for form, line, other in zip(forms, lines, others):
            ok = line == other and SECRET not in line
            if forms is not OTHERS:
                ok = ok and re.match("; SANDBOX-FILE-ERROR: |; FILE-ERROR: .*(NUL|:UP cannot follow)", line) is not None
            check(f"{kind}, {name}: {form}", ok, (line, other))

finish()
