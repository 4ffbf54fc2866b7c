;;; Proof numbers: who wins, with a certificate that a small checker accepts.

(multiple-value-bind (result certificate info) (prove 'tic-tac-toe (initial-position 'tic-tac-toe) :draw)
  (format t "tic-tac-toe, at least a draw for the player who begins: ~A with ~D positions; accepted: ~S~%" result (getf info :nodes)
          (check-proof 'tic-tac-toe (initial-position 'tic-tac-toe) :draw certificate)))

(dolist (algorithm '(:pn :pn2 :df-pn))
  (multiple-value-bind (result certificate info) (prove 'nim '((2 3 4) :max) :win :algorithm algorithm)
    (declare (ignore certificate))
    (format t "nim by ~A: ~A after ~D visits, ~D nodes, ~D in memory~%" algorithm result (getf info :visits) (getf info :nodes)
            (getf info :largest))))

;;; A proof has one move of the side that wins and all moves of the other side. As a tree it can be drawn and explained.

(defvar *position* '((1 2) :max))
(defvar *proof* (nth-value 1 (prove 'nim *position*)))
(format t "~S~%" *proof*)
;=> (:PROVED ((1 1) ((0 1) ((1 1))) ((1 1) ((0 1)))))
(draw (proof-tree 'nim *position* *proof*))
;=> └─ 1: min = 1 *  #2 in -inf..inf
(format t "without one answer of the other side: ~A~%"
        (nth-value 1 (check-proof 'nim *position* :win '(:proved ((1 1) ((0 1) ((1 1))))))))
;=> without one answer of the other side: the move (1 1) is missing at ((1 1) :MIN)
