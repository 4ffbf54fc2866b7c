// A Lisp under test: evaluates one form after the other, has things fail meanwhile, and looks
// whether all is well.
#pragma once

#include <memory>
#include <string>

#include "host/random.hpp"
#include "unit/fixture.hpp"

namespace winnow::fuzz {

// What befalls a form while it runs.
enum class Fault {
  None,
  Interrupt,   // the user interrupts at some instant
  Allocation,  // C++ is refused memory once
  Claim,       // the heap cannot grow once
};

class Trial {
 public:
  // A Lisp in which the file PRELUDE was loaded.
  explicit Trial(const std::string& prelude);

  // Evaluates what TEXT holds. Returns what is wrong, "" if nothing.
  std::string run(const std::string& text, Fault fault = Fault::None, std::uint64_t random = 0);

  // Looks at everything: the heap, tables, printing, evaluating. Returns what is wrong, "" if
  // nothing.
  std::string check();

  Interpreter& lisp() { return *lisp_; }

  bool messages = false;  // are they looked at, too?

 private:
  void evaluate(const std::string& text);
  std::string examine_message(const std::string& text) const;

  std::unique_ptr<Lisp> lisp_;
  ValueVector held_;     // what the checks look at, whatever the forms do to its names
  std::string said_;     // all forms so far
  std::string message_;  // of the last error
};

// Has SIGUSR1 interrupt LISP.
void interrupt_on_signal(Interpreter& lisp);

}  // namespace winnow::fuzz
