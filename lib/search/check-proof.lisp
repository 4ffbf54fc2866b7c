;;;; check-proof.lisp -- CHECK-PROOF, a checker of the certificates of PROVE. It uses the clauses of the game only. -*- sealed -*-

;; A certificate is (RESULT . TREE), TREE a list of (MOVE . TREE), NIL at the end of the game. The side that has the proof, the
;; prover or with :DISPROVED its opponent, needs one move, and its opponent's moves must all be present.

;; CHECKED: a table from trees to the positions at which they were checked, or :OPEN while this is done.
(defstruct (proof-check (:copier nil) (:predicate nil) (:constructor make-proof-check (game owner end-p)))
  game owner end-p (checked (make-hash-table :test #'eq)))

(defun proof-fault (control &rest arguments)
  (throw 'proof-fault (apply #'format nil control arguments)))

(defun check-proof-tree (check position tree)
  (let* ((g (proof-check-game check)) (checked (proof-check-checked check)) (before (and tree (gethash tree checked))))
    (cond ((funcall (game-over g) position)
           (if tree (proof-fault "there are moves after the end of the game at ~S" position))
           (unless (funcall (proof-check-end-p check) (funcall (game-value g) position))
             (proof-fault "the end of the game at ~S, worth ~S, refutes it" position (funcall (game-value g) position))))
          ((eq before :open) (proof-fault "the tree contains itself at ~S" position))
          ((member position before :test #'equalp))
          (t (unless (and (consp tree) (ignore-errors (list-length tree)) (every #'consp tree))
               (proof-fault "a list of moves is missing at ~S" position))
             (setf (gethash tree checked) :open)
             (check-proof-moves check position tree)
             (setf (gethash tree checked) (cons position before))))))

(defun check-proof-moves (check position tree)
  (let* ((g (proof-check-game check)) (moves (funcall (game-moves g) position)))
    (dolist (entry tree)
      (unless (member (car entry) moves :test #'equalp) (proof-fault "~S is not a legal move at ~S" (car entry) position))
      (check-proof-tree check (funcall (game-play g) position (car entry)) (cdr entry)))
    (unless (eq (funcall (game-side g) position) (proof-check-owner check))
      (dolist (move moves)
        (unless (assoc move tree :test #'equalp) (proof-fault "the move ~S is missing at ~S" move position))))))

(defun check-proof (game position goal certificate)
  "Return true if CERTIFICATE proves what it states of GOAL for the side to move at POSITION of GAME; else NIL and, as second
value, a sentence about its first fault.
GAME: a name or a game. POSITION, GOAL: those that were given to PROVE. CERTIFICATE: its second value.
Signals: error if GAME is not a game; type-error unless GOAL is :WIN or :DRAW.
Example: (multiple-value-list (check-proof 'nim '((1 2) :max) :win '(:proved ((1 2)))))
  => (NIL \"a list of moves is missing at ((1 0) :MIN)\")"
  (check-argument goal '(member :win :draw) ":WIN or :DRAW as the goal")
  (let* ((g (find-game game)) (prover (funcall (game-side g) position)) (result (if (consp certificate) (car certificate) nil))
         (fault (catch 'proof-fault
                  (unless (member result '(:proved :disproved)) (proof-fault "it is not a certificate: ~S" certificate))
                  (check-proof-tree
                   (make-proof-check g (if (eq result :proved) prover (if (eq prover :max) :min :max))
                                     (lambda (value)
                                       (let* ((own (if (eq prover :max) value (- value)))
                                              (reached (if (eq goal :win) (> own 0) (>= own 0))))
                                         (eq reached (eq result :proved)))))
                   position (cdr certificate))
                  nil)))
    (if fault (values nil fault) t)))
