#!/usr/bin/env python3
"""Files and standard streams that are non-blocking, limited in size or full; and files that a program supersedes.
usage: files.py WINNOW. The last line is 'N passed, N failed'."""

import fcntl
import os
import resource
import signal
import stat
import subprocess
import time

from checks import check, finish
from harness import environment, expect, folder, run, start, winnow, write

# ---- non-blocking standard streams, as left by parents with event loops


def non_blocking(descriptor):
    fcntl.fcntl(descriptor, fcntl.F_SETFL, fcntl.fcntl(descriptor, fcntl.F_GETFL) | os.O_NONBLOCK)


def popen(*arguments, **more):
    return subprocess.Popen([winnow, *arguments], stderr=subprocess.PIPE, env=environment, cwd=folder, **more)


reader, writer = os.pipe()
non_blocking(writer)
p = popen("-e", "(dotimes (i 100000) (print i))", stdout=writer)
os.close(writer)
time.sleep(0.3)  # the pipe is full now, or the test is easier than intended
with os.fdopen(reader, "rb") as output:
    text = output.read()
check("output to a non-blocking pipe is complete", text.split() == [b"%d" % i for i in range(100000)] + [b"NIL"], text[-50:])
check("output to a non-blocking pipe causes no error", (p.wait(timeout=60), p.stderr.read()) == (0, b""))

reader, writer = os.pipe()
non_blocking(reader)
p = popen("-e", "(list (read-line) (read) (read-char nil nil :end))", stdin=reader, stdout=subprocess.PIPE)
os.close(reader)
for piece in (b"a li", b"ne\n(1 ", b"2)"):
    time.sleep(0.1)
    os.write(writer, piece)
os.close(writer)
text, errors = p.communicate(timeout=60)
check("input from a non-blocking pipe is waited for", (text, errors) == (b'("a line" (1 2) :END)\n', b""), (text, errors))

reader, writer = os.pipe()
non_blocking(reader)
p = popen("-e", "(read-line)", stdin=reader, stdout=subprocess.PIPE)
time.sleep(0.3)
p.send_signal(signal.SIGINT)
text, errors = p.communicate(timeout=60)
check("waiting for input can be interrupted", p.returncode == 130 and b"Interrupted" in errors, (p.returncode, errors))
p = popen("--max-time", "0.2", "-e", "(listen)", "-e", "(read-char-no-hang)", stdin=reader, stdout=subprocess.PIPE)
text, errors = p.communicate(timeout=60)
check("LISTEN and READ-CHAR-NO-HANG do not wait", (text, errors) == (b"NIL\nNIL\n", b""), (text, errors))
os.close(reader), os.close(writer)

reader, writer = os.pipe()
non_blocking(writer)
p = popen("-e", "(loop (print 1))", stdout=writer)
time.sleep(0.3)
p.send_signal(signal.SIGINT)
with os.fdopen(reader, "rb") as output:
    os.close(writer)
    output.read()
check("waiting for room can be interrupted", p.wait(timeout=60) == 130 and b"Interrupted" in p.stderr.read(), p.returncode)

# ---- a limit on the size of files


def limited(*arguments, **more):
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
    return subprocess.run([winnow, *arguments], env=environment, cwd=folder, capture_output="stdout" not in more, timeout=60,
                          stderr=subprocess.PIPE if "stdout" in more else None, preexec_fn=limit, **more)


big = "(loop repeat 20000 do (write-line \"0123456789\" s))"
done = limited("-e", f'(handler-case (with-open-file (s "big" :direction :output) {big}) (stream-error (c) (format t "~A~%" c)))')
check("a file that grows too large is an error", (done.returncode, done.stdout) == (0, b"big: File too large\nNIL\n"), done)
with open(os.path.join(folder, "out"), "wb") as out:
    done = limited("-e", "(unwind-protect (loop (write-line \"0123456789\")) (write-line \"cleanup\" *error-output*))", stdout=out)
check("standard output that grows too large is an error", done.returncode == 1 and b"standard output: File too large" in done.stderr and b"cleanup" in done.stderr, done)
done = limited("-e", "(ext:shell \"true\")", "-e", "(ext:shell \"kill -s XFSZ $$\")", "-e", "(ext:shell \"kill -s PIPE $$\")")
check("programs that it runs receive signals", done.stdout.split() == [b"NIL", b"-%d" % signal.SIGXFSZ, b"-%d" % signal.SIGPIPE], done)

# ---- a limit on the number of processes and threads


def one_process():
    resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
    if os.geteuid() == 0:
        os.setuid(12345)


try:
    done = subprocess.run([winnow, "-e", "1"], env=environment, capture_output=True, timeout=60, preexec_fn=one_process)
    check("without threads, the message says so",
          (done.returncode, done.stderr) in ((1, b"winnow: cannot start a thread: Resource temporarily unavailable\n"), (0, b"")), done)
except (OSError, subprocess.SubprocessError):
    pass  # the user cannot start any process

# ---- a file that is superseded


class Old:
    """A file with the contents "old", in its own folder."""

    def __init__(self, mode=0o640):
        Old.count = getattr(Old, "count", 0) + 1
        self.name = write(f"old{Old.count}/file", "old")
        os.chmod(self.name, mode)
        self.place = os.path.dirname(self.name)

    def text(self):
        return open(self.name).read()

    def files(self):
        return sorted(os.listdir(self.place))


def opened(old, body, exists=":supersede", way=":output"):
    return f'(with-open-file (s "{old.name}" :direction {way} :if-exists {exists}) (write-string "new" s) {body})'


for exists in (":supersede", ":new-version", ":rename", ":rename-and-delete"):
    backup = ["file", "file.bak"] if exists == ":rename" else ["file"]
    for way in (":output", ":io"):
        def again(what, body, code, whole, prepare=None, old=None):
            old = old or Old()
            code_got, out, err = run("-e", opened(old, body, exists, way)) if prepare is None else prepare(old)
            check(f"{exists} {way}: {what}", code_got == code and old.text() == ("new" if whole else "old") and
                  old.files() == (backup if whole else ["file"]), (code_got, out, err, old.text(), old.files()))
            return old
        old = again("a normal end", "1", 0, True)
        check(f"{exists} {way}: permissions are kept", stat.S_IMODE(os.stat(old.name).st_mode) == 0o640)
        again("an error", '(error "oops")', 1, False)
        again("an error after some was written", '(finish-output s) (error "oops")', 1, False)
        again("a handled error", '(error "oops")', 0, False,
              lambda old: run("-e", "(ignore-errors " + opened(old, '(error "oops")', exists, way) + ")"))
        again("THROW", "", 0, False, lambda old: run("-e", "(catch 'x " + opened(old, "(throw 'x 1)", exists, way) + ")"))
        again("QUIT", "(quit 3)", 3, False)
        again("CLOSE :ABORT T", "(close s :abort t)", 0, False)
        again("CLOSE", "(close s) (error \"later\")", 1, True)
        again("time", "(loop)", 124, False, lambda old: run("--max-time", "0.2", "-e", opened(old, "(loop)", exists, way)))

        def interrupted(number, body="(loop)"):
            def act(old):
                p = start("-e", opened(old, f"(princ 'ready) (finish-output) {body}", exists, way))
                p.stdout.read(5)
                p.send_signal(number)
                return p.wait(timeout=60), "", p.stderr.read()
            return act
        again("Ctrl-C", "", 130, False, interrupted(signal.SIGINT))
        again("SIGTERM", "", 143, False, interrupted(signal.SIGTERM))
        old = Old()
        p = start("-e", opened(old, "(princ 'ready) (finish-output) (finish-output s) (loop)", exists, way))
        p.stdout.read(5)
        p.kill()
        p.wait()
        check(f"{exists} {way}: SIGKILL", old.text() == "old", old.text())

        def full(old):
            limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
            done = subprocess.run([winnow, "-e", "(handler-case " + opened(old, "(dotimes (i 1000) (write-line \"0123456789\" s))", exists, way) +
                                   " (stream-error () 'full))"], env=environment, cwd=folder, capture_output=True, timeout=60, preexec_fn=limit)
            return (0 if done.stdout == b"FULL\n" else done), "", done.stderr
        again("a full disk at the end", "", 0, False, full)

        def full_earlier(old):
            limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
            body = "(ignore-errors (dotimes (i 1000) (write-line \"0123456789\" s)) (finish-output s))"
            done = subprocess.run([winnow, "-e", "(handler-case " + opened(old, body, exists, way) + " (stream-error () 'full))"],
                                  env=environment, cwd=folder, capture_output=True, timeout=60, preexec_fn=limit)
            return (0 if done.stdout == b"FULL\n" else done), "", done.stderr
        again("a full disk, handled earlier", "", 0, False, full_earlier)
        again("a stream that is left open", "", 0, True,
              lambda old: run("-e", f'(write-string "new" (open "{old.name}" :direction {way} :if-exists {exists}))'))
        again("a stream that is garbage", "", 0, True, lambda old: run(
            "-e", f'(progn (write-string "new" (open "{old.name}" :direction {way} :if-exists {exists})) nil)', "-e", "(gc)", "-e", "(gc)"))

if os.geteuid() == 0:  # only root may give a file away
    old = Old()
    os.chown(old.name, 1234, 1235)
    run("-e", f'(with-open-file (s "{old.name}" :direction :output :if-exists :supersede) (write-string "new" s))')
    owner = os.stat(old.name)
    check("a file that is superseded keeps its owner", (owner.st_uid, owner.st_gid, old.text()) == (1234, 1235, "new"), owner)

# The name of the stream, and the file that others see during writing
old = Old()
code, out, err = run("-e", f'''(with-open-file (s "{old.name}" :direction :output :if-exists :supersede)
  (write-string "newer" s)
  (print (list (file-length s) (file-position s) (equal (truename s) (truename "{old.name}")) (equal (pathname s) (pathname "{old.name}"))
               (with-open-file (in "{old.name}") (read-line in)))))''')
check("a stream answers for the new file, others see the old one", out.strip().startswith('(5 5 T T "old")') and old.text() == "newer", (out, err))
old = Old()
code, out, err = run("-e", f'''(let ((a (open "{old.name}" :direction :output :if-exists :supersede)) (b (open "{old.name}" :direction :output :if-exists :supersede)))
  (write-string "a" a) (write-string "b" b) (close b) (close a))''')
check("of two streams to one file the one that is closed last wins", (code, old.text(), old.files()) == (0, "a", ["file"]), (code, err, old.text(), old.files()))
old = Old()
code, out, err = run("-e", f'''(with-open-file (s "{old.name}" :direction :output :if-exists :supersede) (delete-file "{old.name}") (write-string "new" s))''')
check("a file deleted during writing is created again", (code, old.text(), old.files()) == (0, "new", ["file"]), (code, err))
old = Old()
code, out, err = run("-e", f'''(with-open-file (s "{old.name}" :direction :io :if-exists :supersede)
  (print (list (read-char s nil :empty) (progn (write-string "abc" s) (file-position s 1) (read-char s)))))''')
check(":IO reads what was written", out.startswith("\n(:EMPTY #\\b)") and old.text() == "abc", (out, err))
old = Old()
code, out, err = run("-e", opened(old, "(close s :abort t)", ":overwrite"))
check(":OVERWRITE changes the file in place", old.files() == ["file"] and os.stat(old.name).st_size == 3, old.text())
old = Old()
code, out, err = run("-e", opened(old, '(error "x")', ":append"))
check(":APPEND keeps the old text", old.text().startswith("old"), old.text())
old = Old()
code, out, err = run("-e", f'(with-open-file (s "{old.place}/new" :direction :output) (write-string "new" s) (error "x"))')
check("an error removes a new file", old.files() == ["file"], old.files())
old = Old()
code, out, err = run("-e", f'(with-open-file (s "{old.place}/new" :direction :output) (write-string "new" s) (quit))')
check("QUIT keeps a new file", open(f"{old.place}/new").read() == "new")

# Links, devices, folders
old = Old()
link = os.path.join(folder, "link-to-old")
os.symlink(old.name, link)
code, out, err = run("-e", f'(with-open-file (s "{link}" :direction :output :if-exists :supersede) (write-string "new" s))')
check("a link remains a link", os.path.islink(link) and (old.text(), old.files()) == ("new", ["file"]), (out, err, old.files()))
os.symlink(os.path.join(old.place, "made"), os.path.join(folder, "dangling"))
code, out, err = run("-e", f'(with-open-file (s "{folder}/dangling" :direction :output :if-exists :supersede) (write-string "new" s))')
check("writing through a dangling link creates its target", os.path.islink(os.path.join(folder, "dangling")) and old.files() == ["file", "made"], (err, old.files()))
expect("a device is written to", ["-e", '(with-open-file (s "/dev/null" :direction :output :if-exists :supersede) (princ 1 s))'], 0, "1\n", "")
fifo = os.path.join(folder, "fifo")
os.mkfifo(fifo)
p = start("-e", f'(with-open-file (s "{fifo}" :direction :output :if-exists :supersede) (princ 12 s))')
check("a FIFO is written to", open(fifo).read() == "12" and p.wait(timeout=60) == 0 and stat.S_ISFIFO(os.stat(fifo).st_mode))


def as_other(*arguments):
    """Runs Winnow as another user, without rights here."""
    def prepare():
        if os.geteuid() == 0:
            os.setuid(12345)
    return subprocess.run([winnow, *arguments], env=environment, cwd="/", capture_output=True, timeout=60, preexec_fn=prepare)


old = Old(0o666)
os.chmod(folder, 0o755)
os.chmod(old.place, 0o555)
try:
    done = as_other("-e", opened(old, "1"))
    check("a file in a read-only folder is changed in place", (done.returncode, old.text(), old.files()) == (0, "new", ["file"]), done)
    os.chmod(old.place, 0o777)
    os.chmod(old.name, 0o444)
    done = as_other("-e", opened(old, "1"))
    check("a read-only file is not replaced", done.returncode == 1 and b"Permission denied" in done.stderr and old.files() == ["file"], done)
except (OSError, subprocess.SubprocessError):
    pass  # that user may not run the program
os.chmod(old.place, 0o755)

# The operators that write files
old = Old()
old.name = write(os.path.join(old.place, "file.wfasl"), "old")
os.remove(os.path.join(old.place, "file"))
source = write("source.lisp", "(defun f () 1) (error-in-reading . . )")
code, out, err = run("-e", f'(compile-file "{source}" :output-file "{old.name}")')
check("COMPILE-FILE of an unreadable source keeps the old file", code == 1 and (old.text(), old.files()) == ("old", ["file.wfasl"]), (err, old.files()))
code, out, err = run("-e", f'(compile-file "{write("good.lisp", "(defun f () 1)")}" :output-file "{old.name}")')
check("COMPILE-FILE replaces it", code == 0 and old.text().startswith(";;;; Compiled") and old.files() == ["file.wfasl"], (err, old.files()))
old = Old()
code, out, err = run("-e", f"(draw '(1 2) :format :svg :file \"{old.name}\")")
check("DRAW replaces it", code == 0 and "<svg" in old.text() and old.files() == ["file"], (err, old.files()))

# ---- names longer than the system's limit

part = "x" * 200
here = os.open(folder, os.O_RDONLY)
for depth in range(40):
    os.mkdir(part, dir_fd=here)
    there = os.open(part, os.O_RDONLY, dir_fd=here)
    os.close(here)
    here = there
os.close(os.open("last.lisp", os.O_CREAT | os.O_WRONLY, dir_fd=here))
os.write(os.open("last.lisp", os.O_WRONLY, dir_fd=here), b"(princ (length (namestring *load-truename*)))")
deep = folder + ("/" + part) * 40
code, out, err = run(write("deep.lisp", f'''(print (length (directory "{folder}/{part}/**/*.*")))
(defvar *deep* (first (directory "{folder}/{part}/**/*.lisp")))
(print (equal (namestring *deep*) "{os.path.realpath(folder)}{("/" + part) * 40}/last.lisp"))
(print (equal (truename *deep*) *deep*)) (terpri)
(load *deep*)
(print (not (null (probe-file *deep*)))) (print (with-open-file (s *deep*) (read s)))
(with-open-file (s *deep* :direction :output :if-exists :supersede) (write-string "(again)" s))
(print (with-open-file (s *deep*) (read s)))
(rename-file *deep* "renamed.lisp")
(delete-file (merge-pathnames "renamed.lisp" *deep*))
(print (probe-file *deep*))'''))
check("names of any length", (code, out.split("\n")) ==
      (0, ["", "40 ", "T ", "T ", str(len(os.path.realpath(deep)) + 10), "T ", "(PRINC (LENGTH (NAMESTRING *LOAD-TRUENAME*))) ", "(AGAIN) ", "NIL "]), (code, out, err))

# A folder that cannot be listed is reported, not skipped.
p = popen("-e", f"""(let ((open nil))
  (handler-case (loop (push (open "deep.lisp") open)) (file-error () 'full))
  (handler-case (directory "{folder}/old1/*.*") (file-error (c) (princ c)))
  (length open))""", stdout=subprocess.PIPE,
          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)))
text, errors = p.communicate(timeout=60)
check("DIRECTORY without a free descriptor", b"old1/: Too many open files" in text, (text, errors))

finish()
