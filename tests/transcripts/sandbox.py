#!/usr/bin/env python3
"""The sandbox: permitted operations, and the conditions of forbidden ones. usage: sandbox.py WINNOW.
The last line is 'N passed, N failed'."""

import os

import pexpect

from checks import check, finish
from harness import Prompt, editor, environment, expect, folder, run, start, winnow, write

secret = write("elsewhere/secret.lisp", "(princ 'secret)")
os.symlink(secret, os.path.join(folder, "elsewhere/link.lisp"))
write("home/data/numbers", "1 2 3")
write("home/part.lisp", "(princ 'part)")
home = os.path.join(folder, "home")
os.symlink(secret, os.path.join(home, "link.lisp"))
os.symlink("/", os.path.join(home, "root"))


def program(name, form, code, out=None, err=None):
    expect(name, ["--sandbox", write("home/program.lisp", form)], code, out, err)


# ---- permitted operations

program("a program computes", "(princ (minimax '((3) (1 4))))", 0, "(3 (1 1))")
program("a program loads files in its folder", f'(load "{home}/part.lisp") (load "{home}/part")', 0, "PARTPART")
program("a program reads files below its folder", f'(with-open-file (s "{home}/data/numbers") (princ (read-line s)))', 0, "1 2 3")
program("a program probes files below its folder", f'(princ (list (not (probe-file "{home}/data")) (probe-file "{home}/data/none")))', 0, "(NIL NIL)")
program("a program lists its folder, without links to outside", f'(princ (mapcar (function file-namestring) (directory "{home}/*.lisp")))', 0, "(part.lisp program.lisp)")
program("ENSURE-DIRECTORIES-EXIST of an existing directory", f'(princ (nth-value 1 (ensure-directories-exist "{home}/data/x")))', 0, "NIL")
program("a program reads standard input", "(princ (read-line *standard-input* nil 'end))", 0, "END")
program("a name may contain .. and . inside the folder", f'(with-open-file (s "{home}/data/../data/./numbers") (princ (read-char s)))', 0, "1")

# ---- forbidden operations: each signals a condition with the reason

refused = [
    ("to read elsewhere", f'(open "{secret}")', "open", "allows reading only below"),
    ("to load elsewhere", f'(load "{secret}")', "load", "allows reading only below"),
    ("to read through ..", f'(open "{home}/../elsewhere/secret.lisp")', "open", "allows reading only below"),
    ("to read through a link", f'(open "{home}/link.lisp")', "open", "allows reading only below"),
    ("to read through a link to a folder", f'(open "{home}/root/etc/passwd")', "open", "allows reading only below"),
    ("to read a device", '(open "/dev/zero")', "open", "allows reading only below"),
    ("to see whether a file exists", f'(probe-file "{secret}")', "probe-file", "allows reading only below"),
    ("to see whether a file exists, with :PROBE", f'(open "{secret}" :direction :probe)', "open", "allows reading only below"),
    ("to load with :IF-DOES-NOT-EXIST NIL", f'(load "{secret}" :if-does-not-exist nil)', "load", "allows reading only below"),
    ("to write", f'(open "{folder}/new" :direction :output)', "open", "allows reading only below"),
    ("to write to its own folder", f'(open "{home}/new" :direction :output)', "open", "does not allow changing files"),
    ("to append to its own file", f'(open "{home}/program.lisp" :direction :output :if-exists :append)', "open", "does not allow changing files"),
    ("to delete", f'(delete-file "{home}/part.lisp")', "delete-file", "does not allow changing files"),
    ("to rename", f'(rename-file "{home}/part.lisp" "other")', "rename-file", "does not allow changing files"),
    ("to make a directory", f'(ensure-directories-exist "{home}/deep/er/")', "ensure-directories-exist", "does not allow changing files"),
    ("to list a directory elsewhere", f'(directory "{folder}/elsewhere/*.*")', "directory", "allows reading only below"),
    ("to see the owner of a file", f'(file-author "{secret}")', "file-author", "allows reading only below"),
    ("to write a compiled file", f'(compile-file "{home}/part.lisp")', "open", "does not allow changing files"),
    ("to record what is typed", f'(dribble "{home}/record")', "dribble", "does not allow changing files"),
    ("to read elsewhere by a logical name", f'(progn (setf (logical-pathname-translations "x") \'(("*.*" "{folder}/elsewhere/*.*"))) (open "x:secret.lisp"))', "open", "allows reading only below"),
    ("to draw to a file", f'(draw \'(1 2) :format :svg :file "{home}/new.svg")', "draw", "does not allow changing files"),
]
for what, form, operation, why in refused:
    program(f"forbidden: {what}", form, 1, "", rf"{operation.upper()}: .*: the sandbox {why}")
    program(f"handled: {what}", f"(handler-case {form} (sandbox-violation (c) (princ (typep c 'file-error)) (princ (not (file-error-pathname c)))))",
            0, "TNIL")
program("forbidden: to read the environment", '(getenv "HOME")', 1, "", "GETENV: the sandbox does not show the environment \\(HOME\\)")
program("forbidden: to search by several processes", "(solve 'nim '((1 2) :max) :threads 2)", 1, "", "SOLVE: the sandbox does not start processes \\(:THREADS\\)")
program("forbidden: to run other programs", '(ext:shell "true")', 1, "", "SHELL: the sandbox does not run other programs \\(true\\)")
program("handled: to read the environment", '(princ (handler-case (getenv "HOME") (sandbox-violation (c) (typep c \'file-error))))', 0, "NIL")
program("forbidden: to read elsewhere at read time", f'(princ \'#.(open "{secret}"))', 1, "", "the sandbox")
check("nothing was changed", sorted(os.listdir(home)) == ["data", "link.lisp", "part.lisp", "program.lisp", "root"], os.listdir(home))

# ---- the folder: that of the name on the command line, through links; the program must not be a link to outside

os.symlink(home, os.path.join(folder, "link-home"))
os.symlink(os.path.join(home, "part.lisp"), os.path.join(home, "absolute.lisp"))
os.symlink("part.lisp", os.path.join(home, "to-part.lisp"))
expect("a program that is a link out of its folder is refused", ["--sandbox", "home/link.lisp"], 1, "",
       "LOAD: home/link.lisp: the sandbox allows reading only below .*/home/")
expect("a program that is a link to its folder runs", ["--sandbox", "home/to-part.lisp"], 0, "PART")
expect("the name of a folder may be a link", ["--sandbox", "link-home/part.lisp"], 0, "PART")
write("home/loads.lisp", '(load (merge-pathnames "part.lisp" *load-pathname*)) (load (merge-pathnames "part.lisp" *load-truename*))')
for name in ("home/loads.lisp", "link-home/loads.lisp", f"{home}/loads.lisp", f"{folder}/link-home/loads.lisp", "./home/../home/loads.lisp", "home//loads.lisp"):
    expect(f"files next to {name} are found by *LOAD-PATHNAME* and *LOAD-TRUENAME*", ["--sandbox", name], 0, "PARTPART")
code, out, err = run("--sandbox", "loads.lisp", cwd=home)
check("a name without a folder", (code, out) == (0, "PARTPART"), (code, out, err))

# ---- limits on time and output

expect("waiting ends after ten times --max-time", ["--sandbox", "--max-time", "0.1", "-e", "(sleep 1d9)"], 124, "",
       r"The elapsed time is exhausted: the limit is 1\.0 seconds? \(--max-time\)")
expect("a program that handles the condition also ends", ["--sandbox", "--max-time", "0.1", "-e", "(loop (handler-case (sleep 1d9) (serious-condition () 1)))"], 124)
p = start("--sandbox", "--max-time", "0.1", "-e", "(read-line)")
check("reading from a silent pipe ends", p.wait(timeout=60) == 124, p.returncode)
child = pexpect.spawn(winnow, ["--sandbox", "--max-time", "0.1", write("home/reads.lisp", "(read-line)")], env=environment, timeout=60)
child.expect(pexpect.EOF)
child.close()
check("reading from a terminal ends", child.exitstatus == 124, child.exitstatus)
expect("without the sandbox, waiting does not count", ["--max-time", "0.1", "-e", "(sleep 1.5)"], 0, "NIL\n")

for stream in ("*standard-output*", "*error-output*"):
    code, out, err = run("--sandbox", "--max-output", "1000", "-e", f'(loop (write-line "0123456789" {stream}))')
    text = out + err.replace("winnow: the output exceeds 1000 bytes (--max-output)\n", "")
    check(f"--max-output: {stream}", code == 125 and len(text) <= 1001 and text.count("0123456789\n") >= 90 and "exceeds 1000 bytes" in err, (code, out, err))
code, out, err = run("--max-output", "1000", "-e", '(unwind-protect (loop (write-line "out")) (loop (write-line "err" *error-output*)))')
check("--max-output: cleanup forms cannot write more", code == 125 and len(out) <= 1000 and err.count("exceeds") == 1, (code, len(out), err))
expect("--max-output: output flushed at the end counts", ["--max-output", "10", "-e", '(progn (princ "01234567890123456789") (quit 0))'], 125, "0123456789")
expect("--max-output: the exact size is enough", ["--max-output", "3", "-e", "10"], 0, "10\n")
expect("--max-output: a bad size", ["--max-output", "lots", "-e", "1"], 2, "", "--max-output: .*got lots")
code, out, err = run("--sandbox", "-e", "(let ((s (make-string 1000000 :initial-element #\\x))) (loop (write-string s)))")
check("in the sandbox the limit is 64M", code == 125 and len(out) == 64 << 20 and "exceeds 67108864 bytes" in err, (code, len(out), err))
# ---- other commands than files

expect("files are refused to -e", ["--sandbox", "-e", f'(open "{secret}")'], 1, "", "OPEN: .*: the sandbox allows no files")
expect("files are refused to a program on standard input", ["--sandbox", "-"], 1, "", "allows no files", given=f'(load "{secret}")')
expect("files are refused to a pipe", ["--sandbox"], 1, "", "allows no files", given=f'(load "{secret}")')
expect("winnow tree does not evaluate #.", ["--sandbox", "tree", f'#.(open "{secret}")'], 1, "", r"#\. is disabled")
expect("a file of trees may be read", ["--sandbox", "tree", "--quiet", write("home/t.sexp", "((3) (1 4))")], 0, "(3 (1 1))\n")
drawing = os.path.join(folder, "home/drawn.svg")
code, out, err = run("--sandbox", "tree", "--quiet", "--svg", drawing, "(1 2)", "(3 4)")
check("drawings that the command line names are written",
      code == 0 and all(open(name).read().startswith("<svg") for name in (drawing, drawing.replace("drawn", "drawn-2"))), (code, out, err))
expect("and nothing else", ["--sandbox", "-e", '(with-open-file (s "new.lisp" :direction :output) (print 1 s))', "tree", "--svg", drawing, "(1 2)"],
       1, "", "the sandbox allows")
expect("--load opens its folder", ["--sandbox", "--load", secret, "-e", f'(load "{secret}")'], 0, "SECRETSECRET\nT\n")
write("winnow/init.lisp", "(princ 'init)")
expect("the init file is not loaded", ["--sandbox", "-i"], 0, "2\n", given="(+ 1 1)")
expect("the sandbox can be combined with --max-time and --max-heap", ["--sandbox", "--max-time", "0.3", "--max-heap", "32M", "-e", "(loop)"], 124)
expect("a heap limit in the sandbox", ["--sandbox", "--max-heap", "32M", "-e", "(let ((l nil)) (loop (push 1 l)))"], 1, "", "heap is exhausted")
expect("without the sandbox nothing is refused", [write("home/program.lisp", f'(load "{secret}") (princ (stringp (getenv "HOME")))')], 0, "SECRETT")

# ---- the prompt

if editor != "none":
    c = Prompt("--sandbox", "--quiet")
    check("the prompt works", c.say("(+ 20 3)\r", r"[\r\n]23\r"))
    check("files are refused at the prompt", c.say(f'(open "{secret}")\r', "the sandbox allows no files"))
    check("lines can be edited", c.say("(list 1 3)" + 2 * "\002" + "2 \r", r"\(1 2 3\)"))
    c.keys("(make-hash-t", "\t")
    check("a name can be completed", c.say(")\r", "#<hash-table"))
    c.end()
    c = Prompt("--sandbox", "--quiet")
    check("the history is kept", c.say("\033[A\033[A\r", r"\(1 2 3\)"))
    c.end()

finish()
