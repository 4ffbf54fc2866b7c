// Finding the top-level form that defined a function.
#include <algorithm>

#include "compiler/assembler.hpp"
#include "shell/diagnostics.hpp"
#include "text/nesting.hpp"

namespace winnow {

Diagnostics::Definition Diagnostics::definition(Value function) const {
  if (has_type(function, Type::Macro)) function = as<Macro>(function)->expander;
  if (!has_type(function, Type::Closure)) return {};
  auto* code = as<Code>(as<Closure>(function)->code);
  Definition definition{place_in(heap_, code->source, position_at(code, 0).line), ""};
  Place& place = definition.place;
  if (place.line == 0) return {};
  // The code records a line inside the form. The form is the first one in the text that does not
  // end before that line.
  std::string text = place.typed.empty() ? host_files_.text_of(place.file) : place.typed;
  int line = 1;
  std::string_view rest = text;
  for (;;) {
    Nesting nesting(text_.dialect);
    nesting.add_first_form(rest);
    if (nesting.first_form_end() == std::string::npos) return definition;
    std::string_view form = rest.substr(0, nesting.first_form_end());
    auto begin = form.begin() + static_cast<std::ptrdiff_t>(nesting.first_form_begin());
    int first_line = line + static_cast<int>(std::count(form.begin(), begin, '\n'));
    line += static_cast<int>(std::count(form.begin(), form.end(), '\n'));
    if (line >= place.line) {
      place.line = first_line;
      definition.text = std::string(begin, form.end());
      return definition;
    }
    rest.remove_prefix(form.size());
  }
}

}  // namespace winnow
