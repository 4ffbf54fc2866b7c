;;; AO* on an AND/OR graph: the cheapest order in which to multiply a chain of matrices. A chain of several matrices is reduced
;;; to two shorter chains, which must both be multiplied; the cost is that of the last product.

(defvar *sizes* '(30 35 15 5 10 20 25))  ; matrix I has the sizes I-1 and I (Cormen, Leiserson, Rivest and Stein, section 15.2)

(defun splits (chain)
  (destructuring-bind (i j) chain
    (if (= i j)
        '((0))
        (loop for k from i below j
              collect (list (* (nth (- i 1) *sizes*) (nth k *sizes*) (nth j *sizes*)) (list i k) (list (+ k 1) j))))))

(multiple-value-bind (cost solution info) (ao-star '(1 6) #'splits)
  (labels ((product (chain)
             (let ((parts (cddr (assoc chain solution :test #'equal))))
               (if parts (mapcar #'product parts) (first chain)))))
    (format t "~D multiplications: ~S; ~D chains expanded~%" cost (product '(1 6)) (getf info :expanded))))
;=> 15125 multiplications: ((1 (2 3)) ((4 5) 6)); 15 chains expanded

;;; An estimate directs the search: here the cost of the cheapest last product.

(defun cheapest-split (chain) (reduce #'min (mapcar #'first (splits chain))))
(format t "~S~%" (nth-value 2 (ao-star '(1 6) #'splits :estimate #'cheapest-split)))

;;; The towers of Hanoi, step by step.

(ao-star '(2 a c b)
         (lambda (problem)
           (destructuring-bind (n from to via) problem
             (if (= n 0) '((0)) (list (list 1 (list (- n 1) from via to) (list (- n 1) via to from))))))
         :trace t)
;=> 1. expand (2 A C B); (2 A C B) costs at least 0
