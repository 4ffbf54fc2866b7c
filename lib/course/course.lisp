;;;; course.lisp -- the course at the prompt: lessons of steps that are checked by computing. -*- sealed -*-
;;;;
;;;; A lesson is a function that returns its steps, made for a seed. A step is a task (the learner defines functions, and
;;;; a check compares them with Winnow's own) or a question (the learner types a number, yes or no, or a quoted list, and
;;;; the answer is compared with what Winnow computes). The files next to this one hold the lessons.

(defstruct (lesson (:conc-name lesson-) (:copier nil) (:predicate nil))
  number name title summary
  steps)  ; a function of a seed that returns the list of steps

(defstruct (exercise (:conc-name exercise-) (:copier nil) (:predicate nil) (:constructor make-exercise))
  text      ; the task or question
  show      ; a function that prints a picture after the text, or NIL
  needs     ; a task: the names of the functions to define, as strings
  check     ; a task: a function that returns NIL, or a counterexample: a text, and a function that prints a picture
  answer    ; a question: the right answer: a number, T, NIL or (QUOTE list)
  accept    ; a question with several right answers: a predicate of the answer
  wrong     ; a question: a function of a wrong answer that returns what to say about it
  hints     ; texts, the first one first
  solution  ; a task: the forms that define the functions
  right     ; what to say about a right answer: a text or a function that prints it
  picture   ; a function that prints a picture after a right answer and after the solution, or NIL
  setup)    ; a function that defines what the step provides, or NIL

(defvar *lessons* nil "The lessons of the course, in order.")

(defmacro define-lesson (number name title summary (seed) &body steps)
  "Define a lesson of the course, with the number NUMBER, the symbol NAME, a TITLE and a SUMMARY for the list of lessons.
SEED: a variable whose value is the seed of this run, an integer.  STEPS: forms, each of which returns a step or a list of
steps (TASK and QUESTION make them). (lesson number) begins the lesson.
Example: (first (macroexpand-1 '(define-lesson 99 empty \"empty\" \"no steps\" (seed)))) => ADD-LESSON"
  `(add-lesson (make-lesson :number ,number :name ',name :title ,title :summary ,summary
                            :steps (lambda (,seed) (declare (ignorable ,seed)) (flatten-steps (list ,@steps))))))

(defun add-lesson (lesson)
  (setq *lessons* (sort (cons lesson (remove (lesson-number lesson) *lessons* :key #'lesson-number))
                        #'< :key #'lesson-number))
  (lesson-name lesson))

(defun flatten-steps (steps)
  (mapcan (lambda (step) (if (listp step) (copy-list step) (list step))) steps))

(defun task (text &rest parts &key needs check hints solution right picture show setup)
  "Return a step in which the learner defines the functions or games named NEEDS, a list of strings."
  (declare (ignore needs check hints right picture show setup))
  (let ((exercise (apply #'make-exercise :text text parts)))
    (setf (exercise-solution exercise) (learners-form solution))
    exercise))

(defun question (text answer &rest parts &key wrong hints right picture show accept setup)
  "Return a step in which the learner answers: ANSWER is a number, T, NIL, or a quoted list."
  (declare (ignore wrong hints right picture show accept setup))
  (apply #'make-exercise :text text :answer answer parts))

;;; The package of the learner's definitions

(defvar *lesson-package*
  (make-package "LESSON" :use '("COMMON-LISP" "WINNOW" "MACLISP"))
  "The package in which the forms of the course are read.")

(defun learners (name)
  (intern name *lesson-package*))

;; FORM with the learner's symbols in place of those that are not the standard's.
(defun learners-form (form)
  (cond ((consp form) (cons (learners-form (car form)) (learners-form (cdr form))))
        ((and form (symbolp form) (not (keywordp form)) (not (eq (symbol-package form) (find-package "COMMON-LISP"))))
         (learners (symbol-name form)))
        (t form)))

;; Makes the functions named NAMES the learner's: Winnow's own ones of these names are not seen in a lesson.
(defun reserve-names (names)
  (dolist (name names)
    (unless (eq (symbol-package (learners name)) *lesson-package*)
      (shadow name *lesson-package*))))

;;; Progress, by lesson: (NUMBER :STEP index :STATES list :DEFINITIONS forms)

(defvar *progress* :unknown "What was done in each lesson, or :UNKNOWN before the file was read.")

(defun progress-file ()
  (let ((state (getenv "XDG_STATE_HOME")))
    (concatenate 'string
                 (if (and state (string/= state "")) state (concatenate 'string (or (getenv "HOME") "") "/.local/state"))
                 "/winnow/course")))

(defmacro with-lesson-syntax (&body body)
  `(let ((*package* *lesson-package*) (*print-pretty* nil) (*print-circle* t) (*print-length* nil) (*print-level* nil)
         (*read-eval* nil))
     ,@body))

(defun read-progress ()
  (when (eq *progress* :unknown)
    (setq *progress*
          (ignore-errors
            (with-open-file (in (progress-file) :if-does-not-exist nil)
              (if in (checked-progress (with-lesson-syntax (read in nil nil))) nil))))
    (dolist (entry *progress*) (reserve-names (definition-names (getf (cdr entry) :definitions)))))
  *progress*)

;; OBJECT, read from the file, or NIL if it is not a list of entries.
(defun checked-progress (object)
  (if (and (listp object) (every (lambda (entry) (and (consp entry) (integerp (first entry)) (evenp (length (rest entry))))) object))
      object
      nil))

;; Returns true if the file was written.
(defun write-progress ()
  (ignore-errors
    (ensure-directories-exist (progress-file))
    (with-open-file (out (progress-file) :direction :output :if-exists :supersede)
      (with-lesson-syntax (write *progress* :stream out :escape t)))
    t))

(defun progress-of (lesson)
  (cdr (assoc (lesson-number lesson) (read-progress))))

(defun (setf progress-of) (plist lesson)
  (read-progress)
  (setq *progress* (acons (lesson-number lesson) plist (remove (lesson-number lesson) *progress* :key #'first)))
  plist)

;;; A run of a lesson

(defstruct (course-run (:conc-name run-) (:copier nil) (:predicate nil) (:constructor make-run))
  lesson seed steps
  (index 0)          ; of the current step
  states             ; of each step: :RIGHT, :SHOWN, :SKIPPED or NIL
  definitions        ; the learner's, as source, the last one first
  (hints 0))         ; given in this step

(defun run-step (run) (nth (run-index run) (run-steps run)))

(defun run-length (run) (length (run-steps run)))

(defun begin-run (lesson step seed)
  (let* ((steps (funcall (lesson-steps lesson) (or seed 1)))
         (progress (progress-of lesson))
         (index (cond (step (- step 1)) (seed 0) (t (getf progress :step 0))))
         (states (getf progress :states))
         (names (mapcan (lambda (s) (copy-list (exercise-needs s))) steps)))
    (reserve-names names)
    (forget-names names)
    (let ((run (make-run :lesson lesson :seed (or seed 1) :steps steps
                         :index (if (< -1 index (length steps)) index 0)
                         :states (if (eql (length states) (length steps)) (copy-list states) (make-list (length steps)))
                         :definitions (copy-list (getf progress :definitions)))))
      (dolist (form (reverse (run-definitions run))) (ignore-failures (eval form)))
      run)))

;; Removes the learner's definitions of NAMES, which may be those of another lesson.
(defun forget-names (names)
  (dolist (name names)
    (fmakunbound (learners name))
    (remprop (learners name) 'game)))

(defun save-run (run)
  (setf (progress-of (run-lesson run))
        (list :step (run-index run) :states (run-states run) :definitions (run-definitions run)))
  (write-progress))

;;; Output

;; Prints TEXT with its paragraphs filled to 79 columns, or the width of the terminal if that is less.
(defun write-filled (text)
  (let ((width (reading-width)))
    (fresh-line)
    (dolist (line (paragraphs (lines-of text)))
      (write-wrapped-line line width 0)
      (terpri))))

(defun heading (run)
  (let* ((lesson (run-lesson run))
         (title (format nil "Lesson ~D, ~A" (lesson-number lesson) (lesson-title lesson)))
         (place (format nil "step ~D of ~D" (+ (run-index run) 1) (run-length run))))
    (format t "~&~A~%" (text-at-both-edges title place (- (reading-width) 1) "..."))))

(defun show-picture (step)
  (if (exercise-show step) (funcall (exercise-show step))))

(defun set-up (step)
  (if (exercise-setup step) (funcall (exercise-setup step))))

(defun show-text (step)
  (write-filled (exercise-text step))
  (show-picture step))

;; Prints the task or question of the step. If the learner has already defined all functions of the task, prints only that.
(defun present-first (run)
  (heading run)
  (let ((step (run-step run)))
    (set-up step)
    (if (and (exercise-needs step) (null (missing step)))
        (format-wrapped "Your ~{~A~^ and ~} ~[are~;is~:;are~] defined; :text repeats the task.~%"
                (exercise-needs step) (length (exercise-needs step)))
        (show-text step))))

(defun present-next (run)
  (set-up (run-step run))
  (show-numbered-step (run-step run) (format nil "Step ~D of ~D. " (+ (run-index run) 1) (run-length run))))

(defun show-numbered-step (step number)
  (write-filled (concatenate 'string number (exercise-text step)))
  (show-picture step))

;;; Definitions

(defvar *defining-operators* '(defun defmacro defvar defparameter defconstant defstruct define-game)
  "Operators whose forms the course keeps with the progress.")

(defun defines-p (form)
  (and (consp form) (member (first form) *defining-operators*) (consp (cdr form))))

(defun definition-names (forms)
  (mapcan (lambda (form) (if (and (defines-p form) (symbolp (second form))) (list (symbol-name (second form))) nil)) forms))

(defun missing (step)
  (remove-if (lambda (name) (or (fboundp (learners name)) (get (learners name) 'game))) (exercise-needs step)))

(defun keep-definition (run form)
  (setf (run-definitions run)
        (cons form (remove-if (lambda (old) (and (eq (first old) (first form)) (equal (second old) (second form))))
                              (run-definitions run)))))

;;; The learner's input

(defun lesson-prompt (run) (format nil "lesson ~D> " (lesson-number (run-lesson run))))

;; Asks for more lines until TEXT is complete. Returns :TEXT and the text; a command drops it: :COMMAND and the command; :END
;; at the end of input.
(defun whole-form (run text)
  (do ((open (open-syntax text) (open-syntax text))) ((null open) (values :text text))
    (let* ((more (prompt-line (format nil "~V@A" (length (lesson-prompt run)) (concatenate 'string open "> ")) nil))
           (command (and more (command-in (string-trim '(#\Space #\Tab) more)))))
      (cond ((null more) (return :end))
            ((member command '(nil :unknown)) (setq text (format nil "~A~%~A" text more)))
            (t (return (values :command command)))))))

(defvar *lesson-commands*
  '((:hint "give a hint; the third time, the solution")
    (:show "show the solution")
    (:skip "go on to the next step")
    (:text "repeat the task or question")
    (:again "begin the lesson again")
    (:q "leave the lesson and save what was done"))
  "What can be typed in a lesson besides forms and answers.")

(defun command-in (line)
  (if (and (> (length line) 1) (char= (char line 0) #\:))
      (let ((name (string-upcase (subseq line 1))))
        (or (second (assoc name '(("QUIT" :q) ("HELP" :help)) :test #'string=))
            (first (find-if (lambda (c) (and (<= (length name) (length (symbol-name (first c))))
                                             (string= name (symbol-name (first c)) :end2 (length name))))
                            *lesson-commands*))
            :unknown))
      (second (assoc line '(("?" :help) ("help" :help) ("quit" :q) ("exit" :q) ("hint" :hint) ("skip" :skip)) :test #'string-equal))))

;; The next thing typed, as WHOLE-FORM returns it.
(defun next-input (run)
  (let* ((line (prompt-line (lesson-prompt run) (mapcar (lambda (c) (format nil "~(~S~)" (first c))) *lesson-commands*)))
         (text (if line (string-trim '(#\Space #\Tab) line) nil)))
    (cond ((null text) :end)
          ((string= text "") (next-input run))
          ((command-in text) (values :command (command-in text)))
          (t (whole-form run text)))))

;;; Checks

(defun finish-step (run state)
  (setf (nth (run-index run) (run-states run)) state
        (run-hints run) 0)
  (cond ((< (+ (run-index run) 1) (run-length run))
         (incf (run-index run))
         (save-run run)
         (present-next run)
         t)
        (t (save-run run)
           (format-wrapped "~&That was lesson ~D. ~A~%" (lesson-number (run-lesson run)) (what-is-next run))
           nil)))

(defun what-is-next (run)
  (let ((skipped (position :skipped (run-states run)))
        (next (find (+ (lesson-number (run-lesson run)) 1) *lessons* :key #'lesson-number))
        (number (lesson-number (run-lesson run))))
    (cond (skipped (format nil "(lesson ~D ~D) comes back to the step that you skipped." number (+ skipped 1)))
          (next (format nil "(lesson ~D), ~A, is next." (lesson-number next) (lesson-summary next)))
          (t "It was the last one."))))

(defun praise (step)
  (let ((right (exercise-right step)))
    (write-filled (if (functionp right)
                      (string-right-trim '(#\Newline) (with-output-to-string (*standard-output*) (funcall right)))
                      (or right "Right.")))
    (show-result step)))

(defun show-result (step)
  (if (exercise-picture step) (funcall (exercise-picture step))))

;; Returns NIL if the lesson is over.
(defun check-task (run)
  (let* ((step (run-step run)) (missing (missing step)))
    (cond (missing
           (format-wrapped "~&; ~{~A~^, ~} ~:[is~;are~] not defined yet~%" missing (rest missing))
           t)
          (t (multiple-value-bind (counterexample picture) (funcall (exercise-check step))
               (cond (counterexample
                      (write-filled (concatenate 'string "Not yet: " counterexample))
                      (if picture (funcall picture))
                      (format-wrapped "Change the definition~:[~;s~], or type :hint.~%" (rest (exercise-needs step)))
                      t)
                     (t (praise step) (finish-step run :right))))))))

;; The answer that FORM is: a number, T, NIL or a quoted list; otherwise the second value is NIL.
(defun answer-in (form)
  (cond ((numberp form) (values form t))
        ((symbolp form)
         (cond ((member (symbol-name form) '("YES" "Y" "T") :test #'string=) (values t t))
               ((member (symbol-name form) '("NO" "N" "NIL") :test #'string=) (values nil t))
               (t (values nil nil))))
        ((and (consp form) (eq (first form) 'quote)) (values form t))
        (t (values nil nil))))

(defun right-answer-p (step answer)
  (if (exercise-accept step)
      (funcall (exercise-accept step) answer)
      (equalp answer (exercise-answer step))))

(defun check-answer (run answer)
  (let ((step (run-step run)))
    (cond ((call-within-limits (lambda () (right-answer-p step answer))) (praise step) (finish-step run :right))
          (t (write-filled (if (exercise-wrong step) (funcall (exercise-wrong step) answer) "Not so. Type :hint, or answer again."))
             t))))

(defun evaluate-in-lesson (run form)
  (handler-case
      (let ((values (multiple-value-list (eval form))))
        (format t "~&~{~S~%~}" values)
        (when (defines-p form) (keep-definition run form))
        t)
    (failure (c) (format-wrapped "~&Error: ~A~%" c) nil)))

;; Evaluates what was typed, or takes it as the answer; returns NIL if the lesson is over.
(defun take-text (run text)
  (let* ((form (handler-case (read-from-string text)
                 (failure (c) (format-wrapped "~&Error: ~A~%" c) (return-from take-text t))))
         (step (run-step run)))
    (if (exercise-needs step)
        (if (evaluate-in-lesson run form) (check-task run) t)
        (multiple-value-bind (answer is-answer) (answer-in form)
          (cond (is-answer (check-answer run answer))
                ((not (evaluate-in-lesson run form)) (explain-answers form) t)
                (t t))))))

;; Prints a hint after FORM, the answer to a question, has signalled an error.
(defun explain-answers (form)
  (if (and (consp form) (list-tree-p form))
      (write-filled (format nil "To answer with this list, quote it: '~S" form))
      (write-filled "An answer is a number, yes or no, or a quoted list.")))

(defun show-solution (step)
  (if (exercise-needs step)
      (dolist (form (exercise-solution step)) (format t "~&~A~%" (printed-form form)))
      (format t "~&~A~%" (answer-text (exercise-answer step)))))

(defun printed-form (form)
  (let ((*print-case* :downcase) (*print-pretty* t) (*print-right-margin* (- (reading-width) 1))) (prin1-to-string form)))

(defun answer-text (answer)
  (case answer ((t) "yes") ((nil) "no") (t (printed-form answer))))

;; The third hint is the solution; the step then counts as shown.
(defun give-hint (run)
  (let* ((step (run-step run)) (hints (exercise-hints step)) (n (run-hints run)))
    (incf (run-hints run))
    (cond ((< n (min 2 (length hints))) (write-filled (nth n hints)) t)
          (t (reveal run)))))

(defun reveal (run)
  (let ((step (run-step run)))
    (show-solution step)
    (dolist (form (exercise-solution step))
      (eval form)
      (if (defines-p form) (keep-definition run form)))
    (show-result step)
    (finish-step run :shown)))

(defun show-lesson-commands ()
  (format-wrapped "~&Type a form, or an answer: a number, yes or no, or a quoted list.~%")
  (dolist (c *lesson-commands*) (format-wrapped "  ~(~8S~)~A~%" (first c) (second c))))

;; Does what COMMAND says; returns NIL to leave the lesson.
(defun obey (run command)
  (case command
    (:hint (give-hint run))
    (:show (reveal run))
    (:skip (format-wrapped "~&; skipped; (lesson ~D ~D) comes back to it~%" (lesson-number (run-lesson run)) (+ (run-index run) 1))
           (finish-step run :skipped))
    (:text (show-text (run-step run)) t)
    (:again (setf (run-index run) 0 (run-hints run) 0)
            (heading run)
            (set-up (run-step run))
            (show-text (run-step run))
            t)
    (:help (show-lesson-commands) t)
    (:q (format-wrapped "~&; ~:[not saved~;saved~]: lesson ~D, step ~D of ~D~%" (save-run run) (lesson-number (run-lesson run))
                (+ (run-index run) 1) (run-length run))
        nil)
    (t (format-wrapped "~&Unknown command; :help lists the commands.~%") t)))

(defun run-lesson-loop (run)
  (let ((*package* *lesson-package*))
    (present-first run)
    (loop
      (unless (handler-case (take-input run)
                (interrupted () (format-wrapped "~&; interrupted; :q leaves the lesson~%") t))
        (return (values))))))

;; Asks for the next input and does what it says; returns NIL to leave the lesson.
(defun take-input (run)
  (multiple-value-bind (kind what) (next-input run)
    (case kind
      (:end (obey run :q))
      (:command (obey run what))
      (t (take-text run what)))))

;;; The list of lessons

(defun state-text (lesson)
  (let* ((progress (progress-of lesson)) (states (getf progress :states))
         (shown (count :shown states)) (skipped (count :skipped states)))
    (cond ((null progress) "")
          ((member nil states) (format nil "~D of ~D" (+ (getf progress :step 0) 1) (length states)))
          ((> skipped 0) (format nil "skipped ~D" skipped))
          ((> shown 0) (format nil "shown ~D" shown))
          (t "done"))))

(defun list-lessons ()
  (format-wrapped "~&~@(~R~) lessons, ten to twenty minutes each.~%(lesson 5) or (lesson 'winston) begins or goes on.~%"
                  (length *lessons*))
  (dolist (lesson *lessons*)
    (let ((state (state-text lesson)))
      (write-entry (format nil "~:[ ~;>~]~2D ~12A ~9A" (search " of " state) (lesson-number lesson)
                           (string-downcase (symbol-name (lesson-name lesson))) state)
                   27 (lesson-summary lesson))))
  (format-wrapped "In a lesson all forms work; also :hint :show :skip :text :again :q~%"))

(defun lesson-named (which)
  (or (if (symbolp which)
          (find (symbol-name which) *lessons* :key (lambda (l) (symbol-name (lesson-name l))) :test #'string=)
          (find which *lessons* :key #'lesson-number))
      (error "The lesson ~S does not exist; (lesson) lists the lessons" which)))

(defun lesson (&optional which &rest options)
  "Begin lesson WHICH of the course at the prompt, or go on with it; without WHICH, list the lessons. Return no value.
WHICH: a number or a name, a symbol.  OPTIONS: the number of a step to begin with; :SEED N for other trees and numbers.
Progress is kept in the file winnow/course under XDG_STATE_HOME (default: ~/.local/state).
Signals: error if the lesson does not exist; type-error for another seed."
  (cond ((null which) (list-lessons))
        (t (let* ((step (if (integerp (first options)) (pop options) nil))
                  (seed (getf options :seed)))
             (check-argument seed '(or null (integer 1)) "an integer greater than zero as :SEED")
             (run-lesson-loop (begin-run (lesson-named which) step seed)))))
  (values))

;;; A lesson on paper

(defun print-lesson (which &key (seed 1) (solutions t))
  "Print lesson WHICH of the course with its tasks and questions; return no value.
WHICH: as for LESSON.  SEED: an integer above zero, for other trees and numbers (default: 1).  SOLUTIONS: true to print the
hints, the solutions and their pictures also (default: T).
Signals: error if the lesson does not exist; type-error for another seed.
Example: (search \"Lesson 1, values\" (with-output-to-string (*standard-output*) (print-lesson 1))) => 0"
  (check-argument seed '(integer 1) "an integer greater than zero as :SEED")
  (let* ((lesson (lesson-named which)) (*package* *lesson-package*) (steps (funcall (lesson-steps lesson) seed)) (number 0))
    (reserve-names (mapcan (lambda (step) (copy-list (exercise-needs step))) steps))
    (format t "~&Lesson ~D, ~A~%" (lesson-number lesson) (lesson-title lesson))
    (dolist (step steps (values))
      (set-up step)
      (terpri)
      (show-numbered-step step (format nil "Step ~D. " (incf number)))
      (when solutions
        (dolist (hint (exercise-hints step)) (write-filled (concatenate 'string "Hint: " hint)))
        (format t "~&Solution:~%")
        (show-solution step)
        (dolist (form (exercise-solution step)) (eval form))
        (praise step)))))
