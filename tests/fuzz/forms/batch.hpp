// Batches of forms, each in its own process: it begins with a fresh copy of the Lisp, and may
// crash.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "trial.hpp"

namespace winnow::fuzz {

struct Find {
  std::string problem;   // "signal 11", "hang", "message: ..."; "" if none
  std::size_t form = 0;  // the index in the batch of the form at which it appeared
};

struct BatchResult {
  std::size_t run = 0;  // number of forms evaluated
  std::vector<Find> finds;
};

class Batches {
 public:
  explicit Batches(Trial& trial);
  ~Batches();

  // Runs COUNT forms, the i-th being TEXT(i), until one ends the process. FAULTS returns the fault
  // and its random number.
  BatchResult run(std::size_t count, const std::function<std::string(std::size_t)>& text,
                  Fault fault = Fault::None, std::uint64_t random = 0);

 private:
  struct Shared;
  [[noreturn]] void child(std::size_t count, const std::function<std::string(std::size_t)>& text,
                          Fault fault, std::uint64_t random);
  std::string what_it_said();

  Trial& trial_;
  Shared* shared_;
  int said_;            // standard error
  std::string folder_;  // where the forms may write files
};

// The part of a problem that identifies its kind.
std::string kind_of(const std::string& problem);

}  // namespace winnow::fuzz
