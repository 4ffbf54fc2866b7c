;;;; The events of searches and the data of pages. tests/transcripts/page.py checks them against an oracle.

(defun kinds (board &rest options)
  (map 'string #'first (second (first (nth-value 1 (apply #'system::search-events board (list (getf options :algorithm :alpha-beta)) nil
                                                          1000 options))))))
(defun data-has (text board &optional plies &rest options)
  (not (null (search text (system::page-data board plies options)))))

;; A step for each entry, leaf, change, cutoff and exit.
(kinds '((3) (1 4)))                                 ;=> "eeluvuceluxvnvz"
(kinds 7)                                            ;=> "lz"
(kinds '((3) (1 4)) :algorithm :minimax)             ;=> "eeluvuelulnvnvz"
(kinds '((3) (1 4)) :algorithm :sss)                 ;=> "sssssssssz"
(kinds '((1 5) (7 8)) :algorithm :negascout)         ;=> "eeluclnvucelulnvuvz"
(kinds '(((1 5)) ((7 8))) :algorithm :negascout)     ;=> "eeelucluvuvuceeluxvuvreeluluvuvuvz"

;; The first event names the window and its owners.
(first (second (first (nth-value 1 (system::search-events '(1 2) '(:alpha-beta) nil 100 :alpha 0 :beta 9)))))
;=> (#\e 0 #\w 0 9 (#\c 0) (#\c 0))

;; The list of nodes includes the pruned ones.
(map 'list #'second (system::search-events '((3) (1 (4 5))) '(:alpha-beta) nil 100)) ;=> (2 1 2 0 0 2 0 0)

;; Few enough events, or how many plies have few enough.
(multiple-value-list (system::search-events '((3) (1 4)) '(:alpha-beta) nil 8))      ;=> (0 NIL)
(length (nth-value 1 (system::search-events '((3) (1 4)) '(:alpha-beta :minimax) nil 25))) ;=> 1
(length (nth-value 1 (system::search-events '((3) (1 4)) '(:alpha-beta :minimax) nil 50))) ;=> 2

;; Scores that JSON does not have are strings; parts that the search does not visit need not be trees.
(data-has "\"leaf\":[\"-13/3\",1]" '(-13/3 1))          ;=> T
(data-has "\"leaf\":[\"1.5\",100]" '(1.5 100))          ;=> T
(data-has "\"leaf\":[3,1,\"X\"]" '((3) (1 x)))          ;=> T
(data-has "\"leaf\":[\"100000000000000000000\"]" '(100000000000000000000)) ;=> T
(data-has "\"kids\":[2,1,0,2,0,0]" '((3) (1 . (2 . 3)))) ;=> T
(let ((circle (list 2)))
  (setf (cdr circle) circle)
  (data-has "\"least\"" (list (list 3) (list* 1 circle)) nil)) ;=> NIL

;; Fewer plies.
(data-has "\"kids\":[2,-1,-1]" '((3) (1 4)) 1)          ;=> T
(data-has "[\"d\",1,3,\"=\"]" '((3) (1 4)) 1)           ;=> T
(data-has "\"kids\":[-1]" '((3) (1 4)) 0)               ;=> T
(data-has "\"kids\":[2,0,0]" '((3) (1 4)) nil :depth 1) ;=> T

;; The sides, the least number of leaves, and the algorithm asked for first.
(data-has "\"max\":\"0101" '((3) (1 4)) nil :player :min) ;=> T
(data-has "\"least\":2" '((3) (1 4)))                     ;=> T
(data-has "\"runs\":[{\"algorithm\":\"scout\"" '((3) (1 4)) nil :algorithm :scout) ;=> T
(data-has "\"title\":\"((3) (1 4))\"" '((3) (1 4)))       ;=> T
(search "</script" (system::page-data '((3) (1 "</script>")) nil nil)) ;=> NIL

;; A sheet has the leaves, and nothing else.
(defun drawn-texts (format &rest options)
  (let ((text (with-output-to-string (*standard-output*) (apply #'draw '((3) (1 4)) :format format options))) (texts nil))
    (loop for begin = (search "\">" text) then (search "\">" text :start2 (+ begin 2))
          while begin
          do (let ((end (search "</text>" text :start2 begin)))
               (if (and end (< (- end begin) 9)) (push (subseq text (+ begin 2) end) texts))))
    (nreverse texts)))
(drawn-texts :svg :blank t)                              ;=> ("3" "1" "4")
(drawn-texts :svg :blank t :plies 1)                     ;=> ("..." "...")
(draw '((3) (1 4)) :blank t :format :ascii)              ;prints: max = ____~+- 1: min = ____~|  +- 1: 3~+- 2: min = ____~   +- 1: 1~   +- 2: 4~
(search "entered" (with-output-to-string (*standard-output*) (draw '(1 2) :format :svg :blank t))) ;=> NIL

;; Games: moves, boards, results in words, and a side that moves twice.
(define-game twice (:initial '(:max 0)) (:moves (p) '(a b)) (:side (p) (first p)) (:over (p) (>= (second p) 2))
  (:play (p m) (list :max (+ (second p) 1))) (:value (p) (second p)) (:players "white" "black") (:show (p) (princ (second p))))
(data-has "\"max\":\"1111111\"" '(:max 0) nil :game 'twice)             ;=> T
(data-has "\"move\":[\"\",\"A\",\"A\",\"B\",\"B\",\"A\",\"B\"]" '(:max 0) nil :game 'twice) ;=> T
(data-has "\"board\":[\"0\",\"1\",\"2\"" '(:max 0) nil :game 'twice)    ;=> T
(data-has "\"words\":[\"white wins\"" '(:max 0) nil :game 'twice)       ;=> T
