// Forms as trees of text, which the grammar writes, the minimiser reduces and the reader reads.
#pragma once

#include <string>
#include <vector>

#include "shell/interpreter.hpp"

namespace winnow::fuzz {

struct Form {
  std::string atom;         // as printed; "" for a list
  std::vector<Form> parts;  // the last two of a dotted list are a dot and the tail
  bool is_list = false;

  bool is(std::string_view name) const { return !is_list && atom == name; }
};

// V, which must not be circular, as a tree.
Form form_of(Interpreter& lisp, Value v, int depth = 0);

// Appends FORM to TEXT in the reader's syntax.
void write(const Form& form, std::string& text);
std::string text_of(const Form& form);

// All forms of TEXT, except those that cannot be read.
std::vector<Form> read_forms(Interpreter& lisp, const std::string& text);

// The contents of the file PATH.
std::string text_of_file(const std::string& path);

}  // namespace winnow::fuzz
