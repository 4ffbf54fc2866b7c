// The library image: a heap that is mapped at its preferred address, or relocated.
#include <doctest/doctest.h>

#include "unit/fixture.hpp"

namespace {

// Uses tables that hash by address, keywords, closures, generated accessors and printing.
constexpr const char* kTour =
    "(progn (defstruct tour-point x y)"
    "  (let ((p (make-tour-point :x 1 :y 2)) (table (make-hash-table :test 'equal)))"
    "    (setf (gethash '(a b) table) (incf (tour-point-y p) 4))"
    "    (pushnew 'z (get 'tour 'list))"
    "    (format nil \"~S ~{~A~^,~} ~A ~S\" (gethash (list 'a 'b) table)"
    "            (loop for i below 3 collect (* i i)) (minimax '((3) (1 4) ((1 5 9) 2)))"
    "            (handler-case (car 5) (type-error (c) (type-error-datum c))))))";
const std::string kSeen = "\"6 0,1,4 (3 (1 1)) 5\"";

}  // namespace

TEST_CASE("an image works at every address") {
  Lisp first;
  Lisp second;  // the first one occupies the preferred address
  CHECK(first.vm.heap().symbols != second.vm.heap().symbols);
  CHECK(first.symbols.user_package() != second.symbols.user_package());
  CHECK(second.run(kTour) == kSeen);
  second.heap.verify();
  CHECK(second.run(kTour) == kSeen);
}

TEST_CASE("changes of the image are private to a session") {
  {
    Lisp first;
    CHECK(first.run("(progn (defun cadddr (x) x) (setf (get 'car 'mark) 7) (cadddr 1))") == "1");
  }
  Lisp second;
  CHECK(second.run("(list (cadddr '(1 2 3 4)) (get 'car 'mark))") == "(4 NIL)");
}
