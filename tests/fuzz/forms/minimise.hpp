// Reduction of a find: omits forms, then parts of forms.
#pragma once

#include "batch.hpp"

namespace winnow::fuzz {

// FORMS, the last of which shows PROBLEM, made as small as shows a problem of that kind. Empty if
// it does not show again.
std::vector<std::string> minimise(Trial& trial, Batches& batches, std::vector<std::string> forms,
                                  const std::string& problem, Fault fault, std::uint64_t random);

// Writes FORMS as a test for tests/runner.lisp into FOLDER; returns the file's name.
std::string write_test(const std::string& folder, const std::vector<std::string>& forms,
                       const std::string& problem);

}  // namespace winnow::fuzz
