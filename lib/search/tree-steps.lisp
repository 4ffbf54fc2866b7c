;;;; tree-steps.lisp -- the steps of searches whose tree grows: their pictures, and a page that shows them. -*- sealed -*-

;; Pictures of one tree at different times have different nodes. All are drawn with the nodes of their union, so that each node has
;; its place; a node that does not exist yet is not visible.

;; The union of PICTURES. ORDER: its nodes in preorder, numbers in order of first occurrence. PLACES: for each picture a vector that
;; maps the index of a node to its number in the union.  PARENTS, SAMPLES: by number, the number of the parent, and the last drawn node.
(defstruct (picture-union (:conc-name union-) (:copier nil) (:predicate nil)) order places parents samples)

(defun union-of-pictures (pictures)
  (let ((numbers (make-hash-table :test #'eql)) (children (make-hash-table :test #'eql)) (places nil) (samples nil) (parents nil)
        (count 0))
    (dolist (picture pictures)
      (let ((place (make-array (length picture))))
        (push place places)
        (dotimes (i (length picture))
          (let* ((node (svref picture i)) (parent (if (= i 0) -1 (svref place (drawn-parent node))))
                 (key (+ (* (+ 1 parent) 1000000) (drawn-move node))) (number (gethash key numbers)))
            (when (null number)
              (setq number count count (+ 1 count))
              (setf (gethash key numbers) number)
              (push (cons (drawn-move node) number) (gethash parent children))
              (push parent parents))
            (push (cons number node) samples)
            (setf (svref place i) number)))))
    (let ((last (make-array count)) (order nil))
      (dolist (sample (nreverse samples)) (setf (svref last (car sample)) (cdr sample)))
      (labels ((walk (number)
                 (push number order)
                 (dolist (child (sort (copy-list (gethash number children)) #'< :key #'car)) (walk (cdr child)))))
        (walk 0))
      (make-picture-union :order (coerce (nreverse order) 'simple-vector) :places (nreverse places)
                          :parents (coerce (nreverse parents) 'simple-vector) :samples last))))

;; A node in the place of SAMPLE that is not visible.
(defun absent-node (sample)
  (let ((node (copy-seq sample)))
    (setf (drawn-id node) nil (drawn-name node) nil (drawn-value node) "" (drawn-question node) "" (drawn-how node) ""
          (drawn-bound node) :exact (drawn-best node) nil (drawn-elided node) 0 (drawn-phase node) :absent)
    node))

;; PICTURES, each with the nodes of all of them.
(defun unite-pictures (pictures)
  (let* ((union (union-of-pictures pictures)) (order (union-order union)) (size (length order)) (indices (make-array size)))
    (dotimes (i size) (setf (svref indices (svref order i)) i))
    (mapcar (lambda (picture place)
              (let ((united (make-array size :initial-element nil)))
                (dotimes (i (length picture))
                  (setf (svref united (svref indices (svref place i))) (copy-seq (svref picture i))))
                (dotimes (i size)
                  (let* ((number (svref order i)) (parent (svref (union-parents union) number))
                         (node (or (svref united i) (setf (svref united i) (absent-node (svref (union-samples union) number))))))
                    (setf (drawn-parent node) (if (< parent 0) 0 (svref indices parent)) (drawn-children node) 0)
                    (if (> i 0) (incf (drawn-children (svref united (drawn-parent node)))))))
                united))
            pictures (union-places union))))

;; A function that replays the search of TREE, as BOARD-REPLAYER returns it; the state of a step is its picture.
(defun tree-replayer (tree plies)
  (if (null (search-tree-replay tree)) (error "DRAW: expected no :STEPS or :HTML for a ~A" (search-tree-title tree)))
  (lambda (which most-steps most-nodes visit)
    (check-argument which '(eql :all) ":ALL as :STEPS")
    (let ((entries nil) (count 0))
      (flet ((too-large () (error "DRAW: expected a search of at most ~:D steps and ~:D nodes" most-steps most-nodes)))
        (funcall (search-tree-replay tree)
                 (lambda (tree sentence now)
                   (let ((picture (picture-of-tree tree plies now)))
                     (if (or (> (incf count) most-steps) (> (length picture) most-nodes)) (too-large))
                     (push (cons sentence picture) entries))))
        (setq entries (nreverse entries))
        (let ((pictures (unite-pictures (mapcar #'cdr entries))) (step -1))
          (if (> (length (first pictures)) most-nodes) (too-large))
          (mapc (lambda (entry picture) (funcall visit (incf step) (- count 1) (car entry) picture)) entries pictures))))))

;;; The page

(defvar *tree-page-style*
  "body { margin: 16px; font: 16px/1.45 system-ui, sans-serif; color: #222; background: #fff }
h1 { font-size: 20px; margin: 0 0 8px } nav { display: flex; flex-wrap: wrap; gap: 8px; align-items: center }
button { font: inherit; min-width: 44px; min-height: 36px } input { flex: 1 1 160px; min-height: 36px }
p { min-height: 4.4em; max-width: 70ch } .pictures { overflow: auto } svg { display: block }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } button { color: #ddd; background: #333 } }
")

(defvar *tree-page-script*
  "const steps = document.querySelectorAll('[data-sentence]'), slider = document.querySelector('input');
const sentence = document.querySelector('p'), counter = document.querySelector('output');
function show(n) {
  n = Math.max(0, Math.min(steps.length - 1, n));
  slider.value = n;
  steps.forEach((step, i) => { step.hidden = i !== n; });
  sentence.textContent = steps[n].dataset.sentence;
  counter.textContent = 'step ' + n + ' of ' + (steps.length - 1);
  steps[n].querySelector('.now')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  history.replaceState(null, '', '#' + n);
}
const moves = { Home: () => 0, End: () => steps.length - 1, ArrowLeft: n => n - 1, ArrowRight: n => n + 1 };
document.querySelectorAll('button').forEach(button => {
  button.addEventListener('click', () => show(moves[button.value](+slider.value)));
});
slider.addEventListener('input', () => show(+slider.value));
addEventListener('keydown', event => {
  if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey || !moves[event.key]) return;
  event.preventDefault();
  show(moves[event.key](+slider.value));
});
show(parseInt(location.hash.slice(1)) || 0);
")

(defconstant +page-scale+ 1.15d0)       ; the smallest text of a picture then has 11.5 pixels

;; A function of a stream that writes a page with the steps of the search of TREE.
(defun tree-page-writer (tree plies)
  (let ((replayer (tree-replayer tree plies)))
    (lambda (out) (write-tree-page (search-tree-title tree) replayer out))))

(defun write-tree-page (title replayer out)
  (multiple-value-bind (pictures captions) (pictures-of-steps replayer :all)
    (let ((layout (layout-picture (widest-picture pictures))))
      (format out "<!DOCTYPE html>~%<html lang=\"en\"><head><meta charset=\"utf-8\">~%~
                   <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>")
      (write-xml title out)
      (format out "</title>~%<style>~%~A</style></head><body>~%<h1>" *tree-page-style*)
      (write-xml title out)
      (format out "</h1>~%<nav>~:{<button value=\"~A\" aria-label=\"~A\">~A</button>~}~
                   <input type=\"range\" min=\"0\" max=\"~D\" value=\"0\" aria-label=\"step\"><output></output></nav>~%~
                   <p aria-live=\"polite\"></p>~%<div class=\"pictures\">~%"
              '(("Home" "first step" "|◀") ("ArrowLeft" "step back" "◀") ("ArrowRight" "next step" "▶") ("End" "last step" "▶|"))
              (- (length pictures) 1))
      (mapc (lambda (picture caption)
              (format out "<div hidden style=\"width:~Dpx\" data-sentence=\"" (round (* +page-scale+ (layout-width layout))))
              (write-xml (second caption) out)
              (format out "\">")
              (write-svg picture out (with-marks-of picture layout))
              (format out "</div>~%"))
            pictures captions)
      (format out "</div>~%<script>~%~A</script></body></html>~%" *tree-page-script*))))
