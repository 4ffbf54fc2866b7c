;;;; spelling.lisp -- edit distances and suggestions for misspelt names.

(system::edit-distance "kitten" "sitting" 5)  ;=> 3
(system::edit-distance "car" "car" 2)         ;=> 0
(system::edit-distance "" "car" 3)            ;=> 3
(system::edit-distance "prnit" "print" 2)     ;=> 1
(system::edit-distance "ca" "abc" 5)          ;=> 3
(system::edit-distance "kitten" "sitting" 2)  ;=> 3
(system::edit-distance "a" "abcdefgh" 2)      ;=> 3

;; By its recursive definition (Levenshtein 1966, with exchanges of neighbours), for all short words of two letters.
(labels ((distance (a b)
           (let ((m (length a)) (n (length b)))
             (if (or (= m 0) (= n 0))
                 (+ m n)
                 (min (+ 1 (distance (rest a) b)) (+ 1 (distance a (rest b)))
                      (+ (if (eql (first a) (first b)) 0 1) (distance (rest a) (rest b)))
                      (if (and (> m 1) (> n 1) (eql (first a) (second b)) (eql (second a) (first b)))
                          (+ 1 (distance (cddr a) (cddr b)))
                          9)))))
         (words (n) (if (= n 0) '(()) (let ((shorter (words (- n 1)))) (append shorter (loop for w in shorter append (list (cons #\a w) (cons #\b w))))))))
  (let ((all (remove-duplicates (words 3) :test #'equal)))
    (loop for a in all thereis
      (loop for b in all thereis
        (let ((d (distance a b)))
          (if (/= d (system::edit-distance (coerce a 'string) (coerce b 'string) 9)) (list a b d)))))))  ;=> NIL

;; Only the nearest names are suggested, and none for a name of fewer than three letters.
(system::nearest-names 'prnt '(print prin1 princ pr))   ;=> (PRINT)
(system::nearest-names 'caar '(cadr cdar car))          ;=> (CADR CDAR CAR)
(system::nearest-names 'minmax '(minimax maxmin))       ;=> (MINIMAX)
(system::nearest-names 'cr '(car cdr))                  ;=> NIL
(system::nearest-names 'print '(print))                 ;=> NIL
