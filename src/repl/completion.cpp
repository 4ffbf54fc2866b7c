#include "repl/completion.hpp"

#include <algorithm>

#include "base/unicode.hpp"
#include "core/string.hpp"

namespace winnow {

bool is_incomplete(const std::string& text, const Dialect& dialect) {
  int depth = 0;
  char escape = dialect.slash_quotes ? '/' : '\\';
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == escape) {
      ++i;
    } else if (c == '"' || c == '|') {
      for (++i; i < text.size() && text[i] != c; ++i)
        if (text[i] == escape) ++i;
      if (i >= text.size()) return true;
    } else if (c == ';') {
      while (i < text.size() && text[i] != '\n') ++i;
    } else if (c == '#' && i + 1 < text.size() && text[i + 1] == '\\') {
      i += 2;
    } else if (c == '#' && i + 1 < text.size() && text[i + 1] == '|') {
      std::size_t end = text.find("|#", i + 2);
      if (end == std::string::npos) return true;
      i = end + 1;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      --depth;
    }
  }
  return depth > 0;
}

std::vector<std::string> completions(Interpreter& lisp, const std::string& prefix) {
  std::u32string wanted = unicode::decode_all(prefix);
  bool upper = !wanted.empty() && std::none_of(wanted.begin(), wanted.end(),
                                               [](char32_t c) { return unicode::upcase(c) != c; });
  bool keyword = !wanted.empty() && wanted[0] == ':';
  if (keyword) wanted.erase(0, 1);
  for (char32_t& c : wanted) c = unicode::upcase(c);
  std::vector<std::string> names;
  for (Value v : lisp.symbols.entries()) {
    if (v == kAbsent) continue;
    Symbol* s = as_symbol(v);
    if (s->has(Symbol::kKeyword) != keyword) continue;
    std::u32string name = text_of(as<String>(s->name));
    if (!name.starts_with(wanted) || name.starts_with(U'%') || name.starts_with(U'(')) continue;
    bool known = keyword || s->function != undefined_function() || s->value != kUnbound ||
                 is_special_form(v) || name.starts_with(U'&');
    if (!known) continue;
    std::string text = keyword ? ":" : "";
    for (char32_t c : name) unicode::append_utf8(text, upper ? c : unicode::downcase(c));
    names.push_back(text);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace winnow
