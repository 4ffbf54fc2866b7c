"""Failing system calls: Winnow ends with a message, and loses no data that it reported as written.

usage: run.py WINNOW FAILING-CALLS-LIBRARY

The last line is 'N passed, N failed'; the exit status is 1 if any failed.
"""
import errno
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "transcripts"))
from checks import check, finish

WINNOW, LIBRARY = (os.path.abspath(path) for path in sys.argv[1:3])
SECONDS = 20  # none of the programs takes one second
LINES = 3000

WRITING = """
(let ((out (open "out" :direction :output :if-exists :supersede)))
  (unwind-protect
      (dotimes (i %d)
        (format out "line ~D of some length, so that several writes are needed ................~%%" i)
        (when (= (mod i 500) 499) (finish-output out) (format t "~D~%%" (+ i 1)) (finish-output)))
    (close out)))
""" % LINES
REWRITING = """
(with-open-file (out "out" :direction :output :if-exists :supersede)
  (dotimes (i %d)
    (format out "line ~D of some length, so that several writes are needed ................~%%" i)
    (when (= (mod i 500) 499) (finish-output out) (format t "~D~%%" (+ i 1)) (finish-output))))
""" % LINES
WRITTEN = "".join(f"line {i} of some length, so that several writes are needed ................\n" for i in range(LINES))

READING = """
(with-open-file (in "in")
  (let ((n 0) (sum 0))
    (loop (let ((x (read in nil))) (when (null x) (return)) (incf n) (incf sum x)))
    (format t "~D ~D~%" n sum)))
(let ((line (read-line))) (format t "~A ~D~%" line (length line)))
"""
NUMBERS = "".join(f"{i}\n" for i in range(40000))
READ = f"40000 {sum(range(40000))}\nfrom a pipe 11\n"


def run(arguments, plan=None, **more):
    environment = dict(os.environ, HOME=os.getcwd())
    if plan:
        environment.update(LD_PRELOAD=LIBRARY, WINNOW_FAIL=plan)
    try:
        return subprocess.run([WINNOW, *arguments], env=environment, timeout=SECONDS, **more)
    except subprocess.TimeoutExpired:
        return None


def text_of(path):
    return open(path).read() if os.path.exists(path) else ""


def writing(plan):
    """Runs a program that writes a file and prints how many lines are on disk."""
    if os.path.exists("out"):
        os.remove("out")
    result = run(["write.lisp"], plan, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    name = f"writing with {plan}"
    if result is None:
        return check(name, False, "does not end")
    lines = text_of("out")
    # Half of the last line that says how much was written may be lost.
    reported = [int(line) for line in result.stdout.splitlines() if line.endswith("00")]
    check(name + ": flushed lines are in the file", lines.count("\n") >= max(reported, default=0), result.stderr)
    check(name + ": the status is 0 or 1", result.returncode in (0, 1), result.returncode)
    if result.returncode == 0:
        check(name + ": the file is complete", lines == WRITTEN and len(reported) == LINES // 500)
    elif not plan.startswith("write"):  # the message itself may be the write that failed
        check(name + ": the error is reported", result.stderr != "")


def rewriting(plan):
    """Runs a program that supersedes a file, which then contains either the old text or the new one."""
    open("out", "w").write("old")
    result = run(["rewrite.lisp"], plan, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    name = f"rewriting with {plan}"
    if result is None:
        return check(name, False, "does not end")
    check(name + ": the file has the old or the new text", text_of("out") == WRITTEN if result.returncode == 0 else text_of("out") in ("old", WRITTEN),
          result.stderr)


def reading(plan, must_succeed):
    """Runs a program that reads a file and a pipe."""
    result = run(["read.lisp"], plan, input="from a pipe\n", capture_output=True, text=True)
    name = f"reading with {plan}"
    if result is None:
        return check(name, False, "does not end")
    check(name + ": the status is 0 or 1", result.returncode in (0, 1), result.returncode)
    if must_succeed or result.returncode == 0:
        check(name + ": everything is read", result.stdout == READ, result.stdout + result.stderr)
    else:
        check(name + ": the error is reported", result.stderr != "")


def full_disk():
    with open("/dev/full", "w") as full:
        result = run(["-e", "(dotimes (i 100000) (print i))"], stdout=full, stderr=subprocess.PIPE, text=True)
        check("a full disk ends the program with a message", result and result.returncode == 1 and "space" in result.stderr)
        result = run(["-e", "(princ 1)"], stdout=full, stderr=subprocess.PIPE, text=True)
        check("a full disk is also reported at the end", result and result.returncode == 1 and "space" in result.stderr)
        result = run(["-e", "(car 1)"], stdout=full, stderr=full)
        check("a program that cannot write its error message has an error status", result and result.returncode == 1)
    result = run(["-e", '(with-open-file (s "/dev/full" :direction :output :if-exists :append) (print 1 s))'],
                 capture_output=True, text=True)
    check("a full disk is reported when a file is closed", result and result.returncode == 1 and "space" in result.stderr)


def closed_pipe():
    reader, writer = os.pipe()
    os.close(reader)
    result = run(["-e", "(loop (print 'again))"], stdout=writer, stderr=subprocess.PIPE, text=True)
    check("a closed pipe ends a program that writes in an endless loop", result is not None and result.stderr == "",
          result and result.stderr)
    os.close(writer)


def few_descriptors():
    program = """(let ((open nil))
      (handler-case (loop (push (open "in") open))
        (error (c) (format t "~A~%" (typep c 'file-error))))
      (mapc #'close open)
      (with-open-file (in "in") (print (read in))))"""
    result = subprocess.run(["bash", "-c", 'ulimit -n 40; exec "$0" -e "$1"', WINNOW, program], capture_output=True, text=True,
                            timeout=SECONDS)
    check("OPEN without a free descriptor signals a file-error", result.stdout.split()[:2] == ["T", "0"], result.stdout + result.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for path, text in (("write.lisp", WRITING), ("rewrite.lisp", REWRITING), ("read.lisp", READING), ("in", NUMBERS)):
            open(path, "w").write(text)
        full_disk()
        closed_pipe()
        few_descriptors()
        for n in range(1, 13):
            for error in (errno.ENOSPC, errno.EIO, errno.EINTR):
                writing(f"write:{n}:{error}")
            for error in (errno.EIO, errno.EINTR):
                reading(f"read:{n}:{error}", error == errno.EINTR)
            writing(f"write:{n}+:{errno.ENOSPC}")
            writing(f"write:{n}:short")
            reading(f"read:{n}:short", True)
        for n in range(1, 7):
            for error in (errno.EMFILE, errno.EACCES):
                writing(f"open:{n}:{error}")
                reading(f"open:{n}:{error}", False)
            writing(f"close:{n}:{errno.EIO}")
        for plan in (f"{call}:{n}{later}:{error}" for call in ("write", "open", "close", "rename") for n in range(1, 9)
                     for later, error in (("", errno.EIO), ("", errno.EINTR), ("", errno.EACCES), ("+", errno.EIO), ("+", errno.EACCES))):
            rewriting(plan)
            reading(f"close:{n}:{errno.EIO}", False)
        writing("write:1+:short")
        reading("read:1+:short", True)
    finish()


main()
