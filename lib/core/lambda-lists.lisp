;;;; lambda-lists.lisp -- parsing and checking of lambda lists. -*- sealed -*-
;;;; The compiler checks the lambda lists of functions, and DESTRUCTURE (defmacro.lisp) those of macros. This file handles the
;;;; lambda lists of generic functions, DEFSETF, DEFINE-MODIFY-MACRO and DEFINE-METHOD-COMBINATION.

;; Splits LAMBDA-LIST at its keywords: returns lists (KEYWORD PARAMETER...); the keyword of the required parameters is
;; &REQUIRED. KEYWORDS: the keywords that are allowed, in their order. DEFAULTS: true if parameters may have defaults.
;; OPERATOR, a string, and NAME are for messages.
;; Signals: program-error if the lambda list is malformed.
(defun lambda-list-sections (operator name lambda-list keywords defaults)
  (labels ((reject (control &rest arguments)
             (raise-condition
              (new-simple-condition 'program-error "~A ~S: ~? in the lambda list ~S"
                                    (list operator name control arguments lambda-list))))
           (check (section before)
             (let ((keyword (car section)) (parameters (cdr section)))
               (cond ((member keyword '(&whole &rest &body &environment))
                      (if (not (and parameters (null (cdr parameters))))
                          (reject "expected one variable after ~S" keyword)))
                     ((and (eq keyword '&allow-other-keys) (or parameters (not (eq (car before) '&key))))
                      (reject "~S is out of place" keyword)))
               (mapc (lambda (parameter)
                       (if (not (parameter-p parameter keyword defaults))
                           (reject "~S is not ~:[a variable~;a parameter~]" parameter (member keyword '(&optional &key &aux)))))
                     parameters)))
           (check-all (sections)
             (if sections (check (car sections) (cadr sections)))
             (if (cdr sections) (check-all (cdr sections)))))
    (if (not (and (listp lambda-list) (form-length lambda-list)))
        (raise-condition (new-simple-condition 'program-error "~A ~S: expected a lambda list, got ~S" (list operator name lambda-list))))
    (let ((sections (list (list '&required))) (left keywords) (rest lambda-list))
      (when (and (eq (car rest) '&whole) (member '&whole keywords))
        (setq sections (list (list '&required) (list (cadr rest) '&whole)))
        (setq rest (cddr rest)))
      (tagbody
       next
         (when rest
           (cond ((not (member (car rest) lambda-list-keywords))
                  (setq sections (cons (cons (car rest) (car sections)) (cdr sections))))
                 ((and (not (eq (car rest) '&whole)) (member (car rest) left))
                  (setq left (cdr (member (car rest) left)))
                  (setq sections (cons (list (car rest)) sections)))
                 (t (reject "~S is out of place" (car rest))))
           (setq rest (cdr rest))
           (go next)))
      (setq sections (mapcar #'reverse sections))
      (check-all sections)
      (setq sections (reverse sections))
      (let ((twice (find-twice (mapcan #'section-variables (remove '&aux sections :key #'car)))))
        (if twice (reject "the variable ~S occurs twice" (car twice))))
      sections)))

;; Returns a list of one element that occurs twice in LIST, or NIL.
(defun find-twice (list)
  (cond ((null list) nil)
        ((member (car list) (cdr list)) (list (car list)))
        (t (find-twice (cdr list)))))

(defun bindable-p (x) (and x (symbolp x) (not (constantp x)) (not (member x lambda-list-keywords))))

(defun function-name-p (x)
  (or (and x (symbolp x))
      (and (eql (form-length x) 2) (consp x) (eq (car x) 'setf) (symbolp (cadr x)) (cadr x))))

;; May PARAMETER occur after KEYWORD: a variable, (variable default supplied-p), ((keyword variable) default supplied-p)?
(defun parameter-p (parameter keyword defaults)
  (if (or (atom parameter) (not (member keyword '(&optional &key &aux))))
      (bindable-p parameter)
      (let ((name (car parameter)) (length (form-length parameter)))
        (and length
             (<= length (cond ((not defaults) 1) ((eq keyword '&aux) 2) (t 3)))
             (or (null (cddr parameter)) (bindable-p (caddr parameter)))
             (if (and (consp name) (eq keyword '&key))
                 (and (eql (form-length name) 2) (symbolp (car name)) (bindable-p (cadr name)))
                 (bindable-p name))))))

;; The variables of SECTION, in their order.
(defun section-variables (section)
  (mapcan (lambda (parameter)
            (if (consp parameter)
                (cons (parameter-variable parameter) (if (cddr parameter) (list (caddr parameter)) nil))
                (list parameter)))
          (cdr section)))

(defun parameter-variable (parameter)
  (cond ((atom parameter) parameter)
        ((consp (car parameter)) (cadr (car parameter)))
        (t (car parameter))))

;; Returns the keyword of the argument for PARAMETER, which follows &KEY.
(defun parameter-keyword (parameter)
  (let ((name (if (consp parameter) (car parameter) parameter)))
    (if (consp name) (car name) (intern (symbol-name name) :keyword))))
