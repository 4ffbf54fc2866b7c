#include "heap/type.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "data/array.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "number/number.hpp"

namespace winnow {

namespace {

bool is_standard_char(char32_t c) { return c == '\n' || (c >= ' ' && c < 127); }

constexpr bool (*kTests[])(Value) = {
#define TYPE(name, words, test) []([[maybe_unused]] Value v) { return test; },
#include "heap/type.def"
#undef TYPE
};

// Removes the first word or parenthesis of TEXT and returns it.
std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  bool parenthesis = text.starts_with('(') || text.starts_with(')');
  std::size_t n = parenthesis ? 1 : std::min(text.find_first_of(" ()"), text.size());
  std::string_view word = text.substr(0, n);
  text.remove_prefix(n);
  return word;
}

Value parse_specifier(Heap& heap, std::string_view& text) {
  std::string_view word = next_word(text);
  if (word == "(") {
    ListBuilder list(heap);
    for (;;) {
      std::string_view rest = text;
      if (std::string_view next = next_word(rest); next == ")" || next.empty()) {
        text = rest;
        return list.list();
      }
      list.add(parse_specifier(heap, text));
    }
  }
  char* end = nullptr;
  std::string digits(word);
  long long n = std::strtoll(digits.c_str(), &end, 10);
  return *end == 0 ? fixnum(n) : heap.symbols->intern(word);
}

}  // namespace

int type_named(const Heap& heap, Value symbol) { return heap.symbols->type_index(symbol); }

bool is_of_type(Value v, int type) { return kTests[type](v); }

Value type_expected(Heap& heap, const Expected& expected) {
  std::string_view text = expected.type;
  return parse_specifier(heap, text);
}

}  // namespace winnow
