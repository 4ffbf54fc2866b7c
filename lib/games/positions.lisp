;;;; positions.lisp -- positions of games in INSPECT. -*- sealed -*-

;; The game with a clause :SHOW, defined last, of which OBJECT is a position; NIL if it is not one, or an atom such as a number.
(defun game-of-position (object)
  (if (typep object '(or cons array structure-object standard-object))
      (dolist (name *games* nil)
        (let ((game (get name 'game)))
          (if (and game (game-show game) (position-p object game)) (return game))))
      nil))

;; Is OBJECT a position of GAME? It must look like the initial one and those after it, and the functions of the game must accept it.
(defun position-p (object game)
  (and (ignore-failures
         (let ((initial (funcall (game-initial game))))
           (and (similar-p object initial) (subsetp (marks-in object) (mapcan #'marks-in (first-positions game initial))))))
       (ignore-failures
         (let ((*standard-output* (make-broadcast-stream)))
           (funcall (game-show game) object)
           (and (member (side-at game object) '(:max :min)) (moves-inspected game object) t)))))

;; POSITION of GAME, and the two after the first moves.
(defun first-positions (game position)
  (let ((positions (list position)))
    (dotimes (i 2 positions)
      (let ((moves (if (funcall (game-over game) (first positions)) nil (funcall (game-moves game) (first positions)))))
        (if moves (push (funcall (game-play game) (first positions) (first moves)) positions))))))

;; A list of the symbols and characters in OBJECT.
(defun marks-in (object)
  (typecase object
    ((or symbol character) (list object))
    (cons (append (marks-in (car object)) (marks-in (cdr object))))
    (vector (remove-duplicates (mapcan #'marks-in (coerce object 'list))))))

;; Do A and B have the same shape? Lists of atoms of one type may have different lengths.
(defun similar-p (a b)
  (flet ((uniform-p (list) (let ((type (kind-of (first list)))) (and type (every (lambda (x) (eq (kind-of x) type)) list)))))
    (cond ((and (consp a) (not (ignore-errors (list-length a)))) nil)  ; it is dotted or circular
          ((and (listp a) (listp b))
           (or (and a b (uniform-p a) (uniform-p b) (eq (kind-of (first a)) (kind-of (first b))))
               (and (= (length a) (length b)) (every #'similar-p a b))))
          ((and (arrayp a) (arrayp b)) (equal (array-dimensions a) (array-dimensions b)))
          ((kind-of b) (eq (kind-of a) (kind-of b)))
          (t (eq (class-of a) (class-of b))))))

(defun kind-of (object)
  (typecase object (integer :integer) (keyword :keyword) (symbol :symbol) (character :character)))

;; The moves of GAME at POSITION, as structures PART with the positions after them; :OVER after the end of the game.
(defun moves-inspected (game position)
  (if (funcall (game-over game) position)
      :over
      (mapcar (lambda (move)
                (make-titled-part (text "move " (move-text game position move))
                           (funcall (game-play game) position move)))
              (funcall (game-moves game) position))))

;; The moves at POSITION, of GAME or NIL.
(defun position-parts (position game)
  (let ((parts (if game (moves-inspected game position) nil)))
    (if (eq parts :over) nil parts)))

(defun show-position-of (position game)
  (let ((*standard-output* *query-io*))
    (format-wrapped "  is a position of ~A; ~:[~A moves~;the game is over~].~%" (game-name game) (funcall (game-over game) position)
            (player-name game (side-at game position)))
    (funcall (game-show game) position)
    (fresh-line)))
