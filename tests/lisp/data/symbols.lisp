;;;; symbols.lisp -- symbols and their property lists (standard, chapter 10).

(boundp 'undefined-zz)  ;=> NIL
(progn (setf (get 'zzz 'color) 'red) (get 'zzz 'color))  ;=> RED
(symbol-plist (make-symbol "X"))  ;=> NIL
(remprop 'zzz2 'x)  ;=> NIL

;; COPY-SYMBOL copies the property list.
(let ((s (make-symbol "S"))) (setf (get s (quote a)) 1) (let ((c (copy-symbol s t))) (setf (get c (quote a)) 2) (list (get s (quote a)) (get c (quote a)))))  ;=> (1 2)
(let ((s (make-symbol "S")) (l (list (quote a) 1))) (setf (symbol-plist s) l) (setf (cddr l) l) (copy-symbol s t))  ;signals: "COPY-SYMBOL: expected a proper list"
