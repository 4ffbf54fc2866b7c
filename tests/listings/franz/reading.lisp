; the syntax of characters, if with its words, case of names
(setsyntax '? 'vmacro '(lambda () (list 'var (read))))
(print '(?x likes ?Y)) (terpr)
(setsyntax 63 2)
(defun classify (n)
  (if (minusp n) then 'negative
   elseif (zerop n) then 'zero
   else (setq last-one n) 'positive))
(print (mapcar 'classify '(-1 0 5))) (terpr)
(print (list last-one 'CamelCase '|two words|)) (terpr)
(patom "a	tab and a \"quote\"") (terpr)
(msg "one" (B 3) "two" (N 2) "three" N)
(print '[a (b (c]) (terpr)
