;;; Games described in GDL, the language of General Game Playing: facts of a position (TRUE) follow from moves (DOES) by clauses (NEXT).
;;; (load-gdl "file.kif") loads a file; here the clauses are a list.

;;; Two players in turn write 1, 2 or 3; the player who makes the sum 10 or more wins.

(load-gdl '((role first) (role second) (init (sum 0)) (init (turn first))
            (number 1) (number 2) (number 3) (other first second) (other second first)
            (plus-one 0 1) (plus-one 1 2) (plus-one 2 3) (plus-one 3 4) (plus-one 4 5) (plus-one 5 6) (plus-one 6 7) (plus-one 7 8)
            (plus-one 8 9) (plus-one 9 10) (plus-one 10 10)
            (<= (plus ?m 1 ?n) (plus-one ?m ?n))
            (<= (plus ?m ?k ?n) (number ?k) (plus-one ?j ?k) (plus ?m ?j ?l) (plus-one ?l ?n))
            (<= (legal ?r (write ?k)) (true (turn ?r)) (number ?k))
            (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
            (<= (next (sum ?n)) (true (sum ?m)) (does ?r (write ?k)) (plus ?m ?k ?n))
            (<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s))
            (<= terminal (true (sum 10)))
            (<= (goal ?r 0) (true (turn ?r)))
            (<= (goal ?r 100) (role ?r) (not (true (turn ?r)))))
          :name 'ten)

(format t "~S~%" (initial-position 'ten))
;=> #<position (SUM 0) (TURN FIRST)>
(multiple-value-bind (value line) (solve 'ten)
  (format t "worth ~D: ~S~%" value (first line)))
;=> worth 100: (WRITE 2)
(format t "~S~%" (gdl-facts (play-move 'ten (initial-position 'ten) '(write 2))))
;=> ((TURN SECOND) (SUM 2))

;;; One role makes a puzzle. A bear carries a lamp through a maze; PASSAGE is symmetric, ROOM is computed by recursion.

(load-gdl '((role bear) (init (at hall)) (door hall cellar) (door cellar well) (door hall attic) (door well garden) (door attic roof)
            (<= (passage ?a ?b) (or (door ?a ?b) (door ?b ?a)))
            (room hall) (<= (room ?b) (room ?a) (passage ?a ?b))
            (<= (legal bear (go ?b)) (true (at ?a)) (passage ?a ?b))
            (<= (next (at ?b)) (does bear (go ?b)))
            (<= terminal (true (at garden)))
            (<= (goal bear 100) (true (at garden)))
            (<= (goal bear 0) (room ?a) (distinct ?a garden) (true (at ?a))))
          :name 'maze)
(format t "~S~%" (find-path 'maze))
;=> ((GO CELLAR) (GO WELL) (GO GARDEN))

;;; Both roles move at the same time: optimal mixed strategies.

(load-gdl '((role odd) (role even) (init start) (<= (legal ?r ?n) (role ?r) (fingers ?n)) (fingers 1) (fingers 2)
            (<= (next (shown ?r ?n)) (does ?r ?n))
            (<= terminal (true (shown odd ?n)))
            (<= same (true (shown odd ?n)) (true (shown even ?n)))
            (<= (goal odd 100) (not same)) (<= (goal odd 0) same) (<= (goal even 100) same) (<= (goal even 0) (not same)))
          :name 'fingers)
(multiple-value-bind (value odd even) (solve-simultaneous 'fingers)
  (format t "~A ~S ~S~%" value odd even))
;=> 0 ((1 . 1/2) (2 . 1/2)) ((1 . 1/2) (2 . 1/2))
