;;;; search-tables.lisp -- transposition tables that a program keeps between searches, saves and loads. -*- sealed -*-
;;;;
;;;; Between two searches a table has only bounds that are proved, and the best moves. So what a search finds does not depend on the
;;;; depths and refinements of earlier ones.

(defstruct (search-table (:copier nil) (:predicate search-table-p) (:constructor make-kept-table (game size memory))
                         (:print-function print-search-table))
  game    ; the game object itself, as a game that is defined again may have other values
  size    ; in MiB
  memory) ; a cons, as in the question of THINK, with the labels of real values as cdr; NIL while a search uses it

(defun print-search-table (table stream depth)
  (declare (ignore depth))
  (format stream "#<search table of ~A: ~:[in use~;~:*~D positions~]>" (game-name (search-table-game table))
          (if (search-table-memory table) (keep-proved (search-table-memory table)) nil)))

;; Check that the game G may have a table.
(defun check-keyed (g)
  (unless (or (game-key g) (game-native g))
    (error "~A: expected a game with the clause :KEY, got ~S" (operation "make-search-table") (game-name g))))

(defun make-search-table (game &key (size 256))
  "Return a table of positions of GAME that BEST-MOVE and SOLVE fill and use, as the argument :TABLE.
It keeps what they have proved, for the next search of the same game. It belongs to GAME as it is defined now.
GAME: a name or a game, with the clause :KEY.  SIZE: its greatest size in MiB, an integer greater than zero (default: 256).
Signals: error if GAME is not a game or lacks the clause :KEY; type-error if SIZE has a wrong type.
Example: (let ((table (make-search-table 'nim)))
           (solve 'nim '((2 3 4) :max) :table table)
           (< (getf (nth-value 2 (solve 'nim '((2 3 4) :max) :table table)) :nodes) 50)) => T"
  (let ((g (find-game game)))
    (check-argument size '(integer 1) "an integer greater than zero as :SIZE")
    (check-keyed g)
    (make-kept-table g size (list nil))))

;; Call FUNCTION with the memory and the size of TABLE for a search of the game G; with NIL and NIL if TABLE is NIL.
(defun call-with-table (table g function)
  (if (null table)
      (funcall function nil nil)
      (let ((memory nil))
        (check-argument table 'search-table "a table of MAKE-SEARCH-TABLE as :TABLE")
        (unless (eq g (search-table-game table))
          (error "~A: expected a table of ~A as the game is defined now, got ~S" (operation "best-move") (game-name g) table))
        (setq memory (search-table-memory table))
        (unless memory (error "~A: expected a table that no search uses, got ~S" (operation "best-move") table))
        (setf (search-table-memory table) nil)
        (unwind-protect (funcall function memory (search-table-size table))
          (keep-proved memory)
          (setf (search-table-memory table) memory)))))

;; The memory and the definition of TABLE, to be saved.
(defun saved-parts (table)
  (let* ((g (search-table-game table)) (definition (game-definition g)))
    (unless definition
      (error "SAVE-SEARCH-TABLE: expected a table of a game of DEFINE-GAME or KALAH-GAME, got ~S" table))
    (unless (search-table-memory table)
      (error "SAVE-SEARCH-TABLE: expected a table that no search uses, got ~S" table))
    (when (cdr (search-table-memory table))
      (error "SAVE-SEARCH-TABLE: expected a table of a game whose values are integers, got ~S" table))
    (values (search-table-memory table) definition)))

(defun save-search-table (table file)
  "Write TABLE to FILE, which is replaced if it exists; return TABLE.
TABLE: a table of MAKE-SEARCH-TABLE, of a game of DEFINE-GAME or KALAH-GAME.  FILE: a string or a pathname.
Signals: error if the definition of the game cannot be recognized, some of its values are not integers, or a search uses TABLE; type-error; file-error;
sandbox-file-error in the sandbox.
Example: (save-search-table (make-search-table 'nim) \"/dev/null\") => #<search table of NIM: 0 positions>"
  (check-argument table 'search-table "a table of MAKE-SEARCH-TABLE as TABLE")
  (check-argument file '(or string pathname) "a string or a pathname as FILE")
  (multiple-value-bind (memory definition) (saved-parts table)
    (write-table memory definition (namestring file))
    table))

(defun load-search-table (game file)
  "Return the table of GAME that SAVE-SEARCH-TABLE has written to FILE.
The clauses of GAME must be the same as then. Functions that they call are not compared: the table is right only if these have
not changed either.
GAME: a name or a game.  FILE: a string or a pathname.
Signals: error if FILE does not contain a table, or contains one of another game; type-error; file-error; storage-condition if the table does not fit
into the heap; sandbox-file-error in the sandbox.
Example: (handler-case (load-search-table 'nim \"/dev/null\") (error () 'none)) => NONE"
  (check-argument file '(or string pathname) "a string or a pathname as FILE")
  (let* ((g (find-game game)) (found (read-table (or (game-definition g) 0) (namestring file))))
    (cond ((null found) (error "LOAD-SEARCH-TABLE: expected a file of SAVE-SEARCH-TABLE, got ~S" (namestring file)))
          ((eq found :other)
           (error "LOAD-SEARCH-TABLE: expected a table of ~A as the game is defined now, got one of another definition in ~S"
                  (game-name g) (namestring file)))
          (t (keep-proved found)
             (make-kept-table g 256 found)))))
