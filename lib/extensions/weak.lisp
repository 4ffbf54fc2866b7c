;;;; weak.lisp -- weak pointers, the weakness of hash tables, and finalizers, as in SBCL. -*- sealed -*-
;;;; The collector clears weak references (src/heap/weak.cpp).

(declare-extensions "MAKE-WEAK-POINTER" "WEAK-POINTER" "WEAK-POINTER-P" "WEAK-POINTER-VALUE" "HASH-TABLE-WEAKNESS" "FINALIZE"
                    "CANCEL-FINALIZATION")

(deftype winnow-ext:weak-pointer ()
  "The type of weak pointers."
  '(satisfies winnow-ext:weak-pointer-p))

(defun winnow-ext:make-weak-pointer (object)
  "Return a new weak pointer to OBJECT. It does not keep OBJECT from being garbage, and is broken when OBJECT has been collected.
Example: (values (winnow-ext:weak-pointer-value (winnow-ext:make-weak-pointer 'a))) => A"
  (new-weak-pointer object nil))

(defun winnow-ext:weak-pointer-p (object)
  "Return T if OBJECT is a weak pointer, else NIL.
Example: (winnow-ext:weak-pointer-p (winnow-ext:make-weak-pointer 'a)) => T"
  (weak-pointer-p object))

(defun winnow-ext:weak-pointer-value (pointer)
  "Return the object of the weak pointer POINTER and T; NIL and NIL if it is broken.
Signals: type-error unless POINTER is a weak pointer.
Example: (multiple-value-list (winnow-ext:weak-pointer-value (winnow-ext:make-weak-pointer 7))) => (7 T)"
  (weak-pointer-target pointer))

(defun winnow-ext:hash-table-weakness (table)
  "Return the weakness of the hash table TABLE: :KEY, :VALUE, :KEY-AND-VALUE, :KEY-OR-VALUE, or NIL if it is not weak.
Signals: type-error unless TABLE is a hash table.
Example: (winnow-ext:hash-table-weakness (make-hash-table :weakness :key)) => :KEY"
  (table-weakness table))

;;; Finalizers

;; Tables are made when they are first used, since the library's image cannot contain weak references.
(defvar *finalizers* nil)         ; from watched weak pointers to lists of functions, the oldest first
(defvar *finalized-objects* nil)  ; from objects to their watched weak pointers
(defvar *due-finalizers* nil)     ; functions of dead objects
(defvar *runs-finalizers* nil)

;; The watched weak pointer of OBJECT, which is made if OBJECT does not have one.
(defun watched-pointer (object)
  (unless *finalizers*
    (setq *finalized-objects* (make-hash-table :test 'eq :weakness :key)
          *finalizers* (make-hash-table :test 'eq)))
  (or (gethash object *finalized-objects*)
      (setf (gethash object *finalized-objects*) (new-weak-pointer object t))))

(defun winnow-ext:finalize (object function &key dont-save)
  "Let FUNCTION, a function or a symbol, be called without arguments after OBJECT has been collected; return OBJECT.
FUNCTION must not refer to OBJECT, which is not collected otherwise. It is called once, soon after the collection and after the
finalizers that OBJECT had before, and not at the end of the session. An error in it is reported as a warning.
DONT-SAVE: ignored; in SBCL it is about saved images.
Signals: type-error unless FUNCTION is a function or a symbol.
Example: (winnow-ext:finalize (list 1 2) (lambda () 'gone)) => (1 2)"
  (declare (ignore dont-save))
  (check-type function (or function symbol))
  (let ((pointer (watched-pointer object)))
    (setf (gethash pointer *finalizers*) (append (gethash pointer *finalizers*) (list function))))
  object)

(defun winnow-ext:cancel-finalization (object)
  "Remove all finalizers of OBJECT; return OBJECT.
Example: (winnow-ext:cancel-finalization (winnow-ext:finalize (list 1 2) 'gc)) => (1 2)"
  (let ((pointer (if *finalizers* (gethash object *finalized-objects*) nil)))
    (when pointer
      (remhash object *finalized-objects*)
      (remhash pointer *finalizers*)))
  object)

;; Called at a safepoint after a collection that found dead objects with finalizers. The handlers of the program that is
;; running do not apply.
(defun run-finalizers ()
  (unless *runs-finalizers*
    (let ((*runs-finalizers* t) (*handler-clusters* nil))
      (loop
        (note-due-finalizers)
        (if *due-finalizers* (run-finalizer (pop *due-finalizers*)) (return))))))

(defun note-due-finalizers ()
  (do ((pointer (take-broken-pointer) (take-broken-pointer))) ((null pointer))
    (setq *due-finalizers* (append (gethash pointer *finalizers*) *due-finalizers*))
    (remhash pointer *finalizers*)))

(defun run-finalizer (function)
  (handler-case (funcall function)
    (failure (condition) (warn "FINALIZE: the finalizer ~S failed: ~A" function condition))))

;;; The package of the library trivial-garbage

(make-package "TRIVIAL-GARBAGE" :nicknames '("TG") :use nil)
(let ((shared '(gc winnow-ext:make-weak-pointer winnow-ext:weak-pointer-p winnow-ext:weak-pointer-value
                winnow-ext:hash-table-weakness winnow-ext:finalize winnow-ext:cancel-finalization)))
  (import shared "TRIVIAL-GARBAGE")
  (export shared "TRIVIAL-GARBAGE")
  (export (intern "MAKE-WEAK-HASH-TABLE" "TRIVIAL-GARBAGE") "TRIVIAL-GARBAGE"))

(defun trivial-garbage:make-weak-hash-table (&rest arguments &key weakness weakness-matters &allow-other-keys)
  "Return a new hash table, as MAKE-HASH-TABLE does for the same arguments.
WEAKNESS: NIL, :KEY, :VALUE, :KEY-AND-VALUE or :KEY-OR-VALUE.  WEAKNESS-MATTERS: ignored, since Winnow has all of these.
Signals: type-error unless WEAKNESS is one of these.
Example: (trivial-garbage:hash-table-weakness (trivial-garbage:make-weak-hash-table :weakness :key)) => :KEY"
  (declare (ignore weakness weakness-matters))
  (let ((arguments (copy-list arguments)))
    (remf arguments :weakness-matters)
    (apply #'make-hash-table arguments)))
