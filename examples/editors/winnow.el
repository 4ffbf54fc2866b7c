;;; winnow.el -- editing programs for Winnow in Emacs. -*- lexical-binding: t -*-
;;;
;;; winnow-mode is lisp-mode with Winnow's words and with the indentation of the dialect that the first line of the file
;;; names, such as  ;;; -*- Syntax: MacLisp -*-  M-x run-lisp, M-x slime (with the package slime) and M-x slime-connect, after
;;; winnow --swank, then work with Winnow. In ~/.emacs.d/init.el:
;;;
;;;   (load "/usr/share/winnow/examples/editors/winnow.el")

(require 'lisp-mode)

(setq inferior-lisp-program "winnow -i")

(defvar slime-lisp-implementations nil)
(add-to-list 'slime-lisp-implementations
             '(winnow ("winnow" "-i" "--quiet")
                      :init (lambda (port-file _coding) (format "(winnow-ext:start-swank :port-file %S)\n" port-file))))

(defconst winnow-words
  '("define-game" "define-puzzle" "lesson" "minimax" "alpha-beta" "best-move" "solve" "play" "draw" "why" "record-search"
    "compare-searches" "legal-moves" "static-value" "plausible-moves" "find-path" "check-game" "check-puzzle" "perft" "<-" "?-")
  "Operators of Winnow that are highlighted.")

(defconst winnow-dialect-words
  '(("maclisp" "defprop" "putprop" "errset" "plus" "times" "difference" "quotient" "add1" "sub1" "greaterp" "lessp" "mapc" "prog")
    ("franz" "def" "defprop" "putprop" "errset" "patom" "msg" "plus" "times" "add1" "sub1" "greaterp" "lessp" "prog")
    ("lisp-1.5" "define" "deflist" "attrib" "plus" "times" "add1" "sub1" "greaterp" "lessp" "prog"))
  "Operators of the older dialects that are highlighted, by dialect.")

;; The values of `lisp-indent-function': a number of distinguished arguments, or `defun'.
(defconst winnow-indentation
  '((define-game . 1) (define-puzzle . 1) (winnow-ext:define-declaration . 2) (with-compilation-unit . 1)))

(defconst winnow-dialect-indentation
  '(("maclisp" (defprop . 3) (catch . 0) (*catch . 1) (errset . 0) (do . 2) (lambda . 1) (mapc . 1))
    ("franz" (def . 1) (defprop . 3) (errset . 0) (*catch . 1) (lambda . 1) (nlambda . 1) (lexpr . 1))
    ("lisp-1.5" (define . 0) (deflist . 0) (lambda . 1) (label . 1) (prog . 1)))
  "Indentation of operators of the older dialects, by dialect.")

(defun winnow-dialect ()
  "Return the dialect that the first line of the buffer names, in lower case, or \"common-lisp\"."
  (save-excursion
    (goto-char (point-min))
    (let ((case-fold-search t))
      (if (re-search-forward "-\\*-.*syntax: *\\([-a-z0-9.]+\\).*-\\*-" (line-end-position) t)
          (downcase (match-string 1))
        "common-lisp"))))

(defun winnow-indent-function (point state)
  "Indent by the entry for the operator in the dialect of the buffer; otherwise as in Common Lisp."
  (let* ((operator (save-excursion
                     (goto-char (1+ (elt state 1)))
                     (and (looking-at "\\(?:\\sw\\|\\s_\\)+") (intern (downcase (match-string 0))))))
         (known (or (assq operator (cdr (assoc (winnow-dialect) winnow-dialect-indentation)))
                    (assq operator winnow-indentation))))
    (if known
        (let ((normal (current-column))) (save-excursion (lisp-indent-specform (cdr known) state point normal)))
      (lisp-indent-function point state))))

;;;###autoload
(define-derived-mode winnow-mode lisp-mode "Winnow"
  "Major mode for programs of Winnow, in Common Lisp or in an older dialect."
  (setq-local indent-tabs-mode nil)
  (setq-local lisp-indent-function #'winnow-indent-function)
  (font-lock-add-keywords
   nil (list (cons (concat "(" (regexp-opt (append winnow-words (cdr (assoc (winnow-dialect) winnow-dialect-words))) t) "\\_>")
                   '(1 font-lock-keyword-face)))))

(add-to-list 'auto-mode-alist '("\\.\\(?:lisp\\|lsp\\|l\\)\\'" . winnow-mode))

(provide 'winnow)
