;;;; compare-paths.lisp -- COMPARE-SEARCHES of puzzles: the algorithms of FIND-PATH in a table. -*- sealed -*-

;; Can ALGORITHM search PUZZLE?  TO: a goal to search from, or NIL.
(defun searches-puzzle-p (algorithm puzzle to)
  (case algorithm
    ((:greedy :hill-climbing :beam) (puzzle-estimate puzzle))
    (:bidirectional (and to (puzzle-inverse puzzle)))
    (t t)))

;; The row of ALGORITHM. If it expands MOST nodes without an end, its results are not known.
(defun path-row (algorithm puzzle from to depth most)
  (let* ((start (start-node puzzle from)) (begin (get-internal-run-time)) (moves nil) (cost nil)
         (search (make-path-search puzzle algorithm start (if (eq algorithm :depth-first) depth nil) 10 nil nil nil most))
         (ended (not (catch 'expanded-most
                       (multiple-value-setq (moves cost)
                         (if (eq algorithm :bidirectional)
                             (bidirectional-path search start (start-node puzzle to))
                             (run-path-search search)))
                       nil)))
         (time (seconds-text (- (get-internal-run-time) begin))))
    (cond ((not ended) (list algorithm "?" "?" (text "> " (decimal most)) "?" "?" time))
          (t (list algorithm (or cost "none") (if cost (length moves) "none") (path-search-expanded search)
                   (path-search-generated search) (path-search-largest search) time)))))

(defun compare-paths (puzzle from to depth most)
  (check-argument depth '(or null (real 0)) "a real that is not negative as :DEPTH")
  (check-argument most '(integer 1) "an integer greater than zero as :NODES")
  (if (and to (not (funcall (puzzle-goal puzzle) to))) (error "~A: expected a goal as :TO, got ~S" 'compare-searches to))
  (let ((rows (mapcar (lambda (algorithm) (path-row algorithm puzzle from to depth most))
                      (remove-if-not (lambda (algorithm) (searches-puzzle-p algorithm puzzle to)) *path-algorithms*))))
    (fresh-line)
    (print-table '("algorithm" "cost" "moves" "expanded" "generated" "largest" "seconds") rows)))
