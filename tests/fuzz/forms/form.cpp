#include "form.hpp"

#include <fstream>
#include <sstream>

#include "heap/list.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow::fuzz {

// Limits for circular seeds: deeper and longer than any useful seed.
constexpr int kDeepest = 100;
constexpr std::size_t kLongest = 1000;

Form form_of(Interpreter& lisp, Value v, int depth) {
  Form form;
  if (depth > kDeepest) v = nil();
  if (!is_cons(v)) {
    form.atom = lisp.to_text(v, true);
    return form;
  }
  form.is_list = true;
  for (; is_cons(v) && form.parts.size() < kLongest; v = cdr(v))
    form.parts.push_back(form_of(lisp, car(v), depth + 1));
  if (is_nil(v) || is_cons(v)) return form;
  form.parts.push_back({".", {}});
  form.parts.push_back(form_of(lisp, v, depth + 1));
  return form;
}

void write(const Form& form, std::string& text) {
  if (!form.is_list) {
    text += form.atom;
    return;
  }
  text += '(';
  for (std::size_t i = 0; i < form.parts.size(); ++i) {
    if (i > 0) text += ' ';
    write(form.parts[i], text);
  }
  text += ')';
}

std::string text_of(const Form& form) {
  std::string text;
  write(form, text);
  return text;
}

std::vector<Form> read_forms(Interpreter& lisp, const std::string& text) {
  std::vector<Form> forms;
  lisp.vm.guarded([&] {
    StringInput stream(text, "forms");
    Reader reader(lisp.text, stream);
    for (Value v = reader.read(); v != kEndOfFile; v = reader.read())
      forms.push_back(form_of(lisp, v));
  });
  return forms;
}

std::string text_of_file(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace winnow::fuzz
