;;; Puzzles defined by functions of a state, and the searches of FIND-PATH. A farmer takes a wolf, a goat and a cabbage across
;;; a river; a state is the list of what is on the first bank, with the farmer.

(defun safe-p (bank)
  (or (member 'farmer bank)
      (not (or (subsetp '(wolf goat) bank) (subsetp '(goat cabbage) bank)))))

(defun across (bank cargo)
  (let ((group (adjoin 'farmer (list cargo))))
    (sort (copy-list (if (member 'farmer bank) (set-difference bank group) (union bank group))) #'string<)))

(define-puzzle river
  (:initial '(cabbage farmer goat wolf))
  (:moves (bank)
    (let ((all '(farmer cabbage goat wolf)) (here (member 'farmer bank)))
      (remove-if-not (lambda (cargo)
                       (let ((next (across bank cargo)))
                         (and (if here (member cargo bank) (or (eq cargo 'farmer) (not (member cargo bank))))
                              (safe-p next)
                              (safe-p (set-difference all next)))))
                     all)))
  (:play (bank cargo) (across bank cargo))
  (:goal (bank) (null bank))
  (:inverse (cargo) cargo))

(check-puzzle 'river)
;=> RIVER: no fault at 10 states
(format t "~:{~(~20A ~) cost ~D, ~D nodes expanded~%~}"
        (mapcar (lambda (algorithm)
                  (multiple-value-bind (moves cost info) (find-path 'river :algorithm algorithm)
                    (declare (ignore moves))
                    (list algorithm cost (getf info :expanded))))
                '(:breadth-first :iterative-deepening :a-star)))
(format t "~{~(~A~)~^, ~}~%" (find-path 'river))
;=> goat, farmer, cabbage, goat, wolf, farmer, goat

;;; A* on the road map of Russell and Norvig, step by step: the node expanded, OPEN with its ranks, CLOSED.

(find-path 'romania :trace t)
;=> 1. :ARAD: g = 0, h = 366, rank 366

;;; The tree of the nodes generated, with the rank, the cost and the estimate of each. (draw TREE :steps :all) prints each step with
;;; OPEN and CLOSED; (draw TREE :format :html :file "romania.html") makes a page of the steps.

(draw (getf (nth-value 2 (find-path 'romania :algorithm :greedy :record t)) :tree))
;=> ├─ :SIBIU: node = 253 *  #2 140 + 253

;;; The fifteen-puzzle by IDA*: the 12th of Korf's hundred instances needs 45 moves and 546,344 nodes (Korf 1985).

(find-path 'fifteen-puzzle :algorithm :ida-star :trace t)
;=> bound 45: 546344 nodes generated

;;; An estimate that is inconsistent. A* opens closed states again and still finds a cheapest path.

(define-puzzle detour
  (:initial 's)
  (:moves (s) (case s (s '(a b)) (a '(c)) (b '(c)) (c '(goal))))
  (:play (s move) move)
  (:goal (s) (eq s 'goal))
  (:cost (s move) (if (and (eq s 'b)) 2 (case move (a 1) (b 1) (c 0) (t 3))))
  (:estimate (s) (case s (a 3) (b 0) (t 0))))
(check-puzzle 'detour)
;=> DETOUR: (:ESTIMATE s) is inconsistent: 3 at A, but C costs 0 and leads to C, where it is 0
(format t "~&~S~%" (multiple-value-list (find-path 'detour)))
;=> ((A C GOAL) 4 (:EXPANDED 5 :GENERATED 7 :LARGEST 5 :REOPENED 1))
