;;; The definition of a game by functions of a position. In this race a counter starts at 0, each player in turn adds a
;;; number from 1 to 10, and the player who reaches 100 wins. Type (play 'race) at the prompt to play it.

(define-game race
  (:initial '(0 :max))
  (:moves (p) (let ((moves nil)) (dotimes (i (min 10 (- 100 (first p))) (nreverse moves)) (push (+ i 1) moves))))
  (:play (p move) (list (+ (first p) move) (other-side (second p))))
  (:side (p) (second p))
  (:result (p) (if (= (first p) 100) (if (eq (second p) :max) -1 1)))
  (:key (p) p)
  (:show (p) (format t "~D~%" (first p))))

(format t "100 is won for who begins: ~D, by saying ~D~%" (solve 'race) (best-move 'race '(0 :max)))
(format t "the numbers to say:~{ ~D~}~%"
        (let ((targets nil)) (dotimes (n 100 (nreverse targets)) (if (= -1 (solve 'race (list n :max))) (push n targets)))))
;=> 100 is won for who begins: 1, by saying 1
;=> the numbers to say: 1 12 23 34 45 56 67 78 89

(format t "at 85, the best move first:~%~:{  ~D is worth ~D~*, then~{ ~D~}~%~}"
        (mapcar (lambda (rating) (list (first rating) (second rating) nil (rest (fourth rating))))
                (subseq (rate-moves 'race '(85 :max)) 0 2)))
;=>   4 is worth 1, then 1 10
;=>   1 is worth -1, then 3 10 1

(format t "its end, as any algorithm of MINIMAX sees it:~%")
(draw (record-search '(98 :max) :game 'race :algorithm :negascout))
;=> ├─ 1: min = -1  #2 in -inf..inf
