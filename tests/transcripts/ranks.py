#!/usr/bin/env python3
"""PROVE-BY-JOBS by processes of mpirun. usage: ranks.py WINNOW. The last line is 'N passed, N failed'."""

import os
import re
import subprocess

from checks import check, finish
from harness import winnow, write

nim = """
(define-game nim-here (:initial '((3 4 5) :max)) (:moves (p) (moves-here p)) (:play (p m) (play-move 'nim p m)) (:side (p) (second p))
  (:over (p) (every #'zerop (first p))) (:value (p) (if (eq (second p) :max) -1 1)) (:key (p) p))
(defun rank () (parse-integer (winnow-ext:posix-getenv "OMPI_COMM_WORLD_RANK")))
(setq system::*least-patience* 1)
"""
ordinary = "(defun moves-here (p) (legal-moves 'nim p))\n"
prove = """
(multiple-value-bind (result info) (prove-by-jobs 'nim-here '((%s) :max) :win :visits 5 :progress nil)
  (format t "~A again ~A jobs ~A~%%" result (getf info :again) (getf info :jobs)))
"""


def mpirun(count, form, *options, arguments=()):
    program = write("ranks/program.lisp", form)
    command = ["mpirun", "--allow-run-as-root", "--oversubscribe", *options, "-n", str(count), winnow, *arguments, program]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=os.path.dirname(program), env={**os.environ, "TERM": "dumb"})
    except subprocess.TimeoutExpired as late:
        return None, str(late.stdout), str(late.stderr)
    return done.returncode, done.stdout.replace("\r", ""), done.stderr


# Nim is lost for the player to move if the sum of the heaps without carry is 0.
for count in range(2, 9):
    code, out, err = mpirun(count, nim + ordinary + prove % "3 4 5" + prove % "1 2 3" + prove % "2 3 4 5")
    results = re.findall(r"(PROVED|DISPROVED) again 0 jobs [0-9]+", out)
    check(f"{count} processes find the results, and one prints them", results == ["PROVED", "DISPROVED", "DISPROVED"], out)
    check(f"{count} processes end in order", code == 0 and err == "", (code, err))

code, out, err = mpirun(1, nim + ordinary + prove % "3 4 5")
check("mpirun with one process", code == 0 and out.startswith("PROVED again 0"), (code, out, err))

hangs = "(defun moves-here (p) (if (= (rank) 2) (loop (sleep 1))) (legal-moves 'nim p))\n"
code, out, err = mpirun(4, nim + hangs + prove % "3 4 5")
check("the job of a worker that hangs is issued again", code is not None and out.startswith("PROVED again 1 "), (code, out, err))

dies = """(defun moves-here (p)
  (if (= (rank) 2) (winnow-ext:run-program "/bin/kill" (list "-9" (princ-to-string (winnow-ext:getpid)))))
  (legal-moves 'nim p))
"""
code, out, err = mpirun(4, nim + dies + prove % "3 4 5", "--enable-recovery")
check("the job of a worker that is killed is issued again", code is not None and out.startswith("PROVED again 1 "), (code, out, err))

fails = "(defun moves-here (p) (if (= (rank) 2) (error \"no moves here\")) (legal-moves 'nim p))\n"
code, out, err = mpirun(3, nim + fails + prove % "3 4 5")
check("an error in a worker", code != 0 and "error: PROVE-BY-JOBS: a job ended with the error: no moves here" in err, (code, out, err))

code, out, err = mpirun(2, "(print (prove-by-jobs 'nim))", arguments=["--sandbox"])
check("the sandbox refuses processes", code != 0 and "PROVE-BY-JOBS: the sandbox has no other processes" in err, (code, out, err))

finish()
