;;;; stepper.lisp -- the record of a stepped evaluation, and the commands that move in it. -*- sealed -*-
;;;; STEP evaluates an instrumented copy of the user's text (step-code.lisp), which calls STEP-FORM, STEP-CALL and STEP-REDEX
;;;; here: at each expression that is about to be reduced, the evaluation reaches a step, and each value is recorded. A level is
;;;; one activation of a function whose text is shown; the values found so far replace their expressions in it.

(defstruct (level (:copier nil) (:predicate nil))
  "An activation of a function, or of the form that is stepped."
  (number 0)        ; the number of levels around it
  (function nil)    ; the name of the function, a method, or NIL
  (called nil)      ; the name of the generic function whose first method this is, or NIL
  (forms nil)       ; its body
  (replaced nil)    ; a list of (form :value . printed values) and (form :forms . forms), never modified
  (turns nil)       ; the same for loops: (form turn . number of turns or NIL)
  (end nil)         ; the number of the record's next entry when the activation ended
  (shown nil)       ; the line of variables shown last; NIL if they were next to the text
  (rows nil)        ; the lines shown last, if the text is long
  (source nil)      ; the text of FORMS, a structure SOURCE, or NIL
  (line nil))       ; the line of the last step, or NIL

(defstruct (activation (:copier nil) (:predicate nil))
  "An expression that is being evaluated."
  level form (end nil))

(defstruct (stop (:copier nil))
  "A step: LEVEL's text with its replacements at that time, in which FORM is next."
  level form replaced activation turn variables)

(defstruct (outcome (:copier nil))
  "The values of FORM, whose text in LEVEL had the replacements REPLACED."
  level form replaced values)

(defstruct (output (:copier nil))
  "What the program printed between two steps."
  text)

(defstruct (printed (:copier nil))
  "An object that may change, and how it printed."
  object text)

(defstruct (stepper (:copier nil) (:predicate nil))
  "The record of a stepped evaluation: its entries are steps, outcomes and outputs."
  (entries (make-array 100 :adjustable t :fill-pointer 0))
  (first 0)            ; the number of the first entry that is kept
  (shown nil)          ; the numbers of the steps shown, last one first
  (goal :in)           ; where to stop next: :IN, the next step; :GO, a breakpoint; :CUT, a cutoff of a search; :QUIT, never; an activation or level: after its end
  (opened nil)         ; does the user want the expansion of the macro call at the last step?
  (level nil)          ; the level of the step shown last
  (access nil)         ; the access to the variables of the last step
  (outer *level-restart*)  ; as *LEVEL-RESTART*, outside STEP
  (output nil)         ; a stream of strings that receives what the program prints, or NIL
  (standard-output *standard-output*)  ; that of the program, without this stream
  (is-interactive nil))

(defvar *stepper* nil)            ; the record, while STEP is active
(defvar *activations* nil)        ; the active expressions, innermost first
(defvar *level-number* 0)
(defvar *called-generic* nil)     ; the name of a generic function that is called, before its first method
(defvar *most-steps* 100000)      ; how many entries of the record are kept at least

(defun stepping-p () (and *stepper* (not (eq (stepper-goal *stepper*) :quit))))

;;; The record

(defun next-entry-number () (+ (stepper-first *stepper*) (length (stepper-entries *stepper*))))
(defun entry (number) (aref (stepper-entries *stepper*) (- number (stepper-first *stepper*))))

(defun record-entry (entry)
  (let* ((stream (stepper-output *stepper*)) (text (if stream (get-output-stream-string stream) "")))
    (if (string/= text "") (add-entry (make-output :text text)))
    (add-entry entry)))

(defun add-entry (entry)
  (let ((entries (stepper-entries *stepper*)))
    (when (= (length entries) (* 2 *most-steps*))
      (replace entries entries :start2 *most-steps*)
      (fill entries nil :start *most-steps*)
      (setf (fill-pointer entries) *most-steps*)
      (incf (stepper-first *stepper*) *most-steps*))
    (vector-push-extend entry entries)))

;; The number of the first step at or after entry NUMBER, or the last one before it; or NIL.
(defun step-after (number)
  (loop for i from (max number (stepper-first *stepper*)) below (next-entry-number)
        do (if (stop-p (entry i)) (return i))))
(defun step-before (number)
  (loop for i from (- number 1) downto (stepper-first *stepper*)
        do (if (stop-p (entry i)) (return i))))

;; An object that prints as OBJECT does now.
(defun snapshot (object)
  (typecase object
    ((or number symbol character) object)
    (t (make-printed :object object :text (text-without-steps object)))))

;; A print function of the user may be an instrumented closure.
(defun text-without-steps (object) (let ((*stepper* nil)) (one-line object 200)))

(defun snapshot-object (snapshot) (if (printed-p snapshot) (printed-object snapshot) snapshot))

;;; Replacements

(defun replacement (form replaced) (rest (assoc form replaced :test #'eq)))

(defun replace-in-level (level form kind contents)
  (push (list* form kind contents) (level-replaced level)))

;; Shows the text of FORM, or of LEVEL if FORM is NIL, as before its evaluation.
(defun restore-text (level form)
  (setf (level-replaced level)
        (if form
            (let ((inside (conses-of form)))
              (remove-if (lambda (entry) (gethash (first entry) inside)) (level-replaced level)))
            nil)))

;; A form that is evaluated again belongs to another iteration of the loop around it.
(defun begin-form (level form)
  (if (assoc form (level-replaced level) :test #'eq)
      (let ((around (find level *activations* :key #'activation-level)))
        (restore-text level (and around (activation-form around))))))

;;; Functions that instrumented code calls. ACCESS: NIL, or a function of a symbol, an object and a boolean: (NIL ...) returns a list of
;;; (variable . value); if the boolean is true, the variable of that name is set.

;; Calls FUNCTION with a new level, whose text is FORMS, in SOURCE or NIL.
(defun call-in-level (forms source function-name function)
  (let* ((level (make-level :number *level-number* :forms forms :source source :function function-name
                            :called (if (typep function-name 'method) (shiftf *called-generic* nil) nil)))
         (*level-number* (+ *level-number* 1)))
    (if (stepping-p)
        (unwind-protect (funcall function level)
          (if *stepper* (setf (level-end level) (next-entry-number))))
        (funcall function level))))

;; Evaluates FORM, an expression of LEVEL, by calling THUNK. STOPS-P: is it a step itself? EXPANDED: NIL, or evaluates the expansion
;; of the macro call FORM with its steps.
(defun step-form (level form access stops-p thunk &optional expanded)
  (if (not (stepping-p))
      (funcall thunk)
      (let ((activation (make-activation :level level :form form)))
        (begin-form level form)
        (let ((values (unwind-protect
                          (let ((*activations* (cons activation *activations*)))
                            (if stops-p (reach-step level form access))
                            (multiple-value-list
                             (cond ((and expanded (stepper-opened *stepper*)) (setf (stepper-opened *stepper*) nil) (funcall expanded))
                                   (t (funcall thunk)))))
                        (setf (activation-end activation) (next-entry-number)))))
          (note-outcome level form values stops-p)
          (values-list values)))))

;; Calls the function that DESIGNATOR names with ARGUMENTS, for the call FORM.
(defun step-call (level form access designator &rest arguments)
  (cond ((not (stepping-p)) (apply designator arguments))
        ((and (search-operator-p designator) (zerop (level-number level)) (eq form (first (level-forms level))))
         (call-stepped-search level form designator arguments))
        (t (step-form level form access t
                      (lambda ()
                        (cond ((not (stepping-p)) (apply designator arguments))
                              ((and (search-operator-p designator) (member (stepper-goal *stepper*) '(:in :cut)))
                               (call-and-step-search level form designator arguments))
                              (t (apply (stepped-function designator) (with-stepped-functions designator arguments)))))))))

;; The same for FORM, a search that is stepped as a whole: its first step is the first one of the search.
(defun call-stepped-search (level form designator arguments)
  (let* ((activation (make-activation :level level :form form)) (*activations* (list activation))
         (values (multiple-value-list (call-and-step-search level form designator arguments))))
    (setf (activation-end activation) (next-entry-number)
          (stepper-goal *stepper*) :quit)
    (values-list values)))

;; Returns ARGUMENTS as values: FORM, an active expression, is a step now that they are known.
(defun step-redex (level form access &rest arguments)
  (if (stepping-p) (reach-step level form access))
  (values-list arguments))

;; From now on FORMS, the rest of its evaluation, are shown in place of FORM.
(defun step-becomes (level form forms)
  (if (stepping-p) (replace-in-level level form :forms forms)))

;; LIST, over which the loop FORM iterates, or N, its number of iterations.
(defun step-turns (level form iterated)
  (when (stepping-p)
    (push (list* form 0 (if (integerp iterated) (max iterated 0) (ignore-errors (list-length iterated)))) (level-turns level)))
  iterated)

(defun next-turn (level form)
  (when (stepping-p)
    (let ((turn (replacement form (level-turns level))))
      (push (list* form (+ (or (car turn) 0) 1) (cdr turn)) (level-turns level)))
    (restore-text level form)))

;; Operators of forms that become one of their parts, whose values are shown as those of the part.
(defvar *shrinking-operators* '(if when unless cond case ecase ccase typecase etypecase ctypecase))

(defun note-outcome (level form values was-step)
  (let ((snapshots (mapcar #'snapshot values)) (replaced (level-replaced level)))
    (if (and (stepping-p) (not (eq (first (replacement form replaced)) :forms))
             (or was-step (not (member (first form) *shrinking-operators*))))
        (record-entry (make-outcome :level level :form form :replaced replaced :values snapshots)))
    (replace-in-level level form :value snapshots)))

(defun reach-step (level form access)
  (let ((loop (find-if (lambda (a) (and (eq (activation-level a) level) (assoc (activation-form a) (level-turns level)))) *activations*)))
    (record-entry (make-stop :level level :form form :replaced (level-replaced level) :activation (first *activations*)
                             :turn (and loop (replacement (activation-form loop) (level-turns level)))
                             :variables (mapcar (lambda (v) (cons (car v) (snapshot (cdr v)))) (and access (funcall access nil nil nil)))))
    (setf (stepper-access *stepper*) access)
    (if (or (breakpoint-reached-p level form) (goal-reached-p)) (stop-here (- (next-entry-number) 1)))))

;; Is FORM, the step that was reached in LEVEL, at a breakpoint?
(defun breakpoint-reached-p (level form)
  (let ((before (level-line level))
        (line (let ((part (part-in-source form (level-source level)))) (if part (line-in-source (first part) (level-source level)) 0))))
    (setf (level-line level) line)
    (some (lambda (b)
            (and (or (eq (breakpoint-name b) (level-function level))
                     (and (breakpoint-name b) (eq (breakpoint-name b) (level-called level))))
                 (if (breakpoint-line b) (and (eql line (breakpoint-line b)) (not (eql line before))) (null before))
                 (condition-holds-p (breakpoint-condition b))))
          *breakpoints*)))

;; Is the value of CONDITION true at the last step? NIL holds always.
(defun condition-holds-p (condition)
  (or (null condition)
      (let ((variables (if (stepper-access *stepper*) (funcall (stepper-access *stepper*) nil nil nil) nil)) (*stepper* nil))
        (eval `(let ,(mapcar (lambda (v) `(,(car v) ',(cdr v))) variables)
                 (declare (ignorable ,@(mapcar #'car variables)))
                 ,condition)))))

;;; Moving

(defun goal-reached-p ()
  (let ((goal (stepper-goal *stepper*)))
    (typecase goal
      (activation (activation-end goal))
      (level (level-end goal))
      (t (eq goal :in)))))

;; The number of the entry from which on outcomes are shown when GOAL is reached.
(defun first-shown (goal)
  (typecase goal
    (activation (or (activation-end goal) (- (next-entry-number) 1)))
    (level (or (level-end goal) (- (next-entry-number) 1)))
    (t (if (eq goal :in)
           (if (stepper-shown *stepper*) (+ (first (stepper-shown *stepper*)) 1) 0)
           (- (next-entry-number) 1)))))

;; Shows the step NUMBER, the last one, and executes commands until one of them goes on.
(defun stop-here (number)
  (show-step (first-shown (stepper-goal *stepper*)) number nil)
  (setf (stepper-goal *stepper*) (if (stepper-is-interactive *stepper*) nil :in))
  (let ((*standard-output* (stepper-standard-output *stepper*)))
    (do () ((stepper-goal *stepper*))
      (call-at-prompt "step> " #'read-step-command))))

;; Shows step NUMBER after the outcomes from entry FROM on. REPEATS-OUTPUT: as for SHOW-OUTCOMES.
(defun show-step (from number repeats-output)
  (show-outcomes from number repeats-output)
  (push number (stepper-shown *stepper*))
  (show-method-of (stop-level (entry number)))
  (show-stop (entry number)))

(defun shown-step () (first (stepper-shown *stepper*)))
(defun earlier-step-p () (< (shown-step) (step-before (next-entry-number))))

;; Goes on until GOAL: in the record, else by further evaluation.
(defun go-to (goal)
  (let* ((reached (if (earlier-step-p) (place-of-goal goal) nil))
         (number (and reached (step-after reached))))
    (if number
        (show-step reached number t)
        (setf (stepper-goal *stepper*) goal))))

;; The number of the first entry in the record, after the step shown, at which GOAL is reached; or NIL.
(defun place-of-goal (goal)
  (typecase goal
    (activation (activation-end goal))
    (level (level-end goal))
    (t (case goal
         (:in (+ (shown-step) 1))
         (:cut (loop for i from (+ (shown-step) 1) below (next-entry-number)
                     do (if (cutoff-stop-p (entry i)) (return i))))))))

(defun go-back ()
  (let* ((is-first (not (earlier-step-p)))
         (here (pop (stepper-shown *stepper*)))
         (number (or (first (stepper-shown *stepper*)) (step-before here))))
    (cond ((and number (>= number (stepper-first *stepper*)))
           (setf (stepper-shown *stepper*) (if (eql number (shown-step)) (stepper-shown *stepper*) (list number)))
           (show-stop (entry number))
           (if is-first
               (let ((*standard-output* *trace-output*))
                 (format-wrapped "; an earlier step: nothing is evaluated until the last step is reached again~%"))))
          (t (push here (stepper-shown *stepper*))
             (format *trace-output* "; this is the first step~%")))))

;;; Commands

(defvar *step-commands*
  '(("IN" i :in) ("OVER" o :over) ("OUT" u :out) ("BACK" b :back) ("CUT" c :cut) ("GO" g :go) ("SOURCE" s :source) ("Q" q :quit) ("QUIT" nil :quit)
    ("HELP" h :help)))

(defun show-step-help ()
  (format-wrapped "~&The marked expression is next. A form is evaluated and sees the variables.
  Enter          evaluate it up to the next step, also inside a function
  :in            the same; a macro call becomes its expansion
  :over          evaluate it without steps inside      :out  leave the function
  :back          show the step before; nothing is undone
  :cut           go on to the next cutoff of a search
  :go            go on to the next breakpoint          :source  its text
  :q             go on without steps                   Ctrl-D   leave it
Words may be shortened to what is unique; :i :o :u :b :c :g :s :q are allowed.~%"))

(defun read-step-command ()
  (let ((line (typed-line "step> ")))
    (cond ((null line) (terpri) (leave-stepper))
          ((eq line :interrupt) nil)
          ((string= line "") (go-to :in))
          ((command-line-p line)
           (let* ((name (command-word line)) (command (command-of name (commands-meant name *step-commands*))))
             (if command (perform-step-command (third command)))))
          ((help-word-p line) (show-step-help))
          ((quit-word-p line) (abort-now))
          (t (evaluate-typed-forms line "step> " (step-bindings))))))

;; Abandons the evaluation.
(defun leave-stepper () (let ((*level-restart* (stepper-outer *stepper*))) (leave-level)))

(defun perform-step-command (command)
  (let ((stop (entry (shown-step))))
    (case command
      (:in (setf (stepper-opened *stepper*) (not (earlier-step-p))) (go-to :in))
      (:over (go-to (stop-activation stop)))
      (:out (go-to (stop-level stop)))
      (:back (go-back))
      (:cut (go-to :cut))
      (:source (show-source-of-level (stop-level stop)))
      (:help (show-step-help))
      (t (setf (stepper-goal *stepper*) command)))))

;;; The variables of the shown step. Those of an earlier one cannot be set.

(defun step-bindings ()
  (mapcar (lambda (v) (list* (car v) 'step-variable (list (list 'quote (car v))))) (stop-variables (entry (shown-step)))))

(defun step-variable (name)
  (if (earlier-step-p)
      (snapshot-object (cdr (assoc name (stop-variables (entry (shown-step))))))
      (cdr (assoc name (funcall (stepper-access *stepper*) nil nil nil)))))

(defun set-step-variable (name value)
  (if (earlier-step-p) (error "~S cannot be set: this is an earlier step" name))
  (funcall (stepper-access *stepper*) name value t))

(defsetf step-variable set-step-variable)

;;; Functions

;; The tables of instrumented copies by function, while STEP is active.
(defvar *stepped-functions* nil)

;; The instrumented copy of the function that DESIGNATOR names, if its text is known; else DESIGNATOR.
(defun stepped-function (designator)
  (let ((function (original-function (if (symbolp designator) (function-object designator) designator))))
    (cond ((not (functionp function)) designator)
          ((find function *traced* :key #'third) designator)
          ((gethash function *generics*) (stepped-generic-function (gethash function *generics*) designator))
          (t (or (stepped-copy function function #'instrumented-function) designator)))))

;; The instrumented copy of FUNCTION, which MAKE makes from OBJECT, or NIL if its text is not known.
(defun stepped-copy (function object make)
  (let ((stepped (or (gethash function *stepped-functions*)
                     (setf (gethash function *stepped-functions*) (or (funcall make object) :unknown)))))
    (if (eq stepped :unknown) nil stepped)))

;; A function that calls instrumented copies of the methods of RECORD. DESIGNATOR: what the program calls.
(defun stepped-generic-function (record designator)
  (lambda (&rest arguments)
    (let* ((required (generic-record-required record))
           (methods (if (< (length arguments) required) nil (applicable record (subseq arguments 0 required))))
           (stepped (mapcar #'stepped-method methods)))
      (if (equal stepped methods)
          (apply designator arguments)
          (let ((*called-generic* (generic-record-name record)))
            (apply (checked-effective-function record stepped) arguments))))))

;; METHOD with an instrumented copy of its function, or METHOD if its text is not known.
(defun stepped-method (method)
  (let ((function (stepped-copy (original-function (method-record-function method)) method #'instrumented-method)))
    (if function
        (make-method-record :generic (method-record-generic method) :qualifiers (method-record-qualifiers method)
                            :specializers (method-record-specializers method) :lambda-list (method-record-lambda-list method)
                            :plain (method-record-plain method) :function function)
        method)))

;; Operators that call a function, with the position of this argument.
(defvar *function-positions*
  '((funcall . 0) (apply . 0) (mapcar . 0) (mapc . 0) (mapcan . 0) (maplist . 0) (mapl . 0) (mapcon . 0) (map . 1) (map-into . 1)
    (reduce . 0) (every . 0) (some . 0) (notany . 0) (notevery . 0) (sort . 1) (stable-sort . 1) (find-if . 0) (find-if-not . 0)
    (position-if . 0) (position-if-not . 0) (count-if . 0) (count-if-not . 0) (remove-if . 0) (remove-if-not . 0)
    (delete-if . 0) (delete-if-not . 0) (member-if . 0) (member-if-not . 0) (assoc-if . 0) (maphash . 0)))

(defun with-stepped-functions (operator arguments)
  (let ((position (cdr (assoc operator *function-positions*))))
    (if (and position (< position (length arguments)))
        (let ((all (copy-list arguments)))
          (setf (nth position all) (stepped-function (nth position all)))
          all)
        arguments)))

;;; Beginning

;; Evaluates FORM, whose instrumented copy FUNCTION calls with a level, step by step.
(defun run-stepper (form function)
  (let* ((is-interactive (and (interactive-stream-p *trace-output*) (interactive-stream-p *query-io*)))
         (*stepper* (make-stepper :is-interactive is-interactive :output (if is-interactive (make-string-output-stream) nil)))
         (*standard-output* (if is-interactive
                                (make-broadcast-stream (stepper-output *stepper*) *standard-output*)
                                *standard-output*))
         (*stepped-functions* (make-hash-table :test #'eq))
         (*activations* nil)
         (*level-number* 0)
         (values (multiple-value-list (call-in-level (list form) nil nil function))))
    (if (stepping-p) (show-outcomes (first-shown (stepper-goal *stepper*)) (next-entry-number) nil))
    (values-list values)))
