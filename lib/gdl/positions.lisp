;;;; positions.lisp -- positions of a game described in GDL: their models, legal moves, and what follows them. -*- sealed -*-

;; A position. FLUENTS: those that are true, by ascending index. MODEL: NIL, or the vector of the extents that are known.
(defstruct (gdl-state (:copier nil) (:predicate gdl-state-p) (:constructor make-gdl-state (fluents))
                      (:print-function (lambda (state stream depth)
                                         (declare (ignore depth))
                                         (format stream "#<position~{ ~S~}>" (mapcar #'fluent-term (gdl-state-fluents state))))))
  fluents (model nil))

(defun state-of-fluents (fluents) (make-gdl-state (sort fluents #'< :key #'fluent-index)))

(defun state-of-terms (rules terms)
  (let ((stamp (incf (gdl-rules-clock rules))) (fluents nil))
    (dolist (term terms) (setq fluents (note-fluent rules term stamp fluents)))
    (state-of-fluents fluents)))

;; A model in which the relations of the fluents of STATE are known.
(defun new-model (rules state)
  (let ((model (make-array (length (gdl-rules-functions rules)) :initial-element nil)) (all (gdl-rules-all rules)))
    (dolist (relation (gdl-program-all (gdl-rules-program rules)))
      (if (eq (first (gdl-relation-key relation)) :true) (setf (svref model (gdl-relation-number relation)) (make-extent))))
    (dolist (fluent (reverse (gdl-state-fluents state)) model)
      (let ((term (fluent-term fluent)) (slot (fluent-slot fluent)))
        (if slot (push-fact (svref model slot) term))
        (push-fact (svref model all) term)))))

;; The model of STATE. Models of the most recent positions are kept.
(defun model-of (rules state)
  (or (gdl-state-model state)
      (let* ((recent (gdl-rules-recent rules)) (at (gdl-rules-at rules)) (old (svref recent at)) (model (new-model rules state)))
        (if old (setf (gdl-state-model old) nil))
        (setf (svref recent at) state (gdl-rules-at rules) (mod (+ at 1) (length recent)))
        (setf (gdl-state-model state) model))))

;; The facts of RELATION, which does not depend on moves, in STATE, last first.
(defun facts-of (rules relation state)
  (if (gdl-relation-extent relation)
      (reverse (extent-facts (gdl-relation-extent relation)))
      (let ((model (model-of rules state)))
        (extent-facts (demand (gdl-rules-functions rules) model (gdl-relation-number relation))))))

(defun terminal-state-p (rules state) (if (facts-of rules (gdl-rules-terminal rules) state) t nil))

(defun moves-of-role (rules state role)
  (let ((moves nil))
    (dolist (fact (facts-of rules (gdl-rules-legal rules) state) moves)
      (if (eq (second fact) role) (push (third fact) moves)))))

;; The value of STATE to ROLE, an integer from 0 to 100.
(defun goal-of-role (rules state role)
  (let ((goals nil))
    (dolist (relation (gdl-rules-goals rules))
      (dolist (fact (facts-of rules relation state)) (if (eq (second fact) role) (push (third fact) goals))))
    (if (and goals (null (rest goals)) (integerp (first goals)))
        (first goals)
        (error "The game ~A: expected one integer as the goal of ~S, got~:[~{ ~S~}~; none~], at the position ~S" (gdl-rules-name rules) role
               (null goals) goals state))))

;; The position after MOVES, one for each role in order.
(defun state-after (rules state moves)
  (let* ((parent (model-of rules state)) (model (make-array (length parent) :initial-element nil)) (next (gdl-rules-next rules)))
    (setf (svref model 0) parent
          (svref model (gdl-rules-does rules))
          (let ((extent (make-extent)))
            (mapc (lambda (role move) (push-fact extent (list :does role move))) (gdl-rules-roles rules) moves)
            extent))
    (state-of-fluents (funcall (the function (svref (gdl-rules-functions rules) (gdl-relation-number next))) model))))
