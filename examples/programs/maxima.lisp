;;;; Loads the sources of Maxima as its file maxima.system says; the current directory is Maxima's folder src.

(defpackage :mk (:export #:defsystem))  ; of the defsystem that Maxima brings

(defvar *loaded* nil)

;; Loads PARTS, modules and files, or a single one, each after those that it depends on.
(defun load-parts (parts folder)
  (if (keywordp (first parts)) (setq parts (list parts)))
  (flet ((named (name) (find name parts :key #'second :test #'string-equal)))
    (labels ((load-part (part)
               (destructuring-bind (kind name &key (source-pathname (string-downcase name)) components depends-on
                                    &allow-other-keys)
                   part
                 (unless (member part *loaded*)
                   (push part *loaded*)
                   (mapc #'load-part (mapcar #'named depends-on))
                   (ecase kind
                     (:module (load-parts components (if (string= source-pathname "")
                                                         folder
                                                         (concatenate 'string folder source-pathname "/"))))
                     ((:file :private-file)
                      (let ((file (concatenate 'string folder name ".lisp")))
                        (if (probe-file file) (load file)))))))))
      (mapc #'load-part parts))))

(with-open-file (system "maxima.system" :if-does-not-exist nil)
  (if (null system) (format t "Load this file in the folder src of Maxima.~%"))
  (loop for form = (and system (read system nil)) while form
        do (if (eq (car form) 'mk:defsystem)
               (destructuring-bind (&key initially-do components &allow-other-keys) (cddr form)
                 (eval initially-do)
                 (load-parts components ""))
               (eval form))))
