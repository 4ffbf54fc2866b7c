#!/usr/bin/env python3
"""Pictures for LaTeX: every engine that is installed compiles each by itself and as a part of a document, whatever the names, values
and algorithms are. Without LaTeX nothing is compiled. usage: latex.py WINNOW. The last line is 'N passed, N failed'."""

import glob
import os
import re
import shutil
import subprocess

from checks import check, finish
from harness import folder, run, write

program = write("pictures.lisp", r"""
(defvar *names* (list "# $ % & _ { } ~ ^ \\" "a--b ---" "''q'' ``r`` ?` !`" "Привет" "سلام" "漢字" "|x|" "[1]" "a,b;c" "\"q\"" "\\end{tikzpicture}"
                      (string (code-char 7)) "" "😀" "Ünïcödé ßæø" "αβγ" (string (code-char #x2028)) "~A ~%" "$x$" "∞ ≥"))
(define-game hostile
  (:initial '(nil :max))
  (:moves (p) (if (first p) (subseq *names* 0 3) *names*))
  (:play (p m) (list (cons m (first p)) (if (eq (second p) :max) :min :max)))
  (:side (p) (second p))
  (:over (p) (>= (length (first p)) 2))
  (:value (p) (- (length (first (first p))) 5)))
(defun picture (name thunk)
  (with-open-file (*standard-output* (format nil "~A.tex" name) :direction :output :if-exists :supersede) (funcall thunk)))
(picture "game" (lambda () (draw (record-search (initial-position 'hostile) :game 'hostile) :format :tikz)))
(picture "folded" (lambda () (draw (record-search (initial-position 'hostile) :game 'hostile) :format :tikz :fold t)))
(picture "list" (lambda () (draw-list (mapcan (lambda (name) (list name (intern name))) (copy-list *names*)) :format :tikz)))
(picture "circle" (lambda () (draw-list '#1=(a #1# (b . #1#) -1/2 #\# |a_b| #'car) :format :tikz)))
(loop for tree in '(((3) (1 4) ((1 5 9) 2)) ((1/3 -1/2) (1.5 -100000000000000000000000)) (((3 4) (5 6)) ((2 9) (7 (8 1)))))
      for algorithm in '(:alpha-beta :sss :mtdf)
      do (picture algorithm (lambda () (draw (record-search tree :algorithm algorithm) :format :tikz)))
         (picture (format nil "blank-~A" algorithm) (lambda () (draw tree :format :tikz :blank t))))
(draw '((3) (2 4)) :format :tikz :steps :all :file "step.tex")
(draw (record-search (initial-position 'hostile) :game 'hostile :depth 1) :format :tikz :steps :passes :file "pass.tex")
""")
code, out, err = run(program)
check("the pictures are written", (code, out, err) == (0, "", ""), (code, out, err))
pictures = sorted(os.path.basename(path) for path in glob.glob(os.path.join(folder, "*.tex")))
check("pictures of each kind", len(pictures) >= 24, pictures)
steps = [name for name in pictures if name.startswith("step-")]
chosen = [name for name in pictures if name not in steps[2:-2]]
document = write("document.tex", "\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n" +
                 "\n\n".join("\\resizebox{\\linewidth}{!}{\\input{%s}}" % name for name in pictures) + "\n\\end{document}\n")


def compile_by(engine, name):
    """What the engine reports as wrong: errors, and letters that are missing in the output."""
    job = f"{engine}-{name.removesuffix('.tex')}"
    done = subprocess.run([engine, "-interaction=nonstopmode", "-halt-on-error", "-jobname=" + job, name], cwd=folder, capture_output=True,
                          timeout=120)
    log = open(os.path.join(folder, job + ".log"), encoding="latin-1").read()
    return re.findall(r"^!.*|^Missing character.*", log, re.M) + ([] if done.returncode == 0 else [f"status {done.returncode}"])


for engine in ("pdflatex", "lualatex", "xelatex"):
    installed = shutil.which(engine) and subprocess.run(["kpsewhich", "tikz.sty"], capture_output=True).returncode == 0
    if installed:
        for name in (chosen if engine == "pdflatex" else ["game.tex", "list.tex"]) + ["document.tex"]:
            check(f"{engine}: {name}", compile_by(engine, name) == [], compile_by(engine, name))

finish()
