;;;; compare-paths.lisp -- COMPARE-SEARCHES of puzzles: the algorithms of FIND-PATH in a table. -*- sealed -*-

;; The row of ALGORITHM. If it expands MOST nodes without an end, its results are not known.  TO: the goal from which :BIDIRECTIONAL
;; searches.
(defun path-row (algorithm puzzle from to depth most)
  (let* ((limit (if (eq algorithm :depth-first) depth nil)) (begin (get-internal-run-time)) (moves nil) (cost nil)
         (search (make-path-search puzzle algorithm (start-node puzzle from) limit 10 nil nil nil most))
         (exceeded (catch 'expanded-most (multiple-value-setq (moves cost) (run-path-search search to)) nil))
         (time (seconds-text (- (get-internal-run-time) begin))))
    (if exceeded
        (list algorithm "?" "?" (text "> " (decimal exceeded)) "?" "?" time)
        (list algorithm (or cost "none") (if cost (length moves) "none") (path-search-expanded search)
              (path-search-generated search) (path-search-largest search) time))))

;; Print the table.  GOALS: a list of the goal from which :BIDIRECTIONAL searches; NIL to leave that out.
(defun compare-paths (puzzle from goals depth most)
  (check-argument depth '(or null (real 0)) "a real that is not negative as :DEPTH")
  (check-argument most '(integer 1) "an integer greater than zero as :NODES")
  (dolist (to goals) (check-goal 'compare-searches puzzle to t))
  (let ((rows (mapcar (lambda (algorithm) (path-row algorithm puzzle from (first goals) depth most))
                      (remove-if (lambda (algorithm) (missing-clause algorithm puzzle))
                                 (if goals *path-algorithms* (remove :bidirectional *path-algorithms*))))))
    (fresh-line)
    (print-table '("algorithm" "cost" "moves" "expanded" "generated" "largest" "seconds") rows)))
