;;;; recorded.lisp -- recordings of searches: their format, and a walk over the recorded tree. -*- sealed -*-

;; Define a macro PREFIX + NAME for each NAME: access to the field at its index in a vector.
(defmacro define-fields (prefix &rest names)
  `(progn
     ,@(let ((index -1))
         (mapcar (lambda (name)
                   (incf index)
                   `(defmacro ,(symbol-join prefix name) (vector) (list 'svref vector ,index)))
                 names))))

;; A recording, as RECORD-BOARD returns it:
;;   root            the node of the root
;;   line            the principal variation, a list of move numbers
;;   drawn-depth     depth down to which a picture shows the tree
;;   list-p          true if the board is a list tree
;;   names-moves     true if moves have names, not only numbers
;;   passes          number of passes, of algorithms that start again at the root; else 0
;;   plies           the depth limit of the search, or NIL
(define-fields recording- root line drawn-depth list-p names-moves passes plies)

;; A node, a visited position:
;;   number       in the order of the first visit, from 0 at the root
;;   parent       its parent node; NIL at the root
;;   depth        moves from the root
;;   move         number of the move that leads here, from 1; 0 at the root
;;   pass         the pass in which it was last entered, from 1; else 0
;;   entries      number of times that the search entered it
;;   side         who moves: :MAX or :MIN
;;   leaf-p       true of a leaf
;;   goes-on      true of a leaf that is one only because of the depth limit
;;   proved-p     true if VALUE is exact only by the values of all moves; the search itself found a bound
;;   bound        :EXACT, :LOWER, :UPPER or NIL: how VALUE relates to the minimax value
;;   value        a score: a real number, or the symbol -INF or INF
;;   question     the purpose of the last entry: :WINDOW, :BETTER, :AGAIN (with bounds ALPHA and BETA), :MORE, :LESS,
;;                :AT-LEAST (a test against ALPHA) or :MERIT (ALPHA); see src/search/observer.hpp
;;   alpha, beta  scores
;;   alpha-owner  the node that ALPHA comes from, or NIL
;;   order        of evaluation, from 1, for leaves
;;   evaluations  of a leaf
;;   cut          the cutoff after the most moves, or NIL
;;   elided       number of visits below that were not recorded
;;   children     a vector of the nodes of the moves, NIL for moves that were not visited
;;   moves        the list of moves; in a list tree, moves that were pruned are (LEAVES . MOVE), with NIL for a large MOVE
;;   earlier      the first three of the entries before the last, a list
(define-fields node- number parent depth move pass entries side leaf-p goes-on proved-p bound value question alpha beta alpha-owner order
  evaluations cut elided children moves earlier)

;; An entry of a node before the last one; the fields are those of the node.
(define-fields entry- question alpha beta pass)

;; A cutoff: the moves after MOVE were pruned, since ALPHA >= BETA.
;;   question, asked          the purpose of the entry of its position, and ALPHA of that
;;   owner-kind               origin of the bound of the side that does not move: :CALLER (the window of the search), :BEST
;;                            (the value of a move at OWNER), :ASKED (a test by OWNER; NIL: by the search) or :BEFORE (the
;;                            previous search of OWNER)
;;   owner, owner-asked       that node, and the number of the test
;;   solved                   the node whose solution made a best-first search drop the position, or NIL
(define-fields cut- move alpha beta question asked owner-kind owner owner-asked solved)

;; The child of NODE by move NUMBER, from 1; NIL if that was not recorded.
(defun node-child (node number)
  (if (<= number (length (node-children node))) (svref (node-children node) (- number 1)) nil))

;; Call functions on the recorded positions, in the order of their moves, without recursion:
;;   (funcall enter node move)            on a node and the move that leads to it; returns whether to walk its moves
;;   (funcall unvisited node move number) on each move of such a node that was not recorded
;;   (funcall leave node)                 on such a node, after its moves
(defun walk-recording (recording enter unvisited leave)
  (let ((open nil))                     ; the nodes being walked, innermost first: (rest-of-moves number . node)
    (flet ((enter (node move)
             (if (and (funcall enter node move) (> (length (node-children node)) 0))
                 (push (list* (node-moves node) 0 node) open))))
      (enter (recording-root recording) nil)
      (loop
        (if (null open) (return nil))
        (let* ((top (car open)) (node (cddr top)))
          (if (null (car top))
              (progn (pop open) (funcall leave node))
              (let* ((move (pop (car top))) (number (incf (cadr top))) (child (node-child node number)))
                (if child (enter child move) (funcall unvisited node move number)))))))))
