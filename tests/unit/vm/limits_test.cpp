#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "data/package.hpp"
#include "heap/list.hpp"
#include "host/memory.hpp"
#include "unit/fixture.hpp"

using namespace winnow;

TEST_CASE("endless recursion signals an error, and the session continues") {
  Lisp lisp;
  CHECK(lisp.run("(defun f (n) (+ 1 (f n))) (f 1)").find("The recursion is too deep") !=
        std::string::npos);
  CHECK(lisp.run("(handler-case (f 1) (storage-condition () 'caught))") == "CAUGHT");
  CHECK(lisp.run("(+ 1 2)") == "3");
  CHECK(lisp.run("(defun g (*print-base*) (g 7) 1) (g 3)").find("too deep") != std::string::npos);
  CHECK(lisp.run("*print-base*") == "10");
  CHECK(lisp.run("(labels ((h (l) (sort (list 2 1) (lambda (a b) a b (h l))))) (h 1))")
            .find("too deep") != std::string::npos);
}

TEST_CASE("an exhausted heap signals an error, and the session continues") {
  Lisp lisp(48);
  CHECK(lisp.run("(let ((l nil)) (loop (push (make-array 1000) l)))").find("heap is exhausted") !=
        std::string::npos);
  CHECK(lisp.run("(let ((l nil)) (loop (push 1 l)))").find("heap is exhausted") !=
        std::string::npos);
  CHECK(lisp.run("(make-array 100000000)").find("too large") != std::string::npos);
  CHECK(lisp.run("(length (make-list 1000))") == "1000");
  lisp.heap.verify();
}

TEST_CASE("a failed allocation while a text of another dialect is loaded signals an error") {
  Lisp lisp;
  lisp.run(
      "(defun f () (load (make-string-input-stream \"; -*- Syntax: MacLisp -*-\n(car 'a)\")))");
  Value f = lisp.symbols.intern("COMMON-LISP-USER:F");
  bool was_refused = true;
  for (std::uint64_t at = 1; was_refused; ++at) {
    native_memory.fail_at = at;
    lisp.vm.guarded([&] { lisp.vm.call(f, {}); });
    was_refused = native_memory.fail_at.exchange(0) == 0;
    REQUIRE(lisp.run("*dialect*") == ":COMMON-LISP");
  }
}

TEST_CASE("after a failed allocation while a layout of the pretty printer is parsed, it is whole") {
  Lisp lisp;
  lisp.run("(setq *print-pretty* t)");
  Value list = list_of(lisp.heap, {fixnum(1), fixnum(2)});
  bool was_refused = true;
  for (std::uint64_t at = 1; was_refused; ++at) {
    lisp.run("(setf (svref system::*layouts* 1) \"~:<~@{~W~^ ~:_~}~:>\")");
    native_memory.fail_at = at;
    lisp.vm.guarded([&] { lisp.to_text(list, true); });
    was_refused = native_memory.fail_at.exchange(0) == 0;
    REQUIRE(lisp.to_text(list, true) == "(1 2)");
  }
}

TEST_CASE("numbers too large are refused before they are computed") {
  Lisp lisp;
  for (const char* form :
       {"(expt 2 (expt 2 70))", "(ash 1 (expt 2 40))", "(expt 7 1000000000)", "(ash 3 1100000000)"})
    CHECK(lisp.run(form).find("error: The integer is too large") == 0);
  CHECK(lisp.run("(expt 1 (expt 2 70))") == "1");
  CHECK(lisp.run("(expt -1 (+ 1 (expt 2 70)))") == "-1");
}

TEST_CASE("an attempt may handle the lack of memory inside it") {
  Lisp lisp;
  // The debugger hook of the first condition signals another one, which the attempt handles.
  lisp.run("(setq *debugger-hook* 1)");
  Value error = kAbsent;
  bool completed =
      lisp.vm.guarded([&] { error = lisp.vm.attempt([] { throw std::bad_alloc(); }); });
  CHECK(completed);
  CHECK(lisp.diagnostics.report(error).find("1") != std::string::npos);
  CHECK(lisp.run("(progn (setq *debugger-hook* nil) (+ 1 2))") == "3");
}

TEST_CASE("cleanups of the callers run if memory runs out at the start of an attempt") {
  Lisp lisp;
  // Hardly anything but attempts allocates here, so that some of the refused claims are theirs.
  lisp.run(
      "(defvar *begun* 0) (defvar *cleanups* 0)"
      "(defun expand-much () (incf *begun*) (dotimes (i 100000) (macroexpand-1 '(return))))"
      "(defun clean-up () (block nil"
      "  (handler-bind ((storage-condition (lambda (c) c (return))))"
      "    (unwind-protect (expand-much) (incf *cleanups*)))))");
  Value name = find_symbol(lisp.symbols.current_package(), U"CLEAN-UP").symbol;
  for (std::uint64_t claim = 1; claim <= 50; ++claim) {
    lisp.vm.guarded([&] {
      lisp.heap.claim_to_fail = claim;
      lisp.vm.call(name, {});
    });
    CHECK(lisp.heap.claim_to_fail == 0);
    CHECK(lisp.run("(= *begun* *cleanups*)") == "T");
  }
  // The hostile build makes one or two claims before the handler is established.
  CHECK(lisp.run("(> *begun* 40)") == "T");
}

TEST_CASE("an interrupt while another one is reported is ignored") {
  Lisp lisp;
  std::string told;
  lisp.diagnostics.on_error = [&](Value condition) {
    lisp.vm.request_interrupt();
    told = lisp.diagnostics.message(condition);
  };
  lisp.vm.guarded([&] {
    lisp.vm.request_interrupt();
    lisp.vm.poll();
  });
  CHECK(told == "Interrupted");
}

TEST_CASE("an interrupt at a tail call from native code finds the callee's frame") {
  struct InterruptedLisp : Lisp {
    bool interrupts = false;
    std::string name;
    void interrupted(bool) override { name = vm.operation("nothing"); }
    void after_marking() override {
      Lisp::after_marking();
      if (interrupts) vm.request_interrupt();
    }
  } lisp;
  lisp.run("(defun f () (system::collect-garbage) (g)) (defun g () 'came) (f)");
  lisp.run("(defun g () 'came)");  // not compiled to native code yet
  lisp.interrupts = true;
  CHECK(lisp.run("(f)") == "CAME");
  CHECK(lisp.name == "NOTHING");
}

TEST_CASE("an interrupt stops loops of every kind") {
  Lisp lisp;
  for (const char* form :
       {"(loop)", "(labels ((f () (f))) (f))",
        "(let ((l (list 1))) (setf (cdr l) l) (mapc #'identity l))",
        "(let ((n 0)) (loop (incf n)))",
        "(let ((l (list 1))) (setf (cdr l) l) (prin1-to-string l))",
        "(let ((tree 1)) (dotimes (i 40) (setq tree (list tree (+ 1 i) tree))) "
        "(minimax tree :moves (lambda (l) l) :quiet #'atom :value #'identity))",
        "(let ((tree 1)) (dotimes (i 60) (setq tree (list tree tree))) (minimax "
        "tree :player :min :alpha -5 :beta 100))",
        "(let ((tree 1)) (dotimes (i 60) (setq tree (list tree tree))) (sublis "
        "'((2 . 3)) tree))",
        "(let ((tree 1)) (dotimes (i 60) (setq tree (list tree tree))) (sublis "
        "'((2 . 3)) tree :test #'equal))",
        "(let ((a (make-list 60000))) (search (append a '(b)) (append a a)))",
        "(remove-duplicates (loop for i below 60000 collect i) :test #'>)", "(sleep 60)"}) {
    std::thread interrupter([&lisp] {
      std::this_thread::sleep_for(std::chrono::milliseconds(150));
      lisp.vm.request_interrupt();
    });
    INFO(form);
    std::string result = lisp.run(form);
    interrupter.join();
    lisp.vm.take_interrupt_request();
    CHECK(result == "error: Interrupted");
  }
}

TEST_CASE("unwinding runs every cleanup once, in order, also across C++ frames") {
  Lisp lisp;
  CHECK(lisp.run("(let ((r nil))"
                 "  (catch 'out"
                 "    (unwind-protect"
                 "      (sort (list 1 2) (lambda (a b) a b (unwind-protect (throw 'out 1) (push "
                 "'inner r))))"
                 "      (push 'outer r)))"
                 "  r)") == "(OUTER INNER)");
  CHECK(lisp.run("(let ((r nil)) (block b (unwind-protect (return-from b 1) (push 1 r)"
                 "  (ignore-errors (unwind-protect (error \"x\") (push 2 r))) (push 3 r))) r)") ==
        "(3 2 1)");
  CHECK(lisp.run("(let ((*print-base* 8)) (ignore-errors (let ((*print-base* 2)) (error \"x\"))) "
                 "*print-base*)") == "8");
  CHECK(lisp.run("(catch 'a (unwind-protect (throw 'a 1) (throw 'a 2)))") == "2");
  CHECK(lisp.run("(multiple-value-list (catch 'a (unwind-protect (throw 'a (values 1 2)) (values 3 "
                 "4 5))))") == "(1 2)");
}

TEST_CASE("GO and RETURN-FROM leave closures and stay repeatable") {
  Lisp lisp;
  CHECK(lisp.run("(let ((n 0)) (tagbody again (mapc (lambda (x) x (incf n) (if (< n 5) (go "
                 "again))) '(1 2))) n)") == "6");
  CHECK(lisp.run("(defun find-it (x l) (mapc (lambda (y) (if (eql x y) (return-from find-it "
                 "'yes))) l) 'no) (list (find-it 2 '(1 2)) (find-it 3 '(1 2)))") == "(YES NO)");
}
