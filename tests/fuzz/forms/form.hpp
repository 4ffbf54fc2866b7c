// Forms as trees of text: what the grammar writes, the minimiser cuts and the reader reads.
#pragma once

#include <string>
#include <vector>

#include "shell/interpreter.hpp"

namespace winnow::fuzz {

struct Form {
  std::string atom;         // as it is printed; of a list ""
  std::vector<Form> parts;  // of a dotted list the last two are a dot and the tail
  bool is_list = false;

  bool is(std::string_view name) const { return !is_list && atom == name; }
};

// V, which must end, as a tree.
Form form_of(Interpreter& lisp, Value v, int depth = 0);

// Appends FORM to TEXT as the reader takes it.
void write(const Form& form, std::string& text);
std::string text_of(const Form& form);

// All forms of TEXT; what cannot be read is left out.
std::vector<Form> read_forms(Interpreter& lisp, const std::string& text);

// What the file PATH holds.
std::string text_of_file(const std::string& path);

}  // namespace winnow::fuzz
