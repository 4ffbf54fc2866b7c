// The directives for integers: ~D ~B ~O ~X ~R.
#include "data/string.hpp"
#include "heap/condition.hpp"
#include "heap/upcalls.hpp"
#include "number/number.hpp"
#include "text/format/formatter.hpp"

namespace winnow {

namespace {

// Only numbers below 10^66 have words. This limit includes the sign.
constexpr std::size_t kMostWordDigits = 66;

}  // namespace

// Prints V, an argument that is not an integer, as ~A does, in the same base.
void Formatter::print_in_base(const Call& call, Value v, int base, std::size_t first) {
  if (!is_integer(v)) {
    Rebound in_base(heap_, Sym::star_print_base, Value::from_fixnum(base));
    Rebound radix(heap_, Sym::star_print_radix, nil());
    return pad(to_text(v, false), call, first, first + 1, true);
  }
  std::string digits = integer_to_string(heap_, v, base);
  std::string text;
  if (digits[0] == '-') {
    text = "-";
    digits.erase(0, 1);
  } else if (call.at()) {
    text = "+";
  }
  if (call.colon()) {
    std::string comma;
    unicode::append_utf8(comma, character(call, first + 2, ','));
    std::size_t group = std::max<std::size_t>(1, size(call, first + 3, 3));
    std::size_t left = digits.size();  // digits before the next group
    for (std::size_t i = 0; i < digits.size(); ++i, --left) {
      if (i > 0 && left % group == 0) text += comma;
      text += digits[i];
    }
  } else {
    text += digits;
  }
  pad(text, call, first, first + 1, true);
}

// ~mincol,padchar,commachar,comma-intervalD. FIRST: the index of the parameter mincol.
void Formatter::print_integer(const Call& call, int base, std::size_t first) {
  print_in_base(call, next(call.directive), base, first);
}

// ~radix,mincol,...R; without a radix it prints words or Roman numerals (lib/io/number-words.lisp).
void Formatter::print_radix(const Call& call) {
  const Directive& d = call.directive;
  if (call.has(0)) {
    std::size_t base = size(call, 0, 10);
    if (base < 2 || base > 36) fail(d, "~~R: expected a base from 2 to 36, got ~D", {fixnum(base)});
    return print_integer(call, static_cast<int>(base), 1);
  }
  Value v = next(d);
  if (!is_integer(v)) wrong_argument(d, v, "INTEGER");
  auto write = [&](const char* function, std::initializer_list<Value> arguments) {
    Value text = heap_.upcalls->call_function(heap_.symbols->intern(function), arguments);
    out_->write(utf8_of(string_view_of(heap_, text)));
  };
  if (call.at()) {
    std::int64_t most = call.colon() ? 4999 : 3999;
    if (!v.is_fixnum() || v.fixnum() < 1 || v.fixnum() > most)
      fail(d, "expected an integer from 1 to ~D for a Roman numeral, got ~D", {fixnum(most), v});
    return write("ROMAN-NUMERAL", {v, truth(call.colon())});
  }
  std::size_t digits = integer_to_string(heap_, v, 10).size();
  if (digits > kMostWordDigits)
    fail(d, "expected an integer of at most ~D digits, got one of ~D",
         {fixnum(kMostWordDigits), fixnum(digits)});
  write(call.colon() ? "ORDINAL-WORDS" : "CARDINAL-WORDS", {v});
}

}  // namespace winnow
