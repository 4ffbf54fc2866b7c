// Printing of numbers, characters, strings and symbols.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "data/package.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "number/number.hpp"
#include "text/character_names.hpp"
#include "text/number_syntax.hpp"
#include "text/printer.hpp"

namespace winnow {

// ---- numbers

void Printer::print_radix_prefix() {
  switch (how_.base) {
    case 2: return out_.write("#b");
    case 8: return out_.write("#o");
    case 16: return out_.write("#x");
    default: return out_.write("#" + std::to_string(how_.base) + "r");
  }
}

void Printer::print_integer(Value v) {
  if (how_.radix && how_.base != 10) print_radix_prefix();
  if (v.is_fixnum() && how_.base == 10) {
    char buffer[24];
    auto end = std::to_chars(buffer, buffer + sizeof buffer, v.fixnum()).ptr;
    out_.write({buffer, static_cast<std::size_t>(end - buffer)});
  } else {
    out_.write(integer_to_string(heap_, v, how_.base));
  }
  if (how_.radix && how_.base == 10) out_.put('.');
}

void Printer::print_ratio(Value v) {
  if (how_.radix) print_radix_prefix();
  out_.write(integer_to_string(heap_, as<Ratio>(v)->numerator, how_.base));
  out_.put('/');
  out_.write(integer_to_string(heap_, as<Ratio>(v)->denominator, how_.base));
}

namespace {

// The exponent marker of the float V: e if it has the default format, else that of its format.
char exponent_marker(Heap& heap, Value v) {
  bool doubles = doubles_are_default(heap);
  if (is_double(v) == doubles) return 'e';
  return doubles ? 'f' : 'd';
}

}  // namespace

std::string float_to_string(Heap& heap, Value v) {
  double x = float_value(v);
  if (std::isnan(x)) return "#<not a number>";
  if (std::isinf(x)) return x < 0 ? "#<minus infinity>" : "#<infinity>";
  double magnitude = std::fabs(x);
  bool plain = magnitude == 0 || (magnitude >= 1e-3 && magnitude < 1e7);
  char buffer[400];
  auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  auto end = v.is_single() ? std::to_chars(buffer, buffer + sizeof buffer, v.single(), format)
                           : std::to_chars(buffer, buffer + sizeof buffer, x, format);
  std::string text(buffer, end.ptr);
  std::size_t e = text.find('e');
  std::string exponent = "0";
  if (e != std::string::npos) {
    exponent = std::to_string(std::atoi(text.c_str() + e + 1));
    text.resize(e);
  }
  if (text.find('.') == std::string::npos) text += ".0";
  char marker = exponent_marker(heap, v);
  return plain && marker == 'e' ? text : text + marker + exponent;
}

// ---- strings and characters

void Printer::print_string(Value v) {
  if (print_label(v)) return;
  StringView s = string_view_of(heap_, v);
  char32_t escape = static_cast<unsigned char>(text_.dialect.escape());
  if (how_.escape) out_.put('"');
  for (std::size_t i = 0; i < s.length; ++i) {
    heap_.poll_at(i);
    if (!s.data
             ->is_wide()) {  // all up to the next character that is escaped, at most some thousand
      constexpr std::size_t kPiece = 4096;
      const std::uint8_t* from = s.data->narrow + s.offset + i;
      const std::uint8_t* end = from + std::min(s.length - i, kPiece);
      const std::uint8_t* to =
          how_.escape
              ? std::find_if(from, end, [&](std::uint8_t c) { return c == '"' || c == escape; })
              : end;
      if (to != from) {
        out_.write_latin1(from, static_cast<std::size_t>(to - from));
        i += static_cast<std::size_t>(to - from) - 1;
        continue;
      }
    }
    char32_t c = s.at(i);
    if (how_.escape && (c == '"' || c == escape)) out_.put(escape);
    out_.put(c);
  }
  if (how_.escape) out_.put('"');
}

// Graphic standard characters print as themselves, even those with names (22.1.3.2).
void Printer::print_character(char32_t c) {
  if (!how_.escape) return out_.put(c);
  out_.write("#\\");
  if (c >= ' ' && c < 0x7F) return out_.put(c);
  std::string name = character_name(c);
  if (name.empty()) return out_.put(c);
  out_.write(name);
}

// ---- symbols

namespace {

bool consists_of_dots(std::u32string_view name) {
  return name.find_first_not_of(U'.') == std::u32string_view::npos;
}

bool is_upper(char32_t c) { return unicode::downcase(c) != c; }
bool is_lower(char32_t c) { return unicode::upcase(c) != c; }
char32_t other_case(char32_t c) { return is_upper(c) ? unicode::downcase(c) : unicode::upcase(c); }

bool has_one_case(std::u32string_view name) {
  return !(std::any_of(name.begin(), name.end(), is_upper) &&
           std::any_of(name.begin(), name.end(), is_lower));
}

// Would the reader change the case of C?
bool changes_case(ReadtableCase readtable_case, char32_t c) {
  switch (readtable_case) {
    case ReadtableCase::Upcase: return unicode::upcase(c) != c;
    case ReadtableCase::Downcase: return unicode::downcase(c) != c;
    default: return false;
  }
}

}  // namespace

// Must C be escaped in a symbol? FIRST: it is the first character.
bool Printer::is_special(char32_t c, bool first) const {
  switch (syntax_of(heap_, table_, c)) {
    case Syntax::Constituent: return c == ':' && !text_.dialect.is_old();
    case Syntax::NonTerminating: return first;
    default: return true;
  }
}

void Printer::print_symbol(Value v) {
  if (v == t() && text_.dialect.kind == Dialect::Lisp15) return out_.write("*T*");
  Symbol* s = as_symbol(v);
  std::u32string name = text_of(as<String>(s->name));
  if (!how_.escape) return print_cased(name);
  bool is_keyword = s->has(Symbol::kKeyword);
  if (is_keyword) out_.put(':');
  if (text_.dialect.slash_quotes()) return print_maclisp_name(name);
  if (is_nil(s->package)) {
    if (how_.gensym && print_label(v)) return;
    if (how_.gensym && !text_.dialect.is_old()) out_.write("#:");
  } else if (!is_keyword) {
    print_home(v, name);
  }
  print_name(name);
}

// Prints the package prefix of the symbol V, unless NAME alone reads as V.
void Printer::print_home(Value v, std::u32string_view name) {
  Value home = as_symbol(v)->package;
  Value current = heap_.symbols->current_package();
  if (home == current || find_symbol(current, name).symbol == v) return;
  Value name_of_home = as<Package>(home)->name;
  for (Value l = as<Package>(current)->local_nicknames; is_cons(l); l = cdr(l))
    if (cdr(car(l)) == home) name_of_home = car(car(l));
  print_name(text_of(as<String>(name_of_home)));
  bool external = find_present(home, name).status == SymbolStatus::External;
  out_.write(external ? ":" : "::");
}

// Prints the name of a symbol or package, with vertical bars if the reader needs them.
void Printer::print_name(std::u32string_view name) {
  ReadtableCase wanted = readtable_case(table_);
  bool literal = text_.dialect.kind == Dialect::Lisp15 && name.starts_with(U"$$");
  bool odd = name.empty() || literal || is_special(name[0], true) || consists_of_dots(name) ||
             is_potential_number(name, how_.base) ||
             std::any_of(name.begin(), name.end(), [&](char32_t c) {
               return is_special(c, false) || changes_case(wanted, c);
             });
  if (!odd) return print_cased(name);
  // Franz Lisp also inverts the case of escaped characters.
  bool invert =
      text_.dialect.kind == Dialect::Franz && wanted == ReadtableCase::Invert && has_one_case(name);
  out_.put('|');
  for (char32_t c : name) {
    if (c == '|' || c == '\\') out_.put('\\');
    out_.put(invert ? other_case(c) : c);
  }
  out_.put('|');
}

// Prints a MacLisp symbol: a slash escapes a single character; bars enclose a name with several
// such characters, or with a space or parenthesis.
void Printer::print_maclisp_name(std::u32string_view name) {
  if (name == U"//") return out_.write("//");
  bool number = is_potential_number(name, how_.base) || consists_of_dots(name);
  auto is_quoted = [&](std::size_t i) {
    return is_special(name[i], i == 0) || changes_case(ReadtableCase::Upcase, name[i]) ||
           (i == 0 && number);
  };
  std::size_t quoted = 0;
  bool bars = name.empty();
  for (std::size_t i = 0; i < name.size(); ++i) {
    char32_t c = name[i];
    if (!is_quoted(i)) continue;
    if (c != '/' && c != '|') ++quoted;  // bars do not escape these
    if (syntax_of(heap_, table_, c) == Syntax::Whitespace || c == '(' || c == ')') bars = true;
  }
  bars = bars || quoted > 1;
  if (bars) out_.put('|');
  for (std::size_t i = 0; i < name.size(); ++i) {
    char32_t c = name[i];
    bool slash = bars ? c == '|' || c == '/' : is_quoted(i);
    bool plain = bars || slash || how_.letter_case != LetterCase::Downcase;
    if (slash) out_.put('/');
    out_.put(plain ? c : unicode::downcase(c));
  }
  if (bars) out_.put('|');
}

// Prints NAME according to *PRINT-CASE* and the readtable case (22.1.3.3.2).
void Printer::print_cased(std::u32string_view name) {
  ReadtableCase wanted = readtable_case(table_);
  bool invert = wanted == ReadtableCase::Invert && has_one_case(name);
  const bool may_differ =
      invert || how_.letter_case == LetterCase::Capitalize ||
      (wanted == ReadtableCase::Upcase && how_.letter_case != LetterCase::Upcase) ||
      (wanted == ReadtableCase::Downcase && how_.letter_case == LetterCase::Upcase);
  if (!may_differ) return out_.write(unicode::encode_all(name));
  bool inside = false;  // a word
  std::string text;
  for (char32_t c : name) {
    bool raise = how_.letter_case == LetterCase::Upcase ||
                 (how_.letter_case == LetterCase::Capitalize && !inside);
    inside = unicode::is_alphabetic(c) || unicode::is_numeric(c);
    if (invert)
      c = other_case(c);
    else if (wanted == ReadtableCase::Upcase && !raise && is_upper(c))
      c = unicode::downcase(c);
    else if (wanted == ReadtableCase::Downcase && raise && is_lower(c))
      c = unicode::upcase(c);
    unicode::append_utf8(text, c);
  }
  out_.write(text);
}

}  // namespace winnow
