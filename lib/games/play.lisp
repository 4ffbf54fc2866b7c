;;;; play.lisp -- PLAY, a game against Winnow at the prompt. -*- sealed -*-

(defstruct (match (:conc-name match-) (:copier nil) (:predicate nil) (:constructor make-match))
  game you start position
  history  ; the moves played, the last one first: (POSITION MOVE), with the position before the move
  plies seconds seed
  memory   ; the transposition table, kept between moves: see THINK; in a game of chance the table of CHANCE-TABLE
  dice     ; the random state for the outcomes of chance
  typed    ; forms typed but not yet used
  shown)   ; the position whose board was printed last, or NIL

(defvar *play-commands*
  '((:moves "moves" "list the legal moves")
    (:hint "hint" "show a good move")
    (:analysis "analysis" "show the value and the best continuation of each move")
    (:undo "undo [N]" "undo your last move, or your last N moves")
    (:record "record" "print the moves played")
    (:replay "replay" "show the position after each move played")
    (:save "save \"FILE\"" "write the game to a file; (play \"FILE.game\") resumes it")
    (:load "load \"FILE\"" "resume a game that was saved")
    (:level "level N" "make Winnow look N plies ahead")
    (:seed "seed N" "vary the choice among equally good moves")
    (:help "help" "print this list; also ?")
    (:quit "quit" "leave the game"))
  "The commands of PLAY: (keyword syntax description).")

(defvar *plies-by-default* 6 "The search depth of PLAY for games that are not solved within *NODES-TO-SOLVE* positions.")
(defvar *nodes-to-solve* 20000 "The number of positions that PLAY visits in an attempt to solve the game.")

(defun player-name (g side)
  (if (game-players g)
      (if (eq side :max) (first (game-players g)) (second (game-players g)))
      (symbol-name side)))

(defun side-at (g position) (funcall (game-side g) position))

(defun side-to-move (match) (side-at (match-game match) (match-position match)))

(defun is-users-side (match side) (and (not (eq side :chance)) (member (match-you match) (list :both side))))

(defun is-users-turn (match) (is-users-side match (side-to-move match)))

;; The moves that the clause :PLAY takes at POSITION, the outcomes where chance moves.
(defun moves-at (g position) (playable-moves g position (legal-moves g position)))

(defun show-board-of (g position)
  (fresh-line)
  (if (game-show g) (funcall (game-show g) position) (print position))
  (fresh-line))

;; Prints text with moves in plain lines; the pretty printer would lay them out as code.
(defun say (control &rest arguments)
  (let ((*print-pretty* nil)) (apply #'format-wrapped control arguments)))

;;; Moves as players write them

(defun move-text (g position move)
  (let ((*print-case* :downcase) (*print-pretty* nil))
    (if (game-notation g) (princ-to-string (funcall (game-notation g) position move)) (prin1-to-string move))))

(defun move-texts (g position moves)
  (mapcar (lambda (move) (move-text g position move)) moves))

;; The texts of MOVES, played one after the other from POSITION.
(defun line-texts (g position moves)
  (mapcar (lambda (move)
            (prog1 (move-text g position move)
              (setq position (funcall (game-play g) position move))))
          moves))

;; May the user type the number of a move in place of the move? Not if some moves are integers.
(defun are-numbered (moves) (notany #'integerp moves))

;; The words of TEXT in alphabetical order: players write the parts of a move, such as 6/1 5/2, in any order.
(defun move-words (text)
  (sort (remove "" (words-between #\Space (string-downcase text)) :test #'string=) #'string<))

;; A list of the one of MOVES that players write as TEXT, or NIL.
(defun move-of-text (g position text moves)
  (let ((words (move-words text)))
    (dolist (move moves nil)
      (if (equal words (move-words (move-text g position move))) (return (list move))))))

;; Does the TEXT of a move consist of several words, which are not in parentheses?
(defun several-words-p (text) (and (find #\Space text) (not (char= (char text 0) #\())))

;; The texts of moves in a row, with commas if some have several words.
(defun texts-in-a-row (texts)
  (format nil (if (some #'several-words-p texts) "~{~A~^, ~}" "~{~A~^ ~}") texts))

;; A list of the legal move that TYPED denotes, or NIL. TYPED: the move itself, its notation in G at POSITION, or its number.
(defun move-typed (g position typed moves)
  (cond ((find-move typed moves))
        ((and (game-notation g) (atom typed) (move-of-text g position (princ-to-string typed) moves)))
        ((and (integerp typed) (<= 1 typed (length moves)) (are-numbered moves)) (list (nth (- typed 1) moves)))))

;; The name of the game in messages: Connect Four.
(defun game-title (g)
  (let ((name (game-name g)))
    (string-capitalize (substitute #\Space #\- (symbol-name (if (consp name) (first name) name))))))

;; The symbol that names G, or NIL.
(defun symbol-of-game (g) (find-if (lambda (name) (eq g (get name 'game))) *games*))

;;; Values in words

;; "1 disc", "3 discs". UNIT: its singular and plural.
(defun count-text (number unit) (format nil "~D ~A" number (if (= number 1) (first unit) (second unit))))

;; The number of plies after which WINNER has won from POSITION if it wins as early, and the other side loses as late, as possible; NIL if
;; it takes more than *NODES-TO-SOLVE* positions to find out. A line of a search need not be as long: it proves who wins only.
(defun plies-to-win (g position winner)
  (let ((known (make-hash-table :test 'equal)) (left *nodes-to-solve*) (draw (value-of-draw g)))
    (labels ((won-p (position)
               (let ((value (funcall (game-value g) position))) (if (eq winner :max) (> value draw) (< value draw))))
             (wins-p (position plies)
               (cond ((funcall (game-over g) position) (won-p position))
                     ((= plies 0) nil)
                     (t (let ((key (cons plies position)))
                          (multiple-value-bind (answer found) (gethash key known)
                            (if found answer (setf (gethash key known) (wins-by-moves-p position (- plies 1)))))))))
             (wins-by-moves-p (position plies)
               (if (< (decf left) 0) (return-from plies-to-win nil))
               (flet ((wins-after-p (move) (wins-p (funcall (game-play g) position move) plies)))
                 (let ((moves (legal-moves g position)))
                   (if (eq (side-at g position) winner) (some #'wins-after-p moves) (every #'wins-after-p moves))))))
      (if (funcall (game-over g) position)
          (if (won-p position) 0 nil)
          (do ((plies 1 (+ plies 1))) ((wins-p position plies) plies))))))

;; The number of plies until WINNER has won from POSITION if the first move of LINE is played; or NIL.
(defun plies-to-end (g position line winner)
  (if (null line)
      (plies-to-win g position winner)
      (let ((plies (plies-to-win g (funcall (game-play g) position (first line)) winner)))
        (if plies (+ plies 1) nil))))

;; VALUE in words. LINE: the moves of both players from its position on. PROVED: does VALUE hold to the end of the game?
(defun value-text (g position value proved line)
  (let ((ahead (player-name g (if (> value 0) :max :min))) (unit (game-unit g)))
    (cond ((chance-game-p g) (expected-value-text g position value proved))
          ((and proved (= value 0)) "a draw")
          (proved
           (format nil "~A wins~@[ by ~A~]~@[ in ~D pl~:@P~]" ahead (if unit (count-text (abs value) unit) nil)
                   (if unit nil (plies-to-end g position line (if (> value 0) :max :min)))))
          ((and unit (= value 0)) "even")
          (unit (format nil "~A is ~A ahead" ahead (count-text (abs value) unit)))
          ((= value 0) "not seen to the end")
          (t (format nil "worth ~D to ~A, not seen to the end" value (player-name g :max))))))

;;; Beginning and end

(defun strength-text (match)
  (cond ((match-plies match) (format nil "looks ~D pl~:@P ahead" (match-plies match)))
        ((match-seconds match) (format nil "thinks for ~A second~:P a move" (match-seconds match)))
        ((chance-game-p (match-game match))
         (format nil "solves the game where that is fast, and visits up to ~:D positions elsewhere" *nodes-to-solve*))
        (t (format nil "solves the game where that is fast, and looks ~D plies ahead elsewhere" *plies-by-default*))))

(defun greet (match)
  (let* ((g (match-game match)) (you (match-you match)) (winnow (if (eq you :max) :min :max)))
    (fresh-line)
    (say "~A~@[: ~A~]~%" (game-title g) (first (game-rules g)))
    (if (eq you :both)
        (say "You play for both, ~A and ~A. Type a move, or ?~%" (player-name g :max) (player-name g :min))
        (say "You are ~A~:[~; and begin~]; Winnow is ~A and ~A. Type a move, or ?~%" (player-name g you)
             (is-users-side match (owner-of-turn g (match-position match)))
             (player-name g winnow) (strength-text match)))))

(defun player-title (match side)
  (cond ((eq (match-you match) :both) (player-name (match-game match) side))
        ((is-users-side match side) "You")
        (t "Winnow")))

(defun played-moves (match) (reverse (mapcar #'second (match-history match))))

;; Prints the moves played, numbered; a number counts a turn of both sides.
(defun show-record (match)
  (let* ((g (match-game match)) (number 0) (before nil) (first-side (owner-of-turn g (match-start match)))
         (text (with-output-to-string (out)
                 (dolist (entry (reverse (match-history match)))
                   (destructuring-bind (position move) entry
                     (let ((side (owner-of-turn g position)))
                       (if (and (eq side first-side) (not (eq before side)))
                           (format out "~:[~;  ~]~D." (> number 0) (incf number)))
                       (format out (if (eq :chance (side-at g position)) " (~A)" " ~A") (move-text g position move))
                       (setq before side)))))))
    (say "~A~:[~*~*~;, ~A: ~A~]" (game-title g) (not (eq (match-you match) :both)) (player-name g (match-you match)) "you")
    (unless (eq (match-you match) :both)
      (say ", ~A: Winnow~@[ (~A)~]" (player-name g (if (eq (match-you match) :max) :min :max)) (level-text match)))
    (say "~%~:[no moves~;~:*~A~]~@[  ~A~]~%" (if (string= text "") nil text)
         (if (funcall (game-over g) (match-position match)) (result-of-game g (match-position match)) nil))))

;; The level that the user chose, or NIL.
(defun level-text (match)
  (cond ((match-plies match) (format nil "~D pl~:@P" (match-plies match)))
        ((match-seconds match) (format nil "~A second~:P a move" (match-seconds match)))))

;; How the game ended at POSITION.
(defun result-of-game (g position)
  (let ((value (funcall (game-value g) position)) (draw (value-of-draw g)))
    (if (= value draw) "a draw" (format nil "~A wins" (player-name g (if (> value draw) :max :min))))))

(defun show-replay (match)
  (let ((g (match-game match)))
    (show-board-of g (match-start match))
    (dolist (entry (reverse (match-history match)))
      (destructuring-bind (position move) entry
        (say "~A ~:[plays~;throws~] ~A.~%" (player-name g (owner-of-turn g position)) (eq :chance (side-at g position))
             (move-text g position move))
        (show-board-of g (funcall (game-play g) position move))))))

(defun announce-result (match)
  (let* ((g (match-game match)) (value (funcall (game-value g) (match-position match))) (unit (game-unit g)) (draw (value-of-draw g))
         (winner (player-title match (if (> value draw) :max :min))))
    (if (= value draw)
        (say "A draw.~%")
        (say "~A win~A~@[ by ~A~].~%" winner (if (string= winner "You") "" "s") (if unit (count-text (abs value) unit) nil)))
    (show-record match)
    (values value (played-moves match))))

;;; Moves

(defun take-move (match move)
  (push (list (match-position match) move) (match-history match))
  (setf (match-position match) (funcall (game-play (match-game match)) (match-position match) move)))

;; The further effects of MOVE at POSITION, such as captures, in parentheses; or NIL.
(defun comment-text (g position move)
  (let* ((next (funcall (game-play g) position move))
         (parts (append (if (game-comment g) (let ((text (funcall (game-comment g) position move))) (if text (list text) nil)) nil)
                        (if (and (not (funcall (game-over g) next)) (eq (side-at g position) (side-at g next))) '("moves again") nil))))
    (if parts (format nil " (~{~A~^, ~})" parts) nil)))

;; Plays MOVE of the side to move and reports it; a move of yours without effects needs no report. REASON: a text, or NIL.
(defun play-and-tell (match move &optional reason)
  (let* ((g (match-game match)) (position (match-position match)) (player (player-title match (side-at g position)))
         (comment (comment-text g position move)))
    (if (or comment (string= player "Winnow"))
        (say "~A play~A ~A~@[~A~]~@[: ~A~].~%" player (if (string= player "You") "" "s") (move-text g position move) comment reason))
    (take-move match move)))

(defun is-pass (move) (and (symbolp move) (string= move "PASS")))

(defun undo (match count)
  (let ((users (count-if (lambda (entry) (is-users-side match (side-at (match-game match) (first entry)))) (match-history match))))
    (if (< users count)
        (say "You have made ~:[~R move~:P only~;no move~*~].~%" (= users 0) users)
        (loop
          (setf (match-shown match) nil)
          (if (= count 0) (return))
          (let ((entry (pop (match-history match))))
            (setf (match-position match) (first entry))
            (if (is-users-side match (side-at (match-game match) (first entry))) (decf count)))))))

;;; The input of the user

;; The command, as a keyword, that the typed symbol of any package names; a keyword may be abbreviated. NIL for other objects.
(defun command-typed (typed)
  (cond ((not (symbolp typed)) nil)
        ((string= typed "?") :help)
        (t (first (find-if (lambda (command)
                             (let ((name (symbol-name (first command))) (length (length (symbol-name typed))))
                               (and (<= length (length name))
                                    (string= typed name :end2 (if (keywordp typed) length (length name))))))
                           *play-commands*)))))

;; ATOMS divided into moves of COUNT elements each, if that is possible; else one list.
(defun moves-of-atoms (atoms count)
  (if (or (null count) (/= 0 (mod (length atoms) count)))
      (list atoms)
      (let ((moves nil))
        (loop (if (null atoms) (return (nreverse moves)))
              (push (subseq atoms 0 count) moves)
              (setq atoms (nthcdr count atoms))))))

;; A list of the forms in TEXT.
(defun forms-in (text)
  (with-input-from-string (in text)
    (let ((forms nil))
      (do ((form (read in nil in) (read in nil in)))
          ((eq form in) (nreverse forms))
        (push form forms)))))

;; The list of moves and commands in LINE. If moves are lists, their parentheses may be omitted: 1 9 then always means (1 9),
;; not move 1 and then move 9.
(defun typed-on (line moves)
  (let* ((forms (handler-case (forms-in line)
                  (failure (c)
                    (say "~A cannot be read~:[~;: a parenthesis or quotation mark is missing~]. Type ? for the commands.~%"
                         line (typep c 'end-of-file))
                    nil)))
         (end (position-if (lambda (form) (or (consp form) (command-typed form))) forms))
         (atoms (subseq forms 0 end)) (length (and (consp (first moves)) (length (first moves)))))
    (if (and (rest atoms) (or (every #'consp moves) (find-move atoms moves)))
        (append (moves-of-atoms atoms (if (every (lambda (move) (and (consp move) (= (length move) length))) moves) length nil))
                (if end (nthcdr end forms)))
        forms)))

;; The next move or command that the user types, or :QUIT at the end of input.
(defun next-typed (match moves)
  (let ((answers (append (move-texts (match-game match) (match-position match) moves)
                         '("moves" "hint" "analysis" "undo" "record" "replay" "save " "load " "level " "seed " "help" "quit"))))
    (do () ((match-typed match) (pop (match-typed match)))
      (let ((line (prompt-line "play> " answers)))
        (cond ((null line) (return :quit))
              ;; A move such as 6/1 5/2 is one move, and the reader would take 6/1 for the number 6.
              ((and (game-notation (match-game match)) (move-of-text (match-game match) (match-position match) line moves))
               (return line)))
        (setf (match-typed match) (typed-on line moves))))))

;; The number typed after a command; DEFAULT if nothing was typed; else NIL and a message. WHAT: its name in messages.
(defun number-typed (match what &optional default)
  (let ((n (if (match-typed match) (pop (match-typed match)) default)))
    (cond ((and (integerp n) (> n 0)) n)
          (t (say "~A must be an integer greater than zero~@[, not ~S~].~%" what n) nil))))

;;; Searches

;; The values of SEARCH, called with limits as keyword arguments. Its last value must be true if the result is proved.
;; Without limits in MATCH, the first call attempts to solve the game.
(defun search-by-level (match search)
  (if (or (match-plies match) (match-seconds match))
      (funcall search :plies (match-plies match) :seconds (match-seconds match))
      (let ((found (multiple-value-list (funcall search :nodes *nodes-to-solve*))))
        (if (first (last found))
            (values-list found)
            (funcall search :plies *plies-by-default*)))))

;; The best move, its value, the list about the search, and whether the value is proved. LIMITS: as for BEST-MOVE.
(defun best-move-in-match (match &rest limits)
  (apply #'best-move-of (match-game match) (match-position match) :auto
         (append limits (list :seed (match-seed match) :memory (match-memory match)))))

(defun think-of-move (match)
  (call-noticing-chance
   (match-game match)
   (lambda ()
     (if (chance-game-p (match-game match))
         (expected-best-move match)
         (search-by-level match (lambda (&rest limits) (apply #'best-move-in-match match limits)))))))

;; The moves of the side to move that win immediately.
(defun winning-moves (g position moves)
  (let ((side (side-at g position)) (draw (value-of-draw g)))
    (remove-if-not (lambda (move)
                     (let ((next (funcall (game-play g) position move)))
                       (and (funcall (game-over g) next)
                            (if (eq side :max) (> (funcall (game-value g) next) draw) (< (funcall (game-value g) next) draw)))))
                   moves)))

;; The values of BEST-MOVE-IN-MATCH for a hint: those of a search of one second if it proves the value, else those of a search at the level.
;; Each search has a new table: the results of deeper searches in a used one would shorten the line.
(defun search-for-hint (match) (call-noticing-chance (match-game match) (lambda () (search-for-hint-once match))))
(defun search-for-hint-once (match)
  (if (chance-game-p (match-game match))
      (multiple-value-list (think-of-move match))
      (let ((found (multiple-value-list (best-move-in-match match :seconds 1 :memory (list nil)))))
        (if (fourth found)
            found
            (multiple-value-list
             (best-move-in-match match :plies (or (match-plies match) (if (match-seconds match) nil *plies-by-default*))
                                 :seconds (match-seconds match) :memory (list nil)))))))

(defun show-hint (match moves)
  (let* ((g (match-game match)) (position (match-position match)) (winning (move-texts g position (winning-moves g position moves))))
    (if winning
        (say "~A wins immediately~@[; so does ~A~].~%" (first winning) (if (rest winning) (texts-in-a-row (rest winning)) nil))
        (destructuring-bind (move value info proved) (search-for-hint match)
          (let* ((line (getf info :line)) (texts (line-texts g position line)) (text (value-text g position value proved line))
                 (mover (player-name g (side-at g position))) (wins (concatenate 'string mover " wins")))
            (say "~A" (move-text g position move))
            (cond ((chance-game-p g) (say ": ~A.~%" text))
                  ((eql (search wins text) 0) (say "~A~@[ (then~{ ~A~})~].~%" (subseq text (length mover)) (rest texts)))
                  (t (say "~@[ (then~{ ~A~})~]: ~A~:[~@[, ~R pl~:@P from now~]~;~*~].~%" (rest texts) text proved (getf info :depth)))))))))

;; The value of the position AFTER a move, the principal variation from there, and whether the value is proved.
(defun worth-after (match after)
  (let ((g (match-game match)))
    (call-noticing-chance
     g (lambda () (if (chance-game-p g) (expected-value-after match after) (worth-after-search match g after))))))

(defun worth-after-search (match g after)
  (search-by-level match
    (lambda (&key plies seconds nodes)
      (if (or (funcall (game-over g) after) (eql plies 1))
          (values (funcall (game-value g) after) nil (funcall (game-over g) after))
          (destructuring-bind (&key value line proved &allow-other-keys)
              (search-telling g after :auto #'identity :plies (if plies (- plies 1) nil) :seconds seconds :nodes nodes
                              :memory (match-memory match))
            (values value (named-line g after line) proved))))))

;; Prints the value and the continuation of each of MOVES.
(defun show-analysis (match moves)
  (let ((g (match-game match)) (position (match-position match)))
    (dolist (move moves)
      (let ((after (funcall (game-play g) position move)))
        (multiple-value-bind (value line proved) (worth-after match after)
          (say "  ~A: ~A~@[ (then~{ ~A~})~]~%" (move-text g position move) (value-text g position value proved (cons move line))
               (line-texts g after line)))))))

(defun show-moves (match moves)
  (let ((texts (move-texts (match-game match) (match-position match) moves)))
    (if (and (are-numbered moves) (or (not (game-notation (match-game match))) (some #'several-words-p texts)))
        (let ((number 0))
          (dolist (text texts) (say "~3D: ~A~%" (incf number) text)))
        (say "~{ ~A~}~%" texts))))

;;; Saved games: one form, (:GAME name :YOU side :PLIES n :MOVES moves)

(defun game-file (name)
  (if (pathname-type (pathname name)) name (concatenate 'string name ".game")))

(defun file-typed (match)
  (let ((name (if (match-typed match) (pop (match-typed match)) nil)))
    (cond ((and (stringp name) (string/= name "")) (game-file name))
          (t (say "The name of the file must be a string, such as \"monday\".~%") nil))))

(defun saved-form (match)
  (let* ((g (match-game match)) (initial (funcall (game-initial g))))
    `(:game ,(symbol-of-game g) :you ,(match-you match)
      ,@(if (match-plies match) (list :plies (match-plies match)) nil)
      ,@(if (match-seconds match) (list :seconds (match-seconds match)) nil)
      ,@(if (equalp initial (match-start match)) nil (list :position (match-start match)))
      :moves ,(mapcar (lambda (entry)
                        (if (game-notation g)
                            (make-symbol (string-upcase (move-text g (first entry) (second entry))))
                            (second entry)))
                      (reverse (match-history match))))))

(defun save-match (match)
  (let ((file (file-typed match)) (g (match-game match)))
    (cond ((null file))
          ((null (symbol-of-game g)) (say "Only a game with a name can be saved.~%"))
          (t (handler-case
                 (with-open-file (out file :direction :output :if-exists :supersede)
                   (with-standard-io-syntax
                     (let ((*package* (symbol-package (symbol-of-game g))) (*print-case* :downcase) (*print-gensym* nil) (*print-readably* nil))
                       (format out "~S~%" (saved-form match))))
                   (say "Saved to ~A: ~D move~:P~@[, ~{~A~^ ~}~]. (play ~S) resumes the game.~%" file (length (match-history match))
                        (line-texts g (match-start match) (played-moves match)) file))
               (failure (c) (say "~A~%" c)))))))

;; The match that was saved in FILE.
(defun saved-match (file)
  (let* ((form (with-open-file (in file) (let ((*read-eval* nil)) (read in))))
         (plist (if (and (consp form) (evenp (length form)) (getf form :game)) form
                    (error "PLAY: expected a saved game in ~A, got ~S" file form)))
         (g (find-game (getf plist :game)))
         (start (or (getf plist :position) (funcall (game-initial g))))
         (match (make-match :game g :you (getf plist :you :max) :start start :position start :plies (getf plist :plies)
                            :seconds (getf plist :seconds) :memory (list nil) :dice (make-random-state t))))
    (dolist (saved (getf plist :moves) match)
      (let ((move (move-typed g (match-position match) saved (moves-at g (match-position match)))))
        (unless move (error "PLAY: expected a legal move of ~A in ~A, got ~S" (game-name g) file saved))
        (take-move match (first move))))))

(defun load-match (match)
  (let ((file (file-typed match)))
    (when file
      (handler-case
          (let ((saved (saved-match file)))
            (setf (match-game match) (match-game saved) (match-you match) (match-you saved) (match-start match) (match-start saved)
                  (match-position match) (match-position saved) (match-history match) (match-history saved)
                  (match-plies match) (match-plies saved) (match-seconds match) (match-seconds saved) (match-memory match) (list nil)
                  (match-shown match) nil)
            (greet match))
        (failure (c) (say "~A~%" c))))))

;;; Turns

(defun obey-in-match (match command moves)
  (case command
    (:help (say "Type a move, or~%")
           (dolist (command *play-commands*) (say "  ~12A~A~%" (second command) (third command))))
    (:moves (show-moves match moves))
    (:hint (show-hint match moves))
    (:analysis (show-analysis match moves))
    (:undo (let ((n (number-typed match "The number of moves" 1))) (if n (undo match n))))
    (:record (show-record match))
    (:replay (show-replay match))
    (:save (save-match match))
    (:load (load-match match))
    (:level (let ((n (number-typed match "A level")))
              (when n
                (setf (match-plies match) n)
                (say "Winnow ~A.~%" (strength-text match)))))
    (:seed (let ((n (number-typed match "A seed"))) (if n (setf (match-seed match) n (match-dice match) (seed-random-state n)))))))

;; Reads and executes a move or a command of the user. Returns T to leave the game.
(defun users-turn (match)
  (let* ((g (match-game match)) (position (match-position match)) (moves (legal-moves g position)))
    (if (and (null (rest moves)) (is-pass (first moves)) (null (match-typed match)))
        (say-and-pass match (first moves))
        (let* ((typed (next-typed match moves)) (move (move-typed g position typed moves)) (command (command-typed typed)))
          (cond (move (play-and-tell match (first move)) nil)
                ((eq command :quit) t)
                (command (obey-in-match match command moves) nil)
                ;; The rest of the line was meant for the position after this move.
                (t (setf (match-typed match) nil)
                   (let ((*print-case* :downcase))
                     (say "~S is not a legal move~@[: you can play ~A~].~%" typed
                          (if (<= (length moves) 20) (texts-in-a-row (move-texts g position moves)) nil)))
                   nil))))))

(defun say-and-pass (match move)
  (say "~A must pass.~%" (player-name (match-game match) (side-to-move match)))
  (take-move match move)
  nil)

(defun winnows-turn (match)
  (let ((moves (legal-moves (match-game match) (match-position match))))
    (if (and (null (rest moves)) (is-pass (first moves)))
        (say-and-pass match (first moves))
        (multiple-value-bind (move value info proved) (think-of-move match)
          (play-and-tell match move
                         (if proved (value-text (match-game match) (match-position match) value t (getf info :line)) nil))))))

;; One board a turn: when the user is asked, and at the end.
(defun show-board-once (match over)
  (let ((position (match-position match)))
    (when (and (not (eq (match-shown match) position)) (null (match-typed match)) (or over (is-users-turn match)))
      (show-board-of (match-game match) position)
      (if (and (not over) (eq (match-you match) :both))
          (say "~A to move.~%" (player-name (match-game match) (side-to-move match))))
      (setf (match-shown match) position))))

(defun run-match (match)
  (greet match)
  (loop
    (handler-case
        (let ((over (funcall (game-over (match-game match)) (match-position match))))
          (show-board-once match over)
          (cond (over (return (announce-result match)))
                ((eq :chance (side-to-move match)) (chances-turn match))
                ((not (is-users-turn match)) (winnows-turn match))
                ((users-turn match) (return nil))))
      (interrupted () (format-wrapped "~&Interrupted. The game continues; type quit to leave it.~%")))))

(defun play (game &key (you :max) plies seconds seed (position nil position-p))
  "Play GAME against Winnow at the prompt; return its result and the moves played, or NIL if you leave.
Type ? there for the list of commands. An interrupt ends a search, but not the game.
GAME: a name or a game; or the name of a file with a saved game, a string, to resume it.
YOU: the side that you play, :MAX (which usually begins), :MIN or :BOTH (default: :MAX).
PLIES, SECONDS: limits of Winnow's searches (default: NIL; Winnow solves the game if that is fast, else searches six plies). In a
game with chance nodes Winnow throws the dice, PLIES counts throws also, and values are expected ones, such as probabilities.
SEED: as for BEST-MOVE (default: NIL, the same moves in every game), and the seed of the dice (default: dice differ each time).
POSITION: the position to begin with (default: the initial position).
Signals: error if GAME is not a game, YOU is not a side, or the file does not contain a saved game; type-error for wrong limits.
Example: (with-input-from-string (*standard-input* \"quit\")
           (with-output-to-string (*standard-output*) (play 'nim))) => \"Nim: a move takes one or more stones from one heap, as 0 2 takes 2 from heap 0; the player who takes the last stone wins.
You are MAX and begin; Winnow is MIN and solves the game where that is fast, and looks 6 plies ahead elsewhere. Type a move, or ?
heaps  0: 3  1: 4  2: 5
play> \""
  (unless (member you '(:max :min :both)) (error "PLAY: expected :MAX, :MIN or :BOTH as :YOU, got ~S" you))
  (check-argument plies '(or null (integer 1)) "an integer greater than zero as :PLIES")
  (check-argument seconds '(or null (and real (satisfies plusp))) "a number greater than zero as :SECONDS")
  (check-argument seed '(or null (integer 1)) "an integer greater than zero as :SEED")
  (if (stringp game)
      (let ((match (saved-match game)))
        (if seed (setf (match-seed match) seed (match-dice match) (seed-random-state seed)))
        (run-match match))
      (let* ((g (find-game game)) (start (if position-p position (funcall (game-initial g)))))
        (if (several-players-p g) (error "PLAY: expected a game of two players, got ~S" (game-name g)))
        (run-match (make-match :game g :you you :start start :position start :plies plies :seconds seconds :seed seed
                               :memory (list nil) :dice (if seed (seed-random-state seed) (make-random-state t)))))))
