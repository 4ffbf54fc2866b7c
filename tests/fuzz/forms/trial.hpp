// A Lisp under test: evaluates forms one after the other, injects faults, and checks its state.
#pragma once

#include <memory>
#include <string>

#include "host/random.hpp"
#include "unit/fixture.hpp"

namespace winnow::fuzz {

// A fault injected while a form runs.
enum class Fault {
  None,
  Interrupt,   // a user interrupt at some instant
  Allocation,  // an allocation by C++ fails once
  Claim,       // the heap fails to grow once
};

class Trial {
 public:
  // A Lisp in which the file PRELUDE was loaded.
  explicit Trial(const std::string& prelude);

  // Evaluates the forms of TEXT. Returns a description of the problem, or "".
  std::string run(const std::string& text, Fault fault = Fault::None, std::uint64_t random = 0);

  // Checks everything: the heap, tables, printing, evaluation. Returns a description of the
  // problem, or "".
  std::string check();

  Interpreter& lisp() { return *lisp_; }

  bool messages = false;  // whether messages are also checked

 private:
  void evaluate(const std::string& text);
  std::string examine_message(const std::string& text) const;

  std::unique_ptr<Lisp> lisp_;
  ValueVector
      held_;  // the objects that the checks use, independent of redefinitions of their names
  std::string said_;     // the text of all forms so far
  std::string message_;  // of the last error
};

// Lets SIGUSR1 interrupt LISP.
void interrupt_on_signal(Interpreter& lisp);

}  // namespace winnow::fuzz
