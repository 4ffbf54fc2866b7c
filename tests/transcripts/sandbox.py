#!/usr/bin/env python3
"""What a program in the sandbox may do, and how it is told of what it may not. usage: sandbox.py WINNOW.
The last line is 'N passed, N failed'."""

import os

from checks import check, finish
from harness import environment, expect, folder, run, write

secret = write("elsewhere/secret.lisp", "(princ 'secret)")
os.symlink(secret, os.path.join(folder, "elsewhere/link.lisp"))
write("home/data/numbers", "1 2 3")
write("home/part.lisp", "(princ 'part)")
home = os.path.join(folder, "home")
os.symlink(secret, os.path.join(home, "link.lisp"))
os.symlink("/", os.path.join(home, "root"))


def program(name, form, code, out=None, err=None):
    expect(name, ["--sandbox", write("home/program.lisp", form)], code, out, err)


# ---- what it may

program("it computes", "(princ (minimax '((3) (1 4))))", 0, "(3 (1 1))")
program("it loads the files beside it", f'(load "{home}/part.lisp") (load "{home}/part")', 0, "PARTPART")
program("it reads what lies below its folder", f'(with-open-file (s "{home}/data/numbers") (princ (read-line s)))', 0, "1 2 3")
program("it probes there", f'(princ (list (not (probe-file "{home}/data")) (probe-file "{home}/data/none")))', 0, "(NIL NIL)")
program("it lists what lies there, but not where links lead out", f'(princ (mapcar (function file-namestring) (directory "{home}/*.lisp")))', 0, "(part.lisp program.lisp)")
program("it makes no directory that is there", f'(princ (nth-value 1 (ensure-directories-exist "{home}/data/x")))', 0, "NIL")
program("it reads standard input", "(princ (read-line *standard-input* nil 'end))", 0, "END")
program("a name may go up and down", f'(with-open-file (s "{home}/data/../data/./numbers") (princ (read-char s)))', 0, "1")

# ---- what it may not: each is a condition that says why

refused = [
    ("to read elsewhere", f'(open "{secret}")', "open", "allows reading only below"),
    ("to load elsewhere", f'(load "{secret}")', "load", "allows reading only below"),
    ("to read by a way up", f'(open "{home}/../elsewhere/secret.lisp")', "open", "allows reading only below"),
    ("to read through a link", f'(open "{home}/link.lisp")', "open", "allows reading only below"),
    ("to read through a link to a folder", f'(open "{home}/root/etc/passwd")', "open", "allows reading only below"),
    ("to read a device", '(open "/dev/zero")', "open", "allows reading only below"),
    ("to see whether a file exists", f'(probe-file "{secret}")', "probe-file", "allows reading only below"),
    ("to see whether a file exists, otherwise", f'(open "{secret}" :direction :probe)', "open", "allows reading only below"),
    ("to load what may not exist", f'(load "{secret}" :if-does-not-exist nil)', "load", "allows reading only below"),
    ("to write", f'(open "{folder}/new" :direction :output)', "open", "allows reading only below"),
    ("to write beside itself", f'(open "{home}/new" :direction :output)', "open", "does not allow changing files"),
    ("to append to itself", f'(open "{home}/program.lisp" :direction :output :if-exists :append)', "open", "does not allow changing files"),
    ("to delete", f'(delete-file "{home}/part.lisp")', "delete-file", "does not allow changing files"),
    ("to rename", f'(rename-file "{home}/part.lisp" "other")', "rename-file", "does not allow changing files"),
    ("to make a directory", f'(ensure-directories-exist "{home}/deep/er/")', "ensure-directories-exist", "does not allow changing files"),
    ("to list a directory elsewhere", f'(directory "{folder}/elsewhere/*.*")', "directory", "allows reading only below"),
    ("to see whose a file is", f'(file-author "{secret}")', "file-author", "allows reading only below"),
    ("to write a compiled file", f'(compile-file "{home}/part.lisp")', "open", "does not allow changing files"),
    ("to record what is typed", f'(dribble "{home}/record")', "open", "does not allow changing files"),
    ("to read elsewhere by a logical name", f'(progn (setf (logical-pathname-translations "x") \'(("*.*" "{folder}/elsewhere/*.*"))) (open "x:secret.lisp"))', "open", "allows reading only below"),
    ("to draw to a file", f'(draw \'(1 2) :format :svg :file "{home}/new.svg")', "open", "does not allow changing files"),
]
for what, form, operation, why in refused:
    program(f"it may not: {what}", form, 1, "", rf"{operation}: .*: the sandbox {why}")
    program(f"it is told: {what}", f"(handler-case {form} (sandbox-violation (c) (princ (typep c 'file-error)) (princ (not (file-error-pathname c)))))",
            0, "TNIL")
program("it may not: to read the environment", '(getenv "HOME")', 1, "", "getenv: the sandbox does not show the environment \\(HOME\\)")
program("it may not: to run other programs", '(ext:shell "true")', 1, "", "shell: the sandbox does not run other programs \\(true\\)")
program("it is told: of the environment", '(princ (handler-case (getenv "HOME") (sandbox-violation (c) (typep c \'file-error))))', 0, "NIL")
program("while reading it may not, either", f'(princ \'#.(open "{secret}"))', 1, "", "the sandbox")
check("nothing was changed", sorted(os.listdir(home)) == ["data", "link.lisp", "part.lisp", "program.lisp", "root"], os.listdir(home))

# ---- other programs than files

for name, arguments in (("-e", ["-e"]),):
    expect(f"{name} has no files", ["--sandbox", "-e", f'(open "{secret}")'], 1, "", "open: .*: the sandbox allows no files")
expect("nor has standard input", ["--sandbox", "-"], 1, "", "allows no files", given=f'(load "{secret}")')
expect("nor has a pipe", ["--sandbox"], 1, "", "allows no files", given=f'(load "{secret}")')
expect("nor has a tree", ["--sandbox", "tree", f'#.(open "{secret}")'], 1, "", r"#\. is refused")
expect("a file of trees may be read", ["--sandbox", "tree", "--quiet", write("home/t.sexp", "((3) (1 4))")], 0, "(3 (1 1))\n")
expect("--load opens its folder", ["--sandbox", "--load", secret, "-e", f'(load "{secret}")'], 0, "SECRETSECRET\nT\n")
write("winnow/init.lisp", "(princ 'init)")
expect("the init file is not loaded", ["--sandbox", "-i"], 0, "2\n", given="(+ 1 1)")
expect("time and memory are limited beside it", ["--sandbox", "--max-time", "0.3", "--max-heap", "32M", "-e", "(loop)"], 124)
expect("a heap limit in the sandbox", ["--sandbox", "--max-heap", "32M", "-e", "(let ((l nil)) (loop (push 1 l)))"], 1, "", "heap is exhausted")
expect("outside of it nothing is refused", [write("home/program.lisp", f'(load "{secret}") (princ (stringp (getenv "HOME")))')], 0, "SECRETT")

finish()
