#!/usr/bin/env python3
"""winnow-kernel, through Jupyter's own client, and the notebooks of examples/notebooks, executed by nbconvert: the outputs must be
those in the files. usage: notebook.py WINNOW. The last line is 'N passed, N failed'."""

import atexit
import glob
import json
import os

import re
import subprocess
import sys
import time
from urllib.parse import unquote

from checks import check, finish
from harness import environment, folder, run, winnow

os.environ.update(HOME=folder, JUPYTER_DATA_DIR=os.path.join(folder, "jupyter"), JUPYTER_RUNTIME_DIR=os.path.join(folder, "runtime"), JUPYTER_PATH="",
                  JUPYTER_CONFIG_DIR=os.path.join(folder, "config"))

from jupyter_client.manager import KernelManager  # noqa: E402  (reads the environment)

here = os.path.dirname(os.path.abspath(__file__))
specification = os.path.join(folder, "jupyter/kernels/winnow/kernel.json")

environment.update(os.environ)
code, out, err = run("--install-kernel")
check("--install-kernel prints the file", (code, out.strip(), err) == (0, specification, ""), (code, out, err))
arguments = json.load(open(specification))["argv"]
check("the file names the kernel in the folder of winnow", arguments == [os.path.join(os.path.dirname(os.path.realpath(winnow)), "winnow-kernel"), "{connection_file}"], arguments)

manager = KernelManager(kernel_name="winnow")
manager.start_kernel()
atexit.register(lambda: manager.has_kernel and manager.shutdown_kernel(now=True))
client = manager.client()
client.start_channels()
client.wait_for_ready(timeout=60)

def cell(text, answers=()):
    """Execute TEXT; return the status and the list of outputs. ANSWERS: for the questions that it asks."""
    answers, asked = list(answers), []
    outputs = []

    def output(message):
        kind, content = message["header"]["msg_type"], message["content"]
        if kind == "stream" and outputs and outputs[-1][0] == content["name"]:
            outputs[-1] = (content["name"], outputs[-1][1] + content["text"])
        elif kind == "stream":
            outputs.append((content["name"], content["text"]))
        elif kind in ("execute_result", "display_data"):
            outputs.extend(content["data"].items())
        elif kind == "error":
            outputs.append(("error", content["ename"], "\n".join(content["traceback"])))

    def question(message):
        asked.append(message["content"]["prompt"])
        client.input(answers.pop(0))

    reply = client.execute_interactive(text, allow_stdin=bool(answers), stdin_hook=question, output_hook=output, timeout=60)
    outputs += [("asked", prompt) for prompt in asked]
    return reply["content"]["status"], outputs

def expect(name, text, *outputs, status="ok", answers=()):
    got = cell(text, answers)
    check(name, got == (status, list(outputs)), got)

expect("a value", "(+ 1 2)", ("text/plain", "3"))
expect("the values of the last form", "1 (floor 7 2)", ("text/plain", "3\n1"))
expect("no value", "(values)")
expect("*", "(list * +)", ("text/plain", "(NIL (VALUES))"))
expect("* again", "*", ("text/plain", "(NIL (VALUES))"))
expect("output before the value", '(print 1) (format t "~%x~%")', ("stdout", "\n1 \nx\n"), ("text/plain", "NIL"))
expect("an unfinished line of output", '(princ "x")', ("stdout", "x"), ("text/plain", '"x"'))
expect("error output", '(format *error-output* "oh~%")', ("stderr", "oh\n"), ("text/plain", "NIL"))
expect("definitions last", "(defun twice (x) (* 2 x))", ("text/plain", "TWICE"))
expect("definitions last", "(twice 21)", ("text/plain", "42"))
expect("Cyrillic", '(princ "Да") (string #\\ж)', ("stdout", "Да"), ("text/plain", '"ж"'))
expect("the package lasts", "(defpackage :other (:use :cl)) (in-package :other) 'here", ("text/plain", "HERE"))
expect("the package lasts", "(package-name *package*)", ("text/plain", '"OTHER"'))
expect("and back", "(in-package :cl-user) 1", ("text/plain", "1"))
expect("a warning", "(defun unused (x) 1)", ("stderr", "; warning: X is not used ((declare (ignore x)) if this is meant)\n"), ("text/plain", "UNUSED"))
status, outputs = cell('(dotimes (i 3000) (format t "~D~%" i))')
check("much output in order", outputs[0][1] == "".join(f"{i}\n" for i in range(3000)), outputs[:3])

# Errors: the message marks the expression, and the cell ends.
status, outputs = cell("(defun half (x)\n  (/ x 2))\n(half 'a)\n(print 'after)")
check("an error ends its cell", status == "error" and len(outputs) == 1 and outputs[0][:2] == ("error", "TYPE-ERROR"), outputs)
check("an error marks its expression in colour", "/: expected a number, got A" in outputs[0][2] and "\033[" in outputs[0][2]
      and "2 | (/ x 2))" in re.sub("\033\\[[0-9;]*m", "", outputs[0][2]), outputs)
expect("the next cell", "(half 8)", ("text/plain", "4"))
status, outputs = cell("(car '(1 2)")
check("an unfinished form", status == "error" and outputs[0][1] == "END-OF-FILE", outputs)
expect("a handled error", "(handler-case (error \"no\") (error () 'handled))", ("text/plain", "HANDLED"))
expect("a signal without a handler", "(signal 'error)", ("text/plain", "NIL"))

# Pictures
status, outputs = cell("(draw '((3) (1 4)))")
pictures = dict(outputs)
check("a tree is drawn as SVG", pictures["image/svg+xml"].startswith("<svg") and pictures["image/svg+xml"].endswith("</svg>"), outputs)
check("and as an image in HTML", unquote(re.search('src="data:image/svg.xml,([^"]*)"', pictures["text/html"])[1]) == pictures["image/svg+xml"].replace("\n", " "), outputs)
status, outputs = cell('(princ "before") (terpri) (draw \'((3) (1 4))) (princ "after")')
check("text around a picture", [o[0] for o in outputs if o[0] != "text/html"] == ["stdout", "image/svg+xml", "stdout", "text/plain"] and outputs[0][1] == "before\n", outputs)
status, outputs = cell("(draw '((3) (1 4)) :format :html)")
check("the page is shown in a frame", outputs and outputs[0][0] == "text/html" and outputs[0][1].startswith("<iframe") and "&lt;!DOCTYPE html" in outputs[0][1], outputs[:1])
expect("what only begins like a picture", '(princ "<svg xmlns=") nil', ("stdout", "<svg xmlns="), ("text/plain", "NIL"))

# Questions
expect("READ-LINE", '(format t "Name? ") (read-line)', ("text/plain", '"Ada"\nNIL'), ("asked", "Name? "), answers=["Ada"])
expect("READ and READ-CHAR", "(list (read) (read-char) (read-line))", ("text/plain", '((1 2) #\\  "x")'), ("asked", ""), answers=["(1 2) x"])
expect("no questions allowed", "(read-line *standard-input* nil 'end)", ("text/plain", "END\nT"))

# Dialects
expect("a MacLisp cell", "%%maclisp\n(quotient 7 2)", ("text/plain", "3"))
expect("it ends with the cell", "(fboundp 'quotient)", ("text/plain", "NIL"))
status, outputs = cell("%%fortran\n1")
check("an unknown dialect", status == "error" and "%%maclisp" in outputs[0][2], outputs)

# Completion, inspection, "is it complete?"

def reply(message_id):
    while True:
        message = client.get_shell_msg(timeout=30)
        if message["parent_header"]["msg_id"] == message_id:
            return message["content"]

found = reply(client.complete("(list 'ж (make-h"))
check("completion", (found["matches"], found["cursor_start"], found["cursor_end"]) == (["make-hash-table"], 10, 16), found)
found = reply(client.complete("(twi"))
check("completion of a definition", "twice" in found["matches"], found)
found = reply(client.inspect("(minimax '(1 2))", 5))
check("inspection", found["found"] and "Example" in found["data"]["text/plain"], found)
found = reply(client.inspect("(no-such-name)", 5))
check("inspection of an unknown name", not found["found"], found)
for text, status in (("(list 1", "incomplete"), ("(list 1)", "complete"), ('"a', "incomplete"), ("%%maclisp\n(list", "incomplete"), ("1", "complete")):
    found = reply(client.is_complete(text))
    check(f"is_complete {text!r}", found["status"] == status, found)
found = reply(client.kernel_info())
check("kernel_info", found["implementation"] == "winnow" and found["language_info"]["name"] == "common-lisp", found)

# Interrupt
message = client.execute("(loop)")
while client.get_iopub_msg(timeout=30)["content"].get("execution_state") != "busy":
    pass
time.sleep(0.5)
manager.interrupt_kernel()
found = reply(message)
check("an interrupt ends a loop", found["status"] == "error" and found["ename"] == "INTERRUPTED", found)
for _ in range(100):
    manager.interrupt_kernel()
    time.sleep(0.003)
expect("interrupts between cells change nothing", "(twice 4)", ("text/plain", "8"))

# The evaluating process ends.
status, outputs = cell("(quit)")
check("(quit) is reported", status == "error" and "a new one is started" in outputs[-1][2], outputs)
expect("and the next cell works", "(+ 2 3)", ("text/plain", "5"))

client.stop_channels()
manager.shutdown_kernel()

# Notebooks

def shown(cell):
    """The outputs of CELL as text, without the numbers of executions and with times as 0."""
    outputs = [{k: v for k, v in output.items() if k != "execution_count"} for output in cell.get("outputs", [])]
    return re.sub(r"\b\d+\.\d{4}\b", "0", json.dumps(outputs, ensure_ascii=False))

for file in sorted(glob.glob(os.path.join(here, "../../examples/notebooks/*.ipynb"))):
    done = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--stdout", file], capture_output=True, text=True, env=os.environ, timeout=300)
    name = os.path.basename(file)
    check(f"{name} is executed", done.returncode == 0, done.stderr[-2000:])
    if done.returncode == 0:
        before, after = json.load(open(file))["cells"], json.loads(done.stdout)["cells"]
        for number, (old, new) in enumerate(zip(before, after)):
            check(f"{name}, cell {number}", shown(old) == shown(new), (shown(old), shown(new)))

finish()
