// Reduction of a find: omits forms, then parts of forms.
#pragma once

#include "batch.hpp"

namespace winnow::fuzz {

// Returns a list of forms, as small as found, that shows a problem of the same kind as PROBLEM,
// which the last of FORMS shows; empty if the problem does not appear again.
std::vector<std::string> minimise(Trial& trial, Batches& batches, std::vector<std::string> forms,
                                  const std::string& problem, Fault fault, std::uint64_t random);

// Writes FORMS as a test for tests/runner.lisp into FOLDER; returns the file's name.
std::string write_test(const std::string& folder, const std::vector<std::string>& forms,
                       const std::string& problem);

}  // namespace winnow::fuzz
