;;;; arrays.lisp -- the limits of arrays, and arrays that change their dimensions. -*- sealed -*-

(defconstant array-rank-limit 1025 "Arrays have fewer dimensions than this.")
(defconstant array-total-size-limit 4294967296 "Arrays have fewer elements than this.")

;; Copies the elements whose subscripts are valid in both OLD and NEW. The subscripts of the axes before AXIS are fixed; AT
;; and TO are the row-major indices in OLD and NEW of the first element with these subscripts.
(defun copy-common (old new axis at to)
  (if (>= axis (1- (array-rank old)))
      (copy-row new to old at (if (zerop (array-rank old)) 1 (common-dimension old new axis)))
      (let ((stride (stride old axis)) (new-stride (stride new axis)))
        (dotimes (i (common-dimension old new axis))
          (copy-common old new (1+ axis) (+ at (* i stride)) (+ to (* i new-stride)))))))

(defun common-dimension (a b axis) (min (array-dimension a axis) (array-dimension b axis)))

;; The distance in row-major order between elements whose subscripts of AXIS differ by one.
(defun stride (array axis) (reduce #'* (nthcdr (1+ axis) (array-dimensions array))))

;; The fill pointer of the adjusted array: WANTED, or the fill pointer of ARRAY if WANTED is NIL.
(defun adjusted-fill-pointer (array wanted size)
  (cond ((null (array-has-fill-pointer-p array))
         (if wanted
             (error 'type-error :datum array :expected-type '(and vector (satisfies array-has-fill-pointer-p))
                                :format-control "ADJUST-ARRAY: expected an array with a fill pointer, got ~S"
                                :format-arguments (list array))))
        (wanted wanted)
        ((<= (fill-pointer array) size) (fill-pointer array))
        (t (error "ADJUST-ARRAY: expected a fill pointer within the new length, got ~D for ~D element~:P"
                  (fill-pointer array) size))))

(defun adjust-array (array dimensions &key (element-type (array-element-type array))
                                        (initial-element nil has-element) (initial-contents nil has-contents)
                                        fill-pointer displaced-to (displaced-index-offset 0))
  "Change ARRAY to DIMENSIONS and return it; if it is not adjustable, return a new array.
Elements whose subscripts remain valid are kept; new elements are INITIAL-ELEMENT. The other arguments are those of
MAKE-ARRAY.
Signals: type-error unless ARRAY is an array and the other arguments are as for MAKE-ARRAY; an error if the number of
dimensions changes.
Example: (adjust-array #(1 2 3) 5 :initial-element 0) => #(1 2 3 0 0)"
  (let ((sizes (if (listp dimensions) dimensions (list dimensions))))
    (if (/= (length sizes) (array-rank array))
        (error "ADJUST-ARRAY: expected ~D dimension~:P, got ~D" (array-rank array) (length sizes)))
    (if (not (subtypep element-type (array-element-type array)))
        (error "ADJUST-ARRAY: expected the element type ~S, got ~S"
               (array-element-type array) element-type))
    (let ((new (apply #'make-array sizes
                      :element-type (array-element-type array)
                      :adjustable (adjustable-array-p array)
                      :fill-pointer (if (vectorp array)
                                        (adjusted-fill-pointer array fill-pointer (car sizes))
                                        fill-pointer)
                      (append (if has-element (list :initial-element initial-element))
                              (if has-contents (list :initial-contents initial-contents))
                              (if displaced-to
                                  (list :displaced-to displaced-to
                                        :displaced-index-offset displaced-index-offset))))))
      (if (or has-contents displaced-to (null (array-element-type array))) nil (copy-common array new 0 0 0))
      (if (adjustable-array-p array) (become-array array new) new))))
