;;; editors.el -- checks of examples/editors/winnow.el, run by Emacs in batch mode (see editors.py). -*- lexical-binding: t -*-

(load (expand-file-name "../../examples/editors/winnow.el" (file-name-directory load-file-name)) nil t)

;; Newlines in messages are shown as \\n.
(setq print-escape-newlines t)

(defun check (name expected got)
  (princ (if (equal expected got) (format "ok %s\n" name) (format "FAILED %s: expected %S, got %S\n" name expected got))))

(defun indented (text)
  (with-temp-buffer
    (insert text)
    (winnow-mode)
    (let ((inhibit-message t)) (indent-region (point-min) (point-max)))
    (buffer-string)))

(defun face-of (text word)
  (with-temp-buffer
    (insert text)
    (winnow-mode)
    (font-lock-ensure)
    (goto-char (point-min))
    (search-forward word)
    (get-text-property (1- (point)) 'face)))

(check "Common Lisp" "(defun f (x)\n  (when x\n    (list x\n          1)))" (indented "(defun f (x)\n(when x\n(list x\n1)))"))
(check "DEFINE-GAME" "(define-game nim\n  (:initial '(3))\n  (:moves (p) p))" (indented "(define-game nim\n(:initial '(3))\n(:moves (p) p))"))
(check "MacLisp: ERRSET" ";;; -*- Syntax: MacLisp -*-\n(errset\n  (car x))" (indented ";;; -*- Syntax: MacLisp -*-\n(errset\n(car x))"))
(check "Franz: DEF" ";;; -*- Syntax: Franz -*-\n(def f\n  (lambda (x)\n    x))" (indented ";;; -*- Syntax: Franz -*-\n(def f\n(lambda (x)\nx))"))
(check "the words of a dialect are highlighted in it" 'font-lock-keyword-face (face-of ";;; -*- Syntax: MacLisp -*-\n(putprop 'a 1 'b)" "putprop"))
(check "and not in Common Lisp" nil (face-of "(putprop 'a 1 'b)" "putprop"))
(check "Winnow's words are highlighted" 'font-lock-keyword-face (face-of "(minimax '(1 2))" "minimax"))
(check "a file of Lisp is in winnow-mode" 'winnow-mode (assoc-default "a.lisp" auto-mode-alist #'string-match))
